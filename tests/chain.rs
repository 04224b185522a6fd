//! Chains that have too many ways to go on end in an error, soon.

use heterodox::bundled::Bundled;
use heterodox::open::open_text;
use heterodox::rules::Rules;
use heterodox::source::Spanned;
use heterodox::source::{SourceId, Span};

/// Every man may take its way through a full board.
const FULL: &str = r#"
format = 1
name = "Full Board"

[board]
shape = "rectangle"
files = 8
ranks = 8

[pieces.king]
letter = "K"
moves  = "K"

[pieces.man]
letter = "Q"
moves  = { move = "cW", chain = { must_finish = true } }

[setup]
rows = ["kqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "qqqqqqqq", "KQQQQQQQ"]
"#;

#[test]
fn chains_without_measure_are_cut_and_reported() {
    let opened = open_text("full", FULL, &[], &Bundled, &[]);
    let variant = opened.variant.expect("the definition is sound");
    let start = variant.start().to_string();
    let mut rules = Rules::new(variant);
    let (position, _) = rules.position(&Spanned::new(start, Span::new(SourceId(0), 0..0))).expect("a good start");
    rules.legal_moves(&position);
    assert_eq!(rules.context().trouble().map(|problem| problem.code.as_str()), Some("chain-too-long"));
}
