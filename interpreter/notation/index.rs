//! Texts of moves in; the number of the one that is like a given text, and those that are alike, out.

/// The numbers of texts in order, each with the beginning of its text: most comparisons need no more.
pub(super) struct Index(Vec<(u64, usize)>);

impl Index {
    /// The order of texts.
    pub(super) fn new(texts: &[String]) -> Index {
        let mut order: Vec<(u64, usize)> =
            texts.iter().enumerate().map(|(number, text)| (beginning(text), number)).collect();
        order.sort_unstable_by(|one, other| one.0.cmp(&other.0).then_with(|| texts[one.1].cmp(&texts[other.1])));
        Index(order)
    }

    /// The number of a text among those that were put in order.
    pub(super) fn find(&self, texts: &[String], text: &str) -> Option<usize> {
        let key = beginning(text);
        let than = |entry: &(u64, usize)| entry.0.cmp(&key).then_with(|| texts[entry.1].as_str().cmp(text));
        Some(self.0[self.0.binary_search_by(than).ok()?].1)
    }

    /// The texts in groups of those that are alike, most of them of one.
    pub(super) fn alike<'a>(&'a self, texts: &'a [String]) -> impl Iterator<Item = &'a [(u64, usize)]> {
        self.0.chunk_by(|one, other| one.0 == other.0 && texts[one.1] == texts[other.1])
    }
}

/// The first bytes of a text as a number; of texts with different numbers, the lesser number comes first.
fn beginning(text: &str) -> u64 {
    let mut bytes = [0; 8];
    let length = text.len().min(bytes.len());
    bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
    u64::from_be_bytes(bytes)
}
