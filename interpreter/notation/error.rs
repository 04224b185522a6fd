//! Why a text names no move: what people are told.

use std::fmt;
use thiserror::Error;

/// Why a text names no move of a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It has not the form of a move.
    #[error("cannot read `{text}`: {why}{}", Near(.near))]
    Unreadable {
        /// What was written, shortened if long.
        text: String,
        /// What is wrong with it, and what was expected.
        why: String,
        /// The legal text most like it.
        near: Option<String>,
    },
    /// It names a move that may not be made.
    #[error("`{text}` is illegal: {why}{}", Near(.near))]
    Illegal {
        /// What was written.
        text: String,
        /// The rule that forbids it.
        why: String,
        /// The legal text most like it.
        near: Option<String>,
    },
    /// It names several moves.
    #[error("`{text}` is ambiguous: {why} {}", List(.moves))]
    Ambiguous {
        /// What was written.
        text: String,
        /// What is left open.
        why: &'static str,
        /// Texts of the moves it may mean.
        moves: Vec<String>,
    },
    /// It names one move, but does not say all of it.
    #[error("`{text}` is not whole: {why}; write `{whole}`")]
    Incomplete {
        /// What was written.
        text: String,
        /// What is missing.
        why: &'static str,
        /// The move as it is written.
        whole: String,
    },
    /// It names the colour of the side that does not move.
    #[error("`{text}` is illegal: `={letter}` says {said}, but {mover} makes this move{}", Near(.near))]
    WrongColour {
        /// What was written.
        text: String,
        /// The letter of the colour.
        letter: char,
        /// What the letter says.
        said: String,
        /// The side that moves.
        mover: String,
        /// The move with its colour set right, if that is legal.
        near: Option<String>,
    },
    /// There is no move to be made.
    #[error("`{text}` cannot be played: {why}")]
    Over {
        /// What was written.
        text: String,
        /// How the game has ended.
        why: String,
    },
}

/// A suggestion behind a message.
struct Near<'a>(&'a Option<String>);

impl fmt::Display for Near<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(text) => write!(f, "; did you mean `{text}`?"),
            None => Ok(()),
        }
    }
}

/// The most moves that a message lists.
const LISTED: usize = 8;

/// Texts of moves in a message.
pub(super) struct List<'a>(pub(super) &'a [String]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, text) in self.0.iter().take(LISTED).enumerate() {
            let joint = match number {
                0 => "",
                _ if number + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{joint}`{text}`")?;
        }
        match self.0.len().checked_sub(LISTED) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, " and {more} more"),
        }
    }
}
