//! Who can take on a square: by raw movement (what scripts mean by defence), and with every rule applied (check).

use crate::board::KindSet;
use crate::position::state::{State, kind_of};
use crate::rules::Referee;
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Path, Tables, Term, Way};

/// Who stands where, as far as lines and paths mind: a position, or one with a piece moved in thought.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View<W: Width> {
    /// Occupied squares.
    pub(crate) occupied: W::Set,
    /// Pieces of each side.
    pub(crate) sides: [W::Set; 2],
}

impl<W: Width> View<W> {
    /// The position as it is.
    #[inline(always)]
    pub(crate) fn of(state: &State<W>) -> View<W> {
        View { occupied: state.occupied(), sides: state.sides }
    }
}

/// Pieces of `pieces` (of side `side`) that could take on `target` by `term`, whoever stands there. With `FIRST`, stops at
/// the first one found.
#[inline(always)]
pub(crate) fn hitters<W: Width, const FIRST: bool>(
    term: &Term<W>,
    n_squares: usize,
    view: &View<W>,
    side: usize,
    target: usize,
    pieces: W::Set,
) -> W::Set {
    let reverse = &term.reverse[side][target];
    let mut found = reverse.leap.and(pieces);
    if FIRST && !found.is_empty() {
        return found;
    }
    let riders = reverse.ride.and(pieces);
    if !riders.is_empty() {
        let occupied = view.occupied;
        for origin in riders.squares() {
            let (start, end) = term.between_at[side][target * n_squares + origin];
            if term.between[start as usize..end as usize].iter().any(|between| !between.meets(occupied)) {
                found = found.with(origin);
                if FIRST {
                    return found;
                }
            }
        }
    }
    if reverse.path.meets(pieces) {
        for &number in &reverse.paths {
            let path = &term.paths[number as usize];
            let origin = usize::from(path.from);
            if pieces.has(origin) && !found.has(origin) && path_takes(path, view, side, target) {
                found = found.with(origin);
                if FIRST {
                    return found;
                }
            }
        }
    }
    found
}

/// Whether a path of `side` takes on `target` as the board stands, reading the piece on `target` as an enemy.
fn path_takes<W: Width>(path: &Path<W>, view: &View<W>, side: usize, target: usize) -> bool {
    let origin = usize::from(path.from);
    let occupied = view.occupied.without(origin);
    let enemy = view.sides[1 - side].with(target);
    let own = view.sides[side].without(origin).without(target);
    if path.empty.meets(occupied.with(target))
        || !path.occupied.within(occupied)
        || !path.takes.within(enemy)
        || !path.destroys.within(own)
    {
        return false;
    }
    let to = usize::from(path.to);
    if to == target && !path.takes.has(target) {
        return path.capture;
    }
    (path.quiet && !occupied.has(to)) || (path.capture && enemy.has(to)) || (path.destroy && own.has(to))
}

/// Pieces of `side` among `kinds` that cover `target` by raw movement: their own ways without conditions of level 1,
/// before immunity and what they may take.
pub(crate) fn raw_attackers<W: Width>(
    tables: &Tables<W>,
    state: &State<W>,
    side: usize,
    target: usize,
    kinds: KindSet,
) -> W::Set {
    let mut found = W::Set::EMPTY;
    for kind in 0..tables.n_kinds {
        if !kinds.has(kind as u8) {
            continue;
        }
        let pieces = state.pieces(side, kind).without(target);
        if pieces.is_empty() {
            continue;
        }
        for way in tables.kinds[kind].own_ways.iter().map(|&way| &tables.ways[usize::from(way)]) {
            if !way.raw {
                continue;
            }
            let mut hitters =
                hitters::<W, false>(&tables.terms[way.term], tables.n_squares, &View::of(state), side, target, pieces);
            if way.initial {
                hitters = hitters.and(state.unmoved);
            }
            for origin in hitters.squares() {
                if way.when.iter().all(|&number| {
                    crate::rules::board_rule::board_rule(state, &tables.conditions[number].condition, origin)
                }) {
                    found = found.with(origin);
                }
            }
        }
    }
    found
}

impl<W: Width> Referee<'_, W> {
    /// Whether a piece of kind `victim` on `target` could be taken by `side`, every rule applied but legality.
    pub(crate) fn attacked(&mut self, state: &State<W>, target: usize, side: usize, victim: usize) -> bool {
        let core = self.core;
        let tables = &core.tables;
        if tables.immune.has(victim as u8) {
            return false;
        }
        if let Some(immune) = &tables.kinds[victim].immune_when
            && self.piece_rule(state, &immune.condition, target)
        {
            return false;
        }
        for kind in 0..tables.n_kinds {
            let pieces = state.pieces(side, kind);
            if pieces.is_empty() {
                continue;
            }
            let table = &tables.kinds[kind];
            for &number in &table.ways {
                if self.way_attacks(state, number, pieces, target, side, victim) {
                    return true;
                }
            }
            for borrow in &table.borrows {
                let lent = self.lent(state, borrow, side, pieces);
                for (lender, pieces) in lent.each() {
                    let mut ways = borrow.ways[lender].iter();
                    if ways.any(|&number| self.way_attacks(state, number, pieces, target, side, victim)) {
                        return true;
                    }
                }
            }
        }
        false
    }

    #[inline(always)]
    fn way_attacks(
        &mut self,
        state: &State<W>,
        number: u16,
        pieces: W::Set,
        target: usize,
        side: usize,
        victim: usize,
    ) -> bool {
        let tables = &self.core.tables;
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let pieces = if way.initial { pieces.and(state.unmoved) } else { pieces };
        if way.chain.is_some() {
            return way.chain_takes.has(victim as u8) && self.chain_attacks(state, number, pieces, target);
        }
        if !way.takes.has(victim as u8) {
            return false;
        }
        if term.passes_capture && self.attacks_in_passing(state, number, pieces, target, side) {
            return true;
        }
        if !term.captures || (way.act.closed && !way.act.takes) {
            return false;
        }
        if way.simple {
            return !hitters::<W, true>(term, tables.n_squares, &View::of(state), side, target, pieces).is_empty();
        }
        let found = hitters::<W, false>(term, tables.n_squares, &View::of(state), side, target, pieces);
        found.squares().any(|origin| self.way_judges(state, way, origin, target))
    }

    /// Whether everything that must be judged lets the piece on `origin` take on `target` by `way`.
    fn way_judges(&mut self, state: &State<W>, way: &Way, origin: usize, target: usize) -> bool {
        let tables = &self.core.tables;
        self.acts(state, origin)
            && way.when.iter().all(|&number| self.piece_rule(state, &tables.conditions[number].condition, origin))
            && way.filter.is_none_or(|hook| self.filter(state, hook, origin, target))
            && way.may_take.is_none_or(|hook| self.may_take(state, hook, origin, target))
    }

    /// Whether the piece on a square acts at all.
    #[inline(always)]
    pub(crate) fn acts(&mut self, state: &State<W>, square: usize) -> bool {
        let tables = &self.core.tables;
        if let Some(active) = &tables.active
            && !self.piece_rule(state, &active.condition, square)
        {
            return false;
        }
        match &tables.kinds[kind_of(state.at(square))].active {
            Some(active) => self.piece_rule(state, &active.condition, square),
            None => true,
        }
    }

    /// Whether a royal piece of `side` is attacked.
    pub(crate) fn in_check(&mut self, state: &State<W>, side: usize) -> bool {
        let royal = royals(self.core, state, side);
        royal.squares().any(|square| self.attacked(state, square, 1 - side, kind_of(state.at(square))))
    }

    /// Whether `side`, which has just moved, has kept its royal pieces: none missing, none attacked. Whoever has taken
    /// the last royal piece of the enemy need not fear an attack any more, and a side that had none (`had_royal`)
    /// cannot lose it.
    #[inline(always)]
    pub(crate) fn is_safe(&mut self, state: &State<W>, side: usize, had_royal: bool) -> bool {
        if self.core.tables.royal.0 == 0 {
            return true;
        }
        let own = royals(self.core, state, side);
        if own.is_empty() {
            return !had_royal;
        }
        let enemy_lost = self.core.tables.requires_royal[1 - side] && royals(self.core, state, 1 - side).is_empty();
        enemy_lost || !self.in_check(state, side)
    }
}

/// The royal pieces of a side.
#[inline(always)]
pub(crate) fn royals<W: Width>(core: &Core<W>, state: &State<W>, side: usize) -> W::Set {
    let mut royal = core.tables.royal.0;
    let mut set = W::Set::EMPTY;
    while royal != 0 {
        set = set.or(state.pieces(side, royal.trailing_zeros() as usize));
        royal &= royal - 1;
    }
    set
}
