//! The schema of definitions and the words of scripts, as editors read them.

use heterodox::definition::json_schema::{described_keys, json_schema, keys};
use heterodox::script::definitions::definitions;
use jsonschema::Validator;
use serde_json::Value;
use std::path::{Path, PathBuf};

const SCHEMA: &str = "grammar/variant.schema.json";

fn validator() -> Validator {
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(SCHEMA).unwrap()).unwrap();
    assert!(jsonschema::draft7::meta::validate(&schema).is_ok(), "{:?}", jsonschema::draft7::meta::validate(&schema));
    jsonschema::draft7::new(&schema).unwrap()
}

fn value(toml: &str) -> Value {
    let value: toml::Value = toml::from_str(toml).unwrap_or_else(|error| panic!("{error}\n{toml}"));
    serde_json::to_value(value).unwrap()
}

/// What the schema has against a definition.
pub(super) fn refused(toml: &str) -> Vec<String> {
    let value = value(toml);
    validator().iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect()
}

/// All definitions that come with the program.
fn written() -> Vec<PathBuf> {
    let folders = ["variants", "examples"].into_iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let files = folders.map(|entry| entry.unwrap().path().join("variant.toml")).filter(|path| path.exists());
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    assert!(files.len() > 40, "{files:?}");
    files
}

#[test]
fn the_files_are_fresh() {
    for (file, text, command) in [
        (SCHEMA, json_schema(), "heterodox schema"),
        ("grammar/heterodox.d.rhai", definitions(), "heterodox schema --script"),
    ] {
        let stored = std::fs::read_to_string(file).unwrap_or_default();
        assert!(stored == text, "{file} is not fresh: write it with `{command} > {file}`");
    }
}

#[test]
fn every_key_and_every_word_says_what_it_is() {
    let keys = keys();
    assert!(keys.len() > 100, "{}", keys.len());
    let described = described_keys();
    // `if` is described where it is defined, and the sides of a region need no words.
    let silent: Vec<_> = keys
        .iter()
        .filter(|(_, key)| key != "if" && key != "white" && key != "black")
        .filter(|(table, key)| !described.contains(&(table, key)))
        .collect();
    assert!(silent.is_empty(), "not described: {silent:?}");
    let unknown: Vec<_> =
        described.iter().filter(|(table, key)| !keys.contains(&((*table).to_owned(), (*key).to_owned()))).collect();
    assert!(unknown.is_empty(), "described, and not in the language: {unknown:?}");
}

#[test]
fn every_definition_names_the_schema_and_keeps_to_it() {
    let validator = validator();
    for path in written() {
        let text = std::fs::read_to_string(&path).unwrap();
        let first = text.lines().next().unwrap();
        let named = first.strip_prefix("#:schema ").unwrap_or_else(|| panic!("{} names no schema", path.display()));
        let file = path.parent().unwrap().join(named);
        assert_eq!(file.canonicalize().unwrap(), Path::new(SCHEMA).canonicalize().unwrap(), "{}", path.display());
        let value = value(&text);
        let wrong: Vec<String> =
            validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
    }
    for entry in std::fs::read_dir("tests/definitions/good").unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let wrong = refused(&std::fs::read_to_string(&path).unwrap());
            assert!(wrong.is_empty(), "{}: {wrong:#?}", path.display());
        }
    }
}

#[test]
fn a_misspelt_key_is_refused_in_every_table() {
    let validator = validator();
    let good = value(EVERYWHERE);
    assert!(validator.is_valid(&good), "{:#?}", refused(EVERYWHERE));
    // Every table of the definition in turn gets a key that nobody knows.
    let mut paths = Vec::new();
    tables(&good, "", &mut paths);
    assert!(paths.len() > 25, "{paths:?}");
    for path in paths {
        let mut bad = good.clone();
        let table = bad.pointer_mut(&path).unwrap().as_object_mut().unwrap();
        table.insert("mispelt".to_owned(), Value::from(7));
        assert!(!validator.is_valid(&bad), "a wrong key is accepted in `{path}`");
    }
}

fn tables(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(map) => {
            found.push(path.to_owned());
            map.iter().for_each(|(key, value)| tables(value, &format!("{path}/{key}"), found));
        }
        Value::Array(items) => {
            (0..).zip(items).for_each(|(number, item)| tables(item, &format!("{path}/{number}"), found));
        }
        _ => {}
    }
}

/// One of each table; the author's own names are such that another of the same kind would be a wrong value.
const EVERYWHERE: &str = r#"
format = 1
name = "Everything"
[options.many]
values = ["a", "b"]
default = "a"
[board]
shape = "graph"
cells = [{ name = "a1", x = 0, y = 0, row = 0, if = { many = "a" } }]
links = [{ from = "a1", to = "a2", heading = 0 }]
[sides]
first = "white"
[regions]
hill = { white = "a1", black = "a2" }
[pieces.king]
moves = ["K", { move = "W", chain = { must_finish = true } }]
promotion = { zone = { white = "a1", black = "a1" }, to = ["king"] }
[pieces.rook]
moves = { move = "R", from = "a1" }
[powers.relay]
pieces = ["king"]
moves = "N"
[setup]
rows = ["K", "k"]
[[promotion]]
pieces = ["king"]
zone = "a1"
to = ["rook"]
[[castling]]
right = "K"
side = "white"
king = "a1"
king_to = "a1"
rook = "a1"
rook_to = "a1"
[quiet]
resets = ["capture"]
[duty]
claim = "claim"
merit = "merit"
[[end]]
when = "no legal move"
result = "loss"
[notation]
style = "long"
[names.es]
game = "Todo"
pieces = { king = "rey" }
[[test]]
name = "nothing"
san = { a1a2 = "Ka2" }
option = { many = "a" }
"#;

#[test]
fn wrong_values_are_refused_and_right_ones_are_not() {
    // What is wrong, and beside it the same made right.
    let pairs = [
        ("name = 5", "name = \"Five\""),
        ("nam = \"Five\"", "name = \"Five\""),
        ("year = \"1972\"", "year = 1972"),
        ("year = 0", "year = 1"),
        ("sources = \"a book\"", "sources = [\"a book\"]"),
        ("board = \"square\"", "board = { shape = \"rectangle\", files = 8, ranks = 8 }"),
        ("[board]\nshape = \"square\"", "[board]\nshape = \"rectangle\""),
        ("[board]\nfiles = 300", "[board]\nfiles = 256"),
        ("[board]\nfiles = 8.5", "[board]\nfiles = 8"),
        ("[board]\nshape = \"rectangle\"\nrings = 3", "[board]\nshape = \"circle\"\nrings = 3"),
        ("[board]\nshape = \"hexagon\"\nside = 10", "[board]\nshape = \"hexagon\"\nside = 9"),
        ("[board]\nshape = \"graph\"\nturn = 9", "[board]\nshape = \"graph\"\nturn = 12"),
        ("[board]\nwrap = true", "[board]\nwrap = \"both\""),
        ("[sides]\nfirst = \"red\"", "[sides]\nfirst = \"black\""),
        ("[regions]\nHill = \"d4\"", "[regions]\nhill = \"d4\""),
        ("[regions]\nhill = [\"d4\"]", "[regions]\nhill = \"d4\""),
        ("[regions]\nhill = { white = \"d4\", red = \"d5\" }", "[regions]\nhill = { white = \"d4\", black = \"d5\" }"),
        ("[pieces.king]\nletter = \"k\"", "[pieces.king]\nletter = \"K\""),
        ("[pieces.king]\nletter = \"KK\"", "[pieces.king]\nletter = \"K\""),
        ("[pieces.King]\nmoves = \"K\"", "[pieces.king]\nmoves = \"K\""),
        ("[pieces.king]\nroyal = \"yes\"", "[pieces.king]\nroyal = true"),
        ("[pieces.king]\ntakes = \"pawn\"", "[pieces.king]\ntakes = [\"pawn\"]"),
        ("[pieces.king]\ntakes = \"everything\"", "[pieces.king]\ntakes = \"script whom\""),
        ("[pieces.king]\nmoves = 7", "[pieces.king]\nmoves = []"),
        ("[pieces.king]\nmoves = [{ from = \"a1\" }]", "[pieces.king]\nmoves = [{ move = \"K\", from = \"a1\" }]"),
        (
            "[pieces.king]\nmoves = { move = \"K\", does = \"a b\" }",
            "[pieces.king]\nmoves = { move = \"K\", does = \"a\" }",
        ),
        (
            "[pieces.king]\nmoves = { move = \"K\", captures = \"all\" }",
            "[pieces.king]\nmoves = { move = \"K\", captures = \"passing\" }",
        ),
        (
            "[pieces.king]\nmoves = { move = \"K\", chain = { captured = \"late\" } }",
            "[pieces.king]\nmoves = { move = \"K\", chain = { captured = \"at end\" } }",
        ),
        ("[powers.relay]\nmove = \"N\"", "[powers.relay]\nmoves = \"N\""),
        ("[powers.relay]\nas = \"two words\"", "[powers.relay]\nas = \"backer\""),
        ("[[promotion]]\npieces = [\"pawn\"]", "[promotion]\npieces = [\"pawn\"]"),
        ("[castling]\nright = \"K\"", "castling = []"),
        ("[duty]\nclaim = 1", "[duty]\nclaim = \"claim\""),
        ("[end]\nwhen = \"in check\"", "[[end]]\nwhen = \"in check\"\nresult = \"loss\""),
        ("[[end]]\nscript = \"over\"\nresult = \"lost\"", "[[end]]\nscript = \"over\""),
        ("[[end]]\nwhen = 1", "[[end]]\nwhen = true\nresult = \"draw\""),
        ("[notation]\nholes = \"-\"", "[notation]\nholes = \"_\""),
        ("[names.es]\ngame = 1", "[names.es]\ngame = \"Uno\""),
        ("[[test]]\nlegal = [\"e2e4\"]", "[[test]]\nname = \"a step\"\nlegal = [\"e2e4\"]"),
        ("[[test]]\nname = \"a\"\nperft = 20", "[[test]]\nname = \"a\"\nperft = [20]"),
        ("[[test]]\nname = \"a\"\noutcome = \"win\"", "[[test]]\nname = \"a\"\noutcome = \"white\""),
        ("[options.many]\nvalues = []", "[options.many]\nvalues = [\"a\"]"),
        ("[pieces.king]\nroyal = { many = true }", "[pieces.king]\nroyal = { option = \"many\", a = true }"),
    ];
    let mut found = Vec::new();
    for (wrong, right) in pairs {
        let head = "format = 1\nextends = \"chess\"\n";
        if refused(&format!("{head}{wrong}")).is_empty() {
            found.push(format!("accepted: {wrong}"));
        }
        let problems = refused(&format!("{head}{right}"));
        if !problems.is_empty() {
            found.push(format!("refused: {right}: {problems:?}"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(!refused("name = \"no format\"").is_empty());
    assert!(!refused("format = 2").is_empty());
}
