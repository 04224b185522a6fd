//! Castling that is not legal: its name or its squares in; what stands in the way, and where, out.

use super::error::ReadError;
use super::explain::{Explainer, Reason};
use super::parse::{Origin, Reading};
use super::san::name_of;
use crate::board::Square;
use crate::check::model::CheckedCastling;
use crate::rules::CastlingRefusal;

impl Explainer<'_> {
    /// The error for a castling that is not legal.
    pub(super) fn no_castling(&mut self, text: &str, name: &str) -> ReadError {
        let us = self.position.turn();
        let variant = self.variant.clone();
        let name_of_one =
            |castling: &CheckedCastling| name_of(&variant, castling.king?, castling.king_to, castling.rook?);
        let own = |castling: &CheckedCastling| castling.side == us && name_of_one(castling) == Some(name);
        let numbers: Vec<usize> = (0..).zip(variant.castlings()).filter(|(_, one)| own(one)).map(|(n, _)| n).collect();
        let why = match self.nearest_castling(&numbers) {
            Some((_, why)) => why,
            None if variant.castlings().is_empty() => "there is no castling in this game".to_owned(),
            None => format!("{us} has no such castling in this game"),
        };
        let other = self.moves.iter().position(|mv| super::san::castling_name(&variant, mv).is_some());
        ReadError::Illegal { text: text.to_owned(), why, near: other.map(|number| self.texts[number].clone()) }
    }

    /// Why a reading that names the squares of a castling is not legal; `None` if it names none.
    pub(super) fn castling_reason(&mut self, reading: &Reading) -> Option<Reason> {
        let us = self.position.turn();
        let variant = self.variant.clone();
        let &[target] = reading.landings.as_slice() else { return None };
        let means = |castling: &CheckedCastling| {
            let by_right = variant.definition().castling.iter().any(|def| def.king.value == "by right");
            let goal = castling.king_to == target || by_right && castling.rook == Some(target);
            let king = castling.king.filter(|king| self.position.at(*king) == Some((us, castling.king_kind)));
            let said = match reading.origin {
                Origin::Square(origin) => king == Some(origin),
                _ => {
                    reading.kind == Some(castling.king_kind)
                        && king.is_some_and(|king| reading.origin.is(variant.board(), king))
                }
            };
            castling.side == us && goal && said && reading.kind.is_none_or(|kind| kind == castling.king_kind)
        };
        let numbers: Vec<usize> =
            (0..).zip(variant.castlings()).filter(|(_, one)| means(one)).map(|(n, _)| n).collect();
        self.nearest_castling(&numbers)
    }

    /// The nearest miss of some castlings, by their numbers.
    fn nearest_castling(&mut self, numbers: &[usize]) -> Option<Reason> {
        let refusals = numbers.iter().map(|number| (self.rules.castling_refusal(self.position, *number), *number));
        let (refusal, number) = refusals.max()?;
        let castling = self.variant.castlings().get(number)?.clone();
        Some(self.castling_refused(refusal, &castling))
    }

    fn castling_refused(&mut self, refusal: CastlingRefusal, castling: &CheckedCastling) -> Reason {
        let us = self.position.turn();
        let board = self.variant.board();
        let square = |square: Square| format!("`{}`", board.name(square));
        let piece = |on: Square| {
            let kind = self.position.at(on).map_or("piece", |(_, kind)| self.english.piece_name(kind));
            format!("the {kind} on {}", square(on))
        };
        let king = self.english.piece_name(castling.king_kind);
        let rook = self.english.piece_name(castling.rook_kind);
        match refusal {
            CastlingRefusal::Lost => {
                let at_home = |on: Option<Square>, kind| on.is_some_and(|on| self.position.at(on) == Some((us, kind)));
                let home = |on: Option<Square>| on.map_or_else(String::new, |on| format!(" on {}", square(on)));
                let right = format!("{us} has no right `{}` to castle any more", castling.right);
                let why = if !at_home(castling.king, castling.king_kind) {
                    format!("no {king} of {us} is{}", home(castling.king))
                } else if !at_home(castling.rook, castling.rook_kind) {
                    format!("no {rook} of {us} is{}", home(castling.rook))
                } else {
                    format!("the {king}, or the {rook}{}, has moved, or the FEN does not give it", home(castling.rook))
                };
                (4, format!("{right}: {why}"))
            }
            CastlingRefusal::Between(on) => (4, format!("{} is in the way of castling", piece(on))),
            CastlingRefusal::Attacked { on, by } => {
                let who = by.map(piece);
                let by = who.as_ref().map_or_else(String::new, |who| format!(" by {who}"));
                let why = if castling.king == Some(on) {
                    let from = who.map_or_else(String::new, |who| format!(" (from {who})"));
                    format!("{us} is in check{from}, and castling is no way out of it")
                } else if castling.king_to == on {
                    format!("{} is attacked{by}, and the {king} would stand there after castling", square(on))
                } else {
                    format!("{} is attacked{by}, and the {king} would cross it in castling", square(on))
                };
                (4, why)
            }
            CastlingRefusal::Forbidden => self.refused(crate::rules::Refusal::Forbidden),
            CastlingRefusal::Owed => self.refused(crate::rules::Refusal::Owed),
        }
    }
}
