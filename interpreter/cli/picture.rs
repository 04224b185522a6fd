//! `heterodox picture`: a position in; SVG or a board of letters out, to stdout or into a file.

use crate::args::PictureArgs;
use crate::files::{self, Form};
use crate::output::{Problems, print, print_json};
use crate::subject::Subject;
use crate::words::{led, scene};
use heterodox::diagnostic::{Code, Diagnostic, nearest};
use heterodox::picture::{TextStyle, svg, text};
use heterodox::rules::Move;
use serde_json::json;
use std::io::IsTerminal;
use std::process::ExitCode;

pub(crate) fn run(args: &PictureArgs) -> anyhow::Result<ExitCode> {
    let form = args.form().map_err(anyhow::Error::msg)?;
    let mut subject = Subject::open(&args.choice)?;
    let variant = subject.variant();
    let language = subject.language(&args.speech.lang)?;
    let mut game = subject.game(&args.start, &language)?;
    let mut marks = Vec::new();
    if let Some(name) = &args.marks {
        let Some(square) = variant.board().square(name) else {
            let problem = Diagnostic::error(Code::UnknownSquare, format!("there is no square `{name}` to mark from"));
            let names: Vec<&str> = variant.board().squares().map(|square| variant.board().name(square)).collect();
            let way = match (nearest(name, names.iter().copied()), names.as_slice()) {
                (Some(near), _) => format!("did you mean `{near}`?"),
                (None, [first, .., last]) => {
                    format!("squares have names such as `{first}`, `{}` and `{last}`", names[names.len() / 2])
                }
                (None, _) => format!("the board has {}", names.concat()),
            };
            return Err(Problems::one(problem.help(way)).into());
        };
        let moves = game.legal_moves(&mut subject.rules);
        marks.extend(moves.iter().filter(|mv| mv.from() == square).map(Move::to));
    }
    subject.no_trouble(&led(&game))?;
    let scene = scene(&variant, &game, &language, marks, args.flip);
    let in_letters = form == Form::Text;
    let drawn = if in_letters {
        let seen = args.output.is_none() && !args.choice.report.is_json();
        let colour = seen && std::io::stdout().is_terminal();
        text(&scene, TextStyle { unicode: args.unicode, colour, disk: args.disk })
    } else {
        svg(&scene)
    };
    if let Some(file) = &args.output {
        files::write(file, &drawn)?;
    }
    if args.choice.report.is_json() {
        let names: Vec<&str> = scene.marks.iter().map(|square| variant.board().name(*square)).collect();
        let mut value = json!({ "fen": game.position().to_fen(&variant), "marks": names });
        match &args.output {
            Some(file) => value["file"] = json!(file.display().to_string()),
            None => value[if in_letters { "text" } else { "svg" }] = json!(drawn),
        }
        value["diagnostics"] = subject.remarks_json();
        print_json(&value)?;
    } else if args.output.is_none() {
        print(&drawn)?;
    }
    Ok(ExitCode::SUCCESS)
}
