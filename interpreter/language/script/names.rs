//! The names that scripts may use for kinds, regions, directions, ways of moving and options, given once at load.

use crate::diagnostic::Code;
use crate::diagnostic::elsewhere::{Place, way_to_name};
use crate::script::problem::Problem;
use crate::script::types::Type;

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

/// What the board has of what words ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extent {
    /// The highest rank; 0 where there are none, as of the others.
    pub ranks: usize,
    /// The highest file.
    pub files: usize,
    /// The highest ring.
    pub rings: usize,
    /// The highest sector.
    pub sectors: usize,
    /// The most steps that a line has; `None` where one goes round, or where the board is not known.
    pub longest: Option<usize>,
}

impl Extent {
    /// A board of which nothing is known.
    pub const UNKNOWN: Extent = Extent { ranks: 16, files: 16, rings: 16, sectors: 16, longest: None };

    /// Whether a word asks for a number that no square of this board has.
    pub(super) fn lacks(&self, word: &str) -> bool {
        let Extent { ranks, files, rings, sectors, .. } = self;
        let all = [("rank", ranks), ("file", files), ("ring", rings), ("sector", sectors)];
        all.into_iter().any(|(name, most)| name == word && *most == 0)
    }
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

impl Names {
    /// Strings that name something of which there is a list: what, and all that there are.
    fn list(&self, of: Type) -> Option<(Code, &'static str, &[String])> {
        match of {
            Type::KIND => Some((Code::UnknownPiece, "piece", &self.kinds)),
            Type::REGION => Some((Code::UnknownRegion, "region", &self.regions)),
            Type::DIRECTION => Some((Code::UnknownDirection, "direction", &self.directions)),
            _ => None,
        }
    }

    /// What is wrong with a name, as far as all of its type are known.
    pub(super) fn check(&self, of: Type, name: &str) -> Result<(), Problem> {
        if self.list(of).is_none() || self.in_part && of != Type::DIRECTION {
            return Ok(());
        }
        self.find(of, name).map(|_| ())
    }

    /// The index of a name, or what is wrong with it.
    pub(super) fn find(&self, of: Type, name: &str) -> Result<u8, Problem> {
        let (code, what, list) = self.list(of).unwrap_or((Code::UnknownWord, "name", &[]));
        if let Some(at) = list.iter().position(|known| known == name).and_then(|at| u8::try_from(at).ok()) {
            return Ok(at);
        }
        let problem = Problem::new(code, format!("there is no {what} `{name}`")).label(format!("not a {what}"));
        Err(suggest(problem, name, list.iter().map(String::as_str)))
    }

    /// What is wrong where a string can only be one of those that name something, and is compared with another.
    pub(super) fn never_of(&self, types: Type, text: &str) -> Option<Problem> {
        let own = |list: &[&str]| list.iter().map(ToString::to_string).collect();
        let mut what = None;
        let mut possible: Vec<String> = Vec::new();
        for one in types.each() {
            let (name, list) = match one {
                Type::KIND => ("piece", self.kinds.clone()),
                Type::WAY => ("way of moving", self.ways.clone()),
                Type::SIDE => ("side", own(&["friend", "foe"])),
                Type::TURN => ("side", own(&["white", "black"])),
                _ => continue,
            };
            if self.in_part && name != "side" {
                return None;
            }
            what.get_or_insert(name);
            possible.extend(list);
        }
        self.never(what?, text, &possible)
    }

    /// The same, with a list of what there is.
    pub(super) fn never(&self, what: &str, text: &str, possible: &[String]) -> Option<Problem> {
        if possible.iter().any(|name| name == text) {
            return None;
        }
        let problem = Problem::new(Code::NeverEqual, format!("there is no {what} `{text}`")).label("never equal");
        Some(suggest(problem, text, possible.iter().map(String::as_str)))
    }
}

/// Adds "did you mean" or the list of what there is.
fn suggest<'a>(problem: Problem, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Problem {
    if let Some(way) = way_to_name(name, Place::Condition, known.clone()) {
        return problem.help(way);
    }
    let list: Vec<String> = known.take(16).map(|name| format!("`{name}`")).collect();
    if list.is_empty() { problem } else { problem.help(format!("there are {}", list.join(", "))) }
}
