//! Moves as the generator makes them: small values, with the squares of longer moves beside them in the list.

/// A move of one position. Meaningful only together with the position and the [`MoveList`] it was made for.
///
/// One word, so that a list of moves is filled with one store for each: from the lowest bit, where the piece stands (8
/// bits), where it lands (8), the kind promoted to (5), the form (3), the way (16), what the form wants to know (24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct RawMove(u64);

impl RawMove {
    const TO: u32 = 8;
    const PROMOTION: u32 = 16;
    const FORM: u32 = 21;
    const WAY: u32 = 24;
    const EXTRA: u32 = 40;
    /// One more than the highest number that a form may want to know. Tables have at most 2 million entries, and the
    /// trail of a list stays below 10,000 chains of 800 bytes.
    const EXTRA_END: u32 = 1 << 24;

    /// A move without promotion. `way`: the way of moving, or the number of the entry for castling; `extra`: see
    /// [`Form`].
    #[inline(always)]
    pub(crate) fn new(from: usize, to: usize, way: u16, form: Form, extra: u32) -> RawMove {
        debug_assert!(from < 256 && to < 256 && extra < RawMove::EXTRA_END, "{from} {to} {extra}");
        let what = u64::from(way) << RawMove::WAY | (form as u64) << RawMove::FORM;
        RawMove(from as u64 | what | u64::from(extra) << RawMove::EXTRA | (to as u64) << RawMove::TO)
    }

    /// Where the piece stands.
    #[inline(always)]
    pub(crate) fn from(self) -> u8 {
        self.0 as u8
    }

    /// Where it lands last (the target, for an effect that stays).
    #[inline(always)]
    pub(crate) fn to(self) -> u8 {
        (self.0 >> RawMove::TO) as u8
    }

    /// Kind promoted to, plus one; 0 for none.
    #[inline(always)]
    pub(crate) fn promotion(self) -> u8 {
        (self.0 >> RawMove::PROMOTION) as u8 & 31
    }

    /// What `extra` means.
    #[inline(always)]
    pub(crate) fn form(self) -> Form {
        match self.0 >> RawMove::FORM & 7 {
            0 => Form::Plain,
            1 => Form::Path,
            2 => Form::Chain,
            3 => Form::Passing,
            _ => Form::Castling,
        }
    }

    /// The way of moving; the number of the entry for castling.
    #[inline(always)]
    pub(crate) fn way(self) -> u16 {
        (self.0 >> RawMove::WAY) as u16
    }

    /// See [`Form`].
    #[inline(always)]
    pub(crate) fn extra(self) -> u32 {
        (self.0 >> RawMove::EXTRA) as u32
    }

    /// The same with a promotion: the kind plus one, or 0 for none.
    #[inline(always)]
    pub(crate) fn promoted(self, promotion: u8) -> RawMove {
        debug_assert!(promotion < 32);
        RawMove(self.0 & !(31 << RawMove::PROMOTION) | u64::from(promotion) << RawMove::PROMOTION)
    }

    /// The same without what its form wants to know.
    pub(crate) fn without_extra(self) -> RawMove {
        RawMove(self.0 & !(u64::MAX << RawMove::EXTRA))
    }
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
    /// For each chain: number of hops; for each hop its landing square, the number of pieces taken and their squares.
    pub trail: Vec<u8>,
}

impl MoveList {
    /// Forgets all moves.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
        self.trail.clear();
    }

    /// The hops of a chain: landing square and pieces taken.
    #[must_use]
    pub(crate) fn hops(&self, mv: &RawMove) -> Hops<'_> {
        if mv.form() != Form::Chain {
            return Hops { rest: &[], left: 0 };
        }
        let start = mv.extra() as usize;
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
