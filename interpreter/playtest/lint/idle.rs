//! Movements that no game plays, because they only take and nobody may be taken: a checked definition in; those of its
//! own pieces out. Such a movement still guards, so that it may be meant.

use crate::board::KindId;
use crate::check::model::{CheckedDefinition, CheckedMovement};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::{Landing, Reach};

/// One warning for each piece with such movements.
pub(super) fn movements(checked: &CheckedDefinition) -> Vec<Diagnostic> {
    (0..checked.kinds.len()).filter_map(|kind| of_kind(checked, kind)).collect()
}

fn of_kind(checked: &CheckedDefinition, kind: usize) -> Option<Diagnostic> {
    let (name, entry) = checked.definition.pieces.get_index(kind)?;
    let own = |source| source == checked.definition.span.source;
    let mut movements = checked.kinds[kind].movements.iter().map(|number| &checked.movements[*number]);
    let lent = checked.powers.iter().any(|power| power.kinds.has(kind as KindId));
    let idle = |movement: &&CheckedMovement| is_idle(checked, kind, movement);
    if movements.len() > 0 && !lent && own(entry.key.source) && movements.clone().all(|movement| idle(&movement)) {
        return Some(
            Diagnostic::warning(Code::IdleMovement, format!("a `{name}` never moves: its movements only take"))
                .at(entry.key)
                .label("may take nobody")
                .help("look at `takes` and `spares`, or write `moves = []` for a piece that stands still"),
        );
    }
    let written = movements.find(idle)?.written.as_str();
    let def = entry.value.moves.iter().find(|def| def.movement.to_string() == written)?;
    own(def.movement.span.source).then(|| {
        Diagnostic::warning(Code::IdleMovement, format!("a `{name}` never moves by `{written}`, which only takes"))
            .at(def.movement.span)
            .label("may take nobody, only guards")
            .help("look at `takes` and `spares`, or leave the movement out")
    })
}

/// Whether a movement only captures, and there is nothing that it may capture.
fn is_idle(checked: &CheckedDefinition, kind: usize, movement: &CheckedMovement) -> bool {
    let takes = checked.kinds[kind].takes.minus(movement.spares);
    let prey = (0..).zip(&checked.kinds).any(|(prey, what)| takes.has(prey) && !what.immune);
    let reaches = || movement.terms.iter().flat_map(|term| term.from.iter().flatten());
    !prey && movement.does.is_none() && reaches().any(|reach| !reach.is_empty()) && !reaches().any(acts_alone)
}

/// Whether a reach has a way that takes no enemy.
fn acts_alone(reach: &Reach) -> bool {
    let acts = |landing: Landing| landing.quiet || landing.destroy;
    reach.leaps.iter().any(|leap| acts(leap.landing))
        || reach.rides.iter().any(|ride| acts(ride.landing))
        || reach.paths.iter().any(|path| acts(path.landing) && path.takes.is_empty())
}
