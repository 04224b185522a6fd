//! The movement language as data: what a movement string says, before it meets a board.
//!
//! A movement is a list of terms, tried in order. A term is a chain of legs; the simple term `fmW` has one leg.

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
    /// `i`: only a man that has not moved.
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
/// quiet and capture on a last leg, quiet on an earlier one (unless a hop mode stands there).
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
    /// `p`: over one man of any side, then on. On a leg that is not the last: the square must be occupied (with `m`:
    /// may be either) and nothing happens to the man there.
    pub hop: bool,
    /// `g`: lands right behind the hurdle. On a leg that is not the last: as `p`, and the next leg's range toggles
    /// between one step and a ride.
    pub grasshopper: bool,
    /// `n`: lame, the squares between must be empty.
    pub lame: bool,
    /// `j`: a leap must pass over a man; a ride skips its first square, whoever is there.
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
