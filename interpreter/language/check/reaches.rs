//! What a reach does on the board, and reaches cut to what a movement may do: squares it goes from and to, rides walked out
//! as paths, captures en passant alone.

use crate::board::Side;
use crate::check::model::SideSquares;
use crate::expansion::{Budget, Exceeded, ExpandedTerm, Landing, Leap, Path, Reach, Ride};

pub(super) fn takes(reach: &Reach) -> bool {
    reach.leaps.iter().any(|leap| leap.landing.capture)
        || reach.rides.iter().any(|ride| ride.landing.capture)
        || reach.paths.iter().any(|path| path.landing.capture || !path.takes.is_empty())
}

/// Whether a reach may take an enemy, en passant or otherwise, and so attack it.
pub(super) fn takes_enemies(reach: &Reach) -> bool {
    takes(reach) || passes(reach)
}

/// Whether a reach may take an enemy en passant.
pub(super) fn passes(reach: &Reach) -> bool {
    reach.leaps.iter().any(|leap| leap.landing.passing)
        || reach.rides.iter().any(|ride| ride.landing.passing)
        || reach.paths.iter().any(|path| path.landing.passing)
}

/// Whether a reach may take anybody, an enemy or a friend.
pub(super) fn touches(reach: &Reach) -> bool {
    let does = |landing: &Landing| landing.destroy || landing.passing;
    takes(reach)
        || reach.leaps.iter().any(|leap| does(&leap.landing))
        || reach.rides.iter().any(|ride| does(&ride.landing))
        || reach.paths.iter().any(|path| does(&path.landing) || !path.destroys.is_empty())
}

/// Whether a reach may be used for anything.
pub(super) fn acts(reach: &Reach) -> bool {
    let does = |landing: &Landing| landing.quiet || landing.capture || landing.destroy || landing.passing;
    reach.leaps.iter().any(|leap| does(&leap.landing))
        || reach.rides.iter().any(|ride| does(&ride.landing))
        || reach.paths.iter().any(|path| does(&path.landing))
}

/// Keeps only what starts in a region.
pub(super) fn keep_from(term: &mut ExpandedTerm, region: &SideSquares) {
    for side in Side::BOTH {
        let squares = &mut term.from[side.index()];
        for (reach, inside) in squares.iter_mut().zip(&region[side.index()]) {
            if !inside {
                *reach = Reach::default();
            }
        }
    }
}

/// Keeps only what ends in a region. A ride that leaves the region and comes back becomes paths.
pub(super) fn keep_to(term: &mut ExpandedTerm, region: &SideSquares, budget: &mut Budget) -> Result<(), Exceeded> {
    for side in Side::BOTH {
        let inside = |square: crate::board::Square| region[side.index()][square.index()];
        for reach in &mut term.from[side.index()] {
            reach.leaps.retain(|leap: &Leap| inside(leap.to));
            reach.paths.retain(|path: &Path| inside(path.to));
            for ride in std::mem::take(&mut reach.rides) {
                if ride.squares.iter().all(|square| inside(*square)) {
                    reach.rides.push(ride);
                } else {
                    reach.paths.extend(ride_paths(&ride, budget)?.into_iter().filter(|path| inside(path.to)));
                }
            }
        }
    }
    Ok(())
}

/// A ride as one path for each square it may end on.
pub(super) fn ride_paths(ride: &Ride, budget: &mut Budget) -> Result<Vec<Path>, Exceeded> {
    let length = ride.squares.len();
    budget.spend(length * (8 + length / 2))?;
    let paths = ride
        .squares
        .iter()
        .enumerate()
        .map(|(at, to)| Path {
            to: *to,
            landing: ride.landing,
            empty: ride.squares[..at].into(),
            occupied: Box::default(),
            takes: Box::default(),
            destroys: Box::default(),
            crossed: Box::default(),
        })
        .collect();
    Ok(paths)
}

/// Turns captures into captures en passant.
pub(super) fn only_in_passing(term: &mut ExpandedTerm, budget: &mut Budget) -> Result<(), Exceeded> {
    let change = |landing: &mut Landing| {
        *landing = Landing { passing: landing.capture || landing.passing, ..Landing::default() };
    };
    for reach in term.from.iter_mut().flatten() {
        for ride in std::mem::take(&mut reach.rides) {
            reach.paths.extend(ride_paths(&ride, budget)?);
        }
        reach.leaps.iter_mut().for_each(|leap| change(&mut leap.landing));
        reach.paths.iter_mut().for_each(|path| change(&mut path.landing));
    }
    Ok(())
}
