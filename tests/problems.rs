//! The catalogue of problems: every code has a page, whose bad example is reported with this code and whose good one is
//! clean; logs in SARIF have what the schema asks for.

use heterodox::diagnostic::Code;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGES: &str = "grammar/problems";

/// Faults of the program itself, which no definition shows.
const FAULTS: [Code; 1] = [Code::BrokenLaw];

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = std::fs::read_dir(PAGES)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap().trim_end_matches(".md").to_owned())
        .collect();
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| code.to_string()).collect();
    assert_eq!(codes.len(), Code::ALL.len(), "a word stands for two codes");
    assert_eq!(pages, codes);
    for code in Code::ALL {
        let page = code.page();
        assert_eq!(Code::named(code.as_str()), Some(*code));
        assert!(page.starts_with(&format!("# {code}: {}\n\n", code.title())), "{code}");
        let title = code.title();
        assert!(!title.is_empty() && !title.ends_with('.') && !title.starts_with(char::is_uppercase), "{code}");
        let word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(code.as_str().chars().all(word), "{code}");
        if FAULTS.contains(code) {
            continue;
        }
        let (text, _) = page.split_once("\n## Wrong\n").unwrap_or_else(|| panic!("{code} has no bad example"));
        // What it means, and why it matters.
        assert!(text.trim().split("\n\n").count() >= 3, "{code} says too little");
        assert!(page.ends_with("```\n"), "{code}");
    }
    let mut last = None;
    let topics: Vec<_> =
        Code::ALL.iter().map(|code| code.topic()).filter(|topic| last.replace(*topic) != Some(*topic)).collect();
    let different: BTreeSet<_> = topics.iter().collect();
    assert_eq!(topics.len(), different.len(), "a topic stands in two places");
}

/// The fenced blocks of a text: what stands behind the fence, and what is in it.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), open.take()) {
            (Some(info), None) => open = Some((info.to_owned(), String::new())),
            (Some(_), Some(block)) => blocks.push(block),
            (None, Some((info, body))) => open = Some((info, format!("{body}{line}\n"))),
            (None, None) => {}
        }
    }
    blocks
}

/// `\xE9` is a byte.
fn with_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(&after[..2], 16).unwrap());
        rest = &after[2..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// A folder with the files of an example, gone when the test is.
struct Example {
    folder: PathBuf,
    commands: Vec<String>,
}

impl Example {
    /// Writes the blocks: `toml [FILE]`, `rhai FILE`, `text FILE`, each perhaps `with bytes` or `padded to N bytes`, and
    /// `{1..17}.toml` for so many files, with `{next}` for the following number; `console` are commands.
    fn new(name: &str, text: &str) -> Example {
        let folder = std::env::temp_dir().join(format!("heterodox-page-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let mut commands = Vec::new();
        for (info, body) in blocks(text) {
            if info == "console" {
                commands.extend(body.lines().map(|line| line.strip_prefix("$ heterodox ").unwrap().to_owned()));
                continue;
            }
            let mut words = info.split([' ', ',']).filter(|word| !word.is_empty());
            assert!(["toml", "rhai", "text"].contains(&words.next().unwrap()), "{name}: {info}");
            let file = words.next().filter(|word| word.contains('.')).unwrap_or("variant.toml");
            let mut bytes = if info.contains("with bytes") { with_bytes(&body) } else { body.clone().into_bytes() };
            if let Some((_, length)) = info.split_once("padded to ") {
                bytes.resize(length.trim_end_matches(" bytes").parse().unwrap(), b' ');
            }
            match file.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
                None => std::fs::write(folder.join(file), bytes).unwrap(),
                Some((numbers, ending)) => {
                    let (first, last) = numbers.split_once("..").unwrap();
                    for number in first.parse::<u32>().unwrap()..=last.parse().unwrap() {
                        let body = body.replace("{next}", &(number + 1).to_string());
                        std::fs::write(folder.join(format!("{number}{ending}")), body).unwrap();
                    }
                }
            }
        }
        if commands.is_empty() {
            commands.push("validate . --play 1".to_owned());
        }
        Example { folder, commands }
    }

    /// The codes that its commands report, and all that they say.
    fn codes(&self) -> (Vec<String>, String) {
        let mut said = String::new();
        for line in &self.commands {
            let words = line.split('"').enumerate();
            let words = words.flat_map(|(at, part)| match at % 2 {
                1 => vec![part],
                _ => part.split_whitespace().collect(),
            });
            let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
                .args(words)
                .current_dir(&self.folder)
                .env_remove("CLICOLOR_FORCE")
                .env("XDG_STATE_HOME", "/dev/null/none")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            said.push_str(&String::from_utf8_lossy(&output.stdout));
            said.push_str(&String::from_utf8_lossy(&output.stderr));
        }
        let codes = said.lines().filter_map(|line| {
            let rest = ["error[", "warning[", "note["].into_iter().find_map(|word| line.strip_prefix(word))?;
            Some(rest.split_once(']')?.0.to_owned())
        });
        (codes.collect(), said)
    }
}

impl Drop for Example {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn every_code_is_reported_for_the_bad_example_of_its_page_and_nothing_for_the_good_one() {
    let mut wrong = Vec::new();
    for code in Code::ALL.iter().filter(|code| !FAULTS.contains(code)) {
        let (_, examples) = code.page().split_once("\n## Wrong\n").unwrap();
        let (bad, good) = examples.split_once("\n## Right\n").unwrap();
        let (mut found, said) = Example::new(&format!("{code}-bad"), bad).codes();
        if *code == Code::MoreProblems {
            // It only ever counts the others.
            found.retain(|found| found == code.as_str());
        }
        if found != [code.as_str()] {
            wrong.push(format!("{code}: the bad example reports {found:?}\n{said}"));
        }
        let severity = heterodox::diagnostic::render::severity_word(code.severity());
        if !said.contains(&format!("{severity}[{code}]")) {
            wrong.push(format!("{code} is no {severity}\n{said}"));
        }
        if code.severity() != heterodox::diagnostic::Severity::Note && !said.contains("see `heterodox explain ") {
            wrong.push(format!("{code}: nothing points to its page\n{said}"));
        }
        let (found, said) = Example::new(&format!("{code}-good"), good).codes();
        if !found.is_empty() {
            wrong.push(format!("{code}: the good example reports {found:?}\n{said}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn explained(codes: &[&str]) -> (String, String, Option<i32>) {
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox")).arg("explain").args(codes).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap(), output.status.code())
}

#[test]
fn explain_shows_pages_and_the_list() {
    let page = std::fs::read_to_string(Path::new(PAGES).join("unknown-key.md")).unwrap();
    assert_eq!(explained(&["unknown-key"]), (page, String::new(), Some(0)));
    let (list, _, code) = explained(&[]);
    assert_eq!(code, Some(0));
    for code in Code::ALL {
        let line = list.lines().find(|line| line.trim_start().starts_with(&format!("{code} "))).unwrap();
        assert!(line.ends_with(code.title()), "{line}");
    }
    assert!(list.lines().all(|line| line.chars().count() <= 120), "{list}");
    let (said, complaint, code) = explained(&["unknown-kye"]);
    assert_eq!((said.as_str(), code), ("", Some(1)));
    assert!(complaint.contains("did you mean `unknown-key`?"), "{complaint}");
    assert!(!explained(&["\u{1b}[31m"]).1.contains('\u{1b}'));
}

/// What the schema of SARIF 2.1.0 requires of the parts that are written.
fn check_sarif(log: &Value) {
    let text = |value: &Value| value.as_str().filter(|text| !text.is_empty()).is_some();
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().contains("sarif-2.1.0"));
    let runs = log["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    let driver = &runs[0]["tool"]["driver"];
    assert!(text(&driver["name"]) && text(&driver["version"]));
    assert_eq!(runs[0]["columnKind"], "unicodeCodePoints");
    let rules = driver["rules"].as_array().unwrap();
    let level = |value: &Value| ["none", "note", "warning", "error"].contains(&value.as_str().unwrap());
    let mut ids = BTreeSet::new();
    for rule in rules {
        let code = Code::named(rule["id"].as_str().unwrap()).expect("a code of the catalogue");
        assert!(ids.insert(code));
        assert_eq!(rule["shortDescription"]["text"], code.title());
        assert_eq!(rule["help"]["markdown"], code.page());
        assert!(text(&rule["help"]["text"]) && level(&rule["defaultConfiguration"]["level"]));
    }
    let location = |place: &Value| {
        let physical = &place["physicalLocation"];
        let uri = physical["artifactLocation"]["uri"].as_str().unwrap();
        assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && !br#"<>"{}|\^` "#.contains(&byte)), "{uri}");
        let number = |key: &str| physical["region"][key].as_u64().filter(|number| *number > 0).unwrap();
        let (start, end) = ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
        assert!(start <= end, "{place}");
        assert!(place.get("message").is_none_or(|message| text(&message["text"])), "{place}");
    };
    for result in runs[0]["results"].as_array().unwrap() {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(level(&result["level"]) && text(&result["message"]["text"]), "{result}");
        for place in result.get("locations").and_then(Value::as_array).into_iter().flatten() {
            location(place);
        }
        let mut ids = BTreeSet::new();
        for place in result.get("relatedLocations").and_then(Value::as_array).into_iter().flatten() {
            location(place);
            assert!(ids.insert(place["id"].as_u64().unwrap()));
        }
    }
}

#[test]
fn code_hosts_read_the_log() {
    let files = [
        "several-at-once",
        "letter-of-a-language-twice",
        "castling-from-empty-squares",
        "hidden-turn-in-a-name",
        "script-loops",
    ];
    let mut args = vec!["validate".to_owned(), "--format".to_owned(), "sarif".to_owned(), "no such variant".to_owned()];
    args.extend(files.iter().map(|name| format!("tests/definitions/bad/{name}.toml")));
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox")).args(&args).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let log: Value = serde_json::from_slice(&output.stdout).unwrap();
    check_sarif(&log);
    let results = log["runs"][0]["results"].as_array().unwrap();
    let ids: Vec<&str> = results.iter().map(|result| result["ruleId"].as_str().unwrap()).collect();
    let wanted = ["not-found", "unknown-letter", "unknown-key", "unknown-region", "unknown-piece", "letter-used-twice"];
    assert_eq!(ids[..6], wanted);
    let place = &results[1]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "tests/definitions/bad/several-at-once.toml");
    assert_eq!(
        place["region"],
        serde_json::json!({ "startLine": 18, "startColumn": 11, "endLine": 18, "endColumn": 12 })
    );
    assert!(results[0].get("locations").is_none());
    let clean = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["validate", "chess", "--play", "4", "--format", "sarif"])
        .output()
        .unwrap();
    assert_eq!(clean.status.code(), Some(0));
    let log: Value = serde_json::from_slice(&clean.stdout).unwrap();
    check_sarif(&log);
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn colours_are_for_terminals() {
    let said = |variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
        command.args(["validate", "tests/definitions/bad/unknown-key.toml"]).env_remove("CLICOLOR_FORCE");
        command.env_remove("NO_COLOR").envs(variables.iter().copied());
        String::from_utf8(command.output().unwrap().stdout).unwrap()
    };
    let plain = said(&[]);
    assert!(plain.contains("error[unknown-key]") && !plain.contains('\u{1b}'), "{plain:?}");
    assert_eq!(said(&[("NO_COLOR", "1")]), plain);
    assert!(said(&[("CLICOLOR_FORCE", "1")]).contains("\u{1b}["));
}
