//! What is remembered of scripts against the scripts, in play: every remembered answer is asked of the script again.
//!
//! `HETERODOX_POSITIONS=1000000 cargo test --release traced -- --nocapture` compares a million answers of each function
//! and tells how many there were.

use crate::depths::subjects;
use crate::support::{Chance, opened, position};
use heterodox::diagnostic::{Code, Diagnostic};
use heterodox::open::open_text;
use heterodox::playtest::wide_hooks;
use heterodox::rules::{HookStats, Rules, Stop};
use heterodox::script::Leaf;
use heterodox::script::query::Query;
use heterodox::script::trie::Trie;
use heterodox::variant::Variant;
use std::time::{Duration, Instant};

/// How many answers of each function are compared unless `HETERODOX_POSITIONS` says otherwise.
const WANTED: u64 = 2000;

fn wanted() -> u64 {
    std::env::var("HETERODOX_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(WANTED)
}

/// Plays at random, asking for every move of every position, until each function has been compared often enough or
/// nothing more is to be expected.
fn compared(name: &str, variant: &Variant, wanted: u64) -> Vec<HookStats> {
    let mut rules = Rules::new(variant.clone());
    rules.set_compared(1);
    let mut chance = Chance::new(wanted);
    let start = position(&mut rules, "start");
    let mut here = start.clone();
    let begun = Instant::now();
    let patience = Duration::from_secs(2 + wanted / 5_000);
    for ply in 1_u64.. {
        let moves = rules.legal_moves(&here);
        let after: Vec<_> = moves.iter().map(|mv| rules.play_unchecked(&here, mv)).collect();
        rules.outcome(&here, 1);
        here = match after.len() {
            0 => start.clone(),
            _ if ply % 150 == 0 => start.clone(),
            n => after[chance.below(n)].clone(),
        };
        if let Some(trouble) = rules.context().trouble() {
            panic!("{name}: {}", trouble.message);
        }
        let stats = rules.hook_stats();
        let is_done = stats.iter().all(|hook| hook.compared >= wanted || hook.unkept * 2 > hook.calls);
        if is_done && ply > 100 || begun.elapsed() > patience {
            break;
        }
    }
    rules.hook_stats()
}

#[test]
fn what_is_remembered_is_what_the_script_says() {
    let wanted = wanted();
    let (mut n_hooks, mut n_compared) = (0, 0);
    for (name, variant, _) in subjects() {
        for hook in compared(&name, &variant, wanted) {
            println!(
                "{name}: {} compared {}, ran {} times of {}, not kept {}",
                hook.name, hook.compared, hook.runs, hook.calls, hook.unkept
            );
            n_hooks += 1;
            n_compared += hook.compared;
        }
    }
    assert!(n_hooks >= 15, "only {n_hooks} functions were asked");
    assert!(n_compared >= wanted * 10, "only {n_compared} answers were compared");
}

/// A difference is noticed: a comparison that could not fail would be worth nothing.
#[test]
fn comparing_is_counted() {
    let variant = crate::support::variant("cheskers", &[]);
    let stats = compared("cheskers", &variant, 50);
    assert!(stats.iter().all(|hook| hook.compared > 0 && hook.compared <= hook.calls), "{stats:?}");
}

/// The advice for a wide function: where, what stands there, what to write.
fn advised(script: &str) -> Vec<String> {
    let toml = "format = 1\nname = \"Wide\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\
                [pieces.knight]\nmoves = \"N\"\nactive = \"script free\"\n";
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    let opened = open_text("wide.toml", toml, &scripts, &heterodox::bundled::Bundled, &[]);
    let variant = opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics));
    let sources = &opened.loaded.sources;
    let said = |problem: Diagnostic| {
        let places = problem.others.iter().map(|(span, text)| format!("{}: {text}", sources.place(*span)));
        let all: Vec<String> = places.chain(problem.help.clone()).collect();
        format!("{}: {}", problem.code, all.join("; "))
    };
    wide_hooks(&variant, &Stop::default()).into_iter().map(said).collect()
}

#[test]
fn a_wide_function_is_told_where_and_what_to_write() {
    let loop_over_kinds = "fn free(piece) {\n    let n = 0;\n    for way in [\"forward\", \"back\", \"left\", \"right\", \"forward-left\", \"forward-right\", \"back-left\", \"back-right\"] {\n        if piece.square.step(way).kind == \"pawn\" { n += piece.square.step(way).rank; }\n    }\n    n >= 2\n}";
    let found = advised(loop_over_kinds);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("rules.rhai:3:5: a loop"), "{found:?}");
    assert!(found[0].contains("is_a(\"pawn\")` has two answers"), "{found:?}");
    let loop_over_a_set = "fn free(piece) {\n    for other in piece.attackers {\n        if other.is_a(\"rook\") { return false; }\n    }\n    true\n}";
    let found = advised(loop_over_a_set);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with("hook-misses: "), "{found:?}");
    assert!(found[0].contains("rules.rhai:2:5: a loop over the squares of `attackers`"), "{found:?}");
    assert!(found[0].contains("`piece.attackers.where(|s| "), "{found:?}");
    assert_eq!(advised("fn free(piece) { piece.attackers.of(\"rook\").none }"), Vec::<String>::new());
}

#[test]
fn no_bundled_or_example_game_is_warned_of() {
    for (name, variant, _) in subjects() {
        if crate::support::GAMES.contains(&name.as_str()) || name.starts_with("examples/") {
            let found: Vec<String> =
                wide_hooks(&variant, &Stop::default()).into_iter().map(|problem| problem.message).collect();
            assert!(found.is_empty(), "{name}: {found:?}");
        }
    }
}

/// What one thread has found out is read by all, and what it has not each finds for itself.
#[test]
fn what_is_found_out_once_is_known_to_all() {
    let variant = opened("examples/andernach", &[]).variant.unwrap();
    let mut first = Rules::new(variant.clone());
    let start = position(&mut first, "start");
    let before = Rules::new(variant.clone()).perft(&start, 3);
    first.warm_up(&start, 60);
    let mut other = Rules::new(variant.clone());
    assert_eq!(other.perft(&start, 3), before);
    let hook = other.hook_stats().remove(0);
    assert!(hook.calls > 10 && hook.runs == 0, "{hook:?}");
    assert!(first.hook_stats()[0].runs > 0);
    // Where the first did not come the script runs, once.
    let mut barely = Rules::new(opened("examples/andernach", &[]).variant.unwrap());
    barely.warm_up(&start, 1);
    let mut far = Rules::new(barely.variant().clone());
    assert_eq!(far.perft(&start, 4), first.perft(&start, 4));
    let hook = far.hook_stats().remove(0);
    assert!(hook.runs > 0 && hook.runs < 30 && hook.calls > 100 * hook.runs, "{hook:?}");
}

/// A frozen memory says what the growing one says, in fewer nodes where parts are alike.
#[test]
fn equal_decisions_are_frozen_once() {
    let mut trie = Trie::default();
    let question = |plies: u16| Query::QuietPliesAtLeast(plies);
    for first in 0..2 {
        for second in 0..2 {
            for third in 0..2 {
                let record = [(question(1), first), (question(2), second), (question(3), third)];
                // The first answer does not matter.
                trie.insert(7, &record, Leaf::Int(i64::from(second + 2 * third)));
            }
        }
    }
    let frozen = trie.frozen();
    assert_eq!((trie.n_nodes(), frozen.n_nodes()), (7, 4));
    for answers in 0..8 {
        let answer = |query: &Query| match query {
            Query::QuietPliesAtLeast(plies) => answers >> (plies - 1) & 1,
            _ => 0,
        };
        assert!(frozen.lookup(7, answer).is_some());
        assert_eq!(frozen.lookup(7, answer), trie.lookup(7, answer));
        assert_eq!(frozen.lookup(6, answer), None);
    }
    // A failure is not passed on: whoever comes there is to report it.
    let failure = Leaf::Error(Box::new(Diagnostic::error(Code::ScriptError, "it fails")));
    trie.insert(8, &[(question(1), 0)], failure);
    trie.insert(8, &[(question(1), 1)], Leaf::Int(5));
    assert!(trie.lookup(8, |_| 0).is_some() && trie.frozen().lookup(8, |_| 0).is_none());
    assert_eq!(trie.frozen().lookup(8, |_| 1), Some(&Leaf::Int(5)));
}
