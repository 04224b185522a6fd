//! Functions of scripts and how they are called in; which types their values may have, and what cannot be so, out.
//!
//! A variable has the types of all that it is ever given, a parameter those of all its calls, and a function gives what
//! all its ways give. So a mistake is told only if it is one however its function is called, and nothing is told of what
//! is not known (the members of lists, what comes from outside).

use crate::diagnostic::Code;
use crate::script::fitting::COMPARISONS;
use crate::script::hook::Role;
use crate::script::names::Extent;
use crate::script::names::Names;
use crate::script::problem::{Known, Problem};
use crate::script::syntax::{Body, pointed, pointer, variable};
use crate::script::types::Type;
use rhai::{ASTFlags, Dynamic, Expr, FnCallExpr, Position, Stmt};
use std::collections::{BTreeMap, HashMap};

/// How deep the parts of expressions may lie in one another; the stack must hold that.
const MOST_DEPTH: usize = 128;
/// How often all functions are read until nothing new is learnt; then nothing is known.
const MOST_ROUNDS: usize = 32;

/// What is read of all functions.
pub(in crate::script) struct Types<'a> {
    pub(super) names: &'a Names,
    pub(super) known: &'a Known,
    pub(super) extent: &'a Extent,
    pub(super) constants: &'a BTreeMap<String, Dynamic>,
    bodies: &'a [Body],
    numbers: HashMap<(&'a str, usize), usize>,
    /// Maps have properties of any name.
    pub(super) has_maps: bool,
    functions: Vec<Read>,
    /// The function being read.
    at: usize,
    depth: usize,
    has_changed: bool,
    /// Whether nothing is known of how functions are called.
    pub(super) is_of_all: bool,
    /// Whether nothing new is learnt, and mistakes can be told.
    pub(super) tells: bool,
    found: BTreeMap<(Position, Code), Problem>,
    /// Whether every comparison is known to be of two values of one type.
    pub(super) is_alike: bool,
}

/// What is known of a function.
#[derive(Default, Clone)]
struct Read {
    roles: Vec<Role>,
    is_called: bool,
    variables: HashMap<String, Type>,
    gives: Type,
}

impl<'a> Types<'a> {
    pub(in crate::script) fn new(
        bodies: &'a [Body],
        constants: &'a BTreeMap<String, Dynamic>,
        (names, known, extent): (&'a Names, &'a Known, &'a Extent),
    ) -> Types<'a> {
        let numbers = bodies.iter().enumerate().map(|(at, body)| ((body.name.as_str(), body.params.len()), at));
        let has_maps = constants.values().any(Dynamic::is_map) || bodies.iter().any(Body::has_maps);
        Types {
            names,
            known,
            extent,
            constants,
            numbers: numbers.collect(),
            has_maps,
            functions: vec![Read::default(); bodies.len()],
            at: 0,
            depth: 0,
            has_changed: false,
            is_of_all: false,
            tells: false,
            found: BTreeMap::new(),
            is_alike: !has_maps,
            bodies,
        }
    }

    /// What is wrong with functions that are called as they are: each by name, number of parameters and role.
    pub(in crate::script) fn told(mut self, roles: &[(String, usize, Role)]) -> Vec<(Position, Problem)> {
        for (name, n_params, role) in roles {
            if let Some(number) = self.numbers.get(&(name.as_str(), *n_params)).copied() {
                self.functions[number].roles.push(*role);
                self.call(number, role.given());
            }
        }
        self.problems()
    }

    /// What is wrong with functions whatever they are called with.
    pub(in crate::script) fn told_of_all(mut self) -> Vec<(Position, Problem)> {
        self.is_of_all = true;
        self.call_all(|n| vec![Type::ANY; n]);
        self.problems()
    }

    /// Whether no comparison can be of two types of plain values, so that operators need not be looked up to find those
    /// that are. From outside come squares, moves and the like, which know themselves what they may be compared with.
    pub(in crate::script) fn all_alike(mut self) -> bool {
        self.call_all(|n| if n == 3 { Role::Forward.given().to_vec() } else { vec![Type::HANDLE; n] });
        let is_settled = self.settle();
        is_settled && self.is_alike
    }

    fn call_all(&mut self, given: impl Fn(usize) -> Vec<Type>) {
        for (number, body) in self.bodies.iter().enumerate().filter(|(_, body)| !body.is_closure()) {
            self.call(number, &given(body.params.len()));
        }
    }

    fn problems(mut self) -> Vec<(Position, Problem)> {
        if self.settle() {
            self.tells = true;
            self.read_all();
        }
        self.found.into_iter().map(|((at, _), problem)| (at, problem)).collect()
    }

    /// Reads all functions until nothing new is learnt; false if that takes too long.
    fn settle(&mut self) -> bool {
        (0..MOST_ROUNDS).any(|_| {
            self.has_changed = false;
            self.read_all();
            !self.has_changed
        })
    }

    fn read_all(&mut self) {
        for (number, body) in self.bodies.iter().enumerate() {
            if self.functions[number].is_called {
                self.at = number;
                let last = self.block(&body.statements, true);
                self.give(last);
            }
        }
    }

    /// Notes a mistake.
    pub(super) fn say(&mut self, at: Position, problem: Problem) {
        if self.tells {
            self.found.entry((at, problem.code())).or_insert(problem);
        }
    }

    /// The function being read, and as what it is called from outside.
    pub(super) fn function(&self) -> (&'a str, Vec<Role>) {
        (&self.bodies[self.at].name, self.functions[self.at].roles.clone())
    }

    /// What a call gives.
    fn call(&mut self, number: usize, values: &[Type]) -> Type {
        self.has_changed |= !std::mem::replace(&mut self.functions[number].is_called, true);
        for (param, value) in self.bodies[number].params.iter().zip(values) {
            self.hold(number, param, *value);
        }
        self.functions[number].gives
    }

    /// A variable gets one more type.
    fn hold(&mut self, number: usize, name: &str, value: Type) {
        let known = self.functions[number].variables.entry(name.to_owned()).or_default();
        self.has_changed |= known.or(value) != *known;
        *known = known.or(value);
    }

    /// The function being read gives one more type.
    fn give(&mut self, value: Type) {
        let known = &mut self.functions[self.at].gives;
        self.has_changed |= known.or(value) != *known;
        *known = known.or(value);
    }

    fn variable(&self, name: &str) -> Type {
        match (self.functions[self.at].variables.get(name), self.constants.get(name)) {
            // A variable that hides a constant is told elsewhere.
            (Some(known), None) => *known,
            (None, Some(value)) if value.is_string() => Type::TEXT,
            (None, Some(value)) => Type::named(value.type_name()),
            _ => Type::ANY,
        }
    }

    /// What the last of some statements leaves; the function gives it if `is_last`.
    fn block(&mut self, statements: &[Stmt], is_last: bool) -> Type {
        let mut last = Type::UNIT;
        for (at, statement) in statements.iter().enumerate() {
            let is_last = is_last && at + 1 == statements.len();
            last = self.below(|types| types.statement(statement, is_last));
        }
        last
    }

    /// Reads what lies deeper; not beyond the bound.
    fn below(&mut self, read: impl FnOnce(&mut Self) -> Type) -> Type {
        self.depth += 1;
        let is_near = self.depth < MOST_DEPTH;
        let found = if is_near { read(self) } else { Type::ANY };
        self.is_alike &= is_near;
        self.depth -= 1;
        found
    }

    fn statement(&mut self, statement: &Stmt, is_last: bool) -> Type {
        match statement {
            Stmt::If(flow, _) => {
                self.decides(&flow.expr);
                let yes = self.block(flow.body.statements(), is_last);
                yes.or(self.block(flow.branch.statements(), is_last))
            }
            Stmt::Switch(x, _) => {
                let subject = self.value(&x.0);
                self.switched(&x.0, subject);
                let mut all = if x.1.def_case.is_some() { Type::NONE } else { Type::UNIT };
                for case in &x.1.expressions {
                    self.decides(&case.lhs);
                    all = all.or(self.last_value(&case.rhs, is_last));
                }
                all
            }
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                if !matches!(flow.expr, Expr::Unit(_)) {
                    self.decides(&flow.expr);
                }
                self.block(flow.body.statements(), false);
                Type::ANY
            }
            Stmt::For(x, _) => {
                let over = self.value(&x.2.expr);
                let is_range = matches!(&x.2.expr, Expr::FnCall(call, _) if matches!(call.name.as_str(), ".." | "..="));
                let member = match over {
                    Type::NONE => Type::NONE,
                    _ if is_range => Type::NUMBER,
                    _ if over.lies_in(Type::SQUARES) => Type::SQUARE,
                    _ => Type::ANY,
                };
                self.hold(self.at, x.0.as_str(), member);
                if let Some(counter) = &x.1 {
                    self.hold(self.at, counter.as_str(), Type::NUMBER);
                }
                self.block(x.2.body.statements(), false);
                Type::ANY
            }
            Stmt::Var(x, ..) => {
                let value = self.value(&x.1);
                self.hold(self.at, x.0.as_str(), value);
                Type::UNIT
            }
            Stmt::Assignment(x) => {
                let value = self.value(&x.1.rhs);
                let before = self.value(&x.1.lhs);
                if let Some(name) = variable(&x.1.lhs) {
                    let is_number = before.lies_in(Type::NUMBER) && value.lies_in(Type::NUMBER);
                    let is_new = !x.0.is_op_assignment() || is_number;
                    self.hold(self.at, name, if is_new { value } else { Type::ANY });
                }
                Type::UNIT
            }
            Stmt::FnCall(call, at) => {
                let value = self.called(call, *at);
                if is_last {
                    self.gives(value, *at, None);
                }
                value
            }
            Stmt::Block(block) => self.block(block.statements(), is_last),
            Stmt::Expr(value) => self.last_value(value, is_last),
            Stmt::Return(value, flags, _) => {
                let is_thrown = flags.intersects(ASTFlags::BREAK);
                let value = value.as_ref().map_or(Type::UNIT, |value| self.last_value(value, !is_thrown));
                if !is_thrown {
                    self.give(value);
                }
                Type::NONE
            }
            Stmt::BreakLoop(value, ..) => {
                value.iter().for_each(|value| _ = self.value(value));
                Type::NONE
            }
            _ => Type::UNIT,
        }
    }

    fn last_value(&mut self, value: &Expr, is_last: bool) -> Type {
        if let Expr::Stmt(block) = value {
            return self.block(block.statements(), is_last);
        }
        let found = self.value(value);
        if is_last {
            self.gives(found, value.start_position(), Some(value));
        }
        found
    }

    /// What an expression may hold.
    pub(super) fn value(&mut self, value: &Expr) -> Type {
        self.below(|types| types.value_within(value))
    }

    fn value_within(&mut self, value: &Expr) -> Type {
        match value {
            Expr::IntegerConstant(..) => Type::NUMBER,
            Expr::BoolConstant(..) => Type::BOOL,
            Expr::CharConstant(..) => Type::CHAR,
            Expr::Unit(_) => Type::UNIT,
            Expr::StringConstant(..) => Type::TEXT,
            Expr::InterpolatedString(parts, _) => {
                self.values(parts);
                Type::TEXT
            }
            Expr::Array(members, _) => {
                self.values(members);
                Type::LIST
            }
            Expr::Map(x, _) => {
                x.0.iter().for_each(|(_, member)| _ = self.value(member));
                Type::MAP
            }
            Expr::DynamicConstant(constant, _) if pointed(constant).is_none() => Type::named(constant.type_name()),
            Expr::DynamicConstant(..) => self.closure(value, Type::ANY),
            Expr::Variable(x, ..) => self.variable(&x.1),
            Expr::Stmt(block) => self.block(block.statements(), false),
            Expr::FnCall(call, at) => self.called(call, *at),
            Expr::Dot(x, flags, _) => {
                let receiver = self.value(&x.lhs);
                let given = self.chain(receiver, &x.rhs);
                if flags.intersects(ASTFlags::NEGATED) { Type::ANY } else { given }
            }
            Expr::And(all, _) | Expr::Or(all, _) => {
                all.iter().for_each(|one| self.decides(one));
                Type::BOOL
            }
            Expr::Coalesce(all, _) => self.values(all).into_iter().fold(Type::NONE, Type::or),
            Expr::Index(x, flags, _) => {
                self.value(&x.lhs);
                self.index(&x.rhs, *flags)
            }
            _ => Type::ANY,
        }
    }

    pub(super) fn values(&mut self, all: &[Expr]) -> Vec<Type> {
        all.iter().map(|one| self.value(one)).collect()
    }

    /// What follows a dot.
    fn chain(&mut self, receiver: Type, rest: &Expr) -> Type {
        match rest {
            Expr::Dot(x, ..) => {
                let inner = self.chain(receiver, &x.lhs);
                self.chain(inner, &x.rhs)
            }
            Expr::Index(x, flags, _) => {
                self.chain(receiver, &x.lhs);
                self.index(&x.rhs, *flags)
            }
            Expr::Property(x, at) => self.word(receiver, &x.2, None, *at),
            Expr::MethodCall(call, at) | Expr::FnCall(call, at) => match self.scripted(call, *at, true) {
                Some(gives) => gives,
                None => self.word(receiver, &call.name, Some(&call.args), *at),
            },
            other => self.value(other),
        }
    }

    /// What stands in the brackets of a list, and what follows them.
    fn index(&mut self, rest: &Expr, flags: ASTFlags) -> Type {
        let is_last = flags.intersects(ASTFlags::BREAK);
        match rest {
            Expr::Dot(x, ..) if !is_last => {
                self.value(&x.lhs);
                self.chain(Type::ANY, &x.rhs)
            }
            Expr::Index(x, flags, _) if !is_last => {
                self.value(&x.lhs);
                self.index(&x.rhs, *flags)
            }
            other => {
                self.value(other);
                Type::ANY
            }
        }
    }

    /// A call of a function of the script.
    fn scripted(&mut self, call: &FnCallExpr, at: Position, is_method: bool) -> Option<Type> {
        match self.numbers.get(&(call.name.as_str(), call.args.len())).copied() {
            Some(number) => {
                let values = self.values(&call.args);
                Some(self.call(number, &values))
            }
            None => {
                self.miscounted_call(call, at, is_method);
                None
            }
        }
    }

    fn called(&mut self, call: &FnCallExpr, at: Position) -> Type {
        let name = call.name.as_str();
        // `in` is a call of `contains`.
        if call.op_token.is_some() || name == "contains" && call.args.len() == 2 {
            let values = self.values(&call.args);
            return self.operated(call, &values, at);
        }
        if let Some(gives) = self.scripted(call, at, false) {
            return gives;
        }
        match call.args.split_first() {
            Some((closure, captured)) if name == "curry" => {
                self.values(captured);
                self.closure(closure, Type::ANY)
            }
            Some((receiver, rest)) => {
                let receiver = self.value(receiver);
                self.word(receiver, name, Some(rest), at)
            }
            None => Type::ANY,
        }
    }

    /// A closure that is handed on, and what it is called with behind what it captures.
    pub(super) fn closure(&mut self, value: &Expr, given: Type) -> Type {
        let Some((name, captured)) = pointer(value) else { return self.value(value) };
        let captured = self.values(captured);
        for (number, body) in self.bodies.iter().enumerate().filter(|(_, body)| body.name == name) {
            let n_own = body.params.len().saturating_sub(captured.len());
            if given != Type::ANY && n_own != 1 {
                self.miscounted_closure(value.position(), n_own);
            }
            let own = std::iter::repeat_n(given, n_own);
            let values: Vec<Type> = captured.iter().copied().chain(own).collect();
            self.call(number, &values);
        }
        Type::FUNCTION
    }

    /// What an operator gives.
    fn operated(&mut self, call: &FnCallExpr, values: &[Type], at: Position) -> Type {
        let name = call.name.as_str();
        self.compared(call, values, at);
        if COMPARISONS.contains(&name) || matches!(name, "!" | "contains") {
            return Type::BOOL;
        }
        if values.contains(&Type::NONE) {
            return Type::NONE;
        }
        // Squares and the like have no such operators but those of sets.
        let is_special = |value: &Type| value.lies_in(Type::HANDLE.or(Type::UNIT));
        let all = values.iter().fold(Type::NONE, |all, value| all.or(*value));
        let plain = all.without(Type::HANDLE).without(Type::UNIT);
        match name {
            "&" | "|" | "-" if all.lies_in(Type::HANDLE) => Type::SQUARES,
            "+" if plain.lies_in(Type::STRING) => Type::TEXT,
            "+" | "-" | "*" | "/" | "%" | "**" if plain.lies_in(Type::NUMBER) => {
                if values.iter().any(is_special) {
                    Type::NONE
                } else {
                    Type::NUMBER
                }
            }
            _ => Type::ANY,
        }
    }

    /// Reads what must be true or false.
    fn decides(&mut self, value: &Expr) {
        let found = self.value(value);
        self.needs_truth(found, value.start_position());
    }
}
