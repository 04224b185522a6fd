//! How long counting takes in the bundled games, from their starts, on one thread.

use heterodox::bundled::Bundled;
use heterodox::open::open;
use heterodox::rules::Rules;
use heterodox::source::{SourceId, Span, Spanned};

fn main() {
    divan::main();
}

/// Game, depth and the number of sequences to be counted.
const COUNTS: [(&str, usize, u64); 4] =
    [("chess", 5, 4_865_609), ("knight-relay", 4, 727_219), ("diplomat", 5, 664_765), ("cheskers", 7, 1_441_899)];

#[divan::bench(args = ["chess", "knight-relay", "diplomat", "cheskers"], sample_count = 10, sample_size = 1)]
fn perft(bencher: divan::Bencher, game: &str) {
    let (_, depth, nodes) = COUNTS.into_iter().find(|(name, _, _)| *name == game).expect("a known game");
    let variant = open(game, &Bundled, &[]).variant.expect("a sound definition");
    let start = Spanned::new(variant.start().to_owned(), Span::new(SourceId(0), 0..0));
    let mut rules = Rules::new(variant);
    let (start, _) = rules.position(&start).expect("a position");
    // The first count meets every decision of the scripts; what is timed remembers them.
    rules.perft(&start, 3);
    bencher.counter(divan::counter::ItemsCount::new(nodes)).bench_local(|| {
        let counted = rules.perft(&start, depth);
        assert_eq!(counted, nodes);
        counted
    });
}

#[divan::bench(args = ["chess", "knight-relay", "diplomat", "cheskers"])]
fn opening(game: &str) -> bool {
    open(game, &Bundled, &[]).is_sound()
}
