//! Regions of a parent on another board: ranks are carried over, each counted from the end that it is nearer to; what
//! names squares, files, rings or sectors has no place there.

use super::land::Land;
use crate::board::{Side, Square};
use crate::definition::PerSide;
use crate::definition::condition::{RegionKind, RegionRef};
use crate::variant::Variant;

/// The regions of a parent, seen on another board.
pub(super) struct Places<'a> {
    variant: &'a Variant,
    land: &'a Land,
}

impl<'a> Places<'a> {
    pub(super) fn new(variant: &'a Variant, land: &'a Land) -> Places<'a> {
        Places { variant, land }
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
        Some(self.land.zone(&[self.squares(&region.white, Side::White)?, self.squares(&region.black, Side::Black)?]))
    }

    /// A zone of promotion as a value of TOML: the parent's, or the far ends where it has no place, and besides the
    /// squares from which those who promote go nowhere.
    pub(super) fn promotion(&self, zone: &PerSide<RegionRef>, stuck: impl Fn(Side, Square) -> bool) -> String {
        let board = self.land.board();
        let sides = Side::BOTH.map(|side| {
            let region = if side == Side::White { &zone.white } else { &zone.black };
            let ends = |square| self.land.rank(side.other(), square) == 1;
            let inside = self.squares(region, side).unwrap_or_else(|| board.squares().map(ends).collect());
            board.squares().zip(inside).map(|(square, inside)| inside || stuck(side, square)).collect()
        });
        self.land.zone(&sides)
    }

    fn squares(&self, region: &RegionRef, side: Side) -> Option<Vec<bool>> {
        let board = self.land.board();
        let old = self.variant.board().n_ranks();
        let each = |holds: &dyn Fn(Square) -> bool| board.squares().map(holds).collect::<Vec<bool>>();
        let parts = |parts: &[RegionRef]| parts.iter().map(|part| self.squares(part, side)).collect::<Option<Vec<_>>>();
        Some(match &region.kind {
            RegionKind::Ranks(spans) if old > 0 => {
                let near = |rank: u16| 2 * rank <= old;
                let from_home = |square| self.land.rank(side, square);
                let from_end = |square| (old + 1).saturating_sub(self.land.rank(side.other(), square));
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
}
