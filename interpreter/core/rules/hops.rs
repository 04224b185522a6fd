//! Walking chains whose hops are known from the board alone: sets in, every whole chain out. Nothing is played and
//! nothing allocated on the way.

use crate::definition::ChainPromotion;
use crate::rules::moves::MoveList;
use crate::variant::hops::Hops;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Term;
use std::collections::HashSet;

/// The most hops of one chain.
pub(crate) const MAX_HOPS: usize = 64;

/// The most hops that may be looked at for the chains of one piece.
pub(crate) const MAX_STEPS: u32 = 50_000;

/// A whole chain.
pub(crate) struct Line<'a> {
    /// Where it ends.
    pub(crate) to: usize,
    /// Where it starts.
    pub(crate) from: usize,
    /// Its hops, as numbers among those of the square that each starts from.
    pub(crate) hops: &'a [u8],
    /// How many pieces it takes.
    pub(crate) n_taken: u32,
    /// It ends where the piece may promote.
    pub(crate) promotes: bool,
}

/// A chain as far as it has got.
pub(crate) struct Walk<'a, W: Width> {
    hops: &'a Hops<W>,
    side: usize,
    start: usize,
    line: [u8; MAX_HOPS],
    length: usize,
    n_taken: u32,
    steps: u32,
    /// The squares come to, each with the pieces left to take there: kept where the route does not matter.
    reached: Option<HashSet<(usize, W::Set)>>,
}

/// Too many ways to go on.
pub(crate) struct Cut;

impl<'a, W: Width> Walk<'a, W> {
    /// Chains of `side` by one way; `by_result`: of those that lead to one result, the first alone.
    #[inline(always)]
    pub(crate) fn new(hops: &'a Hops<W>, side: usize, by_result: bool) -> Walk<'a, W> {
        let reached = by_result.then(HashSet::new);
        Walk { hops, side, start: 0, line: [0; MAX_HOPS], length: 0, n_taken: 0, steps: 0, reached }
    }

    /// Gives all chains of the piece on `from` to `found`, which says whether to go on; `takes`: who may be taken,
    /// `empty`: where no piece stands.
    #[inline(always)]
    pub(crate) fn from(
        &mut self,
        from: usize,
        takes: W::Set,
        empty: W::Set,
        found: &mut impl FnMut(&Line<'_>) -> bool,
    ) -> Result<(), Cut> {
        self.steps = 0;
        if let Some(reached) = &mut self.reached {
            reached.clear();
        }
        self.start = from;
        self.go_on(from, takes, empty.with(from), found).map(|_| ())
    }

    /// Goes on from `at` in every way there is; whether there is one.
    fn go_on(
        &mut self,
        at: usize,
        takes: W::Set,
        empty: W::Set,
        found: &mut impl FnMut(&Line<'_>) -> bool,
    ) -> Result<bool, Cut> {
        let hops = self.hops;
        self.steps += 1;
        let (first, last) = hops.from(self.side, at);
        let mut any = false;
        for number in first..last {
            let hop = &hops.hops[number];
            if !hop.takes.within(takes) || !hop.empty.within(empty) {
                continue;
            }
            if self.length == MAX_HOPS || self.steps > MAX_STEPS {
                return Err(Cut);
            }
            any = true;
            self.line[self.length] = (number - first) as u8;
            self.length += 1;
            self.n_taken += u32::from(hop.n_taken);
            let left = if hops.chain.captured_at_end { empty } else { empty.or(hop.takes) };
            self.arrive(usize::from(hop.to), takes.minus(hop.takes), left, found)?;
            self.n_taken -= u32::from(hop.n_taken);
            self.length -= 1;
        }
        Ok(any)
    }

    /// The chain has arrived on `at`: it ends, goes on, or both.
    #[inline(always)]
    fn arrive(
        &mut self,
        at: usize,
        takes: W::Set,
        empty: W::Set,
        found: &mut impl FnMut(&Line<'_>) -> bool,
    ) -> Result<(), Cut> {
        if let Some(reached) = &mut self.reached
            && !reached.insert((at, takes))
        {
            return Ok(());
        }
        let promotes = self.hops.zone[self.side].has(at);
        let stops = promotes && self.hops.chain.promotion == ChainPromotion::Ends;
        let goes_on = !stops && self.go_on(at, takes, empty, found)?;
        if !goes_on || !self.hops.chain.must_finish {
            let hops = &self.line[..self.length];
            if !found(&Line { from: self.start, to: at, hops, n_taken: self.n_taken, promotes }) {
                return Err(Cut);
            }
        }
        Ok(())
    }
}

/// Writes the squares of a chain into the trail of a list; where they begin.
pub(crate) fn write<W: Width>(
    hops: &Hops<W>,
    term: &Term<W>,
    side: usize,
    line: &Line<'_>,
    list: &mut MoveList,
) -> u32 {
    let start = list.trail.len() as u32;
    list.trail.push(line.hops.len() as u8);
    let mut at = line.from;
    for &number in line.hops {
        let hop = &hops.hops[hops.from(side, at).0 + usize::from(number)];
        at = usize::from(hop.to);
        list.trail.push(hop.to);
        list.trail.push(hop.n_taken);
        list.trail.extend_from_slice(&term.paths[hop.path as usize].takes_order);
    }
    start
}
