#[denoc::multibody(model = "ui/models/arm.toml", formulation = ["luh", "inverse_dynamics=denoc"])]
pub struct Arm;

fn main() {}
