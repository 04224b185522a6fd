//! Problems in, one JSON value out, from the same data as the text for people.

use super::Diagnostic;
use super::render::{severity_word, sorted};
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};

/// All problems as an array of objects, in the order of their places.
#[must_use]
pub fn json(diagnostics: &[Diagnostic], sources: &SourceMap) -> Value {
    sorted(diagnostics).into_iter().map(|problem| one(problem, sources)).collect()
}

fn one(problem: &Diagnostic, sources: &SourceMap) -> Value {
    let mut value = json!({
        "code": problem.code.as_str(),
        "severity": severity_word(problem.severity),
        "message": problem.message,
    });
    if let Some(place) = problem.primary.and_then(|span| place(span, sources)) {
        value["place"] = place;
        value["label"] = json!(problem.label);
    }
    let labels: Vec<Value> = problem
        .others
        .iter()
        .filter_map(|(span, label)| Some(json!({ "place": place(*span, sources)?, "label": label })))
        .collect();
    value["labels"] = Value::Array(labels);
    value["help"] = json!(problem.help);
    value
}

/// `end_line` and `end_column` are one past the last character.
fn place(span: Span, sources: &SourceMap) -> Option<Value> {
    if span.source.0 as usize >= sources.files().len() {
        return None;
    }
    let start = sources.place(span);
    let end = sources.place(Span { start: span.end.max(span.start), ..span });
    Some(json!({
        "file": start.file,
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
    }))
}
