//! Script conditions turned into conditions of the engine: a function that asks little is asked for every answer once,
//! at load, and what it says becomes a rule that runs without the script.

use crate::board::KindSet;
use crate::script::handles::Handle;
use crate::script::query::{Answer, Oracle, Query, Set};
use crate::script::{HookId, HookKind, Leaf, Program};
use crate::variant::set::Width;
use crate::variant::tables::Rule;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most runs of a script that lowering it may take.
const MAX_RUNS: usize = 512;

/// Everything a function can say, by what it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tree {
    /// It says this.
    Leaf(Leaf),
    /// It asks this, and goes on with the branch of the answer.
    Ask(Query, Vec<Tree>),
}

/// An oracle that gives the answers it was told to give, then 0.
struct Told {
    answers: Vec<Answer>,
    next: AtomicUsize,
}

impl Oracle for Told {
    fn ask(&self, _: &Query) -> Answer {
        let at = self.next.fetch_add(1, Ordering::Relaxed);
        self.answers.get(at).copied().unwrap_or(0)
    }

    fn members(&self, _: &Set) -> Vec<u8> {
        Vec::new()
    }

    fn square(&self, _: Handle) -> Option<u8> {
        None
    }
}

/// The whole decision tree of a function; `None` where it is too wide, fails, or asks what has no known answers.
pub(crate) fn tree(program: &Program, hook: HookId, kind: HookKind) -> Option<Tree> {
    grow(program, hook, kind, &|_| None, &mut Vec::new(), &mut 0)
}

/// Whether a function that is called after every move changes nothing where nothing was taken.
pub(crate) fn idle_without_captures(program: &Program, hook: HookId) -> bool {
    let quiet = |query: &Query| matches!(query, Query::Captures | Query::Takes(_) | Query::Jumps).then_some(0);
    grow(program, hook, HookKind::After, &quiet, &mut Vec::new(), &mut 0).is_some_and(|tree| tree.is_idle())
}

/// The kinds that a function may name as lenders; `None` where not all it can say is known.
pub(crate) fn lenders(program: &Program, hook: HookId) -> Option<KindSet> {
    fn add(tree: &Tree, kinds: KindSet) -> KindSet {
        match tree {
            Tree::Leaf(Leaf::Kind(Some(kind))) => kinds.with(*kind),
            Tree::Leaf(_) => kinds,
            Tree::Ask(_, branches) => branches.iter().fold(kinds, |kinds, branch| add(branch, kinds)),
        }
    }
    Some(add(&tree(program, hook, HookKind::Borrow)?, KindSet(0)))
}

impl Tree {
    /// Whether it comes to no effect, whatever the answers.
    fn is_idle(&self) -> bool {
        match self {
            Tree::Leaf(leaf) => matches!(leaf, Leaf::Effects(effects) if effects.is_empty()),
            Tree::Ask(_, branches) => branches.iter().all(Tree::is_idle),
        }
    }
}

/// Grows the tree of a function. `known` gives answers that are certain.
fn grow(
    program: &Program,
    hook: HookId,
    kind: HookKind,
    known: &dyn Fn(&Query) -> Option<Answer>,
    answers: &mut Vec<Answer>,
    runs: &mut usize,
) -> Option<Tree> {
    *runs += 1;
    if *runs > MAX_RUNS {
        return None;
    }
    let told = Told { answers: answers.clone(), next: AtomicUsize::new(0) };
    let call = program.call_in_advance(hook, kind, Arc::new(told))?;
    if !call.recordable {
        return None;
    }
    match call.record.get(answers.len()) {
        None => match call.leaf {
            Leaf::Error(_) => None,
            leaf => Some(Tree::Leaf(leaf)),
        },
        Some((query, _)) => {
            // The piece asked about is there: it has a kind.
            let of_man = kind.is_about_piece() && *query == Query::KindOf(Handle::SUBJECT);
            let possible = match known(query) {
                Some(answer) => answer..=answer,
                None => Answer::from(of_man)..=query.n_answers(program.names().kinds.len())? as Answer - 1,
            };
            let mut branches = Vec::new();
            for answer in possible {
                answers.push(answer);
                branches.push(grow(program, hook, kind, known, answers, runs)?);
                answers.pop();
            }
            if of_man {
                branches.insert(0, branches.first()?.clone());
            }
            Some(Tree::Ask(query.clone(), branches))
        }
    }
}

/// A condition of a piece as a rule; `None` where the engine has no word for what the function asks.
pub(crate) fn condition<W: Width>(program: &Program, hook: HookId, regions: &[[W::Set; 2]]) -> Option<Rule<W>> {
    rule(&tree(program, hook, HookKind::Condition)?, regions)
}

fn rule<W: Width>(tree: &Tree, regions: &[[W::Set; 2]]) -> Option<Rule<W>> {
    let (query, branches) = match tree {
        Tree::Leaf(Leaf::Bool(value)) => return Some(Rule::Constant(*value)),
        Tree::Leaf(_) => return None,
        Tree::Ask(query, branches) => (query, branches),
    };
    let of_subject = |handle: &Handle| *handle == Handle::SUBJECT;
    let asked: Rule<W> = match query {
        Query::DefendedBy(handle, kind) if of_subject(handle) => Rule::DefendedBy(KindSet(0).with(*kind)),
        Query::AttackedBy(handle, kind) if of_subject(handle) => Rule::AttackedBy(KindSet(0).with(*kind)),
        Query::IsA(handle, kind) if of_subject(handle) => Rule::Is(KindSet(0).with(*kind)),
        Query::Within(handle, region) if of_subject(handle) => Rule::On(*regions.get(usize::from(*region))?),
        Query::Moved(handle) if of_subject(handle) => Rule::Moved,
        Query::KindOf(handle) if of_subject(handle) => {
            // One branch for no kind, which a piece cannot be, then one for each kind.
            let branches = branches.iter().enumerate().skip(1).map(|(kind, branch)| {
                let is = Rule::Is(KindSet(0).with(kind as u8 - 1));
                Some(both(is, rule(branch, regions)?))
            });
            return Some(either(branches.collect::<Option<Vec<Rule<W>>>>()?));
        }
        _ => return None,
    };
    let [no, yes] = branches.as_slice() else { return None };
    let (no, yes) = (rule(no, regions)?, rule(yes, regions)?);
    Some(either(vec![both(asked.clone(), yes), both(Rule::Not(Box::new(asked)), no)]))
}

fn both<W: Width>(a: Rule<W>, b: Rule<W>) -> Rule<W> {
    match (a, b) {
        (Rule::Constant(false), _) | (_, Rule::Constant(false)) => Rule::Constant(false),
        (Rule::Constant(true), rule) | (rule, Rule::Constant(true)) => rule,
        (a, b) => Rule::And(vec![a, b]),
    }
}

fn either<W: Width>(mut rules: Vec<Rule<W>>) -> Rule<W> {
    rules.retain(|rule| !matches!(rule, Rule::Constant(false)));
    if rules.iter().any(|rule| matches!(rule, Rule::Constant(true))) {
        return Rule::Constant(true);
    }
    match rules.len() {
        0 => Rule::Constant(false),
        1 => rules.remove(0),
        _ => Rule::Or(rules),
    }
}
