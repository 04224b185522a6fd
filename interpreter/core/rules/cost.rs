//! What scripts may cost while a variant is played: the units of each call in; whether they have taken too long, out. One
//! call ends by itself; this bounds all of them together.

use crate::script::HookId;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// A call is dear from so many units on: half a millisecond or more. Sound functions take some hundred.
const DEAR: u64 = 20_000;
/// So many units may be spent on dear calls, in all: some two seconds.
const MOST_DEAR: u64 = 40_000_000;
/// So many units may be spent where one position is looked at: about a second.
const MOST_AT_ONCE: u64 = 20_000_000;
/// What a move that is made adds to that.
const MORE_PER_MOVE: u64 = 1_000_000;

/// What has been spent, and what may be. A clone is the same account: questions of scripts that need the rules themselves
/// are answered in a memory of their own.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cost {
    account: Arc<Account>,
    most: Option<u64>,
}

#[derive(Debug, Default)]
struct Account {
    dear: AtomicU64,
    all: AtomicU64,
    /// The function with which it was spent.
    last: OnceLock<HookId>,
}

impl Cost {
    /// Notes a call.
    pub(crate) fn add(&self, hook: HookId, units: u64) {
        self.account.all.fetch_add(units, Ordering::Relaxed);
        if units >= DEAR {
            self.account.dear.fetch_add(units, Ordering::Relaxed);
        }
        if self.account.dear.load(Ordering::Relaxed) > MOST_DEAR
            || self.most.is_some_and(|most| self.account.all.load(Ordering::Relaxed) > most)
        {
            let _ = self.account.last.set(hook);
        }
    }

    /// Lets a second's worth be spent, and a little more with each further call.
    pub(crate) fn bound(&mut self) {
        self.most = Some(self.most.map_or(MOST_AT_ONCE, |most| most.saturating_add(MORE_PER_MOVE)));
    }

    /// Takes that bound away.
    pub(crate) fn unbound(&mut self) {
        self.most = None;
    }

    /// The function that took too long, if scripts have.
    pub(crate) fn spent_by(&self) -> Option<HookId> {
        self.account.last.get().copied()
    }
}
