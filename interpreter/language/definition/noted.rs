//! What was found while a tree was read: problems, and perhaps a record of every key that was asked for.

use super::record::Record;
use crate::diagnostic::{Code, Diagnostic};
use std::cell::RefCell;

/// The problems found so far; and what is asked for, where that is of interest.
#[derive(Default)]
pub(crate) struct Problems {
    found: RefCell<Vec<Diagnostic>>,
    record: Option<RefCell<Record>>,
}

impl Problems {
    /// Keeps a record of every key that is asked for.
    pub(crate) fn recording(record: Record) -> Problems {
        Problems { found: RefCell::default(), record: Some(RefCell::new(record)) }
    }

    /// Notes a problem.
    pub(crate) fn add(&self, problem: Diagnostic) {
        self.found.borrow_mut().push(problem);
    }

    /// Takes back problems with these codes.
    pub(crate) fn forget(&self, codes: &[Code]) {
        self.found.borrow_mut().retain(|problem| !codes.contains(&problem.code));
    }

    /// Notes several.
    pub(crate) fn extend(&self, problems: impl IntoIterator<Item = Diagnostic>) {
        self.found.borrow_mut().extend(problems);
    }

    /// All of them.
    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        self.found.into_inner()
    }

    /// All of them, and the record that was kept.
    pub(crate) fn into_record(self) -> (Vec<Diagnostic>, Record) {
        (self.found.into_inner(), self.record.map(RefCell::into_inner).unwrap_or_default())
    }

    /// Keeps something in the record, if there is one.
    pub(crate) fn note(&self, note: impl FnOnce(&mut Record)) {
        if let Some(record) = &self.record {
            note(&mut record.borrow_mut());
        }
    }
}
