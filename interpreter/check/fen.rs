//! The board field of a FEN: text in, men on squares out, every slip with its place.

use crate::board::{Board, Cell, Side, Square};
use crate::check::model::{KindId, Man};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// A field of a FEN and its place.
pub type Field<'a> = (&'a str, Span);

/// The longest FEN, in bytes: some times what the largest board needs.
const MAX_LENGTH: usize = 4096;

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
    for part in text.value.split(' ') {
        if !part.is_empty() {
            let span = if exact { text.span.part(at..at + part.len()) } else { text.span };
            fields.push((part, span));
        }
        at += part.len() + 1;
    }
    fields
}

/// The men of a board field. `letters` holds each kind's capital letter.
pub fn placement(board: &Board, letters: &[char], field: Field<'_>) -> Result<Vec<Man>, Vec<Diagnostic>> {
    let (text, span) = field;
    let exact = (span.end - span.start) as usize == text.len();
    let part = |from: usize, to: usize| if exact { span.part(from..to) } else { span };
    let mut problems = Vec::new();
    let mut men = Vec::new();
    let rows = board.fen_rows();
    let written: Vec<&str> = text.split('/').collect();
    if written.len() != rows.len() {
        problems.push(
            Diagnostic::error(Code::FenRows, format!("the board has {} rows, this has {}", rows.len(), written.len()))
                .at(span)
                .label("count the rows between `/`")
                .help(format!("write {} rows, the first row of the board first", rows.len())),
        );
    }
    let mut start = 0;
    for (row, cells) in written.iter().zip(rows) {
        let mut column = 0;
        let mut counts = true;
        let mut chars = row.char_indices().peekable();
        while let Some((at, letter)) = chars.next() {
            let place = part(start + at, start + at + letter.len_utf8());
            if letter.is_ascii_digit() {
                let mut number = u64::from(letter as u8 - b'0');
                let mut end = at + 1;
                while let Some((_, digit)) = chars.next_if(|(_, next)| next.is_ascii_digit()) {
                    number = (number * 10 + u64::from(digit as u8 - b'0')).min(1_000_000);
                    end += 1;
                }
                if number as usize > cells.len() {
                    problems.push(
                        Diagnostic::error(
                            Code::FenNumber,
                            format!("`{}` is more cells than the row has", shown(&row[at..end])),
                        )
                        .at(part(start + at, start + end))
                        .label(format!("the row has {}", cells.len()))
                        .help("a number counts empty cells"),
                    );
                    counts = false;
                }
                column += number as usize;
                continue;
            }
            let cell = cells.get(column);
            column += 1;
            let Some(cell) = cell else { continue };
            match (letter, cell) {
                ('_' | '*', Cell::Hole) => {}
                ('_' | '*', Cell::Square(square)) => problems.push(
                    Diagnostic::error(Code::FenHole, format!("`{}` is a square, not a hole", board.name(*square)))
                        .at(place)
                        .label("a hole stands here")
                        .help("write `1` for an empty square"),
                ),
                (_, cell) => match (man(letters, letter), cell) {
                    (Some((side, kind)), Cell::Square(square)) => men.push(Man { square: *square, side, kind }),
                    (Some(_), Cell::Hole) => problems.push(
                        Diagnostic::error(Code::FenHole, format!("`{letter}` stands on a hole of the board"))
                            .at(place)
                            .label("there is no square here")
                            .help("count the cells of the row, holes included"),
                    ),
                    (None, _) => problems.push(unknown_letter(letters, letter).at(place)),
                },
            }
        }
        if counts && column != cells.len() {
            problems.push(
                Diagnostic::error(
                    Code::FenRowLength,
                    format!("this row has {column} cells, the board has {} here", cells.len()),
                )
                .at(part(start, start + row.len()))
                .label(if column < cells.len() { "too short" } else { "too long" })
                .help("letters count one, a number counts so many empty cells"),
            );
        }
        start += row.len() + 1;
    }
    if problems.is_empty() { Ok(men) } else { Err(problems) }
}

/// A number, cut where it is longer than anybody reads.
fn shown(number: &str) -> String {
    if number.len() <= 12 { number.to_owned() } else { format!("{}…", &number[..12]) }
}

/// The side and kind a letter stands for.
#[must_use]
pub fn man(letters: &[char], letter: char) -> Option<(Side, KindId)> {
    if let Some(kind) = letters.iter().position(|known| *known == letter) {
        return Some((Side::White, kind as KindId));
    }
    let small = |capital: &char| capital.to_lowercase().eq(std::iter::once(letter));
    letters.iter().position(small).map(|kind| (Side::Black, kind as KindId))
}

fn unknown_letter(letters: &[char], letter: char) -> Diagnostic {
    let known: Vec<String> = letters.iter().map(|letter| format!("`{letter}`")).collect();
    Diagnostic::error(Code::FenLetter, format!("no piece has the letter `{letter}`"))
        .label("unknown letter")
        .help(format!("pieces are {} (white), the same in small letters for black", known.join(", ")))
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
