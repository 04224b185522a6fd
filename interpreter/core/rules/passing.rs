//! Captures en passant: a position and a way of moving in; the crossed squares on which a piece may capture so, and
//! whether it attacks the piece that crossed them, out.

use crate::position::state::State;
use crate::rules::Referee;
use crate::rules::node::Node;
use crate::rules::targets::path_open;
use crate::script::HookKind;
use crate::variant::set::{SquareSet, Width};

impl<W: Width> Referee<'_, W> {
    /// The squares crossed in the last move on which the piece on `from`, of the side to move, may capture en passant
    /// by a way. Whether the way is open to that piece now is for the caller to ask.
    pub(crate) fn passing_targets(&mut self, state: &State<W>, node: &Node<W>, number: u16, from: usize) -> W::Set {
        let tables = &self.core.tables;
        let way = &tables.ways[usize::from(number)];
        let term = &tables.terms[way.term];
        let victim = usize::from(state.ep_victim);
        let capturable = node.capturable(state, way);
        if !term.passes_capture || state.passing.is_empty() || !capturable.has(victim) {
            return W::Set::EMPTY;
        }
        let reach = &term.reach[node.us][from];
        let mut targets = reach.passing;
        for path in &term.paths[reach.paths.0 as usize..reach.paths.1 as usize] {
            if path.passing && path_open(path, state, node, capturable) {
                targets = targets.with(usize::from(path.to));
            }
        }
        targets = targets.and(state.passing);
        if !targets.is_empty()
            && let Some(hook) = way.may_take
            && !self.may_take(state, hook, from, victim)
        {
            return W::Set::EMPTY;
        }
        match way.filter {
            Some(hook) => self.targets_hook(state, hook, HookKind::Filter, from, targets),
            None => targets,
        }
    }

    /// Whether one of `pieces`, of `side`, may capture the piece on `target` en passant by a way.
    #[cold]
    #[inline(never)]
    pub(crate) fn attacks_in_passing(
        &mut self,
        state: &State<W>,
        number: u16,
        pieces: W::Set,
        target: usize,
        side: usize,
    ) -> bool {
        let tables = &self.core.tables;
        let way = &tables.ways[usize::from(number)];
        let crossed = !state.passing.is_empty() && usize::from(state.ep_victim) == target;
        if !crossed || usize::from(state.turn) != side || way.chain.is_some() || (way.act.closed && way.act.stays) {
            return false;
        }
        let node = Node::new(self, state);
        pieces.squares().any(|from| {
            self.acts(state, from)
                && way.when.iter().all(|&when| self.piece_rule(state, &tables.conditions[when].condition, from))
                && !self.passing_targets(state, &node, number, from).is_empty()
        })
    }
}
