//! The men of a parent on a board that has little in common with his: rows of men from home outwards in, men on squares
//! out. Both sides are laid out by one rule, each seen from its own end.

use super::layout::{Men, letter};
use crate::board::{Board, Side, Square};
use crate::check::model::Man;
use crate::source::{SourceId, Span};
use crate::variant::Variant;

/// A row of men: the kind of each.
type Row = Vec<u8>;

/// The rows of both sides at the start of a game, from home outwards, each in the order of files or sectors.
pub(super) struct Rows {
    sides: [Vec<Row>; 2],
}

impl Rows {
    /// The rows of a variant.
    pub(super) fn of(variant: &Variant) -> Result<Rows, String> {
        let board = variant.board();
        let men = men(variant)?;
        let sides = Side::BOTH.map(|side| {
            let mut placed: Vec<(u16, u16, u8)> = men
                .iter()
                .filter(|man| man.side == side)
                .map(|man| {
                    let square = man.square;
                    let row = board.rank_seen_by(side, square).or_else(|| board.ring(square)).unwrap_or(0);
                    let column = board.file(square).or_else(|| board.sector(square)).unwrap_or(u16::from(square.0));
                    (row, column, man.kind)
                })
                .collect();
            placed.sort_unstable();
            let rows = placed.chunk_by(|one, other| one.0 == other.0);
            rows.map(|row| row.iter().map(|(.., kind)| *kind).collect()).collect()
        });
        Ok(Rows { sides })
    }

    /// The kinds that stand in some row.
    pub(super) fn has(&self, kind: u8) -> bool {
        self.sides.iter().flatten().flatten().any(|known| *known == kind)
    }

    /// Whether Black's men are White's turned by a half turn, and not mirrored.
    fn is_turned(&self) -> bool {
        let [white, black] = &self.sides;
        let turned = |(one, other): (&Row, &Row)| one.iter().eq(other.iter().rev());
        white != black && white.len() == black.len() && white.iter().zip(black).all(turned)
    }

    /// Lays the men out, each row in the middle of one row of the board. A row that is too long loses men at its ends,
    /// royal men never; rows for which the board is not deep enough stay away. Where the board has no ends, the
    /// foremost row stands behind the hindmost too.
    pub(super) fn lay(&self, variant: &Variant, board: &Board, endless: bool) -> Result<Men, String> {
        let mut men = Men::new();
        for side in Side::BOTH {
            let mut rows = self.sides[side.index()].clone();
            rows.truncate(depth(board, endless).max(1));
            if endless && !round(board) && rows.len() > 1 {
                rows.insert(0, rows[rows.len() - 1].clone());
            }
            for (at, row) in rows.iter().enumerate() {
                let squares = squares(board, side, at as u16 + 1, rows.len());
                let turned = side == Side::Black && self.is_turned();
                let row = cut(variant, row.clone(), squares.len(), !turned)?;
                let spare = squares.len() - row.len();
                let first = if turned { spare.div_ceil(2) } else { spare / 2 };
                for (kind, square) in row.iter().zip(&squares[first..]) {
                    let sign = variant.kinds().get(usize::from(*kind)).map_or('?', |kind| kind.letter);
                    men.insert(*square, letter(side, sign));
                }
            }
        }
        Ok(men)
    }
}

/// The men of a variant at the start.
fn men(variant: &Variant) -> Result<Vec<Man>, String> {
    let field = variant.start().split(' ').next().unwrap_or_default();
    let span = Span::new(SourceId(0), 0..field.len());
    crate::check::fen::placement(variant.board(), &variant.letters(), (field, span)).map_err(|problems| {
        problems.first().map_or_else(|| "the set-up cannot be read".to_owned(), |problem| problem.message.clone())
    })
}

fn round(board: &Board) -> bool {
    board.n_rings() > 0
}

/// How many rows a side has room for.
fn depth(board: &Board, endless: bool) -> usize {
    if round(board) {
        return usize::from(board.n_rings());
    }
    if endless {
        return usize::from(board.n_ranks().saturating_sub(3) / 2);
    }
    let deep = |rows: usize| (1..=board.n_files()).filter(|file| length(board, *file) > 2 * rows).count();
    let wanted = usize::from(board.n_files()).div_ceil(2);
    (1..).take_while(|rows| deep(*rows) >= wanted).last().unwrap_or(0)
}

fn length(board: &Board, file: u16) -> usize {
    board.squares().filter(|square| board.file(*square) == Some(file)).count()
}

/// The squares of a side's row, from 1 at home, in the order of files or sectors. White is on the first half of a circle.
fn squares(board: &Board, side: Side, row: u16, rows: usize) -> Vec<Square> {
    if round(board) {
        let half = board.n_sectors() / 2;
        let begin = if side == Side::White { 1 } else { half + 1 };
        // A sector between the two armies stays free.
        let sectors = begin..begin + half.saturating_sub(1);
        let on = |sector| {
            board.squares().find(|square| board.ring(*square) == Some(row) && board.sector(*square) == Some(sector))
        };
        return sectors.filter_map(on).collect();
    }
    let on = |file| {
        let on = |square: &Square| board.file(*square) == Some(file) && board.rank_seen_by(side, *square) == Some(row);
        board.squares().find(|square| length(board, file) > 2 * rows && on(square))
    };
    (1..=board.n_files()).filter_map(on).collect()
}

/// A row made short enough: men go from its right and its left in turn.
fn cut(variant: &Variant, mut row: Row, room: usize, mut from_right: bool) -> Result<Row, String> {
    let royal = |kind: &u8| variant.kinds().get(usize::from(*kind)).is_some_and(|kind| kind.royal);
    while row.len() > room {
        let gone = if from_right {
            row.iter().rposition(|kind| !royal(kind))
        } else {
            row.iter().position(|kind| !royal(kind))
        };
        row.remove(gone.ok_or("the board is too narrow for the parent's royal men")?);
        from_right = !from_right;
    }
    Ok(row)
}
