//! A position whose moves are made: what is worked out for it once, for all of its pieces, and for one of them.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::node::Node;
use crate::rules::shield::{Held, Shield};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// One piece whose moves are made.
pub(crate) struct Mover<W: Width> {
    pub(super) from: usize,
    pub(super) kind: usize,
    /// Where it may land; `None`: every move must be tried.
    pub(super) allowed: Option<W::Set>,
    /// It is the royal piece: its landing squares are tested one by one.
    pub(super) royal: bool,
}

impl<W: Width> Mover<W> {
    #[inline(always)]
    pub(super) fn new(ply: &Ply<'_, W>, kind: usize, from: usize) -> Mover<W> {
        let shield = &ply.shield;
        let allowed = (!shield.loose.has(from)).then(|| shield.allowed(from));
        Mover { from, kind, allowed, royal: shield.royal.has(from) }
    }
}

/// A position and the tables of its game, passed by value: the compiler then knows that no call changes them.
pub(crate) struct Place<'a, W: Width> {
    pub(super) tables: &'a Tables<W>,
    pub(super) state: &'a State<W>,
}

impl<W: Width> Clone for Place<'_, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<W: Width> Copy for Place<'_, W> {}

/// A position whose moves are made, and what is worked out for it once.
pub(crate) struct Ply<'a, W: Width> {
    pub(super) place: Place<'a, W>,
    /// Whether moves that may leave the own royal piece attacked are played and tested; if not, they are pseudo-legal.
    pub(super) tests: bool,
    pub(super) node: Node<W>,
    pub(super) shield: Shield<W>,
    /// The enemy's last royal piece. Capturing it wins, so the own royal piece may be left attacked.
    pub(super) last_enemy_royal: W::Set,
    pub(super) own_held: Held<W>,
    pub(super) their_held: Held<W>,
}

impl<'a, W: Width> Ply<'a, W> {
    /// A position in which no royal piece binds anyone.
    #[inline(always)]
    pub(super) fn open<'r: 'a>(referee: &mut Referee<'r, W>, state: &'a State<W>) -> Ply<'a, W> {
        Ply {
            place: Place { tables: &referee.core.tables, state },
            tests: false,
            node: Node::new(referee, state),
            shield: Shield::open(),
            last_enemy_royal: W::Set::EMPTY,
            own_held: Held::new(),
            their_held: Held::new(),
        }
    }
}
