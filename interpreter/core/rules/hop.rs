//! The hops that one way gives a piece somewhere in a chain: tables and a position in, landing squares with what is
//! taken out.

use crate::position::state::State;
use crate::rules::node::Node;
use crate::rules::targets::path_open;
use crate::variant::set::{SquareSet, Width};
use crate::variant::tables::Tables;

/// One hop.
pub(super) struct Hop<W: Width> {
    /// By which way.
    pub(super) way: u16,
    /// Where it lands.
    pub(super) to: usize,
    /// The squares on which it takes, in order.
    pub(super) takes: Vec<u8>,
    /// The same as a set.
    pub(super) taken: W::Set,
}

/// Adds the hops of the piece on `at` by one way, whatever functions say of them, but for those that are there already.
/// `standing`: who has been taken and still stands, `visited`: where nothing more is to be had without taking.
pub(super) fn add_hops<W: Width>(
    tables: &Tables<W>,
    state: &State<W>,
    node: &Node<W>,
    number: u16,
    at: usize,
    (standing, visited): (W::Set, W::Set),
    hops: &mut Vec<Hop<W>>,
) {
    let way = &tables.ways[usize::from(number)];
    let term = &tables.terms[way.term];
    let own = state.sides[node.us].without(at).minus(standing);
    let capturable = node.capturable(state, way).minus(standing);
    let occupied = state.occupied().without(at);
    let reach = &term.reach[node.us][at];
    let mut add = |to: usize, takes: Vec<u8>| {
        let taken = takes.iter().fold(W::Set::EMPTY, |set, &square| set.with(usize::from(square)));
        if (!takes.is_empty() || !visited.has(to)) && !hops.iter().any(|hop| hop.to == to && hop.taken == taken) {
            hops.push(Hop { way: number, to, takes, taken });
        }
    };
    for to in reach.quiet.minus(occupied).squares() {
        add(to, Vec::new());
    }
    for to in reach.capture.and(capturable).or(reach.destroy.and(own)).squares() {
        add(to, vec![to as u8]);
    }
    let slides = term.slide(reach, occupied);
    for to in slides.minus(occupied).squares() {
        add(to, Vec::new());
    }
    for to in slides.and(capturable).squares() {
        add(to, vec![to as u8]);
    }
    for ride in &reach.rides {
        let start = ride.start as usize;
        for &to in &term.ride_squares[start..start + usize::from(ride.length)] {
            let square = usize::from(to);
            if !occupied.has(square) {
                if ride.quiet {
                    add(square, Vec::new());
                }
                continue;
            }
            if (ride.capture && capturable.has(square)) || (ride.destroy && own.has(square)) {
                add(square, vec![to]);
            }
            break;
        }
    }
    for path in &term.paths[reach.paths.0 as usize..reach.paths.1 as usize] {
        if !path_open(path, state, node, capturable) || path.destroys.meets(standing) {
            continue;
        }
        let to = usize::from(path.to);
        let stands = occupied.has(to);
        let lands = (path.quiet && !stands) || (path.capture && capturable.has(to)) || (path.destroy && own.has(to));
        if lands {
            let mut takes = path.takes_order.clone();
            takes.extend(path.destroys.squares().map(|square| square as u8));
            if stands {
                takes.push(path.to);
            }
            add(to, takes);
        }
    }
}
