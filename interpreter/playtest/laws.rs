//! Laws that hold in every position of every variant: a position in; the first law it breaks, in words for people, out.
//!
//! Each law is a function of its own, given what it compares, so that false input can show that it notices.

use crate::board::{KindId, Side, Square};
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::{Language, Reader, bare, coordinate, sign, signed};
use crate::position::Position;
use crate::rules::{Move, Rules};
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;

/// A law that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The law in a word: `key`, `count`, `move`, `safe`, `fen`, `notation`, `end`, `function`, `royal`.
    pub law: &'static str,
    /// What is wrong, one line.
    pub message: String,
    /// The move after which it is wrong, in coordinates; `None` where the position itself is.
    pub after: Option<String>,
    /// The trouble that a script had, which has a place of its own.
    pub trouble: Option<Box<Diagnostic>>,
}

impl Breach {
    pub(super) fn new(law: &'static str, message: impl Into<String>) -> Box<Breach> {
        Box::new(Breach { law, message: message.into(), after: None, trouble: None })
    }
}

/// Whether a law holds, or how it does not.
pub type Held = Result<(), Box<Breach>>;

/// A position with what follows from it.
#[derive(Debug)]
pub struct Case {
    /// The legal moves.
    pub moves: Vec<Move>,
    /// The same in coordinates.
    pub coordinates: Vec<String>,
    /// The position after each.
    pub nexts: Vec<Position>,
}

impl Case {
    /// Works a position out.
    pub fn new(rules: &mut Rules, here: &Position) -> Case {
        let moves = rules.legal_moves(here);
        let coordinates = coordinate(rules.variant(), here, &moves);
        let nexts = moves.iter().map(|mv| rules.play_unchecked(here, mv)).collect();
        Case { moves, coordinates, nexts }
    }
}

/// Every law, in a position that is not yet known to be the end of a game. `languages` are those moves are written in.
///
/// # Errors
/// The first law that does not hold.
pub fn hold(rules: &mut Rules, here: &Position, case: &Case, languages: &[Language]) -> Held {
    functions(rules)?;
    key(here, here.key_from_scratch(rules.variant()))?;
    count(case.moves.len(), rules.perft(here, 1))?;
    for ((mv, next), text) in case.moves.iter().zip(&case.nexts).zip(&case.coordinates) {
        // A position may have thousands of moves.
        if rules.context().is_stopped() {
            return Ok(());
        }
        let after = |mut breach: Box<Breach>| {
            breach.after = Some(text.clone());
            breach
        };
        key(next, next.key_from_scratch(rules.variant())).map_err(after)?;
        moved(rules.variant(), here, mv, next).map_err(after)?;
        safe(rules, here, next).map_err(after)?;
    }
    let fen_text = here.to_fen(rules.variant());
    fen(rules, here, &case.moves, &fen_text)?;
    written(rules, here, case, languages)?;
    ended(rules, here, case.moves.is_empty())?;
    functions(rules)
}

/// Moves as texts: coordinates, and SAN in each language. What the languages share is worked out once.
fn written(rules: &mut Rules, here: &Position, case: &Case, languages: &[Language]) -> Held {
    let Case { moves, coordinates, nexts } = case;
    let signs: Vec<Option<char>> = nexts.iter().map(|next| sign(rules, next)).collect();
    for (number, language) in languages.iter().enumerate() {
        if rules.context().is_stopped() {
            return Ok(());
        }
        let texts = bare(rules.variant(), here, moves, coordinates, language);
        let mut reader = Reader::knowing(rules, here, moves, language, coordinates, &texts);
        if number == 0 {
            read_back(&mut reader, moves.len(), coordinates, "coordinates")?;
        }
        let what = if language.code() == "en" { "SAN".to_owned() } else { format!("SAN ({})", language.code()) };
        read_back(&mut reader, moves.len(), &signed(&texts, &signs), &what)?;
    }
    Ok(())
}

/// No function of the script has failed so far.
///
/// # Errors
/// The trouble that one had.
pub fn functions(rules: &Rules) -> Held {
    match rules.context().trouble() {
        None => Ok(()),
        Some(problem) => {
            let mut breach = Breach::new("function", problem.message.clone());
            breach.trouble = Some(Box::new(problem.clone()));
            Err(breach)
        }
    }
}

/// The key kept up while playing is the key made anew.
///
/// # Errors
/// Where it is not.
pub fn key(position: &Position, made_anew: u64) -> Held {
    if position.key() == made_anew {
        return Ok(());
    }
    let message = format!("the position is hashed as {:016x}, made anew as {made_anew:016x}", position.key());
    Err(Breach::new("key", message))
}

/// Moves counted are moves listed.
///
/// # Errors
/// Where they are not.
pub fn count(listed: usize, counted: u64) -> Held {
    if u64::try_from(listed) == Ok(counted) {
        return Ok(());
    }
    Err(Breach::new("count", format!("{listed} legal moves are listed, but {counted} are counted")))
}

/// A move changes the squares that it names and no others, passes the turn, and counts plies; what a function of the
/// script does besides is free.
///
/// # Errors
/// The first square, or what else has changed and should not have, or not changed and should have.
pub fn moved(variant: &Variant, here: &Position, mv: &Move, next: &Position) -> Held {
    let wrong = |message: String| Err(Breach::new("move", message));
    if next == here {
        return wrong("the move changes nothing".to_owned());
    }
    let counted = here.quiet_plies().saturating_add(1);
    if next.quiet_plies() != 0 && next.quiet_plies() != counted {
        return wrong(format!("the quiet plies go from {} to {}", here.quiet_plies(), next.quiet_plies()));
    }
    if mv.has_effects(variant) {
        return Ok(());
    }
    if next.turn() == here.turn() {
        return wrong(format!("{} moves again", here.turn()));
    }
    let second = here.turn() != variant.first();
    let number = here.move_number().saturating_add(u16::from(second));
    if next.move_number() != number {
        return wrong(format!("the move number is {}, not {number}", next.move_number()));
    }
    if mv.castles_with().is_some() {
        return castled(variant, here, mv, next);
    }
    let named = [mv.to(), mv.from()].into_iter().chain(mv.captured().iter().copied());
    let (before, after) = (here.codes(), next.codes());
    let changed = variant.board().squares().filter(|square| before[square.index()] != after[square.index()]);
    for square in named.chain(changed) {
        let expected = if square == mv.to() {
            Some((here.turn(), mv.promotion().unwrap_or(mv.kind())))
        } else if square == mv.from() || mv.captured().contains(&square) {
            None
        } else {
            here.at(square)
        };
        same_man(variant, square, expected, next.at(square))?;
    }
    Ok(())
}

/// Castling moves two pieces of one side and touches nobody else.
fn castled(variant: &Variant, here: &Position, mv: &Move, next: &Position) -> Held {
    let king = here.at(mv.from());
    same_man(variant, mv.to(), king, next.at(mv.to()))?;
    let other = mv.castles_with().unwrap_or(mv.from());
    let came =
        |square: &Square| *square != mv.to() && next.at(*square) != here.at(*square) && next.at(*square).is_some();
    let arrived: Vec<Square> = variant.board().squares().filter(came).collect();
    let left_alone =
        |square: &Square| *square == mv.to() || *square == mv.from() || *square == other || arrived.contains(square);
    for square in variant.board().squares().filter(|square| !left_alone(square)) {
        same_man(variant, square, here.at(square), next.at(square))?;
    }
    let rook = here.at(other);
    let stays = next.at(other) == rook;
    if !(arrived.is_empty() && stays || arrived.len() == 1 && next.at(arrived[0]) == rook)
        || here.pieces().len() != next.pieces().len()
    {
        let message = "castling does not move two pieces to two squares";
        return Err(Breach::new("move", message));
    }
    Ok(())
}

fn same_man(
    variant: &Variant,
    square: Square,
    expected: Option<(Side, KindId)>,
    found: Option<(Side, KindId)>,
) -> Held {
    if expected == found {
        return Ok(());
    }
    let named = |piece: Option<(Side, KindId)>| match piece {
        None => "nobody".to_owned(),
        Some((side, kind)) => format!("a {side} {}", variant.kinds()[usize::from(kind)].name),
    };
    let name = variant.board().name(square);
    Err(Breach::new("move", format!("{} is on `{name}`, not {}", named(found), named(expected))))
}

/// A legal move does not leave an own royal piece attacked, unless it wins.
///
/// # Errors
/// Where it does.
pub fn safe(rules: &mut Rules, here: &Position, next: &Position) -> Held {
    if !rules.variant().has_royal() || !rules.is_attacked(next, here.turn()) {
        return Ok(());
    }
    if rules.outcome(next, 1).is_some_and(|outcome| outcome.winner() == Some(here.turn())) {
        return Ok(());
    }
    Err(Breach::new("safe", format!("the move leaves a royal piece of {} attacked", here.turn())))
}

/// A position written as FEN reads back as the same position with the same moves.
///
/// # Errors
/// What is not the same.
pub fn fen(rules: &mut Rules, here: &Position, moves: &[Move], text: &str) -> Held {
    let wrong = |message: String| Err(Breach::new("fen", format!("the FEN `{text}` {message}")));
    let quoted = Spanned::new(text.to_owned(), Span::new(SourceId(0), 0..text.len()));
    let (again, notes) = match rules.position(&quoted) {
        Ok(read) => read,
        Err(found) => return wrong(format!("does not read back: {}", found[0].message)),
    };
    let is_told_anew = again.pieces() == here.pieces() && !again.unmoved_as(here);
    let outcome = rules.outcome(here, 1);
    // That a royal piece is gone, or could be taken at once, may be so; what hangs on a piece not having moved may
    // show, too.
    let exposed = rules.is_attacked(here, here.turn().other());
    let is_known =
        |note: &&Diagnostic| (exposed || is_told_anew || outcome.is_some()) && note.code == Code::FenImpossible;
    if let Some(note) = notes.iter().find(|note| !is_known(note)) {
        return wrong(format!("is read with the note: {}", note.message));
    }
    let written = again.to_fen(rules.variant());
    if written != text {
        return wrong(format!("is read and written as `{written}`"));
    }
    if is_told_anew {
        // A piece that has moved and come home looks in FEN as if it had not; nothing more can be asked of the text.
        return Ok(());
    }
    if again.key() != here.key() {
        return wrong("is read as another position".to_owned());
    }
    let found = rules.legal_moves(&again);
    // The text does not tell the last move, which conditions may ask about.
    let forgotten = here.without_last_move();
    if found != moves && found != rules.legal_moves(&forgotten) {
        return wrong("is read as a position with other moves".to_owned());
    }
    let told = rules.outcome(&again, 1);
    if told != outcome && told != rules.outcome(&forgotten, 1) {
        return wrong("is read as a position with another outcome".to_owned());
    }
    Ok(())
}

/// No two of a number of moves are written alike, and each text reads back as its move.
///
/// # Errors
/// The first text that does not.
pub fn read_back(reader: &mut Reader<'_>, moves: usize, texts: &[String], what: &str) -> Held {
    let wrong = |message: String| Err(Breach::new("notation", message));
    if texts.len() != moves {
        return wrong(format!("in {what} {moves} moves have {} texts", texts.len()));
    }
    for (number, text) in texts.iter().enumerate() {
        match reader.read(text) {
            Ok(read) if read == number => {}
            // Of texts that are alike, one at least is not read as its own move.
            Ok(read) if texts[read] == *text => {
                let (one, other) = (read.min(number) + 1, read.max(number) + 1);
                return wrong(format!("in {what} moves {one} and {other} are both written `{text}`"));
            }
            Ok(read) => return wrong(format!("in {what} `{text}` is read as `{}`", texts[read])),
            Err(why) => return wrong(format!("in {what} a legal move does not read back: {why}")),
        }
    }
    Ok(())
}

/// Where a side has no move, some end says how the game stands.
///
/// # Errors
/// Where none does.
pub fn ended(rules: &mut Rules, here: &Position, stuck: bool) -> Held {
    if !stuck || rules.outcome(here, 1).is_some() {
        return Ok(());
    }
    Err(Breach::new("end", format!("{} has no legal move, and no end says how the game stands", here.turn())))
}
