//! Counting: how many sequences of legal moves of a given length a position has.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::moves::MoveList;
use crate::variant::set::Width;

impl<W: Width> Referee<'_, W> {
    /// The number of legal move sequences of `depth` plies. `lists` holds one list for each ply.
    pub(crate) fn perft(&mut self, state: &State<W>, depth: usize, lists: &mut [MoveList]) -> u64 {
        if depth == 0 {
            return 1;
        }
        let Some((list, rest)) = lists.split_first_mut() else { return 0 };
        if depth == 1 {
            return self.count(state, list);
        }
        self.legal_moves(state, list);
        let mut nodes = 0;
        for number in 0..list.moves.len() {
            let mv = list.moves[number];
            let next = self.play(state, &mv, list);
            nodes += self.perft(&next, depth - 1, rest);
        }
        nodes
    }
}
