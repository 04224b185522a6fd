//! Trial play in a check: a definition and a plan in; what broke, with the commands that show it again, out. A bar
//! shows how far it is where that takes longer than a second and somebody looks.

use crate::output::{numbered, quoted};
use heterodox::diagnostic::Diagnostic;
use heterodox::playtest::placed;
use heterodox::playtest::trial::{Plan, Trial, endless, trial_until};
use heterodox::rules::Stop;
use heterodox::source::visible;
use heterodox::variant::Variant;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// When the first game of this run began: the games of all definitions and options are one wait.
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// How long somebody may wait without being told why.
const PATIENCE: Duration = Duration::from_secs(1);

/// The random games of a check.
pub(crate) struct Games<'a> {
    /// What was opened, as it was named.
    pub(crate) path: &'a str,
    /// With these options.
    pub(crate) options: &'a [(String, String)],
    /// The variant that this gave.
    pub(crate) variant: &'a Variant,
    /// How many, and from which seed.
    pub(crate) plan: Plan,
    /// The moves that must be tried before no further game is begun.
    pub(crate) enough: u64,
    /// The sign to stop at once.
    pub(crate) stop: &'a Stop,
}

impl Games<'_> {
    /// Plays them; the problems are added to a list. `told` hears how many of how many games are over; if there is nobody
    /// to hear it, a bar shows it.
    pub(crate) fn play(&self, problems: &mut Vec<Diagnostic>, told: Option<&(dyn Fn(u32, u32) + Sync)>) -> Trial {
        let games = self.plan.games;
        let played = match told {
            Some(told) => trial_until(self.variant, self.plan, self.enough, self.stop, &|over| told(over, games)),
            None => {
                let bar = Bar::new(self.path, games);
                let played = trial_until(self.variant, self.plan, self.enough, self.stop, &|over| bar.show(over));
                bar.0.finish_and_clear();
                played
            }
        };
        self.tell(&played, problems);
        played
    }

    /// Adds what broke to the problems, with the commands that show it again, and games that do not end.
    fn tell(&self, played: &Trial, problems: &mut Vec<Diagnostic>) {
        if let Some(failure) = &played.failure {
            let mut line = format!("heterodox moves {}", quoted(self.path));
            let mut again = format!("heterodox validate {}", quoted(self.path));
            for (name, value) in self.options {
                let option = format!(" --option {}", quoted(&format!("{name}={value}")));
                line.push_str(&option);
                again.push_str(&option);
            }
            if !failure.moves.is_empty() {
                line.push_str(&format!(" --after {}", quoted(&failure.moves.join(" "))));
            }
            let problem = placed(failure.problem.clone(), self.variant.definition());
            let problem = problem.help(format!("`{line}` shows the position"));
            let problem = problem.help(format!("`{again} --play 1 --seed {}` plays this game again", failure.seed));
            super::add(problems, [problem]);
        }
        problems.extend(endless(played, self.variant.definition()));
    }
}

/// How far the games are, on a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new(path: &str, games: u32) -> Bar {
        let bar = ProgressBar::with_draw_target(Some(u64::from(games)), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:40} {pos} of {len} games, {eta} left") {
            bar.set_style(style);
        }
        bar.set_message(visible(path).into_owned());
        // The clock begins with the first.
        let _ = *BEGAN;
        Bar(bar)
    }

    fn show(&self, over: u32) {
        if BEGAN.elapsed() > PATIENCE && self.0.is_hidden() {
            // Draws only on a terminal.
            self.0.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.0.set_position(u64::from(over));
    }
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
