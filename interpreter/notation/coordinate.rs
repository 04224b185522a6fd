//! A position's legal moves in; coordinate notation out: `e2e4`, `e7e8q`, `c3e5g7`, `e1g1` for castling, `e1=w`.

use super::unique::{Taken, distinct};
use super::{add_landings, own_text, plain_letter, way};
use crate::definition::CastlingDef;
use crate::position::Position;
use crate::rules::Move;
use crate::variant::Variant;

/// The moves in coordinate notation, in their order; no two texts are alike.
#[must_use]
pub fn coordinate(variant: &Variant, position: &Position, moves: &[Move]) -> Vec<String> {
    distinct(moves.len(), |number, rung| text(variant, position, &moves[number], rung), &Taken::new(&[]))
}

/// The text of a move on a rung, from the usual one to the fullest.
fn text(variant: &Variant, position: &Position, mv: &Move, rung: usize) -> Option<String> {
    let board = variant.board();
    let from = board.name(mv.from());
    let letter = |kind: u8| variant.kinds().get(usize::from(kind)).map_or(' ', |kind| kind.letter);
    let own = |mv: &Move| {
        let letter = letter(mv.kind());
        own_text(variant, mv, plain_letter(position.turn()), letter.encode_utf8(&mut [0; 4]))
    };
    let gain = mv.promotion().map(letter).into_iter().flat_map(char::to_lowercase);
    if let Some(mut text) = own(mv) {
        text.extend(gain);
        return match rung {
            0 => Some(text),
            1 => Some(format!("{from}{text}")),
            2 => Some(way(board, mv)).filter(|way| !way.is_empty()).map(|way| format!("{from}({way}){text}")),
            _ => None,
        };
    }
    let to = board.name(mv.to());
    if let Some(other) = mv.castles_with() {
        let by_right = |castling: &CastlingDef| castling.king.value == "by right";
        // Where the pieces begin anywhere, only the other piece's square says plainly what is meant.
        let other_first = variant.definition().castling.iter().any(by_right);
        return match (rung, other_first) {
            (0, false) | (1, true) => Some(format!("{from}{to}")),
            (0, true) | (1, false) => Some(format!("{from}{}", board.name(other))),
            _ => None,
        };
    }
    if rung == 0 {
        let mut text = String::with_capacity(8);
        text.push_str(from);
        add_landings(&mut text, board, mv, "");
        text.extend(gain);
        return Some(text);
    }
    let way = way(board, mv);
    if way.is_empty() {
        return None;
    }
    let gain: String = gain.collect();
    match (rung, mv.is_chain()) {
        (1, false) => Some(format!("{from}{way}{to}{gain}")),
        (1, true) | (2, false) => {
            let mut text = format!("{from}({way})");
            add_landings(&mut text, board, mv, "");
            text.push_str(&gain);
            Some(text)
        }
        _ => None,
    }
}
