//! Rhai, its limits, and the words that scripts may use. Text in; out come functions that can be called with an
//! [`Oracle`](query::Oracle) to ask, and what they asked.

mod answer;
pub mod combinations;
mod compile;
pub mod definitions;
mod explain;
pub mod explore;
mod facts;
mod fitting;
mod functions;
pub mod handles;
mod hook;
mod host;
mod lexicon;
mod lint;
mod mend;
mod meter;
mod names;
mod price;
mod problem;
mod program;
pub mod query;
mod recorder;
mod syntax;
pub mod trie;
mod types;

pub use answer::{Call, Effect, HookId, Leaf, Operand, Probe, Verdict};
pub use compile::{MAX_TEXT, compile};
pub use hook::HookKind;
pub use host::geometry::{BoardPlan, Geometry, PlannedCell, PlannedLink};
pub use host::is_free;
pub use lint::advice::Advice;
pub use names::{EIGHT_DIRECTIONS, Extent, Names, OptionName};
pub use program::{Function, Program};
