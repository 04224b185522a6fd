//! Reads a function for words that make it ask much where others would ask little: a function in, advice with places out.
//! What is advised is written so that it can stand in the function as it is.

use crate::script::answer::HookId;
use crate::script::fitting::COMPARISONS;
use crate::script::handles::MAX_STEPS;
use crate::script::lexicon::named;
use crate::script::lint::gaps::head;
use crate::script::program::Program;
use crate::script::syntax::{Body, call_in, last_word};
use crate::script::types::Type;
use crate::source::Span;
use rhai::{ASTNode, Expr, FnCallExpr, Position, Stmt};

/// A place in a script and what to write there instead.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Advice {
    /// Where it stands.
    pub span: Span,
    /// What stands there.
    pub found: String,
    /// What to write instead.
    pub instead: String,
    /// It follows more steps than are remembered.
    pub is_long_path: bool,
}

impl Program {
    /// Words of a function, and of those that it calls, for which there are others with fewer answers; loops first.
    #[must_use]
    pub fn advice(&self, hook: HookId) -> Vec<Advice> {
        let mut found = Vec::new();
        let reached = self.reached(hook);
        let is_reached =
            |body: &&Body| reached.iter().any(|facts| facts.name == body.name && facts.n_params == body.params.len());
        for body in self.as_written.bodies.iter().filter(is_reached) {
            let mut finder = Finder { program: self, subject: subject(body), found: Vec::new() };
            body.walk(&mut |path: &[ASTNode]| {
                finder.look(path);
                true
            });
            found.append(&mut finder.found);
        }
        found.sort();
        found.dedup();
        let placed = found.into_iter().filter_map(|(rank, at, found, instead)| {
            Some(Advice { span: self.layout.span(at)?, found, instead, is_long_path: rank == LONG_PATH })
        });
        placed.collect()
    }
}

/// Comes before all else.
const LONG_PATH: u8 = 0;

struct Finder<'a> {
    program: &'a Program,
    /// A square that the function knows.
    subject: String,
    found: Vec<(u8, Position, String, String)>,
}

/// The square that a function of a piece, a move or the game begins with.
fn subject(body: &Body) -> String {
    let param = body.params.first().map_or("piece", String::as_str);
    let mut words = Vec::new();
    body.walk(&mut |path: &[ASTNode]| {
        if let Some(ASTNode::Expr(Expr::Dot(x, ..))) = path.last()
            && matches!(&x.lhs, Expr::Variable(root, ..) if root.1.as_str() == param)
        {
            words.extend(first_word(&x.rhs).map(str::to_owned));
        }
        true
    });
    let is_of = |owner: Type| {
        let owns = |word: &String| named(word).any(|word| word.of == owner);
        words.iter().any(owns) && words.iter().all(owns)
    };
    match () {
        () if is_of(Type::SQUARE) || words.is_empty() => param.to_owned(),
        () if is_of(Type::MOVE) => format!("{param}.target"),
        () => format!("{param}.mine"),
    }
}

fn first_word(rest: &Expr) -> Option<&str> {
    match rest {
        Expr::Dot(x, ..) | Expr::Index(x, ..) => first_word(&x.lhs),
        Expr::Property(x, _) => Some(x.2.as_str()),
        Expr::MethodCall(call, _) => Some(call.name.as_str()),
        _ => None,
    }
}

/// Whether a word gives a set of squares, whoever has it.
fn is_set(word: &str) -> bool {
    named(word).any(|word| word.gives == Type::SQUARES)
}

/// The chain of words that a text begins with: `mv.target.around.of("pawn")`.
fn chain(text: &str) -> &str {
    let mut depth = 0_usize;
    let mut in_string = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => in_string = !in_string,
            _ if in_string => {}
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            _ if depth > 0 || c.is_alphanumeric() || matches!(c, '_' | '.') => {}
            _ => return &text[..at],
        }
    }
    text
}

impl Finder<'_> {
    fn say(&mut self, rank: u8, at: Position, what: String, instead: String) {
        self.found.push((rank, at, what, instead));
    }

    fn direction(&self) -> &str {
        self.program.names.directions.first().map_or("forward", String::as_str)
    }

    fn look(&mut self, path: &[ASTNode]) {
        let Some(node) = path.last() else { return };
        let subject = self.subject.clone();
        match node {
            ASTNode::Stmt(Stmt::For(x, at)) => {
                let set = self.program.text_at(*at).and_then(|text| {
                    let (_, set) = head(&text)?.split_once(" in ")?;
                    (!set.contains('\n')).then(|| set.trim().to_owned())
                });
                match (last_word(&x.2.expr).map(|(word, _)| word).filter(|word| is_set(word)), set) {
                    (Some(word), Some(set)) => self.say(
                        1,
                        *at,
                        format!("a loop over the squares of `{word}`"),
                        format!(
                            "ask the whole set: `{set}.any(|s| s.is_empty)` asks about its squares, \
                             `{set}.where(|s| s.is_empty)` picks some of them, `{set}.count` counts them"
                        ),
                    ),
                    _ => self.say(
                        1,
                        *at,
                        "a loop".to_owned(),
                        format!(
                            "ask once about a set of squares, such as `{subject}.around.any(|s| s.is_empty)` or \
                             `{subject}.neighbours.count`"
                        ),
                    ),
                }
            }
            ASTNode::Stmt(Stmt::While(_, at) | Stmt::Do(_, _, at)) => {
                let direction = self.direction();
                let instead = format!(
                    "ask once about a line: `{subject}.ray(\"{direction}\")`, `{subject}.first(\"{direction}\")`"
                );
                self.say(1, *at, "a loop".to_owned(), instead);
            }
            node => {
                let Some((call, at, _)) = call_in(node) else { return };
                match call.args.as_slice() {
                    [.., way, Expr::IntegerConstant(n, _)]
                        if call.name.as_str() == "step" && *n > i64::from(MAX_STEPS) =>
                    {
                        let direction = match way {
                            Expr::StringConstant(direction, _) => direction.as_str(),
                            _ => self.direction(),
                        };
                        let instead = format!(
                            "follow at most {MAX_STEPS} steps, or ask `{subject}.ray(\"{direction}\")` or \
                             `{subject}.first(\"{direction}\")`"
                        );
                        self.say(LONG_PATH, at, format!("a path of {n} steps"), instead);
                    }
                    [a, b] => self.compared(call, [a, b], at, path),
                    _ => {}
                }
            }
        }
    }

    /// `x.kind == "pawn"`, `set.count > 2`, `x.rank <= 3`, `game.quiet_plies >= 100`
    fn compared(&mut self, call: &FnCallExpr, [a, b]: [&Expr; 2], at: Position, path: &[ASTNode]) {
        let sign = call.name.as_str();
        if !COMPARISONS.contains(&sign) {
            return;
        }
        let (asked, fixed, sign) = match (last_word(a), last_word(b)) {
            (Some(_), _) if b.is_constant() => (a, b, sign),
            (_, Some(_)) if a.is_constant() => (b, a, turned(sign)),
            _ => return,
        };
        let Some((word, _)) = last_word(asked) else { return };
        let Some(text) = self.program.text_at(asked.start_position()) else { return };
        let whole = chain(&text);
        let receiver =
            whole.strip_suffix("()").unwrap_or(whole).strip_suffix(word).and_then(|text| text.strip_suffix('.'));
        let Some(x) = receiver else { return };
        let is_equality = matches!(sign, "==" | "!=");
        let not = if sign == "!=" { "!" } else { "" };
        let instead = match (word, fixed) {
            ("kind", Expr::StringConstant(kind, _)) if is_equality && !kind.is_empty() => {
                format!("`{not}{x}.is_a(\"{kind}\")` has two answers, `kind` one for each piece")
            }
            ("side", Expr::StringConstant(side, _)) if is_equality && !side.is_empty() => {
                format!("`{not}{x}.is_{side}` has two answers")
            }
            ("count", Expr::IntegerConstant(n, _)) => match threshold(sign, *n) {
                Some((0, is_more)) => format!("`{x}.{}` has two answers", if is_more { "any" } else { "none" }),
                Some((n, is_more)) if n > 0 => {
                    format!("`{}{x}.more_than({n})` has two answers", if is_more { "" } else { "!" })
                }
                _ => return,
            },
            ("rank" | "file" | "ring" | "sector", _) => match self.program.names.regions.first() {
                Some(region) => format!(
                    "`{x}.within(\"{region}\")` with a region of the definition has two answers, `{word}` one for each {word}"
                ),
                None => format!(
                    "a region of the definition, asked with `within`, has two answers, `{word}` one for each {word}"
                ),
            },
            ("quiet_plies", Expr::IntegerConstant(n, _)) => match threshold(sign, *n) {
                Some((n, is_more)) if n >= 0 => {
                    let not = if is_more { "" } else { "!" };
                    format!("`{not}{x}.quiet_plies_at_least({})` has two answers", n.saturating_add(1))
                }
                _ => return,
            },
            _ => return,
        };
        let loops = |node: &ASTNode| matches!(node, ASTNode::Stmt(Stmt::For(..) | Stmt::While(..) | Stmt::Do(..)));
        let rank = if path.iter().any(loops) { 2 } else { 3 };
        self.say(rank, at, format!("`{word}` is compared"), instead);
    }
}

/// The same comparison with its two sides exchanged.
fn turned(sign: &str) -> &str {
    match sign {
        "<" => ">",
        "<=" => ">=",
        ">" => "<",
        ">=" => "<=",
        same => same,
    }
}

/// A comparison of a number from 0 on as: is it more than this, or is it not?
fn threshold(sign: &str, n: i64) -> Option<(i64, bool)> {
    match sign {
        ">" => Some((n, true)),
        ">=" => Some((n.checked_sub(1)?, true)),
        "<=" => Some((n, false)),
        "<" => Some((n.checked_sub(1)?, false)),
        "==" | "!=" if n == 0 => Some((0, sign == "!=")),
        _ => None,
    }
}
