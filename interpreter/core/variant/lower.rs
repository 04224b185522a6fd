//! Script conditions turned into conditions of the engine: a function that asks little is asked for every answer once,
//! at load, and what it says becomes a rule that runs without the script.

use crate::board::KindSet;
use crate::script::combinations::grow;
use crate::script::explore::Answers;
use crate::script::handles::Handle;
use crate::script::query::{Answer, Query, Tree};
use crate::script::{HookId, HookKind, Leaf, Program};
use crate::variant::set::Width;
use crate::variant::tables::Rule;

/// The most runs of a script that lowering it may take.
const MAX_RUNS: usize = 512;

/// The answers of every question that is known to have few.
struct Every {
    n_kinds: usize,
    is_about_piece: bool,
    /// Nothing is taken.
    is_quiet: bool,
}

impl Answers for Every {
    fn next(&self, _: &[(Query, Answer)], query: &Query, after: Option<Answer>) -> Option<Answer> {
        let asks_taken = matches!(query, Query::Captures | Query::Takes(_) | Query::Jumps);
        // The piece asked about is there: it has a kind.
        let first = Answer::from(self.is_about_piece && *query == Query::KindOf(Handle::SUBJECT));
        let n_answers = if self.is_quiet && asks_taken { 1 } else { query.n_answers(self.n_kinds)? };
        let next = after.map_or(first, |answer| answer + 1);
        usize::try_from(next).is_ok_and(|next| next < n_answers).then_some(next)
    }
}

/// The whole decision tree of a function; `None` where it is too wide, fails, or asks what has no known answers.
pub(crate) fn tree(program: &Program, hook: HookId, kind: HookKind) -> Option<Tree<Leaf>> {
    tried(program, hook, kind, false)
}

/// Whether a function that is called after every move changes nothing where nothing was taken.
pub(crate) fn idle_without_captures(program: &Program, hook: HookId) -> bool {
    tried(program, hook, HookKind::After, true).is_some_and(|tree| is_idle(&tree))
}

fn tried(program: &Program, hook: HookId, kind: HookKind, is_quiet: bool) -> Option<Tree<Leaf>> {
    let every = Every { n_kinds: program.names().kinds.len(), is_about_piece: kind.is_about_piece(), is_quiet };
    let mut ways = Vec::new();
    let mut is_known = program.spend(0);
    let is_all = is_known
        && program.explore(hook, kind, every, |run| {
            let call = run.ended.call;
            is_known = run.is_answered && call.recordable && !matches!(call.leaf, Leaf::Error(_));
            ways.push((run.asked, call.leaf));
            is_known && ways.len() <= MAX_RUNS && program.spend(call.units)
        });
    if is_all && is_known { grow(&ways, 0) } else { None }
}

/// The kinds that a function may name as lenders; `None` where not all it can say is known.
#[must_use]
pub fn lenders(program: &Program, hook: HookId) -> Option<KindSet> {
    fn add(tree: &Tree<Leaf>, kinds: KindSet) -> KindSet {
        match tree {
            Tree::Is(Leaf::Kind(Some(kind))) => kinds.with(*kind),
            Tree::Is(_) => kinds,
            Tree::Ask(_, branches) => branches.iter().fold(kinds, |kinds, branch| add(branch, kinds)),
        }
    }
    Some(add(&tree(program, hook, HookKind::Borrow)?, KindSet(0)))
}

/// Whether a function comes to no effect, whatever the answers.
fn is_idle(tree: &Tree<Leaf>) -> bool {
    match tree {
        Tree::Is(leaf) => matches!(leaf, Leaf::Effects(effects) if effects.is_empty()),
        Tree::Ask(_, branches) => branches.iter().all(is_idle),
    }
}

/// A condition of a piece as a rule; `None` where the engine has no word for what the function asks.
pub(crate) fn condition<W: Width>(program: &Program, hook: HookId, regions: &[[W::Set; 2]]) -> Option<Rule<W>> {
    rule(&tree(program, hook, HookKind::Condition)?, regions)
}

fn rule<W: Width>(tree: &Tree<Leaf>, regions: &[[W::Set; 2]]) -> Option<Rule<W>> {
    let (query, branches) = match tree {
        Tree::Is(Leaf::Bool(value)) => return Some(Rule::Constant(*value)),
        Tree::Is(_) => return None,
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
