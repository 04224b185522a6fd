//! A file of another system in, the name of the system and where to begin out.

use crate::diagnostic::elsewhere::is_key_of_fairy_stockfish;
use crate::diagnostic::{Code, Diagnostic};

/// Systems that keep rules in files of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Foreign {
    FairyStockfish,
    Zillions,
    Ludii,
}

/// The most lines that are looked at.
const MOST_LINES: usize = 2_000;

impl Foreign {
    /// The system whose files have this ending.
    pub(super) fn with_ending(ending: &str) -> Option<Foreign> {
        match ending.to_ascii_lowercase().as_str() {
            "ini" => Some(Foreign::FairyStockfish),
            "zrf" => Some(Foreign::Zillions),
            "lud" => Some(Foreign::Ludii),
            _ => None,
        }
    }

    /// The system whose file a text is, by what stands in it.
    pub(super) fn of_text(text: &str) -> Option<Foreign> {
        let lines = || text.lines().take(MOST_LINES).map(str::trim);
        let is_comment = |line: &&str| line.is_empty() || [";", "//", "#"].iter().any(|sign| line.starts_with(sign));
        let first = lines().find(|line| !is_comment(line))?;
        if first.starts_with('(') {
            let has = |words: &[&str]| lines().any(|line| words.iter().any(|word| line.contains(word)));
            return if has(&["(equipment", "(players ", "(rules"]) {
                Some(Foreign::Ludii)
            } else if has(&["(game", "(variant", "(define", "(version", "(include"]) {
                Some(Foreign::Zillions)
            } else {
                None
            };
        }
        // `[child:parent]` cannot be read as TOML; a definition begins with keys of its own.
        let has_parent = |line: &str| line.starts_with('[') && line.contains(':') && line.ends_with(']');
        let mut n_keys = 0;
        let mut n_parents = 0;
        for line in lines() {
            match line.split_once('=') {
                Some((key, _)) if ["format", "name", "extends"].contains(&key.trim()) => return None,
                Some((key, _)) if is_key_of_fairy_stockfish(key.trim()) => n_keys += 1,
                None if has_parent(line) => n_parents += 1,
                _ => {}
            }
        }
        (n_keys > 1 || n_keys + n_parents > 1 && n_parents > 0).then_some(Foreign::FairyStockfish)
    }

    /// What to say of a file that is this system's.
    pub(super) fn problem(self, label: &str) -> Diagnostic {
        let system = match self {
            Foreign::FairyStockfish => "Fairy-Stockfish",
            Foreign::Zillions => "Zillions of Games",
            Foreign::Ludii => "Ludii",
        };
        Diagnostic::error(Code::NoDefinition, format!("`{label}` is a file of {system}, and no definition"))
            .help("begin with `heterodox new NAME --extends chess`, and write into it what differs from chess")
            .help(format!(
                "the reference, grammar/README.md, says what this language does not do, and the nearest thing; \
                 a word of {system} in a definition is answered by what stands for it here"
            ))
    }
}
