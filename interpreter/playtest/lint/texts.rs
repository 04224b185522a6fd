//! Texts of moves that do not tell the moves of one piece apart: a checked definition in; warnings at its own texts out.

use crate::board::{KindId, Side, Square};
use crate::check::model::CheckedDefinition;
use crate::diagnostic::{Code, Diagnostic};
use crate::notation::{Words, fill, plain_letter};
use crate::source::{Span, Spanned};
use std::collections::HashMap;

/// One warning for each text that several moves of one piece share.
pub(super) fn texts(checked: &CheckedDefinition) -> Vec<Diagnostic> {
    let mut told: Vec<Span> = Vec::new();
    let mut found = Vec::new();
    for kind in 0..checked.kinds.len() as KindId {
        let Some(shared) = shared(checked, kind) else { continue };
        let own = |movement| text_of(checked, movement).filter(|text| !told.contains(&text.span));
        let (Some(text), first) = (own(shared.second), own(shared.first)) else { continue };
        told.extend(first.iter().map(|text| text.span).chain([text.span]));
        found.push(warning(checked, kind, &shared, text));
    }
    found
}

/// Two moves from one square with one text.
struct Shared {
    first: usize,
    second: usize,
    from: Square,
    to: [Square; 2],
    text: String,
}

fn shared(checked: &CheckedDefinition, kind: KindId) -> Option<Shared> {
    let powers = checked.powers.iter().filter(|power| power.kinds.has(kind)).flat_map(|power| &power.movements);
    let all = checked.kinds[usize::from(kind)].movements.iter().chain(powers).copied();
    // What a chain passes is told apart by its landings.
    let has_text =
        |number: &usize| checked.movements[*number].text.is_some() && checked.movements[*number].chain.is_none();
    let movements: Vec<usize> = all.filter(has_text).collect();
    let board = &checked.board;
    let letter = checked.kinds[usize::from(kind)].letter.to_string();
    for side in Side::BOTH.into_iter().filter(|_| !movements.is_empty()) {
        for from in board.squares() {
            let mut known: HashMap<String, (usize, Square)> = HashMap::new();
            for &second in &movements {
                let movement = &checked.movements[second];
                let template = movement.text.as_deref().unwrap_or_default();
                let reaches = movement.terms.iter().map(|term| &term.from[side.index()][from.index()]);
                for (to, _) in reaches.flat_map(|reach| reach.ends()) {
                    let (origin, target) = (board.name(from), board.name(to));
                    let words = Words { origin, target, side: plain_letter(side), piece: &letter };
                    let text = fill(template, &words);
                    match known.get(&text) {
                        Some(&(first, other)) if (first, other) != (second, to) => {
                            return Some(Shared { first, second, from, to: [other, to], text });
                        }
                        Some(_) => {}
                        None => {
                            known.insert(text, (second, to));
                        }
                    }
                }
            }
        }
    }
    None
}

/// The text of a movement where the definition itself writes it.
fn text_of(checked: &CheckedDefinition, movement: usize) -> Option<&Spanned<String>> {
    let definition = &checked.definition;
    let movement = &checked.movements[movement];
    let powers = definition.powers.values().flat_map(|power| &power.value.moves);
    let mut moves = definition.pieces.values().flat_map(|piece| &piece.value.moves).chain(powers);
    let def = moves.find(|def| {
        let text = def.text.as_ref();
        text.map(|text| &text.value) == movement.text.as_ref()
            && def.movement.to_string() == movement.written
            && text.is_some_and(|text| text.span.source == definition.span.source)
    })?;
    def.text.as_ref()
}

fn warning(checked: &CheckedDefinition, kind: KindId, shared: &Shared, text: &Spanned<String>) -> Diagnostic {
    let name = |square: Square| checked.board.name(square);
    let [one, other] = shared.to;
    let where_to = if one == other {
        format!("to `{}`", name(one))
    } else {
        format!("to `{}` and to `{}`", name(one), name(other))
    };
    let piece = &checked.kinds[usize::from(kind)].name;
    let from = name(shared.from);
    let message = format!("two moves of a `{piece}` on `{from}`, {where_to}, are both written `{}`", shared.text);
    let problem = Diagnostic::warning(Code::SharedText, message).at(text.span).label("does not say which move it is");
    problem.help(if one == other {
        "give each of the two movements a text of its own"
    } else {
        "name the square in it: `{target}`"
    })
}
