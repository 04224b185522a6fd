//! Pictures of positions. A [`Scene`] comes in: a position and what to point out in it; text for a terminal or an SVG
//! comes out, for boards of any shape.

mod canvas;
mod frame;
mod glyph;
mod layout;
mod mark;
mod svg;
mod text;
mod theme;

pub use mark::{Mark, When, legend};
pub(crate) use svg::escaped;
pub use svg::{sample, svg};
pub use text::{TextStyle, text};

use crate::board::{Board, KindId, Side, Square};
use crate::position::Position;
use crate::variant::Variant;

/// What to draw.
#[derive(Debug, Clone)]
pub struct Scene<'a> {
    /// The variant that is played.
    pub variant: &'a Variant,
    /// The position; one of this variant.
    pub position: &'a Position,
    /// Two squares to point out: where the last move began and where it ended.
    pub last: Option<(Square, Square)>,
    /// Squares to mark, such as those a piece may move to.
    pub marks: Vec<Square>,
    /// Squares with how they are reached, for diagrams of what one piece does.
    pub reach: Vec<(Square, Mark)>,
    /// Seen from Black's side: turned by half a turn.
    pub flipped: bool,
    /// Letters of the kinds, by number, in another language; those of the definition when `None`.
    pub letters: Option<Vec<String>>,
    /// Title of the SVG; the variant's name when `None`.
    pub title: Option<String>,
    /// What the ids in an SVG begin with, so that several may stand on one page.
    pub prefix: String,
}

/// How squares lie, as far as drawing minds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Rectangle,
    Circle,
    Hexagon,
    /// Cells that touch.
    Tiles,
    /// Cells apart from each other, joined by lines.
    Points,
}

impl<'a> Scene<'a> {
    /// A position as White sees it, with nothing pointed out.
    #[must_use]
    pub fn new(variant: &'a Variant, position: &'a Position) -> Scene<'a> {
        Scene {
            variant,
            position,
            last: None,
            marks: Vec::new(),
            reach: Vec::new(),
            flipped: false,
            letters: None,
            title: None,
            prefix: String::new(),
        }
    }

    fn board(&self) -> &'a Board {
        self.variant.board()
    }

    /// The letter of a kind, a capital one.
    fn letter(&self, kind: KindId) -> String {
        let number = usize::from(kind);
        let local = self.letters.as_ref().and_then(|letters| letters.get(number)).filter(|letter| !letter.is_empty());
        match (local, self.variant.kinds().get(number)) {
            (Some(letter), _) => letter.to_uppercase(),
            (None, Some(kind)) => kind.letter.to_uppercase().collect(),
            (None, None) => "?".to_owned(),
        }
    }

    /// The letter of a piece: a capital one for White, a small one for Black.
    fn letter_of(&self, side: Side, kind: KindId) -> String {
        match side {
            Side::White => self.letter(kind),
            Side::Black => self.letter(kind).to_lowercase(),
        }
    }

    fn kind_name(&self, kind: KindId) -> &'a str {
        self.variant.kinds().get(usize::from(kind)).map_or("", |kind| &kind.name)
    }

    /// Whether a square is one of the two of the last move.
    fn is_last(&self, square: Square) -> bool {
        self.last.is_some_and(|(from, to)| square == from || square == to)
    }

    fn is_marked(&self, square: Square) -> bool {
        self.marks.contains(&square)
    }

    /// How a square is reached.
    fn mark(&self, square: Square) -> Mark {
        let here = self.reach.iter().filter(|(other, _)| *other == square);
        here.fold(Mark::default(), |mark, (_, other)| mark.or(*other))
    }

    /// A point of the board where it is to be drawn.
    fn turned(&self, (x, y): (f64, f64)) -> (f64, f64) {
        let (left, top, right, bottom) = self.board().extent();
        if self.flipped { (left + right - x, top + bottom - y) } else { (x, y) }
    }

    /// The middle of a square where it is to be drawn.
    fn middle(&self, square: Square) -> (f64, f64) {
        self.turned(self.board().centre_of(square))
    }
}

/// The shape of a board.
fn shape(board: &Board) -> Shape {
    if board.is_rectangle() {
        Shape::Rectangle
    } else if board.n_rings() > 0 {
        Shape::Circle
    } else if board.turns() == 12 && board.has_files() {
        Shape::Hexagon
    } else if touching(board) {
        Shape::Tiles
    } else {
        Shape::Points
    }
}

/// Whether some two squares lie side by side.
fn touching(board: &Board) -> bool {
    let middles: Vec<(f64, f64)> = board.squares().map(|square| board.centre_of(square)).collect();
    middles
        .iter()
        .enumerate()
        .any(|(at, (x, y))| middles[at + 1..].iter().any(|(other_x, other_y)| (x - other_x).hypot(y - other_y) < 1.05))
}
