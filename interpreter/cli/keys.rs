//! What `heterodox help COMMAND` says of the JSON that a command writes: its keys as a tree, each with its meaning. A test
//! compares them with what is written.

/// A heading and the keys below it, and what else is to be said.
macro_rules! keys {
    ($heading:literal, $($line:literal)* $(; $more:literal)?) => {
        concat!(
            $heading, ":\n" $(, "  ", $line, "\n")*,
            "If it fails before there is a result, `error` and `diagnostics[]` are all."
            $(, "\n\n", $more)?
        )
    };
}

pub(crate) const LIST: &str = keys!(
    "JSON keys",
    "variants[]     in the order of the table"
    "  name         by which commands open it"
    "  title        its full name"
    "  board        in a few words"
    "  squares      how many"
    "  inventor     null if unknown"
    "  year         null if unknown"
);

pub(crate) const VALIDATE: &str = keys!(
    "JSON keys",
    "ok                    whether no definition fails"
    "definitions[]         for each PATH"
    "  path                as it was given"
    "  name                of the game; null if it does not load"
    "  ok                  whether it has no error, nor a warning with `--strict`"
    "  options[]           the other values of options that were tried, as NAME=VALUE"
    "  tests"
    "    passed            how many"
    "    failed            how many"
    "  play                random games; null if none were played"
    "    games             how many"
    "    seed              of the first"
    "    plies             in all games together"
    "    endless           how many games were given up as endless"
    "    ends[]            how the others ended"
    "      reason          of the end"
    "      games           how many"
    "    failure           the first game in which a law broke; null if none"
    "      seed            with which that game is the first"
    "      moves[]         that lead to the fault, in coordinates"
    "  diagnostics[]       the problems"
    "    code              `heterodox explain CODE` says what it means"
    "    severity          error, warning or note"
    "    message           what is wrong"
    "    place             where; there is none for what stands in no text"
    "      file            a path, or an option of the command line such as --fen"
    "      line            from 1"
    "      column          from 1, in characters"
    "      end_line        of the end"
    "      end_column      one behind the last character"
    "    label             what is to be said of the place"
    "    labels[]          other places that matter"
    "      place           as above"
    "        file"
    "        line"
    "        column"
    "        end_line"
    "        end_column"
    "      label           what is to be said of it"
    "    help[]            ways out"
);

pub(crate) const TEST: &str = keys!(
    "JSON keys",
    "passed             how many tests of all definitions"
    "failed             how many"
    "definitions[]      for each PATH"
    "  path             as it was given"
    "  opens            whether it loads, so that its tests were run"
    "  tests[]"
    "    name           of the test"
    "    line           of its name in the definition"
    "    passed         whether all is as it says"
    "    diagnostics[]  what is not, as in `heterodox help validate`"
    "  diagnostics[]    problems of the definition itself"
);

pub(crate) const MOVES: &str = keys!(
    "JSON keys",
    "variant        name of the game"
    "fen            the position"
    "turn           white or black"
    "check          whether the side to move is in check"
    "outcome        how the game has ended; null while it goes on"
    "  winner       white or black; null for a draw"
    "  reason       name of the end"
    "moves[]        the legal moves"
    "  move         in coordinates"
    "  san          in short, in the language of `--lang`"
    "diagnostics[]  problems, as in `heterodox help validate`"
);

pub(crate) const PERFT: &str = keys!(
    "JSON keys",
    "fen                   the position"
    "depth                 in plies"
    "nodes                 how many sequences of so many plies"
    "divide[]              with `--divide`: for each move"
    "  move                in coordinates"
    "  nodes               how many sequences begin with it"
    "profile               with `--profile`"
    "  seconds             of counting"
    "  nodes_per_second"
    "  generation          share of the time, from 0 to 1"
    "  legality            share"
    "  playing             share"
    "  functions           share of the functions of the script"
    "  positions           at which the shares were measured"
    "  hooks[]             for each function that was asked"
    "    name"
    "    share             of the time"
    "    calls             how often it was asked"
    "    remembered        how often the answer was known"
    "    runs              how often its script ran"
    "    unkept            runs that could not be remembered"
    "    nodes             of its memory"
    "    full              whether its memory is full"
    "    advice[]"
    "      at              file:line:column"
    "      found           what costs much"
    "      instead         what to write"
    "diagnostics[]         problems, as in `heterodox help validate`"
);

pub(crate) const PLAY: &str = keys!(
    "JSON keys, of a value on one line at the beginning and for each line of input",
    "variant        name of the game; in the first value only"
    "seed           of the random player, null if there is none; in the first value only"
    "kept           the game with which `--resume` goes on, null if none waits; in the first value only"
    "  file         where it is"
    "  moves        how many it has; null if it cannot be read to its end"
    "diagnostics[]  problems, as in `heterodox help validate`; in the first value only"
    "line           the line that is answered; not in the first value"
    "error          why the line was refused, null if it was not"
    "played[]       moves made since the value before"
    "  side         white or black"
    "  move         in coordinates"
    "  san          in short, in the language of `--lang`"
    "fen            the position now"
    "turn           white or black"
    "check          whether the side to move is in check"
    "outcome        how the game has ended; null while it goes on"
    "  winner       white or black; null for a draw"
    "  reason       name of the end"
    "moves[]        the legal moves, none when the game is over"
    "  move         in coordinates"
    "  san          in short"
    "history[]      all moves of the game, in coordinates";
    "Programs write a move on a line, in either notation, or: undo, redo, new, resign, save FILE, save! FILE, load FILE, quit; or an empty \
     line to hear how the game stands."
);

pub(crate) const PICTURE: &str = keys!(
    "JSON keys",
    "fen            the position"
    "marks[]        the squares marked by `--marks`"
    "svg            the drawing"
    "text           with `--text` instead: the drawing"
    "file           with `--output` instead: where it was written"
    "diagnostics[]  problems, as in `heterodox help validate`"
);

pub(crate) const SHOW: &str = keys!(
    "JSON keys",
    "name           of the game"
    "summary        the rules in a few lines; null if unknown"
    "inventor       null if unknown"
    "year           null if unknown"
    "sources[]      where the rules come from"
    "extends        the parent; null if there is none"
    "board          in a few words"
    "squares[]      their names, row by row"
    "start          the set-up as FEN"
    "first          who moves first, white or black"
    "castling       the letters of castling rights"
    "pieces[]"
    "  name"
    "  letter"
    "  royal        whether it must not be lost"
    "  value        in hundredths of a pawn; null if none is given"
    "  moves[]      its movements with what else is said of them"
    "  takes        what it may take"
    "  immune       when it cannot be taken; null if it always can"
    "powers[]"
    "  name"
    "  pieces[]     those that have it"
    "  moves[]      its movements"
    "  when         the condition; null if there is none"
    "ends[]"
    "  when         the condition; null if a script judges"
    "  script       the function; null if there is a condition"
    "  result       win, loss, draw, white or black; null if a script judges"
    "  name         null if it has none"
    "options[]"
    "  name"
    "  value        chosen now"
    "  values[]     that can be chosen"
    "  default"
    "languages[]    codes for `--lang` besides en"
    "toml           with `--resolved` instead: the whole definition"
    "scripts        with `--resolved`: the scripts"
    "  FILE         the text of each, by the name of its file"
    "folder         with `--output` instead: where it was written"
    "files[]        with `--output`: the names of the files"
    "diagnostics[]  problems, as in `heterodox help validate`"
);

pub(crate) const EXPLAIN: &str = keys!(
    "JSON keys",
    "codes[]     those asked for, or all"
    "  code"
    "  severity  the worst that it has: error, warning or note"
    "  topic     what it is about"
    "  title     in a line"
    "  page      what it means, in Markdown"
    "error       which codes there are not; missing if there are all"
);

pub(crate) const SCHEMA: &str = "\
The schema is JSON with or without `--json`.

JSON keys with `--script`:
  script  the words, as a `.d.rhai` file";

pub(crate) const DESCRIBE: &str = keys!(
    "JSON keys",
    "name            of the piece"
    "letter"
    "facts[]         what else is to be known of it, in English"
    "moves[]         its movements"
    "  terms[]       the parts of each"
    "    written     as in the definition"
    "    text        in English"
    "  notes[]       under which conditions"
    "powers[]        what it can do besides"
    "  name"
    "  facts[]       when and how"
    "  moves[]       as above"
    "    terms[]"
    "      written"
    "      text"
    "    notes[]"
    "promotions[]    to what and where, in English"
    "diagram"
    "  square        where it stands"
    "  reached[]     by how it gets there"
    "    mark        the character in the drawing"
    "    meaning     in English"
    "    squares[]"
    "diagnostics[]   problems, as in `heterodox help validate`"
);

pub(crate) const NEW: &str = keys!(
    "JSON keys",
    "folder   that was made"
    "files[]  the names of the files in it"
);

pub(crate) const WATCH: &str = keys!(
    "JSON keys, of a value on one line for each check, as those of `definitions` in `heterodox help validate`",
    "path           as it was given"
    "name           of the game; null if it does not load"
    "ok             whether it has no error"
    "options[]      the other values of options that were tried"
    "tests"
    "  passed       how many"
    "  failed       how many"
    "play           random games; null if none were played"
    "  games        how many"
    "  seed         of the first"
    "  plies        in all games together"
    "  endless      how many were given up"
    "  ends[]"
    "    reason"
    "    games"
    "  failure      null if no law broke"
    "    seed"
    "    moves[]"
    "diagnostics[]  problems, as in `heterodox help validate`"
);

pub(crate) const RULES: &str = keys!(
    "JSON keys",
    "variant        name of the game"
    "markdown       the page"
    "html           with `--html` instead: the page"
    "file           with `--output` instead: where it was written"
    "diagnostics[]  problems, as in `heterodox help validate`"
);

pub(crate) const MOVEMENT: &str = keys!(
    "JSON keys",
    "movement       in canonical form"
    "terms[]        its parts"
    "  written      as in a definition"
    "  text         in English"
    "diagram"
    "  square       where it stands"
    "  reached[]    by how it gets there"
    "    mark       the character in the drawing"
    "    meaning    in English"
    "    squares[]"
    "diagnostics[]  problems, as in `heterodox help validate`"
);
