//! FEN as far as it asks for no rules: text in, men on squares and the other fields out, every slip with its place.

use crate::board::{Board, Cell, Side, Square};
use crate::check::doubt::explains_cells;
use crate::check::model::{KindId, Man};
use crate::definition::Doubt;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::source::{Span, Spanned};

/// A field of a FEN and its place.
pub type Field<'a> = (&'a str, Span);

/// The longest FEN, in bytes: some times what the largest board needs.
const MAX_LENGTH: usize = 4096;

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
    /// The men; none if the board could not be read.
    pub men: Vec<Man>,
    /// Whose turn it is.
    pub turn: Option<Side>,
    /// Castling rights by number, each with its letter and where that stands.
    pub rights: Vec<(usize, char, Span)>,
    /// The squares crossed in the last move, perhaps with that of the man who crossed them, and the field.
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
    let men = match places {
        None => placement(known.board, known.letters, *board),
        Some(places) => placed(known.board, known.letters, *board, true, &|from, to| over(places, from, to, board.1)),
    };
    match men {
        Ok(men) => reading.men = men,
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

/// The rights that a field names.
fn rights(known: &[char], (text, span): Field<'_>, problems: &mut Vec<Diagnostic>) -> Vec<(usize, char, Span)> {
    let mut named: Vec<(usize, char, Span)> = Vec::new();
    if text == "-" {
        return named;
    }
    for (at, letter) in text.char_indices() {
        let place =
            if (span.end - span.start) as usize == text.len() { span.part(at..at + letter.len_utf8()) } else { span };
        if let Some((.., first)) = named.iter().find(|(_, right, _)| *right == letter) {
            problems.push(
                Diagnostic::error(Code::FenCastling, format!("the right `{letter}` is written twice"))
                    .at(place)
                    .label("the second")
                    .also(*first, "the first")
                    .help("write each right once"),
            );
            continue;
        }
        if let Some(number) = known.iter().position(|right| *right == letter) {
            named.push((number, letter, place));
            continue;
        }
        let orthodox = "KQkq".contains(letter);
        let severity = if orthodox && known.is_empty() { Severity::Note } else { Severity::Error };
        let list: Vec<String> = known.iter().map(|right| format!("`{right}`")).collect();
        let problem =
            Diagnostic::new(severity, Code::FenCastling, format!("`{letter}` is no castling right here")).at(place);
        problems.push(if list.is_empty() {
            problem.label("this variant has no castling").help("write `-`")
        } else {
            problem.label("unknown right").help(format!("there are {}", list.join(", ")))
        });
    }
    named
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
    placed(board, letters, field, false, &|from, to| if exact { span.part(from..to) } else { span })
}

/// As [`placement`], perhaps of rows that stand apart; `part` gives the place of a range of bytes.
fn placed(
    board: &Board,
    letters: &[char],
    (text, span): Field<'_>,
    apart: bool,
    part: &dyn Fn(usize, usize) -> Span,
) -> Result<Vec<Man>, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let mut men = Vec::new();
    let rows = board.fen_rows();
    let written: Vec<&str> = text.split('/').collect();
    if written.len() != rows.len() {
        problems.push(
            Diagnostic::error(Code::FenRows, format!("the board has {} rows, this has {}", rows.len(), written.len()))
                .at(span)
                .label(if apart { "the first of them" } else { "count the rows between `/`" })
                .help(format!("write {} rows, the first row of the board first", rows.len())),
        );
    }
    // Where rows are missing, those that are there can be compared only if all are alike.
    let alike = rows.iter().all(|row| row.len() == rows[0].len() && row.iter().all(|cell| *cell != Cell::Hole));
    let matched = written.len() == rows.len();
    let mut start = 0;
    for (number, row) in written.iter().enumerate() {
        let cells = rows.get(number).or(rows.first().filter(|_| alike)).map_or(&[][..], Vec::as_slice);
        let mut column = 0;
        let mut counts = matched || alike;
        let n_told = problems.len();
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
                if counts && number as usize > cells.len() {
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
            let cell = cells.get(column).filter(|_| matched);
            column += 1;
            match (letter, cell) {
                ('_' | '*', Some(Cell::Hole) | None) => {}
                ('_' | '*', Some(Cell::Square(square))) => problems.push(
                    Diagnostic::error(Code::FenHole, format!("`{}` is a square, not a hole", board.name(*square)))
                        .at(place)
                        .label("a hole stands here")
                        .help("write `1` for an empty square"),
                ),
                (_, cell) => match (man(letters, letter), cell) {
                    (Some((side, kind)), Some(Cell::Square(square))) => men.push(Man { square: *square, side, kind }),
                    (Some(_), None) => {}
                    (Some(_), Some(Cell::Hole)) => problems.push(
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
            // Where the count is wrong, men seem to stand on holes.
            let own = problems.split_off(n_told);
            problems.extend(own.into_iter().filter(|problem| problem.code != Code::FenHole));
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

/// Rows of a set-up as the board of a FEN.
pub struct Joined {
    /// The board.
    pub text: String,
    /// The place of each of its bytes.
    pub places: Vec<Span>,
}

/// Joins rows: `.` and numbers stand for empty cells. Blanks between letters do not count, unless a row has as many
/// cells as that of the board only with them.
#[must_use]
pub fn joined(rows: &[Spanned<String>], board: &Board) -> Joined {
    let mut joined = Joined { text: String::new(), places: Vec::new() };
    for (number, row) in rows.iter().enumerate() {
        let text = row.value.as_str();
        let n_cells = board.fen_rows().get(number).map(Vec::len);
        let counts = n_cells != Some(n_written(text, false)) && n_cells == Some(n_written(text, true));
        let exact = (row.span.end - row.span.start) as usize == text.len();
        let mut push = |more: &str, from: usize, to: usize| {
            joined.text.push_str(more);
            joined.places.resize(joined.text.len(), if exact { row.span.part(from..to) } else { row.span });
        };
        if number > 0 {
            push("/", 0, 0);
        }
        // So many empty cells, and where they are written.
        let mut empty: Option<(u32, usize, usize)> = None;
        let mut chars = text.char_indices().peekable();
        while let Some((at, letter)) = chars.next() {
            let mut end = at + letter.len_utf8();
            let more = match letter {
                ' ' if !counts => continue,
                ' ' | '.' => 1,
                '0'..='9' => {
                    while chars.next_if(|(_, next)| next.is_ascii_digit()).is_some() {
                        end += 1;
                    }
                    text[at..end].parse().unwrap_or(u32::MAX)
                }
                _ => {
                    if let Some((n, from, to)) = empty.take() {
                        push(&n.to_string(), from, to);
                    }
                    push(&text[at..end], at, end);
                    continue;
                }
            };
            let (n, from, _) = empty.unwrap_or((0, at, end));
            empty = Some((n.saturating_add(more), from, end));
        }
        if let Some((n, from, to)) = empty {
            push(&n.to_string(), from, to);
        }
    }
    joined
}

/// How many cells a row of a set-up has, with its blanks or without.
fn n_written(row: &str, with_blanks: bool) -> usize {
    let mut n_cells: usize = 0;
    let mut rest = row;
    while let Some(first) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        n_cells = n_cells.saturating_add(match first {
            _ if digits > 0 => rest[..digits].parse().unwrap_or(usize::MAX),
            ' ' => usize::from(with_blanks),
            _ => 1,
        });
        rest = &rest[digits.max(first.len_utf8())..];
    }
    n_cells
}

/// The place of a range of bytes whose places are known one by one.
fn over(places: &[Span], from: usize, to: usize, otherwise: Span) -> Span {
    let first = places.get(from).copied().unwrap_or(otherwise);
    let last = to.checked_sub(1).and_then(|to| places.get(to)).copied().unwrap_or(first);
    let is_one = last.source == first.source && last.end > first.start;
    if is_one && from < to { Span { end: last.end, ..first } } else { first }
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
