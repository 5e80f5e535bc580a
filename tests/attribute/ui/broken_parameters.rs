#[denoc::multibody(model = "ui/models/broken_parameters.toml", scalar = f32)]
pub struct Arm;

fn torque(payload: f32) -> Result<f32, denoc::Status> {
    let parameters = ArmParameters {
        payload,
        m2: 2.0,
        ..ArmParameters::default()
    };
    let prepared: ArmPrepared = parameters.prepare()?;
    let q: [f32; Arm::NQ] = [0.0; 2];
    let tau = Arm::inverse_dynamics(&prepared, &q, &[0.0; 2], &[0.0; 2]);
    let (_, position) = Arm::tip_pose_tip(&prepared, &q);
    Ok(tau[0] + position[2] + parameters.length)
}

fn main() {
    println!("{:?}", torque(0.5));
}
