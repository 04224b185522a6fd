//! House rules that a reader can check by eye: no game's name in the interpreter, files of a size, no way to panic.

use crate::layers::{sources, without_comments};

/// Names of folders that are also words of chess, of programming, or of anything.
const WORDS: [&str; 11] = [
    "atomic",
    "backing",
    "breakthrough",
    "chess",
    "courier",
    "cylinder",
    "extinction",
    "grasshoppers",
    "no-castling",
    "pond",
    "torus",
];

/// Games known by name beside those that come with the program.
const KNOWN: [&str; 14] = [
    "shogi",
    "janggi",
    "crazyhouse",
    "chess960",
    "fischer",
    "draughts",
    "checkers",
    "hexchess",
    "glinski",
    "duck",
    "horde",
    "racing kings",
    "ataxx",
    "amazons",
];

/// The longest file.
const LONGEST: usize = 500;

fn names() -> Vec<String> {
    let mut names: Vec<String> = KNOWN.iter().map(ToString::to_string).collect();
    for folder in ["variants", "examples"] {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() && !WORDS.contains(&name.as_str()) {
                names.push(name);
            }
        }
    }
    assert!(names.len() > 40);
    names
}

/// The game that a text names, if any: `knight-relay`, `knight relay`, `KnightRelay`, `knight_relay`.
fn named<'a>(text: &str, names: &'a [String]) -> Option<&'a str> {
    let flat = |text: &str| text.to_lowercase().replace(['-', '_', ' '], "");
    let lower = text.to_lowercase();
    let whole = |name: &str| {
        lower.match_indices(name).any(|(at, _)| {
            let before = lower[..at].chars().next_back();
            let after = lower[at + name.len()..].chars().next();
            ![before, after].into_iter().flatten().any(char::is_alphanumeric)
        })
    };
    names
        .iter()
        .find(|name| whole(name) || name.contains(['-', ' ']) && flat(text).contains(&flat(name)))
        .map(String::as_str)
}

#[test]
fn no_game_is_named_in_the_interpreter() {
    let names = names();
    let mut wrong = Vec::new();
    for path in sources() {
        if path.ends_with("bundled.rs") {
            continue;
        }
        for (number, line) in (1..).zip(std::fs::read_to_string(&path).unwrap().lines()) {
            if let Some(name) = named(line, &names) {
                wrong.push(format!("{}:{number}: `{name}` in {}", path.display(), line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_name_is_found_in_every_spelling() {
    let names = ["knight-relay".to_owned(), "xiangqi".to_owned()];
    for text in ["the Knight Relay", "fn knight_relay()", "KnightRelay", "if name == \"xiangqi\""] {
        assert!(named(text, &names).is_some(), "{text}");
    }
    assert_eq!(named("a knight relays", &["knight".to_owned()]), Some("knight"));
    assert_eq!(named("minixiangqis", &names), None);
}

#[test]
fn files_have_a_beginning_and_an_end() {
    for path in sources() {
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("//! "), "{} does not say what it is for", path.display());
        let lines = text.lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
    }
}

#[test]
fn one_call_alone_is_unsafe() {
    let mut found = Vec::new();
    for path in sources() {
        let text = without_comments(&std::fs::read_to_string(&path).unwrap());
        let lines = text.lines().filter(|line| line.contains("unsafe {") || line.contains("unsafe fn"));
        found.extend(lines.map(|line| (path.display().to_string(), line.trim().to_owned())));
    }
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].0.ends_with("rules/work.rs") && found[0].1.contains("done_with_bit_instructions"), "{found:?}");
}

#[test]
fn nothing_panics_by_convenience() {
    let mut wrong = Vec::new();
    for path in sources() {
        let text = std::fs::read_to_string(&path).unwrap();
        let text = without_comments(&text);
        let text = text.split("#[cfg(test)]").next().unwrap();
        for (number, line) in (1..).zip(text.lines()) {
            for word in [".unwrap()", ".expect(", "todo!", "dbg!", "unimplemented!", "::*;"] {
                if line.contains(word) {
                    wrong.push(format!("{}:{number}: {}", path.display(), line.trim()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
