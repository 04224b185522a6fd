//! `heterodox new`: a name, a parent or a board in; a folder with a definition that checks, plays and passes its tests
//! out, or nothing at all.

use crate::args::NewArgs;
use crate::files;
use crate::output::{Problems, print, print_json, quoted};
use crate::subject::open_named;
use anyhow::Context;
use heterodox::bundled::Bundled;
use heterodox::definition::loader::Library;
use heterodox::diagnostic::{Code, Diagnostic};
use heterodox::open::Opened;
use heterodox::starter::{Draft, Manner, Plan, check_name, judge};
use serde_json::json;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;

pub(crate) fn run(args: &NewArgs) -> anyhow::Result<ExitCode> {
    let target = args.name.as_path();
    let name = match target.components().next_back() {
        Some(Component::Normal(name)) => name.to_string_lossy().into_owned(),
        _ => target.display().to_string(),
    };
    check_name(&name, &Bundled).map_err(|problem| Problems::one(*problem))?;
    if target.symlink_metadata().is_ok() {
        return Err(taken(target, "is there already"));
    }
    let home = target.parent().filter(|home| !home.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !home.is_dir() {
        let problem = Diagnostic::error(Code::DraftPlace, format!("there is no folder `{}`", home.display()));
        return Err(Problems::one(problem.help("make it first, or name a folder that is there")).into());
    }
    let parent = match &args.extends {
        Some(parent) => {
            let opened = open_named(parent, &[]);
            if opened.variant.is_none() {
                return Err(Problems { list: opened.diagnostics, sources: opened.loaded.sources }.into());
            }
            Some(opened)
        }
        None => None,
    };
    let extends = args.extends.as_deref().map(|parent| seen_from(parent, target)).transpose()?;
    let plan = Plan { name: name.clone(), extends, board: args.board };
    // The draft grows up under another name, so that a folder of this name is whole or is not there.
    let nursery = Nursery::new(home.join(format!(".{name}.new-{}", std::process::id())))?;
    // What is most faithful to the parent may not suit the board, and the function does not suit every parent.
    let mut written = Err(anyhow::anyhow!("there is no way to make `{}`", target.display()));
    for manner in plan.manners(parent.as_ref()) {
        written = grown(&plan, parent.as_ref(), &nursery, target, &manner);
        if written.is_ok() {
            break;
        }
    }
    let files = written?;
    if target.symlink_metadata().is_ok() {
        return Err(taken(target, "has come up meanwhile"));
    }
    std::fs::rename(&nursery.0, target).with_context(|| format!("cannot make the folder `{}`", target.display()))?;
    if args.report.is_json() {
        print_json(&json!({ "folder": target.display().to_string(), "files": files }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut text = String::new();
    for file in files {
        text.push_str(&format!("wrote {}\n", target.join(file).display()));
    }
    let path = quoted(&target.display().to_string());
    text.push_str(&format!("\nnext: heterodox watch {path}    while you change it\n"));
    text.push_str(&format!("      heterodox play {path}     to play it\n"));
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The problem of a file or folder that is in the way.
fn taken(target: &Path, says: &str) -> anyhow::Error {
    let problem = Diagnostic::error(Code::DraftPlace, format!("`{}` {says}", target.display()));
    Problems::one(problem.help("choose another name; nothing is overwritten")).into()
}

/// A folder that goes unless it is given another name.
struct Nursery(PathBuf);

impl Nursery {
    fn new(path: PathBuf) -> anyhow::Result<Nursery> {
        std::fs::create_dir(&path).with_context(|| format!("cannot make the folder `{}`", path.display()))?;
        Ok(Nursery(path))
    }
}

impl Drop for Nursery {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Drafts, writes, and tries what was written. Gives the names of the files.
fn grown(
    plan: &Plan,
    parent: Option<&Opened>,
    nursery: &Nursery,
    target: &Path,
    manner: &Manner,
) -> anyhow::Result<Vec<String>> {
    let folder = nursery.0.display().to_string();
    // Where it would have stood nobody can look any more, so the reason is told without its place.
    let failed = |list: &[Diagnostic]| {
        let why = list.first().map_or("the draft cannot be opened", |problem| problem.message.as_str());
        let message = format!("`{}` was not made: {why}", target.display());
        let problem = Diagnostic::error(Code::DraftRefused, message);
        Problems::one(problem.help("name another board, or give `--extends` alone to keep the parent's, or `--board` alone for a game of your own"))
    };
    let draft = match Draft::new(plan, parent, manner) {
        Ok(draft) => draft,
        Err(list) => return Err(Problems { list, sources: Default::default() }.into()),
    };
    let write = |draft: &Draft| -> anyhow::Result<Vec<String>> {
        let files = draft.files(&quoted(&target.display().to_string()));
        for (name, text) in &files {
            files::write(&nursery.0.join(name), text)?;
        }
        Ok(files.into_iter().map(|(name, _)| name).collect())
    };
    write(&draft)?;
    let opened = open_named(&folder, &[]);
    if !opened.is_sound() {
        return Err(failed(&opened.diagnostics).into());
    }
    let files = write(&draft.with_tests(&opened, parent))?;
    let opened = open_named(&folder, &[]);
    let problems = judge(&opened, |options| open_named(&folder, options));
    if problems.is_empty() { Ok(files) } else { Err(failed(&problems).into()) }
}

/// A parent's path as it is written in a definition inside `target`.
fn seen_from(parent: &str, target: &Path) -> anyhow::Result<String> {
    if Bundled.find(parent).is_some() {
        return Ok(parent.to_owned());
    }
    let real = |path: &Path| path.canonicalize().with_context(|| format!("cannot find `{}`", path.display()));
    let home = target.parent().filter(|home| !home.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let from = real(home)?.join(target.file_name().unwrap_or_default());
    let to = real(Path::new(parent))?;
    let shared = from.components().zip(to.components()).take_while(|(one, other)| one == other).count();
    let up = from.components().skip(shared).map(|_| "..".to_owned());
    let down = to.components().skip(shared).map(|part| part.as_os_str().to_string_lossy().into_owned());
    Ok(up.chain(down).collect::<Vec<_>>().join("/"))
}
