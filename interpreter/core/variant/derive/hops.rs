//! Hops that the board alone decides, made from finished tables.

use crate::check::model::Chain;
use crate::definition::ChainPromotion;
use crate::variant::hops::{Hop, Hops, Start};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Path, Tables, Term};

/// The most steps that are worth looking at for all pieces at once.
const MAX_STARTS: usize = 16;

/// The hops of every way that is such a chain: `[way]`.
pub(crate) fn hops<W: Width>(tables: &Tables<W>) -> Vec<Option<Hops<W>>> {
    let shifting = tables.active.is_some() || tables.kinds.iter().any(|kind| kind.immune_when.is_some());
    let mut all: Vec<Option<Hops<W>>> = tables.ways.iter().map(|_| None).collect();
    for kind in &tables.kinds {
        // Where there are several ways to go on, or one that comes and goes, they must be asked for at every hop.
        let &[number] = kind.chains.as_slice() else { continue };
        let way = &tables.ways[usize::from(number)];
        let Some(chain) = way.chain else { continue };
        let zone = if way.promotes { kind.promotion_zone } else { [W::Set::EMPTY; 2] };
        let becomes = chain.promotion == ChainPromotion::Continues && zone.iter().any(|zone| !zone.is_empty());
        let comes_and_goes = way.initial || !way.when.is_empty() || kind.active.is_some() || kind.borrows_chains;
        let judged = way.filter.is_some() || way.may_take.is_some() || way.does.is_some();
        if !shifting && !becomes && !comes_and_goes && !judged {
            all[usize::from(number)] = of_term(&tables.terms[way.term], tables.n_squares, chain, zone);
        }
    }
    all
}

fn of_term<W: Width>(term: &Term<W>, n_squares: usize, chain: Chain, zone: [W::Set; 2]) -> Option<Hops<W>> {
    let mut hops = Hops { at: [Vec::new(), Vec::new()], hops: Vec::new(), starts: [None, None], chain, zone };
    for side in 0..2 {
        for square in 0..n_squares {
            let reach = &term.reach[side][square];
            // Nothing but paths that take someone.
            reach.only_takes?;
            let first = hops.hops.len();
            for number in reach.paths.0..reach.paths.1 {
                let path = &term.paths[number as usize];
                let known = hops.hops[first..].iter().find(|known| same(known, path));
                match known {
                    // Two ways to do the same: one is enough if both need the same.
                    Some(known) if known.empty == path.empty.with(usize::from(path.to)) => {}
                    Some(_) => return None,
                    None => hops.hops.push(hop(path, number)?),
                }
            }
            if hops.hops.len() - first > usize::from(u8::MAX) {
                return None;
            }
            hops.at[side].push((first as u32, hops.hops.len() as u32));
        }
        hops.starts[side] = starts(&hops, side);
    }
    Some(hops)
}

fn same<W: Width>(known: &Hop<W>, path: &Path<W>) -> bool {
    known.to == path.to && known.takes == path.takes
}

/// A path as a hop; `None` if it is more than taking and landing on an empty square.
fn hop<W: Width>(path: &Path<W>, number: u32) -> Option<Hop<W>> {
    let only_quiet = path.quiet && !path.capture && !path.destroy && !path.passing;
    let bare = path.destroys.is_empty() && path.occupied.within(path.takes);
    let beyond = path.to != path.from && !path.takes.has(usize::from(path.to));
    let once = path.takes.count() as usize == path.takes_order.len();
    (only_quiet && bare && beyond && once).then(|| Hop {
        to: path.to,
        n_taken: path.takes_order.len() as u8,
        path: number,
        takes: path.takes,
        empty: path.empty.with(usize::from(path.to)).without(usize::from(path.from)),
    })
}

fn starts<W: Width>(hops: &Hops<W>, side: usize) -> Option<Vec<Start<W>>> {
    let mut starts: Vec<Start<W>> = Vec::new();
    for (square, &(first, last)) in hops.at[side].iter().enumerate() {
        for hop in &hops.hops[first as usize..last as usize] {
            let lands = W::Set::bit(usize::from(hop.to));
            if hop.n_taken != 1 || hop.takes.count() != 1 || hop.empty != lands {
                return None;
            }
            let (over, by) = (hop.takes.first() as i32 - square as i32, i32::from(hop.to) - square as i32);
            match starts.iter_mut().find(|start| start.over == over && start.by == by) {
                Some(start) => start.from = start.from.with(square),
                None => starts.push(Start { over, by, from: W::Set::bit(square) }),
            }
        }
        if starts.len() > MAX_STARTS {
            return None;
        }
    }
    Some(starts)
}
