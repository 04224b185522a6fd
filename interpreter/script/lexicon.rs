//! The words that scripts have of squares, moves, the game and the board: what they take and what they say.

/// What a word takes in a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Text,
    Number,
    Square,
    /// A square or a set of squares.
    Squares,
    /// A function of a square.
    Function,
    /// Another one of the same sort.
    Alike,
}

impl Takes {
    /// What a parameter of this name takes. Every word keeps to these names.
    pub(super) fn of(receiver: &str, parameter: &str) -> Option<Takes> {
        Some(match (receiver, parameter) {
            (_, "kind" | "region" | "direction" | "name") | ("Board", "from" | "to") => Takes::Text,
            (_, "n" | "across" | "ahead" | "x" | "y" | "row" | "rank" | "file" | "heading" | "arrives") => {
                Takes::Number
            }
            (_, "square" | "from" | "to" | "a" | "b") => Takes::Square,
            (_, "what") => Takes::Squares,
            (_, "decide") => Takes::Function,
            (_, "other") => Takes::Alike,
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
            Takes::Function => "a function of a square",
            Takes::Alike => "another of its sort",
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
        "rank" | "file" | "ring" | "sector" | "count" | "captures" | "quiet_plies" | "repetitions" => "i64",
        "kind" | "side" | "way" | "turn" | "name" => "string",
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

/// Receiver, what it is, and its words; a word that is both a property and a function is said once.
pub(super) const WORDS: &[(&str, &str, List)] = &[
    ("Square", "a square, and the piece on it; a square off the board is empty of everything", SQUARE),
    ("Squares", "a set of squares; it asks nothing until `any`, `none`, `count`, `more_than` or `contains`", SQUARES),
    ("Move", "a move, in effects and duties", MOVE),
    ("Game", "the game, in ends", GAME),
    ("Cell", "a square in `fn forward(side, from, to)`, with absolute coordinates", CELL),
    ("Board", "the board in the making, in `fn board(b)`", BOARD),
];

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
    ("== other", "Whether two squares are one."),
    ("!= other", "Whether two squares are not one."),
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
    ("== other", "Whether two squares are one."),
    ("!= other", "Whether two squares are not one."),
];

const BOARD: List = &[
    ("cell(name, x, y, row)", "Adds a cell: where it is drawn, and its row in the FEN."),
    ("cell(name, x, y, row, rank, file)", "Adds a cell with its rank and file."),
    ("link(from, heading, to)", "Adds a line from one cell to another; the way back is a line of its own."),
    ("link(from, heading, to, arrives)", "Adds a line that arrives with another heading."),
];
