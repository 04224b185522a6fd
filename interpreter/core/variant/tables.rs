//! The tables that the move generator reads: immutable, made once from a checked definition.
//!
//! A *term* is a piece of geometry (leaps, rides, paths for every square and side); a *way* is a term as one kind
//! uses it, with everything the definition says about that use.

use crate::board::{KindSet, Side};
use crate::check::model::{Chain, Duty, QuietResets};
use crate::script::HookId;
use crate::variant::flat::FlatSide;
use crate::variant::hops::Hops;
use crate::variant::parts::Parts;
use crate::variant::set::Width;

pub(crate) use crate::variant::rule::{Count, EarlyEnd, End, Glance, PieceCondition, Rule};

/// All tables of a variant in one width.
#[derive(Debug, Clone)]
pub(crate) struct Tables<W: Width> {
    /// Number of squares.
    pub n_squares: usize,
    /// Every square.
    pub all: W::Set,
    /// Number of kinds.
    pub n_kinds: usize,
    /// A bit for each kind.
    pub kinds_mask: u64,
    /// Geometry, `[term]`.
    pub terms: Vec<Term<W>>,
    /// Uses of terms, `[way]`.
    pub ways: Vec<Way>,
    /// Conditions of pieces that ways name by number.
    pub conditions: Vec<PieceCondition<W>>,
    /// For scripts: the name of each movement as a number, 0 for none: `[movement]`.
    pub way_names: Vec<i32>,
    /// What each kind may do, in order: `[kind]`.
    pub kinds: Vec<Kind<W>>,
    /// The same, laid out for the inner loop: `[side]`.
    pub flat: [FlatSide<W>; 2],
    /// Chains whose hops are known from the board alone: `[way]`.
    pub hops: Vec<Option<Hops<W>>>,
    /// What duty needs to know of moves, where they come in parts.
    pub parts: Option<Parts>,
    /// Castling rights of each side, as bits.
    pub side_rights: [u16; 2],
    /// The movements by which pieces capture en passant, their own and those that they may borrow.
    pub passing_takers: Vec<PassingTaker>,
    /// Kinds that must be kept safe.
    pub royal: KindSet,
    /// Who is thought to come to an empty square when a script asks whether it is safe.
    pub visitor: Option<u8>,
    /// Whether each side has such a piece in the start position, and so may never be without.
    pub requires_royal: [bool; 2],
    /// Kinds that nothing may take.
    pub immune: KindSet,
    /// Whether who has moved matters to the rules.
    pub minds_moved: bool,
    /// Kinds whose raw captures are leaps that nothing can hinder.
    pub leapers: KindSet,
    /// Whether safety can be worked out from the lines that lead to the royal piece.
    pub algebra: bool,
    /// Whether anything can be captured en passant.
    pub has_passing: bool,
    /// Pieces on these squares in the start position have not moved: `[side * kinds + kind]`.
    pub home: Vec<W::Set>,
    /// Castling moves by right.
    pub castling: Vec<Castling<W>>,
    /// Rights that survive when something happens on a square: `[square]`.
    pub rights_kept: Vec<u16>,
    /// Regions for scripts and conditions: `[region][side]`.
    pub regions: Vec<[W::Set; 2]>,
    /// Ends in order.
    pub ends: Vec<End<W>>,
    /// The ends that can hold while there is a legal move and no repetition.
    pub live_ends: Vec<EarlyEnd<W>>,
    /// Those of them up to the last that stops, each with whether it stops; empty where none stops.
    pub early_ends: Vec<(EarlyEnd<W>, bool)>,
    /// A glance that tells of most positions that none of them holds.
    pub early_glance: Option<Glance>,
    /// The side that moves second.
    pub second: u8,
    /// What resets the count of quiet plies.
    pub quiet: QuietResets,
    /// Duty.
    pub duty: Duty,
    /// Function after every move.
    pub after: Option<HookId>,
    /// That function does nothing where nothing was taken.
    pub after_only_captures: bool,
    /// Top-level condition of acting.
    pub active: Option<PieceCondition<W>>,
    /// Whether some kinds can never, or not always, be taken.
    pub has_immune: bool,
    /// Hash keys: pieces `[(side * KINDS + kind) * SQUARES + square]`, both as the width has them.
    pub men_keys: Vec<u64>,
    /// Hash keys of squares that can be captured en passant.
    pub passing_keys: Vec<u64>,
    /// Hash keys of pieces that have not moved.
    pub unmoved_keys: Vec<u64>,
    /// Hash keys of castling rights.
    pub rights_keys: [u64; 16],
    /// Hash key of Black to move.
    pub turn_key: u64,
}

/// Geometry of one term.
#[derive(Debug, Clone)]
pub(crate) struct Term<W: Width> {
    /// What it reaches: `[side][square]`.
    pub reach: [Vec<Reach<W>>; 2],
    /// Who reaches a square: `[side][square]`.
    pub reverse: [Vec<Reverse<W>>; 2],
    /// Squares of all rides that are walked.
    pub ride_squares: Vec<u8>,
    /// Slides that take and move alike, in blocks of two lines with rising numbers and two with falling ones.
    pub blocks: Vec<[W::Set; 4]>,
    /// Stretches of the lines that neither only rise nor only fall.
    pub stretches: Vec<Stretch<W>>,
    /// Lines as ranges of `stretches`.
    pub lines: Vec<(u32, u32)>,
    /// A path takes or destroys pieces on the way.
    pub takes_on_way: bool,
    /// Leaps that many squares share, as shifts of whole sets; `None` where they are too many kinds or not only leaps.
    pub shifts: [Option<Vec<Shift<W>>>; 2],
    /// Paths of all squares.
    pub paths: Vec<Path<W>>,
    /// Between-masks of all rides.
    pub between: Vec<W::Set>,
    /// Where the masks of a ride are: `[side][target * squares + origin]`, a range in `between`; empty without rides.
    pub between_at: [Vec<(u32, u32)>; 2],
    /// Whether any landing takes an enemy.
    pub captures: bool,
    /// Whether any landing takes in passing.
    pub passes_capture: bool,
}

/// What a term reaches from one square.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reach<W: Width> {
    /// Leaps to an empty square.
    pub quiet: W::Set,
    /// Leaps that take an enemy.
    pub capture: W::Set,
    /// Leaps that take a friend.
    pub destroy: W::Set,
    /// Leaps that take in passing.
    pub passing: W::Set,
    /// Range in `blocks`: slides that end on the first piece, taking it, or before it.
    pub blocks: (u32, u32),
    /// Range in `lines`: the same for lines in several stretches.
    pub lines: (u32, u32),
    /// Rides that only move, only take, or take friends.
    pub rides: Vec<Ride>,
    /// Range in `paths`.
    pub paths: (u32, u32),
    /// Where nothing but paths leads from here, and each takes someone on the way: all squares on which they take.
    pub only_takes: Option<W::Set>,
}

/// A leap that is the same step of square numbers from many squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shift<W: Width> {
    /// The step.
    pub by: i32,
    /// The step to the square crossed, which must be empty; 0 for none.
    pub via: i32,
    /// Squares it is made from.
    pub from: W::Set,
    /// To an empty square.
    pub quiet: bool,
    /// Taking an enemy.
    pub capture: bool,
}

/// A stretch of a line in which the numbers of squares only rise or only fall.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stretch<W: Width> {
    /// Its squares.
    pub squares: W::Set,
    /// The numbers fall.
    pub falls: bool,
}

/// One slide.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ride {
    /// First in `ride_squares`.
    pub start: u32,
    /// Number of squares.
    pub length: u16,
    /// May end on an empty square.
    pub quiet: bool,
    /// May take an enemy.
    pub capture: bool,
    /// May take a friend.
    pub destroy: bool,
}

/// A path with conditions on squares.
#[derive(Debug, Clone)]
pub(crate) struct Path<W: Width> {
    /// Where it starts.
    pub from: u8,
    /// Where it ends.
    pub to: u8,
    /// May end on an empty square.
    pub quiet: bool,
    /// May take an enemy where it ends.
    pub capture: bool,
    /// May take a friend where it ends.
    pub destroy: bool,
    /// May take in passing where it ends.
    pub passing: bool,
    /// Must be empty.
    pub empty: W::Set,
    /// Must be occupied.
    pub occupied: W::Set,
    /// Must hold enemies, which are taken.
    pub takes: W::Set,
    /// Must hold friends, which are taken.
    pub destroys: W::Set,
    /// Squares crossed (for capture en passant).
    pub crossed: W::Set,
    /// The pieces taken on the way in order, for notation.
    pub takes_order: Vec<u8>,
}

/// Who can take on one square by a term.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reverse<W: Width> {
    /// Origins of leaps that take there.
    pub leap: W::Set,
    /// Origins of rides that take there on an empty board.
    pub ride: W::Set,
    /// Origins of paths that take there.
    pub path: W::Set,
    /// Paths that take there.
    pub paths: Vec<u32>,
    /// Origins that could take in passing by landing there.
    pub passing: W::Set,
}

/// A term as one kind uses it.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    /// The geometry.
    pub term: usize,
    /// The movement of the definition.
    pub movement: u16,
    /// Only for a piece that has not moved.
    pub initial: bool,
    /// Index into the conditions of the tables: only while it holds of the piece.
    pub when: Vec<usize>,
    /// Judges each target.
    pub filter: Option<HookId>,
    /// What the move does.
    pub does: Option<HookId>,
    /// What an effect that needs no questions does to mover and target.
    pub act: Act,
    /// Kinds it may take.
    pub takes: KindSet,
    /// Kinds it may not take, those that nothing may take aside, as bits.
    pub spared: u64,
    /// Kinds it would take by its movement alone (for defence).
    pub raw: bool,
    /// Judges each victim.
    pub may_take: Option<HookId>,
    /// Leaves crossed squares to be captured en passant.
    pub passes: bool,
    /// Goes on after a hop.
    pub chain: Option<Chain>,
    /// What a chain that it begins may take, hop by hop.
    pub chain_takes: KindSet,
    /// May promote.
    pub promotes: bool,
    /// Which piece made it does not matter.
    pub identity_target: bool,
    /// Which route a chain takes does not matter.
    pub identity_result: bool,
    /// A move by it puts a piece elsewhere and takes who stands there, with no script before, in or after it.
    pub bare: bool,
    /// A chain of hops with no script before, in or after it.
    pub hops_alone: bool,
    /// As `bare`, but a function may be called after the move: candidates may be merged as sets.
    pub plain: bool,
    /// More than sets is needed to make its moves: chains, filters, effects that do more than change the target.
    pub alone: bool,
    /// Its moves are made for all pieces at once.
    pub shifts: bool,
    /// Nothing about its captures must be judged while playing.
    pub simple: bool,
    /// All it says about when is that leapers of these kinds cover the piece, or where it stands.
    pub steady: Option<KindSet>,
}

/// What a move does to the mover and to the piece on the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Act {
    /// The mover stays where it is.
    pub stays: bool,
    /// The piece on the target is taken.
    pub takes: bool,
    /// Known without asking anything.
    pub closed: bool,
    /// Nothing but the piece on the target changes.
    pub local: bool,
    /// The mover stays, the piece on the target changes sides, and nothing else happens.
    pub turns: bool,
}

/// What a kind of piece may do.
#[derive(Debug, Clone)]
pub(crate) struct Kind<W: Width> {
    /// Its own ways and those of its powers, in order.
    pub ways: Vec<u16>,
    /// Its ways that could take a royal piece.
    pub royal_ways: Vec<u16>,
    /// All ways, borrowed ones too, that could take a royal piece if nothing but geometry spoke.
    pub mask_ways: Vec<u16>,
    /// Its own ways alone, for borrowing.
    pub own_ways: Vec<u16>,
    /// Powers that borrow: hook, and for each lender the ways.
    pub borrows: Vec<Borrow>,
    /// Those of its ways that go on after a hop: a chain goes on by any of them.
    pub chains: Vec<u16>,
    /// It may borrow such ways.
    pub borrows_chains: bool,
    /// Acts only while this holds of it.
    pub active: Option<PieceCondition<W>>,
    /// May not be taken while this holds of it.
    pub immune_when: Option<PieceCondition<W>>,
    /// Two of its ways may lead to the same square.
    pub overlaps: bool,
    /// It is royal, or may become royal: what it leaves attacked, or without a royal piece, is tested.
    pub promotion_moves_royal: bool,
    /// It promotes by at most one rule: how many moves one landing in the zone makes.
    pub promotion_choices: Option<u64>,
    /// Promotion rules.
    pub promotions: Vec<Promotion<W>>,
    /// Squares where it may promote: `[side]`.
    pub promotion_zone: [W::Set; 2],
}

/// A movement by which a kind captures en passant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PassingTaker {
    /// The kind that captures.
    pub kind: u8,
    /// Where the movement leads.
    pub term: usize,
    /// What it may capture.
    pub takes: KindSet,
}

/// A power that borrows the movements of another kind.
#[derive(Debug, Clone)]
pub(crate) struct Borrow {
    /// Names the kind.
    pub hook: HookId,
    /// Only while these hold of the piece.
    pub when: Vec<usize>,
    /// Ways by lender.
    pub ways: Vec<Vec<u16>>,
}

/// Where and to what a kind promotes.
#[derive(Debug, Clone)]
pub(crate) struct Promotion<W: Width> {
    /// Where: `[side]`.
    pub zone: [W::Set; 2],
    /// To what.
    pub to: Vec<u8>,
    /// Whether it must.
    pub must: bool,
}

/// A castling move.
#[derive(Debug, Clone)]
pub(crate) struct Castling<W: Width> {
    /// Whose.
    pub side: Side,
    /// Squares; `None`: read with the position.
    pub king: Option<u8>,
    /// Where the king goes.
    pub king_to: u8,
    /// The rook's square.
    pub rook: Option<u8>,
    /// Where the rook goes.
    pub rook_to: u8,
    /// Kinds.
    pub king_kind: u8,
    /// Kinds.
    pub rook_kind: u8,
    /// Must be empty but for the two pieces.
    pub empty: W::Set,
    /// Must not be attacked: where the king stands, and each square that it passes before it arrives; empty where it
    /// may pass attacks.
    pub safe: W::Set,
}

impl<W: Width> Kind<W> {
    /// Every way by which a piece of this kind may move: its own, those of its powers and those that it may borrow.
    pub(crate) fn all_ways(&self) -> impl Iterator<Item = u16> {
        let borrowed = self.borrows.iter().flat_map(|borrow| borrow.ways.iter().flatten());
        self.ways.iter().chain(borrowed).copied()
    }
}

impl<W: Width> Tables<W> {
    /// The hash key of a piece on a square.
    #[inline(always)]
    pub(crate) fn man_key(&self, side: usize, kind: usize, square: usize) -> u64 {
        self.men_keys[(side * W::KINDS + kind) * W::SQUARES + square]
    }
}
