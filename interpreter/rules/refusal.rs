//! Why a man may not go where somebody wants it to: a position and two squares in, the rule that forbids it out.

use crate::board::Square;
use crate::position::{Position, with_core};
use crate::rules::moves::MoveList;
use crate::rules::{Referee, Rules};

/// Why there is no legal move between two squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The man does not move so.
    Unreachable,
    /// A function of the definition forbids it.
    Forbidden,
    /// It would leave a royal man attacked, or lose the last one.
    Unsafe,
    /// Another move is owed first.
    Owed,
}

impl Rules {
    /// Why no legal move leads from one square to another (or through it, in a chain), the nearest miss of several.
    /// Meaningful only where there is none.
    pub fn refusal(&mut self, position: &Position, from: Square, to: Square) -> Refusal {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            let us = usize::from(state.turn);
            let mut referee = Referee::new(core, context);
            let mut list = MoveList::default();
            referee.generate(state, &mut list);
            let moves = std::mem::take(&mut list.moves);
            let mut nearest = Refusal::Unreachable;
            for mv in &moves {
                if mv.from() != from.0 || mv.to() != to.0 && !list.hops(mv).any(|(landing, _)| landing == to.0) {
                    continue;
                }
                let next = referee.play(state, mv, &list);
                let refusal = if !referee.is_safe(&next, us, true) {
                    Refusal::Unsafe
                } else if core.tables.duty.allowed.is_some_and(|hook| {
                    let asking = referee.about(state, mv, &list);
                    !referee.allowed(state, hook, asking)
                }) {
                    Refusal::Forbidden
                } else {
                    Refusal::Owed
                };
                nearest = nearest.max(refusal);
            }
            nearest
        })
    }
}
