//! What pieces do, in plain English and in diagrams. A movement or an opened definition comes in; sentences come out,
//! and scenes to draw.

mod account;
mod condition;
mod diagram;
mod movement;
mod plain;
mod reach;
mod solo;
mod way;
pub(crate) mod words;

pub use account::{Account, MoveText, PieceText, PowerText};
pub use diagram::{Diagram, placement};
pub use movement::{Speaker, TermText};
pub(crate) use plain::no_board;
pub use plain::{BOARD_WORDS, Edges, PlainBoard};
pub use reach::{Reached, reach};
pub use solo::{Solo, solo};
