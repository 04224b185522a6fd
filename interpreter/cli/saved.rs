//! Games in files: a game in, PGN out, and back.

use crate::args::Choice;
use crate::output::Problems;
use crate::subject::Subject;
use anyhow::Context;
use heterodox::board::Side;
use heterodox::diagnostic::Diagnostic;
use heterodox::game::Game;
use heterodox::game::pgn::{self, Pgn};
use heterodox::notation::Language;
use heterodox::source::{SourceId, SourceMap};
use std::path::Path;

/// A game as PGN. A side that has resigned is not known from the moves.
pub(crate) fn write(
    subject: &mut Subject,
    game: &Game,
    language: &Language,
    resigned: Option<Side>,
    players: [&str; 2],
) -> String {
    let mut tags = vec![
        ("White".to_owned(), players[0].to_owned()),
        ("Black".to_owned(), players[1].to_owned()),
        ("Variant".to_owned(), subject.title().to_owned()),
    ];
    let Some(side) = resigned else { return pgn::write(&mut subject.rules, game, language, &tags) };
    let score = if side == Side::White { "0-1" } else { "1-0" };
    tags.push(("Result".to_owned(), score.to_owned()));
    tags.push(("Termination".to_owned(), format!("{side} resigns")));
    let text = pgn::write(&mut subject.rules, game, language, &tags);
    match text.strip_suffix("*\n") {
        Some(moves) => format!("{moves}{score}\n"),
        None => text,
    }
}

/// Reads a game from a file, so that its variant can be opened with the options of the game.
pub(crate) fn options(file: &Path, choice: &mut Choice) -> anyhow::Result<()> {
    let text = text(file)?;
    let mut sources = SourceMap::default();
    let source = sources.add(file.display().to_string(), text.clone());
    let pgn = pgn::parse(source, &text).map_err(|list| Problems { list, sources })?;
    for (name, value) in pgn.options() {
        if !choice.options.list.iter().any(|(chosen, _)| *chosen == name) {
            choice.options.list.push((name, value));
        }
    }
    Ok(())
}

/// Reads a game that was saved, and plays its moves.
pub(crate) fn read(subject: &mut Subject, file: &Path) -> anyhow::Result<Game> {
    let text = text(file)?;
    let source = subject.loaded.sources.add(file.display().to_string(), text.clone());
    replay(subject, source, &text).map_err(|list| subject.problems(list))
}

fn replay(subject: &mut Subject, source: SourceId, text: &str) -> Result<Game, Vec<Diagnostic>> {
    let pgn: Pgn = pgn::parse(source, text)?;
    if let Some(variant) = pgn.tag("Variant") {
        let names = [subject.title(), subject.rules.variant().name()];
        if !names.iter().any(|name| name.eq_ignore_ascii_case(&variant.value)) {
            let message = format!("this is a game of `{}`, not of `{}`", variant.value, names[0]);
            return Err(vec![Diagnostic::error("pgn-variant", message).at(variant.span).label("another variant")]);
        }
    }
    pgn.replay(&mut subject.rules)
}

fn text(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))
}
