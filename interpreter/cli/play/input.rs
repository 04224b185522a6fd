//! Where the lines of a player come from: a terminal with completion and history, or a pipe without any noise.

use crate::output::complain;
use heterodox::source::{hidden, visible};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};
use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal};

/// The most bytes of one line; what is beyond is left out.
const MAX_LINE: usize = 1 << 16;

/// A source of lines.
pub(crate) enum Input {
    /// Someone types; lines that were pasted at once wait their turn.
    Terminal(Box<Editor<Words, DefaultHistory>>, VecDeque<String>),
    /// A program or a file speaks.
    Pipe(io::StdinLock<'static>),
}

/// What can be typed now.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// As the first word of a line.
    pub(crate) first: Vec<String>,
    /// Behind `moves`.
    pub(crate) squares: Vec<String>,
}

impl Input {
    /// The terminal, if both ends are one; otherwise plain lines.
    pub(crate) fn open() -> anyhow::Result<Input> {
        if !(io::stdin().is_terminal() && io::stdout().is_terminal()) {
            return Ok(Input::pipe());
        }
        let config = Config::builder().completion_type(CompletionType::List).auto_add_history(true).build();
        let mut editor = Editor::with_config(config)?;
        editor.set_helper(Some(Words::default()));
        Ok(Input::Terminal(Box::new(editor), VecDeque::new()))
    }

    /// Plain lines, wherever they come from.
    pub(crate) fn pipe() -> Input {
        Input::Pipe(io::stdin().lock())
    }

    /// Whether someone types.
    pub(crate) fn is_terminal(&self) -> bool {
        matches!(self, Input::Terminal(..))
    }

    /// The next line; `None` at the end. `words` can be completed on a terminal.
    pub(crate) fn line(&mut self, prompt: &str, words: Words) -> anyhow::Result<Option<String>> {
        // What is typed is named in answers.
        Ok(self.raw(prompt, words)?.map(|line| visible(&line).into_owned()))
    }

    fn raw(&mut self, prompt: &str, words: Words) -> anyhow::Result<Option<String>> {
        match self {
            Input::Terminal(editor, pasted) => {
                if let Some(line) = pasted.pop_front() {
                    return Ok(Some(line));
                }
                editor.set_helper(Some(words));
                match editor.readline(prompt) {
                    Ok(text) => {
                        pasted.extend(text.lines().map(str::to_owned));
                        Ok(Some(pasted.pop_front().unwrap_or_default()))
                    }
                    Err(ReadlineError::Interrupted) => {
                        complain("`quit` leaves\n");
                        Ok(Some(String::new()))
                    }
                    Err(ReadlineError::Eof) => Ok(None),
                    Err(error) => Err(error.into()),
                }
            }
            Input::Pipe(stdin) => {
                let mut bytes = Vec::new();
                let mut part =
                    |bytes: &mut Vec<u8>| io::Read::take(&mut *stdin, MAX_LINE as u64).read_until(b'\n', bytes);
                part(&mut bytes)?;
                let mut beyond = if bytes.len() == MAX_LINE { vec![b' '] } else { Vec::new() };
                while !bytes.ends_with(b"\n") && !beyond.is_empty() && !beyond.ends_with(b"\n") {
                    beyond.clear();
                    part(&mut beyond)?;
                }
                Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).trim().to_owned()))
            }
        }
    }
}

impl Completer for Words {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line.get(..at).unwrap_or(line);
        let start = typed.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let before: Vec<&str> = typed[..start].split_whitespace().collect();
        let list = match before.as_slice() {
            [] => &self.first,
            ["moves"] => &self.squares,
            ["save" | "save!" | "load", ..] => {
                let (start, mut files) = FilenameCompleter::new().complete(line, at, context)?;
                files.retain(|file| hidden(&file.display).is_none());
                return Ok((start, files));
            }
            _ => return Ok((at, Vec::new())),
        };
        let fits = list.iter().filter(|word| word.starts_with(&typed[start..]));
        Ok((start, fits.map(|word| Pair { display: word.clone(), replacement: word.clone() }).collect()))
    }
}

impl Helper for Words {}

impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {}

impl Validator for Words {}
