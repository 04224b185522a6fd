//! A variant in force. A checked definition comes in; tables, positions, legal moves and outcomes come out.
//!
//! This is the part that is optimised in every profile. It belongs to `heterodox`, which hands its modules on under the same
//! names; use it through that.

use heterodox_language::{board, check, definition, diagnostic, expansion, script, source};

pub mod variant;

pub mod position;
pub mod rules;
