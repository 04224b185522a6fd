//! The words of scripts: of whom they are, what they take and what they say. There are no others.

/// What a word takes in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Text,
    Number,
    Square,
    /// A square or a set of squares.
    Squares,
    /// A function of a square or of a member.
    Function,
    /// Another one of the same sort.
    Alike,
    /// Any value.
    Anything,
}

impl Takes {
    /// What a parameter of this name takes. Every word keeps to these names.
    pub(super) fn of(receiver: &str, parameter: &str) -> Option<Takes> {
        Some(match (receiver, parameter) {
            (_, "kind" | "region" | "direction" | "name" | "text" | "key") | ("Board", "from" | "to") => Takes::Text,
            (_, "n" | "across" | "ahead" | "x" | "y" | "row" | "rank" | "file" | "heading" | "arrives") => {
                Takes::Number
            }
            (_, "square" | "from" | "to" | "a" | "b") => Takes::Square,
            (_, "what") => Takes::Squares,
            (_, "decide" | "change" | "join" | "order") => Takes::Function,
            (_, "other") => Takes::Alike,
            (_, "value" | "start") => Takes::Anything,
            _ => return None,
        })
    }

    /// In words, with an article.
    pub(super) fn words(self) -> &'static str {
        match self {
            Takes::Text => "a string",
            Takes::Number => "a number",
            Takes::Square => "a square",
            Takes::Squares => "a square or a set of squares",
            Takes::Function => "a function",
            Takes::Alike => "another of its sort",
            Takes::Anything => "a value",
        }
    }
}

/// A type of the engine in words, with an article.
pub(super) fn sort(name: &str) -> &str {
    match name.rsplit("::").next().unwrap_or(name) {
        "bool" => "true or false",
        "i64" => "a number",
        "char" => "a character",
        "()" => "nothing",
        "array" | "Array" => "a list",
        "map" | "Map" => "a map",
        "Fn" | "FnPtr" => "a function",
        "Square" | "Handle" => "a square",
        "Squares" => "a set of squares",
        "Move" => "a move",
        "Game" => "the game",
        "Cell" => "a cell",
        "Board" | "Builder" => "the board",
        _ if name.contains("tring") || name == "&str" => "a string",
        other => other,
    }
}

/// What a property or a word without values gives, as the engine names it, where it is the same for all that have it.
pub(super) fn gives(word: &str) -> Option<&'static str> {
    Some(match word {
        "rank" | "file" | "ring" | "sector" | "count" | "captures" | "quiet_plies" | "repetitions" | "len" | "abs"
        | "sign" => "i64",
        "kind" | "side" | "way" | "turn" | "name" | "to_string" => "string",
        "exists" | "moved" | "is_empty" | "holds_friend" | "holds_foe" | "is_friend" | "is_foe" | "safe" | "any"
        | "none" | "jumps" | "promotes" | "checked" | "stuck" => "bool",
        _ => return None,
    })
}

/// The names in the brackets, or the one after an operator.
pub(super) fn parameters(signature: &str) -> Vec<&str> {
    let inner = match signature.split_once('(') {
        Some((_, rest)) => rest.trim_end_matches(')'),
        None => signature.split_once(' ').map_or("", |(_, rest)| rest),
    };
    inner.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
}

/// The words of a name: receiver, how it is written, what it says.
pub(super) fn named<'a>(name: &'a str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> + 'a {
    let all =
        WORDS.iter().flat_map(|(receiver, _, list)| list.iter().map(move |(word, text)| (*receiver, *word, *text)));
    all.filter(move |(_, word, _)| word.split(['(', ' ']).next() == Some(name))
}

pub(super) type List = &'static [(&'static str, &'static str)];

/// Receiver as the engine names it, what it is, and its words; a word that is both a property and a function is said once.
pub(super) const WORDS: &[(&str, &str, List)] = &[
    ("Square", "a square, and the piece on it; a square off the board is empty of everything", SQUARE),
    ("Squares", "a set of squares; it asks nothing until `any`, `none`, `count`, `more_than` or `contains`", SQUARES),
    ("Move", "a move, in effects and duties", MOVE),
    ("Game", "the game, in ends", GAME),
    ("Cell", "a square in `fn forward(side, from, to)`, with absolute coordinates", CELL),
    ("Board", "the board in the making, in `fn board(b)`", BOARD),
    ("i64", "a whole number", NUMBER),
    ("string", "a string", TEXT),
    ("array", "a list", LIST),
    ("map", "a map from strings to values", MAP),
    ("range", "the numbers of `1..4`", RANGE),
    ("range=", "the numbers of `1..=3`", RANGE),
    ("?", "any value", ANYTHING),
];

const NUMBER: List = &[
    ("abs()", "The number without its sign."),
    ("sign()", "-1, 0 or 1."),
    ("min(other)", "The smaller of two: `min(a, b)`."),
    ("max(other)", "The greater of two: `max(a, b)`."),
    ("+ text", "The number and the string in one string."),
];

const TEXT: List = &[
    ("len", "How many characters it has."),
    ("is_empty", "Whether it has none."),
    ("contains(text)", "Whether this is part of it; also written `text in string`."),
    ("starts_with(text)", "Whether it begins so."),
    ("ends_with(text)", "Whether it ends so."),
    ("+ n", "The string and the number in one string."),
];

const LIST: List = &[
    ("len", "How many members it has."),
    ("is_empty", "Whether it has none."),
    ("push(value)", "Adds a member at the end."),
    ("pop()", "Takes the last member away and gives it; `()` if there is none."),
    ("reverse()", "Turns the order round."),
    ("sort()", "Puts numbers or strings in order."),
    ("sort(order)", "Puts members in order by a function of two that gives a number: `list.sort(|a, b| a - b)`."),
    ("contains(value)", "Whether this is a member; also written `value in list`."),
    ("index_of(value)", "Where this member stands, from 0; -1 if it is none."),
    ("any(decide)", "Whether the function holds for a member."),
    ("some(decide)", "The same as `any`."),
    ("none(decide)", "Whether the function holds for no member."),
    ("all(decide)", "Whether the function holds for all members."),
    ("find(decide)", "The first member for which the function holds; `()` if there is none."),
    ("filter(decide)", "The members for which the function holds: `list.filter(|x| x > 2)`."),
    ("map(change)", "What the function makes of each member: `list.map(|x| x * 2)`."),
    ("reduce(join, start)", "All members in one: `list.reduce(|sum, x| sum + x, 0)`."),
    ("+ other", "The members of both."),
];

const MAP: List = &[
    ("len", "How many entries it has."),
    ("is_empty", "Whether it has none."),
    ("contains(key)", "Whether it has this key; also written `key in map`."),
    ("keys()", "The keys as a list, in the order of the alphabet."),
    ("values()", "The values as a list, in the order of their keys."),
];

const RANGE: List = &[("contains(n)", "Whether the number is among them; also written `n in 1..4`.")];

const ANYTHING: List = &[
    ("to_string()", "The value as a string; also written `${value}` between backquotes."),
    (
        "== other",
        "Whether two values of one sort are alike; two sorts are an error, but anything may be compared with `()`.",
    ),
    ("!= other", "Whether they are not alike."),
    ("< other", "Whether the first of two numbers or strings comes before the second."),
    ("<= other", "Whether it does not come after it."),
    ("> other", "Whether it comes after it."),
    (">= other", "Whether it does not come before it."),
];

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

const SQUARE: List = &[
    ("kind", "The kind of the piece here, `\"\"` for none. One answer of many: prefer `is_a`."),
    ("side", "`\"friend\"`, `\"foe\"`, or `\"\"` for nobody, seen from the side that asks."),
    ("square", "The square of a piece."),
    ("piece", "The piece on a square."),
    ("rank", "The rank, counted from the mover's own first."),
    ("file", "The file, counted from the mover's left."),
    ("ring", "The ring, from the rim; the centre's is the last."),
    ("sector", "The sector, from 1; the centre's is 0."),
    ("exists", "Whether this square is on the board."),
    ("moved", "Whether the piece here has moved."),
    ("is_empty", "Whether nobody stands here."),
    ("holds_friend", "Whether a piece of the mover's side stands here."),
    ("holds_foe", "Whether a piece of the other side stands here."),
    ("is_friend", "Whether this piece is of the mover's side."),
    ("is_foe", "Whether this piece is of the other side."),
    ("safe", "Whether no enemy could take here, powers and immunity counted."),
    ("is_a(kind)", "Whether a piece of this kind stands here."),
    ("holds(kind)", "Whether a piece of this kind stands here."),
    ("defended_by(kind)", "Whether a friend of this piece, of that kind, could take here by raw movement."),
    ("attacked_by(kind)", "Whether a foe of this piece, of that kind, could take here by raw movement."),
    ("within(region)", "Whether this square lies in the region, seen from the mover's side."),
    ("step(direction)", "The next square in a direction."),
    ("step(direction, n)", "The square `n` steps away in a direction."),
    ("first(direction)", "The first square in a direction on which a piece stands; off the board if there is none."),
    ("leap(across, ahead)", "The square so many files to the right and so many ranks ahead."),
    ("ray(direction)", "The squares in a direction up to and with the first piece."),
    ("around", "The squares one step away."),
    ("neighbours", "The pieces one step away."),
    ("attackers", "The foes of this piece that could take here by raw movement."),
    ("defenders", "The friends of this piece that could take here by raw movement."),
    ("attacks", "The squares on which this piece could take by raw movement."),
    ("alone", "The set of this square alone."),
];

const SQUARES: List = &[
    ("friends", "Those where a piece of the mover's side stands."),
    ("foes", "Those where a piece of the other side stands."),
    ("empty", "Those where nobody stands."),
    ("occupied", "Those where somebody stands."),
    ("of(kind)", "Those where a piece of this kind stands."),
    ("except(kind)", "Those where no piece of this kind stands."),
    (
        "within(region)",
        "Those in this region: foes alone (`theirs`, `foes`) in that of their side, all others in the mover's.",
    ),
    ("where(decide)", "Those for which the function holds: `set.where(|s| s.is_a(\"pawn\"))`."),
    ("any", "Whether there is one."),
    ("any(decide)", "Whether the function holds for one."),
    ("none", "Whether there is none."),
    ("none(decide)", "Whether the function holds for none."),
    ("all(decide)", "Whether the function holds for all."),
    ("count", "How many there are."),
    ("count(decide)", "For how many the function holds."),
    ("more_than(n)", "Whether there are more than `n`; fewer answers than `count`."),
    ("contains(square)", "Whether this square is one of them."),
    ("& other", "Those in both."),
    ("| other", "Those in either."),
    ("- other", "Those in the first and not in the second."),
];

const MOVE: List = &[
    ("kind", "The kind of the mover."),
    ("way", "The name of the power that lends the movement, `\"\"` for the man's own."),
    ("piece", "The mover: before the move on its origin, in `after` where it stands now."),
    ("origin", "Where the move begins."),
    ("target", "Where it ends."),
    ("captures", "How many men it takes."),
    ("captured", "The squares of the men it takes; in `after` those men are gone."),
    ("takes(kind)", "Whether it takes a man of this kind."),
    ("jumps", "Whether it takes a man on a square where it does not end."),
    ("promotes", "Whether the mover promotes."),
    ("mine", "The pieces of the side that moves."),
    ("theirs", "The pieces of the other side."),
    ("all", "All pieces."),
    ("checked", "Whether the mover's side is in check in the position that the function sees."),
    ("stuck", "Only ends may ask whether there is no legal move: an error here."),
    ("stay()", "Effect: the mover stays where it is; too late in `after`."),
    ("remove(what)", "Effect: the men on a square, or on all squares of a set, leave the board."),
    ("convert(what)", "Effect: the men on a square, or on all squares of a set, change sides."),
    ("put(kind, square)", "Effect: a man of the mover's side appears."),
    ("shift(from, to)", "Effect: the man on the first square goes to the second."),
    ("swap(a, b)", "Effect: the men on two squares change places."),
    ("promote(kind)", "Effect: the mover becomes this kind."),
    ("again()", "Effect: the same side moves again."),
];

const GAME: List = &[
    ("turn", "The side to move, `\"white\"` or `\"black\"`."),
    ("mine", "The pieces of the side to move."),
    ("theirs", "The pieces of the other side."),
    ("all", "All pieces."),
    ("checked", "Whether the side to move is in check."),
    ("stuck", "Whether the side to move has no legal move."),
    ("quiet_plies", "Plies since the last capture, or whatever `[quiet]` counts as progress."),
    ("quiet_plies_at_least(n)", "Whether there were at least `n` of them; two answers instead of many."),
    ("repetitions", "How often this position has occurred, this time included."),
];

const CELL: List = &[
    ("name", "Its name."),
    ("rank", "Its rank, from 1; 0 where there is none."),
    ("file", "Its file, from 1; 0 where there is none."),
    ("ring", "Its ring from the rim, from 1; 0 where there is none."),
    ("sector", "Its sector, from 1; 0 where there is none."),
];

const BOARD: List = &[
    ("cell(name, x, y, row)", "Adds a cell: where it is drawn, and its row in the FEN."),
    ("cell(name, x, y, row, rank, file)", "Adds a cell with its rank and file."),
    ("link(from, heading, to)", "Adds a line from one cell to another; the way back is a line of its own."),
    ("link(from, heading, to, arrives)", "Adds a line that arrives with another heading."),
];
