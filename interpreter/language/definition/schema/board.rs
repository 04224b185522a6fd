//! `[board]` in, the shape and its measures out, and what of them is in doubt because it could not be read.

use super::super::fields::Fields;
use super::super::table::Value;
use super::super::{BoardDef, CellDef, CircleDef, Doubt, GraphDef, LinkDef, RectangleDef, Shape};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Spanned;
use std::ops::RangeInclusive;

const SHAPES: [&str; 4] = ["rectangle", "circle", "graph", "hexagon"];
const WAYS: [&str; 3] = ["straight", "turning", "fork"];

/// Keys by which a shape can be told.
const KEYS: [(&str, &[&str]); 4] = [
    ("rectangle", &["files", "ranks"]),
    ("circle", &["rings", "sectors"]),
    ("graph", &["cells", "links"]),
    ("hexagon", &["side"]),
];

/// The name of a centre that has a name which could not be read.
const SOME_CENTRE: &str = "_centre";

/// A measure that could not be read.
const SOME: i64 = 8;

pub(super) fn board(root: &mut Fields<'_>) -> BoardDef {
    root.needs("board", "a board, `[board]` with `shape`, or the parent whose board it is: `extends = \"...\"`");
    let Some(mut fields) = root.table("board", "`[board]`") else {
        let some = Spanned::new(SOME, root.span);
        return BoardDef { span: root.span, shape: plain(some, some), doubt: Doubt::ALL };
    };
    let span = fields.span;
    fields.needs("shape", "`shape = \"rectangle\"`, or `circle`, `graph`, `hexagon`");
    let shape = fields.word("shape", &SHAPES).map(|shape| shape.value).or_else(|| likely(&mut fields));
    let (shape, doubt) = match shape.as_deref() {
        Some("rectangle") => rectangle(&mut fields, true),
        Some("circle") => circle(&mut fields, true),
        Some("hexagon") => hexagon(&mut fields, true),
        Some(_) => graph(&mut fields),
        None => {
            // Whatever it is, its keys are those of one of the shapes.
            let (shape, _) = rectangle(&mut fields, false);
            let _ = (circle(&mut fields, false), hexagon(&mut fields, false), graph(&mut fields));
            (shape, Doubt::ALL)
        }
    };
    let (own, known) = (root.span.source, !doubt.shape);
    if known && matches!(shape, Shape::Rectangle(_)) && !fields.has("holes") && !fields.has("squares") {
        fields.idle(own, "holes_crossable", "on a board without holes", "name the `holes`, or leave it out");
    }
    if known && matches!(shape, Shape::Circle(_)) && !fields.has("centre") && !fields.has_unknown() {
        for key in ["orthogonal_through", "diagonal_through", "leaps_cross_centre"] {
            fields.idle(own, key, "on a circle without a centre", "name it, `centre = \"c\"`, or leave this out");
        }
    }
    fields.done();
    BoardDef { span, shape, doubt }
}

/// The shape that is meant where it is misspelt or missing: that whose keys there are, or that it is like.
fn likely(fields: &mut Fields<'_>) -> Option<String> {
    let near = match fields.get("shape").map(|field| &field.node.value) {
        Some(Value::String(text)) => nearest(text, SHAPES),
        _ => None,
    };
    let has = |key: &&str| fields.has(key);
    let told = KEYS.iter().find(|(_, keys)| keys.iter().all(has)).map(|(shape, _)| *shape);
    let shape = told.or(near)?;
    let of_another = KEYS.iter().any(|(other, keys)| *other != shape && keys.iter().any(has));
    (!of_another).then(|| shape.to_owned())
}

fn plain(files: Spanned<i64>, ranks: Spanned<i64>) -> Shape {
    let (squares, holes, wrap) = (None, Vec::new(), None);
    Shape::Rectangle(RectangleDef { files, ranks, squares, holes, holes_crossable: None, wrap })
}

/// A measure of the board; of one in quotes it is clear what is meant.
fn measure(fields: &mut Fields<'_>, key: &'static str, bounds: RangeInclusive<i64>) -> Option<Spanned<i64>> {
    let number = fields.integer(key, bounds.clone());
    if number.is_some() {
        return number;
    }
    let node = &fields.get(key)?.node;
    let Value::String(text) = &node.value else { return None };
    text.parse().ok().filter(|number| bounds.contains(number)).map(|number| Spanned::new(number, node.span))
}

/// Whether the key is there, and its value could not be read.
fn lost<T>(fields: &Fields<'_>, key: &str, value: &Option<T>) -> bool {
    value.is_none() && fields.has(key)
}

fn rectangle(fields: &mut Fields<'_>, is_known: bool) -> (Shape, Doubt) {
    let files = measure(fields, "files", 1..=256);
    let ranks = measure(fields, "ranks", 1..=256);
    if is_known {
        fields.needs("files", "`files = 8`");
        fields.needs("ranks", "`ranks = 8`");
    }
    let squares = fields.text("squares");
    let holes = fields.different("holes");
    let n_written = fields.get("holes").and_then(|field| match &field.node.value {
        Value::Array(items) => Some(items.len()),
        _ => None,
    });
    let holes_crossable = fields.flag("holes_crossable");
    let wrap = fields.word("wrap", &["files", "ranks", "both"]);
    let mut doubt = if files.is_none() || ranks.is_none() { Doubt::SIZE } else { Doubt::NONE };
    doubt.holes |= lost(fields, "squares", &squares)
        || lost(fields, "holes", &holes)
        || n_written.is_some_and(|n| holes.as_ref().is_some_and(|holes| holes.len() < n));
    doubt.lines |= lost(fields, "holes_crossable", &holes_crossable) || lost(fields, "wrap", &wrap);
    let some = Spanned::new(SOME, fields.span);
    let shape = Shape::Rectangle(RectangleDef {
        files: files.unwrap_or(some),
        ranks: ranks.unwrap_or(some),
        squares,
        holes: holes.unwrap_or_default(),
        holes_crossable: holes_crossable.map(|flag| flag.value),
        wrap,
    });
    (shape, doubt)
}

fn circle(fields: &mut Fields<'_>, is_known: bool) -> (Shape, Doubt) {
    let rings = measure(fields, "rings", 1..=256);
    let sectors = measure(fields, "sectors", 1..=256);
    if is_known {
        fields.needs("rings", "`rings = 3`, without the centre");
        fields.needs("sectors", "`sectors = 14`");
    }
    let span = fields.span;
    let mut doubt = if rings.is_none() || sectors.is_none() { Doubt::SIZE } else { Doubt::NONE };
    let mut centre = fields.text("centre");
    if lost(fields, "centre", &centre) {
        (doubt.names, doubt.words) = (true, true);
        centre = Some(Spanned::new(SOME_CENTRE.to_owned(), span));
    }
    let mut through = |key: &'static str| {
        let way = fields.word(key, &WAYS);
        if !lost(fields, key, &way) {
            return way;
        }
        doubt.lines = true;
        // This one has a meaning on every circle.
        Some(Spanned::new("fork".to_owned(), span))
    };
    let (orthogonal_through, diagonal_through) = (through("orthogonal_through"), through("diagonal_through"));
    let leaps_cross_centre = fields.flag("leaps_cross_centre");
    doubt.lines |= lost(fields, "leaps_cross_centre", &leaps_cross_centre);
    let some = Spanned::new(SOME, span);
    let shape = Shape::Circle(CircleDef {
        rings: rings.unwrap_or(some),
        sectors: sectors.unwrap_or(some),
        centre,
        orthogonal_through,
        diagonal_through,
        leaps_cross_centre: leaps_cross_centre.is_none_or(|flag| flag.value),
    });
    (shape, doubt)
}

fn hexagon(fields: &mut Fields<'_>, is_known: bool) -> (Shape, Doubt) {
    let side = measure(fields, "side", 1..=9);
    if is_known {
        fields.needs("side", "`side = 6`, the cells on an edge");
    }
    let doubt = if side.is_none() { Doubt::SIZE } else { Doubt::NONE };
    (Shape::Hexagon { side: side.unwrap_or(Spanned::new(SOME, fields.span)) }, doubt)
}

fn graph(fields: &mut Fields<'_>) -> (Shape, Doubt) {
    let span = fields.span;
    let mut doubt = Doubt::NONE;
    let turn = measure(fields, "turn", i64::MIN..=i64::MAX).filter(|turn| {
        let fits = turn.value == 8 || turn.value == 12;
        if !fits {
            let message = format!("`turn` in `[board]` cannot be {}", turn.value);
            let problem = Diagnostic::error(Code::OutOfRange, message).at(turn.span).label("out of range");
            fields.out.add(problem.help("a turn has 8 headings, or 12"));
        }
        fits
    });
    doubt.lines |= lost(fields, "turn", &turn);
    // Every heading has a meaning where there may be twelve.
    let turn = turn.unwrap_or(Spanned::new(if doubt.lines { 12 } else { 8 }, span));
    let listed = |fields: &Fields<'_>, key: &str, n: usize| !fields.has_content(key) || n > 0;
    let cells = fields.tables("cells", "`[[board.cells]]`");
    if !listed(fields, "cells", cells.len()) {
        doubt = doubt.or(Doubt::SQUARES);
    }
    let cells = cells.into_iter().map(|fields| cell(fields, &mut doubt)).collect();
    let links = fields.tables("links", "`[[board.links]]`");
    doubt.lines |= !listed(fields, "links", links.len());
    let links = links.into_iter().map(|fields| link(fields, turn.value - 1, &mut doubt)).collect();
    (Shape::Graph(GraphDef { cells, links, turn }), doubt)
}

/// A cell; one without a name that can be read has none.
fn cell(mut fields: Fields<'_>, doubt: &mut Doubt) -> CellDef {
    let span = fields.span;
    let name = fields.text("name");
    fields.needs("name", "its name: `name = \"a1\"`");
    let (x, y) = (fields.number("x"), fields.number("y"));
    let row = fields.integer("row", 0..=255).map(|row| row.value);
    let row = if fields.has("row") { row } else { Some(0) };
    let rank = fields.integer("rank", 1..=256).map(|rank| rank.value);
    let file = fields.integer("file", 1..=256).map(|file| file.value);
    for key in ["x", "y"] {
        fields.needs(key, "where the cell is drawn: `x = 0, y = 0`");
    }
    doubt.size |= row.is_none();
    doubt.grid |= lost(&fields, "rank", &rank) || lost(&fields, "file", &file);
    doubt.ranks |= doubt.grid;
    doubt.names |= name.is_none();
    doubt.words |= name.is_none();
    fields.done();
    // One that is drawn nobody knows where lies on no other.
    let apart = f64::from(span.start) / f64::from(u16::MAX) + 0.123;
    CellDef {
        name: name.unwrap_or(Spanned::new(String::new(), span)),
        x: x.unwrap_or(apart),
        y: y.unwrap_or(apart),
        row,
        rank,
        file,
    }
}

/// A line; an end that cannot be read has no name.
fn link(mut fields: Fields<'_>, last: i64, doubt: &mut Doubt) -> LinkDef {
    let span = fields.span;
    let (from, to) = (fields.text("from"), fields.text("to"));
    let heading = fields.integer("heading", 0..=last);
    let arrives = fields.integer("arrives", 0..=last);
    let both_ways = fields.flag("both_ways");
    fields.needs("from", "the cell it leaves: `from = \"a1\"`");
    fields.needs("to", "the cell it reaches: `to = \"a2\"`");
    fields.needs("heading", "which way it goes: `heading = 0`");
    doubt.lines |= from.is_none()
        || to.is_none()
        || heading.is_none()
        || lost(&fields, "arrives", &arrives)
        || lost(&fields, "both_ways", &both_ways);
    fields.done();
    let nowhere = Spanned::new(String::new(), span);
    LinkDef {
        from: from.unwrap_or_else(|| nowhere.clone()),
        to: to.unwrap_or(nowhere),
        heading: heading.unwrap_or(Spanned::new(0, span)),
        arrives,
        both_ways: both_ways.is_none_or(|flag| flag.value),
    }
}
