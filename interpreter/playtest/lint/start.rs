//! The start position: a checked definition and its variant in; sides that cannot move, games that are decided before
//! they begin, and set-ups that are almost but not quite even, out.

use super::squares;
use crate::board::{Board, Side, Square};
use crate::check::model::CheckedDefinition;
use crate::diagnostic::{Code, Diagnostic};
use crate::position::Position;
use crate::rules::{Rules, Stop};
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;

/// The most legal moves that a start may have for its replies to be tried.
const MOST_MOVES: usize = 400;

/// One in so many pairs of squares may be uneven and still look like a slip.
const ONE_IN: usize = 8;

/// What is wrong with the position in which games begin.
pub(super) fn start(checked: &CheckedDefinition, variant: &Variant, stop: &Stop) -> Option<Diagnostic> {
    let mut rules = Rules::new(variant.clone());
    rules.stop_on(stop);
    let found = begun(checked, &mut rules, stop);
    // Where a script fails, what is found may follow from that, which is told.
    found.filter(|_| rules.context().trouble().is_none())
}

fn begun(checked: &CheckedDefinition, rules: &mut Rules, stop: &Stop) -> Option<Diagnostic> {
    let start = rules.variant().start().to_owned();
    let (here, exposed) = read_noting(rules, &start)?;
    let decided = |message: String| {
        // That a royal piece can be taken is said of the FEN, with what to do about it.
        if exposed {
            return None;
        }
        let problem = Diagnostic::warning(Code::DecidedStart, message).at(checked.start.span);
        Some(problem.label("the game is decided before it begins").help("look at the set-up and at the ends"))
    };
    if let Some(outcome) = rules.outcome(&here, 1) {
        return decided(format!("the start is the end of the game: {}", outcome.reason));
    }
    let moves = rules.legal_moves(&here);
    let turn = here.turn();
    if moves.is_empty() {
        return Some(no_move(checked, turn));
    }
    let turned = start.replacen(
        if turn == Side::White { " w " } else { " b " },
        if turn == Side::White { " b " } else { " w " },
        1,
    );
    // The other side may be in check or have just been passed: such a start cannot be turned round.
    if let Some(there) = read(rules, &turned).filter(|there| there.turn() != turn) {
        let quiet = !rules.in_check(&there) && rules.outcome(&there, 1).is_none();
        if quiet && rules.legal_moves(&there).is_empty() && moves.len() <= MOST_MOVES {
            let nexts: Vec<Position> = moves.iter().map(|mv| rules.play_unchecked(&here, mv)).collect();
            if nexts.iter().all(|next| rules.legal_moves(next).is_empty()) {
                return Some(no_move(checked, turn.other()));
            }
        }
    }
    if moves.len() > MOST_MOVES {
        return None;
    }
    let winner = |rules: &mut Rules, position: &Position| rules.outcome(position, 1).and_then(|end| end.winner());
    let mut lost = true;
    for mv in &moves {
        if stop.is_given() {
            return None;
        }
        let next = rules.play_unchecked(&here, mv);
        if winner(rules, &next) == Some(turn) {
            return decided(format!("{turn} wins with the first move"));
        }
        if lost && winner(rules, &next) != Some(turn.other()) {
            let replies = rules.legal_moves(&next);
            lost = next.turn() != turn
                && replies.iter().any(|reply| {
                    let last = rules.play_unchecked(&next, reply);
                    winner(rules, &last) == Some(turn.other())
                });
        }
    }
    if lost { decided(format!("whatever {turn} does first, {} wins with the reply", turn.other())) } else { None }
}

fn no_move(checked: &CheckedDefinition, side: Side) -> Diagnostic {
    Diagnostic::warning(Code::NoFirstMove, format!("{side} has no legal move at the start"))
        .at(checked.start.span)
        .label("nobody of it can move")
        .help("look at the set-up and at the movements")
}

fn read(rules: &mut Rules, fen: &str) -> Option<Position> {
    Some(read_noting(rules, fen)?.0)
}

/// Reads a FEN; also whether a royal piece could be taken at once.
fn read_noting(rules: &mut Rules, fen: &str) -> Option<(Position, bool)> {
    let quoted = Spanned::new(fen.to_owned(), Span::new(SourceId(0), 0..fen.len()));
    let (position, notes) = rules.position(&quoted).ok()?;
    let exposed = notes.iter().any(|note| note.code == Code::FenImpossible);
    Some((position, exposed))
}

/// A set-up that is its own mirror image, or half turn, but for very few squares.
pub(super) fn uneven(checked: &CheckedDefinition) -> Option<Diagnostic> {
    let images: [fn(&Board, Square) -> Option<Square>; 2] = [Board::mirror_ranks, Board::half_turn];
    let (odd, pairs) = images.map(|image| unlike(checked, image)).into_iter().min_by_key(|(odd, _)| odd.len())?;
    // Of a few pieces nobody can say what was meant.
    if pairs < 4 || odd.is_empty() || odd.len() > (pairs / ONE_IN).max(1) {
        return None;
    }
    let message = format!("the set-up is even but for {}", squares(checked, &odd));
    Some(
        Diagnostic::warning(Code::UnevenSetup, message)
            .at(checked.start.span)
            .label("no piece of the other side stands opposite")
            .help("put the same piece of the other side there"),
    )
}

/// Squares of one half whose piece is not that of the opposite square in the other colour, and the number of pairs with
/// pieces.
fn unlike(checked: &CheckedDefinition, image: fn(&Board, Square) -> Option<Square>) -> (Vec<usize>, usize) {
    let at = |square: Square| {
        let piece = checked.placement.iter().find(|piece| piece.square == square)?;
        Some((piece.side, piece.kind))
    };
    let (mut odd, mut pairs) = (Vec::new(), 0);
    for square in checked.board.squares() {
        let other = image(&checked.board, square);
        if other.is_some_and(|other| other <= square) {
            continue;
        }
        let (one, two) = (at(square), other.and_then(at));
        if one.is_some() || two.is_some() {
            pairs += 1;
            if one != two.map(|(side, kind)| (side.other(), kind)) {
                odd.push(if one.is_some() { square.index() } else { other.unwrap_or(square).index() });
            }
        }
    }
    (odd, pairs)
}
