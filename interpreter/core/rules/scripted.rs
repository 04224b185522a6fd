//! Hooks asked of a position: through the remembered decisions where the situation has been met before, through the
//! script where not.

use crate::diagnostic::{Code, Diagnostic};
use crate::position::state::{State, kind_of};
use crate::rules::asking::{Asking, Question, truth};
use crate::rules::context::Asked;
use crate::rules::cost::Cost;
use crate::rules::{Context, Referee, Stop};
use crate::script::handles::Handle;
use crate::script::query::{Answer, Oracle, Query, Set};
use crate::script::trie::{Inserted, Trie};
use crate::script::{HookId, HookKind, Leaf};
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};
use std::sync::Arc;

/// A position that a running script may keep for the length of a call.
struct Snapshot<W: Width> {
    core: Arc<Core<W>>,
    state: State<W>,
    asking: Asking<W>,
    stop: Option<Stop>,
    cost: Cost,
}

impl<W: Width> Snapshot<W> {
    fn deep(&self, question: Question) -> Answer {
        let mut context = Context::default();
        context.stop.clone_from(&self.stop);
        context.cost.clone_from(&self.cost);
        if context.is_stopped() {
            return 0;
        }
        Referee::new(&self.core, &mut context).deep(&self.state, question)
    }
}

impl<W: Width> Oracle for Snapshot<W> {
    fn ask(&self, query: &Query) -> Answer {
        self.asking.answer(&self.core, &self.state, query, &mut |question| self.deep(question))
    }

    fn members(&self, set: &Set) -> Vec<u8> {
        let set = self.asking.set(&self.core, &self.state, set, &mut |question| self.deep(question));
        let mut members: Vec<u8> = set.squares().map(|square| square as u8).collect();
        members.sort_by_key(|square| (self.state.at(usize::from(*square)) & 0x7f, *square));
        members
    }

    fn square(&self, handle: Handle) -> Option<u8> {
        self.asking.resolve(&self.core, &self.state, handle).map(|square| square as u8)
    }

    fn n_squares(&self) -> usize {
        self.core.tables.n_squares
    }
}

impl<W: Width> Referee<'_, W> {
    pub(super) fn deep(&mut self, state: &State<W>, question: Question) -> Answer {
        match question {
            Question::Safe(square, side) => {
                let mut probe = *state;
                let victim = match (state.at(square), self.core.tables.visitor) {
                    (0, None) => return truth(true),
                    (0, Some(visitor)) => {
                        probe.put(&self.core.tables, square, side, usize::from(visitor));
                        usize::from(visitor)
                    }
                    (piece, _) => kind_of(piece),
                };
                truth(!self.attacked(&probe, square, 1 - side, victim))
            }
            Question::Checked(side) => truth(self.in_check(state, side)),
            Question::Stuck => truth(!self.has_legal_move(state)),
        }
    }

    /// Asks a hook: from memory where the situation has been met, by running the script where not.
    pub(crate) fn ask(&mut self, state: &State<W>, hook: HookId, kind: HookKind, asking: Asking<W>) -> Leaf {
        let core = self.core;
        let root = asking.root(state);
        let number = hook.index();
        if self.context.tries.len() <= number {
            self.context.tries.resize_with(number + 1, Trie::default);
            self.context.asked.resize_with(self.context.asked.len().max(number + 1), Asked::default);
        }
        self.context.asked[number].calls += 1;
        let timing = self.context.watch.clock.map(|clock| (clock, clock(), self.context.watch.below));
        // Taken out while it is walked: answering may ask other hooks.
        let mut trie = std::mem::take(&mut self.context.tries[number]);
        let mut answer = |query: &Query| asking.answer(core, state, query, &mut |question| self.deep(state, question));
        let shared = core.frozen(hook).and_then(|frozen| frozen.lookup(root, &mut answer));
        let known = shared.or_else(|| trie.lookup(root, answer)).cloned();
        let leaf = match known {
            Some(leaf) if !self.context.live => {
                if self.context.watch.is_due() {
                    self.compare(state, hook, kind, asking, &leaf);
                }
                leaf
            }
            _ => {
                self.context.asked[number].runs += 1;
                self.run(state, hook, kind, asking, root, &mut trie)
            }
        };
        self.context.tries[number] = trie;
        if let Some((clock, begun, below)) = timing {
            self.context.time(number, clock().saturating_sub(begun), below);
        }
        leaf
    }

    /// What a script can ask while it runs.
    fn snapshot(&self, state: &State<W>, asking: Asking<W>) -> Arc<Snapshot<W>> {
        let Context { stop, cost, .. } = &*self.context;
        let (stop, cost) = (stop.clone(), cost.clone());
        Arc::new(Snapshot { core: Arc::clone(self.core), state: *state, asking, stop, cost })
    }

    /// Runs the script for what was remembered, and reports a difference.
    #[cold]
    fn compare(&mut self, state: &State<W>, hook: HookId, kind: HookKind, asking: Asking<W>, known: &Leaf) {
        let Some(program) = &self.core.program else { return };
        self.context.asked[hook.index()].compared += 1;
        let snapshot = self.snapshot(state, asking);
        let live = program.call(hook, kind, snapshot).leaf;
        if live != *known {
            let function = program.function(hook);
            let message = format!("`{}` says {live:?} now and {known:?} before, for the same answers", function.name);
            self.context.report(&Diagnostic::error(Code::ScriptError, message).at(function.span));
        }
    }

    /// Whether a hook, as far as it is remembered, asks of this move only what its class says.
    pub(crate) fn asks_only_class(&mut self, state: &State<W>, hook: HookId, asking: Asking<W>) -> bool {
        let core = self.core;
        let mut only_class = true;
        let mut answer = |query: &Query| {
            only_class &= matches!(query, Query::MoverKind | Query::Captures | Query::Jumps | Query::Promotes);
            let mut is_deep = false;
            let answer = asking.answer(core, state, query, &mut |_| {
                is_deep = true;
                0
            });
            only_class &= !is_deep;
            answer
        };
        let root = asking.root(state);
        let shared = core.frozen(hook).and_then(|frozen| frozen.lookup(root, &mut answer));
        let own = || self.context.tries.get(hook.index()).and_then(|trie| trie.lookup(root, &mut answer));
        let is_known = shared.or_else(own).is_some();
        is_known && only_class
    }

    fn run(
        &mut self,
        state: &State<W>,
        hook: HookId,
        kind: HookKind,
        asking: Asking<W>,
        root: u16,
        trie: &mut Trie,
    ) -> Leaf {
        let Some(program) = self.core.program.as_ref().filter(|_| !self.context.is_stopped()) else {
            return Leaf::Bool(false);
        };
        let snapshot = self.snapshot(state, asking);
        let call = program.call(hook, kind, snapshot);
        self.context.cost.add(hook, call.units);
        if let Some(slow) = self.context.cost.spent_by() {
            self.context.report(&program.too_slow(slow));
        }
        if self.context.is_stopped() {
            // Its questions may have been answered anyhow.
            return Leaf::Bool(false);
        }
        if let Leaf::Error(problem) = &call.leaf {
            self.context.report(problem);
        }
        let asked = &mut self.context.asked[hook.index()];
        if !call.recordable {
            asked.unkept += 1;
        } else if !self.context.live {
            match trie.insert(root, &call.record, call.leaf.clone()) {
                Inserted::New | Inserted::Known => {}
                Inserted::Full => asked.unkept += 1,
                Inserted::Impure => {
                    let function = program.function(hook);
                    let message = format!("`{}` depends on something that it does not ask", function.name);
                    self.context.report(&Diagnostic::error(Code::ScriptError, message).at(function.span));
                }
            }
        }
        call.leaf
    }

    /// A yes/no hook; an error counts as no.
    pub(super) fn yes(&mut self, state: &State<W>, hook: HookId, kind: HookKind, asking: Asking<W>) -> bool {
        match self.ask(state, hook, kind, asking) {
            Leaf::Bool(value) => value,
            Leaf::Error(problem) => {
                self.context.report(&problem);
                false
            }
            _ => false,
        }
    }

    /// `fn NAME(piece) -> bool`.
    pub(crate) fn piece_hook(&mut self, state: &State<W>, hook: HookId, square: usize) -> bool {
        self.yes(state, hook, HookKind::Condition, Asking::piece(state, square))
    }

    /// `fn NAME(piece, target) -> bool`.
    pub(crate) fn filter(&mut self, state: &State<W>, hook: HookId, square: usize, target: usize) -> bool {
        self.yes(state, hook, HookKind::Filter, Asking::pair(state, square, target))
    }

    /// `fn NAME(piece, victim) -> bool`.
    pub(crate) fn may_take(&mut self, state: &State<W>, hook: HookId, square: usize, victim: usize) -> bool {
        self.yes(state, hook, HookKind::MayTake, Asking::pair(state, square, victim))
    }

    /// `fn allowed(mv) -> bool`.
    pub(crate) fn allowed(&mut self, state: &State<W>, hook: HookId, asking: Asking<W>) -> bool {
        self.yes(state, hook, HookKind::Allowed, asking)
    }

    /// `fn claim(mv) -> int`, `fn merit(mv) -> int`; an error counts as 0.
    pub(crate) fn weigh(&mut self, state: &State<W>, hook: HookId, kind: HookKind, asking: Asking<W>) -> i64 {
        match self.ask(state, hook, kind, asking) {
            Leaf::Int(value) => value,
            Leaf::Error(problem) => {
                self.context.report(&problem);
                0
            }
            _ => 0,
        }
    }

    /// Where an effect's handle points.
    pub(crate) fn place(&self, state: &State<W>, asking: &Asking<W>, handle: Handle) -> Option<usize> {
        asking.resolve(self.core, state, handle)
    }

    /// The squares of an effect's set.
    pub(crate) fn places(&mut self, state: &State<W>, asking: &Asking<W>, set: &Set) -> W::Set {
        let core = self.core;
        asking.set(core, state, set, &mut |question| self.deep(state, question))
    }
}
