//! One input for the fuzzer: a kind of text in; everything that the program does with such text is done to it; a short
//! sign of what happened out. It panics where something that must never happen does.

use heterodox::bundled::Bundled;
use heterodox::definition::condition::{parse as parse_condition, parse_region};
use heterodox::definition::movement::parse as parse_movement;
use heterodox::definition::resolved::{resolved, resolved_scripts};
use heterodox::diagnostic::Diagnostic;
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, render};
use heterodox::game::pgn;
use heterodox::notation::{Language, read};
use heterodox::open::{Opened, open, open_text};
use heterodox::picture::{Scene, TextStyle, svg, text as drawn};
use heterodox::playtest::laws::{self, Case};
use heterodox::position::Position;
use heterodox::rules::Rules;
use heterodox::source::{SourceId, SourceMap, Span, Spanned};
use std::collections::BTreeSet;

/// What a text is read as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// A definition, and its script behind a line [`SCRIPT`].
    Definition,
    /// A movement string.
    Movement,
    /// A condition, and a region.
    Condition,
    /// A position of each bundled game.
    Fen,
    /// A move at the start of each bundled game, and a game in PGN.
    Moves,
}

impl Kind {
    /// All kinds, definitions first.
    pub(crate) const ALL: [Kind; 5] = [Kind::Definition, Kind::Movement, Kind::Condition, Kind::Fen, Kind::Moves];

    /// Its name in the corpus.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Kind::Definition => "definition",
            Kind::Movement => "movement",
            Kind::Condition => "condition",
            Kind::Fen => "fen",
            Kind::Moves => "moves",
        }
    }
}

/// The line between a definition and its script.
pub(crate) const SCRIPT: &str = "#### rules.rhai";

/// The most plies that are played in a definition.
const PLIES: usize = 6;

/// The most legal moves with which the laws are tried; they cost as the square of it.
const MOST_MOVES: usize = 250;

/// The bundled games, opened once.
pub(crate) struct Games(Vec<Rules>);

impl Games {
    /// Opens them.
    pub(crate) fn open() -> Games {
        let names = ["chess", "knight-relay", "diplomat", "cheskers"];
        Games(names.iter().filter_map(|name| open(name, &Bundled, &[]).variant).map(Rules::new).collect())
    }
}

/// Does everything to a text. The sign is alike for texts that make the program do alike things.
pub(crate) fn run(games: &mut Games, kind: Kind, text: &str) -> String {
    match kind {
        Kind::Definition => definition(text),
        Kind::Movement => movement(text),
        Kind::Condition => condition(text),
        Kind::Fen => games.0.iter_mut().map(|rules| fen(rules, text)).collect::<Vec<_>>().join(" "),
        Kind::Moves => games.0.iter_mut().map(|rules| moves(rules, text)).collect::<Vec<_>>().join(" "),
    }
}

fn quoted(text: &str) -> (SourceMap, Spanned<String>) {
    let mut sources = SourceMap::default();
    let source = sources.add("fuzz", text);
    (sources, Spanned::new(text.to_owned(), Span::new(source, 0..text.len())))
}

/// Problems shown in every way; their codes.
fn shown(problems: &[Diagnostic], sources: &SourceMap) -> String {
    for style in [Style::Plain, Style::Coloured, Style::Short] {
        let text = render(problems, sources, style);
        assert_eq!(text.is_empty(), problems.is_empty());
        assert!(text.len() < 4_000_000, "{} bytes are said of {} problems", text.len(), problems.len());
    }
    let values = json(problems, sources);
    assert_eq!(values.as_array().map(Vec::len), Some(problems.len()));
    let codes: BTreeSet<&str> = problems.iter().map(|problem| problem.code.as_str()).collect();
    codes.into_iter().collect::<Vec<_>>().join(",")
}

/// A number as its order of magnitude.
fn size(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

fn definition(text: &str) -> String {
    let (toml, script) = text.split_once(SCRIPT).unwrap_or((text, ""));
    let scripts = [("rules.rhai".to_owned(), script.to_owned())];
    let opened = open_text("fuzz.toml", toml, &scripts, &Bundled, &[]);
    let codes = shown(&opened.diagnostics, &opened.loaded.sources);
    let Some(variant) = &opened.variant else {
        assert!(opened.diagnostics.iter().any(Diagnostic::is_error), "it does not open, and nobody says why");
        return codes;
    };
    again(&opened);
    let mut rules = Rules::new(variant.clone());
    let (_, start) = quoted(variant.start());
    let Ok((mut here, _)) = rules.position(&start) else { panic!("an opened variant has an impossible start") };
    let languages = [Language::english(variant)];
    let mut sign = codes;
    for ply in 0..PLIES {
        let moves = obeys(&mut rules, &here, &languages);
        let outcome = rules.outcome(&here, 1);
        sign.push_str(&format!(" {}{}", size(moves), if outcome.is_some() { "!" } else { "" }));
        let scene = Scene::new(variant, &here);
        assert!(!svg(&scene).is_empty());
        assert!(!drawn(&scene, TextStyle::default()).is_empty());
        let legal = rules.legal_moves(&here);
        if legal.is_empty() || outcome.is_some() || rules.context().trouble().is_some() {
            break;
        }
        here = rules.play_unchecked(&here, &legal[(text.len() + 7 * ply) % legal.len()]);
    }
    if let Some(problem) = rules.context().trouble() {
        sign.push_str(problem.code.as_str());
        let mut sources = opened.loaded.sources.clone();
        sources.add("start", "");
        shown(std::slice::from_ref(problem), &sources);
    }
    sign
}

/// The definition written whole opens again without a new word.
fn again(opened: &Opened) {
    let text = resolved(&opened.loaded);
    let scripts: Vec<(String, String)> =
        resolved_scripts(&opened.loaded).into_iter().map(|(file, text)| (file, text.to_owned())).collect();
    let again = open_text("again.toml", &text, &scripts, &Bundled, &[]);
    let problems: Vec<&Diagnostic> = again.diagnostics.iter().filter(|problem| problem.is_error()).collect();
    assert!(problems.is_empty(), "written whole it does not open: {problems:?}\n{text}");
}

/// Tries every law that is the program's own affair; how many moves there are.
fn obeys(rules: &mut Rules, here: &Position, languages: &[Language]) -> usize {
    let moves = rules.legal_moves(here).len();
    if moves > MOST_MOVES {
        return moves;
    }
    let case = Case::new(rules, here);
    match laws::hold(rules, here, &case, languages) {
        Ok(()) => {}
        // What the definition or its script does wrong.
        Err(breach) if breach.law == "end" || rules.context().trouble().is_some() => {}
        Err(breach) => {
            panic!("{breach:?} in {}", here.to_fen(rules.variant()))
        }
    }
    moves
}

fn movement(text: &str) -> String {
    let (sources, spanned) = quoted(text);
    match parse_movement(&spanned) {
        Ok(movement) => {
            let written = movement.to_string();
            let (_, again) = quoted(&written);
            match parse_movement(&again) {
                Ok(again) => assert_eq!(again.to_string(), written, "the canonical text of `{text}` is not stable"),
                Err(problems) => panic!("the canonical text `{written}` of `{text}` is refused: {problems:?}"),
            }
            for board in BOARDS {
                let letters: String = text.chars().filter(|c| !c.is_control() && !"'\\".contains(*c)).collect();
                definition(&board.replace("MOVE", &letters));
            }
            format!("{} {}", movement.terms.len(), shape(&written))
        }
        Err(problems) => shown(&problems, &sources),
    }
}

/// The letters of a text, each once.
fn shape(text: &str) -> String {
    let letters: BTreeSet<char> = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    letters.into_iter().collect()
}

/// Boards on which movements are tried.
const BOARDS: [&str; 3] = [
    "format = 1\nname = \"Flat\"\n[board]\nshape = \"rectangle\"\nfiles = 6\nranks = 6\n[pieces.man]\nmoves = 'MOVE'\n\
     [setup]\nfen = \"mm1m2/6/3m2/2M3/1M4/M1M1MM w - - 0 1\"\n",
    "format = 1\nname = \"Round\"\n[board]\nshape = \"circle\"\nrings = 3\nsectors = 8\ncentre = \"z\"\n[sides]\n\
     forward = \"script forward\"\n[pieces.man]\nmoves = 'MOVE'\n[setup]\nfen = \"1/MmMmMmMm/8/1M1m4 w - - 0 1\"\n\
     #### rules.rhai\nfn forward(side, from, to) { (from.ring < to.ring) == (side == \"white\") }\n",
    "format = 1\nname = \"Bees\"\n[board]\nshape = \"hexagon\"\nside = 3\n[pieces.man]\nmoves = 'MOVE'\n[setup]\n\
     fen = \"m1m/4/1mM2/4/M1M w - - 0 1\"\n",
];

fn condition(text: &str) -> String {
    let (sources, spanned) = quoted(text);
    let mut sign = match parse_condition(&spanned) {
        Ok(condition) => {
            let written = condition.to_string();
            let (_, again) = quoted(&written);
            match parse_condition(&again) {
                Ok(again) => assert_eq!(again.to_string(), written, "the canonical text of `{text}` is not stable"),
                Err(problems) => panic!("the canonical text `{written}` of `{text}` is refused: {problems:?}"),
            }
            shape(&written)
        }
        Err(problems) => shown(&problems, &sources),
    };
    match parse_region(&spanned) {
        Ok(region) => {
            let written = region.to_string();
            let (_, again) = quoted(&written);
            match parse_region(&again) {
                Ok(again) => assert_eq!(again.to_string(), written, "the canonical text of `{text}` is not stable"),
                Err(problems) => panic!("the canonical text `{written}` of `{text}` is refused: {problems:?}"),
            }
            sign.push_str(&shape(&written));
        }
        Err(problems) => sign.push_str(&shown(&problems, &sources)),
    }
    sign
}

fn fen(rules: &mut Rules, text: &str) -> String {
    let (sources, spanned) = quoted(text);
    match rules.position(&spanned) {
        Ok((here, notes)) => {
            shown(&notes, &sources);
            let languages = [Language::english(rules.variant())];
            // A note may say that no game leads there; then laws of play need not hold.
            let moves = if notes.is_empty() { obeys(rules, &here, &languages) } else { rules.legal_moves(&here).len() };
            let written = here.to_fen(rules.variant());
            let (_, again) = quoted(&written);
            match rules.position(&again) {
                Ok((again, _)) => assert_eq!(again.to_fen(rules.variant()), written, "the FEN `{text}` is not stable"),
                Err(problems) => panic!("`{written}`, written for `{text}`, is refused: {problems:?}"),
            }
            format!("{}", size(moves))
        }
        Err(problems) => shown(&problems, &sources),
    }
}

fn moves(rules: &mut Rules, text: &str) -> String {
    let (_, start) = quoted(rules.variant().start());
    let Ok((here, _)) = rules.position(&start) else { panic!("a bundled game has an impossible start") };
    let legal = rules.legal_moves(&here);
    let language = Language::english(rules.variant());
    let word = text.lines().next().unwrap_or("");
    let sign = match read(rules, &here, &legal, word, &language) {
        Ok(number) => format!("move {number}"),
        Err(why) => {
            assert!(why.to_string().len() < 4000 + 8 * word.len());
            why.to_string().chars().filter(|c| c.is_alphabetic()).take(24).collect()
        }
    };
    let (sources, _) = quoted(text);
    match pgn::read(rules, SourceId(0), text) {
        Ok(game) => {
            let written = pgn::write(rules, &game, &language, &[]);
            match pgn::read(rules, SourceId(0), &written) {
                Ok(again) => assert_eq!(again.position(), game.position(), "the game is not the same when read back"),
                Err(problems) => panic!("the game written for `{text}` is refused: {problems:?}\n{written}"),
            }
            format!("{sign} {}", size(game.plies().len()))
        }
        Err(problems) => format!("{sign} {}", shown(&problems, &sources)),
    }
}
