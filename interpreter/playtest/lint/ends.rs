//! Ends that can never decide a game: a checked definition in; conditions that never hold, and ends that an earlier one
//! always forestalls, out. What cannot be known from the conditions alone is left alone.

use crate::board::{KindId, KindSet, Side};
use crate::check::model::{CheckedDefinition, CheckedPromotion, Condition, Quantity};
use crate::definition::EndDef;
use crate::definition::condition::Comparison;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// Ends that never hold or come too late.
pub(super) fn ends(checked: &CheckedDefinition) -> Vec<Diagnostic> {
    let written = &checked.definition.ends;
    if written.len() != checked.ends.len() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, (end, def)) in checked.ends.iter().zip(written).enumerate() {
        let Some(when) = &end.when else { continue };
        let name = &end.name;
        if never(checked, when) {
            let problem = Diagnostic::warning(Code::IdleEnd, format!("the end `{name}` can never come"));
            found.push(problem.at(place(def)).label("this never holds").help("mend the condition, or remove the end"));
            continue;
        }
        let earlier = checked.ends[..number]
            .iter()
            .zip(written)
            .find(|(earlier, _)| earlier.when.as_ref().is_some_and(|earlier| implies(when, earlier)));
        if let Some((earlier, first)) = earlier {
            let message = format!("the end `{name}` can never come: `{}` is before it", earlier.name);
            found.push(
                Diagnostic::warning(Code::ShadowedEnd, message)
                    .at(place(def))
                    .label("whenever this holds")
                    .also(place(first), "this holds too, and is asked first")
                    .help("the first end that holds decides: put the narrower one first"),
            );
        }
    }
    found
}

fn place(def: &EndDef) -> Span {
    def.when.as_ref().map_or(def.span, |when| when.span)
}

/// Whether a condition holds in no position of any game.
fn never(checked: &CheckedDefinition, condition: &Condition) -> bool {
    match condition {
        Condition::Constant(value) => !value,
        Condition::And(all) => all.iter().any(|one| never(checked, one)),
        Condition::Or(all) => all.iter().all(|one| never(checked, one)),
        Condition::Not(inner) => always(checked, inner),
        Condition::InCheck => !checked.kinds.iter().any(|kind| kind.royal),
        Condition::LastMoveBy(kinds) => (0..checked.kinds.len()).all(|kind| !kinds.has(kind as u8)),
        Condition::Compare(left, comparison, right) => {
            let (left, right) = (range(checked, left), range(checked, right));
            match comparison {
                Comparison::Equal => left.1 < right.0 || right.1 < left.0,
                Comparison::NotEqual => left.0 == left.1 && left == right,
                Comparison::Less => left.0 >= right.1,
                Comparison::AtMost => left.0 > right.1,
                Comparison::More => left.1 <= right.0,
                Comparison::AtLeast => left.1 < right.0,
            }
        }
        _ => false,
    }
}

/// Whether a condition holds in every position of every game.
fn always(checked: &CheckedDefinition, condition: &Condition) -> bool {
    match condition {
        Condition::Constant(value) => *value,
        Condition::And(all) => all.iter().all(|one| always(checked, one)),
        Condition::Or(all) => all.iter().any(|one| always(checked, one)),
        Condition::Not(inner) => never(checked, inner),
        Condition::QuietPlies(0) | Condition::Repetition(0 | 1) => true,
        Condition::Compare(left, comparison, right) => {
            let opposite = match comparison {
                Comparison::Equal => Comparison::NotEqual,
                Comparison::NotEqual => Comparison::Equal,
                Comparison::Less => Comparison::AtLeast,
                Comparison::AtMost => Comparison::More,
                Comparison::More => Comparison::AtMost,
                Comparison::AtLeast => Comparison::Less,
            };
            never(checked, &Condition::Compare(left.clone(), opposite, right.clone()))
        }
        _ => false,
    }
}

/// The least and the greatest that a quantity can be.
fn range(checked: &CheckedDefinition, quantity: &Quantity) -> (i64, i64) {
    match quantity {
        Quantity::Number(number) => (*number, *number),
        Quantity::Count { own, enemy, kinds, on } => {
            let n = |side: &Vec<bool>| side.iter().filter(|inside| **inside).count() as i64;
            let sizes = on.as_ref().map_or([checked.board.n_squares() as i64; 2], |on| [n(&on[0]), n(&on[1])]);
            let pieces = most(checked, *kinds).unwrap_or(sizes);
            let [white, black] = [sizes[0].min(pieces[0]), sizes[1].min(pieces[1])];
            (0, if *own && *enemy { (white + black).min(checked.board.n_squares() as i64) } else { white.max(black) })
        }
    }
}

/// The most pieces of some kinds that each side can ever have: those of the set-up, where none can be made.
fn most(checked: &CheckedDefinition, kinds: KindSet) -> Option<[i64; 2]> {
    let changes = checked.after.is_some() || checked.movements.iter().any(|movement| movement.does.is_some());
    let made = |rule: &CheckedPromotion| {
        let kinds_made = rule.to.iter().any(|to| kinds.has(*to));
        let stays = (0..checked.kinds.len()).all(|kind| !rule.kinds.has(kind as KindId) || kinds.has(kind as KindId));
        kinds_made && !stays
    };
    if changes || checked.promotions.iter().any(made) {
        return None;
    }
    let n = |side: Side| {
        checked.placement.iter().filter(|piece| piece.side == side && kinds.has(piece.kind)).count() as i64
    };
    Some(Side::BOTH.map(n))
}

/// Whether one condition holds whenever another does, as far as their words show.
fn implies(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (_, Condition::Constant(true)) | (Condition::Constant(false), _) => true,
        (Condition::Or(all), _) => all.iter().all(|one| implies(one, other)),
        (_, Condition::And(all)) => all.iter().all(|other| implies(one, other)),
        (_, Condition::Or(all)) if all.iter().any(|other| implies(one, other)) => true,
        (Condition::And(all), _) => all.iter().any(|one| implies(one, other)),
        (Condition::QuietPlies(more), Condition::QuietPlies(less))
        | (Condition::Repetition(more), Condition::Repetition(less)) => more >= less,
        (Condition::Compare(a, first, Quantity::Number(x)), Condition::Compare(b, second, Quantity::Number(y)))
            if a == b =>
        {
            within((*first, *x), (*second, *y))
        }
        _ => one == other,
    }
}

/// Whether every whole number, not negative, that meets one comparison meets the other.
fn within((first, x): (Comparison, i64), (second, y): (Comparison, i64)) -> bool {
    let meets = |comparison, n: i64, bound: i64| match comparison {
        Comparison::Equal => n == bound,
        Comparison::NotEqual => n != bound,
        Comparison::Less => n < bound,
        Comparison::AtMost => n <= bound,
        Comparison::More => n > bound,
        Comparison::AtLeast => n >= bound,
    };
    // Beyond both bounds nothing changes any more; no board has more squares.
    (0..=258).all(|n| !meets(first, n, x) || meets(second, n, y))
}
