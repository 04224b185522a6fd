//! Kinds of pieces and powers: letters, what may be taken, and their movements.

use crate::board::{KindId, KindSet};
use crate::check::Checker;
use crate::check::model::{CheckedKind, CheckedMovement, CheckedPower, Condition};
use crate::definition::bounds::MOST_WAYS;
use crate::definition::{PieceDef, PowerDef, TakesDef};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::script::{HookId, HookKind};
use crate::source::Span;
use std::collections::HashMap;
use std::sync::Arc;

impl Checker<'_> {
    /// All kinds, all movements, all powers.
    pub(super) fn pieces(&mut self) -> (Vec<CheckedKind>, Vec<CheckedMovement>, Vec<CheckedPower>) {
        let definition = Arc::clone(self.definition);
        let mut movements: Vec<CheckedMovement> = Vec::new();
        let mut kinds = Vec::new();
        let letters = self.letters();
        for ((name, entry), letter) in definition.pieces.iter().zip(letters) {
            let piece = &entry.value;
            let first = movements.len();
            movements.extend(self.movements_of(name, &mut Vec::new()).iter().cloned());
            let (takes, may_take) = self.takes(piece);
            let (immune, immune_when) = self.immune(piece);
            kinds.push(CheckedKind {
                name: name.clone(),
                letter,
                royal: piece.royal,
                value: piece.value,
                movements: (first..movements.len()).collect(),
                takes,
                may_take,
                immune,
                immune_when,
                active: piece.active.as_ref().and_then(|active| self.piece_condition(active)),
            });
        }
        let mut powers = Vec::new();
        for (number, (name, entry)) in definition.powers.iter().enumerate() {
            let power = &entry.value;
            let first = movements.len();
            let mut found = self.movements(&power.moves, &mut Vec::new());
            for movement in &mut found {
                movement.way_name = number as i32 + 1;
                if movement.mark.is_none() {
                    movement.mark = power.mark.clone();
                }
            }
            self.repeats(name, power, &found, &kinds, &movements);
            movements.extend(found);
            powers.push(CheckedPower {
                name: name.clone(),
                kinds: self.kinds(&power.pieces),
                movements: (first..movements.len()).collect(),
                when: power.when.as_ref().and_then(|when| self.piece_condition(when)),
                borrowed: power.borrowed.as_ref().and_then(|name| self.hook(name, HookKind::Borrow)),
                mark: power.mark.clone(),
            });
        }
        self.ways(&kinds, &movements, &powers);
        (kinds, movements, powers)
    }

    /// Notes that there are more ways to move than can be told apart: a kind has its own, those of its powers, and of a
    /// power that borrows those of every kind.
    fn ways(&mut self, kinds: &[CheckedKind], movements: &[CheckedMovement], powers: &[CheckedPower]) {
        let of =
            |numbers: &Vec<usize>| numbers.iter().map(|number| movements[*number].terms.len().max(1)).sum::<usize>();
        let own: usize = kinds.iter().map(|kind| of(&kind.movements)).sum();
        let given = powers.iter().map(|power| {
            let holders = (0..kinds.len()).filter(|kind| power.kinds.has(*kind as KindId)).count();
            holders * (of(&power.movements) + if power.borrowed.is_some() { own } else { 0 })
        });
        let ways = own + given.sum::<usize>();
        if ways > MOST_WAYS {
            let name = &self.definition.name;
            let message = format!("pieces and powers have {ways} ways to move together, at most {MOST_WAYS} are read");
            let problem = Diagnostic::error(Code::TooMany, message).at(name.span).label("this definition");
            self.say(
                problem.help("give fewer pieces a power that borrows: each has the movements of every piece then"),
            );
        }
    }

    /// Warns of kinds to which a power gives only what they always have.
    fn repeats(
        &mut self,
        name: &str,
        power: &PowerDef,
        found: &[CheckedMovement],
        kinds: &[CheckedKind],
        movements: &[CheckedMovement],
    ) {
        // A name or a mark makes no other move of it.
        let plain = |movement: &CheckedMovement| CheckedMovement { way_name: 0, mark: None, ..movement.clone() };
        let given: Vec<CheckedMovement> =
            found.iter().filter(|movement| !movement.terms.is_empty()).map(plain).collect();
        for piece in power.pieces.iter().filter(|piece| piece.span.source == self.definition.span.source) {
            let Some(kind) = kinds.iter().find(|kind| kind.name == piece.value) else { continue };
            let own: Vec<CheckedMovement> = kind.movements.iter().map(|number| plain(&movements[*number])).collect();
            let has = |movement: &CheckedMovement| {
                own.iter()
                    .any(|other| other == movement || *other == CheckedMovement { when: None, ..movement.clone() })
            };
            if power.borrowed.is_none() && !given.is_empty() && given.iter().all(has) {
                let message = format!("the power `{name}` gives `{}` what it has already", piece.value);
                self.say(
                    Diagnostic::warning(Code::ListedTwice, message)
                        .at(piece.span)
                        .label("moves so without the power")
                        .help("leave it out of `pieces`, or give another movement"),
                );
            }
        }
    }

    /// The capital letter of each kind; every letter once.
    fn letters(&mut self) -> Vec<char> {
        let definition = Arc::clone(self.definition);
        let mut used: HashMap<char, (String, Span)> = HashMap::new();
        let mut letters = Vec::new();
        for (name, entry) in &definition.pieces {
            let (written, span) = match &entry.value.letter {
                Some(letter) => (letter.value.clone(), letter.span),
                None => (name.chars().take(1).flat_map(char::to_uppercase).collect(), entry.key),
            };
            // Letters of a piece that could not be read are not known, and agree with nothing.
            let letter = written.chars().next().filter(|_| !entry.value.unread).unwrap_or('?');
            if letter == '?' {
                letters.push(letter);
                continue;
            }
            if let Some((other, place)) = used.get(&letter) {
                let problem = Diagnostic::error(
                    Code::LetterUsedTwice,
                    format!("`{name}` and `{other}` share the letter `{letter}`"),
                );
                let problem = problem.at(span).label("used a second time").also(*place, "first used here");
                // A name that is new and has no letter of its own may be meant for one that is there.
                let others = definition.pieces.keys().map(String::as_str).filter(|known| *known != name);
                let meant = nearest(name, others).filter(|_| entry.value.letter.is_none());
                let problem = match meant {
                    Some(near) => problem.help(format!("did you mean `{near}`?")),
                    None => problem,
                };
                self.say(problem.help(format!("give `{name}` another: `letter = \"...\"`")));
            } else {
                used.insert(letter, (name.clone(), span));
            }
            letters.push(letter);
        }
        letters
    }

    fn takes(&mut self, piece: &PieceDef) -> (KindSet, Option<HookId>) {
        match &piece.takes {
            None | Some(TakesDef::All) => (KindSet::ALL, None),
            Some(TakesDef::Nothing) => (KindSet(0), None),
            Some(TakesDef::Kinds(kinds)) => (self.kinds(kinds), None),
            Some(TakesDef::Script(name)) => (KindSet::ALL, self.hook(name, HookKind::MayTake)),
        }
    }

    fn immune(&mut self, piece: &PieceDef) -> (bool, Option<Condition>) {
        match piece.immune.as_ref().and_then(|immune| self.piece_condition(immune)) {
            None | Some(Condition::Constant(false)) => (false, None),
            Some(Condition::Constant(true)) => (true, None),
            Some(condition) => (false, Some(condition)),
        }
    }
}
