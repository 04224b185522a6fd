//! What one way of one piece reaches: tables and a position in, squares by what the piece does there out. The one
//! reading of a way's geometry, whoever judges the moves.

use crate::position::state::State;
use crate::rules::moves::RawMove;
use crate::rules::node::Node;
use crate::rules::ply::Ply;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Path, Reach, Term, Way};

/// Squares to land on.
pub(crate) struct Targets<W: Width> {
    /// Empty ones.
    pub(crate) quiet: W::Set,
    /// With an enemy who is taken.
    pub(crate) capture: W::Set,
    /// With a friend who is taken.
    pub(crate) destroy: W::Set,
}

impl<W: Width> Targets<W> {
    /// All of them.
    #[inline(always)]
    pub(crate) fn all(&self) -> W::Set {
        self.quiet.or(self.capture).or(self.destroy)
    }

    /// Those that are not in `seen`, which knows them from now on.
    #[inline(always)]
    pub(crate) fn new_to(&mut self, seen: &mut Targets<W>) {
        self.quiet = self.quiet.minus(seen.quiet);
        self.capture = self.capture.minus(seen.capture);
        self.destroy = self.destroy.minus(seen.destroy);
        seen.quiet = seen.quiet.or(self.quiet);
        seen.capture = seen.capture.or(self.capture);
        seen.destroy = seen.destroy.or(self.destroy);
    }

    /// Those that nobody has been given yet, who are given from now on.
    #[inline(always)]
    pub(crate) fn not_given(&mut self, given: &mut W::Set) {
        self.quiet = self.quiet.minus(*given);
        self.capture = self.capture.minus(*given);
        self.destroy = self.destroy.minus(*given);
        *given = given.or(self.all());
    }
}

/// What the ways of one piece have already given.
pub(crate) struct Seen<W: Width> {
    /// Plain moves.
    pub(crate) targets: Targets<W>,
    /// Captures in passing.
    pub(crate) passing: W::Set,
    /// Moves along paths that are more than a square to land on.
    pub(crate) longer: Vec<RawMove>,
}

impl<W: Width> Seen<W> {
    /// Nothing yet.
    pub(crate) fn new() -> Seen<W> {
        let targets = Targets { quiet: W::Set::EMPTY, capture: W::Set::EMPTY, destroy: W::Set::EMPTY };
        Seen { targets, passing: W::Set::EMPTY, longer: Vec::new() }
    }
}

/// The leaps, slides and rides of a way from one square; `capturable`: the enemies that it may take.
#[inline(always)]
pub(crate) fn straight<W: Width>(
    term: &Term<W>,
    reach: &Reach<W>,
    node: &Node<W>,
    from: usize,
    capturable: W::Set,
) -> Targets<W> {
    let mut quiet = reach.quiet.and(node.empty);
    let mut capture = reach.capture.and(capturable);
    let mut destroy = reach.destroy.and(node.own).without(from);
    if reach.blocks.0 != reach.blocks.1 || reach.lines.0 != reach.lines.1 {
        let slides = term.slide(reach, node.occupied.without(from));
        quiet = quiet.or(slides.and(node.empty));
        capture = capture.or(slides.and(capturable));
    }
    for ride in &reach.rides {
        let start = ride.start as usize;
        for &square in &term.ride_squares[start..start + usize::from(ride.length)] {
            let bit = W::Set::bit(usize::from(square));
            if bit.meets(node.empty) {
                if ride.quiet {
                    quiet = quiet.or(bit);
                }
                continue;
            }
            if ride.capture {
                capture = capture.or(bit.and(capturable));
            }
            if ride.destroy {
                destroy = destroy.or(bit.and(node.own));
            }
            break;
        }
    }
    Targets { quiet, capture, destroy }
}

/// The paths of a way from one square: their plain ends join `targets`; where pieces are taken on the way, where the
/// piece comes home, and where the squares crossed may be taken on en passant, `longer` gets the number of the path
/// and its end.
#[inline(always)]
pub(crate) fn along_paths<W: Width>(
    ply: &Ply<'_, W>,
    way: &Way,
    term: &Term<W>,
    reach: &Reach<W>,
    capturable: W::Set,
    targets: &mut Targets<W>,
    mut longer: impl FnMut(u32, usize),
) {
    let node = &ply.node;
    for number in reach.paths.0..reach.paths.1 {
        let path = &term.paths[number as usize];
        if !path_open(path, ply.place.state, node, capturable) {
            continue;
        }
        let (from, to) = (usize::from(path.from), usize::from(path.to));
        let stands = to != from && node.occupied.has(to);
        let lands = (path.quiet && !stands)
            || (path.capture && capturable.has(to))
            || (path.destroy && stands && node.own.has(to));
        if lands {
            let bit = W::Set::bit(to);
            let takes = !path.takes.is_empty() || !path.destroys.is_empty() || to == from;
            if takes || (way.passes && !path.crossed.is_empty() && !stands) {
                longer(number, to);
            } else if !stands {
                targets.quiet = targets.quiet.or(bit);
            } else if node.own.has(to) {
                targets.destroy = targets.destroy.or(bit);
            } else {
                targets.capture = targets.capture.or(bit);
            }
        }
    }
}

/// Whether everything a path needs on the way is there.
#[inline(always)]
pub(crate) fn path_open<W: Width>(path: &Path<W>, state: &State<W>, node: &Node<W>, capturable: W::Set) -> bool {
    let occupied = node.occupied.without(usize::from(path.from));
    !path.empty.meets(occupied)
        && path.occupied.within(occupied)
        && path.takes.within(capturable)
        && path.destroys.within(state.sides[node.us].without(usize::from(path.from)))
}
