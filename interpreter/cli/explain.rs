//! `heterodox explain`: codes of problems in, their pages out; without a code all of them, a line each.

use crate::args::ExplainArgs;
use crate::output::{columns, complain, print};
use heterodox::diagnostic::{Code, nearest};
use std::process::ExitCode;

pub(crate) fn run(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    if args.codes.is_empty() {
        print(&list())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut exit = ExitCode::SUCCESS;
    let mut text = String::new();
    for word in &args.codes {
        match Code::named(word) {
            Some(code) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(code.page());
            }
            None => {
                let help = match nearest(word, Code::ALL.iter().map(|code| code.as_str())) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => "`heterodox explain` lists all codes".to_owned(),
                };
                complain(&format!("error: there is no code `{}`; {help}\n", word.escape_debug()));
                exit = ExitCode::FAILURE;
            }
        }
    }
    print(&text)?;
    Ok(exit)
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
