//! The functions that are called, and as what, in; what the text of the scripts shows to go wrong out.

use crate::diagnostic::Diagnostic;
use crate::script::gaps::{Gap, gaps};
use crate::script::inspect::alone;
use crate::script::reader::{Reader, Role};
use crate::script::values::Value;
use crate::script::verdicts::Extent;
use crate::script::{Function, HookId, HookKind, Program};
use crate::source::Span;
use rhai::{AST, ASTNode, Position};
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
        let text_at = |at: Position| self.text_at(at);
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
        for (hook, kind) in hooks {
            let function = self.function(*hook);
            let sure = self.gaps(function).into_iter().filter(|gap| gap.is_sure);
            let told = sure.filter_map(|gap| self.gap_told(&gap, function, *kind));
            let warned = told.map(|problem| Diagnostic { severity: Gap::SEVERITY, ..problem });
            for problem in warned {
                if !problems.iter().any(|known| known.primary == problem.primary) {
                    problems.push(problem);
                }
            }
        }
        problems.sort_by_key(|problem| problem.primary);
        problems
    }

    /// The text of a script from a place on.
    pub(super) fn text_at(&self, at: Position) -> Option<String> {
        let span = self.layout.span(at)?;
        let text = &self.layout.sources.file(span.source).text;
        let end = (span.start as usize + MOST_OF_A_SWITCH).min(text.len());
        text.get(span.start as usize..text.floor_char_boundary(end)).map(str::to_owned)
    }

    /// The ways through a function that give nothing.
    fn gaps(&self, function: &Function) -> Vec<Gap> {
        let mut body = Vec::new();
        alone(&self.text.ast, &function.name, Some(function.n_params)).walk(&mut |path: &[ASTNode]| {
            if let [ASTNode::Stmt(statement)] = path {
                body.push((*statement).clone());
            }
            true
        });
        gaps(&body, &|at| self.text_at(at))
    }

    fn gap_told(&self, gap: &Gap, function: &Function, kind: HookKind) -> Option<Diagnostic> {
        let problem = gap.problem(&function.name, kind.neutral()?);
        Some(problem.diagnostic(self.layout.span(gap.at).unwrap_or(function.span)))
    }

    /// Where a function that must answer gave nothing, as far as its text shows it.
    pub(super) fn gap(&self, function: &Function, kind: HookKind) -> Option<Diagnostic> {
        let gaps = self.gaps(function);
        let (first, others) = gaps.split_first()?;
        let mut told = self.gap_told(first, function, kind)?;
        for other in others {
            if let Some(span) = self.layout.span(other.at) {
                told = told.also(span, "or here");
            }
        }
        Some(told)
    }
}
