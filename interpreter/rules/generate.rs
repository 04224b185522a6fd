//! Pseudo-legal moves of a position: tables and conditions in, a list out. Candidates that are the same move (same
//! origin, landing squares, men taken, promotion and effect) come once, with the first way in order.

use crate::position::state::{State, kind_of, man};
use crate::rules::Referee;
use crate::rules::chain::push_promotions;
use crate::rules::lifted::Lent;
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::node::Node;
use crate::rules::targets::{Seen, along_paths, straight};
use crate::script::HookKind;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Castling, Tables, Way};

impl<W: Width> Referee<'_, W> {
    /// All pseudo-legal moves of the side to move.
    pub(crate) fn generate(&mut self, state: &State<W>, list: &mut MoveList) {
        let core = self.core;
        let tables = &core.tables;
        let mut node = Node::new(self, state);
        let judged = tables.active.is_some();
        for (kind, table) in tables.kinds.iter().enumerate() {
            let men = state.men(node.us, kind);
            let lent: Vec<Lent<W>> =
                table.borrows.iter().map(|borrow| self.lent(state, borrow, node.us, men)).collect();
            for from in men.squares() {
                if (judged || table.active.is_some()) && !self.acts(tables, state, from) {
                    continue;
                }
                let mut seen = Seen::new();
                for &number in &table.ways {
                    self.way_moves(tables, state, &mut node, &mut seen, number, from, list);
                }
                for (borrow, lent) in table.borrows.iter().zip(&lent) {
                    for (lender, _) in lent.each().filter(|(_, men)| men.has(from)) {
                        for &number in &borrow.ways[lender] {
                            self.way_moves(tables, state, &mut node, &mut seen, number, from, list);
                        }
                    }
                }
            }
        }
        if state.rights != 0 {
            self.castlings(tables, state, list);
        }
    }

    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn way_moves(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &mut Node<W>,
        seen: &mut Seen<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        let way = &tables.ways[usize::from(number)];
        if way.initial && !state.unmoved.has(from) {
            return;
        }
        for &condition in &way.when {
            if !self.piece_rule(state, &tables.conditions[condition].condition, from) {
                return;
            }
        }
        if way.chain.is_some() {
            self.chain_moves(tables, state, node, number, from, list);
            return;
        }
        let term = &tables.terms[way.term];
        let reach = &term.reach[node.us][from];
        let capturable = if term.captures { node.capturable(state, way) } else { W::Set::EMPTY };
        let mut targets = straight(term, reach, node, from, capturable);
        let mut longer: Vec<RawMove> = Vec::new();
        along_paths(state, node, way, term, reach, capturable, &mut targets, |path_number, path, _, _| {
            longer.push(RawMove::new(from, usize::from(path.to), number, Form::Path, path_number));
        });
        if let Some(hook) = way.filter {
            targets.quiet = self.targets_hook(state, hook, HookKind::Filter, from, targets.quiet);
            targets.capture = self.targets_hook(state, hook, HookKind::Filter, from, targets.capture);
            targets.destroy = self.targets_hook(state, hook, HookKind::Filter, from, targets.destroy);
            longer.retain(|mv| self.filter(state, hook, from, usize::from(mv.to())));
        }
        if let Some(hook) = way.may_take {
            targets.capture = self.targets_hook(state, hook, HookKind::MayTake, from, targets.capture);
            longer.retain(|mv| {
                let taken = term.paths[mv.extra() as usize].takes.with(usize::from(mv.to()));
                let victims = taken.and(state.sides[1 - node.us]);
                victims.squares().all(|victim| self.may_take(state, hook, from, victim))
            });
        }
        if way.identity_target && way.does.is_some() {
            targets.not_given(node.given(way));
        } else if way.plain {
            targets.new_to(&mut seen.targets);
        }
        self.push_all(tables, state, way, number, from, targets.all(), list);
        for mv in longer {
            self.push_longer(tables, state, way, seen, mv, list);
        }
        if !state.passing.is_empty() && term.passes_capture {
            self.push_passing(tables, state, node, seen, number, from, list);
        }
    }

    /// Adds the captures en passant of one way of one piece that it does not have yet.
    #[allow(clippy::too_many_arguments)]
    #[inline(never)]
    pub(super) fn push_passing(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &Node<W>,
        seen: &mut Seen<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        let targets = self.passing_targets(tables, state, node, number, from).minus(seen.passing);
        seen.passing = seen.passing.or(targets);
        let way = &tables.ways[usize::from(number)];
        for to in targets.squares() {
            self.push(tables, state, way, RawMove::new(from, to, number, Form::Passing, 0), list);
        }
    }

    /// Adds a move along a path, unless it is one that the man already has.
    fn push_longer(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        way: &Way,
        seen: &mut Seen<W>,
        mv: RawMove,
        list: &mut MoveList,
    ) {
        let term = &tables.terms[way.term];
        let path = &term.paths[mv.extra() as usize];
        let taken = |mv: &RawMove| {
            (mv.form() == Form::Path).then(|| {
                let path = &tables.terms[tables.ways[usize::from(mv.way())].term].paths[mv.extra() as usize];
                (path.takes, path.destroys)
            })
        };
        let on_the_way = !path.takes.is_empty() || !path.destroys.is_empty();
        if !on_the_way && way.plain {
            if seen.targets.quiet.has(usize::from(mv.to())) && mv.to() != mv.from() {
                return;
            }
            seen.targets.quiet = seen.targets.quiet.with(usize::from(mv.to()));
        }
        let known = list.moves.iter().rev().take_while(|known| known.from() == mv.from()).any(|known| {
            known.to() == mv.to()
                && tables.ways[usize::from(known.way())].does == way.does
                && taken(known) == Some((path.takes, path.destroys))
        });
        if !known {
            self.push(tables, state, way, mv, list);
        }
    }

    /// Adds plain moves to every square of `targets`.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    fn push_all(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        way: &Way,
        number: u16,
        from: usize,
        targets: W::Set,
        list: &mut MoveList,
    ) {
        let kind = kind_of(state.at(from));
        let zone = tables.kinds[kind].promotion_zone[usize::from(state.turn)];
        if way.promotes && zone.meets(targets) {
            for to in targets.squares() {
                self.push(tables, state, way, RawMove::new(from, to, number, Form::Plain, 0), list);
            }
        } else {
            for to in targets.squares() {
                list.moves.push(RawMove::new(from, to, number, Form::Plain, 0));
            }
        }
    }

    /// Adds a move, once for each promotion it must or may make.
    pub(crate) fn push(&mut self, tables: &Tables<W>, state: &State<W>, way: &Way, mv: RawMove, list: &mut MoveList) {
        let side = usize::from(state.turn);
        let kind = &tables.kinds[kind_of(state.at(usize::from(mv.from())))];
        let to = usize::from(mv.to());
        let stays = way.act.closed && way.act.stays;
        if !way.promotes || stays || !kind.promotion_zone[side].has(to) {
            list.moves.push(mv);
            return;
        }
        push_promotions(kind, side, mv, list);
    }

    /// The moves of one way of one man, whatever its other ways give.
    pub(crate) fn way_moves_alone(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        node: &mut Node<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        self.way_moves(tables, state, node, &mut Seen::new(), number, from, list);
    }

    /// The castlings for which nothing stands in the way and the king passes no attacked square.
    pub(crate) fn castlings(&mut self, tables: &Tables<W>, state: &State<W>, list: &mut MoveList) {
        let us = usize::from(state.turn);
        for (number, castling) in tables.castling.iter().enumerate() {
            if castling.side.index() != us || state.rights >> number & 1 == 0 {
                continue;
            }
            let (Some(king), Some(rook)) = (castling.king, castling.rook) else { continue };
            let (king, rook) = (usize::from(king), usize::from(rook));
            let occupied = state.occupied().without(king).without(rook);
            if castling.empty.meets(occupied) {
                continue;
            }
            let to = usize::from(castling.king_to);
            let mv = RawMove::new(king, to, number as u16, Form::Castling, rook as u32);
            let attacked = self.attacked_castling(tables, state, castling).is_some()
                || self.attacked_castled(tables, state, castling, &mv, list).is_some();
            if !attacked {
                list.moves.push(mv);
            }
        }
    }

    /// The first square, of those where the king of a castling stands or that it passes, on which it would be attacked,
    /// and the position in which it would be: it is put there, and the rook is still at home.
    pub(crate) fn attacked_castling(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        castling: &Castling<W>,
    ) -> Option<(State<W>, usize)> {
        let us = usize::from(state.turn);
        let kind = usize::from(castling.king_kind);
        castling.safe.squares().find_map(|square| {
            let mut probe = *state;
            if castling.king.map(usize::from) != Some(square) {
                castling.king.into_iter().for_each(|king| probe.take_off(tables, usize::from(king)));
                probe.take_off(tables, square);
                probe.put(tables, square, us, kind);
            }
            self.attacked(&probe, square, 1 - us, kind).then_some((probe, square))
        })
    }

    /// The position after a castling in which its king, which is not royal and may not pass attacks, would be attacked
    /// where it arrives. Of a royal king that is asked as of every royal piece.
    pub(crate) fn attacked_castled(
        &mut self,
        tables: &Tables<W>,
        state: &State<W>,
        castling: &Castling<W>,
        mv: &RawMove,
        list: &MoveList,
    ) -> Option<State<W>> {
        if castling.safe.is_empty() || tables.royal.has(castling.king_kind) {
            return None;
        }
        let us = usize::from(state.turn);
        let (to, kind) = (usize::from(castling.king_to), usize::from(castling.king_kind));
        let next = self.play(state, mv, list);
        (next.at(to) == man(us, kind) && self.attacked(&next, to, 1 - us, kind)).then_some(next)
    }
}
