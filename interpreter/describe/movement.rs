//! Movements in words: the syntax tree of a movement string in, a sentence for each of its terms out. Which ways a leg
//! goes is asked of the rules that expand it, not read from its letters a second time.

use crate::definition::movement::{Atom, Leg, Legs, Modes, Movement, Term, UNLIMITED};
use crate::describe::way;
use crate::describe::words::{counted, joined};
use crate::expansion::{Course, OpenGround};

/// One term in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TermText {
    /// As written, in canonical form.
    pub written: String,
    /// What it says, without a capital letter or a stop.
    pub text: String,
}

/// Puts movements into words, for boards with eight or with twelve headings.
#[derive(Debug)]
pub struct Speaker {
    ground: OpenGround,
}

impl Speaker {
    /// For boards with twelve headings (hexagons), or with eight.
    ///
    /// `None` cannot come about with the boards that this program knows.
    #[must_use]
    pub fn new(twelve: bool) -> Option<Speaker> {
        OpenGround::new(twelve).map(|ground| Speaker { ground })
    }

    /// Each term of a movement in words.
    #[must_use]
    pub fn movement(&self, movement: &Movement) -> Vec<TermText> {
        self.terms(movement, true)
    }

    /// As [`Speaker::movement`]; `passes`: whether what says so by itself may be taken en passant.
    pub(super) fn terms(&self, movement: &Movement, passes: bool) -> Vec<TermText> {
        let text = |term: &Term| match term {
            Term::Piece(name) => format!("moves and takes as the {} does", name.value),
            Term::Legs(legs) => self.legs(legs, passes),
        };
        movement.terms.iter().map(|term| TermText { written: term.to_string(), text: text(term) }).collect()
    }

    fn legs(&self, legs: &Legs, passes: bool) -> String {
        let mut text = match legs.legs.as_slice() {
            [leg] => {
                let courses = self.ground.first(leg.atom, &leg.directions);
                let way = way::first(&courses, self.ground.turns(), parts(leg.atom));
                format!("{}, {}", self.pace(leg, &way, true), landing(leg.modes))
            }
            legs_of => self.chain(legs_of, legs.bracketed),
        };
        if legs.initial {
            text.push_str("; only while it has not moved");
            if passes && legs.legs.last().is_some_and(|leg| leg.modes.lame) {
                text.push_str("; an enemy may then take it in passing on a square that it has crossed");
            }
        }
        text
    }

    /// How a leg goes, without what happens where it ends.
    fn pace(&self, leg: &Leg, way: &str, last: bool) -> String {
        let modes = leg.modes;
        let slides = leg.atom.major() == 1 && !leg.atom.is_oblique();
        let far = |range: u16| match range {
            UNLIMITED => "any number of squares".to_owned(),
            1 => "one square".to_owned(),
            n => format!("up to {} squares", counted(u32::from(n))),
        };
        let (long, short) = parts(leg.atom);
        // A name where the leap goes every way, else the way has the numbers in it.
        let leap = match leg.atom {
            Atom::Leap(..) if leg.atom.is_oblique() => format!("leaps {way}{}", animal(leg.atom)),
            Atom::Leap(n, _) => format!("leaps exactly {} squares {way}", counted(u32::from(n))),
            Atom::King => String::new(),
        };
        let hops = last && (modes.hop || modes.grasshopper);
        let mut text = match (slides, leg.range) {
            _ if hops => self.hop(leg, way),
            (true, 1) => format!("steps one square {way}"),
            (true, range) => format!("slides {} {way} over empty squares", far(range)),
            (false, 1) => leap,
            (false, UNLIMITED) => {
                format!("{leap}, and again in the same direction while the squares it lands on are empty")
            }
            (false, n) => format!(
                "{leap}, up to {} times in the same direction while the squares it lands on are empty",
                counted(u32::from(n))
            ),
        };
        if modes.lame && !slides {
            text.push_str(match (long, short) {
                (2, 0) | (2, 2) => ", if the square between is empty",
                (_, 0) => ", if all squares between are empty",
                (long, short) if long == short => ", if all squares between are empty",
                _ => ", if the squares on its way are empty, first along the line and then out",
            });
        }
        if modes.jump {
            text.push_str(match slides {
                true => ", leaping over the first square, whoever stands there",
                false => ", and only over pieces: every square between must be occupied",
            });
        }
        if modes.wrap {
            text.push_str(", also round the side edges of the board");
        }
        text
    }

    /// A hopper's last leg: to its hurdle and beyond.
    fn hop(&self, leg: &Leg, way: &str) -> String {
        let slides = leg.atom.major() == 1 && !leg.atom.is_oblique();
        let beyond = match (leg.modes.grasshopper, leg.range) {
            (true, 1) => UNLIMITED,
            (true, _) => 1,
            (false, range) => range,
        };
        let to = match (slides, leg.range) {
            (true, 1) => format!("goes {way} over a piece of either side right beside it"),
            (true, UNLIMITED) => format!("goes {way} over the first piece of either side in its way"),
            (true, n) => {
                let far = counted(u32::from(n));
                format!("goes {way} over the first piece of either side in its way, at most {far} squares off")
            }
            (false, 1) => format!("leaps {way}{}, over a piece of either side that stands there", animal(leg.atom)),
            (false, range) => {
                let most = match range {
                    UNLIMITED => String::new(),
                    n => format!(", at most {} leaps off", counted(u32::from(n))),
                };
                let animal = animal(leg.atom);
                format!("leaps {way}{animal}, again and again, over the first piece of either side it meets{most}")
            }
        };
        let on = match (slides, beyond) {
            (true, 1) => "to the square right behind it".to_owned(),
            (true, UNLIMITED) => "and any number of squares beyond it over empty squares".to_owned(),
            (true, n) => format!("and up to {} squares beyond it over empty squares", counted(u32::from(n))),
            (false, 1) => "and on by one more such leap".to_owned(),
            (false, UNLIMITED) => "and on by any number of such leaps over empty squares".to_owned(),
            (false, n) => format!("and on by up to {} such leaps over empty squares", counted(u32::from(n))),
        };
        format!("{to}, {on}")
    }

    /// Several legs.
    fn chain(&self, legs: &[Leg], bracketed: bool) -> String {
        let turns = self.ground.turns();
        let mut befores: Vec<Course> = Vec::new();
        let mut texts = Vec::new();
        for (at, leg) in legs.iter().enumerate() {
            let last = at + 1 == legs.len();
            let way = if at == 0 {
                befores = self.ground.first(leg.atom, &leg.directions);
                way::first(&befores, turns, parts(leg.atom))
            } else {
                let (way, after) = self.onward(&befores, leg, bracketed);
                befores = after;
                way
            };
            let mut text = self.pace(leg, &way, last);
            if last {
                text.push_str(&format!(", {}", landing(leg.modes)));
            } else if leg.may_stop {
                text.push_str(&stopping(leg.modes));
            } else {
                text.push_str(&passing_through(leg.modes));
            }
            texts.push(if at == 0 { format!("first {text}") } else { format!("then {text}") });
        }
        texts.join("; ")
    }

    /// The ways of a later leg and where they lead, whatever the leg before was.
    fn onward(&self, befores: &[Course], leg: &Leg, bracketed: bool) -> (String, Vec<Course>) {
        let turns = self.ground.turns();
        // Ways are relative, so of the courses before only their sorts matter.
        let sort = |course: &Course| match course {
            Course::Along { diagonal, .. } => (0, i32::from(*diagonal)),
            Course::Oblique { hand, .. } => (1, *hand),
        };
        let mut sorts: Vec<Course> = Vec::new();
        for course in befores {
            if !sorts.iter().any(|known| sort(known) == sort(course)) {
                sorts.push(*course);
            }
        }
        let mut texts: Vec<(String, &str)> = Vec::new();
        let mut after = Vec::new();
        for before in sorts {
            let courses = self.ground.later(before, leg.atom, &leg.directions, bracketed);
            let name = match before {
                Course::Along { diagonal: false, .. } => "after an orthogonal",
                Course::Along { diagonal: true, .. } => "after a diagonal",
                Course::Oblique { hand: 1, .. } => "after a right-handed leap",
                Course::Oblique { .. } => "after a left-handed leap",
            };
            let text = way::later(before, &courses, turns, parts(leg.atom));
            if !texts.iter().any(|(known, _)| *known == text) {
                texts.push((text, name));
            }
            after.extend(courses);
        }
        let text = match texts.as_slice() {
            [(text, _)] => text.clone(),
            several => {
                let several: Vec<String> = several.iter().map(|(text, name)| format!("{name} {text}")).collect();
                format!("({})", several.join(", "))
            }
        };
        (text, after)
    }
}

/// The longer and the shorter part of a leap.
fn parts(atom: Atom) -> (u8, u8) {
    match atom {
        Atom::Leap(long, short) => (long, short),
        Atom::King => (1, 0),
    }
}

/// The piece known for an oblique leap.
fn animal(atom: Atom) -> &'static str {
    match atom {
        Atom::Leap(2, 1) => " (the leap of a knight)",
        Atom::Leap(3, 1) => " (the leap of a camel)",
        Atom::Leap(3, 2) => " (the leap of a zebra)",
        _ => "",
    }
}

/// What a last leg may do where it ends.
fn landing(modes: Modes) -> String {
    let whom = match (modes.capture, modes.destroy) {
        (true, true) => Some("a piece of either side"),
        (true, false) => Some("an enemy"),
        (false, true) => Some("a friend"),
        (false, false) => None,
    };
    let passing = "in passing, where an enemy has just crossed that square";
    match (modes.quiet, whom, modes.passing) {
        (true, Some("an enemy"), false) => "to move or to take".to_owned(),
        (true, Some(whom), false) => format!("to move or to take {whom}"),
        (true, None, false) => "to an empty square only".to_owned(),
        (false, Some(whom), false) => format!("only to take {whom}"),
        (true, Some(whom), true) => format!("to move or to take {whom}, also {passing}"),
        (true, None, true) => format!("to an empty square, or to take {passing}"),
        (false, Some(whom), true) => format!("only to take {whom}, also {passing}"),
        (false, None, true) => format!("only to take {passing}"),
        (false, None, false) => "to move or to take".to_owned(),
    }
}

/// What an earlier leg needs and does where it ends.
fn passing_through(modes: Modes) -> String {
    let mut ends = Vec::new();
    if modes.quiet {
        ends.push("to an empty square".to_owned());
    }
    match (modes.capture, modes.destroy) {
        (true, true) => ends.push("taking a piece of either side there".to_owned()),
        (true, false) => ends.push("taking an enemy there".to_owned()),
        (false, true) => ends.push("taking a friend there".to_owned()),
        (false, false) => {}
    }
    if modes.hop || modes.grasshopper {
        ends.push("onto the square of a piece, which it leaves alone".to_owned());
    }
    let mut text = if ends.is_empty() { String::new() } else { format!(", {}", joined(&ends, "or")) };
    if modes.grasshopper {
        text.push_str(" (after it, slides become single steps and single steps become slides)");
    }
    text
}

/// What a leg does that may be the last.
fn stopping(modes: Modes) -> String {
    if modes.has_end(false) {
        format!("{}, where it may end or go on", passing_through(modes))
    } else {
        ", where it may end, to move or to take, or go on if the square is empty".to_owned()
    }
}
