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
            _ => self.set().map_or(0, |set| set.price(n_squares)),
        };
        1 + own + self.handle().map_or(0, |handle| path(handle, n_squares))
    }
}

/// What it costs to follow a path: a first piece may be far away.
fn path(handle: Handle, n_squares: u64) -> u64 {
    handle.steps().map(|step| if matches!(step, Step::First(_)) { n_squares / 8 } else { 0 }).sum()
}

impl Set {
    /// What finding its members costs on a board of so many squares.
    pub(super) fn price(&self, n_squares: u64) -> u64 {
        let own = match self.expr() {
            SetExpr::Attackers(_) | SetExpr::Defenders(_) => RAW,
            SetExpr::Attacks(_) => RAW * n_squares / 2,
            SetExpr::Ray(..) => n_squares / 8,
            SetExpr::Where(set, tree) => set.most(n_squares) * tree.price(n_squares),
            SetExpr::Squares(squares) => squares.len() as u64 / 8,
            _ => 0,
        };
        let (handle, sets) = self.expr().parts();
        let parts: u64 = sets.into_iter().flatten().map(|set| set.price(n_squares)).sum();
        1 + own + handle.map_or(0, |handle| path(*handle, n_squares)) + parts
    }

    /// The most members it can have.
    fn most(&self, n_squares: u64) -> u64 {
        match self.expr() {
            SetExpr::One(_) => 1,
            SetExpr::Around(_) => MAX_DIRECTIONS as u64,
            SetExpr::And(a, b) => a.most(n_squares).min(b.most(n_squares)),
            SetExpr::Or(a, b) => (a.most(n_squares) + b.most(n_squares)).min(n_squares),
            SetExpr::Squares(squares) => squares.len() as u64,
            expr => expr.parts().1[0].map_or(n_squares, |set| set.most(n_squares)),
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
