//! Where the squares of a board and the names around them go on a sheet of characters.

use crate::board::{Cell, Square};
use crate::picture::{Scene, Shape, shape};

/// Where a square's piece stands: column and row.
type Spot = (Square, i32, i32);

/// Columns and rows of squares and of other texts; they may be negative.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Each square and where its piece stands.
    pub(super) squares: Vec<Spot>,
    /// Texts and where they begin. A text is left out where something stands in its way.
    pub(super) labels: Vec<(String, i32, i32)>,
}

/// The most rows that a drawing true to shape may take.
const MOST_ROWS: f64 = 60.0;

/// The most columns that a drawing true to shape may take.
const MOST_COLUMNS: f64 = 160.0;

/// How many columns make the height of a row.
const ASPECT: f64 = 2.0;

fn length(text: &str) -> i32 {
    text.chars().count() as i32
}

impl Layout {
    fn label(&mut self, text: &str, column: i32, row: i32) {
        self.labels.push((text.to_owned(), column, row));
    }

    /// A text with its middle at a column.
    fn centred(&mut self, text: &str, column: i32, row: i32) {
        self.label(text, column - (length(text) - 1) / 2, row);
    }

    /// The layout that suits a board; `width` is that of the widest letter, `gap` what must stay between two pieces,
    /// `disk` draws a circle round.
    pub(super) fn of(scene: &Scene, width: i32, gap: i32, disk: bool) -> Layout {
        let layout = match shape(scene.board()) {
            Shape::Rectangle => Some(rectangle(scene, width, gap)),
            Shape::Circle if disk => round(scene, width + gap),
            Shape::Circle => None,
            Shape::Hexagon => hexagon(scene, width),
            Shape::Tiles | Shape::Points => scattered(scene, width, gap),
        };
        layout.unwrap_or_else(|| {
            if scene.board().n_rings() > 0 { unrolled(scene, width, gap) } else { listed(scene, width, gap) }
        })
    }
}

/// Ranks and files.
fn rectangle(scene: &Scene, width: i32, gap: i32) -> Layout {
    let board = scene.board();
    let mut layout = Layout::default();
    let rows = board.fen_rows();
    let n_ranks = rows.len();
    let margin = length(&n_ranks.to_string());
    let names = board.file_names();
    let wide = names.iter().map(|name| length(name)).max().unwrap_or(1).max(width);
    let column = |at: usize| margin + 1 + gap + at as i32 * (wide + gap);
    let turned = |at: usize, n: usize| if scene.flipped { n - 1 - at } else { at };
    for (at, row) in rows.iter().enumerate() {
        let line = turned(at, n_ranks) as i32;
        let rank = (n_ranks - at).to_string();
        layout.label(&rank, margin - length(&rank), line);
        for (file, cell) in row.iter().enumerate() {
            if let Cell::Square(square) = *cell {
                layout.squares.push((square, column(turned(file, row.len())), line));
            }
        }
    }
    for (file, name) in names.iter().enumerate() {
        layout.label(name, column(turned(file, names.len())), n_ranks as i32);
    }
    layout
}

/// The rings of a circle as rows, the centre first; the left and right edges meet.
fn unrolled(scene: &Scene, width: i32, gap: i32) -> Layout {
    let board = scene.board();
    let mut layout = Layout::default();
    let names = board.sector_names();
    let n = names.len();
    let first = if scene.flipped { n / 2 } else { 0 };
    let name = |square: Square| match board.sector(square) {
        Some(0) => board.name(square).to_owned(),
        _ => board.ring(square).unwrap_or(0).to_string(),
    };
    let margin = board.squares().map(|square| length(&name(square))).max().unwrap_or(1);
    let wide = names.iter().map(|name| length(name)).max().unwrap_or(1).max(width);
    let column = |at: usize| margin + 1 + gap + at as i32 * (wide + gap);
    for square in board.squares() {
        let sector = usize::from(board.sector(square).unwrap_or(0));
        let row = i32::from(board.n_rings()) + 1 - i32::from(board.ring(square).unwrap_or(0));
        if sector <= 1 {
            let name = name(square);
            layout.label(&name, margin - length(&name), row);
        }
        let place = match sector {
            0 => (column(0) + column(n - 1)) / 2,
            sector => column((sector - 1 + n - first) % n),
        };
        layout.squares.push((square, place, row));
    }
    for (sector, name) in names.iter().enumerate() {
        layout.label(name, column((sector + n - first) % n), i32::from(board.n_rings()) + 1);
    }
    layout
}

/// Squares at their points, so many rows to a unit; `None` where two would come too close.
fn at_points(scene: &Scene, rows: f64, fits: &dyn Fn(i32, i32) -> bool) -> Option<Vec<Spot>> {
    let mut placed: Vec<Spot> = Vec::new();
    for square in scene.board().squares() {
        let (x, y) = scene.middle(square);
        let (column, row) = ((x * rows * ASPECT).round() as i32, (y * rows).round() as i32);
        if placed.iter().any(|(_, c, r)| !fits((c - column).abs(), (r - row).abs())) {
            return None;
        }
        placed.push((square, column, row));
    }
    Some(placed)
}

/// The smallest drawing in which any two squares stand apart.
fn smallest(scene: &Scene, least: f64, fits: &dyn Fn(i32, i32) -> bool) -> Option<(f64, Vec<Spot>)> {
    let (left, top, right, bottom) = scene.board().extent();
    let most = (MOST_ROWS / (bottom - top)).min(MOST_COLUMNS / (right - left) / ASPECT);
    (0..32)
        .map(|step| least + f64::from(step) * 0.25)
        .take_while(|rows| *rows <= most)
        .find_map(|rows| at_points(scene, rows, fits).map(|placed| (rows, placed)))
}

/// A circle, round: names of sectors around the rim, numbers of rings on the line between the last and the first.
fn round(scene: &Scene, apart: i32) -> Option<Layout> {
    let board = scene.board();
    let (rows, squares) = smallest(scene, 2.25, &|columns, rows| rows > 0 || columns >= apart)?;
    let mut layout = Layout { squares, labels: Vec::new() };
    let at = |(x, y): (f64, f64)| {
        let (x, y) = scene.turned((x, y));
        ((x * rows * ASPECT).round() as i32, (y * rows).round() as i32)
    };
    for square in board.squares() {
        let (x, y) = board.centre_of(square);
        let radius = x.hypot(y);
        let ring = board.ring(square).unwrap_or(0);
        let sector = usize::from(board.sector(square).unwrap_or(0));
        if ring == 1 {
            let (column, row) = at((x * (radius + 0.85) / radius, y * (radius + 0.85) / radius));
            layout.centred(&board.sector_names()[sector - 1], column, row);
        }
        if sector == 1 {
            // The first sector begins to the right of the centre, half a sector before its middle.
            for side in [1.0, -1.0] {
                let (column, row) = at((side * radius, 0.0));
                layout.centred(&ring.to_string(), column, row);
            }
        }
    }
    Some(layout)
}

/// Hexagons: files stand upright, each with the names of its ends.
fn hexagon(scene: &Scene, width: i32) -> Option<Layout> {
    let board = scene.board();
    let mut layout = Layout::default();
    for square in board.squares() {
        let (x, y) = scene.middle(square);
        let column = (x / (3.0_f64.sqrt() / 2.0)).round() as i32 * (width + 3);
        layout.squares.push((square, column, (y * 2.0).round() as i32));
    }
    for (at, (square, column, row)) in layout.squares.iter().enumerate() {
        let clash = |(_, c, r): &Spot| r == row && (c - column).abs() <= width;
        if layout.squares[at + 1..].iter().any(clash) {
            return None;
        }
        let file = layout.squares.iter().filter(|(_, c, _)| c == column).map(|(_, _, r)| *r);
        let (top, bottom) = file.fold((*row, *row), |(top, bottom), r| (top.min(r), bottom.max(r)));
        let (name, start) = (board.name(*square), column - (length(board.name(*square)) - 1) / 2);
        for (end, beyond) in [(top, -2), (bottom, 2)] {
            if *row == end {
                layout.labels.push((name.to_owned(), start, row + beyond));
            }
        }
    }
    Some(layout)
}

/// Cells at their points, each with its name below.
fn scattered(scene: &Scene, width: i32, gap: i32) -> Option<Layout> {
    let board = scene.board();
    let named = board.squares().map(|square| length(board.name(square))).max().unwrap_or(1);
    let apart = (width + gap).max(named + 2);
    let (_, squares) = smallest(scene, 1.0, &|columns, rows| rows >= 3 || columns >= apart)?;
    let mut layout = Layout { squares, labels: Vec::new() };
    for (square, column, row) in layout.squares.clone() {
        layout.centred(board.name(square), column, row + 1);
    }
    Some(layout)
}

/// Cells row by row as FEN has them, each with its name below; for boards whose points say nothing.
fn listed(scene: &Scene, width: i32, gap: i32) -> Layout {
    let board = scene.board();
    let mut layout = Layout::default();
    let named = board.squares().map(|square| length(board.name(square))).max().unwrap_or(1);
    let apart = (width + gap).max(named + 2);
    let n = board.fen_rows().len();
    for (at, row) in board.fen_rows().iter().enumerate() {
        let line = 3 * if scene.flipped { n - 1 - at } else { at } as i32;
        for (place, cell) in row.iter().enumerate() {
            let Cell::Square(square) = *cell else { continue };
            let column = apart * if scene.flipped { row.len() - 1 - place } else { place } as i32;
            layout.squares.push((square, column, line));
            layout.centred(board.name(square), column, line + 1);
        }
    }
    layout
}
