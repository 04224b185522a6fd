//! How a piece reaches a square, as diagrams show it: a [`Mark`] in; its character and the legend out.

/// Whether something is so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub enum When {
    /// Never.
    #[default]
    Never,
    /// Only while more holds than that the square is empty or holds an enemy.
    Sometimes,
    /// Whenever the square is empty, or holds an enemy.
    Always,
}

/// How a square is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Mark {
    /// Whether the piece goes there while it is empty.
    pub goes: When,
    /// Whether it takes a piece there, or acts on it.
    pub takes: When,
}

impl Mark {
    /// Every mark that says something, with its character and meaning.
    const ALL: [(Mark, char, &'static str); 8] = {
        use When::{Always, Never, Sometimes};
        const fn mark(goes: When, takes: When) -> Mark {
            Mark { goes, takes }
        }
        [
            (mark(Always, Always), '*', "goes there or takes there"),
            (mark(Always, Never), 'o', "goes there if it is empty; takes nothing there"),
            (mark(Never, Always), 'x', "takes there; does not go there otherwise"),
            (mark(Always, Sometimes), '+', "goes there if it is empty; takes there only under a condition"),
            (mark(Sometimes, Always), '%', "takes there; goes there only under a condition"),
            (mark(Sometimes, Sometimes), '?', "goes there or takes there, each only under a condition"),
            (mark(Sometimes, Never), '~', "goes there only under a condition; takes nothing there"),
            (mark(Never, Sometimes), '!', "takes there only under a condition; does not go there otherwise"),
        ]
    };

    /// What either of two allows.
    #[must_use]
    pub fn or(self, other: Mark) -> Mark {
        Mark { goes: self.goes.max(other.goes), takes: self.takes.max(other.takes) }
    }

    /// The same, but only under a condition.
    #[must_use]
    pub fn under_condition(self) -> Mark {
        Mark { goes: self.goes.min(When::Sometimes), takes: self.takes.min(When::Sometimes) }
    }

    /// Whether the square is not reached at all.
    #[must_use]
    pub fn is_none(self) -> bool {
        self == Mark::default()
    }

    /// The character that stands for it in a diagram.
    #[must_use]
    pub fn character(self) -> char {
        Mark::ALL.iter().find(|(mark, ..)| *mark == self).map_or('.', |(_, character, _)| *character)
    }

    /// What it says.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        Mark::ALL.iter().find(|(mark, ..)| *mark == self).map_or("is not reached", |(_, _, meaning)| meaning)
    }
}

/// The marks in use, each once and in a fixed order.
#[must_use]
pub fn legend(marks: impl IntoIterator<Item = Mark>) -> Vec<Mark> {
    let used: Vec<Mark> = marks.into_iter().collect();
    Mark::ALL.iter().map(|(mark, ..)| *mark).filter(|mark| used.contains(mark)).collect()
}
