//! The script host: words, sets, levels, limits, places of errors, and remembered calls against live ones.

use heterodox::diagnostic::{Diagnostic, Severity};
use heterodox::script::handles::{Base, Handle, Step};
use heterodox::script::query::{Answer, Oracle, Query, Set, SetExpr};
use heterodox::script::trie::{Inserted, Trie};
use heterodox::script::{
    Call, Effect, Geometry, HookKind, Leaf, Names, Operand, OptionName, Program, Verdict, compile,
};
use heterodox::source::SourceMap;
use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

const KINDS: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// A chessboard with men, seen by the man on `subject` (of the side that goes up the board if `up`).
#[derive(Clone)]
struct Board {
    men: [Option<(u8, bool)>; 64],
    subject: u8,
    target: u8,
    up: bool,
    facts: [Answer; 8],
}

impl Board {
    /// Capitals go up. The subject is the only man in brackets' place: given by name of square.
    fn picture(rows: &str, subject: &str, target: &str) -> Board {
        let mut men = [None; 64];
        for (row, line) in rows.split_whitespace().enumerate() {
            for (file, letter) in line.chars().enumerate() {
                let kind = "kqrbnp".find(letter.to_ascii_lowercase());
                men[(7 - row) * 8 + file] = kind.map(|kind| (kind as u8, letter.is_uppercase()));
            }
        }
        let (subject, target) = (square(subject), square(target));
        let up = men[usize::from(subject)].is_none_or(|(_, up)| up);
        Board { men, subject, target, up, facts: [0; 8] }
    }

    fn random(seed: &mut u64) -> Board {
        let mut next = |n: u64| {
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            (*seed >> 11) % n
        };
        let mut men = [None; 64];
        for _ in 0..4 + next(28) {
            men[next(64) as usize] = Some((next(6) as u8, next(2) == 0));
        }
        let subject = next(64) as u8;
        let up = next(2) == 0;
        men[usize::from(subject)] = Some((next(6) as u8, up));
        let facts = [(); 8].map(|()| next(3) as Answer);
        Board { men, subject, target: next(64) as u8, up, facts }
    }

    fn root(&self) -> u16 {
        self.men[usize::from(self.subject)].map_or(0, |(kind, up)| u16::from(kind) * 2 + u16::from(up))
    }

    fn go(&self, from: u8, across: i8, ahead: i8) -> Option<u8> {
        let (across, ahead) = if self.up { (across, ahead) } else { (-across, -ahead) };
        let (file, rank) = ((from % 8) as i8 + across, (from / 8) as i8 + ahead);
        ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as u8)
    }

    fn man(&self, at: Option<u8>) -> Option<(u8, bool)> {
        at.and_then(|at| self.men[usize::from(at)])
    }

    fn is_attack(&self, kind: u8, up: bool, from: u8, to: u8) -> bool {
        let (df, dr) = ((to % 8) as i8 - (from % 8) as i8, (to / 8) as i8 - (from / 8) as i8);
        let clear = || {
            let (sf, sr) = (df.signum(), dr.signum());
            (1..df.abs().max(dr.abs())).all(|n| self.men[(from as i8 + sr * n * 8 + sf * n) as usize].is_none())
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

    fn set(&self, set: &Set) -> Vec<u8> {
        let all = 0..64u8;
        let men = |up: Option<bool>| -> Vec<u8> {
            let wanted = |at: &u8| self.man(Some(*at)).is_some_and(|man| up.is_none_or(|up| man.1 == up));
            (0..64u8).filter(wanted).collect()
        };
        let hit = |h: Handle, up: bool| -> Vec<u8> {
            let Some(to) = self.square(h) else { return Vec::new() };
            let hits = |from: &u8| {
                self.man(Some(*from)).is_some_and(|man| man.1 == up && self.is_attack(man.0, man.1, *from, to))
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
                let Some(man) = self.man(Some(from)) else { return Vec::new() };
                all.filter(|to| self.is_attack(man.0, man.1, from, *to)).collect()
            }
            SetExpr::Ray(h, direction) => {
                let mut found = Vec::new();
                let mut at = self.square(*h);
                while let Some(next) = at.and_then(|at| self.direction(at, *direction)) {
                    found.push(next);
                    at = self.man(Some(next)).is_none().then_some(next);
                }
                found.sort_unstable();
                found
            }
            SetExpr::All => men(None),
            SetExpr::Mine => men(Some(self.up)),
            SetExpr::Theirs => men(Some(!self.up)),
            SetExpr::Captured => {
                if self.man(Some(self.target)).is_some_and(|man| man.1 != self.up) {
                    vec![self.target]
                } else {
                    vec![]
                }
            }
            SetExpr::Friends(set) => keep(set, &|at| self.man(Some(at)).is_some_and(|man| man.1 == self.up)),
            SetExpr::Foes(set) => keep(set, &|at| self.man(Some(at)).is_some_and(|man| man.1 != self.up)),
            SetExpr::Empty(set) => keep(set, &|at| self.man(Some(at)).is_none()),
            SetExpr::Occupied(set) => keep(set, &|at| self.man(Some(at)).is_some()),
            SetExpr::OfKind(set, kind) => keep(set, &|at| self.man(Some(at)).is_some_and(|man| man.0 == *kind)),
            SetExpr::ExceptKind(set, kind) => keep(set, &|at| self.man(Some(at)).is_none_or(|man| man.0 != *kind)),
            SetExpr::Within(set, region) => keep(set, &|at| self.is_within(at, *region)),
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

    fn direction(&self, at: u8, direction: u8) -> Option<u8> {
        let (across, ahead) =
            [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)][usize::from(direction)];
        self.go(at, across, ahead)
    }

    /// Region 0: own half. Region 1: the middle ranks.
    fn is_within(&self, at: u8, region: u8) -> bool {
        let rank = if self.up { at / 8 } else { 7 - at / 8 };
        if region == 0 { rank < 4 } else { (1..7).contains(&rank) }
    }
}

fn square(name: &str) -> u8 {
    let b = name.as_bytes();
    (b[1] - b'1') * 8 + (b[0] - b'a')
}

impl Oracle for Board {
    fn ask(&self, query: &Query) -> Answer {
        let man = |h: &Handle| self.man(self.square(*h));
        let by = |h: &Handle, kind: u8, up: bool| {
            let to = self.square(*h);
            to.is_some_and(|to| {
                (0..64u8).any(|from| self.man(Some(from)) == Some((kind, up)) && self.is_attack(kind, up, from, to))
            })
        };
        let number = |h: &Handle, part: &dyn Fn(u8) -> u8| self.square(*h).map_or(0, |at| Answer::from(part(at)) + 1);
        match query {
            Query::KindOf(h) => man(h).map_or(0, |man| Answer::from(man.0) + 1),
            Query::IsA(h, kind) => man(h).is_some_and(|man| man.0 == *kind).into(),
            Query::SideOf(h) => man(h).map_or(0, |man| if man.1 == self.up { 1 } else { 2 }),
            Query::IsEmpty(h) => (self.square(*h).is_some() && man(h).is_none()).into(),
            Query::HoldsFriend(h) => man(h).is_some_and(|man| man.1 == self.up).into(),
            Query::HoldsFoe(h) => man(h).is_some_and(|man| man.1 != self.up).into(),
            Query::Exists(h) => self.square(*h).is_some().into(),
            Query::Rank(h) => number(h, &|at| if self.up { at / 8 } else { 7 - at / 8 }),
            Query::File(h) => number(h, &|at| at % 8),
            Query::Ring(_) | Query::Sector(_) => 0,
            Query::Moved(h) => man(h).map_or(0, |man| Answer::from(man.0) % 2),
            Query::Within(h, region) => self.square(*h).is_some_and(|at| self.is_within(at, *region)).into(),
            Query::DefendedBy(h, kind) => by(h, *kind, self.up).into(),
            Query::AttackedBy(h, kind) => by(h, *kind, !self.up).into(),
            Query::Safe(h) => (0..6).all(|kind| !by(h, kind, !self.up)).into(),
            Query::Same(a, b) => (self.square(*a).is_some() && self.square(*a) == self.square(*b)).into(),
            Query::SetCount(set) => self.set(set).len() as Answer,
            Query::SetAny(set) => (!self.set(set).is_empty()).into(),
            Query::SetMoreThan(set, n) => (self.set(set).len() > usize::from(*n)).into(),
            Query::SetContains(set, h) => self.square(*h).is_some_and(|at| self.set(set).contains(&at)).into(),
            Query::MoverKind => man(&Handle::SUBJECT).map_or(0, |man| Answer::from(man.0) + 1),
            Query::Captures => self.facts[0],
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
        found.sort_by_key(|at| (self.man(Some(*at)).map_or(0, |man| man.0 + 1), *at));
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
                    if self.man(Some(at)).is_some() {
                        break at;
                    }
                },
            };
        }
        Some(at)
    }
}

fn names() -> Names {
    Names {
        kinds: KINDS.map(String::from).to_vec(),
        regions: vec!["home".into(), "middle-ranks".into()],
        ways: vec!["relay".into(), "bribe".into()],
        options: vec![OptionName {
            name: "many".into(),
            values: ["multi", "max", "free"].map(String::from).to_vec(),
            chosen: "max".into(),
        }],
        ..Names::default()
    }
}

fn read(files: &[&str]) -> (Option<Program>, Vec<Diagnostic>, SourceMap) {
    let mut sources = SourceMap::default();
    let ids: Vec<_> =
        files.iter().enumerate().map(|(n, text)| sources.add(format!("{n}.rhai"), (*text).to_string())).collect();
    let (program, problems) = compile(&ids, &sources, names());
    (program, problems, sources)
}

fn program(text: &str) -> Program {
    let (program, problems, sources) = read(&[text]);
    assert!(problems.iter().all(|p| !p.is_error()), "{:#?}", shown(&problems, &sources));
    program.unwrap()
}

fn shown(problems: &[Diagnostic], sources: &SourceMap) -> Vec<String> {
    problems.iter().map(|problem| show(problem, sources)).collect()
}

fn show(problem: &Diagnostic, sources: &SourceMap) -> String {
    let place = problem.primary.map_or(String::new(), |span| sources.place(span).to_string());
    let help: String = problem.help.iter().map(|help| format!("; {help}")).collect();
    format!("{place}: {}: {}{help}", problem.code, problem.message)
}

/// The first problem of a script that does not load.
fn refused(text: &str) -> String {
    let (_, problems, sources) = read(&[text]);
    shown(&problems, &sources).into_iter().next().unwrap_or_else(|| panic!("no problem in {text}"))
}

fn call(program: &Program, name: &str, kind: HookKind, board: &Board) -> Call {
    program.call(program.hook(name, kind.n_params()).unwrap(), kind, Arc::new(board.clone()))
}

/// Runs `body` as a condition of the piece on the square.
fn judge(body: &str, board: &Board) -> Leaf {
    call(&program(&format!("fn test(piece) {{ {body} }}")), "test", HookKind::Condition, board).leaf
}

/// The error that `body` ends in, as a condition: `line:column: code: text`.
fn failure(body: &str, board: &Board) -> String {
    failing(body, board).0
}

fn failing(body: &str, board: &Board) -> (String, Diagnostic) {
    let text = format!("fn test(piece) {{\n{body}\n}}");
    let (program, problems, sources) = read(&[&text]);
    let program = program.unwrap_or_else(|| panic!("{:#?}", shown(&problems, &sources)));
    match call(&program, "test", HookKind::Condition, board).leaf {
        Leaf::Error(problem) => (show(&problem, &sources), *problem),
        leaf => panic!("{leaf:?}"),
    }
}

fn board() -> Board {
    Board::picture(
        "........
         .k......
         ....n...
         ........
         ..N.p...
         ...PQ...
         ....B...
         .....K..",
        "e3",
        "e4",
    )
}

#[test]
fn a_knight_lends_its_leap() {
    let program = program("/// A knight lends its leap.\nfn relayed(piece) { piece.defended_by(\"knight\") }");
    let relayed = call(&program, "relayed", HookKind::Condition, &board());
    assert_eq!(relayed.leaf, Leaf::Bool(true));
    assert_eq!(relayed.record, [(Query::DefendedBy(Handle::SUBJECT, 4), 1)]);
    assert!(relayed.recordable);
    let king = Board { subject: square("f1"), ..board() };
    assert_eq!(call(&program, "relayed", HookKind::Condition, &king).leaf, Leaf::Bool(false));
    let functions = program.functions();
    assert_eq!(
        (functions[0].name.as_str(), functions[0].n_params, functions[0].doc.as_str()),
        ("relayed", 1, "A knight lends its leap.")
    );
}

#[test]
fn a_bribe_stays_and_converts() {
    let program = program("fn bribe(mv) { mv.stay(); mv.convert(mv.target); }");
    let bribe = call(&program, "bribe", HookKind::Effect, &board());
    let convert = Effect::Convert(Operand::Square(Handle::TARGET));
    assert_eq!(bribe.leaf, Leaf::Effects(vec![Effect::Stay, convert]));
    assert!(bribe.record.is_empty() && bribe.recordable);
}

#[test]
fn a_jump_is_owed() {
    let program = program(
        "fn claim(mv) { if !mv.jumps { 0 } else if many == \"max\" && mv.captures > 1 { 2 } else { 1 } }
         fn merit(mv) { if mv.captures > 1 { 2 } else { mv.captures } }",
    );
    for (captures, jumps, claim, merit) in [(0, 0, 0, 0), (1, 1, 1, 1), (2, 1, 2, 2), (2, 0, 0, 2)] {
        let board = Board { facts: [captures, jumps, 0, 0, 0, 0, 0, 0], ..board() };
        assert_eq!(call(&program, "claim", HookKind::Claim, &board).leaf, Leaf::Int(claim));
        assert_eq!(call(&program, "merit", HookKind::Merit, &board).leaf, Leaf::Int(merit));
    }
    assert_eq!(call(&program, "merit", HookKind::Merit, &board()).record, [(Query::Captures, 0)]);
}

#[test]
fn words_about_squares() {
    let yes = Leaf::Bool(true);
    for body in [
        "piece.kind == \"queen\" && piece.is_a(\"queen\") && !piece.is_a(\"king\")",
        "piece.rank == 3 && piece.file == 5 && piece.ring == 0",
        "piece.step(\"forward\").kind == \"pawn\" && piece.step(\"forward\").side == \"foe\"",
        "piece.step(\"forward\", 3).holds_foe && piece.first(\"back\").is_a(\"bishop\")",
        "piece.leap(1, 2).is_empty && piece.leap(-2, 1).holds_friend()",
        "piece.step(\"right\", 4).kind == \"\" && !piece.step(\"right\", 4).exists && !piece.step(\"right\", 4).is_empty",
        "piece.step(\"left\") != piece && piece.step(\"left\").step(\"right\") == piece",
        "piece.within(\"home\") && !piece.step(\"forward\", 2).within(\"home\")",
        "piece.attacked_by(\"pawn\") == false && piece.attackers.none && piece.defenders.count == 1",
        "piece.around.count == 8 && piece.neighbours.count == 3 && piece.around.friends.count == 2",
        "piece.attacks.foes.of(\"pawn\").any && piece.attacks.foes.except(\"pawn\").none",
        "(piece.around.friends | piece.around.foes).count == 3 && (piece.around - piece.neighbours).count == 5",
        "(piece.around & piece.attacks.foes).count == 1 && piece.step(\"forward\") in piece.around",
        "piece.ray(\"forward-right\").count == 3 && piece.around.more_than(7) && !piece.around.more_than(8)",
        "piece.around.any(|x| x.is_a(\"pawn\") && x.holds_foe)",
        "let me = piece; piece.around.all(|x| x != me)",
        "piece.around.where(|x| x.is_a(\"pawn\")).count == 2 && piece.around.count(|x| x.is_empty) == 5",
        "piece.around.none(|x| x.kind == \"king\") && piece in [piece.square, piece.piece]",
        "let n = 0; for x in piece.around.occupied { if x.is_a(\"pawn\") { n += 1 } } n == 2",
        "const HERE = piece.square; HERE.is_a(\"queen\") && HERE.step(\"back\").is_a(\"bishop\")",
    ] {
        assert_eq!(judge(body, &board()), yes, "{body}");
    }
}

#[test]
fn directions_and_friends_belong_to_the_subject() {
    let black = Board { subject: square("e4"), up: false, ..board() };
    let body = "piece.step(\"forward\").holds_foe && piece.rank == 5 && piece.step(\"forward-left\").exists
        && piece.step(\"forward-left\").is_empty && piece.step(\"back\", 2).holds_friend";
    assert_eq!(judge(body, &black), Leaf::Bool(true));
}

#[test]
fn members_come_by_kind_then_square() {
    let program = program(
        "fn outcome(game) { let s = \"\"; for x in game.all { s += x.kind[0]; s += x.file; } if s == \"k6k2q5b5k3k5p4p5\" { \"win\" } else { \"loss\" } }",
    );
    let outcome = call(&program, "outcome", HookKind::Outcome, &board());
    assert_eq!(outcome.leaf, Leaf::Outcome(Some(Verdict::Win)));
    assert!(!outcome.recordable);
}

#[test]
fn effects_keep_their_order() {
    let program = program(
        "fn after(mv) {
            mv.remove(mv.target.around.except(\"pawn\"));
            mv.put(\"knight\", mv.origin);
            mv.shift(mv.origin, mv.target.step(\"forward\"));
            mv.swap(mv.origin, mv.target);
            mv.promote(\"queen\");
            mv.again();
            mv.remove([mv.origin, mv.target]);
        }
        fn boom(mv) { mv.remove(mv.target.around.where(|s| !s.is_a(\"pawn\"))) }
        fn deep(mv) { let a = mv.target.attacks; mv.remove(a.where(|s| s.rank > 2)) }",
    );
    let Leaf::Effects(effects) = call(&program, "after", HookKind::After, &board()).leaf else { panic!() };
    let forward = Handle::TARGET.then(Step::Go(0)).unwrap();
    assert_eq!(effects.len(), 8);
    assert!(
        matches!(&effects[0], Effect::Remove(Operand::Set(set)) if matches!(set.expr(), SetExpr::ExceptKind(_, 5)))
    );
    assert_eq!(effects[1], Effect::Put(4, Handle::SUBJECT));
    assert_eq!(effects[2], Effect::Shift(Handle::SUBJECT, forward));
    assert_eq!(effects[3], Effect::Swap(Handle::SUBJECT, Handle::TARGET));
    assert_eq!(effects[4..6], [Effect::Promote(1), Effect::Again]);
    assert_eq!(effects[7], Effect::Remove(Operand::Square(Handle::TARGET)));

    // A closure that asks yes-or-no questions stays symbolic, so the call asks nothing and can be remembered.
    let boom = call(&program, "boom", HookKind::After, &board());
    let Leaf::Effects(effects) = boom.leaf else { panic!("{:?}", boom.leaf) };
    let Effect::Remove(Operand::Set(set)) = &effects[0] else { panic!() };
    let removed: Vec<u8> = ["d5", "e5", "f5", "d4", "f4", "e3", "f3"].map(square).to_vec();
    let mut found = board().set(set);
    found.sort_unstable();
    let mut removed = removed;
    removed.sort_unstable();
    assert_eq!(found, removed);
    assert!(boom.recordable && boom.record.is_empty());
    // One that asks for a rank does not.
    assert!(!call(&program, "deep", HookKind::After, &board()).recordable);
}

#[test]
fn a_closure_is_followed_for_every_answer() {
    let program = program(
        "fn crowd(piece) { let k = piece.kind; let me = piece;
            piece.around.any(|x| x.kind == k || (x.holds_foe && x.step(\"forward\") != me && me.defended_by(\"knight\"))) }",
    );
    let mut seed = 7;
    for _ in 0..300 {
        let board = Board::random(&mut seed);
        let crowd = call(&program, "crowd", HookKind::Condition, &board);
        let at = |x: u8| board.man(Some(x));
        let (kind, up) = at(board.subject).unwrap();
        let guarded = (0..64).any(|from| at(from) == Some((4, up)) && board.is_attack(4, up, from, board.subject));
        let expected = (0..64u8).filter(|x| board.is_attack(0, true, board.subject, *x)).any(|x| {
            let foe = at(x).is_some_and(|man| man.1 != up);
            at(x).is_some_and(|man| man.0 == kind) || (foe && board.direction(x, 0) != Some(board.subject) && guarded)
        });
        assert_eq!(crowd.leaf, Leaf::Bool(expected));
        assert!(crowd.recordable);
    }
}

#[test]
fn unknown_names_are_found_at_load() {
    let mut wrong = Vec::new();
    for (text, expected) in [
        (
            "fn a(p) { p.is_a(\"knihgt\") }",
            "0.rhai:1:18: unknown-piece: there is no piece `knihgt`; did you mean `knight`?",
        ),
        (
            "fn a(p) {\n  p.step(\"forwards\").exists }",
            "0.rhai:2:10: unknown-direction: there is no direction `forwards`; did you mean `forward`?",
        ),
        (
            "fn a(p) { p.within(\"hom\") }",
            "0.rhai:1:20: unknown-region: there is no region `hom`; did you mean `home`?",
        ),
        (
            "fn a(p) { p.defend_by(\"rook\") }",
            "0.rhai:1:13: unknown-word: there is no function `defend_by`; did you mean `defended_by`?",
        ),
        (
            "fn a(p) { p.atackers.any }",
            "0.rhai:1:13: unknown-word: there is no property `atackers`; did you mean `attackers`?",
        ),
        (
            "fn a(p) { p.kind == \"knihgt\" }",
            "0.rhai:1:21: never-equal: there is no piece `knihgt`; did you mean `knight`?",
        ),
        (
            "fn a(p) { many == \"maxi\" }",
            "0.rhai:1:19: never-equal: there is no value of this option `maxi`; did you mean `max`?",
        ),
        ("fn a(p) { pp.moved }", "0.rhai:1:11: unknown-word: there is no `pp`"),
        ("fn a(p) { p.kind( }", "0.rhai:1:19: script-syntax"),
        ("let n = 0; fn a(p) { n += 1; true }", "0.rhai:1:22: unknown-word: there is no `n`"),
        ("fn a(p) { switch p.square { _ => true } }", "0.rhai:1:18: unlike-values"),
        ("fn a(p) { p.attackers.any(|x| x.kind == p.kind) }", "0.rhai:1:41: captured-chain"),
        ("fn a(p) { let n = 0; p.attackers.any(|x| { n += 1; true }) }", "0.rhai:1:44: captured-change"),
        ("fn a(p) { eval(\"1\") }", "0.rhai:1:11: script-syntax: `eval` may not be used here"),
        ("fn a(p) { print(1) }", "0.rhai:1:11: script-syntax"),
        ("fn a(p) { sleep(1) }", "0.rhai:1:11: unknown-word"),
        ("import \"x\" as y;", "0.rhai:1:1: script-syntax"),
        ("fn a(p) { timestamp() }", "0.rhai:1:11: unknown-word"),
        ("fn a(p) { rand() }", "0.rhai:1:11: unknown-word"),
        ("loop { }", "0.rhai:1:6: script-too-long"),
        ("const A = [1, 2, 3][7];", "0.rhai:1:21: script-error"),
    ] {
        let found = refused(text);
        if !found.starts_with(expected) {
            wrong.push(format!("{text}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn several_problems_at_once() {
    let (program, problems, sources) =
        read(&["fn a(p) { p.is_a(\"x\") }\nfn b(p) { p.foo() && p.within(\"y\") }", "fn c( { }"]);
    assert!(program.is_none());
    // The second file does not parse; that is all there is to say until it does.
    assert_eq!(shown(&problems, &sources).len(), 1, "{:#?}", shown(&problems, &sources));
    let (_, problems, sources) =
        read(&["fn a(p) { p.is_a(\"x\") }\nfn b(p) { p.foo() && p.within(\"y\") }", "fn c(p) { p.zzz }"]);
    let shown = shown(&problems, &sources);
    assert_eq!(shown.len(), 4, "{shown:#?}");
    assert!(shown[3].starts_with("1.rhai:1:13"), "{shown:#?}");
}

#[test]
fn errors_while_running_have_a_place() {
    for (body, expected) in [
        (
            "let k = \"kni\" + \"hgt\"; piece.is_a(k)",
            "0.rhai:2:30: unknown-piece: there is no piece `knihgt`; did you mean `knight`?",
        ),
        ("piece == 3", "0.rhai:2:7: unlike-values"),
        ("3 == piece", "0.rhai:2:3: unlike-values"),
        ("piece != 3", "0.rhai:2:7: unlike-values"),
        ("3 != piece", "0.rhai:2:3: unlike-values"),
        ("piece == ()", "0.rhai:2:7: unlike-values"),
        ("() == piece", "0.rhai:2:4: unlike-values"),
        ("() != piece", "0.rhai:2:4: unlike-values"),
        ("piece == \"pawn\"", "0.rhai:2:7: unlike-values"),
        ("\"pawn\" == piece", "0.rhai:2:8: unlike-values"),
        ("'p' != piece", "0.rhai:2:5: unlike-values"),
        ("true == piece", "0.rhai:2:6: unlike-values"),
        ("piece == [piece]", "0.rhai:2:7: unlike-values"),
        ("[piece] == piece", "0.rhai:2:9: unlike-values"),
        ("piece in [1, 2]", "0.rhai:2:7: unlike-values"),
        ("3 in [piece]", "0.rhai:2:3: unlike-values"),
        ("3 in piece.around", "0.rhai:2:3: unlike-values"),
        ("piece.around == piece", "0.rhai:2:14: unlike-values"),
        ("piece.around == piece.around", "0.rhai:2:14: unlike-values"),
        ("piece.around == 3", "0.rhai:2:14: unlike-values"),
        ("3 == piece.around", "0.rhai:2:3: unlike-values"),
        ("piece.checked", "0.rhai:2:7: unknown-word"),
        ("piece.around.rank == 1", "0.rhai:2:14: unknown-word"),
        ("piece.safe", "0.rhai:2:7: asks-too-much: `test` may not ask `safe`"),
        ("1 / 0 == 1", "0.rhai:2:3: script-error"),
        ("throw \"enough\"", "0.rhai:2:1: script-error: the script gave up: enough"),
        ("this.kind == \"\"", "0.rhai:2:1: script-error"),
        ("loop { piece.rank; }", "0.rhai:2:14: script-too-long"),
        ("loop { }", "0.rhai:1:4: script-too-long"),
        ("let s = \"x\"; loop { s += s; }", "0.rhai:1:4: script-too-big"),
        ("let a = [1]; loop { a += a; }", "0.rhai:1:4: script-too-big"),
        ("let s = piece.around; loop { s = s | s; }", "0.rhai:2:36: script-too-big"),
        ("test(piece)", "0.rhai:"),
        ("42", "0.rhai:1:4: wrong-result: `test` gives the number 42"),
        ("piece", "0.rhai:1:4: wrong-result: `test` gives a value of type `Square`"),
        ("[1]", "0.rhai:1:4: wrong-result"),
        ("piece.leap(99, 1).exists", "0.rhai:2:7: bad-number"),
        ("let f = 1; f.call()", "0.rhai:2:14: wrong-type: expected a function, found a number"),
    ] {
        let found = failure(body, &board());
        assert!(found.starts_with(expected), "{body}\n  {found}\n  {expected}");
    }
}

#[test]
fn a_recursion_without_end_is_an_error() {
    let found = failure("test(piece)", &board());
    assert!(found.contains("script-too-deep"), "{found}");
}

#[test]
fn only_effects_may_change_anything() {
    let text = "fn allowed(mv) {\n mv.stay(); true }\nfn after(mv) { 3 }";
    let (program, _, sources) = read(&[text]);
    let program = program.unwrap();
    let Leaf::Error(problem) = call(&program, "allowed", HookKind::Allowed, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("0.rhai:2:5: effect-in-question"), "{problem:?}");
    let Leaf::Error(problem) = call(&program, "after", HookKind::After, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("0.rhai:3:4: wrong-result"), "{problem:?}");
}

#[test]
fn levels_hold_at_load_and_in_play() {
    let text = "fn near(p) { p.attackers.any }\nfn filter(piece, target) { near(target) }\nfn fine(piece, target) { target.rank > 1 }";
    let (program, _, sources) = read(&[text]);
    let program = program.unwrap();
    let filter = program.hook("filter", 2).unwrap();
    assert_eq!(
        shown(&program.check_level(filter, 0), &sources),
        ["0.rhai:1:16: asks-too-much: `filter` may not ask `attackers`"]
    );
    assert!(program.check_level(filter, 1).is_empty());
    assert!(program.check_level(program.hook("fine", 2).unwrap(), 0).is_empty());
    let Leaf::Error(problem) = call(&program, "filter", HookKind::Filter, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("0.rhai:1:26: asks-too-much"), "{}", show(&problem, &sources));
    let oracle = Arc::new(board());
    assert_eq!(program.call_at_level(filter, HookKind::Filter, 1, oracle).leaf, Leaf::Bool(false));
}

#[test]
fn a_child_replaces_what_its_parent_says() {
    let (program, problems, sources) = read(&[
        "const LIMIT = 2;\nfn helper(p) { false }\nfn parent(p) { helper(p) }\nfn limit(p) { p.rank > LIMIT }",
        "const LIMIT = LIMIT + 1;\n\nfn helper(p) {\n p.is_a(\"que\" + \"en\") && p.rank == LIMIT }\nfn child(p) { p.kind == helper }",
    ]);
    assert!(program.is_none());
    assert!(shown(&problems, &sources).iter().any(|p| p.starts_with("1.rhai:5:25: unknown-word")), "{problems:?}");

    let (program, problems, sources) = read(&[
        "const LIMIT = 2;\nfn helper(p) { false }\nfn parent(p) { helper(p) }\nfn limit(p) { p.rank > LIMIT }",
        "const LIMIT = 3;\n\nfn helper(p) {\n p.is_a(\"que\" + \"en\") && p.rank == LIMIT }\nfn bad(p) {\n p.is_a(\"que\" + \"ens\") }",
    ]);
    let program = program.unwrap_or_else(|| panic!("{:#?}", shown(&problems, &sources)));
    assert_eq!(shown(&problems, &sources), ["1.rhai:3:4: function-replaced: `helper` replaces the one of a parent"]);
    assert_eq!(problems[0].severity, Severity::Note);
    assert_eq!(call(&program, "parent", HookKind::Condition, &board()).leaf, Leaf::Bool(true));
    let Leaf::Error(problem) = call(&program, "bad", HookKind::Condition, &board()).leaf else { panic!() };
    assert!(show(&problem, &sources).starts_with("1.rhai:6:4: unknown-piece"), "{}", show(&problem, &sources));
}

#[test]
fn lists_are_constants_too() {
    let program = program("const BIG = [\"queen\", \"rook\"];\nfn big(p) { p.kind in BIG }\nfn name(p) { BIG[1] }");
    assert_eq!(call(&program, "big", HookKind::Condition, &board()).leaf, Leaf::Bool(true));
    assert_eq!(call(&program, "name", HookKind::Borrow, &board()).leaf, Leaf::Kind(Some(2)));
}

#[test]
fn constants_reach_every_corner_of_a_function() {
    let program = program(
        "const BIG = [\"queen\", \"rook\"];\nconst WORTH = #{ queen: 9 };\nconst LEAST = 3;
        fn closure(p) { p.around.none(|x| x.kind in BIG) && p.alone.any(|x| x.kind == BIG[0]) }
        fn looped(p) { for name in BIG { if p.is_a(name) { return BIG.len == 2 && WORTH.queen == 9; } } false }
        fn nested(p) { climb(p) && p.rank == LEAST && many == \"max\" && many.len == 3 }
        fn climb(p) { BIG[0] == p.kind && BIG.contains(\"rook\") && WORTH[\"queen\"] > LEAST }
        fn changed(p) { let own = BIG; own.push(\"pawn\"); BIG.len == 2 && own.len == 3 }",
    );
    for name in ["closure", "looped", "nested", "changed"] {
        assert_eq!(call(&program, name, HookKind::Condition, &board()).leaf, Leaf::Bool(true), "{name}");
    }
}

#[test]
fn a_constant_is_neither_hidden_nor_a_place_to_remember() {
    for (text, expected) in [
        ("fn a(many) { many }", "0.rhai:1:4: hides-constant: `many` is a constant"),
        ("const K = 1;\nfn a(p) { for K in 0..3 { } true }", "0.rhai:2:15: hides-constant"),
        ("const K = 1;\nfn a(p) { p.around.any(|K| K.exists) }", "0.rhai:2:24: hides-constant"),
        ("let n = 0;\nconst F = || { n += 1; n };\nfn a(p) { F.call() > 1 }", "0.rhai:2:7: constant-function"),
        ("const L = [1, [Fn(\"a\")]];\nfn a(p) { true }", "0.rhai:1:7: constant-function"),
        (
            "fn helper(p) { 3 }\nfn a(p) { p.rank == helper }",
            "0.rhai:2:21: unknown-word: there is no variable `helper`",
        ),
    ] {
        let found = refused(text);
        assert!(found.starts_with(expected), "{text}\n  {found}\n  {expected}");
    }
    // A local variable may hide a constant, and so may a constant of a block.
    let program = program("const K = 1;\nfn a(p) { let K = 2; K == 2 }\nfn b(p) { { const K = 3; } K == 1 }");
    for name in ["a", "b"] {
        assert_eq!(call(&program, name, HookKind::Condition, &board()).leaf, Leaf::Bool(true), "{name}");
    }
}

#[test]
fn effects_in_questions_are_found_at_load() {
    let text = "fn plain(p) { p.remove(p); true }
fn helper(mv) { mv.stay(); }
fn deep(p) { helper(p); true }
fn closure(p) { p.around.any(|x| { x.convert(x); true }) }
fn lists(p) { let l = [1, 2]; l.remove(0); l.shift(); cut(l) }
fn cut(list) { list.remove(0); list.len == 0 }
fn effect(mv) { mv.stay(); mv.remove(mv.target); }
fn outcome(game) { game.again(); () }
fn takes(p, victim) { shift(p, victim); true }";
    let (program, problems, sources) = read(&[text]);
    let program = program.unwrap_or_else(|| panic!("{:#?}", shown(&problems, &sources)));
    let check = |name: &str, kind: HookKind| {
        let hook = program.hook(name, kind.n_params()).unwrap();
        shown(&program.check_effects(hook, kind), &sources)
    };
    for (name, kind, expected) in [
        ("plain", HookKind::Condition, "0.rhai:1:17: effect-in-question: `plain` only judges, so it may not `remove`"),
        ("deep", HookKind::Borrow, "0.rhai:2:20: effect-in-question: `deep` only judges, so it may not `stay`"),
        ("closure", HookKind::Condition, "0.rhai:4:38: effect-in-question"),
        ("outcome", HookKind::Outcome, "0.rhai:8:25: effect-in-question"),
        ("takes", HookKind::MayTake, "0.rhai:9:23: effect-in-question"),
        ("effect", HookKind::Allowed, "0.rhai:7:20: effect-in-question"),
    ] {
        let found = check(name, kind);
        assert!(found.first().is_some_and(|found| found.starts_with(expected)), "{name}: {found:#?}");
    }
    for (name, kind) in [("lists", HookKind::Condition), ("effect", HookKind::Effect), ("effect", HookKind::After)] {
        assert!(check(name, kind).is_empty(), "{name}: {:#?}", check(name, kind));
    }
}

/// Whatever has no end is stopped soon and says which function and line; the slowest takes half a second of one core,
/// and is given ten times that on a busy machine.
#[test]
fn what_has_no_end_is_stopped_soon() {
    let mut wrong = Vec::new();
    for body in [
        "loop { }",
        "while true { piece.rank; }",
        "do { } while true",
        "for i in 0..9223372036854775807 { piece.rank; }",
        "for a in 0..100000 { for b in 0..100000 { piece.file; } }",
        "test(piece)",
        "let f = |g| g.call(g); f.call(f)",
        "piece.around.any(|x| { loop { } })",
        "piece.around.any(|x| test(x))",
        "let s = \"x\"; loop { s += s; }",
        "let s = \"x\"; loop { s = `${s}${s}`; }",
        "let s = \"x\"; loop { s.pad(1000000000, 'x'); }",
        "let s = \"aa\"; loop { s.replace(\"a\", s); }",
        "let s = \"\"; loop { s += piece.kind; }",
        "let a = [1]; loop { a += a; }",
        "let a = []; loop { a.push(a); }",
        "let a = [[]]; loop { a = [a, a]; }",
        "let a = []; loop { a.pad(1000000000, 0); }",
        "let a = []; loop { a.push(1); }",
        "let m = #{}; let n = 0; loop { n += 1; m[`k${n}`] = n; }",
        "let m = #{}; loop { m = #{ a: m, b: m }; }",
        "let b = []; loop { b.append(b); }",
        "let a = [3, 1, 2]; loop { a.sort(); a.push(1); }",
        "let a = []; for i in 0..250 { a.push(i); } loop { let b = a; b.push(1); }",
        "let a = []; for i in 0..250 { a.push(i); } loop { a.sort(); a.reverse(); a == a; }",
        "let s = \"\"; s.pad(1000, 'x'); loop { s.index_of(\"y\"); s.to_upper(); s.split(\"x\"); }",
        "let s = piece; loop { s = s.step(\"forward\"); }",
        "let s = piece.around; loop { s = s | s; }",
    ] {
        let begun = Instant::now();
        let (found, problem) = failing(body, &board());
        let codes = ["script-too-long", "script-too-big", "script-too-deep"];
        let is_named = found.starts_with("0.rhai:") && format!("{problem:?}").contains("`test`");
        if begun.elapsed() > Duration::from_secs(5) || !codes.contains(&problem.code.as_str()) || !is_named {
            wrong.push(format!("{body}: {found} after {:?}", begun.elapsed()));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_long_path_is_followed_on_the_board() {
    let program = program("fn far(p) { p.step(\"left\", 4).step(\"right\", 7).step(\"left\", 3) == p }");
    let far = call(&program, "far", HookKind::Condition, &board());
    assert_eq!((far.leaf, far.recordable), (Leaf::Bool(true), false));
}

#[test]
fn a_call_asks_each_question_once() {
    let program = program("fn test(p) { for i in 0..50 { p.rank; p.file; } p.rank == 3 }");
    let call = call(&program, "test", HookKind::Condition, &board());
    assert_eq!(call.record, [(Query::Rank(Handle::SUBJECT), 3), (Query::File(Handle::SUBJECT), 5)]);
}

#[test]
fn too_large_scripts_are_refused() {
    assert!(refused(&"//\n".repeat(70_000)).contains("script-too-big"));
    assert!(refused(&" ".repeat(300 * 1024)).contains("script-too-big"));
    assert!(refused(&format!("const A = {}1;", "-(".repeat(5000))).contains("script"));
    assert!(!refused(&format!("const A = {}", "[".repeat(5000))).is_empty());
}

#[test]
fn nonsense_is_refused_without_a_panic() {
    let mut seed = 99u64;
    let pieces = [
        "fn", " a", "(", ")", "{", "}", "p", ".", "kind", "==", "\"x\"", ";", "let ", "|", "x", "'", "`", "${", "\n",
        "é", "/*", "//", "#", "[", "]", "const ", "if ", "0", "-", "\\", "\u{0}", "is_a", "loop",
    ];
    for _ in 0..2000 {
        let mut text = String::new();
        for _ in 0..20 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            text.push_str(pieces[(seed >> 33) as usize % pieces.len()]);
        }
        let (program, problems, sources) = read(&[&text]);
        assert!(program.is_some() || problems.iter().any(Diagnostic::is_error), "{text}");
        for problem in &problems {
            assert!(sources.place(problem.primary.unwrap()).line > 0);
        }
    }
}

struct Square8;

impl Geometry for Square8 {
    fn name(&self, square: u8) -> String {
        format!("{}{}", (b'a' + square % 8) as char, square / 8 + 1)
    }
    fn rank(&self, square: u8) -> i64 {
        i64::from(square / 8) + 1
    }
    fn file(&self, square: u8) -> i64 {
        i64::from(square % 8) + 1
    }
    fn ring(&self, _: u8) -> i64 {
        0
    }
    fn sector(&self, _: u8) -> i64 {
        0
    }
}

#[test]
fn forward_is_asked_at_load() {
    let program = program(
        "fn forward(side, from, to) { if side == \"white\" { to.rank > from.rank } else { to.rank < from.rank } }
         fn odd(side, from, to) { from.name == \"a1\" && to != from && from.rank }
         fn few(side) { true }",
    );
    let geometry: Arc<dyn Geometry> = Arc::new(Square8);
    assert_eq!(program.forward("forward", geometry.clone(), "white", 0, 8), Ok(true));
    assert_eq!(program.forward("forward", geometry.clone(), "black", 0, 8), Ok(false));
    assert!(program.forward("odd", geometry.clone(), "white", 0, 8).is_err());
    assert_eq!(program.forward("few", geometry.clone(), "white", 0, 8).unwrap_err().code, "wrong-parameters");
    assert_eq!(program.forward("none", geometry, "white", 0, 8).unwrap_err().code, "missing-function");
}

#[test]
fn a_script_builds_a_board() {
    let (program, _, sources) = read(&["fn board(b) {
            for x in 0..3 { b.cell(\"c\" + x, x, 0, 0); }
            b.cell(\"d\", 5, 6, 1, 2, 3);
            b.link(\"c0\", 2, \"c1\");\n b.link(\"c1\", 2, \"d\", 4);
        }"]);
    let plan = program.unwrap().board().unwrap();
    assert_eq!(
        plan.cells.iter().map(|cell| (cell.name.as_str(), cell.x)).collect::<Vec<_>>(),
        [("c0", 0), ("c1", 1), ("c2", 2), ("d", 5)]
    );
    assert_eq!((plan.cells[3].rank, plan.cells[3].file, plan.cells[3].row), (Some(2), Some(3), 1));
    let link = &plan.links[1];
    assert_eq!((link.from.as_str(), link.heading, link.to.as_str(), link.arrives), ("c1", 2, "d", Some(4)));
    assert_eq!(sources.place(link.span).to_string(), "0.rhai:5:4");
    let endless = read(&["fn board(b) { loop { b.cell(\"a\", 0, 0, 0); } }"]).0.unwrap().board().unwrap_err();
    assert_eq!(endless.code, "board-too-big");
}

/// Every hook is called live and from what is remembered, on random boards: the results are the same.
#[test]
fn remembered_is_live() {
    let text = "
        fn relayed(piece) { piece.defended_by(\"knight\") }
        fn annan(piece) { let b = piece.step(\"back\"); if b.holds_friend { b.kind } else { () } }
        fn lonely(piece) { for d in [\"forward\", \"right\", \"back\", \"left\"] { if !piece.step(d).is_empty { return false; } } true }
        fn crowd(piece) { piece.neighbours.more_than(2) }
        fn sniper(piece) { let f = piece.first(\"forward\"); f.holds_foe && f.kind != piece.kind }
        fn paralysed(piece) { let k = piece.kind; piece.attackers.any(|x| x.kind == k) }
        fn listed(piece) { for x in piece.attackers { if x.kind == piece.kind { return true; } } false }
        fn column(piece) { climb(piece, 0) }
        fn climb(s, n) { if n > 6 || !s.exists { false } else if s.is_a(\"king\") { true } else { climb(s.step(\"forward\"), n + 1) } }
        fn wrong(piece) { if piece.step(\"forward\").holds_foe { piece.is_a(\"kn\" + \"i\") } else { piece.rank } }
        fn leap(piece, target) { target.within(\"middle-ranks\") || piece.kind != \"pawn\" }
        fn line(piece, target) { piece.file == target.file || piece.step(\"forward\") == target }
        fn claim(mv) { if !mv.jumps { 0 } else if mv.captures > 1 { 2 } else { 1 } }
        fn bribe(mv) { mv.stay(); if mv.target.holds_foe { mv.convert(mv.target.alone | mv.target.around.foes); } }
        fn boom(mv) { if mv.captured.any { mv.remove(mv.target.around.where(|s| !s.is_a(\"pawn\"))) } }
        fn outcome(game) { if game.mine.of(\"king\").none { \"loss\" } else if game.quiet_plies >= 100 { \"draw\" } else { () } }
    ";
    let program = program(text);
    let hooks = [
        ("relayed", HookKind::Condition),
        ("annan", HookKind::Borrow),
        ("lonely", HookKind::Condition),
        ("crowd", HookKind::Condition),
        ("sniper", HookKind::Condition),
        ("paralysed", HookKind::Condition),
        ("listed", HookKind::Condition),
        ("column", HookKind::Condition),
        ("wrong", HookKind::Condition),
        ("leap", HookKind::Filter),
        ("line", HookKind::Filter),
        ("claim", HookKind::Claim),
        ("bribe", HookKind::Effect),
        ("boom", HookKind::After),
        ("outcome", HookKind::Outcome),
    ];
    for (name, kind) in hooks {
        let mut trie = Trie::default();
        let mut seed = 0x1234_5678_9abc_def1;
        let (mut hits, mut late_misses, mut live_only) = (0, 0, 0);
        for n in 0..3000 {
            let board = Board::random(&mut seed);
            let live = call(&program, name, kind, &board);
            let remembered = trie.lookup(board.root(), |query| board.ask(query)).cloned();
            match remembered {
                Some(leaf) => {
                    hits += 1;
                    assert_eq!(leaf, live.leaf, "{name}");
                }
                None if n >= 1500 && live.recordable => late_misses += 1,
                None => {}
            }
            if live.recordable {
                let inserted = trie.insert(board.root(), &live.record, live.leaf);
                assert!(matches!(inserted, Inserted::New | Inserted::Known), "{name}: {inserted:?}");
            } else {
                live_only += 1;
            }
        }
        match name {
            "listed" => assert_eq!((hits > 1000, live_only < 2000), (false, false), "{name}"),
            // Twelve roots, eight files each for two squares: about 770 ways to remember, each as likely as another.
            // After 1,500 calls some 110 of them are still new, after 3,000 some 16; so much is missed late.
            "line" => {
                assert!(hits > 2150 && live_only == 0 && late_misses < 130, "{name}: {hits} hits, {late_misses} late")
            }
            _ => assert!(hits > 2500 && live_only == 0 && late_misses < 60, "{name}: {hits} hits, {late_misses} late"),
        }
    }
}

#[test]
fn a_trie_notices_what_does_not_fit() {
    let mut trie = Trie::default();
    let rank = |answer| (Query::Rank(Handle::SUBJECT), answer);
    assert_eq!(trie.insert(3, &[rank(4)], Leaf::Bool(true)), Inserted::New);
    assert_eq!(trie.insert(3, &[rank(4)], Leaf::Bool(true)), Inserted::Known);
    assert_eq!(trie.insert(3, &[rank(2)], Leaf::Bool(false)), Inserted::New);
    assert_eq!(trie.insert(3, &[rank(4)], Leaf::Bool(false)), Inserted::Impure);
    assert_eq!(trie.insert(3, &[(Query::Captures, 4)], Leaf::Bool(true)), Inserted::Impure);
    assert_eq!(trie.insert(3, &[rank(4), (Query::Captures, 4)], Leaf::Bool(true)), Inserted::Impure);
    assert_eq!(trie.insert(3, &[], Leaf::Bool(true)), Inserted::Impure);
    assert_eq!(trie.insert(3, &[rank(1000)], Leaf::Bool(true)), Inserted::Full);
    let ask = Cell::new(2);
    assert_eq!(trie.lookup(3, |_| ask.get()), Some(&Leaf::Bool(false)));
    ask.set(3);
    assert_eq!(trie.lookup(3, |_| ask.get()), None);
    assert_eq!(trie.lookup(2, |_| ask.get()), None);
    for n in 0..9000u16 {
        trie.insert(
            4,
            &[(Query::QuietPlies, i32::from(n % 90)), (Query::QuietPliesAtLeast(n), 1)],
            Leaf::Int(n.into()),
        );
        trie.insert(n, &[rank(1), rank(2)], Leaf::Int(1));
    }
    assert!(trie.is_full() && trie.n_nodes() <= 4096);
}
