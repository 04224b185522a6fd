//! The types of values that scripts have, as sets: what an expression may hold as far as its text shows.

/// A set of types; all of them where nobody knows. Strings have a type by what they name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub(super) struct Type(u32);

/// Each type as the engine names it, and in words.
const ALL: [(&str, &str); 24] = [
    ("()", "nothing"),
    ("bool", "true or false"),
    ("i64", "a number"),
    ("char", "a character"),
    ("array", "a list"),
    ("map", "a map"),
    ("Fn", "a function"),
    ("Square", "a square"),
    ("Squares", "a set of squares"),
    ("Move", "a move"),
    ("Game", "the game"),
    ("Cell", "a cell"),
    ("Board", "the board"),
    ("string", "a string"),
    ("string", "a string"),
    ("string", "a string"),
    ("string", "a string"),
    ("string", "a string"),
    ("string", "a string"),
    ("string", "a string"),
    ("string", "a string"),
    ("range", "a range"),
    ("range=", "a range"),
    ("", "another value"),
];

impl Type {
    pub(super) const NONE: Type = Type(0);
    pub(super) const UNIT: Type = Type(1);
    pub(super) const BOOL: Type = Type(1 << 1);
    pub(super) const NUMBER: Type = Type(1 << 2);
    pub(super) const CHAR: Type = Type(1 << 3);
    pub(super) const LIST: Type = Type(1 << 4);
    pub(super) const MAP: Type = Type(1 << 5);
    pub(super) const FUNCTION: Type = Type(1 << 6);
    pub(super) const SQUARE: Type = Type(1 << 7);
    pub(super) const SQUARES: Type = Type(1 << 8);
    pub(super) const MOVE: Type = Type(1 << 9);
    pub(super) const GAME: Type = Type(1 << 10);
    pub(super) const CELL: Type = Type(1 << 11);
    pub(super) const BOARD: Type = Type(1 << 12);
    /// A string of which nothing more is known.
    pub(super) const TEXT: Type = Type(1 << 13);
    /// The name of a kind of piece.
    pub(super) const KIND: Type = Type(1 << 14);
    /// `"friend"` or `"foe"`.
    pub(super) const SIDE: Type = Type(1 << 15);
    /// The name of a way of moving.
    pub(super) const WAY: Type = Type(1 << 16);
    /// `"white"` or `"black"`.
    pub(super) const TURN: Type = Type(1 << 17);
    /// The name of a region.
    pub(super) const REGION: Type = Type(1 << 18);
    /// The name of a direction.
    pub(super) const DIRECTION: Type = Type(1 << 19);
    /// `"win"`, `"loss"` or `"draw"`.
    pub(super) const RESULT: Type = Type(1 << 20);
    /// The numbers of `1..4`, and of `1..=3`.
    pub(super) const RANGE: Type = Type(1 << 21);
    pub(super) const RANGE_WITH_END: Type = Type(1 << 22);
    /// What scripts seldom meet.
    const OTHER: Type = Type(1 << 23);
    pub(super) const ANY: Type = Type((1 << 24) - 1);
    /// Any string.
    pub(super) const STRING: Type = Type(0b1111_1111 << 13);
    /// What has words of its own.
    pub(super) const HANDLE: Type = Type(0b11_1111 << 7);

    /// What an effect acts on.
    pub(super) const ACTED_ON: Type = Type::SQUARE.or(Type::SQUARES).or(Type::LIST);
    /// What a string may contain.
    pub(super) const CHARACTERS: Type = Type::STRING.or(Type::CHAR);
    /// What a set can be joined with.
    pub(super) const OPERAND: Type = Type::SQUARE.or(Type::SQUARES);

    pub(super) const fn or(self, other: Type) -> Type {
        Type(self.0 | other.0)
    }

    pub(super) const fn and(self, other: Type) -> Type {
        Type(self.0 & other.0)
    }

    pub(super) const fn without(self, other: Type) -> Type {
        Type(self.0 & !other.0)
    }

    /// The same with any string for a string.
    pub(super) fn widened(self) -> Type {
        if self.and(Type::STRING) == Type::NONE { self } else { self.or(Type::STRING) }
    }

    /// Whether some value is of both; strings are alike here.
    pub(super) fn meets(self, other: Type) -> bool {
        self.widened().and(other) != Type::NONE
    }

    /// Whether something is known, and all of it lies in the other.
    pub(super) fn lies_in(self, other: Type) -> bool {
        self != Type::NONE && self.without(other) == Type::NONE
    }

    /// The type that the engine names so, or Rust.
    pub(super) fn named(name: &str) -> Type {
        let name = name.trim();
        let short = match name.rsplit("::").next().unwrap_or(name) {
            "Array" => "array",
            "Map" => "map",
            "FnPtr" => "Fn",
            "Handle" => "Square",
            "Builder" => "Board",
            short if short.contains("tring") || short == "&str" => "string",
            short => short,
        };
        ALL.iter().position(|(own, _)| *own == short).map_or(Type::OTHER, |bit| Type(1 << bit))
    }

    /// The type that the engine names so, in words; another name as it is.
    pub(super) fn words_of(name: &str) -> &str {
        match Type::named(name) {
            Type::OTHER => name,
            one => one.words(),
        }
    }

    /// Each type alone.
    pub(super) fn each(self) -> impl Iterator<Item = Type> {
        (0..ALL.len()).map(|bit| Type(1 << bit)).filter(move |one| self.and(*one) != Type::NONE)
    }

    fn first(self) -> (&'static str, &'static str) {
        let bit = self.without(Type::UNIT).0.trailing_zeros() as usize;
        ALL.get(bit).copied().unwrap_or(ALL[0])
    }

    /// One of them as the engine names it, and not the `()` that every function may give.
    pub(super) fn name(self) -> &'static str {
        self.first().0
    }

    /// One of them in words, with an article, and not the `()` that every function may give.
    pub(super) fn words(self) -> &'static str {
        self.first().1
    }
}
