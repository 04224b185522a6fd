//! `new` and `watch`: folders that come whole or not at all, and files that change under the eyes.

use super::{Folder, heterodox, program};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// The names in a folder, hidden ones too.
fn names(folder: &Folder) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn new_writes_a_folder_that_is_sound() {
    let folder = Folder::new("new");
    for (name, more) in [
        ("plain", &[][..]),
        ("derived", &["--extends", "knight-relay"]),
        ("wide", &["--extends", "chess", "--board", "10x8"]),
        ("round", &["--board", "circle"]),
        ("comb", &["--board", "hexagon"]),
        ("ring", &["--extends", "chess", "--board", "circle"]),
        ("relaid", &["--extends", "cheskers", "--board", "hexagon"]),
    ] {
        let path = folder.path(name);
        let mut args = vec!["new", &path];
        args.extend(more);
        heterodox(&args).exits(0).says(&format!("wrote {path}/variant.toml\n")).says("next: heterodox watch");
        heterodox(&["validate", "--strict", "--play", "8", &path]).exits(0).says("ok: ");
        heterodox(&["test", &path]).exits(0).says("2 passed, 0 failed");
        heterodox(&["play", &path, "--white", "random", "--black", "random", "--seed", "4"]).exits(0);
        heterodox(&["rules", &path]).exits(0).says("It may step diagonally too");
        assert!(Path::new(&path).join("README.md").exists());
    }
    let path = folder.path("two words/spaced");
    std::fs::create_dir(folder.0.join("two words")).unwrap();
    heterodox(&["new", &path]).exits(0).says(&format!("next: heterodox watch '{path}' "));
    std::fs::remove_dir_all(folder.0.join("two words")).unwrap();
    assert_eq!(names(&folder), ["comb", "derived", "plain", "relaid", "ring", "round", "wide"]);
}

#[test]
fn new_finds_a_power_that_is_new_for_some_man_of_every_example() {
    let folder = Folder::new("new-power");
    let mut written = Vec::new();
    for entry in std::fs::read_dir("examples").unwrap() {
        let example = entry.unwrap().path();
        if !example.join("variant.toml").exists() {
            continue;
        }
        let parent = std::path::absolute(&example).unwrap().display().to_string();
        let name = format!("my-{}", example.file_name().unwrap().to_str().unwrap());
        let path = folder.path(&name);
        heterodox(&["new", &path, "--extends", &parent]).exits(0);
        heterodox(&["validate", "--strict", "--play", "2", &path]).exits(0).says("2 of 2 tests passed");
        let text = std::fs::read_to_string(folder.0.join(&name).join("variant.toml")).unwrap();
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)).unwrap_or_else(|| panic!("{name}: {text}"));
            line.split('"').nth(1).unwrap().to_owned()
        };
        assert!(text.contains("\n[powers.company]\n"), "{name} stays in comments: {text}");
        let power = format!("{} {}", value("pieces = "), value("moves  = "));
        written.push((name, power));
    }
    assert!(written.len() > 30, "{written:?}");
    for (name, power) in [
        ("my-antichess", "rook F"),
        // His own steps go straight and diagonally, but forward.
        ("my-breakthrough", "man W"),
        // On the dark squares nobody steps straight.
        ("my-fox-and-hounds", "fox D"),
        ("my-pong-hau-ki", "stone A"),
    ] {
        let (_, found) = written.iter().find(|(other, _)| other == name).unwrap();
        assert_eq!(found, power, "{name}");
    }
}

#[test]
fn new_extends_a_path_from_wherever_it_stands() {
    let folder = Folder::new("new-path");
    let run = |args: &[&str]| {
        let output = program(args).current_dir(&folder.0).stdin(Stdio::null()).output().unwrap();
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    run(&["new", "first"]);
    std::fs::create_dir(folder.0.join("games")).unwrap();
    run(&["new", "games/second", "--extends", "first"]);
    run(&["new", "./third", "--extends", "./games/second/"]);
    let text = std::fs::read_to_string(folder.0.join("games/second/variant.toml")).unwrap();
    assert!(text.contains("extends = \"../../first\""), "{text}");
    run(&["validate", "--strict", "--play", "2", "games/second", "third"]);
    run(&["test", "games/second", "third"]);
}

#[test]
fn new_overwrites_nothing_and_leaves_nothing_behind() {
    let folder = Folder::new("new-refused");
    let mine = folder.write("mine", "a file of mine");
    heterodox(&["new", &mine]).exits(1).complains("choose another name");
    assert_eq!(std::fs::read_to_string(&mine).unwrap(), "a file of mine");
    std::fs::create_dir(folder.0.join("empty")).unwrap();
    heterodox(&["new", &folder.path("empty")]).exits(1).complains("is there already");
    heterodox(&["new", &folder.path("My Game")]).exits(1).complains("write `my-game`");
    heterodox(&["new", &folder.path("chess")]).exits(1).complains("the name of a bundled variant");
    heterodox(&["new", &folder.path("no/where")]).exits(1).complains("make it first");
    for place in ["no/where", "empty"] {
        let json = heterodox(&["new", &folder.path(place), "--json"]).exits(1).json();
        assert_eq!(json["diagnostics"][0]["code"], "draft-place", "{json}");
    }
    heterodox(&["new", &folder.path("ab"), "--extends", "ches"]).exits(1).complains("did you mean `chess`?");
    heterodox(&["new", &folder.path("ab"), "--board", "2x2"])
        .exits(1)
        .complains("the smallest board of this shape is `3x5`");
    heterodox(&["new", &folder.path("ab"), "--extends", "chess", "--board", "3x3"])
        .exits(1)
        .complains("was not made")
        .complains("name another board, or give `--extends` alone");
    heterodox(&["new", ".."]).exits(1).complains("cannot be the name of a variant");
    let bad = folder.write("bad.toml", "format = 1\nnam = \"x\"\n");
    heterodox(&["new", &folder.path("ab"), "--extends", &bad]).exits(1).complains("bad.toml:2");
    assert_eq!(names(&folder), ["bad.toml", "empty", "mine"]);
    assert!(std::fs::read_dir(folder.0.join("empty")).unwrap().next().is_none());
}

/// A program that watches, and the lines that it has written.
struct Watcher {
    child: Child,
    lines: Receiver<String>,
}

impl Watcher {
    fn new(path: &str) -> Watcher {
        Watcher::with(&["watch", path, "--play", "2"])
    }

    fn with(args: &[&str]) -> Watcher {
        let mut command = program(args);
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Watcher { child, lines }
    }

    /// The lines of the next check, up to the one that says how many files are watched.
    fn check(&mut self, number: usize) -> String {
        let text = self.lines_to("watching ", number);
        assert!(text.starts_with("== ") && text.contains(&format!(", check {number} ==\n")), "{text}");
        text
    }

    /// The next lines, up to one that begins so.
    fn lines_to(&mut self, last: &str, number: usize) -> String {
        let mut text = String::new();
        loop {
            let line = self
                .lines
                .recv_timeout(Duration::from_secs(60))
                .unwrap_or_else(|_| panic!("check {number} does not come; so far:\n{text}"));
            text.push_str(&line);
            text.push('\n');
            if line.starts_with(last) {
                return text;
            }
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn watch_checks_again_whenever_a_file_is_saved() {
    let folder = Folder::new("watch");
    let (parent, child) = (folder.path("parent"), folder.path("child"));
    heterodox(&["new", &parent]).exits(0);
    heterodox(&["new", &child, "--extends", &parent]).exits(0);
    let toml = folder.0.join("child/variant.toml");
    let good = std::fs::read_to_string(&toml).unwrap();
    let mut watcher = Watcher::new(&child);
    let shown = watcher.check(1);
    assert!(shown.contains("8  r n b r k b n r\n") && shown.contains("no problems\n2 tests passed\n"), "{shown}");
    assert!(shown.contains("watching 4 files; ctrl-c ends\n") && !shown.contains('\u{1b}'), "{shown}");

    // Written in place: a mistake.
    std::fs::write(&toml, good.replace("pieces = [", "peices = [")).unwrap();
    let shown = watcher.check(2);
    assert!(shown.contains("did you mean `pieces`?") && shown.contains("the tests wait"), "{shown}");

    // A new file in the place of the old one, as many editors save.
    let other = folder.write("swap", &good);
    std::fs::rename(other, &toml).unwrap();
    let shown = watcher.check(3);
    assert!(shown.contains("no problems\n2 tests passed\n"), "{shown}");

    // A script of the parent.
    let script = folder.0.join("parent/rules.rhai");
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, text.replace("any", "eny")).unwrap();
    assert!(watcher.check(4).contains("parent/rules.rhai:3"));
    std::fs::write(&script, &text).unwrap();
    assert!(watcher.check(5).contains("no problems"));

    // A test that fails, and a file that goes and comes again.
    std::fs::write(&toml, good.replace("perft = [", "perft = [1, 1, ")).unwrap();
    let shown = watcher.check(6);
    assert!(shown.contains("1 test passed, 1 FAILED\n"), "{shown}");
    std::fs::remove_file(&toml).unwrap();
    assert!(watcher.check(7).contains("holds no `variant.toml`"));
    std::fs::write(&toml, &good).unwrap();
    assert!(watcher.check(8).contains("no problems\n2 tests passed\n"));
    // The same text saved again is looked at again.
    std::thread::sleep(Duration::from_millis(50));
    std::fs::write(&toml, &good).unwrap();
    assert!(watcher.check(9).contains("no problems"));
}

#[test]
fn watch_shows_everything_that_validate_finds() {
    let folder = Folder::new("watch-all");
    let head = "format = 1\nname = \"Odd\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let power = "\n[powers.odd]\npieces = [\"knight\"]\nmoves = \"W\"\nwhen = \"script odd\"\n";
    let idle = "\n[allow]\nuneven-setup = \"there is none\"\n";
    let option = "\n[options.knights]\nvalues = [\"plain\", \"odd\"]\ndefault = \"plain\"\n";
    let knight = "\n[pieces.knight]\nmoves = { option = \"knights\", plain = \"N\", odd = \"NX\" }\n";
    let test = "\n[[test]]\nname = \"a knight steps far\"\nlegal = [\"b1b4\"]\n";
    let file = folder.write("variant.toml", &format!("{head}{option}{knight}{power}{idle}{test}"));
    folder.write("rules.rhai", "fn odd(piece) { 6 / (piece.rank - 4) > 1 }\n");
    let shown = Watcher::with(&["watch", &file]).check(1);
    let found = heterodox(&["validate", &file, "--play", "20"]).exits(1).stdout;
    let codes = |text: &str| -> Vec<String> {
        let heads = text.lines().filter(|line| line.starts_with("error[") || line.starts_with("warning["));
        let mut heads: Vec<String> = heads.map(str::to_owned).collect();
        heads.sort();
        heads
    };
    assert_eq!(codes(&shown), codes(&found), "{shown}");
    for said in ["error[unknown-letter]", "error[script-error]", "error[test-legal]", "warning[idle-allow]"] {
        assert!(shown.contains(said), "{said} in {shown}");
    }
    assert!(shown.contains("also tried: knights=odd\n") && shown.contains("0 tests passed, 1 FAILED\n"), "{shown}");
    // Without games nothing is played.
    let shown = Watcher::with(&["watch", &file, "--play", "0"]).check(1);
    assert!(!shown.contains("script-error") && !shown.contains("random game"), "{shown}");
}

#[test]
fn what_is_saved_while_games_are_played_is_seen_at_once() {
    let folder = Folder::new("watch-busy");
    let path = folder.path("busy");
    heterodox(&["new", &path]).exits(0);
    let toml = folder.0.join("busy/variant.toml");
    let good = std::fs::read_to_string(&toml).unwrap();
    let mut watcher = Watcher::with(&["watch", &path, "--play", "1000000"]);
    // The board is there; the games go on for hours.
    let shown = watcher.lines_to("white to move", 1);
    assert!(shown.contains(", check 1 ==\n"), "{shown}");
    std::thread::sleep(Duration::from_millis(300));
    std::fs::write(&toml, good.replace("pieces = [", "peices = [")).unwrap();
    let shown = watcher.lines_to("watching ", 2);
    assert!(shown.contains("check 2 ==") && shown.contains("did you mean `pieces`?"), "{shown}");
    std::fs::write(&toml, good.replace("perft = [", "perft = [1, 1, ")).unwrap();
    let shown = watcher.lines_to("error[test-perft]", 3);
    assert!(shown.contains("check 3 =="), "{shown}");
}

#[test]
fn a_slow_check_ends_at_once_when_a_file_is_saved() {
    let folder = Folder::new("watch-slow");
    let head = "format = 1\nname = \"Slow\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let power = "\n[powers.slow]\npieces = [\"rook\", \"knight\", \"pawn\"]\nmoves = \"F\"\nwhen = \"script slow\"\n";
    let file = folder.write("variant.toml", &format!("{head}{power}"));
    let script = "fn slow(piece) {\n    let n = 0;\n    for other in piece.attackers { n += 1; }\n    let i = 0;\n    \
                  while i < 4000 { i += 1; }\n    piece.rank + n > 9\n}\n";
    folder.write("rules.rhai", script);
    let mut watcher = Watcher::with(&["watch", &file, "--play", "1000"]);
    watcher.lines_to("20 legal moves at the start", 1);
    // In the middle of whatever takes long.
    std::thread::sleep(Duration::from_millis(700));
    let saved = std::time::Instant::now();
    std::fs::write(&file, format!("{head}{power}").replace("Slow", "Slower")).unwrap();
    let shown = watcher.lines_to("20 legal moves at the start", 2);
    assert!(shown.contains("check 2 ==\nSlower\n"), "{shown}");
    assert!(saved.elapsed() < Duration::from_secs(10), "{:?}", saved.elapsed());
}

#[test]
fn watch_waits_for_a_script_that_is_not_there_yet() {
    let folder = Folder::new("watch-later");
    let path = folder.path("later");
    heterodox(&["new", &path]).exits(0);
    let toml = folder.0.join("later/variant.toml");
    let text = std::fs::read_to_string(&toml).unwrap().replace("rules.rhai", "company.rhai");
    std::fs::write(&toml, text).unwrap();
    let mut watcher = Watcher::new(&path);
    assert!(watcher.check(1).contains("there is no file"));
    std::fs::rename(folder.0.join("later/rules.rhai"), folder.0.join("later/company.rhai")).unwrap();
    assert!(watcher.check(2).contains("no problems\n2 tests passed\n"));
}

#[test]
fn watch_has_nothing_to_wait_for_in_a_bundled_game() {
    heterodox(&["watch", "chess", "--play", "2"])
        .exits(0)
        .says("nothing here can change")
        .says("no problems")
        .says("\n2 random games of ");
    heterodox(&["watch", "ches"]).exits(1).complains("did you mean `chess`?");
    heterodox(&["watch", "no/such/folder"]).exits(1).complains("there is no file or folder");
}

#[test]
fn the_readme_leads_from_nothing_to_a_variant() {
    let folder = Folder::new("readme");
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let (_, path) = readme.split_once("## Your own variant in five minutes\n").unwrap();
    let (path, _) = path.split_once("\n## ").unwrap();
    let blocks = |language: &str| -> Vec<&str> {
        path.split(&format!("```{language}\n")).skip(1).map(|block| block.split_once("```").unwrap().0).collect()
    };
    let mut commands: Vec<&str> = blocks("sh").iter().flat_map(|block| block.lines()).collect();
    commands.retain(|line| !line.is_empty());
    assert!((5..10).contains(&commands.len()), "{commands:?}");
    let mut made = false;
    for line in commands {
        let words: Vec<&str> = line.split('#').next().unwrap().split_whitespace().skip(1).collect();
        if words[0] == "watch" {
            let mut watcher = Watcher::new(&folder.path(words[1]));
            assert!(watcher.check(1).contains("2 tests passed"));
            // Then the author writes what the text says.
            std::fs::write(folder.0.join("company/variant.toml"), blocks("toml")[0]).unwrap();
            assert!(watcher.check(2).contains("no problems\n1 test passed\n"));
            made = true;
            continue;
        }
        let output = program(&words).current_dir(&folder.0).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {said}");
        if words[0] == "new" {
            assert_eq!(std::fs::read_to_string(folder.0.join("company/rules.rhai")).unwrap(), blocks("rhai")[0]);
        }
    }
    assert!(made);
    let page = std::fs::read_to_string(folder.0.join("company.html")).unwrap();
    assert!(page.contains("<h1>Company Chess</h1>") && page.contains("king in the middle"));
    heterodox(&["test", &folder.path("company")]).exits(0).says("1 passed, 0 failed");
}
