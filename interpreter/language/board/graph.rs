//! Boards given cell by cell and link by link: cells with a name and a point for drawing, links with their headings.

use super::direction::{Compass, Lines};
use super::names::letters;
use super::outline::{Outline, extent_of};
use super::{Board, BoardError, Cell, MAX_SQUARES, Place, Pose, Spot, Square, index_names};
use std::collections::{BTreeSet, HashMap};

/// The most links a graph may have.
const MAX_LINKS: usize = 16_384;

/// The longest name of a square, in characters.
const MAX_NAME: usize = 8;

/// What a graph is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphSpec {
    /// The squares in FEN order.
    pub cells: Vec<CellSpec>,
    /// The steps between them.
    pub links: Vec<LinkSpec>,
    /// Headings in a full circle: 8 or 12; even ones are orthogonal.
    pub turns: i64,
}

/// A square of a graph.
#[derive(Debug, Clone, PartialEq)]
pub struct CellSpec {
    /// Its name, letters and digits.
    pub name: String,
    /// Across, for drawing.
    pub x: f64,
    /// Downwards, for drawing.
    pub y: f64,
    /// Row of the FEN; rows come in rising order.
    pub row: i64,
    /// Rank from 1, as White counts.
    pub rank: Option<i64>,
    /// File from 1.
    pub file: Option<i64>,
}

/// A step of a graph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkSpec {
    /// From the cell of this name.
    pub from: String,
    /// To the cell of this name.
    pub to: String,
    /// Along this heading.
    pub heading: i64,
    /// Arriving with this heading; the same when not given.
    pub arrives: Option<i64>,
    /// Also back, with opposite headings.
    pub both_ways: bool,
}

/// Whether a square may be called so: a move that names it can be read again.
#[must_use]
pub fn is_square_name(name: &str) -> bool {
    !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Refuses a name that could not be read again in a move.
pub(super) fn check_name(field: &'static str, index: Option<usize>, name: &str) -> Result<(), BoardError> {
    if is_square_name(name) {
        return Ok(());
    }
    let message = format!("`{name}` cannot name a square: 1 to {MAX_NAME} letters and digits can");
    Err(BoardError { field, index, message })
}

fn small(field: &'static str, index: usize, what: &str, value: i64) -> Result<u16, BoardError> {
    u16::try_from(value).ok().filter(|n| (1..=MAX_SQUARES as u16).contains(n)).ok_or_else(|| {
        BoardError::element(field, index, format!("`{what}` must be from 1 to {MAX_SQUARES}, not {value}"))
    })
}

impl Board {
    /// A board of cells and links. Squares are numbered as listed.
    ///
    /// # Errors
    /// When a name is bad or doubled, a link names no cell, or a number is out of bounds; all that is wrong at once.
    pub fn graph(spec: GraphSpec) -> Result<Board, Vec<BoardError>> {
        let mut errors = Vec::new();
        let turns: u16 = match spec.turns {
            8 => 8,
            12 => 12,
            other => {
                errors.push(BoardError::new("turn", format!("`turn` must be 8 or 12, not {other}")));
                // A heading that fits neither is wrong on its own.
                12
            }
        };
        if !(1..=MAX_SQUARES).contains(&spec.cells.len()) {
            let message = format!("the board has {} cells; 1 to {MAX_SQUARES} are allowed", spec.cells.len());
            errors.push(BoardError::new("cells", message));
        }
        if spec.links.len() > MAX_LINKS {
            let message = format!("the board has {} links; at most {MAX_LINKS} are allowed", spec.links.len());
            errors.push(BoardError::new("links", message));
        }
        if errors.iter().any(|error| error.field != "turn") {
            return Err(errors);
        }

        let mut spots: Vec<Spot> = Vec::new();
        let mut rows: Vec<Vec<Cell>> = Vec::new();
        let mut last_row = None;
        for (at, cell) in spec.cells.iter().enumerate() {
            errors.extend(check_name("cells", Some(at), &cell.name).err());
            if !(cell.x.abs() <= 1e6 && cell.y.abs() <= 1e6) {
                let message = format!("`{}` must be drawn at finite x and y, at most a million", cell.name);
                errors.push(BoardError::element("cells", at, message));
            }
            if last_row.is_some_and(|last| cell.row < last) {
                let message = format!("`{}` goes back to row {}; cells are listed row by row", cell.name, cell.row);
                errors.push(BoardError::element("cells", at, message));
            }
            if last_row != Some(cell.row) {
                rows.push(Vec::new());
                last_row = Some(cell.row);
            }
            if let Some(row) = rows.last_mut() {
                row.push(Cell::Square(Square(at as u8)));
            }
            let middle = (cell.x, cell.y);
            let outline = match turns {
                12 => Outline::regular(middle, 6, 3.0_f64.sqrt().recip(), 1.0 / 12.0),
                _ => Outline::unit_square(middle),
            };
            let mut counted = |what: &str, number: Option<i64>| match small("cells", at, what, number?) {
                Ok(number) => Some(number),
                Err(error) => {
                    errors.push(error);
                    None
                }
            };
            let (rank, file) = (counted("rank", cell.rank), counted("file", cell.file));
            spots.push(Spot {
                name: cell.name.clone(),
                rank,
                rank_of_black: None,
                file,
                ring: None,
                sector: None,
                dark: None,
                half_turn: None,
                mirror: None,
                outline,
                middle,
            });
        }
        let n_ranks = spots.iter().filter_map(|spot| spot.rank).max().unwrap_or(0);
        let n_files = spots.iter().filter_map(|spot| spot.file).max().unwrap_or(0);
        for spot in &mut spots {
            spot.rank_of_black = spot.rank.map(|rank| n_ranks + 1 - rank);
        }
        let by_name = index_names(&spots);
        let mut seen = HashMap::new();
        for (at, spot) in spots.iter().enumerate() {
            if seen.insert(spot.name.as_str(), at).is_some() {
                errors.push(BoardError::element("cells", at, format!("two cells are called `{}`", spot.name)));
            }
        }

        let steps = steps(&spec.links, turns, &by_name, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        let lines = Lines::build(&vec![turns; spots.len()], |pose, list| {
            let least = Pose { place: Place(0), heading: 0 };
            list.extend(steps.range((pose, least)..).take_while(|(from, _)| *from == pose).map(|(_, to)| *to));
        });
        Ok(Board {
            by_name,
            crossable: vec![true; spots.len()],
            compass: Compass { turns, centre: None },
            lines,
            leaps_cross_centre: true,
            has_files: spots.iter().all(|spot| spot.file.is_some()),
            rows,
            file_names: (0..n_files).map(letters).collect(),
            sector_names: Vec::new(),
            n_ranks,
            n_rings: 0,
            extent: extent_of(spots.iter().map(|spot| &spot.outline)),
            grid: None,
            spots,
        })
    }
}

/// The links as pairs of poses, each once; those that lead nowhere are left out and noted.
fn steps(
    links: &[LinkSpec],
    turns: u16,
    by_name: &HashMap<String, Square>,
    errors: &mut Vec<BoardError>,
) -> BTreeSet<(Pose, Pose)> {
    let mut steps = BTreeSet::new();
    for (at, link) in links.iter().enumerate() {
        let mut note = |message: String| errors.push(BoardError::element("links", at, message));
        let mut heading = |what: &str, value: i64| {
            let heading = u16::try_from(value).ok().filter(|&heading| heading < turns);
            if heading.is_none() {
                note(format!("`{what}` must be from 0 to {}, not {value}", turns - 1));
            }
            heading
        };
        let leaves = heading("heading", link.heading);
        let arrives = link.arrives.map_or(leaves, |arrives| heading("arrives", arrives));
        let mut place = |name: &str| {
            let place = by_name.get(name).map(|square| Place(u16::from(square.0)));
            if place.is_none() {
                note(format!("no cell is called `{name}`"));
            }
            place
        };
        let (from, to) = (place(&link.from), place(&link.to));
        let (Some(leaves), Some(arrives), Some(from), Some(to)) = (leaves, arrives, from, to) else { continue };
        let back = |heading: u16| (heading + turns / 2) % turns;
        steps.insert((Pose { place: from, heading: leaves }, Pose { place: to, heading: arrives }));
        if link.both_ways {
            steps.insert((Pose { place: to, heading: back(arrives) }, Pose { place: from, heading: back(leaves) }));
        }
    }
    steps
}
