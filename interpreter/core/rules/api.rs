//! The rules as the rest of the program asks for them, whatever the width of the variant.

use crate::board::{KindId, Side, Square};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::position::state::{kind_of, side_of};
use crate::position::{IntoPosition, Position, with_core};
use crate::rules::bag::Bag;
use crate::rules::context::{Context, Depth};
use crate::rules::moves::{Form, MoveList, RawMove};
use crate::rules::outcome::Outcome;
use crate::rules::perft::Leaves;
use crate::rules::playout::Playout;
use crate::rules::stop::Stop;
use crate::rules::{Referee, attack};
use crate::script::Program;
use crate::source::Spanned;
use crate::variant::set::SquareSet;
use crate::variant::{MovementInfo, Variant, each_core};
use std::collections::BTreeSet;

/// A legal move of one position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) raw: RawMove,
    trail: Box<[u8]>,
    kind: KindId,
    captured: Vec<Square>,
    crossed: Vec<Square>,
}

/// The legal moves of a position.
pub type Moves = Vec<Move>;

/// The name under which the rules are asked: a variant and a thread's memory.
#[derive(Debug)]
pub struct Rules {
    pub(super) variant: Variant,
    pub(super) context: Context,
}

impl Move {
    /// Where the piece stands.
    #[must_use]
    pub fn from(&self) -> Square {
        Square(self.raw.from())
    }

    /// The number of its castling, if it is one.
    #[must_use]
    pub fn castling(&self) -> Option<usize> {
        (self.raw.form() == Form::Castling).then(|| usize::from(self.raw.way()))
    }

    /// Where it lands last; for an effect that stays, the target.
    #[must_use]
    pub fn to(&self) -> Square {
        Square(self.raw.to())
    }

    /// The kind that moves.
    #[must_use]
    pub fn kind(&self) -> KindId {
        self.kind
    }

    /// The kind it promotes to.
    #[must_use]
    pub fn promotion(&self) -> Option<KindId> {
        self.raw.promotion().checked_sub(1)
    }

    /// Whether it castles; then the square of the other piece.
    #[must_use]
    pub fn castles_with(&self) -> Option<Square> {
        (self.raw.form() == Form::Castling).then_some(Square(self.raw.extra() as u8))
    }

    /// Every landing square in order; one but for chains.
    #[must_use]
    pub fn landings(&self) -> Vec<Square> {
        if self.raw.form() != Form::Chain {
            return vec![self.to()];
        }
        self.list().hops(&self.raw).map(|(to, _)| Square(to)).collect()
    }

    /// Whether it is a chain of hops.
    #[must_use]
    pub fn is_chain(&self) -> bool {
        self.raw.form() == Form::Chain
    }

    /// The squares on which it takes, in order for a chain.
    #[must_use]
    pub fn captured(&self) -> &[Square] {
        &self.captured
    }

    /// The squares that its path crosses or takes on, in order; empty for plain moves.
    #[must_use]
    pub fn passed(&self) -> &[Square] {
        &self.crossed
    }

    /// The movement that gives it; `None` for castling.
    #[must_use]
    pub fn movement<'a>(&self, variant: &'a Variant) -> Option<&'a MovementInfo> {
        variant.movements().get(self.movement_number(variant)?)
    }

    /// The number of the movement that gives it; `None` for castling.
    #[must_use]
    pub fn movement_number(&self, variant: &Variant) -> Option<usize> {
        if self.raw.form() == Form::Castling {
            return None;
        }
        Some(usize::from(each_core!(variant, core => core.tables.ways[usize::from(self.raw.way())].movement)))
    }

    /// Whether a function of the script says what this move, or every move, does besides moving and taking.
    #[must_use]
    pub fn has_effects(&self, variant: &Variant) -> bool {
        let way = usize::from(self.raw.way());
        let castles = self.raw.form() == Form::Castling;
        each_core!(variant, core => {
            core.tables.after.is_some() || !castles && core.tables.ways[way].does.is_some()
        })
    }

    /// Whether it leads from the same square to the same one as another chain, takes the same and becomes the same.
    pub fn has_result_of(&self, other: &Move) -> bool {
        let taken = |mv: &Move| mv.captured.iter().copied().collect::<BTreeSet<Square>>();
        let ends = |mv: &Move| (mv.is_chain(), mv.from(), mv.to(), mv.promotion());
        ends(self) == ends(other) && taken(self) == taken(other)
    }

    fn list(&self) -> MoveList {
        MoveList { moves: Vec::new(), trail: self.trail.to_vec() }
    }
}

impl Rules {
    /// The rules of a variant.
    #[must_use]
    pub fn new(variant: Variant) -> Rules {
        Rules { variant, context: Context::default() }
    }

    /// The variant.
    #[must_use]
    pub fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The thread's memory.
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// The scripts, if there are any.
    pub fn program(&self) -> Option<&Program> {
        each_core!(self.variant, core => core.program.as_ref())
    }

    /// Runs scripts every time instead of remembering what they decided.
    pub fn set_live(&mut self, live: bool) {
        self.context.live = live;
    }

    /// Stops on a sign: scripts run no more then, and counting ends early, so that what is still said means nothing.
    pub fn stop_on(&mut self, stop: &Stop) {
        self.context.stop = Some(stop.clone());
    }

    /// Chooses how legality is found.
    pub fn set_depth(&mut self, depth: Depth) {
        self.context.depth = depth;
    }

    /// Reads a FEN. Two kinds of position that no game goes on from are told among the notes: a side without its royal
    /// piece, so that the game is over (a note), and a royal piece that could be taken at once (a warning).
    pub fn position(&mut self, fen: &Spanned<String>) -> Result<(Position, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (position, mut notes) = Position::from_fen(&self.variant, fen)?;
        let context = &mut self.context;
        let side = position.turn();
        let (lost, exposed) = with_core!(self.variant, position, core, state => {
            let mut referee = Referee::new(core, context);
            let lost = referee.missing_royal(state, usize::from(state.turn)).map(|side| Side::BOTH[side]);
            let has_royal = lost.is_none() && core.tables.royal.0 != 0;
            (lost, has_royal && referee.in_check(state, side.other().index()))
        });
        if let Some(side) = lost {
            let message = format!("{side} has no royal piece");
            let problem = Diagnostic::new(Severity::Note, Code::FenImpossible, message).at(fen.span);
            let outcome = self.outcome(&position, 1).map_or_else(String::new, |outcome| outcome.in_words());
            let problem = problem.label(format!("the game is over here: {outcome}"));
            notes.push(problem.help(format!("for a game that goes on, place a royal piece of {side}")));
        }
        if exposed {
            let message = format!("{side} is to move and could take a royal piece of {}", side.other());
            let problem = Diagnostic::warning(Code::FenImpossible, message).at(fen.span);
            let problem = problem.label("no game leads to such a position");
            notes.push(problem.help("let the other side move, or move a piece"));
        }
        Ok((position, notes))
    }

    /// The legal moves of a position that has occurred so often, this time included: none where an end that stops holds
    /// because of that.
    pub fn legal_moves_at(&mut self, position: &Position, repetitions: u32) -> Moves {
        let context = &mut self.context;
        let stopped = repetitions > 1
            && with_core!(self.variant, position, core, state => {
                Referee::new(core, context).stopped(state, repetitions)
            });
        if stopped { Moves::default() } else { self.legal_moves(position) }
    }

    /// The legal moves of the side to move; none where an end that stops has decided the position.
    pub fn legal_moves(&mut self, position: &Position) -> Moves {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            let mut list = MoveList::default();
            let mut referee = Referee::new(core, context);
            referee.legal_moves(state, &mut list);
            list.moves
                .iter()
                .map(|mv| {
                    let facts = referee.facts(state, mv, &list);
                    let squares = |set: Vec<usize>| set.into_iter().map(|square| Square(square as u8)).collect();
                    let mut trail = Vec::new();
                    let mut raw = *mv;
                    let mut captured: Vec<Square> = squares(facts.captured.squares().collect());
                    let mut crossed = Vec::new();
                    match mv.form() {
                        Form::Chain => {
                            let hops: Vec<(u8, Vec<u8>)> =
                                list.hops(mv).map(|(to, taken)| (to, taken.to_vec())).collect();
                            trail.push(hops.len() as u8);
                            captured.clear();
                            for (to, taken) in hops {
                                trail.push(to);
                                trail.push(taken.len() as u8);
                                trail.extend_from_slice(&taken);
                                captured.extend(taken.into_iter().map(Square));
                            }
                            raw = raw.without_extra();
                        }
                        Form::Path => {
                            let term = core.tables.ways[usize::from(mv.way())].term;
                            let path = &core.tables.terms[term].paths[mv.extra() as usize];
                            crossed.extend(path.takes_order.iter().map(|square| Square(*square)));
                            crossed.extend(path.destroys.squares().map(|square| Square(square as u8)));
                            crossed.extend(path.crossed.squares().map(|square| Square(square as u8)));
                        }
                        _ => {}
                    }
                    let kind = kind_of(state.at(usize::from(mv.from()))) as KindId;
                    Move { raw, trail: trail.into(), kind, captured, crossed }
                })
                .collect()
        })
    }

    /// The legal moves, with every route of the chains that `identity = "result"` makes one move.
    pub fn routes(&mut self, position: &Position) -> Moves {
        self.context.every_route = true;
        let moves = self.legal_moves(position);
        self.context.every_route = false;
        moves
    }

    /// The position after a move that [`Rules::legal_moves`] gave for this very position.
    pub fn play_unchecked(&mut self, position: &Position, mv: &Move) -> Position {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).play(state, &mv.raw, &mv.list()).position()
        })
    }

    /// Whether a royal piece of the side to move is attacked.
    pub fn in_check(&mut self, position: &Position) -> bool {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).in_check(state, usize::from(state.turn))
        })
    }

    /// Whether a royal piece of a side is attacked.
    pub fn is_attacked(&mut self, position: &Position, side: Side) -> bool {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).in_check(state, side.index())
        })
    }

    /// How the game stands, if it is over. `repetitions`: how often the position has occurred, this time included.
    pub fn outcome(&mut self, position: &Position, repetitions: u32) -> Option<Outcome> {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).outcome(state, repetitions)
        })
    }

    /// The number of legal move sequences of `depth` plies.
    pub fn perft(&mut self, position: &Position, depth: usize) -> u64 {
        self.perft_by(position, depth, Leaves::Counted)
    }

    /// The number of [`Rules::perft`], with the moves of the last ply counted, listed or played: for measuring.
    pub fn perft_by(&mut self, position: &Position, depth: usize, leaves: Leaves) -> u64 {
        let counted_on = self.context.counts_on;
        self.count_below(position);
        let context = &mut self.context;
        let nodes = with_core!(self.variant, position, core, state => {
            let mut lists = vec![MoveList::default(); depth];
            Referee::new(core, context).perft(state, depth, leaves, &mut lists)
        });
        self.context.counts_on = counted_on;
        nodes
    }

    /// The number of [`Rules::perft`]; `None` where it is greater than `most`, as soon as that is clear.
    pub fn perft_within(&mut self, position: &Position, depth: usize, most: u64) -> Option<u64> {
        self.context.most_sequences = Some(most);
        let nodes = self.perft(position, depth);
        self.context.most_sequences = None;
        (nodes <= most).then_some(nodes)
    }

    /// Prepares for counting below the positions that a position leads to, where they are counted one by one. Where its
    /// side to move could take a royal piece at once, which no game leads to, [`Rules::perft`] counts the moves of a
    /// side without royal pieces, too, as the published counts of such positions do.
    pub fn count_below(&mut self, position: &Position) {
        let context = &mut self.context;
        let is_exposed = with_core!(self.variant, position, core, state => {
            let us = usize::from(state.turn);
            let mut referee = Referee::new(core, context);
            core.tables.royal.0 != 0 && referee.missing_royal(state, us).is_none() && referee.in_check(state, 1 - us)
        });
        self.context.counts_on |= is_exposed;
    }

    /// A game of random legal moves, each with equal chance, until an end holds or the game is `longest` moves long.
    /// Repetitions are not counted. The seed goes on from game to game.
    pub fn playout(&mut self, position: &Position, seed: &mut u64, longest: usize) -> Playout {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            Referee::new(core, context).playout(state, seed, longest)
        })
    }

    /// The position after a legal move, each drawn with equal chance; `None` if there is none. The seed goes on from
    /// move to move.
    pub fn random_move(&mut self, position: &Position, seed: &mut u64) -> Option<Position> {
        let context = &mut self.context;
        with_core!(self.variant, position, core, state => {
            let mut referee = Referee::new(core, context);
            *seed = (*seed).max(1);
            if referee.decided(state) || referee.is_lost(state) {
                return None;
            }
            let mut next = *state;
            referee.move_at_random(state, &mut next, &mut Bag::new(), seed).then(|| next.position())
        })
    }

    /// The pieces that could take on a square by raw movement, of one side.
    pub fn attackers(&mut self, position: &Position, square: Square, side: Side) -> Vec<Square> {
        with_core!(self.variant, position, core, state => {
            attack::raw_attackers(
                &core.tables,
                state,
                side.index(),
                square.index(),
                crate::board::KindSet::ALL,
            )
            .squares()
            .map(|square| Square(square as u8))
            .collect()
        })
    }

    /// The side of the piece on a square.
    #[must_use]
    pub fn side_at(&self, position: &Position, square: Square) -> Option<Side> {
        let piece = crate::position::each_state!(position, state => state.at(square.index()));
        (piece != 0).then(|| Side::BOTH[side_of(piece)])
    }
}

impl Rules {
    /// Lets scripts take about a second and no more, and with each further call of this some milliseconds: for whoever
    /// looks at one position, or makes one move after the other. What passes that is the trouble of the
    /// [`Context`](crate::rules::Context). Without it only calls that take long each are bounded.
    pub fn bound_scripts(&mut self) {
        self.context.cost.bound();
    }

    /// Takes that bound away: for whoever looks at many positions.
    pub fn unbound_scripts(&mut self) {
        self.context.cost.unbound();
    }

    /// Whether scripts have taken too long, and run no more.
    #[must_use]
    pub fn scripts_are_spent(&self) -> bool {
        self.context.cost.spent_by().is_some()
    }
}
