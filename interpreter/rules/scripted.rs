//! Questions of scripts answered from a position, and hooks asked: through the remembered decisions where the
//! situation has been met before, through the script where not.

use crate::board::KindSet;
use crate::diagnostic::{Code, Diagnostic};
use crate::position::state::{State, kind_of, side_of};
use crate::rules::attack::raw_attackers;
use crate::rules::cost::Cost;
use crate::rules::watch::Asked;
use crate::rules::{Context, Referee, Stop};
use crate::script::handles::{Base, Handle, Step};
use crate::script::query::{Answer, Oracle, Query, Set, SetExpr};
use crate::script::trie::{Inserted, Trie};
use crate::script::{HookId, HookKind, Leaf};
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};
use std::sync::Arc;

/// What a hook is asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking<W: Width> {
    /// The side from which friend, foe, directions and ranks are seen.
    pub(crate) us: usize,
    /// The piece asked about, or a move's origin.
    pub(crate) subject: Option<usize>,
    /// The second parameter, or a move's target.
    pub(crate) target: Option<usize>,
    /// Where the piece that moves stands now.
    pub(crate) mover: Option<usize>,
    /// The move, if the hook judges one.
    pub(crate) facts: Option<Facts<W>>,
    /// How often the position has occurred.
    pub(crate) repetitions: u32,
    /// Whether there is no legal move, where that is known or taken for granted.
    pub(crate) stuck: Option<bool>,
}

/// What a script may ask about a move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<W: Width> {
    /// The kind that moves.
    pub(crate) kind: usize,
    /// Squares on which it takes.
    pub(crate) captured: W::Set,
    /// The kinds that it takes.
    pub(crate) taken: KindSet,
    /// It takes a piece on a square where it does not end.
    pub(crate) jumps: bool,
    /// It promotes.
    pub(crate) promotes: bool,
    /// The name of the way, plus one.
    pub(crate) way: Answer,
}

impl<W: Width> Asking<W> {
    /// About a piece where it stands.
    pub(crate) fn piece(state: &State<W>, square: usize) -> Asking<W> {
        Asking {
            us: side_of(state.at(square)),
            subject: Some(square),
            target: None,
            mover: Some(square),
            facts: None,
            repetitions: 1,
            stuck: None,
        }
    }

    /// About some piece of a side.
    pub(crate) fn anyone(state: &State<W>, side: usize) -> Asking<W> {
        Asking { us: side, ..Asking::game(state, 1, None) }
    }

    /// About a piece and a square or another piece.
    pub(crate) fn pair(state: &State<W>, square: usize, target: usize) -> Asking<W> {
        Asking { target: Some(target), ..Asking::piece(state, square) }
    }

    /// About the game, seen by the side to move.
    pub(crate) fn game(state: &State<W>, repetitions: u32, stuck: Option<bool>) -> Asking<W> {
        let us = usize::from(state.turn);
        Asking { us, subject: None, target: None, mover: None, facts: None, repetitions, stuck }
    }

    /// Decisions are remembered apart for each kind and side.
    fn root(&self, state: &State<W>) -> u16 {
        let kind = self.facts.map(|facts| facts.kind + 1).or_else(|| {
            self.subject.map(|square| state.at(square)).filter(|man| *man != 0).map(|man| kind_of(man) + 1)
        });
        (kind.unwrap_or(0) * 2 + self.us) as u16
    }

    /// Where a path ends.
    fn resolve(&self, core: &Core<W>, state: &State<W>, handle: Handle) -> Option<usize> {
        let mut square = match handle.base() {
            Base::Subject => self.subject?,
            Base::Target => self.target?,
            Base::Mover => self.mover?,
            Base::Concrete(square) => usize::from(square),
            Base::Nowhere | Base::Item => return None,
        };
        for step in handle.steps() {
            square = match step {
                Step::Go(direction) => core.step(self.us, direction, square)?,
                Step::Leap(across, ahead) => core.leap(self.us, across, ahead, square)?,
                Step::First(direction) => {
                    let mut at = core.step(self.us, direction, square)?;
                    for _ in 0..core.tables.n_squares {
                        if state.at(at) != 0 {
                            break;
                        }
                        at = core.step(self.us, direction, at)?;
                    }
                    at
                }
            };
        }
        Some(square)
    }

    /// The squares of a set.
    pub(crate) fn set(&self, core: &Core<W>, state: &State<W>, set: &Set, deep: &mut Deep<'_>) -> W::Set {
        let tables = &core.tables;
        let side_at = |square: usize| match state.at(square) {
            0 => self.us,
            man => side_of(man),
        };
        match set.expr() {
            SetExpr::One(handle) => self.resolve(core, state, *handle).map_or(W::Set::EMPTY, W::Set::bit),
            SetExpr::Around(handle) => {
                self.resolve(core, state, *handle).map_or(W::Set::EMPTY, |square| core.around[square])
            }
            SetExpr::Attackers(handle) => self.resolve(core, state, *handle).map_or(W::Set::EMPTY, |square| {
                raw_attackers(tables, state, 1 - side_at(square), square, KindSet::ALL)
            }),
            SetExpr::Defenders(handle) => self
                .resolve(core, state, *handle)
                .map_or(W::Set::EMPTY, |square| raw_attackers(tables, state, side_at(square), square, KindSet::ALL)),
            SetExpr::Attacks(handle) => self.resolve(core, state, *handle).map_or(W::Set::EMPTY, |square| {
                if state.at(square) == 0 {
                    return W::Set::EMPTY;
                }
                let kinds = KindSet(0).with(kind_of(state.at(square)) as u8);
                (0..tables.n_squares)
                    .filter(|&to| to != square && raw_attackers(tables, state, side_at(square), to, kinds).has(square))
                    .fold(W::Set::EMPTY, W::Set::with)
            }),
            SetExpr::Ray(handle, direction) => {
                let mut ray = W::Set::EMPTY;
                let mut at = self.resolve(core, state, *handle);
                while let Some(next) = at.and_then(|square| core.step(self.us, *direction, square)) {
                    if ray.has(next) {
                        break;
                    }
                    ray = ray.with(next);
                    at = (state.at(next) == 0).then_some(next);
                }
                ray
            }
            SetExpr::All => state.occupied(),
            SetExpr::Mine => state.sides[self.us],
            SetExpr::Theirs => state.sides[1 - self.us],
            SetExpr::Captured => self.facts.map_or(W::Set::EMPTY, |facts| facts.captured),
            SetExpr::Friends(inner) => self.set(core, state, inner, deep).and(state.sides[self.us]),
            SetExpr::Foes(inner) => self.set(core, state, inner, deep).and(state.sides[1 - self.us]),
            SetExpr::Empty(inner) => self.set(core, state, inner, deep).minus(state.occupied()),
            SetExpr::Occupied(inner) => self.set(core, state, inner, deep).and(state.occupied()),
            SetExpr::OfKind(inner, kind) => self.set(core, state, inner, deep).and(state.of_kind(usize::from(*kind))),
            SetExpr::ExceptKind(inner, kind) => {
                self.set(core, state, inner, deep).minus(state.of_kind(usize::from(*kind)))
            }
            SetExpr::Within(inner, region) => {
                self.set(core, state, inner, deep).and(tables.regions[usize::from(*region)][self.us])
            }
            SetExpr::WithinTheirs(inner, region) => {
                self.set(core, state, inner, deep).and(tables.regions[usize::from(*region)][1 - self.us])
            }
            SetExpr::Where(inner, tree) => {
                let members = self.set(core, state, inner, deep);
                let mut kept = W::Set::EMPTY;
                for square in members.squares() {
                    if tree.holds(square as u8, &mut |query| self.answer(core, state, query, deep)) {
                        kept = kept.with(square);
                    }
                }
                kept
            }
            SetExpr::And(a, b) => self.set(core, state, a, deep).and(self.set(core, state, b, deep)),
            SetExpr::Or(a, b) => self.set(core, state, a, deep).or(self.set(core, state, b, deep)),
            SetExpr::Minus(a, b) => self.set(core, state, a, deep).minus(self.set(core, state, b, deep)),
            SetExpr::Squares(squares) => {
                squares.iter().fold(W::Set::EMPTY, |set, square| set.with(usize::from(*square)))
            }
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&self, core: &Core<W>, state: &State<W>, query: &Query, deep: &mut Deep<'_>) -> Answer {
        let tables = &core.tables;
        let at = |handle: &Handle| self.resolve(core, state, *handle);
        let man = |handle: &Handle| at(handle).map_or(0, |square| state.at(square));
        let number = |value: Option<u16>| value.map_or(0, Answer::from);
        let square_of = |handle: &Handle| at(handle).map(|square| crate::board::Square(square as u8));
        match query {
            Query::KindOf(handle) => match man(handle) {
                0 => 0,
                man => kind_of(man) as Answer + 1,
            },
            Query::IsA(handle, kind) => truth(man(handle) != 0 && kind_of(man(handle)) == usize::from(*kind)),
            Query::SideOf(handle) => match man(handle) {
                0 => 0,
                man => truth(side_of(man) != self.us) + 1,
            },
            Query::IsEmpty(handle) => truth(at(handle).is_some_and(|square| state.at(square) == 0)),
            Query::HoldsFriend(handle) => truth(at(handle).is_some_and(|square| state.sides[self.us].has(square))),
            Query::HoldsFoe(handle) => truth(at(handle).is_some_and(|square| state.sides[1 - self.us].has(square))),
            Query::Exists(handle) => truth(at(handle).is_some()),
            Query::Rank(handle) => at(handle).map_or(0, |square| core.rank(self.us, square)),
            Query::File(handle) => at(handle).map_or(0, |square| core.file(self.us, square)),
            Query::Ring(handle) => number(square_of(handle).and_then(|square| core.board.ring(square))),
            Query::Sector(handle) => number(square_of(handle).and_then(|square| core.board.sector(square))),
            Query::Moved(handle) => {
                truth(at(handle).is_some_and(|square| state.at(square) != 0 && !state.unmoved.has(square)))
            }
            Query::Within(handle, region) => {
                truth(at(handle).is_some_and(|square| tables.regions[usize::from(*region)][self.us].has(square)))
            }
            Query::DefendedBy(handle, kind) | Query::AttackedBy(handle, kind) => {
                let Some(square) = at(handle) else { return 0 };
                let own = match state.at(square) {
                    0 => self.us,
                    man => side_of(man),
                };
                let side = if matches!(query, Query::DefendedBy(..)) { own } else { 1 - own };
                truth(!raw_attackers(tables, state, side, square, KindSet(0).with(*kind)).is_empty())
            }
            Query::Same(a, b) => truth(at(a).is_some() && at(a) == at(b)),
            Query::SetCount(set) => self.set(core, state, set, deep).count() as Answer,
            Query::SetAny(set) => truth(!self.set(core, state, set, deep).is_empty()),
            Query::SetMoreThan(set, n) => truth(self.set(core, state, set, deep).count() > u32::from(*n)),
            Query::SetContains(set, handle) => {
                truth(at(handle).is_some_and(|square| self.set(core, state, set, deep).has(square)))
            }
            Query::MoverKind => self.facts.map_or(0, |facts| facts.kind as Answer + 1),
            Query::Captures => self.facts.map_or(0, |facts| facts.captured.count() as Answer),
            Query::Takes(kind) => truth(self.facts.is_some_and(|facts| facts.taken.has(*kind))),
            Query::Jumps => truth(self.facts.is_some_and(|facts| facts.jumps)),
            Query::Promotes => truth(self.facts.is_some_and(|facts| facts.promotes)),
            Query::Way => self.facts.map_or(0, |facts| facts.way),
            Query::Safe(handle) => at(handle).map_or(0, |square| deep(Question::Safe(square, self.us))),
            Query::Checked => deep(Question::Checked(self.us)),
            Query::Stuck => self.stuck.map_or_else(|| deep(Question::Stuck), truth),
            Query::QuietPlies => Answer::from(state.quiet),
            Query::QuietPliesAtLeast(plies) => truth(state.quiet >= *plies),
            Query::Repetitions => self.repetitions as Answer,
            Query::Turn => Answer::from(state.turn),
        }
    }
}

/// Questions that need the rules themselves.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Question {
    /// No enemy of the side could take there.
    Safe(usize, usize),
    /// A royal piece of the side is attacked.
    Checked(usize),
    /// No legal move.
    Stuck,
}

/// Who answers them.
pub(crate) type Deep<'a> = dyn FnMut(Question) -> Answer + 'a;

fn truth(value: bool) -> Answer {
    Answer::from(value)
}

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
                    (man, _) => kind_of(man),
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
