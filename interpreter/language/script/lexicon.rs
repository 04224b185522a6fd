//! The words of scripts: the one table of whose they are, what they take, what they give, how much must be known before they
//! can be asked, and what they say. There are no others.

use crate::script::types::Type;

/// A word of the language.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Word {
    /// Whose word it is.
    pub(super) of: Type,
    pub(super) form: Form,
    pub(super) name: &'static str,
    /// The values in its brackets, by name.
    pub(super) takes: &'static [(&'static str, Type)],
    pub(super) gives: Type,
    /// What must be known before it can be asked, as of a [`Query`](crate::script::query::Query::level).
    pub(super) level: u8,
    pub(super) says: &'static str,
}

/// How a word is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `piece.kind`
    Get,
    /// `piece.moved` or `piece.moved()`
    Both,
    /// `piece.is_a(kind)`
    Call,
    /// `set & other`
    Op,
}

impl Word {
    /// How it is written, with the names of its values.
    pub(super) fn written(&self) -> String {
        let names: Vec<&str> = self.takes.iter().map(|(name, _)| *name).collect();
        match self.form {
            Form::Get | Form::Both => self.name.to_owned(),
            Form::Call => format!("{}({})", self.name, names.join(", ")),
            Form::Op => format!("{} {}", self.name, names.join(", ")),
        }
    }

    /// Whether it changes something.
    pub(super) fn is_effect(&self) -> bool {
        self.of == Type::MOVE && self.gives == Type::UNIT
    }
}

/// The words of a name that is no sign.
pub(super) fn named(name: &str) -> impl Iterator<Item = &'static Word> {
    WORDS.iter().filter(move |word| word.name == name && word.form != Form::Op)
}

/// How much must be known before a word of this name can be asked.
pub(super) fn level(name: &str) -> u8 {
    named(name).map(|word| word.level).max().unwrap_or(0)
}

macro_rules! words {
    ($($of:ident $about:literal { $(
        $form:ident $name:tt ($($value:ident: $type:ident),*) -> $gives:ident $(at $level:literal)?: $says:literal;
    )* })*) => {
        /// What has words, and what it is.
        pub(super) const RECEIVERS: &[(Type, &str)] = &[$((Type::$of, $about)),*];

        /// Every word, in the order of those who have it.
        pub(super) const WORDS: &[Word] = &[$($(Word {
            of: Type::$of,
            form: Form::$form,
            name: stringify!($name),
            takes: &[$((stringify!($value), Type::$type)),*],
            gives: Type::$gives,
            level: 0 $(+ $level)?,
            says: $says,
        },)*)*];
    };
}

words! {
    SQUARE "a square, and the piece on it; a square off the board is empty of everything" {
        Get kind() -> KIND: "The kind of the piece here, `\"\"` for none. One answer of many: prefer `is_a`.";
        Get side() -> SIDE: "`\"friend\"`, `\"foe\"`, or `\"\"` for nobody, seen from the side that asks.";
        Get square() -> SQUARE: "The square of a piece.";
        Get piece() -> SQUARE: "The piece on a square.";
        Get rank() -> NUMBER: "The rank, counted from the mover's own first.";
        Get file() -> NUMBER: "The file, counted from the mover's left.";
        Get ring() -> NUMBER: "The ring, from the rim; the centre's is the last.";
        Get sector() -> NUMBER: "The sector, from 1; the centre's is 0.";
        Both exists() -> BOOL: "Whether this square is on the board.";
        Both moved() -> BOOL: "Whether the piece here has moved.";
        Both is_empty() -> BOOL: "Whether nobody stands here.";
        Both holds_friend() -> BOOL: "Whether a piece of the mover's side stands here.";
        Both holds_foe() -> BOOL: "Whether a piece of the other side stands here.";
        Both is_friend() -> BOOL: "Whether this piece is of the mover's side.";
        Both is_foe() -> BOOL: "Whether this piece is of the other side.";
        Both safe() -> BOOL at 2: "Whether no enemy could take here, powers and immunity counted.";
        Call is_a(kind: KIND) -> BOOL: "Whether a piece of this kind stands here.";
        Call holds(kind: KIND) -> BOOL: "Whether a piece of this kind stands here.";
        Call defended_by(kind: KIND) -> BOOL at 1: "Whether a friend of this piece, of that kind, could take here by raw movement.";
        Call attacked_by(kind: KIND) -> BOOL at 1: "Whether a foe of this piece, of that kind, could take here by raw movement.";
        Call within(region: REGION) -> BOOL: "Whether this square lies in the region, seen from the mover's side.";
        Call step(direction: DIRECTION) -> SQUARE: "The next square in a direction.";
        Call step(direction: DIRECTION, n: NUMBER) -> SQUARE: "The square `n` steps away in a direction.";
        Call first(direction: DIRECTION) -> SQUARE: "The first square in a direction on which a piece stands; off the board if there is none.";
        Call leap(across: NUMBER, ahead: NUMBER) -> SQUARE: "The square so many files to the right and so many ranks ahead.";
        Call ray(direction: DIRECTION) -> SQUARES: "The squares in a direction up to and with the first piece.";
        Both around() -> SQUARES: "The squares one step away.";
        Both neighbours() -> SQUARES: "The pieces one step away.";
        Both attackers() -> SQUARES at 1: "The foes of this piece that could take here by raw movement.";
        Both defenders() -> SQUARES at 1: "The friends of this piece that could take here by raw movement.";
        Both attacks() -> SQUARES at 1: "The squares on which this piece could take by raw movement.";
        Both alone() -> SQUARES: "The set of this square alone.";
    }
    SQUARES "a set of squares; it asks nothing until `any`, `none`, `count`, `more_than` or `contains`" {
        Both friends() -> SQUARES: "Those where a piece of the mover's side stands.";
        Both foes() -> SQUARES: "Those where a piece of the other side stands.";
        Both empty() -> SQUARES: "Those where nobody stands.";
        Both occupied() -> SQUARES: "Those where somebody stands.";
        Call of(kind: KIND) -> SQUARES: "Those where a piece of this kind stands.";
        Call except(kind: KIND) -> SQUARES: "Those where no piece of this kind stands.";
        Call within(region: REGION) -> SQUARES: "Those in this region: foes alone (`theirs`, `foes`) in that of their side, all others in the mover's.";
        Call where(decide: FUNCTION) -> SQUARES: "Those for which the function holds: `set.where(|s| s.is_a(\"pawn\"))`.";
        Both any() -> BOOL: "Whether there is one.";
        Call any(decide: FUNCTION) -> BOOL: "Whether the function holds for one.";
        Both none() -> BOOL: "Whether there is none.";
        Call none(decide: FUNCTION) -> BOOL: "Whether the function holds for none.";
        Call all(decide: FUNCTION) -> BOOL: "Whether the function holds for all.";
        Both count() -> NUMBER: "How many there are.";
        Call count(decide: FUNCTION) -> NUMBER: "For how many the function holds.";
        Call more_than(n: NUMBER) -> BOOL: "Whether there are more than `n`; fewer answers than `count`.";
        Call contains(square: SQUARE) -> BOOL: "Whether this square is one of them.";
        Op & (other: OPERAND) -> SQUARES: "Those in both.";
        Op | (other: OPERAND) -> SQUARES: "Those in either.";
        Op - (other: OPERAND) -> SQUARES: "Those in the first and not in the second.";
    }
    MOVE "a move, in effects and duties" {
        Get kind() -> KIND: "The kind of the mover.";
        Get way() -> WAY: "The name of the power that lends the movement, `\"\"` for the piece's own.";
        Get piece() -> SQUARE: "The mover: before the move on its origin, in `after` where it stands now.";
        Get origin() -> SQUARE: "Where the move begins.";
        Get target() -> SQUARE: "Where it ends.";
        Get captures() -> NUMBER: "How many pieces it takes.";
        Get captured() -> SQUARES: "The squares of the pieces it takes; in `after` those pieces are gone.";
        Call takes(kind: KIND) -> BOOL: "Whether it takes a piece of this kind.";
        Get jumps() -> BOOL: "Whether it takes a piece on a square where it does not end.";
        Get promotes() -> BOOL: "Whether the mover promotes.";
        Get mine() -> SQUARES: "The pieces of the side that moves.";
        Get theirs() -> SQUARES: "The pieces of the other side.";
        Get all() -> SQUARES: "All pieces.";
        Get checked() -> BOOL at 2: "Whether the mover's side is in check in the position that the function sees.";
        Get stuck() -> BOOL at 3: "Only ends may ask whether there is no legal move: an error here.";
        Call stay() -> UNIT: "Effect: the mover stays where it is; too late in `after`.";
        Call remove(what: ACTED_ON) -> UNIT: "Effect: the pieces on a square, or on all squares of a set, leave the board.";
        Call convert(what: ACTED_ON) -> UNIT: "Effect: the pieces on a square, or on all squares of a set, change sides.";
        Call put(kind: KIND, square: SQUARE) -> UNIT: "Effect: a piece of the mover's side appears.";
        Call shift(from: SQUARE, to: SQUARE) -> UNIT: "Effect: the piece on the first square goes to the second.";
        Call swap(a: SQUARE, b: SQUARE) -> UNIT: "Effect: the pieces on two squares change places.";
        Call promote(kind: KIND) -> UNIT: "Effect: the mover becomes this kind.";
        Call again() -> UNIT: "Effect: the same side moves again.";
    }
    GAME "the game, in ends" {
        Get turn() -> TURN: "The side to move, `\"white\"` or `\"black\"`.";
        Get mine() -> SQUARES: "The pieces of the side to move.";
        Get theirs() -> SQUARES: "The pieces of the other side.";
        Get all() -> SQUARES: "All pieces.";
        Get checked() -> BOOL at 2: "Whether the side to move is in check.";
        Get stuck() -> BOOL at 3: "Whether the side to move has no legal move.";
        Get quiet_plies() -> NUMBER: "Plies since the last capture, or whatever `[quiet]` counts as progress.";
        Call quiet_plies_at_least(n: NUMBER) -> BOOL: "Whether there were at least `n` of them; two answers instead of many.";
        Get repetitions() -> NUMBER: "How often this position has occurred, this time included.";
    }
    CELL "a square in `fn forward(side, from, to)`, with absolute coordinates" {
        Get name() -> TEXT: "Its name.";
        Get rank() -> NUMBER: "Its rank, from 1; 0 where there is none.";
        Get file() -> NUMBER: "Its file, from 1; 0 where there is none.";
        Get ring() -> NUMBER: "Its ring from the rim, from 1; 0 where there is none.";
        Get sector() -> NUMBER: "Its sector, from 1; 0 where there is none.";
    }
    BOARD "the board in the making, in `fn board(b)`" {
        Call cell(name: TEXT, x: NUMBER, y: NUMBER, row: NUMBER) -> UNIT: "Adds a cell: where it is drawn, and its row in the FEN.";
        Call cell(name: TEXT, x: NUMBER, y: NUMBER, row: NUMBER, rank: NUMBER, file: NUMBER) -> UNIT: "Adds a cell with its rank and file.";
        Call link(from: TEXT, heading: NUMBER, to: TEXT) -> UNIT: "Adds a line from one cell to another; the way back is a line of its own.";
        Call link(from: TEXT, heading: NUMBER, to: TEXT, arrives: NUMBER) -> UNIT: "Adds a line that arrives with another heading.";
    }
    NUMBER "a whole number" {
        Call abs() -> NUMBER: "The number without its sign.";
        Call sign() -> NUMBER: "-1, 0 or 1.";
        Call min(other: NUMBER) -> NUMBER: "The smaller of two: `min(a, b)`.";
        Call max(other: NUMBER) -> NUMBER: "The greater of two: `max(a, b)`.";
        Op + (text: STRING) -> TEXT: "The number and the string in one string.";
    }
    STRING "a string" {
        Both len() -> NUMBER: "How many characters it has.";
        Both is_empty() -> BOOL: "Whether it has none.";
        Call contains(text: CHARACTERS) -> BOOL: "Whether this is part of it; also written `text in string`.";
        Call starts_with(text: STRING) -> BOOL: "Whether it begins so.";
        Call ends_with(text: STRING) -> BOOL: "Whether it ends so.";
        Op + (n: NUMBER) -> TEXT: "The string and the number in one string.";
    }
    LIST "a list" {
        Both len() -> NUMBER: "How many members it has.";
        Both is_empty() -> BOOL: "Whether it has none.";
        Call push(value: ANY) -> UNIT: "Adds a member at the end.";
        Call pop() -> ANY: "Takes the last member away and gives it; `()` if there is none.";
        Call reverse() -> UNIT: "Turns the order round.";
        Call sort() -> UNIT: "Puts numbers or strings in order.";
        Call sort(order: FUNCTION) -> UNIT: "Puts members in order by a function of two that gives a number: `list.sort(|a, b| a - b)`.";
        Call contains(value: ANY) -> BOOL: "Whether this is a member; also written `value in list`.";
        Call index_of(value: ANY) -> NUMBER: "Where this member stands, from 0; -1 if it is none.";
        Call any(decide: FUNCTION) -> BOOL: "Whether the function holds for a member.";
        Call some(decide: FUNCTION) -> BOOL: "The same as `any`.";
        Call none(decide: FUNCTION) -> BOOL: "Whether the function holds for no member.";
        Call all(decide: FUNCTION) -> BOOL: "Whether the function holds for all members.";
        Call find(decide: FUNCTION) -> ANY: "The first member for which the function holds; `()` if there is none.";
        Call filter(decide: FUNCTION) -> LIST: "The members for which the function holds: `list.filter(|x| x > 2)`.";
        Call map(change: FUNCTION) -> LIST: "What the function makes of each member: `list.map(|x| x * 2)`.";
        Call reduce(join: FUNCTION, start: ANY) -> ANY: "All members in one: `list.reduce(|sum, x| sum + x, 0)`.";
        Op + (other: LIST) -> LIST: "The members of both.";
    }
    MAP "a map from strings to values" {
        Both len() -> NUMBER: "How many entries it has.";
        Both is_empty() -> BOOL: "Whether it has none.";
        Call contains(key: STRING) -> BOOL: "Whether it has this key; also written `key in map`.";
        Call keys() -> LIST: "The keys as a list, in the order of the alphabet.";
        Call values() -> LIST: "The values as a list, in the order of their keys.";
    }
    RANGE "the numbers of `1..4`" {
        Call contains(n: NUMBER) -> BOOL: "Whether the number is among them; also written `n in 1..4`.";
    }
    RANGE_WITH_END "the numbers of `1..=3`" {
        Call contains(n: NUMBER) -> BOOL: "Whether the number is among them; also written `n in 1..4`.";
    }
    ANY "any value" {
        Call to_string() -> TEXT: "The value as a string; also written `${value}` between backquotes.";
        Op == (other: ANY) -> BOOL: "Whether two values of one sort are alike; two sorts are an error, but anything may be compared with `()`.";
        Op != (other: ANY) -> BOOL: "Whether they are not alike.";
        Op < (other: ANY) -> BOOL: "Whether the first of two numbers or strings comes before the second.";
        Op <= (other: ANY) -> BOOL: "Whether it does not come after it.";
        Op > (other: ANY) -> BOOL: "Whether it comes after it.";
        Op >= (other: ANY) -> BOOL: "Whether it does not come before it.";
    }
}

/// What the engine's own library has, or authors may know from elsewhere, and what to write here instead.
const GONE: &[(&[&str], &str)] = &[
    (&["curry"], "pass a closure: it sees the variables around it, as in `set.where(|s| s.is_a(kind))`"),
    (&["Fn"], "pass a closure: `set.where(|s| s.is_empty)`"),
    (&["this"], "give a function what it needs in the brackets: `fn name(piece) { ... }`"),
    (&["type_of", "is_def_fn", "is_def_var", "is_shared"], "let each variable hold one sort of values"),
    (&["for_each"], "write a loop: `for x in list { ... }`"),
    (
        &["drain", "retain", "extract", "splice", "chop", "truncate", "clear", "shift", "remove", "dedup", "split"],
        "keep what stays: `list = list.filter(|x| x > 2);`, or take the last member with `pop()`",
    ),
    (&["insert", "append", "pad", "concat"], "add to the end: `list.push(value)`, or join two lists: `list + other`"),
    (&["sort_by", "sort_desc", "order", "order_by", "order_desc"], "write `list.sort(|a, b| b - a)`"),
    (&["find_map", "reduce_rev", "zip", "fold"], "write a loop: `for x in list { ... }`"),
    (&["first_index", "index"], "write `list.index_of(value)`"),
    (
        &[
            "sub_string",
            "crop",
            "replace",
            "trim",
            "to_upper",
            "to_lower",
            "make_upper",
            "make_lower",
            "chars",
            "bytes",
            "to_chars",
            "set",
            "get",
        ],
        "strings are names here: compare them, join them with `+`, ask `contains(text)`; `text[0]` is a character",
    ),
    (&["parse_int", "to_int", "parse_float", "to_float", "to_debug"], "numbers come from words such as `rank`"),
    (&["range"], "write `for n in 0..8 { ... }`"),
    (&["is_odd", "is_even", "is_zero"], "write `n % 2 == 1`"),
    (&["mixin", "fill_with"], "set one entry after the other: `map[key] = value;`"),
];

/// What to write instead of a word that there is not.
pub(super) fn gone(name: &str) -> Option<&'static str> {
    GONE.iter().find(|(names, _)| names.contains(&name)).map(|(_, instead)| *instead)
}
