//! What a call of a script may cost. Every operation of the engine and every word takes units from one purse, which lies
//! beside the engine: whatever runs below a call, the functions that words call in turn included, spends from it.
//!
//! A unit is about what the engine needs for one operation, some fifty nanoseconds.

use crate::script::problem::{Failure, too_long};
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, Position};
use std::cell::Cell;
use std::collections::BTreeSet;

/// Units of one call of a hook.
pub(super) const HOOK: u64 = 200_000;
/// Units of one load-time function, or of the top level of a script.
pub(super) const LOAD: u64 = 1_000_000;
/// Units that all calls together may take while a definition is read: half a second.
pub(super) const READING: u64 = 10_000_000;

/// Members of a list or a map, those of lists in it included.
pub(super) const MOST_MEMBERS: usize = 256;
/// Bytes of a string.
pub(super) const STRING_SIZE: usize = 1024;
/// Functions of all scripts together.
pub(super) const MOST_FUNCTIONS: usize = 512;
/// Expressions and blocks in one another.
pub(super) const MOST_DEEP: usize = 64;
/// Functions that call one another.
pub(super) const MOST_CALLS: usize = 32;

/// So many parts of a value are copied or looked at for one unit.
const PARTS: u64 = 8;
/// So many bytes of a string are one part.
const BYTES: usize = 64;
/// A square or a set lies in a box of its own, which is dear to copy.
const BOXED: u64 = 8;

thread_local! {
    /// What is left for the call that runs on this thread.
    static LEFT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// The purse of one call. A call within a call has its own.
pub(super) struct Purse {
    full: u64,
    outer: u64,
}

impl Purse {
    /// Begins a call.
    pub(super) fn new(units: u64) -> Purse {
        Purse { full: units, outer: LEFT.replace(units) }
    }

    /// What was spent so far.
    pub(super) fn spent(&self) -> u64 {
        self.full.saturating_sub(LEFT.get())
    }
}

impl Drop for Purse {
    fn drop(&mut self) {
        LEFT.set(self.outer);
    }
}

/// Takes units out of the purse; `false` if there are not so many, and then nothing is left.
#[inline]
fn take(units: u64) -> bool {
    let left = LEFT.get();
    LEFT.set(left.saturating_sub(units));
    left > units
}

/// Lets an engine count, so many units for each operation.
pub(super) fn count(engine: &mut Engine, units: u64) {
    engine.on_progress(move |_| if take(units) { None } else { Some(Dynamic::UNIT) });
}

/// What the engine copies of itself.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Copies {
    /// The parts of the largest list or map that is written out, or that a constant holds.
    pub(super) largest: u64,
    /// The variables that are copied somewhere; empty where there are no lists and no maps.
    pub(super) variables: BTreeSet<String>,
}

/// Fits the price of operations to a script: any of them may copy the largest list that is written out, and a variable
/// that is copied costs what it holds.
pub(super) fn fit(engine: &mut Engine, copies: &Copies) {
    count(engine, 1 + copies.largest / (2 * PARTS));
    let variables = copies.variables.clone();
    #[allow(deprecated, reason = "its maker calls it volatile; the version is fixed")]
    engine.on_var(move |name, _, context| {
        let value = if variables.contains(name) { context.scope().get(name) } else { None };
        value.map_or(Ok(()), charge_copy).map(|()| None)
    });
}

fn charge_copy(value: &Dynamic) -> Result<(), Failure> {
    if value.is_locked() || !(value.is_array() || value.is_map()) {
        return Ok(());
    }
    let size = size(value);
    if size.members > MOST_MEMBERS {
        let what = format!("more than {MOST_MEMBERS} members");
        return Err(Box::new(EvalAltResult::ErrorDataTooLarge(what, Position::NONE)));
    }
    charge_parts(size.parts, Position::NONE)
}

/// Charges a word.
pub(super) fn charge(units: u64, at: Position) -> Result<(), Failure> {
    // The engine forgets where its own error of this kind came up.
    if take(units) { Ok(()) } else { Err(too_long().raise(at)) }
}

/// Charges for so many parts that are walked.
pub(super) fn charge_parts(parts: u64, at: Position) -> Result<(), Failure> {
    charge(1 + parts / PARTS, at)
}

/// How large a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Size {
    /// Members of lists and maps, at every depth.
    pub(super) members: usize,
    /// What copying it costs.
    pub(super) parts: u64,
}

/// How large a value is. Goes no further than a value may grow.
pub(super) fn size(value: &Dynamic) -> Size {
    let mut size = Size::default();
    add(value, &mut size);
    size
}

/// How large a list is.
pub(super) fn size_of_list(list: &Array) -> Size {
    let mut size = Size::default();
    list.iter().for_each(|member| add_member(member, &mut size));
    size
}

/// How large a map is.
pub(super) fn size_of_map(map: &Map) -> Size {
    let mut size = Size::default();
    map.values().for_each(|member| add_member(member, &mut size));
    // A key is a string, and has a place in a tree.
    size.parts += 4 * map.len() as u64;
    size
}

fn add_member(member: &Dynamic, size: &mut Size) {
    size.members += 1;
    add(member, size);
}

fn add(value: &Dynamic, size: &mut Size) {
    size.parts += 1;
    if size.members > 2 * MOST_MEMBERS {
        return;
    }
    if value.is_int() || value.is_bool() || value.is_unit() {
        return;
    }
    if let Ok(list) = value.as_array_ref() {
        size.parts += 4;
        list.iter().for_each(|member| add_member(member, size));
    } else if let Ok(map) = value.as_map_ref() {
        size.parts += 4;
        let inner = size_of_map(&map);
        size.members += inner.members;
        size.parts += inner.parts;
    } else if let Some(text) = value.read_lock::<ImmutableString>() {
        size.parts += (text.len() / BYTES) as u64;
    } else if !value.is_char() {
        size.parts += BOXED;
    }
}

#[cfg(test)]
mod tests {
    use super::{LEFT, Purse, charge, size, take};
    use rhai::{Array, Dynamic, Position};

    #[test]
    fn a_call_within_a_call_has_its_own_purse() {
        let outer = Purse::new(100);
        assert!(take(30));
        {
            let inner = Purse::new(50);
            assert!(charge(20, Position::NONE).is_ok());
            assert_eq!(inner.spent(), 20);
            assert!(charge(31, Position::NONE).is_err());
            assert_eq!(inner.spent(), 50);
            assert!(!take(1));
        }
        assert_eq!(outer.spent(), 30);
        assert_eq!(LEFT.get(), 70);
    }

    #[test]
    fn all_that_lies_in_a_value_counts() {
        let row: Array = (0..10).map(Dynamic::from).collect();
        let rows: Array = (0..10).map(|_| Dynamic::from(row.clone())).collect();
        let found = size(&Dynamic::from(rows));
        assert_eq!(found.members, 110);
        assert!(found.parts >= 110);
        assert_eq!(size(&Dynamic::from(7_i64)).members, 0);
    }
}
