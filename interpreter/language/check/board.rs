//! The board of a definition, the compiled scripts, and which steps go forward.

use super::build::{Ground, build};
use crate::board::{Board, Side, Square};
use crate::check::script_names;
use crate::definition::{BoardDef, Definition, GraphDef, Shape};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::Forward;
use crate::script::{EIGHT_DIRECTIONS, Geometry, Program, compile};
use crate::source::SourceMap;
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
        // Where it is not known which of them there are, none is at fault.
        shape if board.doubt.shape || board.doubt.lines && matches!(shape, Shape::Graph(_)) => {
            let mut all: Vec<&str> = [&EIGHT_DIRECTIONS[..], &ROUND_DIRECTIONS, &TWELVE_DIRECTIONS].concat();
            all.sort_unstable();
            all.dedup();
            return all.into_iter().map(str::to_owned).collect();
        }
        Shape::Circle { .. } => &ROUND_DIRECTIONS,
        Shape::Hexagon { .. } => &TWELVE_DIRECTIONS,
        Shape::Graph(GraphDef { turn, .. }) if turn.value == 12 => &TWELVE_DIRECTIONS,
        _ => &EIGHT_DIRECTIONS,
    };
    names.iter().map(|name| (*name).to_string()).collect()
}

/// Directions of a circle, clockwise from inward.
const ROUND_DIRECTIONS: [&str; 8] = [
    "inward",
    "inward-clockwise",
    "clockwise",
    "outward-clockwise",
    "outward",
    "outward-anticlockwise",
    "anticlockwise",
    "inward-anticlockwise",
];

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

/// Builds the board, and something in the place of what is wrong with it.
pub(super) fn board(
    definition: &Definition,
    program: Option<&Program>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Ground> {
    let ground = build(definition, program, problems)?;
    let Ground { board, doubt, .. } = &ground;
    if doubt.names || doubt.size {
        return Some(ground);
    }
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
    Some(ground)
}

/// Which steps go forward. Where that cannot be told, the lines of the ground come in doubt.
pub(super) fn forward(
    definition: &Definition,
    ground: &mut Ground,
    program: Option<&Program>,
    problems: &mut Vec<Diagnostic>,
) -> Forward {
    let Some(word) = &definition.sides.forward else {
        return Forward::heading();
    };
    let name = word.value.strip_prefix("script ").unwrap_or(&word.value).trim();
    let problem = match program {
        // What is wrong with the script is said already.
        None if definition.names_script => None,
        None => Some(
            Diagnostic::error(Code::MissingFunction, format!("there is no script with a function `{name}`"))
                .at(word.span)
                .label("named here")
                .help(format!("add `script = \"rules.rhai\"` and write `fn {name}(side, from, to)` there")),
        ),
        Some(program) => match asked(program, name, ground) {
            Ok(Some(forward)) => return forward,
            Ok(None) => None,
            Err(problem) if problem.primary.is_none() => Some(problem.at(word.span)),
            Err(problem) => Some(*problem),
        },
    };
    problems.extend(problem);
    ground.doubt.lines = true;
    Forward::heading()
}

/// Asks the function of every step; nothing comes of it where the squares are not known.
fn asked(program: &Program, name: &str, ground: &Ground) -> Result<Option<Forward>, Box<Diagnostic>> {
    if program.is_unread(name) || !program.is_sound(name, 3) {
        return Ok(None);
    }
    program.check_forward(name)?;
    let Ground { board, doubt, .. } = ground;
    if doubt.shape || doubt.size || doubt.names || doubt.ranks {
        return Ok(None);
    }
    let geometry: Arc<dyn Geometry> = Arc::new(Land(board.clone()));
    let failed: RefCell<Option<Box<Diagnostic>>> = RefCell::new(None);
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
                *failed.borrow_mut() = Some(problem);
                false
            }
        }
    });
    match failed.into_inner() {
        Some(problem) => Err(problem),
        None => Ok(Some(forward)),
    }
}

/// The board as load-time scripts see it.
struct Land(Board);

impl Geometry for Land {
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
