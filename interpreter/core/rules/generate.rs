//! Pseudo-legal moves of a position: tables and conditions in, a list out. Candidates that are the same move (same
//! origin, landing squares, pieces taken, promotion and effect) come once, with the first way in order.

use crate::position::state::{State, kind_of, piece};
use crate::rules::Referee;
use crate::rules::chain::push_promotions;
use crate::rules::lifted::Lent;
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::ply::{Mover, Ply};
use crate::rules::targets::Seen;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Castling, Way};

impl<W: Width> Referee<'_, W> {
    /// All pseudo-legal moves of the side to move.
    pub(crate) fn generate(&mut self, state: &State<W>, mut list: &mut MoveList) {
        let tables = &self.core.tables;
        let mut ply = Ply::open(self, state);
        for (kind, table) in tables.kinds.iter().enumerate() {
            let pieces = state.pieces(ply.node.us, kind);
            let lent: Vec<Lent<W>> =
                table.borrows.iter().map(|borrow| self.lent(state, borrow, ply.node.us, pieces)).collect();
            for from in pieces.squares() {
                if (tables.active.is_some() || table.active.is_some()) && !self.acts(state, from) {
                    continue;
                }
                let piece = Mover::new(&ply, kind, from);
                let mut seen = Seen::new();
                let borrowed = table.borrows.iter().zip(&lent).flat_map(|(borrow, lent)| {
                    let lenders = lent.each().filter(|(_, pieces)| pieces.has(from));
                    lenders.flat_map(|(lender, _)| &borrow.ways[lender])
                });
                for &number in table.ways.iter().chain(borrowed) {
                    let way = &tables.ways[usize::from(number)];
                    let holds =
                        |&condition: &usize| self.piece_rule(state, &tables.conditions[condition].condition, from);
                    if (!way.initial || state.unmoved.has(from)) && way.when.iter().all(holds) {
                        self.way_moves(&mut ply, &piece, number, &mut seen, &mut list);
                    }
                }
            }
        }
        if state.rights != 0 {
            self.castlings(state, list);
        }
    }

    /// Adds the captures en passant of one way of one piece that it does not have yet.
    #[inline(never)]
    pub(super) fn push_passing(
        &mut self,
        ply: &Ply<'_, W>,
        seen: &mut Seen<W>,
        number: u16,
        from: usize,
        list: &mut MoveList,
    ) {
        let (tables, state) = (ply.place.tables, ply.place.state);
        let targets = self.passing_targets(state, &ply.node, number, from).minus(seen.passing);
        seen.passing = seen.passing.or(targets);
        let way = &tables.ways[usize::from(number)];
        for to in targets.squares() {
            self.push(state, way, RawMove::new(from, to, number, Form::Passing, 0), list);
        }
    }

    /// Adds a move, once for each promotion it must or may make.
    pub(crate) fn push(&mut self, state: &State<W>, way: &Way, mv: RawMove, list: &mut MoveList) {
        let tables = &self.core.tables;
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

    /// The castlings for which nothing stands in the way and the king passes no attacked square.
    pub(crate) fn castlings(&mut self, state: &State<W>, list: &mut MoveList) {
        let tables = &self.core.tables;
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
            let attacked = self.attacked_castling(state, castling).is_some()
                || self.attacked_castled(state, castling, &mv, list).is_some();
            if !attacked {
                list.moves.push(mv);
            }
        }
    }

    /// The first square, of those where the king of a castling stands or that it passes, on which it would be attacked,
    /// and the position in which it would be: it is put there, and the rook is still at home.
    pub(crate) fn attacked_castling(&mut self, state: &State<W>, castling: &Castling<W>) -> Option<(State<W>, usize)> {
        let tables = &self.core.tables;
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
        state: &State<W>,
        castling: &Castling<W>,
        mv: &RawMove,
        list: &MoveList,
    ) -> Option<State<W>> {
        let tables = &self.core.tables;
        if castling.safe.is_empty() || tables.royal.has(castling.king_kind) {
            return None;
        }
        let us = usize::from(state.turn);
        let (to, kind) = (usize::from(castling.king_to), usize::from(castling.king_kind));
        let next = self.play(state, mv, list);
        (next.at(to) == piece(us, kind) && self.attacked(&next, to, 1 - us, kind)).then_some(next)
    }
}
