//! A variant ready to be played: names for people, the board, and tables in the narrowest width that holds it.

mod compile;
mod conditions;
pub(crate) mod core;
mod derive;
mod ends;
pub(crate) mod flat;
mod geometry;
pub(crate) mod hops;
mod inspect;
pub(crate) mod lift;
mod lower;
pub(crate) mod parts;
mod rule;
pub mod set;
pub(crate) mod tables;
mod twin;

use crate::board::{Board, KindId, KindSet, Side};
use crate::check::model::{CheckedCastling, CheckedDefinition};
use crate::definition::Definition;
use crate::expansion::Landing;
use core::Core;
use set::{Large, Medium, Small, Width};
use std::sync::Arc;

/// A variant. Cheap to clone; immutable; shared by threads.
#[derive(Debug, Clone)]
pub struct Variant {
    inner: Arc<Inner>,
    pub(crate) core: AnyCore,
}

#[derive(Debug, Clone)]
struct Inner {
    definition: Arc<Definition>,
    board: Board,
    kinds: Vec<KindInfo>,
    movements: Vec<MovementInfo>,
    start: String,
    first: Side,
    options: Vec<(String, String)>,
    rights: Vec<char>,
    castlings: Vec<CheckedCastling>,
    royal: bool,
}

/// What people see of a kind of piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KindInfo {
    /// Its name.
    pub name: String,
    /// Its capital letter.
    pub letter: char,
    /// Must be kept safe.
    pub royal: bool,
    /// Worth in hundredths, where given.
    pub value: Option<i64>,
}

/// What notation needs of a movement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovementInfo {
    /// As written, in canonical form.
    pub written: String,
    /// How its moves are written, where not as usual.
    pub text: Option<String>,
    /// Suffix in SAN.
    pub mark: Option<String>,
    /// Whose it is, by themselves or by a power.
    pub kinds: KindSet,
    /// What it may do where it lands; told only of those with a text.
    pub landing: Landing,
}

/// The tables in their width.
#[derive(Debug, Clone)]
pub(crate) enum AnyCore {
    /// Up to 64 squares and 16 kinds.
    Small(Arc<Core<Small>>),
    /// Up to 128 squares, or more kinds.
    Medium(Arc<Core<Medium>>),
    /// Up to 256 squares.
    Large(Arc<Core<Large>>),
}

/// Runs a block with the tables of a variant in their width.
macro_rules! each_core {
    ($variant:expr, $core:ident => $body:expr) => {
        match &$variant.core {
            $crate::variant::AnyCore::Small($core) => $body,
            $crate::variant::AnyCore::Medium($core) => $body,
            $crate::variant::AnyCore::Large($core) => $body,
        }
    };
}

pub(crate) use each_core;
pub use lower::lenders;
pub use twin::Royalty;

impl Variant {
    /// Compiles a checked definition. Cannot fail.
    #[must_use]
    pub fn compile(checked: &CheckedDefinition) -> Variant {
        let (squares, kinds) = (checked.board.n_squares(), checked.kinds.len());
        let core = if squares <= Small::SQUARES && kinds <= Small::KINDS {
            AnyCore::Small(core(checked))
        } else if squares <= Medium::SQUARES {
            AnyCore::Medium(core(checked))
        } else {
            AnyCore::Large(core(checked))
        };
        let kinds = checked.kinds.iter().map(|kind| KindInfo {
            name: kind.name.clone(),
            letter: kind.letter,
            royal: kind.royal,
            value: kind.value,
        });
        let movements = checked.movements.iter().enumerate().map(|(number, movement)| MovementInfo {
            written: movement.written.clone(),
            text: movement.text.clone(),
            mark: movement.mark.clone(),
            kinds: checked.movers(number),
            landing: if movement.text.is_some() { movement.landing() } else { Landing::default() },
        });
        let inner = Inner {
            definition: Arc::clone(&checked.definition),
            board: checked.board.clone(),
            kinds: kinds.collect(),
            movements: movements.collect(),
            start: checked.start.value.clone(),
            first: checked.first,
            options: checked.options.clone(),
            rights: checked.castling.iter().map(|castling| castling.right).collect(),
            castlings: checked.castling.clone(),
            royal: checked.kinds.iter().any(|kind| kind.royal),
        };
        Variant { inner: Arc::new(inner), core }
    }

    /// The definition it was made from.
    #[must_use]
    pub fn definition(&self) -> &Definition {
        &self.inner.definition
    }

    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.inner.definition.name.value
    }

    /// Its board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.inner.board
    }

    /// Its kinds of pieces.
    #[must_use]
    pub fn kinds(&self) -> &[KindInfo] {
        &self.inner.kinds
    }

    /// The number of a kind by name.
    #[must_use]
    pub fn kind(&self, name: &str) -> Option<KindId> {
        self.inner.kinds.iter().position(|kind| kind.name == name).map(|kind| kind as KindId)
    }

    /// Its movements by number.
    #[must_use]
    pub fn movements(&self) -> &[MovementInfo] {
        &self.inner.movements
    }

    /// The capital letters of its kinds.
    #[must_use]
    pub fn letters(&self) -> Vec<char> {
        self.inner.kinds.iter().map(|kind| kind.letter).collect()
    }

    /// FEN of the start, as written.
    #[must_use]
    pub fn start(&self) -> &str {
        &self.inner.start
    }

    /// The side that moves first.
    #[must_use]
    pub fn first(&self) -> Side {
        self.inner.first
    }

    /// Options and their values in force.
    #[must_use]
    pub fn options(&self) -> &[(String, String)] {
        &self.inner.options
    }

    /// The letters of castling rights in FEN.
    #[must_use]
    pub fn rights(&self) -> &[char] {
        &self.inner.rights
    }

    /// Its castlings by number, their pieces found.
    #[must_use]
    pub fn castlings(&self) -> &[CheckedCastling] {
        &self.inner.castlings
    }

    /// Whether some kind must be kept safe.
    #[must_use]
    pub fn has_royal(&self) -> bool {
        self.inner.royal
    }
}

fn core<W: Width>(checked: &CheckedDefinition) -> Arc<Core<W>> {
    Arc::new(Core::new(compile::compile(checked), checked.program.clone(), checked.board.clone()))
}
