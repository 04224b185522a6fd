//! What a session has to tell: an answer in; text for people, or one JSON value for a program, out.

use super::session::{Answer, Session};
use crate::args::Player;
use crate::output::{columns, numbered};
use crate::words::{ended, outcome_json, scene, to_move};
use heterodox::board::{Side, Square};
use heterodox::picture::text;
use serde_json::{Value, json};

/// Width of lists of moves.
const WIDTH: usize = 80;

impl Session {
    /// The first lines: what is played by whom, and the board.
    pub(crate) fn greeting(&mut self, begun: &Answer) -> String {
        let player = |player| if player == Player::Human { "you" } else { "random moves" };
        let [white, black] = self.setting.players;
        let who = if self.setting.players == [Player::Human; 2] {
            "two players".to_owned()
        } else {
            format!("{}: {}, {}: {}", self.side(Side::White), player(white), self.side(Side::Black), player(black))
        };
        let name = self.language.game_name().to_owned();
        let variant = self.subject.variant();
        let summary =
            variant.definition().summary.as_ref().map(|text| format!("{}\n", text.trim())).unwrap_or_default();
        let more = "`rules` says all of them, `hint` names a legal move, `help` lists what can be typed.";
        format!("{name}; {who}.\n{summary}{more}\n{}", self.text(begun))
    }

    /// An answer for people.
    pub(crate) fn text(&mut self, answer: &Answer) -> String {
        match answer {
            Answer::Nothing | Answer::Quits => String::new(),
            Answer::Said(text) => text.clone(),
            Answer::Refused(why) => format!("{why}\n"),
            Answer::Game { since, note } => {
                let mut text: String = (*since..self.game.plies().len()).map(|number| self.line(number)).collect();
                text.extend(note.iter().map(|note| format!("{note}\n")));
                text.push_str(&self.board());
                text
            }
        }
    }

    /// The first value: what is played besides how the game stands.
    pub(crate) fn greeting_json(&mut self, begun: &Answer, seed: Option<u64>, kept: &Value) -> Value {
        let mut value = json!({ "variant": self.subject.variant().name(), "seed": seed, "kept": kept });
        value["diagnostics"] = self.subject.remarks_json();
        self.add_json(&mut value, begun);
        value
    }

    /// The answer to a line for programs, with how the game stands now.
    pub(crate) fn json(&mut self, line: &str, answer: &Answer) -> Value {
        let mut value = json!({ "line": line });
        self.add_json(&mut value, answer);
        value
    }

    fn add_json(&mut self, value: &mut Value, answer: &Answer) {
        let (since, error) = match answer {
            Answer::Game { since, note } => (*since, note.clone()),
            Answer::Refused(why) => (self.game.plies().len(), Some(why.clone())),
            Answer::Nothing | Answer::Said(_) | Answer::Quits => (self.game.plies().len(), None),
        };
        value["error"] = json!(error);
        value["played"] = (since..self.game.plies().len())
            .map(|number| {
                let side = self.game.positions()[number].turn().to_string();
                json!({ "side": side, "move": self.game.plies()[number].coordinate, "san": self.written(number) })
            })
            .collect();
        let (_, plain, short) = self.legal();
        let outcome = self.outcome();
        value["fen"] = json!(self.game.position().to_fen(self.subject.rules.variant()));
        value["turn"] = json!(self.turn().to_string());
        value["check"] = json!(self.subject.rules.in_check(self.game.position()));
        value["outcome"] = json!(outcome.as_ref().map(outcome_json));
        value["moves"] = plain.iter().zip(&short).map(|(plain, san)| json!({ "move": plain, "san": san })).collect();
        value["history"] = self.game.plies().iter().map(|ply| ply.coordinate.as_str()).collect();
    }

    /// `white: Nf3 (g1f3)`
    fn line(&mut self, number: usize) -> String {
        let short = self.written(number);
        let plain = &self.game.plies()[number].coordinate;
        let by = self.side(self.game.positions()[number].turn());
        if short == *plain { format!("{by}: {short}\n") } else { format!("{by}: {short} ({plain})\n") }
    }

    /// The board and, below it, how the game stands.
    fn board(&mut self) -> String {
        let status = self.status();
        let variant = self.subject.variant();
        let scene = scene(&variant, &self.game, &self.language, Vec::new(), self.setting.flipped);
        format!("\n{}\n{status}\n", text(&scene, self.setting.style).trim_end_matches('\n'))
    }

    pub(super) fn status(&mut self) -> String {
        if let Some(outcome) = self.outcome() {
            return ended(&outcome, &self.language);
        }
        let n = self.game.legal_moves(&mut self.subject.rules).len();
        let check = if self.subject.rules.in_check(self.game.position()) { ", in check" } else { "" };
        format!("{}{check}, {}", to_move(self.turn(), &self.language), numbered(n, "legal move"))
    }

    /// The legal moves by piece, all or those of the piece on a square; nothing if there is none.
    pub(super) fn listed(&mut self, wanted: Option<Square>) -> String {
        let variant = self.subject.variant();
        let (moves, plain, short) = self.legal();
        let mut by_square: Vec<(Square, String, Vec<String>)> = Vec::new();
        for ((mv, plain), short) in moves.iter().zip(plain).zip(short) {
            if wanted.is_some_and(|square| square != mv.from()) {
                continue;
            }
            let word = if short == plain { plain } else { format!("{short} ({plain})") };
            match by_square.iter_mut().find(|(from, ..)| *from == mv.from()) {
                Some((.., words)) => words.push(word),
                None => {
                    let kind = self.language.piece_name(mv.kind());
                    let title = format!("{kind} {}", variant.board().name(mv.from()));
                    by_square.push((mv.from(), title, vec![word]));
                }
            }
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        for (_, title, words) in by_square {
            for (at, line) in lines_of(&words).into_iter().enumerate() {
                rows.push(vec![if at == 0 { title.clone() } else { String::new() }, line]);
            }
        }
        columns(&rows, "")
    }
}

/// Words in lines that fit a terminal.
fn lines_of(words: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut().filter(|line| line.chars().count() + word.chars().count() < WIDTH) {
            Some(line) => {
                line.push_str("  ");
                line.push_str(word);
            }
            None => lines.push(word.clone()),
        }
    }
    lines
}
