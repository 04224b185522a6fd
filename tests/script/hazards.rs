//! What could make a remembered answer differ from the running script, one after the other: each is refused when the
//! script is loaded, or is an error that is the same every time, or is shown to do no harm on random boards.

use super::remembered::{compared, many};
use super::{Board, board, call, failing, program, read, refused, show, shown};
use heterodox::script::query::SetExpr;
use heterodox::script::{Effect, HookKind, Leaf, Operand};

/// State that would outlive a call, and words that know more than the board.
#[test]
fn what_would_remember_or_know_more_is_refused() {
    let mut wrong = Vec::new();
    for (script, code) in [
        // Variables outside a function.
        ("let n = 0;\nfn test(piece) { n += 1; n > 3 }", "2:18: unknown-word"),
        ("let n = 0;\nfn test(piece) { n > 3 }", "2:18: unknown-word"),
        ("const LIST = [];\nfn test(piece) { global::LIST.push(1); true }", "2:"),
        ("const F = |x| x;\nfn test(piece) { F.call(1) == 1 }", "1:11: kept-function"),
        ("fn test(piece) { this.n = 1; piece.kind = \"pawn\"; true }", "1:"),
        // Chance, clocks, input and output.
        ("fn test(piece) { rand() > 3 }", "1:18: unknown-word"),
        ("fn test(piece) { timestamp() == 0 }", "1:18: unknown-word"),
        ("fn test(piece) { sleep(1); true }", "1:18: "),
        ("fn test(piece) { print(\"x\"); true }", "1:18: "),
        ("fn test(piece) { debug(\"x\"); true }", "1:18: "),
        ("fn test(piece) { eval(\"true\") }", "1:18: "),
        ("fn test(piece) { import \"x\" as x; true }", "1:18: "),
        ("fn test(piece) { try { piece.rank } catch { 1 } == 1 }", "1:18: "),
        // A closure that changes what is outside it, or reads what its own chain holds.
        ("fn test(piece) { let n = 0; piece.around.any(|x| { n += 1; n > 2 }) }", "1:52: captured-change"),
        ("fn test(piece) { piece.attackers.any(|x| x.kind == piece.kind) }", "1:52: captured-chain"),
        // `switch` compares squares with nothing.
        ("fn test(mv) { switch mv.target { 1 => true, _ => false } }", "1:"),
        // There are no fractions.
        ("fn test(piece) { piece.rank > 1.5 }", "1:"),
    ] {
        let found = refused(script);
        if !found.starts_with(&format!("0.rhai:{code}")) {
            wrong.push(format!("{script}\n  {found}\n  {code}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A closure is handed to a word or a function that takes it.
#[test]
fn a_function_is_handed_to_whoever_takes_it() {
    for text in [
        "fn a(p) { p.around.any(|x| x.is_empty) }",
        "fn a(p) { let k = p.kind; p.around.where(|x| x.is_a(k)).any }",
        "fn a(p) { any(p.around, |x| x.is_empty) }",
        "fn a(p) { [1, 2].reduce(|a, b| a + b, 0) == 3 }",
        "fn a(p) { has(p, |s| s.is_empty) } fn has(x, f) { f.call(x) }",
        "fn a(p) { has(p, |s| s.is_empty) } fn has(x, f) { call(f, x) && more(f, x) } fn more(f, x) { f.call(x).y }",
        "fn a(p) { both(p, |s| s.is_empty) } fn both(x, f) { x.around.any(f) }",
        "fn a(p) { [1, 2].for_each(|x| x) }",
    ] {
        let (_, problems, sources) = read(&[text]);
        let told = shown(&problems, &sources);
        assert!(told.iter().all(|one| !one.contains("kept-function")), "{text}\n{told:?}");
    }
}

/// Nothing else holds one.
#[test]
fn a_function_is_kept_nowhere() {
    for (text, expected) in [
        ("fn a(p) { let f = |x| x; 1 }", "1:19 a function is kept as a value"),
        ("fn a(p) { let k = 1; let f = |x| k; 1 }", "1:30 a function is kept as a value"),
        ("fn a(p) { [|x| x] }", "1:12 a function is kept as a value"),
        ("fn a(p) { #{ f: |x| x } }", "1:17 a function is kept as a value"),
        ("fn a(p) { |x| x }", "1:11 a function is kept as a value"),
        ("fn a(p) { return |x| x; }", "1:18 a function is kept as a value"),
        ("fn a(p) { p == |x| x }", "1:16 a function is kept as a value"),
        ("fn a(p) { let l = []; l.push(|x| x); 1 }", "1:30 a function is kept as a value"),
        ("fn a(p) { p.around.any(|x| x.any(|y| y == x)); p.where(if p { |x| x } else { |y| y }) }", "1:63 a"),
        ("fn a(p) { h(|x| x) } fn h(f) { let g = f; 1 }", "1:40 a function is kept as a value"),
        ("fn a(p) { h(|x| x) } fn h(f) { f }", "1:32 a function is kept as a value"),
        ("fn a(p) { h(|x| x) } fn h(f) { k(f) } fn k(g) { [g] }", "1:50 a function is kept as a value"),
        ("fn a(p) { h(|x| x) } fn h(f) { k(|| f.call(1)) } fn k(g) { g.call() }", "1:37 the closure uses the"),
        ("fn a(p) { p.call(|x| x) }", "1:18 a function is kept as a value"),
        ("const F = |x| x;", "1:11 a function is kept as a value"),
        ("fn a(p) { p.curry(1) }", "1:13 `curry` is not a word of scripts"),
        ("fn a(p) { let m = 1; p.any(curry(|a, b| a, m)) }", "1:28 `curry` is not a word of scripts"),
        ("fn a(p) { p.any(Fn(\"b\")) }", "1:17 `Fn` is not a word of scripts"),
        ("fn a(p) { this.x }", "1:11 `this` is not a word of scripts"),
        ("fn a(p) { type_of(p) == \"Square\" }", "1:11 `type_of` is not a word of scripts"),
        ("fn a(p) { b!(p) } fn b(x) { x }", "1:11 `b!` sees the variables of its caller"),
    ] {
        let (_, problems, sources) = read(&[text]);
        let told = shown(&problems, &sources);
        let (place, message) = expected.split_once(' ').unwrap();
        let is_it = |one: &String| one.starts_with(&format!("0.rhai:{place}: ")) && one.contains(message);
        assert!(told.iter().any(is_it), "{text}\n{told:?}");
    }
}

/// Bodies of conditions that look dangerous: what is remembered of them is what they say.
const HARMLESS: [(&str, &str); 19] = [
    ("a counter inside a call", "let n = 0; for i in 0..3 { n = next(n); } n + piece.rank > 6"),
    ("a closure with a captured counter", "let n = 2; applied(|x| n + x, piece.rank) > 5"),
    (
        "a captured value that changes afterwards",
        "let k = \"pawn\"; let set = piece.around.where(|s| s.is_a(k)); k = \"rook\"; set.any",
    ),
    ("a captured square", "let front = piece.step(\"forward\"); piece.around.any(|s| s == front && s.holds_foe)"),
    (
        "the order of a map",
        "let m = #{ b: piece.step(\"left\").is_empty, a: piece.step(\"right\").is_empty }; m.keys()[0] == \"a\" && m.values()[0]",
    ),
    ("a loop over a map", "let m = #{ x: 1, y: 2 }; let n = 0; for k in m.keys() { n += m[k]; } n + piece.rank > 5"),
    ("a square in a string", "let text = `${piece}`; text == `${piece.step(\"forward\")}` && piece.rank > 2"),
    ("a name that is put together", "let word = \"paw\" + \"n\"; piece.step(\"forward\").is_a(word)"),
    (
        "a function chosen by an answer",
        "if piece.rank > 3 { applied(|p| high(p), piece) } else { applied(|p| low(p), piece) }",
    ),
    (
        "a list of squares that is sorted",
        "let l = [piece.step(\"left\"), piece.step(\"right\")]; l.sort(|a, b| a.rank - b.rank); l[0].is_empty",
    ),
    ("a list of numbers that is sorted", "let l = [piece.rank, piece.file, 4]; l.sort(); l[1] > 3"),
    ("a square compared with one off the board", "piece.step(\"forward\", 9) == piece.step(\"back\", 9)"),
    (
        "the same question asked twice",
        "piece.kind == \"pawn\" || piece.kind == \"rook\" || piece.kind == piece.kind && piece.rank == 9",
    ),
    ("a division that may fail", "6 / (piece.rank - 3) > 0"),
    ("a number that may overflow", "let n = piece.rank; for i in 0..40 { n *= 3; } n > 0"),
    ("a script that gives up", "if piece.step(\"forward\").holds_foe { throw \"no\" } else { true }"),
    ("a loop without end that a question opens", "while piece.step(\"forward\").holds_foe { } true"),
    ("a recursion that a question opens", "if piece.step(\"forward\").holds_foe { down(piece) } else { true }"),
    ("a wrong result that a question opens", "if piece.step(\"forward\").is_empty { true } else { #{ a: 1 } }"),
];

#[test]
fn what_looks_dangerous_is_the_same_every_time() {
    for (what, body) in HARMLESS {
        let text = format!(
            "fn test(piece) {{ {body} }}\nfn high(p) {{ p.step(\"forward\").is_empty }}\nfn low(p) {{ !high(p) }}\nfn down(p) {{ down(p) }}\nfn next(n) {{ n + 1 }}\nfn applied(f, x) {{ f.call(x) }}"
        );
        let program = program(&text);
        // Those that run to a limit take long.
        let wanted = if what.contains("end") || what.contains("recursion") { 400 } else { many() };
        let tally = compared(&program, "test", HookKind::Condition, wanted);
        assert!(tally.live_only == 0, "{what}: {} calls were not remembered", tally.live_only);
        assert!(tally.hits * 2 > wanted, "{what}: only {} of {wanted} calls were remembered", tally.hits);
    }
}

/// What only shows in effects.
#[test]
fn effects_come_after_every_question() {
    let program = program(
        "fn test(mv) { mv.remove(mv.target); mv.put(\"queen\", mv.origin); if mv.target.is_empty { mv.again(); } }
         fn grown(mv) { let set = mv.target.around; mv.remove(set); set = set | mv.origin.alone; mv.convert(set); }",
    );
    for name in ["test", "grown"] {
        compared(&program, name, HookKind::Effect, 3000);
    }
    // The target is empty only once the function has returned.
    let call = call(&program, "test", HookKind::Effect, &Board { target: super::square("e4"), ..board() });
    let Leaf::Effects(effects) = call.leaf else { panic!("{:?}", call.leaf) };
    assert!(!effects.contains(&Effect::Again), "{effects:?}");
    // A set that an effect was given does not change with the variable that held it.
    let call = super::call(&program, "grown", HookKind::Effect, &board());
    let Leaf::Effects(effects) = call.leaf else { panic!("{:?}", call.leaf) };
    assert!(
        matches!(&effects[0], Effect::Remove(Operand::Set(set)) if matches!(set.expr(), SetExpr::Around(_))),
        "{effects:?}"
    );
}

/// A square is no key of a map, and a list that is returned is no answer.
#[test]
fn values_of_other_kinds_are_errors_with_a_place() {
    for (body, start) in [
        ("let m = #{}; m[piece] = 1; true", "0.rhai:2:"),
        ("#{ a: 1 }", "0.rhai:1:4: wrong-result"),
        ("\"yes\"", "0.rhai:1:4: wrong-result"),
        ("()", "0.rhai:2:1: wrong-result"),
        ("piece.around", "0.rhai:1:4: wrong-result"),
    ] {
        let (found, _) = failing(body, &board());
        assert!(found.starts_with(start), "{body}\n  {found}");
    }
}

/// The bounds are numbers of ours, not those of a build: a call is cut at the same place each time, in every profile.
#[test]
fn bounds_are_the_same_in_every_build() {
    let says = |body: &str| {
        let text = format!("fn test(piece) {{ {body} }}\nfn down(n) {{ if n == 0 {{ true }} else {{ down(n - 1) }} }}");
        let (program, _, sources) = read(&[&text]);
        match call(&program.unwrap(), "test", HookKind::Condition, &board()).leaf {
            Leaf::Bool(value) => value.to_string(),
            Leaf::Error(problem) => show(&problem, &sources),
            leaf => panic!("{leaf:?}"),
        }
    };
    let deepest = (1..100).take_while(|n| says(&format!("down({n})")) == "true").last().unwrap();
    assert_eq!(deepest, 31, "the depth of calls has changed");
    // The longest loop that still ends, found by halving: the same each time it is looked for.
    let longest = || {
        let (mut low, mut high) = (1, 100_000);
        while high - low > 1 {
            let middle = (low + high) / 2;
            let body = format!("let n = 0; while n < {middle} {{ n += 1; }} piece.rank > 0");
            if says(&body) == "true" { low = middle } else { high = middle }
        }
        low
    };
    let first = longest();
    assert_eq!(first, longest());
    assert!((5_000..50_000).contains(&first), "{first}");
    let body = format!("let n = 0; while n < {} {{ n += 1; }} piece.rank > 0", first + 1);
    assert!(says(&body).contains("script-too-long"), "{}", says(&body));
}
