//! A function that must answer in; the ways through it that give nothing, with what to add there, out.

use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::script::answer::HookId;
use crate::script::fitting::COMPARISONS;
use crate::script::hook::HookKind;
use crate::script::problem::Problem;
use crate::script::program::{Function, Program};
use crate::script::syntax::Body;
use rhai::{ASTNode, Expr, Position, Stmt, StmtBlock};

/// A way through a function that gives nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::script) struct Gap {
    /// Where the answer is missing.
    pub(in crate::script) at: Position,
    /// When it is.
    when: When,
    /// Whether some position leads there, as far as the text shows it.
    pub(in crate::script) is_sure: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum When {
    /// The condition of an `if` does not hold: what does then, if it can be said.
    Not(Option<String>),
    /// No case of a `switch` fits.
    NoCase,
    /// A loop is over.
    LoopEnds,
    /// What stands here gives nothing.
    Here,
}

/// The gaps of a body; `text_at` finds the text from a place on.
pub(in crate::script) fn gaps(body: &[Stmt], text_at: &dyn Fn(Position) -> Option<String>) -> Vec<Gap> {
    let mut found = Vec::new();
    let (last, before) = match body.split_last() {
        Some(split) => split,
        None => return found,
    };
    end(last, text_at, &mut found);
    let returns_before = before.iter().any(|statement| {
        let mut returns = false;
        statement.walk(&mut Vec::new(), &mut |path: &[ASTNode]| {
            returns |= matches!(path.last(), Some(ASTNode::Stmt(Stmt::Return(..))));
            true
        });
        returns
    });
    // What was returned before may be all that is left out here.
    let is_alone = found.len() == 1 && !returns_before;
    found.iter_mut().for_each(|gap| gap.is_sure &= is_alone);
    found
}

fn block(block: &StmtBlock, text_at: &dyn Fn(Position) -> Option<String>, found: &mut Vec<Gap>) {
    match block.statements().last() {
        Some(last) => end(last, text_at, found),
        None => found.push(Gap { at: block.position(), when: When::Here, is_sure: false }),
    }
}

fn end(statement: &Stmt, text_at: &dyn Fn(Position) -> Option<String>, found: &mut Vec<Gap>) {
    let mut gap = |at: Position, when: When, is_sure: bool| found.push(Gap { at, when, is_sure });
    match statement {
        Stmt::Expr(value) => match &**value {
            Expr::Stmt(inner) => block(inner, text_at, found),
            Expr::Unit(at) => gap(*at, When::Here, false),
            _ => {}
        },
        Stmt::Block(inner) => block(inner, text_at, found),
        Stmt::If(flow, at) if flow.branch.is_empty() => {
            let otherwise = text_at(*at).and_then(|text| otherwise(&flow.expr, &text));
            // It asks something, and so it has two answers.
            gap(*at, When::Not(otherwise), asks(&flow.expr));
            block(&flow.body, text_at, found);
        }
        Stmt::If(flow, _) => {
            let begin = found.len();
            block(&flow.body, text_at, found);
            block(&flow.branch, text_at, found);
            // Earlier conditions may leave nothing over.
            found.iter_mut().skip(begin).for_each(|gap| gap.is_sure = false);
        }
        Stmt::Switch(x, at) => {
            if x.1.def_case.is_none() {
                gap(*at, When::NoCase, false);
            }
            for case in &x.1.expressions {
                if let Expr::Stmt(inner) = &case.rhs {
                    block(inner, text_at, found);
                }
            }
        }
        Stmt::While(flow, at) if !matches!(flow.expr, Expr::Unit(_) | Expr::BoolConstant(true, _)) => {
            gap(*at, When::LoopEnds, false);
        }
        Stmt::For(_, at) => gap(*at, When::LoopEnds, true),
        Stmt::Do(_, _, at) => gap(*at, When::LoopEnds, false),
        Stmt::Var(_, _, at) => gap(*at, When::Here, false),
        Stmt::Assignment(x) => gap(x.1.lhs.start_position(), When::Here, false),
        _ => {}
    }
}

/// Whether a condition asks a word.
fn asks(condition: &Expr) -> bool {
    let mut found = false;
    condition.walk(&mut Vec::new(), &mut |path: &[ASTNode]| {
        found |= matches!(path.last(), Some(ASTNode::Expr(Expr::Dot(..))));
        !found
    });
    found
}

/// What holds when the condition of an `if` does not, as a script would write it.
fn otherwise(condition: &Expr, text: &str) -> Option<String> {
    let inner = head(text.strip_prefix("if")?)?.trim();
    if inner.is_empty() || inner.contains('\n') {
        return None;
    }
    let Expr::FnCall(call, _) = condition else {
        let is_one = !matches!(condition, Expr::And(..) | Expr::Or(..) | Expr::Coalesce(..));
        return Some(if is_one { format!("!{inner}") } else { format!("!({inner})") });
    };
    let name = call.name.as_str();
    if name == "!" {
        return Some(inner.strip_prefix('!')?.to_owned());
    }
    let at = COMPARISONS.iter().position(|known| *known == name).filter(|_| call.op_token.is_some());
    let Some(at) = at else {
        return Some(if call.op_token.is_some() || name == "contains" {
            format!("!({inner})")
        } else {
            format!("!{inner}")
        });
    };
    let opposite = ["!=", "==", ">=", ">", "<=", "<"][at];
    // Only where the sign stands once is it sure which one it is.
    let (before, after) = inner.split_once(name)?;
    let is_once = !after.contains(name) && !after.starts_with('=') && !before.ends_with(['<', '>', '=', '!']);
    is_once.then(|| format!("{} {opposite} {}", before.trim_end(), after.trim_start()))
}

/// A text up to the brace that opens a block: braces within brackets and strings do not.
pub(in crate::script) fn head(text: &str) -> Option<&str> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        match quote {
            Some(end) => {
                if c == end && before != '\\' {
                    quote = None;
                }
            }
            None => match c {
                '"' | '\'' | '`' => quote = Some(c),
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                '{' if depth == 0 => return text.get(..at),
                _ => {}
            },
        }
        before = c;
    }
    None
}

impl Gap {
    /// What is said of it: `answer` is what could stand there.
    pub(in crate::script) fn problem(&self, function: &str, answer: &str) -> Problem {
        let (when, label, help) = match &self.when {
            When::Not(Some(condition)) => {
                (format!("no answer when `{condition}`"), "no `else`", format!("add `else {{ {answer} }}`"))
            }
            When::Not(None) => {
                ("no answer when this does not hold".to_owned(), "no `else`", format!("add `else {{ {answer} }}`"))
            }
            When::NoCase => ("no answer when no case fits".to_owned(), "no `_`", format!("add `_ => {answer}`")),
            When::LoopEnds => {
                let help = format!("write `{answer}` behind the loop");
                ("no answer when the loop ends".to_owned(), "gives nothing", help)
            }
            When::Here => {
                ("no answer here".to_owned(), "gives nothing", format!("end with an answer, such as `{answer}`"))
            }
        };
        Problem::new(Code::WrongResult, format!("`{function}` gives {when}")).label(label).help(help)
    }
}

/// How far a statement is looked through, in bytes.
const LONGEST: usize = 16 * 1024;

impl Program {
    /// The text of a script from a place on.
    pub(in crate::script) fn text_at(&self, at: Position) -> Option<String> {
        let span = self.layout.span(at)?;
        let text = &self.layout.sources.file(span.source).text;
        let end = (span.start as usize + LONGEST).min(text.len());
        text.get(span.start as usize..text.floor_char_boundary(end)).map(str::to_owned)
    }

    /// The ways through a function that give nothing.
    fn gaps(&self, function: &Function) -> Vec<Gap> {
        let is_it = |body: &&Body| body.name == function.name && body.params.len() == function.n_params;
        let body = self.as_written.bodies.iter().find(is_it);
        body.map_or_else(Vec::new, |body| gaps(&body.statements, &|at| self.text_at(at)))
    }

    fn gap_told(&self, gap: &Gap, function: &Function, kind: HookKind) -> Option<Diagnostic> {
        let problem = gap.problem(&function.name, kind.neutral()?);
        Some(problem.diagnostic(self.layout.span(gap.at).unwrap_or(function.span)))
    }

    /// Ways through functions that give nothing where an answer is needed, as warnings: nothing has come to them yet.
    pub(in crate::script) fn sure_gaps(&self, hooks: &[(HookId, HookKind)]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (hook, kind) in hooks {
            let function = self.function(*hook);
            let sure = self.gaps(function).into_iter().filter(|gap| gap.is_sure);
            let told = sure.filter_map(|gap| self.gap_told(&gap, function, *kind));
            found.extend(told.map(|problem| Diagnostic { severity: Severity::Warning, ..problem }));
        }
        found
    }

    /// Where a function that must answer gave nothing, as far as its text shows it.
    pub(in crate::script) fn gap(&self, function: &Function, kind: HookKind) -> Option<Diagnostic> {
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

#[cfg(test)]
mod tests {
    use super::gaps;
    use rhai::{ASTNode, Engine, OptimizationLevel, Position, Stmt};

    fn told(text: &str) -> Vec<String> {
        let mut engine = Engine::new_raw();
        engine.set_optimization_level(OptimizationLevel::None);
        let ast = engine.compile(text).unwrap();
        let mut body: Vec<Stmt> = Vec::new();
        ast.walk(&mut |path: &[ASTNode]| {
            if let [ASTNode::Stmt(statement)] = path {
                body.push((*statement).clone());
            }
            true
        });
        let text_at = |at: Position| text.get(at.position()? - 1..).map(str::to_owned);
        let found = gaps(&body, &text_at);
        found
            .iter()
            .map(|gap| {
                format!("{:?}{} {}", gap.at, if gap.is_sure { "!" } else { "" }, gap.problem("ok", "false").message())
            })
            .collect()
    }

    #[test]
    fn what_gives_nothing_is_named() {
        for (body, expected) in [
            ("if p.rank > 3 { true }", "1:11! `ok` gives no answer when `p.rank <= 3`"),
            ("if p.kind == \"pawn\" { return true; }", "1:11! `ok` gives no answer when `p.kind != \"pawn\"`"),
            ("if !p.moved { true }", "1:11! `ok` gives no answer when `p.moved`"),
            ("if p.moved { true }", "1:11! `ok` gives no answer when `!p.moved`"),
            ("if p.moved && p.rank > 2 { true }", "1:11! `ok` gives no answer when `!(p.moved && p.rank > 2)`"),
            ("if p.moved { true } else if p.rank < 2 { false }", "1:36 `ok` gives no answer when `p.rank >= 2`"),
            ("if p.moved { return true; } if !p.moved { false }", "1:39 `ok` gives no answer when `p.moved`"),
            ("if p.moved { true } else { let n = 1; }", "1:38 `ok` gives no answer here"),
            ("switch p.rank { 1 => true }", "1:11 `ok` gives no answer when no case fits"),
            ("for s in p.around { if s.moved { return true; } }", "1:11! `ok` gives no answer when the loop ends"),
            ("let n = 0; while n < 3 { n += 1; }", "1:22 `ok` gives no answer when the loop ends"),
            ("if many == \"max\" { true }", "1:11 `ok` gives no answer when `many != \"max\"`"),
            ("if p.moved { true } else { false }", ""),
            ("loop { if p.moved { return true; } }", ""),
            ("if p.moved { return true; } throw 1", ""),
            ("p.moved", ""),
        ] {
            let found = told(&format!("fn a(p) {{ {body} }}"));
            let expected: Vec<String> =
                [expected].iter().filter(|text| !text.is_empty()).map(ToString::to_string).collect();
            assert_eq!(found, expected, "{body}");
        }
    }
}
