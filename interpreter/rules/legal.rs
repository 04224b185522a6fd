//! Legal moves: candidates that keep the own royal men safe, pass the veto, and do what duty asks.

use crate::position::state::State;
use crate::rules::attack::royals;
use crate::rules::condition::Situation;
use crate::rules::moves::{MoveList, RawMove};
use crate::rules::scripted::Asking;
use crate::rules::sink::{ClassCount, Count, MAX_CAPTURES, class_of};
use crate::rules::{Depth, Referee};
use crate::script::{HookId, HookKind, Leaf};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::EarlyEnd;

impl<W: Width> Referee<'_, W> {
    /// The legal moves of the side to move; none where an end that stops has decided the position.
    pub(crate) fn legal_moves(&mut self, state: &State<W>, list: &mut MoveList) {
        list.clear();
        if !self.decided(state) {
            self.moves_of_undecided(state, list);
        }
    }

    /// Whether there is a legal move, ends that stop aside.
    pub(crate) fn has_legal_move(&mut self, state: &State<W>) -> bool {
        let mut list = MoveList::default();
        self.moves_of_undecided(state, &mut list);
        !list.moves.is_empty()
    }

    fn moves_of_undecided(&mut self, state: &State<W>, list: &mut MoveList) {
        let us = usize::from(state.turn);
        let core = self.core;
        let duty = core.tables.duty;
        if self.may_be_fast() && self.fast(state, &mut &mut *list) {
            if duty.claim.is_some() || duty.merit.is_some() {
                self.do_duty(state, list);
            }
            return;
        }
        self.generate(state, list);
        let has_royal = !royals(core, state, us).is_empty();
        if has_royal || duty.allowed.is_some() {
            // Taken out so that playing can read the trail while the list shrinks.
            let mut moves = std::mem::take(&mut list.moves);
            let mask = if has_royal && self.context.depth != Depth::Test { self.mask(state) } else { None };
            moves.retain(|mv| {
                if let Some(hook) = duty.allowed {
                    let asking = self.about(state, mv, list);
                    if !self.allowed(state, hook, asking) {
                        return false;
                    }
                }
                let untouched = mask.as_ref().is_some_and(|mask| self.leaves_untouched(state, mask, mv));
                !has_royal || untouched || {
                    let next = self.play(state, mv, list);
                    self.is_safe(&next, us, true)
                }
            });
            list.moves = moves;
        }
        if duty.claim.is_some() || duty.merit.is_some() {
            self.do_duty(state, list);
        }
    }

    /// Whether legality is worked out rather than tried.
    #[inline(always)]
    pub(crate) fn may_be_fast(&self) -> bool {
        let tables = &self.core.tables;
        tables.algebra && tables.duty.allowed.is_none() && self.context.depth == Depth::Algebra
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(crate) fn count(&mut self, state: &State<W>, list: &mut MoveList) -> u64 {
        let core = self.core;
        if self.may_be_fast() && core.tables.duty.claim.is_none() {
            if self.decided(state) {
                return 0;
            }
            list.clear();
            let mut count = Count { moves: 0, scratch: list };
            if self.fast(state, &mut count) {
                return count.moves;
            }
        }
        if self.may_be_fast()
            && core.tables.duty.claim.is_some()
            && !self.context.live
            && let Some(moves) = self.count_by_class(state, list)
        {
            return moves;
        }
        self.legal_moves(state, list);
        list.moves.len() as u64
    }

    /// The number of legal moves where duty is known for every class of move that the position has.
    fn count_by_class(&mut self, state: &State<W>, list: &mut MoveList) -> Option<u64> {
        if self.decided(state) {
            return Some(0);
        }
        list.clear();
        let mut count = ClassCount::new(&self.core.tables, state, list);
        if !self.fast(state, &mut count) || count.overflow {
            return None;
        }
        let known = |class: usize| self.context.classes.get(class).copied().flatten();
        let mut greatest = i64::MIN;
        for &(class, _) in count.classes() {
            greatest = greatest.max(known(class)?.0);
        }
        let mut moves = 0;
        for &(class, of_class) in count.classes() {
            if known(class)?.1 >= greatest {
                moves += of_class;
            }
        }
        Some(moves)
    }

    /// Keeps the candidates whose merit is at least the greatest claim.
    fn do_duty(&mut self, state: &State<W>, list: &mut MoveList) {
        let duty = self.core.tables.duty;
        let (Some(claim), Some(merit)) = (duty.claim, duty.merit) else { return };
        let mut moves = std::mem::take(&mut list.moves);
        let mut greatest = i64::MIN;
        let mut least = i64::MAX;
        let mut merits = std::mem::take(&mut self.context.merits);
        merits.clear();
        for mv in &moves {
            let (claim, merit) = self.claim_and_merit(state, mv, list, claim, merit);
            greatest = greatest.max(claim);
            least = least.min(merit);
            merits.push(merit);
        }
        if least < greatest {
            let mut merit = merits.iter();
            moves.retain(|_| merit.next().is_some_and(|merit| *merit >= greatest));
        }
        self.context.merits = merits;
        list.moves = moves;
    }

    /// What a candidate claims and is worth. Where the functions ask only for the class of the move (who moves, how many
    /// it takes, whether it jumps or promotes), the answer is remembered by class.
    #[inline(always)]
    fn claim_and_merit(
        &mut self,
        state: &State<W>,
        mv: &RawMove,
        list: &MoveList,
        claim: HookId,
        merit: HookId,
    ) -> (i64, i64) {
        let facts = self.facts(state, mv, list);
        let class = class_of(&facts);
        if let Some(Some(known)) = self.context.classes.get(class)
            && !self.context.live
        {
            return *known;
        }
        let asking = self.about(state, mv, list);
        let answer =
            (self.weigh(state, claim, HookKind::Claim, asking), self.weigh(state, merit, HookKind::Merit, asking));
        let by_class = facts.captured.count() < MAX_CAPTURES
            && [claim, merit].iter().all(|hook| self.asks_only_class(state, *hook, asking));
        if by_class {
            if self.context.classes.len() <= class {
                self.context.classes.resize(class + 1, None);
            }
            self.context.classes[class] = Some(answer);
        }
        answer
    }

    /// Whether the position is over, so that it has no moves: an end that stops holds before any other.
    #[inline(always)]
    pub(crate) fn decided(&mut self, state: &State<W>) -> bool {
        !self.core.tables.early_ends.is_empty() && self.decided_early(state)
    }

    fn decided_early(&mut self, state: &State<W>) -> bool {
        let core = self.core;
        let mut situation = Situation { repetitions: 1, stuck: Some(false) };
        for (end, stops) in &core.tables.early_ends {
            let holds = match end {
                EarlyEnd::Rule(rule) => self.game_rule(state, rule, &mut situation),
                EarlyEnd::Script(hook) => {
                    let asking = Asking::game(state, 1);
                    matches!(self.ask(state, *hook, HookKind::Outcome, asking), Leaf::Outcome(Some(_)))
                }
            };
            if holds {
                return *stops;
            }
        }
        false
    }
}
