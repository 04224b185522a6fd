//! Where a piece gets to on a board that is empty but for what it takes: expanded movements in, marked squares out.

use crate::board::{Board, KindId, KindSet, Side, Square};
use crate::check::model::{CheckedDefinition, CheckedMovement, CheckedPower, Condition};
use crate::expansion::{ExpandedTerm, Landing};
use crate::picture::{Mark, When};
use crate::variant;

/// Squares with how they are reached, each once, in the order of the board.
pub type Reached = Vec<(Square, Mark)>;

/// The marks of all squares of a board, to be added to.
pub(super) struct Marks(Vec<Mark>);

impl Marks {
    pub(super) fn none(board: &Board) -> Marks {
        Marks(vec![Mark::default(); board.n_squares()])
    }

    fn add(&mut self, square: Square, mark: Mark) {
        if let Some(known) = self.0.get_mut(square.index()) {
            *known = known.or(mark);
        }
    }

    /// Adds what a term reaches. `change` says what becomes of a mark, such as one that holds only under a condition.
    pub(super) fn term(&mut self, term: &ExpandedTerm, side: Side, from: Square, change: impl Fn(Mark) -> Mark) {
        let Some(reach) = term.from[side.index()].get(from.index()) else { return };
        let sure = |mark: Mark| change(if term.initial { mark.under_condition() } else { mark });
        for leap in &reach.leaps {
            self.add(leap.to, sure(mark(leap.landing)));
        }
        for ride in &reach.rides {
            for to in &ride.squares {
                self.add(*to, sure(mark(ride.landing)));
            }
        }
        for path in &reach.paths {
            let alone = path.occupied.is_empty() && path.takes.is_empty() && path.destroys.is_empty();
            let mark = mark(path.landing);
            self.add(path.to, sure(if alone { mark } else { mark.under_condition() }));
            for taken in path.takes.iter().chain(&path.destroys) {
                self.add(*taken, change(Mark { goes: When::Never, takes: When::Sometimes }));
            }
        }
    }

    /// The squares that are reached.
    pub(super) fn finish(self, board: &Board) -> Reached {
        board.squares().zip(self.0).filter(|(_, mark)| !mark.is_none()).collect()
    }
}

fn mark(landing: Landing) -> Mark {
    let sometimes = landing.destroy || landing.passing;
    let takes = match (landing.capture, sometimes) {
        (true, _) => When::Always,
        (false, true) => When::Sometimes,
        (false, false) => When::Never,
    };
    Mark { goes: if landing.quiet { When::Always } else { When::Never }, takes }
}

/// Whether a condition of a piece on a square holds, as far as that can be told without the other pieces.
fn holds(condition: &Condition, side: Side, square: Square) -> Option<bool> {
    match condition {
        Condition::Constant(truth) => Some(*truth),
        Condition::On(squares) => squares[side.index()].get(square.index()).copied(),
        Condition::Not(inner) => holds(inner, side, square).map(|truth| !truth),
        Condition::And(all) => {
            let all: Vec<Option<bool>> = all.iter().map(|one| holds(one, side, square)).collect();
            if all.contains(&Some(false)) {
                Some(false)
            } else {
                all.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
            }
        }
        Condition::Or(all) => {
            let all: Vec<Option<bool>> = all.iter().map(|one| holds(one, side, square)).collect();
            if all.contains(&Some(true)) {
                Some(true)
            } else {
                all.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
            }
        }
        _ => None,
    }
}

/// The kinds whose movements a power may lend: all, where its function does not tell by itself.
pub(super) fn lenders(checked: &CheckedDefinition, power: &CheckedPower) -> Vec<KindId> {
    let Some(hook) = power.borrowed else { return Vec::new() };
    let named = checked.program.as_ref().and_then(|program| variant::lenders(program, hook));
    let all = 0..checked.kinds.len() as KindId;
    all.filter(|kind| named.is_none_or(|named| named.has(*kind))).collect()
}

/// What a kind of piece reaches from a square. Movements that it may borrow are reached under a condition: they depend
/// on other pieces.
#[must_use]
pub fn reach(checked: &CheckedDefinition, kind: KindId, side: Side, from: Square) -> Reached {
    let mut marks = Marks::none(&checked.board);
    let Some(own) = checked.kinds.get(usize::from(kind)) else { return Vec::new() };
    let acts = [checked.active.as_ref(), own.active.as_ref()];
    let powers = checked.powers.iter().filter(|power| power.kinds.has(kind));
    let lent =
        powers.clone().flat_map(|power| power.movements.iter().map(move |number| (*number, power.when.as_ref(), true)));
    let borrowed = powers.flat_map(|power| {
        let lenders = lenders(checked, power).into_iter().filter_map(|lender| checked.kinds.get(usize::from(lender)));
        lenders.flat_map(|lender| lender.movements.iter().map(|number| (*number, power.when.as_ref(), false)))
    });
    let all = own.movements.iter().map(|number| (*number, None, true)).chain(lent).chain(borrowed);
    for (number, when, is_own) in all {
        let Some(movement) = checked.movements.get(number) else { continue };
        let conditions = acts.into_iter().chain([when, movement.when.as_ref()]).flatten();
        let known: Vec<Option<bool>> = conditions.map(|condition| holds(condition, side, from)).collect();
        if known.contains(&Some(false)) {
            continue;
        }
        let sure = is_own && movement.filter.is_none() && !known.contains(&None);
        let takes = taken(checked, own.takes, own.may_take.is_some(), movement);
        for term in &movement.terms {
            marks.term(term, side, from, |mark| {
                let mark = Mark { takes: mark.takes.min(takes), ..mark };
                if sure { mark } else { mark.under_condition() }
            });
        }
    }
    marks.finish(&checked.board)
}

/// How far a movement takes what stands there: everything, some pieces, nobody.
fn taken(checked: &CheckedDefinition, takes: KindSet, judged: bool, movement: &CheckedMovement) -> When {
    let takes = takes.minus(movement.spares);
    let kinds = 0..checked.kinds.len();
    let (some, all) =
        (kinds.clone().any(|kind| takes.has(kind as KindId)), kinds.clone().all(|kind| takes.has(kind as KindId)));
    match (some, all && !judged) {
        (false, _) => When::Never,
        (true, true) => When::Always,
        (true, false) => When::Sometimes,
    }
}

/// The square from which a piece shows most of what it does: where `reached` counts most squares, nearest the middle.
pub(super) fn telling(board: &Board, reached: impl Fn(Square) -> usize) -> Option<Square> {
    let (left, top, right, bottom) = board.extent();
    let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
    let distance = |square: Square| {
        let (x, y) = board.centre_of(square);
        (x - middle.0).hypot(y - middle.1)
    };
    board
        .squares()
        .map(|square| (reached(square), square))
        .max_by(|(one, a), (other, b)| one.cmp(other).then_with(|| distance(*b).total_cmp(&distance(*a))))
        .map(|(_, square)| square)
}
