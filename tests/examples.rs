//! Every example opens without a word and passes its own `[[test]]` tables.

use crate::variants::failures;

pub(crate) fn examples() -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir("examples")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.join("variant.toml").exists())
        .map(|path| format!("examples/{}", path.file_name().unwrap().to_str().unwrap()))
        .collect();
    names.sort();
    names
}

#[test]
fn all_pass_their_own_tests() {
    let examples = examples();
    assert!(examples.len() > 35, "{examples:?}");
    let wrong: Vec<String> = examples.iter().map(|name| failures(name, 1)).filter(|wrong| !wrong.is_empty()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_is_in_the_list_for_readers() {
    let list = std::fs::read_to_string("examples/README.md").unwrap();
    for name in examples() {
        let folder = name.trim_start_matches("examples/");
        assert!(list.contains(&format!("[{folder}]({folder}/variant.toml)")), "{name}");
    }
}

#[test]
fn the_ladder_has_every_rung() {
    let texts: Vec<(String, String)> = examples()
        .into_iter()
        .map(|name| (name.clone(), std::fs::read_to_string(format!("{name}/variant.toml")).unwrap()))
        .collect();
    // One thing changed of chess: a rung is an example that has this and extends chess.
    for (rung, words) in [
        ("a piece", &["[pieces."][..]),
        ("a board", &["[board]"]),
        ("an ending", &["end = [", "[[end]]"]),
        ("a power", &["[powers."]),
        ("an effect", &["does = "]),
        ("a duty", &["[duty]"]),
        ("a set-up", &["[setup]"]),
        ("a promotion", &["[promotion]", "[[promotion]]"]),
    ] {
        let has = |text: &String| words.iter().any(|word| text.contains(word)) && text.contains("extends = \"chess\"");
        assert!(texts.iter().any(|(_, text)| has(text)), "no example changes {rung}");
    }
    // And a game from nothing, on a board of its own.
    let own = |text: &String| text.contains("shape = \"graph\"") && !text.contains("extends");
    assert!(texts.iter().filter(|(_, text)| own(text)).count() >= 2, "no board of one's own");
}
