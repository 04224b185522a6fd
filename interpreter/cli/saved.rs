//! Games in files: a game in, PGN out, and back.

use crate::args::{Choice, Player};
use crate::files;
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
use std::io::{ErrorKind, Read};
use std::path::Path;

/// What stands in the place of a name where the program plays.
const RANDOM: &str = "random moves";

/// The text of a game and where it was read.
#[derive(Debug)]
pub(crate) struct Saved {
    /// The file, as it is told.
    pub(crate) name: String,
    /// What it holds.
    pub(crate) text: String,
}

impl Saved {
    /// Reads a file.
    pub(crate) fn open(file: &Path) -> anyhow::Result<Saved> {
        let cannot = || format!("cannot read `{}`", file.display());
        // A pipe would be waited for.
        if !file.metadata().with_context(cannot)?.is_file() {
            bail!("cannot read `{}`: it is no plain file", file.display());
        }
        let text = text(&mut File::open(file).with_context(cannot)?).with_context(cannot)?;
        Ok(Saved { name: file.display().to_string(), text })
    }

    /// The tags and moves of the game.
    pub(crate) fn parsed(&self) -> Result<Pgn, Problems> {
        let mut sources = SourceMap::default();
        let source = sources.add(self.name.as_str(), self.text.as_str());
        pgn::parse(source, &self.text).map_err(|list| Problems { list, sources })
    }

    /// Lets the variant be opened with the options of the game. The options of another variant are not taken:
    /// [`Saved::replay`] says what is wrong with such a game.
    pub(crate) fn choose_options(&self, choice: &mut Choice) -> anyhow::Result<()> {
        let pgn = self.parsed()?;
        let other = |name| Bundled.names().iter().any(|known| known == name) && name != choice.variant;
        if pgn.variant().is_some_and(other) {
            return Ok(());
        }
        for (name, value) in pgn.options() {
            if !choice.options.list.iter().any(|(chosen, _)| *chosen == name) {
                choice.options.list.push((name, value));
            }
        }
        Ok(())
    }

    /// Who played White, who played Black.
    pub(crate) fn players(&self) -> anyhow::Result<[Player; 2]> {
        let pgn = self.parsed()?;
        Ok(["White", "Black"].map(|side| match pgn.tag(side) {
            Some(name) if name.value == RANDOM => Player::Random,
            _ => Player::Human,
        }))
    }

    /// Plays the moves of the game; also says who has resigned.
    pub(crate) fn replay(&self, subject: &mut Subject) -> anyhow::Result<(Game, Option<Side>)> {
        let source = subject.loaded.sources.add(self.name.as_str(), self.text.as_str());
        replay(subject, source, &self.text).map_err(|list| subject.problems(list))
    }
}

/// Reads a game from an open file.
pub(crate) fn text(file: &mut File) -> std::io::Result<String> {
    let mut text = String::new();
    // One byte more than a game may have, so that the reader finds it too long.
    file.take(pgn::MAX_LENGTH as u64 + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// A game as PGN, with more tags perhaps. A side that has resigned is not known from the moves.
pub(crate) fn write(
    subject: &mut Subject,
    game: &Game,
    language: &Language,
    resigned: Option<Side>,
    players: [Player; 2],
    more: Vec<(String, String)>,
) -> String {
    let [white, black] = players.map(|player| if player == Player::Human { "?" } else { RANDOM }.to_owned());
    let mut tags = vec![
        ("White".to_owned(), white),
        ("Black".to_owned(), black),
        ("Variant".to_owned(), subject.title().to_owned()),
    ];
    tags.extend(more);
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

/// Writes a game into a file that is not there yet, or over an earlier state of the same game; over anything else, which
/// would be lost, only if `over`. `known` is what was last saved or loaded.
pub(crate) fn save(file: &Path, game: &str, known: Option<&str>, over: bool) -> anyhow::Result<()> {
    let shown = file.display();
    if game.len() > pgn::MAX_LENGTH {
        bail!("the game is too long: files of more than {} bytes are not read again", pgn::MAX_LENGTH);
    }
    let place = files::place(file)?;
    let written = if place.exists() {
        let ending = file.extension().unwrap_or_default();
        if ["toml", "rhai"].iter().any(|source| ending.eq_ignore_ascii_case(source)) {
            bail!("`{shown}` is a definition or a script, which would be lost; name another file");
        }
        if !over && let Some(why) = would_lose(Saved::open(file).ok().as_ref(), game, known) {
            bail!("`{shown}` {why}; name another file, or write over it with `save! {shown}`");
        }
        files::replace(&place, game, true)
    } else {
        files::create(&place, game, true)
    };
    match written {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!("`{shown}` has come up meanwhile; save again"),
        Err(error) => Err(error).with_context(|| format!("cannot write `{shown}`")),
    }
}

/// What would be lost of a file if a game were written over it: what the file holds. Nothing of an earlier state of the
/// same game, nor of what is known; a file that cannot be read may hold anything.
fn would_lose(old: Option<&Saved>, game: &str, known: Option<&str>) -> Option<String> {
    let parsed = |text: &str| pgn::parse(SourceMap::default().add("", text), text).ok();
    let Some(Saved { text: old, .. }) = old else { return Some("holds no game".to_owned()) };
    if known.is_some_and(|known| known == old) {
        return None;
    }
    if old.trim().is_empty() {
        return Some("is empty".to_owned());
    }
    let Some((old, new)) = parsed(old).zip(parsed(game)) else {
        return Some("holds no game that can be read to its end".to_owned());
    };
    match (old.variant(), new.variant()) {
        (Some(old), Some(new)) if old.eq_ignore_ascii_case(new) => {}
        (Some(old), _) => return Some(format!("holds a game of `{old}`")),
        (None, _) => return Some("holds a game of another variant".to_owned()),
    }
    let start = |pgn: &Pgn| pgn.tag("FEN").map(|fen| fen.value.clone());
    let is_earlier =
        old.moves.len() <= new.moves.len() && old.moves.iter().zip(&new.moves).all(|(old, new)| old.value == new.value);
    let is_same = is_earlier && start(&old) == start(&new) && old.options() == new.options();
    (!is_same).then(|| "holds another game".to_owned())
}
