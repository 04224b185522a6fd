//! A parent on a board of another kind: its variant and the board in; a body that keeps of it what has a meaning there
//! out. [`retold`] extends the parent and takes out what is tied to its board; [`with_men`] is a game of its own with
//! the parent's pieces.

use super::land::Land;
use super::layout::{Pieces, field, letter};
use super::own::{LARGE, ends, quiet, refuse};
use super::place::Places;
use super::rows::Rows;
use crate::board::{Side, Square};
use crate::definition::movement::{Movement, Term};
use crate::definition::table::{Field, Node, Value};
use crate::definition::{EndDef, MoveDef, PromotionDef};
use crate::diagnostic::Diagnostic;
use crate::expansion::{Budget, Forward, expand_within};
use crate::open::Opened;
use crate::variant::Variant;
use std::fmt::Write as _;

/// The movement of a piece whose own movements mean nothing on the board.
const STEP: &str = "moves = \"W\"                 # one step; its own movement has no meaning on this board\n";

/// A parent and the board that it is to be played on.
pub(super) struct Abroad<'a> {
    parent: &'a Opened,
    variant: &'a Variant,
    land: &'a Land,
    forward: Forward,
    pieces: Pieces,
    places: Places<'a>,
}

impl<'a> Abroad<'a> {
    pub(super) fn new(parent: &'a Opened, variant: &'a Variant, land: &'a Land) -> Result<Abroad<'a>, Box<Diagnostic>> {
        let pieces = Rows::of(variant).and_then(|rows| rows.lay(land)).map_err(refuse)?;
        Ok(Abroad { parent, variant, land, forward: land.forward(), pieces, places: Places::new(variant, land) })
    }

    /// The kinds of pieces that stand on the board.
    pub(super) fn stands(&self, name: &str) -> bool {
        let letters = |sign: char| Side::BOTH.map(|side| letter(side, sign));
        let stands = |sign: char| self.pieces.values().any(|piece| letters(sign).contains(piece));
        self.variant.kinds().iter().any(|kind| kind.name == name && stands(kind.letter))
    }

    /// The body of a child: everything is as with the parent but what is tied to its board. `onward` says which way is
    /// forward, where the board does not.
    pub(super) fn retold(&self, onward: &str) -> String {
        let definition = self.variant.definition();
        let mut body = String::new();
        let mut removed = self.board_keys();
        if !definition.castling.is_empty() {
            removed.push("castling".to_owned());
        }
        if definition.sides.forward.is_some() && onward.is_empty() {
            removed.push("sides.forward".to_owned());
        }
        let lost = definition.regions.keys().filter(|name| !self.places.keeps(name));
        removed.extend(lost.map(|name| format!("regions.{name}")));
        let mut pieces = String::new();
        for (name, piece) in &definition.pieces {
            let kept: Vec<&MoveDef> = piece.value.moves.iter().filter(|one| self.has_meaning(one)).collect();
            if kept.is_empty() && !piece.value.moves.is_empty() {
                let _ = write!(pieces, "\n[pieces.{name}]\n{STEP}");
            } else if kept.len() < piece.value.moves.len() {
                let _ = write!(pieces, "\n[pieces.{name}]\nmoves = [{}]\n", self.written(&kept));
            }
        }
        for (name, power) in &definition.powers {
            let kept: Vec<&MoveDef> = power.value.moves.iter().filter(|one| self.has_meaning(one)).collect();
            if kept.is_empty() && !power.value.moves.is_empty() {
                removed.push(format!("powers.{name}"));
            } else if kept.len() < power.value.moves.len() {
                let _ = write!(pieces, "\n[powers.{name}]\nmoves = [{}]\n", self.written(&kept));
            }
        }
        if !removed.is_empty() {
            let list: Vec<String> = removed.iter().map(|path| format!("\"{path}\"")).collect();
            let _ = writeln!(body, "remove  = [{}]    # tied to the parent's board\n", list.join(", "));
        }
        body.push_str(&self.land.word().toml());
        body.push_str(onward);
        body.push_str(&self.places.toml());
        body.push_str(&pieces);
        let header = if definition.promotions.len() > 1 { "[[promotion]]" } else { "[promotion]" };
        for promotion in &definition.promotions {
            let _ = write!(body, "\n{header}\n{}", self.promotion(promotion, &|_| true));
        }
        body.push_str(&self.setup());
        body.push_str(&self.ends());
        if self.land.board().n_squares() > LARGE
            && definition.quiet_resets.iter().any(|word| word.value.ends_with(" move"))
        {
            let _ = write!(body, "\n{}", quiet(&[]));
        }
        body
    }

    /// The body of a game of its own: the parent's pieces with those of their movements that need nothing else.
    pub(super) fn with_men(&self, onward: &str) -> String {
        let definition = self.variant.definition();
        let mut body = format!(
            "# {} is tied to its board: its pieces and their movements are here, its other rules are not.\n{}",
            self.variant.name(),
            self.land.word().toml()
        );
        body.push_str(onward);
        if self.variant.first() == Side::Black {
            body.push_str(if onward.is_empty() { "\n[sides]\nfirst = \"black\"\n" } else { "first   = \"black\"\n" });
        }
        let promoted: Vec<&str> = definition.promotions.iter().flat_map(|one| names(&one.to)).collect();
        let comes = |name: &str| self.stands(name) || promoted.contains(&name);
        let mut royal: Vec<&str> = Vec::new();
        for kind in self.variant.kinds().iter().filter(|kind| comes(&kind.name)) {
            let Some(piece) = definition.pieces.get(&kind.name) else { continue };
            let _ = write!(body, "\n[pieces.{}]\nletter = \"{}\"\n", kind.name, kind.letter);
            let alone = |one: &&MoveDef| self.has_meaning(one) && is_plain(one);
            let kept: Vec<String> =
                piece.value.moves.iter().filter(alone).map(|one| format!("\"{}\"", one.movement)).collect();
            if kept.is_empty() {
                body.push_str(STEP);
            } else {
                let _ = writeln!(body, "moves = [{}]", kept.join(", "));
            }
            if kind.royal {
                royal.push(&kind.name);
                body.push_str("royal = true\n");
            }
            if let Some(value) = piece.value.value {
                let _ = writeln!(body, "value = {value}");
            }
        }
        for promotion in definition.promotions.iter().take(1) {
            let _ = write!(body, "\n[promotion]\n{}", self.promotion(promotion, &comes));
        }
        body.push_str(&self.setup());
        // Only pieces that promote are sure to go on and not to come back.
        let onward: Vec<&str> = definition
            .promotions
            .iter()
            .take(1)
            .flat_map(|one| names(&one.pieces))
            .filter(|name| {
                comes(name) && definition.quiet_resets.iter().any(|word| word.value == format!("{name} move"))
            })
            .collect();
        if !onward.is_empty() && self.land.board().n_squares() <= LARGE {
            let _ = write!(body, "\n{}", quiet(&onward));
        }
        let alone = format!("count(all) = count({})", royal.join(", "));
        let _ = write!(body, "\n{}", if royal.is_empty() { LAST.to_owned() } else { ends(&alone) });
        body
    }

    /// The parent's ends and one that bounds every game, where it has none that does: on another board its own may not
    /// come.
    fn ends(&self) -> String {
        let ends = &self.variant.definition().ends;
        let condition = |end: &EndDef| end.when.as_ref().map(ToString::to_string);
        let bounds = |end: &EndDef| {
            end.script.is_some() || condition(end).is_some_and(|when| when.contains("quiet") || when.contains("plies"))
        };
        if ends.iter().any(bounds) {
            return String::new();
        }
        let mut text = String::new();
        for end in ends {
            let line = |key: &str, value: Option<String>| {
                value.map_or(String::new(), |value| format!("{key:6} = {}\n", super::quoted(&value)))
            };
            let result = end.result.as_ref().map(|result| result.value.clone());
            let name = end.name.as_ref().map(|name| name.value.clone());
            let _ = write!(
                text,
                "\n[[end]]\n{}{}{}{}",
                line("when", condition(end)),
                line("result", result),
                line("name", name),
                end.stops.map_or(String::new(), |stops| format!("stops  = {stops}\n"))
            );
        }
        text + "\n[[end]]                     # so that every game comes to an end on this board, too\n\
                when   = \"quiet plies 100\"\nresult = \"draw\"\nname   = \"no progress\"\n"
    }

    /// Keys of the parent's board that mean nothing on the new one. A board of another shape takes nothing over.
    fn board_keys(&self) -> Vec<String> {
        let mine = self.land.word().toml();
        let has =
            |key: &str| mine.lines().any(|line| line.split_once('=').is_some_and(|(known, _)| known.trim() == key));
        let Some(Field { node: Node { value: Value::Table(board), .. }, .. }) = self.parent.loaded.merged.get("board")
        else {
            return Vec::new();
        };
        let shape = board.get("shape").map(|field| &field.node.value);
        if !matches!(shape, Some(Value::String(shape)) if mine.contains(&format!("\"{shape}\""))) {
            return Vec::new();
        }
        board.keys().filter(|key| !has(key)).map(|key| format!("board.{key}")).collect()
    }

    /// Whether a movement says something on the new board.
    fn has_meaning(&self, one: &MoveDef) -> bool {
        let regions = one.from.iter().chain(&one.to);
        regions.into_iter().all(|region| self.places.means(region)) && self.reaches(&one.movement)
    }

    /// Whether a movement leads anywhere from anywhere.
    fn reaches(&self, movement: &Movement) -> bool {
        let from = |square| self.leads(movement, Side::White, square);
        self.expands(movement) && self.land.board().squares().any(from)
    }

    fn expands(&self, movement: &Movement) -> bool {
        let mut budget = Budget::default();
        let mut expands = |term: &Term| match term {
            Term::Piece(_) => true,
            Term::Legs(term) => expand_within(term, self.land.board(), &self.forward, &mut budget).is_ok(),
        };
        movement.terms.iter().all(&mut expands)
    }

    /// Whether a movement leads anywhere from a square. What another piece does is not looked into.
    fn leads(&self, movement: &Movement, side: Side, square: Square) -> bool {
        let mut budget = Budget::default();
        movement.terms.iter().any(|term| match term {
            Term::Piece(_) => true,
            Term::Legs(term) => expand_within(term, self.land.board(), &self.forward, &mut budget).is_ok_and(|term| {
                let reach = term.from[side.index()].get(square.index());
                reach.is_some_and(|reach| !(reach.leaps.is_empty() && reach.rides.is_empty() && reach.paths.is_empty()))
            }),
        })
    }

    /// Movements as the parent has written them.
    fn written(&self, moves: &[&MoveDef]) -> String {
        let sources = &self.parent.loaded.sources;
        moves.iter().map(|one| sources.text(one.span).to_owned()).collect::<Vec<_>>().join(", ")
    }

    fn promotion(&self, promotion: &PromotionDef, comes: &dyn Fn(&str) -> bool) -> String {
        let list = |names: Vec<&str>| {
            names
                .into_iter()
                .filter(|name| comes(name))
                .map(|name| format!("\"{name}\""))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let pieces = &self.variant.definition().pieces;
        let stuck = |side, square| {
            let moves = promotion.pieces.iter().filter_map(|name| pieces.get(&name.value));
            let mut moves = moves.flat_map(|piece| &piece.value.moves).filter(|one| self.has_meaning(one));
            !moves.any(|one| self.leads(&one.movement, side, square))
        };
        let place = format!("zone   = {}\n", self.places.promotion(&promotion.zone, stuck));
        let must = if promotion.must { "" } else { "must   = false\n" };
        format!(
            "pieces = [{}]\n{place}to     = [{}]\n{must}",
            list(names(&promotion.pieces)),
            list(names(&promotion.to))
        )
    }

    fn setup(&self) -> String {
        let turn = if self.variant.first() == Side::White { 'w' } else { 'b' };
        format!("\n[setup]\nfen = \"{} {turn} - - 0 1\"\n", field(self.land.board(), &self.pieces))
    }
}

/// Ends of a game without royal pieces.
const LAST: &str = "\
[[end]]
when   = \"no legal move\"
result = \"loss\"             # for the side to move
name   = \"no move left\"

[[end]]
when   = \"repetition 3 or quiet plies 100\"
result = \"draw\"
name   = \"no progress\"
";

/// Whether a movement needs no condition, function or other movement.
fn is_plain(one: &MoveDef) -> bool {
    let bound = one.from.is_some() || one.to.is_some() || one.when.is_some();
    let judged = one.filter.is_some() || one.does.is_some() || one.text.is_some();
    let legs = one.movement.terms.iter().all(|term| matches!(term, Term::Legs(_)));
    !bound && !judged && !one.captures_passing && one.chain.is_none() && legs
}

fn names(list: &[crate::source::Spanned<String>]) -> Vec<&str> {
    list.iter().map(|name| name.value.as_str()).collect()
}
