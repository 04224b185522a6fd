//! `--format` and `--json`: the forms in which results and problems are told, and which of them a command takes. A form
//! that says nothing about a command is refused, with those that it takes and where the other belongs.

use clap::builder::{PossibleValue, PossibleValuesParser, StyledStr, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args as Arguments, Command, ValueEnum};
use std::ffi::OsStr;

/// How results and problems are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text; problems with the lines of the source
    Human,
    /// Text; problems as `file:line:column: code: message`, a line each
    Short,
    /// JSON, results and problems
    Json,
    /// A log of the problems in SARIF 2.1.0
    Sarif,
}

/// The forms that a command takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Taken(&'static [Format]);

/// Commands whose result is the problems that they find.
pub(crate) const CHECKS: Taken = Taken(&[Format::Human, Format::Short, Format::Json, Format::Sarif]);
/// Commands with a result of their own, beside which problems may come up.
pub(crate) const RESULTS: Taken = Taken(&[Format::Human, Format::Short, Format::Json]);
/// Commands that open nothing in which there could be problems.
pub(crate) const LISTS: Taken = Taken(&[Format::Human, Format::Json]);

impl Taken {
    /// The argument `--format` of a command that takes these.
    pub(crate) fn only(self, format: Arg) -> Arg {
        format.value_parser(self)
    }

    fn values(self) -> impl Iterator<Item = PossibleValue> {
        self.0.iter().filter_map(Format::to_possible_value)
    }
}

impl TypedValueParser for Taken {
    type Value = Format;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Format, clap::Error> {
        let name = PossibleValuesParser::new(self.values()).parse_ref(command, arg, value).map_err(|mut error| {
            let elsewhere = match value.to_str() {
                Some("sarif") => "a log in SARIF holds problems alone; `validate`, `test` and `watch` write one",
                Some("short") => "`short` is about problems, of which there are none here",
                _ => return error,
            };
            let tip = ContextValue::StyledStrs(vec![StyledStr::from(elsewhere)]);
            error.insert(ContextKind::Suggested, tip);
            error
        })?;
        Format::from_str(&name, false)
            .map_err(|message| clap::Error::raw(clap::error::ErrorKind::InvalidValue, message))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values()))
    }
}

/// How a command tells what it has found.
#[derive(Debug, Clone, Copy, Arguments)]
pub(crate) struct Report {
    /// How results and problems are told
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

impl Report {
    /// The format asked for.
    pub(crate) fn format(self) -> Format {
        if self.json { Format::Json } else { self.format }
    }

    /// Whether a program reads the results.
    pub(crate) fn is_json(self) -> bool {
        self.format() == Format::Json
    }
}
