//! One piece on an empty board with the squares it reaches: a variant and marks in; text, SVG and a legend out.

use crate::board::{Board, Cell, KindId, Side, Square};
use crate::describe::reach::Reached;
use crate::picture::{Mark, Scene, TextStyle, legend, svg, text};
use crate::position::Position;
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;
use std::fmt::Write as _;

/// A diagram of what one piece does.
#[derive(Debug, Clone)]
pub struct Diagram {
    /// What it shows, in a few words.
    pub title: String,
    /// Where the piece stands.
    pub square: Square,
    /// The squares it reaches.
    pub reached: Reached,
    variant: Variant,
    position: Position,
}

impl Diagram {
    /// A piece of a kind and side on a square of an empty board, with the squares it reaches.
    #[must_use]
    pub fn new(
        variant: &Variant,
        title: String,
        (side, kind): (Side, KindId),
        square: Square,
        reached: Reached,
    ) -> Option<Diagram> {
        let letter = variant.kinds().get(usize::from(kind))?.letter;
        let letter = match side {
            Side::White => letter.to_string(),
            Side::Black => letter.to_lowercase().collect(),
        };
        let pieces = placement(variant.board(), |other| (other == square).then(|| letter.clone()));
        let turn = if side == Side::White { 'w' } else { 'b' };
        let fen = format!("{pieces} {turn} - - 0 1");
        let span = Span::new(SourceId(0), 0..fen.len());
        let (position, _) = Position::from_fen(variant, &Spanned::new(fen, span)).ok()?;
        Some(Diagram { title, square, reached, variant: variant.clone(), position })
    }

    /// The board that it is drawn on.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.variant.board()
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            reach: self.reached.clone(),
            title: Some(self.title.clone()),
            ..Scene::new(&self.variant, &self.position)
        }
    }

    /// The diagram as lines of text, without its legend.
    #[must_use]
    pub fn text(&self, style: TextStyle) -> String {
        text(&self.scene(), style)
    }

    /// The diagram as an SVG whose ids begin with `prefix`.
    #[must_use]
    pub fn svg(&self, prefix: &str) -> String {
        svg(&Scene { prefix: prefix.to_owned(), ..self.scene() })
    }

    /// The marks in it.
    #[must_use]
    pub fn legend(&self) -> Vec<Mark> {
        legend(self.reached.iter().map(|(_, mark)| *mark))
    }

    /// The legend as lines of text.
    #[must_use]
    pub fn legend_text(&self) -> String {
        let mut lines = String::new();
        for mark in self.legend() {
            // Writing to a string cannot fail.
            let _ = writeln!(lines, "{}  {}", mark.character(), mark.meaning());
        }
        if self.reached.is_empty() {
            lines.push_str("from here it reaches nothing\n");
        }
        lines
    }
}

/// The first field of a FEN with these pieces on a board.
#[must_use]
pub fn placement(board: &Board, piece: impl Fn(Square) -> Option<String>) -> String {
    let row = |cells: &Vec<Cell>| {
        let mut text = String::new();
        let mut empty = 0;
        for cell in cells {
            let piece = match cell {
                Cell::Square(square) => piece(*square),
                Cell::Hole => None,
            };
            match piece {
                None => empty += 1,
                Some(letter) => {
                    if empty > 0 {
                        text.push_str(&empty.to_string());
                    }
                    empty = 0;
                    text.push_str(&letter);
                }
            }
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    board.fen_rows().iter().map(row).collect::<Vec<_>>().join("/")
}
