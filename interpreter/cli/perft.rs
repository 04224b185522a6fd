//! `heterodox perft`: a position and a depth in, the number of move sequences out, shared among threads if wished.

mod profile;

use crate::args::PerftArgs;
use crate::output::{print, print_json};
use crate::subject::{Subject, after_moves};
use crate::words::led;
use heterodox::diagnostic::Diagnostic;
use heterodox::notation::coordinate;
use heterodox::position::Position;
use heterodox::rules::{HookStats, Move, Rules};
use heterodox::variant::Variant;
use profile::Profile;
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// The plies by which scripts are known before several threads begin.
const WARM_UP: u32 = 100;

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let mut subject = Subject::open(&args.choice)?;
    let variant = subject.variant();
    let language = subject.language(&args.speech.lang)?;
    let game = subject.game(&args.start, &language)?;
    let led = led(&game);
    let position = game.position().clone();
    let depth = usize::from(args.depth);
    if depth > 1 {
        subject.rules.unbound_scripts();
    }
    let begun = Instant::now();
    let mut hooks = Vec::new();
    let (nodes, divided) = if depth == 0 || (!args.divide && args.threads == 1) {
        let nodes = subject.rules.perft(&position, depth);
        if subject.rules.context().trouble().is_some() {
            return Err(trouble(&subject, &position, depth, led));
        }
        hooks = subject.rules.hook_stats();
        (nodes, Vec::new())
    } else {
        let moves = subject.rules.legal_moves(&position);
        let names = coordinate(&variant, &position, &moves);
        let Some(counts) = divide(&variant, &position, &moves, depth, usize::from(args.threads), &mut hooks) else {
            return Err(trouble(&subject, &position, depth, led));
        };
        (counts.iter().sum(), names.into_iter().zip(counts).collect::<Vec<_>>())
    };
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    let profile = args.profile.then(|| Profile::of(&mut subject.rules, &position, depth, nodes, seconds, hooks));
    if args.choice.report.is_json() {
        let mut value = json!({ "fen": position.to_fen(&variant), "depth": depth, "nodes": nodes });
        if args.divide {
            value["divide"] = divided.iter().map(|(name, count)| json!({ "move": name, "nodes": count })).collect();
        }
        if let Some(profile) = &profile {
            value["profile"] = profile.in_json(&subject.loaded.sources);
        }
        value["diagnostics"] = subject.remarks_json();
        print_json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    if args.divide {
        for (name, count) in &divided {
            let _ = writeln!(text, "{name}: {count}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "Nodes searched: {nodes}");
    if let Some(profile) = &profile {
        text.push_str(&profile.text(&subject.loaded.sources));
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Adds up what functions have cost several threads; each thread has a memory of its own, and the largest is told.
fn add(hooks: &mut Vec<HookStats>, more: Vec<HookStats>) {
    for hook in more {
        match hooks.iter_mut().find(|known| (&known.name, known.span) == (&hook.name, hook.span)) {
            Some(known) => {
                known.calls += hook.calls;
                known.remembered += hook.remembered;
                known.runs += hook.runs;
                known.unkept += hook.unkept;
                known.nodes = known.nodes.max(hook.nodes);
                known.is_full |= hook.is_full;
            }
            None => hooks.push(hook),
        }
    }
}

/// The count below each move; `None` if a script had trouble.
fn divide(
    variant: &Variant,
    position: &Position,
    moves: &[Move],
    depth: usize,
    threads: usize,
    hooks: &mut Vec<HookStats>,
) -> Option<Vec<u64>> {
    if threads > 1 {
        // What functions say is found out once, for all threads.
        let mut first = Rules::new(variant.clone());
        first.warm_up(position, WARM_UP);
        add(hooks, first.hook_stats());
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rules = Rules::new(variant.clone());
        rules.count_below(position);
        let mut done = Vec::new();
        while let Some((at, mv)) = take(&next, moves) {
            let after = rules.play_unchecked(position, mv);
            done.push((at, rules.perft(&after, depth - 1)));
            if rules.context().trouble().is_some() {
                return None;
            }
        }
        Some((done, rules.hook_stats()))
    };
    let mut counts = vec![0; moves.len()];
    let parts: Vec<_> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..threads.min(moves.len())).map(|_| scope.spawn(work)).collect();
        handles.into_iter().map(|handle| handle.join().ok().flatten()).collect()
    });
    for part in parts {
        let (part, stats) = part?;
        add(hooks, stats);
        for (at, count) in part {
            counts[at] = count;
        }
    }
    Some(counts)
}

/// The next piece of work.
fn take<'m>(next: &AtomicUsize, moves: &'m [Move]) -> Option<(usize, &'m Move)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    moves.get(at).map(|mv| (at, mv))
}

/// The trouble that a script had below a position, with the moves that lead to it: looked for again, a ply at a time.
fn trouble(subject: &Subject, position: &Position, depth: usize, mut led: Vec<String>) -> anyhow::Error {
    let variant = subject.variant();
    let mut position = position.clone();
    let mut found: Option<Diagnostic> = None;
    'deeper: for depth in (0..=depth).rev() {
        let mut rules = Rules::new(variant.clone());
        let moves = rules.legal_moves(&position);
        if let Some(problem) = rules.context().trouble() {
            found = Some(problem.clone());
            break;
        }
        let names = coordinate(&variant, &position, &moves);
        for (mv, name) in moves.iter().zip(names) {
            if depth == 0 {
                break;
            }
            let mut rules = Rules::new(variant.clone());
            let after = rules.play_unchecked(&position, mv);
            rules.perft(&after, depth - 1);
            if let Some(problem) = rules.context().trouble() {
                found = Some(problem.clone());
                led.push(name);
                position = after;
                continue 'deeper;
            }
        }
        break;
    }
    match found.or_else(|| subject.rules.context().trouble().cloned()) {
        Some(problem) => subject.problems(vec![after_moves(problem, &led, variant.definition())]),
        None => anyhow::anyhow!("a thread ended before its work was done"),
    }
}
