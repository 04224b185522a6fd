//! The same tables once more, laid out for the inner loop: what every man of a kind needs, side by side in memory.

use crate::check::model::KindSet;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Tables, Term};

/// What the inner loop reads of one kind.
#[derive(Debug, Default)]
pub(crate) struct FlatKind<W: Width> {
    /// Ways that could take a royal man.
    pub attacks: Vec<FlatAttack<W>>,
    /// Ways made for all men at once.
    pub shifts: Vec<u16>,
    /// Ways whose targets are sets and nothing more.
    pub simple: Vec<FlatWay<W>>,
    /// The other ways.
    pub rest: Vec<u16>,
}

/// A way that could take a royal man, by the square taken.
#[derive(Debug)]
pub(crate) struct FlatAttack<W: Width> {
    /// The way.
    pub number: u16,
    /// Kinds it takes.
    pub takes: KindSet,
    /// It has conditions.
    pub when: bool,
    /// Only for a man that has not moved.
    pub initial: bool,
    /// Who could: `[side][target]`.
    pub slots: [Vec<AttackSlot<W>>; 2],
}

/// Origins from which a square can be taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AttackSlot<W: Width> {
    /// By leaps.
    pub leap: W::Set,
    /// By rides on an empty board.
    pub ride: W::Set,
    /// By paths.
    pub path: W::Set,
}

impl<W: Width> AttackSlot<W> {
    /// All of them.
    #[inline(always)]
    pub(crate) fn any(&self) -> W::Set {
        self.leap.or(self.ride).or(self.path)
    }
}

/// A way whose targets are sets and nothing more.
#[derive(Debug)]
pub(crate) struct FlatWay<W: Width> {
    /// The way.
    pub number: u16,
    /// It has conditions.
    pub when: bool,
    /// Only for a man that has not moved.
    pub initial: bool,
    /// It may promote.
    pub promotes: bool,
    /// Kinds it may not take, as bits.
    pub spared: u64,
    /// How many blocks of slides every square has at most.
    pub blocks: u8,
    /// Some lines turn, and are read from the term.
    pub lines: bool,
    /// By origin: `[side][square]`.
    pub slots: [Vec<Slot<W>>; 2],
}

/// The targets of one square.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Slot<W: Width> {
    /// Leaps to an empty square.
    pub quiet: W::Set,
    /// Leaps that take.
    pub capture: W::Set,
    /// Slides: two lines that rise and two that fall.
    pub first: [W::Set; 4],
    /// More of them.
    pub second: [W::Set; 4],
}

/// The slides of a block: every square up to and with the first man.
#[inline(always)]
pub(crate) fn slide<S: SquareSet>(block: &[S; 4], occupied: S) -> S {
    block[0]
        .rising(occupied)
        .or(block[1].rising(occupied))
        .or(block[2].falling(occupied))
        .or(block[3].falling(occupied))
}

/// Lays out the finished tables.
pub(crate) fn flatten<W: Width>(tables: &Tables<W>) -> Vec<FlatKind<W>> {
    tables
        .kinds
        .iter()
        .enumerate()
        .map(|(kind, table)| {
            let mut flat = FlatKind { attacks: Vec::new(), shifts: Vec::new(), simple: Vec::new(), rest: Vec::new() };
            for &number in &table.royal_ways {
                let way = &tables.ways[usize::from(number)];
                let term = &tables.terms[way.term];
                let slots = std::array::from_fn(|side| {
                    let slot = |reverse: &crate::variant::tables::Reverse<W>| AttackSlot {
                        leap: reverse.leap,
                        ride: reverse.ride,
                        path: reverse.path,
                    };
                    term.reverse[side].iter().map(slot).collect()
                });
                flat.attacks.push(FlatAttack {
                    number,
                    takes: way.takes,
                    when: !way.when.is_empty(),
                    initial: way.initial,
                    slots,
                });
            }
            let together = !table.overlaps && !tables.royal.has(kind as u8);
            for &number in &table.ways {
                let way = &tables.ways[usize::from(number)];
                let term = &tables.terms[way.term];
                if way.shifts {
                    flat.shifts.push(number);
                } else if together && way.plain && !way.alone && only_sets(term) {
                    flat.simple.push(flat_way(tables, number, !table.promotions.is_empty()));
                } else {
                    flat.rest.push(number);
                }
            }
            flat
        })
        .collect()
}

fn only_sets<W: Width>(term: &Term<W>) -> bool {
    term.paths.is_empty()
        && !term.passes_capture
        && term
            .reach
            .iter()
            .flatten()
            .all(|reach| reach.rides.is_empty() && reach.destroy.is_empty() && reach.blocks.1 - reach.blocks.0 <= 2)
}

fn flat_way<W: Width>(tables: &Tables<W>, number: u16, promotes: bool) -> FlatWay<W> {
    let way = &tables.ways[usize::from(number)];
    let term = &tables.terms[way.term];
    let reaches = || term.reach.iter().flatten();
    let slots = std::array::from_fn(|side| {
        let slot = |reach: &crate::variant::tables::Reach<W>| {
            let block = |at: u32| {
                let number = reach.blocks.0 + at;
                if number < reach.blocks.1 { term.blocks[number as usize] } else { [W::Set::EMPTY; 4] }
            };
            Slot { quiet: reach.quiet, capture: reach.capture, first: block(0), second: block(1) }
        };
        term.reach[side].iter().map(slot).collect()
    });
    FlatWay {
        number,
        when: !way.when.is_empty(),
        initial: way.initial,
        promotes: way.promotes && promotes,
        spared: way.spared,
        blocks: reaches().map(|reach| (reach.blocks.1 - reach.blocks.0) as u8).max().unwrap_or(0),
        lines: reaches().any(|reach| reach.lines.0 != reach.lines.1),
        slots,
    }
}
