//! `[board]` in, the shape and its measures out.

use super::super::fields::Fields;
use super::super::{BoardDef, CellDef, CircleDef, GraphDef, LinkDef, RectangleDef, Shape};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;

const SHAPES: [&str; 4] = ["rectangle", "circle", "graph", "hexagon"];
const WAYS: [&str; 3] = ["straight", "turning", "fork"];

pub(super) fn board(root: &mut Fields<'_>) -> Option<BoardDef> {
    root.needs("board", "a board, `[board]` with `shape`, or the parent whose board it is: `extends = \"...\"`");
    let mut fields = root.table("board", "`[board]`")?;
    let span = fields.span;
    fields.needs("shape", "`shape = \"rectangle\"`, or `circle`, `graph`, `hexagon`");
    let shape = fields.word("shape", &SHAPES)?;
    let shape = match shape.value.as_str() {
        "rectangle" => rectangle(&mut fields),
        "circle" => circle(&mut fields),
        "hexagon" => hexagon(&mut fields),
        _ => graph(&mut fields),
    };
    fields.done();
    Some(BoardDef { span, shape: shape? })
}

fn rectangle(fields: &mut Fields<'_>) -> Option<Shape> {
    let files = fields.integer("files", 1..=256);
    let ranks = fields.integer("ranks", 1..=256);
    fields.needs("files", "`files = 8`");
    fields.needs("ranks", "`ranks = 8`");
    let squares = fields.text("squares");
    let holes = fields.different("holes").unwrap_or_default();
    let holes_crossable = fields.flag("holes_crossable").is_some_and(|flag| flag.value);
    let wrap = fields.word("wrap", &["files", "ranks", "both"]);
    Some(Shape::Rectangle(RectangleDef { files: files?, ranks: ranks?, squares, holes, holes_crossable, wrap }))
}

fn circle(fields: &mut Fields<'_>) -> Option<Shape> {
    let rings = fields.integer("rings", 1..=256);
    let sectors = fields.integer("sectors", 1..=256);
    fields.needs("rings", "`rings = 3`, without the centre");
    fields.needs("sectors", "`sectors = 14`");
    let centre = fields.text("centre");
    let orthogonal_through = fields.word("orthogonal_through", &WAYS);
    let diagonal_through = fields.word("diagonal_through", &WAYS);
    let leaps_cross_centre = fields.flag("leaps_cross_centre").is_none_or(|flag| flag.value);
    Some(Shape::Circle(CircleDef {
        rings: rings?,
        sectors: sectors?,
        centre,
        orthogonal_through,
        diagonal_through,
        leaps_cross_centre,
    }))
}

fn hexagon(fields: &mut Fields<'_>) -> Option<Shape> {
    let side = fields.integer("side", 1..=9);
    fields.needs("side", "`side = 6`, the cells on an edge");
    Some(Shape::Hexagon { side: side? })
}

fn graph(fields: &mut Fields<'_>) -> Option<Shape> {
    let turn = fields.integer("turn", i64::MIN..=i64::MAX).filter(|turn| {
        let fits = turn.value == 8 || turn.value == 12;
        if !fits {
            let message = format!("`turn` in `[board]` cannot be {}", turn.value);
            let problem = Diagnostic::error(Code::OutOfRange, message).at(turn.span).label("out of range");
            fields.out.add(problem.help("a turn has 8 headings, or 12"));
        }
        fits
    });
    let span = fields.span;
    let turn = match turn {
        None if fields.has("turn") => None,
        turn => Some(turn.unwrap_or(Spanned::new(8, span))),
    };
    let last = turn.map_or(11, |turn| turn.value - 1);
    let cells: Vec<Option<CellDef>> = fields.tables("cells", "`[[board.cells]]`").into_iter().map(cell).collect();
    let links = fields.tables("links", "`[[board.links]]`").into_iter().map(|fields| link(fields, last));
    // A board without the cell or the line that is wrong would be another board, with mistakes of its own.
    let (links, cells): (Vec<Option<LinkDef>>, Option<Vec<CellDef>>) = (links.collect(), cells.into_iter().collect());
    Some(Shape::Graph(GraphDef { cells: cells?, links: links.into_iter().collect::<Option<_>>()?, turn: turn? }))
}

fn cell(mut fields: Fields<'_>) -> Option<CellDef> {
    let name = fields.text("name");
    fields.needs("name", "its name: `name = \"a1\"`");
    let (x, y) = (fields.number("x"), fields.number("y"));
    let row = fields.integer("row", 0..=255);
    let rank = fields.integer("rank", 1..=256).map(|rank| rank.value);
    let file = fields.integer("file", 1..=256).map(|file| file.value);
    for key in ["x", "y"] {
        fields.needs(key, "where the cell is drawn: `x = 0, y = 0`");
    }
    fields.done();
    let row = row.map_or(0, |row| row.value);
    Some(CellDef { name: name?, x: x.unwrap_or(0.0), y: y.unwrap_or(0.0), row, rank, file })
}

fn link(mut fields: Fields<'_>, last: i64) -> Option<LinkDef> {
    let (from, to) = (fields.text("from"), fields.text("to"));
    let heading = fields.integer("heading", 0..=last);
    let arrives = fields.integer("arrives", 0..=last);
    let both_ways = fields.flag("both_ways").is_none_or(|flag| flag.value);
    fields.needs("from", "the cell it leaves: `from = \"a1\"`");
    fields.needs("to", "the cell it reaches: `to = \"a2\"`");
    fields.needs("heading", "which way it goes: `heading = 0`");
    fields.done();
    Some(LinkDef { from: from?, to: to?, heading: heading?, arrives, both_ways })
}
