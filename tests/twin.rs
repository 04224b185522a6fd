//! A move is legal exactly when, in the same variant without royal pieces, no reply takes one of them: over the bundled
//! games, the examples and definitions that combine what bears on royal pieces in pairs (`definitions/twin`).
//!
//! The positions are those of `depths`: random pieces on random squares, and random play from there and from the start.
//! `HETERODOX_TWIN=20000 cargo test --release twin -- --nocapture` tries so many positions in all, `HETERODOX_SEED=1`
//! others.

use crate::depths::{Pieces, fen, subjects, wild};
use crate::support::{Chance, moves, position, text, variant};
use heterodox::board::Side;
use heterodox::playtest::laws::Held;
use heterodox::playtest::twin::Twin;
use heterodox::position::Position;
use heterodox::rules::{Move, Rules};
use heterodox::variant::Variant;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How many positions of each definition are tried.
const POSITIONS: usize = 30;

/// How many definitions the law must speak of.
const DEFINITIONS: usize = 60;

/// What breaks the law in a position.
fn breach(twin: &mut Twin, here: &Position) -> Option<String> {
    let moves = twin.legal_moves(here);
    twin.hold(here, &moves).err().map(|breach| breach.message)
}

/// A position that breaks the law with as few pieces as will show it, and how.
fn smallest(rules: &mut Rules, twin: &mut Twin, here: &Position, message: String) -> String {
    let variant = rules.variant().clone();
    let letter = |side: Side, kind: u8| {
        let capital = variant.kinds()[usize::from(kind)].letter;
        if side == Side::White { capital } else { capital.to_ascii_lowercase() }
    };
    let found = here.to_fen(&variant);
    let rest = found.split_once(' ').map_or(String::new(), |(_, rest)| rest.to_owned());
    let mut pieces: Pieces =
        here.pieces().into_iter().map(|piece| (piece.square, letter(piece.side, piece.kind))).collect();
    let mut told = format!("{message}\n  {found}");
    let mut smaller = true;
    while smaller {
        smaller = false;
        for square in pieces.keys().copied().collect::<Vec<_>>() {
            let mut fewer = pieces.clone();
            fewer.remove(&square);
            let shorter = fen(&variant, &fewer, &rest);
            let Ok((there, _)) = rules.position(&text(&shorter)) else { continue };
            if let Some(message) = breach(twin, &there) {
                (pieces, told, smaller) = (fewer, format!("{message}\n  {shorter}\n  found at {found}"), true);
            }
        }
    }
    told
}

/// Tries the law in so many positions of a variant, each with its breach; `None` where it says nothing of the variant.
fn try_all(name: &str, variant: &Variant, wanted: usize, seed: u64) -> Option<(usize, Vec<String>)> {
    let mut twin = Twin::of(variant)?;
    let mut rules = Rules::new(variant.clone());
    let mut chance = Chance::new(seed);
    let start = position(&mut rules, "start");
    let (mut tried, mut refused, mut wrong) = (0, 0, Vec::new());
    while tried < wanted && refused < 100 * wanted && wrong.len() < 3 {
        let (mut here, plies) = if chance.below(6) == 0 {
            (start.clone(), 30)
        } else {
            let (pieces, rest) = wild(variant, &start, &mut chance);
            match rules.position(&text(&fen(variant, &pieces, &rest))) {
                Ok((here, _)) => (here, chance.below(6)),
                Err(_) => {
                    refused += 1;
                    continue;
                }
            }
        };
        for _ in 0..=plies {
            tried += 1;
            if let Some(message) = breach(&mut twin, &here) {
                wrong.push(format!("{name}: {}", smallest(&mut rules, &mut twin, &here, message)));
                break;
            }
            let moves = rules.legal_moves(&here);
            if moves.is_empty() || tried >= wanted {
                break;
            }
            here = rules.play_unchecked(&here, &moves[chance.below(moves.len())]);
        }
    }
    Some((tried, wrong))
}

#[test]
fn a_move_is_legal_exactly_when_no_reply_takes_a_royal_piece() {
    let subjects = subjects();
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<usize>().ok());
    let each = number("HETERODOX_TWIN").map_or(POSITIONS, |total| total.div_ceil(subjects.len()).max(POSITIONS));
    let seed = number("HETERODOX_SEED").unwrap_or(0) as u64;
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    let work = || {
        while let Some((name, variant, _)) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Some((tried, wrong)) = try_all(name, variant, each, seed.wrapping_add(name.len() as u64)) {
                done.lock().unwrap().push((name, tried, wrong));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    let mut done = done.into_inner().unwrap();
    done.sort();
    let positions: usize = done.iter().map(|(_, tried, _)| tried).sum();
    println!("{} definitions, {positions} positions", done.len());
    let wrong: Vec<&str> = done.iter().flat_map(|(.., wrong)| wrong).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(done.len() >= DEFINITIONS, "the law speaks of {} definitions", done.len());
    for (name, tried, _) in &done {
        assert!(*tried >= each, "{name}: only {tried} positions");
    }
}

/// A legal move of another position of the same variant.
fn borrowed(variant: &Variant, fen: &str, text: &str) -> Move {
    let mut rules = Rules::new(variant.clone());
    let there = position(&mut rules, fen);
    let found = moves(&mut rules, &there).into_iter().find(|(known, _)| known == text);
    found.unwrap_or_else(|| panic!("{text} is not legal in {fen}")).1
}

/// What the law says of the legal moves of a position, with one taken out and one put in.
fn changed(variant: &Variant, fen: &str, without: Option<&str>, with: Option<Move>) -> Held {
    let mut rules = Rules::new(variant.clone());
    let mut twin = Twin::of(variant).unwrap();
    let here = position(&mut rules, fen);
    let known = moves(&mut rules, &here);
    assert!(without.is_none_or(|without| known.iter().any(|(text, _)| text == without)), "{without:?} in {fen}");
    let kept = known.into_iter().filter(|(text, _)| Some(text.as_str()) != without).map(|(_, mv)| mv);
    twin.hold(&here, &kept.chain(with).collect::<Vec<_>>())
}

fn message(held: Held) -> String {
    held.expect_err("nothing was noticed").message
}

#[test]
fn the_law_of_royal_pieces_notices_a_move_too_many_and_one_too_few() {
    let chess = variant("chess", &[]);
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    assert!(changed(&chess, pinned, None, None).is_ok());
    let leap = borrowed(&chess, "4k3/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3");
    let told = message(changed(&chess, pinned, None, Some(leap)));
    assert_eq!(told, "`e2c3` is legal, though a royal piece could be taken after it");
    let told = message(changed(&chess, pinned, Some("e1d1"), None));
    assert_eq!(told, "`e1d1` is not legal, though no royal piece could be taken after it");
    let rook = borrowed(&chess, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2d2");
    let told = message(changed(&chess, pinned, None, Some(rook)));
    assert_eq!(told, "`e2d2` is legal, though the pieces do not move so");

    let castling = borrowed(&chess, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    for (rook, told) in [
        ("e8", "is legal, though the king could be taken on its way"),
        ("f8", "is legal, though the king could be taken on its way"),
        ("g8", "is legal, though a royal piece could be taken after it"),
    ] {
        let file = rook.as_bytes()[0] - b'a';
        let fen = format!("{file}r{}/8/8/8/k7/8/8/4K2R w K - 0 1", 7 - file);
        let found = message(changed(&chess, &fen, None, Some(castling.clone())));
        assert_eq!(found, format!("`e1g1` {told}"), "{fen}");
    }

    let passing = variant("tests/definitions/twin/passing-king.toml", &[]);
    let step = borrowed(&passing, "4k/5/5/K4/P4 w - - 0 1", "a2c2");
    let told = message(changed(&passing, "4k/5/2p2/K4/P4 w - - 0 1", None, Some(step)));
    assert_eq!(told, "`a2c2` is legal, though a royal piece could be taken after it");
}
