//! All tests.

mod board;
mod condition;
mod definition;
mod diagnostic;
mod expansion;
mod game;
mod movement;
mod notation;
mod script;
