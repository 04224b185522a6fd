//! Positions: who stands where and whose turn it is, read from FEN and written to it.

pub(crate) mod fen;
pub(crate) mod state;

use crate::board::{KindId, Piece, Side, Square};
use crate::variant::set::{Large, Medium, Small, SquareSet, Width};
use state::{State, kind_of, side_of};

/// A position of a variant: a plain value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) state: AnyState,
}

/// A position in the width of its variant.
// Positions are copied by the million; a box would cost more than the room that a small one wastes.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AnyState {
    /// See [`Small`].
    Small(State<Small>),
    /// See [`Medium`].
    Medium(State<Medium>),
    /// See [`Large`].
    Large(State<Large>),
}

/// Runs a block with the state in its width.
macro_rules! each_state {
    ($position:expr, $state:ident => $body:expr) => {
        match &$position.state {
            $crate::position::AnyState::Small($state) => $body,
            $crate::position::AnyState::Medium($state) => $body,
            $crate::position::AnyState::Large($state) => $body,
        }
    };
}

/// Runs a block with the tables and the state of a variant and its position, in their width.
macro_rules! with_core {
    ($variant:expr, $position:expr, $core:ident, $state:ident => $body:expr) => {
        match (&$variant.core, &$position.state) {
            ($crate::variant::AnyCore::Small($core), $crate::position::AnyState::Small($state)) => $body,
            ($crate::variant::AnyCore::Medium($core), $crate::position::AnyState::Medium($state)) => $body,
            ($crate::variant::AnyCore::Large($core), $crate::position::AnyState::Large($state)) => $body,
            _ => panic!("a position was used with another variant than its own"),
        }
    };
}

pub(crate) use {each_state, with_core};

/// A state that can be put into a [`Position`].
pub(crate) trait IntoPosition {
    /// The position.
    fn position(self) -> Position;
}

macro_rules! into_position {
    ($($width:ident)*) => {
        $(impl IntoPosition for State<$width> {
            fn position(self) -> Position {
                Position { state: AnyState::$width(self) }
            }
        })*
    };
}

into_position!(Small Medium Large);

impl Position {
    /// Whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Side {
        each_state!(self, state => if state.turn == 0 { Side::White } else { Side::Black })
    }

    /// The piece on a square.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<(Side, KindId)> {
        let piece = each_state!(self, state => state.at(square.index()));
        (piece != 0).then(|| (Side::BOTH[side_of(piece)], kind_of(piece) as KindId))
    }

    /// What stands on each square, as codes that are alike for pieces of one side and kind; 0 for nobody.
    pub fn codes(&self) -> &[u8] {
        each_state!(self, state => state.mail.as_ref())
    }

    /// All pieces, by square.
    #[must_use]
    pub fn pieces(&self) -> Vec<Piece> {
        each_state!(self, state => pieces(state))
    }

    /// Hash of everything that decides what may be played from here.
    #[must_use]
    pub fn key(&self) -> u64 {
        each_state!(self, state => state.key)
    }

    /// Whether the same squares hold pieces that have not moved. FEN does not say so of a piece that has come home.
    pub fn unmoved_as(&self, other: &Position) -> bool {
        let unmoved =
            |position: &Position| -> Vec<usize> { each_state!(position, state => state.unmoved.squares().collect()) };
        unmoved(self) == unmoved(other)
    }

    /// The position of which nobody knows how it came about, as its FEN tells it.
    pub fn without_last_move(&self) -> Position {
        each_state!(self, state => {
            let mut state = *state;
            state.last_capture = false;
            state.last_kind = 0;
            state.position()
        })
    }

    /// Plies since the last reset.
    #[must_use]
    pub fn quiet_plies(&self) -> u16 {
        each_state!(self, state => state.quiet)
    }

    /// The number of the move, as FEN counts.
    #[must_use]
    pub fn move_number(&self) -> u16 {
        each_state!(self, state => state.number)
    }
}

fn pieces<W: Width>(state: &State<W>) -> Vec<Piece> {
    let piece = |square: usize| {
        let piece = state.at(square);
        Piece { square: Square(square as u8), side: Side::BOTH[side_of(piece)], kind: kind_of(piece) as KindId }
    };
    state.occupied().squares().map(piece).collect()
}
