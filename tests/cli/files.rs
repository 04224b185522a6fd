//! Files that the program writes: whole or not at all, under a name that says what they are, and over nothing that would
//! be lost.

use super::{Folder, heterodox, typed};

#[test]
fn the_name_of_a_file_says_what_is_written_or_is_refused() {
    let folder = Folder::new("names-of-files");
    let (svg, text) = ("<svg", "8  r n b");
    for (args, name, begins) in [
        (&["picture", "chess", "--output"][..], "board.svg", svg),
        (&["picture", "chess", "--output"], "board.SVG", svg),
        (&["picture", "chess", "--output"], "board.txt", text),
        (&["picture", "chess", "--output"], "board", svg),
        (&["picture", "chess", "--svg", "--output"], "board", svg),
        (&["picture", "chess", "--text", "--output"], "board.txt", text),
        (&["rules", "chess", "--output"], "page.md", "# Chess"),
        (&["rules", "chess", "--output"], "page", "# Chess"),
        (&["rules", "chess", "--output"], "page.html", "<!DOCTYPE html>"),
        (&["rules", "chess", "--html", "--output"], "page.htm", "<!DOCTYPE html>"),
        (&["rules", "chess", "--html", "--output"], "page", "<!DOCTYPE html>"),
        (&["movement", "N", "--svg"], "knight.svg", svg),
        (&["describe", "chess", "knight", "--svg"], "knight.svg", svg),
    ] {
        let file = folder.path(name);
        heterodox(&[args, &[file.as_str()]].concat()).exits(0);
        let written = std::fs::read_to_string(&file).unwrap();
        assert!(written.starts_with(begins), "{args:?} {name}: {written}");
        std::fs::remove_file(&file).unwrap();
    }
    for (args, name, takes) in [
        (&["picture", "chess", "--output"][..], "board.png", "SVG (`.svg`) or text (`.txt`)"),
        (&["picture", "chess", "--output"], "board.svg.gz", "SVG (`.svg`) or text (`.txt`)"),
        (&["picture", "chess", "--output"], "variant.toml", "SVG (`.svg`) or text (`.txt`)"),
        (&["picture", "chess", "--output"], "game.pgn", "SVG (`.svg`) or text (`.txt`)"),
        (&["picture", "chess", "--svg", "--output"], "board.txt", "SVG (`.svg`)"),
        (&["picture", "chess", "--text", "--output"], "board.svg", "text (`.txt`)"),
        (&["rules", "chess", "--output"], "page.pdf", "Markdown (`.md`) or HTML (`.html`)"),
        (&["rules", "chess", "--html", "--output"], "page.md", "HTML (`.html`)"),
        (&["movement", "N", "--svg"], "knight.png", "SVG (`.svg`)"),
        (&["describe", "chess", "knight", "--svg"], "knight.html", "SVG (`.svg`)"),
    ] {
        let file = folder.path(name);
        let run = heterodox(&[args, &[file.as_str()]].concat()).exits(2);
        run.complains(&format!("cannot write `{file}`: this command writes {takes} here; name the file `"));
        assert!(!std::fs::exists(&file).unwrap(), "{name}");
    }
}

#[test]
fn a_result_is_written_over_a_result_of_before() {
    let folder = Folder::new("over");
    let page = folder.write("page.md", &"old\n".repeat(10_000));
    heterodox(&["rules", "chess", "--out", &page]).exits(0);
    let text = std::fs::read_to_string(&page).unwrap();
    assert!(text.starts_with("# Chess") && !text.contains("old\n"));
    let names: Vec<_> = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["page.md"], "nothing else is left");
}

#[cfg(unix)]
mod unix {
    use super::{Folder, heterodox, typed};
    use crate::cli::{Run, program};
    use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
    use std::process::{Command, Stdio};

    /// Runs the program where a file can have no byte, as on a full disk.
    fn on_a_full_disk(args: &[&str], input: &str) -> Run {
        let words = program(args);
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; printf \"$INPUT\" | \"$@\"", "sh"]);
        shell.arg(words.get_program()).args(words.get_args()).current_dir(env!("CARGO_MANIFEST_DIR"));
        let shell = shell.env("INPUT", input).env("XDG_STATE_HOME", std::env::temp_dir().join("heterodox-full"));
        let run = shell.stdin(Stdio::null()).output().unwrap().into();
        let _ = std::fs::remove_dir_all(std::env::temp_dir().join("heterodox-full"));
        run
    }

    #[test]
    fn a_file_that_cannot_be_written_stays_as_it_was() {
        let folder = Folder::new("full");
        let (game, page, board) = (folder.path("game.pgn"), folder.path("page.md"), folder.path("board.svg"));
        typed(&["play", "chess", "--two"], &format!("e4\nsave {game}\n")).exits(0).says("saved to");
        heterodox(&["rules", "chess", "--output", &page]).exits(0);
        let before = [&game, &page].map(|file| std::fs::read(file).unwrap());
        let play = ["play", "chess", "--two", "--resume", &game];
        let run = on_a_full_disk(&play, &format!("e5\nsave {game}\nsave {board}\nNf3\n")).exits(0);
        let run = run.says(&format!("cannot write `{game}`: File too large")).says("white: Nf3");
        assert!(!run.stdout.contains("saved to"));
        // That the game is not kept either is told once.
        assert_eq!(run.stderr.matches("the game is not kept while it is played").count(), 1, "{}", run.stderr);
        for args in [&["rules", "cheskers", "--output", &page][..], &["picture", "chess", "--output", &board]] {
            on_a_full_disk(args, "").exits(1).complains(&format!("cannot write `{}`: File too large", args[3]));
        }
        assert_eq!([&game, &page].map(|file| std::fs::read(file).unwrap()), before);
        let mut names: Vec<_> = std::fs::read_dir(&folder.0).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        assert_eq!(names, ["game.pgn", "page.md"], "nothing else is left");
    }

    #[test]
    fn only_plain_files_are_written_and_read() {
        let folder = Folder::new("plain");
        let pipe = folder.path("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        symlink("/dev/null", folder.path("null")).unwrap();
        symlink("/dev/stdout", folder.path("out")).unwrap();
        let null = folder.path("null");
        for file in [&pipe, &null, &folder.path("out"), "/dev/null", "/dev/stdout", "/dev/fd/1"] {
            heterodox(&["picture", "chess", "--output", file]).exits(1).complains("is no plain file");
            let input = format!("save {file}\nsave! {file}\n");
            let run = typed(&["play", "chess", "--two"], &input).exits(0).says("is no plain file");
            assert!(!run.stdout.contains("saved to"), "{file}");
            typed(&["play", "chess", "--two"], &format!("load {file}\n")).exits(0).says("is no plain file");
            heterodox(&["play", "chess", "--resume", file]).exits(1).complains("is no plain file");
        }
        heterodox(&["picture", "chess", "--output", &folder.path("")]).exits(1).complains("is a folder");
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(std::fs::metadata(&null).unwrap().file_type().is_char_device());
    }

    #[test]
    fn links_and_permissions_stay_and_what_is_protected_is_not_written() {
        let folder = Folder::new("links");
        let game = folder.path("game.pgn");
        typed(&["play", "chess", "--two"], &format!("save {game}\n")).exits(0);
        std::fs::set_permissions(&game, PermissionsExt::from_mode(0o640)).unwrap();
        let link = folder.path("link.pgn");
        symlink("game.pgn", &link).unwrap();
        typed(&["play", "chess", "--two"], &format!("e4\nsave {link}\n")).exits(0).says("saved to");
        assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(std::fs::read_to_string(&game).unwrap().contains("1. e4"));
        assert_eq!(std::fs::metadata(&game).unwrap().permissions().mode() & 0o777, 0o640);
        std::fs::set_permissions(&game, PermissionsExt::from_mode(0o440)).unwrap();
        let run = typed(&["play", "chess", "--two"], &format!("e4\ne5\nsave {game}\nsave! {game}\n")).exits(0);
        run.says("is read-only; name another file");
        assert!(!std::fs::read_to_string(&game).unwrap().contains("e5"));
    }
}
