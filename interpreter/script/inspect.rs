//! Reads compiled scripts without running them: misspelt words and names, and what each function asks.

use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic, Severity, nearest};
use crate::script::barred::KEYWORDS;
use crate::script::fitting::{COMPARISONS, literal, misfit, unlike};
use crate::script::idle::idle;
use crate::script::lexicon::{gives, gone};
use crate::script::names::{Names, Sort, suggest};
use crate::script::problem::{Known, Late, Layout, Problem, cannot_be_set, hint};
use rhai::{AST, ASTNode, Array, Dynamic, Expr, FnCallExpr, FnPtr, ImmutableString, Position, Stmt};
use std::collections::BTreeSet;

/// What the words of the language are.
pub(super) struct Vocabulary<'a> {
    pub(super) names: &'a Names,
    /// Names of native functions; getters as `get$kind`.
    pub(super) native: &'a BTreeSet<String>,
    /// Names of constants and options.
    pub(super) constants: &'a BTreeSet<String>,
    /// Functions of the scripts, and all of them as they are written.
    pub(super) known: &'a Known,
}

/// What a function does: whom it calls, which words of a level above 0 it asks, and which effects it has.
#[derive(Debug, Clone)]
pub(super) struct Facts {
    pub(super) name: String,
    pub(super) n_params: usize,
    pub(super) calls: BTreeSet<String>,
    pub(super) asks: Vec<(u8, String, Position)>,
    /// Words that are effects.
    effects: Vec<(String, Position)>,
    /// What cannot be when the move is made already, with the word.
    late: Vec<(Late, String, Position)>,
}

/// A call of a function or a method, wherever it stands.
pub(super) fn call_in<'a>(node: &ASTNode<'a>) -> Option<(&'a FnCallExpr, Position, bool)> {
    match node {
        ASTNode::Expr(Expr::FnCall(call, at)) | ASTNode::Stmt(Stmt::FnCall(call, at)) => Some((call, *at, false)),
        ASTNode::Expr(Expr::MethodCall(call, at)) => Some((call, *at, true)),
        _ => None,
    }
}

fn variable(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Variable(x, ..) => Some(x.1.as_str()),
        _ => None,
    }
}

/// The property that ends a chain: `kind` of `mv.target.kind`.
fn last_property(expr: &Expr) -> Option<&str> {
    end_of_chain(expr).map(|(name, _)| name)
}

/// The property that ends a chain, and where it stands.
fn end_of_chain(expr: &Expr) -> Option<(&str, Position)> {
    match expr {
        Expr::Dot(x, ..) => end_of_chain(&x.rhs),
        Expr::Property(x, at) => Some((x.2.as_str(), *at)),
        _ => None,
    }
}

fn is_getter(words: &Vocabulary, name: &str) -> bool {
    words.native.contains(&format!("get${name}"))
}

/// Adds what may have been meant by a property: where it is compared, a word that gives such a value.
fn fitting_hint(problem: Problem, name: &str, path: &[ASTNode], known: &Known) -> Problem {
    let mut above = path.iter().rev().skip(1);
    let wanted = above.find_map(|node| match node {
        ASTNode::Expr(Expr::Dot(x, ..)) => {
            let ends = end_of_chain(&x.rhs).is_some_and(|(end, _)| end == name);
            (!ends).then_some(None)
        }
        ASTNode::Expr(Expr::FnCall(call, _)) | ASTNode::Stmt(Stmt::FnCall(call, _)) => {
            let compares = COMPARISONS.contains(&call.name.as_str());
            Some(compares.then(|| call.args.iter().find_map(literal)).flatten())
        }
        _ => Some(None),
    });
    let fits = |word: &&str| wanted.flatten().is_some_and(|wanted| gives(word) == Some(wanted));
    match nearest(name, known.words.iter().map(String::as_str).filter(fits)) {
        Some(near) if elsewhere(name, Place::Script).is_none() => problem.help(format!("did you mean `{near}`?")),
        _ => hint(problem, name, known),
    }
}

/// Finds misspelt names in one file.
pub(super) fn check(ast: &AST, words: &Vocabulary, layout: &Layout) -> Vec<Diagnostic> {
    let mut found: Vec<(Position, Severity, Problem)> = Vec::new();
    let mut has_maps = false;
    ast.walk(&mut |path: &[ASTNode]| {
        has_maps |= matches!(path.last(), Some(ASTNode::Expr(Expr::Map(..))));
        true
    });
    ast.walk(&mut |path: &[ASTNode]| {
        let Some(node) = path.last() else { return true };
        if let Some((call, at, is_method)) = call_in(node) {
            if call.op_token.is_some() {
                found.extend((!has_maps).then(|| unlike(call)).flatten().map(|problem| (at, Severity::Error, problem)));
                comparison(call, words.names, &mut found);
                uncalled(call, words, &mut found);
            } else if call.name.as_str() == "curry" {
                captured_chain(call, path, &mut found);
                captured_change(call, ast, &mut found);
            } else if !(is_method && has_maps) {
                called(call, at, is_method, words, &mut found);
            }
        }
        match node {
            ASTNode::Expr(Expr::Property(x, at)) if !has_maps => {
                let name = x.2.as_str();
                if !is_getter(words, name) {
                    let problem = Problem::new(Code::UnknownWord, format!("there is no property `{name}`"));
                    let problem = match words.native.contains(name) || words.known.is_scripted(name) {
                        true => problem.help(format!("`{name}` is a function: write `{name}(...)`")),
                        false => fitting_hint(problem, name, path, words.known),
                    };
                    found.push((*at, Severity::Error, problem));
                }
            }
            ASTNode::Stmt(Stmt::Assignment(x)) if !has_maps => {
                if let Some((name, at)) = end_of_chain(&x.1.lhs).filter(|(name, _)| is_getter(words, name)) {
                    found.push((at, Severity::Error, cannot_be_set(name)));
                }
            }
            ASTNode::Stmt(Stmt::Switch(x, _)) => {
                if let Some(name @ ("square" | "piece" | "origin" | "target")) = last_property(&x.0) {
                    let problem =
                        Problem::new(Code::UnlikeValues, format!("`switch` cannot tell squares apart (`{name}`)"))
                            .help("switch on its `.kind` or `.rank`, or use `if`");
                    found.push((x.0.start_position(), Severity::Error, problem));
                }
            }
            ASTNode::Stmt(Stmt::For(x, _)) => {
                let own = [Some(&x.0), x.1.as_ref()];
                for ident in own.into_iter().flatten().filter(|ident| words.constants.contains(ident.as_str())) {
                    found.push((ident.pos, Severity::Error, hides(ident.as_str())));
                }
            }
            ASTNode::Expr(Expr::DynamicConstant(value, at)) => {
                if let Some(name) = hidden_by_closure(value, path, ast, words) {
                    found.push((*at, Severity::Error, hides(&name)));
                }
            }
            _ => {}
        }
        true
    });
    // What is wrong with a statement comes before its being idle.
    let told: Vec<Option<usize>> = found.iter().map(|(at, ..)| at.line()).collect();
    found.extend(idle(ast).into_iter().filter(|(at, ..)| !told.contains(&at.line())));
    found.sort_by_key(|(at, _, _)| *at);
    found.dedup();
    found
        .into_iter()
        .filter_map(|(at, severity, problem)| Some(Diagnostic { severity, ..problem.diagnostic(layout.span(at)?) }))
        .collect()
}

type Found = Vec<(Position, Severity, Problem)>;

/// A call: is there such a function, and do the names given to words exist?
fn called(call: &FnCallExpr, at: Position, is_method: bool, words: &Vocabulary, found: &mut Found) {
    let name = call.name.as_str();
    // What the engine handles itself is told apart.
    if name == "call" || KEYWORDS.contains(&name) {
        return;
    }
    if let Some((at, problem)) = misfit(call, at, is_method, words.known) {
        found.push((at, Severity::Error, problem));
    }
    if words.known.is_scripted(name) {
        return;
    }
    if !words.native.contains(name) && words.names.in_part {
        return;
    }
    if !words.native.contains(name) {
        let problem = Problem::new(Code::UnknownWord, format!("there is no function `{name}`"))
            .label("neither a word nor a function of the script");
        let problem = match gone(name) {
            _ if is_getter(words, name) => problem.help(format!("`{name}` is a property: write it without `()`")),
            Some(instead) => problem.help(instead),
            None => hint(problem, name, words.known),
        };
        found.push((at, Severity::Error, problem));
        return;
    }
    let sort = match name {
        "is_a" | "holds" | "defended_by" | "attacked_by" | "of" | "except" | "put" | "promote" | "takes" => Sort::Kind,
        "within" => Sort::Region,
        "step" | "first" | "ray" => Sort::Direction,
        _ => return,
    };
    if let Some(Expr::StringConstant(given, place)) = call.args.first()
        && let Err(problem) = words.names.check(sort, given)
    {
        found.push((*place, Severity::Error, problem));
    }
}

/// A variable of the same name as a constant: Rhai would put the constant in its place.
pub(super) fn hides(name: &str) -> Problem {
    Problem::new(Code::HidesConstant, format!("`{name}` is a constant or an option already"))
        .help("choose another name")
}

/// The parameter of a closure that is named like a constant; what a closure captures are parameters to Rhai.
fn hidden_by_closure(value: &Dynamic, path: &[ASTNode], ast: &AST, words: &Vocabulary) -> Option<String> {
    let pointer = value.read_lock::<FnPtr>()?;
    let closure = ast.iter_functions().find(|f| f.name == pointer.fn_name())?;
    let captured: Vec<&str> = match path.len().checked_sub(2).and_then(|at| path.get(at)).and_then(call_in) {
        Some((call, _, _)) if call.name.as_str() == "curry" => call.args.iter().skip(1).filter_map(variable).collect(),
        _ => Vec::new(),
    };
    let own = closure.params.iter().filter(|name| !captured.contains(*name));
    own.copied().find(|name| words.constants.contains(*name)).map(str::to_string)
}

/// `x == helper`, where `helper` is a function that should be called: equal to nothing.
fn uncalled(call: &FnCallExpr, words: &Vocabulary, found: &mut Found) {
    for operand in &call.args {
        let Expr::Variable(x, _, at) = operand else { continue };
        let name = x.1.as_str();
        if x.0.is_none() && words.known.is_scripted(name) && !words.constants.contains(name) {
            let problem = Problem::new(Code::UnknownWord, format!("there is no variable `{name}`"))
                .help(format!("`{name}` is a function: write `{name}(...)`"));
            found.push((*at, Severity::Error, problem));
        }
    }
}

/// `piece.kind == "knihgt"` is never true.
fn comparison(call: &FnCallExpr, names: &Names, found: &mut Found) {
    if !matches!(call.name.as_str(), "==" | "!=") {
        return;
    }
    let [a, b] = call.args.as_slice() else { return };
    let (asked, text, place) = match (a, b) {
        (asked, Expr::StringConstant(text, place)) | (Expr::StringConstant(text, place), asked) => {
            (asked, text, *place)
        }
        _ => return,
    };
    let own = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<String>>();
    let (what, possible) = match (last_property(asked), variable(asked)) {
        (Some("kind"), _) => ("piece", names.kinds.clone()),
        (Some("way"), _) => ("way of moving", names.ways.clone()),
        (Some("side"), _) => ("side", own(&["friend", "foe"])),
        (Some("turn"), _) => ("side", own(&["white", "black"])),
        (_, Some(name)) => match names.options.iter().find(|option| option.name == name) {
            // Where a choice is settled, what is written for the other values stays.
            Some(option) if option.values.len() > 1 => ("value of this option", option.values.clone()),
            _ => return,
        },
        _ => return,
    };
    let is_option = what == "value of this option";
    if names.in_part && matches!(what, "piece" | "way of moving") {
        return;
    }
    if possible.iter().any(|name| name == text.as_str()) || (text.is_empty() && !is_option) {
        return;
    }
    let problem = Problem::new(Code::NeverEqual, format!("there is no {what} `{text}`")).label("never equal");
    found.push((place, Severity::Warning, suggest(problem, text, possible.iter().map(String::as_str))));
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
            found.push((captured.position(), Severity::Error, problem));
        }
    }
}

/// A closure that changes a variable outside it would change it once for each way its questions can be answered.
fn captured_change(curry: &FnCallExpr, ast: &AST, found: &mut Found) {
    let Some(Expr::DynamicConstant(value, _)) = curry.args.first() else { return };
    let Some(pointer) = value.read_lock::<FnPtr>() else { return };
    let captured: Vec<&str> = curry.args.iter().skip(1).filter_map(variable).collect();
    alone(ast, pointer.fn_name(), None).walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Stmt(Stmt::Assignment(x))) = path.last()
            && let Some(name) = variable(root(&x.1.lhs))
            && captured.contains(&name)
        {
            let problem =
                Problem::new(Code::CapturedChange, format!("the closure changes `{name}`, which is outside it"))
                    .label("changed here")
                    .help("a closure only judges: count with `.count(|x| ...)` or use a `for` loop");
            found.push((x.1.lhs.position(), Severity::Error, problem));
        }
        true
    });
}

fn root(expr: &Expr) -> &Expr {
    match expr {
        Expr::Dot(x, ..) | Expr::Index(x, ..) => root(&x.lhs),
        other => other,
    }
}

/// The script with only one function.
pub(super) fn alone(ast: &AST, name: &str, n_params: Option<usize>) -> AST {
    let mut ast = ast.clone();
    ast.clear_statements();
    ast.retain_functions(|_, _, known, n| known == name && n_params.is_none_or(|wanted| wanted == n));
    ast
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
pub(super) fn facts(ast: &AST) -> Vec<Facts> {
    let scripted: BTreeSet<&str> = ast.iter_functions().map(|f| f.name).collect();
    ast.iter_functions()
        .map(|function| {
            let (name, n_params) = (function.name.to_string(), function.params.len());
            let mut calls = BTreeSet::new();
            let mut asks = Vec::new();
            let mut effects = Vec::new();
            let mut late = Vec::new();
            alone(ast, &name, Some(n_params)).walk(&mut |path: &[ASTNode]| {
                let Some(node) = path.last() else { return true };
                late.extend(too_late(node));
                if let Some((call, at, _)) = call_in(node) {
                    if let Some(level) = level_of(&call.name) {
                        asks.push((level, call.name.to_string(), at));
                    }
                    calls.insert(call.name.to_string());
                    if !scripted.contains(call.name.as_str()) && EFFECTS.contains(&call.name.as_str()) {
                        effects.push((call.name.to_string(), at));
                    }
                }
                match node {
                    ASTNode::Expr(Expr::Property(x, at)) => {
                        if let Some(level) = level_of(&x.2) {
                            asks.push((level, x.2.to_string(), *at));
                        }
                    }
                    ASTNode::Expr(Expr::DynamicConstant(value, _)) => {
                        if let Some(pointer) = value.read_lock::<FnPtr>() {
                            calls.insert(pointer.fn_name().to_string());
                        }
                    }
                    _ => {}
                }
                true
            });
            Facts { name, n_params, calls, asks, effects, late }
        })
        .collect()
}

/// What has no meaning once the move is made.
fn too_late(node: &ASTNode) -> Option<(Late, String, Position)> {
    let is_captured = |expr: &Expr| last_property(expr) == Some("captured");
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
    let (word, at) = match &x.rhs {
        Expr::Dot(next, ..) => head(&next.lhs),
        other => head(other),
    }?;
    let asks = matches!(word, "of" | "except" | "friends" | "foes");
    (asks && is_captured(&x.lhs)).then(|| (Late::AsksTaken, word.to_owned(), at))
}

/// The word of a link of a chain.
fn head(link: &Expr) -> Option<(&str, Position)> {
    match link {
        Expr::Property(x, at) => Some((x.2.as_str(), *at)),
        Expr::MethodCall(call, at) => Some((call.name.as_str(), *at)),
        _ => None,
    }
}

/// What a function does or asks that has no meaning once the move is made.
pub(super) fn late<'a>(facts: &'a [Facts], name: &str, n_params: usize) -> Vec<&'a (Late, String, Position)> {
    let mut found: Vec<_> = reached(facts, name, n_params).into_iter().flat_map(|function| &function.late).collect();
    found.sort_by_key(|(_, _, at)| *at);
    found
}

/// The words that change something.
const EFFECTS: [&str; 8] = ["stay", "again", "convert", "put", "promote", "swap", "remove", "shift"];

/// The effects that a function, or one that it calls, may have.
pub(super) fn effects<'a>(facts: &'a [Facts], name: &str, n_params: usize) -> Vec<(&'a str, Position)> {
    let all = reached(facts, name, n_params).into_iter().flat_map(|function| &function.effects);
    let mut found: Vec<(&str, Position)> = all.map(|(word, at)| (word.as_str(), *at)).collect();
    found.sort_by_key(|(_, at)| *at);
    found
}

fn level_of(word: &str) -> Option<u8> {
    match word {
        "defended_by" | "attacked_by" | "attackers" | "defenders" | "attacks" => Some(1),
        "safe" | "checked" => Some(2),
        "stuck" => Some(3),
        _ => None,
    }
}

/// The words above `level` that a function may come to ask, also through functions it calls.
pub(super) fn asked_above<'a>(
    facts: &'a [Facts],
    name: &str,
    n_params: usize,
    level: u8,
) -> Vec<&'a (u8, String, Position)> {
    let mut found: Vec<_> = reached(facts, name, n_params)
        .into_iter()
        .flat_map(|function| &function.asks)
        .filter(|(asked, _, _)| *asked > level)
        .collect();
    found.sort_by_key(|(_, _, at)| *at);
    found
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
    let lost =
        facts.iter().filter(|f| !f.name.starts_with("anon$") && !called.contains(&(f.name.as_str(), f.n_params)));
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
