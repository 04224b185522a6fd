//! How words are registered: a word by its name and what it asks in; a function of the engine out, which takes what the
//! table of words says.

use crate::diagnostic::Code;
use crate::script::handles::{Base, Handle};
use crate::script::lexicon::{Form, WORDS, Word};
use crate::script::names::Names;
use crate::script::problem::{Failure, Problem};
use crate::script::query::{MAX_SET_SIZE, Query, Set, SetExpr};
use crate::script::recorder::Recorder;
use crate::script::types::Type;
use rhai::{Engine, FuncRegistration, INT, ImmutableString, NativeCallContext, Position, RhaiNativeFunc, Variant};
use std::sync::Arc;

pub(in crate::script) type Ctx<'a> = NativeCallContext<'a>;

/// A value that has words.
pub(super) trait Receiver: Clone + Send + Sync + 'static {
    const TYPE: Type;
}

impl Receiver for Handle {
    const TYPE: Type = Type::SQUARE;
}

/// A set in a script. It knows its call, since loops have no other way to it.
#[derive(Clone)]
pub(in crate::script) struct Squares {
    pub(super) set: Set,
    pub(super) recorder: Recorder,
    pub(super) at: Position,
}

impl Receiver for Squares {
    const TYPE: Type = Type::SQUARES;
}

/// Makes a set, if it is not too large.
pub(super) fn make(ctx: &Ctx, expr: SetExpr) -> Result<Squares, Failure> {
    let at = ctx.call_position();
    let too_large = || Problem::new(Code::ScriptTooBig, format!("a set is made of more than {MAX_SET_SIZE} parts"));
    let set = Set::new(expr).ok_or_else(|| too_large().raise(at))?;
    Ok(Squares { set, recorder: Recorder::of(ctx)?, at })
}

impl IntoIterator for Squares {
    type Item = Result<Handle, Failure>;
    type IntoIter = std::vec::IntoIter<Result<Handle, Failure>>;

    fn into_iter(self) -> Self::IntoIter {
        let items: Vec<Result<Handle, Failure>> = match self.recorder.members(&self.set, self.at) {
            Ok(members) => members.into_iter().map(|square| Ok(Handle::new(Base::Concrete(square)))).collect(),
            Err(failure) => vec![Err(failure)],
        };
        items.into_iter()
    }
}

/// Asks one question from a word.
pub(super) fn ask(ctx: &Ctx, query: Query) -> Result<i32, Failure> {
    Recorder::of(ctx)?.ask(query, ctx.call_position())
}

/// Asks a question of yes or no.
pub(super) fn holds(ctx: &Ctx, query: Query) -> Result<bool, Failure> {
    Ok(ask(ctx, query)? != 0)
}

/// The index of a name given to a word.
pub(super) fn find(ctx: &Ctx, names: &Names, of: Type, name: &str) -> Result<u8, Failure> {
    names.find(of, name).or_else(|problem| Recorder::of(ctx)?.wrong_name(name, problem, ctx.call_position()))
}

/// Where the words of hooks are registered.
pub(super) struct Host<'a> {
    pub(super) engine: &'a mut Engine,
    pub(super) names: &'a Arc<Names>,
}

impl Host<'_> {
    fn described<T: Receiver>(name: &str, n: usize) -> Option<&'static Word> {
        WORDS.iter().find(|word| word.of == T::TYPE && word.name == name && word.takes.len() == n)
    }

    /// A word that leaves its first argument alone.
    pub(super) fn word<A: 'static, const N: usize, const X: bool, R, const F: bool, FUNC>(
        &mut self,
        name: &str,
        func: FUNC,
    ) where
        R: Variant + Clone,
        FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
    {
        word(self.engine, name, func);
    }

    /// A word without values: a property, or a function too.
    pub(super) fn plain<T: Receiver, R: Variant + Clone>(
        &mut self,
        name: &str,
        give: impl Fn(&Ctx, &T) -> Result<R, Failure> + Clone + Send + Sync + 'static,
    ) {
        let get = move |ctx: Ctx, of: &mut T| -> Result<R, Failure> { give(&ctx, of) };
        if Self::described::<T>(name, 0).is_some_and(|word| word.form == Form::Both) {
            self.word(name, get.clone());
        }
        self.engine.register_get(name, get);
    }

    /// A question of yes or no.
    pub(super) fn truth<T: Receiver>(&mut self, name: &str, query: fn(&T) -> Query) {
        self.plain(name, move |ctx, of: &T| holds(ctx, query(of)));
    }

    /// A question for a number.
    pub(super) fn number<T: Receiver>(&mut self, name: &str, query: fn(&T) -> Query) {
        self.plain(name, move |ctx, of: &T| Ok(INT::from(ask(ctx, query(of))?)));
    }

    /// A question for a name: the first of the list for the answer 1, none for 0.
    pub(super) fn name<T: Receiver>(&mut self, name: &str, list: &[String], query: fn(&T) -> Query) {
        let list: Arc<[ImmutableString]> = list.iter().map(ImmutableString::from).collect();
        self.plain(name, move |ctx, of: &T| {
            let at = usize::try_from(ask(ctx, query(of))?).ok().and_then(|at| at.checked_sub(1));
            Ok(at.and_then(|at| list.get(at)).cloned().unwrap_or_default())
        });
    }

    /// A set.
    pub(super) fn set<T: Receiver>(&mut self, name: &str, expr: fn(&T) -> SetExpr) {
        self.plain(name, move |ctx, of: &T| make(ctx, expr(of)));
    }

    /// A word that takes a name.
    pub(super) fn by<T: Receiver, R: Variant + Clone>(
        &mut self,
        name: &str,
        give: impl Fn(&Ctx, &T, u8) -> Result<R, Failure> + Send + Sync + 'static,
    ) {
        let names = self.names.clone();
        let taken = Self::described::<T>(name, 1).map_or(Type::ANY, |word| word.takes[0].1);
        self.word(name, move |ctx: Ctx, of: &mut T, what: &str| -> Result<R, Failure> {
            let what = find(&ctx, &names, taken, what)?;
            give(&ctx, of, what)
        });
    }
}

/// Registers a word that leaves its first argument alone.
pub(super) fn word<A, const N: usize, const X: bool, R, const F: bool, FUNC>(
    engine: &mut Engine,
    name: &str,
    func: FUNC,
) where
    A: 'static,
    R: Variant + Clone,
    FUNC: RhaiNativeFunc<A, N, X, R, F> + Send + Sync + 'static,
{
    FuncRegistration::new(name).in_global_namespace().with_purity(true).register_into_engine(engine, func);
}
