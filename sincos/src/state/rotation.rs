/// The sum of squares of a vector.
#[inline]
fn square([x, y, z]: [Float; 3]) -> Float {
    ((x * x) + (y * y)) + (z * z)
}

/// a ⊗ b.
#[inline]
fn product(a: [Float; 4], b: [Float; 4]) -> [Float; 4] {
    [
        ((a[3] * b[0]) + (a[0] * b[3])) + ((a[1] * b[2]) - (a[2] * b[1])),
        ((a[3] * b[1]) + (a[1] * b[3])) + ((a[2] * b[0]) - (a[0] * b[2])),
        ((a[3] * b[2]) + (a[2] * b[3])) + ((a[0] * b[1]) - (a[1] * b[0])),
        ((a[3] * b[3]) - (a[0] * b[0])) - ((a[1] * b[1]) + (a[2] * b[2])),
    ]
}

/// The unit quaternion along q; 0 for 0.
#[inline]
fn unit(q: [Float; 4]) -> [Float; 4] {
    let inverse = rsqrt((square([q[0], q[1], q[2]]) + (q[3] * q[3])) + TINY);
    [
        q[0] * inverse,
        q[1] * inverse,
        q[2] * inverse,
        q[3] * inverse,
    ]
}

/// The inverse of a unit quaternion.
#[inline]
fn conjugate(q: [Float; 4]) -> [Float; 4] {
    [-q[0], -q[1], -q[2], q[3]]
}

/// The rotation vector φ = θ u as (u, 1/θ, sin θ/2, cos θ/2); u = 0 for φ = 0.
#[inline]
fn turn(phi: [Float; 3]) -> ([Float; 3], Float, Float, Float) {
    let squared = square(phi) + TINY;
    let inverse = rsqrt(squared);
    let (sin, cos) = sin_cos(0.5 * (squared * inverse));
    let axis = [phi[0] * inverse, phi[1] * inverse, phi[2] * inverse];
    (axis, inverse, sin, cos)
}

/// The rotation vector k v of a quaternion of any length, |k v| ≤ π: (v, |w|, k), where v has the sign of w.
///
/// tan θ/4 = |v| / (|q| + |w|) is at most 1 and no difference, and θ = 4 atan(tan θ/4).
#[inline]
fn rotation_vector(q: [Float; 4]) -> ([Float; 3], Float, Float) {
    let sign = q[3].to_bits() & SIGN;
    let [x, y, z, w] = q.map(|element| Float::from_bits(element.to_bits() ^ sign));
    let squared = square([x, y, z]);
    let length_squared = (squared + (w * w)) + TINY;
    let inverse = 1.0 / ((length_squared * rsqrt(length_squared)) + w);
    let k = (4.0 * inverse) * atan_ratio((squared * inverse) * inverse);
    ([x, y, z], w, k)
}
