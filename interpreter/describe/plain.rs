//! Boards by a word, for movements and definitions that have none yet: `10x8` in, a board and its table in TOML out.

use crate::board::{Board, BoardError, CircleSpec, RectangleSpec, Wrap};
use crate::diagnostic::{Code, Diagnostic, nearest};
use std::fmt;
use std::str::FromStr;

/// A board that can be named by a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainBoard {
    /// `10x8`, `cylinder-8x8`, `torus-8x8`
    Rectangle {
        /// Number of files.
        files: i64,
        /// Number of ranks.
        ranks: i64,
        /// Which edges meet.
        edges: Edges,
    },
    /// `circle`, `circle-4x16`
    Circle {
        /// Number of rings; there is no centre.
        rings: i64,
        /// Number of sectors.
        sectors: i64,
    },
    /// `hexagon`, `hexagon-6`
    Hexagon {
        /// Cells on an edge.
        side: i64,
    },
}

/// Which edges of a rectangle meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edges {
    /// None.
    Apart,
    /// The first file follows the last.
    Cylinder,
    /// The first rank follows the last too.
    Torus,
}

impl Default for PlainBoard {
    fn default() -> PlainBoard {
        PlainBoard::Rectangle { files: 8, ranks: 8, edges: Edges::Apart }
    }
}

/// How boards are named, for messages and help.
pub const BOARD_WORDS: &str =
    "`8x8`, `10x8` and so on, `cylinder-8x8`, `torus-8x8`, `circle`, `circle-4x16`, `hexagon` or `hexagon-6`";

impl FromStr for PlainBoard {
    type Err = String;

    fn from_str(text: &str) -> Result<PlainBoard, String> {
        if text.is_empty() {
            return Err(format!("no board is named; write {BOARD_WORDS}"));
        }
        let (shape, size) = match text.split_once('-') {
            Some((shape, size)) if !shape.is_empty() => (shape, Some(size)),
            Some(_) => (text, None),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => ("", Some(text)),
            None => (text, None),
        };
        let pair = |default: (i64, i64)| match size {
            None => Ok(default),
            Some(size) => size
                .split_once('x')
                .and_then(|(one, other)| Some((one.parse().ok()?, other.parse().ok()?)))
                .ok_or_else(|| format!("`{size}` is no size; write it as `{}x{}`", default.0, default.1)),
        };
        let rectangle = |edges| {
            let (files, ranks) = pair((8, 8))?;
            Ok::<_, String>(PlainBoard::Rectangle { files, ranks, edges })
        };
        let board = match shape {
            "" | "rectangle" => rectangle(Edges::Apart)?,
            "cylinder" => rectangle(Edges::Cylinder)?,
            "torus" => rectangle(Edges::Torus)?,
            "circle" => {
                let (rings, sectors) = pair((4, 16))?;
                PlainBoard::Circle { rings, sectors }
            }
            "hexagon" => {
                let side = size.map_or(Ok(6), |size| {
                    size.parse().map_err(|_| format!("`{size}` is no size; write it as `hexagon-6`"))
                })?;
                PlainBoard::Hexagon { side }
            }
            other => {
                let way = match nearest(other, ["rectangle", "cylinder", "torus", "circle", "hexagon"]) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("write {BOARD_WORDS}"),
                };
                return Err(format!("there is no board `{text}`; {way}"));
            }
        };
        match board.board() {
            Ok(_) => Ok(board),
            Err(errors) => Err(format!("there is no board `{text}`: {}", no_board(&errors).message)),
        }
    }
}

impl fmt::Display for PlainBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlainBoard::Rectangle { files, ranks, edges: Edges::Apart } => write!(f, "{files}x{ranks}"),
            PlainBoard::Rectangle { files, ranks, edges: Edges::Cylinder } => write!(f, "cylinder-{files}x{ranks}"),
            PlainBoard::Rectangle { files, ranks, edges: Edges::Torus } => write!(f, "torus-{files}x{ranks}"),
            PlainBoard::Circle { rings, sectors } => write!(f, "circle-{rings}x{sectors}"),
            PlainBoard::Hexagon { side } => write!(f, "hexagon-{side}"),
        }
    }
}

/// Why a board cannot be built, in one problem.
pub(crate) fn no_board(errors: &[BoardError]) -> Diagnostic {
    let why: Vec<&str> = errors.iter().map(|error| error.message.as_str()).collect();
    Diagnostic::error(Code::BoardSize, why.join("; "))
}

impl PlainBoard {
    /// The board.
    ///
    /// # Errors
    /// When its measures are out of bounds.
    pub fn board(self) -> Result<Board, Vec<BoardError>> {
        match self {
            PlainBoard::Rectangle { files, ranks, edges } => Board::rectangle(RectangleSpec {
                wrap: Wrap { files: edges != Edges::Apart, ranks: edges == Edges::Torus },
                ..RectangleSpec::plain(files, ranks)
            }),
            PlainBoard::Circle { rings, sectors } => Board::circle(CircleSpec::plain(rings, sectors, None)),
            PlainBoard::Hexagon { side } => Board::hexagon(side),
        }
    }

    /// Its table in a definition.
    #[must_use]
    pub fn toml(self) -> String {
        match self {
            PlainBoard::Rectangle { files, ranks, edges } => {
                let wrap = match edges {
                    Edges::Apart => "",
                    Edges::Cylinder => "wrap  = \"files\"             # the first file follows the last\n",
                    Edges::Torus => "wrap  = \"both\"              # there are no edges\n",
                };
                format!("[board]\nshape = \"rectangle\"\nfiles = {files}\nranks = {ranks}\n{wrap}")
            }
            PlainBoard::Circle { rings, sectors } => {
                format!(
                    "[board]\nshape   = \"circle\"\nrings   = {rings}               # 1 is the rim\nsectors = {sectors}\n"
                )
            }
            PlainBoard::Hexagon { side } => {
                format!("[board]\nshape = \"hexagon\"\nside  = {side}                 # cells on an edge\n")
            }
        }
    }

    /// The problem of a square that it does not have.
    pub(super) fn unknown_square(board: &Board, name: &str) -> Diagnostic {
        let problem = Diagnostic::error(Code::UnknownSquare, format!("the board has no square `{name}`"));
        let names: Vec<&str> = board.squares().map(|square| board.name(square)).collect();
        match (nearest(name, names.iter().copied()), names.as_slice()) {
            (Some(near), _) => problem.help(format!("did you mean `{near}`?")),
            (None, [first, .., last]) => {
                problem.help(format!("there are {} squares, such as `{first}` and `{last}`", names.len()))
            }
            (None, _) => problem,
        }
    }
}
