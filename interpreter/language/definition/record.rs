//! What the reader of definitions asks for in, the tables of the language with their keys out.

use indexmap::IndexMap;
use std::ops::RangeInclusive;

/// What is asked of the value under a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// The reader looks at the value itself.
    Anything,
    Text,
    Word(Vec<String>),
    Integer(RangeInclusive<i64>),
    Integers(RangeInclusive<i64>),
    Number,
    Flag,
    Texts,
    Function,
    Condition,
    Region,
    /// A region, the same for both sides or one for each.
    Sided,
    /// A table of its own, by its name in messages.
    Table(String),
    /// An array of tables.
    Tables(String),
    /// One table or an array of them.
    OneOrMore(String),
    /// A table whose keys are the author's names.
    Named,
    /// Such a table of strings.
    Words,
}

/// The keys of one table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    /// Each key with all that was asked of it, in the order of the questions.
    pub(crate) keys: IndexMap<String, Vec<Asked>>,
    /// How often such a table was read.
    n_read: usize,
    /// How often each key was said to be needed.
    needed: IndexMap<String, usize>,
}

impl Keys {
    /// The keys that are needed whatever else stands there.
    pub(crate) fn needed(&self) -> Vec<&str> {
        let always = self.needed.iter().filter(|(_, n)| **n >= self.n_read);
        always.map(|(key, _)| key.as_str()).collect()
    }
}

/// The tables that were read, by their names in messages.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    tables: IndexMap<String, Keys>,
    names: Vec<String>,
}

impl Record {
    /// A table is being read.
    pub(crate) fn table(&mut self, what: &str) {
        self.tables.entry(what.to_owned()).or_default().n_read += 1;
    }

    /// Something is asked of a key.
    pub(crate) fn key(&mut self, what: &str, key: &str, asked: Asked) {
        let table = self.tables.entry(what.to_owned()).or_default();
        // One of a region's sides, or one of a table of regions: no key of this table.
        if asked == Asked::Sided && !table.keys.contains_key(key) {
            return;
        }
        let known = table.keys.entry(key.to_owned()).or_default();
        if !known.contains(&asked) {
            known.push(asked);
        }
    }

    /// A key is needed.
    pub(crate) fn needs(&mut self, what: &str, key: &str) {
        let table = self.tables.entry(what.to_owned()).or_default();
        *table.needed.entry(key.to_owned()).or_default() += 1;
    }

    /// The author's names of this kind of thing are checked.
    pub(crate) fn name(&mut self, kind: &str) {
        if !self.names.iter().any(|known| known == kind) {
            self.names.push(kind.to_owned());
        }
    }

    /// Whether the author's names of this kind of thing are checked.
    pub(crate) fn checks_names(&self, kind: &str) -> bool {
        self.names.iter().any(|known| known == kind)
    }

    /// The keys of a table.
    pub(crate) fn of(&self, what: &str) -> Option<&Keys> {
        self.tables.get(what)
    }
}
