//! The scripts as written in, what every expression may hold out: values are followed through variables, calls and
//! results, and what cannot be so is handed to the [verdicts](super::verdicts).

use crate::script::cases::Case;
use crate::script::inspect::alone;
use crate::script::problem::{Known, Problem};
use crate::script::values::{Sorts, Text, Value};
use crate::script::verdicts::Extent;
use crate::script::{HookKind, Names};
use rhai::{AST, ASTNode, Expr, FnCallExpr, Position, Stmt, StmtBlock};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Scripts in which values go a longer way are not judged.
const MOST_ROUNDS: usize = 64;

/// Something found: where it is, or the bytes from there.
pub(super) type Found = (Position, Option<Range<usize>>, Problem);

/// A function of the scripts.
pub(super) struct Body {
    pub(super) name: String,
    pub(super) params: Vec<String>,
    statements: Vec<Stmt>,
}

/// How a function is called from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Hook(HookKind),
    Forward,
    Board,
}

impl Role {
    /// What its parameters are.
    fn given(self) -> Vec<Value> {
        let all: &[Sorts] = match self {
            Role::Hook(HookKind::Condition | HookKind::Borrow) => &[Sorts::SQUARE],
            Role::Hook(HookKind::Filter | HookKind::MayTake) => &[Sorts::SQUARE, Sorts::SQUARE],
            Role::Hook(HookKind::Outcome | HookKind::GameCondition) => &[Sorts::GAME],
            Role::Hook(_) => &[Sorts::MOVE],
            Role::Forward => return [Value::text(Text::Turn), Value::of(Sorts::CELL), Value::of(Sorts::CELL)].into(),
            Role::Board => &[Sorts::BOARD],
        };
        all.iter().map(|sorts| Value::of(*sorts)).collect()
    }
}

/// What is known of all scripts, and what is found.
pub(super) struct Reader<'a> {
    pub(super) names: &'a Names,
    pub(super) known: &'a Known,
    pub(super) ground: &'a Extent,
    pub(super) roles: &'a BTreeMap<(String, usize), Vec<Role>>,
    /// Finds the text from a place on.
    pub(super) text_at: &'a dyn Fn(Position) -> Option<String>,
    pub(super) constants: BTreeMap<String, Value>,
    pub(super) bodies: Vec<Body>,
    pub(super) numbers: BTreeMap<(String, usize), usize>,
    pub(super) held: BTreeMap<(usize, String), Value>,
    pub(super) results: Vec<Value>,
    /// The function being read.
    pub(super) current: usize,
    has_changed: bool,
    /// Strings that are compared: one of them may be a mark that is not meant for words.
    pub(super) marks: BTreeSet<String>,
    pub(super) has_maps: bool,
    /// The cases of each `switch`.
    pub(super) cases: BTreeMap<Position, Vec<(Range<usize>, Case)>>,
    /// What is wrong, once nothing new is learnt.
    pub(super) found: Option<Vec<Found>>,
}

impl<'a> Reader<'a> {
    /// Reads until nothing more is learnt, and then for what is wrong; nothing where that takes too long.
    pub(super) fn read(
        ast: &AST,
        constants: BTreeMap<String, Value>,
        (names, known, ground): (&'a Names, &'a Known, &'a Extent),
        roles: &'a BTreeMap<(String, usize), Vec<Role>>,
        text_at: &'a dyn Fn(Position) -> Option<String>,
    ) -> Vec<Found> {
        let bodies: Vec<Body> = ast
            .iter_functions()
            .map(|function| {
                let mut statements = Vec::new();
                alone(ast, function.name, Some(function.params.len())).walk(&mut |path: &[ASTNode]| {
                    if let [ASTNode::Stmt(statement)] = path {
                        statements.push((*statement).clone());
                    }
                    true
                });
                let params = function.params.iter().map(ToString::to_string).collect();
                Body { name: function.name.to_owned(), params, statements }
            })
            .collect();
        let numbers =
            bodies.iter().enumerate().map(|(at, body)| ((body.name.clone(), body.params.len()), at)).collect();
        let results = vec![Value::default(); bodies.len()];
        let mut reader = Reader {
            names,
            known,
            ground,
            roles,
            text_at,
            constants,
            numbers,
            held: BTreeMap::new(),
            results,
            current: 0,
            has_changed: false,
            marks: BTreeSet::new(),
            has_maps: false,
            cases: BTreeMap::new(),
            found: None,
            bodies,
        };
        reader.begin(ast);
        for _ in 0..MOST_ROUNDS {
            reader.has_changed = false;
            reader.round();
            if !reader.has_changed {
                reader.found = Some(Vec::new());
                reader.round();
                return reader.found.unwrap_or_default();
            }
        }
        Vec::new()
    }

    /// What comes from outside.
    fn begin(&mut self, ast: &AST) {
        ast.walk(&mut |path: &[ASTNode]| {
            self.has_maps |= matches!(path.last(), Some(ASTNode::Expr(Expr::Map(..))));
            true
        });
        for number in 0..self.bodies.len() {
            let (name, n) = (self.bodies[number].name.clone(), self.bodies[number].params.len());
            for role in self.roles.get(&(name, n)).into_iter().flatten() {
                self.bind(number, &role.given());
            }
        }
    }

    fn round(&mut self) {
        let bodies = std::mem::take(&mut self.bodies);
        for (number, body) in bodies.iter().enumerate() {
            self.current = number;
            let mut last = Value::of(Sorts::UNIT);
            for statement in &body.statements {
                last = self.statement(statement, &bodies);
            }
            // What only ever calls itself gives nothing at all, not even `()`.
            self.result(&if last.sorts() == Sorts::NONE { last } else { last.or(&Value::of(Sorts::UNIT)) });
            for tail in body.statements.last().map(tails).unwrap_or_default() {
                // What is wrong within it is told where it was read.
                let found = self.found.take();
                let (given, at) = match tail {
                    Tail::Value(value) => (self.value(value, &bodies), value.start_position()),
                    Tail::Call(call, at) => (self.call(call, at, &bodies), at),
                };
                self.found = found;
                self.give(&given, at, &bodies);
            }
        }
        self.bodies = bodies;
    }

    /// A function gives a value to whoever calls it from outside.
    pub(super) fn give(&mut self, given: &Value, at: Position, bodies: &[Body]) {
        let body = &bodies[self.current];
        let roles = self.roles;
        for role in roles.get(&(body.name.clone(), body.params.len())).into_iter().flatten() {
            self.answers(*role, &body.name, at, given);
        }
    }

    /// Reads what must be true or false.
    pub(super) fn decides(&mut self, value: &Expr, bodies: &[Body]) {
        let found = self.value(value, bodies);
        self.needs_truth(&found, value.start_position());
    }

    pub(super) fn result(&mut self, value: &Value) {
        let known = &mut self.results[self.current];
        let before = known.clone();
        known.join(value);
        self.has_changed |= *known != before;
    }

    pub(super) fn hold(&mut self, function: usize, name: &str, value: &Value) {
        let known = self.held.entry((function, name.to_owned())).or_insert_with(|| {
            self.has_changed = true;
            Value::default()
        });
        let before = known.clone();
        known.join(value);
        self.has_changed |= *known != before;
    }

    /// Gives a function its first parameters.
    fn bind(&mut self, number: usize, values: &[Value]) {
        let params: Vec<String> = match self.bodies.get(number) {
            Some(body) => body.params.clone(),
            None => return,
        };
        for (param, value) in params.iter().zip(values) {
            self.hold(number, param, value);
        }
    }

    pub(super) fn bind_in(&mut self, bodies: &[Body], number: usize, from: usize, values: &[Value]) {
        for (param, value) in bodies[number].params.iter().skip(from).zip(values) {
            self.hold(number, param, value);
        }
    }
}

/// What a function may end in.
enum Tail<'a> {
    Value(&'a Expr),
    Call(&'a FnCallExpr, Position),
}

fn tails(statement: &Stmt) -> Vec<Tail<'_>> {
    fn of(value: &Expr) -> Vec<Tail<'_>> {
        match value {
            Expr::Stmt(block) => end(block),
            other => vec![Tail::Value(other)],
        }
    }
    fn end(block: &StmtBlock) -> Vec<Tail<'_>> {
        block.statements().last().map(tails).unwrap_or_default()
    }
    match statement {
        Stmt::Expr(value) => of(value),
        Stmt::FnCall(call, at) => vec![Tail::Call(call, *at)],
        Stmt::Block(block) => end(block),
        Stmt::If(flow, _) => end(&flow.body).into_iter().chain(end(&flow.branch)).collect(),
        Stmt::Switch(x, _) => x.1.expressions.iter().flat_map(|case| of(&case.rhs)).collect(),
        _ => Vec::new(),
    }
}
