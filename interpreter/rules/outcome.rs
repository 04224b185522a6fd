//! How a game stands: the ends of the definition in their order, the first that holds decides.

use crate::board::Side;
use crate::check::model::EndResult;
use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::condition::Situation;
use crate::rules::scripted::Asking;
use crate::script::{HookId, HookKind, Leaf, Verdict as ScriptVerdict};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{EarlyEnd, Rule};

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

    /// Whether some end may hold, the side to move having a legal move or not: `false` means that the game goes on if it
    /// has one. Repetitions aside.
    #[inline(always)]
    pub(crate) fn may_be_over(&mut self, state: &State<W>) -> bool {
        let core = self.core;
        let us = usize::from(state.turn);
        let mut situation = Situation { repetitions: 1, stuck: Some(false) };
        core.tables.live_ends.iter().any(|end| self.end_holds(state, end, &mut situation))
            || (core.tables.needs_royal[us] && royals(core, state, us).is_empty())
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
                let men = of_side(us, *own).or(of_side(1 - us, *enemy));
                let mut left = kinds.0 & self.core.tables.kinds_mask;
                let mut found = W::Set::EMPTY;
                while left != 0 {
                    found = found.or(state.of_kind(left.trailing_zeros() as usize));
                    left &= left - 1;
                }
                !found.meets(men)
            }
            EarlyEnd::Script(hook) => self.script_ends(state, *hook),
        }
    }

    /// Whether a function says that the game is over.
    #[inline(never)]
    fn script_ends(&mut self, state: &State<W>, hook: HookId) -> bool {
        matches!(self.ask(state, hook, HookKind::Outcome, Asking::game(state, 1)), Leaf::Outcome(Some(_)))
    }

    /// A condition of the game, kept out of the way of quicker tests.
    #[inline(never)]
    fn rule_holds(&mut self, state: &State<W>, rule: &Rule<W>, situation: &mut Situation) -> bool {
        self.game_rule(state, rule, situation)
    }

    /// The same, with what else is known.
    pub(crate) fn outcome_in(&mut self, state: &State<W>, mut situation: Situation) -> Option<Outcome> {
        let core = self.core;
        let us = if state.turn == 0 { Side::White } else { Side::Black };
        let repetitions = situation.repetitions;
        for end in &core.tables.ends {
            let result = match (&end.when, end.script) {
                (_, Some(hook)) => match self.ask(state, hook, HookKind::Outcome, Asking::game(state, repetitions)) {
                    Leaf::Outcome(Some(ScriptVerdict::Win)) => EndResult::Win,
                    Leaf::Outcome(Some(ScriptVerdict::Loss)) => EndResult::Loss,
                    Leaf::Outcome(Some(ScriptVerdict::Draw)) => EndResult::Draw,
                    _ => continue,
                },
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
            return Some(Outcome { verdict, reason: end.name.clone() });
        }
        if core.tables.needs_royal[us.index()] && royals(core, state, us.index()).is_empty() {
            return Some(Outcome {
                verdict: Verdict::Winner(us.other()),
                reason: format!("{us} has no royal piece left"),
            });
        }
        None
    }
}
