//! A game in the terminal, apart from the terminal: one line in, what it led to out.

use crate::args::{Choice, Player};
use crate::output::{columns, numbered};
use crate::play::input::Words;
use crate::play::keeper::Keeper;
use crate::play::opponent::Dice;
use crate::rules;
use crate::saved::{self, Saved};
use crate::subject::Subject;
use crate::words::{ended, led};
use heterodox::board::Side;
use heterodox::diagnostic::nearest;
use heterodox::game::Game;
use heterodox::notation::{Language, coordinate, san, san_of};
use heterodox::picture::TextStyle;
use heterodox::rules::{Move, Outcome, Verdict};
use std::path::Path;

/// Plies after which two random players stop: a game without a rule that ends it would go on for ever.
const MAX_RANDOM: usize = 2000;

/// Words that can be typed besides moves, and what they do.
pub(super) const COMMANDS: &[(&str, &str)] = &[
    ("MOVE", "play a move, written either way: `e2e4` or `e4`"),
    ("moves [SQUARE]", "the legal moves, all or those of the piece on a square"),
    ("board", "draw the board"),
    ("flip", "turn the board round"),
    ("fen", "the position as FEN"),
    ("history", "the moves so far"),
    ("undo", "take back your last move, and the answer to it"),
    ("redo", "make again what was taken back last"),
    ("hint", "a legal move, any one"),
    ("rules", "the rules of the game"),
    ("save FILE", "write the game to a file; `save! FILE` writes over anything"),
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
    /// A program plays, and reads JSON.
    pub(crate) is_for_programs: bool,
    /// What was chosen to be played.
    pub(crate) choice: Choice,
}

/// A game being played.
pub(crate) struct Session {
    pub(super) subject: Subject,
    pub(super) game: Game,
    pub(super) language: Language,
    pub(super) setting: Setting,
    keeper: Keeper,
    resigned: Option<Side>,
    /// Moves that were taken back, the last first: each with those that went with it, in coordinates.
    undone: Vec<Vec<String>>,
    /// What was last written into a file of the player, or read from one.
    known: Option<String>,
}

/// What a line led to.
#[derive(Debug)]
pub(crate) enum Answer {
    /// Nothing: the line was empty.
    Nothing,
    /// The game is another one now, or is to be seen; the moves from this number on are new.
    Game {
        /// The number of moves that were known.
        since: usize,
        /// What is to be said besides.
        note: Option<String>,
    },
    /// Something was asked, and this is the answer.
    Said(String),
    /// It cannot be done, for this reason.
    Refused(String),
    /// Whoever plays leaves.
    Quits,
}

impl Session {
    /// A session that goes on from a game; `known` is its text, if it was read from a file of the player.
    pub(crate) fn new(
        subject: Subject,
        (game, resigned, known): (Game, Option<Side>, Option<String>),
        language: Language,
        setting: Setting,
        keeper: Keeper,
    ) -> Session {
        Session { subject, game, language, setting, keeper, resigned, undone: Vec::new(), known }
    }

    /// Keeps the game as it stands, so that it survives the program. Gives what there is to tell if it cannot. A game
    /// that nobody plays can be had again.
    pub(crate) fn keep(&mut self) -> Option<String> {
        if !self.has_human() {
            return None;
        }
        self.keeper.keep(&mut self.subject, &self.game, self.resigned, self.setting.players)
    }

    /// Begins: the program moves, if it is its turn.
    pub(crate) fn begin(&mut self) -> anyhow::Result<Answer> {
        self.opponent(self.game.plies().len())
    }

    /// What a line leads to.
    pub(crate) fn answer(&mut self, line: &str) -> anyhow::Result<Answer> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(word, rest)| (word, rest.trim()));
        if let Some((usage, _)) = COMMANDS[1..].iter().find(|(usage, _)| *usage == word)
            && !rest.is_empty()
        {
            return Ok(Answer::Refused(format!("`{usage}` stands alone; `{rest}` means nothing behind it")));
        }
        Ok(match word {
            "" => Answer::Nothing,
            "help" | "?" | "flip" | "hint" | "rules" if self.setting.is_for_programs => {
                Answer::Refused(format!("`{word}` is for people; `heterodox help play` says what programs can write"))
            }
            "help" | "?" => Answer::Said(help()),
            "quit" | "exit" => Answer::Quits,
            "board" => self.shown(),
            "flip" => {
                self.setting.flipped = !self.setting.flipped;
                self.shown()
            }
            "fen" => Answer::Said(format!("{}\n", self.game.position().to_fen(self.subject.rules.variant()))),
            "history" => Answer::Said(self.history()),
            "moves" => self.moves(rest),
            "undo" => self.undo()?,
            "redo" => self.redo()?,
            "hint" => self.hint(),
            "rules" => Answer::Said(rules::text(&self.setting.choice)?),
            "new" => {
                self.keeper.begin_another();
                self.resigned = None;
                self.known = None;
                self.undone.clear();
                while self.game.undo() {}
                self.opponent(0)?
            }
            "resign" => self.resign(),
            "save" => self.save(rest, false),
            "save!" => self.save(rest, true),
            "load" => self.load(rest)?,
            _ => self.play(line)?,
        })
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
    pub(crate) fn completions(&mut self) -> Words {
        // A command that wants more is completed with the space before it.
        let commands = COMMANDS[1..].iter().filter_map(|(usage, _)| usage.split_inclusive(' ').next());
        let mut first: Vec<String> = commands.map(str::to_owned).collect();
        let (moves, plain, short) = self.legal();
        let variant = self.subject.variant();
        let mut squares: Vec<String> = moves.iter().map(|mv| variant.board().name(mv.from()).to_owned()).collect();
        first.extend(squares.iter().cloned());
        first.extend(plain);
        first.extend(short);
        for words in [&mut first, &mut squares] {
            words.sort();
            words.dedup();
        }
        Words { first, squares }
    }

    /// Fails if a script had trouble.
    pub(crate) fn check_scripts(&self) -> anyhow::Result<()> {
        self.subject.no_trouble(&led(&self.game))
    }

    pub(super) fn turn(&self) -> Side {
        self.game.position().turn()
    }

    pub(super) fn side(&self, side: Side) -> String {
        self.language.side_name(side).to_owned()
    }

    pub(super) fn outcome(&mut self) -> Option<Outcome> {
        match self.resigned {
            Some(side) => Some(Outcome { verdict: Verdict::Winner(side.other()), reason: "resignation".to_owned() }),
            None => self.game.outcome(&mut self.subject.rules),
        }
    }

    /// The legal moves, none when the game is over, as coordinates and in short.
    pub(super) fn legal(&mut self) -> (Vec<Move>, Vec<String>, Vec<String>) {
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

    /// The game to be seen as it is.
    fn shown(&self) -> Answer {
        Answer::Game { since: self.game.plies().len(), note: None }
    }

    /// The refusal where the game is over.
    fn over(&self, outcome: &Outcome) -> Answer {
        Answer::Refused(format!("the game is over: {}; `undo`, `new` or `quit`", ended(outcome, &self.language)))
    }

    fn play(&mut self, line: &str) -> anyhow::Result<Answer> {
        if let Some(outcome) = self.outcome() {
            return Ok(self.over(&outcome));
        }
        let since = self.game.plies().len();
        if let Err(why) = self.game.play_text(&mut self.subject.rules, line, &self.language) {
            let mut text = why.to_string();
            let words = COMMANDS[1..].iter().filter_map(|(usage, _)| usage.split_whitespace().next());
            let first = line.split_whitespace().next().unwrap_or(line);
            if first.len() > 2
                && let Some(near) = nearest(first, words)
            {
                text.push_str(&format!("\ndid you mean the command `{near}`?"));
            }
            return Ok(Answer::Refused(text));
        }
        self.undone.clear();
        self.opponent(since)
    }

    /// Lets the random player move as long as it is its turn; so many moves were known before.
    fn opponent(&mut self, since: usize) -> anyhow::Result<Answer> {
        let mut note = None;
        for ply in 0.. {
            self.check_scripts()?;
            if self.setting.players[self.turn().index()] == Player::Human || self.outcome().is_some() {
                break;
            }
            if ply == MAX_RANDOM {
                note = Some(format!("stopped after {MAX_RANDOM} plies without an end"));
                break;
            }
            let n = self.game.legal_moves(&mut self.subject.rules).len();
            if n == 0 {
                break;
            }
            let index = self.setting.dice.below(n);
            self.game.play(&mut self.subject.rules, index);
        }
        self.check_scripts()?;
        Ok(Answer::Game { since, note })
    }

    /// A move of the game in short, in the language of the session.
    pub(super) fn written(&mut self, number: usize) -> String {
        let ply = &self.game.plies()[number];
        if self.language.is_english() {
            return ply.san.clone();
        }
        let position = &self.game.positions()[number];
        let rules = &mut self.subject.rules;
        let moves = rules.legal_moves(position);
        let at = moves.iter().position(|mv| *mv == ply.mv);
        at.and_then(|at| san_of(rules, position, &moves, at, &self.language)).unwrap_or_else(|| ply.coordinate.clone())
    }

    /// The legal moves, all or those of the piece on a square.
    fn moves(&mut self, square: &str) -> Answer {
        if let Some(outcome) = self.outcome() {
            return self.over(&outcome);
        }
        let variant = self.subject.variant();
        let wanted = variant.board().square(square);
        if !square.is_empty() && wanted.is_none() {
            return Answer::Refused(format!(
                "there is no square `{square}`; `moves` alone lists the moves of all pieces"
            ));
        }
        let list = self.listed(wanted);
        if !list.is_empty() {
            return Answer::Said(list);
        }
        Answer::Refused(match wanted.and_then(|square| self.game.position().at(square)) {
            Some((side, _)) if side != self.turn() => format!("the piece on `{square}` is not yours to move"),
            Some(_) => format!("the piece on `{square}` has no legal move"),
            None => format!("nobody stands on `{square}`"),
        })
    }

    fn history(&mut self) -> String {
        let numbers = self.game.numbers(&self.subject.rules);
        if numbers.is_empty() {
            return "no moves yet\n".to_owned();
        }
        let mut text = String::new();
        for (ply, number) in numbers.into_iter().enumerate() {
            // Each number begins a line.
            if let Some(number) = number {
                text.push_str(if text.is_empty() { "" } else { "\n" });
                text.push_str(&number);
            }
            text.push(' ');
            text.push_str(&self.written(ply));
        }
        text.push('\n');
        text
    }

    fn undo(&mut self) -> anyhow::Result<Answer> {
        if self.resigned.take().is_some() {
            return Ok(self.shown());
        }
        let played: Vec<String> = self.game.plies().iter().map(|ply| ply.coordinate.clone()).collect();
        if !self.game.undo() {
            return Ok(Answer::Refused("there is no move to take back".to_owned()));
        }
        // Back to where a person chose; the answer goes with the move.
        while self.setting.players[self.turn().index()] != Player::Human && self.game.undo() {}
        let left = self.game.plies().len();
        // Where the program opened, it opens again.
        let answer = self.opponent(left)?;
        if self.game.plies().len() == left {
            self.undone.push(played[left..].to_vec());
        } else {
            self.undone.clear();
        }
        Ok(answer)
    }

    fn redo(&mut self) -> anyhow::Result<Answer> {
        let Some(moves) = self.undone.pop() else {
            return Ok(Answer::Refused("no move was taken back since the last one".to_owned()));
        };
        let since = self.game.plies().len();
        for text in moves {
            let language = Language::english(self.subject.rules.variant());
            if let Err(why) = self.game.play_text(&mut self.subject.rules, &text, &language) {
                return Ok(Answer::Refused(why.to_string()));
            }
        }
        self.opponent(since)
    }

    /// A legal move, another one in each position, whatever it is worth.
    fn hint(&mut self) -> Answer {
        if let Some(outcome) = self.outcome() {
            return self.over(&outcome);
        }
        let (_, plain, short) = self.legal();
        if plain.is_empty() {
            return Answer::Refused("there is no legal move".to_owned());
        }
        let at = Dice::new(self.game.position().key()).below(plain.len());
        Answer::Said(match short[at] == plain[at] {
            true => format!("`{}`\n", plain[at]),
            false => format!("`{}`, which is {}\n", short[at], plain[at]),
        })
    }

    fn resign(&mut self) -> Answer {
        if let Some(outcome) = self.outcome() {
            return self.over(&outcome);
        }
        let turn = self.turn();
        let loser = if self.setting.players[turn.index()] == Player::Human { turn } else { turn.other() };
        self.resigned = Some(loser);
        Answer::Said(format!("{}\n", self.status()))
    }

    fn save(&mut self, file: &str, over: bool) -> Answer {
        if file.is_empty() {
            return Answer::Refused("say where: `save FILE`".to_owned());
        }
        let (players, resigned) = (self.setting.players, self.resigned);
        let written = saved::write(&mut self.subject, &self.game, &self.language, resigned, players, Vec::new());
        match saved::save(Path::new(file), &written, self.known.as_deref(), over) {
            Ok(()) => {
                self.known = Some(written);
                Answer::Said(format!("saved to {file}, {}\n", numbered(self.game.plies().len(), "move")))
            }
            Err(error) => Answer::Refused(format!("{error:#}")),
        }
    }

    fn load(&mut self, file: &str) -> anyhow::Result<Answer> {
        if file.is_empty() {
            return Ok(Answer::Refused("say from where: `load FILE`".to_owned()));
        }
        let read = Saved::open(Path::new(file)).and_then(|saved| Ok((saved.replay(&mut self.subject)?, saved.text)));
        match read {
            Ok(((game, resigned), text)) => {
                self.keeper.begin_another();
                self.game = game;
                self.resigned = resigned;
                self.known = Some(text);
                self.undone.clear();
                self.opponent(self.game.plies().len())
            }
            // The game that is being played goes on.
            Err(error) => Ok(Answer::Refused(format!("{error:#}").trim_end().to_owned())),
        }
    }
}

/// The commands, one on a line.
fn help() -> String {
    let rows: Vec<Vec<String>> =
        COMMANDS.iter().map(|(usage, what)| vec![(*usage).to_owned(), (*what).to_owned()]).collect();
    columns(&rows, "  ")
}
