//! Functions made ready to be asked of many squares at once: a script and a board in; for each function whose whole
//! decision tree is known, that tree with its paths as tables of squares, out. Walked by `rules::lifted`.

use crate::script::handles::{Base, Handle, Step};
use crate::script::query::{Query, Tree};
use crate::script::{HookId, HookKind, Leaf, Program};
use crate::variant::lower;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Rule, Tables};

/// A function as a decision about many squares. The squares are the item: the first parameter of a function of a piece,
/// the second of a function that judges targets.
#[derive(Debug)]
pub(crate) struct Lifted<W: Width> {
    /// What is asked first.
    pub(crate) root: Branch<W>,
    /// Which parameter the items are.
    pub(crate) item: Base,
}

/// A decision.
#[derive(Debug)]
pub(crate) enum Branch<W: Width> {
    /// It says this.
    Says(Leaf),
    /// It asks this, and goes on with the branch of the answer.
    Asks(Asked<W>, Vec<Branch<W>>),
}

/// A question.
#[derive(Debug)]
pub(crate) struct Asked<W: Width> {
    /// As the script asks it.
    pub(crate) query: Query,
    /// How its answer depends on the item.
    pub(crate) about: About<W>,
}

/// How the answer to a question depends on the item.
#[derive(Debug)]
pub(crate) enum About<W: Width> {
    /// Not at all.
    Nothing,
    /// By the square to which a path leads from it, for each side.
    Place([Place<W>; 2]),
    /// In another way: each item is asked.
    Each,
}

/// Where a path leads from each square.
#[derive(Debug)]
pub(crate) struct Place<W: Width> {
    /// The square, or [`Place::NOWHERE`].
    squares: Vec<u16>,
    /// The same as steps of numbers, each from some squares, if they are few.
    steps: Option<Vec<(i32, W::Set)>>,
}

/// The most steps for which shifting sets is worth more than going through squares.
const MAX_STEPS: usize = 6;

impl<W: Width> Place<W> {
    /// Off the board.
    const NOWHERE: u16 = u16::MAX;

    fn new(squares: Vec<Option<usize>>) -> Place<W> {
        let mut steps: Vec<(i32, W::Set)> = Vec::new();
        for (from, to) in squares.iter().enumerate() {
            let Some(to) = to else { continue };
            let by = *to as i32 - from as i32;
            match steps.iter_mut().find(|(known, _)| *known == by) {
                Some((_, set)) => *set = set.with(from),
                None => steps.push((by, W::Set::bit(from))),
            }
        }
        Place {
            squares: squares.into_iter().map(|to| to.map_or(Place::<W>::NOWHERE, |to| to as u16)).collect(),
            steps: (steps.len() <= MAX_STEPS).then_some(steps),
        }
    }

    /// The squares of `items` from which the path leads into `goal`.
    #[inline(always)]
    pub(crate) fn leads_into(&self, items: W::Set, goal: W::Set) -> W::Set {
        match &self.steps {
            Some(steps) => {
                steps.iter().fold(W::Set::EMPTY, |set, (by, from)| set.or(goal.before(*by).and(*from))).and(items)
            }
            None => {
                let leads = |item: &usize| {
                    let to = self.squares[*item];
                    to != Place::<W>::NOWHERE && goal.has(usize::from(to))
                };
                items.squares().filter(leads).fold(W::Set::EMPTY, W::Set::with)
            }
        }
    }
}

/// Where a step leads: side, step, square.
type Walk<'a> = &'a dyn Fn(usize, Step, usize) -> Option<usize>;

/// The functions of `tables` that judge squares, lifted where their whole tree is known: in the order of the script.
pub(crate) fn lift<W: Width>(tables: &Tables<W>, program: &Program, walk: Walk<'_>) -> Vec<Option<Lifted<W>>> {
    let mut uses: Vec<Option<HookKind>> = vec![None; program.functions().len()];
    let mut used = |hook: HookId, kind: HookKind| uses[hook.index()] = Some(kind);
    for rule in conditions(tables) {
        scripts(rule, &mut |hook| used(hook, HookKind::Condition));
    }
    for borrow in tables.kinds.iter().flat_map(|kind| &kind.borrows) {
        used(borrow.hook, HookKind::Borrow);
    }
    for way in &tables.ways {
        if let Some(hook) = way.filter {
            used(hook, HookKind::Filter);
        }
        if let Some(hook) = way.may_take {
            used(hook, HookKind::MayTake);
        }
    }
    let lifted = |(number, kind): (usize, &Option<HookKind>)| {
        let kind = (*kind)?;
        let hook = program.hooks().nth(number)?;
        let item = if kind.n_params() == 2 { Base::Target } else { Base::Subject };
        let tree = lower::tree(program, hook, kind)?;
        Some(Lifted { root: branch(tree, item, tables.n_squares, walk), item })
    };
    uses.iter().enumerate().map(lifted).collect()
}

/// All conditions of pieces.
fn conditions<W: Width>(tables: &Tables<W>) -> impl Iterator<Item = &Rule<W>> {
    let of_kinds = tables.kinds.iter().flat_map(|kind| kind.active.iter().chain(&kind.immune_when));
    tables.conditions.iter().chain(&tables.active).chain(of_kinds).map(|condition| &condition.condition)
}

fn scripts<W: Width>(rule: &Rule<W>, found: &mut impl FnMut(HookId)) {
    match rule {
        Rule::And(all) | Rule::Or(all) => all.iter().for_each(|rule| scripts(rule, found)),
        Rule::Not(inner) => scripts(inner, found),
        Rule::Script(hook) => found(*hook),
        _ => {}
    }
}

fn branch<W: Width>(tree: Tree<Leaf>, item: Base, n_squares: usize, walk: Walk<'_>) -> Branch<W> {
    match tree {
        Tree::Is(leaf) => Branch::Says(leaf),
        Tree::Ask(query, branches) => {
            let about = about(&query, item, n_squares, walk);
            let branches = branches.into_iter().map(|tree| branch(tree, item, n_squares, walk)).collect();
            Branch::Asks(Asked { query, about }, branches)
        }
    }
}

fn about<W: Width>(query: &Query, item: Base, n_squares: usize, walk: Walk<'_>) -> About<W> {
    let handle = match query.handle() {
        Some(handle) => handle,
        None if query.is_of_game() => return About::Nothing,
        None => return About::Each,
    };
    if handle.base() != item {
        // The other parameter is one square for all items, but the piece that moves stands on the item itself.
        return if handle.base() == Base::Mover && item == Base::Subject { About::Each } else { About::Nothing };
    }
    let by_place = match query {
        // Whose piece stands there decides who defends it: known for the piece asked about, not for others.
        Query::DefendedBy(..) | Query::AttackedBy(..) => handle.is_bare() && item == Base::Subject,
        Query::Rank(_) | Query::File(_) | Query::Ring(_) | Query::Sector(_) | Query::Safe(_) => false,
        _ => true,
    };
    if !by_place || !is_fixed(handle) {
        return About::Each;
    }
    About::Place(std::array::from_fn(|side| {
        let end = |from: usize| handle.steps().try_fold(from, |at, step| walk(side, step, at));
        Place::new((0..n_squares).map(end).collect())
    }))
}

/// Whether a path leads to the same square whoever stands where.
fn is_fixed(handle: Handle) -> bool {
    handle.steps().all(|step| !matches!(step, Step::First(_)))
}
