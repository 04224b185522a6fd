//! Small definitions that strain the working out of legality: powers that rest on pieces who can be taken, borrowed
//! movements, effects before and after moves, hoppers, lame movers, paralysis, vetoes, duties, several royal pieces.

/// Name, the tables beyond those of chess, and the script.
pub(crate) const MADE: &[(&str, &str, &str)] = &[
    (
        "relaying knights that can be taken",
        "[powers.relay]\npieces = [\"queen\", \"rook\", \"bishop\", \"pawn\", \"king\"]\nmoves = \"N\"\nwhen = \"script lent\"",
        "fn lent(piece) { piece.defended_by(\"knight\") }",
    ),
    (
        "the same in words",
        "[powers.relay]\npieces = [\"queen\", \"rook\", \"bishop\", \"pawn\", \"king\"]\nmoves = \"N\"\nwhen = \"defended by knight\"",
        "",
    ),
    (
        "relaying bishops",
        "[powers.relay]\npieces = [\"rook\", \"knight\", \"pawn\", \"king\"]\nmoves = \"B\"\nwhen = \"defended by bishop\"",
        "",
    ),
    (
        "relaying bishops by script",
        "[powers.relay]\npieces = [\"rook\", \"knight\", \"pawn\"]\nmoves = \"B\"\nwhen = \"script lent\"",
        "fn lent(piece) { piece.defended_by(\"bishop\") || piece.defended_by(\"queen\") }",
    ),
    (
        "powers of the attacked",
        "[powers.fear]\npieces = [\"queen\", \"bishop\", \"pawn\", \"king\"]\nmoves = \"N\"\nwhen = \"attacked by rook, knight\"",
        "",
    ),
    (
        "powers of the unguarded",
        "[powers.alone]\npieces = [\"rook\", \"bishop\", \"knight\"]\nmoves = \"AD\"\nwhen = \"not defended by pawn, knight\"",
        "",
    ),
    (
        "powers of a region",
        "[regions]\nfar = \"ranks 5-8\"\n[powers.far]\npieces = [\"pawn\", \"knight\"]\nmoves = \"K\"\nwhen = \"on far\"",
        "",
    ),
    (
        "two powers and one upon another's region",
        "[regions]\nnear = \"ranks 1-4\"\n[powers.one]\npieces = [\"pawn\", \"rook\"]\nmoves = \"N\"\nwhen = \"defended by knight and on near\"\n[powers.two]\npieces = [\"pawn\", \"rook\", \"knight\"]\nmoves = \"F\"\nwhen = \"defended by king or attacked by knight\"",
        "",
    ),
    (
        "borrowed from behind, kings too",
        "[powers.backing]\npieces = [\"king\", \"queen\", \"rook\", \"bishop\", \"knight\", \"pawn\"]\nas = \"backer\"",
        "fn backer(piece) { let behind = piece.square.step(\"back\"); if behind.holds_friend { behind.kind } else { \"\" } }",
    ),
    (
        "borrowed from guards",
        "[powers.lent]\npieces = [\"queen\", \"bishop\", \"pawn\", \"king\"]\nas = \"lender\"",
        "fn lender(piece) { if piece.defended_by(\"rook\") { \"rook\" } else if piece.defended_by(\"knight\") { \"knight\" } else { \"\" } }",
    ),
    ("colour change of all who take", "", "fn after(mv) { if mv.captures > 0 { mv.convert(mv.target); } }"),
    ("colour change of the attacked", "", "fn after(mv) { mv.convert(mv.target.attacks.foes.except(\"king\")); }"),
    (
        "explosions in which kings may die",
        "",
        "fn after(mv) { if mv.captures > 0 { mv.remove(mv.target); mv.remove(mv.target.around.except(\"pawn\")); } }",
    ),
    (
        "explosions by a loop",
        "",
        "fn after(mv) { if mv.captures > 0 { for way in [\"forward\", \"back\", \"left\", \"right\"] { let s = mv.target.step(way); if !s.is_empty && s.kind != \"king\" { mv.remove(s); } } } }",
    ),
    (
        "paralysis of rooks and knights",
        "[pieces.rook]\nactive = \"script free\"\n[pieces.knight]\nactive = \"script free\"",
        "fn free(piece) { !piece.attacked_by(piece.kind) }",
    ),
    (
        "pieces active only beside a friend",
        "[pieces.queen]\nactive = \"script near\"\n[pieces.bishop]\nactive = \"script near\"",
        "fn near(piece) { piece.neighbours.friends.any }",
    ),
    (
        "shooting rooks and pawns",
        "[pieces.rook]\nmoves = [\"mR\", { move = \"cR\", does = \"shoot\" }]\n[pieces.pawn]\nmoves = [\"fmW\", { move = \"fmnD\", from = \"pawn-rank\" }, { move = \"fcF\", does = \"shoot\", promotion = false }]",
        "fn shoot(mv) { mv.stay(); mv.remove(mv.target); }",
    ),
    (
        "bribing bishops and kings",
        "[pieces.bishop]\nmoves = [\"mB\", { move = \"cB\", does = \"bribe\", spares = [\"king\"] }]\n[pieces.king]\nmoves = [\"mK\", { move = \"cK\", does = \"bribe\", spares = [\"king\"] }]",
        "fn bribe(mv) { mv.stay(); mv.convert(mv.target); }",
    ),
    (
        "knights that leave a pawn behind",
        "[pieces.knight]\nmoves = { move = \"N\", does = \"leave\" }",
        "fn leave(mv) { mv.put(\"pawn\", mv.origin); }",
    ),
    (
        "rooks that become bishops",
        "[pieces.rook]\nmoves = { move = \"R\", does = \"turn\" }",
        "fn turn(mv) { mv.promote(\"bishop\"); }",
    ),
    (
        "knights that clear the squares around the origin",
        "[pieces.knight]\nmoves = { move = \"N\", does = \"clear\" }",
        "fn clear(mv) { mv.remove(mv.origin.around.foes.except(\"king\")); }",
    ),
    (
        "knights that move again",
        "[pieces.knight]\nmoves = [\"cN\", { move = \"mN\", does = \"twice\" }]",
        "fn twice(mv) { mv.again(); }",
    ),
    (
        "cannons, vaos, lame elephants and horses",
        "[pieces.cannon]\nletter = \"C\"\nmoves = \"mRcpR\"\n[pieces.vao]\nletter = \"V\"\nmoves = \"mBcpB\"\n[pieces.elephant]\nletter = \"E\"\nmoves = \"nA\"\n[pieces.horse]\nletter = \"H\"\nmoves = \"nN\"\n[pieces.engine]\nletter = \"D\"\nmoves = \"nD\"",
        "",
    ),
    (
        "hoppers that land behind and far",
        "[pieces.hopper]\nletter = \"H\"\nmoves = \"gQ\"\n[pieces.leo]\nletter = \"L\"\nmoves = \"pQ\"\n[pieces.short]\nletter = \"S\"\nmoves = \"mBcgR\"",
        "",
    ),
    (
        "riders and far leapers",
        "[pieces.nightrider]\nletter = \"T\"\nmoves = \"NN\"\n[pieces.dabbaba]\nletter = \"D\"\nmoves = \"DD\"\n[pieces.short]\nletter = \"S\"\nmoves = \"R3F\"\n[pieces.camel]\nletter = \"C\"\nmoves = \"C\"",
        "",
    ),
    (
        "relaying cannons and lame horses",
        "[pieces.cannon]\nletter = \"C\"\nmoves = \"mRcpR\"\n[pieces.horse]\nletter = \"H\"\nmoves = \"nN\"\n[powers.one]\npieces = [\"pawn\", \"bishop\"]\nmoves = \"nN\"\nwhen = \"defended by horse\"\n[powers.two]\npieces = [\"knight\", \"king\"]\nmoves = \"D\"\nwhen = \"defended by cannon\"",
        "",
    ),
    ("a veto", "[duty]\nallowed = \"may\"", "fn may(mv) { mv.captures == 0 || mv.kind != \"queen\" }"),
    (
        "a duty to take",
        "[duty]\nclaim = \"takes\"\nmerit = \"takes\"",
        "fn takes(mv) { if mv.captures > 0 { 1 } else { 0 } }",
    ),
    (
        "immune while guarded",
        "[pieces.rook]\nimmune = \"defended by knight\"\n[pieces.pawn]\nimmune = \"script safe\"",
        "fn safe(piece) { piece.neighbours.friends.of(\"bishop\").any }",
    ),
    (
        "pieces that take some",
        "[pieces.queen]\ntakes = [\"pawn\", \"knight\", \"king\"]\n[pieces.rook]\ntakes = \"script lesser\"\n[pieces.bishop]\ntakes = \"nothing\"",
        "fn lesser(piece, victim) { victim.is_a(\"pawn\") || victim.is_a(\"king\") && victim.rank > 2 }",
    ),
    (
        "targets filtered",
        "[pieces.queen]\nmoves = [{ move = \"Q\", filter = \"onward\" }]\n[pieces.knight]\nmoves = [{ move = \"N\", filter = \"onward\" }]",
        "fn onward(piece, target) { target.rank >= piece.rank }",
    ),
    (
        "powers by what stands around",
        "[regions]\nmiddle = \"files c-f and ranks 3-5\"\n[pieces.rook]\nactive = \"script free\"\n\
         [powers.leap]\npieces = [\"pawn\", \"bishop\"]\nmoves = \"N\"\nwhen = \"script ahead\"",
        "fn free(piece) { let to = piece.square.leap(1, 2); !to.exists || to.is_empty || to.side == \"foe\" || to.holds_friend && to.moved || to.within(\"middle\") }
         fn ahead(piece) { let to = piece.square.step(\"forward\"); to.holds_foe && !to.step(\"left\").is_empty || to.is_a(\"knight\") || piece.within(\"middle\") && piece.first(\"back\").is_a(\"pawn\") }",
    ),
    (
        "targets judged by what stands around",
        "[regions]\nmiddle = \"files c-f and ranks 3-5\"\n[pieces.queen]\nmoves = [{ move = \"Q\", filter = \"calm\" }]\n\
         [pieces.rook]\ntakes = \"script lesser\"",
        "fn calm(piece, target) { let to = target.step(\"forward\"); piece.within(\"middle\") || to.is_empty || to.side == \"friend\" || target.leap(-1, 2).kind == \"pawn\" || !target.step(\"left\").exists }
         fn lesser(piece, victim) { victim.is_a(\"pawn\") || victim.moved || victim.step(\"back\").holds_foe || victim.defended_by(\"pawn\") || piece.attacked_by(\"knight\") }",
    ),
    (
        "loans by what stands ahead",
        "[powers.loan]\npieces = [\"pawn\", \"king\", \"rook\"]\nas = \"ahead\"",
        "fn ahead(piece) { let to = piece.square.step(\"forward\"); if to.is_empty { \"\" } else if to.side == \"friend\" { to.kind } else { if piece.moved { \"knight\" } else { \"\" } } }",
    ),
    (
        "first moves",
        "[pieces.knight]\nmoves = [\"mN\", \"icN\"]\n[pieces.rook]\nmoves = [\"R\", \"iF\"]\n[pieces.king]\nmoves = [\"K\", \"imN\"]",
        "",
    ),
    ("pieces that take their friends", "[pieces.knight]\nmoves = \"NdN\"\n[pieces.bishop]\nmoves = \"BdF\"", ""),
    (
        "a lion and pieces that take by leaping over",
        "[pieces.lion]\nletter = \"L\"\nmoves = \"KNADcaKmcabK\"\n[pieces.draughtsman]\nletter = \"D\"\nmoves = [\"fmF\", { move = \"fcafmF\", chain = { must_finish = true, captured = \"at once\", promotion = \"ends\" } }]",
        "",
    ),
    ("royal queens beside the kings", "[pieces.queen]\nroyal = true", ""),
    (
        "a royal knight that is relayed",
        "[pieces.knight]\nroyal = true\n[powers.relay]\npieces = [\"knight\", \"pawn\", \"rook\"]\nmoves = \"F\"\nwhen = \"defended by bishop\"",
        "",
    ),
    (
        "kings that see each other",
        "[pieces.king]\nmoves = [\"K\", { move = \"fcR\", spares = [\"queen\", \"rook\", \"bishop\", \"knight\", \"pawn\"] }]",
        "",
    ),
    (
        "everyone takes in passing",
        "[pieces.pawn]\nmoves = [\"fmW\", \"fcF\", { move = \"fmnD\", passes = true }, { move = \"fcF\", captures = \"passing\" }]\n[pieces.bishop]\nmoves = [\"B\", { move = \"cF\", captures = \"passing\" }]",
        "",
    ),
    (
        "a wide hook",
        "[powers.crowd]\npieces = [\"pawn\", \"knight\", \"rook\"]\nmoves = \"F\"\nwhen = \"script crowd\"",
        "fn crowd(piece) { let n = 0; for way in [\"forward\", \"back\", \"left\", \"right\", \"forward-left\", \"forward-right\", \"back-left\", \"back-right\"] { if piece.square.step(way).kind == \"pawn\" { n += 1; } } n >= 2 }",
    ),
];
