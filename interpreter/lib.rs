//! heterodox: chess variants as data.
//!
//! A variant is one TOML file and, for what no table can say, a few Rhai functions. This library loads such a
//! definition, checks it, compiles it to tables, and plays it. It never prints, never reads arguments, and reads
//! files only through [`definition::loader`].

pub use heterodox_core::{position, rules, variant};
pub use heterodox_language::{board, check, definition, diagnostic, expansion, script, source};

pub mod game;
pub mod notation;

pub mod bundled;
pub mod open;

pub mod describe;
pub mod picture;
pub mod playtest;
pub mod rulebook;
pub mod starter;
