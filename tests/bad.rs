//! Wrong definitions: each file of `definitions/bad` says what is wrong with it and where, in comments
//! `# expect: CODE [FILE] LINE:COLUMN`; `heterodox validate` finds all of that, and nothing else. What cannot be a
//! text file is made here.

use crate::support::rules_of;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
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

/// What `heterodox validate` says of a path, and whether it is content.
fn said(path: &str, format: &str) -> (String, bool) {
    // How a game goes is no part of the text of a problem.
    let games = if format == "human" { "0" } else { "1" };
    let output = Command::new(env!("CARGO_BIN_EXE_heterodox"))
        .args(["validate", "--strict", "--play", games, "--format", format, path])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env_remove("CLICOLOR_FORCE")
        .output()
        .unwrap();
    let code = output.status.code();
    assert!(code == Some(0) || code == Some(1), "{path}: {code:?} {}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).unwrap(), code == Some(0))
}

/// The problems of a path, and whether `validate --strict` is content.
fn problems(path: &str) -> (Vec<Value>, bool) {
    let (text, content) = said(path, "json");
    let value: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error} in {text}"));
    (value["definitions"][0]["diagnostics"].as_array().unwrap().clone(), content)
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

/// `CODE FILE LINE:COLUMN` of a problem.
fn placed(problem: &Value) -> String {
    let place = &problem["place"];
    let file = place["file"].as_str().unwrap_or_else(|| panic!("no place: {problem}"));
    let file = Path::new(file).file_name().unwrap().to_str().unwrap();
    format!("{} {file} {}:{}", problem["code"].as_str().unwrap(), place["line"], place["column"])
}

#[test]
fn every_mistake_is_found_where_it_is_and_nothing_else() {
    let files = files();
    assert!(files.len() >= 300, "{} files", files.len());
    let mut wrong = Vec::new();
    for path in &files {
        let name = path.to_str().unwrap();
        let start = Instant::now();
        let (problems, content) = problems(name);
        let took = start.elapsed();
        let mut found: Vec<String> = problems.iter().map(placed).collect();
        found.sort();
        let expected = expected(path);
        assert!(!expected.is_empty(), "{name} expects nothing");
        if found != expected {
            wrong.push(format!("{name}\nexpected {expected:?}\nfound    {found:?}\n{}", said(name, "human").0));
        }
        if content != problems.iter().all(|problem| problem["severity"] == "note") {
            wrong.push(format!("{name}: strict validation is content: {content}"));
        }
        if took > Duration::from_secs(10) {
            wrong.push(format!("{name} takes {took:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_message_is_in_the_house_style() {
    for path in files() {
        let name = path.to_str().unwrap();
        for problem in problems(name).0 {
            let message = problem["message"].as_str().unwrap();
            let first = message.chars().next().unwrap();
            assert!(!first.is_uppercase() || message.starts_with("TOML"), "{name}: {message}");
            let help = problem["help"].as_array().unwrap();
            for line in [&problem["message"], &problem["label"]].into_iter().chain(help) {
                let line = line.as_str().unwrap();
                assert!(!line.ends_with(['.', '!', '\n']), "{name}: {line}");
            }
            let says_more = help.len() + usize::from(problem["label"] != "");
            assert!(says_more > 0, "{name} has neither a label nor a way out: {message}");
        }
    }
}

/// The full text for people, a few files to a snapshot.
fn shown(topic: &str, names: &[&str]) {
    let mut text = String::new();
    for name in names {
        let (said, _) = said(&format!("tests/definitions/bad/{name}.toml"), "human");
        text.push_str(&said);
        text.push('\n');
    }
    insta::assert_snapshot!(format!("bad-{topic}"), text);
}

#[test]
fn people_read_what_is_wrong_with_keys_and_values() {
    shown(
        "toml",
        &[
            "colon-for-equals",
            "true-in-capitals",
            "value-missing",
            "curly-quotes",
            "words-after-a-value",
            "comment-with-slashes",
            "table-header-not-closed",
            "array-not-closed",
            "table-twice",
            "number-absurd",
        ],
    );
    shown(
        "keys",
        &[
            "key-in-capitals",
            "key-misspelt",
            "key-of-another-table",
            "top-key-under-a-header",
            "end-with-one-bracket",
            "rings-of-a-rectangle",
            "link-without-heading",
            "letter-of-two",
            "zone-is-a-number",
            "perft-is-a-number",
            "promotion-of-nobody",
            "list-with-a-name-twice",
        ],
    );
}

#[test]
fn people_read_what_is_wrong_with_movements_and_regions() {
    shown(
        "movements",
        &[
            "movement-of-garbage",
            "movement-in-small-letters",
            "dialect-l",
            "dialect-drop",
            "modifiers-contradict",
            "range-beyond-the-board",
            "no-moves-on-this-board",
            "movement-from-nowhere",
            "movements-in-a-circle",
            "movement-too-long",
        ],
    );
    shown(
        "regions",
        &[
            "regions-in-a-circle",
            "region-absurd",
            "region-off-the-board",
            "unknown-region-in-zone",
            "region-named-as-a-square",
            "condition-with-signs",
            "condition-doubled-equals",
            "condition-of-a-man-in-an-end",
        ],
    );
}

#[test]
fn people_read_what_is_wrong_with_rules_and_scripts() {
    shown(
        "rules",
        &[
            "fen-absurd-number",
            "fen-castling-without-men",
            "castling-from-empty-squares",
            "castling-out-of-line",
            "castling-right-twice",
            "promotion-to-itself",
            "letter-of-a-language-twice",
            "option-that-changes-nothing",
            "three-ends",
        ],
    );
    shown(
        "scripts",
        &[
            "function-that-nobody-calls",
            "filter-names-nobody",
            "condition-gives-a-number",
            "function-fails",
            "end-gives-a-side-of-no-game",
            "closure-reads-its-chain",
            "board-of-no-parameter",
            "hidden-turn-in-a-script",
            "three-in-three-files",
        ],
    );
}

#[test]
fn people_read_what_a_child_causes_in_its_parent() {
    shown(
        "children",
        &[
            "piece-misspelt-in-a-child",
            "piece-misspelt-with-moves",
            "removed-without-its-table",
            "removed-board",
            "removed-castling-and-rights",
            "removed-region-that-is-needed",
            "child-board-too-narrow",
            "rows-away-from-home",
            "parent-under-a-header",
        ],
    );
}

#[test]
fn people_read_what_was_meant() {
    shown(
        "meant",
        &[
            "string-that-takes-the-next-quote",
            "array-not-closed-before-a-header",
            "colon-in-a-table",
            "blank-of-another-kind",
            "movement-with-a-greek-letter",
            "leap-not-closed",
            "takes-none",
            "takes-misspelt-kind",
            "promotion-to-words-in-a-string",
            "region-as-an-array",
            "region-word-in-capitals",
            "region-name-of-two-words",
            "region-words-run-together",
            "condition-region-without-brackets",
            "condition-signs-turned-round",
            "condition-of-a-colour",
            "property-that-is-set",
            "condition-with-one-equals",
            "kind-without-quotes",
            "number-of-captures-misspelt",
            "test-after-the-end",
        ],
    );
}

/// A folder of its own that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heterodox-bad-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> String {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_is_no_text_file_is_met_with_an_error() {
    let folder = Folder::new("files");
    let start = "format = 1\nname = \"Bad\"\nextends = \"chess\"\n";
    let latin = [start.as_bytes(), b"inventor = \"Jos\xe9\"\n"].concat();
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(start.bytes().flat_map(|byte| [byte, 0])).collect();
    let large = [start.as_bytes(), &b"# a comment that never ends\n".repeat(400_000)].concat();
    assert!(large.len() > 10 << 20);
    std::fs::create_dir_all(folder.0.join("nothing")).unwrap();
    for (path, wanted) in [
        (folder.write("latin.toml", &latin), "not-utf-8 latin.toml 4:16"),
        (folder.write("wide.toml", &wide), "not-utf-8 wide.toml 1:1"),
        (folder.write("empty.toml", b""), "empty-file empty.toml 1:1"),
        (folder.write("blank.toml", b" \n\t\n"), "empty-file blank.toml 1:1"),
        (folder.write("large.toml", &large), "file-too-large"),
        (folder.0.join("nothing").display().to_string(), "no-definition"),
        (folder.0.join("nowhere").display().to_string(), "not-found"),
        ("/dev/null".to_owned(), "not-found"),
    ] {
        let begun = Instant::now();
        let (problems, content) = problems(&path);
        let found: Vec<String> = problems
            .iter()
            .map(|problem| match problem.get("place") {
                Some(_) => placed(problem),
                None => problem["code"].as_str().unwrap().to_owned(),
            })
            .collect();
        assert_eq!(found, [wanted], "{path}");
        assert!(!content && begun.elapsed() < Duration::from_secs(5), "{path}");
        let (text, _) = said(&path, "human");
        assert!(text.lines().all(|line| line.trim() != "|" || wanted.contains(' ')), "{text}");
        assert!(text.contains("heterodox explain "), "{text}");
    }
}

#[test]
fn a_comment_or_blanks_behind_a_value_change_nothing() {
    let path = "tests/definitions/good/blanks-and-comments.toml";
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains("royal = true # ") && text.contains("1000   \n") && text.contains("\t# a tab"), "{text}");
    assert_eq!(said(path, "short"), (String::new(), true));
    let opened = crate::support::opened(path, &[]);
    let definition = opened.loaded.definition.unwrap();
    let royal: Vec<&String> =
        definition.pieces.iter().filter(|(_, entry)| entry.value.royal).map(|(name, _)| name).collect();
    assert_eq!(royal, ["queen"]);
    assert_eq!(definition.pieces["queen"].value.value, Some(1000));
    assert_eq!(definition.pieces["pawn"].value.moves.len(), 2);
    assert_eq!(definition.name.value, "Blanks and Comments");
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
        "fn free(piece) { [true, 7][1] }",
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
