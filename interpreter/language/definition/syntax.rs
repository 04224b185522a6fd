//! Errors of TOML syntax in, problems in an author's words out.

use super::mended::Wrong;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span, seems};
use std::ops::Range;
use toml::de::Error;

/// How deep tables and arrays may stand in one another.
pub(super) const MAX_DEPTH: usize = 24;

/// The most errors that are put into words.
const MAX_ERRORS: usize = 1000;

/// Where brackets, or the parts of a dotted key, stand deeper than a definition ever needs: the parser recurses.
pub(crate) fn too_deep(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let (mut depth, mut dots, mut at) = (0usize, 0usize, 0usize);
    while at < bytes.len() {
        match bytes[at] {
            b'#' => at += bytes[at..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - at),
            b'"' | b'\'' => {
                at = after_string(bytes, at);
                continue;
            }
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'.' => dots += 1,
            b'\n' | b'=' | b',' => dots = 0,
            _ => {}
        }
        if depth > 2 * MAX_DEPTH || dots > 2 * MAX_DEPTH {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// One past the string that begins at `at`; a string of one line ends with its line at the latest.
fn after_string(bytes: &[u8], at: usize) -> usize {
    let quote = bytes[at];
    let triple = bytes[at..].starts_with(&[quote; 3]);
    let mut here = at + if triple { 3 } else { 1 };
    while here < bytes.len() {
        match bytes[here] {
            b'\\' if quote == b'"' => here += 1,
            b'\n' if !triple => return here,
            byte if byte == quote && !triple => return here + 1,
            byte if byte == quote && bytes[here..].starts_with(&[quote; 3]) => return here + 3,
            _ => {}
        }
        here += 1;
    }
    bytes.len()
}

/// Puts the parser's errors into words, and says what of the text is wrong: nothing where keys are only doubled.
pub(crate) fn explain(source: SourceId, text: &str, errors: &[Error]) -> (Vec<Diagnostic>, Vec<Wrong>) {
    let mut problems: Vec<Diagnostic> = Vec::new();
    let mut wrong: Vec<Wrong> = Vec::new();
    if errors.len() > MAX_ERRORS {
        wrong.push(Wrong::Lines(0..text.len()));
    }
    let mut last_line = None;
    let mut doubled_header: Option<Range<usize>> = None;
    // The parser finds what is wrong with strings after all else.
    let mut errors: Vec<&Error> = errors.iter().take(MAX_ERRORS).collect();
    errors.sort_by_key(|error| error.span().map_or(text.len(), |span| span.start));
    for error in errors {
        let range = clip(text, error.span().unwrap_or(text.len()..text.len()));
        let line = line_of(text, range.start);
        if error.message().starts_with("duplicate key") {
            let header = text[line.clone()].trim_start().starts_with('[');
            if header {
                doubled_header = Some(line.clone());
            } else if doubled_header.as_ref().is_some_and(|above| !header_between(text, above.end, line.start)) {
                continue;
            }
            problems.push(duplicate(source, text, &range, &line, header));
            continue;
        }
        if last_line == Some(line.start) {
            continue;
        }
        last_line = Some(line.start);
        if let Some(at) = blanks(text, &line).next() {
            let sign = text[at.clone()].chars().next();
            if let Some((message, way)) = sign.and_then(seems) {
                let problem = Diagnostic::error(Code::Syntax, message).at(Span::new(source, at));
                problems.push(problem.label("not what it seems").help(way));
            }
            wrong.extend(blanks(text, &line).map(Wrong::Sign));
            continue;
        }
        if let Some(quote) = open_string(text, &line) {
            let problem = Diagnostic::error(Code::Syntax, "a string is not closed");
            let problem = problem.at(Span::new(source, quote..quote + 1)).label("opened here");
            problems.push(problem.help("close the string on its line, with the quote that opened it"));
            wrong.push(Wrong::Lines(line.clone()));
            break;
        }
        if let Some((kind, close, open)) = unclosed(text, &line, error.message()) {
            let problem = Diagnostic::error(Code::Syntax, format!("{kind} is not closed"))
                .at(Span::new(source, open.clone()))
                .label("opened here")
                .also(
                    Span::new(source, range.start..range.end.max(range.start)),
                    format!("`{close}` is missing before this"),
                );
            problems.push(problem.help(format!("close it with `{close}`")));
            wrong.push(Wrong::Lines(line_of(text, open.start).start..line.start));
            break;
        }
        wrong.push(match error.message() {
            message if message.starts_with("unclosed table") || message.starts_with("unclosed array table") => {
                Wrong::Header(line.start)
            }
            _ => Wrong::Lines(line.clone()),
        });
        problems.push(word(source, text, &line, &range, error.message()));
    }
    (problems, wrong)
}

/// An array or table that was left open: the parser notices where the next line does not look like an element.
fn unclosed(text: &str, line: &Range<usize>, message: &str) -> Option<(&'static str, char, Range<usize>)> {
    let (kind, open, close) = match message.split(", expected ").next() {
        Some("missing comma between array elements" | "unclosed array" | "unexpected `=` in array") => {
            ("an array", '[', ']')
        }
        Some(
            "missing comma between key-value pairs" | "unclosed inline table" | "missing key for inline table element",
        ) => ("a table", '{', '}'),
        _ => return None,
    };
    let written = text[line.clone()].trim_start();
    let key = written
        .split_once('=')
        .is_some_and(|(key, _)| key.trim().chars().all(|c| c.is_alphanumeric() || "-_.".contains(c)));
    if !(written.is_empty() || written.starts_with('[') || (key && open == '[')) {
        return None;
    }
    // A comment opens nothing.
    let mut end = line.start;
    let before = loop {
        let at = text[..end].rfind(open)?;
        let front = &text[line_of(text, at).start..at];
        if front.trim_end().ends_with('=') && !front.contains('#') {
            break at;
        }
        end = at;
    };
    Some((kind, close, before..before + 1))
}

/// Characters of a line that look like blanks or like nothing, outside its strings and its comment.
fn blanks<'t>(text: &'t str, line: &Range<usize>) -> impl Iterator<Item = Range<usize>> + 't {
    let (start, mut quote, mut comment) = (line.start, None, false);
    text[line.clone()].char_indices().filter_map(move |(at, c)| {
        match (c, quote) {
            ('#', None) => comment = true,
            ('"' | '\'', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            _ => {}
        }
        let is_odd = quote.is_none() && !comment && !c.is_ascii() && !c.is_alphanumeric();
        let like_none = is_odd && seems(c).is_some_and(|(_, way)| !way.contains('`'));
        like_none.then(|| start + at..start + at + c.len_utf8())
    })
}

/// The quote of a string that is not closed on its line: where a word follows a string at once, that string has taken
/// the next one's quote for its own.
fn open_string(text: &str, line: &Range<usize>) -> Option<usize> {
    let written = &text[line.clone()];
    let long = |text: &str| text.contains("\"\"\"") || text.contains("'''");
    if long(written) {
        return None;
    }
    let (mut open, mut merged, mut before) = (None, None, None);
    for (at, c) in written.char_indices() {
        match (c, open) {
            ('#', None) => break,
            ('"' | '\'', None) => open = Some((c, at)),
            (_, Some(('"', _))) if before == Some('\\') => {
                before = None;
                continue;
            }
            (_, Some((quote, from))) if c == quote => {
                let next = written[at + 1..].chars().next();
                if merged.is_none() && next.is_some_and(char::is_alphanumeric) {
                    merged = Some(from);
                }
                open = None;
            }
            _ => {}
        }
        before = Some(c);
    }
    let (_, last) = open?;
    // Within a string of several lines a quote is a letter. Looked at last: all that stands before is read for it.
    if text[..line.start].matches("\"\"\"").count() % 2 == 1 {
        return None;
    }
    Some(line.start + merged.unwrap_or(last))
}

fn header_between(text: &str, from: usize, to: usize) -> bool {
    text.get(from..to).is_some_and(|between| between.lines().any(|line| line.trim_start().starts_with('[')))
}

fn clip(text: &str, range: Range<usize>) -> Range<usize> {
    let mut start = range.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = range.end.clamp(start, text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    start..end.max(start)
}

fn line_of(text: &str, at: usize) -> Range<usize> {
    let start = text[..at].rfind('\n').map_or(0, |found| found + 1);
    let end = text[at..].find('\n').map_or(text.len(), |found| at + found);
    start..end
}

fn duplicate(source: SourceId, text: &str, range: &Range<usize>, line: &Range<usize>, header: bool) -> Diagnostic {
    let key = shorten(text[range.clone()].trim_matches(['"', '\'']));
    let problem = Diagnostic::error(Code::DuplicateKey, format!("`{key}` is given twice"))
        .at(Span::new(source, range.clone()))
        .label("given here again");
    let problem = match first_given(text, line, range, header) {
        Some(first) => problem.also(Span::new(source, first), "first given here"),
        None => problem,
    };
    problem.help(if header {
        "keep one of the two; the elements of a list stand under headers in double brackets: `[[name]]`"
    } else {
        "keep one of the two"
    })
}

/// Where a key or header stood before, if it stood at the beginning of a line.
fn first_given(text: &str, line: &Range<usize>, range: &Range<usize>, header: bool) -> Option<Range<usize>> {
    let offset = range.start - line.start;
    let (front, word) = (&text[line.start..range.start], &text[range.clone()]);
    let mut found = None;
    let mut at = 0;
    for earlier in text[..line.start].split_inclusive('\n') {
        if !header && earlier.trim_start().starts_with('[') {
            found = None;
        }
        let same = earlier.strip_prefix(front).and_then(|rest| rest.strip_prefix(word));
        if same.is_some_and(|rest| rest.trim_start().starts_with(if header { ']' } else { '=' })) && found.is_none() {
            found = Some(at + offset..at + offset + word.len());
        }
        at += earlier.len();
    }
    found
}

fn word(source: SourceId, text: &str, line: &Range<usize>, range: &Range<usize>, message: &str) -> Diagnostic {
    let written = text[line.clone()].trim();
    let found = shorten(text[range.clone()].lines().next().unwrap_or(""));
    let span = Span::new(source, range.clone());
    let error = |message: String| Diagnostic::error(Code::Syntax, message).at(span);
    let plain = written.split('#').next().unwrap_or("").trim();
    if let Some((key, value)) = colon(plain) {
        let at = line.start + text[line.clone()].find(':').unwrap_or(0);
        return error("a key and its value are joined by `=`, not by `:`".to_owned())
            .at(Span::new(source, at..at + 1))
            .label("`:` here")
            .help(format!("write `{} = {}`", shorten(key), shorten(value)));
    }
    // In braces, where the parser takes the sign for a part of the key.
    let rest = &text[range.start..line.end.max(range.start)];
    let front = text[line.start..range.start].trim_end_matches(|c: char| c.is_alphanumeric() || c == '_' || c == '-');
    if rest.trim_start().starts_with(':') && front.trim_end().ends_with(['{', ',']) {
        let at = range.start + rest.find(':').unwrap_or(0);
        let key = &text[line.start + front.len()..range.start];
        return error("a key and its value are joined by `=`, not by `:`".to_owned())
            .at(Span::new(source, at..at + 1))
            .label("`:` here")
            .help(format!("write `{} = ...`", shorten(key)));
    }
    let end = plain.chars().next_back().filter(|c| ";,".contains(*c)).filter(|_| message.starts_with("string values"));
    if let Some(sign) = end {
        let at = line.start + text[line.clone()].find(plain).unwrap_or(0) + plain.len() - 1;
        return error(format!("`{sign}` at the end of a line"))
            .at(Span::new(source, at..at + 1))
            .label("not expected")
            .help("remove it: keys stand on lines of their own, without commas between them");
    }
    if let Some(sign) = ["//", "--", ";", "/*"].into_iter().find(|sign| written.starts_with(sign)) {
        let at = line.start + text[line.clone()].find(sign).unwrap_or(0);
        return error(format!("a comment begins with `#`, not with `{sign}`"))
            .at(Span::new(source, at..at + sign.len()))
            .label("no comment here")
            .help("write `# ...`");
    }
    if let Some(key) = plain.strip_suffix('=').map(str::trim).filter(|key| !key.is_empty() && !key.contains('=')) {
        return error(format!("the key `{}` has no value", shorten(key)))
            .label("a value is missing here")
            .help("write a value after `=`, or delete the line");
    }
    let curly = |c: char| "\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}\u{ab}\u{bb}".contains(c);
    if let Some(quote) = plain.split_once('=').and_then(|(_, value)| value.trim().chars().next()).filter(|c| curly(*c))
    {
        return error(format!("`{quote}` is not a quote of this language"))
            .label("a quote of a word processor")
            .help(format!("write plain quotes: `\"{}\"`", shorten(found.trim_matches(curly))));
    }
    let bare = plain.split_once('=').map_or("", |(_, value)| value.trim());
    if let Some(right) = constant(bare).or_else(|| constant(&found)) {
        return error(format!("`{}` is not a value", if constant(bare).is_some() { bare } else { &found }))
            .label("not a value")
            .help(format!("write `{right}`, in small letters"));
    }
    let next = text[range.start..line.end.max(range.start)].chars().next().map(String::from).unwrap_or_default();
    let found =
        [found, next, shorten(bare), shorten(plain)].into_iter().find(|found| !found.is_empty()).unwrap_or_default();
    let message = message.split(", expected ").next().unwrap_or(message);
    let (said, label, help): (String, &str, &str) = match message {
        said if quotable(&found)
            && (said.starts_with("string values")
                || said.starts_with("invalid ") && !said.contains("string") && !said.contains("key")) =>
        {
            (
                format!("`{found}` must stand in quotes"),
                "text without quotes",
                "text goes in double quotes: `key = \"text\"`",
            )
        }
        "key with no value" => (
            format!("the key `{}` has no value", shorten(plain)),
            "only a key",
            "write `key = value`; a section is written `[name]`",
        ),
        "unexpected key or value" if found == "," || found == ";" => (
            format!("`{found}` at the end of a line"),
            "not expected",
            "remove it: keys stand on lines of their own, without commas between them",
        ),
        "missing value for key" | "missing value" => {
            ("a key has no value".to_owned(), "a value is missing here", "write a value after `=`")
        }
        "missing assignment between key-value pairs" => {
            ("`=` is missing after a key".to_owned(), "`=` is missing here", "write `key = value`")
        }
        "missing comma between array elements" => (
            "a comma is missing between two elements".to_owned(),
            "a comma is missing here",
            "elements are separated by `,`",
        ),
        "missing comma between key-value pairs" => (
            "a comma is missing between two keys".to_owned(),
            "a comma is missing here",
            "keys in `{ }` are separated by `,`",
        ),
        "unclosed array" => ("an array is not closed".to_owned(), "`]` is missing", "close it with `]`"),
        "unclosed inline table" => ("a table is not closed".to_owned(), "`}` is missing", "close it with `}`"),
        "unclosed table" => ("a header is not closed".to_owned(), "`]` is missing", "close it with `]`"),
        "unclosed array table" => ("a header is not closed".to_owned(), "`]]` is missing", "close it with `]]`"),
        "extra comma in array" | "extra comma in inline table" => {
            ("a comma too many".to_owned(), "nothing stands before it", "remove it")
        }
        "extra `=`" | "extra assignment between key-value pairs" | "unexpected `=` in array" => (
            "`=` is not expected here".to_owned(),
            "not expected",
            "keys with values stand in `{ }` or on a line of their own",
        ),
        "invalid unquoted key" | "unquoted keys cannot be empty" => {
            ("a key may have letters, digits, `-` and `_`".to_owned(), "not a key", "write other keys in quotes")
        }
        "invalid basic string"
        | "invalid literal string"
        | "invalid multi-line basic string"
        | "invalid multi-line literal string" => (
            "a string is not closed".to_owned(),
            "the closing quote is missing",
            "close the string on its line, with the quote that opened it",
        ),
        "unexpected leading zero" => ("a number may not begin with 0".to_owned(), "begins with 0", "remove the zero"),
        "cannot recurse further; max recursion depth met" | "recursion limit" => {
            ("tables and arrays stand too deep in one another".to_owned(), "too deep", "flatten them")
        }
        other => (
            format!("this is not TOML: {}", other.to_lowercase()),
            "here",
            "a line is `key = value`, a `[header]`, or a comment after `#`",
        ),
    };
    let problem = error(said).label(label);
    if help.is_empty() { problem } else { problem.help(help) }
}

/// `key: value` taken apart, where a line reads so.
fn colon(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let (key, value) = (key.trim(), value.trim());
    let word = |c: char| c.is_alphanumeric() || c == '-' || c == '_' || c == '.';
    (!key.is_empty() && key.chars().all(word) && !value.is_empty()).then_some((key, value))
}

fn constant(word: &str) -> Option<&'static str> {
    match word {
        "true" | "false" => None,
        _ if word.eq_ignore_ascii_case("true") || word.eq_ignore_ascii_case("yes") => Some("true"),
        _ if word.eq_ignore_ascii_case("false") || word.eq_ignore_ascii_case("no") => Some("false"),
        _ => None,
    }
}

fn quotable(text: &str) -> bool {
    text.chars().next().is_some_and(char::is_alphanumeric)
        && text.chars().any(char::is_alphabetic)
        && !text.contains(['"', '\'', '='])
}

/// At most some forty characters of a text.
fn shorten(text: &str) -> String {
    if text.chars().count() <= 40 { text.to_owned() } else { text.chars().take(39).chain(['…']).collect() }
}
