//! Problems in, text for people out: with the lines of the source, or one line each.

use super::{Code, Diagnostic, Severity};
use crate::source::{SourceMap, Span, visible};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet, normalize_untrusted_str};
use std::fmt::Write;
use std::ops::Range;

/// How problems are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// With the lines of the source.
    #[default]
    Plain,
    /// The same in colours of the terminal.
    Coloured,
    /// `file:line:column: code: message`, a line each.
    Short,
}

/// Longest line that is shown whole, in bytes.
const LONG_LINE: usize = 240;

/// What is shown on either side of the place in a longer line, in characters.
const AROUND: usize = 60;

/// Lines between two places of one problem beyond which the second is shown apart.
const FAR: usize = 40;

/// The most codes that one pointer names.
const MOST_CODES: usize = 6;

/// The problems in the order of their places: those without a place first, then by file and position.
#[must_use]
pub fn sorted(diagnostics: &[Diagnostic]) -> Vec<&Diagnostic> {
    let mut list: Vec<&Diagnostic> = diagnostics.iter().collect();
    list.sort_by_key(|problem| (problem.severity == Severity::Note && problem.primary.is_none(), problem.primary));
    list
}

/// All problems as text.
#[must_use]
pub fn render(diagnostics: &[Diagnostic], sources: &SourceMap, style: Style) -> String {
    let mut text = String::new();
    for problem in sorted(diagnostics) {
        if style == Style::Short {
            short(problem, sources, &mut text);
            continue;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        let renderer = if style == Style::Coloured { Renderer::styled() } else { Renderer::plain() };
        let placed = problem.primary.iter().chain(problem.others.iter().map(|(span, _)| span));
        let placed = placed.into_iter().any(|span| Excerpt::exists(*span, sources));
        // Where no line is shown, nothing separates it from what follows.
        let bare = |line: &&str| is_bare(line, ":::") || !placed && is_bare(line, "|");
        for line in renderer.render(&[group(problem, sources)]).lines().filter(|line| !bare(line)) {
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

/// Whether a line is nothing but a mark: `:::`, which stands above a piece of a line whose place was said, or `|`.
fn is_bare(line: &str, mark: &str) -> bool {
    let Some(at) = line.find(mark) else { return false };
    let plain = |part: &str| {
        part.split('\u{1b}').enumerate().all(|(n, rest)| match rest.split_once('m') {
            Some((_, rest)) if n > 0 => rest.trim().is_empty(),
            _ => rest.trim().is_empty(),
        })
    };
    plain(&line[..at]) && plain(&line[at + mark.len()..])
}

/// Where to read on: the command that explains the codes of these problems, each once; nothing where there are none.
#[must_use]
pub fn pointer<'d>(diagnostics: impl IntoIterator<Item = &'d Diagnostic>) -> Option<String> {
    let mut codes: Vec<Code> = Vec::new();
    for problem in diagnostics {
        if !codes.contains(&problem.code) {
            codes.push(problem.code);
        }
    }
    let words: Vec<&str> = codes.iter().take(MOST_CODES).map(|code| code.as_str()).collect();
    (!words.is_empty()).then(|| format!("see `heterodox explain {}`", words.join(" ")))
}

/// `error`, `warning` or `note`.
#[must_use]
pub fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn short(problem: &Diagnostic, sources: &SourceMap, text: &mut String) {
    if let Some(span) = problem.primary.filter(|span| Excerpt::exists(*span, sources)) {
        let _ = write!(text, "{}: ", harmless(&sources.place(span).to_string()));
    }
    let _ = writeln!(text, "{}: {}", problem.code, harmless(&problem.message));
}

fn group<'s>(problem: &'s Diagnostic, sources: &'s SourceMap) -> Group<'s> {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    let mut group = Group::with_title(level.primary_title(harmless(&problem.message)).id(problem.code.as_str()));
    let mut places: Vec<(Excerpt<'s>, &'s str, AnnotationKind)> = Vec::new();
    let primary = problem.primary.map(|span| (span, problem.label.as_str(), AnnotationKind::Primary));
    let others = problem.others.iter().map(|(span, label)| (*span, label.as_str(), AnnotationKind::Context));
    for (span, label, kind) in primary.into_iter().chain(others) {
        if let Some(excerpt) = Excerpt::new(span, sources) {
            places.push((excerpt, label, kind));
        }
    }
    while !places.is_empty() {
        let (first, _, _) = &places[0];
        let (source, line, long) = (first.span.source, first.line, first.is_long());
        let near = |excerpt: &Excerpt<'_>| {
            excerpt.span.source == source && !excerpt.is_long() && excerpt.line.abs_diff(line) <= FAR
        };
        if long {
            let (excerpt, label, kind) = places.remove(0);
            group = cropped(group, &excerpt, label, kind, sources);
            continue;
        }
        let (together, apart) = places.into_iter().partition(|(excerpt, ..)| near(excerpt));
        places = apart;
        group = shown(group, together, sources);
    }
    for help in &problem.help {
        let lines: Vec<_> = help.lines().map(harmless).collect();
        group = group.element(Level::HELP.message(lines.join("\n")));
    }
    group
}

/// A stretch of lines with its places marked.
fn shown<'s>(
    group: Group<'s>,
    places: Vec<(Excerpt<'s>, &'s str, AnnotationKind)>,
    sources: &'s SourceMap,
) -> Group<'s> {
    let Some(top) = places.iter().map(|(excerpt, ..)| excerpt).min_by_key(|excerpt| excerpt.line) else { return group };
    let (source, line, start) = (top.span.source, top.line, top.line_range.start);
    let end = places.iter().map(|(excerpt, ..)| excerpt.line_range.end).max().unwrap_or(start);
    let file = sources.file(source);
    let between = &file.text[start..end];
    if between.lines().any(|line| line.len() > 4 * LONG_LINE) {
        return places
            .into_iter()
            .fold(group, |group, (excerpt, label, kind)| cropped(group, &excerpt, label, kind, sources));
    }
    let mut snippet = Snippet::source(visible(between)).line_start(line).path(harmless(&file.name));
    for (excerpt, label, kind) in places {
        let [from, to] = [excerpt.mark.start, excerpt.mark.end].map(|at| shown_before(&file.text, start, at));
        let at = from..to;
        snippet = snippet.annotation(kind.span(at).label(labelled(label)));
    }
    group.element(snippet)
}

/// A piece of a long line.
fn cropped<'s>(
    group: Group<'s>,
    excerpt: &Excerpt<'s>,
    label: &'s str,
    kind: AnnotationKind,
    sources: &'s SourceMap,
) -> Group<'s> {
    let line = excerpt.text;
    let (from, to) = (excerpt.mark.start - excerpt.line_range.start, excerpt.mark.end - excerpt.line_range.start);
    let left = line[..from].char_indices().rev().take(AROUND).last().map_or(from, |(at, _)| at);
    let mut marked = line[from..to].char_indices().map(|(at, _)| from + at);
    let to = marked.nth(AROUND).unwrap_or(to);
    let right = line[to..].char_indices().nth(AROUND).map_or(line.len(), |(at, _)| to + at);
    let mut piece = String::new();
    if left > 0 {
        piece.push('…');
    }
    let shift = piece.len();
    piece.push_str(&visible(&line[left..right]));
    if right < line.len() {
        piece.push('…');
    }
    let place = sources.place(excerpt.span);
    let [from, to] = [from, to].map(|at| visible(&line[left..at]).len() + shift);
    let at = from..to;
    let origin = Origin::path(harmless(&place.file)).line(place.line).char_column(place.column);
    let snippet = Snippet::source(piece).line_start(place.line).annotation(kind.span(at).label(labelled(label)));
    group.element(origin).element(snippet)
}

/// How long a text is, as it is shown, from a byte to another. A line that ends in CR and LF is shown without the CR.
fn shown_before(text: &str, start: usize, at: usize) -> usize {
    let before = &text[start..at];
    let is_end = text[at..].starts_with('\n');
    visible(before.strip_suffix('\r').filter(|_| is_end).unwrap_or(before)).len()
}

/// A text of which nothing is unseen.
fn harmless(text: &str) -> String {
    visible(&normalize_untrusted_str(text)).into_owned()
}

fn labelled(label: &str) -> Option<String> {
    (!label.is_empty()).then(|| harmless(label))
}

/// The line in which a span begins, and the part of it that the span covers.
struct Excerpt<'s> {
    span: Span,
    line: usize,
    line_range: Range<usize>,
    mark: Range<usize>,
    text: &'s str,
}

impl<'s> Excerpt<'s> {
    fn exists(span: Span, sources: &SourceMap) -> bool {
        (span.source.0 as usize) < sources.files().len()
    }

    fn new(span: Span, sources: &'s SourceMap) -> Option<Excerpt<'s>> {
        let file = sources.files().get(span.source.0 as usize)?;
        let text: &str = &file.text;
        let mut start = (span.start as usize).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let mut line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        if line_end > start && text[..line_end].ends_with('\r') {
            line_end -= 1;
        }
        let mut end = (span.end as usize).clamp(start, line_end);
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let line = text[..line_start].matches('\n').count() + 1;
        let line_range = line_start..line_end;
        Some(Excerpt { span, line, text: &text[line_range.clone()], line_range, mark: start..end })
    }

    fn is_long(&self) -> bool {
        self.text.len() > LONG_LINE
    }
}
