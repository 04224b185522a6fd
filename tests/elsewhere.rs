//! Words of other systems: each is answered wherever it may be written, what the answers say works, the reference lists
//! what is missing; whole files of other systems are told for what they are.

use crate::support::text;
use heterodox::bundled::Bundled;
use heterodox::definition::condition;
use heterodox::definition::json_schema::keys;
use heterodox::definition::loader::{load, load_text};
use heterodox::definition::movement;
use heterodox::diagnostic::Diagnostic;
use heterodox::diagnostic::elsewhere::{Entry, Place, elsewhere, entries};
use heterodox::diagnostic::render::{Style, render};
use heterodox::open::open_text;
use heterodox::playtest::run_tests;
use heterodox::script::definitions::definitions;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const LIST: &str = "grammar/elsewhere.txt";

/// As many words as are told at once, and some room for what follows from them.
const CHUNK: usize = 40;

/// The list from its first part on.
fn list() -> String {
    let text = std::fs::read_to_string(LIST).unwrap();
    let (_, list) = text.split_once("\n# ").unwrap();
    format!("# {list}")
}

/// The word as an author writes it: some ending for `*`.
fn written(entry: &Entry) -> String {
    entry.word.replace('*', "White")
}

/// The words of a place, and what a message must say of each.
fn words(place: Place) -> Vec<(String, String)> {
    let of_place = entries().iter().filter(|entry| entry.place == place);
    let words: Vec<(String, String)> = of_place
        .map(|entry| {
            let word = written(entry);
            let way = elsewhere(&word, place).unwrap();
            assert!(way.ends_with(entry.here), "{word}: {way}");
            (word, way)
        })
        .collect();
    assert!(words.len() > 4, "{place:?}: {}", words.len());
    words
}

/// A definition that extends chess, from its head to these lines, and its script.
fn definition(toml: &str, script: &str) -> (String, Vec<(String, String)>) {
    let mut head = String::from("format = 1\nname = \"Words\"\nextends = \"chess\"\n");
    let mut scripts = Vec::new();
    if !script.is_empty() {
        head.push_str("script = \"rules.rhai\"\n");
        scripts.push(("rules.rhai".to_owned(), script.to_owned()));
    }
    (head + toml, scripts)
}

/// Everything that is said of a definition that extends chess.
fn problems(toml: &str, script: &str) -> Vec<Diagnostic> {
    let (toml, scripts) = definition(toml, script);
    open_text("test.toml", &toml, &scripts, &Bundled, &[]).diagnostics
}

/// What is said of one as far as it is read, which is all that there is to say of keys and values.
fn problems_of_reading(toml: &str, script: &str) -> Vec<Diagnostic> {
    let (toml, scripts) = definition(toml, script);
    load_text("test.toml", &toml, &scripts, &Bundled, &[]).diagnostics
}

/// All tables of the language with their keys.
static KEYS: LazyLock<Vec<(String, String)>> = LazyLock::new(keys);

/// Writes words, a few at a time, and notes those whose message does not name what stands for them here.
fn unanswered_by(
    ask: impl Fn(&str, &str) -> Vec<Diagnostic>,
    words: &[(String, String)],
    how: &str,
    write: impl Fn(&[&str]) -> (String, String),
) -> Vec<String> {
    let mut wrong = Vec::new();
    for chunk in words.chunks(CHUNK) {
        let texts: Vec<&str> = chunk.iter().map(|(word, _)| word.as_str()).collect();
        let (toml, script) = write(&texts);
        let problems = ask(&toml, &script);
        for (word, way) in chunk {
            let said = problems.iter().any(|problem| problem.help.contains(way));
            if !said {
                let quoted = format!("`{word}`");
                let found = problems.iter().find(|problem| problem.message.contains(&quoted));
                let found = found.map(|problem| format!("{}; {:?}", problem.message, problem.help));
                wrong.push(format!("{how}: {word}: {}", found.unwrap_or_else(|| "nothing".to_owned())));
            }
        }
    }
    wrong
}

fn unanswered(words: &[(String, String)], how: &str, write: impl Fn(&[&str]) -> (String, String)) -> Vec<String> {
    unanswered_by(problems, words, how, write)
}

fn unread(words: &[(String, String)], how: &str, write: impl Fn(&[&str]) -> (String, String)) -> Vec<String> {
    unanswered_by(problems_of_reading, words, how, write)
}

fn lines(words: &[&str], line: impl Fn(&str) -> String) -> String {
    words.iter().map(|word| line(word) + "\n").collect()
}

fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} words:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_line_of_the_list_is_read() {
    let (mut n_words, mut answers, mut unused) = (0, BTreeSet::new(), Vec::new());
    for line in list().lines().filter(|line| !line.is_empty()) {
        if let Some(answer) = line.strip_prefix("> ") {
            assert!(answer.starts_with(|c: char| c.is_lowercase() || c == '`'), "{answer}");
            assert!(!answer.ends_with('.') && answer.len() < 330, "{answer}");
            assert!(answer.matches('`').count() % 2 == 0, "{answer}");
            assert!(answers.insert(answer.to_owned()), "twice: {answer}");
            unused.push(answer.to_owned());
        } else if !line.starts_with('#') {
            let cells: Vec<&str> = line.split(" | ").collect();
            let [_, places, words] = cells[..] else { panic!("not three cells: {line}") };
            n_words += places.split_whitespace().count() * words.split_whitespace().count();
            unused.clear();
        }
        assert!(unused.len() < 2, "no words: {}", unused[0]);
    }
    assert_eq!(entries().len(), n_words);
    let mut seen = BTreeMap::new();
    for entry in entries() {
        let plain = entry.word.replace(['-', '_', '?'], "");
        let plain = if entry.word.len() > 2 { plain.to_lowercase() } else { plain };
        if let Some(other) = seen.insert((plain, format!("{:?}", entry.place)), entry) {
            panic!("{other:?} and {entry:?}");
        }
    }
}

#[test]
fn a_word_is_known_in_every_spelling() {
    for word in ["pieceDrops", "PIECEDROPS", "piece-drops", "piece_drops"] {
        assert!(elsewhere(word, Place::Key).unwrap().starts_with(&format!("`{word}` is of Fairy-Stockfish")), "{word}");
    }
    assert!(elsewhere("enPassantTypesBlack", Place::Table).is_some());
    // A letter is another letter where it is small.
    assert!(elsewhere("O", Place::Movement).is_some() && elsewhere("o", Place::Movement).is_none());
    assert!(elsewhere("moves", Place::Key).is_none() && elsewhere("", Place::Key).is_none());
}

/// Words of other systems that are a letter away from one of this language, and are meant all the same.
const NEAR: [(&str, &str); 12] = [
    ("gate", "game"),
    ("rand", "rank"),
    ("hide", "side"),
    ("stack", "stuck"),
    ("pile", "file"),
    ("wall", "all"),
    ("size", "side"),
    ("piece", "pieces"),
    ("slide", "side"),
    ("ride", "side"),
    ("hook", "rook"),
    ("main", "min"),
];

#[test]
fn a_slip_for_a_word_of_this_language_is_no_word_of_another_system() {
    let tops = KEYS.iter().filter(|(table, _)| table == "the definition").cloned().map(|(_, key)| (Place::Table, key));
    let others = KEYS.iter().filter(|(table, _)| table != "the definition").cloned().map(|(_, key)| (Place::Key, key));
    let functions = definitions();
    let functions = functions.lines().filter_map(|line| line.strip_prefix("fn "));
    let functions = functions.map(|line| line.trim_start_matches("get ").split('(').next().unwrap().to_owned());
    let own: Vec<(Place, String)> = tops.chain(others).chain(functions.map(|word| (Place::Script, word))).collect();
    let mut near = BTreeSet::new();
    for entry in entries() {
        let word = entry.word.trim_end_matches('*').to_lowercase();
        let of_place = own.iter().filter(|(place, _)| *place == entry.place);
        near.extend(
            of_place
                .filter(|(_, own)| strsim::damerau_levenshtein(own, &word) < 2)
                .map(|(_, own)| (word.clone(), own.clone())),
        );
    }
    let meant: BTreeSet<(String, String)> = NEAR.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
    assert_eq!(near, meant);
}

#[test]
fn at_the_top_of_a_definition() {
    let words = words(Place::Table);
    let mut wrong = unread(&words, "key", |words| (lines(words, |word| format!("\"{word}\" = 1")), String::new()));
    let header = |words: &[&str]| (lines(words, |word| format!("[\"{word}\"]\nx = 1")), String::new());
    wrong.extend(unread(&words, "header", header));
    assert_none(&wrong);
}

#[test]
fn as_keys_of_tables() {
    let words = words(Place::Key);
    let mut wrong = Vec::new();
    let headers = "[board] [sides] [pieces.queen] [powers.any] [setup] [promotion] [[castling]] [duty] [[end]] \
                   [notation] [names.es] [[test]] [options.any]";
    for table in headers.split_whitespace() {
        let write = |words: &[&str]| (format!("{table}\n{}", lines(words, |w| format!("\"{w}\" = 1"))), String::new());
        wrong.extend(unread(&words, table, write));
    }
    let movement = |words: &[&str]| {
        let keys: Vec<String> = words.iter().map(|word| format!("\"{word}\" = 1")).collect();
        (format!("[pieces.queen]\nmoves = {{ move = \"Q\", {} }}\n", keys.join(", ")), String::new())
    };
    wrong.extend(unread(&words, "movement", movement));
    assert_none(&wrong);
    // A word that has become a key is no word of other systems any more.
    let plain = |word: &str| word.replace(['-', '_', '?'], "").to_lowercase();
    for (table, key) in KEYS.iter() {
        let place = if table == "the definition" { Place::Table } else { Place::Key };
        let entry = entries().iter().find(|entry| entry.place == place && plain(entry.word) == plain(key));
        assert_eq!(entry, None, "{table} has the key `{key}`");
    }
}

#[test]
fn as_values() {
    let keys: BTreeSet<&str> = entries()
        .iter()
        .filter_map(|entry| if let Place::Value(key) = entry.place { Some(key) } else { None })
        .collect();
    assert!(keys.len() > 3, "{keys:?}");
    let mut wrong = Vec::new();
    for key in keys {
        for (word, way) in words(Place::Value(key)) {
            let line = format!("{key} = \"{word}\"\n");
            let toml = match key {
                "shape" | "wrap" => format!("[board]\n{line}"),
                "first" => format!("[sides]\n{line}"),
                "side" => format!("[[castling]]\n{line}"),
                "result" => format!("[[end]]\nwhen = \"true\"\n{line}"),
                _ => panic!("no table for `{key}`"),
            };
            let problems = problems_of_reading(&toml, "");
            if !problems.iter().any(|problem| problem.help.contains(&way)) {
                wrong.push(format!("{line}: {problems:?}"));
            }
        }
    }
    assert_none(&wrong);
    // A value of one key is not that of another.
    let problems = problems_of_reading("[board]\nwrap = \"round\"\n", "");
    assert!(problems[0].help[0].starts_with("it may be"), "{problems:?}");
}

#[test]
fn as_movements() {
    let words = words(Place::Movement);
    let array = |words: &[&str], write: &dyn Fn(&str) -> String| {
        let moves: Vec<String> = words.iter().map(|word| format!("\"{}\"", write(word))).collect();
        (format!("[pieces.queen]\nmoves = [{}]\n", moves.join(", ")), String::new())
    };
    let mut wrong = unanswered(&words, "movement", |words| array(words, &|word| word.to_owned()));
    let letters: Vec<(String, String)> = words.iter().filter(|(word, _)| word.len() < 3).cloned().collect();
    wrong.extend(unanswered(&letters, "before an atom", |words| array(words, &|word| format!("{word}W"))));
    wrong.extend(unanswered(&letters, "behind a term", |words| array(words, &|word| format!("fW{word}N"))));
    let whole: Vec<(String, String)> = words.iter().filter(|(word, _)| word.len() > 2).cloned().collect();
    let capitals: Vec<(String, String)> = whole
        .iter()
        .map(|(word, _)| {
            let word = word[..1].to_uppercase() + &word[1..];
            let way = elsewhere(&word, Place::Movement).unwrap();
            (word, way)
        })
        .collect();
    wrong.extend(unanswered(&capitals, "with a capital", |words| array(words, &|word| word.to_owned())));
    assert_none(&wrong);
}

#[test]
fn as_conditions() {
    // A question mark stands behind the word.
    let unmarked = |(word, way): (String, String)| (word.replace('?', ""), way.replacen("?`", "`", 1));
    let words: Vec<(String, String)> = words(Place::Condition).into_iter().map(unmarked).collect();
    let end = |words: &[&str]| {
        (lines(words, |word| format!("[[end]]\nwhen = \"no legal move and {word}\"\nresult = \"draw\"")), String::new())
    };
    let mut wrong = unanswered(&words, "of the game", end);
    let piece = |words: &[&str]| {
        let moves: Vec<String> = words.iter().map(|word| format!("{{ move = \"Q\", when = \"{word}\" }}")).collect();
        (format!("[pieces.queen]\nmoves = [{}]\n", moves.join(", ")), String::new())
    };
    wrong.extend(unanswered(&words, "of a piece", piece));
    let is_name = |word: &str| word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let names: Vec<(String, String)> = words.into_iter().filter(|(word, _)| is_name(word)).collect();
    let count = |words: &[&str]| {
        (lines(words, |word| format!("[[end]]\nwhen = \"count({word}) > 0\"\nresult = \"draw\"")), String::new())
    };
    wrong.extend(unanswered(&names, "as a piece", count));
    let on = |words: &[&str]| {
        let moves: Vec<String> = words.iter().map(|word| format!("{{ move = \"Q\", when = \"on {word}\" }}")).collect();
        (format!("[pieces.queen]\nmoves = [{}]\n", moves.join(", ")), String::new())
    };
    wrong.extend(unanswered(&names, "as a region", on));
    assert_none(&wrong);
}

#[test]
fn in_scripts() {
    let words: Vec<(String, String)> = words(Place::Script)
        .into_iter()
        .map(|(word, _)| {
            let word = word.replace('-', "_").replace('?', "");
            let way = elsewhere(&word, Place::Script).unwrap();
            (word, way)
        })
        .collect();
    let numbered = |words: &[&str], write: &dyn Fn(usize, &str) -> String| {
        let functions: Vec<String> = words.iter().enumerate().map(|(at, word)| write(at, word)).collect();
        ("[pieces.queen]\nimmune = \"script f0\"\n".to_owned(), functions.join("\n"))
    };
    let mut wrong = Vec::new();
    let call = |at: usize, word: &str| format!("/// .\nfn f{at}(piece) {{ {word}(6) == 3 }}");
    wrong.extend(unanswered(&words, "function", |words| numbered(words, &call)));
    let property = |at: usize, word: &str| format!("/// .\nfn f{at}(piece) {{ piece.{word} == \"white\" }}");
    wrong.extend(unanswered(&words, "property", |words| numbered(words, &property)));
    let method = |at: usize, word: &str| format!("/// .\nfn f{at}(piece) {{ piece.{word}(1) }}");
    wrong.extend(unanswered(&words, "method", |words| numbered(words, &method)));
    let variable = |at: usize, word: &str| format!("/// .\nfn f{at}(piece) {{ {word} == 1 }}");
    // A script is read again without each function in which a variable is not there, but not often.
    for few in words.chunks(6) {
        wrong.extend(unanswered(few, "variable", |words| numbered(words, &variable)));
    }
    let own = |at: usize, word: &str| {
        let first = if at == 0 { "/// .\nfn f0(piece) { piece.moved }\n" } else { "" };
        format!("{first}/// .\nfn {word}(mv) {{ mv.stay(); }}")
    };
    // A name that the definition has anywhere may be meant, and `board` is called where there is a graph.
    let chess = std::fs::read_to_string("variants/chess/variant.toml").unwrap();
    let is_free = |word: &str| word != "board" && !chess.split(|c: char| !c.is_alphanumeric()).any(|w| w == word);
    let names: Vec<(String, String)> = words.into_iter().filter(|(word, _)| is_free(word)).collect();
    assert!(names.len() > 130, "{}", names.len());
    wrong.extend(unanswered(&names, "a function's own name", |words| numbered(words, &own)));
    assert_none(&wrong);
}

/// The code in an answer.
fn code(answer: &str) -> Vec<&str> {
    answer.split('`').skip(1).step_by(2).collect()
}

/// What is wrong with a definition that extends chess, has the script, and ends with these lines.
fn errors(lines: &str, script: &str) -> Vec<String> {
    let wall = "[pieces.wall]\nletter = \"X\"\nmoves = []\nimmune = true\n[regions]\nhill = \"d4 e4 d5 e5\"\n";
    let problems = problems(&format!("{lines}\n{wall}"), script);
    let errors = problems.into_iter().filter(Diagnostic::is_error);
    errors.map(|problem| format!("{}; {:?}", problem.message, problem.help)).collect()
}

/// Whether a key with a value may stand in one of the tables that have such a key: nothing is said at its line.
fn is_sound(line: &str) -> bool {
    let key = line.split(" = ").next().unwrap().trim();
    let mut tables: Vec<String> =
        KEYS.iter().filter(|(_, known)| known == key).cloned().map(|(table, _)| table).collect();
    if tables.is_empty() {
        tables.push("[regions]".to_owned());
    }
    let is_quiet = |table: String| {
        let before = "format = 1\nname = \"Line\"\n";
        let toml = match table.as_str() {
            "the definition" if before.contains(&format!("{key} =")) => format!("{line}\n"),
            "the definition" => format!("{before}{line}\n"),
            "the movement" => format!("{before}[pieces.queen]\nmoves = {{ move = \"Q\", {line} }}\n"),
            "chain" => format!("{before}[pieces.queen]\nmoves = {{ move = \"Q\", chain = {{ {line} }} }}\n"),
            "[board]" => {
                let shapes =
                    ["files", "side", "rings", "cells"].iter().zip(["rectangle", "hexagon", "circle", "graph"]);
                let shape =
                    shapes.into_iter().find(|(first, _)| key == **first).map_or("rectangle", |(_, shape)| shape);
                let shape = if ["sectors"].contains(&key) { "circle" } else { shape };
                let shape = if key == "shape" { String::new() } else { format!("shape = \"{shape}\"\n") };
                format!("{before}[board]\n{shape}{line}\n")
            }
            table => format!("{before}{}\n{line}\n", table.replace("NAME", "any").replace("LANG", "es")),
        };
        let start = toml.find(line).unwrap();
        let loaded = load_text("line.toml", &toml, &[], &Bundled, &[]);
        let at = |problem: &Diagnostic| {
            problem.primary.is_some_and(|span| span.range().start >= start && !span.range().is_empty())
        };
        let on_line =
            |problem: &&Diagnostic| problem.is_error() && at(problem) && !problem.message.contains(" has no `");
        loaded.diagnostics.iter().find(on_line).is_none()
    };
    tables.into_iter().any(is_quiet)
}

/// Words in the answers that are nothing to be written by themselves.
const PLAIN: [&str; 6] = ["white", "black", "#", "after", "board", "--fen FEN"];

#[test]
fn what_an_answer_says_works() {
    let roots: BTreeSet<String> =
        KEYS.iter().filter(|(table, _)| table == "the definition").cloned().map(|(_, key)| key).collect();
    let all_keys: BTreeSet<String> = KEYS.iter().cloned().map(|(_, key)| key).collect();
    let is_movement = |span: &str| movement::parse(&text(span)).is_ok();
    let list = list();
    let answers: Vec<&str> = list.lines().filter_map(|line| line.strip_prefix("> ")).collect();
    assert!(answers.len() > 80);
    let mut wrong = Vec::new();
    for answer in answers {
        let functions: Vec<String> = code(answer)
            .into_iter()
            .filter(|span| span.starts_with("fn "))
            .map(|span| format!("/// .\n{span}\n"))
            .collect();
        let script = functions.concat();
        let mut last = None;
        for span in code(answer) {
            let found = if let Some(table) = span.strip_prefix('[').filter(|inner| !is_movement(&format!("[{inner}"))) {
                let table = table.trim_matches(|c| c == '[' || c == ']').split('.').next().unwrap();
                if roots.contains(table) { Vec::new() } else { vec!["no table".to_owned()] }
            } else if span.starts_with("fn ") {
                errors("", &script)
            } else if span.starts_with('{') {
                let script = if span.contains("NAME") { "/// .\nfn NAME(mv) { }\n" } else { &script };
                errors(&format!("[pieces.queen]\nmoves = [\"Q\", {span}]"), script)
            } else if span.contains(" = ") {
                last = span.split(" = ").next();
                if is_sound(span) { Vec::new() } else { vec!["not sound".to_owned()] }
            } else if let Some(key) = last.filter(|_| span.starts_with('"')) {
                if is_sound(&format!("{key} = {span}")) { Vec::new() } else { vec!["not sound".to_owned()] }
            } else if ["mv.", "piece.", "game."].iter().any(|start| span.starts_with(start)) {
                errors("", &format!("/// .\nfn asked(mv, piece, game) {{ {span} }}\n"))
            } else {
                let known = PLAIN.contains(&span)
                    || all_keys.contains(span)
                    || is_movement(span)
                    || span.len() == 1 && is_movement(&format!("{span}Q"))
                    || condition::parse(&text(span)).is_ok();
                if known { Vec::new() } else { vec!["not known".to_owned()] }
            };
            if !found.is_empty() {
                wrong.push(format!("{answer}\n  {span}: {found:?}"));
            }
        }
    }
    assert_none(&wrong);
}

#[test]
fn the_test_of_answers_can_fail() {
    assert!(is_sound("files = 8") && is_sound("result = \"draw\"") && is_sound("name = \"My game\""));
    assert!(!is_sound("files = \"many\"") && !is_sound("result = \"tie\"") && !is_sound("flies = 8"));
    assert!(!errors("", "/// .\nfn after(mv) { mv.drop(); }").is_empty());
    assert!(!errors("[pieces.queen]\nmoves = [\"Q\", { move = \"Y\" }]", "").is_empty());
}

/// The section of the reference on what is missing, as the list has it.
fn section() -> String {
    let list = list();
    let missing = list.split("\n# ").next().unwrap();
    let mut text = String::new();
    let mut words: Vec<String> = Vec::new();
    let mut answer: Option<&str> = None;
    let mut rows = Vec::new();
    let flush = |words: &mut Vec<String>, answer: &mut Option<&str>, rows: &mut Vec<String>| {
        if let Some(answer) = answer.take() {
            let shown: Vec<String> = words.iter().take(6).map(|word| format!("`{word}`")).collect();
            let more = if words.len() > 6 { " ..." } else { "" };
            rows.push(format!("| {}{more} | {} |\n", shown.join(", "), answer.replace('|', "\\|")));
            words.clear();
        }
    };
    for line in missing.lines() {
        if let Some(theme) = line.strip_prefix("## ") {
            flush(&mut words, &mut answer, &mut rows);
            text.push_str(&rows.concat());
            rows = vec![format!("\n| {} | |\n|---|---|\n", theme.to_lowercase())];
        } else if let Some(found) = line.strip_prefix("> ") {
            flush(&mut words, &mut answer, &mut rows);
            answer = Some(found);
        } else if let [_, _, found] = line.split(" | ").collect::<Vec<_>>()[..] {
            let new = found.split_whitespace().map(|word| word.trim_end_matches('*').to_owned());
            for word in new {
                if !words.contains(&word) {
                    words.push(word);
                }
            }
        }
    }
    flush(&mut words, &mut answer, &mut rows);
    text.push_str(&rows.concat());
    text
}

#[test]
fn the_reference_lists_what_is_missing() {
    const HEADING: &str = "\n## What this language does not do, and the nearest thing\n";
    let reference = std::fs::read_to_string("grammar/README.md").unwrap();
    let (_, rest) = reference.split_once(HEADING).expect("the section is there");
    let stored = rest.split("\n## ").next().unwrap();
    let section = section();
    if !stored.contains(&section) {
        let path = std::env::temp_dir().join("heterodox-elsewhere.md");
        std::fs::write(&path, &section).unwrap();
        panic!("the tables of the section are not fresh: paste {} into the reference", path.display());
    }
}

/// The nearest things to what is missing, as the answers have them, each with what it comes to.
const NEAREST: &str = r#"
[pieces.king]
moves = ["K", { move = "mabK", text = "pass" }]

[pieces.knight]
moves = ["N", { move = "mK", does = "place", text = "P@{target}" }]

[pieces.rook]
moves = ["R", { move = "cR", does = "shoot", text = "{origin}*{target}" }]

[pieces.bishop]
moves = ["B", { move = "dK", does = "change" }]

[pieces.queen]
moves = ["Q", { move = "fcR", spares = ["rook", "bishop", "knight", "pawn", "queen"] }]

[pieces.wall]
letter = "X"
moves  = []
immune = true

[allow]
absent-piece = "walls come later"

[[test]]
name  = "a turn is passed, and all stand where they stood"
fen   = "7k/8/8/8/8/8/8/K7 w - - 0 1"
after = ["pass", "h8h7"]
legal = ["a1b1", "pass"]

[[test]]
name  = "a pawn comes onto the board, and the knight stays"
fen   = "7k/8/8/8/8/8/8/KN6 w - - 0 1"
after = ["P@b2", "h8h7"]
legal = ["b2b3", "b1c3"]

[[test]]
name    = "nobody takes a wall or moves it"
fen     = "7k/8/8/8/8/8/q6X/K6R w - - 0 1"
illegal = ["h1h2", "h1h3"]
of      = "h2"
moves   = []

[[test]]
name  = "the target of a shot is gone, the rook is at home"
fen   = "7k/8/n7/8/8/8/8/RK6 w - - 0 1"
after = ["a1*a6", "h8h7"]
legal = ["a1a6"]

[[test]]
name  = "bishop and pawn change places"
fen   = "7k/8/8/8/8/8/2P5/KB6 w - - 0 1"
after = ["b1c2", "h8g8"]
legal = ["b1b2", "c2d3"]
"#;

const FUNCTIONS: &str = r#"
/// A pawn appears.
fn place(mv) { mv.stay(); mv.put("pawn", mv.target) }
/// The target is shot.
fn shoot(mv) { mv.stay(); mv.remove(mv.target) }
/// Two change places.
fn change(mv) { mv.stay(); mv.swap(mv.origin, mv.target) }
"#;

#[test]
fn the_nearest_things_do_what_they_say() {
    let answers = list();
    for code in FUNCTIONS.lines().filter(|line| line.starts_with("fn ")) {
        assert!(answers.contains(code), "no answer has {code}");
    }
    for line in [
        "{ move = \"mabK\", text = \"pass\" }",
        "{ move = \"mK\", does = \"place\" }",
        "`moves = []` with `immune = true`",
    ] {
        assert!(answers.contains(line), "no answer has {line}");
    }
    let toml = format!("format = 1\nname = \"Nearest\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n{NEAREST}");
    let scripts = [("rules.rhai".to_owned(), FUNCTIONS.to_owned())];
    let open = |options: &[(String, String)]| open_text("test.toml", &toml, &scripts, &Bundled, options);
    let opened = open(&[]);
    let mut wrong = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    let reports = run_tests(&opened, open);
    assert_eq!(reports.len(), 5);
    for report in reports {
        wrong.push_str(&render(&report.problems, &opened.loaded.sources, Style::Plain));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn files_of_other_systems_are_told_once_and_for_what_they_are() {
    let files = [
        (
            "Fairy-Stockfish",
            "# A comment\n[mini:chess]\nmaxRank = 5\nmaxFile = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\npromotionRegionWhite = *5\n",
        ),
        ("Fairy-Stockfish", "[loose]\nking = k\npieceDrops = true\nmustCapture = true\n"),
        ("Fairy-Stockfish", "[one:two]\nextinctionValue = loss\n"),
        (
            "Zillions of Games",
            "; A comment\n(define step ($1 (verify empty?) add))\n\n(game\n  (title \"Mini\")\n  (board (grid (dimensions (\"a/b\" (1 0)))))\n)\n",
        ),
        (
            "Ludii",
            "(game \"Mini\"\n    (players 2)\n    (equipment {\n        (board (square 5))\n        (piece \"Pawn\" Each)\n    })\n)\n// end\n",
        ),
    ];
    for (system, text) in files {
        let loaded = load_text("mini.toml", text, &[], &Bundled, &[]);
        let [problem] = &loaded.diagnostics[..] else { panic!("{text}: {:?}", loaded.diagnostics) };
        assert_eq!(problem.message, format!("`mini.toml` is a file of {system}, and no definition"));
        assert!(problem.help[0].contains("heterodox new NAME --extends chess"), "{:?}", problem.help);
        assert!(loaded.definition.is_none());
    }
    let folder = std::env::temp_dir().join(format!("heterodox-elsewhere-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (ending, system) in [("ini", "Fairy-Stockfish"), ("zrf", "Zillions of Games"), ("lud", "Ludii")] {
        let path = folder.join(format!("mini.{ending}"));
        std::fs::write(&path, "whatever").unwrap();
        let loaded = load(path.to_str().unwrap(), &Bundled, &[]);
        let [problem] = &loaded.diagnostics[..] else { panic!("{ending}: {:?}", loaded.diagnostics) };
        assert!(problem.message.ends_with(&format!("is a file of {system}, and no definition")), "{}", problem.message);
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_definition_with_words_of_other_systems_stays_a_definition() {
    let text = "format = 1\nname = \"Mixed\"\nextends = \"chess\"\nmaxRank = 5\nmaxFile = 5\npieceDrops = true\n";
    let loaded = load_text("mixed.toml", text, &[], &Bundled, &[]);
    assert_eq!(loaded.diagnostics.len(), 3, "{:?}", loaded.diagnostics);
    assert!(loaded.definition.is_some());
    for text in ["(", "()\n", "[a:b]\n", "x = 1\n[a:b]\n", "# maxRank = 5\n# maxFile = 5\n"] {
        let loaded = load_text("other.toml", text, &[], &Bundled, &[]);
        assert!(!loaded.diagnostics.iter().any(|problem| problem.message.contains(" is a file of ")), "{text}");
    }
}
