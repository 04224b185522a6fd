//! Other programs: shakmaty's generator, and engines that speak by lines over a pipe.

use shakmaty::{Chess, Position};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Counts with the last ply counted by the length of the list.
pub(crate) fn perft(depth: u32) -> u64 {
    shakmaty::perft(&Chess::default(), depth)
}

/// Counts with the last moves played, too.
pub(crate) fn played(position: &Chess, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.legal_moves();
    let below = moves.iter().map(|&mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        played(&next, depth - 1)
    });
    below.sum()
}

/// Random games of chess, each legal move with equal chance: plies in all. Mate, stalemate, fifty moves and too little
/// material end a game; repetitions do not.
pub(crate) fn playouts(games: usize, seed: &mut u64) -> u64 {
    let mut plies = 0;
    for _ in 0..games {
        let mut position = Chess::default();
        loop {
            let moves = position.legal_moves();
            if moves.is_empty() || position.halfmoves() >= 100 || position.is_insufficient_material() {
                break;
            }
            *seed ^= *seed << 13;
            *seed ^= *seed >> 7;
            *seed ^= *seed << 17;
            let pick = ((*seed >> 32) * moves.len() as u64) >> 32;
            position.play_unchecked(moves[pick as usize]);
            plies += 1;
        }
    }
    plies
}

/// An engine that is asked by lines.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    /// Starts a program, looked for on the path and where Debian keeps games; `None` if it is not there.
    pub(crate) fn start(program: &str) -> Option<Engine> {
        let mut child = [program.to_owned(), format!("/usr/games/{program}")].iter().find_map(|program| {
            Command::new(program).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()
        })?;
        let input = child.stdin.take()?;
        let output = BufReader::new(child.stdout.take()?);
        Some(Engine { child, input, output })
    }

    /// Says some lines, and reads until `found` makes a number of a line.
    pub(crate) fn ask(&mut self, lines: &str, found: impl Fn(&str) -> Option<u64>) -> Option<u64> {
        self.input.write_all(lines.as_bytes()).ok()?;
        self.input.flush().ok()?;
        let mut line = Vec::new();
        loop {
            line.clear();
            if self.output.read_until(b'\n', &mut line).ok()? == 0 {
                return None;
            }
            if let Some(number) = found(String::from_utf8_lossy(&line).trim()) {
                return Some(number);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has nothing to save.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
