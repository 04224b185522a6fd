//! A page in, Markdown out; drawings are blocks of text.

use super::page::{Block, Figure, Item, Page, parts};
use std::fmt::Write as _;

/// Writes a page as Markdown.
#[must_use]
pub fn markdown(page: &Page) -> String {
    let mut out = format!("# {}\n", inline(&page.title));
    for block in &page.blocks {
        out.push('\n');
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Heading(level, text) => writeln!(out, "{} {}", "#".repeat(usize::from(*level)), inline(text)),
            Block::Paragraph(text) => writeln!(out, "{}", inline(text)),
            Block::List(items) => {
                items.iter().for_each(|one| item(&mut out, one));
                Ok(())
            }
            Block::Table(head, rows) => {
                table(&mut out, head, rows);
                Ok(())
            }
            Block::Figure(drawing) => {
                figure(&mut out, drawing);
                Ok(())
            }
        };
    }
    out
}

fn item(out: &mut String, item: &Item) {
    let name = item.name.as_ref().map_or(String::new(), |name| format!("**{}** ", inline(name)));
    let _ = writeln!(out, "- {name}{}", inline(&item.text));
    for note in &item.notes {
        let _ = writeln!(out, "  - {}", inline(note));
    }
}

fn table(out: &mut String, head: &[String], rows: &[Vec<String>]) {
    let line = |cells: &[String]| {
        let cells: Vec<String> = cells.iter().map(|cell| inline(cell).replace('|', "\\|")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    out.push_str(&line(head));
    out.push_str(&format!("|{}\n", "---|".repeat(head.len())));
    out.extend(rows.iter().map(|row| line(row)));
}

fn figure(out: &mut String, figure: &Figure) {
    let _ = writeln!(out, "{}:\n\n```text\n{}", inline(&figure.title), figure.text.trim_end_matches('\n'));
    if !figure.legend.is_empty() {
        out.push('\n');
    }
    for mark in &figure.legend {
        let _ = writeln!(out, "{}  {}", mark.character(), mark.meaning());
    }
    out.push_str("```\n");
    if !figure.note.is_empty() {
        let _ = writeln!(out, "\n{}", inline(&figure.note));
    }
}

/// Text in which nothing but code is markup.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (code, part) in parts(&text.split_whitespace().collect::<Vec<_>>().join(" ")) {
        if code {
            let _ = write!(out, "`{part}`");
            continue;
        }
        for letter in part.chars() {
            let link = out.ends_with("http:/") || out.ends_with("https:/");
            match letter {
                '\\' | '*' | '[' | ']' | '<' | '>' | '#' | '`' => out.extend(['\\', letter]),
                // Inside words, as in addresses, it is no markup.
                '_' if !link && !out.ends_with(char::is_alphanumeric) => out.extend(['\\', letter]),
                '&' => out.push_str("&amp;"),
                other => out.push(other),
            }
        }
    }
    // A sentence must not begin a list.
    if out.starts_with(['-', '+']) { format!("\\{out}") } else { out }
}
