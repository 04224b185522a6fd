//! Words of load-time functions: `forward(side, from, to)` over squares with absolute coordinates, `board(b)`.

use crate::diagnostic::Code;
use crate::script::host::register::{Ctx, word};
use crate::script::problem::{Failure, Problem};
use crate::source::Span;
use rhai::{Engine, INT, ImmutableString, Position};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a load-time function may know of a square. Coordinates are absolute and count from 1; 0 where there are none.
pub trait Geometry: Send + Sync {
    /// The name.
    fn name(&self, square: u8) -> String;
    /// The rank.
    fn rank(&self, square: u8) -> i64;
    /// The file.
    fn file(&self, square: u8) -> i64;
    /// The ring, from the rim.
    fn ring(&self, square: u8) -> i64;
    /// The sector.
    fn sector(&self, square: u8) -> i64;
}

/// The cells and links that `fn board(b)` asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BoardPlan {
    /// Cells in order.
    pub cells: Vec<PlannedCell>,
    /// Links in order.
    pub links: Vec<PlannedLink>,
}

/// `b.cell(name, x, y, row)`, with rank and file if they follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedCell {
    /// Its name.
    pub name: String,
    /// For drawing.
    pub x: i64,
    /// For drawing.
    pub y: i64,
    /// Row of the FEN, from 0.
    pub row: i64,
    /// Rank for regions, from 1.
    pub rank: Option<i64>,
    /// File for regions, from 1.
    pub file: Option<i64>,
    /// Where it was asked for.
    pub span: Span,
}

/// `b.link(a, heading, b)`, with the heading on arrival if it follows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedLink {
    /// From this cell.
    pub from: String,
    /// Heading there.
    pub heading: i64,
    /// To that cell.
    pub to: String,
    /// Heading on arrival; the same when not given.
    pub arrives: Option<i64>,
    /// Where it was asked for.
    pub span: Span,
}

/// The most cells and links of a plan.
const MAX_CELLS: usize = 256;
const MAX_LINKS: usize = 8192;

/// A square of a load-time function, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::script) struct Cell(pub(in crate::script) u8);

/// The geometry, carried as the tag of the call.
#[derive(Clone)]
pub(in crate::script) struct Ground(pub(in crate::script) Arc<dyn Geometry>);

/// The board being built.
#[derive(Clone, Default)]
pub(in crate::script) struct Builder(Arc<Mutex<Plan>>);

/// What was asked for, with places as Rhai gives them.
#[derive(Default)]
pub(in crate::script) struct Plan {
    pub(in crate::script) cells: Vec<(PlannedCell, Position)>,
    pub(in crate::script) links: Vec<(PlannedLink, Position)>,
}

impl Builder {
    pub(in crate::script) fn plan(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A number that a geometry knows of a square.
type Number = fn(&dyn Geometry, u8) -> i64;

pub(super) fn register(engine: &mut Engine, nowhere: Span) {
    engine.register_type_with_name::<Cell>("Cell");
    engine.register_type_with_name::<Builder>("Board");

    let numbers: [(&str, Number); 4] = [
        ("rank", |ground, square| ground.rank(square)),
        ("file", |ground, square| ground.file(square)),
        ("ring", |ground, square| ground.ring(square)),
        ("sector", |ground, square| ground.sector(square)),
    ];
    for (name, number) in numbers {
        engine.register_get(name, move |ctx: Ctx, cell: &mut Cell| -> Result<INT, Failure> {
            Ok(number(&*ground(&ctx)?.0, cell.0))
        });
    }
    engine.register_get("name", |ctx: Ctx, cell: &mut Cell| -> Result<ImmutableString, Failure> {
        Ok(ground(&ctx)?.0.name(cell.0).into())
    });

    let cell = move |ctx: &Ctx, b: &Builder, name: &str, at: [INT; 3], rank: Option<INT>, file: Option<INT>| {
        let mut plan = b.plan();
        room(ctx, plan.cells.len(), MAX_CELLS, "cells")?;
        let [x, y, row] = at;
        let planned = PlannedCell { name: name.to_string(), x, y, row, rank, file, span: nowhere };
        plan.cells.push((planned, ctx.call_position()));
        Ok(())
    };
    word(
        engine,
        "cell",
        move |ctx: Ctx, b: &mut Builder, name: &str, x: INT, y: INT, row: INT| -> Result<(), Failure> {
            cell(&ctx, b, name, [x, y, row], None, None)
        },
    );
    word(
        engine,
        "cell",
        move |ctx: Ctx,
              b: &mut Builder,
              name: &str,
              x: INT,
              y: INT,
              row: INT,
              rank: INT,
              file: INT|
              -> Result<(), Failure> { cell(&ctx, b, name, [x, y, row], Some(rank), Some(file)) },
    );
    let link = move |ctx: &Ctx, b: &Builder, from: &str, heading: INT, to: &str, arrives: Option<INT>| {
        let mut plan = b.plan();
        room(ctx, plan.links.len(), MAX_LINKS, "links")?;
        let planned = PlannedLink { from: from.to_string(), heading, to: to.to_string(), arrives, span: nowhere };
        plan.links.push((planned, ctx.call_position()));
        Ok(())
    };
    word(engine, "link", move |ctx: Ctx, b: &mut Builder, from: &str, heading: INT, to: &str| -> Result<(), Failure> {
        link(&ctx, b, from, heading, to, None)
    });
    word(
        engine,
        "link",
        move |ctx: Ctx, b: &mut Builder, from: &str, heading: INT, to: &str, arrives: INT| -> Result<(), Failure> {
            link(&ctx, b, from, heading, to, Some(arrives))
        },
    );
}

fn ground(ctx: &Ctx) -> Result<Ground, Failure> {
    ctx.tag().and_then(|tag| tag.read_lock::<Ground>()).map(|ground| ground.clone()).ok_or_else(|| {
        Problem::new(Code::ScriptError, "squares can be asked only while their function runs")
            .raise(ctx.call_position())
    })
}

fn room(ctx: &Ctx, n: usize, most: usize, what: &str) -> Result<(), Failure> {
    if n < most {
        return Ok(());
    }
    Err(Problem::new(Code::BoardTooBig, format!("a board has at most {most} {what}"))
        .help("build fewer: a board has at most 256 cells, and some lines for each")
        .raise(ctx.call_position()))
}
