//! A checked definition: names resolved to numbers, regions to squares, movements expanded. Only `check` makes one.

use crate::board::{Board, KindId, KindSet, Piece, Side, Square};
use crate::definition::condition::Comparison;
use crate::definition::{ChainPromotion, Definition, Identity};
use crate::expansion::{ExpandedTerm, Landing};
use crate::script::{HookId, Program};
use crate::source::Spanned;
use std::sync::Arc;

/// Squares of a region, for each side: `[side][square]`.
pub type SideSquares = [Vec<bool>; 2];

/// A definition in which every name means something.
#[derive(Debug, Clone)]
pub struct CheckedDefinition {
    /// What was written.
    pub definition: Arc<Definition>,
    /// The board.
    pub board: Board,
    /// Kinds of pieces in the order of the definition.
    pub kinds: Vec<CheckedKind>,
    /// All movements: those of the kinds, then those of the powers.
    pub movements: Vec<CheckedMovement>,
    /// Powers.
    pub powers: Vec<CheckedPower>,
    /// Regions by name, for scripts.
    pub regions: Vec<(String, SideSquares)>,
    /// The compiled scripts.
    pub program: Option<Program>,
    /// Whether some condition or script asks who has moved.
    pub minds_moved: bool,
    /// Top-level `active`.
    pub active: Option<Condition>,
    /// Promotion rules.
    pub promotions: Vec<CheckedPromotion>,
    /// Castling.
    pub castling: Vec<CheckedCastling>,
    /// What resets the count of quiet plies.
    pub quiet: QuietResets,
    /// Duty.
    pub duty: Duty,
    /// `fn after(mv)`.
    pub after: Option<HookId>,
    /// Ends in order.
    pub ends: Vec<CheckedEnd>,
    /// Who moves first.
    pub first: Side,
    /// FEN of the start and where it is written.
    pub start: Spanned<String>,
    /// The pieces of the start.
    pub placement: Vec<Piece>,
    /// Options and their values in force, in order.
    pub options: Vec<(String, String)>,
}

/// A kind of piece.
#[derive(Debug, Clone)]
pub struct CheckedKind {
    /// Its name.
    pub name: String,
    /// Its capital letter.
    pub letter: char,
    /// Must be kept safe.
    pub royal: bool,
    /// Worth, in hundredths.
    pub value: Option<i64>,
    /// Its own movements in order (indices into `movements`).
    pub movements: Vec<usize>,
    /// What its captures may take.
    pub takes: KindSet,
    /// Judged per victim.
    pub may_take: Option<HookId>,
    /// May not be taken at all.
    pub immune: bool,
    /// May not be taken while this holds of it.
    pub immune_when: Option<Condition>,
    /// Acts only while this holds of it.
    pub active: Option<Condition>,
}

/// A movement of a kind or power, on this board.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedMovement {
    /// As written, in canonical form.
    pub written: String,
    /// For scripts: index of the name of this way, plus one; 0 for none.
    pub way_name: i32,
    /// Its terms on the board; `from` and `to` already applied.
    pub terms: Vec<ExpandedTerm>,
    /// Only while this holds of the piece.
    pub when: Option<Condition>,
    /// Judges each target.
    pub filter: Option<HookId>,
    /// What the move does.
    pub does: Option<HookId>,
    /// Kinds it does not touch.
    pub spares: KindSet,
    /// Leaves the crossed squares to be captured en passant.
    pub passes: Passes,
    /// Goes on after a hop.
    pub chain: Option<Chain>,
    /// May promote.
    pub promotes: bool,
    /// What makes two moves one.
    pub identity: Option<Identity>,
    /// How the move is written.
    pub text: Option<String>,
    /// Suffix in SAN.
    pub mark: Option<String>,
}

impl CheckedMovement {
    /// What it may do where it lands, wherever it begins.
    #[must_use]
    pub fn landing(&self) -> Landing {
        let reaches = self.terms.iter().flat_map(|term| term.from.iter().flatten());
        reaches.fold(Landing::default(), |all, reach| reach.ends().fold(all, |all, (_, landing)| all.or(landing)))
    }
}

impl CheckedDefinition {
    /// The kinds that have a movement, by themselves or by a power.
    #[must_use]
    pub fn movers(&self, movement: usize) -> KindSet {
        let own = (0..).zip(&self.kinds).filter(|(_, kind)| kind.movements.contains(&movement));
        let own = own.fold(KindSet(0), |kinds, (kind, _)| kinds.with(kind));
        let powers = self.powers.iter().filter(|power| power.movements.contains(&movement));
        powers.fold(own, |kinds, power| KindSet(kinds.0 | power.kinds.0))
    }
}

/// Whether crossed squares may be captured en passant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Passes {
    /// As the movement string says: a lame leap with `i`.
    Default,
    /// Always.
    Yes,
    /// Never.
    No,
}

/// How a chain goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Chain {
    /// Must go on while it can.
    pub must_finish: bool,
    /// Captured pieces leave only at the end of the chain.
    pub captured_at_end: bool,
    /// What reaching the zone does.
    pub promotion: ChainPromotion,
}

/// A movement that pieces have while a condition holds.
#[derive(Debug, Clone)]
pub struct CheckedPower {
    /// Its name.
    pub name: String,
    /// Who may have it.
    pub kinds: KindSet,
    /// What it adds.
    pub movements: Vec<usize>,
    /// Only while this holds of the piece.
    pub when: Option<Condition>,
    /// Names the kind whose movements are borrowed.
    pub borrowed: Option<HookId>,
    /// Suffix in SAN.
    pub mark: Option<String>,
}

/// A condition with names resolved.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// All hold.
    And(Vec<Condition>),
    /// One holds.
    Or(Vec<Condition>),
    /// Does not hold.
    Not(Box<Condition>),
    /// A royal piece of the side to move is attacked.
    InCheck,
    /// The side to move has no legal move.
    NoLegalMove,
    /// The position stands for the n-th time.
    Repetition(u32),
    /// So many plies since the last reset.
    QuietPlies(u32),
    /// A comparison.
    Compare(Quantity, Comparison, Quantity),
    /// The last move took something.
    LastMoveCapture,
    /// The last move was made by one of these.
    LastMoveBy(KindSet),
    /// A function of the script.
    Script(HookId),
    /// Of a piece: it has moved.
    Moved,
    /// Of a piece: it stands there.
    On(SideSquares),
    /// Of a piece: a friend of these kinds covers it.
    DefendedBy(KindSet),
    /// Of a piece: an enemy of these kinds attacks it.
    AttackedBy(KindSet),
    /// Always or never.
    Constant(bool),
}

/// A number or a count of pieces.
#[derive(Debug, Clone, PartialEq)]
pub enum Quantity {
    /// A number.
    Number(i64),
    /// Pieces of these kinds; whose: own, enemy or both.
    Count {
        /// Own of the side to move.
        own: bool,
        /// Of the other side.
        enemy: bool,
        /// Kinds.
        kinds: KindSet,
        /// Only there.
        on: Option<SideSquares>,
    },
}

/// Promotion of some kinds.
#[derive(Debug, Clone)]
pub struct CheckedPromotion {
    /// Who promotes.
    pub kinds: KindSet,
    /// Where.
    pub zone: SideSquares,
    /// To what, in order.
    pub to: Vec<KindId>,
    /// Whether it must.
    pub must: bool,
}

/// One castling move.
#[derive(Debug, Clone)]
pub struct CheckedCastling {
    /// Letter in FEN.
    pub right: char,
    /// Whose.
    pub side: Side,
    /// The king's square; `None`: wherever it stands when the right is read.
    pub king: Option<Square>,
    /// Where it goes.
    pub king_to: Square,
    /// The rook's square; `None`: by the letter of the right.
    pub rook: Option<Square>,
    /// Where it goes.
    pub rook_to: Square,
    /// Kind of the first piece.
    pub king_kind: KindId,
    /// Kind of the second piece.
    pub rook_kind: KindId,
    /// Must be empty but for the two pieces.
    pub empty: Vec<Square>,
    /// Must not be attacked: where the king stands, and each square that it passes before it arrives; empty when it may
    /// pass attacks.
    pub safe: Vec<Square>,
}

/// What resets the count of quiet plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QuietResets {
    /// A capture (or any effect that takes a piece off).
    pub capture: bool,
    /// A move of these kinds.
    pub kinds: KindSet,
    /// A promotion.
    pub promotion: bool,
}

/// Duty: which functions judge the candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Duty {
    /// What a candidate claims.
    pub claim: Option<HookId>,
    /// What it is worth.
    pub merit: Option<HookId>,
    /// Veto.
    pub allowed: Option<HookId>,
}

/// How a game ends for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndResult {
    /// The side to move has won.
    Win,
    /// The side to move has lost.
    Loss,
    /// Nobody has won.
    Draw,
    /// This side has won.
    Winner(Side),
}

/// One end rule.
#[derive(Debug, Clone)]
pub struct CheckedEnd {
    /// When; `None` with a script.
    pub when: Option<Condition>,
    /// Function that says the result.
    pub script: Option<HookId>,
    /// The result; with a script the script's.
    pub result: EndResult,
    /// Reason for people.
    pub name: String,
    /// Whether the position then has no moves.
    pub stops: bool,
}
