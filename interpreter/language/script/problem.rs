//! What goes wrong in a script, and what is said of it.

use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{SourceId, SourceMap, Span};
use rhai::{EvalAltResult, Position};

/// The error type of Rhai, boxed as it asks.
pub(super) type Failure = Box<EvalAltResult>;

/// Something wrong, raised by a word; it gets its place where the word was called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Problem {
    code: Code,
    message: String,
    label: String,
    help: Vec<String>,
}

impl Problem {
    pub(super) fn new(code: Code, message: impl Into<String>) -> Problem {
        Problem { code, message: message.into(), label: String::new(), help: Vec::new() }
    }

    pub(super) fn label(mut self, text: impl Into<String>) -> Problem {
        self.label = text.into();
        self
    }

    pub(super) fn help(mut self, text: impl Into<String>) -> Problem {
        self.help.push(text.into());
        self
    }

    pub(super) fn code(&self) -> Code {
        self.code
    }

    #[cfg(test)]
    pub(super) fn message(&self) -> &str {
        &self.message
    }

    pub(super) fn raise(self, at: Position) -> Failure {
        Box::new(EvalAltResult::ErrorRuntime(rhai::Dynamic::from(self), at))
    }

    pub(super) fn diagnostic(self, span: Span) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(self.code.severity(), self.code, self.message).at(span).label(self.label);
        diagnostic.help = self.help;
        diagnostic
    }
}

/// What a function may ask about where questions up to a level are allowed.
fn askable(level: u8) -> &'static str {
    match level {
        0 => "the board and the move",
        1 => "the board and raw attacks (`defended_by`, `attacked_by`, `attackers`, `defenders`, `attacks`)",
        _ => "anything but `stuck`",
    }
}

/// A question of too high a level.
pub(super) fn asks_too_much(hook: &str, word: &str, level: u8) -> Problem {
    Problem::new(Code::AsksTooMuch, format!("`{hook}` may not ask `{word}`"))
        .label("the answer would depend on this very function")
        .help(format!("where `{hook}` is used it may ask about {}", askable(level)))
}

/// What some editors write at the start of a file.
pub(super) const BYTE_ORDER_MARK: char = '\u{feff}';

/// The scripts of a definition laid out one after another, so that a line number also tells the file.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    pub(super) sources: SourceMap,
    /// First line (from 0) and file, in order.
    pub(super) files: Vec<(usize, SourceId)>,
}

impl Layout {
    pub(super) fn span(&self, at: Position) -> Option<Span> {
        let line = at.line()?;
        let (first, file) = *self.files.iter().rev().find(|(first, _)| *first < line)?;
        let column = at.position().unwrap_or(1);
        // A blank stands for every byte of the mark.
        let is_marked = line - first == 1 && self.sources.file(file).text.starts_with(BYTE_ORDER_MARK);
        let more = if is_marked { BYTE_ORDER_MARK.len_utf8() - 1 } else { 0 };
        Some(self.sources.span_at(file, line - first, column.saturating_sub(more).max(1)))
    }
}

/// What a script may name, for suggestions.
#[derive(Debug, Clone, Default)]
pub(super) struct Known {
    /// Words, constants and options, as they are written.
    pub(super) words: Vec<String>,
    /// Names of kinds, regions, sides and the like, which stand in quotes.
    pub(super) texts: Vec<String>,
    /// Functions of the scripts with their numbers of parameters.
    pub(super) functions: Vec<(String, usize)>,
}
/// Why something cannot be after the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Late {
    /// The mover is elsewhere.
    Stays,
    /// Those who were taken are no longer there.
    AsksTaken,
    /// The same, where something is done to them.
    ActsOnTaken,
}

/// What has no meaning in a function that is called when the move is made already.
pub(super) fn too_late(hook: &str, why: Late, word: &str) -> Problem {
    match why {
        Late::Stays => Problem::new(Code::TooLate, format!("`{hook}` cannot let the mover `{word}`"))
            .label("the mover is on its target already")
            .help("let `does` of the movement name a function that calls it; or shift the piece back: `mv.shift(mv.target, mv.origin)`"),
        Late::AsksTaken => Problem::new(Code::TooLate, format!("`{hook}` cannot ask `{word}` of those who were taken"))
            .label("they are no longer there")
            .help("ask `mv.takes(\"pawn\")` whether the move takes a pawn, and `mv.captures` how many it takes"),
        Late::ActsOnTaken => Problem::new(Code::TooLate, format!("`{hook}` cannot `{word}` those who were taken"))
            .label("they are no longer there; who took may stand there instead")
            .help("they are off the board; name the squares that are meant, such as `mv.target`"),
    }
}

/// An effect where none may be.
pub(super) fn effect_in_question(hook: &str, word: &str) -> Problem {
    Problem::new(Code::EffectInQuestion, format!("`{hook}` only judges, so it may not `{word}`"))
        .label("an effect")
        .help("effects belong to a function named by `does`, or to `after`")
}

/// A call that goes on too long.
pub(super) fn too_long() -> Problem {
    Problem::new(Code::ScriptTooLong, "the script runs too long").help("is there a loop that does not end?")
}

/// Calls that each end, and together do not in any time that somebody would wait.
pub(super) fn too_slow(function: &str) -> Problem {
    Problem::new(Code::ScriptTooLong, format!("`{function}` takes too long")).label("all its calls together").help(
        "ask once about a set of squares, `piece.around.any(|s| s.is_empty)`, instead of going through them in loops",
    )
}

/// A function that goes on where another begins.
pub(super) fn not_closed() -> Problem {
    Problem::new(Code::ScriptSyntax, "a function is not closed")
        .label("more `{` than `}` in this function")
        .help("add the `}` that is missing")
}
/// Says that what is asked of a value cannot be given to it.
pub(super) fn cannot_be_set(name: &str) -> Problem {
    Problem::new(Code::ScriptSyntax, format!("`{name}` cannot be set")).label("only asked").help(
        "for a comparison write `==`; what a move changes is said with `put`, `shift`, `remove` and other effects",
    )
}

pub(super) fn hint(problem: Problem, name: &str, known: &Known) -> Problem {
    if let Some(way) = elsewhere(name, Place::Script) {
        return problem.help(way);
    }
    match nearest(name, known.words.iter().map(String::as_str)) {
        Some(near) if near != name => problem.help(format!("did you mean `{near}`?")),
        _ => problem,
    }
}
