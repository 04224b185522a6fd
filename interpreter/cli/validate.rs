//! `heterodox validate`: paths in; every problem of every definition and of each value of its options out, also those
//! that scripts show only when a game begins.

use crate::args::{Format, ValidateArgs};
use crate::output::{numbered, print, print_json};
use crate::subject::{after_moves, open_named};
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, pointer, render};
use heterodox::diagnostic::sarif::sarif;
use heterodox::diagnostic::{Diagnostic, Severity};
use heterodox::notation::coordinate;
use heterodox::open::Opened;
use heterodox::playtest::wide_hooks;
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
}

pub(crate) fn run(args: &ValidateArgs) -> anyhow::Result<ExitCode> {
    let format = args.wants();
    let (mut errors, mut warnings, mut faulty) = (0, 0, 0);
    let mut values = Vec::new();
    let mut logged: Vec<(Vec<Diagnostic>, SourceMap)> = Vec::new();
    for path in &args.paths {
        let Checked { opened, problems, tried } = check(path, &args.options.list);
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

/// Opens a definition as chosen, then with each other value of each option that was left open.
fn check(path: &str, options: &[(String, String)]) -> Checked {
    let mut opened = open_named(path, options);
    let mut problems = std::mem::take(&mut opened.diagnostics);
    problems.extend(opened.variant.iter().flat_map(wide_hooks));
    problems.extend(first_trouble(&mut opened));
    let mut tried = Vec::new();
    let definition = opened.loaded.definition.as_ref();
    for (name, option) in definition.iter().flat_map(|definition| &definition.options) {
        if options.iter().any(|(chosen, _)| chosen == name) {
            continue;
        }
        for value in option.value.values.iter().filter(|value| **value != option.value.chosen) {
            let mut all = options.to_vec();
            all.push((name.clone(), value.clone()));
            tried.push(format!("{name}={value}"));
            let mut again = open_named(path, &all);
            let mut found = std::mem::take(&mut again.diagnostics);
            found.extend(again.variant.iter().flat_map(wide_hooks));
            found.extend(first_trouble(&mut again));
            for problem in found {
                let known = |other: &Diagnostic| {
                    (other.code, other.primary, &other.message) == (problem.code, problem.primary, &problem.message)
                };
                if !problems.iter().any(known) {
                    problems.push(problem.help(format!("this is so with `--option {name}={value}`")));
                }
            }
        }
    }
    Checked { opened, problems, tried }
}
