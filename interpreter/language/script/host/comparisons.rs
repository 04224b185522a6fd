//! Comparisons of any two values. Two sorts of values, which Rhai calls unequal in silence, are an error; but whether
//! something is `()` may be asked.

use crate::script::fitting::{apart, compared, two_sets};
use crate::script::handles::Handle;
use crate::script::host::geometry::Cell;
use crate::script::host::register::{Ctx, Squares, ask};
use crate::script::meter::charge_parts;
use crate::script::problem::Failure;
use crate::script::query::Query;
use crate::script::types::Type;
use rhai::{Array, Dynamic, ImmutableString, Map, Position};
use std::cmp::Ordering;

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
    Err(apart(Type::named(name(a)), Type::named(name(b))).raise(at))
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
