//! The command line.

use heterodox::bundled::Bundled;
use heterodox::open::open;
use heterodox::rules::Rules;
use heterodox::source::{SourceId, Span, Spanned};

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let opened = open(&args[1], &Bundled, &[]);
    for d in &opened.diagnostics {
        println!(
            "{:?} {} {} {:?} {:?} {:?}",
            d.primary.map(|s| opened.loaded.sources.place(s).to_string()),
            d.code,
            d.message,
            d.label,
            d.help,
            opened.loaded.sources.text(d.primary.unwrap())
        );
    }
    let Some(variant) = opened.variant else { std::process::exit(1) };
    let fen = args.get(3).cloned().unwrap_or(variant.start().to_string());
    let mut rules = Rules::new(variant);
    let span = Span::new(SourceId(0), 0..0);
    let (p, _) = rules.position(&Spanned::new(fen, span)).unwrap();
    let depth: usize = args[2].parse().unwrap();
    for d in 1..=depth {
        let t = std::time::Instant::now();
        let n = rules.perft(&p, d);
        println!("{d} {n} {:?} {:?}", t.elapsed(), rules.context().trouble());
    }
}
