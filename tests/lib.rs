//! All tests.

#[cfg(feature = "cli")]
mod bad;
mod board;
mod bounds;
mod cases;
mod chain;
mod chance;
#[cfg(feature = "cli")]
mod cli;
mod condition;
mod definition;
mod depths;
mod describe;
mod diagnostic;
mod effects;
mod elsewhere;
mod examples;
mod expansion;
mod files;
mod fuzz;
mod game;
mod grammar;
#[cfg(feature = "cli")]
mod hostile;
mod laws;
mod layers;
mod lints;
mod movement;
mod mutation;
mod names;
mod notation;
mod perft;
mod picture;
mod playtest;
mod positions;
#[cfg(feature = "cli")]
mod problems;
mod royal;
mod rulebook;
mod rulings;
mod script;
mod setup;
mod starter;
mod stop;
mod support;
mod symmetry;
mod texts;
mod together;
mod traced;
mod twin;
mod variants;
