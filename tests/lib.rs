//! All tests.
mod expansion;
mod movement;
