//! Moves as text: how they are written, what is read, what is said of texts that name no legal move.

use heterodox::bundled::Bundled;
use heterodox::notation::{Language, ReadError, coordinate, read, san};
use heterodox::open::{open, open_text};
use heterodox::position::Position;
use heterodox::rules::{Moves, Rules};
use heterodox::source::{SourceId, Span, Spanned};
use std::collections::HashSet;

const GAMES: [&str; 4] = ["chess", "knight-relay", "diplomat", "cheskers"];

fn rules(name: &str) -> Rules {
    Rules::new(open(name, &Bundled, &[]).variant.unwrap_or_else(|| panic!("{name} does not open")))
}

fn written(toml: &str) -> Rules {
    let opened = open_text("game", toml, &[], &Bundled, &[]);
    Rules::new(opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics)))
}

fn position(rules: &mut Rules, fen: &str) -> Position {
    let fen = Spanned::new(fen.to_owned(), Span::new(SourceId(0), 0..fen.len()));
    rules.position(&fen).unwrap_or_else(|problems| panic!("{problems:?}")).0
}

/// A position of a game with its legal moves.
struct Table {
    rules: Rules,
    position: Position,
    moves: Moves,
}

impl Table {
    fn new(mut rules: Rules, fen: &str) -> Table {
        let position = position(&mut rules, fen);
        let moves = rules.legal_moves(&position);
        Table { rules, position, moves }
    }

    fn of(name: &str, fen: &str) -> Table {
        Table::new(rules(name), fen)
    }

    fn language(&self, code: &str) -> Language {
        Language::of(self.rules.variant(), code).expect(code)
    }

    fn coordinates(&self) -> Vec<String> {
        coordinate(self.rules.variant(), &self.position, &self.moves)
    }

    fn san(&mut self, code: &str) -> Vec<String> {
        let language = self.language(code);
        san(&mut self.rules, &self.position, &self.moves, &language)
    }

    /// The SAN of a move given in coordinates.
    fn san_of(&mut self, mv: &str, code: &str) -> String {
        let number = self.coordinates().iter().position(|text| text == mv).expect(mv);
        self.san(code).swap_remove(number)
    }

    fn read(&mut self, text: &str, code: &str) -> Result<String, ReadError> {
        let language = self.language(code);
        let number = read(&mut self.rules, &self.position, &self.moves, text, &language)?;
        Ok(self.coordinates().swap_remove(number))
    }

    /// The coordinates of the move that an English text names.
    fn means(&mut self, text: &str) -> String {
        self.read(text, "en").unwrap_or_else(|problem| panic!("{text}: {problem}"))
    }

    /// What is said of a text that names no move.
    fn refuses(&mut self, text: &str) -> String {
        self.read(text, "en").expect_err(text).to_string()
    }
}

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn chess_is_written_as_everywhere() {
    let mut table = Table::of("chess", KIWIPETE);
    let cases = [
        ("e1g1", "O-O"),
        ("e1c1", "O-O-O"),
        ("e5d7", "Nxd7"),
        ("d5e6", "dxe6"),
        ("a2a4", "a4"),
        ("e2a6", "Bxa6"),
        ("c3b5", "Nb5"),
        ("f3f6", "Qxf6"),
        ("a1b1", "Rb1"),
        ("e1f1", "Kf1"),
        ("h1f1", "Rf1"),
    ];
    for (mv, text) in cases {
        assert_eq!(table.san_of(mv, "en"), text);
    }
    assert_eq!(table.san_of("e2a6", "es"), "Axa6");
    assert_eq!(table.san_of("a1b1", "es"), "Tb1");
}

#[test]
fn as_much_of_the_origin_is_written_as_is_needed() {
    // . . . . . . . k      two knights on one rank, two rooks on one file, three queens
    // . . . . . . . .
    // . Q . Q . . . .
    // . . . . . . . .
    // . Q . . . R . .
    // N . . . N . . .      a3, e3
    // . . . . . R . .
    // K . . . . . . .
    let mut table = Table::of("chess", "7k/8/1Q1Q4/8/1Q3R2/N3N3/5R2/K7 w - - 0 1");
    assert_eq!(table.san_of("a3c4", "en"), "Nac4");
    assert_eq!(table.san_of("e3c4", "en"), "Nec4");
    assert_eq!(table.san_of("f2f3", "en"), "R2f3");
    assert_eq!(table.san_of("f4f3", "en"), "R4f3");
    assert_eq!(table.san_of("b6d4", "en"), "Qb6d4+");
    assert_eq!(table.san_of("d6d4", "en"), "Qdd4+");
    assert_eq!(table.san_of("b4d4", "en"), "Q4d4+");
    let mut table = Table::of("chess", "7k/8/Q1Q5/8/Q1Q5/8/8/K7 w - - 0 1");
    assert_eq!(table.san_of("a6b5", "en"), "Qa6b5");
}

#[test]
fn promotions_checks_and_mates_are_written() {
    let mut table = Table::of("chess", "1n5k/P6p/7K/8/8/8/8/8 w - - 0 1");
    assert_eq!(table.san_of("a7b8q", "en"), "axb8=Q#");
    assert_eq!(table.san_of("a7b8r", "es"), "axb8=T#");
    assert_eq!(table.san_of("a7a8n", "en"), "a8=N");
    assert_eq!(table.means("a8N"), "a7a8n");
    assert_eq!(table.means("ab8=Q"), "a7b8q");
    assert_eq!(table.means("a7xb8q"), "a7b8q");
    assert_eq!(table.means("a7-a8=R!?"), "a7a8r");
    assert_eq!(
        table.refuses("a8"),
        "`a8` is ambiguous: it does not say what to promote to: `a8=Q`, `a8=R`, `a8=B` or `a8=N`"
    );
    assert_eq!(table.refuses("a8=K"), "`a8=K` is illegal: this move does not promote to a king; did you mean `a8=Q`?");
    assert!(table.refuses("a8=q").contains("a small letter such as `q` is a colour"));
}

#[test]
fn the_reader_takes_what_people_write() {
    let mut table = Table::of("chess", KIWIPETE);
    let cases = [
        ("0-0", "e1g1"),
        ("O-O-O", "e1c1"),
        ("e1-g1", "e1g1"),
        ("Nd7", "e5d7"),
        ("Ne5xd7", "e5d7"),
        ("Nc3-b5", "c3b5"),
        ("de6", "d5e6"),
        ("dxe6", "d5e6"),
        ("d5xe6", "d5e6"),
        ("d5:e6", "d5e6"),
        ("d5-e6", "d5e6"),
        (" a4 ", "a2a4"),
        ("a4+", "a2a4"),
        ("Qxf6", "f3f6"),
        ("Bxa6!", "e2a6"),
    ];
    for (text, mv) in cases {
        assert_eq!(table.means(text), mv, "{text}");
    }
}

#[test]
fn a_refusal_names_the_rule() {
    let mut start = Table::of("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    let cases = [
        ("e3e4", "there is no piece on `e3`"),
        ("e7e5", "the pawn on `e7` is black's, and white is to move"),
        ("e2e5", "the pawn on `e2` cannot go to `e5`"),
        ("a1a2", "the rook on `a1` cannot go to `a2`, where a pawn of white stands"),
        ("Bb1c3", "the piece on `b1` is a knight, not a bishop"),
        ("Ne5", "no knight of white can go to `e5`"),
        ("Ndf3", "white has no knight on file `d`"),
        ("Nxf3", "this move takes nothing; did you mean `Nf3`?"),
        ("O-O", "the bishop on `f1` is in the way of castling"),
        ("e2e4q", "this move does not promote to a queen; did you mean `e4`?"),
        ("", "there is nothing to read; moves are written as"),
        ("z9", "`z9` is no square of this board"),
        ("e2z9", "`z9` is no square of this board"),
        ("Xe4", "`X` is no letter of a piece here; there are `K`, `Q`, `R`, `B`, `N`, `P`"),
        ("(((", "it has not the form of a move"),
    ];
    for (text, why) in cases {
        let said = start.refuses(text);
        assert!(said.contains(why), "{text}: {said}");
    }
    let mut pinned = Table::of("chess", "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert_eq!(pinned.refuses("Nc3"), "`Nc3` is illegal: it would leave the king of white in check");
    let mut checked = Table::of("chess", "4r2k/8/8/8/8/8/3N4/4K3 w - - 0 1");
    assert!(checked.refuses("Nb3").contains("white is in check, and this does not end it"));
    let mut mated = Table::of("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    assert_eq!(mated.refuses("a3"), "`a3` cannot be played: the game is over, black has won (checkmate)");
    let mut owed = Table::of("cheskers", "1k6/8/5p2/8/3p4/2P3p1/5P1B/K7 w - - 0 1");
    assert!(owed.refuses("Bxg3").contains("another move is owed first: `c3xe5xg7`"), "{}", owed.refuses("Bxg3"));
    assert!(owed.refuses("c3xe5").contains("the move must go on, as in `c3xe5xg7`"), "{}", owed.refuses("c3xe5"));
}

#[test]
fn castling_by_the_target_of_the_king_is_told_how_it_is_written() {
    let mut table = Table::of("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    for text in ["Kg1", "Kh1", "e1h1", "Kg1+"] {
        assert_eq!(table.refuses(text), format!("`{text}` is illegal: castling is written `O-O` or `e1g1`"));
    }
    assert_eq!(table.means("e1g1"), "e1g1");
    let mut both = Table::of("chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    assert_eq!(both.refuses("Kc1"), "`Kc1` is illegal: castling is written `O-O-O` or `e1c1`");
}

#[test]
fn castling_is_refused_with_what_hinders_it() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K1NR w K - 0 1", "the knight on `g1` is in the way of castling"),
        ("4k3/8/8/8/8/8/8/4Kb1R w K - 0 1", "the bishop on `f1` is in the way of castling"),
        (
            "4k3/8/8/1b6/8/8/8/4K2R w K - 0 1",
            "`f1` is attacked by the bishop on `b5`, and the king would cross it in castling",
        ),
        (
            "4k3/8/8/2b5/8/8/8/4K2R w K - 0 1",
            "`g1` is attacked by the bishop on `c5`, and the king would stand there after castling",
        ),
        (
            "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1",
            "white is in check (from the rook on `e7`), and castling is no way out of it",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            "white has no right `K` to castle any more: the king, or the rook on `h1`, has moved, or the FEN does not give it",
        ),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "white has no right `K` to castle any more: no rook of white is on `h1`"),
    ];
    for (fen, why) in cases {
        let mut table = Table::of("chess", fen);
        for text in ["O-O", "0-0", "e1g1", "Kg1"] {
            assert_eq!(table.refuses(text), format!("`{text}` is illegal: {why}"), "{fen}");
        }
    }
    let mut moved = Table::of("chess", "4k3/8/8/8/8/8/8/3K3R w - - 0 1");
    assert!(moved.refuses("O-O").ends_with("any more: no king of white is on `e1`"), "{}", moved.refuses("O-O"));
    // To a side of two, the other one is proposed.
    let mut one = Table::of("chess", "r3k1nr/8/8/8/8/8/8/4K3 b kq - 0 1");
    assert!(one.refuses("O-O").ends_with("the knight on `g8` is in the way of castling; did you mean `O-O-O`?"));
}

/// A child of chess whose pieces have moves with texts of their own, and a rule that forbids some moves.
const TEXTS: &str = r#"
format = 1
name = "Own texts"
extends = "chess"
script = "rules.rhai"
[regions]
edge = "file a or file h"
[pieces.king]
moves = ["K", { move = "mN", does = "drop", text = "P@{target}" }, { move = "mK", does = "pass", text = "pass" }]
[pieces.rook]
moves = ["R", { move = "cK", does = "blast", text = "{origin}*{target}" }]
[duty]
allowed = "calm"
"#;

const TEXTS_SCRIPT: &str = r#"
/// Puts a pawn there.
fn drop(mv) { mv.stay(); mv.put("pawn", mv.target); }
/// Does next to nothing.
fn pass(mv) { mv.stay(); mv.promote("king"); }
/// Takes without going there.
fn blast(mv) { mv.stay(); mv.remove(mv.target); }
/// No piece may go to the edge
/// of the board.
fn calm(mv) { !mv.target.within("edge") }
"#;

fn texts(fen: &str) -> Table {
    let scripts = [("rules.rhai".to_owned(), TEXTS_SCRIPT.to_owned())];
    let opened = open_text("test.toml", TEXTS, &scripts, &Bundled, &[]);
    Table::new(Rules::new(opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics))), fen)
}

#[test]
fn a_move_that_a_function_forbids_is_refused_in_the_words_of_its_comment() {
    let mut table = texts("4k3/8/8/8/8/8/8/4KnR1 w - - 0 1");
    for text in ["Rh1", "g1h1"] {
        let why = "a rule of this game forbids it here: No piece may go to the edge of the board";
        assert_eq!(table.refuses(text), format!("`{text}` is illegal: {why}"));
    }
}

#[test]
fn an_illegal_text_of_a_movement_is_told_whose_it_is_and_why_it_is_not_legal() {
    let mut table = texts("4k3/8/8/8/8/8/8/4KnR1 w - - 0 1");
    assert_eq!(table.means("P@d3"), "P@d3");
    let cases = [
        ("P@d4", "the king on `e1` cannot do that to `d4` (it is written so when a king moves by `mN`)"),
        ("g1*f2", "there is no piece on `f2` (it is written so when a rook moves by `cK`)"),
        ("a1*a2", "there is no piece on `a1` (it is written so when a rook moves by `cK`)"),
        ("e1*f1", "the king on `e1` cannot do that (it is written so when a rook moves by `cK`)"),
        ("e8*e7", "the king on `e8` is black's, and white is to move (it is written so when a rook moves by `cK`)"),
    ];
    for (text, why) in cases {
        let said = table.refuses(text);
        assert!(said.starts_with(&format!("`{text}` is illegal: {why}")), "{said}");
    }
    // What is no text of any movement has not the form of a move.
    assert!(table.refuses("Q@d4").starts_with("cannot read `Q@d4`"));
    // Moves that share a text are named one by one.
    assert_eq!(table.refuses("pass"), "`pass` is ambiguous: it may be `e1pass`, `e1pass/2`, `e1pass/3` or `e1pass/4`");
    assert!(table.refuses("pass/99").contains("(it is written so when a king moves by `mK`)"));
    reads_back(&mut table.rules, &table.position, &[]);
}

#[test]
fn texts_of_movements_may_stand_among_the_illegal_moves_of_a_test() {
    let test = "[[test]]\nname = \"texts\"\nfen = \"4k3/8/8/8/8/8/8/4KnR1 w - - 0 1\"\nlegal = [\"g1*f1\"]\n\
                illegal = [\"P@d4\", \"e1*f1\", \"a1*a2\"]\nwhy = { \"P@d4\" = \"cannot do that\" }\n\
                [[test]]\nname = \"shared\"\nfen = \"4k3/8/8/8/8/8/8/4KnR1 w - - 0 1\"\nillegal = [\"pass\"]\n";
    let scripts = [("rules.rhai".to_owned(), TEXTS_SCRIPT.to_owned())];
    let opened = open_text("test.toml", &format!("{TEXTS}{test}"), &scripts, &Bundled, &[]);
    let reports = heterodox::playtest::run_tests(&opened, |_| panic!("there are no options"));
    assert_eq!(reports[0].problems, []);
    assert!(reports[1].problems[0].message.contains("`pass` is legal, as `e1pass`"), "{:?}", reports[1].problems);
}

#[test]
fn a_compulsory_promotion_with_one_choice_is_not_ambiguous() {
    let toml = "format = 1\nname = \"Queens\"\nextends = \"chess\"\n[[promotion]]\npieces = [\"pawn\"]\n\
                zone = \"rank 8\"\nto = [\"queen\"]\n[[test]]\nname = \"whole\"\n\
                fen = \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"\nillegal = [\"a7a8\"]\n";
    let mut table = Table::new(written(toml), "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    let why = "it does not say what to promote to; write `a8=Q`";
    for text in ["a8", "a7a8"] {
        assert_eq!(table.refuses(text), format!("`{text}` is not whole: {why}"));
    }
    let opened = open_text("game", toml, &[], &Bundled, &[]);
    let reports = heterodox::playtest::run_tests(&opened, |_| panic!("there are no options"));
    assert!(reports[0].problems[0].message.ends_with("`a7a8` is legal, as `a8=Q`"), "{:?}", reports[0].problems);
}

#[test]
fn a_promotion_of_a_move_with_a_text_is_written_behind_it() {
    let toml = "format = 1\nname = \"Texts\"\nextends = \"chess\"\n[pieces.pawn]\n\
                moves = { move = \"fmW\", text = \"{origin}^{target}\" }\n";
    let mut table = Table::new(written(toml), "7k/P7/8/8/8/8/8/K7 w - - 0 1");
    for (mv, text) in [("a7^a8q", "a7^a8=Q+"), ("a7^a8n", "a7^a8=N")] {
        assert_eq!(table.san_of(mv, "en"), text);
    }
    reads_back(&mut table.rules, &table.position, &[]);
}

#[test]
fn a_text_for_two_moves_is_ambiguous() {
    let mut table = Table::of("chess", "7k/8/8/8/8/N3N3/8/K7 w - - 0 1");
    assert_eq!(table.refuses("Nc4"), "`Nc4` is ambiguous: it may be `Nac4` or `Nec4`");
}

#[test]
fn relayed_moves_carry_their_mark() {
    let mut table = Table::of("knight-relay", "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1");
    assert_eq!(table.san_of("e6e7", "en"), "e7+");
    assert_eq!(table.san_of("e6f4", "en"), "f4R");
    assert_eq!(table.san_of("a3d6", "en"), "Qd6#");
    assert_eq!(table.san_of("a3d6", "es"), "Dd6#");
    assert_eq!(table.means("f4"), "e6f4");
    assert_eq!(table.means("e6f4R"), "e6f4");
    assert!(table.refuses("Qd6R").contains("this move does not carry the mark `R`"));
    // The same squares by an own move and by a lent one differ in the mark alone.
    let mut start = Table::of("knight-relay", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert_eq!(start.san_of("f2f4", "en"), "f4");
    assert_eq!(start.san_of("e2f4", "en"), "f4R");
    assert_eq!(start.means("f4"), "f2f4");
    assert_eq!(start.means("f4R"), "e2f4");
    // A leading R is the English rook and the Spanish king.
    let mut table = Table::of("knight-relay", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    assert_eq!(table.read("Ra2", "en").as_deref(), Ok("a1a2"));
    assert!(table.read("Ra2", "es").is_err());
    assert_eq!(table.read("Re2", "es").as_deref(), Ok("e1e2"));
    assert_eq!(table.read("Ta2", "es").as_deref(), Ok("a1a2"));
}

#[test]
fn a_bribe_names_the_new_colour_in_the_language_of_the_reader() {
    // The black diplomat beside b3 buys the white pawn there.
    let mut table = Table::of("diplomat", "1/1P12/1d12/3K6k3 b - - 0 1");
    assert_eq!(table.san_of("b3=b", "es"), "b3=n");
    assert_eq!(table.san_of("b3=b", "en"), "b3=b");
    assert_eq!(table.read("b3=n", "es").as_deref(), Ok("b3=b"));
    assert_eq!(table.read("b3=b", "en").as_deref(), Ok("b3=b"));
    assert_eq!(
        table.read("b3=b", "es").expect_err("white does not move").to_string(),
        "`b3=b` is illegal: `=b` says white (blancas), but black makes this move; did you mean `b3=n`?"
    );
    assert_eq!(
        table.refuses("b3=w"),
        "`b3=w` is illegal: `=w` says white, but black makes this move; did you mean `b3=b`?"
    );
    assert!(table.refuses("c3=b").contains("there is no piece on `c3`"));
    assert!(table.refuses("b2=b").contains("the diplomat on `b2` is black's own"));
    assert!(table.refuses("d1=b").contains("the diplomat on `b2` cannot do that to the king on `d1`"));
    assert!(table.refuses("Dxb3").contains("that is not how this move is written; did you mean `b3=b`?"));
    let mut centre = Table::of("diplomat", "P/1d12/14/3K6k3 b - - 0 1");
    assert_eq!(centre.san_of("4=b", "es"), "4=n");
    assert_eq!(centre.read("4=n", "es").as_deref(), Ok("4=b"));
}

#[test]
fn on_the_circle_only_the_goal_is_written_unless_more_is_needed() {
    let mut table = Table::of("diplomat", "1/14/1PPPPP2ppppp1/1NBKRD2nbkrd1 w - - 0 1");
    assert_eq!(table.san_of("b1a3", "en"), "Na3");
    assert_eq!(table.san_of("b1a3", "es"), "Ca3");
    assert_eq!(table.san_of("f2g2", "en"), "g2");
    assert_eq!(table.means("f2-g2"), "f2g2");
    let mut table = Table::of("diplomat", "1/14/R6R2p3/3K6k3 w - - 0 1");
    assert_eq!(table.san_of("a24", "en"), "Ra24");
    assert_eq!(table.san_of("h24", "en"), "Rh24");
    assert_eq!(table.means("Ra2-4"), "a24");
    // Promotion after `=` with a capital, a bribe with a small letter.
    let mut table = Table::of("diplomat", "1/14/10P3/3K2k7 w - - 0 1");
    assert_eq!(table.san_of("k2k1r", "es"), "k1=T+");
    assert_eq!(table.read("k1=T", "es").as_deref(), Ok("k2k1r"));
}

#[test]
fn chains_name_every_landing_square() {
    let mut table = Table::of("cheskers", "1k6/8/5p2/8/3p4/2P3p1/5P1B/K7 w - - 0 1");
    assert_eq!(table.coordinates(), ["c3e5g7"]);
    assert_eq!(table.san("en"), ["c3xe5xg7"]);
    for text in ["c3xe5xg7", "c3e5g7", "c3-e5-g7", "c3xg7", "c3g7"] {
        assert_eq!(table.means(text), "c3e5g7", "{text}");
    }
    let mut table = Table::of("cheskers", "1k6/6p1/3p4/4p3/1p6/P1p5/1P6/K7 w - - 0 1");
    assert_eq!(table.san_of("b2d4f6h8c", "en"), "b2xd4xf6xh8=C");
    assert_eq!(table.san_of("b2d4f6h8k", "es"), "b2xd4xf6xh8=R");
    assert_eq!(table.means("b2xh8=K"), "b2d4f6h8k");
    let mut round = Table::of("cheskers", "7k/8/8/2p1p3/8/2p1p3/3K4/8 w - - 0 1");
    assert_eq!(round.san_of("d2b4d6f4d2", "es"), "Rd2xb4xd6xf4xd2");
    assert_eq!(round.refuses("Kd2xd2"), "`Kd2xd2` is ambiguous: it may be `Kd2xf4xd6xb4xd2` or `Kd2xb4xd6xf4xd2`");
    let mut quiet = Table::of("cheskers", "7k/8/8/4p3/3p4/8/1K6/B7 w - - 0 1");
    assert_eq!(quiet.san_of("b2a3", "en"), "Kb2-a3");
}

/// Kings, and pieces that reach the same square over different pieces.
const CANNIBALS: &str = r#"
format = 1
name   = "Lions"
[board]
shape = "rectangle"
files = 5
ranks = 5
[pieces.king]
letter = "K"
royal  = true
moves  = "K"
[pieces.lion]
letter = "L"
moves  = "KNADcaKmcabK"
[setup]
fen = "k4/1p3/2L2/1p3/4K w - - 0 1"
[pieces.pawn]
letter = "P"
moves  = "fmW"
"#;

#[test]
fn moves_alike_but_for_what_they_pass_name_it() {
    let mut table = Table::new(written(CANNIBALS), "k4/1p3/2L2/1p3/4K w - - 0 1");
    let coordinates = table.coordinates();
    let all: HashSet<&String> = coordinates.iter().collect();
    assert_eq!(all.len(), coordinates.len(), "{coordinates:?}");
    // To a5 there is no way (the king), to b3 three: straight, or by taking on b4 or b2.
    for text in ["c3b3", "c3b4b3", "c3b2b3", "c3b4c3", "c3b2c3"] {
        assert!(coordinates.iter().any(|known| known == text), "{text}: {coordinates:?}");
    }
    reads_back(&mut table.rules, &table.position, &[]);
}

/// Every legal move, in every notation, has a text of its own that reads back to it.
fn reads_back(rules: &mut Rules, position: &Position, path: &[String]) {
    let moves = rules.legal_moves(position);
    let mut forms = vec![(coordinate(rules.variant(), position, &moves), "en")];
    for code in Language::codes(rules.variant()) {
        let code = if code == "es" { "es" } else { "en" };
        let language = Language::of(rules.variant(), code).expect(code);
        forms.push((san(rules, position, &moves, &language), code));
    }
    for (texts, code) in forms {
        let language = Language::of(rules.variant(), code).expect(code);
        let all: HashSet<&String> = texts.iter().collect();
        assert_eq!(all.len(), moves.len(), "after {path:?}, in {code}: {texts:?}");
        for (number, text) in texts.iter().enumerate() {
            let found = read(rules, position, &moves, text, &language);
            assert_eq!(found, Ok(number), "after {path:?}, in {code}: `{text}` of {texts:?}");
        }
    }
}

/// Numbers that look random, the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % n
    }
}

#[test]
fn every_text_reads_back_to_its_own_move_in_random_play() {
    for (seed, game) in GAMES.into_iter().enumerate() {
        let mut rules = rules(game);
        let start = rules.variant().start().to_owned();
        let mut dice = Dice(seed as u64 + 1);
        let mut seen = 0;
        while seen < 320 {
            let mut here = position(&mut rules, &start);
            let mut path = Vec::new();
            for _ in 0..60 {
                let moves = rules.legal_moves(&here);
                if moves.is_empty() {
                    break;
                }
                // Games begin alike, so the first plies are passed over quickly.
                if path.len() % 2 == 1 {
                    reads_back(&mut rules, &here, &path);
                    seen += 1;
                }
                let number = dice.below(moves.len());
                path.push(coordinate(rules.variant(), &here, &moves).swap_remove(number));
                here = rules.play_unchecked(&here, &moves[number]);
            }
        }
        assert!(rules.context().trouble().is_none());
    }
}

#[test]
fn every_text_reads_back_in_the_examples() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/examples");
    let mut played = 0;
    for entry in std::fs::read_dir(folder).expect("the examples") {
        let path = entry.expect("an entry").path();
        if !path.join("variant.toml").exists() {
            continue;
        }
        let name = path.display().to_string();
        let mut rules = rules(&name);
        let start = rules.variant().start().to_owned();
        let mut here = position(&mut rules, &start);
        let mut dice = Dice(3);
        let mut line = vec![name];
        for _ in 0..30 {
            let moves = rules.legal_moves(&here);
            if moves.is_empty() {
                break;
            }
            if line.len() % 6 == 0 {
                reads_back(&mut rules, &here, &line);
            }
            let number = dice.below(moves.len());
            line.push(coordinate(rules.variant(), &here, &moves).swap_remove(number));
            here = rules.play_unchecked(&here, &moves[number]);
        }
        played += 1;
    }
    assert!(played > 30, "{played}");
}

#[test]
fn no_text_breaks_the_reader() {
    let pieces = ["e2", "4", "x", "-", "=", "Q", "q", "R", "+", "#", "O", "0", "(", ")", "ñ", "–", "/", " ", "{", "h8"];
    let mut dice = Dice(7);
    for game in GAMES {
        let mut rules = rules(game);
        let start = rules.variant().start().to_owned();
        let here = position(&mut rules, &start);
        let moves = rules.legal_moves(&here);
        for code in ["en", "es"] {
            let language = Language::of(rules.variant(), code).expect(code);
            for _ in 0..200 {
                let text: String = (0..dice.below(9)).map(|_| pieces[dice.below(pieces.len())]).collect();
                if let Err(problem) = read(&mut rules, &here, &moves, &text, &language) {
                    assert!(!problem.to_string().is_empty());
                }
            }
            let long = "e2".repeat(100_000);
            assert!(read(&mut rules, &here, &moves, &long, &language).is_err());
        }
    }
}
