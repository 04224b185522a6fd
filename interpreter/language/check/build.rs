//! The table of a board and the script that may build one in, the board out: what is wrong with it is told, and the
//! rest is built with something in its place, so that all that does not hang on it can still be checked.

use super::builder::Builder;
use super::graph::graph;
use super::{choice, named_region};
use crate::board::{
    Board, BoardError, CircleSpec, Keep, RectangleSpec, Side, Through, Wrap, is_square_name, rectangle_cell,
};
use crate::definition::{CircleDef, Definition, Doubt, RectangleDef, Shape};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::region::{Mask, resolve_in};
use crate::script::Program;
use crate::source::{Span, Spanned};

/// A side of the boards that stand for one whose size is not known.
const SOME: i64 = 8;

/// A board, and what of it is in doubt.
pub(super) struct Ground {
    pub(super) board: Board,
    pub(super) doubt: Doubt,
    /// The regions by which its squares were picked out.
    pub(super) mask: Option<Mask>,
}

/// Builds the board of a definition.
pub(super) fn build(
    definition: &Definition,
    program: Option<&Program>,
    problems: &mut Vec<Diagnostic>,
) -> Option<Ground> {
    let mut builder = Builder { table: &definition.board, doubt: definition.board.doubt, mask: None, problems };
    let board = match &definition.board.shape {
        Shape::Rectangle(shape) => builder.rectangle(definition, shape),
        Shape::Circle(shape) => builder.circle(shape),
        Shape::Hexagon { side } => builder.hexagon(side),
        Shape::Graph(shape) => graph(&mut builder, definition, shape, program),
    }?;
    Some(Ground { board, doubt: builder.doubt, mask: builder.mask })
}

impl Builder<'_> {
    fn hexagon(&mut self, side: &Spanned<i64>) -> Option<Board> {
        match Board::hexagon(side.value) {
            Ok(board) => Some(board),
            Err(errors) => {
                errors.iter().for_each(|error| self.wrong(error, side.span));
                self.doubt = self.doubt.or(Doubt::SIZE);
                Board::hexagon(SOME).ok()
            }
        }
    }

    fn circle(&mut self, shape: &CircleDef) -> Option<Board> {
        let CircleDef { rings, sectors, centre, orthogonal_through, diagonal_through, leaps_cross_centre } = shape;
        let mut spec = CircleSpec {
            rings: rings.value,
            sectors: sectors.value,
            centre: centre.as_ref().map(|centre| centre.value.clone()),
            orthogonal_through: self.through(orthogonal_through),
            diagonal_through: self.through(diagonal_through),
            leaps_cross_centre: *leaps_cross_centre,
        };
        if !self.doubt.size {
            let errors = match Board::circle(spec.clone()) {
                Ok(board) => return Some(board),
                Err(errors) => errors,
            };
            let word = |word: &Option<Spanned<String>>| word.as_ref().map_or(self.table.span, |word| word.span);
            let place = |error: &BoardError| match error.field {
                "rings" => rings.span,
                "sectors" => sectors.span,
                "centre" => word(centre),
                "orthogonal_through" => word(orthogonal_through),
                "diagonal_through" => word(diagonal_through),
                _ => self.table.span,
            };
            let placed: Vec<(&BoardError, Span)> = errors.iter().map(|error| (error, place(error))).collect();
            // Where neither way past the centre is written, both are one thing that is forgotten.
            let forgotten =
                |(error, span): &&(&BoardError, Span)| *span == self.table.span && error.field.ends_with("_through");
            let forgotten = placed.iter().filter(forgotten).count() == 2;
            for (error, span) in placed {
                match error.field {
                    "centre" => (self.doubt.names, self.doubt.words) = (true, true),
                    "orthogonal_through" | "diagonal_through" => self.doubt.lines = true,
                    _ => self.doubt = self.doubt.or(Doubt::SIZE),
                }
                match error.field {
                    "orthogonal_through" if forgotten => {
                        let problem = Diagnostic::error(Code::BoardLines, error.message.clone()).at(span);
                        let problem = problem.label("`orthogonal_through` and `diagonal_through`");
                        self.say(
                            problem.help("write `orthogonal_through = \"fork\"` and `diagonal_through = \"fork\"`"),
                        );
                    }
                    "diagonal_through" if forgotten => {}
                    _ => self.wrong(error, span),
                }
            }
        }
        if self.doubt.size {
            (spec.rings, spec.sectors) = (SOME, SOME);
        }
        (spec.orthogonal_through, spec.diagonal_through) = (Through::Fork, Through::Fork);
        let Some(name) = spec.centre.clone() else { return Board::circle(spec).ok() };
        if self.doubt.size && !is_square_name(&name) {
            // This much of the name can be told without the number of squares.
            let span = centre.as_ref().map_or(self.table.span, |centre| centre.span);
            let alone = CircleSpec { centre: spec.centre.clone(), ..spec.clone() };
            Board::circle(alone).err().iter().flatten().for_each(|error| self.wrong(error, span));
        }
        let named = if self.doubt.words { None } else { Board::circle(spec.clone()).ok() };
        self.doubt.words |= named.is_none();
        named.or_else(|| Board::circle(CircleSpec { centre: Some("_centre".to_owned()), ..spec }).ok())
    }

    /// How a line passes the centre.
    fn through(&mut self, word: &Option<Spanned<String>>) -> Through {
        match word.as_ref().map(|word| word.value.as_str()) {
            None | Some("straight") => Through::Straight,
            Some("turning") => Through::Turning,
            Some("fork") => Through::Fork,
            Some(other) => {
                let problem = word.as_ref().map(|word| choice(other, word.span, &["straight", "turning", "fork"]));
                problem.into_iter().for_each(|problem| self.say(problem));
                self.doubt.lines = true;
                Through::Fork
            }
        }
    }

    fn rectangle(&mut self, definition: &Definition, shape: &RectangleDef) -> Option<Board> {
        let RectangleDef { files, ranks, squares, holes_crossable, wrap, .. } = shape;
        let mut spec = RectangleSpec::plain(files.value, ranks.value);
        spec.holes_crossable = *holes_crossable;
        match wrap.as_ref().map(|wrap| wrap.value.as_str()) {
            None | Some("none") => {}
            Some("files") => spec.wrap = Wrap { files: true, ranks: false },
            Some("ranks") => spec.wrap = Wrap { files: false, ranks: true },
            Some("both") => spec.wrap = Wrap { files: true, ranks: true },
            Some(other) => {
                let problem = wrap.as_ref().map(|wrap| choice(other, wrap.span, &["files", "ranks", "both"]));
                problem.into_iter().for_each(|problem| self.say(problem));
                self.doubt.lines = true;
            }
        }
        // How much room there is comes first: everything else is counted in it.
        let one = RectangleSpec { keep: Keep::Only(vec![(1, 1)]), ..spec.clone() };
        if !self.doubt.size {
            for error in Board::rectangle(one).err().iter().flatten() {
                self.wrong(error, if error.field == "ranks" { ranks.span } else { files.span });
                self.doubt = self.doubt.or(Doubt::SIZE);
            }
        }
        if self.doubt.size {
            (spec.files, spec.ranks) = (SOME, SOME);
        }
        self.holes(shape, &mut spec);
        self.keep(definition, squares.as_ref(), &mut spec);
        let errors = match Board::rectangle(spec.clone()) {
            Ok(board) => return Some(board),
            Err(errors) => errors,
        };
        for error in &errors {
            let span = match error.field {
                "files" => files.span,
                "squares" => squares.as_ref().map_or(self.table.span, |squares| squares.span),
                // It is all of the holes together that are too many.
                _ => self.table.span,
            };
            // Holes that are not known may leave more room, or less.
            if !self.doubt.holes {
                self.wrong(error, span);
            }
            self.doubt = self.doubt.or(if error.field == "files" { Doubt::SIZE } else { Doubt::NONE });
            self.doubt.holes = true;
        }
        let whole = RectangleSpec { keep: Keep::All, holes: Vec::new(), ..spec };
        Board::rectangle(whole).or_else(|_| Board::rectangle(RectangleSpec::plain(SOME, SOME))).ok()
    }

    /// The holes that are named.
    fn holes(&mut self, shape: &RectangleDef, spec: &mut RectangleSpec) {
        for hole in &shape.holes {
            match rectangle_cell(&hole.value) {
                Some((file, rank)) if i64::from(file) <= spec.files && i64::from(rank) <= spec.ranks => {
                    spec.holes.push((file, rank));
                }
                _ => {
                    let message = format!("the board has no square `{}`", hole.value);
                    self.say(
                        Diagnostic::error(Code::UnknownSquare, message)
                            .at(hole.span)
                            .label("not on the board")
                            .help(format!("it has {} files and {} ranks", shape.files.value, shape.ranks.value)),
                    );
                    self.doubt.holes = true;
                }
            }
        }
    }

    /// Which cells are squares.
    fn keep(&mut self, definition: &Definition, squares: Option<&Spanned<String>>, spec: &mut RectangleSpec) {
        let Some(Spanned { value: name, span }) = squares else { return };
        match name.as_str() {
            "all" => return,
            "dark" => return spec.keep = Keep::Dark,
            "light" => return spec.keep = Keep::Light,
            _ => {}
        }
        let whole = match Board::rectangle(RectangleSpec { holes: Vec::new(), ..spec.clone() }) {
            Ok(whole) => whole,
            Err(errors) => {
                const WAY: &str =
                    "a region is taken from a whole board: write `dark`, `light`, or what is left out as `holes`";
                let problem = |error: &BoardError| Diagnostic::error(Code::BoardSize, error.message.clone());
                let told = errors.iter().map(|error| problem(error).at(*span).label("taken from too many").help(WAY));
                told.for_each(|problem| self.say(problem));
                return self.doubt.holes = true;
            }
        };
        let region = if definition.regions.contains_key(name) {
            Ok(named_region(name, *span))
        } else {
            crate::definition::condition::parse_region(&Spanned::new(name.clone(), *span))
        };
        let inside = region.and_then(|region| {
            self.mask = Some(Mask::new(whole.clone(), &region, &definition.regions));
            resolve_in(&region, &whole, Side::White, &definition.regions)
        });
        match inside {
            Ok(inside) => {
                let cells = whole.squares().filter(|square| inside[square.index()]);
                let cells = cells.filter_map(|square| Some((whole.file(square)?, whole.rank(square)?)));
                spec.keep = Keep::Only(cells.collect());
            }
            Err(found) => {
                found.into_iter().for_each(|problem| self.say(problem));
                self.doubt.holes = true;
            }
        }
    }
}
