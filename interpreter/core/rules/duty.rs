//! Duty: what the moves of a position claim and are worth, and which of them may be played. Where the functions ask
//! only for the class of a move (who moves, how many it takes, whether it jumps or promotes), the answers are known
//! before there is a move, and what cannot be owed or cannot pay is not generated at all.
//!
//! Moves come in three parts: chains, moves that take, quiet moves. Where no chain can begin and nothing else can be
//! owed, every move is free. Otherwise the parts come one after another, and a part whose merit cannot reach what has
//! been claimed so far, and which claims no more than that, is left out.

use crate::board::KindSet;
use crate::position::state::State;
use crate::rules::asking::{Asking, Facts};
use crate::rules::attack::royals;
use crate::rules::bag::Bag;
use crate::rules::chain::MAX_MOVES;
use crate::rules::classes::{Bounds, Plan};
use crate::rules::hops::Walk;
use crate::rules::moves::{MoveList, RawMove};
use crate::rules::node::Node;
use crate::rules::ply::Ply;
use crate::rules::sink::{Count, Sink};
use crate::rules::weighed::{Unweighed, Weighed, class_of};
use crate::rules::work::Work;
use crate::rules::{Depth, Referee};
use crate::script::{HookId, HookKind, Leaf};
use crate::variant::parts::{Class, MAX_CAPTURES, MAX_CHAINS, Parts};
use crate::variant::set::{SquareSet, Width};

/// Which pieces can begin a chain, for each way of [`Parts::chains`].
type Starters<W> = [<W as Width>::Set; MAX_CHAINS];

/// A position whose duty is known by class.
struct Here<W: Width> {
    plan: Plan,
    starters: Starters<W>,
    /// No chain can begin, and nothing else is owed.
    free: bool,
}

/// Counts the moves that duty leaves.
struct Counting<'a>(&'a mut MoveList);
/// Lists them.
struct Listing<'a>(&'a mut MoveList);
/// Puts them into a bag.
struct Bagging<'a, W: Width>(&'a mut Bag<W>);

impl<W: Width> Work<W> for Counting<'_> {
    type Result = Option<u64>;

    #[inline(always)]
    fn done(self, referee: &mut Referee<'_, W>, state: &State<W>) -> Option<u64> {
        let mut ply = Ply::open(referee, state);
        let here = referee.duty_here(state, &mut ply)?;
        self.0.clear();
        if !here.free {
            return referee.bound_moves::<false>(state, &here, &mut ply, self.0);
        }
        let mut count = Count { moves: 0, scratch: self.0 };
        referee.plain_moves(state, KindSet::ALL, &mut ply, &mut count);
        Some(count.moves)
    }
}

impl<W: Width> Work<W> for Listing<'_> {
    type Result = bool;

    #[inline(always)]
    fn done(mut self, referee: &mut Referee<'_, W>, state: &State<W>) -> bool {
        let mut ply = Ply::open(referee, state);
        let Some(here) = referee.duty_here(state, &mut ply) else { return false };
        self.0.clear();
        if !here.free {
            return referee.bound_moves::<true>(state, &here, &mut ply, self.0).is_some();
        }
        referee.plain_moves(state, KindSet::ALL, &mut ply, &mut self.0);
        true
    }
}

impl<W: Width> Work<W> for Bagging<'_, W> {
    type Result = bool;

    #[inline(always)]
    fn done(self, referee: &mut Referee<'_, W>, state: &State<W>) -> bool {
        let mut ply = Ply::open(referee, state);
        let Some(here) = referee.duty_here(state, &mut ply) else { return false };
        self.0.clear();
        if !here.free {
            return referee.bound_moves::<true>(state, &here, &mut ply, &mut self.0.list).is_some();
        }
        referee.plain_moves(state, KindSet::ALL, &mut ply, self.0);
        true
    }
}

impl<W: Width> Referee<'_, W> {
    /// The number of moves that duty leaves, or `None` where it is not known by class.
    #[inline(always)]
    pub(crate) fn count_by_duty(&mut self, state: &State<W>, list: &mut MoveList) -> Option<u64> {
        self.quickly(state, Counting(list))
    }

    /// The same for positions whose moves do not come in parts: all are made, and weighed.
    pub(crate) fn count_by_class(&mut self, state: &State<W>, list: &mut MoveList) -> Option<u64> {
        let core = self.core;
        while !self.context.asks_each() && !self.context.classes.ask_more {
            list.clear();
            let known = std::mem::take(&mut self.context.classes.known);
            let merits = std::mem::take(&mut self.context.merits);
            let mut sink = Weighed::<W, false>::new(&core.tables, state, &known, merits, list);
            let made = self.fast(state, &mut sink);
            let (result, merits) = sink.finish();
            self.context.classes.known = known;
            self.context.merits = merits;
            match result {
                Ok(moves) if made => return Some(moves),
                Err(Unweighed::Unknown(class)) if made && self.learn(state, class) => {}
                _ => return None,
            }
        }
        None
    }

    /// Lists the moves that duty leaves; `false`, and an empty list, where it is not known by class.
    pub(crate) fn list_by_duty(&mut self, state: &State<W>, list: &mut MoveList) -> bool {
        self.quickly(state, Listing(list))
    }

    /// Puts the moves that duty leaves into a bag: as sets where nobody owes anything. `false` where duty is not known
    /// by class.
    #[inline(always)]
    pub(crate) fn bag_by_duty(&mut self, state: &State<W>, bag: &mut Bag<W>) -> bool {
        self.quickly(state, Bagging(bag))
    }

    /// What is owed in a position; `None` where it cannot be told by class.
    #[inline(always)]
    fn duty_here(&mut self, state: &State<W>, ply: &mut Ply<'_, W>) -> Option<Here<W>> {
        let node = &ply.node;
        let core = self.core;
        let tables = &core.tables;
        let beyond = self.context.asks_each()
            || self.context.depth != Depth::Algebra
            || self.context.classes.ask_more
            || !state.passing.is_empty()
            || state.rights & tables.side_rights[node.us] != 0
            || !royals(core, state, node.us).is_empty()
            || self.missing_royal(state, node.us).is_some();
        if beyond {
            return None;
        }
        let parts = tables.parts.as_ref()?;
        let plan = self.plan(state, parts)?;
        let mut starters = [W::Set::EMPTY; MAX_CHAINS];
        let mut all = W::Set::EMPTY;
        for (starters, &(kind, number)) in starters.iter_mut().zip(&parts.chains) {
            let way = &tables.ways[usize::from(number)];
            let pieces = state.pieces(node.us, usize::from(kind));
            if let Some(hops) = &tables.hops[usize::from(number)] {
                *starters = hops.starters(node.us, pieces, node.capturable(state, way), node.empty);
                all = all.or(*starters);
            }
        }
        Some(Here { plan, starters, free: plan.free && all.is_empty() })
    }

    /// The moves that duty leaves where something may be owed: counted, or listed, too.
    #[inline(always)]
    fn bound_moves<const LIST: bool>(
        &mut self,
        state: &State<W>,
        here: &Here<W>,
        ply: &mut Ply<'_, W>,
        list: &mut MoveList,
    ) -> Option<u64> {
        let core = self.core;
        let tables = &core.tables;
        let parts = tables.parts.as_ref()?;
        let empty = ply.node.empty;
        loop {
            list.clear();
            // Taken out while moves are weighed: making them asks nobody for their class.
            let classes = std::mem::take(&mut self.context.classes.known);
            let merits = std::mem::take(&mut self.context.merits);
            let mut sink = Weighed::<W, LIST>::new(tables, state, &classes, merits, list);
            for (&(kind, number), pieces) in parts.chains.iter().zip(here.starters) {
                self.chains_of(state, &ply.node, usize::from(kind), number, pieces, &mut sink);
            }
            if here.plan.taking.may_count(sink.claimed()) {
                ply.node.empty = W::Set::EMPTY;
                self.plain_moves(state, parts.takers, ply, &mut sink);
                ply.node.empty = empty;
            }
            if here.plan.quiet.may_count(sink.claimed()) {
                let enemy = ply.node.spare_all();
                self.plain_moves(state, parts.movers, ply, &mut sink);
                ply.node.enemy = enemy;
            }
            let (result, merits) = sink.finish();
            self.context.classes.known = classes;
            self.context.merits = merits;
            match result {
                Ok(moves) => return Some(moves),
                Err(Unweighed::Unknown(class)) if self.learn(state, class) => {}
                Err(_) => {
                    list.clear();
                    return None;
                }
            }
        }
    }

    /// Gives the chains of some pieces by one way to `sink`.
    #[inline(always)]
    fn chains_of<const LIST: bool>(
        &mut self,
        state: &State<W>,
        node: &Node<W>,
        kind: usize,
        number: u16,
        pieces: W::Set,
        sink: &mut Weighed<'_, W, LIST>,
    ) {
        let tables = &self.core.tables;
        let Some(hops) = &tables.hops[usize::from(number)] else { return };
        if pieces.is_empty() || self.context.chains_cut {
            return;
        }
        let way = &tables.ways[usize::from(number)];
        let takes = node.capturable(state, way);
        let mut walk = Walk::new(hops, node.us, way.identity_result && !self.context.every_route);
        for from in pieces.squares() {
            let cut = walk.from(from, takes, node.empty, &mut |line| {
                sink.chain(kind, number, hops, line);
                sink.count() < MAX_MOVES as u64
            });
            if cut.is_err() {
                self.cut_chains();
                return;
            }
        }
    }

    /// Gives the moves of some kinds by all ways but chains to `sink`: those to empty squares as far as the position is
    /// read as having any, and those that take, as far as it has enemies.
    #[inline(always)]
    fn plain_moves<K: Sink<W>>(&mut self, state: &State<W>, kinds: KindSet, ply: &mut Ply<'_, W>, sink: &mut K) {
        let core = self.core;
        let tables = &core.tables;
        let flat = &tables.flat[ply.node.us];
        for way in flat.shifts.iter().filter(|way| kinds.has(way.head.kind)) {
            let pieces = state.pieces(ply.node.us, usize::from(way.head.kind));
            if !pieces.is_empty() {
                self.shifted_moves(ply.place, ply, way, pieces, sink);
            }
        }
        for way in flat.simple.iter().filter(|way| kinds.has(way.head.kind)) {
            let pieces = state.pieces(ply.node.us, usize::from(way.head.kind));
            if !pieces.is_empty() {
                self.set_moves(ply.place, ply, way, pieces, sink);
            }
        }
        let Some(parts) = &tables.parts else { return };
        for (kind, ways) in parts.others.iter().filter(|(kind, _)| kinds.has(*kind)) {
            for from in state.pieces(ply.node.us, usize::from(*kind)).squares() {
                self.piece_moves(ply, usize::from(*kind), from, ways, sink);
            }
        }
    }

    /// What duty is known to ask; `None` if its functions ask for more than the class of a move.
    #[inline(always)]
    fn plan(&mut self, state: &State<W>, parts: &Parts) -> Option<Plan> {
        match self.context.classes.plan {
            Some(plan) => Some(plan),
            None => self.make_plan(state, parts),
        }
    }

    #[cold]
    fn make_plan(&mut self, state: &State<W>, parts: &Parts) -> Option<Plan> {
        let mut bounds = [Bounds::NONE; 2];
        for (bounds, classes) in bounds.iter_mut().zip([&parts.taking, &parts.quiet]) {
            for &class in classes {
                if self.context.classes.get(class).is_none() && !self.learn(state, class) {
                    return None;
                }
                if let Some(answer) = self.context.classes.get(class) {
                    bounds.add(answer);
                }
            }
        }
        let [taking, quiet] = bounds;
        let free = taking.claim.max(quiet.claim) <= taking.least_merit.min(quiet.least_merit);
        let plan = Plan { taking, quiet, free };
        self.context.classes.plan = Some(plan);
        Some(plan)
    }

    /// Asks what a class of moves claims and is worth, with no move of that class at hand. `false`, and so for ever, if
    /// the functions want to know more.
    #[cold]
    fn learn(&mut self, state: &State<W>, class: usize) -> bool {
        let answer = self.ask_class(state, class);
        match answer {
            Some(answer) => self.context.classes.set(class, answer),
            None => self.context.classes.ask_more = true,
        }
        answer.is_some()
    }

    fn ask_class(&mut self, state: &State<W>, class: usize) -> Option<(i64, i64)> {
        let duty = self.core.tables.duty;
        let (claim, merit) = duty.claim.zip(duty.merit)?;
        let own = state.sides[usize::from(state.turn)];
        let class = Class::of_number(class);
        if own.is_empty() || class.captures >= MAX_CAPTURES {
            return None;
        }
        let facts = Facts {
            kind: class.kind,
            taken: KindSet(0),
            captured: (0..class.captures as usize).fold(W::Set::EMPTY, W::Set::with),
            jumps: class.jumps,
            promotes: class.promotes,
            way: 0,
        };
        let anywhere = own.first();
        let asking = Asking { target: Some(anywhere), facts: Some(facts), ..Asking::piece(state, anywhere) };
        let mut ask = |hook: HookId, kind: HookKind| match self.ask(state, hook, kind, asking) {
            // Trouble with a move that there is not is no trouble: it will come up again if there is one.
            Leaf::Int(value) if self.asks_only_class(state, hook, asking) => Some(value),
            _ => None,
        };
        ask(claim, HookKind::Claim).zip(ask(merit, HookKind::Merit))
    }

    /// Keeps the candidates whose merit is at least the greatest claim.
    pub(crate) fn do_duty(&mut self, state: &State<W>, list: &mut MoveList) {
        let duty = self.core.tables.duty;
        let (Some(claim), Some(merit)) = (duty.claim, duty.merit) else { return };
        let mut moves = std::mem::take(&mut list.moves);
        let mut greatest = i64::MIN;
        let mut least = i64::MAX;
        let mut merits = std::mem::take(&mut self.context.merits);
        merits.clear();
        for mv in &moves {
            let (claim, merit) = self.claim_and_merit(state, mv, list, claim, merit);
            greatest = greatest.max(claim);
            least = least.min(merit);
            merits.push(merit);
        }
        if least < greatest {
            let mut merit = merits.iter();
            moves.retain(|_| merit.next().is_some_and(|merit| *merit >= greatest));
        }
        self.context.merits = merits;
        list.moves = moves;
    }

    /// What a candidate claims and is worth, from memory where its class says it.
    #[inline(always)]
    fn claim_and_merit(
        &mut self,
        state: &State<W>,
        mv: &RawMove,
        list: &MoveList,
        claim: HookId,
        merit: HookId,
    ) -> (i64, i64) {
        let facts = self.facts(state, mv, list);
        let class = class_of(&facts).number();
        if let Some(known) = self.context.classes.get(class)
            && !self.context.asks_each()
        {
            return known;
        }
        let asking = self.about(state, mv, list);
        let answer =
            (self.weigh(state, claim, HookKind::Claim, asking), self.weigh(state, merit, HookKind::Merit, asking));
        let by_class = facts.captured.count() < MAX_CAPTURES
            && [claim, merit].iter().all(|hook| self.asks_only_class(state, *hook, asking));
        if by_class {
            self.context.classes.set(class, answer);
        }
        answer
    }
}
