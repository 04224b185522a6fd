//! Movements on boards: what each string reaches, drawn.

use heterodox::board::{Board, CircleSpec, Keep, RectangleSpec, Side, Square, Wrap};
use heterodox::definition::movement::{Legs, Term, parse};
use heterodox::expansion::{ExpandedTerm, Forward, Landing, Path, Reach, expand};
use heterodox::source::{SourceId, Span, Spanned};

fn terms(text: &str) -> Vec<Legs> {
    let text = Spanned::new(text.to_owned(), Span::new(SourceId(0), 0..text.len()));
    let movement = parse(&text).unwrap_or_else(|problems| panic!("{}: {problems:?}", text.value));
    let legs = |term| match term {
        Term::Legs(legs) => legs,
        Term::Piece(name) => panic!("{} is a name", name.value),
    };
    movement.terms.into_iter().map(legs).collect()
}

fn all(board: &Board, forward: &Forward, text: &str) -> Vec<ExpandedTerm> {
    let expanded = |term: &Legs| expand(term, board, forward).unwrap_or_else(|problems| panic!("{text}: {problems:?}"));
    terms(text).iter().map(expanded).collect()
}

fn chessboard() -> Board {
    Board::rectangle(RectangleSpec::plain(8, 8)).expect("a board")
}

/// The reach of all terms of a movement from one square.
fn reach_on(board: &Board, text: &str, side: Side, from: &str) -> Reach {
    let from = board.square(from).expect("a square").index();
    let mut reach = Reach::default();
    for term in all(board, &Forward::heading(), text) {
        let one = &term.from[side.index()][from];
        reach.leaps.extend(one.leaps.clone());
        reach.rides.extend(one.rides.clone());
        reach.paths.extend(one.paths.clone());
    }
    reach
}

fn reach(text: &str, from: &str) -> Reach {
    reach_on(&chessboard(), text, Side::White, from)
}

fn counts(text: &str, from: &str) -> (usize, usize, usize) {
    let reach = reach(text, from);
    (reach.leaps.len(), reach.rides.len(), reach.paths.len())
}

/// What a landing allows, as one character.
fn sign(landing: Landing) -> char {
    match (landing.quiet, landing.capture, landing.passing) {
        (_, _, true) => 'e',
        (true, true, _) => '*',
        (true, false, _) => 'm',
        (false, true, _) => 'c',
        _ => 'd',
    }
}

/// The board with the origin (`o`), landings (`*` any, `m` quiet, `c` capture, `e` also in passing), squares that must be
/// empty (`-`), occupied (`^`) or are taken on the way (`x`).
fn picture(board: &Board, reach: &Reach, from: &str) -> String {
    let mut signs = vec!['.'; board.n_squares()];
    for path in &reach.paths {
        path.empty.iter().for_each(|square| signs[square.index()] = '-');
        path.occupied.iter().for_each(|square| signs[square.index()] = '^');
        path.takes.iter().for_each(|square| signs[square.index()] = 'x');
    }
    for ride in &reach.rides {
        ride.squares.iter().for_each(|square| signs[square.index()] = sign(ride.landing));
    }
    let ends = reach.paths.iter().map(|path| (path.to, path.landing));
    for (to, landing) in ends.chain(reach.leaps.iter().map(|leap| (leap.to, leap.landing))) {
        signs[to.index()] = sign(landing);
    }
    signs[board.square(from).expect("a square").index()] = 'o';
    let rows = signs.chunks(8).map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn draws_for(side: Side, text: &str, from: &str, expected: &str) {
    let board = chessboard();
    let drawn = picture(&board, &reach_on(&board, text, side, from), from);
    let expected: Vec<&str> = expected.trim().lines().map(str::trim).collect();
    assert_eq!(drawn, expected.join("\n"), "{text} from {from}:\n{drawn}\n");
}

#[track_caller]
fn draws(text: &str, from: &str, expected: &str) {
    draws_for(Side::White, text, from, expected);
}

/// Paths as `to: empty ... occupied ... takes ... crossed ...`, sorted.
fn paths(board: &Board, reach: &Reach) -> Vec<String> {
    let names = |word: &str, squares: &[Square]| {
        let names: Vec<&str> = squares.iter().map(|&square| board.name(square)).collect();
        if names.is_empty() { String::new() } else { format!(" {word} {}", names.join(" ")) }
    };
    let line = |path: &Path| {
        let text = format!("{}{}", board.name(path.to), sign(path.landing));
        let parts = [
            text,
            names("empty", &path.empty),
            names("occupied", &path.occupied),
            names("takes", &path.takes),
            names("destroys", &path.destroys),
            names("crossed", &path.crossed),
        ];
        parts.concat()
    };
    let mut lines: Vec<String> = reach.paths.iter().map(line).collect();
    lines.sort();
    lines
}

fn paths_of(text: &str, from: &str) -> Vec<String> {
    let board = chessboard();
    paths(&board, &reach_on(&board, text, Side::White, from))
}

fn targets(text: &str, from: &str) -> String {
    let board = chessboard();
    let mut names: Vec<String> =
        reach_on(&board, text, Side::White, from).leaps.iter().map(|leap| board.name(leap.to).to_owned()).collect();
    names.sort();
    names.join(" ")
}

#[test]
fn the_pawn_of_chess() {
    let pawn = "fmWfceFifmnD";
    draws(
        pawn,
        "e2",
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . m . . .
         . . . e m e . .
         . . . . o . . .
         . . . . . . . .",
    );
    draws_for(
        Side::Black,
        pawn,
        "a7",
        ". . . . . . . .
         o . . . . . . .
         m e . . . . . .
         m . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    assert_eq!(paths_of(pawn, "e2"), ["e4m empty e3 crossed e3"]);
    let leap = reach(pawn, "e2").leaps.into_iter().find(|leap| leap.landing.passing).expect("a capture in passing");
    assert_eq!(leap.landing, Landing { capture: true, passing: true, ..Landing::default() });
    let initial: Vec<bool> = all(&chessboard(), &Forward::heading(), pawn).iter().map(|term| term.initial).collect();
    assert_eq!(initial, [false, false, true]);
}

#[test]
fn directions_of_oblique_leaps() {
    assert_eq!(counts("N", "d4"), (8, 0, 0));
    assert_eq!(targets("fN", "d4"), "c6 e6");
    assert_eq!(targets("ffN", "d4"), "c6 e6");
    assert_eq!(targets("fhN", "d4"), "b5 c6 e6 f5");
    assert_eq!(targets("fsN", "d4"), "b5 f5");
    assert_eq!(targets("rfN", "d4"), "e6");
    assert_eq!(targets("frN", "d4"), "f5");
    assert_eq!(targets("lbN", "d4"), "c2");
    assert_eq!(targets("blN", "d4"), "b3");
    assert_eq!(targets("sN", "d4"), "b3 b5 f3 f5");
    assert_eq!(targets("rhN", "d4"), "e2 e6 f3 f5");
    assert_eq!(targets("hrN", "d4"), "b5 c2 e6 f3");
    assert_eq!(targets("hlN", "d4"), "b3 c6 e2 f5");
    assert_eq!(targets("(4,2)", "d4"), "b8 f8 h2 h6");
    let board = chessboard();
    let black: Vec<String> =
        reach_on(&board, "rfN", Side::Black, "d4").leaps.iter().map(|l| board.name(l.to).into()).collect();
    assert_eq!(black, ["c2"]);
}

#[test]
fn directions_of_straight_and_diagonal_steps() {
    assert_eq!(targets("fsW", "d4"), "c4 d5 e4");
    assert_eq!(targets("fF", "d4"), "c5 e5");
    assert_eq!(targets("rF", "d4"), "e3 e5");
    assert_eq!(targets("frF", "d4"), "e5");
    assert_eq!(targets("fK", "d4"), "c5 d5 e5");
    assert_eq!(targets("fbNF", "d4"), "c2 c3 c5 c6 e2 e3 e5 e6");
    // `lb` is one direction, so the king's part is r and back-left.
    assert_eq!(targets("fhNrlbK", "d4"), "b5 c3 c4 c6 d3 e3 e4 e5 e6 f5");
    draws(
        "R4fB",
        "d2",
        ". . . . . . . .
         . . . . . . . .
         . . . * . . . *
         * . . * . . * .
         . * . * . * . .
         . . * * * . . .
         * * * o * * * *
         . . . * . . . .",
    );
}

#[test]
fn pairs_on_diagonals() {
    draws(
        "vWvF2",
        "d4",
        ". . . . . . . .
         . . . . . . . .
         . * . . . * . .
         . . * * * . . .
         . . . o . . . .
         . . * * * . . .
         . * . . . * . .
         . . . . . . . .",
    );
}

#[test]
fn lame_leaps_mind_the_squares_between() {
    draws(
        "nN",
        "d4",
        ". . . . . . . .
         . . . . . . . .
         . . * . * . . .
         . * . - . * . .
         . . - o - . . .
         . * . - . * . .
         . . * . * . . .
         . . . . . . . .",
    );
    assert_eq!(paths_of("nN", "a1"), ["b3* empty a2 crossed a2", "c2* empty b1 crossed b1"]);
    // One straight, then two diagonal steps.
    assert_eq!(paths_of("nZ", "a1"), ["c4* empty b3 a2 crossed a2 b3", "d3* empty c2 b1 crossed b1 c2"]);
    assert_eq!(counts("nZ", "d4"), (0, 0, 8));
    assert_eq!(paths_of("fnH", "d4"), ["d7* empty d6 d5 crossed d5 d6"]);
    assert_eq!(paths_of("nNN", "a1").len(), 6);
}

#[test]
fn legs_after_another() {
    // The lame horse written in legs, three ways.
    let horse = paths_of("mafsW", "d4");
    assert_eq!(horse.len(), 8);
    assert_eq!(horse, paths_of("[W-F]", "d4"));
    assert_eq!(horse[0], "b3* empty c4");
    assert_eq!(counts("masR", "d4"), (0, 0, 98));
    assert_eq!(paths_of("fmFfcafmF", "d4"), ["b6m takes c5", "f6m takes e5"]);
    assert_eq!(targets("mpafN", "a1"), "c5 e3");
    assert_eq!(targets("mpafN", "d4"), "b8 f8 h2 h6");
    assert_eq!(paths_of("pafN", "a1"), ["c5* occupied b3", "e3* occupied c2"]);
    // The eighth way round of an oblique leap: from b3 on, all but back.
    assert_eq!(paths_of("fasN", "d4").len(), 4);
}

#[test]
fn the_lion() {
    draws(
        "KNADcaKmcabK",
        "e4",
        ". . . . . . . .
         . . . . . . . .
         . . * * * * * .
         . . * * * * * .
         . . * * o * * .
         . . * * * * * .
         . . * * * * * .
         . . . . . . . .",
    );
    assert_eq!(counts("KNAD", "e4"), (24, 0, 0));
    assert_eq!(counts("caK", "e4"), (0, 0, 56));
    assert_eq!(counts("mcabK", "e4"), (0, 0, 16));
    let home = paths_of("mcabK", "a1");
    assert_eq!(home, ["a1m empty a2", "a1m empty b1", "a1m empty b2", "a1m takes a2", "a1m takes b1", "a1m takes b2"]);
}

#[test]
fn outward_in_brackets() {
    draws(
        "[F?R]",
        "c3",
        ". * . * . . . .
         . * . * . . . .
         . * . * . . . .
         . * . * . . . .
         * * . * * * * *
         . . o . . . . .
         * * . * * * * *
         . * . * . . . .",
    );
    assert_eq!(counts("[F?R]", "a1"), (1, 0, 12));
    assert_eq!(counts("[F-R]", "a1"), (0, 0, 12));
    assert_eq!(targets("[F?R]", "a1"), "b2");
    assert!(paths_of("[F?R]", "a1").contains(&String::from("b5* empty b4 b3 b2")));
    assert_eq!(paths_of("[W?sR]", "a1").len(), 14);
    assert_eq!(paths_of("[N-W]", "a1"), ["b4* empty b3", "d2* empty c2"]);
    // A capture on the way is taken, then the ride goes on.
    assert!(paths_of("[cF-R]", "a1").contains(&String::from("b3* takes b2")));
}

#[test]
fn hoppers() {
    assert_eq!(counts("mRcpR", "d4"), (0, 4, 18));
    assert_eq!(counts("gQ", "d4"), (0, 0, 19));
    assert_eq!(
        paths_of("fcpR", "d4"),
        [
            "d6c occupied d5",
            "d7c empty d5 occupied d6",
            "d7c empty d6 occupied d5",
            "d8c empty d6 d5 occupied d7",
            "d8c empty d7 d5 occupied d6",
            "d8c empty d7 d6 occupied d5",
        ]
    );
    assert_eq!(paths_of("fgR", "d5"), ["d7* occupied d6", "d8* empty d6 occupied d7"]);
    // A step becomes a ride beyond the hurdle.
    assert_eq!(paths_of("fgW", "d5"), ["d7* occupied d6", "d8* empty d7 occupied d6"]);
    assert_eq!(paths_of("gafR", "d5").len(), 10);
}

#[test]
fn jumpers() {
    assert_eq!(paths_of("jD", "a1"), ["a3* occupied a2", "c1* occupied b1"]);
    assert_eq!(paths_of("jN", "a1"), ["b3* occupied a2", "c2* occupied b1"]);
    draws(
        "jR",
        "d4",
        ". . . * . . . .
         . . . * . . . .
         . . . * . . . .
         . . . . . . . .
         * * . o . * * *
         . . . . . . . .
         . . . * . . . .
         . . . * . . . .",
    );
}

#[test]
fn rides_are_lines_of_leaps() {
    let board = chessboard();
    let lines = |text| {
        let line = |ride: &heterodox::expansion::Ride| {
            ride.squares.iter().map(|&square| board.name(square)).collect::<Vec<_>>().join(" ")
        };
        reach(text, "a1").rides.iter().map(line).collect::<Vec<_>>()
    };
    assert_eq!(lines("NN"), ["b3 c5 d7", "c2 e3 g4"]);
    assert_eq!(lines("DD"), ["a3 a5 a7", "c1 e1 g1"]);
    assert_eq!(lines("N2"), ["b3 c5", "c2 e3"]);
    assert_eq!(lines("oR").len(), 3);
    assert_eq!(lines("oR")[1], "b1 c1 d1 e1 f1 g1 h1");
}

#[test]
fn men_of_both_sides_may_be_taken_on_the_way() {
    assert_eq!(paths_of("fdafmF", "d4"), ["b6m destroys c5", "f6m destroys e5"]);
    // Two captures, then back to the first square: there the piece is taken.
    assert_eq!(paths_of("cafcabK", "a1"), ["a2c takes a3", "b1c takes c1", "b2c takes c3"]);
    // Whoever was passed over and stands there still can only be taken.
    assert_eq!(paths_of("rpafabW", "a1"), ["b1c empty c1"]);
}

#[test]
fn never_a_move_is_an_error() {
    let error = expand(&terms("(9,1)")[0], &chessboard(), &Forward::heading()).expect_err("too long");
    assert_eq!(error[0].code, "movement-without-moves");
}

#[test]
fn nobody_moves_to_his_own_square_round_a_cylinder() {
    let board = chessboard();
    for text in ["oR", "orpR", "orW8", "ornW9"] {
        let reach = reach_on(&board, text, Side::White, "a4");
        let home = board.square("a4").expect("a square");
        assert!(reach.paths.iter().all(|path| path.to != home), "{text}");
        assert!(reach.rides.iter().all(|ride| !ride.squares.contains(&home)), "{text}");
        assert!(!reach.is_empty(), "{text}");
    }
    assert_eq!(reach("orpR", "a4").paths.len(), 21);
}

#[test]
fn huge_movements_are_refused() {
    let board = Board::rectangle(RectangleSpec::plain(16, 16)).expect("a board");
    let error = expand(&terms("aaaaaaaQ")[0], &board, &Forward::heading()).expect_err("too large");
    assert_eq!(error[0].code, "movement-too-large");
}

/// Circle of 3 rings, 14 sectors and a centre.
fn circle() -> Board {
    Board::circle(CircleSpec::plain(3, 14, Some("4"))).expect("a board")
}

/// One step nearer to the sector where the enemy king starts, or along the spoke: inward in the own half, outward beyond.
fn forward_on_the_circle(board: &Board) -> Forward {
    let polar =
        |square: Square| (i32::from(board.sector(square).unwrap_or(0)), i32::from(board.ring(square).unwrap_or(0)));
    let steps = |side: Side, from: Square, to: Square| {
        let goal = if side == Side::White { 11 } else { 4 };
        let own = |sector: i32| (sector <= 7) == (side == Side::White);
        let distance = |sector: i32| {
            let apart = (sector - goal).rem_euclid(14);
            apart.min(14 - apart)
        };
        match (polar(from), polar(to)) {
            ((0, _), (to, _)) => !own(to),
            ((from, _), (0, _)) => own(from),
            ((from, ring), (to, other)) if ring == other => distance(to) < distance(from),
            ((from, ring), (_, other)) => (other > ring) == own(from),
        }
    };
    Forward::relation(board, &steps)
}

/// Squares reached on the empty circle, summed over all squares.
fn sum(text: &str, side: Side) -> usize {
    let board = circle();
    let term = all(&board, &forward_on_the_circle(&board), text).remove(0);
    let squares = |reach: &Reach| {
        let mut squares: Vec<Square> = reach.leaps.iter().map(|leap| leap.to).collect();
        squares.extend(reach.rides.iter().flat_map(|ride| ride.squares.clone()));
        squares.sort();
        squares.dedup();
        squares.len()
    };
    term.from[side.index()].iter().map(squares).sum()
}

#[test]
fn sums_on_the_circle() {
    for side in Side::BOTH {
        assert_eq!(sum("W", side), 168);
        assert_eq!(sum("F", side), 140);
        assert_eq!(sum("K", side), 280);
        assert_eq!(sum("R", side), 798);
        assert_eq!(sum("B", side), 462);
        assert_eq!(sum("N", side), 252);
        assert_eq!(sum("fmW", side), 84);
        assert_eq!(sum("fcF", side), 104);
    }
}

#[test]
fn sideways_means_nothing_on_the_circle() {
    let board = circle();
    let error = expand(&terms("fsW")[0], &board, &forward_on_the_circle(&board)).expect_err("sideways");
    assert_eq!(error[0].code, "sideways-without-files");
    let error = expand(&terms("oR")[0], &board, &forward_on_the_circle(&board)).expect_err("no edges");
    assert_eq!(error[0].code, "no-side-edges");
}

#[test]
fn holes_let_leaps_pass_and_stop_lines_that_may_not_cross() {
    let holes = |crossable: bool| {
        let mut spec = RectangleSpec::plain(5, 5);
        spec.holes = vec![(3, 3), (3, 2)];
        spec.holes_crossable = Some(crossable);
        Board::rectangle(spec).expect("a board")
    };
    let (open, shut) = (holes(true), holes(false));
    let lines = |board: &Board, text: &str| {
        let reach = reach_on(board, text, Side::White, "c1");
        let name = |square: &Square| board.name(*square).to_owned();
        let mut names: Vec<String> = reach.rides.iter().flat_map(|ride| ride.squares.iter().map(name)).collect();
        names.extend(reach.leaps.iter().map(|leap| name(&leap.to)));
        names.extend(reach.paths.iter().map(|path| name(&path.to)));
        names.sort();
        names.join(" ")
    };
    assert_eq!(lines(&open, "fR"), "c4 c5");
    assert_eq!(lines(&shut, "fR"), "");
    assert_eq!(lines(&shut, "fH"), "c4");
    assert_eq!(lines(&shut, "ffN"), "b3 d3");
    assert_eq!(lines(&open, "ffnN"), "b3 d3");
    assert_eq!(lines(&shut, "ffnN"), "");
    assert_eq!(lines(&shut, "fmafsW"), "b3 d3");
}

#[test]
fn lines_cross_what_is_no_square_only_where_the_board_lets_them() {
    for (crossable, wanted) in [(None, "a4 b1 c1 d1"), (Some(true), "a4 b1 c1 d1"), (Some(false), "b1 c1 d1")] {
        let mut spec = RectangleSpec::plain(4, 4);
        spec.keep = Keep::Only((1..=4).flat_map(|file| [(file, 1), (file, 4)]).collect());
        spec.holes_crossable = crossable;
        let board = Board::rectangle(spec).expect("a board");
        let reach = reach_on(&board, "R", Side::White, "a1");
        let mut names: Vec<&str> =
            reach.rides.iter().flat_map(|ride| &ride.squares).map(|square| board.name(*square)).collect();
        names.sort_unstable();
        assert_eq!(names.join(" "), wanted, "{crossable:?}");
    }
}

#[test]
fn two_letters_name_one_straight_way_on_a_hexagon() {
    let board = Board::hexagon(6).expect("a board");
    let ends = |text: &str, side: Side| {
        let mut names: Vec<String> =
            reach_on(&board, text, side, "f6").leaps.iter().map(|leap| board.name(leap.to).to_owned()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(ends("frW", Side::White), "g6");
    assert_eq!(ends("flW", Side::White), "e6");
    assert_eq!(ends("fsW", Side::White), "e6 g6");
    assert_eq!(ends("brW", Side::White), "g5");
    assert_eq!(ends("frW", Side::Black), "e5");
    assert_eq!(ends("frflW", Side::White), ends("fsW", Side::White));
}

#[test]
fn hoppers_on_a_torus_are_finite() {
    let mut spec = RectangleSpec::plain(6, 7);
    spec.wrap = Wrap { files: true, ranks: true };
    let board = Board::rectangle(spec).expect("a board");
    // A line of 42 squares: 41 beside its own, over any of which it hops to any beyond.
    assert_eq!(reach_on(&board, "pB", Side::White, "a1").paths.len(), 4 * 41 * 40 / 2);
    // Lines of long steps across come home after 21 squares, those of long steps up after 42.
    assert_eq!(reach_on(&board, "pNN", Side::White, "a1").paths.len(), 4 * 20 * 19 / 2 + 4 * 41 * 40 / 2);
}

#[test]
fn leaps_on_hexagons() {
    let board = Board::hexagon(6).expect("a board");
    let middle = board.squares().find(|&square| board.half_turn(square) == Some(square)).expect("a square");
    let from = board.name(middle).to_owned();
    let count = |text: &str| reach_on(&board, text, Side::White, &from).leaps.len();
    let paths = |text: &str| reach_on(&board, text, Side::White, &from).paths.len();
    assert_eq!((count("W"), count("F"), count("K"), count("N")), (6, 6, 12, 12));
    assert_eq!((count("fW"), count("fF"), count("bW"), count("fN")), (1, 2, 1, 2));
    assert_eq!(paths("nN"), 12);
    assert_eq!(reach_on(&board, "R", Side::White, &from).rides.len(), 6);
}

#[test]
fn the_way_back_from_the_centre_of_a_circle() {
    let board = circle();
    let from = board.square("a3").expect("a square").index();
    let term = all(&board, &forward_on_the_circle(&board), "mabK").remove(0);
    let homes = paths(&board, &term.from[0][from]);
    let over: Vec<&String> = homes.iter().filter(|line| line.ends_with("empty 4")).collect();
    assert_eq!(over, ["a3m empty 4"]);
    assert_eq!(homes.len(), 6);
    // From the centre on: all but straight back.
    let term = all(&board, &forward_on_the_circle(&board), "maW").remove(0);
    let onward = paths(&board, &term.from[0][from]);
    assert_eq!(onward.iter().filter(|line| line.ends_with("empty 4")).count(), 13);
}
