//! A word that this language does not have in, what stands for it here out: words of other systems, and what authors
//! look for under a name of their own. The words and the answers stand in `grammar/elsewhere.txt`.

use super::nearest;
use std::collections::HashMap;
use std::sync::LazyLock;

const TEXT: &str = include_str!("../../../grammar/elsewhere.txt");

/// Who has a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum System {
    /// Configuration files of Fairy-Stockfish.
    FairyStockfish,
    /// Rule files of Zillions of Games.
    Zillions,
    /// Games of Ludii.
    Ludii,
    /// Movement strings as XBoard reads them.
    XBetza,
    /// Several systems, or people.
    Other,
}

/// Where an author may write a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// At the top of a definition: a header, or a key above the first header.
    Table,
    /// A key of a table.
    Key,
    /// The value of this key, which is one of a few words.
    Value(&'static str),
    /// A movement.
    Movement,
    /// A condition or a region.
    Condition,
    /// A script: a function, a property or a variable.
    Script,
}

/// A word that other systems have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// As it is written there; `*` at the end stands for any ending.
    pub word: &'static str,
    /// Who has it.
    pub system: System,
    /// Where it may be written here.
    pub place: Place,
    /// What this language has instead, in words that follow a colon.
    pub here: &'static str,
}

/// All words, once for each place.
static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| read(TEXT));

/// The same by their plain spelling.
static BY_WORD: LazyLock<HashMap<(String, Place), &Entry>> =
    LazyLock::new(|| ENTRIES.iter().map(|entry| ((plain(entry.word), entry.place), entry)).collect());

/// The words with any ending, each with how it begins.
static BEGINNINGS: LazyLock<Vec<(String, &Entry)>> = LazyLock::new(|| {
    let begun = |entry: &'static Entry| Some((plain(entry.word.strip_suffix('*')?), entry));
    ENTRIES.iter().filter_map(begun).collect()
});

/// The longest word that is looked up, in bytes.
const LONGEST: usize = 64;

/// All words of other systems, once for each place where they may be written.
#[must_use]
pub fn entries() -> &'static [Entry] {
    &ENTRIES
}

fn find(word: &str, place: Place) -> Option<&'static Entry> {
    if word.len() > LONGEST {
        return None;
    }
    let word = (plain(word), place);
    let begins = |(start, entry): &&(String, &Entry)| entry.place == place && word.0.starts_with(start.as_str());
    BY_WORD.get(&word).or_else(|| BEGINNINGS.iter().find(begins).map(|(_, entry)| entry)).copied()
}

/// What this language has instead of a word, if the word is known from elsewhere.
#[must_use]
pub fn elsewhere(word: &str, place: Place) -> Option<String> {
    let entry = find(word, place)?;
    Some(match entry.system {
        System::Other => format!("`{word}` does not exist here: {}", entry.here),
        System::FairyStockfish => format!("`{word}` is of Fairy-Stockfish and does not exist here: {}", entry.here),
        System::Zillions => format!("`{word}` is of Zillions of Games and does not exist here: {}", entry.here),
        System::Ludii => format!("`{word}` is of Ludii and does not exist here: {}", entry.here),
        System::XBetza => format!("`{word}` is of XBoard's dialect and does not exist here: {}", entry.here),
    })
}

/// The way out for a word that is not known: what stands for it here, or the word of this language that it is like.
#[must_use]
pub fn way_out<'a>(word: &str, place: Place, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    elsewhere(word, place).or_else(|| Some(format!("did you mean `{}`?", nearest(word, known)?)))
}

/// The same where the words that are known are names that an author gave: one of them that is a letter away is meant.
#[must_use]
pub fn way_to_name<'a>(word: &str, place: Place, names: impl IntoIterator<Item = &'a str> + Clone) -> Option<String> {
    let fits = (3..=LONGEST).contains(&word.len());
    let slip = |name: &&str| fits && strsim::damerau_levenshtein(word, name) == 1;
    match names.clone().into_iter().find(slip) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None => way_out(word, place, names),
    }
}

/// Whether a key is one of Fairy-Stockfish's.
#[must_use]
pub fn is_key_of_fairy_stockfish(key: &str) -> bool {
    find(key, Place::Table).is_some_and(|entry| entry.system == System::FairyStockfish)
}

/// A word without what is written differently from system to system. Of letters alone nothing is taken.
fn plain(word: &str) -> String {
    if word.chars().count() <= 2 {
        return word.to_owned();
    }
    word.chars().filter(|c| !matches!(c, '-' | '_' | '?')).flat_map(char::to_lowercase).collect()
}

fn read(text: &'static str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut here = "";
    // What stands above the first part is for people.
    for line in text.lines().skip_while(|line| !line.starts_with("# ")) {
        if let Some(answer) = line.strip_prefix("> ") {
            here = answer;
        }
        let mut cells = line.split(" | ").map(str::trim);
        let system = cells.next().and_then(System::named);
        let (Some(system), Some(places), Some(words)) = (system, cells.next(), cells.next()) else { continue };
        for place in places.split_whitespace().filter_map(Place::named) {
            entries.extend(words.split_whitespace().map(|word| Entry { word, system, place, here }));
        }
    }
    entries
}

impl System {
    fn named(name: &str) -> Option<System> {
        Some(match name {
            "fairy-stockfish" => System::FairyStockfish,
            "zillions" => System::Zillions,
            "ludii" => System::Ludii,
            "xbetza" => System::XBetza,
            "other" => System::Other,
            _ => return None,
        })
    }
}

impl Place {
    fn named(name: &'static str) -> Option<Place> {
        if let Some(key) = name.strip_prefix("value:") {
            return Some(Place::Value(key));
        }
        Some(match name {
            "table" => Place::Table,
            "key" => Place::Key,
            "movement" => Place::Movement,
            "condition" => Place::Condition,
            "script" => Place::Script,
            _ => return None,
        })
    }
}
