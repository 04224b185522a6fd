//! Functions asked of many squares at once: a set of squares in, the squares for which a function says yes, or the
//! kinds it names with the squares of each, out. Where a function is not lifted, or each answer is wanted from the
//! script, it is asked square by square.

use crate::board::KindSet;
use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::asking::Asking;
use crate::script::handles::Base;
use crate::script::query::{Answer, Query};
use crate::script::{HookId, HookKind, Leaf};
use crate::variant::core::Core;
use crate::variant::lift::{About, Asked, Branch, Lifted, Place};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Borrow, Rule};

/// The pieces that borrow the movements of each kind.
pub(crate) struct Lent<W: Width> {
    /// Kinds of which anyone borrows, as bits.
    pub(crate) kinds: u64,
    /// Who.
    pub(crate) pieces: W::Kinds,
}

impl<W: Width> Lent<W> {
    /// Nobody borrows.
    #[inline(always)]
    pub(crate) fn nothing() -> Lent<W> {
        Lent { kinds: 0, pieces: W::NO_KINDS }
    }

    #[inline(always)]
    fn add(&mut self, kind: usize, pieces: W::Set) {
        let known = &mut self.pieces.as_mut()[kind];
        *known = known.or(pieces);
        self.kinds |= 1 << kind;
    }

    /// Each kind with those who borrow of it.
    #[inline(always)]
    pub(crate) fn each(&self) -> impl Iterator<Item = (usize, W::Set)> {
        let mut left = self.kinds;
        std::iter::from_fn(move || {
            let kind = left.trailing_zeros() as usize;
            left &= left.wrapping_sub(1);
            (kind < W::KINDS).then(|| (kind, self.pieces.as_ref()[kind]))
        })
    }
}

impl<'a, W: Width> Referee<'a, W> {
    /// The function made ready for sets, unless each answer is wanted from the script.
    #[inline(always)]
    fn lifted(&self, hook: HookId) -> Option<&'a Lifted<W>> {
        let core: &'a Core<W> = self.core;
        if self.context.asks_each() { None } else { core.lifted.get(hook.index())?.as_ref() }
    }

    /// The pieces of `pieces`, all of `side`, for which a condition of the script holds.
    pub(crate) fn pieces_hook(&mut self, state: &State<W>, hook: HookId, side: usize, pieces: W::Set) -> W::Set {
        match self.lifted(hook) {
            Some(lifted) => self.decide_yes(state, lifted, Asking::anyone(state, side), pieces),
            None => pieces
                .squares()
                .filter(|&square| self.piece_hook(state, hook, square))
                .fold(W::Set::EMPTY, W::Set::with),
        }
    }

    /// The targets of the piece on `from` to which a function says yes.
    pub(crate) fn targets_hook(
        &mut self,
        state: &State<W>,
        hook: HookId,
        kind: HookKind,
        from: usize,
        targets: W::Set,
    ) -> W::Set {
        match self.lifted(hook) {
            Some(lifted) => self.decide_yes(state, lifted, Asking::piece(state, from), targets),
            None => targets
                .squares()
                .filter(|&to| self.yes(state, hook, kind, Asking::pair(state, from, to)))
                .fold(W::Set::EMPTY, W::Set::with),
        }
    }

    /// Whose movements the pieces of `pieces`, all of `side`, borrow.
    pub(crate) fn lent(&mut self, state: &State<W>, borrow: &Borrow, side: usize, mut pieces: W::Set) -> Lent<W> {
        let core = self.core;
        let mut lent = Lent::nothing();
        for &when in &borrow.when {
            pieces = self.rule_set(state, &core.tables.conditions[when].condition, side, pieces);
        }
        match self.lifted(borrow.hook) {
            Some(lifted) => {
                self.decide(state, lifted, Asking::anyone(state, side), pieces, &mut |leaf, pieces| {
                    if let Leaf::Kind(Some(kind)) = leaf {
                        lent.add(usize::from(*kind), pieces);
                    }
                });
            }
            None => {
                for square in pieces.squares() {
                    if let Leaf::Kind(Some(kind)) =
                        self.ask(state, borrow.hook, HookKind::Borrow, Asking::piece(state, square))
                    {
                        lent.add(usize::from(kind), W::Set::bit(square));
                    }
                }
            }
        }
        lent
    }

    /// The items of which a function says yes.
    fn decide_yes(&mut self, state: &State<W>, lifted: &Lifted<W>, asking: Asking<W>, items: W::Set) -> W::Set {
        let mut yes = W::Set::EMPTY;
        self.decide(state, lifted, asking, items, &mut |leaf, items| {
            if *leaf == Leaf::Bool(true) {
                yes = yes.or(items);
            }
        });
        yes
    }

    /// Tells `found` what is said of which items.
    fn decide(
        &mut self,
        state: &State<W>,
        lifted: &Lifted<W>,
        asking: Asking<W>,
        items: W::Set,
        found: &mut dyn FnMut(&Leaf, W::Set),
    ) {
        if !items.is_empty() {
            self.decide_by(state, &lifted.root, lifted.item, asking, items, found);
        }
    }

    fn decide_by(
        &mut self,
        state: &State<W>,
        branch: &Branch<W>,
        item: Base,
        asking: Asking<W>,
        items: W::Set,
        found: &mut dyn FnMut(&Leaf, W::Set),
    ) {
        let (asked, branches) = match branch {
            Branch::Says(leaf) => return found(leaf, items),
            Branch::Asks(asked, branches) => (asked, branches),
        };
        let mut left = items;
        match &asked.about {
            About::Place(places) => {
                let place = &places[asking.us];
                // The items for which no other answer holds get the answer 0.
                for (answer, branch) in branches.iter().enumerate().skip(1) {
                    if left.is_empty() {
                        return;
                    }
                    let chosen = self.answering(state, asked, place, asking.us, answer as Answer, left);
                    if !chosen.is_empty() {
                        left = left.minus(chosen);
                        self.decide_by(state, branch, item, asking, chosen, found);
                    }
                }
                if let Some(branch) = branches.first()
                    && !left.is_empty()
                {
                    self.decide_by(state, branch, item, asking, left, found);
                }
            }
            About::Nothing => {
                let answer = self.one_answer(state, &asked.query, asking);
                if let Some(branch) = usize::try_from(answer).ok().and_then(|answer| branches.get(answer)) {
                    self.decide_by(state, branch, item, asking, left, found);
                }
            }
            About::Each => {
                while !left.is_empty() {
                    let answer = self.one_answer(state, &asked.query, about(asking, item, left.first()));
                    let mut alike = W::Set::bit(left.first());
                    left = left.without_first();
                    for square in left.squares() {
                        if self.one_answer(state, &asked.query, about(asking, item, square)) == answer {
                            alike = alike.with(square);
                        }
                    }
                    left = left.minus(alike);
                    if let Some(branch) = usize::try_from(answer).ok().and_then(|answer| branches.get(answer)) {
                        self.decide_by(state, branch, item, asking, alike, found);
                    }
                }
            }
        }
    }

    fn one_answer(&mut self, state: &State<W>, query: &Query, asking: Asking<W>) -> Answer {
        let core = self.core;
        asking.answer(core, state, query, &mut |question| self.deep(state, question))
    }

    /// The items for which a question about a place has an answer other than 0.
    #[inline(always)]
    fn answering(
        &mut self,
        state: &State<W>,
        asked: &Asked<W>,
        place: &Place<W>,
        us: usize,
        answer: Answer,
        items: W::Set,
    ) -> W::Set {
        let tables = &self.core.tables;
        let goal = match &asked.query {
            Query::KindOf(_) => state.of_kind(answer as usize - 1),
            Query::IsA(_, kind) => state.of_kind(usize::from(*kind)),
            Query::SideOf(_) => state.sides[if answer == 1 { us } else { 1 - us }],
            Query::IsEmpty(_) => tables.all.minus(state.occupied()),
            Query::HoldsFriend(_) => state.sides[us],
            Query::HoldsFoe(_) => state.sides[1 - us],
            Query::Moved(_) => state.occupied().minus(state.unmoved),
            Query::Within(_, region) => tables.regions[usize::from(*region)][us],
            Query::DefendedBy(_, kind) => {
                return self.rule_set(state, &Rule::DefendedBy(KindSet(0).with(*kind)), us, items);
            }
            Query::AttackedBy(_, kind) => {
                return self.rule_set(state, &Rule::AttackedBy(KindSet(0).with(*kind)), us, items);
            }
            _ => tables.all,
        };
        place.leads_into(items, goal)
    }
}

/// The same question about one item.
fn about<W: Width>(asking: Asking<W>, item: Base, square: usize) -> Asking<W> {
    match item {
        Base::Target => Asking { target: Some(square), ..asking },
        _ => Asking { subject: Some(square), mover: Some(square), ..asking },
    }
}
