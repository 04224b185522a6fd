//! `heterodox watch`: a definition in; its board and everything that `validate` finds out, again whenever one of its files
//! is saved. What is seen at once is shown at once; what takes longer follows while the files are looked at all the time.

mod files;
mod worker;

use crate::args::WatchArgs;
use crate::checking::{Checked, trial};
use crate::format::Format;
use crate::output::{Problems, numbered, print, print_line, steer};
use crate::subject::examine_named;
use files::{PAUSE, settle, states};
use heterodox::diagnostic::render::{Style, render};
use heterodox::diagnostic::sarif::sarif;
use heterodox::diagnostic::{Code, Diagnostic, Severity};
use heterodox::open::Opened;
use heterodox::picture::{Scene, TextStyle, text};
use heterodox::playtest::trial::Plan;
use heterodox::position::Position;
use heterodox::source::{SourceId, SourceMap, Span, Spanned};
use serde_json::Value;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use worker::{News, Worker};

/// The longest that news are waited for before the files are looked at again; they are looked at once in a [`PAUSE`].
const GLANCE: Duration = Duration::from_millis(50);

pub(crate) fn run(args: &WatchArgs) -> anyhow::Result<ExitCode> {
    let (path, options) = (&args.choice.variant, &args.choice.options.list);
    let format = args.choice.report.format();
    let terminal = io::stdout().is_terminal() && matches!(format, Format::Human | Format::Short);
    let mut screen = Screen { terminal, format, written_over: false };
    let plan = Plan { games: args.play, seed: args.seed };
    let mut worker = Worker::new(path.clone(), options.clone(), plan);
    let mut files: Vec<PathBuf> = Vec::new();
    let mut number = 0;
    loop {
        // What is seen before the files are read cannot be newer than what is shown.
        let before = states(&files);
        let opened = examine_named(path, options);
        let missing = |problem: &Diagnostic| problem.code == Code::NotFound && problem.primary.is_none();
        if number == 0 && opened.diagnostics.iter().any(missing) {
            return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
        }
        if opened.loaded.files != files {
            files.clone_from(&opened.loaded.files);
            continue;
        }
        number += 1;
        screen.begin(path, number)?;
        if format == Format::Human {
            screen.say(&at_once(&opened, screen.terminal))?;
        }
        screen.found(&opened.diagnostics, &opened.loaded.sources)?;
        screen.status("checking ...")?;
        worker.begin(opened)?;
        let mut looked = Instant::now();
        // Until a file changes: what was begun on the old files is then of no use.
        loop {
            match worker.news(GLANCE)? {
                Some(News::First(moves)) if format == Format::Human => {
                    screen.say(&format!("{} at the start\n", numbered(moves, "legal move")))?;
                }
                Some(News::First(_)) => {}
                Some(News::Step(step)) => screen.status(&format!("{step} ..."))?,
                Some(News::Found(problems)) => screen.found(&problems.list, &problems.sources)?,
                Some(News::Done(checked)) => {
                    let sound = checked.count(Severity::Error) == 0;
                    screen.end(&checked, &checked.value(path, sound, args.seed), files.len())?;
                    if files.is_empty() {
                        return Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE });
                    }
                }
                None => {}
            }
            if looked.elapsed() >= PAUSE {
                if states(&files) != before {
                    break;
                }
                looked = Instant::now();
            }
        }
        worker.stop();
        screen.status("a file has changed ...")?;
        settle(&files);
    }
}

/// What is written: on a terminal each check on a clean screen, elsewhere one below the other; for programs each check on
/// a line of its own.
struct Screen {
    /// Whether people see it on a terminal.
    terminal: bool,
    format: Format,
    /// Whether the last line is a status, which goes when there is more to say.
    written_over: bool,
}

impl Screen {
    fn begin(&mut self, path: &str, number: usize) -> io::Result<()> {
        self.written_over = false;
        if self.is_for_programs() {
            return Ok(());
        }
        match self.terminal {
            true => steer("\x1b[2J\x1b[3J\x1b[H"),
            false => print(&format!("== {path}, check {number} ==\n")),
        }
    }

    fn is_for_programs(&self) -> bool {
        matches!(self.format, Format::Json | Format::Sarif)
    }

    /// Problems that have come up.
    fn found(&mut self, problems: &[Diagnostic], sources: &SourceMap) -> io::Result<()> {
        match self.format {
            Format::Human if problems.is_empty() => Ok(()),
            Format::Human => self.say(&format!("\n{}\n", render(problems, sources, Style::Coloured))),
            Format::Short => self.say(&render(problems, sources, Style::Short)),
            Format::Json | Format::Sarif => Ok(()),
        }
    }

    /// The end of a check of so many files.
    fn end(&mut self, checked: &Checked, value: &Value, files: usize) -> io::Result<()> {
        match self.format {
            Format::Human => self.say(&summary(checked))?,
            Format::Short => {}
            Format::Json => return print_line(value),
            Format::Sarif => {
                let log = sarif([(checked.problems.as_slice(), &checked.opened.loaded.sources)]);
                return print_line(&log);
            }
        }
        match files {
            0 => self.say("nothing here can change: it comes with the program\n"),
            n => self.say(&format!("watching {}; ctrl-c ends\n", numbered(n, "file"))),
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        if std::mem::take(&mut self.written_over) {
            steer("\r\x1b[2K")?;
        }
        print(text)
    }

    /// What is being done at the moment; only on a terminal.
    fn status(&mut self, text: &str) -> io::Result<()> {
        if !self.terminal {
            return Ok(());
        }
        self.say(text)?;
        self.written_over = true;
        Ok(())
    }
}

/// What is seen without playing: the board.
fn at_once(opened: &Opened, colour: bool) -> String {
    let Some(variant) = &opened.variant else { return String::new() };
    let start = Spanned::new(variant.start().to_owned(), Span::new(SourceId(0), 0..0));
    let Ok((position, _)) = Position::from_fen(variant, &start) else { return String::new() };
    let scene = Scene::new(variant, &position);
    let board = text(&scene, TextStyle { colour, ..TextStyle::default() });
    format!("{}\n\n{board}\n{} to move\n", variant.name(), position.turn())
}

/// What is said when all is done.
fn summary(checked: &Checked) -> String {
    let mut out = String::new();
    if checked.problems.is_empty() {
        out.push_str("no problems\n");
    }
    match checked.tests {
        Some((passed, 0)) => out.push_str(&format!("{} passed\n", numbered(passed, "test"))),
        Some((passed, failed)) => out.push_str(&format!("{} passed, {failed} FAILED\n", numbered(passed, "test"))),
        None => out.push_str("the tests wait until it can be played\n"),
    }
    if let Some(played) = &checked.played {
        out.push_str(&format!("{}\n", trial::summary(played)));
    }
    if !checked.tried.is_empty() {
        out.push_str(&format!("also tried: {}\n", checked.tried.join(", ")));
    }
    out
}
