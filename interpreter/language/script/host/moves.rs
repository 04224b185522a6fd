//! Words about a move (questions and effects) and about the game.

use crate::diagnostic::Code;
use crate::script::answer::{Effect, Operand};
use crate::script::handles::{Base, Handle};
use crate::script::host::register::{Ctx, Host, Receiver, Squares, find, holds};
use crate::script::problem::{Failure, Problem};
use crate::script::query::{Query, SetExpr};
use crate::script::recorder::Recorder;
use crate::script::types::Type;
use rhai::{Array, Dynamic, INT, ImmutableString};

/// The move asked about.
#[derive(Debug, Clone, Copy)]
pub(in crate::script) struct Move;

impl Receiver for Move {
    const TYPE: Type = Type::MOVE;
}

/// The game asked about.
#[derive(Debug, Clone, Copy)]
pub(in crate::script) struct Game;

impl Receiver for Game {
    const TYPE: Type = Type::GAME;
}

pub(super) fn register(host: &mut Host) {
    host.engine.register_type_with_name::<Move>("Move");
    host.engine.register_type_with_name::<Game>("Game");
    host.name("kind", &host.names.kinds.clone(), |_: &Move| Query::MoverKind);
    host.name("way", &host.names.ways.clone(), |_: &Move| Query::Way);
    host.plain("piece", |_, _: &Move| Ok(Handle::new(Base::Mover)));
    host.plain("origin", |_, _: &Move| Ok(Handle::SUBJECT));
    host.plain("target", |_, _: &Move| Ok(Handle::TARGET));
    host.number("captures", |_: &Move| Query::Captures);
    host.by("takes", |ctx, _: &Move, kind| holds(ctx, Query::Takes(kind)));
    host.truth("jumps", |_: &Move| Query::Jumps);
    host.truth("promotes", |_: &Move| Query::Promotes);
    host.set("captured", |_: &Move| SetExpr::Captured);
    effects(host);
    position::<Move>(host);
    position::<Game>(host);
    host.number("quiet_plies", |_: &Game| Query::QuietPlies);
    host.number("repetitions", |_: &Game| Query::Repetitions);
    host.word("quiet_plies_at_least", |ctx: Ctx, _: &mut Game, n: INT| -> Result<bool, Failure> {
        u16::try_from(n).map_or(Ok(n < 0), |n| holds(&ctx, Query::QuietPliesAtLeast(n)))
    });
    host.plain("turn", |ctx, _: &Game| {
        Ok(ImmutableString::from(if holds(ctx, Query::Turn)? { "black" } else { "white" }))
    });
}

/// What may be asked of a move and of the game.
fn position<T: Receiver>(host: &mut Host) {
    host.set("mine", |_: &T| SetExpr::Mine);
    host.set("theirs", |_: &T| SetExpr::Theirs);
    host.set("all", |_: &T| SetExpr::All);
    host.truth("checked", |_: &T| Query::Checked);
    host.truth("stuck", |_: &T| Query::Stuck);
}

/// An effect on squares.
type Act = fn(Operand) -> Effect;

fn effects(host: &mut Host) {
    fn note(ctx: &Ctx, effect: Effect) -> Result<(), Failure> {
        Recorder::of(ctx)?.effect(effect, ctx.call_position())
    }
    host.word("stay", |ctx: Ctx, _: &mut Move| -> Result<(), Failure> { note(&ctx, Effect::Stay) });
    host.word("again", |ctx: Ctx, _: &mut Move| -> Result<(), Failure> { note(&ctx, Effect::Again) });
    let acts: [(&str, Act); 2] = [("remove", Effect::Remove), ("convert", Effect::Convert)];
    for (name, effect) in acts {
        host.word(name, move |ctx: Ctx, _: &mut Move, on: Dynamic| -> Result<(), Failure> {
            acted_on(&ctx, &on)?.into_iter().try_for_each(|operand| note(&ctx, effect(operand)))
        });
    }
    host.word("shift", |ctx: Ctx, _: &mut Move, from: Handle, to: Handle| -> Result<(), Failure> {
        note(&ctx, Effect::Shift(from, to))
    });
    host.word("swap", |ctx: Ctx, _: &mut Move, a: Handle, b: Handle| -> Result<(), Failure> {
        note(&ctx, Effect::Swap(a, b))
    });
    let names = host.names.clone();
    host.word("put", move |ctx: Ctx, _: &mut Move, kind: &str, square: Handle| -> Result<(), Failure> {
        let kind = find(&ctx, &names, Type::KIND, kind)?;
        note(&ctx, Effect::Put(kind, square))
    });
    host.by("promote", |ctx, _: &Move, kind| note(ctx, Effect::Promote(kind)));
}

/// What an effect acts on: a square, a set, or a list of squares.
fn acted_on(ctx: &Ctx, value: &Dynamic) -> Result<Vec<Operand>, Failure> {
    let square = |value: &Dynamic| value.read_lock::<Handle>().map(|square| Operand::Square(*square));
    let set = |value: &Dynamic| value.read_lock::<Squares>().map(|squares| Operand::Set(squares.set.clone()));
    let found = match value.read_lock::<Array>() {
        Some(list) => list.iter().map(square).collect(),
        None => square(value).or_else(|| set(value)).map(|one| vec![one]),
    };
    found.ok_or_else(|| {
        Problem::new(Code::WrongType, format!("`{}` acts on a square or a set of squares", ctx.fn_name()))
            .help("such as `mv.target` or `mv.target.around.foes`")
            .raise(ctx.call_position())
    })
}
