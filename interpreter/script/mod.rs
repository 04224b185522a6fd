//! Rhai, its limits, and the words that scripts may use. Text in; out come functions that can be called with an
//! [`Oracle`](query::Oracle) to ask, and what they asked.

mod advice;
mod alike;
mod barred;
mod cases;
mod comparisons;
mod compile;
mod copies;
pub mod definitions;
mod faults;
mod fitting;
mod functions;
mod gaps;
mod geometry;
pub mod handles;
mod hook;
mod idle;
mod inspect;
mod lexicon;
mod library;
mod mend;
mod meter;
mod moves;
mod names;
mod price;
mod problem;
pub mod query;
mod reader;
mod reading;
mod recorder;
mod sandbox;
mod sets;
mod squares;
pub mod trie;
mod values;
mod verdicts;

pub use advice::Advice;
pub use compile::{MAX_TEXT, compile};
pub use geometry::{BoardPlan, Geometry, PlannedCell, PlannedLink};
pub use hook::HookKind;
pub use names::{EIGHT_DIRECTIONS, Names, OptionName};
pub use sandbox::is_free;
pub use verdicts::Extent;

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use faults::AsWritten;
use geometry::{Builder, Cell, Ground};
use handles::Handle;
use inspect::Facts;
use meter::{HOOK, LOAD, Purse, READING};
use moves::{Game, Move};
use names::Sort;
use problem::{Known, Layout, Problem, explain};
use query::{Answer, Nothing, Oracle, Query, Set};
use recorder::{Finished, Recorder};
use rhai::{AST, CallFnOptions, Dynamic, Engine, FuncArgs, FuncRegistration, ImmutableString, Position, Scope};
use rhai::{RhaiNativeFunc, Variant};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The compiled scripts of a definition. Cheap to clone, and shared by threads.
#[derive(Clone)]
pub struct Program {
    hooks: Arc<Engine>,
    load: Arc<Engine>,
    ast: Arc<AST>,
    /// The functions as they are written.
    text: Arc<AsWritten>,
    functions: Arc<[Function]>,
    facts: Arc<[Facts]>,
    /// What the functions call as written, before the options are chosen; and what the top level calls.
    written: Arc<(Vec<Facts>, BTreeSet<String>)>,
    /// Functions that are there, but could not be read.
    unread: Arc<BTreeSet<String>>,
    /// All words of what could not be read: a function may be among them whose head is not one.
    lost: Arc<BTreeSet<String>>,
    /// Functions in which something is wrong.
    tainted: Arc<BTreeSet<String>>,
    is_whole: bool,
    layout: Arc<Layout>,
    names: Arc<Names>,
    known: Arc<Known>,
    /// What calls have cost while the definition was read.
    spent: Arc<AtomicU64>,
}

/// A function of the scripts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// How many parameters it has.
    pub n_params: usize,
    /// Where its name stands.
    pub span: Span,
    /// Its comment (`///`), without the slashes.
    pub doc: String,
    shared_name: Arc<str>,
}

impl Function {
    /// Its comment in one line, if it has one.
    #[must_use]
    pub fn comment(&self) -> Option<String> {
        let comment = self.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        (!comment.is_empty()).then_some(comment)
    }
}

/// A function that can be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HookId(usize);

impl HookId {
    /// Its number, from 0, below the number of functions.
    #[must_use]
    pub fn index(self) -> usize {
        self.0
    }
}

/// What an effect does that needs no questions: the same for every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Probe {
    /// The mover stays where it is.
    pub stays: bool,
    /// The man on the target is taken off.
    pub removes_target: bool,
    /// Nothing but the man on the target changes.
    pub only_target: bool,
    /// The mover stays, the man on the target changes sides, and nothing else happens.
    pub turns_target: bool,
}

/// A call and what it asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    /// What came of it.
    pub leaf: Leaf,
    /// Questions with their answers, in order, each once.
    pub record: Vec<(Query, Answer)>,
    /// Whether the same answers always lead to the same leaf; if not, the hook must be called each time.
    pub recordable: bool,
    /// What it cost: about one for each operation.
    pub units: u64,
}

/// What came of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Leaf {
    /// Yes or no.
    Bool(bool),
    /// A number.
    Int(i64),
    /// A kind.
    Kind(Option<u8>),
    /// Effects in the order in which they are applied.
    Effects(Arc<[Effect]>),
    /// How the game ended for the side to move.
    Outcome(Option<Verdict>),
    /// It failed.
    Error(Box<Diagnostic>),
}

/// How a game ended, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `"win"`
    Win,
    /// `"loss"`
    Loss,
    /// `"draw"`
    Draw,
}

/// What an effect acts on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Operand {
    /// One square.
    Square(Handle),
    /// A set of squares.
    Set(Set),
}

/// Something a move does beside, or instead of, moving and taking.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Effect {
    /// The man stays where it was.
    Stay,
    /// Men vanish.
    Remove(Operand),
    /// Men change sides.
    Convert(Operand),
    /// A man of the mover's side and this kind appears.
    Put(u8, Handle),
    /// The man on the first square goes to the second.
    Shift(Handle, Handle),
    /// The men on two squares change places.
    Swap(Handle, Handle),
    /// The mover becomes this kind.
    Promote(u8),
    /// The same side moves again.
    Again,
}

impl Effect {
    /// The word by which a script asks for it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Effect::Stay => "stay",
            Effect::Remove(_) => "remove",
            Effect::Convert(_) => "convert",
            Effect::Put(..) => "put",
            Effect::Shift(..) => "shift",
            Effect::Swap(..) => "swap",
            Effect::Promote(_) => "promote",
            Effect::Again => "again",
        }
    }
}

/// Registers a word that leaves its first argument alone.
pub(in crate::script) fn word<A, const N: usize, const X: bool, R, const F: bool, FUNC>(
    engine: &mut Engine,
    name: &str,
    func: FUNC,
) where
    A: 'static,
    R: Variant + Clone,
    FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
{
    FuncRegistration::new(name).in_global_namespace().with_purity(true).register_into_engine(engine, func);
}

impl Program {
    /// All functions of the scripts.
    #[must_use]
    pub fn functions(&self) -> &[Function] {
        &self.functions
    }

    /// The function with this name and number of parameters.
    #[must_use]
    pub fn hook(&self, name: &str, n_params: usize) -> Option<HookId> {
        self.functions.iter().position(|f| f.name == name && f.n_params == n_params).map(HookId)
    }

    /// The ids of all functions, in order.
    pub fn hooks(&self) -> impl Iterator<Item = HookId> {
        (0..self.functions.len()).map(HookId)
    }

    /// The function of an id.
    #[must_use]
    pub fn function(&self, hook: HookId) -> &Function {
        &self.functions[hook.0]
    }

    /// The kinds that effects bring onto the board, by name; `None` where some of them are worked out.
    #[must_use]
    pub fn kinds_made(&self) -> Option<BTreeSet<String>> {
        inspect::made(&self.ast)
    }

    /// The strings that functions have; `None` where some are put together.
    #[must_use]
    pub fn strings(&self) -> Option<BTreeSet<String>> {
        inspect::strings(&self.ast)
    }

    /// Whether some function asks for a property, such as `moved`.
    #[must_use]
    pub fn asks(&self, property: &str) -> bool {
        inspect::asks(&self.ast, property)
    }

    /// Whether nothing is wrong with the scripts.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether a function of this name is there, but could not be read.
    #[must_use]
    pub fn is_unread(&self, name: &str) -> bool {
        self.unread.contains(name) || self.lost.contains(name)
    }

    /// Whether a function can be run: nothing is wrong with it and all that it comes to call.
    #[must_use]
    pub fn is_sound(&self, name: &str, n_params: usize) -> bool {
        let wrong = |name: &String| self.tainted.contains(name) || self.unread.contains(name);
        let reached = inspect::reached(&self.facts, name, n_params);
        self.is_whole || !reached.iter().any(|facts| wrong(&facts.name) || facts.calls.iter().any(wrong))
    }

    /// The functions that nothing comes to call; `is_root` says which are called from outside the scripts.
    #[must_use]
    pub fn never_called(&self, is_root: impl Fn(&str, usize) -> bool) -> Vec<HookId> {
        let lost = inspect::never_called(&self.written.0, &self.written.1, is_root);
        lost.iter().filter_map(|(name, n_params)| self.hook(name, *n_params)).collect()
    }

    /// The names that the scripts were compiled with.
    #[must_use]
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The words of too high a level that a function may ask, found by reading it.
    #[must_use]
    pub fn check_level(&self, hook: HookId, level: u8) -> Vec<Diagnostic> {
        let function = self.function(hook);
        inspect::asked_above(&self.facts, &function.name, function.n_params, level)
            .into_iter()
            .map(|(_, word, at)| {
                let span = self.layout.span(*at).unwrap_or(function.span);
                Problem::new(Code::AsksTooMuch, format!("`{}` may not ask `{word}`", function.name))
                    .label("the answer would depend on this very function")
                    .help(format!("where `{}` is used it may ask about {}", function.name, problem::askable(level)))
                    .diagnostic(span)
                    .also(function.span, "where this is used")
            })
            .collect()
    }

    /// The effects of a function that may only judge, found by reading it; none for hooks that may have effects.
    #[must_use]
    pub fn check_effects(&self, hook: HookId, kind: HookKind) -> Vec<Diagnostic> {
        if kind.has_effects() {
            return Vec::new();
        }
        let function = self.function(hook);
        inspect::effects(&self.facts, &function.name, function.n_params)
            .into_iter()
            .map(|(word, at)| {
                let span = self.layout.span(at).unwrap_or(function.span);
                problem::effect_in_question(&function.name, word)
                    .diagnostic(span)
                    .also(function.span, "the function that only judges")
            })
            .collect()
    }

    /// Whether an effect may let the mover stay where it is, found by reading it.
    #[must_use]
    pub(crate) fn may_stay(&self, hook: HookId) -> bool {
        let function = self.function(hook);
        let reached = inspect::reached(&self.facts, &function.name, function.n_params);
        reached.iter().any(|facts| facts.calls.contains("stay"))
    }

    /// What a function does or asks that has no meaning once the move is made, found by reading it.
    #[must_use]
    pub fn check_after(&self, hook: HookId) -> Vec<Diagnostic> {
        let function = self.function(hook);
        inspect::late(&self.facts, &function.name, function.n_params)
            .into_iter()
            .map(|(why, word, at)| {
                let span = self.layout.span(*at).unwrap_or(function.span);
                problem::too_late(&function.name, *why, word)
                    .diagnostic(span)
                    .also(function.span, "called after each move")
            })
            .collect()
    }

    /// Runs a hook, with the level of questions that its kind allows.
    #[must_use]
    pub fn call(&self, hook: HookId, kind: HookKind, oracle: Arc<dyn Oracle>) -> Call {
        self.call_at_level(hook, kind, kind.level(), oracle)
    }

    /// Runs a hook that may ask up to `level`.
    #[must_use]
    pub fn call_at_level(&self, hook: HookId, kind: HookKind, level: u8, oracle: Arc<dyn Oracle>) -> Call {
        let function = self.function(hook);
        let recorder = Recorder::new(oracle, kind, level, function.shared_name.clone(), self.names.kinds.len());
        let tag = recorder.clone();
        let purse = Purse::new(HOOK);
        let result = match kind {
            HookKind::Condition | HookKind::Borrow => self.run(&self.hooks, function, tag, (Handle::SUBJECT,)),
            HookKind::Filter | HookKind::MayTake => {
                self.run(&self.hooks, function, tag, (Handle::SUBJECT, Handle::TARGET))
            }
            HookKind::Outcome | HookKind::GameCondition => self.run(&self.hooks, function, tag, (Game,)),
            _ => self.run(&self.hooks, function, tag, (Move,)),
        };
        let units = purse.spent();
        let Finished { record, is_recordable, effects, last } = recorder.finish();
        let leaf = match result {
            Ok(value) => self.leaf(function, kind, value, effects),
            Err(failure) => Leaf::Error(Box::new(self.explain(&failure, function, last))),
        };
        Call { leaf, record, recordable: is_recordable, units }
    }

    /// Runs a hook to learn what it does, while the definition is read; `None` when such calls have taken too long.
    #[must_use]
    pub fn call_in_advance(&self, hook: HookId, kind: HookKind, oracle: Arc<dyn Oracle>) -> Option<Call> {
        if self.spent.load(Ordering::Relaxed) > READING {
            return None;
        }
        let call = self.call(hook, kind, oracle);
        self.spent.fetch_add(call.units, Ordering::Relaxed);
        Some(call)
    }

    /// What an effect hook does, if it asks nothing; `None` if it asks, or fails.
    #[must_use]
    pub fn probe_effect(&self, hook: HookId) -> Option<Probe> {
        let call = self.call_in_advance(hook, HookKind::Effect, Arc::new(Nothing))?;
        let Leaf::Effects(effects) = call.leaf else { return None };
        if !call.record.is_empty() || !call.recordable {
            return None;
        }
        let target = |operand: &Operand| *operand == Operand::Square(Handle::TARGET);
        Some(Probe {
            stays: effects.contains(&Effect::Stay),
            removes_target: effects.iter().any(|effect| matches!(effect, Effect::Remove(operand) if target(operand))),
            turns_target: effects.contains(&Effect::Stay)
                && effects.iter().all(|effect| match effect {
                    Effect::Stay => true,
                    Effect::Convert(operand) => target(operand),
                    _ => false,
                })
                && effects.iter().filter(|effect| **effect != Effect::Stay).count() == 1,
            only_target: effects.iter().all(|effect| match effect {
                Effect::Stay => true,
                Effect::Remove(operand) | Effect::Convert(operand) => target(operand),
                Effect::Put(_, handle) => *handle == Handle::TARGET,
                Effect::Shift(..) | Effect::Swap(..) | Effect::Promote(_) | Effect::Again => false,
            }),
        })
    }

    fn run(
        &self,
        engine: &Engine,
        function: &Function,
        tag: impl Variant + Clone,
        args: impl FuncArgs,
    ) -> Result<Dynamic, problem::Failure> {
        let options = CallFnOptions::new().eval_ast(false).with_tag(tag);
        engine.call_fn_with_options(options, &mut Scope::new(), &self.ast, &function.name, args)
    }

    fn explain(&self, failure: &rhai::EvalAltResult, function: &Function, last: Position) -> Diagnostic {
        explain(failure, &function.name, last, function.span, &self.layout, &self.known)
    }

    fn leaf(&self, function: &Function, kind: HookKind, value: Dynamic, effects: Vec<Effect>) -> Leaf {
        let wrong = |value: &Dynamic| {
            let name = &function.name;
            if value.is_unit()
                && let Some(gap) = self.gap(function, kind)
            {
                return Leaf::Error(Box::new(gap.also(function.span, format!("expected {}", kind.signature(name)))));
            }
            let found = match value.type_name() {
                "()" => "nothing".to_string(),
                "bool" => format!("`{value}`"),
                "i64" => format!("the number {value}"),
                "string" => format!("the string `{}`", value.to_string().chars().take(40).collect::<String>()),
                other => format!("a value of type `{}`", self.hooks.map_type_name(other)),
            };
            let problem = Problem::new(Code::WrongResult, format!("`{name}` gives {found}"))
                .label(format!("expected {}", kind.signature(name)));
            Leaf::Error(Box::new(problem.diagnostic(function.span)))
        };
        match kind {
            HookKind::Condition
            | HookKind::Filter
            | HookKind::MayTake
            | HookKind::Allowed
            | HookKind::GameCondition => value.as_bool().map_or_else(|_| wrong(&value), Leaf::Bool),
            HookKind::Claim | HookKind::Merit => value.as_int().map_or_else(|_| wrong(&value), Leaf::Int),
            HookKind::Effect | HookKind::After if value.is_unit() => Leaf::Effects(effects.into()),
            HookKind::Effect | HookKind::After => wrong(&value),
            HookKind::Borrow if value.is_unit() => Leaf::Kind(None),
            HookKind::Borrow => match value.read_lock::<ImmutableString>() {
                Some(name) if name.is_empty() => Leaf::Kind(None),
                Some(name) => match self.names.find(Sort::Kind, &name) {
                    Ok(kind) => Leaf::Kind(Some(kind)),
                    Err(problem) => Leaf::Error(Box::new(problem.diagnostic(function.span))),
                },
                None => wrong(&value),
            },
            HookKind::Outcome if value.is_unit() => Leaf::Outcome(None),
            HookKind::Outcome => match value.read_lock::<ImmutableString>().as_deref().map(ImmutableString::as_str) {
                Some("win") => Leaf::Outcome(Some(Verdict::Win)),
                Some("loss") => Leaf::Outcome(Some(Verdict::Loss)),
                Some("draw") => Leaf::Outcome(Some(Verdict::Draw)),
                _ => wrong(&value),
            },
        }
    }

    /// What is wrong with `fn name(side, from, to)` before it is asked.
    pub fn check_forward(&self, name: &str) -> Result<(), Box<Diagnostic>> {
        self.load_function(name, 3).map(|_| ())
    }

    /// Asks `fn name(side, from, to)` whether a step goes forward. Load time only; coordinates are absolute.
    pub fn forward(
        &self,
        name: &str,
        geometry: Arc<dyn Geometry>,
        side: &str,
        from: u8,
        to: u8,
    ) -> Result<bool, Box<Diagnostic>> {
        let function = self.load_function(name, 3)?;
        let args = (ImmutableString::from(side), Cell(from), Cell(to));
        let value = self.run_in_advance(function, Ground(geometry), args)?;
        value.as_bool().map_err(|_| {
            let problem = Problem::new(Code::WrongResult, format!("`{name}` must give true or false"))
                .label(format!("expected `fn {name}(side, from, to)`, and true or false"));
            Box::new(problem.diagnostic(function.span))
        })
    }

    /// Runs `fn board(b)`. Load time only.
    pub fn board(&self) -> Result<BoardPlan, Box<Diagnostic>> {
        let function = self.load_function("board", 1)?;
        let builder = Builder::default();
        let _ = self.run_in_advance(function, (), (builder.clone(),))?;
        let mut plan = builder.plan();
        let place = |at: Position| self.layout.span(at).unwrap_or(function.span);
        let cells = plan.cells.drain(..).map(|(cell, at)| PlannedCell { span: place(at), ..cell }).collect();
        let links = plan.links.drain(..).map(|(link, at)| PlannedLink { span: place(at), ..link }).collect();
        Ok(BoardPlan { cells, links })
    }

    /// Runs a function of load time.
    fn run_in_advance(
        &self,
        function: &Function,
        tag: impl Variant + Clone,
        args: impl FuncArgs,
    ) -> Result<Dynamic, Box<Diagnostic>> {
        if self.spent.load(Ordering::Relaxed) > READING {
            return Err(Box::new(problem::too_slow(&function.name).diagnostic(function.span)));
        }
        let purse = Purse::new(LOAD);
        let result = self.run(&self.load, function, tag, args);
        self.spent.fetch_add(purse.spent(), Ordering::Relaxed);
        result.map_err(|failure| Box::new(self.explain(&failure, function, Position::NONE)))
    }

    /// What is said of a function all calls of which together take too long.
    #[must_use]
    pub fn too_slow(&self, hook: HookId) -> Diagnostic {
        let function = self.function(hook);
        problem::too_slow(&function.name).diagnostic(function.span)
    }

    fn load_function(&self, name: &str, n_params: usize) -> Result<&Function, Box<Diagnostic>> {
        if let Some(hook) = self.hook(name, n_params) {
            return Ok(self.function(hook));
        }
        let wanted = if name == "board" { "fn board(b)".to_owned() } else { format!("fn {name}(side, from, to)") };
        let diagnostic = match self.functions.iter().find(|f| f.name == name) {
            Some(other) => {
                let message = format!("`{name}` has {} parameters, {n_params} needed", other.n_params);
                Diagnostic::error(Code::WrongParameters, message).at(other.span).label("this function")
            }
            None => Diagnostic::error(Code::MissingFunction, format!("the script has no function `{name}`"))
                .label("needs the function"),
        };
        Err(Box::new(diagnostic.help(format!("expected `{wanted}`"))))
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program").field("functions", &self.functions).finish_non_exhaustive()
    }
}
