//! A board as two armies see it: a board's word in; where each side is at home, how far a square is from there, the
//! rows on which pieces are drawn up, and which way leads to the enemy out.
//!
//! A board that goes round, a circle or a torus, is a strip bent to a ring. Home on a circle are two sectors, and the
//! ranks follow on both sides of them, each of two sectors again; home on a torus is a rank. The enemy's home lies half
//! way round.

use crate::board::{Board, Side, Square};
use crate::describe::{Edges, PlainBoard, no_board};
use crate::diagnostic::Diagnostic;
use crate::expansion::Forward;

/// The most rings on which pieces are drawn up; those further in stay empty.
const MOST_RINGS: u16 = 5;

/// A board and the homes on it.
pub(super) struct Land {
    board: Board,
    word: PlainBoard,
    round: Option<Round>,
}

/// A way round, in half sectors or half ranks.
struct Round {
    homes: [i32; 2],
    length: i32,
}

impl Round {
    /// How far a place is from home, the shorter way, with a sign: rising numbers are ahead.
    fn apart(&self, side: Side, place: i32) -> i32 {
        let half = self.length / 2;
        (place - self.homes[side.index()] + half).rem_euclid(self.length) - half
    }
}

impl Land {
    pub(super) fn new(word: PlainBoard) -> Result<Land, Box<Diagnostic>> {
        let board = word.board().map_err(|errors| Box::new(no_board(&errors)))?;
        let round = match word {
            PlainBoard::Circle { .. } => {
                let half = i32::from(board.n_sectors() / 2);
                let white = 2 * (half / 2) + 1;
                Some(Round { homes: [white, white + 2 * half], length: 2 * i32::from(board.n_sectors()) })
            }
            PlainBoard::Rectangle { edges: Edges::Torus, .. } => {
                let ranks = i32::from(board.n_ranks());
                Some(Round { homes: [4, 4 + 2 * ((ranks + 1) / 2)], length: 2 * ranks })
            }
            _ => None,
        };
        Ok(Land { board, word, round })
    }

    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    pub(super) fn word(&self) -> PlainBoard {
        self.word
    }

    /// Whether the way to the enemy is none that the board has by itself.
    pub(super) fn goes_round(&self) -> bool {
        self.round.is_some()
    }

    fn is_circle(&self) -> bool {
        self.board.n_rings() > 0
    }

    /// Whether both sides count from left to right as they see the board themselves.
    pub(super) fn turns(&self) -> bool {
        self.is_circle()
    }

    /// Where a square lies on the way round.
    fn place(&self, square: Square) -> i32 {
        2 * i32::from(self.board.sector(square).or(self.board.rank(square)).unwrap_or(0))
    }

    /// The rank of a square, counted from 1 at a side's home; 0 where the board has none.
    pub(super) fn rank(&self, side: Side, square: Square) -> u16 {
        match &self.round {
            None => self.board.rank_seen_by(side, square).unwrap_or(0),
            Some(round) => round.apart(side, self.place(square)).unsigned_abs() as u16 / 2 + 1,
        }
    }

    /// How many rows of pieces a side has room for.
    pub(super) fn depth(&self) -> usize {
        let board = &self.board;
        if self.is_circle() {
            return usize::from((board.n_sectors() / 2).saturating_sub(1) / 2);
        }
        if self.goes_round() {
            return usize::from(board.n_ranks().saturating_sub(3) / 2);
        }
        let deep = |rows: usize| (1..=board.n_files()).filter(|file| self.length(*file) > 2 * rows).count();
        let wanted = usize::from(board.n_files()).div_ceil(2);
        (1..).take_while(|rows| deep(*rows) >= wanted).last().unwrap_or(0)
    }

    fn length(&self, file: u16) -> usize {
        self.board.squares().filter(|square| self.board.file(*square) == Some(file)).count()
    }

    /// The squares of a side's row, from 1 at home, from left to right as White sees the board; on a
    /// circle, as the side itself does. With so many `rows` on
    /// either side something must be left between them. On a circle a row begins on the rim, goes inwards on the left
    /// of home, and outwards on its right.
    pub(super) fn row(&self, side: Side, rank: u16, rows: usize) -> Vec<Square> {
        let board = &self.board;
        let Some(round) = &self.round else {
            let on = |file: u16, square: &Square| {
                board.file(*square) == Some(file) && board.rank_seen_by(side, *square) == Some(rank)
            };
            let files = (1..=board.n_files()).filter(|file| self.length(*file) > 2 * rows);
            return files.filter_map(|file| board.squares().find(|square| on(file, square))).collect();
        };
        if !self.is_circle() {
            return self.across(side, i32::from(rank) - 1);
        }
        // By half a turn one army becomes the other.
        let left = |square: &Square| round.apart(side, self.place(*square)) > 0;
        let mut squares: Vec<Square> = board.squares().filter(|square| self.rank(side, *square) == rank).collect();
        squares.retain(|square| board.ring(*square).is_some_and(|ring| ring <= MOST_RINGS));
        let ring = |square: &Square| i32::from(board.ring(*square).unwrap_or(0));
        squares.sort_by_key(|square| if left(square) { (0, ring(square)) } else { (1, -ring(square)) });
        squares
    }

    /// The squares behind the first row, where others may come from behind.
    pub(super) fn behind(&self, side: Side) -> Vec<Square> {
        if self.goes_round() && !self.is_circle() { self.across(side, -1) } else { Vec::new() }
    }

    /// The rank of a torus that lies so many ranks before a side's home.
    fn across(&self, side: Side, before: i32) -> Vec<Square> {
        let Some(round) = &self.round else { return Vec::new() };
        let sign = if side == Side::White { 2 } else { -2 };
        let on = |square: &Square| round.apart(side, self.place(*square) - sign * before) == 0;
        let mut squares: Vec<Square> = self.board.squares().filter(on).collect();
        squares.sort_by_key(|square| self.board.file(*square));
        squares
    }

    /// Squares of each side as a value of TOML.
    pub(super) fn zone(&self, [white, black]: &[Vec<bool>; 2]) -> String {
        let (white, black) = (self.region(Side::White, white), self.region(Side::Black, black));
        match white == black {
            true => format!("\"{white}\""),
            false => format!("{{ white = \"{white}\", black = \"{black}\" }}"),
        }
    }

    /// Squares as a region: whole ranks or sectors where they are some, else by name.
    fn region(&self, side: Side, holds: &[bool]) -> String {
        let board = &self.board;
        let inside = |square: &Square| holds.get(square.index()) == Some(&true);
        let line = |square: Square| board.sector(square).or_else(|| board.rank_seen_by(side, square)).unwrap_or(0);
        let mut lines: Vec<u16> = board.squares().filter(inside).map(line).collect();
        lines.sort_unstable();
        lines.dedup();
        if lines.is_empty() {
            return "none".to_owned();
        }
        let whole = board.squares().filter(|square| lines.contains(&line(*square))).all(|square| inside(&square));
        if whole && (board.is_rectangle() || self.is_circle()) {
            let (word, name): (&str, &dyn Fn(u16) -> String) = match self.is_circle() {
                true => ("sector", &|number| board.sector_names()[usize::from(number) - 1].clone()),
                false => ("rank", &|number| number.to_string()),
            };
            let spans = lines.chunk_by(|one, next| one + 1 == *next).map(|span| match span {
                [first, .., last] => format!("{}-{}", name(*first), name(*last)),
                other => other.iter().map(|one| name(*one)).collect(),
            });
            let plural = if lines.len() == 1 { "" } else { "s" };
            return format!("{word}{plural} {}", spans.collect::<Vec<_>>().join(","));
        }
        let names: Vec<&str> = board.squares().filter(inside).map(|square| board.name(square)).collect();
        names.join(" ")
    }

    /// Which steps go forward.
    pub(super) fn forward(&self) -> Forward {
        let Some(round) = &self.round else { return Forward::heading() };
        let board = &self.board;
        Forward::relation(board, &|side, from, to| {
            let to_enemy = |square| round.apart(side.other(), self.place(square)).abs();
            let beside =
                if self.is_circle() { board.ring(from) == board.ring(to) } else { board.file(from) == board.file(to) };
            beside && to_enemy(to) < to_enemy(from)
        })
    }

    /// The function of the script that says so, under a name, with another that it needs.
    pub(super) fn script(&self, onward: &str, apart: &str) -> String {
        let Some(round) = &self.round else { return String::new() };
        let (line, unit, along) =
            if self.is_circle() { ("ring", "sector", "along the ring") } else { ("file", "rank", "along the file") };
        let [white, black] = round.homes.map(|home| home.rem_euclid(round.length));
        let (length, half) = (round.length, round.length / 2);
        format!(
            "/// A step is forward when it leads {along}, the shorter way round, to where the enemy began.\n\
             fn {onward}(side, from, to) {{\n    \
                 from.{line} == to.{line} && {apart}(side, to.{unit}) < {apart}(side, from.{unit})\n\
             }}\n\n\
             /// How far it is from there, in half {unit}s.\n\
             fn {apart}(side, {unit}) {{\n    \
                 let enemy = if side == \"white\" {{ {black} }} else {{ {white} }};\n    \
                 let way = (2 * {unit} - enemy + {length}) % {length};\n    \
                 if way > {half} {{ {length} - way }} else {{ way }}\n\
             }}\n"
        )
    }
}
