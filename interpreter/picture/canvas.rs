//! A sheet of characters with colours: characters are put at columns and rows, lines of text come out.

use std::fmt::Write as _;

/// How a character looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Look {
    pub(super) ink: Option<u8>,
    pub(super) ground: Option<u8>,
    pub(super) bold: bool,
    pub(super) faint: bool,
}

/// The sheet; it grows as needed, to the right and downwards.
#[derive(Debug, Default)]
pub(super) struct Canvas {
    rows: Vec<Vec<(char, Look)>>,
}

impl Canvas {
    /// Puts one character.
    pub(super) fn put(&mut self, column: usize, row: usize, character: char, look: Look) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let line = &mut self.rows[row];
        if line.len() <= column {
            line.resize(column + 1, (' ', Look::default()));
        }
        line[column] = (character, look);
    }

    /// Puts characters side by side.
    pub(super) fn write(&mut self, column: usize, row: usize, text: &str, look: Look) {
        for (at, character) in text.chars().enumerate() {
            self.put(column + at, row, character, look);
        }
    }

    /// What stands there.
    pub(super) fn at(&self, column: usize, row: usize) -> char {
        self.rows.get(row).and_then(|line| line.get(column)).map_or(' ', |(character, _)| *character)
    }

    /// The lines, each ended by a line feed, without blanks at their ends.
    pub(super) fn finish(&self) -> String {
        let mut out = String::new();
        for line in &self.rows {
            let seen = |(character, look): &(char, Look)| *character != ' ' || look.ground.is_some();
            let length = line.iter().rposition(seen).map_or(0, |last| last + 1);
            let mut current = Look::default();
            for &(character, look) in &line[..length] {
                if look != current {
                    switch(&mut out, current, look);
                    current = look;
                }
                out.push(character);
            }
            switch(&mut out, current, Look::default());
            out.push('\n');
        }
        out
    }
}

/// Goes over from one look to another with the escape sequences of ANSI.
fn switch(out: &mut String, from: Look, to: Look) {
    if from == to {
        return;
    }
    out.push_str("\x1b[0");
    if to.bold {
        out.push_str(";1");
    }
    if to.faint {
        out.push_str(";2");
    }
    // Writing to a string cannot fail.
    if let Some(ink) = to.ink {
        let _ = write!(out, ";38;5;{ink}");
    }
    if let Some(ground) = to.ground {
        let _ = write!(out, ";48;5;{ground}");
    }
    out.push('m');
}
