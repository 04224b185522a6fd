//! Random games: a position and a seed in, how long the game was and how it ended out.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::bag::Bag;
use crate::rules::condition::Situation;
use crate::rules::outcome::Outcome;
use crate::variant::set::{SquareSet, Width};

/// How often a move is drawn that may leave the royal piece to be taken, before the legal moves are listed.
const DRAWS: usize = 4;

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

/// A number below `n`.
fn below(seed: &mut u64, n: u64) -> u64 {
    // The upper half of the number, scaled: no bias that could be measured.
    ((next(seed) >> 32) * n) >> 32
}

impl<W: Width> Referee<'_, W> {
    /// Plays legal moves, each with equal chance, until an end holds. Repetitions are not counted.
    pub(crate) fn playout(&mut self, start: &State<W>, seed: &mut u64, longest: usize) -> Playout {
        let mut bag = Bag::new();
        // Played to and fro between two, so that none is copied once more.
        let mut states = [*start; 2];
        *seed = (*seed).max(1);
        for plies in 0..longest {
            let [even, odd] = &mut states;
            let (state, next) = if plies % 2 == 0 { (even, odd) } else { (odd, even) };
            if self.may_be_over(state) {
                let outcome = self.outcome_in(state, Situation { repetitions: 1, stuck: None });
                if outcome.is_some() {
                    return Playout { plies, outcome };
                }
            }
            if !self.move_at_random(state, next, &mut bag, seed) {
                let situation = Situation { repetitions: 1, stuck: Some(true) };
                return Playout { plies, outcome: self.outcome_in(state, situation) };
            }
        }
        Playout { plies: longest, outcome: None }
    }

    /// Makes a legal move, each with equal chance, into `next`; `false` if there is none. No end that stops may hold.
    pub(crate) fn move_at_random(
        &mut self,
        state: &State<W>,
        next: &mut State<W>,
        bag: &mut Bag<W>,
        seed: &mut u64,
    ) -> bool {
        let core = self.core;
        let tables = &core.tables;
        let us = usize::from(state.turn);
        bag.clear();
        let in_bag = if tables.duty.claim.is_some() {
            self.bag_by_duty(state, bag)
        } else {
            self.may_be_fast() && self.fast(state, bag)
        };
        if in_bag {
            let n_moves = bag.len();
            if n_moves == 0 {
                return false;
            }
            let royal = royals(core, state, us);
            for _ in 0..DRAWS {
                let mv = bag.get(tables, us, below(seed, n_moves));
                self.play_into(state, &mv, &bag.list, next);
                // The moves of all others were found safe when they were made.
                if !royal.has(usize::from(mv.from())) || self.is_safe(next, us, true) {
                    return true;
                }
            }
        }
        // From here a fresh number decides, so that each legal move has the same chance whatever was drawn before.
        let list = &mut bag.list;
        list.clear();
        self.moves_of_undecided(state, list);
        if list.moves.is_empty() {
            return false;
        }
        let mv = list.moves[below(seed, list.moves.len() as u64) as usize];
        self.play_into(state, &mv, list, next);
        true
    }
}
