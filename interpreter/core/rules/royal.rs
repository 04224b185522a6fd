//! Where a royal piece may go: each landing square is tested for attacks, with the piece moved in thought.

use crate::rules::Referee;
use crate::rules::attack::{View, hitters, raw_attackers};
use crate::rules::ply::{Place, Ply};
use crate::variant::set::{SquareSet, Width};

impl<W: Width> Referee<'_, W> {
    /// The squares of `targets` on which the royal piece would not be attacked.
    #[inline(always)]
    pub(super) fn safe_for_royal(
        &mut self,
        place: Place<'_, W>,
        ply: &mut Ply<'_, W>,
        from: usize,
        kind: usize,
        targets: W::Set,
    ) -> W::Set {
        let mut safe = targets.and(ply.last_enemy_royal);
        for to in targets.minus(ply.last_enemy_royal).squares() {
            if !self.royal_attacked(place, ply, (from, to), kind) {
                safe = safe.with(to);
            }
        }
        safe
    }

    /// Whether the royal piece on `from` would be attacked on `to`.
    #[inline(always)]
    fn royal_attacked(
        &mut self,
        place: Place<'_, W>,
        ply: &mut Ply<'_, W>,
        (from, to): (usize, usize),
        victim: usize,
    ) -> bool {
        let Place { tables, state } = place;
        let us = ply.node.us;
        let them = 1 - us;
        let flat = &tables.flat[them];
        let theirs = state.sides[them].without(to);
        let occupied = ply.node.occupied.without(from);
        let n_attacks = flat.attacks.len();
        let origins = &flat.origins[to * n_attacks..(to + 1) * n_attacks];
        for (attack, origins) in flat.attacks.iter().zip(origins) {
            let mut pieces = state.of_kind(usize::from(attack.kind)).and(theirs).and(*origins);
            if pieces.is_empty() || !attack.takes.has(victim as u8) {
                continue;
            }
            if attack.initial {
                pieces = pieces.and(state.unmoved);
            }
            if attack.clean && !attack.when {
                if attack.leaps && !pieces.is_empty() {
                    return true;
                }
                let between = &flat.between[to * tables.n_squares..(to + 1) * tables.n_squares];
                if pieces.squares().any(|origin| !between[origin].meets(occupied)) {
                    return true;
                }
            } else if self.royal_attacked_by(ply, (from, to), attack.number, pieces) {
                return true;
            }
        }
        false
    }

    /// Whether one of `pieces` would take the royal piece of `from` on `to` by a way that is more than a clean line.
    #[inline(never)]
    fn royal_attacked_by(
        &mut self,
        ply: &mut Ply<'_, W>,
        (from, to): (usize, usize),
        number: u16,
        mut pieces: W::Set,
    ) -> bool {
        let (tables, state, us) = (ply.place.tables, ply.place.state, ply.node.us);
        let them = 1 - us;
        let mut sides = state.sides;
        sides[us] = sides[us].without(from).with(to);
        sides[them] = sides[them].without(to);
        let view = View { occupied: sides[0].or(sides[1]), sides };
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        if way.when.is_empty() {
            return !hitters::<W, true>(term, tables.n_squares, &view, them, to, pieces).is_empty();
        }
        pieces = pieces.and(self.held(state, way, them, &mut ply.their_held));
        if pieces.is_empty() {
            return false;
        }
        let found = hitters::<W, false>(term, tables.n_squares, &view, them, to, pieces);
        // What the royal piece takes no longer covers anyone.
        match way.steady {
            Some(kinds) if kinds.0 != 0 && state.sides[them].has(to) => found
                .squares()
                .any(|attacker| !raw_attackers(tables, state, them, attacker, kinds).without(to).is_empty()),
            _ => !found.is_empty(),
        }
    }
}
