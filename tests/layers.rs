//! The order of the rooms: each part of the interpreter imports only from parts below it.

use std::collections::{BTreeMap, BTreeSet};
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

/// The parts of a path below `interpreter`, without the packages that some rooms stand in.
fn parts(path: &Path) -> Vec<&str> {
    let parts = path.iter().skip(1).map(|part| part.to_str().unwrap().trim_end_matches(".rs"));
    let parts: Vec<&str> = parts.collect();
    parts.strip_prefix(&["language"]).or(parts.strip_prefix(&["core"])).unwrap_or(&parts).to_vec()
}

/// `interpreter/core/rules/api.rs` is in the room `rules`.
fn room(path: &Path) -> String {
    parts(path)[0].to_owned()
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

/// The module of a file: `interpreter/core/rules/api.rs` is `rules::api`, `interpreter/core/rules/mod.rs` is `rules`.
fn module(path: &Path) -> String {
    let parts = parts(path);
    parts.strip_suffix(&["mod"]).unwrap_or(&parts).join("::")
}

/// Every path that a tree of imports names: `a::{b, c::{d, e}}` is `a::b`, `a::c::d`, `a::c::e`.
fn spread(tree: &str, before: &str, paths: &mut Vec<String>) {
    let tree = tree.trim();
    let Some((stem, list)) = tree.split_once('{') else {
        let path = tree.split(" as ").next().unwrap().trim();
        if !path.is_empty() {
            paths.push(format!("{before}{path}"));
        }
        return;
    };
    let before = format!("{before}{}", stem.trim());
    let (mut depth, mut from) = (0, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            ',' if depth == 0 => {
                spread(&list[from..at], &before, paths);
                from = at + 1;
            }
            '}' if depth == 0 => {
                spread(&list[from..at], &before, paths);
                break;
            }
            '}' => depth -= 1,
            _ => {}
        }
    }
}

/// A path from the root, whichever way it is written in `module`; `None` for what is not ours.
fn from_root(path: &str, module: &str) -> Option<String> {
    if let Some(rest) = path.strip_prefix("crate::") {
        // The program is a crate of its own.
        let program = if module == "cli" || module.starts_with("cli::") { "cli::" } else { "" };
        return Some(format!("{program}{rest}"));
    }
    let above = module.rsplit_once("::").map_or("", |(above, _)| above);
    if let Some(rest) = path.strip_prefix("super::") {
        return match rest.starts_with("super::") {
            true => from_root(rest, above),
            false => Some(format!("{above}::{rest}").trim_start_matches(':').to_owned()),
        };
    }
    path.strip_prefix("self::").map(|rest| format!("{module}::{rest}"))
}

/// Paths that a file takes, and names that it hands on with theirs.
type Paths = (Vec<String>, Vec<(String, String)>);

/// What a file imports and names by a whole path (from the root), and what it hands on by `pub use`, by name.
fn paths_of(text: &str, module: &str) -> Paths {
    let text = without_comments(text);
    let text = text.split("#[cfg(test)]").next().unwrap();
    let (mut taken, mut handed) = (Vec::new(), Vec::new());
    let mut rest = String::new();
    for statement in text.split_inclusive(';') {
        let line = statement.trim_start();
        let Some((head, tree)) = line.split_once("use ").filter(|(head, _)| head.is_empty() || head.starts_with("pub"))
        else {
            rest.push_str(statement);
            continue;
        };
        let mut paths = Vec::new();
        spread(tree.trim_end_matches(';'), "", &mut paths);
        for path in paths {
            // In a room's first file, a path without a prefix begins at one of its own files.
            let whole =
                from_root(&path, module).or_else(|| head.starts_with("pub").then(|| format!("{module}::{path}")));
            match whole {
                Some(whole) if head.starts_with("pub") => {
                    handed.push((path.rsplit("::").next().unwrap().to_owned(), whole));
                }
                Some(whole) => taken.push(whole),
                None => {}
            }
        }
    }
    let named = rest.match_indices("crate::").chain(rest.match_indices("super::"));
    for (at, _) in named.filter(|(at, _)| !rest[..*at].ends_with("super::")) {
        let path: String = rest[at..].chars().take_while(|c| c.is_alphanumeric() || "_:".contains(*c)).collect();
        taken.extend(from_root(path.trim_end_matches(':'), module));
    }
    (taken, handed)
}

#[test]
fn files_do_not_import_in_circles() {
    let files: BTreeMap<String, Paths> = sources()
        .iter()
        .filter(|path| !matches!(room(path).as_str(), "lib"))
        .map(|path| (module(path), paths_of(&std::fs::read_to_string(path).unwrap(), &module(path))))
        .collect();
    // The file that a path leads to: what a room hands on stands in the file that it comes from.
    let home = |path: &str| -> Option<String> {
        let mut path = path.to_owned();
        for _ in 0..8 {
            let mut module = path.as_str();
            while !files.contains_key(module) {
                module = module.rsplit_once("::")?.0;
            }
            let name = path[module.len()..].trim_start_matches("::").split("::").next().unwrap_or_default();
            match files[module].1.iter().find(|(handed, _)| handed == name) {
                Some((_, whole)) if *whole != path => path.clone_from(whole),
                _ => return Some(module.to_owned()),
            }
        }
        None
    };
    let mut arrows: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, (taken, _)) in &files {
        let reached = taken.iter().filter_map(|path| home(path)).filter(|other| other != file);
        arrows.insert(file.clone(), reached.collect());
    }
    assert!(arrows.values().map(BTreeSet::len).sum::<usize>() > 500, "imports are not read");
    // All that each file reaches, by however many steps.
    let mut reached = arrows.clone();
    loop {
        let before: usize = reached.values().map(BTreeSet::len).sum();
        for file in arrows.keys() {
            let further: Vec<String> = reached[file].iter().flat_map(|other| reached[other].clone()).collect();
            reached.get_mut(file).unwrap().extend(further);
        }
        if reached.values().map(BTreeSet::len).sum::<usize>() == before {
            break;
        }
    }
    let round = |file: &String, other: &String| reached[other].contains(file);
    let told: Vec<String> = arrows
        .iter()
        .flat_map(|(file, others)| others.iter().map(move |other| (file, other)))
        .filter(|(file, other)| round(file, other))
        .map(|(file, other)| format!("{file} -> {other}"))
        .collect();
    assert!(told.is_empty(), "imports go round:\n{}", told.join("\n"));
}
