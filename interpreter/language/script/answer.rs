//! What functions answer: the plain values that calls of scripts come to, and their effects.

use crate::diagnostic::Diagnostic;
use crate::script::handles::Handle;
use crate::script::query::{Answer, Query, Set};
use std::sync::Arc;

/// A function that can be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HookId(pub(in crate::script) usize);

impl HookId {
    /// Its number, from 0, below the number of functions.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0
    }
}

/// What an effect does that needs no questions: the same for every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The mover stays where it is.
    pub stays: bool,
    /// The piece on the target is taken off.
    pub removes_target: bool,
    /// Nothing but the piece on the target changes.
    pub only_target: bool,
    /// The mover stays, the piece on the target changes sides, and nothing else happens.
    pub turns_target: bool,
}

/// A call and what it asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// What came of it.
    pub leaf: Leaf,
    /// Questions with their answers, in order, each once.
    pub record: Vec<(Query, Answer)>,
    /// Whether the same answers always lead to the same leaf; if not, the hook must be called each time.
    pub recordable: bool,
    /// What it cost: about one for each operation.
    pub units: u64,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaf {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A kind.
    Kind(Option<u8>),
    /// Effects in the order in which they are applied.
    Effects(Arc<[Effect]>),
    /// How the game ended for the side to move.
    Outcome(Option<Verdict>),
    /// It failed.
    Error(Box<Diagnostic>),
}

/// How a game ended, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `"win"`
    Win,
    /// `"loss"`
    Loss,
    /// `"draw"`
    Draw,
}

/// What an effect acts on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    /// One square.
    Square(Handle),
    /// A set of squares.
    Set(Set),
}

/// Something a move does beside, or instead of, moving and taking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The piece stays where it was.
    Stay,
    /// Pieces vanish.
    Remove(Operand),
    /// Pieces change sides.
    Convert(Operand),
    /// A piece of the mover's side and this kind appears.
    Put(u8, Handle),
    /// The piece on the first square goes to the second.
    Shift(Handle, Handle),
    /// The pieces on two squares change places.
    Swap(Handle, Handle),
    /// The mover becomes this kind.
    Promote(u8),
    /// The same side moves again.
    Again,
}

impl Effect {
    /// The word by which a script asks for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Effect::Stay => "stay",
            Effect::Remove(_) => "remove",
            Effect::Convert(_) => "convert",
            Effect::Put(..) => "put",
            Effect::Shift(..) => "shift",
            Effect::Swap(..) => "swap",
            Effect::Promote(_) => "promote",
            Effect::Again => "again",
        }
    }
}
