//! Every example opens without a word and passes its own `[[test]]` tables.

use crate::variants::failures;

fn examples() -> Vec<String> {
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
