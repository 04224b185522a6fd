//! Pieces as numbers: a kind, a set of kinds, and a piece where it stands.

use super::square::{Side, Square};

/// A kind of piece by number.
pub type KindId = u8;

/// A set of kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct KindSet(pub u64);

impl KindSet {
    /// Every kind.
    pub const ALL: KindSet = KindSet(u64::MAX);

    /// Whether `kind` is in it.
    #[must_use]
    #[inline]
    pub fn has(self, kind: KindId) -> bool {
        self.0 >> kind & 1 == 1
    }

    /// With one kind more.
    #[must_use]
    #[inline]
    pub fn with(self, kind: KindId) -> KindSet {
        KindSet(self.0 | 1 << kind)
    }

    /// Without the kinds of `other`.
    #[must_use]
    #[inline]
    pub fn minus(self, other: KindSet) -> KindSet {
        KindSet(self.0 & !other.0)
    }
}

/// A piece on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    /// Where.
    pub square: Square,
    /// Whose.
    pub side: Side,
    /// What.
    pub kind: KindId,
}
