//! What goes wrong in a script, on its way from Rhai to a [`Diagnostic`] with file, line and column.

use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::script::fitting::{no_property, refused};
use crate::script::lexicon::sort;
use crate::source::{SourceId, SourceMap, Span};
use rhai::{EvalAltResult, LexError, ParseErrorType, Position};

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
pub(super) fn askable(level: u8) -> &'static str {
    match level {
        0 => "the board and the move",
        1 => "the board and raw attacks (`defended_by`, `attacked_by`, `attackers`, `defenders`, `attacks`)",
        _ => "anything but `stuck`",
    }
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

/// Turns a failed call into a diagnostic. `last` is where the last question was asked, `home` where the function stands.
pub(super) fn explain(
    failure: &EvalAltResult,
    hook: &str,
    last: Position,
    home: Span,
    layout: &Layout,
    known: &Known,
) -> Diagnostic {
    let mut calls = Vec::new();
    let mut inner = failure;
    while let EvalAltResult::ErrorInFunctionCall(name, _, deeper, at) = inner {
        calls.push((name, *at));
        inner = deeper;
    }
    let own = layout.span(inner.position());
    let innermost = calls.iter().rev().find_map(|(_, at)| layout.span(*at));
    let span = own.or_else(|| layout.span(last)).or(innermost).unwrap_or(home);
    let mut diagnostic = describe(inner, known).diagnostic(span);
    if span != home {
        diagnostic = diagnostic.also(home, format!("while `{hook}` was running"));
    } else {
        diagnostic.message = format!("{} (in `{hook}`)", diagnostic.message);
    }
    for (name, at) in calls {
        if let Some(place) = layout.span(at).filter(|place| *place != span)
            && !name.starts_with("anon$")
        {
            diagnostic = diagnostic.also(place, format!("called `{name}` here"));
        }
    }
    diagnostic
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
            .help("let `does` of the movement name a function that calls it; or shift the man back: `mv.shift(mv.target, mv.origin)`"),
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

fn describe(failure: &EvalAltResult, known: &Known) -> Problem {
    let runtime = |text: String| Problem::new(Code::ScriptError, text);
    match failure {
        EvalAltResult::ErrorRuntime(value, _) => match value.clone().try_cast::<Problem>() {
            Some(problem) => problem,
            None => runtime(format!("the script gave up: {}", clip(&value.to_string()))).label("thrown here"),
        },
        EvalAltResult::ErrorTerminated(..) => too_long(),
        EvalAltResult::ErrorStackOverflow(_) => {
            Problem::new(Code::ScriptTooDeep, "functions call each other too deeply")
                .help("is there a recursion that does not end?")
        }
        EvalAltResult::ErrorFor(_) => {
            Problem::new(Code::WrongType, "`for` goes through a list, a set or a range of numbers")
                .label("none of these")
        }
        EvalAltResult::ErrorTooManyVariables(_) => Problem::new(Code::ScriptTooBig, "too many variables"),
        EvalAltResult::ErrorDataTooLarge(what, _) => {
            Problem::new(Code::ScriptTooBig, format!("a value grows too large: {}", lower(what)))
                .help("is there a loop that does not end?")
        }
        EvalAltResult::ErrorDataRace(_, _) => {
            Problem::new(Code::CapturedChain, "a closure reads the variable that its own chain of words begins with")
                .help("write `let me = piece;` first and use `me` in the closure")
        }
        EvalAltResult::ErrorFunctionNotFound(signature, _) => refused(signature, known),
        EvalAltResult::ErrorDotExpr(text, _) => no_property(text, known),
        EvalAltResult::ErrorVariableNotFound(name, _) => {
            unquoted(Problem::new(Code::UnknownWord, format!("there is no `{name}`")), name, known)
        }
        EvalAltResult::ErrorMismatchDataType(wanted, got, _)
        | EvalAltResult::ErrorMismatchOutputType(wanted, got, _) => {
            Problem::new(Code::WrongType, format!("expected {}, found {}", sort(wanted), sort(got)))
        }
        EvalAltResult::ErrorParsing(error, _) => parse_problem(error, known),
        EvalAltResult::ErrorArithmetic(text, _) => runtime(lower(text)),
        other => runtime(lower(&without_place(&other.to_string()))),
    }
}

/// The text of an error without the place that Rhai adds: it counts lines over all files.
fn without_place(text: &str) -> String {
    text[..text.rfind(" (line ").unwrap_or(text.len())].to_string()
}

/// A parse error in our words.
pub(super) fn parse_problem(error: &ParseErrorType, known: &Known) -> Problem {
    match error {
        ParseErrorType::VariableUndefined(name) => unquoted(
            Problem::new(Code::UnknownWord, format!("there is no `{name}`"))
                .label("a function sees its parameters, constants and options"),
            name,
            known,
        ),
        ParseErrorType::MismatchedType(wanted, got) => {
            let wanted = if wanted.contains("boolean") { "bool" } else { wanted };
            Problem::new(Code::WrongType, format!("expected {}, found {}", sort(wanted), sort(got)))
        }
        ParseErrorType::Reserved(name) => {
            Problem::new(Code::ScriptSyntax, format!("`{name}` may not be used here")).label("reserved")
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(word, text)) if text.contains("is disabled") => {
            Problem::new(Code::ScriptSyntax, format!("`{word}` may not be used here"))
                .label("left out of the language")
                .help("scripts have no `eval`, `import`, `print` and `try`; several files are named in the definition")
        }
        ParseErrorType::BadInput(LexError::ImproperSymbol(word, text)) if word == "=" && text.contains("==") => {
            Problem::new(Code::ScriptSyntax, "`=` gives a variable a value").label("no comparison").help("write `==`")
        }
        ParseErrorType::FnDuplicatedDefinition(name, n) => {
            Problem::new(Code::ScriptSyntax, format!("`{name}` with {n} parameters is there already"))
                .label("again")
                .help("keep one of the two")
        }
        ParseErrorType::WrongDocComment => {
            Problem::new(Code::ScriptSyntax, "a comment `///` stands before no function")
                .help("a function begins with `fn`, on the next line; other comments begin with `//`")
        }
        ParseErrorType::PropertyExpected => Problem::new(Code::ScriptSyntax, lower(&error.to_string()))
            .help("a word stands behind the dot, as in `piece.square`; numbers in scripts are whole"),
        other => Problem::new(Code::ScriptSyntax, lower(&other.to_string()))
            .help("is a bracket, a quote or a `;` missing before it?"),
    }
}

/// A function that goes on where another begins.
pub(super) fn not_closed() -> Problem {
    Problem::new(Code::ScriptSyntax, "a function is not closed")
        .label("more `{` than `}` in this function")
        .help("add the `}` that is missing")
}

/// A variable that is not there: perhaps a name without its quotes.
fn unquoted(problem: Problem, name: &str, known: &Known) -> Problem {
    match known.texts.iter().any(|text| text == name) {
        true => problem.help(format!("write the name in quotes: `\"{name}\"`")),
        false => hint(problem, name, known),
    }
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

fn lower(text: &str) -> String {
    let text = clip(text.trim_end_matches('.'));
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).map(|c| if c == '\'' { '`' } else { c }).collect(),
        None => String::new(),
    }
}

fn clip(text: &str) -> String {
    text.chars().take(200).map(|c| if c.is_control() { ' ' } else { c }).collect()
}
