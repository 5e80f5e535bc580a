//! The attribute with packed matrices.

/// With packed matrices.
#[denoc::multibody(
    model = "../../models/puma.toml",
    functions = ["mass_matrix", "gravity_derivative"],
    sparse = true
)]
pub struct Puma;

/// With zeros.
#[denoc::multibody(
    model = "../../models/puma.toml",
    functions = ["mass_matrix", "gravity_derivative"]
)]
pub struct Dense;

const Q: [f64; 6] = [0.1, -0.4, 0.3, 0.2, 0.5, -0.6];

/// The row-major matrix of compressed columns.
fn whole(starts: &[usize; 7], rows: &[usize], values: &[f64]) -> [[f64; 6]; 6] {
    let mut whole = [[0.0; 6]; 6];
    for column in 0..6 {
        for place in starts[column]..starts[column + 1] {
            whole[rows[place]][column] = values[place];
        }
    }
    whole
}

#[test]
fn packed_matrices_are_the_dense_ones() {
    assert_eq!(Puma::MASS_MATRIX_M_SHAPE, (6, 6));
    let packed = Puma::mass_matrix(&Q);
    let starts = &Puma::MASS_MATRIX_M_COLUMN_STARTS;
    let found = whole(starts, &Puma::MASS_MATRIX_M_ROW_INDICES, &packed);
    assert_eq!(found, Dense::mass_matrix(&Q));

    let packed = Puma::gravity_derivative(&Q);
    let starts = &Puma::GRAVITY_DERIVATIVE_DG_DQ_COLUMN_STARTS;
    let rows = &Puma::GRAVITY_DERIVATIVE_DG_DQ_ROW_INDICES;
    assert_eq!(whole(starts, rows, &packed), Dense::gravity_derivative(&Q));
    // Gravity does not feel the first joint.
    assert!(starts[1] == 0 && packed.len() < 30);
}
