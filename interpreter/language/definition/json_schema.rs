//! The reader of definitions in, a JSON Schema (draft 7) for editors out.
//!
//! The schema is not written down anywhere: small definitions that touch every table are read with a record of what the
//! reader asks, so that a key that the reader knows stands in the schema with the type that the reader wants.

use super::about::{about, described};
use super::loader;
use super::record::{Asked, Keys, Record};
use crate::source::SourceId;
use serde_json::{Map, Value, json};

/// Touches every table once, and the ends in each of their forms.
const EVERYTHING: &str = r#"
format = 1
name = "probe"
[options.any]
values = ["a"]
[sides]
[regions]
any = "all"
[pieces.any]
moves = [{ move = "W", chain = {} }]
takes = ["any"]
promotion = { zone = { white = "all", black = "all" } }
[powers.any]
[[promotion]]
zone = { white = "all", black = "all" }
[setup]
[[castling]]
[quiet]
[duty]
[[end]]
[[end]]
when = "true"
[[end]]
script = "any"
[notation]
[names.any]
[[test]]
"#;

/// The shapes of a board, each with what has to be said for all of its tables to be read.
const SHAPES: [(&str, &str); 4] =
    [("rectangle", ""), ("circle", ""), ("hexagon", ""), ("graph", "turn = 12\n[[board.cells]]\n[[board.links]]\n")];

const ROOT: &str = "the definition";
const MOVEMENT: &str = "the movement";

/// The schema of a definition file, as text with two blanks for each level.
#[must_use]
pub fn json_schema() -> String {
    let text = serde_json::to_string_pretty(&whole()).unwrap_or_default();
    text + "\n"
}

fn whole() -> Value {
    let (_, record) = loader::record(SourceId(0), EVERYTHING, Record::default());
    let mut record = record;
    let mut shapes = Vec::new();
    for (shape, more) in SHAPES {
        let text = format!("format = 1\n[board]\nshape = \"{shape}\"\n{more}\n[pieces.any]\ntakes = \"script any\"\n");
        let (_, alone) = loader::record(SourceId(0), &text, Record::default());
        let keys: Vec<String> =
            alone.of("`[board]`").map(|table| table.keys.keys().cloned().collect()).unwrap_or_default();
        shapes.push(json!({
            "if": { "properties": { "shape": { "const": shape } }, "required": ["shape"] },
            "then": { "propertyNames": { "enum": keys } },
        }));
        record = loader::record(SourceId(0), &text, record).1;
    }
    let writer = Writer { record: &record };
    let mut root = writer.table(ROOT);
    root["required"] = json!(["format"]);
    root["properties"]["board"]["allOf"] = shapes.into();
    let mut schema = json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "A chess variant for heterodox",
        "description": "The language is described in grammar/README.md.",
    });
    append(&mut schema, root);
    schema["definitions"] = json!({
        "choice": {
            "description": "One value for each value of an option: `{ option = \"NAME\", a = 1, b = 2 }`.",
            "type": "object",
            "properties": { "option": { "type": "string", "description": "The option's name." } },
            "required": ["option"],
        },
        "if": {
            "description": "The element is left out unless the options have these values.",
            "type": "object",
            "additionalProperties": { "anyOf": [{ "type": "string" }, reference("strings")] },
        },
        "strings": strings(),
        "movement": writer.table(MOVEMENT),
        "listed-movement": writer.element(MOVEMENT),
    });
    schema
}

/// All tables and keys of the language, tables by their names in messages.
#[must_use]
pub fn keys() -> Vec<(String, String)> {
    let mut found = Vec::new();
    collect(&whole(), "", &mut found);
    found
}

/// Tables and keys that have a sentence in editors.
#[must_use]
pub fn described_keys() -> Vec<(&'static str, &'static str)> {
    described().collect()
}

/// The names of tables stand in `title`.
fn collect(schema: &Value, above: &str, found: &mut Vec<(String, String)>) {
    match schema {
        Value::Object(map) => {
            let here = map.get("title").and_then(Value::as_str).unwrap_or(above);
            let here = if above.is_empty() { ROOT } else { here };
            for (key, value) in map {
                match value {
                    Value::Object(keys) if key == "properties" && map.contains_key("title") => {
                        for (key, value) in keys {
                            found.push((here.to_owned(), key.clone()));
                            collect(value, here, found);
                        }
                    }
                    value => collect(value, here, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, above, found)),
        _ => {}
    }
}

struct Writer<'r> {
    record: &'r Record,
}

impl Writer<'_> {
    /// A table by its name in messages.
    fn table(&self, what: &str) -> Value {
        let name = what.trim_matches('`');
        let mut properties = Map::new();
        if let Some(table) = self.record.of(what) {
            for (key, asked) in &table.keys {
                properties.insert(key.clone(), self.key(name, key, asked));
            }
        }
        json!({ "title": name, "type": "object", "properties": properties, "additionalProperties": false })
    }

    /// An element of an array of tables: nothing is inherited, so what is needed must stand there.
    fn element(&self, what: &str) -> Value {
        let mut table = self.table(what);
        table["properties"]["if"] = reference("if");
        let needed = self.record.of(what).map(Keys::needed).unwrap_or_default();
        if !needed.is_empty() {
            table["required"] = needed.into();
        }
        table
    }

    fn key(&self, table: &str, key: &str, asked: &[Asked]) -> Value {
        let mut ways: Vec<Value> = match (table, key) {
            (_, "moves") if asked == [Asked::Anything] => moves(),
            (ROOT, "script") => vec![json!({ "type": "string" }), reference("strings")],
            _ => {
                let mut ways = Vec::new();
                // These say it all; how the probe writes it, and what the reader does next, does not matter.
                let several = asked.iter().find(|way| matches!(way, Asked::OneOrMore(_) | Asked::Words));
                for way in several.map_or(asked, std::slice::from_ref) {
                    for way in self.value(key, way) {
                        if !ways.contains(&way) {
                            ways.push(way);
                        }
                    }
                }
                ways
            }
        };
        narrow(table, key, &mut ways);
        let is_table = ways.iter().all(|way| way["type"] == "object");
        if !is_table {
            ways.push(reference("choice"));
        }
        let mut value = match ways.len() {
            1 => ways.remove(0),
            _ => json!({ "anyOf": ways }),
        };
        if let Some(text) = about(table, key) {
            value["description"] = text.into();
        }
        value
    }

    /// The ways to answer a question.
    fn value(&self, key: &str, asked: &Asked) -> Vec<Value> {
        vec![match asked {
            Asked::Anything => return Vec::new(),
            Asked::Sided => return sided(),
            Asked::OneOrMore(what) => return vec![self.table(what), array(self.element(what))],
            Asked::Text | Asked::Region => json!({ "type": "string" }),
            Asked::Word(words) => json!({ "type": "string", "enum": words }),
            Asked::Integer(bounds) => integer(*bounds.start(), *bounds.end()),
            Asked::Integers(bounds) => array(integer(*bounds.start(), *bounds.end())),
            Asked::Number => json!({ "type": "number" }),
            Asked::Flag => json!({ "type": "boolean" }),
            Asked::Texts => reference("strings"),
            Asked::Function => json!({ "type": "string", "pattern": "^(script +)?[A-Za-z_][A-Za-z0-9_]*$" }),
            Asked::Condition => json!({ "type": ["string", "boolean"] }),
            Asked::Table(what) => self.table(what),
            Asked::Tables(what) => array(self.element(what)),
            Asked::Words => object_of(json!({ "anyOf": [{ "type": "string" }, reference("choice")] })),
            Asked::Named => {
                let below = format!("`[{key}.any]`");
                let checks_names = self.record.checks_names(key.trim_end_matches('s'));
                let mut named = match self.record.of(&below) {
                    Some(_) => object_of(self.table(&below)),
                    None if checks_names => {
                        let ways = sided().into_iter().chain([reference("choice")]);
                        object_of(json!({ "anyOf": ways.collect::<Vec<Value>>() }))
                    }
                    None => return Vec::new(),
                };
                if checks_names {
                    named["propertyNames"] = json!({ "pattern": "^[a-z][a-z0-9_-]+$" });
                }
                named
            }
        }]
    }
}

/// What the reader checks beside the type.
fn narrow(table: &str, key: &str, ways: &mut [Value]) {
    let Some(way) = ways.first_mut() else { return };
    match (table, key) {
        (ROOT, "format") => *way = json!({ "type": "integer", "enum": [1] }),
        ("[board]", "turn") => *way = json!({ "type": "integer", "enum": [8, 12] }),
        ("[pieces.any]", "letter") => way["pattern"] = "^[A-Z]$".into(),
        ("[[castling]]", "pieces") => {
            *way = strings();
            way["minItems"] = 2.into();
            way["maxItems"] = 2.into();
        }
        ("[options.any]", "values") => {
            *way = strings();
            way["minItems"] = 1.into();
        }
        ("[pieces.any]", "takes") => {
            for way in ways {
                if *way == json!({ "type": "string" }) {
                    *way = json!({ "type": "string", "enum": ["all", "nothing"] });
                } else if way.get("pattern").is_some() {
                    way["pattern"] = "^script +[A-Za-z_][A-Za-z0-9_]*$".into();
                }
            }
        }
        _ => {}
    }
}

fn sided() -> Vec<Value> {
    let text = || json!({ "anyOf": [{ "type": "string" }, reference("choice")] });
    let both = json!({
        "type": "object",
        "properties": { "white": text(), "black": text() },
        "additionalProperties": false,
    });
    vec![json!({ "type": "string" }), both]
}

fn integer(least: i64, most: i64) -> Value {
    let mut value = json!({ "type": "integer", "minimum": least });
    if most < i64::MAX {
        value["maximum"] = most.into();
    }
    value
}

fn array(items: Value) -> Value {
    json!({ "type": "array", "items": items })
}

fn object_of(values: Value) -> Value {
    json!({ "type": "object", "additionalProperties": values })
}

fn strings() -> Value {
    array(json!({ "anyOf": [{ "type": "string" }, reference("choice")] }))
}

/// A movement, or an array of movements.
fn moves() -> Vec<Value> {
    let listed = json!({ "anyOf": [{ "type": "string" }, reference("listed-movement"), reference("choice")] });
    vec![json!({ "type": "string" }), reference("movement"), array(listed)]
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/definitions/{name}") })
}

fn append(schema: &mut Value, more: Value) {
    if let (Value::Object(schema), Value::Object(more)) = (schema, more) {
        for (key, value) in more {
            schema.entry(key).or_insert(value);
        }
    }
}
