//! `movement`, `describe` and `rules`: what is said, drawn and complained about.

use super::{Folder, heterodox};

#[test]
fn movement_says_and_draws() {
    heterodox(&["movement", "nN", "--square", "b1"])
        .exits(0)
        .says("- nN: leaps two squares along a line and one across")
        .says("nN from b1:\n\n8  . . . . . . . .\n")
        .says("3  * . * . . . . .\n")
        .says("*  goes there or takes there\n");
    let json = heterodox(&["movement", "fmWfcF", "--board", "hexagon-3", "--json"]).exits(0).json();
    assert_eq!(json["terms"][1]["written"], "fcF");
    assert_eq!(json["diagram"]["reached"].as_array().unwrap().len(), 2);
}

#[test]
fn movement_shows_what_is_wrong_at_its_place() {
    heterodox(&["movement", "fmXW"]).exits(1).complains(" --> movement:1:3\n").complains("atoms are the letters");
    heterodox(&["movement", "L"]).exits(1).complains("write `C` for (3,1) or `Z` for (3,2)");
    heterodox(&["movement", "rook"]).exits(1).complains("`heterodox describe VARIANT rook`");
    heterodox(&["movement", "N", "--square", "e44"]).exits(1).complains("did you mean `e4`?");
    heterodox(&["movement", "N", "--board", "circel"]).exits(2).complains("did you mean `circle`?");
    heterodox(&["movement", "-W"]).exits(1).complains("only inside a bracket");
    heterodox(&["movement", ""]).exits(1).complains("this movement is empty");
    heterodox(&["movement", "(9,9)"]).exits(1).complains("no moves from any square");
    // A warning is said, and the movement all the same.
    heterodox(&["movement", "rlbK"]).exits(0).complains("warning[ambiguous-directions]").says("rlbK");
}

#[test]
fn describe_says_and_draws() {
    let folder = Folder::new("describe");
    let file = folder.path("queen.svg");
    heterodox(&["describe", "knight-relay", "q", "d1", "--svg", &file])
        .exits(0)
        .says("queen (Q) of Knight Relay Chess\n")
        .says("power `relay`\n  Only while `relayed` holds (A knight of its own guards it")
        .says("queen on d1:\n");
    let drawn = std::fs::read_to_string(&file).unwrap();
    assert!(drawn.starts_with("<svg ") && drawn.contains("queen on d1"));
    let json = heterodox(&["describe", "diplomat", "diplomat", "--json"]).exits(0).json();
    assert_eq!(json["letter"], "D");
    assert!(json["moves"][1]["notes"].as_array().unwrap().len() > 3);
    heterodox(&["describe", "chess", "quene"]).exits(1).complains("did you mean `queen`?");
    heterodox(&["describe", "chess", "queen", "z1"]).exits(1).complains("the board has no square `z1`");
    heterodox(&["describe", "ches", "queen"]).exits(1).complains("did you mean `chess`?");
    heterodox(&["describe", "chess", "queen", "--svg", &folder.path("no/such/where.svg")])
        .exits(1)
        .complains("make it first");
}

#[test]
fn a_list_with_all_in_it_is_no_bound() {
    let folder = Folder::new("takes-all");
    let text = "format = 1\nname = \"All\"\nextends = \"chess\"\n\n[pieces.knight]\ntakes = [\"pawn\", \"all\"]\n";
    let file = folder.write("variant.toml", text);
    let said = heterodox(&["describe", &file, "knight"]).exits(0).stdout;
    assert!(!said.contains("nothing but") && !said.contains("an all"), "{said}");
}

#[test]
fn rules_writes_markdown_and_html() {
    let folder = Folder::new("rules");
    heterodox(&["rules", "cheskers"]).exits(0).says("# Cheskers\n").says("- **fifty-move rule:**");
    heterodox(&["rules", "cheskers", "--html"]).exits(0).says("<!DOCTYPE html>").says("<figure class=\"man\">");
    for (name, begins) in [("page.md", "# Cheskers"), ("page.html", "<!DOCTYPE html>")] {
        let file = folder.path(name);
        assert_eq!(heterodox(&["rules", "cheskers", "--option", "many=max", "--out", &file]).exits(0).stdout, "");
        assert!(std::fs::read_to_string(&file).unwrap().starts_with(begins));
    }
    heterodox(&["rules", "checkers"]).exits(1).complains("did you mean `cheskers`?");
    heterodox(&["rules", "cheskers", "--option", "many=most"])
        .exits(1)
        .complains("the option `many` has no value `most`");
    heterodox(&["rules", "chess", "--out", &folder.path("no/such/page.md")]).exits(1).complains("make it first");
}

#[test]
fn what_may_be_borrowed_is_drawn_under_a_condition() {
    let text = heterodox(&["describe", "examples/backing", "rook", "d4"]).exits(0).stdout;
    let row = |rank: &str| text.lines().find(|line| line.starts_with(rank)).unwrap().to_owned();
    assert_eq!(row("5  "), "5  . ? ? * ? ? . .");
    assert_eq!(row("4  "), "4  * * * R * * * *");
    assert!(text.contains("In the diagram what it may borrow is reached under a condition."), "{text}");
    // A function all of whose answers are known tells of whom anything may be borrowed.
    let folder = Folder::new("lenders");
    folder.write(
        "variant.toml",
        "format = 1\nname = \"Lenders\"\nextends = \"chess\"\nscript = \"rules.rhai\"\n\n\
         [powers.loan]\npieces = [\"rook\"]\nas = \"lender\"\n",
    );
    folder.write("rules.rhai", "fn lender(piece) { if piece.defended_by(\"knight\") { \"knight\" } else { \"\" } }\n");
    let text = heterodox(&["describe", &folder.path(""), "rook", "d4"]).exits(0).stdout;
    assert!(text.contains("That is `knight`, or none."), "{text}");
    assert!(text.lines().any(|line| line == "6  . . ? * ? . . ."), "{text}");
}
