//! Where pieces can ever come to, by their movements alone: a checked definition in; squares that are left no more or
//! never reached, promotions that never happen, royal pieces that nothing attacks, out.
//!
//! Nothing is asked about who stands in the way, so that what is said to be out of reach is so in every game. Where a
//! function changes the board in its own way nothing is known of that, and only movements are looked at.

use super::squares;
use crate::board::{KindId, Side};
use crate::check::model::{CheckedDefinition, CheckedMovement, Condition, Quantity};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::{Landing, Reach};
use std::collections::HashSet;

/// Where the pieces of one kind and side may stand: `[square]`.
type Places = Vec<bool>;

/// Everything that is said about pieces and squares.
pub(super) fn pieces(checked: &CheckedDefinition) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for kind in 0..checked.kinds.len() {
        found.extend(safe_royal(checked, kind));
    }
    let scripted = checked.after.is_some() || checked.movements.iter().any(|movement| movement.does.is_some());
    if !scripted {
        let map = Map::new(checked);
        found.extend((0..checked.kinds.len()).filter_map(|kind| map.stuck(kind)));
        found.extend(map.unreachable());
        found.extend(map.promotions());
    }
    found
}

/// The movements of a kind: its own, and those of powers.
fn movements(checked: &CheckedDefinition, kind: usize) -> Vec<&CheckedMovement> {
    let powers = checked.powers.iter().filter(|power| power.kinds.has(kind as KindId));
    let borrowed = powers.clone().any(|power| power.borrowed.is_some());
    let own = checked.kinds[kind].movements.iter().chain(powers.flat_map(|power| &power.movements));
    let lent = checked.kinds.iter().flat_map(|lender| &lender.movements).filter(|_| borrowed);
    own.chain(lent).map(|number| &checked.movements[*number]).collect()
}

fn acts(movement: &CheckedMovement) -> bool {
    movement.terms.iter().flat_map(|term| term.from.iter().flatten()).any(|reach| !reach.is_empty())
}

/// A royal kind that no piece of any kind could ever take.
fn safe_royal(checked: &CheckedDefinition, kind: usize) -> Option<Diagnostic> {
    let (name, entry) = checked.definition.pieces.get_index(kind)?;
    let royal = &checked.kinds[kind];
    let stands = checked.placement.iter().any(|piece| usize::from(piece.kind) == kind);
    if !royal.royal || !stands {
        return None;
    }
    let takes = |taker: usize| {
        checked.kinds[taker].takes.has(kind as KindId)
            && movements(checked, taker).iter().any(|movement| {
                let captures = |reach: &Reach| {
                    reach.ends().any(|(_, landing)| landing.capture || landing.passing)
                        || reach.paths.iter().any(|path| !path.takes.is_empty())
                };
                !movement.spares.has(kind as KindId)
                    && movement.terms.iter().flat_map(|term| term.from.iter().flatten()).any(captures)
            })
    };
    if !royal.immune && (0..checked.kinds.len()).any(takes) {
        return None;
    }
    Some(
        Diagnostic::warning(Code::SafeRoyal, format!("nothing can ever take a `{name}`, though it is royal"))
            .at(entry.key)
            .label("never in check")
            .help("remove `royal = true`, or let some piece take it"),
    )
}

/// Where pieces may come to in any game.
struct Map<'a> {
    checked: &'a CheckedDefinition,
    /// `[kind][side]`
    places: Vec<[Places; 2]>,
    /// Movements by kind.
    movements: Vec<Vec<&'a CheckedMovement>>,
}

impl<'a> Map<'a> {
    fn new(checked: &'a CheckedDefinition) -> Map<'a> {
        let nowhere = vec![false; checked.board.n_squares()];
        let places = vec![[nowhere.clone(), nowhere]; checked.kinds.len()];
        let movements = (0..checked.kinds.len()).map(|kind| movements(checked, kind)).collect();
        let mut map = Map { checked, places, movements };
        let start = |piece: &crate::board::Piece| (usize::from(piece.kind), piece.side.index(), piece.square.index());
        let mut open: Vec<(usize, usize, usize)> = checked.placement.iter().map(start).collect();
        let begins: HashSet<(usize, usize, usize)> = open.iter().copied().collect();
        for castling in &checked.castling {
            let side = castling.side.index();
            open.push((usize::from(castling.king_kind), side, castling.king_to.index()));
            open.push((usize::from(castling.rook_kind), side, castling.rook_to.index()));
        }
        while let Some((kind, side, square)) = open.pop() {
            if std::mem::replace(&mut map.places[kind][side][square], true) {
                continue;
            }
            // Forced promotion: the piece does not go on as its old kind.
            let changes = map.movements[kind].iter().all(|movement| movement.promotes)
                && checked
                    .promotions
                    .iter()
                    .any(|rule| rule.must && rule.kinds.has(kind as KindId) && rule.zone[side][square]);
            if !changes || begins.contains(&(kind, side, square)) {
                open.extend(map.from(kind, side, square).map(|to| (kind, side, to)));
            }
            for promotion in &checked.promotions {
                if promotion.kinds.has(kind as KindId) && promotion.zone[side][square] {
                    open.extend(promotion.to.iter().map(|to| (usize::from(*to), side, square)));
                }
            }
        }
        map
    }

    /// Where a piece may go from a square in one move, or one hop of a chain; a square as often as ways lead to it.
    fn from(&self, kind: usize, side: usize, square: usize) -> impl Iterator<Item = usize> {
        self.movements[kind].iter().flat_map(move |movement| {
            // What takes nothing but royal pieces never comes to be played: the game ends before.
            let takes = self.checked.kinds[kind].takes.minus(movement.spares);
            let prey =
                (0..).zip(&self.checked.kinds).any(|(prey, what)| takes.has(prey) && !what.royal && !what.immune);
            let lands =
                move |landing: Landing| landing.quiet || landing.passing || landing.destroy || landing.capture && prey;
            let ends = movement.terms.iter().flat_map(move |term| term.from[side][square].ends());
            ends.filter(move |(_, landing)| lands(*landing)).map(|(to, _)| to.index())
        })
    }

    /// Whether a kind is ever on the board.
    fn exists(&self, kind: usize) -> bool {
        self.places[kind].iter().flatten().any(|stands| *stands)
    }

    /// Squares that a kind can come to by a move of its own and never leave, where no promotion takes its place and no
    /// end of the game asks about it there.
    fn stuck(&self, kind: usize) -> Option<Diagnostic> {
        let checked = self.checked;
        let (name, entry) = checked.definition.pieces.get_index(kind)?;
        if !self.movements[kind].iter().any(|movement| acts(movement)) {
            return None;
        }
        for side in Side::BOTH {
            let at = side.index();
            let stuck: Vec<usize> = (0..checked.board.n_squares())
                .filter(|square| {
                    // A piece that may promote may also stay what it is, and then it is stuck.
                    let promotes = checked
                        .promotions
                        .iter()
                        .any(|rule| rule.must && rule.kinds.has(kind as KindId) && rule.zone[at][*square]);
                    let moves_there = || {
                        (0..checked.board.n_squares()).any(|from| {
                            self.places[kind][at][from]
                                && from != *square
                                && self.from(kind, at, from).any(|to| to == *square)
                        })
                    };
                    self.places[kind][at][*square]
                        && !promotes
                        && !asked_about(checked, kind, *square)
                        && self.from(kind, at, *square).next().is_none()
                        && moves_there()
                })
                .collect();
            if !stuck.is_empty() {
                let message = format!("a {side} `{name}` that comes to {} never moves again", squares(checked, &stuck));
                // Where it may promote there, the choice not to is what leaves it stuck.
                let promotions = checked.promotions.iter().zip(&checked.definition.promotions);
                let choice = promotions.into_iter().find(|(rule, _)| {
                    !rule.must && rule.kinds.has(kind as KindId) && stuck.iter().any(|square| rule.zone[at][*square])
                });
                let problem = Diagnostic::warning(Code::StuckSquares, message);
                let problem = match choice {
                    Some((_, written)) => problem.at(written.span).label("it may also stay what it is"),
                    None => problem.at(entry.key).label("no movement of it leads away from there"),
                };
                return Some(problem.help("let it promote there, with `must = true`, or give it a way back"));
            }
        }
        None
    }

    /// Squares on which nobody ever stands.
    fn unreachable(&self) -> Option<Diagnostic> {
        let reached = |square: &usize| self.places.iter().flatten().any(|places| places[*square]);
        let never: Vec<usize> = (0..self.checked.board.n_squares()).filter(|square| !reached(square)).collect();
        if never.is_empty() {
            return None;
        }
        let message = format!("no piece can ever reach {}", squares(self.checked, &never));
        Some(
            Diagnostic::warning(Code::UnreachableSquares, message)
                .at(self.checked.definition.board.span)
                .label("squares that no game uses")
                .help("leave them out by `squares` or `holes`"),
        )
    }

    /// Promotions that no game comes to.
    fn promotions(&self) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (rule, written) in self.checked.promotions.iter().zip(&self.checked.definition.promotions) {
            for kind in (0..self.checked.kinds.len()).filter(|kind| rule.kinds.has(*kind as KindId)) {
                let name = &self.checked.kinds[kind].name;
                let sides = Side::BOTH.into_iter().filter(|side| rule.zone[side.index()].contains(&true));
                let never: Vec<Side> = sides
                    .clone()
                    .filter(|side| {
                        let (places, zone) = (&self.places[kind][side.index()], &rule.zone[side.index()]);
                        !places.iter().zip(zone).any(|(stands, zone)| *stands && *zone)
                    })
                    .collect();
                let definition = &self.checked.definition;
                let own = definition.pieces.get(name).is_some_and(|entry| entry.key.source == definition.span.source);
                let message = if !self.exists(kind) {
                    // Of a piece of its own that is said already.
                    if own {
                        continue;
                    }
                    format!("`{name}` promotes, but is never on the board")
                } else if sides.clone().count() == 0 {
                    format!("`{name}` promotes nowhere: the zone is empty")
                } else if let Some(side) = never.first().filter(|_| never.len() == 2 || self.stands(kind, never[0])) {
                    format!("no {side} `{name}` can ever come to where it promotes")
                } else {
                    continue;
                };
                found.push(
                    Diagnostic::warning(Code::UnreachablePromotion, message)
                        .at(written.span)
                        .label("this promotion never happens")
                        .help("look at `zone`, at the movements that lead there, and at the set-up"),
                );
            }
        }
        found
    }

    fn stands(&self, kind: usize, side: Side) -> bool {
        self.places[kind][side.index()].contains(&true)
    }
}

/// Whether some end counts pieces of a kind in a region with a square: then the game may be over there.
fn asked_about(checked: &CheckedDefinition, kind: usize, square: usize) -> bool {
    fn asks(condition: &Condition, kind: KindId, square: usize) -> bool {
        match condition {
            Condition::And(all) | Condition::Or(all) => all.iter().any(|one| asks(one, kind, square)),
            Condition::Not(inner) => asks(inner, kind, square),
            Condition::Compare(left, _, right) => [left, right].into_iter().any(|quantity| match quantity {
                Quantity::Count { kinds, on: Some(on), .. } => kinds.has(kind) && on.iter().any(|side| side[square]),
                _ => false,
            }),
            _ => false,
        }
    }
    checked
        .ends
        .iter()
        .any(|end| end.script.is_some() || end.when.as_ref().is_some_and(|when| asks(when, kind as KindId, square)))
}
