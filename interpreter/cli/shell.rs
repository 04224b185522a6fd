//! What is made from the words of the command line: completions for shells, and the manual page.

use crate::args::Args;
use crate::output::print;
use clap::CommandFactory;
use clap_complete::{Shell, generate};
use clap_mangen::Man;
use std::process::ExitCode;

pub(crate) fn completions(shell: Shell) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(shell, &mut Args::command(), "heterodox", &mut script);
    print(&String::from_utf8(script)?)?;
    Ok(ExitCode::SUCCESS)
}

/// One page: the program, then each of its commands.
pub(crate) fn manual() -> anyhow::Result<ExitCode> {
    let mut page = Vec::new();
    let mut program = Args::command();
    program.build();
    Man::new(program.clone()).render(&mut page)?;
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let man = Man::new(command.clone());
        page.extend_from_slice(format!(".SH \"HETERODOX {}\"\n", command.get_name().to_uppercase()).as_bytes());
        let mut section = Vec::new();
        man.render_synopsis_section(&mut section)?;
        man.render_description_section(&mut section)?;
        man.render_options_section(&mut section)?;
        // Sections of a command are parts of its own.
        page.extend_from_slice(String::from_utf8(section)?.replace(".SH ", ".SS ").as_bytes());
    }
    print(&String::from_utf8(page)?)?;
    Ok(ExitCode::SUCCESS)
}
