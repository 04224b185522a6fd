//! Compiled scripts in, what their text shows to be wrong out, before anything runs.

pub(super) mod advice;
pub(super) mod barred;
pub(super) mod copies;
mod gaps;
mod mistakes;
mod runs;
pub(super) mod types;
pub(super) mod words;

use crate::diagnostic::Diagnostic;
use crate::script::answer::HookId;
use crate::script::hook::{HookKind, Role};
use crate::script::names::Extent;
use crate::script::program::{AsWritten, Program};
use types::Types;

impl Program {
    /// What the types of values show to go wrong in functions as they are called, whether they ever come to it or not:
    /// `hooks` are called as such, `forward` with a side and two cells.
    #[must_use]
    pub fn check_types(&self, hooks: &[(HookId, HookKind)], forward: Option<&str>, extent: &Extent) -> Vec<Diagnostic> {
        if self.names.in_part {
            return Vec::new();
        }
        let called = hooks.iter().map(|(hook, kind)| {
            let function = self.function(*hook);
            (function.name.clone(), function.n_params, Role::Hook(*kind))
        });
        let forward = forward.map(|name| (name.to_owned(), 3, Role::Forward));
        let board = ("board".to_owned(), 1, Role::Board);
        let roles: Vec<_> = called.chain(forward).chain([board]).collect();
        let AsWritten { bodies, constants } = &*self.as_written;
        let types = Types::new(bodies, constants, (&self.names, &self.known, extent));
        let told = types.told(&roles).into_iter();
        let told = told.filter_map(|(at, problem)| Some(problem.diagnostic(self.layout.span(at)?)));
        told.chain(self.sure_gaps(hooks)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::types::Types;
    use crate::script::names::Extent;
    use crate::script::names::Names;
    use crate::script::problem::Known;
    use crate::script::syntax::bodies;
    use rhai::{Array, Engine};

    #[test]
    fn what_the_text_shows_of_comparisons_is_enough() {
        let engine = Engine::new();
        let constants = [("LIST".to_owned(), Array::new().into())].into();
        for (text, expected) in [
            ("fn a(p) { p.rank == 3 && p.kind != \"pawn\" }", true),
            ("fn a(p) { let n = 0; for s in p.around { n += 1; } n > 3 }", true),
            ("fn a(p) { let n = p.rank; let m = n * 2 - 1; m <= n }", true),
            ("fn a(p) { p.square == p.step(\"left\") && p.count() >= -1 }", true),
            ("fn a(p) { p.rank == \"3\" }", false),
            ("fn a(p, n) { n == 3 }", true),
            ("fn a(side, f, t) { side == \"white\" && b(side, f.rank) } fn b(s, n) { s == \"black\" && n > 3 }", true),
            ("fn a(side, f, t) { side == \"white\" && b(f.rank, side) } fn b(s, n) { s == \"black\" }", false),
            ("fn a(side, f, t) { side == 3 }", false),
            (
                "fn a(p) { b(p.rank) == 2 } fn b(n) { if n > 3 { return 1; } let m = if n > 1 { n } else { 7 - n }; m }",
                true,
            ),
            (
                "fn a(p) { b(p.rank) == 2 } fn b(n) { let m = if n > 2 { n - 2 } else { 2 - n }; if m > 1 { 4 } else { m } }",
                true,
            ),
            ("fn a(p) { b(p.rank) == 2 } fn b(n) { if n > 3 { return p.kind; } n }", false),
            ("fn a(p) { b(p.rank) == 2 } fn b(n) { if n > 3 { \"x\" } else { 1 } }", false),
            ("fn a(p) { b(p) == 2 } fn b(p) { switch p.rank { 1 => \"x\", _ => 1 } }", false),
            ("fn a(p) { c(p.rank) } fn c(n) { if n == 0 { 0 } else { c(n - 1) } }", true),
            ("fn a(p) { [p.kind].map(|n| n == 1) }", false),
            ("fn a(p) { b(|n| n == p.rank, p.kind) } fn b(f, k) { f.call(k) }", false),
            ("fn a(p) { b(p.rank) && p.around.all(|s| s.kind == \"x\") } fn b(n) { n == 1 }", true),
            ("fn a(p) { let n = 2; p.around.all(|s| s.rank == n) }", true),
            ("fn a(p) { let n = 2; p.around.all(|s| s.kind == n) }", false),
            ("fn a(p) { let t = false; for i in 0..p.rank { t = i == 2; } t }", true),
            ("fn a(p) { (p.rank > 2) == (p.moved && p.exists) }", true),
            ("fn a(p) { let n = 0; if p.moved { n = \"x\"; } n == 0 }", false),
            ("fn a(p) { let m = LIST; let LIST = 1; m == 1 }", false),
            ("fn a(p) { [1, 2].contains(p.rank) && p.rank in [1, 2] }", true),
            ("fn a(p) { let m = #{ rank: \"a\" }; m.rank == 1 }", false),
            ("fn a(p) { [1] == [2] && [1] != 1 }", false),
        ] {
            let ast = engine.compile(text).unwrap();
            let (bodies, names, known) = (bodies(&ast), Names::default(), Known::default());
            let types = Types::new(&bodies, &constants, (&names, &known, &Extent::UNKNOWN));
            assert_eq!(types.all_alike(), expected, "{text}");
        }
    }
}
