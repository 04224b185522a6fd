//! What duty needs to know of the moves before they are made: the parts they come in, and the classes that each part
//! may belong to. Tables in; nothing out where moves do not fall into such parts.

use crate::board::KindSet;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Tables, Way};

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

/// The parts of the finished tables. Castling, captures en passant and royal pieces are for the position to rule out.
pub(crate) fn parts<W: Width>(tables: &Tables<W>) -> Option<Parts> {
    let duty = tables.duty;
    if !tables.algebra || duty.allowed.is_some() || duty.claim.is_none() || duty.merit.is_none() {
        return None;
    }
    let mut parts = Parts {
        chains: Vec::new(),
        taking: Vec::new(),
        quiet: Vec::new(),
        takers: KindSet(0),
        movers: KindSet(0),
        others: Vec::new(),
    };
    for (kind, table) in tables.kinds.iter().enumerate() {
        let promotes = |way: &Way| way.promotes && !table.promotions.is_empty();
        for &number in &table.ways {
            let way = &tables.ways[usize::from(number)];
            if way.chain.is_some() {
                tables.hops[usize::from(number)].as_ref()?;
                if parts.chains.len() == MAX_CHAINS {
                    return None;
                }
                parts.chains.push((kind as u8, number));
                continue;
            }
            let term = &tables.terms[way.term];
            let own = term.reach.iter().flatten().any(|reach| !reach.destroy.is_empty())
                || term.reach.iter().flatten().flat_map(|reach| &reach.rides).any(|ride| ride.destroy);
            if way.alone || !way.plain || own || (!way.shifts && !term.paths.is_empty()) {
                return None;
            }
            parts.movers = parts.movers.with(kind as u8);
            if term.captures {
                parts.takers = parts.takers.with(kind as u8);
            }
            for (classes, captures) in [(&mut parts.quiet, 0), (&mut parts.taking, 1)] {
                if captures == 1 && !term.captures {
                    continue;
                }
                for promotes in [false, true].into_iter().take(1 + usize::from(promotes(way))) {
                    classes.push(Class { kind, captures, jumps: false, promotes }.number());
                }
            }
        }
    }
    // How a way is made does not depend on the side.
    for rest in &tables.flat[0].rest {
        let plain = |number: &u16| tables.ways[usize::from(*number)].chain.is_none();
        let ways: Vec<u16> = rest.ways.iter().copied().filter(plain).collect();
        if !ways.is_empty() {
            parts.others.push((rest.kind, ways));
        }
    }
    Some(parts)
}
