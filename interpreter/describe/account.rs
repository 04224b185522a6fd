//! An opened definition in; what each of its pieces does, in sentences and as a diagram, out. Words between backticks
//! are as they are written in the definition.

use crate::board::{KindId, Side, Square};
use crate::check::model::CheckedDefinition;
use crate::definition::movement::Term;
use crate::definition::{ChainDef, ChainPromotion, Identity, MoveDef, PieceDef, PowerDef, PromotionDef, TakesDef};
use crate::describe::condition::{Clauses, nouns};
use crate::describe::diagram::Diagram;
use crate::describe::movement::{Speaker, TermText};
use crate::describe::plain::PlainBoard;
use crate::describe::reach::{lenders, reach, telling};
use crate::describe::words::{joined, sentence};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::open::Opened;
use crate::variant::Variant;
use std::sync::Arc;

/// One movement in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveText {
    /// Its terms.
    pub terms: Vec<TermText>,
    /// What else the definition says of it, a sentence each.
    pub notes: Vec<String>,
}

/// A power in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerText {
    /// Its name.
    pub name: String,
    /// Who has it and when, a sentence each.
    pub facts: Vec<String>,
    /// What it adds.
    pub moves: Vec<MoveText>,
}

/// A piece in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceText {
    /// Its name.
    pub name: String,
    /// Its capital letter.
    pub letter: char,
    /// Royal, immune, what it takes, its value: a sentence each.
    pub facts: Vec<String>,
    /// Its own movements.
    pub moves: Vec<MoveText>,
    /// Its powers.
    pub powers: Vec<PowerText>,
    /// What becomes of it: a sentence each.
    pub promotions: Vec<String>,
}

/// A definition that can be told about.
#[derive(Debug)]
pub struct Account {
    pub(crate) variant: Variant,
    pub(crate) checked: Arc<CheckedDefinition>,
    speaker: Speaker,
}

impl Account {
    /// What can be told about an opened definition.
    ///
    /// # Errors
    /// The problems of a definition that cannot be played.
    pub fn new(opened: &Opened) -> Result<Account, Vec<Diagnostic>> {
        let problems = || opened.diagnostics.clone();
        let (Some(variant), Some(checked)) = (&opened.variant, &opened.checked) else { return Err(problems()) };
        let speaker = Speaker::new(variant.board().turns() == 12).ok_or_else(problems)?;
        Ok(Account { variant: variant.clone(), checked: Arc::clone(checked), speaker })
    }

    /// The names of the squares on which the two pieces of a castling begin.
    pub(crate) fn castling_from(&self, right: &str) -> Option<[&str; 2]> {
        let castling = self.checked.castling.iter().find(|castling| right.chars().eq([castling.right]))?;
        let board = self.variant.board();
        Some([board.name(castling.king?), board.name(castling.rook?)])
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    pub(crate) fn clauses(&self) -> Clauses<'_> {
        Clauses { definition: &self.checked.definition, program: self.checked.program.as_ref() }
    }

    /// A kind by its name or by its letter, a capital or a small one.
    ///
    /// # Errors
    /// There is none; with the nearest one.
    pub fn kind(&self, word: &str) -> Result<KindId, Box<Diagnostic>> {
        let kinds = self.variant.kinds();
        let letter = || {
            let mut letters = word.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
            let capital: Vec<char> = letter.to_uppercase().collect();
            kinds.iter().position(|kind| capital == [kind.letter])
        };
        let named = kinds.iter().position(|kind| kind.name == word).or_else(letter);
        let named = named.or_else(|| kinds.iter().position(|kind| kind.name == word.to_lowercase()));
        named.map(|kind| kind as KindId).ok_or_else(|| {
            let problem = Diagnostic::error(Code::UnknownPiece, format!("there is no piece `{word}`"));
            let names = kinds.iter().map(|kind| kind.name.as_str());
            Box::new(match nearest(word, names) {
                Some(near) => problem.help(format!("did you mean `{near}`?")),
                None => {
                    let all: Vec<String> =
                        kinds.iter().map(|kind| format!("`{}` ({})", kind.name, kind.letter)).collect();
                    problem.help(format!("there are {}", joined(&all, "and")))
                }
            })
        })
    }

    /// A square by name.
    ///
    /// # Errors
    /// There is none; with the nearest one.
    pub fn square(&self, name: &str) -> Result<Square, Box<Diagnostic>> {
        let board = self.variant.board();
        board.square(name).ok_or_else(|| Box::new(PlainBoard::unknown_square(board, name)))
    }

    /// The side whose piece a diagram shows: the one that begins the game with such a piece, White if both do or
    /// neither.
    fn side_of(&self, kind: KindId) -> Side {
        let has = |side| self.checked.placement.iter().any(|piece| piece.kind == kind && piece.side == side);
        if has(Side::Black) && !has(Side::White) { Side::Black } else { Side::White }
    }

    /// A piece of a kind on an empty board: on the square asked for, or where it shows most of what it does.
    #[must_use]
    pub fn diagram(&self, kind: KindId, square: Option<Square>) -> Option<Diagram> {
        let board = self.variant.board();
        let side = self.side_of(kind);
        let from = match square {
            Some(square) => square,
            None => telling(board, |square| reach(&self.checked, kind, side, square).len())?,
        };
        let name = &self.variant.kinds().get(usize::from(kind))?.name;
        let whose = if side == Side::Black { "black " } else { "" };
        let title = format!("{whose}{name} on {}", board.name(from));
        Diagram::new(&self.variant, title, (side, kind), from, reach(&self.checked, kind, side, from))
    }

    /// Whether some movement of a kind acts on a square instead of taking there.
    #[must_use]
    pub fn acts(&self, kind: KindId) -> bool {
        let name = self.variant.kinds().get(usize::from(kind)).map(|kind| kind.name.as_str());
        let Some(piece) = name.and_then(|name| self.checked.definition.pieces.get(name)) else { return false };
        piece.value.moves.iter().any(|movement| movement.does.is_some())
    }

    /// A piece in words.
    #[must_use]
    pub fn piece(&self, kind: KindId) -> Option<PieceText> {
        let info = self.variant.kinds().get(usize::from(kind))?;
        let definition = &self.checked.definition;
        let piece = &definition.pieces.get(&info.name)?.value;
        let powers = definition.powers.iter().filter(|(_, power)| has(&power.value.pieces, &info.name));
        let promotions: Vec<&PromotionDef> =
            definition.promotions.iter().filter(|promotion| has(&promotion.pieces, &info.name)).collect();
        let promotes = !promotions.is_empty();
        let hops = self.hops(&info.name);
        Some(PieceText {
            name: info.name.clone(),
            letter: info.letter,
            facts: self.facts(&info.name, piece),
            moves: piece.moves.iter().map(|movement| self.movement(movement, promotes, hops)).collect(),
            powers: powers.map(|(name, power)| self.power(name, &power.value)).collect(),
            promotions: promotions.into_iter().flat_map(|promotion| self.promotion(promotion)).collect(),
        })
    }

    /// How many terms of a piece's movements, its powers' among them, are hops of a chain.
    fn hops(&self, piece: &str) -> usize {
        let definition = &self.checked.definition;
        let own = definition.pieces.get(piece).into_iter().flat_map(|piece| &piece.value.moves);
        let powers = definition.powers.values().map(|power| &power.value).filter(|power| has(&power.pieces, piece));
        let moves = own.chain(powers.flat_map(|power| &power.moves));
        moves.filter(|def| def.chain.is_some()).map(|def| def.movement.terms.len()).sum()
    }

    /// Whether a list of kinds stands for every kind.
    fn names_all(&self, kinds: &[crate::source::Spanned<String>]) -> bool {
        has(kinds, "all") && !self.checked.definition.pieces.contains_key("all")
    }

    fn facts(&self, name: &str, piece: &PieceDef) -> Vec<String> {
        let clauses = self.clauses();
        let mut facts = Vec::new();
        if piece.royal {
            facts.push("it is royal: it may not be left where an enemy could take it".to_owned());
        }
        match &piece.takes {
            None | Some(TakesDef::All) => {}
            // As the rules have it: with `all` the list is no bound.
            Some(TakesDef::Kinds(kinds)) if self.names_all(kinds) => {}
            Some(TakesDef::Nothing) => facts.push("it takes nothing, but guards its friends all the same".to_owned()),
            Some(TakesDef::Kinds(kinds)) => facts.push(format!("it takes nothing but {}", nouns(kinds))),
            Some(TakesDef::Script(name)) => {
                facts.push(format!("what it may take is judged piece by piece, {}", clauses.function(&name.value)));
            }
        }
        let immune = piece.immune.as_ref().map(|immune| clauses.condition(immune));
        match immune.as_deref() {
            None | Some("never") => {}
            Some("always") => facts.push("nothing may take it".to_owned()),
            Some(condition) => facts.push(format!("nothing may take it while {condition}")),
        }
        for active in [&piece.active, &self.checked.definition.active].into_iter().flatten() {
            facts.push(format!("it moves and attacks only while {}", clauses.condition(active)));
        }
        if piece.moves.is_empty() {
            facts.push("it has no movement of its own".to_owned());
        }
        let castles = |pieces: &[crate::source::Spanned<String>]| match pieces {
            [] => name == "king" || name == "rook",
            named => has(named, name),
        };
        if self.checked.definition.castling.iter().any(|castling| castles(&castling.pieces)) {
            facts.push("it takes part in castling".to_owned());
        }
        if let Some(value) = piece.value {
            facts.push(format!("it is worth {value}, in hundredths of a pawn"));
        }
        facts.iter().map(|fact| sentence(fact)).collect()
    }

    /// A movement in words, of a piece that promotes or not.
    /// A movement in words; `hops`: how many terms of its piece's movements are hops of a chain.
    fn movement(&self, def: &MoveDef, promotes: bool, hops: usize) -> MoveText {
        let mut terms = self.speaker.terms(&def.movement, def.passes.is_none());
        for (text, term) in terms.iter_mut().zip(&def.movement.terms) {
            if let Term::Piece(name) = term {
                self.spell_out(text, &name.value, 0);
            }
        }
        let clauses = self.clauses();
        let mut notes = Vec::new();
        if let Some(from) = &def.from {
            notes.push(format!("only from {}", clauses.region(from)));
        }
        if let Some(to) = &def.to {
            notes.push(format!("only to {}", clauses.region(to)));
        }
        if let Some(when) = &def.when {
            notes.push(format!("only while {}", clauses.condition(when)));
        }
        if let Some(filter) = &def.filter {
            notes.push(format!("each target is judged, {}", clauses.function(&filter.value)));
        }
        if def.captures_passing {
            notes.push("it takes only in passing: an enemy that has just crossed the square".to_owned());
        }
        if !def.spares.is_empty() {
            let spared = if self.names_all(&def.spares) { "any piece".to_owned() } else { nouns(&def.spares) };
            notes.push(format!("it does not touch {spared}"));
        }
        if let Some(does) = &def.does {
            notes.push(format!("what such a move does, {}", clauses.function(&does.value)));
        }
        match def.passes.as_ref().map(|passes| passes.value) {
            // A movement that says so by itself says it in its own words.
            Some(true) => notes.push("an enemy may then take it in passing on a square that it has crossed".to_owned()),
            Some(false) => notes.push("it cannot be taken in passing after this".to_owned()),
            None => {}
        }
        if let Some(chain) = &def.chain {
            notes.extend(chain_notes(chain, promotes, hops > 1));
        }
        if def.promotion == Some(false) {
            notes.push("it does not promote by this".to_owned());
        }
        match def.identity.as_ref().map(|identity| identity.value) {
            Some(Identity::Target) => {
                notes.push("when several pieces can do this to one square, it is one and the same move".to_owned());
            }
            Some(Identity::Result) => {
                notes.push("two routes between the same squares that take the same pieces are one move".to_owned());
            }
            None => {}
        }
        if let Some(text) = &def.text {
            notes.push(format!("it is written `{}`", text.value));
        }
        if let Some(mark) = &def.mark {
            notes.push(format!("it is marked with `{mark}` in notation"));
        }
        MoveText { terms, notes: notes.iter().map(|note| sentence(note)).collect() }
    }

    /// Adds what the movements of a piece named in a movement are.
    fn spell_out(&self, text: &mut TermText, name: &str, depth: usize) {
        let Some(piece) = self.checked.definition.pieces.get(name).filter(|_| depth < 4) else { return };
        let mut parts = Vec::new();
        for movement in &piece.value.moves {
            for (mut part, term) in self.speaker.movement(&movement.movement).into_iter().zip(&movement.movement.terms)
            {
                if let Term::Piece(name) = term {
                    self.spell_out(&mut part, &name.value, depth + 1);
                }
                parts.push(part.text);
            }
        }
        if !parts.is_empty() {
            text.text.push_str(&format!(" ({})", parts.join("; ")));
        }
    }

    /// A power in words.
    pub(crate) fn power(&self, name: &str, power: &PowerDef) -> PowerText {
        let clauses = self.clauses();
        let promotions = &self.checked.definition.promotions;
        let promotes = promotions.iter().any(|one| power.pieces.iter().any(|piece| has(&one.pieces, &piece.value)));
        let pieces = self.checked.definition.pieces.keys().filter(|piece| has(&power.pieces, piece));
        let hops = pieces.map(|piece| self.hops(piece)).max().unwrap_or(0);
        let mut facts = Vec::new();
        if let Some(when) = &power.when {
            facts.push(format!("only while {}", clauses.condition(when)));
        }
        if let Some(borrowed) = &power.borrowed {
            let comment = clauses.function(&borrowed.value);
            facts.push(format!("it moves and takes besides as the kind that the script names, {comment}"));
            let known = self.checked.powers.iter().find(|known| known.name == name);
            let lenders = known.map_or(Vec::new(), |power| lenders(&self.checked, power));
            if lenders.len() < self.checked.kinds.len() {
                let names: Vec<String> =
                    lenders.iter().map(|&kind| format!("`{}`", self.checked.kinds[usize::from(kind)].name)).collect();
                facts.push(format!("that is {}, or none", joined(&names, "or")));
            }
            facts.push("in the diagram what it may borrow is reached under a condition".to_owned());
        }
        if let Some(mark) = &power.mark {
            facts.push(format!("such a move is marked with `{mark}` in notation"));
        }
        PowerText {
            name: name.to_owned(),
            facts: facts.iter().map(|fact| sentence(fact)).collect(),
            moves: power.moves.iter().map(|movement| self.movement(movement, promotes, hops)).collect(),
        }
    }

    /// A promotion in sentences: one, or one for each side.
    pub(crate) fn promotion(&self, promotion: &PromotionDef) -> Vec<String> {
        let clauses = self.clauses();
        let to = nouns(&promotion.to);
        let how = if promotion.must { "must become" } else { "may become" };
        let (white, black) = (clauses.region(&promotion.zone.white), clauses.region(&promotion.zone.black));
        if white == black {
            return vec![sentence(&format!("on {white} it {how} {to}"))];
        }
        let sides = [("White's ", white), ("Black's ", black)];
        let sides = sides.iter().filter(|(_, zone)| zone != "none");
        sides.map(|(whose, zone)| sentence(&format!("{whose}piece {how} {to} on {zone}"))).collect()
    }
}

fn has(names: &[crate::source::Spanned<String>], name: &str) -> bool {
    names.iter().any(|known| known.value == name || known.value == "all")
}

fn chain_notes(chain: &ChainDef, promotes: bool, several: bool) -> Vec<String> {
    let goes_on = match (chain.must_finish, several) {
        (true, false) => "from where it lands it goes on in the same way, and must while it can",
        (false, false) => "from where it lands it may go on in the same way",
        (true, true) => "from where it lands it goes on by any hop of its movements that go on, and must while it can",
        (false, true) => "from where it lands it may go on by any hop of its movements that go on",
    };
    let leaves = match chain.captured_at_end {
        true => "the pieces taken leave the board when all is done",
        false => "each piece taken leaves the board at once",
    };
    let promotion = match chain.promotion {
        ChainPromotion::Ends => "where it promotes, it goes no further",
        ChainPromotion::AtEnd => "it promotes only where it comes to rest",
        ChainPromotion::Continues => "where it promotes, it goes on as what it has become",
    };
    let notes = [goes_on, leaves, promotion];
    notes[..if promotes { 3 } else { 2 }].iter().map(ToString::to_string).collect()
}
