//! Scripts that go wrong while they run: places, levels, limits.

use super::{board, call, failing, failure, judge, program, read, show, shown};
use heterodox::script::{HookKind, Leaf};
use std::sync::Arc;
use std::time::{Duration, Instant};

#[test]
fn errors_while_running_have_a_place() {
    for (body, expected) in [
        (
            "let k = \"kni\" + \"hgt\"; piece.is_a(k)",
            "0.rhai:2:30: unknown-piece: there is no piece `knihgt`; did you mean `knight`?",
        ),
        ("piece == 3", "0.rhai:2:7: unlike-values"),
        ("3 == piece", "0.rhai:2:3: unlike-values"),
        ("piece != 3", "0.rhai:2:7: unlike-values"),
        ("3 != piece", "0.rhai:2:3: unlike-values"),
        ("piece == \"pawn\"", "0.rhai:2:7: unlike-values"),
        ("\"pawn\" == piece", "0.rhai:2:8: unlike-values"),
        ("'p' != piece", "0.rhai:2:5: unlike-values"),
        ("true == piece", "0.rhai:2:6: unlike-values"),
        ("piece == [piece]", "0.rhai:2:7: unlike-values"),
        ("[piece] == piece", "0.rhai:2:9: unlike-values"),
        ("piece in [1, 2]", "0.rhai:2:7: unlike-values"),
        ("3 in [piece]", "0.rhai:2:3: unlike-values"),
        ("3 in piece.around", "0.rhai:2:3: unlike-values"),
        ("piece.around == piece", "0.rhai:2:14: unlike-values"),
        ("piece.around == piece.around", "0.rhai:2:14: unlike-values"),
        ("piece.around == 3", "0.rhai:2:14: unlike-values"),
        ("3 == piece.around", "0.rhai:2:3: unlike-values"),
        ("let n = 3; n == \"3\"", "0.rhai:2:14: unlike-values: a number is compared with a string"),
        ("let n = 'a'; n < \"b\"", "0.rhai:2:16: unlike-values: a character is compared with a string"),
        ("piece < 3", "0.rhai:2:7: unlike-values: a square is compared with a number"),
        ("3 >= piece.around", "0.rhai:2:3: unlike-values: a number is compared with a set of squares"),
        ("piece < piece", "0.rhai:2:7: unlike-values: a square is compared with a square; compare numbers"),
        ("let n = [1]; n.contains(true)", "0.rhai:2:16: unlike-values"),
        (
            "piece.checked",
            "0.rhai:2:7: unknown-word: a square has no `checked`; `checked` is a word of a move and of the game",
        ),
        ("let n = 1; piece.step(n).exists", "0.rhai:2:18: wrong-type: `step` takes a string, not a number"),
        ("let n = 1; piece.is_a(\"pawn\") == n.abs()", "0.rhai:2:31: unlike-values"),
        ("let n = 1; piece + n", "0.rhai:2:18: wrong-type: `+` does not go with a square and a number"),
        ("let n = piece.rank; !n", "0.rhai:2:21: wrong-type: `!` does not go with a number; compare the number"),
        (
            "let s = piece; s.of(\"pawn\").any",
            "0.rhai:2:18: unknown-word: a square has no `of`; `of` is a word of a set of squares",
        ),
        ("piece.around.rank == 1", "0.rhai:2:14: unknown-word"),
        ("piece.safe", "0.rhai:2:7: asks-too-much: `test` may not ask `safe`"),
        ("1 / 0 == 1", "0.rhai:2:3: script-error"),
        ("throw \"enough\"", "0.rhai:2:1: script-error: the script gave up: enough"),
        ("loop { piece.rank; }", "0.rhai:2:14: script-too-long"),
        ("loop { }", "0.rhai:1:4: script-too-long"),
        ("let s = \"x\"; loop { s += s; }", "0.rhai:1:4: script-too-big"),
        ("let a = [1]; loop { a += a; }", "0.rhai:1:4: script-too-big"),
        ("let s = piece.around; loop { s = s | s; }", "0.rhai:2:36: script-too-big"),
        ("test(piece)", "0.rhai:"),
        ("42", "0.rhai:1:4: wrong-result: `test` gives the number 42"),
        ("piece", "0.rhai:1:4: wrong-result: `test` gives a value of type `Square`"),
        ("[1]", "0.rhai:1:4: wrong-result"),
        ("piece.leap(99, 1).exists", "0.rhai:2:7: bad-number"),
        ("let f = 1; f.call()", "0.rhai:2:14: wrong-type: expected a function, found a number"),
        ("let n = 0; for x in piece.kind { n += 1; } true", "0.rhai:2:21: wrong-type: `for` goes through a list"),
    ] {
        let found = failure(body, &board());
        assert!(found.starts_with(expected), "{body}\n  {found}\n  {expected}");
    }
}

#[test]
fn a_variable_may_be_nothing() {
    for (body, expected) in [
        (
            "let found = (); for d in [\"left\", \"right\"] { let s = piece.step(d); if s.exists { found = s; } } found != ()",
            true,
        ),
        ("let found = (); if !piece.exists { found = piece; } found == ()", true),
        ("let found = (); if piece.exists { found = piece.around; } () != found", true),
        ("let found = (); if piece.exists { found = piece; } found == ()", false),
        ("let found = 3; if !piece.exists { found = (); } found == ()", false),
    ] {
        assert_eq!(judge(body, &board()), Leaf::Bool(expected), "{body}");
    }
}

#[test]
fn a_recursion_without_end_is_an_error() {
    let found = failure("test(piece)", &board());
    assert!(found.contains("script-too-deep"), "{found}");
}

#[test]
fn only_effects_may_change_anything() {
    let text = "fn allowed(mv) {\n mv.stay(); true }\nfn after(mv) { 3 }";
    let (program, _, sources) = read(&[text]);
    let program = program.unwrap();
    let Leaf::Error(problem) = call(&program, "allowed", HookKind::Allowed, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("0.rhai:2:5: effect-in-question"), "{problem:?}");
    let Leaf::Error(problem) = call(&program, "after", HookKind::After, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("0.rhai:3:4: wrong-result"), "{problem:?}");
}

#[test]
fn levels_hold_at_load_and_in_play() {
    let text = "fn near(p) { p.attackers.any }\nfn filter(piece, target) { near(target) }\nfn fine(piece, target) { target.rank > 1 }";
    let (program, _, sources) = read(&[text]);
    let program = program.unwrap();
    let filter = program.hook("filter", 2).unwrap();
    assert_eq!(
        shown(&program.check_level(filter, 0), &sources),
        ["0.rhai:1:16: asks-too-much: `filter` may not ask `attackers`; \
          where `filter` is used it may ask about the board and the move"]
    );
    assert!(program.check_level(filter, 1).is_empty());
    assert!(program.check_level(program.hook("fine", 2).unwrap(), 0).is_empty());
    let Leaf::Error(problem) = call(&program, "filter", HookKind::Filter, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("0.rhai:1:26: asks-too-much"), "{}", show(&problem, &sources));
    let oracle = Arc::new(board());
    assert_eq!(program.call_at_level(filter, HookKind::Filter, 1, oracle).leaf, Leaf::Bool(false));
}

/// Whatever has no end is stopped soon and says which function and line; the slowest takes half a second of one core,
/// and is given ten times that on a busy machine.
#[test]
fn what_has_no_end_is_stopped_soon() {
    let mut wrong = Vec::new();
    for body in [
        "loop { }",
        "while true { piece.rank; }",
        "do { } while true",
        "for i in 0..9223372036854775807 { piece.rank; }",
        "for a in 0..100000 { for b in 0..100000 { piece.file; } }",
        "test(piece)",
        "applied(|x| test(x), piece)",
        "piece.around.any(|x| { loop { } })",
        "piece.around.any(|x| test(x))",
        "let s = \"x\"; loop { s += s; }",
        "let s = \"x\"; loop { s = `${s}${s}`; }",
        "let s = \"\"; loop { s += piece.kind; }",
        "let a = [1]; loop { a += a; }",
        "let a = []; loop { a.push(a); }",
        "let a = [[]]; loop { a = [a, a]; }",
        "let a = [0, 0]; loop { a[0] = a; a[1] = a; }",
        "let a = [0]; loop { a[0] = [a]; }",
        "let m = #{ x: 0 }; loop { m.x = m; }",
        "let a = []; loop { a.push(1); }",
        "let m = #{}; let n = 0; loop { n += 1; m[`k${n}`] = n; }",
        "let m = #{}; loop { m = #{ a: m, b: m }; }",
        "let b = [1]; loop { b = b + b; }",
        "let b = [1]; loop { let c = b; b = c.map(|x| b); }",
        "let a = [3, 1, 2]; loop { a.sort(); a.push(1); }",
        "let a = []; for i in 0..250 { a.push(i); } loop { let b = a; b.push(1); }",
        "let a = []; for i in 0..250 { a.push(i); } loop { a.sort(); a.reverse(); a == a; }",
        "let s = \"x\"; for i in 0..9 { s += s; } loop { s.contains(\"y\"); s == s; s.len; `${s}`; }",
        "let a = []; for i in 0..250 { a.push(piece); } let b = a; let c = a; loop { a.any(|x| b.any(|y| c.any(|z| false))); }",
        "let a = []; for i in 0..250 { a.push(piece); } loop { a.sort(|x, y| x.rank - y.rank); }",
        "for s in piece.around { while s.attacks.none || s.attackers.none { (piece.attacks | s.attacks).count; } }",
        "let s = piece; loop { s = s.step(\"forward\"); }",
        "let s = piece.around; loop { s = s | s; }",
    ] {
        let begun = Instant::now();
        let body = &format!("{body}\n}}\nfn applied(f, x) {{ f.call(x)");
        let (found, problem) = failing(body, &board());
        let codes = ["script-too-long", "script-too-big", "script-too-deep"];
        let is_named = found.starts_with("0.rhai:") && format!("{problem:?}").contains("`test`");
        if begun.elapsed() > Duration::from_secs(5) || !codes.contains(&problem.code.as_str()) || !is_named {
            wrong.push(format!("{body}: {found} after {:?}", begun.elapsed()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_long_path_is_followed_on_the_board() {
    let program = program("fn far(p) { p.step(\"left\", 4).step(\"right\", 7).step(\"left\", 3) == p }");
    let far = call(&program, "far", HookKind::Condition, &board());
    assert_eq!((far.leaf, far.recordable), (Leaf::Bool(true), false));
}
