//! Legal moves: candidates that keep the own royal pieces safe, pass the veto, and do what duty asks.

use crate::position::state::State;
use crate::rules::attack::royals;
use crate::rules::condition::Situation;
use crate::rules::moves::MoveList;
use crate::rules::sink::Count;
use crate::rules::{Depth, Referee};
use crate::variant::set::{SquareSet, Width};

impl<W: Width> Referee<'_, W> {
    /// The legal moves of the side to move; none where an end that stops has decided the position, or a side has lost
    /// its last royal piece.
    pub(crate) fn legal_moves(&mut self, state: &State<W>, list: &mut MoveList) {
        list.clear();
        if !self.decided(state) && !self.quick_moves(state, list) && !self.is_lost(state) {
            self.tried_moves(state, list);
        }
    }

    /// Whether there is a legal move, ends that stop aside.
    pub(crate) fn has_legal_move(&mut self, state: &State<W>) -> bool {
        let mut list = MoveList::default();
        self.moves_of_undecided(state, &mut list);
        !list.moves.is_empty()
    }

    /// The legal moves, ends that stop aside.
    pub(crate) fn moves_of_undecided(&mut self, state: &State<W>, list: &mut MoveList) {
        if !self.quick_moves(state, list) {
            self.tried_moves(state, list);
        }
    }

    /// Lists the legal moves where they can be worked out; `false`, and an empty list, where they must be tried, and
    /// where a royal piece is missing.
    fn quick_moves(&mut self, state: &State<W>, list: &mut MoveList) -> bool {
        let core = self.core;
        let duty = core.tables.duty;
        if core.tables.parts.is_some() && self.list_by_duty(state, list) {
            return true;
        }
        if self.may_be_fast() && self.fast(state, &mut &mut *list) {
            if duty.claim.is_some() || duty.merit.is_some() {
                self.do_duty(state, list);
            }
            return true;
        }
        false
    }

    /// Lists the legal moves by making every move that the tables give and trying those that need it.
    fn tried_moves(&mut self, state: &State<W>, list: &mut MoveList) {
        let us = usize::from(state.turn);
        let core = self.core;
        let duty = core.tables.duty;
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
        if self.may_be_fast() && core.tables.duty.claim.is_some() {
            if self.decided(state) {
                return 0;
            }
            if let Some(moves) = self.count_by_duty(state, list).or_else(|| self.count_by_class(state, list)) {
                return moves;
            }
        }
        self.legal_moves(state, list);
        list.moves.len() as u64
    }

    /// Whether the position is over, so that it has no moves, because a side has lost its last royal piece.
    pub(crate) fn is_lost(&mut self, state: &State<W>) -> bool {
        self.missing_royal(state, usize::from(state.turn)).is_some()
            && !self.context.counts_on()
            && self.stopped(state, 1)
    }

    /// Whether the position is over, so that it has no moves: an end that stops holds before any other. Where no end
    /// does so before moves are made, a missing royal piece is left for [`Referee::is_lost`]: whoever makes the moves
    /// sees it without being asked.
    #[inline(always)]
    pub(crate) fn decided(&mut self, state: &State<W>) -> bool {
        let tables = &self.core.tables;
        if tables.early_ends.is_empty() {
            return false;
        }
        if let Some(glance) = &tables.early_glance {
            let us = usize::from(state.turn);
            let mut certain = u32::from(state.quiet) < glance.quiet;
            for &(own, kind) in &glance.present {
                certain &= !state.pieces(if own { us } else { 1 - us }, usize::from(kind)).is_empty();
            }
            if certain {
                return false;
            }
        }
        self.decided_early(state)
    }

    fn decided_early(&mut self, state: &State<W>) -> bool {
        let core = self.core;
        if self.missing_royal(state, usize::from(state.turn)).is_some() {
            return self.stopped(state, 1);
        }
        let mut situation = Situation { repetitions: 1, stuck: Some(false) };
        for (end, stops) in &core.tables.early_ends {
            if self.end_holds(state, end, &mut situation) {
                return *stops;
            }
        }
        false
    }
}
