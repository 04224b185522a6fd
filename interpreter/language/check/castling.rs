//! Castling: what the tables say in, the moves with their squares out.

use crate::board::{KindId, Piece, Side, Square};
use crate::check::model::CheckedCastling;
use crate::check::{Checker, fen};
use crate::definition::CastlingDef;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Spanned};
use std::sync::Arc;

/// The most castling moves a definition may have.
pub(super) const MAX_CASTLING: usize = 16;

/// What stands for the square of a piece that is found by the letter of the right.
const BY_RIGHT: &str = "by right";

impl Checker<'_> {
    /// Castling moves.
    pub(super) fn castling(&mut self, letters: &[char]) -> Vec<CheckedCastling> {
        let definition = Arc::clone(self.definition);
        let mut moves: Vec<CheckedCastling> = Vec::new();
        for (number, castling) in definition.castling.iter().enumerate() {
            if number == MAX_CASTLING {
                self.say(
                    Diagnostic::error(
                        Code::TooMany,
                        format!("{} castling moves, at most {MAX_CASTLING} are supported", definition.castling.len()),
                    )
                    .at(castling.span)
                    .label("one too many")
                    .help("leave some out: each needs a letter of its own in the FEN"),
                );
                break;
            }
            let letter = &castling.right;
            let first = definition.castling[..number].iter().find(|other| other.right.value == letter.value);
            if let Some(first) = first.filter(|_| !letter.value.is_empty()) {
                self.say(
                    Diagnostic::error(Code::RightUsedTwice, format!("the right `{}` is used twice", letter.value))
                        .at(letter.span)
                        .label("used a second time")
                        .also(first.right.span, "first used here")
                        .help("give each castling a letter of its own; the letters stand in the FEN"),
                );
            }
            moves.extend(self.one_castling(castling, letters));
        }
        moves
    }

    fn one_castling(&mut self, castling: &CastlingDef, letters: &[char]) -> Option<CheckedCastling> {
        let right = castling.right.value.chars().next();
        let side = Some(&castling.side).filter(|side| !side.value.is_empty()).and_then(|side| self.side(side));
        let kinds: Vec<_> = castling.pieces.iter().map(|name| self.kind(name)).collect();
        let by_right = if [&castling.king, &castling.rook].iter().any(|name| name.value == BY_RIGHT) {
            self.by_right(castling, side.zip(right), &kinds, letters)
        } else {
            [None, None]
        };
        let squares = [(&castling.king, 0), (&castling.king_to, 2), (&castling.rook, 1), (&castling.rook_to, 2)];
        // What could not be read is empty, and has no place of its own.
        let squares = squares.map(|(name, role)| match name.value.as_str() {
            "" if name.span == castling.span => None,
            BY_RIGHT if role < 2 => by_right[role],
            _ => self.square(name),
        });
        let [king, king_to, rook, rook_to] = squares;
        let ways = [(king, king_to, &castling.king_to), (rook, rook_to, &castling.rook_to)];
        let paths: Vec<_> = ways
            .into_iter()
            .filter_map(|(from, to, written)| Some((from?, to?, written)))
            .map(|(from, to, written)| {
                let path = self.between(from, to);
                if path.is_none() {
                    let message = format!("`{}` is neither on the rank nor on the file of the piece", written.value);
                    self.say(
                        Diagnostic::error(Code::CastlingPath, message)
                            .at(written.span)
                            .label("not on one line with where it stands")
                            .help("the pieces of a castling go along one rank or one file"),
                    );
                }
                path
            })
            .collect();
        for (one, other, written, first, what) in [
            (king, rook, &castling.rook, &castling.king, "stand"),
            (king_to, rook_to, &castling.rook_to, &castling.king_to, "end"),
        ] {
            if one.is_some() && one == other {
                self.say(
                    Diagnostic::error(
                        Code::CastlingPath,
                        format!("both pieces of a castling {what} on `{}`", written.value),
                    )
                    .at(written.span)
                    .label("the same square")
                    .also(first.span, "as here")
                    .help("each of the two pieces needs a square of its own"),
                );
                return None;
            }
        }
        let (Some(king), Some(king_to), Some(rook), Some(rook_to)) = (king, king_to, rook, rook_to) else {
            return None;
        };
        let [Some(king_path), Some(rook_path)] = <[_; 2]>::try_from(paths).ok()? else { return None };
        let [Some(king_kind), Some(rook_kind)] = kinds[..] else { return None };
        let mut empty: Vec<Square> = king_path.iter().chain(&rook_path).copied().collect();
        // In chess what stands between king and rook must be empty too, which their two paths cover.
        if let Some(middle) = self.between(king, rook) {
            empty.extend(middle);
        }
        empty.retain(|square| *square != king && *square != rook);
        empty.sort_unstable();
        empty.dedup();
        let mut safe = Vec::new();
        if !castling.through_attack {
            // Where the king arrives is judged in the position that castling leaves, like any other move.
            safe = king_path;
            safe.pop();
            safe.push(king);
        }
        Some(CheckedCastling {
            right: right?,
            side: side?,
            king: Some(king),
            king_to,
            rook: Some(rook),
            rook_to,
            king_kind,
            rook_kind,
            empty,
            safe,
        })
    }

    /// Where king and rook of a castling stand in the set-up: the only king; and on its rank the outermost rook to the
    /// right (`K`), to the left (`Q`), or the one on the file of the letter.
    fn by_right(
        &mut self,
        castling: &CastlingDef,
        whose: Option<(Side, char)>,
        kinds: &[Option<KindId>],
        letters: &[char],
    ) -> [Option<Square>; 2] {
        let (Some((side, right)), [Some(king), Some(rook)]) = (whose, kinds) else { return [None, None] };
        // Where the board is not known, nobody can be looked for.
        if self.doubt.size || self.doubt.ranks || self.doubt.names {
            return [None, None];
        }
        let Some(pieces) = self.men_at_start(letters) else { return [None, None] };
        let own = |kind: KindId| pieces.iter().filter(move |piece| piece.side == side && piece.kind == kind);
        let written = if castling.king.value == BY_RIGHT { &castling.king } else { &castling.rook };
        let mut kings = own(*king).map(|piece| piece.square);
        let (Some(at), None) = (kings.next(), kings.next()) else {
            self.not_found(written, format!("the set-up has not one {} of {side}", castling.pieces[0].value));
            return [None, None];
        };
        let place = |square: Square| Some((self.board.file(square)?, self.board.rank(square)?));
        let Some((file, rank)) = place(at) else {
            self.not_found(written, "this board has no ranks and files".to_owned());
            return [None, None];
        };
        let on_rank =
            own(*rook).map(|piece| piece.square).filter(|square| place(*square).is_some_and(|(_, on)| on == rank));
        let on_rank: Vec<(u16, Square)> = on_rank.filter_map(|square| Some((place(square)?.0, square))).collect();
        let found = match right.to_ascii_uppercase() {
            'K' => on_rank.iter().filter(|(on, _)| *on > file).max(),
            'Q' => on_rank.iter().filter(|(on, _)| *on < file).min(),
            letter => {
                let name = letter.to_ascii_lowercase().to_string();
                on_rank.iter().find(|(on, _)| self.board.file_number(&name) == Some(*on))
            }
        };
        let rook = found.map(|(_, square)| *square);
        if rook.is_none() && castling.rook.value == BY_RIGHT {
            let message =
                format!("no {} of {side} stands where the right `{right}` looks for it", castling.pieces[1].value);
            self.not_found(&castling.rook, message);
        }
        [Some(at), rook]
    }

    fn not_found(&mut self, written: &Spanned<String>, message: String) {
        self.say(
            Diagnostic::error(Code::CastlingRight, message)
                .at(written.span)
                .label("looked for in the set-up")
                .help("`K` and `Q` are the outermost on the king's right and left, other letters name a file; or write the square"),
        );
    }

    /// The pieces of the set-up, if they can be read.
    fn men_at_start(&self, letters: &[char]) -> Option<Vec<Piece>> {
        let setup = &self.definition.setup;
        let text = match &setup.fen {
            Some(fen) => fen.value.clone(),
            None => fen::joined(&setup.rows, self.board).text,
        };
        let field = text.split(' ').find(|field| !field.is_empty())?;
        let place = Span::new(self.definition.span.source, 0..field.len());
        fen::placement(self.board, letters, (field, place)).ok()
    }

    /// The squares after `from` up to and with `to`, along a rank or file; none when they are the same.
    fn between(&self, from: Square, to: Square) -> Option<Vec<Square>> {
        if from == to {
            return Some(Vec::new());
        }
        let place = |square: Square| Some((i32::from(self.board.file(square)?), i32::from(self.board.rank(square)?)));
        let ((from_file, from_rank), (to_file, to_rank)) = (place(from)?, place(to)?);
        if from_file != to_file && from_rank != to_rank {
            return None;
        }
        let step = ((to_file - from_file).signum(), (to_rank - from_rank).signum());
        let mut at = (from_file, from_rank);
        let mut squares = Vec::new();
        while at != (to_file, to_rank) {
            at = (at.0 + step.0, at.1 + step.1);
            let square = self.board.squares().find(|square| place(*square) == Some(at));
            squares.extend(square);
        }
        Some(squares)
    }
}

impl Checker<'_> {
    /// Warns of castlings of the definition's own that the set-up does not give: rights are only ever lost.
    pub(super) fn castling_given(&mut self, start: &Spanned<String>, pieces: &[Piece]) {
        let definition = Arc::clone(self.definition);
        let fields = fen::fields(start);
        let (rights, place) = fields.get(2).copied().unwrap_or(("-", start.span));
        let lost = definition.castling.iter().filter(|castling| {
            castling.span.source == definition.span.source && !rights.contains(castling.right.value.as_str())
        });
        let lost: Vec<&CastlingDef> = lost.collect();
        let Some(first) = lost.first().filter(|_| !self.problems.iter().any(Diagnostic::is_error)) else { return };
        let letters: Vec<String> = lost.iter().map(|castling| format!("`{}`", castling.right.value)).collect();
        let mut problem =
            Diagnostic::warning(Code::CastlingNever, format!("no game has the right {}", letters.join(", ")))
                .at(first.right.span)
                .label("the set-up does not give it")
                .also(place, "the rights at the start");
        let away: Vec<String> = lost.iter().filter_map(|castling| self.away(castling, pieces)).collect();
        for text in away.iter().take(4) {
            problem = problem.help(text.as_str());
        }
        self.say(match away.is_empty() {
            true => problem.help("write it into the third field of the FEN"),
            false => problem,
        });
    }

    /// Which piece of a castling is not at home at the start.
    fn away(&self, castling: &CastlingDef, pieces: &[Piece]) -> Option<String> {
        [(&castling.king, 0), (&castling.rook, 1)].into_iter().find_map(|(square, role)| {
            let name = &castling.pieces.get(role)?.value;
            let kind = self.definition.pieces.get_index_of(name.as_str())?;
            let home = self.board.square(&square.value)?;
            let stands = |piece: &Piece| {
                piece.square == home && usize::from(piece.kind) == kind && piece.side.to_string() == castling.side.value
            };
            let side = &castling.side.value;
            (!pieces.iter().any(stands))
                .then(|| format!("in the set-up no {name} of {side} stands on `{}`", square.value))
        })
    }
}
