//! Processor time: work and a limit in; what came of the work out, with the sign to stop given when the limit is passed.

use heterodox::rules::Stop;
use std::sync::LazyLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// How often the clock is looked at.
const GLANCE: Duration = Duration::from_millis(10);

/// What a whole check may take unless said, in seconds.
pub(crate) const SECONDS: u32 = 10;

/// The processor time that this process has spent; where the system does not tell, the time that has passed.
pub(crate) fn spent() -> Duration {
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    // Fields 14 and 15 are hundredths of a second. The name of the program, in parentheses, may hold anything.
    let told = std::fs::read_to_string("/proc/self/stat").ok().and_then(|text| {
        let fields: Vec<u64> = text.rsplit_once(')')?.1.split(' ').map(|field| field.parse().unwrap_or(0)).collect();
        Some(Duration::from_millis(10 * (fields.get(12)? + fields.get(13)?)))
    });
    told.unwrap_or_else(|| BEGAN.elapsed())
}

/// Time that is left of a whole, to be shared out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Purse {
    ends: Duration,
}

impl Purse {
    /// So much from now on.
    pub(crate) fn new(limit: Duration) -> Purse {
        Purse { ends: spent() + limit }
    }

    /// What is left.
    pub(crate) fn left(self) -> Duration {
        self.ends.saturating_sub(spent())
    }

    /// One of so many shares of what is left.
    pub(crate) fn share(self, n_shares: u32) -> Purse {
        Purse::new(self.left() / n_shares.max(1))
    }

    /// Does something that ends early when the time is over, or on the sign of `outer`; also whether the time was over.
    pub(crate) fn within<T>(self, outer: &Stop, work: impl FnOnce(&Stop) -> T) -> (T, bool) {
        let inner = Stop::default();
        let (over, ends) = channel::<()>();
        std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                let ends = ends;
                loop {
                    let late = self.left().is_zero();
                    if late || outer.is_given() {
                        inner.give();
                        return late && !outer.is_given();
                    }
                    if ends.recv_timeout(GLANCE) != Err(RecvTimeoutError::Timeout) {
                        return false;
                    }
                }
            });
            let done = work(&inner);
            drop(over);
            (done, watch.join().unwrap_or(false))
        })
    }
}
