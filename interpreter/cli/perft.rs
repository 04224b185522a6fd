//! `heterodox perft`: a position and a depth in, the number of move sequences out, shared among threads if wished.

use crate::args::PerftArgs;
use crate::output::{print, print_json};
use crate::subject::{Subject, after_moves};
use crate::words::led;
use heterodox::diagnostic::Diagnostic;
use heterodox::notation::coordinate;
use heterodox::position::Position;
use heterodox::rules::{HookStats, Move, Rules};
use heterodox::variant::Variant;
use serde_json::json;
use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

pub(crate) fn run(args: &PerftArgs) -> anyhow::Result<ExitCode> {
    let mut subject = Subject::open(&args.choice)?;
    let variant = subject.variant();
    let language = subject.language("en")?;
    let game = subject.game(&args.start, &language)?;
    let led = led(&game);
    let position = game.position().clone();
    let depth = usize::from(args.depth);
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
    if args.json {
        let mut value = json!({ "fen": position.to_fen(&variant), "depth": depth, "nodes": nodes });
        if args.divide {
            value["divide"] = divided.iter().map(|(name, count)| json!({ "move": name, "nodes": count })).collect();
        }
        if args.profile {
            value["profile"] = json!({
                "seconds": seconds,
                "nodes_per_second": (nodes as f64 / seconds) as u64,
                "hooks": hooks.iter().map(in_json).collect::<Vec<_>>(),
            });
        }
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
    if args.profile {
        text.push_str(&profile(nodes, seconds, &hooks));
    }
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The speed, and a line for each function that was asked.
fn profile(nodes: u64, seconds: f64, hooks: &[HookStats]) -> String {
    let mut text = format!("{seconds:.3} s, {:.1} million nodes a second\n", nodes as f64 / seconds / 1e6);
    if hooks.is_empty() {
        text.push_str("no function was asked: there is none, or what it says was worked out at load\n");
        return text;
    }
    let wide = hooks.iter().map(|hook| hook.name.chars().count()).max().unwrap_or(0).max("function".len());
    let _ =
        writeln!(text, "{:wide$}  {:>12}  {:>12}  {:>12}  {:>6}", "function", "calls", "remembered", "runs", "nodes");
    for hook in hooks {
        let HookStats { name, calls, remembered, runs, nodes, .. } = hook;
        let full = if hook.is_full { "  full: ask about sets of squares instead of squares in a loop" } else { "" };
        let _ = writeln!(text, "{name:wide$}  {calls:>12}  {remembered:>12}  {runs:>12}  {nodes:>6}{full}");
    }
    text
}

fn in_json(hook: &HookStats) -> serde_json::Value {
    json!({
        "name": hook.name,
        "calls": hook.calls,
        "remembered": hook.remembered,
        "runs": hook.runs,
        "nodes": hook.nodes,
        "full": hook.is_full,
    })
}

/// Adds up what functions have cost several threads; each thread has a memory of its own, and the largest is told.
fn add(hooks: &mut Vec<HookStats>, more: Vec<HookStats>) {
    for hook in more {
        match hooks.iter_mut().find(|known| (&known.name, known.span) == (&hook.name, hook.span)) {
            Some(known) => {
                known.calls += hook.calls;
                known.remembered += hook.remembered;
                known.runs += hook.runs;
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
    let next = AtomicUsize::new(0);
    let work = || {
        let mut rules = Rules::new(variant.clone());
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
        Some(problem) => subject.problems(vec![after_moves(problem, &led)]),
        None => anyhow::anyhow!("a thread ended before its work was done"),
    }
}
