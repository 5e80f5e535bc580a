//! A rigid body at the tip of a beam, as its mode shapes know it: what it adds to the kinetic energy of each family by itself.
//!
//! A mass centre off the axis couples bending, torsion and stretch in the motion; the shapes of a family leave that out.

use super::family::Family;
use crate::exact::number::Number;
use crate::model::raw::RawRigid;

/// The body in floats; parameters at their defaults.
#[derive(Clone, Debug)]
pub(super) struct TipLoad {
    /// Where its frame is on the beam, m.
    pub(super) x: f64,
    /// kg.
    mass: f64,
    /// The mass centre in its frame, m.
    centre: [f64; 3],
    /// The diagonal of the inertia about the mass centre, kg m².
    inertia: [f64; 3],
}

impl TipLoad {
    /// The body `rigid` whose frame is at `x`.
    pub(super) fn new(rigid: &RawRigid, x: &Number) -> Self {
        let tensor = &rigid.inertia.value;
        // What is negative is reported elsewhere.
        let positive = |number: &Number| number.to_f64().max(0.0);
        Self {
            x: x.to_f64(),
            mass: positive(&rigid.mass.value),
            centre: rigid.com.each_ref().map(Number::to_f64),
            inertia: [&tensor.xx, &tensor.yy, &tensor.zz].map(positive),
        }
    }

    /// Velocities of a family times the roots of their inertias: their squares are twice the kinetic energy. Of the body's
    /// frame, `value` is the displacement for a unit of each coefficient and `slope` that of bending.
    pub(super) fn rows(&self, family: Family, value: &[f64], slope: &[f64]) -> Vec<Vec<f64>> {
        let [x, y, z] = self.centre;
        let row = |inertia: f64, arm: f64, slope_factor: f64| {
            let both = value.iter().zip(slope);
            let terms = both.map(|(value, slope)| arm * value + slope_factor * slope);
            terms.map(|one| inertia.sqrt() * one).collect()
        };
        let about = |axis: usize| vec![row(self.mass, 1.0, x), row(self.inertia[axis], 0.0, 1.0)];
        match family {
            Family::BendingY => about(2),
            Family::BendingZ => about(1),
            Family::Torsion => vec![row(self.inertia[0] + self.mass * (y * y + z * z), 1.0, 0.0)],
            Family::Axial => vec![row(self.mass, 1.0, 0.0)],
        }
    }
}
