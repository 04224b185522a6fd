//! Text to [`Condition`] or [`RegionRef`], by `grammar/condition.pest`; bounded in length and depth.

use super::grammar::{Grammar, Rule};
use super::trouble::{What, explain};
use super::{Comparison, Condition, ConditionKind, Quantity, RegionKind, RegionRef, Whose};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use pest::Parser;
use pest::iterators::Pair;
use std::str::FromStr;

/// The longest text, in bytes.
const MAX_LENGTH: usize = 2_000;

/// The deepest nesting of brackets, and the most `not` in a row.
const MAX_DEPTH: usize = 64;

/// Reads a condition.
///
/// # Errors
/// When the text is no condition; every problem has a place within the text.
pub fn parse(text: &Spanned<String>) -> Result<Condition, Vec<Diagnostic>> {
    parse_as(What::Condition, text)
}

/// The same for a condition of the game or of a piece, whose problems suggest nothing that has no meaning there.
pub(crate) fn parse_about(text: &Spanned<String>, game: bool) -> Result<Condition, Vec<Diagnostic>> {
    parse_as(if game { What::OfGame } else { What::OfMan }, text)
}

fn parse_as(what: What, text: &Spanned<String>) -> Result<Condition, Vec<Diagnostic>> {
    let mut reader = Reader::new(what, text);
    let found = reader.read(Rule::condition_text).map(|pair| reader.condition(pair));
    reader.finish(found)
}

/// Reads a region.
///
/// # Errors
/// When the text is no region; every problem has a place within the text.
pub fn parse_region(text: &Spanned<String>) -> Result<RegionRef, Vec<Diagnostic>> {
    let mut reader = Reader::new(What::Region, text);
    let found = reader.read(Rule::region_text).map(|pair| reader.region(pair));
    reader.finish(found)
}

/// Turns pest's pairs into data and collects problems.
struct Reader<'a> {
    what: What,
    text: &'a str,
    whole: Span,
    problems: Vec<Diagnostic>,
}

/// A pair of the grammar.
type Part<'a> = Pair<'a, Rule>;

impl<'a> Reader<'a> {
    fn new(what: What, text: &'a Spanned<String>) -> Reader<'a> {
        Reader { what, text: &text.value, whole: text.span, problems: Vec::new() }
    }

    fn finish<T: ToString>(self, found: Option<T>) -> Result<T, Vec<Diagnostic>> {
        let Some(found) = found.filter(|_| self.problems.is_empty()) else { return Err(self.problems) };
        // Whoever reads it written out, signs as words, must not be refused.
        let length = found.to_string().len();
        if length > MAX_LENGTH {
            let message =
                format!("this text has {length} bytes when signs are words; at most {MAX_LENGTH} are allowed");
            return Err(vec![self.too_long(message)]);
        }
        Ok(found)
    }

    fn too_long(&self, message: String) -> Diagnostic {
        Diagnostic::error(Code::TextTooLong, message)
            .at(self.whole)
            .label("too long")
            .help("name parts of it in `[regions]`, or write a function")
    }

    /// The span of a part of the text; the whole where escapes make parts uncertain.
    fn place(&self, start: usize, end: usize) -> Span {
        if self.whole.range().len() == self.text.len() { self.whole.part(start..end) } else { self.whole }
    }

    fn span(&self, part: &Part<'_>) -> Span {
        // Pairs take the blanks after them along.
        let covered = part.as_span();
        self.place(covered.start(), covered.start() + covered.as_str().trim_end().len())
    }

    fn spanned(&self, part: &Part<'_>) -> Spanned<String> {
        Spanned::new(part.as_str().to_owned(), self.span(part))
    }

    fn problem(&mut self, diagnostic: Diagnostic) {
        self.problems.push(diagnostic);
    }

    /// The only part of the whole text, if it is within bounds and parses.
    fn read(&mut self, rule: Rule) -> Option<Part<'a>> {
        if self.text.len() > MAX_LENGTH {
            let message = format!("this text has {} bytes; at most {MAX_LENGTH} are allowed", self.text.len());
            self.problem(self.too_long(message));
            return None;
        }
        let mut depth = 0_usize;
        for (at, c) in self.text.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > MAX_DEPTH {
                let message = format!("brackets are nested more than {MAX_DEPTH} deep");
                self.problem(
                    Diagnostic::error(Code::TextTooDeep, message).at(self.place(at, at + 1)).label("too deep"),
                );
                return None;
            }
        }
        match Grammar::parse(rule, self.text) {
            Ok(mut pairs) => pairs.next(),
            Err(error) => {
                let diagnostic = explain(self.what, self.text, &error, &|start, end| self.place(start, end));
                self.problem(diagnostic);
                None
            }
        }
    }

    fn number<T: FromStr + Default>(&mut self, part: &Part<'_>, bound: &str) -> T {
        part.as_str().parse().unwrap_or_else(|_| {
            let message = format!("`{}` is too great a number", part.as_str());
            let diagnostic = Diagnostic::error(Code::NumberOutOfRange, message).at(self.span(part));
            self.problem(diagnostic.label(format!("at most {bound}")));
            T::default()
        })
    }

    /// How often the negation says `not`, which is bounded.
    fn nots(&mut self, part: &Part<'_>) -> usize {
        let nots = part.clone().into_inner().filter(|inner| inner.as_rule() == Rule::not).count();
        if nots > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} `not` in a row");
            self.problem(Diagnostic::error(Code::TextTooDeep, message).at(self.span(part)).label("too deep"));
        }
        nots.min(MAX_DEPTH)
    }

    // --- conditions

    /// A condition, conjunction, negation or test.
    fn condition(&mut self, part: Part<'a>) -> Condition {
        let span = self.span(&part);
        let inner = || part.clone().into_inner();
        let kind = match part.as_rule() {
            rule @ (Rule::condition | Rule::conjunction) => {
                // A part of the same kind, from brackets, gives its own parts.
                let signs = [Rule::or, Rule::and];
                let parts: Vec<Part<'a>> = inner().filter(|inner| !signs.contains(&inner.as_rule())).collect();
                let alone = parts.len() == 1;
                let mut flat = Vec::new();
                for part in parts {
                    let condition = self.condition(part);
                    match (condition.kind, rule) {
                        (kind, _) if alone => return Condition { kind, span: condition.span },
                        (ConditionKind::Or(parts), Rule::condition)
                        | (ConditionKind::And(parts), Rule::conjunction) => {
                            flat.extend(parts);
                        }
                        (kind, _) => flat.push(Condition { kind, span: condition.span }),
                    }
                }
                if rule == Rule::condition { ConditionKind::Or(flat) } else { ConditionKind::And(flat) }
            }
            Rule::negation => {
                let nots = self.nots(&part);
                let test = inner().find(|inner| !matches!(inner.as_rule(), Rule::not | Rule::open | Rule::close));
                let test = match test {
                    Some(test) => self.condition(test),
                    None => Condition { kind: ConditionKind::Constant(false), span },
                };
                return (0..nots).fold(test, |inner, _| Condition { kind: ConditionKind::Not(Box::new(inner)), span });
            }
            Rule::in_check => ConditionKind::InCheck,
            Rule::no_legal_move => ConditionKind::NoLegalMove,
            Rule::moved => ConditionKind::Moved,
            Rule::always => ConditionKind::Constant(true),
            Rule::repetition => ConditionKind::Repetition(self.positive(&part, 2)),
            Rule::quiet_plies => ConditionKind::QuietPlies(self.positive(&part, 1)),
            Rule::last_move => ConditionKind::LastMove(self.last_name(&part)),
            Rule::script => ConditionKind::Script(self.last_name(&part)),
            Rule::defended => ConditionKind::DefendedBy(self.kinds_in(&part)),
            Rule::attacked => ConditionKind::AttackedBy(self.kinds_in(&part)),
            Rule::on_region => match inner().find(|inner| inner.as_rule() == Rule::exclusion) {
                Some(region) => ConditionKind::On(self.region(region)),
                None => ConditionKind::Constant(false),
            },
            Rule::comparison => {
                let mut quantities = inner().filter(|inner| inner.as_rule() == Rule::quantity);
                let how = inner().find(|inner| inner.as_rule() == Rule::comparator);
                let (left, right) = (quantities.next(), quantities.next());
                let how = match how.as_ref().map_or("", |how| how.as_str()) {
                    "<" => Comparison::Less,
                    "<=" => Comparison::AtMost,
                    ">" => Comparison::More,
                    ">=" => Comparison::AtLeast,
                    "!=" => Comparison::NotEqual,
                    _ => Comparison::Equal,
                };
                ConditionKind::Compare(self.quantity(left), how, self.quantity(right))
            }
            // `never`; the grammar leaves nothing else.
            _ => ConditionKind::Constant(false),
        };
        Condition { kind, span }
    }

    /// The number in a part, at least `least`.
    fn positive(&mut self, part: &Part<'a>, least: u32) -> u32 {
        let Some(number) = part.clone().into_inner().find(|inner| inner.as_rule() == Rule::number) else {
            return least;
        };
        let value = self.number(&number, &u32::MAX.to_string());
        if value < least && number.as_str().len() < 10 {
            let message = format!("`{}` would always hold; the least number here is {least}", part.as_str().trim_end());
            let diagnostic = Diagnostic::error(Code::NumberOutOfRange, message).at(self.span(&number));
            self.problem(diagnostic.label(format!("at least {least}")));
        }
        value
    }

    fn last_name(&self, part: &Part<'a>) -> Spanned<String> {
        part.clone().into_inner().last().map_or(Spanned::new(String::new(), self.whole), |name| self.spanned(&name))
    }

    /// The kinds named directly in a part; none for `all`.
    fn kinds_in(&self, part: &Part<'a>) -> Vec<Spanned<String>> {
        let kinds = part.clone().into_inner().find(|inner| inner.as_rule() == Rule::kinds);
        let names = kinds.into_iter().flat_map(Pair::into_inner).filter(|inner| inner.as_rule() == Rule::kind);
        names.map(|name| self.spanned(&name)).collect()
    }

    fn quantity(&mut self, part: Option<Part<'a>>) -> Quantity {
        let Some(part) = part.and_then(|quantity| quantity.into_inner().next()) else { return Quantity::Number(0) };
        let inner = || part.clone().into_inner();
        match part.as_rule() {
            Rule::counter => Quantity::Counter(self.last_name(&part)),
            Rule::count => Quantity::Count {
                whose: inner().find_map(|inner| match inner.as_rule() {
                    Rule::own => Some(Whose::Own),
                    Rule::enemy => Some(Whose::Enemy),
                    _ => None,
                }),
                kinds: self.kinds_in(&part),
                on: inner().find(|inner| inner.as_rule() == Rule::region).map(|region| self.region(region)),
            },
            _ => Quantity::Number(self.number(&part, &i64::MAX.to_string())),
        }
    }

    // --- regions

    /// A region, intersection, exclusion or item.
    fn region(&mut self, part: Part<'a>) -> RegionRef {
        let span = self.span(&part);
        let inner = || part.clone().into_inner();
        let kind = match part.as_rule() {
            rule @ (Rule::region | Rule::intersection) => {
                let signs = [Rule::or, Rule::bar, Rule::and, Rule::ampersand];
                let parts: Vec<Part<'a>> = inner().filter(|inner| !signs.contains(&inner.as_rule())).collect();
                let alone = parts.len() == 1;
                let mut flat = Vec::new();
                for part in parts {
                    let region = self.region(part);
                    match (region.kind, rule) {
                        (kind, _) if alone => return RegionRef { kind, span: region.span },
                        (RegionKind::Or(parts), Rule::region) | (RegionKind::And(parts), Rule::intersection) => {
                            flat.extend(parts);
                        }
                        (kind, _) => flat.push(RegionRef { kind, span: region.span }),
                    }
                }
                if rule == Rule::region { RegionKind::Or(flat) } else { RegionKind::And(flat) }
            }
            Rule::exclusion => {
                let nots = self.nots(&part);
                let item = inner().find(|inner| !matches!(inner.as_rule(), Rule::not | Rule::open | Rule::close));
                let item = match item {
                    Some(item) => self.region(item),
                    None => RegionRef { kind: RegionKind::Nothing, span },
                };
                return (0..nots).fold(item, |inner, _| RegionRef { kind: RegionKind::Not(Box::new(inner)), span });
            }
            Rule::ranks => RegionKind::Ranks(self.number_spans(&part)),
            Rule::rings => RegionKind::Rings(self.number_spans(&part)),
            Rule::files => RegionKind::Files(self.label_spans(&part)),
            Rule::sectors => RegionKind::Sectors(self.label_spans(&part)),
            Rule::squares => RegionKind::Squares(
                inner()
                    .filter(|inner| inner.as_rule() == Rule::square_span)
                    .filter_map(|pair| {
                        let mut ends = pair.into_inner().filter(|end| end.as_rule() == Rule::square);
                        let first = ends.next()?;
                        Some((self.spanned(&first), ends.next().map(|last| self.spanned(&last))))
                    })
                    .collect(),
            ),
            Rule::named => RegionKind::Named(part.as_str().to_owned()),
            Rule::all => RegionKind::All,
            Rule::dark => RegionKind::Dark,
            Rule::light => RegionKind::Light,
            // `none`; the grammar leaves nothing else.
            _ => RegionKind::Nothing,
        };
        RegionRef { kind, span }
    }

    fn number_spans(&mut self, part: &Part<'a>) -> Vec<(u16, u16)> {
        let mut spans = Vec::new();
        for pair in part.clone().into_inner().filter(|inner| inner.as_rule() == Rule::number_span) {
            let mut ends = pair.clone().into_inner().filter(|end| end.as_rule() == Rule::number);
            let before = self.problems.len();
            let from = ends.next().map_or(0, |end| self.number(&end, "65535"));
            let to = ends.next().map_or(from, |end| self.number(&end, "65535"));
            if self.problems.len() > before {
                continue;
            }
            if from == 0 || to == 0 {
                let diagnostic = Diagnostic::error(Code::NumberOutOfRange, "ranks and rings are counted from 1");
                self.problem(diagnostic.at(self.span(&pair)).label("at least 1"));
            } else if from > to {
                let message = format!("the range `{from}-{to}` runs backwards");
                let diagnostic = Diagnostic::error(Code::BackwardRange, message).at(self.span(&pair));
                self.problem(diagnostic.label("empty").help(format!("write `{to}-{from}`")));
            }
            spans.push((from, to));
        }
        spans
    }

    fn label_spans(&self, part: &Part<'a>) -> Vec<(Spanned<String>, Spanned<String>)> {
        let pairs = part.clone().into_inner().filter(|inner| inner.as_rule() == Rule::label_span);
        let ends = pairs.filter_map(|pair| {
            let mut ends = pair.into_inner().filter(|end| end.as_rule() == Rule::label);
            let first = self.spanned(&ends.next()?);
            let last = ends.next().map_or_else(|| first.clone(), |last| self.spanned(&last));
            Some((first, last))
        });
        ends.collect()
    }
}
