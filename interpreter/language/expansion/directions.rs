//! Which ways a leg may go: direction letters in, aims out. On the first leg letters are relative to the side, on later
//! ones to the leg before.
//!
//! Angles are measured in half units of a turn, so that an oblique leap lies between two headings at an odd angle.

use crate::board::{Board, Place, Pose, Side};
use crate::definition::movement::{Atom, Direction, Letter};
use crate::expansion::forward::{Forward, Sense};

/// A way to go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Aim {
    /// Along a heading.
    Along(Pose),
    /// An oblique leap: its longer part along a heading, the shorter one to the side of rising headings (1) or not (-1).
    Oblique(Pose, i32),
    /// An oblique leap that can only begin with its shorter part (at the centre of a circle), then turn to that side.
    ShortFirst(Pose, i32),
}

/// Where a leg begins.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stand {
    pub(crate) place: Place,
    /// The aim that would repeat the leg before.
    pub(crate) aim: Option<Aim>,
    /// The place just before, where the leg before came from.
    pub(crate) before: Place,
    /// The place where the leg before began.
    pub(crate) began: Place,
    /// Whether the leg before went along a diagonal.
    pub(crate) diagonal: bool,
}

/// How letters divide the circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    /// The straight ways: four, of which a pair is both its letters; or six, of which a pair names those between.
    Straight,
    /// Four ways between; a letter is two of them.
    Between,
    /// The ways of an oblique leap.
    Oblique,
    /// All ways of the king, for later legs: a letter is one way, a pair lies between.
    King,
}

/// An angle brought between minus half a circle (exclusive) and half a circle; `half` is half a circle.
fn wrapped(angle: i32, half: i32) -> i32 {
    let angle = angle.rem_euclid(2 * half);
    if angle > half { angle - 2 * half } else { angle }
}

/// Whether an angle lies in the half of the circle about a letter.
fn near(letter: Letter, angle: i32, half: i32) -> bool {
    let quarter = half / 2;
    match letter {
        Letter::Forward => angle.abs() < quarter,
        Letter::Back => angle.abs() > quarter,
        Letter::Right => angle > 0 && angle < half,
        Letter::Left => angle < 0,
        Letter::Vertical => angle.abs() != quarter,
        Letter::Sideways => angle != 0 && angle != half,
        Letter::Half => false,
    }
}

/// Whether an angle is a letter's own way.
fn on(letter: Letter, system: System, angle: i32, half: i32) -> bool {
    let quarter = half / 2;
    match letter {
        Letter::Vertical => on(Letter::Forward, system, angle, half) || on(Letter::Back, system, angle, half),
        Letter::Sideways => on(Letter::Left, system, angle, half) || on(Letter::Right, system, angle, half),
        Letter::Half => false,
        _ => match (system, letter) {
            (System::Between, _) => near(letter, angle, half),
            (System::Straight, Letter::Left | Letter::Right) => near(letter, angle, half),
            (System::King, Letter::Right) => angle == quarter,
            (System::King, Letter::Left) => angle == -quarter,
            (System::Oblique, Letter::Forward) => angle.abs() == 1,
            (System::Oblique, Letter::Back) => angle.abs() == half - 1,
            (System::Oblique, Letter::Right) => (angle - quarter).abs() == 1,
            (System::Oblique, _) => (angle + quarter).abs() == 1,
            (_, Letter::Forward) => angle == 0,
            (_, _) => angle == half,
        },
    }
}

/// Whether an angle is one of the ways that a direction means.
fn admits(direction: Direction, system: System, angle: i32, half: i32) -> bool {
    match (direction, system) {
        (Direction::One(letter), _) => on(letter, system, angle, half),
        (Direction::Two(first, second), _) if first == second => on(first, system, angle, half),
        // The right-handed half has the even ones of the leaps counted round from forward.
        (Direction::Two(Letter::Half, hand), _) => {
            system == System::Oblique && ((angle - 1) / 2).rem_euclid(2) == i32::from(hand != Letter::Right)
        }
        (Direction::Two(letter, Letter::Half), System::Straight) => on(letter, system, angle, half),
        (Direction::Two(letter, Letter::Half), _) => near(letter, angle, half),
        // Where straight ways are less than a quarter of the circle apart, there is one between two letters.
        (Direction::Two(first, second), System::Straight) if half > 8 => {
            near(first, angle, half) && near(second, angle, half)
        }
        (Direction::Two(first, second), System::Straight) => {
            on(first, system, angle, half) || on(second, system, angle, half)
        }
        (Direction::Two(first, second), System::Oblique) => near(first, angle, half) && on(second, system, angle, half),
        (Direction::Two(first, second), _) => {
            near(first, angle, half)
                && near(second, angle, half)
                && (system == System::Between || angle % (half / 2) != 0)
        }
    }
}

fn any(directions: &[Direction], system: System, angle: i32, half: i32) -> bool {
    directions.iter().any(|&direction| admits(direction, system, wrapped(angle, half), half))
}

/// The first sideways letter among directions; it means nothing on a board without files.
pub(crate) fn sideways(directions: &[Direction]) -> Option<Letter> {
    let aside = |letter: Letter| matches!(letter, Letter::Left | Letter::Right | Letter::Sideways).then_some(letter);
    directions.iter().find_map(|direction| match *direction {
        Direction::One(letter) => aside(letter),
        Direction::Two(Letter::Half, _) => None,
        Direction::Two(first, second) => aside(first).or(aside(second)),
    })
}

/// Whether directions of a first leg mean something else to each side.
pub(crate) fn depends_on_side(directions: &[Direction]) -> bool {
    directions.iter().any(|direction| !matches!(direction, Direction::Two(Letter::Half, _)))
}

/// Whether a leg by this atom may go along a heading.
fn fits(board: &Board, atom: Atom, pose: Pose) -> bool {
    match atom {
        Atom::King => true,
        Atom::Leap(_, y) => board.is_orthogonal(pose) == (y == 0),
    }
}

/// Every heading of a place.
fn headings(board: &Board, place: Place) -> impl Iterator<Item = Pose> {
    (0..board.n_headings(place)).map(move |heading| Pose { place, heading })
}

/// Every aim of an atom from a place.
fn all_aims(board: &Board, atom: Atom, place: Place) -> Vec<Aim> {
    let poses = headings(board, place);
    if !atom.is_oblique() {
        return poses.filter(|&pose| fits(board, atom, pose)).map(Aim::Along).collect();
    }
    let mut aims = Vec::new();
    for pose in poses.filter(|&pose| board.is_orthogonal(pose)) {
        for sense in [-1, 1] {
            aims.push(Aim::Oblique(pose, sense));
            if board.turn(pose, 2 * sense).is_none() {
                aims.push(Aim::ShortFirst(pose, sense));
            }
        }
    }
    aims
}

/// The aims of a first leg.
pub(crate) fn first_aims(
    board: &Board,
    forward: &Forward,
    side: Side,
    place: Place,
    atom: Atom,
    directions: &[Direction],
) -> Vec<Aim> {
    let mut aims = all_aims(board, atom, place);
    if directions.is_empty() {
        return aims;
    }
    let half = i32::from(board.turns());
    if let Some(ahead) = forward.heading_of(board, side) {
        let angle = |pose: Pose, odd: i32| 2 * (i32::from(pose.heading) - ahead) + odd;
        aims.retain(|aim| match *aim {
            Aim::Along(pose) if board.is_orthogonal(pose) => any(directions, System::Straight, angle(pose, 0), half),
            Aim::Along(pose) => any(directions, System::Between, angle(pose, 0), half),
            Aim::Oblique(pose, sense) => any(directions, System::Oblique, angle(pose, sense), half),
            Aim::ShortFirst(pose, sense) => any(directions, System::Oblique, angle(pose, 3 * sense), half),
        });
        return aims;
    }
    let sense_of = |pose: Pose| forward.sense(side, pose);
    let turned = |pose: Pose, units| board.turn(pose, units).map(sense_of).unwrap_or_default();
    aims.retain(|aim| {
        let (long, short, hand) = match *aim {
            Aim::Along(pose) => (sense_of(pose), Sense::default(), 0),
            Aim::Oblique(pose, sense) => (sense_of(pose), turned(pose, 2 * sense), sense),
            Aim::ShortFirst(pose, sense) => (turned(pose, 2 * sense), sense_of(pose), -sense),
        };
        directions.iter().any(|&direction| admits_by_sense(direction, long, short, hand))
    });
    aims
}

fn admits_by_sense(direction: Direction, long: Sense, short: Sense, hand: i32) -> bool {
    let lies = |letter, sense: Sense| match letter {
        Letter::Forward => sense.forward,
        Letter::Back => sense.back,
        Letter::Vertical => sense.forward || sense.back,
        _ => false,
    };
    match direction {
        Direction::One(letter) => lies(letter, long),
        Direction::Two(Letter::Half, letter) => hand == if letter == Letter::Right { 1 } else { -1 },
        Direction::Two(letter, Letter::Half) => lies(letter, long) || lies(letter, short),
        Direction::Two(first, second) => first == second && lies(first, long),
    }
}

/// The aims of a later leg. Without letters a leg in a bracket goes on outward, one after `a` anywhere but straight back
/// (if by one kind of step only, along the same kind of line).
pub(crate) fn later_aims(
    board: &Board,
    stand: &Stand,
    atom: Atom,
    directions: &[Direction],
    bracketed: bool,
) -> Vec<Aim> {
    let half = i32::from(board.turns());
    let back = half / 2;
    let units = 1 - back..=back;
    let onward = [Direction::One(Letter::Forward)];
    let letters = if bracketed && directions.is_empty() { &onward } else { directions };
    // Along the same kind of line as the leg before a leg goes straight on, from the other kind it goes between.
    let system = |even: bool| if even { System::Straight } else { System::Between };
    let mut aims = Vec::new();
    match stand.aim {
        Some(Aim::Along(pose)) if atom.is_oblique() => {
            for turned in units.filter_map(|unit| Some((unit, board.turn(pose, unit)?))) {
                for sense in [-1, 1] {
                    if board.is_orthogonal(turned.1) && any(letters, System::Oblique, 2 * turned.0 + sense, half) {
                        aims.push(Aim::Oblique(turned.1, sense));
                    }
                }
            }
        }
        Some(Aim::Along(pose)) => {
            for (unit, turned) in units.filter_map(|unit| Some((unit, board.turn(pose, unit)?))) {
                let same = board.is_orthogonal(turned) == board.is_orthogonal(pose);
                let allowed = if bracketed {
                    fits(board, atom, turned) && any(letters, system(same), 2 * unit, half)
                } else if letters.is_empty() {
                    unit != back && (same || atom == Atom::King)
                } else {
                    any(letters, System::King, 2 * unit, half)
                };
                if allowed {
                    aims.push(Aim::Along(turned));
                }
            }
        }
        Some(Aim::Oblique(pose, sense)) if atom.is_oblique() => {
            for unit in units {
                // Counted round, leaps change hand at every step.
                let (odd, other) = (unit % 2 != 0, -sense);
                let turn = if odd { unit + sense } else { unit };
                let allowed =
                    if letters.is_empty() { unit != back } else { any(letters, System::King, 2 * unit, half) };
                if let Some(turned) = board.turn(pose, turn).filter(|_| allowed) {
                    aims.push(Aim::Oblique(turned, if odd { other } else { sense }));
                }
            }
        }
        Some(Aim::Oblique(pose, sense)) => {
            for (unit, turned) in units.filter_map(|unit| Some((unit, board.turn(pose, unit)?))) {
                let snapped = if unit % 2 == 0 { 0 } else { sense };
                if fits(board, atom, turned) && any(letters, System::Straight, 2 * (unit - snapped), half) {
                    aims.push(Aim::Along(turned));
                }
            }
        }
        Some(Aim::ShortFirst(..)) | None => {}
    }
    if board.n_headings(stand.place) != board.turns() {
        at_centre(board, stand, atom, directions, bracketed, &mut aims);
    }
    aims
}

/// At the centre of a circle most turns give nothing; there "back" is where one came from, and "all but straight back"
/// every other way.
fn at_centre(board: &Board, stand: &Stand, atom: Atom, directions: &[Direction], bracketed: bool, aims: &mut Vec<Aim>) {
    let goes_back = |aim: &Aim| match aim {
        Aim::Along(pose) => board.ahead(*pose).iter().any(|to| to.place == stand.before),
        _ => false,
    };
    let same = |aim: &Aim| match aim {
        Aim::Along(pose) => atom == Atom::King || board.is_orthogonal(*pose) != stand.diagonal,
        _ => true,
    };
    let every = || {
        let atom = if atom.is_oblique() { atom } else { Atom::King };
        all_aims(board, atom, stand.place).into_iter().filter(same)
    };
    if directions.is_empty() && !bracketed {
        aims.extend(every().filter(|aim| !goes_back(aim)));
    }
    let back = |direction: &Direction| matches!(direction, Direction::One(Letter::Back | Letter::Vertical));
    if directions.iter().any(back) {
        aims.extend(every().filter(goes_back));
    }
    let mut seen = Vec::new();
    aims.retain(|aim| {
        !seen.contains(aim) && {
            seen.push(*aim);
            true
        }
    });
}
