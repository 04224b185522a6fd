//! Moves that go on after a hop: each hop starts afresh from where the last one ended.

use crate::check::model::Chain;
use crate::definition::ChainPromotion;
use crate::diagnostic::Code;
use crate::position::state::{State, kind_of};
use crate::rules::Referee;
use crate::rules::hops::{self, MAX_HOPS, MAX_STEPS, write};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::node::Node;
use crate::rules::targets::path_open;
use crate::variant::hops::Hops;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Kind, Tables};

/// The most moves a position may have; past it, generation stops and says so.
pub(crate) const MAX_MOVES: usize = 10_000;

/// One hop: where it lands and what it takes, in order.
struct Hop {
    to: usize,
    takes: Vec<u8>,
}

/// A chain as far as it has got.
struct Walk<W: Width> {
    from: usize,
    way: u16,
    chain: Chain,
    /// Men taken that still stand (they leave at the end).
    standing: W::Set,
    /// Squares stood on since the last capture, so that hops without capture cannot go round for ever.
    visited: W::Set,
    hops: Vec<Hop>,
    promotion: u8,
    /// Hops looked at so far.
    steps: u32,
}

impl<W: Width> Referee<'_, W> {
    /// Adds all chains of the man on `from`.
    pub(crate) fn chain_moves(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        if self.context.chains_cut {
            return;
        }
        if let Some(hops) = &tables.hops[usize::from(number)] {
            self.known_chains(tables, state, node, hops, number, from, list);
            return;
        }
        let Some(chain) = tables.ways[usize::from(number)].chain else { return };
        let reach = &tables.terms[tables.ways[usize::from(number)].term].reach[node.us][from];
        if reach.only_takes.is_some_and(|takes| !takes.meets(state.sides[1 - node.us])) {
            return;
        }
        let mut walk = Walk {
            from,
            way: number,
            chain,
            standing: W::Set::EMPTY,
            visited: W::Set::bit(from),
            hops: Vec::new(),
            promotion: 0,
            steps: 0,
        };
        let first = list.moves.len();
        self.walk(tables, state, &mut walk, number, from, first, list);
    }

    /// The same for chains whose hops are known from the board alone.
    #[allow(clippy::too_many_arguments)]
    fn known_chains(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        hops: &Hops<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let kind = &tables.kinds[kind_of(state.at(from))];
        let takes = node.capturable(state, way);
        let cut = hops::Walk::new(hops, node.us).from(from, takes, tables.all.minus(node.occupied), &mut |line| {
            let mv = RawMove::new(from, line.to, number, Form::Chain, write(hops, term, node.us, line, list));
            if line.promotes {
                push_promotions(kind, node.us, mv, list);
            } else {
                list.moves.push(mv);
            }
            list.moves.len() < MAX_MOVES
        });
        if cut.is_err() {
            self.cut_chains();
        }
    }

    /// Notes that a bound was passed: the answer is of no use any more.
    #[cold]
    pub(crate) fn cut_chains(&mut self) {
        self.context.chains_cut = true;
        self.overflow(Code::ChainTooLong, "a chain is longer, or a position has more moves, than is supported");
    }

    #[allow(clippy::too_many_arguments)]
    fn walk(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        walk: &mut Walk<W>,
        number: u16,
        at: usize,
        first: usize,
        list: &mut MoveList,
    ) -> bool {
        // Once a bound is passed the answer is of no use any more, so nothing is looked at further.
        if self.context.chains_cut {
            return false;
        }
        walk.steps += 1;
        if walk.hops.len() >= MAX_HOPS || list.moves.len() >= MAX_MOVES || walk.steps > MAX_STEPS {
            self.cut_chains();
            return false;
        }
        let side = usize::from(state.turn);
        let hops = self.hops(tables, state, walk, number, at);
        let any = !hops.is_empty();
        for hop in hops {
            let kind = kind_of(state.at(at));
            let mut next = *state;
            next.take_off(tables, at);
            let standing = walk.standing;
            for &taken in &hop.takes {
                if walk.chain.captured_at_end {
                    walk.standing = walk.standing.with(usize::from(taken));
                } else {
                    next.take_off(tables, usize::from(taken));
                }
            }
            next.take_off(tables, hop.to);
            next.put(tables, hop.to, side, kind);
            let visited = walk.visited;
            walk.visited = if hop.takes.is_empty() { visited.with(hop.to) } else { W::Set::bit(hop.to) };
            let to = hop.to;
            walk.hops.push(hop);
            self.arrive(tables, &next, walk, number, to, first, list);
            walk.hops.pop();
            walk.visited = visited;
            walk.standing = standing;
        }
        any
    }

    /// The chain has arrived on `at`: it ends, goes on, or both.
    #[allow(clippy::too_many_arguments)]
    fn arrive(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        walk: &mut Walk<W>,
        number: u16,
        at: usize,
        first: usize,
        list: &mut MoveList,
    ) {
        let side = usize::from(state.turn);
        let kind = &tables.kinds[kind_of(state.at(at))];
        let in_zone =
            walk.promotion == 0 && tables.ways[usize::from(number)].promotes && kind.promotion_zone[side].has(at);
        match walk.chain.promotion {
            ChainPromotion::Ends if in_zone => self.finish(tables, state, walk, at, in_zone, first, list),
            ChainPromotion::Continues if in_zone => {
                let rules: Vec<(Vec<u8>, bool)> = kind
                    .promotions
                    .iter()
                    .filter(|rule| rule.zone[side].has(at))
                    .map(|rule| (rule.to.clone(), rule.must))
                    .collect();
                for &promoted in rules.iter().flat_map(|(to, _)| to) {
                    let mut next = *state;
                    next.take_off(tables, at);
                    next.put(tables, at, side, usize::from(promoted));
                    walk.promotion = promoted + 1;
                    let ways = tables.kinds[usize::from(promoted)].own_ways.iter().copied();
                    let goes_on: Vec<u16> = ways.filter(|&way| tables.ways[usize::from(way)].chain.is_some()).collect();
                    let mut any = false;
                    for way in goes_on {
                        any |= self.walk(tables, &next, walk, way, at, first, list);
                    }
                    if !any || !walk.chain.must_finish {
                        self.finish(tables, &next, walk, at, false, first, list);
                    }
                    walk.promotion = 0;
                }
                if rules.iter().any(|(_, must)| !must) {
                    self.go_on(tables, state, walk, number, at, false, first, list);
                }
            }
            _ => self.go_on(tables, state, walk, number, at, in_zone, first, list),
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn go_on(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        walk: &mut Walk<W>,
        number: u16,
        at: usize,
        in_zone: bool,
        first: usize,
        list: &mut MoveList,
    ) {
        let any = self.walk(tables, state, walk, number, at, first, list);
        if !any || !walk.chain.must_finish {
            self.finish(tables, state, walk, at, in_zone, first, list);
        }
    }

    /// Adds the chain as it stands, with its promotions.
    #[allow(clippy::too_many_arguments)]
    fn finish(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        walk: &Walk<W>,
        at: usize,
        in_zone: bool,
        first: usize,
        list: &mut MoveList,
    ) {
        let start = list.trail.len();
        list.trail.push(walk.hops.len() as u8);
        for hop in &walk.hops {
            list.trail.push(hop.to as u8);
            list.trail.push(hop.takes.len() as u8);
            list.trail.extend_from_slice(&hop.takes);
        }
        let mv = RawMove::new(walk.from, at, walk.way, Form::Chain, start as u32).promoted(walk.promotion);
        let trail = list.trail[start..].to_vec();
        let known = list.moves[first..].iter().any(|known| {
            let other = known.extra() as usize;
            known.promotion() == mv.promotion() && known.to() == mv.to() && list.trail[other..].starts_with(&trail)
        });
        if known {
            list.trail.truncate(start);
            return;
        }
        if !in_zone {
            list.moves.push(mv);
            return;
        }
        push_promotions(&tables.kinds[kind_of(state.at(at))], usize::from(state.turn), mv, list);
    }

    /// What the man on `at` can do next.
    fn hops(&mut self, tables: &Tables<W>, state: &State<W>, walk: &Walk<W>, number: u16, at: usize) -> Vec<Hop> {
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let node = Node::new(self, state);
        let us = usize::from(state.turn);
        let own = state.sides[us].without(at);
        let capturable = node.capturable(state, way).minus(walk.standing);
        let occupied = state.occupied().without(at);
        let reach = &term.reach[us][at];
        let mut hops: Vec<Hop> = Vec::new();
        let mut add = |to: usize, takes: Vec<u8>| {
            if (!takes.is_empty() || !walk.visited.has(to))
                && !hops.iter().any(|hop| hop.to == to && hop.takes == takes)
            {
                hops.push(Hop { to, takes });
            }
        };
        for to in reach.quiet.minus(occupied).squares() {
            add(to, Vec::new());
        }
        for to in reach.capture.and(capturable).or(reach.destroy.and(own)).squares() {
            add(to, vec![to as u8]);
        }
        let slides = term.slide(reach, occupied);
        for to in slides.minus(occupied).squares() {
            add(to, Vec::new());
        }
        for to in slides.and(capturable).squares() {
            add(to, vec![to as u8]);
        }
        for ride in &reach.rides {
            let start = ride.start as usize;
            for &to in &term.ride_squares[start..start + usize::from(ride.length)] {
                let square = usize::from(to);
                if !occupied.has(square) {
                    if ride.quiet {
                        add(square, Vec::new());
                    }
                    continue;
                }
                if (ride.capture && capturable.has(square)) || (ride.destroy && own.has(square)) {
                    add(square, vec![to]);
                }
                break;
            }
        }
        for path in &term.paths[reach.paths.0 as usize..reach.paths.1 as usize] {
            if !path_open(path, state, &node, capturable) {
                continue;
            }
            let to = usize::from(path.to);
            let stands = occupied.has(to);
            let lands =
                (path.quiet && !stands) || (path.capture && capturable.has(to)) || (path.destroy && own.has(to));
            if lands {
                let mut takes = path.takes_order.clone();
                takes.extend(path.destroys.squares().map(|square| square as u8));
                if stands {
                    takes.push(path.to);
                }
                add(to, takes);
            }
        }
        if let Some(hook) = way.filter {
            hops.retain(|hop| self.filter(state, hook, at, hop.to));
        }
        hops
    }

    /// Whether a chain of one of `men` takes the man on `target`.
    pub(crate) fn chain_attacks(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        number: u16,
        men: W::Set,
        target: usize,
    ) -> bool {
        let mut turned = *state;
        let side = 1 - crate::position::state::side_of(state.at(target));
        turned.set_turn(tables, side as u8);
        let mut list = MoveList::default();
        for origin in men.squares() {
            let way = &tables.ways[usize::from(number)];
            if !self.acts(tables, &turned, origin)
                || !way.when.iter().all(|&when| self.piece_rule(&turned, &tables.conditions[when].condition, origin))
            {
                continue;
            }
            list.clear();
            let node = Node::new(self, &turned);
            self.chain_moves(tables, &turned, &node, number, origin, &mut list);
            if list.moves.iter().any(|mv| list.hops(mv).any(|(_, taken)| taken.contains(&(target as u8)))) {
                return true;
            }
        }
        false
    }
}

/// Adds a move that ends where a man of `kind` may promote, once for each promotion it must or may make.
pub(crate) fn push_promotions<W: Width>(kind: &Kind<W>, side: usize, mv: RawMove, list: &mut MoveList) {
    let mut must = false;
    let start = list.moves.len();
    for rule in kind.promotions.iter().filter(|rule| rule.zone[side].has(usize::from(mv.to()))) {
        must |= rule.must;
        for &kind in &rule.to {
            let promoted = mv.promoted(kind + 1);
            if !list.moves[start..].contains(&promoted) {
                list.moves.push(promoted);
            }
        }
    }
    if !must {
        list.moves.push(mv.promoted(0));
    }
}
