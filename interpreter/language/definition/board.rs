//! `[board]` as an author wrote it, and what is not known of it because something in it is wrong.

use crate::source::{Span, Spanned};

/// `[board]`
#[derive(Debug, Clone, PartialEq)]
pub struct BoardDef {
    /// The whole table.
    pub span: Span,
    /// The shape and what belongs to it.
    pub shape: Shape,
    /// What of it could not be read, which is reported: what follows from that is not at fault.
    pub doubt: Doubt,
}

/// What is not known of a board because something that it is made of is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Doubt {
    /// Its shape.
    pub shape: bool,
    /// How many squares it has, or how they stand in the rows of the FEN.
    pub size: bool,
    /// What some of its squares are called, or whether they are there.
    pub names: bool,
    /// Whether a word may be the name of a square.
    pub words: bool,
    /// Which of its cells are holes.
    pub holes: bool,
    /// The ranks and files, or rings and sectors, of some squares.
    pub ranks: bool,
    /// Whether there are ranks and files at all.
    pub grid: bool,
    /// How some of its lines run.
    pub lines: bool,
}

impl Doubt {
    /// Everything is known.
    pub const NONE: Doubt = Doubt {
        shape: false,
        size: false,
        names: false,
        words: false,
        holes: false,
        ranks: false,
        grid: false,
        lines: false,
    };

    /// Its shape is known, and how its squares are called if they are there.
    pub const SIZE: Doubt = Doubt { size: true, names: true, holes: true, ranks: true, lines: true, ..Doubt::NONE };

    /// Its shape is known.
    pub const SQUARES: Doubt = Doubt { words: true, grid: true, ..Doubt::SIZE };

    /// Nothing is known.
    pub const ALL: Doubt = Doubt { shape: true, ..Doubt::SQUARES };

    /// What one or the other leaves in doubt.
    #[must_use]
    pub fn or(self, other: Doubt) -> Doubt {
        Doubt {
            shape: self.shape || other.shape,
            size: self.size || other.size,
            names: self.names || other.names,
            words: self.words || other.words,
            holes: self.holes || other.holes,
            ranks: self.ranks || other.ranks,
            grid: self.grid || other.grid,
            lines: self.lines || other.lines,
        }
    }
}

/// Shapes of boards.
#[derive(Debug, Clone, PartialEq)]
pub enum Shape {
    /// `shape = "rectangle"`
    Rectangle(RectangleDef),
    /// `shape = "circle"`
    Circle(CircleDef),
    /// `shape = "graph"`: `cells` and `links` listed, or built by the script's `fn board(b)`.
    Graph(GraphDef),
    /// `shape = "hexagon"`: side length.
    Hexagon {
        /// Cells on an edge.
        side: Spanned<i64>,
    },
}

/// A board of files and ranks.
#[derive(Debug, Clone, PartialEq)]
pub struct RectangleDef {
    /// Number of files.
    pub files: Spanned<i64>,
    /// Number of ranks.
    pub ranks: Spanned<i64>,
    /// `squares = "dark"`, `"light"` or a region; the rest are crossable holes.
    pub squares: Option<Spanned<String>>,
    /// Holes by square name.
    pub holes: Vec<Spanned<String>>,
    /// Whether lines may cross the `holes`.
    pub holes_crossable: Option<bool>,
    /// `wrap = "files" | "ranks" | "both"`: lines go round over those edges ("files": from the last file to the first).
    pub wrap: Option<Spanned<String>>,
}

/// A board of rings and sectors.
#[derive(Debug, Clone, PartialEq)]
pub struct CircleDef {
    /// Rings without the centre.
    pub rings: Spanned<i64>,
    /// Sectors.
    pub sectors: Spanned<i64>,
    /// The centre's name, if there is a centre.
    pub centre: Option<Spanned<String>>,
    /// `straight` | `turning` | `fork`
    pub orthogonal_through: Option<Spanned<String>>,
    /// `straight` | `turning` | `fork`
    pub diagonal_through: Option<Spanned<String>>,
    /// Whether a leap may pass over the centre.
    pub leaps_cross_centre: bool,
}

/// A board of points and lines.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphDef {
    /// `[[board.cells]]`: name, x, y, row of the FEN.
    pub cells: Vec<CellDef>,
    /// `[[board.links]]`
    pub links: Vec<LinkDef>,
    /// Headings to an eighth or a twelfth: 8 or 12.
    pub turn: Spanned<i64>,
}

/// A cell of a graph board.
#[derive(Debug, Clone, PartialEq)]
pub struct CellDef {
    /// Its name; empty if it could not be read.
    pub name: Spanned<String>,
    /// For drawing.
    pub x: f64,
    /// For drawing.
    pub y: f64,
    /// Row of the FEN, from 0; `None` if it could not be read.
    pub row: Option<i64>,
    /// Rank for regions, from 1.
    pub rank: Option<i64>,
    /// File for regions, from 1.
    pub file: Option<i64>,
}

/// A step of a graph board: from one cell, along a heading, to another, arriving with a heading.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkDef {
    /// From this cell; empty if it could not be read.
    pub from: Spanned<String>,
    /// To that cell; empty if it could not be read.
    pub to: Spanned<String>,
    /// Heading at `from`: 0 .. turn - 1.
    pub heading: Spanned<i64>,
    /// Heading on arrival; the same when not given.
    pub arrives: Option<Spanned<i64>>,
    /// Also the other way round, with opposite headings (default true).
    pub both_ways: bool,
}
