//! A short run of the fuzzer (see `fuzz/main.rs`): the committed corpus, and some hundred changes of it from a fixed seed.

#[path = "fuzz/clock.rs"]
pub(crate) mod clock;
#[path = "fuzz/corpus.rs"]
mod corpus;
#[path = "fuzz/harness.rs"]
mod harness;
#[path = "fuzz/mutate.rs"]
pub(crate) mod mutate;
#[path = "fuzz/scripts.rs"]
pub(crate) mod scripts;

use harness::{Games, Kind, run};
use mutate::{Chance, mutated};
use scripts::{Manner, made};

#[test]
fn the_corpus_does_nothing_that_must_not_happen() {
    let mut games = Games::open();
    for (kind, text) in corpus::committed() {
        run(&mut games, kind, &text);
    }
}

#[test]
fn changed_texts_do_nothing_that_must_not_happen() {
    let mut games = Games::open();
    let mut chance = Chance(4);
    let seeds = corpus::seeds();
    for kind in Kind::ALL {
        let alike: Vec<&str> =
            seeds.iter().filter(|(other, _)| *other == kind).map(|(_, text)| text.as_str()).collect();
        assert!(alike.len() > 5, "{kind:?}");
        for _ in 0..120 {
            let text = mutated(chance.pick(&alike), &alike, &mut chance);
            run(&mut games, kind, &text);
        }
    }
}

#[test]
fn made_scripts_do_nothing_that_must_not_happen() {
    let mut games = Games::open();
    let mut chance = Chance(5);
    for manner in [Manner::Plain, Manner::Greedy] {
        for _ in 0..15 {
            let text = made(&mut chance, manner);
            run(&mut games, Kind::Definition, &text);
        }
    }
}
