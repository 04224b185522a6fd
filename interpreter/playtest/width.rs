//! Functions of a script that ask too much to be remembered, found in random play: a variant in, warnings out.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::{HookStats, Rules, Stop};
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;

/// The most plies that are played.
const PLIES: usize = 3000;
/// The most plies of one game.
const LENGTH: usize = 120;
/// The most runs of scripts that are spent.
const RUNS: u64 = 40_000;
/// After so many plies in which no script ran, everything that comes up is remembered.
const IDLE: usize = 4 * LENGTH;
/// So many calls of the second half are needed to judge a function by them.
const ENOUGH: u64 = 400;
/// From so many of a hundred calls on that run the script in the second half, a function is warned of.
const LATE: u64 = 5;

/// Warns of each function whose memory fills up in seeded random play from the start, or that still runs often when
/// much has been played: its script runs for every situation that is not remembered. Says what to write instead. None on
/// the sign to stop.
#[must_use]
pub fn wide_hooks(variant: &Variant, stop: &Stop) -> Vec<Diagnostic> {
    if variant.definition().scripts.is_empty() {
        return Vec::new();
    }
    let mut rules = Rules::new(variant.clone());
    rules.stop_on(stop);
    rules.bound_scripts();
    let fen = Spanned::new(variant.start().to_owned(), Span::new(SourceId(0), 0..0));
    let Ok((start, _)) = rules.position(&fen) else { return Vec::new() };
    let mut position = start.clone();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut played = 0;
    let (mut idle, mut ran) = (0, 0);
    let mut half: Option<Vec<HookStats>> = None;
    for ply in 0..PLIES {
        let moves = rules.legal_moves(&position);
        if stop.is_given() {
            return Vec::new();
        }
        if rules.scripts_are_spent() {
            break;
        }
        let runs: u64 = rules.hook_stats().iter().map(|hook| hook.runs).sum();
        // Functions that became tables when the variant was compiled have nothing to remember.
        if runs > RUNS || (runs == 0 && played > LENGTH) {
            break;
        }
        idle = if runs == ran { idle + 1 } else { 0 };
        ran = runs;
        if idle > IDLE {
            half = Some(rules.hook_stats());
            break;
        }
        if half.is_none() && (ply > PLIES / 2 || runs > RUNS / 2) {
            half = Some(rules.hook_stats());
        }
        played += 1;
        if moves.is_empty() || played % LENGTH == 0 {
            position = start.clone();
            continue;
        }
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        position = rules.play_unchecked(&position, &moves[(seed % moves.len() as u64) as usize]);
    }
    let half = half.unwrap_or_default();
    rules.hook_stats().into_iter().filter_map(|hook| warning(&rules, &hook, &half)).collect()
}

/// What is to be said of a function, if anything; `half` is how it stood when half had been played.
fn warning(rules: &Rules, hook: &HookStats, half: &[HookStats]) -> Option<Diagnostic> {
    let name = &hook.name;
    let before = half.iter().find(|known| known.span == hook.span);
    let (calls, runs) = before.map_or((0, 0), |before| (hook.calls - before.calls, hook.runs - before.runs));
    let advice = rules.advice(hook);
    let problem = if hook.is_full {
        let share = hook.runs * 100 / hook.calls.max(1);
        Diagnostic::warning(
            Code::HookTooWide,
            format!("`{name}` asks so much that its decisions cannot all be remembered"),
        )
        .label(format!("in random play its script ran for {share} of 100 calls"))
    } else if calls >= ENOUGH && runs * 100 >= calls * LATE {
        let share = runs * 100 / calls;
        let message = if hook.unkept * 2 > hook.runs {
            match advice.iter().any(|advice| advice.is_long_path) {
                true => format!("`{name}` goes a path too long for its decisions to be remembered"),
                false => format!("`{name}` goes through squares one by one, so that its decisions are not remembered"),
            }
        } else {
            format!("`{name}` asks so much that new situations go on to come up")
        };
        Diagnostic::warning(Code::HookMisses, message)
            .label(format!("late in random play its script still ran for {share} of 100 calls"))
    } else {
        return None;
    };
    let mut problem = problem.at(hook.span);
    if let Some(first) = advice.first() {
        problem = problem.also(first.span, first.found.clone());
    }
    let mut said = Vec::new();
    for advice in &advice {
        if said.len() < 3 && !said.contains(&advice.instead) {
            said.push(advice.instead.clone());
        }
    }
    if said.is_empty() {
        said.push("ask once about a set of squares instead of each square: `where`, `any`, `count`, `of`".to_owned());
    }
    Some(said.into_iter().fold(problem, Diagnostic::help))
}
