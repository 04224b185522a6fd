//! Where the time of counting goes: a position and a depth in, the shares of its parts out, measured apart at sampled
//! positions so that the counting itself is not slowed down by clocks.

use crate::position::state::{State, kind_of};
use crate::position::{Position, with_core};
use crate::rules::attack::royals;
use crate::rules::context::Asked;
use crate::rules::moves::{MoveList, RawMove};
use crate::rules::shield::{Held, Shield};
use crate::rules::{Clock, Referee, Rules};
use crate::source::Span;
use crate::variant::set::{SquareSet, Width};
use std::hint::black_box;
use std::time::Duration;

/// The most positions that are looked at.
const POSITIONS: usize = 1500;
/// The most time that is spent on finding them.
const PATIENCE: Duration = Duration::from_millis(400);
/// Each part is measured so often; the fastest counts.
const ROUNDS: usize = 3;

/// Where the time of one node goes, added up over the sampled positions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Shares {
    /// How many positions were looked at.
    pub positions: usize,
    /// Finding moves. Moves that are tested one by one although the rest is worked out (in passing, castling) are here.
    pub generation: Duration,
    /// Finding out which of them are legal.
    pub legality: Duration,
    /// Playing the move that leads to each position.
    pub play: Duration,
    /// Each function of the script that was asked: its name, where the name stands, its time.
    pub hooks: Vec<(String, Span, Duration)>,
}

impl Shares {
    /// All of it.
    #[must_use]
    pub fn whole(&self) -> Duration {
        self.generation + self.legality + self.play + self.in_hooks()
    }

    /// The time of all functions.
    #[must_use]
    pub fn in_hooks(&self) -> Duration {
        self.hooks.iter().map(|(_, _, time)| *time).sum()
    }
}

impl Rules {
    /// Where the time of counting `depth` plies goes, measured at positions that random play reaches in one ply less.
    /// Needs memory of scripts that is warm: call it after [`Rules::perft`].
    pub fn shares(&mut self, position: &Position, depth: usize, clock: Clock) -> Shares {
        let context = &mut self.context;
        let (mut shares, hooks) = with_core!(self.variant, position, core, state => {
            Referee::new(core, context).shares(state, depth, clock)
        });
        let functions = self.program().map_or(&[][..], |program| program.functions());
        let asked = functions.iter().zip(hooks).filter(|(_, time)| !time.is_zero());
        shares.hooks = asked.map(|(function, time)| (function.name.clone(), function.span, time)).collect();
        shares
    }
}

/// A position and the move that leads to it.
struct Reached<W: Width> {
    before: State<W>,
    by: Option<(RawMove, MoveList)>,
    state: State<W>,
}

impl<W: Width> Referee<'_, W> {
    /// The shares, and the time of each hook by its number.
    fn shares(&mut self, start: &State<W>, depth: usize, clock: Clock) -> (Shares, Vec<Duration>) {
        let reached = self.reach(start, depth.saturating_sub(1), clock);
        let mut list = MoveList::default();
        let mut play = |referee: &mut Self| {
            for Reached { before, by, .. } in &reached {
                if let Some((mv, list)) = by {
                    black_box(referee.play(before, mv, list));
                }
            }
        };
        let mut count = |referee: &mut Self| {
            for Reached { state, .. } in &reached {
                black_box(referee.count(state, &mut list));
            }
        };
        // Where legality is worked out it is the threats that cost; where not, it is what comes after the candidates.
        let is_fast = self.may_be_fast();
        let mut candidates = MoveList::default();
        let mut apart = |referee: &mut Self| {
            for Reached { state, .. } in &reached {
                if is_fast {
                    referee.threats(state);
                } else {
                    candidates.clear();
                    referee.generate(state, &mut candidates);
                }
            }
        };
        let (in_play, in_count, in_apart) =
            (self.in_hooks(clock, &mut play), self.in_hooks(clock, &mut count), self.in_hooks(clock, &mut apart));
        let sum = |times: &[Duration]| times.iter().sum::<Duration>();
        let playing = self.fastest(clock, &mut play).saturating_sub(sum(&in_play));
        let whole = self.fastest(clock, &mut count).saturating_sub(sum(&in_count));
        let part = self.fastest(clock, &mut apart).saturating_sub(sum(&in_apart));
        let rest = whole.saturating_sub(part);
        let (generation, legality) = if is_fast { (rest, part) } else { (part, rest) };
        let positions = reached.len();
        let hooks = in_count.into_iter().zip(in_play).map(|(count, play)| count + play).collect();
        (Shares { positions, generation, legality, play: playing, hooks: Vec::new() }, hooks)
    }

    /// The time of each hook, by its number, in the fastest of some rounds of some work; reading the clock is taken off.
    fn in_hooks(&mut self, clock: Clock, work: &mut dyn FnMut(&mut Self)) -> Vec<Duration> {
        let cost = reading(clock);
        let n_functions = self.core.program.as_ref().map_or(0, |program| program.functions().len());
        self.context.asked.resize_with(self.context.asked.len().max(n_functions), Asked::default);
        let mut round = || -> Vec<Duration> {
            let before = self.context.asked.clone();
            self.context.watch.clock = Some(clock);
            work(self);
            self.context.watch.clock = None;
            let spent = self.context.asked.iter().zip(&before).map(|(asked, before)| {
                let n_calls = u32::try_from(asked.timed - before.timed).unwrap_or(u32::MAX);
                (asked.time - before.time).saturating_sub(cost.saturating_mul(n_calls))
            });
            spent.collect()
        };
        let mut fastest = round();
        for _ in 1..ROUNDS {
            for (known, now) in fastest.iter_mut().zip(round()) {
                *known = now.min(*known);
            }
        }
        fastest
    }

    /// The time of the fastest of some rounds.
    fn fastest(&mut self, clock: Clock, work: &mut dyn FnMut(&mut Self)) -> Duration {
        let mut round = |_| {
            let begun = clock();
            work(self);
            clock().saturating_sub(begun)
        };
        (0..ROUNDS).map(&mut round).min().unwrap_or_default()
    }

    /// What a king has to fear, where that is all that legality needs.
    fn threats(&mut self, state: &State<W>) {
        let us = usize::from(state.turn);
        let royal = royals(self.core, state, us);
        if !royal.is_empty() && royal.without_first().is_empty() {
            let king = royal.first();
            let victim = kind_of(state.at(king));
            let mut shield = Shield::open();
            black_box(self.shield(state, us, king, victim, &mut Held::new(), &mut shield).is_some());
            black_box(shield.pinned);
        }
    }

    /// Positions that random play of so many plies leads to, the same each time.
    fn reach(&mut self, start: &State<W>, plies: usize, clock: Clock) -> Vec<Reached<W>> {
        let begun = clock();
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        let mut found = Vec::new();
        let mut list = MoveList::default();
        let wanted = if plies == 0 { 1 } else { POSITIONS };
        for _ in 0..wanted {
            let mut here = Reached { before: *start, by: None, state: *start };
            for _ in 0..plies {
                self.legal_moves(&here.state, &mut list);
                if list.moves.is_empty() {
                    break;
                }
                seed ^= seed << 13;
                seed ^= seed >> 7;
                seed ^= seed << 17;
                let mv = list.moves[(seed % list.moves.len() as u64) as usize];
                let trail = MoveList { moves: Vec::new(), trail: list.trail.clone() };
                let next = self.play(&here.state, &mv, &trail);
                here = Reached { before: here.state, by: Some((mv, trail)), state: next };
            }
            found.push(here);
            if clock().saturating_sub(begun) > PATIENCE {
                break;
            }
        }
        found
    }
}

/// What reading the clock twice costs: in the fastest of some rounds, as another process may come between.
fn reading(clock: Clock) -> Duration {
    const TIMES: u32 = 200;
    let round = |_| {
        let begun = clock();
        for _ in 0..TIMES {
            black_box(clock().saturating_sub(black_box(clock())));
        }
        clock().saturating_sub(begun) / TIMES
    };
    (0..10).map(round).min().unwrap_or_default()
}
