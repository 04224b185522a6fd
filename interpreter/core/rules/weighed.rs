//! Moves weighed as they are made: what they claim and are worth by their class, counted, or listed, too.

use crate::position::state::{State, kind_of};
use crate::rules::asking::Facts;
use crate::rules::chain::push_promotions;
use crate::rules::hops::{Line, write};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::play::facts;
use crate::rules::sink::Sink;
use crate::variant::hops::Hops;
use crate::variant::parts::Class;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// The most merits that one position may have while its moves are counted.
const MAX_MERITS: usize = 8;

/// Why moves could not be weighed.
pub(crate) enum Unweighed {
    /// Nothing is known of this class.
    Unknown(usize),
    /// Too many merits.
    TooMany,
}

/// The class of a move.
#[inline(always)]
pub(crate) fn class_of<W: Width>(facts: &Facts<W>) -> Class {
    Class { kind: facts.kind, captures: facts.captured.count(), jumps: facts.jumps, promotes: facts.promotes }
}

/// Weighs; with `LIST`, keeps the moves, too.
pub(crate) struct Weighed<'a, W: Width, const LIST: bool> {
    tables: &'a Tables<W>,
    state: &'a State<W>,
    /// Claim and merit by class.
    known: &'a [Option<(i64, i64)>],
    /// How many moves have which merit.
    counts: [(i64, u64); MAX_MERITS],
    n_counts: usize,
    /// The merit of each move in the list.
    merits: Vec<i64>,
    list: &'a mut MoveList,
    moves: u64,
    claimed: i64,
    trouble: Option<Unweighed>,
}

impl<'a, W: Width, const LIST: bool> Weighed<'a, W, LIST> {
    /// Nothing weighed. `list` must be empty.
    pub(crate) fn new(
        tables: &'a Tables<W>,
        state: &'a State<W>,
        known: &'a [Option<(i64, i64)>],
        mut merits: Vec<i64>,
        list: &'a mut MoveList,
    ) -> Self {
        merits.clear();
        let counts = [(0, 0); MAX_MERITS];
        Weighed { tables, state, known, counts, n_counts: 0, merits, list, moves: 0, claimed: i64::MIN, trouble: None }
    }

    /// The greatest claim so far.
    #[inline(always)]
    pub(crate) fn claimed(&self) -> i64 {
        self.claimed
    }

    /// How many moves there are so far.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        self.moves
    }

    /// How many moves have merit enough, and only these left in the list; with the memory that was lent.
    pub(crate) fn finish(self) -> (Result<u64, Unweighed>, Vec<i64>) {
        if let Some(trouble) = self.trouble {
            return (Err(trouble), self.merits);
        }
        if LIST {
            let mut merits = self.merits.iter();
            self.list.moves.retain(|_| merits.next().is_some_and(|merit| *merit >= self.claimed));
            return (Ok(self.list.moves.len() as u64), self.merits);
        }
        let enough = |(merit, moves): &(i64, u64)| if *merit >= self.claimed { *moves } else { 0 };
        (Ok(self.counts[..self.n_counts].iter().map(enough).sum()), self.merits)
    }

    /// A chain of the piece on `from`, with its promotions.
    #[inline(always)]
    pub(crate) fn chain(&mut self, kind: usize, way: u16, hops: &Hops<W>, line: &Line<'_>) {
        // Each hop takes a piece beside its landing square, so that a chain always jumps.
        let mut class = Class { kind, captures: line.n_taken, jumps: true, promotes: false };
        if !LIST && !line.promotes {
            self.add(class, 1);
            return;
        }
        let trail = if LIST {
            let term = &self.tables.terms[self.tables.ways[usize::from(way)].term];
            write(hops, term, usize::from(self.state.turn), line, self.list)
        } else {
            0
        };
        let mv = RawMove::new(line.from, line.to, way, Form::Chain, trail);
        if !line.promotes {
            self.add(class, 1);
            self.list.moves.push(mv);
            return;
        }
        let start = self.list.moves.len();
        push_promotions(&self.tables.kinds[kind], usize::from(self.state.turn), mv, self.list);
        for number in start..self.list.moves.len() {
            class.promotes = self.list.moves[number].promotion() != 0;
            self.add(class, 1);
        }
        if !LIST {
            self.list.moves.truncate(start);
        }
    }

    /// So many moves of a class. In a list, each adds its own.
    #[inline(always)]
    fn add(&mut self, class: Class, moves: u64) {
        let number = class.number();
        let Some(&Some((claim, merit))) = self.known.get(number) else {
            self.trouble = Some(Unweighed::Unknown(number));
            return;
        };
        self.claimed = self.claimed.max(claim);
        self.moves += moves;
        if LIST {
            self.merits.extend(std::iter::repeat_n(merit, moves as usize));
        } else if let Some((_, count)) = self.counts[..self.n_counts].iter_mut().find(|(known, _)| *known == merit) {
            *count += moves;
        } else if self.n_counts < MAX_MERITS {
            self.counts[self.n_counts] = (merit, moves);
            self.n_counts += 1;
        } else {
            self.trouble = Some(Unweighed::TooMany);
        }
    }

    /// Plain moves that take on the occupied squares of a set.
    #[inline(always)]
    fn plain(&mut self, kind: usize, targets: W::Set, make: impl Fn(usize) -> RawMove) {
        let capture = targets.and(self.state.occupied());
        for (captures, targets) in [(0, targets.minus(capture)), (1, capture)] {
            if !targets.is_empty() {
                self.add(Class { kind, captures, jumps: false, promotes: false }, u64::from(targets.count()));
                if LIST {
                    self.list.moves.extend(targets.counted().map(&make));
                }
            }
        }
    }

    fn one_by_one(&mut self, mv: &RawMove) {
        let class = class_of(&facts(self.tables, self.state, mv, self.list));
        self.add(class, 1);
    }
}

impl<W: Width, const LIST: bool> Sink<W> for Weighed<'_, W, LIST> {
    #[inline(always)]
    fn many(&mut self, from: usize, way: u16, targets: W::Set) {
        if !targets.is_empty() {
            self.plain(kind_of(self.state.at(from)), targets, |to| RawMove::new(from, to, way, Form::Plain, 0));
        }
    }

    #[inline(always)]
    fn shifted(&mut self, targets: W::Set, by: i32, _: u16, _: Form, make: impl Fn(usize, usize) -> RawMove) {
        if !targets.is_empty() {
            let origin = |to: usize| (to as i32 - by) as usize;
            self.plain(kind_of(self.state.at(origin(targets.first()))), targets, |to| make(origin(to), to));
        }
    }

    #[inline(always)]
    fn promoted(&mut self, _: W::Set, _: u64) -> bool {
        false
    }

    fn one(&mut self, mv: RawMove) {
        self.list.moves.push(mv);
        self.keep(self.list.moves.len() - 1);
    }

    fn keep(&mut self, start: usize) {
        for number in start..self.list.moves.len() {
            let mv = self.list.moves[number];
            self.one_by_one(&mv);
        }
        if !LIST {
            self.list.moves.truncate(start);
        }
    }

    #[inline(always)]
    fn list(&mut self) -> &mut MoveList {
        self.list
    }
}
