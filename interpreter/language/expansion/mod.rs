//! A movement meets a board: for every origin square and side, the leaps, rides and paths it can make.

mod budget;
mod directions;
mod forward;
mod leap;
mod movement;
pub mod region;
mod ride;
mod route;
mod ways;

pub use budget::{Budget, MAX_ENTRIES, TOO_LARGE};
pub(crate) use budget::{Exceeded, too_large};
pub use forward::Forward;
pub use movement::{expand, expand_within};
pub use ways::{Course, OpenGround};

use crate::board::Square;

/// What one term of a movement can do on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpandedTerm {
    /// Only for a piece that has not moved (`i`).
    pub initial: bool,
    /// For each side and origin square (indexed `[side][square]`).
    pub from: [Vec<Reach>; 2],
}

/// What one term can do from one square.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// Single leaps and steps that nothing on the way can hinder, one capture at most, where they land.
    pub leaps: Vec<Leap>,
    /// Slides: the squares in order; each but the last reached must be empty. A fork of the board gives several rides
    /// with a common beginning.
    pub rides: Vec<Ride>,
    /// Everything else: lame leaps, hoppers, moves in several legs.
    pub paths: Vec<Path>,
}

/// What a move does where it lands. Several may be allowed at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Landing {
    /// On an empty square.
    pub quiet: bool,
    /// Taking an enemy.
    pub capture: bool,
    /// Taking a friend.
    pub destroy: bool,
    /// In passing.
    pub passing: bool,
}

/// A leap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leap {
    /// Where it lands.
    pub to: Square,
    /// What it may do there.
    pub landing: Landing,
}

/// A slide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ride {
    /// The squares in order, without the origin; each at most once.
    pub squares: Vec<Square>,
    /// What it may do where it ends.
    pub landing: Landing,
}

/// A path with conditions on its squares. The origin counts as empty. No square stands in two of the lists.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Path {
    /// Where it ends (may be the origin).
    pub to: Square,
    /// What it may do there.
    pub landing: Landing,
    /// Must be empty.
    pub empty: Box<[Square]>,
    /// Must be occupied by anyone (hurdles).
    pub occupied: Box<[Square]>,
    /// Must hold an enemy, which is taken.
    pub takes: Box<[Square]>,
    /// Must hold a friend, which is taken.
    pub destroys: Box<[Square]>,
    /// For a lame path: the squares crossed in order (what `passes` leaves behind).
    pub crossed: Box<[Square]>,
}

impl Landing {
    /// Whether nothing is allowed.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Landing::default()
    }

    /// What either of two allows.
    #[must_use]
    pub fn or(self, other: Landing) -> Landing {
        Landing {
            quiet: self.quiet || other.quiet,
            capture: self.capture || other.capture,
            destroy: self.destroy || other.destroy,
            passing: self.passing || other.passing,
        }
    }
}

impl ExpandedTerm {
    /// The entries of all squares for both sides.
    #[must_use]
    pub fn n_entries(&self) -> usize {
        self.from.iter().flatten().map(Reach::n_entries).sum()
    }
}

impl Reach {
    /// Whether nothing can be reached.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.leaps.is_empty() && self.rides.is_empty() && self.paths.is_empty()
    }

    /// Where moves may end, and what they may do there; a square as often as ways lead to it.
    pub fn ends(&self) -> impl Iterator<Item = (Square, Landing)> + '_ {
        let leaps = self.leaps.iter().map(|leap| (leap.to, leap.landing));
        let rides = self.rides.iter().flat_map(|ride| ride.squares.iter().map(|square| (*square, ride.landing)));
        leaps.chain(rides).chain(self.paths.iter().map(|path| (path.to, path.landing)))
    }

    /// The measure of [`MAX_ENTRIES`]: squares named in its tables, and a few for the room that each table takes
    /// itself.
    #[must_use]
    pub fn n_entries(&self) -> usize {
        let rides = self.rides.iter().map(|ride| ride.squares.len() + 2).sum::<usize>();
        3 + self.leaps.len() + rides + self.paths.iter().map(Path::n_entries).sum::<usize>()
    }
}

impl Path {
    /// What it costs to keep: a little for itself, and more the more squares it names.
    fn n_entries(&self) -> usize {
        let n_named =
            self.empty.len() + self.occupied.len() + self.takes.len() + self.destroys.len() + self.crossed.len();
        2 + n_named / 8 + n_named * n_named / 1024
    }
}
