//! All tests.

mod board;
mod condition;
mod definition;
mod diagnostic;
mod expansion;
mod movement;
mod picture;
mod script;
