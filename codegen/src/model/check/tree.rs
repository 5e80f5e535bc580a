//! The tree of bodies: parents that exist, no cycles, depth-first order.

use std::collections::HashMap;

use crate::model::faults::Faults;
use crate::model::raw::{At, RawBody, RawParent};
use crate::name::nearest;

/// The tree over the bodies as written, by index.
pub(super) struct Tree {
    /// `None`: the base.
    pub(super) parent: Vec<Option<usize>>,
    /// Depth-first, children in file order.
    pub(super) order: Vec<usize>,
}

/// The bodies in depth-first order; `None` when they are no tree, which is reported.
pub(super) fn order(bodies: &[RawBody], faults: &mut Faults) -> Option<Tree> {
    let parent = parents(bodies, faults)?;
    let mut children = vec![Vec::new(); bodies.len()];
    let mut roots = Vec::new();
    for (body, parent) in parent.iter().enumerate() {
        match parent {
            Some(parent) => children[*parent].push(body),
            None => roots.push(body),
        }
    }
    let mut order = Vec::new();
    let mut stack: Vec<usize> = roots.into_iter().rev().collect();
    while let Some(body) = stack.pop() {
        order.push(body);
        stack.extend(children[body].iter().rev());
    }
    report_cycles(bodies, &parent, &order, faults);
    (order.len() == bodies.len()).then_some(Tree { parent, order })
}

/// Indices of the parents; `None` when one is unknown.
fn parents(bodies: &[RawBody], faults: &mut Faults) -> Option<Vec<Option<usize>>> {
    let names = || bodies.iter().map(|body| body.rigid.name.value.as_str());
    let index: HashMap<&str, usize> = names().enumerate().map(|(i, name)| (name, i)).collect();
    let find = |At { value, at }: &At<RawParent>| {
        let RawParent::Body(name) = value else {
            return Some(None);
        };
        let found = index.get(name.as_str());
        if found.is_none() {
            unknown(name, at, names(), faults);
        }
        found.map(|&i| Some(i))
    };
    // Collected first, so that every unknown parent is reported.
    let found: Vec<Option<Option<usize>>> = bodies
        .iter()
        .map(|body| body.parent.as_ref())
        .map({
            let mut find = find;
            move |parent| parent.and_then(&mut find)
        })
        .collect();
    found.into_iter().collect()
}

/// Complains of a name that no body has.
pub(super) fn unknown<'a>(
    name: &str,
    at: &core::ops::Range<usize>,
    names: impl Iterator<Item = &'a str>,
    faults: &mut Faults,
) {
    let shown: String = name.chars().take(60).collect();
    let help = match nearest(name, names.chain(["base"])) {
        Some(near) => format!("did you mean \"{near}\"?"),
        None => "write \"base\" or the name of a body".to_owned(),
    };
    faults.error(at, format!("no body is named \"{shown}\""), help);
}

/// Reports each cycle once, at its first body in the file: what the walk from the base did not reach runs into one.
fn report_cycles(
    bodies: &[RawBody],
    parent: &[Option<usize>],
    order: &[usize],
    faults: &mut Faults,
) {
    let mut reached = vec![false; bodies.len()];
    order.iter().for_each(|&body| reached[body] = true);
    for start in 0..bodies.len() {
        let (mut trail, mut body) = (Vec::new(), start);
        while !reached[body] {
            reached[body] = true;
            trail.push(body);
            body = parent[body].unwrap_or(body);
        }
        let Some(entry) = trail.iter().position(|&b| b == body) else {
            continue;
        };
        let cycle = &trail[entry..];
        let Some(&first) = cycle.iter().min() else {
            continue;
        };
        let name = |&b: &usize| format!("\"{}\"", bodies[b].rigid.name.value);
        let listed: Vec<String> = cycle.iter().take(8).map(name).collect();
        let at = bodies[first]
            .parent
            .as_ref()
            .map_or(0..0, |parent| parent.at.clone());
        let message = format!(
            "the bodies {} carry each other in a cycle",
            listed.join(", ")
        );
        faults.error(
            &at,
            message,
            "one of them needs the parent \"base\" or a body outside the cycle",
        );
    }
}
