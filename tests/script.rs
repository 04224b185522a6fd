//! The script host: words, sets, levels, limits, places of errors, and remembered calls against live ones.

mod board;
mod hazards;
mod load;
mod remembered;
mod running;
mod values;
mod walk;
mod words;

use board::{Board, KINDS, square};
use heterodox::diagnostic::Diagnostic;
use heterodox::script::{Call, HookKind, Leaf, Names, OptionName, Program, compile};
use heterodox::source::SourceMap;
use std::sync::Arc;

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
