//! Files that the program writes: a place and a text in; the whole text in that place, or what was there before and the
//! reason, out. There is never half a file: the text is written beside the place, brought to the disk, and renamed.

use crate::output::quoted;
use anyhow::{Context, bail};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// How the names of files begin and end that are written beside others. Those of a program that was killed stay.
const BESIDE: [&str; 2] = [".heterodox-", ".tmp"];

/// After so long nobody still writes such a file.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// So many links are followed.
const MOST_LINKS: usize = 40;

/// What a file can hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// A drawing.
    Svg,
    /// A drawing of letters.
    Text,
    /// A page.
    Markdown,
    /// A page with drawings.
    Html,
}

impl Form {
    fn title(self) -> &'static str {
        match self {
            Form::Svg => "SVG",
            Form::Text => "text",
            Form::Markdown => "Markdown",
            Form::Html => "HTML",
        }
    }

    /// How names of such files end, the usual one first.
    fn endings(self) -> &'static [&'static str] {
        match self {
            Form::Svg => &["svg"],
            Form::Text => &["txt"],
            Form::Markdown => &["md", "markdown"],
            Form::Html => &["html", "htm"],
        }
    }

    /// The form of a result: the one that was asked for, else the one that the name of its file says, else the first of
    /// those that a command writes.
    ///
    /// # Errors
    /// When the name of the file says another form than the one asked for, or one that the command does not write.
    pub(crate) fn of(asked: Option<Form>, file: Option<&Path>, written: &[Form]) -> Result<Form, String> {
        let usual = asked.unwrap_or(written[0]);
        let Some((file, ending)) = file.and_then(|file| Some((file, file.extension()?))) else { return Ok(usual) };
        let says = |form: &Form| form.endings().iter().any(|known| ending.eq_ignore_ascii_case(known));
        match written.iter().copied().find(says) {
            Some(form) if form == usual || asked.is_none() => Ok(form),
            _ => {
                let forms = if asked.is_some() { &[usual][..] } else { written };
                let form = |form: &Form| format!("{} (`.{}`)", form.title(), form.endings()[0]);
                let forms: Vec<String> = forms.iter().map(form).collect();
                let other = quoted(&file.with_extension(usual.endings()[0]).display().to_string());
                let file = file.display();
                let forms = forms.join(" or ");
                Err(format!("cannot write `{file}`: this command writes {forms} here; name the file `{other}`"))
            }
        }
    }
}

/// Writes a result into a file, over what may be there.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let target = place(path)?;
    if let Some(folder) = path.parent() {
        make_folder(folder)?;
    }
    replace(&target, text, true).with_context(|| format!("cannot write `{}`", path.display()))?;
    Ok(())
}

/// Writes a result into a file that is not there yet.
pub(crate) fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    match create(path, text, true) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!("`{}` is there already", path.display()),
        Err(error) => Err(error).with_context(|| format!("cannot write `{}`", path.display())),
    }
}

/// Where a file of this name is written: links are followed. Only plain files are written over, and none that is
/// protected.
pub(crate) fn place(path: &Path) -> anyhow::Result<PathBuf> {
    let shown = path.display();
    let mut target = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&target) else { break };
        // A link there stands for an open file, which another must not replace.
        if fs::canonicalize(folder(&target)).is_ok_and(|folder| folder.starts_with("/proc")) {
            bail!("`{shown}` is no plain file; name another file");
        }
        target = folder(&target).join(next);
    }
    match fs::metadata(&target) {
        Ok(found) if found.is_dir() => bail!("`{shown}` is a folder; name a file in it"),
        Ok(found) if !found.is_file() => bail!("`{shown}` is no plain file; name another file"),
        Ok(found) if found.permissions().readonly() => bail!("`{shown}` is read-only; name another file"),
        _ => Ok(target),
    }
}

/// Puts a text in the place of a file. The file that is given back is locked as long as it is open.
pub(crate) fn replace(path: &Path, text: &str, synced: bool) -> io::Result<File> {
    let beside = beside(path, text, synced)?;
    let file = beside.persist(path).map_err(|error| error.error)?;
    settle(path, synced);
    Ok(file)
}

/// The same where no file is yet; one that has come up meanwhile is an error.
pub(crate) fn create(path: &Path, text: &str, synced: bool) -> io::Result<File> {
    let beside = beside(path, text, synced)?;
    let file = beside.persist_noclobber(path).map_err(|error| error.error)?;
    settle(path, synced);
    Ok(file)
}

/// The text in a file beside its place. It goes unless it is renamed.
fn beside(path: &Path, text: &str, synced: bool) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(BESIDE[0]).suffix(BESIDE[1]);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    // The name of the file beside means nothing to anybody.
    let mut file = builder.tempfile_in(folder(path)).map_err(|error| io::Error::from(error.kind()))?;
    if let Ok(old) = fs::metadata(path) {
        let _ = file.as_file().set_permissions(old.permissions());
    }
    // Nobody knows of the file yet. Where files cannot be locked, they are not.
    let _ = file.as_file().try_lock();
    file.as_file_mut().write_all(text.as_bytes())?;
    if synced {
        file.as_file().sync_all()?;
    }
    Ok(file)
}

/// Brings the new name of a file to the disk, where the file itself is already, and removes what programs that were
/// killed have left beside it.
fn settle(path: &Path, synced: bool) {
    let folder = folder(path);
    if synced && cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let ours = name.to_str().is_some_and(|name| name.starts_with(BESIDE[0]) && name.ends_with(BESIDE[1]));
        let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
        if ours && age().is_some_and(|age| age > FORGOTTEN) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes a folder for what is written, if it is not there; the folder around it must be.
pub(crate) fn make_folder(folder: &Path) -> anyhow::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    let around = folder.parent().filter(|around| !around.as_os_str().is_empty());
    if let Some(around) = around.filter(|around| !around.is_dir()) {
        bail!("there is no folder `{}` to make `{}` in; make it first", around.display(), folder.display());
    }
    fs::create_dir(folder).with_context(|| format!("cannot make the folder `{}`", folder.display()))
}
