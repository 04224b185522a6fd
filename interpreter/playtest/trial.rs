//! Trial play: a variant, a number of games and a seed in; random games with every law tried in every position, how they
//! ended, and the first law that broke with the moves that lead there, out.

use super::laws::{self, Breach, Case, Held};
use super::twin::Twin;
use crate::definition::condition::{Condition, ConditionKind};
use crate::definition::{Definition, LONG_GAMES};
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::Language;
use crate::picture::{Scene, TextStyle, text};
use crate::position::Position;
use crate::rules::{Rules, Stop};
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// The most plies of one game; a game that long is given up as endless.
pub const LONGEST: usize = 1000;

/// The plies by which scripts are known before several workers begin.
const WARM_UP: u32 = 100;

/// The law of royal pieces costs more than all others together: beside the start it is tried in one position of so many,
/// chosen by its key.
const ROYAL: u64 = 32;

/// The most positions that a worker knows to be tried.
const KNOWN: usize = 1 << 20;

/// The legal moves of all positions of all games together after which no further game is begun, unless all are wanted.
/// By then each law was tried so often; what a further game would still find is rare.
pub const ENOUGH: u64 = 300_000;

/// The games that are played even if [`ENOUGH`] moves were tried in fewer.
const FEWEST: u32 = 8;

/// What is to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// How many games.
    pub games: u32,
    /// The seed of the first; each that follows has the next number, so that any game can be had alone.
    pub seed: u64,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trial {
    /// Games played to an end, to a broken law or to [`LONGEST`].
    pub games: u32,
    /// Moves made in them.
    pub plies: usize,
    /// Games that were not over after [`LONGEST`] plies.
    pub endless: u32,
    /// How the others ended, by the reason of the end, the most frequent first.
    pub ends: Vec<(String, u32)>,
    /// The first game in which a law broke.
    pub failure: Option<Failure>,
}

/// A law that broke in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The seed with which this game is the first.
    pub seed: u64,
    /// The moves from the start, in coordinates; after them the law does not hold.
    pub moves: Vec<String>,
    /// The problem, with the position as FEN and drawn.
    pub problem: Diagnostic,
}

/// One game.
struct Game {
    plies: usize,
    /// The legal moves of all its positions together.
    n_legal: u64,
    end: End,
}

/// How one game went.
enum End {
    Over(String),
    Endless,
    Broken(Box<Failure>),
}

/// Plays random games on all processors, trying the laws in every position. The result depends on the plan alone.
/// `progress` is told how many games are over. On the sign to stop, what came of the games that were over by then.
///
/// # Panics
/// When the start cannot be read, which is impossible for an opened variant.
#[must_use]
pub fn trial(variant: &Variant, plan: Plan, stop: &Stop, progress: &(dyn Fn(u32) + Sync)) -> Trial {
    trial_until(variant, plan, u64::MAX, stop, progress)
}

/// See [`trial`]; no further game counts once the games before it have had `enough` legal moves in all their positions.
///
/// # Panics
/// See [`trial`].
#[must_use]
pub fn trial_until(variant: &Variant, plan: Plan, enough: u64, stop: &Stop, progress: &(dyn Fn(u32) + Sync)) -> Trial {
    let next = AtomicU32::new(0);
    let over = AtomicU32::new(0);
    // Games behind the first that is known to fail, or behind those that are enough, need not be played.
    let stop_at = AtomicU32::new(plan.games);
    let games: Mutex<BTreeMap<u32, Game>> = Mutex::new(BTreeMap::new());
    let work = || {
        let mut worker = Worker::new(variant, stop);
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= stop_at.load(Ordering::Relaxed) {
                return;
            }
            let game = worker.game(plan.seed.wrapping_add(u64::from(number)));
            // A game that was broken off is none.
            if stop.is_given() {
                return;
            }
            if matches!(game.end, End::Broken(_)) {
                stop_at.fetch_min(number + 1, Ordering::Relaxed);
                // What a function did wrong is remembered; a worker with that memory sees trouble everywhere.
                worker = Worker::new(variant, stop);
            }
            if let Ok(mut games) = games.lock() {
                games.insert(number, game);
                if let Some(last) = games_enough(&games, enough) {
                    stop_at.fetch_min(last + 1, Ordering::Relaxed);
                }
            }
            progress(over.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(plan.games as usize);
    if threads > 1 {
        let mut first = Worker::new(variant, stop);
        let start = first.start.clone();
        first.rules.warm_up(&start, WARM_UP);
    }
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    let games = games.into_inner().unwrap_or_default();
    let counts = stop_at.into_inner();
    let mut trial = Trial::default();
    let mut ends: HashMap<String, u32> = HashMap::new();
    for (number, game) in games {
        if number >= counts {
            break;
        }
        trial.games += 1;
        trial.plies += game.plies;
        match game.end {
            End::Over(reason) => *ends.entry(reason).or_default() += 1,
            End::Endless => trial.endless += 1,
            End::Broken(failure) => {
                trial.failure = Some(*failure);
                break;
            }
        }
    }
    trial.ends = ends.into_iter().collect();
    trial.ends.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    trial
}

/// The game after which enough was tried. Only games in a row count, so that it does not hang on which were over first.
fn games_enough(games: &BTreeMap<u32, Game>, enough: u64) -> Option<u32> {
    if enough == u64::MAX {
        return None;
    }
    let mut tried = 0;
    for (at, (number, game)) in (0..).zip(games) {
        if *number != at {
            return None;
        }
        tried += game.n_legal;
        if at + 1 >= FEWEST && tried >= enough {
            return Some(*number);
        }
    }
    None
}

/// What plays games: the rules with their memory, and the positions in which the laws are known to hold.
struct Worker {
    rules: Rules,
    start: Position,
    languages: Vec<Language>,
    tried: HashSet<u64>,
    /// For the law of royal pieces; made when it is first tried.
    twin: Option<Option<Twin>>,
    stop: Stop,
}

impl Worker {
    fn new(variant: &Variant, stop: &Stop) -> Worker {
        let mut rules = Rules::new(variant.clone());
        rules.stop_on(stop);
        let text = variant.start().to_owned();
        let start = Spanned::new(text.clone(), Span::new(SourceId(0), 0..text.len()));
        let Ok((start, _)) = rules.position(&start) else { panic!("an opened variant has an impossible start") };
        let codes = Language::codes(variant);
        let languages = codes.iter().filter_map(|code| Language::of(variant, code)).collect();
        Worker { rules, start, languages, tried: HashSet::new(), twin: None, stop: stop.clone() }
    }

    /// A random game from the start, each legal move with equal chance.
    fn game(&mut self, seed: u64) -> Game {
        let mut chance = Chance(seed);
        let mut here = self.start.clone();
        let mut occurred: HashMap<u64, u32> = HashMap::new();
        let mut moves = Vec::new();
        let mut n_legal = 0;
        let end = loop {
            if moves.len() == LONGEST {
                break End::Endless;
            }
            if self.stop.is_given() {
                break End::Endless;
            }
            let case = Case::new(&mut self.rules, &here);
            n_legal += case.moves.len() as u64;
            let new = !self.tried.contains(&here.key());
            let held = if new {
                laws::hold(&mut self.rules, &here, &case, &self.languages).and_then(|()| self.royal(&here))
            } else {
                laws::functions(&self.rules)
            };
            if let Err(breach) = held {
                break End::Broken(Box::new(self.failure(seed, &here, moves.clone(), *breach)));
            }
            if new && self.tried.len() < KNOWN {
                self.tried.insert(here.key());
            }
            let times = occurred.entry(here.key()).or_default();
            *times += 1;
            if let Some(outcome) = self.rules.outcome(&here, *times) {
                break End::Over(outcome.reason);
            }
            // Where there is no move some end holds, as a law says.
            let Some(number) = chance.below(case.moves.len()) else { break End::Endless };
            moves.push(case.coordinates[number].clone());
            here = case.nexts[number].clone();
        };
        Game { plies: moves.len(), n_legal, end }
    }

    /// The law of royal pieces, where it is tried.
    fn royal(&mut self, here: &Position) -> Held {
        if !here.key().is_multiple_of(ROYAL) && *here != self.start {
            return Ok(());
        }
        let variant = self.rules.variant();
        let twin = self.twin.get_or_insert_with(|| Twin::of(variant));
        let Some(twin) = twin else { return Ok(()) };
        twin.stop_on(&self.stop);
        let moves = twin.legal_moves(here);
        twin.hold(here, &moves)
    }

    fn failure(&self, seed: u64, here: &Position, moves: Vec<String>, breach: Breach) -> Failure {
        let variant = self.rules.variant();
        let problem = match breach.trouble {
            Some(trouble) => *trouble,
            None => {
                let name = &variant.definition().name;
                let message = match &breach.after {
                    Some(mv) => format!("in trial play, after `{mv}`: {}", breach.message),
                    None => format!("in trial play: {}", breach.message),
                };
                let code = if breach.law == "end" { Code::NoEnd } else { Code::BrokenLaw };
                let problem = Diagnostic::error(code, message).at(name.span).label("a random game of it");
                if code == Code::NoEnd {
                    problem.help("add an end: `when = \"no legal move\"` with a `result`")
                } else {
                    problem.help("no definition should be able to do this: please report it with the definition")
                }
            }
        };
        let style = TextStyle { unicode: false, colour: false, ..TextStyle::default() };
        let board = text(&Scene::new(variant, here), style);
        let problem = problem.help(format!("the position is {}\n{}", here.to_fen(variant), board.trim_end()));
        let problem = match moves.as_slice() {
            [] => problem.help("it came up in the position itself or in a move tried from it, before any was made"),
            moves => problem.help(format!("it came up after `{}`", moves.join(" "))),
        };
        Failure { seed, moves, problem }
    }
}

/// Games that do not end, as a warning with the reason; `None` where all do or that is meant.
#[must_use]
pub fn endless(trial: &Trial, definition: &Definition) -> Option<Diagnostic> {
    if trial.endless == 0 || definition.allow.contains_key(LONG_GAMES) {
        return None;
    }
    let message = format!(
        "{} of {} random games were not over after {LONGEST} plies, where trial play gives up",
        trial.endless, trial.games
    );
    let problem = Diagnostic::warning(Code::EndlessGames, message).at(definition.name.span);
    let bounding = |end: &crate::definition::EndDef| end.script.is_some() || end.when.as_ref().is_some_and(bounds);
    let problem = if definition.ends.iter().any(bounding) {
        // It is the limit of trial play that was passed; the game may be longer by nature.
        problem.label("its games are long").help(
            "where a game should end sooner, look at what starts the count of quiet plies again: `[quiet] resets`",
        )
    } else {
        problem
            .label("no end of it stops a game that goes on and on")
            .help("add an end: `when = \"repetition 3 or quiet plies 100\"`, `result = \"draw\"`")
    };
    Some(problem.help(format!("where long games are meant, say so: `[allow]` with `{LONG_GAMES} = \"why\"`")))
}

/// Whether a condition of the game must hold sooner or later if nothing new happens.
fn bounds(condition: &Condition) -> bool {
    match &condition.kind {
        ConditionKind::QuietPlies(_) | ConditionKind::Repetition(_) | ConditionKind::Script(_) => true,
        ConditionKind::Or(all) => all.iter().any(bounds),
        ConditionKind::And(all) => all.iter().all(bounds),
        _ => false,
    }
}

/// Numbers from a seed, the same on every machine (splitmix64).
struct Chance(u64);

impl Chance {
    /// A number below `bound`; `None` where there is none.
    fn below(&mut self, bound: usize) -> Option<usize> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)).checked_rem(bound as u64)?).ok()
    }
}
