//! Comparisons of two sorts of values, which Rhai answers with "no" in silence: each is an error here.

use crate::script::fitting::{COMPARISONS, compared};
use crate::script::problem::Failure;
use crate::script::word;
use rhai::{Array, Engine, INT, ImmutableString, Map, NativeCallContext, Variant};

type Ctx<'a> = NativeCallContext<'a>;

/// Numbers, truths, strings, characters, lists and maps with each other. Whether something is `()` may be asked.
pub(super) fn register(engine: &mut Engine) {
    with_all::<INT>(engine);
    with_all::<bool>(engine);
    with_all::<ImmutableString>(engine);
    with_all::<char>(engine);
    with_all::<Array>(engine);
    with_all::<Map>(engine);
}

fn with_all<A: Variant + Clone>(engine: &mut Engine) {
    pair::<A, INT>(engine);
    pair::<A, bool>(engine);
    pair::<A, ImmutableString>(engine);
    pair::<A, char>(engine);
    pair::<A, Array>(engine);
    pair::<A, Map>(engine);
}

fn pair<A: Variant + Clone, B: Variant + Clone>(engine: &mut Engine) {
    if std::any::TypeId::of::<A>() == std::any::TypeId::of::<B>() {
        return;
    }
    for name in COMPARISONS {
        word(engine, name, |ctx: Ctx, _: &mut A, _: B| -> Result<bool, Failure> {
            Err(compared(std::any::type_name::<A>(), std::any::type_name::<B>()).raise(ctx.call_position()))
        });
    }
}
