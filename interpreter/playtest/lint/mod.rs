//! Design lints: an opened definition in; warnings of what is allowed but looks like a slip, out. What an author means
//! is named in `[allow]`; what is named there and does not occur is warned of, too.

mod absent;
mod ends;
mod idle;
mod reach;
mod start;
mod texts;

use crate::check::model::CheckedDefinition;
use crate::definition::LONG_GAMES;
use crate::diagnostic::{Code, Diagnostic};
use crate::open::Opened;
use crate::rules::Stop;
use crate::variant::Variant;

/// The codes that `[allow]` may name.
pub use crate::definition::LINTS;

/// The codes of those that count only where they are found with each value of the options.
pub const COMMON: [Code; 2] = [Code::AbsentPiece, Code::IdleAllow];

/// Every warning that is not allowed; none on the sign to stop.
#[must_use]
pub fn lint(opened: &Opened, stop: &Stop) -> Vec<Diagnostic> {
    let (Some(checked), Some(variant)) = (&opened.checked, &opened.variant) else { return Vec::new() };
    let mut found = absent::absent(checked);
    found.extend(all(checked, variant, stop));
    if stop.is_given() {
        return Vec::new();
    }
    let allow = &checked.definition.allow;
    let occurs = |code: &str, found: &[Diagnostic]| found.iter().any(|problem| problem.code == code);
    let idle: Vec<Diagnostic> = allow
        .iter()
        .filter(|(code, _)| !occurs(code, &found) && *code != LONG_GAMES)
        .map(|(code, entry)| {
            Diagnostic::warning(Code::IdleAllow, format!("`{code}` is allowed, but does not occur"))
                .at(entry.key)
                .label("nothing to allow")
                .help("remove it")
        })
        .collect();
    found.retain(|problem| !allow.contains_key(problem.code.as_str()));
    let allowable = |problem: Diagnostic| {
        let code = problem.code;
        problem.help(format!("where it is meant, say so: `[allow]` with `{code} = \"why\"`"))
    };
    found.into_iter().map(allowable).chain(idle).collect()
}

fn all(checked: &CheckedDefinition, variant: &Variant, stop: &Stop) -> Vec<Diagnostic> {
    let mut found = reach::pieces(checked);
    found.extend(idle::movements(checked));
    found.extend(texts::texts(checked));
    found.extend(ends::ends(checked));
    found.extend(start::start(checked, variant, stop));
    found.extend(start::uneven(checked));
    found
}

/// Squares by name, shortened where there are many.
fn squares(checked: &CheckedDefinition, squares: &[usize]) -> String {
    const MOST: usize = 12;
    let name = |square: &usize| checked.board.name(crate::board::Square(*square as u8)).to_owned();
    let mut text = squares.iter().take(MOST).map(name).collect::<Vec<_>>().join(" ");
    if squares.len() > MOST {
        text.push_str(&format!(" and {} more", squares.len() - MOST));
    }
    text
}
