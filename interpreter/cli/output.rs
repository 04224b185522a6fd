//! What leaves the program, in the format that was asked for: problems to stderr (for programs as JSON or SARIF to stdout),
//! results to stdout, never a panic.

use crate::format::Format;
use heterodox::diagnostic::Diagnostic;
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, pointer, render};
use heterodox::diagnostic::sarif::sarif;
use heterodox::source::{SourceMap, is_unseen, visible};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// Problems that end a command, with the texts they point into.
#[derive(Debug)]
pub(crate) struct Problems {
    /// The problems.
    pub(crate) list: Vec<Diagnostic>,
    /// The texts.
    pub(crate) sources: SourceMap,
}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render(&self.list, &self.sources, Style::Plain))
    }
}

impl std::error::Error for Problems {}

impl Problems {
    /// One problem that lies in no text.
    pub(crate) fn one(problem: Diagnostic) -> Problems {
        Problems { list: vec![problem], sources: SourceMap::default() }
    }

    /// Tells people, and programs that asked for JSON or SARIF too.
    pub(crate) fn report(&self, voice: Voice) {
        let (list, sources) = (self.list.as_slice(), &self.sources);
        if voice.format == Format::Short {
            return complain(&render(list, sources, Style::Short));
        }
        complain(&render(list, sources, Style::Coloured));
        if let Some(pointer) = pointer(list) {
            complain(&format!("\n{pointer}\n"));
        }
        let value = match voice.format {
            Format::Json => {
                let first = list.iter().find(|problem| problem.is_error()).or(list.first());
                json!({ "error": first.map(|problem| &problem.message), "diagnostics": json(list, sources) })
            }
            Format::Sarif => sarif([(list, sources)]),
            Format::Human | Format::Short => return,
        };
        let _ = voice.print(&value);
    }
}

/// How a command that fails is to tell of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Voice {
    /// The format asked for.
    pub(crate) format: Format,
    /// Whether values stand on a line each.
    pub(crate) in_lines: bool,
}

impl Voice {
    /// Writes a value to stdout.
    fn print(self, value: &Value) -> io::Result<()> {
        if self.in_lines { print_line(value) } else { print_json(value) }
    }
}

/// Tells of an error that is no problem of a definition: a file that cannot be written, say.
pub(crate) fn failed(error: &anyhow::Error, voice: Voice) {
    let message = visible(&format!("{error:#}")).into_owned();
    complain(&format!("error: {message}\n"));
    let value = match voice.format {
        Format::Json => json!({ "error": message, "diagnostics": [] }),
        Format::Sarif => {
            let mut log = sarif([]);
            let note = json!({ "level": "error", "message": { "text": message } });
            log["runs"][0]["invocations"] =
                json!([{ "executionSuccessful": false, "toolExecutionNotifications": [note] }]);
            log
        }
        Format::Human | Format::Short => return,
    };
    let _ = voice.print(&value);
}

/// Tells people of problems that do not end the command. Programs that asked for JSON find them in the results.
pub(crate) fn remark(list: &[Diagnostic], sources: &SourceMap, format: Format) {
    let style = if format == Format::Short { Style::Short } else { Style::Coloured };
    complain(&render(list, sources, style));
}

/// Writes text for people to stderr, in colours only where they are seen.
pub(crate) fn complain(text: &str) {
    // Where stderr is closed there is nobody to tell.
    let _ = anstream::stderr().write_all(seen(text).as_bytes());
}

/// Text as it may reach a terminal: colours are the only controls in it.
fn seen(text: &str) -> Cow<'_, str> {
    if !text.contains(|character: char| is_unseen(character) || character == '\r') {
        return Cow::Borrowed(text);
    }
    let mut parts = text.split("\u{1b}[");
    let mut out = visible(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let rest = part.trim_start_matches(|character: char| character.is_ascii_digit() || character == ';');
        let (colour, rest) = part.split_at(part.len() - rest.len());
        match rest.strip_prefix('m') {
            Some(rest) => out.push_str(&format!("\u{1b}[{colour}m{}", visible(rest))),
            None => out.push_str(&visible(&format!("\u{1b}[{part}"))),
        }
    }
    Cow::Owned(out)
}

/// Moves on a terminal: what a command says to the terminal itself.
pub(crate) fn steer(command: &'static str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(command.as_bytes())?;
    out.flush()
}

/// Writes text to stdout, in colours only where they are seen.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(seen(text).as_bytes())?;
    out.flush()
}

/// JSON in which what is not seen is written by its number. It stands in strings alone.
fn escaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for character in value.chars() {
        if is_unseen(character) {
            let mut units = [0; 2];
            character.encode_utf16(&mut units).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
        } else {
            text.push(character);
        }
    }
    text
}

/// Writes a value to stdout, spread out over lines.
pub(crate) fn print_json(value: &Value) -> io::Result<()> {
    print(&escaped(&format!("{value:#}\n")))
}

/// Writes a value to stdout, on a line of its own.
pub(crate) fn print_line(value: &Value) -> io::Result<()> {
    print(&escaped(&format!("{value}\n")))
}

/// A word as a shell takes it.
pub(crate) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-+=,:".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// Whether an error says that nobody reads the output any more.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe))
}

/// `1 move`, `2 moves`.
pub(crate) fn numbered(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// Lines of columns, each as wide as its widest cell but the last.
pub(crate) fn columns(rows: &[Vec<String>], indent: &str) -> String {
    let mut widths: Vec<usize> = Vec::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            let width = cell.chars().count();
            match widths.get_mut(at) {
                Some(widest) => *widest = width.max(*widest),
                None => widths.push(width),
            }
        }
    }
    let mut text = String::new();
    for row in rows {
        let mut line = indent.to_owned();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(cell);
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}
