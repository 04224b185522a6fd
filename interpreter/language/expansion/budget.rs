//! What the tables of movements may cost: each entry and each step of the work is charged while it is made, and the first
//! that passes the bound is a problem of the term at hand.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// The most entries (squares named) that the tables of all movements together may have.
pub const MAX_ENTRIES: usize = 2_000_000;

/// The code of the problem that a bound was passed.
pub const TOO_LARGE: Code = Code::MovementTooLarge;

/// The most steps that walking out all routes may take.
const MAX_STEPS: usize = 8_000_000;

/// What is left to spend on tables.
#[derive(Debug, Clone)]
pub struct Budget {
    entries: usize,
    steps: usize,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { entries: MAX_ENTRIES, steps: MAX_STEPS }
    }
}

/// A bound was passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exceeded {
    Entries,
    Steps,
}

impl Budget {
    pub(crate) fn spend(&mut self, entries: usize) -> Result<(), Exceeded> {
        self.entries = self.entries.checked_sub(entries).ok_or(Exceeded::Entries)?;
        Ok(())
    }

    /// Pays for work that leaves nothing in the tables. What costs more than a step is worth several.
    pub(crate) fn work(&mut self, steps: usize) -> Result<(), Exceeded> {
        self.steps = self.steps.checked_sub(steps).ok_or(Exceeded::Steps)?;
        Ok(())
    }
}

/// The problem of a bound that was passed.
pub(crate) fn too_large(term: Span, exceeded: Exceeded) -> Diagnostic {
    let (message, label) = match exceeded {
        Exceeded::Entries => (
            format!("the tables of all movements together pass {MAX_ENTRIES} entries"),
            "the bound is passed in this term",
        ),
        Exceeded::Steps => {
            (format!("working out all movements takes more than {MAX_STEPS} steps"), "the bound is passed in this term")
        }
    };
    Diagnostic::error(TOO_LARGE, message).at(term).label(label).help("use fewer legs, or shorter ranges")
}
