//! A position's legal moves in; SAN out, in one language: `Nf3`, `exd5`, `Bc2R+`, `c3xe5xg7`, `e8=Q#`, `O-O`, `b3=n`.

use super::coordinate::coordinate;
use super::language::Language;
use super::{joined, own_text, unique, way};
use crate::board::{Board, Square};
use crate::check::model::KindId;
use crate::position::Position;
use crate::rules::{Move, Rules};
use crate::variant::Variant;
use std::collections::HashMap;

/// The kind whose letter is not written.
const LETTERLESS: &str = "pawn";

/// The moves in SAN, in their order, with `+` and `#`; no two texts are alike.
pub fn san(rules: &mut Rules, position: &Position, moves: &[Move], language: &Language) -> Vec<String> {
    let bare = bare(rules.variant(), position, moves, language);
    (0..moves.len()).map(|number| signed(rules, position, moves, &bare, number)).collect()
}

/// The text of one of the moves as [`san`] gives it.
pub fn san_of(
    rules: &mut Rules,
    position: &Position,
    moves: &[Move],
    number: usize,
    language: &Language,
) -> Option<String> {
    moves.get(number)?;
    let bare = bare(rules.variant(), position, moves, language);
    Some(signed(rules, position, moves, &bare, number))
}

/// A move's text with the sign for a check or a mate.
fn signed(rules: &mut Rules, position: &Position, moves: &[Move], bare: &[String], number: usize) -> String {
    let text = &bare[number];
    let next = rules.play_unchecked(position, &moves[number]);
    if !rules.in_check(&next) {
        return text.clone();
    }
    let sign = if rules.legal_moves(&next).is_empty() { '#' } else { '+' };
    let signed = format!("{text}{sign}");
    // A mark may look like the sign; then the sign gives way.
    if bare.contains(&signed) { text.clone() } else { signed }
}

/// The moves in SAN without signs, all different and none like another move's coordinates.
pub(super) fn bare(variant: &Variant, position: &Position, moves: &[Move], language: &Language) -> Vec<String> {
    bare_beside(&coordinate(variant, position, moves), variant, position, moves, language)
}

/// See [`bare`]; with the coordinates of the moves at hand.
pub(super) fn bare_beside(
    coordinates: &[String],
    variant: &Variant,
    position: &Position,
    moves: &[Move],
    language: &Language,
) -> Vec<String> {
    let taken: HashMap<&str, usize> =
        coordinates.iter().enumerate().map(|(number, text)| (text.as_str(), number)).collect();
    let writer = Writer { variant, board: variant.board(), language, position };
    let shortest: Vec<Option<Short>> = moves.iter().map(|mv| writer.short(mv)).collect();
    let mut alike: HashMap<String, Vec<usize>> = HashMap::new();
    for (number, short) in shortest.iter().enumerate() {
        if let Some(short) = short {
            alike.entry(short.text("")).or_default().push(number);
        }
    }
    let ladders: Vec<Vec<String>> = moves
        .iter()
        .enumerate()
        .map(|(number, mv)| {
            let Some(short) = &shortest[number] else { return writer.full(mv) };
            let rivals: Vec<&Move> = alike
                .get(&short.text(""))
                .into_iter()
                .flatten()
                .filter(|other| **other != number)
                .map(|other| &moves[*other])
                .collect();
            let mut ladder = vec![short.text(&writer.hint(mv, &rivals)), short.text(writer.board.name(mv.from()))];
            ladder.extend(writer.full(mv));
            ladder
        })
        .collect();
    unique::distinct(&ladders, &taken)
}

/// The name of a castling, by the distance of the other man; `None` on boards without files.
pub(super) fn castling_name(variant: &Variant, mv: &Move) -> Option<&'static str> {
    let board = variant.board();
    let other = mv.castles_with()?;
    let king = i32::from(board.file(mv.from())?);
    let rook = i32::from(board.file(other)?);
    let distance = (king - rook).abs();
    let distance_of = |square: &str| {
        let file = board.square(square).and_then(|square| board.file(square))?;
        Some((king - i32::from(file)).abs())
    };
    let home = board.name(mv.from());
    let rivals = variant.definition().castling.iter().filter(|castling| castling.king.value == home);
    let rival = rivals.filter_map(|castling| distance_of(&castling.rook.value)).find(|rival| *rival != distance);
    let short = match rival {
        Some(rival) => distance < rival,
        None => {
            let (left, right) = (king - 1, i32::from(board.n_files()) - king);
            if rook > king { right <= left } else { left < right }
        }
    };
    Some(if short { "O-O" } else { "O-O-O" })
}

/// A move in its shortest form, in the parts around the origin.
struct Short {
    letter: String,
    /// An origin that is always written: the file of a pawn that takes.
    fixed: String,
    rest: String,
}

impl Short {
    fn text(&self, origin: &str) -> String {
        let origin = if origin.is_empty() { &self.fixed } else { origin };
        format!("{}{origin}{}", self.letter, self.rest)
    }
}

struct Writer<'a> {
    variant: &'a Variant,
    board: &'a Board,
    language: &'a Language,
    position: &'a Position,
}

impl Writer<'_> {
    fn letter(&self, kind: KindId) -> &str {
        if is_letterless(self.variant, kind) { "" } else { self.language.letter(kind) }
    }

    /// What stands behind the squares: the piece promoted to, and the mark.
    fn tail(&self, mv: &Move) -> String {
        let gain = mv.promotion().map_or(String::new(), |kind| format!("={}", self.language.letter(kind)));
        let mark = mv.movement(self.variant).and_then(|movement| movement.mark.as_deref()).unwrap_or("");
        format!("{gain}{mark}")
    }

    /// The short form, for moves that have one.
    fn short(&self, mv: &Move) -> Option<Short> {
        let has_text = mv.movement(self.variant).is_some_and(|movement| movement.text.is_some());
        let long = self.variant.definition().notation.long;
        if has_text || long || mv.is_chain() || mv.castles_with().is_some() {
            return None;
        }
        let takes = !mv.captured().is_empty();
        let letter = self.letter(mv.kind()).to_owned();
        let fixed = if takes && letter.is_empty() { self.file(mv.from()) } else { String::new() };
        let cross = if takes { "x" } else { "" };
        Some(Short { letter, fixed, rest: format!("{cross}{}{}", self.board.name(mv.to()), self.tail(mv)) })
    }

    /// As much of the origin as tells a move from others that are written alike.
    fn hint(&self, mv: &Move, rivals: &[&Move]) -> String {
        if rivals.is_empty() {
            return String::new();
        }
        let from = mv.from();
        let board = self.board;
        let square = board.name(from).to_owned();
        if !board.is_rectangle() {
            return square;
        }
        if rivals.iter().all(|rival| board.file(rival.from()) != board.file(from)) {
            return self.file(from);
        }
        let letterless = self.letter(mv.kind()).is_empty();
        if !letterless && rivals.iter().all(|rival| board.rank(rival.from()) != board.rank(from)) {
            return board.rank(from).map_or(square, |rank| rank.to_string());
        }
        square
    }

    /// The letters of a square's file; empty on boards that have no files.
    fn file(&self, square: Square) -> String {
        if !self.board.is_rectangle() {
            return String::new();
        }
        file_of(self.board.name(square)).to_owned()
    }

    /// Forms that name every square, from the usual one to the fullest.
    fn full(&self, mv: &Move) -> Vec<String> {
        let board = self.board;
        let letter = self.letter(mv.kind());
        let from = board.name(mv.from());
        let way = joined(board, &way(mv));
        let side = self.language.side_letter(self.position.turn());
        if let Some(text) = own_text(self.variant, mv, side, self.language.letter(mv.kind())) {
            return vec![text.clone(), format!("{from}{text}"), format!("{from}({way}){text}")];
        }
        if let Some(other) = mv.castles_with() {
            let name = castling_name(self.variant, mv).map(str::to_owned);
            let moved = format!("{letter}{from}-{}", board.name(mv.to()));
            return name.into_iter().chain([moved, format!("{letter}{from}-{}", board.name(other))]).collect();
        }
        let joint = if mv.captured().is_empty() { "-" } else { "x" };
        let landings: Vec<&str> = mv.landings().into_iter().map(|square| board.name(square)).collect();
        let landings = landings.join(joint);
        let tail = self.tail(mv);
        let mut ladder = vec![format!("{letter}{from}{joint}{landings}{tail}")];
        if !way.is_empty() {
            ladder.push(format!("{letter}{from}({way}){joint}{landings}{tail}"));
        }
        ladder
    }
}

/// Whether moves of this kind are written without a letter.
pub(super) fn is_letterless(variant: &Variant, kind: KindId) -> bool {
    variant.kinds().get(usize::from(kind)).is_some_and(|kind| kind.name == LETTERLESS)
}

/// The letters before the number in a square's name.
pub(super) fn file_of(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}
