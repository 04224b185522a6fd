//! Sets of squares, 64, 128 or 256 bits wide, and the widths that a variant may run in.
//!
//! Everything in the inner loop is generic over [`Width`]; the width is chosen once, when a variant is compiled.

use crate::board::Square;
use std::fmt::Debug;
use std::hash::Hash;

/// A set of squares that fits in registers.
pub trait SquareSet: Copy + Clone + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// No square.
    const EMPTY: Self;
    /// Every square that can be numbered.
    const FULL: Self;

    /// The set of one square.
    fn bit(square: usize) -> Self;
    /// Squares in both.
    fn and(self, other: Self) -> Self;
    /// Squares in either.
    fn or(self, other: Self) -> Self;
    /// Squares in exactly one.
    fn xor(self, other: Self) -> Self;
    /// Squares not in `other`.
    fn minus(self, other: Self) -> Self;
    /// Whether it has no square.
    fn is_empty(self) -> bool;
    /// How many squares.
    fn count(self) -> u32;
    /// The lowest square; only of a set that is not empty.
    fn first(self) -> usize;
    /// Without its lowest square.
    fn without_first(self) -> Self;

    /// Of a line whose squares have rising numbers: the part up to and with the first of `occupied`.
    fn rising(self, occupied: Self) -> Self;
    /// Of a line whose squares have falling numbers: the part up to and with the first of `occupied`.
    fn falling(self, occupied: Self) -> Self;

    /// Every square's number raised by `by` (or lowered, where that is negative); what leaves the range is lost.
    fn shifted(self, by: i32) -> Self;
    /// The same for squares of which none leaves the range.
    #[inline(always)]
    fn stepped(self, by: i32) -> Self {
        self.shifted(by)
    }

    /// The squares from which a step of so many numbers leads into the set. Of squares from which it leads out of the
    /// range of numbers, nothing is said.
    #[inline(always)]
    fn before(self, step: i32) -> Self {
        self.shifted(-step)
    }

    /// Whether `square` is in it.
    #[inline(always)]
    fn has(self, square: usize) -> bool {
        !self.and(Self::bit(square)).is_empty()
    }

    /// Whether the sets share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    /// Whether every square of this set is in `other`.
    #[inline(always)]
    fn within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    /// With one square more.
    #[inline(always)]
    fn with(self, square: usize) -> Self {
        self.or(Self::bit(square))
    }

    /// Without one square.
    #[inline(always)]
    fn without(self, square: usize) -> Self {
        self.minus(Self::bit(square))
    }

    /// Its squares, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// Its squares, lowest first, as many as were counted before: whoever keeps them makes room once.
    #[inline(always)]
    fn counted(self) -> impl Iterator<Item = usize> {
        let mut left = self;
        (0..self.count()).map(move |_| {
            let square = left.first();
            left = left.without_first();
            square
        })
    }

    /// The set of the given squares.
    fn collect(squares: impl IntoIterator<Item = Square>) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set.with(square.index()))
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Copy)]
pub struct Squares<S>(S);

impl<S: SquareSet> Iterator for Squares<S> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.first();
        self.0 = self.0.without_first();
        Some(square)
    }
}

impl SquareSet for u64 {
    const EMPTY: u64 = 0;
    const FULL: u64 = u64::MAX;

    #[inline(always)]
    fn bit(square: usize) -> u64 {
        1 << (square & 63)
    }
    #[inline(always)]
    fn and(self, other: u64) -> u64 {
        self & other
    }
    #[inline(always)]
    fn or(self, other: u64) -> u64 {
        self | other
    }
    #[inline(always)]
    fn xor(self, other: u64) -> u64 {
        self ^ other
    }
    #[inline(always)]
    fn minus(self, other: u64) -> u64 {
        self & !other
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn first(self) -> usize {
        self.trailing_zeros() as usize
    }
    #[inline(always)]
    fn without_first(self) -> u64 {
        self & self.wrapping_sub(1)
    }
    #[inline(always)]
    fn shifted(self, by: i32) -> u64 {
        if by >= 0 { self << (by & 63) } else { self >> (-by & 63) }
    }
    #[inline(always)]
    fn stepped(self, by: i32) -> u64 {
        self.rotate_left(by as u32 & 63)
    }
    #[inline(always)]
    fn before(self, step: i32) -> u64 {
        self.rotate_right(step as u32 & 63)
    }
    #[inline(always)]
    fn rising(self, occupied: u64) -> u64 {
        let blockers = self & occupied;
        self & (blockers ^ blockers.wrapping_sub(1))
    }
    #[inline(always)]
    fn falling(self, occupied: u64) -> u64 {
        // From the highest blocker up: the sign bit drawn down to it.
        self & (i64::MIN >> ((self & occupied) | 1).leading_zeros()) as u64
    }
}

/// Several words side by side. Words are compared without indexed stores, which would stall a wide set.
macro_rules! wide_set {
    ($words:literal) => {
        impl SquareSet for [u64; $words] {
            const EMPTY: [u64; $words] = [0; $words];
            const FULL: [u64; $words] = [u64::MAX; $words];

            #[inline(always)]
            fn bit(square: usize) -> Self {
                std::array::from_fn(|word| if square >> 6 == word { 1 << (square & 63) } else { 0 })
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                std::array::from_fn(|word| self[word] & other[word])
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                std::array::from_fn(|word| self[word] | other[word])
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                std::array::from_fn(|word| self[word] ^ other[word])
            }
            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                std::array::from_fn(|word| self[word] & !other[word])
            }
            #[inline(always)]
            fn is_empty(self) -> bool {
                self.iter().fold(0, |all, word| all | word) == 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.iter().map(|word| word.count_ones()).sum()
            }
            #[inline(always)]
            fn first(self) -> usize {
                for word in 0..$words {
                    if self[word] != 0 {
                        return word * 64 + self[word].trailing_zeros() as usize;
                    }
                }
                $words * 64
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                let mut borrow = true;
                std::array::from_fn(|word| {
                    let old = self[word];
                    if borrow && old != 0 {
                        borrow = false;
                        old & (old - 1)
                    } else {
                        old
                    }
                })
            }
            #[inline(always)]
            fn shifted(self, by: i32) -> Self {
                let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
                let at = |word: usize| if word < $words { self[word] } else { 0 };
                std::array::from_fn(|word| {
                    if by >= 0 {
                        let (here, below) = (word.wrapping_sub(words), word.wrapping_sub(words + 1));
                        let carried = if bits == 0 { 0 } else { at(below) >> (64 - bits) };
                        (at(here) << bits) | carried
                    } else {
                        let carried = if bits == 0 { 0 } else { at(word + words + 1) << (64 - bits) };
                        (at(word + words) >> bits) | carried
                    }
                })
            }
            #[inline(always)]
            fn rising(self, occupied: Self) -> Self {
                let mut open = true;
                std::array::from_fn(|word| {
                    let blockers = self[word] & occupied[word];
                    let part = if open { self[word] & (blockers ^ blockers.wrapping_sub(1)) } else { 0 };
                    open &= blockers == 0;
                    part
                })
            }
            #[inline(always)]
            fn falling(self, occupied: Self) -> Self {
                let mut open = true;
                let mut parts = Self::EMPTY;
                for word in (0..$words).rev() {
                    let blockers = self[word] & occupied[word];
                    let above = (i64::MIN >> (blockers | 1).leading_zeros()) as u64;
                    parts[word] = if open { self[word] & above } else { 0 };
                    open &= blockers == 0;
                }
                parts
            }
        }
    };
}

wide_set!(2);
wide_set!(4);

/// How wide a variant's sets are and how many kinds of pieces it may have.
pub trait Width: Copy + Clone + Eq + Debug + Default + Send + Sync + 'static {
    /// The set of squares.
    type Set: SquareSet;
    /// One set for each kind.
    type Kinds: Copy + Eq + Debug + AsRef<[Self::Set]> + AsMut<[Self::Set]> + Send + Sync;
    /// One byte for each square.
    type Mail: Copy + Eq + Debug + AsRef<[u8]> + AsMut<[u8]> + Send + Sync;
    /// Most squares.
    const SQUARES: usize;
    /// Most kinds.
    const KINDS: usize;
    /// No piece of any kind.
    const NO_KINDS: Self::Kinds;
    /// No piece on any square.
    const NO_MAIL: Self::Mail;
}

macro_rules! width {
    ($(#[$doc:meta])* $name:ident, $set:ty, $squares:literal, $kinds:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub struct $name;

        impl Width for $name {
            type Set = $set;
            type Kinds = [$set; $kinds];
            type Mail = [u8; $squares];
            const SQUARES: usize = $squares;
            const KINDS: usize = $kinds;
            const NO_KINDS: [$set; $kinds] = [<$set as SquareSet>::EMPTY; $kinds];
            const NO_MAIL: [u8; $squares] = [0; $squares];
        }
    };
}

width!(
    /// Up to 64 squares and 16 kinds.
    Small,
    u64,
    64,
    16
);
width!(
    /// Up to 128 squares.
    Medium,
    [u64; 2],
    128,
    64
);
width!(
    /// Up to 256 squares.
    Large,
    [u64; 4],
    256,
    64
);
