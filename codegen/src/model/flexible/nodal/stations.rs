//! A body by nodes as pictures show it: its origin and its nodes, of many those that lie well apart.

use super::Nodal;
use crate::exact::number::Number;
use crate::mechanism::{Shape, Station};

/// Nodes of a picture, at most.
const NODES: usize = 160;

/// Nodes times modes of a picture, about at most.
const SHAPES: usize = 4000;

impl Nodal {
    /// The body as pictures show it.
    pub(super) fn shape(&self) -> Shape {
        let places: Vec<[f64; 3]> = (self.nodes.iter())
            .map(|node| node.place.each_ref().map(Number::to_f64))
            .collect();
        let first = self.frames.iter().map(|(_, node)| *node);
        let chosen = spread(
            &places,
            first.collect(),
            NODES.min(SHAPES / self.modes.len()),
        );
        let held = Station {
            shift: vec![[0.0; 3]; self.modes.len()],
            turn: vec![[0.0; 3]; self.modes.len()],
            ..Station::default()
        };
        let nodes = chosen.into_iter().map(|node| Station {
            shortening: Vec::new(),
            ..self.frame("", node).station()
        });
        // A node at the origin does not move either.
        let nodes = nodes.filter(|node| node.place != [0.0; 3]);
        Shape {
            stations: core::iter::once(held).chain(nodes).collect(),
            section: None,
        }
    }
}

/// Up to `most` of the places, `first` among them in any case; one after the other that which is farthest from the origin and
/// from those chosen before. In their order.
fn spread(places: &[[f64; 3]], first: Vec<usize>, most: usize) -> Vec<usize> {
    let mut chosen = first;
    chosen.sort_unstable();
    chosen.dedup();
    if places.len() <= most {
        return (0..places.len()).collect();
    }
    let square = |place: &[f64; 3], from: &[f64; 3]| {
        let parts = place.iter().zip(from);
        parts.map(|(a, b)| (a - b) * (a - b)).sum::<f64>()
    };
    let mut apart: Vec<f64> = places
        .iter()
        .map(|place| {
            let known = chosen.iter().map(|&node| square(place, &places[node]));
            known.fold(square(place, &[0.0; 3]), f64::min)
        })
        .collect();
    while chosen.len() < most {
        let farthest = (0..places.len()).max_by(|&a, &b| apart[a].total_cmp(&apart[b]));
        let Some(next) = farthest.filter(|&node| apart[node] > 0.0) else {
            break;
        };
        chosen.push(next);
        for (distance, place) in apart.iter_mut().zip(places) {
            *distance = distance.min(square(place, &places[next]));
        }
    }
    chosen.sort_unstable();
    chosen
}
