//! Definitions that ask for too much, made by a generator that knows the language: it repeats, numbers, lengthens and
//! nests each part of it, and puts the heaviest movements on the boards where they reach farthest. Whatever they say,
//! every command ends soon, within little memory, and with a word of what is wrong.
//!
//! A sample is tried each time; with `HETERODOX_HOSTILE=all` every one is, with any other value those that have it in
//! their names. `HETERODOX_PROGRAM` names another build of the program, for which the bounds of an optimised one hold.

mod heavy;
mod language;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Bytes of a definition that fills its file.
const FULL: usize = 1_000_000;

/// How many are tried each time.
const SAMPLE: usize = 60;

/// The most memory that any command may take, in KiB.
const MEMORY: u64 = 256 * 1024;

/// The most processor time of a command in an optimised build, but for what plays.
const TIME: Duration = Duration::from_secs(2);

/// So many times longer may a build take that is not optimised.
const SLOWER: u32 = 12;

/// The time that `validate` is given here, in seconds.
const GIVEN: u32 = 1;

/// A definition that asks for too much.
pub(crate) struct Hostile {
    /// What it does, in a word.
    pub(crate) name: String,
    /// Its files; `variant.toml` is the definition.
    pub(crate) files: Vec<(String, String)>,
}

impl Hostile {
    fn new(name: String, text: String, script: &str) -> Hostile {
        let mut files = vec![("variant.toml".to_owned(), text)];
        if files[0].1.contains("rules.rhai") {
            files.push(("rules.rhai".to_owned(), script.to_owned()));
        }
        Hostile { name, files }
    }
}

/// All of them.
pub(crate) fn everything() -> Vec<Hostile> {
    let mut all = language::grown();
    all.extend(heavy::far());
    all.extend(heavy::many());
    all.extend(heavy::doubled());
    all.extend(heavy::played());
    all
}

/// What one command took.
struct Run {
    /// `moves far.torus.QaQ`
    what: String,
    time: Duration,
    /// KiB.
    memory: u64,
    /// `None` where a signal ended it.
    code: Option<i32>,
    limit: Duration,
}

/// Runs a command and watches what it takes.
fn run(program: &Path, args: &[&str], what: String, limit: Duration) -> Run {
    let mut child = Command::new(program)
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    let (mut memory, mut time) = (0, Duration::ZERO);
    let about = PathBuf::from(format!("/proc/{}", child.id()));
    if about.exists() {
        // It stays among the processes until it is waited for, so that its time can be read after it has ended.
        loop {
            let stat = std::fs::read_to_string(about.join("stat")).unwrap_or_default();
            let fields: Vec<&str> = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace().collect();
            let hundredths = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
            time = Duration::from_millis(10 * (hundredths(11) + hundredths(12)));
            let status = std::fs::read_to_string(about.join("status")).unwrap_or_default();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
            memory = memory.max(peak.and_then(|peak| peak.trim().parse().ok()).unwrap_or(0));
            if fields.first().is_none_or(|state| *state == "Z") {
                break;
            }
            if time > 2 * limit || memory > 8 * MEMORY {
                let _ = child.kill();
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
    let code = child.wait().unwrap().code();
    if time.is_zero() && !Path::new("/proc/self").exists() {
        time = begun.elapsed();
    }
    Run { what, time, memory, code, limit }
}

/// Every so many of a list, so that all kinds of them are there.
fn sample(all: Vec<Hostile>) -> Vec<Hostile> {
    if let Ok(which) = std::env::var("HETERODOX_HOSTILE") {
        return all.into_iter().filter(|one| which == "all" || one.name.contains(&which)).collect();
    }
    let step = all.len() / SAMPLE;
    // The heavy ones stand at the end, in groups: a step that shares nothing with their lengths meets each kind.
    all.into_iter().step_by(step.max(1)).collect()
}

#[test]
fn whatever_a_definition_asks_for_every_command_ends_soon() {
    let given = std::env::var_os("HETERODOX_PROGRAM").map(PathBuf::from);
    let slower = if given.is_some() { 1 } else { SLOWER };
    let program = given.unwrap_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_heterodox")));
    let folder = std::env::temp_dir().join(format!("heterodox-hostile-{}", std::process::id()));
    let hostile = sample(everything());
    assert!(!hostile.is_empty());
    let mut runs = Vec::new();
    for one in &hostile {
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in &one.files {
            std::fs::write(folder.join(name), text).unwrap();
        }
        let path = folder.display().to_string();
        let seconds = GIVEN.to_string();
        let commands: [(&[&str], Duration); 5] = [
            (&["moves", &path], TIME * slower),
            (&["show", &path], TIME * slower),
            (&["rules", &path], TIME * slower),
            (&["perft", &path, "1"], TIME * slower),
            // Besides the time that is given it opens the definition, and ends what it has begun.
            (&["validate", &path, "--time", &seconds], Duration::from_secs(GIVEN.into()) + 2 * TIME * slower),
        ];
        for (args, limit) in commands {
            runs.push(run(&program, args, format!("{} {}", args[0], one.name), limit));
        }
        std::fs::remove_dir_all(&folder).unwrap();
    }
    runs.sort_by_key(|run| std::cmp::Reverse(run.time));
    let line = |run: &Run| {
        format!("{:>6.2} s {:>4} MiB  {:?}  {}", run.time.as_secs_f64(), run.memory / 1024, run.code, run.what)
    };
    println!("{} definitions, {} runs; the ten that took longest:", hostile.len(), runs.len());
    runs.iter().take(10).for_each(|run| println!("{}", line(run)));
    let largest = runs.iter().max_by_key(|run| run.memory).unwrap();
    println!("the largest:\n{}", line(largest));
    let fine = |run: &Run| matches!(run.code, Some(0 | 1)) && run.memory <= MEMORY && run.time <= run.limit;
    let bad: Vec<String> = runs.iter().filter(|run| !fine(run)).map(line).collect();
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn the_generator_knows_every_key_of_the_language() {
    let schema: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string("grammar/variant.schema.json").unwrap()).unwrap();
    fn keys(value: &serde_json::Value, found: &mut BTreeSet<String>) {
        if let Some(properties) = value.get("properties").and_then(serde_json::Value::as_object) {
            found.extend(properties.keys().cloned());
        }
        match value {
            serde_json::Value::Object(fields) => fields.values().for_each(|value| keys(value, found)),
            serde_json::Value::Array(items) => items.iter().for_each(|value| keys(value, found)),
            _ => {}
        }
    }
    let mut known = BTreeSet::new();
    keys(&schema, &mut known);
    let mut used = BTreeSet::new();
    for (_, whole) in language::wholes() {
        for way in language::ways(&whole) {
            used.extend(way.into_iter().filter_map(|step| match step {
                language::Step::Key(key) => Some(key),
                language::Step::At(_) => None,
            }));
        }
    }
    // A condition of elements, the name of an option in a choice, a function, and keys that stand where others do.
    let others: BTreeSet<String> = ["if", "option", "fen", "captures", "forward"].map(str::to_owned).into();
    let unused: Vec<&String> = known.iter().filter(|key| !used.contains(*key) && !others.contains(*key)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}
