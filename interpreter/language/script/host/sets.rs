//! Words about sets of squares. A set asks nothing until the last word (`count`, `any`, `contains`).

use crate::script::fitting::unlike_squares;
use crate::script::handles::Handle;
use crate::script::host::register::{Ctx, Host, Squares, ask, holds, make};
use crate::script::problem::Failure;
use crate::script::query::{Query, Set, SetExpr};
use crate::script::recorder::Recorder;
use rhai::{Dynamic, FnPtr, INT};

/// One set of two.
type Join = fn(Set, Set) -> SetExpr;

pub(super) fn register(host: &mut Host) {
    host.engine.register_type_with_name::<Squares>("Squares");
    host.engine.register_iterator_result::<Squares, Handle>();
    host.set("friends", |squares: &Squares| SetExpr::Friends(squares.set.clone()));
    host.set("foes", |squares: &Squares| SetExpr::Foes(squares.set.clone()));
    host.set("empty", |squares: &Squares| SetExpr::Empty(squares.set.clone()));
    host.set("occupied", |squares: &Squares| SetExpr::Occupied(squares.set.clone()));
    host.by("of", |ctx, squares: &Squares, kind| make(ctx, SetExpr::OfKind(squares.set.clone(), kind)));
    host.by("except", |ctx, squares: &Squares, kind| make(ctx, SetExpr::ExceptKind(squares.set.clone(), kind)));
    // Foes alone are looked for in the region of their own side, as where conditions count them.
    host.by("within", |ctx, Squares { set, .. }: &Squares, region| {
        let are_foes = set.holds_foes_alone();
        make(ctx, if are_foes { SetExpr::WithinTheirs } else { SetExpr::Within }(set.clone(), region))
    });
    let joined: [(&str, Join); 3] = [("&", SetExpr::And), ("|", SetExpr::Or), ("-", SetExpr::Minus)];
    for (name, expr) in joined {
        host.word(name, move |ctx: Ctx, a: &mut Squares, b: Squares| -> Result<Squares, Failure> {
            make(&ctx, expr(a.set.clone(), b.set))
        });
        host.word(name, move |ctx: Ctx, a: &mut Squares, b: Handle| -> Result<Squares, Failure> {
            make(&ctx, expr(a.set.clone(), make(&ctx, SetExpr::One(b))?.set))
        });
    }
    host.number("count", |squares: &Squares| Query::SetCount(squares.set.clone()));
    host.truth("any", |squares: &Squares| Query::SetAny(squares.set.clone()));
    host.plain("none", |ctx, squares: &Squares| Ok(!holds(ctx, Query::SetAny(squares.set.clone()))?));
    host.word("more_than", |ctx: Ctx, squares: &mut Squares, n: INT| -> Result<bool, Failure> {
        u16::try_from(n).map_or(Ok(n < 0), |n| holds(&ctx, Query::SetMoreThan(squares.set.clone(), n)))
    });
    host.word("contains", |ctx: Ctx, squares: &mut Squares, square: Handle| -> Result<bool, Failure> {
        holds(&ctx, Query::SetContains(squares.set.clone(), square))
    });
    host.word("contains", |ctx: Ctx, _: &mut Squares, other: Dynamic| -> Result<bool, Failure> {
        Err(unlike_squares("a member of a set", other.type_name()).raise(ctx.call_position()))
    });
    closures(host);
}

fn closures(host: &mut Host) {
    fn filter(ctx: &Ctx, squares: &Squares, decide: &FnPtr, wanted: bool) -> Result<Set, Failure> {
        Recorder::of(ctx)?.filter(ctx, &squares.set, decide, wanted)
    }
    host.word("where", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<Squares, Failure> {
        let set = filter(&ctx, squares, &decide, true)?;
        Ok(Squares { set, ..squares.clone() })
    });
    // Whether there is one for which the function gives this, and whether there is one is the answer.
    for (name, wanted, answer) in [("any", true, true), ("none", true, false), ("all", false, false)] {
        host.word(name, move |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<bool, Failure> {
            let set = filter(&ctx, squares, &decide, wanted)?;
            Ok(holds(&ctx, Query::SetAny(set))? == answer)
        });
    }
    host.word("count", |ctx: Ctx, squares: &mut Squares, decide: FnPtr| -> Result<INT, Failure> {
        let set = filter(&ctx, squares, &decide, true)?;
        Ok(INT::from(ask(&ctx, Query::SetCount(set))?))
    });
}
