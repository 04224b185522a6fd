//! One leap or step from a pose: where it lands, what lies between, and how to repeat it.

use crate::board::{Board, Place, Pose};
use crate::definition::movement::Atom;
use crate::expansion::directions::Aim;

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

/// All leaps by an atom along an aim; several where lines fork.
pub(crate) fn leaps(board: &Board, aim: Aim, atom: Atom, way: Way) -> Vec<Landed> {
    let (long, short) = match atom {
        Atom::King => (1, 0),
        Atom::Leap(long, short) => (i32::from(long), i32::from(short)),
    };
    let mut landed = match aim {
        Aim::Along(pose) => {
            let made =
                |(between, to): (Vec<Place>, Pose)| Landed { place: to.place, between, aim: Some(Aim::Along(to)) };
            walk(board, pose, long).into_iter().map(made).collect()
        }
        Aim::ShortFirst(pose, sense) => bent(board, pose, short, 2 * sense, long, |to| Some(Aim::Oblique(to, -sense))),
        Aim::Oblique(pose, sense) => {
            let back = |to, units| board.turn(to, units).map(|turned| Aim::Oblique(turned, sense));
            let mut corners = bent(board, pose, long, 2 * sense, short, |to| back(to, -2 * sense));
            if let Some(start) = board.turn(pose, 2 * sense) {
                corners.extend(bent(board, start, short, -2 * sense, long, |to| Some(Aim::Oblique(to, sense))));
            }
            let straightest = || {
                let mut routes = bent(board, pose, long - short, sense, short, |to| back(to, -sense));
                routes.retain(|route| corners.iter().any(|corner| corner.place == route.place));
                routes
            };
            match if way == Way::Through { straightest() } else { Vec::new() } {
                routes if routes.is_empty() => corners,
                routes => routes,
            }
        }
    };
    let passable = |place: &Place| match way {
        Way::Over => board.leap_may_pass(*place),
        Way::Through => board.can_cross(*place),
    };
    landed.retain(|leap| leap.between.iter().all(passable));
    if way == Way::Over {
        let mut seen = Vec::new();
        landed.retain(|leap| {
            !seen.contains(&(leap.place, leap.aim)) && {
                seen.push((leap.place, leap.aim));
                true
            }
        });
    }
    landed
}

/// So many steps, a turn, so many steps.
fn bent(
    board: &Board,
    from: Pose,
    first: i32,
    turn: i32,
    second: i32,
    aim: impl Fn(Pose) -> Option<Aim>,
) -> Vec<Landed> {
    let mut all = Vec::new();
    for (before, corner) in walk(board, from, first) {
        let Some(turned) = board.turn(corner, turn) else { continue };
        for (after, to) in walk(board, turned, second) {
            let mut between = before.clone();
            between.push(corner.place);
            between.extend(after);
            all.push(Landed { place: to.place, between, aim: aim(to) });
        }
    }
    all
}

/// So many steps ahead: the places before the last, and the pose reached. Forks give several.
fn walk(board: &Board, from: Pose, steps: i32) -> Vec<(Vec<Place>, Pose)> {
    let mut walks = vec![(Vec::new(), from)];
    for step in 0..steps {
        let mut longer = Vec::new();
        for (passed, pose) in walks {
            for &to in board.ahead(pose) {
                let mut passed: Vec<Place> = passed.clone();
                if step > 0 {
                    passed.push(pose.place);
                }
                longer.push((passed, to));
            }
        }
        walks = longer;
    }
    walks
}
