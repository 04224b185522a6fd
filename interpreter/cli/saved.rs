//! Games in files: a game in, PGN out, and back.

use crate::args::Choice;
use crate::output::Problems;
use crate::subject::Subject;
use anyhow::{Context, bail};
use heterodox::board::Side;
use heterodox::bundled::Bundled;
use heterodox::definition::loader::Library;
use heterodox::diagnostic::{Code, Diagnostic};
use heterodox::game::Game;
use heterodox::game::pgn::{self, Pgn};
use heterodox::notation::Language;
use heterodox::source::{SourceId, SourceMap};
use std::fs::File;
use std::io::Read;
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
    tags.push(("Termination".to_owned(), resignation(side)));
    let text = pgn::write(&mut subject.rules, game, language, &tags);
    match text.strip_suffix("*\n") {
        Some(moves) => format!("{moves}{score}\n"),
        None => text,
    }
}

/// Reads a game from a file, so that its variant can be opened with the options of the game. The options of another
/// variant are not taken: [`read`] says what is wrong with such a game.
pub(crate) fn options(file: &Path, choice: &mut Choice) -> anyhow::Result<()> {
    let text = text(file)?;
    let mut sources = SourceMap::default();
    let source = sources.add(file.display().to_string(), text.clone());
    let pgn = pgn::parse(source, &text).map_err(|list| Problems { list, sources })?;
    if pgn.variant().is_some_and(|name| Bundled.names().iter().any(|known| known == name) && name != choice.variant) {
        return Ok(());
    }
    for (name, value) in pgn.options() {
        if !choice.options.list.iter().any(|(chosen, _)| *chosen == name) {
            choice.options.list.push((name, value));
        }
    }
    Ok(())
}

/// Reads a game that was saved, and plays its moves; also who has resigned.
pub(crate) fn read(subject: &mut Subject, file: &Path) -> anyhow::Result<(Game, Option<Side>)> {
    let text = text(file)?;
    let source = subject.loaded.sources.add(file.display().to_string(), text.clone());
    replay(subject, source, &text).map_err(|list| subject.problems(list))
}

fn replay(subject: &mut Subject, source: SourceId, text: &str) -> Result<(Game, Option<Side>), Vec<Diagnostic>> {
    let pgn: Pgn = pgn::parse(source, text)?;
    if let Some(variant) = pgn.tag("Variant") {
        let names = [subject.title(), subject.rules.variant().name()];
        if !names.iter().any(|name| name.eq_ignore_ascii_case(&variant.value)) {
            let message = format!("this is a game of `{}`, not of `{}`", variant.value, names[0]);
            return Err(vec![Diagnostic::error(Code::PgnVariant, message).at(variant.span).label("another variant")]);
        }
    }
    let game = pgn.replay(&mut subject.rules)?;
    let resigned = pgn
        .tag("Termination")
        .and_then(|end| [Side::White, Side::Black].into_iter().find(|side| end.value == resignation(*side)));
    Ok((game, resigned))
}

/// How a game ended that a side gave up.
fn resignation(side: Side) -> String {
    format!("{side} resigns")
}

/// Writes a game into a file that is not there yet, or that holds a game; anything else would be lost.
pub(crate) fn save(file: &Path, game: &str) -> anyhow::Result<()> {
    if file.exists() {
        let kept = text(file).unwrap_or_else(|_| "?".to_owned());
        let source = SourceMap::default().add("", kept.clone());
        let is_game = pgn::parse(source, &kept).is_ok_and(|pgn| pgn.variant().is_some());
        if !is_game && !kept.is_empty() {
            bail!("`{}` is there and holds no saved game; name another file", file.display());
        }
    }
    std::fs::write(file, game).with_context(|| format!("cannot write `{}`", file.display()))
}

fn text(file: &Path) -> anyhow::Result<String> {
    let cannot = || format!("cannot read `{}`", file.display());
    let mut text = String::new();
    // One byte more than a game may have, so that the reader finds it too long.
    File::open(file)
        .with_context(cannot)?
        .take(pgn::MAX_LENGTH as u64 + 1)
        .read_to_string(&mut text)
        .with_context(cannot)?;
    Ok(text)
}
