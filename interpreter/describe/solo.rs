//! A movement string alone: text in; what it says, and a diagram on a board named by a word, out.

use crate::board::Side;
use crate::bundled::Bundled;
use crate::definition::movement::{Legs, Term, parse_with_warnings};
use crate::describe::diagram::{Diagram, placement};
use crate::describe::movement::{Speaker, TermText};
use crate::describe::plain::{PlainBoard, no_board};
use crate::describe::reach::{Marks, Reached, telling};
use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::{Budget, ExpandedTerm, Forward, expand_within};
use crate::open::open_text;
use crate::source::Spanned;

/// What a movement string says.
#[derive(Debug, Clone)]
pub struct Solo {
    /// In canonical form.
    pub written: String,
    /// Each term in words.
    pub terms: Vec<TermText>,
    /// What it reaches.
    pub diagram: Diagram,
    /// What in it may be read otherwise elsewhere.
    pub warnings: Vec<Diagnostic>,
}

/// Reads a movement string and draws what it reaches on a board, from a square or from the one that shows most.
///
/// # Errors
/// All that is wrong with the string, on this board too; a square that the board does not have.
pub fn solo(
    text: &Spanned<String>,
    word: PlainBoard,
    square: Option<&Spanned<String>>,
) -> Result<Solo, Vec<Diagnostic>> {
    let (movement, warnings) = parse_with_warnings(text)?;
    let board = word.board().map_err(|errors| vec![no_board(&errors)])?;
    let twelve = board.turns() == 12;
    let (Some(speaker), forward) = (Speaker::new(twelve), Forward::heading()) else {
        return Err(vec![Diagnostic::error(Code::BoardSize, "this board has no directions")]);
    };
    let mut problems = Vec::new();
    let mut legs: Vec<&Legs> = Vec::new();
    for term in &movement.terms {
        match term {
            Term::Legs(term) => legs.push(term),
            Term::Piece(name) => {
                let message = format!("`{}` is no movement by itself", name.value);
                let problem = Diagnostic::error(Code::UnknownPiece, message).at(name.span);
                problems.push(match elsewhere(&name.value, Place::Movement) {
                    Some(way) => problem.label("a word of another system").help(way),
                    None => problem
                        .label("a name has a meaning only inside a definition")
                        .help(format!("`heterodox describe VARIANT {}` tells what it does there", name.value))
                        .help("the letters of steps and leaps are capitals, as in `fmWfcF`"),
                });
            }
        }
    }
    let mut budget = Budget::default();
    let mut expanded: Vec<ExpandedTerm> = Vec::new();
    for term in legs {
        match expand_within(term, &board, &forward, &mut budget) {
            Ok(term) => expanded.push(term),
            Err(found) => problems.extend(found),
        }
    }
    let wanted = match square {
        Some(square) => {
            let known = board.square(&square.value);
            if known.is_none() {
                problems
                    .push(PlainBoard::unknown_square(&board, &square.value).at(square.span).label("no such square"));
            }
            known
        }
        None => None,
    };
    if !problems.is_empty() {
        return Err(problems);
    }
    let reached = |square| -> Reached {
        let mut marks = Marks::none(&board);
        for term in &expanded {
            marks.term(term, Side::White, square, |mark| mark);
        }
        marks.finish(&board)
    };
    let from = wanted.or_else(|| telling(&board, |square| reached(square).len()));
    let none = placement(&board, |_| None);
    let toml = format!(
        "format = 1\nname = \"Movement\"\n{}[pieces.man]\nletter = \"M\"\nmoves = []\n[setup]\nfen = \"{none} w - - 0 1\"\n",
        word.toml()
    );
    let opened = open_text("movement", &toml, &[], &Bundled, &[]);
    let diagram = opened.variant.zip(from).and_then(|(variant, from)| {
        let title = format!("{movement} from {}", board.name(from));
        Diagram::new(&variant, title, (Side::White, 0), from, reached(from))
    });
    let Some(diagram) = diagram else {
        return Err(opened.diagnostics.into_iter().map(|problem| Diagnostic { primary: None, ..problem }).collect());
    };
    Ok(Solo { written: movement.to_string(), terms: speaker.movement(&movement), diagram, warnings })
}
