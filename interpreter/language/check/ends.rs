//! Promotion, duty, quiet plies, ends, who begins, and the start.

use crate::board::{Piece, Side, Square};
use crate::check::cause::{OWN_SETUP, lost_rights};
use crate::check::choice;
use crate::check::fen;
use crate::check::model::{CheckedEnd, CheckedPromotion, Duty, EndResult, QuietResets};
use crate::check::{Checker, unknown};
use crate::definition::PromotionDef;
use crate::diagnostic::elsewhere::Place;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::HookKind;
use crate::source::{Span, Spanned};
use std::sync::Arc;

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
        self.promotions_apart(&rules);
        rules
    }

    /// Two promotions of one piece on the same squares would be added up, which is not what a second one is written
    /// for.
    fn promotions_apart(&mut self, rules: &[CheckedPromotion]) {
        let definition = Arc::clone(self.definition);
        for (number, rule) in rules.iter().enumerate() {
            let meets = |other: &CheckedPromotion| {
                let sides = other.zone.iter().zip(&rule.zone);
                let share = |(one, another): (&Vec<bool>, &Vec<bool>)| one.iter().zip(another).any(|(a, b)| *a && *b);
                other.kinds.0 & rule.kinds.0 != 0 && sides.into_iter().any(share)
            };
            let Some(first) = rules[..number].iter().position(meets) else { continue };
            let (first, second) = (&definition.promotions[first], &definition.promotions[number]);
            let name = first.pieces.iter().find(|one| second.pieces.iter().any(|other| other.value == one.value));
            let is_own = |promotion: &PromotionDef| promotion.span.source == definition.span.source;
            let (first, second) = if is_own(first) && !is_own(second) { (second, first) } else { (first, second) };
            let what = name.map_or("a piece", |name| name.value.as_str());
            self.say(
                Diagnostic::error(Code::ContradictoryKeys, format!("`{what}` has two promotions on the same squares"))
                    .at(second.span)
                    .label("the second")
                    .also(first.span, "the first")
                    .help("write one of them, or different zones; `remove = [\"promotion\"]` takes a parent's away"),
            );
        }
    }

    pub(super) fn square(&mut self, name: &Spanned<String>) -> Option<Square> {
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

    pub(super) fn side(&mut self, word: &Spanned<String>) -> Option<Side> {
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
                            let (what, code) = ("reason to reset", Code::UnknownValue);
                            self.say(unknown(what, code, other, Place::Value("resets"), known.iter()).at(word.span));
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

    /// Who moves first: as `first` and the turn of the FEN say. Of a word of the definition's own and one inherited the
    /// nearer is meant; in one file they must agree.
    pub(super) fn first(&mut self) -> Side {
        let definition = Arc::clone(self.definition);
        let word = definition.sides.first.as_ref();
        let said = word.and_then(|word| self.side(word));
        // What is wrong with the field of the turn is said where the FEN is read.
        let fen = definition.setup.fen.as_ref();
        let field = fen.and_then(|fen| fen::fields(fen).get(1).copied().map(|(text, place)| (text.to_owned(), place)));
        let turn = field.and_then(|(text, place)| Some((fen::turn((&text, place)).ok()?, place)));
        let (Some(word), Some(fen), Some(said), Some((turn, place))) = (word, fen, said, turn) else {
            return said.or(turn.map(|(turn, _)| turn)).unwrap_or(Side::White);
        };
        // Parents are read after their children.
        if word.span.source > fen.span.source {
            return turn;
        }
        if word.span.source == fen.span.source && said != turn {
            let message = format!("`first` says that {said} moves first, and the set-up that {turn} does");
            self.say(
                Diagnostic::error(Code::ContradictoryKeys, message)
                    .at(word.span)
                    .label(format!("{said} first"))
                    .also(place, format!("{turn} to move"))
                    .help("write the same in both, or leave `first` out"),
            );
        }
        said
    }

    /// The start: a FEN as given, or made of rows.
    pub(super) fn start(&mut self, first: Side, letters: &[char]) -> Option<(Spanned<String>, Vec<Piece>)> {
        let definition = Arc::clone(self.definition);
        let setup = &definition.setup;
        let (start, rows) = match (&setup.fen, setup.rows.first()) {
            (Some(fen), _) => (begun_by(first, fen), None),
            (None, Some(first_row)) => {
                let fen::Joined { text: rows, places } = fen::joined(&setup.rows, self.board);
                let turn = letter(first);
                let rights: String = self.rights().into_iter().collect();
                let rights = if rights.is_empty() { "-".to_string() } else { rights };
                (Spanned::new(format!("{rows} {turn} {rights} - 0 1"), first_row.span), Some(places))
            }
            (None, None) if setup.unread => return None,
            (None, None) => {
                self.say(
                    Diagnostic::error(Code::MissingSetup, "the definition has no start position")
                        .at(definition.span)
                        .label("`[setup]` is missing")
                        .help("write `[setup]` with `fen = \"...\"` or `rows = [...]`"),
                );
                return None;
            }
        };
        let (pieces, mut problems) = self.fen(&start, letters, rows.as_deref());
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
        self.castling_given(&start, &pieces);
        Some((start, pieces))
    }

    /// The letters of castling rights.
    fn rights(&self) -> Vec<char> {
        let letters = self.definition.castling.iter().map(|castling| castling.right.value.chars());
        letters.filter_map(|mut letters| letters.next().filter(|_| letters.next().is_none())).collect()
    }

    /// The pieces of a FEN, and what is wrong with it but what follows from mistakes elsewhere.
    pub(super) fn fen(
        &self,
        fen: &Spanned<String>,
        letters: &[char],
        rows: Option<&[Span]>,
    ) -> (Vec<Piece>, Vec<Diagnostic>) {
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
        if unread || shared || n_pieces == 0 {
            problems.retain(|problem| problem.code != Code::FenLetter);
        }
        let doubled = self.problems.iter().any(|problem| problem.code == Code::RightUsedTwice);
        if doubled || rights.len() < definition.castling.len() {
            problems.retain(|problem| problem.code != Code::FenCastling);
        }
        problems.retain(Diagnostic::is_error);
        (reading.pieces, problems)
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
        let (strange, others): (Vec<_>, Vec<_>) =
            problems.into_iter().partition(|problem| problem.code == Code::FenLetter);
        let (rights, others): (Vec<_>, Vec<_>) =
            others.into_iter().partition(|problem| problem.code == Code::FenCastling);
        let mut told: Vec<Diagnostic> = others.into_iter().map(|problem| problem.help(OWN_SETUP)).collect();
        let own = self.definition.castling.iter().find(|one| one.span.source == self.definition.span.source);
        if let (Some(first), Some(own)) = (rights.first(), own) {
            let known = self.rights();
            let field = fen::fields(start).get(2).map_or("", |(text, _)| *text).to_owned();
            let letters = field.chars().filter(|letter| !known.contains(letter));
            let letters: Vec<String> = letters.map(|letter| format!("`{letter}`")).collect();
            let message = format!("no castling has the right {} of the inherited set-up", letters.join(", "));
            let problem =
                Diagnostic::error(Code::FenCastling, message).at(own.span).label("these are all there are now");
            told.push(
                first.primary.into_iter().fold(problem, |problem, at| problem.also(at, "the set-up")).help(OWN_SETUP),
            );
        } else {
            told.extend(lost_rights(self.definition, rights));
        }
        if strange.is_empty() {
            return told;
        }
        let mut nobody: Vec<String> = Vec::new();
        for letter in board.chars().filter(|letter| letter.is_alphabetic() && fen::piece(letters, *letter).is_none()) {
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
        told.push(problem.also(start.span, "the set-up").help(OWN_SETUP));
        told
    }
}

/// The letter of a side in a FEN.
fn letter(side: Side) -> char {
    if side == Side::White { 'w' } else { 'b' }
}

/// A FEN in which this side is to move; one whose turn cannot be read is left as it is.
fn begun_by(first: Side, fen: &Spanned<String>) -> Spanned<String> {
    let mut at = 0;
    let mut words = fen.value.split(' ').map(|word| {
        let place = at..at + word.len();
        at = place.end + 1;
        place
    });
    let turn = words.by_ref().filter(|place| !place.is_empty()).nth(1);
    let mut text = fen.value.clone();
    if let Some(place) = turn.filter(|place| matches!(&fen.value[place.clone()], "w" | "b")) {
        text.replace_range(place, letter(first).encode_utf8(&mut [0; 1]));
    }
    Spanned::new(text, fen.span)
}
