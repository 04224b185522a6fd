//! Regions of a parent on another board: ranks are carried over, each counted from the end that it is nearer to; what
//! names squares, files, rings or sectors has no place there.

use crate::board::{Board, Side, Square};
use crate::definition::PerSide;
use crate::definition::condition::{RegionKind, RegionRef};
use crate::variant::Variant;
use std::fmt::Write as _;

/// The regions of a parent, seen on another board.
pub(super) struct Places<'a> {
    variant: &'a Variant,
    /// The other board, where it has ends to count from.
    board: Option<Board>,
}

impl<'a> Places<'a> {
    pub(super) fn new(variant: &'a Variant, board: Option<Board>, endless: bool) -> Places<'a> {
        Places { variant, board: board.filter(|_| !endless) }
    }

    /// Whether a region of `[regions]` has a place on the other board.
    pub(super) fn keeps(&self, name: &str) -> bool {
        self.variant.definition().regions.get(name).is_some_and(|entry| self.zone(&entry.value).is_some())
    }

    /// Whether a region that a movement names has a place, as it is written.
    pub(super) fn means(&self, region: &RegionRef) -> bool {
        match &region.kind {
            RegionKind::All | RegionKind::Nothing => true,
            RegionKind::Named(name) => self.keeps(name),
            RegionKind::Or(parts) | RegionKind::And(parts) => parts.iter().all(|part| self.means(part)),
            RegionKind::Not(part) => self.means(part),
            _ => false,
        }
    }

    /// `[regions]` with those that have a place.
    pub(super) fn toml(&self) -> String {
        let regions = self.variant.definition().regions.iter();
        let lines = regions.filter_map(|(name, entry)| Some(format!("{name} = {}\n", self.zone(&entry.value)?)));
        let lines: String = lines.collect();
        match lines.is_empty() {
            true => lines,
            false => {
                format!("\n[regions]                   # ranks are counted from each side's own first rank\n{lines}")
            }
        }
    }

    /// A region as a value of TOML; `None` where it has no place.
    pub(super) fn zone(&self, region: &PerSide<RegionRef>) -> Option<String> {
        self.value(&[self.squares(&region.white, Side::White)?, self.squares(&region.black, Side::Black)?])
    }

    /// A zone of promotion as a value of TOML: the parent's, or the far ends where it has no place, and besides the
    /// squares from which those who promote go nowhere.
    pub(super) fn promotion(&self, zone: &PerSide<RegionRef>, stuck: impl Fn(Side, Square) -> bool) -> Option<String> {
        let board = self.board.as_ref()?;
        let sides = Side::BOTH.map(|side| {
            let region = if side == Side::White { &zone.white } else { &zone.black };
            let ends = |square| board.rank_seen_by(side.other(), square) == Some(1);
            let inside = self.squares(region, side).unwrap_or_else(|| board.squares().map(ends).collect());
            board.squares().zip(inside).map(|(square, inside)| inside || stuck(side, square)).collect()
        });
        self.value(&sides)
    }

    fn value(&self, [white, black]: &[Vec<bool>; 2]) -> Option<String> {
        let (white, black) = (self.written(Side::White, white)?, self.written(Side::Black, black)?);
        Some(match white == black {
            true => format!("\"{white}\""),
            false => format!("{{ white = \"{white}\", black = \"{black}\" }}"),
        })
    }

    fn squares(&self, region: &RegionRef, side: Side) -> Option<Vec<bool>> {
        let board = self.board.as_ref()?;
        let old = self.variant.board().n_ranks();
        let each = |holds: &dyn Fn(Square) -> bool| board.squares().map(holds).collect::<Vec<bool>>();
        let parts = |parts: &[RegionRef]| parts.iter().map(|part| self.squares(part, side)).collect::<Option<Vec<_>>>();
        Some(match &region.kind {
            RegionKind::Ranks(spans) if old > 0 => {
                let near = |rank: u16| 2 * rank <= old;
                let from_home = |square| board.rank_seen_by(side, square).unwrap_or(0);
                let from_end = |square| (old + 1).saturating_sub(board.rank_seen_by(side.other(), square).unwrap_or(0));
                let seen = |rank: u16, square| if near(rank) { from_home(square) } else { from_end(square) };
                each(&|square| spans.iter().any(|(a, b)| seen(*a, square) >= *a && seen(*b, square) <= *b))
            }
            RegionKind::All => each(&|_| true),
            RegionKind::Nothing => each(&|_| false),
            RegionKind::Named(name) => {
                let entry = &self.variant.definition().regions.get(name)?.value;
                self.squares(if side == Side::White { &entry.white } else { &entry.black }, side)?
            }
            RegionKind::Or(list) => {
                let list = parts(list)?;
                each(&|square| list.iter().any(|part| part[square.index()]))
            }
            RegionKind::And(list) => {
                let list = parts(list)?;
                each(&|square| list.iter().all(|part| part[square.index()]))
            }
            RegionKind::Not(part) => {
                let part = self.squares(part, side)?;
                each(&|square| !part[square.index()])
            }
            _ => return None,
        })
    }

    /// Squares as a region: whole ranks where they are some, else by name. Nothing stays nothing.
    fn written(&self, side: Side, holds: &[bool]) -> Option<String> {
        let board = self.board.as_ref()?;
        let inside = |square: &Square| holds.get(square.index()) == Some(&true);
        if holds.iter().all(|holds| !holds) {
            return Some("none".to_owned());
        }
        if board.is_rectangle() {
            let rank_of = |square: Square| board.rank_seen_by(side, square);
            let full = |rank: u16| {
                board.squares().filter(|square| rank_of(*square) == Some(rank)).all(|square| inside(&square))
            };
            let some = |rank: u16| board.squares().any(|square| rank_of(square) == Some(rank) && inside(&square));
            let ranks: Vec<u16> = (1..=board.n_ranks()).filter(|rank| some(*rank)).collect();
            if ranks.iter().all(|rank| full(*rank)) {
                let spans = ranks.chunk_by(|one, next| one + 1 == *next);
                let spans: Vec<String> = spans
                    .filter_map(|span| match span {
                        [one] => Some(one.to_string()),
                        [first, .., last] => Some(format!("{first}-{last}")),
                        [] => None,
                    })
                    .collect();
                let word = if ranks.len() == 1 { "rank" } else { "ranks" };
                return Some(format!("{word} {}", spans.join(",")));
            }
        }
        let mut text = String::new();
        for square in board.squares().filter(inside) {
            let gap = if text.is_empty() { "" } else { " " };
            let _ = write!(text, "{gap}{}", board.name(square));
        }
        Some(text)
    }
}
