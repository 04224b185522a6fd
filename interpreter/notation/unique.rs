//! For each move its texts from the shortest to the fullest in; one text for each move out, all different.

use std::collections::{HashMap, HashSet};

/// Chooses from each ladder the lowest rung on which all texts differ. `taken` holds texts that belong to one move
/// already, by its number.
pub(super) fn distinct(ladders: &[Vec<String>], taken: &HashMap<&str, usize>) -> Vec<String> {
    let mut rungs = vec![0; ladders.len()];
    let text = |rungs: &[usize], number: usize| ladders[number].get(rungs[number]).map_or("", String::as_str);
    loop {
        let mut users: HashMap<&str, usize> = HashMap::new();
        for number in 0..ladders.len() {
            *users.entry(text(&rungs, number)).or_default() += 1;
        }
        let clashing = |number: usize| {
            let text = text(&rungs, number);
            users.get(text).is_some_and(|count| *count > 1) || taken.get(text).is_some_and(|owner| *owner != number)
        };
        let raised: Vec<usize> = (0..ladders.len())
            .filter(|number| rungs[*number] + 1 < ladders[*number].len() && clashing(*number))
            .collect();
        if raised.is_empty() {
            break;
        }
        for number in raised {
            rungs[number] += 1;
        }
    }
    let chosen: Vec<&str> = (0..ladders.len()).map(|number| text(&rungs, number)).collect();
    let mut used: HashSet<String> = chosen.iter().map(|text| (*text).to_owned()).collect();
    let mut first: HashSet<&str> = HashSet::new();
    let mut texts = Vec::with_capacity(chosen.len());
    for (number, text) in chosen.iter().enumerate() {
        if first.insert(text) && taken.get(text).is_none_or(|owner| *owner == number) {
            texts.push((*text).to_owned());
            continue;
        }
        // Nothing that can be said of squares tells these moves apart; they are numbered.
        let mut count = 2;
        let mut numbered = format!("{text}/{count}");
        while taken.contains_key(numbered.as_str()) || !used.insert(numbered.clone()) {
            count += 1;
            numbered = format!("{text}/{count}");
        }
        texts.push(numbered);
    }
    texts
}
