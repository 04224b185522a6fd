//! All tests.

mod board;
#[cfg(feature = "cli")]
mod cli;
mod condition;
mod definition;
mod diagnostic;
mod expansion;
mod movement;
mod picture;
mod script;
