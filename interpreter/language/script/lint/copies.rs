//! A script in; out come the largest list that it writes out and the variables that it copies, for both are walked by the
//! engine itself, where no word is charged.

use crate::script::meter::{Copies, size};
use crate::script::syntax::call_in;
use rhai::{AST, ASTNode, Dynamic, Expr, Stmt};

/// Reads a script, with the values of its constants.
pub(in crate::script) fn copies<'a>(ast: &AST, constants: impl Iterator<Item = &'a Dynamic>) -> Copies {
    let mut copies = Copies::default();
    let mut has_lists = false;
    let mut hold = |value: &Dynamic| {
        if value.is_array() || value.is_map() {
            has_lists = true;
            copies.largest = copies.largest.max(size(value).parts);
        }
    };
    constants.for_each(&mut hold);
    let mut written = false;
    ast.walk(&mut |path: &[ASTNode]| {
        match path.last() {
            Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => hold(value),
            Some(ASTNode::Expr(Expr::Array(..) | Expr::Map(..))) => written = true,
            _ => {}
        }
        true
    });
    if !has_lists && !written {
        return copies;
    }
    ast.walk(&mut |path: &[ASTNode]| {
        if let Some((ASTNode::Expr(node @ Expr::Variable(x, ..)), above)) = path.split_last()
            && above.last().is_none_or(|parent| !only_looks(parent, node))
        {
            copies.variables.insert(x.1.to_string());
        }
        true
    });
    copies
}

/// Whether a variable is only looked at: a chain begins with it, it gets a value, or a closure shares it.
fn only_looks(parent: &ASTNode, variable: &Expr) -> bool {
    match parent {
        ASTNode::Expr(Expr::Dot(x, ..) | Expr::Index(x, ..)) => x.lhs.position() == variable.position(),
        ASTNode::Stmt(Stmt::Assignment(x)) => x.1.lhs.position() == variable.position(),
        node => call_in(node).is_some_and(|(call, ..)| call.name.as_str() == "curry"),
    }
}

#[cfg(test)]
mod tests {
    use super::copies;
    use rhai::Engine;

    #[test]
    fn variables_that_are_copied_are_found() {
        for (text, variables, largest) in [
            ("fn a(p) { let n = p.rank; b(n) } fn b(n) { n == 3 }", &[][..], 0),
            ("fn a(p) { let l = [p, p.left]; l.push(3); l[0] = 4; l.len == 3 }", &["p"], 0),
            ("fn a(p) { let l = [1, 2]; let m = l; m.len == 2 }", &["l"], 6),
            ("fn a(p) { let l = [p]; for x in l { p.around.any(|s| l.len > 1); } true }", &["l", "p"], 0),
            ("fn a(p) { let m = #{ x: p }; f(m) } fn f(n) { n.x += n.y; n }", &["m", "n", "p"], 0),
        ] {
            let found = copies(&Engine::new_raw().compile(text).unwrap(), std::iter::empty());
            assert!(found.variables.iter().eq(variables), "{text}: {found:?}");
            assert!((largest..largest + 4).contains(&found.largest), "{text}: {found:?}");
        }
    }
}
