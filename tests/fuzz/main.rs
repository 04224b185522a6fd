//! The fuzzer: `cargo run --release --example fuzz -- --minutes 120 --seed 1`, from the root of the repository.
//!
//! It changes texts by chance, keeps those that make the program do something new, and measures time and memory of each.
//! What fails is written to `target/fuzz`, and the exit code is 1.

mod clock;
mod corpus;
mod harness;
mod mutate;
mod scripts;

use clock::processor_time;
use harness::{Games, Kind, run};
use mutate::{Chance, mutated};
use peak_alloc::PeakAlloc;
use scripts::{Manner, made};
use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The most memory that one input may need, in MB.
const MOST_MEMORY: f32 = 256.0;

/// The most processor time that one input may need.
const MOST_TIME: Duration = Duration::from_secs(10);

/// After so long on the clock an input is taken to hang.
const HANGS: Duration = Duration::from_secs(300);

/// The most texts in the pool beside the seeds.
const POOL: usize = 6000;

/// The input at work and when it began.
static AT_WORK: Mutex<Option<(Instant, Kind, String)>> = Mutex::new(None);

fn main() {
    let (minutes, seed) = arguments();
    let budget = Duration::from_secs_f64(60.0 * minutes);
    std::fs::create_dir_all("target/fuzz").unwrap();
    std::thread::spawn(watch);
    std::panic::set_hook(Box::new(|_| {}));
    let mut games = Games::open();
    let seeds = corpus::seeds();
    let n_seeds = seeds.len();
    let mut pool = seeds.clone();
    let mut seen: HashSet<(Kind, String)> = HashSet::new();
    let mut chance = Chance(seed);
    let (mut inputs, mut failures, mut slowest, mut largest) = (0_u64, 0_u64, Duration::ZERO, 0.0_f32);
    let (mut told, mut spent) = (Instant::now(), Duration::ZERO);
    while spent < budget {
        let number = usize::try_from(inputs).unwrap_or(usize::MAX);
        let (kind, text) = match seeds.get(number) {
            Some((kind, text)) => (*kind, text.clone()),
            None => {
                let kind = [0, 0, 0, 0, 1, 2, 3, 4].map(|kind| Kind::ALL[kind])[chance.below(8)];
                let alike: Vec<&str> =
                    pool.iter().filter(|(other, _)| *other == kind).map(|(_, text)| text.as_str()).collect();
                // A script from the grammar, as it is or changed, or a change of what is there.
                let made = match chance.below(8) {
                    0 => Some(made(&mut chance, Manner::Plain)),
                    1 => Some(made(&mut chance, Manner::Greedy)),
                    _ => None,
                };
                match made.filter(|_| kind == Kind::Definition) {
                    Some(text) if chance.below(3) > 0 => (kind, text),
                    Some(text) => (kind, mutated(&text, &alike, &mut chance)),
                    None => (kind, mutated(chance.pick(&alike), &alike, &mut chance)),
                }
            }
        };
        *AT_WORK.lock().unwrap() = Some((Instant::now(), kind, text.clone()));
        MEMORY.reset_peak_usage();
        let before = processor_time();
        let result = catch_unwind(AssertUnwindSafe(|| run(&mut games, kind, &text)));
        let (took, memory) = (processor_time() - before, MEMORY.peak_usage_as_mb());
        spent += took;
        inputs += 1;
        (slowest, largest) = (slowest.max(took), largest.max(memory));
        let fault = match &result {
            Err(panic) => Some(words(panic.as_ref())),
            Ok(_) if took > MOST_TIME => Some(format!("it takes {took:?}")),
            Ok(_) if memory > MOST_MEMORY => Some(format!("it needs {memory} MB")),
            Ok(_) => None,
        };
        if let Some(fault) = fault {
            failures += 1;
            let mut hash = DefaultHasher::new();
            text.hash(&mut hash);
            let file = format!("target/fuzz/{}-{:016x}.txt", kind.name(), hash.finish());
            println!("{file}: {}", fault.lines().next().unwrap_or(""));
            std::fs::write(file, format!("{text}\n%%%% {fault}\n")).unwrap();
            games = Games::open();
        }
        if let Ok(sign) = result
            && number >= n_seeds
            && seen.insert((kind, sign))
            && pool.len() < n_seeds + POOL
            && text.len() < if kind == Kind::Definition { 20_000 } else { 600 }
        {
            pool.push((kind, text));
        } else if pool.len() >= n_seeds + POOL {
            pool.swap_remove(n_seeds + chance.below(POOL));
        }
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            println!(
                "{:.1} min of processor time, {inputs} inputs, {} new, {failures} failures, slowest {slowest:.2?}, largest {largest:.0} MB",
                spent.as_secs_f64() / 60.0,
                pool.len() - n_seeds,
            );
            keep(&pool[n_seeds..]);
        }
    }
    keep(&pool[n_seeds..]);
    println!(
        "{inputs} inputs in {spent:.0?} of processor time, {failures} failures, slowest {slowest:.2?}, largest {largest:.0} MB"
    );
    std::process::exit(i32::from(failures > 0));
}

/// Writes the short new texts to `target/fuzz/new.txt`: those to choose from for the corpus.
fn keep(new: &[(Kind, String)]) {
    let small = new.iter().filter(|(_, text)| text.len() < 120);
    let kept: String = small.map(|(kind, text)| format!("{} {text:?}\n", kind.name())).collect();
    std::fs::write("target/fuzz/new.txt", kept).unwrap();
}

/// `--minutes` and `--seed`.
fn arguments() -> (f64, u64) {
    let (mut minutes, mut seed) = (1.0, 1);
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let value = words.next().unwrap_or_default();
        match word.as_str() {
            "--minutes" => minutes = value.parse().unwrap_or_else(|_| panic!("`{value}` is no number of minutes")),
            "--seed" => seed = value.parse().unwrap_or_else(|_| panic!("`{value}` is no seed")),
            _ => panic!("`{word}`: write `--minutes N` and `--seed S`"),
        }
    }
    (minutes, seed)
}

/// What a panic says.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_else(|| "a panic".to_owned())
}

/// Ends the run where one input takes for ever.
fn watch() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let at_work = AT_WORK.lock().unwrap().clone();
        if let Some((began, kind, text)) = at_work
            && began.elapsed() > HANGS
        {
            println!("target/fuzz/hang.txt: a {} hangs", kind.name());
            std::fs::write("target/fuzz/hang.txt", text).unwrap();
            std::process::exit(1);
        }
    }
}
