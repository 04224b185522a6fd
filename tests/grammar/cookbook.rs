//! Every entry of the cookbook: opened without a word, tested by its own tables, played.

use super::{blocks, whole, wrong_with};

const COOKBOOK: &str = "grammar/cookbook.md";

/// A wish, its definition, its script.
struct Entry {
    wish: String,
    toml: String,
    script: Option<String>,
}

fn entries() -> Vec<Entry> {
    let text = std::fs::read_to_string(COOKBOOK).unwrap();
    let mut entries: Vec<Entry> = Vec::new();
    for block in blocks(&text) {
        let place = format!("{COOKBOOK}:{}", block.line);
        match block.language.as_str() {
            "toml" => entries.push(Entry { wish: block.heading, toml: block.text, script: None }),
            "rhai" => {
                let entry = entries.last_mut().unwrap();
                assert_eq!(entry.wish, block.heading, "{place}: a script without a definition");
                assert!(entry.script.replace(block.text).is_none(), "{place}: a second script");
            }
            "" => assert_eq!(entries.len(), 0, "{place}: a block without a language"),
            other => panic!("{place}: a block in `{other}`"),
        }
    }
    entries
}

#[test]
fn every_wish_has_one_definition() {
    let text = std::fs::read_to_string(COOKBOOK).unwrap();
    let wishes: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("### ")).collect();
    let entries = entries();
    assert!(wishes.len() >= 40, "{}", wishes.len());
    assert_eq!(entries.iter().map(|entry| entry.wish.as_str()).collect::<Vec<_>>(), wishes);
    assert!(wishes.iter().all(|wish| wish.starts_with("I want ")), "{wishes:?}");
}

#[test]
fn every_entry_opens_plays_and_proves_what_it_says() {
    let mut wrong = Vec::new();
    for Entry { wish, toml, script } in entries() {
        let toml = whole(&toml, script.is_some());
        if !toml.contains("[[test]]") {
            wrong.push(format!("{wish}\nproves nothing"));
        }
        let schema = super::schema::refused(&toml);
        if !schema.is_empty() {
            wrong.push(format!("{wish}\n{schema:#?}"));
        }
        let problems = wrong_with(&toml, script.as_deref(), 120);
        if !problems.is_empty() {
            wrong.push(format!("{wish}\n{problems}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
