//! A movement being read: the text, its place, and the problems found so far.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use std::ops::Range;

/// A string being read and the problems found so far.
pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) span: Span,
    pub(super) problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    /// Reports a problem at some bytes of the string.
    pub(super) fn report(&mut self, at: Range<usize>, diagnostic: Diagnostic) {
        self.problems.push(diagnostic.at(self.span.part(at)));
    }

    /// Reports an error at some bytes of the string; an empty `help` is none.
    pub(super) fn error(&mut self, at: Range<usize>, code: Code, message: String, label: &str, help: &str) {
        let diagnostic = Diagnostic::error(code, message).label(label);
        self.report(at, if help.is_empty() { diagnostic } else { diagnostic.help(help) });
    }
}
