//! Random moves: every legal move has the same chance, however it is drawn, and a random game ends where the rules say.

use crate::support::{position, rules};
use std::collections::BTreeMap;

/// Positions with moves that look legal and are not, promotions, castling, captures in passing, chains and duty.
const POSITIONS: &[(&str, &str)] = &[
    ("chess", "start"),
    ("chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("chess", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1"),
    // Six of the eight steps of the king are not safe, so that drawing often gives up.
    ("chess", "3r1r1k/8/8/8/4K3/8/8/8 w - - 0 1"),
    ("chess", "3r1r1k/8/8/8/4K3/7P/8/8 w - - 0 1"),
    ("chess", "4k3/8/8/8/4r3/8/3PBP2/4K2R w K - 0 1"),
    ("chess", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1"),
    ("chess", "8/8/8/3pP3/8/8/8/K6k w - d6 0 1"),
    ("knight-relay", "start"),
    ("knight-relay", "4k3/8/8/8/2n5/2r5/4N3/R3K2R w KQ - 0 1"),
    ("diplomat", "start"),
    ("cheskers", "start"),
    ("cheskers", "1k6/8/5p2/8/3p4/2P3p1/5P1B/K7 w - - 0 1"),
    ("cheskers", "1k6/6p1/3p4/4p3/1p6/P1p5/1P6/K7 w - - 0 1"),
    ("cheskers", "7k/8/8/2p1p3/8/2p1p3/3K4/8 w - - 0 1"),
    ("examples/antichess", "rnbqkbnr/p1pppppp/8/8/1p6/P3P3/1PPP1PPP/RNBQKBNR w - - 0 1"),
    ("examples/antichess", "8/P6p/8/8/8/8/p6P/8 b - - 0 1"),
    ("examples/losers", "rnbqkbnr/p1pp1ppp/8/1p2p3/8/P3P3/1PPP1PPP/RNBQKBNR w KQkq - 0 1"),
    ("examples/atomic", "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1"),
    ("examples/xiangqi", "start"),
];

/// How often each move is drawn, on average.
const DRAWS: usize = 400;

#[test]
fn every_legal_move_has_the_same_chance() {
    for (name, fen) in POSITIONS {
        let mut rules = rules(name);
        let here = position(&mut rules, fen);
        let variant = rules.variant().clone();
        // Two moves may lead to one position.
        let mut expected: BTreeMap<String, usize> = BTreeMap::new();
        let moves = rules.legal_moves(&here);
        assert!(!moves.is_empty(), "{name} {fen}: no legal move");
        for mv in &moves {
            *expected.entry(rules.play_unchecked(&here, mv).to_fen(&variant)).or_default() += 1;
        }
        let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
        let mut seed = 7;
        for _ in 0..DRAWS * moves.len() {
            let next = rules.random_move(&here, &mut seed).expect("there are legal moves");
            *drawn.entry(next.to_fen(&variant)).or_default() += 1;
        }
        assert!(drawn.keys().eq(expected.keys()), "{name} {fen}: other positions than those of the legal moves");
        let off: f64 = expected
            .iter()
            .map(|(after, moves)| {
                let expected = (moves * DRAWS) as f64;
                (drawn[after] as f64 - expected).powi(2) / expected
            })
            .sum();
        // Chi squared: its mean is the number of cells but one, its variance twice that.
        let cells = (expected.len() - 1) as f64;
        let bound = cells + 4.5 * (2.0 * cells).sqrt() + 2.0;
        assert!(off < bound, "{name} {fen}: chi squared {off:.1} for {cells} degrees of freedom");
    }
}

#[test]
fn no_legal_move_is_no_random_move() {
    for (name, fen) in [
        ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        ("chess", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"),
        ("cheskers", "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1"),
    ] {
        let mut rules = rules(name);
        let here = position(&mut rules, fen);
        assert!(rules.random_move(&here, &mut 1).is_none(), "{name} {fen}");
        let game = rules.playout(&here, &mut 1, 10);
        assert_eq!((game.plies, game.outcome), (0, rules.outcome(&here, 1)), "{name} {fen}");
    }
}

#[test]
fn a_random_game_ends_where_the_rules_say() {
    let games = ["chess", "knight-relay", "diplomat", "cheskers"];
    let examples = ["antichess", "losers", "atomic", "king-of-the-hill", "extinction", "three-kings", "breakthrough"];
    let examples = examples.map(|name| format!("examples/{name}"));
    for name in games.into_iter().chain(examples.iter().map(String::as_str)) {
        let mut rules = rules(name);
        let start = position(&mut rules, "start");
        for game in 1..=6 {
            let (mut seed, mut same_seed) = (game, game);
            let whole = rules.playout(&start, &mut seed, 600);
            let (mut here, mut plies, mut outcome) = (start.clone(), 0, None);
            while plies < 600 {
                outcome = rules.outcome(&here, 1);
                if outcome.is_some() {
                    break;
                }
                match rules.random_move(&here, &mut same_seed) {
                    Some(next) => here = next,
                    None => break,
                }
                plies += 1;
            }
            assert_eq!((whole.plies, whole.outcome), (plies, outcome), "{name}, game {game}");
        }
    }
}
