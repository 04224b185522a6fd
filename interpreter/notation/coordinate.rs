//! A position's legal moves in; coordinate notation out: `e2e4`, `e7e8q`, `c3e5g7`, `e1g1` for castling, `e1=w`.

use super::{joined, own_text, plain_letter, unique, way};
use crate::definition::CastlingDef;
use crate::position::Position;
use crate::rules::Move;
use crate::variant::Variant;
use std::collections::HashMap;

/// The moves in coordinate notation, in their order; no two texts are alike.
#[must_use]
pub fn coordinate(variant: &Variant, position: &Position, moves: &[Move]) -> Vec<String> {
    let ladders: Vec<Vec<String>> = moves.iter().map(|mv| ladder(variant, position, mv)).collect();
    unique::distinct(&ladders, &HashMap::new())
}

/// The texts of one move, from the usual one to the fullest.
fn ladder(variant: &Variant, position: &Position, mv: &Move) -> Vec<String> {
    let board = variant.board();
    let from = board.name(mv.from());
    let to = board.name(mv.to());
    let way = joined(board, &way(mv));
    let letter = |kind: u8| variant.kinds().get(usize::from(kind)).map_or(' ', |kind| kind.letter);
    if let Some(text) = own_text(variant, mv, plain_letter(position.turn()), &letter(mv.kind()).to_string()) {
        return vec![text.clone(), format!("{from}{text}"), format!("{from}({way}){text}")];
    }
    if let Some(other) = mv.castles_with() {
        let by_right = |castling: &CastlingDef| castling.king.value == "by right";
        let mut ladder = vec![format!("{from}{to}"), format!("{from}{}", board.name(other))];
        if variant.definition().castling.iter().any(by_right) {
            // Where the men begin anywhere, only the other man's square says plainly what is meant.
            ladder.reverse();
        }
        return ladder;
    }
    let landings = joined(board, &mv.landings());
    let gain = mv.promotion().map_or(String::new(), |kind| letter(kind).to_lowercase().collect());
    let mut ladder = vec![format!("{from}{landings}{gain}")];
    if !way.is_empty() && !mv.is_chain() {
        ladder.push(format!("{from}{way}{to}{gain}"));
    }
    if !way.is_empty() {
        ladder.push(format!("{from}({way}){landings}{gain}"));
    }
    ladder
}
