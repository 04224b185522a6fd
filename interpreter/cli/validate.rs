//! `heterodox validate`: paths in; every problem of every definition and of each value of its options out, also those
//! that show only when its tests are run and random games are played.

use crate::args::ValidateArgs;
use crate::checking::{Alone, Check, Checked, trial};
use crate::format::Format;
use crate::output::{numbered, print, print_json};
use crate::subject::examine_named;
use heterodox::diagnostic::render::{Style, pointer, render};
use heterodox::diagnostic::sarif::sarif;
use heterodox::diagnostic::{Diagnostic, Severity};
use heterodox::playtest::trial::{ENOUGH, Plan};
use heterodox::rules::Stop;
use heterodox::source::SourceMap;
use serde_json::json;
use std::process::ExitCode;
use std::time::Duration;

/// The most games that are played unless so many are asked for.
const MOST_GAMES: u32 = 300;

pub(crate) fn run(args: &ValidateArgs) -> anyhow::Result<ExitCode> {
    let format = args.report.format();
    let (mut errors, mut warnings, mut faulty) = (0, 0, 0);
    let mut values = Vec::new();
    let mut logged: Vec<(Vec<Diagnostic>, SourceMap)> = Vec::new();
    for path in &args.paths {
        let options = &args.options.list;
        let plan = Plan { games: args.play.unwrap_or(MOST_GAMES), seed: args.seed };
        let enough = args.play.map_or(ENOUGH, |_| u64::MAX);
        let limit = Duration::from_secs(args.time.seconds.into());
        let check = Check { path, options, plan, enough, limit, stop: Stop::default() };
        let checked = check.run(examine_named(path, options), &mut Alone);
        let (errors_here, warnings_here) = (checked.count(Severity::Error), checked.count(Severity::Warning));
        let ok = errors_here == 0 && !(args.strict && warnings_here > 0);
        let value = checked.value(path, ok, args.seed);
        let (passed, failed) = checked.tests.unwrap_or_default();
        let Checked { opened, problems, tried, played, .. } = checked;
        errors += errors_here;
        warnings += warnings_here;
        faulty += usize::from(!ok);
        let name = opened.variant.as_ref().map(heterodox::variant::Variant::name);
        let sources = &opened.loaded.sources;
        match format {
            Format::Json => values.push(value),
            Format::Sarif => {}
            Format::Short => print(&render(&problems, sources, Style::Short))?,
            Format::Human => {
                let mut text = render(&problems, sources, Style::Coloured);
                if !text.is_empty() {
                    text.push('\n');
                }
                if ok {
                    let also = if tried.is_empty() { String::new() } else { format!(", also {}", tried.join(", ")) };
                    text.push_str(&format!("ok: {path}: {}{also}\n", name.unwrap_or_default()));
                }
                let mut done = Vec::new();
                if passed + failed > 0 {
                    done.push(format!("{passed} of {} passed", numbered(passed + failed, "test")));
                }
                done.extend(played.as_ref().map(trial::summary));
                if !done.is_empty() {
                    text.push_str(&format!("    {}\n", done.join("; ")));
                }
                print(&text)?;
            }
        }
        logged.push((problems, opened.loaded.sources));
    }
    match format {
        Format::Sarif => {
            let log = sarif(logged.iter().map(|(list, sources)| (list.as_slice(), sources)));
            print_json(&log)?;
        }
        Format::Json => print_json(&json!({ "ok": faulty == 0, "definitions": values }))?,
        Format::Human if errors + warnings > 0 => {
            print(&format!(
                "{} and {} in {}\n",
                numbered(errors, "error"),
                numbered(warnings, "warning"),
                numbered(args.paths.len(), "definition"),
            ))?;
            if let Some(pointer) = pointer(logged.iter().flat_map(|(list, _)| list)) {
                print(&format!("{pointer}\n"))?;
            }
        }
        _ => {}
    }
    Ok(if faulty == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
