//! Values of the wrong kind in; problems out that say what was expected, and what the author most likely meant.

use super::Fields;
use crate::definition::table::{Node, Value};
use crate::diagnostic::{Code, Diagnostic};

impl Fields<'_> {
    /// Notes a value that is not of the kind expected.
    pub(crate) fn wrong(&self, key: &str, node: &Node, expected: &str) {
        self.wrong_in(&self.what, key, node, expected);
    }

    /// The same of a table within this one, whose keys are the author's names.
    pub(super) fn wrong_in(&self, what: &str, key: &str, node: &Node, expected: &str) {
        if node.value == Value::Unread {
            return;
        }
        let kind = node.value.kind();
        let message = format!("`{key}` in {what} must be {expected}, not {kind}");
        let problem = Diagnostic::error(Code::WrongType, message).at(node.span).label(format!("{kind} here"));
        self.out.add(match (&node.value, expected) {
            (Value::String(text), "a whole number") if text.parse::<i64>().is_ok() => {
                problem.help(format!("write it without quotes: `{key} = {text}`"))
            }
            (Value::String(text), "`true` or `false`") if text == "true" || text == "false" => {
                problem.help(format!("write it without quotes: `{key} = {text}`"))
            }
            (Value::String(text), "an array of strings") if text.len() < 40 => {
                let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
                let parts: Vec<String> = parts.map(|part| format!("\"{part}\"")).collect();
                problem.help(format!("write `{key} = [{}]`", parts.join(", ")))
            }
            (Value::Array(items), region) if region.starts_with("a region") => {
                let names = items.iter().filter_map(|item| item.value.as_str()).filter(|name| name.len() <= 6);
                let squares: Vec<&str> = names.take(8).collect();
                let squares = if squares.is_empty() { "d4 e4".to_owned() } else { squares.join(" ") };
                problem.help(format!("squares stand in one string: `{key} = \"{}\"`", squares))
            }
            (Value::Integer(number), "an array of whole numbers") => {
                problem.help(format!("write `{key} = [{number}]`"))
            }
            (Value::Table(_), "a region in quotes") => problem.help(format!(
                "give it a name in `[regions]`, where each side may have its own, and write `{key} = \"NAME\"`"
            )),
            (Value::Integer(number), region) if region.starts_with("a region") => {
                problem.help(format!("write `{key} = \"rank {number}\"`, or the squares, or a region's name"))
            }
            (_, "a condition in quotes") => {
                // What the game may be asked is no question for a piece.
                let condition = if self.is_of_game() { "no legal move" } else { "moved" };
                problem.help(format!("conditions are text: `{key} = \"{condition}\"`"))
            }
            (_, "a string or an array of kinds") => problem.help(format!(
                "write `{key} = \"all\"`, `\"nothing\"`, kinds such as `[\"queen\"]`, or `\"script NAME\"`"
            )),
            (_, "a function's name in quotes") => {
                problem.help(format!("name a function of the script: `{key} = \"NAME\"`"))
            }
            (Value::Array(items), "a string") if items.len() == 1 => match &items[0].value {
                Value::String(text) => problem.help(format!("write it without brackets: `{key} = \"{text}\"`")),
                _ => problem,
            },
            (_, "a string") if what == "`[allow]`" => problem.help(format!("say why: `{key} = \"...\"`")),
            (_, "a string") if key == "letter" => {
                problem.help("a piece's letter is one capital letter: `letter = \"N\"`")
            }
            (Value::Integer(number), "a string") => problem.help(format!("write it in quotes: `{key} = \"{number}\"`")),
            _ => problem,
        });
    }
}
