//! Words about sets of squares. A set asks nothing until the last word (`count`, `any`, `contains`).

use crate::diagnostic::Code;
use crate::script::handles::{Base, Handle};
use crate::script::names::{Names, Sort};
use crate::script::problem::{Failure, Problem};
use crate::script::query::{MAX_SET_SIZE, Query, Set, SetExpr};
use crate::script::recorder::Recorder;
use crate::script::squares::{ask, find, single, unlike};
use crate::script::word;
use rhai::{Array, Dynamic, Engine, FnPtr, INT, NativeCallContext};
use std::sync::Arc;

type Ctx<'a> = NativeCallContext<'a>;

/// A set in a script. It knows its call, since loops have no other way to it.
#[derive(Clone)]
pub(super) struct Squares {
    pub(super) set: Set,
    recorder: Recorder,
    at: rhai::Position,
}

/// Makes a set, if it is not too large.
pub(super) fn make(ctx: &Ctx, expr: SetExpr) -> Result<Squares, Failure> {
    let at = ctx.call_position();
    match Set::new(expr) {
        Some(set) => Ok(Squares { set, recorder: Recorder::of(ctx)?, at }),
        None => {
            Err(Problem::new(Code::ScriptTooBig, format!("a set is made of more than {MAX_SET_SIZE} parts")).raise(at))
        }
    }
}

impl IntoIterator for Squares {
    type Item = Result<Handle, Failure>;
    type IntoIter = std::vec::IntoIter<Result<Handle, Failure>>;

    fn into_iter(self) -> Self::IntoIter {
        let items: Vec<Result<Handle, Failure>> = match self.recorder.members(&self.set, self.at) {
            Ok(members) => members.into_iter().map(|square| Ok(Handle::new(Base::Concrete(square)))).collect(),
            Err(failure) => vec![Err(failure)],
        };
        items.into_iter()
    }
}

/// Part of a set.
type Narrow = fn(Set) -> SetExpr;
/// Part of a set, by something with a name.
type NarrowBy = fn(Set, u8) -> SetExpr;
/// One set of two.
type Join = fn(Set, Set) -> SetExpr;

pub(super) fn register(engine: &mut Engine, names: &Arc<Names>) {
    engine.register_type_with_name::<Squares>("Squares");
    engine.register_iterator_result::<Squares, Handle>();

    let narrowed: [(&str, Narrow); 4] = [
        ("friends", SetExpr::Friends),
        ("foes", SetExpr::Foes),
        ("empty", SetExpr::Empty),
        ("occupied", SetExpr::Occupied),
    ];
    for (name, expr) in narrowed {
        let get = move |ctx: Ctx, squares: &mut Squares| -> Result<Squares, Failure> {
            make(&ctx, expr(squares.set.clone()))
        };
        engine.register_get(name, get);
        word(engine, name, get);
    }
    let filtered: [(&str, Sort, NarrowBy); 3] = [
        ("of", Sort::Kind, SetExpr::OfKind),
        ("except", Sort::Kind, SetExpr::ExceptKind),
        ("within", Sort::Region, within),
    ];
    for (name, sort, expr) in filtered {
        let table = names.clone();
        word(engine, name, move |ctx: Ctx, squares: &mut Squares, what: &str| -> Result<Squares, Failure> {
            let what = find(&ctx, &table, sort, what)?;
            make(&ctx, expr(squares.set.clone(), what))
        });
    }
    let joined: [(&str, Join); 3] = [("&", SetExpr::And), ("|", SetExpr::Or), ("-", SetExpr::Minus)];
    for (name, expr) in joined {
        word(engine, name, move |ctx: Ctx, a: &mut Squares, b: Squares| -> Result<Squares, Failure> {
            make(&ctx, expr(a.set.clone(), b.set))
        });
        word(engine, name, move |ctx: Ctx, a: &mut Squares, b: Handle| -> Result<Squares, Failure> {
            make(&ctx, expr(a.set.clone(), single(&ctx, b)?))
        });
    }
    questions(engine);
    closures(engine);
}

/// The error of comparing two sets.
pub(super) fn two_sets() -> Problem {
    Problem::new(Code::UnlikeValues, "two sets are compared").help("compare their `.count`, or ask `(a - b).none`")
}

/// Those of a set in a region: of foes alone, in that of their own side, as where conditions count them.
fn within(set: Set, region: u8) -> SetExpr {
    if set.holds_foes_alone() { SetExpr::WithinTheirs(set, region) } else { SetExpr::Within(set, region) }
}

fn questions(engine: &mut Engine) {
    let count = |ctx: Ctx, squares: &mut Squares| -> Result<INT, Failure> {
        Ok(INT::from(ask(&ctx, Query::SetCount(squares.set.clone()))?))
    };
    engine.register_get("count", count);
    word(engine, "count", count);
    let any = |ctx: Ctx, squares: &mut Squares| -> Result<bool, Failure> {
        Ok(ask(&ctx, Query::SetAny(squares.set.clone()))? != 0)
    };
    engine.register_get("any", any);
    word(engine, "any", any);
    let none = |ctx: Ctx, squares: &mut Squares| -> Result<bool, Failure> {
        Ok(ask(&ctx, Query::SetAny(squares.set.clone()))? == 0)
    };
    engine.register_get("none", none);
    word(engine, "none", none);
    word(engine, "more_than", |ctx: Ctx, squares: &mut Squares, n: INT| -> Result<bool, Failure> {
        match u16::try_from(n) {
            Ok(n) => Ok(ask(&ctx, Query::SetMoreThan(squares.set.clone(), n))? != 0),
            Err(_) => Ok(n < 0),
        }
    });
    word(engine, "contains", |ctx: Ctx, squares: &mut Squares, square: Handle| -> Result<bool, Failure> {
        Ok(ask(&ctx, Query::SetContains(squares.set.clone(), square))? != 0)
    });
    word(engine, "contains", |ctx: Ctx, _: &mut Squares, other: Dynamic| unlike(&ctx, "a member of a set", &other));
}

fn closures(engine: &mut Engine) {
    fn filter(ctx: &Ctx, squares: &Squares, decide: &FnPtr, wanted: bool) -> Result<Set, Failure> {
        Recorder::of(ctx)?.filter(ctx, &squares.set, decide, wanted)
    }
    word(engine, "where", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<Squares, Failure> {
        let set = filter(&ctx, squares, &decide, true)?;
        Ok(Squares { set, ..squares.clone() })
    });
    word(engine, "any", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<bool, Failure> {
        let set = filter(&ctx, squares, &decide, true)?;
        Ok(ask(&ctx, Query::SetAny(set))? != 0)
    });
    word(engine, "none", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<bool, Failure> {
        let set = filter(&ctx, squares, &decide, true)?;
        Ok(ask(&ctx, Query::SetAny(set))? == 0)
    });
    word(engine, "all", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<bool, Failure> {
        let set = filter(&ctx, squares, &decide, false)?;
        Ok(ask(&ctx, Query::SetAny(set))? == 0)
    });
    word(engine, "count", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<INT, Failure> {
        let set = filter(&ctx, squares, &decide, true)?;
        Ok(INT::from(ask(&ctx, Query::SetCount(set))?))
    });
}

/// The set that an effect acts on: a square, a set, or a list of squares.
pub(super) fn acted_on(ctx: &Ctx, value: &Dynamic) -> Result<Vec<crate::script::Operand>, Failure> {
    use crate::script::Operand;
    if let Some(square) = value.read_lock::<Handle>() {
        return Ok(vec![Operand::Square(*square)]);
    }
    if let Some(squares) = value.read_lock::<Squares>() {
        return Ok(vec![Operand::Set(squares.set.clone())]);
    }
    if let Some(list) = value.read_lock::<Array>() {
        let mut found = Vec::new();
        for item in list.iter() {
            match item.read_lock::<Handle>() {
                Some(square) => found.push(Operand::Square(*square)),
                None => return Err(not_a_square(ctx)),
            }
        }
        return Ok(found);
    }
    Err(not_a_square(ctx))
}

fn not_a_square(ctx: &Ctx) -> Failure {
    Problem::new(Code::WrongType, format!("`{}` acts on a square or a set of squares", ctx.fn_name()))
        .help("such as `mv.target` or `mv.target.around.foes`")
        .raise(ctx.call_position())
}
