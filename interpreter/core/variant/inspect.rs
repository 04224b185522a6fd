//! What the finished tables say about themselves: which ways may lead to the same square, which conditions hold steady
//! while the other side moves, and whether safety can be worked out from lines alone.

use crate::board::KindSet;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{PassingTaker, Rule, Tables, Term};

/// Fills in what follows from the rest of the tables.
pub(crate) fn finish<W: Width>(tables: &mut Tables<W>) {
    let leapers = leapers(tables);
    for number in 0..tables.ways.len() {
        let way = &tables.ways[number];
        let mut steady = Some(KindSet(0));
        for &when in &way.when {
            let one = support(&tables.conditions[when].condition, leapers);
            steady = steady.zip(one).map(|(all, one)| KindSet(all.0 | one.0));
        }
        tables.ways[number].steady = steady;
    }
    tables.leapers = leapers;
    chains(tables);
    for kind in 0..tables.kinds.len() {
        let royal_ways = tables.kinds[kind].ways.iter().copied().filter(|&way| threatens(tables, way)).collect();
        tables.kinds[kind].royal_ways = royal_ways;
        let mut mask_ways: Vec<u16> = tables.kinds[kind].all_ways().filter(|&way| threatens(tables, way)).collect();
        mask_ways.sort_unstable();
        mask_ways.dedup();
        tables.kinds[kind].mask_ways = mask_ways;
        tables.kinds[kind].overlaps = overlaps(tables, kind);
        let royal = tables.royal;
        let table = &mut tables.kinds[kind];
        let royal_choice = table.promotions.iter().flat_map(|rule| &rule.to).any(|&to| royal.has(to));
        table.promotion_moves_royal = royal_choice || royal.has(kind as u8);
        table.promotion_choices = match table.promotions.as_slice() {
            _ if table.promotion_moves_royal => None,
            [] => Some(1),
            [rule] => Some(rule.to.len() as u64 + u64::from(!rule.must)),
            _ => None,
        };
    }
    tables.algebra = algebra(tables);
    tables.passing_takers = passing_takers(tables);
    for kind in 0..tables.kinds.len() {
        let table = &tables.kinds[kind];
        let alike = !table.overlaps && !tables.royal.has(kind as u8);
        for number in table.ways.clone() {
            let way = &mut tables.ways[usize::from(number)];
            let judged = way.filter.is_some() || way.may_take.is_some() || !way.plain;
            let term = &tables.terms[way.term];
            way.shifts = alike && !judged && term.shifts.iter().all(Option::is_some);
        }
    }
}

/// The movements by which pieces capture en passant.
fn passing_takers<W: Width>(tables: &Tables<W>) -> Vec<PassingTaker> {
    let mut takers = Vec::new();
    for (kind, table) in tables.kinds.iter().enumerate() {
        for way in table.all_ways().map(|way| &tables.ways[usize::from(way)]) {
            let taker = PassingTaker { kind: kind as u8, term: way.term, takes: way.takes };
            if tables.terms[way.term].passes_capture && !takers.contains(&taker) {
                takers.push(taker);
            }
        }
    }
    takers
}

/// Kinds whose raw captures are leaps that nothing can hinder.
fn leapers<W: Width>(tables: &Tables<W>) -> KindSet {
    let mut set = KindSet(0);
    for (number, kind) in tables.kinds.iter().enumerate() {
        let leaps = kind
            .own_ways
            .iter()
            .map(|&way| &tables.ways[usize::from(way)])
            .all(|way| !way.raw || (only_leaps(&tables.terms[way.term]) && way.when.is_empty() && !way.initial));
        if leaps {
            set = set.with(number as u8);
        }
    }
    set
}

fn only_leaps<W: Width>(term: &Term<W>) -> bool {
    term.between.is_empty() && term.reverse.iter().flatten().all(|reverse| reverse.path.is_empty())
}

/// The leapers on whose cover a condition rests; `None` if something else could change it while the enemy moves.
fn support<W: Width>(rule: &Rule<W>, leapers: KindSet) -> Option<KindSet> {
    match rule {
        Rule::And(all) => all.iter().try_fold(KindSet(0), |set, rule| {
            let one = support(rule, leapers)?;
            Some(KindSet(set.0 | one.0))
        }),
        Rule::DefendedBy(kinds) if kinds.minus(leapers).0 == 0 => Some(*kinds),
        Rule::On(_) | Rule::Is(_) | Rule::Constant(_) => Some(KindSet(0)),
        _ => None,
    }
}

/// Whether two plain ways of a kind may give one move twice.
fn overlaps<W: Width>(tables: &Tables<W>, kind: usize) -> bool {
    let table = &tables.kinds[kind];
    if !table.borrows.is_empty() {
        return true;
    }
    let terms: Vec<&Term<W>> = table
        .ways
        .iter()
        .map(|&way| &tables.ways[usize::from(way)])
        .filter(|way| way.plain)
        .map(|way| &tables.terms[way.term])
        .collect();
    (0..2).any(|side| {
        (0..tables.n_squares).any(|square| {
            let mut seen = [W::Set::EMPTY; 4];
            terms.iter().any(|term| {
                let now = empty_board(term, side, square);
                let clash = now.iter().zip(&seen).any(|(now, seen)| now.meets(*seen));
                for (seen, now) in seen.iter_mut().zip(now) {
                    *seen = seen.or(now);
                }
                clash
            })
        })
    })
}

/// Where a term may lead on some board: to move, to take, to take a friend, to take in passing.
fn empty_board<W: Width>(term: &Term<W>, side: usize, square: usize) -> [W::Set; 4] {
    let reach = &term.reach[side][square];
    let slides = term.slide(reach, W::Set::EMPTY);
    let mut sets = [reach.quiet.or(slides), reach.capture.or(slides), reach.destroy, reach.passing];
    let mut add = |to: usize, flags: [bool; 4]| {
        for (set, flag) in sets.iter_mut().zip(flags) {
            if flag {
                *set = set.with(to);
            }
        }
    };
    for ride in &reach.rides {
        let start = ride.start as usize;
        for &to in &term.ride_squares[start..start + usize::from(ride.length)] {
            add(usize::from(to), [ride.quiet, ride.capture, ride.destroy, false]);
        }
    }
    for path in &term.paths[reach.paths.0 as usize..reach.paths.1 as usize] {
        add(usize::from(path.to), [path.quiet, path.capture, path.destroy, path.passing]);
    }
    sets
}

/// Finds the ways by which each kind goes on after a hop, and what its chains may take.
fn chains<W: Width>(tables: &mut Tables<W>) {
    let goes_on = |way: &u16| tables.ways[usize::from(*way)].chain.is_some();
    let mut of_kinds: Vec<(Vec<u16>, Vec<u16>)> = Vec::new();
    for kind in &tables.kinds {
        let lent = kind.borrows.iter().flat_map(|borrow| borrow.ways.iter().flatten());
        of_kinds.push((kind.ways.iter().copied().filter(goes_on).collect(), lent.copied().filter(goes_on).collect()));
    }
    let takes = |kind: &usize| {
        let (own, lent) = &of_kinds[*kind];
        let ways = own.iter().chain(lent).map(|&way| &tables.ways[usize::from(way)]);
        ways.filter(|way| tables.terms[way.term].captures).fold(0, |takes, way| takes | way.takes.0)
    };
    let chain_takes: Vec<u64> = (0..tables.kinds.len())
        .map(|kind| {
            // A chain may go on as what the piece has become.
            let becomes = tables.kinds[kind].promotions.iter().flat_map(|rule| &rule.to).map(|&to| usize::from(to));
            becomes.chain([kind]).fold(0, |all, kind| all | takes(&kind))
        })
        .collect();
    for ((kind, (own, lent)), takes) in of_kinds.into_iter().enumerate().zip(chain_takes) {
        for &way in own.iter().chain(&lent) {
            tables.ways[usize::from(way)].chain_takes = KindSet(takes);
        }
        tables.kinds[kind].borrows_chains = !lent.is_empty();
        tables.kinds[kind].chains = own;
    }
}

/// Whether a way could take a royal piece.
fn threatens<W: Width>(tables: &Tables<W>, way: u16) -> bool {
    let way = &tables.ways[usize::from(way)];
    if way.chain.is_some() {
        return way.chain_takes.0 & tables.royal.0 != 0;
    }
    tables.terms[way.term].captures && way.takes.0 & tables.royal.0 != 0 && (!way.act.closed || way.act.takes)
}

/// Whether the safety of a royal piece can be worked out from the lines that lead to it.
fn algebra<W: Width>(tables: &Tables<W>) -> bool {
    let acts_always = tables.active.is_none() && tables.kinds.iter().all(|kind| kind.active.is_none());
    let royal_always_takeable = tables
        .kinds
        .iter()
        .enumerate()
        .all(|(kind, table)| !tables.royal.has(kind as u8) || table.immune_when.is_none());
    let no_loans = tables.kinds.iter().all(|kind| kind.borrows.is_empty());
    let known = tables.ways.iter().enumerate().all(|(number, way)| {
        let term = &tables.terms[way.term];
        !threatens(tables, number as u16)
            || (way.does.is_none()
                && way.chain.is_none()
                && way.filter.is_none()
                && way.may_take.is_none()
                && way.steady.is_some()
                && !term.takes_on_way)
    });
    // Moves that take pieces on the way are told apart one by one, not as sets.
    let tangled = tables.kinds.iter().any(|kind| {
        let on_way = |way: &u16| tables.terms[tables.ways[usize::from(*way)].term].takes_on_way;
        kind.overlaps && kind.ways.iter().any(on_way)
    });
    tables.after.is_none() && !tangled && acts_always && royal_always_takeable && no_loans && known
}
