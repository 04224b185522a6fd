//! A loaded definition in, one self-contained TOML text out in which every value says where it comes from.

use super::loader::Loaded;
use super::table::{Field, Node, Tree, Value};
use crate::source::{SourceMap, Span};
use std::fmt::Write;

/// Width up to which an array of plain values stands on one line.
const WIDTH: usize = 100;

/// The whole definition as one TOML text: parents merged in, options chosen. With the files of
/// [`resolved_scripts`] beside it, it loads as the same definition.
#[must_use]
pub fn resolved(loaded: &Loaded) -> String {
    let mut writer = Writer { sources: &loaded.sources, text: String::from("format = 1\n") };
    let mut tree = loaded.merged.clone();
    settle_options(&mut tree, loaded);
    let scripts: Vec<String> = resolved_scripts(loaded).into_iter().map(|(name, _)| quoted(&name)).collect();
    if let Some(name) = tree.shift_remove("name") {
        writer.field("name", &name.node);
    }
    if !scripts.is_empty() {
        let _ = writeln!(writer.text, "script = [{}]", scripts.join(", "));
    }
    writer.table("", &tree);
    writer.text
}

/// The scripts under the names that [`resolved`] gives them, parents' first.
#[must_use]
pub fn resolved_scripts(loaded: &Loaded) -> Vec<(String, &str)> {
    let mut named: Vec<(String, &str)> = Vec::new();
    for script in loaded.definition.iter().flat_map(|definition| &definition.scripts) {
        let file = loaded.sources.file(script.source);
        let parts: Vec<&str> = file.name.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | "..")).collect();
        let mut name = parts.last().copied().unwrap_or("script.rhai").to_owned();
        for part in parts.iter().rev().skip(1) {
            if named.iter().any(|(known, _)| *known == name) {
                name = format!("{part}-{name}");
            }
        }
        while named.iter().any(|(known, _)| *known == name) {
            name = format!("next-{name}");
        }
        named.push((name, &file.text));
    }
    named
}

/// Choices are made, so an option has one value left, and only the tests remain that are played with these values: a
/// test plays with the defaults where it chooses nothing.
fn settle_options(tree: &mut Tree, loaded: &Loaded) {
    let Some(definition) = &loaded.definition else { return };
    if let Some(Field { node: Node { value: Value::Table(options), .. }, .. }) = tree.get_mut("options") {
        for (name, field) in options {
            let (Value::Table(option), Some(set)) = (&mut field.node.value, definition.options.get(name)) else {
                continue;
            };
            let chosen = |span| Node { value: Value::String(set.value.chosen.clone()), span };
            if let Some(values) = option.get_mut("values") {
                values.node.value = Value::Array(vec![chosen(values.node.span)]);
            }
            if let Some(default) = option.get_mut("default") {
                default.node = chosen(default.node.span);
            }
        }
    }
    if let Some(Field { node: Node { value: Value::Array(tests), .. }, .. }) = tree.get_mut("test") {
        tests.retain(|test| {
            let Value::Table(test) = &test.value else { return true };
            let wanted = match test.get("option") {
                Some(Field { node: Node { value: Value::Table(wanted), .. }, .. }) => Some(wanted),
                _ => None,
            };
            definition.options.iter().all(|(name, option)| {
                match wanted.and_then(|wanted| wanted.get(name)).map(|field| &field.node.value) {
                    Some(Value::String(value)) => *value == option.value.chosen,
                    _ => option.value.default == option.value.chosen,
                }
            })
        });
        if tests.is_empty() {
            tree.shift_remove("test");
        }
    }
}

struct Writer<'s> {
    sources: &'s SourceMap,
    text: String,
}

impl Writer<'_> {
    /// Plain fields first, then the tables under headers of their own.
    fn table(&mut self, path: &str, tree: &Tree) {
        let (below, here): (Vec<_>, Vec<_>) = tree.iter().partition(|(_, field)| self.under_header(field));
        for (key, field) in here {
            self.field(key, &field.node);
        }
        for (key, field) in below {
            let path = if path.is_empty() { bare(key) } else { format!("{path}.{}", bare(key)) };
            match &field.node.value {
                Value::Table(inner) => {
                    let nested = !inner.is_empty() && inner.values().all(|field| self.under_header(field));
                    if !nested {
                        let _ = write!(self.text, "\n[{path}]");
                        self.origin(field.key);
                    }
                    self.table(&path, inner);
                }
                Value::Array(items) => {
                    for item in items {
                        let Value::Table(inner) = &item.value else { continue };
                        let _ = write!(self.text, "\n[[{path}]]");
                        self.origin(item.span);
                        for (key, field) in inner {
                            self.field(key, &field.node);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn field(&mut self, key: &str, node: &Node) {
        let _ = write!(self.text, "{} = ", bare(key));
        let line = inline(&node.value);
        match &node.value {
            Value::Array(items)
                if line.len() > WIDTH || items.iter().any(|item| matches!(item.value, Value::Table(_))) =>
            {
                self.text.push_str("[\n");
                for item in items {
                    let _ = write!(self.text, "  {},", inline(&item.value));
                    self.origin(item.span);
                }
                self.text.push_str("]\n");
            }
            _ => {
                self.text.push_str(&line);
                self.origin(node.span);
            }
        }
    }

    /// Tables that stand on several lines, and lists of nothing but tables, stand under headers.
    fn under_header(&self, field: &Field) -> bool {
        match &field.node.value {
            Value::Table(inner) => {
                inner.is_empty() || inline(&field.node.value).len() > WIDTH || !self.on_one_line(&field.node, field.key)
            }
            Value::Array(items) => {
                let plain = |item: &Node| matches!(&item.value, Value::Table(inner) if !inner.contains_key("move"));
                !items.is_empty() && items.iter().all(plain)
            }
            _ => false,
        }
    }

    /// Whether everything in a value was written in one line.
    fn on_one_line(&self, node: &Node, line: Span) -> bool {
        let same = node.span.source == line.source
            && !self
                .sources
                .text(Span { start: line.start.min(node.span.start), end: line.start.max(node.span.start), ..line })
                .contains('\n');
        same && match &node.value {
            Value::Table(inner) => inner.values().all(|field| self.on_one_line(&field.node, line)),
            Value::Array(items) => items.iter().all(|item| self.on_one_line(item, line)),
            _ => true,
        }
    }

    /// ` # file:line`
    fn origin(&mut self, span: Span) {
        let place = self.sources.place(span);
        let file: String = place.file.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
        let _ = writeln!(self.text, "  # {file}:{}", place.line);
    }
}

fn bare(key: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(plain) { key.to_owned() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

fn inline(value: &Value) -> String {
    match value {
        Value::String(text) => quoted(text),
        Value::Integer(number) => number.to_string(),
        Value::Unread => "\"\"".to_owned(),
        Value::Float(number) if number.is_nan() => "nan".to_owned(),
        Value::Float(number) if number.is_infinite() => if *number > 0.0 { "inf" } else { "-inf" }.to_owned(),
        Value::Float(number) => format!("{number:?}"),
        Value::Boolean(flag) => flag.to_string(),
        Value::Datetime(date) => date.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| inline(&item.value)).collect::<Vec<_>>().join(", "))
        }
        Value::Table(tree) if tree.is_empty() => "{}".to_owned(),
        Value::Table(tree) => {
            let fields = tree.iter().map(|(key, field)| format!("{} = {}", bare(key), inline(&field.node.value)));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
        }
    }
}
