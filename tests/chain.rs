//! Chains: those known from the board are those that are walked one by one; those that have too many ways to go on end
//! in an error, soon.

use crate::support::{Chance, coordinates, moves, perft, position, rules, rules_of, targets, variant};
use heterodox::board::Square;
use heterodox::bundled::Bundled;
use heterodox::notation::{Language, Reader, read};
use heterodox::open::open_text;
use heterodox::rules::{Move, Rules};
use heterodox::source::Spanned;
use heterodox::source::{SourceId, Span};
use std::collections::{BTreeSet, HashSet};

/// Every piece may take its way through a full board.
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

/// Pieces who jump, with and without a duty to; `IDLE` stands for what the twin asks beyond its need.
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

/// A FEN with a crowd of pieces on random squares.
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

const DRAUGHTS: &str = "tests/definitions/good/international-draughts";

/// A king who jumps straight and slantwise, its jumps written in some way, beside pawns who jump straight.
fn crossing(tables: &str) -> Rules {
    let toml = format!(
        "format = 1\nname = \"Crossing\"\nscript = \"rules.rhai\"\n\
         [board]\nshape = \"rectangle\"\nfiles = 8\nranks = 8\n\
         [pieces.rook]\nletter = \"R\"\nmoves = \"R\"\n\
         [pieces.pawn]\nletter = \"P\"\nmoves = [\"fmF\", {{ move = \"cafmW\", chain = {{}} }}]\n\
         [setup]\nfen = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n\
         [pieces.king]\nletter = \"K\"\n{tables}\n"
    );
    rules_of(&toml, "fn any(piece, target) { true }")
}

/// What a move is, however the movement that gives it is written.
fn shape(mv: &Move) -> (Square, Vec<Square>, Vec<Square>) {
    (mv.from(), mv.landings(), mv.captured().to_vec())
}

/// Whether a chain has both straight and slant hops.
fn turns(mv: &Move) -> bool {
    let mut squares = vec![mv.from()];
    squares.extend(mv.landings());
    let is_straight = |pair: &[Square]| matches!(pair[0].0.abs_diff(pair[1].0), 2 | 16);
    mv.is_chain() && squares.windows(2).any(is_straight) && !squares.windows(2).all(is_straight)
}

/// What comes of a move.
fn result(mv: &Move) -> (Square, Square, Option<u8>, BTreeSet<Square>) {
    (mv.from(), mv.to(), mv.promotion(), mv.captured().iter().copied().collect())
}

#[test]
fn a_chain_goes_on_by_any_jump_of_its_piece_however_they_are_written() {
    let ways = [
        "moves = { move = \"cafmFcafmW\", CHAIN }",
        "moves = { move = \"[cW-fmW][cF-fmF]\", CHAIN }",
        "moves = [{ move = \"cafmF\", CHAIN }, { move = \"cafmW\", CHAIN }]",
        "moves = [{ move = \"cafmF\", mark = \"f\", CHAIN }, { move = \"cafmW\", mark = \"w\", CHAIN }]",
        "moves = [{ move = \"cafmF\", filter = \"any\", CHAIN }, { move = \"cafmW\", CHAIN }]",
        "moves = { move = \"cafmF\", CHAIN }\n[powers.more]\npieces = [\"king\"]\nmoves = { move = \"cafmW\", CHAIN }",
    ];
    let mut mixed = 0;
    for chain in ["must_finish = true", "must_finish = false, captured = \"at end\""] {
        let chain = format!("chain = {{ {chain} }}");
        let [mut first, others @ ..] = ways.map(|way| crossing(&way.replace("CHAIN", &chain)));
        let mut others = Vec::from(others);
        let by_result = format!("{chain}, identity = \"result\"");
        let mut merged = ways.map(|way| crossing(&way.replace("CHAIN", &by_result)));
        let mut chance = Chance::new(8);
        for _ in 0..150 {
            let fen = crowd(&mut chance);
            let here = position(&mut first, &fen);
            let wanted = first.legal_moves(&here);
            mixed += wanted.iter().filter(|mv| turns(mv)).count();
            let shapes: HashSet<_> = wanted.iter().map(shape).collect();
            assert_eq!(shapes.len(), wanted.len(), "{fen}");
            for other in &mut others {
                let here = position(other, &fen);
                let found = other.legal_moves(&here);
                assert_eq!(found.iter().map(shape).collect::<HashSet<_>>(), shapes, "{fen}");
                assert_eq!(found.len(), wanted.len(), "{fen}");
                assert_eq!(other.perft(&here, 1), found.len() as u64, "{fen}");
            }
            let results: HashSet<_> = wanted.iter().map(result).collect();
            for merged in &mut merged {
                let here = position(merged, &fen);
                let found = merged.legal_moves(&here);
                let kings = |mv: &&Move| merged.variant().kinds()[usize::from(mv.kind())].name == "king";
                let king_results: HashSet<_> = wanted.iter().filter(kings).map(result).collect();
                assert_eq!(found.iter().map(result).collect::<HashSet<_>>(), results, "{fen}");
                assert_eq!(found.iter().filter(kings).count(), king_results.len(), "{fen}");
            }
        }
    }
    assert!(mixed > 100, "only {mixed} chains of both kinds");
}

#[test]
fn each_hop_is_made_under_what_its_own_movement_says() {
    let mut rules = crossing(
        "moves = [{ move = \"cafmF\", spares = [\"rook\"], when = \"on ranks 1-5\", chain = {} },\
         { move = \"cafmW\", from = \"ranks 3-8\", chain = { must_finish = false } }]",
    );
    let mut of_king = |fen: &str| {
        let here = position(&mut rules, fen);
        targets(&mut rules, &here, "c1")
    };
    assert_eq!(of_king("8/8/8/8/8/8/2p5/2K5 w - - 0 1"), [""; 0], "no straight hop begins on rank 1");
    assert_eq!(of_king("8/8/8/8/4p3/3p4/3p4/2K5 w - - 0 1"), ["e3c3", "e3e5"], "but it may follow");
    assert_eq!(of_king("8/8/8/8/4r3/8/3p4/2K5 w - - 0 1"), ["e3e5"], "a straight hop takes rooks");
    assert_eq!(of_king("8/8/8/8/5r2/8/3p4/2K5 w - - 0 1"), ["e3"], "a slant one spares them");
    assert_eq!(of_king("8/8/3p4/8/4p3/8/3p4/2K5 w - - 0 1"), ["e3e5", "e3e5c7"], "after a straight hop it may stop");
    assert_eq!(of_king("8/8/3p4/8/3p4/8/3p4/2K5 w - - 0 1"), ["e3c5e7"], "but not after a slant one");
}

#[test]
fn what_a_piece_takes_is_asked_of_every_man_that_a_jump_takes() {
    let toml = "format = 1\nname = \"Choosy\"\nscript = \"rules.rhai\"\n\
        [board]\nshape = \"rectangle\"\nfiles = 8\nranks = 8\n\
        [pieces.rook]\nletter = \"R\"\nmoves = \"R\"\n\
        [pieces.pawn]\nletter = \"P\"\nmoves = \"fmF\"\n\
        [pieces.king]\nletter = \"K\"\nmoves = { move = \"cafmW\", chain = {} }\ntakes = \"script tame\"\n\
        [pieces.queen]\nletter = \"Q\"\nmoves = \"cafmW\"\ntakes = \"script tame\"\n\
        [setup]\nfen = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n";
    let mut rules = rules_of(toml, "fn tame(piece, victim) { victim.is_a(\"pawn\") }");
    for (fen, wanted) in [
        ("8/8/8/8/8/8/8/Kp1p1r2 w - - 0 1", ["a1c1e1"].as_slice()),
        ("8/8/8/8/8/r7/8/Kr6 w - - 0 1", &[]),
        ("8/8/8/8/8/8/r7/Qp6 w - - 0 1", &["a1c1"]),
    ] {
        let here = position(&mut rules, fen);
        assert_eq!(coordinates(&mut rules, &here), wanted, "{fen}");
    }
}

#[test]
fn a_chain_of_mixed_hops_gives_check() {
    let toml = "format = 1\nname = \"Checking\"\n\
        [board]\nshape = \"rectangle\"\nfiles = 8\nranks = 8\n\
        [pieces.king]\nletter = \"K\"\nroyal = true\nmoves = \"K\"\n\
        [pieces.pawn]\nletter = \"P\"\nmoves = \"fmF\"\n\
        [pieces.rook]\nletter = \"R\"\nmoves = [{ move = \"mC\", from = \"rank 8\", mark = \"c\", chain = {} }, { move = \"cafmW\", chain = {} }]\n\
        [setup]\nfen = \"k7/8/8/8/8/8/8/K7 w - - 0 1\"\n";
    let mut rules = rules_of(toml, "");
    let mut checked = |fen: &str| {
        let here = position(&mut rules, fen);
        rules.in_check(&here)
    };
    // A quiet leap to d2, and from there over e2 to f2.
    assert!(checked("8/8/8/8/8/8/4K3/r6k w - - 0 1"));
    assert!(!checked("8/8/8/8/8/8/4KP2/r6k w - - 0 1"), "there is no room behind");
}

#[test]
fn routes_to_one_result_are_one_move_where_the_game_counts_results() {
    // The literature of draughts counts 6,483,961 games of eight plies.
    let start = "start";
    for (chosen, counts) in [
        ("results", [9, 81, 658, 4265, 27117, 167140, 1049442, 6483961]),
        ("routes", [9, 81, 658, 4265, 27117, 167140, 1049442, 6483971]),
    ] {
        let variant = variant(DRAUGHTS, &[("moves", chosen)]);
        let here = position(&mut Rules::new(variant.clone()), start);
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&variant, &here, depth), count, "{chosen}, {depth} plies");
        }
    }
}

/// A position of draughts with flying kings and many routes.
const KINGS: &str = "10/P5P1P1/1P8/2k5P1/1P1P1P1k2/8P1/1K3P4/2P7/1P1P1P1P2/P9 b - - 0 1";

#[test]
fn routes_of_flying_kings_to_one_result_are_one_move() {
    let mut by_result = rules(DRAUGHTS);
    let mut by_route = Rules::new(variant(DRAUGHTS, &[("moves", "routes")]));
    let here = position(&mut by_result, KINGS);
    assert_eq!([1, 2, 3, 4].map(|depth| by_result.perft(&here, depth)), [14, 55, 1168, 5432]);
    assert_eq!(by_route.perft(&here, 1), 436);
}

#[test]
fn every_route_reads_as_the_move_with_its_result() {
    let mut by_route = Rules::new(variant(DRAUGHTS, &[("moves", "routes")]));
    let here = position(&mut by_route, KINGS);
    let routes = moves(&mut by_route, &here);
    let mut by_result = rules(DRAUGHTS);
    let language = Language::english(by_result.variant());
    let moves = by_result.legal_moves(&here);
    let mut reader = Reader::new(&mut by_result, &here, &moves, &language);
    for (text, route) in &routes {
        let number = reader.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(result(&moves[number]), result(route), "{text}");
    }
    let (short, _) = routes[0].0.split_at(4);
    let error = read(&mut by_result, &here, &moves, short, &language).expect_err(short).to_string();
    assert!(error.contains("the move must go on"), "{error}");
}
