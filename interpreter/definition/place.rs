//! Where the files of a definition lie: a path or a list in memory in, bounded UTF-8 text or the reason out.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceMap, Span};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The most bytes one file may have.
pub(crate) const MAX_FILE: usize = 1 << 20;

/// The way out for a file with more.
pub(crate) const SMALLER: &str = "leave out what is not needed, or share it out among a parent, a child and scripts";

/// Where the files beside a definition are.
pub(crate) enum Home {
    /// Bundled under a name.
    Bundled(String, Vec<(String, Arc<str>)>),
    /// In a folder.
    Folder(PathBuf),
    /// Given by the caller.
    Memory(Vec<(String, Arc<str>)>),
}

/// Why a file could not be read.
pub(crate) enum Bad {
    /// It is not there.
    Missing,
    /// It is a folder or a device.
    NotAFile,
    /// It has too many bytes.
    TooLarge,
    /// It lies outside the definition's folder.
    Outside,
    /// It is not UTF-8 from some byte on.
    NotText(Vec<u8>, usize),
    /// The system says so.
    System(String),
}

impl Bad {
    /// The problem, with a place only where the text itself is at fault.
    pub(crate) fn into_problem(self, label: &str, sources: &mut SourceMap) -> Diagnostic {
        match self {
            Bad::Missing => Diagnostic::error(Code::NotFound, format!("there is no file `{label}`")),
            Bad::NotAFile => Diagnostic::error(Code::NotFound, format!("`{label}` is not a file")),
            Bad::TooLarge => {
                Diagnostic::error(Code::FileTooLarge, format!("`{label}` is larger than {MAX_FILE} bytes"))
                    .help(SMALLER)
            }
            Bad::Outside => {
                Diagnostic::error(Code::ScriptOutside, format!("the script `{label}` is not beside its definition"))
                    .help("name a file in the definition's own folder")
            }
            Bad::System(reason) => Diagnostic::error(Code::Unreadable, format!("cannot read `{label}`: {reason}")),
            Bad::NotText(bytes, at) => {
                let wide = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
                let source = sources.add(label, String::from_utf8_lossy(&bytes).into_owned());
                Diagnostic::error(Code::NotUtf8, format!("`{label}` is not UTF-8 text"))
                    .at(Span::new(source, at..at + char::REPLACEMENT_CHARACTER.len_utf8()))
                    .label("not UTF-8 from here")
                    .help(if wide { "it looks like UTF-16; save it as UTF-8" } else { "save it as UTF-8" })
            }
        }
    }
}

impl Home {
    /// A file's name for people.
    pub(crate) fn label(&self, name: &str) -> String {
        match self {
            Home::Bundled(home, _) => format!("{home}/{name}"),
            Home::Folder(folder) => folder.join(name).display().to_string(),
            Home::Memory(_) => name.to_owned(),
        }
    }

    /// The names of the files here, for suggestions.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Home::Bundled(_, files) | Home::Memory(files) => files.iter().map(|(name, _)| name.clone()).collect(),
            Home::Folder(folder) => {
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder.as_path() };
                let Ok(entries) = folder.read_dir() else { return Vec::new() };
                let names = entries.flatten().take(1000).filter_map(|entry| entry.file_name().into_string().ok());
                names.filter(|name| name.ends_with(".rhai")).collect()
            }
        }
    }

    /// Reads a file that lies here: its name for people and its text.
    pub(crate) fn read(&self, name: &str) -> Result<(String, Arc<str>), Bad> {
        let inside = Path::new(name).components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
        if !inside || name.is_empty() {
            return Err(Bad::Outside);
        }
        let text = match self {
            Home::Folder(folder) => read_file(&folder.join(name))?,
            Home::Bundled(_, files) | Home::Memory(files) => {
                let (_, text) = files.iter().find(|(known, _)| known == name).ok_or(Bad::Missing)?;
                if text.len() > MAX_FILE {
                    return Err(Bad::TooLarge);
                }
                text.clone()
            }
        };
        Ok((self.label(name), text))
    }
}

/// Reads a text file, at most [`MAX_FILE`] bytes of it.
pub(crate) fn read_file(path: &Path) -> Result<Arc<str>, Bad> {
    let system = |error: std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Bad::Missing,
        _ => Bad::System(error.to_string().to_lowercase()),
    };
    if !path.metadata().map_err(system)?.is_file() {
        return Err(Bad::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(path).map_err(system)?.take(MAX_FILE as u64 + 1).read_to_end(&mut bytes).map_err(system)?;
    if bytes.len() > MAX_FILE {
        return Err(Bad::TooLarge);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.into()),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            Err(Bad::NotText(error.into_bytes(), at))
        }
    }
}
