//! Where men stand at the start of a game of one's own: a board in, letters on squares out.

use crate::board::{Board, Side, Square};
use crate::describe::placement;
use std::collections::BTreeMap;

/// Men on squares, as letters of a FEN.
pub(super) type Men = BTreeMap<Square, String>;

/// The first field of a FEN.
pub(super) fn field(board: &Board, men: &Men) -> String {
    placement(board, |square| men.get(&square).cloned())
}

/// A man as a letter of a FEN.
pub(super) fn letter(side: Side, letter: char) -> String {
    match side {
        Side::White => letter.to_string(),
        Side::Black => letter.to_lowercase().to_string(),
    }
}

/// The men of the back row, for so many files.
fn back_row(files: usize) -> &'static str {
    match files {
        0..=2 => "",
        3 => "RKR",
        4 => "RKBR",
        5 => "RNKBR",
        6 => "RNBKNR",
        7 => "RNBKBNR",
        _ => "RNBRKBNR",
    }
}

/// Men at both ends of the middle files: the back row on the first rank, the others on the second. `behind`: others stand
/// behind the back row too, where the board has no end.
pub(super) fn ends(board: &Board, other: char, behind: bool) -> Men {
    let mut men = Men::new();
    let n_files = usize::from(board.n_files());
    let row = back_row(n_files);
    let first = (n_files - row.len().min(n_files)) / 2;
    let first_rank = if behind { 2 } else { 1 };
    for side in Side::BOTH {
        for (at, kind) in row.chars().enumerate() {
            let file = (first + at + 1) as u16;
            let on = |rank: u16| {
                board
                    .squares()
                    .find(|square| board.file(*square) == Some(file) && board.rank_seen_by(side, *square) == Some(rank))
            };
            let length = board.squares().filter(|square| board.file(*square) == Some(file)).count();
            let mut put = |rank: u16, kind: char| {
                if let Some(square) = on(rank) {
                    men.entry(square).or_insert_with(|| letter(side, kind));
                }
            };
            put(first_rank, kind);
            if length >= 4 {
                put(first_rank + 1, other);
            }
            if behind {
                put(1, other);
            }
        }
    }
    men
}

/// Men on opposite sides of a circle: the back row on the rim, the others on the ring inside it.
pub(super) fn circle(board: &Board, other: char) -> Men {
    let mut men = Men::new();
    let half = board.n_sectors() / 2;
    let row = back_row(usize::from(half.saturating_sub(1)).min(5));
    for (side, begin) in [(Side::White, 1), (Side::Black, half + 1)] {
        for (at, kind) in row.chars().enumerate() {
            for (ring, kind) in [(1, kind), (2, other)] {
                let sector = begin + at as u16;
                let on = board
                    .squares()
                    .find(|square| board.ring(*square) == Some(ring) && board.sector(*square) == Some(sector));
                if let Some(square) = on {
                    men.insert(square, letter(side, kind));
                }
            }
        }
    }
    men
}
