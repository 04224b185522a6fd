//! Where legal moves go: the generator is one, a list and a count are two ways of taking what it gives.

use crate::position::state::{State, kind_of};
use crate::rules::generate::raw;
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::play::facts;
use crate::rules::scripted::Facts;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// Where legal moves go: into a list, or only into a count.
pub(crate) trait Sink<W: Width> {
    /// Plain moves to every square of a set.
    fn many(&mut self, from: usize, way: u16, targets: W::Set);
    /// Moves to every square of a set, each from the square so many numbers below.
    fn shifted(&mut self, targets: W::Set, by: i32, make: impl Fn(usize, usize) -> RawMove);
    /// Plain moves to every square of a set, each with so many promotions; false if the sink wants them one by one.
    fn promoted(&mut self, targets: W::Set, choices: u64) -> bool;
    /// One move that is no plain one.
    fn one(&mut self, mv: RawMove);
    /// The moves in the list from `start` on are legal.
    fn keep(&mut self, start: usize);
    /// The list in which moves are made one by one.
    fn list(&mut self) -> &mut MoveList;
}

/// Counts.
pub(crate) struct Count<'a> {
    /// How many.
    pub(crate) moves: u64,
    /// For moves made one by one.
    pub(crate) scratch: &'a mut MoveList,
}

impl<W: Width> Sink<W> for Count<'_> {
    #[inline(always)]
    fn many(&mut self, _: usize, _: u16, targets: W::Set) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, _: i32, _: impl Fn(usize, usize) -> RawMove) {
        self.moves += u64::from(targets.count());
    }

    #[inline(always)]
    fn promoted(&mut self, targets: W::Set, choices: u64) -> bool {
        self.moves += u64::from(targets.count()) * choices;
        true
    }

    #[inline(always)]
    fn one(&mut self, _: RawMove) {
        self.moves += 1;
    }

    #[inline(always)]
    fn keep(&mut self, start: usize) {
        self.moves += (self.scratch.moves.len() - start) as u64;
        self.scratch.moves.truncate(start);
    }

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        self.scratch
    }
}

impl<W: Width> Sink<W> for &mut MoveList {
    #[inline(always)]
    fn many(&mut self, from: usize, way: u16, targets: W::Set) {
        for to in targets.squares() {
            self.moves.push(raw(from, to, way, Form::Plain, 0));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, by: i32, make: impl Fn(usize, usize) -> RawMove) {
        for to in targets.squares() {
            self.moves.push(make((to as i32 - by) as usize, to));
        }
    }

    #[inline(always)]
    fn promoted(&mut self, _: W::Set, _: u64) -> bool {
        false
    }

    #[inline(always)]
    fn one(&mut self, mv: RawMove) {
        self.moves.push(mv);
    }

    #[inline(always)]
    fn keep(&mut self, _: usize) {}

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        self
    }
}

/// The most captures of one move that are told apart when duty is remembered by class.
pub(crate) const MAX_CAPTURES: u32 = 64;
/// The most classes of moves that one position may have while they are counted by class.
const MAX_CLASSES: usize = 24;

/// The number of a class of moves: who moves, how many it takes, whether it jumps or promotes.
#[inline(always)]
pub(crate) fn class_number(kind: usize, captures: u32, jumps: bool, promotes: bool) -> usize {
    let flags = usize::from(jumps) * 2 + usize::from(promotes);
    (kind * (MAX_CAPTURES as usize + 1) + captures.min(MAX_CAPTURES) as usize) * 4 + flags
}

/// The class of a move.
#[inline(always)]
pub(crate) fn class_of<W: Width>(facts: &Facts<W>) -> usize {
    class_number(facts.kind, facts.captured.count(), facts.jumps, facts.promotes)
}

/// Counts by class of move, for variants with a duty.
pub(crate) struct ClassCount<'a, W: Width> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    scratch: &'a mut MoveList,
    classes: [(usize, u64); MAX_CLASSES],
    n_classes: usize,
    /// More classes than are kept.
    pub(crate) overflow: bool,
}

impl<'a, W: Width> ClassCount<'a, W> {
    /// Nothing counted.
    pub(crate) fn new(tables: &'a Tables<W>, state: &'a State<W>, scratch: &'a mut MoveList) -> ClassCount<'a, W> {
        ClassCount { tables, state, scratch, classes: [(0, 0); MAX_CLASSES], n_classes: 0, overflow: false }
    }

    /// Each class and how many moves it has.
    pub(crate) fn classes(&self) -> &[(usize, u64)] {
        &self.classes[..self.n_classes]
    }

    #[inline(always)]
    fn add(&mut self, class: usize, moves: u64) {
        if moves == 0 {
            return;
        }
        if let Some((_, count)) = self.classes[..self.n_classes].iter_mut().find(|(known, _)| *known == class) {
            *count += moves;
        } else if self.n_classes < MAX_CLASSES {
            self.classes[self.n_classes] = (class, moves);
            self.n_classes += 1;
        } else {
            self.overflow = true;
        }
    }

    #[inline(always)]
    fn plain(&mut self, kind: usize, takes: bool, targets: W::Set) {
        let capture = if takes { targets.and(self.state.occupied()) } else { W::Set::EMPTY };
        let quiet = targets.minus(capture);
        self.add(class_number(kind, 0, false, false), u64::from(quiet.count()));
        self.add(class_number(kind, 1, false, false), u64::from(capture.count()));
    }

    fn one_by_one(&mut self, mv: &RawMove) {
        let class = class_of(&facts(self.tables, self.state, mv, self.scratch));
        self.add(class, 1);
    }
}

impl<W: Width> Sink<W> for ClassCount<'_, W> {
    #[inline(always)]
    fn many(&mut self, from: usize, way: u16, targets: W::Set) {
        if !targets.is_empty() {
            let takes = self.tables.ways[usize::from(way)].act.takes;
            self.plain(kind_of(self.state.at(from)), takes, targets);
        }
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, by: i32, _: impl Fn(usize, usize) -> RawMove) {
        if !targets.is_empty() {
            let from = (targets.first() as i32 - by) as usize;
            self.plain(kind_of(self.state.at(from)), true, targets);
        }
    }

    #[inline(always)]
    fn promoted(&mut self, _: W::Set, _: u64) -> bool {
        false
    }

    fn one(&mut self, mv: RawMove) {
        self.one_by_one(&mv);
    }

    fn keep(&mut self, start: usize) {
        for number in start..self.scratch.moves.len() {
            let mv = self.scratch.moves[number];
            self.one_by_one(&mv);
        }
        self.scratch.moves.truncate(start);
    }

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        self.scratch
    }
}
