//! `heterodox test`: definitions in; their `[[test]]` tables played, what passed and what failed out.

use crate::args::TestArgs;
use crate::checking::{Purse, cut_short, reports};
use crate::format::Format;
use crate::output::{Problems, Voice, numbered, print, print_json};
use crate::subject::examine_named;
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, pointer, render};
use heterodox::diagnostic::sarif::sarif;
use heterodox::diagnostic::{Code, Diagnostic};
use heterodox::playtest::TestReport;
use heterodox::rules::Stop;
use heterodox::source::SourceMap;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Duration;

/// What came of one definition.
struct Tested<'a> {
    path: &'a str,
    sources: SourceMap,
    reports: Vec<TestReport>,
    /// Why it cannot be opened, or what is to be warned of.
    problems: Vec<Diagnostic>,
    opens: bool,
}

pub(crate) fn run(args: &TestArgs) -> anyhow::Result<ExitCode> {
    let format = args.report.format();
    let (mut passed, mut failed, mut closed, mut cut) = (0, 0, 0, 0);
    let mut all = Vec::new();
    for path in &args.paths {
        let opened = examine_named(path, &args.options);
        let opens = opened.is_sound();
        let purse = Purse::new(Duration::from_secs(args.time.seconds.into()));
        let (reports, late) = match opens {
            true => purse.within(&Stop::default(), |stop| reports(path, &args.options, &opened, &[], stop)),
            false => (Vec::new(), false),
        };
        let mut problems = opened.diagnostics;
        if late {
            cut += 1;
            let seconds = args.time.seconds;
            let left_out = format!("the tests behind the first {}", reports.len());
            let name = opened.loaded.definition.as_ref().map(|definition| definition.name.span);
            problems.push(cut_short(&left_out, seconds.into(), name));
        }
        let tested = Tested { path, sources: opened.loaded.sources, reports, problems, opens };
        let passed_here = tested.reports.iter().filter(|report| report.passed()).count();
        passed += passed_here;
        failed += tested.reports.len() - passed_here;
        closed += usize::from(!opens);
        match format {
            Format::Human if opens => print(&tested.text())?,
            Format::Human => {
                let problems = Problems { list: tested.problems.clone(), sources: tested.sources.clone() };
                problems.report(Voice { format, in_lines: false });
            }
            Format::Short => print(&render(&tested.all_problems(), &tested.sources, Style::Short))?,
            Format::Json | Format::Sarif => {}
        }
        all.push(tested);
    }
    match format {
        Format::Human if closed < args.paths.len() => print(&format!("{passed} passed, {failed} failed\n"))?,
        Format::Human | Format::Short => {}
        Format::Json => {
            let definitions: Value = all.iter().map(Tested::json).collect();
            print_json(&json!({ "passed": passed, "failed": failed, "definitions": definitions }))?;
        }
        Format::Sarif => {
            let lists: Vec<_> = all.iter().map(|tested| (tested.all_problems(), &tested.sources)).collect();
            print_json(&sarif(lists.iter().map(|(list, sources)| (list.as_slice(), *sources))))?;
        }
    }
    Ok(if failed + closed + cut == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Tested<'_> {
    fn all_problems(&self) -> Vec<Diagnostic> {
        let failures = self.reports.iter().flat_map(|report| &report.problems);
        self.problems.iter().chain(failures).cloned().collect()
    }

    fn text(&self) -> String {
        let mut text = format!("{}: {}\n", self.path, numbered(self.reports.len(), "test"));
        for report in &self.reports {
            text.push_str(&format!("  {}  {}\n", if report.passed() { "ok    " } else { "FAILED" }, report.name));
        }
        for report in &self.reports {
            if !report.problems.is_empty() {
                text.push('\n');
                text.push_str(&render(&report.problems, &self.sources, Style::Coloured));
            }
        }
        text.push('\n');
        let cut: Vec<Diagnostic> =
            self.problems.iter().filter(|problem| problem.code == Code::CutShort).cloned().collect();
        text.push_str(&render(&cut, &self.sources, Style::Coloured));
        if let Some(pointer) = pointer(self.reports.iter().flat_map(|report| &report.problems)) {
            text.push_str(&format!("{pointer}\n"));
        }
        text
    }

    fn json(&self) -> Value {
        let test = |report: &TestReport| {
            json!({
                "name": report.name,
                "line": self.sources.place(report.span).line,
                "passed": report.passed(),
                "diagnostics": json(&report.problems, &self.sources),
            })
        };
        json!({
            "path": self.path,
            "opens": self.opens,
            "tests": self.reports.iter().map(test).collect::<Value>(),
            "diagnostics": json(&self.problems, &self.sources),
        })
    }
}
