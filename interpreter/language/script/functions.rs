//! Where a script's functions stand in its text, which Rhai does not keep.

use std::ops::Range;

/// A function found in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) name: String,
    pub(super) n_params: usize,
    /// First byte of `fn`, or of `private` before it.
    pub(super) start: usize,
    /// Bytes of the name.
    pub(super) range: Range<usize>,
}

/// All `fn name(...)` outside comments and strings.
pub(super) fn find(text: &str) -> Vec<Found> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    let mut private = None;
    while at < bytes.len() {
        let rest = &bytes[at..];
        at += if rest.starts_with(b"//") {
            rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len())
        } else if rest.starts_with(b"/*") {
            comment(rest)
        } else if matches!(rest[0], b'"' | b'`') || (rest[0] == b'\'' && is_char(rest)) {
            string(rest)
        } else if is_word(rest[0]) {
            let end = rest.iter().position(|b| !is_word(*b)).unwrap_or(rest.len());
            if &rest[..end] == b"fn" {
                found.extend(function(text, private.unwrap_or(at), at + end));
            }
            private = (&rest[..end] == b"private").then_some(at);
            end
        } else {
            1
        };
    }
    found
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 128
}

fn is_char(rest: &[u8]) -> bool {
    rest.iter().skip(1).take(12).any(|b| *b == b'\'')
}

fn comment(rest: &[u8]) -> usize {
    let (mut depth, mut at) = (0usize, 0);
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    rest.len()
}

fn string(rest: &[u8]) -> usize {
    let quote = rest[0];
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' if quote != b'`' => at += 2,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

fn function(text: &str, begin: usize, from: usize) -> Option<Found> {
    let rest = text.get(from..)?;
    let start = from + (rest.len() - rest.trim_start().len());
    let rest = text.get(start..)?;
    let length = rest.bytes().position(|b| !is_word(b))?;
    let params = rest[length..].trim_start().strip_prefix('(')?;
    let params = &params[..params.find(')')?];
    let n_params = params.split(',').filter(|name| !name.trim().is_empty()).count();
    let name = rest[..length].to_string();
    (length > 0).then(|| Found { name, n_params, start: begin, range: start..start + length })
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn functions_are_found_outside_comments_and_strings() {
        let text = "// fn no()\n/* fn no() /* fn no() */ */ const A = \"fn no()\";\nfn yes (a, b,) { 'x' }\nprivate fn also(){}";
        let found: Vec<_> =
            find(text).into_iter().map(|f| (f.n_params, text[f.start..f.range.end].to_string(), f.name)).collect();
        let also = (0, "private fn also".into(), "also".into());
        assert_eq!(found, [(2, "fn yes".into(), "yes".into()), also]);
    }
}
