//! Swapping the colours with a mirror or half a turn of the board changes nothing but the names of the squares.

use crate::support::{play, position, random_game, rules, rules_of};
use heterodox::board::{Board, Cell, Side, Square};
use heterodox::position::Position;
use heterodox::rules::{Move, Rules};
use std::collections::BTreeSet;

/// A way to turn the board over.
type Turned = fn(&Board, Square) -> Option<Square>;

/// The FEN of a position with colours swapped and squares moved.
fn swapped(rules: &Rules, here: &Position, turned: Turned) -> String {
    let variant = rules.variant();
    let board = variant.board();
    let mut rows = Vec::new();
    for row in board.fen_rows() {
        let mut text = String::new();
        let mut blanks = 0;
        for cell in row {
            let Cell::Square(square) = cell else {
                blanks += 1;
                continue;
            };
            // Both ways of turning are their own inverse.
            let from = turned(board, *square).expect("the board is symmetric");
            match here.at(from) {
                None => blanks += 1,
                Some((side, kind)) => {
                    if blanks > 0 {
                        text.push_str(&blanks.to_string());
                        blanks = 0;
                    }
                    let letter = variant.kinds()[usize::from(kind)].letter;
                    match side {
                        Side::White => text.extend(letter.to_lowercase()),
                        Side::Black => text.push(letter),
                    }
                }
            }
        }
        if blanks > 0 {
            text.push_str(&blanks.to_string());
        }
        rows.push(text);
    }
    let fen = here.to_fen(variant);
    let fields: Vec<&str> = fen.split(' ').collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let swap = |c: char| if c.is_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    let mut rights: Vec<char> = fields[2].chars().map(swap).collect();
    rights.sort_unstable();
    let passing = match board.square(fields[3]) {
        Some(square) => board.name(turned(board, square).unwrap()),
        None => fields[3],
    };
    let rights: String = rights.into_iter().collect();
    format!("{} {turn} {rights} {passing} {} {}", rows.join("/"), fields[4], fields[5])
}

/// What identifies a move, its squares sent through a map.
fn shape(
    board: &Board,
    mv: &Move,
    turned: impl Fn(&Board, Square) -> Square,
) -> (Vec<u8>, Option<u8>, BTreeSet<u8>, bool) {
    let mut squares = vec![turned(board, mv.from()).0];
    squares.extend(mv.landings().into_iter().map(|square| turned(board, square).0));
    let taken = mv.captured().iter().map(|&square| turned(board, square).0).collect();
    (squares, mv.promotion(), taken, mv.castles_with().is_some())
}

fn symmetric(game: &str, turned: Turned, effects_by_target: bool) {
    symmetric_in(&mut rules(game), game, turned, effects_by_target);
}

/// Plays random games, and each position with the colours swapped; how many of them are over.
fn symmetric_in(rules: &mut Rules, game: &str, turned: Turned, effects_by_target: bool) -> usize {
    let mut over = 0;
    for seed in 0..8 {
        for here in random_game(rules, seed, 90) {
            let fen = swapped(rules, &here, turned);
            let there = position(rules, &fen);
            let (ours, theirs) = (rules.legal_moves(&here), rules.legal_moves(&there));
            let board = rules.variant().board();
            let key = |mv: &Move, turn: bool| {
                let mut shape = shape(board, mv, |board, square| {
                    if turn { turned(board, square).expect("the board is symmetric") } else { square }
                });
                // Which of several pieces is named as the origin of one move is of no consequence.
                if effects_by_target && mv.movement(rules.variant()).is_some_and(|movement| movement.text.is_some()) {
                    shape.0.remove(0);
                    shape.0.push(u8::MAX);
                }
                shape
            };
            let mapped: BTreeSet<_> = ours.iter().map(|mv| key(mv, true)).collect();
            let found: BTreeSet<_> = theirs.iter().map(|mv| key(mv, false)).collect();
            assert_eq!(mapped, found, "{game}\n{}\n{fen}", here.to_fen(rules.variant()));
            assert_eq!(ours.len(), theirs.len(), "{game} {fen}");
            assert_eq!(rules.in_check(&here), rules.in_check(&there), "{game} {fen}");
            let winner = rules.outcome(&here, 1).map(|outcome| outcome.winner().map(Side::other));
            assert_eq!(rules.outcome(&there, 1).map(|outcome| outcome.winner()), winner, "{game} {fen}");
            over += usize::from(winner.is_some());
        }
    }
    over
}

#[test]
fn chess_in_the_mirror() {
    symmetric("chess", Board::mirror_ranks, false);
}

#[test]
fn knight_relay_in_the_mirror() {
    symmetric("knight-relay", Board::mirror_ranks, false);
}

#[test]
fn diplomat_after_half_a_turn() {
    symmetric("diplomat", Board::half_turn, true);
}

#[test]
fn cheskers_after_half_a_turn() {
    symmetric("cheskers", Board::half_turn, false);
}

#[test]
fn a_game_that_is_not_symmetric_is_found_out() {
    let found = std::panic::catch_unwind(|| symmetric("examples/fox-and-hounds", Board::half_turn, false));
    assert!(found.is_err());
}

/// Queens and pawns on files other than those of the king, put and judged by a script in every word of place.
const PLACES: &str = r#"
format = 1
name   = "Places"
script = "rules.rhai"

[board]
shape = "rectangle"
files = 8
ranks = 8

[regions]
goal  = "ranks 6-8"
wing  = "files 1-3"

[pieces.king]
letter = "K"
moves  = [{ move = "K", filter = "may" }, { move = "W2", does = "found", text = "{origin}*{target}" }]

[pieces.queen]
letter = "Q"
moves  = { move = "Q", to = "wing", filter = "may" }

[setup]
fen = "2k5/8/8/3q4/4Q3/8/8/5K2 w - - 0 1"

[[end]]
script = "late"
"#;

const PLACES_SCRIPT: &str = r#"
/// Not to the file it stands on, unless a foe stands within his goal.
fn may(piece, target) { target.file != piece.file || piece.square.leap(1 - piece.file, 3).within("goal") }
/// A queen is put far to the left.
fn found(mv) { mv.stay(); mv.put("queen", mv.origin.leap(1 - mv.origin.file, 2)); }
/// Both sides' goals are asked for.
fn late(game) { if game.theirs.of("queen").within("goal").more_than(2) || game.mine.within("wing").more_than(5) { "loss" } }
"#;

#[test]
fn scripts_and_regions_see_both_sides_alike() {
    let mut rules = rules_of(PLACES, PLACES_SCRIPT);
    let ends = symmetric_in(&mut rules, "places", Board::half_turn, false);
    assert!(ends > 0, "no game comes to its end");
    for (fen, mv, after) in [
        ("k7/8/8/8/8/3K4/8/8 w - - 0 1", "d3*d4", "k7/8/8/Q7/8/3K4/8/8 b - - 1 1"),
        ("8/8/4k3/8/8/8/8/7K b - - 0 1", "e6*e5", "8/8/4k3/8/7q/8/8/7K w - - 1 2"),
    ] {
        let here = position(&mut rules, fen);
        assert_eq!(play(&mut rules, &here, mv).to_fen(rules.variant()), after, "{fen}");
    }
}
