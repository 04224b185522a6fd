//! The power that a draft gives some piece as an example: an opened parent in; movements that a piece of it has not
//! yet out, the plainest first. Which of them suits the game is found by trying.

use crate::board::{Board, Side, Square};
use crate::check::model::CheckedDefinition;
use crate::definition::movement::{Term, parse_with_warnings};
use crate::expansion::{Budget, ExpandedTerm, Forward, expand_within};
use crate::open::Opened;
use crate::source::{SourceId, Span, Spanned};

/// A movement for a kind of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gift {
    movement: &'static Movement,
    pub(super) piece: String,
}

/// A movement that can be given.
#[derive(Debug, PartialEq, Eq)]
struct Movement {
    written: &'static str,
    /// What it is: `one step diagonally`.
    noun: &'static str,
    /// What a piece may do: `step diagonally`.
    verb: &'static str,
    /// Whether it passes over pieces, so that it is something new for a piece that slides there.
    leaps: bool,
}

/// What can be given, the plainest first.
static MOVEMENTS: [Movement; 5] = [
    Movement { written: "F", noun: "one step diagonally", verb: "step diagonally", leaps: false },
    Movement { written: "W", noun: "one step straight", verb: "step straight", leaps: false },
    Movement { written: "D", noun: "a leap two squares straight", verb: "leap two squares straight", leaps: true },
    Movement { written: "A", noun: "a leap two squares diagonally", verb: "leap two squares diagonally", leaps: true },
    Movement { written: "N", noun: "a knight's leap", verb: "leap as a knight does", leaps: true },
];

/// The most gifts that are tried.
const MOST: usize = 4;

impl Gift {
    /// A step diagonally for pieces of this name.
    pub(super) fn step(piece: &str) -> Gift {
        Gift { movement: &MOVEMENTS[0], piece: piece.to_owned() }
    }

    pub(super) fn written(&self) -> &'static str {
        self.movement.written
    }

    pub(super) fn noun(&self) -> &'static str {
        self.movement.noun
    }

    pub(super) fn verb(&self) -> &'static str {
        self.movement.verb
    }
}

/// Gifts for pieces of a parent who stand at the start and are not royal: first what is new to them on most squares,
/// then leaps over pieces.
pub(super) fn gifts(parent: &Opened) -> Vec<Gift> {
    let Some(checked) = &parent.checked else { return Vec::new() };
    let pieces = pieces(checked);
    let known: Vec<(&Movement, Vec<(Square, Square)>)> =
        MOVEMENTS.iter().map(|movement| (movement, pairs(&checked.board, movement.written))).collect();
    let mut gifts: Vec<Gift> = Vec::new();
    let mut add = |movement, kind: usize| {
        let gift = Gift { movement, piece: checked.kinds[kind].name.clone() };
        if !gifts.contains(&gift) {
            gifts.push(gift);
        }
    };
    for (movement, pairs) in &known {
        if let Some(kind) = pieces.iter().find(|kind| is_new(checked, **kind, pairs)) {
            add(*movement, *kind);
        }
    }
    for (movement, _) in known.iter().filter(|(movement, pairs)| movement.leaps && !pairs.is_empty()) {
        if let Some(kind) = pieces.first() {
            add(*movement, *kind);
        }
    }
    gifts.truncate(MOST);
    gifts
}

/// The kinds at the start that are not royal.
pub(super) fn pieces(checked: &CheckedDefinition) -> Vec<usize> {
    let begins = |kind: usize| checked.placement.iter().any(|piece| usize::from(piece.kind) == kind);
    (0..checked.kinds.len()).filter(|kind| !checked.kinds[*kind].royal && begins(*kind)).collect()
}

/// From where to where a movement leads on a board.
fn pairs(board: &Board, written: &str) -> Vec<(Square, Square)> {
    let text = Spanned::new(written.to_owned(), Span::new(SourceId(0), 0..written.len()));
    let Ok((movement, _)) = parse_with_warnings(&text) else { return Vec::new() };
    let mut pairs = Vec::new();
    for term in &movement.terms {
        let Term::Legs(legs) = term else { continue };
        let Ok(term) = expand_within(legs, board, &Forward::heading(), &mut Budget::default()) else { continue };
        for (from, reach) in board.squares().zip(&term.from[Side::White.index()]) {
            pairs.extend(reach.leaps.iter().map(|leap| (from, leap.to)));
        }
    }
    pairs
}

/// Whether a piece's own movements do on fewer than half of the squares what the pairs say.
fn is_new(checked: &CheckedDefinition, kind: usize, pairs: &[(Square, Square)]) -> bool {
    let own = checked.kinds[kind].movements.iter().filter_map(|number| checked.movements.get(*number));
    let terms: Vec<&ExpandedTerm> = own.flat_map(|movement| &movement.terms).collect();
    let known = |from: Square, to: Square| terms.iter().any(|term| reaches(term, from, to));
    let new = pairs.iter().filter(|(from, to)| !known(*from, *to)).count();
    new * 2 > pairs.len()
}

/// Whether a term leads White from one square to another, if other pieces let it.
fn reaches(term: &ExpandedTerm, from: Square, to: Square) -> bool {
    term.from[Side::White.index()].get(from.index()).is_some_and(|reach| {
        reach.leaps.iter().any(|leap| leap.to == to)
            || reach.rides.iter().any(|ride| ride.squares.contains(&to))
            || reach.paths.iter().any(|path| path.to == to)
    })
}
