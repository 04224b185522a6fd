//! Scripts made by chance from a grammar of the words that scripts have: a seed in, a definition with its script out. The
//! words are read from what the program declares of itself, so none is forgotten.

use super::mutate::Chance;
use heterodox::script::definitions::definitions;
use std::fmt::Write;
use std::sync::OnceLock;

/// A word as it is declared: `fn step(square: Square, direction: String) -> Square;`
#[derive(Debug, Clone)]
pub(crate) struct Word {
    /// Of what it is a word.
    pub(crate) receiver: String,
    /// How it is called.
    pub(crate) name: String,
    /// It is written without brackets.
    pub(crate) is_property: bool,
    /// Names and types of what it is given.
    pub(crate) parameters: Vec<(String, String)>,
    /// The type of what it gives.
    pub(crate) answer: String,
}

impl Word {
    /// It stands between its values.
    pub(crate) fn is_operator(&self) -> bool {
        !self.name.starts_with(|c: char| c.is_ascii_alphabetic())
    }
}

/// All words, in the order in which they are declared.
pub(crate) fn words() -> &'static [Word] {
    static WORDS: OnceLock<Vec<Word>> = OnceLock::new();
    WORDS.get_or_init(|| definitions().lines().filter_map(word).collect())
}

fn word(line: &str) -> Option<Word> {
    let (head, answer) = line.strip_suffix(';')?.rsplit_once(" -> ")?;
    let (kind, rest) = head.split_once(' ')?;
    let (name, inner) = rest.strip_suffix(')')?.split_once('(')?;
    let named = |text: &str| match text.split_once(": ") {
        Some((name, kind)) => (name.to_owned(), kind.to_owned()),
        None => ("other".to_owned(), text.to_owned()),
    };
    let mut all = inner.split(", ").filter(|text| !text.is_empty()).map(named);
    let (_, receiver) = all.next()?;
    let is_property = name.starts_with("get ");
    let name = name.trim_start_matches("get ").to_owned();
    matches!(kind, "fn" | "op").then(|| Word {
        receiver,
        name,
        is_property,
        parameters: all.collect(),
        answer: answer.to_owned(),
    })
}

/// A function that a definition calls: its name, its parameters with their types, what it must give, and how much it may
/// ask.
type Hook = (&'static str, &'static [(&'static str, &'static str)], &'static str, usize);

const HOOKS: [Hook; 6] = [
    ("lends", &[("piece", "Square")], "bool", 1),
    ("aims", &[("piece", "Square"), ("target", "Square")], "bool", 0),
    ("acts", &[("mv", "Move")], "()", 2),
    ("after", &[("mv", "Move")], "()", 2),
    ("allows", &[("mv", "Move")], "bool", 2),
    ("ends", &[("game", "Game")], "String", 3),
];

/// The words that need more than the board, by what they need.
const LEVELS: [&[&str]; 3] =
    [&["attackers", "defenders", "attacks", "attacked_by", "defended_by"], &["safe", "checked"], &["stuck"]];

/// The definition in which all of them are called.
const DEFINITION: &str = "format = 1\nname = \"Made\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n[regions]\nhome = \"ranks 1-3\"\n\
    [powers.relay]\npieces = [\"rook\", \"pawn\"]\nmoves = { move = \"N\", filter = \"aims\" }\nwhen = \"script lends\"\n\
    [pieces.knight]\nmoves = { move = \"N\", does = \"acts\" }\n[duty]\nallowed = \"allows\"\n\
    [[end]]\nscript = \"ends\"\n[[end]]\nwhen = \"no legal move\"\nresult = \"draw\"\n";

/// What a script is to be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// What an author might write.
    Plain,
    /// Large values, many loops, nothing spared.
    Greedy,
}

/// A definition and its script, as the harness takes them.
pub(crate) fn made(chance: &mut Chance, manner: Manner) -> String {
    let (toml, script) = parts(chance, manner);
    format!("{toml}#### rules.rhai\n{script}")
}

/// A definition, and its script.
pub(crate) fn parts(chance: &mut Chance, manner: Manner) -> (String, String) {
    let mut maker =
        Maker { chance, manner, scope: Vec::new(), out: String::new(), n_names: 0, is_effect: false, level: 0 };
    maker.constants();
    for number in 0..2 {
        let _ = writeln!(maker.out, "fn helper{number}(x, n) {{");
        maker.scope.push(("x".to_owned(), "Square"));
        maker.scope.push(("n".to_owned(), "int"));
        maker.body("bool", 2);
        maker.out.push_str("}\n");
        maker.scope.retain(|(name, _)| name.starts_with("CONST"));
    }
    for (name, parameters, answer, level) in HOOKS {
        maker.level = level;
        let names: Vec<&str> = parameters.iter().map(|(name, _)| *name).collect();
        let _ = writeln!(maker.out, "fn {name}({}) {{", names.join(", "));
        maker.scope.extend(parameters.iter().map(|(name, kind)| ((*name).to_owned(), *kind)));
        maker.is_effect = answer == "()";
        // Most functions are small, so that one that is not is reached.
        let depth = if maker.chance.below(3) == 0 { 3 } else { 0 };
        maker.body(answer, depth);
        maker.out.push_str("}\n");
        maker.is_effect = false;
        maker.scope.retain(|(name, _)| name.starts_with("CONST"));
    }
    (DEFINITION.to_owned(), maker.out)
}

struct Maker<'a> {
    chance: &'a mut Chance,
    manner: Manner,
    /// Variables with their types.
    scope: Vec<(String, &'static str)>,
    out: String,
    n_names: usize,
    is_effect: bool,
    /// How much the function may ask.
    level: usize,
}

/// The types of variables.
const TYPES: [&str; 8] = ["bool", "int", "int", "String", "Square", "Squares", "Array", "Map"];

impl Maker<'_> {
    fn is(&mut self, share: usize, of: usize) -> bool {
        self.chance.below(of) < share
    }

    fn name(&mut self) -> String {
        self.n_names += 1;
        format!("v{}", self.n_names)
    }

    fn constants(&mut self) {
        for number in 0..self.chance.below(3) {
            let kind = ["int", "String", "Array", "Map"][self.chance.below(4)];
            let value = self.literal(kind);
            let _ = writeln!(self.out, "const CONST{number} = {value};");
            self.scope.push((format!("CONST{number}"), kind));
        }
    }

    /// Statements, and an answer at the end.
    fn body(&mut self, answer: &'static str, depth: usize) {
        let known = self.scope.len();
        if depth > 0 {
            for _ in 0..1 + self.chance.below(4) {
                self.statement(depth);
            }
        }
        match answer {
            "()" => {}
            "String" => self.out.push_str("if game.mine.count > 40 { \"loss\" }\n"),
            kind => {
                let value = self.value(kind, depth.max(1));
                let _ = writeln!(self.out, "{value}");
            }
        }
        self.scope.truncate(known);
    }

    fn block(&mut self, depth: usize) {
        let known = self.scope.len();
        self.out.push_str("{\n");
        for _ in 0..1 + self.chance.below(3) {
            self.statement(depth);
        }
        self.out.push_str("}\n");
        self.scope.truncate(known);
    }

    fn statement(&mut self, depth: usize) {
        let is_greedy = self.manner == Manner::Greedy;
        match self.chance.below(if depth > 1 { 12 } else { 6 }) {
            0 | 1 => {
                let kind = TYPES[self.chance.below(TYPES.len())];
                let value = self.value(kind, 2);
                let name = self.name();
                let _ = writeln!(self.out, "let {name} = {value};");
                self.scope.push((name, kind));
            }
            2 | 3 => self.assignment(),
            4 if self.is_effect => {
                let effects: Vec<&Word> =
                    words().iter().filter(|word| word.receiver == "Move" && word.answer == "()").collect();
                let word = effects[self.chance.below(effects.len())].clone();
                let values = self.given(&word, 1);
                let _ = writeln!(self.out, "mv.{}({values});", word.name);
            }
            4 | 5 => {
                let value = self.value("bool", 2);
                let _ = writeln!(self.out, "{value};");
            }
            6 | 7 => {
                let value = self.value("bool", 2);
                let _ = write!(self.out, "if {value} ");
                self.block(depth - 1);
                if self.is(1, 2) {
                    self.out.push_str("else ");
                    self.block(depth - 1);
                }
            }
            8 | 9 => {
                let kind = ["Squares", "Array", "int"][self.chance.below(3)];
                let over = match kind {
                    "int" if is_greedy => "0..300".to_owned(),
                    "int" => format!("0..{}", self.chance.below(9)),
                    kind => self.value(kind, 2),
                };
                let name = self.name();
                let _ = write!(self.out, "for {name} in {over} ");
                let known = self.scope.len();
                self.scope.push((name, if kind == "Squares" { "Square" } else { "int" }));
                self.block(depth - 1);
                self.scope.truncate(known);
            }
            10 => {
                let name = self.name();
                let most = if is_greedy { 5000 } else { self.chance.below(6) };
                let _ = writeln!(self.out, "let {name} = 0;");
                let _ = writeln!(self.out, "while {name} < {most} {{ {name} += 1;");
                self.block(depth - 1);
                self.out.push_str("}\n");
            }
            _ => {
                self.out.push_str(if is_greedy { "loop " } else { "while false " });
                self.block(depth - 1);
            }
        }
    }

    /// A variable gets another value, or grows.
    fn assignment(&mut self) {
        let variables: Vec<(String, &'static str)> =
            self.scope.iter().filter(|(name, _)| name.starts_with('v')).cloned().collect();
        let Some((name, kind)) = variables.get(self.chance.below(variables.len())) else { return };
        let text = match *kind {
            "Array" => {
                let kind = TYPES[self.chance.below(TYPES.len())];
                let value = self.value(kind, 1);
                match self.chance.below(6) {
                    0 => format!("{name} += {name};"),
                    1 => format!("{name} = [{name}, {value}];"),
                    2 => format!("if {name}.len > 0 {{ {name}[0] = {value}; }}"),
                    3 => format!("if {name}.len > 0 {{ {name}[-1] = {name}; }}"),
                    _ => format!("{name}.push({value});"),
                }
            }
            "Map" => {
                let kind = TYPES[self.chance.below(TYPES.len())];
                let value = self.value(kind, 1);
                let key = self.value("String", 1);
                format!("{name}[{key}] = {value};")
            }
            "int" | "String" if self.is(1, 2) => {
                let value = self.value(kind, 1);
                format!("{name} += {value};")
            }
            kind => {
                let value = self.value(kind, 2);
                format!("{name} = {value};")
            }
        };
        let _ = writeln!(self.out, "{text}");
    }

    /// An expression of a type.
    fn value(&mut self, kind: &str, depth: usize) -> String {
        let variables: Vec<String> =
            self.scope.iter().filter(|(_, known)| *known == kind).map(|(name, _)| name.clone()).collect();
        if depth == 0 || self.is(1, 4) {
            return match variables.get(self.chance.below(variables.len() + 1)) {
                Some(name) => name.clone(),
                None => self.literal(kind),
            };
        }
        if kind == "bool" && self.is(1, 4) {
            let (a, b) = (self.value("bool", depth - 1), self.value("bool", depth - 1));
            return match self.chance.below(5) {
                0 => format!("({a} && {b})"),
                1 => format!("({a} || {b})"),
                2 => format!("!({a})"),
                3 => {
                    let (square, n) = (self.value("Square", depth - 1), self.value("int", depth - 1));
                    format!("helper{}({square}, {n})", self.chance.below(2))
                }
                _ => format!("({a} == {b})"),
            };
        }
        if kind == "int" && self.is(1, 3) {
            let (a, b) = (self.value("int", depth - 1), self.value("int", depth - 1));
            let sign = ["+", "-", "*", "/", "%", "**", "<<", "&"][self.chance.below(8)];
            return format!("({a} {sign} {b})");
        }
        let fit: Vec<&Word> = words()
            .iter()
            .filter(|word| word.answer == kind || word.answer == "?" && self.manner == Manner::Greedy)
            .filter(|word| self.has(&word.receiver) && self.may_ask(&word.name))
            .collect();
        let Some(word) = fit.get(self.chance.below(fit.len())).map(|word| (*word).clone()) else {
            return self.literal(kind);
        };
        self.said(&word, depth - 1)
    }

    fn may_ask(&self, name: &str) -> bool {
        // Only ends may ask for it, though moves have the word.
        let is_above = |(at, list): (usize, &&[&str])| at >= self.level && list.contains(&name);
        !LEVELS.iter().enumerate().any(is_above)
    }

    /// Whether something has this type here.
    fn has(&self, kind: &str) -> bool {
        let is_made = !matches!(kind, "Move" | "Game" | "Cell" | "Board" | "Square" | "Squares");
        let has_square = self.scope.iter().any(|(_, known)| matches!(*known, "Square" | "Move" | "Game"));
        is_made
            || self.scope.iter().any(|(_, known)| *known == kind)
            || matches!(kind, "Square" | "Squares") && has_square
    }

    /// A word with its receiver and its values.
    fn said(&mut self, word: &Word, depth: usize) -> String {
        let receiver = match word.receiver.as_str() {
            "?" => TYPES[self.chance.below(TYPES.len())],
            kind => kind,
        };
        let subject = self.value(receiver, depth);
        if word.is_operator() {
            let kind = if word.receiver == "?" {
                receiver
            } else {
                word.parameters.first().map_or(receiver, |(_, kind)| kind)
            };
            let other = self.value(kind, depth);
            return format!("({subject} {} {other})", word.name);
        }
        if word.is_property {
            return format!("{subject}.{}", word.name);
        }
        let values = self.given(word, depth);
        format!("{subject}.{}({values})", word.name)
    }

    fn given(&mut self, word: &Word, depth: usize) -> String {
        let values: Vec<String> = word
            .parameters
            .clone()
            .iter()
            .map(|(name, kind)| match (name.as_str(), kind.as_str()) {
                ("kind", _) => format!("\"{}\"", ["pawn", "knight", "king", "queen"][self.chance.below(4)]),
                ("direction", _) => format!("\"{}\"", ["forward", "left", "back-right"][self.chance.below(3)]),
                ("region", _) => "\"home\"".to_owned(),
                ("n" | "across" | "ahead", _) => self.chance.below(9).to_string(),
                ("join" | "order", _) => {
                    let value = self.value("int", depth.min(1));
                    format!("|a, b| {value}")
                }
                ("what", _) => self.value("Squares", depth),
                (_, "Fn") => self.closure(word, depth),
                (_, "?") => {
                    let kind = TYPES[self.chance.below(TYPES.len())];
                    self.value(kind, depth)
                }
                (_, kind) => self.value(kind, depth),
            })
            .collect();
        values.join(", ")
    }

    fn closure(&mut self, word: &Word, depth: usize) -> String {
        let name = self.name();
        let known = self.scope.len();
        self.scope.push((name.clone(), if word.receiver == "Squares" { "Square" } else { "int" }));
        let value = self.value("bool", depth.max(1));
        self.scope.truncate(known);
        format!("|{name}| {value}")
    }

    fn literal(&mut self, kind: &str) -> String {
        let is_greedy = self.manner == Manner::Greedy;
        match kind {
            "int" => ["0", "1", "2", "3", "7", "-1", "255", "9223372036854775807"][self.chance.below(8)].to_owned(),
            "String" => ["\"\"", "\"pawn\"", "\"king\"", "\"friend\"", "\"x\""][self.chance.below(5)].to_owned(),
            "Array" if is_greedy && self.is(1, 3) => format!("[{}]", vec!["7"; 200].join(", ")),
            "Array" => {
                let n = self.chance.below(5);
                let kind = TYPES[self.chance.below(4)];
                let members: Vec<String> = (0..n).map(|_| self.literal(kind)).collect();
                format!("[{}]", members.join(", "))
            }
            "Map" => format!("#{{ pawn: {}, x: {} }}", self.chance.below(9), self.chance.below(9)),
            "Range" => "0..9".to_owned(),
            "RangeInclusive" => "1..=8".to_owned(),
            "Square" | "Squares" => self.board(kind),
            _ => ["true", "false"][self.chance.below(2)].to_owned(),
        }
    }

    /// A square or a set, from whatever there is.
    fn board(&mut self, kind: &str) -> String {
        let of =
            |wanted: &str| self.scope.iter().rev().find(|(_, known)| *known == wanted).map(|(name, _)| name.clone());
        match (of("Square"), of("Move"), of("Game")) {
            (Some(square), ..) if kind == "Square" => square,
            (Some(square), ..) => format!("{square}.around"),
            (None, Some(mv), _) if kind == "Square" => format!("{mv}.target"),
            (None, Some(mv), _) => format!("{mv}.mine"),
            (None, None, Some(game)) if kind == "Squares" => format!("{game}.all"),
            _ => "0".to_owned(),
        }
    }
}
