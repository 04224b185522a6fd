//! Moves that go on after a hop: each hop starts afresh from where the last one ended, by any movement of the piece
//! that goes on. A position and a way in; every chain that begins by that way out.

use crate::check::model::Chain;
use crate::definition::ChainPromotion;
use crate::diagnostic::Code;
use crate::position::state::{State, kind_of, side_of};
use crate::rules::Referee;
use crate::rules::hop::{Hop, add_hops};
use crate::rules::hops::{self, MAX_HOPS, MAX_STEPS, write};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::node::Node;
use crate::variant::hops::Hops;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Kind;
use std::collections::HashSet;

/// The most moves a position may have; past it, generation stops and says so.
pub(crate) const MAX_MOVES: usize = 10_000;

/// A place in a chain from which it goes on alike, whatever led there.
#[derive(PartialEq, Eq, Hash)]
struct Place<S> {
    at: usize,
    piece: u8,
    way: u16,
    promotion: u8,
    taken: S,
    standing: S,
    visited: S,
}

/// What has been reached, where only results count.
struct Reached<S> {
    places: HashSet<Place<S>>,
    /// Landing square, promotion and pieces taken of each chain.
    results: HashSet<(u8, u8, S)>,
}

/// A chain as far as it has got.
struct Walk<W: Width> {
    from: usize,
    /// The way of the first hop, which gives the move its text and its mark.
    way: u16,
    /// Pieces taken.
    taken: W::Set,
    /// Those of them that still stand (they leave at the end).
    standing: W::Set,
    /// Squares stood on since the last capture, so that hops without capture cannot go round for ever.
    visited: W::Set,
    hops: Vec<Hop<W>>,
    promotion: u8,
    /// Hops looked at so far.
    steps: u32,
    /// Where the chains of this piece begin in the list.
    first: usize,
    /// Kept where the route does not matter.
    reached: Option<Reached<W::Set>>,
}

impl<W: Width> Referee<'_, W> {
    /// Adds all chains of the piece on `from` that begin by the way `number`.
    pub(crate) fn chain_moves(
        &mut self,
        state: &State<W>,
        node: &Node<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        let tables = &self.core.tables;
        if self.context.chains_cut {
            return;
        }
        if let Some(hops) = &tables.hops[usize::from(number)] {
            self.known_chains(state, node, hops, number, from, list);
            return;
        }
        let way = &tables.ways[usize::from(number)];
        let reach = &tables.terms[way.term].reach[node.us][from];
        if reach.only_takes.is_some_and(|takes| !takes.meets(state.sides[1 - node.us])) {
            return;
        }
        let by_result = way.identity_result && !self.context.every_route;
        let mut walk = Walk {
            from,
            way: number,
            taken: W::Set::EMPTY,
            standing: W::Set::EMPTY,
            visited: W::Set::bit(from),
            hops: Vec::new(),
            promotion: 0,
            steps: 0,
            first: list.moves.len(),
            reached: by_result.then(|| Reached { places: HashSet::new(), results: HashSet::new() }),
        };
        // A result that an earlier way has led to is that way's move.
        if by_result {
            for earlier in self.chaining(state, from, true) {
                if earlier == number {
                    break;
                }
                if tables.ways[usize::from(earlier)].identity_result {
                    walk.way = earlier;
                    self.walk(state, &mut walk, from, list);
                }
            }
            list.moves.truncate(walk.first);
            walk.way = number;
        }
        self.walk(state, &mut walk, from, list);
    }

    /// The same for chains whose hops are known from the board alone.
    fn known_chains(
        &mut self,
        state: &State<W>,
        node: &Node<W>,
        hops: &Hops<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        let tables = &self.core.tables;
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let kind = &tables.kinds[kind_of(state.at(from))];
        let takes = node.capturable(state, way);
        let by_result = way.identity_result && !self.context.every_route;
        let mut walk = hops::Walk::new(hops, node.us, by_result);
        let cut = walk.from(from, takes, tables.all.minus(node.occupied), &mut |line| {
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

    /// The ways by which the piece on `at` may hop as the board stands. A piece that has hopped has moved.
    fn chaining(&mut self, state: &State<W>, at: usize, begins: bool) -> Vec<u16> {
        let tables = &self.core.tables;
        let table = &tables.kinds[kind_of(state.at(at))];
        let mut ways = table.chains.clone();
        if table.borrows_chains {
            for borrow in &table.borrows {
                let lent = self.lent(state, borrow, usize::from(state.turn), W::Set::bit(at));
                for (lender, _) in lent.each() {
                    let lent = borrow.ways[lender].iter();
                    ways.extend(lent.filter(|&&way| tables.ways[usize::from(way)].chain.is_some()));
                }
            }
        }
        if !begins && !ways.is_empty() && !self.acts(state, at) {
            ways.clear();
        }
        ways.retain(|&number| {
            let way = &tables.ways[usize::from(number)];
            (!way.initial || begins && state.unmoved.has(at))
                && way.when.iter().all(|&when| self.piece_rule(state, &tables.conditions[when].condition, at))
        });
        ways
    }

    /// Makes each hop from `at`, and whatever follows; whether there is one.
    fn walk(&mut self, state: &State<W>, walk: &mut Walk<W>, at: usize, list: &mut MoveList) -> bool {
        // Once a bound is passed the answer is of no use any more, so nothing is looked at further.
        if self.context.chains_cut {
            return false;
        }
        walk.steps += 1;
        if walk.hops.len() >= MAX_HOPS || list.moves.len() >= MAX_MOVES || walk.steps > MAX_STEPS {
            self.cut_chains();
            return false;
        }
        let hops = self.hops(state, walk, at);
        let any = !hops.is_empty();
        for hop in hops {
            self.hop(state, walk, at, hop, list);
        }
        any
    }

    /// Makes one hop from `at`, and whatever follows.
    fn hop(&mut self, state: &State<W>, walk: &mut Walk<W>, at: usize, hop: Hop<W>, list: &mut MoveList) {
        let tables = &self.core.tables;
        let Some(chain) = tables.ways[usize::from(hop.way)].chain else { return };
        let mut next = *state;
        next.take_off(tables, at);
        let (taken, standing, visited) = (walk.taken, walk.standing, walk.visited);
        walk.taken = taken.or(hop.taken);
        if chain.captured_at_end {
            walk.standing = standing.or(hop.taken);
        } else {
            for square in hop.taken.squares() {
                next.take_off(tables, square);
            }
        }
        next.take_off(tables, hop.to);
        next.put(tables, hop.to, usize::from(state.turn), kind_of(state.at(at)));
        walk.visited = if hop.takes.is_empty() { visited.with(hop.to) } else { W::Set::bit(hop.to) };
        let (to, way) = (hop.to, hop.way);
        if walk.is_new(next.at(to), to, way) {
            walk.hops.push(hop);
            self.arrive(&next, walk, way, chain, to, list);
            walk.hops.pop();
        }
        (walk.taken, walk.standing, walk.visited) = (taken, standing, visited);
    }

    /// The chain has arrived on `at` by a hop of the way `number`: it ends, goes on, or both.
    fn arrive(
        &mut self,
        state: &State<W>,
        walk: &mut Walk<W>,
        number: u16,
        chain: Chain,
        at: usize,
        list: &mut MoveList,
    ) {
        let tables = &self.core.tables;
        let side = usize::from(state.turn);
        let kind = &tables.kinds[kind_of(state.at(at))];
        let in_zone =
            walk.promotion == 0 && tables.ways[usize::from(number)].promotes && kind.promotion_zone[side].has(at);
        let mut stays = true;
        let mut promotes = in_zone;
        match chain.promotion {
            ChainPromotion::Ends if in_zone => return self.finish(state, walk, at, true, list),
            ChainPromotion::Continues if in_zone => {
                let rules = kind.promotions.iter().filter(|rule| rule.zone[side].has(at));
                stays = rules.clone().any(|rule| !rule.must);
                promotes = false;
                for &promoted in rules.flat_map(|rule| &rule.to) {
                    let mut next = *state;
                    next.take_off(tables, at);
                    next.put(tables, at, side, usize::from(promoted));
                    walk.promotion = promoted + 1;
                    self.go_on(&next, walk, chain, at, false, list);
                    walk.promotion = 0;
                }
            }
            _ => {}
        }
        if stays {
            self.go_on(state, walk, chain, at, promotes, list);
        }
    }

    fn go_on(
        &mut self,
        state: &State<W>,
        walk: &mut Walk<W>,
        chain: Chain,
        at: usize,
        in_zone: bool,
        list: &mut MoveList,
    ) {
        let any = self.walk(state, walk, at, list);
        if !any || !chain.must_finish {
            self.finish(state, walk, at, in_zone, list);
        }
    }

    /// Adds the chain as it stands, with its promotions.
    fn finish(&mut self, state: &State<W>, walk: &mut Walk<W>, at: usize, in_zone: bool, list: &mut MoveList) {
        let tables = &self.core.tables;
        let start = list.trail.len();
        list.trail.push(walk.hops.len() as u8);
        for hop in &walk.hops {
            list.trail.push(hop.to as u8);
            list.trail.push(hop.takes.len() as u8);
            list.trail.extend_from_slice(&hop.takes);
        }
        let mv = RawMove::new(walk.from, at, walk.way, Form::Chain, start as u32).promoted(walk.promotion);
        // Only a piece that goes on as what it has become may do the same twice, promoting sooner or later.
        let trail = &list.trail[start..];
        let known = walk.promotion != 0
            && list.moves[walk.first..].iter().any(|known| {
                let other = known.extra() as usize;
                known.promotion() == mv.promotion() && known.to() == mv.to() && list.trail[other..].starts_with(trail)
            });
        let added = list.moves.len();
        if known {
            // Nothing to add.
        } else if in_zone {
            push_promotions(&tables.kinds[kind_of(state.at(at))], usize::from(state.turn), mv, list);
        } else {
            list.moves.push(mv);
        }
        if let Some(reached) = &mut walk.reached {
            let new = list.moves.split_off(added);
            let mut is_new = |mv: &RawMove| reached.results.insert((mv.to(), mv.promotion(), walk.taken));
            list.moves.extend(new.into_iter().filter(|mv| is_new(mv)));
        }
        if list.moves.len() == added {
            list.trail.truncate(start);
        }
    }

    /// What the piece on `at` can do next: each hop once, by the first way in order.
    fn hops(&mut self, state: &State<W>, walk: &Walk<W>, at: usize) -> Vec<Hop<W>> {
        let tables = &self.core.tables;
        let begins = walk.hops.is_empty();
        let node = Node::new(self, state);
        let mut hops: Vec<Hop<W>> = Vec::new();
        for number in self.chaining(state, at, begins) {
            let start = hops.len();
            add_hops(tables, state, &node, number, at, (walk.standing, walk.visited), &mut hops);
            let way = &tables.ways[usize::from(number)];
            let mut judged = hops.split_off(start);
            judged.retain(|hop| {
                let victims = hop.taken.and(state.sides[1 - node.us]);
                way.filter.is_none_or(|hook| self.filter(state, hook, at, hop.to))
                    && way.may_take.is_none_or(|hook| victims.squares().all(|on| self.may_take(state, hook, at, on)))
            });
            hops.append(&mut judged);
        }
        if begins {
            hops.retain(|hop| hop.way == walk.way);
        }
        hops
    }

    /// Whether a chain of one of `pieces` that begins by the way `number` takes the piece on `target`.
    pub(crate) fn chain_attacks(&mut self, state: &State<W>, number: u16, pieces: W::Set, target: usize) -> bool {
        let tables = &self.core.tables;
        let mut turned = *state;
        turned.set_turn(tables, 1 - side_of(state.at(target)) as u8);
        let mut list = MoveList::default();
        for origin in pieces.squares() {
            let way = &tables.ways[usize::from(number)];
            if !self.acts(&turned, origin)
                || !way.when.iter().all(|&when| self.piece_rule(&turned, &tables.conditions[when].condition, origin))
            {
                continue;
            }
            list.clear();
            let node = Node::new(self, &turned);
            self.chain_moves(&turned, &node, number, origin, &mut list);
            if list.moves.iter().any(|mv| list.hops(mv).any(|(_, taken)| taken.contains(&(target as u8)))) {
                return true;
            }
        }
        false
    }
}

impl<W: Width> Walk<W> {
    /// Whether the piece, who has just come to `at` by a hop of `way`, was not there before with all that counts alike.
    fn is_new(&mut self, piece: u8, at: usize, way: u16) -> bool {
        let Some(reached) = &mut self.reached else { return true };
        let (promotion, taken, standing, visited) = (self.promotion, self.taken, self.standing, self.visited);
        reached.places.insert(Place { at, piece, way, promotion, taken, standing, visited })
    }
}

/// Adds a move that ends where a piece of `kind` may promote, once for each promotion it must or may make.
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
