//! Set-ups: rows that are drawn, and pieces of a castling that are found by the letter of their right.

use crate::support::{coordinates, moves, opened_text, position};
use heterodox::board::Side;
use heterodox::describe::Account;
use heterodox::diagnostic::render::{Style, render};
use heterodox::notation::{Language, san};
use heterodox::rulebook::{markdown, rules_page};
use heterodox::rules::Rules;

fn rules(toml: &str) -> Rules {
    let opened = opened_text(toml);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    Rules::new(opened.variant.unwrap_or_else(|| panic!("{problems}")))
}

/// A diamond of thirteen squares, with rows as given.
fn diamond(rows: &[&str]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
    format!(
        "format = 1\nname = \"Diamond\"\n\n[board]\nshape = \"rectangle\"\nfiles = 5\nranks = 5\nsquares = \"diamond\"\n\n\
         [regions]\ncorners = \"a1 a2 b1 d1 e1 e2 a4 a5 b5 d5 e5 e4\"\ndiamond = \"not corners\"\n\n\
         [pieces.king]\nmoves = \"K\"\n\n[setup]\nrows = [{}]\n\n\
         [[end]]\nwhen = \"no legal move\"\nresult = \"loss\"\n",
        rows.join(", ")
    )
}

#[test]
fn rows_may_be_drawn_with_blanks_between_men_or_for_holes() {
    let drawn = ["  k  ", " . . ", ". . .", " ... ", "  K  "];
    for rows in [
        drawn.map(str::to_owned),
        ["_ _ k _ _", "_ . . . _", ". . . . .", "_ . . . _", "_ _ K _ _"].map(str::to_owned),
        ["2k2", "5", "5", "1 . . . 1", "2 K 2"].map(str::to_owned),
    ] {
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let mut rules = rules(&diamond(&rows));
        let start = position(&mut rules, "start");
        assert_eq!(start.to_fen(rules.variant()), "2k2/5/5/5/2K2 w - - 0 1", "{rows:?}");
        assert_eq!(coordinates(&mut rules, &start), ["c1b2", "c1c2", "c1d2"], "{rows:?}");
    }
    // A row that fits neither way is told at its own place.
    let wrong = opened_text(&diamond(&["  k  ", "  .  .", ". . .", " ... ", "  K  "]));
    let text = render(&wrong.diagnostics, &wrong.loaded.sources, Style::Short);
    assert!(text.contains("fen-row-length") && text.lines().count() == 1, "{text}");
}

/// Castlings by right over a back row as given.
fn by_right(row: &str) -> String {
    let small = row.to_lowercase();
    let mut toml = format!(
        "format = 1\nname = \"Elsewhere\"\nextends = \"chess\"\n\n\
         [setup]\nfen = \"{small}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1\"\n"
    );
    for (right, side, king_to, rook_to) in
        [("K", "white", "g1", "f1"), ("Q", "white", "c1", "d1"), ("k", "black", "g8", "f8"), ("q", "black", "c8", "d8")]
    {
        toml.push_str(&format!(
            "\n[[castling]]\nright = \"{right}\"\nside = \"{side}\"\nking = \"by right\"\nking_to = \"{king_to}\"\n\
             rook = \"by right\"\nrook_to = \"{rook_to}\"\n"
        ));
    }
    toml
}

#[test]
fn men_who_castle_by_right_are_found_in_the_set_up() {
    for (row, fen, short, long) in [
        ("RNBQKBNR", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "e1h1", "e1a1"),
        ("NRBKQBRN", "1r1k2r1/pppppppp/8/8/8/8/PPPPPPPP/1R1K2R1 w KQkq - 0 1", "d1g1", "d1b1"),
        ("BRNQNKRB", "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1", "f1g1", "f1b1"),
    ] {
        let mut rules = rules(&by_right(row));
        let here = position(&mut rules, fen);
        let found = moves(&mut rules, &here);
        let list: Vec<_> = found.iter().map(|(_, mv)| mv.clone()).collect();
        let english = Language::english(rules.variant());
        let texts = san(&mut rules, &here, &list, &english);
        for (text, name) in [(short, "O-O"), (long, "O-O-O")] {
            let number = found.iter().position(|(known, _)| known == text).unwrap_or_else(|| panic!("{row}: {text}"));
            assert!(found[number].1.castles_with().is_some() && texts[number].starts_with(name), "{row}: {texts:?}");
        }
        // From elsewhere nobody castles.
        let away = position(&mut rules, "4k3/8/8/8/8/8/8/4K2R w - - 0 1");
        assert!(moves(&mut rules, &away).iter().all(|(_, mv)| mv.castles_with().is_none()), "{row}");
    }
    // The rules for players name the squares.
    let opened = opened_text(&by_right("NRBKQBRN"));
    let text = markdown(&rules_page(&Account::new(&opened).unwrap()));
    assert!(text.contains("the king goes from d1 to g1 and the rook from g1 to f1"), "{text}");
}

#[test]
fn of_first_and_the_set_up_the_nearer_says_who_begins() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let child = |more: &str| format!("format = 1\nname = \"Child\"\nextends = \"chess\"\n{more}");
    let with_fen = |turn: &str| format!("[setup]\nfen = \"{START} {turn} KQkq - 0 1\"\n");
    let sides = |first: &str| format!("[sides]\nfirst = \"{first}\"\n");
    for (definition, first) in [
        (child(""), Side::White),
        (child(&sides("black")), Side::Black),
        (child(&with_fen("b")), Side::Black),
        (child(&format!("{}{}", sides("black"), with_fen("b"))), Side::Black),
        (
            child(
                "[setup]\nrows = [\"rnbqkbnr\", \"pppppppp\", \"8\", \"8\", \"8\", \"8\", \"PPPPPPPP\", \"RNBQKBNR\"]\n",
            ),
            Side::White,
        ),
    ] {
        let mut rules = rules(&definition);
        let turn = if first == Side::White { "w" } else { "b" };
        assert_eq!(rules.variant().first(), first, "{definition}");
        assert_eq!(rules.variant().start(), format!("{START} {turn} KQkq - 0 1"), "{definition}");
        let start = position(&mut rules, "start");
        assert_eq!(start.turn(), first, "{definition}");
    }
}
