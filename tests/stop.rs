//! Work that is no longer wanted ends at once, wherever it is, and tells nothing that it did not find.

use crate::support::{position, rules};
use heterodox::bundled::Bundled;
use heterodox::open::{Opened, open_text};
use heterodox::playtest::trial::{Plan, Trial};
use heterodox::playtest::{lint, run_tests_among, trial, wide_hooks};
use heterodox::rules::Stop;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Far longer than it takes on a busy machine, far shorter than the whole work.
const SOON: Duration = Duration::from_secs(10);

/// Whatever `work` gives when the sign comes a moment after it has begun.
fn stopped<T>(work: impl FnOnce(&Stop) -> T) -> T {
    let stop = Stop::default();
    let begun = Instant::now();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.give();
        });
        work(&stop)
    });
    assert!(begun.elapsed() < SOON, "{:?}", begun.elapsed());
    assert!(begun.elapsed() > Duration::from_millis(100), "it was over before the sign: {:?}", begun.elapsed());
    result
}

/// Chess with a function that takes as long as one may, asks much, and says yes now and then.
fn slow(more: &str) -> Opened {
    let toml = format!(
        "format = 1\nname = \"Slow\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\n[powers.slow]\n\
         pieces = [\"rook\", \"knight\", \"bishop\", \"queen\", \"pawn\"]\nmoves = \"F\"\nwhen = \"script slow\"\n{more}"
    );
    let script = "fn slow(piece) {\n    let n = 0;\n    for other in piece.defenders { n += 1; }\n    \
                  for other in piece.attackers { n += 1; }\n    let i = 0;\n    while i < 4000 { i += 1; }\n    \
                  piece.rank + n > 9\n}\n";
    let opened = open_text("game.toml", &toml, &[("rules.rhai".to_owned(), script.to_owned())], &Bundled, &[]);
    assert!(opened.is_sound(), "{:?}", opened.diagnostics);
    opened
}

#[test]
fn counting_stops() {
    stopped(|stop| {
        let mut rules = rules("chess");
        let start = rules.variant().start().to_owned();
        let here = position(&mut rules, &start);
        rules.stop_on(stop);
        rules.perft(&here, 12)
    });
}

#[test]
fn a_game_of_slow_functions_is_broken_off_and_counts_for_nothing() {
    let opened = slow("");
    let variant = opened.variant.as_ref().unwrap();
    let played = stopped(|stop| trial(variant, Plan { games: 1000, seed: 1 }, stop, &|_| {}));
    assert_eq!(played, Trial::default());
    assert_eq!(stopped(|stop| wide_hooks(variant, stop)), []);
    let test = "\n[[test]]\nname = \"long ago\"\nperft = [20, 400, 8902, 197281, 4865609]\n";
    let opened = slow(test);
    let none = stopped(|stop| run_tests_among(&opened, &[], stop, |_| unreachable!()));
    assert_eq!(none, []);
}

#[test]
fn what_was_over_before_the_sign_is_told() {
    let opened = open_text("game.toml", "format = 1\nname = \"Plain\"\nextends = \"chess\"\n", &[], &Bundled, &[]);
    let variant = opened.variant.as_ref().unwrap();
    let (stop, games) = (Stop::default(), AtomicU32::new(0));
    let played = trial(variant, Plan { games: 100_000_000, seed: 1 }, &stop, &|over| {
        games.store(over, Ordering::Relaxed);
        if over == 3 {
            stop.give();
        }
    });
    assert!((3..10).contains(&played.games) && played.failure.is_none(), "{played:?}");
    assert_eq!(played.ends.iter().map(|(_, games)| games).sum::<u32>(), played.games - played.endless);
    // A sign that was given before leaves nothing to tell.
    assert_eq!(trial(variant, Plan { games: 3, seed: 1 }, &stop, &|_| {}), Trial::default());
    assert_eq!(lint(&opened, &stop), []);
}
