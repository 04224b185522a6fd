//! A game as it is played: a start, the moves made with their texts, how often positions have occurred, the outcome.

pub mod pgn;

use crate::notation::{Language, ReadError, coordinate, read, san_of};
use crate::position::Position;
use crate::rules::{Move, Moves, Outcome, Rules};
use crate::source::{SourceId, Span, Spanned};
use std::collections::HashMap;

/// A move that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// In coordinate notation.
    pub coordinate: String,
    /// In SAN, in English.
    pub san: String,
    /// The move itself.
    pub mv: Move,
}

/// Which legal move to make: by its number, or the move itself.
#[derive(Debug, Clone, Copy)]
pub enum Choice<'a> {
    /// Its number among the legal moves.
    Number(usize),
    /// The move.
    Move(&'a Move),
}

impl From<usize> for Choice<'_> {
    fn from(number: usize) -> Self {
        Choice::Number(number)
    }
}

impl<'a> From<&'a Move> for Choice<'a> {
    fn from(mv: &'a Move) -> Self {
        Choice::Move(mv)
    }
}

/// A game: where it began and what was played.
#[derive(Debug, Clone)]
pub struct Game {
    /// The start and the position after every ply.
    positions: Vec<Position>,
    plies: Vec<Ply>,
    /// How often each position has occurred, by its key.
    occurred: HashMap<u64, u32>,
    english: Language,
    /// The legal moves of the last position, once asked for.
    legal: Option<Moves>,
}

impl Game {
    /// A game from a position.
    #[must_use]
    pub fn new(rules: &mut Rules, start: Position) -> Game {
        let english = Language::english(rules.variant());
        let occurred = HashMap::from([(start.key(), 1)]);
        Game { positions: vec![start], plies: Vec::new(), occurred, english, legal: None }
    }

    /// A game from the start of the variant.
    #[must_use]
    pub fn from_start(rules: &mut Rules) -> Game {
        let start = start_of(rules);
        Game::new(rules, start)
    }

    /// The position reached.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.plies.len()]
    }

    /// The position in which the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// The start and the position after every ply.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves made.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The legal moves of the position reached.
    pub fn legal_moves(&mut self, rules: &mut Rules) -> &[Move] {
        let position = &self.positions[self.plies.len()];
        let repetitions = if self.legal.is_none() { self.repetitions() } else { 1 };
        self.legal.get_or_insert_with(|| rules.legal_moves_at(position, repetitions))
    }

    /// Makes a legal move; false, and nothing done, where it is none.
    pub fn play<'a>(&mut self, rules: &mut Rules, choice: impl Into<Choice<'a>>) -> bool {
        let choice = choice.into();
        self.legal_moves(rules);
        let moves = self.legal.take().unwrap_or_default();
        let number = match choice {
            Choice::Number(number) => Some(number),
            Choice::Move(mv) => moves.iter().position(|legal| legal == mv),
        };
        let position = &self.positions[self.plies.len()];
        let san = number.and_then(|number| san_of(rules, position, &moves, number, &self.english));
        let (Some(number), Some(san)) = (number, san) else {
            self.legal = Some(moves);
            return false;
        };
        let coordinate = coordinate(rules.variant(), position, &moves).swap_remove(number);
        let mv = moves[number].clone();
        let next = rules.play_unchecked(position, &mv);
        self.plies.push(Ply { coordinate, san, mv });
        *self.occurred.entry(next.key()).or_default() += 1;
        self.positions.push(next);
        true
    }

    /// Makes the move that a text names.
    ///
    /// # Errors
    /// When the text names no legal move of the position; nothing is done then.
    pub fn play_text(&mut self, rules: &mut Rules, text: &str, language: &Language) -> Result<(), ReadError> {
        self.legal_moves(rules);
        let moves = self.legal.take().unwrap_or_default();
        let number = read(rules, self.position(), &moves, text, language);
        self.legal = Some(moves);
        self.play(rules, number?);
        Ok(())
    }

    /// For each ply the number that is written before it: that of the move before one of the side that begins games, the
    /// same with dots before one of the other side that opens the game or follows a move of its own.
    #[must_use]
    pub fn numbers(&self, rules: &Rules) -> Vec<Option<String>> {
        let first = rules.variant().first();
        let mut last = None;
        let number = |position: &Position| {
            let turn = position.turn();
            let follows = last.replace(turn).is_some_and(|last| last != turn);
            match (turn == first, follows) {
                (true, _) => Some(format!("{}.", position.move_number())),
                (false, true) => None,
                (false, false) => Some(format!("{}...", position.move_number())),
            }
        };
        self.positions.iter().take(self.plies.len()).map(number).collect()
    }

    /// Takes the last move back; false where there is none.
    pub fn undo(&mut self) -> bool {
        if self.plies.pop().is_none() {
            return false;
        }
        if let Some(times) = self.positions.pop().and_then(|left| self.occurred.get_mut(&left.key())) {
            *times -= 1;
        }
        self.legal = None;
        true
    }

    /// How often the position reached has occurred in this game, this time included.
    #[must_use]
    pub fn repetitions(&self) -> u32 {
        self.occurred.get(&self.position().key()).copied().unwrap_or(1)
    }

    /// How the game stands, if it is over.
    pub fn outcome(&self, rules: &mut Rules) -> Option<Outcome> {
        rules.outcome(self.position(), self.repetitions())
    }
}

/// The position in which games of a variant begin.
pub(crate) fn start_of(rules: &mut Rules) -> Position {
    let text = rules.variant().start().to_owned();
    let span = Span::new(SourceId(0), 0..text.len());
    match rules.position(&Spanned::new(text, span)) {
        Ok((position, _)) => position,
        Err(problems) => panic!("a checked variant has an impossible start: {problems:?}"),
    }
}
