//! The scene: mechanism → bodies with elementary joints, in plain numbers.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use super::bend::{Bend, bends};
use super::swing::Swing;
use crate::exact::angle::Angle;
use crate::exact::number::Number;
use crate::mechanism::{self, Block, Combination, Coordinates, Joint, Mechanism, Pose};
use crate::model::Loaded;
use crate::recursion::Quantity;
use crate::transform::elementary;

/// A mechanism as the page draws it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Scene {
    /// Gravitational acceleration in the base frame, m/s².
    gravity: [f64; 3],
    /// Parents before children.
    bodies: Vec<SceneBody>,
    frames: Vec<SceneFrame>,
    /// Both ends of every cut joint.
    ends: Vec<SceneEnd>,
    /// The flexible bodies.
    bends: Vec<Bend>,
}

/// A body that moves: `T_parent_body = placement · J(q)`.
#[derive(Clone, Debug, Serialize)]
struct SceneBody {
    name: String,
    /// Index of the body that carries it; `None`: the base.
    parent: Option<usize>,
    placement: Rows,
    joint: SceneJoint,
    #[serde(rename = "jointName")]
    joint_name: String,
    /// kg.
    mass: f64,
    /// Mass centre in the body's frame, m.
    centre: [f64; 3],
    /// The frame that the model calls this body's, in the body's frame.
    own: Rows,
    /// Whether it is none of the model's: between the parts of a split joint, or of a flexible body.
    auxiliary: bool,
    /// Whether it is a mode of a flexible body or a frame on one: no joint is there to be drawn.
    deflected: bool,
}

/// Rows of [R p], 3×4.
pub(super) type Rows = [[f64; 4]; 3];

/// The motion of a body in its joint frame.
#[derive(Clone, Debug, Serialize)]
struct SceneJoint {
    #[serde(flatten)]
    motion: SceneMotion,
    /// Name of the array that holds its coordinates.
    argument: &'static str,
    /// The coordinate of the joint, from elements of that array.
    coordinates: Vec<SceneCoordinate>,
    /// Element of tau that acts along a joint of one coordinate.
    force: Option<usize>,
}

/// offset + Σ factor · element + Σ factor · element · element.
#[derive(Clone, Debug, Serialize)]
struct SceneCoordinate {
    offset: f64,
    /// Element and factor.
    terms: Vec<(usize, f64)>,
    /// Two elements and the factor of their product: what foreshortening adds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<(usize, usize, f64)>,
}

/// The motion of an elementary joint.
#[derive(Clone, Debug, Serialize)]
struct SceneMotion {
    /// The type as model files name it.
    #[serde(rename = "type")]
    kind: &'static str,
    /// Of a screw, m/rad.
    #[serde(skip_serializing_if = "Option::is_none")]
    pitch: Option<f64>,
    /// Of a deflection: the axes that its coordinates go along, 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    axes: Option<Vec<usize>>,
}

/// A named frame.
#[derive(Clone, Debug, Serialize)]
struct SceneFrame {
    name: String,
    body: Option<usize>,
    pose: Rows,
    /// The function that computes its pose.
    function: String,
}

/// The frame at which a cut joint holds a body.
#[derive(Clone, Debug, Serialize)]
struct SceneEnd {
    body: Option<usize>,
    pose: Rows,
    /// Whether the joint turns about z of the end, and nothing else.
    turns: bool,
}

/// The next coordinate of the tree to assign to a joint, and its relation to the user's coordinates.
struct CoordinateCursor<'a> {
    coupled: Option<&'a Coordinates>,
    /// Velocities of the actuated joints, where others have no force.
    actuated: Option<&'a [usize]>,
    q: usize,
    v: usize,
    driven: usize,
}

impl CoordinateCursor<'_> {
    /// The coordinate of a joint that has the tree's coordinate `index`, apart from an offset of its own.
    fn coordinate(&self, index: usize, offset: f64) -> SceneCoordinate {
        match self
            .coupled
            .and_then(|coupled| coupled.positions.get(index))
        {
            Some(row) => SceneCoordinate {
                offset: offset + row.offset.to_f64(),
                terms: (row.terms.iter())
                    .map(|(element, factor)| (*element, factor.to_f64()))
                    .collect(),
                squares: (row.squares.iter())
                    .map(|(i, j, factor)| (*i, *j, factor.to_f64()))
                    .collect(),
            },
            None => SceneCoordinate::plain(index, offset),
        }
    }

    /// The element of tau that acts along the tree's velocity `index`, of a joint.
    fn force(&self, index: usize, joint: &str) -> Option<usize> {
        let velocity = match self.coupled {
            Some(coupled) => own_velocity(coupled, index, joint)?,
            None => index,
        };
        match self.actuated {
            Some(actuated) => actuated.iter().position(|&v| v == velocity),
            None => Some(velocity),
        }
    }
}

/// The user's velocity that the tree's velocity `index` is. Where it moves others as well, that is so in the joint that has it of its own; a
/// motor of several joints has none in any.
fn own_velocity(coupled: &Coordinates, index: usize, joint: &str) -> Option<usize> {
    let velocity = coupled.velocities.get(index)?.plain()?;
    let is_moved = |row: &&Combination| row.terms.iter().any(|(one, _)| *one == velocity);
    let is_alone = coupled.velocities.iter().filter(is_moved).count() == 1;
    let has = |block: &Block| {
        let own = block.v..block.v + block.velocities.len();
        block.name == joint && own.contains(&velocity)
    };
    (is_alone || coupled.blocks.iter().any(has)).then_some(velocity)
}

impl SceneCoordinate {
    fn plain(element: usize, offset: f64) -> Self {
        Self {
            offset,
            terms: vec![(element, 1.0)],
            squares: Vec::new(),
        }
    }
}

impl Scene {
    pub(super) fn of(mechanism: &Mechanism, swings: &[Swing]) -> Self {
        let elementary = elementary(mechanism);
        let mut tree = CoordinateCursor {
            coupled: mechanism.coordinates.as_ref(),
            actuated: mechanism.loops.as_ref().map(|loops| &loops.actuated[..]),
            q: 0,
            v: 0,
            driven: 0,
        };
        let made = mechanism.bodies.iter();
        let made = made.filter(|body| body.auxiliary && body.spring.is_none());
        let made: HashSet<&str> = made.map(|body| body.name.as_str()).collect();
        // The motor of an elastic joint is seen where the joint is.
        let seat = |body: &'_ mechanism::Body| {
            let joint = body.spring.as_ref().map(|spring| spring.joint.0);
            let seat = joint.map_or(body, |joint| &elementary.bodies[joint]);
            (seat.parent.map(|parent| parent.0), rows(&seat.placement))
        };
        let bodies = elementary.bodies.iter().map(|body| SceneBody {
            name: body.name.clone(),
            parent: seat(body).0,
            placement: seat(body).1,
            joint: SceneJoint::of(body, &mut tree),
            joint_name: body.joint_name.clone(),
            mass: body.inertia.mass.to_f64(),
            centre: body.inertia.centre().map(|x| x.to_f64()),
            own: rows(&body.user_frame),
            auxiliary: body.auxiliary,
            deflected: made.contains(body.name.as_str()),
        });
        let frame = |frame: &mechanism::Frame| SceneFrame {
            name: frame.name.clone(),
            body: frame.body.map(|body| body.0),
            pose: rows(&frame.pose),
            function: Quantity::TipPose(0).name_for(&frame.name),
        };
        let closures = elementary.loops.iter().flat_map(|loops| &loops.closures);
        let ends = closures.flat_map(|closure| {
            closure.ends.iter().map(|end| SceneEnd {
                body: end.body.map(|body| body.0),
                pose: rows(&end.pose),
                turns: (closure.joint.as_ref()).is_some_and(Joint::is_rotation),
            })
        });
        Self {
            gravity: mechanism.gravity.clone().map(|g| g.to_f64()),
            bodies: bodies.collect(),
            frames: elementary.frames.iter().map(frame).collect(),
            ends: ends.collect(),
            bends: bends(mechanism, swings, |body| drawn(&elementary, body)),
        }
    }
}

impl SceneJoint {
    fn of(body: &mechanism::Body, tree: &mut CoordinateCursor<'_>) -> Self {
        let (rotation, translation) = (body.joint.rotation(), body.joint.translation());
        let angle = rotation.map(Angle::to_f64);
        let offset = angle.or(translation.map(Number::to_f64)).unwrap_or(0.0);
        let motion = SceneMotion {
            kind: body.joint.type_name(),
            pitch: body.joint.pitch().map(Number::to_f64),
            axes: match &body.joint {
                Joint::Deflection(deflection) => Some(deflection.axes.clone()),
                _ => None,
            },
        };
        let (nq, nv) = (body.joint.nq(), body.joint.nv());
        if body.driven {
            let elements = tree.driven..tree.driven + nq;
            tree.driven += nq;
            return Self {
                motion,
                argument: "driven_q",
                coordinates: elements
                    .map(|k| SceneCoordinate::plain(k, offset))
                    .collect(),
                force: None,
            };
        }
        let coordinates = (tree.q..tree.q + nq).map(|k| tree.coordinate(k, offset));
        let joint = Self {
            motion,
            argument: "q",
            coordinates: coordinates.collect(),
            force: (nv == 1)
                .then(|| tree.force(tree.v, &body.joint_name))
                .flatten(),
        };
        tree.q += nq;
        tree.v += nv;
        joint
    }
}

fn rows(pose: &Pose) -> Rows {
    core::array::from_fn(|i| {
        core::array::from_fn(|j| match j {
            3 => pose.translation[i].to_f64(),
            _ => pose.rotation.0[i][j].to_f64(),
        })
    })
}

/// The place of every link as written: the body of the scene that it moves with (`None`: the base), and its pose in that
/// body's frame. `mechanism` may have other frames than the model it was compiled of; the bodies' own are the same.
pub(super) fn places<'a>(
    mechanism: &Mechanism,
    loaded: &'a Loaded,
) -> HashMap<&'a str, (Option<usize>, Rows)> {
    let elementary = elementary(mechanism);
    let place = |carrier: &'a mechanism::Carrier| {
        let name = carrier.name.as_str();
        let Some(id) = carrier.body else {
            return Some((name, (None, rows(&carrier.frame))));
        };
        let written = loaded.mechanism.bodies.get(id.0)?;
        let index = drawn(&elementary, written)?;
        let own = rows(&written.user_frame.inverse().times(&carrier.frame));
        let pose = times(&rows(&elementary.bodies[index].user_frame), &own);
        Some((name, (Some(index), pose)))
    };
    loaded.carriers.iter().filter_map(place).collect()
}

/// The index in the scene of a body of the model.
fn drawn(elementary: &Mechanism, body: &mechanism::Body) -> Option<usize> {
    let is_it = |one: &mechanism::Body| !one.auxiliary && one.name == body.name;
    elementary.bodies.iter().position(is_it)
}

/// The product of two poses.
pub(super) fn times(a: &Rows, b: &Rows) -> Rows {
    core::array::from_fn(|i| {
        core::array::from_fn(|j| {
            let turned: f64 = (0..3).map(|k| a[i][k] * b[k][j]).sum();
            turned + if j == 3 { a[i][3] } else { 0.0 }
        })
    })
}
