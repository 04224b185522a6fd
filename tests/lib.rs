//! All tests.

mod board;
mod cases;
mod condition;
mod definition;
mod diagnostic;
mod expansion;
mod movement;
mod perft;
mod script;
mod support;
