//! A variant and the code of a language in; the letters of its pieces and the names of its sides out.

use crate::board::{KindId, Side};
use crate::variant::Variant;

/// The words with which moves are written and people are addressed in one language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    code: String,
    game: String,
    pieces: Vec<String>,
    letters: Vec<String>,
    sides: [String; 2],
}

impl Language {
    /// The words of a language; English is always there, others where the definition has `[names.CODE]`.
    #[must_use]
    pub fn of(variant: &Variant, code: &str) -> Option<Language> {
        let names = variant.definition().names.get(code).map(|entry| &entry.value);
        if names.is_none() && code != ENGLISH {
            return None;
        }
        let mut language = Language::plain(variant, code);
        let Some(names) = names else { return Some(language) };
        if let Some(game) = &names.game {
            language.game.clone_from(game);
        }
        for (number, kind) in variant.kinds().iter().enumerate() {
            if let Some(entry) = names.pieces.get(&kind.name) {
                language.pieces[number].clone_from(&entry.value.value);
            }
            if let Some(entry) = names.letters.get(&kind.name) {
                language.letters[number].clone_from(&entry.value.value);
            }
        }
        for side in Side::BOTH {
            if let Some(entry) = names.sides.get(&side.to_string()) {
                language.sides[side.index()].clone_from(&entry.value.value);
            }
        }
        Some(language)
    }

    /// English, which every variant has.
    #[must_use]
    pub fn english(variant: &Variant) -> Language {
        Language::of(variant, ENGLISH).unwrap_or_else(|| Language::plain(variant, ENGLISH))
    }

    /// The codes of all languages of a variant, English first.
    #[must_use]
    pub fn codes(variant: &Variant) -> Vec<String> {
        let others = variant.definition().names.keys().filter(|code| *code != ENGLISH);
        std::iter::once(ENGLISH.to_owned()).chain(others.cloned()).collect()
    }

    /// The names and letters by which the definition itself calls things.
    fn plain(variant: &Variant, code: &str) -> Language {
        Language {
            code: code.to_owned(),
            game: variant.name().to_owned(),
            pieces: variant.kinds().iter().map(|kind| kind.name.clone()).collect(),
            letters: variant.kinds().iter().map(|kind| kind.letter.to_string()).collect(),
            sides: Side::BOTH.map(|side| side.to_string()),
        }
    }

    /// The code: `en`, `es`.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// Whether it is English, in which sentences for people are.
    #[must_use]
    pub fn is_english(&self) -> bool {
        self.code == ENGLISH
    }

    /// The name of the game.
    #[must_use]
    pub fn game_name(&self) -> &str {
        &self.game
    }

    /// The name of a kind of piece.
    #[must_use]
    pub fn piece_name(&self, kind: KindId) -> &str {
        self.pieces.get(usize::from(kind)).map_or("", String::as_str)
    }

    /// The letter of a kind of piece.
    #[must_use]
    pub fn letter(&self, kind: KindId) -> &str {
        self.letters.get(usize::from(kind)).map_or("", String::as_str)
    }

    /// The name of a side.
    #[must_use]
    pub fn side_name(&self, side: Side) -> &str {
        &self.sides[side.index()]
    }

    /// The letter of a side: the first of its name, small.
    #[must_use]
    pub fn side_letter(&self, side: Side) -> char {
        let plain = if side == Side::White { 'w' } else { 'b' };
        self.side_name(side).chars().next().and_then(|letter| letter.to_lowercase().next()).unwrap_or(plain)
    }
}

/// The code of English.
pub(crate) const ENGLISH: &str = "en";
