//! What follows from finished tables: the layout of the inner loop, known hops, and the parts in which moves come.

mod flat;
mod hops;
mod parts;

pub(super) use flat::flatten;
pub(super) use hops::hops;
pub(super) use parts::parts;
