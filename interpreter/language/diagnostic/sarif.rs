//! Problems in, a log in SARIF 2.1.0 out: what code hosts and editors read.

use super::render::sorted;
use super::{Code, Diagnostic, Severity};
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};
use std::fmt::Write;

/// One log of all problems; each list with the texts that it points into.
#[must_use]
pub fn sarif<'d>(problems: impl IntoIterator<Item = (&'d [Diagnostic], &'d SourceMap)>) -> Value {
    let mut rules: Vec<Code> = Vec::new();
    let mut results = Vec::new();
    for (list, sources) in problems {
        for problem in sorted(list) {
            let rule = rules.iter().position(|code| *code == problem.code).unwrap_or_else(|| {
                rules.push(problem.code);
                rules.len() - 1
            });
            results.push(result(problem, rule, sources));
        }
    }
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "heterodox",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules.into_iter().map(rule).collect::<Value>(),
                },
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": code.title() },
        "help": { "text": code.page(), "markdown": code.page() },
        "defaultConfiguration": { "level": level(code.severity()) },
    })
}

fn result(problem: &Diagnostic, rule: usize, sources: &SourceMap) -> Value {
    let text: Vec<&str> = std::iter::once(&problem.message).chain(&problem.help).map(|line| line.trim_end()).collect();
    let mut result = json!({
        "ruleId": problem.code.as_str(),
        "ruleIndex": rule,
        "level": level(problem.severity),
        "message": { "text": text.join("\n") },
    });
    if let Some(place) = problem.primary.and_then(|span| location(span, &problem.label, sources)) {
        result["locations"] = json!([place]);
    }
    let others: Vec<Value> = problem
        .others
        .iter()
        .enumerate()
        .filter_map(|(number, (span, label))| {
            let mut place = location(*span, label, sources)?;
            place["id"] = json!(number);
            Some(place)
        })
        .collect();
    if !others.is_empty() {
        result["relatedLocations"] = Value::Array(others);
    }
    result
}

fn location(span: Span, label: &str, sources: &SourceMap) -> Option<Value> {
    if span.source.0 as usize >= sources.files().len() {
        return None;
    }
    let start = sources.place(span);
    let end = sources.place(Span { start: span.end.max(span.start), ..span });
    let mut location = json!({
        "physicalLocation": {
            "artifactLocation": { "uri": uri(&start.file) },
            "region": {
                "startLine": start.line,
                "startColumn": start.column,
                "endLine": end.line,
                "endColumn": end.column,
            },
        },
    });
    if !label.is_empty() {
        location["message"] = json!({ "text": label });
    }
    Some(location)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// A path as a reference: what may not stand in one is written as `%` and two digits.
fn uri(path: &str) -> String {
    let mut uri = String::new();
    for byte in path.bytes() {
        match byte {
            b'\\' => uri.push('/'),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => uri.push(char::from(byte)),
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
