//! Games in files: a game in, its text out, and back.

use crate::args::Start;
use crate::subject::Subject;
use anyhow::Context;
use heterodox::game::Game;
use heterodox::rules::Outcome;
use heterodox::variant::Variant;
use std::fmt::Write;
use std::path::Path;

/// A game as text.
pub(crate) fn write(variant: &Variant, game: &Game, outcome: Option<&Outcome>) -> String {
    let score = outcome.map_or("*", Outcome::score);
    let mut text = format!("[Variant \"{}\"]\n[Result \"{score}\"]\n", variant.name());
    for (name, value) in variant.options() {
        let _ = writeln!(text, "[Option \"{name}={value}\"]");
    }
    let _ = write!(text, "[SetUp \"1\"]\n[FEN \"{}\"]\n\n", game.start().to_fen(variant));
    for ply in game.plies() {
        let _ = write!(text, "{} ", ply.san);
    }
    let _ = writeln!(text, "{score}");
    text
}

/// Reads a game that was saved, and plays its moves.
pub(crate) fn read(subject: &mut Subject, file: &Path) -> anyhow::Result<Game> {
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read `{}`", file.display()))?;
    let tag = |line: &str| Some(line.trim().strip_prefix("[FEN \"")?.strip_suffix("\"]")?.to_owned());
    let fen = text.lines().find_map(tag);
    let moves: Vec<&str> = text.lines().filter(|line| !line.starts_with('[')).collect();
    let moves = moves.join("\n");
    let moves = moves.trim_end().trim_end_matches(['*', '0', '1', '2', '/', '-']).to_owned();
    let language = subject.language("en")?;
    subject.game(&Start { fen, after: Some(moves) }, &language)
}
