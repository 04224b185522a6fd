//! A variant of which less is asked: tables in; the same pieces and movements without ends and duty, and, if wished,
//! without royal pieces, out. What may be played in the one says what is legal in the other.

use crate::board::{KindSet, Square};
use crate::check::model::Duty;
use crate::variant::compile;
use crate::variant::core::Core;
use crate::variant::set::{SquareSet, Width};
use crate::variant::{AnyCore, Inner, Variant, each_core};
use std::sync::Arc;

/// What a variant asks of royal pieces and of kings that castle.
#[derive(Debug, Clone)]
pub struct Royalty {
    /// Which kinds are royal.
    pub kinds: Vec<bool>,
    /// Whether each side must have a royal piece.
    pub needed: [bool; 2],
    /// For each castling, where its king must not be attacked before it arrives.
    pub safe: Vec<Vec<Square>>,
    /// Whether what a move takes is known before its effect is played.
    pub takes_are_known: bool,
}

impl Variant {
    /// What is asked of royal pieces and of kings that castle.
    #[must_use]
    pub fn royalty(&self) -> Royalty {
        each_core!(self, core => {
            let tables = &core.tables;
            let squares = |set: &_| SquareSet::squares(*set).map(|square| Square(square as u8)).collect();
            Royalty {
                kinds: (0..tables.n_kinds).map(|kind| tables.royal.has(kind as u8)).collect(),
                needed: tables.requires_royal,
                safe: tables.castling.iter().map(|castling| squares(&castling.safe)).collect(),
                takes_are_known: tables.ways.iter().all(|way| way.act.closed || way.act.takes),
            }
        })
    }

    /// The same variant without duty and ends, so that no move is owed and no position decided. Positions and moves of
    /// the one are those of the other.
    #[must_use]
    pub fn without_ends(&self) -> Variant {
        let is_so = each_core!(self, core => core.tables.early_ends.is_empty() && core.tables.duty == Duty::default());
        if is_so { self.clone() } else { self.relaxed(false) }
    }

    /// The same variant without duty, ends and royal pieces, in which a king may castle through attacks: whatever the
    /// tables give may be played. Positions and moves of the one are those of the other.
    #[must_use]
    pub fn without_royals(&self) -> Variant {
        self.relaxed(true)
    }

    fn relaxed(&self, free: bool) -> Variant {
        let core = match &self.core {
            AnyCore::Small(core) => AnyCore::Small(relaxed(core, free)),
            AnyCore::Medium(core) => AnyCore::Medium(relaxed(core, free)),
            AnyCore::Large(core) => AnyCore::Large(relaxed(core, free)),
        };
        let mut inner: Inner = (*self.inner).clone();
        if free {
            inner.royal = false;
            inner.kinds.iter_mut().for_each(|kind| kind.royal = false);
        }
        Variant { inner: Arc::new(inner), core }
    }
}

fn relaxed<W: Width>(core: &Core<W>, free: bool) -> Arc<Core<W>> {
    let mut tables = core.tables.clone();
    tables.duty = Duty::default();
    tables.ends.clear();
    tables.live_ends.clear();
    tables.early_ends.clear();
    tables.early_glance = None;
    if free {
        tables.royal = KindSet(0);
        tables.requires_royal = [false; 2];
        tables.castling.iter_mut().for_each(|castling| castling.safe = W::Set::EMPTY);
    }
    compile::complete(&mut tables);
    Arc::new(Core::new(tables, core.program.clone(), core.board.clone()))
}
