//! What is found when a script is loaded, and what runs only then.

use super::{board, call, program, read, refused, show, shown};
use heterodox::diagnostic::{Diagnostic, Severity};
use heterodox::script::{Geometry, HookKind, Leaf};
use std::sync::Arc;

#[test]
fn unknown_names_are_found_at_load() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        (
            "fn a(p) { p.is_a(\"knihgt\") }",
            "0.rhai:1:18: unknown-piece: there is no piece `knihgt`; did you mean `knight`?",
        ),
        (
            "fn a(p) {\n  p.step(\"forwards\").exists }",
            "0.rhai:2:10: unknown-direction: there is no direction `forwards`; did you mean `forward`?",
        ),
        (
            "fn a(p) { p.within(\"hom\") }",
            "0.rhai:1:20: unknown-region: there is no region `hom`; did you mean `home`?",
        ),
        (
            "fn a(p) { p.defend_by(\"rook\") }",
            "0.rhai:1:13: unknown-word: there is no function `defend_by`; did you mean `defended_by`?",
        ),
        (
            "fn a(p) { p.atackers.any }",
            "0.rhai:1:13: unknown-word: there is no property `atackers`; did you mean `attackers`?",
        ),
        (
            "fn a(p) { p.kind == \"knihgt\" }",
            "0.rhai:1:21: never-equal: there is no piece `knihgt`; did you mean `knight`?",
        ),
        (
            "fn a(p) { many == \"maxi\" }",
            "0.rhai:1:19: never-equal: there is no value of this option `maxi`; did you mean `max`?",
        ),
        ("fn a(p) { p.step(1).exists }", "0.rhai:1:18: wrong-type: `step` takes a string, not a number"),
        (
            "fn after(m) { m.put(\"pawn\", \"e4\") }",
            "0.rhai:1:29: wrong-type: `put` takes a square, not a string; squares are not named in scripts",
        ),
        ("fn after(m) { m.put(\"pawn\") }", "0.rhai:1:17: wrong-parameters: `put` takes 2 values, not 1"),
        ("fn a(p) { p.step().exists }", "0.rhai:1:13: wrong-parameters: `step` takes 1 or 2 values, not none"),
        ("fn h(a) { a.moved } fn a(p) { h(p, 1) }", "0.rhai:1:31: wrong-parameters: `h` takes 1 value, not 2"),
        (
            "fn h(a) { a.moved } fn a(p) { p.h() }",
            "0.rhai:1:33: wrong-parameters: `h` takes 1 value, not none; write `h(...)` with all its values in the brackets",
        ),
        ("fn a(p) { p.rank == \"8\" }", "0.rhai:1:18: unlike-values: a number is compared with a string"),
        ("fn a(p) { p.attackers.count() > true }", "0.rhai:1:31: unlike-values"),
        ("fn a(p) { if 3 { true } else { false } }", "0.rhai:1:14: wrong-type: expected true or false, found a number"),
        ("fn a(p) { pp.moved }", "0.rhai:1:11: unknown-word: there is no `pp`"),
        ("fn a(p) { p.kind( }", "0.rhai:1:19: script-syntax"),
        ("let n = 0; fn a(p) { n += 1; true }", "0.rhai:1:22: unknown-word: there is no `n`"),
        ("fn a(p) { switch p.square { _ => true } }", "0.rhai:1:18: unlike-values"),
        ("fn a(p) { p.attackers.any(|x| x.kind == p.kind) }", "0.rhai:1:41: captured-chain"),
        ("fn a(p) { let n = 0; p.attackers.any(|x| { n += 1; true }) }", "0.rhai:1:44: captured-change"),
        ("fn a(p) { eval(\"1\") }", "0.rhai:1:11: script-syntax: `eval` may not be used here"),
        ("fn a(p) { print(1) }", "0.rhai:1:11: script-syntax"),
        ("fn a(p) { sleep(1) }", "0.rhai:1:11: unknown-word"),
        ("import \"x\" as y;", "0.rhai:1:1: script-syntax"),
        ("fn a(p) { timestamp() }", "0.rhai:1:11: unknown-word"),
        ("fn a(p) { rand() }", "0.rhai:1:11: unknown-word"),
        ("loop { }", "0.rhai:1:6: script-too-long"),
        ("const A = [1, 2, 3][7];", "0.rhai:1:21: script-error"),
    ] {
        let found = refused(text);
        if !found.starts_with(expected) {
            wrong.push(format!("{text}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn several_problems_at_once() {
    let (program, problems, sources) =
        read(&["fn a(p) { p.is_a(\"x\") }\nfn b(p) { p.foo() && p.within(\"y\") }", "fn c( { }"]);
    assert!(!program.unwrap().is_whole());
    // A function that cannot be read keeps nobody from reading the others.
    assert_eq!(shown(&problems, &sources).len(), 4, "{:#?}", shown(&problems, &sources));
    let (_, problems, sources) =
        read(&["fn a(p) { p.is_a(\"x\") }\nfn b(p) { p.foo() && p.within(\"y\") }", "fn c(p) { p.zzz }"]);
    let shown = shown(&problems, &sources);
    assert_eq!(shown.len(), 4, "{shown:#?}");
    assert!(shown[3].starts_with("1.rhai:1:13"), "{shown:#?}");
}

#[test]
fn a_child_replaces_what_its_parent_says() {
    let (program, problems, sources) = read(&[
        "const LIMIT = 2;\nfn helper(p) { false }\nfn parent(p) { helper(p) }\nfn limit(p) { p.rank > LIMIT }",
        "const LIMIT = LIMIT + 1;\n\nfn helper(p) {\n p.is_a(\"que\" + \"en\") && p.rank == LIMIT }\nfn child(p) { p.kind == helper }",
    ]);
    assert!(!program.unwrap().is_whole());
    assert!(shown(&problems, &sources).iter().any(|p| p.starts_with("1.rhai:5:25: unknown-word")), "{problems:?}");

    let (program, problems, sources) = read(&[
        "const LIMIT = 2;\nfn helper(p) { false }\nfn parent(p) { helper(p) }\nfn limit(p) { p.rank > LIMIT }",
        "const LIMIT = 3;\n\nfn helper(p) {\n p.is_a(\"que\" + \"en\") && p.rank == LIMIT }\nfn bad(p) {\n p.is_a(\"que\" + \"ens\") }",
    ]);
    let program = program.unwrap_or_else(|| panic!("{:#?}", shown(&problems, &sources)));
    assert_eq!(shown(&problems, &sources), ["1.rhai:3:4: function-replaced: `helper` replaces the one of a parent"]);
    assert_eq!(problems[0].severity, Severity::Note);
    assert_eq!(call(&program, "parent", HookKind::Condition, &board()).leaf, Leaf::Bool(true));
    let Leaf::Error(problem) = call(&program, "bad", HookKind::Condition, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("1.rhai:6:4: unknown-piece"), "{}", show(&problem, &sources));
}

#[test]
fn lists_are_constants_too() {
    let program = program("const BIG = [\"queen\", \"rook\"];\nfn big(p) { p.kind in BIG }\nfn name(p) { BIG[1] }");
    assert_eq!(call(&program, "big", HookKind::Condition, &board()).leaf, Leaf::Bool(true));
    assert_eq!(call(&program, "name", HookKind::Borrow, &board()).leaf, Leaf::Kind(Some(2)));
}

#[test]
fn constants_reach_every_corner_of_a_function() {
    let program = program(
        "const BIG = [\"queen\", \"rook\"];\nconst WORTH = #{ queen: 9 };\nconst LEAST = 3;
        fn closure(p) { p.around.none(|x| x.kind in BIG) && p.alone.any(|x| x.kind == BIG[0]) }
        fn looped(p) { for name in BIG { if p.is_a(name) { return BIG.len == 2 && WORTH.queen == 9; } } false }
        fn nested(p) { climb(p) && p.rank == LEAST && many == \"max\" && many.len == 3 }
        fn climb(p) { BIG[0] == p.kind && BIG.contains(\"rook\") && WORTH[\"queen\"] > LEAST }
        fn changed(p) { let own = BIG; own.push(\"pawn\"); BIG.len == 2 && own.len == 3 }",
    );
    for name in ["closure", "looped", "nested", "changed"] {
        assert_eq!(call(&program, name, HookKind::Condition, &board()).leaf, Leaf::Bool(true), "{name}");
    }
}

#[test]
fn a_constant_is_neither_hidden_nor_a_place_to_remember() {
    for (text, expected) in [
        ("fn a(many) { many }", "0.rhai:1:4: hides-constant: `many` is a constant"),
        ("const K = 1;\nfn a(p) { for K in 0..3 { } true }", "0.rhai:2:15: hides-constant"),
        ("const K = 1;\nfn a(p) { p.around.any(|K| K.exists) }", "0.rhai:2:24: hides-constant"),
        ("let n = 0;\nconst F = || { n += 1; n };\nfn a(p) { F.call() > 1 }", "0.rhai:2:11: kept-function"),
        ("const L = [1, [Fn(\"a\")]];\nfn a(p) { true }", "0.rhai:1:16: unknown-word: `Fn` is not a word of scripts"),
        (
            "fn helper(p) { 3 }\nfn a(p) { p.rank == helper }",
            "0.rhai:2:21: unknown-word: there is no variable `helper`",
        ),
    ] {
        let (_, problems, sources) = read(&[text]);
        let found = shown(&problems, &sources);
        assert!(found.iter().any(|one| one.starts_with(expected)), "{text}\n  {found:?}\n  {expected}");
    }
    // A local variable may hide a constant, and so may a constant of a block.
    let program = program("const K = 1;\nfn a(p) { let K = 2; K == 2 }\nfn b(p) { { const K = 3; } K == 1 }");
    for name in ["a", "b"] {
        assert_eq!(call(&program, name, HookKind::Condition, &board()).leaf, Leaf::Bool(true), "{name}");
    }
}

#[test]
fn effects_in_questions_are_found_at_load() {
    let text = "fn plain(p) { p.remove(p); true }
fn helper(mv) { mv.stay(); }
fn deep(p) { helper(p); true }
fn closure(p) { p.around.any(|x| { x.convert(x); true }) }
fn lists(p) { let l = [1, 2]; l.pop(); l.push(p); cut(l) }
fn cut(list) { list.pop(); list.len == 0 }
fn effect(mv) { mv.stay(); mv.remove(mv.target); }
fn outcome(game) { game.again(); () }
fn takes(p, victim) { shift(p, victim); true }";
    let (program, problems, sources) = read(&[text]);
    let program = program.unwrap_or_else(|| panic!("{:#?}", shown(&problems, &sources)));
    let check = |name: &str, kind: HookKind| {
        let hook = program.hook(name, kind.n_params()).unwrap();
        shown(&program.check_effects(hook, kind), &sources)
    };
    for (name, kind, expected) in [
        ("plain", HookKind::Condition, "0.rhai:1:17: effect-in-question: `plain` only judges, so it may not `remove`"),
        ("deep", HookKind::Borrow, "0.rhai:2:20: effect-in-question: `deep` only judges, so it may not `stay`"),
        ("closure", HookKind::Condition, "0.rhai:4:38: effect-in-question"),
        ("outcome", HookKind::Outcome, "0.rhai:8:25: effect-in-question"),
        ("takes", HookKind::MayTake, "0.rhai:9:23: effect-in-question"),
        ("effect", HookKind::Allowed, "0.rhai:7:20: effect-in-question"),
    ] {
        let found = check(name, kind);
        assert!(found.first().is_some_and(|found| found.starts_with(expected)), "{name}: {found:#?}");
    }
    for (name, kind) in [("lists", HookKind::Condition), ("effect", HookKind::Effect), ("effect", HookKind::After)] {
        assert!(check(name, kind).is_empty(), "{name}: {:#?}", check(name, kind));
    }
}

#[test]
fn too_large_scripts_are_refused() {
    assert!(refused(&"//\n".repeat(70_000)).contains("script-too-big"));
    assert!(refused(&" ".repeat(300 * 1024)).contains("script-too-big"));
    assert!(refused(&format!("const A = {}1;", "-(".repeat(5000))).contains("script"));
    assert!(!refused(&format!("const A = {}", "[".repeat(5000))).is_empty());
}

#[test]
fn nonsense_is_refused_without_a_panic() {
    let mut seed = 99u64;
    let pieces = [
        "fn", " a", "(", ")", "{", "}", "p", ".", "kind", "==", "\"x\"", ";", "let ", "|", "x", "'", "`", "${", "\n",
        "é", "/*", "//", "#", "[", "]", "const ", "if ", "0", "-", "\\", "\u{0}", "is_a", "loop",
    ];
    for _ in 0..2000 {
        let mut text = String::new();
        for _ in 0..20 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        let (program, problems, sources) = read(&[&text]);
        assert!(program.is_some() || problems.iter().any(Diagnostic::is_error), "{text}");
        for problem in &problems {
            assert!(sources.place(problem.primary.unwrap()).line > 0);
        }
    }
}

struct Square8;

impl Geometry for Square8 {
    fn name(&self, square: u8) -> String {
        format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1)
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

#[test]
fn forward_is_asked_at_load() {
    let program = program(
        "fn forward(side, from, to) { if side == \"white\" { to.rank > from.rank } else { to.rank < from.rank } }
         fn odd(side, from, to) { from.name == \"a1\" && to != from && from.rank }
         fn few(side) { true }
         fn unlike(side, from, to) { from == 3 }
         fn unlike_too(side, from, to) { \"a1\" == to }
         fn above(side, from, to) { from < to }
         fn sided(side, from, to) { side == from.rank }",
    );
    let geometry: Arc<dyn Geometry> = Arc::new(Square8);
    assert_eq!(program.forward("forward", geometry.clone(), "white", 0, 8), Ok(true));
    assert_eq!(program.forward("forward", geometry.clone(), "black", 0, 8), Ok(false));
    assert!(program.forward("odd", geometry.clone(), "white", 0, 8).is_err());
    for name in ["unlike", "unlike_too", "above", "sided"] {
        assert_eq!(program.forward(name, geometry.clone(), "white", 0, 8).unwrap_err().code, "unlike-values", "{name}");
    }
    assert_eq!(program.forward("few", geometry.clone(), "white", 0, 8).unwrap_err().code, "wrong-parameters");
    assert_eq!(program.forward("none", geometry, "white", 0, 8).unwrap_err().code, "missing-function");
}

#[test]
fn a_script_builds_a_board() {
    let (program, _, sources) = read(&["fn board(b) {
            for x in 0..3 { b.cell(\"c\" + x, x, 0, 0); }
            b.cell(\"d\", 5, 6, 1, 2, 3);
            b.link(\"c0\", 2, \"c1\");\n b.link(\"c1\", 2, \"d\", 4);
        }"]);
    let plan = program.unwrap().board().unwrap();
    assert_eq!(
        plan.cells.iter().map(|cell| (cell.name.as_str(), cell.x)).collect::<Vec<_>>(),
        [("c0", 0), ("c1", 1), ("c2", 2), ("d", 5)]
    );
    assert_eq!((plan.cells[3].rank, plan.cells[3].file, plan.cells[3].row), (Some(2), Some(3), 1));
    let link = &plan.links[1];
    assert_eq!((link.from.as_str(), link.heading, link.to.as_str(), link.arrives), ("c1", 2, "d", Some(4)));
    assert_eq!(sources.place(link.span).to_string(), "0.rhai:5:4");
    let endless = read(&["fn board(b) { loop { b.cell(\"a\", 0, 0, 0); } }"]).0.unwrap().board().unwrap_err();
    assert_eq!(endless.code, "board-too-big");
}
