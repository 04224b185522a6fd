//! TOML to a definition: what is read, what is inherited, what is chosen, what is refused and in which words.

use heterodox::definition::loader::{BundledFiles, Library, Loaded, NoLibrary, load, load_text};
use heterodox::definition::resolved::{resolved, resolved_scripts};
use heterodox::definition::{RectangleDef, Shape, TakesDef, TestDef};
use heterodox::diagnostic::render::{Style, render};
use proptest::prelude::*;

/// A definition with something of everything.
const GOOD: &str = r#"
format   = 1
name     = "Test Chess"
script   = "rules.rhai"
inventor = "Nobody"
year     = 2001
sources  = ["a book, p. 1"]
active   = "script awake"

[options.many]
values = ["multi", "max", "free"]
default = "multi"

[board]
shape = "rectangle"
files = 8
ranks = 8
wrap  = { option = "many", multi = "files", max = "ranks", free = "both" }
holes = ["h5"]
[sides]
first = "white"
forward = "script forward"
names = { white = "chalk" }

[regions]
home = "rank 1"
goal = { white = "rank 8", black = "rank 1" }

[pieces.king]
moves = "K"
royal = true

[pieces.rook]
moves = ["R", { move = "fmW", from = "home", when = "script awake" }]
takes = ["pawn", "rook"]
letter = "R"
value = 500

[pieces.pawn]
moves = [
  "fmW",
  { move = "fcF", spares = ["king"], if = { many = "max" } },
  { move = "fcafmF", chain = { must_finish = false, captured = "at end", promotion = "ends" }, if = { many = ["multi", "free"] } },
  { option = "many", multi = ["cW", "cD"], max = "cF", free = "cN" },
]
takes = "script may_take"
promotion = { zone = "goal", to = ["rook"], must = false }

[powers.relay]
pieces = ["rook"]
moves = "N"
when = "script relayed"
mark = "R"

[promotion]
pieces = ["king"]
zone = { white = "rank 8", black = "rank 1" }
to = ["rook"]

[[castling]]
right = "K"
side = "white"
king = "e1"
king_to = "g1"
rook = "h1"
rook_to = "f1"

[setup]
fen = "k7/8/8/8/8/8/8/K7 w - - 0 1"

[quiet]
resets = ["capture", "pawn move"]

[duty]
claim = "claim"
merit = "merit"

[[end]]
when = "no legal move and in check"
result = "loss"
name = "checkmate"

[[end]]
script = "verdict"

[notation]
style = "long"
holes = "_"

[names.es]
game = "Ajedrez de prueba"
letters = { king = "R", rook = "T" }
sides = { white = "blancas", black = "negras" }

[[test]]
name = "the start"
perft = [3, 9]
option = { many = "multi" }
san = { a1a2 = "Ka2" }

[[test]]
name = "another value"
option = { many = "max" }
check = false
"#;

struct Shelf(Vec<(&'static str, &'static str)>);

impl Library for Shelf {
    fn find(&self, name: &str) -> Option<BundledFiles> {
        let (_, text) = self.0.iter().find(|(known, _)| *known == name)?;
        let script = format!("fn of_{name}() {{ true }}");
        Some(vec![("variant.toml".to_owned(), (*text).into()), ("rules.rhai".to_owned(), script.into())])
    }

    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| (*name).to_owned()).collect()
    }
}

fn shelf() -> Shelf {
    Shelf(vec![("good", GOOD)])
}

fn scripts() -> Vec<(String, String)> {
    vec![("rules.rhai".to_owned(), "fn awake(piece) { true }".to_owned())]
}

fn options(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn read(toml: &str, chosen: &[(&str, &str)]) -> Loaded {
    load_text("mine.toml", toml, &scripts(), &shelf(), &options(chosen))
}

fn sound(toml: &str, chosen: &[(&str, &str)]) -> Loaded {
    let loaded = read(toml, chosen);
    assert!(loaded.is_sound(), "{}", shown(&loaded));
    loaded
}

fn shown(loaded: &Loaded) -> String {
    render(&loaded.diagnostics, &loaded.sources, Style::Plain)
}

fn codes(loaded: &Loaded) -> Vec<&'static str> {
    loaded.diagnostics.iter().map(|problem| problem.code.as_str()).collect()
}

/// The definition as text, without its places.
fn bare(loaded: &Loaded) -> String {
    let definition = loaded.definition.as_ref().expect("a definition");
    let text = format!("{definition:#?}");
    let mut lines = text.lines();
    let mut kept = Vec::new();
    while let Some(line) = lines.next() {
        if line.ends_with("Span {") {
            for _ in 0..5 {
                lines.next();
            }
        } else {
            kept.push(line);
        }
    }
    kept.join("\n")
}

#[test]
fn everything_is_read() {
    let loaded = sound(GOOD, &[]);
    let definition = loaded.definition.expect("a definition");
    assert_eq!(definition.name.value, "Test Chess");
    assert_eq!(definition.year, Some(2001));
    let Shape::Rectangle(RectangleDef { files, wrap, .. }) = &definition.board.shape else { panic!("a rectangle") };
    assert_eq!((files.value, wrap.as_ref().map(|wrap| wrap.value.as_str())), (8, Some("files")));
    assert_eq!(definition.sides.forward.as_ref().map(|name| name.value.as_str()), Some("forward"));
    assert_eq!(definition.names["en"].value.sides["white"].value.value, "chalk");
    assert_eq!(definition.pieces.keys().collect::<Vec<_>>(), ["king", "rook", "pawn"]);
    let pawn = &definition.pieces["pawn"].value;
    assert_eq!(pawn.moves.len(), 4, "a step, the chain, and two in place of the choice");
    assert!(matches!(&pawn.takes, Some(TakesDef::Script(name)) if name.value == "may_take"));
    assert_eq!(definition.promotions.len(), 2);
    assert!(!definition.promotions[0].must && definition.promotions[1].must);
    assert_eq!(definition.castling[0].pieces[1].value, "rook");
    assert_eq!((definition.ends.len(), definition.tests.len(), definition.scripts.len()), (2, 2, 1));
    assert!(definition.notation.long && definition.notation.holes == Some('_'));
}

#[test]
fn places_are_inside_the_quotes() {
    let loaded = sound(GOOD, &[]);
    let definition = loaded.definition.expect("a definition");
    assert_eq!(loaded.sources.text(definition.name.span), "Test Chess");
    let rook = &definition.pieces["rook"];
    assert_eq!(loaded.sources.text(rook.key), "rook");
    assert_eq!(loaded.sources.text(rook.value.moves[0].span), "R");
    assert!(loaded.sources.text(rook.value.moves[1].span).starts_with("{ move"));
    let forward = definition.sides.forward.expect("a function");
    assert_eq!(loaded.sources.text(forward.span), "forward");
    assert_eq!(loaded.sources.place(forward.span).to_string(), "mine.toml:22:19");
}

#[test]
fn options_choose() {
    for (value, wrap, moves) in [("multi", "files", 4), ("max", "ranks", 3), ("free", "both", 3)] {
        let definition = sound(GOOD, &[("many", value)]).definition.expect("a definition");
        let Shape::Rectangle(RectangleDef { wrap: Some(found), .. }) = &definition.board.shape else {
            panic!("a rectangle")
        };
        assert_eq!(found.value, wrap);
        assert_eq!(definition.pieces["pawn"].value.moves.len(), moves);
        assert_eq!(definition.options["many"].value.chosen, value);
    }
    let unknown = read(GOOD, &[("manny", "max")]);
    assert_eq!(codes(&unknown), ["unknown-option"]);
    assert_eq!(unknown.diagnostics[0].help, ["did you mean `many`?"]);
    assert_eq!(codes(&read(GOOD, &[("many", "most")])), ["unknown-value"]);
    let none = read("format = 1\nname = \"x\"\nextends = \"good\"\nremove = [\"options\"]", &[("many", "max")]);
    assert!(codes(&none).contains(&"unknown-option"));
}

#[test]
fn an_option_can_be_a_value() {
    let child = r#"
format = 1
name = "Child"
extends = "good"
[options.to]
values = ["rook", "king"]
default = "king"
[promotion]
to = [{ option = "to" }]
"#;
    let definition = sound(child, &[]).definition.expect("a definition");
    assert_eq!(definition.promotions[1].to[0].value, "king");
}

#[test]
fn a_child_inherits() {
    let child = r#"
format  = 1
name    = "Child"
extends = "good"
script  = "rules.rhai"
remove  = ["pieces.king", "castling", "names.es.sides"]

[pieces.rook]
moves = "W"

[setup]
rows = ["8"]

[board]
files = 10
"#;
    let loaded = sound(child, &[]);
    let definition = loaded.definition.as_ref().expect("a definition");
    assert_eq!(definition.name.value, "Child");
    assert_eq!((definition.inventor.as_ref(), definition.year, definition.sources.len()), (None, None, 0));
    assert_eq!(definition.tests.len(), 0);
    assert_eq!(definition.pieces.keys().collect::<Vec<_>>(), ["rook", "pawn"]);
    let rook = &definition.pieces["rook"].value;
    assert_eq!((rook.moves.len(), rook.value), (1, Some(500)));
    assert!(definition.castling.is_empty());
    assert_eq!((definition.setup.fen.as_ref(), definition.setup.rows.len()), (None, 1));
    let spanish = &definition.names["es"].value;
    assert_eq!((spanish.game.as_ref(), spanish.sides.len()), (None, 0));
    assert_eq!(spanish.letters.keys().collect::<Vec<_>>(), ["rook"], "the king's letter went with the king");
    let Shape::Rectangle(RectangleDef { files, ranks, .. }) = &definition.board.shape else { panic!("a rectangle") };
    assert_eq!(loaded.sources.place(files.span).to_string(), "mine.toml:15:9");
    assert!(loaded.sources.place(ranks.span).to_string().starts_with("good/variant.toml:"));
    let names: Vec<&str> =
        definition.scripts.iter().map(|script| loaded.sources.file(script.source).name.as_str()).collect();
    assert_eq!(names, ["good/rules.rhai", "rules.rhai"]);
    let other =
        "format = 1\nname = \"Round\"\nextends = \"good\"\n[board]\nshape = \"circle\"\nrings = 3\nsectors = 14";
    let round = sound(other, &[]).definition.expect("a definition");
    assert!(matches!(round.board.shape, Shape::Circle { .. }), "another shape keeps nothing of the parent's board");
}

#[test]
fn the_resolved_text_is_the_same_definition() {
    let child = "format = 1\nname = \"A \\\"child\\\"\"\nextends = \"good\"\nscript = \"rules.rhai\"\n[pieces.rook]\nmoves = \"W\"\n[[test]]\nname = \"own\"\nmoves = []\n";
    for (text, value) in [(GOOD, "multi"), (GOOD, "max"), (child, "free")] {
        let first = sound(text, &[("many", value)]);
        let whole = resolved(&first);
        let beside: Vec<(String, String)> =
            resolved_scripts(&first).into_iter().map(|(name, text)| (name, text.to_owned())).collect();
        let again = load_text("again.toml", &whole, &beside, &NoLibrary, &[]);
        assert!(again.is_sound(), "{}\n{whole}", shown(&again));
        let normal = |loaded: &Loaded| {
            let mut loaded = loaded.clone();
            let definition = loaded.definition.as_mut().expect("a definition");
            definition.extends = None;
            let played =
                |test: &TestDef| test.option.get("many").map_or("multi", |entry| entry.value.value.as_str()) == value;
            definition.tests.retain(played);
            let many = &mut definition.options["many"].value;
            many.values = vec![many.chosen.clone()];
            many.default.clone_from(&many.chosen);
            definition.scripts.clear();
            bare(&loaded)
        };
        let (left, right) = (normal(&first), normal(&again));
        let differ = left.lines().zip(right.lines()).find(|(left, right)| left != right);
        assert!(left == right, "{differ:?}\n{whole}");
        let texts =
            |scripts: Vec<(String, &str)>| scripts.into_iter().map(|(_, text)| text.to_owned()).collect::<Vec<_>>();
        assert_eq!(texts(resolved_scripts(&again)), texts(resolved_scripts(&first)));
    }
    insta::assert_snapshot!("resolved", resolved(&sound(child, &[])));
}

#[test]
fn bad_texts_are_explained() {
    let head = "format = 1\nname = \"Bad\"\nextends = \"good\"\n";
    let texts: &[(&str, &str)] = &[
        ("colon", "[board]\nfiles: 8\nranks = 8\n"),
        ("python", "[pieces.rook]\nroyal = True\nvalue = 5,\n[pieces.king]\nmoves = K\n"),
        ("unclosed_array", "[pieces.rook]\nmoves = [\"R\", \"N\"\nvalue = 4\n[pieces.king]\nmoves = \"K\"\n"),
        ("unclosed_table", "[pieces.rook]\nmoves = { move = \"R\"\n[pieces.king]\nmoves = \"K\"\n"),
        (
            "unclosed_string",
            "[pieces.rook]\nmoves = \"R\n[pieces.king\nmoves = fmW\n[[end]\nwhen = in check\nno-value\n= 3\nx = \n",
        ),
        ("twice", "[setup]\nfen = \"8\"\nfen = \"9\"\n[pieces.rook]\nmoves = \"W\"\n[pieces.rook]\nmoves = \"F\"\n"),
        (
            "unknown_keys",
            "[pieces.rook]\nmoovs = \"R\"\nzzz = 1\nif = { many = \"max\" }\n[bord]\nshape = \"circle\"\n",
        ),
        ("end_under_header", "[quiet]\nresets = [\"capture\"]\nend = [{ when = \"in check\", result = \"draw\" }]\n"),
        (
            "wrong_types",
            "[board]\nfiles = \"8\"\nranks = 0\nholes = \"a1\"\n[pieces.rook]\nmoves = [3, { from = \"home\" }]\nroyal = \"true\"\ntakes = \"pawn\"\nletter = \"RR\"\n[pieces]\n",
        ),
        (
            "ends",
            "[end]\nwhen = \"in check\"\n[sides]\nfirst = \"whit\"\nnames = { withe = \"a\" }\n[duty]\nclaim = \"not a name\"\n",
        ),
        (
            "ends_in_part",
            "[[end]]\nwhen = \"in check\"\n[[end]]\nresult = \"draw\"\n[[end]]\nscript = \"x\"\nresult = \"drew\"\n",
        ),
        (
            "options",
            "[options.tall]\nvalues = [\"on\", \"off\"]\ndefault = \"onn\"\n[options.no-name]\nvalues = []\n[board]\nranks = { option = \"tall\", on = 9 }\nfiles = { option = \"tal\", on = 9 }\n[pieces.rook]\nmoves = [{ move = \"R\", if = { tall = \"of\" } }, { move = \"R\", if = \"tall\" }]\n[[test]]\nname = \"t\"\noption = { many = \"mxa\" }\ncheck = false\n",
        ),
        (
            "names",
            "[pieces.Rook]\nmoves = \"R\"\n[pieces.\"a b\"]\nmoves = \"R\"\n[regions]\nx = \"rank 1\"\nside = { white = \"rank 1\" }\n",
        ),
        ("castling", "[[castling]]\nright = \"K\"\nside = \"withe\"\nking = \"e1\"\npieces = [\"king\"]\n"),
        ("circle", "[board]\nshape = \"circle\"\nring = 3\nsectors = 14\ndiagonal_through = \"round\"\nfiles = 8\n"),
        ("setups", "[setup]\nfen = \"8\"\nrows = [\"8\"]\n[promotion]\nzone = 8\nto = \"queen\"\n"),
    ];
    for (name, text) in texts {
        let loaded = read(&format!("{head}{text}"), &[]);
        assert!(!loaded.is_sound(), "{name}");
        insta::assert_snapshot!(*name, shown(&loaded));
    }
    let whole: &[(&str, &str)] = &[
        ("empty", "  \n"),
        ("nothing_said", "name = 3\n"),
        ("format", "format = 2\nname = \"x\"\nextends = \"good\"\n"),
        (
            "parent",
            "format = 1\nname = \"x\"\nextends = \"goood\"\nscript = [\"ruls.rhai\", \"../x.rhai\", \"rules.rhai\", \"rules.rhai\"]\n",
        ),
        (
            "remove",
            "format = 1\nname = \"x\"\nextends = \"good\"\nremove = [\"pieces.qween\", \"castling\", \"peices.rook\", \"pieces.rok\"]\n",
        ),
        ("remove_alone", "format = 1\nname = \"x\"\nremove = [\"castling\"]\n"),
    ];
    for (name, text) in whole {
        let loaded = read(text, &[]);
        assert!(!loaded.is_sound(), "{name}");
        insta::assert_snapshot!(*name, shown(&loaded));
    }
}

#[test]
fn chains_of_parents_are_bounded() {
    let circle = Shelf(vec![
        ("one", "format = 1\nname = \"1\"\nextends = \"two\""),
        ("two", "format = 1\nname = \"2\"\nextends = \"one\""),
    ]);
    let loaded = load("one", &circle, &[]);
    assert_eq!(codes(&loaded), ["circle-of-parents"]);
    insta::assert_snapshot!("parents_in_a_circle", shown(&loaded));
    struct Endless;
    impl Library for Endless {
        fn find(&self, name: &str) -> Option<BundledFiles> {
            let next = name.parse::<u32>().ok()? + 1;
            let text = format!("format = 1\nname = \"{name}\"\nextends = \"{next}\"");
            Some(vec![("variant.toml".to_owned(), text.into())])
        }
        fn names(&self) -> Vec<String> {
            Vec::new()
        }
    }
    assert_eq!(codes(&load("1", &Endless, &[])), ["too-many"]);
}

#[test]
fn files_are_read_from_folders() {
    let folder = std::env::temp_dir().join(format!("heterodox-{}", std::process::id()));
    let own = folder.join("own");
    std::fs::create_dir_all(&own).expect("a folder");
    let write = |path: &str, bytes: &[u8]| std::fs::write(folder.join(path), bytes).expect("a file");
    write("own/variant.toml", b"format = 1\nname = \"Own\"\nextends = \"../parent.toml\"\nscript = \"own.rhai\"\n");
    write("own/own.rhai", b"fn own() { 1 }");
    write("parent.toml", GOOD.as_bytes());
    write("rules.rhai", b"fn awake(piece) { true }");
    write("latin.toml", b"format = 1\nname = \"Se\xf1or\"\n");
    write("big.toml", &vec![b'#'; (1 << 20) + 1]);
    std::fs::create_dir_all(folder.join("hollow")).expect("a folder");
    let at = |name: &str| load(&folder.join(name).display().to_string(), &shelf(), &[]);
    for name in ["own", "own/variant.toml"] {
        let loaded = at(name);
        assert!(loaded.is_sound(), "{}", shown(&loaded));
        let definition = loaded.definition.expect("a definition");
        assert_eq!((definition.name.value.as_str(), definition.scripts.len()), ("Own", 2));
    }
    assert_eq!(codes(&at("nowhere.toml")), ["not-found"]);
    assert_eq!(codes(&at("hollow")), ["no-definition"]);
    assert_eq!(codes(&at("big.toml")), ["file-too-large"]);
    let latin = at("latin.toml");
    assert_eq!(codes(&latin), ["not-utf-8"]);
    let place = latin.sources.place(latin.diagnostics[0].primary.expect("a place"));
    assert_eq!((place.line, place.column), (2, 11));
    let unknown = load("god", &shelf(), &[]);
    assert_eq!(unknown.diagnostics[0].help, ["did you mean `good`?"]);
    assert!(load("good", &shelf(), &[]).is_sound());
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn depth_is_bounded() {
    let deep = format!("format = 1\nname = {}1{}\n", "[".repeat(5000), "]".repeat(5000));
    assert_eq!(codes(&read(&deep, &[])), ["too-deep"]);
    let dotted = format!("format = 1\nx{} = 1\n", ".x".repeat(5000));
    assert_eq!(codes(&read(&dotted, &[])), ["too-deep"]);
    let mixed = format!("a = {}1{}", "{ a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a = ".repeat(40), "}".repeat(40));
    assert!(codes(&read(&mixed, &[])).contains(&"too-deep"));
    let inner = format!("{{ a{} = ", ".a".repeat(47)).repeat(47);
    let worst = format!("a{} = {inner}1{}", ".a".repeat(47), "}".repeat(47));
    assert!(codes(&read(&worst, &[])).contains(&"too-deep"));
    let hidden = "[\"\\\"\",".repeat(5000);
    assert_eq!(codes(&read(&hidden, &[])), ["too-deep"]);
    let harmless = "# # [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n";
    assert!(!codes(&read(&format!("{harmless}{GOOD}"), &[])).contains(&"too-deep"));
    let many: String = (0..5000).map(|n| format!("key{n} = {n}\n")).collect();
    assert_eq!(codes(&read(&many, &[])), ["too-many"]);
    let slips = format!("sources = [{}]\n{GOOD}", "1, ".repeat(120));
    assert_eq!(read(&slips, &[]).diagnostics.len(), 101);
}

#[test]
fn a_megabyte_of_anything_is_soon_refused() {
    for piece in
        ["a\n", "a=\n", "[a]\n", "a=1\n", "[[end]]\n", "\"", "a:", "a.b.c=1\n", "[a.b]\na=[\n", "é", "x = [1,", "="]
    {
        let text = format!("format = 1\n{}", piece.repeat(1_000_000 / piece.len()));
        let begun = std::time::Instant::now();
        let loaded = read(&text, &[]);
        assert!(!loaded.is_sound());
        assert!(loaded.diagnostics.len() <= 101);
        let text = shown(&loaded);
        let spent = begun.elapsed();
        assert!(spent < std::time::Duration::from_secs(20), "{piece:?} took {spent:?}");
        assert!(text.len() < 200_000, "{piece:?} gave {} bytes", text.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_text_makes_it_panic(text in "(\\PC|\n|[\\[\\]{}=\".,a-z']){0,120}") {
        let loaded = read(&text, &[]);
        shown(&loaded);
    }

    #[test]
    fn no_change_of_a_good_text_makes_it_panic(
        changes in prop::collection::vec((0usize..GOOD.len(), 0usize..30, "[\\[\\]{}=\"a-z \n,.#:0-9é]{0,6}"), 1..4)
    ) {
        let mut text = GOOD.to_owned();
        for (at, length, new) in changes {
            let start = (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let end = (start + length..).find(|at| *at >= text.len() || text.is_char_boundary(*at)).unwrap_or(start);
            text.replace_range(start..end.min(text.len()), &new);
        }
        let loaded = read(&text, &[]);
        shown(&loaded);
        if loaded.is_sound() {
            let whole = resolved(&loaded);
            let again = load_text("again.toml", &whole, &scripts(), &NoLibrary, &[]);
            prop_assert!(again.is_sound(), "{}\n{whole}", shown(&again));
        }
    }
}

#[test]
fn an_empty_list_of_resets_resets_nothing() {
    let toml = |resets: &str| {
        format!(
            "format = 1\nname = \"Count\"\n[board]\nshape = \"rectangle\"\nfiles = 3\nranks = 3\n[pieces.king]\n\
             moves = \"K\"\n[pieces.man]\nmoves = \"W\"\n[setup]\nfen = \"2k/1m1/KM1 w - - 0 1\"\n{resets}"
        )
    };
    for (resets, count) in [("", 0), ("[quiet]\nresets = [\"capture\"]\n", 0), ("[quiet]\nresets = []\n", 1)] {
        let mut rules = crate::support::rules_of(&toml(resets), "");
        let start = crate::support::position(&mut rules, "start");
        let after = crate::support::play(&mut rules, &start, "b1b2");
        assert!(after.to_fen(rules.variant()).ends_with(&format!("- - {count} 1")), "{resets}");
    }
}
