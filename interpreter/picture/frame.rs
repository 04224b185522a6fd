//! What lies around and under the squares of an SVG: the frame, lines between points, and names.

use crate::board::{Cell, Outline, Pose, Square};
use crate::picture::Shape;
use crate::picture::svg::{Sheet, UNIT, at_angle, escaped, pair, short};
use crate::picture::theme;
use std::collections::BTreeSet;

impl Sheet<'_> {
    /// What lies under the cells.
    pub(super) fn ground(&mut self) {
        let (left, top, right, bottom) = self.board().extent();
        let margin = self.margin();
        let frame = theme::FRAME;
        let rect = |grown: f64, round: f64, fill: &str| {
            format!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\"/>",
                short((left - grown) * UNIT),
                short((top - grown) * UNIT),
                short((right - left + 2.0 * grown) * UNIT),
                short((bottom - top + 2.0 * grown) * UNIT),
                short(round * UNIT),
            )
        };
        match self.shape {
            Shape::Rectangle => {
                self.line(format_args!("{}", rect(margin, 0.12, frame)));
                if self.board().fen_rows().iter().flatten().any(|cell| *cell == Cell::Hole) {
                    // Where all squares are of one shade, the holes pass for the other.
                    let same = self.board().squares().all(|square| self.board().is_dark(square) == Some(true));
                    let fill = if same { theme::LIGHT } else { theme::HOLE };
                    self.line(format_args!("{}", rect(0.0, 0.0, fill)));
                }
                self.seams();
            }
            Shape::Circle => {
                let radius = short((right + margin) * UNIT);
                self.line(format_args!("<circle r=\"{radius}\" fill=\"{frame}\"/>"));
            }
            Shape::Hexagon | Shape::Tiles => {
                let width = short(2.0 * margin * UNIT);
                self.line(format_args!(
                    "<g fill=\"{frame}\" stroke=\"{frame}\" stroke-width=\"{width}\" stroke-linejoin=\"round\">"
                ));
                for square in self.board().squares() {
                    let path = self.path(square);
                    self.line(format_args!("<path d=\"{path}\"/>"));
                }
                self.line(format_args!("</g>"));
            }
            Shape::Points => {
                self.line(format_args!("{}", rect(margin, 0.2, frame)));
                self.line(format_args!("{}", rect(margin - 0.1, 0.12, theme::LIGHT)));
                self.links();
            }
        }
    }

    /// Lines between points.
    fn links(&mut self) {
        let board = self.scene.board();
        let mut drawn = BTreeSet::new();
        for square in board.squares() {
            let place = board.place_of(square);
            for heading in 0..board.n_headings(place) {
                for next in board.ahead(Pose { place, heading }) {
                    let Some(to) = board.square_at(next.place) else { continue };
                    drawn.insert((square.min(to), square.max(to)));
                }
            }
        }
        let lines: Vec<String> = drawn
            .into_iter()
            .map(|(from, to)| format!("M{} L{}", pair(self.scene.middle(from)), pair(self.scene.middle(to))))
            .collect();
        let (ink, lines) = (theme::INK, lines.join(" "));
        self.line(format_args!("<path d=\"{lines}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"5\"/>"));
    }

    /// Broken lines at edges that meet, on the frame of a rectangle.
    fn seams(&mut self) {
        let board = self.scene.board();
        let (left, top, right, bottom) = board.extent();
        let leads_over = |square: Square, heading: u16, file: bool| {
            let (x, y) = board.centre_of(square);
            let at_edge = if file { x < left + 1.0 } else { y < top + 1.0 };
            at_edge && !board.ahead(Pose { place: board.place_of(square), heading }).is_empty()
        };
        let mut lines = Vec::new();
        if board.squares().any(|square| leads_over(square, 6, true)) {
            for x in [left - 0.06, right + 0.06] {
                lines.push(format!("M{} L{}", pair((x, top)), pair((x, bottom))));
            }
        }
        if board.squares().any(|square| leads_over(square, 0, false)) {
            for y in [top - 0.06, bottom + 0.06] {
                lines.push(format!("M{} L{}", pair((left, y)), pair((right, y))));
            }
        }
        if !lines.is_empty() {
            let (ink, lines) = (theme::ON_FRAME, lines.join(" "));
            self.line(format_args!(
                "<path d=\"{lines}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"4\" stroke-dasharray=\"14 11\"/>"
            ));
        }
    }

    /// Text with its middle at a point.
    fn label(&mut self, text: &str, (x, y): (f64, f64)) {
        let (x, y, text) = (short(x * UNIT), short(y * UNIT), escaped(text));
        self.line(format_args!("<text x=\"{x}\" y=\"{y}\" dy=\"0.35em\">{text}</text>"));
    }

    fn begin_labels(&mut self, size: f64, fill: &str) {
        let size = short(size * UNIT);
        self.line(format_args!(
            "<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{fill}\">"
        ));
    }

    /// Names of files, ranks, rings, sectors, cells.
    pub(super) fn names(&mut self) {
        let board = self.scene.board();
        let (left, _, _, bottom) = board.extent();
        let half = self.margin() / 2.0;
        match self.shape {
            Shape::Rectangle => {
                let n = board.fen_rows().len();
                self.begin_labels(0.26, theme::ON_FRAME);
                for rank in 0..n {
                    let row = if self.scene.flipped { n - 1 - rank } else { rank };
                    self.label(&(n - rank).to_string(), (left - half, row as f64 + 0.5));
                }
                let files = board.file_names();
                for (file, name) in files.iter().enumerate() {
                    let column = if self.scene.flipped { files.len() - 1 - file } else { file };
                    self.label(name, (column as f64 + 0.5, bottom + half));
                }
                self.line(format_args!("</g>"));
            }
            Shape::Circle => {
                let sectors = board.sector_names();
                self.begin_labels(0.32, theme::ON_FRAME);
                for (at, name) in sectors.iter().enumerate() {
                    let turns = 0.25 + (at as f64 + 0.5) / sectors.len() as f64;
                    let point = self.scene.turned(at_angle(bottom + half, turns));
                    self.label(name, point);
                }
                self.line(format_args!("</g>"));
                self.begin_labels(0.2, theme::INK);
                self.ring_names();
                self.line(format_args!("</g>"));
            }
            Shape::Hexagon | Shape::Tiles | Shape::Points => {
                let (size, down) = match self.shape {
                    Shape::Hexagon => (0.15, 0.41),
                    Shape::Points => (0.18, 0.56),
                    _ => (0.14, 0.42),
                };
                self.begin_labels(size, theme::INK);
                if self.shape == Shape::Points {
                    // Names interrupt the lines that they stand on.
                    let light = theme::LIGHT;
                    self.line(format_args!("<g stroke=\"{light}\" stroke-width=\"10\" paint-order=\"stroke\">"));
                }
                for square in board.squares() {
                    let (x, y) = self.scene.middle(square);
                    self.label(board.name(square), (x, y + down));
                }
                if self.shape == Shape::Points {
                    self.line(format_args!("</g>"));
                }
                self.line(format_args!("</g>"));
            }
        }
    }

    /// Numbers of rings in the corners of the cells where the last sector meets the first, and opposite.
    fn ring_names(&mut self) {
        let board = self.scene.board();
        for square in board.squares() {
            let ring = board.ring(square).unwrap_or(0);
            let first = board.sector(square) == Some(1);
            match board.outline(square) {
                Outline::Sector { outer, from, .. } if first => {
                    for half in [0.0, 0.5] {
                        let (x, y) = at_angle(outer - 0.15, from + half);
                        // On the same side of the line, whichever way the radius looks.
                        let y = if half == 0.0 { y + 0.15 } else { y - 0.15 };
                        self.label(&ring.to_string(), self.scene.turned((x, y)));
                    }
                }
                Outline::Disc { radius } => {
                    let name = board.name(square).to_owned();
                    self.label(&name, (0.0, radius - 0.18));
                }
                _ => {}
            }
        }
    }
}
