//! `heterodox watch`: a definition in; its board, its problems and its tests out, again whenever one of its files is
//! saved. Files are asked for their state a few times a second: that sees editors that write in place and editors that
//! put a new file in the place of the old one, files that are not there yet, and folders over a network alike.

use crate::args::WatchArgs;
use crate::output::{Problems, numbered, print};
use crate::subject::open_named;
use heterodox::diagnostic::render::{Style, render};
use heterodox::diagnostic::{Code, Diagnostic};
use heterodox::game::Game;
use heterodox::open::Opened;
use heterodox::picture::{Scene, TextStyle, text};
use heterodox::playtest::{run_tests, wide_hooks};
use heterodox::rules::Rules;
use heterodox::source::{Span, Spanned};
use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, SystemTime};

/// How long to wait between two looks at the files.
const PAUSE: Duration = Duration::from_millis(150);

/// The most looks to wait for files that are still being written.
const PATIENCE: usize = 20;

/// The most bytes of a file that are looked at; definitions are not longer.
const MOST: u64 = 1 << 20;

pub(crate) fn run(args: &WatchArgs) -> anyhow::Result<ExitCode> {
    let (path, options) = (&args.choice.variant, &args.choice.options.list);
    let terminal = std::io::stdout().is_terminal();
    let mut files: Vec<PathBuf> = Vec::new();
    let mut number = 0;
    loop {
        // What is seen before the files are read cannot be newer than what is shown.
        let before = states(&files);
        let opened = open_named(path, options);
        let missing = |problem: &Diagnostic| problem.code == Code::NotFound && problem.primary.is_none();
        if number == 0 && opened.diagnostics.iter().any(missing) {
            return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
        }
        if opened.loaded.files != files {
            files.clone_from(&opened.loaded.files);
            continue;
        }
        number += 1;
        let sound = opened.is_sound();
        let watched = match files.len() {
            0 => "nothing here can change: it comes with the program".to_owned(),
            n => format!("watching {}; ctrl-c ends", numbered(n, "file")),
        };
        let shown = format!("{}\n{watched}\n", shown(path, opened, options, terminal));
        let head = if terminal { "\x1b[2J\x1b[3J\x1b[H".to_owned() } else { format!("== {path}, check {number} ==\n") };
        print(&format!("{head}{shown}"))?;
        if files.is_empty() {
            return Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        await_change(&files, &before);
    }
}

/// Waits until files are otherwise than they were, and stay so for a moment.
fn await_change(files: &[PathBuf], before: &[State]) {
    let mut last = states(files);
    while last == before {
        std::thread::sleep(PAUSE);
        last = states(files);
    }
    for _ in 0..PATIENCE {
        std::thread::sleep(PAUSE);
        let now = states(files);
        if now == last {
            return;
        }
        last = now;
    }
}

/// What a file is like, as far as a change shows: when it was written, its length and its contents. `None`: not there.
type State = Option<(Option<SystemTime>, u64, u64)>;

fn states(files: &[PathBuf]) -> Vec<State> {
    files.iter().map(|file| state(file)).collect()
}

fn state(file: &Path) -> State {
    let about = file.metadata().ok()?;
    let mut bytes = Vec::new();
    // Opening anything but a file might wait for ever.
    if about.is_file() {
        File::open(file).ok()?.take(MOST).read_to_end(&mut bytes).ok()?;
    }
    let mut hash = DefaultHasher::new();
    hash.write(&bytes);
    Some((about.modified().ok(), about.len(), hash.finish()))
}

/// The board, the problems and the tests of a definition.
fn shown(path: &str, mut opened: Opened, options: &[(String, String)], colour: bool) -> String {
    let mut out = String::new();
    let mut problems = std::mem::take(&mut opened.diagnostics);
    problems.extend(opened.variant.iter().flat_map(wide_hooks));
    if let Some(variant) = opened.variant.clone() {
        let mut rules = Rules::new(variant.clone());
        let start = variant.start().to_owned();
        let source = opened.loaded.sources.add("start", start.clone());
        let quoted = Spanned::new(start.clone(), Span::new(source, 0..start.len()));
        if let Ok((position, _)) = rules.position(&quoted) {
            let mut game = Game::new(&mut rules, position);
            let moves = game.legal_moves(&mut rules).len();
            let scene = Scene::new(&variant, game.position());
            out.push_str(&format!("{}\n\n", variant.name()));
            out.push_str(&text(&scene, TextStyle { colour, ..TextStyle::default() }));
            out.push_str(&format!("\n{} to move, {}\n", variant.first(), numbered(moves, "legal move")));
        }
        problems.extend(rules.context().trouble().cloned());
    }
    let sources = &opened.loaded.sources;
    if problems.is_empty() {
        out.push_str("no problems\n");
    } else {
        out.push_str(&format!("\n{}\n", render(&problems, sources, Style::Coloured)));
    }
    if opened.variant.is_none() {
        out.push_str("the tests wait until it can be played\n");
        return out;
    }
    let reports = run_tests(&opened, |chosen| {
        let mut all = options.to_vec();
        all.retain(|(name, _)| chosen.iter().all(|(other, _)| other != name));
        all.extend_from_slice(chosen);
        open_named(path, &all)
    });
    let failed: Vec<_> = reports.iter().filter(|report| !report.passed()).collect();
    for report in &failed {
        out.push_str(&format!("\n{}", render(&report.problems, sources, Style::Coloured)));
    }
    let passed = numbered(reports.len() - failed.len(), "test");
    match failed.len() {
        0 => out.push_str(&format!("{passed} passed\n")),
        n => out.push_str(&format!("\n{passed} passed, {n} FAILED\n")),
    }
    out
}
