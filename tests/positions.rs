//! FEN: every position that is written is read again as what it was, and what a FEN says wrongly is told once.

use crate::support::{coordinates, opened_text, play, position, rules, text};
use heterodox::bundled::Bundled;
use heterodox::diagnostic::{Code, Diagnostic, Severity};
use heterodox::open::open_text;
use heterodox::playtest::laws;
use heterodox::playtest::run_tests;
use heterodox::rules::{Rules, Verdict};

/// A child of chess with a script.
fn child(more: &str, script: &str) -> Rules {
    let named = if script.is_empty() { "" } else { "script = \"rules.rhai\"\n" };
    let toml = format!("format = 1\nname = \"Child\"\nextends = \"chess\"\n{named}{more}");
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    let opened = open_text("test.toml", &toml, &scripts, &Bundled, &[]);
    Rules::new(opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics)))
}

/// What is told of a FEN, errors and notes.
fn told(rules: &mut Rules, fen: &str) -> Vec<Diagnostic> {
    match rules.position(&text(fen)) {
        Ok((_, notes)) => notes,
        Err(problems) => problems,
    }
}

/// The law that a FEN is read as what was written, for the position that some moves lead to.
fn round_trip(rules: &mut Rules, fen: &str, after: &[&str]) -> String {
    let here = after.iter().fold(position(rules, fen), |here, mv| play(rules, &here, mv));
    let written = here.to_fen(rules.variant());
    let moves = rules.legal_moves(&here);
    assert_eq!(laws::fen(rules, &here, &moves, &written), Ok(()));
    written
}

#[test]
fn the_position_after_the_last_royal_piece_is_lost_is_read_with_its_outcome() {
    let mut atomic = rules("examples/atomic");
    let written = round_trip(&mut atomic, "4kr2/8/8/8/8/8/8/4KR2 w - - 0 1", &["f1f8"]);
    assert_eq!(written, "8/8/8/8/8/8/8/4K3 b - - 0 1");
    let over = position(&mut atomic, &written);
    let outcome = atomic.outcome(&over, 1).expect("black has lost");
    assert_eq!((outcome.score(), outcome.reason.as_str()), ("1-0", "the king exploded"));
    assert_eq!(told(&mut atomic, &written)[0].severity, Severity::Note);
}

#[test]
fn a_side_without_its_royal_piece_has_lost_and_has_no_moves() {
    for (fen, score) in [
        ("8/8/8/8/8/8/8/R3K3 b - - 0 1", "1-0"),
        ("8/8/8/8/8/8/8/R3K3 w - - 0 1", "1-0"),
        ("4k3/pppp4/8/8/8/8/8/R7 w - - 0 1", "0-1"),
    ] {
        let mut chess = rules("chess");
        let here = position(&mut chess, fen);
        assert_eq!(chess.outcome(&here, 1).map(|outcome| outcome.score()), Some(score), "{fen}");
        assert!(chess.legal_moves(&here).is_empty(), "{fen}");
        assert_eq!((chess.perft(&here, 0), chess.perft(&here, 1), chess.perft(&here, 3)), (1, 0, 0), "{fen}");
        let notes = told(&mut chess, fen);
        assert_eq!((notes.len(), notes[0].code), (1, Code::FenImpossible), "{fen}");
        assert!(notes[0].label.contains("has won"), "{:?}", notes[0]);
        round_trip(&mut chess, fen, &[]);
        // Other positions are played as ever.
        let start = position(&mut chess, "start");
        assert_eq!(chess.perft(&start, 3), 8902);
    }
}

#[test]
fn an_end_that_counts_royal_pieces_decides_the_position_without_one() {
    let ends = "[[end]]\nwhen = \"count(own king) = 0\"\nresult = \"draw\"\nname = \"a gentleman's end\"\n\
                [[end]]\nwhen = \"no legal move\"\nresult = \"draw\"\n";
    let mut gentle = child(ends, "");
    let here = position(&mut gentle, "8/8/8/8/8/8/8/R3K3 b - - 0 1");
    assert_eq!(gentle.outcome(&here, 1).map(|outcome| outcome.verdict), Some(Verdict::Draw));
    assert!(told(&mut gentle, "8/8/8/8/8/8/8/R3K3 b - - 0 1")[0].label.ends_with("a draw (a gentleman's end)"));
}

#[test]
fn a_test_may_begin_where_the_game_is_over() {
    let opened = opened_text(
        "format = 1\nname = \"King may go\"\nextends = \"chess\"\n\
         [[end]]\nwhen = \"count(own king) = 0\"\nresult = \"loss\"\n\
         [[end]]\nwhen = \"no legal move\"\nresult = \"draw\"\n\
         [[test]]\nname = \"lost\"\nfen = \"8/8/8/8/8/8/8/R3K3 b - - 0 1\"\noutcome = \"white\"\nmoves = []\n\
         [[test]]\nname = \"wrong\"\nfen = \"8/8/8/8/8/8/8/R3K3 b - - 0 1\"\noutcome = \"black\"\n",
    );
    let reports = run_tests(&opened, |_| panic!("there are no options"));
    assert_eq!(reports[0].problems, []);
    assert_eq!(reports[1].problems[0].code, Code::TestOutcome);
}

#[test]
fn a_square_that_several_pieces_could_have_crossed_names_the_one_that_did() {
    let mut berolina = rules("examples/berolina");
    let open = told(&mut berolina, "4k3/8/8/8/2PpP3/8/8/4K3 b - d3 0 1");
    assert_eq!((open.len(), open[0].code, open[0].severity), (1, Code::FenPassing, Severity::Error));
    assert_eq!(open[0].help, ["write its square behind: `d3c4` or `d3e4`"]);
    for (named, taken) in [("d3c4", "c4"), ("d3e4", "e4")] {
        let fen = format!("4k3/8/8/8/2PpP3/8/8/4K3 b - {named} 0 1");
        assert_eq!(round_trip(&mut berolina, &fen, &[]), fen);
        let after = round_trip(&mut berolina, &fen, &["d4d3"]);
        let left = position(&mut berolina, &after);
        assert_eq!(left.at(berolina.variant().board().square(taken).unwrap()), None, "{named}: {after}");
        assert_eq!(left.pieces().len(), 4, "{named}: {after}");
    }
    // What is played says who crossed only where that is open.
    let written = round_trip(&mut berolina, "4k3/8/8/8/3pP3/8/4P3/4K3 w - - 0 1", &["e2c4"]);
    assert_eq!(written, "4k3/8/8/8/2PpP3/8/8/4K3 b - d3c4 0 1");
    let written = round_trip(&mut berolina, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", &["e2c4"]);
    assert_eq!(written, "4k3/8/8/8/2Pp4/8/8/4K3 b - d3 0 1");
    // Where nobody could take there, nothing is open.
    let idle = told(&mut berolina, "4k3/8/8/8/2P1P3/8/8/4K3 b - d3 0 1");
    assert_eq!((idle.len(), idle[0].severity), (1, Severity::Note));
}

#[test]
fn a_piece_that_promotes_as_it_crosses_is_read_as_having_crossed() {
    let more = "[pieces.pawn]\nmoves = [\"fmW\", \"fcF\", { move = \"fmnD\", passes = true }]\n\
                [pieces.knight]\nmoves = [\"N\", { move = \"cN\", captures = \"passing\" }]\n";
    let mut rules = child(more, "");
    let written = round_trip(&mut rules, "4n2k/8/6P1/8/8/8/8/4K3 w - - 0 1", &["g6g8q"]);
    assert_eq!(written, "4n1Qk/8/8/8/8/8/8/4K3 b - g7 0 1");
    let written = round_trip(&mut rules, "k3n3/8/6P1/8/8/8/8/4K3 w - - 0 1", &["g6g8q", "e8g7"]);
    assert_eq!(written, "k7/6n1/8/8/8/8/8/4K3 w - - 0 2");
}

#[test]
fn a_board_of_many_holes_is_read_as_it_is_written() {
    let row = |piece: &str| format!("{}{piece}", "_".repeat(15));
    let rows: Vec<String> = (0..16)
        .map(|rank| {
            row(if rank == 0 {
                "k"
            } else if rank == 15 {
                "K"
            } else {
                "1"
            })
        })
        .collect();
    let toml = format!(
        "format = 1\nname = \"File\"\n[board]\nshape = \"rectangle\"\nfiles = 16\nranks = 16\nsquares = \"file 16\"\n\
         [pieces.king]\nmoves = \"K\"\nroyal = true\n[notation]\nholes = \"_\"\n[setup]\nfen = \"{} w - - 0 1\"\n\
         [[end]]\nwhen = \"no legal move or quiet plies 40\"\nresult = \"draw\"\n",
        rows.join("/")
    );
    let opened = opened_text(&toml);
    let mut rules = Rules::new(opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics)));
    let here = position(&mut rules, "start");
    let first = coordinates(&mut rules, &here).remove(0);
    assert!(round_trip(&mut rules, "start", &[&first]).len() > 256);
}

#[test]
fn rights_of_chess_are_read_past_and_other_letters_are_errors() {
    let some = child(
        "[[castling]]\nright = \"K\"\nside = \"white\"\nking = \"e1\"\nking_to = \"g1\"\nrook = \"h1\"\nrook_to = \"f1\"\n\
         [setup]\nfen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w K - 0 1\"\n",
        "",
    );
    for (mut rules, rights) in [(some, "K"), (rules("examples/no-castling"), "-")] {
        let fen = |rights: &str| format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w {rights} - 0 1");
        let notes = told(&mut rules, &fen("KQkq"));
        assert_eq!((notes.len(), notes[0].code, notes[0].severity), (1, Code::FenCastling, Severity::Note));
        let here = position(&mut rules, &fen("KQkq"));
        assert_eq!(here.to_fen(rules.variant()), fen(rights));
        // Of letters that mean nothing anywhere there is one error, at all of them.
        let errors = told(&mut rules, &fen("xHAy"));
        assert_eq!((errors.len(), errors[0].severity), (1, Severity::Error));
        assert!(errors[0].message.starts_with("`x`, `H`, `A`, `y` are no castling rights"), "{errors:?}");
        assert_eq!(errors[0].primary.map(|span| (span.start, span.end)), Some((46, 50)));
    }
}

#[test]
fn what_the_fen_of_a_test_says_in_vain_is_warned_of() {
    let opened = opened_text(
        "format = 1\nname = \"None castle\"\nextends = \"chess\"\nremove = [\"castling\"]\n\
         [setup]\nfen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"\n\
         [[test]]\nname = \"idle\"\nfen = \"4k3/8/8/8/8/8/8/R3K2R w KQ e3 0 1\"\nillegal = [\"e1g1\"]\n",
    );
    let reports = run_tests(&opened, |_| panic!("there are no options"));
    let found: Vec<_> = reports[0].problems.iter().map(|problem| (problem.code, problem.severity)).collect();
    assert_eq!(found, [(Code::FenCastling, Severity::Warning), (Code::FenPassing, Severity::Warning)]);
    assert!(reports[0].passed());
}

#[test]
fn one_slip_in_the_rows_is_told_once() {
    let cases = [
        // A position of another board.
        (
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
            Code::FenRows,
            "this has 10 rows of 9 cells, the board has 8 rows of 8",
        ),
        ("9/9/9/9/9/9/9/9 w - - 0 1", Code::FenRowLength, "this has 8 rows of 9 cells, the board has 8 rows of 8"),
        // A row too many, a stroke too few.
        (
            "rnbqkbnr/pppppppp/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Code::FenRows,
            "the board has 8 rows, this has 9",
        ),
        ("rnbqkbnrpppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Code::FenRows, "the board has 8 rows, this has 7"),
        // One letter in many places.
        ("rnbqkbnr/xxxxxxxx/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Code::FenLetter, "no piece has the letter `x`"),
        (
            "rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Code::FenNumber,
            "`9` is more cells than the row has",
        ),
        (
            "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Code::FenRowLength,
            "this row has 9 cells, the board has 8 here",
        ),
    ];
    let mut chess = rules("chess");
    for (fen, code, message) in cases {
        let found = told(&mut chess, fen);
        let found: Vec<_> = found.iter().map(|problem| (problem.code, problem.message.as_str())).collect();
        assert_eq!(found, [(code, message)], "{fen}");
    }
}
