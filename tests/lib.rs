//! All tests.

mod board;
mod condition;
mod expansion;
mod movement;
