//! All tests.
mod definition;
mod diagnostic;
