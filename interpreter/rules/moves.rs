//! Moves as the generator makes them: small values, with the squares of longer moves beside them in the list.

/// A move of one position. Meaningful only together with the position and the [`MoveList`] it was made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RawMove {
    /// Where the man stands.
    pub from: u8,
    /// Where it lands last (the target, for an effect that stays).
    pub to: u8,
    /// Kind promoted to, plus one; 0 for none.
    pub promotion: u8,
    /// What `extra` means.
    pub form: Form,
    /// The way of moving; the number of the entry for castling.
    pub way: u16,
    /// See [`Form`].
    pub extra: u32,
}

/// How a move is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Form {
    /// From here to there, taking what stands there.
    Plain,
    /// Along the path number `extra` of the term.
    Path,
    /// A chain; `extra` is where it begins in the list's trail.
    Chain,
    /// Taking in passing.
    Passing,
    /// Castling.
    Castling,
}

/// Moves of one position. Reused from node to node.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoveList {
    /// The moves.
    pub moves: Vec<RawMove>,
    /// For each chain: number of hops; for each hop its landing square, the number of men taken and their squares.
    pub trail: Vec<u8>,
}

impl MoveList {
    /// Forgets all moves.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.trail.clear();
    }

    /// The hops of a chain: landing square and men taken.
    #[must_use]
    pub(crate) fn hops(&self, mv: &RawMove) -> Hops<'_> {
        if mv.form != Form::Chain {
            return Hops { rest: &[], left: 0 };
        }
        let start = mv.extra as usize;
        Hops { left: self.trail[start], rest: &self.trail[start + 1..] }
    }
}

/// The hops of a chain.
#[derive(Debug, Clone)]
pub(crate) struct Hops<'a> {
    rest: &'a [u8],
    left: u8,
}

impl<'a> Iterator for Hops<'a> {
    type Item = (u8, &'a [u8]);

    fn next(&mut self) -> Option<(u8, &'a [u8])> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let taken = usize::from(self.rest[1]);
        let hop = (self.rest[0], &self.rest[2..2 + taken]);
        self.rest = &self.rest[2 + taken..];
        Some(hop)
    }
}
