//! A table of the tree in, typed values out; whatever is wrong with a key is noted and reading goes on.

mod texts;
mod wrong;

use super::home::{home_of, way_home};
use super::noted::Problems;
use super::record::Asked;
use super::table::{Field, Node, Tree, Value};
use super::{Entry, Table};
use crate::diagnostic::elsewhere::{Place, elsewhere, way_out};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{SourceId, Span, Spanned};
use std::cell::RefCell;
use std::ops::RangeInclusive;

/// "`a`, `b` and `c`", shortened where there are many.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    if names.len() > 24 {
        let more = names.len() - 20;
        names.truncate(20);
        return format!("{} and {more} more", names.join(", "));
    }
    match names.pop() {
        None => "nothing".to_owned(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} and {last}", names.join(", ")),
    }
}

/// "`a`, `b` or `c`".
pub(crate) fn any_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let text = listed(names);
    match text.rsplit_once(" and ") {
        Some((front, last)) if last.starts_with('`') => format!("{front} or {last}"),
        _ => text,
    }
}

/// What the table of all tables is, for people.
pub(crate) const WHOLE: &str = "the definition";

/// One table being read. Keys that are asked for are the keys that may stand in it.
pub(crate) struct Fields<'a> {
    tree: &'a Tree,
    /// Where the table stands.
    pub(crate) span: Span,
    what: String,
    asked: Vec<&'static str>,
    /// Keys that are not there, with what to say unless another key turns out to be meant.
    missing: RefCell<Vec<(String, Diagnostic)>>,
    pub(crate) out: &'a Problems,
}

impl Drop for Fields<'_> {
    fn drop(&mut self) {
        self.out.extend(self.missing.get_mut().drain(..).map(|(_, problem)| problem));
    }
}

impl<'a> Fields<'a> {
    /// The keys of a tree.
    pub(crate) fn new(tree: &'a Tree, span: Span, what: impl Into<String>, out: &'a Problems) -> Fields<'a> {
        let what = what.into();
        out.note(|record| record.table(&what));
        Fields { tree, span, what, asked: Vec::new(), missing: RefCell::default(), out }
    }

    /// What the table is, for people.
    pub(crate) fn what(&self) -> &str {
        &self.what
    }

    fn note(&self, key: &str, asked: impl FnOnce() -> Asked) {
        self.out.note(|record| record.key(&self.what, key, asked()));
    }

    /// The keys of a value that must be a table.
    pub(crate) fn of(node: &'a Node, what: impl Into<String>, out: &'a Problems) -> Option<Fields<'a>> {
        let what = what.into();
        match &node.value {
            Value::Table(tree) => Some(Fields::new(tree, node.span, what, out)),
            Value::Unread => None,
            other => {
                let message = format!("{what} must be a table, not {}", other.kind());
                let problem =
                    Diagnostic::error(Code::WrongType, message).at(node.span).label(format!("{} here", other.kind()));
                out.add(if what.starts_with("`[[") {
                    problem.help(format!("write each under a header of its own, {what}"))
                } else if what.starts_with("`[") {
                    problem.help(format!("write its keys under a header of their own, {what}"))
                } else {
                    problem.help("write `{ key = value, ... }`")
                });
                None
            }
        }
    }

    /// The field of a key.
    pub(crate) fn get(&mut self, key: &'static str) -> Option<&'a Field> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        self.note(key, || Asked::Anything);
        self.tree.get(key)
    }

    /// Whether the key stands there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.tree.contains_key(key)
    }

    /// Whether the key stands there with more than an empty list or table.
    pub(crate) fn has_content(&self, key: &str) -> bool {
        self.tree.get(key).is_some_and(|field| match &field.node.value {
            Value::Array(items) => !items.is_empty(),
            Value::Table(table) => !table.is_empty(),
            _ => true,
        })
    }

    /// Whether a key stands there that nobody has asked for so far.
    pub(crate) fn has_unknown(&self) -> bool {
        self.tree.keys().any(|key| !self.asked.contains(&key.as_str()))
    }

    /// Keys that may stand there and were taken out before.
    pub(crate) fn taken(&mut self, keys: &[&'static str]) {
        self.asked.extend(keys);
    }

    /// Whether a key is not there, and one stands there that is like it and like none of the others.
    pub(crate) fn is_misspelt(&self, key: &str, keys: &[&str]) -> bool {
        !self.has(key) && self.tree.keys().any(|found| nearest(found, keys.iter().copied()) == Some(key))
    }

    /// Notes that a key is missing, if it is and no key was meant to be it.
    pub(crate) fn needs(&self, key: &str, help: &str) {
        self.lacks(key, |problem| problem.help(format!("add {help}")));
    }

    /// As [`Fields::needs`], of a table whose name may be a slip for another's.
    pub(crate) fn needs_or_means(&self, key: &str, help: &str, meant: &str) {
        let way = format!("did you mean `{meant}`? if not, add {help}");
        self.lacks(key, |problem| problem.help(way));
    }

    fn lacks(&self, key: &str, way: impl FnOnce(Diagnostic) -> Diagnostic) {
        self.out.note(|record| record.needs(&self.what, key));
        if !self.has(key) {
            let problem = Diagnostic::error(Code::MissingKey, format!("{} has no `{key}`", self.what))
                .at(self.span)
                .label(format!("`{key}` is missing"));
            let problem = way(problem);
            self.missing.borrow_mut().push((key.to_owned(), problem));
        }
    }

    /// Notes a key of the file `own` that changes nothing. What is inherited may have meant something there.
    pub(crate) fn idle(&self, own: SourceId, key: &str, why: &str, help: &str) {
        if let Some(field) = self.tree.get(key).filter(|field| field.key.source == own) {
            let problem = self.problem(Code::IdleKey, key, &format!("does nothing {why}"), field.key, "no effect");
            self.out.add(problem.help(help));
        }
    }

    /// The key that was meant by one that is not known.
    fn meant(&self, key: &str) -> Option<&'static str> {
        nearest(key, self.asked.iter().copied()).filter(|_| home_of(key).is_none())
    }

    /// A problem with a key's value: "`files` in `[board]` cannot be 0".
    fn problem(&self, code: Code, key: &str, says: &str, span: Span, label: &str) -> Diagnostic {
        Diagnostic::error(code, format!("`{key}` in {} {says}", self.what)).at(span).label(label)
    }

    /// A string.
    pub(crate) fn text(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.note(key, || Asked::Text);
        self.string(key, "a string")
    }

    /// A string of which more has been said.
    fn string(&mut self, key: &'static str, expected: &str) -> Option<Spanned<String>> {
        let field = self.get(key)?;
        self.as_expected(key, &field.node, expected)
    }

    fn as_text(&self, key: &str, node: &Node) -> Option<Spanned<String>> {
        self.as_expected(key, node, "a string")
    }

    fn as_expected(&self, key: &str, node: &Node, expected: &str) -> Option<Spanned<String>> {
        match &node.value {
            Value::String(text) => Some(Spanned::new(text.clone(), node.span)),
            _ => {
                self.wrong(key, node, expected);
                None
            }
        }
    }

    /// One of a few words.
    pub(crate) fn word(&mut self, key: &'static str, words: &[&str]) -> Option<Spanned<String>> {
        self.note(key, || Asked::Word(words.iter().map(ToString::to_string).collect()));
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        let text = self.string(key, &any_of(quoted.iter().map(String::as_str)))?;
        if words.contains(&text.value.as_str()) {
            return Some(text);
        }
        let problem = self.problem(
            Code::UnknownValue,
            key,
            &format!("cannot be `{}`", text.value),
            text.span,
            "not one of its values",
        );
        let way = way_out(&text.value, Place::Value(key), words.iter().copied());
        self.out.add(problem.help(way.unwrap_or_else(|| format!("it may be {}", any_of(words.iter().copied())))));
        None
    }

    /// A whole number within bounds.
    pub(crate) fn integer(&mut self, key: &'static str, bounds: RangeInclusive<i64>) -> Option<Spanned<i64>> {
        self.note(key, || Asked::Integer(bounds.clone()));
        let field = self.get(key)?;
        self.as_integer(key, &field.node, bounds)
    }

    fn as_integer(&self, key: &str, node: &Node, bounds: RangeInclusive<i64>) -> Option<Spanned<i64>> {
        let Value::Integer(number) = node.value else {
            self.wrong(key, node, "a whole number");
            return None;
        };
        if bounds.contains(&number) {
            return Some(Spanned::new(number, node.span));
        }
        let (least, most) = (bounds.start(), bounds.end());
        let problem = self.problem(Code::OutOfRange, key, &format!("cannot be {number}"), node.span, "out of range");
        self.out.add(problem.help(format!("it may be from {least} to {most}")));
        None
    }

    /// Whole numbers within bounds.
    pub(crate) fn integers(&mut self, key: &'static str, bounds: RangeInclusive<i64>) -> Vec<Spanned<i64>> {
        self.note(key, || Asked::Integers(bounds.clone()));
        let Some(field) = self.get(key) else { return Vec::new() };
        let Value::Array(items) = &field.node.value else {
            self.wrong(key, &field.node, "an array of whole numbers");
            return Vec::new();
        };
        items.iter().filter_map(|item| self.as_integer(key, item, bounds.clone())).collect()
    }

    /// A number, whole or not.
    pub(crate) fn number(&mut self, key: &'static str) -> Option<f64> {
        self.note(key, || Asked::Number);
        let field = self.get(key)?;
        match field.node.value {
            Value::Integer(number) => Some(number as f64),
            Value::Float(number) if number.is_finite() => Some(number),
            _ => {
                self.wrong(key, &field.node, "a number");
                None
            }
        }
    }

    /// `true` or `false`.
    pub(crate) fn flag(&mut self, key: &'static str) -> Option<Spanned<bool>> {
        self.note(key, || Asked::Flag);
        let field = self.get(key)?;
        match field.node.value {
            Value::Boolean(flag) => Some(Spanned::new(flag, field.node.span)),
            _ => {
                self.wrong(key, &field.node, "`true` or `false`");
                None
            }
        }
    }

    /// An array of strings.
    pub(crate) fn texts(&mut self, key: &'static str) -> Option<Vec<Spanned<String>>> {
        self.note(key, || Asked::Texts);
        let field = self.get(key)?;
        let Value::Array(items) = &field.node.value else {
            self.wrong(key, &field.node, "an array of strings");
            return None;
        };
        Some(items.iter().filter_map(|item| self.as_text(key, item)).collect())
    }

    /// An array of names, at least one and none of them twice.
    pub(crate) fn names(&mut self, key: &'static str) -> Option<Vec<Spanned<String>>> {
        self.note(key, || Asked::Texts);
        let span = self.get(key)?.node.span;
        let names = self.different(key)?;
        if names.is_empty() && self.tree.get(key).is_some_and(|field| field.node.value == Value::Array(Vec::new())) {
            let problem = self.problem(Code::EmptyList, key, "is empty", span, "names nothing");
            self.out.add(problem.help(format!("name at least one, or leave `{key}` and its table out")));
        }
        Some(names)
    }

    /// An array of names, perhaps none, but none of them twice.
    pub(crate) fn different(&mut self, key: &'static str) -> Option<Vec<Spanned<String>>> {
        self.note(key, || Asked::Texts);
        let names = self.texts(key)?;
        for (at, name) in names.iter().enumerate() {
            if let Some(first) = names[..at].iter().find(|other| other.value == name.value) {
                let says = format!("has `{}` twice", name.value);
                let problem = self.problem(Code::ListedTwice, key, &says, name.span, "again");
                self.out.add(problem.also(first.span, "here already").help("leave one out"));
            }
        }
        Some(names)
    }

    /// The name of a function of the script; `script NAME` says the same as `NAME`.
    pub(crate) fn function(&mut self, key: &'static str) -> Option<Spanned<String>> {
        self.note(key, || Asked::Function);
        let text = self.string(key, "a function's name in quotes")?;
        let name = function_name(&text);
        if is_identifier(&name.value) {
            return Some(name);
        }
        let problem =
            self.problem(Code::BadName, key, "must name a function of the script", name.span, "not a function's name");
        self.out.add(problem.help("a name has letters, digits and `_`, a letter first"));
        None
    }

    /// A table of its own.
    pub(crate) fn table(&mut self, key: &'static str, what: &str) -> Option<Fields<'a>> {
        self.note(key, || Asked::Table(what.to_owned()));
        let field = self.get(key)?;
        Fields::of(&field.node, what, self.out)
    }

    /// An array of tables.
    pub(crate) fn tables(&mut self, key: &'static str, what: &str) -> Vec<Fields<'a>> {
        self.note(key, || Asked::Tables(what.to_owned()));
        let Some(field) = self.get(key) else { return Vec::new() };
        match &field.node.value {
            Value::Array(items) => items.iter().filter_map(|item| Fields::of(item, what, self.out)).collect(),
            Value::Unread => Vec::new(),
            other => {
                let message = format!("{what} is a list, not {}", other.kind());
                let problem =
                    Diagnostic::error(Code::WrongType, message).at(field.node.span).label("one bracket too few");
                self.out.add(if matches!(other, Value::Table(_)) {
                    problem.help(format!("write each element under a header of its own: `[[{key}]]`"))
                } else {
                    problem
                });
                Vec::new()
            }
        }
    }

    /// One table or an array of them.
    pub(crate) fn one_or_more(&mut self, key: &'static str, what: &str) -> Vec<Fields<'a>> {
        self.note(key, || Asked::OneOrMore(what.to_owned()));
        match self.tree.get(key) {
            Some(Field { node: Node { value: Value::Array(_), .. }, .. }) => self.tables(key, what),
            _ => self.table(key, what).into_iter().collect(),
        }
    }

    /// The fields of a table whose keys are the author's names.
    pub(crate) fn named(&mut self, key: &'static str) -> Vec<(String, &'a Field)> {
        self.note(key, || Asked::Named);
        let Some(field) = self.get(key) else { return Vec::new() };
        match &field.node.value {
            Value::Table(table) => table.iter().map(|(name, field)| (name.clone(), field)).collect(),
            _ => {
                self.wrong(key, &field.node, "a table");
                Vec::new()
            }
        }
    }

    /// A table of strings under the author's names.
    pub(crate) fn words(&mut self, key: &'static str) -> Table<Spanned<String>> {
        self.note(key, || Asked::Words);
        let mut words = Table::new();
        for (name, field) in self.named(key) {
            if let Value::String(text) = &field.node.value {
                let value = Spanned::new(text.clone(), field.node.span);
                words.insert(name, Entry { key: field.key, value });
            } else {
                let what = if self.what == WHOLE { format!("`[{key}]`") } else { format!("`{key}`") };
                self.wrong_in(&what, &name, &field.node, "a string");
            }
        }
        words
    }

    /// Notes the keys that nobody asked for.
    pub(crate) fn done(self) {
        for (key, field) in self.tree {
            if self.asked.contains(&key.as_str()) {
                continue;
            }
            let problem = Diagnostic::error(Code::UnknownKey, format!("{} has no key `{key}`", self.what))
                .at(field.key)
                .label("unknown key");
            let place = if self.what == WHOLE { Place::Table } else { Place::Key };
            let way = elsewhere(key, place);
            let meant = self.meant(key).filter(|_| way.is_none());
            if let Some(near) = meant {
                // One slip is told once.
                self.missing.borrow_mut().retain(|(missing, _)| missing != near);
            }
            let way = way.or_else(|| Some(format!("did you mean `{}`?", meant?))).or_else(|| way_home(key));
            let all = || format!("it may have {}", listed(self.asked.iter().copied()));
            self.out.add(problem.help(way.unwrap_or_else(all)));
        }
    }
}

/// The name in `script NAME`, or the whole text.
pub(crate) fn function_name(text: &Spanned<String>) -> Spanned<String> {
    let Some(rest) = text.value.strip_prefix("script ") else { return text.clone() };
    let name = rest.trim();
    let start = text.value.len() - rest.trim_start().len();
    let exact = (text.span.end - text.span.start) as usize == text.value.len();
    let span = if exact { text.span.part(start..start + name.len()) } else { text.span };
    Spanned::new(name.to_owned(), span)
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
