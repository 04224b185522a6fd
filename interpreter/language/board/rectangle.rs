//! Rectangles: numbers of files and ranks, which cells are squares, what wraps; eight headings from north, clockwise.

use super::direction::{Compass, Lines};
use super::names::{letters, number_of_letters};
use super::outline::{Outline, extent_of};
use super::{
    Board, BoardError, Cell, MAX_PLACES, MAX_SQUARES, Place, Pose, Spot, Square, count, index_names, too_many,
};

/// What a rectangle is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RectangleSpec {
    /// Number of files.
    pub files: i64,
    /// Number of ranks.
    pub ranks: i64,
    /// Which cells are squares; the others are holes that lines may cross.
    pub keep: Keep,
    /// Holes besides, as file and rank from 1.
    pub holes: Vec<(u16, u16)>,
    /// Whether lines may cross `holes`.
    pub holes_crossable: Option<bool>,
    /// Which edges are joined.
    pub wrap: Wrap,
}

impl RectangleSpec {
    /// A plain rectangle: every cell a square, no edge joined.
    #[must_use]
    pub fn plain(files: i64, ranks: i64) -> RectangleSpec {
        let holes = Vec::new();
        RectangleSpec { files, ranks, keep: Keep::All, holes, holes_crossable: None, wrap: Wrap::default() }
    }
}

/// Which cells of a rectangle are squares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keep {
    /// All.
    All,
    /// The colour of a1.
    Dark,
    /// The other colour.
    Light,
    /// These, as file and rank from 1.
    Only(Vec<(u16, u16)>),
}

/// Which edges of a rectangle are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Wrap {
    /// Lines go from the last file on to the first.
    pub files: bool,
    /// Lines go from the last rank on to the first.
    pub ranks: bool,
}

/// File and rank, from 1, of the cell with this name (`c4`), whether or not a board has it.
#[must_use]
pub fn rectangle_cell(name: &str) -> Option<(u16, u16)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (file, rank) = name.split_at(digits);
    if rank.starts_with('0') || !rank.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some((number_of_letters(file)?.checked_add(1)?, rank.parse().ok()?))
}

/// The cells of a rectangle; `places` by rank, then file, both from 0 at a1.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    files: u16,
    ranks: u16,
    wrap: Wrap,
    places: Vec<Place>,
    /// File and rank of each place.
    cells: Vec<(u16, u16)>,
}

/// Steps of the eight headings in file and rank.
const STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

impl Grid {
    fn place(&self, file: u16, rank: u16) -> Place {
        self.places[usize::from(rank) * usize::from(self.files) + usize::from(file)]
    }

    /// The same cells with the side edges joined.
    pub(super) fn with_files_joined(&self) -> Grid {
        Grid { wrap: Wrap { files: true, ..self.wrap }, ..self.clone() }
    }

    /// The lines of the rectangle with its edges joined as `wrap` says.
    pub(super) fn lines(&self) -> Lines {
        let go = |from: u16, by: i32, length: u16, wrap: bool| {
            let to = i32::from(from) + by;
            let to = if wrap { to.rem_euclid(i32::from(length)) } else { to };
            u16::try_from(to).ok().filter(|&to| to < length)
        };
        Lines::build(&vec![8; self.cells.len()], |pose, list| {
            let (file, rank) = self.cells[pose.place.index()];
            let (across, up) = STEPS[usize::from(pose.heading)];
            let file = go(file, across, self.files, self.wrap.files);
            let rank = go(rank, up, self.ranks, self.wrap.ranks);
            if let (Some(file), Some(rank)) = (file, rank) {
                list.push(Pose { place: self.place(file, rank), heading: pose.heading });
            }
        })
    }
}

/// A side of the rectangle, at least 1; one that is too long has too many cells.
fn side(field: &'static str, length: i64) -> Result<u64, BoardError> {
    match u64::try_from(length) {
        Ok(length) if length > 0 => Ok(length),
        _ => Err(BoardError::new(field, format!("`{field}` must be at least 1, not {length}"))),
    }
}

/// Both sides, if the cells between them are not too many.
fn sides(spec: &RectangleSpec) -> Result<(u16, u16), Vec<BoardError>> {
    let (files, ranks) = match (side("files", spec.files), side("ranks", spec.ranks)) {
        (Ok(files), Ok(ranks)) => (files, ranks),
        (files, ranks) => return Err(files.err().into_iter().chain(ranks.err()).collect()),
    };
    let cells = files.saturating_mul(ranks);
    match (u16::try_from(files), u16::try_from(ranks)) {
        (Ok(files), Ok(ranks)) if cells <= MAX_PLACES as u64 => Ok((files, ranks)),
        _ => Err(vec![BoardError::new("files", too_many(cells))]),
    }
}

impl Board {
    /// A rectangle. Squares are numbered from the highest rank down, each from the first file on.
    ///
    /// # Errors
    /// When a side or the number of squares is out of bounds, or holes are not on the board; all that is wrong at once.
    pub fn rectangle(spec: RectangleSpec) -> Result<Board, Vec<BoardError>> {
        let (files, ranks) = sides(&spec)?;
        let n_cells = usize::from(files) * usize::from(ranks);
        let mut errors = Vec::new();
        let is_dark = |file: u16, rank: u16| (file + rank).is_multiple_of(2);
        let index = |file: u16, rank: u16| usize::from(rank) * usize::from(files) + usize::from(file);
        let inside = |field: &'static str, at: usize, &(file, rank): &(u16, u16)| {
            if (1..=files).contains(&file) && (1..=ranks).contains(&rank) {
                Ok(index(file - 1, rank - 1))
            } else {
                let name = format!("{}{rank}", letters(file.saturating_sub(1)));
                let message = format!("`{name}` is not on a board of {files} files and {ranks} ranks");
                Err(BoardError::element(field, at, message))
            }
        };

        // For each cell: whether it is a square, and whether it can be crossed.
        let mut is_square = vec![matches!(spec.keep, Keep::All); n_cells];
        let mut can_cross = vec![true; n_cells];
        match &spec.keep {
            Keep::All => {}
            Keep::Dark | Keep::Light => {
                for rank in 0..ranks {
                    for file in 0..files {
                        is_square[index(file, rank)] = is_dark(file, rank) == (spec.keep == Keep::Dark);
                    }
                }
            }
            Keep::Only(cells) => {
                for (at, cell) in cells.iter().enumerate() {
                    match inside("squares", at, cell) {
                        Ok(cell) => is_square[cell] = true,
                        Err(error) => errors.push(error),
                    }
                }
            }
        }
        for (is_square, can_cross) in is_square.iter().zip(&mut can_cross) {
            *can_cross = *is_square || spec.holes_crossable.unwrap_or(true);
        }
        for (at, cell) in spec.holes.iter().enumerate() {
            match inside("holes", at, cell) {
                Ok(cell) => {
                    is_square[cell] = false;
                    can_cross[cell] = spec.holes_crossable.unwrap_or(false);
                }
                Err(error) => errors.push(error),
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let n_squares = is_square.iter().filter(|&&is| is).count();
        if n_squares == 0 {
            let field = if spec.holes.is_empty() { "squares" } else { "holes" };
            return Err(vec![BoardError::new(field, "the board has no square left")]);
        }
        if n_squares > MAX_SQUARES {
            return Err(vec![BoardError::new("files", too_many(n_squares as u64))]);
        }

        let mut grid =
            Grid { files, ranks, wrap: spec.wrap, places: vec![Place(0); n_cells], cells: vec![(0, 0); n_cells] };
        let mut crossable = vec![true; n_cells];
        let mut rows = Vec::new();
        let (mut next_square, mut next_hole) = (0, n_squares);
        for rank in (0..ranks).rev() {
            let mut row = Vec::new();
            for file in 0..files {
                let cell = index(file, rank);
                let place = if is_square[cell] { &mut next_square } else { &mut next_hole };
                row.push(if is_square[cell] { Cell::Square(Square(*place as u8)) } else { Cell::Hole });
                grid.places[cell] = Place(count(*place));
                grid.cells[*place] = (file, rank);
                crossable[*place] = can_cross[cell];
                *place += 1;
            }
            rows.push(row);
        }

        let square_at = |file: u16, rank: u16| {
            let place = grid.place(file, rank);
            (place.index() < n_squares).then_some(Square(place.0 as u8))
        };
        let spots: Vec<Spot> = grid.cells[..n_squares]
            .iter()
            .map(|&(file, rank)| {
                let middle = (f64::from(file) + 0.5, f64::from(ranks - 1 - rank) + 0.5);
                Spot {
                    name: format!("{}{}", letters(file), rank + 1),
                    rank: Some(rank + 1),
                    rank_of_black: Some(ranks - rank),
                    file: Some(file + 1),
                    ring: None,
                    sector: None,
                    dark: Some(is_dark(file, rank)),
                    half_turn: square_at(files - 1 - file, ranks - 1 - rank),
                    mirror: square_at(file, ranks - 1 - rank),
                    outline: Outline::unit_square(middle),
                    middle,
                }
            })
            .collect();
        let whole = [Outline::Polygon(vec![(0.0, 0.0), (f64::from(files), f64::from(ranks))])];
        Ok(Board {
            by_name: index_names(&spots),
            spots,
            crossable,
            compass: Compass { turns: 8, centre: None },
            lines: grid.lines(),
            leaps_cross_centre: true,
            has_files: true,
            rows,
            file_names: (0..files).map(letters).collect(),
            sector_names: Vec::new(),
            n_ranks: ranks,
            n_rings: 0,
            extent: extent_of(whole.iter()),
            grid: Some(grid),
        })
    }
}
