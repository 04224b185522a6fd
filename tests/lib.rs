//! All tests.

mod script;
