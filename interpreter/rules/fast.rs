//! Legal moves without playing them: whole sets of targets, cut to what the shield allows. What the shield does not
//! know (captures in passing, chains, effects that ask) is played and tested one by one.

use crate::position::state::{State, kind_of};
use crate::rules::Referee;
use crate::rules::attack::{View, hitters, royals};
use crate::rules::generate::{Node, path_open, raw};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::shield::{Held, Shield};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Kind, Tables};

/// Where legal moves go: into a list, or only into a count.
pub(crate) trait Sink<W: Width> {
    /// Plain moves to every square of a set.
    fn many(&mut self, from: usize, way: u16, targets: W::Set);
    /// Moves to every square of a set, each from the square so many numbers below.
    fn shifted(&mut self, targets: W::Set, by: i32, make: impl Fn(usize, usize) -> RawMove);
    /// Plain moves to every square of a set, each with so many promotions; false if the sink wants them one by one.
    fn promoted(&mut self, targets: W::Set, choices: u64) -> bool;
    /// One move that is no plain one.
    fn one(&mut self, mv: RawMove);
    /// The moves in the list from `start` on are legal.
    fn keep(&mut self, start: usize);
    /// The list in which moves are made one by one.
    fn list(&mut self) -> &mut MoveList;
}

/// Counts.
pub(crate) struct Count<'a> {
    /// How many.
    pub(crate) moves: u64,
    /// For moves made one by one.
    pub(crate) scratch: &'a mut MoveList,
}

impl<W: Width> Sink<W> for Count<'_> {
    #[inline(always)]
    fn many(&mut self, _: usize, _: u16, targets: W::Set) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, _: i32, _: impl Fn(usize, usize) -> RawMove) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn promoted(&mut self, targets: W::Set, choices: u64) -> bool {
        self.moves += u64::from(targets.count()) * choices;
        true
    }

    #[inline(always)]
    fn one(&mut self, _: RawMove) {
        self.moves += 1;
    }

    #[inline(always)]
    fn keep(&mut self, start: usize) {
        self.moves += (self.scratch.moves.len() - start) as u64;
        self.scratch.moves.truncate(start);
    }

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        self.scratch
    }
}

impl<W: Width> Sink<W> for &mut MoveList {
    #[inline(always)]
    fn many(&mut self, from: usize, way: u16, targets: W::Set) {
        for to in targets.squares() {
            self.moves.push(raw(from, to, way, Form::Plain, 0));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, by: i32, make: impl Fn(usize, usize) -> RawMove) {
        for to in targets.squares() {
            self.moves.push(make((to as i32 - by) as usize, to));
        }
    }

    #[inline(always)]
    fn promoted(&mut self, _: W::Set, _: u64) -> bool {
        false
    }

    #[inline(always)]
    fn one(&mut self, mv: RawMove) {
        self.moves.push(mv);
    }

    #[inline(always)]
    fn keep(&mut self, _: usize) {}

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        self
    }
}

/// What the ways of one man have already given.
struct Seen<W: Width> {
    quiet: W::Set,
    capture: W::Set,
    destroy: W::Set,
    passing: W::Set,
}

/// One man whose moves are made.
struct Man<W: Width> {
    from: usize,
    kind: usize,
    /// Where it may land; `None`: every move must be tried.
    allowed: Option<W::Set>,
    /// It is the royal man: its landing squares are tested one by one.
    royal: bool,
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
        for (kind, table) in tables.kinds.iter().enumerate() {
            let men = state.men(us, kind);
            if men.is_empty() {
                continue;
            }
            let bound = shield.pinned.or(shield.loose);
            for &number in &table.ways {
                let way = &tables.ways[usize::from(number)];
                if way.shifts {
                    let mut men = men;
                    if !way.when.is_empty() {
                        men = men.and(self.held(state, way, us, &mut own_held));
                    }
                    if way.initial {
                        men = men.and(state.unmoved);
                    }
                    self.fast_shifts(tables, state, &node, &shield, prize, table, number, men.minus(bound), sink);
                }
            }
            let alone = if table.ways.iter().all(|&number| tables.ways[usize::from(number)].shifts) {
                men.and(bound)
            } else {
                men
            };
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
                for &number in &table.ways {
                    let way = &tables.ways[usize::from(number)];
                    if way.shifts && !is_bound {
                        continue;
                    }
                    if !way.when.is_empty() && !self.held(state, way, us, &mut own_held).has(from) {
                        continue;
                    }
                    if way.initial && !state.unmoved.has(from) {
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
        if state.rights != 0 {
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
        let capturable = if term.captures { node.capturable(tables, state, way) } else { W::Set::EMPTY };
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
                let done = table.promotion_choices.is_some_and(|choices| sink.promoted(zone, choices));
                if !done {
                    let start = sink.list().moves.len();
                    for to in zone.squares() {
                        self.push(tables, state, way, raw(from, to, number, Form::Plain, 0), sink.list());
                    }
                    sink.keep(start);
                }
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
        let capturable = if term.captures { node.capturable(tables, state, way) } else { W::Set::EMPTY };
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
                        self.push(tables, state, way, raw(from, to, number, Form::Plain, 0), sink.list());
                    }
                    sink.keep(start);
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

    /// The paths of one way: sets of plain targets, and to `sink` what is more than a plain move.
    #[allow(clippy::too_many_arguments)]
    fn fast_paths<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        man: &Man<W>,
        table: &Kind<W>,
        number: u16,
        seen: &mut Seen<W>,
        capturable: W::Set,
        quiet_before: W::Set,
        sink: &mut K,
    ) -> [W::Set; 3] {
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let from = man.from;
        let reach = &term.reach[node.us][from];
        let (mut quiet, mut capture, mut destroy) = (W::Set::EMPTY, W::Set::EMPTY, W::Set::EMPTY);
        let mut tried: Vec<RawMove> = Vec::new();
        for path_number in reach.paths.0..reach.paths.1 {
            let path = &term.paths[path_number as usize];
            if !path_open(path, state, node, capturable) {
                continue;
            }
            let to = usize::from(path.to);
            let stands = to != from && node.occupied.has(to);
            let lands = (path.quiet && !stands)
                || (path.capture && capturable.has(to))
                || (path.destroy && stands && node.own.has(to));
            if lands {
                let bit = W::Set::bit(to);
                let mv = raw(from, to, number, Form::Path, path_number);
                if !path.takes.is_empty() || !path.destroys.is_empty() || to == from {
                    let same = |known: &RawMove| {
                        let known = &term.paths[known.extra as usize];
                        known.to == path.to && known.takes == path.takes && known.destroys == path.destroys
                    };
                    if !tried.iter().any(|known| known.form == Form::Path && same(known)) {
                        tried.push(mv);
                    }
                } else if way.passes && !path.crossed.is_empty() && !stands {
                    if !seen.quiet.or(quiet_before).or(quiet).has(to) {
                        seen.quiet = seen.quiet.with(to);
                        match man.allowed {
                            Some(allowed) if !man.royal && !table.promotion_zone[node.us].has(to) => {
                                if allowed.has(to) {
                                    sink.one(mv);
                                }
                            }
                            _ => tried.push(mv),
                        }
                    }
                } else if !stands {
                    quiet = quiet.or(bit);
                } else if node.own.has(to) {
                    destroy = destroy.or(bit);
                } else {
                    capture = capture.or(bit);
                }
            }
            if path.passing && state.passing.has(to) && !seen.passing.has(to) {
                seen.passing = seen.passing.with(to);
                tried.push(raw(from, to, number, Form::Passing, 0));
            }
        }
        if !tried.is_empty() {
            let start = sink.list().moves.len();
            for mv in tried {
                self.push(tables, state, way, mv, sink.list());
            }
            self.retain_safe(state, node.us, start, sink);
        }
        [quiet, capture, destroy]
    }

    /// An effect that changes nothing but the man on the target.
    #[allow(clippy::too_many_arguments)]
    fn fast_act<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &mut Node<W>,
        shield: &Shield<W>,
        man: &Man<W>,
        number: u16,
        [mut quiet, mut capture, mut destroy]: [W::Set; 3],
        sink: &mut K,
    ) {
        let way = &tables.ways[usize::from(number)];
        if way.identity_target {
            let given = node.given(way);
            quiet = quiet.minus(*given);
            capture = capture.minus(*given);
            destroy = destroy.minus(*given);
            *given = given.or(quiet).or(capture).or(destroy);
        }
        let mut tried = quiet.or(destroy);
        if way.act.stays && !way.act.takes {
            sink.many(man.from, number, capture.and(shield.act));
        } else {
            tried = tried.or(capture);
        }
        if tried.is_empty() {
            return;
        }
        let start = sink.list().moves.len();
        for to in tried.squares() {
            self.push(tables, state, way, raw(man.from, to, number, Form::Plain, 0), sink.list());
        }
        self.retain_safe(state, node.us, start, sink);
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
        for (kind, table) in tables.kinds.iter().enumerate() {
            let all = state.men(them, kind).without(to);
            if all.is_empty() {
                continue;
            }
            for &number in &table.royal_ways {
                let way = &tables.ways[usize::from(number)];
                if !way.takes.has(victim as u8) {
                    continue;
                }
                let term = &tables.terms[way.term];
                let reverse = &term.reverse[them][to];
                let mut men = all.and(reverse.leap.or(reverse.ride).or(reverse.path));
                if men.is_empty() {
                    continue;
                }
                if way.initial {
                    men = men.and(state.unmoved);
                }
                let found = if way.when.is_empty() {
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

    /// Keeps the moves from `start` on that leave the royal man safe.
    pub(crate) fn retain_safe<K: Sink<W>>(&mut self, state: &State<W>, us: usize, start: usize, sink: &mut K) {
        let list = sink.list();
        if list.moves.len() == start {
            return;
        }
        if !royals(self.core, state, us).is_empty() {
            let mut kept = start;
            for number in start..list.moves.len() {
                let mv = list.moves[number];
                if self.lands_safely(state, us, &mv, list) {
                    list.moves[kept] = mv;
                    kept += 1;
                }
            }
            list.moves.truncate(kept);
        }
        sink.keep(start);
    }

    /// Whether a move, played, leaves the own royal man safe.
    fn lands_safely(&mut self, state: &State<W>, us: usize, mv: &RawMove, list: &MoveList) -> bool {
        let next = self.play(state, mv, list);
        self.is_safe(&next, us, !royals(self.core, state, us).is_empty())
    }
}
