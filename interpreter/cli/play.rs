//! `heterodox play`: a game in the terminal or through a pipe, against chance or between two people.

mod input;
mod opponent;
mod session;

use crate::args::{PlayArgs, Player, Start};
use crate::output::{complain, print};
use crate::saved;
use crate::subject::Subject;
use heterodox::picture::TextStyle;
use input::Input;
use opponent::{Dice, any_seed};
use session::{Session, Setting};
use std::io::IsTerminal;
use std::process::ExitCode;

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let mut choice = args.choice.clone();
    if let Some(file) = &args.resume {
        saved::options(file, &mut choice)?;
    }
    let mut subject = Subject::open(&choice)?;
    let language = subject.language(&args.speech.lang)?;
    let (game, resigned) = match &args.resume {
        Some(file) => saved::read(&mut subject, file)?,
        None => (subject.game(&Start { fen: args.fen.clone(), after: None }, &language)?, None),
    };
    let players = players(args);
    let seed = args.seed.unwrap_or_else(any_seed);
    if args.seed.is_none() && players.contains(&Player::Random) {
        complain(&format!("chance begins with `--seed {seed}`\n"));
    }
    let setting = Setting {
        players,
        dice: Dice::new(seed),
        style: TextStyle { unicode: args.unicode, colour: std::io::stdout().is_terminal(), disk: args.disk },
        flipped: args.flip,
    };
    let mut session = Session::new(subject, game, resigned, language, setting);
    print(&session.greeting()?)?;
    session.check_scripts()?;
    if !session.has_human() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut input = Input::open()?;
    loop {
        let (prompt, words) =
            if input.is_terminal() { (session.prompt(), session.completions()) } else { (String::new(), Vec::new()) };
        let Some(line) = input.line(&prompt, words)? else { break };
        let answer = session.answer(&line)?;
        print(&answer.text)?;
        session.check_scripts()?;
        if answer.quits {
            break;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Who plays White and who plays Black. You against chance unless you say otherwise.
fn players(args: &PlayArgs) -> [Player; 2] {
    let against = |player| if player == Player::Human { Player::Random } else { Player::Human };
    match (args.white, args.black) {
        _ if args.two => [Player::Human; 2],
        (Some(white), Some(black)) => [white, black],
        (Some(white), None) => [white, against(white)],
        (None, Some(black)) => [against(black), black],
        (None, None) => [Player::Human, Player::Random],
    }
}
