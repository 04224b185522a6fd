//! Files for editors, printed: the schema of definitions, or the words of scripts.

use crate::args::SchemaArgs;
use crate::output::{print, print_json};
use heterodox::definition::json_schema::json_schema;
use heterodox::script::definitions::definitions;
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn run(args: &SchemaArgs) -> anyhow::Result<ExitCode> {
    match (args.script, args.report.is_json()) {
        (true, true) => print_json(&json!({ "script": definitions() }))?,
        (true, false) => print(&definitions())?,
        // It is JSON already.
        (false, _) => print(&json_schema())?,
    }
    Ok(ExitCode::SUCCESS)
}
