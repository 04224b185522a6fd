//! The text of a script in, what Rhai makes of it out. A function that cannot be read is told and left out, and a name
//! that stands for nothing is told and given a value, so that the rest can be read too.

use super::explain::parse_problem;
use super::functions::{Found, find};
use super::problem::{BYTE_ORDER_MARK, Known, Layout, not_closed};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};
use rhai::{AST, Engine, ParseErrorType, Scope};
use std::collections::BTreeSet;
use std::ops::Range;

/// The most problems of one file that are looked for: each has it read again.
const MOST: usize = 30;

/// A file of a script.
pub(super) struct Draft {
    pub(super) file: SourceId,
    /// How many lines stand before it.
    first: usize,
    /// What is left of its text; every character that is left stands where it stood.
    text: String,
    /// Its functions, and whether each is left out.
    functions: Vec<(Found, bool)>,
    /// Nothing of it can be read.
    is_lost: bool,
    /// The parts that are left out, in bytes.
    left_out: Vec<Range<usize>>,
}

impl Draft {
    pub(super) fn new(file: SourceId, first: usize, text: &str) -> Draft {
        // Some editors begin a file with a mark that says nothing.
        let text = match text.strip_prefix(BYTE_ORDER_MARK) {
            Some(rest) => format!("{}{rest}", " ".repeat(BYTE_ORDER_MARK.len_utf8())),
            None => text.to_owned(),
        };
        let functions = find(&text).into_iter().map(|found| (found, false)).collect();
        Draft { file, first, text, functions, is_lost: false, left_out: Vec::new() }
    }

    /// The text, pushed down to its lines.
    pub(super) fn text(&self) -> String {
        format!("{}{}", "\n".repeat(self.first), self.text)
    }

    /// The functions that were read, or those that were not.
    pub(super) fn functions(&self, read: bool) -> impl Iterator<Item = &Found> {
        let are = move |(_, is_lost): &&(Found, bool)| (*is_lost || self.is_lost) != read;
        self.functions.iter().filter(are).map(|(found, _)| found)
    }

    /// The words of its whole text that stand where it could not be read.
    pub(super) fn lost<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let all = self.is_lost.then_some(0..text.len());
        let parts: Vec<Range<usize>> = self.left_out.iter().cloned().chain(all).collect();
        let words = |text: &'t str| text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        parts.into_iter().filter_map(|part| text.get(part)).flat_map(words).filter(|word| !word.is_empty())
    }

    /// Compiles it, and notes all that is in the way.
    pub(super) fn compile(
        &mut self,
        engine: &Engine,
        scope: &mut Scope<'static>,
        layout: &Layout,
        known: &Known,
        in_part: bool,
        problems: &mut Vec<Diagnostic>,
    ) -> Option<AST> {
        for _ in 0..MOST {
            if self.is_lost {
                break;
            }
            let error = match engine.compile_with_scope(scope, self.text()) {
                Ok(ast) => return Some(ast),
                Err(error) => error,
            };
            let length = self.text.len();
            let end = Span::new(self.file, length.saturating_sub(1)..length);
            let span = layout.span(error.position()).unwrap_or(end);
            let problem = parse_problem(error.err_type(), known).diagnostic(span);
            if let ParseErrorType::VariableUndefined(name) = error.err_type()
                && !scope.contains(name)
            {
                scope.push_constant(name.clone(), ());
                // A constant of a parent that could not be read is not at fault.
                problems.extend((!in_part).then_some(problem));
                continue;
            }
            // Told once, and not of each function beyond.
            if let ParseErrorType::TooManyFunctions = error.err_type() {
                problems.push(problem);
                break;
            }
            match self.blamed(span.start as usize) {
                Some(at) if !self.functions[at].1 => {
                    // Within the function itself Rhai knows better.
                    let is_behind =
                        |number: usize| self.begins(number + 1).is_some_and(|next| next <= span.start as usize);
                    let open = (0..=at)
                        .filter(|number| !self.functions[*number].1 && is_behind(*number))
                        .find(|number| self.is_open(*number));
                    let around = open.filter(|open| self.is_around_the_next(*open));
                    if let Some(around) = around {
                        let inner = Span::new(self.file, self.functions[around + 1].0.range.clone());
                        problems.push(parse_problem(&ParseErrorType::WrongFnDefinition, known).diagnostic(inner));
                        self.leave_out(around);
                        self.leave_out(around + 1);
                        continue;
                    }
                    problems.push(match open {
                        Some(open) => {
                            let name = Span::new(self.file, self.functions[open].0.range.clone());
                            not_closed().diagnostic(name).also(span, "noticed here")
                        }
                        None => problem,
                    });
                    self.leave_out(open.unwrap_or(at));
                }
                // It is the top level, or it follows from what is told already.
                blamed => {
                    if blamed.is_none() || !self.functions.iter().any(|(_, is_lost)| *is_lost) {
                        problems.push(problem);
                    }
                    self.is_lost = true;
                }
            }
        }
        self.is_lost = true;
        None
    }

    /// Whether more braces open in a function than close.
    fn is_open(&self, number: usize) -> bool {
        let begin = self.functions[number].0.start;
        let end = self.begins(number + 1).unwrap_or(self.text.len());
        depth(self.text.get(begin..end).unwrap_or_default()) > 0
    }

    /// Whether the function after one stands within it: the braces of both together are even.
    fn is_around_the_next(&self, number: usize) -> bool {
        let Some(begin) = self.functions.get(number + 1).map(|_| self.functions[number].0.start) else { return false };
        let end = self.begins(number + 2).unwrap_or(self.text.len());
        depth(self.text.get(begin..end).unwrap_or_default()) == 0
    }

    /// The function to which a mistake belongs that shows at a byte.
    fn blamed(&self, at: usize) -> Option<usize> {
        let at_or_before = self.functions.iter().rposition(|(found, _)| found.start <= at);
        match at_or_before {
            // Where it shows with the word `fn`, the function before is not closed.
            Some(number) if self.functions[number].0.start == at && number > 0 && !self.functions[number - 1].1 => {
                Some(number - 1)
            }
            // In the comment of a function too.
            Some(number) if self.begins(number + 1).is_some_and(|next| next <= at) && self.functions[number].1 => {
                Some(number + 1)
            }
            found => found,
        }
    }

    /// Where a function begins, with its comment.
    fn begins(&self, number: usize) -> Option<usize> {
        let start = self.functions.get(number)?.0.start;
        let line = self.text[..start].rfind('\n').map_or(0, |end| end + 1);
        let mut begin = if self.text[line..start].trim().is_empty() { line } else { return Some(start) };
        while let Some(end) = begin.checked_sub(1) {
            let line = self.text[..end].rfind('\n').map_or(0, |end| end + 1);
            let text = self.text[line..end].trim();
            if !(text.starts_with("//") || text.starts_with("/*") || text.starts_with('*') || text.ends_with("*/")) {
                break;
            }
            begin = line;
        }
        Some(begin)
    }

    /// Blanks a function out, up to the next one or a constant.
    fn leave_out(&mut self, number: usize) {
        let begin = self.begins(number).unwrap_or_default();
        let end = self.begins(number + 1).unwrap_or(self.text.len());
        let constant = ["\nconst ", "\nlet "].iter().filter_map(|word| self.text[begin..end].find(word)).min();
        let end = constant.map_or(end, |at| begin + at);
        let blank = |c: char| if c == '\n' { "\n".to_owned() } else { " ".repeat(c.len_utf8()) };
        let blanks: String = self.text[begin..end].chars().map(blank).collect();
        self.text.replace_range(begin..end, &blanks);
        self.left_out.push(begin..end);
        self.functions[number].1 = true;
    }
}

/// How many braces stay open, strings and comments of one line left out of account.
fn depth(text: &str) -> i64 {
    let mut depth = 0;
    for line in text.lines() {
        let mut in_string = false;
        let mut before = ' ';
        for c in line.chars() {
            match c {
                '"' if before != '\\' => in_string = !in_string,
                '/' if before == '/' && !in_string => break,
                '{' if !in_string => depth += 1,
                '}' if !in_string => depth -= 1,
                _ => {}
            }
            before = c;
        }
    }
    depth
}

/// The functions in which something is wrong: all of them where it is not in a function.
pub(super) fn tainted(drafts: &[Draft], problems: &[Diagnostic]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for span in problems.iter().filter(|problem| problem.is_error()).map(|problem| problem.primary) {
        let draft = drafts.iter().find(|draft| span.is_some_and(|span| span.source == draft.file));
        let within = span.zip(draft).and_then(|(span, draft)| {
            let before = |(found, _): &&(Found, bool)| found.start <= span.start as usize;
            draft.functions.iter().rev().find(before)
        });
        match within {
            Some((found, _)) => drop(names.insert(found.name.clone())),
            None => names.extend(drafts.iter().flat_map(|draft| &draft.functions).map(|(found, _)| found.name.clone())),
        }
    }
    names
}
