//! Movements on the board: strings expanded, regions applied, other pieces' movements brought in by name.

use crate::board::KindSet;
use crate::check::model::{Chain, CheckedMovement, Condition, Passes};
use crate::check::reaches::{acts, keep_from, keep_to, only_in_passing, passes, ride_paths, takes_enemies, touches};
use crate::check::{Checker, unknown};
use crate::definition::movement::{Leg, Legs, Term, UNLIMITED};
use crate::definition::{Identity, MoveDef};
use crate::diagnostic::elsewhere::{Place, elsewhere};
use crate::diagnostic::{Code, Diagnostic};
use crate::expansion::{ExpandedTerm, Forward, Path, TOO_LARGE, expand_within, too_large};
use crate::script::HookKind;
use crate::source::{Span, Spanned};
use std::rc::Rc;
use std::sync::Arc;

/// What a movement costs beside its tables when it is brought in by name.
const OF_A_MOVEMENT: usize = 16;

impl Checker<'_> {
    /// The movements of a piece, which are worked out once, however often the piece is named. `stack`: pieces whose
    /// movements are being brought in.
    pub(super) fn movements_of(&mut self, name: &str, stack: &mut Vec<String>) -> Rc<[CheckedMovement]> {
        if let Some(known) = self.worked_out.get(name) {
            return Rc::clone(known);
        }
        let definition = Arc::clone(self.definition);
        let Some(entry) = definition.pieces.get(name) else { return Rc::default() };
        stack.push(name.to_owned());
        let found: Rc<[CheckedMovement]> = self.movements(&entry.value.moves, stack).into();
        stack.pop();
        self.worked_out.insert(name.to_owned(), Rc::clone(&found));
        found
    }

    /// The movements of a piece or power.
    pub(super) fn movements(&mut self, moves: &[MoveDef], stack: &mut Vec<String>) -> Vec<CheckedMovement> {
        let mut found = Vec::new();
        for def in moves {
            if def.movement.terms.is_empty() {
                // It could not be read, and what else is said of it can be checked all the same.
                self.say_more(def, &mut nothing_more(def));
                continue;
            }
            let n_earlier = found.len();
            let mut legs: Vec<&Legs> = Vec::new();
            for term in &def.movement.terms {
                match term {
                    Term::Legs(term) => legs.push(term),
                    Term::Piece(name) => {
                        self.own(def, &mut legs, &mut found);
                        self.borrowed_by_name(def, name, stack, &mut found);
                    }
                }
            }
            self.own(def, &mut legs, &mut found);
            self.pointless(def, &found[n_earlier..]);
            self.captures_en_passant(def, &found[n_earlier..]);
        }
        found
    }

    /// Notes keys of captures beside a movement that never captures.
    fn pointless(&mut self, def: &MoveDef, found: &[CheckedMovement]) {
        let reaches = || found.iter().flat_map(|movement| &movement.terms).flat_map(|term| term.from.iter().flatten());
        // Of one that has no moves at all that is said.
        if def.span.source != self.definition.span.source || !reaches().any(|reach| !reach.is_empty()) {
            return;
        }
        let written = &def.movement;
        if def.captures_passing && !reaches().any(acts) {
            let message = format!("`{written}` takes nothing, and `captures = \"passing\"` leaves it nothing else");
            self.say(
                Diagnostic::error(Code::ContradictoryKeys, message)
                    .at(written.span)
                    .label("never a move")
                    .help("let it take, such as `fcF`, or leave `captures` out"),
            );
        } else if let Some(first) = def.spares.first().filter(|_| !def.captures_passing && !reaches().any(touches)) {
            self.say(
                Diagnostic::error(Code::IdleKey, format!("`spares` does nothing: `{written}` takes nobody"))
                    .at(first.span)
                    .label("no effect")
                    .help("leave `spares` out, or let the movement take"),
            );
        }
    }

    /// Notes captures en passant that the game would not make: after a capture on the way, and in a chain.
    fn captures_en_passant(&mut self, def: &MoveDef, found: &[CheckedMovement]) {
        let mut reaches = found.iter().flat_map(|movement| &movement.terms).flat_map(|term| term.from.iter().flatten());
        let takes_twice = |path: &Path| path.landing.passing && !(path.takes.is_empty() && path.destroys.is_empty());
        let wrong = if def.chain.is_some() {
            reaches.any(passes).then_some("a chain does not take en passant")
        } else {
            reaches
                .any(|reach| reach.paths.iter().any(takes_twice))
                .then_some("who takes on the way cannot then take en passant")
        };
        if let Some(wrong) = wrong.filter(|_| def.span.source == self.definition.span.source) {
            self.say(
                Diagnostic::error(Code::ContradictoryKeys, format!("`{}`: {wrong}", def.movement))
                    .at(def.movement.span)
                    .label("takes en passant, and otherwise")
                    .help(
                        "let it take en passant by a movement of its own: `{ move = \"fcF\", captures = \"passing\" }`",
                    ),
            );
        }
    }

    /// The movement of `def` with the legs collected so far.
    fn own(&mut self, def: &MoveDef, legs: &mut Vec<&Legs>, found: &mut Vec<CheckedMovement>) {
        if legs.is_empty() {
            return;
        }
        let mut terms = Vec::new();
        let Some(forward) = self.forward.take() else { return legs.clear() };
        for legs in legs.drain(..) {
            match expand_within(legs, self.board, &forward, &mut self.budget) {
                Ok(term) => {
                    self.range(legs, &term, &forward);
                    self.round_no_edge(legs, &term, &forward);
                    terms.push(term);
                }
                Err(problems) => self.too_large(problems),
            }
        }
        self.forward = Some(forward);
        let mut movement = CheckedMovement { terms, ..nothing_more(def) };
        self.say_more(def, &mut movement);
        found.push(movement);
    }

    /// Warns of a range that reaches no farther than a shorter one.
    fn range(&mut self, legs: &Legs, term: &ExpandedTerm, forward: &Forward) {
        let own =
            |leg: &&Leg| leg.range > 1 && leg.range != UNLIMITED && leg.span.source == self.definition.span.source;
        let Some(leg) = legs.legs.iter().find(own) else { return };
        let mut shorter = legs.clone();
        for other in shorter.legs.iter_mut().filter(|other| other.span == leg.span) {
            other.range -= 1;
        }
        let mut budget = self.budget.clone();
        if expand_within(&shorter, self.board, forward, &mut budget).is_ok_and(|less| less.from == term.from) {
            let message = format!("the range {} is longer than any way on this board", leg.range);
            self.say(
                Diagnostic::warning(Code::RangeTooLong, message)
                    .at(leg.span)
                    .label("reaches no farther than a shorter range")
                    .help("write `0` for no limit, or a range that the board has room for"),
            );
        }
    }

    /// Warns of `o` where lines go round the side edges by themselves.
    fn round_no_edge(&mut self, legs: &Legs, term: &ExpandedTerm, forward: &Forward) {
        let own = |leg: &&Leg| leg.modes.wrap && leg.span.source == self.definition.span.source;
        let Some(leg) = legs.legs.iter().find(own) else { return };
        let mut without = legs.clone();
        without.legs.iter_mut().for_each(|leg| leg.modes.wrap = false);
        let mut budget = self.budget.clone();
        if expand_within(&without, self.board, forward, &mut budget).is_ok_and(|less| less.from == term.from) {
            self.say(
                Diagnostic::warning(Code::PointlessModifier, "`o` adds nothing on this board")
                    .at(leg.span)
                    .label("no way goes round the side edges that would not do so without it")
                    .help("leave it out"),
            );
        }
    }

    fn borrowed_by_name(
        &mut self,
        def: &MoveDef,
        name: &crate::source::Spanned<String>,
        stack: &mut Vec<String>,
        found: &mut Vec<CheckedMovement>,
    ) {
        let definition = Arc::clone(self.definition);
        if !definition.pieces.contains_key(&name.value) {
            let atoms = atoms_in_small_letters(&name.value);
            let problem = match atoms.filter(|_| elsewhere(&name.value, Place::Movement).is_none()) {
                Some(meant) => Diagnostic::error(Code::UnknownPiece, format!("there is no piece `{}`", name.value))
                    .label("small letters alone are a piece's name")
                    .help(format!("atoms are capitals: did you mean `{meant}`?")),
                None => unknown("piece", Code::UnknownPiece, &name.value, Place::Movement, definition.pieces.keys()),
            };
            return self.say(problem.at(name.span));
        }
        if stack.contains(&name.value) || stack.len() > 64 {
            // The circle is one mistake, from whichever of its pieces it is found.
            if stack.iter().any(|name| self.in_circles.contains(name)) {
                return;
            }
            self.in_circles.extend(stack.iter().cloned());
            return self.say(
                Diagnostic::error(
                    Code::CircleOfMovements,
                    format!("the movement of `{}` leads back to itself", name.value),
                )
                .at(name.span)
                .label("goes round in a circle")
                .help("write the movement out in one of the pieces"),
            );
        }
        for movement in self.movements_of(&name.value, stack).iter() {
            let entries = movement.terms.iter().map(ExpandedTerm::n_entries).sum::<usize>();
            if let Err(exceeded) = self.budget.spend(OF_A_MOVEMENT + entries) {
                return self.too_large(vec![too_large(name.span, exceeded)]);
            }
            let mut movement = movement.clone();
            self.say_more(def, &mut movement);
            found.push(movement);
        }
    }

    /// What is spent is spent for all that follow; the first to pass the bound says so.
    fn too_large(&mut self, problems: Vec<Diagnostic>) {
        let said = self.problems.iter().any(|problem| problem.code == TOO_LARGE);
        self.problems.extend(problems.into_iter().filter(|problem| !said || problem.code != TOO_LARGE));
    }

    /// Applies what the table says besides the movement.
    fn say_more(&mut self, def: &MoveDef, movement: &mut CheckedMovement) {
        if let Some(from) = &def.from {
            let region = self.both(from);
            movement.terms.iter_mut().for_each(|term| keep_from(term, &region));
        }
        if let Some(to) = &def.to {
            let region = self.both(to);
            if let Err(exceeded) =
                movement.terms.iter_mut().try_for_each(|term| keep_to(term, &region, &mut self.budget))
            {
                movement.terms.clear();
                self.too_large(vec![too_large(def.movement.span, exceeded)]);
            }
        }
        let stands = |term: &ExpandedTerm| term.from.iter().flatten().any(|reach| !reach.is_empty());
        if let Some(region) = def.to.as_ref().or(def.from.as_ref())
            && !movement.terms.is_empty()
            && !movement.terms.iter().any(stands)
            && !self.problems.iter().any(|problem| problem.primary == Some(region.span))
        {
            self.say(
                Diagnostic::error(Code::MovementWithoutMoves, "this movement has no moves within its regions")
                    .at(def.movement.span)
                    .label("never a move")
                    .also(region.span, "no move begins and ends where it should")
                    .help("`from` are the squares where the piece stands, `to` those where it lands"),
            );
        }
        if def.captures_passing {
            let budget = &mut self.budget;
            if let Err(exceeded) = movement.terms.iter_mut().try_for_each(|term| only_in_passing(term, budget)) {
                movement.terms.clear();
                self.too_large(vec![too_large(def.movement.span, exceeded)]);
            }
        }
        if let Some(when) = &def.when
            && let Some(condition) = self.piece_condition(when)
        {
            movement.when = Some(match movement.when.take() {
                Some(earlier) => Condition::And(vec![earlier, condition]),
                None => condition,
            });
        }
        if let Some(name) = &def.filter {
            let captures = movement.terms.iter().any(|term| term.from.iter().flatten().any(takes_enemies));
            let level = if captures { HookKind::Filter.level() } else { 2 };
            movement.filter = self.hook_at(name, HookKind::Filter, level);
        }
        if let Some(name) = &def.does {
            movement.does = self.hook(name, HookKind::Effect);
        }
        if !def.spares.is_empty() {
            let spared = self.kinds(&def.spares);
            movement.spares = KindSet(movement.spares.0 | spared.0);
        }
        match &def.passes {
            Some(flag) if flag.value => self.passes(movement, flag.span),
            Some(_) => movement.passes = Passes::No,
            None => {}
        }
        if let Some(chain) = &def.chain {
            movement.chain = Some(Chain {
                must_finish: chain.must_finish,
                captured_at_end: chain.captured_at_end,
                promotion: chain.promotion,
            });
            if let Some(does) = &def.does {
                self.say(
                    Diagnostic::error(Code::ContradictoryKeys, "a movement cannot have both `chain` and `does`")
                        .at(chain.span)
                        .label("a chain")
                        .also(does.span, "an effect")
                        .help("leave one of the two out"),
                );
            }
        }
        if let Some(promotion) = def.promotion {
            movement.promotes = promotion;
        }
        if let Some(identity) = &def.identity {
            movement.identity = Some(identity.value);
            self.identity(def, movement, identity);
        }
        if let Some(text) = &def.text {
            self.text(text);
            movement.text = Some(text.value.clone());
        }
        if def.mark.is_some() {
            movement.mark.clone_from(&def.mark);
        }
    }

    /// Whether what makes moves one can do so.
    fn identity(&mut self, def: &MoveDef, movement: &CheckedMovement, identity: &Spanned<Identity>) {
        if identity.value == Identity::Result {
            if movement.chain.is_none() {
                self.say(
                    Diagnostic::error(Code::IdleKey, "`identity = \"result\"` does nothing without `chain`")
                        .at(identity.span)
                        .label("no effect")
                        .help(
                            "only a chain may lead to one result by several routes: add `chain = {}`, or leave it out",
                        ),
                );
            }
            return;
        }
        let known =
            |name: &str| self.program.is_some_and(|program| !program.is_unread(name) && program.is_sound(name, 1));
        let closed = movement.does.zip(self.program).and_then(|(hook, program)| program.probe_effect(hook));
        // What an effect does that is not there, or has a mistake in it, nobody knows.
        let judged = def.does.as_ref().is_none_or(|does| known(&does.value) && movement.does.is_some());
        if judged && !closed.is_some_and(|probe| probe.stays && probe.only_target) {
            self.say(
                Diagnostic::error(
                    Code::IdentityNeedsEffect,
                    "`identity = \"target\"` needs an effect that stays and acts on the target alone",
                )
                .at(identity.span)
                .label("two pieces would make different positions by one move")
                .help("let `does` name a function that calls `mv.stay()` and acts only on `mv.target`"),
            );
        }
    }

    /// Lets a movement leave the squares that it crosses to be taken on.
    fn passes(&mut self, movement: &mut CheckedMovement, written: Span) {
        movement.passes = Passes::Yes;
        let leaves = |path: &Path| path.landing.quiet && !path.crossed.is_empty();
        let mut leaves_any = false;
        for reach in movement.terms.iter_mut().flat_map(|term| term.from.iter_mut().flatten()) {
            for ride in std::mem::take(&mut reach.rides) {
                let crossed = |path: Path| Path { crossed: path.empty.clone(), ..path };
                // The first square is next to the piece, and nothing is crossed.
                let entries = ride.squares.len() * ride.squares.len() / 2;
                let paths = self.budget.spend(entries).and_then(|()| ride_paths(&ride, &mut self.budget));
                let Ok(paths) = paths else {
                    return self.say(
                        Diagnostic::error(Code::MovementTooLarge, "the ways of this movement cross too many squares")
                            .at(written)
                            .label("each square crossed is kept")
                            .help("give the movement a range, or leave `passes` out"),
                    );
                };
                reach.paths.extend(paths.into_iter().map(crossed));
            }
            // Of several routes to a square, the shortest decides what is crossed.
            reach.paths.sort_by_key(|path| path.crossed.len());
            leaves_any |= reach.paths.iter().any(leaves);
        }
        if !leaves_any && !movement.terms.is_empty() {
            self.say(
                Diagnostic::error(
                    Code::ContradictoryKeys,
                    "this movement crosses no square on which it could be taken",
                )
                .at(written)
                .label("nothing is crossed")
                .help(
                    "squares are crossed by slides and by lame leaps such as `mnD`, without taking; leave `passes` out",
                ),
            );
        }
    }

    /// Checks the words in braces of a text for moves.
    fn text(&mut self, text: &crate::source::Spanned<String>) {
        let mut rest = text.value.as_str();
        let known = ["origin", "target", "side", "piece"];
        while let Some(open) = rest.find('{') {
            let Some(close) = rest[open..].find('}') else {
                return self.say(
                    Diagnostic::error(Code::TextWord, "a brace is not closed")
                        .at(text.span)
                        .label("expected `}`")
                        .help("close it with `}`"),
                );
            };
            let word = &rest[open + 1..open + close];
            if !known.contains(&word) {
                let problem = Diagnostic::error(Code::TextWord, format!("`{{{word}}}` stands for nothing"))
                    .at(text.span)
                    .label("unknown word in braces");
                let problem = match crate::diagnostic::nearest(word, known) {
                    Some(near) => problem.help(format!("did you mean `{{{near}}}`?")),
                    None => problem.help("there are `{origin}`, `{target}`, `{side}` and `{piece}`"),
                };
                self.say(problem);
            }
            rest = &rest[open + close + 1..];
        }
    }
}

/// A movement that does nothing, before anything more is said of it.
fn nothing_more(def: &MoveDef) -> CheckedMovement {
    CheckedMovement {
        written: def.movement.to_string(),
        way_name: 0,
        terms: Vec::new(),
        when: None,
        filter: None,
        does: None,
        spares: KindSet(0),
        passes: Passes::Default,
        chain: None,
        promotes: true,
        identity: None,
        text: None,
        mark: None,
    }
}

/// A movement whose atom was written as a small letter: `mW` for `mw`.
fn atoms_in_small_letters(name: &str) -> Option<String> {
    let atom = name.chars().last().filter(|last| "wfdnahczgkrbq".contains(*last))?;
    let front = &name[..name.len() - 1];
    (name.len() <= 4 && front.chars().all(|c| "fblrvshmcdpgnjeoia".contains(c)))
        .then(|| format!("{front}{}", atom.to_ascii_uppercase()))
}
