//! From a name or path to rules that can be played: load, check, compile, try the start position.

use crate::check::model::CheckedDefinition;
use crate::check::{cause, check};
use crate::definition::loader::{Library, Loaded, load, load_text};
use crate::diagnostic::{Diagnostic, Severity};
use crate::rules::Rules;
use crate::variant::Variant;
use std::sync::Arc;

/// What came of opening a definition.
#[derive(Debug)]
pub struct Opened {
    /// The files read, the merged definition. Its diagnostics are moved to `diagnostics`.
    pub loaded: Loaded,
    /// Every problem, in the order of files and places.
    pub diagnostics: Vec<Diagnostic>,
    /// The definition with its names resolved and its movements on the board, if there was no error.
    pub checked: Option<Arc<CheckedDefinition>>,
    /// The variant, if there was no error.
    pub variant: Option<Variant>,
}

impl Opened {
    /// Whether the definition can be played.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.variant.is_some()
    }
}

/// Opens a bundled name, a folder or a file, with options chosen.
#[must_use]
pub fn open(target: &str, library: &dyn Library, options: &[(String, String)]) -> Opened {
    ready(load(target, library, options), false)
}

/// Opens a definition as [`open`] does, and tries its functions out, which takes longer: each is run with every combination
/// of answers that it may get.
#[must_use]
pub fn examine(target: &str, library: &dyn Library, options: &[(String, String)]) -> Opened {
    ready(load(target, library, options), true)
}

/// Opens a definition from memory; `scripts` are the files it may name.
#[must_use]
pub fn open_text(
    name: &str,
    toml: &str,
    scripts: &[(String, String)],
    library: &dyn Library,
    options: &[(String, String)],
) -> Opened {
    ready(load_text(name, toml, scripts, library, options), false)
}

fn ready(mut loaded: Loaded, runs: bool) -> Opened {
    let mut diagnostics = std::mem::take(&mut loaded.diagnostics);
    let mut variant = None;
    let mut kept = None;
    if let Some(definition) = loaded.definition.clone() {
        let sound = !diagnostics.iter().any(Diagnostic::is_error);
        let (checked, found) = check(Arc::new(definition), &loaded.sources, sound, runs);
        for problem in found {
            if !diagnostics.contains(&problem) {
                diagnostics.push(problem);
            }
        }
        if let Some(checked) = checked.filter(|_| sound) {
            let compiled = Variant::compile(&checked);
            let mut rules = Rules::new(compiled.clone());
            rules.bound_scripts();
            match rules.position(&checked.start) {
                Ok((_, notes)) => {
                    // What a FEN from elsewhere may say idly is a slip in a definition.
                    let notes = notes.into_iter().map(|note| Diagnostic { severity: Severity::Warning, ..note });
                    diagnostics.extend(cause::lost_rights(&checked.definition, notes.collect()));
                    variant = Some(compiled);
                    kept = Some(Arc::new(checked));
                }
                Err(found) => diagnostics.extend(found),
            }
        }
    }
    if let Some(definition) = &loaded.definition {
        diagnostics = cause::told(definition, diagnostics);
    }
    diagnostics.sort_by_key(|problem| problem.primary.map(|span| (span.source, span.start)));
    Opened { loaded, diagnostics, checked: kept, variant }
}
