//! A parent on a rectangle of another size: its variant and the board in; what the child must say out.

use super::layout::{Pieces, field, letter, trimmed};
use super::rows::worth;
use crate::board::{Board, Piece, Side, Square};
use crate::definition::condition::{RegionKind, RegionRef};
use crate::definition::{Definition, PerSide, RectangleDef, Shape};
use crate::describe::{Edges, PlainBoard, no_board};
use crate::diagnostic::{Code, Diagnostic};
use crate::variant::Variant;
use std::fmt::Write as _;

/// Board, regions, promotion and set-up of a child on another rectangle than its parent's.
pub(super) fn relaid(variant: &Variant, word: PlainBoard) -> Result<String, Box<Diagnostic>> {
    let definition = variant.definition();
    let refuse = |why: String| {
        Box::new(
            Diagnostic::error(Code::BoardTied, why)
                .help("give `--extends` alone to keep the parent's board, or `--board` alone for a game of your own"),
        )
    };
    let name = variant.name();
    let (
        Shape::Rectangle(RectangleDef { files, ranks, squares, holes, wrap, .. }),
        PlainBoard::Rectangle { files: wide, ranks: high, edges },
    ) = (&definition.board.shape, word)
    else {
        let message =
            format!("the pieces of {name} cannot be laid out on `{word}`: only from one rectangle to another");
        return Err(refuse(message));
    };
    let had = match wrap.as_ref().map(|wrap| wrap.value.as_str()) {
        None => Some(Edges::Apart),
        Some("files") => Some(Edges::Cylinder),
        Some("both") => Some(Edges::Torus),
        Some(_) => None,
    };
    if (files.value, ranks.value) == (wide, high) && had == Some(edges) {
        return Ok(format!("# The board is that of {name}: {word}.\n"));
    }
    let mut removed = Vec::new();
    if !definition.castling.is_empty() {
        removed.push("\"castling\"");
    }
    if !holes.is_empty() {
        removed.push("\"board.holes\"");
    }
    if had != Some(Edges::Apart) && edges == Edges::Apart {
        removed.push("\"board.wrap\"");
    }
    let mut body = String::new();
    if !removed.is_empty() {
        let _ = writeln!(body, "remove  = [{}]    # tied to the squares of the parent's board\n", removed.join(", "));
    }
    body.push_str(&word.toml());
    let shift = Shift { old: ranks.value, new: high };
    if shift.old != shift.new {
        body.push_str(&regions(definition, shift).map_err(refuse)?);
    }
    let mut spec = crate::board::RectangleSpec::plain(wide, high);
    spec.keep = match squares.as_ref().map(|squares| squares.value.as_str()) {
        Some("dark") => crate::board::Keep::Dark,
        Some("light") => crate::board::Keep::Light,
        Some(other) => return Err(refuse(format!("the squares of {name} are picked out by `{other}`"))),
        None => crate::board::Keep::All,
    };
    let board = Board::rectangle(spec).map_err(|errors| Box::new(no_board(&errors)))?;
    let pieces = pieces(variant, &board, (files.value, wide), shift).map_err(refuse)?;
    let turn = if variant.first() == Side::White { 'w' } else { 'b' };
    let _ = write!(body, "\n[setup]\nfen = \"{} {turn} - - 0 1\"\n", field(&board, &pieces));
    Ok(body)
}

/// How ranks move when a board grows or shrinks in the middle.
#[derive(Clone, Copy)]
struct Shift {
    old: i64,
    new: i64,
}

impl Shift {
    /// Where a rank goes: the near half stays, the far half keeps its distance from the far end.
    fn rank(self, rank: i64) -> i64 {
        if 2 * rank <= self.old { rank } else { rank + self.new - self.old }
    }
}

/// Regions and promotion zones with their ranks moved.
fn regions(definition: &Definition, shift: Shift) -> Result<String, String> {
    let mut text = String::new();
    let moved = |region: &PerSide<RegionRef>| -> Option<String> {
        let (white, black) = (shifted(&region.white, shift)?, shifted(&region.black, shift)?);
        Some(match white == black {
            true => format!("\"{white}\""),
            false => format!("{{ white = \"{white}\", black = \"{black}\" }}"),
        })
    };
    let mut lines = String::new();
    for (name, entry) in &definition.regions {
        let region =
            moved(&entry.value).ok_or_else(|| format!("the region `{name}` has no place on the other board"))?;
        let _ = writeln!(lines, "{name} = {region}");
    }
    if !lines.is_empty() {
        let _ =
            write!(text, "\n[regions]                   # ranks are counted from each side's own first rank\n{lines}");
    }
    let inline =
        |region: &RegionRef| !matches!(region.kind, RegionKind::Named(_) | RegionKind::All | RegionKind::Nothing);
    let powers = definition.powers.values().flat_map(|power| &power.value.moves);
    let moves = definition.pieces.values().flat_map(|piece| &piece.value.moves).chain(powers);
    if moves.flat_map(|movement| [&movement.from, &movement.to]).flatten().any(inline) {
        return Err("a movement names ranks or squares of the parent's board".to_owned());
    }
    match definition.promotions.as_slice() {
        [one] if inline(&one.zone.white) || inline(&one.zone.black) => {
            let zone = moved(&one.zone).ok_or("the promotion zone has no place on the other board")?;
            let _ = write!(text, "\n[promotion]\nzone = {zone}\n");
        }
        [] | [_] => {}
        several if several.iter().any(|one| inline(&one.zone.white) || inline(&one.zone.black)) => {
            return Err("several promotion zones name ranks of the parent's board".to_owned());
        }
        _ => {}
    }
    Ok(text)
}

/// A region with its ranks moved; `None` where it names squares.
fn shifted(region: &RegionRef, shift: Shift) -> Option<String> {
    let kind = match &region.kind {
        RegionKind::Ranks(spans) => {
            let rank = |rank: u16| u16::try_from(shift.rank(i64::from(rank))).ok();
            let spans: Option<Vec<(u16, u16)>> =
                spans.iter().map(|(from, to)| Some((rank(*from)?, rank(*to)?))).collect();
            RegionKind::Ranks(spans?)
        }
        RegionKind::Squares(_) => return None,
        RegionKind::And(parts) | RegionKind::Or(parts) => {
            let texts: Option<Vec<String>> = parts.iter().map(|part| shifted(part, shift)).collect();
            let word = if matches!(region.kind, RegionKind::And(_)) { " and " } else { " or " };
            return Some(format!("({})", texts?.join(word)));
        }
        RegionKind::Not(part) => return Some(format!("not ({})", shifted(part, shift)?)),
        other => other.clone(),
    };
    Some(RegionRef { kind, span: region.span }.to_string())
}

/// The parent's pieces on the new board: rank by rank, in the middle of the files.
fn pieces(
    variant: &Variant,
    board: &Board,
    (old_files, new_files): (i64, i64),
    shift: Shift,
) -> Result<Pieces, String> {
    let old = variant.board();
    let pieces = super::rows::pieces(variant)?;
    let on = |file: i64, rank: i64| -> Option<Square> {
        board.squares().find(|square| {
            board.file(*square).map(i64::from) == Some(file) && board.rank(*square).map(i64::from) == Some(rank)
        })
    };
    let sign = |piece: &Piece| variant.kinds().get(usize::from(piece.kind)).map_or('?', |kind| kind.letter);
    let mut placed = Pieces::new();
    for (rank, side) in (1..=shift.old).flat_map(|rank| Side::BOTH.map(|side| (rank, side))) {
        let mut row: Vec<(i64, char)> = pieces
            .iter()
            .filter(|piece| piece.side == side && old.rank(piece.square).map(i64::from) == Some(rank))
            .filter_map(|piece| Some((i64::from(old.file(piece.square)?), sign(piece))))
            .collect();
        row.sort_unstable();
        let to = shift.rank(rank);
        let letters: Vec<char> = row.iter().map(|(_, letter)| *letter).collect();
        let is_full = row.len() as i64 == old_files;
        // A row that is full of one piece is filled again; others stand in the middle.
        if is_full && letters.iter().all(|letter| *letter == letters[0]) {
            let squares = (1..=new_files).filter_map(|file| on(file, to));
            placed.extend(squares.map(|square| (square, letter(side, letters[0]))));
            continue;
        }
        let packed = || -> Result<Vec<(i64, char)>, String> {
            let room = usize::try_from(new_files).unwrap_or(0);
            let letters = trimmed(letters.clone(), room, &|letter| worth(variant, letter), true)?;
            let first = 1 + (new_files - letters.len() as i64) / 2;
            Ok((first..).zip(letters).collect())
        };
        let moved: Vec<(i64, char)> =
            row.iter().map(|(file, letter)| (moved(*file, old_files, new_files), *letter)).collect();
        let apart = moved.windows(2).all(|pair| pair[0].0 < pair[1].0);
        for (file, piece) in if apart { moved } else { packed()? } {
            let square = on(file, to).or_else(|| on(file + 1, to)).or_else(|| on(file - 1, to));
            let Some(square) = square.filter(|square| !placed.contains_key(square)) else {
                return Err("the parent's pieces find no room on the board".to_owned());
            };
            placed.insert(square, letter(side, piece));
        }
    }
    Ok(placed)
}

/// Where a file goes on a wider or narrower board: as far from the middle as it was, or nearer in proportion. Where a
/// middle file comes between two, it stays free.
fn moved(file: i64, old: i64, new: i64) -> i64 {
    let from_right = old + 1 - file;
    let in_left = file <= old / 2;
    if new >= old {
        let wider = new - old;
        return match wider % 2 == 1 && old % 2 == 0 && !in_left {
            true => file + wider / 2 + 1,
            false => file + wider / 2,
        };
    }
    let narrowed = |file: i64| (file - 1) * new / old + 1;
    if in_left { narrowed(file) } else { new + 1 - narrowed(from_right) }
}
