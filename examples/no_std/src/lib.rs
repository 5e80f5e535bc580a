//! A controller in single precision without std, as it would run on a microcontroller.
#![no_std]

/// The arm.
#[denoc::multibody(
    model = "../../models/panda.toml",
    functions = ["gravity"],
    scalar = f32
)]
pub struct Panda;

/// Stiffness, Nm/rad, and damping, Nm s/rad, of every joint.
const STIFFNESS: f32 = 40.0;
const DAMPING: f32 = 4.0;

/// Torques, Nm, that hold the arm against gravity and pull it softly to `target`, rad.
///
/// One straight line of code: no allocation, no panic, the same time on every call.
#[must_use]
pub fn torques(
    target: &[f32; Panda::NQ],
    q: &[f32; Panda::NQ],
    qd: &[f32; Panda::NV],
) -> [f32; Panda::NV] {
    let mut tau = Panda::gravity(q);
    for (joint, tau) in tau.iter_mut().enumerate() {
        *tau += STIFFNESS * (target[joint] - q[joint]) - DAMPING * qd[joint];
    }
    tau
}
