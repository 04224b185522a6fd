//! A problem with a code, a place and a way out. Everything that reads an author's text returns these, several at once.

pub mod catalogue;
pub mod elsewhere;
pub mod json;
pub mod render;
pub mod sarif;

use crate::source::Span;

pub use catalogue::{Code, Topic};

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing.
    Note,
    /// Probably a mistake; the definition still loads.
    Warning,
    /// The definition does not load.
    Error,
}

/// One problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of problem.
    pub code: Code,
    /// How bad.
    pub severity: Severity,
    /// One line, lower case, names in backticks, no final stop.
    pub message: String,
    /// Where; `None` only where no file is at fault (a command-line argument).
    pub primary: Option<Span>,
    /// What the caret says.
    pub label: String,
    /// Other places that matter.
    pub others: Vec<(Span, String)>,
    /// The way out: what was expected, a suggestion.
    pub help: Vec<String>,
}

impl Diagnostic {
    /// A new problem, of a severity no worse than the catalogue has for the code.
    #[must_use]
    pub fn new(severity: Severity, code: Code, message: impl Into<String>) -> Diagnostic {
        debug_assert!(severity <= code.severity(), "{code} is not as bad in the catalogue");
        Diagnostic {
            code,
            severity,
            message: message.into(),
            primary: None,
            label: String::new(),
            others: Vec::new(),
            help: Vec::new(),
        }
    }

    /// An error.
    #[must_use]
    pub fn error(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Error, code, message)
    }

    /// A warning.
    #[must_use]
    pub fn warning(code: Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Severity::Warning, code, message)
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Diagnostic {
        self.primary = Some(span);
        self
    }

    /// Sets what the caret at the place says.
    #[must_use]
    pub fn label(mut self, text: impl Into<String>) -> Diagnostic {
        self.label = text.into();
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.others.push((span, text.into()));
        self
    }

    /// Adds a line that says the way out.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help.push(text.into());
        self
    }

    /// Whether this stops the definition from loading.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The problem of a character that nobody sees; see [`crate::source::hidden`].
#[must_use]
pub fn unseen(character: char) -> Diagnostic {
    let message = format!("the character U+{:04X} stands here, which nobody sees", u32::from(character));
    Diagnostic::error(Code::HiddenCharacter, message)
        .label("hidden in here")
        .help("delete it: such characters change how a line looks, or what a terminal does")
}

/// The most problems of one text that are told.
pub const MAX_PROBLEMS: usize = 100;

/// The first [`MAX_PROBLEMS`] of a list, the gravest kept, and a note of how many more there are.
#[must_use]
pub fn worth_reading(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    if problems.len() > MAX_PROBLEMS {
        let message = format!("and {} more", problems.len() - MAX_PROBLEMS);
        problems.sort_by_key(|problem| std::cmp::Reverse(problem.severity));
        problems.truncate(MAX_PROBLEMS);
        problems.push(Diagnostic::new(Severity::Note, Code::MoreProblems, message));
    }
    problems
}

/// The nearest of `known` to `word`, if near enough to be what was meant.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    if length > 64 {
        return None;
    }
    let near = |name: &str| match name.chars().count().max(length) {
        ..5 => 1,
        longest => longest.div_ceil(3),
    };
    // A name of quite another length is not near, whatever its letters.
    let fits = |name: &&str| name.chars().count().abs_diff(length) <= near(name);
    known
        .into_iter()
        .filter(fits)
        .map(|name| (strsim::damerau_levenshtein(&lower, &name.to_lowercase()), name))
        .filter(|(distance, name)| *distance <= near(name) && *distance < length.max(2))
        .min_by_key(|(distance, name)| {
            let alike = name.chars().zip(lower.chars()).take_while(|(a, b)| a == b).count();
            (*distance, std::cmp::Reverse(alike))
        })
        .map(|(_, name)| name)
}
