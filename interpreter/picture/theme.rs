//! Shades of squares and the colours of everything, for terminals and for SVG.

use crate::board::{Board, Square};
use crate::picture::{Shape, shape};

/// The shade of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shade {
    Light,
    Dark,
    Middle,
}

impl Shade {
    /// All of them.
    pub(super) const ALL: [Shade; 3] = [Shade::Light, Shade::Dark, Shade::Middle];

    /// For SVG.
    pub(super) fn colour(self) -> &'static str {
        match self {
            Shade::Light => LIGHT,
            Shade::Dark => "#bd9163",
            Shade::Middle => "#dcc19b",
        }
    }

    /// For terminals of 256 colours: both black and white letters can be read on it.
    pub(super) fn terminal(self) -> u8 {
        match self {
            Shade::Light => 67,
            Shade::Dark => 60,
            Shade::Middle => 65,
        }
    }
}

/// Light squares.
pub(super) const LIGHT: &str = "#f3e6cf";
/// Where a rectangle has holes.
pub(super) const HOLE: &str = "#6f5a48";
/// The frame around the squares.
pub(super) const FRAME: &str = "#4a3728";
/// Names on the frame.
pub(super) const ON_FRAME: &str = "#ecdcc0";
/// Names and lines on squares.
pub(super) const INK: &str = "#6b4a2f";
/// The squares of the last move.
pub(super) const LAST: &str = "#e3b93c";
/// Marked squares.
pub(super) const MARK: &str = "#2f7a5a";

/// Squares where a piece takes.
pub(super) const TAKE: &str = "#b3261e";

/// Colours of the pieces of a side, for SVG: body, edge, lines on the body.
pub(super) fn pieces(side: usize) -> (&'static str, &'static str, &'static str) {
    if side == 0 { ("#fffdf6", "#2a221c", "#2a221c") } else { ("#36302c", "#171310", "#f0e4d0") }
}

/// White pieces in a terminal.
pub(super) const TERMINAL_WHITE: u8 = 231;
/// Black pieces in a terminal.
pub(super) const TERMINAL_BLACK: u8 = 16;
/// Dots of empty squares in a terminal.
pub(super) const TERMINAL_DOT: u8 = 110;
/// The squares of the last move in a terminal.
pub(super) const TERMINAL_LAST: u8 = 136;
/// Marked squares in a terminal.
pub(super) const TERMINAL_MARK: u8 = 29;

/// The shade of a square: neighbours differ wherever the board allows it.
pub(super) fn shade(board: &Board, square: Square) -> Shade {
    let checkered = |even: bool| if even { Shade::Dark } else { Shade::Light };
    let (x, y) = board.centre_of(square);
    match shape(board) {
        Shape::Rectangle => checkered(board.is_dark(square) == Some(true)),
        Shape::Circle => match (board.sector(square), board.ring(square)) {
            (Some(0), _) | (None, _) | (_, None) => Shade::Middle,
            (Some(sector), Some(ring)) => checkered((sector + ring) % 2 == 0),
        },
        Shape::Hexagon => {
            // Along each of the three lines through edges the shades take turns.
            let across = (x / (3.0_f64.sqrt() / 2.0)).round();
            let up = (-2.0 * y).round();
            match (across - (up - across) / 2.0).rem_euclid(3.0) {
                rest if rest < 0.75 => Shade::Middle,
                rest if rest < 1.75 => Shade::Dark,
                _ => Shade::Light,
            }
        }
        Shape::Tiles => checkered((x.round() + y.round()).rem_euclid(2.0) < 0.5),
        Shape::Points => Shade::Light,
    }
}
