//! How problems look: for people, for editors, on any place whatever.

use heterodox::diagnostic::json::json;
use heterodox::diagnostic::render::{Style, render};
use heterodox::diagnostic::{Code, Diagnostic, Severity};
use heterodox::source::{SourceId, SourceMap, Span};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn sources() -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("first.toml", "name = \"Señor\"\n\tfiles = 8\r\nlast = 1");
    sources.add("second.rhai", "fn a() {\n  1\n}\n");
    sources
}

fn span(source: u32, start: u32, end: u32) -> Span {
    Span { source: SourceId(source), start, end }
}

fn problems() -> Vec<Diagnostic> {
    vec![
        Diagnostic::error(Code::ScriptSyntax, "something in a script").at(span(1, 3, 4)).label("here").help("do this"),
        Diagnostic::warning(Code::AmbiguousDirections, "two places")
            .at(span(0, 17, 22))
            .label("here")
            .also(span(0, 0, 4), "and here"),
        Diagnostic::error(Code::NotFound, "nothing to show").help("one way").help("another way"),
        Diagnostic::new(Severity::Note, Code::FunctionReplaced, "two files")
            .at(span(0, 29, 33))
            .also(span(1, 11, 12), "there"),
    ]
}

#[test]
fn people_read_them() {
    insta::assert_snapshot!("people", render(&problems(), &sources(), Style::Plain));
    let coloured = render(&problems(), &sources(), Style::Coloured);
    assert!(coloured.contains("\u{1b}["));
    insta::assert_snapshot!("short", render(&problems(), &sources(), Style::Short));
}

#[test]
fn editors_read_them() {
    let value = json(&problems(), &sources());
    insta::assert_snapshot!("json", serde_json::to_string_pretty(&value).expect("json"));
}

#[test]
fn a_long_line_is_cut() {
    let mut sources = SourceMap::default();
    let text = format!("a = \"{}\"\nb = 2\n", "é".repeat(500_000));
    sources.add("long.toml", text);
    let problems = [
        Diagnostic::error(Code::Syntax, "far in").at(span(0, 400_001, 400_003)).label("here"),
        Diagnostic::error(Code::TextTooLong, "the whole line")
            .at(span(0, 4, 900_000))
            .also(span(0, 1_000_007, 1_000_008), "and b"),
    ];
    let begun = Instant::now();
    let text = render(&problems, &sources, Style::Plain);
    assert!(begun.elapsed() < Duration::from_secs(2));
    assert!(text.len() < 3000, "{}", text.len());
    insta::assert_snapshot!("long_line", text);
}

#[test]
fn control_characters_are_harmless() {
    let mut sources = SourceMap::default();
    sources.add("\u{1b}[2J.toml", "x = \u{1b}[31m\u{202e}1");
    let bad = "\u{1b}[31mred";
    let problems =
        [Diagnostic::error(Code::UnknownPiece, bad).at(span(0, 4, 6)).label(bad).also(span(0, 0, 1), bad).help(bad)];
    for style in [Style::Plain, Style::Short] {
        let text = render(&problems, &sources, style);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_place_can_be_shown(text in "(\\PC|\n|\r|\t){0,60}", places in prop::collection::vec((0u32..3, 0u32..200, 0u32..200), 1..5)) {
        let mut sources = SourceMap::default();
        sources.add("a", text.clone());
        sources.add("b", "");
        let mut problem = Diagnostic::error(Code::UnknownPiece, "any").label("here");
        for (at, (source, start, end)) in places.into_iter().enumerate() {
            let place = span(source, start, end);
            problem = if at == 0 { problem.at(place) } else { problem.also(place, "there") };
        }
        for style in [Style::Plain, Style::Coloured, Style::Short] {
            let _ = render(std::slice::from_ref(&problem), &sources, style);
        }
        let _ = json(std::slice::from_ref(&problem), &sources);
    }
}
