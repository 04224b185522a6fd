//! The slow part of a check beside the screen: opened definitions in, what is found out piece by piece. One thread does
//! one check after the other; a check that is out of date ends at once, also in the middle of a game.

use crate::checking::{Check, Checked, Follower, SECONDS};
use crate::output::Problems;
use anyhow::Context;
use heterodox::open::Opened;
use heterodox::playtest::trial::{ENOUGH, Plan};
use heterodox::rules::{Rules, Stop};
use heterodox::source::{SourceId, Span, Spanned};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// What is told of a check.
pub(super) enum News {
    /// How many moves there are at the start.
    First(usize),
    /// What is being done, and how far it is.
    Step(String),
    /// Problems that came up.
    Found(Problems),
    /// It is over.
    Done(Box<Checked>),
}

/// A definition to be checked.
struct Job {
    number: usize,
    opened: Opened,
    stop: Stop,
}

/// A thread that checks.
pub(super) struct Worker {
    jobs: Sender<Job>,
    news: Receiver<(usize, News)>,
    /// The check that is wanted; others are out of date.
    number: usize,
    /// What ends it.
    stop: Stop,
}

impl Worker {
    /// A thread that checks what is named so, with these options.
    pub(super) fn new(path: String, options: Vec<(String, String)>, plan: Plan) -> Worker {
        let (jobs, todo) = channel::<Job>();
        let (told, news) = channel();
        std::thread::spawn(move || {
            for Job { number, opened, stop } in todo {
                if stop.is_given() {
                    continue;
                }
                if let Some(first) = first(&opened, &stop) {
                    let _ = told.send((number, News::First(first)));
                }
                let problems = opened.diagnostics.len();
                let count = |over: u32, games: u32| {
                    // Where nobody listens the program is at its end.
                    let _ = told.send((number, News::Step(format!("random games: {over} of {games} over"))));
                };
                let mut teller = Teller { number, told: &told, problems, count: &count };
                let limit = Duration::from_secs(SECONDS.into());
                let check = Check { path: &path, options: &options, plan, enough: ENOUGH, limit, stop };
                let checked = check.run(opened, &mut teller);
                if !check.stop.is_given() {
                    teller.tell_new(&checked);
                    let _ = told.send((number, News::Done(Box::new(checked))));
                }
            }
        });
        Worker { jobs, news, number: 0, stop: Stop::default() }
    }

    /// Begins another check; what was begun before ends at once, and nothing more is heard of it.
    pub(super) fn begin(&mut self, opened: Opened) -> anyhow::Result<()> {
        self.stop.give();
        self.stop = Stop::default();
        self.number += 1;
        self.jobs.send(Job { number: self.number, opened, stop: self.stop.clone() }).ok().context(GONE)
    }

    /// Ends what was begun.
    pub(super) fn stop(&self) {
        self.stop.give();
    }

    /// The next news of the check that is wanted; `None` if there are none for so long.
    pub(super) fn news(&self, patience: Duration) -> anyhow::Result<Option<News>> {
        loop {
            match self.news.recv_timeout(patience) {
                Ok((number, news)) if number == self.number => return Ok(Some(news)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!(GONE),
            }
        }
    }
}

const GONE: &str = "the check broke off, which is a mistake of this program; `heterodox validate` may say more";

/// How many moves there are at the start.
fn first(opened: &Opened, stop: &Stop) -> Option<usize> {
    let variant = opened.variant.as_ref()?;
    let mut rules = Rules::new(variant.clone());
    rules.stop_on(stop);
    let start = Spanned::new(variant.start().to_owned(), Span::new(SourceId(0), 0..0));
    let (position, _) = rules.position(&start).ok()?;
    let moves = rules.legal_moves(&position).len();
    // What a function that has failed leaves of the moves is not their number; its trouble is shown soon.
    rules.context().trouble().is_none().then_some(moves)
}

/// Tells of one check while it goes on.
struct Teller<'a> {
    number: usize,
    told: &'a Sender<(usize, News)>,
    /// How many problems were told.
    problems: usize,
    count: &'a (dyn Fn(u32, u32) + Sync),
}

impl Teller<'_> {
    fn tell_new(&mut self, checked: &Checked) {
        let list = checked.problems[self.problems..].to_vec();
        if !list.is_empty() {
            self.problems = checked.problems.len();
            let found = Problems { list, sources: checked.opened.loaded.sources.clone() };
            let _ = self.told.send((self.number, News::Found(found)));
        }
    }
}

impl Follower for Teller<'_> {
    fn next(&mut self, checked: &Checked, step: &str) {
        self.tell_new(checked);
        let _ = self.told.send((self.number, News::Step(step.to_owned())));
    }

    fn games(&self) -> Option<&(dyn Fn(u32, u32) + Sync)> {
        Some(self.count)
    }
}
