//! Systems of linear equations with numbers in them: a square one by elimination, any other by least squares.
//!
//! Closed loops leave equations for their forces and rates that no recursion solves. Matrices are slices, row by row;
//! the caller owns them, both functions overwrite them, nothing is allocated and nothing panics. IEEE `+`, `−`, `×`,
//! `÷`, comparisons and, for roots and powers of two, integer operations on bits: the same bits everywhere. The twins in C
//! and JavaScript are in `codegen/src/emit/c99/kernels` and `codegen/src/emit/javascript/kernels`.
//!
//! Unlike the rest of this crate they branch on values: on pivots, and until rows are orthogonal.
//!
//! ```
//! use denoc_sincos::linear::double::{minimum_norm, solve};
//!
//! let (mut matrix, mut rhs) = ([2.0, 1.0, 1.0, 3.0], [4.0, 7.0]);
//! assert!(solve(2, 1, &mut matrix, &mut rhs));
//! assert!((rhs[0] - 1.0).abs() < 1e-15 && (rhs[1] - 2.0).abs() < 1e-15);
//!
//! // x + y = 2, twice: the shortest solution.
//! let (mut matrix, mut rhs, mut x) = ([1.0, 1.0, 1.0, 1.0], [2.0, 2.0], [0.0; 2]);
//! assert!(minimum_norm(2, 2, &mut matrix, &mut rhs, 1e-9, &mut x));
//! assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15);
//! ```

/// Operations of `solve` for n equations with so many right-hand sides: multiplications, additions, divisions.
///
/// Comparisons, such as those of pivots, are none.
#[must_use]
pub const fn solve_price(n: usize, sides: usize) -> [usize; 3] {
    let pairs = n * n.saturating_sub(1) / 2;
    let squares = pairs * (2 * n).saturating_sub(1) / 3; // 1 + 4 + … + (n − 1)²
    // Elements below the pivots and factors; right-hand sides, substitution and quotients; and the bound of pivots.
    let of_sides = 2 * pairs * sides;
    [
        squares + pairs + of_sides + n * sides + 1,
        squares + of_sides,
        n,
    ]
}

/// In double precision.
pub mod double {
    include!("../state/root_f64.rs");
    include!("solve.rs");
    include!("minimum_norm.rs");
}

/// In single precision throughout.
pub mod single {
    include!("../state/root_f32.rs");
    include!("solve.rs");
    include!("minimum_norm.rs");
}
