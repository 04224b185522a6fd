//! A script in; what the engine would do with it and may not, out: functions that are kept as values, and words that the
//! engine handles itself.
//!
//! A closure stands where a word or a function of the script takes it, and nowhere else. So no variable, list or other
//! closure can hold one, but for the parameter to which it is handed; and what is dropped at the end of a call is never
//! a chain of closures, however long the call went on.

use crate::diagnostic::Code;
use crate::script::lexicon::{Word, gone, named};
use crate::script::problem::Problem;
use crate::script::syntax::{Body, bodies, call_in};
use crate::script::types::Type;
use rhai::{AST, ASTNode, Expr, FnCallExpr, FnPtr, Position, Stmt};
use std::collections::BTreeSet;

/// What the engine does itself where such a function is called; none of it is a word of scripts.
pub(in crate::script) const KEYWORDS: [&str; 7] =
    ["curry", "Fn", "type_of", "is_def_fn", "is_def_var", "is_shared", "eval"];

/// A parameter of a function: its name, how many it has, which one.
type Slot = (String, usize, usize);

/// Everything in a script that must not run, in the order of the text.
pub(in crate::script) fn barred(ast: &AST) -> Vec<(Position, Problem)> {
    let functions = ast.iter_functions().map(|f| (f.name.to_owned(), f.params.len())).collect();
    let mut finder = Finder { functions, handed: BTreeSet::new(), found: Vec::new() };
    ast.walk(&mut |path: &[ASTNode]| {
        finder.look(path);
        true
    });
    // A parameter that holds a function may be called, and handed on.
    let bodies = bodies(ast);
    let mut known = BTreeSet::new();
    while let Some(slot) = finder.handed.difference(&known).next().cloned() {
        known.insert(slot.clone());
        finder.follow(&bodies, &slot);
    }
    finder.found.sort_by_key(|(at, _)| *at);
    finder.found.dedup();
    finder.found
}

struct Finder {
    functions: BTreeSet<(String, usize)>,
    /// The parameters to which functions are handed.
    handed: BTreeSet<Slot>,
    found: Vec<(Position, Problem)>,
}

impl Finder {
    fn look(&mut self, path: &[ASTNode]) {
        let Some(node) = path.last() else { return };
        match node {
            ASTNode::Expr(Expr::ThisPtr(at)) => {
                self.found.push((*at, not_a_word("this")));
            }
            ASTNode::Expr(Expr::DynamicConstant(value, at)) if value.is::<FnPtr>() => {
                let above = &path[..path.len() - 1];
                // What it captures is written around it.
                self.placed(before_capture(above).unwrap_or(above), *at, kept());
            }
            node => {
                let Some((call, at, _)) = call_in(node) else { return };
                let name = call.name.as_str();
                let is_own = before_capture(path).is_some();
                if call.capture_parent_scope {
                    let problem =
                        Problem::new(Code::ScriptSyntax, format!("`{name}!` sees the variables of its caller"))
                            .label("a function sees its parameters alone")
                            .help(format!("write `{name}(...)`, with all that it needs in the brackets"));
                    self.found.push((at, problem));
                } else if KEYWORDS.contains(&name) && !is_own {
                    self.found.push((at, not_a_word(name)));
                }
            }
        }
    }

    fn is_scripted(&self, call: &FnCallExpr) -> bool {
        self.functions.contains(&(call.name.to_string(), call.args.len()))
    }

    /// A function stands at `at`, below these nodes: is it handed to somebody who takes one?
    fn placed(&mut self, above: &[ASTNode], at: Position, problem: Problem) {
        let call = above.last().and_then(call_in);
        let place = call.and_then(|(call, ..)| call.args.iter().position(|arg| arg.position() == at));
        let Some(((call, _, is_method), place)) = call.zip(place).filter(|((call, ..), _)| call.op_token.is_none())
        else {
            self.found.push((at, problem));
            return;
        };
        if self.is_scripted(call) {
            self.handed.insert((call.name.to_string(), call.args.len(), place));
            return;
        }
        let n = call.args.len() - usize::from(!is_method);
        let place = if is_method { Some(place) } else { place.checked_sub(1) };
        let takes =
            |word: &Word| word.takes.len() == n && place.is_some_and(|place| word.takes[place].1 == Type::FUNCTION);
        // What is no word at all is told where words are read, and never runs.
        let is_word = named(&call.name).next().is_some() || call.name.as_str() == "call";
        if is_word && !named(&call.name).any(takes) {
            self.found.push((at, problem));
        }
    }

    /// Looks at what a function does with a parameter that may hold a function.
    fn follow(&mut self, bodies: &[Body], (name, n_params, slot): &Slot) {
        let body = bodies.iter().find(|body| body.name == *name && body.params.len() == *n_params);
        let Some((body, param)) = body.and_then(|body| Some((body, body.params.get(*slot)?.as_str()))) else { return };
        body.walk(&mut |path: &[ASTNode]| {
            let Some((ASTNode::Expr(Expr::Variable(x, _, at)), above)) = path.split_last() else { return true };
            if x.1.as_str() != param {
                return true;
            }
            match above.last() {
                Some(ASTNode::Expr(Expr::Dot(x, ..))) if x.lhs.position() == *at && is_called(&x.rhs) => {}
                Some(node) if call_in(node).is_some_and(|(call, ..)| call.name.as_str() == "curry") => {
                    let problem = Problem::new(Code::KeptFunction, format!("the closure uses the function `{param}`"))
                        .label("a closure cannot hold another function")
                        .help("call it outside of the closure, or write it as a function with a name: `fn name(x) { ... }`");
                    self.found.push((*at, problem));
                }
                Some(node) if is_first_of_call(node, *at) => {}
                _ => self.placed(above, *at, kept()),
            }
            true
        });
    }
}

/// `f.call(...)`, and whatever follows.
fn is_called(rest: &Expr) -> bool {
    match rest {
        Expr::Dot(x, ..) | Expr::Index(x, ..) => is_called(&x.lhs),
        Expr::MethodCall(call, _) => call.name.as_str() == "call",
        _ => false,
    }
}

/// `call(f, ...)`
fn is_first_of_call(node: &ASTNode, at: Position) -> bool {
    call_in(node).is_some_and(|(call, _, is_method)| {
        !is_method && call.name.as_str() == "call" && call.args.first().is_some_and(|first| first.position() == at)
    })
}

/// What stands above a closure with what it captures, where the last of these nodes is how the engine writes that.
fn before_capture<'a, 'n>(path: &'a [ASTNode<'n>]) -> Option<&'a [ASTNode<'n>]> {
    let (block, above) = match path {
        [above @ .., ASTNode::Expr(Expr::Stmt(block)), ASTNode::Stmt(Stmt::FnCall(..))]
        | [
            above @ ..,
            ASTNode::Expr(Expr::Stmt(block)),
            ASTNode::Stmt(Stmt::Expr(_)),
            ASTNode::Expr(Expr::FnCall(..)),
        ] => (block, above),
        _ => return None,
    };
    let (call, ..) = call_in(path.last()?)?;
    let is_capture = matches!(block.statements().first(), Some(Stmt::Share(_))) && call.name.as_str() == "curry";
    is_capture.then_some(above)
}

fn kept() -> Problem {
    Problem::new(Code::KeptFunction, "a function is kept as a value")
        .label("a function may only be handed to a word that takes one")
        .help("write it where it is used, as in `set.where(|s| s.is_empty)`, or give it a name: `fn name(x) { ... }`")
}

/// What is no word of scripts, and what to do instead.
pub(in crate::script) fn not_a_word(name: &str) -> Problem {
    let problem = Problem::new(Code::UnknownWord, format!("`{name}` is not a word of scripts")).label("not a word");
    match gone(name) {
        Some(instead) => problem.help(instead),
        None => problem,
    }
}
