//! `[notation]`, `[names.LANG]` and `[[test]]` in, what is shown to people and what is tried out.

use super::super::bounds::MOST_SEQUENCES;
use super::super::choice::{unknown_option, unknown_value};
use super::super::fields::{Fields, listed};
use super::super::{BoardDef, Entry, LINTS, LONG_GAMES, NamesDef, NotationDef, OptionValue, Shape, Table, TestDef};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Spanned;

pub(super) fn notation(root: &mut Fields<'_>, board: &BoardDef) -> NotationDef {
    let Some(mut fields) = root.table("notation", "`[notation]`") else { return NotationDef::default() };
    let long = fields.word("style", &["short", "long"]).is_some_and(|style| style.value == "long");
    let word = fields.word("holes", &["blank", "_", "*"]);
    let holes = word.as_ref().and_then(|holes| match holes.value.as_str() {
        "_" => Some('_'),
        "*" => Some('*'),
        _ => None,
    });
    let may_have_holes = match &board.shape {
        Shape::Rectangle(shape) => shape.squares.is_some() || !shape.holes.is_empty(),
        _ => false,
    };
    if word.is_some() && !may_have_holes && !board.doubt.holes && !board.doubt.shape {
        fields.idle(
            root.span.source,
            "holes",
            "on a board without holes",
            "leave it out, or name the `holes` of the board",
        );
    }
    fields.done();
    NotationDef { long, holes }
}

pub(super) fn names(root: &mut Fields<'_>) -> Table<NamesDef> {
    let mut names = Table::new();
    for (language, field) in root.named("names") {
        let Some(mut fields) = Fields::of(&field.node, format!("`[names.{language}]`"), root.out) else { continue };
        let value = NamesDef {
            game: title(&mut fields, "game").map(|game| game.value),
            pieces: fields.words("pieces"),
            letters: fields.words("letters"),
            sides: side_names(&mut fields, "sides"),
        };
        value.pieces.values().for_each(|entry| spoken(&fields, &entry.value));
        fields.done();
        names.insert(language, Entry { key: field.key, value });
    }
    names
}

/// The name of a game, of an end or of a test, which must say something.
pub(super) fn title(fields: &mut Fields<'_>, key: &'static str) -> Option<Spanned<String>> {
    let text = fields.text(key)?;
    if text.value.trim().is_empty() {
        let problem = Diagnostic::error(Code::BadName, format!("`{key}` in {} is empty", fields.what()));
        fields.out.add(problem.at(text.span).label("says nothing").help("write a name that people can read"));
    }
    Some(text)
}

/// Notes a word for a piece or a side that does not begin with a letter: moves and sentences are written with it.
fn spoken(fields: &Fields<'_>, word: &Spanned<String>) {
    if !word.value.starts_with(char::is_alphabetic) {
        let message = match word.value.trim() {
            "" => "a word for a piece or a side cannot be empty".to_owned(),
            text => format!("a word for a piece or a side begins with a letter, not as `{text}` does"),
        };
        let problem = Diagnostic::error(Code::BadName, message).at(word.span).label("not a word");
        fields.out.add(problem.help("write the word that players say, such as `rook` or `white`"));
    }
}

/// Words for the sides, under `white` and `black`.
pub(super) fn side_names(fields: &mut Fields<'_>, key: &'static str) -> Table<Spanned<String>> {
    let names = fields.words(key);
    for (side, entry) in &names {
        spoken(fields, &entry.value);
        if side != "white" && side != "black" {
            let problem = Diagnostic::error(Code::UnknownKey, format!("there is no side `{side}`"))
                .at(entry.key)
                .label("not a side");
            fields.out.add(match nearest(side, ["white", "black"]) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem.help("the sides are `white` and `black`"),
            });
        }
    }
    names
}

/// Warnings that are meant.
pub(super) fn allow(root: &mut Fields<'_>) -> Table<Spanned<String>> {
    let allow = root.words("allow");
    for (code, entry) in &allow {
        let known = LINTS.into_iter().chain([LONG_GAMES]);
        if !known.clone().any(|known| known == code) {
            let problem = Diagnostic::error(Code::UnknownKey, format!("`[allow]` has no key `{code}`"))
                .at(entry.key)
                .label("not a warning about design");
            root.out.add(match nearest(code, known.clone()) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => problem.help(format!("there are {}", listed(known))),
            });
        }
    }
    allow
}

pub(super) fn tests(root: &mut Fields<'_>, options: &Table<OptionValue>) -> Vec<TestDef> {
    root.tables("test", "`[[test]]`").into_iter().map(|fields| test(fields, options)).collect()
}

fn test(mut fields: Fields<'_>, options: &Table<OptionValue>) -> TestDef {
    let span = fields.span;
    let name = title(&mut fields, "name");
    fields.needs("name", "what it shows: `name = \"...\"`");
    let test = TestDef {
        span,
        name: name.unwrap_or_else(|| Spanned::new("unnamed".to_owned(), span)),
        fen: fields.text("fen"),
        after: fields.texts("after").unwrap_or_default(),
        of: fields.text("of"),
        moves: moves(&mut fields),
        legal: fields.different("legal").unwrap_or_default(),
        illegal: fields.different("illegal").unwrap_or_default(),
        why: fields.words("why"),
        perft: fields.integers("perft", 0..=MOST_SEQUENCES as i64),
        check: fields.flag("check"),
        outcome: fields.word("outcome", &["white", "black", "draw", "none"]),
        san: fields.words("san"),
        option: fields.words("option"),
    };
    for (name, Entry { key, value }) in &test.option {
        match options.get(name) {
            None => fields.out.add(unknown_option(name, options).at(*key).label("no such option")),
            Some(option) if !option.value.values.contains(&value.value) => fields.out.add(
                unknown_value(name, &value.value, &option.value.values).at(value.span).label("not one of its values"),
            ),
            Some(_) => {}
        }
    }
    asks_something(&fields);
    if fields.has("of") && !fields.has("moves") && !fields.has_unknown() {
        fields.idle(
            span.source,
            "of",
            "without `moves`",
            "add `moves`, exactly those of the piece there, or leave `of` out",
        );
    }
    contradictions(&fields, &test);
    fields.done();
    test
}

/// All legal moves, with the place of the list.
fn moves(fields: &mut Fields<'_>) -> Option<Spanned<Vec<Spanned<String>>>> {
    let moves = fields.different("moves")?;
    Some(Spanned::new(moves, fields.get("moves")?.node.span))
}

/// Notes a test that no rules could fail.
fn asks_something(fields: &Fields<'_>) {
    // `moves = []` says that there is none; the other lists say nothing where they are empty.
    let asks = ["moves", "check", "outcome"].iter().any(|key| fields.has(key))
        || ["after", "legal", "illegal", "why", "perft", "san"].iter().any(|key| fields.has_content(key));
    // A key that was misspelt may have asked.
    if !asks && !fields.has_unknown() {
        fields.out.add(
            Diagnostic::error(Code::TestEmpty, "this test asks nothing")
                .at(fields.span)
                .label("passes whatever the rules are")
                .help("add what should hold: `legal = [\"e2e4\"]`, `moves`, `illegal`, `why`, `perft`, `check`, `outcome` or `san`"),
        );
    }
}

/// Notes moves that are said to be legal and not to be.
fn contradictions(fields: &Fields<'_>, test: &TestDef) {
    let allowed = || {
        let listed = test.legal.iter().map(|text| (text.value.as_str(), text.span));
        let all = test.moves.iter().flat_map(|list| &list.value).map(|text| (text.value.as_str(), text.span));
        listed.chain(all).chain(test.san.iter().map(|(text, entry)| (text.as_str(), entry.key)))
    };
    let refused = test.illegal.iter().map(|text| (text.value.as_str(), text.span));
    for (text, span) in refused.chain(test.why.iter().map(|(text, entry)| (text.as_str(), entry.key))) {
        if let Some((_, first)) = allowed().find(|(other, _)| *other == text) {
            let message = format!("`{}`: `{text}` cannot be both legal and illegal", test.name.value);
            fields.out.add(
                Diagnostic::error(Code::TestContradiction, message)
                    .at(span)
                    .label("not legal, says this")
                    .also(first, "legal, says this")
                    .help("leave one out"),
            );
        }
    }
}
