//! FEN: text in, a position or every slip with its place out; a position in, its FEN out.
//!
//! Lenient: the counters may be missing, the fields of castling and capture en passant too. What is well formed but
//! means nothing here is read with a note: rights whose pieces are not at home, a square nobody can capture on. What
//! leaves the position open is refused: a square that several pieces could have crossed.

use crate::board::{Cell, Side, Square};
use crate::check::fen::{self, Known, Reading};
use crate::definition::Doubt;
use crate::diagnostic::{Code, Diagnostic, Severity, worth_reading};
use crate::position::state::{State, kind_of, piece, side_of};
use crate::position::{IntoPosition, Position, with_core};
use crate::source::Spanned;
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Promotion;
use crate::variant::{AnyCore, Variant};
use std::fmt::Write as _;

impl Position {
    /// Reads a FEN. Gives notes beside the position for what was read but means nothing.
    pub fn from_fen(variant: &Variant, fen: &Spanned<String>) -> Result<(Position, Vec<Diagnostic>), Vec<Diagnostic>> {
        match &variant.core {
            AnyCore::Small(core) => read(variant, core, fen),
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
    let rows = variant.board().fen_rows().len();
    if rows > 1 && fen.value.split_whitespace().count() == 1 && !fen.value.contains('/') {
        let problem = Diagnostic::error(Code::FenRows, format!("this is no FEN: it has none of the {rows} rows"));
        let problem = problem.at(fen.span).label("not a position");
        return Err(vec![problem.help(format!("the start is `{}`", variant.start()))]);
    }
    let letters = variant.letters();
    let known = Known { board: variant.board(), letters: &letters, rights: variant.rights(), doubt: Doubt::NONE };
    let (reading, mut problems) = fen::read(known, fen, None);
    if problems.iter().any(Diagnostic::is_error) {
        return Err(worth_reading(problems));
    }
    let mut state: State<W> = State::empty();
    for piece in &reading.pieces {
        state.put(tables, piece.square.index(), piece.side.index(), usize::from(piece.kind));
    }
    if let Some(side) = reading.turn {
        state.set_turn(tables, side.index() as u8);
    }
    rights(core, &mut state, &reading, &mut problems);
    state.mark_unmoved(tables);
    passing(variant, core, &mut state, &reading, &mut problems);
    if problems.iter().any(Diagnostic::is_error) {
        return Err(worth_reading(problems));
    }
    state.quiet = reading.quiet;
    state.number = reading.number;
    state.key = state.key_from_scratch(tables);
    Ok((state.position(), worth_reading(problems)))
}

/// Gives the rights whose pieces are at home.
fn rights<W: Width>(core: &Core<W>, state: &mut State<W>, reading: &Reading<'_>, problems: &mut Vec<Diagnostic>) {
    let mut rights = 0;
    let mut away = Vec::new();
    for &(number, letter, place) in &reading.rights {
        let castling = &core.tables.castling[number];
        let side = castling.side.index();
        let stands = |square: Option<u8>, kind: u8| {
            square.is_none_or(|square| state.at(usize::from(square)) == piece(side, usize::from(kind)))
        };
        if stands(castling.king, castling.king_kind) && stands(castling.rook, castling.rook_kind) {
            rights |= 1 << number;
        } else {
            away.push((letter, place));
        }
    }
    if !away.is_empty() {
        let rights = if away.len() == 1 { "right" } else { "rights" };
        let letters = fen::listed(away.iter().map(|(letter, _)| *letter));
        let message = format!("the pieces of the {rights} {letters} are not at home");
        let problem = fen::at_letters(Diagnostic::new(Severity::Note, Code::FenCastling, message), &away);
        let help = "leave the letter out, or place king and rook on their squares";
        problems.push(problem.label("read as lost").help(help));
    }
    state.set_rights(&core.tables, rights);
}

/// Marks the piece that may be taken en passant.
fn passing<W: Width>(
    variant: &Variant,
    core: &Core<W>,
    state: &mut State<W>,
    reading: &Reading<'_>,
    problems: &mut Vec<Diagnostic>,
) {
    let Some((named, (text, span))) = &reading.passing else { return };
    let board = variant.board();
    // Those crossed are empty. Where they leave open who crossed them, the square of that piece follows.
    let (pieces, crossed): (Vec<usize>, Vec<usize>) =
        named.iter().map(|square| square.index()).partition(|square| state.occupied().has(*square));
    let victims = all_crossers(core, state, crossed.iter().copied());
    let victim = match pieces.as_slice() {
        [] => (!victims.is_empty()).then(|| victims.first()),
        [piece] => victims.has(*piece).then_some(*piece),
        _ => None,
    };
    if let Some(victim) = victim {
        let crossed = crossed.iter().fold(W::Set::EMPTY, |set, square| set.with(*square));
        state.set_passing(&core.tables, crossed, victim as u8);
    }
    if pieces.is_empty() && !state.passing.is_empty() && victims.count() > 1 {
        let names: Vec<&str> = victims.squares().map(|square| board.name(Square(square as u8))).collect();
        let written: Vec<String> = names.iter().map(|name| format!("`{text}{name}`")).collect();
        let message = format!("`{text}` leaves open which piece has just moved: that on {}", either(&names));
        problems.push(
            Diagnostic::error(Code::FenPassing, message)
                .at(*span)
                .label("several could have crossed it")
                .help(format!("write its square behind: {}", written.join(" or "))),
        );
        return;
    }
    let lost: Vec<String> = named
        .iter()
        .filter(|square| !state.passing.has(square.index()))
        .filter(|square| state.passing.is_empty() || !pieces.contains(&square.index()))
        .map(|square| format!("`{}`", board.name(*square)))
        .collect();
    if !lost.is_empty() {
        let all = state.passing.is_empty();
        let on = if all { format!("`{text}`") } else { lost.join(" and ") };
        problems.push(
            Diagnostic::new(Severity::Note, Code::FenPassing, format!("nobody can capture in passing on {on}"))
                .at(*span)
                .label(if all { "read as `-`".to_owned() } else { format!("read without {on}") })
                .help("no piece that can be taken in passing has crossed it, or nobody stands where it could be taken"),
        );
    }
}

/// Names of squares in a message, one of which is meant.
fn either(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    quoted.join(" or that on ")
}

/// Pieces that could have crossed each of these squares in the last move.
fn all_crossers<W: Width>(core: &Core<W>, state: &State<W>, crossed: impl Iterator<Item = usize>) -> W::Set {
    let each = crossed.map(|square| crossers(core, state, square, state.occupied()));
    each.reduce(|all, these| all.and(these)).unwrap_or(W::Set::EMPTY)
}

/// Pieces on some squares, of the side that has just moved, that could have crossed a square in their last move, by
/// movements of their own or by such as they may borrow.
pub(crate) fn crossers<W: Width>(core: &Core<W>, state: &State<W>, crossed: usize, among: W::Set) -> W::Set {
    let tables = &core.tables;
    let side = usize::from(1 - state.turn);
    let mut victims = W::Set::EMPTY;
    for (kind, table) in tables.kinds.iter().enumerate() {
        // Who crosses may promote in the same move.
        let new = |promotion: &Promotion<W>| {
            let pieces = promotion.to.iter().map(|kind| state.pieces(side, usize::from(*kind)));
            pieces.fold(W::Set::EMPTY, SquareSet::or).and(promotion.zone[side])
        };
        let promoted = table.promotions.iter().map(new).fold(W::Set::EMPTY, SquareSet::or).and(among);
        let same = state.pieces(side, kind).and(among);
        if same.or(promoted).is_empty() {
            continue;
        }
        let ways = table.all_ways().map(|way| &tables.ways[usize::from(way)]);
        for way in ways.filter(|way| way.passes) {
            let pieces = if way.promotes { same.or(promoted) } else { same };
            let term = &tables.terms[way.term];
            for reach in &term.reach[side] {
                for path in &term.paths[reach.paths.0 as usize..reach.paths.1 as usize] {
                    if path.crossed.has(crossed)
                        && pieces.has(usize::from(path.to))
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
        if all_crossers(core, state, state.passing.squares()).count() != 1 {
            fen.push_str(board.name(Square(state.ep_victim)));
        }
    }
    let _ = write!(fen, " {} {}", state.quiet, state.number);
    fen
}

/// The letter of a piece in FEN.
fn letter(variant: &Variant, piece: u8) -> Option<char> {
    if piece == 0 {
        return None;
    }
    let capital = variant.kinds()[kind_of(piece)].letter;
    Some(match Side::BOTH[side_of(piece)] {
        Side::White => capital,
        Side::Black => capital.to_lowercase().next().unwrap_or(capital),
    })
}
