//! Moves that are more than a set of targets: paths, effects, promotions, and what must be played to be judged.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::ply::{Mover, Ply};
use crate::rules::sink::Sink;
use crate::rules::targets::{Seen, Targets};
use crate::script::HookKind;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Kind, Way};

impl<W: Width> Referee<'_, W> {
    /// Leaves the targets, and the moves along paths, that the functions of a way allow.
    #[inline(never)]
    pub(super) fn judge_targets(
        &mut self,
        ply: &Ply<'_, W>,
        way: &Way,
        from: usize,
        targets: &mut Targets<W>,
        longer: &mut Vec<RawMove>,
    ) {
        let (tables, state) = (ply.place.tables, ply.place.state);
        if let Some(hook) = way.filter {
            for part in [&mut targets.quiet, &mut targets.capture, &mut targets.destroy] {
                *part = self.targets_hook(state, hook, HookKind::Filter, from, *part);
            }
            longer.retain(|mv| self.filter(state, hook, from, usize::from(mv.to())));
        }
        if let Some(hook) = way.may_take {
            targets.capture = self.targets_hook(state, hook, HookKind::MayTake, from, targets.capture);
            let term = &tables.terms[way.term];
            longer.retain(|mv| {
                let taken = term.paths[mv.extra() as usize].takes.with(usize::from(mv.to()));
                let victims = taken.and(state.sides[1 - ply.node.us]);
                victims.squares().all(|victim| self.may_take(state, hook, from, victim))
            });
        }
    }

    /// The moves of one way along paths that are more than a square to land on, each once.
    #[inline(never)]
    pub(super) fn longer_moves<K: Sink<W>>(
        &mut self,
        ply: &Ply<'_, W>,
        piece: &Mover<W>,
        longer: Vec<RawMove>,
        seen: &mut Seen<W>,
        sink: &mut K,
    ) {
        let tables = ply.place.tables;
        let zone = tables.kinds[piece.kind].promotion_zone[ply.node.us];
        let way_of = |mv: &RawMove| &tables.ways[usize::from(mv.way())];
        let path_of = |mv: &RawMove| &tables.terms[way_of(mv).term].paths[mv.extra() as usize];
        let start = sink.list().moves.len();
        for mv in longer {
            let (way, path, to) = (way_of(&mv), path_of(&mv), usize::from(mv.to()));
            let takes = !path.takes.is_empty() || !path.destroys.is_empty();
            if !takes && way.plain && to != piece.from {
                // It only leaves crossed squares.
                if seen.targets.quiet.has(to) {
                    continue;
                }
                seen.targets.quiet = seen.targets.quiet.with(to);
                if let Some(allowed) = piece.allowed
                    && !piece.royal
                    && !zone.has(to)
                {
                    if allowed.has(to) {
                        sink.one(mv);
                    }
                    continue;
                }
            }
            let same = |known: &RawMove| {
                let other = path_of(known);
                known.to() == mv.to()
                    && way_of(known).does == way.does
                    && (other.takes, other.destroys) == (path.takes, path.destroys)
            };
            if !seen.longer.iter().any(same) {
                seen.longer.push(mv);
                self.push(ply.place.state, way, mv, sink.list());
            }
        }
        self.retain_safe(ply, start, sink);
    }

    /// An effect that changes nothing but the piece on the target, or one of which nothing is known before it is
    /// played.
    pub(super) fn effect_moves<K: Sink<W>>(
        &mut self,
        ply: &mut Ply<'_, W>,
        number: u16,
        from: usize,
        mut targets: Targets<W>,
        sink: &mut K,
    ) {
        let way = &ply.place.tables.ways[usize::from(number)];
        if way.identity_target {
            targets.not_given(ply.node.given(way));
        }
        let mut tried = targets.quiet.or(targets.destroy);
        if way.act.turns {
            sink.many(from, number, targets.capture.and(ply.shield.act));
        } else {
            tried = tried.or(targets.capture);
        }
        let start = sink.list().moves.len();
        for to in tried.squares() {
            let mv = RawMove::new(from, to, number, Form::Plain, 0);
            self.push(ply.place.state, way, mv, sink.list());
        }
        self.retain_safe(ply, start, sink);
    }

    /// The promotions in the list from `start` on are legal, unless they make a royal piece or take one away: a new one
    /// may stand attacked, and the last one must not go.
    pub(super) fn keep_promotions<K: Sink<W>>(
        &mut self,
        ply: &Ply<'_, W>,
        table: &Kind<W>,
        start: usize,
        sink: &mut K,
    ) {
        if table.promotion_moves_royal {
            self.retain_safe(ply, start, sink);
        } else {
            sink.keep(start);
        }
    }

    /// Moves into the zone, with their promotions.
    pub(super) fn promote<K: Sink<W>>(
        &mut self,
        ply: &Ply<'_, W>,
        table: &Kind<W>,
        number: u16,
        from: usize,
        zone: W::Set,
        sink: &mut K,
    ) {
        if table.promotion_choices.is_some_and(|choices| sink.promoted(zone, choices)) {
            return;
        }
        let way = &ply.place.tables.ways[usize::from(number)];
        let start = sink.list().moves.len();
        for to in zone.squares() {
            let mv = RawMove::new(from, to, number, Form::Plain, 0);
            self.push(ply.place.state, way, mv, sink.list());
        }
        self.keep_promotions(ply, table, start, sink);
    }

    /// Keeps the moves from `start` on that leave the royal piece safe, if moves are tested.
    pub(super) fn retain_safe<K: Sink<W>>(&mut self, ply: &Ply<'_, W>, start: usize, sink: &mut K) {
        let (state, us) = (ply.place.state, ply.node.us);
        let list = sink.list();
        if list.moves.len() == start {
            return;
        }
        if ply.tests && !royals(self.core, state, us).is_empty() {
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

    /// Whether a move, played, leaves the own royal piece safe.
    pub(super) fn lands_safely(&mut self, state: &State<W>, us: usize, mv: &RawMove, list: &MoveList) -> bool {
        let next = self.play(state, mv, list);
        self.is_safe(&next, us, !royals(self.core, state, us).is_empty())
    }
}
