//! `heterodox play`: a game in the terminal or through a pipe, against chance or between two people.

mod input;
mod keeper;
mod opponent;
mod session;
mod told;

use crate::args::{PlayArgs, Player, Start};
use crate::output::{complain, print, print_line, quoted};
use crate::saved::Saved;
use crate::subject::Subject;
use heterodox::picture::TextStyle;
use input::{Input, Words};
use keeper::{Keeper, Kept};
use opponent::{Dice, any_seed};
use serde_json::{Value, json};
use session::{Answer, Session, Setting};
use std::io::IsTerminal;
use std::process::ExitCode;

pub(crate) fn run(args: &PlayArgs) -> anyhow::Result<ExitCode> {
    let mut choice = args.choice.clone();
    let target = choice.variant.as_str();
    let programs = args.choice.report.is_json();
    let mut input = if programs { Input::pipe() } else { Input::open()? };
    // Plain lines that come all at once are not worth the wait for the disk after each.
    let mut keeper = Keeper::new(target, programs || input.is_terminal());
    let mut waiting = Value::Null;
    let saved = match &args.resume {
        Some(Some(file)) => Some(keeper.open(file)?),
        Some(None) => match keeper.latest(&choice.options.list) {
            Some(kept) => Some(keeper.take(kept)),
            None => anyhow::bail!("{}", keeper.nothing(target)),
        },
        None if args.fen.is_some() || !players(args, None).contains(&Player::Human) => None,
        None => match keeper.latest(&choice.options.list) {
            Some(kept) if input.is_terminal() && kept.n_moves.is_some() => match goes_on(&mut input, &kept, target)? {
                Some(true) => Some(keeper.take(kept)),
                Some(false) => None,
                None => return Ok(ExitCode::SUCCESS),
            },
            Some(kept) => {
                waiting = json!({ "file": kept.path.display().to_string(), "moves": kept.n_moves });
                let (about, target) = (&kept.about, quoted(target));
                let path = quoted(&kept.path.display().to_string());
                if programs {
                    // It is in the first value.
                } else if kept.n_moves.is_some() {
                    complain(&format!(
                        "note: a game that was not finished is kept: {about}; `heterodox play {target} --resume` goes \
                         on with it\n"
                    ));
                } else {
                    complain(&format!(
                        "note: a game that was not finished is kept in {path}, but {about}; `heterodox play {target} \
                         --resume {path}` says where\n"
                    ));
                }
                None
            }
            None => None,
        },
    };
    if let Some(saved) = &saved {
        saved.choose_options(&mut choice)?;
    }
    let mut subject = Subject::open(&choice)?;
    let language = subject.language(&args.speech.lang)?;
    let players = players(args, saved.as_ref().map(Saved::players).transpose()?);
    let game = match saved {
        Some(saved) => {
            let (game, resigned) = saved.replay(&mut subject)?;
            (game, resigned, Some(saved.text))
        }
        None => (subject.game(&Start { fen: args.fen.clone(), after: None }, &language)?, None, None),
    };
    subject.rules.unbound_scripts();
    let seed = args.seed.unwrap_or_else(any_seed);
    if args.seed.is_none() && players.contains(&Player::Random) && !programs {
        complain(&format!("chance begins with `--seed {seed}`\n"));
    }
    let setting = Setting {
        players,
        dice: Dice::new(seed),
        style: TextStyle { unicode: args.unicode, colour: std::io::stdout().is_terminal(), disk: args.disk },
        flipped: args.flip,
        is_for_programs: programs,
        choice,
    };
    let mut session = Session::new(subject, game, language, setting, keeper);
    let begun = session.begin();
    keep(&mut session);
    let begun = begun?;
    if programs {
        let seed = players.contains(&Player::Random).then_some(seed);
        let value = session.greeting_json(&begun, seed, &waiting);
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
    loop {
        let (prompt, words) = if input.is_terminal() {
            (session.prompt(), session.completions())
        } else {
            (String::new(), Words::default())
        };
        let Some(line) = input.line(&prompt, words)? else { break };
        let answer = session.answer(&line);
        keep(&mut session);
        let answer = answer?;
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

/// Keeps the game before the answer is shown, and whatever the answer is.
fn keep(session: &mut Session) {
    if let Some(why) = session.keep() {
        complain(&format!("note: {why}\n"));
    }
}

/// Asks whether to go on with a game that was kept; nothing at the end of the input.
fn goes_on(input: &mut Input, kept: &Kept, target: &str) -> anyhow::Result<Option<bool>> {
    let path = quoted(&kept.path.display().to_string());
    print(&format!("a game of {target} was not finished: {}\n", kept.about))?;
    if kept.n_others > 0 {
        let folder = kept.path.parent().unwrap_or(&kept.path).display();
        print(&format!("({} more in {folder})\n", kept.n_others))?;
    }
    loop {
        let Some(line) = input.line("go on with it? [Y/n] ", Words::default())? else { return Ok(None) };
        match line.trim().to_lowercase().as_str() {
            "" | "y" | "yes" => return Ok(Some(true)),
            "n" | "no" => break,
            _ => print("`y` goes on with it, `n` begins another game\n")?,
        }
    }
    print(&format!("it stays where it is: `heterodox play {} --resume {path}` goes on with it\n", quoted(target)))?;
    Ok(Some(false))
}

/// Who plays White and who plays Black: as you say, else as it was in the game that goes on, else you against chance.
fn players(args: &PlayArgs, before: Option<[Player; 2]>) -> [Player; 2] {
    let against = |player| if player == Player::Human { Player::Random } else { Player::Human };
    match (args.white, args.black) {
        _ if args.two => [Player::Human; 2],
        (Some(white), Some(black)) => [white, black],
        (Some(white), None) => [white, against(white)],
        (None, Some(black)) => [against(black), black],
        (None, None) => {
            before.filter(|players| players.contains(&Player::Human)).unwrap_or([Player::Human, Player::Random])
        }
    }
}
