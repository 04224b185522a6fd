//! The engines that run scripts in, a `.d.rhai` file for editors out: each word with its types and what it says.

use crate::script::lexicon::{Takes, WORDS, gives, named, parameters};
use crate::script::names::Names;
use crate::script::sandbox::engines;
use crate::script::values::{self, Sorts};
use crate::source::{SourceId, Span};
use rhai::Engine;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::Arc;

/// The words of scripts as a Rhai definition file. Names and types come from the engine.
#[must_use]
pub fn definitions() -> String {
    let mut out = String::from(HEAD);
    let words = words();
    for (receiver, about, list) in WORDS {
        let shown = typed(receiver);
        let _ = write!(out, "\n// {shown}: {about}\n");
        for (signature, text) in *list {
            for word in words.iter().filter(|word| word.receiver == shown && word.is(signature)) {
                let _ = write!(out, "\n/// {text}\n{}\n", word.declared(parameters(signature)));
            }
        }
    }
    out
}

/// Words that the engine knows and nothing is said about, and words that are described and do not exist.
#[must_use]
pub fn undescribed() -> Vec<String> {
    let words = words();
    let described = |word: &Word| {
        let lists = WORDS.iter().filter(|(receiver, ..)| typed(receiver) == word.receiver);
        lists.flat_map(|(_, _, list)| *list).any(|(signature, _)| word.is(signature))
    };
    // What has one value is written before it.
    let is_prefix = |word: &Word| word.is_operator() && word.parameters.is_empty();
    let silent = words.iter().filter(|word| !is_prefix(word) && !described(word));
    let silent = silent.map(|word| format!("{}.{} is not described", word.receiver, word.name));
    let missing = WORDS.iter().flat_map(|(receiver, _, list)| list.iter().map(move |(word, _)| (*receiver, *word)));
    let missing =
        missing.filter(|(receiver, text)| !words.iter().any(|word| word.receiver == typed(receiver) && word.is(text)));
    let unlike = words.iter().filter(|word| !word.is_operator()).flat_map(unlike_its_description);
    silent.chain(missing.map(|(receiver, word)| format!("{receiver}.{word} does not exist"))).chain(unlike).collect()
}

/// Parameters that are described as one thing and are another to the engine.
fn unlike_its_description(word: &Word) -> Vec<String> {
    let receiver = WORDS.iter().map(|(receiver, ..)| *receiver).find(|receiver| typed(receiver) == word.receiver);
    let receiver = receiver.unwrap_or_default();
    let of_it = named(&word.name).filter(|(of, written, _)| *of == receiver && word.is(written));
    let given = match word.answer.as_str() {
        "int" => Some("i64"),
        "String" => Some("string"),
        "bool" => Some("bool"),
        _ => None,
    };
    let is_plain = word.parameters.is_empty();
    let answer = (is_plain && gives(&word.name) != given)
        .then(|| format!("{}.{} gives {}", word.receiver, word.name, word.answer));
    // What readers of scripts take it to give.
    let sorts = values::gives(receiver, &word.name).sorts();
    let read = if sorts == Sorts::ANY { "?" } else { sorts.first() };
    let as_read = match word.answer.as_str() {
        "int" => "i64",
        "String" => "string",
        "Array" => "array",
        "Squares" | "Square" | "bool" | "?" => word.answer.as_str(),
        _ => "()",
    };
    let misread = (read != as_read).then(|| format!("{}.{} is read as {read}", word.receiver, word.name));
    let pairs = of_it.flat_map(|(_, written, _)| parameters(written).into_iter().zip(&word.parameters));
    let wrong = pairs.filter(|(parameter, kind)| {
        let takes = Takes::of(receiver, parameter);
        !takes.is_some_and(|takes| match kind.as_str() {
            kind if *kind == word.receiver && takes == Takes::Alike => true,
            "String" | "char" => takes == Takes::Text,
            "int" => takes == Takes::Number,
            "Square" => takes == Takes::Square,
            "Fn" | "FnPtr" => takes == Takes::Function,
            "?" => matches!(takes, Takes::Square | Takes::Squares | Takes::Anything),
            _ => false,
        })
    });
    let wrong = wrong.map(|(parameter, kind)| format!("{}.{}: `{parameter}` is {kind}", word.receiver, word.name));
    wrong.chain(answer).chain(misread).collect()
}

/// A word as the engine knows it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Word {
    receiver: String,
    name: String,
    is_property: bool,
    /// Types of the parameters after the receiver.
    parameters: Vec<String>,
    answer: String,
}

impl Word {
    /// Whether this is the word of `name`, `name(a, b)` or `a + b`.
    fn is(&self, signature: &str) -> bool {
        let name = signature.split(['(', ' ']).next().unwrap_or_default();
        let n = parameters(signature).len();
        self.name == name && self.parameters.len() == n
    }

    fn is_operator(&self) -> bool {
        !self.name.starts_with(|c: char| c.is_ascii_alphabetic())
    }

    fn declared(&self, names: Vec<&str>) -> String {
        let Word { receiver, name, answer, .. } = self;
        if self.is_operator() {
            return format!("op {name}({receiver}, {}) -> {answer};", self.parameters.join(", "));
        }
        let subject = match receiver.as_str() {
            "int" => "number",
            "String" => "string",
            "Array" => "list",
            "Range" | "RangeInclusive" => "range",
            "?" => "value",
            other => &other.to_lowercase(),
        };
        let mut all = vec![format!("{subject}: {receiver}")];
        all.extend(names.iter().zip(&self.parameters).map(|(name, kind)| format!("{name}: {kind}")));
        let get = if self.is_property { "get " } else { "" };
        format!("fn {get}{name}({}) -> {answer};", all.join(", "))
    }
}

fn words() -> BTreeSet<Word> {
    let (hooks, load) = engines(&Arc::new(Names::default()), Span::new(SourceId(0), 0..0));
    [&hooks, &load].into_iter().flat_map(registered).collect()
}

/// What was registered.
fn registered(engine: &Engine) -> Vec<Word> {
    engine.collect_fn_metadata(
        None,
        |info| {
            let data = info.metadata;
            let mut types =
                data.params_info.iter().map(|text| plain(engine, text.split_once(':').map_or("", |(_, t)| t)));
            let receiver = types.next()?;
            let name = data.name.as_str();
            Some(Word {
                receiver,
                name: name.strip_prefix("get$").unwrap_or(name).to_owned(),
                is_property: name.starts_with("get$"),
                parameters: types.collect(),
                answer: plain(engine, &data.return_type),
            })
        },
        true,
    )
}

/// A type of the lexicon as it is declared.
fn typed(name: &str) -> &str {
    match name {
        "i64" => "int",
        "string" => "String",
        "array" => "Array",
        "map" => "Map",
        "range" => "Range",
        "range=" => "RangeInclusive",
        other => other,
    }
}

/// A type as Rhai writes it.
fn plain(engine: &Engine, name: &str) -> String {
    let name = name.trim().trim_start_matches("&mut ");
    let name = match name.strip_prefix("core::result::Result<").and_then(|rest| rest.rsplit_once(", ")) {
        Some((inner, _)) => inner,
        None => name,
    };
    match engine.map_type_name(name).rsplit("::").next().unwrap_or(name) {
        "ImmutableString" => "String".to_owned(),
        "Dynamic" => "?".to_owned(),
        other => typed(other).to_owned(),
    }
}

const HEAD: &str = "\
module static;

// The words that scripts of variants may use, for the Rhai language server.
// Written by `heterodox schema --script`; grammar/README.md says more, and which functions are called when.
// A piece is a `Square`: the square it stands on. Directions and ranks are seen from the mover.
// Options of the definition are constants of their names.
";
