//! What follows from a board that is not fully known: a problem in, whether it may be no fault of its own out.

use crate::definition::Doubt;
use crate::diagnostic::{Code, Diagnostic};

/// Whether a problem may merely follow from what is wrong with the board, which is told already.
pub(super) fn explains(doubt: Doubt, problem: &Diagnostic) -> bool {
    let Doubt { shape, size: _, names, words, holes, ranks, grid, lines } = doubt;
    match problem.code {
        Code::UnknownSquare | Code::TestSquare | Code::FenPassing => names,
        Code::UnknownRegion => words,
        Code::RegionOffBoard => ranks,
        Code::RegionWithoutMeaning | Code::SidewaysWithoutFiles => shape || grid,
        Code::CastlingPath => names || ranks,
        Code::NoSideEdges => shape,
        Code::BoardSquares => holes,
        Code::AmbiguousNames => names,
        Code::MovementWithoutMoves | Code::RangeTooLong | Code::MovementTooLarge => names || ranks || lines,
        _ => false,
    }
}

/// Whether a problem of the cells of a FEN may merely follow from what is wrong with the board.
pub(super) fn explains_cells(doubt: Doubt, problem: &Diagnostic) -> bool {
    match problem.code {
        Code::FenRows | Code::FenRowLength | Code::FenNumber => doubt.size,
        Code::FenHole => doubt.size || doubt.holes,
        _ => false,
    }
}

/// Whether a problem may merely follow from a part of the definition, or a parent, that could not be read.
pub(super) fn may_be_lost(problem: &Diagnostic) -> bool {
    matches!(
        problem.code,
        Code::UnknownPiece
            | Code::UnknownRegion
            | Code::MissingFunction
            | Code::WrongParameters
            | Code::MissingSetup
            | Code::MissingCells
            | Code::FenLetter
            | Code::FenCastling
            | Code::LetterUsedTwice
            | Code::PromotionToItself
    )
}
