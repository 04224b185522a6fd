//! The board field of a FEN, and rows of a set-up that stand for it: text in, pieces on squares or every slip out.

use super::{Field, MOST_PLACES, listed};
use crate::board::{Board, Cell, KindId, Piece, Side};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};

/// The most cells of a row that a message counts.
const MOST_CELLS: usize = 4096;

/// The pieces of a board field. `letters` holds each kind's capital letter.
pub fn placement(board: &Board, letters: &[char], field: Field<'_>) -> Result<Vec<Piece>, Vec<Diagnostic>> {
    let (text, span) = field;
    let exact = (span.end - span.start) as usize == text.len();
    placed(board, letters, field, Form::default(), &|from, to| if exact { span.part(from..to) } else { span })
}

/// What is known of a board field beside its text.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Form {
    /// Its rows stand apart.
    pub(super) apart: bool,
    /// How many rows and cells the board has is not known for certain.
    pub(super) unknown_size: bool,
}

/// As [`placement`]; `part` gives the place of a range of bytes.
pub(super) fn placed(
    board: &Board,
    letters: &[char],
    (text, span): Field<'_>,
    form: Form,
    part: &dyn Fn(usize, usize) -> Span,
) -> Result<Vec<Piece>, Vec<Diagnostic>> {
    let rows = board.fen_rows();
    let written: Vec<&str> = text.split('/').collect();
    if let Some(problem) = foreign(board, &written).filter(|_| !form.unknown_size) {
        return Err(vec![problem.at(span).label("a position of another board")]);
    }
    // Where rows are missing, those that are there can be compared only if all are alike.
    let alike = rows.iter().all(|row| row.len() == rows[0].len() && row.iter().all(|cell| *cell != Cell::Hole));
    let matched = written.len() == rows.len();
    let mut reader = Rows {
        board,
        letters,
        part,
        matched,
        pieces: Vec::new(),
        problems: Vec::new(),
        strange: Vec::new(),
        miscounted: Vec::new(),
    };
    let mut start = 0;
    for (number, row) in written.iter().enumerate() {
        let cells = rows.get(number).or(rows.first().filter(|_| alike));
        reader.row(row, start, cells.map_or(&[], Vec::as_slice), matched || alike);
        start += row.len() + 1;
    }
    let Rows { pieces, mut problems, strange, miscounted, .. } = reader;
    if !matched {
        let message = format!("the board has {} rows, this has {}", rows.len(), written.len());
        let problem = Diagnostic::error(Code::FenRows, message).at(span).label(if form.apart {
            "the first of them"
        } else {
            "count the rows between `/`"
        });
        let told = miscounted.into_iter().take(MOST_PLACES);
        let problem = told.fold(problem, |problem, (place, what)| problem.also(place, what));
        problems.push(problem.help(format!("write {} rows, the first row of the board first", rows.len())));
    }
    problems.extend(unknown_letters(letters, &strange));
    if problems.is_empty() { Ok(pieces) } else { Err(problems) }
}

/// The rows of a board field as they are read.
struct Rows<'a> {
    board: &'a Board,
    letters: &'a [char],
    /// The place of a range of bytes.
    part: &'a dyn Fn(usize, usize) -> Span,
    /// There are as many rows as the board has.
    matched: bool,
    pieces: Vec<Piece>,
    problems: Vec<Diagnostic>,
    /// Letters that no piece has.
    strange: Vec<(char, Span)>,
    /// Rows of a wrong length where the number of rows is wrong, too: there may be one cause.
    miscounted: Vec<(Span, String)>,
}

impl Rows<'_> {
    /// One row, which begins at `start`. `counts`: its cells are those of the board.
    fn row(&mut self, row: &str, start: usize, cells: &[Cell], mut counts: bool) {
        let mut column: usize = 0;
        let n_told = self.problems.len();
        let mut chars = row.char_indices().peekable();
        while let Some((at, letter)) = chars.next() {
            if !letter.is_ascii_digit() {
                let place = (self.part)(start + at, start + at + letter.len_utf8());
                self.cell(letter, place, cells.get(column).filter(|_| self.matched));
                column += 1;
                continue;
            }
            let mut number = usize::from(letter as u8 - b'0');
            let mut end = at + 1;
            while let Some((_, digit)) = chars.next_if(|(_, next)| next.is_ascii_digit()) {
                number = (number * 10 + usize::from(digit as u8 - b'0')).min(1_000_000);
                end += 1;
            }
            if counts && number > cells.len() {
                let place = (self.part)(start + at, start + end);
                self.too_many(&row[at..end], place, cells.len());
                counts = false;
            }
            column += number;
        }
        if counts && column != cells.len() {
            // Where the count is wrong, pieces seem to stand on holes.
            let own = self.problems.split_off(n_told);
            self.problems.extend(own.into_iter().filter(|problem| problem.code != Code::FenHole));
            let place = (self.part)(start, start + row.len());
            let message = format!("this row has {column} cells, the board has {} here", cells.len());
            if !self.matched {
                return self.miscounted.push((place, message));
            }
            let label = if column < cells.len() { "too short" } else { "too long" };
            let problem = Diagnostic::error(Code::FenRowLength, message).at(place).label(label);
            self.problems.push(problem.help("letters count one, a number counts so many empty cells"));
        }
    }

    /// A number greater than the row is long.
    fn too_many(&mut self, number: &str, place: Span, n_cells: usize) {
        if !self.matched {
            return self.miscounted.push((place, format!("more than the {n_cells} cells of a row")));
        }
        let problem = Diagnostic::error(Code::FenNumber, format!("`{}` is more cells than the row has", shown(number)));
        let problem = problem.at(place).label(format!("the row has {n_cells}"));
        self.problems.push(problem.help("a number counts empty cells"));
    }

    /// A letter on a cell, if that is known.
    fn cell(&mut self, letter: char, place: Span, cell: Option<&Cell>) {
        let hole = |message: String| Diagnostic::error(Code::FenHole, message).at(place);
        match (letter, cell) {
            ('_' | '*', Some(Cell::Hole) | None) => {}
            ('_' | '*', Some(Cell::Square(square))) => self.problems.push(
                hole(format!("`{}` is a square, not a hole", self.board.name(*square)))
                    .label("a hole stands here")
                    .help("write `1` for an empty square"),
            ),
            (_, cell) => match (piece(self.letters, letter), cell) {
                (Some((side, kind)), Some(Cell::Square(square))) => {
                    self.pieces.push(Piece { square: *square, side, kind })
                }
                (Some(_), None) => {}
                (Some(_), Some(Cell::Hole)) => self.problems.push(
                    hole(format!("`{letter}` stands on a hole of the board"))
                        .label("there is no square here")
                        .help("count the cells of the row, holes included"),
                ),
                (None, _) => self.strange.push((letter, place)),
            },
        }
    }
}

/// The problem of rows that are alike among themselves and of another number and length than those of the board: they
/// come from another board, and nothing else about them needs telling.
fn foreign(board: &Board, written: &[&str]) -> Option<Diagnostic> {
    let rows = board.fen_rows();
    let width = |row: &Vec<Cell>| row.len();
    let (own, theirs) = (width(rows.first()?), n_written(written.first()?, false));
    let even = rows.iter().all(|row| width(row) == own);
    if written.len() < 2
        || own == theirs
        || theirs > MOST_CELLS
        || !even
        || written.iter().any(|row| n_written(row, false) != theirs)
    {
        return None;
    }
    let (n_rows, board_rows) = (written.len(), rows.len());
    let message = format!("this has {n_rows} rows of {theirs} cells, the board has {board_rows} rows of {own}");
    let code = if n_rows == board_rows { Code::FenRowLength } else { Code::FenRows };
    Some(Diagnostic::error(code, message).help("choose the game that has this board, or write a position of this one"))
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
pub(super) fn over(places: &[Span], from: usize, to: usize, otherwise: Span) -> Span {
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
pub fn piece(letters: &[char], letter: char) -> Option<(Side, KindId)> {
    if let Some(kind) = letters.iter().position(|known| *known == letter) {
        return Some((Side::White, kind as KindId));
    }
    let small = |capital: &char| capital.to_lowercase().eq(std::iter::once(letter));
    letters.iter().position(small).map(|kind| (Side::Black, kind as KindId))
}

/// The problem of letters that no piece has.
fn unknown_letters(letters: &[char], strange: &[(char, Span)]) -> Option<Diagnostic> {
    let ((_, first), others) = strange.split_first()?;
    let mut distinct: Vec<char> = Vec::new();
    for (letter, _) in strange {
        if !distinct.contains(letter) && distinct.len() < letters.len().max(MOST_PLACES) {
            distinct.push(*letter);
        }
    }
    let message = format!("no piece has the letter {}", listed(distinct.into_iter()));
    let problem = Diagnostic::error(Code::FenLetter, message).at(*first).label("unknown letter");
    let problem = others.iter().take(MOST_PLACES).fold(problem, |problem, (_, place)| problem.also(*place, "here too"));
    let known = listed(letters.iter().copied());
    Some(problem.help(format!("pieces are {known} (white), the same in small letters for black")))
}
