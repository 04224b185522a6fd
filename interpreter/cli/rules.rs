//! `heterodox rules`: a variant in; a rules page for players, Markdown or HTML, out.

use crate::args::{Choice, RulesArgs};
use crate::files::{self, Form};
use crate::output::{Problems, print, print_json};
use crate::subject::{open_named, remark_loaded};
use heterodox::describe::Account;
use heterodox::diagnostic::json::json;
use heterodox::rulebook::{html, markdown, rules_page};
use serde_json::json;
use std::process::ExitCode;

/// The rules page of what was chosen, as Markdown, or why there is none.
pub(crate) fn text(choice: &Choice) -> anyhow::Result<String> {
    let opened = open_named(&choice.variant, &choice.options.list);
    match Account::new(&opened) {
        Ok(account) => Ok(markdown(&rules_page(&account))),
        Err(list) => Err(Problems { list, sources: opened.loaded.sources }.into()),
    }
}

pub(crate) fn run(args: &RulesArgs) -> anyhow::Result<ExitCode> {
    let form = args.form().map_err(anyhow::Error::msg)?;
    let opened = open_named(&args.choice.variant, &args.choice.options.list);
    let account = match Account::new(&opened) {
        Ok(account) => account,
        Err(list) => return Err(Problems { list, sources: opened.loaded.sources }.into()),
    };
    let (name, format) = (&args.choice.variant, args.choice.report.format());
    remark_loaded(name, &opened.diagnostics, &opened.loaded.sources, format);
    let page = rules_page(&account);
    let in_html = form == Form::Html;
    let text = if in_html { html(&page) } else { markdown(&page) };
    if let Some(file) = &args.output {
        files::write(file, &text)?;
    }
    if args.choice.report.is_json() {
        let mut value = json!({ "variant": account.variant().name() });
        match &args.output {
            Some(file) => value["file"] = json!(file.display().to_string()),
            None => value[if in_html { "html" } else { "markdown" }] = json!(text),
        }
        value["diagnostics"] = json(&opened.diagnostics, &opened.loaded.sources);
        print_json(&value)?;
    } else if args.output.is_none() {
        print(&text)?;
    }
    Ok(ExitCode::SUCCESS)
}
