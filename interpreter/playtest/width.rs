//! Functions of a script that ask too much to be remembered, found in random play: a variant in, warnings out.

use crate::diagnostic::{Code, Diagnostic};
use crate::rules::Rules;
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;

/// The most plies that are played.
const PLIES: usize = 3000;
/// The most plies of one game.
const LENGTH: usize = 120;
/// The most runs of scripts that are spent.
const RUNS: u64 = 40_000;

/// Warns of each function whose memory fills up in seeded random play from the start: from then on its script runs for
/// every situation that is not in it.
#[must_use]
pub fn wide_hooks(variant: &Variant) -> Vec<Diagnostic> {
    let mut rules = Rules::new(variant.clone());
    let fen = Spanned::new(variant.start().to_owned(), Span::new(SourceId(0), 0..0));
    let Ok((start, _)) = rules.position(&fen) else { return Vec::new() };
    let mut position = start.clone();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut played = 0;
    for _ in 0..PLIES {
        let moves = rules.legal_moves(&position);
        let runs: u64 = rules.hook_stats().iter().map(|hook| hook.runs).sum();
        // A variant without functions has nothing to find out.
        if runs > RUNS || (runs == 0 && played > LENGTH) {
            break;
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
    let wide = rules.hook_stats().into_iter().filter(|hook| hook.is_full);
    wide.map(|hook| {
        let share = hook.runs * 100 / hook.calls.max(1);
        let message = format!("`{}` asks so much that its decisions cannot all be remembered", hook.name);
        Diagnostic::warning(Code::HookTooWide, message)
            .at(hook.span)
            .label(format!("in random play its script ran for {share} of 100 calls"))
            .help("ask once about a set of squares instead of each square in a loop: `where`, `any`, `count`, `of`")
    })
    .collect()
}
