//! The command line: words in, text and an exit code out. Everything it knows of games it asks the library.

mod args;
mod checking;
mod describe;
mod explain;
mod files;
mod format;
mod keys;
mod list;
mod movement;
mod moves;
mod new;
mod output;
mod perft;
mod picture;
mod play;
mod rules;
mod saved;
mod schema;
mod shell;
mod show;
mod subject;
mod test;
mod validate;
mod values;
mod watch;
mod words;

use args::{Args, Command};
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use heterodox::source::visible;
use output::{Problems, Voice, failed, is_broken_pipe};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(odd) =
        std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).find(|word| is_steering(word))
    {
        let why = format!("the argument `{}` has a control character in it", visible(&odd));
        Args::command().error(ErrorKind::InvalidValue, why).exit();
    }
    let args = Args::parse();
    if let Some(why) = args.command.contradiction() {
        Args::command().error(ErrorKind::ArgumentConflict, why).exit();
    }
    let voice = Voice { format: args.command.format(), in_lines: args.command.speaks_in_lines() };
    match run(&args.command) {
        Ok(code) => code,
        // Whoever reads the output has seen enough.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            match error.downcast_ref::<Problems>() {
                Some(problems) => problems.report(voice),
                None => failed(&error, voice),
            }
            ExitCode::FAILURE
        }
    }
}

/// Whether a word of the command line would steer a terminal when a message names it.
fn is_steering(word: &str) -> bool {
    word.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t'))
}

fn run(command: &Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::List(args) => list::run(args),
        Command::Validate(args) => validate::run(args),
        Command::Test(args) => test::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
        Command::Picture(args) => picture::run(args),
        Command::Show(args) => show::run(args),
        Command::Explain(args) => explain::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Describe(args) => describe::run(args),
        Command::Rules(args) => rules::run(args),
        Command::New(args) => new::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Movement(args) => movement::run(args),
        Command::Completions(args) => shell::completions(args.shell),
        Command::Man => shell::manual(),
    }
}
