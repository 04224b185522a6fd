//! The board and the start on a rules page.

use super::page::{Block, Figure, Item};
use super::{capital, row};
use crate::definition::{CircleDef, GraphDef, RectangleDef, Shape};
use crate::describe::Account;
use crate::describe::words::{counted, sentence};
use crate::picture::{Scene, TextStyle, svg, text};
use crate::position::Position;
use crate::source::{SourceId, Span, Spanned};

/// Board, set-up, who begins, and which way is forward.
pub(super) fn board(account: &Account, blocks: &mut Vec<Block>) {
    let variant = account.variant();
    let definition = variant.definition();
    blocks.push(Block::Heading(2, "Board and start".to_owned()));
    let squares = variant.board().n_squares();
    let mut about = format!("{} There are {squares} squares.", shape(account));
    about.push_str(&format!(" {} moves first.", capital(&variant.first().to_string())));
    blocks.push(Block::Paragraph(about));
    let start = variant.start();
    let span = Span::new(SourceId(0), 0..start.len());
    if let Ok((position, _)) = Position::from_fen(variant, &Spanned::new(start.to_owned(), span)) {
        let title = "The start".to_owned();
        let scene = Scene {
            title: Some(format!("{}: {}", variant.name(), "the start")),
            prefix: "start.".to_owned(),
            ..Scene::new(variant, &position)
        };
        blocks.push(Block::Figure(Figure {
            title,
            text: text(&scene, TextStyle::default()),
            svg: svg(&scene),
            legend: Vec::new(),
            note: String::new(),
        }));
    }
    let clauses = account.clauses();
    if let Some(forward) = &definition.sides.forward {
        let name = forward.value.strip_prefix("script ").unwrap_or(&forward.value).trim();
        blocks.push(Block::Paragraph(sentence(&format!(
            "which way is forward is judged step by step, {}",
            clauses.function(name)
        ))));
    }
    let pieces: Vec<Item> = variant
        .kinds()
        .iter()
        .enumerate()
        .map(|(number, kind)| {
            let of = |side| {
                account
                    .checked
                    .placement
                    .iter()
                    .filter(|piece| usize::from(piece.kind) == number && piece.side == side)
                    .count()
            };
            let (white, black) = (of(crate::board::Side::White), of(crate::board::Side::Black));
            let n = |n: usize| match n {
                0 => "none".to_owned(),
                n => counted(u32::try_from(n).unwrap_or(u32::MAX)),
            };
            let text = match (white, black) {
                (0, 0) => "none at the start".to_owned(),
                (white, black) if white == black => format!("{} each", n(white)),
                (white, black) => format!("{} of White, {} of Black", n(white), n(black)),
            };
            Item { name: Some(format!("{}:", kind.name)), text, notes: Vec::new() }
        })
        .collect();
    blocks.push(Block::List(pieces));
}

/// The shape in a sentence.
fn shape(account: &Account) -> String {
    let definition = account.variant().definition();
    let clauses = account.clauses();
    match &definition.board.shape {
        Shape::Rectangle(RectangleDef { files, ranks, squares, wrap, holes, holes_crossable }) => {
            let mut text = format!("A rectangle of {} files and {} ranks", files.value, ranks.value);
            match squares.as_ref().map(|squares| squares.value.as_str()) {
                Some(which @ ("dark" | "light")) => {
                    text.push_str(&format!(", of which only the {which} squares are used"))
                }
                Some(region) => text.push_str(&format!(", of which only `{region}` is used")),
                None => {}
            }
            if squares.is_some() && *holes_crossable == Some(false) {
                text.push_str(", and no line runs over the rest");
            }
            text.push_str(match wrap.as_ref().map(|wrap| wrap.value.as_str()) {
                Some("files") => "; the first file follows the last, as on a cylinder",
                Some("ranks") => "; the first rank follows the last",
                Some(_) => "; it has no edges: files and ranks run round",
                None => "",
            });
            text.push('.');
            if !holes.is_empty() {
                let names = row(holes.iter().map(|hole| format!("`{}`", hole.value)));
                let crossed = if *holes_crossable == Some(true) {
                    "but lines run over them"
                } else {
                    "and no line runs over them"
                };
                text.push_str(&format!(" There are no squares at {names}, {crossed}."));
            }
            text
        }
        Shape::Circle(CircleDef {
            rings,
            sectors,
            centre,
            orthogonal_through,
            diagonal_through,
            leaps_cross_centre,
        }) => {
            let mut text = format!("A circle of {} rings and {} sectors", rings.value, sectors.value);
            let Some(centre) = centre else {
                text.push_str(". It has no centre: no line crosses the middle.");
                return text;
            };
            text.push_str(&format!(", and a centre, `{}`, that touches every square of the inner ring.", centre.value));
            for (what, way) in [("An orthogonal", orthogonal_through), ("A diagonal", diagonal_through)] {
                text.push_str(&match way.as_ref().map_or("straight", |way| way.value.as_str()) {
                    "turning" => format!(" {what} line that passes the centre goes on turning the same way."),
                    "fork" => format!(" {what} line that passes the centre may go on to either side."),
                    _ => format!(" {what} line passes the centre straight."),
                });
            }
            if !leaps_cross_centre {
                text.push_str(" No leap passes over the centre.");
            }
            text
        }
        Shape::Hexagon { side } => format!("A hexagon of hexagonal cells, {} on an edge.", side.value),
        Shape::Graph(GraphDef { links, .. }) => match clauses.comment("board").filter(|_| links.is_empty()) {
            Some(comment) => format!("Points joined by lines. {comment}"),
            None => "Points joined by lines.".to_owned(),
        },
    }
}
