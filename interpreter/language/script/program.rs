//! The compiled scripts of a definition: functions and who answers their questions in, what they say and what they asked
//! out.

use crate::diagnostic::{Code, Diagnostic};
use crate::script::answer::{Call, Effect, HookId, Leaf, Operand, Probe, Verdict};
use crate::script::explain::{explain, is_of_nothing};
use crate::script::facts::{self, Facts};
use crate::script::handles::Handle;
use crate::script::hook::HookKind;
use crate::script::host::geometry::{BoardPlan, Builder, Cell, Geometry, Ground, PlannedCell, PlannedLink};
use crate::script::host::moves::{Game, Move};
use crate::script::meter::{HOOK, LOAD, Purse, READING};
use crate::script::names::Names;
use crate::script::problem::{self, Known, Layout, Problem};
use crate::script::query::{Nothing, Oracle};
use crate::script::recorder::{Finished, Recorder, WrongName};
use crate::script::syntax::Body;
use crate::script::types::Type;
use crate::source::Span;
use rhai::{AST, ASTNode, CallFnOptions, Dynamic, Engine, FuncArgs, ImmutableString, Position, Scope, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The compiled scripts of a definition. Cheap to clone, and shared by threads.
#[derive(Clone)]
pub struct Program {
    pub(super) hooks: Arc<Engine>,
    pub(super) load: Arc<Engine>,
    pub(super) ast: Arc<AST>,
    /// The functions as they are written.
    pub(super) as_written: Arc<AsWritten>,
    pub(super) functions: Arc<[Function]>,
    pub(super) facts: Arc<[Facts]>,
    /// What the functions call as written, before the options are chosen; and what the top level calls.
    pub(super) written: Arc<(Vec<Facts>, BTreeSet<String>)>,
    /// Functions that are there, but could not be read.
    pub(super) unread: Arc<BTreeSet<String>>,
    /// All words of what could not be read: a function may be among them whose head is not one.
    pub(super) lost: Arc<BTreeSet<String>>,
    /// Functions in which something is wrong.
    pub(super) tainted: Arc<BTreeSet<String>>,
    pub(super) is_whole: bool,
    pub(super) layout: Arc<Layout>,
    pub(super) names: Arc<Names>,
    pub(super) known: Arc<Known>,
    /// What calls have cost while the definition was read.
    pub(super) spent: Arc<AtomicU64>,
}

/// The scripts before anything is folded.
pub(super) struct AsWritten {
    pub(super) bodies: Vec<Body>,
    pub(super) constants: BTreeMap<String, Dynamic>,
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
    pub(super) shared_name: Arc<str>,
}

impl Function {
    /// Its comment in one line, if it has one.
    #[must_use]
    pub fn comment(&self) -> Option<String> {
        let comment = self.doc.split_whitespace().collect::<Vec<_>>().join(" ");
        (!comment.is_empty()).then_some(comment)
    }
}

/// A call that is over, and what came of it beside its result.
#[derive(Debug)]
pub struct Ended {
    pub call: Call,
    /// Names that are not there; the call went on.
    pub(super) wrong_names: Vec<WrongName>,
    /// What went wrong has to do with `()` or with the empty name of nobody.
    pub(super) is_of_nothing: bool,
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

    /// The function in whose text a place lies.
    #[must_use]
    pub fn function_at(&self, place: Span) -> Option<HookId> {
        let is_before = |span: Span| span.source == place.source && span.start <= place.start;
        self.functions.iter().rposition(|function| is_before(function.span)).map(HookId)
    }

    /// The kinds that effects bring onto the board, by name; `None` where some of them are worked out.
    #[must_use]
    pub fn kinds_made(&self) -> Option<BTreeSet<String>> {
        facts::made(&self.ast)
    }

    /// The strings that functions have; `None` where some are put together.
    #[must_use]
    pub fn strings(&self) -> Option<BTreeSet<String>> {
        facts::strings(&self.ast)
    }

    /// Whether some function asks for a property, such as `moved`.
    #[must_use]
    pub fn asks(&self, property: &str) -> bool {
        facts::asks(&self.ast, property)
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
        let reached = facts::reached(&self.facts, name, n_params);
        self.is_whole || !reached.iter().any(|facts| wrong(&facts.name) || facts.calls.iter().any(wrong))
    }

    /// The functions that nothing comes to call; `is_root` says which are called from outside the scripts.
    #[must_use]
    pub fn never_called(&self, is_root: impl Fn(&str, usize) -> bool) -> Vec<HookId> {
        let lost = facts::never_called(&self.written.0, &self.written.1, is_root);
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
        let name = &self.function(hook).name;
        let asked = self.reached(hook).into_iter().flat_map(|facts| &facts.asks).filter(|(asked, ..)| *asked > level);
        let problems = asked.map(|(_, word, at)| (*at, problem::asks_too_much(name, word, level)));
        self.told(hook, problems, "where this is used")
    }

    /// The effects of a function that may only judge, found by reading it; none for hooks that may have effects.
    #[must_use]
    pub fn check_effects(&self, hook: HookId, kind: HookKind) -> Vec<Diagnostic> {
        let name = &self.function(hook).name;
        let effects = self.reached(hook).into_iter().flat_map(|facts| &facts.effects).filter(|_| !kind.has_effects());
        let problems = effects.map(|(word, at)| (*at, problem::effect_in_question(name, word)));
        self.told(hook, problems, "the function that only judges")
    }

    /// What a function does or asks that has no meaning once the move is made, found by reading it.
    #[must_use]
    pub fn check_after(&self, hook: HookId) -> Vec<Diagnostic> {
        let name = &self.function(hook).name;
        let late = self.reached(hook).into_iter().flat_map(|facts| &facts.late);
        self.told(
            hook,
            late.map(|(why, word, at)| (*at, problem::too_late(name, *why, word))),
            "called after each move",
        )
    }

    /// Whether an effect may let the mover stay where it is, found by reading it.
    #[must_use]
    pub fn may_stay(&self, hook: HookId) -> bool {
        self.reached(hook).iter().any(|facts| facts.calls.contains("stay"))
    }

    /// What is read of a function and of all that it may come to call.
    pub(super) fn reached(&self, hook: HookId) -> Vec<&Facts> {
        let function = self.function(hook);
        facts::reached(&self.facts, &function.name, function.n_params)
    }

    /// Problems in the order of their places, each with the function that is called from outside.
    fn told(&self, hook: HookId, found: impl Iterator<Item = (Position, Problem)>, used: &str) -> Vec<Diagnostic> {
        let home = self.function(hook).span;
        let mut found: Vec<(Position, Problem)> = found.collect();
        found.sort_by_key(|(at, _)| *at);
        let placed = found.into_iter().map(|(at, problem)| problem.diagnostic(self.layout.span(at).unwrap_or(home)));
        placed.map(|problem| problem.also(home, used)).collect()
    }

    /// Runs a hook, with the level of questions that its kind allows.
    #[must_use]
    pub fn call(&self, hook: HookId, kind: HookKind, oracle: Arc<dyn Oracle>) -> Call {
        self.call_at_level(hook, kind, kind.level(), oracle)
    }

    /// Runs a hook that may ask up to `level`.
    #[must_use]
    pub fn call_at_level(&self, hook: HookId, kind: HookKind, level: u8, oracle: Arc<dyn Oracle>) -> Call {
        self.run_hook(hook, kind, &self.recorder(hook, kind, level, oracle)).call
    }

    pub(super) fn recorder(&self, hook: HookId, kind: HookKind, level: u8, oracle: Arc<dyn Oracle>) -> Recorder {
        Recorder::new(oracle, kind, level, self.function(hook).shared_name.clone(), self.names.kinds.len())
    }

    pub(super) fn run_hook(&self, hook: HookId, kind: HookKind, recorder: &Recorder) -> Ended {
        let function = self.function(hook);
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
        let Finished { record, is_recordable, effects, last, wrong_names } = recorder.finish();
        let is_of_nothing = match &result {
            Ok(value) => value.is_unit(),
            Err(failure) => is_of_nothing(failure),
        };
        let leaf = match result {
            Ok(value) => self.leaf(function, kind, value, effects),
            Err(failure) => Leaf::Error(Box::new(self.explain(&failure, function, last))),
        };
        Ended { call: Call { leaf, record, recordable: is_recordable, units }, wrong_names, is_of_nothing }
    }

    /// Counts what a call costs that is made while the definition is read; false when such calls have taken too long.
    pub fn spend(&self, units: u64) -> bool {
        self.spent.fetch_add(units, Ordering::Relaxed) + units <= READING
    }

    /// Visits all nodes of all functions as they are written, each with those above it.
    pub(super) fn each_node(&self, mut look: impl FnMut(&[ASTNode])) {
        for body in &self.as_written.bodies {
            body.walk(&mut |path: &[ASTNode]| {
                look(path);
                true
            });
        }
    }

    /// Runs a hook to learn what it does, while the definition is read; `None` when such calls have taken too long.
    #[must_use]
    pub fn call_in_advance(&self, hook: HookId, kind: HookKind, oracle: Arc<dyn Oracle>) -> Option<Call> {
        if !self.spend(0) {
            return None;
        }
        let call = self.call(hook, kind, oracle);
        self.spend(call.units);
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
                Some(name) => match self.names.find(Type::KIND, &name) {
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
        if !self.spend(0) {
            return Err(Box::new(problem::too_slow(&function.name).diagnostic(function.span)));
        }
        let purse = Purse::new(LOAD);
        let result = self.run(&self.load, function, tag, args);
        self.spend(purse.spent());
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
