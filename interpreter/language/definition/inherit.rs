//! A parent's tree and a child's in, the child's complete tree out: tables merge, everything else is replaced.

use super::table::{Field, Node, Tree, Value};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Span, Spanned};

/// Keys that say something about one definition and never about its children.
const OWN: [&str; 7] = ["name", "summary", "inventor", "year", "sources", "test", "allow"];

/// Groups of keys of one table of which the child's replace the parent's together.
const ALTERNATIVES: [(&str, &[&str]); 1] = [("setup", &["fen", "rows"])];

/// Merges a child into its parent; `remove` are the paths that the child deletes first.
pub(crate) fn inherit(mut parent: Tree, child: Tree, remove: &[Spanned<String>], out: &mut Vec<Diagnostic>) -> Tree {
    for key in OWN {
        parent.shift_remove(key);
    }
    if let Some(Field { node: Node { value: Value::Table(languages), .. }, .. }) = parent.get_mut("names") {
        for field in languages.values_mut() {
            if let Value::Table(words) = &mut field.node.value {
                words.shift_remove("game");
            }
        }
    }
    for (at, path) in remove.iter().enumerate() {
        if let Some(first) = remove[..at].iter().find(|other| other.value == path.value) {
            let problem = Diagnostic::error(Code::ListedTwice, format!("`remove` has `{}` twice", path.value));
            out.push(problem.at(path.span).label("again").also(first.span, "here already").help("leave one out"));
            continue;
        }
        delete(&mut parent, path, out);
    }
    another_shape(&mut parent, &child);
    for (section, keys) in ALTERNATIVES {
        if let (Some(old), Some(new)) = (table_mut(&mut parent, section), table(&child, section))
            && keys.iter().any(|key| new.contains_key(*key))
        {
            old.retain(|key, _| !keys.contains(&key.as_str()));
        }
    }
    merge(&mut parent, child);
    parent
}

/// A board of another shape has nothing in common with the parent's.
fn another_shape(parent: &mut Tree, child: &Tree) {
    let shape = |tree: &Tree| match table(tree, "board").and_then(|board| board.get("shape")) {
        Some(Field { node: Node { value: Value::String(shape), .. }, .. }) => Some(shape.clone()),
        _ => None,
    };
    if let Some(new) = shape(child)
        && shape(parent).is_some_and(|old| old != new)
        && let Some(board) = table_mut(parent, "board")
    {
        board.clear();
    }
}

fn table<'t>(tree: &'t Tree, key: &str) -> Option<&'t Tree> {
    match tree.get(key) {
        Some(Field { node: Node { value: Value::Table(table), .. }, .. }) => Some(table),
        _ => None,
    }
}

fn table_mut<'t>(tree: &'t mut Tree, key: &str) -> Option<&'t mut Tree> {
    match tree.get_mut(key) {
        Some(Field { node: Node { value: Value::Table(table), .. }, .. }) => Some(table),
        _ => None,
    }
}

/// Whether a table is a choice by option, which stands for one value.
pub(crate) fn is_choice(table: &Tree) -> bool {
    matches!(table.get("option"), Some(Field { node: Node { value: Value::String(_), .. }, .. }))
}

fn merge(parent: &mut Tree, child: Tree) {
    for (key, new) in child {
        match parent.get_mut(&key) {
            Some(old) => match (&mut old.node.value, new.node.value) {
                (Value::Table(below), Value::Table(above)) if !is_choice(below) && !is_choice(&above) => {
                    merge(below, above);
                    (old.key, old.node.span) = (new.key, new.node.span);
                }
                (_, value) => *old = Field { key: new.key, node: Node { value, span: new.node.span } },
            },
            None => {
                parent.insert(key, new);
            }
        }
    }
}

fn delete(tree: &mut Tree, path: &Spanned<String>, out: &mut Vec<Diagnostic>) {
    let parts: Vec<&str> = path.value.split('.').map(str::trim).collect();
    let Some((last, front)) = parts.split_last() else { return };
    let mut here = &mut *tree;
    let mut done = 0;
    for part in front {
        if table(here, part).is_none() {
            return out.push(nothing(path, part, here, done));
        }
        done += part.len() + 1;
        match table_mut(here, part) {
            Some(below) => here = below,
            None => return,
        }
    }
    if here.shift_remove(*last).is_none() {
        return out.push(nothing(path, last, here, done));
    }
    if let ["pieces", piece] = parts[..] {
        forget_words(tree, piece);
    }
}

/// The words for a piece go with it.
fn forget_words(tree: &mut Tree, piece: &str) {
    let Some(languages) = table_mut(tree, "names") else { return };
    for field in languages.values_mut() {
        if let Value::Table(words) = &mut field.node.value {
            for list in ["pieces", "letters"] {
                if let Some(list) = table_mut(words, list) {
                    list.shift_remove(piece);
                }
            }
        }
    }
}

fn nothing(path: &Spanned<String>, part: &str, here: &Tree, at: usize) -> Diagnostic {
    let exact = (path.span.end - path.span.start) as usize == path.value.len();
    let span: Span = if exact { path.span.part(at..at + part.len()) } else { path.span };
    let problem = Diagnostic::error(Code::NothingToRemove, format!("the parent has no `{}` to remove", path.value))
        .at(span)
        .label("not in the parent");
    // What stands in a table of the parent is called by both names.
    let inner = here.iter().filter(|_| at == 0).filter_map(|(name, field)| match &field.node.value {
        Value::Table(table) => Some(table.keys().map(move |key| (key.as_str(), Some(name.as_str())))),
        _ => None,
    });
    let known: Vec<(&str, Option<&str>)> = here.keys().map(|key| (key.as_str(), None)).chain(inner.flatten()).collect();
    let whole = |near: &str| match known.iter().find(|(key, _)| *key == near) {
        Some((key, Some(table))) => format!("{table}.{key}"),
        _ => near.to_owned(),
    };
    match known
        .iter()
        .find(|(key, _)| *key == part)
        .map(|(key, _)| *key)
        .or_else(|| nearest(part, known.iter().map(|(key, _)| *key)))
    {
        Some(near) => problem.help(format!("did you mean `{}`?", whole(near))),
        None if here.is_empty() => problem,
        None => problem.help(format!("it has {}", super::fields::listed(here.keys().map(String::as_str)))),
    }
}
