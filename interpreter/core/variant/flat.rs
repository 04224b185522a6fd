//! The same tables once more, laid out for the inner loop: what all pieces of a side need, side by side in memory.

use crate::board::KindSet;
use crate::variant::set::{SquareSet, Width};

/// What the inner loop reads of one side.
#[derive(Debug, Clone, Default)]
pub(crate) struct FlatSide<W: Width> {
    /// Ways by which this side could take a royal piece.
    pub attacks: Vec<FlatAttack>,
    /// Origins from which each of them takes on an empty board: `[target * attacks + attack]`.
    pub origins: Vec<W::Set>,
    /// Squares that must be empty for a clean attack: `[target * squares + origin]`; empty without clean attacks.
    pub between: Vec<W::Set>,
    /// Ways made for all pieces at once.
    pub shifts: Vec<FlatShifts<W>>,
    /// Ways whose targets are sets and nothing more, made piece by piece.
    pub simple: Vec<FlatWay<W>>,
    /// Effects that change nothing but the piece they aim at.
    pub acts: Vec<FlatAct<W>>,
    /// What is left to be made one by one, by kind.
    pub rest: Vec<FlatRest>,
    /// Castling moves.
    pub castling: Vec<FlatCastling<W>>,
}

/// A way that could take a royal piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlatAttack {
    /// Whose.
    pub kind: u8,
    /// Nothing but one set of squares, to be found in `between`, can stop it.
    pub clean: bool,
    /// Nothing can stop it.
    pub leaps: bool,
    /// It has conditions.
    pub when: bool,
    /// Only for a piece that has not moved.
    pub initial: bool,
    /// The way.
    pub number: u16,
    /// Kinds it takes.
    pub takes: KindSet,
}

/// A way whose leaps many squares share.
#[derive(Debug, Clone)]
pub(crate) struct FlatShifts<W: Width> {
    /// What they do.
    pub head: FlatHead,
    /// It leaves the squares it crosses to be captured en passant.
    pub passes: bool,
    /// It may capture en passant.
    pub takes_passing: bool,
    /// Its steps.
    pub steps: Vec<FlatStep<W>>,
    /// Where its kind promotes.
    pub zone: W::Set,
}

/// One leap as a step of square numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlatStep<W: Width> {
    /// Squares it is made from.
    pub from: W::Set,
    /// The step.
    pub by: i32,
    /// The step to the square crossed, which must be empty; 0 for none.
    pub via: i32,
    /// To an empty square.
    pub quiet: bool,
    /// Taking an enemy.
    pub capture: bool,
}

/// What the inner loop asks of a way before it reads targets.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlatHead {
    /// Kinds it may not take, as bits.
    pub spared: u64,
    /// The way.
    pub number: u16,
    /// Whose.
    pub kind: u8,
    /// Not every piece of the kind may use it at any time.
    pub asks: bool,
    /// Only for a piece that has not moved.
    pub initial: bool,
    /// It may promote.
    pub promotes: bool,
}

/// A way whose targets are sets and nothing more.
#[derive(Debug, Clone)]
pub(crate) struct FlatWay<W: Width> {
    /// What it does.
    pub head: FlatHead,
    /// The piece may be royal: then its landing squares are tested one by one.
    pub royal: bool,
    /// What its slides are read from.
    pub shape: Shape,
    /// Where its kind promotes.
    pub zone: W::Set,
    /// By origin: `[square]`.
    pub slots: Vec<Slot<W>>,
}

/// What the slides of a way are read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// It has none.
    Leaps,
    /// The first block of a slot.
    Four,
    /// Both blocks.
    Eight,
    /// Some lines turn, or are too many: from the term.
    Term,
}

/// The targets of one square.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot<W: Width> {
    /// Leaps to an empty square.
    pub quiet: W::Set,
    /// Leaps that take.
    pub capture: W::Set,
    /// Slides: two lines that rise and two that fall.
    pub first: [W::Set; 4],
    /// More of them.
    pub second: [W::Set; 4],
}

/// An effect whose maker stays where it is and which changes nothing but the piece it aims at.
#[derive(Debug, Clone)]
pub(crate) struct FlatAct<W: Width> {
    /// What it does.
    pub head: FlatHead,
    /// Which piece makes it does not matter: it is given once for each target.
    pub shared: bool,
    /// What it may aim at: `[square]`.
    pub targets: Vec<W::Set>,
}

/// The ways of one kind that are made piece by piece.
#[derive(Debug, Clone)]
pub(crate) struct FlatRest {
    /// The kind.
    pub kind: u8,
    /// Ways for every piece.
    pub ways: Vec<u16>,
    /// Ways for a piece that a threat binds: those and the ones made for all pieces at once.
    pub bound: Vec<u16>,
}

/// A castling move, as far as it can be refused at a glance.
#[derive(Debug, Clone)]
pub(crate) struct FlatCastling<W: Width> {
    /// Its right.
    pub right: u16,
    /// Must be empty.
    pub empty: W::Set,
}

/// The slides of a block: every square up to and with the first piece.
#[inline(always)]
pub(crate) fn slide<S: SquareSet>(block: &[S; 4], occupied: S) -> S {
    block[0]
        .rising(occupied)
        .or(block[1].rising(occupied))
        .or(block[2].falling(occupied))
        .or(block[3].falling(occupied))
}
