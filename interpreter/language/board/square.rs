//! The small names of a board: a square, a place, a pose, a side.

use std::fmt;

/// The most squares a board may have.
pub const MAX_SQUARES: usize = 256;

/// The most places, squares and holes together, a board may have.
pub const MAX_PLACES: usize = 4096;

/// A square by number, in FEN order (first row of the FEN first, left to right).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u8);

impl Square {
    /// The square's number as an index.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A place a path may pass: a square, or a hole. Squares come first and have the same number as their [`Square`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub u16);

impl Place {
    /// The place's number as an index.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A place and a heading there. The heading is an index into the headings of that place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pose {
    /// Where.
    pub place: Place,
    /// Looking which way; on most boards 0..8, eighths of a turn, even ones orthogonal.
    pub heading: u16,
}

/// The two sides of a game. The first is the one whose letters are capitals in FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Capital letters.
    White,
    /// Small letters.
    Black,
}

impl Side {
    /// Both, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The opponent.
    #[must_use]
    #[inline]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "white",
            Side::Black => "black",
        })
    }
}
