//! From the expanded terms of movements to the geometry tables: what a square reaches, and who reaches a square.

use crate::board::Square;
use crate::expansion::ExpandedTerm;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Path, Reach, Reverse, Ride, Shift, Stretch, Term};

/// For one target: each origin of a ride with the squares between, once for each line.
type Origins<S> = Vec<(u8, Vec<S>)>;

/// Joins terms that differ in nothing but where they lead.
pub(crate) fn term<W: Width>(expanded: &[ExpandedTerm], n_squares: usize) -> Term<W> {
    let mut term = Term {
        reach: [Vec::new(), Vec::new()],
        reverse: std::array::from_fn(|_| vec![Reverse::default(); n_squares]),
        ride_squares: Vec::new(),
        blocks: Vec::new(),
        stretches: Vec::new(),
        lines: Vec::new(),
        takes_on_way: false,
        shifts: [None, None],
        paths: Vec::new(),
        between: Vec::new(),
        between_at: [Vec::new(), Vec::new()],
        captures: false,
        passes_capture: false,
    };
    for side in 0..2 {
        let mut between: Vec<Origins<W::Set>> = vec![Vec::new(); n_squares];
        for from in 0..n_squares {
            let reach = reach(&mut term, expanded, side, from, &mut between);
            term.reach[side].push(reach);
        }
        if between.iter().any(|origins| !origins.is_empty()) {
            term.between_at[side] = vec![(0, 0); n_squares * n_squares];
        }
        for (target, origins) in between.into_iter().enumerate() {
            for (origin, masks) in origins {
                let start = term.between.len() as u32;
                term.between.extend(masks);
                let reverse: &mut Reverse<W> = &mut term.reverse[side][target];
                reverse.ride = reverse.ride.with(usize::from(origin));
                term.between_at[side][target * n_squares + usize::from(origin)] = (start, term.between.len() as u32);
            }
        }
    }
    for side in 0..2 {
        term.shifts[side] = shifts(&term, side);
    }
    term
}

/// The most shifts that are worth making for all pieces at once.
const MAX_SHIFTS: usize = 5;

/// The leaps of a term as shifts of sets, if it has nothing but leaps and lame leaps over one square, and few steps.
fn shifts<W: Width>(term: &Term<W>, side: usize) -> Option<Vec<Shift<W>>> {
    let mut shifts: Vec<Shift<W>> = Vec::new();
    for (from, reach) in term.reach[side].iter().enumerate() {
        let slides = reach.blocks.0 != reach.blocks.1 || reach.lines.0 != reach.lines.1 || !reach.rides.is_empty();
        if slides || !reach.destroy.is_empty() {
            return None;
        }
        let paths = &term.paths[reach.paths.0 as usize..reach.paths.1 as usize];
        if paths.len() > 1 {
            return None;
        }
        let mut add = |to: usize, via: Option<usize>, quiet: bool, capture: bool| {
            let step = |to: usize| to as i32 - from as i32;
            let (by, via) = (step(to), via.map_or(0, step));
            let like = |shift: &&mut Shift<W>| {
                shift.by == by && shift.via == via && shift.quiet == quiet && shift.capture == capture
            };
            match shifts.iter_mut().find(like) {
                Some(shift) => shift.from = shift.from.with(from),
                None => shifts.push(Shift { by, via, from: W::Set::bit(from), quiet, capture }),
            }
        };
        for to in reach.quiet.or(reach.capture).squares() {
            add(to, None, reach.quiet.has(to), reach.capture.has(to));
        }
        for path in paths {
            let only_quiet = path.quiet && !path.capture && !path.destroy && !path.passing;
            let bare = path.occupied.or(path.takes).or(path.destroys).is_empty() && path.empty.count() == 1;
            if !only_quiet || !bare || usize::from(path.to) == from {
                return None;
            }
            add(usize::from(path.to), Some(path.empty.first()), true, false);
        }
        if shifts.len() > MAX_SHIFTS {
            return None;
        }
    }
    Some(shifts)
}

fn reach<W: Width>(
    term: &mut Term<W>,
    expanded: &[ExpandedTerm],
    side: usize,
    from: usize,
    between: &mut [Origins<W::Set>],
) -> Reach<W> {
    let mut reach = Reach::default();
    let first_path = term.paths.len() as u32;
    let mut slides: Vec<&[Square]> = Vec::new();
    for part in expanded.iter().map(|part| &part.from[side][from]) {
        for leap in &part.leaps {
            let to = leap.to.index();
            let add = |set: &mut W::Set, wanted: bool| {
                if wanted {
                    *set = set.with(to);
                }
            };
            add(&mut reach.quiet, leap.landing.quiet);
            add(&mut reach.capture, leap.landing.capture);
            add(&mut reach.destroy, leap.landing.destroy);
            add(&mut reach.passing, leap.landing.passing);
            let reverse = &mut term.reverse[side][to];
            if leap.landing.capture {
                term.captures = true;
                reverse.leap = reverse.leap.with(from);
            }
            if leap.landing.passing {
                term.passes_capture = true;
                reverse.passing = reverse.passing.with(from);
            }
        }
        for ride in &part.rides {
            if ride.landing.quiet && ride.landing.capture && !ride.landing.destroy {
                slides.push(&ride.squares);
            } else {
                let start = term.ride_squares.len() as u32;
                term.ride_squares.extend(ride.squares.iter().map(|square| square.0));
                reach.rides.push(Ride {
                    start,
                    length: ride.squares.len() as u16,
                    quiet: ride.landing.quiet,
                    capture: ride.landing.capture,
                    destroy: ride.landing.destroy,
                });
            }
            if ride.landing.capture {
                term.captures = true;
                let mut mask = W::Set::EMPTY;
                for target in &ride.squares {
                    remember(&mut between[target.index()], from as u8, mask);
                    mask = mask.with(target.index());
                }
            }
        }
        for path in &part.paths {
            add_path(term, path, side, from);
        }
    }
    reach.paths = (first_path, term.paths.len() as u32);
    add_slides(term, &mut reach, &slides);
    let leaps = reach.quiet.or(reach.capture).or(reach.destroy).or(reach.passing);
    let paths = &term.paths[first_path as usize..];
    if leaps.is_empty()
        && slides.is_empty()
        && reach.rides.is_empty()
        && paths.iter().all(|path| !path.takes.is_empty())
    {
        reach.only_takes = Some(paths.iter().fold(W::Set::EMPTY, |set, path| set.or(path.takes)));
    }
    reach
}

/// Sorts lines into blocks of rising and falling ones; what turns is cut into stretches.
fn add_slides<W: Width>(term: &mut Term<W>, reach: &mut Reach<W>, slides: &[&[Square]]) {
    let set = |squares: &[Square]| W::Set::collect(squares.iter().copied());
    let (mut rising, mut falling, mut single) = (Vec::new(), Vec::new(), Vec::new());
    let first_line = term.lines.len() as u32;
    for line in slides {
        let rises = |pair: &[Square]| pair[0] < pair[1];
        // Beyond the first square; the way from the origin does not matter.
        if line.len() == 1 {
            single.push(set(line));
        } else if line.windows(2).all(rises) {
            rising.push(set(line));
        } else if !line.windows(2).any(rises) {
            falling.push(set(line));
        } else {
            let start = term.stretches.len() as u32;
            let mut at = 0;
            while at < line.len() {
                let falls = at + 1 < line.len() && line[at] > line[at + 1];
                let mut end = at + 1;
                while end < line.len() && (line[end - 1] > line[end]) == falls {
                    end += 1;
                }
                term.stretches.push(Stretch { squares: set(&line[at..end]), falls });
                at = end;
            }
            term.lines.push((start, term.stretches.len() as u32));
        }
    }
    // One square is as good as rising or falling: it goes where fewer are, so that blocks are full.
    for line in single {
        if rising.len() <= falling.len() { rising.push(line) } else { falling.push(line) }
    }
    reach.lines = (first_line, term.lines.len() as u32);
    let first_block = term.blocks.len() as u32;
    while !rising.is_empty() || !falling.is_empty() {
        let next = |lines: &mut Vec<W::Set>| lines.pop().unwrap_or(W::Set::EMPTY);
        let block = [next(&mut rising), next(&mut rising), next(&mut falling), next(&mut falling)];
        term.blocks.push(block);
    }
    reach.blocks = (first_block, term.blocks.len() as u32);
}

impl<W: Width> Term<W> {
    /// Where the slides of a square lead: every square up to and with the first piece.
    #[inline(always)]
    pub(crate) fn slide(&self, reach: &Reach<W>, occupied: W::Set) -> W::Set {
        let mut found = W::Set::EMPTY;
        for block in &self.blocks[reach.blocks.0 as usize..reach.blocks.1 as usize] {
            found = found
                .or(block[0].rising(occupied))
                .or(block[1].rising(occupied))
                .or(block[2].falling(occupied))
                .or(block[3].falling(occupied));
        }
        for &(start, end) in &self.lines[reach.lines.0 as usize..reach.lines.1 as usize] {
            for stretch in &self.stretches[start as usize..end as usize] {
                let part =
                    if stretch.falls { stretch.squares.falling(occupied) } else { stretch.squares.rising(occupied) };
                found = found.or(part);
                if stretch.squares.meets(occupied) {
                    break;
                }
            }
        }
        found
    }
}

fn add_path<W: Width>(term: &mut Term<W>, path: &crate::expansion::Path, side: usize, from: usize) {
    let set = |squares: &[Square]| W::Set::collect(squares.iter().copied());
    let number = term.paths.len() as u32;
    let takes = set(&path.takes);
    let mut taken_on = takes;
    if path.landing.capture {
        taken_on = taken_on.with(path.to.index());
    }
    if !path.takes.is_empty() || !path.destroys.is_empty() {
        term.takes_on_way = true;
    }
    for target in taken_on.squares() {
        let reverse = &mut term.reverse[side][target];
        reverse.path = reverse.path.with(from);
        reverse.paths.push(number);
        term.captures = true;
    }
    if path.landing.passing {
        let reverse = &mut term.reverse[side][path.to.index()];
        reverse.passing = reverse.passing.with(from);
        term.passes_capture = true;
    }
    term.paths.push(Path {
        from: from as u8,
        to: path.to.0,
        quiet: path.landing.quiet,
        capture: path.landing.capture,
        destroy: path.landing.destroy,
        passing: path.landing.passing,
        empty: set(&path.empty),
        occupied: set(&path.occupied),
        takes,
        destroys: set(&path.destroys),
        crossed: set(&path.crossed),
        takes_order: path.takes.iter().map(|square| square.0).collect(),
    });
}

/// Adds one way of getting from `origin` to a target; the same way twice is one.
fn remember<S: SquareSet>(origins: &mut Origins<S>, origin: u8, mask: S) {
    match origins.iter_mut().find(|(known, _)| *known == origin) {
        Some((_, masks)) => {
            if !masks.contains(&mask) {
                masks.push(mask);
            }
        }
        None => origins.push((origin, vec![mask])),
    }
}
