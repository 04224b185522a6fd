//! Texts with a language of their own: movements, conditions and regions.

use super::Fields;
use crate::definition::PerSide;
use crate::definition::condition::{self, Condition, ConditionKind, RegionRef};
use crate::definition::movement::{self, Movement};
use crate::definition::record::Asked;
use crate::definition::table::{Node, Value};
use crate::source::Spanned;

impl Fields<'_> {
    /// A movement.
    pub(crate) fn movement(&self, text: &Spanned<String>) -> Option<Movement> {
        match movement::parse_with_warnings(text) {
            Ok((movement, notes)) => {
                self.out.extend(notes);
                Some(movement)
            }
            Err(problems) => {
                self.out.extend(problems);
                None
            }
        }
    }

    /// Whether conditions in this table are asked of the game, not of a piece.
    pub(super) fn is_of_game(&self) -> bool {
        self.what == "`[[end]]`"
    }

    /// A condition; `true` and `false` may stand for one.
    pub(crate) fn condition(&mut self, key: &'static str) -> Option<Condition> {
        self.note(key, || Asked::Condition);
        let field = self.get(key)?;
        match &field.node.value {
            Value::Boolean(flag) => Some(Condition { kind: ConditionKind::Constant(*flag), span: field.node.span }),
            Value::String(text) => {
                match condition::parse_about(&Spanned::new(text.clone(), field.node.span), self.is_of_game()) {
                    Ok(condition) => Some(condition),
                    Err(problems) => {
                        self.out.extend(problems);
                        None
                    }
                }
            }
            _ => {
                self.wrong(key, &field.node, "a condition in quotes");
                None
            }
        }
    }

    /// A region.
    pub(crate) fn region(&mut self, key: &'static str) -> Option<RegionRef> {
        self.note(key, || Asked::Region);
        let text = self.string(key, "a region in quotes")?;
        self.as_region(&text)
    }

    fn as_region(&self, text: &Spanned<String>) -> Option<RegionRef> {
        match condition::parse_region(text) {
            Ok(region) => Some(region),
            Err(problems) => {
                self.out.extend(problems);
                None
            }
        }
    }

    /// A region, the same for both sides or one for each.
    pub(crate) fn sided(&self, key: &str, node: &Node) -> Option<PerSide<RegionRef>> {
        self.sided_in(&self.what, key, node)
    }

    /// The same of a table within this one.
    pub(crate) fn sided_in(&self, what: &str, key: &str, node: &Node) -> Option<PerSide<RegionRef>> {
        self.note(key, || Asked::Sided);
        match &node.value {
            Value::String(text) => {
                let region = self.as_region(&Spanned::new(text.clone(), node.span))?;
                Some(PerSide { white: region.clone(), black: region })
            }
            Value::Table(tree) => {
                let mut fields = Fields::new(tree, node.span, format!("`{key}`"), self.out);
                let (white, black) = (fields.region("white"), fields.region("black"));
                fields.needs("white", "white's region");
                fields.needs("black", "black's region");
                fields.done();
                Some(PerSide { white: white?, black: black? })
            }
            _ => {
                self.wrong_in(what, key, node, "a region, or `{ white = ..., black = ... }`");
                None
            }
        }
    }
}
