//! The files that describe the language, in step with the interpreter: the schema of definitions, the words of scripts,
//! the reference and its examples, the cookbook.

mod cookbook;
mod reference;
mod schema;

use crate::support::{Chance, position};
use heterodox::bundled::Bundled;
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::{Opened, open_text};
use heterodox::playtest::{run_tests, wide_hooks};
use heterodox::rules::{Rules, Stop};

/// A fenced block of a text for readers.
struct Block {
    /// The word after the fence.
    language: String,
    /// The line of the fence, from 1.
    line: usize,
    /// The nearest heading above, without its marks.
    heading: String,
    text: String,
}

/// All fenced blocks of a Markdown text.
fn blocks(markdown: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut heading = String::new();
    let mut inside = false;
    for (number, line) in (1..).zip(markdown.lines()) {
        match line.strip_prefix("```") {
            Some(language) if !inside => {
                let language = language.to_owned();
                blocks.push(Block { language, line: number, heading: heading.clone(), text: String::new() });
                inside = true;
            }
            Some(_) => inside = false,
            None if inside => {
                let block = blocks.last_mut().unwrap();
                block.text.push_str(line);
                block.text.push('\n');
            }
            None if line.starts_with('#') => heading = line.trim_start_matches('#').trim().to_owned(),
            None => {}
        }
    }
    assert!(!inside, "a block is not closed");
    blocks
}

/// The definition that a snippet stands for: a whole one if it says so, else a child of chess.
fn whole(snippet: &str, has_script: bool) -> String {
    if snippet.contains("format = 1") || snippet.contains("format  = 1") {
        return snippet.to_owned();
    }
    let mut head = String::from("format = 1\nname = \"A snippet\"\n");
    if !snippet.contains("extends =") {
        head.push_str("extends = \"chess\"\n");
    }
    if has_script {
        head.push_str("script = \"rules.rhai\"\n");
    }
    head + snippet
}

/// Everything that is wrong with a definition: what opening it says, warnings too, what its tests say, and what comes
/// to light in random play.
fn wrong_with(toml: &str, script: Option<&str>, plies: usize) -> String {
    let scripts: Vec<(String, String)> =
        script.iter().map(|text| ("rules.rhai".to_owned(), (*text).to_owned())).collect();
    let open = |options: &[(String, String)]| open_text("variant.toml", toml, &scripts, &Bundled, options);
    let opened = open(&[]);
    let mut wrong = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    let Some(variant) = opened.variant.clone() else { return wrong + "does not open\n" };
    for report in run_tests(&opened, open) {
        wrong.push_str(&render(&report.problems, &opened.loaded.sources, Style::Plain));
    }
    if script.is_some() {
        wrong.push_str(&render(&wide_hooks(&variant, &Stop::default()), &opened.loaded.sources, Style::Plain));
    }
    wrong.push_str(&played(&opened, &mut Rules::new(variant), plies));
    wrong
}

/// What a game of random moves brings to light.
fn played(opened: &Opened, rules: &mut Rules, plies: usize) -> String {
    let mut chance = Chance::new(7);
    let mut here = position(rules, "start");
    let mut n_moves = 0;
    for _ in 0..plies {
        let moves = rules.legal_moves(&here);
        n_moves += moves.len();
        here = match moves.len() {
            0 => position(rules, "start"),
            n => rules.play_unchecked(&here, &moves[chance.below(n)]),
        };
    }
    if n_moves == 0 {
        return "nobody can move\n".to_owned();
    }
    let trouble: Vec<_> = rules.context().trouble().cloned().into_iter().collect();
    render(&trouble, &opened.loaded.sources, Style::Plain)
}
