//! Random games: a position and a seed in, how long the game was and how it ended out.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::condition::Situation;
use crate::rules::moves::MoveList;
use crate::rules::outcome::Outcome;
use crate::variant::set::Width;

/// A random game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Playout {
    /// How many moves were played.
    pub plies: usize,
    /// How it ended; `None` if it reached the greatest length.
    pub outcome: Option<Outcome>,
}

/// The next number of a row (xorshift, 64 bits); a seed must not be 0.
fn next(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

impl<W: Width> Referee<'_, W> {
    /// Plays legal moves, each with equal chance, until an end holds. Repetitions are not counted.
    pub(crate) fn playout(&mut self, start: &State<W>, seed: &mut u64, longest: usize) -> Playout {
        let mut list = MoveList::default();
        let mut state = *start;
        *seed = (*seed).max(1);
        for plies in 0..longest {
            self.legal_moves(&state, &mut list);
            // An empty list may mean an end that stops: then the ends find out for themselves.
            let stuck = if list.moves.is_empty() { None } else { Some(false) };
            let outcome = self.outcome_in(&state, Situation { repetitions: 1, stuck });
            if outcome.is_some() || list.moves.is_empty() {
                return Playout { plies, outcome };
            }
            // The upper half of the number, scaled: no bias that could be measured.
            let pick = ((next(seed) >> 32) * list.moves.len() as u64) >> 32;
            let mv = list.moves[pick as usize];
            state = self.play(&state, &mv, &list);
        }
        Playout { plies: longest, outcome: None }
    }
}
