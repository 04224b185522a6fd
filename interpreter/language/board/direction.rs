//! Headings and lines: which headings are orthogonal, how they turn, and what lies ahead of each pose.

use super::{Place, Pose};

/// How headings turn. Everywhere but at the centre of a circle they go round evenly, orthogonal ones at even numbers.
/// At the centre a heading is a way out: three for each spoke, straight, then the diagonal clockwise, then the other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Compass {
    /// Headings in a full circle.
    pub(super) turns: u16,
    /// The centre of a circle.
    pub(super) centre: Option<Place>,
}

/// The ways out of a centre along one spoke, in the order of their headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WayOut {
    Straight,
    Clockwise,
    CounterClockwise,
}

impl WayOut {
    /// The heading at the centre that leaves this way along `spoke`.
    pub(super) fn heading(self, spoke: u16) -> u16 {
        3 * spoke + self as u16
    }

    /// The way out that a heading at the centre means.
    pub(super) fn of(heading: u16) -> WayOut {
        match heading % 3 {
            0 => WayOut::Straight,
            1 => WayOut::Clockwise,
            _ => WayOut::CounterClockwise,
        }
    }
}

impl Compass {
    pub(super) fn is_orthogonal(self, pose: Pose) -> bool {
        if self.centre == Some(pose.place) {
            WayOut::of(pose.heading) == WayOut::Straight
        } else {
            pose.heading.is_multiple_of(2)
        }
    }

    pub(super) fn turn(self, pose: Pose, units: i32) -> Option<Pose> {
        let turns = i32::from(self.turns);
        let units = units.rem_euclid(turns);
        if self.centre != Some(pose.place) {
            let heading = (i32::from(pose.heading) + units).rem_euclid(turns);
            return Some(Pose { heading: u16::try_from(heading).ok()?, ..pose });
        }
        // Outward is heading 4 on a ring, so the diagonal clockwise (3) lies one unit before it, the other one after.
        let spoke = pose.heading / 3;
        let way = WayOut::of(pose.heading);
        let turned = match (way, units) {
            (_, 0) => way,
            (WayOut::Clockwise, 1) => WayOut::Straight,
            (WayOut::Straight, 1) => WayOut::CounterClockwise,
            (WayOut::CounterClockwise, last) if last == turns - 1 => WayOut::Straight,
            (WayOut::Straight, last) if last == turns - 1 => WayOut::Clockwise,
            _ => return None,
        };
        Some(Pose { heading: turned.heading(spoke), ..pose })
    }
}

/// What lies ahead of every pose, in one list.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    /// For each place the number of its first pose; one more at the end.
    first: Vec<u32>,
    /// For each pose where its part of `list` begins; one more at the end.
    start: Vec<u32>,
    list: Vec<Pose>,
}

impl Lines {
    /// Asks `ahead` once for every pose, in order, to add what lies ahead of it.
    pub(super) fn build(headings: &[u16], mut ahead: impl FnMut(Pose, &mut Vec<Pose>)) -> Lines {
        let mut lines = Lines { first: vec![0], start: vec![0], list: Vec::new() };
        let mut n_poses = 0;
        for (place, &n) in headings.iter().enumerate() {
            for heading in 0..n {
                ahead(Pose { place: Place(super::count(place)), heading }, &mut lines.list);
                lines.start.push(lines.list.len() as u32);
            }
            n_poses += u32::from(n);
            lines.first.push(n_poses);
        }
        lines
    }

    pub(super) fn n_headings(&self, place: Place) -> u16 {
        match self.first.get(place.index()..place.index() + 2) {
            Some([from, to]) => super::count((to - from) as usize),
            _ => 0,
        }
    }

    pub(super) fn ahead(&self, pose: Pose) -> &[Pose] {
        if pose.heading >= self.n_headings(pose.place) {
            return &[];
        }
        let number = self.first[pose.place.index()] as usize + usize::from(pose.heading);
        &self.list[self.start[number] as usize..self.start[number + 1] as usize]
    }
}
