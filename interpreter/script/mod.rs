//! Rhai, its limits, and the words that scripts may use.
