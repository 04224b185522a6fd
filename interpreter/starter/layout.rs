//! Where pieces stand at the start: a board with its homes and rows of pieces in, letters on squares out. Both sides
//! are drawn up by one rule, each from its own end, in the middle of the board.

use super::land::Land;
use crate::board::{Board, Side, Square};
use crate::describe::placement;
use std::collections::BTreeMap;

/// Pieces on squares, as letters of a FEN.
pub(super) type Pieces = BTreeMap<Square, String>;

/// A row of pieces from left to right as White sees them, each by its capital letter.
pub(super) type Row = Vec<char>;

/// The first field of a FEN.
pub(super) fn field(board: &Board, pieces: &Pieces) -> String {
    placement(board, |square| pieces.get(&square).cloned())
}

/// A piece as a letter of a FEN.
pub(super) fn letter(side: Side, letter: char) -> String {
    match side {
        Side::White => letter.to_string(),
        Side::Black => letter.to_lowercase().to_string(),
    }
}

/// The pieces of the back row of a game of one's own: the king in the middle, or right of it, and rooks, knights and
/// bishops from the edges inwards.
pub(super) fn back_row(width: usize) -> Row {
    let mut edge = "RNB".chars().cycle();
    let half: Row = edge.by_ref().take(width.saturating_sub(1) / 2).collect();
    let beside = if width.is_multiple_of(2) { edge.next() } else { None };
    half.iter().copied().chain(beside).chain(['K']).chain(half.iter().rev().copied()).collect()
}

/// The squares in the middle of a row on which so many pieces stand. Where the middle is one square, and the pieces
/// are even in number, it stays free.
pub(super) fn seats(row: &[Square], n: usize) -> Vec<Square> {
    let spare = row.len().saturating_sub(n);
    let gap = usize::from(n.is_multiple_of(2) && !row.len().is_multiple_of(2));
    let first = spare.saturating_sub(gap) / 2;
    let span = &row[first..(first + n + gap).min(row.len())];
    let middle = |at: &usize| gap == 1 && *at == n / 2;
    (0..span.len()).filter(|at| !middle(at)).map(|at| span[at]).collect()
}

/// A row made short enough. Pairs go first, then single pieces, the least of worth before others; royal pieces, who
/// have no worth, never. Of two alike the right one goes if `from_right`.
pub(super) fn trimmed(
    mut row: Row,
    room: usize,
    worth: &dyn Fn(char) -> Option<i64>,
    from_right: bool,
) -> Result<Row, String> {
    while row.len() > room {
        let last = row.len() - 1;
        let pair = |at: &usize| *at < last - *at && row[*at] == row[last - *at];
        let pairs = (0..row.len()).filter(pair).filter_map(|at| Some((worth(row[at])?, at)));
        if let Some((_, at)) = pairs.min().filter(|_| row.len() - room > 1) {
            row.remove(last - at);
            row.remove(at);
            continue;
        }
        // One of a kind goes only when there is nothing else.
        let alone = |kind: char| row.iter().filter(|other| **other == kind).count() == 1;
        let from_edge = |at: usize| if from_right { last - at } else { at };
        let singles = (0..row.len()).filter_map(|at| Some((alone(row[at]), worth(row[at])?, from_edge(at), at)));
        let (.., at) = singles.min().ok_or("the board is too narrow for the parent's royal pieces")?;
        row.remove(at);
    }
    Ok(row)
}

/// Draws both sides up: `rows` from home outwards. Rows for which the board is not deep enough stay away. As many
/// pieces of one kind as stand in the first row stand before all of it. Where the enemy may come from behind, the
/// foremost row stands behind the hindmost too.
pub(super) fn drawn_up(
    land: &Land,
    rows: &[Vec<Row>; 2],
    is_turned: bool,
    worth: &dyn Fn(char) -> Option<i64>,
) -> Result<Pieces, String> {
    let mut pieces = Pieces::new();
    for side in Side::BOTH {
        let mut rows = rows[side.index()].clone();
        rows.truncate(land.depth().max(1));
        let n_rows = rows.len();
        let n_first = rows.first().map_or(0, Vec::len);
        let turned = side == Side::Black && is_turned;
        // Where one army becomes the other by half a turn anyway, both have their pieces in the same order.
        if turned && land.turns() {
            rows.iter_mut().for_each(|row| row.reverse());
        }
        let turned = turned && !land.turns();
        let mut put = |row: &Row, squares: &[Square], spread: bool| -> Result<(), String> {
            let mut row = trimmed(row.clone(), squares.len(), worth, !turned)?;
            // A gap in the middle of the first row is filled before it.
            if spread && row.len().is_multiple_of(2) && !squares.len().is_multiple_of(2) {
                row.push(row[0]);
            }
            let mut seats = seats(squares, row.len());
            if turned && (squares.len() - row.len()) % 2 == 1 && row.len() % 2 == 1 {
                let first = (squares.len() - row.len()).div_ceil(2);
                seats = squares[first..first + row.len()].to_vec();
            }
            pieces.extend(seats.into_iter().zip(row).map(|(square, kind)| (square, letter(side, kind))));
            Ok(())
        };
        for (at, row) in rows.iter().enumerate() {
            let spread = at > 0 && row.len() == n_first && row.iter().all(|kind| *kind == row[0]);
            put(row, &land.row(side, at as u16 + 1, n_rows), spread)?;
            let behind = land.behind(side);
            if at > 0 && at + 1 == n_rows && !behind.is_empty() {
                put(row, &behind, spread)?;
            }
        }
    }
    Ok(pieces)
}
