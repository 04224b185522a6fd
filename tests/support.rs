//! What the tests share: opening variants, positions from FEN, moves by their coordinates, and chance from a seed.

use heterodox::bundled::Bundled;
use heterodox::definition::loader::NoLibrary;
use heterodox::diagnostic::render::{Style, render};
use heterodox::notation::coordinate;
use heterodox::open::{Opened, open, open_text};
use heterodox::position::Position;
use heterodox::rules::{Move, Rules};
use heterodox::source::{SourceId, Span, Spanned};
use heterodox::variant::Variant;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The bundled games.
pub(crate) const GAMES: [&str; 4] = ["chess", "knight-relay", "diplomat", "cheskers"];

/// A bundled name or a path, with options chosen.
pub(crate) fn opened(target: &str, options: &[(&str, &str)]) -> Opened {
    let options: Vec<(String, String)> =
        options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    open(target, &Bundled, &options)
}

/// The variant of a sound definition.
pub(crate) fn variant(target: &str, options: &[(&str, &str)]) -> Variant {
    let opened = opened(target, options);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    opened.variant.unwrap_or_else(|| panic!("{target} does not open\n{problems}"))
}

/// The rules of a sound definition.
pub(crate) fn rules(target: &str) -> Rules {
    Rules::new(variant(target, &[]))
}

/// The rules of a definition written in the test.
pub(crate) fn rules_of(toml: &str, script: &str) -> Rules {
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    let opened = open_text("test.toml", toml, &scripts, &NoLibrary, &[]);
    let problems = render(&opened.diagnostics, &opened.loaded.sources, Style::Plain);
    Rules::new(opened.variant.unwrap_or_else(|| panic!("the definition does not open\n{problems}")))
}

/// A definition written in the test, which may extend bundled ones.
pub(crate) fn opened_text(toml: &str) -> Opened {
    open_text("test.toml", toml, &[], &Bundled, &[])
}

/// A text as if it stood in a file.
pub(crate) fn text(text: &str) -> Spanned<String> {
    Spanned::new(text.to_owned(), Span::new(SourceId(0), 0..text.len()))
}

/// A position from a FEN, or the start.
pub(crate) fn position(rules: &mut Rules, fen: &str) -> Position {
    let fen = if fen == "start" { rules.variant().start().to_owned() } else { fen.to_owned() };
    match rules.position(&text(&fen)) {
        Ok((position, _)) => position,
        Err(problems) => panic!("{fen}: {}", problems[0].message),
    }
}

/// The legal moves with their coordinates, in alphabetical order.
pub(crate) fn moves(rules: &mut Rules, position: &Position) -> Vec<(String, Move)> {
    let moves = rules.legal_moves(position);
    let texts = coordinate(rules.variant(), position, &moves);
    let mut moves: Vec<(String, Move)> = texts.into_iter().zip(moves).collect();
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    moves
}

/// The coordinates of the legal moves, in alphabetical order.
pub(crate) fn coordinates(rules: &mut Rules, position: &Position) -> Vec<String> {
    moves(rules, position).into_iter().map(|(text, _)| text).collect()
}

/// The coordinates of the legal moves of the piece on a square, without the square.
pub(crate) fn targets(rules: &mut Rules, position: &Position, from: &str) -> Vec<String> {
    let square = rules.variant().board().square(from).unwrap_or_else(|| panic!("no square {from}"));
    let moves = moves(rules, position).into_iter().filter(|(_, mv)| mv.from() == square);
    moves.map(|(text, _)| text.strip_prefix(from).map_or(text.clone(), str::to_owned)).collect()
}

/// The position after a move given in coordinates.
pub(crate) fn play(rules: &mut Rules, position: &Position, text: &str) -> Position {
    let moves = moves(rules, position);
    let Some((_, mv)) = moves.iter().find(|(known, _)| known == text) else {
        panic!("{text} is not among {:?}", moves.iter().map(|(text, _)| text).collect::<Vec<_>>())
    };
    rules.play_unchecked(position, mv)
}

/// Counts move sequences on all processors, dividing the moves of the first plies among them.
pub(crate) fn perft(variant: &Variant, position: &Position, depth: usize) -> u64 {
    let mut rules = Rules::new(variant.clone());
    if depth < 4 {
        return rules.perft(position, depth);
    }
    let mut starts = Vec::new();
    for first in rules.legal_moves(position) {
        let next = rules.play_unchecked(position, &first);
        for second in rules.legal_moves(&next) {
            starts.push(rules.play_unchecked(&next, &second));
        }
    }
    let next = AtomicUsize::new(0);
    let count = || {
        let mut rules = Rules::new(variant.clone());
        let mut nodes = 0;
        while let Some(start) = starts.get(next.fetch_add(1, Ordering::Relaxed)) {
            nodes += rules.perft(start, depth - 2);
        }
        nodes
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(count)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap()).sum()
    })
}

/// Numbers from a seed, the same on every machine.
pub(crate) struct Chance(u64);

impl Chance {
    /// A new row of numbers.
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}

/// Positions of a random game from the start, the start included; at most `plies` moves.
pub(crate) fn random_game(rules: &mut Rules, seed: u64, plies: usize) -> Vec<Position> {
    let mut chance = Chance::new(seed);
    let mut line = vec![position(rules, "start")];
    for _ in 0..plies {
        let here = line.last().unwrap();
        let moves = rules.legal_moves(here);
        if moves.is_empty() {
            break;
        }
        let next = rules.play_unchecked(here, &moves[chance.below(moves.len())]);
        line.push(next);
    }
    line
}
