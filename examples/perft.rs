//! Counts the sequences of legal moves: `cargo run --release --example perft VARIANT DEPTH`.

use heterodox::bundled::Bundled;
use heterodox::game::Game;
use heterodox::open::open;
use heterodox::rules::Rules;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "chess".to_owned());
    let depth = words.next().map_or(Ok(3), |word| word.parse());
    let (Some(variant), Ok(depth)) = (open(&name, &Bundled, &[]).variant, depth) else {
        eprintln!("write `VARIANT DEPTH`; `cargo run --example check {name}` says whether the variant is sound");
        return ExitCode::from(2);
    };
    let mut rules = Rules::new(variant);
    let start = Game::from_start(&mut rules).position().clone();
    for depth in 1..=depth {
        println!("{depth} {}", rules.perft(&start, depth));
    }
    ExitCode::SUCCESS
}
