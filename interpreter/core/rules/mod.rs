//! The rules in force: a variant and a position in; attacks, legal moves, the position after a move, the outcome out.

mod asking;
pub(crate) mod attack;
pub(crate) mod bag;
mod board_rule;
pub(crate) mod chain;
mod classes;
pub(crate) mod condition;
mod context;
pub(crate) mod cost;
pub(crate) mod duty;
pub(crate) mod fast;
pub(crate) mod generate;
mod hop;
pub(crate) mod hops;
pub(crate) mod legal;
mod lifted;
mod mask;
pub(crate) mod moves;
mod node;
mod one_by_one;
pub(crate) mod outcome;
mod passing;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod playout;
mod ply;
mod profile;
pub(crate) mod scripted;
pub(crate) mod shield;
pub(crate) mod sink;
mod targets;
pub(crate) mod weighed;
mod work;

mod api;
mod refusal;
mod replies;
mod royal;
mod stop;
mod watch;

pub use api::{Move, Moves, Rules};
pub use context::{Clock, Context, Depth};
pub use outcome::{Outcome, Verdict};
pub use perft::Leaves;
pub use playout::Playout;
pub use profile::Shares;
pub use refusal::{CastlingRefusal, Refusal};
pub use stop::Stop;
pub use watch::HookStats;

use crate::diagnostic::{Code, Diagnostic};
use crate::variant::core::Core;
use crate::variant::set::Width;
use std::sync::Arc;

/// A variant in one width with a thread's memory of script decisions: what every rule is asked through.
pub(crate) struct Referee<'a, W: Width> {
    /// The variant.
    pub(crate) core: &'a Arc<Core<W>>,
    /// The thread's memory.
    pub(crate) context: &'a mut Context,
}

impl<'a, W: Width> Referee<'a, W> {
    /// A referee for one variant and thread.
    pub(crate) fn new(core: &'a Arc<Core<W>>, context: &'a mut Context) -> Referee<'a, W> {
        Referee { core, context }
    }

    /// Notes that a bound was passed.
    pub(crate) fn overflow(&mut self, code: Code, message: &str) {
        let problem = Diagnostic::error(code, message);
        self.context
            .report(&problem.help("give it fewer ways to go on: fewer directions, or `to` for where it may land"));
    }
}
