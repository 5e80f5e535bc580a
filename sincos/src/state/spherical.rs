/// The unit quaternion q ⊗ exp(ω dt): q turned for the time dt at the angular velocity ω, in the body's frame.
///
/// A quaternion that is not of unit length counts as the one along it; 0 stays 0.
#[inline]
#[must_use]
pub fn integrate_spherical(q: [Float; 4], v: [Float; 3], dt: Float) -> [Float; 4] {
    let (axis, _, sin, cos) = turn([v[0] * dt, v[1] * dt, v[2] * dt]);
    product(unit(q), [axis[0] * sin, axis[1] * sin, axis[2] * sin, cos])
}

/// The rotation vector log(q0⁻¹ ⊗ q1), |φ| ≤ π, in the body's frame: what takes q0 to q1 in unit time, the shorter
/// way.
///
/// The lengths of the quaternions do not matter; 0 is as far from every other as from itself, not at all.
#[inline]
#[must_use]
pub fn difference_spherical(q0: [Float; 4], q1: [Float; 4]) -> [Float; 3] {
    let (v, _, k) = rotation_vector(product(conjugate(q0), q1));
    [v[0] * k, v[1] * k, v[2] * k]
}
