//! The variant a command is about: a name and options in, rules and positions out, or the problems to report.

use crate::args::{Choice, Start};
use crate::format::Format;
use crate::output::{Problems, complain, numbered, quoted, remark};
use crate::words::led;
use heterodox::bundled::Bundled;
use heterodox::definition::Definition;
use heterodox::definition::loader::{Library, Loaded};
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::{Code, Diagnostic, Severity, nearest, unseen};
use heterodox::game::Game;
use heterodox::notation::Language;
use heterodox::open::{Opened, examine, open};
use heterodox::playtest::placed;
use heterodox::position::Position;
use heterodox::rules::Rules;
use heterodox::source::{SourceMap, Span, Spanned, hidden};
use heterodox::variant::Variant;
use serde_json::Value;

/// A variant opened, with the texts that problems point into.
pub(crate) struct Subject {
    /// The name under which it is bundled, if it is.
    bundled: Option<String>,
    /// The files, and what was given on the command line.
    pub(crate) loaded: Loaded,
    /// Its rules.
    pub(crate) rules: Rules,
    /// How problems are shown.
    format: Format,
    /// What was found that does not end the command.
    remarks: Vec<Diagnostic>,
}

impl Subject {
    /// Opens what was chosen.
    pub(crate) fn open(choice: &Choice) -> anyhow::Result<Subject> {
        let opened = open_named(&choice.variant, &choice.options.list);
        let Some(variant) = opened.variant else {
            return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
        };
        let format = choice.report.format();
        remark_loaded(&choice.variant, &opened.diagnostics, &opened.loaded.sources, format);
        let bundled = Bundled.names().into_iter().find(|name| *name == choice.variant);
        let mut rules = Rules::new(variant);
        rules.bound_scripts();
        Ok(Subject { bundled, loaded: opened.loaded, rules, format, remarks: opened.diagnostics })
    }

    /// The variant.
    pub(crate) fn variant(&self) -> Variant {
        self.rules.variant().clone()
    }

    /// What it can be opened by, if it is bundled, else what it is called.
    pub(crate) fn title(&self) -> &str {
        self.bundled.as_deref().unwrap_or_else(|| self.rules.variant().name())
    }

    /// Text from the command line as a source of its own, so that problems can point into it.
    pub(crate) fn quote(&mut self, label: &str, text: &str) -> Spanned<String> {
        let source = self.loaded.sources.add(label, text);
        Spanned::new(text.to_owned(), Span::new(source, 0..text.len()))
    }

    /// The same of an argument, in which all must be seen.
    fn argument(&mut self, label: &str, text: &str) -> anyhow::Result<Spanned<String>> {
        let quoted = self.quote(label, text);
        match hidden(text) {
            None => Ok(quoted),
            Some((at, character)) => {
                let place = quoted.span.part(at..at + character.len_utf8());
                Err(self.problems(vec![unseen(character).at(place)]))
            }
        }
    }

    /// The position of `--fen`, or the start.
    pub(crate) fn position(&mut self, fen: Option<&str>) -> anyhow::Result<Position> {
        let start = self.rules.variant().start().to_owned();
        let quoted = match fen {
            Some(fen) => self.argument("--fen", fen)?,
            None => self.quote("start", &start),
        };
        match self.rules.position(&quoted) {
            Ok((position, notes)) => {
                if fen.is_some() {
                    remark(&notes, &self.loaded.sources, self.format);
                    self.remarks.extend(notes);
                }
                Ok(position)
            }
            Err(list) => Err(self.problems(list)),
        }
    }

    /// The language of a code.
    pub(crate) fn language(&self, code: &str) -> anyhow::Result<Language> {
        let variant = self.rules.variant();
        Language::of(variant, code).ok_or_else(|| {
            let known = Language::codes(variant);
            let problem = Diagnostic::error(Code::UnknownLanguage, format!("there is no language `{code}` here"));
            let problem = match nearest(code, known.iter().map(String::as_str)) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem.help(format!("there are {}", in_backticks(&known))),
            };
            Problems::one(problem).into()
        })
    }

    /// The game that `--fen` and `--after` lead to.
    pub(crate) fn game(&mut self, start: &Start, language: &Language) -> anyhow::Result<Game> {
        let position = self.position(start.fen.as_deref())?;
        let mut game = Game::new(&mut self.rules, position);
        let Some(after) = &start.after else { return Ok(game) };
        let quoted = self.argument("--after", after)?;
        for (at, word) in words(after) {
            self.rules.bound_scripts();
            let side = game.position().turn();
            let number = game.plies().len() + 1;
            if let Err(why) = game.play_text(&mut self.rules, word, language) {
                self.no_trouble(&led(&game))?;
                let problem = Diagnostic::error(Code::IllegalMove, format!("move {number} of `--after`: {why}"))
                    .at(quoted.span.part(at..at + word.len()))
                    .label(format!("{side} cannot play this"));
                let joined = word.contains([',', ';']);
                let problem = if joined { problem.help("write spaces between moves") } else { problem };
                let fen = game.position().to_fen(self.rules.variant());
                return Err(self.problems(vec![problem.help(format!("the position is `{fen}`"))]));
            }
        }
        Ok(game)
    }

    /// What was found that does not end the command, for programs.
    pub(crate) fn remarks_json(&self) -> Value {
        json(&self.remarks, &self.loaded.sources)
    }

    /// Problems as an error that ends the command.
    pub(crate) fn problems(&self, list: Vec<Diagnostic>) -> anyhow::Error {
        Problems { list, sources: self.loaded.sources.clone() }.into()
    }

    /// Fails if a script had trouble while the rules were asked; `moves` are those that led there.
    pub(crate) fn no_trouble(&self, moves: &[String]) -> anyhow::Result<()> {
        match self.rules.context().trouble() {
            Some(problem) => {
                Err(self.problems(vec![after_moves(problem.clone(), moves, self.rules.variant().definition())]))
            }
            None => Ok(()),
        }
    }
}

/// Says that there is something to be said of a definition that opens; in short format, what.
pub(crate) fn remark_loaded(name: &str, found: &[Diagnostic], sources: &SourceMap, format: Format) {
    let warnings = found.iter().filter(|problem| problem.severity == Severity::Warning).count();
    if format == Format::Short {
        remark(found, sources, format);
    } else if warnings > 0 {
        let count = numbered(warnings, "warning");
        complain(&format!("note: {count}; `heterodox validate {}` shows what about\n", quoted(name)));
    }
}

/// A problem that came up in play, with the moves that led there.
pub(crate) fn after_moves(problem: Diagnostic, moves: &[String], definition: &Definition) -> Diagnostic {
    placed(problem, definition).help(if moves.is_empty() {
        "it came up in the position itself or in a move tried from it, before any was made".to_owned()
    } else {
        format!("it came up after `{}`", moves.join(" "))
    })
}

/// Opens a definition; where there is none of this name, says which are bundled.
pub(crate) fn open_named(target: &str, options: &[(String, String)]) -> Opened {
    listed(open(target, &Bundled, options))
}

/// The same for a check, which also tries the functions of its scripts out.
pub(crate) fn examine_named(target: &str, options: &[(String, String)]) -> Opened {
    listed(examine(target, &Bundled, options))
}

fn listed(mut opened: Opened) -> Opened {
    for problem in &mut opened.diagnostics {
        let listed = problem.help.iter().any(|help| help.contains("bundled are"));
        if problem.code == Code::NotFound && problem.primary.is_none() && !listed {
            problem.help.push(format!("bundled are {}", in_backticks(&Bundled.names())));
        }
    }
    opened
}

fn in_backticks(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// The moves of a text with the byte where each begins; numbers of moves (`1.`, `3...`) are passed over.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace().filter_map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let dots = word[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let skipped = if digits > 0 && dots > 0 { digits + dots } else { 0 };
        (skipped < word.len()).then(|| (start + skipped, &word[skipped..]))
    })
}
