//! Every part of the language grown, one at a time: a definition that has each part once in, definitions that repeat,
//! number, lengthen or nest one of them until the file is full, out.

use super::{FULL, Hostile};
use toml::{Table, Value};

/// A definition with every key that goes with a rectangle.
const WHOLE: &str = r##"
format   = 1
name     = "Everything"
summary  = "All of it."
inventor = "Nobody"
year     = 2000
sources  = ["a book"]
extends  = "chess"
remove   = ["pieces.queen"]
script   = ["rules.rhai"]
active   = "not on swamp"

[options.many]
values  = ["one", "two"]
default = "one"

[board]
shape           = "rectangle"
files           = 8
ranks           = 8
holes           = ["a5"]
squares         = "all"
holes_crossable = true
wrap            = "files"

[sides]
first = "white"
names = { white = "white", black = "black" }

[regions]
swamp = "h5"
goal  = { white = "rank 8", black = "rank 1" }

[pieces.lord]
letter    = "L"
moves     = ["K", { move = "mR", from = "all", to = "all", when = "not moved", filter = "fits", spares = ["king"], mark = "x" }]
takes     = ["pawn", "lord"]
immune    = "on goal"
active    = "not on swamp"
royal     = false
value     = 100
promotion = [{ zone = { white = "rank 8", black = "rank 1" }, to = ["knight"], must = false }]

[pieces.stone]
letter = "S"
moves  = { move = "cK", does = "turns", identity = "target", text = "{target}={side}", promotion = false, spares = ["king"] }
takes  = "all"

[pieces.jumper]
letter = "J"
moves  = [{ move = "cafmF", chain = { must_finish = true, captured = "at once", promotion = "ends" } }]
takes  = "nothing"

[powers.relay]
pieces = ["rook", "bishop"]
moves  = ["N", { move = "D", passes = false }]
when   = "defended by knight"
mark   = "R"

[powers.backing]
pieces = ["lord"]
as     = "backer"

[[promotion]]
pieces = ["pawn"]
zone   = "rank 8"
to     = ["rook", "knight"]
must   = true

[[castling]]
right   = "K"
side    = "white"
king    = "e1"
king_to = "g1"
rook    = "h1"
rook_to = "f1"
pieces  = ["king", "rook"]
through_attack = false

[setup]
rows = ["rnblkbnr", "pppppppp", "8", ".jSs1J2", "8", "8", "PPPPPPPP", "RNBLKBNR"]

[quiet]
resets = ["capture", "pawn move"]

[duty]
claim   = "owed"
merit   = "owed"
allowed = "fine"

[[end]]
when   = "no legal move and in check"
result = "loss"
name   = "checkmate"
stops  = true

[[end]]
when   = "no legal move or quiet plies 100 or repetition 3 or count(own pawn on goal) > 9"
result = "draw"

[[end]]
script = "over"

[notation]
style = "long"
holes = "_"

[names.es]
game    = "Todo"
pieces  = { king = "rey" }
letters = { king = "R" }
sides   = { white = "blancas", black = "negras" }

[[test]]
name    = "everything is asked"
fen     = "rnblkbnr/pppppppp/8/_7/8/8/PPPPPPPP/RNBLKBNR w K - 0 1"
after   = ["a2a3"]
of      = "b7"
moves   = ["b7b6", "b7b5"]
legal   = ["b7b6"]
illegal = ["b7b8"]
why     = { b7b3 = "cannot" }
perft   = [1, 2]
check   = false
outcome = "none"
san     = { b7b6 = "b7b6" }
option  = { many = "one" }

[allow]
stuck-squares = "meant"
"##;

/// The functions that it names.
const SCRIPT: &str = "\
fn fits(piece, target) { target.rank > 0 }
fn turns(mv) { mv.stay(); mv.convert(mv.target); }
fn backer(piece) { if piece.square.step(\"back\").holds_friend { piece.square.step(\"back\").kind } else { () } }
fn owed(mv) { 0 }
fn fine(mv) { true }
fn over(game) { if game.mine.none { \"loss\" } else { () } }
";

/// Boards of the other shapes, which take the place of the rectangle.
const BOARDS: [(&str, &str); 3] = [
    (
        "circle",
        "shape = \"circle\"\nrings = 3\nsectors = 14\ncentre = \"zz\"\northogonal_through = \"straight\"\n\
         diagonal_through = \"fork\"\nleaps_cross_centre = true\n",
    ),
    (
        "graph",
        "shape = \"graph\"\nturn = 8\n\
         cells = [{ name = \"a1\", x = 0, y = 0, row = 0, rank = 1, file = 1 }, { name = \"a2\", x = 0, y = 1, row = 1 }]\n\
         links = [{ from = \"a1\", to = \"a2\", heading = 0, arrives = 0, both_ways = true }]\n",
    ),
    ("hexagon", "shape = \"hexagon\"\nside = 6\n"),
];

/// The way to a value: keys, and numbers of elements.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Step {
    Key(String),
    At(usize),
}

/// A definition with every part of the language, for each shape of board.
pub(crate) fn wholes() -> Vec<(&'static str, Table)> {
    let mut all: Vec<(&'static str, Table)> = vec![("rectangle", WHOLE.parse().unwrap())];
    for (shape, board) in BOARDS {
        let mut whole: Table = WHOLE.parse().unwrap();
        whole.insert("board".to_owned(), Value::Table(board.parse().unwrap()));
        all.push((shape, whole));
    }
    all
}

/// The ways to all values of a table, the outer ones first.
pub(crate) fn ways(table: &Table) -> Vec<Vec<Step>> {
    fn inside(value: &Value, way: &[Step], all: &mut Vec<Vec<Step>>) {
        all.push(way.to_vec());
        let on = |step| [way, &[step]].concat();
        match value {
            Value::Table(table) => {
                table.iter().for_each(|(key, value)| inside(value, &on(Step::Key(key.clone())), all))
            }
            Value::Array(items) => items.iter().enumerate().for_each(|(at, item)| inside(item, &on(Step::At(at)), all)),
            _ => {}
        }
    }
    let mut all = Vec::new();
    inside(&Value::Table(table.clone()), &[], &mut all);
    all.remove(0);
    all
}

fn at<'v>(value: &'v mut Value, way: &[Step]) -> &'v mut Value {
    way.iter().fold(value, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::At(at) => &mut value[*at],
    })
}

/// All definitions in which one part is grown.
pub(crate) fn grown() -> Vec<Hostile> {
    let mut all = Vec::new();
    for (shape, whole) in wholes() {
        let seen = |way: &[Step]| shape == "rectangle" || way[0] == Step::Key("board".to_owned());
        for way in ways(&whole).into_iter().filter(|way| seen(way)) {
            let mut value = Value::Table(whole.clone());
            let place: Vec<String> = way
                .iter()
                .map(|step| match step {
                    Step::Key(key) => key.clone(),
                    Step::At(at) => at.to_string(),
                })
                .collect();
            let part = at(&mut value, &way).clone();
            for (how, part) in bigger(&part) {
                *at(&mut value, &way) = part;
                let text = toml::to_string(&value).unwrap();
                all.push(Hostile::new(format!("{shape}.{}-{how}", place.join(".")), text, SCRIPT));
            }
        }
    }
    all
}

/// Bigger values of a kind, each filling a file.
fn bigger(part: &Value) -> Vec<(&'static str, Value)> {
    let times = |one: &Value| FULL / (one.to_string().len() + 12);
    let nested = |open: &str, text: &str, close: &str| {
        let times = FULL / (open.len() + close.len());
        Value::String(format!("{}{text}{}", open.repeat(times), close.repeat(times)))
    };
    match part {
        Value::Array(items) => {
            let Some(one) = items.last() else { return Vec::new() };
            let counted: Vec<Value> = (0..times(one)).map(|number| another(one, number)).collect();
            vec![
                ("repeated", Value::Array(vec![one.clone(); times(one)])),
                ("counted", Value::Array(counted)),
                ("nested", nests(one)),
            ]
        }
        Value::Table(table) => {
            let Some((key, one)) = table.iter().next() else { return Vec::new() };
            let mut more = table.clone();
            more.extend((0..times(one)).map(|number| (format!("{key}{number}"), another(one, number))));
            vec![("counted", Value::Table(more))]
        }
        Value::String(text) => vec![
            ("lengthened", Value::String(text.repeat(FULL / text.len().max(1)))),
            ("listed", Value::String(format!("{text} ").repeat(FULL / (text.len() + 1)))),
            ("bracketed", nested("(", text, ")")),
            ("negated", nested("not ", text, "")),
            ("squared", nested("[", text, "]")),
        ],
        Value::Integer(_) => vec![("large", Value::Integer(i64::MAX)), ("small", Value::Integer(i64::MIN))],
        _ => Vec::new(),
    }
}

/// A value in many arrays.
fn nests(one: &Value) -> Value {
    (0..2000).fold(one.clone(), |inner, _| Value::Array(vec![inner]))
}

/// A value that differs from another only by its number.
fn another(one: &Value, number: usize) -> Value {
    match one {
        Value::String(text) => Value::String(format!("{text}{number}")),
        Value::Integer(n) => Value::Integer(n + number as i64),
        Value::Table(table) => {
            let mut table = table.clone();
            if let Some(Value::String(name)) = table.get_mut("name") {
                name.push_str(&number.to_string());
            }
            Value::Table(table)
        }
        other => other.clone(),
    }
}
