//! The grammar of conditions and regions, `grammar/condition.pest`, as a parser.

#![allow(unreachable_pub, reason = "the derived enum of rules is public in its module")]

#[derive(pest_derive::Parser)]
#[grammar = "../../grammar/condition.pest"]
pub(super) struct Grammar;
