//! Texts that definitions give to moves (`text = "{target}={side}"`): a text that names no legal move in; whose move it
//! would be, and why it is not legal, out.

use super::error::ReadError;
use super::explain::{Explainer, Reason};
use super::language::Language;
use super::{Words, fill, own_text, plain_letter};
use crate::board::{Board, KindId, Side, Square};
use crate::rules::{Move, Refusal};
use crate::variant::{MovementInfo, Variant};

/// The most readings of one text that are followed.
const MAX_READINGS: usize = 64;

/// A part of the text of a movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part<'a> {
    Plain(&'a str),
    Origin,
    Target,
    Side,
    Piece,
}

/// A text read as that of a move by one movement. What the text does not say is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Reading {
    movement: usize,
    origin: Option<Square>,
    target: Option<Square>,
    side: Option<Side>,
    piece: Option<KindId>,
    /// It has a number behind it, by which moves are told apart that nothing else does.
    numbered: bool,
}

/// The parts of the text of a movement.
fn parts(template: &str) -> Vec<Part<'_>> {
    const WORDS: [(&str, Part<'_>); 4] =
        [("{origin}", Part::Origin), ("{target}", Part::Target), ("{side}", Part::Side), ("{piece}", Part::Piece)];
    let mut parts = Vec::new();
    let mut rest = template;
    while !rest.is_empty() {
        if let Some((word, part)) = WORDS.iter().find(|(word, _)| rest.starts_with(word)) {
            parts.push(*part);
            rest = &rest[word.len()..];
            continue;
        }
        let next = WORDS.iter().filter_map(|(word, _)| rest.find(word)).min().unwrap_or(rest.len());
        parts.push(Part::Plain(&rest[..next]));
        rest = &rest[next..];
    }
    parts
}

/// What texts are read with.
struct Reader<'a> {
    variant: &'a Variant,
    language: &'a Language,
    steps: usize,
    found: Vec<Reading>,
}

impl<'a> Reader<'a> {
    /// Follows every way in which the rest of a text may be what the parts say.
    fn walk(&mut self, parts: &[Part<'_>], rest: &str, so_far: Reading) {
        if self.steps == 0 || self.found.len() >= MAX_READINGS {
            return;
        }
        self.steps -= 1;
        let Some((part, parts)) = parts.split_first() else {
            if rest.is_empty() && !self.found.contains(&so_far) {
                self.found.push(so_far);
            }
            return;
        };
        let (variant, language): (&'a Variant, &'a Language) = (self.variant, self.language);
        let board = variant.board();
        match part {
            Part::Plain(text) => {
                if let Some(rest) = rest.strip_prefix(text) {
                    self.walk(parts, rest, so_far);
                }
            }
            Part::Origin => {
                for (square, rest) in named(board, rest).filter(|(square, _)| may_be(so_far.origin, *square)) {
                    self.walk(parts, rest, Reading { origin: Some(square), ..so_far });
                }
            }
            Part::Target => {
                for (square, rest) in named(board, rest).filter(|(square, _)| may_be(so_far.target, *square)) {
                    self.walk(parts, rest, Reading { target: Some(square), ..so_far });
                }
            }
            Part::Side => {
                for side in Side::BOTH.into_iter().filter(|side| may_be(so_far.side, *side)) {
                    let letters = [language.side_letter(side), plain_letter(side)];
                    for rest in letters.into_iter().filter_map(|letter| rest.strip_prefix(letter)) {
                        self.walk(parts, rest, Reading { side: Some(side), ..so_far });
                    }
                }
            }
            Part::Piece => {
                for (kind, info) in (0..).zip(variant.kinds()).filter(|(kind, _)| may_be(so_far.piece, *kind)) {
                    let rests = [rest.strip_prefix(language.letter(kind)), rest.strip_prefix(info.letter)];
                    for rest in rests.into_iter().flatten() {
                        self.walk(parts, rest, Reading { piece: Some(kind), ..so_far });
                    }
                }
            }
        }
    }
}

/// Whether what a text has said already, if it has, is this.
fn may_be<T: PartialEq>(said: Option<T>, this: T) -> bool {
    said.is_none_or(|said| said == this)
}

/// The squares whose names a text begins with, and the rest of it.
fn named<'a>(board: &'a Board, text: &'a str) -> impl Iterator<Item = (Square, &'a str)> {
    board.squares().filter_map(move |square| Some((square, text.strip_prefix(board.name(square))?)))
}

impl Explainer<'_> {
    /// The legal moves that a text of a movement may mean, though it is not just how one of them is written.
    pub(super) fn own_moves(&self, text: &str) -> Vec<usize> {
        let readings = self.own_readings(text);
        let fits = |reading: &Reading, mv: &Move| {
            mv.movement_number(&self.variant) == Some(reading.movement)
                && !reading.numbered
                && may_be(reading.origin, mv.from())
                && may_be(reading.target, mv.to())
                && may_be(reading.piece, mv.kind())
                && may_be(reading.side, self.position.turn())
        };
        (0..self.moves.len())
            .filter(|number| readings.iter().any(|reading| fits(reading, &self.moves[*number])))
            .collect()
    }

    /// All readings of a text as that of a movement, also with the origin before it, as moves that share a text are
    /// written.
    fn own_readings(&self, text: &str) -> Vec<Reading> {
        let board = self.variant.board();
        let mut reader = Reader { variant: &self.variant, language: self.language, steps: 20_000, found: Vec::new() };
        let counted = text.rsplit_once('/').filter(|(_, number)| number.parse::<u16>().is_ok());
        let texts = [Some((text, false)), counted.map(|(text, _)| (text, true))];
        for (movement, info) in self.variant.movements().iter().enumerate() {
            let Some(template) = &info.text else { continue };
            let parts = parts(template);
            for (text, numbered) in texts.into_iter().flatten() {
                let reading = Reading { movement, numbered, ..Reading::default() };
                reader.walk(&parts, text, reading);
                for (origin, rest) in named(board, text) {
                    reader.walk(&parts, rest, Reading { origin: Some(origin), ..reading });
                }
            }
        }
        reader.found
    }

    /// Why a text that a movement gives is not legal; of several readings, the nearest miss.
    pub(super) fn own_reason(&mut self, text: &str) -> Option<Reason> {
        let mut readings = self.own_readings(text);
        readings.retain(|reading| reading.side != Some(self.position.turn().other()));
        let reasons = readings.into_iter().map(|reading| self.reason_of_own(reading));
        reasons.max_by_key(|(rank, _)| *rank)
    }

    fn reason_of_own(&mut self, reading: Reading) -> Reason {
        let us = self.position.turn();
        let variant = self.variant.clone();
        let board = variant.board();
        let Some(info) = variant.movements().get(reading.movement) else { return (0, String::new()) };
        let name = |kind: KindId| self.english.piece_name(kind).to_owned();
        let whose = (0..).zip(variant.kinds()).filter(|(kind, _)| info.kinds.has(*kind));
        let whose: Vec<String> = whose.map(|(kind, _)| name(kind)).collect();
        let whose = if whose.len() > 3 { "several pieces".to_owned() } else { format!("a {}", whose.join(" or a ")) };
        let about = |why: String| format!("{why} (it is written so when {whose} moves by `{}`)", info.written);
        let has_it = |kind: KindId| info.kinds.has(kind) && may_be(reading.piece, kind);
        let mut pieces: Vec<Square> = Vec::new();
        match reading.origin.map(|origin| (origin, self.position.at(origin))) {
            Some((origin, None)) => {
                return (1, about(format!("there is no piece on `{}`", board.name(origin))));
            }
            Some((origin, Some((side, kind)))) if side != us => {
                let square = board.name(origin);
                return (2, about(format!("the {} on `{square}` is {side}'s, and {us} is to move", name(kind))));
            }
            Some((origin, Some((_, kind)))) if !has_it(kind) => {
                return (2, about(format!("the {} on `{}` cannot do that", name(kind), board.name(origin))));
            }
            Some((origin, Some(_))) => pieces.push(origin),
            None => {
                let can =
                    |square: &Square| self.position.at(*square).is_some_and(|(side, kind)| side == us && has_it(kind));
                pieces.extend(board.squares().filter(can));
                if pieces.is_empty() {
                    let who = reading.piece.map_or_else(|| "piece that can do that".to_owned(), name);
                    return (1, about(format!("{us} has no {who}")));
                }
            }
        }
        let targets: Vec<Square> = reading.target.map_or_else(|| board.squares().collect(), |target| vec![target]);
        let mut nearest = Refusal::Unreachable;
        for (piece, target) in pieces.iter().flat_map(|piece| targets.iter().map(move |target| (*piece, *target))) {
            nearest = nearest.max(self.rules.refusal_by(self.position, piece, target, Some(reading.movement)));
        }
        match nearest {
            Refusal::Unreachable => (3, about(self.out_of_reach(info, &pieces, reading.target))),
            refusal => {
                let (rank, why) = self.refused(refusal);
                (rank, about(why))
            }
        }
    }

    /// Why no piece of some comes by a movement to a square, if one is named.
    fn out_of_reach(&self, info: &MovementInfo, pieces: &[Square], target: Option<Square>) -> String {
        let us = self.position.turn();
        let board = self.variant.board();
        let kind_at =
            |square: Square| self.position.at(square).map(|(side, kind)| (side, self.english.piece_name(kind)));
        let who = match pieces {
            [piece] => {
                let kind = kind_at(*piece).map_or("piece", |(_, kind)| kind);
                format!("the {kind} on `{}` cannot do that", board.name(*piece))
            }
            _ => format!("no piece of {us} can do that"),
        };
        let Some(target) = target else { return format!("{who} now") };
        let goal = board.name(target);
        match kind_at(target) {
            None if !info.landing.quiet && !info.landing.passing => format!("there is no piece on `{goal}`"),
            None => format!("{who} to `{goal}`"),
            Some((side, kind)) if side == us && !info.landing.destroy => {
                format!("the {kind} on `{goal}` is {us}'s own")
            }
            Some((side, kind)) if side != us && !info.landing.capture => {
                format!("`{goal}` is not empty: a {kind} of {side} stands there")
            }
            Some((_, kind)) => format!("{who} to the {kind} on `{goal}`"),
        }
    }

    /// The error for a text that says the colour of the side that does not move.
    pub(super) fn colour(&self, text: &str) -> Option<ReadError> {
        let mover = self.position.turn();
        let (own, other) = (self.language.side_letter(mover), self.language.side_letter(mover.other()));
        let templates = self.variant.movements().iter().filter_map(|movement| movement.text.as_deref());
        if own == other || !templates.into_iter().any(|template| template.contains("{side}")) {
            return None;
        }
        // A letter may be of one side in coordinates, and of the other in a language, which is heard first.
        let says_other = |reading: &Reading| {
            let template = self.variant.movements().get(reading.movement).and_then(|info| info.text.as_deref());
            let written = template.map(|template| self.written_for(template, reading, other));
            reading.side.is_some() && written.as_deref() == Some(text)
        };
        self.own_readings(text).iter().find(|reading| says_other(reading))?;
        let right = |number: &usize| {
            let mv = &self.moves[*number];
            own_text(&self.variant, mv, other, self.language.letter(mv.kind())).as_deref() == Some(text)
        };
        let near = (0..self.moves.len()).find(right).map(|number| self.texts[number].clone());
        let said = if self.language.is_english() {
            mover.other().to_string()
        } else {
            format!("{} ({})", mover.other(), self.language.side_name(mover.other()))
        };
        Some(ReadError::WrongColour { text: text.to_owned(), letter: other, said, mover: mover.to_string(), near })
    }

    /// The text of a reading in the language of the reader, with this letter for the side.
    fn written_for(&self, template: &str, reading: &Reading, side: char) -> String {
        let board = self.variant.board();
        let name = |square: Option<Square>| square.map_or("", |square| board.name(square));
        let piece = reading.piece.map_or("", |kind| self.language.letter(kind));
        let words = Words { origin: name(reading.origin), target: name(reading.target), side, piece };
        fill(template, &words)
    }
}
