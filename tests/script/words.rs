//! The words of scripts: what each asks or does.

use super::{Board, board, call, judge, program, square};
use heterodox::script::handles::{Handle, Step};
use heterodox::script::query::{Query, SetExpr};
use heterodox::script::{Effect, HookKind, Leaf, Operand, Verdict};

#[test]
fn a_knight_lends_its_leap() {
    let program = program("/// A knight lends its leap.\nfn relayed(piece) { piece.defended_by(\"knight\") }");
    let relayed = call(&program, "relayed", HookKind::Condition, &board());
    assert_eq!(relayed.leaf, Leaf::Bool(true));
    assert_eq!(relayed.record, [(Query::DefendedBy(Handle::SUBJECT, 4), 1)]);
    assert!(relayed.recordable);
    let king = Board { subject: square("f1"), ..board() };
    assert_eq!(call(&program, "relayed", HookKind::Condition, &king).leaf, Leaf::Bool(false));
    let functions = program.functions();
    assert_eq!(
        (functions[0].name.as_str(), functions[0].n_params, functions[0].doc.as_str()),
        ("relayed", 1, "A knight lends its leap.")
    );
}

#[test]
fn a_bribe_stays_and_converts() {
    let program = program("fn bribe(mv) { mv.stay(); mv.convert(mv.target); }");
    let bribe = call(&program, "bribe", HookKind::Effect, &board());
    let convert = Effect::Convert(Operand::Square(Handle::TARGET));
    assert_eq!(bribe.leaf, Leaf::Effects([Effect::Stay, convert].into()));
    assert!(bribe.record.is_empty() && bribe.recordable);
}

#[test]
fn a_jump_is_owed() {
    let program = program(
        "fn claim(mv) { if !mv.jumps { 0 } else if many == \"max\" && mv.captures > 1 { 2 } else { 1 } }
         fn merit(mv) { if mv.captures > 1 { 2 } else { mv.captures } }",
    );
    for (captures, jumps, claim, merit) in [(0, 0, 0, 0), (1, 1, 1, 1), (2, 1, 2, 2), (2, 0, 0, 2)] {
        let board = Board { facts: [captures, jumps, 0, 0, 0, 0, 0, 0], ..board() };
        assert_eq!(call(&program, "claim", HookKind::Claim, &board).leaf, Leaf::Int(claim));
        assert_eq!(call(&program, "merit", HookKind::Merit, &board).leaf, Leaf::Int(merit));
    }
    assert_eq!(call(&program, "merit", HookKind::Merit, &board()).record, [(Query::Captures, 0)]);
}

#[test]
fn words_about_squares() {
    let yes = Leaf::Bool(true);
    for body in [
        "piece.kind == \"queen\" && piece.is_a(\"queen\") && !piece.is_a(\"king\")",
        "piece.rank == 3 && piece.file == 5 && piece.ring == 0",
        "piece.step(\"forward\").kind == \"pawn\" && piece.step(\"forward\").side == \"foe\"",
        "piece.step(\"forward\", 3).holds_foe && piece.first(\"back\").is_a(\"bishop\")",
        "piece.leap(1, 2).is_empty && piece.leap(-2, 1).holds_friend()",
        "piece.step(\"right\", 4).kind == \"\" && !piece.step(\"right\", 4).exists && !piece.step(\"right\", 4).is_empty",
        "piece.step(\"left\") != piece && piece.step(\"left\").step(\"right\") == piece",
        "piece.within(\"home\") && !piece.step(\"forward\", 2).within(\"home\")",
        "piece.attacked_by(\"pawn\") == false && piece.attackers.none && piece.defenders.count == 1",
        "piece.around.count == 8 && piece.neighbours.count == 3 && piece.around.friends.count == 2",
        "piece.attacks.foes.of(\"pawn\").any && piece.attacks.foes.except(\"pawn\").none",
        "(piece.around.friends | piece.around.foes).count == 3 && (piece.around - piece.neighbours).count == 5",
        "(piece.around & piece.attacks.foes).count == 1 && piece.step(\"forward\") in piece.around",
        "piece.ray(\"forward-right\").count == 3 && piece.around.more_than(7) && !piece.around.more_than(8)",
        "piece.around.any(|x| x.is_a(\"pawn\") && x.holds_foe)",
        "let me = piece; piece.around.all(|x| x != me)",
        "piece.around.where(|x| x.is_a(\"pawn\")).count == 2 && piece.around.count(|x| x.is_empty) == 5",
        "piece.around.none(|x| x.kind == \"king\") && piece in [piece.square, piece.piece]",
        "let n = 0; for x in piece.around.occupied { if x.is_a(\"pawn\") { n += 1 } } n == 2",
        "const HERE = piece.square; HERE.is_a(\"queen\") && HERE.step(\"back\").is_a(\"bishop\")",
    ] {
        assert_eq!(judge(body, &board()), yes, "{body}");
    }
}

#[test]
fn directions_and_friends_belong_to_the_subject() {
    let black = Board { subject: square("e4"), up: false, ..board() };
    let body = "piece.step(\"forward\").holds_foe && piece.rank == 5 && piece.step(\"forward-left\").exists
        && piece.step(\"forward-left\").is_empty && piece.step(\"back\", 2).holds_friend";
    assert_eq!(judge(body, &black), Leaf::Bool(true));
}

#[test]
fn members_come_by_kind_then_square() {
    let program = program(
        "fn outcome(game) { let s = \"\"; for x in game.all { s += x.kind[0]; s += x.file; } if s == \"k6k2q5b5k3k5p4p5\" { \"win\" } else { \"loss\" } }",
    );
    let outcome = call(&program, "outcome", HookKind::Outcome, &board());
    assert_eq!(outcome.leaf, Leaf::Outcome(Some(Verdict::Win)));
    assert!(!outcome.recordable);
}

#[test]
fn effects_keep_their_order() {
    let program = program(
        "fn after(mv) {
            mv.remove(mv.target.around.except(\"pawn\"));
            mv.put(\"knight\", mv.origin);
            mv.shift(mv.origin, mv.target.step(\"forward\"));
            mv.swap(mv.origin, mv.target);
            mv.promote(\"queen\");
            mv.again();
            mv.remove([mv.origin, mv.target]);
        }
        fn boom(mv) { mv.remove(mv.target.around.where(|s| !s.is_a(\"pawn\"))) }
        fn deep(mv) { let a = mv.target.attacks; mv.remove(a.where(|s| s.rank > 2)) }",
    );
    let Leaf::Effects(effects) = call(&program, "after", HookKind::After, &board()).leaf else { panic!() };
    let forward = Handle::TARGET.then(Step::Go(0)).unwrap();
    assert_eq!(effects.len(), 8);
    assert!(
        matches!(&effects[0], Effect::Remove(Operand::Set(set)) if matches!(set.expr(), SetExpr::ExceptKind(_, 5)))
    );
    assert_eq!(effects[1], Effect::Put(4, Handle::SUBJECT));
    assert_eq!(effects[2], Effect::Shift(Handle::SUBJECT, forward));
    assert_eq!(effects[3], Effect::Swap(Handle::SUBJECT, Handle::TARGET));
    assert_eq!(effects[4..6], [Effect::Promote(1), Effect::Again]);
    assert_eq!(effects[7], Effect::Remove(Operand::Square(Handle::TARGET)));

    // A closure that asks yes-or-no questions stays symbolic, so the call asks nothing and can be remembered.
    let boom = call(&program, "boom", HookKind::After, &board());
    let Leaf::Effects(effects) = boom.leaf else { panic!("{:?}", boom.leaf) };
    let Effect::Remove(Operand::Set(set)) = &effects[0] else { panic!() };
    let removed: Vec<u8> = ["d5", "e5", "f5", "d4", "f4", "e3", "f3"].map(square).to_vec();
    let mut found = board().set(set);
    found.sort_unstable();
    let mut removed = removed;
    removed.sort_unstable();
    assert_eq!(found, removed);
    assert!(boom.recordable && boom.record.is_empty());
    // One that asks for a rank does not.
    assert!(!call(&program, "deep", HookKind::After, &board()).recordable);
}

#[test]
fn a_closure_is_followed_for_every_answer() {
    let program = program(
        "fn crowd(piece) { let k = piece.kind; let me = piece;
            piece.around.any(|x| x.kind == k || (x.holds_foe && x.step(\"forward\") != me && me.defended_by(\"knight\"))) }",
    );
    let mut seed = 7;
    for _ in 0..300 {
        let board = Board::random(&mut seed);
        let crowd = call(&program, "crowd", HookKind::Condition, &board);
        let at = |x: u8| board.piece(Some(x));
        let (kind, up) = at(board.subject).unwrap();
        let guarded = (0..64).any(|from| at(from) == Some((4, up)) && board.is_attack(4, up, from, board.subject));
        let expected = (0..64u8).filter(|x| board.is_attack(0, true, board.subject, *x)).any(|x| {
            let foe = at(x).is_some_and(|piece| piece.1 != up);
            at(x).is_some_and(|piece| piece.0 == kind)
                || (foe && board.direction(x, 0) != Some(board.subject) && guarded)
        });
        assert_eq!(crowd.leaf, Leaf::Bool(expected));
        assert!(crowd.recordable);
    }
}
