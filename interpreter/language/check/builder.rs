//! A board being built: its table, and what is wrong with it.

use super::doubt::explains;
use crate::board::BoardError;
use crate::definition::{BoardDef, Doubt};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::region::Mask;
use crate::source::Span;

/// Builds a board and notes what is wrong with it.
pub(super) struct Builder<'a> {
    pub(super) table: &'a BoardDef,
    pub(super) doubt: Doubt,
    pub(super) mask: Option<Mask>,
    pub(super) problems: &'a mut Vec<Diagnostic>,
}

impl Builder<'_> {
    /// Notes why a board cannot be built.
    pub(super) fn wrong(&mut self, error: &BoardError, span: Span) {
        // One code for each family: a name, a step, or a number out of bounds.
        let code = match error.field {
            "cells" | "centre" => Code::BoardCell,
            "links" => Code::BoardLink,
            "squares" | "holes" => Code::BoardSquares,
            "wrap" | "orthogonal_through" | "diagonal_through" => Code::BoardLines,
            _ => Code::BoardSize,
        };
        let problem = Diagnostic::error(code, error.message.clone()).at(span).label(match error.field {
            "cells" => "this cell".to_owned(),
            "links" => "this line".to_owned(),
            "holes" | "squares" => "nothing is left".to_owned(),
            field => format!("`{field}`"),
        });
        let problem = match code {
            Code::BoardLines => problem.help(format!("write `{} = \"fork\"`", error.field)),
            Code::BoardSquares => problem.help("leave some squares on the board"),
            Code::BoardSize => problem.help(format!("a smaller `{}` is enough for any game here", error.field)),
            _ => problem,
        };
        self.say(if span == self.table.span { problem } else { problem.also(self.table.span, "the board") });
    }

    /// Notes a problem, once; a script may come to the same place often.
    pub(super) fn say(&mut self, problem: Diagnostic) {
        let known = |other: &Diagnostic| other.code == problem.code && other.primary == problem.primary;
        let is_new = problem.primary == Some(self.table.span) || !self.problems.iter().any(known);
        if is_new && !explains(self.doubt, &problem) {
            self.problems.push(problem);
        }
    }
}
