//! Chains: those known from the board are those that are walked one by one; those that have too many ways to go on end
//! in an error, soon.

use crate::support::{Chance, position, rules_of};
use heterodox::bundled::Bundled;
use heterodox::open::open_text;
use heterodox::rules::Rules;
use heterodox::source::Spanned;
use heterodox::source::{SourceId, Span};
use std::collections::HashSet;

/// Every man may take its way through a full board.
const FULL: &str = r#"
format = 1
name = "Full Board"

[board]
shape = "rectangle"
files = 8
ranks = 8

[pieces.king]
letter = "K"
moves  = "K"

[pieces.man]
letter = "Q"
moves  = { move = "cW", chain = { must_finish = true } }

[setup]
rows = ["kqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "KQQQQQQQ"]
"#;

#[test]
fn chains_without_measure_are_cut_and_reported() {
    let opened = open_text("full", FULL, &[], &Bundled, &[]);
    let variant = opened.variant.expect("the definition is sound");
    let start = variant.start().to_string();
    let mut rules = Rules::new(variant);
    let (position, _) = rules.position(&Spanned::new(start, Span::new(SourceId(0), 0..0))).expect("a good start");
    rules.legal_moves(&position);
    assert_eq!(rules.context().trouble().map(|problem| problem.code.as_str()), Some("chain-too-long"));
}

/// Men who jump, with and without a duty to; `IDLE` stands for what the twin asks beyond its need.
fn jumpers(must_finish: bool, captured: &str, promotion: &str, filter: &str) -> String {
    let chain = |betza: &str| {
        format!(
            "{{ move = \"{betza}\"{filter}, chain = {{ must_finish = {must_finish}, captured = \"{captured}\", \
             promotion = \"{promotion}\" }} }}"
        )
    };
    format!(
        "format = 1\nname = \"Jumpers\"\nscript = \"rules.rhai\"\n\
         [board]\nshape = \"rectangle\"\nfiles = 8\nranks = 8\n\
         [pieces.king]\nletter = \"K\"\nmoves = [\"mF\", {}, {}]\n\
         [pieces.rook]\nletter = \"R\"\nmoves = \"R\"\n\
         [pieces.pawn]\nletter = \"P\"\nmoves = [\"fmF\", {}]\n\
         [promotion]\npieces = [\"pawn\"]\nzone = \"ranks 7-8\"\nto = [\"king\", \"rook\"]\nmust = false\n\
         [setup]\nfen = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n\
         [duty]\nclaim = \"claim\"\nmerit = \"merit\"\n",
        chain("cafmF"),
        chain("cafmW"),
        chain("fcafmF"),
    )
}

/// Chains known from the board, and duty known by class, against the same rules with a filter that lets everything pass
/// and functions of duty that ask where a move goes: these are walked and weighed one by one.
#[test]
fn what_is_known_beforehand_is_what_is_found_one_by_one() {
    let quick_script = "fn claim(mv) { if mv.jumps { if mv.captures > 2 { 3 } else { 1 } } else { 0 } } \
                        fn merit(mv) { mv.captures }";
    let slow_script = "fn any(piece, target) { true } \
                       fn idle(mv) { if mv.target.rank > 99 { 1 } else { 0 } } \
                       fn claim(mv) { idle(mv) + if mv.jumps { if mv.captures > 2 { 3 } else { 1 } } else { 0 } } \
                       fn merit(mv) { idle(mv) + mv.captures }";
    let mut chance = Chance::new(5);
    let (mut chains, mut owed) = (0, 0);
    for must_finish in [true, false] {
        for captured in ["at once", "at end"] {
            for promotion in ["ends", "at end", "continues"] {
                let mut quick = rules_of(&jumpers(must_finish, captured, promotion, ""), quick_script);
                let filter = ", filter = \"any\"";
                let mut slow = rules_of(&jumpers(must_finish, captured, promotion, filter), slow_script);
                for _ in 0..300 {
                    let fen = crowd(&mut chance);
                    let here = position(&mut quick, &fen);
                    let first = quick.legal_moves(&here);
                    let there = position(&mut slow, &fen);
                    let second = slow.legal_moves(&there);
                    let same = first.iter().collect::<HashSet<_>>() == second.iter().collect();
                    assert!(same && first.len() == second.len(), "{captured}, {promotion}: {fen}");
                    assert_eq!(quick.perft(&here, 1), first.len() as u64, "{captured}, {promotion}: {fen}");
                    chains += first.iter().filter(|mv| mv.landings().len() > 1).count();
                    owed += usize::from(first.iter().all(|mv| !mv.captured().is_empty()));
                }
                for rules in [quick, slow] {
                    assert!(rules.context().trouble().is_none(), "{:?}", rules.context().trouble());
                }
            }
        }
    }
    assert!(chains > 1000 && owed > 500, "only {chains} chains, {owed} positions with a duty");
}

/// A FEN with a crowd of men on random squares.
fn crowd(chance: &mut Chance) -> String {
    let density = 2 + chance.below(6);
    let mut rows = Vec::new();
    for _ in 0..8 {
        let (mut row, mut empty) = (String::new(), 0);
        for _ in 0..8 {
            if chance.below(density) > 0 {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
                empty = 0;
            }
            row.push(['K', 'k', 'P', 'p', 'P', 'p', 'r'][chance.below(7)]);
        }
        if empty > 0 {
            row.push_str(&empty.to_string());
        }
        rows.push(row);
    }
    format!("{} {} - - 0 1", rows.join("/"), ["w", "b"][chance.below(2)])
}
