//! Drafts of new variants: every parent with every board gives a game that is sound, or a reason.

use crate::support::{Chance, GAMES, random_game};
use heterodox::bundled::Bundled;
use heterodox::describe::PlainBoard;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::{Opened, open, open_text};
use heterodox::playtest::run_tests;
use heterodox::rules::Rules;
use heterodox::starter::{Draft, Plan, check_name, judge, title_of};

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

/// Drafts as the program does: first with the function in force.
fn drafted(plan: &Plan) -> Result<(Draft, bool), String> {
    let parent = plan.extends.as_ref().map(|parent| open(parent, &Bundled, &[]));
    let mut why = String::new();
    for live in [true, false] {
        let draft = match Draft::new(plan, parent.as_ref(), live) {
            Ok(draft) => draft,
            Err(problems) => return Err(problems[0].message.clone()),
        };
        let opened = grown(&draft);
        let Some(variant) = &opened.variant else {
            why = opened.diagnostics[0].message.clone();
            continue;
        };
        let draft = draft.with_tests(variant);
        let opened = grown(&draft);
        let problems = judge(&opened, |_| unreachable!("a draft has no options of its own"));
        match problems.first() {
            None => return Ok((draft, live)),
            Some(problem) => why.clone_from(&problem.message),
        }
    }
    Err(why)
}

#[test]
fn every_parent_and_every_board_gives_a_sound_game_or_a_reason() {
    let mut made = 0;
    for parent in GAMES.iter().map(|name| Some(*name)).chain([None]) {
        for board in BOARDS.iter().map(|word| Some(*word)).chain([None]) {
            let plan = Plan {
                name: "my-game".to_owned(),
                extends: parent.map(str::to_owned),
                board: board.map(|word| word.parse::<PlainBoard>().unwrap()),
            };
            let what = format!("{parent:?} on {board:?}");
            let rectangle = board.is_none_or(|word| !word.starts_with(['c', 'h', 't']) || word.starts_with("cy"));
            let (draft, live) = match drafted(&plan) {
                Ok(found) => found,
                Err(why) => {
                    // A board of its own or the parent's own always does.
                    assert!(parent.is_some() && board.is_some(), "{what}: {why}");
                    let round = parent == Some("diplomat");
                    let small = parent == Some("cheskers") && ["6x6", "5x5", "3x5"].contains(&board.unwrap());
                    assert!(round || small || !rectangle, "{what}: {why}");
                    let told =
                        ["only from one rectangle to another", "no room on the board", "could take a royal piece"];
                    assert!(told.iter().any(|text| why.contains(text)), "{what}: {why}");
                    continue;
                }
            };
            assert!(live, "{what}: the function stands in comments");
            let opened = grown(&draft);
            assert_eq!(render(&opened.diagnostics, &opened.loaded.sources, Style::Plain), "", "{what}");
            let reports = run_tests(&opened, |_| unreachable!());
            assert!(reports.len() >= 2 && reports.iter().all(|report| report.passed()), "{what}");
            let variant = opened.variant.unwrap();
            if let (Some(board), None) = (&plan.board, parent) {
                assert_eq!(variant.board().n_squares(), board.board().unwrap().n_squares(), "{what}");
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
            made += 1;
        }
    }
    assert_eq!(made, 42);
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
        let problems = Draft::new(&plan, None, true).unwrap_err();
        assert!(problems[0].help[0].contains(&format!("`{least}`")), "{word}: {problems:?}");
        let plan = Plan { board: Some(least.parse().unwrap()), ..plan };
        assert!(drafted(&plan).is_ok(), "{least}");
    }
}

#[test]
fn a_draft_of_a_draft_has_names_of_its_own() {
    let plan = Plan { name: "my-game".to_owned(), extends: None, board: None };
    let (draft, _) = drafted(&plan).unwrap();
    let parent = grown(&draft);
    let child = Draft::new(&Plan { extends: Some("../my-game".to_owned()), ..plan }, Some(&parent), true).unwrap();
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
