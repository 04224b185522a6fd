//! Legal moves without playing them: whole sets of targets, cut to what the shield allows. What the shield does not
//! know (captures in passing, chains, effects that ask) is played and tested one by one.

use crate::position::state::{State, kind_of};
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::moves::{Form, RawMove};
use crate::rules::node::Node;
use crate::rules::shield::{Held, Shield};
use crate::rules::sink::Sink;
use crate::rules::targets::{Seen, straight};
use crate::variant::flat::{FlatAct, FlatHead, FlatShifts, FlatWay, Shape, slide};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

const LEAPS: u8 = Shape::Leaps as u8;
const FOUR: u8 = Shape::Four as u8;
const EIGHT: u8 = Shape::Eight as u8;
const TERM: u8 = Shape::Term as u8;

/// One man whose moves are made.
pub(crate) struct Man<W: Width> {
    pub(super) from: usize,
    pub(super) kind: usize,
    /// Where it may land; `None`: every move must be tried.
    pub(super) allowed: Option<W::Set>,
    /// It is the royal man: its landing squares are tested one by one.
    pub(super) royal: bool,
}

/// What is worked out once for a position.
pub(crate) struct Ply<W: Width> {
    pub(super) node: Node<W>,
    pub(super) shield: Shield<W>,
    /// The last royal man of the enemy: whoever takes it need not fear for his own.
    pub(super) prize: W::Set,
    pub(super) own_held: Held<W>,
    pub(super) their_held: Held<W>,
}

impl<W: Width> Ply<W> {
    /// A position in which no royal man binds anyone.
    #[inline(always)]
    pub(super) fn open(node: Node<W>) -> Ply<W> {
        Ply { node, shield: Shield::open(), prize: W::Set::EMPTY, own_held: Held::new(), their_held: Held::new() }
    }
}

/// Work on a position that is worth compiling for processors that count and find bits in one instruction: everything
/// under `done` must be inlined.
pub(super) trait Work<W: Width> {
    /// What comes of it. The default says that this way of working does not know.
    type Result: Default;
    /// Does it.
    fn done(self, referee: &mut Referee<'_, W>, state: &State<W>) -> Self::Result;
}

/// Gives all legal moves to a sink.
struct AllMoves<'a, K>(&'a mut K);

impl<W: Width, K: Sink<W>> Work<W> for AllMoves<'_, K> {
    type Result = bool;

    #[inline(always)]
    fn done(self, referee: &mut Referee<'_, W>, state: &State<W>) -> bool {
        referee.fast_anywhere(state, self.0)
    }
}

impl<W: Width> Referee<'_, W> {
    /// Gives all legal moves to `sink`, duty aside. Gives `false`, and nothing, where the position is beyond it: where a
    /// side is without the royal piece that it needs, too.
    #[inline(always)]
    pub(crate) fn fast<K: Sink<W>>(&mut self, state: &State<W>, sink: &mut K) -> bool {
        self.quickly(state, AllMoves(sink))
    }

    /// Does some work with the instructions that this processor has. An x86-64 that lacks them (none since 2013) does
    /// not know, so that its moves are tested one by one; a second copy of the generator for it would double the code.
    #[inline(always)]
    pub(super) fn quickly<T: Work<W>>(&mut self, state: &State<W>, work: T) -> T::Result {
        #[cfg(target_arch = "x86_64")]
        {
            if self.core.has_bit_instructions {
                // SAFETY: the processor was asked for these instructions when the core was made.
                #[allow(unsafe_code)]
                return unsafe { self.fast_with_bit_instructions(state, work) };
            }
            T::Result::default()
        }
        #[cfg(not(target_arch = "x86_64"))]
        work.done(self, state)
    }

    /// The work compiled for processors that count and find bits in one instruction (x86-64-v3 and most of
    /// v2): a quarter faster (`tests/bench/run.sh`), with no build for each machine.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "popcnt,bmi1,bmi2,lzcnt")]
    fn fast_with_bit_instructions<T: Work<W>>(&mut self, state: &State<W>, work: T) -> T::Result {
        work.done(self, state)
    }

    #[inline(always)]
    fn fast_anywhere<K: Sink<W>>(&mut self, state: &State<W>, sink: &mut K) -> bool {
        let core = self.core;
        let tables = &core.tables;
        let us = usize::from(state.turn);
        let mut ply = Ply::open(Node::new(self, state));
        let royal = royals(core, state, us);
        if tables.needs_royal[1 - us] {
            let theirs = royals(core, state, 1 - us);
            if theirs.without_first().is_empty() {
                if theirs.is_empty() {
                    return false;
                }
                ply.prize = theirs;
            }
        }
        if royal.is_empty() {
            if tables.needs_royal[us] {
                return false;
            }
        } else {
            if !royal.without_first().is_empty() {
                return false;
            }
            let king = royal.first();
            let victim = kind_of(state.at(king));
            if self.shield(state, us, king, victim, &mut ply.their_held, &mut ply.shield).is_none() {
                return false;
            }
        }
        let flat = &tables.flat[us];
        for way in &flat.shifts {
            let men = state.men(us, usize::from(way.head.kind));
            if !men.is_empty() {
                self.fast_shifts(tables, state, &mut ply, way, men, sink);
            }
        }
        for way in &flat.simple {
            let men = state.men(us, usize::from(way.head.kind));
            if !men.is_empty() {
                self.fast_simple(tables, state, &mut ply, way, men, sink);
            }
        }
        for way in &flat.acts {
            let men = state.men(us, usize::from(way.head.kind));
            if !men.is_empty() {
                self.fast_acts(tables, state, &mut ply, way, men, sink);
            }
        }
        let bound = ply.shield.pinned.or(ply.shield.loose);
        for rest in &flat.rest {
            let men = state.men(us, usize::from(rest.kind));
            let men = if rest.ways.is_empty() { men.and(bound) } else { men };
            for from in men.squares() {
                let ways = if bound.has(from) { &rest.bound } else { &rest.ways };
                self.fast_man(tables, state, &mut ply, usize::from(rest.kind), from, ways, sink);
            }
        }
        let rights = state.rights & tables.side_rights[us];
        if rights != 0 {
            let occupied = ply.node.occupied;
            if flat.castling.iter().any(|castling| castling.right & rights != 0 && !castling.empty.meets(occupied)) {
                self.fast_castling(tables, state, us, sink);
            }
        }
        true
    }

    #[inline(never)]
    fn fast_castling<K: Sink<W>>(&mut self, tables: &Tables<W>, state: &State<W>, us: usize, sink: &mut K) {
        let start = sink.list().moves.len();
        self.castlings(tables, state, sink.list());
        self.retain_safe(state, us, start, sink);
    }

    /// The men of `men` that a way holds of.
    #[inline(always)]
    fn willing(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        head: &FlatHead,
        side: usize,
        mut men: W::Set,
        held: &mut Held<W>,
    ) -> W::Set {
        if head.asks {
            men = men.and(self.held(state, &tables.ways[usize::from(head.number)], side, held));
            if head.initial {
                men = men.and(state.unmoved);
            }
        }
        men
    }

    /// The moves of one man by some ways.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    pub(super) fn fast_man<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        ply: &mut Ply<W>,
        kind: usize,
        from: usize,
        ways: &[u16],
        sink: &mut K,
    ) {
        let us = ply.node.us;
        let man = Man {
            from,
            kind,
            allowed: (!ply.shield.loose.has(from)).then(|| ply.shield.allowed(from)),
            royal: ply.shield.royal.has(from),
        };
        let mut seen = Seen::new();
        for &number in ways {
            let way = &tables.ways[usize::from(number)];
            if !way.when.is_empty() && !self.held(state, way, us, &mut ply.own_held).has(from) {
                continue;
            }
            if way.initial && !state.unmoved.has(from) {
                continue;
            }
            let only_takes = tables.terms[way.term].reach[us][from].only_takes;
            if only_takes.is_some_and(|takes| !takes.meets(state.sides[1 - us])) {
                continue;
            }
            self.fast_way(tables, state, ply, &man, number, &mut seen, sink);
        }
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn fast_way<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        ply: &mut Ply<W>,
        man: &Man<W>,
        number: u16,
        seen: &mut Seen<W>,
        sink: &mut K,
    ) {
        let us = ply.node.us;
        let node = &mut ply.node;
        let table = &tables.kinds[man.kind];
        let way = &tables.ways[usize::from(number)];
        let from = man.from;
        if way.alone {
            let start = sink.list().moves.len();
            self.way_moves_alone(tables, state, node, number, from, sink.list());
            self.retain_safe(state, us, start, sink);
            return;
        }
        let term = &tables.terms[way.term];
        let reach = &term.reach[us][from];
        let capturable = if term.captures { node.capturable(state, way) } else { W::Set::EMPTY };
        let mut targets = straight(term, reach, node, from, capturable);
        if reach.paths.0 != reach.paths.1 {
            self.fast_paths(tables, state, node, man, number, seen, capturable, &mut targets, sink);
        }
        targets.destroy = targets.destroy.minus(ply.shield.royal);
        if !way.plain {
            self.fast_act(tables, state, node, &ply.shield, man, number, targets, sink);
            return;
        }
        if table.overlaps {
            targets.new_to(&mut seen.targets);
        }
        let mut targets = targets.all();
        if man.royal && !K::SAFE_ROYAL {
            // Tested when one is drawn.
        } else if man.royal {
            targets = self.safe_for_royal(tables, state, ply, from, man.kind, targets);
        } else {
            targets = self.unbound(state, ply, from, number, targets, sink);
        }
        if way.promotes {
            let zone = table.promotion_zone[us].and(targets);
            if !zone.is_empty() {
                self.promote(tables, state, table, number, from, zone, sink);
                targets = targets.minus(zone);
            }
        }
        sink.many(from, number, targets);
        if !state.passing.is_empty() && term.passes_capture {
            let start = sink.list().moves.len();
            self.push_passing(tables, state, &ply.node, seen, number, from, sink.list());
            self.retain_safe(state, us, start, sink);
        }
    }

    /// The moves of all men by a way whose targets are sets and nothing more.
    #[inline(always)]
    pub(super) fn fast_simple<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        ply: &mut Ply<W>,
        way: &FlatWay<W>,
        men: W::Set,
        sink: &mut K,
    ) {
        let men = self.willing(tables, state, &way.head, ply.node.us, men, &mut ply.own_held);
        match way.shape {
            Shape::Leaps => self.fast_each::<K, LEAPS>(tables, state, ply, way, men, sink),
            Shape::Four => self.fast_each::<K, FOUR>(tables, state, ply, way, men, sink),
            Shape::Eight => self.fast_each::<K, EIGHT>(tables, state, ply, way, men, sink),
            Shape::Term => self.fast_each::<K, TERM>(tables, state, ply, way, men, sink),
        }
    }

    /// The moves of each man by such a way, whose shape is known while compiling.
    #[inline(always)]
    fn fast_each<K: Sink<W>, const SHAPE: u8>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        ply: &mut Ply<W>,
        way: &FlatWay<W>,
        men: W::Set,
        sink: &mut K,
    ) {
        let number = way.head.number;
        let bound = ply.shield.pinned.or(ply.shield.loose);
        let empty = ply.node.empty;
        let occupied = ply.node.occupied;
        let capturable = ply.node.spare(state, way.head.spared);
        let land = ply.shield.target.or(ply.prize);
        for from in men.squares() {
            let slot = &way.slots[from];
            let mut targets = slot.quiet.and(empty).or(slot.capture.and(capturable));
            if SHAPE == FOUR || SHAPE == EIGHT {
                let mut slides = slide(&slot.first, occupied);
                if SHAPE == EIGHT {
                    slides = slides.or(slide(&slot.second, occupied));
                }
                targets = targets.or(slides.and(empty.or(capturable)));
            } else if SHAPE == TERM {
                let term = &tables.terms[tables.ways[usize::from(number)].term];
                let slides = term.slide(&term.reach[ply.node.us][from], occupied);
                targets = targets.or(slides.and(empty.or(capturable)));
            }
            if way.royal && ply.shield.royal.has(from) {
                if K::SAFE_ROYAL {
                    targets = self.safe_for_royal(tables, state, ply, from, usize::from(way.head.kind), targets);
                }
            } else if bound.has(from) {
                targets = self.unbound(state, ply, from, number, targets, sink);
            } else {
                targets = targets.and(land);
            }
            if way.head.promotes && targets.meets(way.zone) {
                let kind = &tables.kinds[usize::from(way.head.kind)];
                self.promote(tables, state, kind, number, from, targets.and(way.zone), sink);
                targets = targets.minus(way.zone);
            }
            sink.many(from, number, targets);
        }
    }

    /// Effects that change nothing but the man taken aim at, whose maker stays: what may be their target.
    #[inline(always)]
    fn fast_acts<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        ply: &mut Ply<W>,
        way: &FlatAct<W>,
        men: W::Set,
        sink: &mut K,
    ) {
        let men = self.willing(tables, state, &way.head, ply.node.us, men, &mut ply.own_held);
        let mut aims = ply.node.spare(state, way.head.spared);
        if way.shared {
            let way = &tables.ways[usize::from(way.head.number)];
            aims = aims.minus(*ply.node.given(way));
        }
        let mut given = W::Set::EMPTY;
        for from in men.squares() {
            let mut targets = way.targets[from].and(aims);
            if way.shared {
                targets = targets.minus(given);
                given = given.or(targets);
            }
            sink.many(from, way.head.number, targets.and(ply.shield.act));
        }
        if way.shared && !given.is_empty() {
            let way = &tables.ways[usize::from(way.head.number)];
            let before = ply.node.given(way);
            *before = before.or(given);
        }
    }

    /// Where a man that a threat binds may go.
    #[inline(never)]
    fn unbound<K: Sink<W>>(
        &mut self,
        state: &State<W>,
        ply: &Ply<W>,
        from: usize,
        number: u16,
        targets: W::Set,
        sink: &mut K,
    ) -> W::Set {
        if !ply.shield.loose.has(from) {
            return targets.and(ply.shield.allowed(from).or(ply.prize));
        }
        let mut kept = W::Set::EMPTY;
        for to in targets.squares() {
            if self.lands_safely(state, ply.node.us, &RawMove::new(from, to, number, Form::Plain, 0), sink.list()) {
                kept = kept.with(to);
            }
        }
        kept
    }

    /// The leaps of one way for all men at once.
    #[inline(always)]
    pub(super) fn fast_shifts<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        ply: &mut Ply<W>,
        way: &FlatShifts<W>,
        men: W::Set,
        sink: &mut K,
    ) {
        let us = ply.node.us;
        let men = men.minus(ply.shield.pinned.or(ply.shield.loose));
        let men = self.willing(tables, state, &way.head, us, men, &mut ply.own_held);
        let number = way.head.number;
        let empty = ply.node.empty;
        let quiet = empty.and(ply.shield.target);
        let capture = ply.node.spare(state, way.head.spared).and(ply.shield.target.or(ply.prize));
        for step in &way.steps {
            let movers = men.and(step.from);
            let arrived = if step.via == 0 {
                movers.stepped(step.by)
            } else {
                movers.stepped(step.via).and(empty).stepped(step.by - step.via)
            };
            let mut landing = W::Set::EMPTY;
            if step.quiet {
                landing = quiet;
            }
            if step.capture {
                landing = landing.or(capture);
            }
            let mut targets = arrived.and(landing);
            let leaves = step.via != 0 && way.passes;
            if way.head.promotes && targets.meets(way.zone) {
                let promoting = targets.and(way.zone);
                targets = targets.minus(way.zone);
                self.promote_shifted(tables, state, way, step.by, leaves, promoting, sink);
            }
            if leaves {
                let reach = &tables.terms[tables.ways[usize::from(number)].term].reach[us];
                sink.shifted(targets, step.by, number, Form::Path, |from, to| {
                    RawMove::new(from, to, number, Form::Path, reach[from].paths.0)
                });
            } else {
                sink.shifted(targets, step.by, number, Form::Plain, |from, to| {
                    RawMove::new(from, to, number, Form::Plain, 0)
                });
            }
        }
        if way.takes_passing && !state.passing.is_empty() {
            self.pass_shifted(tables, state, &ply.node, way, men, sink);
        }
    }

    /// The promotions of shifted men.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    fn promote_shifted<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        flat: &FlatShifts<W>,
        by: i32,
        leaves: bool,
        promoting: W::Set,
        sink: &mut K,
    ) {
        let us = usize::from(state.turn);
        let table = &tables.kinds[usize::from(flat.head.kind)];
        if table.promotion_choices.is_some_and(|choices| sink.promoted(promoting, choices)) {
            return;
        }
        let way = &tables.ways[usize::from(flat.head.number)];
        let start = sink.list().moves.len();
        for to in promoting.squares() {
            let from = (to as i32 - by) as usize;
            let (form, extra) = match leaves {
                true => (Form::Path, tables.terms[way.term].reach[us][from].paths.0),
                false => (Form::Plain, 0),
            };
            self.push(tables, state, way, RawMove::new(from, to, flat.head.number, form, extra), sink.list());
        }
        self.keep_promotions(state, table, us, start, sink);
    }

    /// The captures in passing of shifted men.
    #[inline(never)]
    fn pass_shifted<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        flat: &FlatShifts<W>,
        men: W::Set,
        sink: &mut K,
    ) {
        let number = flat.head.number;
        let reverse = &tables.terms[tables.ways[usize::from(number)].term].reverse[node.us];
        let start = sink.list().moves.len();
        let origins = state.passing.squares().fold(W::Set::EMPTY, |origins, to| origins.or(reverse[to].passing));
        for from in origins.and(men).squares() {
            self.push_passing(tables, state, node, &mut Seen::new(), number, from, sink.list());
        }
        self.retain_safe(state, node.us, start, sink);
    }
}
