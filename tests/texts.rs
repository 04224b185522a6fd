//! The examples that the games' own rules texts give, each under its name.

use crate::support::{coordinates, play, position, rules, targets};
use heterodox::board::Side;
use heterodox::notation::{Language, read, san};
use heterodox::rules::Rules;

/// All moves in SAN, in alphabetical order.
fn written(rules: &mut Rules, fen: &str, language: &str) -> Vec<String> {
    let here = position(rules, fen);
    let moves = rules.legal_moves(&here);
    let language = Language::of(rules.variant(), language).unwrap();
    let mut texts = san(rules, &here, &moves, &language);
    texts.sort();
    texts
}

/// The diagram of the rules of Knight Relay Chess.
///
/// ```text
/// 8  . . . k . . . .
/// 7  . N . . . . . .
/// 6  . . . . P . . .
/// 5  p . . . . . . .
/// 4  . . . N . . . .
/// 3  Q . n . . . . .
/// 2  . . n . . . . .
/// 1  . . . . K . . .
///    a b c d e f g h
/// ```
const RELAY: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

#[test]
fn the_pawn_on_e6_is_defended_by_the_knight_on_d4_and_leaps() {
    let mut rules = rules("knight-relay");
    let here = position(&mut rules, RELAY);
    // Its own step to e7, and the leaps; d8 and f8 lie on the last rank.
    assert_eq!(targets(&mut rules, &here, "e6"), ["c5", "c7", "e7", "f4", "g5", "g7"]);
}

#[test]
fn the_king_on_d8_is_not_in_check_from_the_pawn_on_e6() {
    let mut rules = rules("knight-relay");
    let here = position(&mut rules, RELAY);
    assert!(!rules.is_attacked(&here, Side::Black));
    // Nor is the king on e1 from the knight on c2, which takes nothing.
    assert!(!rules.in_check(&here));
}

#[test]
fn a_knight_neither_takes_nor_is_taken() {
    let mut rules = rules("knight-relay");
    let here = position(&mut rules, RELAY);
    let moves = coordinates(&mut rules, &here);
    for text in ["b7a5", "a3c3", "d4c2"] {
        assert!(!moves.contains(&text.to_owned()), "{text}");
    }
}

/// ```text
/// 8  . . . k . . . .
/// 7  . N . . . . . .      The queen covers c7, d7 and e7,
/// 6  . . . Q P . . .      and with the leap lent from b7
/// 5  p . . . . . . .      c8 and e8.
/// 4  . . . N . . . .
/// 3  . . n . . . . .
/// 2  . . n . . . . .
/// 1  . . . . K . . .
///    a b c d e f g h
/// ```
#[test]
fn the_queen_mates_on_d6() {
    let mut rules = rules("knight-relay");
    let here = position(&mut rules, RELAY);
    let mated = play(&mut rules, &here, "a3d6");
    assert!(rules.in_check(&mated));
    assert_eq!(coordinates(&mut rules, &mated), Vec::<String>::new());
    let outcome = rules.outcome(&mated, 1).unwrap();
    assert_eq!((outcome.winner(), outcome.reason.as_str()), (Some(Side::White), "checkmate"));
    assert!(written(&mut rules, RELAY, "en").contains(&"Qd6#".to_owned()));
    assert!(written(&mut rules, RELAY, "es").contains(&"Dd6#".to_owned()));
    // Without the knight on b7 the queen is bare and the king has c8 and e8.
    let here = position(&mut rules, "3k4/8/3QP3/p7/3N4/2n5/2n5/4K3 b - - 0 1");
    assert_eq!(targets(&mut rules, &here, "d8"), ["c8", "e8"]);
}

#[test]
fn a_leap_that_is_lent_is_marked_with_the_letter_r() {
    let mut rules = rules("knight-relay");
    assert!(written(&mut rules, RELAY, "en").contains(&"g7R".to_owned()));
    assert!(written(&mut rules, RELAY, "en").contains(&"e7+".to_owned()));
}

/// A knight in the centre of the round board, rings from the centre outwards:
///
/// ```text
/// 4  N
/// 3  * * * * * * * * * * * * * *
/// 2  * * * * * * * * * * * * * *
/// 1  . . . K . . . . . . k . . .
///    a b c d e f g h i j k l m n
/// ```
#[test]
fn the_knight_in_the_centre_reaches_28_cells() {
    let mut rules = rules("diplomat");
    let here = position(&mut rules, "N/14/14/3K6k3 w - - 0 1");
    let reached = targets(&mut rules, &here, "4");
    assert_eq!(reached.len(), 28);
    assert!(reached.iter().all(|name| name.ends_with(['2', '3'])), "{reached:?}");
}

/// ```text
/// 4  .
/// 3  * . . . . . . * . . . . . .
/// 2  R * * * * * * * * * * * * *      round the ring, but not back to a2
/// 1  * . . K . . . * . . k . . .
///    a b c d e f g h i j k l m n
/// ```
#[test]
fn the_rook_may_not_make_its_null_move() {
    let mut rules = rules("diplomat");
    let here = position(&mut rules, "1/14/R13/3K6k3 w - - 0 1");
    let reached = targets(&mut rules, &here, "a2");
    assert!(!reached.contains(&"a2".to_owned()));
    assert_eq!(reached.len(), 18);
    // Pinned on its spoke it has one move, and none to stay where it is.
    let here = position(&mut rules, "1/K13/R13/r9k3 w - - 0 1");
    assert_eq!(targets(&mut rules, &here, "a2"), ["a1"]);
}

#[test]
fn the_rook_and_the_bishop_in_the_centre_reach_every_cell() {
    let mut rules = rules("diplomat");
    for piece in ["R", "B"] {
        let here = position(&mut rules, &format!("{piece}/14/14/3K6k3 b - - 0 1"));
        let centre = rules.variant().board().square("4").unwrap();
        let attacked: Vec<String> = rules
            .variant()
            .board()
            .squares()
            .filter(|square| *square != centre)
            .map(|square| rules.variant().board().name(square).to_owned())
            .collect();
        for name in attacked {
            let square = rules.variant().board().square(&name).unwrap();
            assert!(rules.attackers(&here, square, Side::White).contains(&centre), "{piece} {name}");
        }
    }
}

/// Black's diplomat on b2 buys the pawn on b3:
///
/// ```text
/// 4  .
/// 3  . P . . . . . . . . . . . .
/// 2  . d . . . . . . . . . . . .
/// 1  . . . K . . . . . . k . . .
///    a b c d e f g h i j k l m n
/// ```
#[test]
fn a_bribe_is_written_b3_equals_n() {
    let mut rules = rules("diplomat");
    let fen = "1/1P12/1d12/3K6k3 b - - 0 1";
    assert!(written(&mut rules, fen, "es").contains(&"b3=n".to_owned()));
    assert!(written(&mut rules, fen, "en").contains(&"b3=b".to_owned()));
    let here = position(&mut rules, fen);
    let moves = rules.legal_moves(&here);
    let spanish = Language::of(rules.variant(), "es").unwrap();
    let number = read(&mut rules, &here, &moves, "b3=n", &spanish).unwrap();
    let bribed = rules.play_unchecked(&here, &moves[number]);
    let square = |name: &str| rules.variant().board().square(name).unwrap();
    let (pawn, diplomat) = (rules.variant().kind("pawn").unwrap(), rules.variant().kind("diplomat").unwrap());
    assert_eq!(bribed.at(square("b3")), Some((Side::Black, pawn)), "it stays there with the other colour");
    assert_eq!(bribed.at(square("b2")), Some((Side::Black, diplomat)), "the diplomat does not move");
    assert_eq!(bribed.turn(), Side::White);
    // In Spanish `b` is white, and Black cannot make a piece white.
    assert!(read(&mut rules, &here, &moves, "b3=b", &spanish).is_err());
}

#[test]
fn a_king_cannot_be_bribed() {
    let mut rules = rules("diplomat");
    let here = position(&mut rules, "1/14/14/3K6kD2 w - - 0 1");
    assert!(!coordinates(&mut rules, &here).iter().any(|text| text.contains('=')));
    assert!(!rules.is_attacked(&here, Side::Black), "and so is not in check from a diplomat");
}

#[test]
fn in_cheskers_black_begins() {
    let mut rules = rules("cheskers");
    assert_eq!(position(&mut rules, "start").turn(), Side::Black);
}

/// ```text
/// 8  . . . . . k . .
/// 7  . . . . . . . .
/// 6  . . . . . . . .      c3 can jump d4, and c1 can jump b2:
/// 5  . . . . . . . .      something must be taken.
/// 4  . . . p . . . .
/// 3  . . P . . . . .
/// 2  . p . . . . . .
/// 1  . . K . . . . .
///    a b c d e f g h
/// ```
#[test]
fn captures_are_mandatory_for_pawns_and_kings() {
    let mut rules = rules("cheskers");
    let here = position(&mut rules, "5k2/8/8/8/3p4/2P5/1p6/2K5 w - - 0 1");
    assert_eq!(coordinates(&mut rules, &here), ["c1a3", "c3e5"]);
}

/// ```text
/// 8  . . . . . k . .
/// 7  . . . . . . . .
/// 6  . . . . . . . .      The bishop sees d4 and need not take.
/// 5  . . . . . . . .
/// 4  . . . p . . . .
/// 3  . . . . . . . .
/// 2  . . . . . . . .
/// 1  B . K . . . . .
///    a b c d e f g h
/// ```
#[test]
fn captures_are_not_mandatory_for_bishops_and_camels() {
    let mut rules = rules("cheskers");
    let here = position(&mut rules, "5k2/8/8/8/3p4/8/8/B1K5 w - - 0 1");
    assert_eq!(coordinates(&mut rules, &here), ["a1b2", "a1c3", "a1d4", "c1b2", "c1d2"]);
    let here = position(&mut rules, "8/2p3k1/8/4p3/3C4/8/8/2K5 w - - 0 1");
    assert_eq!(targets(&mut rules, &here, "d4"), ["a3", "a5", "c7", "e1", "e7", "g3", "g5"]);
    assert_eq!(targets(&mut rules, &here, "c1"), ["b2", "d2"]);
}

/// ```text
/// 8  . . . . . . . k
/// 7  . . . . . . . .
/// 6  . . . . . . . b      takes the last king on e3
/// 5  . . . . . . . .
/// 4  . . . . . . . .
/// 3  . . . . K . . .
/// 2  . . . . . . . .
/// 1  . . . . . . . .
///    a b c d e f g h
/// ```
#[test]
fn taking_the_last_king_wins() {
    let mut rules = rules("cheskers");
    let here = position(&mut rules, "7k/8/7b/8/8/4K3/8/8 b - - 0 1");
    let won = play(&mut rules, &here, "h6e3");
    assert_eq!(rules.outcome(&won, 1).and_then(|outcome| outcome.winner()), Some(Side::Black));
    assert_eq!(coordinates(&mut rules, &won), Vec::<String>::new());
    // With a king left on c1 the game goes on.
    let here = position(&mut rules, "7k/8/7b/8/8/4K3/8/2K5 b - - 0 1");
    let lives = play(&mut rules, &here, "h6e3");
    assert_eq!(rules.outcome(&lives, 1), None);
}

/// ```text
/// 3  . . p
/// 2  . p .      The king on a1 can neither step to b2 nor jump over it.
/// 1  K . .
///    a b c
/// ```
#[test]
fn the_side_that_cannot_move_loses() {
    let mut rules = rules("cheskers");
    let here = position(&mut rules, "7k/8/8/8/8/2p5/1p6/K7 w - - 0 1");
    assert_eq!(coordinates(&mut rules, &here), Vec::<String>::new());
    assert_eq!(rules.outcome(&here, 1).and_then(|outcome| outcome.winner()), Some(Side::Black));
}

#[test]
fn a_side_may_take_any_man_that_can_jump_and_must_go_on() {
    let mut rules = rules("cheskers");
    let here = position(&mut rules, "7k/8/8/4p3/8/2p5/1K6/8 w - - 0 1");
    assert_eq!(coordinates(&mut rules, &here), ["b2d4f6"]);
    assert_eq!(written(&mut rules, "7k/8/8/4p3/8/2p5/1K6/8 w - - 0 1", "en"), ["Kb2xd4xf6"]);
    assert_eq!(written(&mut rules, "7k/8/8/4p3/8/2p5/1K6/8 w - - 0 1", "es"), ["Rb2xd4xf6"]);
}
