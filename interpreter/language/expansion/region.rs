//! A region meets a board: what a region string says comes in, a set of squares for one side comes out.

use crate::board::{Board, Side, Square};
use crate::definition::condition::{RegionKind, RegionRef};
use crate::definition::{PerSide, Table};
use crate::diagnostic::elsewhere::{Place, way_to_name};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Span, Spanned};

/// The deepest chain of regions that refer to one another by name.
const MAX_DEPTH: usize = 32;

/// The most named regions looked into for one region, so that names used twice over cannot multiply without end.
const MAX_LOOKUPS: usize = 1_000;

/// The squares of a region as `side` sees them, by square number. `named` finds regions by name for that side.
///
/// # Errors
/// When the region names what the board or the definition does not have; all such places at once.
pub fn resolve<'a>(
    region: &'a RegionRef,
    board: &'a Board,
    side: Side,
    named: &'a dyn Fn(&str) -> Option<&'a RegionRef>,
) -> Result<Vec<bool>, Vec<Diagnostic>> {
    Resolver::new(board, side, named, Vec::new()).run(region)
}

/// As [`resolve`], with the names of a definition's `[regions]`, which are also suggested for misspelt ones.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_in(
    region: &RegionRef,
    board: &Board,
    side: Side,
    regions: &Table<PerSide<RegionRef>>,
) -> Result<Vec<bool>, Vec<Diagnostic>> {
    resolve_with(region, board, side, regions, None)
}

/// As [`resolve_in`], on a board whose squares were picked out of a whole one by regions.
///
/// # Errors
/// As [`resolve`].
pub fn resolve_with(
    region: &RegionRef,
    board: &Board,
    side: Side,
    regions: &Table<PerSide<RegionRef>>,
    mask: Option<&Mask>,
) -> Result<Vec<bool>, Vec<Diagnostic>> {
    let named = |name: &str| {
        let both = &regions.get(name)?.value;
        Some(if side == Side::White { &both.white } else { &both.black })
    };
    let mut resolver = Resolver::new(board, side, &named, regions.keys().map(String::as_str).collect());
    resolver.mask = mask;
    resolver.run(region)
}

/// A board that is part of a whole one: the whole, and the regions by which its squares were picked out. Those may name
/// what is no square any more.
#[derive(Debug, Clone)]
pub struct Mask {
    whole: Board,
    names: Vec<String>,
}

impl Mask {
    /// The mask of `region`, which was taken from the `whole` board as White sees it.
    #[must_use]
    pub fn new(whole: Board, region: &RegionRef, regions: &Table<PerSide<RegionRef>>) -> Mask {
        let mut names: Vec<String> = Vec::new();
        let mut rest = vec![region];
        while let Some(region) = rest.pop() {
            match &region.kind {
                RegionKind::Not(inner) => rest.push(inner),
                RegionKind::Or(parts) | RegionKind::And(parts) => rest.extend(parts),
                RegionKind::Named(name) if !names.contains(name) => {
                    names.push(name.clone());
                    rest.extend(regions.get(name).map(|entry| &entry.value.white));
                }
                _ => {}
            }
        }
        Mask { whole, names }
    }

    /// Whether this is one of its regions.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.iter().any(|other| other == name)
    }
}

/// Resolves one region and collects problems.
struct Resolver<'a> {
    board: &'a Board,
    side: Side,
    named: &'a dyn Fn(&str) -> Option<&'a RegionRef>,
    names: Vec<&'a str>,
    mask: Option<&'a Mask>,
    /// The names being looked into, from the outermost, and where each was named.
    open: Vec<(String, Span)>,
    lookups: usize,
    problems: Vec<Diagnostic>,
}

impl<'a> Resolver<'a> {
    fn new(
        board: &'a Board,
        side: Side,
        named: &'a dyn Fn(&str) -> Option<&'a RegionRef>,
        names: Vec<&'a str>,
    ) -> Resolver<'a> {
        Resolver { board, side, named, names, mask: None, open: Vec::new(), lookups: 0, problems: Vec::new() }
    }

    fn run(mut self, region: &RegionRef) -> Result<Vec<bool>, Vec<Diagnostic>> {
        let set = self.set(region);
        if self.problems.is_empty() { Ok(set) } else { Err(self.problems) }
    }

    fn everywhere(&self, is: bool) -> Vec<bool> {
        vec![is; self.board.n_squares()]
    }

    fn set(&mut self, region: &RegionRef) -> Vec<bool> {
        let board = self.board;
        let span = region.span;
        match &region.kind {
            RegionKind::All => self.everywhere(true),
            RegionKind::Nothing => self.everywhere(false),
            RegionKind::Not(inner) => self.set(inner).into_iter().map(|is| !is).collect(),
            RegionKind::Or(parts) => self.fold(parts, false, |a, b| a | b),
            RegionKind::And(parts) => self.fold(parts, true, |a, b| a & b),
            RegionKind::Dark | RegionKind::Light => {
                let dark = region.kind == RegionKind::Dark;
                board.squares_of_colour(dark).unwrap_or_else(|| {
                    self.meaningless(span, "colours");
                    self.everywhere(false)
                })
            }
            RegionKind::Ranks(spans) => {
                let side = self.side;
                self.counted(spans, span, "rank", board.n_ranks(), |from, to| board.squares_of_ranks(side, from, to))
            }
            RegionKind::Rings(spans) => {
                let last = board.n_rings() + u16::from(board.centre().is_some());
                self.counted(spans, span, "ring", last, |from, to| board.squares_of_rings(from, to))
            }
            RegionKind::Files(spans) => self.lettered(spans, span, "file"),
            RegionKind::Sectors(spans) => self.lettered(spans, span, "sector"),
            RegionKind::Squares(spans) => {
                let mut set = self.everywhere(false);
                for (first, last) in spans {
                    let more = self.between(first, last.as_ref());
                    unite(&mut set, &more);
                }
                set
            }
            RegionKind::Named(name) => self.by_name(name, span),
        }
    }

    fn fold(&mut self, parts: &[RegionRef], start: bool, join: fn(bool, bool) -> bool) -> Vec<bool> {
        let mut set = self.everywhere(start);
        for part in parts {
            let more = self.set(part);
            set.iter_mut().zip(more).for_each(|(is, also)| *is = join(*is, also));
        }
        set
    }

    fn problem(&mut self, span: Span, code: Code, message: String, label: String, help: Option<String>) {
        let diagnostic = Diagnostic::error(code, message).at(span).label(label);
        self.problems.push(match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        });
    }

    fn meaningless(&mut self, span: Span, what: &str) {
        let board = self.board;
        let has = if board.n_rings() > 0 {
            "its regions are made of `rings`, `sectors` and squares"
        } else if board.n_ranks() > 0 && board.n_files() > 0 {
            "its regions are made of `ranks`, `files` and squares"
        } else {
            "its regions are made of squares by name"
        };
        let message = format!("this board has no {what}");
        self.problem(span, Code::RegionWithoutMeaning, message, "means nothing here".into(), Some(has.into()));
    }

    /// Ranks or rings: spans of numbers up to `last`.
    fn counted(
        &mut self,
        spans: &[(u16, u16)],
        span: Span,
        what: &str,
        last: u16,
        squares: impl Fn(u16, u16) -> Vec<bool>,
    ) -> Vec<bool> {
        let mut set = self.everywhere(false);
        if last == 0 {
            self.meaningless(span, &format!("{what}s"));
            return set;
        }
        for &(from, to) in spans {
            if from == 0 || from > to || to > last {
                let wrong = if to > last || from > to { to } else { from };
                let message = format!("{what} {wrong} is not on the board");
                let label = format!("{what}s go from 1 to {last}");
                self.problem(span, Code::RegionOffBoard, message, label, None);
            } else {
                unite(&mut set, &squares(from, to));
            }
        }
        set
    }

    /// Files or sectors: spans of letters or numbers.
    fn lettered(&mut self, spans: &[(Spanned<String>, Spanned<String>)], span: Span, what: &str) -> Vec<bool> {
        let board = self.board;
        let is_file = what == "file";
        let names = if is_file { board.file_names() } else { board.sector_names() };
        let mut set = self.everywhere(false);
        let (Some(first), Some(last)) = (names.first(), names.last()) else {
            self.meaningless(span, &format!("{what}s"));
            return set;
        };
        let number = |label: &str| if is_file { board.file_number(label) } else { board.sector_number(label) };
        for (from, to) in spans {
            let ends = [number(&from.value), number(&to.value)];
            for (end, found) in [from, to].into_iter().zip(ends) {
                if found.is_none() && (std::ptr::eq(end, from) || to.span != from.span) {
                    let message = format!("{what} `{}` is not on the board", end.value);
                    let label = format!("{what}s go from `{first}` to `{last}`");
                    self.problem(end.span, Code::RegionOffBoard, message, label, None);
                }
            }
            match ends {
                [Some(a), Some(b)] if is_file && a > b => {
                    let message = format!("the range `{}-{}` runs backwards", from.value, to.value);
                    let help = format!("write `{}-{}`", to.value, from.value);
                    self.problem(span, Code::BackwardRange, message, "empty".into(), Some(help));
                }
                [Some(a), Some(b)] if is_file => {
                    // Letters name files, numbers count them from the side's own left.
                    let counted = self.side == Side::Black && board.has_files();
                    let seen = |label: &str, file: u16| {
                        let is_number = label.starts_with(|c: char| c.is_ascii_digit());
                        if counted && is_number { board.n_files() + 1 - file } else { file }
                    };
                    let (a, b) = (seen(&from.value, a), seen(&to.value, b));
                    unite(&mut set, &board.squares_of_files(a.min(b), a.max(b)));
                }
                [Some(a), Some(b)] => unite(&mut set, &board.squares_of_sectors(a, b)),
                _ => {}
            }
        }
        set
    }

    fn square(&mut self, name: &Spanned<String>) -> Option<Square> {
        let board = self.board;
        let square = board.square(&name.value);
        if square.is_none() {
            let near = nearest(&name.value, board.squares().map(|square| board.name(square)));
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let message = format!("there is no square `{}`", name.value);
            self.problem(name.span, Code::UnknownSquare, message, "not on the board".into(), help);
        }
        square
    }

    /// A square, or all between two.
    fn between(&mut self, first: &Spanned<String>, last: Option<&Spanned<String>>) -> Vec<bool> {
        let from = self.square(first);
        let to = last.map_or(from, |last| self.square(last));
        let (Some(from), Some(to)) = (from, to) else { return self.everywhere(false) };
        if from == to {
            return self.board.squares_where(|square| square == from);
        }
        self.board.squares_between(from, to).unwrap_or_else(|| {
            let message = "on this board there is no range of squares".to_owned();
            let help = "list the squares one by one".to_owned();
            self.problem(first.span, Code::RegionWithoutMeaning, message, "a range begins here".into(), Some(help));
            self.everywhere(false)
        })
    }

    fn by_name(&mut self, name: &str, span: Span) -> Vec<bool> {
        let board = self.board;
        let Some(region) = (self.named)(name) else {
            let square = board.square(name).or_else(|| board.centre().filter(|_| name == "centre"));
            if let Some(found) = square {
                return board.squares_where(|square| square == found);
            }
            let way = way_to_name(name, Place::Condition, self.names.iter().copied());
            let help = match way {
                _ if spaced(name).is_some() => format!("did you mean `{}`?", spaced(name).unwrap_or_default()),
                Some(way) => way,
                None if self.names.is_empty() => "name it in `[regions]`".to_owned(),
                None => {
                    let known: Vec<String> = self.names.iter().take(12).map(|name| format!("`{name}`")).collect();
                    format!("`[regions]` names {}", known.join(", "))
                }
            };
            let message = format!("there is no region `{name}`");
            self.problem(span, Code::UnknownRegion, message, "not in `[regions]`, and no square".into(), Some(help));
            return self.everywhere(false);
        };
        self.lookups += 1;
        if let Some(at) = self.open.iter().position(|(open, _)| open == name) {
            let round: Vec<String> = self.open[at..]
                .iter()
                .map(|(open, _)| open.as_str())
                .chain([name])
                .map(|name| format!("`{name}`"))
                .collect();
            let message = format!("region `{name}` refers to itself");
            let mut problem = Diagnostic::error(Code::RegionCycle, message)
                .at(span)
                .label(format!("goes round: {}", round.join(", ")))
                .help("write out the squares of one of them");
            for (_, other) in self.open[at + 1..].iter().rev() {
                problem = problem.also(*other, "by way of this");
            }
            self.problems.push(problem);
            return self.everywhere(false);
        }
        if self.open.len() >= MAX_DEPTH || self.lookups > MAX_LOOKUPS {
            let message = format!(
                "regions refer to one another too often: more than {MAX_DEPTH} deep, or {MAX_LOOKUPS} times in one region"
            );
            if !self.problems.iter().any(|problem| problem.code == Code::RegionTooDeep) {
                let help = "write some of them out".to_owned();
                self.problem(span, Code::RegionTooDeep, message, "given up here".into(), Some(help));
            }
            return self.everywhere(false);
        }
        self.open.push((name.to_owned(), span));
        let set = match self.mask.filter(|mask| mask.has(name)) {
            None => self.set(region),
            Some(mask) => {
                let (part, whole) = (self.board, &mask.whole);
                (self.board, self.mask) = (whole, None);
                let set = self.set(region);
                (self.board, self.mask) = (part, Some(mask));
                let inside = |square| whole.square(part.name(square)).is_some_and(|square| set[square.index()]);
                part.squares_where(inside)
            }
        };
        self.open.pop();
        set
    }
}

fn unite(set: &mut [bool], more: &[bool]) {
    set.iter_mut().zip(more).for_each(|(is, also)| *is |= also);
}

/// `rank 8` for `rank8` and `rank-8`: a word of ranks, files, rings or sectors and what belongs to it, run together.
fn spaced(name: &str) -> Option<String> {
    ["ranks", "rank", "files", "file", "rings", "ring", "sectors", "sector"].iter().find_map(|word| {
        let rest = name.strip_prefix(word)?.trim_start_matches(['-', '_']);
        let counts =
            rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_digit() || c == '-');
        counts.then(|| format!("{word} {rest}"))
    })
}
