//! Values with what is done with them in, what cannot be so out: words of another sort of value, comparisons that have
//! one answer, results that nobody can use, names that are not there, numbers beyond the board.

use crate::diagnostic::Code;
use crate::script::HookKind;
use crate::script::cases::{Case, cases};
use crate::script::fitting::{COMPARISONS, apart, compared, miscounted, operator, unfit, unknown};
use crate::script::lexicon::{Takes, named, parameters, sort};
use crate::script::names::{Sort, suggest};
use crate::script::problem::Problem;
use crate::script::reader::{Reader, Role};
use crate::script::squares::{bad_leap, bad_step};
use crate::script::values::{Flat, Sorts, Text, Value, has};
use rhai::{Expr, FnCallExpr, Position};

/// What the board has of what words ask.
#[derive(Debug, Clone, Default)]
pub struct Extent {
    /// Which of `rank`, `file`, `ring` and `sector` are never more than 0.
    pub lacks: Vec<&'static str>,
    /// The most steps that a line has; `None` where one goes round, or where the board is not known.
    pub longest: Option<usize>,
}

/// What plainly does not go with arithmetic.
const NO_NUMBERS: Sorts = Sorts::UNIT;

impl Reader<'_> {
    fn say(&mut self, at: Position, problem: Problem) {
        if let Some(found) = &mut self.found {
            found.push((at, None, problem));
        }
    }

    /// Whether something is true or false, where only that will do.
    pub(super) fn needs_truth(&mut self, value: &Value, at: Position) {
        let sorts = value.sorts();
        if sorts != Sorts::NONE && !sorts.meets(Sorts::BOOL) {
            let found = sort(sorts.first());
            let problem = Problem::new(Code::WrongType, format!("expected true or false, found {found}"))
                .help("ask a question, such as `... == 0` of a number or `.any` of a set");
            self.say(at, problem);
        }
    }

    /// What a function gives to whoever calls it from outside.
    pub(super) fn answers(&mut self, role: Role, name: &str, at: Position, given: &Value) {
        let (allowed, wanted) = match role {
            Role::Board => return,
            Role::Forward => (Sorts::BOOL, format!("`fn {name}(side, from, to)`, and true or false")),
            Role::Hook(kind) => (answer(kind), kind.signature(name)),
        };
        let sorts = given.sorts();
        if sorts == Sorts::NONE {
            return;
        }
        let wrong = |found: &str| {
            Problem::new(Code::WrongResult, format!("`{name}` gives {found}")).label(format!("expected {wanted}"))
        };
        if !sorts.meets(allowed) {
            self.say(at, wrong(sort(sorts.first())));
            return;
        }
        let Some(texts) = given.own.written() else { return };
        for (text, place) in texts {
            let place = if place.is_none() { at } else { place };
            match role {
                Role::Hook(HookKind::Outcome) if !matches!(text, "win" | "loss" | "draw") => {
                    self.say(place, wrong(&format!("the string `{text}`")));
                }
                Role::Hook(HookKind::Borrow) if !text.is_empty() => {
                    if let Err(problem) = self.names.check(Sort::Kind, text) {
                        self.say(place, problem);
                    }
                }
                _ => {}
            }
        }
    }

    /// The cases of a `switch`.
    pub(super) fn switched(&mut self, subject: &Expr, value: &Value, at: Position) {
        if matches!(subject, Expr::Stmt(_) | Expr::Map(..)) {
            return;
        }
        let all = match self.cases.get(&at) {
            Some(all) => all.clone(),
            None => {
                let all = (self.text_at)(at).map(|text| cases(&text)).unwrap_or_default();
                let texts = all.iter().filter_map(|(_, case)| match case {
                    Case::Text(text) => Some(text.clone()),
                    _ => None,
                });
                self.marks.extend(texts);
                self.cases.insert(at, all.clone());
                all
            }
        };
        let sorts = value.sorts();
        if self.found.is_none() || sorts == Sorts::NONE {
            return;
        }
        if sorts.lies_in(Sorts::HANDLES) {
            let what = sort(sorts.first());
            let problem = Problem::new(Code::UnlikeValues, format!("`switch` cannot tell {what} from another"))
                .help("switch on the `.kind` or `.rank` of a square, or use `if`");
            self.say(subject.start_position(), problem);
            return;
        }
        for (within, case) in all {
            let named = match &case {
                Case::Text(_) => Sorts::TEXT,
                Case::Character => Sorts::CHAR,
                Case::Number => Sorts::NUMBER,
                Case::Truth => Sorts::BOOL,
            };
            let problem = match &case {
                _ if !sorts.meets(named) => Some(compared(sorts.first(), named.first())),
                Case::Text(text) => self.never(text, &value.own),
                _ => None,
            };
            if let (Some(problem), Some(found)) = (problem, &mut self.found) {
                found.push((at, Some(within), problem));
            }
        }
    }

    /// Whether a string that is written can be another value, of which all is known.
    fn never(&self, text: &str, other: &Flat) -> Option<Problem> {
        let own = |list: &[&str]| list.iter().map(ToString::to_string).collect::<Vec<String>>();
        let mut first = None;
        let mut may_be_empty = false;
        let mut possible: Vec<String> = Vec::new();
        for source in &other.texts {
            let (what, list) = match source {
                Text::Kind => ("piece", self.names.kinds.clone()),
                Text::Side => ("side", own(&["friend", "foe"])),
                Text::Way => ("way of moving", self.names.ways.clone()),
                Text::Turn => ("side", own(&["white", "black"])),
                Text::Option(number) => match &self.names.options[*number].values {
                    // Where a choice is settled, what is written for the other values stays.
                    values if values.len() > 1 => ("value of this option", values.clone()),
                    _ => return None,
                },
                Text::Written(written, _) => {
                    possible.push(written.to_string());
                    continue;
                }
                Text::Other => return None,
            };
            may_be_empty |= what != "value of this option";
            first.get_or_insert(what);
            possible.extend(list);
        }
        let what = first.filter(|_| !other.sorts.meets(Sorts::ANY.without(Sorts::TEXT.or(Sorts::UNIT))))?;
        if possible.iter().any(|name| name == text) || text.is_empty() && may_be_empty {
            return None;
        }
        let problem = Problem::new(Code::NeverEqual, format!("there is no {what} `{text}`")).label("never equal");
        Some(suggest(problem, text, possible.iter().map(String::as_str)))
    }

    /// Strings of one that are never those of the other.
    fn never_equal(&mut self, one: &Flat, other: &Flat, at: Position) {
        let Some(texts) = one.written() else { return };
        let found: Vec<(Position, Problem)> = texts
            .into_iter()
            .filter_map(|(text, place)| Some((if place.is_none() { at } else { place }, self.never(text, other)?)))
            .collect();
        found.into_iter().for_each(|(at, problem)| self.say(at, problem));
    }

    /// A closure that a word of a set gives one square.
    pub(super) fn miscounted_closure(&mut self, at: Position, n: usize) {
        let given = if n == 0 { "none".to_owned() } else { n.to_string() };
        let problem =
            Problem::new(Code::WrongParameters, format!("a function of one square has 1 parameter, not {given}"))
                .label("called for each square of the set")
                .help("write `|x| ...`");
        self.say(at, problem);
    }

    /// A word with its values: is it a word of the receiver, and does it take these?
    pub(super) fn fits(&mut self, receiver: &Value, name: &str, (args, values): (&[Expr], &[Value]), at: Position) {
        let sorts = receiver.sorts();
        if self.found.is_none() || sorts == Sorts::NONE || sorts == Sorts::ANY {
            return;
        }
        let owners: Vec<(&str, &str)> =
            sorts.names().filter_map(|owner| Some((owner, has(owner, name, args.len())?))).collect();
        if owners.is_empty() {
            if let Some(problem) = self.not_a_word(sorts, name, args.len()) {
                self.say(at, problem);
            }
            return;
        }
        for (place, (arg, value)) in args.iter().zip(values).enumerate() {
            let taken: Option<Vec<Takes>> =
                owners.iter().map(|(owner, word)| Takes::of(owner, parameters(word)[place])).collect();
            let Some(taken) = taken else { continue };
            let fits = |takes: &Takes| value.sorts() == Sorts::NONE || value.sorts().meets(Sorts::taken(*takes));
            if !taken.iter().any(fits) {
                self.say(arg.start_position(), unfit(name, owners[0].1, taken[0], value.sorts().first()));
            } else if place == 0 && taken == [Takes::Text] {
                self.named(name, arg, value);
            }
        }
        if let Some(problem) = numbers(name, args) {
            self.say(at, problem);
        }
        if let Some(problem) = self.beyond(name, args) {
            self.say(at, problem);
        }
    }

    fn not_a_word(&self, sorts: Sorts, name: &str, n: usize) -> Option<Problem> {
        let first = sorts.first();
        if sorts.meets(Sorts::MAP) || self.known.is_scripted(name) || name.is_empty() {
            return None;
        }
        // What nobody has is told where the words are read.
        named(name).next()?;
        let own: Vec<&str> = named(name).filter(|(of, ..)| *of == first).map(|(_, word, _)| word).collect();
        Some(if own.is_empty() { unknown(name, Some(first), self.known) } else { miscounted(name, &own, n) })
    }

    /// Strings that reach a word by way of a variable.
    fn named(&mut self, word: &str, arg: &Expr, value: &Value) {
        let sort = match word {
            "is_a" | "holds" | "defended_by" | "attacked_by" | "of" | "except" | "put" | "promote" => Sort::Kind,
            "within" => Sort::Region,
            "step" | "first" | "ray" => Sort::Direction,
            _ => return,
        };
        let Some(texts) = value.own.written() else { return };
        for (text, place) in texts {
            let place = if place.is_none() { arg.start_position() } else { place };
            if let Err(problem) = self.names.check(sort, text)
                && !self.marks.contains(text)
            {
                self.say(place, problem);
            }
        }
    }

    /// What this board has not.
    fn beyond(&self, name: &str, args: &[Expr]) -> Option<Problem> {
        if self.ground.lacks.contains(&name) && args.is_empty() {
            return Some(
                Problem::new(Code::WordWithoutMeaning, format!("this board has no {name}s, so `{name}` is always 0"))
                    .label("means nothing here")
                    .help("rings and sectors belong to a circle, ranks and files to other boards"),
            );
        }
        let longest = self.ground.longest?;
        let n = args.get(1).and_then(number).filter(|_| name == "step")?;
        let is_beyond = (1..=255).contains(&n) && usize::try_from(n).is_ok_and(|n| n > longest);
        is_beyond.then(|| {
            Problem::new(Code::WordWithoutMeaning, format!("{n} steps lead off this board from every square"))
                .label("always off the board")
                .help(format!("its longest line has {longest} steps"))
        })
    }

    /// An operator and its values.
    pub(super) fn compared(&mut self, call: &FnCallExpr, values: &[Value], at: Position) {
        let name = call.name.as_str();
        if matches!(name, "==" | "!=" | "contains") {
            for value in values {
                for text in value.own.texts.iter().chain(&value.items.texts) {
                    if let Text::Written(text, _) = text
                        && !self.marks.contains(text.as_str())
                    {
                        self.marks.insert(text.to_string());
                    }
                }
            }
        }
        if self.found.is_none() || values.iter().any(|value| value.sorts() == Sorts::NONE) {
            return;
        }
        match (name, values) {
            ("!", [value]) if !value.sorts().meets(Sorts::BOOL) => {
                self.say(at, operator("!", &[value.sorts().first()]));
            }
            ("contains", [list, value]) => self.sought(list, value, at),
            (name, [a, b]) if COMPARISONS.contains(&name) => {
                let (left, right) = (a.sorts(), b.sorts());
                let has_order = left.meets(Sorts::NUMBER.or(Sorts::TEXT).or(Sorts::CHAR).or(Sorts::BOOL));
                if !left.meets(right) {
                    self.say(at, apart(left.first(), right.first()));
                } else if left == right && left.lies_in(Sorts::HANDLES) && !has_order && !matches!(name, "==" | "!=") {
                    self.say(at, compared(left.first(), right.first()));
                } else if matches!(name, "==" | "!=") {
                    self.never_equal(&a.own, &b.own, at);
                    self.never_equal(&b.own, &a.own, at);
                }
            }
            ("+" | "-" | "*" | "/" | "%" | "**" | "&" | "|", [a, b]) => {
                let (left, right) = (a.sorts(), b.sorts());
                let alone = Sorts::HANDLES.without(Sorts::SQUARES).or(NO_NUMBERS);
                let joins = matches!(name, "&" | "|" | "-") && left.meets(Sorts::SQUARES);
                let writes = left.or(right).meets(Sorts::TEXT.or(Sorts::LIST).or(Sorts::MAP).or(Sorts::CHAR));
                if !writes && (left.lies_in(alone) || right.lies_in(alone) && !joins) {
                    self.say(at, operator(name, &[left.first(), right.first()]));
                }
            }
            _ => {}
        }
    }

    /// `value in list`
    fn sought(&mut self, list: &Value, value: &Value, at: Position) {
        let sorts = list.sorts();
        if sorts.lies_in(Sorts::SQUARES) && !value.sorts().meets(Sorts::SQUARE) {
            self.say(at, apart("Squares", value.sorts().first()));
        } else if sorts.lies_in(Sorts::LIST) && list.items.sorts != Sorts::NONE {
            if list.items.sorts.meets(value.sorts()) {
                self.never_equal(&list.items, &value.own, at);
            } else {
                self.say(at, apart(list.items.sorts.first(), value.sorts().first()));
            }
        }
    }
}

/// What a hook may give.
fn answer(kind: HookKind) -> Sorts {
    match kind {
        HookKind::Condition | HookKind::Filter | HookKind::MayTake | HookKind::Allowed | HookKind::GameCondition => {
            Sorts::BOOL
        }
        HookKind::Claim | HookKind::Merit => Sorts::NUMBER,
        HookKind::Effect | HookKind::After => Sorts::UNIT,
        HookKind::Borrow | HookKind::Outcome => Sorts::UNIT.or(Sorts::TEXT),
    }
}

/// A number that is written out.
fn number(value: &Expr) -> Option<i64> {
    match value {
        Expr::IntegerConstant(n, _) => Some(*n),
        Expr::FnCall(call, _) if call.name.as_str() == "-" && call.args.len() == 1 => {
            number(&call.args[0])?.checked_neg()
        }
        _ => None,
    }
}

/// Numbers that a word does not take, whatever the board.
fn numbers(name: &str, args: &[Expr]) -> Option<Problem> {
    match (name, args) {
        ("step", [_, n]) => bad_step(number(n)?),
        ("leap", [across, ahead]) => bad_leap(number(across)?, number(ahead)?),
        ("more_than", [n]) => {
            let n = number(n).filter(|n| *n < 0)?;
            let problem = Problem::new(Code::BadNumber, format!("there are always more than {n}"));
            Some(problem.label("the answer would always be yes").help("count from 0: `more_than(0)` is `any`"))
        }
        ("quiet_plies_at_least", [n]) => {
            let n = number(n).filter(|n| *n < 1)?;
            let problem = Problem::new(Code::BadNumber, format!("there are always at least {n}"));
            Some(problem.label("the answer would always be yes").help("count from 1"))
        }
        _ => None,
    }
}
