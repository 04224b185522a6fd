//! Legal moves without playing them: whole sets of targets, cut to what the shield allows. What the shield does not
//! know (captures in passing, chains, effects that ask) is played and tested one by one.

use crate::position::state::{State, kind_of};
use crate::rules::Referee;
use crate::rules::attack::{View, hitters, royals};
use crate::rules::generate::{Node, raw};
use crate::rules::moves::Form;
use crate::rules::shield::{Held, Shield};
use crate::rules::sink::Sink;
use crate::variant::flat::{FlatWay, slide};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Kind, Tables};

/// What the ways of one man have already given.
pub(crate) struct Seen<W: Width> {
    pub(super) quiet: W::Set,
    pub(super) capture: W::Set,
    pub(super) destroy: W::Set,
    pub(super) passing: W::Set,
}

/// One man whose moves are made.
pub(crate) struct Man<W: Width> {
    pub(super) from: usize,
    pub(super) kind: usize,
    /// Where it may land; `None`: every move must be tried.
    pub(super) allowed: Option<W::Set>,
    /// It is the royal man: its landing squares are tested one by one.
    pub(super) royal: bool,
}

impl<W: Width> Referee<'_, W> {
    /// Gives all legal moves to `sink`, duty aside. Gives `false`, and nothing, where the position is beyond it.
    pub(crate) fn fast<K: Sink<W>>(&mut self, state: &State<W>, sink: &mut K) -> bool {
        let core = self.core;
        let tables = &core.tables;
        let us = usize::from(state.turn);
        let mut own_held = Held::new();
        let mut their_held = Held::new();
        let royal = royals(core, state, us);
        let shield = if royal.is_empty() {
            Shield::open()
        } else if royal.without_first().is_empty() {
            let king = royal.first();
            match self.shield(state, us, king, kind_of(state.at(king)), &mut their_held) {
                Some(shield) => shield,
                None => return false,
            }
        } else {
            return false;
        };
        // Whoever takes the last royal man of the enemy need not fear for his own.
        let prize = if tables.needs_royal[1 - us] && !royal.is_empty() {
            let theirs = royals(core, state, 1 - us);
            if theirs.without_first().is_empty() { theirs } else { W::Set::EMPTY }
        } else {
            W::Set::EMPTY
        };
        let mut node = Node::new(self, state);
        let bound = shield.pinned.or(shield.loose);
        for (kind, table) in tables.kinds.iter().enumerate() {
            let men = state.men(us, kind);
            if men.is_empty() {
                continue;
            }
            let flat = &tables.flat[kind];
            for &number in &flat.shifts {
                let way = &tables.ways[usize::from(number)];
                let mut men = men;
                if !way.when.is_empty() {
                    men = men.and(self.held(state, way, us, &mut own_held));
                }
                if way.initial {
                    men = men.and(state.unmoved);
                }
                self.fast_shifts(tables, state, &node, &shield, prize, table, number, men.minus(bound), sink);
            }
            for way in &flat.simple {
                let mut men = men.minus(bound);
                if way.when {
                    men = men.and(self.held(state, &tables.ways[usize::from(way.number)], us, &mut own_held));
                }
                if way.initial {
                    men = men.and(state.unmoved);
                }
                self.fast_simple(tables, state, &node, &shield, prize, table, way, men, sink);
            }
            let alone = if flat.rest.is_empty() { men.and(bound) } else { men };
            for from in alone.squares() {
                let man = Man {
                    from,
                    kind,
                    allowed: (!shield.loose.has(from)).then(|| shield.allowed(from)),
                    royal: royal.has(from),
                };
                let mut seen = Seen {
                    quiet: W::Set::EMPTY,
                    capture: W::Set::EMPTY,
                    destroy: W::Set::EMPTY,
                    passing: W::Set::EMPTY,
                };
                let is_bound = bound.has(from);
                for &number in if is_bound { &table.ways } else { &flat.rest } {
                    let way = &tables.ways[usize::from(number)];
                    if !way.when.is_empty() && !self.held(state, way, us, &mut own_held).has(from) {
                        continue;
                    }
                    if way.initial && !state.unmoved.has(from) {
                        continue;
                    }
                    let only_takes = tables.terms[way.term].reach[us][from].only_takes;
                    if only_takes.is_some_and(|takes| !takes.meets(state.sides[1 - us])) {
                        continue;
                    }
                    self.fast_way(
                        tables,
                        state,
                        &mut node,
                        &shield,
                        prize,
                        &man,
                        table,
                        number,
                        &mut seen,
                        &mut their_held,
                        sink,
                    );
                }
            }
        }
        if state.rights & tables.side_rights[us] != 0 {
            let start = sink.list().moves.len();
            self.castlings(tables, state, sink.list());
            self.retain_safe(state, us, start, sink);
        }
        true
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn fast_way<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &mut Node<W>,
        shield: &Shield<W>,
        prize: W::Set,
        man: &Man<W>,
        table: &Kind<W>,
        number: u16,
        seen: &mut Seen<W>,
        their_held: &mut Held<W>,
        sink: &mut K,
    ) {
        let way = &tables.ways[usize::from(number)];
        let from = man.from;
        if way.alone {
            let start = sink.list().moves.len();
            self.way_moves_alone(tables, state, node, number, from, sink.list());
            self.retain_safe(state, node.us, start, sink);
            return;
        }
        let term = &tables.terms[way.term];
        let reach = &term.reach[node.us][from];
        let capturable = if term.captures { node.capturable(state, way) } else { W::Set::EMPTY };
        let mut quiet = reach.quiet.and(node.empty);
        let mut capture = reach.capture.and(capturable);
        let mut destroy = reach.destroy.and(node.own).without(from);
        if reach.blocks.0 != reach.blocks.1 || reach.lines.0 != reach.lines.1 {
            let slides = term.slide(reach, node.occupied);
            quiet = quiet.or(slides.and(node.empty));
            capture = capture.or(slides.and(capturable));
        }
        for ride in &reach.rides {
            let start = ride.start as usize;
            for &square in &term.ride_squares[start..start + usize::from(ride.length)] {
                let bit = W::Set::bit(usize::from(square));
                if bit.meets(node.empty) {
                    if ride.quiet {
                        quiet = quiet.or(bit);
                    }
                    continue;
                }
                if ride.capture {
                    capture = capture.or(bit.and(capturable));
                }
                if ride.destroy {
                    destroy = destroy.or(bit.and(node.own));
                }
                break;
            }
        }
        if reach.paths.0 != reach.paths.1 {
            let more = self.fast_paths(tables, state, node, man, table, number, seen, capturable, quiet, sink);
            quiet = quiet.or(more[0]);
            capture = capture.or(more[1]);
            destroy = destroy.or(more[2]);
        }
        destroy = destroy.minus(shield.royal);
        if !way.plain {
            self.fast_act(tables, state, node, shield, man, number, [quiet, capture, destroy], sink);
            return;
        }
        if table.overlaps {
            quiet = quiet.minus(seen.quiet);
            capture = capture.minus(seen.capture);
            destroy = destroy.minus(seen.destroy);
            seen.quiet = seen.quiet.or(quiet);
            seen.capture = seen.capture.or(capture);
            seen.destroy = seen.destroy.or(destroy);
        }
        let mut targets = quiet.or(capture).or(destroy);
        if man.royal {
            targets = self.safe_for_royal(tables, state, node.us, man, targets, prize, their_held);
        } else if let Some(allowed) = man.allowed {
            targets = targets.and(allowed.or(prize));
        } else {
            let mut kept = W::Set::EMPTY;
            for to in targets.squares() {
                if self.lands_safely(state, node.us, &raw(from, to, number, Form::Plain, 0), sink.list()) {
                    kept = kept.with(to);
                }
            }
            targets = kept;
        }
        if way.promotes {
            let zone = table.promotion_zone[node.us].and(targets);
            if !zone.is_empty() {
                self.promote(tables, state, table, number, from, zone, sink);
                targets = targets.minus(zone);
            }
        }
        sink.many(from, number, targets);
        if !state.passing.is_empty() && term.passes_capture {
            let start = sink.list().moves.len();
            let passing = reach.passing.and(state.passing).minus(seen.passing);
            seen.passing = seen.passing.or(passing);
            for to in passing.squares() {
                self.push(tables, state, way, raw(from, to, number, Form::Passing, 0), sink.list());
            }
            self.retain_safe(state, node.us, start, sink);
        }
    }

    /// The moves of all men by a way whose targets are sets and nothing more.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn fast_simple<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        shield: &Shield<W>,
        prize: W::Set,
        table: &Kind<W>,
        way: &FlatWay<W>,
        men: W::Set,
        sink: &mut K,
    ) {
        if men.is_empty() {
            return;
        }
        let quiet = node.empty.and(shield.target);
        let capture = node.spare(state, way.spared).and(shield.target.or(prize));
        let both = quiet.or(capture);
        let slots = &way.slots[node.us];
        for from in men.squares() {
            let slot = &slots[from];
            let mut targets = slot.quiet.and(quiet).or(slot.capture.and(capture));
            if way.lines {
                let term = &tables.terms[tables.ways[usize::from(way.number)].term];
                targets = targets.or(term.slide(&term.reach[node.us][from], node.occupied).and(both));
            } else {
                if way.blocks > 0 {
                    targets = targets.or(slide(&slot.first, node.occupied).and(both));
                }
                if way.blocks > 1 {
                    targets = targets.or(slide(&slot.second, node.occupied).and(both));
                }
            }
            if way.promotes {
                let zone = table.promotion_zone[node.us].and(targets);
                if !zone.is_empty() {
                    self.promote(tables, state, table, way.number, from, zone, sink);
                    targets = targets.minus(zone);
                }
            }
            sink.many(from, way.number, targets);
        }
    }

    /// The leaps of one way for all men at once.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn fast_shifts<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        shield: &Shield<W>,
        prize: W::Set,
        table: &Kind<W>,
        number: u16,
        men: W::Set,
        sink: &mut K,
    ) {
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let Some(shifts) = &term.shifts[node.us] else { return };
        if men.is_empty() {
            return;
        }
        let capturable = if term.captures { node.capturable(state, way) } else { W::Set::EMPTY };
        let zone = if way.promotes { table.promotion_zone[node.us] } else { W::Set::EMPTY };
        for shift in shifts {
            let mut movers = men.and(shift.from);
            if shift.via != 0 {
                movers = movers.shifted(shift.via).and(node.empty).shifted(-shift.via);
            }
            let mut landing = W::Set::EMPTY;
            if shift.quiet {
                landing = node.empty.and(shield.target);
            }
            if shift.capture {
                landing = landing.or(capturable.and(shield.target.or(prize)));
            }
            let mut targets = movers.shifted(shift.by).and(landing);
            let promoting = targets.and(zone);
            if !promoting.is_empty() {
                targets = targets.minus(promoting);
                if !table.promotion_choices.is_some_and(|choices| sink.promoted(promoting, choices)) {
                    let start = sink.list().moves.len();
                    for to in promoting.squares() {
                        let from = (to as i32 - shift.by) as usize;
                        let mv = if shift.via != 0 && way.passes {
                            raw(from, to, number, Form::Path, term.reach[node.us][from].paths.0)
                        } else {
                            raw(from, to, number, Form::Plain, 0)
                        };
                        self.push(tables, state, way, mv, sink.list());
                    }
                    self.keep_promotions(state, table, node.us, start, sink);
                }
            }
            if shift.via != 0 && way.passes {
                sink.shifted(targets, shift.by, |from, to| {
                    raw(from, to, number, Form::Path, term.reach[node.us][from].paths.0)
                });
            } else {
                sink.shifted(targets, shift.by, |from, to| raw(from, to, number, Form::Plain, 0));
            }
        }
        if !state.passing.is_empty() && term.passes_capture {
            let start = sink.list().moves.len();
            for to in state.passing.squares() {
                for from in term.reverse[node.us][to].passing.and(men).squares() {
                    self.push(tables, state, way, raw(from, to, number, Form::Passing, 0), sink.list());
                }
            }
            self.retain_safe(state, node.us, start, sink);
        }
    }

    /// The squares of `targets` on which the royal man would not be attacked.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn safe_for_royal(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        us: usize,
        man: &Man<W>,
        targets: W::Set,
        prize: W::Set,
        held: &mut Held<W>,
    ) -> W::Set {
        let mut safe = targets.and(prize);
        for to in targets.minus(prize).squares() {
            if !self.royal_attacked(tables, state, us, man.from, to, man.kind, held) {
                safe = safe.with(to);
            }
        }
        safe
    }

    /// Whether the royal man on `from` would be attacked on `to`.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn royal_attacked(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        us: usize,
        from: usize,
        to: usize,
        victim: usize,
        held: &mut Held<W>,
    ) -> bool {
        let them = 1 - us;
        let mut sides = state.sides;
        sides[us] = sides[us].without(from).with(to);
        sides[them] = sides[them].without(to);
        let view = View { occupied: sides[0].or(sides[1]), sides };
        for kind in 0..tables.n_kinds {
            let all = state.men(them, kind).without(to);
            if all.is_empty() {
                continue;
            }
            for attack in &tables.flat[kind].attacks {
                let mut men = all.and(attack.slots[them][to].any());
                if men.is_empty() || !attack.takes.has(victim as u8) {
                    continue;
                }
                let way = &tables.ways[usize::from(attack.number)];
                let term = &tables.terms[way.term];
                if attack.initial {
                    men = men.and(state.unmoved);
                }
                let found = if !attack.when {
                    hitters::<W, true>(term, tables.n_squares, &view, them, to, men)
                } else {
                    men = men.and(self.held(state, way, them, held));
                    let mut found = hitters::<W, false>(term, tables.n_squares, &view, them, to, men);
                    // What the royal man takes no longer covers anyone.
                    if let Some(kinds) = way.steady
                        && kinds.0 != 0
                        && state.sides[them].has(to)
                    {
                        for attacker in found.squares() {
                            let support = crate::rules::attack::raw_attackers(tables, state, them, attacker, kinds);
                            if support.without(to).is_empty() {
                                found = found.without(attacker);
                            }
                        }
                    }
                    found
                };
                if !found.is_empty() {
                    return true;
                }
            }
        }
        false
    }
}
