//! A compiled script in; whether its text shows that every comparison is of one sort of values out. Then operators need not
//! be looked up to find those that are not, which makes a function that runs live half as fast again.

use crate::script::fitting::{COMPARISONS, literal};
use crate::script::lexicon::gives;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Stmt};
use std::collections::BTreeMap;

/// What a variable holds: always one sort, or one that nobody knows.
type Sorts = BTreeMap<String, Option<&'static str>>;

/// Whether no comparison can be of two sorts of values.
pub(super) fn all_alike(ast: &AST) -> bool {
    let sorts = variables(ast);
    let mut alike = true;
    ast.walk(&mut |path: &[ASTNode]| {
        // A map has properties of any sort.
        alike &= match path.last() {
            Some(ASTNode::Expr(Expr::Map(..))) => false,
            Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => !value.is_map(),
            _ => true,
        };
        let call = match path.last() {
            Some(
                ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)),
            ) => Some(call),
            _ => None,
        };
        alike &= call.is_none_or(|call| is_alike(call, &sorts));
        alike
    });
    alike
}

fn is_alike(call: &FnCallExpr, sorts: &Sorts) -> bool {
    // Lists compare what they look for.
    if matches!(call.name.as_str(), "contains" | "in" | "index_of" | "dedup" | "sort") {
        return false;
    }
    if !COMPARISONS.contains(&call.name.as_str()) {
        return true;
    }
    let [a, b] = call.args.as_slice() else { return false };
    let (a, b) = (sort_of(a, sorts), sort_of(b, sorts));
    // Squares have comparisons of their own.
    let is_special = |sort| matches!(sort, Some("Square" | "()"));
    is_special(a) || is_special(b) || (a.is_some() && a == b && a != Some("array") && a != Some("map"))
}

/// The sorts of all variables, by name; a name that is used for several things is one that nobody knows.
fn variables(ast: &AST) -> Sorts {
    let mut sorts = Sorts::new();
    for function in ast.iter_functions() {
        sorts.extend(function.params.iter().map(|name| ((*name).to_owned(), None)));
    }
    let mut given: Vec<(String, Option<Expr>)> = Vec::new();
    ast.walk(&mut |path: &[ASTNode]| {
        match path.last() {
            Some(ASTNode::Stmt(Stmt::Var(x, ..))) => given.push((x.0.as_str().to_owned(), Some(x.1.clone()))),
            Some(ASTNode::Stmt(Stmt::Assignment(x))) => {
                if let Expr::Variable(variable, ..) = &x.1.lhs {
                    given.push((variable.1.to_string(), Some(x.1.rhs.clone())));
                }
            }
            Some(ASTNode::Stmt(Stmt::For(x, _))) => {
                given.extend(
                    [Some(&x.0), x.1.as_ref()].into_iter().flatten().map(|name| (name.as_str().to_owned(), None)),
                );
            }
            _ => {}
        }
        true
    });
    loop {
        let mut has_changed = false;
        for (name, value) in &given {
            let sort = value.as_ref().and_then(|value| sort_of(value, &sorts));
            let known = sorts.get(name).copied();
            let joined = if known.is_none_or(|known| known == sort) { sort } else { None };
            if known != Some(joined) {
                sorts.insert(name.clone(), joined);
                has_changed = true;
            }
        }
        if !has_changed {
            return sorts;
        }
    }
}

/// The sort of a value, as far as the text shows it.
fn sort_of(value: &Expr, sorts: &Sorts) -> Option<&'static str> {
    match value {
        Expr::Variable(x, ..) => sorts.get(x.1.as_str()).copied().flatten(),
        Expr::Dot(x, ..) => sort_of(&x.rhs, sorts),
        Expr::Property(x, _) => word(&x.2),
        Expr::MethodCall(call, _) => word(&call.name),
        Expr::FnCall(call, _) => match (call.name.as_str(), call.args.as_slice()) {
            ("+" | "-" | "*" | "/" | "%", [a, b]) => {
                let sort = sort_of(a, sorts)?;
                (sort == "i64" && sort_of(b, sorts) == Some(sort)).then_some(sort)
            }
            ("-", [a]) => sort_of(a, sorts).filter(|sort| *sort == "i64"),
            _ => None,
        },
        other => literal(other),
    }
}

fn word(name: &str) -> Option<&'static str> {
    match name {
        "square" | "piece" | "origin" | "target" | "step" | "first" | "leap" => Some("Square"),
        other => gives(other),
    }
}

#[cfg(test)]
mod tests {
    use super::all_alike;
    use rhai::Engine;

    #[test]
    fn what_the_text_shows_is_enough() {
        let engine = Engine::new();
        for (text, expected) in [
            ("fn a(p) { p.rank == 3 && p.kind != \"pawn\" }", true),
            ("fn a(p) { let n = 0; for s in p.around { n += 1; } n > 3 }", true),
            ("fn a(p) { let n = p.rank; let m = n * 2 - 1; m <= n }", true),
            ("fn a(p) { p.square == p.step(\"left\") && p.count() >= -1 }", true),
            ("fn a(p) { p.rank == \"3\" }", false),
            ("fn a(p, n) { n == 3 }", false),
            ("fn a(p) { let n = 0; if p.moved { n = \"x\"; } n == 0 }", false),
            ("fn a(p) { let m = n; let n = 1; m == 1 }", false),
            ("fn a(p) { [1, 2].contains(p.rank) }", false),
            ("fn a(p) { p.rank in [1, 2] }", false),
            ("fn a(p) { let m = #{ rank: \"a\" }; m.rank == 1 }", false),
            ("fn a(p) { [1] == [\"a\"] }", false),
        ] {
            let ast = engine.compile(text).unwrap();
            assert_eq!(all_alike(&ast), expected, "{text}");
        }
    }
}
