//! The law of royal pieces: a position and its legal moves in; where they are not what the twin of the variant says,
//! out.
//!
//! The twin is the same variant without royal pieces, so that whatever the tables give is legal there. A move is legal
//! exactly when it may be made in the twin, and then no reply takes a piece that was royal; unless it takes the last
//! royal piece of the enemy, which wins at once. A castling may be made if, besides, no reply would take the king on
//! the squares that it leaves and passes. Duty, and ends that leave a position without moves, are set aside in both.

use super::laws::{Breach, Held};
use crate::board::{Side, Square};
use crate::notation::coordinate;
use crate::position::Position;
use crate::rules::{Move, Moves, Rules, Stop};
use crate::variant::{Royalty, Variant};

/// A variant beside its twin.
#[derive(Debug)]
pub struct Twin {
    /// The variant without duty and ends.
    bound: Rules,
    /// The twin: also without royal pieces.
    free: Rules,
    /// What is asked of royal pieces.
    royalty: Royalty,
}

impl Twin {
    /// The twin of a variant; `None` where the law says nothing: no piece must be kept safe, or what a move takes is
    /// known only once its effect is played.
    #[must_use]
    pub fn of(variant: &Variant) -> Option<Twin> {
        let royalty = variant.royalty();
        let applies = royalty.kinds.contains(&true) || royalty.safe.iter().any(|squares| !squares.is_empty());
        (applies && royalty.takes_are_known).then(|| Twin {
            bound: Rules::new(variant.without_ends()),
            free: Rules::new(variant.without_royals()),
            royalty,
        })
    }

    /// Stops on a sign, see [`Rules::stop_on`].
    pub fn stop_on(&mut self, stop: &Stop) {
        self.bound.stop_on(stop);
        self.free.stop_on(stop);
    }

    /// The legal moves of a position, duty and ends aside.
    pub fn legal_moves(&mut self, here: &Position) -> Moves {
        self.bound.legal_moves(here)
    }

    /// Whether some moves of a position, given by [`Twin::legal_moves`], are those that the twin says are legal.
    ///
    /// # Errors
    /// The first move that is there and should not be, or should be and is not.
    pub fn hold(&mut self, here: &Position, moves: &[Move]) -> Held {
        if Side::BOTH.into_iter().any(|side| self.royalty.needed[side.index()] && self.royals(here, side).is_empty()) {
            return Ok(());
        }
        let free = self.free.legal_moves(here);
        let mut wrong =
            moves.iter().find(|mv| !free.contains(mv)).map(|mv| (mv, "is legal, though the pieces do not move so"));
        for mv in &free {
            if wrong.is_some() {
                break;
            }
            wrong = match (moves.contains(mv), self.danger(here, mv)) {
                (true, Some(danger)) => Some((mv, danger)),
                (false, None) => Some((mv, "is not legal, though no royal piece could be taken after it")),
                _ => None,
            };
        }
        // What a function that failed, or was stopped, has said tells nothing.
        let is_sure = [&self.free, &self.bound].iter().all(|rules| {
            let context = rules.context();
            context.trouble().is_none() && !context.is_stopped()
        });
        match wrong {
            Some((mv, what)) if is_sure => {
                let text = coordinate(self.free.variant(), here, std::slice::from_ref(mv)).concat();
                Err(Breach::new("royal", format!("`{text}` {what}")))
            }
            _ => Ok(()),
        }
    }

    /// Why a move that may be made in the twin is not legal.
    fn danger(&mut self, here: &Position, mv: &Move) -> Option<&'static str> {
        let us = here.turn();
        let next = self.free.play_unchecked(here, mv);
        let mut kept = self.royals(&next, us);
        if let Some(number) = mv.castling() {
            let safe = self.royalty.safe.get(number).cloned().unwrap_or_default();
            let passes = |square: &Square| self.free.takes_there(here, us.other(), mv.from(), *square);
            if safe.iter().any(passes) {
                return Some("is legal, though the king could be taken on its way");
            }
            if !safe.is_empty() && next.at(mv.to()) == Some((us, mv.kind())) {
                kept.push(mv.to());
            }
        }
        if self.royals(&next, us).is_empty() && !self.royals(here, us).is_empty() {
            return Some("is legal, though it loses the last royal piece");
        }
        let wins = self.royalty.needed[us.other().index()] && self.royals(&next, us.other()).is_empty();
        let taken = !kept.is_empty() && !wins && self.free.takes_on(&next, us.other(), &kept);
        taken.then_some("is legal, though a royal piece could be taken after it")
    }

    /// Where the royal pieces of a side stand.
    fn royals(&self, position: &Position, side: Side) -> Vec<Square> {
        let is_royal = |kind: u8| self.royalty.kinds.get(usize::from(kind)) == Some(&true);
        position
            .pieces()
            .iter()
            .filter(|piece| piece.side == side && is_royal(piece.kind))
            .map(|piece| piece.square)
            .collect()
    }
}
