//! `heterodox explain`: codes of problems in, their pages out; without a code all of them, a line each.

use crate::args::ExplainArgs;
use crate::output::{columns, complain, print, print_json};
use heterodox::diagnostic::render::severity_word;
use heterodox::diagnostic::{Code, nearest};
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let mut codes = Vec::new();
    let mut unknown = Vec::new();
    for word in &args.codes {
        match Code::named(word) {
            Some(code) => codes.push(code),
            None => {
                let all = || Code::ALL.iter().map(|code| code.as_str());
                let within: Vec<String> = all()
                    .filter(|code| word.len() > 2 && code.contains(word.as_str()))
                    .map(|code| format!("`{code}`"))
                    .collect();
                let help = match nearest(word, all()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None if (1..=FEW).contains(&within.len()) => format!("there is {}", within.join(", ")),
                    None => "`heterodox explain` lists all codes".to_owned(),
                };
                unknown.push(format!("there is no code `{}`; {help}", word.escape_debug()));
            }
        }
    }
    for message in &unknown {
        complain(&format!("error: {message}\n"));
    }
    if args.report.is_json() {
        let wanted = if args.codes.is_empty() { Code::ALL } else { codes.as_slice() };
        let mut value = json!({ "codes": wanted.iter().map(|code| value(*code)).collect::<Value>() });
        if !unknown.is_empty() {
            value["error"] = json!(unknown.join("; "));
        }
        print_json(&value)?;
    } else if args.codes.is_empty() {
        print(&list())?;
    } else {
        print(&codes.iter().map(|code| code.page()).collect::<Vec<_>>().join("\n"))?;
    }
    Ok(if unknown.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The most codes that have a word in them to be listed.
const FEW: usize = 12;

/// A code for programs.
fn value(code: Code) -> Value {
    json!({
        "code": code.as_str(),
        "severity": severity_word(code.severity()),
        "topic": code.topic().title(),
        "title": code.title(),
        "page": code.page(),
    })
}

/// All codes under the headings of their topics.
fn list() -> String {
    let mut text = String::new();
    for topic in Code::ALL.chunk_by(|one, other| one.topic() == other.topic()) {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&format!("{}:\n", topic[0].topic().title()));
        let rows: Vec<Vec<String>> =
            topic.iter().map(|code| vec![code.as_str().to_owned(), code.title().to_owned()]).collect();
        text.push_str(&columns(&rows, "  "));
    }
    text
}
