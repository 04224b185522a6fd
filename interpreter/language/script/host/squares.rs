//! Words about a square and whoever stands there. A piece is handed to a script as the square it stands on.

use crate::script::fitting::{bad_leap, bad_step};
use crate::script::handles::{Handle, Step};
use crate::script::host::register::{Ctx, Host, find, holds, make};
use crate::script::meter::charge;
use crate::script::problem::Failure;
use crate::script::query::{Query, SetExpr};
use crate::script::recorder::Recorder;
use crate::script::types::Type;
use rhai::INT;

/// A question about a square and something with a name.
type AskBy = fn(Handle, u8) -> Query;
/// A step in a direction.
type Walk = fn(u8) -> Step;

pub(super) fn register(host: &mut Host) {
    host.engine.register_type_with_name::<Handle>("Square");
    host.truth("is_empty", |square: &Handle| Query::IsEmpty(*square));
    host.truth("holds_friend", |square: &Handle| Query::HoldsFriend(*square));
    host.truth("holds_foe", |square: &Handle| Query::HoldsFoe(*square));
    host.truth("is_friend", |square: &Handle| Query::HoldsFriend(*square));
    host.truth("is_foe", |square: &Handle| Query::HoldsFoe(*square));
    host.truth("exists", |square: &Handle| Query::Exists(*square));
    host.truth("moved", |square: &Handle| Query::Moved(*square));
    host.truth("safe", |square: &Handle| Query::Safe(*square));
    host.number("rank", |square: &Handle| Query::Rank(*square));
    host.number("file", |square: &Handle| Query::File(*square));
    host.number("ring", |square: &Handle| Query::Ring(*square));
    host.number("sector", |square: &Handle| Query::Sector(*square));
    host.name("kind", &host.names.kinds.clone(), |square: &Handle| Query::KindOf(*square));
    host.name("side", &["friend", "foe"].map(str::to_owned), |square: &Handle| Query::SideOf(*square));
    host.plain("square", |_, square: &Handle| Ok(*square));
    host.plain("piece", |_, square: &Handle| Ok(*square));
    let judged: [(&str, AskBy); 5] = [
        ("is_a", Query::IsA),
        ("holds", Query::IsA),
        ("defended_by", Query::DefendedBy),
        ("attacked_by", Query::AttackedBy),
        ("within", Query::Within),
    ];
    for (name, query) in judged {
        host.by(name, move |ctx, square: &Handle, what| holds(ctx, query(*square, what)));
    }
    host.set("around", |square: &Handle| SetExpr::Around(*square));
    host.set("attackers", |square: &Handle| SetExpr::Attackers(*square));
    host.set("defenders", |square: &Handle| SetExpr::Defenders(*square));
    host.set("attacks", |square: &Handle| SetExpr::Attacks(*square));
    host.set("alone", |square: &Handle| SetExpr::One(*square));
    host.plain("neighbours", |ctx, square: &Handle| {
        let around = make(ctx, SetExpr::Around(*square))?;
        make(ctx, SetExpr::Occupied(around.set))
    });
    host.by("ray", |ctx, square: &Handle, direction| make(ctx, SetExpr::Ray(*square, direction)));
    paths(host);
}

fn paths(host: &mut Host) {
    let steps: [(&str, Walk); 2] = [("step", Step::Go), ("first", Step::First)];
    for (name, step) in steps {
        host.by(name, move |ctx, square: &Handle, direction| Ok(Recorder::of(ctx)?.step(*square, step(direction))));
    }
    let names = host.names.clone();
    host.word("step", move |ctx: Ctx, square: &mut Handle, direction: &str, n: INT| -> Result<Handle, Failure> {
        let direction = find(&ctx, &names, Type::DIRECTION, direction)?;
        let recorder = Recorder::of(&ctx)?;
        if let Some(problem) = bad_step(n) {
            return Err(problem.raise(ctx.call_position()));
        }
        charge(n.unsigned_abs(), ctx.call_position())?;
        Ok((0..n).fold(*square, |path, _| recorder.step(path, Step::Go(direction))))
    });
    host.word("leap", |ctx: Ctx, square: &mut Handle, across: INT, ahead: INT| -> Result<Handle, Failure> {
        if let Some(problem) = bad_leap(across, ahead) {
            return Err(problem.raise(ctx.call_position()));
        }
        let step = Step::Leap(i8::try_from(across).unwrap_or_default(), i8::try_from(ahead).unwrap_or_default());
        Ok(Recorder::of(&ctx)?.step(*square, step))
    });
}
