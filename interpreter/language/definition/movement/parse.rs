//! Movement strings in, movements out, or every problem of the string at once.

mod grammar {
    //! The parser that pest makes of `grammar/movement.pest`.
    #![allow(missing_docs, unreachable_pub)]

    #[derive(pest_derive::Parser)]
    #[grammar = "../../grammar/movement.pest"]
    pub(super) struct MovementParser;
}

use crate::definition::movement::modifiers::{Modifiers, Place};
use crate::definition::movement::reader::Reader;
use crate::definition::movement::{
    Atom, Leg, Legs, MAX_LEAP, MAX_LEGS, MAX_RANGE, MAX_TERMS, MAX_TEXT, Movement, Term, UNLIMITED,
};
use crate::diagnostic::elsewhere::{Place as Written, elsewhere};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned, seems};
use grammar::{MovementParser, Rule};
use pest::Parser;
use pest::iterators::Pair;
use std::ops::Range;

/// Reads a movement string; warnings are dropped.
///
/// # Errors
/// All that is wrong with the string.
pub fn parse(text: &Spanned<String>) -> Result<Movement, Vec<Diagnostic>> {
    parse_with_warnings(text).map(|(movement, _)| movement)
}

/// Reads a movement string and says what in it may be read otherwise elsewhere.
///
/// # Errors
/// All that is wrong with the string, warnings included.
pub fn parse_with_warnings(text: &Spanned<String>) -> Result<(Movement, Vec<Diagnostic>), Vec<Diagnostic>> {
    let mut reader = Reader { text: &text.value, span: text.span, problems: Vec::new() };
    let terms = reader.movement();
    if reader.problems.iter().any(Diagnostic::is_error) {
        return Err(reader.problems);
    }
    Ok((Movement { terms, span: text.span }, reader.problems))
}

/// A leg before it is known whether it is the last.
struct Draft {
    modifiers: Modifiers,
    atom: Atom,
    range: u16,
    span: Range<usize>,
}

impl Reader<'_> {
    fn movement(&mut self) -> Vec<Term> {
        let text = self.text;
        let all = 0..text.len();
        if text.trim().is_empty() {
            let help = "write the atoms a piece moves by, such as `N` or `fmWfcF`, or the name of another piece";
            self.error(all, Code::EmptyMovement, String::from("this movement is empty"), "expected a movement", help);
            return Vec::new();
        }
        if text.len() > MAX_TEXT {
            let message = format!("this movement has {} bytes, at most {MAX_TEXT} are allowed", text.len());
            self.error(all, Code::MovementTooLong, message, "too long", "write several movements in an array");
            return Vec::new();
        }
        let pairs = match MovementParser::parse(Rule::movement, text) {
            Ok(pairs) => pairs,
            Err(error) => {
                let at = match error.location {
                    pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _)) => at,
                };
                self.error(
                    at..at + 1,
                    Code::UnknownLetter,
                    String::from("this is no movement"),
                    "not understood here",
                    "atoms are the letters `W F D N A H C Z G K R B Q` and `(x,y)`, modifiers stand before them",
                );
                return Vec::new();
            }
        };
        let mut terms = Vec::new();
        let mut stray: Option<Range<usize>> = None;
        for pair in pairs.flat_map(Pair::into_inner) {
            let at = bytes(&pair);
            if pair.as_rule() == Rule::stray {
                // Neighbours are one mistake, unless each is a letter with an answer of its own.
                let joined = stray.take().filter(|range| range.end == at.start).map(|range| range.start..at.end);
                stray = Some(joined.unwrap_or(at));
                continue;
            }
            if let Some(range) = stray.take() {
                self.stray(range);
            }
            let span = self.span.part(at.clone());
            match pair.as_rule() {
                Rule::name => terms.push(Term::Piece(Spanned::new(pair.as_str().to_owned(), span))),
                Rule::simple => terms.extend(self.chain(pair, span)),
                Rule::bracket => terms.extend(self.bracket(pair, span)),
                Rule::dangling => self.dangling(at, pair.as_str()),
                _ => {}
            }
        }
        if let Some(range) = stray {
            self.stray(range);
        }
        self.whole_word();
        if terms.len() > MAX_TERMS {
            let message = format!("this movement has {} terms, at most {MAX_TERMS} are allowed", terms.len());
            self.error(0..text.len(), Code::TooManyTerms, message, "too many", "write several movements in an array");
        }
        terms
    }

    /// One problem instead of one for each letter, where the whole string is a word of another system.
    fn whole_word(&mut self) {
        let word = self.text.trim();
        if self.problems.is_empty() || word.len() <= 2 {
            return;
        }
        if let Some(way) = elsewhere(word, Written::Movement) {
            self.problems.clear();
            let message = format!("`{word}` is no movement");
            self.error(0..self.text.len(), Code::UnknownLetter, message, "a word of another system", &way);
        }
    }

    /// Modifiers, an atom, a range; with `a`, several legs.
    fn chain(&mut self, pair: Pair<'_, Rule>, span: Span) -> Option<Term> {
        let (drafts, initial) = self.legs(pair)?;
        let n_legs = drafts.len();
        if n_legs > MAX_LEGS {
            let at = drafts.first()?.span.start..drafts.last()?.span.end;
            self.too_many_legs(at, n_legs);
            return None;
        }
        let legs = drafts
            .into_iter()
            .enumerate()
            .map(|(at, draft)| {
                let place = Place { first: at == 0, last: at + 1 == n_legs, may_stop: false, bracketed: false };
                self.leg(draft, place)
            })
            .collect();
        Some(Term::Legs(Legs { legs, initial, bracketed: false, span }))
    }

    fn too_many_legs(&mut self, at: Range<usize>, n_legs: usize) {
        let message = format!("this term has {n_legs} legs, at most {MAX_LEGS} are allowed");
        self.error(at, Code::TooManyLegs, message, "too many legs", "");
    }

    /// The legs of one atom and whether `i` stands among its modifiers. Nothing where the atom is wrong.
    fn legs(&mut self, pair: Pair<'_, Rule>) -> Option<(Vec<Draft>, bool)> {
        let whole = bytes(&pair);
        let mut all = vec![Modifiers::at(whole.start)];
        let mut initial: Option<Range<usize>> = None;
        let mut atom = None;
        let (mut range, mut doubled) = (1, false);
        for part in pair.into_inner() {
            let at = bytes(&part);
            match part.as_rule() {
                Rule::modifier => match part.into_inner().next() {
                    Some(inner) if inner.as_rule() == Rule::again => all.push(Modifiers::at(at.end)),
                    Some(inner) if inner.as_rule() == Rule::initial => {
                        if all.len() > 1 {
                            let message = String::from("`i` stands on a later leg");
                            let help = "write it first, it is said of the whole term";
                            self.error(at.clone(), Code::MisplacedModifier, message, "only on the first leg", help);
                        }
                        self.initial(&mut initial, at);
                    }
                    Some(inner) => {
                        if let Some(last) = all.last_mut() {
                            last.add(self, inner.as_str(), at);
                        }
                    }
                    None => {}
                },
                Rule::atom => {
                    doubled = part.as_str().starts_with(|c: char| part.as_str()[1..].starts_with(c));
                    let (base, ride) = self.atom(part)?;
                    atom = Some(base);
                    range = ride;
                }
                Rule::range => range = self.range(&part, doubled)?,
                _ => {}
            }
        }
        let atom = atom?;
        let end = whole.end;
        let drafts =
            all.into_iter().map(|modifiers| Draft { span: modifiers.start..end, modifiers, atom, range }).collect();
        Some((drafts, initial.is_some()))
    }

    fn initial(&mut self, seen: &mut Option<Range<usize>>, at: Range<usize>) {
        if let Some(first) = seen.replace(at.clone()) {
            let diagnostic = Diagnostic::error(Code::ForeignLetter, "`ii` is not part of this language")
                .label("`i` again")
                .also(self.span.part(first), "`i` is here already");
            let way = elsewhere("ii", Written::Movement);
            self.report(at, way.into_iter().fold(diagnostic, Diagnostic::help));
        }
    }

    /// A bracket: legs joined by `-` and `?`.
    fn bracket(&mut self, pair: Pair<'_, Rule>, span: Span) -> Option<Term> {
        let whole = bytes(&pair);
        let mut initial: Option<Range<usize>> = None;
        let mut drafts: Vec<(Draft, bool)> = Vec::new();
        let mut joined = true;
        let mut closed = false;
        for part in pair.into_inner() {
            let at = bytes(&part);
            match part.as_rule() {
                Rule::modifier if part.as_str() == "i" => self.initial(&mut initial, at),
                Rule::modifier => self.error(
                    at,
                    Code::MisplacedModifier,
                    format!("`{}` stands before a bracket", part.as_str()),
                    "only `i` may stand here",
                    "write modifiers inside, before the leg that they belong to",
                ),
                Rule::joint if joined => self.error(
                    at,
                    Code::MissingLeg,
                    format!("there is no leg before `{}`", part.as_str()),
                    "expected a leg, such as `F`",
                    "",
                ),
                Rule::joint => {
                    joined = true;
                    if let Some((_, may_stop)) = drafts.last_mut() {
                        *may_stop = part.as_str() == "?";
                    }
                }
                Rule::simple => {
                    if !joined {
                        let help = "`-` goes on, `?` goes on or stops there: `[F?R]`";
                        let message = String::from("two legs stand side by side");
                        self.error(
                            at.start..at.start + 1,
                            Code::MissingJoint,
                            message,
                            "expected `-` or `?` before this",
                            help,
                        );
                    }
                    joined = false;
                    if let Some((mut legs, first)) = self.legs(part) {
                        if first {
                            let message = String::from("`i` stands inside a bracket");
                            let help = "write it before the bracket, it is said of the whole term";
                            self.error(at.clone(), Code::MisplacedModifier, message, "not in a bracket", help);
                        }
                        if legs.len() > 1 {
                            let message = String::from("`a` stands inside a bracket");
                            let help = "inside a bracket legs are joined by `-` and `?`";
                            self.error(at, Code::MisplacedModifier, message, "not in a bracket", help);
                        }
                        drafts.extend(legs.pop().map(|draft| (draft, false)));
                    }
                }
                Rule::dangling => {
                    joined = false;
                    self.dangling(at, part.as_str());
                }
                Rule::inner_stray => self.stray(at),
                Rule::close => closed = true,
                _ => {}
            }
        }
        if !closed {
            let message = String::from("this bracket is not closed");
            self.error(whole.clone(), Code::OpenBracket, message, "expected `]` after the last leg", "");
        } else if joined {
            let end = whole.end;
            let message = String::from("a bracket ends without a leg");
            self.error(end - 1..end, Code::MissingLeg, message, "expected a leg, such as `F`, before this", "");
        }
        let n_legs = drafts.len();
        if n_legs > MAX_LEGS {
            self.too_many_legs(whole, n_legs);
            return None;
        }
        let legs = drafts
            .into_iter()
            .enumerate()
            .map(|(at, (draft, may_stop))| {
                let last = at + 1 == n_legs;
                self.leg(draft, Place { first: at == 0, last, may_stop: may_stop && !last, bracketed: true })
            })
            .collect::<Vec<Leg>>();
        (!legs.is_empty()).then_some(Term::Legs(Legs { legs, initial: initial.is_some(), bracketed: true, span }))
    }

    fn leg(&mut self, draft: Draft, place: Place) -> Leg {
        let modes = draft.modifiers.finish(self, draft.atom, draft.range, place);
        Leg {
            atom: draft.atom,
            range: draft.range,
            directions: draft.modifiers.into_directions(),
            modes,
            may_stop: place.may_stop,
            span: self.span.part(draft.span),
        }
    }

    /// An atom and the range that it has by itself.
    fn atom(&mut self, pair: Pair<'_, Rule>) -> Option<(Atom, u16)> {
        let at = bytes(&pair);
        let part = pair.into_inner().next()?;
        let text = part.as_str();
        if part.as_rule() == Rule::leap {
            let parts: Vec<Option<u8>> = part.into_inner().map(|number| number.as_str().parse().ok()).collect();
            let (Some(&Some(x)), Some(&Some(y))) = (parts.first(), parts.get(1)) else {
                self.long_leap(at, text);
                return None;
            };
            if x > MAX_LEAP || y > MAX_LEAP {
                self.long_leap(at, text);
                return None;
            }
            if x == 0 && y == 0 {
                let message = String::from("a leap of (0,0) stays where it is");
                self.error(at, Code::EmptyLeap, message, "expected a leap to another square", "");
                return None;
            }
            return Some((Atom::Leap(x.max(y), x.min(y)), 1));
        }
        let range = if part.as_rule() == Rule::doubled { UNLIMITED } else { 1 };
        Some(match text.chars().next()? {
            'W' => (Atom::Leap(1, 0), range),
            'F' => (Atom::Leap(1, 1), range),
            'D' => (Atom::Leap(2, 0), range),
            'N' => (Atom::Leap(2, 1), range),
            'A' => (Atom::Leap(2, 2), range),
            'H' => (Atom::Leap(3, 0), range),
            'C' => (Atom::Leap(3, 1), range),
            'Z' => (Atom::Leap(3, 2), range),
            'G' => (Atom::Leap(3, 3), range),
            'K' => (Atom::King, range),
            'R' => (Atom::Leap(1, 0), UNLIMITED),
            'B' => (Atom::Leap(1, 1), UNLIMITED),
            'Q' => (Atom::King, UNLIMITED),
            letter => {
                let message = format!("`{letter}` means different leaps in different dialects");
                let help = "write `C` for (3,1) or `Z` for (3,2)";
                self.error(at, Code::AmbiguousAtom, message, "(3,1) or (3,2)?", help);
                return None;
            }
        })
    }

    fn long_leap(&mut self, at: Range<usize>, text: &str) {
        let message = format!("`{text}` is a longer leap than any board has");
        self.error(at, Code::LeapTooLong, message, &format!("expected numbers up to {MAX_LEAP}"), "");
    }

    fn range(&mut self, pair: &Pair<'_, Rule>, doubled: bool) -> Option<u16> {
        let (at, text) = (bytes(pair), pair.as_str());
        if doubled {
            let message = format!("`{text}` follows a doubled letter, which is a ride without limit already");
            self.error(at, Code::TwoRanges, message, "a second range", "write either the number or the second letter");
            return None;
        }
        if text == "0" {
            return Some(UNLIMITED);
        }
        match text.parse() {
            Ok(range) if range <= MAX_RANGE && !text.starts_with('0') => Some(range),
            Ok(_) if text.starts_with('0') => {
                let message = format!("the range `{text}` begins with a zero");
                self.error(at, Code::BadRange, message, "expected a number from 1, or `0` alone for no limit", "");
                None
            }
            _ => {
                let message = format!("the range `{text}` is longer than any board");
                let label = format!("expected at most {MAX_RANGE}");
                self.error(at, Code::BadRange, message, &label, "write `0` for a ride without limit");
                None
            }
        }
    }

    /// Modifiers that no atom follows.
    fn dangling(&mut self, at: Range<usize>, text: &str) {
        // What follows may be the reason, and is reported by itself.
        if self.text[at.end..].starts_with(|c: char| foreign(c).is_some() || c.is_ascii_alphabetic()) {
            return;
        }
        let message = format!("no atom follows `{text}`");
        let help =
            "write the atom that these letters belong to: `W` one step straight, `F` one step diagonally, and so on";
        self.error(at, Code::MissingAtom, message, "expected an atom after this", help);
    }

    /// Characters that belong to nothing.
    fn stray(&mut self, at: Range<usize>) {
        let text = self.text.get(at.clone()).unwrap_or("");
        if text.chars().count() > GARBAGE {
            return self.unknown(at);
        }
        let mut unknown = at.start;
        for (offset, c) in text.char_indices() {
            let here = at.start + offset..at.start + offset + c.len_utf8();
            if let Some(way) = foreign(c) {
                self.unknown(unknown..here.start);
                // A number behind it is its range.
                let range = text[offset + c.len_utf8()..].bytes().take_while(u8::is_ascii_digit).count();
                unknown = here.end + range;
                let message = format!("`{c}` is not part of this language");
                self.error(here, Code::ForeignLetter, message, "another dialect's letter", &way);
            }
        }
        self.unknown(unknown..at.end);
    }

    /// Characters that belong to nothing in any dialect we know; none is no problem.
    fn unknown(&mut self, at: Range<usize>) {
        let rest = self.text.get(at.clone()).unwrap_or("");
        if rest.is_empty() {
            return;
        }
        if let Some((offset, c, (message, way))) = rest.char_indices().find_map(|(at, c)| Some((at, c, seems(c)?))) {
            let here = at.start + offset..at.start + offset + c.len_utf8();
            return self.error(here, Code::UnknownLetter, message, "not what it seems", &way);
        }
        let message = format!("`{rest}` means nothing in a movement");
        let numbers: Vec<&str> = rest.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
        let leap = match numbers[..] {
            [one, other] if one.len() < 3 && other.len() < 3 => {
                format!("write `({one},{other})`: a leap goes to all sides, and has no signs")
            }
            _ => "write two numbers, such as `(4,2)`".to_owned(),
        };
        let (label, help) = match rest.chars().next() {
            Some(']') => ("no `[` is open here", ""),
            Some('[') => ("expected the legs of a bracket", "write `[F?R]` or `[W-F]`"),
            Some('-' | '?') => ("only inside a bracket", "write `[F?R]` or `[W-F]`"),
            Some('(') => ("expected a leap of two numbers", leap.as_str()),
            Some(c) if c.is_ascii_digit() => ("a range follows an atom", "write `W3`, or `R` for no limit"),
            Some(c) if c.is_ascii_lowercase() && "wfdnahczgkrbq".contains(c) => {
                ("expected a modifier or an atom", "atoms are capitals")
            }
            Some(c) if c.is_ascii_lowercase() => {
                ("expected a modifier or an atom", "modifiers are the letters `fblrvsh mcde pgnjo i a`")
            }
            _ => ("expected a modifier or an atom", "atoms are the letters `W F D N A H C Z G K R B Q` and `(x,y)`"),
        };
        self.error(at, Code::UnknownLetter, message, label, help);
    }
}

/// The most strange characters in a row that are explained one by one.
const GARBAGE: usize = 2;

/// What this language says instead of a letter of another dialect.
fn foreign(letter: char) -> Option<String> {
    elsewhere(letter.encode_utf8(&mut [0; 4]), Written::Movement)
}

fn bytes(pair: &Pair<'_, Rule>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}
