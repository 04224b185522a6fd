//! Moves as text: a position and its legal moves in, one text for each out; a text in, the move it names or the exact
//! reason why it names none. No two legal moves of a position share a text, and every text reads back to its move.

mod castled;
mod coordinate;
mod error;
mod explain;
mod index;
mod language;
mod own;
mod parse;
mod read;
mod san;
mod unique;

pub use coordinate::coordinate;
pub use error::ReadError;
pub use language::Language;
pub use read::{Reader, read};
pub use san::{bare, san, san_of, sign, signed};

pub(crate) use language::ENGLISH;

use crate::board::{Board, Side};
use crate::rules::Move;
use crate::variant::Variant;

/// Names of the squares that tell a move from another with the same landings, run together: those it passes, else those
/// it takes on.
fn way(board: &Board, mv: &Move) -> String {
    let squares = if mv.passed().is_empty() { mv.captured() } else { mv.passed() };
    squares.iter().filter(|square| **square != mv.to()).map(|square| board.name(*square)).collect()
}

/// Adds the names of the squares where a move lands, with a sign between them.
fn add_landings(text: &mut String, board: &Board, mv: &Move, joint: &str) {
    if !mv.is_chain() {
        text.push_str(board.name(mv.to()));
        return;
    }
    for (number, square) in mv.landings().into_iter().enumerate() {
        if number > 0 {
            text.push_str(joint);
        }
        text.push_str(board.name(square));
    }
}

/// What stands for the words in braces of a movement's text.
pub(crate) struct Words<'a> {
    pub(crate) origin: &'a str,
    pub(crate) target: &'a str,
    pub(crate) side: char,
    pub(crate) piece: &'a str,
}

/// The text that a movement gives its moves, with its words in braces replaced.
pub(crate) fn fill(template: &str, words: &Words<'_>) -> String {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    while let Some(at) = rest.find('{') {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let mut side = [0; 4];
        let known = [
            ("{origin}", words.origin),
            ("{target}", words.target),
            ("{piece}", words.piece),
            ("{side}", words.side.encode_utf8(&mut side)),
        ];
        let found = known.into_iter().find_map(|(word, said)| Some((rest.strip_prefix(word)?, said)));
        let (behind, said) = found.unwrap_or((&rest[1..], "{"));
        text.push_str(said);
        rest = behind;
    }
    text.push_str(rest);
    text
}

/// How a move that has a text of its own is written, if it has one.
fn own_text(variant: &Variant, mv: &Move, side: char, piece: &str) -> Option<String> {
    let template = mv.movement(variant)?.text.as_deref()?;
    let board = variant.board();
    let words = Words { origin: board.name(mv.from()), target: board.name(mv.to()), side, piece };
    Some(fill(template, &words))
}

/// The letter of a side in coordinate notation.
pub(crate) fn plain_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}
