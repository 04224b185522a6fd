//! The whole check of a definition, for `validate` and `watch`: an opened definition in; every problem of it and of each
//! value of its options out, also those that show only when its tests are run and random games are played. It goes in
//! steps, the quick ones first; whoever follows it learns of each step, and can end it.

mod clock;
pub(crate) mod trial;

use crate::output::numbered;
use crate::subject::{after_moves, examine_named, open_named};
use heterodox::diagnostic::json::json;
use heterodox::diagnostic::{Code, Diagnostic, Severity};
use heterodox::notation::coordinate;
use heterodox::open::Opened;
use heterodox::playtest::trial::{Plan, Trial};
use heterodox::playtest::{COMMON, TestReport, lint, run_tests_among, wide_hooks};
use heterodox::position::Position;
use heterodox::rules::{Rules, Stop};
use heterodox::source::{Span, Spanned};
use heterodox::variant::Variant;
use serde_json::{Value, json};
use std::time::Duration;
use trial::Games;

pub(crate) use clock::{Purse, SECONDS};

/// The most first moves that are tried.
const TRIED: usize = 100;

/// The most values of options with which a definition is opened for its tests and kept for what follows.
const KEPT: usize = 16;

/// What is known of one definition, at the end or so far.
pub(crate) struct Checked {
    /// The definition; its problems are in `problems`.
    pub(crate) opened: Opened,
    /// Every problem, in the order in which they were found.
    pub(crate) problems: Vec<Diagnostic>,
    /// `many=free`, each tried alone.
    pub(crate) tried: Vec<String>,
    /// How many tests passed and failed; `None` as long as they were not run.
    pub(crate) tests: Option<(usize, usize)>,
    /// What came of random games with the options as chosen.
    pub(crate) played: Option<Trial>,
    /// What there was no time for, in words.
    left_out: Vec<String>,
}

impl Checked {
    /// What is known of it, for programs; `seed` is that of the first random game.
    pub(crate) fn value(&self, path: &str, ok: bool, seed: u64) -> Value {
        let (passed, failed) = self.tests.unwrap_or_default();
        json!({
            "path": path,
            "name": self.opened.variant.as_ref().map(Variant::name),
            "ok": ok,
            "options": self.tried,
            "tests": { "passed": passed, "failed": failed },
            "play": self.played.as_ref().map(|played| trial::value(played, seed)),
            "diagnostics": json(&self.problems, &self.opened.loaded.sources),
        })
    }

    /// How many problems of a severity there are.
    pub(crate) fn count(&self, severity: Severity) -> usize {
        self.problems.iter().filter(|problem| problem.severity == severity).count()
    }
}

/// Someone who follows a check while it goes on.
pub(crate) trait Follower: Sync {
    /// What is known so far, and in a few words what comes next.
    fn next(&mut self, checked: &Checked, step: &str);

    /// Hears how many of how many random games are over; `None` has a bar drawn.
    fn games(&self) -> Option<&(dyn Fn(u32, u32) + Sync)>;
}

/// Nobody looks before it is over.
pub(crate) struct Alone;

impl Follower for Alone {
    fn next(&mut self, _: &Checked, _: &str) {}

    fn games(&self) -> Option<&(dyn Fn(u32, u32) + Sync)> {
        None
    }
}

/// What is to be checked.
pub(crate) struct Check<'a> {
    /// What was opened, as it was named.
    pub(crate) path: &'a str,
    /// The options that were chosen.
    pub(crate) options: &'a [(String, String)],
    /// The games of the plan are shared out among the values of options.
    pub(crate) plan: Plan,
    /// The moves that must be tried before no further game is begun, shared out likewise.
    pub(crate) enough: u64,
    /// The processor time for the whole.
    pub(crate) limit: Duration,
    /// The sign to stop at once. What is known by then is not the whole.
    pub(crate) stop: Stop,
}

impl Check<'_> {
    /// Checks what was opened as chosen and runs its tests, then opens it with each other value of each option that was
    /// left open.
    pub(crate) fn run(&self, mut opened: Opened, follower: &mut dyn Follower) -> Checked {
        let problems = std::mem::take(&mut opened.diagnostics);
        let purse = Purse::new(self.limit);
        let values = self.values_left_open(&opened);
        let n_shares = values.len() as u32 + 1;
        let games = Share {
            plan: Plan { games: self.plan.games.div_ceil(n_shares), ..self.plan },
            enough: if self.enough == u64::MAX { u64::MAX } else { self.enough / u64::from(n_shares) },
        };
        let mut checked =
            Checked { opened, problems, tried: Vec::new(), tests: None, played: None, left_out: Vec::new() };
        let chosen = |value: &(String, String)| [self.options, std::slice::from_ref(value)].concat();
        let opening = purse.share(4);
        let kept = values.iter().take(KEPT).take_while(|_| !self.stop.is_given() && !opening.left().is_zero());
        let others: Vec<Opened> = kept.map(|value| examine_named(self.path, &chosen(value))).collect();
        // The definition as it is played by itself has half of the time where there is more to try.
        let own = if values.is_empty() { purse } else { purse.share(2) };
        self.try_out(&mut checked, self.options, games, Some(&others), own, follower);
        let mut others = others.into_iter();
        for (at, option @ (name, value)) in values.iter().enumerate() {
            if self.stop.is_given() {
                break;
            }
            if purse.left().is_zero() {
                let all = numbered(values.len(), "other value");
                checked.left_out.push(format!("{} of {all} of options", values.len() - at));
                break;
            }
            checked.tried.push(format!("{name}={value}"));
            follower.next(&checked, &format!("trying `--option {name}={value}`"));
            let all = chosen(option);
            let mut again = others.next().unwrap_or_else(|| examine_named(self.path, &all));
            let problems = std::mem::take(&mut again.diagnostics);
            let mut other =
                Checked { opened: again, problems, tried: Vec::new(), tests: None, played: None, left_out: Vec::new() };
            let mut quiet = Through { whole: &checked, follower: &mut *follower };
            let share = purse.share((values.len() - at) as u32);
            self.try_out(&mut other, &all, games, None, share, &mut quiet);
            checked.left_out.extend(other.left_out.iter().map(|what| format!("{what} with `{name}={value}`")));
            // What a piece or a line of `[allow]` is for may show with one value alone.
            if other.opened.variant.is_some() && !self.stop.is_given() {
                let again = |problem: &Diagnostic| {
                    other.problems.iter().any(|other| (other.code, other.primary) == (problem.code, problem.primary))
                };
                checked.problems.retain(|problem| !is_common(problem) || again(problem));
            }
            for problem in other.problems.into_iter().filter(|problem| !is_common(problem)) {
                let known = |other: &Diagnostic| {
                    (other.code, other.primary, &other.message) == (problem.code, problem.primary, &problem.message)
                };
                if !checked.problems.iter().any(known) {
                    checked.problems.push(problem.help(format!("this is so with `--option {name}={value}`")));
                }
            }
        }
        checked.problems.extend(self.cut_short(&checked));
        checked
    }

    /// What there was no time for.
    fn cut_short(&self, checked: &Checked) -> Option<Diagnostic> {
        const MOST: usize = 4;
        let left_out = &checked.left_out;
        let last = left_out.last().filter(|_| !self.stop.is_given())?;
        let mut told: Vec<&str> = left_out.iter().take(MOST).map(String::as_str).collect();
        if left_out.len() > MOST {
            told.extend(["more of that kind"].into_iter().chain((left_out.len() > MOST + 1).then_some(last.as_str())));
        }
        let name = checked.opened.loaded.definition.as_ref().map(|definition| definition.name.span);
        Some(cut_short(&told.join(", "), self.limit.as_secs(), name))
    }

    /// Each value that is not chosen of each option that was left open.
    fn values_left_open(&self, opened: &Opened) -> Vec<(String, String)> {
        let mut values: Vec<(usize, String, String)> = Vec::new();
        for (name, option) in opened.loaded.definition.iter().flat_map(|definition| &definition.options) {
            if self.options.iter().all(|(chosen, _)| chosen != name) {
                let others = option.value.values.iter().filter(|value| **value != option.value.chosen);
                values.extend(others.enumerate().map(|(at, value)| (at, name.clone(), value.clone())));
            }
        }
        // Where there is no time for all, each option has its turn.
        values.sort_by_key(|(at, ..)| *at);
        values.into_iter().map(|(_, name, value)| (name, value)).collect()
    }

    /// What only playing shows: functions that ask too much or fail, tests that fail, laws that break. The games of the
    /// plan are played only if the start is sound. The tests are run if there are `others`, opened with other values of
    /// options for those tests that want them.
    fn try_out(
        &self,
        checked: &mut Checked,
        options: &[(String, String)],
        games: Share,
        others: Option<&[Opened]>,
        purse: Purse,
        follower: &mut dyn Follower,
    ) {
        let Some(variant) = checked.opened.variant.clone() else { return };
        let (design, late) = purse.share(4).within(&self.stop, |stop| lint(&checked.opened, stop));
        checked.left_out.extend(late.then(|| "the design".to_owned()));
        let stands_still = design.iter().any(|problem| problem.code == Code::NoFirstMove);
        checked.problems.extend(design);
        follower.next(checked, "trying the first moves");
        let (trouble, late) = purse.share(4).within(&self.stop, |stop| first_trouble(&mut checked.opened, stop));
        checked.left_out.extend(late.then(|| "some first moves".to_owned()));
        let sound = trouble.is_none();
        add(&mut checked.problems, trouble);
        if let Some(others) = others {
            follower.next(checked, "running the tests");
            let (reports, late) =
                purse.share(2).within(&self.stop, |stop| reports(self.path, options, &checked.opened, others, stop));
            let n_tests = checked.opened.loaded.definition.as_ref().map_or(0, |definition| definition.tests.len());
            if late {
                checked.left_out.push(format!("{} of {}", n_tests - reports.len(), numbered(n_tests, "test")));
            }
            let passed = reports.iter().filter(|report| report.passed()).count();
            checked.tests = Some((passed, reports.len() - passed));
            add(&mut checked.problems, reports.into_iter().flat_map(|report| report.problems));
        }
        follower.next(checked, "watching the functions of the script");
        let (wide, late) = purse.share(3).within(&self.stop, |stop| wide_hooks(&variant, stop));
        checked.left_out.extend(late.then(|| "the functions of the script".to_owned()));
        checked.problems.extend(wide);
        let Share { plan, enough } = games;
        if !sound || stands_still || plan.games == 0 || self.stop.is_given() {
            return;
        }
        follower.next(checked, "playing random games");
        let (played, late) = purse.within(&self.stop, |stop| {
            let games = Games { path: self.path, options, variant: &variant, plan, enough, stop };
            games.play(&mut checked.problems, follower.games())
        });
        if late {
            let all = if enough == u64::MAX { numbered(plan.games as usize, "game") } else { "more games".to_owned() };
            checked.left_out.push(format!("all but {} of {all}", played.games));
        }
        checked.played = Some(played);
    }
}

/// Adds problems that showed in play; each takes the place of a warning that foresaw it.
fn add(problems: &mut Vec<Diagnostic>, found: impl IntoIterator<Item = Diagnostic>) {
    for problem in found {
        let is_foreseen = |known: &Diagnostic| {
            known.severity == Severity::Warning && (known.code, known.primary) == (problem.code, problem.primary)
        };
        problems.retain(|known| !is_foreseen(known));
        problems.push(problem);
    }
}

/// The note of what there was no time for.
pub(crate) fn cut_short(left_out: &str, seconds: u64, name: Option<Span>) -> Diagnostic {
    let message =
        format!("after {} of processor time this was left out: {left_out}", numbered(seconds as usize, "second"));
    let problem = Diagnostic::new(Severity::Note, Code::CutShort, message);
    let problem = match name {
        Some(name) => problem.at(name).label("this definition asks for much"),
        None => problem,
    };
    problem.help(format!("`--time {}` gives it longer", seconds.saturating_mul(6)))
}

/// The games of one value of an option.
#[derive(Debug, Clone, Copy)]
struct Share {
    plan: Plan,
    enough: u64,
}

/// Whether a problem counts only where it is found with each value of the options.
fn is_common(problem: &Diagnostic) -> bool {
    COMMON.contains(&problem.code)
}

/// Follows the check of another value of an option: what is known of the whole is shown, not what is known of the part.
struct Through<'a> {
    whole: &'a Checked,
    follower: &'a mut dyn Follower,
}

impl Follower for Through<'_> {
    fn next(&mut self, _: &Checked, step: &str) {
        self.follower.next(self.whole, step);
    }

    fn games(&self) -> Option<&(dyn Fn(u32, u32) + Sync)> {
        self.follower.games()
    }
}

/// What a script does wrong at the start of a game: in the first position, and after each of its moves.
fn first_trouble(opened: &mut Opened, stop: &Stop) -> Option<Diagnostic> {
    let variant = opened.variant.clone()?;
    let text = variant.start().to_owned();
    let source = opened.loaded.sources.add("start", text.clone());
    let start = Spanned::new(text.clone(), Span::new(source, 0..text.len()));
    let mut rules = Rules::new(variant);
    rules.stop_on(stop);
    let (position, _) = rules.position(&start).ok()?;
    let trouble = |rules: &mut Rules, position: &Position, led: &[String]| {
        let moves = rules.legal_moves(position).to_vec();
        let _ = rules.outcome(position, 1);
        match rules.context().trouble().filter(|_| !stop.is_given()) {
            Some(problem) => Err(Box::new(after_moves(problem.clone(), led, rules.variant().definition()))),
            None => Ok(moves),
        }
    };
    let moves = match trouble(&mut rules, &position, &[]) {
        Ok(moves) => moves,
        Err(problem) => return Some(*problem),
    };
    let names = coordinate(rules.variant(), &position, &moves);
    let tried = moves.iter().zip(names).take(TRIED).take_while(|_| !stop.is_given());
    tried.into_iter().find_map(|(mv, name)| {
        let next = rules.play_unchecked(&position, mv);
        trouble(&mut rules, &next, &[name]).err().map(|problem| *problem)
    })
}

/// What came of the tests of a definition that are played with the options chosen; `others`: opened with other options.
pub(crate) fn reports(
    path: &str,
    options: &[(String, String)],
    opened: &Opened,
    others: &[Opened],
    stop: &Stop,
) -> Vec<TestReport> {
    let mut reports = run_tests_among(opened, others, stop, |chosen| {
        let mut all = options.to_vec();
        all.retain(|(name, _)| chosen.iter().all(|(other, _)| other != name));
        all.extend_from_slice(chosen);
        open_named(path, &all)
    });
    let definition = opened.loaded.definition.as_ref();
    let mut asked = definition.iter().flat_map(|definition| {
        definition.tests.iter().map(|test| {
            options.iter().all(|(name, value)| match (test.option.get(name), definition.options.get(name)) {
                (Some(chosen), _) => chosen.value.value == *value,
                (None, Some(option)) => option.value.default == *value,
                (None, None) => true,
            })
        })
    });
    reports.retain(|_| asked.next() != Some(false));
    reports
}
