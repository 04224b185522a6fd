//! Promotion, castling, duty, quiet plies, ends, who begins, and the start.

use crate::board::{Side, Square};
use crate::check::board::choice;
use crate::check::fen;
use crate::check::model::{CheckedCastling, CheckedEnd, CheckedPromotion, Duty, EndResult, Man, QuietResets};
use crate::check::{Checker, MAX_KINDS, unknown};
use crate::definition::CastlingDef;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::HookKind;
use crate::source::{Span, Spanned};
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
        for (number, castling) in definition.castling.iter().enumerate() {
            if number == MAX_CASTLING {
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
            let letter = &castling.right;
            let first = definition.castling[..number].iter().find(|other| other.right.value == letter.value);
            if let Some(first) = first.filter(|_| !letter.value.is_empty()) {
                self.say(
                    Diagnostic::error(Code::RightUsedTwice, format!("the right `{}` is used twice", letter.value))
                        .at(letter.span)
                        .label("used a second time")
                        .also(first.right.span, "first used here")
                        .help("give each castling a letter of its own; the letters stand in the FEN"),
                );
            }
            moves.extend(self.one_castling(castling));
        }
        moves
    }

    fn one_castling(&mut self, castling: &CastlingDef) -> Option<CheckedCastling> {
        let mut chars = castling.right.value.chars();
        let right = chars.next().filter(|_| chars.next().is_none());
        if right.is_none() && !castling.right.value.is_empty() {
            self.say(
                Diagnostic::error(Code::CastlingRight, format!("`{}` is not one letter", castling.right.value))
                    .at(castling.right.span)
                    .label("not one letter")
                    .help("write the letter that stands for it in FEN, such as `K`"),
            );
        }
        let side = Some(&castling.side).filter(|side| !side.value.is_empty()).and_then(|side| self.side(side));
        // What could not be read is empty.
        let squares = [&castling.king, &castling.king_to, &castling.rook, &castling.rook_to]
            .map(|name| if name.value.is_empty() { None } else { self.square(name) });
        let kinds: Vec<_> = castling.pieces.iter().map(|name| self.kind(name)).collect();
        let [king, king_to, rook, rook_to] = squares;
        let ways = [(king, king_to, &castling.king_to), (rook, rook_to, &castling.rook_to)];
        let paths: Vec<_> = ways
            .into_iter()
            .filter_map(|(from, to, written)| Some((from?, to?, written)))
            .map(|(from, to, written)| {
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
            })
            .collect();
        for (one, other, written, first, what) in [
            (king, rook, &castling.rook, &castling.king, "stand"),
            (king_to, rook_to, &castling.rook_to, &castling.king_to, "end"),
        ] {
            if one.is_some() && one == other {
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
        let (Some(king), Some(king_to), Some(rook), Some(rook_to)) = (king, king_to, rook, rook_to) else {
            return None;
        };
        let [Some(king_path), Some(rook_path)] = <[_; 2]>::try_from(paths).ok()? else { return None };
        let [Some(king_kind), Some(rook_kind)] = kinds[..] else { return None };
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
            right: right?,
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
                        // It may be a piece that could not be read.
                        None if other.ends_with(" move") && (definition.in_part || definition.pieces.is_empty()) => {}
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
        let (start, rows) = match (&setup.fen, setup.rows.first()) {
            (Some(fen), _) => (fen.clone(), None),
            (None, Some(first)) => {
                let fen::Joined { text: rows, places } = fen::joined(&setup.rows);
                let turn = match self.first() {
                    Side::White => 'w',
                    Side::Black => 'b',
                };
                let rights: String = self.rights().into_iter().collect();
                let rights = if rights.is_empty() { "-".to_string() } else { rights };
                (Spanned::new(format!("{rows} {turn} {rights} - 0 1"), first.span), Some(places))
            }
            (None, None) if setup.unread => return None,
            (None, None) => {
                self.say(
                    Diagnostic::error(Code::MissingSetup, "the definition has no start position")
                        .at(definition.span)
                        .help("write `[setup]` with `fen = \"...\"` or `rows = [...]`"),
                );
                return None;
            }
        };
        let (men, mut problems) = self.fen(&start, letters, rows.as_deref());
        if setup.unread {
            problems.retain(|problem| problem.code != Code::FenRows);
        }
        if start.span.source != definition.span.source {
            let board = fen::fields(&start).first().map_or("", |(text, _)| *text).to_owned();
            problems = self.inherited(&start, letters, &board, problems);
        }
        let sound = !problems.iter().any(Diagnostic::is_error);
        self.problems.extend(problems);
        if !sound {
            return None;
        }
        self.castling_given(&start, &men);
        Some((start, men))
    }

    /// The letters of castling rights.
    fn rights(&self) -> Vec<char> {
        let letters = self.definition.castling.iter().map(|castling| castling.right.value.chars());
        letters.filter_map(|mut letters| letters.next().filter(|_| letters.next().is_none())).collect()
    }

    /// The men of a FEN, and what is wrong with it but what follows from mistakes elsewhere.
    pub(super) fn fen(
        &self,
        fen: &Spanned<String>,
        letters: &[char],
        rows: Option<&[Span]>,
    ) -> (Vec<Man>, Vec<Diagnostic>) {
        let definition = self.definition;
        let rights = self.rights();
        let known = fen::Known { board: self.board, letters, rights: &rights, doubt: self.doubt };
        let (reading, mut problems) = fen::read(known, fen, rows);
        // Where a piece or its letter could not be read, a letter without a piece is not at fault.
        let n_pieces = definition.pieces.len();
        let unread = definition.pieces.values().any(|entry| entry.value.unread);
        let mut letters_once = letters.to_vec();
        letters_once.sort_unstable();
        letters_once.dedup();
        let shared = letters_once.len() < letters.len();
        if unread || shared || n_pieces == 0 || n_pieces > MAX_KINDS {
            problems.retain(|problem| problem.code != Code::FenLetter);
        }
        let doubled = self.problems.iter().any(|problem| problem.code == Code::RightUsedTwice);
        if doubled || rights.len() < definition.castling.len() {
            problems.retain(|problem| problem.code != Code::FenCastling);
        }
        problems.retain(Diagnostic::is_error);
        (reading.men, problems)
    }

    /// What is wrong with a parent's set-up in this definition: the letters that mean nobody any more are one slip, so
    /// are the rights that no castling has, and both lie in the definition, not in the parent.
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
        let (rights, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|problem| problem.code == Code::FenCastling);
        let mut told: Vec<Diagnostic> = others.into_iter().map(|problem| problem.help(WAY)).collect();
        let own = self.definition.castling.iter().find(|one| one.span.source == self.definition.span.source);
        if let (Some(first), Some(own)) = (rights.first(), own) {
            let known = self.rights();
            let field = fen::fields(start).get(2).map_or("", |(text, _)| *text).to_owned();
            let letters = field.chars().filter(|letter| !known.contains(letter));
            let letters: Vec<String> = letters.map(|letter| format!("`{letter}`")).collect();
            let message = format!("no castling has the right {} of the inherited set-up", letters.join(", "));
            let problem =
                Diagnostic::error(Code::FenCastling, message).at(own.span).label("these are all there are now");
            told.push(first.primary.into_iter().fold(problem, |problem, at| problem.also(at, "the set-up")).help(WAY));
        } else {
            told.extend(rights);
        }
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
