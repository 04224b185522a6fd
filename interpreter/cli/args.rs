//! The words of the command line: what may be said, and what `--help` says about it.

use crate::checking::SECONDS;
use crate::files::Form;
use crate::format::{CHECKS, Format, LISTS, RESULTS, Report};
use crate::keys;
use crate::values::{MOST_GAMES, pair, whole};
use clap::{Args as Arguments, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use heterodox::describe::PlainBoard;
use std::path::PathBuf;
use std::sync::LazyLock;

/// Checks, plays and analyses chess variants that are written as data.
#[derive(Debug, Parser)]
#[command(name = "heterodox", version = version(), max_term_width = 100, after_help = AFTER)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The version, with the commit where it is known.
fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("HETERODOX_COMMIT").map(|commit| format!(" ({commit})"));
        format!("{}{}", env!("CARGO_PKG_VERSION"), commit.unwrap_or_default())
    });
    &VERSION
}

const AFTER: &str = "\
A VARIANT is the name of a bundled variant (see `heterodox list`), a folder that holds `variant.toml`, or such a file.

Exit codes: 0 success; 1 the definition, the position or a move is wrong, or a test fails; 2 the command line is wrong.";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// List the bundled variants.
    List(ListArgs),
    /// Check definitions and show everything that is wrong with them.
    Validate(ValidateArgs),
    /// Run the tests that stand in definitions.
    Test(TestArgs),
    /// List the legal moves of a position.
    Moves(MovesArgs),
    /// Count the sequences of legal moves.
    Perft(PerftArgs),
    /// Play a game in the terminal.
    Play(PlayArgs),
    /// Draw a position.
    Picture(PictureArgs),
    /// Show what a definition comes to.
    Show(ShowArgs),
    /// Explain the code of a problem, or list all codes.
    Explain(ExplainArgs),
    /// Print the schema of definitions, or the words of scripts, for editors.
    Schema(SchemaArgs),
    /// Say in English what a piece does.
    Describe(DescribeArgs),
    /// Write the first draft of a variant into a new folder.
    New(NewArgs),
    /// Check a definition as `validate` does, again whenever one of its files is saved.
    Watch(WatchArgs),
    /// Write a rules page for players.
    Rules(RulesArgs),
    /// Say in English what a movement string means.
    Movement(MovementArgs),
    /// Print what a shell needs to complete commands and options.
    Completions(CompletionsArgs),
    /// Print the manual page.
    Man,
}

impl Command {
    /// How the problems that end a command are told.
    pub(crate) fn format(&self) -> Format {
        match self {
            Command::List(args) => args.report.format(),
            Command::Validate(args) => args.report.format(),
            Command::Test(args) => args.report.format(),
            Command::New(args) => args.report.format(),
            Command::Movement(args) => args.report.format(),
            Command::Explain(args) => args.report.format(),
            Command::Schema(args) => args.report.format(),
            Command::Completions(_) | Command::Man => Format::Human,
            Command::Moves(args) => args.choice.report.format(),
            Command::Perft(args) => args.choice.report.format(),
            Command::Show(args) => args.choice.report.format(),
            Command::Describe(args) => args.choice.report.format(),
            Command::Play(args) => args.choice.report.format(),
            Command::Picture(args) => args.choice.report.format(),
            Command::Rules(args) => args.choice.report.format(),
            Command::Watch(args) => args.choice.report.format(),
        }
    }

    /// The options chosen.
    fn options(&self) -> &[(String, String)] {
        match self {
            Command::Validate(args) => &args.options.list,
            Command::Test(args) => &args.options,
            Command::Moves(args) => &args.choice.options.list,
            Command::Perft(args) => &args.choice.options.list,
            Command::Show(args) => &args.choice.options.list,
            Command::Describe(args) => &args.choice.options.list,
            Command::Play(args) => &args.choice.options.list,
            Command::Picture(args) => &args.choice.options.list,
            Command::Rules(args) => &args.choice.options.list,
            Command::Watch(args) => &args.choice.options.list,
            Command::List(_)
            | Command::New(_)
            | Command::Movement(_)
            | Command::Explain(_)
            | Command::Schema(_)
            | Command::Completions(_)
            | Command::Man => &[],
        }
    }

    /// What is wrong with the command line that each word alone does not show: one option with two values, or a file
    /// whose name does not fit what is written into it.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let options = self.options();
        let twice = options.iter().enumerate().find_map(|(at, (name, value))| {
            let (_, other) = options[..at].iter().find(|(other, chosen)| other == name && chosen != value)?;
            Some(format!("the option `{name}` cannot be `{other}` and `{value}`; choose one"))
        });
        let form = match self {
            Command::Picture(args) => args.form(),
            Command::Rules(args) => args.form(),
            Command::Describe(DescribeArgs { drawing, .. }) | Command::Movement(MovementArgs { drawing, .. }) => {
                Form::of(Some(Form::Svg), drawing.svg.as_deref(), &[Form::Svg])
            }
            _ => return twice,
        };
        twice.or(form.err())
    }

    /// Whether JSON is written a value on each line, because there are many.
    pub(crate) fn speaks_in_lines(&self) -> bool {
        matches!(self, Command::Play(_) | Command::Watch(_))
    }
}

/// One variant, with its options chosen.
#[derive(Debug, Clone, Arguments)]
pub(crate) struct Choice {
    /// Name of a bundled variant, a folder that holds `variant.toml`, or such a file
    pub(crate) variant: String,
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// Options chosen.
#[derive(Debug, Clone, Arguments)]
pub(crate) struct Options {
    /// Choose a value of an option of the definition; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) list: Vec<(String, String)>,
}

/// A position: a start and the moves from it.
#[derive(Debug, Arguments)]
pub(crate) struct Start {
    /// Start from this position instead of the set-up
    #[arg(long, value_name = "FEN")]
    pub(crate) fen: Option<String>,
    /// Play these moves first, in either notation, with spaces between
    #[arg(long, value_name = "MOVES")]
    pub(crate) after: Option<String>,
}

/// The language of moves.
#[derive(Debug, Arguments)]
pub(crate) struct Speech {
    /// Language of moves and of the names of pieces and sides: `en`, or one for which the definition has `[names]`
    #[arg(long, value_name = "LANG", default_value = "en")]
    pub(crate) lang: String,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| LISTS.only(format)), after_long_help = keys::LIST)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| CHECKS.only(format)), after_long_help = keys::VALIDATE)]
pub(crate) struct ValidateArgs {
    /// Bundled names, folders or files
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(flatten)]
    pub(crate) report: Report,
    /// Exit with 1 for warnings too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Play so many random games and try the laws of all games in every position; 0 for none, otherwise as many as are
    /// needed to try each law often
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(0, MOST_GAMES))]
    pub(crate) play: Option<u32>,
    /// Seed of the first random game; each game that follows has the next number
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) time: Time,
}

/// How long a check may take.
#[derive(Debug, Clone, Copy, Arguments)]
pub(crate) struct Time {
    /// Stop after so many seconds of processor time for each definition, and say what was left out
    #[arg(long = "time", value_name = "SECONDS", default_value_t = SECONDS, allow_negative_numbers = true, value_parser = whole::<u32>(1, 1_000_000))]
    pub(crate) seconds: u32,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| CHECKS.only(format)), after_long_help = keys::TEST)]
pub(crate) struct TestArgs {
    /// Bundled names, folders or files
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<String>,
    /// Only the tests that are played with this value of an option; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = pair)]
    pub(crate) options: Vec<(String, String)>,
    #[command(flatten)]
    pub(crate) report: Report,
    #[command(flatten)]
    pub(crate) time: Time,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::MOVES)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) speech: Speech,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::PERFT)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Number of plies
    #[arg(allow_negative_numbers = true, value_parser = whole::<u8>(0, 100))]
    pub(crate) depth: u8,
    #[command(flatten)]
    pub(crate) start: Start,
    #[command(flatten)]
    pub(crate) speech: Speech,
    /// Also count below each move
    #[arg(long)]
    pub(crate) divide: bool,
    /// Share the work among so many threads
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u16>(1, 1024))]
    pub(crate) threads: u16,
    /// Also tell the speed, and what each function of the script has cost
    #[arg(long)]
    pub(crate) profile: bool,
}

/// Who moves the pieces of a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Player {
    /// You, at the keyboard
    Human,
    /// The program, any legal move with equal chance
    Random,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::PLAY)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Start from this position instead of the set-up
    #[arg(long, value_name = "FEN", conflicts_with = "resume")]
    pub(crate) fen: Option<String>,
    /// Who plays White
    #[arg(long, value_enum, value_name = "WHO")]
    pub(crate) white: Option<Player>,
    /// Who plays Black
    #[arg(long, value_enum, value_name = "WHO")]
    pub(crate) black: Option<Player>,
    /// Two people play (otherwise you play White and the program plays Black at random)
    #[arg(long, conflicts_with_all = ["white", "black"])]
    pub(crate) two: bool,
    /// Seed of the random player, so that a game can be had again
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) speech: Speech,
    /// Go on with a game that `save` has written; without FILE, with the last that was not finished
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    pub(crate) resume: Option<Option<PathBuf>>,
    /// Draw pieces as figures where there are some
    #[arg(long)]
    pub(crate) unicode: bool,
    /// Draw a circular board round instead of unrolled
    #[arg(long)]
    pub(crate) disk: bool,
    /// Draw the board from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::PICTURE)]
pub(crate) struct PictureArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    #[command(flatten)]
    pub(crate) start: Start,
    /// Draw with letters (so does a file whose name ends in `.txt`)
    #[arg(long, conflicts_with = "svg")]
    pub(crate) text: bool,
    /// Draw as SVG (this is the default)
    #[arg(long)]
    pub(crate) svg: bool,
    /// Write to this file
    #[arg(long, short, value_name = "FILE", visible_alias = "out")]
    pub(crate) output: Option<PathBuf>,
    /// Draw the board from Black's side
    #[arg(long)]
    pub(crate) flip: bool,
    /// Mark where the piece on this square can go
    #[arg(long, value_name = "SQUARE")]
    pub(crate) marks: Option<String>,
    #[command(flatten)]
    pub(crate) speech: Speech,
    /// With `--text`: draw pieces as figures where there are some
    #[arg(long, requires = "text")]
    pub(crate) unicode: bool,
    /// With `--text`: draw a circular board round instead of unrolled
    #[arg(long, requires = "text")]
    pub(crate) disk: bool,
}

impl PictureArgs {
    /// What is written.
    pub(crate) fn form(&self) -> Result<Form, String> {
        let asked = [(self.text, Form::Text), (self.svg, Form::Svg)];
        let asked = asked.into_iter().find_map(|(asked, form)| asked.then_some(form));
        Form::of(asked, self.output.as_deref(), &[Form::Svg, Form::Text])
    }
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::SHOW)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Write the whole definition, parents merged in, each value with the file and line it comes from
    #[arg(long)]
    pub(crate) resolved: bool,
    /// With `--resolved`: write it and its scripts into this folder, from where it loads again
    #[arg(long, short, value_name = "DIR", requires = "resolved", visible_alias = "out")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| LISTS.only(format)), after_long_help = keys::EXPLAIN)]
pub(crate) struct ExplainArgs {
    /// Codes, as they stand in brackets behind `error`; none: all, a line each
    #[arg(value_name = "CODE")]
    pub(crate) codes: Vec<String>,
    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| LISTS.only(format)), after_long_help = keys::SCHEMA)]
pub(crate) struct SchemaArgs {
    /// The words that scripts may use, as a `.d.rhai` file, instead of the JSON Schema of definitions
    #[arg(long)]
    pub(crate) script: bool,
    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Debug, Arguments)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: Shell,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::DESCRIBE)]
pub(crate) struct DescribeArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// The piece, by its name or its letter
    pub(crate) piece: String,
    /// Where it stands; the square that shows most unless said
    pub(crate) square: Option<String>,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::NEW)]
pub(crate) struct NewArgs {
    /// The new folder; its last part is the name of the variant: small letters, digits and `-`
    pub(crate) name: PathBuf,
    /// What to start from: a bundled name, a folder or a file; a game of its own unless said
    #[arg(long, value_name = "PARENT")]
    pub(crate) extends: Option<String>,
    /// The board: `10x8`, `circle`, `circle-4x16`, `hexagon`, `hexagon-6`, `cylinder-8x8`, `torus-8x8`
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<PlainBoard>,
    #[command(flatten)]
    pub(crate) report: Report,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| CHECKS.only(format)), after_long_help = keys::WATCH)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Play so many random games after each save and try the laws of all games in every position; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<u32>(0, MOST_GAMES))]
    pub(crate) play: u32,
    /// Seed of the first random game; each game that follows has the next number
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0, u64::MAX))]
    pub(crate) seed: u64,
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::RULES)]
pub(crate) struct RulesArgs {
    #[command(flatten)]
    pub(crate) choice: Choice,
    /// Write HTML with drawings instead of Markdown (so does a file whose name ends in `.html`)
    #[arg(long)]
    pub(crate) html: bool,
    /// Write to this file
    #[arg(long, short, value_name = "FILE", visible_alias = "out")]
    pub(crate) output: Option<PathBuf>,
}

impl RulesArgs {
    /// What is written.
    pub(crate) fn form(&self) -> Result<Form, String> {
        Form::of(self.html.then_some(Form::Html), self.output.as_deref(), &[Form::Markdown, Form::Html])
    }
}

#[derive(Debug, Arguments)]
#[command(mut_arg("format", |format| RESULTS.only(format)), after_long_help = keys::MOVEMENT)]
pub(crate) struct MovementArgs {
    /// The movement, such as `fmWfcF`
    #[arg(allow_hyphen_values = true)]
    pub(crate) movement: String,
    /// The board to draw: `10x8`, `circle`, `circle-4x16`, `hexagon`, `hexagon-6`, `cylinder-8x8`, `torus-8x8`
    #[arg(long, value_name = "BOARD", default_value = "8x8")]
    pub(crate) board: PlainBoard,
    /// Where the piece stands; the square that shows most unless said
    #[arg(long, value_name = "SQUARE")]
    pub(crate) square: Option<String>,
    #[command(flatten)]
    pub(crate) drawing: Drawing,
    #[command(flatten)]
    pub(crate) report: Report,
}

/// How a diagram is drawn.
#[derive(Debug, Arguments)]
pub(crate) struct Drawing {
    /// Write the diagram as SVG to this file too
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Draw pieces as figures where there are some
    #[arg(long)]
    pub(crate) unicode: bool,
    /// Draw a circular board round instead of unrolled
    #[arg(long)]
    pub(crate) disk: bool,
}
