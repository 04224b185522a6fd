//! Promotion, castling, duty, quiet plies, ends, who begins, and the start.

use crate::board::{Side, Square};
use crate::check::board::choice;
use crate::check::fen;
use crate::check::model::{CheckedCastling, CheckedEnd, CheckedPromotion, Duty, EndResult, Man, QuietResets};
use crate::check::{Checker, MAX_KINDS, unknown};
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
            let same = promotion
                .to
                .iter()
                .find_map(|to| Some((to, promotion.pieces.iter().find(|own| own.value == to.value)?)));
            if let Some((to, own)) = same.filter(|_| promotion.must) {
                self.say(
                    Diagnostic::warning(Code::PromotionToItself, format!("`{}` promotes to itself", to.value))
                        .at(to.span)
                        .label("stays what it is")
                        .also(own.span, "who promotes")
                        .help("leave it out, or write `must = false` if it may stay what it is"),
                );
            }
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
                        format!("{} castling moves, at most {MAX_CASTLING} are supported", definition.castling.len()),
                    )
                    .at(castling.span)
                    .label("one too many")
                    .help("leave some out: each needs a letter of its own in the FEN"),
                );
                break;
            }
            let Some(checked) = self.one_castling(castling) else { continue };
            let letter = &castling.right;
            let first = definition.castling.iter().find(|other| other.right.value == letter.value);
            if let Some(first) = first.filter(|first| first.span != castling.span) {
                self.say(
                    Diagnostic::error(Code::RightUsedTwice, format!("the right `{}` is used twice", checked.right))
                        .at(letter.span)
                        .label("used a second time")
                        .also(first.right.span, "first used here")
                        .help("give each castling a letter of its own; the letters stand in the FEN"),
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
                    .label("not one letter")
                    .help("write the letter that stands for it in FEN, such as `K`"),
            );
            return None;
        };
        let side = self.side(&castling.side);
        let squares = [&castling.king, &castling.king_to, &castling.rook, &castling.rook_to];
        let squares: Vec<Option<Square>> = squares.into_iter().map(|name| self.square(name)).collect();
        let kinds: Vec<_> = castling.pieces.iter().map(|name| self.kind(name)).collect();
        let named = |checker: &mut Self, name: &str| checker.kind(&Spanned::new(name.to_string(), castling.span));
        let (king_kind, rook_kind) = match kinds.as_slice() {
            [] => (named(self, "king")?, named(self, "rook")?),
            [king, rook, ..] => ((*king)?, (*rook)?),
            [_] => return None,
        };
        let [Some(king), Some(king_to), Some(rook), Some(rook_to)] = squares[..] else { return None };
        let paths =
            [(king, king_to, &castling.king_to), (rook, rook_to, &castling.rook_to)].map(|(from, to, written)| {
                let path = self.between(from, to);
                if path.is_none() {
                    let message = format!("`{}` is neither on the rank nor on the file of the man", written.value);
                    self.say(
                        Diagnostic::error(Code::CastlingPath, message)
                            .at(written.span)
                            .label("not on one line with where he stands")
                            .help("the men of a castling go along one rank or one file"),
                    );
                }
                path
            });
        let [Some(king_path), Some(rook_path)] = paths else { return None };
        for (one, other, written, first, what) in [
            (king, rook, &castling.rook, &castling.king, "stand"),
            (king_to, rook_to, &castling.rook_to, &castling.king_to, "end"),
        ] {
            if one == other {
                self.say(
                    Diagnostic::error(
                        Code::CastlingPath,
                        format!("both men of a castling {what} on `{}`", written.value),
                    )
                    .at(written.span)
                    .label("the same square")
                    .also(first.span, "as here")
                    .help("each of the two men needs a square of his own"),
                );
                return None;
            }
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
        let example =
            names.iter().min().map_or_else(String::new, |name| format!("its squares are written as `{name}`"));
        let problem = match crate::diagnostic::nearest(&name.value, names) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help(example),
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
        resets
    }

    /// Duty and veto.
    pub(super) fn duty(&mut self) -> Duty {
        let definition = Arc::clone(self.definition);
        let Some(duty) = &definition.duty else { return Duty::default() };
        let mut hook = |name: &Option<Spanned<String>>, kind| name.as_ref().and_then(|name| self.hook(name, kind));
        Duty {
            claim: hook(&duty.claim, HookKind::Claim),
            merit: hook(&duty.merit, HookKind::Merit),
            allowed: hook(&duty.allowed, HookKind::Allowed),
        }
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
        if let Err(problem) = fen::length(&start) {
            self.say(*problem);
            return None;
        }
        let Some(board) = fen::fields(&start).first().copied() else {
            self.say(
                Diagnostic::error(Code::FenRows, "the start position is empty")
                    .at(start.span)
                    .label("nothing here")
                    .help(format!("write the {} rows of the board, joined by `/`", self.board.fen_rows().len())),
            );
            return None;
        };
        match fen::placement(self.board, letters, board) {
            Ok(men) => {
                self.castling_given(&start, &men);
                Some((start, men))
            }
            Err(mut problems) => {
                // Where a piece or its letter could not be read, a letter without a piece is not at fault.
                let n_pieces = definition.pieces.len();
                let unread = definition.pieces.values().any(|entry| entry.value.unread);
                if unread || n_pieces == 0 || n_pieces > MAX_KINDS {
                    problems.retain(|problem| problem.code != Code::FenLetter);
                }
                if start.span.source != definition.span.source {
                    problems = self.inherited(&start, letters, board.0, problems);
                }
                self.problems.extend(problems);
                None
            }
        }
    }

    /// What is wrong with a parent's set-up in this definition: the letters that mean nobody any more are one slip, and
    /// it lies in the definition, not in the parent.
    fn inherited(
        &self,
        start: &Spanned<String>,
        letters: &[char],
        board: &str,
        problems: Vec<Diagnostic>,
    ) -> Vec<Diagnostic> {
        const WAY: &str = "give your own `[setup]`: `fen = \"...\"` or `rows = [...]`";
        let (strange, others): (Vec<_>, Vec<_>) =
            problems.into_iter().partition(|problem| problem.code == Code::FenLetter);
        let mut told: Vec<Diagnostic> = others.into_iter().map(|problem| problem.help(WAY)).collect();
        if strange.is_empty() {
            return told;
        }
        let mut nobody: Vec<String> = Vec::new();
        for letter in board.chars().filter(|letter| letter.is_alphabetic() && fen::man(letters, *letter).is_none()) {
            let name = format!("`{}`", letter.to_uppercase());
            if !nobody.contains(&name) {
                nobody.push(name);
            }
        }
        let message = format!("no piece has the letter {} of the inherited set-up", nobody.join(", "));
        let problem = Diagnostic::error(Code::FenLetter, message);
        let gone: Vec<&Spanned<String>> =
            self.definition.removed.iter().filter(|path| path.value.starts_with("pieces")).collect();
        let problem = match (gone.as_slice(), &self.definition.extends) {
            ([first, rest @ ..], _) => {
                rest.iter().fold(problem.at(first.span).label("removed here"), |problem, path| {
                    problem.also(path.span, "removed too")
                })
            }
            ([], Some(parent)) => problem.at(parent.span).label("the set-up is from here"),
            ([], None) => problem.at(self.definition.span),
        };
        told.push(problem.also(start.span, "the set-up").help(WAY));
        told
    }
}

impl Checker<'_> {
    /// Warns of castlings of the definition's own that the set-up does not give: rights are only ever lost.
    fn castling_given(&mut self, start: &Spanned<String>, men: &[Man]) {
        let definition = Arc::clone(self.definition);
        let fields = fen::fields(start);
        let (rights, place) = fields.get(2).copied().unwrap_or(("-", start.span));
        let lost = definition.castling.iter().filter(|castling| {
            castling.span.source == definition.span.source && !rights.contains(castling.right.value.as_str())
        });
        let lost: Vec<&CastlingDef> = lost.collect();
        let Some(first) = lost.first().filter(|_| !self.problems.iter().any(Diagnostic::is_error)) else { return };
        let letters: Vec<String> = lost.iter().map(|castling| format!("`{}`", castling.right.value)).collect();
        let mut problem =
            Diagnostic::warning(Code::CastlingNever, format!("no game has the right {}", letters.join(", ")))
                .at(first.right.span)
                .label("the set-up does not give it")
                .also(place, "the rights at the start");
        let away: Vec<String> = lost.iter().filter_map(|castling| self.away(castling, men)).collect();
        for text in away.iter().take(4) {
            problem = problem.help(text.as_str());
        }
        self.say(match away.is_empty() {
            true => problem.help("write it into the third field of the FEN"),
            false => problem,
        });
    }

    /// Which man of a castling is not at home at the start.
    fn away(&self, castling: &CastlingDef, men: &[Man]) -> Option<String> {
        [(&castling.king, 0), (&castling.rook, 1)].into_iter().find_map(|(square, role)| {
            let name = &castling.pieces.get(role)?.value;
            let kind = self.definition.pieces.get_index_of(name.as_str())?;
            let home = self.board.square(&square.value)?;
            let stands = |man: &Man| {
                man.square == home && usize::from(man.kind) == kind && man.side.to_string() == castling.side.value
            };
            let side = &castling.side.value;
            (!men.iter().any(stands)).then(|| format!("in the set-up no {name} of {side} stands on `{}`", square.value))
        })
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
