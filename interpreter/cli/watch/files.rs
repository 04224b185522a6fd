//! Whether files have changed: their paths in, what they are like out. Files are asked for their state a few times a
//! second: that sees editors that write in place and editors that put a new file in the place of the old one, files that
//! are not there yet, and folders over a network alike.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long to wait between two looks at the files.
pub(super) const PAUSE: Duration = Duration::from_millis(150);

/// The most looks to wait for files that are still being written.
const PATIENCE: usize = 20;

/// The most bytes of a file that are looked at; definitions are not longer.
const MOST: u64 = 1 << 20;

/// What a file is like, as far as a change shows: when it was written, its length and its contents. `None`: not there.
pub(super) type State = Option<(Option<SystemTime>, u64, u64)>;

/// What files are like now.
pub(super) fn states(files: &[PathBuf]) -> Vec<State> {
    files.iter().map(|file| state(file)).collect()
}

/// Waits until files that change stay as they are for a moment.
pub(super) fn settle(files: &[PathBuf]) {
    let mut last = states(files);
    for _ in 0..PATIENCE {
        std::thread::sleep(PAUSE);
        let now = states(files);
        if now == last {
            return;
        }
        last = now;
    }
}

fn state(file: &Path) -> State {
    let about = file.metadata().ok()?;
    let mut bytes = Vec::new();
    // Opening anything but a file might wait for ever.
    if about.is_file() {
        File::open(file).ok()?.take(MOST).read_to_end(&mut bytes).ok()?;
    }
    let mut hash = DefaultHasher::new();
    hash.write(&bytes);
    Some((about.modified().ok(), about.len(), hash.finish()))
}
