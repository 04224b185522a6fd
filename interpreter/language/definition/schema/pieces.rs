//! `[pieces.NAME]` and `[powers.NAME]` in, what each does out.

use super::super::fields::Fields;
use super::super::movement::Movement;
use super::super::naming::{Named, check_name};
use super::super::table::{Node, Tree, Value};
use super::super::{
    ChainDef, ChainPromotion, Entry, Identity, MoveDef, PieceDef, PowerDef, PromotionDef, Table, TakesDef,
};
use super::rules::promotion;
use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::{Span, Spanned};

pub(super) fn pieces(root: &mut Fields<'_>, promotions: &mut Vec<PromotionDef>) -> Table<PieceDef> {
    let mut pieces = Table::new();
    root.needs(
        "pieces",
        "the pieces: `[pieces.king]` with `moves`, or the parent whose pieces they are: `extends = \"...\"`",
    );
    let named = root.named("pieces");
    if let Some(field) = root.get("pieces").filter(|field| field.node.value == Value::Table(Tree::new())) {
        root.out.add(
            Diagnostic::error(Code::NoPieces, "the definition has no pieces")
                .at(field.key)
                .label("nothing under this header")
                .help("write `[pieces.king]` and so on, or extend a variant that has pieces"),
        );
    }
    let moving: Vec<&str> = named.iter().filter(|(_, field)| has_moves(&field.node)).map(|(name, _)| &**name).collect();
    let kinds: Vec<&str> = named.iter().map(|(name, _)| &**name).collect();
    for (name, field) in &named {
        let name = name.clone();
        check_name(Named::Piece, &name, field.key, root.out);
        let Some(mut fields) = Fields::of(&field.node, format!("`[pieces.{name}]`"), root.out) else {
            // It is named all the same, and what names it is not at fault.
            pieces.insert(name, Entry { key: field.key, value: PieceDef { unread: true, ..PieceDef::default() } });
            continue;
        };
        let meant = nearest(&name, moving.iter().copied()).filter(|near| *near != name);
        let value = piece(&mut fields, meant, &kinds);
        let own = Spanned::new(name.clone(), field.key);
        for fields in fields.one_or_more("promotion", "`promotion`") {
            promotions.push(promotion(fields, Some(own.clone())));
        }
        fields.done();
        pieces.insert(name, Entry { key: field.key, value });
    }
    pieces
}

fn has_moves(piece: &Node) -> bool {
    matches!(&piece.value, Value::Table(tree) if tree.contains_key("moves"))
}

/// One piece; `meant` is another whose name is nearly the same, `kinds` are all pieces.
fn piece(fields: &mut Fields<'_>, meant: Option<&str>, kinds: &[&str]) -> PieceDef {
    let has_letter = fields.has("letter");
    let letter = fields.text("letter").filter(|letter| {
        let fits = letter.value.len() == 1 && letter.value.chars().all(|c| c.is_ascii_uppercase());
        if !fits {
            let message = format!("a piece's letter is one capital letter, not `{}`", letter.value);
            fields.out.add(
                Diagnostic::error(Code::BadLetter, message).at(letter.span).label("not one capital letter").help(
                    "capitals are white's pieces, small letters black's; letters of other languages stand in `[names]`",
                ),
            );
        }
        fits
    });
    let moves = moves(fields);
    const MOVEMENT: &str = "its movement: `moves = \"K\"`, or `moves = []` for a piece that stands still";
    let is_slip = meant.is_some() && !fields.has("moves") && !fields.is_misspelt("moves", &["moves"]);
    match meant.filter(|_| is_slip) {
        Some(meant) => fields.needs_or_means("moves", MOVEMENT, meant),
        None => fields.needs("moves", MOVEMENT),
    }
    PieceDef {
        unread: has_letter && letter.is_none() || is_slip,
        letter,
        moves,
        takes: takes(fields, kinds),
        immune: fields.condition("immune"),
        active: fields.condition("active"),
        royal: fields.flag("royal").is_some_and(|flag| flag.value),
        value: fields.integer("value", 0..=100_000).map(|value| value.value),
    }
}

fn takes(fields: &mut Fields<'_>, kinds: &[&str]) -> Option<TakesDef> {
    let node = &fields.get("takes")?.node;
    let text = match &node.value {
        Value::Array(_) => return fields.different("takes").map(TakesDef::Kinds),
        Value::String(_) => fields.text("takes")?,
        _ => {
            fields.wrong("takes", node, "a string or an array of kinds");
            return None;
        }
    };
    match text.value.as_str() {
        "all" => Some(TakesDef::All),
        "nothing" => Some(TakesDef::Nothing),
        script if script.starts_with("script ") => fields.function("takes").map(TakesDef::Script),
        other => {
            let message = format!("`takes` cannot be `{other}`");
            let problem = Diagnostic::error(Code::UnknownValue, message).at(text.span).label("not one of its values");
            let one = |kind: &&str| *kind == other;
            let word = match other {
                "none" | "nobody" | "no" => Some("nothing"),
                "any" | "anything" | "everything" => Some("all"),
                _ => nearest(other, ["all", "nothing"]).filter(|_| !kinds.iter().any(one)),
            };
            let kind = kinds.iter().copied().find(|kind| one(kind)).or_else(|| nearest(other, kinds.iter().copied()));
            fields.out.add(match (word, kind) {
                (None, None) if let Some(way) = elsewhere(other, Place::Value("takes")) => problem.help(way),
                (Some(word), _) => problem.help(format!("did you mean `\"{word}\"`?")),
                (None, Some(kind)) => problem.help(format!("kinds are a list: write `takes = [\"{kind}\"]`")),
                (None, None) => problem.help(format!(
                    "it may be `\"all\"`, `\"nothing\"`, kinds such as `[\"{}\"]`, or `\"script NAME\"`",
                    kinds.last().unwrap_or(&"pawn")
                )),
            });
            None
        }
    }
}

pub(super) fn powers(root: &mut Fields<'_>) -> Table<PowerDef> {
    let mut powers = Table::new();
    for (name, field) in root.named("powers") {
        check_name(Named::Power, &name, field.key, root.out);
        let Some(mut fields) = Fields::of(&field.node, format!("`[powers.{name}]`"), root.out) else { continue };
        let pieces = fields.names("pieces").unwrap_or_default();
        fields.needs("pieces", "who has it: `pieces = [\"queen\"]`");
        let value = PowerDef {
            pieces,
            moves: moves(&mut fields),
            borrowed: fields.function("as"),
            when: fields.condition("when"),
            mark: readable(&mut fields, "mark").map(|mark| mark.value),
        };
        if !fields.has("as") {
            fields.needs("moves", "what it adds: `moves = \"N\"`, or `as = \"NAME\"` to borrow a kind's");
        }
        fields.done();
        powers.insert(name, Entry { key: field.key, value });
    }
    powers
}

/// `moves`: a string, a table, or an array of both.
fn moves(fields: &mut Fields<'_>) -> Vec<MoveDef> {
    let Some(field) = fields.get("moves") else { return Vec::new() };
    match &field.node.value {
        Value::Array(items) => {
            let mut plain: Vec<(String, Span)> = Vec::new();
            let mut moves = Vec::new();
            for item in items {
                let Some(def) = movement(fields, item) else { continue };
                if def.movement.terms.is_empty() {
                    moves.push(def);
                    continue;
                }
                // Of two tables the second may say more than its movement.
                if let Value::String(_) = item.value {
                    let text = def.movement.to_string();
                    match plain.iter().find(|(other, _)| *other == text) {
                        Some((_, first)) => {
                            fields.out.add(
                                Diagnostic::warning(Code::ListedTwice, format!("`moves` has `{text}` twice"))
                                    .at(item.span)
                                    .label("adds nothing")
                                    .also(*first, "here already")
                                    .help("leave one out, or write the movement that was meant"),
                            );
                            continue;
                        }
                        None => plain.push((text, item.span)),
                    }
                }
                moves.push(def);
            }
            moves
        }
        _ => movement(fields, &field.node).into_iter().collect(),
    }
}

fn movement(fields: &Fields<'_>, node: &Node) -> Option<MoveDef> {
    match &node.value {
        Value::String(text) => plain(fields, &Spanned::new(text.clone(), node.span), node.span),
        Value::Table(tree) => Some(detailed(Fields::new(tree, node.span, "the movement", fields.out))),
        other => {
            if *other == Value::Unread {
                return None;
            }
            let message = format!("a movement must be a string or a table, not {}", other.kind());
            fields.out.add(
                Diagnostic::error(Code::WrongType, message)
                    .at(node.span)
                    .label(format!("{} here", other.kind()))
                    .help("write `\"fmW\"` or `{ move = \"fmW\", ... }`"),
            );
            None
        }
    }
}

fn plain(fields: &Fields<'_>, text: &Spanned<String>, span: Span) -> Option<MoveDef> {
    Some(MoveDef {
        span,
        movement: fields.movement(text)?,
        from: None,
        to: None,
        when: None,
        filter: None,
        does: None,
        spares: Vec::new(),
        passes: None,
        captures_passing: false,
        chain: None,
        promotion: None,
        identity: None,
        text: None,
        mark: None,
    })
}

/// A table; where its movement cannot be read, that has no terms.
fn detailed(mut fields: Fields<'_>) -> MoveDef {
    let written = fields.text("move");
    fields.needs("move", "the movement itself: `move = \"fmW\"`");
    let movement = written.and_then(|text| plain(&fields, &text, fields.span));
    let from = fields.region("from");
    let to = fields.region("to");
    let when = fields.condition("when");
    let filter = fields.function("filter");
    let does = fields.function("does");
    let spares = fields.different("spares").unwrap_or_default();
    let passes = fields.flag("passes");
    let captures_passing = fields.word("captures", &["passing"]).is_some();
    let chain = fields.table("chain", "`chain`").map(chain);
    let promotion = fields.flag("promotion").map(|flag| flag.value);
    let identity = fields.word("identity", &["target", "result"]).map(|word| {
        let identity = if word.value == "result" { Identity::Result } else { Identity::Target };
        Spanned::new(identity, word.span)
    });
    let text = readable(&mut fields, "text");
    let mark = readable(&mut fields, "mark").map(|mark| mark.value);
    let (span, nothing) = (fields.span, Movement { terms: Vec::new(), span: fields.span });
    fields.done();
    MoveDef {
        span,
        movement: movement.map_or(nothing, |plain| plain.movement),
        from,
        to,
        when,
        filter,
        does,
        spares,
        passes,
        captures_passing,
        chain,
        promotion,
        identity,
        text,
        mark,
    }
}

/// `text` and `mark`: what is written of a move must be read back as part of that move, alone and in PGN.
fn readable(fields: &mut Fields<'_>, key: &'static str) -> Option<Spanned<String>> {
    let text = fields.text(key)?;
    let is_text = key == "text";
    // Braces hold words in a text, and a comment in PGN.
    let splits =
        |c: &char| c.is_whitespace() || c.is_control() || ";[]$\"".contains(*c) || !is_text && "{}".contains(*c);
    let first = || text.value.chars().next().filter(|c| is_text && "()*%".contains(*c));
    // Read as the sign of a check or as a remark, which a move is found without.
    const SIGNS: [char; 4] = ['+', '#', '!', '?'];
    let (says, label) = match text.value.chars().find(splits).or_else(first) {
        Some(c) if c.is_whitespace() => ("has white space in it".to_owned(), "a move is one word"),
        Some(c) if c.is_control() => ("has a control character in it".to_owned(), "cannot be typed"),
        Some(c) => (format!("cannot have `{c}` here"), "means something else in PGN"),
        None if is_text && text.value.is_empty() => ("is empty".to_owned(), "nothing to read"),
        None if text.value.ends_with(SIGNS) => {
            let last = text.value.chars().last().unwrap_or_default();
            (format!("ends with `{last}`"), "read as a check or a remark on the move")
        }
        None => return Some(text),
    };
    let message = format!("`{key}` {says}, so that the move could not be read back");
    let good: String = text.value.chars().filter(|c| !splits(c)).collect();
    let good = good.trim_end_matches(SIGNS);
    let good = if is_text { good.trim_start_matches(['(', ')', '*', '%']) } else { good };
    let problem = Diagnostic::error(Code::UnreadableText, message).at(text.span).label(label);
    fields.out.add(match good {
        "" if is_text => problem.help("write `text = \"{origin}={target}\"`, or leave `text` out"),
        "" => problem.help(format!("leave `{key}` out")),
        good => problem.help(format!("write `{key} = \"{good}\"`")),
    });
    None
}

fn chain(mut fields: Fields<'_>) -> ChainDef {
    let span = fields.span;
    let must_finish = fields.flag("must_finish").is_none_or(|flag| flag.value);
    let captured = fields.word("captured", &["at once", "at end"]);
    let promotion = fields.word("promotion", &["ends", "at end", "continues"]);
    fields.done();
    ChainDef {
        span,
        must_finish,
        captured_at_end: captured.is_some_and(|word| word.value == "at end"),
        promotion: match promotion.as_ref().map(|word| word.value.as_str()) {
            Some("ends") => ChainPromotion::Ends,
            Some("continues") => ChainPromotion::Continues,
            _ => ChainPromotion::AtEnd,
        },
    }
}
