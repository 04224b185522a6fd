//! One statement or expression in, what it may hold out; what it gives to variables and functions is noted on the way.

use crate::script::fitting::COMPARISONS;
use crate::script::lexicon::named;
use crate::script::reader::{Body, Reader};
use crate::script::values::{Sorts, Text, Value, gives, has};
use rhai::{ASTFlags, ASTNode, Expr, FnCallExpr, FnPtr, Position, Stmt, StmtBlock};

impl Reader<'_> {
    fn block(&mut self, block: &StmtBlock, bodies: &[Body]) -> Value {
        let mut last = Value::of(Sorts::UNIT);
        for statement in block.statements() {
            last = self.statement(statement, bodies);
        }
        last
    }

    pub(super) fn statement(&mut self, statement: &Stmt, bodies: &[Body]) -> Value {
        let unit = Value::of(Sorts::UNIT);
        match statement {
            Stmt::If(flow, _) => {
                self.decides(&flow.expr, bodies);
                let yes = self.block(&flow.body, bodies);
                yes.or(&self.block(&flow.branch, bodies))
            }
            Stmt::Switch(x, at) => {
                let subject = self.value(&x.0, bodies);
                self.switched(&x.0, &subject, *at);
                let mut all = if x.1.def_case.is_some() { Value::default() } else { unit };
                for case in &x.1.expressions {
                    self.decides(&case.lhs, bodies);
                    all.join(&self.value(&case.rhs, bodies));
                }
                all
            }
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                if !matches!(flow.expr, Expr::Unit(_)) {
                    self.decides(&flow.expr, bodies);
                }
                self.block(&flow.body, bodies);
                Value::any()
            }
            Stmt::For(x, _) => {
                let over = match &x.2.expr {
                    Expr::FnCall(range, _) if matches!(range.name.as_str(), ".." | "..=") => {
                        self.value(&x.2.expr, bodies);
                        Value::of(Sorts::NUMBER)
                    }
                    other => self.value(other, bodies).member(),
                };
                self.hold(self.current, x.0.as_str(), &over);
                if let Some(counter) = &x.1 {
                    self.hold(self.current, counter.as_str(), &Value::of(Sorts::NUMBER));
                }
                self.block(&x.2.body, bodies);
                Value::any()
            }
            Stmt::Var(x, ..) => {
                let value = self.value(&x.1, bodies);
                self.hold(self.current, x.0.as_str(), &value);
                unit
            }
            Stmt::Assignment(x) => {
                let value = self.value(&x.1.rhs, bodies);
                let is_plain = !x.0.is_op_assignment();
                match &x.1.lhs {
                    Expr::Variable(variable, ..) => {
                        let known = self.variable(&variable.1, bodies);
                        let number = Sorts::NUMBER;
                        let stays = known.sorts().lies_in(number) && value.sorts().lies_in(number);
                        let value = if is_plain { value } else { Value::of(if stays { number } else { Sorts::ANY }) };
                        self.hold(self.current, &variable.1, &value);
                    }
                    other => {
                        self.scatter(other, bodies);
                        self.may_change(other);
                    }
                }
                unit
            }
            Stmt::FnCall(call, at) => self.call(call, *at, bodies),
            Stmt::Block(block) => self.block(block, bodies),
            Stmt::Expr(value) => self.value(value, bodies),
            Stmt::Return(Some(value), flags, _) if !flags.intersects(ASTFlags::BREAK) => {
                let given = self.value(value, bodies);
                self.result(&given);
                self.give(&given, value.start_position(), bodies);
                Value::default()
            }
            Stmt::Return(Some(value), ..) | Stmt::BreakLoop(Some(value), ..) => {
                self.value(value, bodies);
                Value::default()
            }
            Stmt::Return(None, ..) => {
                self.result(&unit);
                Value::default()
            }
            Stmt::TryCatch(flow, _) => {
                self.block(&flow.body, bodies);
                self.block(&flow.branch, bodies);
                Value::any()
            }
            _ => unit,
        }
    }

    fn variable(&mut self, name: &str, bodies: &[Body]) -> Value {
        if let Some(value) = self.held.get(&(self.current, name.to_owned())) {
            // A variable that hides a constant is told elsewhere.
            return if self.constants.contains_key(name) { Value::any() } else { value.clone() };
        }
        if bodies[self.current].params.iter().any(|param| param == name) {
            return Value::default();
        }
        if let Some(option) = self.names.options.iter().position(|option| option.name == name) {
            return Value::text(Text::Option(option));
        }
        self.constants.get(name).cloned().unwrap_or_else(Value::any)
    }

    /// What an expression may hold.
    pub(super) fn value(&mut self, value: &Expr, bodies: &[Body]) -> Value {
        match value {
            Expr::IntegerConstant(..) => Value::of(Sorts::NUMBER),
            Expr::BoolConstant(..) => Value::of(Sorts::BOOL),
            Expr::CharConstant(..) => Value::of(Sorts::CHAR),
            Expr::Unit(_) => Value::of(Sorts::UNIT),
            Expr::StringConstant(text, at) => Value::text(Text::Written(text.clone(), *at)),
            Expr::InterpolatedString(parts, _) => {
                parts.iter().for_each(|part| drop(self.value(part, bodies)));
                Value::of(Sorts::TEXT)
            }
            Expr::Array(members, _) => {
                let members: Vec<Value> = members.iter().map(|member| self.value(member, bodies)).collect();
                Value::list(members.into_iter())
            }
            Expr::Map(x, _) => {
                x.0.iter().for_each(|(_, member)| drop(self.value(member, bodies)));
                Value::of(Sorts::MAP)
            }
            Expr::DynamicConstant(constant, _) if !constant.is::<FnPtr>() => Value::constant(constant),
            Expr::DynamicConstant(..) => {
                self.closure(value, None, bodies);
                Value::of(Sorts::FUNCTION)
            }
            Expr::Variable(x, ..) => self.variable(&x.1, bodies),
            Expr::Stmt(block) => self.block(block, bodies),
            Expr::FnCall(call, at) => self.call(call, *at, bodies),
            Expr::Dot(x, flags, _) => {
                let receiver = self.value(&x.lhs, bodies);
                let given = self.chain(&receiver, &x.rhs, bodies);
                self.may_change(value);
                if flags.intersects(ASTFlags::NEGATED) { Value::any() } else { given }
            }
            Expr::And(all, _) | Expr::Or(all, _) => {
                all.iter().for_each(|one| self.decides(one, bodies));
                Value::of(Sorts::BOOL)
            }
            Expr::Coalesce(all, _) => {
                let mut found = Value::default();
                all.iter().for_each(|one| found.join(&self.value(one, bodies)));
                found
            }
            Expr::Index(x, ..) => {
                let list = self.value(&x.lhs, bodies);
                self.scatter(&x.rhs, bodies);
                let is_one = list.sorts().lies_in(Sorts::LIST) && !matches!(x.rhs, Expr::Dot(..) | Expr::Index(..));
                if is_one { list.member().or(&Value::of(Sorts::NONE)) } else { Value::any() }
            }
            _ => Value::any(),
        }
    }

    /// What follows a dot.
    fn chain(&mut self, receiver: &Value, rest: &Expr, bodies: &[Body]) -> Value {
        match rest {
            Expr::Dot(x, ..) => {
                let inner = self.chain(receiver, &x.lhs, bodies);
                self.chain(&inner, &x.rhs, bodies)
            }
            Expr::Index(x, ..) => {
                self.chain(receiver, &x.lhs, bodies);
                self.scatter(&x.rhs, bodies);
                Value::any()
            }
            Expr::Property(x, at) => self.word(receiver, &x.2, &[], *at, bodies),
            Expr::MethodCall(call, at) | Expr::FnCall(call, at) => {
                if let Some(number) = self.numbers.get(&(call.name.to_string(), call.args.len())).copied() {
                    let values = self.values(&call.args, bodies);
                    self.bind_in(bodies, number, 0, &values);
                    return self.results[number].clone();
                }
                self.word(receiver, &call.name, &call.args, *at, bodies)
            }
            other => {
                self.scatter(other, bodies);
                Value::any()
            }
        }
    }

    fn values(&mut self, args: &[Expr], bodies: &[Body]) -> Vec<Value> {
        args.iter().map(|arg| self.value(arg, bodies)).collect()
    }

    pub(super) fn call(&mut self, call: &FnCallExpr, at: Position, bodies: &[Body]) -> Value {
        let name = call.name.as_str();
        // `in` is a call of `contains`.
        if call.op_token.is_some() || name == "contains" && call.args.len() == 2 {
            let values = self.values(&call.args, bodies);
            return self.operated(call, &values, at);
        }
        if let Some(number) = self.numbers.get(&(name.to_owned(), call.args.len())).copied() {
            let values = self.values(&call.args, bodies);
            self.bind_in(bodies, number, 0, &values);
            return self.results[number].clone();
        }
        match call.args.split_first() {
            Some((receiver, rest)) => {
                let value = self.value(receiver, bodies);
                self.may_change(receiver);
                self.word(&value, name, rest, at, bodies)
            }
            None => Value::any(),
        }
    }

    /// A word of a value.
    fn word(&mut self, receiver: &Value, name: &str, args: &[Expr], at: Position, bodies: &[Body]) -> Value {
        let judges = |(_, word, _): (&str, &str, &str)| word.ends_with("(decide)") || word.ends_with("(change)");
        let item = match receiver.sorts() {
            Sorts::NONE => Some(Value::default()),
            sorts if sorts.lies_in(Sorts::SQUARES.or(Sorts::LIST)) && named(name).any(judges) => {
                Some(receiver.member())
            }
            _ => None,
        };
        let values: Vec<Value> = args
            .iter()
            .map(|arg| match pointer(arg) {
                Some((_, captured)) => {
                    let captured = self.values(captured, bodies);
                    self.closure(arg, Some((&captured, item.clone())), bodies);
                    Value::of(Sorts::FUNCTION)
                }
                None => self.value(arg, bodies),
            })
            .collect();
        self.fits(receiver, name, (args, &values), at);
        let sorts = receiver.sorts();
        let mut found = Value::default();
        for sort in sorts.names() {
            match has(sort, name, args.len()) {
                Some(_) => found.join(&gives(sort, name)),
                None => found.join(&Value::any()),
            }
        }
        if sorts == Sorts::ANY { self.common(name) } else { found }
    }

    /// What a word gives of whatever it is said.
    fn common(&self, name: &str) -> Value {
        let mut all = named(name).filter(|(_, word, _)| !word.contains(' ')).map(|(of, ..)| gives(of, name));
        let is_shared = matches!(name, "all" | "empty");
        let Some(first) = all.next().filter(|_| !self.has_maps && !is_shared) else { return Value::any() };
        if all.all(|other| other == first) { first } else { Value::any() }
    }

    /// A function that is handed on: with what it captures, and what it is given if that is known.
    fn closure(&mut self, value: &Expr, given: Option<(&[Value], Option<Value>)>, bodies: &[Body]) {
        let Some((name, _)) = pointer(value) else { return };
        let (captured, own) = given.unwrap_or_default();
        let many: Vec<usize> = self.numbers.iter().filter(|((own, _), _)| *own == name).map(|(_, at)| *at).collect();
        for number in many {
            self.bind_in(bodies, number, 0, captured);
            let n_own = bodies[number].params.len().saturating_sub(captured.len());
            let own = own.clone().unwrap_or_else(Value::any);
            if own.sorts() == Sorts::SQUARE && n_own != 1 {
                self.miscounted_closure(value.position(), n_own);
            }
            self.bind_in(bodies, number, captured.len(), &vec![own; n_own]);
        }
    }

    /// Functions that are called somewhere in there, with whatever values.
    fn scatter(&mut self, value: &Expr, bodies: &[Body]) {
        let mut names = Vec::new();
        value.walk(&mut Vec::new(), &mut |path: &[ASTNode]| {
            match path.last() {
                Some(
                    ASTNode::Expr(Expr::FnCall(call, _) | Expr::MethodCall(call, _))
                    | ASTNode::Stmt(Stmt::FnCall(call, _)),
                ) => {
                    names.push(call.name.to_string());
                }
                Some(ASTNode::Expr(value)) => names.extend(pointer(value).map(|(name, _)| name)),
                _ => {}
            }
            true
        });
        for number in 0..bodies.len() {
            if names.contains(&bodies[number].name) {
                self.bind_in(bodies, number, 0, &vec![Value::any(); bodies[number].params.len()]);
            }
        }
    }

    /// A list of a variable to which something may be added.
    fn may_change(&mut self, value: &Expr) {
        let (root, word) = match value {
            Expr::Variable(x, ..) => (x.1.to_string(), None),
            Expr::Dot(x, ..) | Expr::Index(x, ..) => match (&x.lhs, &x.rhs) {
                (Expr::Variable(root, ..), Expr::MethodCall(call, _)) => (root.1.to_string(), Some(call.name.as_str())),
                (Expr::Variable(root, ..), _) => (root.1.to_string(), None),
                _ => return,
            },
            _ => return,
        };
        let is_harmless = word.is_some_and(|word| !matches!(word, "push" | "pop" | "sort" | "reverse"));
        let held = self.held.get(&(self.current, root.clone()));
        if !is_harmless && held.is_some_and(|held| held.sorts().meets(Sorts::LIST)) {
            self.hold(self.current, &root, &Value::of(Sorts::LIST));
        }
    }

    /// What an operator gives.
    fn operated(&mut self, call: &FnCallExpr, values: &[Value], at: Position) -> Value {
        let name = call.name.as_str();
        self.compared(call, values, at);
        if COMPARISONS.contains(&name) || matches!(name, "!" | "contains") {
            return Value::of(Sorts::BOOL);
        }
        if values.iter().any(|value| value.sorts() == Sorts::NONE) {
            return Value::default();
        }
        let all = values.iter().fold(Sorts::NONE, |all, value| all.or(value.sorts()));
        match name {
            "+" | "-" | "*" | "/" | "%" | "**" if all.lies_in(Sorts::NUMBER) => Value::of(Sorts::NUMBER),
            "+" if all.lies_in(Sorts::TEXT) => Value::of(Sorts::TEXT),
            "&" | "|" | "-" if all.lies_in(Sorts::SQUARES.or(Sorts::SQUARE)) => Value::of(Sorts::SQUARES),
            _ => Value::any(),
        }
    }
}

/// A closure, and the values that it captures.
fn pointer(value: &Expr) -> Option<(String, &[Expr])> {
    match value {
        Expr::DynamicConstant(constant, _) => {
            constant.read_lock::<FnPtr>().map(|pointer| (pointer.fn_name().to_owned(), &[][..]))
        }
        // What it captures is shared first.
        Expr::Stmt(block) => {
            let [Stmt::Share(_), capture] = block.statements() else { return None };
            let call = match capture {
                Stmt::FnCall(call, _) => call,
                Stmt::Expr(inner) => match &**inner {
                    Expr::FnCall(call, _) => call,
                    _ => return None,
                },
                _ => return None,
            };
            let (closure, captured) = call.args.split_first()?;
            Some((pointer(closure)?.0, captured))
        }
        _ => None,
    }
}
