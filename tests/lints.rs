//! Design lints: each file of `definitions/lint` opens, and is warned of as it says in comments
//! `# expect: CODE LINE:COLUMN`; nothing else is said. Bundled games and examples are warned of nothing.

use crate::support::{GAMES, opened};
use heterodox::diagnostic::render::{Style, render};
use heterodox::playtest::{LINTS, lint};
use heterodox::rules::Stop;
use std::collections::BTreeSet;
use std::path::PathBuf;

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir("tests/definitions/lint").unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_lint_is_found_where_it_is_and_nothing_else() {
    let mut wrong = Vec::new();
    let mut codes = BTreeSet::new();
    for path in files() {
        let name = path.to_str().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let mut expected: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("# expect: ")).collect();
        expected.sort_unstable();
        let opened = opened(name, &[]);
        let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
        assert!(opened.is_sound() && problems.is_empty(), "{name}\n{problems}");
        let found = lint(&opened, &Stop::default());
        let mut places: Vec<String> = found
            .iter()
            .map(|problem| {
                let place = opened.loaded.sources.place(problem.primary.unwrap());
                codes.insert(problem.code.as_str());
                format!("{} {}:{}", problem.code, place.line, place.column)
            })
            .collect();
        places.sort();
        if places != expected {
            let text = render(&found, &opened.loaded.sources, Style::Plain);
            wrong.push(format!("{name}\nexpected {expected:?}\nfound    {places:?}\n{text}"));
        }
        for problem in &found {
            let allowed = format!("{text}\n[allow]\n{} = \"meant\"\n", problem.code);
            let again = crate::support::opened_text(&allowed);
            if problem.code != "idle-allow" {
                assert!(
                    !lint(&again, &Stop::default()).iter().any(|other| other.code == problem.code),
                    "{name} is allowed in vain"
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all: BTreeSet<&str> = LINTS.into_iter().chain(["idle-allow"]).collect();
    assert_eq!(codes, all);
}

#[test]
fn nothing_is_said_of_what_is_bundled() {
    let mut names: Vec<String> = GAMES.into_iter().map(str::to_owned).collect();
    let examples = std::fs::read_dir("examples").unwrap().map(|entry| entry.unwrap().path());
    let examples = examples.filter(|path| path.join("variant.toml").exists());
    names.extend(examples.map(|path| path.to_str().unwrap().to_owned()));
    assert!(names.len() > 35);
    for name in names {
        let opened = opened(&name, &[]);
        assert_eq!(render(&lint(&opened, &Stop::default()), &opened.loaded.sources, Style::Plain), "", "{name}");
    }
}

#[test]
fn only_lints_may_be_allowed() {
    let text = "format = 1\nname = \"Child\"\nextends = \"chess\"\n[allow]\nstuck-square = \"a slip\"\n";
    let opened = crate::support::opened_text(text);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Short);
    assert!(problems.starts_with("test.toml:5:1: unknown-key: "), "{problems}");
    assert!(opened.diagnostics[0].help[0].contains("did you mean `stuck-squares`?"));
}
