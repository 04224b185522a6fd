//! Conditions and ends in the form in which they are tested: squares and kinds as sets.

use crate::board::KindSet;
use crate::check::model::EndResult;
use crate::script::HookId;
use crate::variant::set::Width;

/// A condition of one piece, with the level of what it asks.
#[derive(Debug, Clone)]
pub(crate) struct PieceCondition<W: Width> {
    /// What must hold.
    pub condition: Rule<W>,
    /// 0: board and geometry only; 1: raw attacks; 2 and above otherwise.
    pub level: u8,
}

/// A condition as the engine reads it.
#[derive(Debug, Clone)]
pub(crate) enum Rule<W: Width> {
    /// All hold.
    And(Vec<Rule<W>>),
    /// One holds.
    Or(Vec<Rule<W>>),
    /// Does not hold.
    Not(Box<Rule<W>>),
    /// A royal piece of the side to move is attacked.
    InCheck,
    /// No legal move.
    NoLegalMove,
    /// The n-th time.
    Repetition(u32),
    /// So many quiet plies.
    QuietPlies(u32),
    /// A comparison.
    Compare(Count<W>, crate::definition::condition::Comparison, Count<W>),
    /// The last move took something.
    LastMoveCapture,
    /// The last move was made by one of these.
    LastMoveBy(KindSet),
    /// A function of the script.
    Script(HookId),
    /// It is one of these.
    Is(KindSet),
    /// It has moved.
    Moved,
    /// It stands there: `[side]`.
    On([W::Set; 2]),
    /// A friend of these kinds covers it.
    DefendedBy(KindSet),
    /// An enemy of these kinds attacks it.
    AttackedBy(KindSet),
    /// Always or never.
    Constant(bool),
}

/// A number or a count of pieces.
#[derive(Debug, Clone)]
pub(crate) enum Count<W: Width> {
    /// A number.
    Number(i64),
    /// A count.
    Pieces {
        /// Own of the side to move.
        own: bool,
        /// Of the other side.
        enemy: bool,
        /// Kinds.
        kinds: KindSet,
        /// Only there, `[side of the piece]`.
        on: Option<[W::Set; 2]>,
    },
}

/// One end rule.
#[derive(Debug, Clone)]
pub(crate) struct End<W: Width> {
    /// When.
    pub when: Option<Rule<W>>,
    /// Function that says the result.
    pub script: Option<HookId>,
    /// The result.
    pub result: EndResult,
    /// Whether the position then has no moves.
    pub stops: bool,
    /// Reason.
    pub name: String,
}

/// An end rule as it is tested before moves are generated.
#[derive(Debug, Clone)]
pub(crate) enum EarlyEnd<W: Width> {
    /// A condition, read as if there were a legal move and no repetition.
    Rule(Rule<W>),
    /// The same; holds only where there are no more pieces than this.
    Few(u32, Rule<W>),
    /// So many quiet plies.
    Quiet(u32),
    /// No piece of these kinds, of the side to move, of the other one, or of both.
    Gone {
        /// Of the side to move.
        own: bool,
        /// Of the other side.
        enemy: bool,
        /// Kinds.
        kinds: KindSet,
    },
    /// A function of the script.
    Script(HookId),
}

/// What must be so for none of some ends to hold.
#[derive(Debug, Clone)]
pub(crate) struct Glance {
    /// These are still there: of the side to move (or the other), this kind.
    pub present: Vec<(bool, u8)>,
    /// Fewer quiet plies than this.
    pub quiet: u32,
}
