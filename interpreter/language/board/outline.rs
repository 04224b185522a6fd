//! Shapes of squares for drawing, in units of a cell, y downwards.

/// What a square looks like.
#[derive(Debug, Clone, PartialEq)]
pub enum Outline {
    /// Corners in order.
    Polygon(Vec<(f64, f64)>),
    /// A part of a ring around (0, 0); angles in turns, clockwise from the top, `from` < `to`.
    Sector {
        /// The inner radius.
        inner: f64,
        /// The outer radius.
        outer: f64,
        /// Where it begins.
        from: f64,
        /// Where it ends.
        to: f64,
    },
    /// A disc around (0, 0).
    Disc {
        /// Its radius.
        radius: f64,
    },
}

impl Outline {
    /// A regular polygon around a point: `corners` of them at `radius`, the first at `first` turns clockwise from the top.
    pub(super) fn regular(middle: (f64, f64), corners: u16, radius: f64, first: f64) -> Outline {
        let corner = |k: u16| {
            let (x, y) = at_angle(radius, first + f64::from(k) / f64::from(corners));
            (middle.0 + x, middle.1 + y)
        };
        Outline::Polygon((0..corners).map(corner).collect())
    }

    /// The square of side 1 around a point.
    pub(super) fn unit_square((x, y): (f64, f64)) -> Outline {
        Outline::Polygon(vec![(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)])
    }
}

/// The point at a radius and an angle in turns clockwise from the top.
pub(super) fn at_angle(radius: f64, turns: f64) -> (f64, f64) {
    let angle = turns * std::f64::consts::TAU;
    (radius * angle.sin(), -radius * angle.cos())
}

/// What a set of polygons covers: least x and y, greatest x and y.
pub(super) fn extent_of<'a>(outlines: impl Iterator<Item = &'a Outline>) -> (f64, f64, f64, f64) {
    let mut extent = (f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY);
    for outline in outlines {
        let corners = match outline {
            Outline::Polygon(corners) => corners.clone(),
            Outline::Sector { outer: radius, .. } | Outline::Disc { radius } => {
                vec![(-radius, -radius), (*radius, *radius)]
            }
        };
        for (x, y) in corners {
            extent = (extent.0.min(x), extent.1.min(y), extent.2.max(x), extent.3.max(y));
        }
    }
    extent
}
