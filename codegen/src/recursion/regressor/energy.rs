//! The rows of kinetic and potential energy.

use super::Factors;
use crate::leaves::Leaves;
use crate::recursion::{System, gravity, momentum};
use crate::scalar::Scalar;
use crate::spatial::Vec3;

/// T = ½ ∫ ṙ · ṙ dm with ṙ = v + ω × x: ½ v·v of m, v × ω of m c, ½ ω_i ω_i and ω_i ω_j of I.
pub(super) fn kinetic<L: Leaves>(
    system: &System<L::S>,
    rates: &[L::S],
    leaves: &L,
) -> Factors<L::S> {
    let twists = momentum::twists(system, rates, leaves);
    let links = system.outward(leaves, "kinetic energy of unit parameters");
    let links = links.map(|(i, _)| {
        let (ω, v) = (twists[i].angular, twists[i].linear);
        let half = |x: L::S| x * system.half;
        let first = v.cross(ω);
        let squares = ω.0.map(|x| half(x * x));
        let factors = [
            half(v.dot(v)),
            first[0],
            first[1],
            first[2],
            squares[0],
            ω[0] * ω[1],
            squares[1],
            ω[0] * ω[2],
            ω[1] * ω[2],
            squares[2],
            squares[1] + squares[2],
            squares[0] + squares[2],
            squares[0] + squares[1],
        ];
        vec![(0, factors)]
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
        links.push(vec![(
            0,
            [height, up[0], up[1], up[2], o, o, o, o, o, o, o, o, o],
        )]);
        heights.push(height);
    }
    Factors { rows: 1, links }
}
