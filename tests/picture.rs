//! Pictures: text and SVG of boards of every shape, and the SVG files beside the four games.

use heterodox::board::Square;
use heterodox::bundled::Bundled;
use heterodox::open::{open, open_text};
use heterodox::picture::{Scene, TextStyle, svg, text};
use heterodox::position::Position;
use heterodox::rules::Rules;
use heterodox::source::{SourceId, Span, Spanned};
use heterodox::variant::Variant;

fn opened(target: &str) -> Variant {
    let opened = open(target, &Bundled, &[]);
    opened.variant.unwrap_or_else(|| panic!("{target}: {:?}", opened.diagnostics))
}

fn position(variant: &Variant, fen: &str) -> Position {
    let fen = Spanned::new(fen.to_owned(), Span::new(SourceId(0), 0..0));
    Rules::new(variant.clone()).position(&fen).unwrap().0
}

fn start(variant: &Variant) -> Position {
    position(variant, variant.start())
}

const GAMES: [&str; 4] = ["chess", "knight-relay", "diplomat", "cheskers"];

/// A small hexagon with a name that XML cannot hold as it is.
const HEXAGON: &str = r#"
format = 1
name = "Hives & <combs>"
end = [{ when = "no legal move", result = "loss" }]
[board]
shape = "hexagon"
side = 3
[pieces.camel]
letter = "C"
moves = "K"
[setup]
fen = "1/1c1/5/2C2/5 w - - 0 1"
"#;

fn hexagon() -> Variant {
    let opened = open_text("hexagon", HEXAGON, &[], &Bundled, &[]);
    opened.variant.unwrap_or_else(|| panic!("{:?}", opened.diagnostics))
}

fn square(variant: &Variant, name: &str) -> Square {
    variant.board().square(name).unwrap()
}

#[test]
fn the_start_of_the_four_games() {
    for game in GAMES {
        let variant = opened(game);
        let position = start(&variant);
        let scene = Scene::new(&variant, &position);
        let flipped = Scene { flipped: true, ..scene.clone() };
        let disk = TextStyle { disk: true, ..TextStyle::default() };
        let mut all = vec![text(&scene, TextStyle::default()), text(&flipped, TextStyle::default())];
        if variant.board().n_rings() > 0 {
            all.extend([text(&scene, disk), text(&flipped, disk)]);
        }
        insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(format!("picture-{game}"), all.join("\n")) });
    }
}

#[test]
fn pictures_beside_the_games_and_texts_in_their_readmes_are_fresh() {
    for game in GAMES {
        let variant = opened(game);
        let position = start(&variant);
        let scene = Scene::new(&variant, &position);
        let folder = format!("{}/variants/{game}", env!("CARGO_MANIFEST_DIR"));
        let (file, drawn) = (format!("{folder}/board.svg"), svg(&scene));
        if std::env::var_os("HETERODOX_DRAW").is_some() {
            std::fs::write(&file, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(kept == drawn, "{file} is stale; run the tests with HETERODOX_DRAW=1 to draw it again");
        let readme = std::fs::read_to_string(format!("{folder}/README.md")).unwrap();
        for line in text(&scene, TextStyle::default()).lines() {
            let here =
                |other: &str| other.strip_prefix(line).is_some_and(|rest| rest.is_empty() || rest.starts_with("  "));
            assert!(readme.lines().any(here), "{game}: the README lacks the line `{line}`");
        }
        assert!(readme.contains("](board.svg)"), "{game}");
    }
    let readme = include_str!("../README.md");
    let variant = opened("diplomat");
    let position = start(&variant);
    assert!(readme.contains(&text(&Scene::new(&variant, &position), TextStyle::default())));
}

#[test]
fn last_move_and_marks_in_text() {
    let variant = opened("chess");
    let position = position(&variant, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let at = |name| square(&variant, name);
    let scene =
        Scene { last: Some((at("d6"), at("d5"))), marks: vec![at("e5"), at("d5")], ..Scene::new(&variant, &position) };
    let drawn = text(&scene, TextStyle::default());
    let row = |n: usize| drawn.lines().nth(n).unwrap().to_owned();
    assert_eq!(row(2), "6  . . .(.). . . .");
    assert_eq!(row(3), "5  . . .[p]* . . .");
    let unicode = text(&scene, TextStyle { unicode: true, ..TextStyle::default() });
    assert_eq!(unicode.lines().nth(3), Some("5  · · ·[♟]• · · ·"));
    let turned = text(&Scene { flipped: true, ..scene }, TextStyle::default());
    assert_eq!(turned.lines().nth(4), Some("5  . . . *[p]. . ."));
}

#[test]
fn colours_only_where_asked_for() {
    for game in GAMES {
        let variant = opened(game);
        let position = start(&variant);
        let scene = Scene::new(&variant, &position);
        for disk in [false, true] {
            let plain = text(&scene, TextStyle { disk, ..TextStyle::default() });
            assert!(plain.is_ascii() && !plain.contains('\x1b'), "{plain}");
            let coloured = text(&scene, TextStyle { disk, colour: true, unicode: false });
            let mut bare = String::new();
            for (at, part) in coloured.split("\x1b[").enumerate() {
                bare.push_str(if at == 0 { part } else { part.split_once('m').unwrap().1 });
            }
            let letters = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_ne!(coloured, bare);
            if !disk {
                assert_eq!(letters(&bare), letters(&plain), "{game}");
            }
            assert!(coloured.lines().all(|line| !line.contains('\x1b') || line.ends_with("\x1b[0m")));
        }
    }
}

#[test]
fn letters_of_another_language() {
    let variant = opened("chess");
    let position = start(&variant);
    let letters = variant.kinds().iter().map(|kind| if kind.name == "knight" { "C" } else { "X" }.to_owned()).collect();
    let drawn = text(&Scene { letters: Some(letters), ..Scene::new(&variant, &position) }, TextStyle::default());
    assert!(drawn.starts_with("8  x c x x x x c x\n"), "{drawn}");
}

#[test]
fn a_hexagon_names_the_ends_of_its_files() {
    let variant = hexagon();
    let position = start(&variant);
    let drawn = text(&Scene::new(&variant, &position), TextStyle::default());
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("picture-hexagon", drawn) });
}

#[test]
fn a_graph_is_drawn_with_y_upwards() {
    let variant = opened(&format!("{}/examples/pong-hau-ki", env!("CARGO_MANIFEST_DIR")));
    let position = start(&variant);
    let drawn = text(&Scene::new(&variant, &position), TextStyle::default());
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("picture-graph", drawn) });
}

/// Checks that tags are balanced and that text is escaped.
fn well_formed(svg: &str) {
    let mut open = Vec::new();
    for part in svg.split('<').skip(1) {
        let (tag, rest) = part.split_once('>').unwrap();
        assert!(!rest.contains('>'), "{part}");
        let name = tag.split(' ').next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if tag.ends_with('/') => {}
            None => open.push(name),
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        assert!(!tag.contains("NaN") && !tag.contains("inf"), "{tag}");
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn svg_is_well_formed_on_every_board() {
    let folder = format!("{}/examples", env!("CARGO_MANIFEST_DIR"));
    let examples =
        ["pong-hau-ki", "roundabout", "xiangqi", "torus", "pond"].map(|name| opened(&format!("{folder}/{name}")));
    for variant in GAMES.map(opened).into_iter().chain(examples).chain([hexagon()]) {
        let position = start(&variant);
        let squares: Vec<Square> = variant.board().squares().collect();
        let last = squares.first().copied().zip(squares.last().copied());
        for flipped in [false, true] {
            let drawn = svg(&Scene { last, marks: squares.clone(), flipped, ..Scene::new(&variant, &position) });
            well_formed(&drawn);
            assert_eq!(drawn.matches("<use ").count(), position.pieces().len(), "{}", variant.name());
            assert_eq!(drawn.matches("fill-opacity=\"0.6\"").count(), 2);
        }
    }
    let variant = hexagon();
    let position = start(&variant);
    assert!(svg(&Scene::new(&variant, &position)).contains("<title id=\"title\">Hives &amp; &lt;combs&gt;</title>"));
}
