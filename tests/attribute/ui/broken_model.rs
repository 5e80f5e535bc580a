#[denoc::multibody(model = "ui/models/broken.toml")]
pub struct Arm;

fn main() {
    let q: [f64; Arm::NQ] = [0.0; 2];
    let qd: [f64; Arm::NV] = [0.0; 2];
    let tau = Arm::inverse_dynamics(&q, &qd, &[0.0; 2]);
    let (rotation, position) = Arm::tip_pose_tip(&q);
    println!("{} {} {}", tau[0], rotation[0][0], position[2]);
    println!("{:?} {:?}", Arm::JOINTS, Arm::OPERATIONS.get("bias"));
}
