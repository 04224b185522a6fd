//! Conditions that ask only the board, and the numbers that conditions compare.

use crate::definition::condition::Comparison;
use crate::position::state::{State, kind_of, side_of};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Count, Rule};

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

/// A number that a condition compares, seen by a side.
pub(super) fn count<W: Width>(state: &State<W>, count: &Count<W>, us: usize) -> i64 {
    match count {
        Count::Number(number) => *number,
        Count::Pieces { own, enemy, kinds, on } => {
            let of_side = |side: usize| {
                let pieces = match on {
                    Some(region) => state.sides[side].and(region[side]),
                    None => state.sides[side],
                };
                if kinds.0 == u64::MAX {
                    return i64::from(pieces.count());
                }
                let mut sum = 0;
                let mut left = kinds.0;
                while left != 0 {
                    let kind = left.trailing_zeros() as usize;
                    if kind < W::KINDS {
                        sum += i64::from(pieces.and(state.of_kind(kind)).count());
                    }
                    left &= left - 1;
                }
                sum
            };
            (if *own { of_side(us) } else { 0 }) + (if *enemy { of_side(1 - us) } else { 0 })
        }
    }
}

/// Whether a comparison holds.
pub(super) fn compare(left: i64, comparison: Comparison, right: i64) -> bool {
    match comparison {
        Comparison::Equal => left == right,
        Comparison::NotEqual => left != right,
        Comparison::Less => left < right,
        Comparison::AtMost => left <= right,
        Comparison::More => left > right,
        Comparison::AtLeast => left >= right,
    }
}
