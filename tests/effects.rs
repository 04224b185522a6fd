//! What scripts do to the turn, to royal pieces and to those who were passed: how the game stands, and what its FEN says.

use heterodox::bundled::Bundled;
use heterodox::notation::coordinate;
use heterodox::open::open_text;
use heterodox::position::Position;
use heterodox::rules::{Rules, Verdict};
use heterodox::source::{SourceId, Span, Spanned};

fn rules(tables: &str, script: &str) -> Rules {
    let toml = format!("format = 1\nname = \"Effects\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n{tables}\n");
    let opened = open_text("effects.toml", &toml, &[("rules.rhai".to_owned(), script.to_owned())], &Bundled, &[]);
    Rules::new(opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics)))
}

fn quoted(fen: &str) -> Spanned<String> {
    Spanned::new(fen.to_owned(), Span::new(SourceId(0), 0..fen.len()))
}

/// The position after some moves in coordinates.
fn after(rules: &mut Rules, fen: &str, moves: &[&str]) -> Position {
    let (mut here, _) = rules.position(&quoted(fen)).unwrap();
    for text in moves {
        let legal = rules.legal_moves(&here);
        let names = coordinate(rules.variant(), &here, &legal);
        let number = names.iter().position(|name| name == text).unwrap_or_else(|| panic!("{text}: {names:?}"));
        here = rules.play_unchecked(&here, &legal[number]);
    }
    here
}

#[test]
fn who_takes_the_last_royal_man_and_moves_again_has_won() {
    let mut rules = rules("", "fn after(mv) { if mv.captures > 0 { mv.again(); } }");
    let here = after(&mut rules, "r3k2p/7p/8/8/8/8/8/R3K3 w - - 0 1", &["a1a8", "a8e8"]);
    let outcome = rules.outcome(&here, 1).unwrap();
    assert_eq!(outcome.verdict, Verdict::Winner(heterodox::board::Side::White));
    assert_eq!(outcome.reason, "black has no royal piece left");
}

#[test]
fn a_lost_royal_man_outweighs_a_draw() {
    // A king that is shifted takes the other king: three pieces are left, which among kings would be a dead position.
    let script = "fn after(mv) { mv.shift(mv.target, mv.target.step(\"forward\")); }";
    let mut shifting = rules("", script);
    for quiet in [1, 99] {
        let here = after(&mut shifting, &format!("4Q3/8/8/8/4k3/8/3K4/2B5 b - - {quiet} 42"), &["e4d3"]);
        let outcome = shifting.outcome(&here, 1).unwrap();
        assert_eq!(outcome.verdict, Verdict::Winner(heterodox::board::Side::Black), "{}", outcome.reason);
    }
    // An end that speaks of royal pieces says what their loss means.
    let end = "[[end]]\nname = \"peace\"\nwhen = \"count(king) = 1\"\nresult = \"draw\"\n";
    let mut peaceful = rules(end, script);
    let here = after(&mut peaceful, "4Q3/8/8/8/4k3/8/3K4/2B5 b - - 1 42", &["e4d3"]);
    assert_eq!(peaceful.outcome(&here, 1).unwrap().reason, "peace");
}

#[test]
fn who_was_passed_is_told_only_where_he_can_be_taken() {
    let start = "rnbqkbnr/pppppppp/8/8/1p6/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let reads = |rules: &mut Rules, here: &Position| {
        let fen = here.to_fen(rules.variant());
        let (again, notes) = rules.position(&quoted(&fen)).unwrap();
        assert!(notes.is_empty(), "{fen}: {notes:?}");
        assert_eq!(again.key(), here.key(), "{fen}");
        fen
    };
    let mut plain = rules("", "fn after(mv) { if mv.captures > 3 { mv.again(); } }");
    let here = after(&mut plain, start, &["a2a4"]);
    assert!(reads(&mut plain, &here).contains(" b KQkq a3 "));
    for script in [
        "fn after(mv) { mv.again(); }",
        "fn after(mv) { mv.convert(mv.target); }",
        "fn after(mv) { mv.swap(mv.target, mv.target.step(\"left\")); mv.shift(mv.target, mv.target.step(\"forward\")); }",
        "fn after(mv) { mv.put(\"pawn\", mv.origin); }",
    ] {
        let mut rules = rules("", script);
        let here = after(&mut rules, start, &["a2a4"]);
        assert!(reads(&mut rules, &here).contains(" KQkq - "), "{script}");
    }
    // A knight to whom the piece behind has lent his first step of two.
    let loan = "[powers.loan]\npieces = [\"knight\"]\nas = \"behind\"\n";
    let mut lent = rules(
        loan,
        "fn behind(piece) { let s = piece.square.step(\"back\"); if s.is_a(\"pawn\") { \"pawn\" } else { \"\" } }",
    );
    let here = after(&mut lent, "4k3/8/8/8/6p1/8/7N/K6P w - - 0 1", &["h2h4"]);
    assert!(reads(&mut lent, &here).contains(" b - h3"));
}

#[test]
fn a_fen_of_any_length_is_answered_at_once() {
    let mut rules = rules("", "fn after(mv) { if mv.captures > 3 { mv.again(); } }");
    for fen in [format!("8/8/8/8/8/8/8/8 w - {} 0 1", "e".repeat(200_000)), "4/".repeat(100_000)] {
        assert_eq!(rules.position(&quoted(&fen)).unwrap_err()[0].code, "text-too-long");
    }
}
