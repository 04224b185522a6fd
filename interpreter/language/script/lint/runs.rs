//! Functions run with every combination of answers that they may get in a game: functions in, what goes wrong in them
//! whoever plays, out.
//!
//! No board is asked. So nothing is told of what only certain values make wrong (a division, a list that is too short), nor
//! of `()`, which is what scripts give a variable that may come to hold something.

use crate::diagnostic::{Code, Diagnostic};
use crate::script::answer::{HookId, Leaf};
use crate::script::explore::Answers;
use crate::script::handles::{Base, Handle, Step};
use crate::script::hook::HookKind;
use crate::script::names::Extent;
use crate::script::program::{Ended, Program};
use crate::script::query::{Answer, Query};
use crate::script::recorder::WrongName;
use crate::script::syntax::number;
use rhai::{ASTNode, Expr, Position};
use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

/// The most runs of a function with all combinations of answers; then each answer is tried once more.
const MOST_RUNS: usize = 1_000;
/// What all runs together may cost: half a second.
const MOST_UNITS: u64 = 10_000_000;
/// Beyond so many questions of a run answers are not varied.
const MOST_QUESTIONS: usize = 64;
/// The largest of the numbers in scripts that is tried as an answer.
const LARGEST: i64 = 1_000;
/// Runs that take too long to be made again and again.
const LONG: [Code; 3] = [Code::ScriptTooLong, Code::ScriptTooDeep, Code::ScriptTooBig];
/// What depends on values, or is told where the text is read.
const DOUBTFUL: [Code; 4] = [Code::ScriptError, Code::BadNumber, Code::AsksTooMuch, Code::EffectInQuestion];

impl Program {
    /// What goes wrong when functions run, whatever they are answered.
    #[must_use]
    pub fn check_runs(&self, hooks: &[(HookId, HookKind)], extent: &Extent) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        if self.names.in_part {
            return found;
        }
        let world = Arc::new(World::new(self, extent));
        let mut left = MOST_UNITS;
        for (number, (hook, kind)) in hooks.iter().enumerate() {
            let function = self.function(*hook);
            if hooks[..number].contains(&(*hook, *kind)) || !self.is_sound(&function.name, function.n_params) {
                continue;
            }
            let mut told: Vec<Diagnostic> = Vec::new();
            // All combinations of answers; where they are too many, each answer.
            for is_each in [false, true] {
                let tried = is_each.then(Mutex::default);
                let mut n_runs = 0;
                let is_all = self.explore(*hook, *kind, Ways { kind: *kind, world: world.clone(), tried }, |run| {
                    n_runs += 1;
                    left = left.saturating_sub(run.ended.call.units);
                    self.hear(run.ended, &mut told) && n_runs < MOST_RUNS && left > 0
                });
                if is_all {
                    break;
                }
            }
            for problem in told {
                let is_same = |other: &Diagnostic| (other.code, other.primary) == (problem.code, problem.primary);
                if !found.iter().any(is_same) {
                    found.push(problem);
                }
            }
        }
        found
    }

    /// Notes what a run came to; false if it took too long to be made again.
    fn hear(&self, run: Ended, told: &mut Vec<Diagnostic>) -> bool {
        for WrongName { name, at, problem } in run.wrong_names {
            let span = self.layout.span(self.place_of(&name).unwrap_or(at));
            told.extend(span.map(|span| problem.diagnostic(span)));
        }
        match run.call.leaf {
            Leaf::Error(problem) if LONG.contains(&problem.code) => false,
            Leaf::Error(problem) if run.is_of_nothing || DOUBTFUL.contains(&problem.code) => true,
            Leaf::Error(problem) => {
                told.push(*problem);
                true
            }
            _ => true,
        }
    }

    /// Where a string is written in functions, if that is one place.
    fn place_of(&self, text: &str) -> Option<Position> {
        let mut places = BTreeSet::new();
        self.each_node(|path| {
            if let Some(ASTNode::Expr(Expr::StringConstant(own, at))) = path.last()
                && own.as_str() == text
            {
                places.insert(*at);
            }
        });
        places.pop_first().filter(|_| places.is_empty())
    }
}

/// What answers there may be.
struct World {
    n_kinds: usize,
    n_ways: usize,
    extent: Extent,
    /// The numbers that scripts name, and those beside them.
    numbers: BTreeSet<Answer>,
}

/// The answers to the questions of a function.
struct Ways {
    kind: HookKind,
    world: Arc<World>,
    /// The answers that were tried, if each is to be tried but once.
    tried: Option<Mutex<HashSet<(Query, Answer)>>>,
}

impl Answers for Ways {
    fn next(&self, before: &[(Query, Answer)], query: &Query, after: Option<Answer>) -> Option<Answer> {
        if before.len() >= MOST_QUESTIONS {
            return None;
        }
        let mut tried = self.tried.as_ref().map(|tried| tried.lock().unwrap_or_else(PoisonError::into_inner));
        let states = self.states(before, query);
        let possible = self.world.answers(query).into_iter().filter(|answer| after.is_none_or(|after| *answer > after));
        for answer in possible.filter(|answer| states & states_with(query, *answer) != 0) {
            let is_new = tried.as_mut().is_none_or(|tried| tried.insert((query.clone(), answer)));
            if is_new || after.is_none() {
                return Some(answer);
            }
        }
        None
    }
}

impl World {
    fn new(program: &Program, extent: &Extent) -> World {
        let constants = program.as_written.constants.values();
        let mut numbers: BTreeSet<i64> = constants.filter_map(|value| value.as_int().ok()).chain([1]).collect();
        program.each_node(|path| {
            if let Some(ASTNode::Expr(value)) = path.last() {
                numbers.extend(number(value));
            }
        });
        let beside = numbers.iter().filter(|n| (-1..=LARGEST).contains(*n)).flat_map(|n| [n - 1, *n, n + 1]);
        World {
            n_kinds: program.names.kinds.len(),
            n_ways: program.names.ways.len(),
            extent: extent.clone(),
            numbers: beside.filter(|n| *n >= 0).filter_map(|n| Answer::try_from(n).ok()).collect(),
        }
    }

    /// The answers that a question may have, in order.
    fn answers(&self, query: &Query) -> Vec<Answer> {
        let most = match query {
            Query::Rank(_) => Some(self.extent.ranks),
            Query::File(_) => Some(self.extent.files),
            Query::Ring(_) => Some(self.extent.rings),
            Query::Sector(_) => Some(self.extent.sectors),
            Query::Way => Some(self.n_ways),
            query => query.n_answers(self.n_kinds).map(|n| n.saturating_sub(1)),
        };
        match most {
            Some(most) => (0..=Answer::try_from(most).unwrap_or_default()).collect(),
            None => self.numbers.iter().copied().collect(),
        }
    }
}

/// What a square may be like, as bits: off the board, empty, then a friend and a foe of each kind in turn.
type States = u64;

const OFF: States = 1;
const EMPTY: States = 2;
const FRIENDS: States = (States::MAX / 3) << 2;
const FOES: States = FRIENDS << 1;

fn of_kind(kind: usize) -> States {
    u32::try_from(2 * kind).ok().and_then(|bits| 0b1100_u64.checked_shl(bits)).unwrap_or(0)
}

impl Ways {
    /// What the square of a question may be like, by what it is and by what was answered before.
    fn states(&self, before: &[(Query, Answer)], query: &Query) -> States {
        let Some(handle) = square_of(query) else { return States::MAX };
        let is_first = matches!(handle.steps().last(), Some(Step::First(_)));
        let all = match handle.base() {
            Base::Nowhere => OFF,
            Base::Mover if handle.is_bare() => FRIENDS,
            Base::Subject if handle.is_bare() && self.kind.is_about_piece() => FRIENDS,
            _ if handle.is_bare() => !OFF,
            _ if is_first => !EMPTY,
            _ => States::MAX,
        };
        let known = (0..self.world.n_kinds).map(of_kind).fold(OFF | EMPTY, |all, one| all | one);
        let about = before.iter().filter(|(other, _)| square_of(other) == Some(handle));
        about.fold(all & known, |all, (query, answer)| all & states_with(query, *answer))
    }
}

fn square_of(query: &Query) -> Option<Handle> {
    if *query == Query::MoverKind { Some(Handle::new(Base::Mover)) } else { query.handle() }
}

/// What a square may be like if a question about it has an answer.
fn states_with(query: &Query, answer: Answer) -> States {
    let has = |yes: States| if answer == 0 { !yes } else { yes };
    match query {
        Query::KindOf(_) | Query::MoverKind => {
            usize::try_from(answer).ok().and_then(|kind| kind.checked_sub(1)).map_or(OFF | EMPTY, of_kind)
        }
        Query::SideOf(_) => [OFF | EMPTY, FRIENDS, FOES][usize::try_from(answer).unwrap_or(0).min(2)],
        Query::IsA(_, kind) => has(of_kind(usize::from(*kind))),
        Query::IsEmpty(_) => has(EMPTY),
        Query::HoldsFriend(_) => has(FRIENDS),
        Query::HoldsFoe(_) => has(FOES),
        Query::Exists(_) => has(!OFF),
        Query::Moved(_) if answer != 0 => FRIENDS | FOES,
        Query::Rank(_) | Query::File(_) | Query::Ring(_) | Query::Sector(_) | Query::Within(..) if answer != 0 => !OFF,
        _ => States::MAX,
    }
}
