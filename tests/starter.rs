//! Drafts of new variants: every parent with every board gives a game that is sound, or a reason.

use crate::support::{Chance, GAMES, random_game};
use heterodox::board::{Side, Square};
use heterodox::bundled::Bundled;
use heterodox::describe::PlainBoard;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::{Opened, open, open_text};
use heterodox::playtest::{lint, run_tests};
use heterodox::position::Position;
use heterodox::rules::{Rules, Stop};
use heterodox::starter::{Draft, Keeps, Manner, Plan, check_name, judge, title_of};
use heterodox::variant::Variant;

const BOARDS: [&str; 15] = [
    "8x8",
    "10x8",
    "8x10",
    "6x6",
    "5x5",
    "3x5",
    "16x16",
    "cylinder-8x8",
    "torus-8x8",
    "circle",
    "circle-3x14",
    "circle-3x10",
    "hexagon",
    "hexagon-4",
    "hexagon-9",
];

/// The files of a draft, opened.
fn grown(draft: &Draft) -> Opened {
    let files = draft.files("my-game");
    open_text("my-game", &files[0].1, &files[1..], &Bundled, &[])
}

/// Opens a draft with options chosen.
fn reopened(draft: &Draft) -> impl FnMut(&[(String, String)]) -> Opened {
    let files = draft.files("my-game");
    move |options| open_text("my-game", &files[0].1, &files[1..], &Bundled, options)
}

/// Drafts as the program does: first what is most faithful to the parent, with the function in force.
fn drafted(plan: &Plan) -> Result<(Draft, Manner), String> {
    let parent = plan.extends.as_ref().map(|parent| open(parent, &Bundled, &[]));
    let mut why = String::new();
    for manner in plan.manners(parent.as_ref()) {
        let draft = match Draft::new(plan, parent.as_ref(), &manner) {
            Ok(draft) => draft,
            Err(problems) => {
                why.clone_from(&problems[0].message);
                continue;
            }
        };
        let opened = grown(&draft);
        if !opened.is_sound() {
            why.clone_from(&opened.diagnostics[0].message);
            continue;
        }
        let draft = draft.with_tests(&opened, parent.as_ref());
        let opened = grown(&draft);
        let problems = judge(&opened, reopened(&draft));
        match problems.first() {
            None => return Ok((draft, manner)),
            Some(problem) => why.clone_from(&problem.message),
        }
    }
    Err(why)
}

/// Parents besides those that come with the program, of many kinds: with walls, palaces and several kings, on boards of
/// every shape.
const EXAMPLES: [&str; 9] = [
    "examples/xiangqi",
    "examples/makruk",
    "examples/courier",
    "examples/torus",
    "examples/roundabout",
    "examples/pong-hau-ki",
    "examples/fox-and-hounds",
    "examples/three-kings",
    "examples/antichess",
];

fn plan(parent: Option<&str>, board: Option<&str>) -> Plan {
    Plan {
        name: "my-game".to_owned(),
        extends: parent.map(str::to_owned),
        board: board.map(|word| word.parse::<PlainBoard>().unwrap()),
    }
}

/// Asserts that a draft is sound and can be played; gives what it keeps, or why there is none.
fn sound(parent: Option<&str>, board: Option<&str>) -> Result<Manner, String> {
    let plan = plan(parent, board);
    let what = format!("{parent:?} on {board:?}");
    let (draft, manner) = drafted(&plan)?;
    let opened = grown(&draft);
    assert_eq!(render(&opened.diagnostics, &opened.loaded.sources, Style::Plain), "", "{what}");
    let lints = lint(&opened, &Stop::default());
    assert_eq!(render(&lints, &opened.loaded.sources, Style::Plain), "", "{what}");
    let reports = run_tests(&opened, reopened(&draft));
    assert!(reports.len() >= 2 && reports.iter().all(|report| report.passed()), "{what}");
    let variant = opened.variant.unwrap();
    if let Some(board) = plan.board {
        let squares = board.board().unwrap().n_squares();
        assert!(variant.board().n_squares() == squares || parent == Some("cheskers"), "{what}");
    }
    let mut rules = Rules::new(variant);
    for seed in 0..3 {
        let line = random_game(&mut rules, seed, 200);
        // On a crowded board a wild game may be over soon.
        let last = line.last().unwrap();
        let over = rules.outcome(last, 1).is_some();
        assert!(line.len() > 10 || over, "{what}: a game of {} positions", line.len());
        assert_eq!(rules.context().trouble(), None, "{what}");
    }
    Ok(manner)
}

#[test]
fn every_parent_and_every_board_gives_a_sound_game() {
    let (mut refused, mut commented) = (Vec::new(), Vec::new());
    let (mut rules, mut pieces) = (0, 0);
    for parent in GAMES.iter().map(|name| Some(*name)).chain([None]) {
        for board in BOARDS.iter().map(|word| Some(*word)).chain([None]) {
            if parent.is_some() && matches!(board, Some("16x16" | "hexagon-9")) {
                continue;
            }
            match sound(parent, board) {
                Ok(manner) => {
                    if manner.gift.is_none() {
                        commented.push(format!("{parent:?} on {board:?}"));
                    }
                    rules += usize::from(manner.keeps == Keeps::Rules);
                    pieces += usize::from(manner.keeps == Keeps::Pieces);
                }
                Err(why) => refused.push(format!("{} on {}: {why}", parent.unwrap_or("-"), board.unwrap_or("-"))),
            }
        }
    }
    assert_eq!(refused, [""; 0]);
    assert_eq!(commented, [""; 0]);
    assert!(rules > 20, "{rules} keep the rules and {pieces} the pieces alone");
}

#[test]
fn examples_go_to_boards_of_every_shape_or_say_why_not() {
    let mut refused = Vec::new();
    for parent in EXAMPLES {
        for board in ["9x10", "circle", "hexagon"] {
            match sound(Some(parent), Some(board)) {
                Ok(manner) => assert!(manner.gift.is_some(), "{parent} on {board} stays in comments"),
                Err(why) => refused.push(format!("{parent} on {board}: {why}")),
            }
        }
    }
    // A general who may not leave a palace that is not there, hounds who leave most of a large board alone, kings whom
    // no pawns shelter.
    let known = ["never moves again", "no piece can ever reach", "could take a royal piece"];
    assert!(refused.iter().all(|why| known.iter().any(|text| why.contains(text))), "{refused:?}");
    assert!(refused.len() <= 7, "{refused:?}");
}

/// The pieces of a draft at the start: square, side and letter.
fn pieces(parent: Option<&str>, board: &str) -> (Variant, Vec<(Square, Side, char)>) {
    let (draft, _) = drafted(&plan(parent, Some(board))).unwrap_or_else(|why| panic!("{parent:?} on {board}: {why}"));
    let variant = grown(&draft).variant.unwrap();
    let (mut pieces, mut squares) = (Vec::new(), variant.board().squares());
    for letter in variant.start().split(' ').next().unwrap().split('/').flat_map(cells) {
        let square = squares.next().unwrap();
        if let Some(letter) = letter {
            let side = if letter.is_uppercase() { Side::White } else { Side::Black };
            pieces.push((square, side, letter.to_ascii_uppercase()));
        }
    }
    (variant, pieces)
}

/// The cells of a row of a FEN.
fn cells(row: &str) -> Vec<Option<char>> {
    let mut cells = Vec::new();
    let mut rest = row;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        let empty: usize = rest[..digits].parse().unwrap_or(0);
        cells.extend(std::iter::repeat_n(None, empty));
        if digits == 0 {
            cells.push(Some(letter));
        }
        rest = &rest[digits.max(1)..];
    }
    cells
}

#[test]
fn armies_stand_in_the_middle_and_are_images_of_each_other() {
    let boards = [
        "8x8",
        "9x9",
        "7x7",
        "5x5",
        "3x5",
        "10x8",
        "11x8",
        "16x16",
        "cylinder-9x8",
        "hexagon-4",
        "hexagon",
        "hexagon-7",
    ];
    for parent in [None, Some("chess")] {
        for board in boards {
            if parent.is_some() && matches!(board, "16x16" | "3x5" | "5x5") {
                continue; // Of eight pieces five cannot stand evenly.
            }
            let (variant, pieces) = pieces(parent, board);
            let ground = variant.board();
            let what = format!("{parent:?} on {board}: {}", variant.start());
            for side in Side::BOTH {
                for rank in 1..=2 {
                    let row = pieces
                        .iter()
                        .filter(|(square, own, _)| *own == side && ground.rank_seen_by(side, *square) == Some(rank));
                    let files: Vec<u16> = row.map(|(square, ..)| ground.file(*square).unwrap()).collect();
                    let (first, last) = (files.iter().min().unwrap(), files.iter().max().unwrap());
                    assert!((first + last).abs_diff(ground.n_files() + 1) <= u16::from(board == "hexagon-4"), "{what}");
                }
            }
            for (square, side, letter) in &pieces {
                let image = ground.mirror_ranks(*square).unwrap();
                assert!(pieces.contains(&(image, side.other(), *letter)), "{what}");
                // Pawns stand in front of the others.
                let rank = ground.rank_seen_by(*side, *square).unwrap();
                assert_eq!(rank == 2, *letter == 'P', "{what}");
            }
        }
        for board in ["circle", "circle-3x10", "circle-3x14", "circle-5x20"] {
            let (variant, pieces) = pieces(parent, board);
            for (square, side, letter) in &pieces {
                let image = variant.board().half_turn(*square).unwrap();
                assert!(pieces.contains(&(image, side.other(), *letter)), "{parent:?} on {board}: {}", variant.start());
            }
        }
    }
}

#[test]
fn pawns_go_round_and_promote_where_a_board_has_no_far_end() {
    for parent in [None, Some("chess")] {
        for board in ["circle", "circle-3x14", "torus-8x8"] {
            let (variant, start) = pieces(parent, board);
            let mut rules = Rules::new(variant);
            let pawns = start.iter().filter(|(.., letter)| *letter == 'P').count();
            assert!(2 * pawns >= start.len(), "{parent:?} on {board}");
            let promoted = (0..20).filter(|seed| {
                let line = random_game(&mut rules, *seed, 400);
                // Some piece there is now of a kind of which there were fewer.
                let count = |at: &Position, letter: char| {
                    let fen = at.to_fen(rules.variant());
                    fen.split(' ').next().unwrap().chars().filter(|c| *c == letter).count()
                };
                let more = |letter| line.windows(2).any(|pair| count(&pair[1], letter) > count(&pair[0], letter));
                "QRBNqrbn".chars().any(more)
            });
            let promoted = promoted.count();
            assert!(promoted >= 10, "{parent:?} on {board}: in {promoted} of 20 games a pawn promotes");
        }
    }
}

#[test]
fn boards_too_small_for_a_game_are_told() {
    for (word, least) in [
        ("2x2", "3x5"),
        ("8x4", "3x5"),
        ("torus-6x6", "torus-3x7"),
        ("circle-2x16", "circle-3x10"),
        ("hexagon-2", "hexagon-4"),
    ] {
        let plan = Plan { name: "my-game".to_owned(), extends: None, board: Some(word.parse().unwrap()) };
        let problems = Draft::new(&plan, None, &plan.manners(None)[0]).unwrap_err();
        assert!(problems[0].help[0].contains(&format!("`{least}`")), "{word}: {problems:?}");
        let plan = Plan { board: Some(least.parse().unwrap()), ..plan };
        assert!(drafted(&plan).is_ok(), "{least}");
    }
}

#[test]
fn a_draft_of_a_draft_has_names_of_its_own() {
    let plan = Plan { name: "my-game".to_owned(), extends: None, board: None };
    let (draft, manner) = drafted(&plan).unwrap();
    let parent = grown(&draft);
    let child = Draft::new(&Plan { extends: Some("../my-game".to_owned()), ..plan }, Some(&parent), &manner).unwrap();
    let files = child.files("child");
    assert!(files[0].1.contains("[powers.company-2]") && files[2].1.contains("fn in_company_2(piece)"));
}

#[test]
fn names_are_checked_and_better_ones_offered() {
    for good in ["my-game", "ab", "chess-2", "a1"] {
        assert!(check_name(good, &Bundled).is_ok(), "{good}");
    }
    for (bad, better) in [
        ("My Game", Some("my-game")),
        ("my_game", Some("my-game")),
        ("Été 2026!", Some("t-2026")),
        ("2fast", Some("fast")),
        ("-x-", None),
        ("", None),
        ("a", None),
        ("..", None),
        ("a--b", Some("a-b")),
        ("Chess", None),
    ] {
        let problem = check_name(bad, &Bundled).unwrap_err();
        let offered = problem.help.iter().find_map(|help| help.strip_prefix("write `")?.strip_suffix('`'));
        assert_eq!(offered, better, "{bad}");
    }
    assert!(check_name(&"a".repeat(41), &Bundled).is_err());
    assert!(check_name("chess", &Bundled).unwrap_err().help[0].contains("my-chess"));
    let mut chance = Chance::new(3);
    for _ in 0..2000 {
        let name: String = (0..chance.below(50)).map(|_| char::from(32 + chance.below(96) as u8)).collect();
        if let Err(problem) = check_name(&name, &Bundled)
            && let Some(better) = problem.help.iter().find_map(|help| help.strip_prefix("write `")?.strip_suffix('`'))
        {
            assert!(check_name(better, &Bundled).is_ok(), "{name:?}: {better:?}");
        }
    }
    assert_eq!(title_of("king-of-hearts"), "King Of Hearts");
}
