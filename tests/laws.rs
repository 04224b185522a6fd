//! Laws that hold in every variant, tried on random play from fixed seeds in the bundled games and some examples.

use crate::support::{Chance, GAMES, coordinates, moves, opened, position, random_game, rules, text, variant};
use heterodox::bundled::Bundled;
use heterodox::definition::resolved::{resolved, resolved_scripts};
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::open_text;
use heterodox::position::Position;
use heterodox::rules::{Depth, Move, Rules};

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
fn playing_a_move_leaves_the_position_untouched() {
    for name in all() {
        let mut rules = rules(name);
        for here in random_game(&mut rules, 1, 80) {
            let before = here.clone();
            for mv in rules.legal_moves(&here) {
                let after = rules.play_unchecked(&here, &mv);
                assert_ne!(after, here, "{name}: a move that changes nothing");
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

#[test]
fn the_key_kept_up_is_the_key_made_anew() {
    for name in all() {
        let mut rules = rules(name);
        for seed in 0..4 {
            for here in random_game(&mut rules, seed, 80) {
                let fen = here.to_fen(rules.variant());
                assert_eq!(here.key(), here.key_from_scratch(rules.variant()), "{name} {fen}");
                for mv in rules.legal_moves(&here) {
                    let next = rules.play_unchecked(&here, &mv);
                    assert_eq!(next.key(), next.key_from_scratch(rules.variant()), "{name} {fen} {mv:?}");
                }
            }
        }
    }
}

#[test]
fn a_fen_read_back_is_the_same_position() {
    for name in all() {
        let mut rules = rules(name);
        for seed in 0..4 {
            for here in random_game(&mut rules, seed, 100) {
                let fen = here.to_fen(rules.variant());
                let (again, notes) = match rules.position(&text(&fen)) {
                    Ok(read) => read,
                    // A position that could only be the end of a game is refused as the beginning of one.
                    Err(found) => {
                        assert!(found[0].code == "fen-impossible" && rules.outcome(&here, 1).is_some(), "{name} {fen}");
                        continue;
                    }
                };
                assert!(notes.is_empty(), "{name} {fen} {notes:?}");
                assert_eq!(again.to_fen(rules.variant()), fen, "{name}");
                assert_eq!(again.key(), here.key(), "{name} {fen}");
                assert_eq!(coordinates(&mut rules, &again), coordinates(&mut rules, &here), "{name} {fen}");
            }
        }
    }
}

#[test]
fn no_legal_move_leaves_the_own_royal_piece_attacked() {
    let mut royal = 0;
    for name in all() {
        let mut rules = rules(name);
        if !rules.variant().has_royal() {
            continue;
        }
        royal += 1;
        for seed in 0..4 {
            for here in random_game(&mut rules, seed, 80) {
                for mv in rules.legal_moves(&here) {
                    let next = rules.play_unchecked(&here, &mv);
                    // A move that takes the last royal piece of the enemy wins, whatever it leaves.
                    let won = rules.outcome(&next, 1).is_some_and(|outcome| outcome.winner() == Some(here.turn()));
                    let attacked = rules.is_attacked(&next, here.turn());
                    assert!(won || !attacked, "{name} {} {mv:?}", here.to_fen(rules.variant()));
                }
            }
        }
    }
    assert!(royal > 12);
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
fn the_outcome_says_why_there_are_no_moves() {
    for name in all() {
        let mut rules = rules(name);
        for seed in 0..20 {
            let game = random_game(&mut rules, seed, 200);
            let last = &game[game.len() - 1];
            if moves(&mut rules, last).is_empty() {
                let outcome = rules.outcome(last, 1);
                assert!(outcome.is_some(), "{name} {}", last.to_fen(rules.variant()));
            }
        }
    }
}
