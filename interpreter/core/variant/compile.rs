//! From a checked definition to tables. Cannot fail: everything that could be wrong was found by `check`.

use crate::board::{KindId, KindSet, Piece};
use crate::check::model::{CheckedDefinition, CheckedMovement, Condition, Passes};
use crate::definition::Identity;
use crate::expansion::ExpandedTerm;
use crate::variant::conditions::{piece_condition, rule, sides};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::{Act, Borrow, Castling, End, Kind, PieceCondition, Promotion, Tables, Term, Way};
use crate::variant::{derive, ends, geometry, inspect, lower};

/// Compiles the tables of `checked` in the width `W`, which must be wide enough.
pub(crate) fn compile<W: Width>(checked: &CheckedDefinition) -> Tables<W> {
    let n_squares = checked.board.n_squares();
    let n_kinds = checked.kinds.len();
    let mut keys = Keys(0x6865_7465_726f_646f);
    let regions: Vec<[W::Set; 2]> = checked.regions.iter().map(|(_, region)| sides(region)).collect();
    let early_ends = ends::early(checked);
    let mut tables = Tables {
        n_squares,
        all: (0..n_squares).fold(W::Set::EMPTY, W::Set::with),
        n_kinds,
        kinds_mask: if n_kinds == 64 { u64::MAX } else { (1 << n_kinds) - 1 },
        terms: Vec::new(),
        ways: Vec::new(),
        conditions: Vec::new(),
        way_names: checked.movements.iter().map(|movement| movement.way_name).collect(),
        kinds: Vec::new(),
        flat: Default::default(),
        hops: Vec::new(),
        parts: None,
        side_rights: [0; 2],
        passing_takers: Vec::new(),
        royal: kind_set(checked, |kind| checked.kinds[kind].royal),
        visitor: checked.kinds.iter().position(|kind| kind.royal).map(|kind| kind as u8),
        requires_royal: std::array::from_fn(|side| {
            let royal = |piece: &Piece| piece.side.index() == side && checked.kinds[usize::from(piece.kind)].royal;
            checked.placement.iter().any(royal)
        }),
        immune: kind_set(checked, |kind| checked.kinds[kind].immune),
        minds_moved: minds_moved(checked),
        has_passing: false,
        home: home::<W>(checked),
        castling: checked.castling.iter().map(castling::<W>).collect(),
        rights_kept: vec![u16::MAX; n_squares],
        regions: regions.clone(),
        ends: checked.ends.iter().map(end).collect(),
        algebra: false,
        has_immune: checked.kinds.iter().any(|kind| kind.immune || kind.immune_when.is_some()),
        leapers: KindSet(0),
        live_ends: ends::live(checked).into_iter().map(|(end, _)| end).collect(),
        early_glance: ends::glance(&early_ends),
        early_ends,
        second: checked.first.other().index() as u8,
        quiet: checked.quiet,
        duty: checked.duty,
        after: checked.after,
        after_only_captures: checked
            .after
            .zip(checked.program.as_ref())
            .is_some_and(|(hook, program)| lower::idle_without_captures(program, hook)),
        active: checked.active.as_ref().map(|active| piece_condition(checked, &regions, active)),
        men_keys: (0..2 * W::KINDS * W::SQUARES).map(|_| keys.next()).collect(),
        passing_keys: (0..n_squares).map(|_| keys.next()).collect(),
        unmoved_keys: (0..n_squares).map(|_| keys.next()).collect(),
        rights_keys: std::array::from_fn(|_| keys.next()),
        turn_key: keys.next(),
    };
    for (number, castling) in tables.castling.iter().enumerate() {
        tables.side_rights[castling.side.index()] |= 1 << number;
        for square in castling.king.into_iter().chain(castling.rook) {
            tables.rights_kept[usize::from(square)] &= !(1 << number);
        }
    }
    let mut compiler = Compiler { checked, tables, known: Vec::new() };
    compiler.kinds();
    let mut tables = compiler.tables;
    complete(&mut tables);
    tables
}

/// Fills in what follows from the rest of the tables.
pub(super) fn complete<W: Width>(tables: &mut Tables<W>) {
    tables.has_passing = tables.terms.iter().any(|term| term.passes_capture);
    inspect::finish(tables);
    tables.flat = derive::flatten(tables);
    tables.hops = derive::hops(tables);
    tables.parts = derive::parts(tables);
}

struct Compiler<'a, W: Width> {
    checked: &'a CheckedDefinition,
    tables: Tables<W>,
    /// The conditions numbered so far.
    known: Vec<Condition>,
}

/// Movements that differ in nothing but geometry become one term.
struct Group {
    movement: usize,
    initial: bool,
    terms: Vec<ExpandedTerm>,
}

impl<W: Width> Compiler<'_, W> {
    fn kinds(&mut self) {
        let own: Vec<Vec<(usize, usize, bool)>> =
            self.checked.kinds.iter().map(|kind| self.groups(&kind.movements)).collect();
        let powers: Vec<Vec<(usize, usize, bool)>> =
            self.checked.powers.iter().map(|power| self.groups(&power.movements)).collect();
        for number in 0..self.checked.kinds.len() {
            let kind = number as KindId;
            let own_ways: Vec<u16> = own[number].clone().into_iter().map(|group| self.way(kind, group, None)).collect();
            let mut ways = own_ways.clone();
            let mut borrows = Vec::new();
            for (power_number, power) in self.checked.powers.iter().enumerate() {
                if !power.kinds.has(kind) {
                    continue;
                }
                let when: Vec<usize> = power.when.iter().map(|when| self.condition(when)).collect();
                for group in powers[power_number].clone() {
                    ways.push(self.way(kind, group, Some(&when)));
                }
                if let Some(hook) = power.borrowed {
                    let ways =
                        own.iter().map(|lender| lender.iter().map(|group| self.way(kind, *group, None)).collect());
                    let ways = ways.collect();
                    borrows.push(Borrow { hook, when, ways });
                }
            }
            let checked = &self.checked.kinds[number];
            let promotions: Vec<Promotion<W>> = self
                .checked
                .promotions
                .iter()
                .filter(|rule| rule.kinds.has(kind))
                .map(|rule| Promotion { zone: sides(&rule.zone), to: rule.to.clone(), must: rule.must })
                .collect();
            let promotion_zone = std::array::from_fn(|side| {
                promotions.iter().fold(W::Set::EMPTY, |zone, rule| zone.or(rule.zone[side]))
            });
            self.tables.kinds.push(Kind {
                ways,
                royal_ways: Vec::new(),
                mask_ways: Vec::new(),
                own_ways,
                borrows,
                chains: Vec::new(),
                borrows_chains: false,
                active: checked.active.as_ref().map(|active| self.piece_condition(active)),
                immune_when: checked.immune_when.as_ref().map(|immune| self.piece_condition(immune)),
                overlaps: true,
                promotion_moves_royal: false,
                promotion_choices: None,
                promotions,
                promotion_zone,
            });
        }
    }

    /// Makes the terms of a list of movements: (term, movement, initial) in order.
    fn groups(&mut self, movements: &[usize]) -> Vec<(usize, usize, bool)> {
        let mut groups: Vec<Group> = Vec::new();
        for &movement in movements {
            for term in &self.checked.movements[movement].terms {
                let like = groups.iter_mut().find(|group| {
                    group.initial == term.initial
                        && alike(&self.checked.movements[group.movement], &self.checked.movements[movement])
                });
                match like {
                    Some(group) => group.terms.push(term.clone()),
                    None => groups.push(Group { movement, initial: term.initial, terms: vec![term.clone()] }),
                }
            }
        }
        groups
            .into_iter()
            .map(|group| {
                self.tables.terms.push(geometry::term::<W>(&group.terms, self.tables.n_squares));
                (self.tables.terms.len() - 1, group.movement, group.initial)
            })
            .collect()
    }

    fn way(&mut self, kind: KindId, (term, movement, initial): (usize, usize, bool), power: Option<&[usize]>) -> u16 {
        let checked = &self.checked.movements[movement];
        let mut when: Vec<usize> = power.map(<[usize]>::to_vec).unwrap_or_default();
        if let Some(condition) = &checked.when {
            when.push(self.condition(condition));
        }
        let owner = &self.checked.kinds[usize::from(kind)];
        let geometry: &Term<W> = &self.tables.terms[term];
        let act = match checked.does {
            None => Act { stays: false, takes: true, closed: true, local: false, turns: false },
            Some(hook) => effect_act(self.checked, hook),
        };
        let raw = power.is_none()
            && geometry.captures
            && when.iter().all(|&number| self.tables.conditions[number].level == 0);
        self.tables.ways.push(Way {
            term,
            movement: movement as u16,
            initial,
            filter: checked.filter,
            does: checked.does,
            act,
            takes: owner.takes.minus(checked.spares).minus(self.tables.immune),
            spared: !owner.takes.minus(checked.spares).0 & self.tables.kinds_mask & !self.tables.immune.0,
            raw,
            may_take: owner.may_take,
            passes: match checked.passes {
                Passes::Default => initial,
                Passes::Yes => true,
                Passes::No => false,
            },
            chain: checked.chain,
            chain_takes: KindSet(0),
            promotes: checked.promotes,
            identity_target: checked.identity == Some(Identity::Target),
            identity_result: checked.identity == Some(Identity::Result),
            bare: checked.does.is_none() && checked.chain.is_none() && self.checked.after.is_none(),
            hops_alone: checked.does.is_none() && checked.chain.is_some() && self.checked.after.is_none(),
            plain: checked.does.is_none() && checked.chain.is_none(),
            simple: when.is_empty()
                && checked.filter.is_none()
                && owner.may_take.is_none()
                && owner.active.is_none()
                && self.checked.active.is_none(),
            steady: None,
            shifts: false,
            alone: checked.chain.is_some()
                || checked.filter.is_some()
                || owner.may_take.is_some()
                || (checked.does.is_some() && !act.local),
            when,
        });
        (self.tables.ways.len() - 1) as u16
    }

    /// The number of a condition; the same condition has one number.
    fn condition(&mut self, condition: &Condition) -> usize {
        if let Some(number) = self.known.iter().position(|known| known == condition) {
            return number;
        }
        self.known.push(condition.clone());
        self.tables.conditions.push(self.piece_condition(condition));
        self.tables.conditions.len() - 1
    }

    fn piece_condition(&self, condition: &Condition) -> PieceCondition<W> {
        piece_condition(self.checked, &self.tables.regions, condition)
    }
}

/// Whether two movements differ in nothing but where they lead.
fn alike(a: &CheckedMovement, b: &CheckedMovement) -> bool {
    a.chain == b.chain
        && a.when == b.when
        && a.filter == b.filter
        && a.does == b.does
        && a.spares == b.spares
        && a.passes == b.passes
        && a.promotes == b.promotes
        && a.identity == b.identity
        && a.text == b.text
        && a.mark == b.mark
}

/// What an effect function does to mover and target, found by calling it once with nothing to ask.
fn effect_act(checked: &CheckedDefinition, hook: crate::script::HookId) -> Act {
    let Some(program) = &checked.program else { return Act::default() };
    match program.probe_effect(hook) {
        // Whoever never stays takes what stands on its target, whatever else it asks and does.
        None => Act { takes: !program.may_stay(hook), ..Act::default() },
        Some(probe) => Act {
            stays: probe.stays,
            takes: !probe.stays || probe.removes_target,
            closed: true,
            local: probe.only_target,
            turns: probe.turns_target,
        },
    }
}

/// Where the start position has each kind: `[side * kinds + kind]`.
fn home<W: Width>(checked: &CheckedDefinition) -> Vec<W::Set> {
    let mut home = vec![W::Set::EMPTY; 2 * checked.kinds.len()];
    for piece in &checked.placement {
        let set = &mut home[piece.side.index() * checked.kinds.len() + usize::from(piece.kind)];
        *set = set.with(piece.square.index());
    }
    home
}

fn kind_set(checked: &CheckedDefinition, test: impl Fn(usize) -> bool) -> KindSet {
    (0..checked.kinds.len()).filter(|&kind| test(kind)).fold(KindSet(0), |set, kind| set.with(kind as KindId))
}

fn castling<W: Width>(checked: &crate::check::model::CheckedCastling) -> Castling<W> {
    Castling {
        side: checked.side,
        king: checked.king.map(|square| square.0),
        king_to: checked.king_to.0,
        rook: checked.rook.map(|square| square.0),
        rook_to: checked.rook_to.0,
        king_kind: checked.king_kind,
        rook_kind: checked.rook_kind,
        empty: checked.empty.iter().fold(W::Set::EMPTY, |set, square| set.with(square.index())),
        safe: checked.safe.iter().fold(W::Set::EMPTY, |set, square| set.with(square.index())),
    }
}

fn end<W: Width>(checked: &crate::check::model::CheckedEnd) -> End<W> {
    End {
        when: checked.when.as_ref().map(rule),
        script: checked.script,
        result: checked.result,
        stops: checked.stops,
        name: checked.name.clone(),
    }
}

fn minds_moved(checked: &CheckedDefinition) -> bool {
    checked.movements.iter().any(|movement| movement.terms.iter().any(|term| term.initial)) || checked.minds_moved
}

/// Hash keys from a fixed seed (splitmix64), the same in every build.
struct Keys(u64);

impl Keys {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut key = self.0;
        key = (key ^ (key >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        key = (key ^ (key >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        key ^ (key >> 31)
    }
}
