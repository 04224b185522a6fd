//! Trial play in a check: a definition and a plan in; what broke, with the commands that show it again, out. A bar
//! shows how far it is where that takes longer than a second and somebody looks.

use crate::output::numbered;
use heterodox::diagnostic::Diagnostic;
use heterodox::playtest::placed;
use heterodox::playtest::trial::{Plan, Trial, endless, trial};
use heterodox::variant::Variant;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// When the first game of this run began: the games of all definitions and options are one wait.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long somebody may wait without being told why.
const PATIENCE: Duration = Duration::from_secs(1);

/// So many games are played before it is asked whether to go on.
const SLICE: u32 = 8;

/// Plays the games of a plan; the problems are added to a list.
pub(crate) fn play(
    path: &str,
    options: &[(String, String)],
    variant: &Variant,
    plan: Plan,
    problems: &mut Vec<Diagnostic>,
) -> Trial {
    let bar = ProgressBar::with_draw_target(Some(u64::from(plan.games)), ProgressDrawTarget::hidden());
    if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {pos} of {len} games, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(path.to_owned());
    let began = *BEGAN;
    let played = trial(variant, plan, &|over| {
        if began.elapsed() > PATIENCE && bar.is_hidden() {
            // Draws only on a terminal.
            bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        bar.set_position(u64::from(over));
    });
    bar.finish_and_clear();
    tell(path, options, variant, &played, problems);
    played
}

/// The same without a bar, and so that it can be broken off: `told` hears how many of how many games are over, and says
/// whether to go on.
pub(crate) fn play_in_slices(
    path: &str,
    options: &[(String, String)],
    variant: &Variant,
    plan: Plan,
    problems: &mut Vec<Diagnostic>,
    told: &(dyn Fn(u32, u32) -> bool + Sync),
) -> Trial {
    let mut whole = Trial::default();
    while whole.failure.is_none() && whole.games < plan.games {
        let begun = whole.games;
        let slice = Plan { games: SLICE.min(plan.games - begun), seed: plan.seed.wrapping_add(u64::from(begun)) };
        add(&mut whole, trial(variant, slice, &|over| _ = told(begun + over, plan.games)));
        if !told(whole.games, plan.games) {
            break;
        }
    }
    tell(path, options, variant, &whole, problems);
    whole
}

/// Adds the games that followed; the ends are again in order, the most frequent first.
fn add(whole: &mut Trial, more: Trial) {
    whole.games += more.games;
    whole.plies += more.plies;
    whole.endless += more.endless;
    for (reason, games) in more.ends {
        match whole.ends.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, known)) => *known += games,
            None => whole.ends.push((reason, games)),
        }
    }
    whole.ends.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    whole.failure = more.failure;
}

/// Adds what broke to the problems, with the commands that show it again, and games that do not end.
fn tell(path: &str, options: &[(String, String)], variant: &Variant, played: &Trial, problems: &mut Vec<Diagnostic>) {
    if let Some(failure) = &played.failure {
        let mut line = format!("heterodox moves {}", quoted(path));
        let mut again = format!("heterodox validate {}", quoted(path));
        for (name, value) in options {
            let option = format!(" --option {}", quoted(&format!("{name}={value}")));
            line.push_str(&option);
            again.push_str(&option);
        }
        if !failure.moves.is_empty() {
            line.push_str(&format!(" --after {}", quoted(&failure.moves.join(" "))));
        }
        let problem = placed(failure.problem.clone(), variant.definition());
        let problem = problem.help(format!("`{line}` shows the position"));
        problems.push(problem.help(format!("`{again} --play 1 --seed {}` plays this game again", failure.seed)));
    }
    problems.extend(endless(played, variant.definition()));
}

/// What came of it in a line for people.
pub(crate) fn summary(played: &Trial) -> String {
    let mut parts: Vec<String> = played.ends.iter().map(|(reason, games)| format!("{games} {reason}")).collect();
    if played.endless > 0 {
        parts.push(format!("{} not over", played.endless));
    }
    let ends = if parts.is_empty() { String::new() } else { format!(": {}", parts.join(", ")) };
    let games = numbered(played.games as usize, "random game");
    format!("{games} of {} in all{ends}", numbered(played.plies, "move"))
}

/// The same for programs.
pub(crate) fn value(played: &Trial, seed: u64) -> Value {
    let ends: Vec<Value> =
        played.ends.iter().map(|(reason, games)| json!({ "reason": reason, "games": games })).collect();
    json!({
        "games": played.games,
        "seed": seed,
        "plies": played.plies,
        "endless": played.endless,
        "ends": ends,
        "failure": played.failure.as_ref().map(|failure| json!({ "seed": failure.seed, "moves": failure.moves })),
    })
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=,:".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
