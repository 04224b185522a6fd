//! The functions that are called in, what their text shows to go wrong on this board out.

use crate::board::{Board, Pose, Square};
use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use crate::script::{Extent, is_free};
use crate::source::SourceMap;

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

    /// What is wrong with the functions that are called: what the types of their values show and, if `runs`, what shows
    /// when they are run.
    pub(super) fn functions(&mut self, sources: &SourceMap, runs: bool) {
        let Some(program) = self.program else { return };
        let forward = self.definition.sides.forward.as_ref();
        let forward = forward.map(|word| word.value.strip_prefix("script ").unwrap_or(&word.value).trim());
        let is_known = !(self.doubt.shape || self.doubt.size || self.doubt.lines);
        let extent = if is_known { extent(self.board) } else { Extent::UNKNOWN };
        for problem in program.check_types(&self.hooked, forward, &extent) {
            // A function that has run already may have told the same.
            if !self.problems.iter().any(|known| known.primary == problem.primary) {
                self.say(problem);
            }
        }
        if !runs {
            return;
        }
        let line = |problem: &Diagnostic| problem.primary.map(|span| (span.source, sources.place(span).line));
        let function = |problem: &Diagnostic| problem.primary.and_then(|span| program.function_at(span));
        for problem in program.check_runs(&self.hooked, &extent) {
            // The text shows the same in a better place.
            let is_told = |known: &Diagnostic| match problem.code {
                Code::WrongResult => known.code == problem.code && function(known) == function(&problem),
                _ => known.primary == problem.primary || known.code == problem.code && line(known) == line(&problem),
            };
            if !self.problems.iter().any(is_told) {
                self.say(problem);
            }
        }
    }
}

/// What a board has of what scripts ask.
fn extent(board: &Board) -> Extent {
    let most = |number: fn(&Board, Square) -> Option<u16>| {
        board.squares().filter_map(|square| number(board, square)).max().map_or(0, usize::from)
    };
    Extent {
        ranks: most(Board::rank),
        files: most(Board::file),
        rings: most(Board::ring),
        sectors: most(Board::sector),
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
