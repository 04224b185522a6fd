//! Texts of scripts in, a [`Program`] and a list of problems out.

use crate::diagnostic::{Code, Diagnostic, Severity, unseen};
use crate::script::alike::all_alike;
use crate::script::inspect::{Vocabulary, called_at_load, check, facts, hides};
use crate::script::names::Names;
use crate::script::problem::{Known, Layout, explain, parse_problem};
use crate::script::sandbox::engines;
use crate::script::{Function, Program, functions};
use crate::source::{SourceId, SourceMap, Span, hidden};
use rhai::{AST, Array, Dynamic, Engine, FnPtr, Map, Module, OptimizationLevel, Position, Scope};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The longest script, in bytes.
pub const MAX_TEXT: usize = 256 * 1024;
/// Rhai counts lines and columns in 16 bits.
const MAX_LINES: usize = 60_000;
const MAX_COLUMNS: usize = 60_000;

/// Compiles the scripts of a definition, parents' first. A later function replaces one of the same name and number of
/// parameters, also for calls from earlier files.
#[must_use]
pub fn compile(files: &[SourceId], sources: &SourceMap, names: Names) -> (Option<Program>, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let Some(layout) = lay_out(files, sources, &mut problems) else { return (None, problems) };
    let nowhere = Span::new(files.first().copied().unwrap_or(SourceId(0)), 0..0);
    let names = Arc::new(names);
    let (mut hooks, mut load) = engines(&names, nowhere);
    let native = native_names(&hooks).union(&native_names(&load)).cloned().collect::<BTreeSet<String>>();
    let found: Vec<(SourceId, functions::Found)> = layout
        .files
        .iter()
        .flat_map(|(_, file)| functions::find(&sources.file(*file).text).into_iter().map(|found| (*file, found)))
        .collect();
    let functions: Vec<(String, usize)> = found.iter().map(|(_, found)| (found.name.clone(), found.n_params)).collect();
    let known = Known { words: spelled(&native, &functions, &names), functions };

    let mut compiler = Compiler { layout: &layout, known: &known, problems: &mut problems };
    let mut scope = Scope::new();
    for option in &names.options {
        scope.push_constant(option.name.as_str(), option.chosen.clone());
    }
    compiler.constants(&mut load, &mut scope);
    // A function finds a constant here that cannot be folded into it, such as the list of `LIST[1]`.
    let mut constants = Module::new();
    for (name, _, value) in scope.iter_raw() {
        constants.set_var(name, value.clone());
    }
    let constants = Arc::new(constants);
    hooks.register_global_module(constants.clone());
    load.register_global_module(constants);
    // Names are checked in the scripts as written, before anything is folded.
    hooks.set_optimization_level(OptimizationLevel::None);
    let fixed = scope.iter_raw().map(|(name, _, _)| name.to_string()).collect();
    let words = Vocabulary { names: &names, native: &native, constants: &fixed, known: &known };
    let written = compiler.all(&hooks, &scope);
    hooks.set_optimization_level(OptimizationLevel::Simple);
    let Some(written) = written else { return (None, problems) };
    let mut calls = Vec::new();
    let mut at_load = BTreeSet::new();
    for ast in &written {
        compiler.problems.extend(check(ast, &words, &layout));
        at_load.append(&mut called_at_load(ast));
        calls.append(&mut facts(ast));
    }
    let Some(folded) = compiler.all(&hooks, &scope) else { return (None, problems) };
    let mut ast = AST::empty();
    for mut file in folded {
        file.clear_statements();
        ast.combine(file);
    }
    let functions = list(&ast, &found, &fixed, &mut problems);
    if problems.iter().any(Diagnostic::is_error) {
        return (None, problems);
    }
    let has_maps = scope.iter_raw().any(|(_, _, value)| value.is_map());
    hooks.set_fast_operators(!has_maps && all_alike(&ast));
    let program = Program {
        hooks: Arc::new(hooks),
        load: Arc::new(load),
        facts: facts(&ast).into(),
        written: Arc::new((calls, at_load)),
        ast: Arc::new(ast),
        functions: functions.into(),
        layout: Arc::new(layout),
        names,
        known: known.into(),
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
        if let Some((at, character)) = hidden(text) {
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

fn native_names(engine: &Engine) -> BTreeSet<String> {
    engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true).into_iter().collect()
}

/// All names as they are written, for suggestions.
fn spelled(native: &BTreeSet<String>, functions: &[(String, usize)], names: &Names) -> Vec<String> {
    let native = native.iter().map(|name| name.strip_prefix("get$").unwrap_or(name).to_string());
    let options = names.options.iter().map(|option| option.name.clone());
    let all: BTreeSet<String> = native.chain(functions.iter().map(|(name, _)| name.clone())).chain(options).collect();
    all.into_iter().filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')).collect()
}

struct Compiler<'a> {
    layout: &'a Layout,
    known: &'a Known,
    problems: &'a mut Vec<Diagnostic>,
}

impl Compiler<'_> {
    /// The text of a file, pushed down to its lines.
    fn text(&self, first: usize, file: SourceId) -> String {
        format!("{}{}", "\n".repeat(first), self.layout.sources.file(file).text)
    }

    /// Runs the top level of every file for its constants. Syntax errors are left to the real compilation.
    fn constants(&mut self, engine: &mut Engine, scope: &mut Scope<'static>) {
        engine.set_strict_variables(false);
        for (first, file) in &self.layout.files {
            let Ok(ast) = engine.compile_with_scope(scope, self.text(*first, *file)) else { continue };
            let mut inner = scope.clone();
            if let Err(failure) = engine.run_ast_with_scope(&mut inner, &ast) {
                let length = self.layout.sources.file(*file).text.len();
                let home = Span::new(*file, 0..length.min(1));
                self.problems.push(explain(&failure, "the top level", Position::NONE, home, self.layout, self.known));
            }
            let mut kept = Scope::new();
            let constants: Vec<_> = inner.iter_raw().filter(|(_, is_constant, _)| *is_constant).collect();
            for (name, _, value) in constants.into_iter().rev() {
                if holds_function(value) {
                    let message = format!("the constant `{name}` holds a function");
                    let help =
                        "a constant is a number, a string, a truth, or a list of them: write `fn name(...)` instead";
                    let text = &self.layout.sources.file(*file).text;
                    let at = text.find(&format!("const {name}")).map_or(0, |at| at + "const ".len());
                    let span = Span::new(*file, at..(at + name.len()).min(text.len()));
                    self.problems.push(Diagnostic::error(Code::ConstantFunction, message).at(span).help(help));
                    continue;
                }
                kept.push_constant_dynamic(name.to_string(), value.clone());
            }
            *scope = kept;
        }
        engine.set_strict_variables(true);
    }

    /// Compiles every file; `None` if one cannot be.
    fn all(&mut self, engine: &Engine, scope: &Scope<'static>) -> Option<Vec<AST>> {
        let mut compiled = Vec::new();
        let mut is_complete = true;
        for (first, file) in &self.layout.files {
            match engine.compile_with_scope(scope, self.text(*first, *file)) {
                Ok(ast) => compiled.push(ast),
                Err(error) => {
                    is_complete = false;
                    let length = self.layout.sources.file(*file).text.len();
                    let end = Span::new(*file, length.saturating_sub(1)..length);
                    let span = self.layout.span(error.position()).unwrap_or(end);
                    self.problems.push(parse_problem(error.err_type(), self.known).diagnostic(span));
                }
            }
        }
        is_complete.then_some(compiled)
    }
}

/// Whether a value is or contains a function, which could remember something from one call to the next.
fn holds_function(value: &Dynamic) -> bool {
    value.is_shared()
        || value.is::<FnPtr>()
        || value.read_lock::<Array>().is_some_and(|list| list.iter().any(holds_function))
        || value.read_lock::<Map>().is_some_and(|map| map.values().any(holds_function))
}

/// The functions with their places. The last of a name and number of parameters is the one in force.
fn list(
    ast: &AST,
    found: &[(SourceId, functions::Found)],
    constants: &BTreeSet<String>,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Function> {
    let mut list = Vec::new();
    for function in ast.iter_functions().filter(|f| !f.name.starts_with("anon$")) {
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
