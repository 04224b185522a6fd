//! Movements and pieces in plain English, and the squares they reach.

use crate::examples::examples;
use crate::support::{Chance, GAMES, opened, text};
use heterodox::board::{Board, RectangleSpec, Square};
use heterodox::definition::movement::{Movement, Term, parse};
use heterodox::describe::{Account, Diagram, PlainBoard, Speaker, placement, solo};
use heterodox::expansion::{Forward, Landing, Reach, expand};
use heterodox::picture::{TextStyle, When};
use heterodox::position::Position;
use heterodox::rules::Rules;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

fn movement(written: &str) -> Movement {
    parse(&text(written)).unwrap_or_else(|problems| panic!("{written}: {}", problems[0].message))
}

fn said(written: &str) -> String {
    let terms = Speaker::new(false).unwrap().movement(&movement(written));
    terms.iter().map(|term| term.text.clone()).collect::<Vec<_>>().join("\n")
}

#[test]
fn movements_in_words() {
    let all = [
        "fmWfceFifmnD",
        "mRcpR",
        "nN",
        "gQ",
        "FfW",
        "cafmF",
        "RmasR",
        "KNADcaKmcabK",
        "[W-F]",
        "[F?R]",
        "[N-F]",
        "[F-N]",
        "[N?N]",
        "ffN",
        "fsN",
        "fhN",
        "rhN",
        "hrN",
        "hlC",
        "bsN",
        "lN",
        "flF",
        "frbF",
        "rF",
        "vW",
        "sK",
        "fK",
        "fbsW",
        "N3",
        "NN",
        "(4,1)",
        "(3,1)2",
        "nA",
        "nH",
        "nNN",
        "jR",
        "jA",
        "oR",
        "K3",
        "Q0",
        "gW",
        "gN",
        "pN",
        "pNN",
        "pR4",
        "pW",
        "gR4",
        "pafpafmW",
        "mpafmR",
        "gafmcR",
        "dR",
        "cdR",
        "mdR",
        "eF",
        "mceF",
        "iH",
        "ifmW3",
        "mafsW",
        "mafK",
        "masN",
        "mabN",
        "mafsN",
        "dafcR",
        "mcdaK",
        "[W?fsW-bF]",
        "i[W?W]",
        "rook",
    ];
    let shown: Vec<String> = all
        .iter()
        .map(|written| {
            let terms = Speaker::new(false).unwrap().movement(&movement(written));
            terms.iter().map(|term| format!("{}: {}\n", term.written, term.text)).collect()
        })
        .collect();
    insta::assert_snapshot!(shown.concat());
    let speaker = Speaker::new(true).unwrap();
    let hexagonal = ["R", "fW", "fsW", "B", "fF", "sF", "bF", "Q", "fK", "N", "ffN", "masW", "[W-F]"];
    let shown =
        hexagonal.iter().map(|written| format!("{written}: {}\n", speaker.movement(&movement(written))[0].text));
    insta::assert_snapshot!(shown.collect::<String>());
}

/// Terms of every sort: directions, modes, atoms and ranges at random, one leg or several.
fn term(chance: &mut Chance) -> String {
    const DIRECTIONS: [&str; 22] = [
        "", "", "", "f", "b", "l", "r", "v", "s", "fl", "br", "ff", "bb", "fs", "fh", "lh", "hr", "hl", "vs", "rf",
        "lv", "ss",
    ];
    const MODES: [&str; 9] = ["m", "c", "d", "e", "p", "g", "n", "j", "o"];
    const ATOMS: [&str; 10] = ["W", "F", "D", "N", "A", "C", "K", "R", "B", "Q"];
    let leg = |chance: &mut Chance| {
        let mut leg = DIRECTIONS[chance.below(DIRECTIONS.len())].to_owned();
        for mode in MODES {
            if chance.below(5) == 0 {
                leg.push_str(mode);
            }
        }
        leg
    };
    let atom = |chance: &mut Chance| {
        let range = ["", "", "2", "3", "0"][chance.below(5)];
        format!("{}{range}", ATOMS[chance.below(ATOMS.len())])
    };
    let first = if chance.below(8) == 0 { "i" } else { "" };
    match chance.below(4) {
        0 | 1 => format!("{first}{}{}", leg(chance), atom(chance)),
        2 => format!("{first}{}a{}{}", leg(chance), leg(chance), atom(chance)),
        _ => {
            let joint = ["-", "?"][chance.below(2)];
            format!("{first}[{}{}{joint}{}{}]", leg(chance), atom(chance), leg(chance), atom(chance))
        }
    }
}

/// A way to a square: what must hold, and what may be done there.
type Way = (Square, [Box<[Square]>; 4], Landing);

/// All ways from a square in one form, whether they are kept as leaps, rides or paths; as a number that tells them apart.
fn ways(reach: &Reach) -> u64 {
    let mut ways: Vec<Way> = reach.leaps.iter().map(|leap| (leap.to, Default::default(), leap.landing)).collect();
    for ride in &reach.rides {
        for (at, to) in ride.squares.iter().enumerate() {
            let mut empty = ride.squares[..at].to_vec();
            empty.sort_unstable();
            ways.push((*to, [empty.into(), Box::default(), Box::default(), Box::default()], ride.landing));
        }
    }
    for path in &reach.paths {
        let needs = [&path.empty, &path.occupied, &path.takes, &path.destroys].map(|squares| {
            let mut squares = squares.clone();
            squares.sort_unstable();
            squares
        });
        ways.push((path.to, needs, path.landing));
    }
    ways.sort_unstable_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    ways.dedup();
    let mut hash = DefaultHasher::new();
    ways.hash(&mut hash);
    hash.finish()
}

#[test]
fn nothing_of_a_movement_is_lost_in_words() {
    // Terms that are said alike must do alike.
    let board = Board::rectangle(RectangleSpec::plain(7, 7)).unwrap();
    let forward = Forward::heading();
    let mut known = HashMap::new();
    let mut chance = Chance::new(5);
    let (mut tried, mut alike) = (0, 0);
    for _ in 0..8_000 {
        let written = term(&mut chance);
        let Ok(movement) = parse(&text(&written)) else { continue };
        let [Term::Legs(legs)] = movement.terms.as_slice() else { continue };
        let Ok(expanded) = expand(legs, &board, &forward) else { continue };
        let words = said(&written);
        assert!(!words.is_empty() && !words.contains("  "), "{written}: {words}");
        tried += 1;
        let tables = (expanded.initial, expanded.from.iter().flatten().map(ways).collect::<Vec<_>>());
        match known.get(&words) {
            None => drop(known.insert(words, (written, tables))),
            Some((other, told)) => {
                alike += 1;
                assert!(*told == tables, "`{written}` and `{other}` differ, and both are said: {words}");
            }
        }
    }
    assert!(tried > 2000 && alike > 200, "{tried} tried, {alike} said alike");
}

#[test]
fn a_movement_alone_is_drawn() {
    let shown = solo(&text("mRcpR"), PlainBoard::default(), Some(&text("d4"))).unwrap();
    assert_eq!(
        shown.diagram.text(TextStyle::default()) + shown.diagram.legend_text().as_str(),
        "\
8  . . . + . . . .
7  . . . + . . . .
6  . . . + . . . .
5  . . . o . . . .
4  + + o M o + + +
3  . . . o . . . .
2  . . . + . . . .
1  . . . + . . . .
   a b c d e f g h
o  goes there if it is empty; takes nothing there
+  goes there if it is empty; takes there only under a condition
"
    );
    let drawn = shown.diagram.svg("x-");
    assert!(drawn.contains("id=\"x-title\">mRcpR from d4<") && drawn.contains("href=\"#x-man0\""));
    // Eight dots, ten broken rings.
    assert_eq!(drawn.matches("fill=\"#2f7a5a\"").count(), 14);
    assert_eq!(drawn.matches("stroke-dasharray").count(), 10);
}

#[test]
fn boards_by_a_word() {
    for (word, squares) in [
        ("8x8", 64),
        ("10x8", 80),
        ("rectangle-3x5", 15),
        ("cylinder-8x8", 64),
        ("torus-6x6", 36),
        ("circle", 64),
        ("circle-3x14", 42),
        ("hexagon", 91),
        ("hexagon-4", 37),
        ("16x16", 256),
    ] {
        let board: PlainBoard = word.parse().unwrap();
        assert_eq!(board.board().unwrap().n_squares(), squares, "{word}");
        assert_eq!(board.to_string().parse(), Ok(board), "{word}");
        let shown = solo(&text("K"), board, None).unwrap();
        assert!(!shown.diagram.reached.is_empty(), "{word}");
    }
    for word in
        ["", "8", "x", "8x", "0x8", "17x16", "99x99", "-1x4", "circle-", "circle-1x2", "hexagon-10", "hexagn", "8x8x8"]
    {
        let error = word.parse::<PlainBoard>().unwrap_err();
        assert!(!error.is_empty(), "{word}");
    }
    assert!("hexagn".parse::<PlainBoard>().unwrap_err().contains("did you mean `hexagon`?"));
}

/// All bundled games and all examples.
pub(crate) fn everything() -> Vec<String> {
    GAMES.iter().map(ToString::to_string).chain(examples()).collect()
}

#[test]
fn every_piece_of_every_definition_is_described() {
    let mut pieces = 0;
    for target in everything() {
        let opened = opened(&target, &[]);
        let account = Account::new(&opened).unwrap();
        for (number, kind) in account.variant().kinds().iter().enumerate() {
            let number = number as u8;
            assert_eq!(account.kind(&kind.name), Ok(number), "{target}");
            assert_eq!(account.kind(&kind.letter.to_lowercase().to_string()), Ok(number), "{target}");
            let piece = account.piece(number).unwrap();
            let definition = &opened.loaded.definition.as_ref().unwrap().pieces[&kind.name].value;
            assert_eq!(piece.moves.len(), definition.moves.len(), "{target} {}", kind.name);
            assert_eq!(piece.facts.iter().any(|fact| fact.contains("royal")), kind.royal, "{target} {}", kind.name);
            for movement in piece.moves.iter().chain(piece.powers.iter().flat_map(|power| &power.moves)) {
                assert!(movement.terms.iter().all(|term| term.text.len() > 10), "{target} {}: {movement:?}", kind.name);
            }
            // What is named is explained.
            if opened.loaded.definition.as_ref().unwrap().scripts.is_empty() {
                continue;
            }
            let all = format!("{piece:?}");
            assert!(!all.contains("of the script says"), "{target} {}: a function has no comment: {all}", kind.name);
        }
        pieces += account.variant().kinds().len();
    }
    assert!(pieces > 200, "{pieces} pieces");
}

/// The position that a diagram shows.
fn alone(account: &Account, diagram: &Diagram) -> Position {
    let variant = account.variant();
    let drawn = diagram.svg("");
    let black = drawn.contains(">black ");
    let kind = (0..variant.kinds().len()).find(|kind| drawn.contains(&format!("id=\"man{kind}\""))).unwrap();
    let letter = variant.kinds()[kind].letter.to_string();
    let letter = if black { letter.to_lowercase() } else { letter };
    let pieces = placement(variant.board(), |square| (square == diagram.square).then(|| letter.clone()));
    let fen = format!("{pieces} {} - - 0 1", if black { "b" } else { "w" });
    Position::from_fen(variant, &text(&fen)).unwrap().0
}

#[test]
fn a_lone_man_goes_where_its_diagram_says() {
    let mut compared = 0;
    for target in everything() {
        let opened = opened(&target, &[]);
        let account = Account::new(&opened).unwrap();
        // A side without its royal piece has lost, and has no moves.
        let mut rules = Rules::new(account.variant().without_royals());
        for (number, kind) in account.variant().kinds().iter().enumerate() {
            let diagram = account.diagram(number as u8, None).unwrap();
            let position = alone(&account, &diagram);
            let moves = rules.legal_moves(&position);
            if moves.is_empty() {
                continue;
            }
            let board = account.variant().board();
            let played: BTreeSet<&str> = moves.iter().map(|mv| board.name(mv.to())).collect();
            let squares = |keep: fn(When) -> bool| -> BTreeSet<&str> {
                let kept = diagram.reached.iter().filter(|(_, mark)| keep(mark.goes));
                kept.map(|(square, _)| board.name(*square)).collect()
            };
            let (sure, possible) = (squares(|goes| goes == When::Always), squares(|goes| goes != When::Never));
            assert!(sure.is_subset(&played), "{target} {}: {sure:?} {played:?}", kind.name);
            assert!(played.is_subset(&possible), "{target} {}: {possible:?} {played:?}", kind.name);
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared} compared");
}

#[test]
fn pieces_of_the_bundled_games_in_words() {
    let shown = |target: &str, word: &str| {
        let account = Account::new(&opened(target, &[])).unwrap();
        let kind = account.kind(word).unwrap();
        let (piece, diagram) = (account.piece(kind).unwrap(), account.diagram(kind, None).unwrap());
        format!(
            "{piece:#?}\n{}\n{}",
            diagram.title,
            diagram.text(TextStyle::default()) + diagram.legend_text().as_str()
        )
    };
    insta::assert_snapshot!(shown("chess", "pawn"));
    insta::assert_snapshot!(shown("knight-relay", "q"));
    insta::assert_snapshot!(shown("diplomat", "diplomat"));
    insta::assert_snapshot!(shown("cheskers", "P"));
    insta::assert_snapshot!(shown("examples/xiangqi", "general"));
}

#[test]
fn a_misspelt_piece_or_square_is_answered_with_the_nearest() {
    let account = Account::new(&opened("chess", &[])).unwrap();
    assert_eq!(account.kind("quene").unwrap_err().help, ["did you mean `queen`?"]);
    assert!(account.kind("zebra").unwrap_err().help[0].starts_with("there are `king` (K), `queen` (Q)"));
    assert_eq!(account.square("e44").unwrap_err().help, ["did you mean `e4`?"]);
    assert_eq!(account.kind("Knight"), account.kind("n"));
    assert!(Account::new(&opened("chess", &[("no", "option")])).is_err());
}
