//! What an expression of a script may hold, as far as its text shows: a set of sorts, and for strings where they come from.

use crate::script::lexicon::{Takes, named, parameters};
use rhai::{Array, Dynamic, ImmutableString, Position};
use std::collections::BTreeSet;

/// A set of sorts of values; all of them where nobody knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Sorts(u16);

/// The sorts, as the engine names them.
const ALL: [&str; 14] =
    ["()", "bool", "i64", "char", "string", "array", "map", "Fn", "Square", "Squares", "Move", "Game", "Cell", "Board"];

impl Sorts {
    pub(super) const NONE: Sorts = Sorts(0);
    pub(super) const ANY: Sorts = Sorts(u16::MAX);
    pub(super) const UNIT: Sorts = Sorts(1);
    pub(super) const BOOL: Sorts = Sorts(1 << 1);
    pub(super) const NUMBER: Sorts = Sorts(1 << 2);
    pub(super) const CHAR: Sorts = Sorts(1 << 3);
    pub(super) const TEXT: Sorts = Sorts(1 << 4);
    pub(super) const LIST: Sorts = Sorts(1 << 5);
    pub(super) const MAP: Sorts = Sorts(1 << 6);
    pub(super) const FUNCTION: Sorts = Sorts(1 << 7);
    pub(super) const SQUARE: Sorts = Sorts(1 << 8);
    pub(super) const SQUARES: Sorts = Sorts(1 << 9);
    pub(super) const MOVE: Sorts = Sorts(1 << 10);
    pub(super) const GAME: Sorts = Sorts(1 << 11);
    pub(super) const CELL: Sorts = Sorts(1 << 12);
    pub(super) const BOARD: Sorts = Sorts(1 << 13);
    /// What has words of its own.
    pub(super) const HANDLES: Sorts = Sorts(0b11_1111 << 8);

    pub(super) fn or(self, other: Sorts) -> Sorts {
        Sorts(self.0 | other.0)
    }

    pub(super) fn without(self, other: Sorts) -> Sorts {
        Sorts(self.0 & !other.0)
    }

    pub(super) fn meets(self, other: Sorts) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether something is known, and all of it lies in the other.
    pub(super) fn lies_in(self, other: Sorts) -> bool {
        self != Sorts::NONE && self.0 & !other.0 == 0
    }

    /// The names of the sorts; none where nobody knows.
    pub(super) fn names(self) -> impl Iterator<Item = &'static str> {
        let is_known = self != Sorts::ANY;
        ALL.into_iter().enumerate().filter(move |(bit, _)| is_known && self.0 >> bit & 1 == 1).map(|(_, name)| name)
    }

    /// One of them for a message, and not the `()` that every function may give.
    pub(super) fn first(self) -> &'static str {
        self.without(Sorts::UNIT).names().next().unwrap_or("()")
    }

    /// What a word takes in a place.
    pub(super) fn taken(takes: Takes) -> Sorts {
        match takes {
            Takes::Text => Sorts::TEXT,
            Takes::Number => Sorts::NUMBER,
            Takes::Square => Sorts::SQUARE,
            Takes::Squares => Sorts::SQUARE.or(Sorts::SQUARES).or(Sorts::LIST),
            Takes::Function => Sorts::FUNCTION,
            Takes::Alike | Takes::Anything => Sorts::ANY,
        }
    }
}

/// Where a string comes from.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Text {
    /// It is written here.
    Written(ImmutableString, Position),
    /// The kind of a piece, or `""`.
    Kind,
    /// `"friend"`, `"foe"` or `""`.
    Side,
    /// A way of moving, or `""`.
    Way,
    /// `"white"` or `"black"`.
    Turn,
    /// An option, by number.
    Option(usize),
    /// It is made up in some other way.
    Other,
}

/// Beyond so many strings a value may be any string.
const MOST_TEXTS: usize = 64;

/// Values that are no lists, and lists of which the members are not known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Flat {
    pub(super) sorts: Sorts,
    pub(super) texts: BTreeSet<Text>,
}

impl Flat {
    fn any() -> Flat {
        Flat { sorts: Sorts::ANY, texts: [Text::Other].into() }
    }

    fn join(&mut self, other: &Flat) {
        self.sorts = self.sorts.or(other.sorts);
        self.texts.extend(other.texts.iter().cloned());
        if self.texts.len() > MOST_TEXTS || self.texts.contains(&Text::Other) {
            self.texts = [Text::Other].into();
        }
    }

    /// The strings it may be, if every one of them is written out.
    pub(super) fn written(&self) -> Option<Vec<(&str, Position)>> {
        self.texts
            .iter()
            .map(|text| match text {
                Text::Written(text, at) => Some((text.as_str(), *at)),
                _ => None,
            })
            .collect()
    }
}

/// What an expression may hold. Nothing at all where no way to it is known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Value {
    pub(super) own: Flat,
    /// The members, where it is a list.
    pub(super) items: Flat,
}

impl Value {
    pub(super) fn any() -> Value {
        Value { own: Flat::any(), items: Flat::any() }
    }

    pub(super) fn of(sorts: Sorts) -> Value {
        if sorts == Sorts::ANY {
            return Value::any();
        }
        let texts = if sorts.meets(Sorts::TEXT) { [Text::Other].into() } else { BTreeSet::new() };
        let items = if sorts.meets(Sorts::LIST) { Flat::any() } else { Flat::default() };
        Value { own: Flat { sorts, texts }, items }
    }

    pub(super) fn text(text: Text) -> Value {
        Value { own: Flat { sorts: Sorts::TEXT, texts: [text].into() }, items: Flat::default() }
    }

    /// A list with these members.
    pub(super) fn list(members: impl Iterator<Item = Value>) -> Value {
        let mut items = Flat::default();
        members.for_each(|member| items.join(&member.own));
        Value { own: Flat { sorts: Sorts::LIST, texts: BTreeSet::new() }, items }
    }

    /// A value of the engine; where it is written is not known.
    pub(super) fn constant(value: &Dynamic) -> Value {
        if let Some(list) = value.read_lock::<Array>() {
            return Value::list(list.iter().map(Value::constant));
        }
        match value.type_name() {
            "string" => Value::text(Text::Written(value.to_string().into(), Position::NONE)),
            "i64" => Value::of(Sorts::NUMBER),
            "bool" => Value::of(Sorts::BOOL),
            "char" => Value::of(Sorts::CHAR),
            _ => Value::any(),
        }
    }

    pub(super) fn sorts(&self) -> Sorts {
        self.own.sorts
    }

    pub(super) fn or(mut self, other: &Value) -> Value {
        self.join(other);
        self
    }

    pub(super) fn join(&mut self, other: &Value) {
        self.own.join(&other.own);
        self.items.join(&other.items);
    }

    /// What a loop over it goes through.
    pub(super) fn member(&self) -> Value {
        if self.own.sorts.lies_in(Sorts::SQUARES) {
            return Value::of(Sorts::SQUARE);
        }
        if self.own.sorts.lies_in(Sorts::LIST) {
            let items = if self.items.sorts.meets(Sorts::LIST) { Flat::any() } else { Flat::default() };
            return Value { own: self.items.clone(), items };
        }
        if self.own.sorts == Sorts::NONE { Value::default() } else { Value::any() }
    }
}

/// Whether a receiver has a word with so many values, and how it is written.
pub(super) fn has(receiver: &str, name: &str, n: usize) -> Option<&'static str> {
    named(name)
        .filter(|(of, word, _)| [receiver, "?"].contains(of) && (word.contains('(') || !word.contains(' ')))
        .map(|(_, word, _)| word)
        .find(|word| parameters(word).len() == n)
}

/// What a word gives.
pub(super) fn gives(receiver: &str, name: &str) -> Value {
    let sorts = match (receiver, name) {
        ("Square" | "Move", "kind") => return Value::text(Text::Kind),
        ("Square", "side") => return Value::text(Text::Side),
        ("Move", "way") => return Value::text(Text::Way),
        ("Game", "turn") => return Value::text(Text::Turn),
        ("Cell", "name") => Sorts::TEXT,
        (_, "rank" | "file" | "ring" | "sector" | "count" | "captures" | "quiet_plies" | "repetitions") => {
            Sorts::NUMBER
        }
        ("Square" | "Move", "square" | "piece" | "origin" | "target" | "step" | "first" | "leap") => Sorts::SQUARE,
        ("Square", "around" | "neighbours" | "attackers" | "defenders" | "attacks" | "alone" | "ray") => Sorts::SQUARES,
        ("Squares", "friends" | "foes" | "empty" | "occupied" | "of" | "except" | "within" | "where") => Sorts::SQUARES,
        ("Move" | "Game", "captured" | "mine" | "theirs" | "all") => Sorts::SQUARES,
        ("Move", "stay" | "remove" | "convert" | "put" | "shift" | "swap" | "promote" | "again") => Sorts::UNIT,
        ("Board", _) | ("array", "push" | "reverse" | "sort") => Sorts::UNIT,
        ("i64", _) | (_, "len" | "index_of") => Sorts::NUMBER,
        ("?", "to_string") => Sorts::TEXT,
        ("array", "filter" | "map") | ("map", "keys" | "values") => Sorts::LIST,
        ("array", "pop" | "find" | "reduce") => Sorts::ANY,
        _ => Sorts::BOOL,
    };
    Value::of(sorts)
}
