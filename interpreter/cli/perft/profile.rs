//! What counting has cost: nodes, seconds, shares and functions in, a table or JSON out.

use heterodox::position::Position;
use heterodox::rules::{HookStats, Rules, Shares};
use heterodox::script::Advice;
use heterodox::source::SourceMap;
use serde_json::json;
use std::fmt::Write;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// What counting has cost.
pub(super) struct Profile {
    nodes: u64,
    seconds: f64,
    shares: Shares,
    hooks: Vec<(HookStats, Vec<Advice>)>,
}

/// From so many calls on that ran the script, of a hundred, a function gets advice.
const MANY: u64 = 2;

/// The time since the first question for it.
fn clock() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

impl Profile {
    /// Measures the shares at positions so many plies deep; `hooks` is what the counting itself has cost.
    pub(super) fn of(
        rules: &mut Rules,
        position: &Position,
        depth: usize,
        nodes: u64,
        seconds: f64,
        hooks: Vec<HookStats>,
    ) -> Profile {
        let shares = rules.shares(position, depth, clock);
        let hooks = hooks
            .into_iter()
            .map(|hook| {
                let is_dear = hook.is_full || hook.runs * 100 > hook.calls * MANY && hook.runs > 100;
                let advice = if is_dear { rules.advice(&hook) } else { Vec::new() };
                (hook, advice)
            })
            .collect();
        Profile { nodes, seconds, shares, hooks }
    }

    fn share(&self, time: Duration) -> f64 {
        100.0 * time.as_secs_f64() / self.shares.whole().as_secs_f64().max(1e-12)
    }

    /// The share of a function, among those that were timed.
    fn share_of(&self, hook: &HookStats) -> f64 {
        let timed = self.shares.hooks.iter().find(|(name, span, _)| (name, span) == (&hook.name, &hook.span));
        timed.map_or(0.0, |(_, _, time)| self.share(*time))
    }

    /// The speed, the shares, and a line for each function that was asked.
    pub(super) fn text(&self, sources: &SourceMap) -> String {
        let Profile { nodes, seconds, shares, hooks } = self;
        let mut text = format!("{seconds:.3} s, {:.1} million nodes a second\n", *nodes as f64 / seconds / 1e6);
        let _ = writeln!(
            text,
            "time: {:.0} % generation, {:.0} % legality, {:.0} % playing, {:.0} % functions (at {} positions)",
            self.share(shares.generation),
            self.share(shares.legality),
            self.share(shares.play),
            self.share(shares.in_hooks()),
            shares.positions,
        );
        if hooks.is_empty() {
            text.push_str("no function was asked: there is none, or what it says was worked out at load\n");
            return text;
        }
        let wide = hooks.iter().map(|(hook, _)| hook.name.chars().count()).max().unwrap_or(0).max("function".len());
        let _ = writeln!(
            text,
            "{:wide$}  {:>6}  {:>12}  {:>12}  {:>12}  {:>12}  {:>6}",
            "function", "time", "calls", "remembered", "runs", "not kept", "nodes"
        );
        for (hook, advice) in hooks {
            let HookStats { name, calls, remembered, runs, unkept, nodes, is_full, .. } = hook;
            let full = if *is_full { "  full" } else { "" };
            let share = format!("{:.1} %", self.share_of(hook));
            let _ = writeln!(
                text,
                "{name:wide$}  {share:>6}  {calls:>12}  {remembered:>12}  {runs:>12}  {unkept:>12}  {nodes:>6}{full}"
            );
            for Advice { span, found, instead, .. } in advice {
                let _ = writeln!(text, "  {}: {found}: {instead}", sources.place(*span));
            }
        }
        text
    }

    pub(super) fn in_json(&self, sources: &SourceMap) -> serde_json::Value {
        let hook = |(hook, advice): &(HookStats, Vec<Advice>)| {
            json!({
                "name": hook.name,
                "share": self.share_of(hook) / 100.0,
                "calls": hook.calls,
                "remembered": hook.remembered,
                "runs": hook.runs,
                "unkept": hook.unkept,
                "nodes": hook.nodes,
                "full": hook.is_full,
                "advice": advice.iter().map(|advice| json!({
                    "at": sources.place(advice.span).to_string(),
                    "found": advice.found,
                    "instead": advice.instead,
                })).collect::<Vec<_>>(),
            })
        };
        json!({
            "seconds": self.seconds,
            "nodes_per_second": (self.nodes as f64 / self.seconds) as u64,
            "generation": self.share(self.shares.generation) / 100.0,
            "legality": self.share(self.shares.legality) / 100.0,
            "playing": self.share(self.shares.play) / 100.0,
            "functions": self.share(self.shares.in_hooks()) / 100.0,
            "positions": self.shares.positions,
            "hooks": self.hooks.iter().map(hook).collect::<Vec<_>>(),
        })
    }
}
