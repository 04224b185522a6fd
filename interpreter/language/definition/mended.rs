//! A text that is not TOML and the lines at fault in; the text without them out, so that the rest can be read.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use std::ops::Range;

/// What is wrong with the syntax of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// These lines say nothing that can be read.
    Lines(Range<usize>),
    /// This sign is to be read as a blank.
    Sign(Range<usize>),
    /// The header on the line that begins here is not closed.
    Header(usize),
}

impl Wrong {
    /// Where it begins.
    pub(crate) fn start(&self) -> usize {
        match self {
            Wrong::Lines(range) | Wrong::Sign(range) => range.start,
            Wrong::Header(start) => *start,
        }
    }
}

/// What was left out of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Lost {
    /// Something.
    pub(crate) any: bool,
    /// Something of the board.
    pub(crate) board: bool,
}

/// A text without what is wrong with it. What is left stands where it stood, but for a few signs put in.
pub(crate) struct Mended {
    pub(crate) text: String,
    pub(crate) lost: Lost,
    /// Where signs were put in, in the text as it now is.
    signs: Vec<usize>,
}

impl Mended {
    /// The text as it is.
    pub(crate) fn whole(text: &str) -> Mended {
        Mended { text: text.to_owned(), lost: Lost::default(), signs: Vec::new() }
    }

    /// Leaves out what is wrong, given in this text.
    pub(crate) fn leave_out(&mut self, wrong: &[Wrong]) {
        self.lost.any |= wrong.iter().any(|wrong| !matches!(wrong, Wrong::Sign(_)));
        let mut headers = Vec::new();
        for wrong in wrong {
            match wrong {
                Wrong::Lines(range) => {
                    let range = closed(&self.text, range);
                    self.lost.board |= of_board(&self.text, &range);
                    self.blank(range);
                }
                Wrong::Sign(range) => self.blank(range.clone()),
                Wrong::Header(start) => headers.push(*start),
            }
        }
        headers.sort_unstable();
        headers.dedup();
        for start in headers.into_iter().rev() {
            let line = self.text[start..].lines().next().unwrap_or("");
            let header = line.split('#').next().unwrap_or("").trim_end();
            let end = start + header.len();
            let wanted = if line.trim_start().starts_with("[[") { 2 } else { 1 };
            let there = header.chars().rev().take_while(|c| *c == ']').count();
            let missing = usize::saturating_sub(wanted, there);
            self.text.insert_str(end, &"]".repeat(missing));
            self.signs.iter_mut().filter(|sign| **sign >= end).for_each(|sign| *sign += missing);
            self.signs.extend(end..end + missing);
        }
    }

    fn blank(&mut self, range: Range<usize>) {
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        let blanks: String = self.text[range.clone()].chars().map(blank).collect();
        self.text.replace_range(range, &blanks);
    }

    /// A problem of this text as one of the text as written; none of what stands before `last`, which is told already.
    pub(crate) fn placed(&self, mut problem: Diagnostic, last: Option<usize>) -> Option<Diagnostic> {
        // A key that is doubled shows only where its table can be read.
        let is_new = problem.code == Code::DuplicateKey;
        if !is_new && problem.primary.zip(last).is_some_and(|(span, last)| (span.start as usize) < last) {
            return None;
        }
        for span in problem.primary.iter_mut().chain(problem.others.iter_mut().map(|(span, _)| span)) {
            *span = Span::new(span.source, self.place(span.range()));
        }
        Some(problem)
    }

    /// Where a range of this text stands in the text as written.
    pub(crate) fn place(&self, range: Range<usize>) -> Range<usize> {
        let before = |at: usize| at - self.signs.iter().filter(|sign| **sign < at).count();
        before(range.start)..before(range.end)
    }
}

/// The lines, and those after them up to where all of their brackets are closed.
fn closed(text: &str, range: &Range<usize>) -> Range<usize> {
    let mut depth = 0usize;
    let mut end = range.start;
    for line in text[range.start..].split_inclusive('\n') {
        if end >= range.end && (depth == 0 || line.starts_with('[')) {
            break;
        }
        let mut quote = None;
        for c in line.chars() {
            match (c, quote) {
                ('#', None) => break,
                ('"' | '\'', None) => quote = Some(c),
                (_, Some(open)) if c == open => quote = None,
                ('[' | '{', None) => depth += 1,
                (']' | '}', None) => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
        end += line.len();
        // A bracket that opens where a string is not closed mostly closes there too.
        if quote.is_some() && depth > 0 {
            let mut next = text[end..].lines().map(str::trim_start);
            let next = next.find(|line| !line.is_empty() && !line.starts_with('#'));
            if next.is_none_or(|next| next.starts_with('[') || is_key(next)) {
                depth = 0;
            }
        }
    }
    range.start..end.max(range.end)
}

/// Whether a line begins with a key and `=`.
fn is_key(line: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    line.split_once('=').is_some_and(|(key, _)| !key.trim().is_empty() && key.trim().chars().all(word))
}

/// Whether lines are those of the board, or name it.
fn of_board(text: &str, range: &Range<usize>) -> bool {
    let names_board = |line: &str| line.trim_start().trim_start_matches('[').trim_start().starts_with("board");
    let header = text[..range.start].lines().rev().find(|line| line.trim_start().starts_with('['));
    header.is_some_and(names_board) || text[range.clone()].lines().any(names_board)
}
