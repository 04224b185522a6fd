//! Games: played, taken back, repeated, saved as PGN and resumed.

use heterodox::board::Side;
use heterodox::bundled::Bundled;
use heterodox::diagnostic::Diagnostic;
use heterodox::game::{Game, pgn};
use heterodox::notation::{Language, read, san};
use heterodox::open::open;
use heterodox::rules::Rules;
use heterodox::source::{SourceId, SourceMap};

fn rules(name: &str) -> Rules {
    rules_with(name, &[])
}

fn rules_with(name: &str, options: &[(&str, &str)]) -> Rules {
    let options: Vec<_> = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Rules::new(open(name, &Bundled, &options).variant.unwrap_or_else(|| panic!("{name} does not open")))
}

fn language(rules: &Rules, code: &str) -> Language {
    Language::of(rules.variant(), code).expect(code)
}

/// Plays moves given in English from the start.
fn played(rules: &mut Rules, moves: &str) -> Game {
    let english = language(rules, "en");
    let mut game = Game::from_start(rules);
    for text in moves.split_whitespace() {
        game.play_text(rules, text, &english).unwrap_or_else(|problem| panic!("{problem}"));
    }
    game
}

/// Problems as `line:column message`, with the help.
fn problems(text: &str, found: &[Diagnostic]) -> Vec<String> {
    let mut sources = SourceMap::default();
    sources.add("game.pgn", text);
    let line = |problem: &Diagnostic| {
        let place = problem.primary.map(|span| sources.place(span));
        let place = place.map_or_else(String::new, |place| format!("{}:{} ", place.line, place.column));
        format!("{place}{}", problem.message)
    };
    found.iter().map(line).collect()
}

/// One line of the file of published games.
struct Published {
    name: &'static str,
    result: &'static str,
    relayed: Vec<usize>,
    checks: Vec<usize>,
    mate: Option<usize>,
    moves: &'static str,
}

fn published() -> Vec<Published> {
    let numbers = |text: &str| text.split_whitespace().filter_map(|number| number.parse().ok()).collect::<Vec<usize>>();
    let text = include_str!("cases/games/knight-relay.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('|').map(str::trim).collect();
            let [name, result, relayed, checks, mate, moves] = fields[..] else { panic!("{line}") };
            let (relayed, checks) = (numbers(relayed), numbers(checks));
            Published { name, result, relayed, checks, mate: mate.parse().ok(), moves }
        })
        .collect()
}

#[test]
fn the_published_relay_games_replay_to_their_end() {
    let games = published();
    assert_eq!(games.len(), 3);
    for game in games {
        let mut rules = rules("knight-relay");
        let replayed = played(&mut rules, game.moves);
        assert_eq!(replayed.plies().len(), game.moves.split_whitespace().count(), "{}", game.name);
        for (number, ply) in replayed.plies().iter().enumerate() {
            let number = number + 1;
            let bare = ply.san.trim_end_matches(['+', '#']);
            assert_eq!(bare.ends_with('R'), game.relayed.contains(&number), "{}, ply {number}: {}", game.name, ply.san);
            assert_eq!(ply.san.ends_with('#'), game.mate == Some(number), "{}, ply {number}: {}", game.name, ply.san);
            let checks = game.checks.contains(&number);
            assert_eq!(ply.san.ends_with(['+', '#']), checks, "{}, ply {number}: {}", game.name, ply.san);
        }
        let outcome = replayed.outcome(&mut rules);
        match game.mate {
            Some(_) => assert_eq!(outcome.map(|outcome| outcome.score()), Some(game.result), "{}", game.name),
            None => assert_eq!(outcome, None, "{}", game.name),
        }
    }
}

#[test]
fn the_published_relay_games_are_written_and_read_in_english_and_spanish() {
    for game in published() {
        let mut rules = rules("knight-relay");
        let replayed = played(&mut rules, game.moves);
        for code in ["en", "es"] {
            let words = language(&rules, code);
            for (ply, position) in replayed.plies().iter().zip(replayed.positions()) {
                let moves = rules.legal_moves(position);
                let number = moves.iter().position(|mv| *mv == ply.mv).expect("a move that was made is legal");
                let text = san(&mut rules, position, &moves, &words).swap_remove(number);
                assert_eq!(read(&mut rules, position, &moves, &text, &words), Ok(number), "{text}");
            }
            let text = pgn::write(&mut rules, &replayed, &words, &[]);
            let again = pgn::read(&mut rules, SourceId(0), &text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
            assert_eq!(again.plies(), replayed.plies());
            assert_eq!(again.position(), replayed.position());
        }
    }
}

#[test]
fn a_published_relay_game_as_it_is_printed_in_two_languages() {
    let games = published();
    let mut rules = rules("knight-relay");
    let game = played(&mut rules, games[0].moves);
    let (english, spanish) = (language(&rules, "en"), language(&rules, "es"));
    let moves = |text: String| text.split("\n\n").nth(1).map(|moves| moves.replace('\n', " ")).expect("moves");
    assert_eq!(
        moves(pgn::write(&mut rules, &game, &english, &[])).trim(),
        "1. Nf3 Nc6 2. g4R f6 3. e4R fxg4R 4. Nc3 Nf6 5. Bg5 e6 6. Rxh7 Rxh7 7. Bxh7R h2R 8. Bg6+ Ke7 9. d6R+ cxd6 10. \
         Ne5# {checkmate} 1-0"
    );
    assert_eq!(
        moves(pgn::write(&mut rules, &game, &spanish, &[])).trim(),
        "1. Cf3 Cc6 2. g4R f6 3. e4R fxg4R 4. Cc3 Cf6 5. Ag5 e6 6. Txh7 Txh7 7. Axh7R h2R 8. Ag6+ Re7 9. d6R+ cxd6 10. \
         Ce5# {checkmate} 1-0"
    );
}

#[test]
fn a_move_taken_back_leaves_no_trace() {
    let mut rules = rules("chess");
    let mut game = played(&mut rules, "e4 e5");
    let before = game.position().clone();
    let english = language(&rules, "en");
    game.play_text(&mut rules, "Nf3", &english).expect("legal");
    assert_eq!(game.plies().last().map(|ply| (ply.coordinate.as_str(), ply.san.as_str())), Some(("g1f3", "Nf3")));
    assert!(game.undo());
    assert_eq!(*game.position(), before);
    assert_eq!(game.plies().len(), 2);
    assert!(game.legal_moves(&mut rules).len() == 29);
    assert!(game.undo() && game.undo() && !game.undo());
    assert_eq!(game.position(), game.start());
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut rules = rules("chess");
    let mut game = played(&mut rules, "e4");
    let before = game.position().clone();
    let english = language(&rules, "en");
    assert!(game.play_text(&mut rules, "Ke7", &english).is_err());
    assert!(!game.play(&mut rules, 20));
    assert_eq!((game.position(), game.plies().len()), (&before, 1));
    let mv = game.legal_moves(&mut rules)[3].clone();
    assert!(game.play(&mut rules, &mv));
    assert!(!game.play(&mut rules, &mv));
    assert!(game.play(&mut rules, 0));
}

#[test]
fn a_position_that_occurs_three_times_is_a_draw() {
    let mut rules = rules("chess");
    let game = played(&mut rules, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1");
    assert_eq!((game.repetitions(), game.outcome(&mut rules)), (2, None));
    let mut game = played(&mut rules, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_eq!(game.repetitions(), 3);
    let outcome = game.outcome(&mut rules).expect("three times");
    assert_eq!((outcome.winner(), outcome.reason.as_str()), (None, "repetition"));
    assert!(game.undo());
    assert_eq!(game.outcome(&mut rules), None);
}

#[test]
fn a_game_is_saved_with_all_that_is_needed_to_resume_it() {
    let mut rules = rules_with("cheskers", &[("many", "max")]);
    let game = played(&mut rules, "b6c5 g3h4");
    let english = language(&rules, "en");
    let tags = [("Variant", "cheskers"), ("White", "A \"B\" \\ C"), ("Opening", "none")];
    let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let text = pgn::write(&mut rules, &game, &english, &tags);
    assert!(text.contains("[White \"A \\\"B\\\" \\\\ C\"]"), "{text}");
    assert!(text.ends_with("\n\n1. b6-c5 1... g3-h4 *\n") || text.ends_with("\n\n1. b6-c5 g3-h4 *\n"), "{text}");
    let parsed = pgn::parse(SourceId(0), &text).expect("sound");
    assert_eq!(parsed.variant(), Some("cheskers"));
    assert_eq!(parsed.tag("White").map(|tag| tag.value.as_str()), Some("A \"B\" \\ C"));
    assert_eq!(parsed.tag("Opening").map(|tag| tag.value.as_str()), Some("none"));
    let options = parsed.options();
    assert!(options.contains(&("many".to_owned(), "max".to_owned())), "{options:?}");
    let again = parsed.replay(&mut rules).expect("resumes");
    assert_eq!(again.plies(), game.plies());
    let mut other = rules_with("cheskers", &[]);
    let found = parsed.replay(&mut other).expect_err("another option");
    assert!(problems(&text, &found)[0].ends_with("this game was played with `many=max`"));
}

#[test]
fn a_game_from_another_start_keeps_it() {
    let mut rules = rules("diplomat");
    let fen = "1/1P12/1d12/3K6k3 b - - 0 7";
    let text = format!("[Variant \"diplomat\"]\n[Language \"es\"]\n[FEN \"{fen}\"]\n\n7... b3=n 8. Rc1 *\n");
    let game = pgn::read(&mut rules, SourceId(0), &text).unwrap_or_else(|found| panic!("{found:?}"));
    assert_eq!(game.plies()[0].coordinate, "b3=b");
    assert_eq!(game.start().to_fen(rules.variant()), fen);
    let spanish = language(&rules, "es");
    let written = pgn::write(&mut rules, &game, &spanish, &[]);
    for part in [format!("[FEN \"{fen}\"]"), "[Language \"es\"]".to_owned(), "7... b3=n 8. Rc1 *".to_owned()] {
        assert!(written.contains(&part), "{part}: {written}");
    }
}

#[test]
fn moves_are_numbered_by_whose_they_are_not_by_pairs() {
    let toml = "format = 1\nname = \"Again\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let script = "/// Who takes moves once more.\nfn after(mv) { if mv.captures > 0 { mv.again(); } }\n";
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    let opened = heterodox::open::open_text("test.toml", toml, &scripts, &Bundled, &[]);
    let mut rules = Rules::new(opened.variant.expect("it opens"));
    let game = played(&mut rules, "e2e4 d7d5 e4d5 d5d6 e7d6 d8e7");
    let numbers = game.numbers(&rules);
    let numbers: Vec<&str> = numbers.iter().map(|number| number.as_deref().unwrap_or("")).collect();
    assert_eq!(numbers, ["1.", "", "2.", "2.", "", "2..."]);
    let english = language(&rules, "en");
    let text = pgn::write(&mut rules, &game, &english, &[]);
    assert!(text.ends_with("\n\n1. e4 d5 2. exd5 2. d6 exd6 2... Qe7+ *\n"), "{text}");
    let again = pgn::read(&mut rules, SourceId(0), &text).expect("resumes");
    assert_eq!(again.plies(), game.plies());
}

#[test]
fn a_finished_game_says_its_result() {
    let mut rules = rules("chess");
    let game = played(&mut rules, "f3 e5 g4 Qh4");
    assert_eq!(game.outcome(&mut rules).and_then(|outcome| outcome.winner()), Some(Side::Black));
    let english = language(&rules, "en");
    let text = pgn::write(&mut rules, &game, &english, &[]);
    assert!(text.contains("[Result \"0-1\"]"), "{text}");
    assert!(text.ends_with("1. f3 e5 2. g4 Qh4# {checkmate} 0-1\n"), "{text}");
}

#[test]
fn pgn_as_others_write_it_is_read() {
    let text = "\u{feff}[Event \"x\"]\r\n[Variant \"chess\"]\r\n\r\n1.e4 {a {b} e5 $1 ; to the end ( of line\r\n\
                2. Nf3 (2. f4 exf4 (2... d5 {(}) 3. Nf3) 2... Nc6 3.Bb5 a6\r\n% skipped\r\n4. Bxc6 dxc6 5. O-O 1/2-1/2\r\n";
    let mut rules = rules("chess");
    let game = pgn::read(&mut rules, SourceId(0), text).unwrap_or_else(|found| panic!("{:?}", problems(text, &found)));
    let sans: Vec<&str> = game.plies().iter().map(|ply| ply.san.as_str()).collect();
    assert_eq!(sans, ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"]);
}

#[test]
fn mistakes_in_pgn_are_told_with_their_place() {
    let cases = [
        ("1. e4 e5\n2. Nf6 *", "2:4 move 3 of the game: `Nf6` is illegal: no knight of white can go to `f6`"),
        ("1. e4 {never closed", "1:7 `{` has no meaning here"),
        ("1. e4 } e5", "1:7 `}` has no meaning here"),
        ("1. e4\n[Event \"late\"]", "2:1 `[` has no meaning here"),
        ("1. e4 * e5", "1:9 there is more after the game's result"),
        ("[Event \"x\"\n[Site \"y\"]\n\n*", "1:1 the tag `Event` has no `]` at its end"),
        ("[Event \"x\"]\n[Site \"y\n\n*", "2:1 the value of the tag `Site` has no quote at its end"),
        ("[Event]\n\n*", "1:1 the tag `Event` has no value in quotes"),
        ("[\"x\"]\n\n*", "1:1 a tag has no name"),
        ("[FEN \"8/8 w\"]\n\n*", "1:7 the board has 8 rows, this has 2"),
        ("[Language \"fr\"]\n\n*", "1:12 the variant does not speak `fr`"),
        ("[Option-many \"max\"]\n\n*", "1:2 the variant has no option `many`"),
        ("[Result \"1-0\"]\n\n1. e4 *", "1:10 the tag says `1-0`, and the end of the game `*`"),
        ("1. f3 e5 2. g4 Qh4# 1-0", "1:21 the result is `1-0`, but the game ends `0-1`, by checkmate"),
    ];
    for (text, message) in cases {
        let mut rules = rules("chess");
        let found = pgn::read(&mut rules, SourceId(0), text).expect_err(text);
        let said = problems(text, &found);
        assert!(said.iter().any(|said| said.starts_with(message)), "{text}: {said:?}");
    }
    for hostile in ["(".repeat(50_000), "{".repeat(50_000), "[".repeat(50_000), "e".repeat(2_000_000)] {
        assert!(pgn::read(&mut rules("chess"), SourceId(0), &hostile).is_err());
    }
}
