//! A page as data: headings, paragraphs, lists, tables and figures, before it is Markdown or HTML. In all texts what
//! stands between backticks is code.

use crate::picture::Mark;

/// A page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// What it is about.
    pub title: String,
    /// What stands on it, in order.
    pub blocks: Vec<Block>,
}

/// A part of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A heading of level 2 or 3.
    Heading(u8, String),
    /// A paragraph.
    Paragraph(String),
    /// A list.
    List(Vec<Item>),
    /// A table: its head and its rows.
    Table(Vec<String>, Vec<Vec<String>>),
    /// A drawing.
    Figure(Figure),
}

/// A point of a list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Item {
    /// What is written in strong letters before it.
    pub name: Option<String>,
    /// What it says.
    pub text: String,
    /// Points below it.
    pub notes: Vec<String>,
}

/// A drawing, in both its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// What it shows.
    pub title: String,
    /// As lines of text.
    pub text: String,
    /// As SVG; its ids occur once on the page.
    pub svg: String,
    /// The marks in it.
    pub legend: Vec<Mark>,
    /// What else is to be known about it.
    pub note: String,
}

impl Item {
    /// A point of one text.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Item {
        Item { text: text.into(), ..Item::default() }
    }
}

/// A text in parts: each is code or not. A backtick that is not closed stands for itself.
pub(super) fn parts(text: &str) -> Vec<(bool, String)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(open) = rest.find('`') {
        let Some(length) = rest[open + 1..].find('`').filter(|length| *length > 0) else { break };
        parts.push((false, rest[..open].to_owned()));
        parts.push((true, rest[open + 1..open + 1 + length].to_owned()));
        rest = &rest[open + length + 2..];
    }
    parts.push((false, rest.to_owned()));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}
