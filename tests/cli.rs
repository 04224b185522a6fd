//! The real binary: what is typed in, what comes out and with which exit code.

mod definitions;
mod describe;
mod files;
mod json;
mod kept;
mod play;
mod positions;
mod start;

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A run of the program that has ended.
struct Run {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

impl Run {
    /// Asserts the exit code.
    #[track_caller]
    fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that stdout has a text in it.
    #[track_caller]
    fn says(self, text: &str) -> Run {
        assert!(self.stdout.contains(text), "`{text}` is not in stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Asserts that stderr has a text in it.
    #[track_caller]
    fn complains(self, text: &str) -> Run {
        assert!(self.stderr.contains(text), "`{text}` is not in stderr:\n{}\nstdout:\n{}", self.stderr, self.stdout);
        self
    }

    /// Stdout as JSON.
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error} in:\n{}", self.stdout))
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// The program. No game that it plays is kept where the person who runs the tests keeps theirs.
fn program(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heterodox"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("CLICOLOR_FORCE");
    command.env("XDG_STATE_HOME", "/dev/null/none");
    command
}

/// Runs the program without input.
fn heterodox(args: &[&str]) -> Run {
    typed(args, "")
}

/// Runs the program with lines of input. The games that it keeps are gone afterwards.
fn typed(args: &[&str], input: &str) -> Run {
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let state = Folder::new(&format!("state-{}", RUNS.fetch_add(1, Ordering::Relaxed)));
    typed_with(&state, args, input)
}

/// Runs the program with lines of input; it keeps its games in a folder.
fn typed_with(state: &Folder, args: &[&str], input: &str) -> Run {
    let mut command = program(args);
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.env("XDG_STATE_HOME", &state.0).spawn().unwrap();
    // A program that fails at once does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap().into()
}

/// A folder of its own that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heterodox-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn without_a_command_the_usage_is_shown() {
    heterodox(&[]).exits(2).complains("Usage: heterodox <COMMAND>");
    heterodox(&["plya", "chess"]).exits(2).complains("similar subcommand");
    heterodox(&["perft", "chess", "many"]).exits(2).complains("DEPTH");
    heterodox(&["moves", "chess", "--option", "many"]).exits(2).complains("write NAME=VALUE");
    for (args, says) in [
        (&["perft", "chess", "-1"][..], "'<DEPTH>': write a whole number from 0 to 100"),
        (&["perft", "chess", "3", "--threads", "0"], "write a whole number from 1 to 1024"),
        (&["play", "chess", "--seed", "-1"], "'--seed <N>': write a whole number, 0 or more"),
        (&["validate", "chess", "--play", "x"], "write a whole number from 0 to 100000000"),
        (&["moves", "cheskers", "--option", "many=max", "--option", "many=free"], "cannot be `max` and `free`"),
    ] {
        heterodox(args).exits(2).complains(says);
    }
    heterodox(&["moves", "cheskers", "--option", "many=max", "--option", "many=max"]).exits(0);
    heterodox(&["--help"]).exits(0).says("Exit codes: 0 success");
    heterodox(&["--version"]).exits(0).says(&format!("heterodox {}", env!("CARGO_PKG_VERSION")));
}

#[test]
fn shells_and_manuals_know_every_command() {
    let help = heterodox(&["--help"]).exits(0).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    let scripts = ["bash", "zsh", "fish", "elvish", "powershell"].map(|shell| heterodox(&["completions", shell]));
    let page = heterodox(&["man"]).exits(0).stdout;
    for name in names {
        for script in &scripts {
            assert!(script.code == Some(0) && script.stdout.contains(name), "{name}");
        }
        assert!(name == "help" || page.contains(&format!(".SH \"HETERODOX {}\"", name.to_uppercase())), "{name}");
    }
    assert!(page.contains(".SS OPTIONS") && page.contains("Draw the board from Black"), "{page}");
    heterodox(&["completions", "cmd"]).exits(2);
}

#[test]
fn every_command_is_in_the_readme() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let help = heterodox(&["--help"]).exits(0).stdout;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"play") && names.len() > 7, "{names:?}");
    for name in names {
        assert!(
            readme.contains(&format!("`heterodox {name} ")) || readme.contains(&format!("`heterodox {name}`")),
            "{name}"
        );
    }
}

#[test]
fn the_readme_shows_what_the_program_says() {
    let readme = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let mut shown = 0;
    for block in readme.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        let (line, wanted) = block.split_once('\n').unwrap();
        let line = line.strip_prefix("$ heterodox ").unwrap();
        // What stands between quotes is one word.
        let parts = line.split('"').enumerate();
        let words: Vec<&str> = parts
            .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() })
            .collect();
        let run = heterodox(&words);
        assert_eq!(format!("{}{}", run.stdout, run.stderr), wanted, "{line}");
        shown += 1;
    }
    assert!(shown >= 3, "{shown} commands are shown");
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    let mut command = program(&["moves", "chess", "--json"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let run = Run::from(child.wait_with_output().unwrap()).exits(0);
    assert_eq!(run.stderr, "");
}
