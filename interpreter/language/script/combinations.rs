//! Every way in which questions may be answered: questions as they come in; answers to each out, so that all combinations
//! come up once, and the decision tree of what came of them.

use crate::script::query::{Answer, Query, Tree};

/// Questions with their answers, in order.
pub(crate) type Record = Vec<(Query, Answer)>;

/// Walks through the combinations of answers, as one counts: when a run is over, the last question that has one more
/// answer gets that.
#[derive(Debug, Default)]
pub struct Combinations {
    path: Record,
    at: usize,
    /// Some question of this run had no answer, or the run asked what cannot be answered so.
    pub(crate) is_broken: bool,
}

impl Combinations {
    /// The answer to a question. A question that is new on this way gets the answer that `first` gives it by those before
    /// it; `None` if there is none, or if another question was asked in this place before.
    pub(crate) fn ask(
        &mut self,
        query: &Query,
        first: impl FnOnce(&[(Query, Answer)]) -> Option<Answer>,
    ) -> Option<Answer> {
        if let Some((_, answer)) = self.path[..self.at].iter().find(|(known, _)| known == query) {
            return Some(*answer);
        }
        let answer = match self.path.get(self.at) {
            Some((known, answer)) => (known == query).then_some(*answer),
            None => first(&self.path).inspect(|answer| self.path.push((query.clone(), *answer))),
        };
        self.at += usize::from(answer.is_some());
        self.is_broken |= answer.is_none();
        answer
    }

    /// Goes on to the next combination; false when all have been tried. `next` gives the answer to a question that comes
    /// after another one.
    pub(crate) fn advance(&mut self, next: impl Fn(&[(Query, Answer)], &Query, Answer) -> Option<Answer>) -> bool {
        (self.at, self.is_broken) = (0, false);
        while let Some((query, answer)) = self.path.pop() {
            if let Some(answer) = next(&self.path, &query, answer) {
                self.path.push((query, answer));
                return true;
            }
        }
        false
    }

    /// The questions of this way, with their answers.
    pub(crate) fn path(&self) -> &[(Query, Answer)] {
        &self.path
    }
}

/// The decision tree of what came of all combinations, in the order in which they were tried; those given agree in their
/// first `depth` answers. Where every answer leads to the same, the question is left out.
pub fn grow<T: Clone + PartialEq>(ways: &[(Record, T)], depth: usize) -> Option<Tree<T>> {
    let (path, value) = ways.first()?;
    let Some((query, _)) = path.get(depth) else { return Some(Tree::Is(value.clone())) };
    let answer = |way: &(Record, T)| way.0.get(depth).map(|(_, answer)| *answer);
    let mut branches: Vec<Tree<T>> = Vec::new();
    for part in ways.chunk_by(|one, other| answer(one) == answer(other)) {
        let branch = grow(part, depth + 1)?;
        // An answer that was not tried cannot be.
        branches.resize(usize::try_from(answer(&part[0])?).ok()? + 1, branch);
    }
    match branches.first() {
        Some(first @ Tree::Is(_)) if branches.iter().all(|branch| branch == first) => Some(first.clone()),
        _ => Some(Tree::Ask(query.clone(), branches)),
    }
}
