//! Files for editors, printed: the schema of definitions, or the words of scripts.

use crate::args::SchemaArgs;
use crate::output::print;
use heterodox::definition::json_schema::json_schema;
use heterodox::script::definitions::definitions;
use std::process::ExitCode;

pub(crate) fn run(args: &SchemaArgs) -> anyhow::Result<ExitCode> {
    print(&if args.script { definitions() } else { json_schema() })?;
    Ok(ExitCode::SUCCESS)
}
