//! The merged tree in, the [`Definition`] out; the families of keys are read in the files beside this one.

mod board;
mod pieces;
mod rules;
mod words;

use super::fields::Fields;
use super::home::HEAD;
use super::mended::Lost;
use super::naming::{Named, check_name};
use super::noted::Problems;
use super::table::Tree;
use super::{Definition, Doubt, Entry, NamesDef, OptionValue, PerSide, ScriptFile, SidesDef, Table};
use crate::definition::condition::{RegionKind, RegionRef};
use crate::source::{Span, Spanned};

/// What the loader knows beside the tree.
pub(crate) struct Surroundings {
    /// Where the definition's own file begins.
    pub(crate) span: Span,
    /// The parent, as written.
    pub(crate) extends: Option<Spanned<String>>,
    /// What the definition itself removes from its parent.
    pub(crate) removed: Vec<Spanned<String>>,
    /// Something could not be read, or something of the board.
    pub(crate) lost: Lost,
    /// The scripts that were read.
    pub(crate) scripts: Vec<ScriptFile>,
    /// Whether scripts are named, read or not.
    pub(crate) names_script: bool,
    /// The options and their values.
    pub(crate) options: Table<OptionValue>,
}

/// Reads a whole definition. What could not be read is left out and noted; `None` where too much is missing.
pub(crate) fn definition(tree: &Tree, around: Surroundings, out: &Problems) -> Option<Definition> {
    let mut root = Fields::new(tree, around.span, "the definition", out);
    root.taken(&HEAD);
    root.get("options");
    let name = words::title(&mut root, "name");
    root.needs("name", "the game's name at the top: `name = \"...\"`");
    let summary = root.text("summary").map(|text| text.value);
    let inventor = root.text("inventor").map(|text| text.value);
    let year = root.integer("year", 1..=9999).map(|year| year.value);
    let sources = texts(root.texts("sources"));
    let mut board = board::board(&mut root);
    let (sides, side_names) = sides(&mut root, &mut board.doubt);
    // Which way is forward may have stood there, and much more of the board.
    board.doubt.lines |= around.lost.any;
    if around.lost.board {
        board.doubt = board.doubt.or(Doubt::SQUARES);
    }
    let regions = regions(&mut root);
    let mut promotions = Vec::new();
    let pieces = pieces::pieces(&mut root, &mut promotions);
    let powers = pieces::powers(&mut root);
    rules::promotions(&mut root, &mut promotions);
    let setup = rules::setup(&mut root);
    let castling = rules::castling(&mut root);
    let quiet_resets = rules::quiet(&mut root);
    let duty = rules::duty(&mut root);
    let active = root.condition("active");
    let ends = rules::ends(&mut root);
    let notation = words::notation(&mut root, &board);
    let mut names = words::names(&mut root);
    if !side_names.is_empty() {
        let key = root.span;
        let english = names.entry("en".to_owned()).or_insert_with(|| Entry { key, value: NamesDef::default() });
        for (side, word) in side_names {
            english.value.sides.entry(side).or_insert(word);
        }
    }
    let tests = words::tests(&mut root, &around.options);
    let allow = words::allow(&mut root);
    root.done();
    Some(Definition {
        span: around.span,
        name: name.unwrap_or_else(|| Spanned::new("unnamed".to_owned(), around.span)),
        summary,
        inventor,
        year,
        sources,
        extends: around.extends,
        removed: around.removed,
        in_part: around.lost.any,
        scripts: around.scripts,
        names_script: around.names_script,
        options: around.options,
        board,
        sides,
        regions,
        pieces,
        powers,
        setup,
        promotions,
        castling,
        quiet_resets,
        duty,
        active,
        ends,
        notation,
        names,
        tests,
        allow,
    })
}

fn texts(texts: Option<Vec<Spanned<String>>>) -> Vec<String> {
    texts.unwrap_or_default().into_iter().map(|text| text.value).collect()
}

fn sides(root: &mut Fields<'_>, doubt: &mut Doubt) -> (SidesDef, Table<Spanned<String>>) {
    let Some(mut fields) = root.table("sides", "`[sides]`") else {
        return (SidesDef { first: None, forward: None }, Table::new());
    };
    let first = fields.word("first", &["white", "black"]);
    let forward = fields.function("forward");
    doubt.lines |= forward.is_none() && fields.has("forward");
    let names = words::side_names(&mut fields, "names");
    fields.done();
    (SidesDef { first, forward }, names)
}

fn regions(root: &mut Fields<'_>) -> Table<PerSide<RegionRef>> {
    let mut regions = Table::new();
    for (name, field) in root.named("regions") {
        check_name(Named::Region, &name, field.key, root.out);
        // One that cannot be read is there all the same: what names it is not at fault.
        let value = root.sided_in("`[regions]`", &name, &field.node).unwrap_or_else(|| {
            let all = RegionRef { kind: RegionKind::All, span: field.node.span };
            PerSide { white: all.clone(), black: all }
        });
        regions.insert(name, Entry { key: field.key, value });
    }
    regions
}
