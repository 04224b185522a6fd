//! A question in, what its answer costs out, in units of the [meter](super::meter): about what a board needs to find it.

use crate::script::handles::{Handle, MAX_DIRECTIONS, Step};
use crate::script::query::{Query, Set, SetExpr, Tree};

/// Whether a square is attacked by raw movement.
const RAW: u64 = 4;
/// Whether it is, with all powers.
const ATTACKED: u64 = 60;
/// Whether there is a legal move.
const STUCK: u64 = 2000;

impl Query {
    /// What the answer costs on a board of so many squares.
    pub(super) fn price(&self, n_squares: u64) -> u64 {
        let own = match self {
            Query::DefendedBy(..) | Query::AttackedBy(..) => RAW,
            Query::Safe(_) | Query::Checked => ATTACKED,
            Query::Stuck => STUCK,
            Query::SetCount(set) | Query::SetAny(set) | Query::SetMoreThan(set, _) | Query::SetContains(set, _) => {
                set.price(n_squares)
            }
            _ => 0,
        };
        1 + own + self.handle().map_or(0, |handle| path(handle, n_squares))
    }
}

/// What it costs to follow a path: a first man may be far away.
fn path(handle: Handle, n_squares: u64) -> u64 {
    handle.steps().map(|step| if matches!(step, Step::First(_)) { n_squares / 8 } else { 0 }).sum()
}

impl Set {
    /// What finding its members costs on a board of so many squares.
    pub(super) fn price(&self, n_squares: u64) -> u64 {
        let own = match self.expr() {
            SetExpr::Attackers(handle) | SetExpr::Defenders(handle) => RAW + path(*handle, n_squares),
            SetExpr::Attacks(handle) => RAW * n_squares / 2 + path(*handle, n_squares),
            SetExpr::Ray(handle, _) => n_squares / 8 + path(*handle, n_squares),
            SetExpr::One(handle) | SetExpr::Around(handle) => path(*handle, n_squares),
            SetExpr::Friends(set)
            | SetExpr::Foes(set)
            | SetExpr::Empty(set)
            | SetExpr::Occupied(set)
            | SetExpr::OfKind(set, _)
            | SetExpr::ExceptKind(set, _)
            | SetExpr::Within(set, _)
            | SetExpr::WithinTheirs(set, _) => set.price(n_squares),
            SetExpr::Where(set, tree) => set.price(n_squares) + set.most(n_squares) * tree.price(n_squares),
            SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b) => a.price(n_squares) + b.price(n_squares),
            SetExpr::All | SetExpr::Mine | SetExpr::Theirs | SetExpr::Captured => 0,
            SetExpr::Squares(squares) => squares.len() as u64 / 8,
        };
        1 + own
    }

    /// The most members it can have.
    fn most(&self, n_squares: u64) -> u64 {
        match self.expr() {
            SetExpr::One(_) => 1,
            SetExpr::Around(_) => MAX_DIRECTIONS as u64,
            SetExpr::Friends(set)
            | SetExpr::Foes(set)
            | SetExpr::Empty(set)
            | SetExpr::Occupied(set)
            | SetExpr::OfKind(set, _)
            | SetExpr::ExceptKind(set, _)
            | SetExpr::Within(set, _)
            | SetExpr::WithinTheirs(set, _)
            | SetExpr::Where(set, _)
            | SetExpr::Minus(set, _) => set.most(n_squares),
            SetExpr::And(a, b) => a.most(n_squares).min(b.most(n_squares)),
            SetExpr::Or(a, b) => (a.most(n_squares) + b.most(n_squares)).min(n_squares),
            SetExpr::Squares(squares) => squares.len() as u64,
            _ => n_squares,
        }
    }
}

impl Tree {
    /// What a decision about one member costs at most.
    fn price(&self, n_squares: u64) -> u64 {
        match self {
            Tree::Is(_) => 0,
            Tree::Ask(query, branches) => {
                query.price(n_squares) + branches.iter().map(|branch| branch.price(n_squares)).max().unwrap_or(0)
            }
        }
    }
}
