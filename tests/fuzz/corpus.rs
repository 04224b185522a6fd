//! What the fuzzer starts from: every definition of the repository, and the small texts of `tests/fuzz/corpus`, one file
//! for each kind, its entries parted by lines `%%`.

use super::harness::{Kind, SCRIPT};
use std::path::{Path, PathBuf};

/// The line between two entries.
pub(crate) const PARTED: &str = "\n%%\n";

/// All texts to begin with.
pub(crate) fn seeds() -> Vec<(Kind, String)> {
    let mut seeds = committed();
    for folder in ["variants", "examples"] {
        for folder in sorted(folder) {
            let Ok(toml) = std::fs::read_to_string(folder.join("variant.toml")) else { continue };
            // Tests are of one form, and would take most of the chances.
            let toml = toml.split("[[test]]").next().unwrap_or("").to_owned();
            let script = std::fs::read_to_string(folder.join("rules.rhai")).unwrap_or_default();
            seeds.push((Kind::Definition, format!("{toml}\n{SCRIPT}\n{script}")));
        }
    }
    for file in sorted("tests/definitions/bad") {
        if file.extension().is_some_and(|extension| extension == "toml")
            && let Ok(toml) = std::fs::read_to_string(&file)
            && toml.len() < 20_000
        {
            let script = std::fs::read_to_string(file.with_extension("rhai")).unwrap_or_default();
            seeds.push((Kind::Definition, format!("{toml}\n{SCRIPT}\n{script}")));
        }
    }
    seeds
}

/// The texts of `tests/fuzz/corpus`.
pub(crate) fn committed() -> Vec<(Kind, String)> {
    let mut texts = Vec::new();
    for kind in Kind::ALL {
        let file = format!("tests/fuzz/corpus/{}.txt", kind.name());
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        texts.extend(text.trim_end_matches('\n').split(PARTED).map(|entry| (kind, entry.to_owned())));
    }
    texts
}

fn sorted(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(Path::new(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}
