//! Conditions and regions: what is read, what is printed, what is refused and how; regions on boards.

use heterodox::board::{Board, CircleSpec, RectangleSpec, Side};
use heterodox::definition::condition::{ConditionKind, Quantity, RegionRef, Whose, parse, parse_region};
use heterodox::definition::{Entry, PerSide, Table};
use heterodox::diagnostic::Diagnostic;
use heterodox::expansion::region::{resolve, resolve_in};
use heterodox::source::{SourceId, Span, Spanned};
use proptest::prelude::{ProptestConfig, Strategy, prop_assert_eq, prop_oneof, proptest};

/// The text as if it stood at byte 100 of a file.
fn text(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), Span::new(SourceId(0), 100..100 + text.len()))
}

fn printed(condition: &str) -> String {
    parse(&text(condition)).unwrap_or_else(|problems| panic!("{condition}: {problems:?}")).to_string()
}

fn printed_region(region: &str) -> String {
    parse_region(&text(region)).unwrap_or_else(|problems| panic!("{region}: {problems:?}")).to_string()
}

/// A problem as one text: the part of the text it points at, message, label and help.
fn told(text: &str, problems: &[Diagnostic]) -> String {
    let line = |problem: &Diagnostic| {
        let range = problem.primary.unwrap().range();
        let at = text.get(range.start - 100..range.end - 100).unwrap_or("");
        format!("[{at}] {}; {}; {}", problem.message, problem.label, problem.help.join("; "))
    };
    problems.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn trouble(condition: &str) -> String {
    told(condition, &parse(&text(condition)).unwrap_err())
}

fn region_trouble(region: &str) -> String {
    told(region, &parse_region(&text(region)).unwrap_err())
}

fn region(written: &str) -> RegionRef {
    parse_region(&text(written)).unwrap()
}

#[test]
fn conditions_are_read_and_printed_canonically() {
    for canonical in [
        "in check",
        "no legal move",
        "no legal move and in check",
        "repetition 3",
        "quiet plies 100",
        "count(own king) = 0",
        "count(all) <= 2",
        "count(enemy pawn, queen on ranks 1,8) > count(own all)",
        "3 != count(king on home or a1-e1)",
        "counter checks >= -3",
        "last move capture",
        "script relayed",
        "moved or on pawn-rank",
        "on (home or ranks 2-3) and not moved",
        "on not home",
        "defended by bishop, rook or attacked by all",
        "(in check or moved) and not (true and false)",
        "not not moved",
    ] {
        assert_eq!(printed(canonical), canonical);
    }
    assert_eq!(printed("  in   check\n and((moved))"), "in check and moved");
    assert_eq!(printed("(in check and moved) and not(never)"), "in check and moved and not false");
    assert_eq!(printed("true or false"), "true or false");
    assert_eq!(printed("count( own king )=0"), "count(own king) = 0");
    assert_eq!(printed("moved and in check or no legal move"), "moved and in check or no legal move");
}

#[test]
fn regions_are_read_and_printed_canonically() {
    for canonical in [
        "rank 2",
        "ranks 2-7",
        "ranks 1,8",
        "ranks 1-2,8",
        "file a",
        "files a-c,h",
        "ring 1",
        "sectors n-b",
        "sectors 1-3",
        "a1 b2 c1-e1",
        "4",
        "middle-ranks",
        "rank-two",
        "all",
        "none",
        "dark and not (ranks 1-3 or ranks 6-8)",
        "ring 1 and not centre",
    ] {
        assert_eq!(printed_region(canonical), canonical);
    }
    assert_eq!(printed_region("rank 2-2 | a1,b1 & home"), "rank 2 or a1 b1 and home");
    assert_eq!(printed_region("(a1 or b1) or (c1)"), "a1 or b1 or c1");
}

#[test]
fn places_are_those_of_the_parts() {
    let written = "moved or count(own king, queen on home) = 0";
    let ConditionKind::Or(parts) = parse(&text(written)).unwrap().kind else { panic!() };
    let at = |span: Span| &written[span.start as usize - 100..span.end as usize - 100];
    assert_eq!((at(parts[0].span), at(parts[1].span)), ("moved", "count(own king, queen on home) = 0"));
    let ConditionKind::Compare(Quantity::Count { whose, kinds, on }, _, _) = &parts[1].kind else { panic!() };
    assert_eq!(whose, &Some(Whose::Own));
    assert_eq!(kinds.iter().map(|kind| at(kind.span)).collect::<Vec<_>>(), ["king", "queen"]);
    assert_eq!(at(on.as_ref().unwrap().span), "home");
    // With escapes in the string the parts have no place of their own.
    let escaped = Spanned::new("moved or moved".to_owned(), Span::new(SourceId(0), 100..130));
    let ConditionKind::Or(parts) = parse(&escaped).unwrap().kind else { panic!() };
    assert_eq!(parts[1].span, escaped.span);
}

#[test]
fn mistakes_are_told_in_words() {
    let cases = [
        "no legel move",
        "no legal moves",
        "repitition 3",
        "repetition three",
        "count(own king) 0",
        "count(own king = 0",
        "count(own king) == 0",
        "count() = 0",
        "in check &&",
        "in check moved",
        "in check, moved",
        "(moved",
        "moved)",
        "",
        "not",
        "quiet moves 50",
        "script",
        "defended bishop",
        "on",
        "In Check",
        "repetition 1",
        "repetition 99999999999",
        "on ranks 7-2 and on ranks 0-3",
        "é",
    ];
    let told: String =
        cases.iter().map(|case| format!("{case}\n    {}\n", trouble(case).replace('\n', "\n    "))).collect();
    insta::assert_snapshot!("condition_mistakes", told);
}

#[test]
fn mistakes_in_regions_are_told_in_words() {
    let cases =
        ["", "ranks", "ranks x", "rank 2-", "ranks 8-1", "ranks 70000", "a1 and", "a1 home", "not", "(a1", "a1!"];
    let told: String =
        cases.iter().map(|case| format!("{case}\n    {}\n", region_trouble(case).replace('\n', "\n    "))).collect();
    insta::assert_snapshot!("region_mistakes", told);
}

#[test]
fn length_and_depth_are_bounded() {
    let codes = |written: &str| -> Vec<&str> {
        let of = |problems: Vec<Diagnostic>| problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>();
        let (condition, region) = (parse(&text(written)), parse_region(&text(written)));
        let (condition, region) = (of(condition.unwrap_err()), of(region.unwrap_err()));
        assert_eq!(condition, region);
        condition
    };
    assert_eq!(codes(&"(".repeat(10_000)), ["text-too-long"]);
    assert_eq!(codes(&"(".repeat(100)), ["text-too-deep"]);
    assert_eq!(codes(&"not ".repeat(10_000)), ["text-too-long"]);
    assert_eq!(parse(&text(&format!("{}moved", "not ".repeat(400)))).unwrap_err()[0].code, "text-too-deep");
    // What is short with signs, and long with words.
    let signs = vec!["light"; 300].join("|");
    assert!(signs.len() < 2000 && parse_region(&text(&signs)).unwrap_err()[0].code == "text-too-long");
    assert!(parse(&text(&format!("{}moved{}", "(".repeat(64), ")".repeat(64)))).is_ok());
    assert!(parse(&text(&format!("{}moved{}", "not (".repeat(64), ")".repeat(64)))).is_ok());
}

/// Texts that are conditions, brackets and blanks at random.
fn conditions() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![proptest::sample::select(vec![
        "in check",
        "moved",
        "repetition 3",
        "never",
        "on a1 b2-c3",
        "on not dark",
        "on (home or rank 1)",
        "count(own pawn on files a,c-d and ring 2) < 3",
        "attacked by pawn, king",
        "last move king",
    ])];
    leaf.prop_map(str::to_owned).prop_recursive(4, 24, 3, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} and {b}")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("{a} or {b}")),
            inner.clone().prop_map(|a| format!("( {a})")),
            inner.prop_map(|a| format!("not ({a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_reading_again_prints_the_same(written in conditions()) {
        let once = printed(&written);
        prop_assert_eq!(printed(&once), once);
    }

    #[test]
    fn no_text_makes_the_readers_panic(written in "\\PC{0,60}") {
        let _ = (parse(&text(&written)), parse_region(&text(&written)));
    }

    #[test]
    fn no_soup_of_words_makes_the_readers_panic(
        words in proptest::collection::vec(proptest::sample::select(vec![
            "not", "(", ")", "and", "or", "in", "check", "count(", "own", "on", "ranks", "2", "-", ",", "a1", "=", "é", "home",
        ]), 0..20)
    ) {
        let written = words.join(" ");
        if let Ok(condition) = parse(&text(&written)) {
            let once = condition.to_string();
            prop_assert_eq!(printed(&once), once);
        }
        if let Ok(region) = parse_region(&text(&written)) {
            let once = region.to_string();
            prop_assert_eq!(printed_region(&once), once);
        }
    }
}

// --- regions on boards

fn chessboard() -> Board {
    Board::rectangle(RectangleSpec::plain(8, 8)).unwrap()
}

fn circle() -> Board {
    Board::circle(CircleSpec::plain(3, 14, Some("4"))).unwrap()
}

fn names() -> Table<PerSide<RegionRef>> {
    let mut table = Table::new();
    for (name, white, black) in [
        ("home", "ranks 1-2", "ranks 1-2"),
        ("goal", "e8", "e1"),
        ("camp", "home and not files d-e", "home and not files d-e"),
        ("egg", "hen", "hen"),
        ("hen", "a1 or egg", "a1 or egg"),
    ] {
        let value = PerSide { white: region(white), black: region(black) };
        table.insert(name.to_owned(), Entry { key: Span::new(SourceId(0), 0..0), value });
    }
    table
}

/// The set drawn as the board stands in FEN.
fn picture(board: &Board, written: &str, side: Side) -> Vec<String> {
    let set = resolve_in(&region(written), board, side, &names()).unwrap_or_else(|problems| panic!("{problems:?}"));
    let mut squares = set.iter();
    let draw = |is: Option<&bool>| if is == Some(&true) { 'x' } else { '.' };
    board.fen_rows().iter().map(|row| row.iter().map(|_| draw(squares.next())).collect()).collect()
}

fn unresolved(board: &Board, written: &str) -> String {
    told(written, &resolve_in(&region(written), board, Side::White, &names()).unwrap_err())
}

#[test]
fn ranks_count_from_the_side_and_squares_do_not() {
    let board = chessboard();
    let low = ["........", "........", "........", "........", "........", "........", "xxxxxxxx", "xxxxxxxx"];
    let high: Vec<&str> = low.iter().rev().copied().collect();
    assert_eq!(picture(&board, "ranks 1-2", Side::White), low);
    assert_eq!(picture(&board, "ranks 1-2", Side::Black), high);
    assert_eq!(picture(&board, "home", Side::Black), high);
    assert_eq!(picture(&board, "a1-h2", Side::Black), low);
    assert_eq!(picture(&board, "goal", Side::White)[0], "....x...");
    assert_eq!(picture(&board, "goal", Side::Black)[7], "....x...");
    assert_eq!(picture(&board, "camp", Side::White)[6], "xxx..xxx");
    assert_eq!(picture(&board, "dark and rank 1", Side::White)[7], "x.x.x.x.");
    assert_eq!(picture(&board, "c1-b2 h8", Side::White)[6..], [".xx.....", ".xx....."]);
    assert_eq!(picture(&board, "not all", Side::White), vec!["........"; 8]);
    assert_eq!(picture(&board, "files 1,h and rank 1", Side::White)[7], "x......x");
}

#[test]
fn circles_have_rings_and_sectors() {
    let board = circle();
    let rim = [".", "..............", "..............", "xxxxxxxxxxxxxx"];
    assert_eq!(picture(&board, "ring 1", Side::White), rim);
    assert_eq!(picture(&board, "ring 1", Side::Black), rim);
    assert_eq!(picture(&board, "ring 4", Side::White), picture(&board, "centre", Side::White));
    assert_eq!(picture(&board, "4", Side::White)[0], "x");
    let across = [".", "xx...........x", "xx...........x", "xx...........x"];
    assert_eq!(picture(&board, "sectors n-b", Side::White), across);
    assert_eq!(picture(&board, "sectors 14-2", Side::White), across);
    assert_eq!(picture(&board, "m1-b2", Side::White)[1..], ["..............", "xx..........xx", "xx..........xx"]);
    assert_eq!(picture(&board, "c2-4", Side::White), ["x", "..x...........", "..x...........", ".............."]);
    assert_eq!(picture(&board, "4-c2", Side::White), picture(&board, "c2-4", Side::White));
}

#[test]
fn what_the_board_has_not_is_told() {
    let (chess, circle) = (chessboard(), circle());
    let hexagon = Board::hexagon(6).unwrap();
    let cases = [
        (&chess, "i9"),
        (&chess, "a1-a9 or hme"),
        (&chess, "ranks 7-9"),
        (&chess, "files a-j"),
        (&chess, "ring 1 and sector a"),
        (&chess, "centre"),
        (&chess, "egg"),
        (&circle, "ranks 1-2 or files a-b"),
        (&circle, "dark"),
        (&circle, "rings 1-5 or sector o"),
        (&circle, "o1"),
        (&hexagon, "j3 or light or file j"),
    ];
    let told: String = cases
        .iter()
        .map(|(board, case)| format!("{case}\n    {}\n", unresolved(board, case).replace('\n', "\n    ")))
        .collect();
    insta::assert_snapshot!("region_on_board_mistakes", told);
}

#[test]
fn names_used_twice_over_do_not_multiply_without_end() {
    let chain: Vec<RegionRef> = (0..30).map(|n| region(&format!("r{n}x or r{n}x"))).collect();
    let named = |name: &str| chain.get(name.trim_matches(|c: char| !c.is_ascii_digit()).parse::<usize>().ok()? + 1);
    let start = region("r0x");
    let problems = resolve(&start, &chessboard(), Side::White, &named).unwrap_err();
    assert!(problems.iter().any(|problem| problem.code == "region-too-deep"));
}

#[test]
fn black_counts_the_ranks_of_a_hexagon_from_its_own_edge() {
    let board = Board::hexagon(6).unwrap();
    let count = |side| {
        let set = resolve_in(&region("rank 1"), &board, side, &names()).unwrap();
        board
            .squares()
            .filter(|square| set[square.index()])
            .map(|square| board.name(square))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(count(Side::White), "a1 b1 c1 d1 e1 f1 g1 h1 i1 k1 l1");
    assert_eq!(count(Side::Black), "f11 e10 g10 d9 h9 c8 i8 b7 k7 a6 l6");
}
