//! What an author wrote: TOML in, a [`Definition`] with a place for every value and a list of problems out.

mod about;
mod board;
pub mod bounds;
mod choice;
pub mod condition;
mod fields;
mod foreign;
mod home;
mod inherit;
pub mod json_schema;
pub mod loader;
mod mended;
pub mod movement;
mod naming;
mod noted;
mod place;
mod record;
pub mod resolved;
mod schema;
mod syntax;
pub mod table;

pub use board::{BoardDef, CellDef, CircleDef, Doubt, GraphDef, LinkDef, RectangleDef, Shape};

use crate::source::{Span, Spanned};
use condition::{Condition, RegionRef};
use indexmap::IndexMap;
use movement::Movement;

/// A named table in the order written; the key's own place is kept.
pub type Table<T> = IndexMap<String, Entry<T>>;

/// A value of a named table.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry<T> {
    /// Where the name stands.
    pub key: Span,
    /// The value.
    pub value: T,
}

/// A string, the same for both sides or one for each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PerSide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

/// A whole definition, parents merged in, options chosen. Movement, condition and region strings are parsed; names in
/// them are not yet resolved.
#[derive(Debug, Clone)]
pub struct Definition {
    /// Where the definition's own file begins (for problems without a better place).
    pub span: Span,
    /// Name for people.
    pub name: Spanned<String>,
    /// The rules for players, in a few lines.
    pub summary: Option<String>,
    /// Who invented it.
    pub inventor: Option<String>,
    /// When.
    pub year: Option<i64>,
    /// Where the rules are from.
    pub sources: Vec<String>,
    /// Name of the bundled variant or path it extends, as written.
    pub extends: Option<Spanned<String>>,
    /// What it removes from its parent, as written.
    pub removed: Vec<Spanned<String>>,
    /// Something of it, or of a parent, could not be read, which is reported: what it does not have may have stood
    /// there.
    pub in_part: bool,
    /// Scripts, parents' first.
    pub scripts: Vec<ScriptFile>,
    /// Whether scripts are named; some may be missing from `scripts` because they could not be read.
    pub names_script: bool,
    /// `[options]` with the value in force.
    pub options: Table<OptionValue>,
    /// `[board]`
    pub board: BoardDef,
    /// `[sides]`
    pub sides: SidesDef,
    /// `[regions]`
    pub regions: Table<PerSide<RegionRef>>,
    /// `[pieces]`
    pub pieces: Table<PieceDef>,
    /// `[powers]`
    pub powers: Table<PowerDef>,
    /// `[setup]`
    pub setup: SetupDef,
    /// `[promotion]`, several as an array
    pub promotions: Vec<PromotionDef>,
    /// `[[castling]]`
    pub castling: Vec<CastlingDef>,
    /// `[quiet] resets`: `capture`, `pawn move` ...; default capture only
    pub quiet_resets: Vec<Spanned<String>>,
    /// `[duty]`
    pub duty: Option<DutyDef>,
    /// `active` at the top: a piece acts only while this holds of it.
    pub active: Option<Condition>,
    /// `[[end]]` in order
    pub ends: Vec<EndDef>,
    /// `[notation]`
    pub notation: NotationDef,
    /// `[names.LANG]`
    pub names: Table<NamesDef>,
    /// `[[test]]`
    pub tests: Vec<TestDef>,
    /// `[allow]`: warnings by code that are meant, each with the reason.
    pub allow: Table<Spanned<String>>,
}

/// Warnings about design, which `[allow]` may name.
pub const LINTS: [&str; 12] = [
    "absent-piece",
    "stuck-squares",
    "idle-movement",
    "unreachable-squares",
    "unreachable-promotion",
    "safe-royal",
    "idle-end",
    "shadowed-end",
    "no-first-move",
    "decided-start",
    "uneven-setup",
    "shared-text",
];

/// The warning of trial play that `[allow]` may name, too. Whether it occurs hangs on chance, so it is never idle
/// there.
pub const LONG_GAMES: &str = "endless-games";

/// A script file of the definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScriptFile {
    /// Where it is named, in the definition or in a parent.
    pub named: Span,
    /// The whole text as a source.
    pub source: crate::source::SourceId,
}

/// An option, its values and the one chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionValue {
    /// What it may be.
    pub values: Vec<String>,
    /// What it is unless chosen otherwise.
    pub default: String,
    /// What it is now.
    pub chosen: String,
}

/// `[sides]`
#[derive(Debug, Clone, PartialEq)]
pub struct SidesDef {
    /// Who moves first: `white` or `black`.
    pub first: Option<Spanned<String>>,
    /// `forward = "script forward"`: the function, where forward is not simply up the board.
    pub forward: Option<Spanned<String>>,
}

/// `[pieces.NAME]`
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PieceDef {
    /// It is there, but could not be read, which is reported: what names it, or its letter, is not at fault.
    pub unread: bool,
    /// One capital letter; default: the first letter of the name.
    pub letter: Option<Spanned<String>>,
    /// The movements in order.
    pub moves: Vec<MoveDef>,
    /// What it may take; `None`: everything.
    pub takes: Option<TakesDef>,
    /// What may not take it: `true` or a condition (of this piece).
    pub immune: Option<Condition>,
    /// Whether it acts at all.
    pub active: Option<Condition>,
    /// Must be kept safe.
    pub royal: bool,
    /// For search; hundredths of a pawn.
    pub value: Option<i64>,
}

/// `takes`
#[derive(Debug, Clone, PartialEq)]
pub enum TakesDef {
    /// `"all"`
    All,
    /// `"nothing"`
    Nothing,
    /// `[kinds]`
    Kinds(Vec<Spanned<String>>),
    /// `"script NAME"`
    Script(Spanned<String>),
}

/// One movement of a piece or power: a string, or a table with more to say.
#[derive(Debug, Clone, PartialEq)]
pub struct MoveDef {
    /// The whole string or table.
    pub span: Span,
    /// The movement; without terms if it could not be read.
    pub movement: Movement,
    /// Only from there.
    pub from: Option<RegionRef>,
    /// Only to there.
    pub to: Option<RegionRef>,
    /// Only while this holds of the piece.
    pub when: Option<Condition>,
    /// Function that judges each target.
    pub filter: Option<Spanned<String>>,
    /// Function that says what the move does.
    pub does: Option<Spanned<String>>,
    /// Kinds that it does not touch.
    pub spares: Vec<Spanned<String>>,
    /// Leaves the crossed squares to be captured en passant.
    pub passes: Option<Spanned<bool>>,
    /// `captures = "passing"`: takes only in passing.
    pub captures_passing: bool,
    /// Goes on after a hop.
    pub chain: Option<ChainDef>,
    /// `promotion = false`: never promotes by this movement.
    pub promotion: Option<bool>,
    /// `identity`: what makes two moves one.
    pub identity: Option<Spanned<Identity>>,
    /// How the move is written: `{target}={side}`.
    pub text: Option<Spanned<String>>,
    /// Suffix in SAN.
    pub mark: Option<String>,
}

/// What makes two moves one, besides being alike in everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Identity {
    /// `"target"`: which piece made it does not matter.
    Target,
    /// `"result"`: the route does not matter, only where it leads from and to and what it takes.
    Result,
}

/// `chain = { ... }`
#[derive(Debug, Clone, PartialEq)]
pub struct ChainDef {
    /// Where.
    pub span: Span,
    /// Must go on while it can (default true).
    pub must_finish: bool,
    /// `captured = "at once" | "at end"`
    pub captured_at_end: bool,
    /// `promotion = "ends" | "at end" | "continues"` (default `at end`)
    pub promotion: ChainPromotion,
}

/// What reaching the zone does to a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChainPromotion {
    /// The chain stops there and the piece promotes.
    Ends,
    /// The piece promotes only if the chain ends there.
    AtEnd,
    /// The piece promotes and goes on as what it has become.
    Continues,
}

/// `[powers.NAME]`
#[derive(Debug, Clone, PartialEq)]
pub struct PowerDef {
    /// Who may have it.
    pub pieces: Vec<Spanned<String>>,
    /// What it adds.
    pub moves: Vec<MoveDef>,
    /// `as = "NAME"`: the function that names the kind whose moves are borrowed.
    pub borrowed: Option<Spanned<String>>,
    /// Only while this holds of the piece.
    pub when: Option<Condition>,
    /// Suffix in SAN.
    pub mark: Option<String>,
}

/// `[setup]`
#[derive(Debug, Clone, PartialEq)]
pub struct SetupDef {
    /// `fen`, or built from `rows`.
    pub fen: Option<Spanned<String>>,
    /// `rows`, first row of the FEN first.
    pub rows: Vec<Spanned<String>>,
    /// Something of it could not be read, which is reported.
    pub unread: bool,
}

/// `[promotion]`
#[derive(Debug, Clone, PartialEq)]
pub struct PromotionDef {
    /// The whole table.
    pub span: Span,
    /// Who promotes.
    pub pieces: Vec<Spanned<String>>,
    /// Where.
    pub zone: PerSide<RegionRef>,
    /// To what.
    pub to: Vec<Spanned<String>>,
    /// Whether it must (default true).
    pub must: bool,
}

/// `[[castling]]`. What could not be read is empty, and reported.
#[derive(Debug, Clone, PartialEq)]
pub struct CastlingDef {
    /// The whole table.
    pub span: Span,
    /// Letter in FEN (`K`).
    pub right: Spanned<String>,
    /// Whose.
    pub side: Spanned<String>,
    /// The king's square, or `by right`.
    pub king: Spanned<String>,
    /// Where it goes.
    pub king_to: Spanned<String>,
    /// The rook's square, or `by right`.
    pub rook: Spanned<String>,
    /// Where it goes.
    pub rook_to: Spanned<String>,
    /// Kinds of the two pieces; default king and rook.
    pub pieces: Vec<Spanned<String>>,
    /// Whether the king may pass attacked squares.
    pub through_attack: bool,
}

/// `[duty]`
#[derive(Debug, Clone, PartialEq)]
pub struct DutyDef {
    /// Function.
    pub claim: Option<Spanned<String>>,
    /// Function.
    pub merit: Option<Spanned<String>>,
    /// Function.
    pub allowed: Option<Spanned<String>>,
}

/// `[[end]]`
#[derive(Debug, Clone, PartialEq)]
pub struct EndDef {
    /// The whole table.
    pub span: Span,
    /// When; or a script.
    pub when: Option<Condition>,
    /// Function.
    pub script: Option<Spanned<String>>,
    /// `win`, `loss`, `draw` (of the side to move), or a side's name; not given with a script.
    pub result: Option<Spanned<String>>,
    /// Reason for people.
    pub name: Option<Spanned<String>>,
    /// Whether the position then has no moves.
    pub stops: Option<bool>,
}

/// `[notation]`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NotationDef {
    /// `long = true`: `style = "long"`
    pub long: bool,
    /// How holes are written in FEN: blank (default), `_`, `*`.
    pub holes: Option<char>,
}

/// `[names.LANG]`
#[derive(Debug, Clone, PartialEq, Default)]
pub struct NamesDef {
    /// The game's name.
    pub game: Option<String>,
    /// Names of pieces.
    pub pieces: Table<Spanned<String>>,
    /// Letters of pieces.
    pub letters: Table<Spanned<String>>,
    /// Names of sides (`white`, `black`).
    pub sides: Table<Spanned<String>>,
}

/// `[[test]]`
#[derive(Debug, Clone, PartialEq)]
pub struct TestDef {
    /// The whole table.
    pub span: Span,
    /// What it shows.
    pub name: Spanned<String>,
    /// Start; the setup when not given.
    pub fen: Option<Spanned<String>>,
    /// Moves first.
    pub after: Vec<Spanned<String>>,
    /// Only moves of the piece there.
    pub of: Option<Spanned<String>>,
    /// Exactly these; the place is that of the list.
    pub moves: Option<Spanned<Vec<Spanned<String>>>>,
    /// At least these.
    pub legal: Vec<Spanned<String>>,
    /// None of these.
    pub illegal: Vec<Spanned<String>>,
    /// None of these either, and words that the reason given to a player has: `why = { e1e3 = "cannot go to" }`
    pub why: Table<Spanned<String>>,
    /// Counts from depth 1.
    pub perft: Vec<Spanned<i64>>,
    /// Whether the side to move is in check.
    pub check: Option<Spanned<bool>>,
    /// `white`, `black`, `draw`, `none`.
    pub outcome: Option<Spanned<String>>,
    /// Pairs of move and text: `san = { e2e4 = "e4" }`
    pub san: Table<Spanned<String>>,
    /// Options for this test.
    pub option: Table<Spanned<String>>,
}
