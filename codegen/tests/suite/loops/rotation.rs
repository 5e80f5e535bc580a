//! Quaternions x, y, z, w and rotation matrices by rows.

pub(crate) type Quaternion = [f64; 4];

/// p ⊗ q: first q, then p.
pub(crate) fn product(p: Quaternion, q: Quaternion) -> Quaternion {
    let ([a, b, c, d], [x, y, z, w]) = (p, q);
    [
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    ]
}

/// The turn back.
pub(crate) fn conjugate([x, y, z, w]: Quaternion) -> Quaternion {
    [-x, -y, -z, w]
}

/// The turn by an angle about an axis of any length.
pub(crate) fn about(axis: [f64; 3], angle: f64) -> Quaternion {
    let norm = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (sin, cos) = (angle / 2.0).sin_cos();
    let [x, y, z] = axis.map(|x| sin * x / norm);
    [x, y, z, cos]
}

/// The same of unit length.
pub(crate) fn unit(q: Quaternion) -> Quaternion {
    let norm = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    q.map(|x| x / norm)
}

/// The quaternion of a rotation matrix: the row of 4 q qᵀ with the largest diagonal.
pub(crate) fn of_matrix(r: &[f64]) -> Quaternion {
    let [xx, yy, zz] = [r[0], r[4], r[8]];
    let symmetric = [
        [1.0 + xx - yy - zz, r[3] + r[1], r[2] + r[6], r[7] - r[5]],
        [r[3] + r[1], 1.0 - xx + yy - zz, r[7] + r[5], r[2] - r[6]],
        [r[2] + r[6], r[7] + r[5], 1.0 - xx - yy + zz, r[3] - r[1]],
        [r[7] - r[5], r[2] - r[6], r[3] - r[1], 1.0 + xx + yy + zz],
    ];
    let mut best = 0;
    for k in 1..4 {
        if symmetric[k][k] > symmetric[best][best] {
            best = k;
        }
    }
    unit(symmetric[best])
}

/// Rᵀ v.
pub(crate) fn turned_back(r: &[f64], v: &[f64]) -> Vec<f64> {
    (0..3)
        .map(|j| (0..3).map(|i| r[3 * i + j] * v[i]).sum())
        .collect()
}

/// a × b.
pub(crate) fn cross(a: &[f64], b: &[f64]) -> Vec<f64> {
    vec![
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}
