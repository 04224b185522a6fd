//! One call of a hook: asks the oracle, writes down what was asked, collects effects.

use crate::diagnostic::Code;
use crate::script::answer::{Effect, Operand};
use crate::script::combinations::{Combinations, Record, grow};
use crate::script::handles::{Base, Handle, Step};
use crate::script::hook::HookKind;
use crate::script::meter::charge;
use crate::script::problem::{Failure, Problem, asks_too_much, effect_in_question};
use crate::script::query::{Answer, Oracle, Query, Set, SetExpr, Tree};
use rhai::{FnPtr, NativeCallContext, Position};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most questions a remembered call may ask.
const MAX_RECORD: usize = 256;
/// The most units that the questions of a remembered call may cost: they are asked again whenever it is looked up.
const MAX_PRICE: u64 = 4000;
/// A question that costs as much is asked once, also where the call is not remembered.
const DEAR: u64 = 16;
/// The most effects of a call.
const MAX_EFFECTS: usize = 256;
/// The most questions on a way through a closure.
const MAX_QUESTIONS: usize = 32;
/// The most ways through a closure that are explored.
const MAX_EXPLORED: usize = 96;

/// A call in progress, carried through Rhai as the tag of the call.
#[derive(Clone)]
pub(super) struct Recorder(Arc<Call>);

struct Call {
    oracle: Arc<dyn Oracle>,
    kind: HookKind,
    level: u8,
    name: Arc<str>,
    n_kinds: usize,
    notes: Mutex<Notes>,
}

/// A name that is not there, asked for by a word in a call that goes on all the same.
#[derive(Debug, Clone)]
pub(in crate::script) struct WrongName {
    pub(in crate::script) name: String,
    pub(in crate::script) at: Position,
    pub(in crate::script) problem: Problem,
}

struct Notes {
    record: Vec<(Query, Answer)>,
    is_recordable: bool,
    /// What its questions and the sets of its effects cost.
    price: u64,
    effects: Vec<Effect>,
    last: Position,
    /// Where a call goes on behind names that are not there, those that were met.
    wrong_names: Option<Vec<WrongName>>,
    /// A closure is run once for each way its questions can be answered.
    exploration: Option<Combinations>,
}

/// What a finished call leaves.
pub(super) struct Finished {
    pub(super) record: Vec<(Query, Answer)>,
    pub(super) is_recordable: bool,
    pub(super) effects: Vec<Effect>,
    pub(super) last: Position,
    pub(super) wrong_names: Vec<WrongName>,
}

impl Recorder {
    pub(super) fn new(oracle: Arc<dyn Oracle>, kind: HookKind, level: u8, name: Arc<str>, n_kinds: usize) -> Recorder {
        let notes = Notes {
            record: Vec::new(),
            is_recordable: true,
            price: 0,
            effects: Vec::new(),
            last: Position::NONE,
            wrong_names: None,
            exploration: None,
        };
        Recorder(Arc::new(Call { oracle, kind, level, name, n_kinds, notes: Mutex::new(notes) }))
    }

    /// Goes on behind names that are not there.
    pub(super) fn collect(&self) {
        self.notes().wrong_names = Some(Vec::new());
    }

    /// A name that is not there: stands for the first one in a call that goes on.
    pub(super) fn wrong_name(&self, name: &str, problem: Problem, at: Position) -> Result<u8, Failure> {
        match &mut self.notes().wrong_names {
            Some(names) if !name.is_empty() => {
                names.push(WrongName { name: name.to_owned(), at, problem });
                Ok(0)
            }
            _ => Err(problem.raise(at)),
        }
    }

    /// The call that a word was used in.
    pub(super) fn of(ctx: &NativeCallContext) -> Result<Recorder, Failure> {
        ctx.tag().and_then(|tag| tag.read_lock::<Recorder>()).map(|found| found.clone()).ok_or_else(|| {
            Problem::new(Code::ScriptError, format!("`{}` works only inside a hook", plain_name(ctx.fn_name())))
                .raise(ctx.call_position())
        })
    }

    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.0.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn check_level(&self, level: u8, word: &str, at: Position) -> Result<(), Failure> {
        if level <= self.0.level {
            return Ok(());
        }
        Err(asks_too_much(&self.0.name, word, self.0.level).raise(at))
    }

    /// The one door.
    pub(super) fn ask(&self, query: Query, at: Position) -> Result<Answer, Failure> {
        self.check_level(query.level(), query.word(), at)?;
        let mut notes = self.notes();
        notes.last = at;
        if let Some((_, answer)) = notes.record.iter().find(|(known, _)| *known == query) {
            return Ok(*answer);
        }
        let n_kinds = self.0.n_kinds;
        if let Some(exploration) = &mut notes.exploration {
            let first =
                |before: &[_]| number_of_answers(&query, n_kinds).filter(|_| before.len() < MAX_QUESTIONS).map(|_| 0);
            return exploration.ask(&query, first).ok_or_else(|| give_up(at));
        }
        let price = query.price(self.n_squares());
        notes.spend(price);
        drop(notes);
        charge(price, at)?;
        let answer = self.0.oracle.ask(&query);
        let mut notes = self.notes();
        let has_room = notes.record.len() < MAX_RECORD;
        notes.is_recordable &= has_room;
        if has_room && (price >= DEAR || notes.is_recordable && !self.0.oracle.is_fixed(&query)) {
            notes.record.push((query, answer));
        }
        Ok(answer)
    }

    fn n_squares(&self) -> u64 {
        self.0.oracle.n_squares() as u64
    }

    /// A path with one more step; a full path is followed on the board and begins anew there.
    pub(super) fn step(&self, from: Handle, step: Step) -> Handle {
        if let Some(path) = from.then(step) {
            return path;
        }
        let mut notes = self.notes();
        if let Some(exploration) = &mut notes.exploration {
            exploration.is_broken = true;
            return Handle::new(Base::Nowhere);
        }
        notes.is_recordable = false;
        drop(notes);
        let start = self.0.oracle.square(from).map_or(Base::Nowhere, Base::Concrete);
        Handle::new(start).then(step).unwrap_or_else(|| Handle::new(Base::Nowhere))
    }

    /// The members of a set, as squares by number: the call will not be remembered.
    pub(super) fn members(&self, set: &Set, at: Position) -> Result<Vec<u8>, Failure> {
        self.check_level(set.level(), set.word(), at)?;
        let mut notes = self.notes();
        notes.last = at;
        if let Some(exploration) = &mut notes.exploration {
            exploration.is_broken = true;
            return Err(give_up(at));
        }
        notes.is_recordable = false;
        drop(notes);
        charge(set.price(self.n_squares()) + self.n_squares() / 8, at)?;
        Ok(self.0.oracle.members(set))
    }

    /// The part of a set for which a closure says yes. Explored once and for all ways of answering where that is
    /// possible, so that the call can be remembered; else run for each member.
    pub(super) fn filter(
        &self,
        ctx: &NativeCallContext,
        set: &Set,
        decide: &FnPtr,
        wanted: bool,
    ) -> Result<Set, Failure> {
        let at = ctx.call_position();
        self.check_level(set.level(), set.word(), at)?;
        if let Some(filtered) =
            self.explore(ctx, decide, wanted).and_then(|tree| Set::new(SetExpr::Where(set.clone(), Arc::new(tree))))
        {
            return Ok(filtered);
        }
        let mut kept = Vec::new();
        for square in self.members(set, at)? {
            let yes: bool = decide.call_within_context(ctx, (Handle::new(Base::Concrete(square)),))?;
            if yes == wanted {
                kept.push(square);
            }
        }
        Set::new(SetExpr::Squares(kept.into())).ok_or_else(|| give_up(at))
    }

    fn explore(&self, ctx: &NativeCallContext, decide: &FnPtr, wanted: bool) -> Option<Tree> {
        {
            let mut notes = self.notes();
            if let Some(outer) = &mut notes.exploration {
                outer.is_broken = true;
                return None;
            }
            notes.exploration = Some(Combinations::default());
        }
        let n_effects = self.notes().effects.len();
        let mut found: Vec<(Record, bool)> = Vec::new();
        let complete = loop {
            let result: Result<bool, Failure> = decide.call_within_context(ctx, (Handle::new(Base::Item),));
            let mut notes = self.notes();
            let is_clean = notes.effects.len() == n_effects;
            let Some(exploration) = &mut notes.exploration else { break false };
            let Ok(yes) = result else { break false };
            if exploration.is_broken || !is_clean || found.len() >= MAX_EXPLORED {
                break false;
            }
            found.push((exploration.path().to_vec(), yes == wanted));
            let next = |query: &Query, answer: Answer| {
                number_of_answers(query, self.0.n_kinds).filter(|n| answer + 1 < *n).map(|_| answer + 1)
            };
            if !exploration.advance(|_, query, answer| next(query, answer)) {
                break true;
            }
        };
        let mut notes = self.notes();
        notes.exploration = None;
        notes.effects.truncate(n_effects);
        drop(notes);
        if complete { grow(&found, 0) } else { None }
    }

    /// Notes an effect.
    pub(super) fn effect(&self, effect: Effect, at: Position) -> Result<(), Failure> {
        let mut notes = self.notes();
        notes.last = at;
        if !self.0.kind.has_effects() {
            return Err(effect_in_question(&self.0.name, effect.word()).raise(at));
        }
        if notes.effects.len() >= MAX_EFFECTS {
            return Err(Problem::new(Code::ScriptTooBig, format!("more than {MAX_EFFECTS} effects")).raise(at));
        }
        let price = match &effect {
            Effect::Remove(Operand::Set(set)) | Effect::Convert(Operand::Set(set)) => set.price(self.n_squares()),
            _ => 1,
        };
        notes.spend(price);
        notes.effects.push(effect);
        charge(price, at)
    }

    pub(super) fn finish(&self) -> Finished {
        let mut notes = self.notes();
        Finished {
            record: std::mem::take(&mut notes.record),
            is_recordable: notes.is_recordable,
            effects: std::mem::take(&mut notes.effects),
            last: notes.last,
            wrong_names: notes.wrong_names.take().unwrap_or_default(),
        }
    }
}

impl Notes {
    fn spend(&mut self, price: u64) {
        self.price += price;
        self.is_recordable &= self.price <= MAX_PRICE;
    }
}

/// How many answers a question of a closure may have, where that is known and small.
fn number_of_answers(query: &Query, n_kinds: usize) -> Option<Answer> {
    query.n_answers(n_kinds).filter(|n| *n <= MAX_EXPLORED).and_then(|n| Answer::try_from(n).ok())
}

/// Ends the exploration of a closure; nobody sees this.
fn give_up(at: Position) -> Failure {
    Problem::new(Code::ScriptError, "this closure cannot be followed").raise(at)
}

/// The name of a word as it is written: Rhai calls the getter of `kind` `get$kind`.
pub(super) fn plain_name(name: &str) -> &str {
    name.strip_prefix("get$").unwrap_or(name)
}
