//! Words about a move (questions and effects) and about the game.

use crate::script::handles::{Base, Handle};
use crate::script::names::{Names, Sort};
use crate::script::problem::Failure;
use crate::script::query::{Query, SetExpr};
use crate::script::recorder::Recorder;
use crate::script::sets::{Squares, acted_on, make};
use crate::script::squares::{ask, find, spell, strings};
use crate::script::{Effect, Operand, word};
use rhai::{Dynamic, Engine, INT, ImmutableString, NativeCallContext};
use std::sync::Arc;

type Ctx<'a> = NativeCallContext<'a>;

/// The move asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Move;

/// The game asked about.
#[derive(Debug, Clone, Copy)]
pub(super) struct Game;

pub(super) fn register(engine: &mut Engine, names: &Arc<Names>) {
    engine.register_type_with_name::<Move>("Move");
    engine.register_type_with_name::<Game>("Game");
    questions(engine, names);
    effects(engine, names);
    game(engine);
}

fn questions(engine: &mut Engine, names: &Arc<Names>) {
    let kinds = strings(&names.kinds);
    engine.register_get("kind", move |ctx: Ctx, _: &mut Move| -> Result<ImmutableString, Failure> {
        Ok(spell(&kinds, ask(&ctx, Query::MoverKind)?))
    });
    let ways = strings(&names.ways);
    engine.register_get("way", move |ctx: Ctx, _: &mut Move| -> Result<ImmutableString, Failure> {
        Ok(spell(&ways, ask(&ctx, Query::Way)?))
    });
    engine.register_get("piece", |_: &mut Move| Handle::new(Base::Mover));
    engine.register_get("origin", |_: &mut Move| Handle::SUBJECT);
    engine.register_get("target", |_: &mut Move| Handle::TARGET);
    engine.register_get("captures", |ctx: Ctx, _: &mut Move| -> Result<INT, Failure> {
        Ok(INT::from(ask(&ctx, Query::Captures)?))
    });
    let table = names.clone();
    word(engine, "takes", move |ctx: Ctx, _: &mut Move, kind: &str| -> Result<bool, Failure> {
        let kind = find(&ctx, &table, Sort::Kind, kind)?;
        Ok(ask(&ctx, Query::Takes(kind))? != 0)
    });
    engine
        .register_get("jumps", |ctx: Ctx, _: &mut Move| -> Result<bool, Failure> { Ok(ask(&ctx, Query::Jumps)? != 0) });
    engine.register_get("promotes", |ctx: Ctx, _: &mut Move| -> Result<bool, Failure> {
        Ok(ask(&ctx, Query::Promotes)? != 0)
    });
    engine.register_get("captured", |ctx: Ctx, _: &mut Move| -> Result<Squares, Failure> {
        make(&ctx, SetExpr::Captured)
    });
}

/// An effect on squares.
type Act = fn(Operand) -> Effect;

fn effects(engine: &mut Engine, names: &Arc<Names>) {
    fn note(ctx: &Ctx, effect: Effect) -> Result<(), Failure> {
        Recorder::of(ctx)?.effect(effect, ctx.call_position())
    }
    word(engine, "stay", |ctx: Ctx, _: &mut Move| -> Result<(), Failure> { note(&ctx, Effect::Stay) });
    word(engine, "again", |ctx: Ctx, _: &mut Move| -> Result<(), Failure> { note(&ctx, Effect::Again) });
    let acts: [(&str, Act); 2] = [("remove", Effect::Remove), ("convert", Effect::Convert)];
    for (name, effect) in acts {
        word(engine, name, move |ctx: Ctx, _: &mut Move, on: Dynamic| -> Result<(), Failure> {
            acted_on(&ctx, &on)?.into_iter().try_for_each(|operand| note(&ctx, effect(operand)))
        });
    }
    word(engine, "shift", |ctx: Ctx, _: &mut Move, from: Handle, to: Handle| -> Result<(), Failure> {
        note(&ctx, Effect::Shift(from, to))
    });
    word(engine, "swap", |ctx: Ctx, _: &mut Move, a: Handle, b: Handle| -> Result<(), Failure> {
        note(&ctx, Effect::Swap(a, b))
    });
    let table = names.clone();
    word(engine, "put", move |ctx: Ctx, _: &mut Move, kind: &str, square: Handle| -> Result<(), Failure> {
        let kind = find(&ctx, &table, Sort::Kind, kind)?;
        note(&ctx, Effect::Put(kind, square))
    });
    let table = names.clone();
    word(engine, "promote", move |ctx: Ctx, _: &mut Move, kind: &str| -> Result<(), Failure> {
        let kind = find(&ctx, &table, Sort::Kind, kind)?;
        note(&ctx, Effect::Promote(kind))
    });
}

fn game(engine: &mut Engine) {
    let sets: [(&str, SetExpr); 3] = [("mine", SetExpr::Mine), ("theirs", SetExpr::Theirs), ("all", SetExpr::All)];
    for (name, expr) in sets {
        let made = expr.clone();
        engine
            .register_get(name, move |ctx: Ctx, _: &mut Game| -> Result<Squares, Failure> { make(&ctx, made.clone()) });
        engine
            .register_get(name, move |ctx: Ctx, _: &mut Move| -> Result<Squares, Failure> { make(&ctx, expr.clone()) });
    }
    let truths: [(&str, Query); 2] = [("checked", Query::Checked), ("stuck", Query::Stuck)];
    for (name, query) in truths {
        let asked = query.clone();
        engine.register_get(name, move |ctx: Ctx, _: &mut Game| -> Result<bool, Failure> {
            Ok(ask(&ctx, asked.clone())? != 0)
        });
        engine.register_get(name, move |ctx: Ctx, _: &mut Move| -> Result<bool, Failure> {
            Ok(ask(&ctx, query.clone())? != 0)
        });
    }
    let numbers: [(&str, Query); 2] = [("quiet_plies", Query::QuietPlies), ("repetitions", Query::Repetitions)];
    for (name, query) in numbers {
        engine.register_get(name, move |ctx: Ctx, _: &mut Game| -> Result<INT, Failure> {
            Ok(INT::from(ask(&ctx, query.clone())?))
        });
    }
    word(engine, "quiet_plies_at_least", |ctx: Ctx, _: &mut Game, n: INT| -> Result<bool, Failure> {
        match u16::try_from(n) {
            Ok(n) => Ok(ask(&ctx, Query::QuietPliesAtLeast(n))? != 0),
            Err(_) => Ok(n < 0),
        }
    });
    let sides = strings(&["white".to_string(), "black".to_string()]);
    engine.register_get("turn", move |ctx: Ctx, _: &mut Game| -> Result<ImmutableString, Failure> {
        Ok(spell(&sides, ask(&ctx, Query::Turn)?.saturating_add(1)))
    });
}
