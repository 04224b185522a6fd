//! The functions that are called, and as what, in; what the text of the scripts shows to go wrong out.

use crate::diagnostic::Diagnostic;
use crate::script::reader::{Reader, Role};
use crate::script::values::Value;
use crate::script::verdicts::Extent;
use crate::script::{HookId, HookKind, Program};
use crate::source::Span;
use rhai::{AST, Position};
use std::collections::{BTreeMap, BTreeSet};

/// How far the cases of a `switch` are looked for, in bytes.
const MOST_OF_A_SWITCH: usize = 16 * 1024;

/// The scripts before anything is folded.
pub(super) struct AsWritten {
    pub(super) ast: AST,
    pub(super) constants: BTreeMap<String, Value>,
    /// Where something is wrong already.
    pub(super) told: BTreeSet<Span>,
}

impl Program {
    /// What the text of the functions shows to go wrong, whether they ever come to it or not: `hooks` are called as such,
    /// `forward` with a side and two cells.
    #[must_use]
    pub fn check_values(
        &self,
        hooks: &[(HookId, HookKind)],
        forward: Option<&str>,
        ground: &Extent,
    ) -> Vec<Diagnostic> {
        if self.names.in_part {
            return Vec::new();
        }
        let mut roles: BTreeMap<(String, usize), Vec<Role>> = BTreeMap::new();
        for (hook, kind) in hooks {
            let function = self.function(*hook);
            let known = roles.entry((function.name.clone(), function.n_params)).or_default();
            if !known.contains(&Role::Hook(*kind)) {
                known.push(Role::Hook(*kind));
            }
        }
        roles.extend(forward.map(|name| ((name.to_owned(), 3), vec![Role::Forward])));
        if self.functions.iter().any(|function| function.name == "board" && function.n_params == 1) {
            roles.entry(("board".to_owned(), 1)).or_insert_with(|| vec![Role::Board]);
        }
        let text_at = |at: Position| {
            let span = self.layout.span(at)?;
            let text = &self.layout.sources.file(span.source).text;
            let end = (span.start as usize + MOST_OF_A_SWITCH).min(text.len());
            text.get(span.start as usize..text.floor_char_boundary(end)).map(str::to_owned)
        };
        let AsWritten { ast, constants, told } = &*self.text;
        let found = Reader::read(ast, constants.clone(), (&self.names, &self.known, ground), &roles, &text_at);
        let mut problems: Vec<Diagnostic> = Vec::new();
        for (at, within, problem) in found {
            let Some(mut span) = self.layout.span(at) else { continue };
            if let Some(within) = within {
                let start = span.start as usize;
                span = Span::new(span.source, start + within.start..start + within.end);
            }
            let is_told = told.contains(&span) || problems.iter().any(|known| known.primary == Some(span));
            if !is_told {
                problems.push(problem.diagnostic(span));
            }
        }
        problems.sort_by_key(|problem| problem.primary);
        problems
    }
}
