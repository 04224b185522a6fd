//! Conditions and regions as data: what a condition or region string says, before names are resolved. Text comes in
//! through [`parse`] and [`parse_region`]; `Display` writes the canonical text, which parses to the same again.

mod grammar;
mod parse;
mod print;
mod trouble;

pub(crate) use parse::parse_about;
pub use parse::{parse, parse_region};

use crate::source::{SourceId, Span, Spanned};

/// What stands in the place of a kind for any: `last move capture`.
pub(crate) const CAPTURE: &str = "capture";

/// What a name for a region would be read as where a region is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reading {
    /// As the name that it is.
    Name,
    /// As squares.
    Squares,
    /// As a word of the language, which has another meaning or none alone.
    Word,
}

/// How the grammar reads a text as a region.
pub(crate) fn reading_of_region(name: &str) -> Reading {
    match parse_region(&nowhere(name.to_owned())).map(|region| region.kind) {
        Ok(RegionKind::Named(read)) if read == name => Reading::Name,
        Ok(RegionKind::Squares(_)) => Reading::Squares,
        _ => Reading::Word,
    }
}

/// Whether the grammar reads a text as the name of a kind wherever conditions have one.
pub(crate) fn is_read_as_kind(name: &str) -> bool {
    let counted = parse(&nowhere(format!("count({name}) = 0"))).map(|condition| condition.kind);
    let counts = matches!(&counted, Ok(ConditionKind::Compare(Quantity::Count { whose: None, kinds, on: None }, ..))
        if matches!(kinds.as_slice(), [kind] if kind.value == name));
    let moved = parse(&nowhere(format!("last move {name}"))).map(|condition| condition.kind);
    counts && name != CAPTURE && matches!(&moved, Ok(ConditionKind::LastMove(kind)) if kind.value == name)
}

fn nowhere(text: String) -> Spanned<String> {
    let span = Span::new(SourceId(0), 0..text.len());
    Spanned::new(text, span)
}

/// A condition and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// What must hold.
    pub kind: ConditionKind,
    /// Where.
    pub span: Span,
}

/// What a condition says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConditionKind {
    /// `a and b`
    And(Vec<Condition>),
    /// `a or b`
    Or(Vec<Condition>),
    /// `not a`
    Not(Box<Condition>),
    /// `in check`
    InCheck,
    /// `no legal move`
    NoLegalMove,
    /// `repetition N`
    Repetition(u32),
    /// `quiet plies N`
    QuietPlies(u32),
    /// `count(...) = ...`
    Compare(Quantity, Comparison, Quantity),
    /// `last move capture`, `last move pawn`
    LastMove(Spanned<String>),
    /// `script NAME`
    Script(Spanned<String>),
    /// Of a piece: `moved`
    Moved,
    /// Of a piece: `on REGION`
    On(RegionRef),
    /// Of a piece: `defended by KINDS`; empty: by any (`all`).
    DefendedBy(Vec<Spanned<String>>),
    /// Of a piece: `attacked by KINDS`; empty: by any (`all`).
    AttackedBy(Vec<Spanned<String>>),
    /// `true`, `false`, `always`, `never`
    Constant(bool),
}

/// `=`, `<` ...
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
}

/// A number, a count of pieces or a counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Quantity {
    /// A number.
    Number(i64),
    /// `count(own king, queen on home)`: whose is `None` for both sides; an empty list of kinds means all.
    Count {
        /// Own (of the side to move), enemy, or both.
        whose: Option<Whose>,
        /// Piece names; empty: all.
        kinds: Vec<Spanned<String>>,
        /// Only there.
        on: Option<RegionRef>,
    },
    /// `counter NAME`
    Counter(Spanned<String>),
}

/// Seen from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Whose {
    /// Of the side to move.
    Own,
    /// Of the other side.
    Enemy,
}

/// A region where a region may stand: written out, or by name. `ranks 2-7`, `a1-e1`, `home`, `ring 1 and not centre`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RegionRef {
    /// What it says.
    pub kind: RegionKind,
    /// Where.
    pub span: Span,
}

/// What a region says. Ranks and files count from 1; ranks from the side's own first rank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RegionKind {
    /// `rank 2`, `ranks 2-7`, `ranks 1,8`
    Ranks(Vec<(u16, u16)>),
    /// `file a`, `files a-c`
    Files(Vec<(Spanned<String>, Spanned<String>)>),
    /// `ring 1`, `rings 1-2` (from the rim)
    Rings(Vec<(u16, u16)>),
    /// `sector a`, `sectors a-c`, `sectors 1-3`
    Sectors(Vec<(Spanned<String>, Spanned<String>)>),
    /// `a1 b2 c1-e1` (each part a square or a range of squares)
    Squares(Vec<(Spanned<String>, Option<Spanned<String>>)>),
    /// A name from `[regions]`; where there is none, the square of that name, or `centre` for the centre of a circle.
    Named(String),
    /// `all`
    All,
    /// `none`
    Nothing,
    /// `dark`, `light`
    Dark,
    /// See `Dark`.
    Light,
    /// `a or b`, `a | b`
    Or(Vec<RegionRef>),
    /// `a and b`, `a & b`
    And(Vec<RegionRef>),
    /// `not a`
    Not(Box<RegionRef>),
}
