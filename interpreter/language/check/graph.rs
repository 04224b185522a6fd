//! Boards of points and lines: what is listed, or built by a script, in; the board out. A cell without a good name is
//! given one, and a line that leads nowhere is left out, so that the rest can be checked.

use super::builder::Builder;
use crate::board::{Board, BoardError, CellSpec, GraphSpec, LinkSpec, MAX_SQUARES, is_square_name};
use crate::definition::{Definition, Doubt, GraphDef};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::script::Program;
use crate::source::Span;
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The most further places at which a cell that is not there is shown.
const MOST_SHOWN: usize = 4;

/// What a graph is made of, with the places.
struct Plan {
    spec: GraphSpec,
    cells: Vec<Span>,
    /// The two ends of each line.
    links: Vec<[Span; 2]>,
}

/// The board of a graph.
pub(super) fn graph(
    builder: &mut Builder<'_>,
    definition: &Definition,
    shape: &GraphDef,
    program: Option<&Program>,
) -> Option<Board> {
    let plan = if shape.cells.is_empty() { built(builder, definition, shape, program) } else { Some(listed(shape)) };
    let Some(mut plan) = plan else { return stand_in(builder, shape) };
    name_all(builder, &mut plan);
    let errors = match Board::graph(plan.spec.clone()) {
        Ok(board) => {
            overlaps(builder, &plan);
            // Where two cells had one name, a line may be meant for the other.
            if !builder.doubt.names {
                idle_lines(builder, &plan);
            }
            return Some(board);
        }
        Err(errors) => errors,
    };
    for error in &errors {
        let link = |index: usize| plan.links.get(index).map(|[from, _]| *from);
        let span = match error.field {
            "cells" => error.index.and_then(|index| plan.cells.get(index).copied()),
            "links" => error.index.and_then(link),
            "turn" => Some(shape.turn.span),
            _ => None,
        };
        builder.wrong(error, span.unwrap_or(builder.table.span));
    }
    mend(builder, &mut plan, &errors);
    Board::graph(plan.spec).ok().or_else(|| stand_in(builder, shape))
}

/// Notes cells that are drawn on top of others.
fn overlaps(builder: &mut Builder<'_>, plan: &Plan) {
    let mut seen: HashMap<(u64, u64), usize> = HashMap::new();
    let mut found = Vec::new();
    for (at, cell) in plan.spec.cells.iter().enumerate() {
        // Nought has two signs.
        let place = ((cell.x + 0.0).to_bits(), (cell.y + 0.0).to_bits());
        if let Some(first) = seen.get(&place) {
            let (name, other) = (&cell.name, &plan.spec.cells[*first].name);
            let problem = Diagnostic::error(Code::BoardCell, format!("`{name}` is drawn where `{other}` is"))
                .at(plan.cells[at])
                .label("on top of another");
            let problem = if plan.cells[*first] == plan.cells[at] {
                problem
            } else {
                problem.also(plan.cells[*first], "the other")
            };
            found.push(problem.help("give each cell an `x` and `y` of its own"));
        }
        seen.entry(place).or_insert(at);
    }
    found.into_iter().take(MOST_SHOWN).for_each(|problem| builder.say(problem));
}

/// Notes lines that lead from a cell to itself, and lines that others are already.
fn idle_lines(builder: &mut Builder<'_>, plan: &Plan) {
    let turns = plan.spec.turns;
    let back = |heading: i64| (heading + turns / 2) % turns;
    let mut seen: HashMap<(&str, i64, &str, i64), Span> = HashMap::new();
    let mut found = Vec::new();
    for (link, [span, _]) in plan.spec.links.iter().zip(&plan.links) {
        let (from, to) = (link.from.as_str(), link.to.as_str());
        let arrives = link.arrives.unwrap_or(link.heading);
        if from == to {
            found.push(
                Diagnostic::error(Code::BoardLink, format!("a line leads from `{from}` to itself"))
                    .at(*span)
                    .label("leads nowhere else")
                    .help("end it at another cell, or leave it out"),
            );
            continue;
        }
        let mut ways = vec![(from, link.heading, to, arrives)];
        if link.both_ways {
            ways.push((to, back(arrives), from, back(link.heading)));
        }
        if let Some(first) = ways.iter().all(|way| seen.contains_key(way)).then(|| seen[&ways[0]]) {
            let problem =
                Diagnostic::error(Code::BoardLink, format!("the line from `{from}` to `{to}` is there already"))
                    .at(*span)
                    .label("adds nothing");
            let problem = if first == *span { problem } else { problem.also(first, "here already") };
            found.push(problem.help("leave one out, or let it lead another way"));
        }
        for way in ways {
            seen.entry(way).or_insert(*span);
        }
    }
    found.into_iter().take(MOST_SHOWN).for_each(|problem| builder.say(problem));
}

/// A board that stands for one of which only the shape is known.
fn stand_in(builder: &mut Builder<'_>, shape: &GraphDef) -> Option<Board> {
    builder.doubt = builder.doubt.or(Doubt::SQUARES);
    let cell = CellSpec { name: "a1".to_owned(), x: 0.0, y: 0.0, row: 0, rank: None, file: None };
    let turns = if shape.turn.value == 8 { 8 } else { 12 };
    Board::graph(GraphSpec { cells: vec![cell], links: Vec::new(), turns }).ok()
}

/// The cells and lines of the definition.
fn listed(shape: &GraphDef) -> Plan {
    let mut row = 0;
    let mut cells = Vec::new();
    for cell in &shape.cells {
        row = cell.row.unwrap_or(row);
        cells.push(CellSpec {
            name: cell.name.value.clone(),
            x: cell.x,
            y: -cell.y, // authors count upwards
            row,
            rank: cell.rank,
            file: cell.file,
        });
    }
    let link = |link: &crate::definition::LinkDef| LinkSpec {
        from: link.from.value.clone(),
        to: link.to.value.clone(),
        heading: link.heading.value,
        arrives: link.arrives.as_ref().map(|arrives| arrives.value),
        both_ways: link.both_ways,
    };
    Plan {
        spec: GraphSpec { cells, links: shape.links.iter().map(link).collect(), turns: shape.turn.value },
        cells: shape.cells.iter().map(|cell| cell.name.span).collect(),
        links: shape.links.iter().map(|link| [link.from.span, link.to.span]).collect(),
    }
}

/// The cells and lines that the script builds.
fn built(
    builder: &mut Builder<'_>,
    definition: &Definition,
    shape: &GraphDef,
    program: Option<&Program>,
) -> Option<Plan> {
    let span = builder.table.span;
    let Some(program) = program else {
        // What is wrong with the script, or with the list of cells, is said already.
        if !definition.names_script && !builder.doubt.size {
            builder.say(
                Diagnostic::error(Code::MissingCells, "a graph board needs cells")
                    .at(span)
                    .label("no cells")
                    .help("list them in `[[board.cells]]`, or write `fn board(b)` in the script"),
            );
        }
        return None;
    };
    if program.is_unread("board") || !program.is_sound("board", 1) {
        return None;
    }
    let plan = match program.board() {
        Ok(plan) => plan,
        Err(problem) => {
            let problem = *problem;
            builder.say(if problem.primary.is_none() { problem.at(span) } else { problem });
            return None;
        }
    };
    let cells = plan.cells.iter().map(|cell| CellSpec {
        name: cell.name.clone(),
        x: cell.x as f64,
        y: -(cell.y as f64),
        row: cell.row,
        rank: cell.rank,
        file: cell.file,
    });
    let links = plan.links.iter().map(|link| LinkSpec {
        from: link.from.clone(),
        to: link.to.clone(),
        heading: link.heading,
        arrives: link.arrives,
        both_ways: false,
    });
    Some(Plan {
        spec: GraphSpec { cells: cells.collect(), links: links.collect(), turns: shape.turn.value },
        cells: plan.cells.iter().map(|cell| cell.span).collect(),
        links: plan.links.iter().map(|link| [link.span; 2]).collect(),
    })
}

/// Gives every cell a name of its own, and leaves out the lines to cells that are not there. Names that only lines have
/// are taken for those of the cells without a good one, the likeliest first; the others are told.
fn name_all(builder: &mut Builder<'_>, plan: &mut Plan) {
    let cells = &plan.spec.cells;
    if cells.len() > MAX_SQUARES {
        return; // That is told of the whole.
    }
    let mut known: HashSet<&str> = HashSet::new();
    let nameless: Vec<usize> = (0..cells.len())
        .filter(|at| {
            let name = cells[*at].name.as_str();
            !is_square_name(name) || !known.insert(name)
        })
        .collect();
    let mut strange: IndexMap<&str, Vec<Span>> = IndexMap::new();
    for (link, spans) in plan.spec.links.iter().zip(&plan.links) {
        for (name, span) in [&link.from, &link.to].into_iter().zip(spans) {
            if is_square_name(name) && !known.contains(name.as_str()) {
                strange.entry(name.as_str()).or_default().push(*span);
            }
        }
    }
    // Names begin alike; and a line of a script may be passed often.
    let begun: BTreeSet<char> = nameless.iter().filter_map(|at| cells[*at].name.chars().next()).collect();
    let n_places = |spans: &[Span]| spans.iter().collect::<BTreeSet<_>>().len();
    strange.sort_by_cached_key(|name, spans| {
        let (n_places, alike) = (n_places(spans), name.starts_with(|c| begun.contains(&c)));
        std::cmp::Reverse((n_places > 1, alike, n_places, spans.len()))
    });
    let meant: BTreeMap<usize, (String, Span)> =
        nameless.iter().zip(&strange).map(|(at, (name, spans))| (*at, ((*name).to_owned(), spans[0]))).collect();
    for (name, spans) in strange.iter().skip(nameless.len()) {
        let problem = Diagnostic::error(Code::BoardLink, format!("no cell is called `{name}`"))
            .at(spans[0])
            .label("leads nowhere");
        let problem = spans[1..].iter().take(MOST_SHOWN).fold(problem, |problem, span| problem.also(*span, "and here"));
        builder.say(match nearest(name, known.iter().copied().collect::<BTreeSet<_>>()) {
            Some(near) => problem.help(format!("did you mean `{near}`?")),
            None => problem.help("list the cell, or end the line at one that is listed"),
        });
    }
    // What is wrong with a name is said in the words of the board itself.
    let alone = GraphSpec { links: Vec::new(), turns: 12, ..plan.spec.clone() };
    let of_names = |error: &&BoardError| error.index.is_some_and(|at| nameless.contains(&at));
    let errors = Board::graph(alone).err().unwrap_or_default();
    for error in errors.iter().filter(of_names) {
        let at = error.index.unwrap_or_default();
        let Some(span) = plan.cells.get(at).filter(|_| !plan.spec.cells[at].name.is_empty()) else { continue };
        let problem = Diagnostic::error(Code::BoardCell, error.message.clone()).at(*span).label("this cell");
        builder.say(match meant.get(&at) {
            None => problem.also(builder.table.span, "the board"),
            Some((name, line)) => problem
                .also(*line, format!("no cell is called `{name}`"))
                .help(format!("call it `{name}`, if that is the cell which the line means")),
        });
    }
    builder.doubt.names = meant.len() < nameless.len();
    builder.doubt.words = builder.doubt.names;
    builder.doubt.lines |= strange.len() > nameless.len();
    let taken: HashSet<String> = known.iter().chain(strange.keys()).map(|name| (*name).to_owned()).collect();
    let mut fresh = (0..).map(|number| format!("_{number}")).filter(|name| !taken.contains(name));
    for at in nameless {
        let name = meant.get(&at).map(|(name, _)| name.clone()).or_else(|| fresh.next());
        plan.spec.cells[at].name = name.unwrap_or_default();
    }
    let names: HashSet<&str> = plan.spec.cells.iter().map(|cell| cell.name.as_str()).collect();
    let whole = |link: &LinkSpec| names.contains(link.from.as_str()) && names.contains(link.to.as_str());
    let kept: Vec<bool> = plan.spec.links.iter().map(whole).collect();
    let mut keep = kept.iter();
    plan.links.retain(|_| keep.next().copied().unwrap_or(false));
    let mut keep = kept.iter();
    plan.spec.links.retain(|_| keep.next().copied().unwrap_or(false));
}

/// Changes what cannot be built, and notes what is not known any more.
fn mend(builder: &mut Builder<'_>, plan: &mut Plan, errors: &[BoardError]) {
    let mut lost: BTreeSet<usize> = BTreeSet::new();
    for error in errors {
        match (error.field, error.index) {
            ("links", Some(at)) => {
                lost.insert(at);
                builder.doubt.lines = true;
            }
            ("links", None) => {
                lost.extend(0..plan.spec.links.len());
                builder.doubt.lines = true;
            }
            _ => {}
        }
    }
    let mut at = 0..;
    plan.spec.links.retain(|_| at.next().is_some_and(|at: usize| !lost.contains(&at)));
    let mut row = i64::MIN;
    for cell in &mut plan.spec.cells {
        for ordinate in [&mut cell.x, &mut cell.y] {
            if !ordinate.is_finite() || ordinate.abs() > 1e6 {
                *ordinate = 0.0;
            }
        }
        for number in [&mut cell.rank, &mut cell.file] {
            if number.is_some_and(|number| !(1..=MAX_SQUARES as i64).contains(&number)) {
                *number = None;
                (builder.doubt.ranks, builder.doubt.grid) = (true, true);
            }
        }
        builder.doubt.size |= cell.row < row;
        cell.row = cell.row.max(row);
        row = cell.row;
    }
    if plan.spec.turns != 8 {
        plan.spec.turns = 12;
    }
}
