#[denoc::multibody(model = "ui/models/none.toml")]
pub struct Arm;

fn main() {
    let (q, qd, qdd) = ([0.0; 6], [0.0; 6], [0.0; 6]);
    let tau: [f64; 6] = Arm::inverse_dynamics(&q, &qd, &qdd);
    let [first, ..] = Arm::forward_dynamics(&q, &qd, &tau);
    println!("{first} {:?}", Arm::mass_matrix(&q)[0][0]);
}
