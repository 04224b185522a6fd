//! A thread's memory while it plays one variant, and what it is told to do: how legality is found, what is timed and
//! compared, when to stop.

use crate::diagnostic::Diagnostic;
use crate::rules::classes::Classes;
use crate::rules::cost::Cost;
use crate::rules::stop::Stop;
use crate::script::trie::Trie;
use std::time::Duration;

/// A thread's memory while it plays one variant: remembered decisions of scripts, and the first trouble they had.
#[derive(Debug, Clone, Default)]
pub struct Context {
    pub(crate) tries: Vec<Trie>,
    /// A chain passed a bound; the trouble says so.
    pub(crate) chains_cut: bool,
    /// How often each hook was asked, and how often its script ran.
    pub(crate) asked: Vec<Asked>,
    /// What is timed and compared.
    pub(crate) watch: Watch,
    /// Claim and merit by class of move.
    pub(crate) classes: Classes,
    /// Merits of the candidates at hand.
    pub(crate) merits: Vec<i64>,
    /// Run scripts every time, remembering nothing.
    pub live: bool,
    /// How legality is found.
    pub depth: Depth,
    /// Chains that `identity = "result"` makes one move are given one by one.
    pub(crate) every_route: bool,
    /// Sides that have lost their royal pieces move on: see [`Rules::count_below`].
    pub(super) counts_on: bool,
    /// Counting ends early where more sequences are found: see [`Rules::perft_within`].
    pub(super) most_sequences: Option<u64>,
    /// When to stop.
    pub(crate) stop: Option<Stop>,
    /// What scripts have cost.
    pub(crate) cost: Cost,
    pub(super) trouble: Option<Box<Diagnostic>>,
}

impl Context {
    /// The first problem that a script had while playing.
    #[must_use]
    pub fn trouble(&self) -> Option<&Diagnostic> {
        self.trouble.as_deref()
    }

    /// Whether sides that have lost their royal pieces move on.
    pub(crate) fn counts_on(&self) -> bool {
        self.counts_on
    }

    /// Whether counting may end early because nobody wants to know any more, or because it has passed its bound.
    pub(crate) fn is_enough(&self, sequences: u64) -> bool {
        self.is_stopped() || self.most_sequences.is_some_and(|most| sequences > most)
    }

    /// Whether nobody wants to know any more, or scripts have taken too long: they run no more.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_given) || self.cost.spent_by().is_some()
    }

    pub(crate) fn report(&mut self, problem: &Diagnostic) {
        if self.trouble.is_none() {
            self.trouble = Some(Box::new(problem.clone()));
        }
    }
}

/// How legality is found. All depths give the same moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Depth {
    /// Worked out from the threats, where the variant allows; elsewhere as `Mask`.
    #[default]
    Algebra,
    /// Moves that touch no square which could matter are safe; the others are played and tested.
    Mask,
    /// Every move is played and tested.
    Test,
}

/// Tells the time since some fixed moment. The library reads no clock of its own.
pub type Clock = fn() -> Duration;

/// How often a hook was asked, and what became of it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Asked {
    pub(crate) calls: u64,
    /// Its script ran.
    pub(crate) runs: u64,
    /// What the script said could not be remembered.
    pub(crate) unkept: u64,
    /// What was remembered was compared with the script.
    pub(crate) compared: u64,
    /// It was timed.
    pub(crate) timed: u64,
    /// Time in this hook, without that in hooks it came to ask.
    pub(crate) time: Duration,
}

/// What is looked at beside playing.
#[derive(Debug, Clone, Default)]
pub(crate) struct Watch {
    /// Hooks are timed with it.
    pub(crate) clock: Option<Clock>,
    /// Time in hooks that the hook at hand came to ask.
    pub(crate) below: Duration,
    /// One remembered answer in so many is compared with the script; 0 for none.
    pub(super) every: u32,
    passed: u32,
}

impl Watch {
    /// Whether the answer at hand is to be compared.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        if self.every == 0 {
            return false;
        }
        self.passed += 1;
        let is_due = self.passed >= self.every;
        if is_due {
            self.passed = 0;
        }
        is_due
    }
}

impl Context {
    /// Whether functions are to be asked of each move, also where its class tells the answer: they are not remembered, or
    /// what is remembered is compared.
    #[inline(always)]
    pub(crate) fn asks_each(&self) -> bool {
        self.live || self.watch.every != 0
    }

    /// Ends the timing of a hook that took so long; `below` is the time in others when it began.
    pub(crate) fn time(&mut self, hook: usize, whole: Duration, below: Duration) {
        let others = self.watch.below.saturating_sub(below);
        self.asked[hook].timed += 1;
        self.asked[hook].time += whole.saturating_sub(others);
        self.watch.below = below + whole;
    }
}
