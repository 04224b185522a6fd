//! The slow part of a check beside the screen: opened definitions in, what is found out piece by piece. One thread does
//! one check after the other; a check that is out of date ends at its next step.

use crate::checking::{Check, Checked, Follower};
use crate::output::Problems;
use anyhow::Context;
use heterodox::open::Opened;
use heterodox::playtest::trial::Plan;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// What is told of a check.
pub(super) enum News {
    /// What is being done, and how far it is.
    Step(String),
    /// Problems that came up.
    Found(Problems),
    /// It is over.
    Done(Box<Checked>),
}

/// A thread that checks.
pub(super) struct Worker {
    jobs: Sender<(usize, Opened)>,
    news: Receiver<(usize, News)>,
    /// The number of the check that is wanted; others are out of date.
    wanted: Arc<AtomicUsize>,
}

impl Worker {
    /// A thread that checks what is named so, with these options.
    pub(super) fn new(path: String, options: Vec<(String, String)>, plan: Plan) -> Worker {
        let (jobs, todo) = channel::<(usize, Opened)>();
        let (told, news) = channel();
        let wanted = Arc::new(AtomicUsize::new(0));
        let now = wanted.clone();
        std::thread::spawn(move || {
            for (number, opened) in todo {
                if number != now.load(Ordering::Relaxed) {
                    continue;
                }
                let problems = opened.diagnostics.len();
                let count = |over: u32, games: u32| {
                    let step = News::Step(format!("random games: {over} of {games} over"));
                    told.send((number, step)).is_ok() && number == now.load(Ordering::Relaxed)
                };
                let mut teller = Teller { number, wanted: &now, told: &told, problems, count: &count };
                let check = Check { path: &path, options: &options, plan };
                let checked = check.run(opened, &mut teller);
                teller.tell_new(&checked);
                let _ = told.send((number, News::Done(Box::new(checked))));
            }
        });
        Worker { jobs, news, wanted }
    }

    /// Begins another check; what was begun before ends as soon as it can, and nothing more is heard of it.
    pub(super) fn begin(&self, number: usize, opened: Opened) -> anyhow::Result<()> {
        self.wanted.store(number, Ordering::Relaxed);
        self.jobs.send((number, opened)).ok().context(GONE)
    }

    /// The next news of the check that is wanted; `None` if there are none for so long.
    pub(super) fn news(&self, patience: Duration) -> anyhow::Result<Option<News>> {
        loop {
            match self.news.recv_timeout(patience) {
                Ok((number, news)) if number == self.wanted.load(Ordering::Relaxed) => return Ok(Some(news)),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => anyhow::bail!(GONE),
            }
        }
    }
}

const GONE: &str = "the check broke off, which is a mistake of this program; `heterodox validate` may say more";

/// Tells of one check while it goes on.
struct Teller<'a> {
    number: usize,
    wanted: &'a AtomicUsize,
    told: &'a Sender<(usize, News)>,
    /// How many problems were told.
    problems: usize,
    count: &'a (dyn Fn(u32, u32) -> bool + Sync),
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
    fn next(&mut self, checked: &Checked, step: &str) -> bool {
        self.tell_new(checked);
        let heard = self.told.send((self.number, News::Step(step.to_owned()))).is_ok();
        heard && self.number == self.wanted.load(Ordering::Relaxed)
    }

    fn games(&self) -> Option<&(dyn Fn(u32, u32) -> bool + Sync)> {
        Some(self.count)
    }
}
