//! The `[[test]]` tables of a definition: what is as they say passes, what is not is reported where it is said.

use heterodox::bundled::Bundled;
use heterodox::definition::loader::NoLibrary;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::{Opened, open_text};
use heterodox::playtest::trial::{Plan, Trial, endless, trial_until};
use heterodox::playtest::{TestReport, run_tests, trial, wide_hooks};
use heterodox::rules::Stop;

const KINGS: &str = r#"
format = 1
name   = "Two kings"

[options.shy]
values  = ["no", "yes"]
default = "no"

[board]
shape = "rectangle"
files = 3
ranks = 3

[pieces.king]
royal = true
moves = { option = "shy", no = "K", yes = "W" }

[setup]
fen = "1k1/3/1K1 w - - 0 1"

[[end]]
when   = "no legal move"
result = "draw"

[[end]]
when   = "repetition 2"
result = "draw"

[[test]]
"#;

fn run(table: &str) -> (Opened, Vec<TestReport>) {
    let text = format!("{KINGS}{table}\n");
    let open = |options: &[(String, String)]| open_text("kings.toml", &text, &[], &NoLibrary, options);
    let opened = open(&[]);
    assert!(opened.is_sound(), "{}", render(&opened.diagnostics, &opened.loaded.sources, Style::Plain));
    let reports = run_tests(&opened, open);
    (opened, reports)
}

/// What is reported: the code, the line below `[[test]]`, and the message.
fn problems(table: &str) -> Vec<(String, usize, String)> {
    let (opened, reports) = run(table);
    let found = reports.iter().flat_map(|report| &report.problems);
    found
        .map(|problem| {
            let place = opened.loaded.sources.place(problem.primary.expect("a place"));
            (problem.code.to_string(), place.line - KINGS.lines().count(), problem.message.clone())
        })
        .collect()
}

#[test]
fn tables_that_are_right_pass() {
    let table = r#"
name    = "all of it"
after   = ["b1a1"]
moves   = ["b3a3", "b3c2", "b3c3"]
legal   = ["b3c3"]
illegal = ["b3a2", "b3b2"]
check   = false
outcome = "none"
san     = { b3c3 = "Kc3" }
why     = { b3b2 = "in check", Kb1 = "cannot go to" }

[[test]]
name   = "with an option"
fen    = "k2/3/1K1 w - - 0 1"
option = { shy = "yes" }
moves  = ["b1a1", "b1b2", "b1c1"]

[[test]]
name  = "and without"
fen   = "k2/3/1K1 w - - 0 1"
moves = ["b1a1", "b1c1", "b1c2"]

[[test]]
name    = "a position that comes again"
after   = ["b1a1", "b3c3", "a1b1", "c3b3"]
outcome = "draw"
"#;
    assert_eq!(problems(table), []);
    assert_eq!(run(table).1.len(), 4);
}

#[test]
fn every_kind_of_failure_is_reported_where_it_is_said() {
    for (table, code, line, message) in [
        (
            "name  = \"t\"\nmoves = [\"b1a1\", \"b1b2\"]",
            "test-moves",
            2,
            "`t`: `b1b2` is not legal, and `b1c1` is legal and not listed",
        ),
        ("name  = \"t\"\nmoves = [\"b1a1\"]", "test-moves", 2, "`t`: `b1c1` is legal and not listed"),
        ("name  = \"t\"\nmoves = []", "test-moves", 2, "`t`: 2 legal moves are not listed"),
        ("name  = \"t\"\nlegal = [\"b1a1\", \"b1b2\"]", "test-legal", 2, "`t`: `b1b2` is not legal"),
        ("name  = \"t\"\nillegal = [\"Kc1\"]", "test-illegal", 2, "`t`: `Kc1` is legal"),
        (
            "name  = \"t\"\nillegal = [\"b1a9\", \"b9a1\"]",
            "test-illegal",
            2,
            "`t`: `b9a1` is no move: `b9` is no square of this board; moves are written as `b1a1` or `Ka1`",
        ),
        ("name  = \"t\"\nillegal = [\"b1a1\"]", "test-illegal", 2, "`t`: `b1a1` is legal"),
        ("name  = \"t\"\nperft = [2, 5]", "test-perft", 2, "`t`: 6 sequences of 2 plies, not 5"),
        ("name  = \"t\"\ncheck = true", "test-check", 2, "`t`: white is not in check"),
        ("name  = \"t\"\noutcome = \"white\"", "test-outcome", 2, "`t`: the outcome is `none`, not `white`"),
        ("name  = \"t\"\nsan = { b1a1 = \"Ka2\" }", "test-san", 2, "`t`: `b1a1` is written `Ka1`, not `Ka2`"),
        ("name  = \"t\"\nsan = { b1b2 = \"Kb2\" }", "test-san", 2, "`t`: `b1b2` is not legal"),
        ("name  = \"t\"\nafter = [\"b1a1\", \"b3a2\"]", "test-after", 2, "`t`: move 2, `b3a2`, is not legal"),
        (
            "name  = \"t\"\nof    = \"a1\"\nmoves = []",
            "test-square",
            2,
            "`t`: no piece of white, who is to move, stands on `a1`",
        ),
        (
            "name  = \"t\"\nof    = \"b3\"\nmoves = []",
            "test-square",
            2,
            "`t`: no piece of white, who is to move, stands on `b3`",
        ),
        ("name  = \"t\"\nof    = \"z9\"\nmoves = []", "test-square", 2, "`t`: there is no square `z9`"),
    ] {
        let found = problems(table);
        assert_eq!(found, [(code.to_owned(), line, message.to_owned())], "{table}");
    }
}

#[test]
fn a_failure_shows_what_was_expected_and_the_board() {
    let (opened, reports) = run("name  = \"t\"\nmoves = [\"b1a1\", \"b1b2\"]");
    let text = render(&reports[0].problems, &opened.loaded.sources, Style::Plain);
    for part in ["not legal", "not listed: b1c1", "the position is 1k1/3/1K1 w - - 0 1", "3  . k .", "a b c"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    assert!(!reports[0].passed());
}

#[test]
fn a_position_that_cannot_be_read_fails_its_own_table_only() {
    let found =
        problems("name = \"t\"\nfen = \"1k1/2/1K1 w - - 0 1\"\nperft = [2]\n\n[[test]]\nname = \"u\"\nperft = [2]");
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].1), ("fen-row-length", 2));
}

#[test]
fn a_script_that_fails_fails_the_table() {
    let toml = r#"
format = 1
name   = "Failing"
script = "rules.rhai"
extends = "chess"

[pieces.knight]
moves = { move = "N", when = "script free" }

[[test]]
name  = "knights that ask too much"
moves = []
"#;
    let scripts = [("rules.rhai".to_owned(), "fn free(piece) { 1 / 0 == 1 }".to_owned())];
    let open = |options: &[(String, String)]| open_text("failing.toml", toml, &scripts, &Bundled, options);
    let reports = run_tests(&open(&[]), open);
    let codes: Vec<&str> = reports[0].problems.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, ["test-moves", "script-error"]);
}

/// Warnings about functions of an atomic game whose explosion is written so.
fn wide(explosion: &str) -> Vec<String> {
    let toml = "format = 1\nname = \"Bang\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let script = format!("fn after(mv) {{\n    if mv.captures > 0 {{\n        {explosion}\n    }}\n}}\n");
    let opened = open_text("bang.toml", toml, &[("rules.rhai".to_owned(), script)], &Bundled, &[]);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    let variant = opened.variant.unwrap_or_else(|| panic!("{problems}"));
    let found = wide_hooks(&variant, &Stop::default());
    assert!(found.iter().all(|warning| warning.code == "hook-too-wide"));
    render(&found, &opened.loaded.sources, Style::Short).lines().map(str::to_owned).collect()
}

#[test]
fn a_loop_over_squares_is_warned_of_and_a_set_is_not() {
    let looped = "for up in -1..=1 { for across in -1..=1 { let s = mv.target.leap(across, up); \
                  if s.kind != \"\" && s.kind != \"pawn\" && s.kind != \"king\" { mv.remove(s); } } }";
    let found = wide(looped);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("rules.rhai:1:4: hook-too-wide: `after` "), "{found:?}");
    let sets = [
        "mv.remove(mv.target.around.except(\"pawn\").except(\"king\"));",
        "mv.remove(mv.target.around.where(|s| !s.is_a(\"pawn\") && !s.is_a(\"king\")));",
    ];
    for set in sets {
        assert_eq!(wide(set), Vec::<String>::new(), "{set}");
    }
}

#[test]
fn a_refusal_must_be_for_the_reason_said() {
    let found = problems("name = \"reasons\"\nwhy = { b1a1 = \"no\", b1b3 = \"pinned\" }");
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].1), ("test-illegal", 2));
    assert_eq!((found[1].0.as_str(), found[1].1), ("test-why", 2));
    assert_eq!(found[1].2, "`reasons`: `b1b3` is refused for another reason");
}

/// Trial play of a definition that opens.
fn tried(toml: &str, script: &str, games: u32, seed: u64) -> (Opened, Trial) {
    let opened = open_text("game.toml", toml, &[("rules.rhai".to_owned(), script.to_owned())], &NoLibrary, &[]);
    assert!(opened.is_sound(), "{}", render(&opened.diagnostics, &opened.loaded.sources, Style::Plain));
    let played = trial(opened.variant.as_ref().unwrap(), Plan { games, seed }, &Stop::default(), &|_| {});
    (opened, played)
}

/// Two kings that may step, and nothing that ends the game but what is given.
fn two_kings(ends: &str) -> String {
    let (head, _) = KINGS.split_once("[[end]]").unwrap();
    format!("{head}{ends}\n")
}

#[test]
fn trial_play_says_how_games_end_and_which_do_not() {
    let (opened, played) =
        tried(&two_kings("[[end]]\nwhen = \"quiet plies 40\"\nresult = \"draw\"\nname = \"tired\""), "", 7, 3);
    assert_eq!((played.games, played.endless, &played.failure), (7, 0, &None));
    assert_eq!(played.ends, [("tired".to_owned(), 7)]);
    assert_eq!(played.plies, 280);
    let definition = opened.loaded.definition.as_ref().unwrap();
    assert_eq!(endless(&played, definition), None);

    let (opened, played) = tried(&two_kings("[[end]]\nwhen = \"no legal move\"\nresult = \"draw\""), "", 2, 3);
    assert_eq!((played.games, played.endless), (2, 2));
    let problem = endless(&played, opened.loaded.definition.as_ref().unwrap()).unwrap();
    let message = "2 of 2 random games were not over after 1000 plies, where trial play gives up";
    assert_eq!(problem.message, message);
    assert!(problem.help[0].contains("repetition 3"), "{problem:?}");
    let (opened, played) = tried(&two_kings("[[end]]\nwhen = \"quiet plies 3000\"\nresult = \"draw\""), "", 2, 3);
    let definition = opened.loaded.definition.as_ref().unwrap();
    let problem = endless(&played, definition).unwrap();
    assert_eq!(problem.primary, Some(definition.name.span), "the end is not at fault that comes later");
    assert!(problem.help.iter().any(|help| help.contains("[allow]")), "{problem:?}");
    let meant = "[[end]]\nwhen = \"quiet plies 3000\"\nresult = \"draw\"\n[allow]\nendless-games = \"a long game\"";
    let (opened, played) = tried(&two_kings(meant), "", 2, 3);
    assert_eq!(endless(&played, opened.loaded.definition.as_ref().unwrap()), None);
}

#[test]
fn trial_play_stops_at_the_same_game_however_many_play() {
    let toml = two_kings("[[end]]\nwhen = \"quiet plies 40\"\nresult = \"draw\"");
    let opened = open_text("kings.toml", &toml, &[], &Bundled, &[]);
    let variant = opened.variant.as_ref().unwrap();
    let plan = Plan { games: 60, seed: 5 };
    let until = |enough: u64| trial_until(variant, plan, enough, &Stop::default(), &|_| {});
    let all = until(u64::MAX);
    assert_eq!(all.games, 60);
    let some = until(3000);
    assert!((8..60).contains(&some.games), "{} games", some.games);
    for _ in 0..3 {
        assert_eq!(until(3000), some);
    }
    let few = until(1);
    assert_eq!(few.games, 8, "a few games are played in any case");
}

/// A king that a function lets move, until it fails.
const FAILING: &str = "fn free(piece) { let said = [true, 7]; said[if piece.rank == 3 { 1 } else { 0 }] }";

#[test]
fn a_law_that_breaks_is_shown_with_the_way_there_and_one_seed_shows_it_again() {
    let toml = two_kings("[[end]]\nwhen = \"repetition 9\"\nresult = \"draw\"")
        .replace("format = 1", "format = 1\nscript = \"rules.rhai\"")
        .replace("3\nranks = 3", "5\nranks = 5")
        .replace("1k1/3/1K1", "2k2/5/5/5/2K2")
        .replace("royal = true", "royal = true\nactive = \"script free\"");
    let (opened, played) = tried(&toml, FAILING, 200, 1);
    let failure = played.failure.as_ref().expect("some game goes to the third rank");
    assert!(failure.problem.primary.is_some());
    assert!(failure.problem.help.iter().any(|help| help.starts_with("the position is ")), "{failure:?}");
    assert!(!failure.moves.is_empty());
    assert_eq!(played.games as u64, failure.seed);
    let (_, again) = tried(&toml, FAILING, 1, failure.seed);
    assert_eq!(again.failure.as_ref(), Some(failure));
    assert_eq!(tried(&toml, FAILING, 200, 1).1, played);
    drop(opened);
}

#[test]
fn a_side_without_a_move_and_without_an_end_is_found() {
    let toml = "format = 1\nname = \"Race\"\n[board]\nshape = \"rectangle\"\nfiles = 2\nranks = 4\n[pieces.pawn]\nmoves = \"fmW\"\n[setup]\nfen = \"1p/2/2/P1 w - - 0 1\"\n";
    let (_, played) = tried(toml, "", 3, 1);
    let failure = played.failure.unwrap();
    assert_eq!(failure.problem.code, "no-end");
    assert_eq!(failure.moves.len(), 6);
}

#[test]
fn a_move_that_is_legal_once_more_is_said_is_not_illegal() {
    let text = "format = 1\nname = \"Half\"\nextends = \"chess\"\n[[test]]\nname = \"t\"\n\
                fen = \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"\nillegal = [\"a7a8\", \"a7b8\"]\n";
    let open = |options: &[(String, String)]| open_text("half.toml", text, &[], &Bundled, options);
    let opened = open(&[]);
    let reports = run_tests(&opened, open);
    let found: Vec<&str> = reports[0].problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(found, ["`t`: `a7a8` is legal, as `a7a8q`"]);
}
