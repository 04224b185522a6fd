//! Drafts of new variants: every parent with every board gives a game that is sound, or a reason.

use crate::support::{Chance, GAMES, random_game};
use heterodox::bundled::Bundled;
use heterodox::describe::PlainBoard;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::{Opened, open, open_text};
use heterodox::playtest::{lint, run_tests};
use heterodox::rules::{Rules, Stop};
use heterodox::starter::{Draft, Keeps, Manner, Plan, check_name, judge, title_of};

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
    let (mut rules, mut men) = (0, 0);
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
                    men += usize::from(manner.keeps == Keeps::Men);
                }
                Err(why) => refused.push(format!("{} on {}: {why}", parent.unwrap_or("-"), board.unwrap_or("-"))),
            }
        }
    }
    assert_eq!(refused, [""; 0]);
    assert_eq!(commented, [""; 0]);
    assert!(rules > 20, "{rules} keep the rules and {men} the men alone");
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
    // A general who may not leave a palace that is not there, hounds who leave most of a large board alone.
    let known = ["never moves again", "no piece can ever reach", "the set-up is even but for"];
    assert!(refused.iter().all(|why| known.iter().any(|text| why.contains(text))), "{refused:?}");
    assert!(refused.len() <= 6, "{refused:?}");
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
