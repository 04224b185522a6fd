//! Plain rides: the lines of squares that a rider may follow from a square.

use crate::board::{Board, Place, Square};
use crate::definition::movement::Atom;
use crate::expansion::directions::Aim;
use crate::expansion::leap::{Way, leaps};

/// A rider's steps.
pub(crate) struct Rider<'a> {
    pub(crate) board: &'a Board,
    pub(crate) atom: Atom,
    /// At most so many steps.
    pub(crate) range: u16,
    /// The first square is passed whoever stands there.
    pub(crate) skips: bool,
}

impl Rider<'_> {
    /// All lines from a place along an aim; none is the beginning of another. A line ends before a place that it has been
    /// on, its origin first of all.
    pub(crate) fn lines(&self, from: Place, aim: Aim) -> Vec<Vec<Square>> {
        let mut lines = Vec::new();
        self.follow(aim, &mut Vec::new(), &mut vec![from], &mut lines);
        lines
    }

    fn follow(&self, aim: Aim, line: &mut Vec<Square>, been: &mut Vec<Place>, lines: &mut Vec<Vec<Square>>) {
        let mut ends = true;
        let skipping = self.skips && been.len() == 1;
        let steps = if been.len() > usize::from(self.range) {
            Vec::new()
        } else {
            leaps(self.board, aim, self.atom, Way::Over)
        };
        for step in steps {
            let passable = self.board.can_cross(step.place) || (skipping && self.board.leap_may_pass(step.place));
            if been.contains(&step.place) || !passable {
                continue;
            }
            let square = self.board.square_at(step.place).filter(|_| !skipping);
            ends = false;
            been.push(step.place);
            line.extend(square);
            match step.aim {
                Some(aim) => self.follow(aim, line, been, lines),
                None => lines.push(line.clone()),
            }
            if square.is_some() {
                line.pop();
            }
            been.pop();
        }
        if ends && !line.is_empty() {
            lines.push(line.clone());
        }
    }
}

/// Drops lines that are the beginning of another or another again, keeping the order.
pub(crate) fn longest(lines: Vec<Vec<Square>>) -> Vec<Vec<Square>> {
    let covered = |at: usize, line: &Vec<Square>| {
        lines
            .iter()
            .enumerate()
            .any(|(other, longer)| other != at && longer.starts_with(line) && (longer.len() > line.len() || other < at))
    };
    lines.iter().enumerate().filter(|(at, line)| !covered(*at, line)).map(|(_, line)| line.clone()).collect()
}
