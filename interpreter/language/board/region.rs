//! Sets of squares by geometry: ranks, files, rings, sectors, colours, and what lies between two squares.

use super::{Board, Side, Square};

impl Board {
    /// A set: for each square whether `test` holds.
    #[must_use]
    pub fn squares_where(&self, test: impl Fn(Square) -> bool) -> Vec<bool> {
        self.squares().map(test).collect()
    }

    /// The squares of the ranks `from` to `to`, counted from the first rank of `side`.
    #[must_use]
    pub fn squares_of_ranks(&self, side: Side, from: u16, to: u16) -> Vec<bool> {
        self.squares_where(|square| self.rank_seen_by(side, square).is_some_and(|rank| (from..=to).contains(&rank)))
    }

    /// The squares of the files `from` to `to`, counted from 1.
    #[must_use]
    pub fn squares_of_files(&self, from: u16, to: u16) -> Vec<bool> {
        self.squares_where(|square| self.file(square).is_some_and(|file| (from..=to).contains(&file)))
    }

    /// The squares of the rings `from` to `to`, counted from the rim.
    #[must_use]
    pub fn squares_of_rings(&self, from: u16, to: u16) -> Vec<bool> {
        self.squares_where(|square| self.ring(square).is_some_and(|ring| (from..=to).contains(&ring)))
    }

    /// The squares of the sectors `from` to `to`, going round past the last to the first where `to` is smaller.
    #[must_use]
    pub fn squares_of_sectors(&self, from: u16, to: u16) -> Vec<bool> {
        self.squares_where(|square| self.sector(square).is_some_and(|sector| sector != 0 && is_round(sector, from, to)))
    }

    /// The dark (or light) squares; `None` on boards without colours.
    #[must_use]
    pub fn squares_of_colour(&self, dark: bool) -> Option<Vec<bool>> {
        self.squares().map(|square| self.is_dark(square).map(|is| is == dark)).collect()
    }

    /// The squares between two, both included: the block with them in its corners. On a circle the sectors go round from
    /// the first to the second, and a block to the centre is a spoke. `None` on boards without ranks and files or rings.
    #[must_use]
    pub fn squares_between(&self, first: Square, last: Square) -> Option<Vec<bool>> {
        let within = |value: Option<u16>, a: Option<u16>, b: Option<u16>| match (value, a, b) {
            (Some(value), Some(a), Some(b)) => (a.min(b)..=a.max(b)).contains(&value),
            _ => false,
        };
        if let (Some(from), Some(to)) = (self.sector(first), self.sector(last)) {
            let (from, to) = if from == 0 { (to, to) } else { (from, if to == 0 { from } else { to }) };
            return Some(self.squares_where(|square| {
                let sector = self.sector(square).unwrap_or(0);
                within(self.ring(square), self.ring(first), self.ring(last))
                    && (sector == 0 || (from != 0 && is_round(sector, from, to)))
            }));
        }
        let known = |square| self.rank(square).is_some() && self.file(square).is_some();
        (known(first) && known(last)).then(|| {
            self.squares_where(|square| {
                within(self.rank(square), self.rank(first), self.rank(last))
                    && within(self.file(square), self.file(first), self.file(last))
            })
        })
    }

    /// The file with this letter (or number from 1), counted from 1.
    #[must_use]
    pub fn file_number(&self, text: &str) -> Option<u16> {
        numbered(&self.file_names, text)
    }

    /// The sector with this letter (or number from 1), counted from 1.
    #[must_use]
    pub fn sector_number(&self, text: &str) -> Option<u16> {
        numbered(&self.sector_names, text)
    }

    /// The letters of the files in order; empty on boards without files.
    #[must_use]
    pub fn file_names(&self) -> &[String] {
        &self.file_names
    }

    /// The letters of the sectors in order; empty away from circles.
    #[must_use]
    pub fn sector_names(&self) -> &[String] {
        &self.sector_names
    }
}

/// Whether a number is met on the way round from one to another.
fn is_round(value: u16, from: u16, to: u16) -> bool {
    if from <= to { (from..=to).contains(&value) } else { value >= from || value <= to }
}

fn numbered(names: &[String], text: &str) -> Option<u16> {
    if let Some(at) = names.iter().position(|name| name == text) {
        return Some(super::count(at + 1));
    }
    text.parse().ok().filter(|&number: &u16| number >= 1 && usize::from(number) <= names.len())
}
