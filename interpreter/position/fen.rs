//! FEN: text in, a position or every slip with its place out; a position in, its FEN out.
//!
//! Lenient: the counters may be missing, the fields of castling and capture in passing too. What is well formed but
//! means nothing here is read with a note: rights whose men are not at home, a square nobody can capture on.

use crate::board::{Board, Cell, Side, Square};
use crate::check::fen::{Field, fields, length, placement, turn};
use crate::diagnostic::{Code, Diagnostic, Severity, worth_reading};
use crate::position::state::{State, kind_of, man, side_of};
use crate::position::{IntoPosition, Position, with_core};
use crate::source::Spanned;
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};
use crate::variant::{AnyCore, Variant};
use std::fmt::Write as _;

impl Position {
    /// Reads a FEN. Gives notes beside the position for what was read but means nothing.
    pub fn from_fen(variant: &Variant, fen: &Spanned<String>) -> Result<(Position, Vec<Diagnostic>), Vec<Diagnostic>> {
        match &variant.core {
            AnyCore::Small(core) => read(variant, core, fen),
            AnyCore::Rich(core) => read(variant, core, fen),
            AnyCore::Medium(core) => read(variant, core, fen),
            AnyCore::Large(core) => read(variant, core, fen),
        }
    }

    /// Writes the position as FEN.
    #[must_use]
    pub fn to_fen(&self, variant: &Variant) -> String {
        with_core!(variant, self, core, state => write(variant, core, state))
    }

    /// The hash made anew from everything it stands for; always equal to [`Position::key`].
    #[must_use]
    pub fn key_from_scratch(&self, variant: &Variant) -> u64 {
        with_core!(variant, self, core, state => state.key_from_scratch(&core.tables))
    }
}

fn read<W: Width>(
    variant: &Variant,
    core: &Core<W>,
    fen: &Spanned<String>,
) -> Result<(Position, Vec<Diagnostic>), Vec<Diagnostic>>
where
    State<W>: IntoPosition,
{
    let tables = &core.tables;
    let mut problems = Vec::new();
    length(fen).map_err(|problem| vec![*problem])?;
    let fields = fields(fen);
    let Some(board) = fields.first() else {
        return Err(vec![
            Diagnostic::error(Code::FenRows, "the FEN is empty")
                .at(fen.span)
                .help(format!("the start is `{}`", variant.start())),
        ]);
    };
    let mut state: State<W> = State::empty();
    match placement(variant.board(), &variant.letters(), *board) {
        Ok(men) => {
            for man in men {
                state.put(tables, man.square.index(), man.side.index(), usize::from(man.kind));
            }
        }
        Err(found) => problems.extend(found),
    }
    match fields.get(1) {
        Some(field) => match turn(*field) {
            Ok(side) => state.set_turn(tables, side.index() as u8),
            Err(problem) => problems.push(*problem),
        },
        None => problems.push(
            Diagnostic::error(Code::FenTurn, "the FEN does not say whose turn it is")
                .at(board.1)
                .help("write ` w` or ` b` after the board"),
        ),
    }
    if let Some(field) = fields.get(2) {
        rights(variant, core, &mut state, *field, &mut problems);
    }
    state.mark_unmoved(tables);
    if let Some(field) = fields.get(3) {
        passing(variant, core, &mut state, *field, &mut problems);
    }
    let mut number = |field: Option<&Field<'_>>, what: &str, least: u16, default: u16| match field {
        None => default,
        Some((text, span)) => match text.parse::<u16>() {
            Ok(value) if value >= least => value,
            _ => {
                problems.push(
                    Diagnostic::error(Code::FenNumber, format!("`{text}` is not {what}"))
                        .at(*span)
                        .label(format!("expected a number from {least} to {}", u16::MAX))
                        .help("the last two fields are quiet plies and the move's number: `0 1` at the start"),
                );
                default
            }
        },
    };
    state.quiet = number(fields.get(4), "a count of plies", 0, 0);
    state.number = number(fields.get(5), "the number of a move", 0, 1).max(1);
    if let Some((text, span)) = fields.get(6) {
        problems.push(
            Diagnostic::error(Code::FenFields, format!("`{text}` is more than a FEN has"))
                .at(*span)
                .label("nothing is expected here")
                .help("a FEN has board, turn, castling, capture in passing, quiet plies, move number"),
        );
    }
    if problems.iter().any(Diagnostic::is_error) {
        return Err(worth_reading(problems));
    }
    state.key = state.key_from_scratch(tables);
    Ok((state.position(), worth_reading(problems)))
}

fn rights<W: Width>(
    variant: &Variant,
    core: &Core<W>,
    state: &mut State<W>,
    (text, span): Field<'_>,
    problems: &mut Vec<Diagnostic>,
) {
    if text == "-" {
        return;
    }
    let mut rights = 0;
    for (at, letter) in text.char_indices() {
        let place =
            if (span.end - span.start) as usize == text.len() { span.part(at..at + letter.len_utf8()) } else { span };
        let Some(number) = variant.rights().iter().position(|right| *right == letter) else {
            let orthodox = "KQkq".contains(letter);
            let severity = if orthodox && variant.rights().is_empty() { Severity::Note } else { Severity::Error };
            let known: Vec<String> = variant.rights().iter().map(|right| format!("`{right}`")).collect();
            let problem =
                Diagnostic::new(severity, Code::FenCastling, format!("`{letter}` is no castling right here")).at(place);
            problems.push(if known.is_empty() {
                problem.label("this variant has no castling").help("write `-`")
            } else {
                problem.label("unknown right").help(format!("there are {}", known.join(", ")))
            });
            continue;
        };
        let castling = &core.tables.castling[number];
        let side = castling.side.index();
        let stands = |square: Option<u8>, kind: u8| {
            square.is_none_or(|square| state.at(usize::from(square)) == man(side, usize::from(kind)))
        };
        if stands(castling.king, castling.king_kind) && stands(castling.rook, castling.rook_kind) {
            rights |= 1 << number;
        } else {
            problems.push(
                Diagnostic::new(
                    Severity::Note,
                    Code::FenCastling,
                    format!("the men of the right `{letter}` are not at home"),
                )
                .at(place)
                .label("read as lost")
                .help("leave the letter out, or place king and rook on their squares"),
            );
        }
    }
    state.set_rights(&core.tables, rights);
}

fn passing<W: Width>(
    variant: &Variant,
    core: &Core<W>,
    state: &mut State<W>,
    (text, span): Field<'_>,
    problems: &mut Vec<Diagnostic>,
) {
    if text == "-" {
        return;
    }
    let board = variant.board();
    let Some(named) = squares(board, text) else {
        problems.push(
            Diagnostic::error(Code::FenPassing, format!("`{text}` is not a square of the board"))
                .at(span)
                .label("no square")
                .help("write the squares that were crossed in the last move, such as `e3`, or `-`"),
        );
        return;
    };
    // Those crossed are empty. Where they leave open who crossed them, the square of that man follows.
    let (men, crossed): (Vec<usize>, Vec<usize>) =
        named.iter().map(|square| square.index()).partition(|square| state.occupied().has(*square));
    let victims = all_crossers(core, state, crossed.iter().copied());
    let victim = match men.as_slice() {
        [] => (!victims.is_empty()).then(|| victims.first()),
        [man] => victims.has(*man).then_some(*man),
        _ => None,
    };
    if let Some(victim) = victim {
        let crossed = crossed.iter().fold(W::Set::EMPTY, |set, square| set.with(*square));
        state.set_passing(&core.tables, crossed, victim as u8);
    }
    let lost: Vec<String> = named
        .iter()
        .filter(|square| !state.passing.has(square.index()))
        .filter(|square| state.passing.is_empty() || !men.contains(&square.index()))
        .map(|square| format!("`{}`", board.name(*square)))
        .collect();
    if !lost.is_empty() {
        let all = state.passing.is_empty();
        let on = if all { format!("`{text}`") } else { lost.join(" and ") };
        problems.push(
            Diagnostic::new(Severity::Note, Code::FenPassing, format!("nobody can capture in passing on {on}"))
                .at(span)
                .label(if all { "read as `-`".to_owned() } else { format!("read without {on}") })
                .help("no man that can be taken in passing has crossed it, or nobody stands where it could be taken"),
        );
    }
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

/// Men that could have crossed each of these squares in the last move.
fn all_crossers<W: Width>(core: &Core<W>, state: &State<W>, crossed: impl Iterator<Item = usize>) -> W::Set {
    let each = crossed.map(|square| crossers(core, state, square));
    each.reduce(|all, these| all.and(these)).unwrap_or(W::Set::EMPTY)
}

/// Men of the side that has just moved that could have crossed a square in their last move, by movements of their own or
/// by such as they may borrow.
pub(crate) fn crossers<W: Width>(core: &Core<W>, state: &State<W>, crossed: usize) -> W::Set {
    let tables = &core.tables;
    let side = usize::from(1 - state.turn);
    let mut victims = W::Set::EMPTY;
    for (kind, table) in tables.kinds.iter().enumerate() {
        let men = state.men(side, kind);
        let lent = table.borrows.iter().flat_map(|borrow| borrow.ways.iter().flatten());
        let ways = table.ways.iter().chain(lent).map(|&way| &tables.ways[usize::from(way)]);
        for way in ways.filter(|way| way.passes) {
            let term = &tables.terms[way.term];
            for reach in &term.reach[side] {
                for path in &term.paths[reach.paths.0 as usize..reach.paths.1 as usize] {
                    if path.crossed.has(crossed)
                        && men.has(usize::from(path.to))
                        && !path.crossed.with(usize::from(path.from)).meets(state.occupied())
                    {
                        victims = victims.with(usize::from(path.to));
                    }
                }
            }
        }
    }
    victims
}

fn write<W: Width>(variant: &Variant, core: &Core<W>, state: &State<W>) -> String {
    let board = variant.board();
    let holes = variant.definition().notation.holes;
    let mut fen = String::new();
    for (number, row) in board.fen_rows().iter().enumerate() {
        if number > 0 {
            fen.push('/');
        }
        let mut blanks = 0;
        for cell in row {
            let letter = match cell {
                Cell::Hole => holes,
                Cell::Square(square) => letter(variant, state.at(square.index())),
            };
            match letter {
                None => blanks += 1,
                Some(letter) => {
                    if blanks > 0 {
                        let _ = write!(fen, "{blanks}");
                        blanks = 0;
                    }
                    fen.push(letter);
                }
            }
        }
        if blanks > 0 {
            let _ = write!(fen, "{blanks}");
        }
    }
    fen.push_str(if state.turn == 0 { " w " } else { " b " });
    let rights: String = variant
        .rights()
        .iter()
        .enumerate()
        .filter(|(number, _)| state.rights >> number & 1 == 1)
        .map(|(_, right)| *right)
        .collect();
    fen.push_str(if rights.is_empty() { "-" } else { &rights });
    fen.push(' ');
    if state.passing.is_empty() {
        fen.push('-');
    } else {
        let mut crossed: Vec<&str> = state.passing.squares().map(|square| board.name(Square(square as u8))).collect();
        crossed.sort_by_key(|name| (name.len(), *name));
        fen.extend(crossed);
        if all_crossers(core, state, state.passing.squares()).first() != usize::from(state.passing_victim) {
            fen.push_str(board.name(Square(state.passing_victim)));
        }
    }
    let _ = write!(fen, " {} {}", state.quiet, state.number);
    fen
}

/// The letter of a man in FEN.
fn letter(variant: &Variant, man: u8) -> Option<char> {
    if man == 0 {
        return None;
    }
    let capital = variant.kinds()[kind_of(man)].letter;
    Some(match Side::BOTH[side_of(man)] {
        Side::White => capital,
        Side::Black => capital.to_lowercase().next().unwrap_or(capital),
    })
}
