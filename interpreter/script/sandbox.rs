//! The Rhai engine: which parts of the language there are, and every limit, the same in debug and release builds.

use crate::script::names::Names;
use crate::script::{comparisons, geometry, moves, sets, squares};
use crate::source::Span;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage, BasicMathPackage,
    BasicStringPackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{Engine, Module, OptimizationLevel, Shared};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// Operations of one call of a hook. One operation may go through a whole list (`a == b`, `sort`), so the time that a
/// call can take is this times the size of a list: half a second at worst.
const HOOK_OPERATIONS: u64 = 50_000;
/// Operations of a load-time function or of the top level of a script.
const LOAD_OPERATIONS: u64 = 250_000;
/// Members of a list, those of lists in it included.
const LIST_SIZE: usize = 256;
/// Characters of a string.
const STRING_SIZE: usize = 1024;
/// Members of a map.
const MAP_SIZE: usize = 256;

/// The two engines: for hooks, and for what runs once at load.
pub(super) fn engines(names: &Arc<Names>, nowhere: Span) -> (Engine, Engine) {
    let mut hooks = plain(HOOK_OPERATIONS);
    squares::register(&mut hooks, names);
    sets::register(&mut hooks, names);
    moves::register(&mut hooks, names);
    let mut load = plain(LOAD_OPERATIONS);
    geometry::register(&mut load, nowhere);
    (hooks, load)
}

/// Whether a script can use a name for a value: it is no word of the language.
#[must_use]
pub fn is_free(name: &str) -> bool {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| plain(1)).compile(format!("let {name} = 1;")).is_ok()
}

fn plain(operations: u64) -> Engine {
    // Names of functions are hashed; a fixed seed keeps every run alike. It can be set only once, so later calls fail.
    let _ = rhai::config::hashing::set_hashing_seed(Some([0x9e37, 0x79b9, 0x7f4a, 0x7c15]));
    let mut engine = Engine::new_raw();
    for part in library() {
        engine.register_global_module(part.clone());
    }
    // `try` is left out so that every problem is seen, and so that a call ends at the first one.
    for word in ["eval", "print", "debug", "sleep", "exit", "try", "catch", "import", "export", "is_shared"] {
        engine.disable_symbol(word);
    }
    // So that operators of the language can be given to what they do not compare.
    engine.set_fast_operators(false);
    engine.register_global_module(comparisons::module());
    engine.set_strict_variables(true);
    engine.set_fail_on_invalid_map_property(true);
    engine.set_optimization_level(OptimizationLevel::Simple);
    engine.set_max_operations(operations);
    engine.set_max_call_levels(32);
    engine.set_max_expr_depths(64, 64);
    engine.set_max_string_size(STRING_SIZE);
    engine.set_max_array_size(LIST_SIZE);
    engine.set_max_map_size(MAP_SIZE);
    engine.set_max_functions(512);
    engine.set_max_variables(256);
    engine.on_print(|_| ());
    engine.on_debug(|_, _, _| ());
    engine
}

/// The parts of the standard library that scripts have; made once, for all engines.
pub(super) fn library() -> &'static [Shared<Module>] {
    static LIBRARY: OnceLock<[Shared<Module>; 9]> = OnceLock::new();
    LIBRARY.get_or_init(|| {
        [
            ArithmeticPackage::new().as_shared_module(),
            LogicPackage::new().as_shared_module(),
            BasicMathPackage::new().as_shared_module(),
            BasicStringPackage::new().as_shared_module(),
            MoreStringPackage::new().as_shared_module(),
            BasicIteratorPackage::new().as_shared_module(),
            BasicArrayPackage::new().as_shared_module(),
            BasicMapPackage::new().as_shared_module(),
            BasicFnPackage::new().as_shared_module(),
        ]
    })
}

/// The names of what the standard library has, properties without their mark.
pub(super) fn library_names() -> &'static BTreeSet<String> {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut engine = Engine::new_raw();
        for part in library() {
            engine.register_global_module(part.clone());
        }
        let names = engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true);
        names.into_iter().map(|name| name.strip_prefix("get$").unwrap_or(&name).to_owned()).collect()
    })
}
