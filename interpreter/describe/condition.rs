//! Conditions and regions in words: what a definition wrote in, a clause such as `it stands on rank 2` out. What a
//! function of the script decides is said with its comment.

use crate::definition::Definition;
use crate::definition::condition::{Comparison, Condition, ConditionKind, Quantity, RegionKind, RegionRef, Whose};
use crate::describe::words::{counted, joined, plural};
use crate::script::Program;
use crate::source::Spanned;

/// Puts what stands around movements into words.
#[derive(Clone, Copy)]
pub(crate) struct Clauses<'a> {
    pub(crate) definition: &'a Definition,
    pub(crate) program: Option<&'a Program>,
}

impl Clauses<'_> {
    /// What a function does, by its comment: `` `name`: The comment. ``
    pub(crate) fn function(&self, name: &str) -> String {
        match self.comment(name) {
            Some(comment) => format!("`{name}`: {comment}"),
            None => format!("as the function `{name}` of the script says"),
        }
    }

    /// The comment of a function in one line, if it has one.
    pub(crate) fn comment(&self, name: &str) -> Option<String> {
        self.program?.functions().iter().find(|function| function.name == name)?.comment()
    }

    /// A condition of a piece, who is `it`; or of a game, with the side to move.
    pub(crate) fn condition(&self, condition: &Condition) -> String {
        let loose = |part: &Condition| matches!(part.kind, ConditionKind::Or(_) | ConditionKind::And(_));
        let all = |parts: &[Condition], word: &str| {
            let part = |part: &Condition| {
                let text = self.condition(part);
                if loose(part) { format!("({text})") } else { text }
            };
            joined(&parts.iter().map(part).collect::<Vec<_>>(), word)
        };
        match &condition.kind {
            ConditionKind::And(parts) => all(parts, "and"),
            ConditionKind::Or(parts) => all(parts, "or"),
            ConditionKind::Not(part) => self.negated(part),
            ConditionKind::InCheck => "the side to move is in check".to_owned(),
            ConditionKind::NoLegalMove => "the side to move has no legal move".to_owned(),
            ConditionKind::Repetition(n) => format!("the position occurs for the {} time", ordinal(*n)),
            ConditionKind::QuietPlies(n) => {
                format!("{n} moves, counted for both sides together, were made without {}", self.resets())
            }
            ConditionKind::Compare(left, how, right) => self.compare(left, *how, right),
            ConditionKind::LastMove(what) if what.value == "capture" => "the last move took something".to_owned(),
            ConditionKind::LastMove(what) => format!("the last move was made by {}", nouns(std::slice::from_ref(what))),
            ConditionKind::Script(name) => match self.comment(&name.value) {
                Some(comment) => format!("`{}` holds ({})", name.value, comment.trim_end_matches('.')),
                None => format!("the function `{}` of the script says so", name.value),
            },
            ConditionKind::Moved => "it has moved".to_owned(),
            ConditionKind::On(region) => format!("it stands on {}", self.region(region)),
            ConditionKind::DefendedBy(kinds) => format!("a friend guards it, {}", any_of(kinds)),
            ConditionKind::AttackedBy(kinds) => format!("an enemy attacks it, {}", any_of(kinds)),
            ConditionKind::Constant(true) => "always".to_owned(),
            ConditionKind::Constant(false) => "never".to_owned(),
        }
    }

    fn negated(&self, part: &Condition) -> String {
        match &part.kind {
            ConditionKind::InCheck => "the side to move is not in check".to_owned(),
            ConditionKind::NoLegalMove => "the side to move has a legal move".to_owned(),
            ConditionKind::Moved => "it has not moved".to_owned(),
            ConditionKind::On(region) => format!("it does not stand on {}", self.region(region)),
            ConditionKind::DefendedBy(kinds) => format!("no friend guards it, {}", any_of(kinds)),
            ConditionKind::AttackedBy(kinds) => format!("no enemy attacks it, {}", any_of(kinds)),
            _ => format!("it is not so that {}", self.condition(part)),
        }
    }

    /// What sets the count of quiet plies back.
    fn resets(&self) -> String {
        let resets: Vec<String> = self
            .definition
            .quiet_resets
            .iter()
            .map(|reset| match reset.value.strip_suffix(" move") {
                Some(kind) => format!("a {kind} moving"),
                None => format!("a {}", reset.value),
            })
            .collect();
        if resets.is_empty() { "a capture".to_owned() } else { joined(&resets, "or") }
    }

    fn compare(&self, left: &Quantity, how: Comparison, right: &Quantity) -> String {
        if let (Quantity::Count { whose, kinds, on }, Quantity::Number(n)) = (left, right) {
            let who = match whose {
                Some(Whose::Own) => "the side to move has",
                Some(Whose::Enemy) => "the other side has",
                None => "both sides together have",
            };
            let place = on.as_ref().map_or(String::new(), |region| format!(" on {}", self.region(region)));
            return format!("{who} {}{place}", numbered(kinds, how, *n));
        }
        let how = match how {
            Comparison::Equal if matches!(right, Quantity::Count { .. }) => "equals",
            Comparison::Equal => "is",
            Comparison::NotEqual => "is not",
            Comparison::Less => "is less than",
            Comparison::AtMost => "is at most",
            Comparison::More => "is more than",
            Comparison::AtLeast => "is at least",
        };
        format!("{} {how} {}", self.quantity(left), self.quantity(right))
    }

    fn quantity(&self, quantity: &Quantity) -> String {
        match quantity {
            Quantity::Number(n) => u32::try_from(*n)
                .map_or_else(|_| n.to_string(), |n| if n == 0 { "zero".to_owned() } else { counted(n) }),
            Quantity::Counter(name) => format!("the counter {}", name.value),
            Quantity::Count { whose, kinds, on } => {
                let whose = match whose {
                    Some(Whose::Own) => "of the side to move",
                    Some(Whose::Enemy) => "of the other side",
                    None => "of both sides",
                };
                let names: Vec<String> = kinds.iter().map(|kind| plural(&kind.value)).collect();
                let kinds = if kinds.is_empty() { "pieces".to_owned() } else { joined(&names, "and") };
                let place = on.as_ref().map_or(String::new(), |region| format!(" on {}", self.region(region)));
                format!("the number of {kinds} {whose}{place}")
            }
        }
    }

    /// A region, with what its name stands for.
    pub(crate) fn region(&self, region: &RegionRef) -> String {
        let named = match &region.kind {
            RegionKind::Named(name) => self.definition.regions.get(name).map(|entry| (name, &entry.value)),
            _ => None,
        };
        let stands_for = named.map(|(_, sides)| match (sides.white.to_string(), sides.black.to_string()) {
            (one, other) if one == other => one,
            (one, other) => format!("{one} for White, {other} for Black"),
        });
        let counted = self.counts_ranks(region, 0).then(|| "counted from its own side".to_owned());
        let text = named.map_or_else(|| region.to_string(), |(name, _)| name.clone());
        let more: Vec<String> = stands_for.into_iter().chain(counted).collect();
        if more.is_empty() { text } else { format!("{text} ({})", more.join(", ")) }
    }

    fn counts_ranks(&self, region: &RegionRef, depth: usize) -> bool {
        match &region.kind {
            RegionKind::Ranks(_) => true,
            RegionKind::Or(parts) | RegionKind::And(parts) => parts.iter().any(|part| self.counts_ranks(part, depth)),
            RegionKind::Not(part) => self.counts_ranks(part, depth),
            RegionKind::Named(name) if depth < 8 => {
                self.definition.regions.get(name).is_some_and(|entry| self.counts_ranks(&entry.value.white, depth + 1))
            }
            _ => false,
        }
    }
}

/// `no king`, `at least two rooks`, `fewer than three pieces`
fn numbered(kinds: &[Spanned<String>], how: Comparison, n: i64) -> String {
    let word = u32::try_from(n).map_or_else(|_| n.to_string(), |n| if n == 0 { "zero".to_owned() } else { counted(n) });
    let number = match (how, n) {
        (Comparison::Equal, 0) | (Comparison::Less, 1) | (Comparison::AtMost, 0) => "no".to_owned(),
        (Comparison::More, 0) | (Comparison::NotEqual, 0) | (Comparison::AtLeast, 1) => "at least one".to_owned(),
        (Comparison::Equal, _) => format!("exactly {word}"),
        (Comparison::NotEqual, _) => format!("other than {word}"),
        (Comparison::Less, _) => format!("fewer than {word}"),
        (Comparison::AtMost, _) => format!("at most {word}"),
        (Comparison::More, _) => format!("more than {word}"),
        (Comparison::AtLeast, _) => format!("at least {word}"),
    };
    let one = number.ends_with(" one") || number == "no";
    match kinds {
        [] if one && number != "no" => format!("{number} piece"),
        [] => format!("{number} pieces"),
        [kind] if one => format!("{number} {}", kind.value),
        [kind] => format!("{number} {}", plural(&kind.value)),
        several => {
            let name = |kind: &Spanned<String>| {
                if number.ends_with(" one") { kind.value.clone() } else { plural(&kind.value) }
            };
            let names: Vec<String> = several.iter().map(name).collect();
            format!("{number} {}", joined(&names, "or"))
        }
    }
}

/// `a rook or a bishop`
pub(crate) fn nouns(kinds: &[Spanned<String>]) -> String {
    let all: Vec<String> = kinds.iter().map(|kind| crate::describe::words::article(&kind.value)).collect();
    joined(&all, "or")
}

fn any_of(kinds: &[Spanned<String>]) -> String {
    if kinds.is_empty() { "whichever it is".to_owned() } else { format!("namely {}", nouns(kinds)) }
}

fn ordinal(n: u32) -> String {
    let ending = match (n % 10, n % 100) {
        (1, rest) if rest != 11 => "st",
        (2, rest) if rest != 12 => "nd",
        (3, rest) if rest != 13 => "rd",
        _ => "th",
    };
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{n}{ending}"),
    }
}
