//! `heterodox moves`: a position in; its FEN, whose turn it is, how the game stands and the legal moves out.

use crate::args::MovesArgs;
use crate::output::{columns, numbered, print, print_json};
use crate::subject::Subject;
use crate::words::{ended, led, outcome_json};
use heterodox::notation::{coordinate, san};
use serde_json::{Value, json};
use std::fmt::Write;
use std::process::ExitCode;

pub(crate) fn run(args: &MovesArgs) -> anyhow::Result<ExitCode> {
    let mut subject = Subject::open(&args.choice)?;
    let variant = subject.variant();
    let language = subject.language(&args.speech.lang)?;
    let mut game = subject.game(&args.start, &language)?;
    let rules = &mut subject.rules;
    let moves = game.legal_moves(rules).to_vec();
    let position = game.position().clone();
    let plain = coordinate(&variant, &position, &moves);
    let short = san(rules, &position, &moves, &language);
    let check = rules.in_check(&position);
    let outcome = game.outcome(rules);
    subject.no_trouble(&led(&game))?;
    let fen = position.to_fen(&variant);
    let turn = position.turn();
    if args.choice.report.is_json() {
        let moves: Value = plain.iter().zip(&short).map(|(plain, san)| json!({ "move": plain, "san": san })).collect();
        print_json(&json!({
            "variant": variant.name(),
            "fen": fen,
            "turn": turn.to_string(),
            "check": check,
            "outcome": outcome.as_ref().map(outcome_json),
            "moves": moves,
            "diagnostics": subject.remarks_json(),
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = format!("fen: {fen}\nturn: {}{}\n", language.side_name(turn), if check { ", in check" } else { "" });
    if let Some(outcome) = &outcome {
        let _ = writeln!(text, "outcome: {}", ended(outcome, &language));
    }
    let _ = writeln!(text, "{}", numbered(moves.len(), "move"));
    let rows: Vec<Vec<String>> = plain.into_iter().zip(short).map(|(plain, san)| vec![plain, san]).collect();
    text.push_str(&columns(&rows, "  "));
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}
