//! The small letters before an atom: which stand together, which contradict each other, and what is meant by none.

use crate::definition::movement::reader::Reader;
use crate::definition::movement::{Atom, Direction, Letter, Modes};
use crate::diagnostic::{Code, Diagnostic};
use std::ops::Range;

/// Where a leg stands in its term.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// It begins the term.
    pub(super) first: bool,
    /// It ends the term.
    pub(super) last: bool,
    /// `?` follows.
    pub(super) may_stop: bool,
    /// It stands in a bracket.
    pub(super) bracketed: bool,
}

/// The modifiers of one leg, with the bytes where each stands.
pub(super) struct Modifiers {
    /// Where the leg begins.
    pub(super) start: usize,
    directions: Vec<(Direction, Range<usize>)>,
    modes: Vec<(char, Range<usize>)>,
}

impl Modifiers {
    /// None yet.
    pub(super) fn at(start: usize) -> Modifiers {
        Modifiers { start, directions: Vec::new(), modes: Vec::new() }
    }

    /// Adds a direction or a mode as written.
    pub(super) fn add(&mut self, reader: &mut Reader<'_>, text: &str, at: Range<usize>) {
        let mut letters = text.chars().filter_map(letter);
        let twice = match (letters.next(), letters.next()) {
            (Some(first), second) => {
                let direction = second.map_or(Direction::One(first), |second| Direction::Two(first, second));
                let twice = self.directions.iter().any(|(other, _)| *other == direction);
                self.directions.push((direction, at.clone()));
                twice
            }
            (None, _) => {
                let mode = text.chars().next().unwrap_or('m');
                let twice = self.modes.iter().any(|(other, _)| *other == mode);
                self.modes.push((mode, at.clone()));
                twice
            }
        };
        if twice {
            let diagnostic = Diagnostic::error(Code::RepeatedModifier, format!("`{text}` is written twice"))
                .label("again")
                .help("leave one out");
            reader.report(at, diagnostic);
        }
    }

    /// The directions as written.
    pub(super) fn into_directions(self) -> Vec<Direction> {
        self.directions.into_iter().map(|(direction, _)| direction).collect()
    }

    /// Checks the letters against the atom and each other, and fills in the default modes.
    pub(super) fn finish(&self, reader: &mut Reader<'_>, atom: Atom, range: u16, place: Place) -> Modes {
        self.check_directions(reader, atom, place);
        let has = |mode: char| self.modes.iter().any(|(other, _)| *other == mode);
        self.contradiction(reader, 'p', 'g', "both go over a piece, and differ in how far they go then");
        self.contradiction(reader, 'n', 'j', "the squares between cannot be empty and occupied at once");
        if place.last {
            self.contradiction(reader, 'n', 'p', "a lame leg passes nobody, a hopper must");
            self.contradiction(reader, 'n', 'g', "a lame leg passes nobody, a hopper must");
            self.contradiction(reader, 'j', 'p', "`p` passes the piece that `j` asks for");
            self.contradiction(reader, 'j', 'g', "`g` passes the piece that `j` asks for");
        } else if has('e') {
            let label = "only where a move ends";
            self.complain(reader, 'e', Code::MisplacedModifier, "`e` stands on a leg that is not the last", label);
        }
        if place.may_stop && (has('p') || has('g')) {
            let mode = if has('p') { 'p' } else { 'g' };
            let message = format!("`{mode}` stands on a leg that may be the last");
            self.complain(reader, mode, Code::MisplacedModifier, &message, "expected `-` after this leg");
        }
        if range == 1 && atom.major() == 1 && has('j') {
            let label = "nothing lies between";
            self.complain(reader, 'j', Code::NothingToJump, "`j` stands before a single step", label);
        }
        let lame = self.modes.iter().find(|(mode, _)| *mode == 'n');
        if let Some((_, at)) = lame.filter(|_| range == 1 && atom.major() == 1) {
            let diagnostic = Diagnostic::warning(Code::PointlessModifier, "`n` stands before a single step")
                .label("nothing lies between")
                .help("leave it out");
            reader.report(at.clone(), diagnostic);
        }
        let mut modes = Modes {
            quiet: has('m'),
            capture: has('c'),
            destroy: has('d'),
            passing: has('e'),
            hop: has('p'),
            grasshopper: has('g'),
            lame: has('n'),
            jump: has('j'),
            wrap: has('o'),
        };
        if !modes.has_end(place.last) && !place.may_stop {
            modes.quiet = true;
            modes.capture = place.last;
        }
        modes
    }

    fn complain(&self, reader: &mut Reader<'_>, mode: char, code: Code, message: &str, label: &str) {
        if let Some((_, at)) = self.modes.iter().find(|(other, _)| *other == mode) {
            reader.report(at.clone(), Diagnostic::error(code, message).label(label));
        }
    }

    fn contradiction(&self, reader: &mut Reader<'_>, first: char, second: char, why: &str) {
        let find = |mode: char| self.modes.iter().find(|(other, _)| *other == mode).map(|(_, at)| at.clone());
        if let (Some(one), Some(other)) = (find(first), find(second)) {
            let at = if one.start > other.start { one } else { other };
            let message = format!("`{first}` and `{second}` contradict each other");
            let diagnostic =
                Diagnostic::error(Code::ContradictoryModifiers, message).label("these cannot stand together");
            reader.report(at, diagnostic.help(why));
        }
    }

    fn check_directions(&self, reader: &mut Reader<'_>, atom: Atom, place: Place) {
        use Letter::{Back, Forward, Half, Left, Right};
        for (direction, at) in &self.directions {
            let help = match *direction {
                Direction::One(Half) | Direction::Two(Half, Half) => {
                    "write `fh`, `bh`, `lh` or `rh` for a half of the moves"
                }
                Direction::Two(Half, Left | Right) if !atom.is_oblique() || !place.first => {
                    "`hl` and `hr` are the left- and right-handed halves of an oblique leap, such as `hrN`"
                }
                Direction::Two(Half, Left | Right) | Direction::Two(Forward | Back | Left | Right, Half) => continue,
                Direction::Two(Half, _) | Direction::Two(_, Half) => {
                    "write `fh`, `bh`, `lh` or `rh` for a half of the moves"
                }
                _ => continue,
            };
            let message = format!("`{direction}` is no direction of this leg");
            reader.report(
                at.clone(),
                Diagnostic::error(Code::UnknownDirection, message).label("means nothing here").help(help),
            );
        }
        // `rlb` is the trap: it reads as `r` and `lb`, which is hardly what was meant.
        let splits = matches!(atom, Atom::Leap(_, 0)) && place.first && !place.bracketed;
        for pair in self.directions.windows(2) {
            let ([(Direction::One(_), one), (Direction::Two(first, second), two)]
            | [(Direction::Two(first, second), one), (Direction::One(_), two)]) = pair
            else {
                continue;
            };
            if splits || first == second || *second == Half || *first == Half || one.end != two.start {
                continue;
            }
            let message = format!("`{}{}` is read as `{}` and `{}`", pair[0].0, pair[1].0, pair[0].0, pair[1].0);
            let diagnostic = Diagnostic::warning(Code::AmbiguousDirections, message)
                .label("two of these letters make one direction")
                .help("write a term for each direction: `rKlKbK`; of `K` and `Q` each takes the diagonals on its side along, so that `sK` \
                       has all four and `sW` none");
            reader.report(one.start..two.end, diagnostic);
        }
    }
}

fn letter(text: char) -> Option<Letter> {
    Letter::ALL.into_iter().find(|letter| letter.as_char() == text)
}
