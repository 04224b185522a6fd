//! The board of a definition, the compiled scripts, and which steps go forward.

use crate::board::{
    Board, BoardError, CellSpec, CircleSpec, GraphSpec, Keep, LinkSpec, RectangleSpec, Side, Square, Through, Wrap,
    rectangle_cell,
};
use crate::check::{named_region, script_names};
use crate::definition::{BoardDef, CircleDef, Definition, GraphDef, RectangleDef, Shape};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expansion::Forward;
use crate::script::{EIGHT_DIRECTIONS, Geometry, Program, compile};
use crate::source::{SourceMap, Span, Spanned};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// Compiles the scripts, if there are any.
pub(super) fn program(definition: &Definition, sources: &SourceMap, problems: &mut Vec<Diagnostic>) -> Option<Program> {
    if definition.scripts.is_empty() {
        return None;
    }
    let files: Vec<_> = definition.scripts.iter().map(|script| script.source).collect();
    let (program, found) = compile(&files, sources, script_names(definition));
    problems.extend(found);
    program
}

/// The names of directions in scripts, by heading: relative to the mover where the board has files.
pub(super) fn directions(board: &BoardDef) -> Vec<String> {
    let names: &[&str] = match &board.shape {
        Shape::Circle { .. } => &[
            "inward",
            "inward-clockwise",
            "clockwise",
            "outward-clockwise",
            "outward",
            "outward-anticlockwise",
            "anticlockwise",
            "inward-anticlockwise",
        ],
        Shape::Hexagon { .. } => &TWELVE_DIRECTIONS,
        Shape::Graph(GraphDef { turn, .. }) if turn.value == 12 => &TWELVE_DIRECTIONS,
        _ => &EIGHT_DIRECTIONS,
    };
    names.iter().map(|name| (*name).to_string()).collect()
}

/// Directions of a hexagonal board, clockwise from forward: edges and corners in turn.
const TWELVE_DIRECTIONS: [&str; 12] = [
    "forward",
    "forward-right-corner",
    "forward-right",
    "right-corner",
    "back-right",
    "back-right-corner",
    "back",
    "back-left-corner",
    "back-left",
    "left-corner",
    "forward-left",
    "forward-left-corner",
];

/// Builds the board.
pub(super) fn board(
    definition: &Definition,
    program: Option<&Program>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Board> {
    let found = problems.len();
    let built = match &definition.board.shape {
        Shape::Rectangle(shape) => rectangle(definition, shape, problems),
        Shape::Circle(shape) => circle(&definition.board, shape, problems),
        Shape::Graph(shape) => graph(&definition.board, shape, program),
        Shape::Hexagon { side } => {
            Board::hexagon(side.value).map_err(|error| wrong(&error, side.span, &definition.board))
        }
    };
    let board = match built {
        Ok(board) => board,
        Err(problem) => {
            problems.push(*problem);
            return None;
        }
    };
    if let Some((text, first, second)) = board.ambiguous_names() {
        let joined =
            |squares: &[Square]| squares.iter().map(|square| board.name(*square)).collect::<Vec<_>>().join(" ");
        let (first, second) = (joined(&first), joined(&second));
        problems.push(
            Diagnostic::error(Code::AmbiguousNames, format!("`{text}` can be read as `{first}` and as `{second}`"))
                .at(definition.board.span)
                .label("names of squares run together in the notation of moves")
                .help("rename a square so that joined names can be told apart"),
        );
    }
    (problems.len() == found).then_some(board)
}

fn wrong(error: &BoardError, span: Span, board: &BoardDef) -> Box<Diagnostic> {
    // One code for each family: a name, a step, or a number out of bounds.
    let code = match error.field {
        "cells" | "centre" => Code::BoardCell,
        "links" => Code::BoardLink,
        "squares" | "holes" => Code::BoardSquares,
        "wrap" | "orthogonal_through" | "diagonal_through" => Code::BoardLines,
        _ => Code::BoardSize,
    };
    let problem = Diagnostic::error(code, error.message.clone()).at(span).label(match error.field {
        "cells" => "this cell".to_owned(),
        "links" => "this line".to_owned(),
        "holes" | "squares" => "nothing is left".to_owned(),
        field => format!("`{field}`"),
    });
    let problem = match code {
        Code::BoardLines => problem.help(format!("write `{} = \"fork\"`", error.field)),
        Code::BoardSquares => problem.help("leave some squares on the board"),
        Code::BoardSize => problem.help(format!("a smaller `{}` is enough for any game here", error.field)),
        _ => problem,
    };
    Box::new(if span == board.span { problem } else { problem.also(board.span, "the board") })
}

fn rectangle(
    definition: &Definition,
    shape: &RectangleDef,
    problems: &mut Vec<Diagnostic>,
) -> Result<Board, Box<Diagnostic>> {
    let board = &definition.board;
    let RectangleDef { files, ranks, squares, holes, holes_crossable, wrap } = shape;
    let mut spec = RectangleSpec::plain(files.value, ranks.value);
    spec.holes_crossable = *holes_crossable;
    let mut region = None;
    match squares.as_ref().map(|squares| squares.value.as_str()) {
        None | Some("all") => {}
        Some("dark") => spec.keep = Keep::Dark,
        Some("light") => spec.keep = Keep::Light,
        Some(name) => region = squares.as_ref().map(|squares| (name.to_string(), squares.span)),
    }
    match wrap.as_ref().map(|wrap| wrap.value.as_str()) {
        None | Some("none") => {}
        Some("files") => spec.wrap = Wrap { files: true, ranks: false },
        Some("ranks") => spec.wrap = Wrap { files: false, ranks: true },
        Some("both") => spec.wrap = Wrap { files: true, ranks: true },
        Some(other) => problems.extend(wrap.as_ref().map(|wrap| choice(other, wrap.span, &["files", "ranks", "both"]))),
    }
    for hole in holes {
        match rectangle_cell(&hole.value) {
            Some((file, rank)) if i64::from(file) <= files.value && i64::from(rank) <= ranks.value => {
                spec.holes.push((file, rank));
            }
            _ => problems.push(
                Diagnostic::error(Code::UnknownSquare, format!("the board has no square `{}`", hole.value))
                    .at(hole.span)
                    .label("not on the board")
                    .help(format!("it has {} files and {} ranks", files.value, ranks.value)),
            ),
        }
    }
    let at = |error: &BoardError| {
        let span = match error.field {
            "files" => files.span,
            "ranks" => ranks.span,
            "holes" => error.index.and_then(|index| holes.get(index)).map_or(board.span, |hole| hole.span),
            "wrap" => wrap.as_ref().map_or(board.span, |wrap| wrap.span),
            "squares" => squares.as_ref().map_or(board.span, |squares| squares.span),
            _ => board.span,
        };
        wrong(error, span, board)
    };
    if let Some((name, span)) = region {
        let whole = Board::rectangle(spec.clone()).map_err(|error| at(&error))?;
        let text = Spanned::new(name.clone(), span);
        let region = if definition.regions.contains_key(&name) {
            named_region(&name, span)
        } else {
            match crate::definition::condition::parse_region(&text) {
                Ok(region) => region,
                Err(found) => {
                    problems.extend(found);
                    return Ok(whole);
                }
            }
        };
        match crate::expansion::region::resolve_in(&region, &whole, Side::White, &definition.regions) {
            Ok(inside) => {
                let cells = whole
                    .squares()
                    .filter(|square| inside[square.index()])
                    .filter_map(|square| Some((whole.file(square)?, whole.rank(square)?)))
                    .collect();
                spec.keep = Keep::Only(cells);
            }
            Err(found) => problems.extend(found),
        }
    }
    Board::rectangle(spec).map_err(|error| at(&error))
}

fn circle(board: &BoardDef, shape: &CircleDef, problems: &mut Vec<Diagnostic>) -> Result<Board, Box<Diagnostic>> {
    let CircleDef { rings, sectors, centre, orthogonal_through, diagonal_through, leaps_cross_centre } = shape;
    let mut through = |word: &Option<Spanned<String>>| match word.as_ref().map(|word| word.value.as_str()) {
        None | Some("straight") => Through::Straight,
        Some("turning") => Through::Turning,
        Some("fork") => Through::Fork,
        Some(other) => {
            problems.extend(word.as_ref().map(|word| choice(other, word.span, &["straight", "turning", "fork"])));
            Through::Straight
        }
    };
    let spec = CircleSpec {
        rings: rings.value,
        sectors: sectors.value,
        centre: centre.as_ref().map(|centre| centre.value.clone()),
        orthogonal_through: through(orthogonal_through),
        diagonal_through: through(diagonal_through),
        leaps_cross_centre: *leaps_cross_centre,
    };
    Board::circle(spec).map_err(|error| {
        let word = |word: &Option<Spanned<String>>| word.as_ref().map_or(board.span, |word| word.span);
        let span = match error.field {
            "rings" => rings.span,
            "sectors" => sectors.span,
            "centre" => word(centre),
            "orthogonal_through" => word(orthogonal_through),
            "diagonal_through" => word(diagonal_through),
            _ => board.span,
        };
        wrong(&error, span, board)
    })
}

fn graph(board: &BoardDef, shape: &GraphDef, program: Option<&Program>) -> Result<Board, Box<Diagnostic>> {
    let GraphDef { cells, links, turn } = shape;
    let mut spec = GraphSpec { cells: Vec::new(), links: Vec::new(), turns: turn.value };
    let mut cell_spans: Vec<Span> = Vec::new();
    let mut link_spans: Vec<Span> = Vec::new();
    for cell in cells {
        spec.cells.push(CellSpec {
            name: cell.name.value.clone(),
            x: cell.x,
            y: -cell.y, // authors count upwards
            row: cell.row,
            rank: cell.rank,
            file: cell.file,
        });
        cell_spans.push(cell.name.span);
    }
    for link in links {
        // A cell that is not there is at fault itself, whichever end it is.
        let known = |name: &str| cells.iter().any(|cell| cell.name.value == name);
        link_spans.push(if known(&link.from.value) && !known(&link.to.value) { link.to.span } else { link.from.span });
        spec.links.push(LinkSpec {
            from: link.from.value.clone(),
            to: link.to.value.clone(),
            heading: link.heading.value,
            arrives: link.arrives.as_ref().map(|arrives| arrives.value),
            both_ways: link.both_ways,
        });
    }
    if cells.is_empty() {
        let Some(program) = program else {
            return Err(Box::new(
                Diagnostic::error(Code::MissingCells, "a graph board needs cells")
                    .at(board.span)
                    .label("no cells")
                    .help("list them in `[[board.cells]]`, or write `fn board(b)` in the script"),
            ));
        };
        let plan = program.board().map_err(|problem| {
            let problem = *problem;
            Box::new(if problem.primary.is_none() { problem.at(board.span) } else { problem })
        })?;
        for cell in plan.cells {
            cell_spans.push(cell.span);
            spec.cells.push(CellSpec {
                name: cell.name,
                x: cell.x as f64,
                y: -(cell.y as f64),
                row: cell.row,
                rank: cell.rank,
                file: cell.file,
            });
        }
        for link in plan.links {
            link_spans.push(link.span);
            spec.links.push(LinkSpec {
                from: link.from,
                to: link.to,
                heading: link.heading,
                arrives: link.arrives,
                both_ways: false,
            });
        }
    }
    Board::graph(spec).map_err(|error| {
        let element = |spans: &[Span]| error.index.and_then(|index| spans.get(index).copied()).unwrap_or(board.span);
        let span = match error.field {
            "cells" => element(&cell_spans),
            "links" => element(&link_spans),
            "turn" | "turns" => turn.span,
            _ => board.span,
        };
        wrong(&error, span, board)
    })
}

/// A word that is none of those allowed.
pub(super) fn choice(word: &str, span: Span, allowed: &[&str]) -> Diagnostic {
    let list: Vec<String> = allowed.iter().map(|word| format!("`{word}`")).collect();
    let problem = Diagnostic::error(Code::UnknownValue, format!("`{word}` is none of {}", list.join(", ")))
        .at(span)
        .label(format!("expected {}", list.join(", ")));
    match nearest(word, allowed.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    }
}

/// Which steps go forward; `None` with a problem said.
pub(super) fn forward(
    definition: &Definition,
    board: &Board,
    program: Option<&Program>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Forward> {
    let Some(word) = &definition.sides.forward else {
        return Some(Forward::heading());
    };
    let name = word.value.strip_prefix("script ").unwrap_or(&word.value).trim();
    let Some(program) = program else {
        if definition.names_script {
            return None; // What is wrong with the script is said already.
        }
        problems.push(
            Diagnostic::error(Code::MissingFunction, format!("there is no script with a function `{name}`"))
                .at(word.span)
                .label("named here")
                .help(format!("add `script = \"rules.rhai\"` and write `fn {name}(side, from, to)` there")),
        );
        return None;
    };
    let geometry: Arc<dyn Geometry> = Arc::new(Ground(board.clone()));
    let failed: RefCell<Option<Diagnostic>> = RefCell::new(None);
    let known: RefCell<HashMap<(Side, u8, u8), bool>> = RefCell::new(HashMap::new());
    let forward = Forward::relation(board, &|side, from, to| {
        if failed.borrow().is_some() {
            return false;
        }
        if let Some(known) = known.borrow().get(&(side, from.0, to.0)) {
            return *known;
        }
        match program.forward(name, Arc::clone(&geometry), &side.to_string(), from.0, to.0) {
            Ok(value) => {
                known.borrow_mut().insert((side, from.0, to.0), value);
                value
            }
            Err(problem) => {
                let problem = *problem;
                let problem = if problem.primary.is_none() { problem.at(word.span) } else { problem };
                *failed.borrow_mut() = Some(problem);
                false
            }
        }
    });
    match failed.into_inner() {
        Some(problem) => {
            problems.push(problem);
            None
        }
        None => Some(forward),
    }
}

/// The board as load-time scripts see it.
struct Ground(Board);

impl Geometry for Ground {
    fn name(&self, square: u8) -> String {
        self.0.name(Square(square)).to_string()
    }

    fn rank(&self, square: u8) -> i64 {
        self.0.rank(Square(square)).map_or(0, i64::from)
    }

    fn file(&self, square: u8) -> i64 {
        self.0.file(Square(square)).map_or(0, i64::from)
    }

    fn ring(&self, square: u8) -> i64 {
        self.0.ring(Square(square)).map_or(0, i64::from)
    }

    fn sector(&self, square: u8) -> i64 {
        self.0.sector(Square(square)).map_or(0, i64::from)
    }
}
