//! What hooks cost and whether their memory holds: counted while they are asked, timed and compared on demand.

use crate::position::Position;
use crate::rules::Rules;
use crate::script::Advice;
use crate::script::trie::{Frozen, Trie};
use crate::source::Span;
use crate::variant::each_core;

/// What a hook has cost a thread so far. Where the engine turned a function into tables at load it is never asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookStats {
    /// The name of the function.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// How often it was asked.
    pub calls: u64,
    /// How often the answer was remembered.
    pub remembered: u64,
    /// How often the script ran.
    pub runs: u64,
    /// How often it ran and its answer could not be kept: it goes through squares one by one, or its memory is full.
    pub unkept: u64,
    /// How often a remembered answer was compared with the script (see [`Rules::set_compared`]).
    pub compared: u64,
    /// How many questions its memory holds.
    pub nodes: usize,
    /// Whether its memory has stopped growing: what is not in it runs the script each time.
    pub is_full: bool,
}

impl Rules {
    /// What each function that was asked has cost so far, in the order of the script.
    #[must_use]
    pub fn hook_stats(&self) -> Vec<HookStats> {
        let functions = self.program().map_or(&[][..], |program| program.functions());
        let shared = each_core!(self.variant, core => core.memory.get().map_or(&[][..], Vec::as_slice));
        let known = functions.iter().zip(&self.context.asked).zip(&self.context.tries).enumerate();
        known
            .filter(|(_, ((_, asked), _))| asked.calls > 0)
            .map(|(number, ((function, asked), trie))| HookStats {
                name: function.name.clone(),
                span: function.span,
                calls: asked.calls,
                remembered: asked.calls - asked.runs,
                runs: asked.runs,
                unkept: asked.unkept,
                compared: asked.compared,
                nodes: trie.n_nodes() + shared.get(number).map_or(0, Frozen::n_nodes),
                is_full: trie.is_full(),
            })
            .collect()
    }

    /// Plays so many random plies, game after game from `start`, and gives what functions said there to all threads: every
    /// [`Rules`] of this variant, old and new, reads it and keeps only what is not in it for itself. Happens once for a
    /// variant, and not at all where no function is asked.
    pub fn warm_up(&mut self, start: &Position, plies: u32) {
        if self.program().is_none() || each_core!(self.variant, core => core.memory.get().is_some()) {
            return;
        }
        let mut here = start.clone();
        let mut seed = 1;
        for ply in 0..plies {
            // All moves are asked about, not the one that is played alone.
            self.perft(&here, 1);
            let is_over = self.outcome(&here, 1).is_some();
            let next = if is_over { None } else { self.random_move(&here, &mut seed) };
            here = next.unwrap_or_else(|| start.clone());
            if ply > 20 && self.context.asked.is_empty() || self.context.is_stopped() {
                return;
            }
        }
        let frozen = self.context.tries.iter().map(Trie::frozen).collect();
        // Another thread may have been first; its memory is as good.
        each_core!(self.variant, core => drop(core.memory.set(frozen)));
    }

    /// What to write instead in a function that asks too much.
    #[must_use]
    pub fn advice(&self, hook: &HookStats) -> Vec<Advice> {
        let Some(program) = self.program() else { return Vec::new() };
        let function = program.functions().iter().find(|function| function.span == hook.span);
        let id = function.and_then(|function| program.hook(&function.name, function.n_params));
        id.map_or_else(Vec::new, |id| program.advice(id))
    }

    /// Compares one remembered answer in `every` with what the script says now; 0 for none. A difference is reported
    /// as the trouble of the [`Context`](crate::rules::Context).
    pub fn set_compared(&mut self, every: u32) {
        self.context.watch.every = every;
    }
}
