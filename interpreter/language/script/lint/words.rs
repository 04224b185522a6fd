//! A compiled script in, words and names that are not there, and what closures and statements may not do, out.

use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, nearest};
use crate::script::fitting::COMPARISONS;
use crate::script::lexicon::{gone, named};
use crate::script::lint::barred::KEYWORDS;
use crate::script::problem::{Known, Problem, cannot_be_set, hint};
use crate::script::syntax::{Body, call_in, last_word, pointed, root, variable};
use crate::script::types::Type;
use rhai::{AST, ASTFlags, ASTNode, Dynamic, Expr, FnCallExpr, Position, Stmt};
use std::collections::BTreeSet;

/// What the words of the language are.
pub(in crate::script) struct Vocabulary<'a> {
    /// Names of native functions; getters as `get$kind`.
    pub(in crate::script) native: &'a BTreeSet<String>,
    /// Names of constants and options.
    pub(in crate::script) constants: &'a BTreeSet<String>,
    /// Functions of the scripts, and all of them as they are written.
    pub(in crate::script) known: &'a Known,
    /// There may be other functions.
    pub(in crate::script) in_part: bool,
}

/// What is found, and where.
type Found = Vec<(Position, Problem)>;

/// Finds what is misspelt or misplaced in one file, and what is idle there if its top level has run.
pub(in crate::script) fn check(ast: &AST, bodies: &[Body], words: &Vocabulary, has_run: bool) -> Found {
    let mut found = Found::new();
    let mut has_maps = false;
    ast.walk(&mut |path: &[ASTNode]| {
        has_maps |= matches!(path.last(), Some(ASTNode::Expr(Expr::Map(..))));
        !has_maps
    });
    ast.walk(&mut |path: &[ASTNode]| {
        let Some(node) = path.last() else { return true };
        if let Some((call, at, is_method)) = call_in(node) {
            if call.op_token.is_some() {
                uncalled(call, words, &mut found);
            } else if call.name.as_str() == "curry" {
                captured_chain(call, path, &mut found);
                captured_change(call, bodies, &mut found);
            } else if !(is_method && has_maps) {
                found.extend(words.unknown_function(&call.name).map(|problem| (at, problem)));
            }
        }
        match node {
            ASTNode::Expr(Expr::Property(x, at)) if !has_maps && !words.is_getter(&x.2) => {
                found.push((*at, words.unknown_property(&x.2, path)));
            }
            ASTNode::Stmt(Stmt::Assignment(x)) if !has_maps => {
                if let Some((name, at)) = last_word(&x.1.lhs).filter(|(name, _)| words.is_getter(name)) {
                    found.push((at, cannot_be_set(name)));
                }
            }
            ASTNode::Stmt(Stmt::For(x, _)) => {
                let own = [Some(&x.0), x.1.as_ref()].into_iter().flatten();
                let hiding = own.filter(|ident| words.constants.contains(ident.as_str()));
                found.extend(hiding.map(|ident| (ident.pos, hides(ident.as_str()))));
            }
            ASTNode::Expr(Expr::DynamicConstant(value, at)) => {
                found.extend(words.hidden_by_closure(value, path, bodies).map(|name| (*at, hides(&name))));
            }
            _ => {}
        }
        true
    });
    // What is wrong with a statement comes before its being idle.
    let told: Vec<Option<usize>> = found.iter().map(|(at, _)| at.line()).collect();
    let idle = if has_run { idle(ast) } else { Found::new() };
    found.extend(idle.into_iter().filter(|(at, _)| !told.contains(&at.line())));
    found
}

/// A variable of the same name as a constant: Rhai would put the constant in its place.
pub(in crate::script) fn hides(name: &str) -> Problem {
    Problem::new(Code::HidesConstant, format!("`{name}` is a constant or an option already"))
        .help("choose another name")
}

impl Vocabulary<'_> {
    fn is_getter(&self, name: &str) -> bool {
        self.native.contains(&format!("get${name}"))
    }

    fn unknown_function(&self, name: &str) -> Option<Problem> {
        // What the engine handles itself is told apart.
        let is_told = name == "call" || KEYWORDS.contains(&name);
        let is_there = is_told || self.native.contains(name) || self.known.is_scripted(name);
        if is_there || self.in_part {
            return None;
        }
        let problem = Problem::new(Code::UnknownWord, format!("there is no function `{name}`"))
            .label("neither a word nor a function of the script");
        Some(match gone(name) {
            _ if self.is_getter(name) => problem.help(format!("`{name}` is a property: write it without `()`")),
            Some(instead) => problem.help(instead),
            None => hint(problem, name, self.known),
        })
    }

    /// A property that is not there, with what may have been meant: where it is compared, a word that gives such a value.
    fn unknown_property(&self, name: &str, path: &[ASTNode]) -> Problem {
        let problem = Problem::new(Code::UnknownWord, format!("there is no property `{name}`"));
        if self.native.contains(name) || self.known.is_scripted(name) {
            return problem.help(format!("`{name}` is a function: write `{name}(...)`"));
        }
        let mut above = path.iter().rev().skip(1);
        let wanted = above.find_map(|node| match node {
            ASTNode::Expr(Expr::Dot(x, ..)) => {
                let ends = last_word(&x.rhs).is_some_and(|(end, _)| end == name);
                (!ends).then_some(None)
            }
            ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
                let compares = COMPARISONS.contains(&call.name.as_str());
                Some(compares.then(|| call.args.iter().find_map(written)).flatten())
            }
            _ => Some(None),
        });
        let fits =
            |word: &&str| wanted.flatten().is_some_and(|wanted| named(word).any(|word| wanted.meets(word.gives)));
        match nearest(name, self.known.words.iter().map(String::as_str).filter(fits)) {
            Some(near) if elsewhere(name, Place::Script).is_none() => problem.help(format!("did you mean `{near}`?")),
            _ => hint(problem, name, self.known),
        }
    }

    /// The parameter of a closure that is named like a constant; what a closure captures are parameters to Rhai.
    fn hidden_by_closure(&self, value: &Dynamic, path: &[ASTNode], bodies: &[Body]) -> Option<String> {
        let name = pointed(value)?;
        let closure = bodies.iter().find(|body| body.name == name)?;
        let captured: Vec<&str> = match path.len().checked_sub(2).and_then(|at| path.get(at)).and_then(call_in) {
            Some((call, ..)) if call.name.as_str() == "curry" => {
                call.args.iter().skip(1).filter_map(variable).collect()
            }
            _ => Vec::new(),
        };
        let mut own = closure.params.iter().filter(|name| !captured.contains(&name.as_str()));
        own.find(|name| self.constants.contains(*name)).cloned()
    }
}

/// The type of a value that is written out.
fn written(value: &Expr) -> Option<Type> {
    Some(match value {
        Expr::StringConstant(..) | Expr::InterpolatedString(..) => Type::TEXT,
        Expr::IntegerConstant(..) => Type::NUMBER,
        Expr::BoolConstant(..) => Type::BOOL,
        _ => return None,
    })
}

/// `x == helper`, where `helper` is a function that should be called: equal to nothing.
fn uncalled(call: &FnCallExpr, words: &Vocabulary, found: &mut Found) {
    for operand in &call.args {
        let Expr::Variable(x, _, at) = operand else { continue };
        let name = x.1.as_str();
        if x.0.is_none() && words.known.is_scripted(name) && !words.constants.contains(name) {
            let problem = Problem::new(Code::UnknownWord, format!("there is no variable `{name}`"))
                .help(format!("`{name}` is a function: write `{name}(...)`"));
            found.push((*at, problem));
        }
    }
}

/// `piece.attackers.any(|x| x.kind == piece.kind)`: Rhai locks `piece` while the chain runs.
fn captured_chain(curry: &FnCallExpr, path: &[ASTNode], found: &mut Found) {
    for captured in curry.args.iter().skip(1) {
        let Some(name) = variable(captured) else { continue };
        let is_root = path.iter().any(|node| match node {
            ASTNode::Expr(Expr::Dot(x, ..) | Expr::Index(x, ..)) => variable(&x.lhs) == Some(name),
            _ => false,
        });
        if is_root {
            let problem = Problem::new(
                Code::CapturedChain,
                format!("the closure reads `{name}`, with which its own chain begins"),
            )
            .label("not readable in here")
            .help(format!("write `let me = {name};` first and use `me` in the closure"));
            found.push((captured.position(), problem));
        }
    }
}

/// A closure that changes a variable outside it would change it once for each way its questions can be answered.
fn captured_change(curry: &FnCallExpr, bodies: &[Body], found: &mut Found) {
    let Some(Expr::DynamicConstant(value, _)) = curry.args.first() else { return };
    let captured: Vec<&str> = curry.args.iter().skip(1).filter_map(variable).collect();
    let name = pointed(value);
    let Some(closure) = bodies.iter().find(|body| Some(&body.name) == name.as_ref()) else { return };
    closure.walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Stmt(Stmt::Assignment(x))) = path.last()
            && let Some(name) = variable(root(&x.1.lhs))
            && captured.contains(&name)
        {
            let problem =
                Problem::new(Code::CapturedChange, format!("the closure changes `{name}`, which is outside it"))
                    .label("changed here")
                    .help("a closure only judges: count with `.count(|x| ...)` or use a `for` loop");
            found.push((x.1.lhs.position(), problem));
        }
        true
    });
}

/// Statements of the top level that change nothing, since functions see only constants: those behind the last constant, and variables that nothing behind
/// them names.
fn idle(ast: &AST) -> Found {
    let statements = ast.statements();
    let is_constant =
        |statement: &Stmt| matches!(statement, Stmt::Var(_, flags, _) if flags.contains(ASTFlags::CONSTANT));
    let n_needed = statements.iter().rposition(is_constant).map_or(0, |last| last + 1);
    let mut found = Found::new();
    for (at, statement) in statements.iter().enumerate() {
        let later = || statements.get(at + 1..n_needed).unwrap_or_default();
        let is_needed = match statement {
            Stmt::Noop(_) => true,
            statement if is_constant(statement) => true,
            Stmt::Var(x, ..) => later().iter().any(|other| names(other, x.0.as_str())),
            _ => at < n_needed,
        };
        if !is_needed {
            let problem = Problem::new(Code::IdleStatement, "this statement stands outside of all functions")
                .help("functions see only constants: write `const NAME = ...;`, or move it into a function");
            found.push((statement.position(), problem));
        }
    }
    found
}

/// Whether a statement names a variable.
fn names(statement: &Stmt, name: &str) -> bool {
    let mut found = false;
    statement.walk(&mut Vec::new(), &mut |path: &[ASTNode]| {
        found |= matches!(path.last(), Some(ASTNode::Expr(Expr::Variable(x, ..))) if x.1.as_str() == name);
        !found
    });
    found
}
