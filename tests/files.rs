//! What a definition may read: its own folder, and from there parents by relative paths. A definition comes from
//! elsewhere, and nothing that it names may show what else is on the disk, or wait for ever.

use crate::support::GAMES;
use heterodox::bundled::Bundled;
use heterodox::definition::loader::{Loaded, load};
use heterodox::diagnostic::render::{Style, render};
use std::path::PathBuf;

/// A folder that goes when the test does.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("heterodox-files-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path.canonicalize().unwrap())
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn load(&self, name: &str) -> Loaded {
        load(&self.0.join(name).display().to_string(), &Bundled, &[])
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn child(extends: &str) -> String {
    format!("format = 1\nname = \"Child\"\nextends = \"{extends}\"\n")
}

const PARENT: &str = "format = 1\nname = \"Parent\"\nextends = \"chess\"\n";

/// What no message may say.
const SECRET: &str = "a-password-of-somebody";

#[track_caller]
fn refused(loaded: &Loaded, code: &str) {
    let said = render(&loaded.diagnostics, &loaded.sources, Style::Plain);
    let codes: Vec<&str> = loaded.diagnostics.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, [code], "{said}");
    assert!(!said.contains(SECRET), "{said}");
    assert!(loaded.diagnostics[0].primary.is_some(), "it says where\n{said}");
}

#[test]
fn parents_are_reached_by_relative_paths() {
    let folder = Folder::new("relative");
    folder.write("parent/variant.toml", PARENT);
    folder.write("single.toml", PARENT);
    for (name, extends) in [
        ("games/child", "../../parent"),
        ("games/child", "../../parent/variant.toml"),
        ("games/child", "../../single.toml"),
        ("child", "./../single.toml"),
        ("child", GAMES[0]),
    ] {
        folder.write(&format!("{name}/variant.toml"), child(extends));
        let loaded = folder.load(name);
        assert!(loaded.is_sound(), "{extends}\n{}", render(&loaded.diagnostics, &loaded.sources, Style::Plain));
    }
    let absolute = folder.0.join("parent").display().to_string();
    folder.write("child/variant.toml", child(&absolute));
    refused(&folder.load("child"), "file-outside");
}

#[test]
fn nothing_is_shown_of_a_file_that_is_no_definition() {
    let folder = Folder::new("foreign");
    let odd = [
        ("secret.toml", format!("token = \"{SECRET}\"\n")),
        ("broken.toml", format!("{SECRET} [ = \"\n")),
        ("later.toml", format!("[{SECRET}]\nformat = 1\n")),
        ("words.toml", format!("format = \"{SECRET}\"\n")),
        ("comment.toml", format!("# format = 1\n{SECRET}\n")),
    ];
    for (name, text) in &odd {
        folder.write(name, text);
        folder.write("child/variant.toml", child(&format!("../{name}")));
        refused(&folder.load("child"), "no-definition");
    }
    folder.write("latin.toml", [SECRET.as_bytes(), b"\n\xff\n"].concat());
    folder.write("child/variant.toml", child("../latin.toml"));
    refused(&folder.load("child"), "no-definition");
    for name in ["passwd", "notes.txt", ".profile"] {
        folder.write(name, SECRET);
        folder.write("child/variant.toml", child(&format!("../{name}")));
        refused(&folder.load("child"), "no-definition");
        // The command line may name only definitions, too.
        let loaded = folder.load(name);
        assert_eq!(loaded.diagnostics[0].code, "no-definition");
        folder.write("child/variant.toml", "format = 1\nname = \"x\"\nextends = \"chess\"\nscript = \"notes.txt\"\n");
        folder.write("child/notes.txt", SECRET);
        refused(&folder.load("child"), "file-outside");
    }
}

#[test]
fn all_files_of_a_definition_together_have_a_bound() {
    let folder = Folder::new("together");
    let padding = format!("# {}\n", "x".repeat(900_000));
    folder.write("1.toml", format!("{}{padding}", child("2.toml")));
    folder.write("2.toml", format!("{}{padding}", child("3.toml")));
    folder.write("3.toml", format!("{PARENT}{padding}"));
    let loaded = folder.load("1.toml");
    assert_eq!(loaded.diagnostics[0].code, "file-too-large");
    assert!(folder.load("2.toml").is_sound());
}

#[cfg(unix)]
mod links {
    use super::{Folder, PARENT, SECRET, child, refused};
    use std::os::unix::fs::symlink;
    use std::process::Command;

    #[test]
    fn links_are_not_followed() {
        let folder = Folder::new("links");
        folder.write("elsewhere/variant.toml", PARENT);
        folder.write("elsewhere/rules.rhai", format!("fn f(piece) {{ {SECRET} "));
        folder.write("child/own/variant.toml", PARENT);
        symlink(folder.0.join("elsewhere"), folder.0.join("child/folder")).unwrap();
        symlink(folder.0.join("elsewhere/variant.toml"), folder.0.join("child/file.toml")).unwrap();
        symlink(folder.0.join("elsewhere/rules.rhai"), folder.0.join("child/rules.rhai")).unwrap();
        symlink("own", folder.0.join("child/near")).unwrap();
        for extends in ["folder", "folder/variant.toml", "file.toml", "near", "../child/folder", "folder/../own"] {
            folder.write("child/variant.toml", child(extends));
            refused(&folder.load("child"), "file-outside");
        }
        folder.write("inner/x", "");
        symlink(folder.0.join("elsewhere/variant.toml"), folder.0.join("inner/variant.toml")).unwrap();
        folder.write("child/variant.toml", child("../inner"));
        refused(&folder.load("child"), "file-outside");
        folder.write("child/variant.toml", PARENT.replace("name", "script = \"rules.rhai\"\nname"));
        refused(&folder.load("child"), "file-outside");
        // Whoever names a link on the command line means it.
        symlink(folder.0.join("elsewhere"), folder.0.join("mine")).unwrap();
        assert!(folder.load("mine").is_sound());
        folder.write("elsewhere/variant.toml", child("../child/own"));
        assert!(folder.load("mine").is_sound(), "a path begins where the folder really is");
    }

    #[test]
    fn only_plain_files_are_opened() {
        let folder = Folder::new("plain");
        let pipe = |name: &str| {
            std::fs::create_dir_all(folder.0.join(name).parent().unwrap()).unwrap();
            assert!(Command::new("mkfifo").arg(folder.0.join(name)).status().unwrap().success());
        };
        pipe("pipe.toml");
        pipe("inner/variant.toml");
        pipe("child/rules.rhai");
        std::fs::create_dir_all(folder.0.join("child/folder.rhai")).unwrap();
        for extends in ["../pipe.toml", "../inner"] {
            folder.write("child/variant.toml", child(extends));
            refused(&folder.load("child"), "not-found");
        }
        for script in ["rules.rhai", "folder.rhai"] {
            folder.write("child/variant.toml", PARENT.replace("name", &format!("script = \"{script}\"\nname")));
            refused(&folder.load("child"), "not-found");
        }
        for name in ["pipe.toml", "inner"] {
            assert!(!folder.load(name).is_sound());
        }
    }
}
