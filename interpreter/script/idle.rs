//! The top level of a compiled script in; statements there that no constant needs, out. Functions see nothing of them
//! but the constants.

use crate::diagnostic::{Code, Severity};
use crate::script::problem::Problem;
use rhai::{AST, ASTFlags, ASTNode, Expr, Position, Stmt};

/// Statements of the top level that change nothing: those behind the last constant, and variables that nothing behind
/// them names.
pub(super) fn idle(ast: &AST) -> Vec<(Position, Severity, Problem)> {
    let statements = ast.statements();
    let is_constant =
        |statement: &Stmt| matches!(statement, Stmt::Var(_, flags, _) if flags.contains(ASTFlags::CONSTANT));
    let n_needed = statements.iter().rposition(is_constant).map_or(0, |last| last + 1);
    let mut found = Vec::new();
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
            found.push((statement.position(), Severity::Error, problem));
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
