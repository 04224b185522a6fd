//! A position as an SVG: cells, the frame with names, pieces, and what is pointed out.

use crate::board::{Board, KindId, Outline, Side, Square};
use crate::picture::theme::{self, Shade, shade};
use crate::picture::{Mark, Scene, Shape, When, glyph, legend, shape};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Units of the drawing to a cell.
pub(super) const UNIT: f64 = 100.0;

/// Pixels to a cell where nothing else is asked for.
const SHOWN: f64 = 48.0;

/// Draws a position as an SVG document. Squares of the last move are tinted; marked ones have a dot, or a ring
/// around the piece. Squares that are reached have a dot where the piece goes and a ring where it takes, broken where
/// only under a condition.
#[must_use]
pub fn svg(scene: &Scene) -> String {
    let mut sheet = Sheet { scene, shape: shape(scene.board()), out: String::new() };
    sheet.head();
    sheet.ground();
    sheet.cells();
    sheet.highlights();
    sheet.names();
    sheet.pieces();
    sheet.marks();
    sheet.reach();
    sheet.out.push_str("</svg>\n");
    sheet.out
}

/// A mark by itself, for a legend: a small SVG.
#[must_use]
pub fn sample(mark: Mark) -> String {
    let (go, take, light) = (theme::MARK, theme::TAKE, theme::LIGHT);
    let dot = match mark.goes {
        When::Never => String::new(),
        When::Sometimes => {
            format!("<circle r=\"15\" fill=\"{light}\" stroke=\"{go}\" stroke-width=\"6\" stroke-dasharray=\"9 6\"/>")
        }
        When::Always => format!("<circle r=\"15\" fill=\"{go}\"/>"),
    };
    let broken = if mark.takes == When::Sometimes { " stroke-dasharray=\"16 12\"" } else { "" };
    let ring = match mark.takes {
        When::Never => String::new(),
        _ => format!("<circle r=\"34\" fill=\"none\" stroke=\"{take}\" stroke-width=\"8\"{broken}/>"),
    };
    format!("<svg viewBox=\"-42 -42 84 84\" width=\"20\" height=\"20\" aria-hidden=\"true\">{dot}{ring}</svg>")
}

/// The drawing as far as it has got.
pub(super) struct Sheet<'s> {
    pub(super) scene: &'s Scene<'s>,
    pub(super) shape: Shape,
    out: String,
}

/// A number with at most one decimal.
pub(super) fn short(value: f64) -> String {
    let rounded = (value * 10.0).round() / 10.0;
    // Not `-0`.
    if rounded == 0.0 { "0".to_owned() } else { rounded.to_string() }
}

/// A point as coordinates of a path.
pub(super) fn pair((x, y): (f64, f64)) -> String {
    format!("{} {}", short(x * UNIT), short(y * UNIT))
}

/// Text made safe for XML; characters that XML forbids become `?`.
pub(crate) fn escaped(text: &str) -> String {
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
pub(super) fn at_angle(radius: f64, turns: f64) -> (f64, f64) {
    let angle = turns * std::f64::consts::TAU;
    (radius * angle.sin(), -radius * angle.cos())
}

impl Sheet<'_> {
    pub(super) fn board(&self) -> &Board {
        self.scene.board()
    }

    pub(super) fn margin(&self) -> f64 {
        match self.shape {
            Shape::Rectangle => 0.46,
            Shape::Circle => 0.62,
            Shape::Hexagon | Shape::Tiles => 0.24,
            Shape::Points => 0.3,
        }
    }

    /// Writes a line. Writing to a string cannot fail.
    pub(super) fn line(&mut self, arguments: std::fmt::Arguments) {
        let _ = self.out.write_fmt(arguments);
        self.out.push('\n');
    }

    fn head(&mut self) {
        let (left, top, right, bottom) = self.board().extent();
        let margin = self.margin();
        let (x, y) = (short((left - margin) * UNIT), short((top - margin) * UNIT));
        let (across, down) = (right - left + 2.0 * margin, bottom - top + 2.0 * margin);
        let (width, height) = (short(across * UNIT), short(down * UNIT));
        let (shown_across, shown_down) = (short(across * SHOWN), short(down * SHOWN));
        let prefix = escaped(&self.scene.prefix);
        self.line(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{shown_across}\" height=\"{shown_down}\" \
             viewBox=\"{x} {y} {width} {height}\" role=\"img\" aria-labelledby=\"{prefix}title {prefix}desc\">"
        ));
        let title = escaped(self.scene.title.as_deref().unwrap_or_else(|| self.scene.variant.name()));
        self.line(format_args!("<title id=\"{prefix}title\">{title}</title>"));
        let described: Vec<String> = Side::BOTH.into_iter().map(|side| self.described(side)).collect();
        let turn = self.scene.position.turn();
        let mut text = match self.scene.reach.is_empty() {
            true => format!("{}; {turn} to move", described.join("; ")),
            false => described.join("; "),
        };
        for mark in legend(self.scene.reach.iter().map(|(square, _)| self.scene.mark(*square))) {
            let squares = self.board().squares().filter(|square| self.scene.mark(*square) == mark);
            let squares: Vec<&str> = squares.map(|square| self.board().name(square)).collect();
            let _ = write!(text, "; {}: {}", mark.meaning(), squares.join(" "));
        }
        let text = escaped(&text);
        self.line(format_args!("<desc id=\"{prefix}desc\">{text}</desc>"));
    }

    /// The pieces of a side in words.
    fn described(&self, side: Side) -> String {
        let mut parts = Vec::new();
        for kind in 0..self.scene.variant.kinds().len() {
            let pieces = self.scene.position.pieces();
            let pieces = pieces.iter().filter(|piece| piece.side == side && usize::from(piece.kind) == kind);
            let squares: Vec<&str> = pieces.map(|piece| self.board().name(piece.square)).collect();
            if !squares.is_empty() {
                parts.push(format!("{} {}", self.scene.kind_name(kind as KindId), squares.join(" ")));
            }
        }
        if parts.is_empty() { format!("{side}: nothing") } else { format!("{side}: {}", parts.join(", ")) }
    }

    /// The outline of a square as a path.
    pub(super) fn path(&self, square: Square) -> String {
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

    /// How large pieces are, in cells.
    fn scale(&self) -> f64 {
        match self.shape {
            Shape::Rectangle => 1.05,
            Shape::Circle => {
                let board = self.board();
                let innermost = board.squares().filter(|&square| board.sector(square) != Some(0)).map(|square| {
                    let (x, y) = board.centre_of(square);
                    x.hypot(y) * std::f64::consts::TAU / f64::from(board.n_sectors())
                });
                // Pieces are higher than wide.
                (1.2 * innermost.fold(1.0, f64::min)).min(1.05)
            }
            Shape::Hexagon | Shape::Points => 0.8,
            Shape::Tiles => 0.84,
        }
    }

    fn pieces(&mut self) {
        let pieces = self.scene.position.pieces();
        let kinds: BTreeSet<KindId> = pieces.iter().map(|piece| piece.kind).collect();
        let prefix = escaped(&self.scene.prefix);
        self.line(format_args!("<defs>"));
        for kind in kinds {
            self.figure(kind);
        }
        self.line(format_args!("</defs>"));
        let scale = (self.scale() * 100.0).round() / 100.0;
        for side in Side::BOTH {
            let (body, edge, lines) = theme::pieces(side.index());
            self.line(format_args!(
                "<g fill=\"{body}\" stroke=\"{edge}\" color=\"{lines}\" stroke-width=\"3\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\">"
            ));
            for piece in pieces.iter().filter(|piece| piece.side == side) {
                let (x, y) = self.scene.middle(piece.square);
                let (x, y, kind) = (short(x * UNIT), short(y * UNIT), piece.kind);
                self.line(format_args!(
                    "<use href=\"#{prefix}man{kind}\" transform=\"translate({x} {y}) scale({scale})\"/>"
                ));
            }
            self.line(format_args!("</g>"));
        }
    }

    /// Defines the shape of a kind, around (0, 0).
    fn figure(&mut self, kind: KindId) {
        let prefix = escaped(&self.scene.prefix);
        self.line(format_args!("<g id=\"{prefix}man{kind}\">"));
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

    /// Dots and rings on the squares that a piece reaches.
    fn reach(&mut self) {
        let (go, take, light) = (theme::MARK, theme::TAKE, theme::LIGHT);
        for square in self.board().squares() {
            let mark = self.scene.mark(square);
            let (x, y) = self.scene.middle(square);
            let (x, y) = (short(x * UNIT), short(y * UNIT));
            let scale = self.scale();
            let dot = short(scale * 0.15 * UNIT);
            match mark.goes {
                When::Never => {}
                When::Sometimes => self.line(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{dot}\" fill=\"{light}\" stroke=\"{go}\" stroke-width=\"6\" \
                     stroke-dasharray=\"9 6\"/>"
                )),
                When::Always => {
                    self.line(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{dot}\" fill=\"{go}\"/>"));
                }
            }
            let ring = short(scale * 0.34 * UNIT);
            let broken = if mark.takes == When::Sometimes { " stroke-dasharray=\"16 12\"" } else { "" };
            if mark.takes != When::Never {
                self.line(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"{ring}\" fill=\"none\" stroke=\"{take}\" \
                     stroke-width=\"8\"{broken}/>"
                ));
            }
        }
    }
}
