//! Conditions asked of a piece or of the game.

use crate::position::state::{State, side_of};
use crate::rules::Referee;
use crate::rules::attack::raw_attackers;
use crate::rules::board_rule::{board_rule, compare, count};
use crate::script::{HookKind, Leaf};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Rule;

/// What the game knows beyond the position, for end rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation {
    /// How often the position has occurred, this time included.
    pub(crate) repetitions: u32,
    /// Whether there is no legal move; asked for only where a rule needs it.
    pub(crate) stuck: Option<bool>,
}

impl<W: Width> Referee<'_, W> {
    /// Whether a condition holds of the piece on `square`.
    pub(crate) fn piece_rule(&mut self, state: &State<W>, rule: &Rule<W>, square: usize) -> bool {
        let tables = &self.core.tables;
        match rule {
            Rule::And(all) => all.iter().all(|rule| self.piece_rule(state, rule, square)),
            Rule::Or(all) => all.iter().any(|rule| self.piece_rule(state, rule, square)),
            Rule::Not(inner) => !self.piece_rule(state, inner, square),
            Rule::Script(hook) => self.piece_hook(state, *hook, square),
            Rule::DefendedBy(kinds) => {
                !raw_attackers(tables, state, side_of(state.at(square)), square, *kinds).is_empty()
            }
            Rule::AttackedBy(kinds) => {
                !raw_attackers(tables, state, 1 - side_of(state.at(square)), square, *kinds).is_empty()
            }
            Rule::InCheck => self.in_check(state, side_of(state.at(square))),
            _ => board_rule(state, rule, square),
        }
    }

    /// Whether a condition holds of the game, seen by the side to move.
    pub(crate) fn game_rule(&mut self, state: &State<W>, rule: &Rule<W>, situation: &mut Situation) -> bool {
        let us = usize::from(state.turn);
        match rule {
            Rule::And(all) => all.iter().all(|rule| self.game_rule(state, rule, situation)),
            Rule::Or(all) => all.iter().any(|rule| self.game_rule(state, rule, situation)),
            Rule::Not(inner) => !self.game_rule(state, inner, situation),
            Rule::InCheck => self.in_check(state, us),
            Rule::NoLegalMove => match situation.stuck {
                Some(stuck) => stuck,
                None => {
                    let stuck = !self.has_legal_move(state);
                    situation.stuck = Some(stuck);
                    stuck
                }
            },
            Rule::Repetition(times) => situation.repetitions >= *times,
            Rule::QuietPlies(plies) => u32::from(state.quiet) >= *plies,
            Rule::Compare(left, comparison, right) => {
                compare(count(state, left, us), *comparison, count(state, right, us))
            }
            Rule::LastMoveCapture => state.last_capture,
            Rule::LastMoveBy(kinds) => state.last_kind != 0 && kinds.has(state.last_kind - 1),
            Rule::Script(hook) => {
                let asking = crate::rules::asking::Asking::game(state, situation.repetitions, situation.stuck);
                matches!(self.ask(state, *hook, HookKind::GameCondition, asking), Leaf::Bool(true))
            }
            Rule::Constant(value) => *value,
            Rule::Is(_) | Rule::Moved | Rule::On(_) | Rule::DefendedBy(_) | Rule::AttackedBy(_) => false,
        }
    }
}
