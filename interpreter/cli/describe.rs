//! `heterodox describe`: a variant and a piece in; what it does in English and what it reaches out.

use crate::args::DescribeArgs;
use crate::movement::{diagram_json, drawn, write_svg};
use crate::output::{Problems, print, print_json};
use crate::subject::{open_named, remark_loaded};
use heterodox::describe::{Account, MoveText, PieceText};
use heterodox::diagnostic::json::json;
use serde_json::{Value, json};
use std::process::ExitCode;

pub(crate) fn run(args: &DescribeArgs) -> anyhow::Result<ExitCode> {
    let opened = open_named(&args.choice.variant, &args.choice.options.list);
    let account = match Account::new(&opened) {
        Ok(account) => account,
        Err(list) => return Err(Problems { list, sources: opened.loaded.sources }.into()),
    };
    let (name, format) = (&args.choice.variant, args.choice.report.format());
    remark_loaded(name, &opened.diagnostics, &opened.loaded.sources, format);
    let kind = account.kind(&args.piece).map_err(|problem| Problems::one(*problem))?;
    let square = match &args.square {
        Some(name) => Some(account.square(name).map_err(|problem| Problems::one(*problem))?),
        None => None,
    };
    let (Some(piece), Some(diagram)) = (account.piece(kind), account.diagram(kind, square)) else {
        anyhow::bail!("the piece `{}` cannot be shown on this board", args.piece);
    };
    write_svg(&diagram, &args.drawing)?;
    if args.choice.report.is_json() {
        let mut value = piece_json(&piece);
        value["diagram"] = diagram_json(&diagram);
        value["diagnostics"] = json(&opened.diagnostics, &opened.loaded.sources);
        print_json(&value)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = piece_text(&piece, account.variant().name());
    out.push_str(&format!("\n{}", drawn(&diagram, &args.drawing)));
    if account.acts(kind) {
        out.push_str("where it acts on a piece instead of taking it, that is shown as taking\n");
    }
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn piece_text(piece: &PieceText, variant: &str) -> String {
    let mut out = format!("{} ({}) of {variant}\n", piece.name, piece.letter);
    let section = |out: &mut String, title: &str, lines: &[String]| {
        if !lines.is_empty() {
            out.push_str(&format!("\n{title}\n"));
            out.extend(lines.iter().map(|line| format!("{line}\n")));
        }
    };
    let movements = |moves: &[MoveText]| -> Vec<String> {
        let terms = |movement: &MoveText| {
            let terms = movement.terms.iter().map(|term| format!("- {}: {}", term.written, term.text));
            let notes = movement.notes.iter().map(|note| format!("    {note}"));
            terms.chain(notes).collect::<Vec<_>>()
        };
        moves.iter().flat_map(terms).collect()
    };
    section(&mut out, "moves", &movements(&piece.moves));
    for power in &piece.powers {
        let facts = power.facts.iter().map(|fact| format!("  {fact}"));
        let lines: Vec<String> = facts.chain(movements(&power.moves)).collect();
        section(&mut out, &format!("power `{}`", power.name), &lines);
    }
    section(&mut out, "besides", &piece.facts.iter().map(|fact| format!("- {fact}")).collect::<Vec<_>>());
    section(&mut out, "promotion", &piece.promotions.iter().map(|fact| format!("- {fact}")).collect::<Vec<_>>());
    out
}

fn piece_json(piece: &PieceText) -> Value {
    let moves = |moves: &[MoveText]| -> Value {
        moves
            .iter()
            .map(|movement| {
                let terms: Value =
                    movement.terms.iter().map(|term| json!({ "written": term.written, "text": term.text })).collect();
                json!({ "terms": terms, "notes": movement.notes })
            })
            .collect()
    };
    let powers: Value = piece
        .powers
        .iter()
        .map(|power| json!({ "name": power.name, "facts": power.facts, "moves": moves(&power.moves) }))
        .collect();
    json!({
        "name": piece.name,
        "letter": piece.letter.to_string(),
        "facts": piece.facts,
        "moves": moves(&piece.moves),
        "powers": powers,
        "promotions": piece.promotions,
    })
}
