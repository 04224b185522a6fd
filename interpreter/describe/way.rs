//! Ways to go in words: courses from an open ground in, `diagonally forward` out.

use crate::describe::words::{counted, joined};
use crate::expansion::Course;

/// The ways of a first leg, seen from the side that moves. `leap` is the longer and the shorter part of an oblique leap.
pub(super) fn first(courses: &[Course], turns: i32, leap: (u8, u8)) -> String {
    let (straight, diagonal, oblique) = sorted(courses);
    let mut parts = Vec::new();
    if turns == 8 && straight.len() == 4 && diagonal.len() == 4 {
        parts.push("in any direction".to_owned());
    } else if turns == 12 && straight.len() == 6 && diagonal.len() == 6 {
        parts.push("in any of the twelve directions".to_owned());
    } else {
        parts.extend(straights(&straight, turns));
        parts.extend(diagonals(&diagonal, turns));
    }
    parts.extend(obliques(&oblique, turns, leap, ["forward", "back"]));
    if parts.is_empty() { "in no direction".to_owned() } else { joined(&parts, "or") }
}

/// The ways of a later leg, seen from the one before.
pub(super) fn later(before: Course, courses: &[Course], turns: i32, leap: (u8, u8)) -> String {
    let (mut lines, diagonal, oblique) = sorted(courses);
    lines.extend(diagonal);
    let every = lines.len() as i32 == turns;
    let but_back = lines.len() as i32 == turns - 1 && !lines.contains(&(turns / 2));
    let parts = match before {
        Course::Along { .. } if every => vec!["in any direction".to_owned()],
        Course::Along { .. } if but_back => vec!["in any direction but straight back".to_owned()],
        Course::Along { diagonal: false, .. } => {
            let mut parts = turned(&lines, turns);
            parts.extend(obliques(&oblique, turns, leap, ["on", "back"]));
            parts
        }
        Course::Along { diagonal: true, .. } => {
            let mut parts = turned(&lines, turns);
            let longer: Vec<i32> = oblique.iter().map(|(turn, _)| *turn).collect();
            parts.extend(turned(&longer, turns).into_iter().map(|part| format!("with its longer part {part}")));
            parts
        }
        Course::Oblique { hand, .. } => {
            let mut parts = outward(&lines, turns, hand);
            // Leaps are counted round; their hands take turns.
            let steps: Vec<i32> =
                oblique.iter().map(|(turn, other)| wrapped(turn + (other - hand) / 2, turns)).collect();
            parts.extend(round(&steps, turns));
            parts
        }
    };
    if parts.is_empty() { "in no direction".to_owned() } else { joined(&parts, "or") }
}

/// Turns of orthogonals, turns of diagonals, oblique leaps.
fn sorted(courses: &[Course]) -> (Vec<i32>, Vec<i32>, Vec<(i32, i32)>) {
    let (mut straight, mut diagonals, mut oblique) = (Vec::new(), Vec::new(), Vec::new());
    for course in courses {
        match *course {
            Course::Along { turn, diagonal: false } => straight.push(turn),
            Course::Along { turn, diagonal: true } => diagonals.push(turn),
            Course::Oblique { turn, hand } => oblique.push((turn, hand)),
        }
    }
    (straight, diagonals, oblique)
}

fn wrapped(turn: i32, turns: i32) -> i32 {
    let turn = turn.rem_euclid(turns);
    if turn > turns / 2 { turn - turns } else { turn }
}

/// Sideways pairs in one word: `forward`, `sideways`, `to the right`.
fn sides(set: &[i32], right: i32, names: [&str; 3]) -> Option<String> {
    match (set.contains(&right), set.contains(&-right)) {
        (true, true) => Some(names[0].to_owned()),
        (true, false) => Some(names[1].to_owned()),
        (false, true) => Some(names[2].to_owned()),
        (false, false) => None,
    }
}

/// Orthogonal ways.
fn straights(set: &[i32], turns: i32) -> Option<String> {
    let has = |turn: i32, name: &str| set.contains(&turn).then(|| name.to_owned());
    if set.is_empty() {
        return None;
    }
    if turns == 12 {
        if set.len() == 6 {
            return Some("orthogonally (over the edges of cells)".to_owned());
        }
        let all = [
            has(0, "ahead"),
            sides(set, 2, ["forward to either side", "forward to the right", "forward to the left"]),
            sides(set, 4, ["back to either side", "back to the right", "back to the left"]),
            has(6, "back"),
        ];
        return Some(format!("orthogonally {}", joined(&all.into_iter().flatten().collect::<Vec<_>>(), "or")));
    }
    if set.len() == 4 {
        return Some("orthogonally".to_owned());
    }
    let all = [has(0, "forward"), has(4, "back"), sides(set, 2, ["sideways", "to the right", "to the left"])];
    Some(format!("straight {}", joined(&all.into_iter().flatten().collect::<Vec<_>>(), "or")))
}

/// Diagonal ways.
fn diagonals(set: &[i32], turns: i32) -> Option<String> {
    if set.is_empty() {
        return None;
    }
    let all: Vec<String> = if turns == 12 {
        if set.len() == 6 {
            return Some("diagonally (through the corners of cells)".to_owned());
        }
        vec![
            sides(set, 1, ["forward", "forward to the right", "forward to the left"]),
            sides(set, 3, ["sideways", "to the right", "to the left"]),
            sides(set, 5, ["back", "back to the right", "back to the left"]),
        ]
        .into_iter()
        .flatten()
        .collect()
    } else {
        match set {
            [-3, -1, 1, 3] => return Some("diagonally".to_owned()),
            [1, 3] => vec!["to the right".to_owned()],
            [-3, -1] => vec!["to the left".to_owned()],
            _ => [
                sides(set, 1, ["forward", "forward to the right", "forward to the left"]),
                sides(set, 3, ["back", "back to the right", "back to the left"]),
            ]
            .into_iter()
            .flatten()
            .collect(),
        }
    };
    Some(format!("diagonally {}", joined(&all, "or")))
}

/// Oblique leaps by their parts: `two forward and one to either side`. Nothing where a leap may go every way.
fn obliques(set: &[(i32, i32)], turns: i32, (long, short): (u8, u8), [ahead, behind]: [&str; 2]) -> Vec<String> {
    let quarter = turns / 4;
    if set.is_empty() {
        return Vec::new();
    }
    let (long, short) = (counted(u32::from(long)), counted(u32::from(short)));
    if turns != 8 {
        if set.len() as i32 == turns {
            return vec!["in any direction".to_owned()];
        }
        let part = |(turn, hand): &(i32, i32)| {
            let side = if *hand > 0 { "clockwise" } else { "against the clock" };
            let line = straights(&[*turn], turns).unwrap_or_default();
            format!("{long} {line} and {short} turned {side} from there")
        };
        return set.iter().map(part).collect();
    }
    if set.len() as i32 == turns {
        return vec![format!("{long} squares along a line and {short} across")];
    }
    let has = |turn: i32, hand: i32| set.contains(&(turn, hand));
    let mut parts = Vec::new();
    // Along the files: the shorter part to the right and to the left.
    for (turn, name) in [(0, ahead), (2 * quarter, behind)] {
        let right = if turn == 0 { 1 } else { -1 };
        let side = match (has(turn, right), has(turn, -right)) {
            (true, true) => "to either side",
            (true, false) => "to the right",
            (false, true) => "to the left",
            (false, false) => continue,
        };
        parts.push(format!("{long} {name} and {short} {side}"));
    }
    // Along the ranks: the shorter part ahead and behind, the same to both sides where it can be said at once.
    let rank = |turn: i32| {
        let front = if turn > 0 { -1 } else { 1 };
        match (has(turn, front), has(turn, -front)) {
            (true, true) => Some(format!("{ahead} or {behind}")),
            (true, false) => Some(ahead.to_owned()),
            (false, true) => Some(behind.to_owned()),
            (false, false) => None,
        }
    };
    match (rank(quarter), rank(-quarter)) {
        (Some(right), Some(left)) if right == left => parts.push(format!("{long} sideways and {short} {right}")),
        (right, left) => {
            parts.extend(right.map(|part| format!("{long} to the right and {short} {part}")));
            parts.extend(left.map(|part| format!("{long} to the left and {short} {part}")));
        }
    }
    parts
}

/// Turns to the right and the left, merged where they are alike: `turning 90 degrees to either side`.
fn turned(set: &[i32], turns: i32) -> Vec<String> {
    let half = turns / 2;
    let mut parts = Vec::new();
    if set.contains(&0) {
        parts.push("straight on".to_owned());
    }
    for turn in 1..half {
        if let Some(side) = sides(set, turn, ["to either side", "to the right", "to the left"]) {
            parts.push(format!("turning {} degrees {side}", turn * 360 / turns));
        }
    }
    if set.contains(&half) {
        parts.push("straight back".to_owned());
    }
    parts
}

/// Lines after an oblique leap, measured from its longer part.
fn outward(set: &[i32], turns: i32, hand: i32) -> Vec<String> {
    set.iter()
        .map(|turn| match wrapped(turn * hand, turns) {
            0 => "straight outward, the way of its longer part".to_owned(),
            1 => "diagonally outward".to_owned(),
            turn if turn == turns / 2 => "straight back, against its longer part".to_owned(),
            turn => {
                let side = if turn > 0 { "the side of its shorter part" } else { "the other side" };
                format!("turning {} degrees from its longer part to {side}", turn.abs() * 360 / turns)
            }
        })
        .collect()
}

/// Oblique leaps after an oblique leap, counted round.
fn round(set: &[i32], turns: i32) -> Vec<String> {
    let half = turns / 2;
    match set.len() as i32 {
        n if n == turns => return vec!["in any direction".to_owned()],
        n if n == turns - 1 && !set.contains(&half) => return vec!["in any direction but straight back".to_owned()],
        _ => {}
    }
    let mut parts = Vec::new();
    if set.contains(&0) {
        parts.push("straight on".to_owned());
    }
    for step in 1..half {
        if let Some(side) = sides(set, step, ["to either side", "to the right", "to the left"]) {
            let leaps = if step == 1 { "leap" } else { "leaps" };
            parts.push(format!("turned by {} {leaps} round {side}", counted(step as u32)));
        }
    }
    if set.contains(&half) {
        parts.push("straight back".to_owned());
    }
    parts
}
