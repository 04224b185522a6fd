//! The table of words in, a `.d.rhai` file for editors out: each word with its types and what it says.

use crate::script::lexicon::{Form, RECEIVERS, WORDS, Word};
use crate::script::types::Type;
use std::fmt::Write;

/// The words of scripts as a Rhai definition file.
#[must_use]
pub fn definitions() -> String {
    let mut out = String::from(HEAD);
    for (receiver, about) in RECEIVERS {
        let _ = write!(out, "\n// {}: {about}\n", spelled(*receiver));
        for word in WORDS.iter().filter(|word| word.of == *receiver) {
            for declared in declared(word) {
                let _ = write!(out, "\n/// {}\n{declared}\n", word.says);
            }
        }
    }
    out
}

/// A word as Rhai declares it: once for each way of writing it, and for each type of its values.
fn declared(word: &Word) -> Vec<String> {
    let Word { of, form, name, takes, gives, .. } = word;
    let (receiver, gives) = (spelled(*of), spelled(*gives));
    let mut all = vec![Vec::new()];
    for (name, taken) in *takes {
        let types = types_of(*taken);
        let with = |values: Vec<String>| {
            types.iter().map(move |one| [values.clone(), vec![format!("{name}: {one}")]].concat()).collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(with).collect();
    }
    let subject = format!("{}: {receiver}", subject(*of));
    let written = all.into_iter().flat_map(|values: Vec<String>| {
        let values = [vec![subject.clone()], values].concat().join(", ");
        let types = values.split(", ").filter_map(|value| value.split_once(": ")).map(|(_, one)| one);
        let operator = format!("op {name}({}) -> {gives};", types.collect::<Vec<_>>().join(", "));
        let function = format!("fn {name}({values}) -> {gives};");
        let getter = format!("fn get {name}({values}) -> {gives};");
        match form {
            Form::Op => vec![operator],
            Form::Get => vec![getter],
            Form::Both => vec![function, getter],
            Form::Call => vec![function],
        }
    });
    written.collect()
}

/// What the one that has a word is called.
fn subject(of: Type) -> String {
    match spelled(of) {
        "int" => "number".to_owned(),
        "Array" => "list".to_owned(),
        "Range" | "RangeInclusive" => "range".to_owned(),
        "?" => "value".to_owned(),
        other => other.to_lowercase(),
    }
}

/// The types of a set as Rhai writes them.
fn types_of(taken: Type) -> Vec<&'static str> {
    if spelled(taken) == "?" {
        return vec!["?"];
    }
    let mut types: Vec<&str> = taken.each().map(spelled).collect();
    types.sort_unstable();
    types.dedup();
    types
}

/// A type as Rhai writes it.
fn spelled(one: Type) -> &'static str {
    match one.name() {
        _ if one == Type::ANY || one == Type::ACTED_ON => "?",
        "i64" => "int",
        "string" => "String",
        "array" => "Array",
        "map" => "Map",
        "range" => "Range",
        "range=" => "RangeInclusive",
        name => name,
    }
}

const HEAD: &str = "\
module static;

// The words that scripts of variants may use, for the Rhai language server.
// Written by `heterodox schema --script`; grammar/README.md says more, and which functions are called when.
// A piece is a `Square`: the square it stands on. Directions and ranks are seen from the mover.
// Options of the definition are constants of their names.
";

#[cfg(test)]
mod tests {
    use super::declared;
    use crate::script::host::engines;
    use crate::script::lexicon::WORDS;
    use crate::script::names::Names;
    use crate::script::types::Type;
    use crate::source::{SourceId, Span};
    use rhai::Engine;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    /// Each word that an engine has, without the names of its values.
    fn registered(engine: &Engine) -> Vec<String> {
        let named = |text: &str| {
            let text = text.trim().trim_start_matches("&mut ");
            let result = text.strip_prefix("core::result::Result<").and_then(|rest| rest.rsplit_once(", "));
            match engine.map_type_name(result.map_or(text, |(inner, _)| inner)) {
                name if name.ends_with("Dynamic") => "?",
                name => super::spelled(Type::named(name)),
            }
        };
        let word = |info: rhai::FuncInfo| {
            let data = info.metadata;
            let mut types = data.params_info.iter().map(|text| named(text.split_once(':').map_or("", |(_, of)| of)));
            let receiver = types.next()?;
            let (values, gives) = (types.collect::<Vec<_>>(), named(&data.return_type));
            let name = data.name.as_str();
            if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
                // What has one value is written before it.
                let values: Vec<&str> = [receiver].into_iter().chain(values).collect();
                return (values.len() > 1).then(|| format!("op {name}({}) -> {gives};", values.join(", ")));
            }
            // A set says of what is no square that it is no member.
            let is_mistake = name == "contains" && receiver == "Squares" && values == ["?"];
            (!is_mistake).then(|| match name.strip_prefix("get$") {
                Some(name) => format!("get {receiver}.{name} -> {gives}"),
                None => format!("{receiver}.{name}({}) -> {gives}", values.join(", ")),
            })
        };
        engine.collect_fn_metadata(None, word, true)
    }

    #[test]
    fn the_engines_have_the_words_of_the_table_and_no_others() {
        let (hooks, load) = engines(&Arc::new(Names::default()), Span::new(SourceId(0), 0..0));
        let registered: BTreeSet<String> = [&hooks, &load].into_iter().flat_map(registered).collect();
        let described = WORDS.iter().flat_map(declared).map(|text| {
            let Some(rest) = text.strip_prefix("fn ") else { return text };
            let (head, rest) = rest.split_once('(').unwrap();
            let (values, gives) = rest.split_once(") -> ").unwrap();
            let types: Vec<&str> =
                values.split(", ").filter_map(|value| value.split_once(": ")).map(|(_, of)| of).collect();
            let gives = gives.trim_end_matches(';');
            match head.strip_prefix("get ") {
                Some(name) => format!("get {}.{name} -> {gives}", types[0]),
                None => format!("{}.{head}({}) -> {gives}", types[0], types[1..].join(", ")),
            }
        });
        let described: BTreeSet<String> = described.collect();
        let unlike: Vec<&String> = registered.symmetric_difference(&described).collect();
        assert!(unlike.is_empty() && described.len() > 100, "{unlike:#?}");
    }
}
