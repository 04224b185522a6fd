//! Why a piece may not go where somebody wants it to: a position and two squares, or a castling, in; the rule that forbids
//! it out.

use crate::board::Square;
use crate::position::state::State;
use crate::position::{Position, with_core};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::{Referee, Rules};
use crate::variant::set::{SquareSet, Width};

/// Why there is no legal move between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The piece does not move so.
    Unreachable,
    /// A function of the definition forbids it.
    Forbidden,
    /// It would leave a royal piece attacked, or lose the last one.
    Unsafe,
    /// Another move is owed first.
    Owed,
}

/// Why a castling is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastlingRefusal {
    /// The right to it is gone.
    Lost,
    /// A piece stands on this square, which must be empty.
    Between(Square),
    /// The king would be, or is, attacked on a square; the attacker, if it can be told.
    Attacked {
        /// Where the king is attacked.
        on: Square,
        /// Where the attacker stands.
        by: Option<Square>,
    },
    /// A function of the definition forbids it.
    Forbidden,
    /// Another move is owed first.
    Owed,
}

impl Rules {
    /// Why no legal move leads from one square to another (or through it, in a chain), the nearest miss of several.
    /// Meaningful only where there is none.
    pub fn refusal(&mut self, position: &Position, from: Square, to: Square) -> Refusal {
        self.refusal_by(position, from, to, None)
    }

    /// The same of moves by one movement of the definition; `None` for all.
    pub fn refusal_by(&mut self, position: &Position, from: Square, to: Square, movement: Option<usize>) -> Refusal {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            let mut referee = Referee::new(core, context);
            let mut list = MoveList::default();
            referee.generate(state, &mut list);
            let is_by = |mv: &RawMove| {
                let way = core.tables.ways.get(usize::from(mv.way()));
                let own = way.is_some_and(|way| Some(usize::from(way.movement)) == movement);
                // Castling has its own reasons.
                mv.form() != Form::Castling && (movement.is_none() || own)
            };
            let moves = std::mem::take(&mut list.moves);
            let mut nearest = Refusal::Unreachable;
            for mv in moves.iter().filter(|mv| mv.from() == from.0 && is_by(mv)) {
                if mv.to() == to.0 || list.hops(mv).any(|(landing, _)| landing == to.0) {
                    nearest = nearest.max(referee.refused(state, mv, &list));
                }
            }
            nearest
        })
    }

    /// Why a castling of the side to move is not legal, by its number in the definition. Meaningful only where it is not.
    pub fn castling_refusal(&mut self, position: &Position, number: usize) -> CastlingRefusal {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).castling_refused(state, number)
        })
    }
}

impl<W: Width> Referee<'_, W> {
    /// Why a pseudo-legal move is not legal.
    fn refused(&mut self, state: &State<W>, mv: &RawMove, list: &MoveList) -> Refusal {
        let core = self.core;
        let next = self.play(state, mv, list);
        if !self.is_safe(&next, usize::from(state.turn), true) {
            return Refusal::Unsafe;
        }
        let forbids = core.tables.duty.allowed.is_some_and(|hook| {
            let asking = self.about(state, mv, list);
            !self.allowed(state, hook, asking)
        });
        if forbids { Refusal::Forbidden } else { Refusal::Owed }
    }

    fn castling_refused(&mut self, state: &State<W>, number: usize) -> CastlingRefusal {
        let core = self.core;
        let Some(castling) = core.tables.castling.get(number) else { return CastlingRefusal::Lost };
        let (Some(king), Some(rook)) = (castling.king, castling.rook) else { return CastlingRefusal::Lost };
        if state.rights >> number & 1 == 0 {
            return CastlingRefusal::Lost;
        }
        let both = W::Set::bit(usize::from(king)).with(usize::from(rook));
        let between = castling.empty.and(state.occupied()).minus(both);
        if !between.is_empty() {
            return CastlingRefusal::Between(Square(between.first() as u8));
        }
        let attacked = |by: Option<usize>, on: usize| CastlingRefusal::Attacked {
            on: Square(on as u8),
            by: by.map(|by| Square(by as u8)),
        };
        if let Some((probe, on)) = self.attacked_castling(state, castling) {
            return attacked(self.taker(&probe, on, 1 - usize::from(state.turn)), on);
        }
        let to = usize::from(castling.king_to);
        let mv = RawMove::new(usize::from(king), to, number as u16, Form::Castling, u32::from(rook));
        let list = MoveList::default();
        if let Some(next) = self.attacked_castled(state, castling, &mv, &list) {
            return attacked(self.taker(&next, to, 1 - usize::from(state.turn)), to);
        }
        match self.refused(state, &mv, &list) {
            Refusal::Unsafe => {
                let next = self.play(state, &mv, &list);
                attacked(self.taker(&next, to, 1 - usize::from(state.turn)), to)
            }
            Refusal::Forbidden => CastlingRefusal::Forbidden,
            Refusal::Unreachable | Refusal::Owed => CastlingRefusal::Owed,
        }
    }

    /// A piece of `side` that could take on a square, by any move but for what its own king says.
    fn taker(&mut self, state: &State<W>, target: usize, side: usize) -> Option<usize> {
        let core = self.core;
        let mut turned = *state;
        turned.set_turn(&core.tables, side as u8);
        let mut list = MoveList::default();
        self.generate(&turned, &mut list);
        let moves = std::mem::take(&mut list.moves);
        let found = moves.iter().find(|mv| self.facts(&turned, mv, &list).captured.has(target));
        found.map(|mv| usize::from(mv.from()))
    }
}
