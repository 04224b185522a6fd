//! Texts changed by chance: a pool of texts and a seed in, a new text out.

/// Numbers from a seed (splitmix64).
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// A number below `bound`, which is not 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }

    /// One of a list.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }
}

/// The longest text, in bytes: what a file may hold at most.
const LONGEST: usize = 1 << 20;

/// Texts that are worth putting anywhere.
const ODD: [&str; 36] = [
    "0",
    "1",
    "-1",
    "255",
    "256",
    "257",
    "65535",
    "65536",
    "4294967296",
    "9223372036854775807",
    "1e309",
    "nan",
    "\"",
    "'",
    "\"\"\"",
    "\n",
    "\r\n",
    "\t",
    "\0",
    "é",
    "🂡",
    "\u{202e}",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "=",
    ",",
    "#",
    "//",
    "/*",
    "|",
    ";",
    " ",
];

/// Cuts a text into words, numbers and single other characters.
pub(crate) fn tokens(text: &str) -> Vec<&str> {
    let class = |c: char| if c.is_alphabetic() || c == '_' { 0 } else { 1 + u8::from(c.is_ascii_digit()) };
    let mut tokens = Vec::new();
    let mut start = 0;
    let mut last = None;
    for (at, c) in text.char_indices() {
        let now = class(c);
        if at > start && (last != Some(now) || now == 1) {
            tokens.push(&text[start..at]);
            start = at;
        }
        last = Some(now);
    }
    if start < text.len() {
        tokens.push(&text[start..]);
    }
    tokens
}

/// A text made from one of the pool by one to four changes. `others` are texts to take pieces from.
pub(crate) fn mutated(text: &str, others: &[&str], chance: &mut Chance) -> String {
    let mut text = text.to_owned();
    for _ in 0..=chance.below(4) {
        text = changed(&text, others, chance);
        if text.len() > 60_000 {
            break;
        }
    }
    // Repeating a stretch may make it long beyond what any file may be.
    let end = (0..=LONGEST.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    text.truncate(end);
    text
}

fn changed(text: &str, others: &[&str], chance: &mut Chance) -> String {
    let other = if others.is_empty() { "" } else { chance.pick(others) };
    let (mut parts, theirs) = (tokens(text), tokens(other));
    let at = chance.below(parts.len());
    let word = if theirs.is_empty() || chance.below(3) == 0 { chance.pick(&ODD) } else { chance.pick(&theirs) };
    match chance.below(12) {
        0 if !parts.is_empty() => drop(parts.remove(at)),
        1 if !parts.is_empty() => parts.insert(at, parts[at]),
        2 if parts.len() > 1 => {
            let there = chance.below(parts.len());
            parts.swap(at, there);
        }
        3 | 4 if !parts.is_empty() => parts[at] = word,
        5 => parts.insert(at, word),
        6 => {
            // A stretch of another text.
            let from = chance.below(theirs.len());
            let length = chance.below(24);
            let piece = theirs.iter().skip(from).take(length).copied();
            parts.splice(at..at, piece);
        }
        7 if !parts.is_empty() => {
            let end = (at + 1 + chance.below(12)).min(parts.len());
            parts.drain(at..end);
        }
        8 => return lines(text, other, chance),
        9 => {
            // The beginning of one and the end of the other.
            let from = chance.below(theirs.len());
            parts.truncate(at);
            parts.extend(theirs.iter().skip(from));
        }
        10 if chance.below(8) == 0 => {
            let many = [8, 60, 400, 3000][chance.below(4)];
            let word = if parts.is_empty() { word } else { parts[at] };
            return format!("{}{}{}", parts[..at].concat(), word.repeat(many), parts[at..].concat());
        }
        10 => {
            let number = |part: &&str| part.starts_with(|c: char| c.is_ascii_digit());
            let numbers: Vec<usize> = (0..parts.len()).filter(|at| number(&parts[*at])).collect();
            if !numbers.is_empty() {
                parts[numbers[chance.below(numbers.len())]] = ODD[chance.below(11)];
            }
        }
        _ => {
            let mut chars: Vec<char> = text.chars().collect();
            if !chars.is_empty() {
                let at = chance.below(chars.len());
                chars[at] = char::from_u32(32 + chance.below(95) as u32).unwrap_or(' ');
            }
            return chars.into_iter().collect();
        }
    }
    parts.concat()
}

/// Whole lines taken out, doubled, or brought in from another text.
fn lines(text: &str, other: &str, chance: &mut Chance) -> String {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let theirs: Vec<&str> = other.split_inclusive('\n').collect();
    let at = chance.below(lines.len());
    match chance.below(3) {
        0 if !lines.is_empty() => drop(lines.remove(at)),
        1 if !lines.is_empty() => lines.insert(at, lines[at]),
        _ if !theirs.is_empty() => {
            let from = chance.below(theirs.len());
            let length = 1 + chance.below(6);
            lines.splice(at..at, theirs.into_iter().skip(from).take(length));
        }
        _ => {}
    }
    lines.concat()
}
