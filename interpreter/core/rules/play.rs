//! Playing a move: a position and a legal move in, the position after it out. Nothing is undone; positions are copied.

use crate::board::{KindId, KindSet};
use crate::position::fen::crossers;
use crate::position::state::{State, kind_of, side_of};
use crate::rules::Referee;
use crate::rules::asking::{Asking, Facts};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::script::{Effect, HookKind, Leaf, Operand};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// What happened while a move was played.
struct Played {
    /// Something was taken off the board.
    took: bool,
    /// The same side moves on.
    again: bool,
}

impl<W: Width> Referee<'_, W> {
    /// What a script may ask about a move of `state`.
    pub(crate) fn facts(&self, state: &State<W>, mv: &RawMove, list: &MoveList) -> Facts<W> {
        facts(&self.core.tables, state, mv, list)
    }

    /// A hook's view of a move before it is made.
    pub(crate) fn about(&self, state: &State<W>, mv: &RawMove, list: &MoveList) -> Asking<W> {
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        Asking { target: Some(to), facts: Some(self.facts(state, mv, list)), ..Asking::piece(state, from) }
    }

    /// The position after a move.
    #[inline(always)]
    pub(crate) fn play(&mut self, state: &State<W>, mv: &RawMove, list: &MoveList) -> State<W> {
        let mut next = State::empty();
        self.play_into(state, mv, list, &mut next);
        next
    }

    /// Writes the position after a move into `next`. Handing back a position would copy it once more, right after its
    /// bytes were written, which stalls.
    #[inline(always)]
    pub(crate) fn play_into(&mut self, state: &State<W>, mv: &RawMove, list: &MoveList, next: &mut State<W>) {
        state.copy_to(next);
        let tables = &self.core.tables;
        let is_by_way = matches!(mv.form(), Form::Plain | Form::Path);
        if is_by_way
            && tables.ways[usize::from(mv.way())].bare
            && let Some(crossed) = lone_step(tables, mv)
        {
            play_bare(tables, state, mv, crossed, next);
        } else if mv.form() == Form::Chain && tables.ways[usize::from(mv.way())].hops_alone {
            play_chain(tables, state, mv, list, next);
        } else {
            self.play_any(state, mv, list, next);
        }
    }

    /// Any move, with what scripts do to it; `next` is a copy of `state`.
    #[inline(never)]
    fn play_any(&mut self, state: &State<W>, mv: &RawMove, list: &MoveList, next: &mut State<W>) {
        let core = self.core;
        let tables = &core.tables;
        // What is done after captures alone is not asked of a move that takes nobody.
        if tables.after_only_captures
            && matches!(mv.form(), Form::Plain | Form::Path)
            && tables.ways[usize::from(mv.way())].plain
            && state.at(usize::from(mv.to())) == 0
            && !self.context.asks_each()
            && let Some(crossed) = lone_step(tables, mv)
        {
            return play_bare(tables, state, mv, crossed, next);
        }
        let us = usize::from(state.turn);
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        let kind = kind_of(state.at(from));
        let mut played = Played { took: false, again: false };
        let mut passing = W::Set::EMPTY;
        let mut landed = to;
        if mv.form() == Form::Castling {
            let castling = &tables.castling[usize::from(mv.way())];
            let rook = mv.extra() as usize;
            let rook_kind = kind_of(state.at(rook));
            for square in [from, rook] {
                next.take_off(tables, square);
                next.touch(tables, square);
            }
            next.put(tables, usize::from(castling.king_to), us, kind);
            next.put(tables, usize::from(castling.rook_to), us, rook_kind);
        } else {
            let way = &tables.ways[usize::from(mv.way())];
            let effects = match way.does {
                None => None,
                Some(hook) => match self.ask(state, hook, HookKind::Effect, self.about(state, mv, list)) {
                    Leaf::Effects(effects) => Some(effects),
                    Leaf::Error(problem) => {
                        self.context.report(&problem);
                        None
                    }
                    _ => None,
                },
            };
            let effects = effects.as_deref().unwrap_or_default();
            if effects.contains(&Effect::Stay) {
                landed = from;
            } else {
                self.advance(state, mv, list, next, &mut played);
                if way.passes && mv.form() == Form::Path {
                    passing = tables.terms[way.term].paths[mv.extra() as usize].crossed;
                }
            }
            if !effects.is_empty() {
                let asking = self.about(state, mv, list);
                self.apply(state, &asking, effects, landed, next, &mut played);
            }
        }
        if let Some(hook) = tables.after
            && (!tables.after_only_captures
                || self.context.asks_each()
                || !self.facts(state, mv, list).captured.is_empty())
        {
            let before = self.about(state, mv, list);
            let asking = Asking { mover: Some(landed), ..before };
            let mut seen = *next;
            self.complete(state, mv, landed, passing, &played, &mut seen);
            let leaf = self.ask(&seen, hook, HookKind::After, asking);
            if let Leaf::Effects(effects) = leaf {
                self.apply(&seen, &asking, &effects, landed, next, &mut played);
            } else if let Leaf::Error(problem) = leaf {
                self.context.report(&problem);
            }
        }
        self.complete(state, mv, landed, passing, &played, next);
    }

    /// Completes a move whose pieces stand where it leaves them: what it counts for, whose turn it is, and what can be
    /// captured en passant now. `passing`: the squares that the piece on `landed` has crossed.
    fn complete(
        &self,
        state: &State<W>,
        mv: &RawMove,
        landed: usize,
        passing: W::Set,
        played: &Played,
        next: &mut State<W>,
    ) {
        let tables = &self.core.tables;
        finish(tables, state, mv, kind_of(state.at(usize::from(mv.from()))), played.took, next);
        if !played.again {
            pass_turn(tables, state, next);
        }
        if tables.has_passing && !(state.passing.is_empty() && passing.is_empty()) {
            // What scripts did may have moved or turned the piece that crossed, or given the turn back.
            let crossed = |&square: &usize| !crossers(self.core, next, square, W::Set::bit(landed)).is_empty();
            let passing = passing.squares().filter(crossed).fold(W::Set::EMPTY, W::Set::with);
            next.set_passing(tables, passing, landed as u8);
        }
    }

    /// Moves the piece and takes what the move takes.
    #[inline(always)]
    fn advance(&mut self, state: &State<W>, mv: &RawMove, list: &MoveList, next: &mut State<W>, played: &mut Played) {
        let tables = &self.core.tables;
        let us = usize::from(state.turn);
        let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
        let kind = kind_of(state.at(from));
        next.take_off(tables, from);
        next.touch(tables, from);
        let mut take = |next: &mut State<W>, square: usize| {
            if next.at(square) != 0 {
                next.take_off(tables, square);
                next.touch(tables, square);
                played.took = true;
            }
        };
        match mv.form() {
            Form::Plain => take(next, to),
            Form::Path => {
                let path = &tables.terms[tables.ways[usize::from(mv.way())].term].paths[mv.extra() as usize];
                for square in path.takes.or(path.destroys).squares() {
                    take(next, square);
                }
                take(next, to);
            }
            Form::Chain => {
                for (landing, taken) in list.hops(mv) {
                    for &square in taken {
                        take(next, usize::from(square));
                    }
                    take(next, usize::from(landing));
                }
            }
            Form::Passing => {
                take(next, usize::from(state.ep_victim));
                take(next, to);
            }
            Form::Castling => {}
        }
        let kind = if mv.promotion() != 0 { usize::from(mv.promotion()) - 1 } else { kind };
        next.put(tables, to, us, kind);
    }

    /// Applies effects in order. Their handles are read in `seen`.
    fn apply(
        &mut self,
        seen: &State<W>,
        asking: &Asking<W>,
        effects: &[Effect],
        landed: usize,
        next: &mut State<W>,
        played: &mut Played,
    ) {
        let tables = &self.core.tables;
        for effect in effects {
            match effect {
                Effect::Stay => {}
                Effect::Again => played.again = true,
                Effect::Remove(operand) => {
                    for square in self.operand(seen, asking, operand).squares() {
                        if next.at(square) != 0 {
                            next.take_off(tables, square);
                            next.touch(tables, square);
                            played.took = true;
                        }
                    }
                }
                Effect::Convert(operand) => {
                    for square in self.operand(seen, asking, operand).squares() {
                        let piece = next.at(square);
                        if piece != 0 {
                            next.take_off(tables, square);
                            next.touch(tables, square);
                            next.put(tables, square, 1 - side_of(piece), kind_of(piece));
                        }
                    }
                }
                Effect::Put(kind, handle) => {
                    if let Some(square) = self.place(seen, asking, *handle) {
                        next.take_off(tables, square);
                        next.touch(tables, square);
                        next.put(tables, square, asking.us, usize::from(*kind));
                    }
                }
                Effect::Shift(from, to) => {
                    if let (Some(from), Some(to)) = (self.place(seen, asking, *from), self.place(seen, asking, *to)) {
                        let piece = next.at(from);
                        if piece != 0 && from != to {
                            next.take_off(tables, from);
                            next.touch(tables, from);
                            if next.at(to) != 0 {
                                next.take_off(tables, to);
                                next.touch(tables, to);
                                played.took = true;
                            }
                            next.put(tables, to, side_of(piece), kind_of(piece));
                        }
                    }
                }
                Effect::Swap(a, b) => {
                    if let (Some(a), Some(b)) = (self.place(seen, asking, *a), self.place(seen, asking, *b)) {
                        let (one, other) = (next.at(a), next.at(b));
                        for square in [a, b] {
                            next.take_off(tables, square);
                            next.touch(tables, square);
                        }
                        for (square, piece) in [(b, one), (a, other)] {
                            if piece != 0 && next.at(square) == 0 {
                                next.put(tables, square, side_of(piece), kind_of(piece));
                            }
                        }
                    }
                }
                Effect::Promote(kind) => {
                    let piece = next.at(landed);
                    if piece != 0 {
                        next.take_off(tables, landed);
                        next.put(tables, landed, side_of(piece), usize::from(*kind));
                    }
                }
            }
        }
    }

    fn operand(&mut self, seen: &State<W>, asking: &Asking<W>, operand: &Operand) -> W::Set {
        match operand {
            Operand::Square(handle) => self.place(seen, asking, *handle).map_or(W::Set::EMPTY, W::Set::bit),
            Operand::Set(set) => self.places(seen, asking, set),
        }
    }
}

/// The squares on which a move by a way leaves its piece to be captured en passant, if it takes nobody on its way and
/// ends elsewhere than it begins.
#[inline(always)]
fn lone_step<W: Width>(tables: &Tables<W>, mv: &RawMove) -> Option<W::Set> {
    if mv.form() == Form::Plain {
        return Some(W::Set::EMPTY);
    }
    let way = &tables.ways[usize::from(mv.way())];
    let path = &tables.terms[way.term].paths[mv.extra() as usize];
    let is_alone = path.takes.or(path.destroys).is_empty() && path.from != path.to;
    is_alone.then_some(if way.passes { path.crossed } else { W::Set::EMPTY })
}

/// The position after a move that puts a piece elsewhere, takes what stands there and does nothing more.
#[inline(always)]
fn play_bare<W: Width>(tables: &Tables<W>, state: &State<W>, mv: &RawMove, passing: W::Set, next: &mut State<W>) {
    let us = usize::from(state.turn);
    let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
    let kind = kind_of(state.at(from));
    let victim = state.at(to);
    next.lift(tables, from, us, kind);
    if victim != 0 {
        next.lift(tables, to, side_of(victim), kind_of(victim));
    }
    let after = if mv.promotion() != 0 { usize::from(mv.promotion()) - 1 } else { kind };
    next.put(tables, to, us, after);
    if tables.minds_moved {
        next.moved(tables, W::Set::bit(from).with(to));
    }
    if state.rights != 0 {
        next.touch(tables, from);
        if victim != 0 {
            next.touch(tables, to);
        }
    }
    finish(tables, state, mv, kind, victim != 0, next);
    pass_turn(tables, state, next);
    if tables.has_passing && !state.passing.or(passing).is_empty() {
        next.set_passing(tables, passing, to as u8);
    }
}

/// The position after a chain with no script before, in or after it.
#[inline(always)]
fn play_chain<W: Width>(tables: &Tables<W>, state: &State<W>, mv: &RawMove, list: &MoveList, next: &mut State<W>) {
    let us = usize::from(state.turn);
    let (from, to) = (usize::from(mv.from()), usize::from(mv.to()));
    let kind = kind_of(state.at(from));
    next.lift(tables, from, us, kind);
    next.touch(tables, from);
    let mut changed = W::Set::bit(from);
    let mut took = false;
    for (landing, taken) in list.hops(mv) {
        for square in taken.iter().copied().chain([landing]).map(usize::from) {
            let victim = next.at(square);
            if victim != 0 {
                next.lift(tables, square, side_of(victim), kind_of(victim));
                next.touch(tables, square);
                changed = changed.with(square);
                took = true;
            }
        }
    }
    let after = if mv.promotion() != 0 { usize::from(mv.promotion()) - 1 } else { kind };
    next.put(tables, to, us, after);
    if tables.minds_moved {
        next.moved(tables, changed.with(to));
    }
    finish(tables, state, mv, kind, took, next);
    pass_turn(tables, state, next);
    if tables.has_passing && !state.passing.is_empty() {
        next.set_passing(tables, W::Set::EMPTY, 0);
    }
}

/// Notes what kind of move was made.
#[inline(always)]
fn finish<W: Width>(tables: &Tables<W>, state: &State<W>, mv: &RawMove, kind: usize, took: bool, next: &mut State<W>) {
    next.last_capture = took;
    next.last_kind = kind as u8 + 1;
    let quiet = &tables.quiet;
    let resets = (took && quiet.capture) || quiet.kinds.has(kind as u8) || (mv.promotion() != 0 && quiet.promotion);
    next.quiet = if resets { 0 } else { state.quiet.saturating_add(1) };
}

/// The other side is to move.
#[inline(always)]
fn pass_turn<W: Width>(tables: &Tables<W>, state: &State<W>, next: &mut State<W>) {
    next.turn = 1 - state.turn;
    next.key ^= tables.turn_key;
    if state.turn == tables.second {
        next.number = state.number.saturating_add(1);
    }
}

/// What a script may ask about a move of `state`.
pub(crate) fn facts<W: Width>(tables: &Tables<W>, state: &State<W>, mv: &RawMove, list: &MoveList) -> Facts<W> {
    let kind = kind_of(state.at(usize::from(mv.from())));
    let to = usize::from(mv.to());
    let mut captured = W::Set::EMPTY;
    let stands = state.at(to) != 0 && mv.to() != mv.from();
    match mv.form() {
        Form::Castling => {}
        Form::Plain => {
            if stands && tables.ways[usize::from(mv.way())].act.takes {
                captured = captured.with(to);
            }
        }
        Form::Path => {
            let path = &tables.terms[tables.ways[usize::from(mv.way())].term].paths[mv.extra() as usize];
            captured = path.takes.or(path.destroys);
            if stands {
                captured = captured.with(to);
            }
        }
        Form::Chain => {
            for (_, taken) in list.hops(mv) {
                for &square in taken {
                    captured = captured.with(usize::from(square));
                }
            }
        }
        Form::Passing => captured = captured.with(usize::from(state.ep_victim)),
    }
    let way = match mv.form() {
        Form::Castling => 0,
        _ => tables.way_names.get(usize::from(tables.ways[usize::from(mv.way())].movement)).copied().unwrap_or(0),
    };
    let taken = captured.squares().filter(|square| state.at(*square) != 0);
    let taken = taken.fold(KindSet(0), |kinds, square| kinds.with(kind_of(state.at(square)) as KindId));
    Facts { kind, captured, taken, jumps: !captured.without(to).is_empty(), promotes: mv.promotion() != 0, way }
}
