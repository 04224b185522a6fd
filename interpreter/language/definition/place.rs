//! Where the files of a definition lie: a path or a list in memory in, bounded UTF-8 text or the reason out.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceMap, Span};
use std::fs::File;
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The most bytes one file may have.
pub(crate) const MAX_FILE: usize = 1 << 20;

/// The most bytes that all files of a definition have together: its parents and scripts with it.
pub(crate) const MAX_FILES: usize = 2 << 20;

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
    /// A script that does not lie in the definition's folder, or is no script by its name.
    Outside,
    /// It is named from the root of the disk.
    Absolute,
    /// This part of its path is a link.
    Link(String),
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
                Diagnostic::error(Code::FileOutside, format!("the script `{label}` is not beside its definition"))
                    .help("name a `.rhai` file in the definition's own folder")
            }
            Bad::Absolute => {
                Diagnostic::error(Code::FileOutside, format!("`{label}` does not begin at the definition's folder"))
                    .help("write the path from this file, such as `../parent`")
            }
            Bad::Link(part) => {
                Diagnostic::error(Code::FileOutside, format!("`{part}` is a link, which is not followed"))
                    .help("put the file itself there, or name the place where it is")
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
        if !inside || !ends_in(Path::new(name), "rhai") {
            return Err(Bad::Outside);
        }
        let text = match self {
            Home::Folder(folder) => read_file(&beneath(folder, name)?)?,
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

/// Whether a file's name has an ending.
pub(crate) fn ends_in(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// The path that a definition in a folder names. A definition from elsewhere says where else to look, so it may go from
/// its folder by relative paths alone, and no part of them may be a link that leads to another place of the disk.
pub(crate) fn beneath(folder: &Path, written: &str) -> Result<PathBuf, Bad> {
    let mut path = folder.to_path_buf();
    let mut real = folder.canonicalize().unwrap_or_else(|_| path.clone());
    if folder.as_os_str().is_empty() {
        real = Path::new(".").canonicalize().unwrap_or_default();
    }
    for part in Path::new(written).components() {
        path.push(part);
        match part {
            Component::Prefix(_) | Component::RootDir => return Err(Bad::Absolute),
            Component::CurDir => {}
            Component::ParentDir => {
                real.pop();
            }
            Component::Normal(name) => {
                real.push(name);
                if real.symlink_metadata().is_ok_and(|about| about.file_type().is_symlink()) {
                    return Err(Bad::Link(path.display().to_string()));
                }
            }
        }
    }
    Ok(path)
}

/// Whether a text says at its top that it is a definition: the key `format` with a number, before any header. Nothing is
/// shown of a file that a definition names and that does not say so.
pub(crate) fn is_definition(text: &str) -> bool {
    let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    lines.take_while(|line| !line.starts_with('[')).any(|line| {
        let value = line.strip_prefix("format").and_then(|rest| rest.trim_start().strip_prefix('='));
        value.is_some_and(|value| value.trim_start().starts_with(|c: char| c.is_ascii_digit()))
    })
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
