//! A name that a definition gives in; a problem out if it could not be written elsewhere.

use super::condition::{self, Reading};
use super::noted::Problems;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;

/// What a definition gives a name to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    Piece,
    Region,
    Power,
}

/// Notes a name that cannot stand in movements, conditions and regions: small letters, digits, `-` and `_`, a letter
/// first, and nothing that the grammar there reads as a word of its own.
pub(crate) fn check_name(what: Named, name: &str, key: Span, out: &Problems) {
    let kind = match what {
        Named::Piece => "piece",
        Named::Region => "region",
        Named::Power => "power",
    };
    out.note(|record| record.name(kind));
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    let formed = name.len() >= 2 && name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(letters);
    let reading = match what {
        Named::Region => condition::reading_of_region(name),
        Named::Piece if !condition::is_read_as_kind(name) => Reading::Word,
        Named::Piece | Named::Power => Reading::Name,
    };
    let problem = |label: &str| {
        let message = format!("`{name}` cannot be the name of a {kind}");
        Diagnostic::error(Code::BadName, message).at(key).label(label)
    };
    out.extend(match reading {
        _ if !formed => {
            Some(problem("not a name").help("use two or more small letters, digits, `-` and `_`, a letter first"))
        }
        Reading::Name => None,
        Reading::Squares => {
            Some(problem("reads as a square").help("choose a name that does not look like a square, such as `home`"))
        }
        Reading::Word => {
            Some(problem("a word of conditions and regions").help(format!("choose another, such as `{name}-{kind}`")))
        }
    });
}
