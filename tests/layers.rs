//! The order of the rooms: each part of the interpreter imports only from parts below it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The rooms from the lowest to the highest; those in one row do not know each other.
const ORDER: [&[&str]; 16] = [
    &["source"],
    &["diagnostic"],
    &["board", "definition", "script"],
    &["expansion"],
    &["check"],
    &["variant"],
    &["position"],
    &["rules"],
    &["notation"],
    &["game"],
    &["bundled", "open"],
    &["picture"],
    &["playtest"],
    &["describe"],
    &["rulebook", "starter"],
    &["cli"],
];

/// What may be seen across a row or from below all the same, with the reason.
const EXCEPTIONS: [(&str, &str); 0] = [];

fn level(room: &str) -> usize {
    ORDER
        .iter()
        .position(|row| row.contains(&room))
        .unwrap_or_else(|| panic!("the room `{room}` has no place in the order"))
}

/// All files of the interpreter.
pub(crate) fn sources() -> Vec<PathBuf> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, files);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let mut files = Vec::new();
    walk(Path::new("interpreter"), &mut files);
    files.sort();
    assert!(files.len() > 80, "only {} files", files.len());
    files
}

/// The text without comments; strings stay.
pub(crate) fn without_comments(text: &str) -> String {
    let line = |line: &str| {
        let mut in_string = false;
        let mut previous = ' ';
        for (at, c) in line.char_indices() {
            match c {
                '"' if previous != '\\' && previous != '\'' => in_string = !in_string,
                '/' if !in_string && line[at..].starts_with("//") => return line[..at].to_owned(),
                _ => {}
            }
            previous = c;
        }
        line.to_owned()
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The rooms that a text reaches by `crate::room` or `use crate::{room, ...}`.
fn reached(text: &str) -> BTreeSet<String> {
    let text = without_comments(text);
    let mut rooms = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            None => {
                rooms.insert(word(rest));
            }
            Some(list) => {
                let mut depth = 0;
                let mut at_start = true;
                for (at, c) in list.char_indices() {
                    match c {
                        '{' => depth += 1,
                        '}' if depth == 0 => break,
                        '}' => depth -= 1,
                        ',' if depth == 0 => at_start = true,
                        c if c.is_alphabetic() && at_start => {
                            rooms.insert(word(&list[at..]));
                            at_start = false;
                        }
                        _ => {}
                    }
                }
            }
        }
    }
    rooms.retain(|room| !room.is_empty());
    rooms
}

fn word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

/// `interpreter/rules/api.rs` is in the room `rules`.
fn room(path: &Path) -> String {
    path.components().nth(1).unwrap().as_os_str().to_str().unwrap().trim_end_matches(".rs").to_owned()
}

#[test]
fn imports_run_downward() {
    let mut wrong = Vec::new();
    for path in sources() {
        let own = room(&path);
        if own == "lib" || own == "cli" {
            continue;
        }
        for other in reached(&std::fs::read_to_string(&path).unwrap()) {
            let allowed = other == own
                || level(&other) < level(&own)
                || ORDER[level(&own)] == ["bundled", "open"] && level(&other) == level(&own)
                || EXCEPTIONS.contains(&(own.as_str(), other.as_str()));
            if !allowed {
                wrong.push(format!("{}: `{own}` reaches up to `{other}`", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_command_line_uses_the_library_as_others_do() {
    for path in sources().iter().filter(|path| room(path) == "cli") {
        let text = without_comments(&std::fs::read_to_string(path).unwrap());
        assert!(!text.contains("../") || !text.contains("#[path"), "{}", path.display());
    }
    let library = std::fs::read_to_string("interpreter/lib.rs").unwrap();
    assert!(!without_comments(&library).contains("mod cli"));
}

#[test]
fn every_room_is_in_the_order() {
    for path in sources() {
        let own = room(&path);
        if own != "lib" {
            level(&own);
        }
    }
}

#[test]
fn imports_in_every_form_are_seen() {
    let text = "use crate::{\n    board::Board, rules::{Move, Rules},\n    source,\n};\nfn f() { crate::variant::x() } // crate::cli\nlet s = \"// crate::\"; crate::game::y()";
    let rooms: Vec<String> = reached(text).into_iter().collect();
    assert_eq!(rooms, ["board", "game", "rules", "source", "variant"]);
}

#[test]
fn only_the_loader_reads_files_and_only_scripting_knows_its_host() {
    let mut wrong = Vec::new();
    for path in sources() {
        let (own, name) = (room(&path), path.display().to_string());
        let text = without_comments(&std::fs::read_to_string(&path).unwrap());
        let banned = |words: &[&str]| words.iter().find(|word| text.contains(**word)).map(ToString::to_string);
        if own != "cli" {
            let reads = name.ends_with("definition/place.rs") || name.ends_with("definition/loader.rs");
            if let Some(word) = banned(&["std::fs", "File::open"]).filter(|_| !reads) {
                wrong.push(format!("{name} reads files: `{word}`"));
            }
            let idle = [
                "println!",
                "eprintln!",
                "print!(",
                "std::env",
                "std::net",
                "std::process",
                "SystemTime",
                "Instant::now",
            ];
            if let Some(word) = banned(&idle) {
                wrong.push(format!("{name} has `{word}`"));
            }
        }
        if own != "script"
            && let Some(word) = banned(&["rhai::", "use rhai"])
        {
            wrong.push(format!("{name} knows the script host: `{word}`"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
