//! One leap or step from a pose: where it lands, what lies between, and how to repeat it.

use crate::board::{Board, Place, Pose};
use crate::definition::movement::Atom;
use crate::expansion::budget::{Budget, Exceeded};
use crate::expansion::directions::Aim;
use std::collections::HashSet;

/// A leap made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Landed {
    /// Where.
    pub(crate) place: Place,
    /// The places between, in order, by the route taken.
    pub(crate) between: Vec<Place>,
    /// The aim that repeats the leap; `None` where the board gives no such turn.
    pub(crate) aim: Option<Aim>,
}

/// Whether what lies between matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// A leap over everything that leaps may pass.
    Over,
    /// From square to square, for lame and jumping leaps: routes that a line could take.
    Through,
}

/// All leaps by an atom along an aim; several where lines fork. Each step of them is charged to the budget.
pub(crate) fn leaps(
    board: &Board,
    aim: Aim,
    atom: Atom,
    way: Way,
    budget: &mut Budget,
) -> Result<Vec<Landed>, Exceeded> {
    let (long, short) = match atom {
        Atom::King => (1, 0),
        Atom::Leap(long, short) => (i32::from(long), i32::from(short)),
    };
    let mut landed = match aim {
        Aim::Along(pose) => {
            let made =
                |(between, to): (Vec<Place>, Pose)| Landed { place: to.place, between, aim: Some(Aim::Along(to)) };
            walk(board, pose, long, budget)?.into_iter().map(made).collect()
        }
        Aim::ShortFirst(pose, sense) => {
            bent(board, pose, [short, 2 * sense, long], |to| Some(Aim::Oblique(to, -sense)), budget)?
        }
        Aim::Oblique(pose, sense) => {
            let back = |to, units| board.turn(to, units).map(|turned| Aim::Oblique(turned, sense));
            let mut corners = bent(board, pose, [long, 2 * sense, short], |to| back(to, -2 * sense), budget)?;
            if let Some(start) = board.turn(pose, 2 * sense) {
                let onward = |to| Some(Aim::Oblique(to, sense));
                corners.extend(bent(board, start, [short, -2 * sense, long], onward, budget)?);
            }
            let mut straightest = Vec::new();
            if way == Way::Through {
                straightest = bent(board, pose, [long - short, sense, short], |to| back(to, -sense), budget)?;
                let ends: HashSet<Place> = corners.iter().map(|corner| corner.place).collect();
                straightest.retain(|route| ends.contains(&route.place));
            }
            if straightest.is_empty() { corners } else { straightest }
        }
    };
    let passable = |place: &Place| match way {
        Way::Over => board.leap_may_pass(*place),
        Way::Through => board.can_cross(*place),
    };
    landed.retain(|leap| leap.between.iter().all(passable));
    if way == Way::Over {
        once(&mut landed);
    }
    Ok(landed)
}

/// Leaves one leap of those that land on one place and go on alike, the first.
fn once(landed: &mut Vec<Landed>) {
    let end = |leap: &Landed| (leap.place, leap.aim);
    // Only where lines fork there are more than a few.
    if landed.len() <= 8 {
        let ends: Vec<_> = landed.iter().map(end).collect();
        let mut numbers = 0..;
        landed.retain(|_| numbers.next().is_some_and(|at| !ends[..at].contains(&ends[at])));
    } else {
        let mut seen = HashSet::new();
        landed.retain(|leap| seen.insert(end(leap)));
    }
}

/// So many steps, a turn, so many steps.
fn bent(
    board: &Board,
    from: Pose,
    [first, turn, second]: [i32; 3],
    aim: impl Fn(Pose) -> Option<Aim>,
    budget: &mut Budget,
) -> Result<Vec<Landed>, Exceeded> {
    let mut all = Vec::new();
    for (before, corner) in walk(board, from, first, budget)? {
        let Some(turned) = board.turn(corner, turn) else { continue };
        for (after, to) in walk(board, turned, second, budget)? {
            budget.work(before.len())?;
            let mut between = before.clone();
            between.push(corner.place);
            between.extend(after);
            all.push(Landed { place: to.place, between, aim: aim(to) });
        }
    }
    Ok(all)
}

/// So many steps ahead: the places before the last, and the pose reached. Forks give several.
fn walk(board: &Board, from: Pose, steps: i32, budget: &mut Budget) -> Result<Vec<(Vec<Place>, Pose)>, Exceeded> {
    let mut walks = vec![(Vec::new(), from)];
    for step in 0..steps {
        let mut longer = Vec::new();
        for (passed, pose) in walks {
            let ahead = board.ahead(pose);
            // Where lines fork there are more and more walks, and all are kept.
            let cost = if ahead.len() > 1 { 5 } else { 1 };
            for &to in ahead {
                budget.work(cost + passed.len() / 4)?;
                let mut passed: Vec<Place> = passed.clone();
                if step > 0 {
                    passed.push(pose.place);
                }
                longer.push((passed, to));
            }
        }
        walks = longer;
    }
    Ok(walks)
}
