//! The name or path of a definition in; its text and where it lies, or why it cannot be read, out.

use super::{DEFINITION_FILE, Found, Loader, no_definition};
use crate::definition::fields::listed;
use crate::definition::foreign::Foreign;
use crate::definition::place::{Bad, Home, MAX_FILES, SMALLER, beneath, ends_in, is_definition, read_file};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::source::Span;
use std::path::{Path, PathBuf};

impl Loader<'_> {
    /// Finds a definition by name or path; `named` is where the name is written, `from` the home of who names it.
    pub(super) fn open(&mut self, target: &str, named: Option<Span>, from: Option<&Home>) -> Option<Found> {
        let placed = |problem: Diagnostic, label: &str| match named {
            Some(span) => problem.at(span).label(label),
            None => problem,
        };
        if let Some(files) = self.library.find(target) {
            let Some((_, text)) = files.iter().find(|(name, _)| name == DEFINITION_FILE) else {
                let message = format!("the bundled `{target}` has no `{DEFINITION_FILE}`");
                self.add(placed(Diagnostic::error(Code::NoDefinition, message), "named here"));
                return None;
            };
            let label = format!("{target}/{DEFINITION_FILE}");
            let identity = format!("bundled {target}");
            return Some(Found { label, identity, text: text.clone(), home: Home::Bundled(target.to_owned(), files) });
        }
        let path = match from {
            None => Some(Ok(PathBuf::from(target))),
            Some(Home::Folder(folder)) => Some(beneath(folder, target)),
            Some(Home::Bundled(..) | Home::Memory(_)) => None,
        };
        let path = match path.transpose() {
            Ok(path) => path,
            Err(bad) => {
                let problem = bad.into_problem(target, &mut self.loaded.sources);
                self.add(placed(problem, "named here"));
                return None;
            }
        };
        let path = path.filter(|_| !target.trim().is_empty());
        if let Some(path) = path.as_ref().filter(|path| !path.exists()) {
            self.loaded.files.extend([path.clone(), path.join(DEFINITION_FILE)]);
        }
        let Some(path) = path.filter(|path| path.exists()) else {
            let problem = self.unknown_target(target);
            let problem = placed(problem, "not found");
            self.add(match named {
                Some(_) if problem.help.is_empty() => problem.help(match from {
                    Some(Home::Folder(folder)) => {
                        let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                        format!("a path begins in `{}`; a bundled variant is named without one", here.display())
                    }
                    _ => "name a bundled variant, or leave `extends` out".to_owned(),
                }),
                _ => problem,
            });
            return None;
        };
        let file = match path.is_dir() {
            // What the command line names is the user's own affair.
            true if named.is_some() => beneath(&path, DEFINITION_FILE),
            true => Ok(path.join(DEFINITION_FILE)),
            false => Ok(path.clone()),
        };
        let file = match file {
            Ok(file) => file,
            Err(bad) => {
                let problem = bad.into_problem(target, &mut self.loaded.sources);
                self.add(placed(problem, "named here"));
                return None;
            }
        };
        self.loaded.files.push(file.clone());
        if !file.exists() {
            let message = format!("the folder `{}` holds no `{DEFINITION_FILE}`", path.display());
            let problem = Diagnostic::error(Code::NoDefinition, message);
            self.add(
                placed(problem, "named here")
                    .help(format!("a definition is a folder with a `{DEFINITION_FILE}`, or a `.toml` file")),
            );
            return None;
        }
        if !ends_in(&file, "toml") && file.is_file() {
            let foreign = file.extension().and_then(|ending| Foreign::with_ending(ending.to_str()?));
            if let Some(foreign) = foreign {
                self.add(placed(foreign.problem(&file.display().to_string()), "named here"));
                return None;
            }
            let message = format!("`{}` is no definition", file.display());
            let problem = placed(Diagnostic::error(Code::NoDefinition, message), "named here");
            let beside = file.parent().map(|folder| folder.join(DEFINITION_FILE)).filter(|beside| beside.exists());
            self.add(problem.help(match beside {
                Some(beside) => format!("name the one beside it, `{}`", beside.display()),
                None => format!("a definition is a folder with a `{DEFINITION_FILE}`, or a `.toml` file"),
            }));
            return None;
        }
        let label = file.display().to_string();
        let text = match read_file(&file) {
            Ok(text) if named.is_some() && !is_definition(&text) => {
                self.add(placed(no_definition(&label), "named here"));
                return None;
            }
            Ok(text) => text,
            Err(Bad::NotText(..)) if named.is_some() => {
                self.add(placed(no_definition(&label), "named here"));
                return None;
            }
            Err(bad) => {
                let problem = bad.into_problem(&label, &mut self.loaded.sources);
                self.add(if problem.primary.is_none() { placed(problem, "named here") } else { problem });
                return None;
            }
        };
        let identity = file.canonicalize().unwrap_or_else(|_| file.clone()).display().to_string();
        let home = Home::Folder(file.parent().unwrap_or(Path::new("")).to_path_buf());
        Some(Found { label, identity, text, home })
    }

    /// Whether all files read so far are within their bound; says so once where they are not.
    pub(super) fn has_room(&mut self, length: usize, at: Span) -> bool {
        let before = self.n_bytes;
        self.n_bytes = before.saturating_add(length);
        if before <= MAX_FILES && self.n_bytes > MAX_FILES {
            let message = format!("the files of this definition are larger than {MAX_FILES} bytes together");
            self.add(Diagnostic::error(Code::FileTooLarge, message).at(at).label("one too many").help(SMALLER));
        }
        self.n_bytes <= MAX_FILES
    }

    fn unknown_target(&self, target: &str) -> Diagnostic {
        let names = self.library.names();
        let path = target.contains(['/', '\\']) || target.ends_with(".toml");
        let message = if path {
            format!("there is no file or folder `{target}`")
        } else {
            format!("there is no bundled variant, file or folder `{target}`")
        };
        let problem = Diagnostic::error(Code::NotFound, message);
        match nearest(target, names.iter().map(String::as_str)) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None if names.is_empty() || path => problem,
            None => problem.help(format!("bundled are {}", listed(names.iter().map(String::as_str)))),
        }
    }
}
