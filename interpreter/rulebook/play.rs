//! Rules of play on a rules page: what happens besides moving, castling, ends, options, notation.

use super::page::{Block, Item};
use super::{capital, row};
use crate::definition::EndDef;
use crate::describe::Account;
use crate::describe::words::{joined, sentence};

/// What every move does besides, and what is owed.
pub(super) fn special(account: &Account, blocks: &mut Vec<Block>) {
    let definition = account.variant().definition();
    let clauses = account.clauses();
    let mut items = Vec::new();
    let mut add = |name: &str, text: String, notes: Vec<String>| {
        items.push(Item { name: Some(name.to_owned()), text: sentence(&text), notes });
    };
    if let Some(active) = &definition.active {
        let text = format!("a piece moves and attacks only while {}", clauses.condition(active));
        add("Who may act:", text, Vec::new());
    }
    if account.checked.after.is_some() {
        add("After every move:", clauses.function("after"), Vec::new());
    }
    if let Some(duty) = &definition.duty {
        if duty.claim.is_some() || duty.merit.is_some() {
            let named = [("what a move claims", &duty.claim), ("what a move is worth", &duty.merit)];
            let named = named.iter().filter_map(|(what, hook)| {
                Some(sentence(&format!("{what}, {}", clauses.function(&hook.as_ref()?.value))))
            });
            let text =
                "of the legal moves only those may be played that are worth at least the greatest claim among them";
            add("Duty:", text.to_owned(), named.collect());
        }
        if let Some(allowed) = &duty.allowed {
            let text = format!("a move must be allowed, {}", clauses.function(&allowed.value));
            add("Forbidden moves:", text, Vec::new());
        }
    }
    for (name, power) in &definition.powers {
        let pieces = row(power.value.pieces.iter().map(|piece| piece.value.clone()));
        let text = account.power(name, &power.value);
        let terms = text.moves.iter().flat_map(|one| one.terms.iter().map(|term| sentence(&term.text)));
        let notes = text.moves.iter().flat_map(|one| one.notes.clone());
        let notes: Vec<String> = terms.chain(notes).collect();
        add(&format!("Power `{name}` of {pieces}:"), text.facts.join(" "), notes);
    }
    if !items.is_empty() {
        blocks.push(Block::Heading(2, "Special rules".to_owned()));
        blocks.push(Block::List(items));
    }
}

/// Castling moves.
pub(super) fn castling(account: &Account, blocks: &mut Vec<Block>) {
    let definition = account.variant().definition();
    let Some(first) = definition.castling.first() else { return };
    blocks.push(Block::Heading(2, "Castling".to_owned()));
    let mut about =
        "Two pieces of one side move at once, if neither has moved and the squares between them and on their way \
                     are empty."
            .to_owned();
    about.push_str(match definition.castling.iter().all(|one| one.through_attack == first.through_attack) {
        true if first.through_attack => " Attacks on the way do not matter.",
        true => " The first of them may neither stand on, pass nor reach an attacked square.",
        false => "",
    });
    blocks.push(Block::Paragraph(about));
    let mixed = definition.castling.iter().any(|one| one.through_attack != first.through_attack);
    let items = definition.castling.iter().map(|one| {
        let (king, rook) = match one.pieces.as_slice() {
            [king, rook, ..] => (king.value.as_str(), rook.value.as_str()),
            _ => ("king", "rook"),
        };
        let [king_from, rook_from] =
            account.castling_from(&one.right.value).unwrap_or([one.king.value.as_str(), one.rook.value.as_str()]);
        let mut text = format!(
            "the {king} goes from {king_from} to {} and the {rook} from {rook_from} to {} (`{}` in FEN)",
            one.king_to.value, one.rook_to.value, one.right.value
        );
        if mixed {
            text.push_str(if one.through_attack {
                "; attacks do not matter"
            } else {
                "; not from, over or to an attacked square"
            });
        }
        Item { name: Some(format!("{}:", capital(&one.side.value))), text: format!("{text}."), notes: Vec::new() }
    });
    blocks.push(Block::List(items.collect()));
}

/// How the game ends.
pub(super) fn ends(account: &Account, blocks: &mut Vec<Block>) {
    let variant = account.variant();
    let definition = variant.definition();
    blocks.push(Block::Heading(2, "End of the game".to_owned()));
    let mut items: Vec<Item> = definition
        .ends
        .iter()
        .zip(&account.checked.ends)
        .map(|(end, checked)| Item {
            name: Some(format!("{}:", checked.name)),
            text: end_text(account, end),
            notes: Vec::new(),
        })
        .collect();
    if variant.has_royal() {
        let royal: Vec<String> =
            variant.kinds().iter().filter(|kind| kind.royal).map(|kind| kind.name.clone()).collect();
        let royal = joined(&royal, "or");
        let text = format!("A side that has lost its last royal piece ({royal}) has lost.");
        items.push(Item { name: Some("royal pieces:".to_owned()), text, notes: Vec::new() });
    }
    if items.is_empty() {
        blocks.push(Block::Paragraph("No end is defined.".to_owned()));
        return;
    }
    if items.len() > 1 {
        blocks.push(Block::Paragraph("The first of these that holds decides.".to_owned()));
    }
    blocks.push(Block::List(items));
}

fn end_text(account: &Account, end: &EndDef) -> String {
    let clauses = account.clauses();
    if let Some(script) = &end.script {
        return sentence(&format!("the script decides, {}", clauses.function(&script.value)));
    }
    let when = end.when.as_ref().map_or_else(|| "always".to_owned(), |when| clauses.condition(when));
    let result = match end.result.as_ref().map(|result| result.value.as_str()) {
        Some("win") => "the side to move has won".to_owned(),
        Some("loss") => "the side to move has lost".to_owned(),
        Some("draw") => "the game is drawn".to_owned(),
        Some(side) => format!("{} has won", capital(side)),
        None => "the game ends".to_owned(),
    };
    let mut text = format!("{result} when {when}");
    // Who is meant is named once, where nobody else is spoken of.
    if !text.contains("the other side") && !text.contains("both sides") {
        let named = "the side to move";
        if let Some(first) = text.find(named) {
            let (before, after) = text.split_at(first + named.len());
            text = format!("{before}{}", after.replace(named, "it"));
        }
    }
    sentence(&text)
}

/// Readings that can be chosen.
pub(super) fn options(account: &Account, blocks: &mut Vec<Block>) {
    let definition = account.variant().definition();
    if definition.options.is_empty() {
        return;
    }
    blocks.push(Block::Heading(2, "Options".to_owned()));
    blocks.push(Block::Paragraph(
        "Some points can be played in more than one way. `--option NAME=VALUE` chooses; this page shows the values in force."
            .to_owned(),
    ));
    let code = |text: &String| format!("`{text}`");
    let rows = definition.options.iter().map(|(name, option)| {
        let option = &option.value;
        let values: Vec<String> = option.values.iter().map(code).collect();
        vec![code(name), values.join(", "), code(&option.default), code(&option.chosen)]
    });
    let head = ["option", "values", "default", "in force"].map(str::to_owned).to_vec();
    blocks.push(Block::Table(head, rows.collect()));
}

/// Letters and how moves are written.
pub(super) fn notation(account: &Account, blocks: &mut Vec<Block>) {
    let variant = account.variant();
    let definition = variant.definition();
    blocks.push(Block::Heading(2, "Notation".to_owned()));
    let long = if definition.notation.long { " Moves name both squares." } else { "" };
    blocks.push(Block::Paragraph(format!(
        "Moves are written square by square, with a small letter for a promotion, or as in chess with these letters.{long} In FEN \
         capital letters are White's pieces and small letters Black's. The start is `{}`.",
        variant.start()
    )));
    let languages: Vec<(&String, _)> = definition.names.iter().map(|(code, names)| (code, &names.value)).collect();
    let mut head = vec!["piece".to_owned(), "letter".to_owned()];
    head.extend(languages.iter().map(|(code, _)| format!("in `{code}`")));
    let rows = variant.kinds().iter().map(|kind| {
        let mut cells = vec![kind.name.clone(), format!("`{}`", kind.letter)];
        cells.extend(languages.iter().map(|(_, names)| {
            let name = names.pieces.get(&kind.name).map_or(kind.name.as_str(), |name| name.value.value.as_str());
            let letter = names
                .letters
                .get(&kind.name)
                .map_or_else(|| kind.letter.to_string(), |letter| letter.value.value.clone());
            format!("{name} `{letter}`")
        }));
        cells
    });
    blocks.push(Block::Table(head, rows.collect()));
    let mut marks: Vec<(String, String)> = Vec::new();
    let named = definition
        .powers
        .iter()
        .filter_map(|(name, power)| Some((power.value.mark.clone()?, format!("by the power `{name}`"))));
    marks.extend(named);
    for (name, piece) in &definition.pieces {
        let own = piece.value.moves.iter().filter_map(|movement| movement.mark.clone());
        marks.extend(own.map(|mark| (mark, format!("a special move of the {name}"))));
    }
    if !marks.is_empty() {
        let items = marks.into_iter().map(|(mark, what)| Item::plain(format!("`{mark}` behind a move: {what}.")));
        blocks.push(Block::List(items.collect()));
    }
}
