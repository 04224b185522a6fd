//! Comparisons of two sorts of values, which Rhai answers with "no" in silence: each is an error here.

use crate::script::fitting::{COMPARISONS, compared};
use crate::script::geometry::{Builder, Cell};
use crate::script::handles::Handle;
use crate::script::moves::{Game, Move};
use crate::script::problem::Failure;
use crate::script::sets::Squares;
use rhai::{Array, Dynamic, FuncRegistration, INT, ImmutableString, Map, Module, NativeCallContext, Shared, Variant};
use std::sync::OnceLock;

type Ctx<'a> = NativeCallContext<'a>;

/// Numbers, truths, strings, characters, lists and maps with each other, and all else that has no order or is of its own
/// kind alone. Whether something is `()` may be asked. Made once, for all engines.
pub(super) fn module() -> Shared<Module> {
    static MODULE: OnceLock<Shared<Module>> = OnceLock::new();
    let make = || {
        let mut module = Module::new();
        with_all::<INT>(&mut module);
        with_all::<bool>(&mut module);
        with_all::<ImmutableString>(&mut module);
        with_all::<char>(&mut module);
        with_all::<Array>(&mut module);
        with_all::<Map>(&mut module);
        // Squares and sets say themselves what they are not equal to.
        let orders = &COMPARISONS[2..];
        with_any::<Handle>(&mut module, orders);
        with_any::<Squares>(&mut module, orders);
        with_any::<Cell>(&mut module, &COMPARISONS);
        with_any::<Builder>(&mut module, &COMPARISONS);
        with_any::<Move>(&mut module, &COMPARISONS);
        with_any::<Game>(&mut module, &COMPARISONS);
        module.build_index();
        module.into()
    };
    MODULE.get_or_init(make).clone()
}

fn with_all<A: Variant + Clone>(module: &mut Module) {
    pair::<A, INT>(module);
    pair::<A, bool>(module);
    pair::<A, ImmutableString>(module);
    pair::<A, char>(module);
    pair::<A, Array>(module);
    pair::<A, Map>(module);
}

fn pair<A: Variant + Clone, B: Variant + Clone>(module: &mut Module) {
    if std::any::TypeId::of::<A>() == std::any::TypeId::of::<B>() {
        return;
    }
    for name in COMPARISONS {
        word(name).set_into_module(module, |ctx: Ctx, _: &mut A, _: B| -> Result<bool, Failure> {
            Err(compared(std::any::type_name::<A>(), std::any::type_name::<B>()).raise(ctx.call_position()))
        });
    }
}

/// What is not said elsewhere of this type is an error.
fn with_any<A: Variant + Clone>(module: &mut Module, names: &[&str]) {
    for name in names {
        if matches!(*name, "==" | "!=") {
            let is_unlike = *name == "!=";
            word(name).set_into_module(module, move |_: &mut A, (): ()| is_unlike);
            word(name).set_into_module(module, move |(): (), _: A| is_unlike);
        }
        word(name).set_into_module(module, |ctx: Ctx, _: &mut A, b: Dynamic| -> Result<bool, Failure> {
            Err(compared(std::any::type_name::<A>(), b.type_name()).raise(ctx.call_position()))
        });
        word(name).set_into_module(module, |ctx: Ctx, a: Dynamic, _: A| -> Result<bool, Failure> {
            Err(compared(a.type_name(), std::any::type_name::<A>()).raise(ctx.call_position()))
        });
    }
}

fn word(name: &str) -> FuncRegistration {
    FuncRegistration::new(name).in_global_namespace().with_purity(true)
}
