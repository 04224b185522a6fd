//! Words about a square and whoever stands there. A piece is handed to a script as the square it stands on.

use crate::diagnostic::Code;
use crate::script::handles::{Handle, Step};
use crate::script::meter::charge;
use crate::script::names::{Names, Sort};
use crate::script::problem::{Failure, Problem};
use crate::script::query::{Query, Set, SetExpr};
use crate::script::recorder::Recorder;
use crate::script::sets::{Squares, make};
use crate::script::word;
use rhai::{Dynamic, Engine, INT, ImmutableString, NativeCallContext};
use std::sync::Arc;

type Ctx<'a> = NativeCallContext<'a>;

/// Asks one question from a word.
pub(super) fn ask(ctx: &Ctx, query: Query) -> Result<i32, Failure> {
    Recorder::of(ctx)?.ask(query, ctx.call_position())
}

/// The index of a name given to a word.
pub(super) fn find(ctx: &Ctx, names: &Names, sort: Sort, name: &str) -> Result<u8, Failure> {
    names.find(sort, name).map_err(|problem| problem.raise(ctx.call_position()))
}

/// The string of a name, made once.
pub(super) fn strings(list: &[String]) -> Arc<[ImmutableString]> {
    list.iter().map(|name| ImmutableString::from(name.as_str())).collect()
}

/// The name an answer stands for: 0 none, else index + 1.
pub(super) fn spell(list: &[ImmutableString], answer: i32) -> ImmutableString {
    usize::try_from(answer - 1).ok().and_then(|at| list.get(at)).cloned().unwrap_or_default()
}

/// A question about a square.
type Ask = fn(Handle) -> Query;
/// A question about a square and something with a name.
type AskBy = fn(Handle, u8) -> Query;
/// A step in a direction.
type Walk = fn(u8) -> Step;
/// A set that a square has.
type Gather = fn(Handle) -> SetExpr;

pub(super) fn register(engine: &mut Engine, names: &Arc<Names>) {
    engine.register_type_with_name::<Handle>("Square");

    let truths: [(&str, Ask); 7] = [
        ("is_empty", Query::IsEmpty),
        ("holds_friend", Query::HoldsFriend),
        ("holds_foe", Query::HoldsFoe),
        ("is_friend", Query::HoldsFriend),
        ("is_foe", Query::HoldsFoe),
        ("exists", Query::Exists),
        ("moved", Query::Moved),
    ];
    for (name, query) in truths {
        let get = move |ctx: Ctx, square: &mut Handle| -> Result<bool, Failure> { Ok(ask(&ctx, query(*square))? != 0) };
        engine.register_get(name, get);
        word(engine, name, get);
    }
    let safe = |ctx: Ctx, square: &mut Handle| -> Result<bool, Failure> { Ok(ask(&ctx, Query::Safe(*square))? != 0) };
    engine.register_get("safe", safe);
    word(engine, "safe", safe);

    let numbers: [(&str, Ask); 4] =
        [("rank", Query::Rank), ("file", Query::File), ("ring", Query::Ring), ("sector", Query::Sector)];
    for (name, query) in numbers {
        engine.register_get(name, move |ctx: Ctx, square: &mut Handle| -> Result<INT, Failure> {
            Ok(INT::from(ask(&ctx, query(*square))?))
        });
    }

    let kinds = strings(&names.kinds);
    engine.register_get("kind", move |ctx: Ctx, square: &mut Handle| -> Result<ImmutableString, Failure> {
        Ok(spell(&kinds, ask(&ctx, Query::KindOf(*square))?))
    });
    let sides = strings(&["friend".to_string(), "foe".to_string()]);
    engine.register_get("side", move |ctx: Ctx, square: &mut Handle| -> Result<ImmutableString, Failure> {
        Ok(spell(&sides, ask(&ctx, Query::SideOf(*square))?))
    });
    engine.register_get("square", |square: &mut Handle| *square);
    engine.register_get("piece", |square: &mut Handle| *square);

    let judged: [(&str, Sort, AskBy); 5] = [
        ("is_a", Sort::Kind, Query::IsA),
        ("holds", Sort::Kind, Query::IsA),
        ("defended_by", Sort::Kind, Query::DefendedBy),
        ("attacked_by", Sort::Kind, Query::AttackedBy),
        ("within", Sort::Region, Query::Within),
    ];
    for (name, sort, query) in judged {
        let table = names.clone();
        word(engine, name, move |ctx: Ctx, square: &mut Handle, what: &str| -> Result<bool, Failure> {
            let what = find(&ctx, &table, sort, what)?;
            Ok(ask(&ctx, query(*square, what))? != 0)
        });
    }

    paths(engine, names);
    sets_of(engine, names);
}

fn paths(engine: &mut Engine, names: &Arc<Names>) {
    let steps: [(&str, Walk); 2] = [("step", Step::Go), ("first", Step::First)];
    for (name, step) in steps {
        let table = names.clone();
        word(engine, name, move |ctx: Ctx, square: &mut Handle, direction: &str| -> Result<Handle, Failure> {
            let direction = find(&ctx, &table, Sort::Direction, direction)?;
            Ok(Recorder::of(&ctx)?.step(*square, step(direction)))
        });
    }
    let table = names.clone();
    word(engine, "step", move |ctx: Ctx, square: &mut Handle, direction: &str, n: INT| -> Result<Handle, Failure> {
        let direction = find(&ctx, &table, Sort::Direction, direction)?;
        let recorder = Recorder::of(&ctx)?;
        if let Some(problem) = bad_step(n) {
            return Err(problem.raise(ctx.call_position()));
        }
        charge(n.unsigned_abs(), ctx.call_position())?;
        Ok((0..n).fold(*square, |path, _| recorder.step(path, Step::Go(direction))))
    });
    word(engine, "leap", |ctx: Ctx, square: &mut Handle, across: INT, ahead: INT| -> Result<Handle, Failure> {
        if let Some(problem) = bad_leap(across, ahead) {
            return Err(problem.raise(ctx.call_position()));
        }
        let step = Step::Leap(i8::try_from(across).unwrap_or_default(), i8::try_from(ahead).unwrap_or_default());
        Ok(Recorder::of(&ctx)?.step(*square, step))
    });
}

/// What is wrong with so many steps.
pub(super) fn bad_step(n: INT) -> Option<Problem> {
    (!(0..=255).contains(&n)).then(|| {
        Problem::new(Code::BadNumber, format!("a step of {n} is not possible")).label("steps are counted from 0 to 255")
    })
}

/// What is wrong with a leap.
pub(super) fn bad_leap(across: INT, ahead: INT) -> Option<Problem> {
    let is_small = |n: INT| (-15..=15).contains(&n);
    (!is_small(across) || !is_small(ahead)).then(|| {
        Problem::new(Code::BadNumber, format!("a leap of {across}, {ahead} is too long"))
            .help("each number must lie between -15 and 15")
    })
}

fn sets_of(engine: &mut Engine, names: &Arc<Names>) {
    let made: [(&str, Gather); 5] = [
        ("around", SetExpr::Around),
        ("attackers", SetExpr::Attackers),
        ("defenders", SetExpr::Defenders),
        ("attacks", SetExpr::Attacks),
        ("alone", SetExpr::One),
    ];
    for (name, expr) in made {
        let get = move |ctx: Ctx, square: &mut Handle| -> Result<Squares, Failure> { make(&ctx, expr(*square)) };
        engine.register_get(name, get);
        word(engine, name, get);
    }
    let neighbours = |ctx: Ctx, square: &mut Handle| -> Result<Squares, Failure> {
        let around = make(&ctx, SetExpr::Around(*square))?;
        make(&ctx, SetExpr::Occupied(around.set))
    };
    engine.register_get("neighbours", neighbours);
    word(engine, "neighbours", neighbours);
    let table = names.clone();
    word(engine, "ray", move |ctx: Ctx, square: &mut Handle, direction: &str| -> Result<Squares, Failure> {
        let direction = find(&ctx, &table, Sort::Direction, direction)?;
        make(&ctx, SetExpr::Ray(*square, direction))
    });
}

/// The error of comparing what cannot be equal.
pub(super) fn unlike(ctx: &Ctx, what: &str, other: &Dynamic) -> Result<bool, Failure> {
    Err(unlike_squares(what, other.type_name()).raise(ctx.call_position()))
}

/// The same, of a type as the engine names it.
pub(super) fn unlike_squares(what: &str, other: &str) -> Problem {
    let (found, help) = match other {
        "()" => ("nothing", "a square off the board is not `()`: ask `.exists`"),
        "string" | "char" => ("a string", "compare its `.kind`, or ask `.is_a(\"...\")`"),
        "i64" => ("a number", "compare its `.rank`, `.file`, `.ring` or `.sector`"),
        "bool" => ("true or false", "ask one of its questions, such as `.exists` or `.is_empty`"),
        _ => ("something else", "compare squares with squares"),
    };
    Problem::new(Code::UnlikeValues, format!("{what} is compared with {found}, so the answer would always be no"))
        .help(help)
}

/// The set of a handle alone, for words that take either.
pub(super) fn single(ctx: &Ctx, square: Handle) -> Result<Set, Failure> {
    Ok(make(ctx, SetExpr::One(square))?.set)
}
