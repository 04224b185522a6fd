//! Conditions made ready: checked conditions in, rules that name squares and kinds as sets out.

use crate::check::model::{CheckedDefinition, Condition, Quantity, SideSquares};
use crate::variant::lower;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Count, PieceCondition, Rule};

/// A condition of a piece; scripts become rules of the engine where they ask little enough.
pub(super) fn piece_condition<W: Width>(
    checked: &CheckedDefinition,
    regions: &[[W::Set; 2]],
    condition: &Condition,
) -> PieceCondition<W> {
    PieceCondition { condition: lowered(checked, regions, condition), level: level(condition) }
}

pub(super) fn lowered<W: Width>(
    checked: &CheckedDefinition,
    regions: &[[W::Set; 2]],
    condition: &Condition,
) -> Rule<W> {
    let all = |all: &[Condition]| all.iter().map(|one| lowered(checked, regions, one)).collect();
    match condition {
        Condition::And(parts) => Rule::And(all(parts)),
        Condition::Or(parts) => Rule::Or(all(parts)),
        Condition::Not(inner) => Rule::Not(Box::new(lowered(checked, regions, inner))),
        Condition::Script(hook) => checked
            .program
            .as_ref()
            .and_then(|program| lower::condition(program, *hook, regions))
            .unwrap_or(Rule::Script(*hook)),
        other => rule(other),
    }
}

/// The level of what a condition of a piece asks; a script counts as 1, the most it may ask there.
fn level(condition: &Condition) -> u8 {
    match condition {
        Condition::And(all) | Condition::Or(all) => all.iter().map(level).max().unwrap_or(0),
        Condition::Not(inner) => level(inner),
        Condition::DefendedBy(_) | Condition::AttackedBy(_) | Condition::Script(_) => 1,
        Condition::InCheck => 2,
        Condition::NoLegalMove => 3,
        _ => 0,
    }
}

pub(super) fn rule<W: Width>(condition: &Condition) -> Rule<W> {
    match condition {
        Condition::And(all) => Rule::And(all.iter().map(rule).collect()),
        Condition::Or(all) => Rule::Or(all.iter().map(rule).collect()),
        Condition::Not(inner) => Rule::Not(Box::new(rule(inner))),
        Condition::InCheck => Rule::InCheck,
        Condition::NoLegalMove => Rule::NoLegalMove,
        Condition::Repetition(times) => Rule::Repetition(*times),
        Condition::QuietPlies(plies) => Rule::QuietPlies(*plies),
        Condition::Compare(left, comparison, right) => Rule::Compare(count(left), *comparison, count(right)),
        Condition::LastMoveCapture => Rule::LastMoveCapture,
        Condition::LastMoveBy(kinds) => Rule::LastMoveBy(*kinds),
        Condition::Script(hook) => Rule::Script(*hook),
        Condition::Moved => Rule::Moved,
        Condition::On(region) => Rule::On(sides(region)),
        Condition::DefendedBy(kinds) => Rule::DefendedBy(*kinds),
        Condition::AttackedBy(kinds) => Rule::AttackedBy(*kinds),
        Condition::Constant(value) => Rule::Constant(*value),
    }
}

fn count<W: Width>(quantity: &Quantity) -> Count<W> {
    match quantity {
        Quantity::Number(number) => Count::Number(*number),
        Quantity::Count { own, enemy, kinds, on } => {
            Count::Pieces { own: *own, enemy: *enemy, kinds: *kinds, on: on.as_ref().map(sides) }
        }
    }
}

/// A region as sets, seen by each side.
pub(super) fn sides<S: SquareSet>(region: &SideSquares) -> [S; 2] {
    std::array::from_fn(|side| squares(&region[side]))
}

/// Squares as a set.
pub(super) fn squares<S: SquareSet>(region: &[bool]) -> S {
    region.iter().enumerate().filter(|(_, inside)| **inside).fold(S::EMPTY, |set, (square, _)| set.with(square))
}
