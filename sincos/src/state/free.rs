/// a × b.
#[inline]
fn cross(a: [Float; 3], b: [Float; 3]) -> [Float; 3] {
    [
        (a[1] * b[2]) - (a[2] * b[1]),
        (a[2] * b[0]) - (a[0] * b[2]),
        (a[0] * b[1]) - (a[1] * b[0]),
    ]
}

/// a + j u × a + k u × (u × a).
#[inline]
fn bent(a: [Float; 3], u: [Float; 3], j: Float, k: Float) -> [Float; 3] {
    let once = cross(u, a);
    let twice = cross(u, once);
    [
        a[0] + ((j * once[0]) + (k * twice[0])),
        a[1] + ((j * once[1]) + (k * twice[1])),
        a[2] + ((j * once[2]) + (k * twice[2])),
    ]
}

/// R(q) a of a unit quaternion [u, w]: a + 2 w u × a + 2 u × (u × a).
#[inline]
fn rotated(q: [Float; 4], a: [Float; 3]) -> [Float; 3] {
    bent(a, [q[0], q[1], q[2]], 2.0 * q[3], 2.0)
}

/// The pose q · exp(v dt), q = [p, quaternion]: q moved for the time dt at the constant twist v = [linear; angular],
/// in the body's frame.
///
/// With θ u = ω dt, the path of the origin is the integral of the rotation,
/// R ((v + ((1 − cos θ)/θ) u × v + (1 − (sin θ)/θ) u × (u × v)) dt), and nothing but 1 − (sin θ)/θ is a difference: its
/// error is one of rounding beside the first term, however small θ is.
/// A quaternion that is not of unit length counts as the one along it; 0 turns nothing and stays 0.
#[inline]
#[must_use]
pub fn integrate_free(q: [Float; 7], v: [Float; 6], dt: Float) -> [Float; 7] {
    let (axis, inverse, sin, cos) = turn([v[3] * dt, v[4] * dt, v[5] * dt]);
    let from = unit([q[3], q[4], q[5], q[6]]);
    let straight = [v[0] * dt, v[1] * dt, v[2] * dt];
    let ratio = 2.0 * (sin * inverse); // of half the sine to half the angle
    let path = bent(straight, axis, ratio * sin, 1.0 - (ratio * cos));
    let shift = rotated(from, path);
    let [x, y, z, w] = product(from, [axis[0] * sin, axis[1] * sin, axis[2] * sin, cos]);
    [
        q[0] + shift[0],
        q[1] + shift[1],
        q[2] + shift[2],
        x,
        y,
        z,
        w,
    ]
}

/// The twist [linear; angular] log(q0⁻¹ q1), in the body's frame, that takes q0 to q1 in unit time, the shorter way.
///
/// With φ = θ u its angular part and d = R(q0)ᵀ (p1 − p0), the linear part is
/// d − φ × d / 2 + (1 − (θ/2) cot θ/2) u × (u × d).
/// A quaternion that is not of unit length counts as the one along it; 0 turns nothing.
#[inline]
#[must_use]
pub fn difference_free(q0: [Float; 7], q1: [Float; 7]) -> [Float; 6] {
    let from = unit([q0[3], q0[4], q0[5], q0[6]]);
    let back = conjugate(from);
    let (v, w, k) = rotation_vector(product(back, [q1[3], q1[4], q1[5], q1[6]]));
    let d = rotated(back, [q1[0] - q0[0], q1[1] - q0[1], q1[2] - q0[2]]);
    let half = 0.5 * k;
    let share = (1.0 - (half * w)) / (square(v) + TINY); // cot θ/2 = w / |v|
    let linear = bent(d, v, -half, share);
    [
        linear[0],
        linear[1],
        linear[2],
        v[0] * k,
        v[1] * k,
        v[2] * k,
    ]
}
