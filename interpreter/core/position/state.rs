//! Who stands where, and what else the rules remember, in one width: a plain value, copied to play a move.

use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// A position in the width `W`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct State<W: Width> {
    /// Pieces of each side.
    pub sides: [W::Set; 2],
    /// Pieces of each kind.
    pub kinds: W::Kinds,
    /// What stands on each square: 0 or the piece's code (see [`piece`]).
    pub mail: W::Mail,
    /// Pieces that have not moved; empty where the rules do not mind.
    pub unmoved: W::Set,
    /// Squares on which the piece on `ep_victim` can be captured en passant; kept only where someone stands to.
    pub passing: W::Set,
    /// See `passing`.
    pub ep_victim: u8,
    /// Castling rights, a bit for each entry of the definition.
    pub rights: u16,
    /// Whose turn: 0 or 1.
    pub turn: u8,
    /// The last move took something off.
    pub last_capture: bool,
    /// The kind that made the last move, plus one; 0 when not known.
    pub last_kind: u8,
    /// Plies since the last reset.
    pub quiet: u16,
    /// Number of the move, as FEN counts.
    pub number: u16,
    /// Hash of everything that decides what may be played from here.
    pub key: u64,
}

/// The code of a piece: kind and side in a byte.
#[inline(always)]
pub(crate) fn piece(side: usize, kind: usize) -> u8 {
    (kind as u8 + 1) | (side as u8) << 7
}

/// The kind in a piece's code.
#[inline(always)]
pub(crate) fn kind_of(piece: u8) -> usize {
    usize::from(piece & 0x7f) - 1
}

/// The side in a piece's code.
#[inline(always)]
pub(crate) fn side_of(piece: u8) -> usize {
    usize::from(piece >> 7)
}

impl<W: Width> State<W> {
    /// An empty board, White to move.
    #[must_use]
    pub(crate) fn empty() -> State<W> {
        State {
            sides: [W::Set::EMPTY; 2],
            kinds: W::NO_KINDS,
            mail: W::NO_MAIL,
            unmoved: W::Set::EMPTY,
            passing: W::Set::EMPTY,
            ep_victim: 0,
            rights: 0,
            turn: 0,
            last_capture: false,
            last_kind: 0,
            quiet: 0,
            number: 1,
            key: 0,
        }
    }

    /// Makes `other` a copy, field by field: much faster than a call to copy the whole, which it becomes where a state
    /// is handed back.
    #[inline(always)]
    pub(crate) fn copy_to(&self, other: &mut State<W>) {
        // Taken apart whole, so that no field can be forgotten.
        let State {
            sides,
            kinds,
            mail,
            unmoved,
            passing,
            ep_victim,
            rights,
            turn,
            last_capture,
            last_kind,
            quiet,
            number,
            key,
        } = other;
        *sides = self.sides;
        *kinds = self.kinds;
        *mail = self.mail;
        *unmoved = self.unmoved;
        *passing = self.passing;
        *ep_victim = self.ep_victim;
        *rights = self.rights;
        *turn = self.turn;
        *last_capture = self.last_capture;
        *last_kind = self.last_kind;
        *quiet = self.quiet;
        *number = self.number;
        *key = self.key;
    }

    /// Every occupied square.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> W::Set {
        self.sides[0].or(self.sides[1])
    }

    /// The pieces of one kind.
    #[inline(always)]
    pub(crate) fn of_kind(&self, kind: usize) -> W::Set {
        self.kinds.as_ref()[kind]
    }

    /// The pieces of one side and kind.
    #[inline(always)]
    pub(crate) fn pieces(&self, side: usize, kind: usize) -> W::Set {
        self.of_kind(kind).and(self.sides[side])
    }

    /// The code of the piece on a square, 0 for none.
    #[inline(always)]
    pub(crate) fn at(&self, square: usize) -> u8 {
        self.mail.as_ref()[square]
    }

    /// Takes the piece off a square; does nothing on an empty one.
    #[inline(always)]
    pub(crate) fn take_off(&mut self, tables: &Tables<W>, square: usize) {
        let piece = self.at(square);
        if piece == 0 {
            return;
        }
        let (side, kind) = (side_of(piece), kind_of(piece));
        self.mail.as_mut()[square] = 0;
        self.sides[side] = self.sides[side].without(square);
        let set = &mut self.kinds.as_mut()[kind];
        *set = set.without(square);
        self.key ^= tables.man_key(side, kind, square);
        if self.unmoved.has(square) {
            self.unmoved = self.unmoved.without(square);
            self.key ^= tables.unmoved_keys[square];
        }
    }

    /// Takes a known piece off its square, whether it had moved or not.
    #[inline(always)]
    pub(crate) fn lift(&mut self, tables: &Tables<W>, square: usize, side: usize, kind: usize) {
        self.mail.as_mut()[square] = 0;
        self.sides[side] = self.sides[side].without(square);
        let set = &mut self.kinds.as_mut()[kind];
        *set = set.without(square);
        self.key ^= tables.man_key(side, kind, square);
    }

    /// Nobody who has not moved is on these squares any more.
    #[inline(always)]
    pub(crate) fn moved(&mut self, tables: &Tables<W>, squares: W::Set) {
        for square in self.unmoved.and(squares).squares() {
            self.key ^= tables.unmoved_keys[square];
        }
        self.unmoved = self.unmoved.minus(squares);
    }

    /// Puts a piece on an empty square.
    #[inline(always)]
    pub(crate) fn put(&mut self, tables: &Tables<W>, square: usize, side: usize, kind: usize) {
        self.mail.as_mut()[square] = piece(side, kind);
        self.sides[side] = self.sides[side].with(square);
        let set = &mut self.kinds.as_mut()[kind];
        *set = set.with(square);
        self.key ^= tables.man_key(side, kind, square);
    }

    /// Drops the castling rights that do not survive something happening on a square.
    #[inline(always)]
    pub(crate) fn touch(&mut self, tables: &Tables<W>, square: usize) {
        let kept = self.rights & tables.rights_kept[square];
        if kept != self.rights {
            self.set_rights(tables, kept);
        }
    }

    /// Sets the castling rights.
    #[inline(never)]
    pub(crate) fn set_rights(&mut self, tables: &Tables<W>, rights: u16) {
        for number in 0..16 {
            if (self.rights ^ rights) >> number & 1 == 1 {
                self.key ^= tables.rights_keys[number];
            }
        }
        self.rights = rights;
    }

    /// Sets whose turn it is.
    #[inline(always)]
    pub(crate) fn set_turn(&mut self, tables: &Tables<W>, turn: u8) {
        if self.turn != turn {
            self.key ^= tables.turn_key;
        }
        self.turn = turn;
    }

    /// Sets the squares on which the piece on `victim` can be captured en passant: those that a piece of the side to
    /// move could capture on.
    pub(crate) fn set_passing(&mut self, tables: &Tables<W>, squares: W::Set, victim: u8) {
        for square in self.passing.squares() {
            self.key ^= tables.passing_keys[square];
        }
        self.passing = W::Set::EMPTY;
        self.ep_victim = 0;
        let mut kept = W::Set::EMPTY;
        for square in squares.squares() {
            if self.could_take_in_passing(tables, square, kind_of(self.at(usize::from(victim)))) {
                kept = kept.with(square);
                self.key ^= tables.passing_keys[square];
            }
        }
        if !kept.is_empty() {
            self.passing = kept;
            self.ep_victim = victim;
        }
    }

    fn could_take_in_passing(&self, tables: &Tables<W>, square: usize, victim: usize) -> bool {
        let side = usize::from(self.turn);
        tables.passing_takers.iter().filter(|taker| taker.takes.has(victim as u8)).any(|taker| {
            let origins = tables.terms[taker.term].reverse[side][square].passing;
            origins.meets(self.pieces(side, usize::from(taker.kind)))
        })
    }

    /// The hash made anew from everything it stands for.
    #[must_use]
    pub(crate) fn key_from_scratch(&self, tables: &Tables<W>) -> u64 {
        let mut key = if self.turn == 1 { tables.turn_key } else { 0 };
        for square in self.occupied().squares() {
            let piece = self.at(square);
            key ^= tables.man_key(side_of(piece), kind_of(piece), square);
        }
        for square in self.passing.squares() {
            key ^= tables.passing_keys[square];
        }
        for square in self.unmoved.squares() {
            key ^= tables.unmoved_keys[square];
        }
        for number in 0..16 {
            if self.rights >> number & 1 == 1 {
                key ^= tables.rights_keys[number];
            }
        }
        key
    }

    /// Marks the pieces that stand where the start position has them as not moved; where the rules mind.
    pub(crate) fn mark_unmoved(&mut self, tables: &Tables<W>) {
        if !tables.minds_moved {
            return;
        }
        for square in self.occupied().squares() {
            let piece = self.at(square);
            let home = tables.home[side_of(piece) * tables.n_kinds + kind_of(piece)];
            if home.has(square) && !self.unmoved.has(square) {
                self.unmoved = self.unmoved.with(square);
                self.key ^= tables.unmoved_keys[square];
            }
        }
    }
}
