//! Tests of a definition that cannot be played yet: what they name in, what is not there out. Those of one that can be
//! played are played, and say more.

use crate::check::Checker;
use crate::diagnostic::{Code, Diagnostic};
use std::sync::Arc;

impl Checker<'_> {
    /// Positions and squares of tests.
    pub(super) fn tests(&mut self, letters: &[char]) {
        let definition = Arc::clone(self.definition);
        for test in &definition.tests {
            if let Some(fen) = &test.fen {
                let (_, problems) = self.fen(fen, letters, None);
                self.problems.extend(problems);
            }
            if let Some(name) = test.of.as_ref().filter(|name| self.board.square(&name.value).is_none()) {
                let message = format!("`{}`: there is no square `{}`", test.name.value, name.value);
                let near = self.board.squares().map(|square| self.board.name(square));
                let near = crate::diagnostic::nearest(&name.value, near);
                let problem = Diagnostic::error(Code::TestSquare, message).at(name.span).label("no such square");
                self.say(match near {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem,
                });
            }
        }
    }
}
