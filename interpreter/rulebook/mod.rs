//! Rules pages for players, made from nothing but a definition: an account of it in; a [`Page`] out, and from that
//! Markdown or HTML.

mod board;
mod html;
mod markdown;
mod page;
mod play;

pub use html::html;
pub use markdown::markdown;
pub use page::{Block, Figure, Item, Page};

use crate::describe::words::{joined, sentence};
use crate::describe::{Account, MoveText, PieceText};
use crate::picture::TextStyle;

/// The rules page of a definition.
#[must_use]
pub fn rules_page(account: &Account) -> Page {
    let definition = account.variant().definition();
    let mut blocks: Vec<Block> =
        definition.summary.iter().map(|text| Block::Paragraph(text.trim().to_owned())).collect();
    let mut about = Vec::new();
    match (&definition.inventor, definition.year) {
        (Some(inventor), Some(year)) => about.push(format!("Invented by {inventor}, {year}.")),
        (Some(inventor), None) => about.push(format!("Invented by {inventor}.")),
        (None, Some(year)) => about.push(format!("From {year}.")),
        (None, None) => {}
    }
    if let Some(parent) = &definition.extends {
        about.push(format!("Derived from `{}`; what follows is complete.", parent.value));
    }
    about.push("This page was made from the definition that is played.".to_owned());
    blocks.push(Block::Paragraph(about.join(" ")));
    board::board(account, &mut blocks);
    pieces(account, &mut blocks);
    play::special(account, &mut blocks);
    play::castling(account, &mut blocks);
    play::ends(account, &mut blocks);
    play::options(account, &mut blocks);
    play::notation(account, &mut blocks);
    if !definition.sources.is_empty() {
        blocks.push(Block::Heading(2, "Sources".to_owned()));
        blocks.push(Block::List(definition.sources.iter().map(Item::plain).collect()));
    }
    Page { title: account.variant().name().to_owned(), blocks }
}

fn pieces(account: &Account, blocks: &mut Vec<Block>) {
    blocks.push(Block::Heading(2, "Pieces".to_owned()));
    for (number, _) in account.variant().kinds().iter().enumerate() {
        let Some(piece) = account.piece(number as u8) else { continue };
        blocks.push(Block::Heading(3, format!("{} (`{}`)", piece.name, piece.letter)));
        piece_blocks(&piece, blocks);
        let Some(diagram) = account.diagram(number as u8, None) else { continue };
        let acts = account.acts(number as u8);
        let note = match (diagram.reached.is_empty(), acts) {
            (true, _) => "Alone it reaches nothing.".to_owned(),
            (false, true) => "Where it acts on a piece instead of taking it, that is shown as taking.".to_owned(),
            (false, false) => String::new(),
        };
        blocks.push(Block::Figure(Figure {
            title: sentence(&diagram.title).trim_end_matches('.').to_owned(),
            text: diagram.text(TextStyle::default()),
            svg: diagram.svg(&format!("{}-", piece.name)),
            legend: diagram.legend(),
            note,
        }));
    }
}

fn piece_blocks(piece: &PieceText, blocks: &mut Vec<Block>) {
    if !piece.facts.is_empty() {
        blocks.push(Block::Paragraph(piece.facts.join(" ")));
    }
    let items = items(&piece.moves);
    if !items.is_empty() {
        blocks.push(Block::List(items));
    }
    for power in &piece.powers {
        let facts = power.facts.join(" ");
        blocks.push(Block::Paragraph(format!("By the power `{}` it can do more. {facts}", power.name)));
        let items = self::items(&power.moves);
        if !items.is_empty() {
            blocks.push(Block::List(items));
        }
    }
    if !piece.promotions.is_empty() {
        blocks.push(Block::Paragraph(piece.promotions.join(" ")));
    }
}

/// Movements as points: one for each term, with the notes of the movement below its last.
fn items(moves: &[MoveText]) -> Vec<Item> {
    let mut items = Vec::new();
    for movement in moves {
        let last = movement.terms.len().saturating_sub(1);
        for (at, term) in movement.terms.iter().enumerate() {
            let notes = if at == last { movement.notes.clone() } else { Vec::new() };
            items.push(Item {
                name: None,
                text: format!("{} (`{}`)", sentence(&term.text).trim_end_matches('.'), term.written),
                notes,
            });
        }
    }
    items
}

/// `White`, `Black`.
fn capital(side: &str) -> String {
    sentence(side).trim_end_matches('.').to_owned()
}

/// Names in a row.
fn row(names: impl Iterator<Item = String>) -> String {
    joined(&names.collect::<Vec<_>>(), "and")
}
