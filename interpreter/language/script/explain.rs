//! What Rhai says of a script in, a [`Diagnostic`] with file, line and column out.

use crate::diagnostic::{Code, Diagnostic};
use crate::script::fitting::{no_property, refused};
use crate::script::meter::{MOST_DEEP, MOST_FUNCTIONS, MOST_MEMBERS, STRING_SIZE};
use crate::script::problem::{Known, Layout, Problem, hint, too_long};
use crate::script::syntax::is_closure;
use crate::script::types::Type;
use crate::source::Span;
use rhai::{EvalAltResult, LexError, ParseErrorType, Position};

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
            && !is_closure(name)
        {
            diagnostic = diagnostic.also(place, format!("called `{name}` here"));
        }
    }
    diagnostic
}

/// Whether a failure has to do with `()`, or with the empty name of nobody.
pub(super) fn is_of_nothing(failure: &EvalAltResult) -> bool {
    let mut inner = failure;
    while let EvalAltResult::ErrorInFunctionCall(_, _, deeper, _) = inner {
        inner = deeper;
    }
    let names = [Code::UnknownPiece, Code::UnknownRegion, Code::UnknownDirection];
    match inner {
        EvalAltResult::ErrorFunctionNotFound(text, _) | EvalAltResult::ErrorDotExpr(text, _) => text.contains("()"),
        EvalAltResult::ErrorMismatchDataType(_, found, _) | EvalAltResult::ErrorMismatchOutputType(_, found, _) => {
            found == "()"
        }
        // A name that is not empty is collected by whoever minds.
        EvalAltResult::ErrorRuntime(value, _) => {
            value.read_lock::<Problem>().is_some_and(|problem| names.contains(&problem.code()))
        }
        _ => false,
    }
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
                .help(format!("a list or a map has at most {MOST_MEMBERS} members, a string {STRING_SIZE} bytes"))
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
            Problem::new(Code::WrongType, format!("expected {}, found {}", Type::words_of(wanted), Type::words_of(got)))
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
            Problem::new(Code::WrongType, format!("expected {}, found {}", Type::words_of(wanted), Type::words_of(got)))
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
        ParseErrorType::TooManyFunctions => {
            Problem::new(Code::ScriptTooBig, format!("the scripts have more than {MOST_FUNCTIONS} functions"))
                .help("one function can serve several hooks, and call others")
        }
        ParseErrorType::ExprTooDeep => Problem::new(
            Code::ScriptTooBig,
            format!("more than {MOST_DEEP} expressions or blocks stand in one another"),
        )
        .help("give a part a name with `let`, or a function of its own"),
        ParseErrorType::WrongFnDefinition => Problem::new(Code::ScriptSyntax, "a function stands within another")
            .help("write it beside the others, or `|x| ...` for one that is given to a word"),
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
/// A variable that is not there: perhaps a name without its quotes.
fn unquoted(problem: Problem, name: &str, known: &Known) -> Problem {
    match known.texts.iter().any(|text| text == name) {
        true => problem.help(format!("write the name in quotes: `\"{name}\"`")),
        false => hint(problem, name, known),
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
