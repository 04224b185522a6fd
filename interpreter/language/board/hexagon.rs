//! Hexagons of hexagons, standing on files: twelve headings from north, clockwise, those through edges even.

use super::graph::{CellSpec, GraphSpec, LinkSpec};
use super::{Board, BoardError, Square, too_many};
use std::collections::HashMap;

/// The longest side whose cells are at most 256.
const MAX_SIDE: i64 = 9;

/// Steps of the twelve headings: across in files, up in half cells.
const STEPS: [(i64, i64); 12] =
    [(0, 2), (1, 3), (1, 1), (2, 0), (1, -1), (1, -3), (0, -2), (-1, -3), (-1, -1), (-2, 0), (-1, 1), (-1, 3)];

/// The letter of a file from 0; `j` is left out, as is usual on these boards.
fn file_name(file: i64) -> char {
    let byte = b'a' + file as u8;
    char::from(if byte >= b'j' { byte + 1 } else { byte })
}

impl Board {
    /// A hexagon with so many cells on a side: files `a`, `b` ... without `j`, ranks from 1 up each file. Rows of the FEN
    /// are the ranks, the highest first.
    ///
    /// # Errors
    /// When the side is not from 1 to 9.
    pub fn hexagon(side: i64) -> Result<Board, Vec<BoardError>> {
        if side < 1 {
            return Err(vec![BoardError::new("side", format!("`side` must be at least 1, not {side}"))]);
        }
        if side > MAX_SIDE {
            let n_squares =
                side.unsigned_abs().saturating_mul(side.unsigned_abs() - 1).saturating_mul(3).saturating_add(1);
            return Err(vec![BoardError::new("side", too_many(n_squares))]);
        }
        let half = side - 1;
        let length = |across: i64| 2 * side - 1 - across.abs();
        // Up in half cells from the middle; a file's lowest cell lies one less than its length below.
        let up = |across: i64, rank: i64| 2 * (rank - 1) - (length(across) - 1);

        let mut cells = Vec::new();
        let mut points = Vec::new();
        for rank in (1..2 * side).rev() {
            for across in (-half..=half).filter(|&across| rank <= length(across)) {
                points.push((across, up(across, rank)));
                cells.push(CellSpec {
                    name: format!("{}{rank}", file_name(across + half)),
                    x: across as f64 * 0.75_f64.sqrt(),
                    y: up(across, rank) as f64 * -0.5,
                    row: 2 * side - 1 - rank,
                    rank: Some(rank),
                    file: Some(across + half + 1),
                });
            }
        }
        let number: HashMap<(i64, i64), usize> = points.iter().enumerate().map(|(at, &point)| (point, at)).collect();
        let mut links = Vec::new();
        for (at, &(across, up)) in points.iter().enumerate() {
            for (heading, (by, rise)) in (0..).zip(STEPS) {
                if let Some(&to) = number.get(&(across + by, up + rise)) {
                    let (from, to) = (cells[at].name.clone(), cells[to].name.clone());
                    links.push(LinkSpec { from, to, heading, arrives: None, both_ways: false });
                }
            }
        }
        let mut board = Board::graph(GraphSpec { cells, links, turns: 12 })?;
        board.file_names = (0..2 * side - 1).map(|file| file_name(file).to_string()).collect();
        for (spot, &(across, up)) in board.spots.iter_mut().zip(&points) {
            let square = |point: (i64, i64)| number.get(&point).map(|&at| Square(at as u8));
            spot.half_turn = square((-across, -up));
            spot.mirror = square((across, -up));
            // Each file has its own length, and Black counts it from the other end.
            spot.rank_of_black = spot.rank.and_then(|rank| u16::try_from(length(across) + 1 - i64::from(rank)).ok());
        }
        Ok(board)
    }
}
