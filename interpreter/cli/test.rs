//! `heterodox test`: definitions in; their `[[test]]` tables played, what passed and what failed out.

use crate::args::TestArgs;
use crate::output::{Problems, numbered, print, print_json};
use crate::subject::open_named;
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, pointer, render};
use heterodox::open::Opened;
use heterodox::playtest::{TestReport, run_tests_among};
use serde_json::{Value, json};
use std::process::ExitCode;

/// What came of the tests of a definition that are played with the options chosen; `others`: opened with other options.
pub(crate) fn reports(path: &str, options: &[(String, String)], opened: &Opened, others: &[Opened]) -> Vec<TestReport> {
    let mut reports = run_tests_among(opened, others, |chosen| {
        let mut all = options.to_vec();
        all.retain(|(name, _)| chosen.iter().all(|(other, _)| other != name));
        all.extend_from_slice(chosen);
        open_named(path, &all)
    });
    let definition = opened.loaded.definition.as_ref();
    let mut asked = definition.iter().flat_map(|definition| {
        definition.tests.iter().map(|test| {
            options.iter().all(|(name, value)| match (test.option.get(name), definition.options.get(name)) {
                (Some(chosen), _) => chosen.value.value == *value,
                (None, Some(option)) => option.value.default == *value,
                (None, None) => true,
            })
        })
    });
    reports.retain(|_| asked.next() != Some(false));
    reports
}

pub(crate) fn run(args: &TestArgs) -> anyhow::Result<ExitCode> {
    let (mut passed, mut failed) = (0, 0);
    let mut values = Vec::new();
    for path in &args.paths {
        let opened = open_named(path, &args.options);
        if opened.variant.is_none() {
            return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
        }
        let reports = reports(path, &args.options, &opened, &[]);
        let sources = &opened.loaded.sources;
        let passed_here = reports.iter().filter(|report| report.passed()).count();
        passed += passed_here;
        failed += reports.len() - passed_here;
        if args.json {
            let tests: Value = reports
                .iter()
                .map(|report| {
                    json!({
                        "name": report.name,
                        "line": sources.place(report.span).line,
                        "passed": report.passed(),
                        "diagnostics": json(&report.problems, sources),
                    })
                })
                .collect();
            values.push(json!({ "path": path, "tests": tests }));
            continue;
        }
        let mut text = format!("{path}: {}\n", numbered(reports.len(), "test"));
        for report in &reports {
            text.push_str(&format!("  {}  {}\n", if report.passed() { "ok    " } else { "FAILED" }, report.name));
        }
        for report in &reports {
            if !report.passed() {
                text.push('\n');
                text.push_str(&render(&report.problems, sources, Style::Coloured));
            }
        }
        text.push('\n');
        if let Some(pointer) = pointer(reports.iter().flat_map(|report| &report.problems)) {
            text.push_str(&format!("{pointer}\n"));
        }
        print(&text)?;
    }
    if args.json {
        print_json(&json!({ "passed": passed, "failed": failed, "definitions": values }))?;
    } else {
        print(&format!("{passed} passed, {failed} failed\n"))?;
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
