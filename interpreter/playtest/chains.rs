//! The place of a problem that came up in play and has none: a problem and the definition in, the problem with the
//! movements that it can be about out.

use crate::definition::{Definition, MoveDef};
use crate::diagnostic::{Code, Diagnostic};

/// A chain that is too long, at the movement that goes on; where there are several, all are shown. Other problems stay as
/// they are.
#[must_use]
pub fn placed(problem: Diagnostic, definition: &Definition) -> Diagnostic {
    if problem.code != Code::ChainTooLong || problem.primary.is_some() {
        return problem;
    }
    let own = definition.pieces.values().flat_map(|piece| &piece.value.moves);
    let lent = definition.powers.values().flat_map(|power| &power.value.moves);
    let chained: Vec<&MoveDef> = own.chain(lent).filter(|one| one.chain.is_some()).collect();
    let Some((first, others)) = chained.split_first() else { return problem };
    let label = if others.is_empty() { "this goes on too long" } else { "this goes on, or one of the others" };
    others.iter().fold(problem.at(first.span).label(label), |problem, other| problem.also(other.span, "or this one"))
}
