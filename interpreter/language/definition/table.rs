//! TOML text in, a tree with a place for every key and value and the problems of its syntax out.

use super::mended::{Lost, Mended, Wrong};
use super::syntax::{self, MAX_DEPTH};
use crate::diagnostic::{Code, Diagnostic, unseen};
use crate::source::{SourceId, Span, hidden};
use indexmap::IndexMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// How often a text is read, each time without what was wrong the time before.
const MOST_PASSES: usize = 8;

/// A table in the order written.
pub type Tree = IndexMap<String, Field>;

/// A value of a table and the place of its key.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Where the key stands.
    pub key: Span,
    /// The value.
    pub node: Node,
}

/// A value and its place.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What was written.
    pub value: Value,
    /// Where; of a string without escapes the text inside the quotes, of a table under a header the header.
    pub span: Span,
}

/// What can stand in TOML.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `"text"`
    String(String),
    /// `8`
    Integer(i64),
    /// What could not be read, and is reported already.
    Unread,
    /// `0.5`
    Float(f64),
    /// `true`
    Boolean(bool),
    /// A date or a time, as text; nothing in a definition wants one.
    Datetime(String),
    /// `[ ... ]`, or the elements of `[[name]]`
    Array(Vec<Node>),
    /// `{ ... }`, or what follows `[name]`
    Table(Tree),
}

impl Value {
    /// The text of a string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// What this is, with an article.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Value::String(_) => "a string",
            Value::Integer(_) => "a whole number",
            Value::Unread => "nothing that could be read",
            Value::Float(number) if !number.is_finite() => "`nan` or `inf`",
            Value::Float(_) => "a number with a fraction",
            Value::Boolean(_) => "`true` or `false`",
            Value::Datetime(_) => "a date",
            Value::Array(_) => "an array",
            Value::Table(_) => "a table",
        }
    }
}

/// What reading one text gave.
pub(crate) struct Parsed {
    /// What could be read.
    pub(crate) tree: Tree,
    /// What is wrong.
    pub(crate) problems: Vec<Diagnostic>,
    /// Whether the tree holds all that was written but what is left out, so that looking further is worth while.
    pub(crate) sound: bool,
    /// What was left out, because it is not TOML.
    pub(crate) lost: Lost,
}

/// Reads a TOML text.
pub(crate) fn read(source: SourceId, text: &str) -> Parsed {
    if let Some(at) = syntax::too_deep(text) {
        let problems = vec![deep(Span::new(source, at..at + 1))];
        return Parsed { tree: Tree::new(), problems, sound: false, lost: Lost::default() };
    }
    let mut problems: Vec<Diagnostic> = Vec::new();
    let mut mended = Mended::whole(text);
    let mut last = None;
    for _ in 0..MOST_PASSES {
        let (table, errors) = DeTable::parse_recoverable(&mended.text);
        let (found, wrong) = syntax::explain(source, &mended.text, &errors);
        // What shows before what is left out may follow from that; what shows behind it was not seen before.
        let start = wrong.iter().map(Wrong::start).min();
        let sound = wrong.is_empty() || start > last;
        if last.is_none() || sound {
            for problem in found.into_iter().filter_map(|problem| mended.placed(problem, last)) {
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        if wrong.is_empty() || !sound {
            let mut reader = Reader { source, text: &mended, problems: Vec::new() };
            let tree = reader.table(table.get_ref(), 0);
            let deep = reader.problems.iter().any(|problem| problem.code == Code::TooDeep);
            problems.extend(reader.problems.into_iter().filter(|_| sound));
            return Parsed { tree, problems, sound: sound && !deep, lost: mended.lost };
        }
        last = wrong.iter().map(Wrong::start).max();
        mended.leave_out(&wrong);
    }
    Parsed { tree: Tree::new(), problems, sound: false, lost: mended.lost }
}

fn deep(span: Span) -> Diagnostic {
    Diagnostic::error(Code::TooDeep, format!("more than {MAX_DEPTH} tables and arrays stand in one another"))
        .at(span)
        .label("too deep here")
        .help("no part of a definition is that deep: is a bracket left open?")
}

struct Reader<'t> {
    source: SourceId,
    text: &'t Mended,
    problems: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.source, self.text.place(range))
    }

    fn table(&mut self, table: &DeTable<'_>, depth: usize) -> Tree {
        let mut fields: Vec<_> = table.iter().collect();
        fields.sort_by_key(|(key, _)| key.span().start);
        let mut tree = Tree::with_capacity(fields.len());
        for (key, value) in fields {
            if let Some((_, character)) = hidden(key.get_ref()) {
                self.problems.push(unseen(character).at(self.span(key.span())));
                continue;
            }
            let field = Field { key: self.key_span(key.span(), key.get_ref()), node: self.node(value, depth + 1) };
            tree.insert(key.get_ref().to_string(), field);
        }
        tree
    }

    fn node(&mut self, node: &Spanned<DeValue<'_>>, depth: usize) -> Node {
        let range = node.span();
        let mut span = self.span(range.clone());
        let value = match node.get_ref() {
            DeValue::String(text) => {
                span = self.string_span(range, text);
                match hidden(text) {
                    Some((at, character)) => {
                        // Without escapes the bytes of the string are those of the file.
                        let exact = span.end - span.start == text.len() as u32;
                        let start = span.start + at as u32;
                        let end = start + character.len_utf8() as u32;
                        let place = if exact { Span { start, end, ..span } } else { span };
                        self.problems.push(unseen(character).at(place));
                        Value::Unread
                    }
                    None => Value::String(text.to_string()),
                }
            }
            DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
                Ok(number) => Value::Integer(number),
                Err(_) => {
                    self.problems.push(
                        Diagnostic::error(Code::OutOfRange, format!("the number `{number}` is too large"))
                            .at(span)
                            .label("does not fit 64 bits")
                            .help("a whole number has at most 18 digits"),
                    );
                    Value::Unread
                }
            },
            DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(0.0)),
            DeValue::Boolean(flag) => Value::Boolean(*flag),
            DeValue::Datetime(date) => Value::Datetime(date.to_string()),
            DeValue::Array(_) | DeValue::Table(_) if depth > MAX_DEPTH => {
                self.problems.push(deep(span));
                Value::Unread
            }
            DeValue::Array(items) => Value::Array(items.iter().map(|item| self.node(item, depth + 1)).collect()),
            DeValue::Table(table) => Value::Table(self.table(table, depth)),
        };
        Node { value, span }
    }

    /// The text inside the quotes where it stands there letter by letter, else the whole token.
    fn string_span(&self, range: Range<usize>, value: &str) -> Span {
        let token = self.text.text.get(range.clone()).unwrap_or("");
        for quotes in ["\"\"\"\r\n", "\"\"\"\n", "\"\"\"", "'''\r\n", "'''\n", "'''", "\"", "'"] {
            let closing = quotes.trim_end();
            let inner = token.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(closing));
            if inner == Some(value) {
                let start = range.start + quotes.len();
                return self.span(start..start + value.len());
            }
        }
        self.span(range)
    }

    fn key_span(&self, range: Range<usize>, value: &str) -> Span {
        self.string_span(range, value)
    }
}
