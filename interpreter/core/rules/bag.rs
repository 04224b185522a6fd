//! Moves kept as sets, to draw one of them without making the others.

use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::sink::Sink;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// Moves by one way to every square of a set.
#[derive(Debug, Clone, Copy)]
struct Batch<W: Width> {
    targets: W::Set,
    /// How many moves there are up to and with these.
    end: u32,
    /// Where they start, or the step of square numbers from there.
    from: i16,
    shifted: bool,
    form: Form,
    way: u16,
}

/// Moves of one position: some in a list, most as sets. Of the royal piece it takes all landing squares, safe or not:
/// whoever draws tests.
#[derive(Debug)]
pub(crate) struct Bag<W: Width> {
    /// Moves made one by one.
    pub(crate) list: MoveList,
    batches: Vec<Batch<W>>,
    in_sets: u32,
}

impl<W: Width> Bag<W> {
    /// An empty bag.
    pub(crate) fn new() -> Bag<W> {
        Bag { list: MoveList::default(), batches: Vec::new(), in_sets: 0 }
    }

    /// Forgets all moves.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.batches.clear();
        self.in_sets = 0;
    }

    /// How many moves are in it.
    #[inline(always)]
    pub(crate) fn len(&self) -> u64 {
        u64::from(self.in_sets) + self.list.moves.len() as u64
    }

    /// The move with a number below [`Bag::len`]; `us`: the side to move.
    #[inline(always)]
    pub(crate) fn get(&self, tables: &Tables<W>, us: usize, number: u64) -> RawMove {
        if number >= u64::from(self.in_sets) {
            return self.list.moves[(number - u64::from(self.in_sets)) as usize];
        }
        let number = number as u32;
        let mut before = 0;
        let mut at = 0;
        while self.batches[at].end <= number {
            before = self.batches[at].end;
            at += 1;
        }
        let batch = &self.batches[at];
        let mut targets = batch.targets;
        for _ in before..number {
            targets = targets.without_first();
        }
        let to = targets.first();
        let from = if batch.shifted { to as i32 - i32::from(batch.from) } else { i32::from(batch.from) } as usize;
        let path = if batch.form == Form::Path {
            tables.terms[tables.ways[usize::from(batch.way)].term].reach[us][from].paths.0
        } else {
            0
        };
        RawMove::new(from, to, batch.way, batch.form, path)
    }

    #[inline(always)]
    fn add(&mut self, from: i16, shifted: bool, way: u16, form: Form, targets: W::Set) {
        if !targets.is_empty() {
            self.in_sets += targets.count();
            self.batches.push(Batch { targets, end: self.in_sets, from, shifted, form, way });
        }
    }
}

impl<W: Width> Sink<W> for Bag<W> {
    const SAFE_ROYAL: bool = false;

    #[inline(always)]
    fn many(&mut self, from: usize, way: u16, targets: W::Set) {
        self.add(from as i16, false, way, Form::Plain, targets);
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, by: i32, way: u16, form: Form, _: impl Fn(usize, usize) -> RawMove) {
        self.add(by as i16, true, way, form, targets);
    }

    #[inline(always)]
    fn promoted(&mut self, _: W::Set, _: u64) -> bool {
        false
    }

    #[inline(always)]
    fn one(&mut self, mv: RawMove) {
        self.list.moves.push(mv);
    }

    #[inline(always)]
    fn keep(&mut self, _: usize) {}

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        &mut self.list
    }
}
