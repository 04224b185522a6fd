//! A variant in one width: its tables, its script, and the facts of its board in the form in which rules ask them.

use crate::board::{Board, Pose, Side, Square};
use crate::script::handles::Step;
use crate::script::trie::Frozen;
use crate::script::{HookId, Program};
use crate::variant::lift::{self, Lifted};
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;
use std::sync::OnceLock;

/// Everything about a variant that does not change while playing, in one width.
#[derive(Debug)]
pub(crate) struct Core<W: Width> {
    /// Tables.
    pub(crate) tables: Tables<W>,
    /// Scripts.
    pub(crate) program: Option<Program>,
    /// The board.
    pub(crate) board: Board,
    /// Whether this processor counts and finds bits in one instruction.
    #[cfg(target_arch = "x86_64")]
    pub(crate) has_bit_instructions: bool,
    /// Squares one step away.
    pub(crate) around: Vec<W::Set>,
    /// Functions that judge squares, made ready for sets of them, by their number.
    pub(crate) lifted: Vec<Option<Lifted<W>>>,
    /// What functions were found to say, by their number: set once, read by all threads.
    pub(crate) memory: OnceLock<Vec<Frozen>>,
    /// One step in a direction relative to a side: `[side][direction][square]`.
    steps: [Vec<Vec<Option<u8>>>; 2],
    /// The square `rank` of a side: `[side][square]`, 0 where there is none.
    ranks: [Vec<i32>; 2],
}

impl<W: Width> Core<W> {
    /// Puts a variant together.
    pub(crate) fn new(tables: Tables<W>, program: Option<Program>, board: Board) -> Core<W> {
        let squares: Vec<Square> = board.squares().collect();
        let around = squares
            .iter()
            .map(|&square| {
                let place = board.place_of(square);
                let ahead = (0..board.n_headings(place)).flat_map(|heading| board.ahead(Pose { place, heading }));
                W::Set::collect(ahead.filter_map(|pose| board.square_at(pose.place)).filter(|to| *to != square))
            })
            .collect();
        let steps = Side::BOTH.map(|side| {
            (0..board.turns())
                .map(|direction| squares.iter().map(|&square| step(&board, side, direction, square)).collect())
                .collect()
        });
        let ranks = Side::BOTH
            .map(|side| squares.iter().map(|&square| board.rank_seen_by(side, square).map_or(0, i32::from)).collect());
        let mut core = Core {
            tables,
            program,
            board,
            #[cfg(target_arch = "x86_64")]
            has_bit_instructions: is_x86_feature_detected!("popcnt")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt"),
            around,
            lifted: Vec::new(),
            memory: OnceLock::new(),
            steps,
            ranks,
        };
        if let Some(program) = &core.program {
            core.lifted = lift::lift(&core.tables, program, &|side, step, square| match step {
                Step::Go(direction) => core.step(side, direction, square),
                Step::Leap(across, ahead) => core.leap(side, across, ahead, square),
                Step::First(_) => None,
            });
        }
        core
    }

    /// One step from a square in a direction relative to a side.
    pub(crate) fn step(&self, side: usize, direction: u8, square: usize) -> Option<usize> {
        self.steps[side].get(usize::from(direction)).and_then(|squares| squares[square]).map(usize::from)
    }

    /// So many squares to the right and ahead, seen by a side.
    pub(crate) fn leap(&self, side: usize, across: i8, ahead: i8, square: usize) -> Option<usize> {
        let half = self.board.turns() as i32 / 2;
        let start = if side == 1 && self.board.has_files() { half } else { 0 };
        let place = self.board.place_of(Square(square as u8));
        let mut pose = Pose { place, heading: start as u16 };
        let walk = |pose: Pose, turn: i32, steps: i8| {
            let units = if steps < 0 { turn + half } else { turn };
            let mut pose = self.board.turn(pose, units)?;
            for _ in 0..steps.unsigned_abs() {
                pose = *self.board.ahead(pose).first()?;
            }
            self.board.turn(pose, -units)
        };
        pose = walk(pose, 0, ahead)?;
        pose = walk(pose, 2, across)?;
        self.board.square_at(pose.place).map(Square::index)
    }

    /// What a function was found to say.
    #[inline(always)]
    pub(crate) fn frozen(&self, hook: HookId) -> Option<&Frozen> {
        self.memory.get()?.get(hook.index())
    }

    /// The file of a square counted from a side's left, 0 where there is none.
    pub(crate) fn file(&self, side: usize, square: usize) -> i32 {
        let file = self.board.file(Square(square as u8)).map_or(0, i32::from);
        let turned = side == 1 && self.board.has_files() && file != 0;
        if turned { i32::from(self.board.n_files()) + 1 - file } else { file }
    }

    /// The rank of a square seen by a side, 0 where there is none.
    pub(crate) fn rank(&self, side: usize, square: usize) -> i32 {
        self.ranks[side][square]
    }
}

/// Directions are relative where the board has files; elsewhere they are the headings themselves.
fn step(board: &Board, side: Side, direction: u16, square: Square) -> Option<u8> {
    let half = if side == Side::Black && board.has_files() { board.turns() / 2 } else { 0 };
    let place = board.place_of(square);
    if board.n_headings(place) != board.turns() {
        return None;
    }
    let heading = (direction + half) % board.turns();
    let pose = board.ahead(Pose { place, heading }).first()?;
    board.square_at(pose.place).map(|square| square.0)
}
