//! Plays a game by chance: `cargo run --example random_game VARIANT [SEED]`.

use heterodox::bundled::Bundled;
use heterodox::game::Game;
use heterodox::open::open;
use heterodox::rules::Rules;
use std::process::ExitCode;

/// A game without a rule that ends it would go on for ever.
const MOST_PLIES: usize = 400;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "cheskers".to_owned());
    let Ok(mut seed) = words.next().map_or(Ok(1_u64), |word| word.parse()) else {
        eprintln!("a seed is a whole number");
        return ExitCode::from(2);
    };
    let Some(variant) = open(&name, &Bundled, &[]).variant else {
        eprintln!("`{name}` cannot be played; `cargo run --example check {name}` says why");
        return ExitCode::FAILURE;
    };
    let mut rules = Rules::new(variant);
    let mut game = Game::from_start(&mut rules);
    while game.outcome(&mut rules).is_none() && game.plies().len() < MOST_PLIES {
        let n_moves = game.legal_moves(&mut rules).len();
        // A small generator of chance (Knuth's): the same seed gives the same game.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        game.play(&mut rules, (seed >> 33) as usize % n_moves.max(1));
    }
    let moves: Vec<&str> = game.plies().iter().map(|ply| ply.san.as_str()).collect();
    println!("{}", moves.join(" "));
    println!("{}", game.position().to_fen(rules.variant()));
    match game.outcome(&mut rules) {
        Some(outcome) => println!("{}: {}", outcome.reason, outcome.score()),
        None => println!("no end within {MOST_PLIES} plies"),
    }
    ExitCode::SUCCESS
}
