//! Names of new variants: a word in; whether it will do, with a better one, out.

use crate::definition::loader::Library;
use crate::diagnostic::{Code, Diagnostic};

/// The longest name.
const LONGEST: usize = 40;

/// Checks the name of a new folder: small letters, digits and `-`, a letter first, and not that of a bundled variant.
///
/// # Errors
/// The name will not do, with a suggestion where one can be made.
pub fn check_name(name: &str, library: &dyn Library) -> Result<(), Box<Diagnostic>> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let good = (2..=LONGEST).contains(&name.len())
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(fits)
        && !name.ends_with('-')
        && !name.contains("--");
    if !good {
        let problem = Diagnostic::error(Code::DraftName, format!("`{name}` cannot be the name of a variant"))
            .help(format!("a name has 2 to {LONGEST} small letters, digits and `-`, and begins with a letter"));
        return Err(Box::new(match proper(name).filter(|near| library.find(near).is_none()) {
            Some(near) => problem.help(format!("write `{near}`")),
            None => problem,
        }));
    }
    if library.find(name).is_some() {
        return Err(Box::new(
            Diagnostic::error(
                Code::DraftName,
                format!("`{name}` is the name of a bundled variant, which would be opened instead"),
            )
            .help(format!("write `my-{name}`, or any other name")),
        ));
    }
    Ok(())
}

/// The nearest name that will do.
fn proper(name: &str) -> Option<String> {
    let mut near = String::new();
    for letter in name.chars().flat_map(char::to_lowercase) {
        match letter {
            letter if letter.is_ascii_lowercase() => near.push(letter),
            digit if digit.is_ascii_digit() && !near.is_empty() => near.push(digit),
            other if !other.is_alphanumeric() && !near.is_empty() && !near.ends_with('-') => near.push('-'),
            _ => {}
        }
        if near.len() == LONGEST {
            break;
        }
    }
    let near = near.trim_end_matches('-').to_owned();
    (near.len() >= 2).then_some(near)
}

/// The name for people: `king-of-hearts` becomes `King Of Hearts`.
#[must_use]
pub fn title_of(name: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
        format!("{first}{}", letters.as_str())
    };
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}
