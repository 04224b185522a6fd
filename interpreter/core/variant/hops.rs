//! Chains whose hops are known from the board alone: each takes on its way and lands on an empty square. A term in,
//! its hops by square out; nothing has to be played to know how such a chain goes on.

use crate::check::model::Chain;
use crate::variant::set::{SquareSet, Width};

/// The hops of one way.
#[derive(Debug, Clone)]
pub(crate) struct Hops<W: Width> {
    /// Range in `hops`: `[side][square]`.
    pub at: [Vec<(u32, u32)>; 2],
    /// The hops of all squares.
    pub hops: Vec<Hop<W>>,
    /// The same as shifts of whole sets, where they are few: for asking who can begin.
    pub starts: [Option<Vec<Start<W>>>; 2],
    /// How the chain goes on and ends.
    pub chain: Chain,
    /// Where it may promote: `[side]`.
    pub zone: [W::Set; 2],
}

/// One hop.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Hop<W: Width> {
    /// Where it lands.
    pub to: u8,
    /// How many it takes.
    pub n_taken: u8,
    /// The path of the term, which knows their order.
    pub path: u32,
    /// Must hold pieces that may be taken.
    pub takes: W::Set,
    /// Must be empty, the landing square among them.
    pub empty: W::Set,
}

/// A hop over one piece that is the same step of square numbers from many squares.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Start<W: Width> {
    /// The step to the piece taken.
    pub over: i32,
    /// The step to the landing square.
    pub by: i32,
    /// Squares it is made from.
    pub from: W::Set,
}

impl<W: Width> Hops<W> {
    /// The hops from one square.
    #[inline(always)]
    pub(crate) fn from(&self, side: usize, square: usize) -> (usize, usize) {
        let (start, end) = self.at[side][square];
        (start as usize, end as usize)
    }

    /// Those of `pieces` that can make a first hop.
    #[inline(always)]
    pub(crate) fn starters(&self, side: usize, pieces: W::Set, takes: W::Set, empty: W::Set) -> W::Set {
        let mut found = W::Set::EMPTY;
        if pieces.is_empty() {
            return found;
        }
        match &self.starts[side] {
            Some(starts) => {
                for start in starts {
                    found = found.or(start.from.and(takes.before(start.over)).and(empty.before(start.by)));
                }
                found = found.and(pieces);
            }
            None => {
                for from in pieces.squares() {
                    let (first, last) = self.from(side, from);
                    let empty = empty.with(from);
                    if self.hops[first..last].iter().any(|hop| hop.takes.within(takes) && hop.empty.within(empty)) {
                        found = found.with(from);
                    }
                }
            }
        }
        found
    }
}
