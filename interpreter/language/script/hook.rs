//! The kinds of functions that a definition may name: how each is written, what it may ask, and what it answers.

use crate::script::types::Type;

/// What a function is asked, and what it may answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HookKind {
    /// `fn name(piece) -> bool`
    Condition,
    /// `fn name(piece, target) -> bool`
    Filter,
    /// `fn name(piece, victim) -> bool`
    MayTake,
    /// `fn name(piece)` -> the name of a kind, or `()` or `""` for none
    Borrow,
    /// `fn name(mv)`: effects, before the move
    Effect,
    /// `fn after(mv)`: effects, after the move
    After,
    /// `fn name(mv) -> int`
    Claim,
    /// `fn name(mv) -> int`
    Merit,
    /// `fn name(mv) -> bool`
    Allowed,
    /// `fn name(game)` -> `()`, `"win"`, `"loss"` or `"draw"`
    Outcome,
    /// `fn name(game) -> bool`
    GameCondition,
}

impl HookKind {
    /// How many parameters it has.
    #[must_use]
    pub fn n_params(self) -> usize {
        match self {
            HookKind::Filter | HookKind::MayTake => 2,
            _ => 1,
        }
    }

    /// The highest level of questions it may ask (see [`Query::level`]).
    #[must_use]
    pub fn level(self) -> u8 {
        match self {
            HookKind::Filter => 0,
            HookKind::Condition | HookKind::MayTake | HookKind::Borrow => 1,
            HookKind::Effect | HookKind::After | HookKind::Claim | HookKind::Merit | HookKind::Allowed => 2,
            HookKind::Outcome | HookKind::GameCondition => 3,
        }
    }

    /// Whether its first parameter is a piece on the board.
    #[must_use]
    pub fn is_about_piece(self) -> bool {
        matches!(self, HookKind::Condition | HookKind::Filter | HookKind::MayTake | HookKind::Borrow)
    }

    /// Whether it may change anything.
    #[must_use]
    pub fn has_effects(self) -> bool {
        matches!(self, HookKind::Effect | HookKind::After)
    }

    /// The answer that changes nothing, as a script would write it; `None` where it need not answer.
    #[must_use]
    pub fn neutral(self) -> Option<&'static str> {
        match self {
            HookKind::Condition
            | HookKind::Filter
            | HookKind::MayTake
            | HookKind::Allowed
            | HookKind::GameCondition => Some("false"),
            HookKind::Claim | HookKind::Merit => Some("0"),
            HookKind::Borrow | HookKind::Effect | HookKind::After | HookKind::Outcome => None,
        }
    }

    /// How a function of this kind is written, and what it answers.
    #[must_use]
    pub fn signature(self, name: &str) -> String {
        let (parameters, answer) = match self {
            HookKind::Condition => ("piece", "true or false"),
            HookKind::Filter => ("piece, target", "true or false"),
            HookKind::MayTake => ("piece, victim", "true or false"),
            HookKind::Borrow => ("piece", "the name of a piece, or `()` or `\"\"` for none"),
            HookKind::Effect | HookKind::After => ("mv", "nothing"),
            HookKind::Claim | HookKind::Merit => ("mv", "a number"),
            HookKind::Allowed => ("mv", "true or false"),
            HookKind::GameCondition => ("game", "true or false"),
            HookKind::Outcome => ("game", "(), \"win\", \"loss\" or \"draw\""),
        };
        format!("`fn {name}({parameters})`, which gives {answer}")
    }
}

/// How a function is called from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Hook(HookKind),
    Forward,
    Board,
}

impl Role {
    /// What its parameters are.
    pub(super) fn given(self) -> &'static [Type] {
        match self {
            Role::Hook(HookKind::Condition | HookKind::Borrow) => &[Type::SQUARE],
            Role::Hook(HookKind::Filter | HookKind::MayTake) => &[Type::SQUARE, Type::SQUARE],
            Role::Hook(HookKind::Outcome | HookKind::GameCondition) => &[Type::GAME],
            Role::Hook(_) => &[Type::MOVE],
            Role::Forward => &[Type::TURN, Type::CELL, Type::CELL],
            Role::Board => &[Type::BOARD],
        }
    }

    /// What it may give.
    pub(super) fn answer(self) -> Type {
        match self {
            Role::Hook(HookKind::Claim | HookKind::Merit) => Type::NUMBER,
            Role::Hook(HookKind::Effect | HookKind::After) => Type::UNIT,
            Role::Hook(HookKind::Borrow) => Type::UNIT.or(Type::KIND),
            Role::Hook(HookKind::Outcome) => Type::UNIT.or(Type::RESULT),
            Role::Hook(_) | Role::Forward => Type::BOOL,
            Role::Board => Type::ANY,
        }
    }
}
