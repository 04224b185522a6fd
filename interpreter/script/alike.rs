//! A compiled script in; whether its text shows that every comparison is of one sort of values out. Then operators need not
//! be looked up to find those that are not, which makes a function that runs live half as fast again.

use crate::script::fitting::{COMPARISONS, literal};
use crate::script::inspect::{alone, call_in};
use crate::script::lexicon::gives;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// What an expression may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Nothing, or a square, a move or the like, which know themselves what they may be compared with.
    Special,
    /// One sort of plain values, as the engine names it, or something special.
    One(&'static str),
    /// Nobody knows.
    Any,
}

impl Sort {
    fn of(name: &'static str) -> Sort {
        if matches!(name, "()" | "Square") { Sort::Special } else { Sort::One(name) }
    }

    fn or(self, other: Sort) -> Sort {
        match (self, other) {
            (Sort::Special, one) | (one, Sort::Special) => one,
            (one, same) if one == same => one,
            _ => Sort::Any,
        }
    }
}

/// What has a value: a variable by its name, wherever it stands, or a function with so many parameters.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Holder {
    Variable(String),
    Function(String, usize),
}

/// What all variables and functions may hold.
#[derive(Default)]
struct Sorts(BTreeMap<Holder, Sort>);

/// Whether no comparison can be of two sorts of values.
///
/// A constant that could not be folded into the functions, such as a list, may be anything.
pub(super) fn all_alike(ast: &AST, constants: &BTreeSet<String>) -> bool {
    let sorts = Sorts::read(ast, constants);
    let mut alike = true;
    ast.walk(&mut |path: &[ASTNode]| {
        // A map has properties of any sort.
        alike &= match path.last() {
            Some(ASTNode::Expr(Expr::Map(..))) => false,
            Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => !value.is_map(),
            _ => true,
        };
        alike &= called(path).is_none_or(|call| sorts.is_alike(call));
        alike
    });
    alike
}

fn called<'a>(path: &[ASTNode<'a>]) -> Option<&'a FnCallExpr> {
    path.last().and_then(call_in).map(|(call, ..)| call)
}

impl Sorts {
    /// Follows values through assignments, calls and results until nothing more is found.
    fn read(ast: &AST, constants: &BTreeSet<String>) -> Sorts {
        let mut given = assigned(ast);
        given.extend(constants.iter().map(|name| (Holder::Variable(name.clone()), None)));
        let mut sorts = Sorts::default();
        parameters(ast, &mut given, &mut sorts);
        results(ast, &mut given);
        for (holder, _) in &given {
            sorts.0.entry(holder.clone()).or_insert(Sort::Special);
        }
        loop {
            let mut has_changed = false;
            for (holder, value) in &given {
                let sort = value.as_ref().map_or(Sort::Any, |value| sorts.of(value));
                let known = sorts.get(holder);
                has_changed |= known.or(sort) != known;
                sorts.0.insert(holder.clone(), known.or(sort));
            }
            if !has_changed {
                return sorts;
            }
        }
    }

    fn get(&self, holder: &Holder) -> Sort {
        self.0.get(holder).copied().unwrap_or(Sort::Any)
    }

    fn is_alike(&self, call: &FnCallExpr) -> bool {
        if !COMPARISONS.contains(&call.name.as_str()) {
            return true;
        }
        let [a, b] = call.args.as_slice() else { return false };
        match (self.of(a), self.of(b)) {
            (Sort::Special, _) | (_, Sort::Special) => true,
            (Sort::One(a), Sort::One(b)) => a == b,
            _ => false,
        }
    }

    /// What a value may be, as far as the text shows it.
    fn of(&self, value: &Expr) -> Sort {
        match value {
            Expr::Variable(x, ..) => self.get(&Holder::Variable(x.1.to_string())),
            Expr::Dot(x, ..) => self.of(&x.rhs),
            Expr::Property(x, _) => word(&x.2),
            Expr::FnCall(call, _) | Expr::MethodCall(call, _) => self.called(call),
            Expr::And(..) | Expr::Or(..) => Sort::One("bool"),
            Expr::Stmt(block) => {
                let tails = block.statements().last().map(tail).unwrap_or_default();
                tails.iter().fold(Sort::Special, |all, one| all.or(one.as_ref().map_or(Sort::Any, |one| self.of(one))))
            }
            other => literal(other).map_or(Sort::Any, Sort::of),
        }
    }

    fn called(&self, call: &FnCallExpr) -> Sort {
        let name = call.name.as_str();
        if let Some(sort) = self.0.get(&Holder::Function(name.to_owned(), call.args.len())) {
            return *sort;
        }
        if COMPARISONS.contains(&name) || name == "!" {
            return Sort::One("bool");
        }
        if matches!((name, call.args.len()), ("+" | "-" | "*" | "/" | "%" | "min" | "max", 2) | ("-", 1)) {
            let all = call.args.iter().fold(Sort::Special, |all, one| all.or(self.of(one)));
            return if matches!(all, Sort::Special | Sort::One("i64")) { all } else { Sort::Any };
        }
        word(name)
    }
}

fn word(name: &str) -> Sort {
    match name {
        "square" | "piece" | "origin" | "target" | "step" | "first" | "leap" => Sort::Special,
        other => gives(other).map_or(Sort::Any, Sort::of),
    }
}

/// What holds which value; `None` is any value.
type Given = Vec<(Holder, Option<Expr>)>;

/// The variables of functions.
fn assigned(ast: &AST) -> Given {
    let mut given = Given::new();
    let mut give = |name: &str, value: Option<Expr>| given.push((Holder::Variable(name.to_owned()), value));
    ast.walk(&mut |path: &[ASTNode]| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Var(x, ..))) => give(x.0.as_str(), Some(x.1.clone())),
            Some(ASTNode::Stmt(Stmt::Assignment(x))) => {
                if let Expr::Variable(variable, ..) = &x.1.lhs {
                    give(&variable.1, Some(x.1.rhs.clone()));
                }
            }
            Some(ASTNode::Stmt(Stmt::For(x, _))) => {
                let bound = match &x.2.expr {
                    Expr::FnCall(range, _) if matches!(range.name.as_str(), ".." | "..=") => range.args.first(),
                    _ => None,
                };
                give(x.0.as_str(), bound.cloned());
                if let Some(counter) = &x.1 {
                    give(counter.as_str(), Some(Expr::IntegerConstant(0, counter.pos)));
                }
            }
            _ => {}
        }
        true
    });
    given
}

/// The parameters: what calls give them, and what comes from outside, which is special but for the side that `forward`
/// is asked about.
fn parameters(ast: &AST, given: &mut Given, sorts: &mut Sorts) {
    let mut named: BTreeMap<(&str, usize), Vec<&str>> = BTreeMap::new();
    for function in ast.iter_functions() {
        let (name, params) = (function.name, function.params);
        for (place, param) in params.iter().enumerate() {
            let from_outside = match (place, params.len()) {
                _ if name.starts_with("anon$") => Sort::Any,
                (0, 3) => Sort::One("string"),
                _ => Sort::Special,
            };
            let holder = Holder::Variable((*param).to_owned());
            let known = sorts.0.get(&holder).copied().unwrap_or(Sort::Special);
            sorts.0.insert(holder, known.or(from_outside));
        }
        named.insert((name, params.len()), params);
    }
    ast.walk(&mut |path: &[ASTNode]| {
        if let Some(call) = called(path)
            && let Some(params) = named.get(&(call.name.as_str(), call.args.len()))
        {
            let values = params.iter().zip(&call.args);
            given.extend(values.map(|(name, value)| (Holder::Variable((*name).to_owned()), Some(value.clone()))));
        }
        true
    });
}

/// What functions give.
fn results(ast: &AST, given: &mut Given) {
    for function in ast.iter_functions() {
        let holder = Holder::Function(function.name.to_owned(), function.params.len());
        given.push((holder.clone(), Some(Expr::Unit(rhai::Position::NONE))));
        let mut last = Vec::new();
        alone(ast, function.name, Some(function.params.len())).walk(&mut |path: &[ASTNode]| {
            match path {
                [ASTNode::Stmt(statement)] => last = tail(statement),
                [.., ASTNode::Stmt(Stmt::Return(Some(value), ..))] => {
                    given.push((holder.clone(), Some((**value).clone())));
                }
                _ => {}
            }
            true
        });
        given.extend(last.into_iter().map(|value| (holder.clone(), value)));
    }
}

/// The values that a statement may leave; `None` is any value.
fn tail(statement: &Stmt) -> Vec<Option<Expr>> {
    let last = |block: &rhai::StmtBlock| block.statements().last().map(tail).unwrap_or_default();
    match statement {
        Stmt::Expr(value) => vec![Some((**value).clone())],
        Stmt::FnCall(call, at) => vec![Some(Expr::FnCall(call.clone(), *at))],
        Stmt::Block(block) => last(block),
        Stmt::If(flow, _) => [last(&flow.body), last(&flow.branch)].concat(),
        Stmt::Noop(_) | Stmt::Var(..) | Stmt::Assignment(_) | Stmt::Return(..) | Stmt::BreakLoop(..) => Vec::new(),
        _ => vec![None],
    }
}

#[cfg(test)]
mod tests {
    use super::all_alike;
    use rhai::Engine;

    #[test]
    fn what_the_text_shows_is_enough() {
        let engine = Engine::new();
        let constants = ["LIST".to_owned()].into();
        for (text, expected) in [
            ("fn a(p) { p.rank == 3 && p.kind != \"pawn\" }", true),
            ("fn a(p) { let n = 0; for s in p.around { n += 1; } n > 3 }", true),
            ("fn a(p) { let n = p.rank; let m = n * 2 - 1; m <= n }", true),
            ("fn a(p) { p.square == p.step(\"left\") && p.count() >= -1 }", true),
            ("fn a(p) { p.rank == \"3\" }", false),
            ("fn a(p, n) { n == 3 }", true),
            ("fn a(side, f, t) { side == \"white\" && b(side, f.rank) } fn b(s, n) { s == \"black\" && n > 3 }", true),
            ("fn a(side, f, t) { side == \"white\" && b(f.rank, side) } fn b(s, n) { s == \"black\" }", false),
            ("fn a(side, f, t) { side == 3 }", false),
            (
                "fn a(p) { b(p.rank) == 2 } fn b(n) { if n > 3 { return 1; } let m = if n > 1 { n } else { 7 - n }; m }",
                true,
            ),
            (
                "fn a(p) { b(p.rank) == 2 } fn b(n) { let m = if n > 2 { n - 2 } else { 2 - n }; if m > 1 { 4 } else { m } }",
                true,
            ),
            ("fn a(p) { b(p.rank) == 2 } fn b(n) { if n > 3 { return p.kind; } n }", false),
            ("fn a(p) { b(p.rank) == 2 } fn b(n) { if n > 3 { \"x\" } else { 1 } }", false),
            ("fn a(p) { b(p) == 2 } fn b(p) { switch p.rank { 1 => \"x\", _ => 1 } }", false),
            ("fn a(p) { c(p.rank) } fn c(n) { if n == 0 { 0 } else { c(n - 1) } }", true),
            ("fn a(p) { [p.kind].map(|n| n == 1) }", false),
            ("fn a(p) { b(|n| n == p.rank, p.kind) } fn b(f, k) { f.call(k) }", false),
            ("fn a(p) { b(p.rank) && p.around.all(|s| s.kind == \"x\") } fn b(n) { n == 1 }", true),
            ("fn a(p) { let n = 2; p.around.all(|s| s.rank == n) }", false),
            ("fn a(p) { let t = false; for i in 0..p.rank { t = i == 2; } t }", true),
            ("fn a(p) { (p.rank > 2) == (p.moved && p.exists) }", true),
            ("fn a(p) { let n = 0; if p.moved { n = \"x\"; } n == 0 }", false),
            ("fn a(p) { let m = LIST; let LIST = 1; m == 1 }", false),
            ("fn a(p) { [1, 2].contains(p.rank) && p.rank in [1, 2] }", true),
            ("fn a(p) { let m = #{ rank: \"a\" }; m.rank == 1 }", false),
            ("fn a(p) { [1] == [2] && [1] != 1 }", false),
        ] {
            let ast = engine.compile(text).unwrap();
            assert_eq!(all_alike(&ast, &constants), expected, "{text}");
        }
    }
}
