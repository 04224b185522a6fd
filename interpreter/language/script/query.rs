//! The one door: every fact that a script can learn is a [`Query`], answered by an [`Oracle`] with a small number.
//!
//! "Friend" and "foe" are seen from the first parameter of the hook (the mover; the side to move in an outcome), and so
//! are directions, ranks and sectors. A path that leaves the board is a null object: false, 0, empty.

use crate::script::handles::{Base, Handle};
use std::sync::Arc;

/// An answer: truth as 0 or 1, a kind as its index + 1 (0: none), a number as itself.
pub type Answer = i32;

/// Answers questions about one position, seen from one subject. What it answers may not change during a call.
pub trait Oracle: Send + Sync {
    /// The answer.
    fn ask(&self, query: &Query) -> Answer;

    /// The squares of a set, ordered by the kind that stands there (none first), then by number.
    fn members(&self, set: &Set) -> Vec<u8>;

    /// Where a path ends; `None` off the board.
    fn square(&self, handle: Handle) -> Option<u8>;

    /// How many squares the board has: what questions cost depends on it.
    fn n_squares(&self) -> usize {
        256
    }

    /// Whether the answer follows from the root under which the call is remembered (such as the subject's kind), so
    /// that the question need not be.
    fn is_fixed(&self, _query: &Query) -> bool {
        false
    }
}

/// A position of which nothing is known.
pub(super) struct Nothing;

impl Oracle for Nothing {
    fn ask(&self, _: &Query) -> Answer {
        0
    }

    fn members(&self, _: &Set) -> Vec<u8> {
        Vec::new()
    }

    fn square(&self, _: Handle) -> Option<u8> {
        None
    }
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Query {
    /// The kind of the piece there.
    KindOf(Handle),
    /// Whether the piece there is of this kind.
    IsA(Handle, u8),
    /// 0 empty or off the board, 1 friend, 2 foe.
    SideOf(Handle),
    /// On the board and empty.
    IsEmpty(Handle),
    /// A friend stands there.
    HoldsFriend(Handle),
    /// A foe stands there.
    HoldsFoe(Handle),
    /// On the board.
    Exists(Handle),
    /// From 1, counted from the subject's own first rank.
    Rank(Handle),
    /// From 1, counted from the subject's own left.
    File(Handle),
    /// From 1 at the rim.
    Ring(Handle),
    /// From 1; the centre's is 0.
    Sector(Handle),
    /// The piece there has moved.
    Moved(Handle),
    /// In this region of the subject's side.
    Within(Handle, u8),
    /// A friend of this kind could capture there by its raw movement.
    DefendedBy(Handle, u8),
    /// A foe of this kind could capture there by its raw movement.
    AttackedBy(Handle, u8),
    /// No foe could capture there, everything applied.
    Safe(Handle),
    /// Both paths end on the same square of the board.
    Same(Handle, Handle),
    /// How many.
    SetCount(Set),
    /// Whether there are any.
    SetAny(Set),
    /// Whether there are more than so many.
    SetMoreThan(Set, u16),
    /// Whether the square is in the set.
    SetContains(Set, Handle),
    /// The kind of the piece that moves.
    MoverKind,
    /// How many pieces the move takes.
    Captures,
    /// The move takes a piece of this kind.
    Takes(u8),
    /// The move takes a piece on a square where it does not end.
    Jumps,
    /// The move promotes.
    Promotes,
    /// Which way of moving made the move: index + 1 into the names of ways.
    Way,
    /// The side to move is in check.
    Checked,
    /// The side to move has no legal move.
    Stuck,
    /// Plies without a capture or whatever else counts.
    QuietPlies,
    /// Whether there were at least so many.
    QuietPliesAtLeast(u16),
    /// How often the position has occurred, this time included.
    Repetitions,
    /// 0 for White, 1 for Black.
    Turn,
}

/// A set of squares (with whoever stands there), as an expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Set {
    expr: Arc<SetExpr>,
    size: u16,
    level: u8,
}

/// What a set is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum SetExpr {
    /// The square itself, if on the board.
    One(Handle),
    /// The squares one step away in any direction.
    Around(Handle),
    /// Foes that could capture there by raw movement.
    Attackers(Handle),
    /// Friends that could capture there by raw movement.
    Defenders(Handle),
    /// Squares on which the piece there could capture by raw movement.
    Attacks(Handle),
    /// The squares in a direction up to and with the first piece.
    Ray(Handle, u8),
    /// All squares with a piece.
    All,
    /// The subject's side.
    Mine,
    /// The other side.
    Theirs,
    /// The squares on which the move takes.
    Captured,
    /// Those with a friend.
    Friends(Set),
    /// Those with a foe.
    Foes(Set),
    /// Those without a piece.
    Empty(Set),
    /// Those with a piece.
    Occupied(Set),
    /// Those with a piece of this kind.
    OfKind(Set, u8),
    /// Those without a piece of this kind (empty squares stay).
    ExceptKind(Set, u8),
    /// Those in a region of the subject's side.
    Within(Set, u8),
    /// Those in a region of the other side.
    WithinTheirs(Set, u8),
    /// Those for which the decision, with [`Base::Item`] the square in question, is yes.
    Where(Set, Arc<Tree>),
    /// In both.
    And(Set, Set),
    /// In either.
    Or(Set, Set),
    /// In the first but not the second.
    Minus(Set, Set),
    /// Squares by number, found by running a script: never in what is recorded.
    Squares(Arc<[u8]>),
}

/// A decision: about one member of a set, yes or no.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Tree<T = bool> {
    /// Decided.
    Is(T),
    /// The branch numbered by the answer; of a set an answer beyond the last is no.
    Ask(Query, Vec<Tree<T>>),
}

/// The largest set expression, counted in parts.
pub const MAX_SET_SIZE: u16 = 64;

impl Set {
    /// A set; `None` when it would have more than [`MAX_SET_SIZE`] parts.
    #[must_use]
    pub fn new(expr: SetExpr) -> Option<Set> {
        let own = match &expr {
            SetExpr::Attackers(_) | SetExpr::Defenders(_) | SetExpr::Attacks(_) => (1, 1),
            SetExpr::Where(_, tree) => (1 + tree.size(), tree.level()),
            _ => (1, 0),
        };
        let parts = expr.parts().1.into_iter().flatten();
        let (size, level) = parts.fold(own, |(size, level), set| (set.size.saturating_add(size), level.max(set.level)));
        (size <= MAX_SET_SIZE).then(|| Set { expr: Arc::new(expr), size, level })
    }

    /// What it is made of.
    #[must_use]
    #[inline]
    pub fn expr(&self) -> &SetExpr {
        &self.expr
    }

    /// Whether it is made so that nobody but foes can be in it.
    #[must_use]
    pub(crate) fn holds_foes_alone(&self) -> bool {
        match &*self.expr {
            SetExpr::Theirs | SetExpr::Foes(_) => true,
            SetExpr::Friends(_) | SetExpr::Empty(_) => false,
            SetExpr::And(a, b) => a.holds_foes_alone() || b.holds_foes_alone(),
            SetExpr::Or(a, b) => a.holds_foes_alone() && b.holds_foes_alone(),
            expr => expr.parts().1[0].is_some_and(Set::holds_foes_alone),
        }
    }

    fn bind(&self, item: Base) -> Set {
        let mut expr = (*self.expr).clone();
        // The tree of a `where` has an item of its own.
        let (handle, sets) = expr.parts_mut();
        handle.into_iter().for_each(|handle| *handle = bound(*handle, item));
        sets.into_iter().flatten().for_each(|set| *set = set.bind(item));
        Set { expr: Arc::new(expr), ..*self }
    }
}

/// What a set is made of: a path, or other sets.
macro_rules! parts_of_set {
    ($expr:expr) => {
        match $expr {
            SetExpr::One(handle)
            | SetExpr::Around(handle)
            | SetExpr::Attackers(handle)
            | SetExpr::Defenders(handle)
            | SetExpr::Attacks(handle)
            | SetExpr::Ray(handle, _) => (Some(handle), [None, None]),
            SetExpr::Friends(set)
            | SetExpr::Foes(set)
            | SetExpr::Empty(set)
            | SetExpr::Occupied(set)
            | SetExpr::OfKind(set, _)
            | SetExpr::ExceptKind(set, _)
            | SetExpr::Within(set, _)
            | SetExpr::WithinTheirs(set, _)
            | SetExpr::Where(set, _) => (None, [Some(set), None]),
            SetExpr::And(a, b) | SetExpr::Or(a, b) | SetExpr::Minus(a, b) => (None, [Some(a), Some(b)]),
            SetExpr::All | SetExpr::Mine | SetExpr::Theirs | SetExpr::Captured | SetExpr::Squares(_) => {
                (None, [None, None])
            }
        }
    };
}

impl SetExpr {
    pub(super) fn parts(&self) -> (Option<&Handle>, [Option<&Set>; 2]) {
        parts_of_set!(self)
    }

    fn parts_mut(&mut self) -> (Option<&mut Handle>, [Option<&mut Set>; 2]) {
        parts_of_set!(self)
    }
}

fn bound(handle: Handle, item: Base) -> Handle {
    if handle.base() == Base::Item { handle.with_base(item) } else { handle }
}

impl Tree {
    fn size(&self) -> u16 {
        match self {
            Tree::Is(_) => 0,
            Tree::Ask(query, branches) => {
                let set = query.set().map_or(0, |set| set.size);
                branches.iter().fold(1 + set, |sum: u16, branch| sum.saturating_add(branch.size()))
            }
        }
    }

    fn level(&self) -> u8 {
        match self {
            Tree::Is(_) => 0,
            Tree::Ask(query, branches) => branches.iter().map(Tree::level).fold(query.level(), u8::max),
        }
    }

    /// Decides about the square `item`.
    pub fn holds(&self, item: u8, ask: &mut dyn FnMut(&Query) -> Answer) -> bool {
        let mut tree = self;
        loop {
            match tree {
                Tree::Is(value) => return *value,
                Tree::Ask(query, branches) => {
                    let answer = ask(&query.bind(Base::Concrete(item)));
                    match usize::try_from(answer).ok().and_then(|answer| branches.get(answer)) {
                        Some(branch) => tree = branch,
                        None => return false,
                    }
                }
            }
        }
    }
}

/// The paths and the set of a question.
macro_rules! parts_of_query {
    ($query:expr) => {
        match $query {
            Query::KindOf(handle)
            | Query::IsA(handle, _)
            | Query::SideOf(handle)
            | Query::IsEmpty(handle)
            | Query::HoldsFriend(handle)
            | Query::HoldsFoe(handle)
            | Query::Exists(handle)
            | Query::Rank(handle)
            | Query::File(handle)
            | Query::Ring(handle)
            | Query::Sector(handle)
            | Query::Moved(handle)
            | Query::Within(handle, _)
            | Query::DefendedBy(handle, _)
            | Query::AttackedBy(handle, _)
            | Query::Safe(handle) => ([Some(handle), None], None),
            Query::Same(a, b) => ([Some(a), Some(b)], None),
            Query::SetCount(set) | Query::SetAny(set) | Query::SetMoreThan(set, _) => ([None, None], Some(set)),
            Query::SetContains(set, handle) => ([Some(handle), None], Some(set)),
            _ => ([None, None], None),
        }
    };
}

impl Query {
    /// What must be known before this can be asked: 0 the board; 1 raw attacks; 2 attacks with everything applied; 3
    /// legal moves.
    #[must_use]
    pub fn level(&self) -> u8 {
        match self {
            Query::DefendedBy(..) | Query::AttackedBy(..) => 1,
            Query::Safe(_) | Query::Checked => 2,
            Query::Stuck => 3,
            _ => self.set().map_or(0, |set| set.level),
        }
    }

    /// The path that it is about, where it is about one.
    #[must_use]
    pub fn handle(&self) -> Option<Handle> {
        match self.parts() {
            ([Some(handle), None], None) => Some(*handle),
            _ => None,
        }
    }

    /// Whether it is about the game, and so the same whoever asks.
    #[must_use]
    pub fn is_of_game(&self) -> bool {
        matches!(
            self,
            Query::Checked
                | Query::Stuck
                | Query::QuietPlies
                | Query::QuietPliesAtLeast(_)
                | Query::Repetitions
                | Query::Turn
        )
    }

    pub(super) fn set(&self) -> Option<&Set> {
        self.parts().1
    }

    fn parts(&self) -> ([Option<&Handle>; 2], Option<&Set>) {
        parts_of_query!(self)
    }

    fn parts_mut(&mut self) -> ([Option<&mut Handle>; 2], Option<&mut Set>) {
        parts_of_query!(self)
    }

    /// The same question with `item` for [`Base::Item`].
    #[must_use]
    pub fn bind(&self, item: Base) -> Query {
        let mut query = self.clone();
        let (handles, set) = query.parts_mut();
        handles.into_iter().flatten().for_each(|handle| *handle = bound(*handle, item));
        set.into_iter().for_each(|set| *set = set.bind(item));
        query
    }

    /// The word by which a script asks it.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Query::KindOf(_) | Query::MoverKind => "kind",
            Query::IsA(..) => "is_a",
            Query::SideOf(_) => "side",
            Query::IsEmpty(_) => "is_empty",
            Query::HoldsFriend(_) => "holds_friend",
            Query::HoldsFoe(_) => "holds_foe",
            Query::Exists(_) => "exists",
            Query::Rank(_) => "rank",
            Query::File(_) => "file",
            Query::Ring(_) => "ring",
            Query::Sector(_) => "sector",
            Query::Moved(_) => "moved",
            Query::Within(..) => "within",
            Query::DefendedBy(..) => "defended_by",
            Query::AttackedBy(..) => "attacked_by",
            Query::Safe(_) => "safe",
            Query::Same(..) => "==",
            Query::SetCount(set) | Query::SetAny(set) | Query::SetMoreThan(set, _) | Query::SetContains(set, _) => {
                set.word()
            }
            Query::Captures => "captures",
            Query::Takes(_) => "takes",
            Query::Jumps => "jumps",
            Query::Promotes => "promotes",
            Query::Way => "way",
            Query::Checked => "checked",
            Query::Stuck => "stuck",
            Query::QuietPlies => "quiet_plies",
            Query::QuietPliesAtLeast(_) => "quiet_plies_at_least",
            Query::Repetitions => "repetitions",
            Query::Turn => "turn",
        }
    }

    /// How many answers it can have (0, 1, ...), where that is known and small.
    #[must_use]
    pub fn n_answers(&self, n_kinds: usize) -> Option<usize> {
        match self {
            Query::KindOf(_) | Query::MoverKind => Some(n_kinds + 1),
            Query::SideOf(_) => Some(3),
            Query::Rank(_)
            | Query::File(_)
            | Query::Ring(_)
            | Query::Sector(_)
            | Query::SetCount(_)
            | Query::Captures
            | Query::Way
            | Query::QuietPlies
            | Query::Repetitions => None,
            _ => Some(2),
        }
    }
}

impl Set {
    /// What must be known before its members can be.
    #[must_use]
    pub fn level(&self) -> u8 {
        self.level
    }

    /// The word in it of the highest level.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match &*self.expr {
            SetExpr::Attackers(_) => "attackers",
            SetExpr::Defenders(_) => "defenders",
            SetExpr::Attacks(_) => "attacks",
            SetExpr::Where(set, tree) if tree.level() > set.level => tree.word(),
            expr => {
                let parts = expr.parts().1.into_iter().flatten();
                parts.rev().max_by_key(|set| set.level).map_or("a set", Set::word)
            }
        }
    }

    /// Whether the set names squares by number.
    #[must_use]
    pub fn is_concrete(&self) -> bool {
        matches!(&*self.expr, SetExpr::Squares(_))
    }
}

impl Tree {
    fn word(&self) -> &'static str {
        match self {
            Tree::Is(_) => "a set",
            Tree::Ask(query, _) if query.level() == self.level() => query.word(),
            Tree::Ask(_, branches) => branches.iter().max_by_key(|branch| branch.level()).map_or("a set", Tree::word),
        }
    }
}
