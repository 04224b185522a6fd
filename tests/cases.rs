//! The cases handed down with the rules: positions with all their legal moves, check, outcome and counts; whole games.

use crate::support::{coordinates, moves, position, rules};
use heterodox::board::{Board, Cell, Side, Square};
use heterodox::bundled::Bundled;
use heterodox::open::open_text;
use heterodox::position::Position;
use heterodox::rules::Rules;
use serde_json::Value;
use std::collections::BTreeSet;

/// Whether lists of moves differ, and how.
fn difference(expected: &[String], got: &[String]) -> Option<String> {
    let (expected, got): (BTreeSet<_>, BTreeSet<_>) = (expected.iter().collect(), got.iter().collect());
    let missing: Vec<_> = expected.difference(&got).collect();
    let extra: Vec<_> = got.difference(&expected).collect();
    (!missing.is_empty() || !extra.is_empty()).then(|| format!("missing {missing:?}, extra {extra:?}"))
}

/// Everything that is wrong with one case.
fn judge(rules: &mut Rules, case: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    let strings = |value: &Value| -> Vec<String> {
        value.as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()).collect()
    };
    let position = position(rules, case["fen"].as_str().unwrap());
    let got = coordinates(rules, &position);
    if let Some(difference) = difference(&strings(&case["moves"]), &got) {
        wrong.push(difference);
    }
    if got.len() != case["moves"].as_array().unwrap().len() {
        wrong.push(format!("{} moves, some under one name", got.len()));
    }
    if let Some(check) = case.get("check").and_then(Value::as_bool)
        && rules.in_check(&position) != check
    {
        wrong.push(format!("in check: not {check}"));
    }
    let outcome = rules.outcome(&position, 1);
    let expected = &case["outcome"];
    match (&outcome, expected.is_null()) {
        (None, true) => {}
        (Some(outcome), false) => {
            let winner = outcome.winner().map(|side| side.to_string());
            if winner.as_deref() != expected["winner"].as_str() {
                wrong.push(format!("winner {winner:?}, not {}", expected["winner"]));
            }
        }
        _ => wrong.push(format!("outcome {outcome:?}, not {expected}")),
    }
    for (depth, count) in (1..).zip(case["perft"].as_array().unwrap()) {
        let got = rules.perft(&position, depth);
        if Some(got) != count.as_u64() {
            wrong.push(format!("perft {depth}: {got}, not {count}"));
        }
    }
    wrong
}

fn file(game: &str, text: &str, at_least: usize) {
    let mut rules = rules(game);
    let mut wrong = Vec::new();
    let cases: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(cases.len() >= at_least, "only {} cases", cases.len());
    for case in &cases {
        assert_eq!(case["variant"], game);
        let found = judge(&mut rules, case);
        wrong.extend(found.into_iter().map(|problem| format!("{} {}: {problem}", case["id"], case["fen"])));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn knight_relay() {
    file("knight-relay", include_str!("cases/knight-relay.jsonl"), 25);
}

#[test]
fn diplomat() {
    file("diplomat", include_str!("cases/diplomat.jsonl"), 40);
}

#[test]
fn cheskers() {
    file("cheskers", include_str!("cases/cheskers.jsonl"), 24);
}

#[test]
fn a_case_that_lies_is_found() {
    let case = r#"{"fen": "8/2p3k1/8/4p3/3C4/8/8/2K5 w - - 0 1", "outcome": null, "moves": ["c1b2"], "perft": [9]}"#;
    let wrong = judge(&mut rules("cheskers"), &serde_json::from_str(case).unwrap());
    assert!(wrong[0].starts_with("missing [], extra [\"c1d2\""), "{wrong:?}");
}

/// The neighbours of every square.
#[test]
fn the_round_board_square_by_square() {
    let data: Value = serde_json::from_str(include_str!("cases/diplomat-board.json")).unwrap();
    let rules = rules("diplomat");
    let board = rules.variant().board();
    let names: BTreeSet<&str> = board.squares().map(|square| board.name(square)).collect();
    let cells: BTreeSet<&str> = data["cells"].as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
    assert_eq!(names, cells);
    for (heading, key) in [(true, "orth"), (false, "diag")] {
        let table = data[key].as_object().unwrap();
        assert_eq!(table.len(), cells.len());
        for (name, expected) in table {
            let place = board.place_of(board.square(name).unwrap());
            let poses = (0..board.n_headings(place)).map(|heading| heterodox::board::Pose { place, heading });
            let ahead = poses.filter(|pose| board.is_orthogonal(*pose) == heading).flat_map(|pose| board.ahead(pose));
            let got: BTreeSet<&str> =
                ahead.filter_map(|pose| board.square_at(pose.place)).map(|square| board.name(square)).collect();
            let expected: BTreeSet<&str> =
                expected.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
            assert_eq!(got, expected, "{key} of {name}");
        }
    }
}

/// Where each piece goes on an otherwise empty round board, and where pawns step and take.
#[test]
fn every_piece_from_every_cell_of_the_round_board() {
    let toml = r#"
format  = 1
name    = "Bare"
extends = "diplomat"
remove  = ["end"]

[pieces.king]
royal = false
"#;
    let opened = open_text("bare.toml", toml, &[], &Bundled, &[]);
    let mut rules = Rules::new(opened.variant.expect("a sound definition"));
    let data: Value = serde_json::from_str(include_str!("cases/diplomat-board.json")).unwrap();
    let board = rules.variant().board().clone();
    for square in board.squares() {
        let name = board.name(square);
        for (letter, key) in [('K', "king"), ('N', "horse"), ('R', "rook_rays"), ('B', "bishop_rays")] {
            let here = position(&mut rules, &alone(&board, square, letter, None));
            assert_eq!(landings(&mut rules, &here), cells(&data[key][name]), "{key} from {name}");
        }
        for (side, pawn, foe) in [("white", 'P', 'p'), ("black", 'p', 'P')] {
            let here = position(&mut rules, &alone(&board, square, pawn, None));
            assert_eq!(
                landings(&mut rules, &here),
                cells(&data["pawn_forward"][side][name]),
                "{side} step from {name}"
            );
            let here = position(&mut rules, &alone(&board, square, pawn, Some(foe)));
            assert_eq!(
                landings(&mut rules, &here),
                cells(&data["pawn_capture"][side][name]),
                "{side} takes from {name}"
            );
            let zone = cells(&data["promotion"][side]);
            for mv in rules.legal_moves(&here) {
                assert_eq!(mv.promotion().is_some(), zone.contains(board.name(mv.to())), "{side} from {name}");
            }
        }
    }
}

/// A FEN with one piece, to move, and others or nobody on all the other squares.
fn alone(board: &Board, square: Square, piece: char, others: Option<char>) -> String {
    let mut fen = String::new();
    for (number, row) in board.fen_rows().iter().enumerate() {
        if number > 0 {
            fen.push('/');
        }
        let mut blanks = 0;
        for cell in row {
            match if *cell == Cell::Square(square) { Some(piece) } else { others } {
                None => blanks += 1,
                Some(piece) => {
                    if blanks > 0 {
                        fen.push_str(&blanks.to_string());
                    }
                    blanks = 0;
                    fen.push(piece);
                }
            }
        }
        if blanks > 0 {
            fen.push_str(&blanks.to_string());
        }
    }
    format!("{fen} {} - - 0 1", if piece.is_uppercase() { 'w' } else { 'b' })
}

/// Where the moves of a position end.
fn landings(rules: &mut Rules, here: &Position) -> BTreeSet<String> {
    let moves = rules.legal_moves(here);
    moves.iter().map(|mv| rules.variant().board().name(mv.to()).to_owned()).collect()
}

/// All cells in nested lists.
fn cells(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(cells).collect(),
        other => other.as_str().map(str::to_owned).into_iter().collect(),
    }
}

/// A line of the file of games.
struct Record<'a> {
    name: &'a str,
    result: &'a str,
    lent: Vec<usize>,
    checks: Vec<usize>,
    mate: Option<usize>,
    moves: Vec<&'a str>,
}

fn games() -> Vec<Record<'static>> {
    let lines = include_str!("cases/games/knight-relay.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, result, lent, checks, mate, moves] = cells[..] else { panic!("not six columns: {line}") };
            let numbers = |cell: &str| cell.split(' ').filter_map(|number| number.parse().ok()).collect();
            Record {
                name,
                result,
                lent: numbers(lent),
                checks: numbers(checks),
                mate: mate.parse().ok(),
                moves: moves.split(' ').collect(),
            }
        })
        .collect()
}

#[test]
fn the_published_games_replay_to_their_end() {
    let mut rules = rules("knight-relay");
    assert_eq!(games().len(), 3);
    for game in games() {
        let mut here: Position = position(&mut rules, "start");
        let (mut lent, mut checks) = (Vec::new(), Vec::new());
        for (ply, text) in (1..).zip(&game.moves) {
            assert_eq!(rules.outcome(&here, 1), None, "{} before ply {ply}", game.name);
            let legal = moves(&mut rules, &here);
            let (_, mv) = legal
                .iter()
                .find(|(known, _)| known == text)
                .unwrap_or_else(|| panic!("{}, ply {ply}: {text} is not legal", game.name));
            if mv.movement(rules.variant()).and_then(|movement| movement.mark.as_deref()) == Some("R") {
                lent.push(ply);
            }
            here = rules.play_unchecked(&here, mv);
            if rules.in_check(&here) {
                checks.push(ply);
            }
        }
        assert_eq!(lent, game.lent, "{}", game.name);
        assert_eq!(checks, game.checks, "{}", game.name);
        let outcome = rules.outcome(&here, 1);
        assert_eq!(outcome.is_some(), game.mate.is_some(), "{}", game.name);
        if let Some(ply) = game.mate {
            let outcome = outcome.unwrap();
            assert_eq!((ply, outcome.reason.as_str()), (game.moves.len(), "checkmate"), "{}", game.name);
            assert_eq!((outcome.score(), outcome.winner()), (game.result, Some(Side::White)), "{}", game.name);
        }
    }
}
