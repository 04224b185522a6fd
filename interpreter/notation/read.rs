//! A text and the legal moves of a position in; the number of the move it names out, or exactly why it names none.

use super::coordinate::coordinate;
use super::error::ReadError;
use super::explain::{English, Explainer};
use super::index::Index;
use super::language::Language;
use super::parse::{SIGNS, Spoken, parse};
use super::san::{bare, castling_name};
use crate::position::Position;
use crate::rules::{Move, Rules};
use std::borrow::Cow;

/// The longest text that is read, in characters.
const MAX_LENGTH: usize = 400;

/// Reads a move in coordinate notation or in SAN in a language, strictly or as people write it: signs of check, marks,
/// `x` and `=` may be missing, a chain may name its ends alone. `moves` are all legal moves of the position.
///
/// # Errors
/// When the text has not the form of a move, names none that is legal, several, or the colour of the side that does
/// not move.
pub fn read(
    rules: &mut Rules,
    position: &Position,
    moves: &[Move],
    text: &str,
    language: &Language,
) -> Result<usize, ReadError> {
    Reader::new(rules, position, moves, language).read(text)
}

/// Reads several texts in one position.
pub struct Reader<'a> {
    explainer: Explainer<'a>,
    by_text: Index,
    by_coordinates: Index,
}

impl<'a> Reader<'a> {
    /// A reader for a position, all its legal moves and a language.
    pub fn new(rules: &'a mut Rules, position: &'a Position, moves: &'a [Move], language: &'a Language) -> Reader<'a> {
        let coordinates = coordinate(rules.variant(), position, moves);
        let texts = bare(rules.variant(), position, moves, &coordinates, language);
        Reader::among(rules, position, moves, language, coordinates, texts)
    }

    /// The same where the coordinates of the moves and their texts without signs ([`bare`]) are known.
    pub fn knowing(
        rules: &'a mut Rules,
        position: &'a Position,
        moves: &'a [Move],
        language: &'a Language,
        coordinates: &'a [String],
        texts: &'a [String],
    ) -> Reader<'a> {
        Reader::among(rules, position, moves, language, coordinates, texts)
    }

    fn among(
        rules: &'a mut Rules,
        position: &'a Position,
        moves: &'a [Move],
        language: &'a Language,
        coordinates: impl Into<Cow<'a, [String]>>,
        texts: impl Into<Cow<'a, [String]>>,
    ) -> Reader<'a> {
        let variant = rules.variant().clone();
        let english = English::new(variant.clone());
        let (coordinates, texts) = (coordinates.into(), texts.into());
        let (by_text, by_coordinates) = (Index::new(&texts), Index::new(&coordinates));
        let explainer = Explainer { variant, rules, position, moves, language, english, coordinates, texts };
        Reader { explainer, by_text, by_coordinates }
    }

    /// See [`read`].
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(&mut self, text: &str) -> Result<usize, ReadError> {
        let explainer = &mut self.explainer;
        let text = text.trim();
        if text.is_empty() || text.chars().count() > MAX_LENGTH {
            let shown: String = text.chars().take(24).collect();
            let why = if text.is_empty() { "there is nothing to read" } else { "it is too long for a move" };
            return Err(explainer.unreadable(&shown, why));
        }
        if explainer.moves.is_empty() {
            return Err(explainer.over(text));
        }
        let plain = text.trim_end_matches(SIGNS);
        let exactly = |texts: &[String], index: &Index| {
            index.find(texts, text).or_else(|| index.find(texts, plain).filter(|_| plain != text))
        };
        if let Some(number) = exactly(&explainer.texts, &self.by_text) {
            return Ok(number);
        }
        if let Some(error) = explainer.colour(plain) {
            return Err(error);
        }
        if let Some(number) = exactly(&explainer.coordinates, &self.by_coordinates) {
            return Ok(number);
        }
        explainer.lenient(text)
    }
}

impl std::fmt::Debug for Reader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Reader").field(&self.explainer.texts).finish()
    }
}

impl Explainer<'_> {
    /// Reads what is not written just as it would be here.
    fn lenient(&mut self, text: &str) -> Result<usize, ReadError> {
        let bare = text.trim_end_matches(SIGNS);
        let own = self.own_moves(bare);
        match own.as_slice() {
            [] => {}
            [number] => return Ok(*number),
            _ => return Err(self.ambiguous(text, own)),
        }
        let spoken = match parse(&self.variant, self.language, text) {
            Ok(spoken) => spoken,
            Err(why) => {
                return Err(match self.own_reason(bare) {
                    Some((_, why)) => ReadError::Illegal { text: text.to_owned(), why, near: self.near(text) },
                    None => self.unreadable(text, &why),
                });
            }
        };
        let moves = self.moves;
        let numbers = |fits: &dyn Fn(&Move) -> bool| -> Vec<usize> {
            (0..moves.len()).filter(|number| fits(&moves[*number])).collect()
        };
        let found = match &spoken {
            Spoken::Castling(name) => numbers(&|mv| castling_name(&self.variant, mv) == Some(name)),
            Spoken::Moves(readings) => {
                let variant = self.variant.clone();
                let fits = |mv: &Move| readings.iter().any(|reading| reading.fits(&variant, mv));
                let found = numbers(&fits);
                if found.is_empty() { self.by_route(&fits) } else { found }
            }
        };
        match (found.as_slice(), spoken) {
            ([number], _) => Ok(*number),
            ([], Spoken::Castling(name)) => Err(self.no_castling(text, name)),
            ([], Spoken::Moves(readings)) => Err(self.illegal(text, &readings)),
            _ => Err(self.ambiguous(text, found)),
        }
    }

    /// The error for a text that may mean several moves.
    fn ambiguous(&self, text: &str, found: Vec<usize>) -> ReadError {
        let moves = found.into_iter().map(|number| self.texts[number].clone()).collect();
        ReadError::Ambiguous { text: text.to_owned(), why: "it may be", moves }
    }
}
