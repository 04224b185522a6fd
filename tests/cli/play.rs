//! The game in a pipe: lines in, boards and answers out.

use super::{Folder, heterodox, typed};

#[test]
fn the_shortest_game_is_played_to_its_end() {
    let run = typed(&["play", "chess", "--two"], "f3\ne7e5\ng4\nQh4\na2a3\n").exits(0);
    let run = run.says("white: f3 (f2f3)\n").says("black: Qh4# (d8h4)\n").says("checkmate, black wins (0-1)\n");
    let run = run.says("the game is over: checkmate, black wins (0-1)");
    assert_eq!(run.stderr, "");
    assert!(!run.stdout.contains('>') && !run.stdout.contains('\u{1b}'), "no prompts, no colours:\n{}", run.stdout);
}

#[test]
fn a_refused_move_says_why_and_the_game_goes_on() {
    typed(&["play", "chess", "--two"], "e2e5\ne4\n").exits(0).says("`e2e5`").says("white: e4 (e2e4)\n");
    typed(&["play", "chess", "--two"], "mvoes\n").exits(0).says("did you mean the command `moves`?");
}

#[test]
fn moves_are_listed_on_request() {
    let run = typed(&["play", "chess", "--two"], "moves\n").exits(0);
    let run = run.says("knight b1  Na3 (b1a3)  Nc3 (b1c3)\n").says("pawn e2    e3 (e2e3)  e4 (e2e4)\n");
    assert_eq!(run.stdout.matches("pawn ").count(), 8);
    typed(&["play", "chess", "--two"], "moves g1\n").exits(0).says("knight g1  Nf3 (g1f3)  Nh3 (g1h3)\n");
    typed(&["play", "chess", "--two"], "moves a1\n").exits(0).says("the piece on `a1` has no legal move\n");
    typed(&["play", "chess", "--two"], "moves e7\n").exits(0).says("the piece on `e7` is not yours to move\n");
    typed(&["play", "chess", "--two"], "moves e5\n").exits(0).says("nobody stands on `e5`\n");
    typed(&["play", "chess", "--two"], "moves i9\n").exits(0).says("there is no square `i9`; `moves` alone lists");
}

#[test]
fn chance_is_the_same_for_the_same_seed() {
    let game = |seed: &str| typed(&["play", "cheskers", "--seed", seed], "history\n").exits(0).stdout;
    assert_eq!(game("1"), game("1"));
    let games: Vec<String> = (1..6).map(|seed| game(&seed.to_string())).collect();
    assert!(games.iter().any(|other| *other != games[0]));
    let run = heterodox(&["play", "knight-relay", "--white", "random", "--black", "random", "--seed", "5"]).exits(0);
    let last = run.stdout.trim_end().lines().last().unwrap();
    assert!(["(1-0)", "(0-1)", "(1/2-1/2)"].iter().any(|score| last.ends_with(score)), "{last}");
    // Who is not asked for is you, or chance against you.
    typed(&["play", "chess", "--black", "human", "--seed", "1"], "").exits(0).says("white: random moves, black: you");
    typed(&["play", "chess"], "").exits(0).says("white: you, black: random moves").complains("--seed ");
}

#[test]
fn undo_takes_back_a_move_and_the_answer() {
    let run = typed(&["play", "chess", "--seed", "3"], "e4\nundo\nfen\nundo\n").exits(0);
    run.says("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n").says("there is no move to take back\n");
    typed(&["play", "chess", "--two"], "e4\nundo\nhistory\nfen\n").exits(0).says("no moves yet\n");
}

#[test]
fn redo_makes_again_what_was_taken_back() {
    let run = typed(&["play", "chess", "--two"], "e4\ne5\nundo\nundo\nredo\nredo\nhistory\nredo\n").exits(0);
    run.says("1. e4 e5\n").says("no move was taken back since the last one\n");
    // The answer to a move comes back with it; another move leaves nothing to make again.
    let run = typed(&["play", "chess", "--seed", "3"], "e4\nhistory\nundo\nredo\nhistory\n").exits(0);
    let lines: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("1. e4 ")).collect();
    assert_eq!((lines.len(), lines[0]), (2, lines[1]), "{}", run.stdout);
    typed(&["play", "chess", "--two"], "e4\nundo\nd4\nredo\n").exits(0).says("no move was taken back since");
}

#[test]
fn a_line_that_is_too_long_has_one_answer() {
    for tail in ["e2e4", "x"] {
        let line = format!("{}{tail}\nfen\n", "a".repeat(1 << 16));
        let run = typed(&["play", "chess", "--two"], &line).exits(0);
        assert_eq!(run.stdout.matches("cannot read").count(), 1, "{}", run.stdout);
        run.says("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n");
    }
}

#[test]
fn a_game_says_its_rules_and_a_legal_move() {
    let run = typed(&["play", "cheskers", "--two"], "hint\nrules\n").exits(0);
    let run = run.says("\nPawns step diagonally forward, ").says("# Cheskers\n").says("## Pieces");
    let hint = run.stdout.lines().find(|line| line.contains("`, which is ")).unwrap().to_owned();
    let played = hint.split('`').nth(1).unwrap();
    typed(&["play", "cheskers", "--two"], &format!("{played}\n")).exits(0).says(&format!("black: {played} ("));
    typed(&["play", "chess", "--two"], "f3\ne5\ng4\nQh4\nhint\n").exits(0).says("the game is over");
    // Programs ask otherwise.
    typed(&["play", "chess", "--two", "--json"], "hint\n").exits(0).says("is for people");
}

#[test]
fn the_history_numbers_moves_as_pgn_does() {
    let folder = Folder::new("history");
    let toml = "format = 1\nname = \"Again\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let variant = folder.write("variant.toml", toml);
    folder.write("rules.rhai", "/// Who takes moves once more.\nfn after(mv) { if mv.captures > 0 { mv.again(); } }\n");
    typed(&["play", &variant, "--two"], "e2e4\nd7d5\ne4d5\nd5d6\ne7d6\nhistory\n")
        .exits(0)
        .says("1. e4 d5\n2. exd5\n2. d6 exd6\n");
    let black = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 7";
    typed(&["play", "chess", "--two", "--fen", black], "e5\ne4\nNc6\nhistory\n").exits(0).says("7... e5\n8. e4 Nc6\n");
}

#[test]
fn resigning_ends_the_game_and_can_be_taken_back() {
    let run = typed(&["play", "chess", "--two"], "e4\nresign\ne5\nundo\ne5\n").exits(0);
    run.says("resignation, white wins (1-0)\n").says("the game is over: resignation").says("black: e5 (e7e5)\n");
}

#[test]
fn a_saved_game_goes_on_where_it_was() {
    let folder = Folder::new("save");
    for (name, option, moves) in [
        ("knight-relay", None, "e4\ne5\nNf3\n"),
        ("cheskers", Some("many=free"), ""),
        ("diplomat", Some("bishop_through=fork"), ""),
    ] {
        let file = folder.path(&format!("{name}.pgn"));
        let mut args = vec!["play", name, "--two"];
        args.extend(option.iter().flat_map(|option| ["--option", option]));
        let first = typed(&args, &format!("{moves}save {file}\nfen\n")).exits(0).says("saved to ");
        let fen = first.stdout.trim_end().lines().last().unwrap().to_owned();
        args.extend(["--resume", &file]);
        let again = typed(&args, "fen\nhistory\n").exits(0).says(&format!("{fen}\n"));
        if !moves.is_empty() {
            again.says("1. e4 e5\n2. Nf3\n");
        }
        typed(&["play", name, "--two"], &format!("load {file}\n"));
    }
    let run = typed(&["play", "knight-relay", "--two", "--resume", &folder.path("none.pgn")], "");
    run.exits(1).complains("cannot read");
    let broken = folder.write("broken.pgn", "[Event \"?\"]\n\n1. e4 e5 2. Ke3 *\n");
    typed(&["play", "chess", "--two", "--resume", &broken], "").exits(1).complains("Ke3");
    typed(&["play", "chess", "--two"], &format!("load {broken}\ne4\n")).exits(0).says("Ke3").says("white: e4");
}

#[test]
fn a_word_that_stands_alone_takes_nothing_behind_it() {
    typed(&["play", "chess", "--two"], "undo 2\nboard now\n").exits(0).says("`undo` stands alone; `2` means nothing");
}

#[test]
fn a_game_is_saved_over_an_earlier_state_of_itself_and_over_nothing_else() {
    let folder = Folder::new("save-over");
    let file = folder.path("game.pgn");
    let saved = || std::fs::read_to_string(&file).unwrap();
    let run = typed(&["play", "chess", "--two"], &format!("e4\nsave {file}\ne5\nsave {file}\n")).exits(0);
    run.says(", 1 move\n").says(", 2 moves\n");
    assert!(saved().contains("1. e4 e5 *"));
    // A move that is taken back may go from a file that this player has written.
    let input = format!("undo\nc5\nsave {file}\n");
    typed(&["play", "chess", "--two", "--resume", &file], &input).exits(0).says(", 2 moves\n");
    assert!(saved().contains("1. e4 c5 *"));
    // Neither a game that began otherwise, nor one that goes further, nor a position may be lost.
    let two = ["play", "chess", "--two"];
    for (args, input) in [
        (&two[..], "d4\nd5\nNf3\n"),
        (&two, "e4\n"),
        (&two, ""),
        (&["play", "chess", "--two", "--fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"], ""),
        (&two, "e4\nc5\nsave other.pgn\nnew\n"),
    ] {
        let input = input.replace("other.pgn", &folder.path("other.pgn"));
        let run = typed(args, &format!("{input}save {file}\n")).exits(0);
        run.says(&format!("`{file}` holds another game; name another file, or write over it with `save! {file}`"));
        assert!(saved().contains("1. e4 c5 *"));
    }
    typed(&two, &format!("d4\nsave! {file}\n")).exits(0).says("saved to");
    assert!(saved().contains("1. d4 *"));
}

#[test]
fn a_file_that_holds_something_else_is_written_over_only_when_told_to() {
    let folder = Folder::new("save-other");
    let cheskers = folder.path("cheskers.pgn");
    typed(&["play", "cheskers", "--two"], &format!("save {cheskers}\n")).exits(0).says("saved to");
    for (name, text, why) in [
        ("cheskers.pgn", None, "holds a game of `cheskers`"),
        ("nameless.pgn", Some("1. e4 *\n"), "holds a game of another variant"),
        ("empty.pgn", Some(""), "is empty"),
        ("cut.pgn", Some("[Variant \"chess\"]\n\n1. e4"), "holds no game that can be read to its end"),
        ("notes.txt", Some("[not a game]\n"), "holds no game that can be read to its end"),
        ("bytes", Some("\u{0}\u{1b}\u{7f}"), "holds no game that can be read to its end"),
    ] {
        let file = folder.path(name);
        if let Some(text) = text {
            folder.write(name, text);
        }
        let before = std::fs::read(&file).unwrap();
        let run = typed(&["play", "chess", "--two"], &format!("e4\nsave {file}\n")).exits(0);
        run.says(&format!("`{file}` {why}; name another file, or write over it with `save! {file}`\n"));
        assert_eq!(std::fs::read(&file).unwrap(), before, "{name}");
        let run = typed(&["play", "chess", "--two", "--json"], &format!("e4\nsave {file}\nsave! {file}\n")).exits(0);
        let errors: Vec<bool> = run.stdout.lines().map(|line| line.contains("\"error\":null")).collect();
        assert_eq!(errors, [true, true, false, true], "{name}: {}", run.stdout);
        typed(&["play", "chess", "--two", "--resume", &file], "history\n").exits(0).says("1. e4\n");
    }
    // A definition is not lost whatever is said.
    let toml = folder.write("variant.toml", "format = 1\n");
    let input = format!("save {toml}\nsave! {toml}\n");
    let run = typed(&["play", "chess", "--two"], &input).exits(0).says("is a definition or a script");
    assert!(!run.stdout.contains("saved to") && std::fs::read_to_string(&toml).unwrap() == "format = 1\n");
}

#[test]
fn a_game_that_is_cut_off_is_told_with_the_way_to_go_on() {
    let folder = Folder::new("cut");
    let file = folder.path("game.pgn");
    let input = format!("e4\ne5\nNf3\nNc6\nBb5\na6\nBxc6\nsave {file}\n");
    typed(&["play", "chess", "--two"], &input).exits(0).says("saved to");
    let whole = std::fs::read_to_string(&file).unwrap();
    let end = whole.trim_end().len();
    // Every place in the moves, some in the tags.
    for length in (0..end).filter(|length| length % 16 == 0 || length + 36 > end) {
        folder.write("cut.pgn", &whole[..length]);
        let cut = folder.path("cut.pgn");
        let run = typed(&["play", "chess", "--two", "--resume", &cut], "").exits(1);
        let run = run.complains("error[pgn-syntax]").complains("cut.pgn:");
        assert_eq!(run.stdout, "", "{length} bytes");
        typed(&["play", "chess", "--two"], &format!("d4\nload {cut}\n")).exits(0).says("error[pgn-syntax]");
    }
    // What can be read can be played.
    let cut = folder.write("cut.pgn", &whole[..whole.find(" a6").unwrap()]);
    let run = typed(&["play", "chess", "--two", "--resume", &cut], "").exits(1);
    run.complains("the game is cut off: it ends without a result")
        .complains("is number 5, `Bb5`; if it is whole, write ` *`");
    folder.write("cut.pgn", &format!("{} *", &whole[..whole.find(" a6").unwrap()]));
    typed(&["play", "chess", "--two", "--resume", &cut], "history\n").exits(0).says("3. Bb5\n");
    let empty = folder.write("empty.pgn", "\n \n");
    let run = typed(&["play", "chess", "--two", "--json", "--resume", &empty], "").exits(1);
    assert_eq!(run.json()["error"], "there is no game in this file: it is empty");
}

#[test]
fn who_plays_stays_who_plays_when_a_game_goes_on() {
    let folder = Folder::new("players");
    let file = folder.path("game.pgn");
    typed(&["play", "chess", "--black", "human", "--seed", "1"], &format!("save {file}\n")).exits(0);
    let run = typed(&["play", "chess", "--seed", "1", "--resume", &file], "").exits(0);
    run.says("white: random moves, black: you");
    typed(&["play", "chess", "--two", "--resume", &file], "").exits(0).says("two players");
}

#[test]
fn a_saved_game_of_another_variant_is_refused_for_that() {
    let folder = Folder::new("other");
    let file = folder.path("game.pgn");
    typed(&["play", "cheskers", "--two", "--option", "many=max"], &format!("save {file}\n")).exits(0);
    let run = typed(&["play", "chess", "--two", "--resume", &file], "").exits(1);
    run.complains("error[pgn-variant]: this is a game of `cheskers`, not of `chess`");
    typed(&["play", "cheskers", "--two", "--resume", &file], "").exits(0).says("9 legal moves");
}

#[test]
fn a_game_given_up_stays_so_when_it_is_read_again() {
    let folder = Folder::new("resigned");
    let file = folder.path("game.pgn");
    typed(&["play", "chess", "--two"], &format!("e4\nresign\nsave {file}\n")).exits(0).says("saved to");
    let run = typed(&["play", "chess", "--two", "--resume", &file], "e5\nundo\ne5\n").exits(0);
    run.says("the game is over: resignation, white wins").says("black: e5 (e7e5)\n");
    typed(&["play", "chess"], &format!("load {file}\ne5\n")).exits(0).says("the game is over: resignation");
}

#[test]
fn a_file_without_end_is_not_read_to_its_end() {
    let folder = Folder::new("long");
    let file = folder.write("long.pgn", &"e4 ".repeat(1_000_000));
    typed(&["play", "chess", "--resume", &file], "").exits(1).complains("error[pgn-length]");
}

#[test]
fn any_input_is_survived() {
    let mut input = b"\xff\xfe\n\n   \nmoves \xc3\nsave\nload\nundo\nnew\nflip\nboard\nhelp\n".to_vec();
    input.extend(vec![b'x'; 100_000]);
    let text = String::from_utf8_lossy(&input).into_owned();
    typed(&["play", "chess", "--two"], "e4\u{1b}[31m\n").exits(0).says("cannot read `e4␛[31m`");
    typed(&["play", "diplomat", "--two"], &text)
        .exits(0)
        .says("the legal moves, all or those of the piece on a square");
}

#[test]
fn the_circle_is_played_in_the_language_asked_for() {
    let run = typed(&["play", "diplomat", "--two", "--lang", "es"], "moves\nresign\n").exits(0);
    let run =
        run.says("Ajedrez diplomático; two players").says("\nto move: blancas, 12 legal moves\n").says("caballo ");
    run.says("\nresignation, winner: negras (0-1)\n");
    let run = typed(&["play", "chess", "--two", "--lang", "es"], "f3\ne5\ng4\nDh4\n").exits(0);
    let run = run.says("negras: Dh4# (d8h4)\n").says("\ncheckmate, winner: negras (0-1)\n");
    // A word of the other language never stands in the middle of an English sentence.
    for word in ["blancas", "negras"] {
        for (at, _) in run.stdout.match_indices(word) {
            let behind = &run.stdout[at + word.len()..];
            assert!([":", ",", "\n", " ("].iter().any(|sign| behind.starts_with(sign)), "{}", run.stdout);
        }
    }
}
