//! The variant a command is about: a name and options in, rules and positions out, or the problems to report.

use crate::args::Choice;
use crate::output::{Problems, complain, numbered};
use heterodox::bundled::Bundled;
use heterodox::definition::loader::Loaded;
use heterodox::diagnostic::render::{Style, render};
use heterodox::diagnostic::{Diagnostic, Severity};
use heterodox::open::open;
use heterodox::position::Position;
use heterodox::rules::Rules;
use heterodox::source::{Span, Spanned};
use heterodox::variant::Variant;

/// A variant opened, with the texts that problems point into.
pub(crate) struct Subject {
    /// The files, and what was given on the command line.
    pub(crate) loaded: Loaded,
    /// Its rules.
    pub(crate) rules: Rules,
}

impl Subject {
    /// Opens what was chosen.
    pub(crate) fn open(choice: &Choice) -> anyhow::Result<Subject> {
        let opened = open(&choice.variant, &Bundled, &choice.options.list);
        let Some(variant) = opened.variant else {
            return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
        };
        let warnings = opened.diagnostics.iter().filter(|problem| problem.severity == Severity::Warning).count();
        if warnings > 0 {
            let (name, count) = (&choice.variant, numbered(warnings, "warning"));
            complain(&format!("note: {count}; `heterodox validate {name}` shows what about\n"));
        }
        Ok(Subject { loaded: opened.loaded, rules: Rules::new(variant) })
    }

    /// The variant.
    pub(crate) fn variant(&self) -> Variant {
        self.rules.variant().clone()
    }

    /// Text from the command line as a source of its own, so that problems can point into it.
    pub(crate) fn quote(&mut self, label: &str, text: &str) -> Spanned<String> {
        let source = self.loaded.sources.add(label, text);
        Spanned::new(text.to_owned(), Span::new(source, 0..text.len()))
    }

    /// The position of `--fen`, or the start.
    pub(crate) fn position(&mut self, fen: Option<&str>) -> anyhow::Result<Position> {
        let start = self.rules.variant().start().to_owned();
        let quoted = match fen {
            Some(fen) => self.quote("--fen", fen),
            None => self.quote("start", &start),
        };
        match self.rules.position(&quoted) {
            Ok((position, notes)) => {
                if fen.is_some() && !notes.is_empty() {
                    complain(&render(&notes, &self.loaded.sources, Style::Coloured));
                }
                Ok(position)
            }
            Err(list) => Err(self.problems(list)),
        }
    }

    /// Problems as an error that ends the command.
    pub(crate) fn problems(&self, list: Vec<Diagnostic>) -> anyhow::Error {
        Problems { list, sources: self.loaded.sources.clone() }.into()
    }

    /// Fails if a script had trouble while the rules were asked; `moves` are those that led there.
    pub(crate) fn no_trouble(&self, moves: &[String]) -> anyhow::Result<()> {
        match self.rules.context().trouble() {
            Some(problem) => Err(self.problems(vec![after_moves(problem.clone(), moves)])),
            None => Ok(()),
        }
    }
}

/// A problem that came up in play, with the moves that led there.
pub(crate) fn after_moves(problem: Diagnostic, moves: &[String]) -> Diagnostic {
    problem.help(if moves.is_empty() {
        "it came up in the position itself, before any move".to_owned()
    } else {
        format!("it came up after `{}`", moves.join(" "))
    })
}
