//! Cut joints → closures, and whether their loops can be closed.

use super::jointed::{Jointed, find};
use super::{Parts, joint};
use crate::assembly;
use crate::closed::{SubsystemBlock, Subsystems};
use crate::exact::angle::Angle;
use crate::exact::element::FieldElement;
use crate::exact::number::Number;
use crate::exact::rank::rank;
use crate::exact::residue::Residue;
use crate::function::FIELDS;
use crate::joint::TYPES;
use crate::leaves::CUTOFF;
use crate::mechanism::{
    Block, BlockKind, Body, Closure, ConstraintRow, Frame, Loops, Mechanism, Mobility, Pose,
};
use crate::model::faults::Faults;
use crate::model::raw::{At, RawEnd, RawLoop, RawModel, RawParent};
use crate::name::nearest;
use crate::prove::Structure;
use crate::recursion;
use crate::recursion::Quantity;
use crate::state::{normalised, pieces};
use crate::transform::elementary;

/// Adds its loops to a mechanism; faults are reported.
pub(super) fn close(
    raw: &RawModel,
    joints: &[Jointed],
    parts: &Parts,
    mechanism: &mut Mechanism,
    faults: &mut Faults,
) {
    let own = &raw.closures;
    if own.loops.is_empty() {
        let assembly = own.assembly.first().map(|one| &one.joint.at);
        let stray = assembly.map(|at| (at, "assembly"));
        let stray = stray.or_else(|| Some((&own.minimum_norm.as_ref()?.at, "minimum_norm")));
        let stray = stray.or_else(|| Some((&own.stabilisation.as_ref()?.at, "stabilisation")));
        if let Some((at, key)) = stray {
            let message = format!("`{key}` goes with loops, and the model has none");
            faults.error(at, message, "remove it, or add [[loop]]");
        }
        return;
    }
    let moving = parts.joints.iter().zip(&mechanism.bodies);
    let moving = moving.filter(|(_, body)| body.joint.nq() > 0);
    let moving: Vec<&Jointed> = moving.map(|(&joint, _)| &joints[joint]).collect();
    if let Some((at, message)) = obstacle(raw, &moving, mechanism) {
        let help =
            "write every joint of a mechanism with loops on its own, in the order of the tree";
        faults.error(&at, message, help);
        return;
    }
    for (index, one) in own.loops.iter().enumerate() {
        let name = &one.name;
        if own.loops[..index]
            .iter()
            .any(|before| before.name.value == name.value)
        {
            let message = format!("two loops are named \"{}\"", name.value);
            faults.error(&name.at, message, "choose another name");
        }
    }
    let built = own.loops.iter();
    let closures: Vec<Closure> = built
        .filter_map(|one| closure(one, parts, &mechanism.bodies, faults))
        .collect();
    let guess = guess(raw, joints, mechanism, faults);
    if faults.any_error() {
        return;
    }
    mechanism.loops = Some(Loops {
        closures,
        minimum_norm: (own.minimum_norm.as_ref()).map(|one| {
            let given = one.value.clone();
            given.unwrap_or_else(|| Number::from_f64(CUTOFF).unwrap_or_default())
        }),
        stabilisation: own.stabilisation.as_ref().map(|one| one.value.clone()),
        actuated: actuated(mechanism),
        mobility: Mobility::default(),
    });
    let given: Vec<&str> = (own.assembly.iter())
        .map(|one| one.joint.value.as_str())
        .collect();
    assemble(&own.loops, (&guess, &given), mechanism, faults);
}

/// The fault of a mechanism with loops: a part that it cannot have, of joints that are not locked.
fn obstacle(
    raw: &RawModel,
    joints: &[&Jointed],
    mechanism: &Mechanism,
) -> Option<(core::ops::Range<usize>, String)> {
    let follows = joints
        .iter()
        .find_map(|joint| Some(joint.mimic?.at.clone()));
    let geared = raw.transmissions.first().map(|one| one.matrix.at.clone());
    let changes = |order: &&At<Vec<At<String>>>| {
        let wanted: Vec<&String> = order.value.iter().map(|one| &one.value).collect();
        let blocks = mechanism.bodies.iter().map(|body| body.block().name);
        let tree: Vec<String> = blocks.filter(|name| wanted.contains(&name)).collect();
        !wanted.into_iter().eq(&tree)
    };
    let order = raw.order.as_ref().filter(changes);
    let driven = joints.iter().find_map(|joint| joint.driven.cloned());
    let conflict = |at: Option<core::ops::Range<usize>>, what: &str| {
        Some((at?, format!("{what} in a mechanism with loops")))
    };
    conflict(follows, "a joint follows another")
        .or_else(|| conflict(geared, "there is a transmission"))
        .or_else(|| conflict(driven, "a joint is driven"))
        .or_else(|| conflict(order.map(|order| order.at.clone()), "`order` is set"))
}

/// Velocities of the actuated joints, rising: all of them unless the model says otherwise; and all modes and motors of elastic
/// joints, whose generalised forces are inputs and outputs as those of an open chain.
fn actuated(mechanism: &Mechanism) -> Vec<usize> {
    let inner = mechanism.inner_velocities();
    let named = |block: &Block| {
        let names = mechanism.actuated.as_ref();
        names.is_none_or(|names| names.contains(&block.name)) || inner.contains(&block.v)
    };
    let blocks = mechanism.blocks();
    let own = blocks.iter().filter(|block| named(block));
    own.flat_map(|block| block.v..block.v + block.velocities.len())
        .collect()
}

fn closure(raw: &RawLoop, parts: &Parts, bodies: &[Body], faults: &mut Faults) -> Option<Closure> {
    let aligned = joint::align(&raw.joint, &raw.name.value, faults);
    let cut = aligned.as_ref().map(|one| one.joint.clone());
    let Some(rows) = cut
        .as_ref()
        .map_or(Some(ConstraintRow::ALL), |joint| joint.joint_type().cut)
    else {
        let kind = cut.map_or("", |joint| joint.type_name());
        let message = format!("loop \"{}\" is cut at a {kind} joint", raw.name.value);
        faults.error(&raw.name.at, message, what_can_be_cut());
        return None;
    };
    let (before, after) = aligned.map_or_else(
        || (Pose::identity(), Pose::identity()),
        |one| (one.before.pose(), one.after.pose()),
    );
    let [from, to] = &raw.ends;
    let from = end(from, &raw.name.value, &before, parts, faults);
    let to = end(to, &raw.name.value, &after, parts, faults);
    let (from, to) = (from?, to?);
    if from.body == to.body {
        let carrier = from.body.map_or("the base".to_owned(), |body| {
            format!("body \"{}\"", bodies[body.0].name)
        });
        let message = format!("loop \"{}\" connects {carrier} with itself", raw.name.value);
        let at = raw.ends[1]
            .body
            .as_ref()
            .map_or(0..0, |body| body.at.clone());
        let help = "name two bodies that move against each other (a fixed body is part of what carries it)";
        faults.error(&at, message, help);
        return None;
    }
    Some(Closure {
        name: raw.name.value.clone(),
        joint: cut,
        ends: [from, to],
        rows: rows.to_vec(),
    })
}

/// The remedy for a joint that cannot be cut.
fn what_can_be_cut() -> String {
    let types = TYPES.iter().filter(|one| one.cut.is_some());
    let names: Vec<&str> = types.map(|one| one.name).collect();
    format!("cut it at a {} or fixed joint", names.join(", "))
}

/// A frame of a cut joint on its body.
fn end(
    raw: &RawEnd,
    name: &str,
    aligned: &Pose,
    parts: &Parts,
    faults: &mut Faults,
) -> Option<Frame> {
    let At { value, at } = raw.body.as_ref()?;
    let placed = raw.placement.pose().times(aligned);
    let (body, pose) = match value {
        RawParent::Base => (None, placed),
        RawParent::Body(wanted) => {
            let Some(host) = parts.hosts.iter().find(|host| host.name == *wanted) else {
                let shown: String = wanted.chars().take(60).collect();
                let names = parts.hosts.iter().map(|host| host.name.as_str());
                let help = match nearest(wanted, names.chain(["base"])) {
                    Some(near) => format!("did you mean \"{near}\"?"),
                    None => "write the name of a body of this model, or \"base\"".to_owned(),
                };
                faults.error(at, format!("no body is named \"{shown}\""), help);
                return None;
            };
            (host.body, host.frame.times(&placed))
        }
    };
    Some(Frame {
        name: name.to_owned(),
        body,
        pose,
    })
}

/// The approximate positions of the joints when the loops are closed: 0 unless the model says otherwise, quaternions the identity.
fn guess(
    raw: &RawModel,
    joints: &[Jointed],
    mechanism: &Mechanism,
    faults: &mut Faults,
) -> Vec<f64> {
    let mut q = vec![0.0; mechanism.nq()];
    let blocks = mechanism.blocks();
    for block in &blocks {
        if block.kind != BlockKind::Rates {
            q[block.q + block.coordinates.len() - 1] = 1.0;
        }
    }
    for one in &raw.closures.assembly {
        if find(joints, &one.joint, faults).is_none() {
            continue;
        }
        let name = &one.joint.value;
        let Some(block) = blocks.iter().find(|block| block.name == *name) else {
            let message = format!("joint \"{name}\" of `assembly` does not move");
            faults.error(&one.joint.at, message, "remove the line");
            continue;
        };
        let (count, wanted) = (one.position.value.len(), block.coordinates.len());
        if count != wanted {
            let message =
                format!("joint \"{name}\" has {wanted} coordinates, `assembly` gives {count}");
            faults.error(
                &one.position.at,
                message,
                "write one number for each coordinate",
            );
            continue;
        }
        let turns = block.kind != BlockKind::Rates;
        if turns && one.position.value[count - 4..].iter().all(Angle::is_zero) {
            let message = format!("joint \"{name}\" of `assembly` is at the quaternion 0");
            let help = "write x, y, z, w; no rotation is 0, 0, 0, 1";
            faults.error(&one.position.at, message, help);
            continue;
        }
        for (k, angle) in one.position.value.iter().enumerate() {
            q[block.q + k] = angle.to_number().to_f64();
        }
    }
    normalised(&pieces(mechanism), &q).unwrap_or(q)
}

/// Closes the loops from the guess and finds what can move; drops rows that hold by structure, and those that others imply.
fn assemble(
    raw: &[RawLoop],
    (guess, given): (&[f64], &[&str]),
    mechanism: &mut Mechanism,
    faults: &mut Faults,
) {
    let at = raw.first().map_or(0..0, |one| one.name.at.clone());
    let assembly = assembly::assemble(mechanism, guess);
    if assembly.gap.is_nan() || assembly.gap > assembly::CLOSED {
        let (name, gap) = widest(mechanism, &assembly.q);
        let place = raw.iter().find(|one| one.name.value == name);
        let at = place.map_or(at, |one| one.name.at.clone());
        let message = format!("loop \"{name}\" does not close: a gap of {gap:.3} remains");
        let help = "check lengths and placements, or write in [assembly] where the joints are, nearly, when it is closed";
        faults.error(&at, message, help);
        return;
    }
    let closures = along_own_axes(mechanism);
    let Some(mut loops) = mechanism.loops.take() else {
        return;
    };
    for (closure, rows) in loops.closures.iter_mut().zip(&closures) {
        let kept = match loops.minimum_norm {
            Some(_) => rows.not_zero(),
            None => rows.independent(),
        };
        let mut kept = kept.into_iter();
        closure.rows.retain(|_| kept.next() != Some(false));
    }
    mechanism.loops = Some(loops.clone());
    let q = relaxed(mechanism, assembly.q, given);
    loops.mobility = assembly::mobility(mechanism, &loops, q);
    if loops.freedom() == 0 {
        let message = format!(
            "the mechanism cannot move: {} independent equations of its loops hold all of its {} velocities",
            loops.mobility.rank,
            mechanism.nv()
        );
        faults.error(
            &at,
            message,
            "remove a loop, or cut it at a joint that leaves more free",
        );
    }
    if loops.redundant() > 0 && loops.minimum_norm.is_none() {
        let message = format!(
            "{} of the {} equations of the loops are redundant where they are closed",
            loops.redundant(),
            loops.rows()
        );
        let help = "write `minimum_norm = true`, or cut the loops at joints that leave more free: functions that solve with them fail here";
        faults.warning(&at, message, help);
    }
    mechanism.loops = Some(loops);
    let dependent = dependent(mechanism);
    if let Some(loops) = &mut mechanism.loops {
        loops.mobility.dependent = dependent;
    }
}

/// The velocities of the first block of subsystems whose equations are dependent at random points of two prime fields. With least norm they
/// are solved all the same.
fn dependent(mechanism: &Mechanism) -> Vec<usize> {
    let solved = mechanism.loops.as_ref();
    let solved = solved.is_some_and(|loops| loops.minimum_norm.is_none());
    let Some(subsystems) = Subsystems::of(mechanism).ok().filter(|_| solved) else {
        return Vec::new();
    };
    let velocities = mechanism.nv();
    let ranks = jacobians(mechanism).map(|jacobian| -> Vec<usize> {
        let of_block = |block: &SubsystemBlock| {
            let columns = |&row: &usize| -> Vec<Residue> {
                let own = block.velocities.iter();
                own.map(|v| jacobian[row * velocities + v]).collect()
            };
            rank(block.rows.iter().map(columns).collect(), |x| x.is_zero())
        };
        subsystems.order.iter().map(of_block).collect()
    });
    let [first, other] = ranks;
    let ranks = first.into_iter().zip(other).map(|(a, b)| a.max(b));
    let mut blocks = subsystems.order.iter().zip(ranks);
    let found = blocks.find(|(block, rank)| *rank < block.rows.len());
    found.map_or_else(Vec::new, |(block, _)| block.velocities.clone())
}

/// The coordinates with the motors of elastic joints where their joints are, but for those that are given: no spring is stretched.
fn relaxed(mechanism: &Mechanism, mut q: Vec<f64>, given: &[&str]) -> Vec<f64> {
    let blocks = mechanism.blocks();
    let place = |name: &String| {
        let block = blocks.iter().find(|block| block.name == *name);
        block.map(|block| block.q)
    };
    for one in mechanism.elastic_joints() {
        let motor = &one.motor.joint_name;
        if let (Some(motor), Some(link)) = (place(motor), place(&one.link.joint_name))
            && !given.contains(&one.motor.joint_name.as_str())
        {
            q[motor] = q[link];
        }
    }
    q
}

/// The loop that gapes most, and how much.
fn widest(mechanism: &Mechanism, q: &[f64]) -> (String, f64) {
    let residual = assembly::residual(mechanism, q);
    let mut start = 0;
    let mut worst = (String::new(), 0.0);
    for closure in mechanism.loops.iter().flat_map(|one| &one.closures) {
        let own = &residual[start..start + closure.rows.len()];
        let gap = own.iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
        if gap > worst.1 || worst.0.is_empty() {
            worst = (closure.name.clone(), gap);
        }
        start += closure.rows.len();
    }
    worst
}

/// Of closures whose equations of origins are dependent along the axes of the root, as in a plane that is none of these, takes them along the axes
/// of `from` where more of these vanish; the rows of all closures.
fn along_own_axes(mechanism: &mut Mechanism) -> Vec<ClosureRows> {
    let mut known = rows_of_closures(mechanism);
    if known
        .iter()
        .all(|rows| rows.not_zero() == rows.independent())
    {
        return known;
    }
    let mut turned = mechanism.clone();
    for closure in turned.loops.iter_mut().flat_map(|one| &mut one.closures) {
        for row in &mut closure.rows {
            if let ConstraintRow::Point(axis) = *row {
                *row = ConstraintRow::Along(axis);
            }
        }
    }
    let count = |rows: &ClosureRows| rows.not_zero().into_iter().filter(|&one| one).count();
    let closures = mechanism.loops.iter_mut().flat_map(|one| &mut one.closures);
    let others = turned.loops.iter().flat_map(|one| &one.closures);
    let others = others.zip(rows_of_closures(&turned));
    for ((closure, rows), (turned, other)) in closures.zip(&mut known).zip(others) {
        if count(&other) < count(rows) {
            closure.rows.clone_from(&turned.rows);
            *rows = other;
        }
    }
    known
}

/// The rows of the Jacobian of a closure at a random point of each of two prime fields: what they are there, they are everywhere, except with a
/// probability of about 2⁻⁵⁰.
struct ClosureRows([Vec<Vec<Residue>>; FIELDS]);

impl ClosureRows {
    /// Which rows do not vanish.
    fn not_zero(&self) -> Vec<bool> {
        self.each(|rows, row| rank_of(&rows[row..=row]) > 0)
    }

    /// Which rows are not implied by those before.
    fn independent(&self) -> Vec<bool> {
        self.each(|rows, row| rank_of(&rows[..=row]) > rank_of(&rows[..row]))
    }

    /// What is true of each row in one of the fields at least.
    fn each(&self, holds: impl Fn(&[Vec<Residue>], usize) -> bool) -> Vec<bool> {
        let count = self.0[0].len();
        (0..count)
            .map(|row| self.0.iter().any(|rows| holds(rows, row)))
            .collect()
    }
}

fn rank_of(rows: &[Vec<Residue>]) -> usize {
    rank(rows.to_vec(), |x| x.is_zero())
}

/// The rows of every closure.
fn rows_of_closures(mechanism: &Mechanism) -> Vec<ClosureRows> {
    let columns = mechanism.nv().max(1);
    let mut fields = jacobians(mechanism).map(|jacobian| {
        let rows: Vec<Vec<Residue>> = jacobian.chunks(columns).map(<[_]>::to_vec).collect();
        rows.into_iter()
    });
    let closures = mechanism.loops.iter().flat_map(|one| &one.closures);
    closures
        .map(|closure| {
            let own = fields.each_mut();
            ClosureRows(own.map(|rows| rows.take(closure.rows.len()).collect()))
        })
        .collect()
}

/// The Jacobian of the closures at a random point of each of two prime fields, row by row.
fn jacobians(mechanism: &Mechanism) -> [Vec<Residue>; FIELDS] {
    let split = elementary(mechanism);
    let quantity = Quantity::ClosureJacobian;
    Structure::of(&split).in_each(|one| {
        let point = one.point(1, &split);
        let jacobian = recursion::run(&split, quantity, quantity.literal(&split), &point);
        point.lifted(&jacobian.concat())
    })
}
