//! Circles: rings cut into sectors, with or without a centre. Away from the centre heading 0 looks inward, 2 along the
//! ring to the next sector, 4 outward, 6 to the sector before; how lines pass the centre can be chosen.

use super::direction::{Compass, Lines, WayOut};
use super::graph::check_name;
use super::names::letters;
use super::outline::{Outline, at_angle};
use super::{
    Board, BoardError, Cell, MAX_SQUARES, Place, Pose, Spot, Square, count, index_names, rectangle_cell, too_many,
};

/// How a line passes the centre of a circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Through {
    /// As a ruler would draw it: out on the opposite spoke; a diagonal leaves as the image of its way in under the
    /// half-turn, so it turns round the other way.
    #[default]
    Straight,
    /// A diagonal goes on turning round the same way. With an odd number of sectors it leaves on the spoke just past the
    /// opposite point.
    Turning,
    /// Every way out on the opposite spoke, or on both that are nearest to the opposite point.
    Fork,
}

/// What a circle is made of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CircleSpec {
    /// Rings, the centre not counted.
    pub rings: i64,
    /// Sectors, at least 3.
    pub sectors: i64,
    /// The centre's name, if there is a centre.
    pub centre: Option<String>,
    /// How orthogonals pass the centre.
    pub orthogonal_through: Through,
    /// How diagonals pass the centre.
    pub diagonal_through: Through,
    /// Whether a leap may pass over the centre.
    pub leaps_cross_centre: bool,
}

impl CircleSpec {
    /// A circle with straight lines, over whose centre leaps may pass.
    #[must_use]
    pub fn plain(rings: i64, sectors: i64, centre: Option<&str>) -> CircleSpec {
        CircleSpec {
            rings,
            sectors,
            centre: centre.map(str::to_owned),
            orthogonal_through: Through::Straight,
            diagonal_through: Through::Straight,
            leaps_cross_centre: true,
        }
    }
}

/// A circle whose numbers have been found good. Rings are counted from the innermost, 0, as squares are.
struct Disc {
    rings: u16,
    sectors: u16,
    has_centre: bool,
    orthogonal: Through,
    diagonal: Through,
}

impl Disc {
    fn place(&self, ring: u16, sector: u16) -> Place {
        Place(u16::from(self.has_centre) + ring * self.sectors + sector)
    }

    /// The sector `by` further round.
    fn round(&self, sector: u16, by: u16) -> u16 {
        (sector + by) % self.sectors
    }

    /// Where the centre is entered from spoke `sector` along a heading (7, 0 or 1): the headings that lead on.
    fn ways_through(&self, sector: u16, heading: u16, mut add: impl FnMut(u16)) {
        let n = self.sectors;
        let (near, far) = (self.round(sector, n / 2), self.round(sector, n.div_ceil(2)));
        let (way, through) = match heading {
            0 => (WayOut::Straight, self.orthogonal),
            1 => (WayOut::Clockwise, self.diagonal),
            _ => (WayOut::CounterClockwise, self.diagonal),
        };
        let spokes: &[u16] = if near == far { &[near] } else { &[near, far] };
        match (way, through) {
            (WayOut::Straight, Through::Fork) => spokes.iter().for_each(|&spoke| add(way.heading(spoke))),
            (WayOut::Straight, _) => add(way.heading(near)),
            (WayOut::Clockwise, Through::Straight) => add(WayOut::CounterClockwise.heading(near)),
            (WayOut::CounterClockwise, Through::Straight) => add(WayOut::Clockwise.heading(near)),
            (WayOut::Clockwise, Through::Turning) => add(way.heading(far)),
            (WayOut::CounterClockwise, Through::Turning) => add(way.heading(near)),
            (_, Through::Fork) => {
                for &spoke in spokes {
                    add(WayOut::Clockwise.heading(spoke));
                    add(WayOut::CounterClockwise.heading(spoke));
                }
            }
        }
    }

    fn lines(&self) -> Lines {
        let n_rim = usize::from(self.rings) * usize::from(self.sectors);
        let mut headings = vec![8; n_rim];
        if self.has_centre {
            headings.insert(0, 3 * self.sectors);
        }
        Lines::build(&headings, |Pose { place, heading }, list| {
            let Some(number) = place.0.checked_sub(u16::from(self.has_centre)) else {
                let outward = match WayOut::of(heading) {
                    WayOut::Straight => 4,
                    WayOut::Clockwise => 3,
                    WayOut::CounterClockwise => 5,
                };
                list.push(Pose { place: self.place(0, heading / 3), heading: outward });
                return;
            };
            let (ring, sector) = (number / self.sectors, number % self.sectors);
            let to = match heading {
                1..=3 => self.round(sector, 1),
                5..=7 => self.round(sector, self.sectors - 1),
                _ => sector,
            };
            match heading {
                7 | 0 | 1 if ring > 0 => list.push(Pose { place: self.place(ring - 1, to), heading }),
                7 | 0 | 1 => {
                    if self.has_centre {
                        self.ways_through(sector, heading, |out| list.push(Pose { place: Place(0), heading: out }));
                    }
                }
                3..=5 if ring + 1 < self.rings => list.push(Pose { place: self.place(ring + 1, to), heading }),
                3..=5 => {}
                _ => list.push(Pose { place: self.place(ring, to), heading }),
            }
        })
    }
}

fn number(field: &'static str, value: i64, least: u16) -> Result<u16, BoardError> {
    u16::try_from(value)
        .ok()
        .filter(|n| (least..=MAX_SQUARES as u16).contains(n))
        .ok_or_else(|| BoardError::new(field, format!("`{field}` must be from {least} to {MAX_SQUARES}, not {value}")))
}

impl Board {
    /// A circle. Squares are numbered from the centre, then the innermost ring sector by sector, then the next ring.
    /// Rings are called 1 at the rim; sectors `a`, `b` ...
    ///
    /// # Errors
    /// When a number is out of bounds, the centre's name is taken, or lines cannot run straight through the centre; all
    /// that is wrong at once.
    pub fn circle(spec: CircleSpec) -> Result<Board, Vec<BoardError>> {
        let (rings, sectors) = match (number("rings", spec.rings, 1), number("sectors", spec.sectors, 3)) {
            (Ok(rings), Ok(sectors)) => (rings, sectors),
            (rings, sectors) => return Err(rings.err().into_iter().chain(sectors.err()).collect()),
        };
        let has_centre = spec.centre.is_some();
        let first = usize::from(has_centre);
        let n_squares = usize::from(rings) * usize::from(sectors) + first;
        let mut errors = Vec::new();
        if n_squares > MAX_SQUARES {
            errors.push(BoardError::new("rings", too_many(n_squares as u64)));
        }
        if has_centre && !sectors.is_multiple_of(2) {
            let why = format!("with {sectors} sectors, an odd number, no spoke lies opposite to another");
            if spec.orthogonal_through != Through::Fork {
                errors.push(BoardError::new("orthogonal_through", format!("{why}; here only `fork` has a meaning")));
            }
            if spec.diagonal_through == Through::Straight {
                let message = format!("{why}; here only `turning` and `fork` have a meaning");
                errors.push(BoardError::new("diagonal_through", message));
            }
        }
        if let Some(name) = &spec.centre {
            let of_ring = |name: &str| {
                let (sector, ring) = rectangle_cell(name)?;
                (sector <= sectors && ring <= rings).then_some(())
            };
            match check_name("centre", None, name) {
                Err(error) => errors.push(error),
                Ok(()) if of_ring(name).is_some() => {
                    errors.push(BoardError::new("centre", format!("`{name}` is already the name of another square")));
                }
                Ok(()) => {}
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let disc =
            Disc { rings, sectors, has_centre, orthogonal: spec.orthogonal_through, diagonal: spec.diagonal_through };
        let sector_names: Vec<String> = (0..sectors).map(letters).collect();

        // The rings are one wide; the hole or disc in the middle leaves the innermost cells wide enough for a piece.
        let middle_radius = (f64::from(sectors) / std::f64::consts::TAU * 0.8 - 0.5).max(0.75);
        let mut spots = Vec::new();
        let mut rows = Vec::new();
        if let Some(name) = spec.centre {
            let outline = Outline::Disc { radius: middle_radius };
            let centre = Some(Square(0));
            spots.push(Spot { half_turn: centre, ..spot(name, rings + 1, 0, outline, (0.0, 0.0)) });
            rows.push(vec![Cell::Square(Square(0))]);
        }
        for ring in 0..rings {
            let mut row = Vec::new();
            for sector in 0..sectors {
                // The first half of the sectors lies below, so that White sits at the bottom.
                let angle = |sector: u16| 0.25 + f64::from(sector) / f64::from(sectors);
                let (inner, from) = (middle_radius + f64::from(ring), angle(sector));
                let outline = Outline::Sector { inner, outer: inner + 1.0, from, to: angle(sector + 1) };
                let middle = at_angle(inner + 0.5, from + 0.5 / f64::from(sectors));
                let name = format!("{}{}", sector_names[usize::from(sector)], rings - ring);
                let antipode = disc.place(ring, disc.round(sector, sectors / 2));
                let half_turn = sectors.is_multiple_of(2).then_some(Square(antipode.0 as u8));
                row.push(Cell::Square(Square(spots.len() as u8)));
                spots.push(Spot { half_turn, ..spot(name, rings - ring, sector + 1, outline, middle) });
            }
            rows.push(row);
        }
        let by_name = index_names(&spots);
        let radius = middle_radius + f64::from(rings);
        Ok(Board {
            by_name,
            crossable: vec![true; spots.len()],
            spots,
            compass: Compass { turns: 8, centre: has_centre.then_some(Place(0)) },
            lines: disc.lines(),
            leaps_cross_centre: spec.leaps_cross_centre,
            has_files: false,
            rows,
            file_names: Vec::new(),
            sector_names,
            n_ranks: 0,
            n_rings: count(usize::from(rings)),
            extent: (-radius, -radius, radius, radius),
            grid: None,
        })
    }
}

fn spot(name: String, ring: u16, sector: u16, outline: Outline, middle: (f64, f64)) -> Spot {
    Spot {
        name,
        rank: None,
        rank_of_black: None,
        file: None,
        ring: Some(ring),
        sector: Some(sector),
        dark: None,
        half_turn: None,
        mirror: None,
        outline,
        middle,
    }
}
