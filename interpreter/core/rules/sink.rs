//! Where legal moves go: the generator is one, a list and a count are two ways of taking what it gives.

use crate::rules::moves::{Form, MoveList, RawMove};
use crate::variant::set::{SquareSet, Width};

/// Where legal moves go: into a list, or only into a count.
pub(crate) trait Sink<W: Width> {
    /// Whether the moves of the royal piece must be safe; where not, whoever takes them tests.
    const SAFE_ROYAL: bool = true;

    /// Plain moves to every square of a set.
    fn many(&mut self, from: usize, way: u16, targets: W::Set);
    /// Moves of one form to every square of a set, each from the square so many numbers below.
    fn shifted(&mut self, targets: W::Set, by: i32, way: u16, form: Form, make: impl Fn(usize, usize) -> RawMove);
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
    fn shifted(&mut self, targets: W::Set, _: i32, _: u16, _: Form, _: impl Fn(usize, usize) -> RawMove) {
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
        self.moves.extend(targets.counted().map(|to| RawMove::new(from, to, way, Form::Plain, 0)));
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, by: i32, _: u16, _: Form, make: impl Fn(usize, usize) -> RawMove) {
        self.moves.extend(targets.counted().map(|to| make((to as i32 - by) as usize, to)));
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
