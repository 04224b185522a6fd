//! How fast the interpreter is, beside shakmaty and other engines. Every work is done once a round, one after the other,
//! so that all meet the same machine; the table gives medians and ratios to shakmaty's count of chess.

mod rivals;
mod work;

use work::{Unit, Work};

/// How often everything is done, unless `ROUNDS` says otherwise.
const ROUNDS: usize = 5;

/// The work that the others are compared with.
const YARDSTICK: &str = "shakmaty: chess, perft 6";
/// The same work by the usual engine for variants.
const USUAL: &str = "fairy-stockfish: chess, perft 6";

fn main() {
    let rounds = std::env::var("ROUNDS").ok().and_then(|n| n.parse().ok()).unwrap_or(ROUNDS).max(1);
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let mut works = work::all();
    if let Some(only) = only {
        works.retain(|work| work.name.contains(&only) || work.name == YARDSTICK);
    }
    let mut times = vec![Vec::new(); works.len()];
    let mut amounts = vec![None; works.len()];
    for round in 0..rounds {
        eprintln!("round {} of {rounds}", round + 1);
        for (number, work) in works.iter_mut().enumerate() {
            let Some((amount, seconds)) = work.once() else { continue };
            let same = amounts[number].is_none_or(|known| known == amount);
            assert!(same, "{}: {amount}, not {:?}", work.name, amounts[number]);
            amounts[number] = Some(amount);
            times[number].push(seconds);
        }
    }
    report(&works, &mut times, &amounts, rounds);
}

/// The middle of the times, and half their range as a share of it.
fn median(times: &mut [f64]) -> Option<(f64, f64)> {
    times.sort_by(f64::total_cmp);
    let middle = *times.get(times.len() / 2)?;
    Some((middle, (times.last()? - times.first()?) / 2.0 / middle))
}

fn report(works: &[Work], times: &mut [Vec<f64>], amounts: &[Option<u64>], rounds: usize) {
    let medians: Vec<Option<(f64, f64)>> = times.iter_mut().map(|times| median(times)).collect();
    let rate = |name: &str| {
        let number = works.iter().position(|work| work.name == name)?;
        Some(amounts[number]? as f64 / medians[number]?.0)
    };
    let (yardstick, usual) = (rate(YARDSTICK), rate(USUAL));
    println!("medians of {rounds} rounds, one process, one thread where nothing else is said\n");
    println!("| work | amount | seconds | +- | millions a second | to shakmaty's chess | to fairy-stockfish's chess |");
    println!("|---|---|---|---|---|---|---|");
    for (number, work) in works.iter().enumerate() {
        let (Some((seconds, spread)), Some(amount)) = (medians[number], amounts[number]) else {
            println!("| {} | not here | | | | | |", work.name);
            continue;
        };
        let speed = amount as f64 / seconds;
        let ratio = |to: Option<f64>, digits: usize| match to {
            Some(to) if work.unit == Unit::Nodes => format!("{:.digits$}", speed / to),
            _ => String::new(),
        };
        println!(
            "| {} | {amount} {} | {seconds:.4} | {:.0} % | {:.3} | {} | {} |",
            work.name,
            work.unit.name(),
            spread * 100.0,
            speed / 1e6,
            ratio(yardstick, 3),
            ratio(usual, 2),
        );
    }
    println!("\n| compared | ratio |\n|---|---|");
    for (what, one, other) in work::COMPARED {
        if let (Some(one), Some(other)) = (rate(one), rate(other)) {
            println!("| {what} | {:.3} |", one / other);
        }
    }
}
