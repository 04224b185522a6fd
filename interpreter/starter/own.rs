//! A small game of one's own: a board named by a word in, the body of its definition out.

use super::land::Land;
use super::layout::{back_row, drawn_up, field};
use crate::board::Side;
use crate::describe::{Edges, PlainBoard};
use crate::diagnostic::{Code, Diagnostic};
use std::fmt::Write as _;

/// The most squares of a board on which the moves of pawns count as progress: on a larger one games are long without.
pub(super) const LARGE: usize = 100;

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

/// The piece of such a game who gets a power.
pub(super) const POWERFUL: &str = "rook";

/// Ends that every game with a king has; `alone` says when nobody can mate any more.
pub(super) fn ends(alone: &str) -> String {
    format!(
        "\
[[end]]                     # the first that holds decides
when   = \"no legal move and in check\"
result = \"loss\"             # for the side to move
name   = \"checkmate\"

[[end]]
when   = \"no legal move\"
result = \"draw\"
name   = \"stalemate\"

[[end]]
when   = \"{alone}\"
result = \"draw\"
name   = \"nobody can mate\"

[[end]]
when   = \"repetition 3 or quiet plies 100\"
result = \"draw\"
name   = \"no progress\"
"
    )
}

/// What brings a game on: takings, and the moves of pieces that never come back.
pub(super) fn quiet(onward: &[&str]) -> String {
    let moves: String = onward.iter().map(|name| format!(", \"{name} move\"")).collect();
    format!("[quiet]                     # what counts as progress\nresets = [\"capture\"{moves}]\n")
}

/// The body of a definition on this board; `onward` says which way is forward, where the board does not.
pub(super) fn own(word: PlainBoard, onward: &str) -> Result<String, Box<Diagnostic>> {
    let land = Land::new(word)?;
    let board = land.board();
    let small = match word {
        PlainBoard::Rectangle { files, ranks, edges: Edges::Torus } => (files < 3 || ranks < 7).then_some("torus-3x7"),
        PlainBoard::Rectangle { files, ranks, .. } => (files < 3 || ranks < 5).then_some("3x5"),
        PlainBoard::Circle { rings, sectors } => (rings < 3 || sectors < 10).then_some("circle-3x10"),
        PlainBoard::Hexagon { side } => (side < 4).then_some("hexagon-4"),
    };
    if let Some(least) = small {
        let problem =
            Diagnostic::error(Code::BoardTooSmall, format!("`{word}` is too small for the pieces of a new game"));
        return Err(Box::new(problem.help(format!("the smallest board of this shape is `{least}`"))));
    }
    let width = match word {
        PlainBoard::Rectangle { .. } => usize::from(board.n_files()),
        // The files at the edge stay free where they are as long as others need to be.
        PlainBoard::Hexagon { .. } => {
            let files = land.row(Side::White, 1, 2).len();
            if files == usize::from(board.n_files()) { files - 2 } else { files }
        }
        PlainBoard::Circle { .. } => land.row(Side::White, 1, 2).len(),
    };
    // A game with more pieces is long.
    let is_large = board.n_squares() > LARGE;
    let most = if is_large { 8 } else { 10 };
    let width = if width > most { most - (width + most) % 2 } else { width };
    let rows = vec![back_row(width), vec!['P'; width]];
    let pieces = drawn_up(&land, &[rows.clone(), rows], false, &|_| Some(0)).map_err(refuse)?;
    let mut body = word.toml();
    body.push_str(onward);
    let _ = write!(body, "\n{MEN}\n{PAWN}zone   = {}\n", far(&land));
    body.push_str("to     = [\"rook\", \"bishop\", \"knight\"]\n");
    let _ = write!(body, "\n[setup]\nfen = \"{} w - - 0 1\"\n\n", field(board, &pieces));
    let alone = "count(all) = count(king) or count(all) = 3 and count(bishop, knight) = 1";
    if !is_large {
        let _ = writeln!(body, "{}", quiet(&["pawn"]));
    }
    body.push_str(&ends(alone));
    Ok(body)
}

/// Where pawns promote: the enemy's first rank.
fn far(land: &Land) -> String {
    let board = land.board();
    let sides = Side::BOTH.map(|side| board.squares().map(|square| land.rank(side.other(), square) == 1).collect());
    let zone = land.zone(&sides);
    let counted = zone.starts_with("\"rank");
    if counted { format!("{zone}          # counted from each side's own first rank") } else { zone }
}

/// The piece that promotes.
const PAWN: &str = "\
[pieces.pawn]
moves = [\"fmW\", \"fcF\"]      # goes straight forward, takes diagonally
value = 100

[promotion]
pieces = [\"pawn\"]
";

pub(super) fn refuse(why: String) -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::BoardTied, why);
    Box::new(problem.help("name another board, or give `--board` alone for a game of your own"))
}
