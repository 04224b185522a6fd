//! Conditions with their names resolved, for pieces and for the game.

use crate::board::KindSet;
use crate::check::Checker;
use crate::check::model::{Condition, Quantity};
use crate::definition::condition::{
    CAPTURE, Condition as Written, ConditionKind, Quantity as WrittenQuantity, RegionRef, Whose,
};
use crate::diagnostic::{Code, Diagnostic};
use crate::script::HookKind;
use crate::source::{Span, Spanned};

/// What a condition is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum About {
    Piece,
    Game,
}

impl Checker<'_> {
    /// A condition of a piece.
    pub(super) fn piece_condition(&mut self, written: &Written) -> Option<Condition> {
        self.condition(written, About::Piece)
    }

    /// A condition of the game.
    pub(super) fn game_condition(&mut self, written: &Written) -> Option<Condition> {
        self.condition(written, About::Game)
    }

    fn condition(&mut self, written: &Written, about: About) -> Option<Condition> {
        Some(match &written.kind {
            ConditionKind::And(all) => Condition::And(self.conditions(all, about)?),
            ConditionKind::Or(all) => Condition::Or(self.conditions(all, about)?),
            ConditionKind::Not(inner) => Condition::Not(Box::new(self.condition(inner, about)?)),
            ConditionKind::InCheck => {
                self.only(about, About::Game, "in check", written.span)?;
                Condition::InCheck
            }
            ConditionKind::NoLegalMove => {
                self.only(about, About::Game, "no legal move", written.span)?;
                Condition::NoLegalMove
            }
            ConditionKind::Repetition(times) => {
                self.only(about, About::Game, "repetition", written.span)?;
                Condition::Repetition(*times)
            }
            ConditionKind::QuietPlies(plies) => Condition::QuietPlies(*plies),
            ConditionKind::Compare(left, comparison, right) => {
                let (left, right) = (self.quantity(left), self.quantity(right));
                Condition::Compare(left?, *comparison, right?)
            }
            ConditionKind::LastMove(word) if word.value == CAPTURE => Condition::LastMoveCapture,
            ConditionKind::LastMove(word) => Condition::LastMoveBy(self.kinds(std::slice::from_ref(word))),
            ConditionKind::Script(name) => {
                let kind = if about == About::Piece { HookKind::Condition } else { HookKind::GameCondition };
                Condition::Script(self.hook(name, kind)?)
            }
            ConditionKind::Moved => {
                self.only(about, About::Piece, "moved", written.span)?;
                self.minds_moved = true;
                Condition::Moved
            }
            ConditionKind::On(region) => {
                self.only(about, About::Piece, "on", written.span)?;
                Condition::On(self.both(region))
            }
            ConditionKind::DefendedBy(kinds) => {
                self.only(about, About::Piece, "defended by", written.span)?;
                Condition::DefendedBy(self.kinds_or_all(kinds))
            }
            ConditionKind::AttackedBy(kinds) => {
                self.only(about, About::Piece, "attacked by", written.span)?;
                Condition::AttackedBy(self.kinds_or_all(kinds))
            }
            ConditionKind::Constant(value) => Condition::Constant(*value),
        })
    }

    fn conditions(&mut self, all: &[Written], about: About) -> Option<Vec<Condition>> {
        let found: Vec<Option<Condition>> = all.iter().map(|one| self.condition(one, about)).collect();
        found.into_iter().collect()
    }

    fn only(&mut self, about: About, wanted: About, word: &str, span: Span) -> Option<()> {
        if about == wanted {
            return Some(());
        }
        let (said, place) = match wanted {
            About::Piece => ("a piece", "in `when` of a movement or power, in `immune` or `active`"),
            About::Game => ("the game", "in `when` of an `[[end]]`"),
        };
        self.say(
            Diagnostic::error(Code::MisplacedCondition, format!("`{word}` is asked of {said}, not here"))
                .at(span)
                .label("has no meaning here")
                .help(format!("it may stand {place}")),
        );
        None
    }

    /// The kinds of a condition, where no name is `all`.
    fn kinds_or_all(&mut self, names: &[Spanned<String>]) -> KindSet {
        if names.is_empty() { KindSet::ALL } else { self.kinds(names) }
    }

    fn quantity(&mut self, written: &WrittenQuantity) -> Option<Quantity> {
        match written {
            WrittenQuantity::Number(number) => Some(Quantity::Number(*number)),
            WrittenQuantity::Count { whose, kinds, on } => {
                let on = on.as_ref().map(|region: &RegionRef| self.both(region));
                let kinds = self.kinds_or_all(kinds);
                Some(Quantity::Count {
                    own: *whose != Some(Whose::Enemy),
                    enemy: *whose != Some(Whose::Own),
                    kinds,
                    on,
                })
            }
            WrittenQuantity::Counter(name) => {
                self.say(
                    Diagnostic::error(Code::UnknownCounter, format!("there is no counter `{}`", name.value))
                        .at(name.span)
                        .label("unknown counter")
                        .help("no rule keeps counters; write `count(own king) = 0` for pieces, `quiet plies 100` for moves without progress, \
                             `repetition 3` for positions that come again, or `script NAME` for a function that looks at the position"),
                );
                None
            }
        }
    }
}
