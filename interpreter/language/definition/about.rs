//! A table and a key in, a sentence for the author out: what editors show beside the key.

/// What a key of a table says. Tables go by their names in messages, without quotes.
pub(crate) fn about(table: &str, key: &str) -> Option<&'static str> {
    TABLES.iter().find(|(name, _)| *name == table)?.1.iter().find(|(name, _)| *name == key).map(|(_, text)| *text)
}

/// Every table and key that has a sentence.
pub(crate) fn described() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLES.iter().flat_map(|(table, keys)| keys.iter().map(|(key, _)| (*table, *key)))
}

type Keys = &'static [(&'static str, &'static str)];

const TABLES: &[(&str, Keys)] = &[
    ("the definition", ROOT),
    ("[board]", BOARD),
    ("[[board.cells]]", CELL),
    ("[[board.links]]", LINK),
    ("[options.any]", OPTION),
    ("[sides]", SIDES),
    ("[pieces.any]", PIECE),
    ("[powers.any]", POWER),
    ("the movement", MOVEMENT),
    ("chain", CHAIN),
    ("[promotion]", PROMOTION),
    ("promotion", OWN_PROMOTION),
    ("[setup]", SETUP),
    ("[[castling]]", CASTLING),
    ("[quiet]", &[("resets", "What sets the count of quiet plies back to 0: `capture`, or `PIECE move`.")]),
    ("[duty]", DUTY),
    ("[[end]]", END),
    ("[notation]", NOTATION),
    ("[names.any]", NAMES),
    ("[[test]]", TEST),
];

const ROOT: Keys = &[
    ("format", "The version of this language: 1."),
    ("name", "The game's name."),
    ("summary", "The rules for players, in a few lines; `play` shows it."),
    ("inventor", "Who made the game."),
    ("year", "When it was made."),
    ("sources", "Where the rules are written down."),
    ("extends", "The one parent: a bundled name such as `chess`, or a path from this file."),
    ("remove", "Paths of the parent's to leave out, such as `pieces.queen` or `castling`."),
    ("script", "The Rhai file beside this one that holds the functions named here, or several."),
    ("active", "A condition of every piece: while it does not hold, the piece neither moves nor attacks."),
    ("allow", "Warnings that are meant so and are not shown: `CODE = \"the reason\"`."),
    ("options", "Open points of the rules and house rules: `[options.NAME]`."),
    ("board", "The board's shape and measures."),
    ("sides", "Who begins, and where forward is."),
    ("regions", "Names for sets of squares, seen from each side: `hill = \"d4 e4 d5 e5\"`."),
    ("pieces", "The kinds of pieces: `[pieces.NAME]`."),
    ("powers", "Movements that pieces have only while a condition holds, or that they borrow: `[powers.NAME]`."),
    ("setup", "The position at the start."),
    ("promotion", "Who promotes, where, and to what; several stand under `[[promotion]]`."),
    ("castling", "Castling, one `[[castling]]` for each right."),
    ("quiet", "What counts as progress."),
    ("duty", "Which of the legal moves must be made."),
    ("end", "How the game ends; the first that holds decides. One list replaces the parent's whole list."),
    ("notation", "How moves and positions are written."),
    ("names", "Words for players in other languages: `[names.LANG]`."),
    ("test", "What must hold, tried out by `heterodox test`."),
];

const BOARD: Keys = &[
    ("shape", "How the squares lie: a rectangle, a circle of rings and sectors, a hexagon, or points and lines."),
    ("files", "How many files; files times ranks is at most 256."),
    ("ranks", "How many ranks; files times ranks is at most 256."),
    ("squares", "Only these squares are of the board: `dark`, `light` or a region. The others may be crossed."),
    ("holes", "Squares taken out of the board."),
    (
        "holes_crossable",
        "Whether lines and lame leaps may cross what is no square. Unless said, not the `holes`, but what `squares` leaves out.",
    ),
    ("wrap", "Which edges meet: lines go on from the last file to the first, from the last rank, or both."),
    ("rings", "How many rings, without the centre; ring 1 is the rim."),
    ("sectors", "How many sectors."),
    ("centre", "The name of the square in the centre; none unless said."),
    ("orthogonal_through", "How orthogonal lines pass the centre. With an odd number of sectors it must be `fork`."),
    ("diagonal_through", "How diagonal lines pass the centre; `turning` keeps the sense of turning."),
    ("leaps_cross_centre", "Whether leaps may pass the centre. `true` unless said."),
    ("side", "How many cells lie on an edge of the hexagon."),
    ("turn", "How many headings make a whole turn: 8 (unless said) or 12; even ones are orthogonal."),
    ("cells", "The points of the board; without them the script's `fn board(b)` builds it."),
    ("links", "The lines between points."),
];

const CELL: Keys = &[
    ("name", "The cell's name, as moves are written."),
    ("x", "Where it is drawn, to the right."),
    ("y", "Where it is drawn, upwards."),
    ("row", "Its row in the FEN, 0 first."),
    ("rank", "Its rank, for regions and scripts."),
    ("file", "Its file, for regions and scripts."),
];

const LINK: Keys = &[
    ("from", "The cell it leaves."),
    ("to", "The cell it reaches."),
    ("heading", "Which way it goes, in parts of a turn; even ones are orthogonal, odd ones diagonal."),
    ("arrives", "The heading on arrival, if the line bends; the same unless said."),
    ("both_ways", "Whether it may be gone back. `true` unless said."),
];

const OPTION: Keys =
    &[("values", "The values it may have."), ("default", "The value in force unless another is chosen.")];

const SIDES: Keys = &[
    ("first", "Who moves first; white unless said."),
    ("forward", "`script NAME`, a function `fn NAME(side, from, to)`, where forward is not simply up the board."),
    ("names", "English words for the sides, under `white` and `black`."),
];

const PIECE: Keys = &[
    ("letter", "Its letter in FEN, a capital; the first letter of its name unless said."),
    ("moves", "How it moves: a movement in XBetza, a table, or an array of them. `[]` stands still."),
    ("takes", "What its captures may take: `all`, `nothing`, an array of kinds, or `script NAME`."),
    ("immune", "A condition: while it holds nothing takes this piece. `true` for always."),
    ("active", "A condition: while it does not hold the piece neither moves nor attacks."),
    ("royal", "It may not be left attacked, and taking the enemy's last royal piece wins."),
    ("value", "Its worth for search, in hundredths of a pawn."),
    ("promotion", "Where this piece promotes, and to what."),
];

const POWER: Keys = &[
    ("pieces", "Who has it."),
    ("moves", "The movement it adds."),
    ("as", "A function `fn NAME(piece)` that names the kind whose movements are lent, `\"\"` for none."),
    ("when", "The condition under which they have it; always unless said."),
    ("mark", "What stands behind such a move in SAN."),
];

const MOVEMENT: Keys = &[
    ("move", "The movement in XBetza, such as `fmW`."),
    ("from", "Only from this region."),
    ("to", "Only to this region."),
    ("when", "Only while this condition holds of the piece."),
    ("filter", "A function `fn NAME(piece, target)`: whether it may go there."),
    ("does", "A function `fn NAME(mv)`: what happens instead of the usual."),
    ("spares", "Kinds that it does not touch."),
    ("passes", "Whether the squares crossed may be captured on, in passing."),
    ("captures", "`passing`: it takes only in passing."),
    ("chain", "It goes on from where it lands, hop by hop."),
    ("promotion", "`false`: it never promotes."),
    (
        "identity",
        "What makes moves one: `target`, whichever piece made it; `result`, whichever route of a chain leads there.",
    ),
    ("text", "How it is written, with `{origin}`, `{target}` and `{side}`."),
    ("mark", "What stands behind the move in SAN."),
];

const CHAIN: Keys = &[
    ("must_finish", "It must go on while it can. `true` unless said."),
    ("captured", "When pieces taken leave the board; `at once` unless said."),
    ("promotion", "What the zone does to a chain: it ends it, promotes at its end (unless said), or goes on."),
];

const PROMOTION: Keys = &[
    ("pieces", "Who promotes."),
    ("zone", ZONE),
    ("to", "The kinds it may become."),
    ("must", "Whether it must. `true` unless said."),
];

/// Of a promotion in the table of its piece.
const OWN_PROMOTION: Keys =
    &[("zone", ZONE), ("to", "The kinds it may become."), ("must", "Whether it must. `true` unless said.")];

const ZONE: &str = "Where: a region seen from the side, or `{ white = ..., black = ... }`.";

const SETUP: Keys =
    &[("fen", "The position at the start, as FEN."), ("rows", "The rows of the FEN, the first row first.")];

const CASTLING: Keys = &[
    ("right", "Its letter in FEN."),
    ("side", "Whose right it is."),
    ("king", "Where the king stands, or `by right`: found by the letters of X-FEN."),
    ("king_to", "Where the king goes."),
    ("rook", "Where the rook stands, or `by right`."),
    ("rook_to", "Where the rook goes."),
    ("pieces", "The two kinds; king and rook unless said."),
    ("through_attack", "Whether the king may leave and pass attacked squares. `false` unless said."),
];

const DUTY: Keys = &[
    ("claim", "A function `fn NAME(mv)`, a number: what having this move asks of the side."),
    ("merit", "A function `fn NAME(mv)`, a number: moves stand whose merit is at least the greatest claim."),
    ("allowed", "A function `fn NAME(mv)`, a truth: a veto on single moves."),
];

const END: Keys = &[
    ("when", "The condition that ends the game."),
    ("script", "Instead of `when` and `result`: a function `fn NAME(game)` that gives the result."),
    ("result", "The result for the side to move, or the side that wins."),
    ("name", "The reason, for people."),
    ("stops", "Whether no moves are left then; by itself yes after a win or loss, no after a draw."),
];

const NOTATION: Keys = &[
    ("style", "`long`: SAN always names both squares."),
    ("holes", "How holes are written in FEN; blank unless said."),
];

const NAMES: Keys = &[
    ("game", "The game's name in this language."),
    ("pieces", "Words for the pieces."),
    ("letters", "Their letters in SAN; FEN keeps the English ones."),
    ("sides", "Words for `white` and `black`."),
];

const TEST: Keys = &[
    ("name", "What it shows."),
    ("fen", "The position; the set-up unless said."),
    ("after", "Moves made from it first."),
    ("of", "With `moves`: only those of the piece on this square."),
    ("moves", "Exactly these moves are legal."),
    ("legal", "At least these moves are legal."),
    ("illegal", "None of these moves is legal."),
    ("why", "Illegal moves, each with words of the reason that a player is told: `{ e1e3 = \"cannot go to\" }`."),
    ("perft", "The numbers of move sequences for depths 1, 2 and so on."),
    ("check", "Whether the side to move is in check."),
    ("outcome", "How the game stands."),
    ("san", "How moves are written: `{ e5d6 = \"exd6\" }`."),
    ("option", "Options in force: `{ NAME = \"value\" }`."),
];
