//! A game in the terminal, apart from the terminal: one line in, the answer as text out.

use crate::args::Player;
use crate::output::{columns, numbered};
use crate::play::opponent::Dice;
use crate::saved;
use crate::subject::Subject;
use crate::words::{ended, led, scene};
use heterodox::board::{Side, Square};
use heterodox::diagnostic::nearest;
use heterodox::game::Game;
use heterodox::notation::{Language, coordinate, san, san_of};
use heterodox::picture::{TextStyle, text};
use heterodox::rules::{Move, Outcome, Verdict};
use std::fmt::Write;
use std::path::Path;

/// Plies after which two random players stop: a game without a rule that ends it would go on for ever.
const MAX_RANDOM: usize = 2000;

/// Width of lists of moves.
const WIDTH: usize = 80;

/// Words that can be typed besides moves, and what they do.
const COMMANDS: &[(&str, &str)] = &[
    ("MOVE", "play a move, written either way: `e2e4` or `e4`"),
    ("moves [SQUARE]", "the legal moves, all or those of the man on a square"),
    ("board", "draw the board"),
    ("flip", "turn the board round"),
    ("fen", "the position as FEN"),
    ("history", "the moves so far"),
    ("undo", "take back your last move, and the answer to it"),
    ("save FILE", "write the game to a file"),
    ("load FILE", "go on with a game from a file"),
    ("new", "begin again"),
    ("resign", "give up"),
    ("help", "this list"),
    ("quit", "leave; so does the end of the input"),
];

/// How a session is set up.
pub(crate) struct Setting {
    /// Who plays White, who plays Black.
    pub(crate) players: [Player; 2],
    /// Chance for the random player.
    pub(crate) dice: Dice,
    /// How boards look.
    pub(crate) style: TextStyle,
    /// Black below.
    pub(crate) flipped: bool,
}

/// A game being played.
pub(crate) struct Session {
    subject: Subject,
    game: Game,
    language: Language,
    setting: Setting,
    resigned: Option<Side>,
}

/// What a line led to.
pub(crate) struct Answer {
    /// What to print.
    pub(crate) text: String,
    /// Whether to leave.
    pub(crate) quits: bool,
}

impl Session {
    /// A session that goes on from a game.
    pub(crate) fn new(
        subject: Subject,
        game: Game,
        resigned: Option<Side>,
        language: Language,
        setting: Setting,
    ) -> Session {
        Session { subject, game, language, setting, resigned }
    }

    /// The first lines: what is played by whom, and the board.
    pub(crate) fn greeting(&mut self) -> anyhow::Result<String> {
        let variant = self.subject.variant();
        let player = |player| if player == Player::Human { "you" } else { "random moves" };
        let [white, black] = self.setting.players;
        let who = if self.setting.players == [Player::Human; 2] {
            "two players".to_owned()
        } else {
            format!("{}: {}, {}: {}", self.side(Side::White), player(white), self.side(Side::Black), player(black))
        };
        let mut text = format!("{}; {who}. `help` lists what can be typed.\n", variant.name());
        text.push_str(&self.opponent_and_board()?);
        Ok(text)
    }

    /// What a line leads to.
    pub(crate) fn answer(&mut self, line: &str) -> anyhow::Result<Answer> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let mut quits = false;
        let text = match word {
            "" => String::new(),
            "help" | "?" => help(),
            "quit" | "exit" => {
                quits = true;
                String::new()
            }
            "board" => self.board(),
            "flip" => {
                self.setting.flipped = !self.setting.flipped;
                self.board()
            }
            "fen" => format!("{}\n", self.game.position().to_fen(self.subject.rules.variant())),
            "history" => self.history(),
            "moves" => self.moves(rest),
            "undo" => self.undo(),
            "new" => {
                self.resigned = None;
                while self.game.undo() {}
                self.opponent_and_board()?
            }
            "resign" => self.resign(),
            "save" => self.save(rest),
            "load" => self.load(rest)?,
            _ => self.play(line)?,
        };
        Ok(Answer { text, quits })
    }

    /// Whether a person is to move, or may at least type: false only while the program plays both sides.
    pub(crate) fn has_human(&self) -> bool {
        self.setting.players.contains(&Player::Human)
    }

    /// What is asked for: `white>`.
    pub(crate) fn prompt(&mut self) -> String {
        if self.outcome().is_some() { "over> ".to_owned() } else { format!("{}> ", self.side(self.turn())) }
    }

    /// What can be typed now.
    pub(crate) fn completions(&mut self) -> Vec<String> {
        // A command that wants more is completed with the space before it.
        let commands = COMMANDS[1..].iter().filter_map(|(usage, _)| usage.split_inclusive(' ').next());
        let mut words: Vec<String> = commands.map(str::to_owned).collect();
        let (moves, plain, short) = self.legal();
        let board = self.subject.variant();
        words.extend(moves.iter().map(|mv| board.board().name(mv.from()).to_owned()));
        words.extend(plain);
        words.extend(short);
        words.sort();
        words.dedup();
        words
    }

    /// Fails if a script had trouble.
    pub(crate) fn check_scripts(&self) -> anyhow::Result<()> {
        self.subject.no_trouble(&led(&self.game))
    }

    fn turn(&self) -> Side {
        self.game.position().turn()
    }

    fn side(&self, side: Side) -> String {
        self.language.side_name(side).to_owned()
    }

    fn outcome(&mut self) -> Option<Outcome> {
        match self.resigned {
            Some(side) => {
                let reason = format!("{} resigns", self.side(side));
                Some(Outcome { verdict: Verdict::Winner(side.other()), reason })
            }
            None => self.game.outcome(&mut self.subject.rules),
        }
    }

    /// The legal moves, none when the game is over, as coordinates and in short.
    fn legal(&mut self) -> (Vec<Move>, Vec<String>, Vec<String>) {
        if self.outcome().is_some() {
            return (Vec::new(), Vec::new(), Vec::new());
        }
        let moves = self.game.legal_moves(&mut self.subject.rules).to_vec();
        let variant = self.subject.variant();
        let position = self.game.position();
        let plain = coordinate(&variant, position, &moves);
        let short = san(&mut self.subject.rules, position, &moves, &self.language);
        (moves, plain, short)
    }

    fn play(&mut self, line: &str) -> anyhow::Result<String> {
        if let Some(outcome) = self.outcome() {
            return Ok(format!("the game is over: {}; `undo`, `new` or `quit`\n", ended(&outcome, &self.language)));
        }
        if let Err(why) = self.game.play_text(&mut self.subject.rules, line, &self.language) {
            let mut text = format!("{why}\n");
            let words = COMMANDS[1..].iter().filter_map(|(usage, _)| usage.split_whitespace().next());
            let first = line.split_whitespace().next().unwrap_or(line);
            if first.len() > 2
                && let Some(near) = nearest(first, words)
            {
                let _ = writeln!(text, "did you mean the command `{near}`?");
            }
            return Ok(text);
        }
        let mut text = self.last_move();
        text.push_str(&self.opponent_and_board()?);
        Ok(text)
    }

    /// Lets the random player move as long as it is its turn, then draws the board.
    fn opponent_and_board(&mut self) -> anyhow::Result<String> {
        let mut text = String::new();
        for ply in 0.. {
            self.check_scripts()?;
            if self.setting.players[self.turn().index()] == Player::Human || self.outcome().is_some() {
                break;
            }
            if ply == MAX_RANDOM {
                let _ = writeln!(text, "stopped after {MAX_RANDOM} plies without an end");
                break;
            }
            let n = self.game.legal_moves(&mut self.subject.rules).len();
            if n == 0 {
                break;
            }
            let index = self.setting.dice.below(n);
            self.game.play(&mut self.subject.rules, index);
            text.push_str(&self.last_move());
        }
        self.check_scripts()?;
        text.push_str(&self.board());
        Ok(text)
    }

    /// `white: Nf3 (g1f3)`
    fn last_move(&mut self) -> String {
        let Some(number) = self.game.plies().len().checked_sub(1) else { return String::new() };
        let short = self.written(number);
        let plain = &self.game.plies()[number].coordinate;
        let by = self.side(self.game.positions()[number].turn());
        if short == *plain { format!("{by}: {short}\n") } else { format!("{by}: {short} ({plain})\n") }
    }

    /// A move of the game in short, in the language of the session.
    fn written(&mut self, number: usize) -> String {
        let ply = &self.game.plies()[number];
        if self.language.code() == "en" {
            return ply.san.clone();
        }
        let position = &self.game.positions()[number];
        let rules = &mut self.subject.rules;
        let moves = rules.legal_moves(position);
        let at = moves.iter().position(|mv| *mv == ply.mv);
        at.and_then(|at| san_of(rules, position, &moves, at, &self.language)).unwrap_or_else(|| ply.coordinate.clone())
    }

    /// The board and, below it, how the game stands.
    fn board(&mut self) -> String {
        let status = self.status();
        let variant = self.subject.variant();
        let scene = scene(&variant, &self.game, &self.language, Vec::new(), self.setting.flipped);
        format!("\n{}\n{status}\n", text(&scene, self.setting.style).trim_end_matches('\n'))
    }

    fn status(&mut self) -> String {
        if let Some(outcome) = self.outcome() {
            return ended(&outcome, &self.language);
        }
        let n = self.game.legal_moves(&mut self.subject.rules).len();
        let check = if self.subject.rules.in_check(self.game.position()) { ", in check" } else { "" };
        format!("{} to move{check}, {}", self.side(self.turn()), numbered(n, "legal move"))
    }

    fn moves(&mut self, square: &str) -> String {
        if let Some(outcome) = self.outcome() {
            return format!("the game is over: {}\n", ended(&outcome, &self.language));
        }
        let variant = self.subject.variant();
        let wanted = variant.board().square(square);
        if !square.is_empty() && wanted.is_none() {
            return format!("there is no square `{square}`\n");
        }
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
        if rows.is_empty() {
            return match wanted.and_then(|square| self.game.position().at(square)) {
                Some((side, _)) if side != self.turn() => format!("the man on `{square}` is not yours to move\n"),
                Some(_) => format!("the man on `{square}` has no legal move\n"),
                None => format!("nobody stands on `{square}`\n"),
            };
        }
        columns(&rows, "")
    }

    fn history(&mut self) -> String {
        let moves: Vec<String> = (0..self.game.plies().len()).map(|number| self.written(number)).collect();
        if moves.is_empty() {
            return "no moves yet\n".to_owned();
        }
        let lines = moves.chunks(2).enumerate().map(|(at, pair)| format!("{}. {}\n", at + 1, pair.join(" ")));
        lines.collect()
    }

    fn undo(&mut self) -> String {
        if self.resigned.take().is_some() {
            return self.board();
        }
        if !self.game.undo() {
            return "there is no move to take back\n".to_owned();
        }
        // Back to where a person chose; the answer goes with the move.
        while self.setting.players[self.turn().index()] != Player::Human && self.game.undo() {}
        if self.setting.players[self.turn().index()] != Player::Human {
            // The program opened, and its first move stands.
            return self.opponent_and_board().unwrap_or_else(|error| format!("{error}\n"));
        }
        self.board()
    }

    fn resign(&mut self) -> String {
        if let Some(outcome) = self.outcome() {
            return format!("the game is over: {}\n", ended(&outcome, &self.language));
        }
        let turn = self.turn();
        let loser = if self.setting.players[turn.index()] == Player::Human { turn } else { turn.other() };
        self.resigned = Some(loser);
        format!("{}\n", self.status())
    }

    fn save(&mut self, file: &str) -> String {
        if file.is_empty() {
            return "say where: `save FILE`\n".to_owned();
        }
        let players = self.setting.players.map(|player| if player == Player::Human { "?" } else { "random moves" });
        let written = saved::write(&mut self.subject, &self.game, &self.language, self.resigned, players);
        match std::fs::write(file, written) {
            Ok(()) => format!("saved to {file}, {}\n", numbered(self.game.plies().len(), "move")),
            Err(error) => format!("cannot write `{file}`: {error}\n"),
        }
    }

    fn load(&mut self, file: &str) -> anyhow::Result<String> {
        if file.is_empty() {
            return Ok("say from where: `load FILE`\n".to_owned());
        }
        match saved::read(&mut self.subject, Path::new(file)) {
            Ok((game, resigned)) => {
                self.game = game;
                self.resigned = resigned;
                self.opponent_and_board()
            }
            // The game that is being played goes on.
            Err(error) => Ok(format!("{}\n", format!("{error:#}").trim_end())),
        }
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

fn help() -> String {
    let rows: Vec<Vec<String>> =
        COMMANDS.iter().map(|(usage, what)| vec![(*usage).to_owned(), (*what).to_owned()]).collect();
    columns(&rows, "  ")
}
