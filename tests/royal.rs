//! What keeps a royal piece safe and what loses the game with it: castling, captures en passant, moves that others lend,
//! and the end of a side without its last royal piece. Each way of finding legal moves is asked.

use crate::support::{coordinates, moves, opened_text, play, position, variant};
use heterodox::bundled::Bundled;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::open_text;
use heterodox::position::Position;
use heterodox::rules::{Depth, Rules, Verdict};
use heterodox::variant::Variant;

const DEPTHS: [Depth; 3] = [Depth::Algebra, Depth::Mask, Depth::Test];

/// A child of chess.
fn chess_with(tables: &str, script: &str) -> Variant {
    let line = if script.is_empty() { "" } else { "script = \"rules.rhai\"\n" };
    let toml = format!("format = 1\nname = \"Royal\"\nextends = \"chess\"\n{line}{tables}\n");
    let opened = open_text("royal.toml", &toml, &[("rules.rhai".to_owned(), script.to_owned())], &Bundled, &[]);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    opened.variant.unwrap_or_else(|| panic!("{problems}"))
}

/// Whether a move is legal in a position, by every way of finding legal moves.
fn is_legal(variant: &Variant, fen: &str, mv: &str) -> bool {
    is_legal_after(variant, fen, &[], mv)
}

/// The same after some moves.
fn is_legal_after(variant: &Variant, fen: &str, before: &[&str], mv: &str) -> bool {
    let found = DEPTHS.map(|depth| {
        let mut rules = Rules::new(variant.clone());
        rules.set_depth(depth);
        let mut here = position(&mut rules, fen);
        for text in before {
            here = play(&mut rules, &here, text);
        }
        let moves = coordinates(&mut rules, &here);
        assert_eq!(rules.perft(&here, 1), moves.len() as u64, "{fen} {depth:?}");
        moves.iter().any(|known| known == mv)
    });
    assert!(found.iter().all(|legal| *legal == found[0]), "{mv} in {fen}: {found:?}");
    found[0]
}

#[test]
fn a_castling_king_is_judged_where_it_arrives_with_the_rook_beside_it() {
    // Beside the other king nobody can take the king on d8; on c8 its own rook covers it from h8.
    assert!(is_legal(&variant("examples/atomic", &[]), "r3k2R/4K3/8/8/8/8/8/8 b q - 0 1", "e8c8"));
    let wing = chess_with(
        "[regions]\nwing = \"files a-c\"\n[pieces.rook]\nmoves = [\"mR\", { move = \"cR\", to = \"wing\" }]",
        "",
    );
    assert!(is_legal(&wing, "r3k2R/8/8/8/8/8/8/4K3 b q - 0 1", "e8c8"));
    assert!(!is_legal(&wing, "r3k3/8/8/8/8/8/8/2R1K3 b q - 0 1", "e8c8"));
    // The rook on d1 is a hurdle for the cannon that looks along the rank.
    let cannons = chess_with("[pieces.cannon]\nletter = \"C\"\nmoves = \"mRcpR\"", "");
    assert!(!is_legal(&cannons, "4k3/8/8/8/8/8/8/R3K2c w Q - 0 1", "e1c1"));
    assert!(is_legal(&cannons, "4k3/8/8/8/7c/8/8/R3K3 w Q - 0 1", "e1c1"));
}

#[test]
fn a_castling_king_is_judged_on_each_square_that_it_passes() {
    let chess = variant("chess", &[]);
    for (rook, legal) in [("2r5", false), ("3r4", false), ("4r3", false), ("1r6", true), ("r7", true)] {
        assert_eq!(is_legal(&chess, &format!("{rook}/8/8/7k/8/8/8/R3K3 w Q - 0 1"), "e1c1"), legal, "{rook}");
    }
    // Immune beside its own rook: on d1 the rook is still at home on a1, on b1 it stands beside the king's way.
    let sheltered = chess_with(
        "[pieces.king]\nimmune = \"script sheltered\"",
        "/// Its own rook stands beside it.\nfn sheltered(piece) { piece.neighbours.friends.of(\"rook\").any }",
    );
    assert!(!is_legal(&sheltered, "3r4/8/8/7k/8/8/8/R3K3 w Q - 0 1", "e1c1"));
    assert!(is_legal(&sheltered, "2r5/8/8/7k/8/8/8/R3K3 w Q - 0 1", "e1c1"));
}

#[test]
fn a_castling_king_may_stay_or_pass_the_rook() {
    let castling = "castling = [{ right = \"K\", side = \"white\", king = \"g1\", king_to = \"g1\", rook = \"h1\", rook_to = \"f1\" },\n\
                    { right = \"Q\", side = \"white\", king = \"g1\", king_to = \"c1\", rook = \"d1\", rook_to = \"f1\" }]\n\
                    [setup]\nfen = \"4k3/8/8/8/8/8/8/3R2KR w KQ - 0 1\"";
    let variant = chess_with(castling, "");
    let names = |fen: &str| {
        let mut rules = Rules::new(variant.clone());
        let here = position(&mut rules, fen);
        let all = moves(&mut rules, &here).into_iter();
        let castlings = all.filter(|(_, mv)| mv.castles_with().is_some());
        let mut names: Vec<String> = castlings.map(|(_, mv)| variant.board().name(mv.to()).to_owned()).collect();
        names.sort();
        names
    };
    // Where the king passes its rook, it stands in the rook's place.
    assert_eq!(names("4k3/8/8/8/8/8/8/3R2KR w KQ - 0 1"), ["c1", "g1"]);
    assert_eq!(names("4k3/8/8/8/8/8/8/r2R2KR w KQ - 0 1"), ["g1"]);
    assert_eq!(names("3rk3/8/8/8/8/8/8/3R2KR w KQ - 0 1"), ["g1"]);
    assert_eq!(names("4kr2/8/8/8/8/8/8/3R2KR w KQ - 0 1"), ["g1"]);
}

/// Kings that cross squares, and pawns that take them there.
const PASSING_KING: &str = "format = 1\nname = \"Passing king\"\n[board]\nshape = \"rectangle\"\nfiles = 5\nranks = 5\n\
    [pieces.king]\nroyal = true\nmoves = [\"K\", { move = \"smnD\", passes = true }]\n\
    [pieces.pawn]\nmoves = [\"fmW\", \"fcF\", { move = \"fcF\", captures = \"passing\" }]\n\
    [setup]\nfen = \"4k/5/2p2/K4/P4 w - - 0 1\"\n[[end]]\nwhen = \"no legal move\"\nresult = \"draw\"\n";

#[test]
fn a_royal_piece_may_not_cross_a_square_where_it_can_be_taken_en_passant() {
    let king = opened_text(PASSING_KING).variant.unwrap();
    assert!(!is_legal(&king, "4k/5/2p2/K4/P4 w - - 0 1", "a2c2"));
    assert!(is_legal(&king, "4k/2p2/5/K4/P4 w - - 0 1", "a2c2"));

    let pawns = chess_with(
        "remove = [\"castling\"]\n[pieces.king]\nroyal = false\n[pieces.pawn]\nroyal = true\n\
         [setup]\nfen = \"4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1\"",
        "",
    );
    assert!(!is_legal(&pawns, "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4"));
    assert!(is_legal(&pawns, "4k3/8/8/8/6p1/8/3P4/4K3 w - - 0 1", "d2d4"));
}

#[test]
fn who_may_not_take_a_piece_does_not_take_it_en_passant_either() {
    let fen = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    let pawn = |rest: &str| {
        format!(
            "[pieces.pawn]\nmoves = [\"fmW\", \"fcF\", {{ move = \"fmnD\", from = \"pawn-rank\", passes = true }}, \
             {{ move = \"fcF\", captures = \"passing\"{rest} }}]\n"
        )
    };
    let takes = |tables: &str, script: &str| is_legal_after(&chess_with(tables, script), fen, &["e2e4"], "d4e3");
    assert!(takes(&pawn(""), ""));
    assert!(!takes(&pawn(", spares = [\"pawn\"]"), ""));
    assert!(!takes(&format!("{}takes = [\"queen\"]\n", pawn("")), ""));
    assert!(!takes(&format!("{}immune = \"on rank 4\"\n", pawn("")), ""));
    let filter = "/// Never to its sixth rank.\nfn aside(piece, target) { target.rank != 6 }";
    assert!(!takes(&pawn(", filter = \"aside\""), filter));
    let victim = "/// Only in its own half.\nfn near(piece, victim) { victim.rank > 5 }";
    assert!(!takes(&format!("{}takes = \"script near\"\n", pawn("")), victim));
}

#[test]
fn who_borrows_a_pawns_moves_takes_and_is_taken_en_passant() {
    let lent = chess_with(
        "[powers.backing]\npieces = [\"knight\", \"king\"]\nas = \"backer\"",
        "/// The kind of the friend right behind.\n\
         fn backer(piece) { let behind = piece.square.step(\"back\"); if behind.holds_friend { behind.kind } else { \"\" } }",
    );
    assert!(is_legal_after(&lent, "4k3/3p4/8/4N3/4P3/8/8/4K3 b - - 0 1", &["d7d5"], "e5d6"));
    assert!(is_legal_after(&lent, "4k3/8/8/8/3p4/8/4N3/4P1K1 w - - 0 1", &["e2e4"], "d4e3"));
    // What the FEN says of it is read back.
    let mut rules = Rules::new(lent.clone());
    let start = position(&mut rules, "4k3/8/8/8/3p4/8/4N3/4P1K1 w - - 0 1");
    let next = play(&mut rules, &start, "e2e4");
    let fen = next.to_fen(rules.variant());
    assert!(fen.contains(" b - e3 "), "{fen}");
    assert_eq!(position(&mut rules, &fen).key(), next.key());
    // A king that borrows the step may be taken so, and so may not make it.
    assert!(is_legal(&lent, "4k3/8/8/8/8/8/4K3/4P3 w - - 0 1", "e2e4"));
    assert!(!is_legal(&lent, "4k3/8/8/8/3p4/8/4K3/4P3 w - - 0 1", "e2e4"));
}

/// That a position is lost for Black, who has no moves in it, by every way of asking.
fn is_lost(rules: &mut Rules, here: &Position) {
    for depth in DEPTHS {
        rules.set_depth(depth);
        let outcome = rules.outcome(here, 1).expect("the game is over");
        assert_eq!(outcome.verdict, Verdict::Winner(heterodox::board::Side::White));
        assert_eq!(rules.legal_moves(here).len(), 0, "{depth:?}");
        assert_eq!(rules.perft(here, 1), 0, "{depth:?}");
        assert_eq!(rules.perft(here, 3), 0, "{depth:?}");
        assert!(rules.random_move(here, &mut 7).is_none(), "{depth:?}");
        assert_eq!(rules.playout(here, &mut 7, 10).plies, 0, "{depth:?}");
    }
}

#[test]
fn a_side_without_its_last_royal_piece_has_no_moves() {
    let fen = "4k2r/4R2p/8/8/8/8/8/4K3 w - - 0 1";
    let stuck = "/// Nobody moves: a draw.\nfn over(game) { if game.stuck { \"draw\" } }";
    for (tables, script) in [
        ("", ""),
        ("[[end]]\nwhen = \"no legal move\"\nresult = \"draw\"", ""),
        ("[[end]]\nscript = \"over\"", stuck),
        ("[pieces.pawn]\nactive = \"not attacked by king\"", ""),
        ("[duty]\nclaim = \"takes\"\nmerit = \"takes\"", "/// Taking is owed.\nfn takes(mv) { mv.captures }"),
    ] {
        let mut rules = Rules::new(chess_with(tables, script));
        let here = position(&mut rules, fen);
        let next = play(&mut rules, &here, "e7e8");
        is_lost(&mut rules, &next);
        assert_eq!(rules.perft(&next, 2), 0, "{tables}");
    }
}

#[test]
fn a_last_royal_piece_may_not_promote_to_one_that_is_not_royal() {
    let tables = "remove = [\"castling\"]\n[pieces.king]\nroyal = false\n[pieces.pawn]\nroyal = true\n[setup]\n\
                  fen = \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"";
    let pawns = chess_with(tables, "");
    assert!(!is_legal(&pawns, "8/8/8/8/2P5/8/4p3/7K b - - 0 1", "e2e1q"));
    assert!(!is_legal(&pawns, "8/8/8/8/2P5/8/4p3/3Q3K b - - 0 1", "e2d1n"));
    // Another one remains.
    assert!(is_legal(&pawns, "8/7p/8/8/2P5/8/4p3/7K b - - 0 1", "e2e1q"));
    // Nor may it where it takes the last one of the enemy.
    assert!(!is_legal(&pawns, "8/8/8/8/8/8/4p3/3P3K b - - 0 1", "e2d1q"));
}

#[test]
fn nothing_is_counted_below_a_royal_piece_that_an_effect_has_taken() {
    let blast = "/// A capture takes everybody around along.\n\
                 fn after(mv) { if mv.captures > 0 { mv.remove(mv.target.around); } }";
    let variant = chess_with("", blast);
    for depth in DEPTHS {
        let mut rules = Rules::new(variant.clone());
        rules.set_depth(depth);
        let here = position(&mut rules, "4k3/3p3p/8/8/8/8/8/3RK3 w - - 0 1");
        let next = play(&mut rules, &here, "d1d7");
        is_lost(&mut rules, &next);
        rules.set_depth(depth);
        let mut below = 0;
        for mv in rules.legal_moves(&here) {
            let next = rules.play_unchecked(&here, &mv);
            below += rules.legal_moves(&next).len() as u64;
        }
        assert_eq!(rules.perft(&here, 2), below, "{depth:?}");
    }
}

#[test]
fn an_end_that_counts_royal_pieces_may_let_a_side_without_one_play_on() {
    let tables = "[[end]]\nwhen = \"count(own king) = 0\"\nresult = \"draw\"\nstops = false";
    let mut rules = Rules::new(chess_with(tables, ""));
    let here = position(&mut rules, "4k2r/4R2p/8/8/8/8/8/4K3 w - - 0 1");
    let next = play(&mut rules, &here, "e7e8");
    assert_eq!(rules.outcome(&next, 1).map(|outcome| outcome.verdict), Some(Verdict::Draw));
    assert!(!rules.legal_moves(&next).is_empty());
    assert_eq!(rules.perft(&next, 1), rules.legal_moves(&next).len() as u64);
}

#[test]
fn an_effect_that_asks_about_the_move_knows_what_it_takes() {
    let grows = chess_with(
        "[pieces.knight]\nmoves = { move = \"N\", does = \"grow\" }",
        "/// Who takes becomes a queen.\nfn grow(mv) { if mv.captures > 0 { mv.promote(\"queen\"); } }",
    );
    let fen = "4k3/8/8/4p3/8/3N4/8/4K3 w - - 0 1";
    assert!(is_legal_after(&grows, fen, &["d3e5", "e8d8"], "e5a1"));
    assert!(!is_legal_after(&grows, fen, &["d3f4", "e8d8"], "f4f5"));
    let mut rules = Rules::new(grows);
    let here = position(&mut rules, fen);
    let (_, taking) = moves(&mut rules, &here).into_iter().find(|(text, _)| text == "d3e5").unwrap();
    assert_eq!(taking.captured(), [taking.to()]);
}
