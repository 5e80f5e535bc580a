//! The rows of kinetic and potential energy.

use super::Factors;
use super::coefficients::Field;
use crate::leaves::Leaves;
use crate::recursion::{System, gravity, momentum};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// T = ½ ∫ ṙ · ṙ dm: half of what the field of velocities does on the body's own twist.
pub(super) fn kinetic<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Factors<L::S> {
    let twists = momentum::twists(system, rates, leaves);
    let links = system.outward(leaves, "kinetic energy of unit parameters");
    let links = links.map(|(i, _)| {
        let half = twists[i] * system.half;
        vec![(0, Field::of_velocities(twists[i]).on(half))]
    });
    Factors {
        rows: 1,
        links: links.collect(),
    }
}

/// V = −g · ∫ r dm: −g · o of m, with the place o of the body's origin, and −g in body axes of m c.
pub(super) fn potential<L: Leaves>(system: &System<L::S>, leaves: &L) -> Factors<L::S> {
    let g = gravity::directions(system, leaves);
    let mut heights: Vec<L::S> = Vec::with_capacity(g.len());
    let mut links = Vec::with_capacity(g.len());
    for (i, link) in system.outward(leaves, "potential energy of unit parameters") {
        let below = link.of_parent(&heights, L::S::zero());
        let above = link.of_parent(&g, system.gravity).dot(link.offset) + g[i].dot(link.slid());
        let height = below - above;
        let up: Vec3<L::S> = -g[i];
        let o = L::S::zero();
        links.push(vec![(0, [height, up[0], up[1], up[2], o, o, o, o, o, o])]);
        heights.push(height);
    }
    Factors { rows: 1, links }
}
