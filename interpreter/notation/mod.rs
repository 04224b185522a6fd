//! Moves as text: a position and its legal moves in, one text for each out; a text in, the move it names or the exact
//! reason why it names none. No two legal moves of a position share a text, and every text reads back to its move.

mod coordinate;
mod error;
mod explain;
mod language;
mod parse;
mod read;
mod san;
mod unique;

pub use coordinate::coordinate;
pub use error::ReadError;
pub use language::Language;
pub use read::{Reader, read};
pub use san::{san, san_of};

pub(crate) use language::ENGLISH;

use crate::board::{Board, Side, Square};
use crate::rules::Move;
use crate::variant::Variant;

/// Names of squares run together.
fn joined(board: &Board, squares: &[Square]) -> String {
    squares.iter().map(|square| board.name(*square)).collect()
}

/// The squares that tell a move from another with the same landings: those it passes, else those it takes on.
fn way(mv: &Move) -> Vec<Square> {
    let squares = if mv.passed().is_empty() { mv.captured() } else { mv.passed() };
    squares.iter().copied().filter(|square| *square != mv.to()).collect()
}

/// What stands for the words in braces of an effect's text.
struct Words<'a> {
    origin: &'a str,
    target: &'a str,
    side: char,
    piece: &'a str,
}

/// The text of an effect with its words in braces replaced.
fn fill(template: &str, words: &Words<'_>) -> String {
    template
        .replace("{origin}", words.origin)
        .replace("{target}", words.target)
        .replace("{piece}", words.piece)
        .replace("{side}", words.side.encode_utf8(&mut [0; 4]))
}

/// How a move that has a text of its own is written, if it has one.
fn own_text(variant: &Variant, mv: &Move, side: char, piece: &str) -> Option<String> {
    let template = mv.movement(variant)?.text.as_deref()?;
    let board = variant.board();
    let words = Words { origin: board.name(mv.from()), target: board.name(mv.to()), side, piece };
    Some(fill(template, &words))
}

/// The letter of a side in coordinate notation.
fn plain_letter(side: Side) -> char {
    match side {
        Side::White => 'w',
        Side::Black => 'b',
    }
}
