//! A front end in a few lines: `cargo run --example front_end VARIANT`. It reads a move from each line, and answers with the
//! position, or why the move cannot be made.

use heterodox::bundled::Bundled;
use heterodox::game::Game;
use heterodox::notation::Language;
use heterodox::open::open;
use heterodox::rules::Rules;
use std::io::{BufRead, stdin};
use std::process::ExitCode;

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let Some(variant) = open(&name, &Bundled, &[]).variant else {
        eprintln!("`{name}` cannot be played; `cargo run --example check {name}` says why");
        return ExitCode::FAILURE;
    };
    let language = Language::english(&variant);
    let mut rules = Rules::new(variant);
    let mut game = Game::from_start(&mut rules);
    println!("{}", game.position().to_fen(rules.variant()));
    for line in stdin().lock().lines().map_while(Result::ok) {
        match line.trim() {
            "" => {}
            "undo" => drop(game.undo()),
            text => {
                if let Err(why) = game.play_text(&mut rules, text, &language) {
                    println!("{why}");
                    continue;
                }
            }
        }
        println!("{}", game.position().to_fen(rules.variant()));
        if let Some(outcome) = game.outcome(&mut rules) {
            println!("the game is over: {}", outcome.reason);
            break;
        }
    }
    ExitCode::SUCCESS
}
