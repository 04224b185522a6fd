//! Figures of the chessmen by their names: characters for text, shapes for SVG in a box of 100 by 100.

use crate::board::Side;

/// What a piece looks like: shapes that are filled and edged, from back to front, and lines upon them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Figure {
    /// Paths to fill.
    pub(super) body: &'static [&'static str],
    /// Paths to stroke.
    pub(super) lines: &'static [&'static str],
}

const BASE: &str = "M25 87 V81 Q25 76 31 76 H69 Q75 76 75 81 V87 Z";

const KING: Figure = Figure {
    body: &[
        "M46.5 9 H53.5 V14 H58.5 V20.5 H53.5 V30 H46.5 V20.5 H41.5 V14 H46.5 Z",
        "M50 54 C40 44 41 29 50 28 C59 29 60 44 50 54 Z",
        "M32 70 C15 55 18 38 33 38 C43 38 48 46 50 56 C52 46 57 38 67 38 C82 38 85 55 68 70 Z",
        "M32 69 H68 L67 77 H33 Z",
        BASE,
    ],
    lines: &["M33 63 C22 52 25 44 34 44 C41 44 45 52 46 62", "M67 63 C78 52 75 44 66 44 C59 44 55 52 54 62"],
};

const QUEEN: Figure = Figure {
    body: &[
        "M32 70 L20 33 L35.5 52 L35 24 L45.5 49 L50 20 L54.5 49 L65 24 L64.5 52 L80 33 L68 70 Z",
        "M15 29 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
        "M30 20 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
        "M45 16 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
        "M60 20 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
        "M75 29 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
        "M32 69 H68 L67 77 H33 Z",
        BASE,
    ],
    lines: &["M33 63 Q50 58 67 63"],
};

const ROOK: Figure = Figure {
    body: &[
        "M33 77 L37 40 H63 L67 77 Z",
        "M29 19 H39 V26 H45.5 V19 H54.5 V26 H61 V19 H71 V35 L64 43 H36 L29 35 Z",
        "M24 87 V81 Q24 76 30 76 H70 Q76 76 76 81 V87 Z",
    ],
    lines: &["M32 35 H68", "M36.5 69 H63.5"],
};

const BISHOP: Figure = Figure {
    body: &[
        "M36 77 C39 69 43 65 43 57 H57 C57 65 61 69 64 77 Z",
        "M50 19 C61 28 68 39 62 50 Q59 56 50 56 Q41 56 38 50 C32 39 39 28 50 19 Z",
        "M45 15 a5 5 0 1 0 10 0 a5 5 0 1 0 -10 0 Z",
        "M38 55 H62 Q66 55 66 58.5 Q66 62 62 62 H38 Q34 62 34 58.5 Q34 55 38 55 Z",
        BASE,
    ],
    lines: &["M50 31 V46", "M43.5 37.5 H56.5"],
};

const KNIGHT: Figure = Figure {
    body: &[
        "M31 77 C31 63 47 58 46 45 C42 48 39 49 35 52 Q31 58 25 56 Q18 53 21 46 C25 40 27 34 32 28 \
         C34 25 36 23 37 21 L36 11 Q43 13 47 18 C66 19 77 42 71 77 Z",
        BASE,
    ],
    lines: &["M52 24 C63 30 67 48 65 70", "M36 31 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0", "M25 49 L28 47.5"],
};

const PAWN: Figure = Figure {
    body: &[
        "M33 77 C36 64 45 60 45 48 H55 C55 60 64 64 67 77 Z",
        "M37 33 a13 13 0 1 0 26 0 a13 13 0 1 0 -26 0 Z",
        "M39 45 H61 Q64 45 64 48 Q64 51 61 51 H39 Q36 51 36 48 Q36 45 39 45 Z",
        "M27 87 V81 Q27 76 33 76 H67 Q73 76 73 81 V87 Z",
    ],
    lines: &[],
};

/// The shape of a piece, for the six whose names everybody knows.
pub(super) fn shape(name: &str) -> Option<Figure> {
    match name {
        "king" => Some(KING),
        "queen" => Some(QUEEN),
        "rook" => Some(ROOK),
        "bishop" => Some(BISHOP),
        "knight" => Some(KNIGHT),
        "pawn" => Some(PAWN),
        _ => None,
    }
}

/// The character for a piece, for the same six.
pub(super) fn figure(name: &str, side: Side) -> Option<char> {
    let (white, black) = match name {
        "king" => ('♔', '♚'),
        "queen" => ('♕', '♛'),
        "rook" => ('♖', '♜'),
        "bishop" => ('♗', '♝'),
        "knight" => ('♘', '♞'),
        "pawn" => ('♙', '♟'),
        _ => return None,
    };
    Some(match side {
        Side::White => white,
        Side::Black => black,
    })
}
