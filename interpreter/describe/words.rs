//! Small words: lists, numbers, sentences.

/// `a`, `a or b`, `a, b or c`.
pub(crate) fn joined(parts: &[String], last: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// A number of squares in words up to twelve.
pub(crate) fn counted(n: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// `rooks`, `foxes`, `ladies`, `watchmen`
pub(crate) fn plural(noun: &str) -> String {
    if ["s", "x", "z", "ch", "sh"].iter().any(|ending| noun.ends_with(ending)) {
        return format!("{noun}es");
    }
    match (noun.strip_suffix("man"), noun.strip_suffix('y')) {
        (Some(start), _) => format!("{start}men"),
        (_, Some(start)) if !start.ends_with(['a', 'e', 'o', 'u']) => format!("{start}ies"),
        _ => format!("{noun}s"),
    }
}

/// With a capital letter at the beginning, and a stop at the end.
pub(crate) fn sentence(text: &str) -> String {
    let text = text.trim();
    let mut letters = text.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.is_empty() || text.ends_with(['.', '!', '?', ':']) { "" } else { "." };
    format!("{first}{}{stop}", letters.as_str())
}

/// `a rook`, `an elephant`.
pub(crate) fn article(noun: &str) -> String {
    let an = noun.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {noun}", if an { "an" } else { "a" })
}
