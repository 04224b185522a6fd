//! Types of values with what is done with them in, what cannot be so out: words of another type, comparisons that have one
//! answer, results that nobody can use, names that are not there, numbers that a word does not take.

use crate::diagnostic::Code;
use crate::script::fitting::{COMPARISONS, apart, bad_leap, bad_step, miscounted, operator, unfit, unknown, unlike};
use crate::script::hook::{HookKind, Role};
use crate::script::lexicon::{Form, Word, named};
use crate::script::lint::types::Types;
use crate::script::problem::Problem;
use crate::script::syntax::{number, pointer, variable};
use crate::script::types::Type;
use rhai::{Expr, FnCallExpr, Position};

/// What cannot be reckoned with.
const NO_NUMBER: Type = Type::HANDLE.without(Type::SQUARES).or(Type::UNIT);
/// Strings that name something.
const NAMES: Type = Type::KIND.or(Type::SIDE).or(Type::WAY).or(Type::TURN);

impl Types<'_> {
    /// What a word of a value gives; `args` stand in its brackets, if it has any.
    pub(super) fn word(&mut self, receiver: Type, name: &str, args: Option<&[Expr]>, at: Position) -> Type {
        let judged = match receiver {
            Type::NONE => Type::NONE,
            _ if receiver.lies_in(Type::SQUARES) => Type::SQUARE,
            _ => Type::ANY,
        };
        let given = args.unwrap_or_default();
        let value = |arg| if pointer(arg).is_some() { self.closure(arg, judged) } else { self.value(arg) };
        let values: Vec<Type> = given.iter().map(value).collect();
        let words: Vec<&'static Word> = named(name).filter(|word| receiver.meets(word.of)).collect();
        let mut like = words.clone();
        like.retain(|word| word.takes.len() == given.len() && (args.is_some() || word.form != Form::Call));
        // What stands behind the dot may be an entry of a map, and a script may have a function of this name.
        let is_entry = receiver.meets(Type::MAP) && args.is_none() && (receiver != Type::ANY || self.has_maps);
        let is_open = receiver == Type::ANY && self.has_maps || words.is_empty() && self.known.is_scripted(name);
        if self.tells && receiver != Type::NONE && !is_entry && !is_open {
            match (like.first(), words.first()) {
                (Some(_), _) => self.check_values(name, &like, given, &values, at),
                // A word that nobody has, and a function without its brackets, is told where names are looked for.
                (None, Some(_)) if args.is_some() => self.say(at, miscounted(name, &words, given.len())),
                (None, None) if receiver != Type::ANY && named(name).next().is_some() => {
                    self.say(at, unknown(name, Some(receiver), self.known));
                }
                _ => {}
            }
        }
        let is_known = !is_entry && (receiver != Type::ANY || !like.is_empty());
        if is_known { like.iter().fold(Type::NONE, |all, word| all.or(word.gives)) } else { Type::ANY }
    }

    /// Whether a word takes these values.
    fn check_values(&mut self, name: &str, like: &[&Word], args: &[Expr], values: &[Type], at: Position) {
        for (place, (arg, value)) in args.iter().zip(values).enumerate() {
            let taken = like.iter().fold(Type::NONE, |all, word| all.or(word.takes[place].1));
            if *value != Type::NONE && !value.meets(taken) {
                self.say(arg.start_position(), unfit(name, like[0], taken, *value));
            } else if let Some((text, at)) = self.literal(arg)
                && let Err(problem) = self.names.check(taken, &text)
            {
                self.say(at, problem);
            }
        }
        let odd = numbers(name, args).or_else(|| self.beyond(name, args));
        odd.into_iter().for_each(|problem| self.say(at, problem));
    }

    /// What this board has not.
    fn beyond(&self, name: &str, args: &[Expr]) -> Option<Problem> {
        if self.extent.lacks(name) {
            return Some(
                Problem::new(Code::WordWithoutMeaning, format!("this board has no {name}s, so `{name}` is always 0"))
                    .label("means nothing here")
                    .help("rings and sectors belong to a circle, ranks and files to other boards"),
            );
        }
        let longest = self.extent.longest?;
        let n = args.get(1).and_then(number).filter(|_| name == "step")?;
        let is_beyond = (1..=255).contains(&n) && usize::try_from(n).is_ok_and(|n| n > longest);
        is_beyond.then(|| {
            Problem::new(Code::WordWithoutMeaning, format!("{n} steps lead off this board from every square"))
                .label("always off the board")
                .help(format!("its longest line has {longest} steps"))
        })
    }

    /// A function of the script that is called with another number of values.
    pub(super) fn miscounted_call(&mut self, call: &FnCallExpr, at: Position, is_method: bool) {
        let (name, n) = (call.name.as_str(), call.args.len());
        if !self.known.is_scripted(name) || named(name).next().is_some() {
            return;
        }
        let Some(problem) = self.known.miscounted(name, n) else { return };
        let takes_receiver = is_method && self.known.miscounted(name, n + 1).is_none();
        let help = format!("write `{name}(...)` with all its values in the brackets");
        self.say(at, if takes_receiver { problem.help(help) } else { problem });
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

    /// Whether something is true or false, where only that will do.
    pub(super) fn needs_truth(&mut self, found: Type, at: Position) {
        // Of functions that nobody calls yet this is told when they run.
        if !self.is_of_all && found != Type::NONE && !found.meets(Type::BOOL) {
            let message = format!("expected true or false, found {}", found.words());
            let help = "ask a question, such as `... == 0` of a number or `.any` of a set";
            self.say(at, Problem::new(Code::WrongType, message).help(help));
        }
    }

    /// What a function gives to whoever calls it from outside.
    pub(super) fn gives(&mut self, found: Type, at: Position, value: Option<&Expr>) {
        let (name, roles) = self.function();
        if found == Type::NONE {
            return;
        }
        for role in roles {
            let wanted = match role {
                Role::Hook(kind) => kind.signature(name),
                Role::Forward | Role::Board => format!("`fn {name}(side, from, to)`, and true or false"),
            };
            let wrong = |found: &str| {
                Problem::new(Code::WrongResult, format!("`{name}` gives {found}")).label(format!("expected {wanted}"))
            };
            if !found.meets(role.answer()) {
                self.say(at, wrong(found.words()));
            } else if let Some((text, at)) = value.and_then(|value| self.literal(value)) {
                let problem = match role {
                    Role::Hook(HookKind::Outcome) if !matches!(text.as_str(), "win" | "loss" | "draw") => {
                        Some(wrong(&format!("the string `{text}`")))
                    }
                    Role::Hook(HookKind::Borrow) if !text.is_empty() => self.names.check(Type::KIND, &text).err(),
                    _ => None,
                };
                problem.into_iter().for_each(|problem| self.say(at, problem));
            }
        }
    }

    /// The subject of a `switch`.
    pub(super) fn switched(&mut self, subject: &Expr, found: Type) {
        if found.lies_in(Type::HANDLE) {
            let problem =
                Problem::new(Code::UnlikeValues, format!("`switch` cannot tell {} from another", found.words()))
                    .help("switch on the `.kind` or `.rank` of a square, or use `if`");
            self.say(subject.start_position(), problem);
        }
    }

    /// An operator and its values.
    pub(super) fn compared(&mut self, call: &FnCallExpr, values: &[Type], at: Position) {
        let name = call.name.as_str();
        match (name, values, call.args.as_slice()) {
            _ if values.contains(&Type::NONE) => {}
            ("!", [value], _) if !value.meets(Type::BOOL) => self.say(at, operator("!", values)),
            ("contains", [list, value], [members, sought]) => self.sought((members, *list), (sought, *value), at),
            (_, [left, right], [a, b]) if COMPARISONS.contains(&name) => {
                self.is_alike &= are_alike(*left, *right);
                let is_equality = matches!(name, "==" | "!=");
                if !left.meets(*right) {
                    self.say(at, apart(*left, *right));
                } else if left == right && left.lies_in(Type::HANDLE) && !is_equality {
                    self.say(at, unlike(*left, *right));
                } else if is_equality {
                    self.never_equal(a, (b, *right));
                    self.never_equal(b, (a, *left));
                }
            }
            ("+" | "-" | "*" | "/" | "%" | "**" | "&" | "|", [left, right], _) => {
                let joins = matches!(name, "&" | "|" | "-") && left.meets(Type::SQUARES);
                let writes = left.or(*right).meets(Type::STRING.or(Type::LIST).or(Type::MAP).or(Type::CHAR));
                if !writes && (left.lies_in(NO_NUMBER) || right.lies_in(NO_NUMBER) && !joins) {
                    self.say(at, operator(name, values));
                }
            }
            _ => {}
        }
    }

    /// `value in list`
    fn sought(&mut self, (members, list): (&Expr, Type), (sought, value): (&Expr, Type), at: Position) {
        if list.lies_in(Type::SQUARES) && !value.meets(Type::SQUARE) {
            self.say(at, apart(Type::SQUARES, value));
        } else if let Expr::Array(members, _) = members {
            let all = self.values(members).into_iter().fold(Type::NONE, Type::or);
            if all != Type::NONE && !all.meets(value) {
                self.say(at, apart(all, value));
            }
            members.iter().for_each(|member| self.never_equal(member, (sought, value)));
        }
    }

    /// A string that is written out where another can never be it.
    fn never_equal(&mut self, written: &Expr, (other, found): (&Expr, Type)) {
        let Expr::StringConstant(text, at) = written else { return };
        let option = variable(other).and_then(|name| self.names.options.iter().find(|option| option.name == name));
        let problem = match option {
            // Where a choice is settled, what is written for the other values stays.
            Some(option) if option.values.len() > 1 => self.names.never("value of this option", text, &option.values),
            Some(_) => None,
            None if found.without(Type::UNIT).lies_in(NAMES) && !text.is_empty() => self.names.never_of(found, text),
            None => None,
        };
        problem.into_iter().for_each(|problem| self.say(*at, problem));
    }

    /// A string that is written out, or a constant that holds one.
    fn literal(&self, value: &Expr) -> Option<(String, Position)> {
        match value {
            Expr::StringConstant(text, at) => Some((text.to_string(), *at)),
            Expr::Variable(x, _, at) if !self.names.options.iter().any(|option| option.name == x.1.as_str()) => {
                let constant = self.constants.get(x.1.as_str()).filter(|value| value.is_string())?;
                Some((constant.to_string(), *at))
            }
            _ => None,
        }
    }
}

/// Whether the operators of plain values know two values as of one type. Squares and the like, and `()`, are no plain
/// values.
fn are_alike(left: Type, right: Type) -> bool {
    let special = Type::HANDLE.or(Type::UNIT);
    let [left, right] = [left, right].map(|one| one.without(special).widened());
    let is_one = [Type::BOOL, Type::NUMBER, Type::CHAR, Type::STRING].contains(&left);
    left == Type::NONE || right == Type::NONE || left == right && is_one
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
