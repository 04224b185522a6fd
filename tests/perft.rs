//! Numbers of move sequences against `cases/perft.tsv`: the bundled games, their options, the examples.

use crate::support::{perft, position, variant};
use heterodox::rules::Rules;

/// The greatest count that is still worth its time here.
const MOST: u64 = 200_000_000;

/// A line of the table.
struct Row {
    variant: String,
    options: Vec<(String, String)>,
    fen: String,
    counts: Vec<u64>,
}

fn rows() -> Vec<Row> {
    let lines = include_str!("cases/perft.tsv").lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let [variant, options, fen, counts] = cells[..] else { panic!("not four columns: {line}") };
            let options = options.split(',').filter(|option| *option != "-");
            Row {
                variant: variant.to_owned(),
                options: options
                    .map(|option| option.split_once('=').expect("NAME=VALUE"))
                    .map(|(name, value)| (name.to_owned(), value.to_owned()))
                    .collect(),
                fen: fen.to_owned(),
                counts: counts.split(' ').map(|count| count.parse().expect("a count")).collect(),
            }
        })
        .collect()
}

fn count(wanted: impl Fn(&Row) -> bool) {
    let mut wrong = Vec::new();
    let mut counted = 0;
    for row in rows().iter().filter(|row| wanted(row)) {
        let options: Vec<(&str, &str)> =
            row.options.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let variant = variant(&row.variant, &options);
        let start = position(&mut Rules::new(variant.clone()), &row.fen);
        for (depth, expected) in (1..).zip(&row.counts).filter(|(_, expected)| **expected <= MOST) {
            let got = perft(&variant, &start, depth);
            counted += 1;
            if got != *expected {
                wrong.push(format!("{} {:?} {} depth {depth}: {got}, not {expected}", row.variant, options, row.fen));
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(counted > 0, "nothing was counted");
}

#[test]
fn chess_from_the_start() {
    count(|row| row.variant == "chess" && row.fen == "start");
}

#[test]
fn chess_from_the_five_test_positions() {
    count(|row| row.variant == "chess" && row.fen != "start");
}

#[test]
fn knight_relay() {
    count(|row| row.variant == "knight-relay");
}

#[test]
fn diplomat_and_its_options() {
    count(|row| row.variant == "diplomat");
}

#[test]
fn cheskers_and_its_options() {
    count(|row| row.variant == "cheskers");
}

#[test]
fn examples() {
    count(|row| row.variant.starts_with("examples/"));
}

#[test]
fn every_example_that_states_its_counts_is_in_the_table() {
    let rows = rows();
    let mut checked = 0;
    for entry in std::fs::read_dir("examples").unwrap() {
        let path = entry.unwrap().path();
        let Ok(text) = std::fs::read_to_string(path.join("variant.toml")) else { continue };
        let Some(counts) = text.lines().find_map(|line| line.strip_prefix("# perft ")) else { continue };
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        let name = format!("examples/{}", path.file_name().unwrap().to_str().unwrap());
        let row = rows.iter().find(|row| row.variant == name);
        let known = row.map_or(&[][..], |row| &row.counts);
        let shared = counts.len().min(known.len());
        assert!(shared > 0, "{name} states counts that `cases/perft.tsv` does not hold");
        assert_eq!(counts[..shared], known[..shared], "{name}");
        checked += 1;
    }
    assert!(checked > 20);
}

#[test]
fn chess_on_hexagons() {
    count(|row| row.variant == "tests/definitions/good/glinski");
}
