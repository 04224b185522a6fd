//! What does not go together in, what to say of it out: words with the values they were given, operators, comparisons.

use crate::diagnostic::Code;
use crate::script::lexicon::{Word, gone, named};
use crate::script::problem::{Known, Problem, cannot_be_set, hint};
use crate::script::types::Type;

/// The operators that compare.
pub(super) const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// The error of comparing values of types that have nothing in common.
pub(super) fn apart(a: Type, b: Type) -> Problem {
    let [a_name, b_name] = [a, b].map(Type::name);
    match (a_name, b_name) {
        ("Square", other) | (other, "Square") => unlike_squares("a square", other),
        ("Squares", other) | (other, "Squares") => unlike_squares("a set", other),
        ("()", _) | (_, "()") => {
            let other = if a_name == "()" { b } else { a };
            Problem::new(Code::UnlikeValues, format!("{} is compared with nothing", other.words()))
                .label("the answer would always be the same")
                .help("only a variable may be `()`; `kind`, `side` and `way` are `\"\"` for none")
        }
        _ => unlike(a, b),
    }
}

/// The error of comparing values of two types, as the engine or Rust names them.
pub(super) fn compared(a: &str, b: &str) -> Problem {
    unlike(Type::named(a), Type::named(b))
}

/// The error of comparing values of two types, or of one that has no order.
pub(super) fn unlike(a: Type, b: Type) -> Problem {
    let (a, b) = (a.words(), b.words());
    let problem = Problem::new(Code::UnlikeValues, format!("{a} is compared with {b}"));
    if a == b {
        return problem
            .label("neither is the greater one")
            .help("compare numbers: the `rank` or `file` of a square, the `count` of a set");
    }
    problem
        .label("the answer would always be the same")
        .help("compare values of one sort: `rank`, `file` and `count` are numbers, `kind` and `side` are strings")
}

/// The error of comparing squares with something else, of a type as the engine names it.
pub(super) fn unlike_squares(what: &str, other: &str) -> Problem {
    let (found, help) = match other {
        "()" => ("nothing", "a square off the board is not `()`: ask `.exists`"),
        "string" | "char" => ("a string", "compare its `.kind`, or ask `.is_a(\"...\")`"),
        "i64" => ("a number", "compare its `.rank`, `.file`, `.ring` or `.sector`"),
        "bool" => ("true or false", "ask one of its questions, such as `.exists` or `.is_empty`"),
        _ => ("something else", "compare squares with squares"),
    };
    Problem::new(Code::UnlikeValues, format!("{what} is compared with {found}, so the answer would always be no"))
        .help(help)
}

/// The error of comparing two sets.
pub(super) fn two_sets() -> Problem {
    Problem::new(Code::UnlikeValues, "two sets are compared").help("compare their `.count`, or ask `(a - b).none`")
}

/// What is wrong with so many steps.
pub(super) fn bad_step(n: i64) -> Option<Problem> {
    (!(0..=255).contains(&n)).then(|| {
        Problem::new(Code::BadNumber, format!("a step of {n} is not possible")).label("steps are counted from 0 to 255")
    })
}

/// What is wrong with a leap.
pub(super) fn bad_leap(across: i64, ahead: i64) -> Option<Problem> {
    let is_small = |n: i64| (-15..=15).contains(&n);
    (!is_small(across) || !is_small(ahead)).then(|| {
        Problem::new(Code::BadNumber, format!("a leap of {across}, {ahead} is too long"))
            .help("each number must lie between -15 and 15")
    })
}

/// A call that nothing answered, as the engine writes it: `put (Move, i64, Square)`.
pub(super) fn refused(signature: &str, known: &Known) -> Problem {
    let (name, types) = signature.trim().split_once(" (").unwrap_or((signature.trim(), ""));
    let types: Vec<&str> = types.strip_suffix(')').unwrap_or(types).split(", ").collect();
    let types: Vec<Type> = types.into_iter().filter(|name| !name.is_empty()).map(Type::named).collect();
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return operator(name, &types);
    }
    if known.is_scripted(name)
        && named(name).next().is_none()
        && let Some(problem) = known.miscounted(name, types.len())
    {
        return problem;
    }
    let Some((receiver, values)) = types.split_first() else { return unknown(name, None, known) };
    let own: Vec<&'static Word> = named(name).filter(|word| receiver.meets(word.of)).collect();
    let Some(like) = own.iter().find(|word| word.takes.len() == values.len()) else {
        return if own.is_empty() {
            unknown(name, Some(*receiver), known)
        } else {
            miscounted(name, &own, values.len())
        };
    };
    let miss = like.takes.iter().zip(values).find(|((_, taken), found)| !found.meets(*taken));
    match miss {
        Some(((_, taken), found)) => unfit(name, like, *taken, *found),
        None => Problem::new(Code::WrongType, format!("`{name}` does not take these values"))
            .label(format!("expected `{}`", like.written())),
    }
}

/// A property that a value has not, as the engine writes it.
pub(super) fn no_property(text: &str, known: &Known) -> Problem {
    let mut quoted = text.split(['\'', '`']).skip(1).step_by(2);
    let name = quoted.next().unwrap_or(text);
    if text.contains("setter") && named(name).next().is_some() {
        return cannot_be_set(name);
    }
    unknown(name, quoted.next().map(Type::named), known)
}

/// A word that is not there: of this value, or at all.
pub(super) fn unknown(name: &str, receiver: Option<Type>, known: &Known) -> Problem {
    let Some(receiver) = receiver else {
        return hint(Problem::new(Code::UnknownWord, format!("there is no `{name}` here")), name, known);
    };
    let own = receiver.words();
    let problem =
        Problem::new(Code::UnknownWord, format!("{own} has no `{name}`")).label(format!("not a word of {own}"));
    let has_owners = named(name).any(|word| word.of != receiver);
    let is_plain = receiver.meets(Type::LIST.or(Type::MAP).or(Type::NUMBER).or(Type::STRING));
    if let Some(instead) = gone(name).filter(|_| is_plain || !has_owners) {
        return problem.help(instead);
    }
    let mut owners: Vec<&str> = named(name).map(|word| word.of.words()).filter(|owner| *owner != own).collect();
    owners.dedup();
    match owners.as_slice() {
        [] => hint(problem, name, known),
        owners => problem.help(format!("`{name}` is a word of {}", owners.join(" and of "))),
    }
}

pub(super) fn operator(name: &str, types: &[Type]) -> Problem {
    let values: Vec<&str> = types.iter().map(|one| one.words()).collect();
    let problem = Problem::new(Code::WrongType, format!("`{name}` does not go with {}", values.join(" and ")))
        .label("these values have no such operation");
    match (name, types) {
        ("!", [Type::NUMBER]) => problem.help("compare the number, as in `... == 0`"),
        ("+" | "-", [Type::SQUARE, _]) => {
            problem.help("go from square to square with `step(direction)` or `leap(across, ahead)`")
        }
        _ => problem,
    }
}

pub(super) fn miscounted(name: &str, words: &[&Word], n: usize) -> Problem {
    let counts = words.iter().map(|word| word.takes.len()).collect();
    let mut written: Vec<String> = words.iter().map(|word| format!("`{}`", word.written())).collect();
    written.dedup();
    count_of(name, counts, n).label(format!("expected {}", written.join(" or ")))
}

fn count_of(name: &str, mut counts: Vec<usize>, n: usize) -> Problem {
    counts.sort_unstable();
    counts.dedup();
    let wanted = match counts.as_slice() {
        [0] => "no value".to_owned(),
        [1] => "1 value".to_owned(),
        _ => format!("{} values", counts.iter().map(usize::to_string).collect::<Vec<String>>().join(" or ")),
    };
    let given = if n == 0 { "none".to_owned() } else { n.to_string() };
    Problem::new(Code::WrongParameters, format!("`{name}` takes {wanted}, not {given}"))
}

pub(super) fn unfit(name: &str, word: &Word, taken: Type, found: Type) -> Problem {
    let wanted = match taken {
        Type::ACTED_ON => "a square or a set of squares",
        one => one.words(),
    };
    let problem = Problem::new(Code::WrongType, format!("`{name}` takes {wanted}, not {}", found.words()))
        .label(format!("expected `{}`", word.written()));
    match found.meets(Type::STRING) && taken.meets(Type::SQUARE) {
        true => problem
            .help("squares are not named in scripts, for a rule holds for both sides: begin with `mv.target` or `piece`, and `step(direction)` from there, or ask for a region: `within(region)`"),
        false => problem,
    }
}

impl Known {
    /// Whether the scripts have a function of this name.
    pub(super) fn is_scripted(&self, name: &str) -> bool {
        self.functions.iter().any(|(own, _)| own == name)
    }

    /// What is wrong where a function of the script is given so many values.
    pub(super) fn miscounted(&self, name: &str, n: usize) -> Option<Problem> {
        let counts: Vec<usize> =
            self.functions.iter().filter(|(own, _)| own == name).map(|(_, count)| *count).collect();
        (!counts.contains(&n)).then(|| count_of(name, counts, n).label("a function of the script"))
    }
}
