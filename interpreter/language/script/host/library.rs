//! The words that scripts have of plain values: numbers, strings, lists, maps and ranges. There are no others: the engine
//! begins empty. Every word that walks a list, a map or a string is charged for it.

use crate::script::fitting::COMPARISONS;
use crate::script::host::comparisons::{is_equal, order};
use crate::script::meter::{charge, charge_parts, size, size_of_list, size_of_map};
use crate::script::problem::Failure;
use rhai::{Array, Dynamic, EvalAltResult, FnPtr, FuncRegistration, INT, ImmutableString, Map, Module};
use rhai::{NativeCallContext, Position, RhaiNativeFunc, Shared, Variant};
use std::cmp::Ordering;
use std::ops::{Range, RangeInclusive};
use std::sync::OnceLock;

type Ctx<'a> = NativeCallContext<'a>;

/// The words, made once for all engines.
pub(super) fn library() -> Shared<Module> {
    static LIBRARY: OnceLock<Shared<Module>> = OnceLock::new();
    let make = || {
        let mut words = Words(Module::new());
        comparisons(&mut words);
        numbers(&mut words);
        strings(&mut words);
        lists(&mut words);
        judged_lists(&mut words);
        maps(&mut words);
        ranges(&mut words);
        words.0.build_index();
        words.0.into()
    };
    LIBRARY.get_or_init(make).clone()
}

/// Where words are registered.
struct Words(Module);

impl Words {
    /// A word that leaves its first argument alone.
    fn word<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(&mut self, name: &str, func: FUNC)
    where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        self.add(FuncRegistration::new(name).with_purity(true), func);
    }

    /// A word that changes its first argument.
    fn change<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(&mut self, name: &str, func: FUNC)
    where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        self.add(FuncRegistration::new(name).with_purity(false), func);
    }

    /// A word without values, which may also be written as a property.
    fn asked<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(&mut self, name: &str, func: FUNC)
    where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Clone + Send + Sync + 'static,
    {
        self.add(FuncRegistration::new_getter(name).with_purity(true), func.clone());
        self.word(name, func);
    }

    fn add<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(
        &mut self,
        word: FuncRegistration,
        func: FUNC,
    ) where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        // An engine would note the types; a module does not.
        let mut types: Vec<String> = FUNC::param_names().iter().map(|name| format!("_: {name}")).collect();
        types.push(FUNC::return_type_name().to_owned());
        word.in_global_namespace().with_params_info(types).set_into_module(&mut self.0, func);
    }
}

/// Whether a comparison holds of two values in this order.
type Holds = fn(Ordering) -> bool;

fn comparisons(words: &mut Words) {
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

fn overflow(word: &str, at: Position) -> Failure {
    Box::new(EvalAltResult::ErrorArithmetic(format!("the number that `{word}` gives is too large"), at))
}

fn numbers(words: &mut Words) {
    words.word("-", |ctx: Ctx, n: INT| -> Result<INT, Failure> {
        n.checked_neg().ok_or_else(|| overflow("-", ctx.call_position()))
    });
    words.word("!", |truth: bool| !truth);
    words.word("abs", |ctx: Ctx, n: INT| -> Result<INT, Failure> {
        n.checked_abs().ok_or_else(|| overflow("abs", ctx.call_position()))
    });
    words.word("sign", |n: INT| n.signum());
    words.word("min", |n: INT, other: INT| n.min(other));
    words.word("max", |n: INT, other: INT| n.max(other));
}

fn strings(words: &mut Words) {
    fn length(ctx: &Ctx, text: &ImmutableString) -> Result<(), Failure> {
        charge_parts(text.len() as u64 / 8, ctx.call_position())
    }
    words.asked("len", |ctx: Ctx, text: &mut ImmutableString| -> Result<INT, Failure> {
        length(&ctx, text)?;
        Ok(text.chars().count() as INT)
    });
    words.asked("is_empty", |text: &mut ImmutableString| text.is_empty());
    words.word("contains", |ctx: Ctx, text: &mut ImmutableString, part: ImmutableString| -> Result<bool, Failure> {
        length(&ctx, text)?;
        Ok(text.contains(part.as_str()))
    });
    words.word("contains", |ctx: Ctx, text: &mut ImmutableString, part: char| -> Result<bool, Failure> {
        length(&ctx, text)?;
        Ok(text.contains(part))
    });
    words.word("starts_with", |text: &mut ImmutableString, part: ImmutableString| text.starts_with(part.as_str()));
    words.word("ends_with", |text: &mut ImmutableString, part: ImmutableString| text.ends_with(part.as_str()));
    words.word("+", |ctx: Ctx, text: &mut ImmutableString, n: INT| -> Result<ImmutableString, Failure> {
        length(&ctx, text)?;
        Ok(format!("{text}{n}").into())
    });
    words.word("+", |ctx: Ctx, n: INT, text: ImmutableString| -> Result<ImmutableString, Failure> {
        length(&ctx, &text)?;
        Ok(format!("{n}{text}").into())
    });
    // What stands in `${...}`.
    words.word("to_string", |ctx: Ctx, value: &mut Dynamic| -> Result<ImmutableString, Failure> {
        // Writing a member down takes longer than copying it.
        charge(1 + size(value).parts, ctx.call_position())?;
        let text = value.to_string();
        Ok(ctx.engine().map_type_name(&text).into())
    });
}

fn lists(words: &mut Words) {
    /// For a list that the engine looks through once the word has returned.
    fn length(ctx: &Ctx, list: &Array) -> Result<(), Failure> {
        charge(1 + list.len() as u64 / 32, ctx.call_position())
    }
    words.asked("len", |list: &mut Array| list.len() as INT);
    words.asked("is_empty", |list: &mut Array| list.is_empty());
    words.change("push", |ctx: Ctx, list: &mut Array, value: Dynamic| -> Result<(), Failure> {
        length(&ctx, list)?;
        list.push(value);
        Ok(())
    });
    words.change("pop", |ctx: Ctx, list: &mut Array| -> Result<Dynamic, Failure> {
        length(&ctx, list)?;
        Ok(list.pop().unwrap_or_default())
    });
    words.change("reverse", |ctx: Ctx, list: &mut Array| -> Result<(), Failure> {
        charge_parts(list.len() as u64, ctx.call_position())?;
        list.reverse();
        Ok(())
    });
    words.word("+", |ctx: Ctx, list: &mut Array, other: Array| -> Result<Array, Failure> {
        charge_parts(size_of_list(list).parts + other.len() as u64, ctx.call_position())?;
        Ok(list.iter().cloned().chain(other).collect())
    });
    words.word("contains", |ctx: Ctx, list: &mut Array, value: Dynamic| -> Result<bool, Failure> {
        Ok(index_of(&ctx, list, &value)?.is_some())
    });
    words.word("index_of", |ctx: Ctx, list: &mut Array, value: Dynamic| -> Result<INT, Failure> {
        Ok(index_of(&ctx, list, &value)?.map_or(-1, |at| at as INT))
    });
    words.change("sort", |ctx: Ctx, list: &mut Array| -> Result<(), Failure> {
        sort(list, ctx.call_position(), |a, b| order(a, b, ctx.call_position()))
    });
    words.change("sort", |ctx: Ctx, list: &mut Array, by: FnPtr| -> Result<(), Failure> {
        sort(list, ctx.call_position(), |a, b| {
            let n: INT = by.call_within_context(&ctx, (copied(&ctx, a)?, copied(&ctx, b)?))?;
            Ok(n.cmp(&0))
        })
    });
    words.0.set_iterable::<Array>();
}

/// Where a value stands in a list.
fn index_of(ctx: &Ctx, list: &Array, value: &Dynamic) -> Result<Option<usize>, Failure> {
    charge_parts(list.len() as u64, ctx.call_position())?;
    for (at, member) in list.iter().enumerate() {
        if is_equal(ctx, member, value)? {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// A member that is handed to a function.
fn copied(ctx: &Ctx, member: &Dynamic) -> Result<Dynamic, Failure> {
    charge_parts(size(member).parts, ctx.call_position())?;
    Ok(member.clone())
}

/// Sorts by an order that may fail, and that may contradict itself; what is alike stays in its order.
fn sort(
    list: &mut Array,
    at: Position,
    mut order: impl FnMut(&Dynamic, &Dynamic) -> Result<Ordering, Failure>,
) -> Result<(), Failure> {
    for next in 1..list.len() {
        let (mut low, mut high) = (0, next);
        while low < high {
            charge(1, at)?;
            let middle = low.midpoint(high);
            match (list.get(middle), list.get(next)) {
                (Some(known), Some(new)) if order(known, new)? == Ordering::Greater => high = middle,
                _ => low = middle + 1,
            }
        }
        charge_parts((next - low) as u64, at)?;
        if let Some(part) = list.get_mut(low..=next) {
            part.rotate_right(1);
        }
    }
    Ok(())
}

/// Words of lists that take a function of a member.
fn judged_lists(words: &mut Words) {
    fn holds(ctx: &Ctx, member: &Dynamic, decide: &FnPtr) -> Result<bool, Failure> {
        decide.call_within_context(ctx, (copied(ctx, member)?,))
    }
    /// The first member of which a function says what is wanted.
    fn first<'a>(ctx: &Ctx, list: &'a Array, decide: &FnPtr, wanted: bool) -> Result<Option<&'a Dynamic>, Failure> {
        for member in list {
            if holds(ctx, member, decide)? == wanted {
                return Ok(Some(member));
            }
        }
        Ok(None)
    }
    for name in ["any", "some"] {
        words.word(name, |ctx: Ctx, list: &mut Array, decide: FnPtr| -> Result<bool, Failure> {
            Ok(first(&ctx, list, &decide, true)?.is_some())
        });
    }
    words.word("none", |ctx: Ctx, list: &mut Array, decide: FnPtr| -> Result<bool, Failure> {
        Ok(first(&ctx, list, &decide, true)?.is_none())
    });
    words.word("all", |ctx: Ctx, list: &mut Array, decide: FnPtr| -> Result<bool, Failure> {
        Ok(first(&ctx, list, &decide, false)?.is_none())
    });
    words.word("find", |ctx: Ctx, list: &mut Array, decide: FnPtr| -> Result<Dynamic, Failure> {
        Ok(first(&ctx, list, &decide, true)?.cloned().unwrap_or_default())
    });
    words.word("filter", |ctx: Ctx, list: &mut Array, decide: FnPtr| -> Result<Array, Failure> {
        let mut kept = Array::new();
        for member in list.iter() {
            if holds(&ctx, member, &decide)? {
                kept.push(member.clone());
            }
        }
        Ok(kept)
    });
    words.word("map", |ctx: Ctx, list: &mut Array, change: FnPtr| -> Result<Array, Failure> {
        list.iter().map(|member| change.call_within_context(&ctx, (copied(&ctx, member)?,))).collect()
    });
    words.word("reduce", |ctx: Ctx, list: &mut Array, join: FnPtr, start: Dynamic| -> Result<Dynamic, Failure> {
        list.iter().try_fold(start, |all, member| join.call_within_context(&ctx, (all, copied(&ctx, member)?)))
    });
}

fn maps(words: &mut Words) {
    words.asked("len", |map: &mut Map| map.len() as INT);
    words.asked("is_empty", |map: &mut Map| map.is_empty());
    words.word("contains", |map: &mut Map, key: ImmutableString| map.contains_key(key.as_str()));
    words.word("keys", |ctx: Ctx, map: &mut Map| -> Result<Array, Failure> {
        charge_parts(4 * map.len() as u64, ctx.call_position())?;
        Ok(map.keys().map(|key| Dynamic::from(ImmutableString::from(key.as_str()))).collect())
    });
    words.word("values", |ctx: Ctx, map: &mut Map| -> Result<Array, Failure> {
        charge_parts(size_of_map(map).parts, ctx.call_position())?;
        Ok(map.values().cloned().collect())
    });
}

fn ranges(words: &mut Words) {
    words.word("contains", |range: &mut Range<INT>, n: INT| range.contains(&n));
    words.word("contains", |range: &mut RangeInclusive<INT>, n: INT| range.contains(&n));
    words.0.set_iterable::<Range<INT>>();
    words.0.set_iterable::<RangeInclusive<INT>>();
}
