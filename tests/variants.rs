//! The bundled games against their own `[[test]]` tables.

use crate::support::{GAMES, opened};
use heterodox::bundled::Bundled;
use heterodox::definition::loader::Library;
use heterodox::diagnostic::render::{Style, render};
use heterodox::playtest::run_tests;

/// Everything that is wrong with a definition by its own account; `strict` also minds warnings.
pub(crate) fn failures(target: &str, at_least: usize) -> String {
    let opened = opened(target, &[]);
    let mut wrong = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    let reports = run_tests(&opened, |options| {
        let options: Vec<(&str, &str)> = options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        crate::support::opened(target, &options)
    });
    for report in &reports {
        wrong.push_str(&render(&report.problems, &opened.loaded.sources, Style::Plain));
    }
    if reports.len() < at_least {
        wrong.push_str(&format!("{target} has only {} tests\n", reports.len()));
    }
    wrong
}

#[test]
fn the_list_is_whole() {
    assert_eq!(Bundled.names(), GAMES);
}

#[test]
fn chess() {
    assert_eq!(failures("chess", 8), "");
}

#[test]
fn knight_relay() {
    assert_eq!(failures("knight-relay", 20), "");
}

#[test]
fn diplomat() {
    assert_eq!(failures("diplomat", 20), "");
}

#[test]
fn cheskers() {
    assert_eq!(failures("cheskers", 20), "");
}
