//! Which ways a leg may go, away from any edge: its letters in, turns from forward or from the leg before out. For what
//! is said about a movement without a board.

use crate::board::{Board, Place, Pose, RectangleSpec, Side};
use crate::definition::movement::{Atom, Direction};
use crate::expansion::directions::{Aim, Stand, first_aims, later_aims};
use crate::expansion::forward::Forward;

/// A way to go. Turns are counted clockwise in units of the board, eighths or twelfths of a circle; even ones from an
/// orthogonal are orthogonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Course {
    /// Along a line.
    Along {
        /// Turned so far from forward, or from the leg before.
        turn: i32,
        /// Whether the line is a diagonal.
        diagonal: bool,
    },
    /// By an oblique leap.
    Oblique {
        /// Its longer part is turned so far from forward, or from the longer part of the leg before.
        turn: i32,
        /// Its shorter part lies clockwise (1) or not (-1) of the longer one.
        hand: i32,
    },
}

/// A board without edges near, and a square on it.
#[derive(Debug)]
pub struct OpenGround {
    board: Board,
    forward: Forward,
    middle: Place,
}

impl OpenGround {
    /// A ground with eight headings, or with twelve as on hexagons.
    #[must_use]
    pub fn new(twelve: bool) -> Option<OpenGround> {
        let board = if twelve { Board::hexagon(9) } else { Board::rectangle(RectangleSpec::plain(15, 15)) };
        let board = board.ok()?;
        let middle = board.place_of(board.square(if twelve { "i9" } else { "h8" })?);
        Some(OpenGround { board, forward: Forward::heading(), middle })
    }

    /// Units in a full circle: 8 or 12.
    #[must_use]
    pub fn turns(&self) -> i32 {
        i32::from(self.board.turns())
    }

    /// The ways of a first leg, seen from a side that goes forward.
    #[must_use]
    pub fn first(&self, atom: Atom, directions: &[Direction]) -> Vec<Course> {
        let aims = first_aims(&self.board, &self.forward, Side::White, self.middle, atom, directions);
        self.courses(&aims, 0)
    }

    /// The ways of a later leg after one that went by `before`; turns are relative to it.
    #[must_use]
    pub fn later(&self, before: Course, atom: Atom, directions: &[Direction], bracketed: bool) -> Vec<Course> {
        let pose = |heading: u16| Pose { place: self.middle, heading };
        let (aim, heading, diagonal) = match before {
            Course::Along { diagonal, .. } => (Aim::Along(pose(u16::from(diagonal))), i32::from(diagonal), diagonal),
            Course::Oblique { hand, .. } => (Aim::Oblique(pose(0), hand), 0, false),
        };
        let stand = Stand { place: self.middle, aim: Some(aim), before: self.middle, began: self.middle, diagonal };
        self.courses(&later_aims(&self.board, &stand, atom, directions, bracketed), heading)
    }

    fn courses(&self, aims: &[Aim], from: i32) -> Vec<Course> {
        let half = self.turns() / 2;
        let turned = |pose: &Pose| {
            let turn = (i32::from(pose.heading) - from).rem_euclid(2 * half);
            if turn > half { turn - 2 * half } else { turn }
        };
        let course = |aim: &Aim| match aim {
            Aim::Along(pose) => Course::Along { turn: turned(pose), diagonal: !self.board.is_orthogonal(*pose) },
            Aim::Oblique(pose, hand) | Aim::ShortFirst(pose, hand) => {
                Course::Oblique { turn: turned(pose), hand: *hand }
            }
        };
        let mut courses: Vec<Course> = aims.iter().map(course).collect();
        courses.sort_unstable();
        courses.dedup();
        courses
    }
}
