//! Set-up, promotion, castling, quiet plies, duty and ends in, their definitions out.

use super::super::condition::{RegionKind, RegionRef};
use super::super::fields::Fields;
use super::super::table::Value;
use super::super::{CastlingDef, DutyDef, EndDef, PerSide, PromotionDef, SetupDef};
use super::words::title;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Spanned;

pub(super) fn setup(root: &mut Fields<'_>) -> SetupDef {
    let Some(mut fields) = root.table("setup", "`[setup]`") else {
        return SetupDef { fen: None, rows: Vec::new(), unread: root.has("setup") };
    };
    let fen = fields.text("fen");
    let rows = fields.texts("rows");
    let n_rows = fields.get("rows").and_then(|field| match &field.node.value {
        Value::Array(items) => Some(items.len()),
        _ => None,
    });
    // A key that is not known may have been meant to be one of the two.
    let unread = fields.has("fen") && fen.is_none()
        || fields.has("rows") && (rows.is_none() || n_rows != rows.as_ref().map(Vec::len))
        || fen.is_none() && rows.is_none() && fields.has_unknown();
    let rows = rows.unwrap_or_default();
    if fields.has("fen") && fields.has("rows") {
        fields.out.add(
            Diagnostic::error(Code::BothSetups, "`[setup]` has both `fen` and `rows`")
                .at(fields.span)
                .label("one of them is enough")
                .help("remove one; `rows` are the rows of the FEN, the first one first"),
        );
    }
    fields.done();
    SetupDef { fen, rows, unread }
}

pub(super) fn promotions(root: &mut Fields<'_>, promotions: &mut Vec<PromotionDef>) {
    for fields in root.one_or_more("promotion", "`[promotion]`") {
        promotions.push(promotion(fields, None));
    }
}

/// One promotion; `own` is the piece in whose table it stands.
pub(super) fn promotion(mut fields: Fields<'_>, own: Option<Spanned<String>>) -> PromotionDef {
    let span = fields.span;
    let pieces = match own {
        Some(piece) => vec![piece],
        None => {
            fields.needs("pieces", "who promotes: `pieces = [\"pawn\"]`");
            fields.names("pieces").unwrap_or_default()
        }
    };
    fields.needs("zone", "where: `zone = \"rank 8\"`");
    fields.needs("to", "what to: `to = [\"queen\"]`");
    let zone = fields.get("zone").and_then(|field| fields.sided("zone", &field.node));
    // One that cannot be read is somewhere all the same, and what else is said of the promotion can be checked.
    let all = || RegionRef { kind: RegionKind::All, span };
    let zone = zone.unwrap_or_else(|| PerSide { white: all(), black: all() });
    let to = fields.names("to").unwrap_or_default();
    let must = fields.flag("must").is_none_or(|flag| flag.value);
    fields.done();
    PromotionDef { span, pieces, zone, to, must }
}

pub(super) fn castling(root: &mut Fields<'_>) -> Vec<CastlingDef> {
    root.tables("castling", "`[[castling]]`").into_iter().map(one_castling).collect()
}

/// One castling; what cannot be read of it is empty.
fn one_castling(mut fields: Fields<'_>) -> CastlingDef {
    let span = fields.span;
    let right = right(&mut fields);
    let side = fields.word("side", &["white", "black"]);
    let (king, king_to) = (fields.text("king"), fields.text("king_to"));
    let (rook, rook_to) = (fields.text("rook"), fields.text("rook_to"));
    let pieces = fields.get("pieces").map(|field| field.node.span);
    let kinds = fields.texts("pieces");
    let through_attack = fields.flag("through_attack").is_some_and(|flag| flag.value);
    for (key, help) in [
        ("right", "its letter in FEN: `right = \"K\"`"),
        ("side", "whose it is: `side = \"white\"`"),
        ("king", "where the king stands: `king = \"e1\"`, or `by right`"),
        ("king_to", "where the king goes: `king_to = \"g1\"`"),
        ("rook", "where the rook stands: `rook = \"h1\"`, or `by right`"),
        ("rook_to", "where the rook goes: `rook_to = \"f1\"`"),
    ] {
        fields.needs(key, help);
    }
    let kinds = match (kinds, pieces) {
        (Some(kinds), Some(at)) if kinds.len() != 2 => {
            let message = format!("`pieces` in `[[castling]]` are two kinds, not {}", kinds.len());
            let problem = Diagnostic::error(Code::OutOfRange, message).at(at).label("not two");
            fields.out.add(problem.help("write `pieces = [\"king\", \"rook\"]`"));
            kinds
        }
        (Some(kinds), _) => kinds,
        (None, Some(_)) => Vec::new(),
        (None, None) => ["king", "rook"].map(|kind| Spanned::new(kind.to_owned(), span)).into(),
    };
    fields.done();
    let read = |text: Option<Spanned<String>>| text.unwrap_or(Spanned::new(String::new(), span));
    CastlingDef {
        span,
        right: read(right),
        side: read(side),
        king: read(king),
        king_to: read(king_to),
        rook: read(rook),
        rook_to: read(rook_to),
        pieces: kinds,
        through_attack,
    }
}

/// The letter of a right, which a FEN must be able to say.
fn right(fields: &mut Fields<'_>) -> Option<Spanned<String>> {
    let right = fields.text("right")?;
    if right.value.len() == 1 && right.value.chars().all(|c| c.is_ascii_alphabetic()) {
        return Some(right);
    }
    fields.out.add(
        Diagnostic::error(Code::CastlingRight, format!("`{}` is not one letter", right.value))
            .at(right.span)
            .label("not one letter")
            .help("write the letter that stands for it in FEN, from `A` to `Z` or from `a` to `z`, such as `K`"),
    );
    None
}

pub(super) fn quiet(root: &mut Fields<'_>) -> Vec<Spanned<String>> {
    let Some(mut fields) = root.table("quiet", "`[quiet]`") else {
        return vec![Spanned::new("capture".to_owned(), root.span)];
    };
    let span = fields.span;
    let resets = fields.different("resets");
    fields.done();
    resets.unwrap_or_else(|| vec![Spanned::new("capture".to_owned(), span)])
}

pub(super) fn duty(root: &mut Fields<'_>) -> Option<DutyDef> {
    let mut fields = root.table("duty", "`[duty]`")?;
    let duty = DutyDef {
        claim: fields.function("claim"),
        merit: fields.function("merit"),
        allowed: fields.function("allowed"),
    };
    for (one, other) in [("claim", "merit"), ("merit", "claim")] {
        if fields.has(one) {
            fields.needs(
                other,
                &format!(
                    "the other half: `{other} = \"NAME\"`; a move stands iff its merit is at least the greatest claim"
                ),
            );
        }
    }
    if !["claim", "merit", "allowed"].iter().any(|key| fields.has(key)) && !fields.has_unknown() {
        fields.out.add(
            Diagnostic::error(Code::IdleKey, "`[duty]` names no function")
                .at(fields.span)
                .label("no effect")
                .help("write `claim` and `merit`, or `allowed`, or leave the table out"),
        );
    }
    fields.done();
    Some(duty)
}

pub(super) fn ends(root: &mut Fields<'_>) -> Vec<EndDef> {
    root.tables("end", "`[[end]]`").into_iter().filter_map(end).collect()
}

fn end(mut fields: Fields<'_>) -> Option<EndDef> {
    let span = fields.span;
    let when = fields.condition("when");
    let script = fields.function("script");
    let result = fields.word("result", &["win", "loss", "draw", "white", "black"]);
    let name = title(&mut fields, "name");
    let stops = fields.flag("stops").map(|flag| flag.value);
    match (fields.has("when"), fields.has("script")) {
        (true, true) => fields.out.add(
            Diagnostic::error(Code::BothEnds, "`[[end]]` has both `when` and `script`")
                .at(span)
                .label("one of them is enough")
                .help("a condition has a `result`; a script gives the result itself"),
        ),
        (false, false) => {
            fields.needs("when", "when the game ends so: `when = \"no legal move\"`, or `script = \"NAME\"`")
        }
        (true, false) => {
            fields.needs("result", "who wins, seen from the side to move: `result = \"draw\"`, `\"win\"` or `\"loss\"`")
        }
        (false, true) if fields.has("result") => fields.out.add(
            Diagnostic::error(Code::BothEnds, "`result` does not go with `script`")
                .at(span)
                .label("the script gives the result")
                .help("remove `result`"),
        ),
        (false, true) => {}
    }
    fields.done();
    (when.is_some() || script.is_some()).then_some(EndDef { span, when, script, result, name, stops })
}
