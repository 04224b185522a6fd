//! A position as lines of text: White's pieces are capitals, Black's small letters, empty squares dots.

use crate::board::{Side, Square};
use crate::picture::canvas::{Canvas, Look};
use crate::picture::layout::Layout;
use crate::picture::theme::{self, shade};
use crate::picture::{Scene, glyph};

/// How a picture of text looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TextStyle {
    /// Figures for chessmen and other characters beyond ASCII.
    pub unicode: bool,
    /// Colours of ANSI terminals.
    pub colour: bool,
    /// Draw a circle round; otherwise its rings are rows, the centre first.
    pub disk: bool,
}

/// Draws a position as text. Squares of the last move stand in parentheses, marked pieces in brackets, and marked empty
/// squares are stars. Squares that are reached have the character of their [`Mark`](crate::picture::Mark).
#[must_use]
pub fn text(scene: &Scene, style: TextStyle) -> String {
    let widest = (0..scene.variant.kinds().len()).map(|kind| scene.letter(kind as u8).chars().count()).max();
    let width = widest.unwrap_or(1).max(1);
    let gap = if style.colour { 2 } else { 1 };
    let layout = Layout::of(scene, width as i32, gap, style.disk);

    // One column at the left is kept for brackets, where no name stands there.
    let left = layout.squares.iter().map(|(_, column, _)| column - 1);
    let left = left.chain(layout.labels.iter().map(|(_, column, _)| *column)).min().unwrap_or(0);
    let rows = layout.squares.iter().map(|(_, _, row)| *row).chain(layout.labels.iter().map(|(_, _, row)| *row));
    let top = rows.min().unwrap_or(0);
    let place = |column: i32, row: i32| ((column - left).max(0) as usize, (row - top).max(0) as usize);

    let mut canvas = Canvas::default();
    for &(square, column, row) in &layout.squares {
        draw(&mut canvas, scene, style, square, place(column, row), width);
    }
    let faint = Look { faint: style.colour, ..Look::default() };
    for (label, column, row) in &layout.labels {
        let (column, row) = place(*column, *row);
        let length = label.chars().count();
        if (column..column + length).all(|column| canvas.at(column, row) == ' ') {
            canvas.write(column, row, label, faint);
        }
    }
    canvas.finish()
}

/// One square: what stands on it and what is pointed out.
fn draw(
    canvas: &mut Canvas,
    scene: &Scene,
    style: TextStyle,
    square: Square,
    (column, row): (usize, usize),
    width: usize,
) {
    let piece = scene.position.at(square);
    let reached = scene.mark(square);
    let (last, marked) = (scene.is_last(square), scene.is_marked(square) || !reached.is_none());
    let mut look = Look::default();
    if style.colour {
        look.ground = Some(match (marked, last) {
            (true, _) => theme::TERMINAL_MARK,
            (_, true) => theme::TERMINAL_LAST,
            _ => shade(scene.board(), square).terminal(),
        });
        for at in column - 1..=column + width {
            canvas.put(at, row, ' ', look);
        }
        look.bold = piece.is_some() || marked;
        look.ink = Some(match piece {
            Some((Side::White, _)) => theme::TERMINAL_WHITE,
            Some((Side::Black, _)) => theme::TERMINAL_BLACK,
            None if marked => theme::TERMINAL_WHITE,
            None => theme::TERMINAL_DOT,
        });
    }
    let figure = match piece {
        Some((side, kind)) => {
            // On colours the full figures serve both sides.
            let drawn = if style.colour { Side::Black } else { side };
            let figure = if style.unicode { glyph::figure(scene.kind_name(kind), drawn) } else { None };
            figure.map_or_else(|| scene.letter_of(side, kind), String::from)
        }
        None if !reached.is_none() => reached.character().to_string(),
        None => match (marked, style.unicode) {
            (true, true) => "•",
            (true, false) => "*",
            (false, true) => "·",
            (false, false) => ".",
        }
        .to_owned(),
    };
    canvas.write(column, row, &figure, look);
    let brackets = match (marked && piece.is_some(), last) {
        (true, _) => ('[', ']'),
        (_, true) => ('(', ')'),
        _ => return,
    };
    for (column, bracket) in [(column - 1, brackets.0), (column + figure.chars().count(), brackets.1)] {
        // Neighbours share a bracket.
        let shared = matches!(canvas.at(column, row), '(' | ')' | '[' | ']');
        canvas.put(column, row, if shared { '|' } else { bracket }, look);
    }
}
