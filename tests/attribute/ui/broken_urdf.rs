#[denoc::multibody(model = "ui/models/broken.urdf")]
pub struct Arm;

fn main() {
    let q: [f64; Arm::NQ] = [0.0; 2];
    let qd: [f64; Arm::NV] = [0.0; 2];
    let tau = Arm::inverse_dynamics(&q, &qd, &[0.0; 2]);
    println!("{} {:?}", tau[0], Arm::JOINTS);
}
