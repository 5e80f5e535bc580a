#[denoc::multibody(model = "ui/models/broken.toml", sparse = true)]
pub struct Arm;

fn main() {
    let inertia = Arm::mass_matrix(&[0.0; 2]);
    let (rows, columns) = Arm::MASS_MATRIX_M_SHAPE;
    let starts = Arm::MASS_MATRIX_M_COLUMN_STARTS;
    println!("{} {} {}", inertia[0], rows, starts[columns]);
    println!("{}", Arm::MASS_MATRIX_M_ROW_INDICES[0]);
}
