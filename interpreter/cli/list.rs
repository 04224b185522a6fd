//! `heterodox list`: the bundled variants in, a table or JSON out.

use crate::args::ListArgs;
use crate::output::{Problems, columns, print, print_json};
use heterodox::bundled::Bundled;
use heterodox::definition::loader::Library;
use heterodox::definition::{BoardDef, CircleDef, RectangleDef, Shape};
use heterodox::open::open;
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn run(args: &ListArgs) -> anyhow::Result<ExitCode> {
    let mut rows = vec![["NAME", "TITLE", "BOARD", "INVENTOR", "YEAR"].map(str::to_owned).to_vec()];
    let mut values = Vec::new();
    for name in Bundled.names() {
        let opened = open(&name, &Bundled, &[]);
        let Some(variant) = opened.variant else {
            return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
        };
        let definition = variant.definition();
        let inventor = definition.inventor.clone();
        values.push(json!({
            "name": name,
            "title": variant.name(),
            "board": board(&definition.board),
            "squares": variant.board().n_squares(),
            "inventor": inventor,
            "year": definition.year,
        }));
        rows.push(vec![
            name,
            variant.name().to_owned(),
            board(&definition.board),
            inventor.unwrap_or_else(|| "-".to_owned()),
            definition.year.map_or_else(|| "-".to_owned(), |year| year.to_string()),
        ]);
    }
    if args.report.is_json() {
        print_json(&json!({ "variants": values }))?;
    } else {
        print(&columns(&rows, ""))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A board in a few words: `8 x 8`.
pub(crate) fn board(board: &BoardDef) -> String {
    match &board.shape {
        Shape::Rectangle(RectangleDef { files, ranks, squares, wrap, holes, .. }) => {
            let mut text = format!("{} x {}", files.value, ranks.value);
            match squares.as_ref().map(|squares| squares.value.as_str()) {
                Some("dark") => text.push_str(", dark squares"),
                Some("light") => text.push_str(", light squares"),
                Some(_) => text.push_str(", in part"),
                None => {}
            }
            if !holes.is_empty() {
                text.push_str(", with holes");
            }
            match wrap.as_ref().map(|wrap| wrap.value.as_str()) {
                Some("both") => text.push_str(", torus"),
                Some(wrap) => {
                    text.push_str(", joined ");
                    text.push_str(wrap);
                }
                None => {}
            }
            text
        }
        Shape::Circle(CircleDef { rings, sectors, centre, .. }) => {
            let centre = if centre.is_some() { " and a centre" } else { "" };
            format!("circle, {} x {}{centre}", rings.value, sectors.value)
        }
        Shape::Graph(_) => "graph".to_owned(),
        Shape::Hexagon { side } => format!("hexagon of side {}", side.value),
    }
}
