//! One term of a movement in, its leaps, rides and paths from every square for both sides out.

use crate::board::{Board, Pose, Side, Square};
use crate::definition::movement::Legs;
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::budget::{Budget, Exceeded, too_large};
use crate::expansion::directions::{depends_on_side, first_aims, sideways};
use crate::expansion::forward::Forward;
use crate::expansion::leap::{Way, leaps};
use crate::expansion::ride::{Rider, longest};
use crate::expansion::route::{Walker, landing_of};
use crate::expansion::{ExpandedTerm, Leap, Reach, Ride};

/// Works out one term on a board.
///
/// # Errors
/// Letters that mean nothing on this board, a term that never has a move, tables past [`MAX_ENTRIES`].
pub fn expand(term: &Legs, board: &Board, forward: &Forward) -> Result<ExpandedTerm, Vec<Diagnostic>> {
    expand_within(term, board, forward, &mut Budget::default())
}

/// As [`expand`], with a budget shared by several terms.
///
/// # Errors
/// As [`expand`].
pub fn expand_within(
    term: &Legs,
    board: &Board,
    forward: &Forward,
    budget: &mut Budget,
) -> Result<ExpandedTerm, Vec<Diagnostic>> {
    let mut problems = Vec::new();
    let first = term.legs.first();
    let sideless = !board.has_files() || forward.heading_of(board, Side::White).is_none();
    let aside = first.filter(|_| sideless).and_then(|leg| Some((leg, sideways(&leg.directions)?)));
    if let Some((leg, letter)) = aside {
        let message = format!("`{letter}` has no meaning on a board without files");
        problems.push(
            Diagnostic::error(Code::SidewaysWithoutFiles, message)
                .at(leg.span)
                .label(format!("`{letter}` in this leg"))
                .help("on this board the first leg may have the directions `f`, `b` and `v`"),
        );
    }
    let round = if term.legs.iter().any(|leg| leg.modes.wrap) { board.cylinder() } else { None };
    if let Some(leg) = term.legs.iter().find(|leg| leg.modes.wrap && round.is_none()) {
        problems.push(
            Diagnostic::error(
                Code::NoSideEdges,
                "`o` has no meaning on this board, which has no side edges to go round",
            )
            .at(leg.span)
            .label("`o` in this leg")
            .help("leave `o` out"),
        );
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let same = first.is_none_or(|leg| !depends_on_side(&leg.directions));
    let one_side = |side, budget: &mut Budget| {
        let reach = |origin| from_square(term, board, round.as_ref(), forward, side, origin, budget);
        board.squares().map(reach).collect::<Result<Vec<Reach>, Exceeded>>()
    };
    let both = one_side(Side::White, budget).and_then(|white| {
        let black = if same {
            budget.spend(white.iter().map(Reach::n_entries).sum())?;
            white.clone()
        } else {
            one_side(Side::Black, budget)?
        };
        Ok([white, black])
    });
    let from = both.map_err(|exceeded| vec![too_large(term.span, exceeded)])?;
    if from.iter().flatten().all(Reach::is_empty) {
        let problem =
            Diagnostic::error(Code::MovementWithoutMoves, "this movement has no moves from any square of the board");
        return Err(vec![problem.at(term.span).label("never a move").help(why_nowhere(board))]);
    }
    Ok(ExpandedTerm { initial: term.initial, from })
}

/// What to look at where a movement leads nowhere.
fn why_nowhere(board: &Board) -> &'static str {
    let lines = |straight: bool| {
        board.squares().any(|square| {
            let place = board.place_of(square);
            let poses = (0..board.n_headings(place)).map(|heading| Pose { place, heading });
            poses.into_iter().any(|pose| board.is_orthogonal(pose) == straight && !board.ahead(pose).is_empty())
        })
    };
    match (lines(true), lines(false)) {
        (false, true) => {
            "all lines of this board are diagonal, since their headings are odd: `F` goes along them, or give some an even heading"
        }
        (true, false) => {
            "all lines of this board are orthogonal, since their headings are even: `W` goes along them, or give some an odd heading"
        }
        (false, false) => "no cell of this board has a line to another",
        (true, true) => "check directions and the length of leaps against the board",
    }
}

fn from_square(
    term: &Legs,
    board: &Board,
    round: Option<&Board>,
    forward: &Forward,
    side: Side,
    origin: Square,
    budget: &mut Budget,
) -> Result<Reach, Exceeded> {
    let [leg] = term.legs.as_slice() else {
        return Walker::new(term, board, round, forward, side, origin, budget).walk();
    };
    let modes = leg.modes;
    let slides = leg.atom.major() == 1;
    if modes.hop || modes.grasshopper || modes.lame || (modes.jump && !slides) {
        return Walker::new(term, board, round, forward, side, origin, budget).walk();
    }
    let board = round.filter(|_| modes.wrap).unwrap_or(board);
    let place = board.place_of(origin);
    let aims = first_aims(board, forward, side, place, leg.atom, &leg.directions);
    let landing = landing_of(modes);
    let mut reach = Reach::default();
    budget.work(1 + aims.len())?;
    if leg.range == 1 && !modes.jump {
        for aim in aims {
            for landed in leaps(board, aim, leg.atom, Way::Over, budget)? {
                let Some(to) = board.square_at(landed.place) else { continue };
                if to != origin && !reach.leaps.iter().any(|leap| leap.to == to) {
                    reach.leaps.push(Leap { to, landing });
                }
            }
        }
    } else {
        let mut rider = Rider { board, atom: leg.atom, range: leg.range, skips: modes.jump, budget: &mut *budget };
        let mut lines = Vec::new();
        for aim in aims {
            rider.lines(place, aim, &mut lines)?;
        }
        reach.rides = longest(lines).into_iter().map(|squares| Ride { squares, landing }).collect();
    }
    budget.spend(reach.n_entries())?;
    Ok(reach)
}
