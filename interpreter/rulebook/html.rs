//! A page in, one HTML document that needs nothing else out; drawings are SVG inside it.

use super::page::{Block, Figure, Item, Page, parts};
use crate::picture::{escaped, sample};
use std::fmt::Write as _;

const STYLE: &str = "\
body { margin: 0 auto; padding: 1.5rem; max-width: 46rem; font: 1rem/1.5 Georgia, 'Times New Roman', serif;
  color: #2a221c; background: #fffdf8; }
h1, h2, h3 { line-height: 1.2; margin: 2rem 0 0.6rem; font-family: Helvetica, Arial, sans-serif; }
h1 { margin-top: 0.5rem; }
h2 { border-bottom: 1px solid #dcc19b; padding-bottom: 0.2rem; }
h3::first-letter { text-transform: uppercase; }
h3 { clear: both; }
code { font: 0.88em Menlo, Consolas, monospace; background: #f3e6cf; padding: 0.05em 0.3em; border-radius: 3px; }
li { margin: 0.25rem 0; }
figure { margin: 1rem 0; }
figure > svg { width: 100%; max-width: 22rem; height: auto; display: block; }
figure.man > svg { max-width: 17rem; }
figcaption { font-size: 0.9rem; color: #5b4a3c; margin-top: 0.4rem; }
figcaption ul { list-style: none; padding: 0; margin: 0.2rem 0; }
figcaption svg { width: 1.1rem; height: 1.1rem; vertical-align: -0.2rem; }
table { border-collapse: collapse; }
th, td { text-align: left; padding: 0.2rem 1rem 0.2rem 0; border-bottom: 1px solid #eadfca; vertical-align: top; }
@media print { body { padding: 0; background: none; } h2, h3, figure { break-inside: avoid; break-after: avoid; } }
";

/// Writes a page as an HTML document.
#[must_use]
pub fn html(page: &Page) -> String {
    let title = inline(&page.title);
    let plain = escaped(&page.title.replace('`', ""));
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{plain}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for block in &page.blocks {
        // Writing to a string cannot fail.
        let _ = match block {
            Block::Heading(level, text) => writeln!(out, "<h{level}>{}</h{level}>", inline(text)),
            Block::Paragraph(text) => writeln!(out, "<p>{}</p>", inline(text)),
            Block::List(items) => writeln!(out, "<ul>\n{}</ul>", items.iter().map(item).collect::<String>()),
            Block::Table(head, rows) => writeln!(out, "{}", table(head, rows)),
            Block::Figure(drawing) => writeln!(out, "{}", figure(drawing)),
        };
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn item(item: &Item) -> String {
    let name = item.name.as_ref().map_or(String::new(), |name| format!("<strong>{}</strong> ", inline(name)));
    let notes: String = item.notes.iter().map(|note| format!("<li>{}</li>\n", inline(note))).collect();
    let notes = if notes.is_empty() { notes } else { format!("\n<ul>\n{notes}</ul>\n") };
    format!("<li>{name}{}{notes}</li>\n", inline(&item.text))
}

fn table(head: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", inline(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let rows: String = rows.iter().map(|row| line(row, "td")).collect();
    format!("<table>\n<thead>\n{}</thead>\n<tbody>\n{rows}</tbody>\n</table>", line(head, "th"))
}

fn figure(figure: &Figure) -> String {
    let class = if figure.legend.is_empty() { "" } else { " class=\"man\"" };
    let marks: String =
        figure.legend.iter().map(|mark| format!("<li>{} {}</li>\n", sample(*mark), inline(mark.meaning()))).collect();
    let marks = if marks.is_empty() { marks } else { format!("\n<ul>\n{marks}</ul>\n") };
    let note = if figure.note.is_empty() { String::new() } else { format!("<br>{}", inline(&figure.note)) };
    let (svg, title) = (figure.svg.trim_end(), inline(&figure.title));
    format!("<figure{class}>\n{svg}\n<figcaption>{title}{marks}{note}</figcaption>\n</figure>")
}

/// Text with code marked up and addresses as links.
fn inline(text: &str) -> String {
    let mut out = String::new();
    for (code, part) in parts(text) {
        if code {
            let _ = write!(out, "<code>{}</code>", escaped(&part));
            continue;
        }
        for (at, word) in part.split(' ').enumerate() {
            let blank = if at > 0 { " " } else { "" };
            let word = escaped(word);
            let _ = match word.starts_with("https://") || word.starts_with("http://") {
                true => write!(out, "{blank}<a href=\"{word}\">{word}</a>"),
                false => write!(out, "{blank}{word}"),
            };
        }
    }
    out
}
