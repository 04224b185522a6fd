//! The reference: every key, hook and word is in it, and every block of it is sound.

use super::{Block, blocks, whole, wrong_with};
use heterodox::definition::json_schema::keys;
use heterodox::script::definitions::definitions;

const REFERENCE: &str = "grammar/README.md";

/// The functions that blocks of the reference name and do not show.
const FUNCTIONS: &str = r#"
fn relayed(piece) { piece.defended_by("knight") }
fn backer(piece) { "" }
fn claim(mv) { 0 }
fn merit(mv) { 0 }
fn forward(side, from, to) { if side == "white" { to.rank > from.rank } else { to.rank < from.rank } }
"#;

/// What has to stand round a block for it to be a game, where it is not a child of chess: the first line of the block,
/// the text before it, the text after it.
const FRAMES: [(&str, &str, &str); 12] = [
    ("[options.many]", "", "[names.es]\ngame = { option = \"many\" }\n"),
    ("moves = [", "[pieces.pawn]\n", ""),
    ("moves = {", "[pieces.pawn]\n", ""),
    ("when = \"count", "[[end]]\nresult = \"draw\"\n", ""),
    (
        "shape = \"rectangle\"",
        "format = 1\nname = \"Dark\"\n",
        "[pieces.man]\nletter = \"M\"\nmoves = \"F\"\n[setup]\nrows = [\"1m1m1m1m\", \"8\", \"8\", \"8\", \"8\", \"8\", \"8\", \"M1M1M1M1\"]\n\
         [[end]]\nwhen = \"no legal move or quiet plies 50\"\nresult = \"draw\"\n",
    ),
    (
        "shape   = \"circle\"",
        "format = 1\nname = \"Round\"\n",
        "[pieces.rook]\nmoves = \"R\"\n[setup]\nfen = \"1/R13/14/r13 w - - 0 1\"\n\
         [[end]]\nwhen = \"no legal move or quiet plies 50\"\nresult = \"draw\"\n",
    ),
    (
        "shape = \"graph\"",
        "format = 1\nname = \"Two points\"\n",
        "[pieces.stone]\nmoves = \"W\"\n[setup]\nfen = \"s/S w - - 0 1\"\n\
         [[end]]\nwhen = \"no legal move or quiet plies 50\"\nresult = \"draw\"\n",
    ),
    ("first   = \"black\"", "script = \"rules.rhai\"\n", ""),
    ("palace   = ", "", ""),
    ("style = \"long\"", "", "[board]\nholes = [\"d4\"]\n"),
    ("right   = \"K\"", "", "[setup]\nfen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w K - 0 1\"\n"),
    ("letter = \"C\"", "", "[setup]\nfen = \"rnbqkbnr/pppppppp/1C6/8/8/1c6/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"\n"),
];

fn reference() -> String {
    std::fs::read_to_string(REFERENCE).unwrap()
}

/// Whether a word stands in quotes of code or in a block.
fn mentions(text: &str, word: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut code = String::new();
    blocks(text).iter().for_each(|block| code.push_str(&block.text));
    for line in text.lines() {
        line.split('`').skip(1).step_by(2).for_each(|quoted| {
            code.push_str(quoted);
            code.push('\n');
        });
    }
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        ![before, after].into_iter().flatten().any(is_word)
    })
}

#[test]
fn every_key_and_every_word_is_mentioned() {
    let text = reference();
    let missing: Vec<_> = keys().into_iter().filter(|(_, key)| !mentions(&text, key)).collect();
    assert!(missing.is_empty(), "keys that {REFERENCE} does not know: {missing:?}");
    let scripts = text.split("\n## Scripts").nth(1).unwrap().split("\n## ").next().unwrap();
    let mut missing = Vec::new();
    for line in definitions().lines().filter(|line| line.starts_with("fn ")) {
        let name = line.trim_start_matches("fn ").trim_start_matches("get ").split('(').next().unwrap();
        if !mentions(scripts, name) {
            missing.push(name.to_owned());
        }
    }
    assert!(missing.is_empty(), "words that {REFERENCE} does not know: {missing:?}");
    assert!(!mentions(&text, "nothing_of_the_kind"));
}

#[test]
fn every_hook_is_in_the_list_of_hooks() {
    let text = reference();
    let scripts = text.split("\n## Scripts").nth(1).unwrap();
    // The keys that name functions, as the reader of definitions asks for them.
    for key in ["when", "immune", "active", "as", "filter", "takes", "does", "[duty]", "script", "forward"] {
        let row = scripts.lines().filter(|line| line.starts_with("| ")).any(|line| line.contains(key));
        assert!(row, "no hook for `{key}`");
    }
    for function in ["fn after(mv)", "fn board(b)", "fn forward(side, from, to)"] {
        assert!(scripts.contains(function), "{function}");
    }
}

/// The game that a block is part of, with its script.
fn game(block: &Block, script: Option<&str>) -> (String, String) {
    let frame = FRAMES.iter().find(|(line, ..)| block.text.lines().take(3).any(|found| found.starts_with(line)));
    let (before, after) = frame.map_or(("", ""), |(_, before, after)| (*before, *after));
    let text = format!("{before}{}{after}", block.text);
    let named = |line: &&str| {
        let name = line.trim_start_matches("fn ").split('(').next().unwrap();
        !name.is_empty() && mentions(&format!("```\n{text}```\n"), name)
    };
    let needed: String = FUNCTIONS.lines().filter(named).map(|line| format!("{line}\n")).collect();
    let script = script.map_or(needed, str::to_owned);
    let needs_script = !script.is_empty() && !before.contains("format = 1") && !before.contains("script =");
    (whole(&text, needs_script), script)
}

#[test]
fn every_block_is_sound() {
    let text = reference();
    let mut wrong = Vec::new();
    let mut n_blocks = 0;
    for block in blocks(&text) {
        let (toml, script) = match block.language.as_str() {
            "toml" => game(&block, None),
            "rhai" if block.text.contains("fn board(b)") => {
                let frame = "format = 1\nname = \"A ring\"\nscript = \"rules.rhai\"\n[board]\nshape = \"graph\"\n\
                    [pieces.stone]\nmoves = \"W\"\n[setup]\nfen = \"SS4ss w - - 0 1\"\n\
                    [[end]]\nwhen = \"no legal move or quiet plies 50\"\nresult = \"draw\"\n";
                (frame.to_owned(), block.text.clone())
            }
            "rhai" if block.text.contains("fn claim(mv)") => {
                (whole("[duty]\nclaim = \"claim\"\nmerit = \"merit\"\n", true), block.text.clone())
            }
            "rhai" => (whole("[pieces.king]\nimmune = true\n", true), block.text.clone()),
            other => panic!("{REFERENCE}:{}: a block in `{other}`", block.line),
        };
        n_blocks += 1;
        let schema = super::schema::refused(&toml);
        if !schema.is_empty() {
            wrong.push(format!("{REFERENCE}:{}\n{schema:#?}", block.line));
        }
        let problems = wrong_with(&toml, Some(&script), 60);
        if !problems.is_empty() {
            wrong.push(format!("{REFERENCE}:{}\n{problems}", block.line));
        }
    }
    assert!(n_blocks >= 25, "{n_blocks}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
