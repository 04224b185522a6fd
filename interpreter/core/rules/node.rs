//! What the pieces of the side to move share in a position: who may be taken, what is empty, which effects were given.

use crate::position::state::State;
use crate::rules::Referee;
use crate::script::HookId;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Way;

/// What all pieces of a node share.
pub(crate) struct Node<W: Width> {
    /// The side to move.
    pub(crate) us: usize,
    /// Its pieces.
    pub(crate) own: W::Set,
    /// Enemies that may be taken at all.
    pub(crate) enemy: W::Set,
    /// All pieces.
    pub(crate) occupied: W::Set,
    /// No piece.
    pub(crate) empty: W::Set,
    /// The first effect whose maker does not matter.
    first_shared: Option<HookId>,
    /// The targets it has been given.
    first_given: W::Set,
    /// The others: hook and targets given.
    shared: Vec<(HookId, W::Set)>,
}

impl<W: Width> Node<W> {
    /// What the pieces of the side to move share in `state`.
    #[inline(always)]
    pub(crate) fn new(referee: &mut Referee<'_, W>, state: &State<W>) -> Node<W> {
        let tables = &referee.core.tables;
        let us = usize::from(state.turn);
        let occupied = state.occupied();
        let mut enemy = state.sides[1 - us];
        let n_kinds = if tables.has_immune { tables.n_kinds } else { 0 };
        for kind in 0..n_kinds {
            if tables.immune.has(kind as u8) {
                enemy = enemy.minus(state.of_kind(kind));
            } else if let Some(immune) = &tables.kinds[kind].immune_when {
                for square in state.pieces(1 - us, kind).squares() {
                    if referee.piece_rule(state, &immune.condition, square) {
                        enemy = enemy.without(square);
                    }
                }
            }
        }
        Node {
            us,
            own: state.sides[us],
            enemy,
            occupied,
            empty: tables.all.minus(occupied),
            first_shared: None,
            first_given: W::Set::EMPTY,
            shared: Vec::new(),
        }
    }

    /// Reads the position as if no enemy could be taken; who could be.
    #[inline(always)]
    pub(crate) fn spare_all(&mut self) -> W::Set {
        std::mem::take(&mut self.enemy)
    }

    /// The targets on which the effect of a way has been given already, whoever makes it.
    pub(crate) fn given(&mut self, way: &Way) -> &mut W::Set {
        if self.first_shared.is_none() || self.first_shared == way.does {
            self.first_shared = way.does;
            return &mut self.first_given;
        }
        let place = match self.shared.iter().position(|(known, _)| Some(*known) == way.does) {
            Some(place) => place,
            None => {
                if let Some(hook) = way.does {
                    self.shared.push((hook, W::Set::EMPTY));
                }
                self.shared.len() - 1
            }
        };
        &mut self.shared[place].1
    }

    /// The enemies that `way` may take.
    #[inline(always)]
    pub(crate) fn capturable(&self, state: &State<W>, way: &Way) -> W::Set {
        self.spare(state, way.spared)
    }

    /// The enemies that may be taken, but for those of some kinds (as bits).
    #[inline(always)]
    pub(crate) fn spare(&self, state: &State<W>, spared: u64) -> W::Set {
        if spared == 0 {
            return self.enemy;
        }
        let mut enemy = self.enemy;
        let mut left = spared;
        while left != 0 {
            enemy = enemy.minus(state.of_kind(left.trailing_zeros() as usize));
            left &= left - 1;
        }
        enemy
    }
}
