//! Legal moves without playing them: whole sets of targets, cut to what the shield allows. What the shield does not
//! know (captures en passant, chains, effects that ask) is played and tested one by one.

use crate::position::state::{State, kind_of};
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::moves::{Form, RawMove};
use crate::rules::ply::{Mover, Place, Ply};
use crate::rules::sink::Sink;
use crate::rules::targets::{Seen, along_paths, straight};
use crate::rules::work::Work;
use crate::variant::flat::{FlatAct, FlatHead, FlatShifts, FlatWay, Shape, slide};
use crate::variant::set::{SquareSet, Width};

const LEAPS: u8 = Shape::Leaps as u8;
const FOUR: u8 = Shape::Four as u8;
const EIGHT: u8 = Shape::Eight as u8;
const TERM: u8 = Shape::Term as u8;

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
    /// Gives all legal moves to `sink`, duty aside. Gives `false`, and nothing, where the position is beyond it: where
    /// a side is without the royal piece that it needs, too.
    #[inline(always)]
    pub(crate) fn fast<K: Sink<W>>(&mut self, state: &State<W>, sink: &mut K) -> bool {
        self.quickly(state, AllMoves(sink))
    }

    #[inline(always)]
    fn fast_anywhere<K: Sink<W>>(&mut self, state: &State<W>, sink: &mut K) -> bool {
        let core = self.core;
        let tables = &core.tables;
        let us = usize::from(state.turn);
        let mut ply = Ply::open(self, state);
        ply.tests = true;
        let royal = royals(core, state, us);
        if tables.requires_royal[1 - us] {
            let theirs = royals(core, state, 1 - us);
            if theirs.without_first().is_empty() {
                if theirs.is_empty() {
                    return false;
                }
                ply.last_enemy_royal = theirs;
            }
        }
        if royal.is_empty() {
            if tables.requires_royal[us] {
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
        let place = ply.place;
        let flat = &tables.flat[us];
        for way in &flat.shifts {
            let pieces = state.pieces(us, usize::from(way.head.kind));
            if !pieces.is_empty() {
                self.shifted_moves(place, &mut ply, way, pieces, sink);
            }
        }
        for way in &flat.simple {
            let pieces = state.pieces(us, usize::from(way.head.kind));
            if !pieces.is_empty() {
                self.set_moves(place, &mut ply, way, pieces, sink);
            }
        }
        for way in &flat.acts {
            let pieces = state.pieces(us, usize::from(way.head.kind));
            if !pieces.is_empty() {
                self.act_moves(place, &mut ply, way, pieces, sink);
            }
        }
        let bound = ply.shield.pinned.or(ply.shield.loose);
        for rest in &flat.rest {
            let pieces = state.pieces(us, usize::from(rest.kind));
            let pieces = if rest.ways.is_empty() { pieces.and(bound) } else { pieces };
            for from in pieces.squares() {
                let ways = if bound.has(from) { &rest.bound } else { &rest.ways };
                self.piece_moves(&mut ply, usize::from(rest.kind), from, ways, sink);
            }
        }
        let rights = state.rights & tables.side_rights[us];
        if rights != 0 {
            let occupied = ply.node.occupied;
            if flat.castling.iter().any(|castling| castling.right & rights != 0 && !castling.empty.meets(occupied)) {
                self.castling_moves(&ply, sink);
            }
        }
        true
    }

    #[inline(never)]
    fn castling_moves<K: Sink<W>>(&mut self, ply: &Ply<'_, W>, sink: &mut K) {
        let start = sink.list().moves.len();
        self.castlings(ply.place.state, sink.list());
        self.retain_safe(ply, start, sink);
    }

    /// The pieces of `pieces` that a way holds of.
    #[inline(always)]
    fn willing(&mut self, place: Place<'_, W>, ply: &mut Ply<'_, W>, head: &FlatHead, mut pieces: W::Set) -> W::Set {
        if head.asks {
            let way = &place.tables.ways[usize::from(head.number)];
            pieces = pieces.and(self.held(place.state, way, ply.node.us, &mut ply.own_held));
            if head.initial {
                pieces = pieces.and(place.state.unmoved);
            }
        }
        pieces
    }

    /// The moves of one piece by some ways.
    #[inline(never)]
    pub(super) fn piece_moves<K: Sink<W>>(
        &mut self,
        ply: &mut Ply<'_, W>,
        kind: usize,
        from: usize,
        ways: &[u16],
        sink: &mut K,
    ) {
        let (tables, state, us) = (ply.place.tables, ply.place.state, ply.node.us);
        let piece = Mover::new(ply, kind, from);
        let mut seen = Seen::new();
        for &number in ways {
            let way = &tables.ways[usize::from(number)];
            if !way.when.is_empty() && !self.held(state, way, us, &mut ply.own_held).has(from) {
                continue;
            }
            if way.initial && !state.unmoved.has(from) {
                continue;
            }
            self.way_moves(ply, &piece, number, &mut seen, sink);
        }
    }

    /// The moves of one piece by one way, whose conditions hold.
    #[inline(always)]
    pub(super) fn way_moves<K: Sink<W>>(
        &mut self,
        ply: &mut Ply<'_, W>,
        piece: &Mover<W>,
        number: u16,
        seen: &mut Seen<W>,
        sink: &mut K,
    ) {
        let (tables, state) = (ply.place.tables, ply.place.state);
        let way = &tables.ways[usize::from(number)];
        let from = piece.from;
        let term = &tables.terms[way.term];
        let reach = &term.reach[ply.node.us][from];
        if reach.only_takes.is_some_and(|takes| !takes.meets(state.sides[1 - ply.node.us])) {
            return;
        }
        if way.chain.is_some() {
            let start = sink.list().moves.len();
            self.chain_moves(state, &ply.node, number, from, sink.list());
            self.retain_safe(ply, start, sink);
            return;
        }
        let capturable = if term.captures { ply.node.capturable(state, way) } else { W::Set::EMPTY };
        let mut targets = straight(term, reach, &ply.node, from, capturable);
        let mut longer = Vec::new();
        if reach.paths.0 != reach.paths.1 {
            along_paths(ply, way, term, reach, capturable, &mut targets, |path, path_to| {
                longer.push(RawMove::new(from, path_to, number, Form::Path, path));
            });
        }
        if way.filter.is_some() || way.may_take.is_some() {
            self.judge_targets(ply, way, from, &mut targets, &mut longer);
        }
        targets.destroy = targets.destroy.minus(ply.shield.royal);
        if way.plain {
            let table = &tables.kinds[piece.kind];
            if table.overlaps {
                targets.new_to(&mut seen.targets);
            }
            let quiet = targets.quiet;
            let mut targets = targets.all();
            if !piece.royal {
                targets = self.unbound(ply, from, number, targets, sink);
            } else if K::SAFE_ROYAL {
                targets = self.safe_for_royal(ply.place, ply, from, piece.kind, targets);
            }
            if way.promotes {
                let zone = table.promotion_zone[ply.node.us].and(targets);
                if !zone.is_empty() {
                    self.promote(ply, table, number, from, zone, sink);
                    targets = targets.minus(zone);
                }
            }
            sink.many(from, number, targets);
            if !longer.is_empty() {
                seen.targets.quiet = seen.targets.quiet.or(quiet);
            }
        } else {
            self.effect_moves(ply, number, from, targets, sink);
        }
        if !longer.is_empty() {
            self.longer_moves(ply, piece, longer, seen, sink);
        }
        if !state.passing.is_empty() && term.passes_capture {
            let start = sink.list().moves.len();
            self.push_passing(ply, seen, number, from, sink.list());
            self.retain_safe(ply, start, sink);
        }
    }

    /// The moves of all pieces by a way whose targets are sets and nothing more.
    #[inline(always)]
    pub(super) fn set_moves<K: Sink<W>>(
        &mut self,
        place: Place<'_, W>,
        ply: &mut Ply<'_, W>,
        way: &FlatWay<W>,
        pieces: W::Set,
        sink: &mut K,
    ) {
        let pieces = self.willing(place, ply, &way.head, pieces);
        match way.shape {
            Shape::Leaps => self.each_moves::<K, LEAPS>(place, ply, way, pieces, sink),
            Shape::Four => self.each_moves::<K, FOUR>(place, ply, way, pieces, sink),
            Shape::Eight => self.each_moves::<K, EIGHT>(place, ply, way, pieces, sink),
            Shape::Term => self.each_moves::<K, TERM>(place, ply, way, pieces, sink),
        }
    }

    /// The moves of each piece by such a way, whose shape is known while compiling.
    #[inline(always)]
    fn each_moves<K: Sink<W>, const SHAPE: u8>(
        &mut self,
        place: Place<'_, W>,
        ply: &mut Ply<'_, W>,
        way: &FlatWay<W>,
        pieces: W::Set,
        sink: &mut K,
    ) {
        let number = way.head.number;
        let tables = place.tables;
        let bound = ply.shield.pinned.or(ply.shield.loose);
        let empty = ply.node.empty;
        let occupied = ply.node.occupied;
        let capturable = ply.node.spare(place.state, way.head.spared);
        let land = ply.shield.target.or(ply.last_enemy_royal);
        for from in pieces.squares() {
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
                    targets = self.safe_for_royal(place, ply, from, usize::from(way.head.kind), targets);
                }
            } else if bound.has(from) {
                targets = self.unbound(ply, from, number, targets, sink);
            } else {
                targets = targets.and(land);
            }
            if way.head.promotes && targets.meets(way.zone) {
                let kind = &tables.kinds[usize::from(way.head.kind)];
                self.promote(ply, kind, number, from, targets.and(way.zone), sink);
                targets = targets.minus(way.zone);
            }
            sink.many(from, number, targets);
        }
    }

    /// Effects that change nothing but the piece taken aim at, whose maker stays: what may be their target.
    #[inline(always)]
    fn act_moves<K: Sink<W>>(
        &mut self,
        place: Place<'_, W>,
        ply: &mut Ply<'_, W>,
        way: &FlatAct<W>,
        pieces: W::Set,
        sink: &mut K,
    ) {
        let pieces = self.willing(place, ply, &way.head, pieces);
        let mut aims = ply.node.spare(place.state, way.head.spared);
        let tables = place.tables;
        if way.shared {
            let way = &tables.ways[usize::from(way.head.number)];
            aims = aims.minus(*ply.node.given(way));
        }
        let mut given = W::Set::EMPTY;
        for from in pieces.squares() {
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

    /// Where a piece that is not royal may go.
    #[inline(never)]
    fn unbound<K: Sink<W>>(
        &mut self,
        ply: &Ply<'_, W>,
        from: usize,
        number: u16,
        targets: W::Set,
        sink: &mut K,
    ) -> W::Set {
        if !ply.shield.loose.has(from) {
            return targets.and(ply.shield.allowed(from).or(ply.last_enemy_royal));
        }
        let mut kept = W::Set::EMPTY;
        for to in targets.squares() {
            let mv = RawMove::new(from, to, number, Form::Plain, 0);
            if self.lands_safely(ply.place.state, ply.node.us, &mv, sink.list()) {
                kept = kept.with(to);
            }
        }
        kept
    }

    /// The leaps of one way for all pieces at once.
    #[inline(always)]
    pub(super) fn shifted_moves<K: Sink<W>>(
        &mut self,
        place: Place<'_, W>,
        ply: &mut Ply<'_, W>,
        way: &FlatShifts<W>,
        pieces: W::Set,
        sink: &mut K,
    ) {
        let pieces = pieces.minus(ply.shield.pinned.or(ply.shield.loose));
        let pieces = self.willing(place, ply, &way.head, pieces);
        let (tables, state, us) = (place.tables, place.state, ply.node.us);
        let number = way.head.number;
        let empty = ply.node.empty;
        let quiet = empty.and(ply.shield.target);
        let capture = ply.node.spare(state, way.head.spared).and(ply.shield.target.or(ply.last_enemy_royal));
        for step in &way.steps {
            let movers = pieces.and(step.from);
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
                self.promote_shifted(ply, way, (step.by, leaves), promoting, sink);
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
            self.pass_shifted(ply, way, pieces, sink);
        }
    }

    /// The promotions of shifted pieces, who came so many numbers up, and may have left crossed squares.
    #[inline(never)]
    fn promote_shifted<K: Sink<W>>(
        &mut self,
        ply: &Ply<'_, W>,
        flat: &FlatShifts<W>,
        (by, leaves): (i32, bool),
        promoting: W::Set,
        sink: &mut K,
    ) {
        let tables = ply.place.tables;
        let table = &tables.kinds[usize::from(flat.head.kind)];
        if table.promotion_choices.is_some_and(|choices| sink.promoted(promoting, choices)) {
            return;
        }
        let way = &tables.ways[usize::from(flat.head.number)];
        let start = sink.list().moves.len();
        for to in promoting.squares() {
            let from = (to as i32 - by) as usize;
            let (form, extra) = match leaves {
                true => (Form::Path, tables.terms[way.term].reach[ply.node.us][from].paths.0),
                false => (Form::Plain, 0),
            };
            self.push(ply.place.state, way, RawMove::new(from, to, flat.head.number, form, extra), sink.list());
        }
        self.keep_promotions(ply, table, start, sink);
    }

    /// The captures en passant of shifted pieces.
    #[inline(never)]
    fn pass_shifted<K: Sink<W>>(&mut self, ply: &Ply<'_, W>, flat: &FlatShifts<W>, pieces: W::Set, sink: &mut K) {
        let number = flat.head.number;
        let reverse = &ply.place.tables.terms[ply.place.tables.ways[usize::from(number)].term].reverse[ply.node.us];
        let start = sink.list().moves.len();
        let passing = ply.place.state.passing.squares();
        let origins = passing.fold(W::Set::EMPTY, |origins, to| origins.or(reverse[to].passing));
        for from in origins.and(pieces).squares() {
            self.push_passing(ply, &mut Seen::new(), number, from, sink.list());
        }
        self.retain_safe(ply, start, sink);
    }
}
