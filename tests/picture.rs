//! Pictures: text of the four games, and the SVG files beside them.

use heterodox::board::Square;
use heterodox::bundled::Bundled;
use heterodox::open::open;
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

#[test]
#[ignore = "writes pictures to look at"]
fn look() {
    let out = std::env::var("OUT").unwrap();
    for target in std::env::var("TARGETS").unwrap().split(' ') {
        let variant = opened(target);
        let position = start(&variant);
        let name = target.rsplit('/').next().unwrap();
        let scene = Scene::new(&variant, &position);
        std::fs::write(format!("{out}/{name}.svg"), svg(&scene)).unwrap();
        let mut rules = Rules::new(variant.clone());
        let moves = rules.legal_moves(&position);
        let first = &moves[moves.len() / 2];
        let played = rules.play_unchecked(&position, first);
        let replies = rules.legal_moves(&played);
        let from =
            replies.iter().max_by_key(|mv| replies.iter().filter(|o| o.from() == mv.from()).count()).unwrap().from();
        let marks: Vec<Square> = replies.iter().filter(|mv| mv.from() == from).map(|mv| mv.to()).collect();
        for flipped in [false, true] {
            let scene = Scene {
                last: Some((first.from(), first.to())),
                marks: marks.clone(),
                flipped,
                ..Scene::new(&variant, &played)
            };
            std::fs::write(format!("{out}/{name}-{flipped}.svg"), svg(&scene)).unwrap();
            for style in [
                TextStyle::default(),
                TextStyle { disk: true, ..TextStyle::default() },
                TextStyle { unicode: true, colour: true, disk: true },
                TextStyle { unicode: false, colour: true, disk: false },
            ] {
                println!("{name} {style:?} {flipped}\n{}", text(&scene, style));
            }
        }
    }
}
