//! Every word and operator that scripts have, in a loop that does not end, on the smallest values and on the largest:
//! each is stopped, and what walks a value is charged for it.

use super::{Board, board, names, shown};
use crate::fuzz::clock::processor_time;
use crate::fuzz::scripts::{Word, words};
use heterodox::diagnostic::{Code, Diagnostic};
use heterodox::script::{Call, Geometry, HookKind, Leaf, Program, compile};
use heterodox::source::SourceMap;
use std::sync::Arc;
use std::time::Duration;

/// The most processor time of a call: a tenth of a second is meant where everything is optimised, which tests are not.
const MOST_TIME: Duration = Duration::from_secs(4);

/// Names of large and small values of each type, and what makes them. A list holds as much as a list may.
const LARGE: &str = "let list = []; for n in 0..250 { list.push(n); }
    let list2 = []; for n in 0..250 { list2.push(n); }
    let squares = []; for n in 0..250 { squares.push(piece); }
    let string = \"x\"; for n in 0..9 { string += string; } string += string.len;
    let string2 = string + 1;
    let map = #{}; for n in 0..120 { map[`k${n}`] = n; }
    let map2 = #{}; for n in 0..120 { map2[`k${n}`] = n; }
    let set = piece.attacks | piece.around; for n in 0..3 { set = set | set; }
    let set2 = set;
    let number = 9223372036854775807; let number2 = -9223372036854775807; let far = piece;
    for n in 0..11 { far = far.first(\"forward\"); }";
const SMALL: &str = "let list = []; let list2 = []; let squares = []; let string = \"\"; let string2 = \"\"; let map = #{}; let map2 = #{};
    let set = piece.alone; let set2 = set; let number = 0; let number2 = 0; let far = piece;";

fn load(text: &str) -> (Program, SourceMap) {
    let mut sources = SourceMap::default();
    let id = sources.add("walk.rhai", text);
    let (program, problems) = compile(&[id], &sources, names());
    let wrong: Vec<Diagnostic> = problems.into_iter().filter(Diagnostic::is_error).collect();
    assert!(wrong.is_empty(), "{text}\n{:#?}", shown(&wrong, &sources));
    (program.unwrap(), sources)
}

/// The variable that holds a value of a type; the second one for what is compared or joined with it.
fn variable(kind: &str, is_second: bool) -> Option<&'static str> {
    Some(match (kind, is_second) {
        ("Array", false) => "list",
        ("Array", true) => "list2",
        ("String", false) => "string",
        ("String", true) => "string2",
        ("Map", false) => "map",
        ("Map", true) => "map2",
        ("Squares", false) => "set",
        ("Squares", true) => "set2",
        ("int", false) => "number",
        ("int", true) => "number2",
        ("Square", _) => "far",
        ("Range", _) => "0..9",
        ("RangeInclusive", _) => "0..=9",
        ("char", _) => "'x'",
        ("Move", _) => "mv",
        ("Game", _) => "game",
        _ => return None,
    })
}

/// A use of a word with the variables; several where it takes any value.
fn uses(word: &Word) -> Vec<String> {
    let receivers = match word.receiver.as_str() {
        "?" => vec!["list", "string", "map", "number", "far"],
        kind => variable(kind, false).into_iter().collect(),
    };
    receivers.into_iter().map(|receiver| used(word, receiver)).collect()
}

fn used(word: &Word, receiver: &str) -> String {
    let values: Vec<String> = word
        .parameters
        .iter()
        .map(|(name, kind)| match (name.as_str(), kind.as_str()) {
            ("kind", _) => "\"pawn\"".to_owned(),
            ("direction", _) => "\"forward\"".to_owned(),
            ("region", _) => "\"home\"".to_owned(),
            ("across" | "ahead", _) => "1".to_owned(),
            ("n", "int") if word.receiver == "Square" => "255".to_owned(),
            ("n", "int") if word.receiver != "Range" && word.receiver != "String" => "3".to_owned(),
            ("decide", _) => match (word.name.as_str(), word.receiver.as_str()) {
                ("all" | "filter", "Array") => "|x| true".to_owned(),
                (_, "Array") => "|x| false".to_owned(),
                _ => "|x| x.is_a(\"pawn\") && x.step(\"left\").is_empty".to_owned(),
            },
            ("change", _) => "|x| x".to_owned(),
            ("join", _) => "|a, x| a".to_owned(),
            ("order", _) => "|a, b| b - a".to_owned(),
            ("what", _) => "set".to_owned(),
            ("value" | "start", _) => "-1".to_owned(),
            (_, "?") => match receiver {
                "far" | "set" => "piece".to_owned(),
                other => format!("{other}2"),
            },
            (_, kind) => variable(kind, true).unwrap_or_else(|| panic!("no value of type {kind}")).to_owned(),
        })
        .collect();
    let receiver = if receiver.contains('.') { format!("({receiver})") } else { receiver.to_owned() };
    match () {
        () if word.is_operator() => format!("({receiver} {} {})", word.name, values[0]),
        () if word.is_property => format!("{receiver}.{}", word.name),
        () => format!("{receiver}.{}({})", word.name, values.join(", ")),
    }
}

/// Who is asked, and as what the function is called.
fn role(word: &Word) -> (&'static str, HookKind) {
    match word.receiver.as_str() {
        "Move" => ("mv", HookKind::Effect),
        "Game" => ("game", HookKind::GameCondition),
        _ => ("piece", HookKind::Condition),
    }
}

/// Runs statements with large or small values at hand.
fn run(word: &Word, values: &str, body: &str) -> (Call, Duration) {
    let (parameter, kind) = role(word);
    let piece = match parameter {
        "mv" => "let piece = mv.target;",
        "game" => "let piece = (); for s in game.all { piece = s; }",
        _ => "",
    };
    let text = format!("fn walk({parameter}) {{ {piece} {values}\n{body} }}");
    let (program, _) = load(&text);
    let oracle = Arc::new(Board { up: true, ..board() });
    let begun = processor_time();
    let call = program.call_at_level(program.hook("walk", 1).unwrap(), kind, 3, oracle);
    let took = processor_time() - begun;
    println!("{took:.1?} for {} units: {body}", call.units);
    (call, took)
}

fn of_hooks() -> impl Iterator<Item = &'static Word> {
    words().iter().filter(|word| !matches!(word.receiver.as_str(), "Cell" | "Board"))
}

/// What ends a call that would not end by itself.
fn is_stopped(leaf: &Leaf) -> bool {
    matches!(leaf, Leaf::Error(problem) if matches!(problem.code, Code::ScriptTooLong | Code::ScriptTooBig))
}

#[test]
fn every_word_in_a_loop_is_stopped_in_time() {
    let mut wrong = Vec::new();
    let mut n_uses = 0;
    for word in of_hooks() {
        for spelled in uses(word) {
            n_uses += 1;
            for values in [LARGE, SMALL] {
                let (call, took) = run(word, values, &format!("loop {{ {spelled}; }}"));
                let is_other = matches!(&call.leaf, Leaf::Error(problem) if matches!(problem.code, Code::ScriptError | Code::UnlikeValues));
                if !(is_stopped(&call.leaf) || is_other) || took > MOST_TIME {
                    wrong.push(format!("{spelled}: {:?} after {took:?}", call.leaf));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(n_uses > 120, "{n_uses}");
}

/// A word that takes a function, with statements in it.
fn taking(word: &Word, receiver: &str, within: &str, depth: usize) -> String {
    let (a, b) = (format!("a{depth}"), format!("b{depth}"));
    let (parameters, answer, rest) = match word.name.as_str() {
        "reduce" => (format!("{a}, {b}"), a, ", 0"),
        "sort" => (format!("{a}, {b}"), "1".to_owned(), ""),
        "filter" | "all" | "map" => (a, "true".to_owned(), ""),
        _ => (a, "false".to_owned(), ""),
    };
    format!("{receiver}.{}(|{parameters}| {{ {within} {answer} }}{rest})", word.name)
}

/// A word in a word in a word.
#[test]
fn words_nested_in_words_are_stopped_in_time() {
    let takers: Vec<&Word> = of_hooks().filter(|word| word.parameters.iter().any(|(_, kind)| kind == "Fn")).collect();
    assert!(takers.len() > 12);
    let receiver = |word: &Word, of_lists: &'static str, of_sets: &'static str| match word.receiver.as_str() {
        "Array" => of_lists,
        _ => of_sets,
    };
    let mut wrong = Vec::new();
    for (at, outer) in takers.iter().enumerate() {
        for (by, middle) in takers.iter().enumerate() {
            let inner = takers[(at * 5 + by * 3) % takers.len()];
            let text = taking(inner, receiver(inner, "squares", "piece.around"), "", 2);
            let text = taking(middle, receiver(middle, "list2", "set2"), &format!("{text};"), 1);
            let text = taking(outer, receiver(outer, "list", "set"), &format!("{text};"), 0);
            let (call, took) = run(outer, LARGE, &format!("loop {{ {text}; }}"));
            if took > MOST_TIME || !is_stopped(&call.leaf) {
                wrong.push(format!("{text}: {:?} after {took:?}", call.leaf));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Words that do the same work however large their values are: they look at a length, at one end, or at an address.
const SHORT: [&str; 14] = [
    "len",
    "is_empty",
    "push",
    "pop",
    "abs",
    "sign",
    "min",
    "max",
    "starts_with",
    "ends_with",
    "step",
    "leap",
    "alone",
    "more_than",
];

/// Whoever walks a value pays for its size.
#[test]
fn what_walks_a_value_is_charged_for_it() {
    let mut wrong = Vec::new();
    for word in of_hooks().filter(|word| matches!(word.receiver.as_str(), "Array" | "Map" | "String" | "Squares" | "?"))
    {
        let of_numbers = word.receiver == "?" && matches!(word.name.as_str(), "<" | "<=" | ">" | ">=");
        if SHORT.contains(&word.name.as_str()) || word.name == "contains" && word.receiver == "Map" || of_numbers {
            continue;
        }
        for spelled in uses(word) {
            if word.receiver == "?" && !spelled.contains("list") && !spelled.contains("map") {
                continue;
            }
            // A set asks nothing until its last word.
            let asked = if word.answer == "Squares" { format!("{spelled}.count") } else { spelled.clone() };
            let cost = |values: &str| {
                let with = run(word, values, &format!("{asked};")).0.units;
                with - run(word, values, "").0.units
            };
            let (small, large) = (cost(SMALL), cost(LARGE));
            if large < small + 6 {
                wrong.push(format!("{asked}: {small} units for nothing, {large} for the largest value"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What the engine copies of itself is charged as well: a variable that is read, an entry, a constant, a list that is
/// written out, a value that is handed on.
#[test]
fn what_is_copied_is_charged() {
    let of_conditions = of_hooks().find(|word| word.receiver == "Square").unwrap();
    for (plain, copying) in [
        ("let x = number;", "let x = squares;"),
        ("let x = number; x = number;", "let x = number; x = list;"),
        ("for x in [1] { }", "for x in list { break; }"),
        ("let x = [number];", "let x = [map];"),
        ("same(number);", "same(list);"),
        ("if number == number { }", "if list == list { }"),
        ("let x = number; x += number2 - number2;", "let x = []; x += list;"),
    ] {
        let cost = |body: &str| run(of_conditions, LARGE, &format!("{body} true }} fn same(x) {{ true")).0.units;
        let (plain, copying) = (cost(plain), cost(copying));
        assert!(copying >= plain + 12, "{plain} units, and {copying} with a copy");
    }
    let long = format!("[{}]", vec!["1"; 240].join(", "));
    let cost = |text: &str| {
        let (program, _) = load(text);
        program.call(program.hook("walk", 1).unwrap(), HookKind::Condition, Arc::new(board())).units
    };
    let short = cost("fn walk(piece) { 3 in [1, 2] }");
    assert!(cost(&format!("fn walk(piece) {{ 3 in {long} }}")) > 8 * short);
    assert!(cost(&format!("const LONG = {long}; fn walk(piece) {{ let n = LONG[3]; n == 1 }}")) > 8 * short);
}

/// A flat board of 64 squares.
struct Flat;

impl Geometry for Flat {
    fn name(&self, square: u8) -> String {
        format!("s{square}")
    }

    fn rank(&self, square: u8) -> i64 {
        i64::from(square / 8) + 1
    }

    fn file(&self, square: u8) -> i64 {
        i64::from(square % 8) + 1
    }

    fn ring(&self, _: u8) -> i64 {
        0
    }

    fn sector(&self, _: u8) -> i64 {
        0
    }
}

/// Words of load time, and the top level of a script.
#[test]
fn what_runs_at_load_is_stopped_in_time() {
    for word in words().iter().filter(|word| matches!(word.receiver.as_str(), "Cell" | "Board")) {
        let values: Vec<String> = word
            .parameters
            .iter()
            .map(|(name, kind)| match kind.as_str() {
                "String" => "\"a\"".to_owned(),
                _ if name == "row" => "0".to_owned(),
                _ => "1".to_owned(),
            })
            .collect();
        let values = if word.is_property { String::new() } else { format!("({})", values.join(", ")) };
        let begun = processor_time();
        let error = if word.receiver == "Cell" {
            let (program, _) =
                load(&format!("fn forward(side, from, to) {{ loop {{ from.{}{values}; }} }}", word.name));
            program.forward("forward", Arc::new(Flat), "white", 0, 1).unwrap_err()
        } else {
            let (program, _) = load(&format!("fn board(b) {{ loop {{ b.{}{values}; }} }}", word.name));
            program.board().unwrap_err()
        };
        assert!((processor_time() - begun) < 5 * MOST_TIME, "{}: {:?}", word.name, (processor_time() - begun));
        assert!(matches!(error.code, Code::ScriptTooLong | Code::BoardTooBig), "{}: {error:?}", word.name);
    }
    // Many calls that each end are bounded together.
    let (program, _) = load("fn forward(side, from, to) { let n = 0; while n < 50000 { n += 1; } true }");
    let begun = processor_time();
    let ended =
        (0..1000).map_while(|n| program.forward("forward", Arc::new(Flat), "white", (n % 64) as u8, 1).ok()).count();
    assert!(
        (20..200).contains(&ended) && (processor_time() - begun) < 10 * MOST_TIME,
        "{ended} calls in {:?}",
        (processor_time() - begun)
    );
    let error = program.forward("forward", Arc::new(Flat), "white", 0, 1).unwrap_err();
    assert_eq!((error.code, error.message.as_str()), (Code::ScriptTooLong, "`forward` takes too long"));
    for top in ["loop { }", "const A = [1]; loop { A == A; }", "fn f(n) { f(n) } const A = f(1);"] {
        let mut sources = SourceMap::default();
        let id = sources.add("walk.rhai", top);
        let (_, problems) = compile(&[id], &sources, names());
        assert!(
            problems.iter().any(|problem| matches!(problem.code, Code::ScriptTooLong | Code::ScriptTooDeep)),
            "{top}"
        );
    }
}

/// What a call leaves is dropped without going down as deep as it was built, and a list in a list cannot be built deeper
/// than a list may have members.
#[test]
fn nothing_is_built_deeper_than_it_can_be_dropped() {
    for body in [
        "let a = [0]; loop { a = [a]; }",
        "let a = [0]; loop { a[0] = a; }",
        "let a = [0]; loop { let b = a; a = [0]; a[0] = b; }",
        "let a = [0]; let b = [0]; loop { a[0] = b; b[0] = a; }",
        "let m = #{ x: 0 }; loop { m.x = m; }",
        "let m = #{}; let n = [0]; loop { n[0] = m; m[\"x\"] = n; }",
        "let a = [0]; loop { a = [1].map(|x| a); }",
        "let a = [0]; loop { a = [1, 2].reduce(|x, y| [x], a); }",
        "let a = [0]; for n in 0..90000 { a.push([a]); a = [a.pop()]; }",
        "let a = 0; for n in 0..90000 { a = twice(a); } true } fn twice(x) { [x, [x]]",
    ] {
        let of_conditions = of_hooks().find(|word| word.receiver == "Square").unwrap();
        // On the stack of a thread, which is smaller than that of the program.
        let (leaf, took) = std::thread::Builder::new()
            .stack_size(2 << 20)
            .spawn(move || {
                let (call, took) = run(of_conditions, "", body);
                (call.leaf, took)
            })
            .unwrap()
            .join()
            .unwrap();
        assert!(is_stopped(&leaf) && took < MOST_TIME, "{body}: {leaf:?} after {took:?}");
    }
}
