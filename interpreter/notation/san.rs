//! A position's legal moves in; SAN out, in one language: `Nf3`, `exd5`, `Bc2R+`, `c3xe5xg7`, `e8=Q#`, `O-O`, `b3=n`.

use super::coordinate::coordinate;
use super::index::Index;
use super::language::Language;
use super::unique::{Taken, distinct};
use super::{add_landings, own_text, way};
use crate::board::{Board, KindId, Square};
use crate::position::Position;
use crate::rules::{Move, Rules};
use crate::variant::Variant;

/// The kind whose letter is not written.
const LETTERLESS: &str = "pawn";

/// The moves in SAN, in their order, with `+` and `#`; no two texts are alike.
pub fn san(rules: &mut Rules, position: &Position, moves: &[Move], language: &Language) -> Vec<String> {
    let coordinates = coordinate(rules.variant(), position, moves);
    let bare = bare(rules.variant(), position, moves, &coordinates, language);
    let sign_of = |mv: &Move| {
        let next = rules.play_unchecked(position, mv);
        sign(rules, &next)
    };
    let signs: Vec<Option<char>> = moves.iter().map(sign_of).collect();
    signed(&bare, &signs)
}

/// The text of one of the moves as [`san`] gives it.
pub fn san_of(
    rules: &mut Rules,
    position: &Position,
    moves: &[Move],
    number: usize,
    language: &Language,
) -> Option<String> {
    let next = rules.play_unchecked(position, moves.get(number)?);
    let sign = sign(rules, &next);
    let coordinates = coordinate(rules.variant(), position, moves);
    let bare = bare(rules.variant(), position, moves, &coordinates, language);
    Some(with_sign(&bare, &bare[number], sign))
}

/// The sign for a move by the position after it: `+` for a check, `#` for a mate, which is a check that leaves no legal move
/// and loses.
pub fn sign(rules: &mut Rules, next: &Position) -> Option<char> {
    if !rules.in_check(next) {
        return None;
    }
    let loses =
        |rules: &mut Rules| rules.outcome(next, 1).is_some_and(|outcome| outcome.winner() == Some(next.turn().other()));
    Some(if rules.perft(next, 1) == 0 && loses(rules) { '#' } else { '+' })
}

/// Texts without signs with the sign of each.
#[must_use]
pub fn signed(bare: &[String], signs: &[Option<char>]) -> Vec<String> {
    bare.iter().zip(signs).map(|(text, sign)| with_sign(bare, text, *sign)).collect()
}

fn with_sign(bare: &[String], text: &str, sign: Option<char>) -> String {
    let Some(sign) = sign else { return text.to_owned() };
    let signed = format!("{text}{sign}");
    // A mark may look like the sign; then the sign gives way.
    if bare.contains(&signed) { text.to_owned() } else { signed }
}

/// The moves in SAN without signs, all different and none like another move's coordinates. `coordinates` are those of
/// the moves, which are the same for all languages.
#[must_use]
pub fn bare(
    variant: &Variant,
    position: &Position,
    moves: &[Move],
    coordinates: &[String],
    language: &Language,
) -> Vec<String> {
    let writer = Writer { variant, board: variant.board(), language, position };
    let shortest: Vec<Option<Short<'_>>> = moves.iter().map(|mv| writer.short(mv)).collect();
    let short_text = |short: &Option<Short<'_>>| short.as_ref().map_or(String::new(), |short| short.text(""));
    let mut texts: Vec<String> = shortest.iter().map(short_text).collect();
    // Those that are written alike say more of their origin.
    let mut hinted: Vec<(usize, String)> = Vec::new();
    for alike in Index::new(&texts).alike(&texts).filter(|alike| alike.len() > 1) {
        for &(_, number) in alike {
            let Some(short) = &shortest[number] else { continue };
            let others = alike.iter().filter(|(_, other)| *other != number);
            let rivals: Vec<&Move> = others.map(|(_, other)| &moves[*other]).collect();
            hinted.push((number, short.text(&writer.hint(&moves[number], &rivals))));
        }
    }
    for (number, text) in hinted {
        texts[number] = text;
    }
    let rung = |number: usize, rung: usize| {
        let mv = &moves[number];
        match (&shortest[number], rung) {
            (None, rung) => writer.full(mv, rung),
            (Some(_), 0) => Some(texts[number].clone()),
            (Some(short), 1) => Some(short.text(writer.board.name(mv.from()))),
            (Some(_), rung) => writer.full(mv, rung - 2),
        }
    };
    distinct(moves.len(), rung, &Taken::new(coordinates))
}

/// The name of a castling, by the distance of the other piece; `None` on boards without files.
pub(super) fn castling_name(variant: &Variant, mv: &Move) -> Option<&'static str> {
    name_of(variant, mv.from(), mv.to(), mv.castles_with()?)
}

/// The same by the squares of the king, where it goes, and of the other piece.
pub(super) fn name_of(variant: &Variant, from: Square, to: Square, other: Square) -> Option<&'static str> {
    let board = variant.board();
    let king = i32::from(board.file(from)?);
    let rook = i32::from(board.file(other)?);
    let distance = (king - rook).abs();
    let distance_of = |square: &str| {
        let file = board.square(square).and_then(|square| board.file(square))?;
        Some((king - i32::from(file)).abs())
    };
    // Where the letter of the right says on which side the rook is, it says the name too.
    let by_right = |letter: &str| {
        let mut castlings = variant.definition().castling.iter().filter(|castling| castling.king.value == "by right");
        castlings.any(|castling| {
            castling.right.value.eq_ignore_ascii_case(letter) && board.square(&castling.king_to.value) == Some(to)
        })
    };
    if by_right(if rook > king { "K" } else { "Q" }) {
        return Some(if rook > king { "O-O" } else { "O-O-O" });
    }
    let home = board.name(from);
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
struct Short<'a> {
    letter: &'a str,
    /// An origin that is always written: the file of a pawn that takes.
    fixed: &'a str,
    takes: bool,
    to: &'a str,
    tail: Tail<'a>,
}

impl Short<'_> {
    fn text(&self, origin: &str) -> String {
        let mut text = String::with_capacity(12);
        text.push_str(self.letter);
        text.push_str(if origin.is_empty() { self.fixed } else { origin });
        if self.takes {
            text.push('x');
        }
        text.push_str(self.to);
        self.tail.add(&mut text);
        text
    }
}

/// What stands behind the squares: the letter of the piece promoted to, and the mark.
#[derive(Clone, Copy)]
struct Tail<'a> {
    gain: Option<&'a str>,
    mark: &'a str,
}

impl Tail<'_> {
    fn add(self, text: &mut String) {
        if let Some(gain) = self.gain {
            text.push('=');
            text.push_str(gain);
        }
        text.push_str(self.mark);
    }
}

struct Writer<'a> {
    variant: &'a Variant,
    board: &'a Board,
    language: &'a Language,
    position: &'a Position,
}

impl<'a> Writer<'a> {
    fn letter(&self, kind: KindId) -> &'a str {
        if is_letterless(self.variant, kind) { "" } else { self.language.letter(kind) }
    }

    fn tail(&self, mv: &Move) -> Tail<'a> {
        let gain = mv.promotion().map(|kind| self.language.letter(kind));
        let mark = mv.movement(self.variant).and_then(|movement| movement.mark.as_deref()).unwrap_or("");
        Tail { gain, mark }
    }

    /// The short form, for moves that have one.
    fn short(&self, mv: &Move) -> Option<Short<'a>> {
        let has_text = mv.movement(self.variant).is_some_and(|movement| movement.text.is_some());
        let long = self.variant.definition().notation.long;
        if has_text || long || mv.is_chain() || mv.castles_with().is_some() {
            return None;
        }
        let takes = !mv.captured().is_empty();
        let letter = self.letter(mv.kind());
        let fixed = if takes && letter.is_empty() { self.file(mv.from()) } else { "" };
        Some(Short { letter, fixed, takes, to: self.board.name(mv.to()), tail: self.tail(mv) })
    }

    /// As much of the origin as tells a move from others that are written alike.
    fn hint(&self, mv: &Move, rivals: &[&Move]) -> String {
        let from = mv.from();
        let board = self.board;
        let square = board.name(from).to_owned();
        if !board.is_rectangle() {
            return square;
        }
        if rivals.iter().all(|rival| board.file(rival.from()) != board.file(from)) {
            return self.file(from).to_owned();
        }
        let letterless = self.letter(mv.kind()).is_empty();
        if !letterless && rivals.iter().all(|rival| board.rank(rival.from()) != board.rank(from)) {
            return board.rank(from).map_or(square, |rank| rank.to_string());
        }
        square
    }

    /// The letters of a square's file; empty on boards that have no files.
    fn file(&self, square: Square) -> &'a str {
        if self.board.is_rectangle() { file_of(self.board.name(square)) } else { "" }
    }

    /// A form that names every square, on a rung from the usual one to the fullest.
    fn full(&self, mv: &Move, rung: usize) -> Option<String> {
        let board = self.board;
        let letter = self.letter(mv.kind());
        let from = board.name(mv.from());
        let side = self.language.side_letter(self.position.turn());
        if let Some(mut text) = own_text(self.variant, mv, side, self.language.letter(mv.kind())) {
            Tail { mark: "", ..self.tail(mv) }.add(&mut text);
            return match rung {
                0 => Some(text),
                1 => Some(format!("{from}{text}")),
                2 => Some(way(board, mv)).filter(|way| !way.is_empty()).map(|way| format!("{from}({way}){text}")),
                _ => None,
            };
        }
        if let Some(other) = mv.castles_with() {
            let name = castling_name(self.variant, mv);
            return match (rung + usize::from(name.is_none()), name) {
                (0, Some(name)) => Some(name.to_owned()),
                (1, _) => Some(format!("{letter}{from}-{}", board.name(mv.to()))),
                (2, _) => Some(format!("{letter}{from}-{}", board.name(other))),
                _ => None,
            };
        }
        let joint = if mv.captured().is_empty() { "-" } else { "x" };
        let mut text = format!("{letter}{from}");
        match rung {
            0 => {}
            1 => {
                let way = way(board, mv);
                if way.is_empty() {
                    return None;
                }
                text.push('(');
                text.push_str(&way);
                text.push(')');
            }
            _ => return None,
        }
        text.push_str(joint);
        add_landings(&mut text, board, mv, joint);
        self.tail(mv).add(&mut text);
        Some(text)
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
