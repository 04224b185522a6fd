//! A text in; all readings of it as a move on a board out, by `grammar/san.pest`, whether legal or not.

#![allow(unreachable_pub, reason = "the derived enum of rules is public in its module")]

use super::language::Language;
use super::san::{file_of, is_letterless};
use crate::board::{Board, KindId, Square};
use crate::rules::Move;
use crate::variant::Variant;
use pest::Parser;
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "grammar/san.pest"]
struct Grammar;

/// The most readings of one text that are followed.
const MAX_READINGS: usize = 64;

/// The longest chain of squares that is read.
const MAX_SQUARES: usize = 128;

/// What a text says of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    /// The kind of the piece; `None` where only squares are given.
    pub(super) kind: Option<KindId>,
    /// Where it stands.
    pub(super) origin: Origin,
    /// Where it lands; at least one square.
    pub(super) landings: Vec<Square>,
    /// Whether the text says that something is taken.
    pub(super) takes: bool,
    /// The kind promoted to.
    pub(super) gain: Option<KindId>,
    /// The mark behind the move.
    pub(super) mark: Option<String>,
}

/// What a text says of the origin of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// Nothing.
    Unsaid,
    /// Its file.
    File(String),
    /// Its rank.
    Rank(u16),
    /// The square.
    Square(Square),
}

impl Origin {
    /// Whether a square is one of those meant.
    pub(super) fn is(&self, board: &Board, square: Square) -> bool {
        match self {
            Origin::Unsaid => true,
            Origin::File(file) => file_of(board.name(square)) == file,
            Origin::Rank(rank) => board.rank(square) == Some(*rank),
            Origin::Square(origin) => *origin == square,
        }
    }
}

impl Reading {
    /// Whether a move is the one meant, its promotion aside.
    pub(super) fn fits_but_for_gain(&self, variant: &Variant, mv: &Move) -> bool {
        let movement = mv.movement(variant);
        if movement.is_some_and(|movement| movement.text.is_some()) {
            return false;
        }
        let named = matches!(self.origin, Origin::Square(_));
        let mark = movement.and_then(|movement| movement.mark.as_deref());
        let landings = mv.landings();
        let short = mv.is_chain() && self.landings.len() == 1 && self.landings.last() == landings.last();
        self.kind.is_none_or(|kind| kind == mv.kind())
            && self.origin.is(variant.board(), mv.from())
            && (self.landings == landings || short)
            && (!self.takes || !mv.captured().is_empty())
            && (named || mv.castles_with().is_none())
            && self.mark.as_deref().is_none_or(|said| mark == Some(said))
    }

    /// Whether a move is the one meant.
    pub(super) fn fits(&self, variant: &Variant, mv: &Move) -> bool {
        self.gain == mv.promotion() && self.fits_but_for_gain(variant, mv)
    }
}

/// What a text may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Spoken {
    /// `O-O`, `O-O-O`
    Castling(&'static str),
    /// A move in one or several readings.
    Moves(Vec<Reading>),
}

/// The readings of a text, or what is wrong with it.
pub(super) fn parse(variant: &Variant, language: &Language, text: &str) -> Result<Spoken, String> {
    let reader = Reader { variant, language };
    let mut readings: Vec<Reading> = Vec::new();
    let mut trouble = None;
    let bare = text.trim_end_matches(SIGNS);
    let mut marks: Vec<&str> = variant.movements().iter().filter_map(|movement| movement.mark.as_deref()).collect();
    marks.sort_unstable();
    marks.dedup();
    let marked = marks.into_iter().filter_map(|mark| Some((bare.strip_suffix(mark)?, Some(mark))));
    for (text, mark) in std::iter::once((bare, None)).chain(marked) {
        match reader.shape(text, mark) {
            Ok(Spoken::Moves(found)) => readings.extend(found),
            Ok(castling) => return Ok(castling),
            Err(problem) => trouble = trouble.or(Some(problem)),
        }
    }
    match trouble {
        Some(problem) if readings.is_empty() => Err(problem),
        _ => Ok(Spoken::Moves(readings)),
    }
}

/// What may stand behind a move and means nothing for which it is.
pub(super) const SIGNS: [char; 4] = ['+', '#', '!', '?'];

struct Reader<'a> {
    variant: &'a Variant,
    language: &'a Language,
}

impl Reader<'_> {
    fn shape(&self, text: &str, mark: Option<&str>) -> Result<Spoken, String> {
        let parsed = Grammar::parse(Rule::san, text).map_err(|_| "it has not the form of a move".to_owned())?;
        let mut kind = None;
        let mut gain = None;
        let mut path = "";
        for part in parsed.flat_map(Pair::into_inner).flat_map(|pair| match pair.as_rule() {
            Rule::move_ | Rule::castling => pair.into_inner().collect::<Vec<_>>(),
            _ => Vec::new(),
        }) {
            match part.as_rule() {
                Rule::long => return Ok(Spoken::Castling("O-O-O")),
                Rule::short => return Ok(Spoken::Castling("O-O")),
                Rule::piece => kind = Some(self.kind(part.as_str())?),
                Rule::path => path = part.as_str(),
                Rule::gain => gain = Some(self.gain(part)?),
                _ => {}
            }
        }
        let readings = self.path(path, kind, gain, mark);
        if readings.is_empty() { Err(self.stray(path)) } else { Ok(Spoken::Moves(readings)) }
    }

    /// The kind with a letter.
    fn kind(&self, letter: &str) -> Result<KindId, String> {
        let kinds = 0..self.variant.kinds().len() as KindId;
        kinds.clone().find(|kind| self.language.letter(*kind) == letter).ok_or_else(|| {
            let known: Vec<String> = kinds.map(|kind| format!("`{}`", self.language.letter(kind))).collect();
            format!("`{letter}` is no letter of a piece here; there are {}", known.join(", "))
        })
    }

    fn gain(&self, gain: Pair<'_, Rule>) -> Result<KindId, String> {
        let letter = gain.into_inner().next();
        match letter {
            Some(letter) if letter.as_rule() == Rule::gained => self.kind(letter.as_str()),
            other => Err(format!(
                "behind `=` a small letter such as `{}` is a colour; the piece promoted to is a capital",
                other.map_or("", |letter| letter.as_str()),
            )),
        }
    }

    /// All readings of squares run together, with or without signs between them.
    fn path(&self, path: &str, kind: Option<KindId>, gain: Option<KindId>, mark: Option<&str>) -> Vec<Reading> {
        let board = self.variant.board();
        let mut found = Vec::new();
        let mut steps = 10_000;
        let start = Path { origin: Origin::Unsaid, squares: Vec::new(), takes: false, gain };
        self.walk(path, &start, true, &mut found, &mut steps);
        if board.is_rectangle() {
            let letters = file_of(path);
            for end in 1..=letters.len() {
                let Some((file, rest)) = path.split_at_checked(end) else { continue };
                let origin = Origin::File(file.to_owned());
                if board.squares().any(|square| origin.is(board, square)) {
                    self.walk(rest, &Path { origin, ..start.clone() }, true, &mut found, &mut steps);
                }
            }
            let digits = path.len() - path.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
            for end in 1..=digits {
                let (number, rest) = path.split_at(end);
                if let Ok(rank) = number.parse() {
                    let origin = Origin::Rank(rank);
                    self.walk(rest, &Path { origin, ..start.clone() }, true, &mut found, &mut steps);
                }
            }
        }
        found.into_iter().filter_map(|path| self.reading(path, kind, mark)).collect()
    }

    fn walk(&self, rest: &str, path: &Path, joint: bool, found: &mut Vec<Path>, steps: &mut usize) {
        if *steps == 0 || found.len() >= MAX_READINGS || path.squares.len() > MAX_SQUARES {
            return;
        }
        *steps -= 1;
        if rest.is_empty() {
            if joint && !path.squares.is_empty() {
                found.push(path.clone());
            }
            return;
        }
        let board = self.variant.board();
        if path.gain.is_none() && !path.squares.is_empty() {
            // Coordinates say the piece promoted to with a small English letter.
            let mut letters = rest.chars();
            if let (Some(letter), None) = (letters.next(), letters.next()) {
                let kinds = self.variant.kinds().iter();
                let gain = kinds.map(|kind| kind.letter).position(|known| known.to_lowercase().eq([letter]));
                if let Some(gain) = gain {
                    found.push(Path { gain: Some(gain as KindId), ..path.clone() });
                }
            }
        }
        for square in board.squares() {
            let name = board.name(square);
            if let Some(rest) = rest.strip_prefix(name).filter(|_| !name.is_empty()) {
                let mut path = path.clone();
                path.squares.push(square);
                self.walk(rest, &path, true, found, steps);
            }
        }
        // `joint` also says that no sign has just been read, so that there is at most one between two squares.
        if joint {
            for sign in ['-', '–', 'x', '×', ':'] {
                if let Some(rest) = rest.strip_prefix(sign) {
                    let quiet = matches!(sign, '-' | '–');
                    if quiet && path.squares.is_empty() {
                        continue;
                    }
                    self.walk(rest, &Path { takes: path.takes || !quiet, ..path.clone() }, false, found, steps);
                }
            }
        }
    }

    fn reading(&self, path: Path, kind: Option<KindId>, mark: Option<&str>) -> Option<Reading> {
        let Path { mut origin, mut squares, takes, gain } = path;
        if squares.len() > 1 {
            if origin != Origin::Unsaid {
                return None;
            }
            origin = Origin::Square(squares.remove(0));
        }
        // A lone square is a pawn's; squares without a letter are coordinates of any piece.
        let pawn = || (0..self.variant.kinds().len() as KindId).find(|kind| is_letterless(self.variant, *kind));
        let kind = match (kind, &origin) {
            (None, Origin::Square(_)) => None,
            (None, _) => Some(pawn()?),
            (kind, _) => kind,
        };
        Some(Reading { kind, origin, landings: squares, takes, gain, mark: mark.map(str::to_owned) })
    }

    /// Why a path is none.
    fn stray(&self, path: &str) -> String {
        let board = self.variant.board();
        let starts =
            |at: usize| path.get(at..).is_some_and(|rest| board.squares().any(|s| rest.starts_with(board.name(s))));
        let mut at = 0;
        while at < path.len() {
            if let Some(square) =
                board.squares().find(|s| path.get(at..).is_some_and(|rest| rest.starts_with(board.name(*s))))
            {
                at += board.name(square).len().max(1);
                continue;
            }
            let sign = path.get(at..).and_then(|rest| rest.chars().next());
            if sign.is_some_and(|sign| matches!(sign, '-' | '–' | 'x' | '×' | ':')) && at > 0 {
                at += sign.map_or(1, char::len_utf8);
                continue;
            }
            let mut end = at + sign.map_or(1, char::len_utf8);
            while end < path.len() && !starts(end) {
                end += path.get(end..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8);
            }
            let word: String = path.get(at..end).unwrap_or(path).chars().take(20).collect();
            return format!("`{word}` is no square of this board");
        }
        "it names no square to go to".to_owned()
    }
}

#[derive(Debug, Clone)]
struct Path {
    origin: Origin,
    squares: Vec<Square>,
    takes: bool,
    gain: Option<KindId>,
}
