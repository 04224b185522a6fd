//! Rules pages of all definitions: whole, well formed, and the same in both forms.

use crate::describe::everything;
use crate::support::{opened, rules_of};
use heterodox::bundled::Bundled;
use heterodox::describe::Account;
use heterodox::open::open_text;
use heterodox::rulebook::{Block, html, markdown, rules_page};
use std::collections::BTreeSet;

/// Asserts that every element is closed where it should be, and that no id occurs twice.
fn well_formed(target: &str, text: &str) {
    let rest = text.strip_prefix("<!DOCTYPE html>\n").unwrap();
    let mut open: Vec<&str> = Vec::new();
    let mut ids = BTreeSet::new();
    let mut parts = rest.split('<');
    assert_eq!(parts.next(), Some(""), "{target}");
    for part in parts {
        let (tag, after) = part.split_once('>').unwrap_or_else(|| panic!("{target}: `<{part}` is not closed"));
        assert!(
            !after.contains('>') || open.last() == Some(&"style") || tag == "style",
            "{target}: a bare `>` in {after}"
        );
        let name = tag.split_whitespace().next().unwrap().trim_end_matches('/');
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{target}: </{name}>");
            continue;
        }
        for attribute in tag.split(' ').filter_map(|word| word.strip_prefix("id=\"")) {
            let id = attribute.trim_end_matches(['"', '/']).trim_end_matches('"');
            assert!(ids.insert(id.to_owned()), "{target}: the id `{id}` occurs twice");
        }
        if !tag.ends_with('/') && !["meta", "br"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{target}: {open:?} stay open");
    for used in text.split("href=\"#").skip(1) {
        let id = used.split('"').next().unwrap();
        assert!(ids.contains(id), "{target}: there is no `{id}`");
    }
}

#[test]
fn every_definition_has_a_page_that_names_all_of_it() {
    for target in everything() {
        let opened = opened(&target, &[]);
        let account = Account::new(&opened).unwrap();
        let page = rules_page(&account);
        let (plain, marked) = (markdown(&page), html(&page));
        well_formed(&target, &marked);
        let variant = account.variant();
        let definition = variant.definition();
        assert!(plain.starts_with(&format!("# {}\n", variant.name())), "{target}");
        for kind in variant.kinds() {
            assert!(plain.contains(&format!("### {} (`{}`)\n", kind.name, kind.letter)), "{target}: {}", kind.name);
            assert!(marked.contains(&format!("<h3>{} (<code>{}</code>)</h3>", kind.name, kind.letter)), "{target}");
        }
        for end in &definition.ends {
            let name = end.name.as_ref().map(|name| name.value.clone()).unwrap_or_default();
            assert!(plain.contains(&format!("- **{name}")), "{target}: {name}");
        }
        for (name, _) in definition.powers.iter() {
            assert!(plain.contains(&format!("- **Power `{name}` of ")), "{target}: {name}");
        }
        for (name, _) in definition.options.iter() {
            assert!(plain.contains(&format!("| `{name}` |")), "{target}: {name}");
        }
        for source in &definition.sources {
            assert!(marked.contains(source.split(' ').next().unwrap()), "{target}: {source}");
        }
        let castling = plain.matches("` in FEN)").count();
        assert_eq!(castling, definition.castling.len(), "{target}");
        let figures = page.blocks.iter().filter(|block| matches!(block, Block::Figure(_))).count();
        assert_eq!(figures, variant.kinds().len() + 1, "{target}");
        assert_eq!(marked.matches("<figure").count(), figures, "{target}");
        // Rules in functions are told by their comments.
        assert!(!plain.contains("of the script says"), "{target}: a function has no comment");
        assert!(!plain.contains("  \n") && plain.lines().all(|line| line == line.trim_end()), "{target}");
    }
}

#[test]
fn pages_of_the_bundled_games() {
    let page = |target: &str| markdown(&rules_page(&Account::new(&opened(target, &[])).unwrap()));
    insta::assert_snapshot!(page("cheskers"));
    insta::assert_snapshot!(page("knight-relay"));
    insta::assert_snapshot!(page("diplomat"));
}

#[test]
fn a_page_shows_the_options_in_force() {
    let account = Account::new(&opened("cheskers", &[("many", "free")])).unwrap();
    assert!(markdown(&rules_page(&account)).contains("| `many` | `multi`, `max`, `free` | `multi` | `free` |"));
}

#[test]
fn names_and_comments_are_only_text() {
    let toml = r#"
format = 1
name = "<b>*Hives*</b> & `combs"
script = "rules.rhai"
sources = ["https://example.org/a_b?x=1&y=<2>", "_A_ [book](x)"]
end = [{ when = "script <", result = "loss" }]
[board]
shape = "rectangle"
files = 4
ranks = 4
[pieces.king]
moves = { move = "K", when = "script odd" }
[setup]
fen = "k3/4/4/3K w - - 0 1"
"#
    .replace("script <", "no legal move");
    let script = "/// <script>alert(1)</script> & *more* | `code <i>` --> ]]>\nfn odd(piece) { piece.moved }";
    rules_of(&toml, script);
    let opened = open_text("test", &toml, &[("rules.rhai".to_owned(), script.to_owned())], &Bundled, &[]);
    let page = rules_page(&Account::new(&opened).unwrap());
    let (plain, marked) = (markdown(&page), html(&page));
    well_formed("test", &marked);
    assert!(!marked.contains("<script>") && !marked.contains("<b>") && !marked.contains("<i>"));
    assert!(marked.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; *more*"));
    assert!(marked.contains("<code>code &lt;i&gt;</code>"));
    assert!(marked.contains("href=\"https://example.org/a_b?x=1&amp;y=&lt;2&gt;\""));
    assert!(plain.contains("\\<script\\>alert(1)\\</script\\> &amp; \\*more\\*"));
    assert!(plain.contains("\\_A_ \\[book\\](x)"), "{plain}");
}

#[test]
fn numbers_and_regions_read_as_sentences() {
    let toml = "format = 1\nname = \"Fox\"\n[board]\nshape = \"rectangle\"\nfiles = 8\nranks = 8\n\
        [pieces.king]\nletter = \"K\"\nmoves = \"K\"\nroyal = true\n\
        [pieces.general]\nletter = \"G\"\nmoves = \"K\"\nroyal = true\n\
        [pieces.fox]\nletter = \"F\"\nmoves = \"W\"\n[pieces.hound]\nletter = \"H\"\nmoves = { move = \"W\", to = \"rank 3\" }\n\
        [regions.far]\nwhite = \"rank 8\"\nblack = \"rank 1\"\n\
        [[promotion]]\npieces = [\"fox\"]\nto = [\"hound\"]\nzone = \"far\"\n\
        [[end]]\nwhen = \"count(fox, hound) = 1\"\nresult = \"draw\"\nname = \"one\"\n\
        [[end]]\nwhen = \"count(all) = count(king, fox)\"\nresult = \"draw\"\nname = \"same\"\n\
        [setup]\nfen = \"k3h3/8/8/8/8/8/8/K3F3 w - - 0 1\"\n";
    let opened = open_text("test.toml", toml, &[], &Bundled, &[]);
    let page = markdown(&rules_page(&Account::new(&opened).unwrap()));
    for line in [
        "- **king:** one each\n",
        "- **general:** none at the start\n",
        "- **fox:** one of White, none of Black\n",
        "- **hound:** none of White, one of Black\n",
        "Only to rank 3 (counted from its own side).\n",
        "its last royal piece (king or general) has lost.",
        "when both sides together have exactly one fox or hound.",
        "when the number of pieces of both sides equals the number of kings and foxes of both sides.",
    ] {
        assert!(page.contains(line), "{line} is not in\n{page}");
    }
}
