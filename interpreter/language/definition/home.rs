//! A key in, the table where it is at home out, for keys that stand under a wrong header.

/// The keys that a definition hands to no child.
pub(super) const HEAD: [&str; 4] = ["format", "extends", "remove", "script"];

/// Keys of the top level that are easily written under a header by mistake.
const TOP: [&str; 13] = [
    "format", "name", "summary", "inventor", "year", "sources", "extends", "script", "remove", "active", "end",
    "castling", "test",
];

/// Where a key belongs, for a message about one that stands under a wrong header.
pub(super) fn way_home(key: &str) -> Option<String> {
    if TOP.contains(&key) {
        let header =
            if ["end", "castling", "test"].contains(&key) { format!(", or `[[{key}]]`") } else { String::new() };
        let way = "under a header a key belongs to that table: write";
        return Some(format!("{way} `{key}` above the first header{header}"));
    }
    match home_of(key) {
        Some(home) => Some(format!("`{key}` is a key of {home}")),
        None => (key == "if").then(|| "`if` stands in the elements of arrays".to_owned()),
    }
}

/// The table where a key is at home, for keys that have one home.
pub(super) fn home_of(key: &str) -> Option<&'static str> {
    Some(match key {
        "zone" | "to" | "must" => "`[promotion]`",
        "fen" | "rows" => "`[setup]`",
        "files" | "ranks" | "squares" | "holes_crossable" | "wrap" => "`[board]` with `shape = \"rectangle\"`",
        "rings" | "sectors" | "centre" => "`[board]` with `shape = \"circle\"`",
        "cells" | "links" | "turn" => "`[board]` with `shape = \"graph\"`",
        "first" | "forward" => "`[sides]`",
        "resets" => "`[quiet]`",
        "claim" | "merit" | "allowed" => "`[duty]`",
        "right" | "king_to" | "rook_to" | "through_attack" => "`[[castling]]`",
        "result" | "stops" => "`[[end]]`",
        "spares" | "passes" | "captures" | "chain" | "does" | "filter" | "identity" | "text" => {
            "a movement's table, `{ move = \"N\", ... }`"
        }
        "must_finish" | "captured" => "`chain` in a movement's table",
        "letters" => "`[names.LANGUAGE]`",
        "legal" | "illegal" | "perft" | "san" | "outcome" | "check" | "after" | "of" => "`[[test]]`",
        "values" | "default" => "`[options.NAME]`",
        "letter" | "takes" | "immune" | "royal" | "value" => "`[pieces.NAME]`",
        _ => return None,
    })
}
