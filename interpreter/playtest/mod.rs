//! Definitions tried by playing. The `[[test]]` tables: an opened definition in, a report for each table out. Random
//! games in which laws are tried: a variant in, what broke out. Functions that ask too much to be remembered: a variant
//! in, warnings out. The place of a problem that has none. Design that looks like a slip: an opened definition in, warnings out.

mod chains;
mod judge;
pub mod laws;
mod lint;
pub mod trial;
pub mod twin;
mod width;

pub use chains::placed;
pub use lint::{COMMON, LINTS, lint};
pub use trial::trial;
pub use width::wide_hooks;

use crate::definition::TestDef;
use crate::diagnostic::{Code, Diagnostic};
use crate::open::Opened;
use crate::rules::{Rules, Stop};
use crate::source::Span;
use crate::variant::Variant;

/// What came of one `[[test]]` table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestReport {
    /// What it shows.
    pub name: String,
    /// Where its name stands.
    pub span: Span,
    /// What is not as the table says (errors) and what it says in vain; places are those of the opened definition.
    pub problems: Vec<Diagnostic>,
}

impl TestReport {
    /// Whether all is as the table says.
    #[must_use]
    pub fn passed(&self) -> bool {
        !self.problems.iter().any(Diagnostic::is_error)
    }
}

/// Options by name, in the order of the definition.
type Chosen = Vec<(String, String)>;

/// Plays every `[[test]]` table of an opened definition. Options that a table does not choose have their defaults;
/// `reopen` opens the same definition with others.
pub fn run_tests(opened: &Opened, reopen: impl FnMut(&[(String, String)]) -> Opened) -> Vec<TestReport> {
    run_tests_among(opened, &[], &Stop::default(), reopen)
}

/// See [`run_tests`]; `others` are the same definition opened with other options, so that it need not be opened again. On
/// the sign to stop, the reports of the tests that were over by then.
pub fn run_tests_among(
    opened: &Opened,
    others: &[Opened],
    stop: &Stop,
    mut reopen: impl FnMut(&[(String, String)]) -> Opened,
) -> Vec<TestReport> {
    let Some(definition) = &opened.loaded.definition else { return Vec::new() };
    let open = std::iter::once(opened).chain(others).filter_map(|opened| opened.variant.as_ref());
    let rules = |variant: &Variant| {
        let mut rules = Rules::new(variant.clone());
        rules.stop_on(stop);
        rules
    };
    let mut known: Vec<(Chosen, Result<Rules, Vec<Diagnostic>>)> =
        open.map(|variant| (variant.options().to_vec(), Ok(rules(variant)))).collect();
    let mut reports = Vec::new();
    for test in &definition.tests {
        let wanted: Chosen = definition
            .options
            .iter()
            .map(|(name, option)| {
                let value = test.option.get(name).map_or(&option.value.default, |chosen| &chosen.value.value);
                (name.clone(), value.clone())
            })
            .collect();
        let number = known.iter().position(|(options, _)| *options == wanted).unwrap_or_else(|| {
            let again = reopen(&wanted);
            known.push((wanted, again.variant.as_ref().map(rules).ok_or(again.diagnostics)));
            known.len() - 1
        });
        let problems = match &mut known[number] {
            (_, Ok(rules)) => {
                judge::judge(rules, test).into_iter().map(|problem| placed(problem, definition)).collect()
            }
            (options, Err(found)) => vec![does_not_open(test, options, found)],
        };
        if stop.is_given() {
            break;
        }
        reports.push(TestReport { name: test.name.value.clone(), span: test.name.span, problems });
    }
    reports
}

fn does_not_open(test: &TestDef, options: &Chosen, found: &[Diagnostic]) -> Diagnostic {
    let chosen: Vec<String> = options.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut problem = Diagnostic::error(
        Code::TestOption,
        format!("`{}`: the definition cannot be played with {}", test.name.value, chosen.join(", ")),
    )
    .at(test.option.values().next().map_or(test.name.span, |entry| entry.value.span));
    if let Some(first) = found.iter().find(|problem| problem.is_error()) {
        problem = problem.help(format!("then {}", first.message));
    }
    problem.help("validate the definition with these options")
}
