//! All tests.

mod board;
