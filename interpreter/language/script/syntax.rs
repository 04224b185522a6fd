//! The syntax of scripts as the engine keeps it: a node or a script in, the parts that readers look for out.

use rhai::{AST, ASTNode, Dynamic, Expr, FnCallExpr, FnPtr, Position, Stmt};

/// A function of a script.
pub(super) struct Body {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    pub(super) statements: Vec<Stmt>,
}

impl Body {
    /// Whether it is a closure.
    pub(super) fn is_closure(&self) -> bool {
        is_closure(&self.name)
    }

    /// Whether it has a map.
    pub(super) fn has_maps(&self) -> bool {
        let mut found = false;
        self.walk(&mut |path: &[ASTNode]| {
            found |= match path.last() {
                Some(ASTNode::Expr(Expr::Map(..))) => true,
                Some(ASTNode::Expr(Expr::DynamicConstant(value, _))) => value.is_map(),
                _ => false,
            };
            !found
        });
        found
    }

    /// Visits all nodes, each with those above it. The visit of a part ends where `look` says no.
    pub(super) fn walk(&self, look: &mut impl FnMut(&[ASTNode]) -> bool) {
        for statement in &self.statements {
            statement.walk(&mut Vec::new(), look);
        }
    }
}

/// Whether the engine calls a closure so.
pub(super) fn is_closure(name: &str) -> bool {
    name.starts_with("anon$")
}

/// All functions of a script.
pub(super) fn bodies(ast: &AST) -> Vec<Body> {
    let body = |name: &str, params: Vec<String>| {
        let mut alone = ast.clone_functions_only();
        alone.retain_functions(|_, _, own, n| own == name && n == params.len());
        let mut statements = Vec::new();
        alone.walk(&mut |path: &[ASTNode]| {
            if let [ASTNode::Stmt(statement)] = path {
                statements.push((*statement).clone());
            }
            true
        });
        Body { name: name.to_owned(), params, statements }
    };
    ast.iter_functions().map(|f| body(f.name, f.params.iter().map(ToString::to_string).collect())).collect()
}

/// A call of a function or a method, wherever it stands.
pub(super) fn call_in<'a>(node: &ASTNode<'a>) -> Option<(&'a FnCallExpr, Position, bool)> {
    match node {
        ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)) => Some((call, *at, false)),
        ASTNode::Expr(Expr::MethodCall(call, at)) => Some((call, *at, true)),
        _ => None,
    }
}

/// The name of a variable.
pub(super) fn variable(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Variable(x, ..) => Some(x.1.as_str()),
        _ => None,
    }
}

/// The variable that a chain begins with.
pub(super) fn root(expr: &Expr) -> &Expr {
    match expr {
        Expr::Dot(x, ..) | Expr::Index(x, ..) => root(&x.lhs),
        other => other,
    }
}

/// The word that ends a chain, and where it stands: `kind` of `mv.target.kind`, `ray` of `piece.ray("left")`.
pub(super) fn last_word(expr: &Expr) -> Option<(&str, Position)> {
    match expr {
        Expr::Dot(x, ..) => last_word(&x.rhs),
        Expr::Property(x, at) => Some((x.2.as_str(), *at)),
        Expr::MethodCall(call, at) => Some((call.name.as_str(), *at)),
        _ => None,
    }
}

/// The name of the function that a constant holds.
pub(super) fn pointed(value: &Dynamic) -> Option<String> {
    value.read_lock::<FnPtr>().map(|pointer| pointer.fn_name().to_owned())
}

/// A closure, and what it captures.
pub(super) fn pointer(value: &Expr) -> Option<(String, &[Expr])> {
    let call = match value {
        Expr::DynamicConstant(constant, _) => return Some((pointed(constant)?, &[])),
        Expr::FnCall(call, _) => call,
        // The engine shares what is captured first.
        Expr::Stmt(block) => match block.statements() {
            [Stmt::Share(_), Stmt::FnCall(call, _)] => call,
            [Stmt::Share(_), Stmt::Expr(value)] => return pointer(value),
            _ => return None,
        },
        _ => return None,
    };
    let (first, captured) = call.args.split_first().filter(|_| call.name.as_str() == "curry")?;
    Some((pointer(first)?.0, captured))
}

/// A number that is written out.
pub(super) fn number(value: &Expr) -> Option<i64> {
    match value {
        Expr::IntegerConstant(n, _) => Some(*n),
        Expr::FnCall(call, _) if call.name.as_str() == "-" => match call.args.as_slice() {
            [value] => number(value)?.checked_neg(),
            _ => None,
        },
        _ => None,
    }
}
