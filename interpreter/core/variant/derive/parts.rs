//! The parts in which moves come where duty is known by class, made from finished tables.

use crate::board::KindSet;
use crate::variant::parts::{Class, MAX_CHAINS, Parts};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Tables, Way};

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
