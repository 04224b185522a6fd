//! A position as an SVG: cells, the frame with names, men, and what is pointed out.

use crate::board::{Board, Cell, Outline, Side, Square};
use crate::check::model::KindId;
use crate::picture::theme::{self, Shade, shade};
use crate::picture::{Scene, Shape, glyph, shape};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Units of the drawing to a cell.
const UNIT: f64 = 100.0;

/// Draws a position as an SVG document.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let mut sheet = Sheet { scene, shape: shape(scene.board()), out: String::new() };
    sheet.head();
    sheet.ground();
    sheet.cells();
    sheet.highlights();
    sheet.names();
    sheet.men();
    sheet.marks();
    sheet.out.push_str("</svg>\n");
    sheet.out
}

struct Sheet<'s> {
    scene: &'s Scene<'s>,
    shape: Shape,
    out: String,
}

/// A number with at most one decimal.
fn short(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Not `-0`.
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

/// A point as coordinates of a path.
fn pair((x, y): (f64, f64)) -> String {
    format!("{} {}", short(x * UNIT), short(y * UNIT))
}

/// Text made safe for XML; characters that XML forbids become `?`.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('?'),
            other if other.is_control() => out.push('?'),
            other => out.push(other),
        }
    }
    out
}

/// The point at a radius and an angle in turns clockwise from the top.
fn at_angle(radius: f64, turns: f64) -> (f64, f64) {
    let angle = turns * std::f64::consts::TAU;
    (radius * angle.sin(), -radius * angle.cos())
}

impl Sheet<'_> {
    fn board(&self) -> &Board {
        self.scene.board()
    }

    fn margin(&self) -> f64 {
        match self.shape {
            Shape::Rectangle => 0.46,
            Shape::Circle => 0.62,
            Shape::Hexagon | Shape::Tiles => 0.24,
            Shape::Points => 0.3,
        }
    }

    /// Writes a line. Writing to a string cannot fail.
    fn line(&mut self, arguments: std::fmt::Arguments) {
        let _ = self.out.write_fmt(arguments);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let (left, top, right, bottom) = self.board().extent();
        let margin = self.margin();
        let (x, y) = (short((left - margin) * UNIT), short((top - margin) * UNIT));
        let width = short((right - left + 2.0 * margin) * UNIT);
        let height = short((bottom - top + 2.0 * margin) * UNIT);
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{x} {y} {width} {height}\" role=\"img\" \
             aria-labelledby=\"title desc\">"
        ));
        let title = escaped(self.scene.variant.name());
        self.line(format_args!("<title id=\"title\">{title}</title>"));
        let described: Vec<String> = Side::BOTH.into_iter().map(|side| self.described(side)).collect();
        let turn = self.scene.position.turn();
        let text = escaped(&format!("{}; {turn} to move", described.join("; ")));
        self.line(format_args!("<desc id=\"desc\">{text}</desc>"));
    }

    /// The men of a side in words.
    fn described(&self, side: Side) -> String {
        let mut parts = Vec::new();
        for kind in 0..self.scene.variant.kinds().len() {
            let men = self.scene.position.men();
            let men = men.iter().filter(|man| man.side == side && usize::from(man.kind) == kind);
            let squares: Vec<&str> = men.map(|man| self.board().name(man.square)).collect();
            if !squares.is_empty() {
                parts.push(format!("{} {}", self.scene.kind_name(kind as KindId), squares.join(" ")));
            }
        }
        if parts.is_empty() { format!("{side}: nothing") } else { format!("{side}: {}", parts.join(", ")) }
    }

    /// What lies under the cells.
    fn ground(&mut self) {
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
                for next in board.ahead(crate::board::Pose { place, heading }) {
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

    /// The outline of a square as a path.
    fn path(&self, square: Square) -> String {
        let (x, y) = self.scene.middle(square);
        let disc = |radius: f64| {
            let (r, across) = (short(radius * UNIT), short(2.0 * radius * UNIT));
            format!("M{} a{r} {r} 0 1 0 {across} 0 a{r} {r} 0 1 0 -{across} 0 Z", pair((x - radius, y)))
        };
        if self.shape == Shape::Points {
            return disc(0.4);
        }
        match self.board().outline(square) {
            Outline::Polygon(corners) => {
                let corners: Vec<String> = corners.into_iter().map(|corner| pair(self.scene.turned(corner))).collect();
                format!("M{} Z", corners.join(" L"))
            }
            Outline::Disc { radius } => disc(radius),
            Outline::Sector { inner, outer, from, to } => {
                let corner = |radius: f64, turns: f64| pair(self.scene.turned(at_angle(radius, turns)));
                let (near, far) = (short(inner * UNIT), short(outer * UNIT));
                format!(
                    "M{} L{} A{far} {far} 0 0 1 {} L{} A{near} {near} 0 0 0 {} Z",
                    corner(inner, from),
                    corner(outer, from),
                    corner(outer, to),
                    corner(inner, to),
                    corner(inner, from),
                )
            }
        }
    }

    fn cells(&mut self) {
        for each in Shade::ALL {
            let squares: Vec<Square> =
                self.board().squares().filter(|&square| shade(self.board(), square) == each).collect();
            if squares.is_empty() {
                continue;
            }
            let (fill, ink) = (each.colour(), theme::INK);
            let edge = match self.shape {
                Shape::Rectangle => String::new(),
                Shape::Points => format!(" stroke=\"{ink}\" stroke-width=\"4\""),
                _ => format!(" stroke=\"{ink}\" stroke-width=\"1.5\""),
            };
            self.line(format_args!("<g fill=\"{fill}\"{edge}>"));
            for square in squares {
                let path = self.path(square);
                self.line(format_args!("<path d=\"{path}\"/>"));
            }
            self.line(format_args!("</g>"));
        }
    }

    fn highlights(&mut self) {
        let Some((from, to)) = self.scene.last else { return };
        let colour = theme::LAST;
        for square in self.scene.board().squares().filter(|square| [from, to].contains(square)) {
            let path = self.path(square);
            self.line(format_args!("<path d=\"{path}\" fill=\"{colour}\" fill-opacity=\"0.6\"/>"));
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
    fn names(&mut self) {
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
                self.begin_labels(0.17, theme::INK);
                self.ring_names();
                self.line(format_args!("</g>"));
            }
            Shape::Hexagon | Shape::Tiles | Shape::Points => {
                let (size, down) = match self.shape {
                    Shape::Hexagon => (0.14, 0.405),
                    Shape::Points => (0.16, 0.5),
                    _ => (0.15, 0.41),
                };
                self.begin_labels(size, theme::INK);
                for square in board.squares() {
                    let (x, y) = self.scene.middle(square);
                    self.label(board.name(square), (x, y + down));
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
                        let (x, y) = at_angle(outer - 0.13, from + half);
                        // On the same side of the line, whichever way the radius looks.
                        let y = if half == 0.0 { y + 0.13 } else { y - 0.13 };
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

    /// How large men are, in cells.
    fn scale(&self) -> f64 {
        match self.shape {
            Shape::Rectangle => 0.96,
            Shape::Circle => {
                let board = self.board();
                let innermost = board.squares().filter(|&square| board.sector(square) != Some(0)).map(|square| {
                    let (x, y) = board.centre_of(square);
                    x.hypot(y) * std::f64::consts::TAU / f64::from(board.n_sectors())
                });
                innermost.fold(1.0, f64::min).min(1.0)
            }
            Shape::Hexagon | Shape::Points => 0.78,
            Shape::Tiles => 0.84,
        }
    }

    fn men(&mut self) {
        let men = self.scene.position.men();
        let kinds: BTreeSet<KindId> = men.iter().map(|man| man.kind).collect();
        self.line(format_args!("<defs>"));
        for kind in kinds {
            self.figure(kind);
        }
        self.line(format_args!("</defs>"));
        let scale = (self.scale() * 100.0).round() / 100.0;
        for side in Side::BOTH {
            let (body, edge, lines) = theme::men(side.index());
            self.line(format_args!(
                "<g fill=\"{body}\" stroke=\"{edge}\" color=\"{lines}\" stroke-width=\"3\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\">"
            ));
            for man in men.iter().filter(|man| man.side == side) {
                let (x, y) = self.scene.middle(man.square);
                let (x, y, kind) = (short(x * UNIT), short(y * UNIT), man.kind);
                self.line(format_args!("<use href=\"#man{kind}\" transform=\"translate({x} {y}) scale({scale})\"/>"));
            }
            self.line(format_args!("</g>"));
        }
    }

    /// Defines the shape of a kind, around (0, 0).
    fn figure(&mut self, kind: KindId) {
        self.line(format_args!("<g id=\"man{kind}\">"));
        if let Some(figure) = glyph::shape(self.scene.kind_name(kind)) {
            for path in figure.body {
                self.line(format_args!("<path transform=\"translate(-50 -50)\" d=\"{path}\"/>"));
            }
            for path in figure.lines {
                self.line(format_args!(
                    "<path transform=\"translate(-50 -50)\" d=\"{path}\" fill=\"none\" stroke=\"currentColor\"/>"
                ));
            }
        } else {
            let letter = self.scene.letter(kind);
            let size = if letter.chars().count() > 1 { 28 } else { 42 };
            let letter = escaped(&letter);
            self.line(format_args!("<circle r=\"36\"/>"));
            self.line(format_args!("<circle r=\"30\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>"));
            self.line(format_args!(
                "<text dy=\"0.35em\" font-family=\"Georgia, 'Times New Roman', serif\" font-weight=\"bold\" \
                 font-size=\"{size}\" text-anchor=\"middle\" fill=\"currentColor\" stroke=\"none\">{letter}</text>"
            ));
        }
        self.line(format_args!("</g>"));
    }

    fn marks(&mut self) {
        let colour = theme::MARK;
        for square in self.board().squares().filter(|&square| self.scene.is_marked(square)) {
            let (x, y) = self.scene.middle(square);
            let (x, y) = (short(x * UNIT), short(y * UNIT));
            if self.scene.position.at(square).is_some() {
                let radius = short(self.scale() * 0.45 * UNIT);
                self.line(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"7\" \
                     stroke-opacity=\"0.85\"/>"
                ));
            } else {
                self.line(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{colour}\" fill-opacity=\"0.8\"/>"
                ));
            }
        }
    }
}
