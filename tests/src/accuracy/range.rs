//! The ranges that inputs are drawn of.

/// A range of inputs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// Angles are within ± this, rad.
    pub angle: f64,
    /// Rates and accelerations are within ± this, rad/s and m/s, rad/s² and m/s².
    pub rate: f64,
    /// How tables name it.
    pub name: &'static str,
}

/// All of them, the usual one first.
pub const RANGES: [Range; 4] = [
    Range {
        angle: core::f64::consts::PI,
        rate: 1.0,
        name: "angles within ±π, rates and accelerations within ±1",
    },
    Range {
        angle: core::f64::consts::PI,
        rate: 100.0,
        name: "angles within ±π, rates and accelerations within ±100",
    },
    Range {
        angle: 1e5,
        rate: 1.0,
        name: "angles within ±1e5, rates and accelerations within ±1",
    },
    Range {
        angle: 1e5,
        rate: 100.0,
        name: "angles within ±1e5, rates and accelerations within ±100",
    },
];
