//! What programs read: every form that a command takes is that form, others are refused, and the keys of JSON are those
//! that `heterodox help COMMAND` tells.

use super::{Folder, heterodox, typed, typed_with};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Lines that together write every key of a command: the words, and what is typed. `{}` is a folder with definitions.
const LINES: [(&[&str], &str); 32] = [
    (&["list"], ""),
    (&["validate", "chess", "{}/option.toml", "{}/broken.toml", "{}/law.toml", "--play", "4"], ""),
    (&["validate", "chess", "--play", "0"], ""),
    (&["test", "{}/test.toml", "{}/broken.toml"], ""),
    (&["moves", "chess"], ""),
    (&["moves", "chess", "--after", "f3 e5 g4 Qh4"], ""),
    (&["perft", "chess", "2", "--divide"], ""),
    (&["perft", "{}/asked.toml", "3", "--profile"], ""),
    (&["play", "chess", "--seed", "1"], "e4\nsave\nmoves\nresign\nundo\n"),
    (&["play", "chess", "--two"], "resign\n"),
    (&["picture", "chess", "--marks", "b1"], ""),
    (&["picture", "chess", "--text"], ""),
    (&["picture", "chess", "--output", "{}/board.svg"], ""),
    (&["show", "cheskers"], ""),
    (&["show", "{}/asked.toml"], ""),
    (&["show", "knight-relay"], ""),
    (&["show", "knight-relay", "--resolved"], ""),
    (&["show", "knight-relay", "--resolved", "--output", "{}/resolved"], ""),
    (&["explain"], ""),
    (&["explain", "wrong-type"], ""),
    (&["explain", "wrong-typ"], ""),
    (&["schema", "--script"], ""),
    (&["describe", "knight-relay", "queen"], ""),
    (&["describe", "chess", "pawn"], ""),
    (&["describe", "{}/asked.toml", "knight"], ""),
    (&["new", "{}/fresh"], ""),
    (&["watch", "chess", "--play", "1"], ""),
    (&["watch", "chess", "--play", "0"], ""),
    (&["rules", "chess"], ""),
    (&["rules", "chess", "--html"], ""),
    (&["rules", "chess", "--output", "{}/rules.md"], ""),
    (&["movement", "fmW"], ""),
];

const CHILD: &str = "format = 1\nname = \"Child\"\nextends = \"chess\"\n";

/// A folder with what the lines open.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let with = |name: &str, more: &str| _ = folder.write(name, &format!("{CHILD}{more}"));
    with("broken.toml", "\n[pieces.knight]\nmoves = [\"N\", \"mX\"]\n\n[pieces.king]\nletter = \"N\"\n");
    with("test.toml", "\n[[test]]\nname = \"a knight steps far\"\nlegal = [\"b1b4\"]\n");
    let option = "\n[options.knights]\nvalues = [\"plain\", \"odd\"]\ndefault = \"plain\"\n";
    with(
        "option.toml",
        &format!("{option}\n[pieces.knight]\nmoves = {{ option = \"knights\", plain = \"N\", odd = \"W\" }}\n"),
    );
    // A law that breaks: there is no end where there is no move.
    let law = "end = []\n\n[pieces.stone]\nletter = \"S\"\nmoves = \"fmW\"\n\n[setup]\nfen = \"3/s2/2S w - - 0 1\"\n";
    folder.write(
        "law.toml",
        &format!("format = 1\nname = \"Law\"\n{law}\n[board]\nshape = \"rectangle\"\nfiles = 3\nranks = 3\n"),
    );
    with(
        "asked.toml",
        "script = \"asked.rhai\"\n\n[pieces.knight]\nmoves = [{ move = \"N\", filter = \"onward\" }]\nimmune = \"script slow\"\n",
    );
    let onward = "fn onward(piece, target) { target.rank >= piece.rank }\n";
    let slow = "fn slow(piece) {\n    for other in piece.attackers {\n        if other.is_a(\"rook\") { return false; }\n    }\n    false\n}\n";
    folder.write("asked.rhai", &format!("{onward}{slow}"));
    folder
}

/// What a line of [`LINES`] writes with these words behind it.
fn run(line: &[&str], input: &str, folder: &Folder, more: &[&str]) -> super::Run {
    let words: Vec<String> =
        line.iter().map(|word| word.replace("{}", &folder.path("")[..folder.path("").len() - 1])).collect();
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(more);
    // What a game leaves unfinished waits for the next.
    typed_with(folder, &words, input)
}

/// The names of all commands but those that write for a shell or a reader of manuals.
fn commands() -> Vec<String> {
    let help = heterodox(&["--help"]).exits(0).stdout;
    let lines = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names = lines
        .filter_map(|line| line.split_whitespace().next())
        .filter(|name| !["help", "completions", "man"].contains(name));
    names.map(str::to_owned).collect()
}

/// The keys that the help of a command tells, as paths: `moves[].san`.
fn told(command: &str) -> BTreeSet<String> {
    let help = heterodox(&["help", command]).exits(0).stdout;
    let lines =
        help.lines().skip_while(|line| !line.starts_with("JSON keys")).skip_while(|line| !line.starts_with("  "));
    let mut open: Vec<&str> = Vec::new();
    let mut paths = BTreeSet::new();
    for line in lines.take_while(|line| line.starts_with("  ")) {
        let name = line.split_whitespace().next().unwrap();
        let depth = (line.len() - line.trim_start().len()) / 2;
        open.truncate(depth - 1);
        open.push(name);
        assert!(paths.insert(open.join(".")), "{command}: {name} twice");
    }
    assert!(!paths.is_empty(), "{command} tells no keys:\n{help}");
    paths
}

/// The keys of a value, as paths, into `paths`; `free` are objects whose keys are names.
fn written(value: &Value, path: &str, free: &[&str], paths: &mut BTreeSet<String>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                let key = if free.contains(&path) { "FILE" } else { key };
                let list = if value.is_array() { "[]" } else { "" };
                let path = if path.is_empty() { format!("{key}{list}") } else { format!("{path}.{key}{list}") };
                paths.insert(path.clone());
                written(value, &path, free, paths);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| written(value, path, free, paths)),
        _ => {}
    }
}

#[test]
fn the_keys_of_json_are_those_that_the_help_tells() {
    let folder = folder("keys");
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (line, input) in LINES {
        let run = run(line, input, &folder, &["--json"]);
        let paths = found.entry(line[0].to_owned()).or_default();
        let values = serde_json::Deserializer::from_str(&run.stdout).into_iter::<Value>();
        let mut n_values = 0;
        for value in values {
            let value = value.unwrap_or_else(|error| panic!("{line:?}: {error} in:\n{}{}", run.stdout, run.stderr));
            assert!(value.is_object(), "{line:?}: {value}");
            written(&value, "", &["scripts"], paths);
            n_values += 1;
        }
        assert_eq!(n_values, 1 + input.lines().count(), "{line:?}: {}{}", run.stdout, run.stderr);
    }
    let below = |list: &str| -> BTreeSet<String> {
        told("validate").iter().filter_map(|path| path.strip_prefix(list)).map(str::to_owned).collect()
    };
    let (told_by_validate, problem) = (below("definitions[]."), below("definitions[].diagnostics[]."));
    assert!(problem.contains("code") && problem.contains("place.line"), "{problem:?}");
    let commands = commands();
    for command in &commands {
        let mut told = told(command);
        let found = &found[command];
        if command == "watch" {
            // A check that ends by itself finds nothing; what others find is written by `validate`, too.
            assert!(found.is_subset(&told), "{found:?}");
            let list: BTreeSet<String> =
                told_by_validate.iter().filter(|path| !path.contains("diagnostics[].")).cloned().collect();
            assert_eq!(told, list);
            continue;
        }
        // Where problems are told, the help points at `validate`.
        for list in told.clone().iter().filter(|path| path.ends_with("diagnostics[]") && *command != "validate") {
            told.extend(problem.iter().map(|path| format!("{list}.{path}")).filter(|path| found.contains(path)));
        }
        let difference: Vec<&String> = told.symmetric_difference(found).collect();
        assert!(difference.is_empty(), "{command}: told or written alone: {difference:#?}");
    }
    assert_eq!(found.keys().collect::<BTreeSet<_>>(), commands.iter().collect(), "every command is tried");
}

#[test]
fn a_command_takes_a_form_or_says_which_it_takes() {
    let folder = folder("forms");
    let mut first: Vec<(&[&str], &str)> = Vec::new();
    for (line, input) in LINES {
        if first.iter().all(|(other, _)| other[0] != line[0]) {
            first.push((line, input));
        }
    }
    let mut taken: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (line, input) in first {
        for form in ["human", "short", "json", "sarif"] {
            let _ = std::fs::remove_dir_all(folder.path("fresh"));
            let run = run(line, input, &folder, &["--format", form]);
            if run.code == Some(2) {
                assert_eq!(run.stdout, "", "{line:?} {form}");
                let run = run.complains(&format!("invalid value '{form}'")).complains("[possible values: human,");
                run.complains("tip: ");
                continue;
            }
            taken.entry(line[0]).or_default().push(form);
            let values: Result<Vec<Value>, _> = serde_json::Deserializer::from_str(&run.stdout).into_iter().collect();
            match form {
                "json" => assert!(values.is_ok_and(|values| !values.is_empty()), "{line:?}: {}", run.stdout),
                "sarif" => assert!(values.unwrap()[0]["runs"].is_array(), "{line:?}: {}", run.stdout),
                // The schema is JSON whatever is said.
                _ => {
                    assert!(run.stdout.is_empty() || values.is_err() || line[0] == "schema", "{line:?}: {}", run.stdout)
                }
            }
        }
    }
    assert_eq!(taken.len(), commands().len());
    for (command, forms) in taken {
        let wanted: &[&str] = match command {
            "validate" | "test" | "watch" => &["human", "short", "json", "sarif"],
            "list" | "explain" | "schema" => &["human", "json"],
            _ => &["human", "short", "json"],
        };
        assert_eq!(forms, wanted, "{command}");
    }
}

#[test]
fn what_fails_is_one_value_with_the_reason() {
    let folder = folder("fails");
    let broken = folder.path("broken.toml");
    for command in ["moves", "play", "watch"] {
        let path = if command == "watch" { "no/such/folder" } else { &broken };
        let run = heterodox(&[command, path, "--json"]).exits(1);
        let json = run.json();
        assert_eq!(json["error"], json["diagnostics"][0]["message"], "{command}");
        let lines = run.stdout.lines().count();
        assert_eq!(lines == 1, command != "moves", "{command} writes {lines} lines");
    }
    let json = heterodox(&["explain", "wrong-typ", "syntax", "--json"]).exits(1).json();
    assert!(json["error"].as_str().unwrap().contains("did you mean `wrong-type`?"), "{json}");
    assert_eq!(json["codes"][0]["code"], "syntax");
    assert_eq!(heterodox(&["schema", "--json"]).exits(0).stdout, heterodox(&["schema"]).exits(0).stdout);
}

#[test]
fn a_program_plays_a_game() {
    let run = typed(&["play", "chess", "--two", "--json"], "f3\ne7e5\ng4\nQh5\nQh4\na3\nundo\nflip\nquit\n").exits(0);
    assert_eq!(run.stderr, "");
    let values: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values.len(), 9);
    assert_eq!((&values[0]["variant"], &values[0]["seed"]), (&"Chess".into(), &Value::Null));
    assert_eq!(values[1]["played"], serde_json::json!([{ "side": "white", "move": "f2f3", "san": "f3" }]));
    assert_eq!((&values[1]["line"], &values[1]["turn"]), (&"f3".into(), &"black".into()));
    let refused = values[4]["error"].as_str().unwrap();
    assert!(refused.contains("`Qh5` is illegal") && values[4]["played"] == serde_json::json!([]), "{refused}");
    assert_eq!(values[5]["outcome"], serde_json::json!({ "winner": "black", "reason": "checkmate" }));
    assert_eq!((&values[5]["check"], &values[5]["moves"]), (&true.into(), &serde_json::json!([])));
    assert!(values[6]["error"].as_str().unwrap().contains("the game is over"), "{}", values[6]);
    assert_eq!(values[7]["history"], serde_json::json!(["f2f3", "e7e5", "g2g4"]));
    assert!(values[8]["error"].as_str().unwrap().contains("for people"), "{}", values[8]);
    // Against chance the answer comes with the move, and the seed is told.
    let run = typed(&["play", "chess", "--json"], "e4\n").exits(0);
    let values: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(values[0]["seed"].is_u64() && run.stderr.is_empty(), "{}", run.stderr);
    assert_eq!(values[1]["played"].as_array().unwrap().len(), 2);
    let run = heterodox(&["play", "chess", "--white", "random", "--black", "random", "--seed", "5", "--json"]).exits(0);
    let json = run.json();
    assert_eq!(json["played"].as_array().unwrap().len(), json["history"].as_array().unwrap().len());
    assert!(json["outcome"].is_object(), "{json}");
}
