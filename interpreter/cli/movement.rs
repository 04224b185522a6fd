//! `heterodox movement`: a movement string in; what it means in English and what it reaches out.

use crate::args::{Drawing, MovementArgs};
use crate::files;
use crate::output::{Problems, print, print_json, remark};
use heterodox::describe::{Diagram, solo};
use heterodox::diagnostic::json::json;
use heterodox::picture::TextStyle;
use heterodox::source::{SourceMap, Span, Spanned};
use serde_json::{Value, json};
use std::fmt::Write;
use std::io::IsTerminal;
use std::process::ExitCode;

pub(crate) fn run(args: &MovementArgs) -> anyhow::Result<ExitCode> {
    let mut sources = SourceMap::default();
    let mut quote = |label: &str, text: &str| {
        let source = sources.add(label, text);
        Spanned::new(text.to_owned(), Span::new(source, 0..text.len()))
    };
    let text = quote("movement", &args.movement);
    let square = args.square.as_deref().map(|square| quote("--square", square));
    let solo = match solo(&text, args.board, square.as_ref()) {
        Ok(solo) => solo,
        Err(list) => return Err(Problems { list, sources }.into()),
    };
    remark(&solo.warnings, &sources, args.report.format());
    write_svg(&solo.diagram, &args.drawing)?;
    if args.report.is_json() {
        let terms: Value =
            solo.terms.iter().map(|term| json!({ "written": term.written, "text": term.text })).collect();
        print_json(&json!({
            "movement": solo.written,
            "terms": terms,
            "diagram": diagram_json(&solo.diagram),
            "diagnostics": json(&solo.warnings, &sources),
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = format!("{}\n\n", solo.written);
    for term in &solo.terms {
        // Writing to a string cannot fail.
        let _ = writeln!(out, "- {}: {}", term.written, term.text);
    }
    let _ = write!(out, "\n{}", drawn(&solo.diagram, &args.drawing));
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the diagram into the file that was asked for.
pub(crate) fn write_svg(diagram: &Diagram, drawing: &Drawing) -> anyhow::Result<()> {
    let Some(file) = &drawing.svg else { return Ok(()) };
    files::write(file, &diagram.svg(""))
}

/// A diagram with its legend as text.
pub(crate) fn drawn(diagram: &Diagram, drawing: &Drawing) -> String {
    let colour = std::io::stdout().is_terminal();
    let style = TextStyle { unicode: drawing.unicode, colour, disk: drawing.disk };
    format!("{}:\n\n{}\n{}", diagram.title, diagram.text(style), diagram.legend_text())
}

/// A diagram for programs: the squares by how they are reached.
pub(crate) fn diagram_json(diagram: &Diagram) -> Value {
    let board = diagram.board();
    let marks: Value = diagram
        .legend()
        .into_iter()
        .map(|mark| {
            let squares = diagram.reached.iter().filter(|(_, other)| *other == mark);
            let squares: Vec<&str> = squares.map(|(square, _)| board.name(*square)).collect();
            json!({ "mark": mark.character().to_string(), "meaning": mark.meaning(), "squares": squares })
        })
        .collect();
    json!({ "square": board.name(diagram.square), "reached": marks })
}
