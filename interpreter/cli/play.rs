//! `heterodox play`: a game in the terminal or through a pipe, against chance or between two people.

mod input;
mod opponent;
mod session;
mod told;

use crate::args::{PlayArgs, Player, Start};
use crate::output::{complain, print, print_line};
use crate::saved;
use crate::subject::Subject;
use heterodox::picture::TextStyle;
use input::{Input, Words};
use opponent::{Dice, any_seed};
use session::{Answer, Session, Setting};
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
    let programs = args.choice.report.is_json();
    if args.seed.is_none() && players.contains(&Player::Random) && !programs {
        complain(&format!("chance begins with `--seed {seed}`\n"));
    }
    let setting = Setting {
        players,
        dice: Dice::new(seed),
        style: TextStyle { unicode: args.unicode, colour: std::io::stdout().is_terminal(), disk: args.disk },
        flipped: args.flip,
        is_for_programs: programs,
    };
    let mut session = Session::new(subject, game, resigned, language, setting);
    let begun = session.begin()?;
    if programs {
        let seed = players.contains(&Player::Random).then_some(seed);
        let value = session.greeting_json(&begun, seed);
        session.check_scripts()?;
        print_line(&value)?;
    } else {
        let text = session.greeting(&begun);
        session.check_scripts()?;
        print(&text)?;
    }
    if !session.has_human() {
        return Ok(ExitCode::SUCCESS);
    }
    let mut input = if programs { Input::pipe() } else { Input::open()? };
    loop {
        let (prompt, words) = if input.is_terminal() {
            (session.prompt(), session.completions())
        } else {
            (String::new(), Words::default())
        };
        let Some(line) = input.line(&prompt, words)? else { break };
        let answer = session.answer(&line)?;
        if matches!(answer, Answer::Quits) {
            break;
        }
        if programs {
            let value = session.json(&line, &answer);
            session.check_scripts()?;
            print_line(&value)?;
        } else {
            let text = session.text(&answer);
            session.check_scripts()?;
            print(&text)?;
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
