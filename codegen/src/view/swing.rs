//! How far a mode goes by hand: so far that it is well seen, and no farther than small deflections may be thought of.

use crate::mechanism::Mechanism;

/// The largest displacement, as a part of the body's length.
const DISPLACEMENT: f64 = 0.1;

/// The largest rotation, rad.
const ROTATION: f64 = 0.3;

/// A mode among the user's coordinates, and how far it goes.
#[derive(Clone, Debug)]
pub(super) struct Swing {
    /// Name of the coordinate.
    pub(super) name: String,
    /// Its index in q.
    pub(super) q: usize,
    /// The index of its rate in q̇.
    pub(super) v: usize,
    /// η goes from the negative of this to this.
    pub(super) most: f64,
    /// ω = √(K/M), rad/s.
    pub(super) rate: f64,
    /// Unit of η: that of beams, whose modal masses are 1, or what the shapes of a mode file ask for.
    pub(super) unit: &'static str,
    /// Unit of the generalised force.
    pub(super) force_unit: &'static str,
}

/// All modes, body by body.
pub(super) fn swings(mechanism: &Mechanism) -> Vec<Swing> {
    let blocks = mechanism.blocks();
    let vibrations = mechanism.vibrations().into_iter();
    let swings = vibrations.filter_map(|one| {
        let shape = &one.body.deformation.as_ref()?.shape;
        let block = blocks
            .iter()
            .find(|block| block.name == one.mode.joint_name)?;
        let (shift, turn) = shape.largest_motion(one.number);
        let most = (DISPLACEMENT * shape.reach() / shift).min(ROTATION / turn);
        let (unit, force_unit) = match shape.section {
            Some(_) => ("√kg m", "√kg m/s²"),
            None => ("modal", "modal"),
        };
        Some(Swing {
            name: block.name.clone(),
            q: block.q,
            v: block.v,
            // A mode that moves nothing may go anywhere.
            most: if most.is_finite() { digits(most) } else { 1.0 },
            rate: one.rate(),
            unit,
            force_unit,
        })
    });
    swings.collect()
}

/// Two significant digits.
fn digits(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}
