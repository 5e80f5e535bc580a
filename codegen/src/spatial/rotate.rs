//! Rotation of 3×3 tensors about a coordinate axis: X' = R X Rᵀ with R the turn by (c, s) about axis k.
//!
//! In the plane (i, j) across the axis the tensor splits into an invariant and a part that turns by the double
//! angle; with κ = s D + c T both parts come from s κ and c κ.

use super::Mat3;
use crate::scalar::Scalar;

impl<S: Scalar> Mat3<S> {
    /// R X Rᵀ for a symmetric X about axis k: 8 multiplications, 7 additions, 1 for 2c.
    #[must_use]
    pub fn turned_symmetric(self, k: usize, c: S, s: S) -> Self {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let x = self.0;
        let κ = s * (x[i][i] - x[j][j]) + (c + c) * x[i][j];
        let w = s * κ;
        let mut r = x;
        r[i][i] = x[i][i] - w;
        r[j][j] = x[j][j] + w;
        r[i][j] = c * κ - x[i][j];
        r[i][k] = c * x[i][k] - s * x[j][k];
        r[j][k] = s * x[i][k] + c * x[j][k];
        r[j][i] = r[i][j];
        r[k][i] = r[i][k];
        r[k][j] = r[j][k];
        Self(r)
    }

    /// R X Rᵀ for any X about axis k.
    #[must_use]
    pub fn turned(self, k: usize, c: S, s: S) -> Self {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        let x = self.0;
        let κ = s * (x[i][i] - x[j][j]) + c * (x[i][j] + x[j][i]);
        let (w, t) = (s * κ, c * κ);
        let mut r = x;
        r[i][i] = x[i][i] - w;
        r[j][j] = x[j][j] + w;
        r[i][j] = t - x[j][i];
        r[j][i] = t - x[i][j];
        r[i][k] = c * x[i][k] - s * x[j][k];
        r[j][k] = s * x[i][k] + c * x[j][k];
        r[k][i] = c * x[k][i] - s * x[k][j];
        r[k][j] = s * x[k][i] + c * x[k][j];
        Self(r)
    }

    /// R X Rᵀ for a symmetric X and any R.
    #[must_use]
    pub fn conjugated_symmetric(self, r: Self) -> Self {
        let half = r * self;
        Self::symmetric(|i, j| super::Vec3(half[i]).dot(super::Vec3(r[j])))
    }

    /// R X Rᵀ for any X and R.
    #[must_use]
    pub fn conjugated(self, r: Self) -> Self {
        r * self * r.transposed()
    }
}
