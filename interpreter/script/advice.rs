//! Reads a function for words that make it ask much where others would ask little: a function in, advice with places out.

use crate::script::handles::MAX_STEPS;
use crate::script::inspect::reached;
use crate::script::{HookId, Program};
use crate::source::Span;
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt, Token};

/// A place in a script and what to write there instead.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Advice {
    /// Where it stands.
    pub span: Span,
    /// What stands there.
    pub found: String,
    /// What to write instead.
    pub instead: String,
    /// It follows more steps than are remembered.
    pub is_long_path: bool,
}

/// Words that give sets of squares.
const SETS: [&str; 14] = [
    "around",
    "neighbours",
    "attackers",
    "defenders",
    "attacks",
    "ray",
    "friends",
    "foes",
    "occupied",
    "of",
    "except",
    "captured",
    "mine",
    "theirs",
];

impl Program {
    /// Words of a function, and of those that it calls, for which there are others with fewer answers; loops first.
    #[must_use]
    pub fn advice(&self, hook: HookId) -> Vec<Advice> {
        let function = self.function(hook);
        let mut found: Vec<(u8, Position, String, String)> = Vec::new();
        for facts in reached(&self.facts, &function.name, function.n_params) {
            let mut ast: AST = (*self.ast).clone();
            ast.clear_statements();
            ast.retain_functions(|_, _, name, n| name == facts.name && n == facts.n_params);
            ast.walk(&mut |path: &[ASTNode]| {
                if let Some(node) = path.last() {
                    look(node, path, &mut found);
                }
                true
            });
        }
        found.sort();
        found.dedup();
        let placed = found.into_iter().filter_map(|(rank, at, found, instead)| {
            Some(Advice { span: self.layout.span(at)?, found, instead, is_long_path: rank == LONG_PATH })
        });
        placed.collect()
    }
}

/// Comes before all else.
const LONG_PATH: u8 = 0;

type Places = Vec<(u8, Position, String, String)>;

fn look(node: &ASTNode, path: &[ASTNode], found: &mut Places) {
    match node {
        ASTNode::Stmt(Stmt::For(x, at)) => {
            let (what, instead) = match last_word(&x.2.expr) {
                Some(word) if SETS.contains(&word) => (
                    format!("a loop over the squares of `{word}`"),
                    format!("ask the set: `{word}.where(|s| ...)`, `.any(|s| ...)`, `.count`, `.of(kind)`"),
                ),
                _ => (
                    "a loop".to_owned(),
                    "ask once about a set: `around`, `neighbours`, `ray(direction)` with `where`, `any`, `count` or `of(kind)`"
                        .to_owned(),
                ),
            };
            found.push((1, *at, what, instead));
        }
        ASTNode::Stmt(Stmt::While(_, at) | Stmt::Do(_, _, at)) => {
            let instead = "ask once about a set: `ray(direction)`, `first(direction)`".to_owned();
            found.push((1, *at, "a loop".to_owned(), instead));
        }
        ASTNode::Expr(Expr::MethodCall(call, at) | Expr::FnCall(call, at)) if call.name.as_str() == "step" => {
            if let Some(Expr::IntegerConstant(n, _)) = call.args.last()
                && *n > i64::from(MAX_STEPS)
            {
                let instead =
                    format!("follow at most {MAX_STEPS} steps, or ask `ray(direction)` or `first(direction)`");
                found.push((LONG_PATH, *at, format!("a path of {n} steps"), instead));
            }
        }
        ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)) => {
            compared(call, *at, path, found);
        }
        _ => {}
    }
}

/// `x.kind == "pawn"`, `set.count > 2`, `x.rank <= 3`, `game.quiet_plies >= 100`
fn compared(call: &FnCallExpr, at: Position, path: &[ASTNode], found: &mut Places) {
    let Some(op) = &call.op_token else { return };
    let is_equal = matches!(op, Token::EqualsTo | Token::NotEqualsTo);
    let is_order =
        matches!(op, Token::LessThan | Token::LessThanEqualsTo | Token::GreaterThan | Token::GreaterThanEqualsTo);
    if !is_equal && !is_order {
        return;
    }
    let [a, b] = call.args.as_slice() else { return };
    let is_fixed = |expr: &Expr| expr.is_constant();
    let word = match (last_word(a), last_word(b)) {
        (Some(word), _) if is_fixed(b) => word,
        (_, Some(word)) if is_fixed(a) => word,
        _ => return,
    };
    let text = match [a, b].into_iter().find_map(|expr| match expr {
        Expr::StringConstant(text, _) if !text.is_empty() => Some(text.to_string()),
        _ => None,
    }) {
        Some(text) => text,
        None => "...".to_owned(),
    };
    let in_loop = path.iter().any(|node| matches!(node, ASTNode::Stmt(Stmt::For(..) | Stmt::While(..) | Stmt::Do(..))));
    let instead = match word {
        "kind" if is_equal => format!("`is_a(\"{text}\")` has two answers, `kind` one for each piece"),
        "side" if is_equal => "`is_friend`, `is_foe` or `is_empty` has two answers".to_owned(),
        "count" => "`more_than(n)`, `any` or `none` has two answers".to_owned(),
        "rank" | "file" | "ring" | "sector" => {
            format!("`within(\"...\")` with a region of the definition has two answers, `{word}` one for each {word}")
        }
        "quiet_plies" => "`quiet_plies_at_least(n)` has two answers".to_owned(),
        _ => return,
    };
    found.push((if in_loop { 2 } else { 3 }, at, format!("`{word}` is compared"), instead));
}

/// The word that ends a chain: `kind` of `mv.target.kind`, `ray` of `piece.ray("left")`.
fn last_word(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Dot(x, ..) => last_word(&x.rhs),
        Expr::Property(x, _) => Some(x.2.as_str()),
        Expr::MethodCall(call, _) => Some(call.name.as_str()),
        _ => None,
    }
}
