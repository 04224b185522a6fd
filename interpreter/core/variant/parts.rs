//! What duty needs to know of the moves before they are made: the parts they come in, and the classes that each part
//! may belong to. Tables in; nothing out where moves do not fall into such parts.

use crate::board::KindSet;

/// The most captures of one move that are told apart when duty is remembered by class.
pub(crate) const MAX_CAPTURES: u32 = 64;
/// The most ways of chains that are kept apart.
pub(crate) const MAX_CHAINS: usize = 8;

/// A class of moves: all that most functions of duty ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Class {
    /// Who moves.
    pub kind: usize,
    /// How many it takes; [`MAX_CAPTURES`] stands for more, too.
    pub captures: u32,
    /// It takes a piece on a square where it does not end.
    pub jumps: bool,
    /// It promotes.
    pub promotes: bool,
}

impl Class {
    /// As a small number.
    #[inline(always)]
    pub(crate) fn number(self) -> usize {
        let flags = usize::from(self.jumps) * 2 + usize::from(self.promotes);
        (self.kind * (MAX_CAPTURES as usize + 1) + self.captures.min(MAX_CAPTURES) as usize) * 4 + flags
    }

    /// The class with a number.
    pub(crate) fn of_number(number: usize) -> Class {
        let (rest, flags) = (number / 4, number % 4);
        let width = MAX_CAPTURES as usize + 1;
        Class { kind: rest / width, captures: (rest % width) as u32, jumps: flags & 2 != 0, promotes: flags & 1 != 0 }
    }
}

/// The parts that the moves of a position come in.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    /// Chains: kind and way.
    pub chains: Vec<(u8, u16)>,
    /// Classes of the other moves that take.
    pub taking: Vec<usize>,
    /// Classes of the moves that take nothing.
    pub quiet: Vec<usize>,
    /// Kinds with such moves that take.
    pub takers: KindSet,
    /// Kinds with such moves that take nothing.
    pub movers: KindSet,
    /// Ways that are neither chains nor made for many pieces at once, by kind.
    pub others: Vec<(u8, Vec<u16>)>,
}
