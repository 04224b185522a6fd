//! Laws that hold in every variant, tried on random play from fixed seeds in the bundled games and some examples.

use crate::support::{
    Chance, GAMES, coordinates, opened, opened_text, play, position, random_game, rules, text, variant,
};
use heterodox::bundled::Bundled;
use heterodox::definition::resolved::{resolved, resolved_scripts};
use heterodox::diagnostic::render::{Style, render};
use heterodox::notation::{Language, Reader};
use heterodox::open::open_text;
use heterodox::playtest::laws::{self, Case, Held};
use heterodox::playtest::trial::{Plan, trial};
use heterodox::position::Position;
use heterodox::rules::{Depth, Move, Rules, Stop};

/// Examples that use what the bundled games do not: hoppers, scripts after moves, immunity, paralysis, graphs, holes.
const EXAMPLES: [&str; 18] = [
    "examples/andernach",
    "examples/antichess",
    "examples/atomic",
    "examples/backing",
    "examples/chigorin",
    "examples/coregal",
    "examples/cylinder",
    "examples/fox-and-hounds",
    "examples/grasshoppers",
    "examples/knightmate",
    "examples/losers",
    "examples/madrasi",
    "examples/pond",
    "examples/rifle",
    "examples/roundabout",
    "examples/shako",
    "examples/torus",
    "examples/xiangqi",
];

fn all() -> impl Iterator<Item = &'static str> {
    GAMES.into_iter().chain(EXAMPLES)
}

/// A random game: the moves and the positions before and after them.
fn line(rules: &mut Rules, seed: u64, plies: usize) -> (Vec<Move>, Vec<Position>) {
    let mut chance = Chance::new(seed);
    let mut positions = vec![position(rules, "start")];
    let mut played = Vec::new();
    for _ in 0..plies {
        let here = &positions[positions.len() - 1];
        let moves = rules.legal_moves(here);
        if moves.is_empty() {
            break;
        }
        let mv = moves[chance.below(moves.len())].clone();
        positions.push(rules.play_unchecked(here, &mv));
        played.push(mv);
    }
    (played, positions)
}

#[test]
fn the_laws_of_trial_play_hold_in_all_of_them() {
    for name in all() {
        let variant = variant(name, &[]);
        let trial = trial(&variant, Plan { games: 4, seed: 1 }, &Stop::default(), &|_| {});
        assert_eq!(trial.failure, None, "{name}");
        assert_eq!(trial.games, 4, "{name}");
        assert!(trial.plies > 8, "{name}");
    }
}

/// A position of chess, its moves and what follows from them.
fn case(fen: &str) -> (Rules, Position, Case) {
    let mut rules = rules("chess");
    let here = position(&mut rules, fen);
    let case = Case::new(&mut rules, &here);
    (rules, here, case)
}

/// The name and the words of a law that does not hold.
fn broken(held: Held) -> String {
    let breach = held.expect_err("the law notices");
    format!("{}: {}", breach.law, breach.message)
}

#[test]
fn each_law_notices_what_breaks_it() {
    let (mut rules, here, case) = case("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9");
    let number = |text: &str| case.coordinates.iter().position(|known| known == text).unwrap();
    let (a1b1, castles) = (number("a1b1"), number("e1g1"));
    let variant = rules.variant().clone();
    let moved = |mv: usize, next: &Position| laws::moved(&variant, &here, &case.moves[mv], next);
    assert_eq!(moved(a1b1, &case.nexts[a1b1]), Ok(()));
    assert_eq!(moved(castles, &case.nexts[castles]), Ok(()));
    assert_eq!(broken(moved(a1b1, &here)), "move: the move changes nothing");
    assert!(broken(moved(a1b1, &case.nexts[number("a1c1")])).ends_with("nobody is on `b1`, not a white rook"));
    assert!(broken(moved(castles, &case.nexts[number("e1c1")])).starts_with("move: nobody is on `g1`"));
    let mut other = |fen: &str| position(&mut rules, fen);
    let castled_twice = other("r3k2r/8/8/8/8/8/8/4RRKR b kq - 4 9");
    assert!(broken(moved(castles, &castled_twice)).starts_with("move: "));
    let turn_kept = other("r3k2r/8/8/8/8/8/8/1R2K2R w Kkq - 4 9");
    assert_eq!(broken(moved(a1b1, &turn_kept)), "move: white moves again");
    let plies = other("r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 7 9");
    assert_eq!(broken(moved(a1b1, &plies)), "move: the quiet plies go from 3 to 7");
    let numbered = other("r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 4 10");
    assert_eq!(broken(moved(a1b1, &numbered)), "move: the move number is 10, not 9");
    let taken = other("r3k2r/8/8/8/8/8/8/1R2K3 b Kkq - 4 9");
    assert!(broken(moved(a1b1, &taken)).ends_with("nobody is on `h1`, not a white rook"));
    assert!(broken(laws::key(&here, 1)).starts_with("key: "));
    assert_eq!(broken(laws::count(3, 4)), "count: 3 legal moves are listed, but 4 are counted");
    let exposed = other("r3k2r/8/8/8/8/8/8/RR2K2q b kq - 4 9");
    assert!(broken(laws::safe(&mut rules, &here, &exposed)).starts_with("safe: "));
}

#[test]
fn the_laws_of_texts_notice_what_breaks_them() {
    let (mut rules, here, case) = case("start");
    let fen = |rules: &mut Rules, text: &str| laws::fen(rules, &here, &case.moves, text);
    let good = here.to_fen(rules.variant());
    assert_eq!(fen(&mut rules, &good), Ok(()));
    assert!(broken(fen(&mut rules, "8/8 w - - 0 1")).contains("does not read back"));
    assert!(broken(fen(&mut rules, &good.replace(" 0 1", ""))).contains("is read"));
    assert!(broken(fen(&mut rules, &good.replace("KQkq", "KQ"))).ends_with("is read as another position"));
    let english = Language::english(rules.variant());
    let read_back = |rules: &mut Rules, texts: &[String]| {
        let mut reader = Reader::new(rules, &here, &case.moves, &english);
        laws::read_back(&mut reader, case.moves.len(), texts, "coordinates")
    };
    let mut texts = case.coordinates.clone();
    assert_eq!(read_back(&mut rules, &texts), Ok(()));
    texts.swap(0, 1);
    let swapped = read_back(&mut rules, &texts);
    assert!(broken(swapped).contains("is read as"));
    texts[0] = texts[1].clone();
    let twice = read_back(&mut rules, &texts);
    assert!(broken(twice).contains("are both written"));
    texts[0] = "e2e5".to_owned();
    let unread = read_back(&mut rules, &texts);
    assert!(broken(unread).contains("does not read back"));
    texts.pop();
    texts[0] = case.coordinates[0].clone();
    assert!(broken(read_back(&mut rules, &texts)).contains("in coordinates 20 moves have 19 texts"));
    assert!(broken(laws::ended(&mut rules, &here, true)).starts_with("end: white has no legal move"));
}

#[test]
fn playing_a_move_leaves_the_position_untouched() {
    for name in all() {
        let mut rules = rules(name);
        for here in random_game(&mut rules, 1, 80) {
            let before = here.clone();
            for mv in rules.legal_moves(&here) {
                rules.play_unchecked(&here, &mv);
            }
            rules.perft(&here, 2);
            assert_eq!(here, before, "{name}");
        }
    }
}

#[test]
fn a_game_replayed_from_its_start_comes_to_the_same_position() {
    for name in all() {
        let (played, positions) = line(&mut rules(name), 2, 120);
        let mut fresh = rules(name);
        let mut here = position(&mut fresh, "start");
        for (mv, expected) in played.iter().zip(&positions[1..]) {
            assert!(fresh.legal_moves(&here).contains(mv), "{name}");
            here = fresh.play_unchecked(&here, mv);
            assert_eq!(here, *expected, "{name}");
        }
    }
}

/// What two ways of asking the rules say of a position.
fn agree(name: &str, one: &mut Rules, other: &mut Rules, here: &Position) {
    let fen = here.to_fen(one.variant());
    let (first, second) = (one.legal_moves(here), other.legal_moves(here));
    assert_eq!(first.len(), second.len(), "{name} {fen}");
    for mv in &first {
        assert!(second.contains(mv), "{name} {fen} {mv:?}");
        assert_eq!(one.play_unchecked(here, mv), other.play_unchecked(here, mv), "{name} {fen} {mv:?}");
    }
    assert_eq!(one.in_check(here), other.in_check(here), "{name} {fen}");
    assert_eq!(one.outcome(here, 1), other.outcome(here, 1), "{name} {fen}");
}

#[test]
fn remembered_decisions_are_those_of_the_running_script() {
    for name in all() {
        let mut remembering = rules(name);
        let mut running = rules(name);
        running.set_live(true);
        for seed in 0..3 {
            for here in random_game(&mut remembering, seed, 60) {
                agree(name, &mut remembering, &mut running, &here);
            }
        }
        assert_eq!(running.context().trouble(), None, "{name}");
        assert_eq!(remembering.context().trouble(), None, "{name}");
    }
}

#[test]
fn legality_worked_out_is_legality_tested() {
    for name in all() {
        let mut working_out = rules(name);
        let mut testing = rules(name);
        testing.set_depth(Depth::Test);
        for seed in 0..6 {
            for here in random_game(&mut working_out, seed, 100) {
                agree(name, &mut working_out, &mut testing, &here);
            }
        }
    }
}

/// What knights may do to the piece on their target, without coming there.
const EFFECTS: [&str; 5] = [
    "mv.stay();",
    "mv.stay(); mv.convert(mv.target);",
    "mv.stay(); mv.remove(mv.target);",
    "mv.stay(); mv.put(\"pawn\", mv.target);",
    "mv.stay(); mv.convert(mv.target); mv.convert(mv.target);",
];

#[test]
fn an_effect_answers_a_check_only_if_it_ends_the_threat() {
    for (effect, legal) in EFFECTS.into_iter().zip([false, true, true, true, false]) {
        let toml = "format = 1\nname = \"Stay\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\
                    [pieces.knight]\nmoves = { move = \"N\", does = \"act\" }\n";
        let script = format!("fn act(mv) {{ {effect} }}\n");
        let opened = open_text("stay.toml", toml, &[("rules.rhai".to_owned(), script)], &Bundled, &[]);
        let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
        let variant = opened.variant.unwrap_or_else(|| panic!("{problems}"));
        let mut working_out = Rules::new(variant.clone());
        let mut testing = Rules::new(variant);
        testing.set_depth(Depth::Test);
        let here = position(&mut working_out, "1n6/6k1/2B5/p2PPp1p/Pb5p/7q/8/1N3bNK w - - 1 82");
        assert_eq!(coordinates(&mut working_out, &here).iter().any(|mv| mv == "g1h3"), legal, "{effect}");
        for seed in 0..6 {
            for here in random_game(&mut working_out, seed, 100) {
                agree(effect, &mut working_out, &mut testing, &here);
            }
        }
    }
}

#[test]
fn a_definition_saved_whole_and_loaded_again_plays_the_same() {
    let optional = [("diplomat", "bishop_through", "sense"), ("cheskers", "many", "max"), ("cheskers", "many", "free")];
    let plain = all().map(|name| (name, None));
    for (name, option) in plain.chain(optional.map(|(name, option, value)| (name, Some((option, value))))) {
        let options: Vec<(&str, &str)> = option.into_iter().collect();
        let opened = opened(name, &options);
        let text = resolved(&opened.loaded);
        let scripts: Vec<(String, String)> =
            resolved_scripts(&opened.loaded).into_iter().map(|(file, text)| (file, text.to_owned())).collect();
        let again = open_text("saved.toml", &text, &scripts, &Bundled, &[]);
        let problems = render(&again.diagnostics, &again.loaded.sources, Style::Plain);
        assert_eq!(problems, "", "{name}");
        let mut saved = Rules::new(again.variant.unwrap());
        let mut first = Rules::new(variant(name, &options));
        let (start, start_again) = (position(&mut first, "start"), position(&mut saved, "start"));
        assert_eq!(first.perft(&start, 3), saved.perft(&start_again, 3), "{name} {options:?}");
        for here in random_game(&mut first, 5, 60) {
            let fen = here.to_fen(first.variant());
            let there = position(&mut saved, &fen);
            assert_eq!(coordinates(&mut first, &here), coordinates(&mut saved, &there), "{name} {fen}");
            assert_eq!(first.outcome(&here, 1), saved.outcome(&there, 1), "{name} {fen}");
        }
    }
}

#[test]
fn the_same_variant_counts_the_same_twice() {
    for name in GAMES {
        let mut rules = rules(name);
        let start = position(&mut rules, "start");
        let first = rules.perft(&start, 3);
        random_game(&mut rules, 9, 50);
        assert_eq!(rules.perft(&start, 3), first, "{name}");
    }
}

#[test]
fn a_man_that_crossed_several_squares_can_be_taken_on_each() {
    let toml = "format = 1\nname = \"Long steps\"\nextends = \"chess\"\n[pieces.pawn]\nmoves = \"fmWfceFifmnH\"\n";
    let mut rules = Rules::new(opened_text(toml).variant.unwrap());
    let here = position(&mut rules, "4k3/8/8/8/3p1p2/5p2/4P3/4K3 w - - 0 1");
    let next = play(&mut rules, &here, "e2e5");
    let fen = next.to_fen(rules.variant());
    assert_eq!(fen, "4k3/8/8/4P3/3p1p2/5p2/8/4K3 b - e3 0 1");
    let here = position(&mut rules, "4k3/8/8/3p1p2/3p4/8/4P3/4K3 w - - 0 1");
    let next = play(&mut rules, &here, "e2e5");
    let fen = next.to_fen(rules.variant());
    assert_eq!(fen, "4k3/8/8/3pPp2/3p4/8/8/4K3 b - e3e4 0 1");
    let again = position(&mut rules, &fen);
    assert_eq!(again.key(), next.key());
    let moves = coordinates(&mut rules, &again);
    for capture in ["d4e3", "d5e4", "f5e4"] {
        assert!(moves.contains(&capture.to_owned()), "{capture}: {moves:?}");
        let taken = play(&mut rules, &again, capture).to_fen(rules.variant());
        assert!(!taken.contains('P'), "{capture}: {taken}");
    }
    // One of the squares alone is another position; a square that nobody has crossed is said to be left out.
    let less = position(&mut rules, "4k3/8/8/3pPp2/3p4/8/8/4K3 b - e3 0 1");
    assert_ne!(less.key(), next.key());
    let fen = text("4k3/8/8/3pPp2/3p4/8/8/4K3 b - e3e4a6 0 1");
    let (_, notes) = rules.position(&fen).unwrap();
    assert_eq!(notes[0].message, "nobody can capture in passing on `e3e4a6`");
    let fen = text("4k3/8/8/3pPp2/8/8/8/4K3 b - e3e4 0 1");
    let (_, notes) = rules.position(&fen).unwrap();
    assert_eq!(notes[0].message, "nobody can capture in passing on `e3`");
    assert!(rules.position(&text("4k3/8/8/3pPp2/8/8/8/4K3 b - e3e9 0 1")).is_err());
}
