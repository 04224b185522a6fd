//! One `[[test]]` table against the rules: what it says in, what is otherwise out.

use crate::board::Square;
use crate::definition::TestDef;
use crate::definition::bounds::MOST_SEQUENCES;
use crate::diagnostic::{Code, Diagnostic, Severity, nearest};
use crate::notation::{Language, ReadError, coordinate, read, san};
use crate::picture::{Scene, TextStyle, text};
use crate::position::Position;
use crate::rules::{Move, Rules};
use crate::source::{Span, Spanned};
use std::collections::BTreeSet;

/// The most moves that one list in a message names.
const MOST_NAMED: usize = 24;

/// A table in the course of being judged.
struct Judge<'a> {
    test: &'a TestDef,
    rules: &'a mut Rules,
    position: Position,
    /// How often the position has occurred.
    repetitions: u32,
    /// The legal moves with their coordinates.
    moves: Vec<(String, Move)>,
    problems: Vec<Diagnostic>,
}

/// Everything that is not as the table says.
pub(super) fn judge(rules: &mut Rules, test: &TestDef) -> Vec<Diagnostic> {
    let known = rules.context().trouble().cloned();
    let mut problems = match reach(rules, test) {
        Ok((position, repetitions, problems)) => {
            let moves = legal(rules, &position, repetitions);
            let mut judge = Judge { test, rules, position, repetitions, moves, problems };
            judge.lists();
            judge.reasons();
            judge.counts();
            judge.check();
            judge.outcome();
            judge.san();
            judge.problems
        }
        Err(problems) => problems,
    };
    let trouble = rules.context().trouble();
    if trouble != known.as_ref() {
        problems.extend(trouble.cloned());
    }
    problems
}

/// The legal moves with their coordinates, of a position that has occurred so often.
fn legal(rules: &mut Rules, position: &Position, repetitions: u32) -> Vec<(String, Move)> {
    let moves = rules.legal_moves_at(position, repetitions);
    coordinate(rules.variant(), position, &moves).into_iter().zip(moves).collect()
}

/// The position that the table is about, how often it has occurred, and what its FEN says in vain.
fn reach(rules: &mut Rules, test: &TestDef) -> Result<(Position, u32, Vec<Diagnostic>), Vec<Diagnostic>> {
    let fen = test.fen.clone().unwrap_or_else(|| Spanned::new(rules.variant().start().to_owned(), test.name.span));
    let (mut position, mut notes) = rules.position(&fen)?;
    // A test may well be about a position that no game goes on from. The rest is a slip.
    notes.retain(|note| test.fen.is_some() && note.severity == Severity::Note && note.code != Code::FenImpossible);
    notes.iter_mut().for_each(|note| note.severity = Severity::Warning);
    let mut keys = vec![position.key()];
    for (number, text) in test.after.iter().enumerate() {
        let moves = legal(rules, &position, times(&keys));
        let Some((_, mv)) = moves.iter().find(|(known, _)| *known == text.value) else {
            let (amiss, meant) = amiss(rules, &position, &text.value, &moves);
            let message = format!("`{}`: move {}, `{}`, {amiss}", test.name.value, number + 1, text.value);
            let mut problem = Diagnostic::error(Code::TestAfter, message).at(text.span).label("not legal here");
            problem.help.extend(meant);
            return Err(vec![problem.help(place(rules, &position))]);
        };
        position = rules.play_unchecked(&position, mv);
        keys.push(position.key());
    }
    Ok((position, times(&keys), notes))
}

/// How often the last of some keys has occurred.
fn times(keys: &[u64]) -> u32 {
    let repetitions = keys.iter().filter(|key| Some(*key) == keys.last()).count();
    u32::try_from(repetitions).unwrap_or(u32::MAX)
}

/// What is wrong with a text that is no legal move in coordinates, and what may have been meant.
fn amiss(rules: &mut Rules, position: &Position, text: &str, moves: &[(String, Move)]) -> (String, Option<String>) {
    match reading(rules, position, text, moves) {
        Ok(number) => {
            let help = format!("tests write moves by their squares, this one as `{}`", moves[number].0);
            return ("is not written by its squares".to_owned(), Some(help));
        }
        Err(ReadError::Over { why, .. }) => return (format!("is not legal: {why}"), None),
        Err(_) => {}
    }
    let near = nearest(text, moves.iter().map(|(known, _)| known.as_str()));
    ("is not legal".to_owned(), near.map(|known| format!("legal is `{known}`")))
}

/// The number of the move that a player means by a text, or why it is none.
fn reading(rules: &mut Rules, position: &Position, text: &str, moves: &[(String, Move)]) -> Result<usize, ReadError> {
    let moves: Vec<Move> = moves.iter().map(|(_, mv)| mv.clone()).collect();
    let english = Language::english(rules.variant());
    read(rules, position, &moves, text, &english)
}

/// The position as a help line shows it.
fn place(rules: &Rules, position: &Position) -> String {
    let variant = rules.variant();
    let style = TextStyle { unicode: false, colour: false, ..TextStyle::default() };
    let board = text(&Scene::new(variant, position), style);
    format!("the position is {}\n{}", position.to_fen(variant), board.trim_end())
}

/// Moves as a message names them.
fn named(moves: &[&str]) -> String {
    let mut text = moves.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(" ");
    if moves.len() > MOST_NAMED {
        text.push_str(&format!(" and {} more", moves.len() - MOST_NAMED));
    }
    text
}

impl Judge<'_> {
    fn report(&mut self, code: Code, message: &str, span: Span, label: &str, help: Vec<String>) {
        let message = format!("`{}`: {message}", self.test.name.value);
        let mut problem = Diagnostic::error(code, message).at(span).label(label);
        problem.help = help;
        self.problems.push(problem.help(place(self.rules, &self.position)));
    }

    /// `of`, `moves`, `legal`, `illegal`.
    fn lists(&mut self) {
        let test = self.test;
        let mut of: Option<Square> = None;
        if let Some(name) = &test.of {
            of = self.rules.variant().board().square(&name.value);
            if of.is_none() {
                let label = "no such square";
                self.report(
                    Code::TestSquare,
                    &format!("there is no square `{}`", name.value),
                    name.span,
                    label,
                    vec![],
                );
                return;
            }
            self.somebody(name, of);
        }
        let there: Vec<(String, Move)> =
            self.moves.iter().filter(|(_, mv)| of.is_none_or(|square| mv.from() == square)).cloned().collect();
        if let Some(wanted) = &test.moves {
            self.exactly(wanted, &there);
        }
        let all = self.moves.clone();
        let known: BTreeSet<&str> = all.iter().map(|(text, _)| text.as_str()).collect();
        for text in test.legal.iter().filter(|text| !known.contains(text.value.as_str())) {
            let (amiss, meant) = amiss(self.rules, &self.position, &text.value, &all);
            let message = format!("`{}` {amiss}", text.value);
            self.report(Code::TestLegal, &message, text.span, "should be legal", meant.into_iter().collect());
        }
        for text in &test.illegal {
            match reading(self.rules, &self.position, &text.value, &all) {
                Ok(_) => {
                    let message = format!("`{}` is legal", text.value);
                    self.report(Code::TestIllegal, &message, text.span, "should not be legal", vec![]);
                }
                Err(ReadError::Ambiguous { moves, .. }) => {
                    let whole = all.iter().map(|(known, _)| known).find(|known| known.starts_with(&text.value));
                    let whole = whole.or(moves.first()).map_or("", String::as_str);
                    let message = format!("`{}` is legal, as `{whole}`", text.value);
                    let help = vec!["write the whole move, as it should not be made".to_owned()];
                    self.report(Code::TestIllegal, &message, text.span, "stands for several legal moves", help);
                }
                Err(ReadError::Incomplete { whole, .. }) => {
                    let message = format!("`{}` is legal, as `{whole}`", text.value);
                    let help = vec!["write the whole move, as it should not be made".to_owned()];
                    self.report(Code::TestIllegal, &message, text.span, "stands for a legal move", help);
                }
                // Nobody could make it whatever the rules are. A square or a piece that was taken out may well be
                // named.
                Err(ReadError::Unreadable { why, .. }) if !self.begins_on_the_board(&text.value) => {
                    let message = format!("`{}` is no move: {why}", text.value);
                    self.report(Code::TestIllegal, &message, text.span, "says nothing of the rules", vec![]);
                }
                Err(_) => {}
            }
        }
    }

    /// Notes that no piece of the side to move stands where `of` says, so that there are no moves to list.
    fn somebody(&mut self, name: &Spanned<String>, square: Option<Square>) {
        let turn = self.position.turn();
        if square.and_then(|square| self.position.at(square)).is_some_and(|(side, _)| side == turn) {
            return;
        }
        let message = format!("no piece of {turn}, who is to move, stands on `{}`", name.value);
        let help = vec!["name the square of a piece of the side to move, or leave `of` out".to_owned()];
        self.report(Code::TestSquare, &message, name.span, "nobody who could move", help);
    }

    /// Whether a text begins with the name of a square.
    fn begins_on_the_board(&self, text: &str) -> bool {
        let board = self.rules.variant().board();
        board.squares().any(|square| text.starts_with(board.name(square)))
    }

    /// `why`: moves that are refused, and in which words.
    fn reasons(&mut self) {
        let test = self.test;
        if test.why.is_empty() {
            return;
        }
        let all = self.moves.clone();
        for (text, words) in &test.why {
            match reading(self.rules, &self.position, text, &all) {
                Ok(_) => {
                    self.report(Code::TestIllegal, &format!("`{text}` is legal"), words.key, "should not be", vec![])
                }
                Err(why) if why.to_string().contains(&words.value.value) => {}
                Err(why) => {
                    let message = format!("`{text}` is refused for another reason");
                    self.report(
                        Code::TestWhy,
                        &message,
                        words.value.span,
                        "not so",
                        vec![format!("it is said: {why}")],
                    );
                }
            }
        }
    }

    /// `moves`: each word that is not legal is pointed at, and the list itself if it lacks some.
    fn exactly(&mut self, wanted: &Spanned<Vec<Spanned<String>>>, there: &[(String, Move)]) {
        let listed: BTreeSet<&str> = wanted.value.iter().map(|text| text.value.as_str()).collect();
        let legal: BTreeSet<&str> = there.iter().map(|(text, _)| text.as_str()).collect();
        let wrong: Vec<&Spanned<String>> =
            wanted.value.iter().filter(|text| !legal.contains(text.value.as_str())).collect();
        let left_out: Vec<&str> = legal.difference(&listed).copied().collect();
        let mut says = Vec::new();
        let mut meant = None;
        match wrong.as_slice() {
            [] => {}
            [one] => {
                let all = self.moves.clone();
                let (amiss, near) = amiss(self.rules, &self.position, &one.value, &all);
                says.push(format!("`{}` {amiss}", one.value));
                meant = near;
            }
            more => says.push(format!("{} of the moves listed are not legal", more.len())),
        }
        match left_out.as_slice() {
            [] => {}
            [one] => says.push(format!("`{one}` is legal and not listed")),
            more => says.push(format!("{} legal moves are not listed", more.len())),
        }
        if says.is_empty() {
            return;
        }
        let message = format!("`{}`: {}", self.test.name.value, says.join(", and "));
        let mut problem = Diagnostic::error(Code::TestMoves, message);
        problem = match wrong.split_first() {
            Some((first, others)) => {
                let pointed = problem.at(first.span).label("not legal");
                others.iter().take(MOST_NAMED).fold(pointed, |problem, text| problem.also(text.span, "not legal"))
            }
            None => problem.at(wanted.span).label("this list is not whole"),
        };
        problem.help.extend(meant);
        if !left_out.is_empty() {
            problem = problem.help(format!("not listed: {}", named(&left_out)));
        }
        self.problems.push(problem.help(place(self.rules, &self.position)));
    }

    /// `perft`, up to the first count that is wrong.
    fn counts(&mut self) {
        for (depth, expected) in (1..).zip(&self.test.perft) {
            let Some(got) = self.rules.perft_within(&self.position, depth, MOST_SEQUENCES) else {
                let message =
                    format!("more than {MOST_SEQUENCES} sequences of {}, not {}", plies(depth), expected.value);
                self.report(Code::TestPerft, &message, expected.span, "counting stopped there", vec![]);
                return;
            };
            if u64::try_from(expected.value) != Ok(got) {
                let message = format!("{got} sequences of {}, not {}", plies(depth), expected.value);
                self.report(Code::TestPerft, &message, expected.span, &format!("counted {got}"), vec![]);
                return;
            }
        }
    }

    fn check(&mut self) {
        let Some(expected) = self.test.check else { return };
        let turn = self.position.turn();
        if self.rules.in_check(&self.position) != expected.value {
            let message =
                if expected.value { format!("{turn} is not in check") } else { format!("{turn} is in check") };
            self.report(Code::TestCheck, &message, expected.span, "", vec![]);
        }
    }

    fn outcome(&mut self) {
        let Some(expected) = &self.test.outcome else { return };
        let outcome = self.rules.outcome(&self.position, self.repetitions);
        let (got, reason) = match &outcome {
            None => ("none".to_owned(), String::new()),
            Some(outcome) => {
                let verdict = outcome.winner().map_or("draw".to_owned(), |side| side.to_string());
                (verdict, format!(" ({})", outcome.reason))
            }
        };
        if expected.value != got {
            let message = format!("the outcome is `{got}`{reason}, not `{}`", expected.value);
            self.report(Code::TestOutcome, &message, expected.span, "", vec![]);
        }
    }

    fn san(&mut self) {
        let test = self.test;
        if test.san.is_empty() {
            return;
        }
        let moves: Vec<Move> = self.moves.iter().map(|(_, mv)| mv.clone()).collect();
        let english = Language::english(self.rules.variant());
        let written = san(self.rules, &self.position, &moves, &english);
        for (text, wanted) in &test.san {
            let Some(number) = self.moves.iter().position(|(known, _)| known == text) else {
                let message = format!("`{text}` is not legal");
                self.report(Code::TestSan, &message, wanted.key, "not legal", vec![]);
                continue;
            };
            let got = &written[number];
            if *got != wanted.value.value {
                let message = format!("`{text}` is written `{got}`, not `{}`", wanted.value.value);
                self.report(Code::TestSan, &message, wanted.value.span, "", vec![]);
            }
        }
    }
}

/// `1 ply`, `3 plies`
fn plies(depth: usize) -> String {
    if depth == 1 { "1 ply".to_owned() } else { format!("{depth} plies") }
}
