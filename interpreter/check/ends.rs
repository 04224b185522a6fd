//! Promotion, castling, duty, quiet plies, ends, who begins, and the start.

use crate::board::{Side, Square};
use crate::check::board::choice;
use crate::check::fen;
use crate::check::model::{CheckedCastling, CheckedEnd, CheckedPromotion, Duty, EndResult, KindSet, Man, QuietResets};
use crate::check::{Checker, unknown};
use crate::definition::CastlingDef;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::HookKind;
use crate::source::Spanned;
use std::sync::Arc;

/// The most castling moves a definition may have.
pub(super) const MAX_CASTLING: usize = 16;

impl Checker<'_> {
    /// Promotion rules.
    pub(super) fn promotions(&mut self) -> Vec<CheckedPromotion> {
        let definition = Arc::clone(self.definition);
        let mut rules = Vec::new();
        for promotion in &definition.promotions {
            let kinds = self.kinds(&promotion.pieces);
            let to = promotion.to.iter().filter_map(|name| self.kind(name)).collect();
            let zone = [
                self.region(&promotion.zone.white, Side::White).unwrap_or_default(),
                self.region(&promotion.zone.black, Side::Black).unwrap_or_default(),
            ];
            rules.push(CheckedPromotion { kinds, zone, to, must: promotion.must });
        }
        rules
    }

    /// Castling moves.
    pub(super) fn castling(&mut self) -> Vec<CheckedCastling> {
        let definition = Arc::clone(self.definition);
        let mut moves: Vec<CheckedCastling> = Vec::new();
        for castling in &definition.castling {
            if moves.len() == MAX_CASTLING {
                self.say(
                    Diagnostic::error(
                        Code::TooManyCastlings,
                        format!("at most {MAX_CASTLING} castling moves are supported"),
                    )
                    .at(castling.span),
                );
                break;
            }
            let Some(checked) = self.one_castling(castling) else { continue };
            if moves.iter().any(|other| other.right == checked.right) {
                self.say(
                    Diagnostic::error(Code::RightUsedTwice, format!("the right `{}` is used twice", checked.right))
                        .at(castling.right.span)
                        .label("used a second time"),
                );
            }
            moves.push(checked);
        }
        moves
    }

    fn one_castling(&mut self, castling: &CastlingDef) -> Option<CheckedCastling> {
        let mut chars = castling.right.value.chars();
        let (Some(right), None) = (chars.next(), chars.next()) else {
            self.say(
                Diagnostic::error(Code::CastlingRight, format!("`{}` is not one letter", castling.right.value))
                    .at(castling.right.span)
                    .label("expected the letter that stands for it in FEN, such as `K`"),
            );
            return None;
        };
        let side = self.side(&castling.side);
        let squares = [&castling.king, &castling.king_to, &castling.rook, &castling.rook_to];
        let squares: Vec<Option<Square>> = squares.into_iter().map(|name| self.square(name)).collect();
        let kinds: Vec<_> = castling.pieces.iter().map(|name| self.kind(name)).collect();
        if castling.pieces.len() != 2 && !castling.pieces.is_empty() {
            self.say(
                Diagnostic::error(Code::CastlingPieces, "castling takes two pieces")
                    .at(castling.span)
                    .help("write `pieces = [\"king\", \"rook\"]`"),
            );
            return None;
        }
        let named = |checker: &mut Self, name: &str| checker.kind(&Spanned::new(name.to_string(), castling.span));
        let (king_kind, rook_kind) = match kinds.as_slice() {
            [] => (named(self, "king")?, named(self, "rook")?),
            [king, rook, ..] => ((*king)?, (*rook)?),
            [_] => return None,
        };
        let [Some(king), Some(king_to), Some(rook), Some(rook_to)] = squares[..] else { return None };
        let (Some(king_path), Some(rook_path)) = (self.between(king, king_to), self.between(rook, rook_to)) else {
            self.say(
                Diagnostic::error(Code::CastlingPath, "the men of a castling move must move along one rank or file")
                    .at(castling.span)
                    .label("not on one line"),
            );
            return None;
        };
        if king == rook || king_to == rook_to {
            self.say(
                Diagnostic::error(Code::CastlingPath, "the two men of a castling move need different squares")
                    .at(castling.span),
            );
            return None;
        }
        let mut empty: Vec<Square> = king_path.iter().chain(&rook_path).copied().collect();
        // In chess what stands between king and rook must be empty too, which their two paths cover.
        if let Some(middle) = self.between(king, rook) {
            empty.extend(middle);
        }
        empty.retain(|square| *square != king && *square != rook);
        empty.sort_unstable();
        empty.dedup();
        let mut safe = if castling.through_attack { Vec::new() } else { king_path };
        if !castling.through_attack {
            safe.push(king);
        }
        Some(CheckedCastling {
            right,
            side: side?,
            king: Some(king),
            king_to,
            rook: Some(rook),
            rook_to,
            king_kind,
            rook_kind,
            empty,
            safe,
        })
    }

    /// The squares after `from` up to and with `to`, along a rank or file; none when they are the same.
    fn between(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        if from == to {
            return Some(Vec::new());
        }
        let place = |square: Square| Some((i32::from(self.board.file(square)?), i32::from(self.board.rank(square)?)));
        let ((from_file, from_rank), (to_file, to_rank)) = (place(from)?, place(to)?);
        if from_file != to_file && from_rank != to_rank {
            return None;
        }
        let step = ((to_file - from_file).signum(), (to_rank - from_rank).signum());
        let mut at = (from_file, from_rank);
        let mut squares = Vec::new();
        while at != (to_file, to_rank) {
            at = (at.0 + step.0, at.1 + step.1);
            let square = self.board.squares().find(|square| place(*square) == Some(at));
            squares.extend(square);
        }
        Some(squares)
    }

    fn square(&mut self, name: &Spanned<String>) -> Option<Square> {
        if let Some(square) = self.board.square(&name.value) {
            return Some(square);
        }
        let problem = Diagnostic::error(Code::UnknownSquare, format!("the board has no square `{}`", name.value))
            .at(name.span)
            .label("not on the board");
        let names: Vec<&str> = self.board.squares().map(|square| self.board.name(square)).collect();
        let problem = match crate::diagnostic::nearest(&name.value, names) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem,
        };
        self.say(problem);
        None
    }

    fn side(&mut self, word: &Spanned<String>) -> Option<Side> {
        match word.value.as_str() {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            other => {
                self.say(choice(other, word.span, &["white", "black"]));
                None
            }
        }
    }

    /// What resets the count of quiet plies.
    pub(super) fn quiet(&mut self) -> QuietResets {
        let definition = Arc::clone(self.definition);
        let mut resets = QuietResets::default();
        for word in &definition.quiet_resets {
            match word.value.as_str() {
                "capture" => resets.capture = true,
                "promotion" => resets.promotion = true,
                other => {
                    let name = other.strip_suffix(" move").unwrap_or(other);
                    match definition.pieces.get_index_of(name) {
                        Some(kind) if other.ends_with(" move") => resets.kinds = resets.kinds.with(kind as u8),
                        _ => {
                            let mut known: Vec<String> =
                                definition.pieces.keys().map(|name| format!("{name} move")).collect();
                            known.extend(["capture".to_string(), "promotion".to_string()]);
                            let problem =
                                unknown("reason to reset", Code::UnknownValue, other, known.iter()).at(word.span);
                            self.say(problem);
                        }
                    }
                }
            }
        }
        if definition.quiet_resets.is_empty() {
            resets = QuietResets { capture: true, kinds: KindSet(0), promotion: true };
        }
        resets
    }

    /// Duty and veto.
    pub(super) fn duty(&mut self) -> Duty {
        let definition = Arc::clone(self.definition);
        let Some(duty) = &definition.duty else { return Duty::default() };
        let mut hook = |name: &Option<Spanned<String>>, kind| name.as_ref().and_then(|name| self.hook(name, kind));
        let found = Duty {
            claim: hook(&duty.claim, HookKind::Claim),
            merit: hook(&duty.merit, HookKind::Merit),
            allowed: hook(&duty.allowed, HookKind::Allowed),
        };
        for (one, other, missing) in [(&duty.claim, &duty.merit, "merit"), (&duty.merit, &duty.claim, "claim")] {
            if let (Some(one), None) = (one, other) {
                self.say(
                    Diagnostic::error(Code::HalfADuty, format!("`[duty]` needs `{missing}` too"))
                        .at(one.span)
                        .label("alone it decides nothing")
                        .help("a candidate stands if its merit is at least the greatest claim"),
                );
            }
        }
        found
    }

    /// Ends in order.
    pub(super) fn ends(&mut self) -> Vec<CheckedEnd> {
        let definition = Arc::clone(self.definition);
        let mut ends = Vec::new();
        for end in &definition.ends {
            let when = end.when.as_ref().and_then(|when| self.game_condition(when));
            let script = end.script.as_ref().and_then(|name| self.hook(name, HookKind::Outcome));
            let result = match end.result.as_ref() {
                None => EndResult::Draw,
                Some(word) => match word.value.as_str() {
                    "win" => EndResult::Win,
                    "loss" => EndResult::Loss,
                    "draw" => EndResult::Draw,
                    "white" => EndResult::Winner(Side::White),
                    "black" => EndResult::Winner(Side::Black),
                    other => {
                        self.say(choice(other, word.span, &["win", "loss", "draw", "white", "black"]));
                        EndResult::Draw
                    }
                },
            };
            if when.is_none() && script.is_none() {
                continue;
            }
            let name = match (&end.name, &end.when, &end.script) {
                (Some(name), _, _) => name.value.clone(),
                (None, Some(when), _) => when.to_string(),
                (None, None, Some(script)) => script.value.clone(),
                (None, None, None) => String::new(),
            };
            let stops = end.stops.unwrap_or(script.is_some() || result != EndResult::Draw);
            ends.push(CheckedEnd { when, script, result, name, stops });
        }
        ends
    }

    /// Who moves first.
    pub(super) fn first(&mut self) -> Side {
        let definition = Arc::clone(self.definition);
        definition.sides.first.as_ref().and_then(|word| self.side(word)).unwrap_or(Side::White)
    }

    /// The start: a FEN as given, or made of rows.
    pub(super) fn start(&mut self, letters: &[char]) -> Option<(Spanned<String>, Vec<Man>)> {
        let definition = Arc::clone(self.definition);
        let setup = &definition.setup;
        let start = match (&setup.fen, setup.rows.first()) {
            (Some(fen), _) => fen.clone(),
            (None, Some(first)) => {
                let rows: Vec<String> = setup.rows.iter().map(|row| row.value.clone()).collect();
                let turn = match self.first() {
                    Side::White => 'w',
                    Side::Black => 'b',
                };
                let rights: String = definition.castling.iter().map(|castling| castling.right.value.as_str()).collect();
                let rights = if rights.is_empty() { "-".to_string() } else { rights };
                Spanned::new(format!("{} {turn} {rights} - 0 1", joined(&rows)), first.span)
            }
            (None, None) => {
                self.say(
                    Diagnostic::error(Code::MissingSetup, "the definition has no start position")
                        .at(definition.span)
                        .help("write `[setup]` with `fen = \"...\"` or `rows = [...]`"),
                );
                return None;
            }
        };
        let Some(board) = fen::fields(&start).first().copied() else {
            self.say(Diagnostic::error(Code::FenRows, "the start position is empty").at(start.span));
            return None;
        };
        match fen::placement(self.board, letters, board) {
            Ok(men) => Some((start, men)),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }
}

/// Rows joined as in FEN: blanks between letters do not count, `.` and numbers stand for empty cells.
fn joined(rows: &[String]) -> String {
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        if number > 0 {
            text.push('/');
        }
        let mut blanks: u32 = 0;
        let mut digits = String::new();
        let flush = |text: &mut String, blanks: &mut u32| {
            if *blanks > 0 {
                text.push_str(&blanks.to_string());
                *blanks = 0;
            }
        };
        for letter in row.chars().chain([' ']) {
            if letter.is_ascii_digit() {
                digits.push(letter);
                continue;
            }
            blanks = blanks.saturating_add(digits.parse().unwrap_or(0));
            digits.clear();
            match letter {
                '.' => blanks += 1,
                ' ' => {}
                _ => {
                    flush(&mut text, &mut blanks);
                    text.push(letter);
                }
            }
        }
        flush(&mut text, &mut blanks);
    }
    text
}
