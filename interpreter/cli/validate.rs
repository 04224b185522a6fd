//! `heterodox validate`: paths in; every problem of every definition and of each value of its options out, also those
//! that show only when its tests are run and random games are played.

mod trial;

use crate::args::{Format, ValidateArgs};
use crate::output::{numbered, print, print_json};
use crate::subject::{after_moves, open_named};
use crate::test::reports;
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, pointer, render};
use heterodox::diagnostic::sarif::sarif;
use heterodox::diagnostic::{Code, Diagnostic, Severity};
use heterodox::notation::coordinate;
use heterodox::open::Opened;
use heterodox::playtest::trial::{Plan, Trial};
use heterodox::playtest::{lint, wide_hooks};
use heterodox::position::Position;
use heterodox::rules::Rules;
use heterodox::source::{SourceMap, Span, Spanned};
use serde_json::json;
use std::process::ExitCode;

/// What is known of one definition after all its options were tried.
struct Checked {
    opened: Opened,
    problems: Vec<Diagnostic>,
    /// `many=free`, each tried alone.
    tried: Vec<String>,
    /// How many tests passed and failed.
    tests: (usize, usize),
    /// What came of random games with the options as chosen.
    played: Option<Trial>,
}

pub(crate) fn run(args: &ValidateArgs) -> anyhow::Result<ExitCode> {
    let format = args.wants();
    let (mut errors, mut warnings, mut faulty) = (0, 0, 0);
    let mut values = Vec::new();
    let mut logged: Vec<(Vec<Diagnostic>, SourceMap)> = Vec::new();
    for path in &args.paths {
        let plan = Plan { games: args.play, seed: args.seed };
        let Checked { opened, problems, tried, tests: (passed, failed), played } =
            check(path, &args.options.list, plan);
        let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
        let (errors_here, warnings_here) = (count(Severity::Error), count(Severity::Warning));
        let ok = errors_here == 0 && !(args.strict && warnings_here > 0);
        errors += errors_here;
        warnings += warnings_here;
        faulty += usize::from(!ok);
        let name = opened.variant.as_ref().map(heterodox::variant::Variant::name);
        let sources = &opened.loaded.sources;
        match format {
            Format::Json => values.push(json!({
                "path": path,
                "name": name,
                "ok": ok,
                "options": tried,
                "tests": { "passed": passed, "failed": failed },
                "play": played.as_ref().map(|played| trial::value(played, args.seed)),
                "diagnostics": json(&problems, sources),
            })),
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

/// The most first moves that are tried.
const TRIED: usize = 100;

/// What a script does wrong at the start of a game: in the first position, and after each of its moves.
fn first_trouble(opened: &mut Opened) -> Option<Diagnostic> {
    let variant = opened.variant.clone()?;
    let text = variant.start().to_owned();
    let source = opened.loaded.sources.add("start", text.clone());
    let start = Spanned::new(text.clone(), Span::new(source, 0..text.len()));
    let mut rules = Rules::new(variant);
    let (position, _) = rules.position(&start).ok()?;
    let trouble = |rules: &mut Rules, position: &Position, led: &[String]| {
        let moves = rules.legal_moves(position).to_vec();
        let _ = rules.outcome(position, 1);
        match rules.context().trouble() {
            Some(problem) => Err(Box::new(after_moves(problem.clone(), led))),
            None => Ok(moves),
        }
    };
    let moves = match trouble(&mut rules, &position, &[]) {
        Ok(moves) => moves,
        Err(problem) => return Some(*problem),
    };
    let names = coordinate(rules.variant(), &position, &moves);
    moves.iter().zip(names).take(TRIED).find_map(|(mv, name)| {
        let next = rules.play_unchecked(&position, mv);
        trouble(&mut rules, &next, &[name]).err().map(|problem| *problem)
    })
}

/// What only playing shows: functions that ask too much or fail, laws that break. The games of the plan are played only
/// if the start is sound.
fn try_out(
    path: &str,
    options: &[(String, String)],
    opened: &mut Opened,
    plan: Plan,
) -> (Vec<Diagnostic>, Option<Trial>) {
    let Some(variant) = opened.variant.clone() else { return (Vec::new(), None) };
    let mut problems = lint(opened);
    problems.extend(wide_hooks(&variant));
    if let Some(trouble) = first_trouble(opened) {
        problems.push(trouble);
        return (problems, None);
    }
    let stands_still = problems.iter().any(|problem| problem.code == Code::NoFirstMove);
    if plan.games == 0 || stands_still {
        return (problems, None);
    }
    let played = trial::play(path, options, &variant, plan, &mut problems);
    (problems, Some(played))
}

/// The most values of options with which a definition is opened for its tests and kept for what follows.
const KEPT: usize = 16;

/// Opens a definition as chosen and runs its tests, then opens it with each other value of each option that was left
/// open. The games of the plan are shared out among the values.
fn check(path: &str, options: &[(String, String)], plan: Plan) -> Checked {
    let mut opened = open_named(path, options);
    let mut problems = std::mem::take(&mut opened.diagnostics);
    let mut values: Vec<(String, String)> = Vec::new();
    for (name, option) in opened.loaded.definition.iter().flat_map(|definition| &definition.options) {
        if options.iter().all(|(chosen, _)| chosen != name) {
            let others = option.value.values.iter().filter(|value| **value != option.value.chosen);
            values.extend(others.map(|value| (name.clone(), value.clone())));
        }
    }
    let plan = Plan { games: plan.games.div_ceil(values.len() as u32 + 1), ..plan };
    let (found, played) = try_out(path, options, &mut opened, plan);
    problems.extend(found);
    let chosen = |value: &(String, String)| [options, std::slice::from_ref(value)].concat();
    let others: Vec<Opened> = values.iter().take(KEPT).map(|value| open_named(path, &chosen(value))).collect();
    let reports = if opened.is_sound() { reports(path, options, &opened, &others) } else { Vec::new() };
    let passed = reports.iter().filter(|report| report.passed()).count();
    let tests = (passed, reports.len() - passed);
    problems.extend(reports.into_iter().flat_map(|report| report.problems));
    let mut others = others.into_iter();
    for option @ (name, value) in &values {
        let mut again = others.next().unwrap_or_else(|| open_named(path, &chosen(option)));
        let mut found = std::mem::take(&mut again.diagnostics);
        found.extend(try_out(path, &chosen(option), &mut again, plan).0);
        for problem in found {
            let known = |other: &Diagnostic| {
                (other.code, other.primary, &other.message) == (problem.code, problem.primary, &problem.message)
            };
            if !problems.iter().any(known) {
                problems.push(problem.help(format!("this is so with `--option {name}={value}`")));
            }
        }
    }
    let tried = values.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    Checked { opened, problems, tried, tests, played }
}
