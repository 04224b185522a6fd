//! Counting: how many sequences of legal moves of a given length a position has.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::moves::MoveList;
use crate::variant::set::Width;

/// What is done with the moves of the last ply. The number is the same; the work is not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Leaves {
    /// They are counted as sets where that can be done.
    #[default]
    Counted,
    /// They are put into a list, whose length is taken.
    Listed,
    /// Each is played.
    Played,
}

impl<W: Width> Referee<'_, W> {
    /// The number of legal move sequences of `depth` plies. `lists` holds one list for each ply.
    pub(crate) fn perft(&mut self, state: &State<W>, depth: usize, leaves: Leaves, lists: &mut [MoveList]) -> u64 {
        if depth == 0 {
            return 1;
        }
        let Some((list, rest)) = lists.split_first_mut() else { return 0 };
        if depth == 1 && leaves == Leaves::Counted {
            return self.count(state, list);
        }
        self.legal_moves(state, list);
        if depth == 1 && leaves == Leaves::Listed {
            return list.moves.len() as u64;
        }
        let mut next = *state;
        if depth == 1 {
            for mv in &list.moves {
                // Nothing looks at the position; it is made all the same.
                self.play_into(state, mv, list, &mut next);
                std::hint::black_box(&next);
            }
            return list.moves.len() as u64;
        }
        let mut nodes = 0;
        for number in 0..list.moves.len() {
            if self.context.is_enough(nodes) {
                break;
            }
            let mv = list.moves[number];
            self.play_into(state, &mv, list, &mut next);
            nodes += self.perft(&next, depth - 1, leaves, rest);
        }
        nodes
    }
}
