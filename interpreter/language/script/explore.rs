//! Functions run with every combination of answers that they may get: a function and the answers to each question in, what
//! came of each run out.

use crate::script::answer::HookId;
use crate::script::combinations::{Combinations, Record};
use crate::script::handles::Handle;
use crate::script::hook::HookKind;
use crate::script::program::{Ended, Program};
use crate::script::query::{Answer, Oracle, Query, Set};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Says which answers a question may have.
pub trait Answers: Send + Sync {
    /// The answer that comes after another one, or the first, by what was asked before; `None` if there is none.
    fn next(&self, before: &[(Query, Answer)], query: &Query, after: Option<Answer>) -> Option<Answer>;
}

/// A run of a function.
#[derive(Debug)]
pub struct Run {
    /// What came of it.
    pub ended: Ended,
    /// What was asked, with the answers that were chosen.
    pub asked: Record,
    /// Whether every question had an answer; one that had none was answered with 0.
    pub is_answered: bool,
}

/// An oracle that tries all answers.
struct Chooser<A>(A, Mutex<Combinations>);

impl<A: Answers> Chooser<A> {
    fn combinations(&self) -> MutexGuard<'_, Combinations> {
        self.1.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<A: Answers> Oracle for Chooser<A> {
    fn ask(&self, query: &Query) -> Answer {
        self.combinations().ask(query, |before| self.0.next(before, query, None)).unwrap_or_default()
    }

    /// A set has one member or none.
    fn members(&self, set: &Set) -> Vec<u8> {
        if self.ask(&Query::SetAny(set.clone())) == 0 { Vec::new() } else { vec![0] }
    }

    fn square(&self, _: Handle) -> Option<u8> {
        None
    }
}

impl Program {
    /// Runs a function with every combination of answers, until `hear` has heard enough; whether it heard all.
    pub fn explore(
        &self,
        hook: HookId,
        kind: HookKind,
        answers: impl Answers + 'static,
        mut hear: impl FnMut(Run) -> bool,
    ) -> bool {
        let chooser = Arc::new(Chooser(answers, Mutex::default()));
        loop {
            let recorder = self.recorder(hook, kind, kind.level(), chooser.clone());
            recorder.collect();
            let ended = self.run_hook(hook, kind, &recorder);
            let mut combinations = chooser.combinations();
            let run = Run { ended, asked: combinations.path().to_vec(), is_answered: !combinations.is_broken };
            let has_more = combinations.advance(|before, query, answer| chooser.0.next(before, query, Some(answer)));
            drop(combinations);
            if !hear(run) {
                return false;
            }
            if !has_more {
                return true;
            }
        }
    }
}
