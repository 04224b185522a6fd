//! The canonical text of conditions and regions.

use super::{Comparison, Condition, ConditionKind, Quantity, RegionKind, RegionRef, Whose};
use crate::source::Spanned;
use std::fmt::{self, Display, Formatter};

/// Writes the parts with a text between them.
fn join<T>(
    f: &mut Formatter<'_>,
    parts: &[T],
    between: &str,
    mut write: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        if at > 0 {
            f.write_str(between)?;
        }
        write(f, part)?;
    }
    Ok(())
}

fn in_brackets(f: &mut Formatter<'_>, needed: bool, inner: &impl Display) -> fmt::Result {
    if needed { write!(f, "({inner})") } else { write!(f, "{inner}") }
}

fn kinds(f: &mut Formatter<'_>, kinds: &[Spanned<String>]) -> fmt::Result {
    if kinds.is_empty() {
        return f.write_str("all");
    }
    join(f, kinds, ", ", |f, kind| f.write_str(&kind.value))
}

impl Display for Condition {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let loose = |part: &Condition| matches!(part.kind, ConditionKind::Or(_));
        let compound = |part: &Condition| matches!(part.kind, ConditionKind::Or(_) | ConditionKind::And(_));
        match &self.kind {
            ConditionKind::And(parts) => join(f, parts, " and ", |f, part| in_brackets(f, loose(part), part)),
            ConditionKind::Or(parts) => join(f, parts, " or ", |f, part| part.fmt(f)),
            ConditionKind::Not(part) => {
                f.write_str("not ")?;
                in_brackets(f, compound(part), part)
            }
            ConditionKind::InCheck => f.write_str("in check"),
            ConditionKind::NoLegalMove => f.write_str("no legal move"),
            ConditionKind::Repetition(n) => write!(f, "repetition {n}"),
            ConditionKind::QuietPlies(n) => write!(f, "quiet plies {n}"),
            ConditionKind::Compare(left, how, right) => write!(f, "{left} {how} {right}"),
            ConditionKind::LastMove(what) => write!(f, "last move {}", what.value),
            ConditionKind::Script(name) => write!(f, "script {}", name.value),
            ConditionKind::Moved => f.write_str("moved"),
            ConditionKind::On(region) => {
                f.write_str("on ")?;
                in_brackets(f, matches!(region.kind, RegionKind::Or(_) | RegionKind::And(_)), region)
            }
            ConditionKind::DefendedBy(by) => {
                f.write_str("defended by ")?;
                kinds(f, by)
            }
            ConditionKind::AttackedBy(by) => {
                f.write_str("attacked by ")?;
                kinds(f, by)
            }
            ConditionKind::Constant(holds) => f.write_str(if *holds { "true" } else { "false" }),
        }
    }
}

impl Display for Comparison {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Comparison::Equal => "=",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::AtMost => "<=",
            Comparison::More => ">",
            Comparison::AtLeast => ">=",
        })
    }
}

impl Display for Quantity {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Number(n) => write!(f, "{n}"),
            Quantity::Counter(name) => write!(f, "counter {}", name.value),
            Quantity::Count { whose, kinds: of, on } => {
                f.write_str("count(")?;
                match whose {
                    Some(Whose::Own) => f.write_str("own ")?,
                    Some(Whose::Enemy) => f.write_str("enemy ")?,
                    None => {}
                }
                kinds(f, of)?;
                if let Some(region) = on {
                    write!(f, " on {region}")?;
                }
                f.write_str(")")
            }
        }
    }
}

impl Display for RegionRef {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let loose = |part: &RegionRef| matches!(part.kind, RegionKind::Or(_));
        let compound = |part: &RegionRef| matches!(part.kind, RegionKind::Or(_) | RegionKind::And(_));
        match &self.kind {
            RegionKind::Ranks(spans) => numbers(f, "rank", spans),
            RegionKind::Rings(spans) => numbers(f, "ring", spans),
            RegionKind::Files(spans) => labels(f, "file", spans),
            RegionKind::Sectors(spans) => labels(f, "sector", spans),
            RegionKind::Squares(spans) => join(f, spans, " ", |f, (first, last)| match last {
                Some(last) => write!(f, "{}-{}", first.value, last.value),
                None => f.write_str(&first.value),
            }),
            RegionKind::Named(name) => f.write_str(name),
            RegionKind::All => f.write_str("all"),
            RegionKind::Nothing => f.write_str("none"),
            RegionKind::Dark => f.write_str("dark"),
            RegionKind::Light => f.write_str("light"),
            RegionKind::Or(parts) => join(f, parts, " or ", |f, part| part.fmt(f)),
            RegionKind::And(parts) => join(f, parts, " and ", |f, part| in_brackets(f, loose(part), part)),
            RegionKind::Not(part) => {
                f.write_str("not ")?;
                in_brackets(f, compound(part), part)
            }
        }
    }
}

fn numbers(f: &mut Formatter<'_>, word: &str, spans: &[(u16, u16)]) -> fmt::Result {
    let single = matches!(spans, [(from, to)] if from == to);
    write!(f, "{word}{} ", if single { "" } else { "s" })?;
    join(f, spans, ",", |f, (from, to)| if from == to { write!(f, "{from}") } else { write!(f, "{from}-{to}") })
}

fn labels(f: &mut Formatter<'_>, word: &str, spans: &[(Spanned<String>, Spanned<String>)]) -> fmt::Result {
    let single = matches!(spans, [(from, to)] if from.value == to.value);
    write!(f, "{word}{} ", if single { "" } else { "s" })?;
    join(f, spans, ",", |f, (from, to)| match (&from.value, &to.value) {
        (from, to) if from == to => f.write_str(from),
        (from, to) => write!(f, "{from}-{to}"),
    })
}
