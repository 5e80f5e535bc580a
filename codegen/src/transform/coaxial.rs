//! Turns of frames on flexible bodies, and the joints behind them that turn about the same axis: one turn by the sum of the angles.
//!
//! A frame on a flexible body turns by the slope of its modes, a massless body whose coordinate is a constant combination a = c·η.
//! Where a revolute joint with the coordinate q lies on the axis of that turn, Rz(a) Rz(q) = Rz(a + q): its body can hang on what
//! carries the turn, with the coordinate c·η + q. A recursion over the tree then has one rotation where there were two. The frame
//! stays, with nothing behind it.

use crate::mechanism::{Body, BodyId, Coordinates, DofPhysics, Joint, Mechanism};

/// Hangs the bodies on such joints on what carries the turns before them. `None`: there are none, or bodies move in other ways than
/// by themselves and by modes.
#[must_use]
pub fn coaxial_turns(mechanism: &Mechanism) -> Option<Mechanism> {
    if !mechanism.is_coupled_by_modes_alone() || mechanism.loops.is_some() {
        return None;
    }
    let mut merged = mechanism.clone();
    let mut coordinates = merged.coordinates.take()?;
    let mut any = false;
    for turn in 0..mechanism.bodies.len() {
        let behind = carried(mechanism, turn);
        // A subtree stays contiguous where nothing else hangs on the frame.
        if behind.is_empty() || !behind.iter().all(|&id| is_coaxial(mechanism, turn, id)) {
            continue;
        }
        for body in behind {
            join(&mut merged, &mut coordinates, turn, body);
            any = true;
        }
    }
    merged.coordinates = Some(coordinates);
    any.then_some(merged)
}

fn carried(mechanism: &Mechanism, body: usize) -> Vec<usize> {
    let bodies = mechanism.bodies.iter().enumerate();
    let behind = bodies.filter(|(_, one)| one.parent == Some(BodyId(body)));
    behind.map(|(index, _)| index).collect()
}

/// Whether `turn` is the massless turn of a frame, and `body` on a revolute joint about its axis that nothing else refers to.
fn is_coaxial(mechanism: &Mechanism, turn: usize, body: usize) -> bool {
    let mut springs = mechanism
        .bodies
        .iter()
        .filter_map(|one| one.spring.as_ref());
    let elastic = springs.any(|spring| spring.joint == BodyId(body));
    let (frame, body) = (&mechanism.bodies[turn], &mechanism.bodies[body]);
    let [x, y, _] = &body.placement.translation;
    let z = &body.placement.rotation.0[2];
    let on_axis = x.is_zero() && y.is_zero() && z[2].is_one();
    let is_turn = |one: &Body| one.joint.is_rotation();
    let massless = frame.inertia.is_zero();
    let passive = frame.physics.iter().all(DofPhysics::is_off);
    let is_frame = frame.auxiliary && massless && passive && frame.deformation.is_none();
    is_frame && is_turn(frame) && is_turn(body) && !body.auxiliary && !elastic && on_axis
}

/// Hangs `body` on what carries `turn`.
fn join(mechanism: &mut Mechanism, coordinates: &mut Coordinates, turn: usize, body: usize) {
    let [q_turn, q_body] = [turn, body].map(|index| before(mechanism, index, Joint::nq));
    let [v_turn, v_body] = [turn, body].map(|index| before(mechanism, index, Joint::nv));
    let frame = mechanism.bodies[turn].clone();
    let joined = &mut mechanism.bodies[body];
    joined.parent = frame.parent;
    joined.placement = frame.placement.times(&joined.placement);
    if let (Some(angle), Some(offset)) = (joined.joint.rotation_mut(), frame.joint.rotation()) {
        *angle = angle.clone() + offset.clone();
    }
    // What acts in the joint acts on the coordinate of the joint alone.
    let own = coordinates.velocities[v_body].plain();
    let acting = core::mem::take(&mut joined.physics).into_iter().next();
    if let (Some(own), Some(acting)) = (own, acting.filter(|one| !one.is_off())) {
        let all = coordinates.velocities();
        coordinates.motors.resize(all, DofPhysics::default());
        coordinates.motors[own] = acting;
    }
    coordinates.positions[q_body] =
        coordinates.positions[q_body].plus(&coordinates.positions[q_turn]);
    coordinates.velocities[v_body] =
        coordinates.velocities[v_body].plus(&coordinates.velocities[v_turn]);
}

/// How many coordinates or velocities of the tree are those of the bodies before `body`, none of which is driven.
fn before(mechanism: &Mechanism, body: usize, count: fn(&Joint) -> usize) -> usize {
    let bodies = mechanism.bodies[..body].iter();
    bodies.map(|one| count(&one.joint)).sum()
}
