//! A name, a path or texts in; the files read, the merged definition and all problems out. The only room that reads files.

mod find;

use super::bounds::exceeded;
use super::choice;
use super::fields::{Fields, listed};
use super::foreign::Foreign;
use super::home::HEAD;
use super::inherit::inherit;
use super::mended::Lost;
use super::noted::Problems;
use super::place::{Home, MAX_FILE, SMALLER};
use super::record::Record;
use super::schema::{self, Surroundings};
use super::table::{self, Field, Node, Tree, Value};
use super::{Definition, OptionValue, ScriptFile, Table};
use crate::diagnostic::{Code, Diagnostic, nearest, worth_reading};
use crate::source::{SourceId, SourceMap, Span, Spanned};
use std::path::PathBuf;
use std::sync::Arc;

/// The most definitions that may extend one another.
pub const MAX_PARENTS: usize = 16;

/// The file that holds a definition in a folder of its own.
pub const DEFINITION_FILE: &str = "variant.toml";

/// Files under a bundled name: the file's name and its text; `variant.toml` is the definition.
pub type BundledFiles = Vec<(String, Arc<str>)>;

/// Where bundled definitions come from.
pub trait Library {
    /// The files of the definition of this name.
    fn find(&self, name: &str) -> Option<BundledFiles>;

    /// All names, for suggestions.
    fn names(&self) -> Vec<String>;
}

/// A library without anything in it.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoLibrary;

impl Library for NoLibrary {
    fn find(&self, _: &str) -> Option<BundledFiles> {
        None
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What came of loading.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// Every file that was read.
    pub sources: SourceMap,
    /// The definition, as far as it could be read; it may be there beside errors, for further checks.
    pub definition: Option<Definition>,
    /// Everything that is wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// The tree with parents merged in and options chosen, each value with its origin.
    pub merged: Tree,
    /// Every file that was read or looked for, so that a change of one can be seen; bundled ones are not among them.
    pub files: Vec<PathBuf>,
}

impl Loaded {
    /// Whether nothing is wrong that stops the definition from being used.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.definition.is_some() && !self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Loads a bundled definition by name, or one from a folder or a file. Options are pairs of name and value.
#[must_use]
pub fn load(target: &str, library: &dyn Library, options: &[(String, String)]) -> Loaded {
    let mut loader = Loader::new(library);
    if let Some(found) = loader.open(target, None, None) {
        loader.read_chain(found);
    }
    loader.finish(options)
}

/// Loads a definition from memory. Scripts are pairs of file name and text; parents come from the library.
#[must_use]
pub fn load_text(
    name: &str,
    toml: &str,
    scripts: &[(String, String)],
    library: &dyn Library,
    options: &[(String, String)],
) -> Loaded {
    let mut loader = Loader::new(library);
    let files = scripts.iter().map(|(name, text)| (name.clone(), Arc::from(text.as_str()))).collect();
    let home = Home::Memory(files);
    loader.read_chain(Found { label: name.to_owned(), identity: format!("memory {name}"), text: toml.into(), home });
    loader.finish(options)
}

/// What may be said of a definition only because something of it could not be read.
const MAY_BE_LOST: [Code; 6] =
    [Code::MissingKey, Code::UnknownOption, Code::NothingToRemove, Code::TestEmpty, Code::NoPieces, Code::EmptyList];

/// A definition's text and where it was.
struct Found {
    label: String,
    identity: String,
    text: Arc<str>,
    home: Home,
}

/// One definition of the chain, read.
struct Layer {
    source: SourceId,
    tree: Tree,
    remove: Vec<Spanned<String>>,
    extends: Option<Spanned<String>>,
    /// It extends something, and what that is could not be read.
    is_orphan: bool,
    /// What of it is not TOML.
    lost: Lost,
    scripts: Vec<ScriptFile>,
    names_script: bool,
}

struct Loader<'l> {
    library: &'l dyn Library,
    loaded: Loaded,
    chain: Vec<(String, String)>,
    layers: Vec<Layer>,
    /// Where each script lies.
    script_paths: Vec<(SourceId, PathBuf)>,
    /// How much was read so far.
    n_bytes: usize,
}

impl<'l> Loader<'l> {
    fn new(library: &'l dyn Library) -> Loader<'l> {
        Loader {
            library,
            loaded: Loaded::default(),
            chain: Vec::new(),
            layers: Vec::new(),
            script_paths: Vec::new(),
            n_bytes: 0,
        }
    }
}

impl Loader<'_> {
    fn add(&mut self, problem: Diagnostic) {
        self.loaded.diagnostics.push(problem);
    }

    /// Reads a definition and, one after the other, those that it extends.
    fn read_chain(&mut self, first: Found) {
        let mut next = Some(first);
        while let Some(found) = next.take() {
            self.chain.push((found.identity.clone(), found.label.clone()));
            let Some(layer) = self.read_layer(&found) else { break };
            let extends = layer.extends.clone();
            self.layers.push(layer);
            let Some(parent) = extends else { break };
            if self.chain.len() > MAX_PARENTS {
                let message = format!("more than {MAX_PARENTS} definitions extend one another");
                self.add(Diagnostic::error(Code::TooMany, message).at(parent.span).label("one parent too many"));
                break;
            }
            let Some(found) = self.open(&parent.value, Some(parent.span), Some(&found.home)) else { break };
            if let Some(start) = self.chain.iter().position(|(identity, _)| *identity == found.identity) {
                let circle: Vec<&str> = self.chain[start..].iter().map(|(_, label)| label.as_str()).collect();
                let message = "a definition extends itself".to_owned();
                let label = format!("comes back to `{}`", found.label);
                let problem = Diagnostic::error(Code::CircleOfParents, message).at(parent.span).label(label);
                let way = format!("the circle is {} and again `{}`", listed(circle), found.label);
                self.add(problem.help(way));
                break;
            }
            next = Some(found);
        }
    }

    fn read_layer(&mut self, found: &Found) -> Option<Layer> {
        let source = self.loaded.sources.add(found.label.clone(), found.text.clone());
        let start = Span::new(source, 0..0);
        if found.text.len() > MAX_FILE {
            let message = format!("`{}` is larger than {MAX_FILE} bytes", found.label);
            self.add(Diagnostic::error(Code::FileTooLarge, message).at(start).label("too large").help(SMALLER));
            return None;
        }
        if !self.has_room(found.text.len(), start) {
            return None;
        }
        if found.text.trim().is_empty() {
            let message = format!("`{}` is empty", found.label);
            let problem = Diagnostic::error(Code::EmptyFile, message).at(start).label("nothing here");
            self.add(problem.help("a definition begins with `format = 1` and `name = \"...\"`"));
            return None;
        }
        if let Some(foreign) = Foreign::of_text(&found.text) {
            let first = found.text.lines().next().map_or(0, str::len);
            let place = Span::new(source, 0..first);
            self.add(foreign.problem(&found.label).at(place).label("not TOML with the keys of this language"));
            return None;
        }
        let parsed = table::read(source, &found.text);
        self.loaded.diagnostics.extend(parsed.problems);
        if !parsed.sound {
            return None;
        }
        let mut tree = parsed.tree;
        let too_much = exceeded(&tree, start);
        if !too_much.is_empty() {
            self.loaded.diagnostics.extend(too_much);
            return None;
        }
        let out = Problems::default();
        let Head { extends, has_parent, remove, scripts } = head(&tree, start, &out);
        let is_orphan = extends.is_none() && has_parent;
        let lost = parsed.lost;
        if lost.any {
            out.forget(&MAY_BE_LOST);
        }
        if let (None, Some(first), false) = (&extends, remove.first(), is_orphan || lost.any) {
            let problem = Diagnostic::error(Code::NothingToRemove, "`remove` needs a parent to remove from");
            out.add(problem.at(first.span).label("no parent").help("add `extends = \"...\"`, or delete `remove`"));
        }
        self.loaded.diagnostics.extend(out.into_vec());
        for key in HEAD {
            tree.shift_remove(key);
        }
        let names_script = !scripts.is_empty();
        let scripts = scripts.into_iter().filter_map(|name| self.read_script(found, &name)).collect();
        Some(Layer { source, tree, remove, extends, is_orphan, lost, scripts, names_script })
    }

    fn read_script(&mut self, found: &Found, name: &Spanned<String>) -> Option<ScriptFile> {
        if let Home::Folder(folder) = &found.home {
            self.loaded.files.push(folder.join(&name.value));
        }
        match found.home.read(&name.value) {
            Ok((_, text)) if !self.has_room(text.len(), name.span) => None,
            Ok((label, text)) => {
                let source = self.loaded.sources.add(label, text);
                if let Home::Folder(folder) = &found.home {
                    let path = folder.join(&name.value);
                    self.script_paths.push((source, std::fs::canonicalize(&path).unwrap_or(path)));
                }
                Some(ScriptFile { named: name.span, source })
            }
            Err(bad) => {
                let label = found.home.label(&name.value);
                let problem = bad.into_problem(&label, &mut self.loaded.sources);
                let mut beside = found.home.names();
                // Something of this name is there, but it is not to be had.
                beside.retain(|other| *other != name.value);
                let problem = match nearest(&name.value, beside.iter().map(String::as_str)) {
                    Some(near) if problem.primary.is_none() => problem.help(format!("did you mean `{near}`?")),
                    _ if problem.code == Code::NotFound && beside.is_empty() => {
                        problem.help("write that file, or leave `script` out")
                    }
                    _ if problem.code == Code::NotFound => {
                        let names = listed(beside.iter().map(String::as_str));
                        problem.help(format!("write that file, or name one that is there: {names}"))
                    }
                    _ => problem,
                };
                self.add(match problem.primary {
                    None => problem.at(name.span).label("named here"),
                    Some(_) => problem.also(name.span, "named here"),
                });
                None
            }
        }
    }

    /// Whether two scripts are one file, by whatever names.
    fn is_one_file(&self, one: SourceId, other: SourceId) -> bool {
        let path = |source| self.script_paths.iter().find(|(known, _)| *known == source).map(|(_, path)| path);
        path(one).is_some() && path(one) == path(other)
    }

    /// Merges the layers, makes the choices and reads the result.
    fn finish(mut self, wanted: &[(String, String)]) -> Loaded {
        // What there is is read although a parent is missing; where the definition itself cannot be read, nothing is.
        if let Some(last) = self.layers.last() {
            let complete = self.layers.len() == self.chain.len() && last.extends.is_none() && !last.is_orphan;
            self.read_definition(wanted, !complete);
        }
        let mut loaded = self.loaded;
        loaded.diagnostics = worth_reading(loaded.diagnostics);
        loaded
    }

    fn read_definition(&mut self, wanted: &[(String, String)], in_part: bool) {
        let (span, extends, removed) = match self.layers.first() {
            Some(own) => (Span::new(own.source, 0..0), own.extends.clone(), own.remove.clone()),
            None => return,
        };
        let mut merged = Tree::new();
        let mut scripts: Vec<ScriptFile> = Vec::new();
        let mut names_script = false;
        let mut lost = Lost { any: in_part, board: false };
        for (depth, layer) in std::mem::take(&mut self.layers).into_iter().rev().enumerate() {
            for script in layer.scripts {
                let first = scripts.iter().find(|known| self.is_one_file(known.source, script.source));
                match first {
                    Some(first) => {
                        let problem = Diagnostic::error(Code::DuplicateScript, "this script is a parent's already")
                            .at(script.named)
                            .label("again")
                            .also(first.named, "first here")
                            .help("leave it out: the scripts of a parent are inherited");
                        self.loaded.diagnostics.push(problem);
                    }
                    None => scripts.push(script),
                }
            }
            names_script |= layer.names_script;
            lost = Lost { any: lost.any || layer.lost.any, board: lost.board || layer.lost.board };
            merged = match depth {
                0 => layer.tree,
                _ => inherit(merged, layer.tree, &layer.remove, &mut self.loaded.diagnostics),
            };
        }
        let out = Problems::default();
        let options: Table<OptionValue> =
            choice::options(&mut Fields::new(&merged, span, "the definition", &out), wanted, &out);
        let texts: Vec<&str> = scripts.iter().map(|script| &*self.loaded.sources.file(script.source).text).collect();
        let unasked = choice::unasked(&merged, &options, span.source, &texts);
        let merged = choice::choose(merged, &options, &out);
        // What parents say adds up, and so do lists that are chosen.
        let too_much = exceeded(&merged, span);
        if !too_much.is_empty() {
            self.loaded.diagnostics.extend(out.into_vec().into_iter().chain(too_much));
            return;
        }
        let around = Surroundings { span, extends, removed, lost, scripts, names_script, options };
        self.loaded.definition = schema::definition(&merged, around, &out);
        self.loaded.merged = merged;
        if lost.any {
            out.forget(&MAY_BE_LOST);
        }
        self.loaded.diagnostics.extend(out.into_vec());
        // Where something else is wrong, that may be why nothing asks.
        if !self.loaded.diagnostics.iter().any(Diagnostic::is_error) {
            self.loaded.diagnostics.extend(unasked);
        }
    }
}

/// The problem of a file that a definition names and that is none. No line of it is shown: it may be anything.
fn no_definition(label: &str) -> Diagnostic {
    Diagnostic::error(Code::NoDefinition, format!("`{label}` is no definition"))
        .help("a definition begins with `format = 1`, above its first header")
}

/// What a definition says of itself alone and hands to no child.
struct Head {
    extends: Option<Spanned<String>>,
    /// A parent was meant to be named, well or not.
    has_parent: bool,
    remove: Vec<Spanned<String>>,
    scripts: Vec<Spanned<String>>,
}

fn head(tree: &Tree, start: Span, out: &Problems) -> Head {
    let mut root = Fields::new(tree, start, "the definition", out);
    if !root.is_misspelt("format", &HEAD) && !is_astray(tree, "format") {
        root.needs("format", "the language's version at the top: `format = 1`");
    }
    if let Some(format) = root.integer("format", 0..=i64::MAX).filter(|format| format.value != 1) {
        let message = format!("the format {} is not known", format.value);
        let problem = Diagnostic::error(Code::UnknownFormat, message).at(format.span).label("not 1");
        out.add(problem.help("this version reads `format = 1`"));
    }
    let has_parent = root.has("extends") || root.is_misspelt("extends", &HEAD) || is_astray(tree, "extends");
    let extends = root.text("extends");
    let remove = root.texts("remove").unwrap_or_default();
    Head { extends, has_parent, remove, scripts: script_names(root.get("script"), out) }
}

/// Whether a key of the top level stands under a header, where it is told as unknown. What authors name is no such key.
fn is_astray(tree: &Tree, key: &str) -> bool {
    let has = |field: &Field, named: bool| match &field.node.value {
        Value::Table(inner) if named => {
            inner.values().any(|field| matches!(&field.node.value, Value::Table(inner) if inner.contains_key(key)))
        }
        Value::Table(inner) => inner.contains_key(key),
        _ => false,
    };
    let fields = tree.iter().filter(|(name, _)| !matches!(name.as_str(), "options" | "allow" | "names" | "regions"));
    fields.into_iter().any(|(name, field)| has(field, matches!(name.as_str(), "pieces" | "powers")))
}

/// Reads a tree as the loader does and keeps a record of every key that is asked for.
pub(super) fn record(source: SourceId, text: &str, record: Record) -> (Vec<Diagnostic>, Record) {
    let parsed = table::read(source, text);
    let span = Span::new(source, 0..0);
    let out = Problems::recording(record);
    out.extend(parsed.problems);
    let mut tree = parsed.tree;
    let _ = head(&tree, span, &out);
    for key in HEAD {
        tree.shift_remove(key);
    }
    let options = choice::options(&mut Fields::new(&tree, span, "the definition", &out), &[], &out);
    let around = Surroundings {
        span,
        extends: None,
        removed: Vec::new(),
        lost: Lost::default(),
        scripts: Vec::new(),
        names_script: false,
        options,
    };
    let _ = schema::definition(&tree, around, &out);
    out.into_record()
}

/// `script = "a.rhai"` or `script = ["a.rhai", "b.rhai"]`
fn script_names(field: Option<&Field>, out: &Problems) -> Vec<Spanned<String>> {
    let Some(field) = field else { return Vec::new() };
    let nodes = match &field.node.value {
        Value::Array(items) => items.as_slice(),
        _ => std::slice::from_ref(&field.node),
    };
    let mut names: Vec<Spanned<String>> = Vec::new();
    for Node { value, span } in nodes {
        let Value::String(name) = value else {
            let message = format!("`script` must name a file, not {}", value.kind());
            out.add(Diagnostic::error(Code::WrongType, message).at(*span).label(format!("{} here", value.kind())));
            continue;
        };
        if let Some(first) = names.iter().find(|known| known.value == *name) {
            let message = format!("the script `{name}` is named twice");
            out.add(
                Diagnostic::error(Code::DuplicateScript, message)
                    .at(*span)
                    .label("again")
                    .also(first.span, "first here")
                    .help("name it once"),
            );
            continue;
        }
        names.push(Spanned::new(name.clone(), *span));
    }
    names
}
