//! The Rhai engine: an empty one with the words of scripts, and every limit, the same in debug and release builds.

mod comparisons;
pub(in crate::script) mod geometry;
mod library;
pub(in crate::script) mod moves;
mod register;
mod sets;
mod squares;

use crate::script::meter::{self, MOST_CALLS, MOST_DEEP, MOST_FUNCTIONS, MOST_MEMBERS, STRING_SIZE};
use crate::script::names::Names;
use crate::source::Span;
use library::library;
use register::Host;
use rhai::{Engine, OptimizationLevel};
use std::sync::{Arc, OnceLock};

/// The two engines: for hooks, and for what runs once at load.
pub(in crate::script) fn engines(names: &Arc<Names>, nowhere: Span) -> (Engine, Engine) {
    let mut hooks = plain();
    let host = &mut Host { engine: &mut hooks, names };
    squares::register(host);
    sets::register(host);
    moves::register(host);
    let mut load = plain();
    geometry::register(&mut load, nowhere);
    (hooks, load)
}

/// Whether a script can use a name for a value: it is no word of the language.
#[must_use]
pub fn is_free(name: &str) -> bool {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(plain).compile(format!("let {name} = 1;")).is_ok()
}

fn plain() -> Engine {
    // Names of functions are hashed; a fixed seed keeps every run alike. It can be set only once, so later calls fail.
    let _ = rhai::config::hashing::set_hashing_seed(Some([0x9e37, 0x79b9, 0x7f4a, 0x7c15]));
    let mut engine = Engine::new_raw();
    engine.register_global_module(library());
    // `try` is left out so that every problem is seen, and so that a call ends at the first one.
    for word in ["eval", "print", "debug", "sleep", "exit", "try", "catch", "import", "export", "is_shared"] {
        engine.disable_symbol(word);
    }
    // So that comparisons of two sorts of values come to our words.
    engine.set_fast_operators(false);
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_optimization_level(OptimizationLevel::Simple);
    meter::count(&mut engine, 1);
    engine.set_max_call_levels(MOST_CALLS);
    engine.set_max_expr_depths(MOST_DEEP, MOST_DEEP);
    engine.set_max_string_size(STRING_SIZE);
    engine.set_max_array_size(MOST_MEMBERS);
    engine.set_max_map_size(MOST_MEMBERS);
    engine.set_max_functions(MOST_FUNCTIONS);
    engine.set_max_variables(256);
    engine
}
