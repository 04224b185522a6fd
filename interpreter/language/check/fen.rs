//! FEN as far as it asks for no rules: text in, pieces on squares and the other fields out, every slip with its place.

mod placement;

pub use placement::{Joined, joined, piece, placement};

use crate::board::{Board, Piece, Side, Square};
use crate::check::doubt::explains_cells;
use crate::definition::Doubt;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Span, Spanned};
use placement::{Form, over, placed};

/// A field of a FEN and its place.
pub type Field<'a> = (&'a str, Span);

/// The longest FEN, in bytes: some times what the largest board needs, all its holes written.
const MAX_LENGTH: usize = 1 << 14;

/// The most places that one problem shows.
const MOST_PLACES: usize = 6;

/// What a board and its game have that a FEN may name.
#[derive(Debug, Clone, Copy)]
pub struct Known<'a> {
    /// The board.
    pub board: &'a Board,
    /// The capital letter of each kind.
    pub letters: &'a [char],
    /// The letters of castling rights.
    pub rights: &'a [char],
    /// What of the board is not known.
    pub doubt: Doubt,
}

/// What a FEN says.
#[derive(Debug, Clone, Default)]
pub struct Reading<'a> {
    /// The pieces; none if the board could not be read.
    pub pieces: Vec<Piece>,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// Castling rights by number, each with its letter and where that stands.
    pub rights: Vec<(usize, char, Span)>,
    /// The squares crossed in the last move, perhaps with that of the piece that crossed them, and the field.
    pub passing: Option<(Vec<Square>, Field<'a>)>,
    /// Plies since the last reset.
    pub quiet: u16,
    /// The number of the move, from 1.
    pub number: u16,
}

/// Reads a FEN: what it says, and all that is wrong with it. Fields behind that of the turn may be missing.
///
/// `places` are those of the bytes of the board, where it is made of rows that stand apart.
#[must_use]
pub fn read<'a>(known: Known<'_>, fen: &'a Spanned<String>, places: Option<&[Span]>) -> (Reading<'a>, Vec<Diagnostic>) {
    let mut reading = Reading { number: 1, ..Reading::default() };
    if let Err(problem) = length(fen) {
        return (reading, vec![*problem]);
    }
    let fields = fields(fen);
    let Some(board) = fields.first() else {
        let n_rows = known.board.fen_rows().len();
        let problem = Diagnostic::error(Code::FenRows, "the FEN is empty").at(fen.span).label("nothing here");
        return (reading, vec![problem.help(format!("write the {n_rows} rows of the board, joined by `/`"))]);
    };
    let mut problems = Vec::new();
    let exact = (board.1.end - board.1.start) as usize == board.0.len();
    let part = |from: usize, to: usize| match places {
        Some(places) => over(places, from, to, board.1),
        None if exact => board.1.part(from..to),
        None => board.1,
    };
    let form = Form { apart: places.is_some(), unknown_size: known.doubt.size };
    let pieces = placed(known.board, known.letters, *board, form, &part);
    match pieces {
        Ok(pieces) => reading.pieces = pieces,
        Err(found) => problems.extend(found.into_iter().filter(|problem| !explains_cells(known.doubt, problem))),
    }
    match fields.get(1) {
        Some(field) => match turn(*field) {
            Ok(side) => reading.turn = Some(side),
            Err(problem) => problems.push(*problem),
        },
        None => problems.push(
            Diagnostic::error(Code::FenTurn, "the FEN does not say whose turn it is")
                .at(board.1)
                .help("write ` w` or ` b` after the board"),
        ),
    }
    if let Some(field) = fields.get(2) {
        reading.rights = rights(known.rights, *field, &mut problems);
    }
    if let Some(field) = fields.get(3).filter(|field| field.0 != "-") {
        match squares(known.board, field.0) {
            Some(named) => reading.passing = Some((named, *field)),
            None => problems.push(
                Diagnostic::error(Code::FenPassing, format!("`{}` is not a square of the board", field.0))
                    .at(field.1)
                    .label("no square")
                    .help("write the squares that were crossed in the last move, such as `e3`, or `-`"),
            ),
        }
    }
    let mut number = |field: Option<&Field<'_>>, what: &str, default: u16| match field {
        None => default,
        Some((text, span)) => text.parse::<u16>().unwrap_or_else(|_| {
            problems.push(
                Diagnostic::error(Code::FenNumber, format!("`{text}` is not {what}"))
                    .at(*span)
                    .label(format!("expected a number from 0 to {}", u16::MAX))
                    .help("the last two fields are quiet plies and the move's number: `0 1` at the start"),
            );
            default
        }),
    };
    reading.quiet = number(fields.get(4), "a count of plies", 0);
    reading.number = number(fields.get(5), "the number of a move", 1);
    if reading.number == 0 {
        reading.number = 1;
        problems.extend(fields.get(5).map(|(_, span)| {
            Diagnostic::new(Severity::Note, Code::FenNumber, "moves are numbered from 1")
                .at(*span)
                .label("read as `1`")
                .help("write the number of the move, `1` at the start")
        }));
    }
    if let Some((text, span)) = fields.get(6) {
        problems.push(
            Diagnostic::error(Code::FenFields, format!("`{text}` is more than a FEN has"))
                .at(*span)
                .label("nothing is expected here")
                .help("a FEN has board, turn, castling, capture in passing, quiet plies, move number"),
        );
    }
    (reading, problems)
}

/// The rights that a field names. Those of chess that this game has not are read past with a note: other programs write
/// them for every game.
fn rights(known: &[char], (text, span): Field<'_>, problems: &mut Vec<Diagnostic>) -> Vec<(usize, char, Span)> {
    let mut named: Vec<(char, Span)> = Vec::new();
    if text == "-" {
        return Vec::new();
    }
    let exact = (span.end - span.start) as usize == text.len();
    for (at, letter) in text.char_indices() {
        let place = if exact { span.part(at..at + letter.len_utf8()) } else { span };
        if let Some((_, first)) = named.iter().find(|(right, _)| *right == letter) {
            problems.push(
                Diagnostic::error(Code::FenCastling, format!("the right `{letter}` is written twice"))
                    .at(place)
                    .label("the second")
                    .also(*first, "the first")
                    .help("write each right once"),
            );
            continue;
        }
        named.push((letter, place));
    }
    let number = |letter: char| known.iter().position(|right| *right == letter);
    let (given, strange): (Vec<_>, Vec<_>) = named.into_iter().partition(|(letter, _)| number(*letter).is_some());
    let (orthodox, unknown): (Vec<_>, Vec<_>) = strange.into_iter().partition(|(letter, _)| "KQkq".contains(*letter));
    for (severity, letters) in [(Severity::Note, orthodox), (Severity::Error, unknown)] {
        problems.extend(no_rights(severity, &letters, known));
    }
    given.into_iter().filter_map(|(letter, place)| Some((number(letter)?, letter, place))).collect()
}

/// The problem of letters that are no castling rights of this game.
fn no_rights(severity: Severity, letters: &[(char, Span)], known: &[char]) -> Option<Diagnostic> {
    if letters.is_empty() {
        return None;
    }
    let what = if letters.len() == 1 { "is no castling right" } else { "are no castling rights" };
    let message = format!("{} {what} of this game", listed(letters.iter().map(|(letter, _)| *letter)));
    let problem = at_letters(Diagnostic::new(severity, Code::FenCastling, message), letters);
    let label = if severity == Severity::Note { "read as not there" } else { "unknown" };
    Some(problem.label(label).help(match known {
        [] => "write `-`: this game has no castling".to_owned(),
        known => format!("its rights are {}", listed(known.iter().copied())),
    }))
}

/// A problem at the places of some letters; those that stand side by side are one place.
pub fn at_letters(problem: Diagnostic, letters: &[(char, Span)]) -> Diagnostic {
    let mut places: Vec<Span> = Vec::new();
    for (_, place) in letters {
        match places.last_mut().filter(|last| last.end == place.start) {
            Some(last) => last.end = place.end,
            None => places.push(*place),
        }
    }
    places.dedup();
    let mut places = places.into_iter();
    let problem = places.next().into_iter().fold(problem, Diagnostic::at);
    places.take(MOST_PLACES).fold(problem, |problem, place| problem.also(place, "and these"))
}

/// Letters in a message.
pub fn listed(letters: impl Iterator<Item = char>) -> String {
    letters.map(|letter| format!("`{letter}`")).collect::<Vec<_>>().join(", ")
}

/// Splits names of squares that stand side by side; longer names are tried first.
fn squares(board: &Board, text: &str) -> Option<Vec<Square>> {
    let longest = board.squares().map(|square| board.name(square).len()).max()?;
    // For each place, from the end: the name there after which the rest is names too, and where it ends.
    let mut names: Vec<Option<(Square, usize)>> = vec![None; text.len()];
    for at in (0..text.len()).rev().filter(|at| text.is_char_boundary(*at)) {
        let ends = (at + 1..=text.len().min(at + longest)).rev().filter(|end| text.is_char_boundary(*end));
        let rest_is_names = |end: usize| end == text.len() || names[end].is_some();
        names[at] = ends.filter(|end| rest_is_names(*end)).find_map(|end| Some((board.square(&text[at..end])?, end)));
    }
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (square, end) = names[at]?;
        found.push(square);
        at = end;
    }
    Some(found)
}

/// Whether a FEN is short enough to be read.
pub fn length(text: &Spanned<String>) -> Result<(), Box<Diagnostic>> {
    if text.value.len() <= MAX_LENGTH {
        return Ok(());
    }
    let message = format!("this FEN has {} bytes; at most {MAX_LENGTH} are read", text.value.len());
    let problem = Diagnostic::error(Code::TextTooLong, message).at(text.span).label("too long");
    Err(Box::new(problem.help("write the board row by row, runs of empty cells as numbers, and the other fields once")))
}

/// The fields of a FEN, split at blanks, each with its place.
#[must_use]
pub fn fields(text: &Spanned<String>) -> Vec<Field<'_>> {
    let exact = text.span.end - text.span.start == text.value.len() as u32;
    let mut fields = Vec::new();
    let mut at = 0;
    for part in text.value.split([' ', '\t']) {
        if !part.is_empty() {
            let span = if exact { text.span.part(at..at + part.len()) } else { text.span };
            fields.push((part, span));
        }
        at += part.len() + 1;
    }
    fields
}

/// The field that tells whose turn it is.
pub fn turn(field: Field<'_>) -> Result<Side, Box<Diagnostic>> {
    match field.0 {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        other => Err(Box::new(
            Diagnostic::error(Code::FenTurn, format!("`{other}` is neither `w` nor `b`"))
                .at(field.1)
                .label("whose turn it is")
                .help("write `w` for white to move, `b` for black"),
        )),
    }
}

/// A square by name, or what is wrong with it.
pub fn square(board: &Board, field: Field<'_>) -> Result<Square, Box<Diagnostic>> {
    board.square(field.0).ok_or_else(|| {
        Box::new(Diagnostic::error(Code::UnknownSquare, format!("the board has no square `{}`", field.0)).at(field.1))
    })
}
