//! The names that scripts may use for kinds, regions, directions, ways of moving and options, given once at load.

use crate::diagnostic::Code;
use crate::diagnostic::elsewhere::{Place, way_to_name};
use crate::script::problem::Problem;

/// What scripts may name. An index into a list is what a [`Query`](crate::script::query::Query) carries.
#[derive(Debug, Clone)]
pub struct Names {
    /// Kinds of pieces.
    pub kinds: Vec<String>,
    /// Regions.
    pub regions: Vec<String>,
    /// Directions relative to the mover, clockwise from forward; at most [`MAX_DIRECTIONS`].
    ///
    /// [`MAX_DIRECTIONS`]: crate::script::handles::MAX_DIRECTIONS
    pub directions: Vec<String>,
    /// Ways of moving (powers, named movements).
    pub ways: Vec<String>,
    /// Options with their values.
    pub options: Vec<OptionName>,
    /// There may be others of all of these, and other functions, where they could not be read.
    pub in_part: bool,
}

/// An option as scripts see it: a constant of its name.
#[derive(Debug, Clone)]
pub struct OptionName {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub values: Vec<String>,
    /// What it is.
    pub chosen: String,
}

/// The eight directions of most boards, clockwise from forward.
pub const EIGHT_DIRECTIONS: [&str; 8] =
    ["forward", "forward-right", "right", "back-right", "back", "back-left", "left", "forward-left"];

impl Default for Names {
    fn default() -> Names {
        Names {
            kinds: Vec::new(),
            regions: Vec::new(),
            directions: EIGHT_DIRECTIONS.map(String::from).to_vec(),
            ways: Vec::new(),
            options: Vec::new(),
            in_part: false,
        }
    }
}

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Kind,
    Region,
    Direction,
}

impl Names {
    pub(super) fn list(&self, sort: Sort) -> &[String] {
        match sort {
            Sort::Kind => &self.kinds,
            Sort::Region => &self.regions,
            Sort::Direction => &self.directions,
        }
    }

    /// What is wrong with a name, as far as all of its sort are known.
    pub(super) fn check(&self, sort: Sort, name: &str) -> Result<(), Problem> {
        if self.in_part && sort != Sort::Direction {
            return Ok(());
        }
        self.find(sort, name).map(|_| ())
    }

    /// The index of a name, or what is wrong with it.
    pub(super) fn find(&self, sort: Sort, name: &str) -> Result<u8, Problem> {
        let list = self.list(sort);
        if let Some(at) = list.iter().position(|known| known == name).and_then(|at| u8::try_from(at).ok()) {
            return Ok(at);
        }
        let (code, what) = match sort {
            Sort::Kind => (Code::UnknownPiece, "piece"),
            Sort::Region => (Code::UnknownRegion, "region"),
            Sort::Direction => (Code::UnknownDirection, "direction"),
        };
        let problem = Problem::new(code, format!("there is no {what} `{name}`")).label(format!("not a {what}"));
        Err(suggest(problem, name, list.iter().map(String::as_str)))
    }
}

/// Adds "did you mean" or the list of what there is.
pub(super) fn suggest<'a>(problem: Problem, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Problem {
    if let Some(way) = way_to_name(name, Place::Condition, known.clone()) {
        return problem.help(way);
    }
    let list: Vec<String> = known.take(16).map(|name| format!("`{name}`")).collect();
    if list.is_empty() { problem } else { problem.help(format!("there are {}", list.join(", "))) }
}
