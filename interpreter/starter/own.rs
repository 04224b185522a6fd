//! A small game of one's own: a board named by a word in, the body of its definition out.

use super::layout::{circle, ends, field};
use crate::board::{Board, Side};
use crate::describe::{Edges, PlainBoard, no_board};
use crate::diagnostic::{Code, Diagnostic};
use std::fmt::Write as _;

/// Pieces that every such game has.
const MEN: &str = "\
[pieces.king]
letter = \"K\"                # FEN has capitals for White and small letters for Black
moves  = \"K\"                # one step in any direction; `heterodox movement K` says so
royal  = true               # may not be left attacked

[pieces.rook]
moves = \"R\"
value = 500                 # hundredths of a pawn

[pieces.bishop]
moves = \"B\"
value = 330

[pieces.knight]
letter = \"N\"
moves  = \"N\"
value  = 320
";

/// The man of such a game who gets a power.
pub(super) const POWERFUL: &str = "rook";

/// Ends that every such game has.
pub(super) const ENDS: &str = "\
[[end]]                     # the first that holds decides
when   = \"no legal move and in check\"
result = \"loss\"             # for the side to move
name   = \"checkmate\"

[[end]]
when   = \"no legal move\"
result = \"draw\"
name   = \"stalemate\"

[[end]]
when   = \"repetition 3 or quiet plies 100\"
result = \"draw\"
name   = \"no progress\"
";

/// The body of a definition on this board.
pub(super) fn own(word: PlainBoard) -> Result<String, Box<Diagnostic>> {
    let board = word.board().map_err(|errors| Box::new(no_board(&errors)))?;
    let small = match word {
        PlainBoard::Rectangle { files, ranks, edges: Edges::Torus } => (files < 3 || ranks < 7).then_some("torus-3x7"),
        PlainBoard::Rectangle { files, ranks, .. } => (files < 3 || ranks < 5).then_some("3x5"),
        PlainBoard::Circle { rings, sectors } => (rings < 3 || sectors < 10).then_some("circle-3x10"),
        PlainBoard::Hexagon { side } => (side < 4).then_some("hexagon-4"),
    };
    if let Some(least) = small {
        let problem =
            Diagnostic::error(Code::BoardTooSmall, format!("`{word}` is too small for the men of a new game"));
        return Err(Box::new(problem.help(format!("the smallest board of this shape is `{least}`"))));
    }
    let endless = matches!(word, PlainBoard::Rectangle { edges: Edges::Torus, .. });
    let round = matches!(word, PlainBoard::Circle { .. });
    let men = if round { circle(&board, 'G') } else { ends(&board, if endless { 'G' } else { 'P' }, endless) };
    let mut body = format!("{}\n{MEN}\n", word.toml());
    if endless || round {
        body.push_str(GUARD);
    } else {
        let _ = writeln!(body, "{PAWN}{}to     = [\"rook\", \"bishop\", \"knight\"]", zone(&board, word));
    }
    let _ = write!(body, "\n[setup]\nfen = \"{} w - - 0 1\"\n\n{ENDS}", field(&board, &men));
    Ok(body)
}

/// A man for boards without a far end.
const GUARD: &str = "\
[pieces.guard]              # without a far end to go to there are no pawns
moves = \"W\"
value = 150
";

/// The man that promotes.
const PAWN: &str = "\
[pieces.pawn]
moves = [\"fmW\", \"fcF\"]      # goes straight forward, takes diagonally
value = 100

[promotion]
pieces = [\"pawn\"]
";

/// Where pawns promote: the last rank, or the last square of every file.
fn zone(board: &Board, word: PlainBoard) -> String {
    if let PlainBoard::Rectangle { ranks, .. } = word {
        return format!("zone   = \"rank {ranks}\"          # counted from each side's own first rank\n");
    }
    let last = |side: Side| {
        let first_of_other = board.squares().filter(|square| board.rank_seen_by(side.other(), *square) == Some(1));
        first_of_other.map(|square| board.name(square)).collect::<Vec<_>>().join(" ")
    };
    format!("zone   = {{ white = \"{}\", black = \"{}\" }}\n", last(Side::White), last(Side::Black))
}
