//! The safety mask: the squares on which a change could expose a royal piece, whatever conditions, loans and vetoes
//! say.
//!
//! It knows only geometry. Every enemy line that leads to a royal square and is open now is a danger that nothing here
//! judges: then every move is played and tested. A line that one change of a square could open puts that square into
//! the mask:
//!
//! ```text
//!   r . . n . K      the line r-K has one piece on it, n: leaving its square, or changing what it lacks, is tested;
//!   a b c d e f      moves that touch neither d nor the royal piece are safe without being played
//! ```

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::attack::royals;
use crate::rules::moves::{Form, RawMove};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Tables, Way};

/// What moves may leave untouched to be safe.
pub(crate) struct Mask<W: Width> {
    /// Squares nobody may leave or enter untested.
    squares: W::Set,
    /// Enemies: taking one may do more than a move does.
    captures_are_tested: bool,
}

impl<W: Width> Referee<'_, W> {
    /// The mask of the side to move; `None` where every move must be tested.
    pub(crate) fn mask(&self, state: &State<W>) -> Option<Mask<W>> {
        let tables = &self.core.tables;
        let us = usize::from(state.turn);
        if tables.after.is_some() && !tables.after_only_captures {
            return None;
        }
        let royal = royals(self.core, state, us);
        let mut squares = royal;
        for (kind, table) in tables.kinds.iter().enumerate() {
            let pieces = state.pieces(1 - us, kind);
            if pieces.is_empty() {
                continue;
            }
            for &number in &table.mask_ways {
                let way = &tables.ways[usize::from(number)];
                if way.chain.is_some() {
                    return None;
                }
                for king in royal.squares() {
                    squares = squares.or(one_change(tables, state, way, king, pieces)?);
                }
            }
        }
        Some(Mask { squares, captures_are_tested: tables.after.is_some() })
    }

    /// Whether a move cannot expose a royal piece.
    #[inline(always)]
    pub(crate) fn leaves_untouched(&self, state: &State<W>, mask: &Mask<W>, mv: &RawMove) -> bool {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        let tables = &self.core.tables;
        mv.form() == Form::Plain
            && tables.ways[usize::from(mv.way())].plain
            && (mv.promotion() == 0 || !tables.royal.has(mv.promotion() - 1))
            && !mask.squares.has(from)
            && !mask.squares.has(to)
            && !(mask.captures_are_tested && state.at(to) != 0)
    }
}

/// The squares on which one change could let one of `pieces` take on `king` by a way; `None` if one may do so now.
fn one_change<W: Width>(
    tables: &Tables<W>,
    state: &State<W>,
    way: &Way,
    king: usize,
    pieces: W::Set,
) -> Option<W::Set> {
    let us = usize::from(state.turn);
    let them = 1 - us;
    let term = &tables.terms[way.term];
    let reverse = &term.reverse[them][king];
    let occupied = state.occupied();
    if pieces.meets(reverse.leap) {
        return None;
    }
    let mut squares = W::Set::EMPTY;
    for attacker in pieces.and(reverse.ride).squares() {
        let (start, end) = term.between_at[them][king * tables.n_squares + attacker];
        for &between in &term.between[start as usize..end as usize] {
            let blockers = between.and(occupied);
            if blockers.is_empty() {
                return None;
            }
            if blockers.without_first().is_empty() {
                squares = squares.or(blockers);
            }
        }
    }
    if pieces.meets(reverse.path) {
        for &number in &reverse.paths {
            let path = &term.paths[number as usize];
            if !pieces.has(usize::from(path.from)) {
                continue;
            }
            let occupied = occupied.without(usize::from(path.from));
            let blockers = path.empty.and(occupied);
            let missing = path.occupied.minus(occupied);
            if blockers.is_empty() && missing.is_empty() {
                return None;
            }
            // A move vacates one square and fills one.
            if blockers.without_first().is_empty() && missing.without_first().is_empty() {
                squares = squares.or(blockers).or(missing);
            }
        }
    }
    Some(squares)
}
