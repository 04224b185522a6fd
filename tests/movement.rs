//! The movement language: what strings say, how they are written back, and what is said of wrong ones.

use heterodox::definition::movement::{
    Atom, Direction, Legs, Letter, Modes, Movement, Term, UNLIMITED, parse, parse_with_warnings,
};
use heterodox::diagnostic::Diagnostic;
use heterodox::source::{SourceId, Span, Spanned};
use proptest::prelude::proptest;

fn spanned(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), Span::new(SourceId(0), 0..text.len()))
}

/// The movement without its spans.
fn bare(mut movement: Movement) -> Movement {
    let nowhere = Span::new(SourceId(0), 0..0);
    movement.span = nowhere;
    for term in &mut movement.terms {
        match term {
            Term::Piece(name) => name.span = nowhere,
            Term::Legs(legs) => {
                legs.span = nowhere;
                legs.legs.iter_mut().for_each(|leg| leg.span = nowhere);
            }
        }
    }
    movement
}

fn read(text: &str) -> Movement {
    parse(&spanned(text)).unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

fn legs(text: &str, at: usize) -> Legs {
    match read(text).terms.into_iter().nth(at) {
        Some(Term::Legs(legs)) => legs,
        other => panic!("{text}: {other:?}"),
    }
}

/// Problems as `start..end code`, one a line.
fn problems(text: &str) -> String {
    let problems = match parse_with_warnings(&spanned(text)) {
        Ok((_, warnings)) => warnings,
        Err(problems) => problems,
    };
    let line = |problem: &Diagnostic| {
        let range = problem.primary.map(Span::range).unwrap_or_default();
        format!("{}..{} {}", range.start, range.end, problem.code)
    };
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn help(text: &str) -> String {
    let problems = parse(&spanned(text)).expect_err(text);
    problems.iter().flat_map(|problem| problem.help.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn strings_of_the_field_read_and_print() {
    for (text, printed) in [
        ("fmWfceFifmnD", "fmWfceFifmnD"),
        ("nN", "nN"),
        ("KNADcaKmcabK", "KNADcaKmcabK"),
        ("mRcpR", "mRcpR"),
        ("gQ", "gQ"),
        ("fmFfcafmF", "fmFfcafmF"),
        ("masR", "masR"),
        ("mpafN", "mpafN"),
        ("fbNF", "fbNF"),
        ("fhNrlbK", "fhNrlbK"),
        ("mafsW", "mafsW"),
        ("BnN", "BnN"),
        ("nZ", "nZ"),
        ("R4fB", "W4fB"),
        ("vWvF2", "vWvF2"),
        ("fsW", "fsW"),
        ("[F?R]", "[F?R]"),
        ("[W-F]", "[mW-F]"),
        ("[W?sR]", "[W?sR]"),
        ("(4,2)", "(4,2)"),
        ("(2,4)0", "(4,2)0"),
        ("(1,2)", "N"),
        ("NN", "NN"),
        ("N0", "NN"),
        ("WW", "R"),
        ("Q3", "K3"),
        ("jDjRoR", "jDjRoR"),
        ("R200", "W200"),
        ("i[F?R]", "i[F?R]"),
        ("mifD", "ifmD"),
        ("cfmlK", "fmlcK"),
        ("NmcN", "N1N"),
        ("RcmR", "R0R"),
        ("fmW fcF", "fmWfcF"),
        ("rook", "rook"),
        ("relay-knight2", "relay-knight2"),
    ] {
        let movement = read(text);
        assert_eq!(movement.to_string(), printed, "{text}");
        assert_eq!(bare(read(printed)), bare(movement), "{text}");
    }
}

#[test]
fn modifiers_may_come_in_any_order_but_pairs_stand_together() {
    assert_eq!(legs("fmW", 0).legs[0].modes, legs("mfW", 0).legs[0].modes);
    assert_eq!(legs("nmfiD", 0).legs[0].directions, [Direction::One(Letter::Forward)]);
    assert_eq!(legs("flF", 0).legs[0].directions, [Direction::Two(Letter::Forward, Letter::Left)]);
    let apart = [Direction::One(Letter::Forward), Direction::One(Letter::Left)];
    assert_eq!(legs("fmlF", 0).legs[0].directions, apart);
}

#[test]
fn a_leg_without_modes_has_the_default_of_its_place() {
    let both = Modes { quiet: true, capture: true, ..Modes::default() };
    let quiet = Modes { quiet: true, ..Modes::default() };
    assert_eq!(legs("W", 0).legs[0].modes, both);
    assert_eq!(legs("aW", 0).legs[0].modes, quiet);
    assert_eq!(legs("aW", 0).legs[1].modes, both);
    assert_eq!(legs("paW", 0).legs[0].modes, Modes { hop: true, ..Modes::default() });
    assert_eq!(legs("[F?R]", 0).legs[0].modes, Modes::default());
    assert!(legs("[F?R]", 0).legs[0].may_stop && !legs("[F-R]", 0).legs[0].may_stop);
}

#[test]
fn ranges_may_have_any_length() {
    let one = |text| (legs(text, 0).legs[0].atom, legs(text, 0).legs[0].range);
    assert_eq!(one("W3"), (Atom::Leap(1, 0), 3));
    assert_eq!(one("R12"), (Atom::Leap(1, 0), 12));
    assert_eq!(one("Q"), (Atom::King, UNLIMITED));
    assert_eq!(one("NN"), (Atom::Leap(2, 1), UNLIMITED));
    assert_eq!(one("(5,3)2"), (Atom::Leap(5, 3), 2));
}

#[test]
fn every_mistake_is_shown_where_it_stands() {
    for (text, expected) in [
        ("", "0..0 empty-movement"),
        ("fmW!fcF", "3..4 unknown-letter"),
        ("NJ", "1..2 ambiguous-atom"),
        ("L", "0..1 ambiguous-atom"),
        ("KO3", "1..2 foreign-letter"),
        ("tK", "0..1 foreign-letter"),
        ("fyR", "1..2 foreign-letter"),
        ("N@2", "1..2 foreign-letter"),
        ("iimW", "1..2 foreign-letter"),
        ("npR", "1..2 contradictory-modifiers"),
        ("mmW", "1..2 repeated-modifier"),
        ("fmfW", "2..3 repeated-modifier"),
        ("hW", "0..1 unknown-direction"),
        ("hrF", "0..2 unknown-direction"),
        ("hfN", "0..2 unknown-direction"),
        ("jW", "0..1 nothing-to-jump"),
        ("eaW", "0..1 misplaced-modifier"),
        ("(0,0)", "0..5 empty-leap"),
        ("(64,1)", "0..6 leap-too-long"),
        ("(999,1)", "0..7 leap-too-long"),
        ("W256", "1..4 bad-range"),
        ("W03", "1..3 bad-range"),
        ("WW3", "2..3 two-ranges"),
        ("aaaaaaaaW", "0..9 too-many-legs"),
        ("[F?R", "0..4 open-bracket"),
        ("[F?]", "3..4 missing-leg"),
        ("[-F]", "1..2 missing-leg"),
        ("[FR]", "2..3 missing-joint"),
        ("m[F-R]", "0..1 misplaced-modifier"),
        ("[F-aR]", "3..5 misplaced-modifier"),
        ("f", "0..1 missing-atom"),
        ("WfX", "2..3 unknown-letter"),
        ("Wñ", "1..3 unknown-letter"),
        ("hrWmmN?", "0..2 unknown-direction\n4..5 repeated-modifier\n6..7 unknown-letter"),
        ("rlbK", "0..3 ambiguous-directions"),
        ("nW", "0..1 pointless-modifier"),
    ] {
        assert_eq!(problems(text), expected, "{text}");
    }
    assert_eq!(problems(&"W".repeat(401)), "0..401 movement-too-long");
    assert_eq!(problems(&"WF".repeat(33)), "0..66 too-many-terms");
}

#[test]
fn letters_of_other_dialects_are_told_our_way() {
    assert!(help("L").contains("`C` for (3,1)"));
    assert!(help("KO2").contains("[[castling]]"));
    assert!(help("@").contains("no piece is held in hand"));
    assert!(help("tK").contains("`spares = ["));
    assert!(help("iifmnD").contains("has `from = "));
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC{0,40}") {
        let _ = parse(&spanned(&text));
    }

    #[test]
    fn what_is_read_prints_and_reads_the_same(
        text in "([fblrvshmcdepgnjoia]{0,5}([WFDNAHCZGKRBQ]{1,2}|\\([1-9],[0-9]\\))[0-9]?|\\[[mcfs]{0,2}[WFNK][?-][mcfslrb]{0,4}[RBQN]\\]){1,4}",
    ) {
        if let Ok(movement) = parse(&spanned(&text)) {
            let printed = movement.to_string();
            let again = parse(&spanned(&printed));
            proptest::prop_assert_eq!(again.map(bare), Ok(bare(movement)), "{} {}", text, printed);
        }
    }
}
