//! The first draft of a variant: a name, a parent or a board in; a small commented definition with its script, tests
//! and a line for readers out. [`judge`] says whether it is fit to be given away.

mod abroad;
mod gift;
mod land;
mod layout;
mod name;
mod own;
mod place;
mod relaid;
mod rows;

pub use gift::Gift;
pub use name::{check_name, title_of};

use crate::board::Side;
use crate::definition::loader::DEFINITION_FILE;
use crate::describe::PlainBoard;
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::notation::coordinate;
use crate::open::Opened;
use crate::playtest::trial;
use crate::position::Position;
use crate::rules::{Rules, Stop};
use crate::source::{SourceId, Span, Spanned};
use crate::variant::Variant;
use std::fmt::Write as _;

/// The script of a draft.
pub const SCRIPT_FILE: &str = "rules.rhai";

/// The file for readers.
pub const README_FILE: &str = "README.md";

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Name of the folder; [`check_name`] has found it good.
    pub name: String,
    /// What `extends` is to say.
    pub extends: Option<String>,
    /// The board, where it is not the parent's.
    pub board: Option<PlainBoard>,
}

/// How a draft is made. There are several ways, and what comes of one may not be fit to be given away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Manner {
    /// What it keeps of its parent.
    pub keeps: Keeps,
    /// What the power of the script gives; without a gift the power is only shown in comments.
    pub gift: Option<Gift>,
}

/// What a draft keeps of its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// Everything, moved to another rectangle if another board is asked for.
    Everything,
    /// Everything but what is tied to the parent's board.
    Rules,
    /// His pieces and their movements, in a game of their own.
    Pieces,
}

impl Plan {
    /// The ways to make a draft, the most faithful first. The first that gives a draft without a problem is the best.
    /// `parent` is what `extends` names, opened.
    #[must_use]
    pub fn manners(&self, parent: Option<&Opened>) -> Vec<Manner> {
        let moves = self.extends.is_some() && self.board.is_some();
        let keeps: &[Keeps] =
            if moves { &[Keeps::Everything, Keeps::Rules, Keeps::Pieces] } else { &[Keeps::Everything] };
        let gifts = parent.map_or_else(|| vec![Gift::step(own::POWERFUL)], gift::gifts);
        let gifts = || gifts.iter().cloned().map(Some).chain([None]);
        keeps.iter().flat_map(|keeps| gifts().map(|gift| Manner { keeps: *keeps, gift })).collect()
    }
}

/// A draft without its tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    title: String,
    about: String,
    toml: String,
    script: String,
}

impl Draft {
    /// Drafts what is asked for, in one of the ways of [`Plan::manners`]. `parent` is what `extends` names, opened.
    ///
    /// # Errors
    /// The parent cannot be played, or cannot be laid out on the board.
    pub fn new(plan: &Plan, parent: Option<&Opened>, manner: &Manner) -> Result<Draft, Vec<Diagnostic>> {
        let title = title_of(&plan.name);
        let gift = manner.gift.clone().unwrap_or_else(|| shown(parent));
        let number = parent.map_or(1, free_number);
        let numbered =
            |word: &str, joint: &str| if number == 1 { word.to_owned() } else { format!("{word}{joint}{number}") };
        let (power, function) = (numbered("company", "-"), numbered("in_company", "_"));
        // Where the board itself does not say which way is forward, a function of the script does.
        let own_board = plan.board.filter(|_| parent.is_none() || manner.keeps != Keeps::Everything);
        let land = land::Land::new(own_board.unwrap_or_default()).map_err(|problem| vec![*problem])?;
        let (mut sides, mut functions) = (String::new(), String::new());
        if land.goes_round() {
            let (onward, apart) = (numbered("onward", "_"), numbered("way_left", "_"));
            sides = format!(
                "\n[sides]\nforward = \"script {onward}\"    # the board itself does not say where the enemy is\n"
            );
            functions = land.script(&onward, &apart) + "\n";
        }
        let (body, about) = match (parent, plan.board) {
            (Some(parent), board) => {
                let Some(variant) = &parent.variant else { return Err(parent.diagnostics.clone()) };
                match board {
                    None => (String::new(), variant.name().to_owned()),
                    Some(board) => {
                        let body = match manner.keeps {
                            Keeps::Everything => relaid::relaid(variant, board).map_err(|problem| vec![*problem])?,
                            _ => on_land(parent, variant, &land, &sides, manner, &gift)?,
                        };
                        let what = if manner.keeps == Keeps::Pieces { "the pieces of " } else { "" };
                        (body, format!("{what}{} on a board {board}", variant.name()))
                    }
                }
            }
            (None, board) => {
                let board = board.unwrap_or_default();
                let body = own::own(board, &sides).map_err(|problem| vec![*problem])?;
                (body, format!("a game of its own on a board {board}"))
            }
        };
        let (off, why) = match manner.gift {
            Some(_) => ("", ""),
            None => ("# ", "# It stands in comments, because this game does not go well with it as it is.\n"),
        };
        let mut toml = format!(
            "# {title}: {about}, with a rule of its own at the end.\n\
             # `heterodox watch` checks this file whenever it is saved; `heterodox rules` writes the rules for players.\n\
             format  = 1\nname    = \"{title}\"\n"
        );
        if let Some(extends) = plan.extends.as_ref().filter(|_| manner.keeps != Keeps::Pieces) {
            let _ = writeln!(toml, "extends = {}    # what is not said here is as there", quoted(extends));
        }
        let blank = if body.starts_with("remove") { "" } else { "\n" };
        let unscripted = if functions.is_empty() { off } else { "" };
        let _ = write!(toml, "{unscripted}script  = \"{SCRIPT_FILE}\"\n{blank}{body}");
        if !body.is_empty() {
            toml.push('\n');
        }
        let _ = write!(
            toml,
            "# A power: a movement that pieces have only while a condition holds, here one that the script judges.\n{why}\
             {off}[powers.{power}]\n{off}pieces = [\"{}\"]\n{off}moves  = \"{}\"                # {}\n\
             {off}when   = \"script {function}\"\n",
            gift.piece,
            gift.written(),
            gift.noun(),
        );
        let off = if off.is_empty() { "" } else { "// " };
        let script = format!(
            "{functions}{off}/// It may {} too, while a friend stands beside it.\n\
             {off}fn {function}(piece) {{\n{off}    piece.neighbours.friends.any\n{off}}}\n",
            gift.verb(),
        );
        Ok(Draft { title, about, toml, script })
    }

    /// The draft with tests that say how it plays as it stands. `opened` is the draft; what looks like a slip in it but
    /// is so with the parent, too, is allowed.
    #[must_use]
    pub fn with_tests(mut self, opened: &Opened, parent: Option<&Opened>) -> Draft {
        self.toml.push_str(&allowed(opened, parent));
        self.toml.push_str(&opened.variant.as_ref().map_or(String::new(), tests));
        self
    }

    /// Its files: name and text; `folder` is where they are to stand, as a shell takes it.
    #[must_use]
    pub fn files(&self, folder: &str) -> Vec<(String, String)> {
        let readme = format!(
            "# {}\n\n{}, with a rule of its own, written as data for heterodox: `heterodox play {folder}` plays it, `heterodox test {folder}` runs \
             its tests.\n",
            self.title,
            crate::describe::words::sentence(&self.about).trim_end_matches('.'),
        );
        let mut files = vec![(DEFINITION_FILE.to_owned(), self.toml.clone()), (README_FILE.to_owned(), readme)];
        files.push((SCRIPT_FILE.to_owned(), self.script.clone()));
        files
    }
}

/// What is shown in comments of a draft that gives nothing: a name that means something there.
fn shown(parent: Option<&Opened>) -> Gift {
    let Some(checked) = parent.and_then(|parent| parent.checked.as_ref()) else { return Gift::step(own::POWERFUL) };
    let kind = gift::pieces(checked).first().copied().unwrap_or(0);
    Gift::step(checked.kinds.get(kind).map_or(own::POWERFUL, |kind| &kind.name))
}

/// The body of a draft on another board than the parent's.
fn on_land(
    parent: &Opened,
    variant: &Variant,
    land: &land::Land,
    sides: &str,
    manner: &Manner,
    gift: &Gift,
) -> Result<String, Vec<Diagnostic>> {
    let abroad = abroad::Abroad::new(parent, variant, land).map_err(|problem| vec![*problem])?;
    if manner.gift.is_some() && !abroad.stands(&gift.piece) {
        let message = format!("no `{}` stands on a board {}", gift.piece, land.word());
        return Err(vec![Diagnostic::error(Code::DraftRefused, message)]);
    }
    Ok(if manner.keeps == Keeps::Rules { abroad.retold(sides) } else { abroad.with_men(sides) })
}

/// A text as a string of TOML.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(letter));
            }
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// `[allow]` with what the parent allows or is warned of himself; it is not inherited.
fn allowed(opened: &Opened, parent: Option<&Opened>) -> String {
    let Some((parent, definition)) = parent.and_then(|parent| Some((parent, parent.loaded.definition.as_ref()?)))
    else {
        return String::new();
    };
    let warned = crate::playtest::lint(parent, &Stop::default());
    let mut lines: Vec<String> = Vec::new();
    for problem in crate::playtest::lint(opened, &Stop::default()) {
        let code = problem.code.as_str();
        let reason = match definition.allow.get(code) {
            Some(entry) => entry.value.value.as_str(),
            None if warned.iter().any(|known| known.code == problem.code) => "it is so with the parent",
            None => continue,
        };
        let line = format!("{code} = {}\n", quoted(reason));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    if lines.is_empty() {
        String::new()
    } else {
        format!("\n[allow]                     # meant, as with the parent\n{}", lines.concat())
    }
}

/// A number that neither a power nor a function of the parent has yet.
fn free_number(parent: &Opened) -> usize {
    let definition = parent.loaded.definition.as_ref();
    let taken = |number: usize| {
        let (power, function) = match number {
            1 => ("company".to_owned(), "in_company".to_owned()),
            n => (format!("company-{n}"), format!("in_company_{n}")),
        };
        let others =
            ["onward", "way_left"].map(|word| if number == 1 { word.to_owned() } else { format!("{word}_{number}") });
        let mut functions = others.into_iter().chain([function]).map(|name| format!("fn {name}("));
        definition.is_some_and(|definition| definition.powers.contains_key(&power))
            || functions.any(|function| parent.loaded.sources.files().iter().any(|file| file.text.contains(&function)))
    };
    (1..).find(|number| !taken(*number)).unwrap_or(1)
}

/// The most moves at the start of which pairs are counted in a test.
const FEW: usize = 120;

/// Tests of the first moves, written for people to go on with.
fn tests(variant: &Variant) -> String {
    let mut rules = Rules::new(variant.clone());
    let start = variant.start().to_owned();
    let span = Span::new(SourceId(0), 0..start.len());
    let Ok((position, _)) = rules.position(&Spanned::new(start, span)) else { return String::new() };
    let moves = rules.legal_moves(&position);
    let names = coordinate(variant, &position, &moves);
    let mut text = "\n# What must hold: `heterodox test` plays it.\n".to_owned();
    let one = moves.len();
    let counts = if one <= FEW { format!("[{one}, {}]", rules.perft(&position, 2)) } else { format!("[{one}]") };
    let _ = write!(text, "[[test]]\nname  = \"the number of games of the first plies\"\nperft = {counts}\n");
    // The piece with most moves that are written from its square.
    let board = variant.board();
    let of = |square| -> Vec<&String> {
        let own =
            moves.iter().zip(&names).filter(|(mv, name)| mv.from() == square && name.starts_with(board.name(square)));
        own.map(|(_, name)| name).collect()
    };
    let most = board.squares().max_by_key(|square| (of(*square).len(), std::cmp::Reverse(*square)));
    if let Some(square) = most.filter(|square| !of(*square).is_empty()) {
        let mut all: Vec<String> = of(square).iter().map(|name| format!("\"{name}\"")).collect();
        all.sort();
        let name = board.name(square);
        let _ = write!(
            text,
            "\n[[test]]\nname  = \"the first moves from {name}\"\nof    = \"{name}\"\nmoves = [{}]\n",
            all.join(", ")
        );
    }
    text
}

/// What is wrong with a draft that was opened: problems and warnings, a start that is already decided, a script that
/// fails or a law that breaks in a random game, a game without an end, a test that does not hold.
#[must_use]
pub fn judge(opened: &Opened, reopen: impl FnMut(&[(String, String)]) -> Opened) -> Vec<Diagnostic> {
    let mut problems: Vec<Diagnostic> =
        opened.diagnostics.iter().filter(|problem| problem.severity > Severity::Note).cloned().collect();
    let Some(variant) = opened.variant.as_ref().filter(|_| problems.is_empty()) else { return problems };
    for report in crate::playtest::run_tests(opened, reopen) {
        problems.extend(report.problems);
    }
    problems.extend(crate::playtest::lint(opened, &Stop::default()));
    problems.extend(crate::playtest::wide_hooks(variant, &Stop::default()));
    let mut rules = Rules::new(variant.clone());
    let start = variant.start().to_owned();
    let span = Span::new(SourceId(0), 0..start.len());
    let Ok((mut position, _)) = rules.position(&Spanned::new(start, span)) else { return problems };
    if let Some(outcome) = rules.outcome(&position, 1) {
        problems
            .push(Diagnostic::error(Code::DraftRefused, format!("the start is decided already: {}", outcome.reason)));
    } else if rules.in_check(&position) || attacked(&mut rules, &position) {
        problems.push(Diagnostic::error(Code::DraftRefused, "a royal piece is attacked at the start"));
    }
    // A game of moves taken here and there, the same at every call.
    for ply in 0..PLIES {
        let moves = rules.legal_moves(&position);
        let Some(mv) = moves.get((ply * 7 + ply * ply * 3) % moves.len().max(1)) else { break };
        position = rules.play_unchecked(&position, mv);
    }
    problems.extend(rules.context().trouble().cloned());
    if problems.is_empty() {
        let played = trial(variant, trial::Plan { games: GAMES, seed: 1 }, &Stop::default(), &|_| ());
        problems.extend(played.failure.as_ref().map(|failure| failure.problem.clone()));
        problems.extend(trial::endless(&played, variant.definition()));
    }
    problems
}

/// How many random games a draft must stand.
const GAMES: u32 = 2;

/// The length of the game that a draft must stand.
const PLIES: usize = 60;

fn attacked(rules: &mut Rules, position: &Position) -> bool {
    Side::BOTH.into_iter().any(|side| rules.is_attacked(position, side))
}
