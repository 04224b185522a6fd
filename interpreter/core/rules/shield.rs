//! The threat algebra: from the lines that lead to a royal piece, where every other piece may go.
//!
//! Each enemy that could reach the royal square over a path is one threat. A threat that is open now (a check) leaves
//! three answers: take the attacker, step into its path, or take away what its power rests on. A path with one own
//! piece on it (a pin) binds only that piece, to the path and the attacker. Intersecting these sets over all threats
//! gives what is legal, with no move played:
//!
//! ```text
//!   r . . P . K      the rook's path is b, c, d, e of this rank; P alone stands on it:
//!   a b c d e f      P may go to a, b, c, e (on the path or taking the rook), everyone else anywhere
//! ```
//!
//! A hopper needs its hurdles occupied as well as the rest empty, so a threat that lacks one hurdle forbids landing
//! there, and one that is open is answered by the hurdle's leaving, too.

use crate::position::state::State;
use crate::rules::Referee;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Rule, Tables, Way};

/// The most pins that are kept apart.
const MAX_PINS: usize = 8;

/// Where pieces may go without leaving their royal piece to be taken.
pub(crate) struct Shield<W: Width> {
    /// The own royal pieces, which no own move may take.
    pub(crate) royal: W::Set,
    /// Where a piece that no threat binds may land.
    pub(crate) target: W::Set,
    /// Which enemies answer every check by changing sides where they stand.
    pub(crate) act: W::Set,
    /// Pieces bound by a pin.
    pub(crate) pinned: W::Set,
    /// Pieces whose moves must be tried: they are the hurdle of an open threat.
    pub(crate) loose: W::Set,
    pin_squares: [u8; MAX_PINS],
    pin_sets: [W::Set; MAX_PINS],
    n_pins: usize,
}

impl<W: Width> Shield<W> {
    /// No royal piece: everyone may go anywhere.
    #[inline(always)]
    pub(crate) fn open() -> Shield<W> {
        let all = W::Set::FULL;
        Shield {
            royal: W::Set::EMPTY,
            target: all,
            act: all,
            pinned: W::Set::EMPTY,
            loose: W::Set::EMPTY,
            pin_squares: [0; MAX_PINS],
            pin_sets: [W::Set::EMPTY; MAX_PINS],
            n_pins: 0,
        }
    }

    /// Where the piece on `from` may land.
    #[inline(always)]
    pub(crate) fn allowed(&self, from: usize) -> W::Set {
        let mut allowed = self.target;
        if self.pinned.has(from) {
            for (square, set) in self.pin_squares.iter().zip(&self.pin_sets).take(self.n_pins) {
                if usize::from(*square) == from {
                    allowed = allowed.and(*set);
                }
            }
        }
        allowed
    }

    #[inline(always)]
    fn check(&mut self, path: W::Set, remove: W::Set) {
        self.target = self.target.and(path.or(remove));
        self.act = self.act.and(remove);
    }

    fn pin(&mut self, square: usize, set: W::Set) -> Option<()> {
        if self.n_pins == MAX_PINS {
            return None;
        }
        self.pin_squares[self.n_pins] = square as u8;
        self.pin_sets[self.n_pins] = set;
        self.n_pins += 1;
        self.pinned = self.pinned.with(square);
        Some(())
    }
}

/// Which pieces of one side each condition holds of, worked out once a node.
pub(crate) struct Held<W: Width> {
    known: u8,
    sets: [W::Set; 4],
}

impl<W: Width> Held<W> {
    /// Nothing known.
    #[inline(always)]
    pub(crate) fn new() -> Held<W> {
        Held { known: 0, sets: [W::Set::EMPTY; 4] }
    }
}

impl<W: Width> Referee<'_, W> {
    /// The pieces of `side` that every condition of a way holds of.
    #[inline(always)]
    pub(crate) fn held(&mut self, state: &State<W>, way: &Way, side: usize, held: &mut Held<W>) -> W::Set {
        let core = self.core;
        let mut pieces = state.sides[side];
        for &number in &way.when {
            let rule = &core.tables.conditions[number].condition;
            if number < 4 {
                if held.known >> number & 1 == 0 {
                    held.known |= 1 << number;
                    held.sets[number] = self.rule_set(state, rule, side, state.sides[side]);
                }
                pieces = pieces.and(held.sets[number]);
            } else {
                pieces = pieces.and(self.rule_set(state, rule, side, pieces));
            }
        }
        pieces
    }

    /// The pieces of `pieces` (of `side`) that a condition holds of.
    pub(crate) fn rule_set(&mut self, state: &State<W>, rule: &Rule<W>, side: usize, pieces: W::Set) -> W::Set {
        let core = self.core;
        let tables = &core.tables;
        match rule {
            Rule::And(all) => all.iter().fold(pieces, |pieces, rule| self.rule_set(state, rule, side, pieces)),
            Rule::Or(all) => {
                let mut set = W::Set::EMPTY;
                for rule in all {
                    set = set.or(self.rule_set(state, rule, side, pieces.minus(set)));
                }
                set
            }
            Rule::Not(inner) => pieces.minus(self.rule_set(state, inner, side, pieces)),
            Rule::Constant(value) => {
                if *value {
                    pieces
                } else {
                    W::Set::EMPTY
                }
            }
            Rule::On(region) => pieces.and(region[side]),
            Rule::Moved => pieces.minus(state.unmoved),
            Rule::Script(hook) => self.pieces_hook(state, *hook, side, pieces),
            Rule::DefendedBy(kinds) if kinds.minus(tables.leapers).0 == 0 => {
                cover(tables, state, side, kinds.0).and(pieces)
            }
            Rule::AttackedBy(kinds) if kinds.minus(tables.leapers).0 == 0 => {
                cover(tables, state, 1 - side, kinds.0).and(pieces)
            }
            _ => pieces
                .squares()
                .filter(|&square| self.piece_rule(state, rule, square))
                .fold(W::Set::EMPTY, W::Set::with),
        }
    }

    /// Works out the threats to the royal piece on `king`, into an open `shield`; `None` where they are more than is
    /// kept.
    #[inline(always)]
    pub(crate) fn shield(
        &mut self,
        state: &State<W>,
        us: usize,
        king: usize,
        victim: usize,
        held: &mut Held<W>,
        shield: &mut Shield<W>,
    ) -> Option<()> {
        let core = self.core;
        let tables = &core.tables;
        let them = 1 - us;
        let own = state.sides[us];
        let occupied = state.occupied();
        shield.royal = W::Set::bit(king);
        let flat = &tables.flat[them];
        let n_attacks = flat.attacks.len();
        let origins = &flat.origins[king * n_attacks..(king + 1) * n_attacks];
        for (attack, origins) in flat.attacks.iter().zip(origins) {
            let mut pieces = state.pieces(them, usize::from(attack.kind)).and(*origins);
            if pieces.is_empty() || !attack.takes.has(victim as u8) {
                continue;
            }
            if attack.initial {
                pieces = pieces.and(state.unmoved);
            }
            let way = &tables.ways[usize::from(attack.number)];
            if attack.when {
                pieces = pieces.and(self.held(state, way, them, held));
            }
            if !attack.clean {
                self.tangled_threats(state, king, way, pieces, shield)?;
                continue;
            }
            let between = &flat.between[king * tables.n_squares..(king + 1) * tables.n_squares];
            for attacker in pieces.squares() {
                let path = between[attacker];
                let blockers = path.and(occupied);
                if blockers.is_empty() {
                    shield.check(path, answer(tables, state, way, attack.when, them, attacker));
                } else if blockers.without_first().is_empty() && blockers.meets(own) {
                    let on = path.or(answer(tables, state, way, attack.when, them, attacker));
                    shield.pin(blockers.first(), on)?;
                }
            }
        }
        Some(())
    }

    /// The threats of `pieces` by a way that may come along several lines, or over hurdles.
    #[inline(never)]
    fn tangled_threats(
        &mut self,
        state: &State<W>,
        king: usize,
        way: &Way,
        pieces: W::Set,
        shield: &mut Shield<W>,
    ) -> Option<()> {
        let tables = &self.core.tables;
        let them = 1 - usize::from(state.turn);
        let own = state.sides[1 - them];
        let occupied = state.occupied();
        let term = &tables.terms[way.term];
        let reverse = &term.reverse[them][king];
        for attacker in pieces.and(reverse.leap).squares() {
            shield.check(W::Set::EMPTY, answer(tables, state, way, true, them, attacker));
        }
        for attacker in pieces.and(reverse.ride).squares() {
            let (start, end) = term.between_at[them][king * tables.n_squares + attacker];
            for &between in &term.between[start as usize..end as usize] {
                let blockers = between.and(occupied);
                if blockers.is_empty() {
                    shield.check(between, answer(tables, state, way, true, them, attacker));
                } else if blockers.without_first().is_empty() && blockers.meets(own) {
                    let on = between.or(answer(tables, state, way, true, them, attacker));
                    shield.pin(blockers.first(), on)?;
                }
            }
        }
        if !pieces.meets(reverse.path) {
            return Some(());
        }
        for &number in &reverse.paths {
            let path = &term.paths[number as usize];
            let attacker = usize::from(path.from);
            if !pieces.has(attacker) {
                continue;
            }
            let blockers = path.empty.and(occupied);
            let missing = path.occupied.minus(occupied);
            let blocker_binds = blockers.without_first().is_empty() && blockers.meets(own);
            let one_missing = missing.without_first().is_empty();
            let answer = answer(tables, state, way, true, them, attacker);
            match (blockers.is_empty(), missing.is_empty()) {
                (true, true) => {
                    shield.check(path.empty, answer);
                    shield.loose = shield.loose.or(path.occupied.and(own));
                }
                (false, true) if blocker_binds => {
                    shield.pin(blockers.first(), path.empty.or(answer))?;
                }
                (true, false) if one_missing => {
                    shield.target = shield.target.minus(missing);
                }
                (false, false) if blocker_binds && one_missing => {
                    shield.pin(blockers.first(), W::Set::FULL.minus(missing))?;
                }
                _ => {}
            }
        }
        Some(())
    }
}

/// What to take to answer a check: the attacker, or the only piece that its power rests on.
#[inline(always)]
fn answer<W: Width>(
    tables: &Tables<W>,
    state: &State<W>,
    way: &Way,
    when: bool,
    side: usize,
    attacker: usize,
) -> W::Set {
    let mut set = W::Set::bit(attacker);
    if when
        && let Some(kinds) = way.steady
        && kinds.0 != 0
    {
        let supporters = crate::rules::attack::raw_attackers(tables, state, side, attacker, kinds);
        if supporters.without_first().is_empty() {
            set = set.or(supporters);
        }
    }
    set
}

/// The squares that leapers of some kinds cover.
#[inline(always)]
fn cover<W: Width>(tables: &Tables<W>, state: &State<W>, side: usize, mut kinds: u64) -> W::Set {
    let mut set = W::Set::EMPTY;
    kinds &= tables.kinds_mask;
    while kinds != 0 {
        let kind = kinds.trailing_zeros() as usize;
        kinds &= kinds - 1;
        for square in state.pieces(side, kind).squares() {
            for &way in &tables.kinds[kind].own_ways {
                let way = &tables.ways[usize::from(way)];
                if way.raw {
                    set = set.or(tables.terms[way.term].reach[side][square].capture);
                }
            }
        }
    }
    set
}
