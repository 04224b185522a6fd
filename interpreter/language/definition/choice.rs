//! A tree with options in, a tree in which every choice is made out.

use super::fields::{Fields, listed};
use super::inherit::is_choice;
use super::noted::Problems;
use super::table::{Field, Node, Tree, Value};
use super::{Entry, OptionValue, Table};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{SourceId, Span};
use std::collections::BTreeSet;

/// Reads `[options]` and sets each to what was asked for.
pub(crate) fn options(root: &mut Fields<'_>, wanted: &[(String, String)], out: &Problems) -> Table<OptionValue> {
    let mut options = Table::new();
    for (name, field) in root.named("options") {
        let Some(mut fields) = Fields::of(&field.node, format!("`[options.{name}]`"), out) else { continue };
        if name.starts_with(|c: char| !c.is_ascii_alphabetic())
            || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        {
            out.add(
                Diagnostic::error(Code::BadName, format!("`{name}` cannot be the name of an option"))
                    .at(field.key)
                    .label("not a word that a script can say")
                    .help("use letters, digits and `_`, a letter first"),
            );
        }
        let written = match fields.get("values").map(|field| &field.node.value) {
            Some(Value::Array(items)) => items.len(),
            _ => 0,
        };
        let values = fields.different("values");
        fields.needs("values", "the values it may have: `values = [\"on\", \"off\"]`");
        let default = fields.text("default");
        fields.needs("default", "the value it has unless another is chosen: `default = \"on\"`");
        let span = fields.span;
        fields.done();
        let Some(values) = values else { continue };
        let names: Vec<String> = values.iter().map(|value| value.value.clone()).collect();
        if names.is_empty() && written > 0 {
            continue; // What is wrong with them is said already.
        }
        if names.is_empty() {
            out.add(
                Diagnostic::error(Code::NoValues, format!("the option `{name}` has no values"))
                    .at(span)
                    .label("nothing to choose")
                    .help("write `values = [\"on\", \"off\"]`"),
            );
            continue;
        }
        let mut standard = names[0].clone();
        if let Some(default) = default {
            if names.contains(&default.value) {
                standard = default.value;
            } else {
                out.add(unknown_value(&name, &default.value, &names).at(default.span).label("not one of its values"));
            }
        }
        let value = OptionValue { values: names, default: standard.clone(), chosen: standard };
        options.insert(name, Entry { key: field.key, value });
    }
    for (name, value) in wanted {
        match options.get_mut(name) {
            None => out.add(unknown_option(name, &options)),
            Some(entry) if entry.value.values.contains(value) => entry.value.chosen.clone_from(value),
            Some(entry) => out.add(unknown_value(name, value, &entry.value.values)),
        }
    }
    options
}

/// The problem of an option that is not there.
pub(crate) fn unknown_option(name: &str, options: &Table<OptionValue>) -> Diagnostic {
    let problem = Diagnostic::error(Code::UnknownOption, format!("there is no option `{name}`"));
    match nearest(name, options.keys().map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None if options.is_empty() => problem.help("this definition has no options"),
        None => problem.help(format!("its options are {}", listed(options.keys().map(String::as_str)))),
    }
}

/// The problem of a value that an option does not have.
pub(crate) fn unknown_value(name: &str, value: &str, values: &[String]) -> Diagnostic {
    let problem = Diagnostic::error(Code::UnknownValue, format!("the option `{name}` has no value `{value}`"));
    match nearest(value, values.iter().map(String::as_str)) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help(format!("its values are {}", listed(values.iter().map(String::as_str)))),
    }
}

/// Makes every choice in a tree; `[options]` itself stays.
pub(crate) fn choose(tree: Tree, options: &Table<OptionValue>, out: &Problems) -> Tree {
    let chooser = Chooser { options, out };
    tree.into_iter()
        .filter_map(|(key, field)| {
            if key == "options" {
                return Some((key, field));
            }
            let node = chooser.node(field.node)?;
            Some((key, Field { key: field.key, node }))
        })
        .collect()
}

/// Warnings of options of the file `own` that neither a choice nor a script asks; `scripts` are the scripts' texts.
pub(crate) fn unasked(tree: &Tree, options: &Table<OptionValue>, own: SourceId, scripts: &[&str]) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    let mut asked = BTreeSet::new();
    let value = tree.iter().filter(|(key, _)| *key != "options" && *key != "test");
    value.for_each(|(_, field)| mentioned(&field.node, &mut asked));
    // An option of one value is a choice that was made, and deceives nobody.
    let open = |option: &OptionValue| option.values.len() > 1;
    for (name, option) in options.iter().filter(|(_, option)| option.key.source == own && open(&option.value)) {
        let word = |c: char| !(c.is_alphanumeric() || c == '_');
        let code = |line: &&str| !line.trim_start().starts_with("//");
        let in_script = |text: &&str| text.lines().filter(code).any(|line| line.split(word).any(|word| word == name));
        if asked.contains(name.as_str()) || scripts.iter().any(in_script) {
            continue;
        }
        problems.push(
            Diagnostic::warning(Code::UnusedOption, format!("nothing asks for the option `{name}`"))
                .at(option.key)
                .label("changes nothing")
                .help(format!("write `{{ option = \"{name}\", ... }}` for a value, or delete the option")),
        );
    }
    problems
}

/// The options that choices and conditions `if` in a value name.
fn mentioned<'t>(node: &'t Node, found: &mut BTreeSet<&'t str>) {
    match &node.value {
        Value::Array(items) => items.iter().for_each(|item| mentioned(item, found)),
        Value::Table(table) => {
            if let Some(Field { node: Node { value: Value::String(name), .. }, .. }) = table.get("option") {
                found.insert(name);
            }
            if let Some(Field { node: Node { value: Value::Table(wanted), .. }, .. }) = table.get("if") {
                found.extend(wanted.keys().map(String::as_str));
            }
            table.values().for_each(|field| mentioned(&field.node, found));
        }
        _ => {}
    }
}

struct Chooser<'a> {
    options: &'a Table<OptionValue>,
    out: &'a Problems,
}

impl Chooser<'_> {
    fn node(&self, node: Node) -> Option<Node> {
        let span = node.span;
        let value = match node.value {
            Value::Table(table) if is_choice(&table) => return self.branch(table, span),
            Value::Table(table) => Value::Table(self.table(table)),
            Value::Array(items) => Value::Array(self.items(items)),
            other => other,
        };
        Some(Node { value, span })
    }

    fn table(&self, table: Tree) -> Tree {
        let choose = |(key, field): (String, Field)| {
            let node = self.node(field.node)?;
            Some((key, Field { key: field.key, node }))
        };
        table.into_iter().filter_map(choose).collect()
    }

    /// Elements whose `if` holds; a chosen array stands for its elements.
    fn items(&self, items: Vec<Node>) -> Vec<Node> {
        let mut kept = Vec::with_capacity(items.len());
        for mut item in items {
            let mut chosen = false;
            if let Value::Table(table) = &mut item.value {
                chosen = is_choice(table);
                if let Some(condition) = table.shift_remove("if")
                    && !self.holds(&condition.node)
                {
                    continue;
                }
            }
            match self.node(item) {
                Some(Node { value: Value::Array(inner), .. }) if chosen => kept.extend(inner),
                Some(item) => kept.push(item),
                None => {}
            }
        }
        kept
    }

    fn holds(&self, condition: &Node) -> bool {
        let Value::Table(wanted) = &condition.value else {
            let problem =
                Diagnostic::error(Code::WrongType, format!("`if` must be a table, not {}", condition.value.kind()));
            self.out.add(problem.at(condition.span).label("not a table").help("write `if = { option = \"value\" }`"));
            return true;
        };
        let mut holds = true;
        for (name, field) in wanted {
            let Some(option) = self.options.get(name) else {
                self.out.add(unknown_option(name, self.options).at(field.key).label("no such option"));
                continue;
            };
            let values = match &field.node.value {
                Value::Array(items) => items.as_slice(),
                _ => std::slice::from_ref(&field.node),
            };
            let mut any = false;
            for node in values {
                match &node.value {
                    Value::String(value) if option.value.values.contains(value) => any |= *value == option.value.chosen,
                    Value::String(value) => self.out.add(
                        unknown_value(name, value, &option.value.values).at(node.span).label("not one of its values"),
                    ),
                    other => self.out.add(
                        Diagnostic::error(
                            Code::WrongType,
                            format!("the value of an option is a string, not {}", other.kind()),
                        )
                        .at(node.span)
                        .label("not a string"),
                    ),
                }
            }
            holds &= any;
        }
        holds
    }

    /// `{ option = "x", a = 1, b = 2 }`
    fn branch(&self, mut table: Tree, span: Span) -> Option<Node> {
        let named = table.shift_remove("option")?;
        let Value::String(name) = &named.node.value else { return None };
        let Some(option) = self.options.get(name) else {
            self.out.add(unknown_option(name, self.options).at(named.node.span).label("no such option"));
            return self.node(table.shift_remove_index(0)?.1.node);
        };
        let option = &option.value;
        if table.is_empty() {
            return Some(Node { value: Value::String(option.chosen.clone()), span: named.node.span });
        }
        let mut missing: Vec<String> =
            option.values.iter().filter(|value| !table.contains_key(value.as_str())).cloned().collect();
        let strays: Vec<(&String, &Field)> = table.iter().filter(|(key, _)| !option.values.contains(key)).collect();
        for (key, field) in &strays {
            let problem = Diagnostic::error(Code::UnknownValue, format!("the option `{name}` has no value `{key}`"))
                .at(field.key)
                .label("not one of its values");
            // Only a value without a branch can be meant, and one slip is told once.
            let meant = match missing.as_slice() {
                [only] if strays.len() == 1 => Some(only.clone()),
                _ => nearest(key, missing.iter().map(String::as_str)).map(str::to_owned),
            };
            self.out.add(match meant {
                Some(meant) => {
                    missing.retain(|value| *value != meant);
                    problem.help(format!("did you mean `{meant}`?"))
                }
                None if missing.is_empty() => problem.help("every value has a branch; delete this one"),
                None => problem.help(format!("without a branch are {}", listed(missing.iter().map(String::as_str)))),
            });
        }
        if !missing.is_empty() {
            self.out.add(
                Diagnostic::error(
                    Code::MissingBranch,
                    format!("nothing is said for {} of `{name}`", listed(missing.iter().map(String::as_str))),
                )
                .at(span)
                .label("every value needs a branch")
                .help(format!("add `{} = ...`", missing[0])),
            );
        }
        let branch = table.shift_remove(&option.chosen).or_else(|| Some(table.shift_remove_index(0)?.1))?;
        self.node(branch.node)
    }
}
