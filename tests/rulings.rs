//! What conditions, ends and scripts mean in play, where one could be read past the other.

use crate::support::rules_of;
use heterodox::bundled::Bundled;
use heterodox::game::Game;
use heterodox::notation::{Language, coordinate};
use heterodox::open::{Opened, open_text};
use heterodox::playtest::trial::{Plan, trial};
use heterodox::rules::{Rules, Stop};
use heterodox::source::{SourceId, Span, Spanned};

fn opened(tables: &str, script: &str) -> Opened {
    let names = if script.is_empty() { "" } else { "script = \"rules.rhai\"\n" };
    let toml = format!("format = 1\nname = \"Ruling\"\nextends = \"chess\"\n{names}{tables}\n");
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    open_text("ruling.toml", &toml, if script.is_empty() { &[] } else { &scripts }, &Bundled, &[])
}

fn rules(tables: &str, script: &str) -> Rules {
    let opened = opened(tables, script);
    Rules::new(opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics)))
}

/// A game from a position after some moves in coordinates, which must be legal.
fn game(rules: &mut Rules, fen: &str, moves: &str) -> Game {
    let (start, _) = rules.position(&Spanned::new(fen.to_owned(), Span::new(SourceId(0), 0..fen.len()))).unwrap();
    let mut game = Game::new(rules, start);
    let english = Language::english(rules.variant());
    for text in moves.split_whitespace() {
        game.play_text(rules, text, &english).unwrap_or_else(|why| panic!("{text}: {why:?}"));
    }
    game
}

/// The legal moves of a game in coordinates, in order.
fn moves(rules: &mut Rules, game: &mut Game) -> Vec<String> {
    let legal = game.legal_moves(rules).to_vec();
    let mut names = coordinate(rules.variant(), game.position(), &legal);
    names.sort();
    names
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn all_stands_for_every_kind_in_conditions_of_a_man() {
    let power = |when: &str| format!("[powers.step]\npieces = [\"knight\"]\nmoves = \"W\"\nwhen = \"{when}\"");
    let fen = "4k3/8/8/8/1r2N3/3P4/8/4K3 w - - 0 1";
    for (when, steps) in [
        ("defended by all", true),
        ("not defended by all", false),
        ("defended by pawn", true),
        ("defended by rook", false),
        ("attacked by all", true),
        ("attacked by rook", true),
        ("attacked by pawn", false),
    ] {
        let mut rules = rules(&power(when), "");
        let mut game = game(&mut rules, fen, "");
        assert_eq!(moves(&mut rules, &mut game).contains(&"e4e5".to_owned()), steps, "{when}");
    }
    let mut immune = rules("[pieces.knight]\nimmune = \"defended by all\"", "");
    let mut game = game(&mut immune, "4k3/8/8/8/1r2N3/3P4/8/4K3 b - - 0 1", "");
    assert!(!moves(&mut immune, &mut game).contains(&"b4e4".to_owned()));
}

#[test]
fn a_slide_leaves_every_square_that_it_crosses() {
    let pawn = "[pieces.pawn]\nmoves = [\"fmW\", \"fcF\", { move = \"fmW3\", from = \"rank 2\", passes = true }, \
                { move = \"fcF\", captures = \"passing\" }]";
    let mut rules = rules(pawn, "");
    let fen = "4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1";
    for (step, taken, field) in [("d2d3", "", "-"), ("d2d4", "d3", "d3"), ("d2d5", "d3", "d3")] {
        let mut game = game(&mut rules, fen, step);
        let taking = moves(&mut rules, &mut game);
        let expected: Vec<String> = ["c4", "e4"].map(|from| format!("{from}{taken}")).into();
        for one in expected.iter().filter(|_| !taken.is_empty()) {
            assert!(taking.contains(one), "{step}: {taking:?}");
        }
        let fen = game.position().to_fen(rules.variant());
        assert_eq!(fen.split(' ').nth(3), Some(field), "{step}");
    }
    // A piece who takes on his way crosses nothing.
    let rook = "[pieces.rook]\nmoves = { move = \"R\", passes = true }\n[pieces.pawn]\nmoves = [\"fmW\", \"fcF\", \
                { move = \"fcF\", captures = \"passing\" }]";
    let mut rules = self::rules(rook, "");
    for (going, field) in [("a3g3", "c3e3"), ("a3h3", "-")] {
        let game = game(&mut rules, "4k3/8/8/8/3p4/R6n/8/4K3 w - - 0 1", going);
        assert_eq!(game.position().to_fen(rules.variant()).split(' ').nth(3), Some(field), "{going}");
    }
}

#[test]
fn the_shortest_of_several_routes_decides_what_is_crossed() {
    // Round the cylinder e3 is two squares from a3, over f3, and four the other way, over squares that the pawn covers.
    let mut rules = rules_of(
        "format = 1\nname = \"Ring\"\n[board]\nshape = \"rectangle\"\nfiles = 6\nranks = 5\nwrap = \"files\"\n\
         [pieces.king]\nroyal = true\nmoves = [\"K\", { move = \"mR\", passes = true }]\n\
         [pieces.ship]\nmoves = { move = \"mR\", passes = true }\n\
         [pieces.pawn]\nmoves = [\"fmW\", { move = \"cF\", captures = \"passing\" }]\n\
         [setup]\nfen = \"2k3/6/K5/6/6 w - - 0 1\"\n[[end]]\nwhen = \"no legal move\"\nresult = \"draw\"\n",
        "",
    );
    let mut game = game(&mut rules, "5k/1p4/K5/6/6 w - - 0 1", "");
    let legal = moves(&mut rules, &mut game);
    assert!(legal.contains(&"a3e3".to_owned()) && !legal.contains(&"a3d3".to_owned()), "{legal:?}");
    let after = self::game(&mut rules, "2k3/4p1/S5/6/2K3 w - - 0 1", "a3e3");
    assert_eq!(after.position().to_fen(rules.variant()).split(' ').nth(3), Some("f3"));
}

#[test]
fn a_check_without_a_legal_move_that_draws_is_no_mate() {
    let mut rules = rules("[[end]]\nwhen = \"no legal move\"\nresult = \"draw\"", "");
    let game = game(&mut rules, START, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game.plies().last().unwrap().san, "Qh4+");
    assert_eq!(game.outcome(&mut rules).unwrap().score(), "1/2-1/2");
}

#[test]
fn a_repetition_that_is_lost_has_no_moves() {
    let back = "g1f3 g8f6 f3g1 f6g8";
    for (end, n_moves) in [
        ("result = \"loss\"", 0),
        ("result = \"draw\"\nstops = true", 0),
        ("result = \"draw\"", 20),
        ("result = \"loss\"\nstops = false", 20),
    ] {
        let mut rules = rules(&format!("[[end]]\nwhen = \"repetition 2\"\n{end}"), "");
        let mut game = game(&mut rules, START, back);
        assert!(game.outcome(&mut rules).is_some(), "{end}");
        assert_eq!(game.legal_moves(&mut rules).len(), n_moves, "{end}");
    }
}

#[test]
fn who_has_no_royal_man_left_has_no_moves() {
    let script = "fn after(mv) { if mv.kind == \"bishop\" { mv.convert(mv.target.around.of(\"king\")); } }";
    let mut lost = rules("", script);
    let fen = "4k2r/8/8/8/8/8/3B4/4K3 w - - 0 1";
    let mut game = game(&mut lost, fen, "d2a5 e8e7 a5d8");
    assert_eq!(game.outcome(&mut lost).unwrap().reason, "black has no royal piece left");
    assert!(game.legal_moves(&mut lost).is_empty());
    assert_eq!(lost.perft(game.position(), 2), 0);
    // An end that speaks of royal pieces may let the game go on.
    let end = "[[end]]\nwhen = \"count(king) > 1 and count(enemy king) = 2\"\nresult = \"draw\"";
    let mut drawn = rules(end, script);
    let mut game = self::game(&mut drawn, fen, "d2a5 e8e7 a5d8");
    let outcome = game.outcome(&mut drawn).unwrap();
    assert_eq!(outcome.verdict, heterodox::rules::Verdict::Draw, "{}", outcome.reason);
    assert!(!game.legal_moves(&mut drawn).is_empty(), "{}", game.position().to_fen(drawn.variant()));
}

#[test]
fn a_script_knows_who_has_moved_whatever_the_tables_ask() {
    let tables = "[powers.leap]\npieces = [\"rook\"]\nmoves = \"N\"\nwhen = \"WHEN\"";
    let mut by_table = rules(&tables.replace("WHEN", "moved"), "");
    let mut by_script = rules(&tables.replace("WHEN", "script gone"), "fn gone(piece) { piece.moved }");
    for line in ["", "a2a4 a7a5", "a2a4 a7a5 a1a3 b7b6", "a2a4 a7a5 a1a3 b7b6 a3a1 b6b5"] {
        let (mut one, mut other) = (game(&mut by_table, START, line), game(&mut by_script, START, line));
        assert_eq!(moves(&mut by_table, &mut one), moves(&mut by_script, &mut other), "{line}");
    }
    assert_eq!(game(&mut by_script, START, "").legal_moves(&mut by_script).len(), 20);
}

#[test]
fn conditions_on_the_last_move_break_no_law() {
    let end = "[[end]]\nwhen = \"last move queen\"\nresult = \"loss\"";
    let opened = opened(end, "");
    let played = trial(opened.variant.as_ref().unwrap(), Plan { games: 20, seed: 1 }, &Stop::default(), &|_| {});
    assert!(played.failure.is_none());
}

#[test]
fn a_function_after_the_move_knows_what_was_taken() {
    let script = "fn after(mv) { if mv.takes(\"rook\") && !mv.takes(\"king\") { mv.promote(\"queen\"); } }";
    let mut rules = rules("", script);
    let fen = "4k3/8/8/8/8/3rn3/2P2P2/4K3 w - - 0 1";
    for (taking, piece) in [("c2d3", 'Q'), ("f2e3", 'P')] {
        let game = game(&mut rules, fen, taking);
        assert!(game.position().to_fen(rules.variant()).contains(piece), "{taking}");
        assert_eq!(game.position().to_fen(rules.variant()).contains('Q'), piece == 'Q', "{taking}");
    }
}
