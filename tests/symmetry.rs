//! Swapping the colours with a mirror or half a turn of the board changes nothing but the names of the squares.

use crate::support::{position, random_game, rules};
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
    let mut rules = rules(game);
    for seed in 0..8 {
        for here in random_game(&mut rules, seed, 90) {
            let fen = swapped(&rules, &here, turned);
            let there = position(&mut rules, &fen);
            let (ours, theirs) = (rules.legal_moves(&here), rules.legal_moves(&there));
            let board = rules.variant().board();
            let key = |mv: &Move, turn: bool| {
                let mut shape = shape(board, mv, |board, square| {
                    if turn { turned(board, square).expect("the board is symmetric") } else { square }
                });
                // Which of several men is named as the origin of one move is of no consequence.
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
        }
    }
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
