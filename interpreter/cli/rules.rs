//! `heterodox rules`: a variant in; a rules page for players, Markdown or HTML, out.

use crate::args::RulesArgs;
use crate::output::{Problems, print};
use crate::subject::{open_named, remark_loaded};
use anyhow::Context;
use heterodox::describe::Account;
use heterodox::rulebook::{html, markdown, rules_page};
use std::process::ExitCode;

pub(crate) fn run(args: &RulesArgs) -> anyhow::Result<ExitCode> {
    let opened = open_named(&args.choice.variant, &args.choice.options.list);
    let account = match Account::new(&opened) {
        Ok(account) => account,
        Err(list) => return Err(Problems { list, sources: opened.loaded.sources }.into()),
    };
    let (name, format) = (&args.choice.variant, args.choice.report.format());
    remark_loaded(name, &opened.diagnostics, &opened.loaded.sources, format);
    let page = rules_page(&account);
    let ending = args.out.as_deref().and_then(|file| file.extension()).and_then(|ending| ending.to_str());
    let text = if args.html || matches!(ending, Some("html" | "htm")) { html(&page) } else { markdown(&page) };
    match &args.out {
        Some(file) => std::fs::write(file, text).with_context(|| format!("cannot write `{}`", file.display()))?,
        None => print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}
