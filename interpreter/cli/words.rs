//! Words and boards for people: who is to move, how a game ended, the scene of a game's position. Sentences are English; a
//! word of another language stands behind a colon, not in the middle of one.

use heterodox::board::{Side, Square};
use heterodox::game::Game;
use heterodox::notation::Language;
use heterodox::picture::Scene;
use heterodox::rules::Outcome;
use heterodox::variant::Variant;
use serde_json::{Value, json};

/// `white to move`; in other languages `to move: blancas`
pub(crate) fn to_move(side: Side, language: &Language) -> String {
    let name = language.side_name(side);
    if language.is_english() { format!("{name} to move") } else { format!("to move: {name}") }
}

/// `checkmate, white wins (1-0)`; in other languages `checkmate, winner: blancas (1-0)`
pub(crate) fn ended(outcome: &Outcome, language: &Language) -> String {
    let who = match outcome.winner().map(|side| language.side_name(side)) {
        Some(name) if language.is_english() => format!("{name} wins"),
        Some(name) => format!("winner: {name}"),
        None => "a draw".to_owned(),
    };
    format!("{}, {who} ({})", outcome.reason, outcome.score())
}

/// The same for programs.
pub(crate) fn outcome_json(outcome: &Outcome) -> Value {
    json!({ "winner": outcome.winner().map(|side| side.to_string()), "reason": outcome.reason })
}

/// The position that a game has reached, with its last move pointed out.
pub(crate) fn scene<'a>(
    variant: &'a Variant,
    game: &'a Game,
    language: &Language,
    marks: Vec<Square>,
    flipped: bool,
) -> Scene<'a> {
    let letters = (0..variant.kinds().len()).map(|kind| language.letter(kind as u8).to_owned()).collect();
    Scene {
        last: game.plies().last().map(|ply| (ply.mv.from(), ply.mv.to())),
        marks,
        flipped,
        letters: Some(letters),
        ..Scene::new(variant, game.position())
    }
}

/// The coordinates of the moves of a game.
pub(crate) fn led(game: &Game) -> Vec<String> {
    game.plies().iter().map(|ply| ply.coordinate.clone()).collect()
}
