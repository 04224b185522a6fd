//! Text that remembers where it came from: files in, spans and line numbers out.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// Which file of a [`SourceMap`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(pub u32);

/// A stretch of bytes in one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The file.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The span of `range` in the file `source`.
    #[must_use]
    pub fn new(source: SourceId, range: Range<usize>) -> Span {
        let clip = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span { source, start: clip(range.start), end: clip(range.end) }
    }

    /// The bytes covered.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// A part of this span, in bytes from its start; clipped to it.
    #[must_use]
    pub fn part(self, range: Range<usize>) -> Span {
        let length = (self.end - self.start) as usize;
        let (start, end) = (range.start.min(length), range.end.min(length));
        Span { source: self.source, start: self.start + start as u32, end: self.start + end as u32 }
    }
}

/// A value and the place where it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// What was written.
    pub value: T,
    /// Where.
    pub span: Span,
}

impl<T> Spanned<T> {
    /// A value at a place.
    pub fn new(value: T, span: Span) -> Spanned<T> {
        Spanned { value, span }
    }

    /// The same place with another value.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: change(self.value), span: self.span }
    }
}

/// One file: its name as shown to people and its text.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Path or label, as shown in messages.
    pub name: String,
    /// The whole text.
    pub text: Arc<str>,
}

/// All files read for one definition.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

/// A place for people: line and column, both from 1; the column counts characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The file's name.
    pub file: String,
    /// Line from 1.
    pub line: usize,
    /// Column in characters from 1.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl SourceMap {
    /// Adds a file and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) -> SourceId {
        let id = SourceId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(SourceFile { name: name.into(), text: text.into() });
        id
    }

    /// The file with this number.
    #[must_use]
    pub fn file(&self, id: SourceId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files in the order they were read.
    #[must_use]
    pub fn files(&self) -> &[SourceFile] {
        &self.files
    }

    /// Line and column of the first byte of `span`.
    #[must_use]
    pub fn place(&self, span: Span) -> Place {
        let file = self.file(span.source);
        let text: &str = &file.text;
        let mut start = (span.start as usize).min(text.len());
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Place {
            file: file.name.clone(),
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
        }
    }

    /// The span of a line and column (both from 1, column in characters), to the end of the word or string there.
    #[must_use]
    pub fn span_at(&self, source: SourceId, line: usize, column: usize) -> Span {
        let text: &str = &self.file(source).text;
        let mut start = 0;
        for _ in 1..line {
            match text[start..].find('\n') {
                Some(at) => start += at + 1,
                None => break,
            }
        }
        let rest = &text[start..];
        let rest = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let at = rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at);
        let word = match rest[at..].strip_prefix('"').and_then(|text| text.find('"')) {
            // A string, with its quotes.
            Some(closing) => closing + 2,
            None => rest[at..].find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len() - at),
        };
        let end = at + word.max(rest[at..].chars().next().map_or(0, char::len_utf8));
        Span::new(source, start + at..start + end)
    }

    /// The text covered by `span`.
    #[must_use]
    pub fn text(&self, span: Span) -> &str {
        self.file(span.source).text.get(span.range()).unwrap_or("")
    }
}

/// Whether a character is not seen itself but changes how others look or what a terminal does: a control (but ends of
/// lines and tabs), a mark that turns the direction of writing, or one that takes no room.
#[must_use]
pub fn is_unseen(character: char) -> bool {
    match character {
        '\n' | '\r' | '\t' => false,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{3164}' => true,
        '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => true,
        '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => {
            true
        }
        character => character.is_control(),
    }
}

/// The first character of a text that [`is_unseen`], and its byte.
#[must_use]
pub fn hidden(text: &str) -> Option<(usize, char)> {
    text.char_indices().find(|(_, character)| is_unseen(*character))
}

/// The same of a file, which may begin with a byte order mark.
#[must_use]
pub fn hidden_in_file(text: &str) -> Option<(usize, char)> {
    let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    hidden(rest).map(|(at, character)| (at + text.len() - rest.len(), character))
}

/// A text with a sign for each character that [`is_unseen`] or goes back to the beginning of the line.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    let odd = |character: char| is_unseen(character) || character == '\r';
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    let sign = |character: char| match character {
        '\u{7f}' => '\u{2421}',
        '\0'..='\u{1f}' => char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER),
        _ => char::REPLACEMENT_CHARACTER,
    };
    let shown = |character: char| if odd(character) { sign(character) } else { character };
    Cow::Owned(text.replace("\r\n", "\n").chars().map(shown).collect())
}

/// Signs of other scripts, and the plain ones that they look like.
const ALIKE: [(&str, &str); 2] = [
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹονАВЕЅІЈКМНОРСТХЅасеорхуѕіј", "ABEZHIKMNOPTYXCovABESIJKMHOPCTXSaceopxysij"),
    ("‐‑‒–—−（）［］＝＜＞", "------()[]=<>"),
];

/// What to say of a character that looks like another or like none, though it is neither: its number, what it seems to
/// be, and what to write.
#[must_use]
pub fn seems(character: char) -> Option<(String, String)> {
    let number = u32::from(character);
    let blank = character.is_whitespace() && !character.is_ascii();
    let unseen = matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}');
    if blank || unseen {
        let seems = if blank { "looks like a blank and is none" } else { "cannot be seen" };
        let way = if blank { "write a plain blank instead" } else { "delete it" };
        return Some((format!("the character U+{number:04X} {seems}"), way.to_owned()));
    }
    let like = ALIKE.iter().find_map(|(strange, plain)| {
        let at = strange.chars().position(|known| known == character)?;
        plain.chars().nth(at)
    });
    let wide = char::from_u32(number.wrapping_sub(0xfee0)).filter(|_| (0xff21..=0xff5a).contains(&number));
    let like = like.or(wide)?;
    Some((format!("the character U+{number:04X} looks like `{like}` and is none"), format!("write a plain `{like}`")))
}

#[cfg(test)]
mod tests {
    use super::{ALIKE, hidden, seems, visible};

    #[test]
    fn what_is_not_seen_is_shown_by_a_sign() {
        for odd in
            ['\0', '\u{1b}', '\u{7f}', '\u{80}', '\u{9b}', '\u{ad}', '\u{200b}', '\u{200d}', '\u{202e}', '\u{2066}']
        {
            let text = format!("a{odd}b");
            assert_eq!(hidden(&text), Some((1, odd)));
            assert!(!visible(&text).contains(odd) && visible(&text).chars().count() == 3, "{odd:?}");
        }
        for plain in ["two\nlines\tand a tab", "é ♞ 馬 ｋ", ""] {
            assert_eq!(hidden(plain), None);
            assert_eq!(visible(plain), plain);
        }
        assert_eq!(visible("a\r\nb\rc"), "a\nb\u{240d}c");
    }

    #[test]
    fn every_strange_sign_has_a_plain_one() {
        for (strange, plain) in ALIKE {
            assert_eq!(strange.chars().count(), plain.chars().count());
            assert!(plain.is_ascii() && strange.chars().all(|c| !c.is_ascii()));
        }
        assert_eq!(seems('\u{39d}').unwrap().1, "write a plain `N`");
        assert_eq!(seems('\u{ff31}').unwrap().1, "write a plain `Q`");
        assert_eq!(seems('N'), None);
        assert_eq!(seems('é'), None);
    }
}
