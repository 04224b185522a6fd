//! A compiled script in, what each function calls, asks and does out, as far as its text shows.

use crate::script::lexicon::{Word, level, named};
use crate::script::problem::Late;
use crate::script::syntax::{Body, call_in, is_closure, last_word, pointed};
use rhai::{AST, ASTNode, Array, Dynamic, Expr, ImmutableString, Position};
use std::collections::BTreeSet;

/// What a function does: what it calls, which words of a level above 0 it asks, and which effects it has.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) n_params: usize,
    pub(super) calls: BTreeSet<String>,
    pub(super) asks: Vec<(u8, String, Position)>,
    pub(super) effects: Vec<(String, Position)>,
    /// What cannot be when the move is made already, with the word.
    pub(super) late: Vec<(Late, String, Position)>,
}

/// The kinds that effects bring onto the board, by name; `None` where some of them are worked out.
pub(super) fn made(ast: &AST) -> Option<BTreeSet<String>> {
    let mut names = Some(BTreeSet::new());
    ast.walk(&mut |path: &[ASTNode]| {
        if let Some((call, ..)) = path.last().and_then(call_in)
            && matches!(call.name.as_str(), "put" | "promote")
        {
            match (call.args.first(), &mut names) {
                (Some(Expr::StringConstant(name, _)), Some(names)) => drop(names.insert(name.to_string())),
                _ => names = None,
            }
        }
        true
    });
    names
}

/// The strings that functions have; `None` where some are put together.
pub(super) fn strings(ast: &AST) -> Option<BTreeSet<String>> {
    fn add(value: &Dynamic, strings: &mut BTreeSet<String>) {
        if let Some(list) = value.read_lock::<Array>() {
            list.iter().for_each(|value| add(value, strings));
        } else if let Some(string) = value.read_lock::<ImmutableString>() {
            strings.insert(string.to_string());
        }
    }
    let mut strings = BTreeSet::new();
    let is_string = |expr: &Expr| matches!(expr, Expr::StringConstant(..));
    let is_whole = ast.walk(&mut |path: &[ASTNode]| {
        let Some(node) = path.last() else { return true };
        match node {
            ASTNode::Expr(Expr::StringConstant(text, _)) => drop(strings.insert(text.to_string())),
            ASTNode::Expr(Expr::DynamicConstant(value, _)) => add(value, &mut strings),
            ASTNode::Expr(Expr::InterpolatedString(..)) => return false,
            _ => {}
        }
        !call_in(node).is_some_and(|(call, ..)| call.name.as_str() == "+" && call.args.iter().any(is_string))
    });
    is_whole.then_some(strings)
}

/// Whether some function asks for a property.
pub(super) fn asks(ast: &AST, property: &str) -> bool {
    let mut found = false;
    ast.walk(&mut |path: &[ASTNode]| {
        found |= matches!(path.last(), Some(ASTNode::Expr(Expr::Property(x, _))) if x.2.as_str() == property);
        !found
    });
    found
}

/// What each function calls and asks.
pub(super) fn facts(bodies: &[Body]) -> Vec<Facts> {
    bodies.iter().map(|body| of(body, bodies)).collect()
}

fn of(body: &Body, bodies: &[Body]) -> Facts {
    let (name, n_params) = (body.name.clone(), body.params.len());
    let mut facts =
        Facts { name, n_params, calls: BTreeSet::new(), asks: Vec::new(), effects: Vec::new(), late: Vec::new() };
    body.walk(&mut |path: &[ASTNode]| {
        let Some(node) = path.last() else { return true };
        facts.late.extend(too_late(node));
        let mut ask = |word: &str, at| match level(word) {
            0 => {}
            level => facts.asks.push((level, word.to_owned(), at)),
        };
        if let Some((call, at, _)) = call_in(node) {
            ask(&call.name, at);
            facts.calls.insert(call.name.to_string());
            let is_scripted = bodies.iter().any(|other| other.name == call.name.as_str());
            if !is_scripted && named(&call.name).any(Word::is_effect) {
                facts.effects.push((call.name.to_string(), at));
            }
        }
        match node {
            ASTNode::Expr(Expr::Property(x, at)) => ask(&x.2, *at),
            ASTNode::Expr(Expr::DynamicConstant(value, _)) => facts.calls.extend(pointed(value)),
            _ => {}
        }
        true
    });
    facts
}

/// What has no meaning once the move is made.
fn too_late(node: &ASTNode) -> Option<(Late, String, Position)> {
    let is_captured = |expr: &Expr| last_word(expr).is_some_and(|(word, _)| word == "captured");
    if let Some((call, at, _)) = call_in(node) {
        return match call.name.as_str() {
            "stay" => Some((Late::Stays, "stay".to_owned(), at)),
            name @ ("remove" | "convert") => {
                let acts = call.args.last().is_some_and(is_captured);
                acts.then(|| (Late::ActsOnTaken, name.to_owned(), at))
            }
            _ => None,
        };
    }
    let ASTNode::Expr(Expr::Dot(x, ..)) = node else { return None };
    let (word, at) = last_word(match &x.rhs {
        Expr::Dot(next, ..) => &next.lhs,
        other => other,
    })?;
    let asks = matches!(word, "of" | "except" | "friends" | "foes");
    (asks && is_captured(&x.lhs)).then(|| (Late::AsksTaken, word.to_owned(), at))
}

/// The functions, by name and number of parameters, that nothing comes to call, starting from `is_root` and the top
/// level of the scripts.
pub(super) fn never_called(
    facts: &[Facts],
    at_load: &BTreeSet<String>,
    is_root: impl Fn(&str, usize) -> bool,
) -> Vec<(String, usize)> {
    let roots = facts.iter().filter(|f| is_root(&f.name, f.n_params) || at_load.contains(&f.name));
    let called: BTreeSet<(&str, usize)> = roots
        .flat_map(|root| reached(facts, &root.name, root.n_params))
        .map(|function| (function.name.as_str(), function.n_params))
        .collect();
    let lost = facts.iter().filter(|f| !is_closure(&f.name) && !called.contains(&(f.name.as_str(), f.n_params)));
    lost.map(|f| (f.name.clone(), f.n_params)).collect()
}

/// The names of what the top level of a script calls.
pub(super) fn called_at_load(ast: &AST) -> BTreeSet<String> {
    let mut ast = ast.clone();
    ast.clear_functions();
    let mut calls = BTreeSet::new();
    ast.walk(&mut |path: &[ASTNode]| {
        calls.extend(path.last().and_then(call_in).map(|(call, _, _)| call.name.to_string()));
        true
    });
    calls
}

/// The function and all that it may come to call.
pub(super) fn reached<'a>(facts: &'a [Facts], name: &str, n_params: usize) -> Vec<&'a Facts> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut waiting: Vec<&Facts> = facts.iter().filter(|f| f.name == name && f.n_params == n_params).collect();
    while let Some(next) = waiting.pop() {
        if seen.insert((next.name.as_str(), next.n_params)) {
            found.push(next);
            waiting.extend(facts.iter().filter(|f| next.calls.contains(&f.name)));
        }
    }
    found
}
