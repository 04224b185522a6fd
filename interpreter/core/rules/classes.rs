//! What is remembered of duty: the claims and merits of classes of moves, and what follows from them for each part of the
//! moves of a position.

/// What the moves of one part may claim and be worth.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bounds {
    pub(super) claim: i64,
    pub(super) merit: i64,
    pub(super) least_merit: i64,
}

impl Bounds {
    /// Of no move.
    pub(super) const NONE: Bounds = Bounds { claim: i64::MIN, merit: i64::MIN, least_merit: i64::MAX };

    pub(super) fn add(&mut self, (claim, merit): (i64, i64)) {
        self.claim = self.claim.max(claim);
        self.merit = self.merit.max(merit);
        self.least_merit = self.least_merit.min(merit);
    }

    /// Whether such moves still count once so much has been claimed.
    #[inline(always)]
    pub(super) fn may_count(&self, claimed: i64) -> bool {
        self.merit >= claimed || self.claim > claimed
    }
}

/// What is known of duty before there is a move.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    pub(super) taking: Bounds,
    pub(super) quiet: Bounds,
    /// Without chains, no move owes anything to another.
    pub(super) free: bool,
}

/// What is known about claims and merits so far.
#[derive(Debug, Clone, Default)]
pub(crate) struct Classes {
    /// Claim and merit by class of move.
    pub(crate) known: Vec<Option<(i64, i64)>>,
    /// Follows from them; made at the first need.
    pub(super) plan: Option<Plan>,
    /// The functions ask for more than the class.
    pub(crate) ask_more: bool,
}

impl Classes {
    pub(super) fn get(&self, class: usize) -> Option<(i64, i64)> {
        self.known.get(class).copied().flatten()
    }

    pub(super) fn set(&mut self, class: usize, answer: (i64, i64)) {
        if self.known.len() <= class {
            self.known.resize(class + 1, None);
        }
        self.known[class] = Some(answer);
    }
}
