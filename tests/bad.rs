//! Wrong definitions: each file of `definitions/bad` says what is wrong with it and where, in comments
//! `# expect: CODE [FILE] LINE:COLUMN`; all of that is found, and nothing else.

use crate::support::{opened, rules_of};
use heterodox::diagnostic::render::{Style, render};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn files() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir("tests/definitions/bad")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .collect();
    files.sort();
    files
}

/// `CODE FILE LINE:COLUMN` of everything expected, in order.
fn expected(path: &Path) -> Vec<String> {
    let own = path.file_name().unwrap().to_str().unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let mut expected: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("# expect: "))
        .map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
            [code, place] => format!("{code} {own} {place}"),
            [code, file, place] => format!("{code} {file} {place}"),
            _ => panic!("{}: {line}", path.display()),
        })
        .collect();
    expected.sort();
    expected
}

#[test]
fn every_mistake_is_found_where_it_is_and_nothing_else() {
    let files = files();
    assert!(files.len() >= 50, "{} files", files.len());
    let mut wrong = Vec::new();
    for path in &files {
        let name = path.to_str().unwrap();
        let start = Instant::now();
        let opened = opened(name, &[]);
        let took = start.elapsed();
        let mut found: Vec<String> = opened
            .diagnostics
            .iter()
            .map(|problem| {
                let place =
                    opened.loaded.sources.place(problem.primary.unwrap_or_else(|| panic!("{name}: {problem:?}")));
                let file = Path::new(&place.file).file_name().unwrap().to_str().unwrap();
                format!("{} {file} {}:{}", problem.code, place.line, place.column)
            })
            .collect();
        found.sort();
        let expected = expected(path);
        assert!(!expected.is_empty(), "{name} expects nothing");
        if found != expected {
            let text = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
            wrong.push(format!("{name}\nexpected {expected:?}\nfound    {found:?}\n{text}"));
        }
        if opened.is_sound() {
            wrong.push(format!("{name} opens"));
        }
        if took > Duration::from_secs(5) {
            wrong.push(format!("{name} takes {took:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_message_is_in_the_house_style() {
    for path in files() {
        let name = path.to_str().unwrap();
        for problem in opened(name, &[]).diagnostics {
            let first = problem.message.chars().next().unwrap();
            assert!(!first.is_uppercase() || problem.message.starts_with("TOML"), "{name}: {}", problem.message);
            for line in std::iter::once(&problem.message).chain([&problem.label]).chain(&problem.help) {
                assert!(!line.ends_with(['.', '!', '\n']), "{name}: {line}");
            }
        }
    }
}

/// What is left for play: a script that can be compiled, and fails only when it is asked.
const ASKING: &str = r#"
format = 1
name   = "Asking"
script = "rules.rhai"

[board]
shape = "rectangle"
files = 3
ranks = 3

[pieces.king]
moves = { move = "K", when = "script free" }

[setup]
fen = "1k1/3/1K1 w - - 0 1"
"#;

#[test]
fn a_script_that_never_ends_while_playing_is_stopped_and_named() {
    for script in [
        "fn free(piece) { loop { } }",
        "fn free(piece) { free(piece) }",
        "fn free(piece) { let text = \"a\"; loop { text += text; } }",
        "fn free(piece) { let list = [1]; loop { list += list; } }",
        "fn free(piece) { [piece][0].remove(piece.square); true }",
        "fn free(piece) { 7 }",
        "fn free(piece) { 1 / 0 == 1 }",
    ] {
        let start = Instant::now();
        let mut rules = rules_of(ASKING, script);
        let start_position = crate::support::position(&mut rules, "start");
        let moves = rules.legal_moves(&start_position);
        assert!(moves.is_empty(), "a failed condition is not free: {script}");
        let trouble = rules.context().trouble().unwrap_or_else(|| panic!("no trouble with {script}"));
        assert!(trouble.primary.is_some(), "{script}");
        assert!(start.elapsed() < Duration::from_secs(5), "{script} takes {:?}", start.elapsed());
    }
}
