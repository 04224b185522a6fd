//! The pieces of a parent: its variant in, rows of pieces from home outwards out, which can be drawn up on another
//! board.

use super::land::Land;
use super::layout::{Pieces, Row, drawn_up};
use crate::board::{Piece, Side};
use crate::source::{SourceId, Span};
use crate::variant::Variant;

/// The rows of both sides at the start of a game, from home outwards, each in the order of files or sectors.
pub(super) struct Rows<'a> {
    variant: &'a Variant,
    sides: [Vec<Row>; 2],
}

impl<'a> Rows<'a> {
    /// The rows of a variant.
    pub(super) fn of(variant: &'a Variant) -> Result<Rows<'a>, String> {
        let board = variant.board();
        let pieces = pieces(variant)?;
        let sides = Side::BOTH.map(|side| {
            let mut placed: Vec<(u16, u16, u8)> = pieces
                .iter()
                .filter(|piece| piece.side == side)
                .map(|piece| {
                    let square = piece.square;
                    let row = board.rank_seen_by(side, square).or_else(|| board.ring(square)).unwrap_or(0);
                    let column = board.file(square).or_else(|| board.sector(square)).unwrap_or(u16::from(square.0));
                    (row, column, piece.kind)
                })
                .collect();
            placed.sort_unstable();
            let letter = |kind: u8| variant.kinds().get(usize::from(kind)).map_or('?', |kind| kind.letter);
            let rows = placed.chunk_by(|one, other| one.0 == other.0);
            rows.map(|row| row.iter().map(|(.., kind)| letter(*kind)).collect()).collect()
        });
        Ok(Rows { variant, sides })
    }

    /// Whether Black's pieces are White's turned by a half turn, and not mirrored.
    fn is_turned(&self) -> bool {
        let [white, black] = &self.sides;
        let turned = |(one, other): (&Row, &Row)| one.iter().eq(other.iter().rev());
        white != black && white.len() == black.len() && white.iter().zip(black).all(turned)
    }

    /// Draws the pieces up.
    pub(super) fn lay(&self, land: &Land) -> Result<Pieces, String> {
        drawn_up(land, &self.sides, self.is_turned(), &|letter| worth(self.variant, letter))
    }
}

/// What a piece is worth; nothing can be said of royal pieces.
pub(super) fn worth(variant: &Variant, letter: char) -> Option<i64> {
    let kind = variant.kinds().iter().find(|kind| kind.letter == letter)?;
    let definition = variant.definition();
    let value = definition.pieces.get(&kind.name).and_then(|piece| piece.value.value);
    (!kind.royal).then(|| value.unwrap_or(0))
}

/// The pieces of a variant at the start.
pub(super) fn pieces(variant: &Variant) -> Result<Vec<Piece>, String> {
    let field = variant.start().split(' ').next().unwrap_or_default();
    let span = Span::new(SourceId(0), 0..field.len());
    crate::check::fen::placement(variant.board(), &variant.letters(), (field, span)).map_err(|problems| {
        problems.first().map_or_else(|| "the set-up cannot be read".to_owned(), |problem| problem.message.clone())
    })
}
