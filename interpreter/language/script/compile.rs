//! Texts of scripts in, a [`Program`] and a list of problems out.

use crate::diagnostic::{Code, Diagnostic, Severity, unseen};
use crate::script::explain::explain;
use crate::script::facts::{called_at_load, facts};
use crate::script::functions;
use crate::script::host::engines;
use crate::script::lint::barred::barred;
use crate::script::lint::copies::copies;
use crate::script::lint::types::Types;
use crate::script::lint::words::{Vocabulary, check, hides};
use crate::script::mend::{Draft, tainted};
use crate::script::meter::{self, LOAD, Purse};
use crate::script::names::Extent;
use crate::script::names::Names;
use crate::script::problem::{Known, Layout};
use crate::script::program::{AsWritten, Function, Program};
use crate::script::syntax::{bodies, is_closure};
use crate::source::{SourceId, SourceMap, Span, hidden_in_file};
use rhai::{AST, ASTFlags, Engine, Module, OptimizationLevel, Position, Scope, Stmt};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The longest script, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;
/// Rhai counts lines and columns in 16 bits.
const MAX_LINES: usize = 60_000;
const MAX_COLUMNS: usize = 60_000;

/// Compiles the scripts of a definition, parents' first. A later function replaces one of the same name and number of
/// parameters, also for calls from earlier files. What is wrong is left out, and the program then is not
/// [whole](Program::is_whole).
#[must_use]
pub fn compile(files: &[SourceId], sources: &SourceMap, names: Names) -> (Option<Program>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let Some(layout) = lay_out(files, sources, &mut problems) else { return (None, problems) };
    let nowhere = Span::new(files.first().copied().unwrap_or(SourceId(0)), 0..0);
    let names = Arc::new(names);
    let (mut hooks, mut load) = engines(&names, nowhere);
    let native = &native_names(&hooks, true) | &native_names(&load, false);
    let mut drafts: Vec<Draft> = Vec::new();
    for (first, file) in &layout.files {
        drafts.push(Draft::new(*file, *first, &sources.file(*file).text));
    }
    let functions: Vec<(String, usize)> = drafts
        .iter()
        .flat_map(|draft| draft.functions(true))
        .map(|found| (found.name.clone(), found.n_params))
        .collect();
    let known = Known { words: spelled(&native, &functions, &names), texts: quoted(&names), functions };

    // First what cannot be read at all is left out, so that the constants are found.
    hooks.set_optimization_level(OptimizationLevel::None);
    hooks.set_strict_variables(false);
    let mut is_barred = false;
    for draft in &mut drafts {
        let read = draft.compile(&hooks, &mut Scope::new(), &layout, &known, names.in_part, &mut problems);
        let found = read.map(|ast| barred(&ast)).unwrap_or_default();
        is_barred |= !found.is_empty();
        problems.extend(found.into_iter().filter_map(|(at, problem)| Some(problem.diagnostic(layout.span(at)?))));
    }
    hooks.set_strict_variables(true);
    let mut scope = Scope::new();
    for option in &names.options {
        scope.push_constant(option.name.as_str(), option.chosen.clone());
    }
    let mut at_top = Vec::new();
    if is_barred {
        declared(&drafts, &hooks, &mut scope);
    } else {
        constants(&drafts, &mut load, &mut scope, &layout, &known, &mut at_top);
    }
    let has_failed = !at_top.is_empty();
    // A function finds a constant here that cannot be folded into it, such as the list of `LIST[1]`.
    let mut module = Module::new();
    for (name, _, value) in scope.iter_raw() {
        module.set_var(name, value.clone());
    }
    let module = Arc::new(module);
    hooks.register_global_module(module.clone());
    load.register_global_module(module);
    let fixed = scope.iter_raw().map(|(name, _, _)| name.to_string()).collect();
    let words = Vocabulary { native: &native, constants: &fixed, known: &known, in_part: names.in_part };
    // Names are checked in the scripts as written, before anything is folded.
    let mut written: Vec<AST> = Vec::new();
    let mut given = scope.clone();
    for draft in &mut drafts {
        written.extend(draft.compile(&hooks, &mut given, &layout, &known, names.in_part, &mut problems));
    }
    let mut found = Vec::new();
    let mut calls = Vec::new();
    let mut at_load = BTreeSet::new();
    let mut whole = AST::empty();
    for ast in &written {
        let own = bodies(ast);
        // A top level that fails is not idle.
        found.extend(check(ast, &own, &words, !has_failed));
        at_load.append(&mut called_at_load(ast));
        calls.append(&mut facts(&own));
        whole.combine(ast.clone_functions_only());
    }
    let constants = scope.iter_raw().map(|(name, _, value)| (name.to_string(), value.clone())).collect();
    let as_written = AsWritten { bodies: bodies(&whole), constants };
    let types = || Types::new(&as_written.bodies, &as_written.constants, (&names, &known, &Extent::UNKNOWN));
    found.extend(types().told_of_all());
    found.sort_by_key(|(at, _)| *at);
    found.dedup();
    // A function whose head cannot be read, or that a parent may have too, has no known number of parameters.
    let has_all = !names.in_part && drafts.iter().all(|draft| draft.functions(false).next().is_none());
    let found = found.into_iter().filter_map(|(at, problem)| Some(problem.diagnostic(layout.span(at)?)));
    problems.extend(found.filter(|problem| has_all || problem.code != Code::WrongParameters));
    // What the text shows is told once, by the text.
    at_top.retain(|ran| !problems.iter().any(|known| known.primary == ran.primary));
    problems.extend(at_top);
    let are_alike = types().all_alike();
    let mut compiled = written;
    if !problems.iter().any(Diagnostic::is_error) {
        hooks.set_optimization_level(OptimizationLevel::Simple);
        compiled = Vec::new();
        for draft in &mut drafts {
            compiled.extend(draft.compile(&hooks, &mut scope, &layout, &known, names.in_part, &mut problems));
        }
    }
    let mut ast = AST::empty();
    for mut file in compiled {
        file.clear_statements();
        ast.combine(file);
    }
    let read = |draft: &Draft| draft.functions(true).map(|found| (draft.file, found.clone())).collect::<Vec<_>>();
    let found: Vec<(SourceId, functions::Found)> = drafts.iter().flat_map(read).collect();
    let functions = list(&ast, &found, &fixed, &mut problems);
    let unread = drafts.iter().flat_map(|draft| draft.functions(false));
    let lost = drafts.iter().flat_map(|draft| draft.lost(&sources.file(draft.file).text));
    let lost: BTreeSet<String> = lost.map(str::to_owned).collect();
    let copies = copies(&ast, scope.iter_raw().map(|(_, _, value)| value));
    for engine in [&mut hooks, &mut load] {
        engine.set_fast_operators(are_alike);
        meter::fit(engine, &copies);
    }
    let program = Program {
        hooks: Arc::new(hooks),
        load: Arc::new(load),
        facts: facts(&bodies(&ast)).into(),
        written: Arc::new((calls, at_load)),
        ast: Arc::new(ast),
        as_written: Arc::new(as_written),
        functions: functions.into(),
        lost: Arc::new(lost),
        unread: Arc::new(unread.map(|found| found.name.clone()).collect()),
        tainted: Arc::new(tainted(&drafts, &problems)),
        is_whole: !problems.iter().any(Diagnostic::is_error),
        layout: Arc::new(layout),
        names,
        known: known.into(),
        spent: Arc::default(),
    };
    (Some(program), problems)
}

/// Gives each file its lines; `None` if one is too long.
fn lay_out(files: &[SourceId], sources: &SourceMap, problems: &mut Vec<Diagnostic>) -> Option<Layout> {
    let mut layout = Layout { sources: sources.clone(), files: Vec::new() };
    let mut line = 0;
    for file in files {
        let text: &str = &sources.file(*file).text;
        let first = Span::new(*file, 0..text.len().min(1));
        let too_long = |what: String| Diagnostic::error(Code::ScriptTooBig, what).at(first);
        if let Some((at, character)) = hidden_in_file(text) {
            problems.push(unseen(character).at(Span::new(*file, at..at + character.len_utf8())));
        }
        let n_lines = text.matches('\n').count() + 1;
        if text.len() > MAX_TEXT {
            problems.push(too_long(format!("the script is longer than {} KiB", MAX_TEXT / 1024)));
        } else if text.lines().any(|line| line.len() > MAX_COLUMNS) {
            problems.push(too_long(format!("a line of the script is longer than {MAX_COLUMNS} characters")));
        } else if line + n_lines > MAX_LINES {
            problems.push(too_long(format!("the scripts have more than {MAX_LINES} lines")));
        }
        layout.files.push((line, *file));
        line += n_lines;
    }
    (!problems.iter().any(Diagnostic::is_error)).then_some(layout)
}

/// The names that an engine knows, with those of the language itself, which all have, or without.
fn native_names(engine: &Engine, with_language: bool) -> BTreeSet<String> {
    engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), with_language).into_iter().collect()
}

/// All names as they are written, for suggestions.
fn spelled(native: &BTreeSet<String>, functions: &[(String, usize)], names: &Names) -> Vec<String> {
    let native = native.iter().map(|name| name.strip_prefix("get$").unwrap_or(name).to_string());
    let options = names.options.iter().map(|option| option.name.clone());
    let all: BTreeSet<String> = native.chain(functions.iter().map(|(name, _)| name.clone())).chain(options).collect();
    all.into_iter().filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')).collect()
}

/// What stands in quotes in scripts.
fn quoted(names: &Names) -> Vec<String> {
    let lists = [&names.kinds, &names.regions, &names.directions, &names.ways];
    let sides = ["white", "black", "friend", "foe"].map(str::to_owned);
    let values = names.options.iter().flat_map(|option| &option.values);
    lists.into_iter().flatten().chain(values).cloned().chain(sides).collect()
}

/// Runs the top level of every file for its constants.
fn constants(
    drafts: &[Draft],
    engine: &mut Engine,
    scope: &mut Scope<'static>,
    layout: &Layout,
    known: &Known,
    problems: &mut Vec<Diagnostic>,
) {
    engine.set_strict_variables(false);
    for draft in drafts {
        let Ok(ast) = engine.compile_with_scope(scope, draft.text()) else { continue };
        let text = &layout.sources.file(draft.file).text;
        let mut inner = scope.clone();
        meter::fit(engine, &copies(&ast, scope.iter_raw().map(|(_, _, value)| value)));
        let purse = Purse::new(LOAD);
        let ran = engine.run_ast_with_scope(&mut inner, &ast);
        drop(purse);
        if let Err(failure) = ran {
            let home = Span::new(draft.file, 0..text.len().min(1));
            problems.push(explain(&failure, "the top level", Position::NONE, home, layout, known));
        }
        let mut kept = Scope::new();
        let constants: Vec<_> = inner.iter_raw().filter(|(_, is_constant, _)| *is_constant).collect();
        for (name, _, value) in constants.into_iter().rev() {
            // A closure may have shared it.
            kept.push_constant_dynamic(name.to_string(), value.clone().flatten());
        }
        *scope = kept;
    }
    engine.set_strict_variables(true);
}

/// Gives the constants of a top level that may not run their names, so that nobody misses them.
fn declared(drafts: &[Draft], engine: &Engine, scope: &mut Scope<'static>) {
    for draft in drafts {
        let Ok(ast) = engine.compile(draft.text()) else { continue };
        for statement in ast.statements() {
            if let Stmt::Var(x, flags, _) = statement
                && flags.contains(ASTFlags::CONSTANT)
            {
                scope.push_constant(x.0.as_str(), ());
            }
        }
    }
}

/// The functions with their places. The last of a name and number of parameters is the one in force.
fn list(
    ast: &AST,
    found: &[(SourceId, functions::Found)],
    constants: &BTreeSet<String>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Function> {
    let mut list = Vec::new();
    for function in ast.iter_functions().filter(|f| !is_closure(f.name)) {
        let n_params = function.params.len();
        let mut places = found
            .iter()
            .rev()
            .filter(|(_, found)| found.name == function.name && found.n_params == n_params)
            .map(|(file, found)| Span::new(*file, found.range.clone()));
        let span = places.next().unwrap_or(Span::new(SourceId(0), 0..0));
        if let Some(replaced) = places.next() {
            let message = format!("`{}` replaces the one of a parent", function.name);
            problems.push(
                Diagnostic::new(Severity::Note, Code::FunctionReplaced, message)
                    .at(span)
                    .label("in force")
                    .also(replaced, "replaced, also where the parent calls it"),
            );
        }
        let hiding = function.params.iter().filter(|name| constants.contains(**name));
        problems.extend(hiding.map(|name| hides(name).label("has it as a parameter").diagnostic(span)));
        let doc: Vec<&str> = function
            .comments
            .iter()
            .flat_map(|comment| comment.lines())
            .map(|line| line.trim().trim_start_matches("///").trim_start_matches("/**").trim_end_matches("*/").trim())
            .collect();
        list.push(Function {
            name: function.name.to_string(),
            n_params,
            span,
            doc: doc.join("\n").trim().to_string(),
            shared_name: function.name.into(),
        });
    }
    list.sort_by_key(|f: &Function| (f.span, f.name.clone()));
    list
}
