//! Commands about positions: moves, perft, picture.

use super::{Folder, heterodox};

#[test]
fn moves_tells_a_program_the_position() {
    let json = heterodox(&["moves", "chess", "--after", "e2e4 e7e5", "--json"]).exits(0).json();
    assert_eq!(json["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_eq!((&json["turn"], &json["check"], &json["outcome"]), (&"white".into(), &false.into(), &().into()));
    let moves = json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 29);
    assert!(moves.iter().any(|entry| entry["move"] == "g1f3" && entry["san"] == "Nf3"));
}

#[test]
fn moves_tells_the_end() {
    let json = heterodox(&["moves", "chess", "--after", "1. f3 e5 2. g4 Qh4#", "--json"]).exits(0).json();
    assert_eq!((&json["turn"], &json["check"]), (&"white".into(), &true.into()));
    assert_eq!(json["outcome"], serde_json::json!({ "winner": "black", "reason": "checkmate" }));
    assert_eq!(json["moves"], serde_json::json!([]));
    heterodox(&["moves", "chess", "--after", "f3 e5 g4 Qh4"])
        .exits(0)
        .says("turn: white, in check\noutcome: checkmate, black wins (0-1)\n0 moves\n");
}

#[test]
fn repetition_counts_along_the_moves() {
    let round = "g1f3 g8f6 f3g1 f6g8";
    let json = heterodox(&["moves", "chess", "--after", round, "--json"]).exits(0).json();
    assert_eq!(json["outcome"], serde_json::Value::Null);
    let json = heterodox(&["moves", "chess", "--after", &format!("{round} {round}"), "--json"]).exits(0).json();
    assert_eq!(json["outcome"], serde_json::json!({ "winner": null, "reason": "repetition" }));
    assert_eq!(json["moves"].as_array().unwrap().len(), 20);
}

#[test]
fn moves_speaks_the_language_asked_for() {
    heterodox(&["moves", "knight-relay", "--lang", "es"]).exits(0).says("b1c3  Cc3\n");
    heterodox(&["moves", "knight-relay", "--lang", "es", "--after", "Cf3"]).exits(0).says("turn: negras\n");
    let mate = ["moves", "chess", "--lang", "es", "--after", "f3 e5 g4 Dh4"];
    heterodox(&mate).exits(0).says("turn: blancas, in check\noutcome: checkmate, winner: negras (0-1)\n");
    heterodox(&["perft", "chess", "1", "--lang", "es", "--after", "Cf3"]).exits(0).says("Nodes searched: 20\n");
    heterodox(&["moves", "knight-relay", "--lang", "eo"]).exits(1).complains("there is no language `eo` here");
}

#[test]
fn an_illegal_move_is_named_with_its_number_and_the_reason() {
    let run = heterodox(&["moves", "chess", "--after", "e2e4 e7e5 e1e3", "--json"])
        .exits(1)
        .complains("error[illegal-move]: move 3 of `--after`: `e1e3`")
        .complains(" --> --after:1:11\n")
        .complains("1 | e2e4 e7e5 e1e3\n  |           ^^^^ white cannot play this\n");
    assert_eq!(run.json()["diagnostics"][0]["code"], "illegal-move");
    heterodox(&["perft", "chess", "2", "--after", "e2e5"]).exits(1).complains("move 1 of `--after`: `e2e5`");
    heterodox(&["picture", "chess", "--after", "e2e5"]).exits(1).complains("move 1 of `--after`: `e2e5`");
}

#[test]
fn a_fen_of_nothing_but_slips_is_told_in_bounds() {
    let fen = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {} - 0 1", "x".repeat(3000));
    let run = heterodox(&["moves", "chess", "--fen", &fen]).exits(1).complains("note[more-problems]: and 2900 more");
    assert_eq!(run.stderr.matches("error[").count(), 100);
}

#[test]
fn a_bad_fen_is_shown_with_a_caret() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPXP/RNBQKBNR w KQkq - 0 1";
    for command in [&["moves", "chess"][..], &["perft", "chess", "1"], &["play", "chess"], &["picture", "chess"]] {
        heterodox(&[command, &["--fen", fen]].concat())
            .exits(1)
            .complains(" --> --fen:1:33\n")
            .complains(&format!("1 | {fen}\n  |                                 ^"));
    }
    // A game that is over is read, and who has lost is told.
    heterodox(&["moves", "chess", "--fen", "8/8/8/8/8/8/8/4K3 b - - 0 1"])
        .exits(0)
        .complains("note[fen-impossible]: black has no royal piece")
        .says("outcome: black has no royal piece left, white wins (1-0)\n0 moves\n");
    heterodox(&["moves", "chess", "--fen", ""]).exits(1).complains("the FEN is empty");
    // What is well formed but idle is a note.
    heterodox(&["moves", "cheskers", "--fen", "1b6/8/8/8/8/8/8/B7 w KQkq - 0 1"]).exits(0).complains("note[");
}

#[test]
fn perft_counts_in_all_ways_alike() {
    heterodox(&["perft", "chess", "3"]).exits(0).says("Nodes searched: 8902\n");
    heterodox(&["perft", "chess", "0"]).exits(0).says("Nodes searched: 1\n");
    let divided = heterodox(&["perft", "cheskers", "4", "--divide"]).exits(0).stdout;
    let (list, last) = divided.trim_end().rsplit_once("\n\n").unwrap();
    let sum: u64 = list.lines().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
    assert_eq!(last, format!("Nodes searched: {sum}"));
    assert_eq!(heterodox(&["perft", "cheskers", "4"]).exits(0).stdout, format!("{last}\n"));
    assert_eq!(heterodox(&["perft", "cheskers", "4", "--divide", "--threads", "3"]).exits(0).stdout, divided);
    assert_eq!(heterodox(&["perft", "cheskers", "4", "--threads", "2"]).exits(0).stdout, format!("{last}\n"));
    let json = heterodox(&["perft", "cheskers", "4", "--json", "--divide"]).exits(0).json();
    assert_eq!(json["nodes"], sum);
    assert_eq!(json["divide"].as_array().unwrap().len(), list.lines().count());
    let one = heterodox(&["perft", "chess", "2", "--after", "e4"]).exits(0).stdout;
    assert_eq!(one, "Nodes searched: 600\n");
}

#[test]
fn a_profile_tells_what_functions_cost() {
    heterodox(&["perft", "chess", "2", "--profile"]).exits(0).says("Nodes searched: 400\n").says("nodes a second");
    // Numbers of ranks have no bound that is known at load, so that this is asked while playing.
    let folder = Folder::new("asked");
    let toml = "format = 1\nname = \"Asked\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\n\
                [pieces.knight]\nmoves = [{ move = \"N\", filter = \"onward\" }]\n";
    folder.write("variant.toml", toml);
    folder.write("rules.rhai", "fn onward(piece, target) { target.rank >= piece.rank }\n");
    let path = folder.path("");
    for threads in ["1", "2"] {
        let args = ["perft", &path, "3", "--profile", "--threads", threads];
        let text = heterodox(&args).exits(0).says("Nodes searched: ").stdout;
        assert!(text.lines().any(|line| line.starts_with("onward ")), "{text}");
        let json = heterodox(&[&args[..], &["--json"]].concat()).exits(0).json();
        let hook = &json["profile"]["hooks"][0];
        assert_eq!(hook["name"], "onward");
        let number = |key: &str| hook[key].as_u64().unwrap();
        assert_eq!(number("calls"), number("remembered") + number("runs"));
        assert!(number("runs") > 0 && number("runs") < number("calls") && number("nodes") > 0, "{hook}");
        assert_eq!(hook["full"], false);
        assert_eq!(hook["advice"], serde_json::json!([]));
        let profile = &json["profile"];
        let shares = ["generation", "legality", "playing", "functions"].map(|part| profile[part].as_f64().unwrap());
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{profile}");
        // The function is asked of every target of a knight.
        assert!(
            shares[0] + shares[1] > 0.0 && shares[3] > 0.0 && profile["positions"].as_u64().unwrap() > 1,
            "{profile}"
        );
        assert!((hook["share"].as_f64().unwrap() - shares[3]).abs() < 1e-6, "{profile}");
    }
    let folder = Folder::new("wide");
    let toml = "format = 1\nname = \"Wide\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\n\
                [pieces.knight]\nactive = \"script free\"\n";
    let script = "fn free(piece) {\n    for other in piece.attackers {\n        if other.is_a(\"rook\") { return false; }\n    }\n    true\n}\n";
    folder.write("variant.toml", toml);
    folder.write("rules.rhai", script);
    let run = heterodox(&["perft", &folder.path(""), "3", "--profile"]).exits(0).says("Nodes searched: 8902\n");
    run.says("rules.rhai:2:5: a loop over the squares of `attackers`: ask the whole set: `piece.attackers.any(");
}

#[test]
fn an_option_changes_the_game() {
    heterodox(&["perft", "diplomat", "3"]).exits(0).says("Nodes searched: 2272\n");
    heterodox(&["perft", "diplomat", "3", "--option", "bishop_through=fork"]).exits(0).says("Nodes searched: 2307\n");
    heterodox(&["perft", "diplomat", "1", "--option", "bishop_through=forc"])
        .exits(1)
        .complains("did you mean `fork`?");
}

#[test]
fn a_script_that_fails_in_play_is_reported_with_the_moves() {
    let folder = Folder::new("trouble");
    let toml = "format = 1\nname = \"Trouble\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\n\
                [powers.odd]\npieces = [\"rook\"]\nmoves = \"F\"\nwhen = \"script odd\"\n";
    let script =
        "fn odd(piece) {\n    if piece.neighbours.friends.count < 3 { let x = 0; 1 / x > 0 } else { false }\n}\n";
    folder.write("variant.toml", toml);
    folder.write("rules.rhai", script);
    let path = folder.path("");
    // In the corner three friends stand around each rook; any move of one of them leaves two.
    for args in [&["perft", &path, "3"][..], &["perft", &path, "3", "--threads", "2"]] {
        heterodox(args).exits(1).complains("rules.rhai:2").complains("it came up after `");
    }
    heterodox(&["moves", &path]).exits(0);
    heterodox(&["moves", &path, "--after", "a2a4 a7a6"])
        .exits(1)
        .complains("rules.rhai:2")
        .complains("it came up after `a2a4 a7a6`");
    super::typed(&["play", &path, "--two"], "a4\na6\n").exits(1).complains("it came up after `a2a4");
}

#[test]
fn a_picture_is_svg_or_text() {
    let svg = heterodox(&["picture", "diplomat"]).exits(0).stdout;
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
    let text = heterodox(&["picture", "chess", "--text", "--after", "e4"]).exits(0).stdout;
    assert!(text.lines().any(|line| line.split_whitespace().collect::<String>().contains("RNBQKBNR")), "{text}");
    let flipped = heterodox(&["picture", "chess", "--text", "--after", "e4", "--flip"]).exits(0).stdout;
    assert_ne!(text, flipped);
    let marked = heterodox(&["picture", "chess", "--text", "--marks", "g1"]).exits(0).stdout;
    assert_eq!(marked.matches('*').count(), 2, "{marked}");
    let spanish = heterodox(&["picture", "knight-relay", "--text", "--lang", "es"]).exits(0).stdout;
    assert!(spanish.lines().any(|line| line.split_whitespace().collect::<String>().contains("TCADRACT")), "{spanish}");
    heterodox(&["picture", "chess", "--marks", "i9"]).exits(1).complains("there is no square `i9`");
    let folder = Folder::new("picture");
    let file = folder.path("board.svg");
    assert_eq!(heterodox(&["picture", "diplomat", "--output", &file]).exits(0).stdout, "");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), svg);
    heterodox(&["picture", "diplomat", "-o", &folder.path("no/such/board.svg")]).exits(1).complains("make it first");
}

#[test]
fn a_square_that_is_not_there_comes_with_a_way_out() {
    heterodox(&["picture", "chess", "--marks", "e9"]).exits(1).complains("did you mean `e8`?");
    heterodox(&["picture", "diplomat", "--marks", "zz"]).exits(1).complains("squares have names such as");
}
