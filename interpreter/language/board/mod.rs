//! Boards as graphs of poses: which squares there are, what lies ahead of a heading, how a heading turns.
//! Plain numbers come in (a rectangle's sides, a circle's rings, a list of cells and links); a [`Board`] comes out.

mod circle;
mod direction;
mod graph;
mod hexagon;
mod names;
mod outline;
mod piece;
mod rectangle;
mod region;
mod square;

pub use circle::{CircleSpec, Through};
pub use graph::{CellSpec, GraphSpec, LinkSpec, is_square_name};
pub use outline::Outline;
pub use piece::{KindId, KindSet, Piece};
pub use rectangle::{Keep, RectangleSpec, Wrap, rectangle_cell};
pub use square::{MAX_PLACES, MAX_SQUARES, Place, Pose, Side, Square};

use direction::{Compass, Lines};
use rectangle::Grid;
use std::collections::HashMap;
use thiserror::Error;

/// Why a board cannot be built: the field at fault, which of its elements, and the bound or reason.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct BoardError {
    /// The key that is wrong: `files`, `rings`, `cells`, `links` ...
    pub field: &'static str,
    /// Which element, where the field is a list.
    pub index: Option<usize>,
    /// What is wrong with it, for people.
    pub message: String,
}

impl BoardError {
    fn new(field: &'static str, message: impl Into<String>) -> BoardError {
        BoardError { field, index: None, message: message.into() }
    }

    fn element(field: &'static str, index: usize, message: impl Into<String>) -> BoardError {
        BoardError { field, index: Some(index), message: message.into() }
    }
}

/// One cell of a row of the FEN.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cell {
    /// A square, on which a piece may stand.
    Square(Square),
    /// A gap in the board.
    Hole,
}

/// What is known of one square besides its lines.
#[derive(Debug, Clone)]
struct Spot {
    name: String,
    rank: Option<u16>,
    /// The rank as Black counts it.
    rank_of_black: Option<u16>,
    file: Option<u16>,
    ring: Option<u16>,
    sector: Option<u16>,
    dark: Option<bool>,
    half_turn: Option<Square>,
    mirror: Option<Square>,
    outline: Outline,
    middle: (f64, f64),
}

/// A board: its squares and holes, the poses on them, and how lines run.
#[derive(Debug, Clone)]
pub struct Board {
    spots: Vec<Spot>,
    by_name: HashMap<String, Square>,
    /// For each place, whether a line may cross it.
    crossable: Vec<bool>,
    compass: Compass,
    lines: Lines,
    leaps_cross_centre: bool,
    has_files: bool,
    rows: Vec<Vec<Cell>>,
    file_names: Vec<String>,
    sector_names: Vec<String>,
    n_ranks: u16,
    n_rings: u16,
    extent: (f64, f64, f64, f64),
    /// The cells of a rectangle, for boards that are one.
    grid: Option<Grid>,
}

impl Board {
    /// How many squares there are, 1 to 256.
    #[must_use]
    pub fn n_squares(&self) -> usize {
        self.spots.len()
    }

    /// How many places there are: squares first, then holes.
    #[must_use]
    pub fn n_places(&self) -> usize {
        self.crossable.len()
    }

    /// All squares in FEN order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        // There are at most 256 squares, so their numbers fit.
        (0..self.spots.len()).map(|index| Square(index as u8))
    }

    /// The square at a place; `None` for a hole.
    #[must_use]
    pub fn square_at(&self, place: Place) -> Option<Square> {
        u8::try_from(place.0).ok().map(Square).filter(|square| square.index() < self.spots.len())
    }

    /// The place of a square.
    #[must_use]
    pub fn place_of(&self, square: Square) -> Place {
        Place(u16::from(square.0))
    }

    /// Whether a line may go over this place when nobody stands there: squares and crossable holes.
    #[must_use]
    pub fn can_cross(&self, place: Place) -> bool {
        self.crossable.get(place.index()).copied().unwrap_or(false)
    }

    /// Whether a leap may pass over this place; false only for the centre of a circle over which leaps are forbidden.
    #[must_use]
    pub fn leap_may_pass(&self, place: Place) -> bool {
        self.leaps_cross_centre || self.compass.centre != Some(place)
    }

    /// Units of [`Board::turn`] in a full circle: 8, or 12 on hexagons.
    #[must_use]
    pub fn turns(&self) -> u16 {
        self.compass.turns
    }

    /// How many headings there are at a place.
    #[must_use]
    pub fn n_headings(&self, place: Place) -> u16 {
        self.lines.n_headings(place)
    }

    /// Whether a pose looks along an orthogonal; otherwise it looks along a diagonal.
    #[must_use]
    pub fn is_orthogonal(&self, pose: Pose) -> bool {
        self.compass.is_orthogonal(pose)
    }

    /// The poses one step ahead: none at the edge, several where a line forks.
    #[must_use]
    pub fn ahead(&self, pose: Pose) -> &[Pose] {
        self.lines.ahead(pose)
    }

    /// The pose turned by so many units, to the side of rising headings; `None` where the turn gives nothing (at the
    /// centre of a circle).
    #[must_use]
    pub fn turn(&self, pose: Pose, units: i32) -> Option<Pose> {
        self.compass.turn(pose, units)
    }

    /// Whether sideways letters have a meaning: rectangles, hexagons, graphs whose cells have files.
    #[must_use]
    pub fn has_files(&self) -> bool {
        self.has_files
    }

    /// The same board with lines that also go round over the side edges; `None` where that has no meaning.
    #[must_use]
    pub fn cylinder(&self) -> Option<Board> {
        let grid = self.grid.as_ref()?;
        let grid = grid.with_files_joined();
        Some(Board { lines: grid.lines(), grid: Some(grid), ..self.clone() })
    }

    /// Whether the board is a rectangle (with or without holes and wrapped edges).
    #[must_use]
    pub fn is_rectangle(&self) -> bool {
        self.grid.is_some()
    }

    /// The square's name: `e4`, `k3`, `4`.
    #[must_use]
    pub fn name(&self, square: Square) -> &str {
        self.spots.get(square.index()).map_or("", |spot| &spot.name)
    }

    /// The square with this name.
    #[must_use]
    pub fn square(&self, name: &str) -> Option<Square> {
        self.by_name.get(name).copied()
    }

    /// The rows of the FEN in its order, each from left to right, holes included.
    #[must_use]
    pub fn fen_rows(&self) -> &[Vec<Cell>] {
        &self.rows
    }

    /// The rank from 1, as White counts; `None` on boards without ranks.
    #[must_use]
    pub fn rank(&self, square: Square) -> Option<u16> {
        self.spot(square)?.rank
    }

    /// The rank from 1, counted from the first rank of `side`.
    #[must_use]
    pub fn rank_seen_by(&self, side: Side, square: Square) -> Option<u16> {
        let spot = self.spot(square)?;
        match side {
            Side::White => spot.rank,
            Side::Black => spot.rank_of_black,
        }
    }

    /// The file from 1; `None` on boards without files.
    #[must_use]
    pub fn file(&self, square: Square) -> Option<u16> {
        self.spot(square)?.file
    }

    /// The ring from the rim (1) to the centre (one more than the number of rings); `None` away from circles.
    #[must_use]
    pub fn ring(&self, square: Square) -> Option<u16> {
        self.spot(square)?.ring
    }

    /// The sector from 1, 0 at the centre; `None` away from circles.
    #[must_use]
    pub fn sector(&self, square: Square) -> Option<u16> {
        self.spot(square)?.sector
    }

    /// How many ranks there are; 0 on boards without ranks.
    #[must_use]
    pub fn n_ranks(&self) -> u16 {
        self.n_ranks
    }

    /// How many files there are; 0 on boards without files.
    #[must_use]
    pub fn n_files(&self) -> u16 {
        count(self.file_names.len())
    }

    /// How many rings there are, the centre not counted; 0 away from circles.
    #[must_use]
    pub fn n_rings(&self) -> u16 {
        self.n_rings
    }

    /// How many sectors there are; 0 away from circles.
    #[must_use]
    pub fn n_sectors(&self) -> u16 {
        count(self.sector_names.len())
    }

    /// The centre of a circle, where it has one.
    #[must_use]
    pub fn centre(&self) -> Option<Square> {
        self.compass.centre.and_then(|place| self.square_at(place))
    }

    /// Whether a rectangle's square is dark (a1 is); `None` on other boards.
    #[must_use]
    pub fn is_dark(&self, square: Square) -> Option<bool> {
        self.spot(square)?.dark
    }

    /// The square's outline for drawing, in units of a cell, y downwards.
    #[must_use]
    pub fn outline(&self, square: Square) -> Outline {
        self.spot(square).map_or(Outline::Polygon(Vec::new()), |spot| spot.outline.clone())
    }

    /// The middle of a square for drawing, in units of a cell, y downwards.
    #[must_use]
    pub fn centre_of(&self, square: Square) -> (f64, f64) {
        self.spot(square).map_or((0.0, 0.0), |spot| spot.middle)
    }

    /// What the drawing covers: least x and y, greatest x and y.
    #[must_use]
    pub fn extent(&self) -> (f64, f64, f64, f64) {
        self.extent
    }

    /// Where half a turn of the whole board takes a square; `None` where that is no square.
    #[must_use]
    pub fn half_turn(&self, square: Square) -> Option<Square> {
        self.spot(square)?.half_turn
    }

    /// Where mirroring the ranks takes a square (same file, rank counted from the other end); `None` where that is no
    /// square.
    #[must_use]
    pub fn mirror_ranks(&self, square: Square) -> Option<Square> {
        self.spot(square)?.mirror
    }

    fn spot(&self, square: Square) -> Option<&Spot> {
        self.spots.get(square.index())
    }
}

/// Says that so many cells, or squares, are more than a board may have.
fn too_many(n: u64) -> String {
    format!("{n} squares are too many: a board has at most {MAX_SQUARES}, and {MAX_PLACES} cells with its holes")
}

/// A small count as `u16`; boards are bounded far below.
fn count(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

/// The table from names to squares.
fn index_names(spots: &[Spot]) -> HashMap<String, Square> {
    spots.iter().enumerate().map(|(index, spot)| (spot.name.clone(), Square(index as u8))).collect()
}
