//! What the text of a script shows to go wrong, whether anything comes to it or not, and what shows when it is run with
//! every answer; and what is no mistake.

use super::{read, show};
use heterodox::script::{Extent, HookKind};

/// What is found in a text of which the functions are called by their names.
fn found(text: &str, runs: bool) -> Vec<String> {
    let (program, problems, sources) = read(&[text]);
    let program = program.unwrap_or_else(|| panic!("{problems:?}"));
    let kinds = [
        ("test", HookKind::Condition),
        ("filter", HookKind::Filter),
        ("lends", HookKind::Borrow),
        ("acts", HookKind::Effect),
        ("merit", HookKind::Merit),
        ("ends", HookKind::Outcome),
    ];
    let hooks: Vec<_> =
        kinds.into_iter().filter_map(|(name, kind)| Some((program.hook(name, kind.n_params())?, kind))).collect();
    let later = match runs {
        true => program.check_runs(&hooks, &EXTENT),
        false => program.check_types(&hooks, Some("forward"), &EXTENT),
    };
    let mut told = problems;
    for problem in later {
        if !told.iter().any(|known| known.primary == problem.primary) {
            told.push(problem);
        }
    }
    told.iter().map(|problem| show(problem, &sources)).collect()
}

const EXTENT: Extent = Extent { ranks: 8, files: 8, rings: 0, sectors: 0, longest: Some(7) };

#[test]
fn what_is_right_is_left_alone() {
    for text in [
        "fn test(p) { let found = (); for s in p.around { if s.holds_foe { found = s; } } found != () && found.safe }",
        "fn test(p) { let n = p.rank; if p.moved { n = p.kind; } n == 3 }",
        "fn test(p) { let kind = \"none\"; if p.moved { kind = \"pawn\"; } kind != \"none\" && p.is_a(kind) }",
        "fn test(p) { let m = #{ rank: p, any: 3 }; m.rank = 7; m.rank.is_a && m.any == 3 }",
        "fn test(p) { let all = [p, p.step(\"left\")]; all.push(3); all.filter(|x| x == p).len() == 1 }",
        "fn test(p) { let all = []; for s in p.around { all.push(s.kind); } \"pawn\" in all }",
        "fn test(p) { [p.step(\"left\"), p].all(|s| s.is_empty) }",
        "fn test(p) { has(p, |s| s.is_a(\"pawn\")) && has(p.file, |n| n > 3) } fn has(x, f) { f.call(x) }",
        "fn test(p) { has(p, \"pawn\") || has(p.around, 3) } fn has(x, n) { if n == 3 { x.any } else { x.is_a(n) } }",
        "fn test(p) { let me = p; p.around.where(|s| s.rank == me.file).count() > 2 }",
        "fn test(p) { let me = p; p.around.any(|s| me.neighbours.contains(s)) }",
        "fn test(p) { (p.around - p).of(\"pawn\").any || (p.around & p.alone | p.square).none }",
        "fn test(p) { let lists = [[\"left\"], [\"right\"]]; p.step(lists[0][0]).exists && p.step(lists[1][0]).exists }",
        "fn test(p) { switch p.kind { \"pawn\" | \"\" => p.moved, \"knight\" if p.rank == 3 => true, _ => p.is_friend } }",
        "fn test(p) { switch p.rank { 1 | 2 => true, 3..=5 => p.moved, _ => switch p.side { \"foe\" => true, _ => false } } }",
        "fn test(p) { switch many { \"multi\" => true, \"max\" => p.moved, _ => false } }",
        "fn test(p) { loop { if p.moved { return true; } break; } false }",
        "fn test(p) { let r = loop { break p.moved; }; r }",
        "fn test(p) { p.kind == \"\" || p.side in [\"friend\", \"\"] || p.step(\"left\", 7).exists }",
        "const NEAR = [\"left\", \"right\"]; fn test(p) { for d in NEAR { if p.step(d).holds_foe { return true; } } false }",
        "fn test(p) { let text = \"\"; for s in p.around { text += s.kind; } text == \"pawnpawn\" }",
        "fn test(p) { let text = `${p.rank}`; text == \"1\" }",
        "fn test(p) { p?.moved ?? false }",
        "fn test(p) { let all = [3, 1]; all.sort(); all.index_of(1) == 0 && all.pop() == 3 && all.map(|n| n + 1)[0] == 2 }",
        "fn test(p) { let m = #{ pawn: 1 }; p.kind in m && m.keys().len == 1 && m.values().any(|n| n == 1) }",
        "fn test(p) { abs(p.rank - p.file).max(2) > 3 && p.rank.min(3) in 1..4 && p.kind.starts_with(\"p\") }",
        "fn test(p) { far(p.rank) } fn far(n) { if n < 1 { false } else { far(n - 1) } }",
        "fn lends(p) { if p.moved { \"pawn\" } else if p.exists { () } else { \"\" } }",
        "fn lends(p) { if p.moved { return p.kind; } }",
        "fn acts(mv) { if mv.captures > 0 { mv.remove([mv.target, mv.origin]); mv.convert(mv.target.around) } }",
        "fn merit(mv) { let n = 0; for s in mv.captured { n += s.rank; } n }",
        "fn ends(game) { if game.turn == \"white\" { \"win\" } else if game.mine.of(\"pawn\").none { \"loss\" } }",
        "fn filter(p, t) { p.rank != t.rank && t.leap(1, -2) != p }",
        "fn forward(side, from, to) { side == \"white\" && to.rank > from.rank && from.name != \"a1\" && from != to }",
    ] {
        assert_eq!(found(text, false), [""; 0], "{text}");
    }
}

#[test]
fn what_the_text_shows_is_told_where_it_is() {
    for (text, expected) in [
        ("fn test(p) { p == () }", "1:16: unlike-values"),
        ("fn test(p) { () != p.around }", "1:17: unlike-values"),
        ("fn test(p) { let n = 1; if p.moved { n = \"x\"; } n == p }", "1:51: unlike-values"),
        ("fn test(p) { p.step(\"left\").any }", "1:29: unknown-word: a square has no `any`"),
        (
            "fn test(p) { near(p).rank == 1 } fn near(s) { s.around }",
            "1:22: unknown-word: a set of squares has no `rank`",
        ),
        ("fn test(p) { p.moved } fn filter(p, t) { t.count > 1 }", "1:44: unknown-word: a square has no `count`"),
        ("fn test(p) { for s in p.around { if s.none { return true; } } false }", "1:39: unknown-word"),
        ("fn test(p) { p.around.any(|s| s.foes.any) }", "1:33: unknown-word: a square has no `foes`"),
        ("fn test(p) { if p.moved { \"yes\" } else { p.is_friend } }", "1:27: wrong-result: `test` gives a string"),
        ("fn test(p) { !p.rank }", "1:14: wrong-type: `!` does not go with a number"),
        ("fn test(p) { p.moved && p.file }", "1:25: wrong-type: expected true or false, found a number"),
        ("const D = \"lft\"; fn test(p) { p.step(D).exists }", "1:38: unknown-direction"),
        ("fn test(p) { p.kind == p.side || p.side == many }", ""),
        ("fn test(p) { let k = p.kind; \"pwn\" == k }", "1:30: never-equal: there is no piece `pwn`"),
        ("fn test(p) { many == \"mx\" }", "1:22: never-equal: there is no value of this option `mx`"),
        ("fn test(p) { p.ring == 1 }", "1:16: word-without-meaning: this board has no rings"),
        ("fn test(p) { p.step(\"left\", 8).exists }", "1:16: word-without-meaning: 8 steps"),
        ("fn acts(mv) { mv.put(\"pawn\", mv.kind); }", "1:30: wrong-type: `put` takes a square, not a string"),
        ("fn ends(game) { if game.quiet_plies_at_least(0) { \"draw\" } }", "1:25: bad-number"),
        ("fn merit(mv) { mv.target }", "1:16: wrong-result: `merit` gives a square"),
        ("\u{feff}fn test(p) { p.any }", "1:17: unknown-word: a square has no `any`"),
        ("\u{feff}/// Two.\nfn test(p) { p.any }", "2:16: unknown-word: a square has no `any`"),
    ] {
        let told = found(text, false);
        let is_one = told.len() == usize::from(!expected.is_empty());
        assert!(is_one && told.iter().all(|one| one.starts_with(&format!("0.rhai:{expected}"))), "{text}\n{told:#?}");
    }
}

#[test]
fn what_shows_only_in_a_run_is_told_where_it_is() {
    for (text, expected) in [
        (
            "fn test(p) { for d in [\"left\", \"rigth\"] { if p.step(d).holds_foe { return true; } } false }",
            "1:32: unknown-direction",
        ),
        ("fn test(p) { let d = \"lft\"; p.step(d).exists }", "1:22: unknown-direction: there is no direction `lft`"),
        ("fn test(p) { near(p, \"pwn\") } fn near(p, kind) { p.neighbours.of(kind).any }", "1:22: unknown-piece"),
        ("fn test(p) { let n = p.rank; if p.moved { n = p.kind; } n == 3 }", "1:59: unlike-values"),
        (
            "fn test(p) { let m = #{ rank: p }; m.rank = 7; m.rank.is_a(\"pawn\") }",
            "1:55: unknown-word: a number has no `is_a`",
        ),
        ("fn test(p) { let all = [p, 3]; if p.moved { all[1].rank == 2 } else { true } }", "1:52: unknown-word"),
        (
            "fn test(p) { if p.rank == 5 && p.step(\"left\").is_a(\"pawn\") { return [1][0]; } p.moved }",
            "1:4: wrong-result",
        ),
        ("fn lends(p) { if p.moved { [\"pwn\"][0] } else { \"\" } }", "1:4: unknown-piece"),
        ("fn ends(game) { if game.quiet_plies == 12 { [\"won\"][0] } }", "1:4: wrong-result"),
        // What answers that go together never lead to is no mistake.
        ("fn test(p) { switch p.side { \"friend\" => p.moved } }", ""),
        ("fn test(p) { let x = p.first(\"left\"); if x.exists && x.kind == \"\" { [\"x\"][0] } else { true } }", ""),
        ("fn test(p) { if p.rank > 8 { [\"x\"][0] } else { true } }", ""),
        // Nor is what only a board can say.
        ("fn test(p) { let found = (); for s in p.around { found = s; } found.rank == 3 }", ""),
        ("fn merit(mv) { 10 / (mv.target.rank - mv.origin.rank) }", ""),
    ] {
        let told = found(text, true);
        let is_one = told.len() == usize::from(!expected.is_empty());
        assert!(is_one && told.iter().all(|one| one.starts_with(&format!("0.rhai:{expected}"))), "{text}\n{told:#?}");
    }
}

/// Functions with more combinations of answers than can be tried are tried with each answer.
#[test]
fn each_answer_is_tried_where_there_are_too_many_together() {
    let ranks: Vec<String> =
        (0..8).map(|n| format!("p.step(\"left\", {n}).kind == p.step(\"right\", {n}).kind")).collect();
    let text = format!("fn test(p) {{ if p.moved {{ p.is_a([\"pwn\"][0]) }} else {{ {} }} }}", ranks.join(" && "));
    let begun = std::time::Instant::now();
    assert!(found(&text, true)[0].starts_with("0.rhai:1:35: unknown-piece"), "{:?}", found(&text, true));
    assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
}

/// A long way for values, and texts made to take long, are given up in time.
#[test]
fn what_goes_a_long_way_is_given_up() {
    let mut text = "fn test(p) { f0(p.rank) }\n".to_owned();
    for n in 0..400 {
        text += &format!("fn f{n}(x) {{ f{}(x) }}\n", n + 1);
    }
    text += "fn f400(x) { x.any }\n";
    let begun = std::time::Instant::now();
    let _ = found(&text, false);
    let cases = "switch p.kind { \"pawn\" => (), _ => () }\n".repeat(3000);
    assert_eq!(found(&format!("fn test(p) {{ {cases} p.moved }}"), false), [""; 0]);
    assert!(begun.elapsed() < std::time::Duration::from_secs(20), "{:?}", begun.elapsed());
}
