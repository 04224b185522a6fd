//! What is measured.

use crate::rivals::{Engine, perft, played, playouts};
use heterodox::bundled::Bundled;
use heterodox::open::{open, open_text};
use heterodox::position::Position;
use heterodox::rules::{Depth, Leaves, Rules};
use heterodox::source::{SourceId, Span, Spanned};
use heterodox::variant::Variant;
use shakmaty::Chess;
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unit {
    Nodes,
    Plies,
    Games,
    Loads,
}

impl Unit {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Unit::Nodes => "nodes",
            Unit::Plies => "plies",
            Unit::Games => "games",
            Unit::Loads => "loads",
        }
    }
}

/// Something that can be done again and again, and comes to the same amount each time.
pub(crate) struct Work {
    pub(crate) name: &'static str,
    pub(crate) unit: Unit,
    run: Box<dyn FnMut() -> Option<u64>>,
}

impl Work {
    /// Does it once: the amount and the seconds; `None` where it cannot be done.
    pub(crate) fn once(&mut self) -> Option<(u64, f64)> {
        let begun = Instant::now();
        let amount = (self.run)()?;
        Some((amount, begun.elapsed().as_secs_f64()))
    }
}

/// Pairs whose ratio is asked for.
pub(crate) const COMPARED: &[(&str, &str, &str)] = &[
    ("chess, every leaf played, to shakmaty's", "chess, perft 5 played", "shakmaty: chess, perft 5 played"),
    ("random plies of chess, to shakmaty's", "chess, random games in plies", "shakmaty: chess, random games in plies"),
    ("random games of Cheskers to shakmaty's of chess", "Cheskers, random games", "shakmaty: chess, random games"),
    ("Knight Relay, script to native condition", "Knight Relay, perft 5", "Knight Relay in words, perft 5"),
    ("chess, two threads to one", "chess, perft 6, two threads", "chess, perft 6"),
    ("chess, worked out to tested", "chess, perft 5", "chess, perft 5, each move tested"),
    ("Knight Relay, worked out to tested", "Knight Relay, perft 5", "Knight Relay, perft 4, each move tested"),
    ("Diplomat, worked out to tested", "Diplomat, perft 6", "Diplomat, perft 5, each move tested"),
    ("Madrasi, remembered to live", "Madrasi, perft 4", "Madrasi, perft 3, scripts live"),
    ("atomic, remembered to live", "atomic, perft 4", "atomic, perft 3, scripts live"),
    ("Cheskers, remembered to live", "Cheskers, perft 8", "Cheskers, perft 6, scripts live"),
];

/// The relay's power in words instead of a script.
const IN_WORDS: &str = r#"
format  = 1
name    = "Knight Relay Chess in words"
extends = "knight-relay"

[powers.relay]
when = "defended by knight"

[powers.pawn-relay]
when = "defended by knight"
"#;

/// The rules of a variant and its start, with the decisions of its scripts met once.
fn ready(variant: Option<Variant>, name: &str) -> (Rules, Position) {
    let variant = variant.unwrap_or_else(|| panic!("{name} does not open"));
    let start = Spanned::new(variant.start().to_owned(), Span::new(SourceId(0), 0..0));
    let mut rules = Rules::new(variant);
    let Ok((start, _)) = rules.position(&start) else { panic!("{name}: the start is refused") };
    rules.perft(&start, 3);
    (rules, start)
}

fn opened(name: &str) -> Option<Variant> {
    open(name, &Bundled, &[]).variant
}

fn work(name: &'static str, unit: Unit, run: impl FnMut() -> Option<u64> + 'static) -> Work {
    Work { name, unit, run: Box::new(run) }
}

/// Counting, with the rules set as wished.
fn counting(name: &'static str, variant: &str, depth: usize, set: impl FnOnce(&mut Rules)) -> Work {
    let (mut rules, start) = ready(opened(variant), variant);
    set(&mut rules);
    work(name, Unit::Nodes, move || Some(rules.perft(&start, depth)))
}

/// A count whose last moves are put into lists.
fn listing(name: &'static str, variant: &str, depth: usize) -> Work {
    let (mut rules, start) = ready(opened(variant), variant);
    work(name, Unit::Nodes, move || Some(rules.perft_by(&start, depth, Leaves::Listed)))
}

/// Random games: counted in plies, and in games.
fn random(plies: &'static str, games: &'static str, variant: &str, number: usize) -> [Work; 2] {
    let run = |count_games: bool| {
        let (mut rules, start) = ready(opened(variant), variant);
        move || {
            let mut seed = 1;
            let plies: usize = (0..number).map(|_| rules.playout(&start, &mut seed, 10_000).plies).sum();
            Some(if count_games { number } else { plies } as u64)
        }
    };
    [work(plies, Unit::Plies, run(false)), work(games, Unit::Games, run(true))]
}

/// Counting shared among threads, a root move at a time.
fn shared(rules: &mut Rules, start: &Position, depth: usize, threads: usize) -> u64 {
    let moves = rules.legal_moves(start);
    let after: Vec<Position> = moves.iter().map(|mv| rules.play_unchecked(start, mv)).collect();
    let variant = rules.variant();
    let next = AtomicUsize::new(0);
    let count = || {
        let mut rules = Rules::new(variant.clone());
        let mut nodes = 0;
        while let Some(position) = after.get(next.fetch_add(1, Ordering::Relaxed)) {
            nodes += rules.perft(position, depth - 1);
        }
        nodes
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a thread that counts")).sum()
    })
}

fn loading(name: &'static str, variant: &'static str) -> Work {
    work(name, Unit::Loads, move || (0..20).all(|_| open(variant, &Bundled, &[]).is_sound()).then_some(20))
}

/// The whole program, which stands beside this one, started to count the first moves.
fn starting(name: &'static str, variant: &'static str) -> Work {
    work(name, Unit::Loads, move || {
        let program = std::env::current_exe().ok()?.with_file_name("heterodox");
        let run = || Command::new(&program).args(["perft", variant, "1"]).output();
        (0..10).all(|_| run().is_ok_and(|output| output.status.success())).then_some(10)
    })
}

/// Everything, in the order of a round.
pub(crate) fn all() -> Vec<Work> {
    let mut all = Vec::new();
    perfts(&mut all);
    games(&mut all);
    ways(&mut all);
    all.push(loading("chess opened", "chess"));
    all.push(loading("Knight Relay opened", "knight-relay"));
    all.push(loading("Diplomat opened", "diplomat"));
    all.push(starting("chess, the program started", "chess"));
    all.push(starting("Knight Relay, the program started", "knight-relay"));
    all
}

fn perfts(all: &mut Vec<Work>) {
    all.push(work("shakmaty: chess, perft 6", Unit::Nodes, || Some(perft(6))));
    let mut fairy = Engine::start("fairy-stockfish");
    all.push(work("fairy-stockfish: chess, perft 6", Unit::Nodes, move || {
        let lines = "setoption name UCI_Variant value chess\nposition startpos\ngo perft 6\n";
        fairy.as_mut()?.ask(lines, |line| line.strip_prefix("Nodes searched:")?.trim().parse().ok())
    }));
    let mut sjaak = Engine::start("sjaakii");
    all.push(work("sjaakii: chess, perft 2 to 5", Unit::Nodes, move || {
        // It counts every depth from the second on.
        let sum = [400, 8_902, 197_281, 4_865_609].iter().sum();
        sjaak.as_mut()?.ask("perft 5\n", |line| line.contains("4865609").then_some(sum))
    }));
    all.push(listing("chess, perft 6 listed", "chess", 6));
    all.push(listing("Knight Relay, perft 6 listed", "knight-relay", 6));
    all.push(listing("Diplomat, perft 6 listed", "diplomat", 6));
    all.push(listing("Cheskers, perft 8 listed", "cheskers", 8));
    all.push(counting("chess, perft 6", "chess", 6, |_| ()));
    all.push(counting("Knight Relay, perft 6", "knight-relay", 6, |_| ()));
    all.push(counting("Knight Relay, perft 5", "knight-relay", 5, |_| ()));
    let (mut worded, start) =
        ready(open_text("words.toml", IN_WORDS, &[], &Bundled, &[]).variant, "the relay in words");
    all.push(work("Knight Relay in words, perft 5", Unit::Nodes, move || Some(worded.perft(&start, 5))));
    all.push(counting("Diplomat, perft 6", "diplomat", 6, |_| ()));
    all.push(counting("Cheskers, perft 8", "cheskers", 8, |_| ()));
    let (mut rules, start) = ready(opened("chess"), "chess");
    all.push(work("chess, perft 6, two threads", Unit::Nodes, move || Some(shared(&mut rules, &start, 6, 2))));
    all.push(work("shakmaty: chess, perft 5 played", Unit::Nodes, || Some(played(&Chess::default(), 5))));
    let (mut rules, start) = ready(opened("chess"), "chess");
    all.push(work("chess, perft 5 played", Unit::Nodes, move || Some(rules.perft_by(&start, 5, Leaves::Played))));
}

fn games(all: &mut Vec<Work>) {
    all.push(work("shakmaty: chess, random games in plies", Unit::Plies, || Some(playouts(1000, &mut 1))));
    all.push(work("shakmaty: chess, random games", Unit::Games, || {
        playouts(1000, &mut 1);
        Some(1000)
    }));
    all.extend(random("chess, random games in plies", "chess, random games", "chess", 1000));
    all.extend(random("Cheskers, random games in plies", "Cheskers, random games", "cheskers", 5000));
    all.extend(random("Knight Relay, random games in plies", "Knight Relay, random games", "knight-relay", 500));
    all.extend(random("Diplomat, random games in plies", "Diplomat, random games", "diplomat", 500));
}

/// Ways of finding legal moves, and of asking scripts.
fn ways(all: &mut Vec<Work>) {
    let tested = |rules: &mut Rules| rules.set_depth(Depth::Test);
    all.push(counting("chess, perft 5", "chess", 5, |_| ()));
    all.push(counting("chess, perft 5, each move tested", "chess", 5, tested));
    all.push(counting("Knight Relay, perft 4, each move tested", "knight-relay", 4, tested));
    all.push(counting("Diplomat, perft 5, each move tested", "diplomat", 5, tested));
    let live = |rules: &mut Rules| rules.set_live(true);
    all.push(counting("Madrasi, perft 4", "examples/madrasi", 4, |_| ()));
    all.push(counting("Madrasi, perft 3, scripts live", "examples/madrasi", 3, live));
    all.push(counting("atomic, perft 4", "examples/atomic", 4, |_| ()));
    all.push(counting("atomic, perft 3, scripts live", "examples/atomic", 3, live));
    all.push(counting("Cheskers, perft 6, scripts live", "cheskers", 6, live));
}
