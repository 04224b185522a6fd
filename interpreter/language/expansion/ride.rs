//! Plain rides: the lines of squares that a rider may follow from a square.

use crate::board::{Board, Place, Square};
use crate::definition::movement::Atom;
use crate::expansion::budget::{Budget, Exceeded};
use crate::expansion::directions::Aim;
use crate::expansion::leap::{Way, leaps};

/// A rider's steps.
pub(crate) struct Rider<'a, 'b> {
    pub(crate) board: &'a Board,
    pub(crate) atom: Atom,
    /// At most so many steps.
    pub(crate) range: u16,
    /// The first square is passed whoever stands there.
    pub(crate) skips: bool,
    /// What is left to spend: where lines fork again and again there are more of them than any memory holds.
    pub(crate) budget: &'b mut Budget,
}

impl Rider<'_, '_> {
    /// Adds all lines from a place along an aim. A line ends before a place that it has been on, its origin first of all.
    pub(crate) fn lines(&mut self, from: Place, aim: Aim, lines: &mut Vec<Vec<Square>>) -> Result<(), Exceeded> {
        self.follow(aim, &mut Vec::new(), &mut vec![from], lines)
    }

    fn follow(
        &mut self,
        aim: Aim,
        line: &mut Vec<Square>,
        been: &mut Vec<Place>,
        lines: &mut Vec<Vec<Square>>,
    ) -> Result<(), Exceeded> {
        let mut ends = true;
        let skipping = self.skips && been.len() == 1;
        let steps = if been.len() > usize::from(self.range) {
            Vec::new()
        } else {
            leaps(self.board, aim, self.atom, Way::Over, self.budget)?
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
                Some(aim) => self.follow(aim, line, been, lines)?,
                None => self.add(line, lines)?,
            }
            if square.is_some() {
                line.pop();
            }
            been.pop();
        }
        if ends && !line.is_empty() {
            self.add(line, lines)?;
        }
        Ok(())
    }

    fn add(&mut self, line: &[Square], lines: &mut Vec<Vec<Square>>) -> Result<(), Exceeded> {
        self.budget.work(line.len())?;
        lines.push(line.to_vec());
        Ok(())
    }
}

/// Drops lines that are the beginning of another or another again, keeping the order.
pub(crate) fn longest(mut lines: Vec<Vec<Square>>) -> Vec<Vec<Square>> {
    // In the order of words the lines that begin with a line follow it at once.
    let mut order: Vec<usize> = (0..lines.len()).collect();
    order.sort_by(|one, other| lines[*one].cmp(&lines[*other]));
    let mut kept = vec![false; lines.len()];
    let mut other: Option<&Vec<Square>> = None;
    for (at, number) in order.iter().enumerate().rev() {
        let line = &lines[*number];
        let next = order.get(at + 1).map(|next| &lines[*next]);
        // The nearest behind that is not alike; it is the longer one if there is any.
        other = next.filter(|next| *next != line).or(other);
        // Of lines that are alike the first stays.
        let again = at > 0 && lines[order[at - 1]] == *line;
        kept[*number] = !again && !other.is_some_and(|other| other.starts_with(line));
    }
    let mut at = 0;
    lines.retain(|_| {
        at += 1;
        kept[at - 1]
    });
    lines
}
