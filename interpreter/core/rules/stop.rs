//! A sign to stop: given by whoever no longer wants what is worked out, looked at by those who work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A sign that what is being worked out is no longer wanted. A clone is the same sign; once given it stays.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Gives the sign, from any thread.
    pub fn give(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
