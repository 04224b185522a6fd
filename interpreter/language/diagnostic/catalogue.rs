//! Every code that a problem can have, with its page in `grammar/problems`. What is not in this list cannot be
//! reported.

use super::Severity;
use std::fmt;

/// Declares the groups and, in each, the codes: name in Rust, word for people, severity.
macro_rules! catalogue {
    ($($(#[$about:meta])* $group:ident $title:literal {
        $($name:ident = $text:literal, $severity:ident;)*
    })*) => {
        /// What a problem is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Topic {
            $($(#[$about])* $group,)*
        }

        impl Topic {
            /// A heading for people.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    $(Topic::$group => $title,)*
                }
            }
        }

        /// The code of a problem; its page says what it means.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the pages are the documentation")]
        pub enum Code {
            $($($name,)*)*
        }

        impl Code {
            /// All codes, topic by topic.
            pub const ALL: &'static [Code] = &[$($(Code::$name,)*)*];

            /// The word for people and programs, stable: `unknown-key`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Code::$name => $text,)*)*
                }
            }

            /// Its page, in Markdown: what it means, why it matters, a bad example and a good one.
            #[must_use]
            pub const fn page(self) -> &'static str {
                match self {
                    $($(Code::$name => include_str!(concat!("../../../grammar/problems/", $text, ".md")),)*)*
                }
            }

            /// How bad it is; a few are milder where the text still has a clear meaning, none is ever worse.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self {
                    $($(Code::$name => Severity::$severity,)*)*
                }
            }

            /// What it is about.
            #[must_use]
            pub const fn topic(self) -> Topic {
                match self {
                    $($(Code::$name => Topic::$group,)*)*
                }
            }
        }
    };
}

impl Code {
    /// What it is, in a few words: what stands behind the code in the first line of its page.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.page().lines().next().and_then(|line| line.split_once(": ")).map_or("", |(_, title)| title)
    }

    /// The code that is written so.
    #[must_use]
    pub fn named(text: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.as_str() == text)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl PartialEq<str> for Code {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == other
    }
}

impl PartialEq<&str> for Code {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

catalogue! {
    /// Finding and reading files.
    Files "files" {
        NotFound = "not-found", Error;
        Unreadable = "unreadable", Error;
        NotUtf8 = "not-utf-8", Error;
        EmptyFile = "empty-file", Error;
        FileTooLarge = "file-too-large", Error;
        NoDefinition = "no-definition", Error;
        FileOutside = "file-outside", Error;
        DuplicateScript = "duplicate-script", Error;
        CircleOfParents = "circle-of-parents", Error;
        UnknownFormat = "unknown-format", Error;
        NothingToRemove = "nothing-to-remove", Error;
        MoreProblems = "more-problems", Note;
        CutShort = "cut-short", Note;
    }
    /// TOML, its keys and values.
    Keys "tables, keys and values" {
        Syntax = "syntax", Error;
        DuplicateKey = "duplicate-key", Error;
        UnknownKey = "unknown-key", Error;
        MissingKey = "missing-key", Error;
        WrongType = "wrong-type", Error;
        OutOfRange = "out-of-range", Error;
        UnknownValue = "unknown-value", Error;
        BadName = "bad-name", Error;
        EmptyList = "empty-list", Error;
        IdleKey = "idle-key", Error;
        ListedTwice = "listed-twice", Error;
        HiddenCharacter = "hidden-character", Error;
        TooDeep = "too-deep", Error;
        TooMany = "too-many", Error;
        UnknownOption = "unknown-option", Error;
        NoValues = "no-values", Error;
        UnusedOption = "unused-option", Warning;
        MissingBranch = "missing-branch", Error;
    }
    /// The board and its squares.
    Board "the board" {
        BoardSize = "board-size", Error;
        BoardCell = "board-cell", Error;
        BoardLink = "board-link", Error;
        BoardLines = "board-lines", Error;
        BoardSquares = "board-squares", Error;
        MissingCells = "missing-cells", Error;
        AmbiguousNames = "ambiguous-names", Error;
        UnknownSquare = "unknown-square", Error;
    }
    /// Regions and conditions.
    Words "regions and conditions" {
        RegionSyntax = "region-syntax", Error;
        UnknownRegion = "unknown-region", Error;
        RegionCycle = "region-cycle", Error;
        RegionOffBoard = "region-off-board", Error;
        RegionTooDeep = "region-too-deep", Error;
        RegionWithoutMeaning = "region-without-meaning", Error;
        BackwardRange = "backward-range", Error;
        ConditionSyntax = "condition-syntax", Error;
        MisplacedCondition = "misplaced-condition", Error;
        UnknownCounter = "unknown-counter", Error;
        NumberOutOfRange = "number-out-of-range", Error;
        TextTooLong = "text-too-long", Error;
        TextTooDeep = "text-too-deep", Error;
    }
    /// Pieces and what belongs to them.
    Pieces "pieces" {
        NoPieces = "no-pieces", Error;
        BadLetter = "bad-letter", Error;
        LetterUsedTwice = "letter-used-twice", Error;
        UnknownPiece = "unknown-piece", Error;
        ContradictoryKeys = "contradictory-keys", Error;
        IdentityNeedsEffect = "identity-needs-effect", Error;
        TextWord = "text-word", Error;
        UnreadableText = "unreadable-text", Error;
        CircleOfMovements = "circle-of-movements", Error;
    }
    /// Movement strings.
    Movements "movements" {
        EmptyMovement = "empty-movement", Error;
        UnknownLetter = "unknown-letter", Error;
        ForeignLetter = "foreign-letter", Error;
        MissingAtom = "missing-atom", Error;
        AmbiguousAtom = "ambiguous-atom", Error;
        EmptyLeap = "empty-leap", Error;
        LeapTooLong = "leap-too-long", Error;
        BadRange = "bad-range", Error;
        TwoRanges = "two-ranges", Error;
        RepeatedModifier = "repeated-modifier", Error;
        ContradictoryModifiers = "contradictory-modifiers", Error;
        MisplacedModifier = "misplaced-modifier", Error;
        PointlessModifier = "pointless-modifier", Warning;
        NothingToJump = "nothing-to-jump", Error;
        UnknownDirection = "unknown-direction", Error;
        AmbiguousDirections = "ambiguous-directions", Warning;
        OpenBracket = "open-bracket", Error;
        MissingLeg = "missing-leg", Error;
        MissingJoint = "missing-joint", Error;
        TooManyLegs = "too-many-legs", Error;
        TooManyTerms = "too-many-terms", Error;
        MovementTooLong = "movement-too-long", Error;
        MovementTooLarge = "movement-too-large", Error;
        MovementWithoutMoves = "movement-without-moves", Error;
        RangeTooLong = "range-too-long", Warning;
        NoSideEdges = "no-side-edges", Error;
        SidewaysWithoutFiles = "sideways-without-files", Error;
        ChainTooLong = "chain-too-long", Error;
    }
    /// Set-up, castling, duty and ends.
    Rules "set-up, castling, duty and ends" {
        BothSetups = "both-setups", Error;
        MissingSetup = "missing-setup", Error;
        CastlingRight = "castling-right", Error;
        RightUsedTwice = "right-used-twice", Error;
        CastlingNever = "castling-never", Warning;
        PromotionToItself = "promotion-to-itself", Warning;
        CastlingPath = "castling-path", Error;
        BothEnds = "both-ends", Error;
    }
    /// FEN.
    Positions "positions (FEN)" {
        FenRows = "fen-rows", Error;
        FenRowLength = "fen-row-length", Error;
        FenLetter = "fen-letter", Error;
        FenHole = "fen-hole", Error;
        FenTurn = "fen-turn", Error;
        FenCastling = "fen-castling", Error;
        FenPassing = "fen-passing", Error;
        FenNumber = "fen-number", Error;
        FenFields = "fen-fields", Error;
        FenImpossible = "fen-impossible", Warning;
    }
    /// Functions in Rhai.
    Scripts "scripts" {
        ScriptSyntax = "script-syntax", Error;
        UnknownWord = "unknown-word", Error;
        UnlikeValues = "unlike-values", Error;
        NeverEqual = "never-equal", Warning;
        MissingFunction = "missing-function", Error;
        UnusedFunction = "unused-function", Warning;
        IdleStatement = "idle-statement", Error;
        WrongParameters = "wrong-parameters", Error;
        AsksTooMuch = "asks-too-much", Error;
        EffectInQuestion = "effect-in-question", Error;
        TooLate = "too-late", Error;
        CapturedChain = "captured-chain", Error;
        CapturedChange = "captured-change", Error;
        HidesConstant = "hides-constant", Error;
        KeptFunction = "kept-function", Error;
        FunctionReplaced = "function-replaced", Note;
        ScriptError = "script-error", Error;
        WrongResult = "wrong-result", Error;
        BadNumber = "bad-number", Error;
        WordWithoutMeaning = "word-without-meaning", Warning;
        ScriptTooLong = "script-too-long", Error;
        ScriptTooDeep = "script-too-deep", Error;
        ScriptTooBig = "script-too-big", Error;
        BoardTooBig = "board-too-big", Error;
        HookTooWide = "hook-too-wide", Warning;
        HookMisses = "hook-misses", Warning;
    }
    /// Tests in definitions.
    Tests "tests in a definition" {
        TestOption = "test-option", Error;
        TestEmpty = "test-empty", Error;
        TestContradiction = "test-contradiction", Error;
        TestAfter = "test-after", Error;
        TestSquare = "test-square", Error;
        TestMoves = "test-moves", Error;
        TestLegal = "test-legal", Error;
        TestIllegal = "test-illegal", Error;
        TestWhy = "test-why", Error;
        TestPerft = "test-perft", Error;
        TestCheck = "test-check", Error;
        TestOutcome = "test-outcome", Error;
        TestSan = "test-san", Error;
    }
    /// First drafts of new variants.
    Drafts "new variants" {
        DraftName = "draft-name", Error;
        DraftPlace = "draft-place", Error;
        BoardTied = "board-tied", Error;
        BoardTooSmall = "board-too-small", Error;
        DraftRefused = "draft-refused", Error;
    }
    /// Trial play.
    Trial "trial play" {
        BrokenLaw = "broken-law", Error;
        NoEnd = "no-end", Error;
        EndlessGames = "endless-games", Warning;
    }
    /// What is allowed, but looks like a slip.
    Design "design" {
        AbsentPiece = "absent-piece", Warning;
        StuckSquares = "stuck-squares", Warning;
        IdleMovement = "idle-movement", Warning;
        UnreachableSquares = "unreachable-squares", Warning;
        UnreachablePromotion = "unreachable-promotion", Warning;
        SafeRoyal = "safe-royal", Warning;
        IdleEnd = "idle-end", Warning;
        ShadowedEnd = "shadowed-end", Warning;
        NoFirstMove = "no-first-move", Warning;
        DecidedStart = "decided-start", Warning;
        UnevenSetup = "uneven-setup", Warning;
        SharedText = "shared-text", Warning;
        IdleAllow = "idle-allow", Warning;
    }
    /// Moves and saved games.
    Games "moves and games" {
        IllegalMove = "illegal-move", Error;
        UnknownLanguage = "unknown-language", Error;
        PgnSyntax = "pgn-syntax", Error;
        PgnLength = "pgn-length", Error;
        PgnGames = "pgn-games", Error;
        PgnVariant = "pgn-variant", Error;
        PgnOption = "pgn-option", Error;
        PgnLanguage = "pgn-language", Error;
        PgnMove = "pgn-move", Error;
    }
}
