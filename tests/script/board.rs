//! A chessboard that answers questions, apart from the rules of the interpreter.

use heterodox::script::handles::{Base, Handle, Step};
use heterodox::script::query::{Answer, Oracle, Query, Set, SetExpr};

pub(super) const KINDS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// A chessboard with pieces, seen by the piece on `subject` (of the side that goes up the board if `up`).
#[derive(Clone)]
pub(super) struct Board {
    pub(super) pieces: [Option<(u8, bool)>; 64],
    pub(super) subject: u8,
    pub(super) target: u8,
    pub(super) up: bool,
    pub(super) facts: [Answer; 8],
}

impl Board {
    /// Capitals go up. The subject is the only piece in brackets' place: given by name of square.
    pub(super) fn picture(rows: &str, subject: &str, target: &str) -> Board {
        let mut pieces = [None; 64];
        for (row, line) in rows.split_whitespace().enumerate() {
            for (file, letter) in line.chars().enumerate() {
                let kind = "kqrbnp".find(letter.to_ascii_lowercase());
                pieces[(7 - row) * 8 + file] = kind.map(|kind| (kind as u8, letter.is_uppercase()));
            }
        }
        let (subject, target) = (square(subject), square(target));
        let up = pieces[usize::from(subject)].is_none_or(|(_, up)| up);
        Board { pieces, subject, target, up, facts: [0; 8] }
    }

    pub(super) fn random(seed: &mut u64) -> Board {
        let mut next = |n: u64| {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            (*seed >> 11) % n
        };
        let mut pieces = [None; 64];
        for _ in 0..4 + next(28) {
            pieces[next(64) as usize] = Some((next(6) as u8, next(2) == 0));
        }
        let subject = next(64) as u8;
        let up = next(2) == 0;
        pieces[usize::from(subject)] = Some((next(6) as u8, up));
        let facts = [(); 8].map(|()| next(3) as Answer);
        Board { pieces, subject, target: next(64) as u8, up, facts }
    }

    pub(super) fn root(&self) -> u16 {
        self.pieces[usize::from(self.subject)].map_or(0, |(kind, up)| u16::from(kind) * 2 + u16::from(up))
    }

    pub(super) fn go(&self, from: u8, across: i8, ahead: i8) -> Option<u8> {
        let (across, ahead) = if self.up { (across, ahead) } else { (-across, -ahead) };
        let (file, rank) = ((from % 8) as i8 + across, (from / 8) as i8 + ahead);
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as u8)
    }

    pub(super) fn piece(&self, at: Option<u8>) -> Option<(u8, bool)> {
        at.and_then(|at| self.pieces[usize::from(at)])
    }

    pub(super) fn is_attack(&self, kind: u8, up: bool, from: u8, to: u8) -> bool {
        let (df, dr) = ((to % 8) as i8 - (from % 8) as i8, (to / 8) as i8 - (from / 8) as i8);
        let clear = || {
            let (sf, sr) = (df.signum(), dr.signum());
            (1..df.abs().max(dr.abs())).all(|n| self.pieces[(from as i8 + sr * n * 8 + sf * n) as usize].is_none())
        };
        let (straight, diagonal) = ((df == 0) != (dr == 0), df.abs() == dr.abs() && df != 0);
        match kind {
            0 => df.abs().max(dr.abs()) == 1,
            1 => (straight || diagonal) && clear(),
            2 => straight && clear(),
            3 => diagonal && clear(),
            4 => df.abs() + dr.abs() == 3 && df != 0 && dr != 0,
            _ => df.abs() == 1 && dr == if up { 1 } else { -1 },
        }
    }

    pub(super) fn set(&self, set: &Set) -> Vec<u8> {
        let all = 0..64u8;
        let pieces = |up: Option<bool>| -> Vec<u8> {
            let wanted = |at: &u8| self.piece(Some(*at)).is_some_and(|piece| up.is_none_or(|up| piece.1 == up));
            (0..64u8).filter(wanted).collect()
        };
        let hit = |h: Handle, up: bool| -> Vec<u8> {
            let Some(to) = self.square(h) else { return Vec::new() };
            let hits = |from: &u8| {
                self.piece(Some(*from))
                    .is_some_and(|piece| piece.1 == up && self.is_attack(piece.0, piece.1, *from, to))
            };
            (0..64u8).filter(hits).collect()
        };
        let keep = |set: &Set, test: &dyn Fn(u8) -> bool| -> Vec<u8> {
            self.set(set).into_iter().filter(|at| test(*at)).collect()
        };
        match set.expr() {
            SetExpr::One(h) => self.square(*h).into_iter().collect(),
            SetExpr::Around(h) => {
                let Some(at) = self.square(*h) else { return Vec::new() };
                all.filter(|to| self.is_attack(0, true, at, *to)).collect()
            }
            SetExpr::Attackers(h) => hit(*h, !self.up),
            SetExpr::Defenders(h) => hit(*h, self.up),
            SetExpr::Attacks(h) => {
                let Some(from) = self.square(*h) else { return Vec::new() };
                let Some(piece) = self.piece(Some(from)) else { return Vec::new() };
                all.filter(|to| self.is_attack(piece.0, piece.1, from, *to)).collect()
            }
            SetExpr::Ray(h, direction) => {
                let mut found = Vec::new();
                let mut at = self.square(*h);
                while let Some(next) = at.and_then(|at| self.direction(at, *direction)) {
                    found.push(next);
                    at = self.piece(Some(next)).is_none().then_some(next);
                }
                found.sort_unstable();
                found
            }
            SetExpr::All => pieces(None),
            SetExpr::Mine => pieces(Some(self.up)),
            SetExpr::Theirs => pieces(Some(!self.up)),
            SetExpr::Captured => {
                if self.piece(Some(self.target)).is_some_and(|piece| piece.1 != self.up) {
                    vec![self.target]
                } else {
                    vec![]
                }
            }
            SetExpr::Friends(set) => keep(set, &|at| self.piece(Some(at)).is_some_and(|piece| piece.1 == self.up)),
            SetExpr::Foes(set) => keep(set, &|at| self.piece(Some(at)).is_some_and(|piece| piece.1 != self.up)),
            SetExpr::Empty(set) => keep(set, &|at| self.piece(Some(at)).is_none()),
            SetExpr::Occupied(set) => keep(set, &|at| self.piece(Some(at)).is_some()),
            SetExpr::OfKind(set, kind) => keep(set, &|at| self.piece(Some(at)).is_some_and(|piece| piece.0 == *kind)),
            SetExpr::ExceptKind(set, kind) => {
                keep(set, &|at| self.piece(Some(at)).is_none_or(|piece| piece.0 != *kind))
            }
            SetExpr::Within(set, region) => keep(set, &|at| self.is_within(self.up, at, *region)),
            SetExpr::WithinTheirs(set, region) => keep(set, &|at| self.is_within(!self.up, at, *region)),
            SetExpr::Where(set, tree) => keep(set, &|at| tree.holds(at, &mut |query| self.ask(query))),
            SetExpr::And(a, b) => keep(a, &|at| self.set(b).contains(&at)),
            SetExpr::Or(a, b) => {
                let mut both = self.set(a);
                both.extend(self.set(b));
                both.sort_unstable();
                both.dedup();
                both
            }
            SetExpr::Minus(a, b) => keep(a, &|at| !self.set(b).contains(&at)),
            SetExpr::Squares(list) => list.to_vec(),
        }
    }

    pub(super) fn direction(&self, at: u8, direction: u8) -> Option<u8> {
        let (across, ahead) =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][usize::from(direction)];
        self.go(at, across, ahead)
    }

    /// Region 0: own half. Region 1: the middle ranks.
    fn is_within(&self, up: bool, at: u8, region: u8) -> bool {
        let rank = if up { at / 8 } else { 7 - at / 8 };
        if region == 0 { rank < 4 } else { (1..7).contains(&rank) }
    }
}

pub(super) fn square(name: &str) -> u8 {
    let b = name.as_bytes();
    (b[1] - b'1') * 8 + (b[0] - b'a')
}

impl Oracle for Board {
    fn ask(&self, query: &Query) -> Answer {
        let piece = |h: &Handle| self.piece(self.square(*h));
        let by = |h: &Handle, kind: u8, up: bool| {
            let to = self.square(*h);
            to.is_some_and(|to| {
                (0..64u8).any(|from| self.piece(Some(from)) == Some((kind, up)) && self.is_attack(kind, up, from, to))
            })
        };
        let number = |h: &Handle, part: &dyn Fn(u8) -> u8| self.square(*h).map_or(0, |at| Answer::from(part(at)) + 1);
        match query {
            Query::KindOf(h) => piece(h).map_or(0, |piece| Answer::from(piece.0) + 1),
            Query::IsA(h, kind) => piece(h).is_some_and(|piece| piece.0 == *kind).into(),
            Query::SideOf(h) => piece(h).map_or(0, |piece| if piece.1 == self.up { 1 } else { 2 }),
            Query::IsEmpty(h) => (self.square(*h).is_some() && piece(h).is_none()).into(),
            Query::HoldsFriend(h) => piece(h).is_some_and(|piece| piece.1 == self.up).into(),
            Query::HoldsFoe(h) => piece(h).is_some_and(|piece| piece.1 != self.up).into(),
            Query::Exists(h) => self.square(*h).is_some().into(),
            Query::Rank(h) => number(h, &|at| if self.up { at / 8 } else { 7 - at / 8 }),
            Query::File(h) => number(h, &|at| at % 8),
            Query::Ring(_) | Query::Sector(_) => 0,
            Query::Moved(h) => piece(h).map_or(0, |piece| Answer::from(piece.0) % 2),
            Query::Within(h, region) => self.square(*h).is_some_and(|at| self.is_within(self.up, at, *region)).into(),
            Query::DefendedBy(h, kind) => by(h, *kind, self.up).into(),
            Query::AttackedBy(h, kind) => by(h, *kind, !self.up).into(),
            Query::Safe(h) => (0..6).all(|kind| !by(h, kind, !self.up)).into(),
            Query::Same(a, b) => (self.square(*a).is_some() && self.square(*a) == self.square(*b)).into(),
            Query::SetCount(set) => self.set(set).len() as Answer,
            Query::SetAny(set) => (!self.set(set).is_empty()).into(),
            Query::SetMoreThan(set, n) => (self.set(set).len() > usize::from(*n)).into(),
            Query::SetContains(set, h) => self.square(*h).is_some_and(|at| self.set(set).contains(&at)).into(),
            Query::MoverKind => piece(&Handle::SUBJECT).map_or(0, |piece| Answer::from(piece.0) + 1),
            Query::Captures => self.facts[0],
            Query::Takes(_) => 0,
            Query::Jumps => self.facts[1].min(1),
            Query::Promotes => self.facts[2].min(1),
            Query::Way => self.facts[3],
            Query::Checked => self.facts[4].min(1),
            Query::Stuck => self.facts[5].min(1),
            Query::QuietPlies => self.facts[6] * 50,
            Query::QuietPliesAtLeast(n) => (self.facts[6] * 50 >= Answer::from(*n)).into(),
            Query::Repetitions => self.facts[7] + 1,
            Query::Turn => (!self.up).into(),
        }
    }

    fn members(&self, set: &Set) -> Vec<u8> {
        let mut found = self.set(set);
        found.sort_by_key(|at| (self.piece(Some(*at)).map_or(0, |piece| piece.0 + 1), *at));
        found
    }

    fn square(&self, handle: Handle) -> Option<u8> {
        let mut at = match handle.base() {
            Base::Subject | Base::Mover => self.subject,
            Base::Target => self.target,
            Base::Concrete(at) => at,
            Base::Nowhere => return None,
            Base::Item => panic!("a member was asked about outside its set"),
        };
        for step in handle.steps() {
            at = match step {
                Step::Go(direction) => self.direction(at, direction)?,
                Step::Leap(across, ahead) => self.go(at, across, ahead)?,
                Step::First(direction) => loop {
                    at = self.direction(at, direction)?;
                    if self.piece(Some(at)).is_some() {
                        break at;
                    }
                },
            };
        }
        Some(at)
    }
}
