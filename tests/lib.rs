//! All tests.

mod board;
mod condition;
mod definition;
mod diagnostic;
mod script;
