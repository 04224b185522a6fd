//! For each move its texts from the shortest to the fullest in; one text for each move out, all different.

use super::index::Index;
use std::collections::HashSet;

/// Texts that belong to one move each, to be looked up.
pub(super) struct Taken<'a> {
    texts: &'a [String],
    index: Index,
}

impl<'a> Taken<'a> {
    /// The texts of moves, in their order.
    pub(super) fn new(texts: &'a [String]) -> Taken<'a> {
        Taken { texts, index: Index::new(texts) }
    }

    /// The number of the move to which a text belongs.
    fn owner(&self, text: &str) -> Option<usize> {
        self.index.find(self.texts, text)
    }

    fn is_of_another(&self, text: &str, number: usize) -> bool {
        self.owner(text).is_some_and(|owner| owner != number)
    }
}

/// Chooses for each of `count` moves the lowest rung of its ladder on which all texts differ. `rung` gives the text of a
/// move on a rung, from the shortest, 0, on; `None` above the last. Few moves need more than the first.
pub(super) fn distinct(count: usize, rung: impl Fn(usize, usize) -> Option<String>, taken: &Taken<'_>) -> Vec<String> {
    let mut texts: Vec<String> = (0..count).map(|number| rung(number, 0).unwrap_or_default()).collect();
    let mut rungs = vec![0; count];
    loop {
        let clashing = clashing(&texts, taken);
        if clashing.is_empty() {
            return texts;
        }
        let raised: Vec<(usize, String)> =
            clashing.into_iter().filter_map(|number| Some((number, rung(number, rungs[number] + 1)?))).collect();
        if raised.is_empty() {
            return numbered(&texts, taken);
        }
        for (number, text) in raised {
            rungs[number] += 1;
            texts[number] = text;
        }
    }
}

/// The numbers of texts that are like another, or taken by another move.
fn clashing(texts: &[String], taken: &Taken<'_>) -> Vec<usize> {
    let index = Index::new(texts);
    let clash = |alike: &&[(u64, usize)]| {
        let (_, number) = alike[0];
        alike.len() > 1 || taken.is_of_another(&texts[number], number)
    };
    index.alike(texts).filter(clash).flatten().map(|(_, number)| *number).collect()
}

/// Nothing that can be said of squares tells these moves apart: all but the first of those alike are numbered.
fn numbered(texts: &[String], taken: &Taken<'_>) -> Vec<String> {
    let mut used: HashSet<String> = texts.iter().cloned().collect();
    let mut first: HashSet<&str> = HashSet::new();
    let mut told_apart = Vec::with_capacity(texts.len());
    for (number, text) in texts.iter().enumerate() {
        if first.insert(text) && !taken.is_of_another(text, number) {
            told_apart.push(text.clone());
            continue;
        }
        let mut count = 2;
        let mut numbered = format!("{text}/{count}");
        while taken.is_of_another(&numbered, number) || !used.insert(numbered.clone()) {
            count += 1;
            numbered = format!("{text}/{count}");
        }
        told_apart.push(numbered);
    }
    told_apart
}
