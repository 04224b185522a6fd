//! What a child causes in its parent's text: problems in; those that the child causes told once, at the child's own
//! line with the parent's as a second place, out.

use super::doubt::{explains, explains_cells};
use crate::definition::{BoardDef, Definition, Doubt, Shape};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};

/// The most places of a parent that one problem shows.
const MOST_PLACES: usize = 4;

/// The way out of a set-up that does not go with the rest.
pub(super) const OWN_SETUP: &str = "give your own `[setup]`: `fen = \"...\"` or `rows = [...]`";

/// Moves what a definition causes in its parents to where it does so.
#[must_use]
pub fn told(definition: &Definition, problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if definition.extends.is_none() {
        return problems;
    }
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut more = Vec::new();
    for problem in problems {
        let Some(place) = problem.primary.filter(|place| *place == definition.span || !is_own(definition, *place))
        else {
            told.push(problem);
            continue;
        };
        let Some(caused) = removal(definition, &problem, place).or_else(|| board(definition, &problem, place)) else {
            told.push(problem);
            continue;
        };
        let same = |other: &Diagnostic| {
            let alike = other.code == caused.code || is_of_cells(other) && is_of_cells(&caused);
            alike && other.primary == caused.primary
        };
        match told.iter().position(same) {
            // Rows of one set-up are one slip.
            Some(_) if is_of_cells(&problem) => {}
            Some(at) if told[at].others.len() >= MOST_PLACES => more.push(at),
            Some(at) => told[at].others.push((place, problem.message)),
            None => told.push(caused),
        }
    }
    more.sort_unstable();
    for same in more.chunk_by(|one, other| one == other) {
        let problem = &mut told[same[0]];
        problem.help.push(format!("{} more places of the parent are wrong in the same way", same.len()));
    }
    told
}

/// Whether a place lies in the definition's own file or in its own scripts.
fn is_own(definition: &Definition, place: Span) -> bool {
    let own = definition.span.source;
    place.source == own
        || definition.scripts.iter().any(|script| script.source == place.source && script.named.source == own)
}

/// A problem of something that the definition has removed.
fn removal(definition: &Definition, problem: &Diagnostic, place: Span) -> Option<Diagnostic> {
    let is_meant = |path: &str| {
        let parts: Vec<&str> = path.split('.').map(str::trim).collect();
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
        let names = |part: &str| {
            let mut quoted = problem.message.split('`').skip(1).step_by(2);
            quoted.any(|name| name.split(|c: char| "[]. ".contains(c)).any(|word| word == part))
        };
        match problem.code {
            Code::MissingSetup => *first == "setup",
            Code::MissingKey => parts.iter().all(|part| names(part)),
            _ => parts.len() > 1 && names(last),
        }
    };
    let path = definition.removed.iter().find(|path| is_meant(&path.value))?;
    let caused = Diagnostic { others: Vec::new(), help: Vec::new(), ..problem.clone() };
    let caused = caused.at(path.span).label("removed here");
    let caused = if place == definition.span { caused } else { caused.also(place, "the parent needs it here") };
    Some(match problem.code {
        Code::MissingKey | Code::MissingSetup => {
            let last = path.value.rsplit('.').next().unwrap_or_default().trim();
            caused.help(format!("give your own `{last}`, or leave this out of `remove`"))
        }
        _ => caused.help("replace what needs it too, or leave this out of `remove`"),
    })
}

/// A problem of something that does not go with the definition's own board.
fn board(definition: &Definition, problem: &Diagnostic, place: Span) -> Option<Diagnostic> {
    let cells = is_of_cells(problem);
    if place == definition.span || !cells && !explains(Doubt::ALL, problem) {
        return None;
    }
    let at = changed(&definition.board, definition.span.source)?;
    let caused = Diagnostic { others: Vec::new(), help: Vec::new(), ..problem.clone() }
        .at(at)
        .label("the board is changed here");
    Some(match cells {
        true => {
            let message = "the inherited set-up does not fit the board".to_owned();
            Diagnostic { message, ..caused }.also(place, problem.message.as_str()).help(OWN_SETUP)
        }
        false => {
            caused.also(place, "in the parent").help("replace what does not go with your board, or name it in `remove`")
        }
    })
}

fn is_of_cells(problem: &Diagnostic) -> bool {
    explains_cells(Doubt::ALL, problem)
}

/// Where a file says something of a board.
fn changed(board: &BoardDef, own: SourceId) -> Option<Span> {
    let spans: Vec<Span> = match &board.shape {
        Shape::Rectangle(shape) => {
            let more = shape.squares.iter().chain(&shape.holes).chain(&shape.wrap).map(|word| word.span);
            [shape.files.span, shape.ranks.span].into_iter().chain(more).collect()
        }
        Shape::Circle(shape) => {
            let through = shape.orthogonal_through.iter().chain(&shape.diagonal_through);
            let more = shape.centre.iter().chain(through).map(|word| word.span);
            [shape.rings.span, shape.sectors.span].into_iter().chain(more).collect()
        }
        Shape::Graph(shape) => shape.cells.iter().map(|cell| cell.name.span).chain([shape.turn.span]).collect(),
        Shape::Hexagon { side } => vec![side.span],
    };
    spans.into_iter().chain([board.span]).find(|span| span.source == own)
}

/// The rights that the set-up gives and that nobody can have, each family as one warning: letters of a FEN of the
/// definition's own stand where they can be left out, but rows have no letters, and a parent's FEN is no slip of its own.
#[must_use]
pub fn lost_rights(definition: &Definition, notes: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let own = definition.span.source;
    let fen = definition.setup.fen.as_ref();
    if fen.is_some_and(|fen| fen.span.source == own) {
        return notes;
    }
    let (rights, mut told): (Vec<_>, Vec<_>) = notes.into_iter().partition(|problem| problem.code == Code::FenCastling);
    let castling = definition.castling.iter().map(|castling| castling.span).find(|span| span.source == own);
    let removed = definition.removed.iter().map(|path| (path.span, path.value.as_str()));
    let removed = removed.into_iter().find(|(_, path)| path.starts_with("castling"));
    let (away, gone): (Vec<_>, Vec<_>) =
        rights.into_iter().partition(|problem| problem.message.starts_with("the pieces"));
    for (problems, is_gone) in [(away, false), (gone, true)] {
        let Some(first) = problems.first() else { continue };
        let letters = problems.iter().flat_map(|problem| problem.message.split('`').skip(1).step_by(2));
        let mut letters: Vec<String> = letters.map(|letter| format!("`{letter}`")).collect();
        letters.dedup();
        let letters = letters.join(", ");
        let setup = first.primary.unwrap_or(definition.span);
        let message = match is_gone {
            true => format!("no castling has the right {letters} of the inherited set-up"),
            false => format!("the pieces of the right {letters} are not at home in the set-up"),
        };
        let problem = Diagnostic::new(first.severity, Code::FenCastling, message);
        let problem = match (removed, castling) {
            _ if setup.source == own => problem.at(setup).label("these pieces"),
            (Some((at, _)), _) if is_gone => problem.at(at).label("removed here").also(setup, "the set-up"),
            (_, Some(at)) => problem.at(at).label("these castlings").also(setup, "the set-up"),
            (_, None) => match &definition.extends {
                Some(parent) => problem.at(parent.span).label("the set-up is from here").also(setup, "the set-up"),
                None => problem.at(setup),
            },
        };
        told.push(if setup.source != own {
            problem.help(OWN_SETUP)
        } else {
            problem
                .help("place king and rook on the squares of the castling, or write `king = \"by right\"` and `rook = \"by right\"` in `[[castling]]`")
                .help("without castling, write `remove = [\"castling\"]` or leave `[[castling]]` out; with some of it, write `fen` instead of `rows`")
        });
    }
    told
}
