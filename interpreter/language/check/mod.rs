//! From a definition to a checked definition: every name resolved, every movement expanded on the board, load-time
//! scripts run. All problems are collected; only a definition without errors is given back.

mod board;
mod build;
mod builder;
mod castling;
pub mod cause;
mod conditions;
mod doubt;
mod ends;
pub mod fen;
mod graph;
pub mod model;
mod movements;
mod pieces;
mod reaches;
mod scripts;
mod tests;
mod words;

use crate::board::{Board, KindId, KindSet, Side};
use crate::definition::condition::{RegionKind, RegionRef};
use crate::definition::{Definition, Doubt, Table};
use crate::diagnostic::elsewhere::{Place, way_to_name};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::expansion::{Budget, Forward, region};
use crate::script::{HookId, HookKind, Names, OptionName, Program};
use crate::source::{SourceMap, Span, Spanned};
use model::{CheckedDefinition, CheckedMovement, SideSquares};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// Checks a definition. One that is not read whole, `is_whole`, cannot be played, and its tests are only read. The
/// functions of its scripts are tried out if it `runs` them.
#[must_use]
pub fn check(
    definition: Arc<Definition>,
    sources: &SourceMap,
    is_whole: bool,
    runs: bool,
) -> (Option<CheckedDefinition>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let program = board::program(&definition, sources, &mut problems);
    let Some(mut ground) = board::board(&definition, program.as_ref(), &mut problems) else {
        return (None, problems);
    };
    let forward = board::forward(&definition, &mut ground, program.as_ref(), &mut problems);
    let build::Ground { board, doubt, mask } = ground;
    let n_earlier = problems.len();
    let mut checker = Checker {
        definition: &definition,
        board: &board,
        doubt,
        mask,
        program: program.as_ref(),
        forward: Some(forward),
        problems,
        minds_moved: false,
        in_circles: Vec::new(),
        worked_out: HashMap::new(),
        budget: Budget::default(),
        hooked: Vec::new(),
    };
    let checked = checker.all(sources, is_whole, runs);
    let mut problems = checker.problems;
    let found = problems.split_off(n_earlier);
    let follows = |problem: &Diagnostic| {
        doubt::explains(doubt, problem) || definition.pieces.is_empty() && problem.code == Code::UnknownPiece
    };
    problems.extend(found.into_iter().filter(|problem| !follows(problem)));
    problems.retain(|problem| !(definition.in_part && doubt::may_be_lost(problem)));
    if problems.iter().any(Diagnostic::is_error) { (None, problems) } else { (checked, problems) }
}

/// A definition being checked.
struct Checker<'a> {
    definition: &'a Arc<Definition>,
    board: &'a Board,
    /// What of it is not known.
    doubt: Doubt,
    /// The regions by which its squares were picked out.
    mask: Option<region::Mask>,
    program: Option<&'a Program>,
    forward: Option<Forward>,
    problems: Vec<Diagnostic>,
    /// Some condition asks who has moved.
    minds_moved: bool,
    /// Pieces of circles of movements that are reported.
    in_circles: Vec<String>,
    /// The movements of pieces that are worked out.
    worked_out: HashMap<String, Rc<[CheckedMovement]>>,
    /// What is left to spend on tables.
    budget: Budget,
    /// The functions that are called, and as what.
    hooked: Vec<(HookId, HookKind)>,
}

impl Checker<'_> {
    fn all(&mut self, sources: &SourceMap, is_whole: bool, runs: bool) -> Option<CheckedDefinition> {
        let definition = Arc::clone(self.definition);
        let regions: Vec<(String, SideSquares)> = definition
            .regions
            .iter()
            .map(|(name, entry)| {
                // One that picks out the squares of the board is looked up as such.
                let own = self.mask.as_ref().is_some_and(|mask| mask.has(name));
                let own = own.then(|| named_region(name, entry.key));
                let [white, black] = [&entry.value.white, &entry.value.black].map(|side| own.as_ref().unwrap_or(side));
                let squares = [
                    self.region(white, Side::White).unwrap_or_default(),
                    self.region(black, Side::Black).unwrap_or_default(),
                ];
                (name.clone(), squares)
            })
            .collect();
        let (kinds, movements, powers) = self.pieces();
        let active = definition.active.as_ref().and_then(|active| self.piece_condition(active));
        let promotions = self.promotions();
        let quiet = self.quiet();
        let duty = self.duty();
        let ends = self.ends();
        let first = self.first();
        let letters: Vec<char> = kinds.iter().map(|kind| kind.letter).collect();
        let castling = self.castling(&letters);
        let start = self.start(first, &letters);
        let after = self.program.and_then(|program| program.hook("after", 1));
        self.problems.extend(after.zip(self.program).into_iter().flat_map(|(hook, program)| program.check_after(hook)));
        self.words();
        self.reserved_names();
        self.hooked.extend(after.map(|hook| (hook, HookKind::After)));
        self.option_names();
        self.functions(sources, runs);
        if is_whole {
            self.unused_functions(sources);
        }
        if !is_whole || self.problems.iter().any(Diagnostic::is_error) {
            self.tests(&letters);
        }
        let options =
            definition.options.iter().map(|(name, entry)| (name.clone(), entry.value.chosen.clone())).collect();
        let (start, placement) = start?;
        Some(CheckedDefinition {
            board: self.board.clone(),
            kinds,
            movements,
            powers,
            regions,
            program: self.program.cloned(),
            minds_moved: self.minds_moved || self.program.is_some_and(|program| program.asks("moved")),
            active,
            promotions,
            castling,
            quiet,
            duty,
            after,
            ends,
            first,
            start,
            placement,
            options,
            definition,
        })
    }

    fn say(&mut self, problem: Diagnostic) {
        self.problems.push(problem);
    }

    /// The number of a kind by name.
    fn kind(&mut self, name: &Spanned<String>) -> Option<KindId> {
        if let Some(number) = self.definition.pieces.get_index_of(name.value.as_str()) {
            return Some(number as KindId);
        }
        let problem =
            unknown("piece", Code::UnknownPiece, &name.value, Place::Condition, self.definition.pieces.keys());
        let problem = problem.at(name.span);
        self.say(problem);
        None
    }

    /// A set of kinds by name; `all` stands for every kind.
    fn kinds(&mut self, names: &[Spanned<String>]) -> KindSet {
        let mut set = KindSet(0);
        for name in names {
            if name.value == "all" && !self.definition.pieces.contains_key("all") {
                return KindSet::ALL;
            }
            if let Some(kind) = self.kind(name) {
                set = set.with(kind);
            }
        }
        set
    }

    /// The squares of a region for one side.
    fn region(&mut self, region: &RegionRef, side: Side) -> Option<Vec<bool>> {
        let definition = Arc::clone(self.definition);
        match region::resolve_with(region, self.board, side, &definition.regions, self.mask.as_ref()) {
            Ok(squares) => Some(squares),
            Err(problems) => {
                for problem in problems {
                    // A circle is one mistake, from whichever of its regions it is found.
                    let circle = problem.code == Code::RegionCycle
                        && self.problems.iter().any(|other| {
                            let mut places = other.others.iter().map(|(at, _)| *at).chain(other.primary);
                            other.code == problem.code && places.any(|at| Some(at) == problem.primary)
                        });
                    let deep = problem.code == Code::RegionTooDeep
                        && self.problems.iter().any(|other| other.code == problem.code);
                    if !circle && !deep && !self.problems.contains(&problem) {
                        self.problems.push(problem);
                    }
                }
                None
            }
        }
    }

    /// The squares of a region for both sides.
    fn both(&mut self, region: &RegionRef) -> SideSquares {
        let fallback = vec![true; self.board.n_squares()];
        Side::BOTH.map(|side| self.region(region, side).unwrap_or_else(|| fallback.clone()))
    }

    /// The function of a hook.
    fn hook(&mut self, name: &Spanned<String>, kind: HookKind) -> Option<HookId> {
        self.hook_at(name, kind, kind.level())
    }

    /// The function of a hook that may ask up to `level`.
    fn hook_at(&mut self, name: &Spanned<String>, kind: HookKind, level: u8) -> Option<HookId> {
        let word = name.value.as_str();
        let Some(program) = self.program else {
            if self.definition.names_script {
                return None; // What is wrong with the script is said already.
            }
            self.say(
                Diagnostic::error(Code::MissingFunction, format!("there is no script with a function `{word}`"))
                    .at(name.span)
                    .label("this names a function")
                    .help("add `script = \"rules.rhai\"` and write the function there"),
            );
            return None;
        };
        if let Some(hook) = program.hook(word, kind.n_params()) {
            let too_much = program.check_level(hook, level);
            self.problems.extend(too_much);
            self.problems.extend(program.check_effects(hook, kind));
            self.hooked.push((hook, kind));
            return Some(hook);
        }
        if program.is_unread(word) {
            return None; // What is wrong with it is said already.
        }
        let wanted = format!("expected {}", kind.signature(word));
        let others: Vec<&str> = program.functions().iter().map(|function| function.name.as_str()).collect();
        let mut problem = match program.functions().iter().find(|function| function.name == word) {
            Some(other) => Diagnostic::error(
                Code::WrongParameters,
                format!("`{word}` has {} parameters, {} needed", other.n_params, needed(kind.n_params())),
            )
            .also(other.span, "the function"),
            None => Diagnostic::error(Code::MissingFunction, format!("the script has no function `{word}`")),
        };
        problem = problem.at(name.span).label("named here").help(wanted);
        if let Some(near) = nearest(word, others).filter(|near| *near != word) {
            problem = problem.help(format!("did you mean `{near}`?"));
        }
        self.say(problem);
        None
    }

    /// Functions with a reserved name and a wrong number of parameters.
    fn reserved_names(&mut self) {
        let Some(program) = self.program else { return };
        for function in program.functions() {
            let wanted = match function.name.as_str() {
                "after" => 1,
                _ => continue,
            };
            if function.n_params != wanted {
                self.problems.push(
                    Diagnostic::error(
                        Code::WrongParameters,
                        format!("`{}` has {} parameters, {} needed", function.name, function.n_params, needed(wanted)),
                    )
                    .at(function.span)
                    .label("reserved name")
                    .help("expected `fn after(mv)`"),
                );
            }
        }
    }
}

fn needed(n: usize) -> String {
    if n == 1 { "1 is".to_string() } else { format!("{n} are") }
}

/// An unknown name with the nearest known one, or all of them.
fn unknown<'a>(
    what: &str,
    code: Code,
    name: &str,
    place: Place,
    known: impl Iterator<Item = &'a String> + Clone,
) -> Diagnostic {
    let problem = Diagnostic::error(code, format!("there is no {what} `{name}`")).label(format!("unknown {what}"));
    match way_to_name(name, place, known.clone().map(String::as_str)) {
        Some(way) => problem.help(way),
        None => {
            let all: Vec<String> = known.take(24).map(|name| format!("`{name}`")).collect();
            if all.is_empty() { problem } else { problem.help(format!("there are {}", all.join(", "))) }
        }
    }
}

/// The names that scripts may use, in the order of their numbers.
fn script_names(definition: &Definition) -> Names {
    let keys = |table: &Table<crate::definition::PowerDef>| table.keys().cloned().collect::<Vec<_>>();
    Names {
        kinds: definition.pieces.keys().cloned().collect(),
        regions: definition.regions.keys().cloned().collect(),
        directions: board::directions(&definition.board),
        ways: keys(&definition.powers),
        in_part: definition.in_part || definition.pieces.is_empty(),
        options: definition
            .options
            .iter()
            .map(|(name, entry)| OptionName {
                name: name.clone(),
                values: entry.value.values.clone(),
                chosen: entry.value.chosen.clone(),
            })
            .collect(),
    }
}

/// A region that is written as the name of a region.
fn named_region(name: &str, span: Span) -> RegionRef {
    RegionRef { kind: RegionKind::Named(name.to_string()), span }
}

/// A word that is none of those allowed.
pub(super) fn choice(word: &str, span: Span, allowed: &[&str]) -> Diagnostic {
    let list: Vec<String> = allowed.iter().map(|word| format!("`{word}`")).collect();
    let problem = Diagnostic::error(Code::UnknownValue, format!("`{word}` is none of {}", list.join(", ")))
        .at(span)
        .label(format!("expected {}", list.join(", ")));
    match nearest(word, allowed.iter().copied()) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem,
    }
}
