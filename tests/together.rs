//! Mistakes that stand together: each sheet of `definitions/slips` is a sound definition whose lines have slips below
//! them. A definition with several slips is told all of them, each once and where it is, and nothing that follows.
//!
//! `#~ CODE | TEXT` (in scripts `//~`) is a slip: TEXT stands for the line above, and CODE is told where `^` stands, or
//! at `LINES:COLUMN` behind the code, so many lines below the slip. `hides WORD` says what cannot be known any more with
//! this slip; one that `needs WORD` may then be told later.

use crate::support::Chance;
use heterodox::bundled::Bundled;
use heterodox::diagnostic::Severity;
use heterodox::open::{Opened, open_text};
use heterodox::playtest::{lint, run_tests};
use heterodox::rules::Stop;
use std::collections::BTreeSet;

/// A slip of a sheet.
struct Slip {
    /// Which file, and which of its lines, from 0.
    line: (usize, usize),
    text: String,
    /// `CODE FILE LINE:COLUMN`
    told: Vec<String>,
    hides: BTreeSet<String>,
    needs: BTreeSet<String>,
}

/// A definition and its slips.
struct Sheet {
    name: String,
    /// The definition and perhaps its script: name and lines.
    files: Vec<(String, Vec<String>)>,
    slips: Vec<Slip>,
}

impl Sheet {
    fn read(name: &str) -> Sheet {
        let mut sheet = Sheet { name: name.to_owned(), files: Vec::new(), slips: Vec::new() };
        for (ending, sign) in [("toml", "#~ "), ("rhai", "//~ ")] {
            let file = format!("{name}.{ending}");
            let Ok(text) = std::fs::read_to_string(format!("tests/definitions/slips/{file}")) else { continue };
            let lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let mut above = 0;
            for (number, line) in lines.iter().enumerate() {
                match line.strip_prefix(sign) {
                    None => above = number,
                    Some(slip) => sheet.slips.push(slip_of(slip, &file, (sheet.files.len(), above))),
                }
            }
            sheet.files.push((file, lines));
        }
        sheet
    }

    /// What is told with some slips: `CODE FILE LINE:COLUMN`.
    fn told(&self, slips: &[&Slip]) -> Vec<String> {
        let mut texts = self.files.iter().enumerate().map(|(number, (name, lines))| {
            let mut lines = lines.clone();
            for slip in slips.iter().filter(|slip| slip.line.0 == number) {
                lines[slip.line.1].clone_from(&slip.text);
            }
            (name.clone(), lines.join("\n"))
        });
        let (name, toml) = texts.next().unwrap();
        let scripts: Vec<(String, String)> = texts.collect();
        let open = |options: &[(String, String)]| open_text(&name, &toml, &scripts, &Bundled, options);
        let opened: Opened = open(&[]);
        let mut problems = opened.diagnostics.clone();
        if opened.is_sound() {
            problems.extend(lint(&opened, &Stop::default()));
            problems.extend(run_tests(&opened, open).into_iter().flat_map(|report| report.problems));
        }
        let places = problems.iter().filter(|problem| problem.severity != Severity::Note).map(|problem| {
            let place = problem.primary.map(|span| opened.loaded.sources.place(span).to_string());
            format!("{} {}", problem.code, place.unwrap_or_default())
        });
        places.collect()
    }

    /// What is wrong with what is told of some slips; empty if nothing is.
    fn judge(&self, slips: &[&Slip]) -> String {
        let mut found = self.told(slips);
        let mut missing = Vec::new();
        for (number, slip) in slips.iter().enumerate() {
            let others = slips.iter().enumerate().filter(|(other, _)| *other != number);
            let hidden = others.into_iter().any(|(_, other)| !other.hides.is_disjoint(&slip.needs));
            for told in &slip.told {
                match found.iter().position(|found| found == told) {
                    Some(at) => drop(found.remove(at)),
                    None if hidden => {}
                    None => missing.push(told.clone()),
                }
            }
        }
        if missing.is_empty() && found.is_empty() {
            return String::new();
        }
        let slips: Vec<&str> = slips.iter().map(|slip| slip.text.as_str()).collect();
        format!("{} with {slips:#?}\nnot told: {missing:?}\ntold besides: {found:?}\n", self.name)
    }
}

fn slip_of(slip: &str, file: &str, line: (usize, usize)) -> Slip {
    let (head, text) = slip.split_once('|').unwrap_or_else(|| panic!("{file}: {slip}"));
    let text = text.strip_prefix(' ').unwrap_or(text);
    let mut marks = text.match_indices('^').enumerate().map(|(before, (at, _))| at - before + 1);
    let (mut told, mut hides, mut needs) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    let lost = |told: &str| LOST.iter().any(|code| told.starts_with(&format!("{code} ")));
    for part in head.trim().split(", ") {
        let words: Vec<&str> = part.split(' ').collect();
        let rest = words[1..].iter().map(|word| (*word).to_owned());
        match words[0] {
            "hides" => hides.extend(rest),
            "needs" => needs.extend(rest),
            code => {
                let (below, column) = match words.get(1) {
                    None => (0, marks.next().unwrap_or_else(|| panic!("{file}: no mark in {slip}"))),
                    Some(place) => {
                        let (below, column) = place.split_once(':').unwrap();
                        (below.parse::<isize>().unwrap(), column.parse().unwrap())
                    }
                };
                told.push(format!("{code} {file}:{}:{column}", line.1.checked_add_signed(below).unwrap() + 1));
            }
        }
    }
    if told.iter().any(|told| lost(told)) {
        needs.insert("whole".to_owned());
    }
    Slip { line, text: text.replace('^', ""), told, hides, needs }
}

/// What is not told while some of the definition, or a parent, cannot be read: it may stand there.
const LOST: [&str; 14] = [
    "empty-list",
    "fen-castling",
    "fen-letter",
    "letter-used-twice",
    "missing-cells",
    "missing-function",
    "missing-key",
    "missing-setup",
    "nothing-to-remove",
    "test-empty",
    "unknown-option",
    "unknown-piece",
    "unknown-region",
    "wrong-parameters",
];

/// The sheets, one for each form of a board, and one that extends another definition.
const SHEETS: [&str; 7] = ["grid", "mask", "circle", "hexagon", "graph", "built", "child"];

fn sheets() -> Vec<Sheet> {
    let mut names: Vec<String> = std::fs::read_dir("tests/definitions/slips")
        .unwrap()
        .filter_map(|entry| entry.unwrap().file_name().into_string().unwrap().strip_suffix(".toml").map(str::to_owned))
        .collect();
    names.sort();
    let mut known = SHEETS;
    known.sort_unstable();
    assert_eq!(names, known);
    SHEETS.iter().map(|name| Sheet::read(name)).collect()
}

#[test]
fn a_sheet_is_sound_and_each_of_its_slips_is_told_alone() {
    let mut wrong = String::new();
    for sheet in sheets() {
        wrong.push_str(&sheet.judge(&[]));
        for slip in &sheet.slips {
            wrong.push_str(&sheet.judge(&[slip]));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn slips_that_stand_together_are_all_told_at_once() {
    let mut wrong = Vec::new();
    let mut chance = Chance::new(20);
    for sheet in sheets() {
        let n_slips = sheet.slips.len();
        for _ in 0..8 * n_slips {
            let mut slips: Vec<&Slip> = Vec::new();
            for _ in 0..2 + chance.below(4) {
                let slip = &sheet.slips[chance.below(n_slips)];
                if slips.iter().all(|other| other.line != slip.line) {
                    slips.push(slip);
                }
            }
            let told = sheet.judge(&slips);
            if !told.is_empty() {
                wrong.push(told);
            }
        }
    }
    assert!(wrong.is_empty(), "{} sets: {}", wrong.len(), wrong[..wrong.len().min(5)].join("\n"));
}
