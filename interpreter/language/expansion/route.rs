//! Moves with conditions on their way: lame leaps, hoppers and moves in several legs, walked out into paths.

use crate::board::{Board, Place, Side, Square};
use crate::definition::movement::{Atom, Direction, Leg, Legs, Modes, UNLIMITED};
use crate::expansion::budget::{Budget, Exceeded};
use crate::expansion::directions::{Aim, Stand, first_aims, later_aims};
use crate::expansion::forward::Forward;
use crate::expansion::leap::{Landed, Way, leaps};
use crate::expansion::{Landing, Leap, Path, Reach};
use indexmap::IndexMap;

/// A leg as it is walked. A hopper's last leg is two of these: to the hurdle, and on beyond it.
struct Part<'a> {
    board: &'a Board,
    atom: Atom,
    range: u16,
    course: Course<'a>,
    modes: Modes,
    /// What it may do where the move may end after it.
    landing: Landing,
    /// The move may go on after it.
    goes_on: bool,
}

/// Where a leg may turn.
enum Course<'a> {
    First(&'a [Direction]),
    Later(&'a [Direction], bool),
    Onward,
}

/// Walks the moves of one term.
pub(crate) struct Walker<'a> {
    parts: Vec<Part<'a>>,
    forward: &'a Forward,
    side: Side,
    origin: Square,
    found: IndexMap<Path, Landing>,
    budget: &'a mut Budget,
}

/// What a square on the way must hold before the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    Empty,
    Occupied,
    Take,
    Destroy,
}

/// The conditions met so far.
#[derive(Debug, Clone, Default)]
struct Trail {
    needs: Vec<(Square, Need)>,
    crossed: Vec<Square>,
}

impl Trail {
    fn get(&self, square: Square) -> Option<Need> {
        self.needs.iter().find(|(other, _)| *other == square).map(|(_, need)| *need)
    }

    /// Adds a condition; false where it contradicts one that stands.
    #[must_use]
    fn need(&mut self, origin: Square, square: Square, need: Need) -> bool {
        if square == origin {
            return need == Need::Empty;
        }
        match (self.get(square), need) {
            // A piece once taken leaves an empty square.
            (None, _) => self.needs.push((square, need)),
            (Some(Need::Empty | Need::Take | Need::Destroy), Need::Empty) | (Some(Need::Occupied), Need::Occupied) => {}
            (Some(Need::Occupied), Need::Take | Need::Destroy) => {
                self.forget(square);
                self.needs.push((square, need));
            }
            _ => return false,
        }
        true
    }

    fn length(&self) -> usize {
        self.needs.len() + self.crossed.len()
    }

    fn forget(&mut self, square: Square) {
        self.needs.retain(|(other, _)| *other != square);
    }

    fn all(&self, need: Need) -> Box<[Square]> {
        let mut squares: Vec<Square> =
            self.needs.iter().filter(|(_, other)| *other == need).map(|(at, _)| *at).collect();
        squares.sort_unstable();
        squares.into()
    }
}

/// What a last leg may do where it ends.
pub(crate) fn landing_of(modes: Modes) -> Landing {
    Landing { quiet: modes.quiet, capture: modes.capture, destroy: modes.destroy, passing: modes.passing }
}

/// The legs as they are walked.
fn parts<'a>(term: &'a Legs, board: &'a Board, round: Option<&'a Board>) -> Vec<Part<'a>> {
    let mut parts = Vec::new();
    for (at, leg) in term.legs.iter().enumerate() {
        let Leg { atom, range, ref directions, mut modes, may_stop, .. } = *leg;
        let last = at + 1 == term.legs.len();
        let course = if at == 0 { Course::First(directions) } else { Course::Later(directions, term.bracketed) };
        let board = round.filter(|_| modes.wrap).unwrap_or(board);
        let mut landing = if last || may_stop { landing_of(modes) } else { Landing::default() };
        if may_stop && !modes.has_end(false) {
            landing = Landing { quiet: true, capture: true, ..landing };
            modes.quiet = true;
        }
        if last && (modes.hop || modes.grasshopper) {
            let hurdle = Modes { quiet: false, capture: false, destroy: false, passing: false, ..modes };
            let none = Landing::default();
            parts.push(Part { board, atom, range, course, modes: hurdle, landing: none, goes_on: true });
            let modes = Modes { hop: false, grasshopper: false, ..modes };
            parts.push(Part { board, atom, range, course: Course::Onward, modes, landing, goes_on: false });
        } else {
            parts.push(Part { board, atom, range, course, modes, landing, goes_on: !last });
        }
    }
    parts
}

impl<'a> Walker<'a> {
    /// A walker for one term from one square.
    pub(crate) fn new(
        term: &'a Legs,
        board: &'a Board,
        round: Option<&'a Board>,
        forward: &'a Forward,
        side: Side,
        origin: Square,
        budget: &'a mut Budget,
    ) -> Walker<'a> {
        Walker { parts: parts(term, board, round), forward, side, origin, found: IndexMap::new(), budget }
    }

    /// Walks every route. Paths without any condition become leaps.
    pub(crate) fn walk(mut self) -> Result<Reach, Exceeded> {
        let Some(first) = self.parts.first() else { return Ok(Reach::default()) };
        let place = first.board.place_of(self.origin);
        let stand = Stand { place, aim: None, before: place, began: place, diagonal: false };
        self.budget.spend(Reach::default().n_entries())?;
        self.leg(0, &stand, &Trail::default(), false)?;
        let mut reach = Reach::default();
        for (path, landing) in self.found {
            let free = [&path.empty, &path.occupied, &path.takes, &path.destroys, &path.crossed];
            if path.to != self.origin && free.into_iter().all(|squares| squares.is_empty()) {
                reach.leaps.push(Leap { to: path.to, landing });
            } else {
                reach.paths.push(Path { landing, ..path });
            }
        }
        Ok(reach)
    }

    /// Goes every way that leg `at` may go.
    fn leg(&mut self, at: usize, stand: &Stand, trail: &Trail, toggled: bool) -> Result<(), Exceeded> {
        let Some(part) = self.parts.get(at) else { return Ok(()) };
        let aims = match part.course {
            Course::First(letters) => first_aims(part.board, self.forward, self.side, stand.place, part.atom, letters),
            Course::Later(letters, bracketed) => later_aims(part.board, stand, part.atom, letters, bracketed),
            Course::Onward => stand.aim.into_iter().collect(),
        };
        // Beyond its hurdle a hopper still ends before the square that it comes from.
        let onward = matches!(part.course, Course::Onward);
        let been = if onward { vec![stand.began, stand.place] } else { vec![stand.place] };
        for aim in aims {
            self.ride(at, aim, &mut been.clone(), trail, toggled)?;
        }
        Ok(())
    }

    /// One more step of leg `at`, which has been on the places of `been`.
    fn ride(
        &mut self,
        at: usize,
        aim: Aim,
        been: &mut Vec<Place>,
        trail: &Trail,
        toggled: bool,
    ) -> Result<(), Exceeded> {
        self.budget.work(1)?;
        let Some(part) = self.parts.get(at) else { return Ok(()) };
        let (board, modes, atom) = (part.board, part.modes, part.atom);
        let onward = matches!(part.course, Course::Onward);
        let range = match (toggled, part.range) {
            (false, range) => range,
            (true, 1) => UNLIMITED,
            (true, _) => 1,
        };
        let n_steps = been.len() - usize::from(onward);
        let began = been.get(been.len() - n_steps).copied();
        let slides = atom.major() == 1;
        let skips = modes.jump && slides && n_steps == 1;
        let way = if modes.lame || (modes.jump && !slides) { Way::Through } else { Way::Over };
        let diagonal = |aim| matches!(aim, Aim::Along(pose) if !board.is_orthogonal(pose));
        for landed in leaps(board, aim, atom, way, self.budget)? {
            // Each place that the trail remembers is looked at again.
            self.budget.work(1 + trail.length() / 4)?;
            if been.contains(&landed.place) {
                continue;
            }
            let mut here = trail.clone();
            if !self.passes(&mut here, &landed, board, modes) {
                continue;
            }
            let square = board.square_at(landed.place);
            if !skips {
                let before = landed.between.last().or(been.last()).copied().unwrap_or(landed.place);
                let stand = Stand {
                    place: landed.place,
                    aim: landed.aim,
                    before,
                    began: began.unwrap_or(before),
                    diagonal: diagonal(aim),
                };
                self.end(at, &stand, square, &here, toggled)?;
            }
            let Some(aim) = landed.aim.filter(|_| n_steps < usize::from(range)) else { continue };
            let goes_on = match square {
                _ if skips => board.can_cross(landed.place) || board.leap_may_pass(landed.place),
                Some(square) => {
                    if modes.lame {
                        here.crossed.push(square);
                    }
                    here.need(self.origin, square, Need::Empty)
                }
                None => board.can_cross(landed.place),
            };
            if goes_on {
                been.push(landed.place);
                self.ride(at, aim, been, &here, toggled)?;
                been.pop();
            }
        }
        Ok(())
    }

    /// Adds what a lame or jumping leap asks of the squares between.
    fn passes(&self, trail: &mut Trail, landed: &Landed, board: &Board, modes: Modes) -> bool {
        if modes.lame {
            return landed.between.iter().filter_map(|&place| board.square_at(place)).all(|square| {
                trail.crossed.push(square);
                trail.need(self.origin, square, Need::Empty)
            });
        }
        !modes.jump
            || landed.between.iter().all(|&place| {
                board.square_at(place).is_some_and(|square| trail.need(self.origin, square, Need::Occupied))
            })
    }

    /// Ends leg `at` where one stands, in every way that it may.
    fn end(
        &mut self,
        at: usize,
        stand: &Stand,
        square: Option<Square>,
        trail: &Trail,
        toggled: bool,
    ) -> Result<(), Exceeded> {
        let Some(part) = self.parts.get(at) else { return Ok(()) };
        let (modes, landing, board) = (part.modes, part.landing, part.board);
        let goes_on = part.goes_on;
        if let Some(square) = square.filter(|_| !landing.is_none()) {
            self.arrive(at, square, landing, trail)?;
        }
        if !goes_on {
            return Ok(());
        }
        let Some(square) = square else {
            // Nobody can stand in a hole, so it is as good as an empty square.
            return if modes.quiet && board.leap_may_pass(stand.place) {
                self.leg(at + 1, stand, trail, toggled)
            } else {
                Ok(())
            };
        };
        if modes.quiet && modes.hop {
            self.leg(at + 1, stand, trail, toggled)?;
        }
        let ways = [
            (modes.quiet && !modes.hop, Need::Empty, false),
            (modes.grasshopper || (modes.hop && !modes.quiet), Need::Occupied, modes.grasshopper),
            (modes.capture, Need::Take, false),
            (modes.destroy, Need::Destroy, false),
        ];
        for (_, need, toggles) in ways.into_iter().filter(|(may, ..)| *may) {
            let mut here = trail.clone();
            if here.need(self.origin, square, need) {
                self.leg(at + 1, stand, &here, toggled != toggles)?;
            }
        }
        Ok(())
    }

    /// Ends the move on a square, so far as the way there leaves it possible.
    fn arrive(&mut self, at: usize, to: Square, mut landing: Landing, trail: &Trail) -> Result<(), Exceeded> {
        self.budget.work(2 + trail.length() / 4)?;
        let mut trail = trail.clone();
        if to == self.origin {
            if at == 0 {
                return Ok(());
            }
            landing = Landing { quiet: landing.quiet, ..Landing::default() };
        }
        let (quiet, taken) = (landing.quiet, Landing::default());
        match trail.get(to) {
            None => {}
            Some(Need::Empty) => landing = Landing { capture: false, destroy: false, ..landing },
            Some(Need::Occupied) => landing = Landing { quiet: false, passing: false, ..landing },
            // A path that captures a piece and comes back to its square captures it there.
            Some(Need::Take) => landing = Landing { capture: quiet, ..taken },
            Some(Need::Destroy) => landing = Landing { destroy: quiet, ..taken },
        }
        trail.forget(to);
        if landing.is_none() {
            return Ok(());
        }
        let path = Path {
            to,
            landing: Landing::default(),
            empty: trail.all(Need::Empty),
            occupied: trail.all(Need::Occupied),
            takes: trail.all(Need::Take),
            destroys: trail.all(Need::Destroy),
            crossed: trail.crossed.into(),
        };
        let entries = path.n_entries();
        let mut fresh = false;
        self.found.entry(path).and_modify(|known| *known = known.or(landing)).or_insert_with(|| {
            fresh = true;
            landing
        });
        self.budget.spend(if fresh { entries } else { 0 })
    }
}
