//! Conditions asked of a piece or of the game.

use crate::definition::condition::Comparison;
use crate::position::state::{State, kind_of, side_of};
use crate::rules::Referee;
use crate::rules::attack::raw_attackers;
use crate::script::{HookKind, Leaf};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Count, Rule};

/// What the game knows beyond the position, for end rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Situation {
    /// How often the position has occurred, this time included.
    pub(crate) repetitions: u32,
    /// Whether there is no legal move; asked for only where a rule needs it.
    pub(crate) stuck: Option<bool>,
}

/// A condition of a piece that asks only the board (level 0).
pub(crate) fn board_rule<W: Width>(state: &State<W>, rule: &Rule<W>, square: usize) -> bool {
    match rule {
        Rule::And(all) => all.iter().all(|rule| board_rule(state, rule, square)),
        Rule::Or(all) => all.iter().any(|rule| board_rule(state, rule, square)),
        Rule::Not(inner) => !board_rule(state, inner, square),
        Rule::Is(kinds) => kinds.has(kind_of(state.at(square)) as u8),
        Rule::Moved => !state.unmoved.has(square),
        Rule::On(region) => region[side_of(state.at(square))].has(square),
        Rule::QuietPlies(plies) => u32::from(state.quiet) >= *plies,
        Rule::Compare(left, comparison, right) => {
            let us = side_of(state.at(square));
            compare(count(state, left, us), *comparison, count(state, right, us))
        }
        Rule::LastMoveCapture => state.last_capture,
        Rule::LastMoveBy(kinds) => state.last_kind != 0 && kinds.has(state.last_kind - 1),
        Rule::Constant(value) => *value,
        _ => false,
    }
}

fn count<W: Width>(state: &State<W>, count: &Count<W>, us: usize) -> i64 {
    match count {
        Count::Number(number) => *number,
        Count::Men { own, enemy, kinds, on } => {
            let of_side = |side: usize| {
                let men = match on {
                    Some(region) => state.sides[side].and(region[side]),
                    None => state.sides[side],
                };
                if kinds.0 == u64::MAX {
                    return i64::from(men.count());
                }
                let mut sum = 0;
                let mut left = kinds.0;
                while left != 0 {
                    let kind = left.trailing_zeros() as usize;
                    if kind < W::KINDS {
                        sum += i64::from(men.and(state.of_kind(kind)).count());
                    }
                    left &= left - 1;
                }
                sum
            };
            (if *own { of_side(us) } else { 0 }) + (if *enemy { of_side(1 - us) } else { 0 })
        }
    }
}

fn compare(left: i64, comparison: Comparison, right: i64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::More => left > right,
        Comparison::AtLeast => left >= right,
    }
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
