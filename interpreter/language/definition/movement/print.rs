//! Movements as text: the one canonical spelling of each, which reads back as the same movement.

use crate::definition::movement::{Atom, Direction, Leg, Legs, Letter, Modes, Movement, Term, UNLIMITED};
use std::fmt;

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.terms.iter().map(ToString::to_string).collect();
        for (at, text) in texts.iter().enumerate() {
            f.write_str(text)?;
            // `N` and `N` side by side would read as the rider `NN`; a rider's own letter is doubled already.
            let mut ending = text.chars().rev();
            let letter = ending.next().filter(char::is_ascii_uppercase);
            let next = texts.get(at + 1).and_then(|next| next.chars().next());
            if letter.is_some() && letter == next && letter != ending.next() {
                f.write_str(if matches!(letter, Some('R' | 'B' | 'Q')) { "0" } else { "1" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Piece(name) => f.write_str(&name.value),
            Term::Legs(legs) => legs.fmt(f),
        }
    }
}

impl fmt::Display for Legs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.legs.len().saturating_sub(1);
        if self.bracketed {
            f.write_str(if self.initial { "i[" } else { "[" })?;
            for (at, leg) in self.legs.iter().enumerate() {
                f.write_str(&modifiers(leg, at == last, false))?;
                f.write_str(&atom(leg.atom, leg.range))?;
                if at < last {
                    f.write_str(if leg.may_stop { "?" } else { "-" })?;
                }
            }
            return f.write_str("]");
        }
        for (at, leg) in self.legs.iter().enumerate() {
            if at > 0 {
                f.write_str("a")?;
            }
            f.write_str(&modifiers(leg, at == last, self.initial && at == 0))?;
        }
        self.legs.last().map_or(Ok(()), |leg| f.write_str(&atom(leg.atom, leg.range)))
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Direction::One(letter) => write!(f, "{}", letter.as_char()),
            Direction::Two(first, second) => write!(f, "{}{}", first.as_char(), second.as_char()),
        }
    }
}

/// Directions, then modes. Where two single directions would read as a pair, a mode stands between them.
fn modifiers(leg: &Leg, last: bool, initial: bool) -> String {
    let apart = |pair: &[Direction]| {
        matches!(pair, [Direction::One(first), Direction::One(second) | Direction::Two(second, _)]
            if first.fuses_with(*second))
    };
    let gaps = leg.directions.windows(2).filter(|pair| apart(pair)).count();
    let mut letters = mode_letters(leg.modes, last && gaps == 0);
    let mut text = String::new();
    if initial && gaps > letters.len() {
        letters.insert(0, 'i');
    } else if initial {
        text.push('i');
    }
    let mut letters = letters.chars();
    for (at, direction) in leg.directions.iter().enumerate() {
        text.push_str(&direction.to_string());
        if leg.directions.get(at..at + 2).is_some_and(apart) {
            text.extend(letters.next());
        }
    }
    text.extend(letters);
    text
}

/// `m c d e p g o n j`, in this order; the default of a last leg is not written unless it must be.
fn mode_letters(modes: Modes, brief: bool) -> String {
    let default = modes.quiet && modes.capture && !modes.destroy && !modes.passing;
    let shown = !(brief && default);
    [
        (modes.quiet && shown, 'm'),
        (modes.capture && shown, 'c'),
        (modes.destroy, 'd'),
        (modes.passing, 'e'),
        (modes.hop, 'p'),
        (modes.grasshopper, 'g'),
        (modes.wrap, 'o'),
        (modes.lame, 'n'),
        (modes.jump, 'j'),
    ]
    .into_iter()
    .filter_map(|(set, letter)| set.then_some(letter))
    .collect()
}

/// The letter of an atom, if it has one.
pub(super) fn atom_letter(atom: Atom) -> Option<char> {
    Some(match atom {
        Atom::Leap(1, 0) => 'W',
        Atom::Leap(1, 1) => 'F',
        Atom::Leap(2, 0) => 'D',
        Atom::Leap(2, 1) => 'N',
        Atom::Leap(2, 2) => 'A',
        Atom::Leap(3, 0) => 'H',
        Atom::Leap(3, 1) => 'C',
        Atom::Leap(3, 2) => 'Z',
        Atom::Leap(3, 3) => 'G',
        Atom::King => 'K',
        Atom::Leap(..) => return None,
    })
}

/// Atom and range.
fn atom(atom: Atom, range: u16) -> String {
    let name = match (atom, atom_letter(atom)) {
        (_, Some(letter)) => letter.to_string(),
        (Atom::Leap(x, y), None) => format!("({x},{y})"),
        (Atom::King, None) => String::from("K"),
    };
    match (range, name.as_str()) {
        (1, _) => name,
        (UNLIMITED, "W") => String::from("R"),
        (UNLIMITED, "F") => String::from("B"),
        (UNLIMITED, "K") => String::from("Q"),
        (UNLIMITED, letter) if letter.len() == 1 => letter.repeat(2),
        (UNLIMITED, _) => format!("{name}0"),
        (range, _) => format!("{name}{range}"),
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_char())
    }
}
