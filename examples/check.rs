//! Checks a definition and tells its problems: `cargo run --example check PATH`.

use heterodox::bundled::Bundled;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::open;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("which definition? give a folder, a file or a bundled name");
        return ExitCode::from(2);
    };
    let opened = open(&path, &Bundled, &[]);
    print!("{}", render(&opened.diagnostics, &opened.loaded.sources, Style::Plain));
    match opened.variant {
        Some(variant) => {
            println!("{} can be played: {} squares", variant.name(), variant.board().n_squares());
            ExitCode::SUCCESS
        }
        None => ExitCode::FAILURE,
    }
}
