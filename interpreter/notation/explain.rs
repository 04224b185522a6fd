//! A text that names no legal move in; the rule that forbids it out, in words for players.

use super::error::{List, ReadError};
use super::language::Language;
use super::parse::{Origin, Reading, SIGNS};
use crate::board::{KindId, Square};
use crate::diagnostic::nearest;
use crate::position::Position;
use crate::rules::{Move, Refusal, Rules};
use crate::variant::Variant;
use std::borrow::Cow;
use std::cell::OnceCell;

/// A position with its legal moves and their texts, about which questions are answered.
pub(super) struct Explainer<'a> {
    pub(super) variant: Variant,
    pub(super) rules: &'a mut Rules,
    pub(super) position: &'a Position,
    pub(super) moves: &'a [Move],
    pub(super) language: &'a Language,
    /// The language of messages.
    pub(super) english: English,
    /// The moves in coordinates.
    pub(super) coordinates: Cow<'a, [String]>,
    /// The moves in SAN without signs.
    pub(super) texts: Cow<'a, [String]>,
}

/// The names of pieces in messages, looked up when the first is wanted.
pub(super) struct English {
    variant: Variant,
    language: OnceCell<Language>,
}

impl English {
    pub(super) fn new(variant: Variant) -> English {
        English { variant, language: OnceCell::new() }
    }

    pub(super) fn piece_name(&self, kind: KindId) -> &str {
        self.language.get_or_init(|| Language::english(&self.variant)).piece_name(kind)
    }
}

/// A reason and how near to a legal move it comes; of several readings, the nearest is spoken of.
pub(super) type Reason = (u8, String);

impl Explainer<'_> {
    /// The error for a text without the form of a move.
    pub(super) fn unreadable(&self, text: &str, why: &str) -> ReadError {
        let why = match (self.coordinates.first(), self.texts.first()) {
            (Some(coordinate), Some(san)) if coordinate != san => {
                format!("{why}; moves are written as `{coordinate}` or `{san}`")
            }
            (Some(coordinate), _) => format!("{why}; moves are written as `{coordinate}`"),
            _ => why.to_owned(),
        };
        // What cannot be seen may still move the cursor of a terminal.
        let shown = |text: &str| text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        ReadError::Unreadable { text: shown(text), why: shown(&why), near: self.near(text) }
    }

    /// The error where there is no move.
    pub(super) fn over(&mut self, text: &str) -> ReadError {
        let why = match self.rules.outcome(self.position, 1) {
            Some(outcome) => format!("the game is over, {}", outcome.in_words()),
            None => "there is no legal move".to_owned(),
        };
        ReadError::Over { text: text.to_owned(), why }
    }

    /// The moves that lead to the same result as a route, listed or not, for which something holds.
    pub(super) fn by_route(&mut self, fits: &dyn Fn(&Move) -> bool) -> Vec<usize> {
        let mut routes = self.rules.routes(self.position);
        routes.retain(fits);
        let leads = |number: &usize| routes.iter().any(|route| route.has_result_of(&self.moves[*number]));
        (0..self.moves.len()).filter(leads).collect()
    }

    /// The error for readings none of which is legal.
    pub(super) fn illegal(&mut self, text: &str, readings: &[Reading]) -> ReadError {
        let own = self.own_reason(text.trim_end_matches(SIGNS));
        // Squares may be read as an ordinary move, too, and so as a text of a piece that has none of it.
        if own.as_ref().is_none_or(|(rank, _)| *rank < 3)
            && let Some(error) = self.nearly(text, readings)
        {
            return error;
        }
        let mut best = own;
        for reading in readings {
            let reason = self.reason(reading);
            if best.as_ref().is_none_or(|(rank, _)| reason.0 > *rank) {
                best = Some(reason);
            }
        }
        let (rank, why) = best.unwrap_or_else(|| (0, "no piece can move so".to_owned()));
        // What a piece could do but for the rules was no slip of the pen.
        let near = if rank < 4 { self.near(text) } else { None };
        ReadError::Illegal { text: text.to_owned(), why, near }
    }

    /// The error where a legal move differs in what is said beside the squares, or goes further.
    fn nearly(&mut self, text: &str, readings: &[Reading]) -> Option<ReadError> {
        let variant = &self.variant.clone();
        let longer = |mv: &Move| {
            let landings = mv.landings();
            readings.iter().any(|reading| {
                let whole = Reading { landings: landings.clone(), gain: mv.promotion(), ..reading.clone() };
                landings.len() > reading.landings.len()
                    && landings.starts_with(&reading.landings)
                    && whole.fits(variant, mv)
            })
        };
        let further: Vec<String> =
            self.by_route(&longer).into_iter().map(|number| self.texts[number].clone()).collect();
        let alike = |fits: &dyn Fn(&Reading, &Move) -> bool| -> Vec<String> {
            let found = (0..self.moves.len())
                .filter(|number| readings.iter().any(|reading| fits(reading, &self.moves[*number])));
            found.map(|number| self.texts[number].clone()).collect()
        };
        let illegal = |why: String, texts: &[String]| {
            let near = texts.first().cloned();
            Some(ReadError::Illegal { text: text.to_owned(), why, near })
        };
        let mut unsaid = alike(&|reading, mv| reading.gain.is_none() && reading.fits_but_for_gain(variant, mv));
        if unsaid.len() == 1 {
            let (why, whole) = ("it does not say what to promote to", unsaid.swap_remove(0));
            return Some(ReadError::Incomplete { text: text.to_owned(), why, whole });
        }
        if !unsaid.is_empty() {
            let why = "it does not say what to promote to:";
            return Some(ReadError::Ambiguous { text: text.to_owned(), why, moves: unsaid });
        }
        let unmarked = alike(&|reading, mv| Reading { mark: None, ..reading.clone() }.fits(variant, mv));
        if !unmarked.is_empty() {
            let mark = readings.iter().find_map(|reading| reading.mark.clone()).unwrap_or_default();
            return illegal(format!("this move does not carry the mark `{mark}`"), &unmarked);
        }
        let gains = alike(&|reading, mv| reading.fits_but_for_gain(variant, mv));
        if !gains.is_empty() {
            let gain = readings.iter().find_map(|reading| reading.gain);
            let gain = gain.map_or("that", |kind| self.english.piece_name(kind));
            return illegal(format!("this move does not promote to a {gain}"), &gains);
        }
        let quiet = alike(&|reading, mv| Reading { takes: false, ..reading.clone() }.fits(variant, mv));
        if !quiet.is_empty() {
            return illegal("this move takes nothing".to_owned(), &quiet);
        }
        if !further.is_empty() {
            let why = format!("the move must go on, as in {}", List(&further));
            return Some(ReadError::Illegal { text: text.to_owned(), why, near: None });
        }
        let otherwise = |fits: &dyn Fn(&Reading, &Move) -> bool| -> Option<usize> {
            let same = |reading: &Reading, mv: &Move| {
                let kind = reading.kind.is_none_or(|kind| kind == mv.kind());
                kind && reading.origin.is(variant.board(), mv.from()) && fits(reading, mv)
            };
            (0..self.moves.len()).find(|number| readings.iter().any(|reading| same(reading, &self.moves[*number])))
        };
        let castling = otherwise(&|reading, mv| {
            let goals = [Some(mv.to()), mv.castles_with()];
            mv.castles_with().is_some()
                && reading.landings.len() == 1
                && goals.contains(&reading.landings.last().copied())
        });
        if let Some(number) = castling {
            let (short, plain) = (&self.texts[number], &self.coordinates[number]);
            let written = if short == plain { format!("`{short}`") } else { format!("`{short}` or `{plain}`") };
            let why = format!("castling is written {written}");
            return Some(ReadError::Illegal { text: text.to_owned(), why, near: None });
        }
        let bought = otherwise(&|reading, mv| {
            let has_text = mv.movement(variant).is_some_and(|movement| movement.text.is_some());
            let chain = mv.is_chain() && reading.landings.last() == Some(&mv.to());
            chain || has_text && reading.landings.as_slice() == [mv.to()]
        });
        let near = bought.map(|number| self.texts[number].clone())?;
        illegal("that is not how this move is written".to_owned(), &[near])
    }

    /// Why a reading is not legal.
    fn reason(&mut self, reading: &Reading) -> Reason {
        let us = self.position.turn();
        let board = self.variant.board();
        let name = |kind: KindId| self.english.piece_name(kind);
        let Some(&target) = reading.landings.last() else { return (0, "it names no square to go to".to_owned()) };
        let mut pieces: Vec<Square> = Vec::new();
        if let Origin::Square(origin) = reading.origin {
            let square = board.name(origin);
            match (self.position.at(origin), reading.kind) {
                (None, _) => return (1, format!("there is no piece on `{square}`")),
                (Some((side, kind)), _) if side != us => {
                    return (2, format!("the {} on `{square}` is {side}'s, and {us} is to move", name(kind)));
                }
                (Some((_, kind)), Some(said)) if kind != said => {
                    return (2, format!("the piece on `{square}` is a {}, not a {}", name(kind), name(said)));
                }
                _ => pieces.push(origin),
            }
        } else {
            let own = |square: &Square| self.position.at(*square) == reading.kind.map(|kind| (us, kind));
            pieces.extend(board.squares().filter(own));
            let kind = reading.kind.map_or("piece", name);
            if pieces.is_empty() {
                return (1, format!("{us} has no {kind}"));
            }
            pieces.retain(|square| reading.origin.is(board, *square));
            match &reading.origin {
                Origin::File(file) if pieces.is_empty() => return (1, format!("{us} has no {kind} on file `{file}`")),
                Origin::Rank(rank) if pieces.is_empty() => return (1, format!("{us} has no {kind} on rank `{rank}`")),
                _ => {}
            }
        }
        let first = reading.landings.first().copied().unwrap_or(target);
        let refusals = pieces.iter().map(|from| {
            let whole = self.rules.refusal(self.position, *from, target);
            if whole == Refusal::Unreachable {
                whole
            } else {
                whole.max(self.rules.refusal(self.position, *from, first))
            }
        });
        let refusal = refusals.max().unwrap_or(Refusal::Unreachable);
        if refusal == Refusal::Unreachable
            && let Some(reason) = self.castling_reason(reading)
        {
            return reason;
        }
        match refusal {
            Refusal::Unreachable => {
                let goal = self.variant.board().name(target);
                let kind = pieces.first().and_then(|square| self.position.at(*square)).map(|(_, kind)| kind);
                let kind = kind.map_or("piece", |kind| self.english.piece_name(kind));
                let standing = match self.position.at(target) {
                    Some((side, kind)) if side == us => {
                        format!(", where a {} of {us} stands", self.english.piece_name(kind))
                    }
                    _ => String::new(),
                };
                match pieces.as_slice() {
                    [from] => {
                        let from = self.variant.board().name(*from);
                        (3, format!("the {kind} on `{from}` cannot go to `{goal}`{standing}"))
                    }
                    _ => (3, format!("no {kind} of {us} can go to `{goal}`{standing}")),
                }
            }
            refusal => self.refused(refusal),
        }
    }

    /// Why a move that its piece could make is not legal.
    pub(super) fn refused(&mut self, refusal: Refusal) -> Reason {
        let duty = self.variant.definition().duty.as_ref();
        match refusal {
            Refusal::Owed if duty.is_some_and(|duty| duty.claim.is_some()) => {
                (5, format!("another move is owed first: {}", List(&self.texts)))
            }
            Refusal::Unreachable | Refusal::Owed => (4, "it is not among the legal moves".to_owned()),
            Refusal::Unsafe => (4, self.unsafe_move()),
            Refusal::Forbidden => (4, self.forbidden()),
        }
    }

    /// What is said of a move that a function of the definition forbids.
    fn forbidden(&self) -> String {
        let allowed = self.variant.definition().duty.as_ref().and_then(|duty| duty.allowed.as_ref());
        let name = allowed.map_or("allowed", |name| name.value.as_str());
        let functions = self.rules.program().map_or(&[][..], |program| program.functions());
        match functions.iter().find(|function| function.name == name).and_then(|function| function.comment()) {
            Some(comment) => format!("a rule of this game forbids it here: {}", comment.trim_end_matches('.')),
            None => format!("a rule of this game, the function `{name}`, forbids it here"),
        }
    }

    /// What is said of a move after which a royal piece would be attacked.
    fn unsafe_move(&mut self) -> String {
        let us = self.position.turn();
        let royal = self.variant.kinds().iter().position(|kind| kind.royal);
        let royal = royal.map_or("king", |kind| self.english.piece_name(kind as KindId)).to_owned();
        if self.rules.in_check(self.position) {
            format!("{us} is in check, and this does not end it")
        } else {
            format!("it would leave the {royal} of {us} in check")
        }
    }

    /// The text of a legal move most like this one.
    pub(super) fn near(&self, text: &str) -> Option<String> {
        let known = self.texts.iter().chain(self.coordinates.iter()).map(String::as_str);
        nearest(text, known).map(str::to_owned)
    }
}
