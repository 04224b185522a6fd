//! The movement language as data: what a movement string says, before it meets a board.
//!
//! A movement is a list of terms, tried in order. A term is a chain of legs; the simple term `fmW` has one leg.

mod modifiers;
mod parse;
mod print;
mod reader;

pub use parse::{parse, parse_with_warnings};

use crate::source::{Span, Spanned};

/// A whole movement string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Its terms in order.
    pub terms: Vec<Term>,
    /// The whole string, without its quotes.
    pub span: Span,
}

/// One term of a movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// The movement of another piece, by name (`rook`).
    Piece(Spanned<String>),
    /// One or more legs.
    Legs(Legs),
}

/// A chain of legs. `fcafmF` has two legs with one atom; `[F?R]` two legs with an atom each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Legs {
    /// The legs in order; never empty.
    pub legs: Vec<Leg>,
    /// `i`: only a piece that has not moved.
    pub initial: bool,
    /// Written in brackets: a later leg without directions goes on outward (`f`), not "all but straight back".
    pub bracketed: bool,
    /// Where the term is written.
    pub span: Span,
}

/// One leg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// What it steps by.
    pub atom: Atom,
    /// How often it may repeat: 1 for a leap or step, `u16::MAX` for a ride without limit.
    pub range: u16,
    /// Directions as written, empty for "all" (first leg) or "all but straight back" (later legs of an `a` chain).
    pub directions: Vec<Direction>,
    /// What the leg may do where it ends, and what it minds on the way.
    pub modes: Modes,
    /// The move may also end after this leg (`?` in brackets). False on the last leg.
    pub may_stop: bool,
    /// Where the leg is written.
    pub span: Span,
}

/// What a leg may do. With none of `quiet`, `capture`, `destroy`, `passing` written, the parser fills the default:
/// quiet and capture on a last leg, quiet on an earlier one (unless a hop mode stands there). On a leg that may stop
/// none is kept and means: ends as a last leg would, goes on over an empty square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Modes {
    /// `m`: may end on an empty square.
    pub quiet: bool,
    /// `c`: may end on (and take) an enemy.
    pub capture: bool,
    /// `d`: may end on (and take) a friend.
    pub destroy: bool,
    /// `e`: takes in passing.
    pub passing: bool,
    /// `p`: over one piece of any side, then on as far as before it. On a leg that is not the last: the square must be
    /// occupied (with `m`: may be either) and nothing happens to the piece there.
    pub hop: bool,
    /// `g`: as `p`, and beyond the piece a ride becomes one step, a step becomes a ride (so `gQ` lands right behind the
    /// hurdle). On a leg that is not the last: as `p`, and so toggle the ranges of all later legs.
    pub grasshopper: bool,
    /// `n`: lame, the squares between must be empty.
    pub lame: bool,
    /// `j`: a leap must pass over a piece; a ride skips its first square, whoever is there.
    pub jump: bool,
    /// `o`: also round the side edges, as on a cylinder.
    pub wrap: bool,
}

/// What a leg steps by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A leap of x ahead and y aside, x >= y; W is (1,0), F (1,1), N (2,1).
    Leap(u8, u8),
    /// All eight neighbours: K, and Q as a ride.
    King,
}

/// One direction as written: a letter or a fused pair. The first letter of the pair comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    /// A single letter.
    One(Letter),
    /// Two letters for one direction: `fl`, `ff`, `fs`, `fh`, `hr`.
    Two(Letter, Letter),
}

/// A direction letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Letter {
    /// `f`
    Forward,
    /// `b`
    Back,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `v`: forward and back.
    Vertical,
    /// `s`: left and right.
    Sideways,
    /// `h`: half of the directions (with another letter), or one hand of an oblique leap (`hr`, `hl`).
    Half,
}

/// The most bytes a movement string may have.
pub const MAX_TEXT: usize = 400;
/// The most terms a movement may have.
pub const MAX_TERMS: usize = 64;
/// The most legs a term may have.
pub const MAX_LEGS: usize = 8;
/// The longest limited range.
pub const MAX_RANGE: u16 = 255;
/// The longest part of a leap.
pub const MAX_LEAP: u8 = 63;
/// The range of a ride without limit.
pub const UNLIMITED: u16 = u16::MAX;

impl Atom {
    /// The part of the leap that goes straight ahead.
    #[must_use]
    pub fn major(self) -> u8 {
        match self {
            Atom::Leap(x, _) => x,
            Atom::King => 1,
        }
    }

    /// Whether it is neither orthogonal nor diagonal, as the knight's leap.
    #[must_use]
    pub fn is_oblique(self) -> bool {
        matches!(self, Atom::Leap(x, y) if y > 0 && x != y)
    }
}

impl Modes {
    /// Whether a place to end is named: `m`, `c`, `d`, `e`, or on an earlier leg `p` or `g`.
    #[must_use]
    pub fn has_end(self, last: bool) -> bool {
        self.quiet || self.capture || self.destroy || self.passing || (!last && (self.hop || self.grasshopper))
    }
}

impl Letter {
    /// Every letter.
    pub const ALL: [Letter; 7] =
        [Letter::Forward, Letter::Back, Letter::Left, Letter::Right, Letter::Vertical, Letter::Sideways, Letter::Half];

    /// As it is written.
    #[must_use]
    pub fn as_char(self) -> char {
        match self {
            Letter::Forward => 'f',
            Letter::Back => 'b',
            Letter::Left => 'l',
            Letter::Right => 'r',
            Letter::Vertical => 'v',
            Letter::Sideways => 's',
            Letter::Half => 'h',
        }
    }

    /// Whether this letter and the one written right after it make one direction.
    #[must_use]
    pub fn fuses_with(self, next: Letter) -> bool {
        let ahead = |letter| matches!(letter, Letter::Forward | Letter::Back | Letter::Vertical | Letter::Half);
        let aside = |letter| matches!(letter, Letter::Left | Letter::Right | Letter::Sideways | Letter::Half);
        self == next || (ahead(self) && aside(next)) || (aside(self) && ahead(next))
    }
}
