//! The engines that run scripts in, a `.d.rhai` file for editors out: each word with its types and what it says.

use crate::script::names::Names;
use crate::script::sandbox::engines;
use crate::source::{SourceId, Span};
use rhai::Engine;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// The words of scripts as a Rhai definition file. Names and types come from the engine.
#[must_use]
pub fn definitions() -> String {
    let mut out = String::from(HEAD);
    let words = words();
    for (receiver, about, list) in WORDS {
        let _ = write!(out, "\n// {receiver}: {about}\n");
        for (signature, text) in *list {
            for word in words.iter().filter(|word| word.receiver == *receiver && word.is(signature)) {
                let _ = write!(out, "\n/// {text}\n{}\n", word.declared(parameters(signature)));
            }
        }
    }
    out
}

/// Words that the engine knows and nothing is said about, and words that are described and do not exist.
#[must_use]
pub fn undescribed() -> Vec<String> {
    let words = words();
    let described = |word: &Word| {
        let lists = WORDS.iter().filter(|(receiver, ..)| *receiver == word.receiver);
        lists.flat_map(|(_, _, list)| *list).any(|(signature, _)| word.is(signature))
    };
    let silent = words.iter().filter(|word| !word.is_operator() && !described(word));
    let silent = silent.map(|word| format!("{}.{} is not described", word.receiver, word.name));
    let missing = WORDS.iter().flat_map(|(receiver, _, list)| list.iter().map(move |(word, _)| (*receiver, *word)));
    let missing =
        missing.filter(|(receiver, text)| !words.iter().any(|word| word.receiver == *receiver && word.is(text)));
    silent.chain(missing.map(|(receiver, word)| format!("{receiver}.{word} does not exist"))).collect()
}

/// A word as the engine knows it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Word {
    receiver: String,
    name: String,
    is_property: bool,
    /// Types of the parameters after the receiver.
    parameters: Vec<String>,
    answer: String,
}

impl Word {
    /// Whether this is the word of `name`, `name(a, b)` or `a + b`.
    fn is(&self, signature: &str) -> bool {
        let name = signature.split(['(', ' ']).next().unwrap_or_default();
        let n = parameters(signature).len();
        self.name == name && self.parameters.len() == n && (!self.is_operator() || self.parameters[0] != "?")
    }

    fn is_operator(&self) -> bool {
        !self.name.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    fn declared(&self, names: Vec<&str>) -> String {
        let Word { receiver, name, answer, .. } = self;
        if self.is_operator() {
            return format!("op {name}({receiver}, {}) -> {answer};", self.parameters.join(", "));
        }
        let subject = receiver.to_lowercase();
        let mut all = vec![format!("{subject}: {receiver}")];
        all.extend(names.iter().zip(&self.parameters).map(|(name, kind)| format!("{name}: {kind}")));
        let get = if self.is_property { "get " } else { "" };
        format!("fn {get}{name}({}) -> {answer};", all.join(", "))
    }
}

/// The names in the brackets, or the one after an operator.
fn parameters(signature: &str) -> Vec<&str> {
    let inner = match signature.split_once('(') {
        Some((_, rest)) => rest.trim_end_matches(')'),
        None => signature.split_once(' ').map_or("", |(_, rest)| rest),
    };
    inner.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

fn words() -> BTreeSet<Word> {
    let (hooks, load) = engines(&Arc::new(Names::default()), Span::new(SourceId(0), 0..0));
    [&hooks, &load].into_iter().flat_map(registered).collect()
}

/// What was registered beside the packages of the language.
fn registered(engine: &Engine) -> Vec<Word> {
    engine.collect_fn_metadata(
        None,
        |info| {
            let data = info.metadata;
            let mut types =
                data.params_info.iter().map(|text| plain(engine, text.split_once(':').map_or("", |(_, t)| t)));
            let receiver = types.next()?;
            let name = data.name.as_str();
            Some(Word {
                receiver,
                name: name.strip_prefix("get$").unwrap_or(name).to_owned(),
                is_property: name.starts_with("get$"),
                parameters: types.collect(),
                answer: plain(engine, &data.return_type),
            })
        },
        false,
    )
}

/// A type as Rhai writes it.
fn plain(engine: &Engine, name: &str) -> String {
    let name = name.trim().trim_start_matches("&mut ");
    let name = match name.strip_prefix("core::result::Result<").and_then(|rest| rest.rsplit_once(", ")) {
        Some((inner, _)) => inner,
        None => name,
    };
    match engine.map_type_name(name).rsplit("::").next().unwrap_or(name) {
        "i64" => "int".to_owned(),
        "string" | "ImmutableString" => "String".to_owned(),
        "Dynamic" => "?".to_owned(),
        other => other.to_owned(),
    }
}

const HEAD: &str = "\
module static;

// The words that scripts of variants may use, for the Rhai language server.
// Written by `heterodox schema --script`; grammar/README.md says more, and which functions are called when.
// A piece is a `Square`: the square it stands on. Directions and ranks are seen from the mover.
// Options of the definition are constants of their names.
";

type List = &'static [(&'static str, &'static str)];

/// Receiver, what it is, and its words; a word that is both a property and a function is said once.
const WORDS: &[(&str, &str, List)] = &[
    ("Square", "a square, and the piece on it; a square off the board is empty of everything", SQUARE),
    ("Squares", "a set of squares; it asks nothing until `any`, `none`, `count`, `more_than` or `contains`", SQUARES),
    ("Move", "a move, in effects and duties", MOVE),
    ("Game", "the game, in ends", GAME),
    ("Cell", "a square in `fn forward(side, from, to)`, with absolute coordinates", CELL),
    ("Board", "the board in the making, in `fn board(b)`", BOARD),
];

const SQUARE: List = &[
    ("kind", "The kind of the piece here, `\"\"` for none. One answer of many: prefer `is_a`."),
    ("side", "`\"friend\"`, `\"foe\"`, or `\"\"` for nobody, seen from the side that asks."),
    ("square", "The square of a piece."),
    ("piece", "The piece on a square."),
    ("rank", "The rank, counted from the mover's own first."),
    ("file", "The file, from 1."),
    ("ring", "The ring, from the rim; the centre's is the last."),
    ("sector", "The sector, from 1; the centre's is 0."),
    ("exists", "Whether this square is on the board."),
    ("moved", "Whether the piece here has moved."),
    ("is_empty", "Whether nobody stands here."),
    ("holds_friend", "Whether a piece of the mover's side stands here."),
    ("holds_foe", "Whether a piece of the other side stands here."),
    ("is_friend", "Whether this piece is of the mover's side."),
    ("is_foe", "Whether this piece is of the other side."),
    ("safe", "Whether no enemy could take here, powers and immunity counted."),
    ("is_a(kind)", "Whether a piece of this kind stands here."),
    ("holds(kind)", "Whether a piece of this kind stands here."),
    ("defended_by(kind)", "Whether a friend of this piece, of that kind, could take here by raw movement."),
    ("attacked_by(kind)", "Whether a foe of this piece, of that kind, could take here by raw movement."),
    ("within(region)", "Whether this square lies in the region, seen from the mover's side."),
    ("step(direction)", "The next square in a direction."),
    ("step(direction, n)", "The square `n` steps away in a direction."),
    ("first(direction)", "The first square in a direction on which a piece stands; off the board if there is none."),
    ("leap(across, ahead)", "The square so many files to the right and so many ranks ahead."),
    ("ray(direction)", "The squares in a direction up to and with the first piece."),
    ("around", "The squares one step away."),
    ("neighbours", "The pieces one step away."),
    ("attackers", "The foes of this piece that could take here by raw movement."),
    ("defenders", "The friends of this piece that could take here by raw movement."),
    ("attacks", "The squares on which this piece could take by raw movement."),
    ("alone", "The set of this square alone."),
    ("== other", "Whether two squares are one."),
    ("!= other", "Whether two squares are not one."),
];

const SQUARES: List = &[
    ("friends", "Those where a piece of the mover's side stands."),
    ("foes", "Those where a piece of the other side stands."),
    ("empty", "Those where nobody stands."),
    ("occupied", "Those where somebody stands."),
    ("of(kind)", "Those where a piece of this kind stands."),
    ("except(kind)", "Those where no piece of this kind stands."),
    ("within(region)", "Those in this region."),
    ("where(decide)", "Those for which the function holds: `set.where(|s| s.is_a(\"pawn\"))`."),
    ("any", "Whether there is one."),
    ("any(decide)", "Whether the function holds for one."),
    ("none", "Whether there is none."),
    ("none(decide)", "Whether the function holds for none."),
    ("all(decide)", "Whether the function holds for all."),
    ("count", "How many there are."),
    ("count(decide)", "For how many the function holds."),
    ("more_than(n)", "Whether there are more than `n`; fewer answers than `count`."),
    ("contains(square)", "Whether this square is one of them."),
    ("& other", "Those in both."),
    ("| other", "Those in either."),
    ("- other", "Those in the first and not in the second."),
];

const MOVE: List = &[
    ("kind", "The kind of the mover."),
    ("way", "The name of the power that lends the movement, `\"\"` for the man's own."),
    ("piece", "The mover: before the move on its origin, in `after` where it stands now."),
    ("origin", "Where the move begins."),
    ("target", "Where it ends."),
    ("captures", "How many men it takes."),
    ("captured", "The squares of the men it takes."),
    ("jumps", "Whether it takes a man on a square where it does not end."),
    ("promotes", "Whether the mover promotes."),
    ("mine", "The pieces of the side that moves."),
    ("theirs", "The pieces of the other side."),
    ("all", "All pieces."),
    ("checked", "Whether the mover's side is in check in the position that the function sees."),
    ("stuck", "Only ends may ask whether there is no legal move: an error here."),
    ("stay()", "Effect: the mover stays where it is."),
    ("remove(what)", "Effect: the men on a square, or on all squares of a set, leave the board."),
    ("convert(what)", "Effect: the men on a square, or on all squares of a set, change sides."),
    ("put(kind, square)", "Effect: a man of the mover's side appears."),
    ("shift(from, to)", "Effect: the man on the first square goes to the second."),
    ("swap(a, b)", "Effect: the men on two squares change places."),
    ("promote(kind)", "Effect: the mover becomes this kind."),
    ("again()", "Effect: the same side moves again."),
];

const GAME: List = &[
    ("turn", "The side to move, `\"white\"` or `\"black\"`."),
    ("mine", "The pieces of the side to move."),
    ("theirs", "The pieces of the other side."),
    ("all", "All pieces."),
    ("checked", "Whether the side to move is in check."),
    ("stuck", "Whether the side to move has no legal move."),
    ("quiet_plies", "Plies since the last capture, or whatever `[quiet]` counts as progress."),
    ("quiet_plies_at_least(n)", "Whether there were at least `n` of them; two answers instead of many."),
    ("repetitions", "How often this position has occurred, this time included."),
];

const CELL: List = &[
    ("name", "Its name."),
    ("rank", "Its rank, from 1; 0 where there is none."),
    ("file", "Its file, from 1; 0 where there is none."),
    ("ring", "Its ring from the rim, from 1; 0 where there is none."),
    ("sector", "Its sector, from 1; 0 where there is none."),
    ("== other", "Whether two squares are one."),
    ("!= other", "Whether two squares are not one."),
];

const BOARD: List = &[
    ("cell(name, x, y, row)", "Adds a cell: where it is drawn, and its row in the FEN."),
    ("cell(name, x, y, row, rank, file)", "Adds a cell with its rank and file."),
    ("link(from, heading, to)", "Adds a line from one cell to another; the way back is a line of its own."),
    ("link(from, heading, to, arrives)", "Adds a line that arrives with another heading."),
];
