//! Ends as they are tested at every move of a game: those that can hold while there is a legal move and no repetition,
//! with the quickest test first. Checked ends in, ends for the tables out.

use crate::board::KindSet;
use crate::check::model::{CheckedDefinition, Condition};
use crate::definition::condition::Comparison;
use crate::variant::conditions::rule;
use crate::variant::set::Width;
use crate::variant::tables::{Count, EarlyEnd, Glance, Rule};

/// The ends that can hold while there is a legal move, up to the last that stops.
pub(super) fn early<W: Width>(checked: &CheckedDefinition) -> Vec<(EarlyEnd<W>, bool)> {
    let mut early = live(checked);
    while early.last().is_some_and(|(_, stops)| !stops) {
        early.pop();
    }
    early
}

/// What tells at a glance that none of some ends holds; `None` where more must be asked.
pub(super) fn glance<W: Width>(ends: &[(EarlyEnd<W>, bool)]) -> Option<Glance> {
    let mut glance = Glance { present: Vec::new(), quiet: u32::MAX };
    for (end, _) in ends {
        match end {
            EarlyEnd::Quiet(plies) => glance.quiet = glance.quiet.min(*plies),
            EarlyEnd::Gone { own, enemy, kinds } if own != enemy && kinds.0.is_power_of_two() => {
                glance.present.push((*own, kinds.0.trailing_zeros() as u8));
            }
            _ => return None,
        }
    }
    Some(glance)
}

/// The ends that can hold while there is a legal move and no repetition, each with whether it stops.
pub(super) fn live<W: Width>(checked: &CheckedDefinition) -> Vec<(EarlyEnd<W>, bool)> {
    let mut early = Vec::new();
    for end in &checked.ends {
        match (end.script, end.when.as_ref().map(with_moves)) {
            (Some(hook), _) => early.push((EarlyEnd::Script(hook), end.stops)),
            (None, None | Some(Condition::Constant(false))) => {}
            (None, Some(condition)) => early.push((quick(rule(&condition)), end.stops)),
        }
    }
    early
}

/// A condition read as if there were a legal move and no repetition, with constants folded.
fn with_moves(condition: &Condition) -> Condition {
    match condition {
        Condition::NoLegalMove | Condition::Repetition(_) => Condition::Constant(false),
        Condition::Not(inner) => match with_moves(inner) {
            Condition::Constant(value) => Condition::Constant(!value),
            inner => Condition::Not(Box::new(inner)),
        },
        Condition::And(all) => fold(all, false, Condition::And),
        Condition::Or(all) => fold(all, true, Condition::Or),
        other => other.clone(),
    }
}

/// Folds a list in which one constant `decides` and the other drops out.
fn fold(all: &[Condition], decides: bool, join: fn(Vec<Condition>) -> Condition) -> Condition {
    let parts: Vec<Condition> = all.iter().map(with_moves).collect();
    if parts.contains(&Condition::Constant(decides)) {
        return Condition::Constant(decides);
    }
    let left: Vec<Condition> = parts.into_iter().filter(|part| *part != Condition::Constant(!decides)).collect();
    if left.is_empty() { Condition::Constant(!decides) } else { join(left) }
}

/// A condition of the game with the quickest test that it has.
fn quick<W: Width>(rule: Rule<W>) -> EarlyEnd<W> {
    match rule {
        Rule::QuietPlies(plies) => EarlyEnd::Quiet(plies),
        Rule::Compare(Count::Pieces { own, enemy, kinds, on: None }, Comparison::Equal, Count::Number(0)) => {
            EarlyEnd::Gone { own, enemy, kinds }
        }
        rule => match most_men(&rule) {
            Some(pieces) => EarlyEnd::Few(pieces, rule),
            None => EarlyEnd::Rule(rule),
        },
    }
}

/// With more pieces on the board than this, a condition cannot hold; `None` if it sets no such bound.
fn most_men<W: Width>(rule: &Rule<W>) -> Option<u32> {
    match rule {
        Rule::And(all) => all.iter().filter_map(most_men).min(),
        Rule::Or(all) => all.iter().map(most_men).try_fold(0, |most, one| one.map(|one| most.max(one))),
        Rule::Compare(Count::Pieces { own: true, enemy: true, kinds, on: None }, comparison, Count::Number(number))
            if *kinds == KindSet::ALL =>
        {
            match comparison {
                Comparison::Equal | Comparison::AtMost | Comparison::Less => u32::try_from(*number).ok(),
                Comparison::NotEqual | Comparison::More | Comparison::AtLeast => None,
            }
        }
        _ => None,
    }
}
