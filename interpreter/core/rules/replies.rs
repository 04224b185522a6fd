//! What a side could take, were it to move: a position and squares in; whether a move takes there, out. Laws compare it
//! with what is said to be attacked.

use crate::board::{Side, Square};
use crate::position::state::{State, kind_of, side_of};
use crate::position::{Position, with_core};
use crate::rules::moves::MoveList;
use crate::rules::{Referee, Rules};
use crate::variant::set::{SquareSet, Width};

impl Rules {
    /// Whether `side`, were it to move, has a move that takes on one of some squares.
    pub fn takes_on(&mut self, position: &Position, side: Side, squares: &[Square]) -> bool {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).takes_on(state, side, squares)
        })
    }

    /// The same of the square `to`, with the piece of `from` put there; who stands there goes.
    pub fn takes_there(&mut self, position: &Position, side: Side, from: Square, to: Square) -> bool {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            let mut probe = *state;
            let piece = state.at(from.index());
            if from != to && piece != 0 {
                probe.take_off(&core.tables, from.index());
                probe.take_off(&core.tables, to.index());
                probe.put(&core.tables, to.index(), side_of(piece), kind_of(piece));
            }
            Referee::new(core, context).takes_on(&probe, side, &[to])
        })
    }
}

impl<W: Width> Referee<'_, W> {
    fn takes_on(&mut self, state: &State<W>, side: Side, squares: &[Square]) -> bool {
        let mut probe = *state;
        if usize::from(state.turn) != side.index() {
            probe.set_passing(&self.core.tables, W::Set::EMPTY, 0);
            probe.set_turn(&self.core.tables, side.index() as u8);
        }
        let squares = W::Set::collect(squares.iter().copied());
        let mut list = MoveList::default();
        self.moves_of_undecided(&probe, &mut list);
        list.moves.iter().any(|mv| self.facts(&probe, mv, &list).captured.meets(squares))
    }
}
