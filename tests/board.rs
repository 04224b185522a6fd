//! Boards as graphs of poses: numbering, lines, turns, the centre of a circle, wrapped edges, holes, hexagons, graphs.

use heterodox::board::{
    Board, Cell, CellSpec, CircleSpec, GraphSpec, Keep, LinkSpec, Outline, Place, Pose, RectangleSpec, Side, Square,
    Through, Wrap, rectangle_cell,
};
use std::collections::{BTreeMap, BTreeSet};

type Names = BTreeSet<String>;

/// The 43 cells whose neighbours, horse leaps and rays are known.
const KNOWN: &str = include_str!("data/circle-3x14.json");

fn circle(diagonal_through: Through) -> Board {
    Board::circle(CircleSpec { diagonal_through, ..CircleSpec::plain(3, 14, Some("4")) }).unwrap()
}

fn rectangle(files: i64, ranks: i64) -> Board {
    Board::rectangle(RectangleSpec::plain(files, ranks)).unwrap()
}

fn at(board: &Board, name: &str) -> Place {
    board.place_of(board.square(name).unwrap_or_else(|| panic!("no square {name}")))
}

fn named(board: &Board, place: Place) -> String {
    board.square_at(place).map_or_else(|| "hole".to_owned(), |square| board.name(square).to_owned())
}

fn poses(board: &Board, place: Place) -> Vec<Pose> {
    (0..board.n_headings(place)).map(|heading| Pose { place, heading }).collect()
}

fn orthogonal(board: &Board, place: Place, wanted: bool) -> Vec<Pose> {
    poses(board, place).into_iter().filter(|&pose| board.is_orthogonal(pose) == wanted).collect()
}

fn advance(board: &Board, from: Vec<Pose>, steps: usize) -> Vec<Pose> {
    (0..steps).fold(from, |poses, _| poses.iter().flat_map(|&pose| board.ahead(pose).to_vec()).collect())
}

fn neighbours(board: &Board, place: Place, straight: bool) -> Names {
    let next = advance(board, orthogonal(board, place, straight), 1);
    next.into_iter().map(|pose| named(board, pose.place)).collect()
}

/// x ahead, two turns, y ahead; and the other way about; both senses.
fn leap(board: &Board, place: Place, x: usize, y: usize) -> Names {
    let mut found = Names::new();
    for (first, second) in [(x, y), (y, x)] {
        for units in [2, -2] {
            let corner = advance(board, orthogonal(board, place, true), first);
            let turned = corner.into_iter().filter_map(|pose| board.turn(pose, units)).collect();
            found.extend(advance(board, turned, second).into_iter().map(|pose| named(board, pose.place)));
        }
    }
    found
}

/// The rides from a place, each as long as it goes; a ride ends before its own origin.
fn rides(board: &Board, place: Place, straight: bool) -> BTreeSet<Vec<String>> {
    fn go(board: &Board, origin: Place, pose: Pose, so_far: &[String], found: &mut BTreeSet<Vec<String>>) {
        let mut ended = true;
        for &next in board.ahead(pose) {
            if next.place != origin && board.can_cross(next.place) {
                ended = false;
                let longer = [so_far, &[named(board, next.place)]].concat();
                assert!(longer.len() < 300, "a ride without end: {longer:?}");
                go(board, origin, next, &longer, found);
            }
        }
        if ended && !so_far.is_empty() {
            found.insert(so_far.to_vec());
        }
    }
    let mut found = BTreeSet::new();
    for pose in orthogonal(board, place, straight) {
        go(board, place, pose, &[], &mut found);
    }
    found
}

fn reached(board: &Board, place: Place, straight: bool) -> Names {
    rides(board, place, straight).into_iter().flatten().collect()
}

fn words(text: &str) -> Names {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn squares_are_numbered_in_fen_order() {
    let board = rectangle(8, 8);
    let names: Vec<&str> = board.squares().map(|square| board.name(square)).collect();
    assert_eq!((names[0], names[7], names[8], names[63]), ("a8", "h8", "a7", "h1"));
    assert_eq!(board.fen_rows()[7][4], Cell::Square(board.square("e1").unwrap()));

    let board = circle(Through::Straight);
    let names: Vec<&str> = board.squares().map(|square| board.name(square)).collect();
    assert_eq!(names.len(), 43);
    assert_eq!((names[0], names[1], names[14], names[15], names[42]), ("4", "a3", "n3", "a2", "n1"));
    let widths: Vec<usize> = board.fen_rows().iter().map(Vec::len).collect();
    assert_eq!(widths, [1, 14, 14, 14]);
}

#[test]
fn files_past_z_take_two_letters() {
    let board = rectangle(30, 2);
    assert_eq!(board.name(Square(25)), "z2");
    assert_eq!(board.name(Square(26)), "aa2");
    assert_eq!(board.name(Square(59)), "ad1");
    assert_eq!(rectangle_cell("aa2"), Some((27, 2)));
    assert_eq!(rectangle_cell("e4"), Some((5, 4)));
    for bad in ["", "e", "4", "E4", "e04", "e4x", "e-4", "é4", "zzzzzz9", "a99999999"] {
        assert_eq!(rectangle_cell(bad), None, "{bad}");
    }
}

/// `P` is the pose's square and number n the square one step along heading n.
#[test]
fn headings_go_clockwise_from_north() {
    let board = rectangle(5, 5);
    let picture = ["7 . 0 . 1", ". . . . .", "6 . P . 2", ". . . . .", "5 . 4 . 3"];
    let mut lines: Vec<String> = vec![". . . . .".to_owned(); 5];
    for (rank, line) in lines.iter_mut().enumerate().filter(|(rank, _)| rank % 2 == 0) {
        let cells: Vec<String> = (0..5)
            .map(|file| {
                let name = format!("{}{}", char::from(b'a' + file), 5 - rank);
                let heading = (0..8).find(|&heading| {
                    let two = advance(&board, vec![Pose { place: at(&board, "c3"), heading }], 2);
                    named(&board, two[0].place) == name
                });
                heading.map_or(if name == "c3" { "P".into() } else { ".".into() }, |heading| heading.to_string())
            })
            .collect();
        *line = cells.join(" ");
    }
    assert_eq!(lines, picture);
}

#[test]
fn the_chessboard_has_its_usual_sums() {
    let board = rectangle(8, 8);
    let sum = |count: &dyn Fn(Place) -> usize| -> usize { board.squares().map(|s| count(board.place_of(s))).sum() };
    assert_eq!(sum(&|place| neighbours(&board, place, true).len()), 224);
    assert_eq!(sum(&|place| neighbours(&board, place, false).len()), 196);
    assert_eq!(sum(&|place| leap(&board, place, 2, 1).len()), 336);
    assert_eq!(sum(&|place| reached(&board, place, true).len()), 896);
    assert_eq!(sum(&|place| reached(&board, place, false).len()), 560);
    assert_eq!(leap(&board, at(&board, "d4"), 3, 1), words("a3 a5 c1 c7 e1 e7 g3 g5"));
}

#[test]
fn the_circle_has_the_known_neighbours_leaps_and_rays() {
    let known: serde_json::Value = serde_json::from_str(KNOWN).unwrap();
    let board = circle(Through::Straight);
    let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
    for square in board.squares() {
        let (name, place) = (board.name(square), board.place_of(square));
        let list = |key: &str| -> Names { serde_json::from_value(known[key][name].clone()).unwrap() };
        let rays = |key: &str| -> BTreeSet<Vec<String>> { serde_json::from_value(known[key][name].clone()).unwrap() };
        let (orth, diag) = (neighbours(&board, place, true), neighbours(&board, place, false));
        let horse = leap(&board, place, 2, 1);
        assert_eq!(orth, list("orth"), "{name}");
        assert_eq!(diag, list("diag"), "{name}");
        assert_eq!(horse, list("horse"), "{name}");
        assert_eq!(rides(&board, place, true), rays("rook_rays"), "{name}");
        assert_eq!(rides(&board, place, false), rays("bishop_rays"), "{name}");
        for (what, n) in [
            ("orthogonal", orth.len()),
            ("diagonal", diag.len()),
            ("king", orth.union(&diag).count()),
            ("horse", horse.len()),
            ("rook", reached(&board, place, true).len()),
            ("bishop", reached(&board, place, false).len()),
        ] {
            *sums.entry(what).or_default() += n;
        }
    }
    let expected =
        [("bishop", 462), ("diagonal", 140), ("horse", 252), ("king", 280), ("orthogonal", 168), ("rook", 798)];
    assert_eq!(sums, BTreeMap::from(expected));
}

#[test]
fn a_diagonal_passes_the_centre_as_chosen() {
    let from = |through: Through, name: &str| {
        let board = circle(through);
        reached(&board, at(&board, name), false)
    };
    assert_eq!(from(Through::Straight, "c1"), words("b2 a3 d2 e3 4 h3 i2 j1 l3 k2"));
    assert_eq!(from(Through::Turning, "c1"), words("a3 b2 d2 e3 4 f1 g2 h3 l3 m2 n1"));
    assert_eq!(from(Through::Fork, "c1").len(), 14);
    assert_eq!(from(Through::Straight, "a3"), words("b2 c1 n2 m1 4 h3 i2 j1 g2 f1"));
    for through in [Through::Straight, Through::Turning, Through::Fork] {
        assert_eq!(from(through, "4").len(), 42);
    }
}

#[test]
fn lines_through_the_centre_run_both_ways() {
    for (sectors, orthogonal_through, diagonals) in [
        (14, Through::Straight, vec![Through::Straight, Through::Turning, Through::Fork]),
        (5, Through::Fork, vec![Through::Turning, Through::Fork]),
        (3, Through::Fork, vec![Through::Turning, Through::Fork]),
    ] {
        for diagonal_through in diagonals {
            let plain = CircleSpec::plain(2, sectors, Some("m"));
            let board = Board::circle(CircleSpec { orthogonal_through, diagonal_through, ..plain }).unwrap();
            for from in board.squares() {
                for to in board.squares() {
                    for straight in [true, false] {
                        let there = reached(&board, board.place_of(from), straight).contains(board.name(to));
                        let back = reached(&board, board.place_of(to), straight).contains(board.name(from));
                        assert_eq!(there, back, "{sectors} {diagonal_through:?} {from:?} {to:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn a_turn_at_the_centre_changes_between_straight_and_its_diagonals() {
    let board = circle(Through::Straight);
    let place = at(&board, "4");
    assert_eq!(board.n_headings(place), 42);
    for pose in poses(&board, place) {
        let turned: Vec<Option<Pose>> = (-4..=4).map(|units| board.turn(pose, units)).collect();
        assert_eq!(turned[4], Some(pose));
        assert_eq!(board.turn(pose, 8), Some(pose));
        let other: Vec<Pose> = turned.iter().flatten().copied().filter(|&other| other != pose).collect();
        assert_eq!(other.len(), if board.is_orthogonal(pose) { 2 } else { 1 });
        for other in other {
            assert_ne!(board.is_orthogonal(pose), board.is_orthogonal(other));
            assert_eq!(board.ahead(pose)[0].place, board.ahead(other)[0].place, "the same spoke");
        }
        // Stepping out and turning there is turning here and stepping out.
        for units in [1, -1] {
            if let Some(turned) = board.turn(pose, units) {
                assert_eq!(board.turn(board.ahead(pose)[0], units), Some(board.ahead(turned)[0]));
            }
        }
    }
}

#[test]
fn only_a_forbidden_centre_stops_leaps() {
    let spec = CircleSpec { leaps_cross_centre: false, ..CircleSpec::plain(3, 14, Some("4")) };
    let board = Board::circle(spec).unwrap();
    for square in board.squares() {
        assert_eq!(board.leap_may_pass(board.place_of(square)), board.name(square) != "4");
    }
    assert!(circle(Through::Straight).leap_may_pass(Place(0)));
}

#[test]
fn a_circle_without_centre_is_a_ring_of_sixteen() {
    let board = Board::circle(CircleSpec::plain(4, 16, None)).unwrap();
    assert_eq!(board.n_squares(), 64);
    assert_eq!(board.name(Square(0)), "a4");
    assert_eq!(neighbours(&board, at(&board, "a4"), true), words("b4 p4 a3"));
    assert_eq!(reached(&board, at(&board, "a1"), false), words("b2 c3 d4 p2 o3 n4"));
    assert_eq!(board.centre(), None);
}

#[test]
fn tiny_circles_are_sound_or_refused() {
    let refused =
        |rings, sectors, centre| Board::circle(CircleSpec::plain(rings, sectors, centre)).unwrap_err()[0].field;
    assert_eq!(refused(1, 2, Some("4")), "sectors");
    assert_eq!(refused(0, 14, None), "rings");
    assert_eq!(refused(1, -1, None), "sectors");
    assert_eq!(refused(16, 16, Some("4")), "rings");
    assert_eq!(refused(i64::MAX, i64::MAX, None), "rings");
    assert_eq!(refused(3, 13, Some("4")), "orthogonal_through");
    assert_eq!(refused(3, 14, Some("a3")), "centre");
    assert_eq!(refused(3, 14, Some("")), "centre");
    assert_eq!(refused(3, 14, Some("a b")), "centre");

    let board = Board::circle(CircleSpec::plain(1, 4, Some("o"))).unwrap();
    assert_eq!(reached(&board, at(&board, "a1"), true), words("b1 c1 d1 o"));
    assert_eq!(reached(&board, at(&board, "a1"), false), words("o c1"));
}

#[test]
fn wrapped_edges_join_and_a_ride_ends_before_its_origin() {
    let wrap = |files, ranks| RectangleSpec { wrap: Wrap { files, ranks }, ..RectangleSpec::plain(4, 3) };
    let torus = Board::rectangle(wrap(true, true)).unwrap();
    assert_eq!(neighbours(&torus, at(&torus, "a1"), true), words("a2 a3 b1 d1"));
    assert_eq!(neighbours(&torus, at(&torus, "a1"), false), words("b2 b3 d2 d3"));
    assert_eq!(reached(&torus, at(&torus, "a1"), true), words("a2 a3 b1 c1 d1"));
    let ranks = Board::rectangle(wrap(false, true)).unwrap();
    assert_eq!(neighbours(&ranks, at(&ranks, "a1"), true), words("a2 a3 b1"));

    let plain = rectangle(4, 3);
    let cylinder = plain.cylinder().unwrap();
    assert_eq!(neighbours(&plain, at(&plain, "a1"), true), words("a2 b1"));
    assert_eq!(neighbours(&cylinder, at(&cylinder, "a1"), true), words("a2 b1 d1"));
    assert_eq!(cylinder.n_places(), plain.n_places());
    assert!(circle(Through::Straight).cylinder().is_none());
    let narrow = rectangle(1, 3).cylinder().unwrap();
    assert_eq!(reached(&narrow, at(&narrow, "a1"), true), words("a2 a3"));
}

#[test]
fn dark_squares_only_leaves_holes_that_lines_cross() {
    let board = Board::rectangle(RectangleSpec { keep: Keep::Dark, ..RectangleSpec::plain(8, 8) }).unwrap();
    assert_eq!((board.n_squares(), board.n_places()), (32, 64));
    assert_eq!(board.name(Square(0)), "b8");
    assert!(board.square("a1").is_some() && board.square("a2").is_none());
    assert_eq!(board.fen_rows()[7][..2], [Cell::Square(board.square("a1").unwrap()), Cell::Hole]);
    assert_eq!(neighbours(&board, at(&board, "a1"), true), words("hole"));
    assert_eq!(neighbours(&board, at(&board, "c3"), false), words("b2 b4 d2 d4"));
    assert_eq!(leap(&board, at(&board, "a1"), 3, 1), words("b4 d2"));
    assert!((0..64).all(|place| board.can_cross(Place(place))));
    assert_eq!(board.square_at(Place(32)), None);
    let light = Board::rectangle(RectangleSpec { keep: Keep::Light, ..RectangleSpec::plain(8, 8) }).unwrap();
    assert_eq!(light.name(Square(0)), "a8");
}

#[test]
fn holes_keep_their_poses() {
    let holes = vec![(2, 2), (3, 3)];
    let board = Board::rectangle(RectangleSpec { holes, ..RectangleSpec::plain(4, 4) }).unwrap();
    assert_eq!((board.n_squares(), board.n_places()), (14, 16));
    assert!(!board.can_cross(Place(14)) && board.can_cross(Place(0)) && !board.can_cross(Place(16)));
    assert_eq!(reached(&board, at(&board, "a2"), true), words("a1 a3 a4"));
    let two = advance(&board, vec![Pose { place: at(&board, "a2"), heading: 2 }], 2);
    assert_eq!(named(&board, two[0].place), "c2");
    assert_eq!(board.half_turn(board.square("c2").unwrap()), board.square("b3"));
    let kept = RectangleSpec { keep: Keep::Only(vec![(1, 1), (2, 1)]), ..RectangleSpec::plain(4, 4) };
    assert_eq!(Board::rectangle(kept).unwrap().n_squares(), 2);
}

#[test]
fn absurd_rectangles_are_refused_with_the_bound() {
    let refused = |spec: RectangleSpec| Board::rectangle(spec).unwrap_err().remove(0);
    assert_eq!(refused(RectangleSpec::plain(0, 8)).field, "files");
    assert_eq!(refused(RectangleSpec::plain(8, -1)).field, "ranks");
    assert_eq!(refused(RectangleSpec::plain(4096, 4096)).field, "files");
    assert_eq!(refused(RectangleSpec::plain(i64::MAX, i64::MIN)).field, "ranks");
    let error = refused(RectangleSpec::plain(17, 16));
    assert_eq!(error.to_string(), "272 squares are too many: a board has at most 256, and 4096 cells with its holes");
    assert_eq!(refused(RectangleSpec { holes: vec![(1, 1)], ..RectangleSpec::plain(1, 1) }).field, "holes");
    let error = refused(RectangleSpec { holes: vec![(1, 1), (9, 1), (0, 0)], ..RectangleSpec::plain(8, 8) });
    assert_eq!((error.field, error.index), ("holes", Some(1)));
    assert_eq!(error.message, "`i1` is not on a board of 8 files and 8 ranks");
    assert_eq!(Board::rectangle(RectangleSpec::plain(256, 1)).unwrap().n_squares(), 256);
}

#[test]
fn coordinates_and_symmetries() {
    let board = rectangle(8, 8);
    let square = |name: &str| board.square(name).unwrap();
    assert_eq!((board.rank(square("e4")), board.file(square("e4"))), (Some(4), Some(5)));
    assert_eq!(board.rank_seen_by(Side::Black, square("e7")), Some(2));
    assert_eq!((board.ring(square("e4")), board.sector(square("e4"))), (None, None));
    assert_eq!((board.is_dark(square("a1")), board.is_dark(square("a2"))), (Some(true), Some(false)));
    assert_eq!(board.half_turn(square("e1")), board.square("d8"));
    assert_eq!(board.mirror_ranks(square("e1")), board.square("e8"));
    assert_eq!((board.n_files(), board.n_ranks(), board.n_rings(), board.n_sectors()), (8, 8, 0, 0));

    let board = circle(Through::Straight);
    let square = |name: &str| board.square(name).unwrap();
    assert_eq!((board.ring(square("d1")), board.sector(square("d1"))), (Some(1), Some(4)));
    assert_eq!((board.ring(square("4")), board.sector(square("4"))), (Some(4), Some(0)));
    assert_eq!((board.rank(square("d1")), board.is_dark(square("d1"))), (None, None));
    assert_eq!(board.half_turn(square("d1")), board.square("k1"));
    assert_eq!(board.half_turn(square("4")), board.square("4"));
    assert_eq!(board.mirror_ranks(square("d1")), None);
}

#[test]
fn the_half_turn_keeps_lines() {
    for board in [circle(Through::Straight), circle(Through::Turning), rectangle(5, 4), Board::hexagon(4).unwrap()] {
        for square in board.squares() {
            let image = |names: Names| -> Names {
                let turned = |name: &String| board.half_turn(board.square(name).unwrap()).unwrap();
                names.iter().map(|name| board.name(turned(name)).to_owned()).collect()
            };
            let other = board.place_of(board.half_turn(square).unwrap());
            for straight in [true, false] {
                assert_eq!(image(reached(&board, board.place_of(square), straight)), reached(&board, other, straight));
            }
        }
    }
}

#[test]
fn the_hexagon_of_side_six_is_the_usual_board() {
    let board = Board::hexagon(6).unwrap();
    assert_eq!((board.n_squares(), board.turns(), board.has_files()), (91, 12, true));
    assert_eq!((board.name(Square(0)), board.name(Square(90))), ("f11", "l1"));
    assert!(board.square("j1").is_none() && board.square("a6").is_some() && board.square("a7").is_none());
    assert_eq!(neighbours(&board, at(&board, "f6"), true), words("f7 g6 g5 f5 e5 e6"));
    assert_eq!(neighbours(&board, at(&board, "f6"), false), words("g7 h5 g4 e4 d5 e7"));
    assert_eq!(leap(&board, at(&board, "f6"), 2, 1).len(), 12);
    assert_eq!(leap(&board, at(&board, "f6"), 2, 1), words("e8 g8 d7 h7 c5 i5 c4 i4 d3 h3 e3 g3"));
    assert_eq!(reached(&board, at(&board, "f6"), true).len(), 30);
    assert_eq!(board.rank_seen_by(Side::Black, board.square("a6").unwrap()), Some(1));
    assert_eq!(Board::hexagon(9).unwrap().n_squares(), 217);
    assert_eq!(Board::hexagon(1).unwrap().n_squares(), 1);
    assert_eq!(Board::hexagon(10).unwrap_err()[0].field, "side");
    assert_eq!(Board::hexagon(0).unwrap_err()[0].field, "side");
}

fn cell(name: &str, row: i64) -> CellSpec {
    CellSpec { name: name.into(), x: 0.0, y: row as f64, row, rank: None, file: None }
}

fn link(from: &str, to: &str, heading: i64) -> LinkSpec {
    LinkSpec { from: from.into(), to: to.into(), heading, arrives: None, both_ways: true }
}

#[test]
fn all_that_keeps_a_board_from_being_built_is_told_at_once() {
    let told = |errors: Vec<heterodox::board::BoardError>| -> Vec<(&str, Option<usize>)> {
        errors.iter().map(|error| (error.field, error.index)).collect()
    };
    let rectangle = |spec: RectangleSpec| told(Board::rectangle(spec).unwrap_err());
    assert_eq!(rectangle(RectangleSpec::plain(0, -1)), [("files", None), ("ranks", None)]);
    let holes = vec![(9, 1), (1, 1), (1, 9)];
    let spec = RectangleSpec { holes, ..RectangleSpec::plain(8, 8) };
    assert_eq!(rectangle(spec), [("holes", Some(0)), ("holes", Some(2))]);
    let circle = |rings, sectors, centre| told(Board::circle(CircleSpec::plain(rings, sectors, centre)).unwrap_err());
    assert_eq!(circle(0, 2, None), [("rings", None), ("sectors", None)]);
    let through = ("orthogonal_through", None);
    assert_eq!(circle(3, 13, Some("a1")), [through, ("diagonal_through", None), ("centre", None)]);
    let cells = vec![cell("p", 1), cell("p", 0), cell("?", 0), CellSpec { rank: Some(0), ..cell("q", 0) }];
    let links = vec![link("p", "x", 0), link("y", "p", 9), link("p", "q", 7)];
    let found = told(Board::graph(GraphSpec { cells, links, turns: 8 }).unwrap_err());
    let mut wanted: Vec<(&str, Option<usize>)> = [1, 1, 2, 3].map(|at| ("cells", Some(at))).to_vec();
    wanted.extend([0, 1, 1].map(|at| ("links", Some(at))));
    let mut found = found;
    wanted.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, wanted);
}

#[test]
fn a_graph_forks_and_bends_as_its_links_say() {
    let cells = vec![cell("p", 0), cell("q", 0), cell("r", 1), cell("s", 1)];
    let bent = LinkSpec { arrives: Some(2), ..link("q", "s", 0) };
    let links = vec![link("p", "q", 0), link("q", "r", 0), bent];
    let board = Board::graph(GraphSpec { cells: cells.clone(), links, turns: 8 }).unwrap();
    assert_eq!(rides(&board, at(&board, "p"), true).len(), 2);
    assert_eq!(reached(&board, at(&board, "p"), true), words("q r s"));
    assert_eq!(reached(&board, at(&board, "s"), true), words("q p"));
    assert!(!board.has_files() && board.fen_rows().len() == 2);

    let fails = |cells: Vec<CellSpec>, links: Vec<LinkSpec>, turns: i64| {
        let error = Board::graph(GraphSpec { cells, links, turns }).unwrap_err().remove(0);
        (error.field, error.index)
    };
    assert_eq!(fails(vec![cell("p", 0), cell("p", 0)], vec![], 8), ("cells", Some(1)));
    assert_eq!(fails(vec![cell("p", 1), cell("q", 0)], vec![], 8), ("cells", Some(1)));
    assert_eq!(fails(vec![CellSpec { x: f64::NAN, ..cell("p", 0) }], vec![], 8), ("cells", Some(0)));
    assert_eq!(fails(vec![CellSpec { rank: Some(0), ..cell("p", 0) }], vec![], 8), ("cells", Some(0)));
    assert_eq!(fails(cells.clone(), vec![link("p", "x", 0)], 8), ("links", Some(0)));
    assert_eq!(fails(cells.clone(), vec![link("p", "q", 8)], 8), ("links", Some(0)));
    assert_eq!(fails(cells, vec![], 6), ("turn", None));
    assert_eq!(fails(vec![], vec![], 8), ("cells", None));
}

#[test]
fn joined_names_must_stay_readable() {
    for board in [rectangle(8, 8), rectangle(10, 12), circle(Through::Straight), Board::hexagon(9).unwrap()] {
        assert_eq!(board.ambiguous_names(), None);
    }
    let graph = |names: &[&str]| {
        let cells = names.iter().map(|name| cell(name, 0)).collect();
        Board::graph(GraphSpec { cells, links: vec![], turns: 8 }).unwrap()
    };
    let reading = |names: &[&str]| {
        let board = graph(names);
        board.ambiguous_names().map(|(text, one, other)| {
            let join = |squares: &[Square]| squares.iter().map(|&s| board.name(s)).collect::<Vec<_>>().join(" ");
            assert_ne!(one, other);
            assert!(one.len() <= 3 && other.len() <= 3);
            assert_eq!(join(&one).replace(' ', ""), text);
            assert_eq!(join(&other).replace(' ', ""), text);
            text
        })
    };
    assert_eq!(reading(&["a", "b", "ab"]), Some("ab".into()));
    assert_eq!(reading(&["a1", "a11", "1a1"]), Some("a11a1".into()));
    assert_eq!(reading(&["a", "aa"]), Some("aa".into()));
    assert_eq!(reading(&["a", "b", "aabb"]), None, "four squares would be needed");
    assert_eq!(reading(&["a", "aaaa"]), Some("aaaaa".into()));
    assert_eq!(reading(&["a", "b", "c"]), None);
    // The centre `4` after ring 1 would read as ring 14.
    let board = Board::circle(CircleSpec::plain(14, 4, Some("4"))).unwrap();
    assert!(board.ambiguous_names().is_some());
}

#[test]
fn outlines_lie_within_the_extent_and_around_their_middle() {
    let circle = circle(Through::Straight);
    for board in [&circle, &rectangle(5, 3), &Board::hexagon(3).unwrap()] {
        let (min_x, min_y, max_x, max_y) = board.extent();
        for square in board.squares() {
            let (x, y) = board.centre_of(square);
            assert!(min_x < x && x < max_x && min_y < y && y < max_y);
            if let Outline::Polygon(corners) = board.outline(square) {
                let n = corners.len() as f64;
                let mean = corners.iter().fold((0.0, 0.0), |sum, corner| (sum.0 + corner.0 / n, sum.1 + corner.1 / n));
                assert!((mean.0 - x).abs() < 1e-9 && (mean.1 - y).abs() < 1e-9);
            }
        }
    }
    let below = |name: &str| circle.centre_of(circle.square(name).unwrap()).1 > 0.0;
    assert!("abcdefg".chars().all(|sector| below(&format!("{sector}1"))), "the first half lies below");
    assert!(!"hijklmn".chars().any(|sector| below(&format!("{sector}1"))));
}
