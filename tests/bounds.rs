//! The bounds of the language: what has as many entries as may be is read, one more is told, and the reference lists
//! every bound with its number.

use crate::support::{opened_text, position, rules};
use heterodox::definition::bounds::{BOUNDS, LONGEST, LONGEST_KEY, MOST, MOST_SEQUENCES, MOST_WAYS};
use heterodox::expansion::MAX_ENTRIES;
use heterodox::game::Game;
use heterodox::game::pgn::{MAX_LENGTH, MAX_PLIES, read, write};
use heterodox::notation::Language;
use heterodox::open::Opened;
use heterodox::source::SourceId;

/// A definition in which something stands so often.
type Grown<'a> = Box<dyn Fn(usize) -> String + 'a>;

const CHESS: &str = "format = 1\nname = \"Much\"\nextends = \"chess\"\n";

#[track_caller]
fn is_too_many(opened: &Opened, what: &str) {
    let problem = opened.diagnostics.iter().find(|problem| problem.code == "too-many");
    let problem = problem.unwrap_or_else(|| panic!("{what}: {:?}", opened.diagnostics));
    assert!(problem.message.contains(what), "{}", problem.message);
    assert!(problem.primary.is_some());
}

#[test]
fn every_list_and_table_has_a_bound() {
    let strings = |n: usize| (0..n).map(|n| format!("\"a{n}\"")).collect::<Vec<_>>().join(", ");
    let tables = |n: usize, header: &str, body: &str| {
        (0..n).map(|n| format!("{}\n{body}\n", header.replace('#', &n.to_string()))).collect::<String>()
    };
    let most = |what: &str| BOUNDS.iter().find(|bound| bound.what == what).map_or(MOST, |bound| bound.most);
    let grown: Vec<(&str, Grown<'_>)> = vec![
        ("sources", Box::new(|n| format!("{CHESS}sources = [{}]\n", strings(n)))),
        ("options", Box::new(|n| format!("{CHESS}{}", tables(n, "[options.a#]", "values = [\"x\", \"y\"]")))),
        ("options.*.values", Box::new(|n| format!("{CHESS}[options.a]\nvalues = [{}]\n", strings(n)))),
        ("regions", Box::new(|n| format!("{CHESS}[regions]\n{}", tables(n, "a# = \"x\"", "")))),
        ("pieces", Box::new(|n| format!("{CHESS}{}", tables(n, "[pieces.a#]", "moves = \"W\"")))),
        ("powers", Box::new(|n| format!("{CHESS}{}", tables(n, "[powers.a#]", "pieces = [\"rook\"]\nmoves = \"N\"")))),
        ("powers.*.pieces", Box::new(|n| format!("{CHESS}[powers.a]\nmoves = \"N\"\npieces = [{}]\n", strings(n)))),
        ("pieces.*.moves", Box::new(|n| format!("{CHESS}[pieces.rook]\nmoves = [{}]\n", strings(n)))),
        ("promotion", Box::new(|n| format!("{CHESS}{}", tables(n, "[[promotion]]", "to = [\"rook\"]")))),
        ("castling", Box::new(|n| format!("{CHESS}{}", tables(n, "[[castling]]", "right = \"K\"")))),
        ("end", Box::new(|n| format!("{CHESS}{}", tables(n, "[[end]]", "when = \"moved\"\nresult = \"draw\"")))),
        ("names", Box::new(|n| format!("{CHESS}{}", tables(n, "[names.a#]", "game = \"x\"")))),
        ("test", Box::new(|n| format!("{CHESS}{}", tables(n, "[[test]]", "name = \"x\"\ncheck = false")))),
        ("test.after", Box::new(|n| format!("{CHESS}[[test]]\nname = \"x\"\nafter = [{}]\n", strings(n)))),
        ("allow", Box::new(|n| format!("{CHESS}[allow]\n{}", tables(n, "a# = \"x\"", "")))),
        (
            "board.cells",
            Box::new(|n| {
                let cells =
                    (0..n).map(|n| format!("{{ name = \"a{n}\", x = {n}, y = 0 }}")).collect::<Vec<_>>().join(", ");
                format!("format = 1\nname = \"Graph\"\n[board]\nshape = \"graph\"\ncells = [{cells}]\n")
            }),
        ),
    ];
    for (what, text) in &grown {
        let most = most(what);
        is_too_many(&opened_text(&text(most + 1)), &format!("`{what}`"));
        let within = opened_text(&text(most - 12));
        let said = within.diagnostics.iter().find(|problem| problem.code == "too-many");
        assert!(said.is_none() || *what == "castling", "{what}: {said:?}");
    }
    is_too_many(&opened_text(&format!("{CHESS}inventor = \"{}\"\n", "a".repeat(LONGEST + 1))), "bytes");
    is_too_many(&opened_text(&format!("{CHESS}{} = 1\n", "a".repeat(LONGEST_KEY + 1))), "a key of");
    let nested = format!("{CHESS}[options.a]\nvalues = [\"x\", \"y\"]\n[pieces.rook]\nmoves = [{}]\n", {
        let inner = strings(MOST - 4);
        (0..2).map(|_| format!("{{ option = \"a\", x = [{inner}], y = [{inner}] }}")).collect::<Vec<_>>().join(", ")
    });
    is_too_many(&opened_text(&nested), "`pieces.*.moves`");
}

#[test]
fn pieces_that_name_pieces_cost_what_they_come_to() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let board = "format = 1\nname = \"Names\"\n[board]\nshape = \"rectangle\"\nfiles = 4\nranks = 4\n";
    let pieces = |n: usize, moves: &dyn Fn(usize) -> String| {
        let piece =
            |at: usize| format!("[pieces.p{at:02}]\nletter = \"{}\"\nmoves = {}\n", &letters[at..=at], moves(at));
        let end = "[setup]\nfen = \"a3/4/4/A3 w - - 0 1\"\n[[end]]\nwhen = \"no legal move or quiet plies 9\"\nresult = \"draw\"\n";
        format!("{board}{}{end}", (0..n).map(piece).collect::<String>())
    };
    // Named twice without a difference it is there once.
    let plain = opened_text(&pieces(22, &|at| match at {
        21 => "\"W\"".to_owned(),
        at => format!("[\"p{0:02}\", \"p{0:02}\"]", at + 1),
    }));
    assert!(plain.is_sound(), "{:?}", plain.diagnostics);
    assert_eq!(plain.diagnostics.iter().filter(|problem| problem.code == "listed-twice").count(), 21);
    assert_eq!(plain.checked.as_ref().unwrap().kinds[0].movements.len(), 1);
    let doubled = opened_text(&pieces(26, &|at| match at {
        25 => "\"W\"".to_owned(),
        at => format!("[\"p{0:02}\", {{ move = \"p{0:02}\", when = \"moved\" }}]", at + 1),
    }));
    assert!(
        doubled.diagnostics.iter().any(|problem| problem.code == "movement-too-large" || problem.code == "too-many")
    );
    let circle = opened_text(&pieces(26, &|_| {
        format!("[{}]", (0..26).map(|at| format!("\"p{at:02}\"")).collect::<Vec<_>>().join(", "))
    }));
    assert!(circle.diagnostics.iter().all(|problem| problem.code == "circle-of-movements"), "{:?}", circle.diagnostics);
}

#[test]
fn lines_that_fork_are_bounded_while_they_are_made() {
    let cells =
        |n: usize| (0..n).map(|n| format!("{{ name = \"a{n}\", x = {n}, y = 0 }}")).collect::<Vec<_>>().join(", ");
    let graph = |n: usize, links: &str, moves: &str| {
        opened_text(&format!(
            "format = 1\nname = \"Forks\"\n[board]\nshape = \"graph\"\nturn = 8\ncells = [{}]\nlinks = [{links}]\n\
             [pieces.man]\nmoves = \"{moves}\"\n[setup]\nfen = \"M{}m w - - 0 1\"\n\
             [[end]]\nwhen = \"no legal move or quiet plies 9\"\nresult = \"draw\"\n",
            cells(n),
            n - 2
        ))
    };
    let link =
        |from: usize, to: usize| format!("{{ from = \"a{from}\", to = \"a{to}\", heading = 0, both_ways = false }}");
    // At each rung a line forks and comes together behind it: there are as many ways as two to the number of rungs.
    let rope = |rungs: usize| {
        let rung = |n: usize| [(3 * n, 3 * n + 1), (3 * n, 3 * n + 2), (3 * n + 1, 3 * n + 3), (3 * n + 2, 3 * n + 3)];
        (0..rungs).flat_map(rung).map(|(from, to)| link(from, to)).collect::<Vec<_>>().join(", ")
    };
    for moves in ["R", "W60", "(40,0)", "pR", "nR", "[R-R]", "n(40,3)"] {
        let opened = graph(85 * 3 + 1, &rope(85), moves);
        let codes: Vec<&str> = opened.diagnostics.iter().map(|problem| problem.code.as_str()).collect();
        let refused = ["movement-too-large", "movement-without-moves", "range-too-long"];
        assert!(codes.iter().any(|code| refused.contains(code)), "{moves}: {codes:?}");
    }
    assert!(graph(13, &rope(4), "R").is_sound());
}

#[test]
fn powers_that_borrow_have_as_many_ways_as_can_be_told_apart() {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let moves: Vec<String> = (2..22).map(|n| format!("{{ move = \"W{n}\", mark = \"m{n}\" }}")).collect();
    let names: Vec<String> = (0..26).map(|n| format!("\"p{n:02}\"")).collect();
    let pieces: String = (0..26)
        .map(|n| format!("[pieces.p{n:02}]\nletter = \"{}\"\nmoves = [{}]\n", &letters[n..=n], moves.join(", ")))
        .collect();
    let toml = format!(
        "format = 1\nname = \"Lent\"\nscript = \"rules.rhai\"\n[board]\nshape = \"rectangle\"\nfiles = 4\nranks = 4\n{pieces}\
         [powers.lent]\npieces = [{}]\nas = \"lent\"\n[setup]\nfen = \"a3/4/4/A3 w - - 0 1\"\n\
         [[end]]\nwhen = \"no legal move or quiet plies 9\"\nresult = \"draw\"\n",
        names.join(", ")
    );
    let scripts = [("rules.rhai".to_owned(), "fn lent(piece) { \"p03\" }".to_owned())];
    let opened = heterodox::open::open_text("lent.toml", &toml, &scripts, &heterodox::bundled::Bundled, &[]);
    is_too_many(&opened, "ways to move");
}

#[test]
fn a_test_counts_a_bounded_number_of_sequences() {
    let toml = |perft: &str| format!("{CHESS}[[test]]\nname = \"count\"\nperft = [{perft}]\n");
    let opened = opened_text(&toml("20, 400, 8902, 197281, 4865609, 119060324"));
    let codes: Vec<&str> = opened.diagnostics.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, ["out-of-range"]);
    assert!(opened.diagnostics[0].help[0].contains(&MOST_SEQUENCES.to_string()));
}

#[test]
fn a_game_is_replayed_in_time_that_grows_as_its_length() {
    let mut rules = rules("chess");
    let game = |rounds: usize| format!("[Variant \"chess\"]\n\n{} *\n", ["Nf3 Nf6 Ng1 Ng8"].repeat(rounds).join(" "));
    let mut time = |rounds: usize| {
        let begun = std::time::Instant::now();
        let played = read(&mut rules, SourceId(0), &game(rounds)).unwrap();
        assert_eq!((played.plies().len(), played.repetitions()), (4 * rounds, rounds as u32 + 1));
        begun.elapsed()
    };
    time(50);
    let (short, long) = (time(500), time(4000));
    assert!(long < 30 * short, "{short:?} for 2,000 plies, {long:?} for 16,000");
    let most = MAX_PLIES / 4;
    assert!(read(&mut rules, SourceId(0), &game(most)).is_ok());
    let problems = read(&mut rules, SourceId(0), &game(most + 1)).unwrap_err();
    assert_eq!(problems[0].code, "pgn-length");
    let long = format!("{}{}", game(1), " ".repeat(MAX_LENGTH));
    assert_eq!(read(&mut rules, SourceId(0), &long).unwrap_err()[0].code, "pgn-length");
}

#[test]
fn occurrences_are_counted_when_moves_are_taken_back_and_made_again() {
    let mut rules = rules("chess");
    let english = Language::english(rules.variant());
    let start = position(&mut rules, "start");
    let mut game = Game::new(&mut rules, start);
    let round = ["Nf3", "Nf6", "Ng1", "Ng8"];
    for text in round.iter().chain(&round) {
        game.play_text(&mut rules, text, &english).unwrap();
    }
    assert_eq!(game.repetitions(), 3);
    assert!(game.undo());
    assert_eq!(game.repetitions(), 2);
    game.play_text(&mut rules, "Ng8", &english).unwrap();
    assert_eq!(game.repetitions(), 3);
    (0..8).for_each(|_| assert!(game.undo()));
    assert_eq!(game.repetitions(), 1);
    assert!(!game.undo());
    let written = write(&mut rules, &game, &english, &[]);
    assert!(written.ends_with("*\n"));
}

#[test]
fn the_reference_lists_every_bound() {
    let reference = std::fs::read_to_string("grammar/README.md").unwrap();
    let (_, section) = reference.split_once("\n## Bounds\n").expect("a section of bounds");
    let section = section.split("\n## ").next().unwrap();
    let grouped = |number: usize| {
        let digits = number.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().map(|part| std::str::from_utf8(part).unwrap()).collect();
        groups.join(",")
    };
    for bound in BOUNDS {
        let row = section.lines().find(|line| line.starts_with('|') && line.contains(&format!("`{}`", bound.what)));
        let row = row.unwrap_or_else(|| panic!("`{}` is missing", bound.what));
        assert!(row.ends_with(&format!("| {} |", grouped(bound.most))), "{row}: it is {}", bound.most);
    }
    let others = [MOST, LONGEST, LONGEST_KEY, MOST_WAYS, MOST_SEQUENCES as usize, MAX_ENTRIES, MAX_PLIES].map(grouped);
    for number in others {
        assert!(section.contains(&format!("| {number} |")), "{number} is missing");
    }
}
