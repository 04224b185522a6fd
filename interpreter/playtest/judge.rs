//! One `[[test]]` table against the rules: what it says in, what is otherwise out.

use crate::board::Square;
use crate::definition::TestDef;
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::notation::{Language, coordinate, read, san};
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
        Ok((position, repetitions)) => {
            let moves = legal(rules, &position);
            let mut judge = Judge { test, rules, position, repetitions, moves, problems: Vec::new() };
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

/// The legal moves with their coordinates.
fn legal(rules: &mut Rules, position: &Position) -> Vec<(String, Move)> {
    let moves = rules.legal_moves(position);
    coordinate(rules.variant(), position, &moves).into_iter().zip(moves).collect()
}

/// The position that the table is about, and how often it has occurred.
fn reach(rules: &mut Rules, test: &TestDef) -> Result<(Position, u32), Vec<Diagnostic>> {
    let fen = test.fen.clone().unwrap_or_else(|| Spanned::new(rules.variant().start().to_owned(), test.name.span));
    let mut position = rules.position(&fen)?.0;
    let mut keys = vec![position.key()];
    for (number, text) in test.after.iter().enumerate() {
        let moves = legal(rules, &position);
        let Some((_, mv)) = moves.iter().find(|(known, _)| *known == text.value) else {
            let message = format!("`{}`: move {}, `{}`, is not legal", test.name.value, number + 1, text.value);
            let problem = Diagnostic::error(Code::TestAfter, message).at(text.span).label("not legal here");
            let problem = suggest(problem, &text.value, &moves);
            return Err(vec![problem.help(place(rules, &position))]);
        };
        position = rules.play_unchecked(&position, mv);
        keys.push(position.key());
    }
    let repetitions = keys.iter().filter(|key| **key == position.key()).count();
    Ok((position, u32::try_from(repetitions).unwrap_or(u32::MAX)))
}

/// What may have been meant by a move that is not there.
fn suggest(problem: Diagnostic, text: &str, moves: &[(String, Move)]) -> Diagnostic {
    match nearest(text, moves.iter().map(|(known, _)| known.as_str())) {
        Some(known) => problem.help(format!("legal is `{known}`")),
        None => problem,
    }
}

/// The position as a help line shows it.
fn place(rules: &Rules, position: &Position) -> String {
    let variant = rules.variant();
    let style = TextStyle { unicode: false, colour: false, ..TextStyle::default() };
    format!("the position is {}\n{}", position.to_fen(variant), text(&Scene::new(variant, position), style))
}

/// Moves as a message names them.
fn named(moves: &[&str]) -> String {
    let mut text = moves.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(" ");
    if moves.len() > MOST_NAMED {
        text.push_str(&format!(" and {} more", moves.len() - MOST_NAMED));
    }
    text
}

/// `1 move`, `3 moves`
fn n_moves(n: usize) -> String {
    if n == 1 { "1 move".to_owned() } else { format!("{n} moves") }
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
        }
        let there: Vec<(String, Move)> =
            self.moves.iter().filter(|(_, mv)| of.is_none_or(|square| mv.from() == square)).cloned().collect();
        if let Some(wanted) = &test.moves {
            self.exactly(wanted, &there);
        }
        let known: BTreeSet<&str> = there.iter().map(|(text, _)| text.as_str()).collect();
        for text in test.legal.iter().filter(|text| !known.contains(text.value.as_str())) {
            let problem =
                Diagnostic::error(Code::TestLegal, format!("`{}`: `{}` is not legal", test.name.value, text.value))
                    .at(text.span)
                    .label("should be legal");
            let problem = suggest(problem, &text.value, &there);
            self.problems.push(problem.help(place(self.rules, &self.position)));
        }
        for text in test.illegal.iter().filter(|text| known.contains(text.value.as_str())) {
            let message = format!("`{}` is legal", text.value);
            self.report(Code::TestIllegal, &message, text.span, "should not be legal", vec![]);
        }
    }

    /// `why`: moves that are refused, and in which words.
    fn reasons(&mut self) {
        let test = self.test;
        if test.why.is_empty() {
            return;
        }
        let moves: Vec<Move> = self.moves.iter().map(|(_, mv)| mv.clone()).collect();
        let english = Language::english(self.rules.variant());
        for (text, words) in &test.why {
            match read(self.rules, &self.position, &moves, text, &english) {
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

    fn exactly(&mut self, wanted: &[Spanned<String>], there: &[(String, Move)]) {
        let expected: BTreeSet<&str> = wanted.iter().map(|text| text.value.as_str()).collect();
        let got: BTreeSet<&str> = there.iter().map(|(text, _)| text.as_str()).collect();
        let missing: Vec<&str> = expected.difference(&got).copied().collect();
        let extra: Vec<&str> = got.difference(&expected).copied().collect();
        let mut help = Vec::new();
        let message = match (missing.len(), extra.len()) {
            (0, 0) => return,
            (0, more) => format!("{} too many", n_moves(more)),
            (less, 0) => format!("{} missing", n_moves(less)),
            (less, more) => format!("{} missing, {more} too many", n_moves(less)),
        };
        if !missing.is_empty() {
            help.push(format!("missing: {}", named(&missing)));
        }
        if !extra.is_empty() {
            help.push(format!("too many: {}", named(&extra)));
        }
        let first = wanted.iter().find(|text| !got.contains(text.value.as_str()));
        let (span, label) = match first {
            Some(text) => (text.span, "not legal"),
            None => (self.test.name.span, "the list is not whole"),
        };
        self.report(Code::TestMoves, &message, span, label, help);
    }

    /// `perft`, up to the first count that is wrong.
    fn counts(&mut self) {
        for (depth, expected) in (1..).zip(&self.test.perft) {
            let got = self.rules.perft(&self.position, depth);
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
