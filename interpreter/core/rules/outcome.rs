//! How a game stands: the ends of the definition in their order, the first that holds decides.

use crate::board::{KindSet, Side};
use crate::check::model::EndResult;
use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::asking::Asking;
use crate::rules::attack::royals;
use crate::rules::condition::Situation;
use crate::script::{HookId, HookKind, Leaf, Verdict as ScriptVerdict};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Count, EarlyEnd, Rule};

/// Who has won, if anyone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// This side.
    Winner(Side),
    /// Nobody.
    Draw,
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who has won, if anyone.
    pub verdict: Verdict,
    /// Why, for people: `checkmate`.
    pub reason: String,
}

impl Outcome {
    /// The winner, if anyone.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        match self.verdict {
            Verdict::Winner(side) => Some(side),
            Verdict::Draw => None,
        }
    }

    /// For people: `white has won (checkmate)`, `a draw (stalemate)`.
    #[must_use]
    pub fn in_words(&self) -> String {
        match self.verdict {
            Verdict::Winner(side) => format!("{side} has won ({})", self.reason),
            Verdict::Draw => format!("a draw ({})", self.reason),
        }
    }

    /// As PGN writes it: `1-0`, `0-1`, `1/2-1/2`.
    #[must_use]
    pub fn score(&self) -> &'static str {
        match self.verdict {
            Verdict::Winner(Side::White) => "1-0",
            Verdict::Winner(Side::Black) => "0-1",
            Verdict::Draw => "1/2-1/2",
        }
    }
}

impl<W: Width> Referee<'_, W> {
    /// How the game stands, if it is over. `repetitions`: how often the position has occurred, this time included.
    pub(crate) fn outcome(&mut self, state: &State<W>, repetitions: u32) -> Option<Outcome> {
        self.outcome_in(state, Situation { repetitions, stuck: None })
    }

    /// Whether some end may hold, the side to move having a legal move or not: `false` means that the game goes on if
    /// it has one. Repetitions aside.
    #[inline(always)]
    pub(crate) fn may_be_over(&mut self, state: &State<W>) -> bool {
        let core = self.core;
        let us = usize::from(state.turn);
        let mut situation = Situation { repetitions: 1, stuck: Some(false) };
        core.tables.live_ends.iter().any(|end| self.end_holds(state, end, &mut situation))
            || self.missing_royal(state, us).is_some()
    }

    /// The side that has lost its last royal piece: the one to move, or, where a side moves again, the other.
    #[inline(always)]
    pub(crate) fn missing_royal(&self, state: &State<W>, us: usize) -> Option<usize> {
        let is_bereft =
            |side: usize| self.core.tables.requires_royal[side] && royals(self.core, state, side).is_empty();
        [us, 1 - us].into_iter().find(|&side| is_bereft(side))
    }

    /// Whether an end holds.
    #[inline(always)]
    pub(crate) fn end_holds(&mut self, state: &State<W>, end: &EarlyEnd<W>, situation: &mut Situation) -> bool {
        match end {
            EarlyEnd::Rule(rule) => self.rule_holds(state, rule, situation),
            EarlyEnd::Few(most, rule) => state.occupied().count() <= *most && self.rule_holds(state, rule, situation),
            EarlyEnd::Quiet(plies) => u32::from(state.quiet) >= *plies,
            EarlyEnd::Gone { own, enemy, kinds } => {
                let us = usize::from(state.turn);
                let of_side = |side: usize, counts: bool| if counts { state.sides[side] } else { W::Set::EMPTY };
                let pieces = of_side(us, *own).or(of_side(1 - us, *enemy));
                let mut left = kinds.0 & self.core.tables.kinds_mask;
                let mut found = W::Set::EMPTY;
                while left != 0 {
                    found = found.or(state.of_kind(left.trailing_zeros() as usize));
                    left &= left - 1;
                }
                !found.meets(pieces)
            }
            EarlyEnd::Script(hook) => self.script_ends(state, *hook),
        }
    }

    /// Whether a function says that the game is over.
    #[inline(never)]
    fn script_ends(&mut self, state: &State<W>, hook: HookId) -> bool {
        // As for other ends that are looked at before there are moves.
        let asking = Asking::game(state, 1, Some(false));
        matches!(self.ask(state, hook, HookKind::Outcome, asking), Leaf::Outcome(Some(_)))
    }

    /// A condition of the game, kept out of the way of quicker tests.
    #[inline(never)]
    fn rule_holds(&mut self, state: &State<W>, rule: &Rule<W>, situation: &mut Situation) -> bool {
        self.game_rule(state, rule, situation)
    }

    /// Whether an end that stops has decided the position, repetitions and lost royal pieces included.
    #[inline(never)]
    pub(crate) fn stopped(&mut self, state: &State<W>, repetitions: u32) -> bool {
        let situation = Situation { repetitions, stuck: Some(false) };
        self.ended(state, situation).is_some_and(|(_, stops)| stops)
    }

    /// The same, with what else is known.
    pub(crate) fn outcome_in(&mut self, state: &State<W>, situation: Situation) -> Option<Outcome> {
        self.ended(state, situation).map(|(outcome, _)| outcome)
    }

    /// How the game stands, and whether the position then has no moves.
    fn ended(&mut self, state: &State<W>, mut situation: Situation) -> Option<(Outcome, bool)> {
        let core = self.core;
        let side = |number: usize| if number == 0 { Side::White } else { Side::Black };
        let us = side(usize::from(state.turn));
        let missing_royal = self.missing_royal(state, us.index());
        // A side without a royal piece has no moves if that has lost it the game, and whether it has must not depend on
        // its moves. So the ends are read as if it had some, and again only if the game goes on.
        if missing_royal.is_some() && situation.stuck.is_none() {
            let lost = self.ended(state, Situation { stuck: Some(false), ..situation });
            if lost.as_ref().is_some_and(|(_, stops)| *stops) {
                return lost;
            }
        }
        for end in &core.tables.ends {
            let result = match (&end.when, end.script) {
                (_, Some(hook)) => {
                    let asking = Asking::game(state, situation.repetitions, situation.stuck);
                    match self.ask(state, hook, HookKind::Outcome, asking) {
                        Leaf::Outcome(Some(ScriptVerdict::Win)) => EndResult::Win,
                        Leaf::Outcome(Some(ScriptVerdict::Loss)) => EndResult::Loss,
                        Leaf::Outcome(Some(ScriptVerdict::Draw)) => EndResult::Draw,
                        _ => continue,
                    }
                }
                (Some(rule), None) => {
                    if !self.game_rule(state, rule, &mut situation) {
                        continue;
                    }
                    end.result
                }
                (None, None) => continue,
            };
            let verdict = match result {
                EndResult::Win => Verdict::Winner(us),
                EndResult::Loss => Verdict::Winner(us.other()),
                EndResult::Draw => Verdict::Draw,
                EndResult::Winner(side) => Verdict::Winner(side),
            };
            // A side that has lost its last royal piece has lost, whatever else holds; but an end that speaks of just that may
            // say otherwise.
            let agrees = missing_royal.is_none_or(|loser| verdict == Verdict::Winner(side(1 - loser)));
            let royal = core.tables.royal;
            if agrees || end.when.as_ref().is_none_or(|rule| counts_royals(rule, royal)) {
                return Some((Outcome { verdict, reason: end.name.clone() }, end.stops));
            }
        }
        let loser = side(missing_royal?);
        let reason = format!("{loser} has no royal piece left");
        Some((Outcome { verdict: Verdict::Winner(loser.other()), reason }, true))
    }
}

/// Whether a rule asks how many royal pieces there are, and so what is to be when one side has none.
fn counts_royals<W: Width>(rule: &Rule<W>, royal: KindSet) -> bool {
    match rule {
        Rule::And(all) | Rule::Or(all) => all.iter().any(|rule| counts_royals(rule, royal)),
        Rule::Not(inner) => counts_royals(inner, royal),
        Rule::Compare(left, _, right) => [left, right].into_iter().any(|count| match count {
            Count::Pieces { kinds, .. } => kinds.minus(royal).0 == 0,
            Count::Number(_) => false,
        }),
        _ => false,
    }
}
