//! Every way of finding legal moves finds the same ones: worked out from threats, tested only where a move touches what
//! could matter, or each move played and tested; with
//! the decisions of scripts remembered, worked out at load, or run each time; listed, or only counted.
//!
//! The positions are wild: random pieces on random squares, read through FEN, and random play from there and from the
//! start. `HETERODOX_POSITIONS=1000000 cargo test --release depths -- --nocapture` makes a large run of it,
//! `HETERODOX_SEED=1` another one.

mod made;

use crate::support::{Chance, GAMES, opened, position, text, variant};
use heterodox::board::{Cell, Side, Square};
use heterodox::bundled::Bundled;
use heterodox::diagnostic::render::{Style, render};
use heterodox::notation::coordinate;
use heterodox::open::open_text;
use heterodox::position::Position;
use heterodox::rules::{Depth, Move, Rules};
use heterodox::variant::Variant;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Options under which the bundled games have other movements.
const OPTIONS: [(&str, &str, &str); 6] = [
    ("diplomat", "bishop_through", "sense"),
    ("diplomat", "bishop_through", "fork"),
    ("diplomat", "horse_over_centre", "no"),
    ("cheskers", "many", "max"),
    ("cheskers", "many", "free"),
    ("cheskers", "bc_discharge", "no"),
];

/// One position in so many is also asked with scripts running each time, unless `HETERODOX_LIVE` says otherwise.
const LIVE: usize = 8;
/// One position in so many is also counted two plies deep.
const DEEP: usize = 16;

/// The relay as it is bundled, and its function again: for a twin.
const RELAY: (&str, &str) = (
    "format = 1\nname = \"Relay\"\nextends = \"knight-relay\"\nscript = \"rules.rhai\"\n",
    "fn relayed(piece) { piece.defended_by(\"knight\") }",
);

/// Questions about eight squares whose answers are not used: too many to be worked out at load.
const IDLE: &str = "let idle = 0; for up in -1..=1 { for across in -1..=1 { \
                    if piece.square.leap(across, up).kind == \"pawn\" { idle += 1; } } }";

/// A definition in memory.
fn written(name: &str, toml: &str, script: &str) -> Variant {
    let opened = open_text("made.toml", toml, &[("rules.rhai".to_owned(), script.to_owned())], &Bundled, &[]);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    opened.variant.unwrap_or_else(|| panic!("{name} does not open\n{problems}"))
}

/// The same definition with functions of pieces that ask too much to be turned into rules at load, so that they run:
/// what was worked out is compared with them.
fn twin(name: &str, toml: &str, script: &str) -> Option<Variant> {
    let mut wide = script.to_owned();
    for parameters in ["(piece) {", "(piece, victim) {", "(piece, target) {"] {
        wide = wide.replace(parameters, &format!("{parameters} {IDLE}"));
    }
    (wide != script).then(|| written(name, toml, &wide))
}

/// Everything that is tried, by name, with its twin.
pub(crate) fn subjects() -> Vec<(String, Variant, Option<Variant>)> {
    let mut all: Vec<(String, Variant, Option<Variant>)> =
        variants().into_iter().map(|(name, variant)| (name, variant, None)).collect();
    let (toml, script) = RELAY;
    all.push(("the relay and its twin".to_owned(), variant("knight-relay", &[]), twin("the relay", toml, script)));
    for (name, tables, script) in made::MADE {
        let script_line = if script.is_empty() { "" } else { "script = \"rules.rhai\"\n" };
        let toml = format!("format = 1\nname = \"{name}\"\nextends = \"chess\"\n{script_line}{tables}\n");
        all.push(((*name).to_owned(), written(name, &toml, script), twin(name, &toml, script)));
    }
    all
}

/// The bundled games, their options, the examples, the definitions of other tests.
fn variants() -> Vec<(String, Variant)> {
    let mut all: Vec<(String, Variant)> = GAMES.into_iter().map(|name| (name.to_owned(), variant(name, &[]))).collect();
    for (name, option, value) in OPTIONS {
        all.push((format!("{name} {option}={value}"), variant(name, &[(option, value)])));
    }
    for folder in ["examples", "tests/definitions/good", "tests/definitions/twin"] {
        let mut paths: Vec<String> =
            std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string()).collect();
        paths.sort();
        for path in paths.into_iter().filter(|path| !path.ends_with(".md") && !path.ends_with(".rhai")) {
            if let Some(variant) = opened(&path, &[]).variant {
                all.push((path, variant));
            }
        }
    }
    all
}

/// Pieces by square: a position before it is a FEN.
pub(crate) type Pieces = BTreeMap<Square, char>;

/// A FEN of pieces that stand anywhere.
pub(crate) fn fen(variant: &Variant, pieces: &Pieces, rest: &str) -> String {
    let mut fen = String::new();
    for (number, row) in variant.board().fen_rows().iter().enumerate() {
        if number > 0 {
            fen.push('/');
        }
        let mut empty = 0;
        for cell in row {
            let letter = match cell {
                Cell::Hole => Some('_'),
                Cell::Square(square) => pieces.get(square).copied(),
            };
            let Some(letter) = letter else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                let _ = write!(fen, "{empty}");
                empty = 0;
            }
            fen.push(letter);
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
    }
    format!("{fen} {rest}")
}

/// Pieces on random squares, some of them perhaps at home, and the rest of a FEN.
pub(crate) fn wild(variant: &Variant, start: &Position, chance: &mut Chance) -> (Pieces, String) {
    let board = variant.board();
    let letter = |side: Side, kind: usize| {
        let capital = variant.kinds()[kind].letter;
        if side == Side::White { capital } else { capital.to_lowercase().next().unwrap() }
    };
    let n_squares = board.n_squares();
    let mut pieces = Pieces::new();
    let mut royal = [false; 2];
    let at_home = [0, 0, 1, 3][chance.below(4)];
    for piece in start.pieces() {
        if chance.below(4) < at_home {
            royal[piece.side.index()] |= variant.kinds()[usize::from(piece.kind)].royal;
            pieces.insert(piece.square, letter(piece.side, usize::from(piece.kind)));
        }
    }
    for side in Side::BOTH {
        for (kind, info) in variant.kinds().iter().enumerate().filter(|(_, info)| info.royal) {
            let number = if royal[side.index()] || info.letter != 'K' {
                chance.below(12) / 11
            } else {
                1 + chance.below(12) / 11
            };
            for _ in 0..number.max(usize::from(!royal[side.index()])) {
                pieces.insert(Square(chance.below(n_squares) as u8), letter(side, kind));
            }
            royal[side.index()] = true;
        }
    }
    let plain: Vec<usize> = (0..variant.kinds().len()).filter(|kind| !variant.kinds()[*kind].royal).collect();
    if !plain.is_empty() {
        let wanted = (4 + chance.below(29)).min(n_squares * 2 / 3);
        while pieces.len() < wanted {
            let square = Square(chance.below(n_squares) as u8);
            let side = Side::BOTH[chance.below(2)];
            pieces.entry(square).or_insert_with(|| letter(side, plain[chance.below(plain.len())]));
        }
    }
    let turn = ["w", "b"][chance.below(2)];
    let rights: String = variant.rights().iter().filter(|_| chance.below(4) > 0).collect();
    let passing = if chance.below(3) == 0 { board.name(Square(chance.below(n_squares) as u8)) } else { "-" };
    (pieces, format!("{turn} {} {passing} 0 1", if rights.is_empty() { "-" } else { &rights }))
}

/// The ways of asking, for one variant and thread.
struct Ways {
    working_out: Rules,
    masking: Rules,
    testing: Rules,
    running: Rules,
    twin: Option<Rules>,
}

impl Ways {
    fn new(variant: &Variant, twin: Option<&Variant>) -> Ways {
        let rules = || Rules::new(variant.clone());
        let twin = twin.map(|twin| Rules::new(twin.clone()));
        let mut ways = Ways { working_out: rules(), masking: rules(), testing: rules(), running: rules(), twin };
        ways.masking.set_depth(Depth::Mask);
        ways.testing.set_depth(Depth::Test);
        ways.running.set_live(true);
        ways
    }

    /// What they say differently of a position.
    fn differ(&mut self, here: &Position, live: bool, deep: bool) -> Option<String> {
        let first = self.working_out.legal_moves(here);
        let second = self.testing.legal_moves(here);
        if !same(&first, &second) {
            return Some("algebra and test".to_owned());
        }
        if !same(&second, &self.masking.legal_moves(here)) {
            return Some("mask and test".to_owned());
        }
        if first.len() != first.iter().collect::<HashSet<_>>().len() {
            return Some("a move given twice".to_owned());
        }
        let length = first.len() as u64;
        for (name, rules) in [("algebra", &mut self.working_out), ("test", &mut self.testing)] {
            let counted = rules.perft(here, 1);
            if counted != length {
                return Some(format!("{name} counts {counted} and lists {length}"));
            }
        }
        if live && !same(&first, &self.running.legal_moves(here)) {
            return Some("remembered and live".to_owned());
        }
        if let Some(twin) = self.twin.as_mut().filter(|_| live) {
            // Its tables are the same but for who decides, so positions and moves mean the same.
            twin.set_live(true);
            if !same(&first, &twin.legal_moves(here)) {
                return Some("worked out at load and run".to_owned());
            }
        }
        if live && self.working_out.outcome(here, 1) != self.running.outcome(here, 1) {
            return Some("outcome, remembered and live".to_owned());
        }
        if deep {
            let counts =
                [&mut self.working_out, &mut self.masking, &mut self.testing].map(|rules| rules.perft(here, 2));
            if counts[0] != counts[1] || counts[1] != counts[2] {
                return Some(format!("two plies: algebra {}, mask {}, test {}", counts[0], counts[1], counts[2]));
            }
        }
        None
    }

    /// A difference with as few pieces as will show it.
    fn smallest(&mut self, name: &str, what: &str, here: &Position) -> String {
        let variant = self.working_out.variant().clone();
        let mut fen_text = here.to_fen(&variant);
        let letter = |side: Side, kind: u8| {
            let capital = variant.kinds()[usize::from(kind)].letter;
            if side == Side::White { capital } else { capital.to_lowercase().next().unwrap() }
        };
        let mut pieces: Pieces =
            here.pieces().into_iter().map(|piece| (piece.square, letter(piece.side, piece.kind))).collect();
        let rest = fen_text.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned());
        let mut what = what.to_owned();
        let mut smaller = true;
        while smaller {
            smaller = false;
            for square in pieces.keys().copied().collect::<Vec<_>>() {
                let mut fewer = pieces.clone();
                fewer.remove(&square);
                let shorter = fen(&variant, &fewer, &rest);
                let Ok((there, _)) = self.working_out.position(&text(&shorter)) else { continue };
                if let Some(still) = self.differ(&there, true, what.starts_with("two")) {
                    (pieces, fen_text, what, smaller) = (fewer, shorter, still, true);
                }
            }
        }
        let mut report = format!("{name}: {what}\n  {fen_text}");
        let there = self.working_out.position(&text(&fen_text)).map_or_else(|_| here.clone(), |(there, _)| there);
        let one = self.working_out.legal_moves(&there);
        let texts = |moves: Vec<&Move>| {
            let moves: Vec<Move> = moves.into_iter().cloned().collect();
            let names = coordinate(&variant, &there, &moves);
            let known: Vec<String> = names.iter().zip(&moves).map(|(name, mv)| format!("{name} {mv:?}")).collect();
            if known.len() > 3 { format!("{} moves, {:?}", known.len(), names) } else { known.join("; ") }
        };
        for (name, rules) in [("mask", &mut self.masking), ("test", &mut self.testing), ("live", &mut self.running)] {
            let other = rules.legal_moves(&there);
            let more = texts(one.iter().filter(|mv| !other.contains(mv)).collect());
            let fewer = texts(other.iter().filter(|mv| !one.contains(mv)).collect());
            for (what, moves) in [(format!("algebra beyond {name}"), more), (format!("{name} beyond algebra"), fewer)] {
                if !moves.is_empty() {
                    let _ = write!(report, "\n  {what}: {moves}");
                }
            }
        }
        report
    }
}

fn same(first: &[Move], second: &[Move]) -> bool {
    first == second || {
        let set: HashSet<&Move> = first.iter().collect();
        first.len() == second.len() && second.iter().all(|mv| set.contains(mv))
    }
}

/// What came of one subject.
#[derive(Default)]
struct Tried {
    positions: usize,
    live: usize,
    refused: usize,
    /// Runs of scripts, with nothing remembered.
    runs: u64,
    /// Positions on which a twin was asked whose functions run.
    twins: usize,
    wrong: Vec<String>,
}

fn try_all(name: &str, variant: &Variant, twin: Option<&Variant>, wanted: usize, seed: u64) -> Tried {
    let mut chance = Chance::new(seed);
    let mut ways = Ways::new(variant, twin);
    let mut tried = Tried::default();
    let start = position(&mut ways.working_out, "start");
    let every = std::env::var("HETERODOX_LIVE").ok().and_then(|n| n.parse().ok()).unwrap_or(LIVE).max(1);
    while tried.positions < wanted && tried.wrong.len() < 3 && tried.refused < 100 * wanted {
        let from_start = chance.below(6) == 0;
        let (mut here, plies) = if from_start {
            (start.clone(), 60)
        } else {
            let (pieces, rest) = wild(variant, &start, &mut chance);
            match ways.working_out.position(&text(&fen(variant, &pieces, &rest))) {
                Ok((here, _)) => (here, chance.below(6)),
                Err(_) => {
                    tried.refused += 1;
                    continue;
                }
            }
        };
        for _ in 0..=plies {
            tried.positions += 1;
            let (live, deep) = (tried.positions % every == 0, tried.positions % DEEP == 0);
            tried.live += usize::from(live);
            tried.twins += usize::from(live && twin.is_some());
            if let Some(what) = ways.differ(&here, live, deep) {
                let report = ways.smallest(name, &what, &here);
                tried.wrong.push(format!("{report}\n  found at {}", here.to_fen(variant)));
                break;
            }
            let moves = ways.working_out.legal_moves(&here);
            if moves.is_empty() || tried.positions >= wanted {
                break;
            }
            here = ways.working_out.play_unchecked(&here, &moves[chance.below(moves.len())]);
        }
    }
    let runs = |rules: &Rules| rules.hook_stats().iter().map(|hook| hook.runs).sum::<u64>();
    tried.runs = runs(&ways.running) + ways.twin.as_ref().map_or(0, runs);
    if ways.twin.as_ref().is_some_and(|twin| runs(twin) == 0) {
        tried.wrong.push(format!("{name}: the functions of the twin never ran"));
    }
    for (which, rules) in [("algebra", &ways.working_out), ("test", &ways.testing), ("live", &ways.running)] {
        if let Some(trouble) = rules.context().trouble() {
            tried.wrong.push(format!("{name}: {which} has trouble: {}", trouble.message));
        }
    }
    tried
}

#[test]
fn every_depth_gives_the_same_moves() {
    let subjects = subjects();
    let total = std::env::var("HETERODOX_POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(12_000usize);
    let seed = std::env::var("HETERODOX_SEED").ok().and_then(|n| n.parse().ok()).unwrap_or(0u64);
    let each = total.div_ceil(subjects.len());
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((name, variant, twin)) = subjects.get(at) else { break };
            let tried = try_all(name, variant, twin.as_ref(), each, seed.wrapping_add(at as u64));
            done.lock().unwrap().push((at, tried));
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort_by_key(|(at, _)| *at);
    assert_eq!(done.len(), subjects.len());
    let wrong: Vec<&str> = done.iter().flat_map(|(_, tried)| &tried.wrong).map(String::as_str).collect();
    let sum = |of: fn(&Tried) -> usize| done.iter().map(|(_, tried)| of(tried)).sum::<usize>();
    let positions = sum(|tried| tried.positions);
    println!(
        "{} definitions, {positions} positions ({} with scripts live, {} with a twin's; {} runs), \
         {} set-ups refused, {} differences",
        subjects.len(),
        sum(|tried| tried.live),
        sum(|tried| tried.twins),
        done.iter().map(|(_, tried)| tried.runs).sum::<u64>(),
        sum(|tried| tried.refused),
        wrong.len()
    );
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for (at, tried) in &done {
        assert!(tried.positions >= each, "{}: only {} positions", subjects[*at].0, tried.positions);
    }
    assert!(positions >= total);
}
