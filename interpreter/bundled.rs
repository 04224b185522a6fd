//! The definitions that come with the program, as a library for the loader. The only place that names a game.

use crate::definition::loader::{BundledFiles, Library};
use std::sync::Arc;

/// The bundled definitions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bundled;

/// Name and files of each.
const VARIANTS: &[(&str, &[(&str, &str)])] = &[
    ("chess", &[("variant.toml", include_str!("../variants/chess/variant.toml"))]),
    (
        "knight-relay",
        &[
            ("variant.toml", include_str!("../variants/knight-relay/variant.toml")),
            ("rules.rhai", include_str!("../variants/knight-relay/rules.rhai")),
        ],
    ),
    (
        "diplomat",
        &[
            ("variant.toml", include_str!("../variants/diplomat/variant.toml")),
            ("rules.rhai", include_str!("../variants/diplomat/rules.rhai")),
        ],
    ),
    (
        "cheskers",
        &[
            ("variant.toml", include_str!("../variants/cheskers/variant.toml")),
            ("rules.rhai", include_str!("../variants/cheskers/rules.rhai")),
        ],
    ),
];

impl Library for Bundled {
    fn find(&self, name: &str) -> Option<BundledFiles> {
        let (_, files) = VARIANTS.iter().find(|(known, _)| *known == name)?;
        Some(files.iter().map(|(file, text)| ((*file).to_string(), Arc::from(*text))).collect())
    }

    fn names(&self) -> Vec<String> {
        VARIANTS.iter().map(|(name, _)| (*name).to_string()).collect()
    }
}
