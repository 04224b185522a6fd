//! What is said and nobody listens to: words and letters of a language for pieces that are not there, functions that
//! nothing calls.

use crate::check::{Checker, unknown};
use crate::definition::{NamesDef, Shape};
use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::SourceMap;
use std::sync::Arc;

impl Checker<'_> {
    /// Words for pieces. What a parent says of a piece that was left out does no harm.
    pub(super) fn words(&mut self) {
        let definition = Arc::clone(self.definition);
        for (language, entry) in &definition.names {
            let NamesDef { pieces, letters, .. } = &entry.value;
            for (name, word) in pieces.iter().chain(letters) {
                if word.key.source == definition.span.source && !definition.pieces.contains_key(name) {
                    let problem = unknown("piece", Code::UnknownPiece, name, Place::Key, definition.pieces.keys());
                    self.say(problem.at(word.key));
                }
            }
            for (at, (name, letter)) in letters.iter().enumerate() {
                let (text, span) = (&letter.value.value, letter.value.span);
                if text.chars().count() != 1 || !text.chars().all(|c| c.is_alphabetic() && !c.is_lowercase()) {
                    let message = format!("a letter of `[names.{language}]` is one capital letter, not `{text}`");
                    self.say(
                        Diagnostic::error(Code::BadLetter, message)
                            .at(span)
                            .label("not one capital letter")
                            .help("a move is written with it: `Nf3` has the letter `N`"),
                    );
                    continue;
                }
                let earlier = letters.iter().take(at).find(|(_, other)| other.value.value == *text);
                let mine = |name: &str| definition.pieces.contains_key(name);
                if let Some((other, first)) = earlier.filter(|(other, _)| mine(other) && mine(name)) {
                    let message = format!("`{name}` and `{other}` share the letter `{text}` in `[names.{language}]`");
                    self.say(
                        Diagnostic::error(Code::LetterUsedTwice, message)
                            .at(span)
                            .label("used a second time")
                            .also(first.value.span, "first used here")
                            .help("moves of the two could not be told apart"),
                    );
                }
            }
        }
    }

    /// Warns of functions of the definition's own script that nothing comes to call: neither the definition names them
    /// nor another function that is called, nor a constant.
    pub(super) fn unused_functions(&mut self, sources: &SourceMap) {
        // Where something is wrong, that may be why nothing calls it.
        let Some(program) = self.program.filter(|_| !self.problems.iter().any(Diagnostic::is_error)) else { return };
        let definition = Arc::clone(self.definition);
        let scripts: Vec<_> = definition.scripts.iter().map(|script| script.source).collect();
        let own = |file| {
            let named = definition.scripts.iter().find(|script| script.source == file);
            named.is_some_and(|script| script.named.source == definition.span.source)
        };
        // A function that another value of an option names is called with that value.
        let mut named: Vec<&str> = Vec::new();
        for (number, file) in sources.files().iter().enumerate() {
            if scripts.iter().all(|script| script.0 as usize != number) {
                named.extend(file.text.lines().flat_map(words_of_line));
            }
        }
        let builds = matches!(&definition.board.shape, Shape::Graph(graph) if graph.cells.is_empty());
        // The board may be a graph with another value of an option.
        let may_build = named.contains(&"graph");
        let is_root = |name: &str, n_params: usize| {
            // The word `board` is the head of a table, too.
            let is_named = named.contains(&name) && (name != "board" || may_build);
            is_named || name == "after" && n_params == 1 || name == "board" && builds
        };
        let unused = program.never_called(is_root);
        for hook in unused {
            let function = program.function(hook);
            // That one of its name has not the right number of parameters is said already.
            if !own(function.span.source) || function.name == "after" {
                continue;
            }
            let problem = Diagnostic::warning(Code::UnusedFunction, format!("nothing calls `{}`", function.name))
                .at(function.span)
                .label("never called");
            if function.name == "board" {
                let help = "only a graph without cells is built by a function: write `shape = \"graph\"`, or delete it";
                self.problems.push(problem.help(help));
                continue;
            }
            let reserved = nearest(&function.name, ["after", "board"]);
            self.problems.push(match (elsewhere(&function.name, Place::Script), reserved) {
                (Some(way), _) => problem.help(way),
                (None, Some(near)) => problem.help(format!("did you mean `{near}`, which is called by its name?")),
                (None, None) => problem.help(format!(
                    "name it where it is needed, such as `when = \"script {}\"`, or delete it",
                    function.name
                )),
            });
        }
    }
}

/// The words of a line before its comment.
fn words_of_line(line: &str) -> impl Iterator<Item = &str> {
    let mut in_string = false;
    let end = line.char_indices().find(|(_, c)| {
        in_string ^= *c == '"';
        *c == '#' && !in_string
    });
    let line = &line[..end.map_or(line.len(), |(at, _)| at)];
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|word| !word.is_empty())
}
