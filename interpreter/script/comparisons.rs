//! Comparisons of any two values. Two sorts of values, which Rhai calls unequal in silence, are an error; but whether
//! something is `()` may be asked.

use crate::script::fitting::{COMPARISONS, apart, compared};
use crate::script::geometry::Cell;
use crate::script::handles::Handle;
use crate::script::library::Words;
use crate::script::meter::charge_parts;
use crate::script::problem::Failure;
use crate::script::query::Query;
use crate::script::sets::{Squares, two_sets};
use crate::script::squares::ask;
use rhai::{Array, Dynamic, ImmutableString, Map, NativeCallContext, Position};
use std::cmp::Ordering;

type Ctx<'a> = NativeCallContext<'a>;
/// Whether a comparison holds of two values in this order.
type Holds = fn(Ordering) -> bool;

pub(super) fn register(words: &mut Words) {
    let [equal, unequal, less, at_most, more, at_least] = COMPARISONS;
    words.word(equal, |ctx: Ctx, a: &mut Dynamic, b: Dynamic| is_equal(&ctx, a, &b));
    words.word(unequal, |ctx: Ctx, a: &mut Dynamic, b: Dynamic| is_equal(&ctx, a, &b).map(|yes| !yes));
    let orders: [(&str, Holds); 4] =
        [(less, Ordering::is_lt), (at_most, Ordering::is_le), (more, Ordering::is_gt), (at_least, Ordering::is_ge)];
    for (name, holds) in orders {
        words.word(name, move |ctx: Ctx, a: &mut Dynamic, b: Dynamic| -> Result<bool, Failure> {
            order(a, &b, ctx.call_position()).map(holds)
        });
    }
}

/// Whether two values are alike.
pub(super) fn is_equal(ctx: &Ctx, a: &Dynamic, b: &Dynamic) -> Result<bool, Failure> {
    if let Some(order) = plain(a, b) {
        return Ok(order.is_eq());
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Handle>(), b.read_lock::<Handle>()) {
        let (a, b) = (*a, *b);
        return Ok(ask(ctx, Query::Same(a.min(b), a.max(b)))? != 0);
    }
    if a.is_unit() || b.is_unit() {
        return Ok(false);
    }
    let at = ctx.call_position();
    if let (Some(a), Some(b)) = (a.read_lock::<Array>(), b.read_lock::<Array>()) {
        charge_parts(a.len() as u64, at)?;
        let pairs = || a.iter().zip(b.iter());
        return if a.len() == b.len() { all(ctx, pairs()) } else { Ok(false) };
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Map>(), b.read_lock::<Map>()) {
        charge_parts(4 * a.len() as u64, at)?;
        let pairs = || a.values().zip(b.values());
        return if a.keys().eq(b.keys()) { all(ctx, pairs()) } else { Ok(false) };
    }
    if let (Some(a), Some(b)) = (a.read_lock::<Cell>(), b.read_lock::<Cell>()) {
        return Ok(*a == *b);
    }
    if a.is::<Squares>() && b.is::<Squares>() {
        return Err(two_sets().raise(at));
    }
    Err(apart(name(a), name(b)).raise(at))
}

fn all<'a>(ctx: &Ctx, mut pairs: impl Iterator<Item = (&'a Dynamic, &'a Dynamic)>) -> Result<bool, Failure> {
    pairs.try_fold(true, |all, (a, b)| Ok(all && is_equal(ctx, a, b)?))
}

/// Which of two values comes first.
pub(super) fn order(a: &Dynamic, b: &Dynamic, at: Position) -> Result<Ordering, Failure> {
    plain(a, b).ok_or_else(|| compared(name(a), name(b)).raise(at))
}

/// The order of two plain values of one sort.
fn plain(a: &Dynamic, b: &Dynamic) -> Option<Ordering> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return Some(a.cmp(&b));
    }
    if let (Some(a), Some(b)) = (a.read_lock::<ImmutableString>(), b.read_lock::<ImmutableString>()) {
        return Some(a.cmp(&b));
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return Some(a.cmp(&b));
    }
    if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        return Some(a.cmp(&b));
    }
    (a.is_unit() && b.is_unit()).then_some(Ordering::Equal)
}

/// The sort of a value as the lexicon names it.
fn name(value: &Dynamic) -> &'static str {
    if value.is::<Handle>() {
        "Square"
    } else if value.is::<Squares>() {
        "Squares"
    } else {
        value.type_name()
    }
}
