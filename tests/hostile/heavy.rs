//! Definitions that are small and ask for much: the heaviest movements on the boards where they reach farthest, parts
//! that name each other, positions with many moves.

use super::{FULL, Hostile};

/// The letters of pieces.
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A board with the cells of each row of its FEN.
struct Ground {
    name: &'static str,
    table: String,
    rows: Vec<usize>,
}

impl Ground {
    fn new(name: &'static str, table: impl Into<String>, rows: Vec<usize>) -> Ground {
        Ground { name, table: table.into(), rows }
    }

    /// A FEN in which every so many cells are taken, by both sides in turn.
    fn fen(&self, letter: char, every: usize) -> String {
        let mut number = 0;
        let mut cell = || {
            number += 1;
            match number % (2 * every) {
                1 => letter.to_string(),
                n if n == every + 1 || every == 1 => letter.to_lowercase().to_string(),
                _ => "1".to_owned(),
            }
        };
        let rows: Vec<String> =
            self.rows.iter().map(|cells| (0..*cells).map(|_| cell()).collect::<Vec<_>>().join("")).collect();
        // One after the other, numbers would be read together.
        let row = |row: &String| {
            let mut text = String::new();
            let mut empty = 0;
            for c in row.chars().chain(['/']) {
                match c {
                    '1' => empty += 1,
                    c => {
                        text.push_str(&if empty > 0 { empty.to_string() } else { String::new() });
                        empty = 0;
                        text.push(c);
                    }
                }
            }
            text.trim_end_matches('/').to_owned()
        };
        format!("{} w - - 0 1", rows.iter().map(row).collect::<Vec<_>>().join("/"))
    }
}

/// A graph of cells in one row, with lines as given: from, to, heading.
fn graph(
    name: &'static str,
    turn: usize,
    cells: usize,
    lines: impl IntoIterator<Item = (usize, usize, usize)>,
) -> Ground {
    let mut table = format!("shape = \"graph\"\nturn = {turn}\ncells = [");
    (0..cells).for_each(|n| table.push_str(&format!("{{name=\"a{n}\",x={n},y=0,row=0}},")));
    table.push_str("]\nlinks = [");
    for (from, to, heading) in lines {
        let line = format!("{{from=\"a{from}\",to=\"a{to}\",heading={heading},both_ways=false}},");
        table.push_str(&line);
    }
    table.push_str("]\n");
    Ground::new(name, table, vec![cells])
}

/// Every cell joined to every other, by each heading.
fn complete(name: &'static str, turn: usize, cells: usize) -> Ground {
    let pairs = (0..cells).flat_map(move |from| (0..cells).filter(move |to| *to != from).map(move |to| (from, to)));
    graph(name, turn, cells, pairs.flat_map(move |(from, to)| (0..turn).map(move |heading| (from, to, heading))))
}

/// The boards: the largest of each shape, and those whose lines are the longest and the most.
fn grounds() -> Vec<Ground> {
    let rectangle = |files: usize, ranks: usize, more: &str| {
        format!("shape = \"rectangle\"\nfiles = {files}\nranks = {ranks}\n{more}\n")
    };
    let circle = |rings: usize, sectors: usize, more: &str| {
        format!("shape = \"circle\"\nrings = {rings}\nsectors = {sectors}\n{more}\n")
    };
    let forks = "centre = \"zz\"\northogonal_through = \"fork\"\ndiagonal_through = \"fork\"";
    let straight = "orthogonal_through = \"straight\"\ndiagonal_through = \"straight\"";
    // A rope of rungs: at each of them a line forks, and comes together behind it.
    let rope = (0..84).flat_map(|n| {
        [(3 * n, 3 * n + 1, 0), (3 * n, 3 * n + 2, 0), (3 * n + 1, 3 * n + 3, 0), (3 * n + 2, 3 * n + 3, 0)]
    });
    let ring = (0..256).flat_map(|n| (0..8).map(move |heading| (n, (n + 1 + heading) % 256, heading)));
    let turns = (0..256).flat_map(|n| {
        (0..12).flat_map(move |heading| (1..6).map(move |far| (n, (n + far * (heading + 1)) % 256, heading)))
    });
    vec![
        Ground::new("flat", rectangle(16, 16, ""), vec![16; 16]),
        Ground::new("torus", rectangle(16, 16, "wrap = \"both\""), vec![16; 16]),
        Ground::new("uneven-torus", rectangle(17, 15, "wrap = \"both\""), vec![17; 15]),
        Ground::new("file", rectangle(1, 256, "wrap = \"ranks\""), vec![1; 256]),
        Ground::new("rank", rectangle(256, 1, "wrap = \"both\""), vec![256]),
        Ground::new(
            "holes",
            rectangle(64, 64, "squares = \"ranks 1-4\"\nholes_crossable = true\nwrap = \"both\""),
            vec![64; 64],
        ),
        Ground::new("rim", circle(1, 255, forks), vec![1, 255]),
        Ground::new("spider", circle(2, 127, forks), vec![1, 127, 127]),
        Ground::new("disc", circle(15, 17, forks), [vec![1], vec![17; 15]].concat()),
        Ground::new("plate", circle(16, 16, straight), vec![16; 16]),
        Ground::new("hexagon", "shape = \"hexagon\"\nside = 9\n", (9..=17).chain((9..=16).rev()).collect()),
        complete("complete-11", 12, 11),
        complete("complete-36", 12, 36),
        complete("complete-44", 8, 44),
        graph("rope", 8, 253, rope),
        graph("ring", 8, 256, ring),
        graph("maze", 12, 256, turns),
    ]
}

/// The heaviest movements.
const MOVES: [&str; 22] = [
    "Q",
    "pQ",
    "gQ",
    "NN",
    "QaQ",
    "QaQaQaQ",
    "KaKaKaKaKaKaKaK",
    "[Q-Q-Q-Q]",
    "[R?R?R?R]",
    "[Q?Q?Q?Q?Q?Q?Q?Q]",
    "dcmQaQ",
    "nQaQ",
    "jQ",
    "n(9,8)",
    "(63,62)",
    "n(20,19)0",
    "j(5,3)",
    "oQaoQ",
    "W255",
    "pKK0",
    "[cQ-mQ][mQ-cQ-mQ]",
    "gNNapNN",
];

fn definition(board: &str, rest: &str) -> String {
    format!(
        "format = 1\nname = \"Much\"\nscript = \"rules.rhai\"\n[board]\n{board}\n{rest}\n\
         [[end]]\nwhen = \"no legal move\"\nresult = \"loss\"\n\
         [[end]]\nwhen = \"repetition 3 or quiet plies 40\"\nresult = \"draw\"\n"
    )
}

fn setup(fen: &str) -> String {
    format!("[setup]\nfen = \"{fen}\"\n")
}

/// A word for a number.
fn name(number: usize) -> String {
    let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
    format!("p{}{}{}", letter(number / 676), letter(number / 26), letter(number))
}

/// Every movement on every board.
pub(crate) fn far() -> Vec<Hostile> {
    let mut all = Vec::new();
    for ground in grounds() {
        for moves in MOVES {
            let piece = format!("[pieces.mover]\nletter = \"M\"\nmoves = \"{moves}\"\n");
            let text = definition(&ground.table, &format!("{piece}{}", setup(&ground.fen('M', 5))));
            all.push(Hostile::new(format!("far.{}.{moves}", ground.name), text, ""));
        }
    }
    all
}

/// As many pieces and movements as there may be, and more.
pub(crate) fn many() -> Vec<Hostile> {
    let mut all = Vec::new();
    for ground in grounds() {
        for (how, moves) in [
            (
                "rides",
                (0..300)
                    .map(|n| format!("\"{}R{}\"", ["f", "b", "l", "r", "m", "c"][n % 6], n % 90 + 2))
                    .collect::<Vec<_>>(),
            ),
            ("leaps", (0..60).map(|n| format!("\"(9,{})\"", n % 9)).collect()),
            ("terms", (0..60).map(|_| format!("\"{}\"", "KNADR".repeat(12))).collect()),
            (
                "tables",
                (0..60)
                    .map(|n| format!("{{ move = \"QaK\", from = \"rank {}\", to = \"all\" }}", n % 16 + 1))
                    .collect(),
            ),
            ("passing", (0..60).map(|_| "{ move = \"mQ\", passes = true }".to_owned()).collect()),
        ] {
            let pieces: String = LETTERS
                .chars()
                .enumerate()
                .map(|(n, letter)| {
                    format!("[pieces.{}]\nletter = \"{letter}\"\nmoves = [{}]\n", name(n), moves.join(", "))
                })
                .collect();
            let text = definition(&ground.table, &format!("{pieces}{}", setup(&ground.fen('M', 3))));
            all.push(Hostile::new(format!("many.{}.{how}", ground.name), text, ""));
        }
    }
    all
}

/// Parts that name one another, each twice.
pub(crate) fn doubled() -> Vec<Hostile> {
    let small = "shape = \"rectangle\"\nfiles = 4\nranks = 4\n";
    let chess = "format = 1\nname = \"Much\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let mut all = Vec::new();
    let mut add =
        |name: &str, text: String, script: &str| all.push(Hostile::new(format!("doubled.{name}"), text, script));
    for (how, last) in [("steps", "W"), ("rides", "Q"), ("legs", "QaQ"), ("nothing", "")] {
        let pieces: String = (0..26)
            .map(|n| match n {
                25 => format!("[pieces.{}]\nletter = \"Z\"\nmoves = \"{last}\"\n", name(n)),
                n => format!(
                    "[pieces.{}]\nletter = \"{}\"\nmoves = [\"{}\", {{ move = \"{}\", when = \"moved\" }}]\n",
                    name(n),
                    &LETTERS[n..=n],
                    name(n + 1),
                    name(n + 1)
                ),
            })
            .collect();
        add(&format!("pieces-{how}"), definition(small, &format!("{pieces}{}", setup("a3/4/4/A3 w - - 0 1"))), "");
    }
    let all_names: Vec<String> = (0..26).map(|n| format!("\"{}\"", name(n))).collect();
    let others: String = (0..26)
        .map(|n| {
            format!(
                "[pieces.{}]\nletter = \"{}\"\nmoves = [\"Q\", {}]\n",
                name(n),
                &LETTERS[n..=n],
                all_names[n + 1..].join(", ")
            )
        })
        .collect();
    add("pieces-all-later", definition(small, &format!("{others}{}", setup("a3/4/4/A3 w - - 0 1"))), "");
    let circle: String = (0..26)
        .map(|n| {
            format!("[pieces.{}]\nletter = \"{}\"\nmoves = [{}]\n", name(n), &LETTERS[n..=n], all_names.join(", "))
        })
        .collect();
    add("pieces-all-others", definition(small, &format!("{circle}{}", setup("a3/4/4/A3 w - - 0 1"))), "");
    for (how, join) in [("and", "and"), ("or", "or"), ("and-not", "and not")] {
        let regions: String =
            (0..600).map(|n| format!("{} = \"{} {join} {}\"\n", name(n), name(n + 1), name(n + 1))).collect();
        add(&format!("regions-{how}"), format!("{chess}[regions]\n{regions}{} = \"rank 1\"\n", name(600)), "");
        let wide: String = (0..40)
            .map(|n| {
                format!("{} = \"{}\"\n", name(n), (n + 1..41).map(name).collect::<Vec<_>>().join(&format!(" {join} ")))
            })
            .collect();
        add(
            &format!("regions-wide-{how}"),
            format!(
                "{chess}[regions]\n{wide}{} = \"rank 1\"\n[powers.x]\npieces = [\"rook\"]\nmoves = {{ move = \"N\", from = \"{}\" }}\n",
                name(40),
                name(0)
            ),
            "",
        );
    }
    let options: String = (0..40)
        .map(|n| {
            format!(
                "[options.{}]\nvalues = [{}]\ndefault = \"v0\"\n",
                name(n),
                (0..50).map(|v| format!("\"v{v}\"")).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    add("options", format!("{chess}{options}"), "");
    let options: String =
        (0..200).map(|n| format!("[options.{}]\nvalues = [\"on\", \"off\"]\ndefault = \"on\"\n", name(n))).collect();
    add("options-two", format!("{chess}{options}"), "");
    let asked: String = (0..60)
        .map(|n| format!("[[test]]\nname = \"t{n}\"\nlegal = [\"e2e4\"]\noption = {{ {} = \"off\" }}\n", name(n)))
        .collect();
    let options: String =
        (0..60).map(|n| format!("[options.{}]\nvalues = [\"on\", \"off\"]\ndefault = \"on\"\n", name(n))).collect();
    add("options-tests", format!("{chess}{options}{asked}"), "");
    let choice =
        (0..11).fold("\"Q\"".to_owned(), |inner, _| format!("{{ option = \"many\", one = {inner}, two = {inner} }}"));
    add(
        "choices",
        format!(
            "{chess}[options.many]\nvalues = [\"one\", \"two\"]\ndefault = \"one\"\n[pieces.queen]\nmoves = {choice}\n"
        ),
        "",
    );
    all
}

/// What is played, counted and tried.
pub(crate) fn played() -> Vec<Hostile> {
    let chess = "format = 1\nname = \"Much\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n";
    let flat = "shape = \"rectangle\"\nfiles = 16\nranks = 16\n";
    let ground = Ground::new("flat", flat, vec![16; 16]);
    let mut all = Vec::new();
    let mut add =
        |name: &str, text: String, script: &str| all.push(Hostile::new(format!("played.{name}"), text, script));
    for every in [1, 2, 3, 7, 40] {
        for moves in ["Q", "QaQ", "[R?R?R?R]", "KNADcaKmcabK", "gQ", "NN"] {
            let piece = format!("[pieces.mover]\nletter = \"M\"\nmoves = \"{moves}\"\n");
            add(
                &format!("crowd-{every}-{moves}"),
                definition(flat, &format!("{piece}{}", setup(&ground.fen('M', every)))),
                "",
            );
        }
        for (how, moves) in [("jumps", "cafmK"), ("any", "cafmKmK"), ("far", "[mQ?cQ-mQ]"), ("back", "[cQ-mQ][cW-mW]")]
        {
            for finish in ["true", "false"] {
                let chain =
                    format!("{{ move = \"{moves}\", chain = {{ must_finish = {finish}, captured = \"at end\" }} }}");
                let piece = format!("[pieces.mover]\nletter = \"M\"\nmoves = {chain}\n");
                add(
                    &format!("chain-{how}-{every}-{finish}"),
                    definition(flat, &format!("{piece}{}", setup(&ground.fen('M', every)))),
                    "",
                );
            }
        }
        let royal = "[pieces.mover]\nletter = \"M\"\nmoves = \"Q\"\nroyal = true\n";
        add(&format!("royal-{every}"), definition(flat, &format!("{royal}{}", setup(&ground.fen('M', every)))), "");
        let kinds: String = LETTERS
            .chars()
            .enumerate()
            .map(|(n, letter)| format!("[pieces.{}]\nletter = \"{letter}\"\nmoves = \"Q\"\n", name(n)))
            .collect();
        let to: Vec<String> = (0..26).map(|n| format!("\"{}\"", name(n))).collect();
        let promote = format!(
            "{kinds}[promotion]\npieces = [{}]\nzone = \"all\"\nto = [{}]\nmust = false\n",
            to.join(", "),
            to.join(", ")
        );
        add(
            &format!("promotes-{every}"),
            definition(flat, &format!("{promote}{}", setup(&ground.fen('M', every)))),
            "",
        );
        let when = "attacked by all and not defended by all or moved and attacked by all";
        let asks = format!(
            "[pieces.mover]\nletter = \"M\"\nmoves = {{ move = \"Q\", when = \"{when}\" }}\nimmune = \"{when}\"\nactive = \"not ({when})\"\n"
        );
        add(&format!("conditions-{every}"), definition(flat, &format!("{asks}{}", setup(&ground.fen('M', every)))), "");
    }
    let kinds: String = LETTERS
        .chars()
        .enumerate()
        .map(|(n, letter)| {
            format!(
                "[pieces.{}]\nletter = \"{letter}\"\nmoves = [{}]\n",
                name(n),
                (0..40).map(|n| format!("{{ move = \"Q{}\", mark = \"m{n}\" }}", n + 2)).collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    let names: Vec<String> = (0..26).map(|n| format!("\"{}\"", name(n))).collect();
    let lends: String =
        (0..60).map(|n| format!("[powers.w{}]\npieces = [{}]\nas = \"lend\"\n", name(n), names.join(", "))).collect();
    let lend = format!("fn lend(piece) {{ \"{}\" }}", name(3));
    add("lends", definition(flat, &format!("{kinds}{lends}{}", setup(&ground.fen('M', 3)))), &lend);
    let powers: String = (0..60)
        .map(|n| {
            format!(
                "[powers.w{}]\npieces = [{}]\nmoves = [\"N\", \"QaQ\"]\nwhen = \"attacked by all\"\n",
                name(n),
                names.join(", ")
            )
        })
        .collect();
    add("powers", definition(flat, &format!("{kinds}{powers}{}", setup(&ground.fen('M', 3)))), "");
    let castlings: String = (0..300).map(|n| format!("[[castling]]\nright = \"{}\"\nside = \"white\"\nking = \"by right\"\nking_to = \"c1\"\nrook = \"by right\"\nrook_to = \"d1\"\n", &LETTERS[n % 26..=n % 26])).collect();
    add("castlings", format!("{chess}{castlings}"), "");
    let condition = vec!["count(all on (rank 1 or (rank 2 and not file a))) > 3"; 30].join(" and ");
    let ends: String = (0..3000)
        .map(|n| format!("[[end]]\nwhen = \"{condition}\"\nresult = \"draw\"\nname = \"end {n}\"\n"))
        .collect();
    add("ends", format!("{chess}{}", &ends[..ends[..FULL].rfind("[[end]]").unwrap()]), "");
    let tests = |one: &str| one.repeat((FULL - 200) / one.len());
    let perft = "perft = [20, 400, 8902, 197281, 4865609, 119060324, 3195901860, 84998978956]";
    add("perft", format!("{chess}[[test]]\nname = \"t\"\n{perft}\n"), "");
    add("perft-nothing", format!("{chess}[[test]]\nname = \"t\"\nperft = [{}]\n", vec!["0"; 1000].join(", ")), "");
    add("perfts", format!("{chess}{}", tests("[[test]]\nname = \"t\"\nperft = [20, 400, 8902, 197281]\n")), "");
    let shuffle = vec!["\"g1f3\", \"g8f6\", \"f3g1\", \"f6g8\""; 200].join(", ");
    add("tests-long", format!("{chess}{}", tests(&format!("[[test]]\nname = \"t\"\nafter = [{shuffle}]\n"))), "");
    add("test-longest", format!("{chess}[[test]]\nname = \"t\"\nafter = [{}]\n", vec![shuffle; 100].join(", ")), "");
    add("tests-short", format!("{chess}{}", tests("[[test]]\nname = \"t\"\ncheck = false\n")), "");
    add(
        "pieces-20000",
        format!(
            "{chess}{}",
            (0..20_000).map(|n| format!("[pieces.{}{n}]\nmoves = \"W\"\n", name(n))).collect::<String>()
        ),
        "",
    );
    add("keys", format!("{chess}{}", (0..40_000).map(|n| format!("key{n} = {n}\n")).collect::<String>()), "");
    add("headers", format!("{chess}{}", (0..40_000).map(|n| format!("[key{n}]\n")).collect::<String>()), "");
    add("no-toml", "= 1\n".repeat(FULL / 4), "");
    add("no-toml-more", "key = \"open\n[[x]\n".repeat(FULL / 16), "");
    add("one-line", "a".repeat(FULL), "");
    add("dots", format!("{chess}{} = 1\n", vec!["a"; FULL / 2 - 100].join(".")), "");
    add("arrays", format!("{chess}sources = {}{}\n", "[".repeat(FULL / 2 - 100), "]".repeat(FULL / 2 - 100)), "");
    add("quotes", format!("{chess}inventor = \"{}", "\\u0041".repeat(FULL / 6 - 100)), "");
    add("comments", format!("{chess}{}", "#\n".repeat(FULL / 2 - 100)), "");
    add(
        "names",
        format!(
            "{chess}[names]\n{}",
            (0..9000)
                .map(|n| format!("l{n} = {{ pieces = {{ king = \"k{n}\" }}, letters = {{ king = \"K\" }} }}\n"))
                .collect::<String>()
        ),
        "",
    );
    let mut chain = vec![("variant.toml".to_owned(), "format = 1\nname = \"P\"\nextends = \"p0.toml\"\n".to_owned())];
    for n in 0..20 {
        let regions: String = (0..20_000).map(|r| format!("r{n}x{r} = \"rank 1\"\n")).collect();
        let parent =
            if n < 14 { format!("extends = \"p{}.toml\"\n", n + 1) } else { "extends = \"chess\"\n".to_owned() };
        chain.push((format!("p{n}.toml"), format!("format = 1\nname = \"P\"\n{parent}[regions]\n{regions}")));
    }
    all.push(Hostile { name: "played.parents".to_owned(), files: chain });
    let scripts: Vec<String> = (0..2000).map(|n| format!("\"s{n}.rhai\"")).collect();
    let mut files = vec![(
        "variant.toml".to_owned(),
        format!("format = 1\nname = \"P\"\nextends = \"chess\"\nscript = [{}]\n", scripts.join(", ")),
    )];
    files.extend((0..2000).map(|n| (format!("s{n}.rhai"), format!("fn f{n}(piece) {{ true }}\n").repeat(1))));
    all.push(Hostile { name: "played.scripts".to_owned(), files });
    let long = format!("fn f(piece) {{ true }}\n// {}", "x".repeat(FULL - 100));
    all.push(Hostile::new(
        "played.script-long".to_owned(),
        format!("{chess}[powers.relay]\npieces = [\"rook\"]\nmoves = \"N\"\nwhen = \"script f\"\n"),
        &long,
    ));
    let functions: String = (0..6000).map(|n| format!("fn f{n}(piece) {{ piece.rank > {n} }}\n")).collect();
    all.push(Hostile::new(
        "played.script-functions".to_owned(),
        format!("{chess}[powers.relay]\npieces = [\"rook\"]\nmoves = \"N\"\nwhen = \"script f1\"\n"),
        &functions,
    ));
    all
}
