//! Games in progress in the user's state folder, a file for each: a game in, on disk after every move, so that it
//! survives the program; the games that were not finished out.
//!
//! The file of a game is locked while it is played, so that no other program goes on with it.

use crate::args::Player;
use crate::files;
use crate::output::numbered;
use crate::saved::{self, Saved};
use crate::subject::Subject;
use anyhow::{Context, bail};
use heterodox::board::Side;
use heterodox::bundled::Bundled;
use heterodox::definition::loader::{DEFINITION_FILE, Library};
use heterodox::game::Game;
use heterodox::game::pgn::Pgn;
use heterodox::notation::Language;
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// So many games of a variant are kept that were finished, and so many that were not.
const MOST: usize = 50;

/// The tag of the file that holds the definition of the game.
const DEFINITION: &str = "Definition";

/// Keeps the games of a variant.
#[derive(Debug)]
pub(crate) struct Keeper {
    /// Where; nowhere without a home.
    folder: Option<PathBuf>,
    /// The variant, if it is bundled.
    bundled: Option<String>,
    /// The file of its definition, if it is not.
    definition: Option<String>,
    /// How names of its files begin.
    stem: String,
    /// Whether each move is brought to the disk before it is answered.
    synced: bool,
    /// The file of this game, which is locked as long as it is open.
    file: Option<(PathBuf, File)>,
    /// What was written last.
    text: String,
    /// Whether it was told that the game cannot be kept.
    told: bool,
}

/// A game that was kept, claimed for this program.
#[derive(Debug)]
pub(crate) struct Kept {
    /// Its file.
    pub(crate) path: PathBuf,
    /// Its text.
    pub(crate) saved: Saved,
    /// How many moves it has; `None` if it cannot be read.
    pub(crate) n_moves: Option<usize>,
    /// How many other games wait.
    pub(crate) n_others: usize,
    /// Moves and time, for people.
    pub(crate) about: String,
    file: File,
}

impl Keeper {
    /// Keeps games of a bundled variant, a folder or a file.
    pub(crate) fn new(target: &str, synced: bool) -> Keeper {
        let bundled = Bundled.find(target).map(|_| target.to_owned());
        let file = fs::canonicalize(target).unwrap_or_else(|_| PathBuf::from(target));
        let file = if file.is_dir() { file.join(DEFINITION_FILE) } else { file };
        let name = match (&bundled, file.file_stem(), file.parent().and_then(Path::file_name)) {
            (Some(name), ..) => name.clone(),
            (None, Some(_), Some(folder)) if file.ends_with(DEFINITION_FILE) => folder.to_string_lossy().into_owned(),
            (None, Some(stem), _) => stem.to_string_lossy().into_owned(),
            (None, None, _) => String::new(),
        };
        let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
        let stem = name.chars().take(40).map(plain).collect();
        let definition = bundled.is_none().then(|| file.display().to_string());
        let folder = folder();
        Keeper { folder, bundled, definition, stem, synced, file: None, text: String::new(), told: false }
    }

    /// The last game that was not finished, with these options at least, and is not being played.
    pub(crate) fn latest(&self, options: &[(String, String)]) -> Option<Kept> {
        let fits = |pgn: &Pgn| {
            let own = pgn.options();
            options.iter().all(|option| own.contains(option))
        };
        let games = self.games().into_iter().filter(|game| game.is_open() && game.pgn.as_ref().is_none_or(fits));
        let mut free = games.filter_map(|game| Some((claim(&game.path)?, game)));
        let ((file, text), InFolder { path, changed, pgn }) = free.next()?;
        let n_others = free.count();
        let about = match &pgn {
            Some(pgn) => {
                let last = pgn.moves.last().map_or_else(String::new, |last| format!(", the last `{}`", last.value));
                format!("{}{last}, {}", numbered(pgn.moves.len(), "move"), ago(changed))
            }
            None => format!("it cannot be read to its end, {}", ago(changed)),
        };
        let saved = Saved { name: path.display().to_string(), text };
        Some(Kept { path, saved, n_moves: pgn.map(|pgn| pgn.moves.len()), n_others, about, file })
    }

    /// Why [`Keeper::latest`] gives nothing, and what else to do.
    pub(crate) fn nothing(&self, target: &str) -> String {
        let place = self.folder.as_ref().map_or_else(String::new, |folder| format!(" in `{}`", folder.display()));
        format!(
            "no game of `{target}` waits to be finished{place}; `--resume FILE` goes on with one that `save` has written"
        )
    }

    /// Goes on with a game that was kept, in its file.
    pub(crate) fn take(&mut self, kept: Kept) -> Saved {
        self.text.clone_from(&kept.saved.text);
        self.file = Some((kept.path, kept.file));
        kept.saved
    }

    /// Reads a game from a file. If it is one that was kept, it goes on there; others are for the player to write.
    ///
    /// # Errors
    /// When it cannot be read, or another program plays that game.
    pub(crate) fn open(&mut self, path: &Path) -> anyhow::Result<Saved> {
        let real = |folder: &Path| folder.canonicalize().ok();
        let is_kept = path.exists()
            && self
                .folder
                .as_deref()
                .and_then(real)
                .is_some_and(|folder| real(path).is_some_and(|path| path.starts_with(folder)));
        if !is_kept {
            return Saved::open(path);
        }
        let Some((file, text)) = claim(path) else {
            bail!("`{}` cannot be read, or another program plays that game", path.display());
        };
        self.text.clone_from(&text);
        self.file = Some((path.to_owned(), file));
        Ok(Saved { name: path.display().to_string(), text })
    }

    /// Lets the game that is kept stay as it is; the next is another one.
    pub(crate) fn begin_another(&mut self) {
        self.file = None;
        self.text.clear();
    }

    /// Keeps a game as it stands now. Gives what there is to tell, once, if it cannot.
    pub(crate) fn keep(
        &mut self,
        subject: &mut Subject,
        game: &Game,
        resigned: Option<Side>,
        players: [Player; 2],
    ) -> Option<String> {
        if game.plies().is_empty() && resigned.is_none() {
            // Nothing was played, or all was taken back.
            if let Some((path, _)) = self.file.take() {
                let _ = fs::remove_file(path);
            }
            self.text.clear();
            return None;
        }
        let english = Language::english(subject.rules.variant());
        let more = self.definition.iter().map(|file| (DEFINITION.to_owned(), file.clone())).collect();
        let text = saved::write(subject, game, &english, resigned, players, more);
        if text == self.text {
            return None;
        }
        match self.write(&text) {
            Ok(file) => {
                self.file = Some(file);
                self.text = text;
                None
            }
            Err(_) if self.told => None,
            Err(error) => {
                self.told = true;
                Some(format!("the game is not kept while it is played: {error:#}; `save FILE` writes it"))
            }
        }
    }

    fn write(&self, text: &str) -> anyhow::Result<(PathBuf, File)> {
        if let Some((path, _)) = &self.file {
            let file = files::replace(path, text, self.synced);
            return Ok((path.clone(), file.with_context(|| format!("cannot write `{}`", path.display()))?));
        }
        let Some(folder) = &self.folder else { bail!("there is no home folder") };
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(folder).with_context(|| format!("cannot make the folder `{}`", folder.display()))?;
        self.prune();
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        let id = std::process::id();
        for number in 1.. {
            let path = folder.join(format!("{}-{now}-{id}-{number}.pgn", self.stem));
            match files::create(&path, text, self.synced) {
                Ok(file) => return Ok((path, file)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error).with_context(|| format!("cannot write in `{}`", folder.display())),
            }
        }
        bail!("no name is free in `{}`", folder.display())
    }

    /// Removes the oldest games of this variant where there are too many.
    fn prune(&self) {
        let (open, finished): (Vec<_>, Vec<_>) = self.games().into_iter().partition(InFolder::is_open);
        // One more is about to be there.
        let old = open.iter().skip(MOST - 1).chain(finished.iter().skip(MOST));
        for InFolder { path, .. } in old {
            if claim(path).is_some() {
                let _ = fs::remove_file(path);
            }
        }
    }

    /// The games of this variant, the last first.
    fn games(&self) -> Vec<InFolder> {
        let entries = self.folder.iter().filter_map(|folder| fs::read_dir(folder).ok()).flatten().flatten();
        let game = |entry: fs::DirEntry| {
            let (path, found) = (entry.path(), entry.metadata().ok()?);
            let number = path.file_name()?.to_str()?.strip_prefix(&self.stem)?.strip_suffix(".pgn")?;
            if !found.is_file() || !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
                return None;
            }
            let pgn = Saved::open(&path).ok()?.parsed().ok();
            let is_own = pgn.as_ref().is_none_or(|pgn| {
                let definition = pgn.tag(DEFINITION).map(|file| file.value.as_str());
                definition == self.definition.as_deref()
                    && (self.bundled.is_none() || pgn.variant() == self.bundled.as_deref())
            });
            is_own.then_some(InFolder { changed: found.modified().ok()?, path, pgn })
        };
        let mut games: Vec<InFolder> = entries.filter_map(game).collect();
        games.sort_by(|one, other| other.changed.cmp(&one.changed).then(other.path.cmp(&one.path)));
        games
    }
}

/// A game in the folder, which another program may be playing.
struct InFolder {
    path: PathBuf,
    changed: SystemTime,
    /// Tags and moves, if they can be read.
    pgn: Option<Pgn>,
}

impl InFolder {
    /// Whether the game was not finished.
    fn is_open(&self) -> bool {
        self.pgn.as_ref().and_then(|pgn| pgn.result.as_ref()).is_none_or(|result| result.value == "*")
    }
}

/// The file of a game, locked, and what it holds; nothing if another program plays the game.
fn claim(path: &Path) -> Option<(File, String)> {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return None;
    }
    let mut file = File::open(path).ok()?;
    // Where files cannot be locked, whoever comes last goes on.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) || !is_at(&file, path) {
        return None;
    }
    let text = saved::text(&mut file).ok()?;
    Some((file, text))
}

/// Whether an open file is still the one in its place: each move puts another there.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |found: fs::Metadata| (found.dev(), found.ino());
    file.metadata().map(id).ok().is_some_and(|open| fs::metadata(path).map(id).ok() == Some(open))
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// Where games in progress are kept, by the rules of XDG.
fn folder() -> Option<PathBuf> {
    let named = |name| std::env::var_os(name).map(PathBuf::from);
    let home = || match cfg!(windows) {
        true => named("LOCALAPPDATA"),
        false => std::env::home_dir().map(|home| home.join(".local").join("state")),
    };
    let absolute = |path: &PathBuf| path.is_absolute();
    let state = named("XDG_STATE_HOME").filter(absolute).or_else(|| home().filter(absolute))?;
    Some(state.join("heterodox").join("games"))
}

/// `2 hours ago`
fn ago(time: SystemTime) -> String {
    let minutes = time.elapsed().unwrap_or_default().as_secs() / 60;
    let (n, unit) = match minutes {
        0 => return "just now".to_owned(),
        1..60 => (minutes, "minute"),
        60..1440 => (minutes / 60, "hour"),
        _ => (minutes / 1440, "day"),
    };
    format!("{} ago", numbered(n as usize, unit))
}
