//! Names of squares: letters for files and sectors, and the test that names joined to a move stay readable.

use super::{Board, Square};
use std::collections::{BTreeMap, HashSet, VecDeque};
use std::ops::Bound;

/// The longest sequence of squares for which [`Board::ambiguous_names`] looks.
const JOINED: usize = 3;

/// The letters of the file or sector with this number from 0: `a` to `z`, then `aa`, `ab` ...
pub(super) fn letters(mut number: u16) -> String {
    let mut reversed = Vec::new();
    loop {
        reversed.push(b'a' + (number % 26) as u8);
        if number < 26 {
            break;
        }
        number = number / 26 - 1;
    }
    reversed.iter().rev().map(|&byte| char::from(byte)).collect()
}

/// The number from 0 that [`letters`] writes so.
pub(super) fn number_of_letters(text: &str) -> Option<u16> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let mut number: u16 = 0;
    for byte in text.bytes() {
        number = number.checked_mul(26)?.checked_add(u16::from(byte - b'a') + 1)?;
    }
    Some(number - 1)
}

/// Two sequences of squares whose names joined begin alike, and what the longer text has more.
struct Pair {
    longer: Vec<Square>,
    shorter: Vec<Square>,
    rest: String,
}

impl Board {
    /// A text of at most three joined names that reads in two ways, with both readings; `None` when there is none.
    #[must_use]
    pub fn ambiguous_names(&self) -> Option<(String, Vec<Square>, Vec<Square>)> {
        // Follow what one reading has more than the other; the texts are alike when nothing is left.
        let names: BTreeMap<&str, Square> = self.squares().map(|square| (self.name(square), square)).collect();
        let mut seen = HashSet::new();
        let mut queue: VecDeque<Pair> = VecDeque::new();
        for (&name, &square) in &names {
            for (&begun, &other) in names.range::<str, _>((Bound::Excluded(name), Bound::Unbounded)) {
                let Some(rest) = begun.strip_prefix(name) else { break };
                queue.push_back(Pair { longer: vec![other], shorter: vec![square], rest: rest.to_owned() });
            }
        }
        while let Some(Pair { longer, shorter, rest }) = queue.pop_front() {
            if shorter.len() == JOINED || !seen.insert((rest.clone(), longer.len(), shorter.len())) {
                continue;
            }
            let extended = |square: Square| shorter.iter().copied().chain([square]).collect::<Vec<_>>();
            if let Some(&square) = names.get(rest.as_str()) {
                let text = longer.iter().map(|&square| self.name(square)).collect();
                return Some((text, longer, extended(square)));
            }
            for end in (1..rest.len()).filter(|&end| rest.is_char_boundary(end)) {
                if let Some(&square) = names.get(&rest[..end]) {
                    let rest = rest[end..].to_owned();
                    queue.push_back(Pair { longer: longer.clone(), shorter: extended(square), rest });
                }
            }
            for (&name, &square) in names.range::<str, _>((Bound::Excluded(rest.as_str()), Bound::Unbounded)) {
                let Some(more) = name.strip_prefix(rest.as_str()) else { break };
                queue.push_back(Pair { longer: extended(square), shorter: longer.clone(), rest: more.to_owned() });
            }
        }
        None
    }
}
