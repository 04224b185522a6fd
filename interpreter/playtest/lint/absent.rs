//! Pieces that can never be on the board: a checked definition in; those of its own kinds of pieces that
//! nobody begins with, becomes, is given by a function or moves like, out.

use crate::check::model::CheckedDefinition;
use crate::definition::movement::Term;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::Program;
use std::collections::BTreeSet;

/// Kinds of the definition's own that no game has. A kind that a parent has and its child does not use does no harm.
pub(super) fn absent(checked: &CheckedDefinition) -> Vec<Diagnostic> {
    let program = checked.program.as_ref();
    // Where functions work out what they put on the board, that may be anything.
    let Some(made) = program.map_or(Some(BTreeSet::new()), |program| program.kinds_made()) else { return Vec::new() };
    let said = program.and_then(Program::strings);
    let mut comes: Vec<bool> = (0..checked.kinds.len())
        .map(|kind| {
            let name = &checked.kinds[kind].name;
            checked.placement.iter().any(|piece| usize::from(piece.kind) == kind)
                || made.contains(name)
                || lends(checked, said.as_ref(), name)
        })
        .collect();
    let becomes = |from: usize, to: usize| {
        let rules = checked.promotions.iter().filter(|rule| rule.kinds.has(from as u8));
        from != to && rules.flat_map(|rule| &rule.to).any(|kind| usize::from(*kind) == to)
    };
    let all = 0..comes.len();
    let spread = |comes: &mut Vec<bool>| {
        let next = |comes: &[bool]| {
            all.clone().find(|to| !comes[*to] && all.clone().any(|from| comes[from] && becomes(from, *to)))
        };
        while let Some(next) = next(comes) {
            comes[next] = true;
        }
    };
    spread(&mut comes);
    let royal = no_royal(checked, &comes);
    // A kind that only an absent kind promotes to is not reported on its own.
    let mut told = Vec::new();
    while let Some(first) = all.clone().find(|kind| !comes[*kind]) {
        let is_root = |kind: &usize| !comes[*kind] && !all.clone().any(|from| !comes[from] && becomes(from, *kind));
        let root = all.clone().find(is_root).unwrap_or(first);
        told.push(root);
        comes[root] = true;
        spread(&mut comes);
    }
    told.sort_unstable();
    let told: Vec<Diagnostic> = told.into_iter().filter_map(|kind| missing(checked, kind)).collect();
    if told.is_empty() { royal.into_iter().collect() } else { told }
}

/// The warning of a set-up of the definition's own without any royal piece, where the game has royal pieces.
fn no_royal(checked: &CheckedDefinition, comes: &[bool]) -> Option<Diagnostic> {
    let mut royal = (0..checked.kinds.len()).filter(|kind| checked.kinds[*kind].royal);
    let name = &checked.kinds[royal.clone().next()?].name;
    if checked.start.span.source != checked.definition.span.source || royal.any(|kind| comes[kind]) {
        return None;
    }
    Some(
        Diagnostic::warning(Code::AbsentPiece, format!("no game has a `{name}`, though it is royal"))
            .at(checked.start.span)
            .label("a side without a royal piece is never in check, and cannot be mated")
            .help(format!("put one of each side into the set-up, or leave it out: `remove = [\"pieces.{name}\"]`")),
    )
}

/// The warning of a kind of the definition's own.
fn missing(checked: &CheckedDefinition, kind: usize) -> Option<Diagnostic> {
    let definition = &checked.definition;
    let (name, entry) = definition.pieces.get_index(kind)?;
    (entry.key.source == definition.span.source).then(|| {
        Diagnostic::warning(Code::AbsentPiece, format!("no game has a `{name}`"))
            .at(entry.key)
            .label("never on the board")
            .help("put it into the set-up, let another piece promote to it, or let a function put it on the board")
    })
}

/// Whether others move as this kind does.
fn lends(checked: &CheckedDefinition, said: Option<&BTreeSet<String>>, name: &str) -> bool {
    let definition = &checked.definition;
    let powers = definition.powers.values().flat_map(|power| &power.value.moves);
    let moves = definition.pieces.values().flat_map(|piece| &piece.value.moves).chain(powers);
    let named = |term: &Term| matches!(term, Term::Piece(piece) if piece.value == name);
    if moves.flat_map(|one| &one.movement.terms).any(named) {
        return true;
    }
    // A function may say whose movements are borrowed, or put the name together.
    checked.powers.iter().any(|power| power.borrowed.is_some()) && said.is_none_or(|said| said.contains(name))
}
