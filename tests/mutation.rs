//! Every token of the bundled definitions and scripts matters: where one is deleted, doubled or changed, that is either
//! reported or changes what is in force. Only what [`SILENT`] lists changes nothing, each with its reason.
//!
//! A sample is tried each time; with `HETERODOX_MUTANTS=all` every mutant is.

use crate::support::GAMES;
use heterodox::bundled::Bundled;
use heterodox::definition::resolved::{resolved, resolved_scripts};
use heterodox::open::{Opened, open_text};
use heterodox::position::Position;
use heterodox::rules::Rules;
use heterodox::source::{SourceId, Span, Spanned};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Without the environment variable, one mutant of so many is tried.
const SAMPLE: usize = 101;

/// The longest that a mutant may take to be read and played.
const HANGS: Duration = Duration::from_secs(20);

/// Mutants that change nothing: the file, a part of the description of the mutant, and why nothing can show.
const SILENT: [(&str, &str, &str); 6] = [
    ("diplomat/rules.rhai", "double `;`", "an empty statement does nothing"),
    ("diplomat/rules.rhai", "delete `;`", "the last statement of a block needs none"),
    ("diplomat/rules.rhai", "delete `return` at 8:", "the last statement of a block is its value all the same"),
    ("cheskers/rules.rhai", "delete `|`", "`|` of two truth values is `||`, but asks both"),
    ("cheskers/rules.rhai", "delete `&`", "`&` of two truth values is `&&`, but asks both"),
    ("cheskers/rules.rhai", "change `2` at 6:", "merits and claims are only compared: more than 1 is more than 1"),
];

/// A file of a bundled game.
struct File {
    /// `cheskers/rules.rhai`
    name: String,
    toml: String,
    script: String,
    /// Whether it is the script that is changed.
    of_script: bool,
}

/// A change of one token.
struct Mutant {
    /// `line 12: delete `,``
    what: String,
    text: String,
}

fn files() -> Vec<File> {
    let mut files = Vec::new();
    for game in GAMES {
        let toml = std::fs::read_to_string(format!("variants/{game}/variant.toml")).unwrap();
        let script = std::fs::read_to_string(format!("variants/{game}/rules.rhai")).unwrap_or_default();
        for (name, of_script) in [("variant.toml", false), ("rules.rhai", true)] {
            if !of_script || !script.is_empty() {
                let name = format!("{game}/{name}");
                files.push(File { name, toml: toml.clone(), script: script.clone(), of_script });
            }
        }
    }
    files
}

/// The tokens of a text without comments: words, numbers, single other characters; no white space.
fn tokens(text: &str, comment: &str) -> Vec<(usize, usize)> {
    let mut tokens = Vec::new();
    let mut line_start = 0;
    for line in text.split_inclusive('\n') {
        let mut quote = None;
        let mut chars = line.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if quote.is_none() && line[at..].starts_with(comment) {
                break;
            }
            if c == '"' || c == '\'' {
                quote = match quote {
                    None => Some(c),
                    Some(open) if open == c => None,
                    open => open,
                };
            }
            if c.is_whitespace() {
                continue;
            }
            let word = |c: &char| c.is_alphabetic() || *c == '_';
            let mut end = at + c.len_utf8();
            let class = if word(&c) {
                0
            } else if c.is_ascii_digit() {
                1
            } else {
                2
            };
            while let Some((next, c)) = chars.peek().copied() {
                if class == 0 && word(&c) || class == 1 && c.is_ascii_digit() {
                    end = next + c.len_utf8();
                    chars.next();
                } else {
                    break;
                }
            }
            tokens.push((line_start + at, line_start + end));
        }
        line_start += line.len();
    }
    tokens
}

/// Another token of the same class.
fn corrupted(token: &str) -> String {
    let first = token.chars().next().unwrap_or(' ');
    if first.is_ascii_digit() {
        let number: u64 = token.parse().unwrap_or(0);
        return (number + 1).to_string();
    }
    if first.is_alphabetic() {
        // The second letter, or the only one, becomes another.
        let at = usize::from(token.chars().count() > 1);
        let other = |c: char| match c {
            'z' => 'a',
            'Z' => 'A',
            c => char::from_u32(c as u32 + 1).unwrap_or('q'),
        };
        return token.chars().enumerate().map(|(number, c)| if number == at { other(c) } else { c }).collect();
    }
    match token {
        "<" => ">",
        ">" => "<",
        "=" => "-",
        "+" => "-",
        "-" => "+",
        "&" => "|",
        "|" => "&",
        "." => ",",
        "," => ".",
        "(" => "[",
        ")" => "]",
        "{" => "(",
        "}" => ")",
        "[" => "(",
        "]" => ")",
        "\"" => "'",
        "!" => "-",
        ";" => ",",
        "/" => "1",
        _ => "~",
    }
    .to_owned()
}

/// What comes next, white space and comments left out.
fn after_comments<'a>(text: &'a str, comment: &str) -> &'a str {
    let mut rest = text.trim_start();
    while rest.starts_with(comment) {
        rest = rest.split_once('\n').map_or("", |(_, behind)| behind).trim_start();
    }
    rest
}

fn mutants(file: &File) -> Vec<Mutant> {
    let (text, comment) = if file.of_script { (&file.script, "//") } else { (&file.toml, "#") };
    let mut mutants = Vec::new();
    for (start, end) in tokens(text, comment) {
        let (before, token, behind) = (&text[..start], &text[start..end], &text[end..]);
        let line = before.matches('\n').count() + 1;
        let near = text[before.rfind('\n').map_or(0, |at| at + 1)..].lines().next().unwrap_or("");
        // A doubled word stands apart from itself, as it would in a slip of the pen.
        let apart = if token.chars().all(|c| c.is_alphanumeric() || c == '_') { " " } else { "" };
        let changes =
            [("delete", String::new()), ("double", format!("{token}{apart}{token}")), ("change", corrupted(token))];
        for (how, put) in changes {
            // A comma behind the last element of an array may stand or not.
            if how == "delete" && token == "," && after_comments(behind, comment).starts_with(']') {
                continue;
            }
            let column = start - before.rfind('\n').map_or(0, |at| at + 1) + 1;
            let what = format!("{how} `{token}` at {line}:{column}: {near}");
            mutants.push(Mutant { what, text: format!("{before}{put}{behind}") });
        }
    }
    mutants
}

/// The choices of options in which a definition is looked at: the defaults, and each other value alone.
fn choices(opened: &Opened) -> Vec<Vec<(String, String)>> {
    let mut choices = vec![Vec::new()];
    for (name, option) in opened.loaded.definition.iter().flat_map(|definition| &definition.options) {
        let others = option.value.values.iter().filter(|value| **value != option.value.chosen);
        choices.extend(others.map(|value| vec![(name.clone(), value.clone())]));
    }
    choices
}

/// What is in force: the definition whole, without the places it comes from, or that something is reported.
fn in_force(toml: &str, script: &str, options: &[(String, String)]) -> (Opened, String) {
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    let opened = open_text("variant.toml", toml, &scripts, &Bundled, options);
    let text = if opened.diagnostics.is_empty() {
        let whole = resolved(&opened.loaded);
        let mut text: String = whole.lines().map(|line| line.split("# ").next().unwrap_or("").trim_end()).collect();
        for (name, _) in resolved_scripts(&opened.loaded) {
            text.push_str(&name);
        }
        text
    } else {
        "reported".to_owned()
    };
    (opened, text)
}

/// How a game is played: moves counted from the start and from positions of random games, and how they end.
fn played(opened: &Opened, tests: &[String]) -> String {
    let Some(variant) = &opened.variant else { return "reported".to_owned() };
    let mut rules = Rules::new(variant.clone());
    let mut text = String::new();
    let quoted = |text: &str| Spanned::new(text.to_owned(), Span::new(SourceId(0), 0..text.len()));
    let start = variant.start().to_owned();
    let fens = std::iter::once(&start).chain(tests);
    let from: Vec<Position> = fens.filter_map(|fen| Some(rules.position(&quoted(fen)).ok()?.0)).collect();
    for here in &from {
        let _ = write!(text, "{} {:?} ", rules.perft(here, 2), rules.outcome(here, 1));
    }
    let _ = write!(text, "{} ", rules.perft(&from[0], 3));
    let mut seed = 5;
    for here in &from {
        let game = rules.playout(here, &mut seed, 150);
        let _ = write!(text, "{game:?} ");
    }
    if rules.context().trouble().is_some() { "reported".to_owned() } else { text }
}

#[test]
fn every_token_matters() {
    let all = std::env::var("HETERODOX_MUTANTS").is_ok_and(|which| which == "all");
    let (mut tried, mut silent, mut told, mut wrong) = (0, 0, 0, Vec::new());
    let mut used = [false; SILENT.len()];
    for file in files() {
        let (opened, _) = in_force(&file.toml, &file.script, &[]);
        let choices = choices(&opened);
        let tests = &opened.loaded.definition.as_ref().unwrap().tests;
        let tests: Vec<String> = tests.iter().filter_map(|test| Some(test.fen.as_ref()?.value.clone())).collect();
        let original: Vec<(String, String)> = choices
            .iter()
            .map(|options| {
                let (opened, text) = in_force(&file.toml, &file.script, options);
                assert_ne!(text, "reported", "{}", file.name);
                let played = if file.of_script { played(&opened, &tests) } else { String::new() };
                (text, played)
            })
            .collect();
        for (number, mutant) in mutants(&file).iter().enumerate() {
            if !all && number % SAMPLE != 0 {
                continue;
            }
            tried += 1;
            let began = Instant::now();
            let (toml, script) = if file.of_script { (&file.toml, &mutant.text) } else { (&mutant.text, &file.script) };
            let shows = catch_unwind(AssertUnwindSafe(|| {
                choices.iter().zip(&original).any(|(options, (text, game))| {
                    let (opened, now) = in_force(toml, script, options);
                    now != *text || file.of_script && played(&opened, &tests) != *game
                })
            }));
            let what = format!("{}: {}", file.name, mutant.what);
            match shows {
                Err(_) => wrong.push(format!("panics: {what}")),
                Ok(false) => {
                    let listed = SILENT.iter().position(|(name, part, _)| *name == file.name && what.contains(part));
                    match listed {
                        Some(number) => {
                            used[number] = true;
                            silent += 1;
                        }
                        None => wrong.push(format!("silent: {what}")),
                    }
                }
                Ok(true) => {}
            }
            if began.elapsed() > HANGS {
                wrong.push(format!("takes {:?}: {what}", began.elapsed()));
            }
            // Trying every mutant takes long: what is found shows at once, and how far it is.
            for found in &wrong[told..] {
                eprintln!("{found}");
            }
            told = wrong.len();
            if all && tried % 1000 == 0 {
                eprintln!("{tried} mutants tried, the last of {}", file.name);
            }
        }
    }
    if all {
        println!("{tried} mutants, {silent} silent and known");
        for ((name, part, _), used) in SILENT.iter().zip(used) {
            if !used {
                wrong.push(format!("listed as silent, but is not: {name}: {part}"));
            }
        }
    }
    assert!(tried > 100, "{tried} mutants");
    assert!(wrong.is_empty(), "{} of {tried}\n{}", wrong.len(), wrong.join("\n"));
}
