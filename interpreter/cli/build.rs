//! Tells the program the commit that it is built from, where there is one: `heterodox --version` says it.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=interpreter/cli/build.rs");
    let git = |words: &[&str]| {
        let output = Command::new("git").args(words).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    // A package that lies within the repository of somebody else has no commit of its own.
    let own = git(&["ls-files", "Cargo.toml"]).is_some_and(|listed| listed == "Cargo.toml");
    if let Some(commit) = git(&["rev-parse", "--short=10", "HEAD"]).filter(|_| own) {
        println!("cargo::rustc-env=HETERODOX_COMMIT={commit}");
    }
    // A file that is not there would run this script at every build.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| own && Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
    }
}
