//! All tests.

mod board;
mod condition;
