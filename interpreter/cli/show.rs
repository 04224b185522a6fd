//! `heterodox show`: a variant in; what its definition comes to out, in short or whole.

use crate::args::ShowArgs;
use crate::files::{make_folder, write_new};
use crate::list;
use crate::output::{columns, print, print_json};
use crate::subject::Subject;
use anyhow::bail;
use heterodox::definition::loader::DEFINITION_FILE;
use heterodox::definition::resolved::{resolved, resolved_scripts};
use heterodox::definition::{Definition, EndDef, MoveDef, TakesDef};
use heterodox::variant::Variant;
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let subject = Subject::open(&args.choice)?;
    let variant = subject.variant();
    if !args.resolved {
        if args.choice.report.is_json() {
            let mut value = summary_json(&variant);
            value["diagnostics"] = subject.remarks_json();
            print_json(&value)?;
        } else {
            print(&summary(&variant))?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let toml = resolved(&subject.loaded);
    let scripts = resolved_scripts(&subject.loaded);
    if let Some(folder) = &args.output {
        let mut files = vec![(DEFINITION_FILE.to_owned(), toml.as_str())];
        files.extend(scripts);
        let written = write(folder, &files)?;
        if args.choice.report.is_json() {
            let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
            let folder = folder.display().to_string();
            print_json(&json!({ "folder": folder, "files": names, "diagnostics": subject.remarks_json() }))?;
        } else {
            print(&written)?;
        }
    } else if args.choice.report.is_json() {
        let scripts: Map<String, Value> = scripts.into_iter().map(|(name, text)| (name, json!(text))).collect();
        print_json(&json!({ "toml": toml, "scripts": scripts, "diagnostics": subject.remarks_json() }))?;
    } else {
        print(&toml)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes files into a folder, and none if one of them is there already. Says what was written.
fn write(folder: &Path, files: &[(String, &str)]) -> anyhow::Result<String> {
    if let Some((name, _)) = files.iter().find(|(name, _)| folder.join(name).exists()) {
        bail!("`{}` is there already; name another folder", folder.join(name).display());
    }
    make_folder(folder)?;
    let mut written = String::new();
    for (name, text) in files {
        let path = folder.join(name);
        write_new(&path, text)?;
        let _ = writeln!(written, "wrote {}", path.display());
    }
    Ok(written)
}

fn summary(variant: &Variant) -> String {
    let definition = variant.definition();
    let mut text = variant.name().to_owned();
    match (&definition.inventor, definition.year) {
        (Some(inventor), Some(year)) => text.push_str(&format!(" ({inventor}, {year})")),
        (Some(inventor), None) => text.push_str(&format!(" ({inventor})")),
        (None, Some(year)) => text.push_str(&format!(" ({year})")),
        (None, None) => {}
    }
    text.push_str("\n\n");
    if let Some(summary) = &definition.summary {
        text.push_str(&format!("{}\n\n", summary.trim()));
    }
    let mut rows = vec![row(["board", &format!("{}, {} squares", list::board(&definition.board), n_squares(variant))])];
    if let Some(parent) = &definition.extends {
        rows.push(row(["extends", &parent.value]));
    }
    rows.push(row(["start", variant.start()]));
    rows.push(row(["first", &variant.first().to_string()]));
    if !variant.rights().is_empty() {
        rows.push(row(["castling", &variant.rights().iter().collect::<String>()]));
    }
    text.push_str(&columns(&rows, ""));
    section(&mut text, "pieces", &pieces(variant));
    let powers = definition.powers.iter().flat_map(|(name, power)| {
        let pieces: Vec<&str> = power.value.pieces.iter().map(|piece| piece.value.as_str()).collect();
        let mut whose = pieces.join(", ");
        if let Some(when) = &power.value.when {
            let _ = write!(whose, ", when {when}");
        }
        let borrowed = power.value.borrowed.iter().map(|name| format!("as `{}` says", name.value));
        let movements = power.value.moves.iter().map(movement).chain(borrowed);
        under(name.clone(), whose, movements.collect())
    });
    section(&mut text, "powers", &powers.collect::<Vec<_>>());
    let promotions = definition.promotions.iter().map(|promotion| {
        let names = |list: &[heterodox::source::Spanned<String>]| {
            list.iter().map(|name| name.value.as_str()).collect::<Vec<_>>().join(", ")
        };
        let (white, black) = (promotion.zone.white.to_string(), promotion.zone.black.to_string());
        let zone = if white == black { white } else { format!("{white} (black: {black})") };
        let must = if promotion.must { "" } else { ", if it likes" };
        row([&names(&promotion.pieces), &format!("on {zone} to {}{must}", names(&promotion.to))])
    });
    section(&mut text, "promotion", &promotions.collect::<Vec<_>>());
    if let Some(duty) = &definition.duty {
        let hooks = [("claim", &duty.claim), ("merit", &duty.merit), ("allowed", &duty.allowed)];
        let rows = hooks.iter().filter_map(|(key, hook)| Some(row([key, &format!("script {}", hook.as_ref()?.value)])));
        section(&mut text, "duty", &rows.collect::<Vec<_>>());
    }
    let ends = definition.ends.iter().map(|end| row([end_result(end), &end_when(end), &end_name(end)]));
    section(&mut text, "ends", &ends.collect::<Vec<_>>());
    let options = definition.options.iter().map(|(name, option)| {
        let others: Vec<&str> =
            option.value.values.iter().filter(|value| **value != option.value.chosen).map(String::as_str).collect();
        let others = if others.is_empty() { String::new() } else { format!("or {}", others.join(", ")) };
        row([&format!("{name}={}", option.value.chosen), &others])
    });
    section(&mut text, "options", &options.collect::<Vec<_>>());
    text
}

fn n_squares(variant: &Variant) -> usize {
    variant.board().n_squares()
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn section(text: &mut String, title: &str, rows: &[Vec<String>]) {
    if !rows.is_empty() {
        let _ = write!(text, "\n{title}\n{}", columns(rows, "  "));
    }
}

/// Lines of one thing with several movements: the first beside its name, the others below.
fn under(name: String, about: String, movements: Vec<String>) -> Vec<Vec<String>> {
    let mut movements = movements.into_iter();
    let first = vec![name, about, movements.next().unwrap_or_else(|| "-".to_owned())];
    let rest = movements.map(|movement| vec![String::new(), String::new(), movement]);
    std::iter::once(first).chain(rest).collect()
}

fn pieces(variant: &Variant) -> Vec<Vec<String>> {
    let definition = variant.definition();
    let rows = variant.kinds().iter().filter_map(|kind| {
        let piece = &definition.pieces.get(&kind.name)?.value;
        let mut about = Vec::new();
        if piece.royal {
            about.push("royal".to_owned());
        }
        if let Some(takes) = takes(piece.takes.as_ref()) {
            about.push(format!("takes {takes}"));
        }
        match piece.immune.as_ref().map(ToString::to_string).as_deref() {
            None | Some("false" | "never") => {}
            Some("true" | "always") => about.push("immune".to_owned()),
            Some(condition) => about.push(format!("immune when {condition}")),
        }
        if let Some(active) = &piece.active {
            about.push(format!("active when {active}"));
        }
        let movements = piece.moves.iter().map(movement).collect();
        Some(under(format!("{} {}", kind.letter, kind.name), about.join(", "), movements))
    });
    rows.flatten().collect()
}

fn takes(takes: Option<&TakesDef>) -> Option<String> {
    match takes? {
        TakesDef::All => None,
        TakesDef::Nothing => Some("nothing".to_owned()),
        TakesDef::Kinds(kinds) => Some(kinds.iter().map(|kind| kind.value.as_str()).collect::<Vec<_>>().join(", ")),
        TakesDef::Script(name) => Some(format!("as script {} says", name.value)),
    }
}

/// A movement in canonical form, with what else is said of it.
fn movement(movement: &MoveDef) -> String {
    let mut text = movement.movement.to_string();
    let mut also = |word: &str, what: String| {
        let _ = write!(text, ", {word} {what}");
    };
    if let Some(from) = &movement.from {
        also("from", from.to_string());
    }
    if let Some(to) = &movement.to {
        also("to", to.to_string());
    }
    if let Some(when) = &movement.when {
        also("when", when.to_string());
    }
    if let Some(filter) = &movement.filter {
        also("where script", filter.value.clone());
    }
    if let Some(does) = &movement.does {
        also("does", does.value.clone());
    }
    if !movement.spares.is_empty() {
        also("spares", movement.spares.iter().map(|kind| kind.value.as_str()).collect::<Vec<_>>().join(", "));
    }
    if movement.captures_passing {
        also("captures", "in passing".to_owned());
    }
    if movement.chain.is_some() {
        also("again", "and again".to_owned());
    }
    text
}

fn end_result(end: &EndDef) -> &str {
    end.result.as_ref().map_or("script", |result| result.value.as_str())
}

fn end_when(end: &EndDef) -> String {
    match (&end.when, &end.script) {
        (Some(when), _) => when.to_string(),
        (None, Some(script)) => script.value.clone(),
        (None, None) => String::new(),
    }
}

fn end_name(end: &EndDef) -> String {
    end.name.as_ref().map_or(String::new(), |name| format!("({})", name.value))
}

fn summary_json(variant: &Variant) -> Value {
    let definition: &Definition = variant.definition();
    let movements = |moves: &[MoveDef]| moves.iter().map(movement).collect::<Vec<_>>();
    let pieces = variant.kinds().iter().filter_map(|kind| {
        let piece = &definition.pieces.get(&kind.name)?.value;
        Some(json!({
            "name": kind.name,
            "letter": kind.letter.to_string(),
            "royal": kind.royal,
            "value": kind.value,
            "moves": movements(&piece.moves),
            "takes": takes(piece.takes.as_ref()).unwrap_or_else(|| "all".to_owned()),
            "immune": piece.immune.as_ref().map(ToString::to_string),
        }))
    });
    let powers = definition.powers.iter().map(|(name, power)| {
        json!({
            "name": name,
            "pieces": power.value.pieces.iter().map(|piece| &piece.value).collect::<Vec<_>>(),
            "moves": movements(&power.value.moves),
            "when": power.value.when.as_ref().map(ToString::to_string),
        })
    });
    let ends = definition.ends.iter().map(|end| {
        json!({
            "when": end.when.as_ref().map(ToString::to_string),
            "script": end.script.as_ref().map(|script| &script.value),
            "result": end.result.as_ref().map(|result| &result.value),
            "name": end.name.as_ref().map(|name| &name.value),
        })
    });
    let options = definition.options.iter().map(|(name, option)| {
        json!({ "name": name, "value": option.value.chosen, "values": option.value.values, "default": option.value.default })
    });
    json!({
        "name": variant.name(),
        "summary": definition.summary,
        "inventor": definition.inventor,
        "year": definition.year,
        "sources": definition.sources,
        "extends": definition.extends.as_ref().map(|parent| &parent.value),
        "board": list::board(&definition.board),
        "squares": variant.board().squares().map(|square| variant.board().name(square)).collect::<Vec<_>>(),
        "start": variant.start(),
        "first": variant.first().to_string(),
        "castling": variant.rights().iter().collect::<String>(),
        "pieces": pieces.collect::<Vec<_>>(),
        "powers": powers.collect::<Vec<_>>(),
        "ends": ends.collect::<Vec<_>>(),
        "options": options.collect::<Vec<_>>(),
        "languages": definition.names.keys().collect::<Vec<_>>(),
    })
}
