//! Which way is forward for each side: a heading where the board has files, elsewhere a relation between squares.

use crate::board::{Board, Place, Pose, Side, Square};

/// Forward, for both sides and every pose of a square.
#[derive(Debug, Clone)]
pub struct Forward {
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    /// Heading 0 for White, the opposite one for Black.
    Heading,
    /// By side, place and heading.
    Relation([Vec<Vec<Sense>>; 2]),
}

/// Whether a heading is forward, back, both or neither.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Sense {
    pub(crate) forward: bool,
    pub(crate) back: bool,
}

impl Sense {
    fn or(self, other: Sense) -> Sense {
        Sense { forward: self.forward || other.forward, back: self.back || other.back }
    }
}

impl Forward {
    /// Heading 0 is forward for White and half a turn from it for Black.
    #[must_use]
    pub fn heading() -> Forward {
        Forward { kind: Kind::Heading }
    }

    /// Forward as a relation, asked once for every orthogonal step. A diagonal heading is forward where one beside it is.
    #[must_use]
    pub fn relation(board: &Board, steps: &dyn Fn(Side, Square, Square) -> bool) -> Forward {
        let table = Side::BOTH.map(|side| {
            let straight: Vec<Vec<Sense>> = board
                .squares()
                .map(|from| {
                    let place = board.place_of(from);
                    let sense = |heading| {
                        let pose = Pose { place, heading };
                        let ahead = board.ahead(pose).iter().filter_map(|to| board.square_at(to.place));
                        ahead.filter(|_| board.is_orthogonal(pose)).fold(Sense::default(), |sense, to| {
                            sense.or(Sense { forward: steps(side, from, to), back: steps(side, to, from) })
                        })
                    };
                    (0..board.n_headings(place)).map(sense).collect()
                })
                .collect();
            let beside = |pose: Pose, units| {
                let turned = board.turn(pose, units)?;
                straight.get(usize::from(turned.place.0))?.get(usize::from(turned.heading)).copied()
            };
            straight
                .iter()
                .zip(0..)
                .map(|(headings, place)| {
                    let sense = |(own, heading): (&Sense, u16)| {
                        let pose = Pose { place: Place(place), heading };
                        let sides = [beside(pose, -1), beside(pose, 1)];
                        let diagonal = !board.is_orthogonal(pose);
                        sides.into_iter().flatten().filter(|_| diagonal).fold(*own, Sense::or)
                    };
                    headings.iter().zip(0..).map(sense).collect()
                })
                .collect()
        });
        Forward { kind: Kind::Relation(table) }
    }

    /// The heading that is forward, where one is everywhere the same.
    pub(crate) fn heading_of(&self, board: &Board, side: Side) -> Option<i32> {
        match (&self.kind, side) {
            (Kind::Relation(_), _) => None,
            (Kind::Heading, Side::White) => Some(0),
            (Kind::Heading, Side::Black) => Some(i32::from(board.turns() / 2)),
        }
    }

    /// What a heading is by the relation; neither where there is none.
    pub(crate) fn sense(&self, side: Side, pose: Pose) -> Sense {
        match &self.kind {
            Kind::Heading => Sense::default(),
            Kind::Relation(table) => table[side.index()]
                .get(usize::from(pose.place.0))
                .and_then(|headings| headings.get(usize::from(pose.heading)))
                .copied()
                .unwrap_or_default(),
        }
    }
}
