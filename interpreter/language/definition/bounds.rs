//! How much of each thing a definition may hold. A tree in; the first entry of each list or table that is one too many,
//! and each text that is too long, out. What is within these bounds is read in a moment, whatever it says.

use super::inherit::is_choice;
use super::table::{Field, Node, Tree, Value};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// A bound of the language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// The list or table, by its keys; `*` stands for an author's name. In the reference.
    pub what: &'static str,
    /// The most entries.
    pub most: usize,
}

/// The most entries of a list or a table that [`BOUNDS`] does not name.
pub const MOST: usize = 64;

/// The most bytes of one string.
pub const LONGEST: usize = 8192;

/// The most ways to move that pieces and powers have together.
pub const MOST_WAYS: usize = 4096;

/// The most move sequences that a test counts.
pub const MOST_SEQUENCES: u64 = 10_000_000;

/// The most bytes of one key.
pub const LONGEST_KEY: usize = 400;

const fn bound(what: &'static str, most: usize) -> Bound {
    Bound { what, most }
}

/// The lists and tables that may have another number of entries than [`MOST`].
pub const BOUNDS: &[Bound] = &[
    bound("sources", 128),
    bound("script", 16),
    bound("remove", 256),
    bound("options.*.values", 64),
    bound("board.holes", 4096),
    bound("board.cells", 256),
    bound("board.links", 16_384),
    bound("regions", 256),
    bound("pieces", 26),
    bound("setup.rows", 256),
    bound("test", 1000),
    bound("test.after", 1024),
    bound("test.moves", 1024),
    bound("test.legal", 1024),
    bound("test.illegal", 1024),
    bound("test.why", 1024),
    bound("test.san", 1024),
    bound("test.perft", 16),
];

/// The tables whose keys are the author's names, and whose values are tables.
const NAMED: [&str; 5] = ["options", "regions", "pieces", "powers", "names"];

/// Everything that is too much in a tree, each list and table once.
pub(crate) fn exceeded(tree: &Tree, whole: Span) -> Vec<Diagnostic> {
    let mut counter = Counter { problems: Vec::new() };
    counter.table(tree, "", whole);
    counter.problems
}

struct Counter {
    problems: Vec<Diagnostic>,
}

impl Counter {
    fn node(&mut self, node: &Node, path: &str) {
        match &node.value {
            Value::String(text) if text.len() > LONGEST => {
                let message = format!("a text of {} bytes, at most {LONGEST} are read", text.len());
                let problem = Diagnostic::error(Code::TooMany, message).at(node.span).label("too long");
                self.problems.push(problem.help("say it in fewer words, or share it out"));
            }
            Value::Array(items) => {
                self.count(path, items.len(), |most| items[most].span);
                // Each of what is too much would be told again.
                items.iter().take(most_of(path)).for_each(|item| self.node(item, path));
            }
            Value::Table(table) => self.table(table, path, node.span),
            _ => {}
        }
    }

    fn table(&mut self, table: &Tree, path: &str, span: Span) {
        self.count(path, table.len(), |most| table.get_index(most).map_or(span, |(_, field)| field.key));
        let chooses = is_choice(table);
        for (key, Field { key: place, node }) in table.iter().take(most_of(path)) {
            if key.len() > LONGEST_KEY {
                let message = format!("a key of {} bytes, at most {LONGEST_KEY} are read", key.len());
                let problem = Diagnostic::error(Code::TooMany, message).at(*place).label("too long");
                self.problems.push(problem.help("give it a shorter name"));
            } else if !matches!(node.value, Value::Array(_) | Value::Table(_)) {
                self.node(node, path);
            } else if chooses {
                // Each value of an option stands for what the choice stands for.
                self.node(node, path);
            } else if NAMED.contains(&path) {
                self.node(node, &format!("{path}.*"));
            } else if path.is_empty() {
                self.node(node, key);
            } else {
                self.node(node, &format!("{path}.{key}"));
            }
        }
    }

    fn count(&mut self, path: &str, entries: usize, at: impl Fn(usize) -> Span) {
        let most = most_of(path);
        if entries > most {
            let what = if path.is_empty() { "the definition".to_owned() } else { format!("`{path}`") };
            let message = format!("{what} has {entries} entries, at most {most} are read");
            let problem = Diagnostic::error(Code::TooMany, message).at(at(most)).label("one too many");
            self.problems.push(problem.help("leave some out: no game needs so many"));
        }
    }
}

/// The most entries of the list or table at a path.
fn most_of(path: &str) -> usize {
    BOUNDS.iter().find(|bound| bound.what == path).map_or(MOST, |bound| bound.most)
}
