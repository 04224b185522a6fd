//! The text of a `switch` in, its cases with their places out, which the engine keeps only as numbers.

use std::ops::Range;

/// A value that a case names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Case {
    Text(String),
    Character,
    Number,
    Truth,
}

/// The values named by the cases of the `switch` that begins the text, each with its place. What cannot be read is
/// left out.
pub(super) fn cases(text: &str) -> Vec<(Range<usize>, Case)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let (mut depth, mut round, mut at) = (0_usize, 0_usize, 0);
    // At the head of a case, before its `=>` and its `if`.
    let mut is_head = false;
    while at < bytes.len() {
        let rest = &text[at..];
        let begin = at;
        let mut case = None;
        at += match bytes[at] {
            b'/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            b'/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            quote @ (b'"' | b'`' | b'\'') => {
                let length = quoted(rest, quote);
                case = match quote {
                    b'"' => plain(&rest[..length]).map(Case::Text),
                    b'\'' => Some(Case::Character),
                    _ => None,
                };
                length
            }
            b'{' | b'}' if round > 0 => 1,
            b'{' => {
                depth += 1;
                is_head = depth == 1;
                1
            }
            b'}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return found;
                }
                is_head = depth == 1;
                1
            }
            b'(' | b'[' => {
                round += 1;
                1
            }
            b')' | b']' => {
                round = round.saturating_sub(1);
                1
            }
            b',' => {
                is_head |= depth == 1 && round == 0;
                1
            }
            b'=' if rest.starts_with("=>") => {
                is_head = false;
                2
            }
            first if first.is_ascii_alphanumeric() || first == b'_' => {
                let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                match &rest[..end] {
                    "if" => is_head = false,
                    "true" | "false" => case = Some(Case::Truth),
                    _ if first.is_ascii_digit() => case = Some(Case::Number),
                    _ => {}
                }
                end
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        if is_head && depth == 1 {
            found.extend(case.map(|case| (begin..at, case)));
        }
    }
    found
}

/// How long a string is, with its quotes.
fn quoted(text: &str, quote: u8) -> usize {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// A string without escapes.
fn plain(text: &str) -> Option<String> {
    let inner = text.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.contains('\\')).then(|| inner.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Case, cases};

    #[test]
    fn cases_are_read_and_nothing_else() {
        let text = "switch f(\"x\", { 1 }) { \"a\" | 'b' => { switch p { 1 => \"no\" } } 3..5 if x == \"y\" => [7, \"z\"],\n\
                    // \"c\" => 1\n true => g(\"u\", 2), -4 => \"v\", _ => 0 } \"after\"";
        let found = cases(text);
        let named: Vec<Case> = found.into_iter().map(|(_, case)| case).collect();
        let expected =
            [Case::Text("a".to_owned()), Case::Character, Case::Number, Case::Number, Case::Truth, Case::Number];
        assert_eq!(named, expected);
    }
}
