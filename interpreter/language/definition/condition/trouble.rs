//! What to say about a condition or region that does not parse: pest's rules in human words, and near misspellings.

use super::grammar::Rule;
use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
use pest::error::{Error, ErrorVariant, InputLocation};

/// The words a condition may begin with.
const CONDITION_WORDS: [&str; 14] = [
    "in check",
    "no legal move",
    "repetition",
    "moved",
    "on",
    "defended by",
    "attacked by",
    "quiet plies",
    "last move",
    "script",
    "count",
    "not",
    "true",
    "false",
];

/// Those of them that are asked of the game alone.
const GAME_WORDS: [&str; 3] = ["in check", "no legal move", "repetition"];

/// Those of them that are asked of a piece alone.
const MAN_WORDS: [&str; 4] = ["moved", "on", "defended by", "attacked by"];

/// The words a region may begin with.
const REGION_WORDS: [&str; 12] =
    ["ranks", "rank", "files", "file", "rings", "ring", "sectors", "sector", "all", "none", "dark", "light"];

/// What kind of text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A condition, of a piece or of the game.
    Condition,
    /// A condition of a piece.
    OfMan,
    /// A condition of the game.
    OfGame,
    Region,
}

impl What {
    fn word(self) -> &'static str {
        match self {
            What::Condition | What::OfMan | What::OfGame => "condition",
            What::Region => "region",
        }
    }

    pub(super) fn code(self) -> Code {
        match self {
            What::Condition | What::OfMan | What::OfGame => Code::ConditionSyntax,
            What::Region => Code::RegionSyntax,
        }
    }

    /// Whether a word has a meaning where the text stands.
    fn has(self, word: &str) -> bool {
        match self {
            What::OfMan => !GAME_WORDS.contains(&word),
            What::OfGame => !MAN_WORDS.contains(&word),
            What::Condition | What::Region => true,
        }
    }
}

/// How a rule is called when it was expected: in a sentence, and the words that would have been right.
fn human(rule: Rule) -> (&'static str, &'static [&'static str]) {
    match rule {
        Rule::condition
        | Rule::conjunction
        | Rule::negation
        | Rule::in_check
        | Rule::no_legal_move
        | Rule::repetition
        | Rule::quiet_plies
        | Rule::last_move
        | Rule::script
        | Rule::moved
        | Rule::on_region
        | Rule::defended
        | Rule::attacked
        | Rule::always
        | Rule::never
        | Rule::comparison => ("a condition", &CONDITION_WORDS),
        Rule::region
        | Rule::intersection
        | Rule::exclusion
        | Rule::ranks
        | Rule::rings
        | Rule::files
        | Rule::sectors
        | Rule::named => ("a region", &REGION_WORDS),
        Rule::squares | Rule::square_span | Rule::square => ("a square", &[]),
        Rule::quantity | Rule::count | Rule::counter => ("a number or `count(...)`", &["count"]),
        Rule::comparator => ("a comparison (`=`, `!=`, `<`, `<=`, `>`, `>=`)", &[]),
        Rule::kinds | Rule::kind => ("the name of a piece", &[]),
        Rule::name => ("a name", &[]),
        Rule::number | Rule::integer | Rule::number_span => ("a number", &[]),
        Rule::label | Rule::label_span => ("a letter or number", &[]),
        Rule::open => ("`(`", &[]),
        Rule::close => ("`)`", &[]),
        Rule::comma => ("`,`", &[]),
        Rule::dash => ("`-`", &[]),
        Rule::bar | Rule::or => ("`or`", &["or"]),
        Rule::ampersand | Rule::and => ("`and`", &["and"]),
        Rule::not => ("`not`", &["not"]),
        Rule::in_ => ("`in check`", &["in"]),
        Rule::check => ("`check`", &["check"]),
        Rule::no => ("`no legal move`", &["no"]),
        Rule::legal => ("`legal`", &["legal"]),
        Rule::move_ => ("`move`", &["move"]),
        Rule::repetition_ => ("`repetition`", &["repetition"]),
        Rule::quiet => ("`quiet plies`", &["quiet"]),
        Rule::plies => ("`plies`", &["plies"]),
        Rule::last => ("`last move`", &["last"]),
        Rule::script_ => ("`script`", &["script"]),
        Rule::moved_ => ("`moved`", &["moved"]),
        Rule::on => ("`on`", &["on"]),
        Rule::defended_ => ("`defended by`", &["defended"]),
        Rule::attacked_ => ("`attacked by`", &["attacked"]),
        Rule::by => ("`by`", &["by"]),
        Rule::always_ => ("`true`", &["true"]),
        Rule::never_ => ("`false`", &["false"]),
        Rule::count_ => ("`count(...)`", &["count"]),
        Rule::counter_ => ("`counter`", &[]),
        Rule::own => ("`own`", &["own"]),
        Rule::enemy => ("`enemy`", &["enemy"]),
        Rule::all => ("`all`", &["all"]),
        Rule::nothing => ("`none`", &["none"]),
        Rule::dark => ("`dark`", &["dark"]),
        Rule::light => ("`light`", &["light"]),
        Rule::rank_word => ("`ranks`", &["ranks", "rank"]),
        Rule::file_word => ("`files`", &["files", "file"]),
        Rule::ring_word => ("`rings`", &["rings", "ring"]),
        Rule::sector_word => ("`sectors`", &["sectors", "sector"]),
        Rule::end | Rule::EOI => ("the end", &[]),
        // These cannot be reported: they are silent, or part of every text.
        _ => ("", &[]),
    }
}

/// `a`, `a or b`, `a, b or c`
fn list(parts: &[&str]) -> String {
    match parts {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The word, number or sign that begins at this byte.
fn word_at(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or("");
    let in_word = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let signs = |c: char| "=<>!&|".contains(c);
    let end = match rest.chars().next() {
        None => 0,
        Some(c) if in_word(c) => rest.find(|c| !in_word(c)).unwrap_or(rest.len()),
        Some(c) if signs(c) => rest.find(|c| !signs(c)).unwrap_or(rest.len()),
        Some(c) => c.len_utf8(),
    };
    &rest[..end]
}

/// The diagnostic for a text that does not parse; `place` gives the span of a part of the text.
pub(super) fn explain(what: What, text: &str, error: &Error<Rule>, place: &dyn Fn(usize, usize) -> Span) -> Diagnostic {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at.min(text.len()),
    };
    let found = word_at(text, at);
    let rules: &[Rule] = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives,
        ErrorVariant::CustomError { .. } => &[],
    };
    let mut expected: Vec<&str> = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for &rule in rules {
        let (name, known) = human(rule);
        if !name.is_empty() && !expected.contains(&name) {
            expected.push(name);
        }
        words.extend(known);
    }
    // Where a condition or region could begin, listing its beginnings would bury the point.
    if words.contains(&"script") {
        expected.retain(|name| ["a condition", "`(`"].contains(name));
        expected.insert(0, "a condition");
        words.extend(CONDITION_WORDS);
    } else if words.contains(&"ranks") {
        expected = vec!["a region"];
        words.extend(REGION_WORDS);
    }
    words.retain(|word| what.has(word));
    expected.dedup();
    expected.sort_by_key(|name| *name == "the end");
    if expected.contains(&"a condition") || expected.contains(&"a region") {
        expected.retain(|name| *name != "`(`");
    }

    if let Some(problem) = strange_word(what, text, at, found, &expected, place) {
        return problem;
    }
    let noun = what.word();
    let (message, label) = if text.trim().is_empty() {
        (format!("the {noun} is empty"), format!("expected {}", list(&expected)))
    } else if found.is_empty() {
        (format!("the {noun} ends too early"), format!("expected {}", list(&expected)))
    } else {
        (format!("unexpected `{found}` in a {noun}"), format!("expected {}", list(&expected)))
    };
    let mut diagnostic = Diagnostic::error(what.code(), message).at(place(at, at + found.len().max(1))).label(label);
    let first_words: Vec<&str> = words.iter().filter_map(|word| word.split(' ').next()).collect();
    let whole = |near: &str| words.iter().copied().find(|word| word.split(' ').next() == Some(near));
    // A short word that stands alone is a name without its `script` rather than a slip for `on` or `not`.
    let stands = |near: &&str| text.trim() != found || near.len() > 3;
    let near = nearest(found, first_words).filter(|near| *near != found && !found.is_empty());
    if let Some(way) = elsewhere(found, Place::Condition) {
        diagnostic = diagnostic.help(way);
    } else if let Some(near) = near.filter(stands) {
        let whole = whole(near).unwrap_or(near);
        diagnostic = diagnostic.help(format!("did you mean `{whole}`?"));
    } else if found.starts_with('=') && text[..at].ends_with('=') {
        diagnostic = diagnostic.help("equality is written with one `=`");
    } else if let (">" | "<", true) = (found, text[..at].ends_with('=')) {
        diagnostic = diagnostic.help(format!("write `{found}=`"));
    } else if let ("white" | "black", _) = word_before(text, at) {
        diagnostic = diagnostic.help("pieces are `own`, of the side to move, or `enemy`");
    } else if let Some(region) = open_region(text, at, found).filter(|_| expected.contains(&"a condition")) {
        diagnostic = diagnostic.help(format!("a region of several words stands in parentheses: `on ({region})`"));
    } else if found == ")" && expected.contains(&"the end") {
        diagnostic = diagnostic.help("no bracket is open here");
    } else if found.starts_with("move") && rules.contains(&Rule::plies) {
        diagnostic = diagnostic.help("a move of each side makes two plies: `quiet plies 100` are fifty moves");
    } else if ["&&", "||", "!"].contains(&found) {
        diagnostic = diagnostic.help("write `and`, `or`, `not`");
    } else if found == "," && expected.contains(&"the end") {
        diagnostic = diagnostic.help("parts are joined by `and` or `or`");
    } else if what.has("script") && expected.contains(&"a condition") && text.trim() == found && is_plain(found) {
        let region = if what.has("on") { format!(", a region after `on`, as `on {found}`") } else { String::new() };
        diagnostic = diagnostic.help(format!("a function stands after `script`, as `script {found}`{region}"));
    } else if expected.contains(&"a condition") {
        diagnostic = diagnostic.help(format!("here conditions begin with {}", quoted(what)));
    } else if expected.contains(&"a region") {
        let help =
            "a region is `ranks 2-7`, `files a-c`, `rings 1-2`, `sectors a-c`, squares such as `a1-e1 h8`, or a name";
        diagnostic = diagnostic.help(help);
    }
    diagnostic
}

/// Whether a word may be the name of a region.
fn is_plain(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase()) && word.len() > 1
}

/// The word that ends before this byte, blanks aside.
fn word_before(text: &str, at: usize) -> (&str, usize) {
    let front = text[..at].trim_end();
    let start = front.rfind(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    let start = start.map_or(0, |before| before + front[before..].chars().next().map_or(1, char::len_utf8));
    (&front[start..], start)
}

/// Words of other games for those of regions.
const OTHER_WORDS: [(&str, &str); 6] =
    [("row", "rank"), ("rows", "ranks"), ("line", "rank"), ("column", "file"), ("columns", "files"), ("col", "file")];

/// A word that was read as the name of a region, and with what follows it cannot be one.
fn strange_word(
    what: What,
    text: &str,
    at: usize,
    found: &str,
    expected: &[&str],
    place: &dyn Fn(usize, usize) -> Span,
) -> Option<Diagnostic> {
    let (word, start) = word_before(text, at);
    let is_name = word.starts_with(char::is_alphabetic) && !word.contains(|c: char| c.is_ascii_digit());
    let ends = (expected.contains(&"the end") || expected.contains(&"`)`"))
        && found.starts_with(|c: char| c.is_alphanumeric());
    let (before, begin) = word_before(text, start);
    let (owner, _) = word_before(text, begin);
    let in_region = match what {
        What::Region => !["file", "files", "sector", "sectors"].contains(&before),
        _ => before == "on" || before == "not" && owner == "on",
    };
    let joins = nearest(found, ["or", "and", "on"]).is_some();
    if !is_name || !ends || !in_region || joins || REGION_WORDS.contains(&word) {
        return None;
    }
    let noun = what.word();
    let problem = Diagnostic::error(what.code(), format!("unexpected `{found}` after `{word}` in a {noun}"));
    let problem = problem.at(place(start, at + found.len()));
    let other = OTHER_WORDS.iter().find(|(other, _)| *other == word.to_lowercase()).map(|(_, right)| *right);
    Some(match other.or_else(|| nearest(word, REGION_WORDS)) {
        Some(near) => {
            problem.label(format!("`{word}` is not a word here")).help(format!("did you mean `{near} {found}`?"))
        }
        None => problem.label("not the name of a region").help(format!(
            "the name of a region is one word, as `{word}-{found}`; ranks are counted, as `rank 8`; regions are joined by `or` and `and`"
        )),
    })
}

/// The region after `on` that goes on after `or` or `and`.
fn open_region<'t>(text: &'t str, at: usize, found: &str) -> Option<&'t str> {
    let (joint, _) = word_before(text, at);
    let on = text[..at].rfind("on ").filter(|on| !text[..*on].ends_with(|c: char| c.is_alphanumeric()))?;
    let inner = &text[on + "on ".len()..at];
    let plain = |c: char| c.is_alphanumeric() || " -_,".contains(c);
    let is_region = ["or", "and"].contains(&joint) && inner.chars().all(plain) && !found.is_empty();
    is_region.then(|| text[on + "on ".len()..at + found.len()].trim())
}

fn quoted(what: What) -> String {
    let words = CONDITION_WORDS.iter().filter(|word| what.has(word));
    let quoted: Vec<String> = words.map(|word| format!("`{word}`")).collect();
    list(&quoted.iter().map(String::as_str).collect::<Vec<_>>())
}
