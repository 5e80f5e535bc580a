//! Mechanism → its joints, one by one: how each moves, where it is in q and q̇, how far it may go.

use serde_json::{Value, json};

use super::joints::{combination, number};
use super::table::{Section, Table};
use crate::joint::{Component, Measure};
use crate::mechanism::{Body, Limits, Mechanism};

/// A joint of the tree, or a motor that moves such joints.
#[derive(Clone, Debug)]
pub struct Outline<'a> {
    /// The joint's name, or the motor's.
    pub name: String,
    /// The body that the joint carries; `None`: a motor.
    pub body: Option<&'a Body>,
    /// The body that the joint sits on; `None`: the base, or a motor.
    pub parent: Option<&'a Body>,
    /// Indices of its coordinates in q; none where it is driven or follows others.
    pub q: Vec<usize>,
    /// Indices of its velocities in q̇ (and in τ of a tree).
    pub v: Vec<usize>,
    /// Its coordinates as combinations of others, where it follows them.
    pub follows: Vec<String>,
}

/// The joints of the tree in its order, then the motors.
#[must_use]
pub fn outlines(mechanism: &Mechanism) -> Vec<Outline<'_>> {
    let mut all = Vec::new();
    let (mut q, mut v) = (0, 0);
    for body in &mechanism.bodies {
        let (nq, nv) = match body.driven {
            true => (0, 0),
            false => (body.joint.nq(), body.joint.nv()),
        };
        let mut outline = Outline {
            name: body.joint_name.clone(),
            body: Some(body),
            parent: body.parent.map(|parent| &mechanism.bodies[parent.0]),
            q: (q..q + nq).collect(),
            v: (v..v + nv).collect(),
            follows: Vec::new(),
        };
        place(&mut outline, mechanism);
        all.push(outline);
        (q, v) = (q + nq, v + nv);
    }
    all.extend(motors(mechanism));
    all
}

/// From the order of the tree to the user's coordinates.
fn place(outline: &mut Outline, mechanism: &Mechanism) {
    let Some(coordinates) = &mechanism.coordinates else {
        return;
    };
    let rows: Vec<_> = outline
        .q
        .iter()
        .map(|&row| &coordinates.positions[row])
        .collect();
    let plain: Option<Vec<usize>> = rows.iter().map(|row| row.plain()).collect();
    // One that follows another one to one has its coordinates.
    let is_own = |q: &Vec<usize>| {
        let mut blocks = coordinates.blocks.iter();
        let own = blocks.find(|block| block.name == outline.name);
        own.is_some_and(|block| {
            let all = block.q..block.q + block.coordinates.len();
            q.iter().all(|one| all.contains(one))
        })
    };
    match plain.filter(is_own) {
        Some(q) => {
            let rates = outline.v.iter().map(|&row| &coordinates.velocities[row]);
            outline.v = rates.filter_map(|row| row.plain()).collect();
            outline.q = q;
        }
        None => {
            let users: Vec<&str> = (coordinates.blocks.iter())
                .flat_map(|block| block.coordinates.iter().map(String::as_str))
                .collect();
            outline.follows = rows.iter().map(|row| combination(row, &users)).collect();
            (outline.q, outline.v) = (Vec::new(), Vec::new());
        }
    }
}

/// The user's coordinates that are no joint of the tree.
fn motors(mechanism: &Mechanism) -> impl Iterator<Item = Outline<'_>> {
    let is_joint = |name: &String| mechanism.bodies.iter().any(|body| body.joint_name == *name);
    let blocks = mechanism.coordinates.iter().flat_map(|one| &one.blocks);
    let motors = blocks.filter(move |block| !is_joint(&block.name));
    motors.map(|block| Outline {
        name: block.name.clone(),
        body: None,
        parent: None,
        q: (block.q..block.q + block.coordinates.len()).collect(),
        v: (block.v..block.v + block.velocities.len()).collect(),
        follows: Vec::new(),
    })
}

impl Outline<'_> {
    /// The type of the joint as models name it, or `motor`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        self.body.map_or("motor", |body| body.joint.type_name())
    }

    /// Whether the motion of the joint is an input.
    #[must_use]
    pub fn is_driven(&self) -> bool {
        self.body.is_some_and(|body| body.driven)
    }

    /// Whether the joint is a mode of a flexible body, a part of a frame on one, or the motor of an elastic joint: no joint that
    /// the model names.
    #[must_use]
    pub fn is_made(&self) -> bool {
        self.body.is_some_and(|body| body.auxiliary)
    }

    /// The axis of the joint in its body's frame as the model has it (the first of a universal joint, the normal of a planar one);
    /// `None` where it has none.
    #[must_use]
    pub fn axis(&self) -> Option<[f64; 3]> {
        let body = self.body?;
        if !body.joint.has_axis() {
            return None;
        }
        // The joint acts about z of the frame in which the user's frame is.
        let [_, _, z] = &body.user_frame.rotation.0;
        Some(z.each_ref().map(|part| part.to_f64()))
    }

    /// Units of its coordinates, its velocities and the forces along these.
    #[must_use]
    pub fn units(&self) -> [Vec<&'static str>; 3] {
        let Some(body) = self.body else {
            return [Vec::new(), Vec::new(), Vec::new()];
        };
        let units = |components: Vec<Component>, unit: fn(Measure) -> &'static str| {
            components.iter().map(|one| unit(one.measure)).collect()
        };
        let joint = &body.joint;
        [
            units(joint.coordinates(), Measure::unit),
            units(joint.velocities(), Measure::rate_unit),
            units(joint.velocities(), Measure::force_unit),
        ]
    }

    fn limits(&self) -> Option<&Limits> {
        self.body?.limits.as_ref()
    }
}

/// The joints as a table, without the modes of flexible bodies and what follows them, and without the motors of elastic joints.
#[must_use]
pub fn table(mechanism: &Mechanism) -> Section {
    let mut outlines = outlines(mechanism);
    outlines.retain(|one| !one.is_made());
    let limited = outlines.iter().any(|one| one.limits().is_some());
    let mut columns = vec![
        "joint", "type", "axis", "parent", "body", ">q", ">v", "unit",
    ];
    if limited {
        columns.extend([">lower", ">upper", ">effort", ">rate"]);
    }
    let mut table = Table::new(&columns);
    for one in &outlines {
        let name = |body: Option<&Body>, none: &str| {
            body.map_or_else(|| none.to_owned(), |body| body.name.clone())
        };
        let base = if one.body.is_some() { "base" } else { "" };
        let kind = if one.is_driven() { "driven " } else { "" };
        let mut units = one.units()[0].clone();
        units.dedup();
        let mut row = vec![
            one.name.clone(),
            format!("{kind}{}", one.kind()),
            one.axis().map_or_else(String::new, axis),
            name(one.parent, base),
            name(one.body, ""),
            places(&one.q),
            places(&one.v),
            units.join(", "),
        ];
        let limit = one.limits().cloned().unwrap_or_default();
        let limits = [limit.lower, limit.upper, limit.effort, limit.velocity];
        row.extend(
            limits
                .iter()
                .map(|limit| limit.as_ref().map_or_else(String::new, number)),
        );
        row.truncate(columns.len());
        table.row(row);
    }
    let mut legend = String::from(
        "Axes in the frame of the body; q and v: index in the coordinates and in the velocities, from 0.",
    );
    if limited {
        legend += " Limits in the unit of the joint, effort in Nm or N, rate per second.";
    }
    Section {
        title: "Joints".into(),
        table,
        notes: vec![legend],
    }
}

/// `x`, `-y`, or three numbers.
fn axis(axis: [f64; 3]) -> String {
    for (index, name) in ["x", "y", "z"].into_iter().enumerate() {
        if (0..3).all(|k| k == index || axis[k] == 0.0) {
            let sign = if axis[index] < 0.0 { "-" } else { "" };
            return format!("{sign}{name}");
        }
    }
    axis.map(|part| {
        format!("{:.4}", part)
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    })
    .join(" ")
}

/// `3`, `0-6`, or nothing.
pub(super) fn places(places: &[usize]) -> String {
    match places {
        [] => String::new(),
        [one] => one.to_string(),
        [first, .., last] if places.is_sorted_by(|a, b| a + 1 == *b) => format!("{first}-{last}"),
        several => several
            .iter()
            .map(usize::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    }
}

/// The mechanism as JSON, as `docs/json.md` has it.
#[must_use]
pub fn json(mechanism: &Mechanism) -> Value {
    let named = |body: Option<&Body>| body.map(|body| body.name.clone());
    let joints: Vec<Value> = outlines(mechanism).iter().map(joint_json).collect();
    let bodies = mechanism.bodies.iter().map(|body| {
        let parent = body.parent.map(|parent| &mechanism.bodies[parent.0]);
        json!({ "name": body.name, "parent": named(parent), "mass": body.inertia.mass.to_f64() })
    });
    let frames = mechanism.frames.iter().map(|frame| {
        let carrier = frame.body.map(|body| &mechanism.bodies[body.0]);
        json!({ "name": frame.name, "body": named(carrier) })
    });
    let parameters = mechanism
        .parameters
        .iter()
        .map(|one| json!({ "name": one.name, "default": one.default.to_f64() }));
    let closures = mechanism.loops.iter().flat_map(|loops| &loops.closures);
    let loops = closures.map(|closure| {
        let [from, to] = closure
            .ends
            .each_ref()
            .map(|end| named(end.body.map(|body| &mechanism.bodies[body.0])));
        json!({
            "name": closure.name,
            "joint": closure.type_name(),
            "from": from,
            "to": to,
            "equations": closure.rows.len(),
        })
    });
    json!({
        "model": crate::name::of_model(&mechanism.name),
        "name": mechanism.name,
        "source": mechanism.source.path,
        "gravity": mechanism.gravity.each_ref().map(|g| g.to_f64()),
        "nq": mechanism.nq(),
        "nv": mechanism.nv(),
        "degrees_of_freedom": mechanism.loops.as_ref().map_or(mechanism.nv(), |loops| loops.freedom()),
        "bodies": bodies.collect::<Vec<_>>(),
        "joints": joints,
        "frames": frames.collect::<Vec<_>>(),
        "actuated": mechanism.actuated,
        "parameters": parameters.collect::<Vec<_>>(),
        "loops": loops.collect::<Vec<_>>(),
        "flexible": super::flexible::json(mechanism),
        "elastic": super::elastic::json(mechanism),
    })
}

fn joint_json(one: &Outline) -> Value {
    let name = |body: Option<&Body>| body.map(|body| body.name.clone());
    let limits = one.limits().map(|limits| {
        let value = |limit: &Option<_>| limit.as_ref().map(crate::exact::number::Number::to_f64);
        json!({
            "lower": value(&limits.lower),
            "upper": value(&limits.upper),
            "effort": value(&limits.effort),
            "velocity": value(&limits.velocity),
        })
    });
    let [q, v, tau] = one.units();
    json!({
        "name": one.name,
        "type": one.kind(),
        "body": name(one.body),
        "parent": name(one.parent),
        "axis": one.axis(),
        "driven": one.is_driven(),
        "q": one.q,
        "v": one.v,
        "follows": one.follows,
        "units": { "q": q, "v": v, "tau": tau },
        "limits": limits,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_and_places_are_short() {
        assert_eq!(axis([0.0, -1.0, 0.0]), "-y");
        assert_eq!(axis([0.6, 0.0, 0.8]), "0.6 0 0.8");
        assert_eq!(places(&[3, 4, 5]), "3-5");
        assert_eq!(places(&[1]), "1");
        assert_eq!(places(&[2, 0]), "2 0");
        assert_eq!(places(&[]), "");
    }
}
