//! Remembered decisions of one hook: what it asked, what was answered, what it said. Walked without running a script.

use crate::script::Leaf;
use crate::script::query::{Answer, Query};
use std::collections::HashMap;

/// A decision trie per root (a kind and a side, say). It stops growing at [`MAX_NODES`].
#[derive(Debug, Clone, Default)]
pub struct Trie {
    roots: Vec<Link>,
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    is_full: bool,
}

/// The most questions and the most results that a trie keeps.
pub const MAX_NODES: usize = 4096;
/// The widest range of answers to one question that a node keeps.
const MAX_WIDTH: usize = 256;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum Link {
    #[default]
    Unknown,
    Node(u32),
    Leaf(u32),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Node {
    query: Query,
    first: Answer,
    edges: Vec<Link>,
}

/// A trie that does not grow any more, its equal parts shared.
#[derive(Debug)]
pub struct Frozen(Trie);

impl Frozen {
    /// See [`Trie::lookup`].
    pub fn lookup(&self, root: u16, ask: impl FnMut(&Query) -> Answer) -> Option<&Leaf> {
        self.0.lookup(root, ask)
    }

    /// How many questions it holds.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.0.n_nodes()
    }
}

impl Node {
    #[inline]
    fn edge(&self, answer: Answer) -> Link {
        usize::try_from(i64::from(answer) - i64::from(self.first))
            .ok()
            .and_then(|at| self.edges.get(at).copied())
            .unwrap_or_default()
    }

    /// Makes room for an answer; `None` if the answers would lie too far apart.
    fn slot(&mut self, answer: Answer) -> Option<&mut Link> {
        if self.edges.is_empty() {
            self.first = answer;
        }
        let low = i64::from(self.first.min(answer));
        let high = (i64::from(self.first) + self.edges.len() as i64).max(i64::from(answer) + 1);
        let width = usize::try_from(high - low).ok().filter(|width| *width <= MAX_WIDTH)?;
        let before = usize::try_from(i64::from(self.first) - low).ok()?;
        if before > 0 {
            self.edges.splice(0..0, std::iter::repeat_n(Link::Unknown, before));
            self.first = answer;
        }
        self.edges.resize(width, Link::Unknown);
        self.edges.get_mut(usize::try_from(i64::from(answer) - low).ok()?)
    }
}

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inserted {
    /// It is remembered now.
    New,
    /// It was remembered already.
    Known,
    /// The trie is full, or the answers lie too far apart: such calls run live.
    Full,
    /// The same answers led to another question or result: the hook depends on something else.
    Impure,
}

impl Trie {
    /// Walks from `root`; `None` if this has not been met before.
    pub fn lookup(&self, root: u16, mut ask: impl FnMut(&Query) -> Answer) -> Option<&Leaf> {
        let mut link = *self.roots.get(usize::from(root))?;
        loop {
            match link {
                Link::Unknown => return None,
                Link::Leaf(at) => return self.leaves.get(at as usize),
                Link::Node(at) => {
                    let node = self.nodes.get(at as usize)?;
                    link = node.edge(ask(&node.query));
                }
            }
        }
    }

    /// Remembers a call.
    pub fn insert(&mut self, root: u16, record: &[(Query, Answer)], leaf: Leaf) -> Inserted {
        if self.roots.len() <= usize::from(root) {
            self.roots.resize(usize::from(root) + 1, Link::Unknown);
        }
        // Walk what is known: `before` is the edge that leads to where the record goes on.
        let mut before: Option<(usize, Answer)> = None;
        let mut rest = record;
        let mut link = self.roots[usize::from(root)];
        loop {
            match (link, rest.split_first()) {
                (Link::Unknown, _) => break,
                (Link::Leaf(at), None) => {
                    let same = self.leaves.get(at as usize) == Some(&leaf);
                    return if same { Inserted::Known } else { Inserted::Impure };
                }
                (Link::Node(at), Some(((query, answer), more))) => {
                    let node = &self.nodes[at as usize];
                    if node.query != *query {
                        return Inserted::Impure;
                    }
                    before = Some((at as usize, *answer));
                    link = node.edge(*answer);
                    rest = more;
                }
                (Link::Leaf(_), Some(_)) | (Link::Node(_), None) => return Inserted::Impure,
            }
        }
        if self.is_full || self.nodes.len() + rest.len() > MAX_NODES || self.leaves.len() >= MAX_NODES {
            self.is_full = true;
            return Inserted::Full;
        }
        // Room first, so that nothing is left half done.
        if let Some((node, answer)) = before
            && self.nodes[node].slot(answer).is_none()
        {
            return Inserted::Full;
        }
        let leaf = self.leaves.iter().position(|known| *known == leaf).unwrap_or_else(|| {
            self.leaves.push(leaf);
            self.leaves.len() - 1
        });
        let mut tail = Link::Leaf(leaf as u32);
        for (query, answer) in rest.iter().rev() {
            self.nodes.push(Node { query: query.clone(), first: *answer, edges: vec![tail] });
            tail = Link::Node((self.nodes.len() - 1) as u32);
        }
        match before {
            None => self.roots[usize::from(root)] = tail,
            Some((node, answer)) => {
                if let Some(slot) = self.nodes[node].slot(answer) {
                    *slot = tail;
                }
            }
        }
        Inserted::New
    }

    /// How many questions it holds.
    #[must_use]
    pub fn n_nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The same decisions for any number of threads to read: equal ones are there once, and none is added any more.
    /// Failures are left out: each thread is to run into them itself, and report them.
    #[must_use]
    pub fn frozen(&self) -> Frozen {
        let mut dag = Trie { leaves: self.leaves.clone(), ..Trie::default() };
        let mut known = HashMap::new();
        dag.roots = self.roots.iter().map(|root| self.shared(*root, &mut dag.nodes, &mut known)).collect();
        Frozen(dag)
    }

    /// Copies what a link leads to, equal nodes once. A walk down a trie is no longer than a record.
    fn shared(&self, link: Link, nodes: &mut Vec<Node>, known: &mut HashMap<Node, u32>) -> Link {
        let at = match link {
            Link::Node(at) => at,
            Link::Leaf(at) if matches!(self.leaves[at as usize], Leaf::Error(_)) => return Link::Unknown,
            _ => return link,
        };
        let Node { query, first, edges } = &self.nodes[at as usize];
        let edges = edges.iter().map(|edge| self.shared(*edge, nodes, known)).collect();
        let node = Node { query: query.clone(), first: *first, edges };
        let number = known.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            (nodes.len() - 1) as u32
        });
        Link::Node(*number)
    }

    /// Whether it has stopped growing: the hook is too wide to be remembered.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.is_full
    }
}
