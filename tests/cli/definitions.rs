//! Commands about definitions: list, validate, show, test.

use super::{Folder, heterodox};
use std::path::Path;

const CHILD: &str =
    "format = 1\nname = \"Sidesteps\"\nextends = \"chess\"\n\n[pieces.knight]\nmoves = [\"N\", \"mW\"]\n";

#[test]
fn list_names_every_bundled_variant() {
    let run = heterodox(&["list"]).exits(0);
    for name in ["chess", "knight-relay", "diplomat", "cheskers"] {
        assert!(run.stdout.lines().any(|line| line.starts_with(&format!("{name} "))), "{}", run.stdout);
    }
    let relay = run.stdout.lines().find(|line| line.starts_with("knight-relay")).unwrap();
    let words: Vec<&str> = relay.split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    assert_eq!(words, ["knight-relay", "Knight Relay Chess", "8 x 8", "Mannis Charosh", "1972"]);
    let json = heterodox(&["list", "--json"]).exits(0).json();
    let circle = json["variants"].as_array().unwrap().iter().find(|entry| entry["name"] == "diplomat").unwrap();
    assert_eq!(circle["squares"], 43);
    assert_eq!(circle["board"], "circle, 3 x 14 and a centre");
}

#[test]
fn an_unknown_name_is_met_with_a_suggestion_and_the_list() {
    for command in [&["moves", "cheskrs"][..], &["validate", "cheskrs"], &["show", "cheskrs"], &["play", "cheskrs"]] {
        let run = heterodox(command).exits(1);
        let all = format!("{}{}", run.stdout, run.stderr);
        assert!(all.contains("did you mean `cheskers`?"), "{all}");
        assert!(all.contains("bundled are `chess`, `knight-relay`, `diplomat`, `cheskers`"), "{all}");
    }
}

#[test]
fn a_file_of_another_kind_is_no_definition() {
    let folder = Folder::new("kind");
    let script = folder.write("rules.rhai", "fn after(mv) {}\n");
    heterodox(&["moves", &script])
        .exits(1)
        .complains("rules.rhai` is no definition")
        .complains("a folder with a `variant.toml`, or a `.toml` file");
    let toml = folder.write("variant.toml", CHILD);
    heterodox(&["moves", &script]).exits(1).complains(&format!("name the one beside it, `{toml}`"));
    heterodox(&["moves", "chess", "--fen", "startpos"])
        .exits(1)
        .complains("this is no FEN")
        .complains("the start is `rnb");
    heterodox(&["moves", "chess", "--after", "e4,e5"]).exits(1).complains("write spaces between moves");
    heterodox(&["explain", "illegal"]).exits(1).complains("there is `test-illegal`, `illegal-move`");
    heterodox(&["movement", "fmwfcf"]).exits(1).complains("are capitals, as in `fmWfcF`");
}

#[test]
fn a_piece_of_one_value_of_an_option_is_not_absent() {
    let folder = Folder::new("one-value");
    let head = "format = 1\nname = \"Two\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\n[options.extra]\n\
                values = [\"wazir\", \"ferz\"]\ndefault = \"wazir\"\n\n[pieces.wazir]\nletter = \"W\"\nmoves = \"W\"\n\n\
                [pieces.ferz]\nletter = \"F\"\nmoves = \"F\"\n";
    let puts =
        "/// Who takes leaves a piece behind.\nfn after(mv) { if mv.captures > 0 { mv.put(extra, mv.origin); } }\n";
    folder.write("rules.rhai", puts);
    folder.write("variant.toml", head);
    let path = folder.path("");
    let args = ["validate", &path, "--play", "0", "--format", "short"];
    let strict = [&args[..], &["--strict"]].concat();
    heterodox(&strict).exits(0);
    // One that no value brings is told once.
    folder.write("variant.toml", &format!("{head}\n[pieces.alfil]\nletter = \"A\"\nmoves = \"A\"\n"));
    let told = heterodox(&args).exits(0);
    let all = format!("{}{}", told.stdout, told.stderr);
    assert_eq!(all.matches("absent-piece").count(), 1, "{all}");
    assert!(all.contains("no game has a `alfil`") || all.contains("no game has an `alfil`"), "{all}");
    folder.write("variant.toml", &format!("{head}\n[allow]\nabsent-piece = \"none is\"\n"));
    let told = heterodox(&args).exits(0);
    let all = format!("{}{}", told.stdout, told.stderr);
    // With each value the other piece is absent, so that the line is needed if the option were chosen.
    assert_eq!(all.matches("idle-allow").count(), 0, "{all}");
    // What needs no allowing with any value is idle.
    folder.write("variant.toml", &format!("{head}\n[allow]\nuneven-setup = \"none is\"\n"));
    let told = heterodox(&args).exits(0);
    let all = format!("{}{}", told.stdout, told.stderr);
    assert_eq!(all.matches("idle-allow").count(), 1, "{all}");
}

#[test]
fn validate_tries_each_other_value_of_each_option() {
    heterodox(&["validate", "cheskers", "chess", "--play", "0"])
        .exits(0)
        .says("ok: cheskers: Cheskers, also many=max, bc_discharge=no, many=free")
        .says("ok: chess: Chess\n");
    heterodox(&["validate", "cheskers", "--play", "0", "--option", "many=free"])
        .exits(0)
        .says("Cheskers, also bc_discharge=no\n");
    heterodox(&["validate", "cheskers", "--option", "mony=free"]).exits(1).says("did you mean `many`?");
}

#[test]
fn validate_finds_what_is_wrong_only_with_another_value() {
    let folder = Folder::new("option");
    let text = "[options.knights]\nvalues = [\"plain\", \"odd\"]\ndefault = \"plain\"\n\n";
    let text = CHILD
        .replace("[pieces", &format!("{text}[pieces"))
        .replace("moves = [\"N\", \"mW\"]", "moves = { option = \"knights\", plain = \"N\", odd = \"NX\" }");
    let file = folder.write("variant.toml", &text);
    heterodox(&["validate", &file, "--play", "0"])
        .exits(1)
        .says("error[unknown-letter]")
        .says("this is so with `--option knights=odd`");
    heterodox(&["moves", &file]).exits(0);
}

#[test]
fn validate_shows_all_problems_in_three_formats() {
    let folder = Folder::new("broken");
    let file = folder.write("variant.toml", &CHILD.replace("\"mW\"]", "\"mX\"]\nroyl = true"));
    heterodox(&["validate", &file, "--play", "0"])
        .exits(1)
        .says("error[unknown-letter]: `X` means nothing in a movement")
        .says("error[unknown-key]: `[pieces.knight]` has no key `royl`")
        .says("did you mean `royal`?")
        .says("6 | moves = [\"N\", \"mX\"]\n")
        .says("2 errors and 0 warnings in 1 definition\n");
    let short = heterodox(&["validate", &file, "--format", "short"]).exits(1).stdout;
    let lines: Vec<&str> = short.lines().collect();
    assert_eq!(lines.len(), 2, "{short}");
    assert!(lines[0].starts_with(&format!("{file}:6:17: unknown-letter: ")), "{short}");
    assert!(lines[1].starts_with(&format!("{file}:7:1: unknown-key: ")), "{short}");
    let json = heterodox(&["validate", "chess", &file, "--play", "0", "--json"]).exits(1).json();
    assert_eq!(json["ok"], false);
    assert_eq!(json["definitions"][0]["ok"], true);
    assert_eq!(json["definitions"][1]["diagnostics"][1]["place"]["line"], 7);
    for command in ["moves", "play", "picture", "show", "test"] {
        let run = heterodox(&[command, &file]).exits(1).complains("error[unknown-letter]").complains("royl = true");
        assert_eq!(run.stdout, "");
    }
    heterodox(&["perft", &file, "1"]).exits(1).complains("error[unknown-letter]");
    let json = heterodox(&["moves", &file, "--json"]).exits(1).complains("error[unknown-key]").json();
    assert_eq!(json["diagnostics"][0]["code"], "unknown-letter");
}

/// Every command that opens a definition, with what else it wants.
const OPENING: [&[&str]; 11] = [
    &["validate"],
    &["test"],
    &["moves"],
    &["perft", "1"],
    &["play"],
    &["picture"],
    &["show"],
    &["describe", "king"],
    &["rules"],
    &["new", "--extends"],
    &["watch"],
];

#[test]
fn every_command_tells_its_problems_in_every_format() {
    let folder = Folder::new("formats");
    let file = folder.write("variant.toml", &CHILD.replace("\"mW\"]", "\"mX\"]\nroyl = true"));
    let fresh = folder.path("fresh");
    for words in OPENING.iter().filter(|words| words[0] != "watch") {
        let mut line = match words[0] {
            "new" => vec!["new", &fresh, "--extends", &file],
            _ => vec![words[0], &file],
        };
        line.extend(words.iter().skip(1).filter(|word| **word != "--extends"));
        let with = |more: &[&str]| heterodox(&[line.as_slice(), more].concat()).exits(1);
        let run = with(&[]);
        let human = format!("{}{}", run.stdout, run.stderr);
        assert!(human.contains("error[unknown-letter]: `X` means nothing"), "{line:?}: {human}");
        let run = with(&["--format", "short"]);
        let short = format!("{}{}", run.stdout, run.stderr);
        let lines: Vec<&str> = short.lines().collect();
        assert_eq!(lines.len(), 2, "{line:?}: {short}");
        assert!(lines[0].starts_with(&format!("{file}:6:17: unknown-letter: ")), "{line:?}: {short}");
        for json in [&["--json"][..], &["--format", "json"]] {
            let json = with(json).json();
            let at = |value: &serde_json::Value| value["diagnostics"][1]["place"]["line"] == 7;
            assert!(at(&json) || at(&json["definitions"][0]), "{line:?}: {json}");
        }
        if ["validate", "test"].contains(&words[0]) {
            let log = with(&["--format", "sarif"]).json();
            assert_eq!(log["runs"][0]["results"][0]["ruleId"], "unknown-letter", "{line:?}");
        }
        heterodox(&[line.as_slice(), &["--json", "--format", "short"]].concat()).exits(2);
    }
    assert!(!std::path::Path::new(&fresh).exists());
    heterodox(&["watch", "chess", "--play", "0", "--format", "short"]).exits(0).says("== chess, check 1 ==\nnothing");
    let json = heterodox(&["watch", "chess", "--play", "1", "--json"]).exits(0);
    assert_eq!(json.stdout.lines().count(), 1);
    assert_eq!((&json.json()["ok"], &json.json()["play"]["games"]), (&true.into(), &1.into()));
    let log = heterodox(&["watch", "chess", "--play", "0", "--format", "sarif"]).exits(0).json();
    assert_eq!(log["runs"][0]["results"], serde_json::json!([]));
    heterodox(&["movement", "XX", "--format", "short"]).exits(1).complains("movement:1:1: unknown-letter: ");
}

#[test]
fn an_error_outside_a_definition_is_told_to_programs_too() {
    let folder = Folder::new("nowhere");
    // There is no folder in a file.
    folder.write("file", "");
    let nowhere = folder.path("file/inside");
    let json = heterodox(&["show", "chess", "--resolved", "--output", &nowhere, "--json"]).exits(1).json();
    assert!(json["error"].as_str().unwrap().contains(&nowhere), "{json}");
    let json = heterodox(&["picture", "chess", "--output", &nowhere, "--json"]).exits(1).json();
    assert_eq!(json["diagnostics"], serde_json::json!([]));
}

#[test]
fn what_does_not_end_a_command_is_told_in_its_format() {
    let folder = Folder::new("remarks");
    let fen = "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQq - 0 1";
    let file = folder.write("variant.toml", &format!("{CHILD}\n[setup]\nfen = \"{fen}\"\n"));
    for command in [&["moves", &file][..], &["perft", &file, "1"], &["show", &file], &["describe", &file, "king"]] {
        heterodox(command).exits(0).complains("note: 1 warning; `heterodox validate ");
        let short = heterodox(&[command, &["--format", "short"]].concat()).exits(0).stderr;
        assert!(short.starts_with(&format!("{file}:9:")) && short.lines().count() == 1, "{short}");
        let json = heterodox(&[command, &["--json"]].concat()).exits(0).json();
        assert_eq!(json["diagnostics"][0]["severity"], "warning", "{command:?}");
    }
}

#[test]
fn warnings_fail_only_if_strict() {
    let folder = Folder::new("warning");
    let fen = "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQq - 0 1";
    let file = folder.write("variant.toml", &format!("{CHILD}\n[setup]\nfen = \"{fen}\"\n"));
    heterodox(&["validate", &file, "--play", "0"])
        .exits(0)
        .says("warning[")
        .says("ok: ")
        .says("0 errors and 1 warning");
    heterodox(&["validate", &file, "--play", "0", "--strict"]).exits(1).says("warning[");
    heterodox(&["moves", &file]).exits(0).complains("note: 1 warning; `heterodox validate ");
}

#[test]
fn show_says_what_the_pieces_do() {
    heterodox(&["show", "knight-relay"])
        .exits(0)
        .says("Knight Relay Chess (Mannis Charosh, 1972)\n")
        .says("extends   chess\n")
        .says("  N knight  takes nothing, immune  N\n")
        .says("  relay       queen, rook, bishop, when script relayed  N\n");
    heterodox(&["show", "cheskers", "--option", "many=max"]).exits(0).says("many=max          or multi, free\n");
    let json = heterodox(&["show", "diplomat", "--json"]).exits(0).json();
    assert_eq!(json["squares"].as_array().unwrap().len(), 43);
    assert_eq!(json["languages"], serde_json::json!(["es"]));
    assert_eq!(json["pieces"][0]["royal"], true);
}

#[test]
fn what_show_writes_loads_and_plays_the_same() {
    let folder = Folder::new("resolved");
    for (name, option) in
        [("knight-relay", None), ("diplomat", Some("bishop_through=fork")), ("cheskers", Some("many=max"))]
    {
        let out = folder.path(name);
        let mut args = vec!["show", name, "--resolved", "--output", &out];
        args.extend(option.iter().flat_map(|option| ["--option", option]));
        heterodox(&args).exits(0).says("variant.toml\n").says("rules.rhai\n");
        heterodox(&["validate", &out, "--play", "2"]).exits(0);
        let mut args = vec!["perft", name, "3", "--divide"];
        args.extend(option.iter().flat_map(|option| ["--option", option]));
        let bundled = heterodox(&args).exits(0).stdout;
        assert_eq!(heterodox(&["perft", &out, "3", "--divide"]).exits(0).stdout, bundled);
        heterodox(&["test", &out]).exits(0).says(", 0 failed\n");
        heterodox(&["show", name, "--resolved", "--output", &out]).exits(1).complains("is there already");
    }
    let text = heterodox(&["show", "knight-relay", "--resolved"]).exits(0).stdout;
    assert!(text.contains("# chess/variant.toml:") && text.contains("# knight-relay/variant.toml:"), "{text}");
    let json = heterodox(&["show", "knight-relay", "--resolved", "--json"]).exits(0).json();
    assert_eq!(json["toml"], text);
    assert!(json["scripts"]["rules.rhai"].as_str().unwrap().contains("fn relayed"));
}

#[test]
fn one_folder_is_made_for_what_is_written_and_no_more() {
    let folder = Folder::new("one-folder");
    let near = |name: &str| folder.path(&format!("{name}/inside"));
    let far = |name: &str| folder.path(&format!("{name}/far/inside"));
    for (number, command) in [
        &["show", "chess", "--resolved", "--output"][..],
        &["picture", "chess", "--output"],
        &["rules", "chess", "--output"],
        &["describe", "chess", "knight", "--svg"],
        &["movement", "N", "--svg"],
    ]
    .into_iter()
    .enumerate()
    {
        // What `show` writes is a folder itself.
        let good = if number == 0 { folder.path("shown") } else { near(&number.to_string()) };
        heterodox(&[command, &[&good]].concat()).exits(0);
        assert!(Path::new(&good).exists(), "{good}");
        heterodox(&[command, &[&far("none")]].concat()).exits(1).complains("make it first");
        assert!(!Path::new(&folder.path("none")).exists());
    }
}

#[test]
fn the_tests_of_a_definition_pass_or_fail_by_name() {
    let folder = Folder::new("tests");
    let good = "\n[[test]]\nname = \"a knight steps aside\"\nlegal = [\"b1c3\"]\nperft = [20]\n";
    let file = folder.write("good.toml", &format!("{CHILD}{good}"));
    heterodox(&["test", &file]).exits(0).says("a knight steps aside").says("1 passed, 0 failed\n");
    let bad = "\n[[test]]\nname = \"a knight steps far\"\nlegal = [\"b1b4\"]\n";
    let file = folder.write("bad.toml", &format!("{CHILD}{good}{bad}"));
    heterodox(&["test", &file])
        .exits(1)
        .says("FAILED  a knight steps far")
        .says("bad.toml:15")
        .says("1 passed, 1 failed\n");
    let json = heterodox(&["test", &file, "--json"]).exits(1).json();
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &1.into()));
    let tests = &json["definitions"][0]["tests"];
    assert_eq!((&tests[0]["passed"], &tests[1]["passed"]), (&true.into(), &false.into()));
    assert_eq!(tests[1]["diagnostics"][0]["code"], "test-legal");
    let short = heterodox(&["test", &file, "--format", "short"]).exits(1).stdout;
    assert!(short.starts_with(&format!("{file}:15:")) && short.lines().count() == 1, "{short}");
    let log = heterodox(&["test", &file, "--format", "sarif"]).exits(1).json();
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "test-legal");
    // One that cannot be opened does not keep the others from being tested.
    let broken = folder.write("broken.toml", &CHILD.replace("mW", "mX"));
    heterodox(&["test", &broken, "chess"]).exits(1).complains("error[unknown-letter]").says("chess: ");
    let json = heterodox(&["test", &broken, "chess", "--json"]).exits(1).json();
    assert_eq!((&json["definitions"][0]["opens"], &json["failed"]), (&false.into(), &0.into()));
    assert_eq!(json["definitions"][0]["diagnostics"][0]["code"], "unknown-letter");
}

#[test]
fn an_option_chooses_among_the_tests() {
    heterodox(&["test", "cheskers", "--option", "many=max"])
        .exits(0)
        .says("unless the most must be taken")
        .says("2 passed, 0 failed\n");
    heterodox(&["test", "cheskers", "--option", "many=multi"]).exits(0).says("several pieces go before one\n");
    heterodox(&["test", "cheskers", "--option", "many=most"]).exits(1).complains("error[unknown-value]");
}

const SCRIPTED: &str = "format = 1\nname = \"Scripted\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";

#[test]
fn validate_tries_the_scripts_at_the_start_of_a_game() {
    let folder = Folder::new("tried");
    let power = "\n[powers.odd]\npieces = [\"rook\"]\nmoves = \"F\"\nwhen = \"script odd\"\n";
    let file = folder.write("variant.toml", &format!("{SCRIPTED}{power}"));
    folder.write("rules.rhai", "fn odd(piece) { [true, 7][1] }\n");
    heterodox(&["validate", &file, "--play", "0"])
        .exits(1)
        .says("error[wrong-result]: `odd` gives the number 7")
        .says("expected `fn odd(piece)`, which gives true or false\n");
    folder.write("rules.rhai", "fn odd(piece) { 1 / (piece.rank - 1) > 0 }\n");
    heterodox(&["validate", &file, "--play", "0"]).exits(1).says("error[script-error]").says("before any was made");
    folder.write("rules.rhai", "fn odd(piece) { loop {} }\n");
    heterodox(&["validate", &file, "--play", "0"]).exits(1).says("error[script-too-long]");
    folder.write("rules.rhai", "fn odd(piece) { piece.rank == 1.5 }\n");
    heterodox(&["validate", &file, "--play", "0"]).exits(1).says("numbers in scripts are whole");
    folder.write("rules.rhai", "fn odd(piece) { true }\n");
    heterodox(&["validate", &file, "--play", "0"]).exits(0);
    let file = folder.write("after.toml", SCRIPTED);
    folder.write(
        "rules.rhai",
        "fn after(mv) { let x = 0; if mv.kind == \"knight\" && 1 / x > 0 { mv.put(\"queen\", mv.origin); } }\n",
    );
    heterodox(&["validate", &file, "--play", "0"]).exits(1).says("rules.rhai:1").says("while `after` was running");
}

#[test]
fn a_bound_that_is_passed_is_said_once() {
    let folder = Folder::new("bound");
    let mut text = "format = 1\nname = \"Large\"\n[board]\nshape = \"rectangle\"\nfiles = 16\nranks = 16\n".to_owned();
    for (name, letter) in [("one", 'O'), ("two", 'T'), ("three", 'H')] {
        text += &format!("[pieces.{name}]\nletter = \"{letter}\"\nmoves = \"QaQ\"\n");
    }
    let rows = "16/".repeat(15);
    text += &format!("[setup]\nfen = \"{rows}16 w - - 0 1\"\n");
    let file = folder.write("variant.toml", &text);
    heterodox(&["validate", &file, "--play", "0"])
        .exits(1)
        .says("error[movement-too-large]")
        .says("1 error and 0 warnings");
}

#[test]
fn what_a_game_shows_takes_the_place_of_the_warning_that_foresaw_it() {
    let folder = Folder::new("foreseen");
    let toml = "format = 1\nname = \"Gap\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\
                [powers.gap]\npieces = [\"knight\"]\nmoves = \"W\"\nwhen = \"script ok\"\n";
    let variant = folder.write("variant.toml", toml);
    folder.write("rules.rhai", "fn ok(p) { if p.rank > 3 { true } }\n");
    let run = heterodox(&["validate", &variant, "--format", "short"]).exits(1);
    assert_eq!(run.stdout.matches("gives no answer").count() + run.stderr.matches("gives no answer").count(), 1);
}

#[test]
fn the_files_for_editors_are_printed() {
    let schema = heterodox(&["schema"]).exits(0).stdout;
    assert_eq!(schema, std::fs::read_to_string("grammar/variant.schema.json").unwrap());
    let words = heterodox(&["schema", "--script"]).exits(0).stdout;
    assert_eq!(words, std::fs::read_to_string("grammar/heterodox.d.rhai").unwrap());
    heterodox(&["schema", "chess"]).exits(2);
}

#[test]
fn validate_plays_and_runs_the_tests() {
    let run = heterodox(&["validate", "cheskers", "--play", "8", "--seed", "5"]).exits(0);
    let run = run.says(" tests passed; 2 random games of ").says("no king left");
    assert_eq!(run.stderr, "");
    assert_eq!(heterodox(&["validate", "cheskers", "--play", "8", "--seed", "5"]).stdout, run.stdout);
    let json = heterodox(&["validate", "chess", "--play", "2", "--json"]).exits(0).json();
    let play = &json["definitions"][0]["play"];
    assert_eq!((&play["games"], &play["endless"], &play["seed"]), (&2.into(), &0.into(), &1.into()));
    assert_eq!(json["definitions"][0]["tests"]["failed"], 0);
    let json = heterodox(&["validate", "chess", "--play", "0", "--json"]).exits(0).json();
    assert_eq!(json["definitions"][0]["play"], serde_json::Value::Null);
    let json = heterodox(&["validate", "examples/pong-hau-ki", "--json"]).exits(0).json();
    assert_eq!(json["definitions"][0]["play"]["games"], 300);

    let folder = Folder::new("played");
    let bad = "\n[[test]]\nname = \"a knight steps far\"\nlegal = [\"b1b4\"]\n";
    let file = folder.write("bad.toml", &format!("{CHILD}{bad}"));
    heterodox(&["validate", &file, "--play", "0"])
        .exits(1)
        .says("error[test-legal]: `a knight steps far`: `b1b4` is not legal")
        .says("bad.toml:10:11")
        .says("the position is rnbqkbnr/");
    let odd = "fn odd(piece) { let said = [true, true, true]; said[piece.rank - 1] }\n";
    let power = "\n[powers.odd]\npieces = [\"knight\"]\nmoves = \"W\"\nwhen = \"script odd\"\n";
    let file = folder.write("odd.toml", &format!("{SCRIPTED}{power}"));
    folder.write("rules.rhai", odd);
    let run = heterodox(&["validate", &file]).exits(1).says("error[script-error]").says("--play 1 --seed ");
    let again = run.stdout.lines().find_map(|line| line.split_once("`heterodox validate ")).unwrap().1;
    let words: Vec<&str> = again.split('`').next().unwrap().split(' ').collect();
    heterodox(&[&["validate"], words.as_slice()].concat()).exits(1).says("error[script-error]");
    let line = run.stdout.lines().find_map(|line| line.split_once("`heterodox moves ")).unwrap().1;
    let (path, moves) = line.split('`').next().unwrap().split_once(" --after ").unwrap();
    heterodox(&["moves", path, "--after", moves.trim_matches('\'')]).exits(1).complains("error[script-error]");
}
