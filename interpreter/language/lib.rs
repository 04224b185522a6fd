//! The language in which variants are written. Files come in; a checked definition comes out, or every problem with its
//! place.
//!
//! This crate is a part of `heterodox`, which hands its modules on under the same names; use it through that.

pub mod source;

pub mod diagnostic;

pub mod board;
pub mod definition;
pub mod expansion;
pub mod script;

pub mod check;
