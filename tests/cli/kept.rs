//! Games in progress: on the disk before a move is answered, whatever ends the program; offered to the next one; never
//! lost to another game or another program.

use super::{Folder, Run, program, typed_with};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const TWO: [&str; 3] = ["play", "chess", "--two"];

/// A program that plays and answers in JSON.
struct Player {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Player {
    fn new(state: &Folder, args: &[&str]) -> Player {
        let mut command = program(args);
        let command = command.arg("--json").env("XDG_STATE_HOME", &state.0).stderr(Stdio::null());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut player = Player { child, input, output };
        player.hear();
        player
    }

    /// The next value.
    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in `{line}`"))
    }

    /// Writes a line; gives the answer.
    fn says(&mut self, line: &str) -> Value {
        self.begins(line);
        self.hear()
    }

    /// Writes a line, and does not wait for the answer.
    fn begins(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    /// Ends it as the system does: there is nothing that it can do first.
    fn killed(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// The files of the games in a folder.
fn files(state: &Folder) -> Vec<PathBuf> {
    let folder = state.0.join("heterodox/games");
    let entries = std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|end| end == "pgn")).collect();
    files.sort();
    files
}

/// Goes on with the game that waits, and asks for its moves.
fn resumed(state: &Folder, args: &[&str]) -> Run {
    typed_with(state, &[args, &["--resume"]].concat(), "history\n")
}

/// A move of chess by the number of the ply: the pawns go forward one by one, twice.
fn ply(number: usize) -> String {
    let file = ["a", "b", "c", "d", "e", "f", "g", "h"][number / 2 % 8];
    let from = if number.is_multiple_of(2) { 2 + number / 16 } else { 7 - number / 16 };
    let to = if number.is_multiple_of(2) { from + 1 } else { from - 1 };
    format!("{file}{from}{file}{to}")
}

#[test]
fn a_move_that_was_answered_survives_a_kill() {
    let state = Folder::new("kept-kill");
    let mut history: Vec<String> = Vec::new();
    for round in 0..8 {
        let args = if round == 0 { TWO.to_vec() } else { [&TWO[..], &["--resume"]].concat() };
        let mut player = Player::new(&state, &args);
        assert_eq!(player.says("")["history"], serde_json::json!(history), "round {round}");
        for _ in 0..=round % 3 {
            let mv = ply(history.len());
            let answer = player.says(&mv);
            assert_eq!(answer["error"], Value::Null, "{answer}");
            history.push(mv);
        }
        // Now and then in the midst of a move, which may be kept or not.
        if round % 2 == 1 {
            player.begins(&ply(history.len()));
        }
        player.killed();
        let mut again = Player::new(&state, &[&TWO[..], &["--resume"]].concat());
        let kept = again.says("")["history"].clone();
        let kept: Vec<String> = kept.as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_owned()).collect();
        assert!(kept.starts_with(&history) && kept.len() <= history.len() + round % 2, "{kept:?} of {history:?}");
        history = kept;
        again.killed();
    }
    assert_eq!(files(&state).len(), 1, "one game has one file");
}

#[test]
fn a_file_that_was_saved_survives_a_kill() {
    let state = Folder::new("saved-kill");
    let file = state.path("game.pgn");
    for round in 0..12 {
        let mut player = Player::new(&state, &TWO);
        for number in 0..20 {
            assert_eq!(player.says(&ply(number))["error"], Value::Null);
        }
        assert_eq!(player.says(&format!("save! {file}"))["error"], Value::Null);
        for _ in 0..round * 3 {
            player.begins(&format!("save {file}"));
        }
        for _ in 0..round {
            player.hear();
        }
        player.killed();
        let run = typed_with(&state, &[&TWO[..], &["--resume", &file]].concat(), "history\n").exits(0);
        run.says("10. b4 b5\n");
    }
}

#[test]
fn a_game_that_was_not_finished_is_offered() {
    let state = Folder::new("kept-offer");
    let run = typed_with(&state, &TWO, "").exits(0);
    assert_eq!(run.stderr, "");
    let run = resumed(&state, &TWO).exits(1).complains("no game of `chess` waits to be finished");
    run.complains("`--resume FILE` goes on with one that `save` has written");
    typed_with(&state, &TWO, "e4\ne5\nNf3\n").exits(0);
    let run = typed_with(&state, &TWO, "").exits(0);
    let run = run.complains("a game that was not finished is kept: 3 moves, the last `Nf3`, just now; ");
    run.complains("`heterodox play chess --resume` goes on with it").says("white to move, 20 legal moves");
    let value = typed_with(&state, &[&TWO[..], &["--json"]].concat(), "").exits(0).json();
    assert_eq!(value["kept"], serde_json::json!({ "file": files(&state)[0].display().to_string(), "moves": 3 }));
    resumed(&state, &TWO).exits(0).says("1. e4 e5\n2. Nf3\n");
    // What goes on is not offered besides, and goes on in its file.
    let run = typed_with(&state, &[&TWO[..], &["--resume", "--json"]].concat(), "Nc6\n").exits(0);
    assert!(run.stdout.starts_with("{\"variant\":\"Chess\",\"seed\":null,\"kept\":null"), "{}", run.stdout);
    assert_eq!(files(&state).len(), 1);
    // So does it by the name of its file.
    let file = files(&state)[0].display().to_string();
    typed_with(&state, &[&TWO[..], &["--resume", &file]].concat(), "Bb5\n").exits(0);
    assert_eq!(files(&state).len(), 1);
    resumed(&state, &TWO).exits(0).says("3. Bb5\n");
    // Other games are not it.
    for args in [&["play", "cheskers", "--two"][..], &["play", "chess", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]] {
        let run = typed_with(&state, args, "").exits(0);
        assert!(!run.stderr.contains("kept"), "{}", run.stderr);
    }
}

#[test]
fn what_is_taken_back_or_given_up_is_kept_too() {
    let state = Folder::new("kept-undo");
    typed_with(&state, &TWO, "e4\ne5\nundo\nc5\n").exits(0);
    resumed(&state, &TWO).exits(0).says("1. e4 c5\n");
    typed_with(&state, &[&TWO[..], &["--resume"]].concat(), "resign\n").exits(0);
    resumed(&state, &TWO).exits(1);
    let file = files(&state)[0].display().to_string();
    typed_with(&state, &[&TWO[..], &["--resume", &file]].concat(), "undo\n").exits(0);
    resumed(&state, &TWO).exits(0).says("1. e4 c5\n");
    // Of a game without moves there is nothing to keep.
    typed_with(&state, &[&TWO[..], &["--resume"]].concat(), "undo\nundo\n").exits(0);
    assert_eq!(files(&state), Vec::<PathBuf>::new());
}

#[test]
fn a_game_that_ended_is_not_offered_and_not_lost() {
    let state = Folder::new("kept-end");
    typed_with(&state, &TWO, "f3\ne5\ng4\nQh4\n").exits(0).says("checkmate");
    assert_eq!(typed_with(&state, &TWO, "").exits(0).stderr, "");
    let text = std::fs::read_to_string(&files(&state)[0]).unwrap();
    assert!(text.ends_with("1. f3 e5 2. g4 Qh4# {checkmate} 0-1\n"), "{text}");
}

#[test]
fn another_game_leaves_those_that_are_kept() {
    let state = Folder::new("kept-new");
    let other = state.path("other.pgn");
    typed_with(&state, &TWO, &format!("d4\nsave {other}\nnew\ne4\nload {other}\nd5\nnew\na3\n")).exits(0);
    let texts: Vec<String> = files(&state).iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for moves in ["\n\n1. d4 *\n", "\n\n1. e4 *\n", "\n\n1. d4 d5 *\n", "\n\n1. a3 *\n"] {
        assert!(texts.iter().any(|text| text.ends_with(moves)), "{moves} is not in {texts:?}");
    }
    assert_eq!(texts.len(), 4);
}

#[test]
fn the_oldest_games_go_when_there_are_many() {
    let state = Folder::new("kept-many");
    let mut input: String = (0..60).map(|_| "e4\nresign\nnew\n").collect();
    input.extend((0..60).map(|_| "d4\nnew\n"));
    typed_with(&state, &["play", "cheskers", "--two"], "b6c5\n").exits(0);
    typed_with(&state, &TWO, &input).exits(0);
    let texts: Vec<String> = files(&state).iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    let n = |ending: &str| texts.iter().filter(|text| text.ends_with(ending)).count();
    assert_eq!((n("1. e4 0-1\n") + n("1. e4 1-0\n"), n("1. d4 *\n"), n("1. b6-c5 *\n")), (50, 50, 1));
}

#[test]
fn a_definition_keeps_its_own_games() {
    let state = Folder::new("kept-definitions");
    let child = "format = 1\nname = \"Child\"\nextends = \"chess\"\n";
    let (one, other) = (state.write("one.toml", child), state.write("other.toml", child));
    std::fs::create_dir(state.0.join("one")).unwrap();
    state.write("one/variant.toml", child);
    let third = state.path("one");
    for (path, mv) in [(&one, "e4"), (&third, "d4")] {
        typed_with(&state, &["play", path, "--two"], &format!("{mv}\n")).exits(0);
    }
    resumed(&state, &["play", &one, "--two"]).exits(0).says("1. e4\n");
    resumed(&state, &["play", &third, "--two"]).exits(0).says("1. d4\n");
    resumed(&state, &["play", &format!("{third}/variant.toml"), "--two"]).exits(0).says("1. d4\n");
    resumed(&state, &["play", &other, "--two"]).exits(1).complains("waits to be finished");
}

#[test]
fn a_game_goes_on_with_its_options_and_players() {
    let state = Folder::new("kept-options");
    typed_with(&state, &["play", "cheskers", "--white", "random", "--seed", "1", "--option", "many=max"], "b6c5\n")
        .exits(0);
    let run = resumed(&state, &["play", "cheskers", "--two", "--option", "many=free"]).exits(1);
    run.complains("waits to be finished");
    let run = resumed(&state, &["play", "cheskers", "--seed", "1"]).exits(0).says("1. b6-c5");
    run.says("white: random moves, black: you");
    let text = std::fs::read_to_string(&files(&state)[0]).unwrap();
    assert!(text.contains("[Option-many \"max\"]") && text.contains("[Black \"?\"]"), "{text}");
}

#[test]
fn two_programs_at_once_keep_a_game_each() {
    let state = Folder::new("kept-two");
    let file = state.path("game.pgn");
    let mut one = Player::new(&state, &TWO);
    one.says("e4");
    // What is being played is not offered, and nobody else goes on with it.
    let mut other = Player::new(&state, &TWO);
    resumed(&state, &TWO).exits(1).complains("waits to be finished");
    let path = files(&state)[0].display().to_string();
    let run = typed_with(&state, &[&TWO[..], &["--resume", &path]].concat(), "").exits(1);
    run.complains("another program plays that game");
    other.says("d4");
    for mv in ["g8f6", "g1f3", "f6g8", "f3g1"] {
        for player in [&mut one, &mut other] {
            assert_eq!(player.says(mv)["error"], Value::Null);
        }
    }
    // The first to save under a name has it.
    one.begins(&format!("save {file}"));
    other.begins(&format!("save {file}"));
    let errors = [one.hear(), other.hear()].map(|answer| answer["error"].is_null());
    assert!(errors[0] != errors[1], "{errors:?}");
    one.killed();
    other.killed();
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains(if errors[0] { "1. e4 Nf6" } else { "1. d4 Nf6" }), "{saved}");
    let texts: Vec<String> = files(&state).iter().map(|file| std::fs::read_to_string(file).unwrap()).collect();
    assert!(texts.len() == 2 && texts.iter().any(|text| text.contains("1. e4 ")), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("1. d4 ")), "{texts:?}");
}

#[test]
fn a_game_is_played_where_none_can_be_kept() {
    let state = Folder::new("kept-nowhere");
    state.write("heterodox", "a file where a folder would be");
    let run = typed_with(&state, &TWO, "e4\ne5\nNf3\n").exits(0).says("white: Nf3");
    assert_eq!(run.stderr.matches("the game is not kept while it is played").count(), 1, "{}", run.stderr);
    run.complains("cannot make the folder").complains("`save FILE` writes it");
}

#[test]
fn a_game_kept_that_cannot_be_read_is_told() {
    let state = Folder::new("kept-cut");
    typed_with(&state, &TWO, "e4\ne5\n").exits(0);
    let file = files(&state)[0].clone();
    std::fs::write(&file, "").unwrap();
    let run = typed_with(&state, &TWO, "").exits(0).complains("it cannot be read to its end");
    run.complains(&format!("`heterodox play chess --resume {}` says where", file.display()));
    resumed(&state, &TWO).exits(1).complains("there is no game in this file: it is empty").complains(".pgn:1:1");
    assert!(file.exists());
}

#[test]
fn a_game_that_nobody_plays_is_not_kept() {
    let state = Folder::new("kept-chance");
    typed_with(&state, &["play", "chess", "--white", "random", "--black", "random", "--seed", "5"], "").exits(0);
    assert_eq!(files(&state), Vec::<PathBuf>::new());
    // Nor is one in which nothing was played.
    typed_with(&state, &TWO, "moves\nhelp\nnew\nundo\n").exits(0);
    assert_eq!(files(&state), Vec::<PathBuf>::new());
}
