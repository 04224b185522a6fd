//! The layout of the inner loop, made from finished tables.

use crate::variant::flat::{
    FlatAct, FlatAttack, FlatCastling, FlatHead, FlatRest, FlatShifts, FlatSide, FlatStep, FlatWay, Shape, Slot,
};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Reach, Tables, Term};

/// Boards up to this many squares keep one table of the squares between any two.
const MAX_BETWEEN: usize = 128;

/// Lays out the finished tables.
pub(crate) fn flatten<W: Width>(tables: &Tables<W>) -> [FlatSide<W>; 2] {
    std::array::from_fn(|side| {
        let mut flat = FlatSide {
            attacks: Vec::new(),
            origins: Vec::new(),
            between: Vec::new(),
            shifts: Vec::new(),
            simple: Vec::new(),
            acts: Vec::new(),
            rest: Vec::new(),
            castling: Vec::new(),
        };
        attacks(tables, side, &mut flat);
        for kind in 0..tables.kinds.len() {
            ways(tables, side, kind, &mut flat);
        }
        for (number, castling) in tables.castling.iter().enumerate() {
            if castling.side.index() == side {
                let pieces = [castling.king, castling.rook].into_iter().flatten();
                let empty = pieces.fold(castling.empty, |empty, square| empty.without(usize::from(square)));
                flat.castling.push(FlatCastling { right: 1 << number, empty });
            }
        }
        flat
    })
}

/// The attacks of a side, and what can stop them.
fn attacks<W: Width>(tables: &Tables<W>, side: usize, flat: &mut FlatSide<W>) {
    let n_squares = tables.n_squares;
    let mut known: Vec<Option<W::Set>> = Vec::new();
    if n_squares <= MAX_BETWEEN {
        known.resize(n_squares * n_squares, None);
    }
    for (kind, table) in tables.kinds.iter().enumerate() {
        for &number in &table.royal_ways {
            let way = &tables.ways[usize::from(number)];
            let stops = stops(&tables.terms[way.term], side, n_squares);
            let clean = !known.is_empty()
                && stops
                    .as_ref()
                    .is_some_and(|stops| stops.iter().all(|(at, set)| known[*at].is_none_or(|other| other == *set)));
            let leaps = stops.as_ref().is_some_and(|stops| stops.iter().all(|(_, set)| set.is_empty()));
            if clean {
                for (at, set) in stops.into_iter().flatten() {
                    known[at] = Some(set);
                }
            }
            flat.attacks.push(FlatAttack {
                kind: kind as u8,
                clean,
                leaps,
                when: !way.when.is_empty(),
                initial: way.initial,
                number,
                takes: way.takes,
            });
        }
    }
    for target in 0..n_squares {
        for attack in &flat.attacks {
            let term = &tables.terms[tables.ways[usize::from(attack.number)].term];
            let reverse = &term.reverse[side][target];
            flat.origins.push(reverse.leap.or(reverse.ride).or(reverse.path));
        }
    }
    if flat.attacks.iter().any(|attack| attack.clean) {
        flat.between = known.into_iter().map(Option::unwrap_or_default).collect();
    }
}

/// For every pair of squares (`target * squares + origin`) between which a term takes, what must be empty; `None` where
/// there are two ways of getting there, or something must be occupied or taken.
fn stops<W: Width>(term: &Term<W>, side: usize, n_squares: usize) -> Option<Vec<(usize, W::Set)>> {
    let mut stops: Vec<(usize, W::Set)> = Vec::new();
    for (target, reverse) in term.reverse[side].iter().enumerate() {
        let once = reverse.leap.and(reverse.ride).or(reverse.path.and(reverse.leap.or(reverse.ride))).is_empty();
        if !once || reverse.paths.len() != reverse.path.count() as usize {
            return None;
        }
        let at = |origin: usize| target * n_squares + origin;
        stops.extend(reverse.leap.squares().map(|origin| (at(origin), W::Set::EMPTY)));
        for origin in reverse.ride.squares() {
            let (start, end) = term.between_at[side][at(origin)];
            if end - start != 1 {
                return None;
            }
            stops.push((at(origin), term.between[start as usize]));
        }
        for &number in &reverse.paths {
            let path = &term.paths[number as usize];
            let bare = path.occupied.or(path.takes).or(path.destroys).is_empty();
            let ends = usize::from(path.to) == target && path.capture;
            let apart = !path.empty.has(target) && !path.empty.has(usize::from(path.from));
            if !bare || !ends || !apart || path.to == path.from {
                return None;
            }
            stops.push((at(usize::from(path.from)), path.empty));
        }
    }
    Some(stops)
}

/// The ways of one kind, each where it is made best.
fn ways<W: Width>(tables: &Tables<W>, side: usize, kind: usize, flat: &mut FlatSide<W>) {
    let table = &tables.kinds[kind];
    let mut rest = Vec::new();
    let mut bound = Vec::new();
    for &number in &table.ways {
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let head = FlatHead {
            spared: way.spared,
            number,
            kind: kind as u8,
            asks: !way.when.is_empty() || way.initial,
            initial: way.initial,
            promotes: way.promotes && !table.promotions.is_empty(),
        };
        let zone = table.promotion_zone[side];
        if way.shifts
            && let Some(shifts) = &term.shifts[side]
        {
            let steps = shifts.iter().map(|shift| FlatStep {
                from: shift.from,
                by: shift.by,
                via: shift.via,
                quiet: shift.quiet,
                capture: shift.capture,
            });
            let steps = steps.collect();
            let (passes, takes_passing) = (way.passes, term.passes_capture);
            flat.shifts.push(FlatShifts { head, passes, takes_passing, steps, zone });
            bound.push(number);
        } else if !table.overlaps && way.plain && !way.alone && only_sets(term) {
            let reaches = || term.reach.iter().flatten();
            let blocks = reaches().map(|reach| reach.blocks.1 - reach.blocks.0).max().unwrap_or(0);
            flat.simple.push(FlatWay {
                head,
                royal: tables.royal.has(kind as u8),
                shape: match blocks {
                    _ if reaches().any(|reach| reach.lines.0 != reach.lines.1) => Shape::Term,
                    0 => Shape::Leaps,
                    1 => Shape::Four,
                    2 => Shape::Eight,
                    _ => Shape::Term,
                },
                zone,
                slots: slots(term, side),
            });
        } else if !way.alone && way.chain.is_none() && way.act.turns && only_aims(term) {
            let targets = term.reach[side].iter().map(|reach| reach.capture).collect();
            flat.acts.push(FlatAct { head, shared: way.identity_target, targets });
        } else {
            rest.push(number);
            bound.push(number);
        }
    }
    if !bound.is_empty() {
        flat.rest.push(FlatRest { kind: kind as u8, ways: rest, bound });
    }
}

fn only_sets<W: Width>(term: &Term<W>) -> bool {
    term.paths.is_empty()
        && !term.passes_capture
        && term.reach.iter().flatten().all(|reach| reach.rides.is_empty() && reach.destroy.is_empty())
}

/// Whether a term has nothing but leaps that take.
fn only_aims<W: Width>(term: &Term<W>) -> bool {
    let slides = |reach: &Reach<W>| reach.blocks.0 != reach.blocks.1 || reach.lines.0 != reach.lines.1;
    only_sets(term) && term.reach.iter().flatten().all(|reach| reach.quiet.is_empty() && !slides(reach))
}

fn slots<W: Width>(term: &Term<W>, side: usize) -> Vec<Slot<W>> {
    let slot = |reach: &Reach<W>| {
        let block = |at: u32| {
            let number = reach.blocks.0 + at;
            if number < reach.blocks.1 { term.blocks[number as usize] } else { [W::Set::EMPTY; 4] }
        };
        Slot { quiet: reach.quiet, capture: reach.capture, first: block(0), second: block(1) }
    };
    term.reach[side].iter().map(slot).collect()
}
