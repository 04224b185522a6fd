//! The functions that are called in, what their text shows to go wrong on this board out.

use crate::board::{Board, Pose, Square};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::{Extent, is_free};

impl Checker<'_> {
    /// Options that no script could ask.
    pub(super) fn option_names(&mut self) {
        let definition = self.definition;
        for (name, entry) in definition.options.iter().filter(|(name, _)| !is_free(name)) {
            let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if is_word && name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                self.say(
                    Diagnostic::error(Code::BadName, format!("`{name}` cannot be the name of an option"))
                        .at(entry.key)
                        .label("a word of the language of scripts")
                        .help("choose another name"),
                );
            }
        }
    }

    /// What the text of the scripts shows to go wrong, for the functions that are called.
    pub(super) fn values(&mut self) {
        let Some(program) = self.program else { return };
        let forward = self.definition.sides.forward.as_ref();
        let forward = forward.map(|word| word.value.strip_prefix("script ").unwrap_or(&word.value).trim());
        let is_known = !(self.doubt.shape || self.doubt.size || self.doubt.lines);
        let ground = if is_known { ground(self.board) } else { Extent::default() };
        for problem in program.check_values(&self.hooked, forward, &ground) {
            // A function that has run already may have told the same.
            if !self.problems.iter().any(|known| known.primary == problem.primary) {
                self.say(problem);
            }
        }
    }
}

/// What a board has of what scripts ask.
fn ground(board: &Board) -> Extent {
    let has_any = |number: fn(&Board, Square) -> Option<u16>| board.squares().any(|s| number(board, s).is_some());
    let numbers: [(&'static str, bool); 4] = [
        ("rank", has_any(Board::rank)),
        ("file", has_any(Board::file)),
        ("ring", has_any(Board::ring)),
        ("sector", has_any(Board::sector)),
    ];
    Extent {
        lacks: numbers.into_iter().filter(|(_, has)| !has).map(|(word, _)| word).collect(),
        longest: longest_line(board),
    }
}

/// The most steps that can be taken in one direction; `None` where a line goes round or forks.
fn longest_line(board: &Board) -> Option<usize> {
    let mut longest = 0;
    for square in board.squares() {
        for heading in 0..board.n_headings(board.place_of(square)) {
            let mut pose = Pose { place: board.place_of(square), heading };
            let mut steps = 0;
            loop {
                match board.ahead(pose) {
                    [] => break,
                    [next] if steps < board.n_places() => pose = *next,
                    _ => return None,
                }
                steps += 1;
            }
            longest = longest.max(steps);
        }
    }
    Some(longest)
}
