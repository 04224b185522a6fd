//! Calls in, what is wrong with their values out: before a script runs as far as its text shows, and when it failed.

use crate::diagnostic::Code;
use crate::script::lexicon::{Takes, gives, gone, named, parameters, sort};
use crate::script::problem::{Known, Problem, cannot_be_set, hint};
use crate::script::squares::unlike_squares;
use rhai::{Expr, FnCallExpr, Position};

/// The operators that compare.
pub(super) const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// What the text of a call shows to be wrong with its values, and where.
pub(super) fn misfit(call: &FnCallExpr, at: Position, is_method: bool, known: &Known) -> Option<(Position, Problem)> {
    let name = call.name.as_str();
    let is_word = named(name).next().is_some();
    if known.is_scripted(name) {
        let problem = known.miscounted(name, call.args.len())?;
        if !is_word {
            let takes_receiver = is_method && known.miscounted(name, call.args.len() + 1).is_none();
            let help = format!("write `{name}(...)` with all its values in the brackets");
            return Some((at, if takes_receiver { problem.help(help) } else { problem }));
        }
    }
    if !is_method && call.args.is_empty() {
        return None;
    }
    let values = if is_method { &call.args[..] } else { &call.args[1..] };
    let written: Vec<(&str, &str)> = named(name).map(|(receiver, word, _)| (receiver, word)).collect();
    if !is_word {
        return None;
    }
    let like: Vec<(&str, &str)> =
        written.iter().copied().filter(|(_, word)| parameters(word).len() == values.len()).collect();
    if like.is_empty() {
        let words: Vec<&str> = written.iter().map(|(_, word)| *word).collect();
        return Some((at, miscounted(name, &words, values.len())));
    }
    values.iter().enumerate().find_map(|(place, value)| {
        let found = literal(value)?;
        let wanted = like.iter().map(|(receiver, word)| Takes::of(receiver, parameters(word)[place]));
        let misses: Option<Vec<Takes>> = wanted.map(|takes| takes.filter(|takes| !takes.fits(found))).collect();
        let takes = *misses?.first()?;
        Some((value.position(), unfit(name, like[0].1, takes, found)))
    })
}

/// `piece.rank == "8"`: two sorts of values, where the text shows it.
pub(super) fn unlike(call: &FnCallExpr) -> Option<Problem> {
    let is_comparison = COMPARISONS.contains(&call.name.as_str());
    let [a, b] = call.args.as_slice() else { return None };
    let (a, b) = (shown(a)?, shown(b)?);
    (is_comparison && a != b && ![a, b].contains(&"()")).then(|| compared(a, b))
}

/// The error of comparing two sorts of values that have nothing in common.
pub(super) fn apart(a: &str, b: &str) -> Problem {
    match (a, b) {
        ("Square", other) | (other, "Square") => unlike_squares("a square", other),
        ("Squares", other) | (other, "Squares") => unlike_squares("a set", other),
        ("()", other) | (other, "()") => {
            Problem::new(Code::UnlikeValues, format!("{} is compared with nothing", sort(other)))
                .label("the answer would always be the same")
                .help("only a variable may be `()`; `kind`, `side` and `way` are `\"\"` for none")
        }
        _ => compared(a, b),
    }
}

/// The error of comparing two sorts of values, or two of a sort that has no order.
pub(super) fn compared(a: &str, b: &str) -> Problem {
    let (a, b) = (sort(a), sort(b));
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

/// The type of a value as far as the text shows it.
fn shown(value: &Expr) -> Option<&'static str> {
    match value {
        Expr::Dot(x, ..) => shown(&x.rhs),
        Expr::Property(x, _) => gives(&x.2),
        Expr::MethodCall(call, _) if call.args.is_empty() => gives(&call.name),
        other => literal(other),
    }
}

/// The type of a value that is written out, as the engine names it.
pub(super) fn literal(value: &Expr) -> Option<&'static str> {
    Some(match value {
        Expr::StringConstant(..) | Expr::InterpolatedString(..) => "string",
        Expr::IntegerConstant(..) => "i64",
        Expr::BoolConstant(..) => "bool",
        Expr::CharConstant(..) => "char",
        Expr::Unit(..) => "()",
        Expr::Array(..) => "array",
        Expr::Map(..) => "map",
        _ => return None,
    })
}

/// A call that nothing answered, as the engine writes it: `put (Move, i64, Square)`.
pub(super) fn refused(signature: &str, known: &Known) -> Problem {
    let (name, types) = signature.trim().split_once(" (").unwrap_or((signature.trim(), ""));
    let types: Vec<&str> =
        types.strip_suffix(')').unwrap_or(types).split(", ").filter(|name| !name.is_empty()).collect();
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
    // The engine names a string by all the types that hold one.
    let receiver = if sort(receiver) == "a string" { &"string" } else { receiver };
    let own: Vec<&str> = named(name).filter(|(of, ..)| of == receiver).map(|(_, word, _)| word).collect();
    let Some(like) = own.iter().copied().find(|word| parameters(word).len() == values.len()) else {
        return if own.is_empty() {
            unknown(name, Some(receiver), known)
        } else {
            miscounted(name, &own, values.len())
        };
    };
    let takes = parameters(like).into_iter().map(|parameter| Takes::of(receiver, parameter));
    let miss = takes.zip(values).find_map(|(takes, found)| Some((takes.filter(|takes| !takes.fits(found))?, *found)));
    match miss {
        Some((takes, found)) => unfit(name, like, takes, found),
        None => Problem::new(Code::WrongType, format!("`{name}` does not take these values"))
            .label(format!("expected `{like}`")),
    }
}

/// A property that a value has not, as the engine writes it.
pub(super) fn no_property(text: &str, known: &Known) -> Problem {
    let mut quoted = text.split(['\'', '`']).skip(1).step_by(2);
    let name = quoted.next().unwrap_or(text);
    if text.contains("setter") && named(name).next().is_some() {
        return cannot_be_set(name);
    }
    unknown(name, quoted.next(), known)
}

/// A word that is not there: of this value, or at all.
pub(super) fn unknown(name: &str, receiver: Option<&str>, known: &Known) -> Problem {
    let owners: Vec<&str> = named(name).map(|(owner, ..)| owner).filter(|owner| Some(*owner) != receiver).collect();
    let Some(receiver) = receiver.map(sort) else {
        return hint(Problem::new(Code::UnknownWord, format!("there is no `{name}` here")), name, known);
    };
    let problem = Problem::new(Code::UnknownWord, format!("{receiver} has no `{name}`"))
        .label(format!("not a word of {receiver}"));
    let is_plain = matches!(receiver, "a list" | "a map" | "a string" | "a number");
    if let Some(instead) = gone(name).filter(|_| is_plain || owners.is_empty()) {
        return problem.help(instead);
    }
    match owners.first() {
        Some(_) => {
            let owners: Vec<&str> = owners.into_iter().map(sort).fold(Vec::new(), |mut all, owner| {
                if !all.contains(&owner) {
                    all.push(owner);
                }
                all
            });
            problem.help(format!("`{name}` is a word of {}", owners.join(" and of ")))
        }
        None => hint(problem, name, known),
    }
}

pub(super) fn operator(name: &str, types: &[&str]) -> Problem {
    let values: Vec<&str> = types.iter().map(|name| sort(name)).collect();
    let problem = Problem::new(Code::WrongType, format!("`{name}` does not go with {}", values.join(" and ")))
        .label("these values have no such operation");
    match (name, types) {
        ("!", ["i64"]) => problem.help("compare the number, as in `... == 0`"),
        ("+" | "-", ["Square", _]) => {
            problem.help("go from square to square with `step(direction)` or `leap(across, ahead)`")
        }
        _ => problem,
    }
}

pub(super) fn miscounted(name: &str, written: &[&str], n: usize) -> Problem {
    let mut counts: Vec<usize> = written.iter().map(|word| parameters(word).len()).collect();
    counts.sort_unstable();
    counts.dedup();
    let mut words: Vec<String> = written.iter().map(|word| format!("`{word}`")).collect();
    words.dedup();
    count_of(name, &counts, n).label(format!("expected {}", words.join(" or ")))
}

fn count_of(name: &str, counts: &[usize], n: usize) -> Problem {
    let wanted = match counts {
        [0] => "no value".to_owned(),
        [1] => "1 value".to_owned(),
        _ => format!("{} values", counts.iter().map(usize::to_string).collect::<Vec<String>>().join(" or ")),
    };
    let given = if n == 0 { "none".to_owned() } else { n.to_string() };
    Problem::new(Code::WrongParameters, format!("`{name}` takes {wanted}, not {given}"))
}

pub(super) fn unfit(name: &str, written: &str, takes: Takes, found: &str) -> Problem {
    let problem = Problem::new(Code::WrongType, format!("`{name}` takes {}, not {}", takes.words(), sort(found)))
        .label(format!("expected `{written}`"));
    match (takes, found) {
        (Takes::Square | Takes::Squares, _) if sort(found) == "a string" => problem
            .help("squares are not named in scripts, for a rule holds for both sides: begin with `mv.target` or `piece`, and `step(direction)` from there, or ask for a region: `within(region)`"),
        _ => problem,
    }
}

impl Takes {
    /// Whether a value of a type of the engine may be given.
    fn fits(self, found: &str) -> bool {
        let found = sort(found);
        match self {
            Takes::Alike | Takes::Anything => true,
            Takes::Squares => matches!(found, "a square" | "a set of squares" | "a list"),
            Takes::Function => found == "a function",
            Takes::Text | Takes::Number | Takes::Square => found == self.words(),
        }
    }
}

impl Known {
    /// Whether the scripts have a function of this name.
    pub(super) fn is_scripted(&self, name: &str) -> bool {
        self.functions.iter().any(|(own, _)| own == name)
    }

    /// What is wrong where a function of the script is given so many values.
    fn miscounted(&self, name: &str, n: usize) -> Option<Problem> {
        let mut counts: Vec<usize> =
            self.functions.iter().filter(|(own, _)| own == name).map(|(_, count)| *count).collect();
        counts.sort_unstable();
        counts.dedup();
        (!counts.contains(&n)).then(|| count_of(name, &counts, n).label("a function of the script"))
    }
}
