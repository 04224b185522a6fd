//! Legal moves that are more than a set of targets: paths, effects, promotions, and what must be played to be judged.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::fast::Man;
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::node::Node;
use crate::rules::shield::Shield;
use crate::rules::sink::Sink;
use crate::rules::targets::{Longer, Seen, Targets, along_paths};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Kind, Tables};

impl<W: Width> Referee<'_, W> {
    /// The paths of one way: plain ends join `targets`, and what is more than a plain move goes to `sink`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn fast_paths<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        man: &Man<W>,
        number: u16,
        seen: &mut Seen<W>,
        capturable: W::Set,
        targets: &mut Targets<W>,
        sink: &mut K,
    ) {
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let from = man.from;
        let zone = tables.kinds[man.kind].promotion_zone[node.us];
        let reach = &term.reach[node.us][from];
        let mut tried: Vec<RawMove> = Vec::new();
        along_paths(state, node, way, term, reach, capturable, targets, |path_number, path, why, so_far| {
            let to = usize::from(path.to);
            let mv = RawMove::new(from, to, number, Form::Path, path_number);
            match why {
                Longer::Takes => {
                    let same = |known: &RawMove| {
                        let known = &term.paths[known.extra() as usize];
                        known.to == path.to && known.takes == path.takes && known.destroys == path.destroys
                    };
                    if !tried.iter().any(same) {
                        tried.push(mv);
                    }
                }
                Longer::Leaves if seen.targets.quiet.or(so_far.quiet).has(to) => {}
                Longer::Leaves => {
                    seen.targets.quiet = seen.targets.quiet.with(to);
                    match man.allowed {
                        Some(allowed) if !man.royal && !zone.has(to) => {
                            if allowed.has(to) {
                                sink.one(mv);
                            }
                        }
                        _ => tried.push(mv),
                    }
                }
            }
        });
        if !tried.is_empty() {
            let start = sink.list().moves.len();
            for mv in tried {
                self.push(tables, state, way, mv, sink.list());
            }
            self.retain_safe(state, node.us, start, sink);
        }
    }

    /// An effect that changes nothing but the man on the target.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn fast_act<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &mut Node<W>,
        shield: &Shield<W>,
        man: &Man<W>,
        number: u16,
        mut targets: Targets<W>,
        sink: &mut K,
    ) {
        let way = &tables.ways[usize::from(number)];
        if way.identity_target {
            targets.not_given(node.given(way));
        }
        let mut tried = targets.quiet.or(targets.destroy);
        if way.act.turns {
            sink.many(man.from, number, targets.capture.and(shield.act));
        } else {
            tried = tried.or(targets.capture);
        }
        if tried.is_empty() {
            return;
        }
        let start = sink.list().moves.len();
        for to in tried.squares() {
            self.push(tables, state, way, RawMove::new(man.from, to, number, Form::Plain, 0), sink.list());
        }
        self.retain_safe(state, node.us, start, sink);
    }

    /// The promotions in the list from `start` on are legal, unless they make a royal piece or take one away: a new one
    /// may stand attacked, and the last one must not go.
    pub(super) fn keep_promotions<K: Sink<W>>(
        &mut self,
        state: &State<W>,
        table: &Kind<W>,
        us: usize,
        start: usize,
        sink: &mut K,
    ) {
        if table.promotion_moves_royal {
            self.retain_safe(state, us, start, sink);
        } else {
            sink.keep(start);
        }
    }

    /// Moves into the zone, with their promotions.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn promote<K: Sink<W>>(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        table: &Kind<W>,
        number: u16,
        from: usize,
        zone: W::Set,
        sink: &mut K,
    ) {
        if table.promotion_choices.is_some_and(|choices| sink.promoted(zone, choices)) {
            return;
        }
        let way = &tables.ways[usize::from(number)];
        let start = sink.list().moves.len();
        for to in zone.squares() {
            self.push(tables, state, way, RawMove::new(from, to, number, Form::Plain, 0), sink.list());
        }
        self.keep_promotions(state, table, usize::from(state.turn), start, sink);
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
    pub(super) fn lands_safely(&mut self, state: &State<W>, us: usize, mv: &RawMove, list: &MoveList) -> bool {
        let next = self.play(state, mv, list);
        self.is_safe(&next, us, !royals(self.core, state, us).is_empty())
    }
}
