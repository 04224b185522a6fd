//! Handles: the only thing by which a script can point at a square. A handle is a path ("one step forward of the piece
//! asked about"), never a number of a square, packed in 64 bits; the same path is the same number in every call.

use std::fmt;

/// A path: a base and up to eleven five-bit codes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Handle(u64);

/// Where a path begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Base {
    /// Off the board.
    Nowhere,
    /// The piece asked about, or the origin of a move.
    Subject,
    /// The second parameter, or the target of a move.
    Target,
    /// The piece that moves, wherever it stands in the position asked about.
    Mover,
    /// The member in turn inside a `where`.
    Item,
    /// A square by number: only inside lists and loops, never in what is recorded.
    Concrete(u8),
}

/// One part of a path. Directions are indices into the names of directions, relative to the mover: 0 is forward.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// One step.
    Go(u8),
    /// The first piece in that direction.
    First(u8),
    /// A leap: so many to the right, so many ahead.
    Leap(i8, i8),
}

/// The most steps of a path that is remembered.
pub const MAX_STEPS: u32 = 11;
/// The most directions a board may name.
pub const MAX_DIRECTIONS: usize = 12;
const BASE_BITS: u32 = 9;
const CODE_BITS: u32 = 5;
const CODES: u32 = MAX_STEPS;
const GO: u8 = 1;
const FIRST: u8 = GO + MAX_DIRECTIONS as u8;
const LEAP: u8 = FIRST + MAX_DIRECTIONS as u8;
const CENTRE: i8 = 16;

impl Handle {
    /// The piece asked about, or the origin of a move.
    pub const SUBJECT: Handle = Handle(1);
    /// The second parameter, or the target of a move.
    pub const TARGET: Handle = Handle(2);

    /// A path without steps.
    #[must_use]
    #[inline]
    pub fn new(base: Base) -> Handle {
        Handle(match base {
            Base::Nowhere => 0,
            Base::Subject => 1,
            Base::Target => 2,
            Base::Mover => 3,
            Base::Item => 4,
            Base::Concrete(square) => 256 + u64::from(square),
        })
    }

    /// Where the path begins.
    #[must_use]
    #[inline]
    pub fn base(self) -> Base {
        let bits = self.0 & ((1 << BASE_BITS) - 1);
        match bits {
            1 => Base::Subject,
            2 => Base::Target,
            3 => Base::Mover,
            4 => Base::Item,
            256.. => Base::Concrete((bits & 255) as u8),
            _ => Base::Nowhere,
        }
    }

    /// The same steps from another base.
    #[must_use]
    #[inline]
    pub fn with_base(self, base: Base) -> Handle {
        Handle(self.0 & !((1 << BASE_BITS) - 1) | Handle::new(base).0)
    }

    #[inline]
    fn code(self, at: u32) -> u8 {
        if at >= CODES { 0 } else { (self.0 >> (BASE_BITS + CODE_BITS * at)) as u8 & 31 }
    }

    fn push(self, code: u8) -> Option<Handle> {
        let at = (0..CODES).find(|at| self.code(*at) == 0)?;
        Some(Handle(self.0 | u64::from(code) << (BASE_BITS + CODE_BITS * at)))
    }

    /// The path with one more step; `None` when it is full (or the step cannot be written).
    #[must_use]
    pub fn then(self, step: Step) -> Option<Handle> {
        if self.base() == Base::Nowhere {
            return Some(self);
        }
        let aside = |n: i8| u8::try_from(n + CENTRE).ok().filter(|code| (1..32).contains(code));
        match step {
            Step::Go(direction) if usize::from(direction) < MAX_DIRECTIONS => self.push(GO + direction),
            Step::First(direction) if usize::from(direction) < MAX_DIRECTIONS => self.push(FIRST + direction),
            Step::Leap(across, ahead) if across.abs() < CENTRE && ahead.abs() < CENTRE => {
                self.push(LEAP)?.push(aside(across)?)?.push(aside(ahead)?)
            }
            _ => None,
        }
    }

    /// The steps in order.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let mut at = 0;
        std::iter::from_fn(move || {
            let code = self.code(at);
            at += 1;
            match code {
                0 => None,
                LEAP => {
                    at += 2;
                    Some(Step::Leap(self.code(at - 2) as i8 - CENTRE, self.code(at - 1) as i8 - CENTRE))
                }
                code if code >= FIRST => Some(Step::First(code - FIRST)),
                code => Some(Step::Go(code - GO)),
            }
        })
    }

    /// Whether the path has no steps.
    #[must_use]
    #[inline]
    pub fn is_bare(self) -> bool {
        self.code(0) == 0
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.base())?;
        for step in self.steps() {
            write!(f, ".{step:?}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Base, Handle, Step};

    #[test]
    fn a_path_gives_back_its_steps() {
        let steps = [Step::Go(0), Step::Leap(-15, 15), Step::First(11), Step::Go(11), Step::Leap(1, 0), Step::First(0)];
        for base in [Base::Subject, Base::Target, Base::Mover, Base::Item, Base::Concrete(0), Base::Concrete(255)] {
            let path = steps.iter().try_fold(Handle::new(base), |path, step| path.then(*step)).unwrap();
            assert_eq!(path.base(), base);
            assert_eq!(path.steps().collect::<Vec<_>>(), steps);
            assert_eq!(path.with_base(Base::Item).steps().collect::<Vec<_>>(), steps);
        }
    }

    #[test]
    fn a_path_is_full_after_eleven_steps() {
        let mut path = Handle::SUBJECT;
        for _ in 0..11 {
            path = path.then(Step::Go(3)).unwrap();
        }
        assert_eq!(path.then(Step::Go(3)), None);
        assert_eq!(path.steps().count(), 11);
        assert_eq!(Handle::SUBJECT.then(Step::Leap(16, 0)), None);
    }
}
