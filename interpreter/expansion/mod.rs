//! A movement meets a board: for every origin square and side, the leaps, rides and paths it can make.

pub mod region;

use crate::board::Square;

/// What one term of a movement can do on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpandedTerm {
    /// Only for a man that has not moved (`i`).
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
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// Where it ends (may be the origin).
    pub to: Square,
    /// What it may do there.
    pub landing: Landing,
    /// Must be empty.
    pub empty: Vec<Square>,
    /// Must be occupied by anyone (hurdles).
    pub occupied: Vec<Square>,
    /// Must hold an enemy, which is taken.
    pub takes: Vec<Square>,
    /// Must hold a friend, which is taken.
    pub destroys: Vec<Square>,
    /// For a lame path: the squares crossed in order (what `passes` leaves behind).
    pub crossed: Vec<Square>,
}
