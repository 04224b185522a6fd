//! What scripts ask about a position, and the answers. What a hook is about and a question in; a number or a set of
//! squares out. Questions that need the rules themselves are handed on.

use crate::board::KindSet;
use crate::position::state::{State, kind_of, side_of};
use crate::rules::attack::raw_attackers;
use crate::script::handles::{Base, Handle, Step};
use crate::script::query::{Answer, Query, Set, SetExpr};
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};

/// What a hook is asked about.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asking<W: Width> {
    /// The side from which friend, foe, directions and ranks are seen.
    pub(crate) us: usize,
    /// The piece asked about, or a move's origin.
    pub(crate) subject: Option<usize>,
    /// The second parameter, or a move's target.
    pub(crate) target: Option<usize>,
    /// Where the piece that moves stands now.
    pub(crate) mover: Option<usize>,
    /// The move, if the hook judges one.
    pub(crate) facts: Option<Facts<W>>,
    /// How often the position has occurred.
    pub(crate) repetitions: u32,
    /// Whether there is no legal move, where that is known or taken for granted.
    pub(crate) stuck: Option<bool>,
}

/// What a script may ask about a move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Facts<W: Width> {
    /// The kind that moves.
    pub(crate) kind: usize,
    /// Squares on which it takes.
    pub(crate) captured: W::Set,
    /// The kinds that it takes.
    pub(crate) taken: KindSet,
    /// It takes a piece on a square where it does not end.
    pub(crate) jumps: bool,
    /// It promotes.
    pub(crate) promotes: bool,
    /// The name of the way, plus one.
    pub(crate) way: Answer,
}

impl<W: Width> Asking<W> {
    /// About a piece where it stands.
    pub(crate) fn piece(state: &State<W>, square: usize) -> Asking<W> {
        Asking {
            us: side_of(state.at(square)),
            subject: Some(square),
            target: None,
            mover: Some(square),
            facts: None,
            repetitions: 1,
            stuck: None,
        }
    }

    /// About some piece of a side.
    pub(crate) fn anyone(state: &State<W>, side: usize) -> Asking<W> {
        Asking { us: side, ..Asking::game(state, 1, None) }
    }

    /// About a piece and a square or another piece.
    pub(crate) fn pair(state: &State<W>, square: usize, target: usize) -> Asking<W> {
        Asking { target: Some(target), ..Asking::piece(state, square) }
    }

    /// About the game, seen by the side to move.
    pub(crate) fn game(state: &State<W>, repetitions: u32, stuck: Option<bool>) -> Asking<W> {
        let us = usize::from(state.turn);
        Asking { us, subject: None, target: None, mover: None, facts: None, repetitions, stuck }
    }

    /// Decisions are remembered apart for each kind and side.
    pub(super) fn root(&self, state: &State<W>) -> u16 {
        let kind = self.facts.map(|facts| facts.kind + 1).or_else(|| {
            self.subject.map(|square| state.at(square)).filter(|piece| *piece != 0).map(|piece| kind_of(piece) + 1)
        });
        (kind.unwrap_or(0) * 2 + self.us) as u16
    }

    /// Where a path ends.
    pub(super) fn resolve(&self, core: &Core<W>, state: &State<W>, handle: Handle) -> Option<usize> {
        let mut square = match handle.base() {
            Base::Subject => self.subject?,
            Base::Target => self.target?,
            Base::Mover => self.mover?,
            Base::Concrete(square) => usize::from(square),
            Base::Nowhere | Base::Item => return None,
        };
        for step in handle.steps() {
            square = match step {
                Step::Go(direction) => core.step(self.us, direction, square)?,
                Step::Leap(across, ahead) => core.leap(self.us, across, ahead, square)?,
                Step::First(direction) => {
                    let mut at = core.step(self.us, direction, square)?;
                    for _ in 0..core.tables.n_squares {
                        if state.at(at) != 0 {
                            break;
                        }
                        at = core.step(self.us, direction, at)?;
                    }
                    at
                }
            };
        }
        Some(square)
    }

    /// The squares of a set.
    pub(crate) fn set(&self, core: &Core<W>, state: &State<W>, set: &Set, deep: &mut Deep<'_>) -> W::Set {
        let tables = &core.tables;
        let side_at = |square: usize| match state.at(square) {
            0 => self.us,
            piece => side_of(piece),
        };
        match set.expr() {
            SetExpr::One(handle) => self.resolve(core, state, *handle).map_or(W::Set::EMPTY, W::Set::bit),
            SetExpr::Around(handle) => {
                self.resolve(core, state, *handle).map_or(W::Set::EMPTY, |square| core.around[square])
            }
            SetExpr::Attackers(handle) => self.resolve(core, state, *handle).map_or(W::Set::EMPTY, |square| {
                raw_attackers(tables, state, 1 - side_at(square), square, KindSet::ALL)
            }),
            SetExpr::Defenders(handle) => self
                .resolve(core, state, *handle)
                .map_or(W::Set::EMPTY, |square| raw_attackers(tables, state, side_at(square), square, KindSet::ALL)),
            SetExpr::Attacks(handle) => self.resolve(core, state, *handle).map_or(W::Set::EMPTY, |square| {
                if state.at(square) == 0 {
                    return W::Set::EMPTY;
                }
                let kinds = KindSet(0).with(kind_of(state.at(square)) as u8);
                (0..tables.n_squares)
                    .filter(|&to| to != square && raw_attackers(tables, state, side_at(square), to, kinds).has(square))
                    .fold(W::Set::EMPTY, W::Set::with)
            }),
            SetExpr::Ray(handle, direction) => {
                let mut ray = W::Set::EMPTY;
                let mut at = self.resolve(core, state, *handle);
                while let Some(next) = at.and_then(|square| core.step(self.us, *direction, square)) {
                    if ray.has(next) {
                        break;
                    }
                    ray = ray.with(next);
                    at = (state.at(next) == 0).then_some(next);
                }
                ray
            }
            SetExpr::All => state.occupied(),
            SetExpr::Mine => state.sides[self.us],
            SetExpr::Theirs => state.sides[1 - self.us],
            SetExpr::Captured => self.facts.map_or(W::Set::EMPTY, |facts| facts.captured),
            SetExpr::Friends(inner) => self.set(core, state, inner, deep).and(state.sides[self.us]),
            SetExpr::Foes(inner) => self.set(core, state, inner, deep).and(state.sides[1 - self.us]),
            SetExpr::Empty(inner) => self.set(core, state, inner, deep).minus(state.occupied()),
            SetExpr::Occupied(inner) => self.set(core, state, inner, deep).and(state.occupied()),
            SetExpr::OfKind(inner, kind) => self.set(core, state, inner, deep).and(state.of_kind(usize::from(*kind))),
            SetExpr::ExceptKind(inner, kind) => {
                self.set(core, state, inner, deep).minus(state.of_kind(usize::from(*kind)))
            }
            SetExpr::Within(inner, region) => {
                self.set(core, state, inner, deep).and(tables.regions[usize::from(*region)][self.us])
            }
            SetExpr::WithinTheirs(inner, region) => {
                self.set(core, state, inner, deep).and(tables.regions[usize::from(*region)][1 - self.us])
            }
            SetExpr::Where(inner, tree) => {
                let members = self.set(core, state, inner, deep);
                let mut kept = W::Set::EMPTY;
                for square in members.squares() {
                    if tree.holds(square as u8, &mut |query| self.answer(core, state, query, deep)) {
                        kept = kept.with(square);
                    }
                }
                kept
            }
            SetExpr::And(a, b) => self.set(core, state, a, deep).and(self.set(core, state, b, deep)),
            SetExpr::Or(a, b) => self.set(core, state, a, deep).or(self.set(core, state, b, deep)),
            SetExpr::Minus(a, b) => self.set(core, state, a, deep).minus(self.set(core, state, b, deep)),
            SetExpr::Squares(squares) => {
                squares.iter().fold(W::Set::EMPTY, |set, square| set.with(usize::from(*square)))
            }
        }
    }

    /// The answer to a question.
    pub(crate) fn answer(&self, core: &Core<W>, state: &State<W>, query: &Query, deep: &mut Deep<'_>) -> Answer {
        let tables = &core.tables;
        let at = |handle: &Handle| self.resolve(core, state, *handle);
        let piece = |handle: &Handle| at(handle).map_or(0, |square| state.at(square));
        let number = |value: Option<u16>| value.map_or(0, Answer::from);
        let square_of = |handle: &Handle| at(handle).map(|square| crate::board::Square(square as u8));
        match query {
            Query::KindOf(handle) => match piece(handle) {
                0 => 0,
                piece => kind_of(piece) as Answer + 1,
            },
            Query::IsA(handle, kind) => truth(piece(handle) != 0 && kind_of(piece(handle)) == usize::from(*kind)),
            Query::SideOf(handle) => match piece(handle) {
                0 => 0,
                piece => truth(side_of(piece) != self.us) + 1,
            },
            Query::IsEmpty(handle) => truth(at(handle).is_some_and(|square| state.at(square) == 0)),
            Query::HoldsFriend(handle) => truth(at(handle).is_some_and(|square| state.sides[self.us].has(square))),
            Query::HoldsFoe(handle) => truth(at(handle).is_some_and(|square| state.sides[1 - self.us].has(square))),
            Query::Exists(handle) => truth(at(handle).is_some()),
            Query::Rank(handle) => at(handle).map_or(0, |square| core.rank(self.us, square)),
            Query::File(handle) => at(handle).map_or(0, |square| core.file(self.us, square)),
            Query::Ring(handle) => number(square_of(handle).and_then(|square| core.board.ring(square))),
            Query::Sector(handle) => number(square_of(handle).and_then(|square| core.board.sector(square))),
            Query::Moved(handle) => {
                truth(at(handle).is_some_and(|square| state.at(square) != 0 && !state.unmoved.has(square)))
            }
            Query::Within(handle, region) => {
                truth(at(handle).is_some_and(|square| tables.regions[usize::from(*region)][self.us].has(square)))
            }
            Query::DefendedBy(handle, kind) | Query::AttackedBy(handle, kind) => {
                let Some(square) = at(handle) else { return 0 };
                let own = match state.at(square) {
                    0 => self.us,
                    piece => side_of(piece),
                };
                let side = if matches!(query, Query::DefendedBy(..)) { own } else { 1 - own };
                truth(!raw_attackers(tables, state, side, square, KindSet(0).with(*kind)).is_empty())
            }
            Query::Same(a, b) => truth(at(a).is_some() && at(a) == at(b)),
            Query::SetCount(set) => self.set(core, state, set, deep).count() as Answer,
            Query::SetAny(set) => truth(!self.set(core, state, set, deep).is_empty()),
            Query::SetMoreThan(set, n) => truth(self.set(core, state, set, deep).count() > u32::from(*n)),
            Query::SetContains(set, handle) => {
                truth(at(handle).is_some_and(|square| self.set(core, state, set, deep).has(square)))
            }
            Query::MoverKind => self.facts.map_or(0, |facts| facts.kind as Answer + 1),
            Query::Captures => self.facts.map_or(0, |facts| facts.captured.count() as Answer),
            Query::Takes(kind) => truth(self.facts.is_some_and(|facts| facts.taken.has(*kind))),
            Query::Jumps => truth(self.facts.is_some_and(|facts| facts.jumps)),
            Query::Promotes => truth(self.facts.is_some_and(|facts| facts.promotes)),
            Query::Way => self.facts.map_or(0, |facts| facts.way),
            Query::Safe(handle) => at(handle).map_or(0, |square| deep(Question::Safe(square, self.us))),
            Query::Checked => deep(Question::Checked(self.us)),
            Query::Stuck => self.stuck.map_or_else(|| deep(Question::Stuck), truth),
            Query::QuietPlies => Answer::from(state.quiet),
            Query::QuietPliesAtLeast(plies) => truth(state.quiet >= *plies),
            Query::Repetitions => self.repetitions as Answer,
            Query::Turn => Answer::from(state.turn),
        }
    }
}

/// Questions that need the rules themselves.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Question {
    /// No enemy of the side could take there.
    Safe(usize, usize),
    /// A royal piece of the side is attacked.
    Checked(usize),
    /// No legal move.
    Stuck,
}

/// Who answers them.
pub(crate) type Deep<'a> = dyn FnMut(Question) -> Answer + 'a;

/// Yes or no as an answer.
pub(super) fn truth(value: bool) -> Answer {
    Answer::from(value)
}
