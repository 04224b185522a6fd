//! The command line: words in, text and an exit code out. Everything it knows of games it asks the library.

mod args;
mod list;
mod output;
mod show;
mod subject;
mod validate;

use args::{Args, Command};
use clap::Parser;
use output::{Problems, is_broken_pipe};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = Args::parse();
    let json = args.command.wants_json();
    match run(&args.command) {
        Ok(code) => code,
        // Whoever reads the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            match error.downcast_ref::<Problems>() {
                Some(problems) => problems.report(json),
                None => output::complain(&format!("error: {error:#}\n")),
            }
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::List(args) => list::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Show(args) => show::run(args),
        _ => Ok(ExitCode::SUCCESS),
    }
}
