//! PGN: a game in, text out; text in, its tags and moves or every slip with its place; replayed, a game again.

use crate::diagnostic::{Code, Diagnostic, unseen};
use crate::game::{Game, Ply, start_of};
use crate::notation::{ENGLISH, Language, san_of};
use crate::position::Position;
use crate::rules::Rules;
use crate::source::{SourceId, Span, Spanned, hidden_in_file};
use grammar::{Grammar, Rule};
use pest::Parser;
use pest::iterators::Pair;
use std::fmt::Write as _;

mod grammar {
    #![allow(unreachable_pub, reason = "the derived enum of rules is public in its module")]

    #[derive(pest_derive::Parser)]
    #[grammar = "grammar/pgn.pest"]
    pub(super) struct Grammar;
}

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 1 << 20;

/// The most moves of one game that are read. No game is that long by the rules; who repeats moves for ever is not read on.
pub const MAX_PLIES: usize = 20_000;

/// The deepest that variations may stand in one another.
const MAX_DEPTH: usize = 100;

/// The width to which lines of moves are filled.
const WIDTH: usize = 80;

/// The tags that every PGN has, and what stands there when nothing is known.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// The beginning of the name of a tag that says an option.
const OPTION: &str = "Option-";

/// A game as written: tags and the texts of moves, not yet replayed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values of tags in their order.
    pub tags: Vec<(Spanned<String>, Spanned<String>)>,
    /// The moves.
    pub moves: Vec<Spanned<String>>,
    /// The result at the end.
    pub result: Option<Spanned<String>>,
}

impl Pgn {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&Spanned<String>> {
        self.tags.iter().find(|(known, _)| known.value == name).map(|(_, value)| value)
    }

    /// The variant: a name or path to open.
    #[must_use]
    pub fn variant(&self) -> Option<&str> {
        self.tag("Variant").map(|value| value.value.as_str())
    }

    /// The options with which the variant is to be opened.
    #[must_use]
    pub fn options(&self) -> Vec<(String, String)> {
        let option = |(name, value): &(Spanned<String>, Spanned<String>)| {
            Some((name.value.strip_prefix(OPTION)?.to_owned(), value.value.clone()))
        };
        self.tags.iter().filter_map(option).collect()
    }

    /// The game, from the first move to the last.
    ///
    /// # Errors
    /// When the start is impossible, options differ from those in force, or a move is not legal.
    pub fn replay(&self, rules: &mut Rules) -> Result<Game, Vec<Diagnostic>> {
        let mut problems = Vec::new();
        for (name, value) in &self.tags {
            let Some(option) = name.value.strip_prefix(OPTION) else { continue };
            match rules.variant().options().iter().find(|(known, _)| known == option) {
                Some((_, chosen)) if *chosen == value.value => {}
                Some((_, chosen)) => problems.push(
                    Diagnostic::error(Code::PgnOption, format!("this game was played with `{option}={}`", value.value))
                        .at(value.span)
                        .label(format!("it is `{chosen}` now"))
                        .help(format!("open the variant with `{option}={}`", value.value)),
                ),
                None => problems.push(
                    Diagnostic::error(Code::PgnOption, format!("the variant has no option `{option}`")).at(name.span),
                ),
            }
        }
        let language = match self.tag("Language") {
            None => Language::english(rules.variant()),
            Some(code) => Language::of(rules.variant(), &code.value).unwrap_or_else(|| {
                let known = Language::codes(rules.variant()).join("`, `");
                problems.push(
                    Diagnostic::error(Code::PgnLanguage, format!("the variant does not speak `{}`", code.value))
                        .at(code.span)
                        .help(format!("its languages are `{known}`")),
                );
                Language::english(rules.variant())
            }),
        };
        let start = match self.tag("FEN") {
            None => Some(start_of(rules)),
            Some(fen) => match rules.position(fen) {
                Ok((start, _)) => Some(start),
                Err(found) => {
                    problems.extend(found);
                    None
                }
            },
        };
        let Some(start) = start.filter(|_| problems.is_empty()) else { return Err(problems) };
        let mut game = Game::new(rules, start);
        for (number, text) in self.moves.iter().enumerate() {
            // What follows an illegal move says nothing any more.
            if let Err(problem) = game.play_text(rules, &text.value, &language) {
                let number = number + 1;
                return Err(vec![
                    Diagnostic::error(Code::PgnMove, format!("move {number} of the game: {problem}"))
                        .at(text.span)
                        .label("cannot be played here"),
                ]);
            }
        }
        if let (Some(result), Some(outcome)) = (&self.result, game.outcome(rules))
            && result.value != "*"
            && result.value != outcome.score()
        {
            let message = format!(
                "the result is `{}`, but the game ends `{}`, by {}",
                result.value,
                outcome.score(),
                outcome.reason
            );
            let problem = Diagnostic::error(Code::PgnSyntax, message).at(result.span).label("another result");
            return Err(vec![problem.help(format!("write `{}`", outcome.score()))]);
        }
        Ok(game)
    }
}

/// Reads the text of one game. `source` is the number of the text for the places of problems.
///
/// # Errors
/// When the text is no PGN, or more than one game.
pub fn parse(source: SourceId, text: &str) -> Result<Pgn, Vec<Diagnostic>> {
    let whole = Span::new(source, 0..text.len());
    if text.len() > MAX_LENGTH {
        let problem = Diagnostic::error(Code::PgnLength, format!("a game has at most {MAX_LENGTH} bytes"));
        return Err(vec![problem.at(Span::new(source, 0..1))]);
    }
    if let Some((at, character)) = hidden_in_file(text) {
        return Err(vec![unseen(character).at(Span::new(source, at..at + character.len_utf8()))]);
    }
    if depth(text) > MAX_DEPTH {
        let problem = Diagnostic::error(Code::PgnSyntax, "variations stand too deep in one another");
        return Err(vec![problem.at(whole).help(format!("keep to {MAX_DEPTH} levels, or leave them out"))]);
    }
    let parsed = Grammar::parse(Rule::pgn, text)
        .map_err(|_| vec![Diagnostic::error(Code::PgnSyntax, "this is no game in PGN").at(whole)])?;
    let mut pgn = Pgn::default();
    let mut problems: Vec<Diagnostic> = Vec::new();
    let spanned = |pair: &Pair<'_, Rule>| {
        let span = pair.as_span();
        Spanned::new(pair.as_str().to_owned(), Span::new(source, span.start()..span.end()))
    };
    for pair in parsed.flat_map(Pair::into_inner) {
        let ended = pgn.result.is_some();
        match pair.as_rule() {
            Rule::tag if !ended => {
                let mut parts = pair.into_inner();
                if let (Some(name), Some(value)) = (parts.next(), parts.next()) {
                    let value = spanned(&value).map(|value| unescaped(&value));
                    pgn.tags.push((spanned(&name), value));
                }
            }
            Rule::mv if !ended && pgn.moves.len() == MAX_PLIES => {
                let message = format!("a game has at most {MAX_PLIES} moves of both sides");
                return Err(vec![
                    Diagnostic::error(Code::PgnLength, message).at(spanned(&pair).span).label("one too many"),
                ]);
            }
            Rule::mv if !ended => pgn.moves.push(spanned(&pair)),
            Rule::result if !ended => pgn.result = Some(spanned(&pair)),
            Rule::mv | Rule::result | Rule::tag | Rule::stray if ended => {
                problems.push(
                    Diagnostic::error(Code::PgnGames, "there is more after the game's result")
                        .at(spanned(&pair).span)
                        .help("keep one game in a file"),
                );
                break;
            }
            Rule::stray => {
                let before_moves = pgn.moves.is_empty();
                let unfinished = unfinished_tag(pair.as_str()).filter(|_| before_moves);
                let begin = pair.as_span().start();
                let Some(stray) = pair.into_inner().next().map(|odd| spanned(&odd)) else { continue };
                problems.push(match unfinished {
                    Some((length, message, help)) => Diagnostic::error(Code::PgnSyntax, message)
                        .at(Span::new(source, begin..begin + length))
                        .label("this tag is not whole")
                        .help(help),
                    None => Diagnostic::error(Code::PgnSyntax, format!("`{}` has no meaning here", stray.value))
                        .at(stray.span)
                        .help(match stray.value.as_str() {
                            "{" | "(" => "it is never closed",
                            "}" => "a comment is closed that was never begun",
                            "[" => "tags stand before the moves, as in [Event \"...\"], each on a line of its own",
                            _ => "a game is tags, then moves with numbers and {comments}",
                        }),
                });
            }
            _ => {}
        }
    }
    if problems.is_empty() && pgn.result.is_none() {
        problems.push(cut(source, text, &pgn));
    }
    if let (Some(tag), Some(end)) = (pgn.tag("Result"), &pgn.result)
        && tag.value != end.value
    {
        let message = format!("the tag says `{}`, and the end of the game `{}`", tag.value, end.value);
        problems.push(
            Diagnostic::error(Code::PgnSyntax, message)
                .at(tag.span)
                .label("one result here")
                .also(end.span, "another here")
                .help("let both say the same"),
        );
    }
    if problems.is_empty() { Ok(pgn) } else { Err(problems) }
}

/// The problem of a game without its result, which stands at the end of every game, even of one that goes on: the rest
/// is lost.
fn cut(source: SourceId, text: &str, pgn: &Pgn) -> Diagnostic {
    let end = text.trim_end().len();
    let last = text[..end].char_indices().next_back().map_or(0, |(at, _)| at);
    let problem = |message| Diagnostic::error(Code::PgnSyntax, message).at(Span::new(source, last..end));
    if end == 0 {
        return problem("there is no game in this file: it is empty");
    }
    let problem = problem("the game is cut off: it ends without a result").label("nothing follows");
    match pgn.moves.last() {
        Some(last) => problem.help(format!(
            "the last move that can be read is number {}, `{}`; if it is whole, write ` *` behind it to go on from there",
            pgn.moves.len(),
            last.value
        )),
        None => problem.help("no move can be read; write `*` at the end to begin where the tags say"),
    }
}

/// What a text that begins with a tag, but not a whole one, lacks: how long the part is that was read, what is missing,
/// and how such a tag is written.
fn unfinished_tag(text: &str) -> Option<(usize, String, String)> {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let inner = line.strip_prefix('[')?;
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_' || letter == '-';
    let name: String = inner.trim_start().chars().take_while(|letter| is_name(*letter)).collect();
    let shown: String = if name.is_empty() { "Event".to_owned() } else { name.chars().take(40).collect() };
    let help = format!("a tag is a name and a value in quotes, in brackets: `[{shown} \"...\"]`");
    let of = if name.is_empty() { "a tag".to_owned() } else { format!("the tag `{shown}`") };
    let quotes: Vec<usize> = {
        let mut guarded = false;
        let quote = |(at, letter): (usize, char)| {
            let found = (letter == '"' && !guarded).then_some(at);
            guarded = letter == '\\' && !guarded;
            found
        };
        line.char_indices().filter_map(quote).collect()
    };
    let message = match quotes.as_slice() {
        _ if name.is_empty() => format!("{of} has no name"),
        [] => format!("{of} has no value in quotes"),
        [_] => format!("the value of {of} has no quote at its end"),
        _ if !line.contains(']') => format!("{of} has no `]` at its end"),
        _ => format!("{of} cannot be read"),
    };
    Some((line.trim_end().len(), message, help))
}

/// Reads and replays one game of a variant.
///
/// # Errors
/// See [`parse`] and [`Pgn::replay`].
pub fn read(rules: &mut Rules, source: SourceId, text: &str) -> Result<Game, Vec<Diagnostic>> {
    parse(source, text)?.replay(rules)
}

/// Writes a game. `tags` come first and replace those known from the game (`Variant` may name what to open).
pub fn write(rules: &mut Rules, game: &Game, language: &Language, tags: &[(String, String)]) -> String {
    let variant = rules.variant().clone();
    let outcome = game.outcome(rules);
    let result = outcome.as_ref().map_or("*", |outcome| outcome.score());
    let given = |name: &str| tags.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let mut all: Vec<(String, String)> =
        ROSTER.iter().map(|(name, unknown)| ((*name).to_owned(), given(name).unwrap_or(unknown).to_owned())).collect();
    let mut add = |name: &str, value: &str| all.push((name.to_owned(), given(name).unwrap_or(value).to_owned()));
    add("Result", result);
    add("Variant", variant.name());
    for (name, value) in variant.options() {
        add(&format!("{OPTION}{name}"), value);
    }
    if language.code() != ENGLISH {
        add("Language", language.code());
    }
    if *game.start() != start_of(rules) {
        add("SetUp", "1");
        add("FEN", &game.start().to_fen(&variant));
    }
    for (name, value) in tags {
        if !all.iter().any(|(known, _)| known == name) {
            all.push((name.clone(), value.clone()));
        }
    }
    let mut text = String::new();
    for (name, value) in all {
        let value: String = value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    text.push('\n');
    let mut words = Vec::new();
    let numbers = game.numbers(rules);
    for ((ply, position), number) in game.plies().iter().zip(game.positions()).zip(numbers) {
        words.extend(number);
        words.push(in_language(rules, position, ply, language).unwrap_or_else(|| ply.san.clone()));
    }
    if let Some(outcome) = outcome {
        words.extend(format!("{{{}}}", outcome.reason.replace('}', ")")).split(' ').map(str::to_owned));
    }
    words.push(result.to_owned());
    fill(&mut text, &words);
    text
}

/// A move in SAN of a language; nothing in English, in which it was written when it was played.
fn in_language(rules: &mut Rules, position: &Position, ply: &Ply, language: &Language) -> Option<String> {
    if language.is_english() {
        return None;
    }
    let moves = rules.legal_moves(position);
    let index = moves.iter().position(|mv| *mv == ply.mv)?;
    san_of(rules, position, &moves, index, language)
}

/// Adds words in lines of at most [`WIDTH`] characters.
fn fill(text: &mut String, words: &[String]) {
    let mut column = 0;
    for word in words {
        let width = word.chars().count();
        if column > 0 {
            let fits = column + 1 + width <= WIDTH;
            text.push(if fits { ' ' } else { '\n' });
            column = if fits { column + 1 } else { 0 };
        }
        text.push_str(word);
        column += width;
    }
    text.push('\n');
}

/// How deep brackets stand in one another at most, comments not told apart.
fn depth(text: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

/// The value of a tag without the signs that guard quotes.
fn unescaped(value: &str) -> String {
    let mut plain = String::with_capacity(value.len());
    let mut letters = value.chars();
    while let Some(letter) = letters.next() {
        plain.extend(if letter == '\\' { letters.next() } else { Some(letter) });
    }
    plain
}
